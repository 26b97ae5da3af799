"""Conversion of fonts to TrueType: from OpenType CFF, WOFF, WOFF2 and collections.

PDFs embed TrueType outlines only, so fontTools converts the other formats. A font for Chinese,
Japanese or Korean has up to 65,535 glyphs, and converting all of them would take minutes. So such
a font is measured by its tables of characters and widths. Only the glyphs that one PDF prints are
converted, when that PDF is written.
"""

import logging
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

import brotli
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable, sfnt, woff2
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

from printgen.face.shaping import Glyphs

# fontTools logs oddities of a font that do not matter here, such as a wrong date.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

MAX_UNPACKED_BYTES = 64 << 20
"""The maximum size of a decompressed table of a WOFF file, and of all tables of a WOFF2 file."""

_KEPT_TABLES = {"head", "hhea", "hmtx", "maxp", "cmap", "name", "OS/2", "post"}
_SHAPING_TABLES = {"GDEF", "GPOS", "GSUB", "kern"}


def convert_font(data: bytes, face_name: str, glyphs: Sequence[int] = ()) -> bytes:
    """Return a TrueType font with the widths of all glyphs, and the outlines of `glyphs` only.

    `face_name` chooses a face of a collection; "" is the first. Raises `ValueError` if the font is
    too large or has no such face. A damaged font can raise almost any exception.
    """
    font = _open_font(data, face_name)
    names, outlines = font.getGlyphOrder(), newTable("glyf")
    # The pen of an empty glyph returns a glyph without outlines.
    outlines.glyphOrder, outlines.glyphs = names, dict.fromkeys(names, TTGlyphPen(None).glyph())
    sources = font.getGlyphSet() if glyphs else {}
    for name in map(names.__getitem__, glyphs):
        pen = TTGlyphPen(None)
        # OpenType 1.9, glyf: curves are quadratic. Those of CFF are cubic; the converted curve is
        # less than 0.0005 em away.
        curves = Cu2QuPen(pen, font["head"].unitsPerEm / 2000)
        sources[name].draw(DecomposingFilterPen(curves, sources))
        outlines.glyphs[name] = pen.glyph()
    for tag in {*font.keys()} - _KEPT_TABLES - _SHAPING_TABLES:
        del font[tag]
    font["glyf"], font["loca"] = outlines, newTable("loca")
    # OpenType 1.9, maxp: version 1.0, for TrueType outlines. fontTools updates what it counts.
    font["maxp"].decompile(bytes((0, 1, 0, 0)) + len(names).to_bytes(2) + bytes(26), font)
    font.flavor, font.sfntVersion = None, "\0\1\0\0"
    font.save(converted := BytesIO())
    return converted.getvalue()


def unpack_font(data: bytes, face_name: str) -> bytes:
    """Return a font as a standalone, uncompressed font file with the outlines of all glyphs.

    `data` is a font file of any format. `face_name` chooses a font of a collection; "" is the
    first.
    """
    font = _open_font(data, face_name)
    font.flavor = None
    font.save(unpacked := BytesIO(), reorderTables=None)
    return unpacked.getvalue()


def _open_font(data: bytes, face_name: str) -> TTFont:
    """Return the font in a file; `face_name` chooses a font of a collection, "" is the first.

    Raises `ValueError` if the font is too large when decompressed, or has no such face.
    """
    if any(len(part) >= MAX_UNPACKED_BYTES for part in _decompress_woff(data)):
        raise ValueError(f"it has {MAX_UNPACKED_BYTES:,} bytes or more when decompressed")
    load = TTCollection if data.startswith(b"ttcf") else TTFont
    file = load(BytesIO(data), lazy=True, recalcTimestamp=False)
    fonts = getattr(file, "fonts", [file])
    # OpenType 1.9, name: 4 is the full name of a face, 6 its PostScript name.
    faces = {font["name"].getDebugName(id_): font for id_ in (4, 6) for font in fonts}
    if face_name and face_name not in faces and len(fonts) > 1:
        raise ValueError(f"it has no face {face_name}, only {', '.join(map(str, faces))}")
    return faces.get(face_name, fonts[0])


def _decompress_woff(data: bytes) -> Iterator[bytes]:
    """Yield the decompressed parts of a WOFF or WOFF2 file, each cut off at the maximum size.

    Other font files have none. The parts are used only to check their size: fontTools decompresses
    without a limit, and a small file can decompress to any size.
    """
    if data.startswith(b"wOFF"):  # WOFF 1.0, 5: tables that would not get smaller are not packed
        for entry in sfnt.SFNTReader(BytesIO(data)).tables.values():
            if entry.length < entry.origLength:
                table = data[entry.offset : entry.offset + entry.length]
                yield zlib.decompressobj().decompress(table, MAX_UNPACKED_BYTES)
    elif data.startswith(b"wOF2"):  # WOFF2, 4.1 and 5: one stream after the directory
        stream = BytesIO(data[woff2.woff2DirectorySize :])
        for _ in range(int.from_bytes(data[12:14])):
            woff2.WOFF2DirectoryEntry().fromFile(stream)
        packed = stream.read(int.from_bytes(data[20:24]))
        yield brotli.Decompressor().process(packed, output_buffer_limit=MAX_UNPACKED_BYTES)


def add_composite_glyphs(
    data: bytes, widths: Mapping[Glyphs, float]
) -> tuple[bytes, dict[Glyphs, int]]:
    """Add one new glyph to a font for each group of glyphs that are printed together.

    `widths` has the groups, and the advance width of the new glyph of each, in thousandths of an
    em. Return the TrueType font, and the number of the new (composite) glyph of each group.
    """
    font = TTFont(BytesIO(data), recalcTimestamp=False)
    outlines, metrics, names = font["glyf"], font["hmtx"].metrics, [*font.getGlyphOrder()]
    em, numbers = font["head"].unitsPerEm, dict[Glyphs, int]()
    for glyphs, width in widths.items():
        parts = [part for part in glyphs if outlines[names[part[0]]].numberOfContours]
        glyph, name = Glyph(), f"joined{len(names)}"
        if parts:
            glyph.numberOfContours, glyph.components = -1, []
        for number, right, up in parts:
            component = GlyphComponent()
            component.glyphName, component.x, component.y = names[number], right, up
            component.flags = 0x4  # OpenType 1.9, glyf: ROUND_XY_TO_GRID
            glyph.components.append(component)
        outlines.glyphs[name] = glyph
        # OpenType 1.9, hmtx: a glyph is moved so that its left edge is at its left side bearing.
        lefts = (outlines[names[number]].xMin + right for number, right, _ in parts)
        numbers[glyphs] = len(names)
        metrics[name] = round(width * em / 1000), min(lefts, default=0)
        names.append(name)
    font.setGlyphOrder(names)
    outlines.glyphOrder = names
    for tag in {*font.keys()} - _KEPT_TABLES - {"glyf", "loca"}:
        del font[tag]
    font.save(joined := BytesIO())
    return joined.getvalue(), numbers
