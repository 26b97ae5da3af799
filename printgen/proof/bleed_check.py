"""Turn the picture of a piece's rim into the sides on which its colour ends at the trim.

A cut that goes a little astray would show white there. What is compared is how much of a side has
ink just within the trim, and how much of it just within the end of the bleed: patterns may differ,
what is coloured to the trim may not end there. It knows no field and no rule.
"""

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from printgen.face_checks.boxes import Box
from printgen.proof.page_picture import PagePicture

_INK_DISTANCE = 0.2
"""How far from a line, in mm, its ink is looked for; a pixel is a sixth of a mm."""
_INNER_DISTANCE = 1.5
"""How far within the trim is looked too, in mm."""
_MIN_INK_RATIO = 0.8
"""The share of what is deeper within that must reach the trim for it to run up to it."""
_MIN_BLEED = 0.6
"""The least bleed, in mm, of which a picture shows whether it is painted."""
_MAX_INK_LEVEL = 246
"""The lightest level of 255 that is ink and not paper."""
_MIN_INKED_LENGTH = 2.0
"""How many mm of a side must have ink for it to be coloured to the trim."""
_STEP = 0.5

_PointFinder = Callable[[float, float], tuple[float, float]]


def list_unbled(picture: PagePicture, place: Box, bleed: float, *, is_round: bool) -> Iterator[str]:
    """Where the colour of a piece at `place` goes on to its trim and not over it."""
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
        # What is round only touches the trim, and has less ink the nearer it comes.
        touches = not is_round and inside < deeper * _MIN_INK_RATIO
        if not touches and inside - outside > _MIN_INKED_LENGTH / _STEP and outside * 2 < inside:
            yield side


def _trace_sides(place: Box) -> Iterator[tuple[str, float, _PointFinder]]:
    """Each side: its name, length, and the point so far along it and so far out of it."""
    left, top, right, bottom = place
    yield "above", right - left, lambda along, out: (left + along, top - out)
    yield "below", right - left, lambda along, out: (left + along, bottom + out)
    yield "at the left", bottom - top, lambda along, out: (left - out, top + along)
    yield "at the right", bottom - top, lambda along, out: (right + out, top + along)


def _trace_circle(place: Box) -> Iterator[tuple[str, float, _PointFinder]]:
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
