"""Add signs that cards need to the bundled Noto Sans Symbols 2, which lacks them.

Usage: python .ci/add_signs.py SYMBOLS.woff MATH.woff FONT.ttf. FONT is changed. The sources are the
files noto-sans-symbols-symbols-600-normal.woff and noto-sans-math-latin-400-normal.woff in version
5.3.0 of the npm packages @fontsource/noto-sans-symbols and @fontsource/noto-sans-math.
"""

import sys

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

WANTED = (*range(0x2190, 0x2200), *range(0x2600, 0x2700))
"""Arrows, suits, signs of astrology, and miscellaneous signs."""

DASHES = {0x2E3A: 2, 0x2E3B: 3}
"""The dashes of two and three em, which no font of signs has, and their widths in em."""


def add_glyph(font: TTFont, code: int, pen: TTGlyphPen, width: int) -> None:
    """Add the glyph that was drawn with a pen. `width` is its advance in units of the font."""
    name = f"uni{code:04X}"
    glyph = pen.glyph()
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (width, glyph.xMin)
    font["vmtx"][name] = (font["head"].unitsPerEm, font["hhea"].ascent - glyph.yMax)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def copy_glyph(source: TTFont, font: TTFont, code: int) -> None:
    """Add the glyph of a character in another font of the same units."""
    name, glyphs = source.getBestCmap()[code], source.getGlyphSet()
    recording, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
    glyphs[name].draw(recording)
    recording.replay(pen)
    add_glyph(font, code, pen, source["hmtx"][name][0])


def draw_dash(maths: TTFont, font: TTFont, code: int) -> None:
    """Add a long dash, as high and as thick as the minus sign."""
    minus, em = maths["glyf"][maths.getBestCmap()[0x2212]], font["head"].unitsPerEm
    left, right, pen = em // 20, DASHES[code] * em - em // 20, TTGlyphPen(None)
    pen.moveTo((left, minus.yMin))
    for point in ((left, minus.yMax), (right, minus.yMax), (right, minus.yMin)):
        pen.lineTo(point)
    pen.closePath()
    add_glyph(font, code, pen, DASHES[code] * em)


def main() -> None:
    """Write the font with all signs that its sources have."""
    symbols, maths, font = (TTFont(path, recalcTimestamp=False) for path in sys.argv[1:])
    for code in WANTED:
        for source in (symbols, maths):
            if code in source.getBestCmap() and code not in font.getBestCmap():
                copy_glyph(source, font, code)
    for code in DASHES:
        draw_dash(maths, font, code)
    font.save(sys.argv[3])


if __name__ == "__main__":
    main()
