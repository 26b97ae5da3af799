"""Painting of boxes: equal boxes, frames of gradients, filters, masks and shadows of texts."""

from itertools import pairwise
from pathlib import Path

import pytest
from composing import compose, runs, shapes

from printgen.face.transform import find_item_bounds

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


@pytest.mark.parametrize("place", ["main { position: relative; }", "li { overflow: hidden; }", ""])
@pytest.mark.parametrize("left", ["left: 0;", ""])
def test_equal_absolute_boxes_are_each_in_their_place(
    place: str, left: str, tmp_path: Path
) -> None:
    css = "ul { list-style: none; } li { height: 7mm; padding-left: 3mm; }"
    css += " li::before { content: ''; display: block; position: absolute; background: #f00;"
    css += f" width: 1mm; height: 1mm; {left} }} {place}"
    body = f"<main><ul>{'<li><p>a</p></li>' * 3}</ul></main>"
    dots = [find_item_bounds(dot) for dot in shapes(compose(tmp_path, body, css))]
    assert [round(b.top - a.top, 3) for a, b in pairwise(dots)] == [7.0, 7.0]


def test_equal_absolute_boxes_may_be_clipped_by_what_places_them(tmp_path: Path) -> None:
    css = "main { position: relative; overflow: hidden; } p { height: 7mm; }"
    css += " i { display: block; position: absolute; width: 1mm; height: 1mm; background: #f00; }"
    face = compose(tmp_path, f"<main>{'<p></p><i></i>' * 3}<p></p></main>", css)
    assert [find_item_bounds(dot).top for dot in shapes(face)] == pytest.approx([7.0, 14.0, 21.0])
