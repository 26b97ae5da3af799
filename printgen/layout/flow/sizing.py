"""Sizes and alignment shared by block, flex, grid and table layout (CSS 2.1, chapter 10)."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple, TypeGuard

import msgspec

from printgen.layout.flow.boxes import (
    AnyBox,
    BlockBox,
    LaidPart,
    Misfit,
    OutOfFlowAnchor,
    ReplacedBox,
)
from printgen.layout.flow.lines import TOLERANCE, IntrinsicWidths
from printgen.layout.style.computed import ComputedStyle, Sides
from printgen.layout.style.values import resolve_to_mm

PlacedPart = tuple[float, float, LaidPart]
"""A laid-out box and its x, y in mm from the corner of the box around it."""


class Space(NamedTuple):
    """The space for a box or for its content, in mm.

    `height` is None if it depends on the content; `height_limits` are its minimum and maximum.
    """

    width: float
    height: float | None = None
    height_limits: tuple[float, float] = (0.0, inf)

    def inset(self, edges: Sides) -> "Space":
        """Return the space for the content of a box with this space, inside its `edges`.

        They are its border and padding, clockwise from the top.
        """
        top, right, bottom, left = edges
        height = None if self.height is None else max(self.height - top - bottom, 0.0)
        low, high = (max(limit - top - bottom, 0.0) for limit in self.height_limits)
        return Space(max(self.width - left - right, 0.0), height, (low, high))


class LaidContent(msgspec.Struct, frozen=True):
    """The content of a box after layout.

    - `children`: the laid-out boxes in it, with their positions from the corner of the content box.
    - `height`: its height in mm.
    - `baseline`: the distance from its top to the baseline of the first line; None without lines.
    - `misfits`: what does not fit.
    """

    children: tuple[PlacedPart, ...]
    height: float
    baseline: float | None
    misfits: tuple[Misfit, ...]


ZERO_WIDTHS = IntrinsicWidths(0.0, 0.0, 0.0)


def find_largest_widths(all_widths: Iterable[IntrinsicWidths]) -> IntrinsicWidths:
    """Return the intrinsic widths of boxes below each other: the largest of each kind, or 0."""
    return IntrinsicWidths(*map(max, zip(*(tuple(all_widths) or (ZERO_WIDTHS,)), strict=True)))


def is_out_of_flow(box: AnyBox) -> TypeGuard[BlockBox | ReplacedBox]:
    """Return whether a box is absolutely positioned (CSS 2.1, 9.6)."""
    return box.style.is_absolute


def separate_out_of_flow(box: BlockBox) -> tuple[list[tuple[int, AnyBox]], dict[int, PlacedPart]]:
    """Return the children of a box in two groups: those in flow, and anchors for the others.

    The first are sorted by their `order` (CSS Flexbox 1, 5.4), each with its index. The second are
    by the index of each absolutely positioned child. An anchor marks where this child is in the
    document, and so its position in the painting order.
    """
    flow: list[tuple[int, AnyBox]] = []
    out_of_flow: dict[int, PlacedPart] = {}
    for number, child in enumerate(box.children):
        if is_out_of_flow(child):
            out_of_flow[number] = 0.0, 0.0, OutOfFlowAnchor(child)
        else:
            flow.append((number, child))
    return sorted(flow, key=lambda pair: pair[1].style.order), out_of_flow


def sort_by_order_property(
    box: BlockBox, placed: Mapping[int, PlacedPart]
) -> tuple[PlacedPart, ...]:
    """Return the placed children of a box, sorted by their property `order`.

    `placed` has the children by index. CSS Flexbox 1, 5.4: `order` changes the painting order too.
    `z-index` counts later, when they are painted.
    """
    numbers = sorted(placed, key=lambda number: (box.children[number].style.order, number))
    return tuple(placed[number] for number in numbers)


def resolve_size_limits(style: ComputedStyle, axis: int, base: float | None) -> tuple[float, float]:
    """Return the minimum and maximum of a width (axis 0) or height (axis 1), in mm.

    A minimum of `auto` counts as 0; `base` is the length that percentages refer to.
    """
    minimum, maximum = style.min_size[axis], style.max_size[axis]
    if maximum is None and not minimum:
        return 0.0, inf
    minimum, maximum = resolve_to_mm(minimum, base), resolve_to_mm(maximum, base)
    return minimum or 0.0, inf if maximum is None else maximum


def clamp_size(value: float, minimum: float, maximum: float) -> float:
    """Return the value, but not above `maximum` and not below `minimum`, which wins."""
    # CSS 2.1, 10.4 and 10.7: if the minimum exceeds the maximum, the minimum wins.
    return max(min(value, maximum), minimum)


def clamp_box_size(
    style: ComputedStyle, axis: int, size: float, base: float | None, base_width: float | None
) -> float:
    """Return the size of a border box on one axis, within the limits of its style.

    `axis` is 0 for the width, 1 for the height. The size is at least border and padding.
    Percentages refer to `base`, those of padding to `base_width`.
    """
    # CSS Sizing 3, 3.3 (box-sizing): the content size is floored at 0.
    edges = style.resolve_border_padding(base_width or 0.0)
    border_padding = edges[0] + edges[2] if axis else edges[1] + edges[3]
    return max(clamp_size(size, *resolve_size_limits(style, axis, base)), border_padding)


def complete_size_by_ratio(
    box: ReplacedBox, base: float, width: float | None, height: float | None
) -> tuple[float, float]:
    """Return the width and height of a replaced border box; its ratio gives a side that is None.

    Percentages of its padding refer to `base`.
    """
    # CSS 2.1, 10.3.2 and 10.6.2: width = height * intrinsic ratio. It is that of the content box.
    top, right, bottom, left = box.style.resolve_border_padding(base)
    if width is None:
        width = ((height or 0.0) - top - bottom) * box.ratio + left + right
    if height is None:
        height = (width - left - right) / box.ratio + top + bottom
    return width, height


def compute_replaced_size(
    box: ReplacedBox, base: float | None, base_height: float | None
) -> tuple[float | None, float | None]:
    """Return the width and height of a replaced box from its style and ratio, None if unknown.

    Percentages refer to `base` and `base_height`.
    """
    style = box.style
    width, height = resolve_to_mm(style.width, base), resolve_to_mm(style.height, base_height)
    if box.natural_width and style.width is None and style.height is None:
        edges = style.resolve_border_padding(base or 0.0)
        width = box.natural_width + edges[1] + edges[3]
    if box.ratio and width is None and height is not None:
        width = complete_size_by_ratio(box, base or 0.0, None, height)[0]
    if width is not None:
        width = clamp_size(width, *resolve_size_limits(style, 0, base))
    if box.ratio and height is None and width is not None:
        height = complete_size_by_ratio(box, base or 0.0, width, None)[1]
    if height is not None:
        height = clamp_size(height, *resolve_size_limits(style, 1, base_height))
    return width, height


def resolve_insets(
    style: ComputedStyle, width: float, height: float | None
) -> tuple[float | None, ...]:
    """Return top, right, bottom and left of a positioned box in mm, None for auto.

    Percentages refer to `width` and `height`.
    """
    sizes = height, width, height, width
    return tuple(resolve_to_mm(inset, size) for inset, size in zip(style.inset, sizes, strict=True))


def apply_relative_offset(
    box: AnyBox, x: float, y: float, laid: LaidPart, base: float, base_height: float | None
) -> PlacedPart:
    """Return a laid-out box with its position x, y, moved if it has `position: relative`.

    Percentages refer to `base` and `base_height`.
    """
    style = box.style
    if style.is_relative:
        top, right, bottom, left = resolve_insets(style, base, base_height)
        # CSS 2.1, 9.4.3: left wins over right (in left-to-right text), and top over bottom.
        x += left if left is not None else -(right or 0.0)
        y += top if top is not None else -(bottom or 0.0)
    return x, y, laid


def find_overflow(
    box: AnyBox,
    used: float,
    room: float,
    message: str = "is {2:.2f} mm wide in a space of {1:.2f} mm",
) -> tuple[Misfit, ...]:
    """Return a misfit of a box if its content, `used` mm in size, does not fit into `room` mm.

    In `message`, {0} is the overflow, {1} the room and {2} the used size.
    """
    if used <= room + TOLERANCE:
        return ()
    text = message.format(used - room, max(room, 0.0), used)
    hint = "give it a width that fits, such as 100%" if isinstance(box, ReplacedBox) else ""
    share = max(room, 0.0) / max(used, TOLERANCE)
    return (Misfit(box.line, box.name, text, hint, share, overflows=True),)


def get_auto_margin_alignment(style: ComputedStyle, axis: int) -> str:
    """Return the CSS alignment that has the effect of the auto margins of a box on an axis.

    It is "start", "safe center" or "safe end", or "" without auto margins. `axis` is 0 for
    horizontal, 1 for vertical.
    """
    start, end = style.margin[::2] if axis else style.margin[3::-2]
    if start is None:
        return "safe center" if end is None else "safe end"
    return "start" if end is None else ""


def distribute_space(align: str, spare: float, count: int) -> tuple[float, float]:
    """Return the space before the first of `count` boxes, and the extra space between two of them.

    `align` is a value of justify-content or align-content, and `spare` the free space in mm.
    """
    # CSS Box Alignment 3, 4.3 (distributed alignment), with its fallback to start.
    if align in ("end", "flex-end", "center"):
        return (spare / 2 if align == "center" else spare), 0.0
    if spare > 0 and count:
        if align == "space-between" and count > 1:
            return 0.0, spare / (count - 1)
        if align == "space-around":
            return spare / count / 2, spare / count
        if align == "space-evenly":
            return spare / (count + 1), spare / (count + 1)
    return 0.0, 0.0


def find_alignment_offset(align: str, spare: float) -> float:
    """Return how much of the `spare` mm is in front of a single box with this alignment."""
    # CSS Box Alignment 3, 4.4: a safe alignment does not move a box out of its container.
    if align.startswith("safe "):
        return find_alignment_offset(align.removeprefix("safe "), max(spare, 0.0))
    # CSS Box Alignment 3, 4.3: of a single box the fallback of these values is safe center.
    if align in ("space-around", "space-evenly"):
        return max(spare, 0.0) / 2
    return {"end": spare, "flex-end": spare, "center": spare / 2}.get(align, 0.0)
