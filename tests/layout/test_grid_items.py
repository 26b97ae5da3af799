"""Sizes of grid items and pictures that follow from their neighbours, as literals."""

from pathlib import Path

import pytest
from composing import refusal, shapes
from set_face import face

from printgen.face.face import Face

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">'
    '<rect width="8" height="4" fill="red"/></svg>'
)
GREY = "background-color: #888;"


def measure_ground(made: Face) -> tuple[float, float]:
    """Return the width and height of the rectangle that is the only shape."""
    (ground,) = shapes(made)
    corners = [(segment[1], segment[2]) for segment in ground.path if len(segment) == 3]
    across, down = zip(*corners, strict=True)
    return max(across) - min(across), max(down) - min(down)


@pytest.mark.parametrize(
    ("align", "height"), [("stretch", 20), ("normal", 20), ("start", 5), ("center", 5)]
)
def test_a_grid_item_is_as_high_as_its_row_if_it_is_stretched(
    align: str, height: float, tmp_path: Path
) -> None:
    body = '<div class="g"><p class="a"><span>x</span></p><p class="b">y</p></div>'
    css = (
        ".g { display: grid; grid-template-columns: 20mm 20mm; align-items: %s; }"
        ".a { line-height: 5mm; %s } .b { height: 20mm; }"
    )
    assert measure_ground(face(tmp_path, body, css % (align, GREY))) == pytest.approx((20, height))


def test_a_picture_makes_its_column_as_wide_as_it_is(tmp_path: Path) -> None:
    """A picture of 4 mm in height is 8 mm wide; the other column gets the rest of 30 mm."""
    (tmp_path / "d.svg").write_text(DRAWING)
    body = '<div class="g"><img src="d.svg"/><p class="a">y</p></div>'
    css = (
        ".g { display: grid; grid-template-columns: auto 1fr; width: 30mm; }"
        "img { height: 4mm; } .a { %s }"
    )
    assert measure_ground(face(tmp_path, body, css % GREY))[0] == pytest.approx(22)


def test_an_item_with_the_wrong_width_is_one_problem(tmp_path: Path) -> None:
    css = "div { display: grid; grid-template: 12mm / auto; justify-content: center; }"
    failure = refusal(tmp_path, "<div><p>1</p></div>", css + "p { aspect-ratio: 1; }")
    (problem,) = failure.problems
    assert "from the height of its row" in problem.message
