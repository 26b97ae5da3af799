"""Letters that run together are found. Ligatures and kerned letters are not taken for them."""

import pypdfium2
import pytest
from msgspec.structs import replace
from press_sample import FONTS, document, one_page, run

from printgen.face.face import TextRun
from printgen.face_checks.texts import MIN_LETTER_ADVANCE
from printgen.press.writing.pdf import write_pdf
from printgen.proof.reading.page_objects import PaintedText
from printgen.proof.reading.pdfium_reader import PageObjectReader

FAMILIES = (("IBM Plex Sans Condensed", 700), ("Alegreya", 400), ("Roboto Condensed", 400))


def read_text(item: TextRun) -> PaintedText:
    """The text of a print of one run, as the proof reads it."""
    with pypdfium2.PdfDocument(write_pdf(one_page(item), document())) as opened:
        inks = PageObjectReader(opened[0]).read_objects()
    (read,) = (found for ink in inks for found in ink.texts if found.size == 20)
    return read


@pytest.mark.parametrize("angle", [0.0, 90.0])
@pytest.mark.parametrize(("family", "weight"), FAMILIES)
@pytest.mark.parametrize("text", ["office", "AVAV", "To Te", "T.", "“A”", "7/4", "fly", "r’s"])
def test_shaped_letters_are_far_enough(text: str, family: str, weight: int, angle: float) -> None:
    typeface = FONTS.get_typeface(family, weight)
    read = read_text(run(40, 40, text, None, typeface=typeface, size=20, angle=angle))
    assert read.text == text
    assert read.closest >= MIN_LETTER_ADVANCE


@pytest.mark.parametrize("angle", [0.0, 90.0])
@pytest.mark.parametrize(("family", "weight"), [*FAMILIES, ("Libre Caslon Text", 700)])
@pytest.mark.parametrize("text", ["wolf’s", "“of”", "f“x", "(jig)", "gj", "fX f*"])
def test_letters_that_kerning_moves_apart_are_no_two_words(
    text: str, family: str, weight: int, angle: float
) -> None:
    typeface = FONTS.get_typeface(family, weight)
    item = run(40, 40, text, None, typeface=typeface, size=20, angle=angle)
    assert read_text(item).text == text


@pytest.mark.parametrize(("family", "weight"), FAMILIES)
@pytest.mark.parametrize("text", ["ab", "ba", "17", "11", "oo", "fi"])
def test_two_letters_in_one_place_are_found(text: str, family: str, weight: int) -> None:
    """Also equal ones, which look like one: 11 would be read as 1."""
    typeface = FONTS.get_typeface(family, weight)
    tracking = -typeface.measure(text[0], 20)
    item = run(40, 40, text, None, typeface=typeface, size=20, tracking=tracking)
    # CSS Text 3, 7.2: letters that are set closer form no ligature.
    read = read_text(replace(item, features=(("kern", 0), ("liga", 0))))
    assert read.text != text or read.closest < MIN_LETTER_ADVANCE


@pytest.mark.parametrize("text", ["OX", "To", "AV"])
@pytest.mark.parametrize("spacing", [0.12, 0.17, 0.3])
def test_a_pair_of_letters_may_be_set_apart(text: str, spacing: float) -> None:
    """Such as the small capitals of a name with letter-spacing."""
    typeface = FONTS.get_typeface("Alegreya", 400)
    item = run(40, 40, text, None, typeface=typeface, size=20, tracking=20 * spacing)
    assert read_text(item).text == text
