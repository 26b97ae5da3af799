"""What was seen of one face: its texts, marks and form fields, each under the name it bears.

Lengths are mm from the face's top left corner, sizes points, angles degrees clockwise. It does not
say who looked: the layout's own items, or what another engine read in the print.
"""

from functools import cached_property
from typing import NamedTuple

import msgspec

from printgen.content.content import Content
from printgen.face_checks.boxes import Box, box_of_text, united


class SeenText(msgspec.Struct, frozen=True, dict=True):
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
    own: bool = False

    @cached_property
    def box(self) -> Box:
        """From its baseline to the height of a capital."""
        return box_of_text(self.x, self.y, self.width, self.size, self.angle)


class SeenMark(NamedTuple):
    """A picture. `turn` is None where it is mirrored, stretched or slanted.

    `picture` is the id of what it pictures, where that can be told.
    """

    name: str
    box: Box
    turn: float | None
    picture: str = ""


class SeenInput(NamedTuple):
    """A form field; `kind` is text, check, or what else a file may hold."""

    name: str
    kind: str
    box: Box


class SeenFace(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One face, each of its parts in the order of painting."""

    width: float
    height: float
    texts: tuple[SeenText, ...]
    marks: tuple[SeenMark, ...]
    inputs: tuple[SeenInput, ...]

    @property
    def box(self) -> Box:
        """Its trim."""
        return Box(0.0, 0.0, self.width, self.height)

    @cached_property
    def by_name(self) -> dict[str, list[SeenText]]:
        """The texts of each name, in order."""
        found: dict[str, list[SeenText]] = {}
        for text in self.texts:
            if text.name is not None:
                found.setdefault(text.name, []).append(text)
        return found

    @cached_property
    def boxes(self) -> dict[str, list[Box]]:
        """The boxes of each name's texts, in order, or of the first of its marks."""
        found = {name: [text.box for text in texts] for name, texts in self.by_name.items()}
        for mark in self.marks:
            found.setdefault(mark.name, [mark.box])
        return found

    @cached_property
    def typed(self) -> dict[str, Box]:
        """The box of each form field."""
        return {one.name: one.box for one in self.inputs}

    @cached_property
    def whole(self) -> dict[str, Box]:
        """The one box round all of each name: of its texts and marks, else of its form field."""
        return self.typed | {
            name: boxes[0] if len(boxes) == 1 else united(boxes)
            for name, boxes in self.boxes.items()
        }

    def within(self, before: str, examples: tuple[str, ...]) -> "SeenFace":
        """What bears a name that begins so; with "" what is of none of the `examples`."""
        if not examples:
            return self

        def ours(name: str | None) -> bool:
            name = name or ""
            return name.startswith(before) if before else not name.startswith(examples)

        return SeenFace(
            self.width,
            self.height,
            tuple(one for one in self.texts if ours(one.name)),
            tuple(one for one in self.marks if ours(one.name)),
            tuple(one for one in self.inputs if ours(one.name)),
        )

    @cached_property
    def turns(self) -> dict[str, float]:
        """By how much the texts of a name are turned, if they are."""
        return {one.name: one.angle for one in reversed(self.texts) if one.angle and one.name}


class Flaw(NamedTuple):
    """What is wrong with what bears a name on a face, and what to do about it.

    `kind` is the sentence that says so, but for `what` it quotes, names or measures: flaws of one
    cause share it. `meant` is the name that the hint speaks of, if it does.
    """

    name: str
    kind: str
    what: tuple[str, ...] = ()
    hint: str = ""
    meant: str = ""

    @property
    def found(self) -> str:
        """What was found, in words."""
        return self.kind.format(*self.what)

    @property
    def advice(self) -> str:
        """What to do about it, in words."""
        return self.hint.format(self.meant) if self.meant else self.hint


def said(content: Content, name: str) -> str:
    """What bears a name in a message: its words as the rules say them, or what its mark is of."""
    words = content.fields.get(name) or content.marks.get(name)
    return quoted(words) if words else "the form field"


def quoted(text: str) -> str:
    """A printed text in a message: in quotes, control characters shown, the long cut short."""
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:200])
    return f"“{shown}…”" if len(text) > 200 else f"“{shown}”"
