"""Figures that OpenType features draw small, and letters whose strokes are too thin."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from tests.command_line import Printgen

from .small_game import PLAIN, build

PLEX, ARCHIVO = "IBM Plex Sans Condensed", "Archivo Narrow"
CASLON, ROBOTO = "Libre Caslon Text", "Roboto Condensed"
FONTS = Path(__file__).parents[2] / "fonts"


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
    printgen: Printgen, tmp_path: Path, value: str, features: str, family: str, code: int
) -> None:
    css = f'.text {{ font-family: "{family}"; font-feature-settings: {features}; }}'
    css += ".text { font-weight: 700; }" if family == CASLON else ""
    built = build(printgen, tmp_path, value, PLAIN, css)
    assert built.code == code, built.err
    assert ("draw small or raised" in built.err) == bool(code)
    assert not code or "card.html:" in built.err


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
    printgen: Printgen, tmp_path: Path, stroke: int, value: str, css: str, code: int
) -> None:
    fonts = tmp_path / "small" / "fonts"
    fonts.mkdir(parents=True)
    (fonts / "thin.ttf").write_bytes(make_hairlines(stroke))
    rule = '@font-face { font-family: "Thin"; src: url("thin.ttf"); }'
    (fonts / "fonts.css").write_text(rule, "utf-8")
    style = f'body > .text {{ font-family: "Thin"; {css} }}'
    built = build(printgen, tmp_path, value, PLAIN, style)
    assert built.code == code, built.err
    assert ("too thin to be printed" in built.err) == bool(code)
    assert not code or "card.html:" in built.err
