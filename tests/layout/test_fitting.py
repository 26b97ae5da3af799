"""Type that fits is as large as can be."""

from dataclasses import replace
from typing import Any

import pytest

from printgen.layout.boxes import Block, Flow, Laid, Misfit
from printgen.layout.breaks import Piece
from printgen.layout.fitting import fitted
from tests.layout.test_text import ink

LEAST = 0.5
STEPS = [1.0 - n * (1.0 - LEAST) / 32 for n in range(33)]


def block() -> Block:
    """Words of 10 pt that may shrink to half."""
    style: Any = None
    small = ink(size=10 * 25.4 / 72, min_size=5.0)
    words = Flow((Piece("Jam", small),), (), 1.0, 1.0, "left", 1, least=LEAST)
    return Block(style, (words,), "p", 1)


@pytest.mark.parametrize("mends", range(1, 34))
def test_the_largest_step_that_fits_is_found(mends: int) -> None:
    """None but the least is left where none fits."""
    tried = []

    def attempt(factor: float) -> Laid:
        step = min(range(33), key=lambda n: abs(STEPS[n] - factor))
        tried.append(step)
        laid = Laid(None, 1.0, 1.0, (), None, factor=factor)
        told = Misfit(1, "p", "is 1 mm higher")
        return laid if step >= mends else replace(laid, misfits=(told,))

    found = fitted(block(), 1.0, None, attempt)
    assert found.factor == pytest.approx(STEPS[min(mends, 32)])
    assert len(tried) == len({*tried}) <= 7
