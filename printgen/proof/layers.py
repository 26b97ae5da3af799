"""Turn what a page paints, in order, into what hides what and what cannot be told from its ground.

Whatever is painted over a text or a mark after it is a fault, be it white, dark, a pattern or other
text. It knows no rules: it hands back the items, for others to name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from printgen.proof.geometry import Box, Point
from printgen.proof.outlines import fills, touches
from printgen.proof.painted import Colour, Image, Item, Placed, Run, Shape

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
PAPER: Colour = (1.0, 1.0, 1.0)

_CELL = 12.0
_TOUCH = 0.1
"""mm by which boxes may overlap before it counts: runs that follow each other touch."""
_MARK_EDGE = 0.15
"""The share of a mark's box, at each side, where its ground does not count."""


class Hidden(NamedTuple):
    """A text or mark, and what is painted over it afterwards."""

    below: Run | Placed
    above: Item


class Faint(NamedTuple):
    """A text or mark that hardly differs from its ground: their contrast, 1 to 21."""

    item: Run | Placed
    contrast: float
    ground: Colour


class _Above(NamedTuple):
    """A text or mark that may yet be painted over, and the box that must stay free."""

    left: float
    top: float
    right: float
    bottom: float
    item: Run | Placed


class _Below(NamedTuple):
    """A fill or picture that may lie under a text, and its box."""

    left: float
    top: float
    right: float
    bottom: float
    item: Shape | Placed | Image


@dataclass(slots=True)
class Layers:
    """One page being looked through; `marks` holds the `id` of each placed picture that is a mark.

    `grounds` then holds the colours under each run, by the run's `id`; None where one is unknown.
    """

    marks: frozenset[int]
    grounds: dict[int, tuple[Colour | None, ...]] = field(default_factory=dict)
    _above: dict[int, list[_Above]] = field(default_factory=dict)
    _below: dict[int, list[_Below]] = field(default_factory=dict)

    def look_through(self, items: tuple[Item, ...]) -> Iterator[Hidden | Faint]:
        """What is hidden or faint, in the order of painting."""
        for item in items:
            if isinstance(item, Run):
                yield from self._run(item)
            elif isinstance(item, Placed):
                yield from self._placed(item)
            else:
                yield from self._paint(item)

    def _run(self, run: Run) -> Iterator[Hidden | Faint]:
        core = run.box.grown(-_TOUCH)
        left, top, right, bottom = core
        if left >= right or top >= bottom or run.text.isspace():
            return
        entry = _Above(left, top, right, bottom, run)
        cells = _cells(core)
        hidden: dict[int, Run] = {}
        for cell in cells:
            texts = self._above.get(cell)
            if texts is None:
                self._above[cell] = [entry]
                continue
            for x1, y1, x2, y2, below in texts:
                if x1 < right and left < x2 and y1 < bottom and top < y2 and type(below) is Run:
                    hidden[id(below)] = below
            texts.append(entry)
        for below in hidden.values():
            yield Hidden(below, run)
        grounds = self.grounds[id(run)] = self._ground(core, cells)
        if run.colour is not None:
            yield from _worst(run, (run.colour,), grounds, TEXT_CONTRAST)

    def _placed(self, placed: Placed) -> Iterator[Hidden | Faint]:
        for entry in self._meeting(placed.box):
            if any(_reaches(shape, Box(*entry[:4])) for shape in placed.shapes):
                yield Hidden(entry.item, placed)
        if id(placed) in self.marks:
            left, top, right, bottom = placed.box
            across, down = (right - left) * _MARK_EDGE, (bottom - top) * _MARK_EDGE
            core = Box(left + across, top + down, right - across, bottom - down)
            cells = _cells(core)
            if not any(isinstance(shape, Image) for shape in placed.paints):
                grounds = self._ground(core, cells)
                yield from _worst(placed, _inks(placed), grounds, MARK_CONTRAST)
            drawn = placed.ink.grown(-_TOUCH)
            for cell in _cells(drawn):
                self._above.setdefault(cell, []).append(_Above(*drawn, placed))
        if any(isinstance(shape, Image) or shape.filled for shape in placed.paints):
            for cell in _cells(placed.box):
                self._below.setdefault(cell, []).append(_Below(*placed.box, placed))

    def _paint(self, item: Shape | Image) -> Iterator[Hidden]:
        for entry in self._meeting(item.box):
            if _reaches(item, Box(*entry[:4])):
                yield Hidden(entry.item, item)
        if isinstance(item, Image) or item.filled:
            for cell in _cells(item.box):
                self._below.setdefault(cell, []).append(_Below(*item.box, item))

    def _meeting(self, box: Box) -> Iterator[_Above]:
        """The texts and marks, each once, whose box meets another."""
        left, top, right, bottom = box
        seen: set[int] = set()
        for cell in _cells(box):
            for entry in self._above.get(cell, ()):
                x1, y1, x2, y2, item = entry
                meets = x1 < right and left < x2 and y1 < bottom and top < y2
                if meets and id(item) not in seen:
                    seen.add(id(item))
                    yield entry

    def _ground(self, box: Box, cells: tuple[int, ...]) -> tuple[Colour | None, ...]:
        """The colours under a box's start, middle and end; each once."""
        left, top, right, bottom = box
        under = [
            entry
            for cell in cells
            for entry in self._below.get(cell, ())
            if entry[0] < right and left < entry[2] and entry[1] < bottom and top < entry[3]
        ]
        if not under:
            return (PAPER,)
        if len(cells) > 1:
            under = list({id(entry.item): entry for entry in under}.values())
        middle = (top + bottom) / 2
        points = (left, middle), ((left + right) / 2, middle), (right, middle)
        return tuple(dict.fromkeys(_colour_at(under, point) for point in points))


def contrast(one: Colour, other: Colour) -> float:
    """How much two colours differ in lightness, 1 to 21 (WCAG 2.2, 1.4.3)."""
    light, dark = luminance(one) + 0.05, luminance(other) + 0.05
    return max(light, dark) / min(light, dark)


@cache
def luminance(colour: Colour) -> float:
    """The relative luminance of an sRGB colour, 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _worst(
    item: Run | Placed,
    inks: tuple[Colour, ...],
    grounds: tuple[Colour | None, ...],
    least: float,
) -> Iterator[Faint]:
    """The item, if on some ground none of its inks stands out."""
    for ground in grounds:
        if ground is None:
            continue
        best = max((contrast(ink, ground) for ink in inks), default=1.0)
        if best < least - 0.005:
            yield Faint(item, best, ground)
            return


def _inks(placed: Placed) -> tuple[Colour, ...]:
    return tuple(
        ink
        for shape in placed.paints
        if isinstance(shape, Shape)
        for ink in (shape.fill, shape.stroke)
        if ink is not None
    )


def _colour_at(under: list[_Below], point: Point) -> Colour | None:
    for entry in reversed(under):
        item = entry.item
        for shape in reversed(item.shapes) if isinstance(item, Placed) else (item,):
            if isinstance(shape, Image):
                left, top, right, bottom = shape.box
                if left <= point[0] <= right and top <= point[1] <= bottom:
                    return None
            elif fills(shape, point):
                return shape.fill
    return PAPER


def _reaches(paint: Shape | Image, box: Box) -> bool:
    return paint.box.meets(box) if isinstance(paint, Image) else touches(paint, box)


def _cells(box: Box) -> tuple[int, ...]:
    """The squares of a coarse grid that a box touches."""
    left, top = int(box.left // _CELL), int(box.top // _CELL)
    right, bottom = int(box.right // _CELL), int(box.bottom // _CELL)
    if left == right and top == bottom:
        return (left + top * 1000,)
    if right - left > 100 or bottom - top > 100:
        left, top, right, bottom = max(left, -50), max(top, -50), min(right, 50), min(bottom, 50)
    return tuple(
        [
            across + down * 1000
            for down in range(top, bottom + 1)
            for across in range(left, right + 1)
        ]
    )
