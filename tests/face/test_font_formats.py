"""Fonts of every format become TrueType fonts with the same widths and the same letters."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import brotli
import pytest
from fontTools.ttLib import TTCollection, TTFont
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat
from reportlab.pdfbase.ttfonts import TTFontFace

from printgen.face import font_formats
from printgen.face.font_formats import convert_font
from printgen.face.fonts import FontLibrary, Typeface
from printgen.problems import ExitCode, Failure
from printgen.system.bundled import get_fonts_folder

CFF = Path(__file__).parents[1] / "fonts" / "NotoSansCJKjp.otf"
TRUETYPE = get_fonts_folder() / "ArchivoNarrow_400Regular.ttf"
JAPANESE, LATIN = "Noto Sans CJK JP", "Archivo Narrow Regular"
TEXT = "Qg8&%"


def as_flavor(font: Path, flavor: str) -> bytes:
    """A font as a WOFF or WOFF2 file."""
    opened = TTFont(font)
    opened.flavor = flavor
    opened.save(stream := BytesIO())
    return stream.getvalue()


def as_collection(*fonts: Path) -> bytes:
    collection = TTCollection()
    collection.fonts = [TTFont(font) for font in fonts]
    collection.save(stream := BytesIO())
    return stream.getvalue()


KINDS: dict[str, tuple[Path, Callable[[], bytes], str]] = {
    "otf": (CFF, CFF.read_bytes, ""),
    "woff": (TRUETYPE, lambda: as_flavor(TRUETYPE, "woff"), ""),
    "woff2": (TRUETYPE, lambda: as_flavor(TRUETYPE, "woff2"), ""),
    "woff2 of cff": (CFF, lambda: as_flavor(CFF, "woff2"), ""),
    "ttc": (TRUETYPE, lambda: as_collection(TRUETYPE, CFF), ""),
    "ttc, first": (TRUETYPE, lambda: as_collection(TRUETYPE, CFF), LATIN),
    "ttc, second": (CFF, lambda: as_collection(TRUETYPE, CFF), JAPANESE),
    "otc, by PostScript name": (CFF, lambda: as_collection(CFF), "NotoSansCJKjp-Regular"),
}


def draw(font: bytes, letter: str) -> Image.Image:
    """A letter as FreeType draws it, which reads all formats."""
    picture = Image.new("L", (240, 240), 255)
    typeface = ImageFont.truetype(BytesIO(font), 160)
    ImageDraw.Draw(picture).text((20, 200), letter, font=typeface, anchor="ls")
    return picture


@pytest.mark.parametrize("kind", KINDS)
def test_letters_keep_their_shape_and_width(kind: str) -> None:
    original, make, face_name = KINDS[kind]
    data, text = make(), TEXT + ("魔" if original is CFF else "ö")
    sparse = TTFontFace(BytesIO(convert_font(data, face_name)))
    glyphs = [sparse.charToGlyph[ord(letter)] for letter in text]
    converted = convert_font(data, face_name, glyphs)
    widths, metrics = TTFont(original).getBestCmap(), TTFont(original)["hmtx"]
    face = TTFontFace(BytesIO(converted))
    for letter in text:
        units = metrics[widths[ord(letter)]][0] * 1000 / TTFont(original)["head"].unitsPerEm
        assert face.charWidths[ord(letter)] == pytest.approx(units)
        before, after = draw(original.read_bytes(), letter), draw(converted, letter)
        assert ImageStat.Stat(before).mean[0] < 250
        assert ImageStat.Stat(ImageChops.difference(before, after)).mean[0] < 1.5


def test_only_the_glyphs_that_are_printed_are_converted() -> None:
    data = CFF.read_bytes()
    glyphs = TTFontFace(BytesIO(convert_font(data, ""))).charToGlyph
    font = TTFont(BytesIO(convert_font(data, "", [glyphs[ord("魔")]])))
    assert [font["glyf"][name].numberOfContours > 0 for name in font.getGlyphOrder()].count(
        True
    ) == 1
    assert font["maxp"].tableVersion == 0x00010000


def load(folder: Path, data: bytes, name: str = "x.font") -> Typeface:
    (folder / name.partition("#")[0]).write_bytes(data)
    (folder / "fonts.css").write_text(f'@font-face {{ font-family: X; src: url("{name}"); }}')
    return FontLibrary.load_folders((folder,)).get_typeface("X", 400)


def refusal(folder: Path, data: bytes, name: str = "x.font") -> str:
    with pytest.raises(Failure) as caught:
        load(folder, data, name)
    assert caught.value.exit_code is ExitCode.RULES
    return str(caught.value).replace(f"{folder}/", "")


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_of_each_kind_is_refused_in_words(kind: str, tmp_path: Path) -> None:
    _, make, _ = KINDS[kind]
    said = refusal(tmp_path, make()[:600])
    assert said.startswith("x.font: error: is not a valid font: ")
    assert "use a valid font file: .ttf, .otf," in said


def test_a_face_that_a_collection_lacks_is_refused_with_those_it_has(tmp_path: Path) -> None:
    said = refusal(tmp_path, as_collection(TRUETYPE, CFF), "x.ttc#Noto Sans CJK XX")
    assert "it has no face Noto Sans CJK XX, only" in said
    assert JAPANESE in said


def test_a_small_file_that_decompresses_to_a_huge_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not decompressed beyond the limit, here 4 MiB."""
    monkeypatch.setattr(font_formats, "MAX_UNPACKED_BYTES", 4 << 20)
    huge = bytes((4 << 20) + 100)
    packed = zlib.compress(huge, 9)
    # WOFF 1.0, 3 and 4: a header of 44 bytes and an entry of 20 for each table.
    header = struct.pack(">4s4sIHHI24x", b"wOFF", b"\0\1\0\0", 64 + len(packed), 1, 0, len(huge))
    woff = header + struct.pack(">4s4I", b"name", 64, len(packed), len(huge), 0) + packed
    # WOFF2, 4: a header of 48 bytes. Table 5 is name, and its length has seven bits in a byte.
    packed, length = brotli.compress(huge), len(huge)
    digits = bytes(0x80 | length >> shift & 0x7F for shift in (21, 14, 7)) + bytes([length & 0x7F])
    size = 48 + 1 + len(digits) + len(packed)
    header = struct.pack(">4s4sIHHII24x", b"wOF2", b"\0\1\0\0", size, 1, 0, length, len(packed))
    woff2 = header + b"\x05" + digits + packed
    for data in (woff, woff2):
        assert len(data) < 10_000
        said = refusal(tmp_path, data)
        assert "it has 4,194,304 bytes or more when decompressed" in said


def test_keywords_are_weights(tmp_path: Path) -> None:
    """CSS Fonts 3, 4.4: normal is 400, and bold is 700."""
    (tmp_path / "x.ttf").write_bytes(TRUETYPE.read_bytes())
    source = "src: url(x.ttf) format('truetype'); font-display: swap;"
    rules = ("font-weight: normal", "font-weight: BOLD", "font-weight: bold; font-style: italic")
    (tmp_path / "fonts.css").write_text(
        "".join(f"@font-face {{ font-family: X; {source} {rule}; }}" for rule in rules)
    )
    fonts = FontLibrary.load_folders((tmp_path,))
    assert fonts.get_typeface("X", 400).weight == 400
    assert fonts.get_typeface("X", 700).weight == 700
    assert fonts.get_typeface("X", 700, "italic").style == "italic"


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_font_of_each_format_is_kerned(flavor: str, tmp_path: Path) -> None:
    """The layout tables of the file are kept: pairs have the advances of hb-shape."""
    (tmp_path / "x.font").write_bytes(as_flavor(TRUETYPE, flavor))
    (tmp_path / "fonts.css").write_text('@font-face { font-family: X; src: url("x.font"); }')
    converted = FontLibrary.load_folders((tmp_path,)).get_typeface("X", 400)
    bundled = FontLibrary.load_folders((get_fonts_folder(),)).get_typeface("Archivo Narrow", 400)
    for word in ("AV", "To", "Type"):
        advance = bundled.measure(word, 1000)
        assert converted.measure(word, 1000) == pytest.approx(advance)
        assert advance < sum(bundled.measure(letter, 1000) for letter in word)
