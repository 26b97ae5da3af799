"""Turn the items of a grid into laid boxes in columns and rows.

As CSS Grid Layout says, in its order: placing row by row, columns, rows, alignment. It must not
know what stands in an item.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from printgen.layout.box_properties import Track
from printgen.layout.boxes import Block, Figure, InFlow, Laid, LaidFigure, Misfit, Words
from printgen.layout.frame import of
from printgen.layout.lines import SLACK
from printgen.layout.sizes import (
    Content,
    Extents,
    Layout,
    Placed,
    along,
    apart,
    bounds,
    clamped,
    figure_size,
    frame_of,
    shifted,
    spread,
)


class _Item(NamedTuple):
    """An item and the area it stands in: its first column and row, and over how many."""

    number: int
    box: InFlow
    column: int
    row: int
    spans: tuple[int, int]


class _Want(NamedTuple):
    """What an item asks of the tracks from `first` on: at least, and for its whole content."""

    first: int
    span: int
    least: float
    whole: float


def lay_grid(
    layout: Layout,
    box: Block,
    inner: float,
    high: float | None,
    inside: tuple[float, float],
    factor: float,
) -> Content:
    """Lays the items of a grid whose content is `inner` wide, `high` where that is known."""
    frame = frame_of(box)
    items, placed, count = _placed(box)
    columns = frame.columns or (Track("auto"),)
    wants = [_wide(layout, one, factor, inner) for one in items]
    widths = _sized(columns, wants, inner, frame.gaps[1], frame.justify)
    lefts, wide = _starts(widths, frame.gaps[1], frame.justify, inner)
    rows = frame.rows + (frame.auto_rows,) * (count - len(frame.rows))
    cells = [_Cell(layout, one, lefts, widths, factor) for one in items]
    tall = [cell.want(high) for cell in cells]
    heights = _sized(rows, tall, high, frame.gaps[0], frame.align)
    tops, taken = _starts(heights, frame.gaps[0], frame.align, high)
    if high is None and not inside[0] <= taken <= inside[1]:
        room = clamped(taken, *inside)
        heights = _sized(rows, tall, room, frame.gaps[0], frame.align)
        tops, taken = _starts(heights, frame.gaps[0], frame.align, room)
    misfits: tuple[Misfit, ...] = ()
    if wide > inner + SLACK:
        message = f"has columns {wide - inner:.2f} mm wider than its room of {inner:.2f} mm"
        misfits = (Misfit(box.line, box.name, message),)
    baseline: float | None = None
    for cell, one in zip(cells, items, strict=True):
        room = _sum(heights, tops, one.row, one.spans[1])
        laid, x, y = cell.lay(room, frame.align_items)
        part = shifted(one.box, cell.left + x, tops[one.row] + y, laid, inner, high)
        placed[one.number] = part
        misfits += laid.misfits
        if baseline is None and laid.baseline is not None and not one.row:
            baseline = part[1] + laid.baseline
    return Content(tuple(placed[one] for one in sorted(placed)), taken, baseline, misfits)


def grid_extents(layout: Layout, box: Block, factor: float) -> Extents:
    """How wide the content of a grid wants to be."""
    frame = frame_of(box)
    items = _placed(box)[0]
    columns = frame.columns or (Track("auto"),)
    found = [(one, layout.outer(one.box, factor)) for one in items]
    gaps = frame.gaps[1] * (len(columns) - 1)
    sums = []
    for least, most in ((0, 0), (1, 1), (1, 2)):
        wants = [_Want(one.column, one.spans[0], own[least], own[2]) for one, own in found]
        if most < 2:
            shrunk = tuple(
                Track("fr-least", one.value) if one.kind == "fr" else one for one in columns
            )
            wants = [
                one._replace(whole=one.least)
                if all(
                    columns[n].kind in ("auto", "fr")
                    for n in range(one.first, one.first + one.span)
                )
                else one
                for one in wants
            ]
        else:
            shrunk = columns
        sums.append(sum(_sized(shrunk, wants, None, frame.gaps[1], "start")) + gaps)
    return Extents(*sums)


def _placed(box: Block) -> tuple[list[_Item], dict[int, Placed], int]:
    """The items of a grid, row by row, each in the next area that is free."""
    columns = len(frame_of(box).columns) or 1
    flow, away = apart(box)
    taken: set[tuple[int, int]] = set()
    items: list[_Item] = []
    row = column = 0
    for number, one in flow:
        spans = (1, 1) if isinstance(one, Words) else frame_of(one).spans
        across, down = min(spans[0], columns), spans[1]
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
    return items, away, max(count, len(frame_of(box).rows))


def _wide(layout: Layout, one: _Item, factor: float, inner: float) -> _Want:
    """What an item asks of its columns."""
    outer = layout.outer(one.box, factor)
    least = outer.least
    if not isinstance(one.box, Words):
        frame = frame_of(one.box)
        margins = frame.margins(0.0)
        if frame.least[0] is not None and frame.width is None:
            low, most = bounds(frame, 0, None)
            edges = frame.edges(0.0)
            least = max(clamped(low, low, most), edges[1] + edges[3]) + margins[1] + margins[3]
    return _Want(one.column, one.spans[0], least, outer.wide)


class _Cell:
    """An item in its columns: where it stands, how wide it is and how high its content."""

    def __init__(
        self,
        layout: Layout,
        item: _Item,
        lefts: Sequence[float],
        widths: Sequence[float],
        factor: float,
    ) -> None:
        self.layout, self.item, self.factor = layout, item, factor
        self.left = lefts[item.column]
        self.room = _sum(widths, lefts, item.column, item.spans[0])
        box = item.box
        self.frame = None if isinstance(box, Words) else frame_of(box)
        self.margins = self.frame.margins(self.room) if self.frame else (0.0, 0.0, 0.0, 0.0)
        width = self.room - self.margins[1] - self.margins[3]
        if self.frame and not isinstance(box, Figure):
            own = of(self.frame.width, self.room)
            edges = self.frame.edges(self.room)
            width = clamped(width if own is None else own, *bounds(self.frame, 0, self.room))
            width = max(width, edges[1] + edges[3])
        self.width = width

    def want(self, high: float | None) -> _Want:
        """What the item asks of its rows."""
        laid = self._laid(None, None)
        around = self.margins[0] + self.margins[2]
        whole = least = laid.height + around
        frame = self.frame
        if frame and frame.least[1] is not None and frame.height is None:
            edges = frame.edges(self.room)
            least = max(bounds(frame, 1, None)[0], edges[0] + edges[2]) + around
        return _Want(self.item.row, self.item.spans[1], least, whole)

    def lay(self, room: float, items: str) -> tuple[Laid | LaidFigure, float, float]:
        """The item in an area `room` high, and where it stands there."""
        align = self.frame.align_self if self.frame else "auto"
        align = items if align == "auto" else align
        tall = room - self.margins[0] - self.margins[2]
        is_stretched = align in ("normal", "stretch")
        laid = self._laid(room, tall if is_stretched else None)
        over = laid.height - tall
        if over > SLACK and not laid.misfits and self.frame:
            box = self.item.box
            name = box.name if not isinstance(box, Words) else ""
            message = f"is {over:.2f} mm higher than its area of {room:.2f} mm"
            misfit = (Misfit(box.line, name, message),)
            laid = _told(laid, misfit)
        return laid, self.margins[3], self.margins[0] + along(align, -over)

    def _laid(self, area: float | None, tall: float | None) -> Laid | LaidFigure:
        """The item at its width, as high as it says in an area, else `tall`, else its content."""
        box, frame = self.item.box, self.frame
        if frame is None:
            return self.layout.lay(box, self.width, tall, self.factor, self.room)
        limits = bounds(frame, 1, area)
        if isinstance(box, Figure):
            width, height = figure_size(box, self.room, area)
            width = self.width if width is None else width
            height = width / box.ratio if height is None and box.ratio and tall is None else height
            return self.layout.lay(box, width, tall if height is None else height, 1.0, 0.0)
        height = of(frame.height, area)
        if height is None and tall is not None:
            height = tall
        if height is not None:
            edges = frame.edges(self.room)
            height = max(clamped(height, *limits), edges[0] + edges[2])
        return self.layout.lay(box, self.width, height, self.factor, self.room, limits)


def _told(laid: Laid | LaidFigure, misfits: tuple[Misfit, ...]) -> Laid | LaidFigure:
    return replace(laid, misfits=laid.misfits + misfits)


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


def _sized(
    tracks: Sequence[Track], wants: Sequence[_Want], room: float | None, gap: float, align: str
) -> list[float]:
    """The size of each track in a room, or of its content where there is no room to share."""
    free_room = None if room is None else room - gap * max(len(tracks) - 1, 0)
    sizes, limits = [], []
    for kind, value in tracks:
        fixed = of(value, room) if kind == "length" else None
        sizes.append(fixed or 0.0)
        limits.append(inf if fixed is None else fixed)
    for want in sorted(wants, key=lambda one: one.span):
        _ask(tracks, sizes, want, gap)
    for index, (kind, _) in enumerate(tracks):
        if kind == "max-content" or (kind == "length" and limits[index] != inf):
            limits[index] = sizes[index]
    for want in sorted(wants, key=lambda one: one.span):
        _limit(tracks, sizes, limits, want, gap)
    autos = [
        n
        for n, one in enumerate(tracks)
        if one.kind == "auto" or (limits[n] == inf and one.kind == "length")
    ]
    _maximise(sizes, limits, autos, free_room)
    flexible = [n for n, one in enumerate(tracks) if one.kind == "fr"]
    if flexible:
        unit = _unit(tracks, sizes, flexible, free_room, wants, gap)
        for n in flexible:
            sizes[n] = max(sizes[n], unit * float(tracks[n].value))
    elif free_room is not None and autos and align in ("normal", "stretch"):
        spare = free_room - sum(sizes)
        for n in autos if spare > 0 else ():
            sizes[n] += spare / len(autos)
    return sizes


def _ask(tracks: Sequence[Track], sizes: list[float], want: _Want, gap: float) -> None:
    """Makes tracks as large as an item must have them."""
    span = range(want.first, want.first + want.span)
    flexible = [n for n in span if tracks[n].kind in ("fr", "fr-least")]
    if flexible and want.span > 1:
        # What reaches over a flexible track and another asks nothing at least.
        return
    open_ = [n for n in span if tracks[n].kind != "length"]
    if not open_:
        return
    taken = sum(sizes[n] for n in span) + gap * (want.span - 1)
    by_content = [n for n in open_ if tracks[n].kind == "max-content"]
    if want.least > taken:
        for n in open_:
            sizes[n] += (want.least - taken) / len(open_)
        taken = want.least
    if by_content and want.whole > taken:
        for n in by_content:
            sizes[n] += (want.whole - taken) / len(by_content)


def _limit(
    tracks: Sequence[Track], sizes: list[float], limits: list[float], want: _Want, gap: float
) -> None:
    """Says how large tracks need to be at most for an item's whole content."""
    span = range(want.first, want.first + want.span)
    autos = [n for n in span if tracks[n].kind == "auto"]
    if not autos or any(tracks[n].kind in ("fr", "fr-least") for n in span):
        return
    now = [sizes[n] if limits[n] == inf else limits[n] for n in span]
    more = max(want.whole - sum(now) - gap * (want.span - 1), 0.0)
    grown = [n for n in autos if limits[n] == inf] or autos
    for n in autos:
        limits[n] = sizes[n] if limits[n] == inf else limits[n]
    for n in grown:
        limits[n] += more / len(grown)


def _maximise(
    sizes: list[float], limits: list[float], autos: list[int], room: float | None
) -> None:
    """Lets tracks grow to their limits, all alike while there is room."""
    for n in autos:
        if limits[n] == inf:
            limits[n] = sizes[n]
    open_ = [n for n in autos if limits[n] > sizes[n]]
    if room is None:
        for n in open_:
            sizes[n] = limits[n]
        return
    while open_ and (spare := room - sum(sizes)) > 1e-9:
        share = min(spare / len(open_), min(limits[n] - sizes[n] for n in open_))
        for n in open_:
            sizes[n] += share
        open_ = [n for n in open_ if limits[n] - sizes[n] > 1e-9]


def _unit(
    tracks: Sequence[Track],
    sizes: Sequence[float],
    flexible: list[int],
    room: float | None,
    wants: Sequence[_Want],
    gap: float,
) -> float:
    """The size of 1fr."""
    if room is None:
        units = [sizes[n] / max(float(tracks[n].value), 1.0) for n in flexible]
        for want in wants:
            span = range(want.first, want.first + want.span)
            if any(n in flexible for n in span):
                units.append(_share(tracks, sizes, [*span], want.whole - gap * (want.span - 1)))
        return max(units, default=0.0)
    return _share(tracks, sizes, [*range(len(tracks))], room)


def _share(tracks: Sequence[Track], sizes: Sequence[float], span: list[int], room: float) -> float:
    """The largest fr at which tracks fill a room, none being less than it already is."""
    flexible = {n for n in span if tracks[n].kind == "fr"}
    while flexible:
        free = room - sum(sizes[n] for n in span if n not in flexible)
        unit = free / max(sum(float(tracks[n].value) for n in flexible), 1.0)
        small = {n for n in flexible if unit * float(tracks[n].value) < sizes[n]}
        if not small:
            return max(unit, 0.0)
        flexible -= small
    return 0.0
