"""Turn boxes into laid boxes: every width and height known, every line broken.

As browsers lay them out, by `flexing`, `grids` and `tabular` where a box says so, else one below
the other; what does not fit is laid out all the same and noted. It must not know elements, faces
or paper.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf

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
from printgen.layout.fitting import fitted
from printgen.layout.flexing import flex_extents, lay_flex
from printgen.layout.frame import Frame, of
from printgen.layout.grids import grid_extents, lay_grid
from printgen.layout.lines import SLACK, Extents, lay_words, widths
from printgen.layout.sizes import (
    NO_EXTENTS,
    Arranged,
    Placed,
    along,
    bounds,
    clamped,
    figure_size,
    shifted,
)
from printgen.layout.tabular import lay_table

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
        frame = box.style.frame
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
        found: Extents | None = box.known.get(key)
        if found is None:
            own = min(factor, self.shared.get(box.style.frame.same, 1.0))
            found = box.known.keep(key, self._extents(box, own))
        edges = box.style.frame.edges(base)
        around = edges[1] + edges[3]
        least, narrow, wide = found
        return Extents(least + around, narrow + around, wide + around) if around else found

    def outer(self, box: AnyBox, factor: float) -> Extents:
        """What a box adds to the width of its parent's content: by its own width, with margins."""
        if isinstance(box, Flow):
            return self.extents(box, factor, 0.0)
        frame = box.style.frame
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
        low, high = bounds(frame, 0, None)
        edges = frame.edges(0.0)
        low = max(low, edges[1] + edges[3])
        least, narrow, wide = found
        return Extents(
            clamped(least, low, high) + around,
            clamped(narrow, low, high) + around,
            clamped(wide, low, high) + around,
        )

    def _extents(self, box: Block, factor: float) -> Extents:
        """How wide the content of a box wants to be."""
        display = box.style.frame.display
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
        frame = box.style.frame
        top, right, bottom, left = frame.edges(base)
        inner = max(width - left - right, 0.0)
        high = None if height is None else max(height - top - bottom, 0.0)
        inside = (max(limits[0] - top - bottom, 0.0), max(limits[1] - top - bottom, 0.0))
        if frame.display == "flex":
            content = lay_flex(self, box, inner, high, inside, factor)
        elif frame.display == "grid":
            content = lay_grid(self, box, inner, high, inside, factor)
        else:
            content = self._stack(box, inner, high, inside, factor)
        used = clamped(content.height, *inside) if high is None else high
        misfits = content.misfits
        if content.height > used + SLACK:
            over = content.height - used
            message = f"is {over:.2f} mm higher than its box of {used:.2f} mm"
            misfits += (Misfit(box.line, box.name, message),)
        children = tuple((left + x, top + y, child) for x, y, child in content.children)
        line = None if content.baseline is None else top + content.baseline
        laid = Laid(
            box.style, width, top + used + bottom, children, line, misfits, (), factor, box.line
        )
        return self._with_placed(box, laid, factor) if box.placed else laid

    def _stack(
        self,
        box: Block,
        inner: float,
        high: float | None,
        inside: tuple[float, float],
        factor: float,
    ) -> Arranged:
        """Boxes below one another: the larger of two adjoining margins parts them."""
        placed: list[Placed] = []
        misfits: tuple[Misfit, ...] = ()
        y = owed = 0.0
        baseline: float | None = None
        for child in box.children:
            if isinstance(child, Flow):
                top = right = bottom = left = 0.0
                laid: LaidBox = lay_words(child, inner, factor)
                wide = inner
            elif isinstance(child, (Block, Figure)) and child.style.frame.absolute:
                placed.append((0.0, 0.0, Anchor(child)))
                continue
            else:
                top, right, bottom, left = child.style.frame.margins(inner)
                laid, wide = self.settled(child, inner - left - right, inner, high, factor)
            misfits += laid.misfits
            taken = left + wide + right
            if taken > inner + SLACK:
                message = f"is {taken:.2f} mm wide in a room of {inner:.2f} mm"
                name = "" if isinstance(child, Flow) else child.name
                misfits += (Misfit(child.line, name, message),)
            y += max(owed, top, 0.0) + min(owed, top, 0.0)
            placed.append(shifted(child, left, y, laid, inner, high))
            if baseline is None and laid.baseline is not None:
                baseline = y + laid.baseline
            y, owed = y + laid.height, bottom
        y += owed
        spare = (high if high is not None else max(inside[0], y)) - y
        if down := along(box.style.frame.align, max(spare, 0.0)):
            placed = [(x, at + down, child) for x, at, child in placed]
            baseline = None if baseline is None else baseline + down
        return Arranged(tuple(placed), y, baseline, misfits)

    def settled(
        self,
        box: Block | TableBox | Figure,
        room: float,
        base: float,
        high: float | None,
        factor: float,
    ) -> tuple[LaidBox, float]:
        """A box as wide as its style says, else as its room, and as high; and its width."""
        frame = box.style.frame
        if isinstance(box, Figure):
            figure = self.figure(box, *figure_size(box, base, high))
            return figure, figure.width
        low, most = bounds(frame, 0, base)
        width = of(frame.width, base)
        width = clamped(room if width is None else width, low, most)
        edges = frame.edges(base)
        width = max(width, edges[1] + edges[3])
        limits = bounds(frame, 1, high)
        height = of(frame.height, high)
        height = None if height is None else max(clamped(height, *limits), edges[0] + edges[2])
        return self.lay(box, width, height, factor, base, limits), width

    @staticmethod
    def figure(box: Figure, width: float | None, height: float | None) -> LaidFigure:
        """A figure of a width and height; where one is missing or nothing, that is noted."""
        misfits: tuple[Misfit, ...] = ()
        top, right, bottom, left = box.style.frame.edges(0.0)
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
            frame = one.style.frame
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
        between = frame.inset[1] is not None and frame.inset[3] is not None
        if isinstance(box, Figure):
            width, height = figure_size(box, *base)
            if width is None and height is None and between:
                width = room[0]
                height = width / box.ratio if box.ratio else None
            return self.figure(box, width, height)
        width = of(frame.width, base[0])
        if width is None and between:
            width = room[0]
        elif width is None:
            _, narrow, wide = self.extents(box, factor, base[0])
            width = min(wide, max(narrow, room[0]))
        edges = frame.edges(base[0])
        width = max(clamped(width, *bounds(frame, 0, base[0])), edges[1] + edges[3])
        limits = bounds(frame, 1, base[1])
        height = of(frame.height, base[1])
        if height is None and frame.inset[0] is not None and frame.inset[2] is not None:
            height = room[1]
        height = None if height is None else max(clamped(height, *limits), edges[0] + edges[2])
        return self.lay(box, width, height, factor, base[0], limits)
