"""A user's mistake is never exit 1: whatever a game's folder holds, one message names the file."""

import errno
import os
import shutil
import struct
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from printgen.system.bundled import get_fonts_folder
from tests.command_line import Printgen, assert_told_once

from .small_game import GAME, card, drawing, write

DIGITS = "9" * 4_301

TEMPLATES = {
    "selectors": card(css=" ".join(["p"] * 1_000) + " { fill: #000; }"),
    "children": card(css=" > ".join(["p"] * 1_000) + " { fill: #000; }"),
    "parentheses": card(css="p { fill: " + "(" * 500 + "}"),
    "braces": card(css="p {" * 500 + "}" * 500),
    "digits in CSS": card(css=f"p {{ font-size: {DIGITS}mm; }}"),
    "digits in a CSS weight": card(css=f"p {{ font-weight: {DIGITS}; }}"),
    "digits in CSS spans": card(css=f"p {{ grid-column: span {DIGITS}; }}"),
    "digits in SVG": card(drawing(f'<rect width="{DIGITS}" height="1"/>')),
    "digits in a path": card(drawing(f'<path d="M 1 1 L {DIGITS} 1"/>')),
    "digits in a size": card().replace("width: 60mm", f"width: {DIGITS}mm"),
    "digits in a span": card(f'<table><tr><td colspan="{DIGITS}">a</td></tr></table>'),
    "digits in Jinja2": card(f"{{{{ {DIGITS} }}}}"),
    "a number made long": card("{{ 9 ** 9999 }}"),
    "a lone surrogate": card("<p>{{ '\\ud800' }}</p>"),
    "a character that XML lacks": card("<p>{{ '\\0' }}</p>"),
    "a long file name": card(f'{{% include "{"a" * 5_000}" %}}'),
    "a picture's long name": card(f'<img src="{"a" * 5_000}"/>'),
    "a picture that is a folder": card('<img src="."/>'),
    "a long font family": card(css=f'p {{ font-family: "{"a" * 9_000}"; }}'),
    "a long class": card(f'<p class="{"a" * 9_000}" style="x"/>'),
    "a long unknown attribute": card(f'<p {"a" * 9_000}="x"/>'),
    "a long element": card(f"<{'a' * 9_000}/>"),
    "a long selector": card(css=f"p:{'a' * 9_000} {{ fill: #000; }}"),
    "a long transform": card(drawing(f'<g transform="{"a" * 9_000}"/>')),
    "Jinja2's parentheses": card("{{ " + "(" * 500 + ")" * 500 + " }}"),
    "Jinja2's blocks": card("{% if 1 %}" * 500 + "{% endif %}" * 500),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_templates_mistake_names_the_template(
    name: str, tmp_path: Path, printgen: Printgen
) -> None:
    folder = write(tmp_path / "small", TEMPLATES[name])
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code in (3, 4), said
    assert "card." in said.err
    assert len(said.err) < 3_000


NESTED = {
    "parentheses in a variable": card(css=":root { --a: " + "(" * 500 + ")" * 500 + "}"),
    "groups": card(drawing("<g>" * 5_000 + "</g>" * 5_000)),
    "boxes": card("<div>" * 200 + "</div>" * 200),
    "boxes in rows": card("<div>" * 90 + "</div>" * 90, "div { display: flex; }"),
    "rows in rows": card("<table>" + "<tbody>" * 200 + "</tbody>" * 200 + "</table>"),
    "spans": card("<p>" + "<b>" * 200 + "</b>" * 200 + "</p>"),
}


@pytest.mark.parametrize("name", NESTED)
def test_what_nests_deep_is_printed_or_refused(
    name: str, tmp_path: Path, printgen: Printgen
) -> None:
    folder = write(tmp_path / "small", NESTED[name])
    assert printgen("build", folder, "-o", tmp_path / "out").code in (0, 3, 4)


TABLES = {
    "a long number": GAME.replace("card: key, text: text", "card: key, text: number").replace(
        "[1, a]", f"[1, {DIGITS}]"
    ),
    "a long key": GAME.replace("[1, a]", f"[{DIGITS}, a]"),
    "many copies": GAME.replace("[[1, a]]", f"[{{text: a, copies: {DIGITS}}}]"),
    "a long range": GAME.replace("[[1, a]]", f"[{{card: 1 to {DIGITS}, text: a}}]"),
    "half a letter": GAME.replace("[1, a]", '[1, "\\ud800"]'),
    "a long file name": GAME.replace("rows: [[1, a]]", f"file: {'a' * 5_000}.csv"),
    "a long template name": GAME.replace("card.html", f"{'a' * 5_000}.svg"),
    "brackets": GAME.replace("[[1, a]]", "[" * 5_000 + "]" * 5_000),
    "a long word": GAME.replace("text: text", f"text: {'a' * 9_000}"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_tables_mistake_names_its_file(name: str, tmp_path: Path, printgen: Printgen) -> None:
    folder = write(tmp_path / "small", card(), TABLES[name])
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code == 3, said
    assert "small" in said.err
    assert len(said.err) < 3_000


@pytest.mark.parametrize("cell", [DIGITS, "=1+1" * 3_000, '"', "\ud800"], ids=range(4))
def test_a_lists_mistake_names_its_file(cell: str, tmp_path: Path, printgen: Printgen) -> None:
    game = GAME.replace("rows: [[1, a]]", "file: cards.csv").replace("text: text", "text: number")
    folder = write(tmp_path / "small", card(), game)
    (folder / "cards.csv").write_bytes(f"card,text\n1,{cell}\n".encode("utf-8", "surrogatepass"))
    said = printgen("check", folder)
    assert said.code == 3, said
    assert "cards.csv" in said.out
    assert len(said.out) < 3_000


def _with_a_font(folder: Path, data: bytes) -> Path:
    write(folder, card(css='p { font-family: "Own"; }'))
    (folder / "fonts").mkdir()
    (folder / "fonts" / "fonts.css").write_text(
        '@font-face { font-family: "Own"; src: url("own.ttf"); }'
    )
    (folder / "fonts" / "own.ttf").write_bytes(data)
    return folder


@pytest.mark.parametrize("table", ["glyf", "loca", "hmtx", "head", "hhea", "maxp", "cmap", "post"])
def test_a_font_that_lacks_a_table_is_named(table: str, tmp_path: Path, printgen: Printgen) -> None:
    whole = (get_fonts_folder() / "SairaStencilOne_400Regular.ttf").read_bytes()
    # Named otherwise in the directory, it is not found.
    folder = _with_a_font(tmp_path / "small", whole.replace(table.encode(), b"XXXX", 1))
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code == 3, said
    assert "small/fonts/own.ttf: error: is not a valid font" in said.err


def test_a_damaged_letter_of_a_font_is_missing(tmp_path: Path, printgen: Printgen) -> None:
    """It is made of one that is not there, so it would leave no ink."""
    file = get_fonts_folder() / "SairaStencilOne_400Regular.ttf"
    font, whole = TTFont(file), file.read_bytes()
    glyph = font["loca"][font.getGlyphID(font.getBestCmap()[ord("1")])]
    at = font.reader.tables["glyf"].offset + glyph
    damaged = whole[:at] + struct.pack(">h8xHH", -1, 0, 0xFFFF) + whole[at + 14 :]
    folder = _with_a_font(tmp_path / "small", damaged)
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code == 4, said
    assert "none of its fonts has 1 (U+0031)" in said.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("size", [0, 12, 100, 1_000, 10_000, 20_000])
def test_a_font_that_is_cut_short_is_printed_or_named(
    size: int, tmp_path: Path, printgen: Printgen
) -> None:
    whole = (get_fonts_folder() / "SairaStencilOne_400Regular.ttf").read_bytes()
    folder = _with_a_font(tmp_path / "small", whole[:size])
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code in (0, 3), said


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("size", [33, 60, 200, 600])
def test_a_picture_without_its_data_is_named(
    kind: str, size: int, tmp_path: Path, printgen: Printgen
) -> None:
    folder = write(tmp_path / "small", card('<img src="a.png"/>'))
    drawn = BytesIO()
    Image.effect_noise((60, 60), 90).save(drawn, kind)
    (folder / "templates" / "a.png").write_bytes(drawn.getvalue()[:size])
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code == 3, said
    assert "a.png is not a valid PNG, JPEG, WebP or GIF file" in said.err


def test_two_inputs_of_one_name_are_named(tmp_path: Path, printgen: Printgen) -> None:
    """By inspection, before the press comes to them."""
    game = GAME.replace("text: text}", "text: text, a: input}")
    fields, css = '<input class="write" name="a"/>' * 2, ".write { width: 9mm; height: 3mm; }"
    folder = write(tmp_path / "small", card(fields, css), game)
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code == 4, said
    assert ", a: error: there are 2 form fields of this name" in said.err


@pytest.mark.parametrize("own", ["templates", "fonts"])
def test_a_folder_that_is_a_link_out_of_the_game_is_refused(
    own: str, tmp_path: Path, printgen: Printgen
) -> None:
    folder = write(tmp_path / "small", card())
    elsewhere = write(tmp_path / "elsewhere", card())
    if own == "templates":
        shutil.rmtree(folder / "templates")
    (folder / own).symlink_to(elsewhere / "templates")
    said = printgen("build", folder, "-o", tmp_path / "out")
    assert said.code == 3, said
    assert f"small/{own}: error: this link leads out of the game" in said.err


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize(
    "words",
    [
        ("build", "a" * 5_000),
        ("check", "a" * 5_000),
        ("proof", "a" * 5_000),
        ("export", "a" * 5_000),
        ("build", "combat-leader", "--only", "a" * 5_000),
        ("check", "combat-leader", "--against", "a" * 5_000),
        ("build", "combat-leader", "--only", "markers", "-o", "a" * 5_000),
        ("export", "combat-leader", "-o", "a" * 5_000),
        ("build", "combat-leader", "--cards", DIGITS),
        ("build", "combat-leader", "--decks", DIGITS),
        ("build", "combat-leader", "--decks", "9" * 4_000),
        ("build", "combat-leader", "--deck", DIGITS),
        ("build", "combat-leader", "--skip", DIGITS),
        ("build", "combat-leader", "--skip", "9" * 4_000),
    ],
    ids=range(14),
)
def test_what_is_typed_is_never_our_own_fault(words: tuple[str, ...], printgen: Printgen) -> None:
    said = printgen(*words)
    assert said.code in (2, 3, 6), said


@pytest.mark.parametrize("command", ["build", "check", "export"])
def test_what_may_not_be_read_is_named(
    command: str, tmp_path: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "small", card())
    stat = Path.stat

    def refused(path: Path, **options: bool) -> os.stat_result:
        if path.name == "game.yaml" and path.parent == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, **options)

    monkeypatch.setattr(Path, "stat", refused)
    said = printgen(command, folder)
    assert (said.code, said.out) == (3, "")
    assert "game.yaml: error: cannot be opened: Permission denied" in said.err


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("row.nothing", "a row of cards has no column nothing"),
        ("row.key.nothing", "a text has no attribute 'nothing'"),
        ("marks.nothing", "a mapping has no attribute 'nothing'"),
        ("marks", "prints a mapping: print its values one by one"),
        ("row", "prints more than one value: print its values one by one"),
        ("1 + row.key", "unsupported operand type(s) for +: a number and a text"),
        ("row.key()", "a text is not callable"),
    ],
)
def test_a_templates_mistake_is_told_without_pythons_names(
    expression: str, found: str, tmp_path: Path, printgen: Printgen
) -> None:
    folder = write(tmp_path / "small", card(f"{{{{ {expression} }}}}"))
    said = printgen("check", folder)
    assert said.code == 3
    assert said.out.startswith(f"{folder}/templates/card.html:5: card 1: error: {found}\n")


def test_a_tab_is_called_one(tmp_path: Path, printgen: Printgen) -> None:
    folder = write(tmp_path / "small", card(), f"{GAME}\tmore: x\n")
    said = printgen("check", folder)
    assert said.code == 3
    assert_told_once(said.out, f"{folder}/game.yaml:4:1", "a tab")


SHARED = (
    *("clubs", "d10", "d6", "diamonds", "drop", "heal", "hearts", "horse", "move", "recover"),
    *("reroll", "spades", "two-dice"),
)
MARKED = """game: {id: small, name: Small}
cards:
  columns: {card: key, text: text, icon: mark}
  rows: [[1, a, sword], [2, b, sword], [3, c, axe]]
prints: {deck: {title: Deck, each: cards, template: card.html}}
"""
MARK_CSS = ".mark { position: relative; left: 9mm; top: 24mm; width: 6mm; height: 6mm; }"
SHOWN = """{{ f("icon") }}
{{ f("icon") }}
"""


def test_a_mark_that_cannot_be_shown_names_its_own_file(tmp_path: Path, printgen: Printgen) -> None:
    """A drawing with text in it, told once for both its cards; and one that nobody drew."""
    folder = write(tmp_path / "small", card(SHOWN, MARK_CSS), MARKED)
    sword = folder / "templates" / "marks" / "sword.svg"
    sword.parent.mkdir()
    sword.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<text>a</text></svg>'
    )
    said = printgen("build", folder, "-o", tmp_path / "out")
    places = [line.partition(": error: ")[0] for line in said.err.splitlines() if ": error" in line]
    assert (said.code, places) == (3, [f"{sword}:2", f"{folder}/game.yaml:4:47"])
    known = ", ".join(sorted((*SHARED, "sword")))
    assert f"write one of: {known}; or draw it as {sword.with_stem('axe')}; " in said.err
    for name in ("sword", "axe"):
        drawn = f'<path d="M1 1h{7 if name == "axe" else 2}v7h-2z"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawn}</svg>'
        sword.with_stem(name).write_text(svg)
    assert printgen("build", folder, "-o", tmp_path / "out").code == 0
