"""One small template, spoilt so that it would print something wrong, or set as is right."""

import json
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from tests.command_line import Printgen, Said

from .small_game import GAME, NUMBER, PLAIN, card, write


def build(printgen: Printgen, folder: Path, said: str, content: str = PLAIN, css: str = "") -> Said:
    """What a build says whose card has this text, set by this part of its template."""
    template = card(css=f"{ROOMS}{css}").replace(PLAIN, content)
    game = GAME.replace("[1, a]", f"[1, {json.dumps(said)}]")
    return printgen("build", write(folder / "small", template, game), "--output", folder / "out")


VALUE = '{{ f("text", "span") }}'
ROOMS = ".room { position: absolute; left: 5mm; top: 14mm; height: 24mm; }" + "".join(
    f".w{width} {{ width: {width}mm; }}" for width in (4, 9, 10, 12, 14, 40, 50)
)


def boxed(width: int, content: str = VALUE) -> str:
    """The text in a box of so many mm, to be broken."""
    return f'<div class="room w{width}"><p>{content}</p></div>'


def line(content: str) -> str:
    """The text on a line of its own, with more beside it."""
    return f'<p class="text">{content}</p>'


def placed(content: str, left: float, top: float) -> tuple[str, str]:
    """More words and where they stand."""
    return f'<p class="more">{content}</p>', f"body > .more {{ left: {left}mm; top: {top}mm; }}"


def turned(turn: int) -> str:
    return f".text {{ left: 30mm; transform: rotate({turn}deg); }}"


@pytest.mark.parametrize(
    ("said", "width"),
    [
        ("half-open", 9),
        ("half- open", 9),
        ("ready **{{name", 12),
        ("roll a*(x twice", 9),
        ("when?…so", 14),
        ("to one–two–six hexes", 10),
        ("a—b", 4),
    ],
)
def test_a_line_may_break_wherever_the_layout_breaks_it(
    printgen: Printgen, tmp_path: Path, said: str, width: int
) -> None:
    """Whether a space was dropped there is the layout's to say, and the print's label's."""
    built = build(printgen, tmp_path, said, boxed(width))
    assert built.code == 0, built.err


@pytest.mark.parametrize("turn", [0, 90, -90])
def test_a_turned_text_may_need_several_fonts(
    printgen: Printgen, tmp_path: Path, turn: int
) -> None:
    css = 'html { font-family: "IBM Plex Sans Condensed", "Noto Sans Symbols 2"; }'
    built = build(printgen, tmp_path, "Ace★7 ★", PLAIN, css + turned(turn))
    assert built.code == 0, built.err


@pytest.mark.parametrize(
    ("said", "content", "css"),
    [
        ("Reconnaissance", boxed(9), ".room { overflow-wrap: anywhere; }"),
        ("10", PLAIN, ".text { transform: scaleX(0.5); letter-spacing: 0.2mm; font-size: 2.4mm; }"),
        (
            "10",
            PLAIN,
            ".text { transform: scaleX(0.5); } body { width: 40mm; transform: rotate(90deg); }",
        ),
        ("Jump", boxed(50), "p { text-decoration: underline; }"),
        ("Jump high, so high", boxed(14), "p { text-decoration: underline; line-height: 0.9; }"),
    ],
)
def test_a_style_may_break_condense_and_underline_a_text(
    printgen: Printgen, tmp_path: Path, said: str, content: str, css: str
) -> None:
    """The letters are as high as before, and a line under them covers none."""
    built = build(printgen, tmp_path, said, content, css)
    assert built.code == 0, built.err


def test_a_text_of_the_style_sheet_is_one_of_the_template(
    printgen: Printgen, tmp_path: Path
) -> None:
    """It is no part of a field, and is listed as unverified."""
    built = build(printgen, tmp_path, "Elf", line(VALUE), ".text span::before { content: 'An '; }")
    assert built.code == 0, built.err
    said = printgen("proof", next((tmp_path / "out").rglob("*.pdf")), "--game", tmp_path / "small")
    assert "prints “An”, text of its template: unverified" in said.out + said.err


WRONG = {
    "a sign of the style sheet before a number": (
        "12",
        PLAIN,
        ".text::before { content: '−'; }",
        "text: error: “−”, from the template, is so near “12” that it looks like part of it",
    ),
    "condensed letters that are too small": (
        "12",
        PLAIN,
        ".text { transform: scaleX(0.5); font-size: 2mm; }",
        "“12” is 5.67 pt high",
    ),
    "letters out of order": ("12", PLAIN, "p { letter-spacing: -4mm; }", "“12” is set so close"),
    "letters that run together": ("12", PLAIN, "p { letter-spacing: -1mm; }", "“12” is set so"),
    "a sign before a number": (
        "12",
        '<p class="text" data-field="text">−12</p>',
        "",
        "prints “−12”",
    ),
    "a sign of the template before a number": (
        "12",
        line(f"−{VALUE}"),
        "",
        "text: error: “−”, from the template, is so near “12” that it looks like part of it",
    ),
    "a digit after a number": (
        "12",
        line(f"{VALUE}0 m"),
        "",
        "text: error: “0 m”, from the template, is so near “12” that it looks like part of it",
    ),
    "a sign set by itself": (
        "12",
        PLAIN + placed("-", 3, 17)[0],
        placed("-", 3, 17)[1],
        "text: error: “-”, from the template, is so near “12” that it looks like part of it",
    ),
    "a digit in a paragraph": (
        "12",
        boxed(50, f"1{VALUE}"),
        "",
        "text: error: “1”, from the template, is so near “12” that it looks like part of it",
    ),
    "a turned sign": (
        "12",
        line(f"{VALUE}%"),
        turned(90),
        "text: error: “%”, from the template, is so near “12” that it looks like part of it",
    ),
    "a number upside down": (
        "6",
        PLAIN,
        turned(180),
        "text: error: “6” is upside down: it is turned 180°",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_a_template_makes_of_a_number_is_found(
    printgen: Printgen, tmp_path: Path, fault: str
) -> None:
    said, content, css, wanted = WRONG[fault]
    built = build(printgen, tmp_path, said, content, css)
    assert built.code == 4
    assert wanted in built.err


@pytest.mark.parametrize(
    ("said", "content", "css"),
    [
        ("12", PLAIN + placed("−", 1.5, 16.5)[0], placed("−", 1.5, 16.5)[1]),
        ("12", PLAIN + placed("−", 4, 11.5)[0], placed("−", 4, 11.5)[1]),
        ("12", line(f"Cost: {VALUE} m"), ""),
        ("Elf", line(f"{VALUE}. / 2"), ""),
        ("12", PLAIN, turned(90)),
        ("12", PLAIN, turned(-90)),
    ],
)
def test_words_that_change_no_number_may_stand(
    printgen: Printgen, tmp_path: Path, said: str, content: str, css: str
) -> None:
    """Apart from it, over it, no digit nor sign, or beside a word."""
    built = build(printgen, tmp_path, said, content, css)
    assert built.code == 0, built.err


SLASH = '<span class="own">/</span>'
OWN = line('{{ f("card", "span") }}' + SLASH + VALUE)
OWN_WITHIN = boxed(50, f'<b data-field="card">3{SLASH}</b>{VALUE}')


@pytest.mark.parametrize("content", [OWN, OWN_WITHIN])
def test_a_sign_that_a_template_calls_its_own_is_unverified(
    printgen: Printgen, tmp_path: Path, content: str
) -> None:
    """As the slash of 3/5 may be: it is printed, and listed."""
    template = card(css=ROOMS).replace(PLAIN, content).replace(NUMBER, "")
    game = GAME.replace("[1, a]", "[3, 5]")
    built = printgen("build", write(tmp_path / "small", template, game), "--output", tmp_path)
    assert built.code == 0, built.err
    assert "prints “/”, text of its template: unverified" in built.out + built.err


@pytest.mark.slow
@pytest.mark.quick(every=4)
@pytest.mark.parametrize("width", [50, 12])
@pytest.mark.parametrize("family", ["IBM Plex Sans Condensed", "Archivo Narrow", "League Gothic"])
@pytest.mark.parametrize(
    "said",
    [
        "10\u202f000 m\u2009of\u2009it",
        "un\u00adread\u00adable",
        "half\u00ad-open",
        "a\u2009–\u2009b",
        "♥\ufe0e or ♠\ufe0f, 3\ufe0e",
        "10\u00a0000",
    ],
)
def test_spaces_and_signs_that_show_nothing_do_as_in_a_browser(
    printgen: Printgen, tmp_path: Path, said: str, family: str, width: int
) -> None:
    """In fonts that have a glyph for them and in others, on one line and broken."""
    css = f'html {{ font-family: "{family}", "Noto Emoji"; }}'
    for name, content in (("box", boxed(width)), ("line", PLAIN)):
        built = build(printgen, tmp_path / name, said, content, css)
        assert built.code == 0, built.err


def icons(folder: Path) -> None:
    """A font of somebody's own: a letter, a private one, and a sign to set over another."""
    square, ring = TTGlyphPen(None), TTGlyphPen(None)
    for pen, left in ((square, 50), (ring, -550)):
        for x, y, side, turn in ((left, 0, 500, 1), (left + 50, 50, 400, -1)):
            corners = [(x, y), (x, y + side), (x + side, y + side), (x + side, y)][::turn]
            pen.moveTo(corners[0])
            for corner in corners[1:]:
                pen.lineTo(corner)
            pen.closePath()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "space", "three", "icon", "over"])
    font.setupCharacterMap({32: "space", 0x33: "three", 0xE001: "icon", 0x20E0: "over"})
    drawn, empty = square.glyph(), TTGlyphPen(None).glyph()
    font.setupGlyf(
        {".notdef": empty, "space": empty, "three": drawn, "icon": drawn, "over": ring.glyph()}
    )
    wide = dict.fromkeys((".notdef", "space", "three", "icon"), (600, 50)) | {"over": (0, -550)}
    font.setupHorizontalMetrics(wide)
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupOS2()
    font.setupPost()
    font.setupNameTable({"familyName": "Icons", "styleName": "Regular", "psName": "Icons"})
    (folder / "fonts").mkdir(parents=True)
    font.save(folder / "fonts" / "Icons.ttf")
    sheet = '@font-face { font-family: "Icons"; font-weight: 400; src: url("Icons.ttf"); }'
    (folder / "fonts" / "fonts.css").write_text(sheet)


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("family", ['"Icons", "Archivo Narrow"', '"Archivo Narrow", "Icons"'])
@pytest.mark.parametrize("said", ["\ue001", "3 \ue001", "3\u20e0", "3\u20e0 3\ue001"])
def test_private_letters_and_signs_over_a_letter_print_in_a_font_that_has_them(
    printgen: Printgen, tmp_path: Path, said: str, family: str
) -> None:
    icons(tmp_path / "small")
    css = f"html {{ font-family: {family}; }}"
    for content in (PLAIN, boxed(40)):
        built = build(printgen, tmp_path, said, content, css)
        assert built.code == 0, built.err


def test_a_private_letter_that_no_font_has_is_named(printgen: Printgen, tmp_path: Path) -> None:
    built = build(printgen, tmp_path, "Ace \ue001")
    assert built.code == 4
    assert "(U+E001)" in built.err


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("size", [2.3, 3.1, 4, 6.35, 8.4666, 12.7, 17])
@pytest.mark.parametrize("said", ["–", "-", ".", "'", "−", "l"])
def test_a_thin_sign_alone_shows_at_every_size(
    printgen: Printgen, tmp_path: Path, said: str, size: float
) -> None:
    """It fills its box of ink, so that its ground lies round it."""
    css = f".text {{ font-size: {size}mm; }}"
    built = build(printgen, tmp_path, said, PLAIN, css)
    assert built.code == 0, built.err
