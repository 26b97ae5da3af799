"""Fonts that print nothing for a letter, as trial fonts do, and fonts that are right."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from tests.command_line import Printgen, Said

from .small_game import PLAIN, build, declare_font

LETTERS = {
    32: "space", 0x31: "one", 0x32: "two", 0x33: "three", 0x41: "A", 0x200D: "joiner",
    0x301: "acute", 0x2800: "blank",
}  # fmt: skip


def square(pen: object, top: float, right: float = 450) -> None:
    """Draw a rectangle from 50 units to `right`; at most 20 units high if it is narrow."""
    top = top if right > 70 else 20
    corners = [(50, 0), (50, top), (right, top), (right, 0)]
    pen.moveTo(corners[0])  # type: ignore[attr-defined]
    for corner in corners[1:]:
        pen.lineTo(corner)  # type: ignore[attr-defined]
    pen.closePath()  # type: ignore[attr-defined]


def make_font(
    empty: tuple[str, ...] = (),
    thin: tuple[str, ...] = (),
    features: str = "",
    kind: str = "ttf",
    without: tuple[str, ...] = (),
    alike: tuple[str, ...] = (),
    speck: tuple[str, ...] = (),
    widths: Mapping[str, int] = MappingProxyType({}),
    moved: Mapping[str, int] = MappingProxyType({}),
    copies: tuple[str, ...] = (),
) -> bytes:
    """A font whose `empty` glyphs have no ink, and whose `thin` ones have no width.

    Those of `speck` have hardly any ink. The letters of the glyphs `alike` have the first of them.
    `widths` are other advance widths, and the ink of those in `moved` is moved to the right. Those
    of `copies` are drawn alike.
    """
    names = [".notdef", *LETTERS.values(), "void", "both"]
    no_ink = {".notdef", "space", "joiner", "void", *empty}
    font = FontBuilder(1000, isTTF=kind != "otf")
    font.setupGlyphOrder(names)
    codes = {
        code: alike[0] if name in alike else name
        for code, name in LETTERS.items()
        if name not in without
    }
    font.setupCharacterMap(codes)
    advances = {name: 0 if name in ("joiner", "acute", *thin) else 500 for name in names}
    advances |= widths
    heights = {name: 700 - 10 * (name not in copies) * names.index(name) for name in names}
    if kind == "otf":
        drawn = {}
        for name in names:
            pen = T2CharStringPen(advances[name], None)
            if name not in no_ink:
                square(pen, heights[name])
            drawn[name] = pen.getCharString()
        font.setupCFF("Trial-Regular", {"FullName": "Trial Regular"}, drawn, {})
    else:
        glyphs = {}
        for name in names:
            pen = TTGlyphPen(None)
            if name not in no_ink:
                square(pen, heights[name], 52 if name in speck else 450)
            glyphs[name] = pen.glyph()
            glyphs[name].coordinates.translate((moved.get(name, 0), 0)) if name in moved else None
        font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({n: (advances[n], 50 + moved.get(n, 0)) for n in names})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupOS2()
    font.setupPost()
    font.setupNameTable({"familyName": "Trial", "styleName": "Regular", "psName": "Trial-Regular"})
    if features:
        font.addOpenTypeFeatures(features)
    font.save(stream := BytesIO())
    if kind in ("woff", "woff2"):
        packed = TTFont(BytesIO(stream.getvalue()))
        packed.flavor = kind
        packed.save(stream := BytesIO())
    return stream.getvalue()


def set_in(printgen: Printgen, folder: Path, value: str, data: bytes, families: str) -> Said:
    """What a build says whose card prints `value` in a font of somebody's own."""
    declare_font(folder / "small", "Trial").write_bytes(data)
    return build(printgen, folder, value, PLAIN, f".text {{ font-family: {families}; }}")


LIGA = "feature liga {{ sub {} by {}; }} liga;"
EMPTY = {
    "a figure without ink": ("12", make_font(("two",))),
    "a figure without width": ("12", make_font((), ("two",))),
    "a figure without ink or width": ("12", make_font(("two",), ("two",))),
    "the first figure without ink": ("21", make_font(("two",))),
    "a figure without ink, alone": ("2", make_font(("two",))),
    "one glyph for two figures": ("12", make_font(alike=("one", "two"))),
    "two figures that are drawn alike": ("12", make_font(copies=("one", "two"))),
    "all figures drawn alike": ("31", make_font(copies=("one", "two", "three"))),
    "a figure drawn as one that the card lacks": ("13", make_font(copies=("one", "two"))),
    "figures drawn alike in an OpenType font": (
        "2", make_font(copies=("one", "two"), kind="otf"),
    ),
    "figures drawn alike in a WOFF font": ("21", make_font(copies=("one", "two"), kind="woff")),
    "a speck for a figure": ("12", make_font(speck=("two",))),
    "a space without width": ("1 3", make_font((), ("space",))),
    "a letter without ink": ("A 1", make_font(("A",))),
    "a figure without ink in an OpenType font": ("12", make_font(("two",), kind="otf")),
    "a figure without ink in a WOFF font": ("12", make_font(("two",), kind="woff")),
    "a figure without ink in a WOFF2 font": ("12", make_font(("two",), kind="woff2")),
    "a ligature without ink": ("12", make_font(features=LIGA.format("one two", "void"))),
    "a form without ink": ("13", make_font(features=LIGA.format("three", "void"))),
    "a form without ink in an OpenType font": (
        "13", make_font(features=LIGA.format("three", "void"), kind="otf"),
    ),
    "a pattern without dots": ("1\u2800", make_font(("blank",))),
}  # fmt: skip
KERN = "feature kern {{ pos {} {} {}; }} kern;"
DRAWN_OVER = {
    "a figure of hardly any width": ("12", make_font(widths={"one": 20})),
    "a figure of hardly any width in an OpenType font": (
        "12", make_font(widths={"one": 20}, kind="otf"),
    ),
    "a narrow last figure": ("21", make_font(widths={"one": 40})),
    "a figure left of its place": ("21", make_font(moved={"one": -500})),
    "a figure right of its place": ("12", make_font(moved={"one": 500})),
    "figures that are kerned over each other": (
        "12", make_font(features=KERN.format("one", "two", -470)),
    ),
    "figures that are kerned half over each other": (
        "12", make_font(features=KERN.format("one", "two", -320)),
    ),
    "figures that change places": ("12", make_font(features=KERN.format("one", "two", -990))),
    "a letter over a figure": ("A1", make_font(widths={"A": 20})),
    "a letter over a letter in a sentence": ("1 AA 3", make_font(widths={"A": 150})),
    "a letter over a figure, both kerned": (
        "A3", make_font(features=KERN.format("A", "three", -450), kind="otf"),
    ),
}  # fmt: skip
APART = {
    "figures that are kerned a little": ("12", make_font(features=KERN.format("one", "two", -60))),
    "letters that reach over their neighbours": ("AAA", make_font(widths={"A": 350})),
    "figures that are kerned apart": ("12", make_font(features=KERN.format("one", "two", 40))),
    "a narrow glyph that no card uses": ("12", make_font(widths={"three": 20})),
    "a figure that leans over": ("12", make_font(moved={"one": 120})),
}  # fmt: skip
FULL = {
    "a font without the glyph of a letter that no card uses": ("13", make_font(without=("two",))),
    "a font with a glyph without ink that no card uses": ("13", make_font(("two",))),
    "a space": ("1 3", make_font()),
    "figures drawn alike that no card uses": ("3 3", make_font(copies=("one", "two"))),
    "a letter drawn as a figure": ("1A", make_font(copies=("one", "A"))),
    "a joiner": ("1\u200d3", make_font()),
    "a mark over a letter": ("1\u0301", make_font()),
    "a ligature": ("A2", make_font(features=LIGA.format("A two", "both"))),
    "an OpenType font": ("123", make_font(kind="otf")),
    "a WOFF font": ("123", make_font(kind="woff")),
    "a WOFF2 font": ("123", make_font(kind="woff2")),
}  # fmt: skip


@pytest.mark.parametrize("fault", EMPTY)
def test_a_letter_without_ink_is_missing(printgen: Printgen, tmp_path: Path, fault: str) -> None:
    built = set_in(printgen, tmp_path, *EMPTY[fault], '"Trial"')
    assert built.code == 4, built.err
    assert "card.html:" in built.err


@pytest.mark.parametrize("neighbour", FULL)
def test_a_font_is_right_that_prints_each_letter(
    printgen: Printgen, tmp_path: Path, neighbour: str
) -> None:
    built = set_in(printgen, tmp_path, *FULL[neighbour], '"Trial"')
    assert built.code == 0, built.err


@pytest.mark.parametrize("fault", DRAWN_OVER)
def test_a_letter_over_its_neighbour_is_found(
    printgen: Printgen, tmp_path: Path, fault: str
) -> None:
    built = set_in(printgen, tmp_path, *DRAWN_OVER[fault], '"Trial"')
    assert built.code == 4, built.err
    assert "card.html:" in built.err


@pytest.mark.parametrize("neighbour", APART)
def test_letters_may_touch(printgen: Printgen, tmp_path: Path, neighbour: str) -> None:
    built = set_in(printgen, tmp_path, *APART[neighbour], '"Trial"')
    assert built.code == 0, built.err


def test_another_font_prints_a_letter_without_ink(printgen: Printgen, tmp_path: Path) -> None:
    """As it prints a letter that the first font lacks."""
    families = '"Trial", "Archivo Narrow"'
    built = set_in(printgen, tmp_path, "12", make_font(("two",)), families)
    assert built.code == 0, built.err
