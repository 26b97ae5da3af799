"""Flexible lengths: the main sizes of flex items (CSS Flexible Box Layout Level 1, section 9.7).

This module does not depend on the content of items.
"""

from dataclasses import dataclass
from math import inf

from printgen.layout.boxes import AnyBox, LaidBox
from printgen.layout.computed_style import ComputedStyle
from printgen.layout.sizing import clamp_size


@dataclass(slots=True)
class FlexItem:
    """A flex item during layout; sizes are those of its border box.

    `base` is its flex base size, `size` its hypothetical and later its used main size.
    `main_margins` and `cross_margins` are the margins at its start and end in each axis.
    `border_padding` is the sum of border and padding in the main axis. `cross_size` is the cross
    size from its style, None for auto; `cross_limits` are its minimum and maximum. `is_definite`
    means that its flex basis is a length. `is_cross_auto` means that its cross size property is
    auto. `top` is its distance from the top of the container.
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


def get_baseline(item: FlexItem) -> float:
    """Return the first baseline of an item, from its top.

    CSS Flexbox 1, 8.3 and 8.5: without a baseline, the bottom edge of the box is used.
    """
    assert item.laid is not None  # noqa: S101 - all are laid by now
    return item.laid.height if item.laid.baseline is None else item.laid.baseline


def resolve_flexible_lengths(line: list[FlexItem], room: float) -> None:
    """Grow or shrink the items of a line to fill `room`, within their limits (9.7)."""
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
