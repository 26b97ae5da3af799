"""Turn boxes into laid boxes: every width and height known, every line broken.

As browsers lay them out, by `flexing`, `grids` and `tabular` where a box says so, else one below
the other; what does not fit is laid out all the same and noted. It must not know elements, faces
or paper.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf

from printgen.layout.box_style import Frame, of
from printgen.layout.boxes import (
    Anchor,
    AnyBox,
    Block,
    Figure,
    Flow,
    Laid,
    LaidBox,
    LaidFigure,
    Misfit,
    TableBox,
)
from printgen.layout.flex import flex_extents, lay_flex
from printgen.layout.grid import grid_extents, lay_grid
from printgen.layout.inline_layout import SLACK, Extents, lay_words, widths
from printgen.layout.shrink_to_fit import fitted
from printgen.layout.sizing import (
    NO_EXTENTS,
    Arranged,
    Placed,
    Room,
    along,
    bounds,
    clamped,
    figure_size,
    held,
    is_away,
    shifted,
)
from printgen.layout.table import lay_table

_ANY = (0.0, inf)


class Layout:
    """Lays boxes out; `shared` has the factor of each name that boxes of a print shrink by."""

    def __init__(self, shared: Mapping[str, float]) -> None:
        self.shared = shared
        self._key = tuple(sorted(shared.items()))

    def lay(
        self,
        box: AnyBox,
        width: float,
        height: float | None,
        factor: float,
        base: float,
        limits: tuple[float, float] = _ANY,
    ) -> LaidBox:
        """Lays a box of a border box `width` wide, and `height` high where that is known.

        `base` is the width that its padding may be a share of; `limits` are the least and most
        that its height may come to.
        """
        if isinstance(box, Flow):
            return lay_words(box, width, factor)
        if isinstance(box, Figure):
            return self.figure(box, width, height)
        if isinstance(box, TableBox):
            return lay_table(self, box, width, factor)
        assert isinstance(box, Block)  # noqa: S101 - the last of the closed set
        frame = box.frame
        base = base if frame.shares else 0.0
        key = (width, height, factor, base, limits, self._key)
        laid: Laid | None = box.known.get(key)
        if laid is None:

            def attempt(own: float) -> Laid:
                return self._block(box, width, height, own, base, limits)

            if frame.fits:
                laid = fitted(box, factor, self.shared.get(frame.same), attempt)
            else:
                laid = attempt(factor)
            box.known.keep(key, laid)
        return laid

    def extents(self, box: AnyBox, factor: float, base: float) -> Extents:
        """How wide a box is by its content, in a room `base` wide."""
        if isinstance(box, Flow):
            return widths(box, factor)
        if isinstance(box, Figure):
            width = figure_size(box, None, None)[0] or 0.0
            return Extents(width, width, width)
        if isinstance(box, TableBox):
            return NO_EXTENTS
        assert isinstance(box, Block)  # noqa: S101 - the last of the closed set
        key = ("extents", factor, self._key)
        own = min(factor, self.shared.get(box.frame.same, 1.0))
        found: Extents = box.known.once(key, lambda: self._extents(box, own))
        edges = box.frame.edges(base)
        around = edges[1] + edges[3]
        least, narrow, wide = found
        return Extents(least + around, narrow + around, wide + around) if around else found

    def outer(self, box: AnyBox, factor: float) -> Extents:
        """What a box adds to the width of its parent's content: by its own width, with margins."""
        frame = box.frame
        if frame.absolute:
            return NO_EXTENTS
        margins = frame.margins(0.0)
        around = margins[1] + margins[3]
        if type(frame.width) is float:
            found = Extents(frame.width, frame.width, frame.width)
        else:
            found = self.extents(box, factor, 0.0)
            if not around and frame.least[0] is None and frame.most[0] is None:
                return found
        return Extents(*(held(frame, 0, one, None, None) + around for one in found))

    def _extents(self, box: Block, factor: float) -> Extents:
        """How wide the content of a box wants to be."""
        display = box.frame.display
        if display == "flex":
            return flex_extents(self, box, factor)
        if display == "grid":
            return grid_extents(self, box, factor)
        inner = [self.outer(child, factor) for child in box.children]
        return Extents(*(max((one[n] for one in inner), default=0.0) for n in range(3)))

    def _block(
        self,
        box: Block,
        width: float,
        height: float | None,
        factor: float,
        base: float,
        limits: tuple[float, float],
    ) -> Laid:
        frame = box.frame
        top, right, bottom, left = frame.edges(base)
        inner = max(width - left - right, 0.0)
        high = None if height is None else max(height - top - bottom, 0.0)
        inside = (max(limits[0] - top - bottom, 0.0), max(limits[1] - top - bottom, 0.0))
        how = {"flex": lay_flex, "grid": lay_grid}.get(frame.display, _stack)
        content = how(self, box, Room(inner, high, inside), factor)
        used = clamped(content.height, *inside) if high is None else high
        misfits = content.misfits
        if content.height > used + SLACK:
            over = content.height - used
            message = f"is {over:.2f} mm higher than its box of {used:.2f} mm"
            misfits += (Misfit(box.line, box.name, message, share=used / content.height),)
        children = tuple((left + x, top + y, child) for x, y, child in content.children)
        line = None if content.baseline is None else top + content.baseline
        laid = Laid(
            box.style, width, top + used + bottom, children, line, misfits, (), factor, box.line
        )
        return self._with_placed(box, laid, factor) if box.placed else laid

    def settled(
        self,
        box: AnyBox,
        room: float,
        base: float,
        high: float | None,
        factor: float,
        tall: float | None = None,
    ) -> LaidBox:
        """A box as large as its style says in one `base` wide and `high`, else as `room` is wide.

        Where its style says no height it is `tall`, if that is given.
        """
        frame = box.frame
        if isinstance(box, Figure):
            width, height = figure_size(box, base, high)
            if frame.height is None and tall is not None:
                height = clamped(tall, *bounds(frame, 1, high))
            return self.figure(box, width, height)
        own, height = of(frame.width, base), of(frame.height, high)
        wide = held(frame, 0, room if own is None else own, base, base)
        height = tall if height is None else height
        height = None if height is None else held(frame, 1, height, high, base)
        return self.lay(box, wide, height, factor, base, bounds(frame, 1, high))

    @staticmethod
    def figure(box: Figure, width: float | None, height: float | None) -> LaidFigure:
        """A figure of a width and height; where one is missing or nothing, that is noted."""
        misfits: tuple[Misfit, ...] = ()
        top, right, bottom, left = box.frame.edges(0.0)
        sides = ("width", width, left + right), ("height", height, top + bottom)
        for side, found, around in sides:
            if found is None:
                message = f"has no {side}"
                hint = f"give it a {side} in mm, or in % of a box that has one"
            elif found - around <= SLACK:
                message = f"does not show: nothing is left of its {side}"
                hint = f"give it a min-{side}, so that what stands beside it gives way"
            else:
                continue
            misfits = (Misfit(box.line, box.name, message, hint),)
            break
        return LaidFigure(box, width or 0.0, height or 0.0, misfits)

    def _with_placed(self, box: Block, laid: Laid, factor: float) -> Laid:
        """A laid box with the boxes that are placed in it."""
        border = box.style.border
        wide = laid.width - border[1] - border[3]
        high = laid.height - border[0] - border[2]
        found, misfits = [], laid.misfits
        for one in box.placed:
            frame = one.frame
            top, right, bottom, left = (
                of(extent, base)
                for extent, base in zip(frame.inset, (high, wide, high, wide), strict=True)
            )
            margins = frame.margins(wide)
            room = wide - margins[1] - margins[3] - (left or 0.0) - (right or 0.0)
            tall = high - margins[0] - margins[2] - (top or 0.0) - (bottom or 0.0)
            part = self._place(one, frame, (wide, high), (room, tall), factor)
            x = wide - (right or 0.0) - margins[1] - part.width
            y = high - (bottom or 0.0) - margins[2] - part.height
            x = x if left is None else left + margins[3]
            y = y if top is None else top + margins[0]
            found.append((one, border[3] + x, border[0] + y, part))
            misfits += part.misfits
        return replace(laid, placed=tuple(found), misfits=misfits)

    def _place(
        self,
        box: Block | Figure,
        frame: Frame,
        base: tuple[float, float],
        room: tuple[float, float],
        factor: float,
    ) -> LaidBox:
        top, right, bottom, left = (one is not None for one in frame.inset)
        width = room[0]
        if isinstance(box, Figure):
            if left and right and figure_size(box, *base) == (None, None):
                return self.figure(box, width, width / box.ratio if box.ratio else None)
        elif frame.width is None and not (left and right):
            _, narrow, wide = self.extents(box, factor, base[0])
            width = min(wide, max(narrow, width))
        tall = room[1] if top and bottom and isinstance(box, Block) else None
        return self.settled(box, width, *base, factor, tall)


def _stack(layout: Layout, box: Block, room: Room, factor: float) -> Arranged:
    """Boxes below one another: the larger of two adjoining margins parts them."""
    inner, high, inside = room
    placed: list[Placed] = []
    misfits: tuple[Misfit, ...] = ()
    y = owed = 0.0
    baseline: float | None = None
    for child in box.children:
        frame = child.frame
        if is_away(child):
            placed.append((0.0, 0.0, Anchor(child)))
            continue
        top, right, bottom, left = frame.margins(inner)
        laid = layout.settled(child, inner - left - right, inner, high, factor)
        misfits += laid.misfits
        taken = left + laid.width + right
        if taken > inner + SLACK:
            message = f"is {taken:.2f} mm wide in a room of {inner:.2f} mm"
            misfits += (Misfit(child.line, child.name, message, share=inner / taken),)
        y += max(owed, top, 0.0) + min(owed, top, 0.0)
        placed.append(shifted(child, left, y, laid, inner, high))
        if baseline is None and laid.baseline is not None:
            baseline = y + laid.baseline
        y, owed = y + laid.height, bottom
    y += owed
    spare = (high if high is not None else max(inside[0], y)) - y
    if down := along(box.frame.align, max(spare, 0.0)):
        placed = [(x, at + down, child) for x, at, child in placed]
        baseline = None if baseline is None else baseline + down
    return Arranged(tuple(placed), y, baseline, misfits)
