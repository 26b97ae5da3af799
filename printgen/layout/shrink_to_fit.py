"""Turn a box whose type may shrink into the largest layout of it that fits.

All type of the box shrinks by one factor, each letter no further than its own least size. It must
not know how a box is laid out.
"""

from collections.abc import Callable
from math import ceil

from printgen.layout.boxes import AnyBox, Block, Flow, Laid, TableBox
from printgen.layout.inline_layout import least_of

SMALLER = "shorten the text, enlarge the box or allow a smaller --min-size"
"""What to do about what does not fit."""

TOO_LARGE = "does not fit"
"""The kind of problem that smaller type, or fewer words, would mend."""

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
    too_large, fitting, guesses = 0, _STEPS + 1, 2
    guess = _mending(laid, factor, factor, least)
    while fitting - too_large > 1:
        is_guessed = guesses > 0 and too_large < guess < min(fitting, _STEPS)
        step = guess if is_guessed else (too_large + fitting) // 2
        guesses -= is_guessed
        own = factor - (factor - least) * step / _STEPS
        tried = attempt(own)
        if _fits(tried):
            # Mostly what was guessed is right, and the next step too large.
            guess = step - 1 if is_guessed and fitting > _STEPS else 0
            laid, fitting = tried, step
        else:
            guess = max(_mending(tried, own, factor, least), step + 1)
            laid, too_large = tried if step == _STEPS else laid, step
    return laid


def _mending(laid: Laid, own: float, factor: float, least: float) -> int:
    """The first step that may mend what does not fit: a line too large by a third is, by a third.

    Where several things do not fit it is of the one that misses least: one may push another.
    """
    share = max(one.share for one in laid.misfits if not one.hint)
    return ceil((factor - own * share) / (factor - least) * _STEPS)


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
    parts = (*box.children, *box.placed)
    least: float = box.known.once("least", lambda: min(map(_least, parts), default=1.0))
    return least
