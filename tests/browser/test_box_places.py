"""Chromium puts every box of many trees where our layout puts it."""

import re
from pathlib import Path

import pytest
from box_trees import Tree, differences, drawn, numbered, of_chromium, of_ours

pytestmark = pytest.mark.browser

SEEDS = range(250)
FAR = 0.1
"""Mm, at ten times the scale of a card."""


DOCS = Path(__file__).parents[2] / "docs" / "templates.md"
EXAMPLE = re.compile(r"```html\n(.*?)```\n```css\n(.*?)```", re.DOTALL)


def test_boxes_stand_where_chromium_puts_them(tmp_path: Path) -> None:
    """Flex, grid, wrapped, placed and turned ones, of nested trees drawn by lot."""
    assert wrong([drawn(seed) for seed in SEEDS], tmp_path) == {}


def test_each_example_of_the_docs_stands_where_chromium_puts_it(tmp_path: Path) -> None:
    found = EXAMPLE.findall(DOCS.read_text("utf-8"))
    assert len(found) > 10
    # Type that shrinks is our own.
    trees = [
        numbered(html.replace("\n", ""), css) for html, css in found if "--min-size" not in css
    ]
    assert wrong(trees, tmp_path) == {}


def wrong(trees: list[Tree], folder: Path) -> dict[int, object]:
    """Of each tree that differs the first box that does, as it is here and there."""
    found: dict[int, object] = {}
    for number, (tree, theirs) in enumerate(zip(trees, of_chromium(trees, folder), strict=True)):
        ours = of_ours(tree)
        shown = {key: place for key, place in theirs.items() if key in ours}
        far = [key for key, away in differences(ours, shown) if away > FAR]
        if far:
            found[number] = far[0], ours[far[0]], shown.get(far[0]), tree.html
    return found
