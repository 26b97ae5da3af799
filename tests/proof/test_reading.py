"""What the reader makes of operators, fonts and outlines, against literals and other readers."""

from collections.abc import Iterator
from io import BytesIO

import pytest
import sample
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ArrayObject, ByteStringObject, ContentStream, NameObject, TextStringObject

from printgen.proof.fields import joined, says
from printgen.proof.fonts import PrintFont
from printgen.proof.geometry import Box
from printgen.proof.interpret import interpret
from printgen.proof.layers import contrast
from printgen.proof.lex import Unreadable, operations
from printgen.proof.manifest import Slot
from printgen.proof.match import Found
from printgen.proof.outlines import holds, touches
from printgen.proof.painted import Painted, Run, Shape
from printgen.proof.resources import Form

FONT = PrintFont(
    "F", "TrueType", True, True, {65: "A", 66: "B", 32: " "}, {65: 500, 66: 600, 32: 250}
)
TOP_LEFT = (25.4 / 72, 0, 0, -25.4 / 72, 0, 297.0)


class Names:
    """One font under every name, and no picture but one form."""

    def font(self, name: str) -> PrintFont | None:
        return FONT

    def picture(self, name: str) -> Form | str | None:
        return None

    def state(self, name: str) -> tuple[str, ...] | None:
        return None


def painted(stream: bytes, points: bool = True) -> Painted:
    """What a stream paints, in points from the bottom left unless asked otherwise."""
    return interpret(stream, Names(), (1, 0, 0, 1, 0, 0) if points else TOP_LEFT)


def plain(operand: object) -> object:
    """A pypdf operand as the lexer gives it."""
    if isinstance(operand, NameObject):
        return str(operand)[1:]
    if isinstance(operand, ArrayObject):
        return [plain(part) for part in operand]
    if isinstance(operand, ByteStringObject):
        return bytes(operand)
    if isinstance(operand, TextStringObject):
        return operand.original_bytes
    return float(operand)  # type: ignore[arg-type]


@pytest.mark.parametrize("print_", ["deck", "deck-backs", "sheet", "markers", "roster"])
def test_the_lexer_reads_pages_as_pypdf_does(print_: str) -> None:
    """Every operator and operand of every page, by two readers."""
    reader = PdfReader(BytesIO(sample.pdf(print_)))
    count = 0
    for page in reader.pages:
        ours = list(operations(page["/Contents"].get_data()))
        theirs = ContentStream(page["/Contents"].get_object(), reader).operations
        assert [name for name, _ in ours] == [name for _, name in theirs]
        for (_, mine), (others, _) in zip(ours, theirs, strict=True):
            assert mine == [plain(operand) for operand in others]
        count += len(ours)
    assert count > 100


@pytest.mark.parametrize(
    ("stream", "read"),
    [
        (b"1 -2 +3 .5 -.5 4. m", [(b"m", [1.0, -2.0, 3.0, 0.5, -0.5, 4.0])]),
        (b"(a\\)b\\(c)Tj", [(b"Tj", [b"a)b(c"])]),
        (b"(a(b)c) Tj", [(b"Tj", [b"a(b)c"])]),
        (b"(\\101\\60\\0012\\n\\\\) Tj", [(b"Tj", [b"A0\x012\n\\"])]),
        (b"(a\\\r\nb\r\nc) Tj", [(b"Tj", [b"ab\nc"])]),
        (b"<48 65 6C6> Tj", [(b"Tj", [b"Hel`"])]),
        (b"[(A) -250 <42>]TJ", [(b"TJ", [[b"A", -250.0, b"B"]])]),
        (b"/N#41me gs % (comment\n/F1 7 Tf", [(b"gs", ["NAme"]), (b"Tf", ["F1", 7.0])]),
        (b"/Span <</MCID 0 /X [1 <</Y 2>>]>> BDC EMC", [(b"BDC", ["Span", None]), (b"EMC", [])]),
        (b"0 0 m\0q\x0cQ", [(b"m", [0.0, 0.0]), (b"q", []), (b"Q", [])]),
        (b"() ' f* b*", [(b"'", [b""]), (b"f*", []), (b"b*", [])]),
        (b"true false null foo", [(b"foo", [None, None, None])]),
        (b"BI /W 1 ID \xff\xfe(((", [(b"BI", [])]),
    ],
)
def test_the_lexer_reads_the_syntax(stream: bytes, read: list) -> None:
    """Numbers, strings, names, arrays, dictionaries and comments as the format has them."""
    assert list(operations(stream)) == read


@pytest.mark.parametrize(
    "stream",
    [
        b"(a Tj",
        b"<4G> Tj",
        b"] TJ",
        b">> gs",
        b"[1 m]",
        b"1 2",
        b"{ }",
        b"1..2 w",
        b"--1 w",
        b"0 0m",
        b"1x2 w",
        b"- w",
        b"1e9 w",
        b"-inf w",
        b"1_0 w",
        b"\x80",
    ],
)
def test_the_lexer_guesses_at_nothing(stream: bytes) -> None:
    """What breaks the syntax ends the stream."""
    with pytest.raises(Unreadable):
        list(operations(stream))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(stream: bytes) -> None:
    """The lexer and the interpreter never raise anything else."""
    result = painted(stream)
    assert result.followed or result.faults


def runs(stream: bytes) -> Iterator[tuple[str, float, float, float, float, float]]:
    """Text, place, width, size and angle of each run."""
    for item in painted(stream).items:
        if isinstance(item, Run):
            size = item.size * 25.4 / 72
            yield tuple(  # type: ignore[misc]
                round(value, 3) if isinstance(value, float) else value
                for value in (item.text, item.x, item.y, item.width, size, item.angle)
            )


@pytest.mark.parametrize(
    ("stream", "wanted"),
    [
        (b"BT /F 10 Tf 5 7 Td (AB) Tj ET", [("AB", 5, 7, 11, 10, 0)]),
        (b"BT /F 10 Tf 5 7 Td (A) Tj (B) Tj ET", [("A", 5, 7, 5, 10, 0), ("B", 10, 7, 6, 10, 0)]),
        (b"BT /F 10 Tf [(A) -500 (B)] TJ ET", [("AB", 0, 0, 16, 10, 0)]),
        (
            b"BT /F 10 Tf 2 Tc 3 Tw (A B) Tj (A) Tj ET",
            [("A B", 0, 0, 22.5, 10, 0), ("A", 22.5, 0, 7, 10, 0)],
        ),
        (b"BT /F 10 Tf 200 Tz (A) Tj ET", [("A", 0, 0, 10, 10, 0)]),
        (
            b"BT /F 10 Tf 12 TL 1 1 Td (A) Tj T* (A) Tj ET",
            [("A", 1, 1, 5, 10, 0), ("A", 1, -11, 5, 10, 0)],
        ),
        (
            b"BT /F 10 Tf 1 20 Td 3 -12 TD (A) Tj T* (B) Tj ET",
            [("A", 4, 8, 5, 10, 0), ("B", 4, -4, 6, 10, 0)],
        ),
        (
            b"BT /F 10 Tf 12 TL (A) ' 1 2 (A B) \" ET",
            [("A", 0, -12, 5, 10, 0), ("A B", 0, -24, 20.5, 10, 0)],
        ),
        (b"BT /F 10 Tf 4 Ts (A) Tj 0 Ts (A) Tj ET", [("A", 0, 4, 5, 10, 0), ("A", 5, 0, 5, 10, 0)]),
        (
            b"BT /F 10 Tf 0 1 -1 0 3 4 Tm (A) Tj (B) Tj ET",
            [("A", 3, 4, 5, 10, 90), ("B", 3, 9, 6, 10, 90)],
        ),
        (b"2 0 0 2 10 20 cm BT /F 10 Tf 1 1 Td (A) Tj ET", [("A", 12, 22, 10, 20, 0)]),
        (b"q 2 0 0 2 0 0 cm Q BT /F 10 Tf (A) Tj ET", [("A", 0, 0, 5, 10, 0)]),
        (b"BT /F 1 Tf 10 0 0 10 5 5 Tm (A) Tj ET", [("A", 5, 5, 5, 10, 0)]),
        (b"BT /F 10 Tf q (A) Tj Q (B) Tj ET", [("A", 0, 0, 5, 10, 0), ("B", 5, 0, 6, 10, 0)]),
    ],
)
def test_text_operators_place_text(stream: bytes, wanted: list) -> None:
    """Where, how wide, how large and how turned, by hand from ISO 32000-1, 9.3 and 9.4."""
    assert list(runs(stream)) == wanted


def test_mm_run_down_from_the_top_left() -> None:
    """A baseline 72 points above the bottom of A4 lies 271.6 mm down; turns go clockwise."""
    (run,) = painted(b"BT /F 10 Tf 0 1 -1 0 72 72 Tm (A) Tj ET", points=False).items
    assert isinstance(run, Run)
    assert (round(run.x, 2), round(run.y, 2), round(run.angle)) == (25.4, 271.6, -90)
    assert round(run.size, 6) == 10
    assert run.even


def test_an_unknown_code_reads_as_no_character() -> None:
    """It is not left out."""
    assert [run[0] for run in runs(b"BT /F 1 Tf (AxB) Tj ET")] == ["A\ufffdB"]


def shape(stream: bytes) -> Shape:
    """The one shape that a stream paints."""
    (item,) = painted(stream).items
    assert isinstance(item, Shape)
    return item


@pytest.mark.parametrize(
    ("stream", "touched", "missed"),
    [
        (b"10 10 20 5 re f", Box(12, 12, 13, 13), Box(31, 10, 40, 15)),
        (b"0 0 m 30 0 l 0 30 l h f", Box(1, 1, 5, 5), Box(20, 20, 25, 25)),
        (b"0 0 m 30 0 l 0 30 l f", Box(14, 14, 18, 18), Box(20, 20, 25, 25)),
        (b"2 w 0 0 m 30 30 l S", Box(14, 15, 15, 16), Box(1, 20, 8, 28)),
        (b"2 w 0 0 m 30 0 l 30 30 l S", Box(29, 5, 40, 6), Box(10, 12, 14, 16)),
        (b"2 w 0 0 30 30 re S", Box(0.5, 5, 0.8, 6), Box(10, 10, 20, 20)),
        (b"0 0 30 30 re 10 10 10 10 re f*", Box(2, 2, 3, 3), Box(12, 12, 18, 18)),
        (b"15 0 m 35 20 -5 20 15 0 c f", Box(14, 8, 16, 10), Box(0, 0, 5, 5)),
    ],
)
def test_outlines_touch_what_they_paint(stream: bytes, touched: Box, missed: Box) -> None:
    """Fills by their rule, strokes by their width, open paths without their closing edge."""
    painted_shape = shape(stream)
    assert touches(painted_shape, touched)
    assert not touches(painted_shape, missed)


def test_the_two_fill_rules_differ_where_an_outline_winds_twice() -> None:
    """Nonzero fills the middle of two rings in one direction, even-odd leaves it."""
    rings = (
        ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)),
        ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)),
    )
    assert holds(rings, (15, 15), even_odd=False)
    assert not holds(rings, (15, 15), even_odd=True)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ((0, 0, 0), (1, 1, 1), 21.0),
        ((1, 1, 1), (1, 1, 1), 1.0),
        ((0x77 / 255, 0x77 / 255, 0x77 / 255), (1, 1, 1), 4.48),
        ((0x76 / 255, 0x76 / 255, 0x76 / 255), (1, 1, 1), 4.54),
        ((0, 0, 1), (1, 1, 1), 8.59),
    ],
)
def test_contrast_is_that_of_the_guidelines(
    one: tuple[float, float, float], other: tuple[float, float, float], ratio: float
) -> None:
    """Figures as published calculators give them."""
    assert round(contrast(one, other), 2) == ratio


@pytest.mark.parametrize(
    ("printed", "text", "same"),
    [
        ("7", "7", True),
        ("7", "1", False),
        ("−1", "-1", False),
        ("Miss", "Miss", True),
        ("MISS", "Miss", True),
        ("miss", "Miss", False),
        ("ACCURATE (−1)", "Accurate (−1)", True),
        ("two\nlines", "two lines", True),
        ("two\nlines", "twolines", False),
        ("half-\nopen", "half-open", True),
        ("half-\nopen", "half- open", True),
        ("half-\nopen\nend", "half-open end", True),
        ("half-\nopen\nend", "half-openend", False),
        ("a-b", "a- b", False),
        ("12", "1 2", False),
        ("", "7", False),
    ],
)
def test_a_field_says_what_the_rules_say_or_does_not(printed: str, text: str, same: bool) -> None:
    """Lines break at spaces and after hyphens; words may be capitals; nothing else is forgiven."""
    assert says(printed, text) is same


def test_runs_are_joined_by_where_they_stand() -> None:
    """A gap on a line is a space, a touch is none, another line is a break."""

    def found(text: str, x: float, y: float, width: float) -> Found:
        run = Run(text, x, y, width, 10, 0, None, 0, FONT, Box(0, 0, 0, 0), False, True)
        return Found(Slot("f", x, y, width, 10, 0), x, y, run)

    parts = [
        found("Hold ", 0, 0, 9),
        found("it", 9, 0, 3),
        found("now", 14, 0, 5),
        found("!", 0, 4, 1),
    ]
    assert joined(parts) == "Hold it now\n!"
