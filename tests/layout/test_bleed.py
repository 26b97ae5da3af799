"""Strips of colour that extend shapes beyond the trim of a face."""

import pytest

from printgen.face.face import Shape
from printgen.face.outlines import find_path_bounds
from printgen.layout.paint.bleed import add_bleed


@pytest.mark.parametrize(("length", "count"), [(0.01, 0), (0.5, 1)])
def test_only_an_edge_that_can_be_seen_is_extended(length: float, count: int) -> None:
    """The outline of a curve that leaves the face can have a tiny straight edge on the trim."""
    path = ("M", -2.0, 10.0), ("L", 0.0, 20.0), ("L", 0.0, 20 + length), ("L", -2.0, 31.0), ("Z",)
    _, *strips = add_bleed([Shape(path, (0, 0, 0))], 60.0, 90.0, 3.0)
    assert len(strips) == count
    for strip in strips:
        assert isinstance(strip, Shape)
        box = find_path_bounds(strip.path)
        assert (box.left, box.right) == (-3, 0)
        assert (box.top, box.bottom) == (20, 20 + length)
