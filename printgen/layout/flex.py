"""Turn the items of a flex box into laid boxes in rows or columns.

As CSS Flexible Box Layout says, in its order: basis, lines, growing and shrinking, sizes across,
alignment. It must not know what stands in an item.
"""

from math import inf
from typing import TYPE_CHECKING

from printgen.layout.box_style import AS_IT_IS, Frame, of
from printgen.layout.boxes import AnyBox, Block, Figure, LaidBox, Misfit
from printgen.layout.flex_sizing import FlexItem, baseline_of, resolve
from printgen.layout.inline_layout import SLACK, Extents
from printgen.layout.sizing import (
    Arranged,
    Placed,
    Room,
    along,
    apart,
    bounds,
    by_ratio,
    clamped,
    figure_size,
    held,
    shifted,
    spread,
)

if TYPE_CHECKING:
    from printgen.layout.block import Layout


def lay_flex(layout: "Layout", box: Block, room: Room, factor: float) -> Arranged:
    """Lays the items of a flex box in a room."""
    return _Flex(layout, box, room, factor).content()


def flex_extents(layout: "Layout", box: Block, factor: float) -> Extents:
    """How wide the content of a flex box wants to be."""
    frame = box.frame
    found = [_contribution(layout, one, factor, frame) for _, one in apart(box)[0]]
    if not found:
        return Extents(0.0, 0.0, 0.0)
    least, narrow, wide = zip(*found, strict=True)
    if not frame.row:
        return Extents(max(least), max(narrow), max(wide))
    gaps = frame.gaps[1] * (len(found) - 1)
    if frame.wrap:
        return Extents(max(least), max(narrow), sum(wide) + gaps)
    return Extents(sum(least) + gaps, sum(narrow) + gaps, sum(wide) + gaps)


def _contribution(layout: "Layout", box: AnyBox, factor: float, parent: Frame) -> Extents:
    """What an item adds to the width of its row: no more than its basis where it cannot grow."""
    outer = layout.outer(box, factor)
    frame = box.frame
    margins = frame.margins(0.0)
    around = margins[1] + margins[3]
    basis = of(frame.basis, None)
    if basis is None or frame.grow or not parent.row:
        return outer
    low, most = bounds(frame, 0, None)
    lows = (low, low, low)
    if frame.least[0] is None and not isinstance(box, Figure):
        least, narrow, _ = layout.extents(box, factor, 0.0)
        most_low = min(most, frame.width) if type(frame.width) is float else most
        lows = (min(least, most_low), min(narrow, most_low), min(narrow, most_low))
    held = (
        clamped(min(one - around, basis), low, most) + around
        for one, low in zip(outer, lows, strict=True)
    )
    return Extents(*held)


class _Flex:
    """One flex box being laid out; `main` is its room along the row."""

    def __init__(self, layout: "Layout", box: Block, room: Room, factor: float) -> None:
        self.layout, self.box, self.factor = layout, box, factor
        self.inner, self.high, self.inside = room
        self.frame = box.frame
        self.row = self.frame.row
        self.gap = self.frame.gaps[1 if self.row else 0]
        self.between = self.frame.gaps[0 if self.row else 1]

    def content(self) -> Arranged:
        flow, placed = apart(self.box)
        if not flow:
            return Arranged(tuple(placed.values()), 0.0, None, ())
        items = [self._item(number, one) for number, one in flow]
        main = self.inner if self.row else self.high
        if main is None:
            whole = sum(one.outer for one in items) + self.gap * (len(items) - 1)
            main = clamped(whole, *self.inside)
        lines = self._lines(items, main)
        for line in lines:
            room = main - self.gap * (len(line) - 1)
            resolve(line, room)
            for one in line:
                one.laid = self._laid(one, self._filled(one))
        high = self._across(lines, main, placed)
        misfits = tuple(misfit for one in items if one.laid for misfit in one.laid.misfits)
        if not self.row:
            misfits += tuple(misfit for one in items for misfit in self._jutting(one))
        taken = max(self._taken(line) for line in lines)
        if taken > main + SLACK:
            way = "wider" if self.row else "higher"
            message = f"holds what is {taken - main:.2f} mm {way} than its room of {main:.2f} mm"
            misfits += (Misfit(self.box.line, self.box.name, message, share=main / taken),)
        aligned = (one for one in lines[0] if self.row and one.align == "baseline")
        first = next(aligned, lines[0][0])
        baseline = first.top + baseline_of(first)
        parts = tuple(placed[number] for number in sorted(placed))
        # What is too high along a column is told already.
        return Arranged(parts, high if self.row else min(taken, main), baseline, misfits)

    def _item(self, number: int, box: AnyBox) -> FlexItem:
        """An item with its sizes before it grows or shrinks."""
        frame = box.frame
        top, right, bottom, left = frame.margins(self.inner)
        sides = (left, right), (top, bottom)
        ways = sides if self.row else sides[::-1]
        item = FlexItem(number, box, frame, *ways, self._align(frame.align_self))
        edges = frame.edges(self.inner)
        item.around = edges[1] + edges[3] if self.row else edges[0] + edges[2]
        basis = self._basis(item)
        item.definite, content = basis is not None, None
        if basis is None:
            basis = content = self._content(item)
        item.base = max(basis, item.around)
        least, item.most = self._limits(item, content)
        item.least = max(least, item.around)
        item.size = clamped(item.base, item.least, item.most)
        return item

    def _basis(self, item: FlexItem) -> float | None:
        """An item's size along the row by its style, None where its content says it; and finds
        what its style says of its size across."""
        frame, axis = item.frame, 0 if self.row else 1
        room, said = (self.inner, self.high), (frame.width, frame.height)
        own = of(said[1 - axis], room[1 - axis])
        item.limits = bounds(frame, 1 - axis, room[1 - axis])
        item.stretches = said[1 - axis] is None
        if own is not None:
            item.own = held(frame, 1 - axis, own, room[1 - axis], self.inner)
        return of(said[axis] if frame.basis is None else frame.basis, room[axis])

    def _content(self, item: FlexItem) -> float:
        """An item's size along the row by its content."""
        if isinstance(item.box, Figure):
            return self._figure(item, item.box)
        if self.row:
            return self.layout.extents(item.box, self.factor, self.inner).wide
        item.laid = self._laid(item, None, natural=True)
        return item.laid.height

    def _figure(self, item: FlexItem, box: Figure) -> float:
        """A figure's size along the row by its ratio, else by its style."""
        width, height = figure_size(box, self.inner, self.high)
        across = item.own
        if across is None and item.align == "stretch" and item.stretches:
            room = self.high if self.row else self.inner
            is_known = room is not None and not self.frame.wrap
            across = clamped(room - sum(item.across), *item.limits) if is_known and room else None
        if across is None and not self.row:
            across = clamped(self.inner - sum(item.across), *item.limits)
        if box.ratio and across is not None:
            if self.row:
                return by_ratio(box, self.inner, None, across)[0]
            return by_ratio(box, self.inner, across, None)[1]
        return (width if self.row else height) or 0.0

    def _limits(self, item: FlexItem, content: float | None) -> tuple[float, float]:
        """The least and most that an item may be along the row; auto is by its content."""
        frame, axis = item.frame, 0 if self.row else 1
        room = self.inner if self.row else self.high
        least, most = bounds(frame, axis, room)
        if frame.least[axis] is None:
            said = of((frame.width, frame.height)[axis], room)
            if isinstance(item.box, Figure):
                # As of what clips what it shows.
                least = 0.0
            elif self.row:
                least = self.layout.extents(item.box, self.factor, self.inner).least
            else:
                least = self._content(item) if content is None else content
            least = min(least, most, inf if said is None else said)
        return least, most

    def _align(self, own: str) -> str:
        align = self.frame.align_items if own == "auto" else own
        return "stretch" if align == "normal" else align

    def _lines(self, items: list[FlexItem], main: float) -> list[list[FlexItem]]:
        if not self.frame.wrap:
            return [items]
        lines: list[list[FlexItem]] = [[]]
        used = 0.0
        for one in items:
            if lines[-1] and used + one.outer > main + 1e-6:
                lines.append([])
                used = 0.0
            lines[-1].append(one)
            used += one.outer + self.gap
        return lines

    def _laid(self, one: FlexItem, across: float | None, *, natural: bool = False) -> LaidBox:
        """An item at its size along the row, `across` wide or high, or as its content is."""
        across = one.own if across is None else across
        room = self.inner - one.across[0] - one.across[1]
        if not self.row and across is None and self._fills(one):
            across = clamped(room, *one.limits)
        if isinstance(one.box, Figure):
            sides: tuple[float | None, float | None]
            sides = (one.size, across) if self.row else (across, one.size)
            if across is None and one.box.ratio:
                wide, tall = by_ratio(one.box, self.inner, *sides)
                held = clamped(tall if self.row else wide, *one.limits)
                sides = (wide, held) if self.row else (held, tall)
            return self.layout.figure(one.box, *sides)
        if self.row:
            return self.layout.lay(one.box, one.size, across, self.factor, self.inner, one.limits)
        if across is None:
            _, narrow, wide = self.layout.extents(one.box, self.factor, self.inner)
            across = clamped(min(wide, max(narrow, room)), *one.limits)
        size = None if natural else one.size
        limits = bounds(one.frame, 1, self.high) if natural else (0.0, inf)
        if not natural and self.high is None and not one.definite:
            # A height that came of the content is none that shares can be of.
            size, limits = None, (one.size, one.size)
        return self.layout.lay(one.box, across, size, self.factor, self.inner, limits)

    def _filled(self, one: FlexItem) -> float | None:
        """How high an item is that fills a row of known height; None where its content says it."""
        if not self.row or self.high is None or not self._fills(one):
            return None
        return clamped(self.high - one.across[0] - one.across[1], *one.limits)

    def _fills(self, one: FlexItem) -> bool:
        """Whether an item is stretched across a row that has the size of its box."""
        return one.align == "stretch" and one.stretches and not self.frame.wrap

    def _size(self, one: FlexItem) -> float:
        """How far an item reaches across the row, margins included."""
        assert one.laid is not None  # noqa: S101 - all are laid by now
        size = one.laid.height if self.row else one.laid.width
        return one.across[0] + size + one.across[1]

    def _line_size(self, line: list[FlexItem]) -> float:
        size = max(self._size(one) for one in line)
        above, below = self._reach(line)
        return max(size, above + below)

    def _reach(self, line: list[FlexItem]) -> tuple[float, float]:
        """How far the items on the line's common baseline reach above and below it."""
        ends = [
            (one.across[0] + baseline_of(one), self._size(one) - one.across[0] - baseline_of(one))
            for one in line
            if self.row and one.align == "baseline"
        ]
        return max((one for one, _ in ends), default=0.0), max(
            (one for _, one in ends), default=0.0
        )

    def _across(self, lines: list[list[FlexItem]], main: float, placed: dict[int, Placed]) -> float:
        """Places all items; returns the size of all lines across."""
        room = self.high if self.row else self.inner
        sizes = [self._line_size(line) for line in lines]
        inside = self.inside if self.row else (0.0, inf)
        if not self.frame.wrap:
            sizes = [clamped(sizes[0], *inside) if room is None else room]
        total = sum(sizes) + self.between * (len(lines) - 1)
        spare = (clamped(total, *inside) if room is None else room) - total
        before = gap = 0.0
        if self.frame.wrap:
            if self.frame.align in ("normal", "stretch"):
                sizes = [size + max(spare, 0.0) / len(lines) for size in sizes]
            else:
                before, gap = spread(self.frame.align, spare, len(lines))
        at = before
        for line, size in zip(lines, sizes, strict=True):
            self._place(line, at, size, main, placed)
            at += size + gap + self.between
        content = max(self._line_size(line) for line in lines) if not self.frame.wrap else total
        return max(total, content) if room is None else content

    def _place(
        self, line: list[FlexItem], at: float, size: float, main: float, placed: dict[int, Placed]
    ) -> None:
        x, gap = spread(self.frame.justify, main - self._taken(line), len(line))
        above, _ = self._reach(line)
        for one in line:
            room = size - one.across[0] - one.across[1]
            if one.align == "stretch" and one.stretches:
                one.laid = self._laid(one, clamped(room, *one.limits))
            y = one.across[0]
            if one.align == "baseline" and self.row:
                y = above - baseline_of(one)
            else:
                y += along(one.align, size - self._size(one))
            x += one.margins[0]
            where = (x, at + y) if self.row else (at + y, x)
            one.top = where[1]
            assert one.laid is not None  # noqa: S101 - all are laid by now
            placed[one.number] = shifted(one.box, *where, one.laid, self.inner, self.high)
            x += one.size + one.margins[1] + gap + self.gap

    def _jutting(self, one: FlexItem) -> tuple[Misfit, ...]:
        """What is wider than its column: by the words that are, else by the item."""
        room = self.inner - sum(one.across)
        is_shown_so = one.frame.transform != AS_IT_IS
        if one.laid is None or one.laid.width <= room + SLACK or is_shown_so:
            return ()
        message = f"is {one.laid.width:.2f} mm wide in a room of {room:.2f} mm"
        share = max(room, 0.0) / max(one.laid.width, SLACK)
        told = (Misfit(one.box.line, one.box.name, message, share=share),)
        if isinstance(one.box, Figure):
            return told
        return self.layout.lay(one.box, room, None, self.factor, self.inner).misfits or told

    def _taken(self, line: list[FlexItem]) -> float:
        return sum(one.outer for one in line) + self.gap * (len(line) - 1)
