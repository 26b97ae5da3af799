"""A deck listed card by card and a deck dealt by law are one game; an export reads back as it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from printgen.resources import find_game
from printgen.rules.against import against
from printgen.rules.digest import digest
from printgen.rules.export import export_csv
from printgen.rules.load import load
from printgen.rules.model import Game

HEADER = (
    "card,kind,rank,suit,miss,accurate_in_clear,accurate_minus_1,accurate,repair,"
    "s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12"
)


def test_export(combat_leader: Game) -> None:
    """One row a card under the names of the columns; minus is a hyphen, what is not there empty."""
    lines = export_csv(combat_leader).split("\n")
    assert len(lines) == 62
    assert lines[0] == HEADER
    assert lines[1] == "1,value,A,spades,5 or less,6 to 7,8 to 10,11 or more,FIXED!" + ",1" * 11
    assert lines[13] == (
        "13,value,K,spades,-7 or less,-6 to -5,-4 to -2,-1 or more,BROKEN!,1,1,1,3,1,6,5,4,3,2,1"
    )
    assert lines[34] == (
        "34,value,8,diamonds,-2 or less,-1 to 0,1 to 3,4 or more,N/A,2,1,2,4,4,6,2,7,4,1,10"
    )
    assert lines[55] == "55,jam,,,,,,,BROKEN!,1,1,3,5,1,6,7,R,5,11,7"
    assert lines[60] == "60,reshuffle,,,,,,,,2,3,4,5,6,R,R,R,10,R,12"
    assert lines[61] == ""


def listed(folder: Path, name: str, text: str) -> Game:
    """Combat Leader with its deck listed in `name` rather than dealt."""
    shutil.copytree(find_game("combat-leader"), folder)
    deck = (folder / "deck.yaml").read_text(encoding="utf-8")
    law = deck[deck.index("\ndeal:") :]
    (folder / "deck.yaml").write_text(deck.replace(law, f"\nlisted: {name}\n"), encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return load(folder)


def shuffled(text: str) -> str:
    """The rows and columns of a CSV file in another order."""
    rows = [line.split(",") for line in text.splitlines()]
    # Seven has no factor in common with 20 columns, nor with 60 rows.
    order = [place * 7 % 20 for place in range(20)]
    head, *rest = [",".join(row[place] for place in order) for row in rows]
    return "\n".join([head, *(rest[place * 7 % 60] for place in range(60))]) + "\n"


REWRITINGS: dict[str, Callable[[str], str]] = {
    "as exported": lambda text: text,
    "byte order mark and carriage returns": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "U+2212 for minus": lambda text: text.replace("-", "−"),
    "quoted cells": lambda text: "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in text.splitlines()
    ),
    "ids and other cases of letters": lambda text: (
        text.replace("FIXED!", "fixed").replace("N/A", "na").replace("hearts", "Hearts")
    ),
    "leading zeros, spaces and blank lines": lambda text: text.replace("\n", "\n\n").replace(
        "\n1,value,A,spades", "\n01, value ,A, spades"
    ),
    "rows and columns in another order": shuffled,
}


@pytest.mark.parametrize("rewriting", REWRITINGS)
def test_listed_as_csv_is_the_same_game(
    combat_leader: Game, tmp_path: Path, rewriting: str
) -> None:
    """The export, however it was rewritten, lists an equal Game with an equal digest."""
    text = REWRITINGS[rewriting](export_csv(combat_leader))
    game = listed(tmp_path / "game", "cards.csv", text)
    assert game == combat_leader
    assert digest(game) == digest(combat_leader)


def test_listed_as_yaml_is_the_same_game(combat_leader: Game, tmp_path: Path) -> None:
    """A YAML list of the same cells gives an equal Game."""
    head, *rows = (line.split(",") for line in export_csv(combat_leader).splitlines())
    text = "\n".join(
        "- {"
        + ", ".join(f"{name}: {cell}" for name, cell in zip(head, row, strict=True) if cell)
        + "}"
        for row in rows
    )
    assert listed(tmp_path / "game", "cards.yaml", text) == combat_leader


@pytest.mark.parametrize("rewriting", REWRITINGS)
def test_against_an_equal_file(combat_leader: Game, tmp_path: Path, rewriting: str) -> None:
    """A file that says the same has no difference, however it is written."""
    path = tmp_path / "deck.csv"
    text = REWRITINGS[rewriting](export_csv(combat_leader))
    path.write_text(text, encoding="utf-8", newline="")
    assert against(combat_leader, path) == ()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            "8 to 10,11 or more,FIXED!,1,1",
            "8 to 11,11 or more,FIXED!,1,1",
            ':2:35: card 1, accurate_minus_1: error: "8 to 11"\n  the rules say "8 to 10"',
        ),
        ("-7 or less", "7 or less", ':14:19: card 13, miss: error: "7 or less"'),
        (",R,10,R,12", ",R,10,,12", ':61:40: card 60, s11: error: ""\n  the rules say "R"'),
        ("53,jam", "53,reshuffle", ':54:4: card 53, kind: error: "reshuffle"'),
        ("\n17,", "\n16,", ":18:1: error: card 16 stands twice\n  delete the row"),
        ("\n17,", "\n16,", ": error: card 17 is missing\n  add its row"),
        ("\n17,", "\n61,", ':18:1: error: no card is called "61"\n  the cards run from 1 to 60'),
        ("\n17,", "\nxvii,", ':18:1: error: no card is called "xvii"'),
        (",repair,", ",repairs,", ':1:70: error: the unknown column "repairs"'),
        (",repair,", ",repairs,", ":1:1: error: the column repair is missing\n  add it"),
        (",s12\n", ",s12,s12\n", ":1:113: error: the column s12 stands twice\n  delete one"),
        (",s12\n", ",s12\n1,value\n", ":2:1: error: 2 cells under 20 column names"),
        (HEADER, "", ":2:1: error: the unknown column"),
    ],
)
def test_against_names_the_cell(
    combat_leader: Game, tmp_path: Path, old: str, new: str, found: str
) -> None:
    """Each difference names line, column, card and column, what is there and what the rules say."""
    text = export_csv(combat_leader)
    assert old in text
    path = tmp_path / "deck.csv"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(f"{path}{found}" in str(problem) for problem in against(combat_leader, path))


def test_against_finds_every_changed_cell(combat_leader: Game, tmp_path: Path) -> None:
    """Whichever cell is emptied, filled or changed, just that one is named."""
    rows = [line.split(",") for line in export_csv(combat_leader).splitlines()]
    path = tmp_path / "deck.csv"
    for row in range(1, len(rows)):
        column = row % (len(rows[0]) - 1) + 1
        changed = [list(cells) for cells in rows]
        changed[row][column] = "?"
        path.write_text("\n".join(map(",".join, changed)), encoding="utf-8")
        (problem,) = against(combat_leader, path)
        assert problem.where.subject == f"card {row}, {rows[0][column]}"
        assert problem.where.line == row + 1


def test_against_a_file_that_is_none(combat_leader: Game, tmp_path: Path) -> None:
    """Empty, binary, missing and oversized files are problems, not tracebacks."""
    path = tmp_path / "deck.csv"
    for data in (b"", b"\xff\xfe\x00", b"\x00" * 9, b'"', b"a" * ((8 << 20) + 1), b"\r\r\n,,,\n"):
        path.write_bytes(data)
        assert against(combat_leader, path)
    assert against(combat_leader, tmp_path / "none.csv")
    assert against(combat_leader, tmp_path)
