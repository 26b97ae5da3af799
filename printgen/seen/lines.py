"""Turn where the cells of a table were seen into what is out of its row or its column.

The cells of one row stand on one line, the rows in the rules' order from top to bottom, and the
columns in the same order in every row. A table that is turned on the page is read as it is turned.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from printgen.content.content import Content, Line
from printgen.seen.parts import Flaw, SeenFace, quoted
from printgen.seen.place import Box

_SHARED = 0.5
"""The share of the lower cell's height that it must have in common with its row's first."""


class _Cell(NamedTuple):
    """All of one name: what it says, its start along the line, its upper and its lower end."""

    name: str
    said: str
    start: float
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def wrong_lines(face: SeenFace, content: Content) -> Iterator[Flaw]:
    """What stands out of its row or column on one face. What was not seen is left to others."""
    for table in content.lines:
        names = [name for row in table for name in row if name in face.whole]
        turn = face.turn(names[0]) if names else 0.0
        cells = {name: _cell(name, face.whole[name], turn, content) for name in names}
        yield from _wrong_rows(table, cells)


def _wrong_rows(table: Sequence[Line], cells: Mapping[str, _Cell]) -> Iterator[Flaw]:
    usual: dict[int, tuple[Line, tuple[int, ...]]] = {}
    above: dict[int, list[_Cell]] = {}
    heads = [cells[row[0]] for row in table if row[0] in cells]
    for row in table:
        here = [cells[name] for name in row if name in cells]
        yield from _off_the_line(here, heads)
        if len(here) != len(row):
            continue
        for upper, lower in zip(above.get(len(row), ()), here, strict=False):
            if upper.middle >= lower.middle:
                found = f"{lower.said} stands above {upper.said}; the rules have it below"
                yield Flaw(lower.name, found)
        above[len(row)] = here
        order = tuple(sorted(range(len(here)), key=lambda index: here[index].start))
        first, first_order = usual.setdefault(len(row), (row, order))
        if order != first_order:
            reads, usually = (
                ", ".join(names[index] for index in way)
                for names, way in ((row, order), (first, first_order))
            )
            found = f"its row reads {reads} from left to right; that of {first[0]} reads {usually}"
            yield Flaw(row[0], found)


def _off_the_line(cells: Sequence[_Cell], heads: Sequence[_Cell]) -> Iterator[Flaw]:
    """What stands beside another row's first cell than its own; `heads` are the first cells."""
    for cell in cells[1:]:
        first = cells[0]
        if _beside(first, cell):
            continue
        other = next((head for head in heads if _beside(head, cell)), None)
        way = "below" if cell.middle > first.middle else "above"
        off = f"{abs(cell.middle - first.middle):.1f} mm {way} {first.said}"
        where = f"beside {other.said} ({other.name})" if other else off
        wanted = f"the rules have it beside {first.said} ({first.name})"
        yield Flaw(cell.name, f"{cell.said} stands {where}; {wanted}")


def _beside(one: _Cell, other: _Cell) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared >= _SHARED * min(one.bottom - one.top, other.bottom - other.top)


def _cell(name: str, box: Box, turn: float, content: Content) -> _Cell:
    said = content.fields.get(name) or content.marks.get(name)
    words = quoted(said) if said else "the form field"
    if not turn:
        return _Cell(name, words, box.left, box.top, box.bottom)
    along, across = cos(radians(turn)), sin(radians(turn))
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    starts = [x * along + y * across for x, y in corners]
    downs = [y * along - x * across for x, y in corners]
    return _Cell(name, words, min(starts), min(downs), max(downs))
