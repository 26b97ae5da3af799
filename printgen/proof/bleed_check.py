"""Check that colour which reaches the trim of a face continues into the bleed.

Otherwise a cut that is slightly off shows white paper. For each side the check measures the length
that has ink in two places: just inside the trim, and just inside the end of the bleed.
"""

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from printgen.geometry import Box
from printgen.proof.page_picture import PagePicture

_INK_DISTANCE = 0.2
"""Distance from the trim or the end of the bleed, in mm, at which ink is measured.

A pixel is about 0.17 mm.
"""
_INNER_DISTANCE = 1.5
"""Distance inside the trim, in mm, at which ink is measured for comparison."""
_MIN_INK_RATIO = 0.8
"""The share of the ink further inside that must also be at the trim.

With less, the ink only touches the trim.
"""
_MIN_BLEED = 0.6
"""The smallest bleed, in mm, that can be checked at the resolution of the picture."""
_MAX_INK_LEVEL = 246
"""Grey levels below this, of 255, are ink."""
_MIN_INKED_LENGTH = 2.0
"""The difference in mm above which a side is reported.

It is the length with ink at the trim minus the length with ink at the end of the bleed.
"""
_STEP = 0.5

_PointFinder = Callable[[float, float], tuple[float, float]]


def list_unbled(picture: PagePicture, place: Box, bleed: float, *, is_round: bool) -> Iterator[str]:
    """Yield the sides on which the colour of the face at `place` ends at its trim."""
    if bleed < _MIN_BLEED:
        return
    for side, length, point_at in _trace_circle(place) if is_round else _trace_sides(place):
        steps = int(length / _STEP)
        deeper, inside, outside = (
            sum(
                _has_ink(picture, *point_at((step + 0.5) * length / steps, out))
                for step in range(steps)
            )
            for out in (-_INNER_DISTANCE, -_INK_DISTANCE, bleed - _INK_DISTANCE)
        )
        # A round shape inside the face has less ink the nearer it is to the trim: it only touches.
        touches = not is_round and inside < deeper * _MIN_INK_RATIO
        if not touches and inside - outside > _MIN_INKED_LENGTH / _STEP and outside * 2 < inside:
            yield side


def _trace_sides(place: Box) -> Iterator[tuple[str, float, _PointFinder]]:
    """Yield each side: its name, length, and a function for a point.

    The function takes the distance along the side and the distance outwards from it, in mm.
    """
    left, top, right, bottom = place
    yield "at the top", right - left, lambda along, out: (left + along, top - out)
    yield "at the bottom", right - left, lambda along, out: (left + along, bottom + out)
    yield "on the left", bottom - top, lambda along, out: (left - out, top + along)
    yield "on the right", bottom - top, lambda along, out: (right + out, top + along)


def _trace_circle(place: Box) -> Iterator[tuple[str, float, _PointFinder]]:
    """Yield the edge of a round face as one side, like `_trace_sides`."""
    x, y = (place.left + place.right) / 2, (place.top + place.bottom) / 2
    radius = (place.right - place.left) / 2

    def point_at(along: float, out: float) -> tuple[float, float]:
        turn = along / radius
        return x + (radius + out) * cos(turn), y + (radius + out) * sin(turn)

    yield "all round", 2 * pi * radius, point_at


def _has_ink(picture: PagePicture, x: float, y: float) -> bool:
    column, row, _, _ = map(int, picture.convert_to_pixels(Box(x, y, x, y)))
    width, height = picture.image.size
    if not (0 <= column < width and 0 <= row < height):
        return False
    level = picture.image.getpixel((column, row))
    return isinstance(level, (int, float)) and level < _MAX_INK_LEVEL
