"""Type that fits is as large as can be, wherever the search for it begins."""

from typing import Any

import pytest
from msgspec.structs import replace
from test_text import ink

from printgen.layout.flow.block import shrink_text_to_fit
from printgen.layout.flow.boxes import BlockBox, LaidBlock, Misfit, TextFlow
from printgen.layout.flow.text_pieces import TextPiece

LEAST = 0.5
STEPS = [1.0 - n * (1.0 - LEAST) / 32 for n in range(33)]


def block() -> BlockBox:
    """Words of 10 pt that may shrink to half."""
    style: Any = None
    small = ink(size=10 * 25.4 / 72, min_size=5.0)
    words = TextFlow((TextPiece("Jam", small),), (), 1.0, 1.0, "left", 1, min_factor=LEAST)
    return BlockBox(style, (words,), "p", 1)


@pytest.mark.parametrize("mends", range(1, 34))
@pytest.mark.parametrize("share", [0.3, 0.8, 0.97, 1.0])
def test_the_largest_step_that_fits_is_found(mends: int, share: float) -> None:
    """Whatever share of what is too large is told; none but the least is left where none fits."""
    tried = []

    def attempt(factor: float) -> LaidBlock:
        step = min(range(33), key=lambda n: abs(STEPS[n] - factor))
        tried.append(step)
        laid = LaidBlock(None, 1.0, 1.0, (), None, factor=factor)
        told = Misfit(1, "p", "is 1 mm higher", share=share)
        return laid if step >= mends else replace(laid, misfits=(told,))

    found = shrink_text_to_fit(block(), 1.0, None, attempt)
    assert found.factor == pytest.approx(STEPS[min(mends, 32)])
    assert len(tried) == len({*tried}) <= 9


def test_a_line_is_tried_at_what_it_lacks_and_no_more_than_once_beside() -> None:
    """One of which there is room for nine tenths fits at nine tenths."""
    tried = []

    def attempt(factor: float) -> LaidBlock:
        tried.append(round(factor, 4))
        room = Misfit(1, "p", "is wide", share=0.9 / factor)
        return LaidBlock(None, 1.0, 1.0, (), None, () if factor <= 0.9 else (room,), factor=factor)

    assert shrink_text_to_fit(block(), 1.0, None, attempt).factor == pytest.approx(STEPS[7])
    assert tried == [1.0, round(STEPS[7], 4), round(STEPS[6], 4)]
