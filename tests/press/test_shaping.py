"""Shaped text in the PDF: other readers find its letters, and its bytes are always the same."""

from io import BytesIO
from pathlib import Path
from unicodedata import normalize

import pypdfium2
import pytest
from msgspec.structs import replace
from press_sample import document, one_page, run
from pypdf import PdfReader
from pypdfium2 import raw

from printgen.face.face import TextRun
from printgen.face.fonts import FontLibrary
from printgen.press.writing.pdf import write_pdf

SCRIPT_FONTS = Path(__file__).parents[1] / "fonts"


def script_run(script: str, text: str, *, is_rtl: bool = False) -> TextRun:
    """A run in a font of tests/fonts."""
    font = FontLibrary.load_folders((SCRIPT_FONTS / f"Noto{script}.ttf",))
    typeface = font.get_typeface(f"Noto{script}", 400)
    return replace(run(5, 10, text, typeface=typeface, size=20), is_rtl=is_rtl)


@pytest.mark.parametrize(
    ("script", "text", "is_rtl"),
    [
        ("", "Office of the AV, fly", False),
        ("Devanagari", "क्षत्रिय दृष्टि", False),
        ("Thai", "ผู้กล้า", False),
        ("Hebrew", "הַקְּלָף", True),
        ("Arabic", "العدوّ ألا", True),
    ],
)
def test_other_readers_find_the_letters_of_ligatures_and_marks(
    script: str, text: str, is_rtl: bool
) -> None:
    """One code for each cluster, which says all of its letters; TJ kerns."""
    text = normalize("NFC", text)
    item = script_run(script, text, is_rtl=is_rtl) if script else run(5, 10, text, size=20)
    data = write_pdf(one_page(item), document())
    with pypdfium2.PdfDocument(data) as opened:
        page = opened[0].get_textpage()
        count = raw.FPDFText_CountChars(page.raw)
        letters = [chr(raw.FPDFText_GetUnicode(page.raw, index)) for index in range(count)]
    assert normalize("NFC", "".join(letters)).split() == text.split()
    if not is_rtl:
        assert PdfReader(BytesIO(data)).pages[0].extract_text().split() == text.split()


def test_an_earlier_print_changes_no_bytes() -> None:
    """Fonts are shared by all prints of a process, and so are the codes of their clusters."""
    texts = [("Devanagari", "क्षत्रिय दृष्टि"), ("Devanagari", "योद्धा"), ("Devanagari", "दृष्टि को क्ष")]
    items = [script_run(*pair) for pair in texts]
    shared = items[0].typeface
    items = [replace(item, typeface=shared) for item in items]
    latin = [run(5, 20, "Office AV fly"), run(5, 30, "fly To AV")]
    first = write_pdf(one_page(items[2], latin[1]), document())
    write_pdf(one_page(items[0], items[1], latin[0]), document())
    assert write_pdf(one_page(items[2], latin[1]), document()) == first
    fresh = script_run(*texts[2])
    assert write_pdf(one_page(fresh, latin[1]), document()) == first
