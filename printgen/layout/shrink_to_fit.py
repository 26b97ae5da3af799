"""Turn a box whose type may shrink into the largest layout of it that fits.

All type of the box shrinks by one factor, each letter no further than its own least size. It must
not know how a box is laid out.
"""

from collections.abc import Callable
from math import ceil

from printgen.layout.boxes import AnyBox, BlockBox, LaidBlock, TableBox, TextFlow
from printgen.layout.inline_layout import find_min_factor

SHRINK_HINT = "shorten the text, enlarge the box or allow a smaller --min-size"
"""What to do about what does not fit."""

DOES_NOT_FIT = "does not fit"
"""The kind of problem that smaller type, or fewer words, would mend."""

_STEPS = 32
"""In how many equal steps type goes from its size to its least size."""


def shrink_block(
    box: BlockBox, factor: float, shared_factor: float | None, lay_out: Callable[[float], LaidBlock]
) -> LaidBlock:
    """The box at `factor`, or as much smaller as it must; at `shared`, if given, and no other.

    `attempt` lays it at a factor. What overflows at the least size is left as it is.
    """
    if shared_factor is not None:
        return lay_out(min(factor, shared_factor))
    laid = lay_out(factor)
    min_factor = _min_factor(box)
    if min_factor >= factor or _is_fitting(laid):
        return laid
    too_large, fitting, guesses = 0, _STEPS + 1, 2
    guess = _guess_step(laid, factor, factor, min_factor)
    while fitting - too_large > 1:
        is_guessed = guesses > 0 and too_large < guess < min(fitting, _STEPS)
        step = guess if is_guessed else (too_large + fitting) // 2
        guesses -= is_guessed
        step_factor = factor - (factor - min_factor) * step / _STEPS
        candidate = lay_out(step_factor)
        if _is_fitting(candidate):
            # Mostly what was guessed is right, and the next step too large.
            guess = step - 1 if is_guessed and fitting > _STEPS else 0
            laid, fitting = candidate, step
        else:
            guess = max(_guess_step(candidate, step_factor, factor, min_factor), step + 1)
            laid, too_large = candidate if step == _STEPS else laid, step
    return laid


def _guess_step(laid: LaidBlock, laid_factor: float, factor: float, min_factor: float) -> int:
    """The first step that may mend what does not fit: a line too large by a third is, by a third.

    Where several things do not fit it is of the one that misses least: one may push another.
    """
    share = max(misfit.share for misfit in laid.misfits if not misfit.hint)
    return ceil((factor - laid_factor * share) / (factor - min_factor) * _STEPS)


def _is_fitting(laid: LaidBlock) -> bool:
    """Whether nothing is left that smaller type could mend."""
    return all(misfit.hint for misfit in laid.misfits)


def _min_factor(box: AnyBox) -> float:
    """The factor at which the last letter of a box reaches its least size."""
    if isinstance(box, TextFlow):
        styles = (piece.style for piece in box.pieces if piece.text)
        return min(map(find_min_factor, styles), default=1.0)
    if isinstance(box, TableBox):
        cells = (cell.block for row in box.rows for cell in row.cells)
        return min(map(_min_factor, cells), default=1.0)
    if not isinstance(box, BlockBox):
        return 1.0
    parts = (*box.children, *box.placed)
    min_factor: float = box.cache.fetch("least", lambda: min(map(_min_factor, parts), default=1.0))
    return min_factor
