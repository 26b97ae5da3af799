"""A table listed elsewhere and a table dealt by law are one game; an export reads back as it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from workbooks import Cell, write_ods, write_xlsx

from printgen.problems import Failure, Log, select_errors
from printgen.rules.files.yaml_reader import parse_yaml
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Table
from printgen.rules.queries.content_hash import compute_digest
from printgen.rules.queries.export import compare_csv, export_csv, find_main_table
from printgen.system.bundled import find_game

HEADER = (
    "card,kind,rank,suit,miss,accurate_in_clear,accurate_minus_1,accurate,repair,"
    "s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12"
)
DEALT = """  rows:
    - {suit: each, rank: each, kind: value}
    - {kind: jam, copies: 4}
    - {kind: reshuffle, copies: 4}
"""


def test_export(combat_leader: Game, cards: Table) -> None:
    """One row a card under the names of the columns; minus is a hyphen, what is not there empty."""
    lines = export_csv(combat_leader, cards).split("\n")
    assert lines[0] == HEADER
    assert lines[34] == (
        "34,value,8,diamonds,-2 or less,-1 to 0,1 to 3,4 or more,N/A,2,1,2,4,4,6,2,7,4,1,10"
    )
    assert lines[55] == "55,jam,,,,,,,BROKEN!,1,1,3,5,1,6,7,R,5,11,7"
    assert find_main_table(combat_leader) is cards


def copied(folder: Path, rows: str) -> Path:
    """Combat Leader with its cards in `rows` rather than dealt."""
    shutil.copytree(find_game("combat-leader"), folder)
    deck = (folder / "deck.yaml").read_text(encoding="utf-8")
    assert deck.count(DEALT) == 1
    (folder / "deck.yaml").write_text(deck.replace(DEALT, rows), encoding="utf-8")
    return folder


def tables(game: Game) -> dict[str, list[tuple[str, object]]]:
    """What every table of a game holds, without places."""
    return {
        id_: [(row.key, row.cells) for row in table.rows]
        for id_, table in game.tables.items()
        if id_ not in ("roster", "sheet")
    }


def shuffled(text: str) -> str:
    """The columns of a CSV file in another order."""
    rows = [line.split(",") for line in text.splitlines()]
    # Seven has no factor in common with 20 columns.
    order = [place * 7 % 20 for place in range(20)]
    return "\n".join(",".join(row[place] for place in order) for row in rows) + "\n"


REWRITINGS: dict[str, Callable[[str], str]] = {
    "as exported": lambda text: text,
    "byte order mark and carriage returns": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "carriage returns alone": lambda text: text.replace("\n", "\r"),
    "semicolons": lambda text: text.replace(",", ";"),
    "tabs": lambda text: text.replace(",", "\t"),
    "U+2212 for minus": lambda text: text.replace("-", "−"),
    "quoted cells": lambda text: "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in text.splitlines()
    ),
    "labels and other cases of letters": lambda text: text.replace("N/A", "n/a").replace(
        "hearts", "HEARTS"
    ),
    "spaces and blank lines": lambda text: text.replace("\n", "\n\n").replace(
        "\n1,value,A,spades", "\n1, value ,A, spades"
    ),
    "columns in another order": shuffled,
}


@pytest.mark.quick(every=5)
@pytest.mark.parametrize("rewriting", REWRITINGS)
def test_listed_as_csv_is_the_same_game(
    combat_leader: Game, cards: Table, tmp_path: Path, rewriting: str
) -> None:
    """The export, however it was rewritten, lists the same game with an equal digest."""
    folder = copied(tmp_path / "game", "  file: cards.csv\n")
    text = REWRITINGS[rewriting](export_csv(combat_leader, cards))
    (folder / "cards.csv").write_text(text, encoding="utf-8", newline="")
    game = load_game(folder)
    assert tables(game) == tables(combat_leader)
    assert compute_digest(game) == compute_digest(combat_leader)


def grid(combat_leader: Game, cards: Table) -> list[list[Cell]]:
    """The export as a spreadsheet has it: digits are numbers, nothing is nothing."""
    lines = [line.split(",") for line in export_csv(combat_leader, cards).splitlines()]
    return [[int(cell) if cell.isdigit() else cell or None for cell in line] for line in lines]


@pytest.mark.parametrize(("ending", "write"), [("xlsx", write_xlsx), ("ods", write_ods)])
def test_listed_in_a_workbook_is_the_same_game(
    combat_leader: Game, cards: Table, tmp_path: Path, ending: str, write: Callable[..., None]
) -> None:
    """So does a workbook's sheet, the first unless it is named; 8.0 there is an 8."""
    cells = grid(combat_leader, cards)
    for sheets, named in (
        ({"Cards": cells, "Notes": [["nothing"]]}, ""),
        ({"Notes": [["nothing"]], "Cards": cells}, "  sheet: Cards\n"),
    ):
        folder = copied(tmp_path / f"game{len(named)}", f"  file: cards.{ending}\n{named}")
        write(folder / f"cards.{ending}", sheets)
        game = load_game(folder)
        assert tables(game) == tables(combat_leader)
        assert compute_digest(game) == compute_digest(combat_leader)


def test_listed_as_yaml_is_the_same_game(combat_leader: Game, cards: Table, tmp_path: Path) -> None:
    """YAML rows of the same cells give the same game."""
    head, *rows = (line.split(",") for line in export_csv(combat_leader, cards).splitlines())
    lines = (
        "    - {"
        + ", ".join(f"{name}: {cell}" for name, cell in zip(head, row, strict=True) if cell)
        + "}\n"
        for row in rows
    )
    game = load_game(copied(tmp_path / "game", "  rows:\n" + "".join(lines)))
    assert tables(game) == tables(combat_leader)
    assert compute_digest(game) == compute_digest(combat_leader)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of one table `t`, listed in a file that the test writes."""
    (tmp_path / "game.yaml").write_text("game: {id: t, name: T}\nt: {file: list.csv}\n")
    return tmp_path


def test_a_plain_list_needs_no_columns(folder: Path) -> None:
    """Without columns: every column is text under its own name, rows are numbered."""
    (folder / "list.csv").write_text('name,cost,text\nAxe,3,"Cuts, or ""hews""."\nBow,,\n')
    table = load_game(folder).table("t")
    assert [(column.name, column.type) for column in table.columns] == [
        ("name", "text"),
        ("cost", "text"),
        ("text", "text"),
    ]
    assert [(row.key, *row.cells.values()) for row in table.rows] == [
        ("1", "Axe", "3", 'Cuts, or "hews".'),
        ("2", "Bow", None, None),
    ]
    assert [str(row.locate("cost")).removeprefix(f"{folder}/") for row in table.rows] == [
        "list.csv:2:5",
        "list.csv:3:5",
    ]


def test_a_quoted_cell_may_hold_lines(folder: Path) -> None:
    """In a column of prose; the row stands in the line in which it begins."""
    (folder / "game.yaml").write_text(
        "game: {id: t, name: T}\nt: {file: list.csv, columns: {k: key, p: prose}}\n"
    )
    (folder / "list.csv").write_text('k,p\na,"One.\n\nTwo."\nb,Three.\n')
    table = load_game(folder).table("t")
    assert table.by_key["a"].cells["p"] == "One.\n\nTwo."
    assert [row.locate().line for row in table.rows] == [2, 5]


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_cells_of_a_workbook(tmp_path: Path, write: Callable[..., None]) -> None:
    """Whole numbers have no point, others have; places are named by sheet and letters."""
    book = tmp_path / ("b.xlsx" if write is write_xlsx else "b.ods")
    rows: list[list[Cell]] = [["k", "n", "t"], [8, 8, "8"], [], ["b", -3, 2.5], [None, None, "x"]]
    write(book, {"My sheet": rows})
    (tmp_path / "game.yaml").write_text(
        "game: {id: t, name: T}\n"
        f"t: {{file: {book.name}, columns: {{k: key, n: number, t: text}}}}\n"
    )
    table = load_game(tmp_path).table("t")
    assert [tuple(row.cells.values()) for row in table.rows] == [
        ("8", 8, "8"),
        ("b", -3, "2.5"),
        ("3", None, "x"),
    ]
    assert str(table.rows[1].locate("n")) == f"{book}, sheet My sheet, cell B4"


def test_a_list_like_another_table(folder: Path) -> None:
    """`like` gives the columns of a table without its laws; a cell left out is empty."""
    (folder / "game.yaml").write_text(
        "game: {id: t, name: T}\n"
        "of: {columns: {k: key, n: {type: number, shift: 1}, b: band}, rows: [[a, 1, 3], [b]]}\n"
        "t: {file: list.csv, like: of, columns: {k: {refers: of}, line: number}}\n"
    )
    (folder / "list.csv").write_text("k,line,n,b\na,3,1,\na,9,,5 to 6\nb,,,1\n")
    rows = [tuple(row.cells.values()) for row in load_game(folder).table("t").rows]
    assert [row[:3] for row in rows] == [(("a",), 3, 1), (("a",), 9, None), (("b",), None, None)]


def test_what_is_not_written_is_not_guessed(folder: Path) -> None:
    """No, N/A, 1.10, 010 and ~ are text as they stand."""
    said = ("No", "N/A", "1.10", "010", "~", "null", "2026-01-02", "12:30", "0x1F", "true")
    (folder / "list.csv").write_text("word\n" + "\n".join(said) + "\n")
    assert tuple(row.cells["word"] for row in load_game(folder).table("t").rows) == said
    for word in said:
        tree = parse_yaml(f"a: {word}\n", "f", Log())
        assert tree is not None
        assert tree.data == {"a": word}


AGAINST = REWRITINGS | {
    "leading zeros": lambda text: text.replace("\n1,", "\n01,").replace("\n9,", "\n09,"),
    "rows in another order": lambda text: "".join(
        [text.splitlines(keepends=True)[0], *sorted(text.splitlines(keepends=True)[1:])]
    ),
}


@pytest.mark.parametrize("rewriting", AGAINST)
def test_against_an_equal_file(
    combat_leader: Game, cards: Table, tmp_path: Path, rewriting: str
) -> None:
    """A file that says the same has no difference, however it is written."""
    path = tmp_path / "deck.csv"
    text = AGAINST[rewriting](export_csv(combat_leader, cards))
    path.write_text(text, encoding="utf-8", newline="")
    assert compare_csv(combat_leader, cards, path) == ()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            "8 to 10,11 or more,FIXED!,1,1",
            "8 to 11,11 or more,FIXED!,1,1",
            (
                ':2:35: error: card 1, accurate_minus_1: is "8 to 11"\n'
                '  write "8 to 10", as in the game'
            ),
        ),
        ("-7 or less", "7 or less", ':14:19: error: card 13, miss: is "7 or less"'),
        (",R,10,R,12", ",R,10,,12", ':61:40: error: card 60, s11: is ""\n  write "R", as in'),
        ("53,jam", "53,reshuffle", ':54:4: error: card 53, kind: is "reshuffle"'),
        (
            "\n17,",
            "\n16,",
            ':18:1: error: "16" is an unknown or repeated card\n  list each',
        ),
        ("\n17,", "\n16,", ": error: card 17 is missing\n  add its row"),
        (
            "\n17,",
            "\n61,",
            ':18:1: error: "61" is an unknown or repeated card\n  list each',
        ),
        ("\n17,", "\nxvii,", ':18:1: error: "xvii" is an unknown or repeated card'),
        (
            ",repair,",
            ",repairs,",
            ":1:70: error: no column of cards is called repairs\n",
        ),
        (",repair,", ",repairs,", ":1: error: the column repair is missing\n  add it"),
        (
            ",s12\n",
            ",s12,s12\n",
            ":1:113: error: no column of cards is called s12 2",
        ),
        (",s12\n", ",s12\n1,value" + ",x" * 20 + "\n", ":2:45: error: 22 cells under 20 column"),
        (HEADER, "", ":2:61: error: no column of cards is called 1 2"),
    ],
)
def test_against_names_the_cell(
    combat_leader: Game, cards: Table, tmp_path: Path, old: str, new: str, found: str
) -> None:
    """Each difference names line, column, card and column, what is there and what the rules say."""
    text = export_csv(combat_leader, cards)
    assert old in text
    path = tmp_path / "deck.csv"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    problems = [str(problem) for problem in compare_csv(combat_leader, cards, path)]
    assert any(f"{path}{found}" in problem for problem in problems), problems


@pytest.mark.slow
def test_against_finds_every_changed_cell(
    combat_leader: Game, cards: Table, tmp_path: Path
) -> None:
    """Whichever cell is emptied, filled or changed, just that one is named."""
    rows = [line.split(",") for line in export_csv(combat_leader, cards).splitlines()]
    path = tmp_path / "deck.csv"
    for row in range(1, len(rows)):
        column = row % (len(rows[0]) - 1) + 1
        changed = [list(cells) for cells in rows]
        changed[row][column] = "?"
        path.write_text("\n".join(map(",".join, changed)), encoding="utf-8")
        (problem,) = compare_csv(combat_leader, cards, path)
        assert problem.message == f'card {row}, {rows[0][column]}: is "?"'
        assert problem.where.line == row + 1


def test_against_a_file_that_is_none(combat_leader: Game, cards: Table, tmp_path: Path) -> None:
    """Empty, binary, missing and oversized files are problems, not tracebacks."""
    path = tmp_path / "deck.csv"
    for data in (b"", b"\xff\xfe\x00", b"\x00" * 9, b'"', b"a" * ((8 << 20) + 1), b"\r\r\n,,,\n"):
        path.write_bytes(data)
        assert compare_csv(combat_leader, cards, path)
    assert compare_csv(combat_leader, cards, tmp_path / "none.csv")
    assert compare_csv(combat_leader, cards, tmp_path)


def test_against_a_table_of_another_kind(base: Path, tmp_path: Path) -> None:
    """Any table can be held against its export, with or without keys of its own."""
    game = load_game(base)
    for table in game.tables.values():
        if not any(column.rows or column.type == "table" for column in table.columns):
            path = tmp_path / f"{table.id}.csv"
            path.write_text(export_csv(game, table), encoding="utf-8")
            assert compare_csv(game, table, path) == (), table.id


LAID = """Cards of the bridge,,,
second edition,,,

name,,cost,cost
Troll,big,3,4
Imp,,1,2
"""


def test_titles_and_columns_without_a_name_of_their_own_are_read(folder: Path) -> None:
    """Each with a note; a blank column is none, and heads over figures are heads."""
    (folder / "list.csv").write_text(LAID.replace("\n", ",\n"))
    game = load_game(folder)
    assert [tuple(row.cells.items()) for row in game.table("t").rows] == [
        (("name", "Troll"), ("B", "big"), ("cost", "3"), ("cost 2", "4")),
        (("name", "Imp"), ("B", None), ("cost", "1"), ("cost 2", "2")),
    ]
    notes = [str(note).partition("list.csv:")[2].partition("\n")[0] for note in game.notes]
    assert notes == [
        '1:1: note: "Cards of the bridge" is ignored as a title',
        '2:1: note: "second edition" is ignored as a title',
        "4:6: note: a column without a name is called B",
        "4:12: note: the column cost appears twice; this one is called cost 2",
    ]
    (folder / "list.csv").write_text("name,\nTroll,3\n")
    assert [*load_game(folder).table("t").rows[0].cells.items()] == [("name", "Troll"), ("B", "3")]


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("Edition,7,,,\nname,kind,home,food,den\n", "Edition, 7"),
        ("Edition,7,,,\nname,kind,,,\n", ""),
        ("rank,7,,,\n3,elk,fen,moss,no\n", ""),
    ],
)
def test_a_number_above_the_names_is_a_title(folder: Path, lines: str, title: str) -> None:
    """If the names below it have more than twice as many cells, and no number."""
    (folder / "list.csv").write_text(f"{lines}ox,cow,lea,hay,no\n")
    notes = [str(note) for note in load_game(folder).notes]
    assert [note.split('"')[1] for note in notes if "as a title" in note] == [title] * bool(title)


def test_a_long_name_is_cut_with_a_note(folder: Path) -> None:
    (folder / "list.csv").write_text(f"name,{'long ' * 20}\nTroll,3\n")
    (note,) = load_game(folder).notes
    assert "a long column name was cut to" in str(note)


OTHER_TABLES = {
    "words in a column of figures": "name,cost\nTroll,3\n\nitem,weight\nRope,10\n",
    "in each of two columns of figures": "name,cost,hp\nA,3,2\n\nWeapon,Range,Damage\nBow,9,1\n",
    "figures with signs": "name,cost\nTroll,+3\nImp,−1\n\nTable,Roll\n",
    "the same names again": "name,text\nTroll,It bites.\n\nname,text\nOrc,It runs.\n",
    "several empty lines": "name,cost,text\nTroll,3,a\n,,\n\n,,\nitem,weight,note\nRope,10,c\n",
}

ONE_TABLE = {
    "an empty line between groups": ("name,cost\nTroll,3\nImp,1\n\nOrc,2\n", 3),
    "an empty line below each line": ("name,cost\n\nTroll,3\n\nImp,Free\n", 2),
    "a sign for a figure": ("name,cost\nTroll,3\nImp,1\n\nOrc,X\nElf,–\n", 4),
    "a word for a figure, without an empty line": ("name,cost\nTroll,3\nOrc,Free\n", 2),
    "words only": ("name,text\nTroll,Bites.\nImp,Burns.\n\nOrc,Runs.\n", 3),
}
"""Tables with empty lines, and the number of their rows."""


@pytest.mark.parametrize("text", OTHER_TABLES.values(), ids=OTHER_TABLES)
def test_another_table_below_an_empty_line_is_an_error(folder: Path, text: str) -> None:
    (folder / "list.csv").write_text(text)
    lines = text.split("\n")[:-1]
    below_last_gap = max(index for index, line in enumerate(lines) if not line.strip(",")) + 2
    with pytest.raises(Failure) as failure:
        load_game(folder)
    (problem,) = select_errors(failure.value.problems)
    assert problem.where.line == below_last_gap


@pytest.mark.parametrize(("text", "count"), ONE_TABLE.values(), ids=ONE_TABLE)
def test_rows_below_an_empty_line_are_rows(folder: Path, text: str, count: int) -> None:
    (folder / "list.csv").write_text(text)
    game = load_game(folder)
    assert not game.notes
    assert len(game.table("t").rows) == count


def test_what_may_be_no_part_of_the_table_is_noted(folder: Path) -> None:
    """A lone cell below an empty line, and columns to the right of an empty one."""
    (folder / "list.csv").write_text("name,cost,hp\nTroll,3,1\nImp,1,2\n\nNotes,,\n")
    assert [note.where.line for note in load_game(folder).notes] == [5]
    (folder / "list.csv").write_text("name,cost,,key,\nTroll,3,,F,Forest\nImp,1,,S,Snow\n")
    assert load_game(folder).notes[0].where.column == 12


def test_a_table_with_many_empty_lines_is_read_in_one_pass(folder: Path) -> None:
    """A column is one of figures as long as all its cells above are."""
    lines = ["name,cost", *(f"Imp {row},{row}\n" for row in range(40)), "item,weight"]
    (folder / "list.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(Failure) as failure:
        load_game(folder)
    (problem,) = select_errors(failure.value.problems)
    assert problem.where.line == 82
    mixed = [lines[0], "Orc,Free", *lines[1:]]
    (folder / "list.csv").write_text("\n".join(mixed) + "\n")
    assert len(load_game(folder).table("t").rows) == 42
