"""Tables and other files of other people that are meant as they are: no error is reported."""

import json
from pathlib import Path

import pytest

from printgen.problems import Severity, select_errors
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.report import AuditResult, audit_file


def audit(folder: Path, name: str, text: object) -> AuditResult:
    path = folder / name
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return audit_file(path)


def errors(result: AuditResult) -> list[str]:
    return [problem.message for problem in select_errors(result.problems)]


def foundry(*ranges: tuple[int, int]) -> object:
    results = [{"text": "x", "range": ends} for ends in ranges]
    return {"name": "Loot", "formula": "1d6", "results": results}


def test_a_range_inside_another_is_a_note_where_all_are_drawn(tmp_path: Path) -> None:
    """Virtual tabletops draw each result whose range contains the roll."""
    result = audit(tmp_path, "t.json", foundry((1, 6), (2, 3), (5, 5)))
    assert {problem.severity for problem in result.problems} == {Severity.NOTE}
    inside = "is inside the range of another row"
    assert [one.message for one in result.problems] == [f'"5" {inside}', f'"2-3" {inside}']
    assert result.has_rolls
    (crossing,) = errors(audit(tmp_path, "t.json", foundry((1, 4), (3, 6))))
    assert "both contain 3 to 4" in crossing
    (beyond,) = errors(audit(tmp_path, "t.json", foundry((1, 6), (9, 9))))
    assert "beyond the end of 1d6" in beyond
    (gap,) = errors(audit(tmp_path, "t.json", foundry((1, 4), (1, 2), (6, 6))))
    assert "no row contains 5" in gap


def test_a_range_inside_another_is_an_error_in_other_tables(tmp_path: Path) -> None:
    assert errors(audit(tmp_path, "t.csv", "d6,Loot\n1-6,a\n2-3,b\n"))


BELOW = "2D6,Effect\n0,Dead\n1-5,Hurt\n6-12,Well\n"


@pytest.mark.parametrize(
    "text",
    [
        f"Subtract 1 for each wound.\n\n{BELOW}",
        BELOW.replace("Hurt", "Hurt. Next time, subtract 1 from the roll"),
        BELOW.replace("Effect", "Effect (minus wounds)"),
    ],
)
def test_rolls_below_the_dice_are_right_where_something_is_subtracted(
    tmp_path: Path, text: str
) -> None:
    result = audit(tmp_path, "t.csv", text)
    assert (errors(result), result.has_rolls) == ([], True)


def test_what_is_subtracted_may_be_told_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "t.md"
    lines = ["| " + line.replace(",", " | ") + " |" for line in BELOW.split()]
    table = "\n".join([lines[0], "|---|---|", *lines[1:]])
    path.write_bytes(f"Für each wound subtract 1.\n\n{table}\n".encode("cp1252"))
    assert errors(audit_file(path, "", AuditOptions(encoding="cp1252"))) == []
    (unknown,) = errors(audit_file(path, "", AuditOptions(encoding="cp9")))
    assert unknown == "unknown encoding cp9"


def test_rolls_below_the_dice_are_errors_elsewhere(tmp_path: Path) -> None:
    assert len(errors(audit(tmp_path, "t.csv", BELOW))) == 2
    weak = BELOW.replace("Hurt", "Subtract 1 from the attack")
    assert len(errors(audit(tmp_path, "t.csv", weak))) == 2


def test_text_above_a_table_of_markdown_is_read(tmp_path: Path) -> None:
    lines = ["| " + line.replace(",", " | ") + " |" for line in BELOW.split()]
    table = "\n".join([lines[0], "|---|---|", *lines[1:]])
    assert errors(audit(tmp_path, "t.md", f"Deduct the wounds.\n\n{table}\n")) == []
    assert errors(audit(tmp_path, "t.md", f"Add the wounds.\n\n{table}\n"))


@pytest.mark.parametrize("sign", ["*", "**", "†", "¹", "²³", "[^1]", "[2]", "ᵃ", "#"])
def test_a_footnote_sign_is_not_part_of_a_roll(tmp_path: Path, sign: str) -> None:
    result = audit(tmp_path, "t.csv", f"d6,R\n1{sign},a\n2-5{sign},b\n6,c\n")
    assert (errors(result), result.has_rolls) == ([], True)


def test_a_footnote_sign_is_not_part_of_a_number(tmp_path: Path) -> None:
    rows = "1,20,19†,18,17\n2,21,20,19,18*\n3,22,21,20¹,19\n"
    result = audit(tmp_path, "t.csv", f"AC,0,1,2,3\n{rows}")
    assert (errors(result), len(result.checked)) == ([], 1)


def test_prose_that_mentions_a_table_is_no_result(tmp_path: Path) -> None:
    """The description of an item, in a table of items or in a long result."""
    items = "Item,Text\nWand,Roll on the mishap table\n"
    assert audit(tmp_path, "t.csv", items).table_calls == ()
    prose = "A wand of dark wood with a silver tip. When its owner is hit while it is in use,"
    long = f'd4,Item\n1-3,Axe\n4,"{prose} roll on the mishap table."\n'
    assert audit(tmp_path, "t.csv", long).table_calls == ()
    short = "d4,Item\n1-3,Axe\n4,Roll on the mishap table\n"
    assert [name for _, name in audit(tmp_path, "t.csv", short).table_calls] == ["mishap"]


@pytest.mark.parametrize(
    "text", ['{ // editor\n"tabSize": 2}', '{"paths": ["a", "b"], "types": ["x"]}']
)
def test_json_without_rolls_is_not_claimed(tmp_path: Path, text: str) -> None:
    result = audit(tmp_path, "t.json", text)
    assert errors(result) == []
    assert [problem.severity for problem in result.problems] == [Severity.UNVERIFIED]


def test_json_with_rolls_must_be_whole(tmp_path: Path) -> None:
    assert errors(audit(tmp_path, "t.json", '{"d6": ["1-3", "4-6"], "loot": ["Axe"]}'))
    assert errors(audit(tmp_path, "t.json", '{"roll": [1, 2,]}'))


@pytest.mark.parametrize("around", [lambda table: table, lambda table: {"t": table}])
def test_an_overlap_in_a_list_quotes_the_two_values(tmp_path: Path, around: object) -> None:
    assert callable(around)
    columns = {"d6": ["1-2", "2-4", "5-6"], "loot": ["a", "b", "c"]}
    (message,) = errors(audit(tmp_path, "t.json", around(columns)))
    assert message.startswith('"1-2" in line 1 and "2-4"')


def test_a_first_row_that_looks_like_data_is_reported(tmp_path: Path) -> None:
    """Markdown takes the first row for the headings, and its roll would be missing."""
    result = audit(tmp_path, "t.md", "| 20 | a |\n|---|---|\n| 11-19 | b |\n| 1-10 | c |\n")
    assert (result.checked, errors(result)) == ((), [])
    (problem,) = result.problems
    assert "headings may be missing" in problem.message
    (note,) = audit(tmp_path, "t.csv", "1-3,a\n4-6,b\n").problems
    assert "headings may be missing" in note.message


@pytest.mark.parametrize("dice", ["3d6x10", "3D6X10", "3d6 x 10", "3d6×10"])
def test_dice_may_be_multiplied_without_spaces(tmp_path: Path, dice: str) -> None:
    result = audit(tmp_path, "t.csv", f"{dice},Gold\n30-90,a\n100-180,b\n")
    assert (errors(result), result.has_rolls) == ([], True)


def test_a_rowspan_of_zero_reaches_the_end_of_its_section(tmp_path: Path) -> None:
    """The second row of the first body has the roll of the first; the next body has its own."""
    bodies = (
        "<tbody><tr><td rowspan=0>1-3<td>a<tr><td>b</tbody>",
        "<tbody><tr><td>4-6<td>c</tbody>",
    )
    text = f"<table><thead><tr><th>d6<th>Loot</thead>{''.join(bodies)}</table>"
    result = audit(tmp_path, "t.html", text)
    assert errors(result) == []
    assert "d6, 2 rows, rolls 1 to 6" in result.checked[0]
