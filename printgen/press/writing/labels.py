"""Labels: marked content that names the field and face of everything printed.

A label is a marked-content sequence with a property list (ISO 32000-1, 14.6.1 and 14.6.2). It has
the name of the field and the place in mm. The place of a face is measured from the corner of the
page, all other places from the corner of the face. A label never has the value that is printed.
docs/proof.md describes the format.

Numbers in operators and labels have no trailing zeros and no exponent (ISO 32000-1, 7.3.3).
"""

from functools import lru_cache
from urllib.parse import quote

from printgen.face.face import PlacedMark, TextRun
from printgen.press.imposing.page import Placement

POINTS_PER_MM = 72 / 25.4  # ISO 32000-1, 8.3.2.3: the default unit is 1/72 inch


@lru_cache(maxsize=1 << 16)
def format_decimal(value: float) -> str:
    """Return a number as PDF text, rounded to 0.001."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_factor(value: float) -> str:
    """Return a factor as PDF text, rounded to 0.000001 because it is multiplied by lengths."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_mm_as_points(mm: float) -> str:
    """Return a length in mm as PDF text in points, rounded to 0.001."""
    return format_decimal(mm * POINTS_PER_MM)


LABEL_END = "EMC"
"""The operator that ends the marked content of the last label (ISO 32000-1, 14.6.1)."""

BAR_LABEL = "/Bar BMC"
"""The label of the scale bar: BMC, because it has no property list (ISO 32000-1, 14.6.1)."""


def format_item_label(item: TextRun | PlacedMark) -> str:
    """Return the operator that begins the label of a text or a mark on a face.

    The label names the item for the proof. Text of a field is labelled Field, or More if no space
    separates it from the text before it in the same field. Text of the template has no name. It is
    labelled Own if it may be next to a value, else Words. If letters are wider than in the font,
    the last number of the label is the factor. If the template accepts a low contrast of the text,
    the label begins with Art, such as ArtField.
    """
    if isinstance(item, PlacedMark):
        box = item.bounding_box
        return _format_label("Mark", item.field, box.left, box.top, box.width, box.height)
    kind = "More" if item.continues_field else "Field"
    if item.field is None:
        kind = "Own" if item.is_own_text else "Words"
    kind = f"Art{kind}" if item.is_on_artwork else kind
    place = item.x, item.y, item.width, item.size, item.angle, item.stretch
    return _format_label(kind, item.field, *place[: 5 if item.stretch == 1 else 6])


def format_face_label(placement: Placement) -> str:
    """Return the operator that begins the label around all that a placed face paints."""
    face = placement.face
    return _format_label("Face", face.id, placement.x, placement.y, face.width, face.height)


def _format_label(kind: str, name: str | None, *numbers: float) -> str:
    # ISO 32000-1, 14.6.2: the property list may be written inline if it has only direct objects.
    name_entry = "" if name is None else f"/N {_percent_encode_string(name)} "
    return f"/{kind} <<{name_entry}/At ({' '.join(map(format_decimal, numbers))})>> BDC"


@lru_cache(maxsize=1 << 14)
def _percent_encode_string(text: str) -> str:
    # Percent-encoded in ASCII, because readers decode the strings of a property list differently.
    return f"({quote(text, safe=' /')})"
