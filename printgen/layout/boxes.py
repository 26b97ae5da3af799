"""The boxes of a piece of XHTML: as read, styles and text alone; then as laid, with size and place.

`xhtml` reads the first kind, `flow` turns it into the second, `paint` into a face's items. No
element and no selector is left in them. Lengths are mm, in a foreignObject the drawing's units.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from printgen.layout.breaks import Line, Piece
from printgen.layout.face import Item
from printgen.layout.geometry import Matrix
from printgen.layout.style import Style

Draw = Callable[[Matrix], tuple[Item, ...]]
"""Draws a picture whose top left corner the matrix carries to its place."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing set among the words or as a block of its own."""

    width: float
    height: float
    draw: Draw


@dataclass(frozen=True, slots=True)
class Words:
    """Text to be broken into lines; each reaches at least `above` and `below` its baseline."""

    pieces: tuple[Piece, ...]
    pictures: tuple[Picture, ...]
    above: float
    below: float
    align: Literal["left", "center", "right"]
    line: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A form field, as large as its style says."""

    style: Style
    name: str
    kind: Literal["text", "check"]
    multiline: bool
    line: int


@dataclass(frozen=True, slots=True)
class Block:
    """A box with boxes below one another in it. `name` is how messages call it."""

    style: Style
    children: tuple["Box", ...]
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, over `span` columns."""

    block: Block
    span: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; only height and background of its style are used."""

    style: Style
    cells: tuple[Cell, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table of fixed columns: one style a `col`, empty where the template gives none."""

    style: Style
    columns: tuple[Style, ...]
    rows: tuple[Row, ...]
    name: str
    line: int


Box = Block | Words | Table | Entry | Picture


@dataclass(frozen=True, slots=True)
class LaidWords:
    """Words broken into lines, `room` wide at most."""

    words: Words
    lines: tuple[Line, ...]
    room: float
    height: float


@dataclass(frozen=True, slots=True)
class LaidEntry:
    """A form field with its size."""

    entry: Entry
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Laid:
    """A box with its size, border and padding included; `style` paints it.

    Children stand at x, y from its top left corner, in painting order. `baseline` is that of its
    first line, from its top; None where it has no line.
    """

    style: Style | None
    width: float
    height: float
    children: tuple[tuple[float, float, "LaidPart"], ...]
    baseline: float | None


LaidPart = Laid | LaidWords | LaidEntry | Picture


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit: the line of the merged text, what it is and by how much.

    `hint` is given where no smaller type could help: then the template is wrong.
    """

    line: int
    name: str
    message: str
    hint: str = ""
