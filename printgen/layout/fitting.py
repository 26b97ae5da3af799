"""Turn a box whose type may shrink into the largest layout of it that fits.

All type of the box shrinks by one factor, each letter no further than its own least size. It must
not know how a box is laid out.
"""

from collections.abc import Callable
from math import ceil

from printgen.layout.boxes import AnyBox, Block, Flow, Laid, TableBox
from printgen.layout.lines import least_of

SMALLER = "shorten the text, enlarge the box or allow a smaller --min-size"
"""What to do about what does not fit."""

_STEPS = 32
"""In how many equal steps type goes from its size to its least size."""


def fitted(
    box: Block, factor: float, shared: float | None, attempt: Callable[[float], Laid]
) -> Laid:
    """The box at `factor`, or as much smaller as it must; at `shared`, if given, and no other.

    `attempt` lays it at a factor. What overflows at the least size is left as it is.
    """
    if shared is not None:
        return attempt(min(factor, shared))
    laid = attempt(factor)
    least = _least(box)
    if least >= factor or _fits(laid):
        return laid
    # A line too wide or too high is mended by type smaller by as much, and by no larger.
    too_large, fitting = 0, _STEPS + 1
    step = max(ceil(factor * (1 - _share(laid)) / (factor - least) * _STEPS), 1)
    is_guess = step < _STEPS
    step = step if is_guess else _STEPS // 2
    while fitting - too_large > 1:
        tried = attempt(factor - (factor - least) * step / _STEPS)
        if _fits(tried):
            laid, fitting = tried, step
        else:
            too_large = step
            laid = tried if step == _STEPS else laid
        step = (too_large + fitting) // 2
        if is_guess:
            step, is_guess = too_large + 1 if too_large else fitting - 1, False
    return laid


def _share(laid: Laid) -> float:
    """How much of what is too large there is room for, at the worst place."""
    return min(one.share for one in laid.misfits)


def _fits(laid: Laid) -> bool:
    """Whether nothing is left that smaller type could mend."""
    return all(one.hint for one in laid.misfits)


def _least(box: AnyBox) -> float:
    """The factor at which the last letter of a box reaches its least size."""
    if isinstance(box, Flow):
        inks = (piece.ink for piece in box.pieces if piece.text)
        return min(map(least_of, inks), default=1.0)
    if isinstance(box, TableBox):
        cells = (cell.block for row in box.rows for cell in row.cells)
        return min(map(_least, cells), default=1.0)
    if not isinstance(box, Block):
        return 1.0
    least: float | None = box.known.get("least")
    if least is None:
        least = min(map(_least, (*box.children, *box.placed)), default=1.0)
        box.known["least"] = least
    return least
