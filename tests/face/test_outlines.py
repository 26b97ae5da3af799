"""Path data and shapes: the segments that they are."""

from math import cos, radians, sin

import pytest

from printgen.face.outlines import find_path_bounds, make_ellipse, make_rectangle, read_path
from printgen.geometry import make_box


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ("M1 2L3 4", [("M", 1, 2), ("L", 3, 4)]),
        ("M1,2 3,4", [("M", 1, 2), ("L", 3, 4)]),
        ("m1 2 2 2", [("M", 1, 2), ("L", 3, 4)]),
        ("M1 2h2v2H0V0", [("M", 1, 2), ("L", 3, 2), ("L", 3, 4), ("L", 0, 4), ("L", 0, 0)]),
        ("M0 0c1 1 2 2 3 0", [("M", 0, 0), ("C", 1, 1, 2, 2, 3, 0)]),
        (
            "M0 0C0 1 2 1 2 0S4 -1 4 0",
            [("M", 0, 0), ("C", 0, 1, 2, 1, 2, 0), ("C", 2, -1, 4, -1, 4, 0)],
        ),
        ("M0 0Q3 3 6 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0)]),
        ("M.5-.5 1e1 2", [("M", 0.5, -0.5), ("L", 10, 2)]),
        (
            "M0 0L1 0L1 1ZM5 5L6 6",
            [("M", 0, 0), ("L", 1, 0), ("L", 1, 1), ("L", 0, 0), ("Z",), ("M", 5, 5), ("L", 6, 6)],
        ),
    ],
)
def test_path_data(data: str, path: list[tuple[object, ...]]) -> None:
    """Every command becomes moves, lines, cubics and closes."""
    got = read_path(data)
    assert [segment[0] for segment in got] == [segment[0] for segment in path]
    for one, other in zip(got, path, strict=True):
        assert one[1:] == pytest.approx(other[1:])


def test_arcs_are_round() -> None:
    """A half circle passes through its top, half a thousandth of its radius aside."""
    box = find_path_bounds(read_path("M 0 10 A 10 10 0 0 1 20 10"))
    assert (box.left, box.width) == (pytest.approx(0), pytest.approx(20))
    assert box.top == pytest.approx(0, abs=0.005)


def test_a_circle_keeps_its_radius() -> None:
    """Within 0.03 % all the way round."""
    path = make_ellipse(0, 0, 100, 100)
    x, y = path[0][1:]
    for segment in path[1:-1]:
        _, x1, y1, x2, y2, x3, y3 = segment
        for t in (0.1, 0.2, 0.3, 0.5, 0.8):
            u = 1 - t
            px = u**3 * x + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3
            py = u**3 * y + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3
            assert (px * px + py * py) ** 0.5 == pytest.approx(100, rel=3e-4)
        x, y = x3, y3


def test_corners_are_rounded_by_no_more_than_half_a_side() -> None:
    """A larger radius makes a pill."""
    assert make_rectangle(0, 0, 10, 4, 9, 9)[0] == ("M", 5, 0)
    assert find_path_bounds(make_rectangle(1, 2, 10, 4, 1, 1)) == make_box(1, 2, 10, 4)


@pytest.mark.parametrize("angle", [0, 30, 77, 145])
def test_bounds_of_a_turned_curve_hold_all_its_points(angle: int) -> None:
    """And no more than that: its extreme points lie on the box."""
    a, b = cos(radians(angle)), sin(radians(angle))
    points = [(a * x - b * y, b * x + a * y) for x, y in ((0, 0), (0, 8), (10, -9), (4, 1))]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    box = find_path_bounds((("M", x0, y0), ("C", x1, y1, x2, y2, x3, y3)))
    xs, ys = [], []
    for step in range(2001):
        t = step / 2000
        u = 1 - t
        xs.append(u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3)
        ys.append(u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3)
    assert box.left == pytest.approx(min(xs), abs=1e-4)
    assert box.top == pytest.approx(min(ys), abs=1e-4)
    assert box.right == pytest.approx(max(xs), abs=1e-4)
    assert box.bottom == pytest.approx(max(ys), abs=1e-4)
