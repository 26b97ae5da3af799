"""What else a table says is held to itself, where most of it says that it is meant."""

from pathlib import Path

import pytest
from test_report import said

from printgen.problems import select_errors
from printgen.roll_tables.detect.options import AuditOptions, parse_expectation
from printgen.roll_tables.report import audit_file

TABLES = {
    "a sum of shares": (
        "Sky,Chance\nSun,45%\nRain,30%\nFog,20%\nSnow,10%",
        "t.csv:1:5: error: Chance sums to 105 %, not 100",
    ),
    "shares that are rounded": ("Sky,%\nSun,33.3\nRain,33.3\nFog,33.3", ""),
    "chances of several": ("DC,One,Two,Many\n5,80%,96%,64%\n9,60%,75%,31%\n15,30%,51%,9%", ""),
    "tens are not rounded": ("Sky,Chance\na,30\nb,30\nc,30\nd,5", "Chance sums to 95 %, not 100"),
    "a total row is no share": ("Sky,Chance\na,50%\nb,25%\nc,25%\nTotal,100%", ""),
    "chances that are no shares": ("Item,Chance\nSword,30%\nShield,45%\nHelm,75%", ""),
    "chances beside rolls": ("2d6,I,Chance\n2-6,a,41.7%\n7,b,16.7%\n8-11,c,39%\n12,d,3%", ""),
    "a wrong chance": (
        "2d6,I,Chance\n2-6,a,41.7%\n7,b,16.7%\n8-11,c,38.9%\n12,d,8.3%",
        't.csv:5:6: error: "8.3%" is wrong: the chance is 2.8 %',
    ),
    "a total": (
        "Unit,Men,Guns,Total\nA,10,2,12\nB,20,3,23\nC,5,5,11\nD,1,1,2",
        't.csv:4:7: error: "11" is under Total, but its parts sum to 10',
    ),
    "what is no total": ("Unit,Men,Guns,Total\nA,10,2,3\nB,20,3,23\nC,5,5,11\nD,1,1,2", ""),
    "weights": ("Weight,Item\n3,a\n1.5,b\n2,c", 't.csv:3:1: error: the weight "1.5"'),
    "what things weigh": ("Item,Weight\na,3\nb,1.5\nc,0", ""),
    "a hole in a matrix": (
        "AC,0,1,2,3\n1,20,19,18,17\n2,21,20,,18\n3,22,21,20,19",
        "t.csv:3:9: error: an empty cell is among numbers",
    ),
    "a letter in a matrix": (
        "AC,0,1,2,3\n1,20,19,18,17\n2,21,20,–,18\n3,22,21,20,l9",
        't.csv:4:12: error: "l9" is among numbers',
    ),
    "another table": (
        "d6,I\n1-5,a\n6,Roll on Table B", "t.csv:3:3: note: no table is called Table B"),
    "another table that is there": (
        "Gem table,\nd6,I\n1-6,Ruby\n\nd4,J\n1-4,roll on the gem table",
        "",
    ),
    "the same table": ("d6,I\n1-5,a\n6,Roll twice on this table", ""),
}  # fmt: skip


@pytest.mark.parametrize("form", TABLES)
def test_what_a_table_says(tmp_path: Path, form: str) -> None:
    """Of what is right nothing is told, and nobody's numbers are taken for what they are not."""
    table, expected = TABLES[form]
    path = tmp_path / "t.csv"
    found = said(path, f"{table}\n")
    found += "\n".join(f"t.csv:{one[0].line}:{one[0].column}: note: no table is called {one[1]}"
                       for one in audit_file(path).table_calls)  # fmt: skip
    assert expected in found
    assert expected or ("error" not in found and "no table" not in found)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("Name unique", '"Orc" occurs twice under Name'),
        ("cost rises", "2 comes after 3 under cost"),
        ("Cost falls", "3 comes after 1 under Cost"),
        ("Cost sums 7", "Cost sums to 6, not 7"),
        ("Kind same", '"ally" is under Kind, but others are "foe"'),
        ("Cots sums 6", "no column of t.csv is called cots"),
        ("Cost sums 6", ""),
        ("Number rises", ""),
    ],
)
def test_what_a_user_expects(tmp_path: Path, expected: str, found: str) -> None:
    (tmp_path / "t.csv").write_text(
        "Number,Name,Cost,Kind\n1,Imp,1,foe\n2,Orc,3,foe\n3,Orc,2,ally\n", "utf-8"
    )
    asked = parse_expectation(expected)
    assert asked is not None
    told = audit_file(tmp_path / "t.csv", "", AuditOptions(expectations=(asked,)))
    messages = [one.message for one in select_errors(told.problems)]
    assert messages == ([found] if found and "falls" not in expected else messages)
    assert (found in messages) if found else (messages, told.checked != ()) == ([], True)


def test_what_is_no_verb_is_not_understood() -> None:
    assert [
        parse_expectation(one) for one in ("Cost", "Cost sums", "Cost sums x", "Cost grows")
    ] == ([None] * 4)
