"""Turn where the cells of a table stand into what is out of its row or its column.

The cells of one row stand on one line, the rows in the rules' order from top to bottom, and the
columns in the same order in every row. A table that is turned on the page is read as it is turned.
"""

from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from typing import NamedTuple

from printgen.content.model import Content, Line
from printgen.problems import Problem
from printgen.proof.finding import fault, listed, quoted
from printgen.proof.geometry import Box
from printgen.proof.match import FoundFace

_SHARED = 0.5
"""The share of the lower cell's height that it must have in common with its row's first."""


class _Cell(NamedTuple):
    """A field or mark, all of it: its start along the line, and its upper and lower end."""

    name: str
    start: float
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def compare_tables(face: FoundFace, content: Content) -> Iterator[Problem]:
    """What stands out of its row or column on one face. Cells not printed are left to others."""
    if not content.lines:
        return
    boxes, turns = _boxes(face)
    for table in content.lines:
        first = next((name for row in table for name in row if name in boxes), None)
        if first is None:
            continue
        cells = {
            name: _cell(name, boxes[name], turns.get(first, 0.0))
            for row in table
            for name in row
            if name in boxes
        }
        yield from _compare(table, cells, content)


def _compare(
    table: tuple[Line, ...], cells: Mapping[str, _Cell], content: Content
) -> Iterator[Problem]:
    title = content.title
    columns: dict[int, tuple[Line, tuple[int, ...]]] = {}
    above: dict[int, tuple[list[_Cell], Line]] = {}
    heads = [cells[row[0]] for row in table if row[0] in cells]
    for row in table:
        here = [cells[name] for name in row if name in cells]
        yield from _on_one_line(here, heads, content)
        if len(here) != len(row):
            continue
        before = above.get(len(row))
        above[len(row)] = here, row
        if before is not None:
            for upper, lower in zip(before[0], here, strict=True):
                if upper.middle >= lower.middle:
                    yield fault(
                        f"{title}, {lower.name}",
                        f"{_said(lower, content)} stands above {_said(upper, content)};"
                        " the rules have it below",
                    )
        order = tuple(sorted(range(len(here)), key=lambda index: here[index].start))
        usual = columns.setdefault(len(row), (row, order))
        if usual[1] != order:
            yield fault(
                f"{title}, {row[0]}",
                f"its row reads {listed(row[index] for index in order)} from left to right;"
                f" that of {usual[0][0]} reads {listed(usual[0][index] for index in usual[1])}",
            )


def _on_one_line(cells: list[_Cell], heads: list[_Cell], content: Content) -> Iterator[Problem]:
    """What stands beside another row's first cell than its own; `heads` are the first cells."""
    for cell in cells[1:]:
        first = cells[0]
        if _beside(first, cell):
            continue
        other = next((head for head in heads if _beside(head, cell)), None)
        where = (
            f"beside {_said(other, content)} ({other.name})"
            if other
            else f"{abs(cell.middle - first.middle):.1f} mm"
            f" {'below' if cell.middle > first.middle else 'above'} {_said(first, content)}"
        )
        yield fault(
            f"{content.title}, {cell.name}",
            f"{_said(cell, content)} stands {where};"
            f" the rules have it beside {_said(first, content)} ({first.name})",
        )


def _beside(one: _Cell, other: _Cell) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared >= _SHARED * min(one.bottom - one.top, other.bottom - other.top)


def _said(cell: _Cell, content: Content) -> str:
    """A cell in a message: what the rules say there."""
    said = content.fields.get(cell.name) or content.marks.get(cell.name)
    return quoted(said) if said else "the form field"


def _boxes(face: FoundFace) -> tuple[dict[str, Box], dict[str, float]]:
    """The box round all of each field, mark and input printed, and how each field is turned."""
    boxes: dict[str, Box] = {}
    turns: dict[str, float] = {}
    for pair in face.runs:
        if pair.run is not None:
            _add(boxes, pair.slot.name, pair.run.box)
            if pair.run.angle:
                turns[pair.slot.name] = pair.run.angle
    for mark in face.marks:
        if mark.placed is not None:
            _add(boxes, mark.slot.name, mark.placed.box)
    for slot in face.slots.inputs:
        left, top = face.slots.x + slot.x, face.slots.y + slot.y
        boxes.setdefault(slot.name, Box(left, top, left + slot.width, top + slot.height))
    return boxes, turns


def _add(boxes: dict[str, Box], name: str, box: Box) -> None:
    known = boxes.get(name)
    if known is not None:
        box = Box(
            min(known.left, box.left),
            min(known.top, box.top),
            max(known.right, box.right),
            max(known.bottom, box.bottom),
        )
    boxes[name] = box


def _cell(name: str, box: Box, turn: float) -> _Cell:
    if not turn:
        return _Cell(name, box.left, box.top, box.bottom)
    along, across = cos(radians(turn)), sin(radians(turn))
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    starts = [x * along + y * across for x, y in corners]
    downs = [y * along - x * across for x, y in corners]
    return _Cell(name, min(starts), min(downs), max(downs))
