"""Search for the largest font scale at which a box fits.

All text of the box is scaled by one factor, but no letter gets smaller than its `--min-size`. The
layout itself is a function passed by the caller.
"""

from collections.abc import Callable
from math import ceil

from printgen.layout.boxes import AnyBox, BlockBox, LaidBlock, TextFlow
from printgen.layout.inline_layout import find_min_factor

SHRINK_HINT = "shorten the text, enlarge the box or allow a smaller --min-size"
"""The hint of every problem about content that does not fit."""

DOES_NOT_FIT = "does not fit"
"""The kind of problems that smaller type or less text would fix."""

_STEPS = 32
"""Number of equal steps between the full and the minimum font scale."""


def shrink_block(
    box: BlockBox, factor: float, shared_factor: float | None, lay_out: Callable[[float], LaidBlock]
) -> LaidBlock:
    """Return the box laid out at the largest font scale up to `factor` at which it fits.

    `lay_out` lays the box out at a font scale. `shared_factor`, if given, is used without a search,
    unless only a share of the boxes fits at it, as with `--same: text 90%`. If the box does not fit
    even at the minimum font scale, return it with its misfits.
    """
    if shared_factor is not None:
        laid = lay_out(min(factor, shared_factor))
        if "%" not in box.style.share_group or _is_fitting(laid):
            return laid
    laid = lay_out(factor)
    min_factor = _min_factor(box)
    if min_factor >= factor or _is_fitting(laid):
        return laid
    # Bisection over the steps. Laying out is slow, so a good first guess saves most attempts.
    too_large, fitting, guesses = 0, _STEPS + 1, 2
    guess = _guess_step(laid, factor, factor, min_factor)
    while fitting - too_large > 1:
        is_guessed = guesses > 0 and too_large < guess < min(fitting, _STEPS)
        step = guess if is_guessed else (too_large + fitting) // 2
        guesses -= is_guessed
        step_factor = factor - (factor - min_factor) * step / _STEPS
        candidate = lay_out(step_factor)
        if _is_fitting(candidate):
            # The first guess is usually right: check that the next larger type does not fit.
            guess = step - 1 if is_guessed and fitting > _STEPS else 0
            laid, fitting = candidate, step
        else:
            guess = max(_guess_step(candidate, step_factor, factor, min_factor), step + 1)
            laid, too_large = candidate if step == _STEPS else laid, step
    return laid


def _guess_step(laid: LaidBlock, laid_factor: float, factor: float, min_factor: float) -> int:
    """Return the first step at which the content may fit.

    A line with space for two thirds of its width fits at two thirds of the size. Among several
    misfits the smallest share decides, because one misfit may be the cause of the others.
    """
    share = max(misfit.share for misfit in laid.misfits if not misfit.hint)
    return ceil((factor - laid_factor * share) / (factor - min_factor) * _STEPS)


def _is_fitting(laid: LaidBlock) -> bool:
    """Return whether no misfit is left that smaller type could fix."""
    return all(misfit.hint for misfit in laid.misfits)


def _min_factor(box: AnyBox) -> float:
    """Return the font scale at which every letter of a box has reached its minimum size."""
    if isinstance(box, TextFlow):
        styles = (piece.style for piece in box.pieces if piece.text)
        return min(map(find_min_factor, styles), default=1.0)
    if not isinstance(box, BlockBox):
        return 1.0
    parts = (*box.children, *box.placed)
    min_factor: float = box.cache.fetch("least", lambda: min(map(_min_factor, parts), default=1.0))
    return min_factor
