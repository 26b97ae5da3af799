"""The layout of printgen places every box of many trees where Chromium does."""

import os
import re
from pathlib import Path

import pytest
from box_trees import (
    Tree,
    lay_out_tree,
    list_differences,
    make_numbered_tree,
    make_random_tree,
    measure_in_chromium,
)
from fitting_trees import make_fitting_tree
from float_trees import make_random_floats

pytestmark = pytest.mark.browser

TREES = int(os.environ.get("TREES", "400"))
"""How many random trees; `make test-layout` tries more."""
FLOATS = 250
BATCH = 200
"""How many trees are in one page."""
MAX_DIFFERENCE = 0.1
"""In mm, at ten times the scale of a card."""


RULES = {
    "widths of cells in the first row": (
        "<table><tr><th>a</th><td>b</td><td>c</td></tr><tr><th>d</th><td>e</td></tr></table>",
        "table { width: 180mm; }\nth { width: 25%; }\ntd { padding: 2mm; }",
    ),
    "floats that shrink around their text": (
        '<div class="g"><div class="f">of a</div><p>the rout of a salvo</p></div>',
        ".g { display: flex; }\n.f { float: left; }\np { display: block; }",
    ),
    "a box as wide as its floats and its text": (
        '<div class="g"><div class="w"><i class="f">of a</i>the rout</div></div>',
        ".g { display: flex; }\n.f { float: right; padding: 2mm; font-style: normal; }",
    ),
    "items of a grid between lines": (
        '<div class="f"><p class="a">a</p><p class="b">b</p><p>c</p><p class="d">d</p></div>',
        (
            ".f { display: grid; grid-template-columns: 20mm 1fr 2fr; gap: 2mm; }\n"
            ".a { grid-column: 1 / -1; }\n.b { grid-row: 2; }\n.d { grid-column: 2; grid-row: 3; }"
        ),
    ),
    "items with a row or a column only": (
        '<div class="f"><p class="a">a</p><p class="c">c</p><p class="c">d</p><p>e</p></div>',
        (
            ".f { display: grid; grid-template-columns: repeat(3, 1fr); }\n"
            ".a { grid-row: 2; }\n.c { grid-column: 2; }"
        ),
    ),
    "areas of a grid, and an implicit column": (
        (
            '<div class="f"><p class="c">c</p><p class="a">art</p><p class="b">b</p>'
            '<p class="d">d</p></div>'
        ),
        (
            '.f { display: grid; grid-template-areas: "a a" "b c"; grid-auto-rows: 9mm; }\n'
            ".a { grid-area: a; }\n.b { grid-area: b; }\n.c { grid-area: c; }\n"
            ".d { grid-area: 3 / 1 / 4 / 3; }"
        ),
    ),
    "a share with a minimum": (
        '<div class="f"><p>a</p><p>incomprehensibilities</p></div>',
        (
            ".f { display: grid; width: 90mm; }\n"
            ".f { grid-template-columns: minmax(30mm, 1fr) minmax(0, 1fr); }"
        ),
    ),
    "items placed along the row": (
        '<div class="f"><p>a</p><p class="b">b</p><p class="c">c</p></div>',
        (
            ".f { display: grid; grid-template-columns: 1fr 1fr 1fr; justify-items: center; }\n"
            ".b { justify-self: end; }\n.c { justify-self: stretch; }"
        ),
    ),
    "bare text in the middle of a grid": (
        '<div class="f">9</div>',
        ".f { display: grid; place-items: center; width: 20mm; height: 20mm; }",
    ),
    "tables that align their cells": (
        "<table><tr><td>a</td><td>bb</td></tr></table>",
        "table { text-align: center; }",
    ),
    "a grid in the middle": (
        '<div class="f"><p>a</p><p>b</p></div>',
        ".f { display: grid; place-items: center; height: 40mm; grid-template-rows: 1fr 2fr; }",
    ),
    "reversed rows with an order": (
        '<div class="f"><p>a</p><p class="b">bb</p><p>ccc</p></div>',
        ".f { display: flex; flex-direction: row-reverse; gap: 3mm; }\n.b { order: -1; }",
    ),
    "a reversed row that begins at the left": (
        '<div class="f"><p>a</p><p class="b">bb</p><p>ccc</p></div>',
        ".f { display: flex; flex-direction: row-reverse; justify-content: start; }",
    ),
    "one item in a reversed row with space between": (
        '<div class="f"><p>a</p></div>',
        ".f { display: flex; flex-direction: row-reverse; justify-content: space-between; }",
    ),
    "a reversed row at its end": (
        '<div class="f"><p>a</p><p>b</p></div>',
        ".f { display: flex; flex-direction: row-reverse; justify-content: flex-end; }",
    ),
    "reversed columns": (
        '<div class="f"><p>a</p><p class="b">bb</p><p>ccc</p></div>',
        ".f { display: flex; flex-direction: column-reverse; height: 50mm; }\n.b { flex-grow: 1; }",
    ),
    "sums of a share and a length": (
        '<div class="f"><p class="a">a</p><p class="b">b</p></div>',
        (
            ".f { width: 80mm; padding: calc(2% + 1mm); }\n"
            ".a { width: calc(100% - 30mm); margin-left: calc(10% + 2mm); }\n"
            ".b { width: calc((100% - 4mm) / 2); margin-inline: auto; }"
        ),
    ),
    "boxes with a ratio": (
        '<div class="f"><p class="a">a</p><p class="b">b</p></div>',
        ".a { width: 30mm; aspect-ratio: 3 / 2; }\n.b { height: 20mm; aspect-ratio: 2; }",
    ),
    "a ratio of a share of the width": (
        '<div class="f"><p class="a">a</p><p class="b">b</p></div>',
        ".a { width: 50%; aspect-ratio: 3 / 2; }\n.b { aspect-ratio: 4; padding: 2mm; }",
    ),
    "a ratio in a column": (
        '<div class="f"><p class="a">a</p><p class="b">b</p></div>',
        (
            ".f { display: flex; flex-direction: column; height: 300mm; }\n"
            ".a { width: 100%; aspect-ratio: 3; }\n.b { flex: 1; }"
        ),
    ),
    "a ratio of items of a row": (
        '<div class="f"><p class="a">a</p><p class="b">b</p></div>',
        (
            ".f { display: flex; gap: 4mm; align-items: center; height: 300mm; }\n"
            ".a { width: 20%; aspect-ratio: 1; }\n.b { width: 40%; aspect-ratio: 2; }"
        ),
    ),
    "a ratio of items of a grid": (
        '<div class="f"><span class="a">1</span><span class="a">2</span><p>c</p></div>',
        (
            ".f { display: grid; grid-template-columns: repeat(3, 1fr); gap: 2mm; }\n"
            ".a { aspect-ratio: 1; display: flex; align-items: center; }"
        ),
    ),
    "a box with a ratio grows with its content": (
        '<div class="f"><p class="a">a a a a a a</p><p class="b">b</p><p class="c">c c c</p></div>',
        (
            ".f { width: 60mm; font-size: 12mm; }\np { aspect-ratio: 4; min-height: auto; }\n"
            ".a { width: 20mm; padding: 1mm; }\n.c { width: 15mm; max-height: 20mm; }"
        ),
    ),
    "items with a ratio grow with their content": (
        (
            '<div><div class="f"><p class="a">a a a a a a</p><p class="b">b</p></div>'
            '<div class="g"><p class="a">a a a a a a</p><p class="b">b</p></div></div>'
        ),
        (
            ".f, .g { display: flex; gap: 2mm; align-items: start; font-size: 12mm; }\n"
            ".g { display: grid; grid-template-columns: 20mm 30mm; }\n"
            "p { aspect-ratio: 4; min-height: auto; }\n.a { width: 20mm; }\n.b { width: 30mm; }"
        ),
    ),
    "a ratio between two insets": (
        '<div class="f"><p class="a">a</p></div>',
        (
            ".f { position: relative; height: 200mm; }\n"
            ".a { position: absolute; left: 10mm; right: 20mm; bottom: 0; aspect-ratio: 3; }"
        ),
    ),
    "elements of a figure": (
        (
            "<figure><blockquote>one</blockquote><hr/><figcaption><small>tale</small> <u>two</u>"
            "</figcaption></figure><dl><dt>Rare</dt><dd>one</dd></dl>"
        ),
        "figure { padding: 2mm; }",
    ),
    "a minimum is not in the flex base size": (
        '<div class="f"><p class="a">x</p><p class="b">y</p></div>',
        (
            ".f { display: flex; flex-direction: column; height: 100mm; }\n"
            ".a { flex-grow: 1; min-height: 60mm; }\n.b { flex-grow: 1; }"
        ),
    ),
    "a box that clips may be smaller than its content": (
        '<div class="f"><div class="a"><div class="b">x</div></div><p class="c">y</p></div>',
        (
            ".f { display: flex; flex-direction: column; width: 50mm; height: 60mm; }\n"
            ".a { overflow: hidden; min-height: auto; }\n.b { width: 90mm; height: 90mm; }\n"
            ".c { height: 20mm; flex: none; }"
        ),
    ),
    "a column that wraps is as high as its highest line": (
        '<div class="f"><p class="a">x</p><p class="a">y</p><p class="a">z</p></div>',
        (
            ".f { display: flex; flex-direction: column; flex-wrap: wrap; max-height: 70mm; }\n"
            ".a { height: 30mm; width: 80mm; flex-grow: 1; }"
        ),
    ),
    "a column that wraps is as wide as its lines together": (
        '<div class="g"><div class="f"><p class="a">x x</p><p class="a">y</p></div><p>z</p></div>',
        (
            ".g { display: flex; }\n.f { display: flex; flex-direction: column; }\n"
            ".f { flex-wrap: wrap; height: 100mm; }\n.a { height: 60mm; }"
        ),
    ),
    "items of a wide line are as wide as the line": (
        '<div class="f"><p class="a">rout</p><p>counter-march a a rout of rout</p></div>',
        (
            ".f { display: flex; flex-direction: column; flex-wrap: wrap; align-items: start; }\n"
            ".f { width: 180mm; height: 96mm; }\n.a { height: 30mm; width: 300mm; }"
        ),
    ),
    "items of a column share an edge as their baseline": (
        '<div class="f"><p class="a">x</p><p>y</p></div>',
        (
            ".f { display: flex; flex-flow: column nowrap; align-items: baseline; }\n"
            ".a { margin: 3mm; }"
        ),
    ),
    "items of a grid's row share a baseline": (
        '<div class="f"><p class="a">x</p><p class="b">y</p><p class="b">z</p><p>w</p></div>',
        (
            ".f { display: grid; grid-template-columns: 100mm 100mm; align-items: baseline; }\n"
            ".a { font-size: 40mm; grid-row: span 2; }\n.b { font-size: 10mm; margin-bottom: 9mm; }"
        ),
    ),
    "rows in percent refer to the height that the content gives": (
        '<div class="f"><p class="a">x</p><p>y</p></div>',
        ".f { display: grid; grid-template-rows: 30% 1fr; }\n.a { height: 90mm; }",
    ),
    "siblings, kinds and others are selected": (
        '<div><p class="a">x</p><p>y</p><main>z</main><p class="b">v</p><p>w</p></div>',
        (
            "* { text-wrap: balance; }\np + p { margin-left: 3mm; }\n"
            ".a ~ p { padding-left: 5mm; }\n"
            "p:nth-of-type(3) { margin-top: 7mm; }\nmain:only-of-type { margin-top: 2mm; }\n"
            "p:not(.a, .b) { width: 90mm; }\n:is(.a, main) { height: 60mm; }\n"
            "p:last-of-type { padding-top: 4mm; }\n:where(.a) { padding-top: 1mm; }"
        ),
    ),
    "what is important comes last": (
        '<div><p class="a b">x</p><p class="b a">y</p></div>',
        "p { width: 70mm !important; }\n.a.b { width: 90mm; height: 40mm; }\np { height: 50mm; }",
    ),
    "content is spread evenly in a block": (
        '<div class="f"><p>x</p><p>y</p></div>',
        ".f { height: 200mm; align-content: space-evenly; }",
    ),
    "an absolute box without offsets stays in its place": (
        (
            '<div class="f"><p>x</p><div class="g"><p>y</p><p class="a">z is long enough to wrap '
            'in what is left of the block</p><p class="b">w</p><p>v</p></div></div>'
        ),
        (
            ".f { position: relative; border: 5mm solid; padding: 20mm; width: 300mm; }\n"
            ".g { padding: 30mm; border: 2mm solid; } p { margin: 10mm 0 20mm; }\n"
            ".a { position: absolute; }\n.b { position: absolute; right: 5mm; width: 20mm; }"
        ),
    ),
    "logical sides and sizes": (
        '<div class="f"><p class="a">x</p><p class="b">y</p></div>',
        (
            ".f { padding-inline-start: 20mm; border-inline: 3mm solid; inline-size: 300mm; }\n"
            ".a { margin-block-end: 9mm; max-inline-size: 100mm; border-block-start: 4mm solid; }\n"
            ".b { margin-inline-start: 30mm; block-size: 50mm; border-block-width: 2mm 1mm;\n"
            "border-block-style: solid; min-block-size: 60mm; }"
        ),
    ),
    "boxes aligned between two insets": (
        (
            '<div class="f"><p class="a">a</p><p class="b">b b</p><p class="c">c</p>'
            '<p class="d">d</p><p class="e">incomprehensibilities</p></div>'
        ),
        (
            ".f { position: relative; width: 100mm; height: 90mm; }\n"
            "p { position: absolute; inset: 3mm; }\n.a { place-self: center; }\n"
            ".b { justify-self: end; align-self: start; width: 30mm; }\n"
            ".c { justify-self: start; align-self: stretch; }\n"
            ".d { justify-self: center; bottom: auto; align-self: end; }\n"
            ".e { place-self: center; font-size: 20mm; }"
        ),
    ),
    "an absolute box without offsets is aligned to its place": (
        '<div class="f"><p>a</p><p class="a">b</p><p class="b">c</p></div>',
        (
            "p { margin: 2mm; }\n.a { position: absolute; align-self: end; }\n"
            ".b { position: absolute; align-self: center; left: 9mm; }"
        ),
    ),
    "rows share the maximum height of their grid with a flexible one": (
        '<div class="f"><p class="a">a</p><p>b</p></div>',
        (
            ".f { display: grid; grid-template-rows: 1fr auto; max-height: 103mm; }\n"
            ".a { min-height: 84mm; }"
        ),
    ),
    "a padding widens each flexible column of its item": (
        (
            '<div class="g"><div class="f"><p>reconnaissance</p><p class="a">a</p></div>'
            "<p>b</p></div>"
        ),
        (
            ".g { display: grid; width: 200mm; grid-template-columns: 1fr 1fr; }\n"
            ".f { display: grid; grid-template-columns: 1fr 1fr; }\n"
            ".a { grid-column: span 2; padding: 8mm; }"
        ),
    ),
    "a share of a row has a baseline only by its text": (
        (
            '<div class="f"><p>a</p><p class="a">b</p><p>c</p><p class="b"><i></i></p></div>'
            '<div class="f"><p class="c"><i></i></p><p>d</p></div>'
        ),
        (
            ".f { display: grid; grid-template-columns: 1fr 2fr; align-items: baseline; }\n"
            ".a { font-size: 40mm; height: 90%; }\n.b { height: 30%; }\n.c { max-height: 40%; }"
        ),
    ),
    "an item of two rows on a shared baseline": (
        '<div class="f"><p class="a">a</p><p class="b">b</p></div>',
        (
            ".f { display: grid; grid-template-columns: 1fr 1fr; align-items: baseline; }\n"
            ".a { font-size: 40mm; }\n.b { grid-row: span 2; }"
        ),
    ),
    "a row that wraps is as wide as its widest word": (
        '<div class="g"><div class="f"><p>the reconnaissance</p></div></div>',
        ".g, .f { display: flex; }\n.f { flex-wrap: wrap; }\np { flex: 0 2 20mm; min-width: 0; }",
    ),
    "columns in an item are as high as the item": (
        (
            '<div class="f"><div class="g"><p>a</p><p>bb</p><p>ccc</p></div>'
            '<div class="g h"><p>a</p><p>bb</p><p>ccc</p></div></div>'
        ),
        (
            ".f { display: flex; flex-direction: column; align-items: start; }\n"
            ".g { display: flex; flex-flow: column wrap; max-height: 60mm; }\n"
            ".h { flex: 1 1 40mm; padding: 4mm; }"
        ),
    ),
    "an item is at least as wide as its border": (
        '<div class="g"><div class="f"><p class="a"></p></div></div>',
        (
            ".g { display: flex; width: 8mm; }\n.f { display: flex; flex-direction: column; }\n"
            ".f { min-width: 0; width: 8mm; }\n.a { border: 6mm solid; }"
        ),
    ),
    "an item keeps its content within its maximum": (
        '<div class="f"><div class="g"><div class="a"></div><p class="b">b</p></div></div>',
        (
            ".f { display: flex; flex-direction: column; }\n.a { height: 58mm; }\n"
            ".g { display: grid; max-height: 41mm; padding: 2mm; }"
        ),
    ),
    "an empty block next to a float": (
        '<div><div class="a"></div><p class="b"></p></div>',
        ".a { float: left; width: 42mm; height: 9mm; }\n.b { display: block; }",
    ),
    "aligned blocks next to a float": (
        (
            '<div><div class="a"></div><p class="b">unbreakable!</p><ul class="c"><li>of</li></ul>'
            '<p class="d">the salvo</p></div>'
        ),
        (
            ".a { float: left; width: 42mm; height: 99mm; }\n.b { justify-self: end; }\n"
            ".c { justify-self: center; }\n.d { justify-self: center; padding: 4mm; }"
        ),
    ),
    "a ratio with a minimum and a maximum": (
        (
            '<div class="f"><p class="a"></p><p class="b"></p><p class="c"></p><p class="d"></p>'
            '<p class="e">reconnaissance</p></div>'
        ),
        (
            ".f { width: 224mm; height: 280mm; }\np { aspect-ratio: 2; }\n"
            ".a { width: 78mm; max-width: 25%; }\n.b { width: 20mm; min-width: 60mm; }\n"
            ".c { max-height: 30mm; }\n.d { height: 9mm; min-height: 10%; }\n.e { height: 19mm; }"
        ),
    ),
    "a ratio of items that grow, fill a line or shrink": (
        (
            '<div class="f"><p class="a"></p></div><div class="f g"><p class="a"></p></div>'
            '<div class="f h"><p class="b"></p><p class="c"></p></div>'
            '<div class="f i"><p class="b"></p><p class="d"></p></div>'
        ),
        (
            ".f { display: flex; width: 90mm; }\np { aspect-ratio: 2; }\n.g { height: 58mm; }\n"
            ".a { width: 35mm; flex-grow: 1; }\n.h { height: 30mm; }\n.b { height: 12mm; }\n"
            ".c { width: 80mm; aspect-ratio: auto; }\n.i { flex-direction: column; }\n"
            ".d { height: 12mm; align-self: start; }"
        ),
    ),
    "a ratio of absolute boxes between two insets": (
        '<div class="f"><p class="a"></p><p class="b"></p><p class="c"></p></div>',
        (
            ".f { position: relative; height: 80mm; }\n"
            "p { position: absolute; aspect-ratio: 3 / 2; top: 10mm; bottom: 9mm; }\n"
            ".b { width: 30mm; }\n.c { left: 9mm; right: 500mm; }"
        ),
    ),
    "blocks aligned along their line": (
        '<div class="f"><p class="a">a</p><p>b</p><div class="b"><p class="c">c</p></div></div>',
        (
            ".f { justify-items: center; }\n.a { justify-self: end; margin: 3mm; }\n"
            ".b { justify-self: start; }\n.c { justify-self: stretch; }"
        ),
    ),
    "absolute boxes with a ratio that fill one axis or both": (
        (
            '<div class="f"><p class="a"></p><p class="b"></p><p class="c"></p><p class="d"></p>'
            '<p class="e"></p><p class="g">incomprehensibilities</p></div>'
        ),
        (
            ".f { position: relative; height: 200mm; }\n"
            "p { position: absolute; inset: 5mm; aspect-ratio: 2; }\n.a { align-self: stretch; }\n"
            ".b { justify-self: end; }\n.c { place-self: stretch; }\n"
            ".d { width: 70mm; align-self: stretch; }\n.e { left: auto; max-width: 60mm; }\n"
            ".g { left: auto; aspect-ratio: 1 / 5; }"
        ),
    ),
    "an item with a ratio in columns that it does not size": (
        '<div class="f"><p class="a"></p><p class="b"></p><p class="c"></p></div>',
        (
            ".f { display: grid; grid-template-columns: 50mm minmax(0, 1fr) 1fr; height: 90mm; }\n"
            "p { aspect-ratio: 1; }\n.b { max-width: 60mm; }\n.c { max-height: 70mm; }"
        ),
    ),
    "rows shared by an item with a height": (
        '<div class="f"><p class="a"></p></div><div class="g"><p>a</p><p class="b"></p></div>',
        (
            ".f { display: grid; grid-template-rows: minmax(20mm, 1fr) 1fr 2fr; }\n"
            ".a { height: 60mm; grid-row: 1 / 3; }\n"
            ".g { display: grid; grid-template-rows: 1fr minmax(20mm, 1fr); }\n"
            ".b { height: 42mm; grid-row: 2 / span 2; }"
        ),
    ),
    "the baseline of a reversed flex box": (
        (
            '<div class="f"><p class="a">a</p><div class="g"><p></p><p>b</p></div>'
            '<div class="h"><p>c</p><p class="a">d</p></div></div>'
        ),
        (
            ".f { display: flex; align-items: baseline; }\n.a { font-size: 40mm; }\n"
            ".g { display: flex; flex-direction: column-reverse; }\n"
            ".h { display: flex; flex-direction: row-reverse; align-items: start; }"
        ),
    ),
    "an explicit stretch is wider than a height and a ratio": (
        (
            '<div class="f"><p class="a"></p></div><div class="g"><p class="a"></p></div>'
            '<div class="h"><p class="a b"></p></div>'
        ),
        (
            ".g { display: grid; grid-template-columns: 50mm 50mm; }\n"
            ".h { position: relative; height: 60mm; }\n"
            ".a { aspect-ratio: 1; height: 20mm; justify-self: stretch; }\n"
            ".b { position: absolute; inset: 4mm; }"
        ),
    ),
    "text without a font size": (
        '<div class="f"><small>x</small><div class="a">y</div></div>',
        ".a { font-size: 2rem; width: 4em; }",
    ),
}
"""Elements and style sheets for rules of layout that random trees rarely need."""


DOCS = Path(__file__).parents[2] / "docs" / "templates.md"
EXAMPLE = re.compile(r"```html\n(.*?)```\n```css\n(.*?)```", re.DOTALL)


def test_boxes_are_where_chromium_puts_them(tmp_path: Path) -> None:
    """Flex, grid, wrapped, absolute and rotated boxes of random trees.

    Of those that do not fit, so that printgen prints none of them, one of fifty may differ.
    """
    trees = [make_random_tree(seed) for seed in range(TREES)]
    differences = find_differences(trees, tmp_path)
    printed = {n: found for n, found in differences.items() if not lay_out_tree(trees[n]).misfits}
    assert printed == {}
    assert len(differences) <= TREES / 50


def test_boxes_that_fit_are_where_chromium_puts_them(tmp_path: Path) -> None:
    """All of them, in trees of about 18 elements."""
    seeds = range(TREES, TREES + TREES // 4)
    trees = [tree for seed in seeds if (tree := make_fitting_tree(seed))]
    assert len(trees) > 0.7 * len(seeds)
    assert find_differences(trees, tmp_path) == {}


def test_floats_are_where_chromium_puts_them(tmp_path: Path) -> None:
    """With texts and boxes next to them. Chromium rounds each line."""
    trees = [make_random_floats(seed) for seed in range(FLOATS)]
    assert find_differences(trees, tmp_path, 2 * MAX_DIFFERENCE) == {}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_of_layout_holds_as_in_chromium(tmp_path: Path, name: str) -> None:
    assert find_differences([make_numbered_tree(*RULES[name])], tmp_path) == {}


def test_each_example_of_the_docs_is_as_in_chromium(tmp_path: Path) -> None:
    examples = EXAMPLE.findall(DOCS.read_text("utf-8"))
    assert len(examples) > 10
    # No browser shrinks text.
    examples = [(html.replace("\n", ""), css) for html, css in examples if "--min-size" not in css]
    trees = [make_numbered_tree(html, css) for html, css in examples]
    assert find_differences(trees, tmp_path) == {}


def find_differences(
    trees: list[Tree], folder: Path, limit: float = MAX_DIFFERENCE
) -> dict[int, object]:
    """Return the first box of each tree that differs by more than `limit` mm, with its places.

    The first place is that of printgen, the second that of Chromium.
    """
    wrong: dict[int, object] = {}
    batches = [trees[start : start + BATCH] for start in range(0, len(trees), BATCH)]
    measured = [places for batch in batches for places in measure_in_chromium(batch, folder)]
    for number, (tree, chromium_places) in enumerate(zip(trees, measured, strict=True)):
        places = lay_out_tree(tree).places
        expected = {key: place for key, place in chromium_places.items() if key in places}
        differences = list_differences(places, expected)
        keys = [key for key, difference in differences if difference > limit]
        if keys:
            wrong[number] = keys[0], places[keys[0]], expected.get(keys[0]), tree.html
    return wrong
