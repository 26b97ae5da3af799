"""A printed face, in the form that the checks use: its texts, marks and form fields.

It is built from the layout before printing, or from a PDF by the proof. Lengths are in mm from the
top left corner of the face, sizes in points, angles in degrees clockwise.
"""

from functools import cached_property
from math import cos, radians, sin

import msgspec

from printgen.content.content import FaceContent
from printgen.geometry import MM_PER_POINT, Box, find_bounding_box, find_text_box
from printgen.problems import Place, Problem

CAP_HEIGHT = 0.68
"""The height of a capital in em, used as the height of a text's box above its baseline."""

MIN_SPACE = 0.1
"""The least gap that is read as a space, in em."""
OVERLAP_TOLERANCE = 0.2
"""How far a piece may reach over the next one, in mm."""


class PrintedText(msgspec.Struct, frozen=True, dict=True):
    """A piece of text on one line.

    - `name`: the field that it prints; None for text of the template.
    - `text`: its letters in reading order. A text without letters or digits is in the order in
      which its signs are printed from left to right.
    - `x`, `y`: where its baseline begins, in mm.
    - `width`: its width in mm, with the tracking after the last letter.
    - `size`: its type size in points. `angle`: its rotation in degrees.
    - `closest`: the smallest distance between the starts of two letters, as a share of the advance
      width of the first of them.
    - `continues_field`: whether no space separates it from the piece before it in the same field:
      it is on a new line, raised, or after the padding of an inline box.
    - `is_own_text`: whether it is text of the template with the class `own`, which may be next to a
      value.
    - `tracking`: the space in mm that is added after each letter. In a text read from a PDF it is
      0.0, because only `width` is known there.
    """

    name: str | None
    text: str
    x: float
    y: float
    width: float
    size: float
    angle: float
    closest: float = 1.0
    continues_field: bool = False
    is_own_text: bool = False
    tracking: float = 0.0

    @property
    def quoted(self) -> str:
        """Its letters in quotes, for a message."""
        return quote_text(self.text)

    @cached_property
    def box(self) -> Box:
        """The box of the text from the baseline to the height of a capital, in mm."""
        return find_text_box(self.x, self.y, self.width, self.size, self.angle, CAP_HEIGHT)


def measure_gap(
    piece: PrintedText, other: PrintedText, line_tolerance: float = 0.1
) -> float | None:
    """Return the distance in mm from the end of one piece to the start of another.

    Return None if they are not on one line: if their angles differ, or if their baselines are
    `line_tolerance` mm apart or more.
    """
    cosine, sine = cos(radians(piece.angle)), sin(radians(piece.angle))
    right, down = other.x - piece.x, other.y - piece.y
    if abs(other.angle - piece.angle) >= 0.1 or abs(down * cosine - right * sine) >= line_tolerance:
        return None
    return right * cosine + down * sine - piece.width


def is_word_space(gap: float, piece: PrintedText) -> bool:
    """Return whether a gap of `gap` mm after `piece` is so wide that readers see a space."""
    return gap > MIN_SPACE * piece.size * MM_PER_POINT


class PrintedMark(msgspec.Struct, frozen=True):
    """A printed mark: a drawing that shows the value of the field `name`.

    `turn` is its rotation in degrees; None if it is mirrored, stretched or slanted. `picture_id` is
    the id of the drawing; "" if it is unknown.
    """

    name: str
    box: Box
    turn: float | None
    picture_id: str = ""


class PrintedFormField(msgspec.Struct, frozen=True):
    """A form field. `kind` is "text", "check", or another type of form field in PDF."""

    name: str
    kind: str
    box: Box


class PrintedFace(msgspec.Struct, frozen=True, eq=False, dict=True):
    """What is printed on one face. Texts, marks and inputs (form fields) are in painting order.

    `areas` are the boxes of everything else that is painted, such as frames, backgrounds and lines.
    """

    width: float
    height: float
    texts: tuple[PrintedText, ...]
    marks: tuple[PrintedMark, ...]
    inputs: tuple[PrintedFormField, ...]
    areas: tuple[Box, ...] = ()

    @property
    def box(self) -> Box:
        """The box of the whole face after trimming."""
        return Box(0.0, 0.0, self.width, self.height)

    @cached_property
    def texts_by_name(self) -> dict[str, list[PrintedText]]:
        """The texts of each field in painting order, by the name of the field."""
        texts: dict[str, list[PrintedText]] = {}
        for text in self.texts:
            if text.name is not None:
                texts.setdefault(text.name, []).append(text)
        return texts

    @cached_property
    def boxes(self) -> dict[str, list[Box]]:
        """The boxes of each field by name: those of all its texts, or that of its first mark."""
        boxes = {name: [text.box for text in texts] for name, texts in self.texts_by_name.items()}
        for mark in self.marks:
            boxes.setdefault(mark.name, [mark.box])
        return boxes

    @cached_property
    def input_boxes(self) -> dict[str, Box]:
        """The box of each form field, by its name."""
        return {form_input.name: form_input.box for form_input in self.inputs}

    @cached_property
    def bounding_boxes(self) -> dict[str, Box]:
        """One box for each field by name: around its texts, its first mark or its form field."""
        return self.input_boxes | {
            name: find_bounding_box(boxes) for name, boxes in self.boxes.items()
        }

    def filter_by_prefix(self, prefix: str, examples: tuple[str, ...]) -> "PrintedFace":
        """Return the face with only the texts, marks and form fields whose names have this prefix.

        A face can show small faces as examples: the names in each begin with one of `examples`.
        With the prefix "", return everything that belongs to no example.
        """
        if not examples:
            return self

        def is_selected(name: str | None) -> bool:
            name = name or ""
            return name.startswith(prefix) if prefix else not name.startswith(examples)

        return PrintedFace(
            self.width,
            self.height,
            tuple(item for item in self.texts if is_selected(item.name)),
            tuple(item for item in self.marks if is_selected(item.name)),
            tuple(item for item in self.inputs if is_selected(item.name)),
            self.areas,
        )

    @cached_property
    def text_angles(self) -> dict[str, float]:
        """The angle in degrees of each field with rotated text: that of its first rotated text."""
        return {text.name: text.angle for text in reversed(self.texts) if text.angle and text.name}


WRONG_NAME = "wrong name"
"""The kind of problems whose hint says how to name the field in the template."""


def make_field_problem(name: str | None, message: str, hint: str = "", *values: str) -> Problem:
    """Return an error at the field `name` of a face; None is for text of the template.

    `message` has one {} for each of `values`. Errors with the same message and hint have one cause,
    even if their values differ, and are reported together.
    """
    text = message.format(*values) if values else message
    return Problem(Place(field=name or ""), text, hint, kind=f"{message} {hint}")


def quote_field(content: FaceContent, name: str) -> str:
    """Return the name of a field for messages: its text, or the id of its mark, in quotes.

    A field without either is called "the form field".
    """
    text = content.fields.get(name) or content.marks.get(name)
    return quote_text(text) if text else "the form field"


def quote_text(text: str) -> str:
    """Return a text in quotes for a message.

    Control characters are escaped, and only the first 200 characters are kept.
    """
    escaped = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:200])
    return f"“{escaped}…”" if len(text) > 200 else f"“{escaped}”"
