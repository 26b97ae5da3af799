"""Painting of boxes: equal boxes, frames of gradients, filters, masks and shadows of texts."""

from pathlib import Path

import pytest
from composing import compose, runs

RED = (255, 0, 0)


@pytest.mark.parametrize(
    ("shadows", "gap"),
    [
        ("0.4mm 0 #000, 0.8mm 0 #000", 0.4),
        ("-1.9mm 0 #808080, 3.8mm 0 #808080", 3.8),
        ("0 1mm #000, 1.2mm 0 #000, -1mm 0 #000", 1.2),
        ("2mm 0 #000, 1mm 0 rgb(0 0 0 / 10%)", 2.0),
        ("1mm 0 rgb(0 0 0 / 20%), 2mm 0 rgb(0 0 0 / 20%)", 1.0),
        ("3mm 0 rgb(0 0 0 / 0%)", 0.0),
        ("3mm 0 #ccc", 0.0),
    ],
)
def test_a_copy_is_as_far_as_the_largest_step_to_it(
    shadows: str, gap: float, tmp_path: Path
) -> None:
    (run,) = runs(compose(tmp_path, "<p>3</p>", f"p {{ margin: 9mm; text-shadow: {shadows}; }}"))
    assert run.shadow_gap == pytest.approx(gap)
