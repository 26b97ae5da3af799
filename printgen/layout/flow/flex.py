"""Flexbox layout (CSS Flexible Box Layout Level 1, sections 9.2 to 9.9).

Step numbers in comments are those of the Candidate Recommendation of 19 November 2018. Directions
are `row` and `column`. This module does not depend on the content of items.
"""

from collections.abc import Sequence
from math import inf

import msgspec

from printgen.layout.flow.block import LayoutEngine
from printgen.layout.flow.boxes import AnyBox, BlockBox, LaidBox, Misfit, ReplacedBox
from printgen.layout.flow.lines import TOLERANCE, IntrinsicWidths
from printgen.layout.flow.sizing import (
    LaidContent,
    Space,
    apply_relative_offset,
    clamp_box_size,
    clamp_size,
    complete_size_by_ratio,
    compute_replaced_size,
    distribute_space,
    find_alignment_offset,
    find_largest_widths,
    find_overflow,
    get_auto_margin_alignment,
    resolve_size_limits,
    separate_out_of_flow,
    sort_by_order_property,
)
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.values import Percentage, resolve_to_mm


class FlexItem(msgspec.Struct):
    """A flex item during layout. Sizes are those of its border box, in mm.

    - `number`: its index among the children of the container.
    - `main_margins`, `cross_margins`: the margins at its start and end, along the main axis and the
      cross axis.
    - `base`: its flex base size. `min_size`, `max_size`: the limits of its main size.
    - `size`: its hypothetical main size, and later its used main size.
    - `cross_size`: the cross size that its style sets; None for auto. `cross_limits`: the minimum
      and maximum of the cross size.
    - `laid`: the item after layout.
    - `is_frozen`: whether its main size is final.
    - `is_definite`: whether its flex basis is a length.
    - `border_padding`: the sum of border and padding along the main axis.
    - `is_cross_auto`: whether its cross size property is auto.
    - `top`: its distance from the top of the container.
    """

    number: int
    box: AnyBox
    style: ComputedStyle
    main_margins: tuple[float, float]
    cross_margins: tuple[float, float]
    align: str
    base: float = 0.0
    min_size: float = 0.0
    max_size: float = inf
    size: float = 0.0
    cross_size: float | None = None
    cross_limits: tuple[float, float] = (0.0, inf)
    laid: LaidBox | None = None
    is_frozen: bool = False
    is_definite: bool = False
    border_padding: float = 0.0
    is_cross_auto: bool = True
    top: float = 0.0

    @property
    def outer_size(self) -> float:
        """The main size with margins."""
        return self.main_margins[0] + self.size + self.main_margins[1]


def get_item_baseline(item: FlexItem) -> float:
    """Return the distance from the top of a laid-out item to its first baseline.

    CSS Flexbox 1, 8.3 and 8.5: without a baseline, the bottom edge of the box is used.
    """
    assert item.laid is not None  # noqa: S101 - all are laid by now
    return item.laid.height if item.laid.baseline is None else item.laid.baseline


def resolve_flexible_lengths(line: list[FlexItem], room: float) -> None:
    """Grow or shrink the items of a line to fill `room`, within their limits (9.7).

    The size of a frozen item never changes again. Each turn of the loop freezes at least one item.
    If the violations of limits add up to 0, all items are frozen. If the sum is positive, the items
    at their minimum are frozen, otherwise those at their maximum. So the loop ends after at most as
    many turns as there are items.
    """
    # 9.7, step 1: use the grow factors if the hypothetical sizes do not fill the line.
    grows = sum(item.outer_size for item in line) < room
    for item in line:
        style = item.style
        # 9.7, step 2: freeze inflexible items, and those already limited the other way.
        factor = style.grow if grows else style.shrink
        item.is_frozen = not factor or (item.base > item.size if grows else item.base < item.size)
    # 9.7, step 3: the initial free space.
    free = initial_free = room - _sum_used_sizes(line)
    while not all(item.is_frozen for item in line):
        unfrozen = [item for item in line if not item.is_frozen]
        free = room - _sum_used_sizes(line)
        factors = [item.style.grow if grows else item.style.shrink for item in unfrozen]
        # 9.7, step 4b: factors with a sum below 1 use only that fraction of the free space.
        if sum(factors) < 1 and abs(initial_free * sum(factors)) < abs(free):
            free = initial_free * sum(factors)
        # 9.7, step 4c: shrinking is weighted by the inner flex base size.
        weights = [
            factor if grows else factor * (item.base - item.border_padding)
            for factor, item in zip(factors, unfrozen, strict=True)
        ]
        total = sum(weights)
        excess = 0.0
        violations = []
        for item, weight in zip(unfrozen, weights, strict=True):
            size = item.base + (free * weight / total if total else 0.0)
            # 9.7, step 4d: fix violations of the minimum and maximum sizes.
            item.size = clamp_size(size, item.min_size, item.max_size)
            violations.append(item.size - size)
            excess += item.size - size
        for item, violation in zip(unfrozen, violations, strict=True):
            # 9.7, step 4e: freeze all items, those at their minimum, or those at their maximum.
            item.is_frozen = abs(excess) < 1e-9 or (violation > 0 if excess > 0 else violation < 0)


def _sum_used_sizes(line: list[FlexItem]) -> float:
    """Return the sum of outer sizes: target sizes of frozen items, base sizes of all others."""
    sizes = (item.size if item.is_frozen else item.base for item in line)
    return sum(sizes) + sum(sum(item.main_margins) for item in line)


def lay_out_flex(layout: LayoutEngine, box: BlockBox, room: Space, factor: float) -> LaidContent:
    """Return the items of a flex container laid out in `room`; `factor` is the font scale."""
    return _FlexLayout(layout, box, room, factor).lay_out_content()


def measure_flex(
    layout: LayoutEngine, box: BlockBox, factor: float, outer: Space | None = None
) -> IntrinsicWidths:
    """Return the intrinsic widths of the content of a flex container (CSS Flexbox 1, 9.9).

    A row adds the contributions of its items. A row that wraps can break between any two items.
    `factor` is the font scale. `outer` has the height of the border box, if not its style has it.
    """
    style = box.style
    contributions = [
        _measure_item_contribution(layout, child, factor, style)
        for _, child in separate_out_of_flow(box)[0]
    ]
    largest = find_largest_widths(contributions)
    if _is_wrapping_column(box):
        # 9.9.1: the lines of a column are side by side.
        height, limits = resolve_to_mm(style.height, None), resolve_size_limits(style, 1, None)
        space = outer or Space(0.0, height, limits)
        space = space.inset(style.resolve_border_padding(0.0))._replace(width=largest.max_content)
        width = _FlexLayout(layout, box, space, factor).measure_lines(contributions)
        return largest._replace(max_content=width)
    if not style.is_row or not contributions:
        return largest
    gaps = style.gaps[1] * (len(contributions) - 1)
    total = IntrinsicWidths(*(sum(widths) + gaps for widths in zip(*contributions, strict=True)))
    if style.wraps:
        return largest._replace(max_content=max(total.max_content, largest.min_content))
    return total


def _is_wrapping_column(box: AnyBox) -> bool:
    """Return whether a box is a flex container whose items are in one or more columns."""
    style = box.style
    return style.display == "flex" and style.wraps and not style.is_row


def _measure_item_contribution(
    layout: LayoutEngine, box: AnyBox, factor: float, parent: ComputedStyle
) -> IntrinsicWidths:
    """Return what an item adds to the intrinsic widths of its container.

    `parent` is the style of the container, and `factor` the font scale.
    """
    outer = layout.measure_outer_widths(box, factor)
    style = box.style
    margins = style.resolve_margins(0.0)
    margin_width = margins[1] + margins[3]
    # CSS Flexbox 1, 9.9: an item that cannot grow contributes at most its flex base size.
    basis = resolve_to_mm(style.basis, None)
    if basis is None or style.grow or not parent.is_row:
        return outer
    low, most = resolve_size_limits(style, 0, None)
    minimums = (low, low, low)
    if style.min_size[0] is None and not isinstance(box, ReplacedBox):
        # CSS Flexbox 1, 4.5: the automatic minimum size.
        smallest, min_content, _ = layout.measure_widths(box, factor, 0.0)
        most_low = min(most, style.width) if type(style.width) is float else most
        minimums = (min(smallest, most_low), min(min_content, most_low), min(min_content, most_low))
    limited = (
        clamp_size(min(width - margin_width, basis), low, most) + margin_width
        for width, low in zip(outer, minimums, strict=True)
    )
    contribution = IntrinsicWidths(*limited)
    # As in browsers, a row that wraps is as wide as the widest word of each of its items.
    return outer._replace(max_content=contribution.max_content) if parent.wraps else contribution


_REVERSED = {**dict.fromkeys(("normal", "stretch", "flex-start"), "end"), "flex-end": "start"}
"""The justify-content of a reversed direction that depends on it, as that of the direction."""


class _FlexLayout:
    """The layout of one flex container, step by step; `factor` is the font scale."""

    def __init__(self, layout: LayoutEngine, box: BlockBox, room: Space, factor: float) -> None:
        self.layout, self.box, self.factor = layout, box, factor
        self.inner, self.inner_height, self.height_limits = room
        self.style = box.style
        self.is_row = self.style.is_row
        self.axes = (0, 1) if self.is_row else (1, 0)
        sizes: tuple[float | None, float | None] = (room.width, room.height)
        self.main_room, self.cross_room = (sizes[axis] for axis in self.axes)
        self.line_gap, self.gap = (self.style.gaps[axis] for axis in self.axes)

    def lay_out_content(self) -> LaidContent:
        """Return all items laid out, following the steps of section 9 in order."""
        # 4.1: an absolutely positioned child does not participate in flex layout.
        flow, self.placed = separate_out_of_flow(self.box)
        if not flow:
            return LaidContent(tuple(self.placed.values()), 0.0, None, ())
        items = [self._make_item(number, child) for number, child in flow]
        # 9.3, steps 5 and 6: collect the lines, then resolve the flexible lengths of each.
        lines = self._split_lines(items)
        # 9.2, steps 2 and 4: the available main space, or the size of the longest line.
        main = self.main_room
        if main is None:
            main = clamp_size(max(map(self._sum_main_sizes, lines)), *self.height_limits)
        for line in lines:
            room = main - self.gap * (len(line) - 1)
            resolve_flexible_lengths(line, room)
            for item in line:
                # 9.4, step 7: the hypothetical cross size.
                item.laid = self._lay_out_item(item, self._get_stretched_height(item))
        cross_size = self._place_lines(lines, main)
        misfits = tuple(misfit for item in items if item.laid for misfit in item.laid.misfits)
        if not self.is_row:
            for item in items:
                misfits += (*self._check_basis(item), *self._find_column_overflow(item))
        used = max(self._sum_main_sizes(line) for line in lines)
        word = "wider" if self.is_row else "higher"
        message = f"has items {{:.2f}} mm {word} than its space of {{:.2f}} mm"
        misfits += find_overflow(self.box, used, main, message)
        if self.style.wraps and not self.is_row:
            message = "has columns {:.2f} mm wider than its space of {:.2f} mm"
            misfits += find_overflow(self.box, cross_size, self.inner, message)
        # 8.5: the container's baseline is that of the first line: of its first item aligned to the
        # baseline, otherwise of its first item.
        baseline_items = (item for item in lines[0] if self.is_row and item.align == "baseline")
        first = lines[0][-1 if self.style.is_reversed else 0]
        baseline_item = next(baseline_items, first)
        baseline = baseline_item.top + get_item_baseline(baseline_item)
        parts = sort_by_order_property(self.box, self.placed)
        # An overflow of a column is already in the misfits, so its height is limited here.
        return LaidContent(parts, cross_size if self.is_row else min(used, main), baseline, misfits)

    def measure_lines(self, contributions: Sequence[IntrinsicWidths]) -> float:
        """Return the width of all lines of a column, each as wide as its widest item.

        `contributions` has the intrinsic widths of each item.
        """
        flow, _ = separate_out_of_flow(self.box)
        items = [self._make_item(number, child) for number, child in flow]
        lines = self._split_lines(items) if items else []
        widths = iter(contributions)
        sizes = [max(0.0, *(next(widths).max_content for _ in line)) for line in lines]
        return sum(sizes) + self.line_gap * max(len(sizes) - 1, 0)

    def _make_item(self, number: int, box: AnyBox) -> FlexItem:
        """Return item `number` with its base size and hypothetical main size (9.2, step 3)."""
        style = box.style
        top, right, bottom, left = style.resolve_margins(self.inner)
        sides = (left, right), (top, bottom)
        axis_margins = sides if self.is_row else sides[::-1]
        # 8.1: auto margins in the cross axis replace align-self.
        align = get_auto_margin_alignment(style, self.axes[1]) or self._resolve_align_self(
            style.align_self
        )
        item = FlexItem(number, box, style, *axis_margins, align)
        top, right, bottom, left = style.resolve_border_padding(self.inner)
        edges = left + right, top + bottom
        item.border_padding, cross_edges = (edges[axis] for axis in self.axes)
        least, most = resolve_size_limits(style, self.axes[1], self.cross_room)
        item.cross_limits = max(least, cross_edges), most
        basis = self._resolve_basis(item)
        item.is_definite, content = basis is not None, None
        if basis is None:
            basis = content = self._measure_main_size(item)
        # The flex base size is that of a border box here, so it includes border and padding.
        item.base = max(basis, item.border_padding)
        least, item.max_size = self._resolve_main_limits(item, content)
        item.min_size = max(least, item.border_padding)
        item.size = clamp_size(item.base, item.min_size, item.max_size)
        return item

    def _resolve_basis(self, item: FlexItem) -> float | None:
        """Return the flex basis in mm, or None if both the flex basis and the main size are auto.

        Also set the cross size of the item from its style.
        """
        style, (main, cross), room = item.style, self.axes, self.cross_room
        sizes = style.width, style.height
        cross_size = resolve_to_mm(sizes[cross], room)
        item.is_cross_auto = sizes[cross] is None and not style.fits_content[cross]
        if cross_size is not None:
            item.cross_size = clamp_box_size(style, cross, cross_size, room, self.inner)
        # 7.2.3: an auto basis is the main size property.
        return resolve_to_mm(sizes[main] if style.basis is None else style.basis, self.main_room)

    def _measure_main_size(self, item: FlexItem) -> float:
        """Return the max-content size of an item in the main axis (9.2, step 3)."""
        if isinstance(item.box, ReplacedBox):
            return self._measure_replaced(item, item.box)
        if self.is_row:
            height = self._find_known_height(item)
            if height is not None and item.style.ratio and isinstance(item.box, BlockBox):
                return self.layout.transfer_height(item.box, height, self.factor, self.inner)
            columns = 0.0 if height is None else self._measure_columns(item.box, Space(0.0, height))
            widths = self.layout.measure_widths(item.box, self.factor, self.inner)
            return max(widths.max_content, columns)
        item.laid = self._lay_out_item(item, None, natural=True)
        return item.laid.height

    def _measure_columns(self, box: AnyBox, outer: Space) -> float:
        """Return the width in mm of a box with its items in columns, as high as `outer`; else 0."""
        if not isinstance(box, BlockBox) or not _is_wrapping_column(box):
            return 0.0
        edges = box.style.resolve_border_padding(self.inner)
        content = measure_flex(self.layout, box, self.factor, outer)
        return content.max_content + edges[1] + edges[3]

    def _measure_replaced(self, item: FlexItem, box: ReplacedBox) -> float:
        """Return the main size of a replaced item, from its cross size and ratio or from its style.

        9.2, step 3: an item with a ratio, a flex basis of content and a definite cross size has the
        main size that the ratio gives.
        """
        width, height = compute_replaced_size(box, self.inner, self.inner_height)
        cross_size = item.cross_size
        # 9.8, rule 1: in a single-line container a stretched cross size is definite.
        is_definite = self.cross_room and self._is_stretched(item) if self.is_row else True
        if cross_size is None and is_definite:
            cross_room = (self.cross_room or 0.0) - sum(item.cross_margins)
            cross_size = clamp_size(cross_room, *item.cross_limits)
        if box.ratio and cross_size is not None:
            if self.is_row:
                return complete_size_by_ratio(box, self.inner, None, cross_size)[0]
            return complete_size_by_ratio(box, self.inner, cross_size, None)[1]
        return (width if self.is_row else height) or 0.0

    def _resolve_main_limits(self, item: FlexItem, content: float | None) -> tuple[float, float]:
        """Return the minimum and maximum main size of an item.

        `content` is the size of its content, None if that is unknown. If the minimum is auto, it is
        the automatic minimum size (4.5): the content size, but at most the specified size and the
        maximum size.
        """
        style, axis, room = item.style, self.axes[0], self.main_room
        least, most = resolve_size_limits(style, axis, room)
        if style.min_size[axis] is None:
            styled_size = resolve_to_mm((style.width, style.height)[axis], room)
            if isinstance(item.box, ReplacedBox):
                # 4.5 gives 0 for a scroll container; a replaced item here can shrink like one.
                least = 0.0
            elif self.is_row and not (style.ratio and self._find_known_height(item) is not None):
                least = self.layout.measure_widths(item.box, self.factor, self.inner).smallest
            else:
                least = self._measure_main_size(item) if content is None else content
            least = min(least, most, inf if styled_size is None else styled_size)
        return least, most

    def _resolve_align_self(self, align_self: str) -> str:
        """Return the used align-self; normal behaves as stretch (CSS Box Alignment 3, 6.2)."""
        align = self.style.align_items if align_self == "auto" else align_self
        return "stretch" if align == "normal" else align

    def _split_lines(self, items: list[FlexItem]) -> list[list[FlexItem]]:
        """Return the items in flex lines (9.3, step 5)."""
        if not self.style.wraps:
            return [items]
        main = max(self.height_limits) if self.main_room is None else self.main_room
        lines: list[list[FlexItem]] = [[]]
        used = 0.0
        for item in items:
            if lines[-1] and used + item.outer_size > main + 1e-6:
                lines.append([])
                used = 0.0
            lines[-1].append(item)
            used += item.outer_size + self.gap
        return lines

    def _lay_out_item(
        self,
        item: FlexItem,
        cross_size: float | None,
        *,
        natural: bool = False,
        inner: float | None = None,
    ) -> LaidBox:
        """Return an item laid out in its main size.

        If `cross_size` is None, the style or else the content of the item gives the cross size.
        With `natural`, the content of an item in a column gives its height. `inner` is the width of
        the line if that is more than the width of the container.
        """
        cross_size = item.cross_size if cross_size is None else cross_size
        room = (inner or self.inner) - item.cross_margins[0] - item.cross_margins[1]
        if not self.is_row and cross_size is None and self._is_stretched(item):
            cross_size = clamp_size(room, *item.cross_limits)
        if isinstance(item.box, ReplacedBox):
            sizes: tuple[float | None, float | None]
            sizes = (item.size, cross_size) if self.is_row else (cross_size, item.size)
            if cross_size is None and item.box.ratio:
                width, height = complete_size_by_ratio(item.box, self.inner, *sizes)
                cross_size = clamp_size(height if self.is_row else width, *item.cross_limits)
                sizes = (width, cross_size) if self.is_row else (cross_size, height)
            return self.layout.lay_out_replaced(item.box, *sizes)
        if self.is_row:
            space = Space(item.size, cross_size, item.cross_limits)
            return self.layout.lay_out(item.box, space, self.factor, self.inner)
        space = self._find_space_of_column_item(item, natural=natural)
        if cross_size is None:
            cross_size = self._fit_width(item, room, None if natural else space)
        space = space._replace(width=cross_size)
        if natural or space.height is not None:
            return self.layout.lay_out(item.box, space, self.factor, self.inner)
        if item.laid and (item.laid.width, item.laid.height) == (cross_size, item.size):
            return item.laid
        if min(item.base, item.size) >= item.max_size - TOLERANCE:
            # As in browsers, an item that its own maximum limits keeps the sizes of its parts.
            limited = Space(cross_size, None, (0.0, item.size))
            laid = self.layout.lay_out(item.box, limited, self.factor, self.inner)
            if abs(laid.height - item.size) <= TOLERANCE:
                return laid
        return self.layout.lay_out(item.box, space, self.factor, self.inner)

    def _fit_width(self, item: FlexItem, room: float, space: Space | None) -> float:
        """Return the width of an item of a column that is not stretched (9.4, step 7).

        `space` has its height, and None before that is known.
        """
        box, base = item.box, self.inner
        if isinstance(box, BlockBox) and box.style.ratio and space is not None:
            width = self.layout.transfer_height(box, item.size, self.factor, base)
        else:
            width = self.layout.fit_width(box, room, self.factor, base)
        columns = 0.0 if space is None else self._measure_columns(box, space)
        return clamp_size(max(width, min(room, columns)), *item.cross_limits)

    def _find_space_of_column_item(self, item: FlexItem, *, natural: bool) -> Space:
        """Return the height, and the limits of the height, of an item of a column.

        With `natural`, its content gives the height.
        """
        if natural:
            # 9.2, step 3: the flex base size does not depend on the minimum and maximum main size.
            # But as in browsers the columns of items in the item are no higher than its maximum.
            most = resolve_size_limits(item.style, 1, self.main_room)[1]
            return Space(0.0, None, (0.0, most if _is_wrapping_column(item.box) else inf))
        if self.inner_height is None and not item.is_definite:
            # 9.8: a main size by content in a container without a height is indefinite, so
            # percentages in the item must not refer to it.
            return Space(0.0, None, (item.size, item.size))
        return Space(0.0, item.size)

    def _find_known_height(self, item: FlexItem) -> float | None:
        """Return the height of an item of a row, if its style or the container sets it."""
        stretched = self._get_stretched_height(item)
        return stretched if item.cross_size is None else item.cross_size

    def _get_stretched_height(self, item: FlexItem) -> float | None:
        """Return the height of an item that is stretched in a row of known height, else None."""
        if not self.is_row or self.inner_height is None or not self._is_stretched(item):
            return None
        start, end = item.cross_margins
        return clamp_size(self.inner_height - start - end, *item.cross_limits)

    def _is_stretched(self, item: FlexItem) -> bool:
        """Return whether an item is stretched, and the container has a single line (8.3)."""
        return item.align == "stretch" and item.is_cross_auto and not self.style.wraps

    def _measure_cross_size(self, item: FlexItem) -> float:
        """Return the cross size of an item with its margins."""
        assert item.laid is not None  # noqa: S101 - all are laid by now
        size = item.laid.height if self.is_row else item.laid.width
        return item.cross_margins[0] + size + item.cross_margins[1]

    def _measure_line_cross_size(self, line: list[FlexItem]) -> float:
        """Return the cross size of a line (9.4, step 8)."""
        size = max(self._measure_cross_size(item) for item in line)
        above, below = self._measure_baseline_extents(line)
        return max(size, above + below)

    def _measure_baseline_extents(self, line: list[FlexItem]) -> tuple[float, float]:
        """Return how far a line's baseline-aligned items extend above and below their baseline."""
        ends = [
            (
                item.cross_margins[0] + self._get_cross_axis_baseline(item),
                self._measure_cross_size(item)
                - item.cross_margins[0]
                - self._get_cross_axis_baseline(item),
            )
            for item in line
            if item.align == "baseline"
        ]
        above = max((above for above, _ in ends), default=0.0)
        return above, max((below for _, below in ends), default=0.0)

    def _get_cross_axis_baseline(self, item: FlexItem) -> float:
        """Return the distance of an item's baseline from its edge at the start of the cross axis.

        Items of a column share the left edge: text has no baseline in that axis.
        """
        return get_item_baseline(item) if self.is_row else 0.0

    def _place_lines(self, lines: list[list[FlexItem]], main: float) -> float:
        """Place all items in their lines; return the cross size of the content.

        `main` is the main size of the container.
        """
        room = self.cross_room
        sizes = [self._measure_line_cross_size(line) for line in lines]
        cross_limits = self.height_limits if self.is_row else (0.0, inf)
        # 9.4, step 8: a single line in a definite cross size has that size.
        if not self.style.wraps:
            sizes = [clamp_size(sizes[0], *cross_limits) if room is None else room]
        total = sum(sizes) + self.line_gap * (len(lines) - 1)
        spare = (clamp_size(total, *cross_limits) if room is None else room) - total
        before = gap = 0.0
        if self.style.wraps:
            if self.style.align in ("normal", "stretch"):
                # 9.4, step 9: stretched lines share the free space equally.
                sizes = [size + max(spare, 0.0) / len(lines) for size in sizes]
            else:
                # 9.6, step 16: align the lines by align-content.
                before, gap = distribute_space(self.style.align, spare, len(lines))
        line_offset = before
        for line, size in zip(lines, sizes, strict=True):
            self._place_line(line, line_offset, size, main)
            line_offset += size + gap + self.line_gap
        # 9.6, step 15: the container's cross size is the sum of its lines.
        content = (
            max(self._measure_line_cross_size(line) for line in lines)
            if not self.style.wraps
            else total
        )
        return max(total, content) if room is None else content

    def _place_line(
        self, line: list[FlexItem], line_offset: float, size: float, main: float
    ) -> None:
        """Place the items of one line on both axes.

        `line_offset` and `size` are the start and the size of the line in the cross axis; `main` is
        the main size of the container.
        """
        # 9.5, step 12: distribute the free space to auto margins, otherwise by justify-content.
        self._fill_auto_margins(line, main - self._sum_main_sizes(line))
        spare = main - self._sum_main_sizes(line)
        justify = self.style.justify
        if justify == "space-between" and (spare <= 0 or len(line) == 1):
            justify = "flex-start"  # CSS Box Alignment 3, 4.3: its fallback
        if self.style.is_reversed:
            # 9.5: the main axis begins at the other end.
            justify = _REVERSED.get(justify, justify)
        x, gap = distribute_space(justify, spare, len(line))
        above, _ = self._measure_baseline_extents(line)
        for item in reversed(line) if self.style.is_reversed else line:
            room = size - item.cross_margins[0] - item.cross_margins[1]
            # 9.4, step 11: a stretched item fills the cross size of its line.
            if item.align == "stretch" and item.is_cross_auto:
                item.laid = self._lay_out_item(item, clamp_size(room, *item.cross_limits))
            elif not self.is_row and size > self.inner:
                # As in browsers, other items of a line that overflows a column may be as wide.
                item.laid = self._lay_out_item(item, None, inner=size)
            # 9.6, step 14: align the item in its line.
            y = item.cross_margins[0]
            if item.align == "baseline":
                y = above - self._get_cross_axis_baseline(item)
            else:
                y += find_alignment_offset(item.align, size - self._measure_cross_size(item))
            x += item.main_margins[0]
            position = (x, line_offset + y) if self.is_row else (line_offset + y, x)
            item.top = position[1]
            assert item.laid is not None  # noqa: S101 - all are laid by now
            self.placed[item.number] = apply_relative_offset(
                item.box, *position, item.laid, self.inner, self.inner_height
            )
            x += item.size + item.main_margins[1] + gap + self.gap

    def _fill_auto_margins(self, line: list[FlexItem], spare: float) -> None:
        """Share the free space of a line, `spare` mm, equally among its auto margins (8.1)."""
        sides = (3, 1) if self.is_row else (0, 2)
        count = sum(item.style.margin[side] is None for item in line for side in sides)
        for item in line if count and spare > 0 else ():
            start, end = (spare / count * (item.style.margin[side] is None) for side in sides)
            item.main_margins = item.main_margins[0] + start, item.main_margins[1] + end

    def _check_basis(self, item: FlexItem) -> tuple[Misfit, ...]:
        """Return a misfit of a column's item that browsers measure in another way than its content.

        That is an item with columns in it, and a flex-basis in % of a height that is not known.
        """
        has_share = self.main_room is None and isinstance(item.style.basis, Percentage)
        if not has_share or not _is_wrapping_column(item.box):
            return ()
        message = "has columns, and a flex-basis in % of a height that its content decides"
        hint = "write a flex-basis such as 40mm, or a height for the box around it"
        return (Misfit(item.box.line, item.box.name, message, hint),)

    def _find_column_overflow(self, item: FlexItem) -> tuple[Misfit, ...]:
        """Return the misfits of an item that is wider than its column.

        These are the words that do not fit, or the item itself if there are none.
        """
        room = self.inner - sum(item.cross_margins)
        # A scaled or rotated box is painted in another size, so its layout width does not matter.
        is_transformed = bool(item.style.transform)
        if item.laid is None or is_transformed:
            return ()
        misfits = find_overflow(item.box, item.laid.width, room)
        if isinstance(item.box, ReplacedBox) or not misfits:
            return misfits
        laid = self.layout.lay_out(item.box, Space(room), self.factor, self.inner)
        return laid.misfits or misfits

    def _sum_main_sizes(self, line: list[FlexItem]) -> float:
        """Return the sum of the outer main sizes in a line and of the gaps between its items."""
        return sum(item.outer_size for item in line) + self.gap * (len(line) - 1)
