"""Comparison of the marks of a print with each other, to find marks with the wrong picture.

A picture cannot be read like text. But in one print all marks of a value must look the same, and
marks of two values must look different. Marks of equal size and rotation are compared as small
blurred pictures, so that their position on the page's pixel grid does not matter.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil, dist, floor
from operator import mul

import msgspec
from PIL import Image, ImageFilter
from PIL.Image import Image as Picture

from printgen.face_checks.printed_face import quote_text
from printgen.geometry import Box
from printgen.problems import Place, Problem
from printgen.proof.reading.pages import PagePicture
from printgen.system.cache import Cache

_SIDE = 12
"""Width and height of a thumbnail, in pixels."""
_BLUR_RADIUS = 0.6
"""Radius of the blur, in pixels of the thumbnail."""
_MIN_VALUE_DIFFERENCE = 12.0
"""Smallest mean difference, in grey levels, between the marks of two values."""
_MISMATCH_MARGIN = 10.0
"""How much nearer, in grey levels, a mark must be to the mean of another value than to its own."""
_MAX_MARK_DIFFERENCE = 45.0
"""Largest difference, in grey levels, between a mark and the mean of its value."""
_MARGIN = 4  # pixels of background around a mark


class MarkGeometry(msgspec.Struct, frozen=True):
    """The width and height of a mark in mm, and its rotation in degrees.

    Only marks with the same geometry are compared.
    """

    width: float
    height: float
    turn: int


class _ValueLooks(msgspec.Struct, frozen=True):
    """The look of all marks that show one value.

    `mean` is the average of their thumbnails. `thumbnails` maps each different thumbnail to the
    places of the marks that look like it.
    """

    mean: Sequence[float]
    thumbnails: Mapping[bytes, list[Place]]


class MarkSimilarity(msgspec.Struct):
    """Thumbnails of all marks of a print, to find marks that look like those of another value."""

    _groups: dict[MarkGeometry, dict[str, dict[bytes, list[Place]]]] = msgspec.field(
        default_factory=dict
    )
    _cache: Cache[object, bytes] = msgspec.field(default_factory=lambda: Cache(1 << 10))

    def add_mark(
        self, value: str, picture: PagePicture, box: Box, turn: float, where: Place
    ) -> None:
        """Add the thumbnail of a mark that shows `value`.

        `box` is its box in `picture` in mm, and `turn` its angle in degrees. `where` names its face
        in problems.
        """
        crop, edges = _crop_mark_area(picture, box)
        key = crop.tobytes(), edges
        thumbnail = self._cache.get(key) or self._cache.set(key, _make_thumbnail(crop, edges))
        width, height = box.right - box.left, box.bottom - box.top
        geometry = MarkGeometry(round(width, 1), round(height, 1), round(turn) % 360)
        thumbnails = self._groups.setdefault(geometry, {}).setdefault(value, {})
        thumbnails.setdefault(thumbnail, []).append(where)

    def compare_marks(self) -> Iterator[Problem]:
        """Yield a problem for each mark that looks like the marks of another value.

        If the marks of two values look alike, this is one problem, not one for each value.
        """
        for values in self._groups.values():
            looks = {key: _ValueLooks(_average_thumbnails(own), own) for key, own in values.items()}
            yield from _compare_values(looks)


def _compare_values(values: Mapping[str, _ValueLooks]) -> Iterator[Problem]:
    """Yield the problems of marks with one geometry. `values` has the look of each value."""
    earlier_values: set[str] = set()
    for value, value_looks in values.items():
        for other in earlier_values - {value}:
            if _measure_difference(value_looks.mean, values[other].mean) < _MIN_VALUE_DIFFERENCE:
                where = next(iter(value_looks.thumbnails.values()))[0]
                message = f"{quote_text(value)} and {quote_text(other)} look alike"
                yield Problem(where, message, "give each value a different mark")
        earlier_values.add(value)
    for value, value_looks in values.items():
        for thumbnail, places in value_looks.thumbnails.items():
            differences = {
                key: _measure_difference(thumbnail, looks.mean) for key, looks in values.items()
            }
            own_difference = differences[value]
            nearest = min(differences, key=lambda other: differences[other])
            if own_difference - differences[nearest] > _MISMATCH_MARGIN:
                picture_name = f"the mark of {quote_text(nearest)}"
            elif own_difference > _MAX_MARK_DIFFERENCE:
                picture_name = "a picture that differs from its other marks"
            else:
                continue
            for where in places:
                yield Problem(where, f"prints {picture_name}; the rules say {quote_text(value)}")


def _average_thumbnails(thumbnails: Mapping[bytes, Sequence[Place]]) -> Sequence[float]:
    """Return the average levels of thumbnails, weighted by their numbers of places."""
    counts = [len(places) for places in thumbnails.values()]
    return [sum(map(mul, levels, counts)) / sum(counts) for levels in zip(*thumbnails, strict=True)]


def _crop_mark_area(picture: PagePicture, box: Box) -> tuple[Picture, tuple[float, ...]]:
    """Return a picture of a mark with its surroundings, and the edges of the mark in that picture.

    The edges are in pixels, rounded to 1/64 so that equal marks have equal edges.
    """
    left, top, right, bottom = picture.convert_to_pixels(box)
    x, y = int(left) - _MARGIN, int(top) - _MARGIN
    crop = picture.image.crop((x, y, int(right) + _MARGIN, int(bottom) + _MARGIN))
    return crop, tuple(round(edge * 64) / 64 for edge in (left - x, top - y, right - x, bottom - y))


def _make_thumbnail(crop: Picture, edges: tuple[float, ...]) -> bytes:
    """Return the pixels of a mark as a small, blurred picture with full contrast, dark on light.

    Colours make no difference in such a picture. `edges` are the edges of the mark in `crop`. The
    rest of `crop` is taken as its background.
    """
    left, top, right, bottom = edges
    # The mask leaves out the area of the mark, so that only its surroundings are measured. Their
    # median is the background: a bar next to the mark is not, nor may it blur into the mark.
    inside = floor(left), floor(top), ceil(right), ceil(bottom)
    frame = Image.new("L", crop.size, 255)
    frame.paste(0, inside)
    totals = [*accumulate(crop.histogram(frame))]
    background = bisect(totals, totals[-1] // 2)
    mark = Image.new("L", crop.size, background)
    mark.paste(crop.crop(inside), inside)
    radius = _BLUR_RADIUS * max(right - left, bottom - top) / _SIDE
    blurred, box = mark.filter(ImageFilter.GaussianBlur(radius)), (left, top, right, bottom)
    thumbnail = blurred.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box=box).tobytes()
    low, high = min(thumbnail), max(thumbnail)
    if low == high:
        low, high = 0, 255
    if background < sum(thumbnail) / len(thumbnail):  # a light mark on a dark background
        low, high = high, low
    return bytes([(level - low) * 255 // (high - low) for level in thumbnail])


def _measure_difference(levels: Sequence[float], other: Sequence[float]) -> float:
    """Return the root mean square difference of two thumbnails, in grey levels."""
    return dist(levels, other) / _SIDE
