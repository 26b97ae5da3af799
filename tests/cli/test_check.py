"""`printgen check` tells what a build would, before anything is printed."""

import json
import re
from pathlib import Path

from workbooks import write_xlsx

from tests.command_line import Printgen, assert_told_once

from .small_game import GAME, card, write


def test_a_text_that_does_not_fit_exits_4_and_names_its_row(
    tmp_path: Path, printgen: Printgen
) -> None:
    template = card(css=".text { width: 20mm; height: 4mm; }")
    folder = write(tmp_path / "small", template, GAME.replace("[1, a]", '[1, "So long a name"]'))
    said = printgen("check", folder)
    assert said.code == 4
    template = folder / "templates" / "card.html"
    row = f"{folder / 'game.yaml'}:2:50"
    assert said.out.startswith(f"{template}:4: card 1 ({row}), text: error: ")
    assert "is 4.00 mm higher than its box of 4.00 mm" in said.out


def test_a_mistake_in_a_style_sheet_is_told_there_once(tmp_path: Path, printgen: Printgen) -> None:
    rows = ", ".join(f"[{number}, a]" for number in range(1, 21))
    template = card().replace("</head>", '<link rel="stylesheet" href="own.css"/></head>')
    folder = write(tmp_path / "small", template, GAME.replace("[1, a]", rows))
    (folder / "templates" / "own.css").write_text(
        "g { fill: red; }\n\np { flaot: left; --min-siz: 7pt; }\n"
    )
    said = printgen("check", folder)
    assert said.code == 3
    place = re.escape(f"{folder}/templates/own.css:3")
    named = re.findall(rf"{place}: error: (\S+) .*\n  did you mean (\S+)\?", said.out)
    assert named == [("flaot", "float"), ("--min-siz", "--min-size")]
    assert said.out.endswith("\nsmall: 2 errors\n")


HART = '<svg xmlns="http://www.w3.org/2000/svg"><use href="marks/hart.svg"/></svg>'


def test_a_missing_mark_is_told(tmp_path: Path, printgen: Printgen) -> None:
    folder = write(tmp_path / "small", card(HART))
    said = printgen("check", folder)
    assert said.code == 3
    assert said.out.startswith(f"{folder / 'templates' / 'card.html'}:5: card 1: error: ")
    assert "hart" in said.out


def test_files_that_nothing_reads_are_noted(tmp_path: Path, printgen: Printgen) -> None:
    """They make nothing wrong: a build notes those beside game.yaml too."""
    folder = write(tmp_path / "small", card())
    (folder / "roster.yml").write_text("roster: {}")
    (folder / "loot.csv").write_text("name\nCoin\n")
    (folder / "templates" / "crad.svg").write_text("<svg/>")
    (folder / "templates" / "notes.txt").write_text("mine")
    said = printgen("check", folder)
    noted = re.findall(r"(\S+): note: .*\n  ", said.out)
    lists = [f"{folder}/loot.csv", f"{folder}/roster.yml"]
    assert (said.code, noted) == (0, [*lists, f"{folder}/templates/crad.svg"])
    assert said.out.endswith("\nsmall: valid; its data declares no checks\n")
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert (said.code, re.findall(r"(\S+): note: .*\n  ", said.err)) == (0, lists)


def test_files_are_used_whatever_their_names(tmp_path: Path, printgen: Printgen) -> None:
    """A folder, a workbook and a sheet may have commas and the words sheet and cell."""
    rules = GAME.replace("rows: [[1, a]]", "file: 'my, sheet 1.xlsx'")
    folder = write(tmp_path / "a, b, sheet 3" / "small", card(), rules)
    book = folder / "my, sheet 1.xlsx"
    write_xlsx(book, {"A, cell 1": [["card", "text"], [1, "a"], [1, "b"]]})
    said = printgen("check", folder, "--format", "json")
    (problem,) = json.loads(said.out)["problems"]
    names = "file", "sheet", "cell", "message"
    expected = str(book), "A, cell 1", "A3", "the card 1 appears twice"
    assert tuple(problem[name] for name in names) == expected
    write_xlsx(book, {"A, cell 1": [["card", "text"], [1, "a"]]})
    said = printgen("check", folder)
    assert (said.code, said.out) == (0, "small: valid; its data declares no checks\n")


def test_a_yml_is_named_where_its_tables_are_missed(tmp_path: Path, printgen: Printgen) -> None:
    folder = write(tmp_path / "small", card(), GAME.replace("each: cards", "each: heroes"))
    (folder / "heroes.yml").write_text("heroes: {columns: {card: key}, rows: [[1]]}")
    said = printgen("check", folder)
    assert said.code == 3
    assert "no table is called heroes" in said.out
    assert f"{folder}/heroes.yml: note: the file is not used\n  rename it to end in" in said.out


BOXES = """<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="card.css"/></head>
<body class="kind-{{ row.card }}">{{ f("card", class="title") }}
{{ f("text", class="large" if row.card == 2 else "text") }}</body></html>
"""
STYLE = """html { width: 60mm; height: 40mm; }
body { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; padding: 3mm; }
.titel { font-weight: 700; }
.larger .title, .large { font-size: 5mm; }
.kind-2 { color: #800000; }
"""


def test_a_class_misspelt_in_a_style_sheet_is_noted(tmp_path: Path, printgen: Printgen) -> None:
    """Not one that a template may print, such as large and kind-2 here, nor one like no other."""
    folder = write(tmp_path / "small", "")
    (folder / "templates" / "card.html").write_text(BOXES)
    (folder / "templates" / "card.css").write_text(STYLE)
    said = printgen("check", folder)
    assert said.code == 0
    assert_told_once(said.out, f"{folder}/templates/card.css:3", ".titel", "note")
    assert "did you mean .title?" in said.out


def test_a_class_misspelt_in_a_style_element_is_noted(tmp_path: Path, printgen: Printgen) -> None:
    """At its line in the template, after lines that are left out; in rules of any depth."""
    folder = write(tmp_path / "small", "")
    style = "{# none #}\n{% if false %}\n\n{% endif %}\n<style>\n.title { color: black; }\n"
    style += ".titel { color: red; }\n@media print { body { .tilte { color: red; } } }\n</style>"
    text = BOXES.replace("</head>", f"{style}</head>")
    (folder / "templates" / "card.html").write_text(text)
    (folder / "templates" / "card.css").write_text(STYLE.replace(".titel", ".title"))
    said = printgen("check", folder)
    assert said.code == 0
    assert f"{folder}/templates/card.html:8: note: .titel matches no element" in said.out
    assert f"{folder}/templates/card.html:9: note: .tilte matches no element" in said.out
