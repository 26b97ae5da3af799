"""Each cause is told and counted once: where, what was found, what to write."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.drawing.image import Image as Pasted
from PIL import Image as Picture

from printgen.cli.options.arguments import is_workbook_file
from tests.command_line import Printgen, assert_told_once

from .small_game import PLAIN, card, write

GAME = """game: {id: small, name: Small}
cards:
  columns: {card: key, text: prose, n: {type: number, silent: true}}
  rows:
    - [1, "a :wheat:", 2]
    - [2, "b :wheat:", 3]
prints:
  deck:
    title: Deck
    each: cards
    count: n
    template: card.html
checks:
  - {sum: cards.n, is: 5}
"""
WORDS = '<div class="words">{{ f("text") }}</div>'
TEMPLATE = card(WORDS, ".words { height: 20mm; margin: 14mm 5mm 0; }").replace(PLAIN, "")
STANDS = "cards.csv: no PDF was written; existing PDFs are unchanged\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the command is typed: a game of two cards stands in it."""
    monkeypatch.chdir(tmp_path)
    marks = write(tmp_path / "small", TEMPLATE, GAME) / "templates" / "marks"
    marks.mkdir()
    drawn = '<symbol id="wheat" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></symbol>'
    (marks / "wheat.svg").write_text(drawn)
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_the_game_is_right_before_it_is_spoilt(here: Path, printgen: Printgen) -> None:
    assert printgen("check", "small").out == "small: 1 declared check passed\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "named"),
    [
        pytest.param("game.yaml", "a :wheat:", "a :weat:", "game.yaml:5:11", "weat", id="a mark"),
        pytest.param(
            "game.yaml",
            "template: card.html",
            "template: crad.html",
            "game.yaml:12:15",
            "crad.html",
            id="a template",
        ),
        pytest.param(
            "templates/card.css",
            '"IBM Plex Sans Condensed"; font',
            '"IBM Plex Sans Condesed"; font',
            "templates/card.css:1",
            "IBM Plex Sans Condesed",
            id="a font",
        ),
        pytest.param(
            "templates/card.html",
            'href="card.css"',
            'href="crad.css"',
            "templates/card.html:2",
            "crad.css",
            id="a style sheet, and all that it would have set",
        ),
        pytest.param(
            "templates/card.css",
            "font-size: 4mm;",
            "font-size: 4m;",
            "templates/card.css:1",
            "font-size: m",
            id="a size, and texts without one",
        ),
        pytest.param(
            "templates/card.css",
            '"; font-size',
            '" font-size',
            "templates/card.css:1",
            "before font-size",
            id="a semicolon",
        ),
        pytest.param(
            "templates/card.css",
            ".words {",
            "rect { fill: red;\ng { fill: red; }\np { color: red; }\n.words {",
            "templates/card.css:3",
            "a rule inside a rule",
            id="a brace",
        ),
        pytest.param(
            "templates/card.html",
            'f("card"',
            'f("cadr"',
            "templates/card.html:3",
            "cadr",
            id="a value",
        ),
        pytest.param(
            "templates/card.html",
            '{{ f("card", "p", class="card") }}',
            '<p class="card" data-field="cadr">{{ row.key }}</p>',
            "templates/card.html:3: card 1 (small/game.yaml:5:7) and 1 more, cadr",
            "“1”",
            id="a field's name",
        ),
        pytest.param(
            "game.yaml",
            "a :wheat:",
            "x " * 400,
            "templates/card.html:5: card 1 (small/game.yaml:5:7), text",
            "20.00 mm",
            id="a text of many lines",
        ),
    ],
)
def test_a_cause_is_told_once(
    file: str, old: str, new: str, place: str, named: str, here: Path, printgen: Printgen
) -> None:
    """And alike by the name of the folder and within it."""
    replace(here / "small" / file, old, new)
    said = printgen("check", "small").out
    assert_told_once(said, f"small/{place}", named)
    assert said.endswith("\nsmall: 1 error\n")


def test_an_empty_cell_that_is_printed_is_told_with_its_row(here: Path, printgen: Printgen) -> None:
    replace(
        here / "small/game.yaml",
        "silent: true}}",
        "silent: true}, of: {type: number, silent: true}}",
    )
    replace(here / "small/game.yaml", ':wheat:", 2]', ':wheat:", 2, 7]')
    replace(here / "small/templates/card.html", 'class="words"', 'class="words of-{{ row.of }}"')
    said = printgen("check", "small").out
    place = "small/templates/card.html:5: card 2 (small/game.yaml:6:7)"
    assert_told_once(said, place, "no value")
    assert said.endswith("\nsmall: 1 error\n")


def test_messages_within_the_folder_are_short(
    here: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(here / "small" / "game.yaml", "card.html", "crad.html")
    monkeypatch.chdir(here / "small")
    assert_told_once(printgen("check").out, "game.yaml:12:15", "crad.html")


def test_a_check_of_unknown_names_keeps_no_other_from_being_told(
    here: Path, printgen: Printgen
) -> None:
    wrong = "  - {sum: cards.n, is: 6}\n  - {sum: card.n, is: 5}\n  - {sum: cards.m, is: 5}\n"
    replace(here / "small" / "game.yaml", "  - {sum: cards.n, is: 5}\n", wrong)
    said = printgen("check", "small").out
    assert re.findall(r"small/game\.yaml:(\S+)?: (.*?)error: .*?\b(card|m|5)\b", said) == [
        ("15:11", "", "card"),
        ("16:11", "", "m"),
        ("14:5", "cards.n: ", "5"),
    ]
    assert said.endswith("\nsmall: 3 errors\n")


@pytest.mark.parametrize(
    ("text", "words", "place", "named"),
    [
        pytest.param("name,text\nA,one :harts: b\n", ["--prose"], "2:3", "harts", id="a mark"),
        pytest.param(
            "name,text,n,qty\nA,moon \U00010428,1,2\n",
            [],
            "2:3: row 1 of cards, text",
            "U+10428",
            id="a letter",
        ),
        pytest.param("name;text\nA;b;c\n", [], "2:5", "3 cells", id="a semicolon"),
        pytest.param("name,text,Text\nA,b,c\n", [], "1:11", "text and Text", id="capitals"),
        pytest.param("name,qty\nA,100000\n", ["--dry-run"], "2:3", '"100000"', id="too many"),
    ],
)
def test_a_tables_cause_is_told_once(
    text: str, words: list[str], place: str, named: str, here: Path, printgen: Printgen
) -> None:
    (here / "cards.csv").write_text(text, "utf-8")
    said = printgen("build", "cards.csv", *words).err
    assert_told_once(said, f"cards.csv:{place}", named)
    assert said.endswith(STANDS)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_utf_16_is_called_so(encoding: str, here: Path, printgen: Printgen) -> None:
    (here / "cards.csv").write_text("name,text\nA,b\n", encoding)
    said = printgen("build", "cards.csv").err
    assert_told_once(said, "cards.csv", "UTF-16")
    assert "--encoding utf-16" in said
    assert printgen("build", "cards.csv", "--encoding", "utf-16").code == 0


@pytest.mark.parametrize("command", ["build", "check"])
def test_an_old_workbook_is_to_be_saved_anew(command: str, here: Path, printgen: Printgen) -> None:
    (here / "cards.xls").write_bytes(b"\xd0\xcf\x11\xe0")
    said = printgen(command, "cards.xls")
    assert said.code == 3
    assert_told_once(said.out + said.err, "cards.xls", "cards.xls")
    assert ".xlsx" in said.out + said.err
    assert is_workbook_file("cards.xls")


def test_a_column_called_nearly_a_count_is_noted(here: Path, printgen: Printgen) -> None:
    (here / "cards.csv").write_text("name,Qantity,Quality\nA,3,1\nB,2,2\n")
    said = printgen("build", "cards.csv")
    assert said.code == 0
    assert_told_once(said.err, "cards.csv:1:6", "Qantity", "note")
    assert "did you mean quantity?" in said.err


def test_a_workbook_is_read_as_it_shows_and_says_what_it_leaves(
    here: Path, printgen: Printgen
) -> None:
    """Percentages as the sheet shows them; its pictures and other sheets in notes."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (["name", "chance", "bonus"], ["A", 0.5, 0.125], ["B", 1, 0.07]):
        sheet.append(row)
    for row in (2, 3):
        sheet.cell(row, 2).number_format = "0%"
        sheet.cell(row, 3).number_format = "0.0 %"
    drawn = BytesIO()
    Picture.new("RGB", (9, 9), "red").save(drawn, "PNG")
    sheet.add_image(Pasted(drawn), "F2")
    book.create_sheet("Loot").append(["x"])
    book.create_sheet("Empty")
    book.save(here / "cards.xlsx")
    said = printgen("build", "cards.xlsx", "--svg")
    assert (said.code, said.err.count("cards.xlsx, sheet Cards: note: ")) == (0, 2)
    assert "pictures" in said.err
    assert ": Loot\n" in said.err
    faces = here / "output" / "cards" / "pictures" / "deck-svg"
    first, second = (faces.joinpath(f"{n}.svg").read_text("utf-8") for n in (1, 2))
    assert ">50%<" in first
    assert ">12.5 %<" in first
    assert ">100%<" in second
    assert ">7.0 %<" in second


def test_a_variable_that_sets_nothing_is_noted(
    here: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_PAPR", "letter")
    monkeypatch.setenv("PRINTGEN_EXPORT_OUTPUT", "powers.csv")  # which sets export's file
    said = printgen("check", "small").err
    assert_told_once(said, "PRINTGEN_PAPR", "", "note")
    assert "did you mean PRINTGEN_PAPER?" in said


@pytest.mark.slow
def test_the_deck_that_was_meant_is_named(here: Path, printgen: Printgen) -> None:
    said = printgen("build", "combat-leader", "--cards", "3", "--dry-run")
    assert said.out.splitlines()[0].endswith("KB  not written  deck A of 6")


@pytest.mark.slow
def test_copies_are_composed_once(here: Path, printgen: Printgen) -> None:
    """Each has its place all the same, and its name."""
    (here / "cards.csv").write_text("name,qty\nA,2000\n")
    said = printgen("build", "cards.csv", "--dry-run")
    assert said.out.startswith("output/cards/deck.pdf  223 pages  2,000 faces  ")


ALL = """game: {id: small, name: Small}
cards:
  columns: {card: key, text: text, word: text}
  rows:
"""
PAGE = """<html xmlns="http://www.w3.org/1999/xhtml"><head>
<style>
html { width: 210mm; height: 297mm; font-family: "IBM Plex Sans Condensed"; }
body { padding: 9mm; display: grid; grid-template-columns: repeat(6, 1fr); align-content: start; }
p { font-size: 2.4mm; } CSS</style></head>
<body>
{% for part in parts %}{% for name in [part.heading] + part.texts | list %}
{{ f(name, "p") }}
{% endfor %}{% endfor %}
</body></html>"""


@pytest.mark.parametrize(
    ("old", "new", "place", "named"),
    [
        pytest.param(
            "CSS", "p { bottom: 1mm; }", ":5: sheet", "left, top, right and bottom", id="a style"
        ),
        pytest.param(
            "CSS",
            "p { font-size: 1mm; }",
            ":5: sheet, 1.text and 59 more",
            "2.83 pt",
            id="what cannot be read",
        ),
        pytest.param(
            "part.texts | list %}",
            'part.texts | list if "text" not in name %}',
            ": sheet, 1.text and 29 more",
            "“a 1”",
            id="what is not printed",
        ),
        pytest.param(
            "CSS", "p { width: 2mm; }", ":5: sheet, 1.word", '"h1"', id="what does not fit"
        ),
    ],
)
def test_a_cause_on_a_face_of_all_rows_is_told_once(
    old: str, new: str, place: str, named: str, tmp_path: Path, printgen: Printgen
) -> None:
    said = check_sheet(old, new, tmp_path, printgen)
    assert_told_once(said, f"sheet.html{place}", named)
    assert said.endswith("\nsmall: 1 error\n")
    if "word" in place:
        assert "\n  the same: sheet, 2.word, sheet, 3.word, " in said
        assert " and 45 more\n" in said


def test_a_face_of_all_rows_is_right_before_it_is_spoilt(
    tmp_path: Path, printgen: Printgen
) -> None:
    said = check_sheet("CSS", "", tmp_path, printgen)
    assert said == "small: valid; its data declares no checks\n"


def check_sheet(old: str, new: str, tmp_path: Path, printgen: Printgen) -> str:
    """What is said of a game whose sheet has this changed."""
    rows = "".join(f'    - [{n}, "a {n}", h{n}]\n' for n in range(1, 31))
    prints = "prints: {sheet: {title: All, all: cards, template: sheet.html}}\n"
    assert old in PAGE
    page = PAGE.replace(old, new).replace("CSS", "")
    folder = write(tmp_path / "small", page, ALL + rows + prints)
    (folder / "templates" / "card.html").rename(folder / "templates" / "sheet.html")
    return printgen("check", folder).out.replace(f"{folder}/templates/", "")


@pytest.mark.slow
def test_the_stop_after_many_counts_causes(here: Path, printgen: Printgen) -> None:
    """One cause on many cards keeps no other from being told; many causes do."""
    many = "".join(f'    - [{n}, "x :weat: {n}", 1]\n' for n in range(3, 73))
    replace(here / "small" / "game.yaml", "prints:", f"{many}    - [99, ':wheet:', 1]\nprints:")
    replace(here / "small" / "game.yaml", "is: 5", "is: 76")
    said = printgen("check", "small").out
    assert said.count(": error: no mark ") == 2
    assert "\n  the same: small/game.yaml:8:11, " in said
    assert said.endswith("\nsmall: 2 errors\n")
    for n in range(3, 73):
        text = (here / "small" / "game.yaml").read_text("utf-8").replace(":weat: ", f":w{n}: ", 1)
        (here / "small" / "game.yaml").write_text(text, "utf-8")
    said = printgen("check", "small").out
    assert said.count(": error: no mark ") == 50
    assert "\nnote: stopped after 50 problems: the other faces were not checked\n" in said


BOXED = """<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="card.css"/></head>
<body><img src="night.png"/>{{ f("card") }}{{ f("text") }}</body></html>
"""
BOXES = """html { width: 60mm; height: 40mm; }
body { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; padding: 3mm; }
body { position: relative; }
img { position: absolute; inset: 0; width: 100%; height: 100%; }
div { position: relative; color: #202020; }
"""


def test_a_dark_picture_is_told_once_for_all_lines_over_it(
    tmp_path: Path, printgen: Printgen
) -> None:
    folder = write(tmp_path / "small", "", GAME)
    replace(folder / "game.yaml", '"a :wheat:"', f'"{"many words " * 12}"')
    replace(folder / "game.yaml", '"b :wheat:"', '"b"')
    (folder / "templates" / "card.html").write_text(BOXED)
    (folder / "templates" / "card.css").write_text(BOXES)
    night = Picture.linear_gradient("L").point(lambda level: level // 8).resize((60, 40))
    night.convert("RGB").save(folder / "templates" / "night.png")
    said = printgen("check", folder).out.replace(f"{folder}/", "")
    place = "templates/card.html:3: card 1 (game.yaml:5:7) and 1 more, card"
    assert_told_once(said, place, "“1”")
    assert said.endswith("\nsmall: 1 error\n"), said


def test_the_nearest_file_is_named_where_one_is_misspelt(here: Path, printgen: Printgen) -> None:
    for name in ("team.yaml", "cards.csv"):
        (here / name).write_text("name\nImp\n")
    for words in (["--data", "taem.yaml", "small"], ["cadrs.csv", "--since", "cards.csv"]):
        like = "did you mean team.yaml?" if "small" in words else "did you mean cards.csv?"
        said = printgen("check", *words)
        assert (said.code, said.err.splitlines()[-1]) == (2, like)
    assert "  did you mean small? bundled games: " in printgen("build", "smal").err
    assert "  did you mean cards.csv? bundled games: " in printgen("build", "card").err
    table = printgen("export", "small", "--table", "crads").err
    assert_told_once(table, "--table crads", "crads")
    assert table.endswith("did you mean cards?\n")


@pytest.mark.parametrize(
    ("written", "named", "hint"),
    [("[15 25]", '"15 25"', "[15, 25]"), ("[1.5cm, 25]", '"1.5cm"', "did you mean 15 mm?")],
)
def test_a_measure_says_what_to_write(
    written: str, named: str, hint: str, here: Path, printgen: Printgen
) -> None:
    sheet = f"page: a4\nsize: 63 x 88\ncolumns: 3\nrows: 3\nat: {written}\n"
    (here / "s.yaml").write_text(sheet)
    said = printgen("build", "small", "--sheets", "s.yaml").err
    assert_told_once(said, "s.yaml:5:6", named)
    assert hint in said
    (here / "s.yaml").write_text(sheet.replace("63 x 88", "6.3cm x 8.8cm"))
    assert "  did you mean 63 x 88 mm? " in printgen("build", "small", "--sheets", "s.yaml").err
    paper = printgen("build", "small", "--paper", "21cm x 29,7 cm").err
    assert "  did you mean 210 x 297 mm? " in paper
    assert "  did you mean 63 x 88 mm? " in printgen("build", "small", "--size", "6.3x8.8 cm").err


@pytest.mark.parametrize(
    ("ink", "told"),
    [
        ("grene", "did you mean green?"),
        ("17456b", 'did you mean "#17456b"?'),
    ],
)
def test_the_nearest_colour_is_named(ink: str, told: str, here: Path, printgen: Printgen) -> None:
    game = GAME.replace("silent: true}}", "silent: true}, ink: colour}").replace(
        ", 2]", f", 2, {ink}]"
    )
    write(here / "small", TEMPLATE, game)
    said = printgen("check", "small").out
    assert_told_once(said, "small/game.yaml:5:27", f'"{ink}"')
    assert told in said


def test_a_table_file_that_is_not_there_may_be_another(here: Path, printgen: Printgen) -> None:
    (here / "small/orders.csv").write_text("card,text,n\n1,a,2\n")
    game = GAME[: GAME.index("  rows:")] + "  file: oders.csv\n" + GAME[GAME.index("prints:") :]
    write(here / "small", TEMPLATE, game)
    said = printgen("check", "small").out
    assert_told_once(said, "small/oders.csv", "")
    assert "did you mean orders.csv?" in said


@pytest.mark.slow
def test_a_mistake_on_every_card_of_a_large_deck_is_told_once(
    tmp_path: Path, printgen: Printgen
) -> None:
    """However many cards there are: the number of problems in a log is not that of its causes."""
    folder = write(tmp_path / "small", "", GAME)
    rows = "".join(f'    - [{card}, "a :wheat:", 1]\n' for card in range(1, 603))
    replace(folder / "game.yaml", '    - [1, "a :wheat:", 2]\n    - [2, "b :wheat:", 3]\n', rows)
    replace(folder / "game.yaml", "is: 5", "is: 602")
    text = BOXED.replace('{{ f("text") }}', '<blink>{{ f("text") }}</blink>')
    (folder / "templates" / "card.html").write_text(text.replace('<img src="night.png"/>', ""))
    (folder / "templates" / "card.css").write_text(BOXES)
    said = printgen("build", folder).err.replace(f"{folder}/", "")
    assert_told_once(said, "templates/card.html:3", "<blink>")
