"""What every way to lay boxes out has in common: least and most, spare room.

It must not know which way a box lays out its content.
"""

from typing import NamedTuple, TypeGuard

from printgen.layout.box_style import Extent, Frame, of
from printgen.layout.boxes import (
    Anchor,
    AnyBox,
    Block,
    Figure,
    LaidPart,
    Misfit,
)
from printgen.layout.inline_layout import Extents

Placed = tuple[float, float, LaidPart]
"""A laid box at x, y from the corner of what it stands in."""


class Room(NamedTuple):
    """What a box has for its content: its width, its height where that is known, and the least and
    most that it may come to."""

    width: float
    height: float | None
    inside: tuple[float, float]


class Arranged(NamedTuple):
    """What stands in a box, from the corner of its content, and the height that it takes."""

    children: tuple[Placed, ...]
    height: float
    baseline: float | None
    misfits: tuple[Misfit, ...]


NO_EXTENTS = Extents(0.0, 0.0, 0.0)


def is_away(box: AnyBox) -> TypeGuard[Block | Figure]:
    """Whether a box is placed in another than that which it stands in."""
    return box.frame.absolute


def apart(box: Block) -> tuple[list[tuple[int, AnyBox]], dict[int, Placed]]:
    """The children of a box that stand in its flow, by number, and those placed elsewhere."""
    flow: list[tuple[int, AnyBox]] = []
    away: dict[int, Placed] = {}
    for number, one in enumerate(box.children):
        if is_away(one):
            away[number] = 0.0, 0.0, Anchor(one)
        else:
            flow.append((number, one))
    return flow, away


def bounds(frame: Frame, axis: int, base: Extent) -> tuple[float, float]:
    """The least and most that a width (axis 0) or height (1) may be; an auto least is 0."""
    least, most = frame.least[axis], frame.most[axis]
    if most is None and not least:
        return _ANY
    least, most = of(least, base), of(most, base)
    return least or 0.0, float("inf") if most is None else most


_ANY = (0.0, float("inf"))


def clamped(value: float, least: float, most: float) -> float:
    """The value within bounds; the least wins over the most."""
    return max(min(value, most), least)


def held(frame: Frame, axis: int, size: float, base: Extent, wide: Extent) -> float:
    """The size of a border box within its bounds, and no less than its edges."""
    edges = frame.edges(wide or 0.0)
    around = edges[0] + edges[2] if axis else edges[1] + edges[3]
    return max(clamped(size, *bounds(frame, axis, base)), around)


def by_ratio(
    box: Figure, base: float, width: float | None, height: float | None
) -> tuple[float, float]:
    """The width and height of a figure's border box, the one by the other and its own ratio."""
    top, right, bottom, left = box.style.frame.edges(base)
    if width is None:
        width = ((height or 0.0) - top - bottom) * box.ratio + left + right
    if height is None:
        height = (width - left - right) / box.ratio + top + bottom
    return width, height


def figure_size(box: Figure, base: Extent, high: Extent) -> tuple[float | None, float | None]:
    """The width and height of a figure by its style and its own ratio, where they say it."""
    frame = box.style.frame
    width, height = of(frame.width, base), of(frame.height, high)
    if box.ratio and width is None and height is not None:
        width = by_ratio(box, base or 0.0, None, height)[0]
    if width is not None:
        width = clamped(width, *bounds(frame, 0, base))
    if box.ratio and height is None and width is not None:
        height = by_ratio(box, base or 0.0, width, None)[1]
    if height is not None:
        height = clamped(height, *bounds(frame, 1, high))
    return width, height


def shifted(box: AnyBox, x: float, y: float, laid: LaidPart, base: float, high: Extent) -> Placed:
    """A laid box at x, y, moved by the insets of a relative position."""
    frame = box.frame
    if frame.relative:
        top, right, bottom, left = (
            of(one, of_) for one, of_ in zip(frame.inset, (high, base, high, base), strict=True)
        )
        x += left if left is not None else -(right or 0.0)
        y += top if top is not None else -(bottom or 0.0)
    return x, y, laid


def spread(align: str, spare: float, count: int) -> tuple[float, float]:
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


def along(align: str, spare: float) -> float:
    """What stands before a box in a room with so much to spare."""
    return {"end": spare, "center": spare / 2}.get(align.replace("space-around", "center"), 0.0)
