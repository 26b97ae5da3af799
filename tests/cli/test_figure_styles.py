"""Figures that a font draws small, elsewhere or together, and letters with thin strokes."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from .small_game import PLAIN, CheckCard, declare_font

PLEX, ARCHIVO = "IBM Plex Sans Condensed", "Archivo Narrow"
CASLON, ROBOTO = "Libre Caslon Text", "Roboto Condensed"
FONTS = Path(__file__).parents[2] / "fonts"
ARABIC = Path(__file__).parents[1] / "fonts" / "DejaVuSans.ttf"


@pytest.mark.parametrize(
    ("value", "features", "family", "code"),
    [
        ("10", "'frac'", PLEX, 4),
        ("12 imps", "'frac'", ARCHIVO, 4),
        ("1 1/2", "'frac'", PLEX, 4),
        ("12-3/4", "'frac'", PLEX, 4),
        ("1/2/3", "'frac'", PLEX, 4),
        ("12", "'sups'", PLEX, 4),
        ("-4", "'sups'", ARCHIVO, 4),
        ("e3", "'sups'", PLEX, 4),
        ("1/2", "'sups'", PLEX, 4),
        ("1/2", "'frac', 'numr'", PLEX, 4),
        ("10", "'sups'", CASLON, 4),
        ("10", "'liga' 0, 'sups' 1", PLEX, 4),
        ("Win 10 now", "'subs'", PLEX, 4),
        ("12", "'sinf'", ARCHIVO, 4),
        ("12", "'numr'", PLEX, 4),
        ("12", "'dnom'", PLEX, 4),
        ("1/2", "'frac'", PLEX, 0),
        ("10/12", "'frac'", PLEX, 0),
        ("3/16", "'frac'", ARCHIVO, 0),
        ("Half: 1/2, so", "'frac'", PLEX, 0),
        ("1 1/2", "'frac'", CASLON, 0),
        ("12", "'frac'", CASLON, 0),
        ("1\u20442", "normal", CASLON, 0),
        ("10", "'sups' 0", PLEX, 0),
        ("10", "'zero'", PLEX, 0),
        ("10", "'onum'", ARCHIVO, 0),
        ("10", "'tnum'", ARCHIVO, 0),
        ("3rd", "'ordn'", ARCHIVO, 0),
        ("Elf", "'sups'", PLEX, 0),
        ("10", "'c2sc'", ROBOTO, 0),
    ],
)
def test_figures_are_drawn_small_in_fractions_only(
    check_card: CheckCard, value: str, features: str, family: str, code: int
) -> None:
    css = f'.text {{ font-family: "{family}"; font-feature-settings: {features}; }}'
    css += ".text { font-weight: 700; }" if family == CASLON else ""
    check_card(code, value, PLAIN, css, says="draw small or raised")


def make_hairlines(stroke: int) -> bytes:
    """A font whose letters I, i and 1 are a stem of `stroke` thousandths of an em with feet."""
    font = TTFont(FONTS / "RobotoCondensed_400Regular.ttf")
    units = font["head"].unitsPerEm / 1000
    for name in ("I", "i", "one"):
        pen, middle = TTGlyphPen(None), font["hmtx"][name][0] / units / 2
        # A foot, a stem and a head, as three parts that overlap.
        for left, bottom, right, top in (
            (middle - 150, 0, middle + 150, stroke),
            (middle - stroke / 2, 0, middle + stroke / 2, 700),
            (middle - 150, 700 - stroke, middle + 150, 700),
        ):
            corners = ((left, bottom), (left, top), (right, top), (right, bottom))
            pen.moveTo(tuple(round(n * units) for n in corners[0]))
            for corner in corners[1:]:
                pen.lineTo(tuple(round(n * units) for n in corner))
            pen.closePath()
        font["glyf"][name] = pen.glyph()
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("stroke", "value", "css", "code"),
    [
        (10, "11", "", 4),
        (5, "1", "font-size: 8mm;", 4),
        (20, "11", "font-size: 2.3mm;", 4),
        (20, "Win 1", "font-size: 2.3mm;", 4),
        (15, "iI", "font-size: 3mm;", 4),
        (24, "11", "transform: scaleX(0.5); transform-origin: left;", 4),
        (10, "11", "font-size: 6mm; top: 12mm;", 0),
        (30, "11", "font-size: 2.3mm;", 0),
        (20, "11", "", 0),
        (10, "Run", "", 0),
        (10, "2 + 3", "", 0),
        (10, "11", "-webkit-text-stroke: 0.1mm #000000;", 0),
    ],
)
def test_strokes_too_thin_to_be_printed_are_found(
    check_card: CheckCard, tmp_path: Path, stroke: int, value: str, css: str, code: int
) -> None:
    declare_font(tmp_path / "small", "Thin").write_bytes(make_hairlines(stroke))
    style = f'body > .text {{ font-family: "Thin"; {css} }}'
    built = check_card(code, value, PLAIN, style, says="too thin to be printed")
    assert not code or "at least 0.05 mm" in built.err
    is_squeezed = "scaleX" in css
    assert ("less scaleX()" in built.err) == is_squeezed, built.err
    assert not is_squeezed or "has strokes of 0.04" in built.err, built.err


@pytest.mark.parametrize("value", ["١٠", "۱۰", "٠"])
def test_zeros_that_are_dots_by_design_are_large_enough(
    check_card: CheckCard, tmp_path: Path, value: str
) -> None:
    font = TTFont(ARABIC)
    for table in font["cmap"].tables:
        table.cmap |= {ord(x): table.cmap[ord(y)] for x, y in ("۰٠", "۱١")}
    font.save(declare_font(tmp_path / "small", "Arabic"))
    style = 'body > .text { font-family: "Arabic"; font-size: 2.5mm; }'
    check_card(0, value, PLAIN, style)


def change_font(letters: str, matrix: tuple[float, ...], advance: float, features: str) -> bytes:
    """A font whose glyphs of some letters are transformed, and have another advance if it is not 0.

    `matrix` moves by em, and `features` are in the language of feature files.
    """
    font = TTFont(FONTS / "RobotoCondensed_400Regular.ttf")
    glyphs, units = font.getGlyphSet(), font["head"].unitsPerEm
    *scales, right, up = matrix
    changed = {}
    for name in (font.getBestCmap()[ord(letter)] for letter in letters):
        drawn, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[name].draw(drawn)
        drawn.replay(TransformPen(pen, (*scales, right * units, up * units)))
        changed[name] = pen.glyph()
        if advance:
            font["hmtx"][name] = round(advance * units), font["hmtx"][name][1]
    for name, glyph in changed.items():
        font["glyf"][name] = glyph
    if features:
        addOpenTypeFeaturesFromString(font, features)
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


SAME = 1.0, 0.0, 0.0, 1.0, 0.0, 0.0
DIGITS = "0123456789"
LIGATURE = "feature liga {{ sub {} by {}; }} liga;"


@pytest.mark.parametrize(
    ("value", "letters", "matrix", "advance", "features", "code"),
    [
        ("12", DIGITS, (0.3, 0, 0, 0.2, 0, 0), 0, "", 4),
        ("12", DIGITS, (1, 0, 0, 0.15, 0, 0.2), 0, "", 4),
        ("12", DIGITS, (1, 0, 0, 1, 0, 0.6), 0, "", 4),
        ("12", DIGITS, (1, 0, 0, 1, 0, -0.5), 0, "", 4),
        ("Win 12", "2", (1, 0, 0, 1, 0, 0.9), 0, "", 4),
        ("12", "1", (0.1, 0, 0, 0.1, 0.2, 0.3), 0, "", 4),
        ("−4", "−", (0.09, 0, 0, 0.09, 0.2, 0.25), 0, "", 4),
        ("−4", "−", (1, 0, 0, 1, 0, -0.45), 0, "", 4),
        ("12", DIGITS, SAME, 2, "", 4),
        ("10", "", SAME, 0, LIGATURE.format("one zero", "O"), 4),
        ("12", "", SAME, 0, LIGATURE.format("one two", "seven"), 4),
        ("312", "", SAME, 0, LIGATURE.format("one two", "seven"), 4),
        ("12", DIGITS, (0.8, 0, 0, 0.6, 0, 0), 0, "", 0),
        ("12", DIGITS, (1, 0, 0, 1, 0, -0.15), 0, "", 0),
        ("12", DIGITS, SAME, 1, "", 0),
        ("fi 12", "", SAME, 0, LIGATURE.format("f i", "x"), 0),
        ("13", "", SAME, 0, LIGATURE.format("one two", "seven"), 0),
        ("Elf", DIGITS, (0.1, 0, 0, 0.1, 0, 0), 0, "", 0),
    ],
)
def test_figures_are_on_their_line_large_and_separate(
    check_card: CheckCard,
    tmp_path: Path,
    value: str,
    letters: str,
    matrix: tuple[float, ...],
    advance: float,
    features: str,
    code: int,
) -> None:
    data = change_font(letters, matrix, advance, features)
    declare_font(tmp_path / "small", "Odd").write_bytes(data)
    css = 'body > .text { font-family: "Odd"; }'
    says = "none of its fonts has|one glyph for several figures|mm high"
    check_card(code, value, PLAIN, css, says)
