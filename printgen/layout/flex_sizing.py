"""Turn the wishes of a row's items into their sizes along it.

As CSS Flexible Box Layout says of growing and shrinking. It must not know what stands in an item.
"""

from dataclasses import dataclass
from math import inf

from printgen.layout.box_style import BoxStyle
from printgen.layout.boxes import AnyBox, LaidBox
from printgen.layout.sizing import clamp_size


@dataclass(slots=True)
class FlexItem:
    """An item along its row: margins before and after, sizes of its border box.

    `definite` says that its basis is a length, `stretches` that it has no size of its own across,
    `top` where it stands down the box.
    `around` is its border and padding along the row, `across` are its margins across the row,
    `own` its size there by its style, None for auto.
    """

    number: int
    box: AnyBox
    style: BoxStyle
    main_margins: tuple[float, float]
    across: tuple[float, float]
    align: str
    base: float = 0.0
    min_size: float = 0.0
    max_size: float = inf
    size: float = 0.0
    cross_size: float | None = None
    limits: tuple[float, float] = (0.0, inf)
    laid: LaidBox | None = None
    is_frozen: bool = False
    is_definite: bool = False
    border_padding: float = 0.0
    is_cross_auto: bool = True
    top: float = 0.0

    @property
    def outer_size(self) -> float:
        return self.main_margins[0] + self.size + self.main_margins[1]


def get_baseline(item: FlexItem) -> float:
    """Where an item meets a baseline: at its first line, or its foot."""
    assert item.laid is not None  # noqa: S101 - all are laid by now
    return item.laid.height if item.laid.baseline is None else item.laid.baseline


def resolve_flexible_lengths(line: list[FlexItem], room: float) -> None:
    """Lets the items of a line grow or shrink to fill it, none beyond its least and most."""
    grows = sum(item.outer_size for item in line) < room
    for item in line:
        style = item.style
        factor = style.grow if grows else style.shrink
        item.is_frozen = not factor or (item.base > item.size if grows else item.base < item.size)
    free = initial_free = room - _sum_used_sizes(line)
    while not all(item.is_frozen for item in line):
        unfrozen = [item for item in line if not item.is_frozen]
        free = room - _sum_used_sizes(line)
        factors = [item.style.grow if grows else item.style.shrink for item in unfrozen]
        if sum(factors) < 1 and abs(initial_free * sum(factors)) < abs(free):
            free = initial_free * sum(factors)
        weights = [
            factor if grows else factor * (item.base - item.border_padding)
            for factor, item in zip(factors, unfrozen, strict=True)
        ]
        total = sum(weights)
        excess = 0.0
        violations = []
        for item, weight in zip(unfrozen, weights, strict=True):
            size = item.base + (free * weight / total if total else 0.0)
            item.size = clamp_size(size, item.min_size, item.max_size)
            violations.append(item.size - size)
            excess += item.size - size
        for item, violation in zip(unfrozen, violations, strict=True):
            item.is_frozen = abs(excess) < 1e-9 or (violation > 0 if excess > 0 else violation < 0)


def _sum_used_sizes(line: list[FlexItem]) -> float:
    """What the items of a line take: frozen ones their size, others their basis."""
    sizes = (item.size if item.is_frozen else item.base for item in line)
    return sum(sizes) + sum(sum(item.main_margins) for item in line)
