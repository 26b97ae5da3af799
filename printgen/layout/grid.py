"""Turn the items of a grid into laid boxes in columns and rows.

As CSS Grid Layout says, in its order: placing row by row, columns, rows, alignment. It must not
know what stands in an item.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printgen.layout.boxes import AnyBox, Block, Figure, LaidBox, Misfit
from printgen.layout.css_properties import Track
from printgen.layout.grid_tracks import Want, sized
from printgen.layout.inline_layout import SLACK, Extents
from printgen.layout.sizing import (
    Arranged,
    Placed,
    Room,
    along,
    apart,
    clamped,
    held,
    shifted,
    spread,
)

if TYPE_CHECKING:
    from printgen.layout.block import Layout


class _Item(NamedTuple):
    """An item and the area it stands in: its first column and row, and over how many."""

    number: int
    box: AnyBox
    column: int
    row: int
    spans: tuple[int, int]


def lay_grid(layout: "Layout", box: Block, room: Room, factor: float) -> Arranged:
    """Lays the items of a grid in a room."""
    frame, (inner, high, inside) = box.frame, room
    items, placed, count = _placed(box)
    columns = frame.columns or (Track("auto"),)
    wants = [_wide(layout, one, factor) for one in items]
    widths = sized(columns, wants, inner, frame.gaps[1], frame.justify)
    lefts, wide = _starts(widths, frame.gaps[1], frame.justify, inner)
    rows = frame.rows + (frame.auto_rows,) * (count - len(frame.rows))
    cells = [_GridItem(layout, one, lefts, widths, factor) for one in items]
    by_content = {n for n, one in enumerate(rows) if one.kind in ("auto", "max-content")}
    if high is None:
        by_content |= {*range(len(rows))}
    tall = [cell.want(by_content) for cell in cells]
    heights = sized(rows, tall, high, frame.gaps[0], frame.align)
    tops, taken = _starts(heights, frame.gaps[0], frame.align, high)
    if high is None and not inside[0] <= taken <= inside[1]:
        bound = clamped(taken, *inside)
        heights = sized(rows, tall, None, frame.gaps[0], frame.align, bound)
        tops, taken = _starts(heights, frame.gaps[0], frame.align, bound)
    misfits: tuple[Misfit, ...] = ()
    if wide > inner + SLACK:
        message = f"has columns {wide - inner:.2f} mm wider than its room of {inner:.2f} mm"
        misfits = (Misfit(box.line, box.name, message, share=inner / wide),)
    baseline: float | None = None
    for cell, one in zip(cells, items, strict=True):
        area = _sum(heights, tops, one.row, one.spans[1])
        laid, x, y = cell.lay(area, frame.align_items)
        y += tops[one.row]
        placed[one.number] = shifted(one.box, cell.left + x, y, laid, cell.room, area)
        misfits += laid.misfits
        if baseline is None:
            baseline = y + (laid.height if laid.baseline is None else laid.baseline)
    return Arranged(tuple(placed[one] for one in sorted(placed)), taken, baseline, misfits)


def grid_extents(layout: "Layout", box: Block, factor: float) -> Extents:
    """How wide the content of a grid wants to be."""
    frame = box.frame
    items = _placed(box)[0]
    columns = frame.columns or (Track("auto"),)
    gaps = frame.gaps[1] * (len(columns) - 1)
    sums = []
    for which in range(3):
        wants = [_wide(layout, one, factor, which) for one in items]
        sizes = sized(columns, wants, None, frame.gaps[1], "start", narrow=which < 2)
        sums.append(sum(sizes) + gaps)
    return Extents(*sums)


def _placed(box: Block) -> tuple[list[_Item], dict[int, Placed], int]:
    """The items of a grid, row by row, each in the next area that is free."""
    columns = len(box.frame.columns) or 1
    flow, away = apart(box)
    taken: set[tuple[int, int]] = set()
    items: list[_Item] = []
    row = column = 0
    for number, one in flow:
        across, down = min(one.frame.spans[0], columns), one.frame.spans[1]
        while column + across > columns or any(
            (row + y, column + x) in taken for x in range(across) for y in range(down)
        ):
            column += 1
            if column + across > columns:
                row, column = row + 1, 0
        taken |= {(row + y, column + x) for x in range(across) for y in range(down)}
        items.append(_Item(number, one, column, row, (across, down)))
        column += across
    count = max((one.row + one.spans[1] for one in items), default=0)
    return items, away, max(count, len(box.frame.rows))


def _wide(layout: "Layout", one: _Item, factor: float, which: int = 0) -> Want:
    """What an item asks of its columns: at least its words, at their least size or not."""
    outer = layout.outer(one.box, factor)
    least, frame = outer[min(which, 1)], one.box.frame
    is_said = frame.least[0] is not None or isinstance(one.box, Figure)
    if is_said and type(frame.width) is not float:
        margins = frame.margins(0.0)
        least = held(frame, 0, 0.0, None, None) + margins[1] + margins[3]
    firm = least if is_said or type(frame.width) is float else 0.0
    return Want(one.column, one.spans[0], least, outer.wide, firm)


class _GridItem:
    """An item in its columns: where it stands, how wide it is and how high its content."""

    def __init__(
        self,
        layout: "Layout",
        item: _Item,
        lefts: Sequence[float],
        widths: Sequence[float],
        factor: float,
    ) -> None:
        self.layout, self.item, self.factor = layout, item, factor
        self.left = lefts[item.column]
        self.room = _sum(widths, lefts, item.column, item.spans[0])
        self.frame = item.box.frame
        self.margins = self.frame.margins(self.room)

    def want(self, by_content: set[int]) -> Want:
        """What the item asks of its rows, of which some are as high as their content."""
        around = self.margins[0] + self.margins[2]
        frame, least, whole = self.frame, None, 0.0
        if frame.least[1] is not None and type(frame.height) is not float:
            least = held(frame, 1, 0.0, None, self.room) + around
        row, span = self.item.row, self.item.spans[1]
        if least is None or not by_content.isdisjoint(range(row, row + span)):
            whole = self._laid(None, None).height + around
        return Want(row, span, whole if least is None else least, whole, least or 0.0)

    def lay(self, room: float, items: str) -> tuple[LaidBox, float, float]:
        """The item in an area `room` high, and where it stands there."""
        align = items if self.frame.align_self == "auto" else self.frame.align_self
        tall = room - self.margins[0] - self.margins[2]
        is_figure = isinstance(self.item.box, Figure)
        is_stretched = align == "stretch" or (align == "normal" and not is_figure)
        laid = self._laid(room, tall if is_stretched else None)
        over = laid.height - tall
        if over > SLACK and not laid.misfits:
            message = f"is {over:.2f} mm higher than its area of {room:.2f} mm"
            misfit = Misfit(
                self.item.box.line, self.item.box.name, message, share=max(tall, 0.0) / laid.height
            )
            laid = replace(laid, misfits=(misfit,))
        return laid, self.margins[3], self.margins[0] + along(align, -over)

    def _laid(self, area: float | None, tall: float | None) -> LaidBox:
        """The item at its width, as high as it says in an area, else `tall`, else its content."""
        width = self.room - self.margins[1] - self.margins[3]
        return self.layout.settled(self.item.box, width, self.room, area, self.factor, tall)


def _sum(sizes: Sequence[float], starts: Sequence[float], first: int, span: int) -> float:
    """The size of the area of some tracks, gaps among them included."""
    last = first + span - 1
    return starts[last] + sizes[last] - starts[first]


def _starts(
    sizes: Sequence[float], gap: float, align: str, room: float | None
) -> tuple[list[float], float]:
    """Where each track begins, and what all take."""
    total = sum(sizes) + gap * max(len(sizes) - 1, 0)
    at, more = spread(align, 0.0 if room is None else room - total, len(sizes))
    starts = []
    for size in sizes:
        starts.append(at)
        at += size + gap + more
    return starts, total
