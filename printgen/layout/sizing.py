"""What every way to lay boxes out has in common: least and most, spare room.

It must not know which way a box lays out its content.
"""

from typing import NamedTuple, TypeGuard

from printgen.layout.box_style import BoxStyle, Extent, to_mm
from printgen.layout.boxes import AnyBox, BlockBox, LaidPart, Misfit, OutOfFlowAnchor, Replaced
from printgen.layout.inline_layout import IntrinsicWidths

PlacedPart = tuple[float, float, LaidPart]
"""A laid box at x, y from the corner of what it stands in."""


class Space(NamedTuple):
    """What a box has for its content: its width, its height where that is known, and the least and
    most that it may come to."""

    width: float
    height: float | None
    height_limits: tuple[float, float]


class Contents(NamedTuple):
    """What stands in a box, from the corner of its content, and the height that it takes."""

    children: tuple[PlacedPart, ...]
    height: float
    baseline: float | None
    misfits: tuple[Misfit, ...]


ZERO_WIDTHS = IntrinsicWidths(0.0, 0.0, 0.0)


def is_out_of_flow(box: AnyBox) -> TypeGuard[BlockBox | Replaced]:
    """Whether a box is placed in another than that which it stands in."""
    return box.box_style.is_absolute


def split_flow(box: BlockBox) -> tuple[list[tuple[int, AnyBox]], dict[int, PlacedPart]]:
    """The children of a box that stand in its flow, by number, and those placed elsewhere."""
    flow: list[tuple[int, AnyBox]] = []
    out_of_flow: dict[int, PlacedPart] = {}
    for number, child in enumerate(box.children):
        if is_out_of_flow(child):
            out_of_flow[number] = 0.0, 0.0, OutOfFlowAnchor(child)
        else:
            flow.append((number, child))
    return flow, out_of_flow


def resolve_size_limits(frame: BoxStyle, axis: int, base: Extent) -> tuple[float, float]:
    """The least and most that a width (axis 0) or height (1) may be; an auto least is 0."""
    minimum, maximum = frame.min_size[axis], frame.max_size[axis]
    if maximum is None and not minimum:
        return _UNLIMITED
    minimum, maximum = to_mm(minimum, base), to_mm(maximum, base)
    return minimum or 0.0, float("inf") if maximum is None else maximum


_UNLIMITED = (0.0, float("inf"))


def clamp_size(value: float, minimum: float, maximum: float) -> float:
    """The value within bounds; the least wins over the most."""
    return max(min(value, maximum), minimum)


def clamp_box(frame: BoxStyle, axis: int, size: float, base: Extent, base_width: Extent) -> float:
    """The size of a border box within its bounds, and no less than its edges."""
    edges = frame.resolve_border_padding(base_width or 0.0)
    border_padding = edges[0] + edges[2] if axis else edges[1] + edges[3]
    return max(clamp_size(size, *resolve_size_limits(frame, axis, base)), border_padding)


def size_by_ratio(
    box: Replaced, base: float, width: float | None, height: float | None
) -> tuple[float, float]:
    """The width and height of a figure's border box, the one by the other and its own ratio."""
    top, right, bottom, left = box.style.box_style.resolve_border_padding(base)
    if width is None:
        width = ((height or 0.0) - top - bottom) * box.ratio + left + right
    if height is None:
        height = (width - left - right) / box.ratio + top + bottom
    return width, height


def size_replaced(
    box: Replaced, base: Extent, base_height: Extent
) -> tuple[float | None, float | None]:
    """The width and height of a figure by its style and its own ratio, where they say it."""
    frame = box.style.box_style
    width, height = to_mm(frame.width, base), to_mm(frame.height, base_height)
    if box.ratio and width is None and height is not None:
        width = size_by_ratio(box, base or 0.0, None, height)[0]
    if width is not None:
        width = clamp_size(width, *resolve_size_limits(frame, 0, base))
    if box.ratio and height is None and width is not None:
        height = size_by_ratio(box, base or 0.0, width, None)[1]
    if height is not None:
        height = clamp_size(height, *resolve_size_limits(frame, 1, base_height))
    return width, height


def shift_relative(
    box: AnyBox, x: float, y: float, laid: LaidPart, base: float, base_height: Extent
) -> PlacedPart:
    """A laid box at x, y, moved by the insets of a relative position."""
    frame = box.box_style
    if frame.is_relative:
        top, right, bottom, left = (
            to_mm(inset, size)
            for inset, size in zip(frame.inset, (base_height, base, base_height, base), strict=True)
        )
        x += left if left is not None else -(right or 0.0)
        y += top if top is not None else -(bottom or 0.0)
    return x, y, laid


def distribute_space(align: str, spare: float, count: int) -> tuple[float, float]:
    """What stands before the first of `count` things, and between two, of room to spare."""
    if align in ("end", "center"):
        return (spare if align == "end" else spare / 2), 0.0
    if spare > 0 and count:
        if align == "space-between" and count > 1:
            return 0.0, spare / (count - 1)
        if align == "space-around":
            return spare / count / 2, spare / count
        if align == "space-evenly":
            return spare / (count + 1), spare / (count + 1)
    return 0.0, 0.0


def align_offset(align: str, spare: float) -> float:
    """What stands before a box in a room with so much to spare."""
    return {"end": spare, "center": spare / 2}.get(align.replace("space-around", "center"), 0.0)
