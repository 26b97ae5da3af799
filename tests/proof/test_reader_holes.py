"""What a print may hide where only a close reader looks: each is found, whatever it spoils."""

import re
from collections.abc import Callable
from decimal import Decimal
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest
import sample
import seed
from fontTools.ttLib import TTFont, newTable
from pikepdf import Array, Dictionary, Name
from reportlab.pdfbase.ttfonts import TTFontFile
from seed import Page, Step, op, seeded

from printgen.problems import Severity
from printgen.proof.prove import prove
from printgen.proof.truetype import TrueType, drawn_alike
from printgen.resources import fonts_folder


def errors(pdf: bytes) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = prove(pdf, sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


@pytest.fixture(scope="module")
def small() -> bytes:
    """One card."""
    return sample.pdf("deck", rows=("17",))


def test_the_card_itself_is_clean(small: bytes) -> None:
    """What the faults below are seeded into."""
    assert errors(small) == []


# What the page's content holds


def test_content_past_what_is_followed_is_found(small: bytes) -> None:
    """A hundred and first stream is neither dropped nor followed."""

    def filled(count: int) -> bytes:
        with pikepdf.open(BytesIO(small)) as opened:
            page = opened.pages[0]
            blanks = [opened.make_stream(b" ") for _ in range(count - 1)]
            page.Contents = Array([page.Contents, *blanks])
            return seed.saved(opened)

    assert errors(filled(100)) == []
    assert errors(filled(101)) == [
        "page 1: error: its content is in more than 100 streams",
        "page 1: error: was not looked at as a picture: not all of it can be followed",
    ]


def shown_as(parts: Callable[[bytes], list[object]]) -> Step:
    """The field's string shown in parts, with numbers between them."""

    def edit(page: Page) -> None:
        index = page.show(face_of(page), field_of(page))
        codes = bytes(page.steps[index].operands[0])
        array = [pikepdf.String(p) if isinstance(p, bytes) else Decimal(p) for p in parts(codes)]
        page.steps[index] = op("TJ", Array(array))

    return edit


def face_of(page: Page) -> str:
    """The face that the tests edit."""
    return page.slots["faces"][0]["face"]


def field_of(page: Page) -> str:
    """A field of two letters or more."""
    return next(s[0] for s in page.slots["faces"][0]["runs"] if s[3] > 8)


MOVED = "page 1: error: moves letters of a text from where they follow on one another"
OVER = "page 1: error: sets letters of a text over one another"


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(lambda c: [-2000, c[:1], 2500, c[1:], -500], id="first letter set last"),
        pytest.param(lambda c: [c[:1], 500, c[1:], -500], id="letters over letters"),
        pytest.param(lambda c: [c[:1], 60, 60, c[1:], -120], id="in two steps"),
        pytest.param(lambda c: [c[:1], 60, b"", 60, c[1:], -120], id="round nothing"),
        pytest.param(lambda c: [c[:1], -101, c[1:], 101], id="apart"),
    ],
)
def test_letters_moved_inside_a_text_are_found(
    small: bytes, parts: Callable[[bytes], list[object]]
) -> None:
    """Though the text reads right in the order of its codes and is as wide as it should be."""
    assert MOVED in errors(seeded(small, shown_as(parts)))


def test_kerning_is_no_fault(small: bytes) -> None:
    """Letters moved a little, and back."""
    kerned = seeded(small, shown_as(lambda c: [c[:1], 40, c[1:2], -40, c[2:]]))
    assert errors(kerned) == []


@pytest.mark.parametrize("spacing", ["-1", "-20"])
def test_letters_set_over_one_another_are_found(small: bytes, spacing: str) -> None:
    """By a letter spacing that takes them back."""

    def edit(page: Page) -> None:
        around = [op("Tc", Decimal(spacing))], [op("Tc", 0)]
        page.around(face_of(page), field_of(page), *around)

    assert OVER in errors(seeded(small, edit))


def spaces(page: Page) -> None:
    """A colour space that stands for every grey of the page."""
    grey = Array([Name.CalGray, Dictionary(WhitePoint=[1, 1, 1])])
    page.page.Resources.ColorSpace = Dictionary(DefaultGray=grey)


def test_a_colour_space_in_place_of_grey_is_found(small: bytes) -> None:
    """In the page's resources."""
    assert errors(seeded(small, spaces)) == [
        "page 1: error: its resources name colour spaces, which may stand for its greys and colours"
    ]


@pytest.mark.parametrize("key", ["LW", "ML", "OP", "TR", "D", "FL", "AIS", "Font", "X"])
def test_a_graphics_state_is_found(small: bytes, key: str) -> None:
    """Whatever it sets: the press writes none."""

    def edit(page: Page) -> None:
        states = Dictionary(S=Dictionary({f"/{key}": 1}))
        page.page.Resources.ExtGState = states
        page.steps.insert(0, op("gs", Name.S))

    assert f"page 1: error: sets {key} in a graphics state" in errors(seeded(small, edit))


@pytest.mark.parametrize("limit", [None, 4.5, 1000])
def test_corners_sharper_than_the_presss_are_found(small: bytes, limit: float | None) -> None:
    """A mitre reaches farther than the line is wide; a PDF's own limit is too high."""

    def edit(page: Page) -> None:
        page.steps = [step for step in page.steps if str(step.operator) != "M"]
        if limit is not None:
            page.steps.insert(0, op("M", Decimal(limit)))

    wanted = "page 1: error: strokes with corners sharper than the mitre limit 4"
    assert wanted in errors(seeded(small, edit))


def test_a_sharp_corner_over_a_field_is_found(small: bytes) -> None:
    """The tip of a mitre reaches farther than half the line's width."""

    def edit(page: Page) -> None:
        x, y, _, height = page.box("A-17", "selection.s9")
        at, up = x - 10, y + height / 2
        page.over(
            op("G", 1),
            op("w", 8),
            op("m", Decimal(at - 50), Decimal(up + 13.5)),
            op("l", Decimal(at), Decimal(up)),
            op("l", Decimal(at - 50), Decimal(up - 13.5)),
            op("S"),
        )

    found = errors(seeded(small, edit))
    wanted = "deck A, card 17, selection.s9: error: “8” has a shape #FFFFFF painted over it"
    assert any(line.startswith(wanted) for line in found), "\n".join(found)


def test_dashed_lines_are_found(small: bytes) -> None:
    """Lines are held to what they seem to draw, all of it."""
    dashed = seeded(small, lambda page: page.steps.insert(0, op("d", Array([0, 9]), 0)))
    whole = seeded(small, lambda page: page.steps.insert(0, op("d", Array([]), 0)))
    assert errors(dashed) == [
        "page 1: error: draws dashed lines, which leave out part of what they seem to draw"
    ]
    assert errors(whole) == []


def picture(page: Page, **entries: object) -> None:
    """An image placed beside all else."""
    keys = {"Width": 1, "Height": 1, "BitsPerComponent": 8, "ColorSpace": Name.DeviceGray}
    image = page.pdf.make_stream(b"\x80")
    for key, value in {**keys, **entries, "Type": Name.XObject, "Subtype": Name.Image}.items():
        image[f"/{key}"] = value
    page.page.Resources.XObject.I = image
    page.steps += [op("q"), *(op("cm", 9, 0, 0, 9, 30, 30), op("Do", Name.I)), op("Q")]


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ({}, None),
        ({"ImageMask": True}, "Image that is a mask"),
        ({"Decode": [1, 0]}, "Image whose values are turned"),
        ({"Alternates": Array([Dictionary()])}, "Image with another in its place"),
        ({"ColorSpace": Name.DeviceCMYK}, "Image neither in DeviceGray nor in DeviceRGB"),
        ({"F": "other.png"}, "Image whose data lie in another file"),
    ],
)
def test_an_image_that_is_not_what_it_shows_is_found(
    small: bytes, entries: dict[str, object], what: str | None
) -> None:
    """Each key that makes a viewer paint something else."""
    found = errors(seeded(small, lambda page: picture(page, **entries)))
    line = f"page 1: error: paints a picture of an unknown kind: {what}"
    assert (line in found) == (what is not None)
    assert any("unknown kind" in other for other in found) == (what is not None)


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("Ref", Dictionary(F="other.pdf", Page=0), "that stands for a page of another file"),
        ("OPI", Dictionary(), "that stands for a picture of another file"),
        ("Subtype2", Name.PS, "in PostScript"),
        ("PS", Dictionary(), "in PostScript"),
        ("F", "other.pdf", "whose data lie in another file"),
        ("Resources", Dictionary(ColorSpace=Dictionary()), "that names colour spaces"),
    ],
)
def test_a_form_that_is_not_what_it_paints_is_found(
    small: bytes, key: str, value: object, what: str
) -> None:
    """Each key that makes a viewer paint something else in a mark's place."""

    def edit(page: Page) -> None:
        for form in page.page.Resources.XObject.values():
            form[f"/{key}"] = value

    wanted = f"page 1: error: paints a picture of an unknown kind: Form {what}"
    assert wanted in errors(seeded(small, edit))


# What the document declares


def script() -> Dictionary:
    """Something to do."""
    return Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def declaring(pdf: bytes, change: Callable[[pikepdf.Pdf], None]) -> list[str]:
    """What is found in the document once it is changed."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        change(opened)
        return errors(seed.saved(opened))


def outlines(pdf: pikepdf.Pdf) -> None:
    """A bookmark that does something."""
    mark = pdf.make_indirect(Dictionary(Title="click", A=script()))
    pdf.Root.Outlines = pdf.make_indirect(Dictionary(First=mark, Last=mark, Count=1))
    mark.Parent = pdf.Root.Outlines


def second_file(pdf: pikepdf.Pdf) -> None:
    """Another file inside."""
    pdf.attachments["more.exe"] = pikepdf.AttachedFileSpec(pdf, b"MZ")


def unseen_field(pdf: pikepdf.Pdf) -> None:
    """A form field on no page, below another."""
    field = pdf.make_indirect(Dictionary(FT=Name.Tx, T="b", AA=Dictionary(C=script())))
    group = pdf.make_indirect(Dictionary(T="a", Kids=Array([field])))
    group.Kids.append(group)
    pdf.Root.AcroForm = Dictionary(Fields=Array([group]))


def entry(*path: str, value: object = 1) -> Callable[[pikepdf.Pdf], None]:
    """An entry of the catalogue or of what it holds."""

    def change(pdf: pikepdf.Pdf) -> None:
        holder = pdf.Root
        for key in path[:-1]:
            if f"/{key}" not in holder:
                holder[f"/{key}"] = Dictionary()
            holder = holder[f"/{key}"]
        holder[f"/{path[-1]}"] = value

    return change


DECLARED: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "Outlines": outlines,
    "files besides its manifest": second_file,
    "form fields with actions": unseen_field,
    "the page mode FullScreen": entry("PageMode", value=Name.FullScreen),
    "CO": entry("AcroForm", "CO", value=Array([])),
    "XFA": entry("AcroForm", "XFA", value=Array([])),
    "JavaScript": entry("Names", "JavaScript", value=Dictionary()),
    "Renditions": entry("Names", "Renditions", value=Dictionary()),
    **{key: entry(key) for key in ("Collection", "Requirements", "URI", "AF", "AA", "Threads")},
    **{key: entry(key) for key in ("OutputIntents", "OCProperties", "OpenAction", "Perms")},
    **{
        key: entry("ViewerPreferences", key)
        for key in ("NumCopies", "PrintPageRange", "PrintArea", "PrintClip", "Duplex", "Enforce")
    },
}


@pytest.mark.parametrize("extra", DECLARED)
def test_what_the_document_declares_besides_is_found(small: bytes, extra: str) -> None:
    """All that acts, hides, prints otherwise or comes along."""
    assert f"deck: error: it carries {extra}, which no print of ours does" in declaring(
        small, DECLARED[extra]
    )


@pytest.mark.parametrize("key", ["AA", "Trans", "Dur", "PresSteps", "Group", "VP", "B", "ArtBox"])
def test_what_a_page_declares_besides_is_found(small: bytes, key: str) -> None:
    """All that a page of ours has not."""

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj[f"/{key}"] = Dictionary()

    wanted = {"AA": "the page carries actions", "Group": "the page is a transparency group"}
    assert f"page 1: error: {wanted.get(key, f'the page has /{key}')}" in declaring(small, change)


def test_what_a_viewer_adds_is_no_fault(small: bytes) -> None:
    """A saved file may say how it was shown and when it was changed."""

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.Metadata = pdf.make_stream(b"<x/>")
        pdf.Root.PageLayout, pdf.Root.PageMode = Name.SinglePage, Name.UseNone
        pdf.Root.Version = Name("/2.0")
        pdf.pages[0].obj.Tabs = Name.S

    assert declaring(small, change) == []


# What the fonts hold

Change = Callable[[pikepdf.Object, pikepdf.Pdf], None]


def with_font(pdf: bytes, change: Change, page: int = 0) -> bytes:
    """The print with its bold font changed."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        for font in opened.pages[page].Resources.Font.values():
            if str(font.BaseFont).endswith("-Bold"):
                change(font, opened)
                return seed.saved(opened)
    raise LookupError


def font_errors(pdf: bytes, change: Change) -> list[str]:
    """What is found wrong with the changed font itself."""
    start = "deck, font AAAAAA+IBMPlexSansCond-Bold: error: "
    return [
        line.removeprefix(start)
        for line in errors(with_font(pdf, change))
        if line.startswith(start)
    ]


def reads(char: str) -> re.Pattern[bytes]:
    """A character's entry in ToUnicode, its code as the group."""
    return re.compile(b"<([0-9A-F]{2})> <%04X>" % ord(char))


def code_of(font: pikepdf.Object, char: str) -> int:
    """The code that shows a character."""
    return int(reads(char).search(font.ToUnicode.read_bytes())[1], 16)


def mapped(font: pikepdf.Object, pdf: pikepdf.Pdf, changes: dict[str, str]) -> None:
    """Characters read as others."""
    data = font.ToUnicode.read_bytes()
    codes = {char: code_of(font, char) for char in changes}
    for char, other in changes.items():
        digits = other.encode("utf-16-be").hex().upper().encode()
        data = reads(char).sub(b"<%02X> <@%s>" % (codes[char], digits), data)
    font.ToUnicode = pdf.make_stream(data.replace(b"@", b""))


def test_two_letters_that_change_their_places_in_a_font_are_found(small: bytes) -> None:
    """A 5 that is drawn as a 6, and the other way about, wherever either is read."""
    found = font_errors(small, lambda font, pdf: mapped(font, pdf, {"5": "6", "6": "5"}))
    assert sorted(found) == [
        "its “5” is not the bundled font's",
        "its “6” is not the bundled font's",
    ]


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u2003"])
def test_a_blank_that_draws_is_found(small: bytes, blank: str) -> None:
    """A sign that reads as nothing may be put before any number."""
    found = font_errors(small, lambda font, pdf: mapped(font, pdf, {"5": blank}))
    assert any(f"reads as a blank, U+{ord(blank):04X}, and draws a letter" in f for f in found)


@pytest.mark.parametrize("text", ["", "51"])
def test_a_code_that_reads_as_other_than_one_character_is_found(small: bytes, text: str) -> None:
    """The press writes one for each."""
    found = font_errors(small, lambda font, pdf: mapped(font, pdf, {"5": text}))
    assert any(f"reads as “{text}”, which is not one character" in line for line in found)


def test_another_fonts_program_is_found(small: bytes) -> None:
    """Under the name of the one that should be printed."""

    def change(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        with pikepdf.open(BytesIO(sample.pdf("deck", rows=("17",)))) as other:
            fonts = other.pages[0].Resources.Font.values()
            regular = next(f for f in fonts if str(f.BaseFont).endswith("-Regular"))
            program = regular.FontDescriptor.FontFile2.read_bytes()
        font.FontDescriptor.FontFile2 = pdf.make_stream(program)

    assert "its program is that of “IBMPlexSansCond-Regular”" in font_errors(small, change)


def program_edit(edit: Callable[[TTFont, str], None]) -> Change:
    """A change to the glyph that the font's program has for 5."""

    def change(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        program = TTFont(BytesIO(font.FontDescriptor.FontFile2.read_bytes()))
        edit(program, program["cmap"].tables[0].cmap[code_of(font, "5")])
        out = BytesIO()
        program.save(out)
        font.FontDescriptor.FontFile2 = pdf.make_stream(out.getvalue())

    return change


def taller(program: TTFont, glyph: str) -> None:
    """One point moved."""
    x, y = program["glyf"][glyph].coordinates[0]
    program["glyf"][glyph].coordinates[0] = (x, y + 30)


def wider(program: TTFont, glyph: str) -> None:
    """An advance of its own."""
    advance, bearing = program["hmtx"][glyph]
    program["hmtx"][glyph] = advance + 60, bearing


def instructed(program: TTFont, glyph: str) -> None:
    """Instructions of its own, which may move any outline."""
    program["prep"].program.fromBytecode(b"\x00")


def layered(program: TTFont, glyph: str) -> None:
    """A table from which some readers would draw instead."""
    program["SVG "] = newTable("SVG ")
    program["SVG "].docList = []


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (taller, "its “5” is not the bundled font's"),
        (wider, "its “5” is not the bundled font's"),
        (instructed, "its program draws letters otherwise than the bundled font"),
        (layered, "its program has the tables “SVG”, which a subset of the press's has not"),
    ],
)
def test_a_changed_program_is_found(
    small: bytes, edit: Callable[[TTFont, str], None], wanted: str
) -> None:
    """Whatever in it changes what a letter looks like."""
    assert wanted in font_errors(small, program_edit(edit))


def test_a_width_that_is_not_the_glyphs_is_found(small: bytes) -> None:
    """The reader would look for the next letter elsewhere than a printer sets it."""

    def change(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        font.Widths[code_of(font, "5")] = 590

    assert font_errors(small, change) == ["its “5” is 540 wide; the PDF says 590.0"]


@pytest.mark.parametrize("data", [b"", b"garbage" * 10, b"\0\1\0\0\0\1" + bytes(100)])
def test_a_broken_program_is_found(small: bytes, data: bytes) -> None:
    """It is an error, not a traceback."""

    def change(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        font.FontDescriptor.FontFile2 = pdf.make_stream(data)

    (found,) = font_errors(small, change)
    assert found.startswith("its program cannot be read: ")


def test_an_encoding_is_found(small: bytes) -> None:
    """It chooses glyphs by names that a subset does not bear."""

    def change(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        font.Encoding = Dictionary(Type=Name.Encoding, Differences=Array([7, Name.six]))

    assert font_errors(small, change) == ["it has an encoding of its own (/Encoding)"]


def test_a_font_that_is_not_symbolic_is_found(small: bytes) -> None:
    """Readers would take its codes for letters."""

    def change(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        font.FontDescriptor.Flags = 32

    assert font_errors(small, change) == [
        "it is not said to be symbolic, so that readers may take its codes for letters"
    ]


def test_a_font_of_the_users_own_is_noted(small: bytes) -> None:
    """Nothing says how its letters should look, so nothing says that they are right."""

    def renamed(font: pikepdf.Object, pdf: pikepdf.Pdf) -> None:
        program = TTFont(BytesIO(font.FontDescriptor.FontFile2.read_bytes()))
        for record in program["name"].names:
            if record.nameID == 6:
                record.string = "Own-Bold"
        out = BytesIO()
        program.save(out)
        font.FontDescriptor.FontFile2 = pdf.make_stream(out.getvalue())
        font.BaseFont = Name("/AAAAAA+Own-Bold")

    pdf = with_font(small, renamed)
    assert errors(pdf) == []
    assert [str(problem) for problem in prove(pdf, sample.game())][-1] == (
        "deck, font AAAAAA+Own-Bold: note: its letters were not compared: it is not one of"
        " printgen's own fonts"
    )


def test_composed_letters_are_compared_part_by_part() -> None:
    """Whatever numbers their parts bear; one of another part is another letter."""
    whole = fonts_folder() / "IBMPlexSansCondensed_400Regular.ttf"
    original = TrueType(whole.read_bytes())
    glyphs = original.by_character()
    composed = {
        char: glyph
        for char, glyph in glyphs.items()
        if original.outline(glyph)[:1] >= b"\x80" and char.isalpha()
    }
    assert len(composed) > 20
    text = sorted(composed)
    subset = TrueType(TTFontFile(str(whole)).makeSubset([ord(char) for char in text]))
    theirs = dict(zip(text, subset.by_code().values(), strict=True))
    for char in text:
        assert drawn_alike(subset, theirs[char], original, glyphs[char])
    for char, other in pairwise(text):
        assert not drawn_alike(subset, theirs[char], original, glyphs[other])


def test_fonts_read_as_another_reader_reads_them() -> None:
    """Every character, advance and bearing of the bundled fonts."""
    for path in sorted(fonts_folder().glob("*.ttf")):
        ours, theirs = TrueType(path.read_bytes()), TTFont(path)
        names = theirs.getGlyphOrder()
        cmap = theirs.getBestCmap()
        mine = {ord(char): names[glyph] for char, glyph in ours.by_character().items()}
        assert mine == {code: name for code, name in cmap.items() if code < 0x10000}
        assert [ours.metrics(glyph) for glyph in range(len(names))] == [
            theirs["hmtx"][name] for name in names
        ]
