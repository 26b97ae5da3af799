"""Chromium puts every box of many trees where our layout puts it."""

from pathlib import Path

import pytest
from box_trees import Places, Tree, differences, drawn, of_chromium, of_ours

pytestmark = pytest.mark.browser

SEEDS = range(250)
FAR = 0.1
"""Mm, at ten times the scale of a card: Chromium counts in 1/64 of a pixel."""


def test_boxes_stand_where_chromium_puts_them(tmp_path: Path) -> None:
    """Flex, grid, wrapped, placed and turned ones, of nested trees drawn by lot."""
    trees = [drawn(seed) for seed in SEEDS]
    wrong = {}
    for seed, tree, theirs in zip(SEEDS, trees, of_chromium(trees, tmp_path), strict=True):
        ours = of_ours(tree)
        far = [key for key, away in differences(ours, theirs) if away > FAR]
        if far:
            wrong[seed] = tree.css.split("\n")[far[0]], ours.get(far[0]), theirs.get(far[0])
    assert wrong == {}
