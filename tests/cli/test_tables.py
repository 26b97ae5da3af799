"""`printgen build cards.csv`: a deck out of a table by itself, or a message at its line."""

import os
import re
import signal
from pathlib import Path

import pytest
from workbooks import DATE, write_xlsx

from printgen.cli import check_tables
from printgen.roll_tables.detect.options import NO_OPTIONS
from printgen.roll_tables.report import AuditResult, audit_file
from tests.command_line import Printgen, assert_told_once

NAMED = ", or name their folder: --pictures FOLDER; --missing prints placeholders"

ROW = "Imp,3,1\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, data: str | bytes) -> None:
    """A file of this text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def test_a_table_becomes_a_deck(printgen: Printgen, here: Path) -> None:
    """In a folder called as the file is, however that is."""
    write(here / "My Cards.v2.csv", "name,cost,qty\nImp,3,2\nOrc,4,\n")
    said = printgen("build", "My Cards.v2.csv")
    assert (said.code, said.err) == (0, "")
    assert re.sub(r"\d+ KB", "N KB", said.out) == (
        "output/My Cards.v2/deck.pdf  1 page  3 faces  N KB  proofed\n"
    )
    assert (here / "output" / "My Cards.v2" / "deck.pdf").is_file()


@pytest.mark.slow
def test_its_cards_can_be_printed_in_part_and_in_another_size(
    printgen: Printgen, here: Path
) -> None:
    """A row's key is its place; faces are kept as SVG as of any game."""
    write(here / "cards.csv", "name\nImp\nOrc\nElf\n")
    said = printgen("build", "cards.csv", "--cards", "2", "--size", "tarot", "--svg")
    assert said.code == 0
    (face,) = here.glob("output/cards/pictures/*/2.svg")
    assert 'width="70mm" height="120mm"' in face.read_text("utf-8")
    said = printgen("build", "cards.csv", "--size", "tarrot")
    assert (said.code, said.out) == (2, "")
    assert_told_once(said.err, "--size tarrot", "size tarrot")
    assert "did you mean tarot (" in said.err


STANDS = "{name}: no PDF was written; existing PDFs are unchanged\n"

_HOW_MANY = "write how many to print, 0 to 99999; an empty cell is 1; or rename the column"

MISTAKES: dict[str, tuple[str, str | bytes, str]] = {
    "an empty file": (
        "cards.csv",
        "",
        "cards.csv:1:1: error: the file is empty\n  write column names in its first line\n",
    ),
    "a head alone": (
        "cards.csv",
        "name,cost\n\n",
        "cards.csv:1:1: error: no rows below the column names\n  write a row for each card\n",
    ),
    "two counts": (
        "cards.csv",
        f"name,qty,@Count\n{ROW}",
        (
            "cards.csv:1:10: error: qty and @Count both contain the number of copies\n"
            "  delete or rename one of them\n"
        ),
    ),
    "a count alone": (
        "cards.csv",
        "qty\n3\n",
        "cards.csv:1:1: error: no column to print\n  write the texts of the cards into columns\n",
    ),
    "none of any": (
        "cards.csv",
        "name,qty\nImp,0\nOrc,0\n",
        "cards.csv:1:6: error: the number of copies is 0 in every row\n  write 1 or more\n",
    ),
    "a count that is not whole": (
        "cards.csv",
        "name,qty\nImp,2.5\n",
        f'cards.csv:2:5: error: "2.5" is not valid in the column qty\n  {_HOW_MANY}\n',
    ),
    "a count that is a word": (
        "cards.csv",
        "name,qty\nImp,two\n",
        f'cards.csv:2:5: error: "two" is not valid in the column qty\n  {_HOW_MANY}\n',
    ),
    "a count below nought": (
        "cards.csv",
        "name,qty\nImp,1\nOrc,-1\n",
        f'cards.csv:3:5: error: "-1" is not valid in the column qty\n  {_HOW_MANY}\n',
    ),
    "no such picture": (
        "cards.csv",
        "name,art\nImp,imp.png\nOrc,orc.png\n",
        (
            "cards.csv:2:5: error: cannot find picture imp.png, and 1 more\n"
            f"  put them next to cards.csv{NAMED}\n"
        ),
    ),
    "a picture elsewhere": (
        "cards.csv",
        "name,art\nImp,../imp.png\n",
        (
            "cards.csv:2:5: error: cannot find picture ../imp.png\n"
            f"  put them next to cards.csv{NAMED}\n"
        ),
    ),
    "a quote left open": (
        "cards.csv",
        'name,cost\nImp,"3\n',
        (
            "cards.csv:2:5: error: not CSV: a quote that is not closed\n"
            '  write " at the end of the cell\n'
        ),
    ),
    "a quote left open lines above": (
        "cards.csv",
        'name,text\nImp,"a, b\nc\nOrc,"d"\n',
        (
            "cards.csv:2:5: error: not CSV: a quote that is not closed\n"
            '  write " at the end of the cell\n'
        ),
    ),
    "a quote in a cell in quotes": (
        "cards.csv",
        'name,text\n"Imp\nred",""\nOrc,"a "big" one"\n',
        (
            'cards.csv:4:5: error: not CSV: a " inside a quoted cell\n'
            '  write "" instead: "a ""big"" one"\n'
        ),
    ),
    "a cell that is too long": (
        "cards.csv",
        f"name\n{'a' * 140_000}\n",
        (
            "cards.csv:2:1: error: not CSV: field larger than field limit (131072)\n"
            "  shorten the cell\n"
        ),
    ),
    "not UTF-8": (
        "cards.csv",
        "name\nImp\nGrüße\n".encode("cp1252"),
        (
            "cards.csv:3:3: error: the byte 0xFC is not valid UTF-8; the word is"
            " Grüße in cp1252, Gr³▀e in cp850, Gr¸ﬂe in mac-roman\n"
            "  save it as UTF-8, or name the encoding in which its words are right:"
            " --encoding cp1252, --encoding cp850 or --encoding mac-roman"
            ' (in a game "encoding: cp1252")\n'
        ),
    ),
    "no list at all": (
        "cards.txt",
        "name\nImp\n",
        (
            'cards.txt: error: "cards.txt" cannot list cards or rows\n'
            "  use another format: .csv, .tsv, .json, .xlsx, .ods, .yaml or .yml\n"
        ),
    ),
    "no workbook": (
        "cards.xlsx",
        "name\nImp\n",
        (
            "cards.xlsx: error: cards.xlsx is not a valid workbook\n"
            "  it is a text file: rename it to .csv\n"
        ),
    ),
    "no JSON": (
        "cards.json",
        '[{"name": "Imp",}]\n',
        (
            "cards.json:1:17: error: not JSON: missing name in double quotes\n"
            '  write "name": value, and no comma after the last\n'
        ),
    ),
    "a quote left open in JSON": (
        "cards.json",
        '[{"name": "Imp"},\n {"name": "Orc, "cost": 2}]\n',
        (
            "cards.json:2:11: error: not JSON: a quote that is not closed\n"
            '  write " at the end of the text, and \\" for a quote inside it\n'
        ),
    ),
    "a quote left open at a line's end": (
        "cards.json",
        '[{"name": "Imp\n},\n {"name": "Orc"}]\n',
        (
            "cards.json:1:11: error: not JSON: a quote that is not closed\n"
            '  write " at the end of the text, and \\" for a quote inside it\n'
        ),
    ),
    "a record left open": (
        "cards.json",
        '[{"name": "Imp"\n {"name": "Orc"}]\n',
        (
            "cards.json:2:2: error: not JSON: missing comma before this\n"
            "  write it, or close the bracket before it\n"
        ),
    ),
    "a record by itself": (
        "cards.json",
        '{"name": "Imp"}\n',
        (
            "cards.json:1:1: error: no lists of records\n"
            '  write a list of records, such as [{{"name": "Imp", "cost": 2}}]\n'
        ),
    ),
    "a list in a record": (
        "cards.json",
        '[{"name": "Imp"},\n {"name": [["Orc"]]}]\n',
        (
            "cards.json:2:2: error: a list or a record in name\n"
            '  write one text or number, or leave it out: --leave "name"\n'
        ),
    ),
    "a name twice in a record": (
        "cards.json",
        '[{"name": "Imp", "name": "Orc"}]\n',
        "cards.json:1:2: error: a name occurs twice in one record\n  delete one of them\n",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_told_at_its_line(printgen: Printgen, here: Path, mistake: str) -> None:
    name, data, wanted = MISTAKES[mistake]
    write(here / name, data)
    said = printgen("build", name)
    assert (said.code, said.out) == (3, "")
    assert said.err == (wanted + STANDS).format(name=name)
    assert not (here / "output").exists()


def test_a_cell_that_a_workbook_made_a_date_of(printgen: Printgen, here: Path) -> None:
    write_xlsx(here / "cards.xlsx", {"Cards": [["name", "roll"], ["Imp", DATE]]})
    said = printgen("build", "cards.xlsx")
    assert said.code == 3
    assert_told_once(said.err, "cards.xlsx, sheet Cards, cell B2", "a date")
    assert said.err.endswith(STANDS.format(name="cards.xlsx"))


def test_a_picture_is_looked_for_under_its_likes(printgen: Printgen, here: Path) -> None:
    write(here / "cards.csv", "name,art\nImp,impp.png\n")
    write(here / "imp.png", b"")
    said = printgen("build", "cards.csv").err
    assert_told_once(said, "cards.csv:2:5", "impp.png")
    assert "did you mean imp.png?" in said


OPTIONS: dict[str, tuple[tuple[str, ...], int, str, str]] = {
    "a file that is not there": (
        ("build", "card.csv"),
        2,
        "card.csv",
        "does not exist",
    ),
    "a sheet of a text": (
        ("build", "cards.csv", "--sheet", "One"),
        3,
        "cards.csv",
        "no sheets",
    ),
    "another sheet": (
        ("build", "book.xlsx", "--sheet", "Card"),
        3,
        "book.xlsx",
        "Card",
    ),
    "an encoding of a workbook": (
        ("build", "book.xlsx", "--encoding", "cp1252"),
        3,
        "book.xlsx",
        "needs no encoding",
    ),
    "no such encoding": (
        ("build", "cards.csv", "--encoding", "ansi-art"),
        3,
        "cards.csv",
        "unknown encoding ansi-art",
    ),
    "an encoding of bytes": (
        ("build", "cards.csv", "--encoding", "hex"),
        3,
        "cards.csv",
        "unknown encoding hex",
    ),
}


@pytest.mark.parametrize("option", OPTIONS)
def test_what_cannot_be_read_so(printgen: Printgen, here: Path, option: str) -> None:
    write(here / "cards.csv", "name\nImp\n")
    write_xlsx(here / "book.xlsx", {"Cards": [["name"], ["Imp"]]})
    words, code, place, named = OPTIONS[option]
    said = printgen(*words)
    assert (said.code, said.out) == (code, "")
    assert_told_once(said.err, place, named)
    assert not (here / "output").exists()


@pytest.mark.parametrize(
    "words", [("--sheet", "One"), ("--encoding", "cp1252"), ("--prose",)], ids=lambda one: one[0]
)
def test_a_game_is_not_read_so(printgen: Printgen, here: Path, words: tuple[str, ...]) -> None:
    write(here / "cards.csv", "name\nImp\n")
    for games in (("combat-leader",), ("cards.csv", "combat-leader")):
        said = printgen("build", *games, *words)
        assert (said.code, said.out) == (2, "")
        assert said.err.endswith(
            f"Error: {words[0]} needs a table file: name one, such as cards.csv\n"
        )


def test_two_of_one_name_are_not_built_into_one_folder(printgen: Printgen, here: Path) -> None:
    for name in ("a/cards.csv", "b/cards.tsv"):
        write(here / name, "name\nImp\n")
    said = printgen("build", "a/cards.csv", "b/cards.tsv")
    assert said.code == 2
    assert_told_once(said.err, "b/cards.tsv", "output/cards")
    assert said.err.endswith(STANDS.format(name="cards.tsv"))


@pytest.mark.slow
def test_a_row_that_does_not_fit_is_named(printgen: Printgen, here: Path) -> None:
    write(here / "cards.csv", f"name,text\nImp,Short.\nOrc,{'Draw a card. ' * 200}\n")
    said = printgen("build", "cards.csv", "--size", "tarot")
    assert (said.code, said.out) == (4, "")
    assert_told_once(said.err, "cards.csv:3:5: row 2 of cards, text", " mm higher than its box of ")
    fits = "cards.csv: note: all cards fit at --size 105x148\n"
    assert said.err.endswith(fits + STANDS.format(name="cards.csv"))
    assert printgen("build", "cards.csv", "--size", "105x148").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--cards", "1")])
def test_a_size_for_the_printed_cards_is_named(
    words: tuple[str, ...], printgen: Printgen, here: Path
) -> None:
    """A row that is not printed may have the longest text."""
    texts = ["Draw a card. " * 50, "Draw a card. " * 800]
    copies = ("1", "1") if words else ("1", "0")
    lines = [f"{name},{qty},{text}\n" for name, qty, text in zip("AB", copies, texts, strict=True)]
    write(here / "cards.csv", "name,qty,text\n" + "".join(lines))
    said = printgen("build", "cards.csv", "--size", "44x67", *words)
    assert said.code == 4
    assert "cards.csv: note: all cards fit at --size bridge" in said.err


def test_a_deck_of_which_every_column_is_left_out_has_nothing_to_print(
    printgen: Printgen, here: Path
) -> None:
    write(here / "cards.csv", "name,cost\nImp,1\n")
    said = printgen("build", "cards.csv", "--leave", "name,cost")
    assert (said.code, said.out) == (3, "")
    assert_told_once(said.err, "cards.csv:1:1", "no column to print")


def test_a_deck_of_backs_only_is_built(printgen: Printgen, here: Path) -> None:
    write(here / "cards.csv", "back,backs\nOrc,Elf\n")
    assert printgen("build", "cards.csv", "--dry-run").code == 0


def test_curly_quotes_around_every_text_with_a_comma_are_named(
    printgen: Printgen, here: Path
) -> None:
    write(here / "cards.csv", "name,text\nOrc,“Deal 1, then draw.”\n")
    said = printgen("build", "cards.csv")
    assert (said.code, "not curly ones" in said.err) == (3, True)


def test_no_other_size_is_named_for_sheets_that_have_one(printgen: Printgen, here: Path) -> None:
    write(here / "cards.csv", f"name,text\nOrc,{'Draw a card. ' * 200}\n")
    write(
        here / "labels.yaml",
        "page: a4\nsize: 63.5 x 38.1\ncolumns: 3\nrows: 7\nat: [7.2, 15.1]\ngap: [2.5, 0]\n",
    )
    said = printgen("build", "cards.csv", "--sheets", "labels.yaml")
    assert said.code == 4, said.err
    assert "any size" not in said.err


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("word", ["ab.cd:ef!" * 20, "x" * 150, "12.34" * 30])
def test_a_row_that_fits_no_size_is_told_so(printgen: Printgen, here: Path, word: str) -> None:
    """A long word without a place to break needs more than a larger size."""
    write(here / "cards.csv", f"name,rule\nImp,Draw a card.\nOrc,{word}\n")
    said = printgen("build", "cards.csv")
    assert (said.code, said.out) == (4, "")
    assert_told_once(said.err, "cards.csv", "105x148", "note")
    assert "--leave NAMES" in said.err


def test_a_letter_that_no_font_has_is_named(printgen: Printgen, here: Path) -> None:
    write(here / "cards.csv", "name\n龍\n")
    said = printgen("build", "cards.csv")
    assert said.code == 4
    assert_told_once(said.err, "cards.csv:2:1: row 1 of cards, name", "龍 (U+9F8D)")


@pytest.mark.slow
def test_options_set_for_good_are_for_tables_alone(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable says how tables are read; games are built all the same."""
    monkeypatch.setenv("PRINTGEN_PROSE", "1")
    said = printgen("build", "combat-leader", "--only", "roster", "--dry-run")
    assert (said.code, said.err) == (0, "")


def test_a_folder_counts_as_wrong_a_table_that_calls_one_not_there(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.csv").write_text("d6,I\n1-5,a\n6,Roll on Table B\n", "utf-8")
    (tmp_path / "t" / "c.csv").write_text("d6,I\n1-5,a\n6,b\n", "utf-8")
    said = printgen("check", "t")
    assert said.code == 3
    assert said.out.endswith("t: 2 files: 1 right, 1 wrong\n")


def test_a_file_that_takes_too_long_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The limit of processor time ends its worker; another one checks the rest."""
    for name in ("a.csv", "slow.csv", "z.csv"):
        (tmp_path / name).write_text("d6,I\n1-5,a\n6,b\n", "utf-8")
    own_pid = os.getpid()
    monkeypatch.setenv("PRINTGEN_START", "fork")  # the worker inherits the patch

    def audit(file: Path, *options: object) -> AuditResult:
        if file.name == "slow.csv" and os.getpid() != own_pid:
            os.kill(os.getpid(), signal.SIGXCPU)
        return audit_file(file)

    monkeypatch.setattr(check_tables, "audit_file", audit)
    assert check_tables.check_folder(tmp_path, "", NO_OPTIONS, []) == 3
    said = capsys.readouterr()
    assert f"{tmp_path / 'slow.csv'}: error: needs more time or memory" in said.out + said.err
    assert said.out.endswith("3 files: 2 right, 1 wrong\n")


def test_rows_with_0_copies_are_noted(here: Path, printgen: Printgen) -> None:
    """Also by --dry-run: nothing of a table is left out without a word."""
    (here / "cards.csv").write_text("name,qty\nImp,0\nOrc,2\nElf,\nOgre,0\n", "utf-8")
    said = printgen("build", "cards.csv", "--dry-run")
    assert said.code == 0
    assert "cards.csv:2:5: note: 0 copies, so this row is not printed" in said.err
    assert "the same: cards.csv:5:6" in said.err


def test_each_role_has_its_reason(here: Path, printgen: Printgen) -> None:
    """A role that printgen chose is never said to be declared."""
    (here / "a.csv").write_text("id,hp\n1,4\n2,5\n", "utf-8")
    said = printgen("build", "a.csv", "--dry-run", "--role", "HP=stat")
    assert re.search(r"id +title +no other column is a title\n", said.out)
    assert re.search(r"hp +stat +--role\n", said.out)


def test_long_numbers_are_in_no_corner(here: Path, printgen: Printgen) -> None:
    """A corner is as wide as eight figures, on cards of any size."""
    (here / "a.csv").write_text("name,power\nA,10000000000\nB,0.333333333\n", "utf-8")
    for size in ("poker", "tarot"):
        assert printgen("build", "a.csv", "--size", size).code == 0
    said = printgen("build", "a.csv", "--dry-run")
    assert re.search(r"power +stat +a short value\n", said.out)


def test_the_line_of_excel_for_the_delimiter_is_no_title(here: Path, printgen: Printgen) -> None:
    (here / "a.csv").write_text("sep=;\nname;text\nWolf;Bites, howls\n", "utf-8")
    said = printgen("build", "a.csv", "--dry-run")
    assert (said.code, said.err) == (0, "")


def test_copies_may_be_written_as_people_write_them(here: Path, printgen: Printgen) -> None:
    """And as programs export them. A thousand with a comma stays an error, as it may be 2."""
    (here / "a.csv").write_text('name,qty\nA,2.0\nB,3x\nC,x2\nD,\nE,"1,0"\n', "utf-8")
    assert "  9 faces  " in printgen("build", "a.csv", "--dry-run").out
    (here / "a.csv").write_text('name,qty\nA,"2,000"\n', "utf-8")
    assert '"2,000" is not valid' in printgen("build", "a.csv").err
