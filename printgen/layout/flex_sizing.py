"""Turn the wishes of a row's items into their sizes along it.

As CSS Flexible Box Layout says of growing and shrinking. It must not know what stands in an item.
"""

from dataclasses import dataclass
from math import inf

from printgen.layout.box_style import Frame
from printgen.layout.boxes import AnyBox, LaidBox
from printgen.layout.sizing import clamped


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
    frame: Frame
    margins: tuple[float, float]
    across: tuple[float, float]
    align: str
    base: float = 0.0
    least: float = 0.0
    most: float = inf
    size: float = 0.0
    own: float | None = None
    limits: tuple[float, float] = (0.0, inf)
    laid: LaidBox | None = None
    frozen: bool = False
    definite: bool = False
    around: float = 0.0
    stretches: bool = True
    top: float = 0.0

    @property
    def outer(self) -> float:
        return self.margins[0] + self.size + self.margins[1]


def baseline_of(one: FlexItem) -> float:
    """Where an item meets a baseline: at its first line, or its foot."""
    assert one.laid is not None  # noqa: S101 - all are laid by now
    return one.laid.height if one.laid.baseline is None else one.laid.baseline


def resolve(line: list[FlexItem], room: float) -> None:
    """Lets the items of a line grow or shrink to fill it, none beyond its least and most."""
    grows = sum(one.outer for one in line) < room
    for one in line:
        frame = one.frame
        factor = frame.grow if grows else frame.shrink
        one.frozen = not factor or (one.base > one.size if grows else one.base < one.size)
    free = first = room - _wanted(line)
    while not all(one.frozen for one in line):
        open_ = [one for one in line if not one.frozen]
        free = room - _wanted(line)
        factors = [one.frame.grow if grows else one.frame.shrink for one in open_]
        if sum(factors) < 1 and abs(first * sum(factors)) < abs(free):
            free = first * sum(factors)
        weights = [
            factor if grows else factor * (one.base - one.around)
            for factor, one in zip(factors, open_, strict=True)
        ]
        total = sum(weights)
        over = 0.0
        sizes = []
        for one, weight in zip(open_, weights, strict=True):
            size = one.base + (free * weight / total if total else 0.0)
            one.size = clamped(size, one.least, one.most)
            sizes.append(one.size - size)
            over += one.size - size
        for one, moved in zip(open_, sizes, strict=True):
            one.frozen = abs(over) < 1e-9 or (moved > 0 if over > 0 else moved < 0)


def _wanted(line: list[FlexItem]) -> float:
    """What the items of a line take: frozen ones their size, others their basis."""
    sizes = (one.size if one.frozen else one.base for one in line)
    return sum(sizes) + sum(sum(one.margins) for one in line)
