"""What was seen of one face: its texts, marks and form fields, each under the name it bears.

Lengths are mm from the face's top left corner, sizes points, angles degrees clockwise. It does not
say who looked: the layout's own items, or what another engine read in the print.
"""

from functools import cached_property
from typing import NamedTuple

import msgspec

from printgen.content.content import Content
from printgen.face_checks.boxes import Box, find_bounding_box, find_text_box


class ReadText(msgspec.Struct, frozen=True, dict=True):
    """One piece of one line, its baseline beginning at `x`, `y`.

    Words that a template brought along have no name. `closest` is the least share of its own
    advance that one of its letters has before the next. One that `goes_on` begins a line without a
    space between it and the line before; `own` words may stand by a value.
    """

    name: str | None
    text: str
    x: float
    y: float
    width: float
    size: float
    angle: float
    closest: float = 1.0
    goes_on: bool = False
    is_own_text: bool = False

    @cached_property
    def box(self) -> Box:
        """From its baseline to the height of a capital."""
        return find_text_box(self.x, self.y, self.width, self.size, self.angle)


class ReadMark(NamedTuple):
    """A picture. `turn` is None where it is mirrored, stretched or slanted.

    `picture` is the id of what it pictures, where that can be told.
    """

    name: str
    box: Box
    turn: float | None
    picture_id: str = ""


class ReadInput(NamedTuple):
    """A form field; `kind` is text, check, or what else a file may hold."""

    name: str
    kind: str
    box: Box


class ReadFace(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One face, each of its parts in the order of painting."""

    width: float
    height: float
    texts: tuple[ReadText, ...]
    marks: tuple[ReadMark, ...]
    inputs: tuple[ReadInput, ...]

    @property
    def box(self) -> Box:
        """Its trim."""
        return Box(0.0, 0.0, self.width, self.height)

    @cached_property
    def texts_by_name(self) -> dict[str, list[ReadText]]:
        """The texts of each name, in order."""
        texts: dict[str, list[ReadText]] = {}
        for text in self.texts:
            if text.name is not None:
                texts.setdefault(text.name, []).append(text)
        return texts

    @cached_property
    def boxes(self) -> dict[str, list[Box]]:
        """The boxes of each name's texts, in order, or of the first of its marks."""
        boxes = {name: [text.box for text in texts] for name, texts in self.texts_by_name.items()}
        for mark in self.marks:
            boxes.setdefault(mark.name, [mark.box])
        return boxes

    @cached_property
    def input_boxes(self) -> dict[str, Box]:
        """The box of each form field."""
        return {form_input.name: form_input.box for form_input in self.inputs}

    @cached_property
    def bounding_boxes(self) -> dict[str, Box]:
        """The one box round all of each name: of its texts and marks, else of its form field."""
        return self.input_boxes | {
            name: boxes[0] if len(boxes) == 1 else find_bounding_box(boxes)
            for name, boxes in self.boxes.items()
        }

    def filter_by_prefix(self, prefix: str, examples: tuple[str, ...]) -> "ReadFace":
        """What bears a name that begins so; with "" what is of none of the `examples`."""
        if not examples:
            return self

        def is_selected(name: str | None) -> bool:
            name = name or ""
            return name.startswith(prefix) if prefix else not name.startswith(examples)

        return ReadFace(
            self.width,
            self.height,
            tuple(item for item in self.texts if is_selected(item.name)),
            tuple(item for item in self.marks if is_selected(item.name)),
            tuple(item for item in self.inputs if is_selected(item.name)),
        )

    @cached_property
    def text_angles(self) -> dict[str, float]:
        """By how much the texts of a name are turned, if they are."""
        return {text.name: text.angle for text in reversed(self.texts) if text.angle and text.name}


class Flaw(NamedTuple):
    """What is wrong with what bears a name on a face, and what to do about it.

    `kind` is the sentence that says so, but for `what` it quotes, names or measures: flaws of one
    cause share it. `meant` is the name that the hint speaks of, if it does.
    """

    name: str
    message_format: str
    message_values: tuple[str, ...] = ()
    hint: str = ""
    suggested_name: str = ""

    @property
    def message(self) -> str:
        """What was found, in words."""
        return self.message_format.format(*self.message_values)

    @property
    def advice(self) -> str:
        """What to do about it, in words."""
        return self.hint.format(self.suggested_name) if self.suggested_name else self.hint


def describe(content: Content, name: str) -> str:
    """What bears a name in a message: its words as the rules say them, or what its mark is of."""
    text = content.fields.get(name) or content.marks.get(name)
    return quote_text(text) if text else "the form field"


def quote_text(text: str) -> str:
    """A printed text in a message: in quotes, control characters shown, the long cut short."""
    escaped = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:200])
    return f"“{escaped}…”" if len(text) > 200 else f"“{escaped}”"
