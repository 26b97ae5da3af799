"""Each kind of fault, seeded on the bytes of a clean print, is found and named.

Golden values are the law's: card 17 shows 8 → 1, 9 → 8, 10 → 7, 11 → 6, 12 → 5.
"""

import math
import zlib
from collections.abc import Callable
from io import BytesIO

import pikepdf
import pytest
import sample
import seed
from msgspec.structs import replace
from pikepdf import Name
from seed import MM, Page, op, seeded

from printgen.face.face import Drawing, Face, PlacedMark, Segment, Shape, TextRun
from printgen.geometry import Matrix
from printgen.problems import Severity
from printgen.proof.proof import MAX_PROBLEMS, proof_pdf

CARD = "A-17"
FIELD = "selection.s9"
TEN = "selection.s10.label"
NAMED = "deck A, card 17, selection.s9: error: "
TENTH = "deck A, card 17, selection.s10.label: error: "


def errors(pdf: bytes) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = proof_pdf(pdf, sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


def copied(field: str, source: str, face: str = CARD, giver: str = CARD) -> seed.Step:
    """Print in one field what another field prints."""

    def edit(page: Page) -> None:
        given = page.steps[page.show(giver, source)]
        page.steps[page.show(face, field)] = given

    return edit


def cut(field: str) -> seed.Step:
    """Leave out the first glyph of a field."""

    def edit(page: Page) -> None:
        index = page.show(CARD, field)
        page.steps[index] = op("Tj", pikepdf.String(bytes(page.steps[index].operands[0])[1:]))

    return edit


def dropped(page: Page) -> None:
    """A card taken out with its labels."""
    start, end = page.span(CARD)
    del page.steps[start : end + 1]


def emptied(page: Page) -> None:
    """A card taken out of its label."""
    start, end = page.span(CARD)
    del page.steps[start + 1 : end]


def swapped(page: Page) -> None:
    """Two cards in each other's labels."""
    first, second = page.span("A-16"), page.span(CARD)
    one, two = page.steps[first[0]], page.steps[second[0]]
    names = one.operands[1]["/N"], two.operands[1]["/N"]
    page.relabel("A-16", "", N="A-0")
    page.relabel(CARD, "", N=str(names[0]))
    page.relabel("A-0", "", N=str(names[1]))


def shifted(page: Page) -> None:
    start, _ = page.span(CARD)
    index = next(i for i in range(start, start + 4) if str(page.steps[i].operator) == "cm")
    operands = list(map(float, page.steps[index].operands))
    operands[4] += 5 * MM
    page.steps[index] = op("cm", *operands)


def moved(dx: float, dy: float, field: str = FIELD) -> seed.Step:
    """Move one field by mm, its label staying where it was."""

    def edit(page: Page) -> None:
        index = page.matrix(CARD, field)
        operands = list(map(float, page.steps[index].operands))
        operands[4] += dx * MM
        operands[5] -= dy * MM
        page.steps[index] = op("Tm", *operands)

    return edit


def tilted(degrees: float) -> seed.Step:
    """Turn one field."""

    def edit(page: Page) -> None:
        index = page.matrix(CARD, FIELD)
        *_, x, y = map(float, page.steps[index].operands)
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        page.steps[index] = op("Tm", cos, sin, -sin, cos, x, y)

    return edit


def stretched(page: Page) -> None:
    """Condense one field, its label staying as it was."""
    index = page.matrix(CARD, FIELD)
    *_, x, y = map(float, page.steps[index].operands)
    page.steps[index] = op("Tm", 0.99, 0, 0, 1, x, y)


def slanted(page: Page) -> None:
    index = page.matrix(CARD, FIELD)
    *_, x, y = map(float, page.steps[index].operands)
    page.steps[index] = op("Tm", 1, 0, 0.1, 1, x, y)


def labels_exchanged(page: Page) -> None:
    """Two labels round each other's texts."""
    one, other = page.field(CARD, FIELD)[0], page.field(CARD, "selection.s10")[0]
    page.steps[one], page.steps[other] = page.steps[other], page.steps[one]


def places_exchanged(one: str, other: str) -> seed.Step:
    """Two texts of a card, labels and all, set in each other's places."""

    def edit(page: Page) -> None:
        first, second = page.matrix(CARD, one), page.matrix(CARD, other)
        page.steps[first], page.steps[second] = page.steps[second], page.steps[first]
        places = page.at(CARD, one), page.at(CARD, other)
        for name, (x, y, *_), own in ((one, places[1], places[0]), (other, *places)):
            page.relabel(CARD, name, At=f"{x} {y} {' '.join(map(str, own[2:]))}")

    return edit


def foreign(page: Page) -> None:
    """Marked content of another program round a text and round a mark: it changes nothing."""
    for name in (FIELD, "suit.mark"):
        index = page.show(CARD, name)
        page.steps[index : index + 1] = [op("BMC", Name.Span), page.steps[index], op("EMC")]


def label_taken(page: Page) -> None:
    start, end = page.field(CARD, FIELD)
    del page.steps[end], page.steps[start]


def around(before: list, after: list) -> seed.Step:
    """Wrap one field's Tj."""
    return lambda page: page.around(CARD, FIELD, before, after)


def sized(size: float) -> seed.Step:
    """Set one field in another size."""

    def edit(page: Page) -> None:
        index = page.show(CARD, FIELD)
        font = next(s for s in page.steps[index::-1] if str(s.operator) == "Tf")
        page.around(CARD, FIELD, [op("Tf", font.operands[0], size)], [font])

    return edit


def spaced(by: float) -> seed.Step:
    """The two digits of a row's label, so many points nearer or farther than their font has it."""
    return lambda page: page.around(CARD, TEN, [op("Tc", by)], [op("Tc", 0)])


def kerned(by: float) -> seed.Step:
    """Its second digit moved towards the first, by thousandths of an em."""

    def edit(page: Page) -> None:
        index = page.show(CARD, TEN)
        one, two = (pikepdf.String(bytes([code])) for code in bytes(page.steps[index].operands[0]))
        page.steps[index] = op("TJ", pikepdf.Array([one, by, two]))

    return edit


def beside(kind: str) -> seed.Step:
    """A digit after a field, labelled as a template's own words."""

    def edit(page: Page) -> None:
        start, end = page.field(CARD, FIELD)
        x, y, width, *_ = page.at(CARD, FIELD)
        more = list(page.steps[start : end + 1])
        said = {"/At": f"{x + width} {y} {width} 7 0"}
        more[0] = op("BDC", Name(f"/{kind}"), pikepdf.Dictionary(said))
        index = next(i for i, step in enumerate(more) if str(step.operator) == "Tm")
        *turn, left, base = map(float, more[index].operands)
        more[index] = op("Tm", *turn, left + width * MM, base)
        page.steps[end + 1 : end + 1] = more

    return edit


def upside_down(page: Page) -> None:
    """A field turned round its middle, and its label with it."""
    x, y, width, size, _ = page.at(CARD, FIELD)
    tall = 0.68 * size / MM
    index = page.matrix(CARD, FIELD)
    *_, left, base = map(float, page.steps[index].operands)
    page.steps[index] = op("Tm", -1, 0, 0, -1, left + width * MM, base + tall * MM)
    page.relabel(CARD, FIELD, At=f"{x + width} {y - tall} {width} {size} 180")


def boxed(grey: float) -> seed.Step:
    """Paint a box over one field."""

    def edit(page: Page) -> None:
        page.over(CARD, op("g", grey), op("re", *page.box(CARD, FIELD, 0.3)), op("f"))

    return edit


def round_cover(page: Page) -> None:
    """A disc of curves over the field."""
    x, y, width, height = page.box(CARD, FIELD)
    cx, cy, r = x + width / 2, y + height / 2, 6
    k = r * 0.5523
    page.over(
        CARD,
        op("g", 1),
        op("m", cx + r, cy),
        op("c", cx + r, cy + k, cx + k, cy + r, cx, cy + r),
        op("c", cx - k, cy + r, cx - r, cy + k, cx - r, cy),
        op("c", cx - r, cy - k, cx - k, cy - r, cx, cy - r),
        op("c", cx + k, cy - r, cx + r, cy - k, cx + r, cy),
        op("f"),
    )


def overprinted(page: Page) -> None:
    """Another field's text over this one."""
    x, y, _, _ = page.box(CARD, FIELD)
    index = page.show(CARD, "selection.s12")
    font = next(s for s in page.steps[index::-1] if str(s.operator) == "Tf")
    shown = page.steps[index]
    page.over(CARD, op("BT"), font, op("Tm", 1, 0, 0, 1, x, y), shown, op("ET"))


def form_cover(page: Page) -> None:
    """A form XObject that paints a white box."""
    stream = page.pdf.make_stream(b"1 g 0 0 1 1 re f")
    stream.Type, stream.Subtype = Name.XObject, Name.Form
    stream.BBox, stream.Resources = [0, 0, 1, 1], pikepdf.Dictionary()
    page.page.Resources.XObject.Cover = stream
    x, y, width, height = page.box(CARD, FIELD, 0.3)
    page.over(CARD, op("cm", width, 0, 0, height, x, y), op("Do", Name.Cover))


def image_cover(page: Page) -> None:
    """An image over the field."""
    stream = page.pdf.make_stream(b"\xff")
    stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
    stream.Width, stream.Height, stream.BitsPerComponent = 1, 1, 8
    page.page.Resources.XObject.Cover = stream
    x, y, width, height = page.box(CARD, FIELD, 0.3)
    page.over(CARD, op("cm", width, 0, 0, height, x, y), op("Do", Name.Cover))


def clipped(page: Page) -> None:
    start, _ = page.span(CARD)
    y = page.at(CARD, FIELD)[1]
    clip = [op("re", 0, -(y - 1) * MM, 200, (y - 1) * MM), op("W"), op("n")]
    page.steps[start + 3 : start + 3] = clip


def marked(given: str, taker: str = "A-14") -> seed.Step:
    """A card with the mark of another card's suit, under its own label."""

    def edit(page: Page) -> None:
        drawing = page.steps[page.show(given, "suit.mark")]
        page.steps[page.show(taker, "suit.mark")] = drawing

    return edit


def no_mark(page: Page) -> None:
    del page.steps[page.show("A-14", "suit.mark")]


def barred(page: Page) -> None:
    """A mark under the label of a page's bar, which has no place on a face."""
    start, _ = page.field("A-14", "suit.mark")
    page.steps[start] = op("BMC", Name.Bar)


def moved_mark(page: Page) -> None:
    """A mark three millimetres beside its label's place."""
    page.around("A-14", "suit.mark", [op("cm", 1, 0, 0, 1, 3 * 20 / 2, 0)], [])


def stray(page: Page) -> None:
    index = page.show(CARD, FIELD)
    font = next(s for s in page.steps[index::-1] if str(s.operator) == "Tf")
    x, y, *_ = page.at(CARD)
    where = op("Tm", 1, 0, 0, 1, (x + 50) * MM, (page.height - y - 80) * MM)
    page.over(CARD, op("BT"), font, where, page.steps[index], op("ET"))


def twice(page: Page) -> None:
    """A field printed a second time, label and all."""
    start, end = page.field(CARD, FIELD)
    page.steps[end + 1 : end + 1] = page.steps[start : end + 1]


def margin_changed(page: Page) -> None:
    """The deck's letter in the margin replaced by the sheet's number."""
    page.steps[page.show("", "margin.deck")] = page.steps[page.show("", "margin.sheet")]


def margin_taken(page: Page) -> None:
    """No digest in the margin."""
    start, end = page.field("", "margin.digest")
    del page.steps[start : end + 1]


def unembedded(page: Page) -> None:
    for font in page.page.Resources.Font.values():
        if "/FontDescriptor" in font and "/FontFile2" in font.FontDescriptor:
            del font.FontDescriptor["/FontFile2"]
            return


def whole_font(page: Page) -> None:
    """Named as fonts are that are embedded whole."""
    for font in page.page.Resources.Font.values():
        if "+" in str(font.BaseFont):
            font.BaseFont = Name("/" + str(font.BaseFont).partition("+")[2])


def helvetica(page: Page) -> None:
    """The field in a font of the reader's own."""
    page.page.Resources.Font.Helv = pikepdf.Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica
    )
    around([op("Tf", Name.Helv, 7)], [])(page)


def unreadable_font(page: Page) -> None:
    for font in page.page.Resources.Font.values():
        if "/ToUnicode" in font:
            del font["/ToUnicode"]


def renamed_characters(page: Page) -> None:
    """A font that says of one digit's glyph that it is another digit."""
    for font in page.page.Resources.Font.values():
        if "/ToUnicode" in font:
            data = font.ToUnicode.read_bytes()
            font.ToUnicode = page.pdf.make_stream(data.replace(b"0038", b"0039"))


def reshaped(page: Page) -> None:
    """A font whose letters are drawn otherwise, packed anew."""
    descriptor = next(iter(page.page.Resources.Font.values())).FontDescriptor
    program = bytearray(descriptor.FontFile2.read_bytes())
    program[len(program) // 2] ^= 1
    descriptor.FontFile2 = page.pdf.make_stream(bytes(program))


def widened(page: Page) -> None:
    """A font that says of its letters that they are wider than they are drawn."""
    font = next(iter(page.page.Resources.Font.values()))
    font.Widths = pikepdf.Array([float(one) + 1 for one in font.Widths])


@pytest.mark.quick(every=7)
@pytest.mark.parametrize(
    "moved", [(1, 1), (2, 2), (1, 0), (0, -1), (0, 1), (-1, -1), (3, 0)], ids=str
)
def test_widths_of_other_codes_are_found(deck: bytes, moved: tuple[int, int]) -> None:
    """A shift by one gives each letter the width of the one before it."""

    def edit(page: Page) -> None:
        font = next(iter(page.page.Resources.Font.values()))
        font.FirstChar, font.LastChar = font.FirstChar + moved[0], font.LastChar + moved[1]

    assert any(CHANGED in line for line in errors(seeded(deck, edit)))


def with_paint(text: str, *boxes: tuple[float, ...], below: bool = False) -> list[str]:
    """The words that are wrong if boxes are painted over a word in 12 points, or below it.

    Each box has its left, top, width and height in mm from the baseline, then its colour.
    """
    word = sample.run(text, 40, 80, 12, None)
    shapes = tuple(
        Shape(sample._box(40 + left, 80 + top, width, height), tuple(colour))  # type: ignore[arg-type]
        for left, top, width, height, *colour in boxes
    )
    more = (*shapes, word) if below else (word, *shapes)

    def edit(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, *more))]

    found = errors(sample.pdf("deck", rows=("17",), edit=edit))
    return [line for line in found if f"“{text}”" in line]


WHITE = (255, 255, 255)


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("Quay", (-1, 0.15, 20, 2, *WHITE)),
        ("Quay", (-1, 0.15, 20, 2, 0, 0, 0)),
        ("(3)", (-1, 0.15, 20, 1, *WHITE)),
        ("1,5", (-1, 0.12, 20, 1, *WHITE)),
        ("gyp", (-1, 0.3, 20, 1, *WHITE)),
        ("ÅÉÑ", (-1, -4.2, 20, 1.0, *WHITE)),
        ("135", (-1, -3.05, 20, 0.25, *WHITE)),
        ("gyp", (-1, 0.4, 20, 0.5, 0, 0, 0)),
    ],
)
def test_paint_over_ink_outside_of_the_letters_block_is_found(
    text: str, box: tuple[float, ...]
) -> None:
    assert with_paint(text, box)


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("136", (-1, 0.3, 20, 1, *WHITE)),
        ("gyp", (-1, 1.2, 20, 1, *WHITE)),
        ("Aim gyp", (-1, 0.3, 7.5, 1, *WHITE)),
        ("136", (-1, -4.2, 20, 1.0, 0, 0, 0)),
    ],
)
def test_paint_next_to_ink_is_right(text: str, box: tuple[float, ...]) -> None:
    assert not with_paint(text, box)


@pytest.mark.parametrize(
    ("text", "box", "is_lost"),
    [
        ("8", (-1, -1.8, 9, 0.6, 0, 0, 0, 254), True),
        ("8", (-1, -1.8, 9, 0.6, 0, 0, 0, 230), True),
        ("−4", (0, -1.9, 2.2, 0.9, 0, 0, 0, 240), True),
        ("1.5", (-1, -0.8, 9, 1.2, 20, 20, 20, 254), True),
        ("136", (-1, -0.7, 20, 1, 0, 0, 0, 220), True),
        ("136", (-1, -0.45, 20, 0.4, 0, 0, 0, 254), True),
        ("gyp", (-1, 0.3, 20, 1.2, 0, 0, 0, 254), True),
        ("gyp", (-1, 0.4, 20, 0.4, 0, 0, 0, 254), False),
        ("Quay", (-1, 0.3, 20, 0.5, 0, 0, 0, 254), False),
        ("8", (-1, -1.8, 9, 0.6, 0, 0, 0, 60), False),
        ("136", (-1, 0.3, 20, 1, 0, 0, 0, 254), False),
        ("136", (-1, -3.6, 20, 5, 255, 255, 200, 240), False),
    ],
)
def test_a_part_of_a_text_on_dark_paint_is_found(
    text: str, box: tuple[float, ...], *, is_lost: bool
) -> None:
    """Of paint that is not opaque, only a rendering shows what it hides."""
    assert bool(with_paint(text, box, below=True)) == is_lost


def rounded(left: float, top: float, width: float, height: float) -> tuple[Segment, ...]:
    """A box whose corners are cut off, so that it does not fill its bounds."""
    right, bottom, cut = left + width, top + height, 1.0
    return (
        ("M", left + cut, top), ("L", right - cut, top), ("L", right, top + cut),
        ("L", right, bottom - cut), ("L", right - cut, bottom), ("L", left + cut, bottom),
        ("L", left, bottom - cut), ("L", left, top + cut), ("Z",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("place", "is_covered"),
    [
        ((5.6, -6.2, 9, 4.2), False),
        ((-8.9, -4, 9, 6), False),
        ((-2, 0.9, 12, 4), False),
        ((-2, -6, 12, 3.0), False),
        ((-2, 0.6, 12, 4), True),
        ((-2, -6, 12, 5.0), True),
        ((2.5, -3, 9, 6), True),
    ],
)
def test_a_rounded_shape_after_a_text_on_a_rule(
    place: tuple[float, float, float, float], *, is_covered: bool
) -> None:
    """The tails of the text cross the rule, which is painted before it."""
    word = sample.run("gyp", 40, 80, 12, None)
    rule = Shape(sample._box(39, 80.35, 12, 0.3), (0, 0, 0))
    left, top, width, height = place
    pill = Shape(rounded(40 + left, 80 + top, width, height), WHITE)

    def edit(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, rule, word, pill))]

    found = errors(sample.pdf("deck", rows=("17",), edit=edit))
    assert any("“gyp” has something painted over it" in line for line in found) == is_covered


@pytest.mark.parametrize(("top", "is_covered"), [(-1.9, True), (-6.0, False)])
def test_a_path_covers_only_what_it_paints(top: float, *, is_covered: bool) -> None:
    """A path of two bars, one of them 2 mm below a word; the other may be on it or above."""
    word = sample.run("136", 40, 80, 12, None)
    bars = [sample._box(39, 80 + y, 20, 1) for y in (top, 2)]
    path = Shape((*bars[0], *bars[1]), WHITE)

    def edit(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, word, path))]

    found = errors(sample.pdf("deck", rows=("17",), edit=edit))
    assert any("“136” has something painted over it" in line for line in found) == is_covered


@pytest.mark.parametrize("first", [0, 3])
@pytest.mark.parametrize(("right", "is_covered"), [(70, False), (90, True)])
def test_a_slanted_shape_covers_only_what_it_paints(
    right: float, first: int, *, is_covered: bool
) -> None:
    """The box of a shape with four sides is over a word; its slanted side may be above it.

    This side is the third or the last.
    """
    word = sample.run("136", 50, 80, 12, None)
    corners = (0.0, 60.0), (63.0, 60.0), (63.0, float(right)), (0.0, 84.0)
    start, *others = (*corners[first:], *corners[:first])
    slanted = Shape((("M", *start), *(("L", *corner) for corner in others), ("Z",)), WHITE)

    def edit(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, word, slanted))]

    found = errors(sample.pdf("deck", rows=("17",), edit=edit))
    assert any("“136” has something painted over it" in line for line in found) == is_covered


@pytest.mark.parametrize(("x", "is_covered"), [(40, True), (33, False)])
def test_a_drawing_covers_only_what_it_paints(x: float, *, is_covered: bool) -> None:
    """The box of a drawing of a triangle is over a word; its paint may be beside the word."""
    word = sample.run("136", 40, 80, 12, None)
    triangle = Shape((("M", 0.0, 0.0), ("L", 0.0, 10.0), ("L", 10.0, 10.0), ("Z",)), WHITE)
    drawing = PlacedMark(Drawing("triangle", 10, 10, (triangle,)), Matrix(e=x, f=75), None)

    def edit(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, word, drawing))]

    found = errors(sample.pdf("deck", rows=("17",), edit=edit))
    assert any("“136” has something painted over it" in line for line in found) == is_covered


def accented(ink: float) -> Callable[[list[Face]], list[Face]]:
    """A word with an accent on a capital, and a bar painted after it, so many em over its line."""
    word = sample.run("AÑO", 40, 80, 12, None)
    bar = Shape(sample._box(39, 80 - 12 / MM * ink - 0.4, 12, 0.4), (0, 0, 0))

    def edit(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, word, bar))]

    return edit


@pytest.mark.parametrize(("height", "hidden"), [(0.76, True), (0.95, False)])
def test_a_bar_over_an_accent_covers_its_text(height: float, hidden: bool) -> None:
    """The tilde of an Ñ stands over the height of a capital."""
    found = errors(sample.pdf("deck", rows=("17",), edit=accented(height)))
    assert [line.partition(", at")[0] for line in found] == [
        "deck A, card 17: error: “AÑO” has something painted over it"
    ] * hidden


def test_a_text_under_two_shapes_is_reported_once() -> None:
    def edit(faces: list[Face]) -> list[Face]:
        items = accented(0.76)(faces)[0].items
        frame = Shape(sample._box(39, 76, 12, 0.2), (0, 0, 0))
        return [replace(faces[0], items=(*items, frame))]

    assert len(errors(sample.pdf("deck", rows=("17",), edit=edit))) == 1


def link(page: Page) -> None:
    action = pikepdf.Dictionary(S=Name.URI, URI="http://example.invalid")
    annotation = pikepdf.Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 50, 50], A=action
    )
    page.page.Annots = page.pdf.make_indirect(pikepdf.Array([annotation]))


def with_page(**entries: object) -> seed.Step:
    """Change the page's dictionary; None takes an entry out."""

    def edit(page: Page) -> None:
        for key, value in entries.items():
            if value is None:
                del page.page.obj[f"/{key}"]
            else:
                page.page.obj[f"/{key}"] = value

    return edit


def with_root(change: Callable[[pikepdf.Dictionary], None]) -> seed.Step:
    """Change the catalogue."""
    return lambda page: change(page.pdf.Root)


def shorter_bar(page: Page) -> None:
    """Move the bar's last end, which is painted last of all, by a millimetre."""
    for name in ("m", "l"):
        index = max(i for i, step in enumerate(page.steps) if str(step.operator) == name)
        x, y = map(float, page.steps[index].operands)
        page.steps[index] = op(name, x - MM, y)


A4 = (0, 0, 595.276, 841.89)
CHANGED = "its glyphs or widths were changed after printgen embedded them"
OVER = "“8” has something painted over it"
UNSEEN = "“8” is not visible on the page"

FAULTS: dict[str, tuple[seed.Step, tuple[str, ...]]] = {
    "a wrong digit": (
        copied(FIELD, "selection.s11"),
        (f"{NAMED}prints “6”; the rules say “8”",),
    ),
    "a wrong sign": (
        cut("accuracy.accurate_in_clear.modifier"),
        ("card 17, accuracy.accurate_in_clear.modifier: error: prints “1”; the rules say “−1”",),
    ),
    "a dropped card": (dropped, ("deck A, card 17: error: is not printed; the rules have it",)),
    "an emptied card": (emptied, ("deck A, card 17: error: is not printed",)),
    "swapped cards": (
        swapped,
        (
            "deck A, card 17, card: error: prints “16”; the rules say “17”",
            "deck A, card 16, card: error: prints “17”; the rules say “16”",
        ),
    ),
    "a card shifted by 5 mm": (
        shifted,
        ("deck A, card 17, card: error: “17” is 5.0 mm right of its place",),
    ),
    "a field shifted by 5 mm": (moved(0, 5), (f"{NAMED}“8” is 5.0 mm below its place",)),
    "a field shifted by 0.5 mm": (
        moved(-0.5, 0),
        (f"{NAMED}“8” is 0.5 mm left of its place",),
    ),
    "a field off the page": (
        moved(-400, 0),
        (f"{NAMED}“8” is 400.0 mm left of its place", "runs over the edge of its face"),
    ),
    "labels exchanged": (
        labels_exchanged,
        (
            f"{NAMED}prints “7”; the rules say “8”",
            "card 17, selection.s10: error: prints “8”; the rules say “7”",
        ),
    ),
    "a label taken away": (
        label_taken,
        (
            f"{NAMED}is not printed; the rules say “8”",
            "deck A, card 17: error: prints “8”, which belongs to no field",
        ),
    ),
    "row labels exchanged": (
        places_exchanged("selection.s9.label", "selection.s10.label"),
        ("card 17, selection.s9: error: “8” is next to “10” (selection.s10.label); it belongs",),
    ),
    "titles exchanged": (
        places_exchanged("accuracy.title", "repair.title"),
        (("card 17, accuracy.title: error: “Accuracy” is below or to the right of its own field"),),
    ),
    "a label without its place": (
        lambda page: page.relabel(CARD, FIELD, At=""),
        (f"{NAMED}is not printed; the rules say “8”",),
    ),
    "a face without its place": (
        lambda page: page.relabel(CARD, "", At="nan nan"),
        ("deck A, card 17: error: is not printed; the rules have it",),
    ),
    "white on white": (around([op("g", 1)], [op("g", 0)]), (f"{NAMED}{UNSEEN}",)),
    "1 pt text": (sized(1), (f"{NAMED}“8” is 1.00 pt high, too small to read",)),
    "larger text": (sized(7.5), (f"{NAMED}“8” is 7.50 pt high; it was set in 7 pt",)),
    "invisible text": (
        around([op("Tr", 3)], [op("Tr", 0)]),
        (f"{NAMED}“8” is printed invisible", f"{NAMED}{UNSEEN}"),
    ),
    "outlined text": (
        around([op("Tr", 1)], [op("Tr", 0)]),
        (f"{NAMED}“8” is printed as an outline",),
    ),
    "turned text": (tilted(90), (f"{NAMED}“8” is turned",)),
    "condensed text": (stretched, (f"{NAMED}“8” is stretched or slanted",)),
    "slanted text": (slanted, (f"{NAMED}“8” is stretched or slanted",)),
    "tilted text": (tilted(2), (f"{NAMED}“8” is turned -2.0°; it was set at 0°",)),
    "letters out of order": (spaced(-8), (f"{TENTH}“10” is set so close",)),
    "letters that run together": (spaced(-1.8), (f"{TENTH}“10” is set so close",)),
    "a letter pulled back": (kerned(1000), (f"{TENTH}“10” is set so close",)),
    "a letter pushed away": (kerned(-150), (f"{TENTH}prints “1 0”",)),
    "a template's digit after a value": (
        beside("Words"),
        (f"{NAMED}“8”, from the template, is so near “8” that it looks like part of it",),
    ),
    "a number upside down": (upside_down, (f"{NAMED}“8” is upside down",)),
    "a white box over a field": (boxed(1), (f"{NAMED}{OVER}", f"{NAMED}{UNSEEN}")),
    "a black box over a black field": (boxed(0), (f"{NAMED}{OVER}",)),
    "a disc over a field": (round_cover, (f"{NAMED}{OVER}",)),
    "other text over a field": (
        overprinted,
        (
            f"{NAMED}“8” has “5” printed over it",
            "deck A, card 17: error: prints “5”, which belongs to no field",
        ),
    ),
    "a form over a field": (form_cover, (f"{NAMED}{OVER}",)),
    "an image over a field": (image_cover, (f"{NAMED}{OVER}",)),
    "a clip": (clipped, (f"{NAMED}“8” is cut off by a clipping path",)),
    "a wrong suit mark": (
        marked("A-13"),
        ("deck A, card 14, suit.mark: error: prints the mark of “spades”; the rules say “hearts”",),
    ),
    "no suit mark": (
        no_mark,
        ("deck A, card 14, suit.mark: error: the mark is not printed; the rules say “hearts”",),
    ),
    "a mark under a label without a place": (
        barred,
        ("deck A, card 14, suit.mark: error: the mark is not printed; the rules say “hearts”",),
    ),
    "a moved suit mark": (moved_mark, ("deck A, card 14, suit.mark: error: the mark is at",)),
    "stray text": (stray, ("card 17: error: prints “8”, which belongs to no field",)),
    "a field twice": (twice, (f"{NAMED}“8” has “” printed over it",)),
    "a changed margin": (
        margin_changed,
        ("page 1, margin.deck: error: prints “Sheet 1 of 2”; it should say “Deck A”",),
    ),
    "a margin without its digest": (
        margin_taken,
        ("page 1, margin.digest: error: is not printed; it should say “rules ",),
    ),
    "a font that is not embedded": (unembedded, ("is not embedded",)),
    "a font embedded whole": (
        whole_font,
        ("IBMPlexSansCond-Bold: error: is embedded whole, not as a subset",),
    ),
    "a reader's own font": (
        helvetica,
        ("deck, font Helvetica: error: is not embedded", "selection.s9: error: prints"),
    ),
    "a font without characters": (
        unreadable_font,
        ("does not map its glyphs to characters", "card 9, rank: error: prints"),
    ),
    "a font drawn otherwise": (reshaped, (CHANGED,)),
    "a font of other widths": (widened, (CHANGED,)),
    "a font that misnames its glyphs": (
        renamed_characters,
        (f"{NAMED}prints “9”; the rules say “8”",),
    ),
    "a line at the page's edge": (
        lambda page: page.over(CARD, op("w", 1), op("m", 2, 300), op("l", 2, 400), op("S")),
        ("page 1: error: paints at 0.", "less than 5 mm from the page's edge"),
    ),
    "a bar of another length": (
        shorter_bar,
        ("page 1, margin.bar: error: its text is not in the middle of a bar of 50 mm",),
    ),
    "a link": (link, ("page 1: error: the page has an annotation of type Link",)),
    "a turned page": (with_page(Rotate=90), ("page 1: error: the page has /Rotate 90",)),
    "a page with its own unit": (
        with_page(UserUnit=2),
        ("page 1: error: the page has /UserUnit 2",),
    ),
    "no TrimBox": (with_page(TrimBox=None), ("page 1: error: has no TrimBox",)),
    "a TrimBox that is the page": (
        with_page(TrimBox=pikepdf.Array(A4)),
        ("page 1: error: its TrimBox 0.0, 0.0 to 210.0, 297.0 mm reaches into",),
    ),
    "a BleedBox that is the page": (
        with_page(BleedBox=pikepdf.Array(A4)),
        ("page 1: error: its BleedBox 0.0, 0.0 to 210.0, 297.0 mm is not its TrimBox",),
    ),
    "a page of another size": (
        with_page(MediaBox=pikepdf.Array((0, 0, 612, 792))),
        ("page 1: error: measures 215.9 × 279.4 mm; a4 is 210 × 297 mm",),
    ),
    "a page that shows a part": (
        with_page(CropBox=pikepdf.Array((100, 100, 400, 400))),
        ("page 1: error: its CropBox",),
    ),
    "scaling allowed": (
        with_root(lambda root: root.__delitem__("/ViewerPreferences")),
        ("deck: error: lets viewers scale its pages",),
    ),
    "no language": (
        with_root(lambda root: root.__delitem__("/Lang")),
        ("deck: error: its language is “”; it should be “en”",),
    ),
    "overlapping faces": (
        lambda page: page.relabel("A-10", "", At="15 9.05 63.5 88.9"),
        ("page 1, face A-10: error: overlaps the face A-09",),
    ),
    "a face of another size": (
        lambda page: page.relabel(CARD, "", At="136.75 193 63.5 88"),
        ("page 1, face A-17: error: measures 63.5 × 88 mm; it should be 63.5 × 88.9 mm",),
    ),
}


def test_the_print_that_faults_are_seeded_on_is_clean(deck: bytes) -> None:
    """The harness itself changes nothing: parsed, written and saved, the print proofs clean."""
    assert errors(deck) == []
    assert errors(seeded(deck)) == []


def test_what_other_programs_mark_is_no_label(deck: bytes) -> None:
    """A text stays its field's, and a mark its value's."""
    assert errors(seeded(deck, foreign)) == []


@pytest.mark.quick(every=4)
@pytest.mark.parametrize("fault", FAULTS)
def test_each_seeded_fault_is_found_and_named(deck: bytes, fault: str) -> None:
    """The proof fails, and says on which card and field, what is printed and what should be."""
    edit, wanted = FAULTS[fault]
    found = errors(seeded(deck, edit))
    assert found
    for words in wanted:
        assert any(words in line for line in found), "\n".join(found[:20])


def test_a_digit_and_the_redraw_mark_exchanged_are_found(last: bytes) -> None:
    """Card 57 shows R in rows 7, 8, 9 and 11, and 1 in row 2."""
    one = errors(seeded(last, copied("selection.s7", "selection.s2", "A-57", "A-57")))
    assert one == ["deck A, card 57, selection.s7: error: prints “1”; the rules say “R”"]
    other = errors(seeded(last, copied("selection.s2", "selection.s7", "A-57", "A-57")))
    assert "deck A, card 57, selection.s2: error: prints “R”; the rules say “1”" in other


def test_a_sheet_taken_out_is_found(deck: bytes) -> None:
    """A PDF without its last page lacks that page's nine cards."""
    with pikepdf.open(BytesIO(deck)) as opened:
        del opened.pages[1]
        found = errors(seed.saved(opened))
    assert "deck A, card 18: error: is not printed; the rules have it" in found


def test_fields_moved_each_its_own_way_are_named_each(deck: bytes) -> None:
    ways = {"selection.s8": 1, "selection.s9": 2, "selection.s10": 3, "selection.s11": -1}
    found = errors(seeded(deck, *(moved(way, 0, name) for name, way in ways.items())))
    for name in ways:
        assert any(f"deck A, card 17, {name}: error: “" in line for line in found)


def test_a_second_sheet_cut_otherwise_is_found(deck: bytes) -> None:
    """A TrimBox that is centred and inside the keep-out, but cuts into the cards."""
    smaller = pikepdf.Array((40, 60, 555.276, 781.89))
    cut = seeded(deck, with_page(TrimBox=smaller, BleedBox=smaller), page=1)
    found = errors(cut)
    assert any("page 2: error: its TrimBox 14.1" in line for line in found)
    assert any("differs from the first page's" in line for line in found)
    assert any("page 2, face A-18: error: is outside the TrimBox" in line for line in found)


def test_a_trim_that_reaches_into_the_margins_words_is_found(deck: bytes) -> None:
    """The margin is cut off, so its words must stand outside."""
    larger = pikepdf.Array((27.6, 20, 567.676, 821.89))
    found = errors(seeded(deck, with_page(TrimBox=larger, BleedBox=larger)))
    assert any("page 1, margin.title: error: is inside the TrimBox" in line for line in found)
    assert any("deck: error: its TrimBox 9.7, 7.1" in line for line in found)


def test_a_trim_off_the_middle_is_found(deck: bytes) -> None:
    """Backs printed behind it would not meet it."""
    aside = pikepdf.Array((27.638, 43.157, 572, 798.7))
    found = errors(seeded(deck, with_page(TrimBox=aside, BleedBox=aside)))
    assert any("is not centred on the page" in line for line in found)


def test_one_flipped_bit_of_a_font_is_found(deck: bytes) -> None:
    """A letter of another shape may come of it, and most readers would not say a word."""
    with pikepdf.open(BytesIO(deck)) as opened:
        font = next(iter(opened.pages[0].Resources.Font.values()))
        program = font.FontDescriptor.FontFile2.read_raw_bytes()
    at = deck.index(program) + len(program) // 2
    flipped = deck[:at] + bytes([deck[at] ^ 1]) + deck[at + 1 :]
    with pytest.raises(zlib.error):
        zlib.decompress(flipped[at - len(program) // 2 :][: len(program)])
    assert any("its font program is damaged" in line for line in errors(flipped))


def pips(faces: list[Face]) -> list[Face]:
    """Cards whose suit stands four times more, as large as in its row, two upside down."""
    made = []
    for face in faces:
        own = next(item for item in face.items if getattr(item, "field", "") == "suit.mark")
        scale, more = own.matrix.a, []
        for x in (50, 53):
            more.append(replace(own, matrix=Matrix(scale, 0, 0, scale, x, 60)))
            more.append(replace(own, matrix=Matrix(-scale, 0, 0, -scale, x + 2, 66)))
        made.append(replace(face, items=(*face.items, *more)))
    return made


@pytest.mark.parametrize("gap", [0.2, 0.3, 0.5])
@pytest.mark.parametrize("side", ["above", "below", "left"])
def test_marks_next_to_a_dark_bar_look_like_others(side: str, gap: float) -> None:
    """The bar is not the background of a mark."""

    def edit(faces: list[Face]) -> list[Face]:
        made = []
        for face, moved in zip(faces, range(len(faces)), strict=True):
            own = next(item for item in face.items if getattr(item, "field", "") == "suit.mark")
            x, y = 48 + 0.03 * moved, 60 + 0.05 * moved
            mark = replace(own, matrix=Matrix(own.matrix.a, 0, 0, own.matrix.a, x, y))
            bars = [
                (x - 4, y - 3 - gap, 10, 3, "above"),
                (x - 4, y + 2 + gap, 10, 3, "below"),
                (x - 3 - gap, y - 3, 3, 8, "left"),
            ]
            shapes = [Shape(sample._box(*bar), (0, 0, 0)) for *bar, at in bars if side == at]
            made.append(replace(face, items=(*face.items, *shapes, mark)))
        return made

    assert errors(sample.pdf("deck", rows=sample.keys(9, 18), edit=edit)) == []


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("copy", range(5))
def test_a_wrong_mark_among_many_of_one_name_is_found(copy: int) -> None:
    """Each copy of a mark is told by its own looks, be it the first, the last or upside down."""
    cards = sample.pdf("deck", rows=sample.keys(9, 18), edit=pips)
    assert errors(cards) == []

    def edit(page: Page) -> None:
        own = page.steps[page.show("A-14", "suit.mark")]
        start, end = page.span("A-14")
        shown = [index for index in range(start, end) if page.steps[index].operands == own.operands]
        page.steps[shown[copy]] = page.steps[page.show("A-13", "suit.mark")]

    wanted = (
        "deck A, card 14, suit.mark: error: prints the mark of “spades”; the rules say “hearts”"
    )
    assert errors(seeded(cards, edit)) == [wanted]


def test_two_values_drawn_alike_are_found() -> None:
    """Every heart drawn as a spade: no one card differs from the rest."""
    cards = sample.pdf("deck", rows=sample.keys(9, 18))
    hearts = [f"A-{card}" for card in range(14, 18)]
    found = errors(seeded(cards, *(marked("A-13", heart) for heart in hearts)))
    assert any("look alike" in line and "“spades”" in line for line in found)


def test_letters_may_stand_a_little_nearer_and_a_template_has_digits_of_its_own(
    deck: bytes,
) -> None:
    """Headings are set closer than their font has it; a slash may stand in 3/5."""
    assert errors(seeded(deck, spaced(-0.6), beside("Own"))) == []


def test_a_text_in_two_subsets_of_a_font_is_one_text() -> None:
    """More characters than one subset holds: the press shows a run in two pieces, side by side."""
    known = [chr(code) for code in range(0x21, 0x500) if chr(code).isalpha()]
    known = [char for char in known if not sample.typeface().find_missing_letters(char)][:280]
    assert len(known) == 280
    texts = ["".join(known[start : start + 14]) for start in range(0, 280, 14)]
    rows = [sample.run(text, 34, 34 + 2.6 * row, 6.5, None) for row, text in enumerate(texts)]

    def with_rows(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, *rows))]

    found = proof_pdf(sample.pdf("deck", rows=("17",), edit=with_rows), sample.game())
    said = [problem.message for problem in found[1:]]
    assert said == [f"prints “{text}”, text of its template: unverified" for text in texts]


@pytest.mark.parametrize(("ink", "shown"), [((0, 0, 0), True), ((250, 250, 245), False)])
def test_a_thin_sign_that_fills_its_box_shows_only_where_it_differs_from_its_ground(
    ink: tuple[int, int, int], shown: bool
) -> None:
    signs = [sample.run("−", 34.3, 40 + 10 * row, 36 + row, None, ink) for row in range(5)]

    def with_signs(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, *signs))]

    found = errors(sample.pdf("deck", rows=("17",), edit=with_signs))
    unseen = "deck A, card 17: error: “−” is not visible on the page"
    assert found == ([] if shown else [unseen])


def test_a_space_prints_nothing() -> None:
    """It is no word of a template's."""
    space = sample.run(" ", 40, 84, 7, None)

    def with_space(faces: list[Face]) -> list[Face]:
        return [replace(faces[0], items=(*faces[0].items, space))]

    (note,) = proof_pdf(sample.pdf("deck", rows=("17",), edit=with_space), sample.game())
    assert note.severity is Severity.NOTE


def test_decks_that_share_a_sheet_are_found() -> None:
    """They could not be cut and sleeved apart."""
    rows = ("1", "2", "3", "4")

    def both(faces: list[Face]) -> list[Face]:
        return [*faces, *sample.faces("deck", ("B",), rows)]

    shared = sample.pdf("deck", rows=rows, edit=both, claims={"sets": ("A", "B")})
    assert errors(shared) == ["page 1: error: has faces of several sets: A, B"]


def test_a_title_of_another_print_is_found() -> None:
    """What a reader's window shows is the print's."""
    titled = sample.pdf("deck", rows=("17",), claims={"title": "Untitled"})
    assert errors(titled) == [
        "deck: error: its title is “Untitled”; it should be “Combat Leader: Action deck”"
    ]


@pytest.mark.quick("1")
@pytest.mark.parametrize("number", [1, 30, 60])
def test_a_whole_deck_misses_each_card(number: int) -> None:
    """Any one card taken out of a whole deck, labels and all, is named."""

    def without(faces: list[Face]) -> list[Face]:
        return [*faces[: number - 1], *faces[number:]]

    assert errors(sample.pdf("deck", edit=without)) == [
        f"deck A, card {number}: error: is not printed; the rules have it"
    ]


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (lambda faces: [*faces[:8], faces[7]], "page 1, face A-16: error: is printed a second"),
        (
            lambda faces: [*faces[:8], replace(faces[8], id="A-71")],
            "page 1, face A-71: error: the rules have no such face",
        ),
    ],
)
def test_a_card_twice_or_of_another_name_is_found(
    edit: Callable[[list[Face]], list[Face]], wanted: str
) -> None:
    """And the card that it stands for is missed."""
    found = errors(sample.pdf("deck", rows=sample.keys(9, 18), edit=edit))
    assert any(wanted in line for line in found)
    assert "deck A, card 17: error: is not printed; the rules have it" in found


def test_text_in_the_outer_5_mm_of_a_page_is_found() -> None:
    """A sheet's face is the page, so its trim alone does not hold it inside."""

    def outwards(faces: list[Face]) -> list[Face]:
        items = tuple(
            replace(item, x=3.0) if isinstance(item, TextRun) and item.field == "game" else item
            for item in faces[0].items
        )
        return [replace(faces[0], items=items)]

    found = errors(sample.pdf("sheet", edit=outwards))
    assert any("sheet 1, game: error: “Combat Leader” is at 3." in line for line in found)
    assert any("less than 5 mm from the page's edge" in line for line in found)


def test_findings_are_bounded() -> None:
    """A deck whose every field is wrong gives the first of them, and says that it stops."""

    def garbled(faces: list[Face]) -> list[Face]:
        return [
            replace(
                face,
                items=tuple(
                    replace(item, text="?") if isinstance(item, TextRun) else item
                    for item in face.items
                ),
            )
            for face in faces
        ]

    found = proof_pdf(sample.pdf("deck", edit=garbled), sample.game())
    assert len(found) == MAX_PROBLEMS + 1
    assert "the proof stopped after 500 problems" in str(found[-1])
