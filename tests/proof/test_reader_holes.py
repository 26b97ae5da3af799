"""What a print may hide where only a close reader looks: each is found, whatever it spoils."""

from collections.abc import Callable
from decimal import Decimal
from io import BytesIO

import pikepdf
import pytest
import sample
import seed
from pikepdf import Array, Dictionary, Name
from seed import Page, Step, op, seeded

from printgen.problems import Severity
from printgen.proof.prove import prove


def errors(pdf: bytes) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = prove(pdf, sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


@pytest.fixture(scope="module")
def small() -> bytes:
    """One card."""
    return sample.pdf("deck", cards=(17,))


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
