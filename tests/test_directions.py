"""Directions of letters, as UAX #9 gives them, and the places of the parts of a line."""

import pytest

from printgen.directions import find_base_level, find_embedding_levels
from printgen.face.fonts import FontLibrary
from printgen.layout.flow.line_breaking import Paragraph
from printgen.layout.flow.text_pieces import TextPiece, TextStyle
from printgen.system.bundled import get_fonts_folder

REGULAR = FontLibrary.load_folders((get_fonts_folder(),)).get_typeface(
    "IBM Plex Sans Condensed", 400
)


@pytest.mark.parametrize(
    ("text", "base", "levels"),
    [
        ("abc", 0, "000"),
        ("אבג", 1, "111"),
        ("a אב b", 0, "001100"),
        ("אב 12 ג", 1, "1112211"),
        ("אב HP 5.", 1, "11122221"),
        ("ab אב 12", 0, "00011122"),
        ("אב 1.5%", 1, "1112222"),
        ("عد 3,4", 1, "111222"),
        ("(אב)", 1, "1111"),
        ("אב (2d6) ABC", 1, "111122211222"),
        ("אב [a (b] c) d", 1, "11112222112222"),
        ("אב (a) ג", 1, "11112111"),
        ("12-15 אב", 1, "22222111"),
        ("אָב", 1, "111"),
        ("a אָ", 0, "0011"),
        ("عَ 2%", 1, "11121"),
        ("אב - 5", 0, "111112"),
    ],
)
def test_levels_are_those_of_the_standard(text: str, base: int, levels: str) -> None:
    assert "".join(map(str, find_embedding_levels(text, base))) == levels


@pytest.mark.parametrize(("text", "base"), [("12 (אב", 1), ("a אב", 0), ("٣ - ع", 1), ("12", 0)])
def test_the_first_letter_decides_the_direction(text: str, base: int) -> None:
    assert find_base_level(text) == base


def spans_of(text: str, direction: str) -> list[tuple[str, float]]:
    """Each part of a line in the order of the text, and its place."""
    style = TextStyle(REGULAR, 10.0, 0.0, (0, 0, 0), 8.0, 4.0)
    paragraph = Paragraph([TextPiece(text, style)], direction)
    (line,) = paragraph.break_lines(999.0)
    return [(span.text, span.x) for span in paragraph.build_line(*line, 8.0, 4.0).spans]


def test_the_parts_of_a_line_keep_their_order_and_have_their_places() -> None:
    """The first part of a text from right to left is at the right."""
    parts = spans_of("אב 12 ab", "rtl")
    assert [text for text, _ in parts] == ["אב ", "12", " ", "ab"]
    places = [x for _, x in parts]
    assert places == sorted(places, reverse=True)
    assert places[-1] == 0.0
    assert [text for text, _ in spans_of("ab אב", "auto")] == ["ab ", "אב"]
    left, right = spans_of("ab אב", "ltr"), spans_of("ab אב", "rtl")
    assert left[0][1] == 0.0 < left[1][1]
    assert right[1][1] == 0.0 < right[0][1]
