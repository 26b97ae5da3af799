"""Each kind of fault, seeded on the bytes of a clean print, is found and named.

Golden values are the law's: card 17 shows 8 → 1, 9 → 8, 10 → 7, 11 → 6, 12 → 5.
"""

import math
from collections.abc import Callable
from io import BytesIO

import pikepdf
import pytest
import sample
import seed
from pikepdf import Name
from seed import MM, Page, op, seeded

from printgen.problems import Severity
from printgen.proof.prove import prove

CARD = "A-17"
FIELD = "selection.s9"


def errors(pdf: bytes) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = prove(pdf, sample.game())
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
    start, end = page.span(CARD)
    del page.steps[start : end + 1]


def swapped(page: Page) -> None:
    first, second = page.span("A-16"), page.span(CARD)
    one, two = page.steps[first[0] + 2 : first[1]], page.steps[second[0] + 2 : second[1]]
    page.steps[second[0] + 2 : second[1]] = one
    page.steps[first[0] + 2 : first[1]] = two


def shifted(page: Page) -> None:
    start, _ = page.span(CARD)
    operands = list(map(float, page.steps[start + 1].operands))
    operands[4] += 5 * MM
    page.steps[start + 1] = op("cm", *operands)


def moved(dx: float, dy: float) -> seed.Step:
    """Move one field by mm."""

    def edit(page: Page) -> None:
        index = page.show(CARD, FIELD)
        while str(page.steps[index].operator) != "Tm":
            index -= 1
        operands = list(map(float, page.steps[index].operands))
        operands[4] += dx * MM
        operands[5] -= dy * MM
        page.steps[index] = op("Tm", *operands)

    return edit


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


def turned(page: Page) -> None:
    index = page.show(CARD, FIELD)
    while str(page.steps[index].operator) != "Tm":
        index -= 1
    _, _, _, _, x, y = map(float, page.steps[index].operands)
    page.steps[index] = op("Tm", 0, 1, -1, 0, x, y)


def boxed(grey: float) -> seed.Step:
    """Paint a box over one field."""

    def edit(page: Page) -> None:
        page.over(op("g", grey), op("re", *page.box(CARD, FIELD, 0.3)), op("f"))

    return edit


def lined(page: Page) -> None:
    x, y, width, height = page.box(CARD, FIELD)
    steps = [op("w", 0.3)]
    for index in range(6):
        level = y + height * index / 6
        steps += [op("m", x, level), op("l", x + width, level), op("S")]
    page.over(*steps)


def round_cover(page: Page) -> None:
    """A disc of curves over the field."""
    x, y, width, height = page.box(CARD, FIELD)
    cx, cy, r = x + width / 2, y + height / 2, 6
    k = r * 0.5523
    page.over(
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
    page.over(op("BT"), font, op("Tm", 1, 0, 0, 1, x, y), page.steps[index], op("ET"))


def form_cover(page: Page) -> None:
    """A form XObject that paints a white box."""
    stream = page.pdf.make_stream(b"1 g 0 0 1 1 re f")
    stream.Type, stream.Subtype = Name.XObject, Name.Form
    stream.BBox, stream.Resources = [0, 0, 1, 1], pikepdf.Dictionary()
    page.page.Resources.XObject.Cover = stream
    x, y, width, height = page.box(CARD, FIELD, 0.3)
    page.over(op("cm", width, 0, 0, height, x, y), op("Do", Name.Cover))


def image_cover(page: Page) -> None:
    """An image over the field."""
    stream = page.pdf.make_stream(b"\xff")
    stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
    stream.Width, stream.Height, stream.BitsPerComponent = 1, 1, 8
    page.page.Resources.XObject.Cover = stream
    x, y, width, height = page.box(CARD, FIELD, 0.3)
    page.over(op("cm", width, 0, 0, height, x, y), op("Do", Name.Cover))


def clipped(page: Page) -> None:
    start, _ = page.span(CARD)
    _, y = page.place(CARD, FIELD)
    entry = page.face(CARD)
    bottom = -(y - entry["at"][1] - 1) * MM
    clip = [op("re", 0, bottom, 200, -bottom), op("W"), op("n")]
    page.steps[start + 2 : start + 2] = clip


def wrong_mark(page: Page) -> None:
    """Card 14, the ace of hearts, with the mark of card 13's suit."""
    page.steps[page.do("A-14", "suit.mark")] = page.steps[page.do("A-13", "suit.mark")]


def no_mark(page: Page) -> None:
    del page.steps[page.do("A-14", "suit.mark")]


def second_mark(page: Page) -> None:
    """A suit's mark where none belongs."""
    given = page.steps[page.do("A-13", "suit.mark")]
    page.over(op("cm", 0.2, 0, 0, -0.2, 300, 300), given)


def covered_mark(page: Page) -> None:
    x, y = page.place("A-14", "suit.mark")
    page.over(op("g", 1), op("re", x * MM, (page.height - y) * MM, 6, -6), op("f"))


def stray(page: Page) -> None:
    index = page.show(CARD, FIELD)
    font = next(s for s in page.steps[index::-1] if str(s.operator) == "Tf")
    x, y = page.face(CARD)["at"]
    page.over(
        op("BT"),
        font,
        op("Tm", 1, 0, 0, 1, (x + 50) * MM, (page.height - y - 80) * MM),
        page.steps[index],
        op("ET"),
    )


def twice(page: Page) -> None:
    """The field's own Tj a second time, in the same place."""
    index = page.show(CARD, FIELD)
    while str(page.steps[index].operator) != "Tm":
        index -= 1
    page.around(CARD, FIELD, [], [page.steps[index], page.steps[page.show(CARD, FIELD)]])


def margin_changed(page: Page) -> None:
    """The deck's letter in the margin replaced by the sheet's number."""
    slots = {slot[0]: slot for slot in page.slots["margin"]}
    where = {name: (slot[1], slot[2]) for name, slot in slots.items()}
    given = page._find(*where["margin.sheet"], "Tj")
    page.steps[page._find(*where["margin.deck"], "Tj")] = page.steps[given]


def margin_taken(page: Page) -> None:
    """No digest in the margin."""
    slot = next(slot for slot in page.slots["margin"] if slot[0] == "margin.digest")
    del page.steps[page._find(slot[1], slot[2], "Tj")]


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


def transparent(page: Page) -> None:
    page.page.Resources.ExtGState = pikepdf.Dictionary(Faint=pikepdf.Dictionary(ca=0.5))
    around([op("gs", Name.Faint)], [])(page)


def link(page: Page) -> None:
    page.page.Annots = page.pdf.make_indirect(
        pikepdf.Array(
            [
                pikepdf.Dictionary(
                    Type=Name.Annot,
                    Subtype=Name.Link,
                    Rect=[0, 0, 50, 50],
                    A=pikepdf.Dictionary(S=Name.URI, URI="http://example.invalid"),
                )
            ]
        )
    )


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


def hidden_mark(page: Page) -> None:
    """A suit's mark made a layer that viewers may hide."""
    name = str(page.steps[page.do("A-14", "suit.mark")].operands[0])
    page.page.Resources.XObject[name].OC = pikepdf.Dictionary(Type=Name.OCG, Name="Layer")


A4 = (0, 0, 595.276, 841.89)

FAULTS: dict[str, tuple[seed.Step, tuple[str, ...]]] = {
    "a wrong digit": (
        copied(FIELD, "selection.s11"),
        ("deck A, card 17, selection.s9: error: prints “6”; the rules say “8”",),
    ),
    "a wrong sign": (
        cut("accuracy.accurate_in_clear.modifier"),
        ("card 17, accuracy.accurate_in_clear.modifier: error: prints “1”; the rules say “−1”",),
    ),
    "a dropped card": (
        dropped,
        (
            "deck A, card 17, selection.s9: error: prints nothing in its place",
            "the rules say “8”",
            "deck A, card 17, suit.mark: error: no picture stands in the mark's place",
        ),
    ),
    "swapped cards": (
        swapped,
        (
            "deck A, card 17, card: error: prints “16”; the rules say “17”",
            "deck A, card 16, card: error: prints “17”; the rules say “16”",
        ),
    ),
    "a card shifted by 5 mm": (
        shifted,
        ("deck A, card 17: error: stands 5.0 mm right of its place, all of it",),
    ),
    "a field shifted by 5 mm": (
        moved(0, 5),
        ("deck A, card 17, selection.s9: error: prints “8” 5.0 mm below its place",),
    ),
    "a field shifted by 0.5 mm": (
        moved(-0.5, 0),
        ("deck A, card 17, selection.s9: error: prints “8” 0.5 mm left of its place",),
    ),
    "a field off the page": (
        moved(-400, 0),
        ("deck A, card 17, selection.s9: error: prints “8” 400.0 mm left of its place",),
    ),
    "white on white": (
        around([op("g", 1)], [op("g", 0)]),
        ("deck A, card 17, selection.s9: error: “8” hardly differs from its ground", "#FAFAF5"),
    ),
    "pale on white": (
        around([op("g", 0.8)], [op("g", 0)]),
        ("deck A, card 17, selection.s9: error: “8” hardly differs from its ground",),
    ),
    "1 pt text": (
        sized(1),
        ("deck A, card 17, selection.s9: error: “8” is 1.00 pt high, too small to read",),
    ),
    "larger text": (
        sized(7.5),
        ("deck A, card 17, selection.s9: error: “8” is 7.50 pt high; it was set in 7 pt",),
    ),
    "invisible text": (
        around([op("Tr", 3)], [op("Tr", 0)]),
        (
            "deck A, card 17, selection.s9: error: “8” is printed invisible",
            "deck A, card 17, selection.s9: error: “8” does not show in the picture of the page",
        ),
    ),
    "outlined text": (
        around([op("Tr", 1)], [op("Tr", 0)]),
        ("deck A, card 17, selection.s9: error: “8” is printed as an outline",),
    ),
    "stretched text": (
        around([op("Tz", 150)], [op("Tz", 100)]),
        ("deck A, card 17, selection.s9: error: “8” is stretched or slanted",),
    ),
    "spaced text": (
        around([op("Tc", 3)], [op("Tc", 0)]),
        ("deck A, card 17, selection.s9: error: “8” is 2.39 mm wide; it was set 1.33 mm wide",),
    ),
    "turned text": (turned, ("deck A, card 17, selection.s9: error: “8” is turned",)),
    "a white box over a field": (
        boxed(1),
        (
            "deck A, card 17, selection.s9: error: “8” has a shape #FFFFFF painted over it",
            "deck A, card 17, selection.s9: error: “8” does not show in the picture of the page",
        ),
    ),
    "a dark box over a field": (
        boxed(0),
        (
            "deck A, card 17, selection.s9: error: “8” has a shape #000000 painted over it",
            "deck A, card 17, selection.s9: error: “8” does not show in the picture of the page",
        ),
    ),
    "lines over a field": (
        lined,
        ("deck A, card 17, selection.s9: error: “8” has a shape #000000 painted over it",),
    ),
    "a disc over a field": (
        round_cover,
        ("deck A, card 17, selection.s9: error: “8” has a shape #FFFFFF painted over it",),
    ),
    "other text over a field": (
        overprinted,
        (
            "deck A, card 17, selection.s9: error: “8” has “5” printed over it",
            "page 1, face A-17: error: prints “5”",
        ),
    ),
    "a form over a field": (
        form_cover,
        ("deck A, card 17, selection.s9: error: “8” has a picture painted over it",),
    ),
    "an image over a field": (
        image_cover,
        ("deck A, card 17, selection.s9: error: “8” has a picture painted over it",),
    ),
    "a clip": (clipped, ("deck A, card 17, selection.s9: error: “8” is cut off by a clip",)),
    "a wrong suit mark": (
        wrong_mark,
        ("deck A, card 14, suit.mark: error: prints the mark of “spades”; the rules say “hearts”",),
    ),
    "no suit mark": (
        no_mark,
        ("deck A, card 14, suit.mark: error: no picture stands in the mark's place",),
    ),
    "a suit mark too many": (
        second_mark,
        ("error: prints the mark of “spades” where the rules have none",),
    ),
    "a covered suit mark": (
        covered_mark,
        ("deck A, card 14, suit.mark: error: the mark has a shape #FFFFFF painted over it",),
    ),
    "stray text": (stray, ("page 1, face A-17: error: prints “8” at", "belongs to no field")),
    "a field twice": (
        twice,
        (
            "page 1, face A-17: error: prints “8” at",
            "deck A, card 17, selection.s9: error: “8” has “8” printed over it",
        ),
    ),
    "a changed margin": (
        margin_changed,
        ("page 1, margin.deck: error: prints “Sheet 1 of 2”; it should say “Deck A”",),
    ),
    "a margin without its digest": (
        margin_taken,
        ("page 1, margin.digest: error: is not printed; it should say “rules ",),
    ),
    "a font that is not embedded": (unembedded, ("it is not embedded",)),
    "a font embedded whole": (
        whole_font,
        ("IBMPlexSansCond-Bold: error: all of it is embedded, not the subset",),
    ),
    "a reader's own font": (
        helvetica,
        ("deck, font Helvetica: error: it is not embedded", "selection.s9: error: prints"),
    ),
    "a font without characters": (
        unreadable_font,
        (
            "it does not say which characters it shows",
            "card 9, rank: error: prints “\ufffd”; the rules say “9”",
        ),
    ),
    "a font that misnames its glyphs": (
        renamed_characters,
        ("deck A, card 17, selection.s9: error: prints “9”; the rules say “8”",),
    ),
    "transparency": (transparent, ("page 1: error: is painted with the transparency /ca 0.5",)),
    "grey made of RGB": (
        around([op("rg", 0, 0, 0)], []),
        ("page 1: error: makes the neutral colour 0 of RGB",),
    ),
    "four-colour black": (
        around([op("k", 0, 0, 0, 1)], []),
        ("page 1: error: uses the colour space DeviceCMYK",),
    ),
    "an unknown operator": (around([op("foo")], []), ("page 1: error: uses the operator 'foo'",)),
    "optional content": (
        around([op("BDC", Name.OC, Name.Layer)], [op("EMC")]),
        ("page 1: error: holds optional content",),
    ),
    "another text for readers that copy it": (
        around([op("BDC", Name.Span, pikepdf.Dictionary(ActualText="3"))], [op("EMC")]),
        ("page 1: error: two readers differ: one finds “3” where the other finds “8”",),
    ),
    "a line at the page's edge": (
        lambda page: page.over(op("w", 1), op("m", 2, 300), op("l", 2, 400), op("S")),
        ("page 1: error: paints at 0.5", "nearer than 5 mm to the page's edge"),
    ),
    "a bar of another length": (
        shorter_bar,
        ("page 1, margin.bar: error: its words do not stand in the middle of a bar of 50 mm",),
    ),
    "a mark that may be hidden": (
        hidden_mark,
        (
            "page 1: error: paints a picture of an unknown kind: Form that a viewer may hide",
            "deck A, card 14, suit.mark: error: no picture stands in the mark's place",
        ),
    ),
    "a layer": (
        with_root(lambda root: root.__setitem__("/OCProperties", pikepdf.Dictionary())),
        ("deck: error: it carries OCProperties",),
    ),
    "a link": (link, ("page 1: error: an annotation of the kind Link",)),
    "a turned page": (with_page(Rotate=90), ("page 1: error: the page is turned",)),
    "a page with its own unit": (with_page(UserUnit=2), ("page 1: error: the page has a unit",)),
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
        ("deck: error: it lets viewers scale its pages",),
    ),
    "no language": (
        with_root(lambda root: root.__delitem__("/Lang")),
        ("deck: error: its language is “”; it should be “en”",),
    ),
    "an action": (
        with_root(
            lambda root: root.__setitem__(
                "/OpenAction", pikepdf.Dictionary(S=Name.JavaScript, JS="1")
            )
        ),
        ("deck: error: it carries OpenAction",),
    ),
}


def test_the_print_that_faults_are_seeded_on_is_clean(deck: bytes) -> None:
    """The harness itself changes nothing: parsed, written and saved, the print proofs clean."""
    assert errors(deck) == []
    assert errors(seeded(deck)) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_each_seeded_fault_is_found_and_named(deck: bytes, fault: str) -> None:
    """The proof fails, and says on which card and field, what is printed and what should be."""
    edit, wanted = FAULTS[fault]
    found = errors(seeded(deck, edit))
    assert found
    for words in wanted:
        assert any(words in line for line in found), "\n".join(found[:20])


def test_a_digit_for_the_redraw_mark_is_found(last: bytes) -> None:
    """Card 57 shows R in rows 7, 8, 9 and 11."""
    found = errors(seeded(last, copied("selection.s7", "selection.s2", "A-57", "A-57")))
    assert found == [
        "deck A, card 57, selection.s7: error: prints “1”; the rules say “R”",
    ]


def test_the_redraw_mark_for_a_digit_is_found(last: bytes) -> None:
    """Card 57 shows 1 in row 2."""
    found = errors(seeded(last, copied("selection.s2", "selection.s7", "A-57", "A-57")))
    assert "deck A, card 57, selection.s2: error: prints “R”; the rules say “1”" in found


def test_a_sheet_taken_out_is_found(deck: bytes) -> None:
    """A PDF without its last page lacks that page's nine cards."""
    with pikepdf.open(BytesIO(deck)) as opened:
        del opened.pages[1]
        found = errors(seed.saved(opened))
    assert "deck: error: has 1 pages; 2 were printed" in found[0]
    assert "deck A, card 18: error: is not printed; the rules want it" in found


def test_fields_moved_each_its_own_way_are_named_each(deck: bytes) -> None:
    """Only what moved together is reported as one."""
    ways = {"selection.s8": 1, "selection.s9": 2, "selection.s10": 3, "selection.s11": -1}

    def edit(page: Page) -> None:
        for name, way in ways.items():
            index = page.show(CARD, name)
            while str(page.steps[index].operator) != "Tm":
                index -= 1
            operands = list(map(float, page.steps[index].operands))
            operands[4] += way * MM
            page.steps[index] = op("Tm", *operands)

    found = errors(seeded(deck, edit))
    for name in ways:
        assert any(f"deck A, card 17, {name}: error: prints" in line for line in found)
    assert not any("all of it" in line for line in found)


def test_a_second_sheet_cut_otherwise_is_found(deck: bytes) -> None:
    """A TrimBox that is centred and inside the keep-out, but cuts into the cards."""
    smaller = pikepdf.Array((40, 60, 555.276, 781.89))
    cut = seeded(deck, with_page(TrimBox=smaller, BleedBox=smaller), page=1)
    found = errors(cut)
    assert any("page 2: error: its TrimBox 14.1" in line for line in found)
    assert any("differs from the first page's" in line for line in found)
    assert any("page 2, face A-18: error: lies outside the TrimBox" in line for line in found)


def test_a_trim_that_reaches_into_the_margins_words_is_found(deck: bytes) -> None:
    """The margin is cut off, so its words must stand outside."""
    larger = pikepdf.Array((27.6, 20, 567.676, 821.89))
    found = errors(seeded(deck, with_page(TrimBox=larger, BleedBox=larger)))
    assert any("page 1, margin.title: error: stands inside the TrimBox" in line for line in found)
    assert any("deck: error: its TrimBox 9.7, 7.1" in line for line in found)


def test_a_trim_off_the_middle_is_found(deck: bytes) -> None:
    """Backs printed behind it would not meet it."""
    aside = pikepdf.Array((27.638, 43.157, 572, 798.7))
    found = errors(seeded(deck, with_page(TrimBox=aside, BleedBox=aside)))
    assert any("is not centred on the page" in line for line in found)


def test_a_form_that_differs_by_a_hair_is_another_mark(deck: bytes) -> None:
    """A copy of a suit's mark, changed in one number, is not that suit's."""

    def edit(page: Page) -> None:
        index = page.do("A-14", "suit.mark")
        name = str(page.steps[index].operands[0])
        given = page.page.Resources.XObject[name]
        data = given.read_bytes()
        copy = page.pdf.make_stream(data.replace(b"20 20 l", b"20 19.9 l", 1))
        assert copy.read_bytes() != data
        for key in ("/Type", "/Subtype", "/BBox", "/Resources"):
            copy[key] = given[key]
        page.page.Resources.XObject["/D99-hearts"] = copy
        page.steps[index] = op("Do", Name("/D99-hearts"))

    (found,) = errors(seeded(deck, edit))
    assert found == (
        "deck A, card 14, suit.mark: error: prints another picture than the rest;"
        " the rules say “hearts”"
    )


def test_a_tilted_field_is_found(deck: bytes) -> None:
    """Two degrees are seen."""

    def edit(page: Page) -> None:
        index = page.show(CARD, FIELD)
        while str(page.steps[index].operator) != "Tm":
            index -= 1
        _, _, _, _, x, y = map(float, page.steps[index].operands)
        cos, sin = math.cos(math.radians(2)), math.sin(math.radians(2))
        page.steps[index] = op("Tm", cos, sin, -sin, cos, x, y)

    assert any(
        "“8” is turned -2.0°; it was set at 0°" in line for line in errors(seeded(deck, edit))
    )
