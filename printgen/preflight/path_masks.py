"""Masks of the area inside paths, in pixels, by the nonzero winding rule (SVG 1.1, 11.3)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import atan2, floor, pi, tau
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageChops, ImageDraw

from printgen.face.face import Segment
from printgen.face.outlines import flatten_path, measure_double_area
from printgen.face_checks.ink_visibility import ANY_WHITE
from printgen.geometry import Box, Matrix, enclose_points, find_bounding_box
from printgen.system.cache import Cache

PX_PER_MM = 10.0
"""Pixels per mm: a pixel is thinner than a stroke of the smallest letters."""
_TURN_BACK = 0.999 * pi
"""From this angle on, in radians, a line turns back, to either side."""
_MASK_USES = 20
"""From this use on, the mask of a path is drawn whole, and cached."""
_MAX_MASK_PIXELS = 1_000_000
_MAX_MASK_WORK = 200_000_000
"""The most pixels of a cached mask, multiplied by the lines that are drawn in it."""
_MAX_CACHED_MASKS = 32

Points = Sequence[tuple[float, float]]
Pixel = tuple[int, int]


class ClosedLine(NamedTuple):
    """A closed line, made of straight pieces.

    - `points`: its corners, in pixels of 0.1 mm.
    - `bounds`: the box around it.
    - `is_clockwise`: whether its points follow each other clockwise.
    - `may_cross_itself`: whether two of its pieces may cross.
    """

    points: Points
    bounds: Box
    is_clockwise: bool
    may_cross_itself: bool


def make_mask(
    lines: Sequence[Sequence[Pixel]], rings: Sequence[ClosedLine], size: tuple[int, int]
) -> Raster.Image:
    """Return a mask of the area inside lines, by the nonzero winding rule (SVG 1.1, 11.3).

    `lines` are the `rings`, converted to the pixels of the mask.
    """
    if any(ring.may_cross_itself for ring in rings):
        mask = _make_nonzero_mask(lines, size)
    else:
        mask = _make_simple_mask(lines, [ring.is_clockwise for ring in rings], size)
    pen = ImageDraw.Draw(mask)
    # A hole would erase paint around it that is thinner than a pixel.
    for line in lines:
        pen.line([*line, line[0]], 1)
    return mask


def _make_simple_mask(
    lines: Sequence[Sequence[Pixel]], are_clockwise: Sequence[bool], size: tuple[int, int]
) -> Raster.Image:
    """Return a mask of the area inside closed lines, none of which crosses itself."""
    # How often each pixel is enclosed in each direction. Lines of one direction have no holes,
    # so for them it is enough to know whether.
    is_counted = len({*are_clockwise}) > 1
    windings = [Raster.new("L", size) for _ in range(2)]
    for line, is_clockwise in zip(lines, are_clockwise, strict=True):
        if len(line) > 2:
            winding = windings[is_clockwise]
            enclosed = Raster.new("L", size) if is_counted else winding
            ImageDraw.Draw(enclosed).polygon(line, 1)
            if is_counted:
                winding.paste(ImageChops.add(winding, enclosed))
    return ImageChops.difference(*windings).point(ANY_WHITE, "1")


def _make_nonzero_mask(lines: Iterable[Sequence[Pixel]], size: tuple[int, int]) -> Raster.Image:
    """Return a mask of the area inside closed lines that may cross themselves.

    The nonzero rule is applied row by row. Pillow fills by the even-odd rule, which would leave
    areas empty that lines enclose twice.
    """
    crossings: list[list[tuple[float, int]]] = [[] for _ in range(size[1])]
    edges = chain.from_iterable(pairwise((*line, line[0])) for line in lines)
    for (ax, ay), (bx, by) in edges:
        for y in range(max(min(ay, by), 0), min(max(ay, by), size[1])):
            x = ax + (bx - ax) * (y - ay) / (by - ay)
            crossings[y].append((x, 1 if ay < by else -1))
    mask = Raster.new("1", size)
    pen = ImageDraw.Draw(mask)
    for y, row in enumerate(crossings):
        row.sort()
        windings = accumulate(direction for _, direction in row)
        for (left, _), (right, _), winding in zip(row, row[1:], windings, strict=False):
            if winding:
                pen.line(((left, y), (right, y)), 1)
    return mask


class CachedMask(NamedTuple):
    """A mask of the area inside a path, with its position.

    `left` and `top` are the pixel of the face at the top left corner of the mask. `rings` are the
    closed lines of the path. They are kept because the cache uses their `id` as a key, so they must
    not be deleted.
    """

    rings: Sequence[ClosedLine]
    left: int
    top: int
    mask: Raster.Image


_masks: Cache[tuple[int, int], CachedMask] = Cache(_MAX_CACHED_MASKS)
_mask_uses: Cache[tuple[int, int], tuple[Sequence[ClosedLine], int]] = Cache(1024)
"""How often each path was painted, with its lines, for their `id`."""


def get_cached_mask(rings: Sequence[ClosedLine], subdivision: int) -> CachedMask | None:
    """Return the mask of a whole path, if it is cached."""
    return _masks.get((id(rings), subdivision))


def cache_mask_if_often(rings: Sequence[ClosedLine], subdivision: int) -> CachedMask | None:
    """Count one more use of a path. If it is painted often, cache and return its whole mask.

    An ornament of all cards is painted often. For any other path, return None: if it is painted
    once, a mask of a small region is cheaper. Also return None if the whole mask costs too much.
    """
    key = id(rings), subdivision
    uses = _mask_uses.get(key, (rings, 0))[1] + 1
    _mask_uses.set(key, (rings, uses))
    if uses < _MASK_USES:
        return None
    bounds = find_bounding_box([ring.bounds for ring in rings])
    left, top = floor(bounds.left * subdivision), floor(bounds.top * subdivision)
    right, bottom = floor(bounds.right * subdivision) + 1, floor(bounds.bottom * subdivision) + 1
    size = right - left, bottom - top
    area = size[0] * size[1]
    if area > _MAX_MASK_PIXELS or area * len(rings) > _MAX_MASK_WORK:
        return None
    lines = [round_to_pixels(ring.points, left, top, subdivision, floor) for ring in rings]
    mask = CachedMask(rings, left, top, make_mask(lines, rings, size))
    _mask_uses.pop(key)
    return _masks.set(key, mask)


def round_to_pixels(
    points: Points, left: int, top: int, subdivision: int, to_integer: Any = int
) -> list[Pixel]:
    """Return a closed line in whole pixels, relative to the corner at `left`, `top`.

    `points` are in pixels of 0.1 mm. Each of these has `subdivision` pixels along each side, and
    `left` and `top` are in the smaller pixels. `to_integer` is the function that rounds
    coordinates.
    """
    return [
        (to_integer(x * subdivision) - left, to_integer(y * subdivision) - top) for x, y in points
    ]


def convert_to_pixels(points: Points) -> list[tuple[float, float]]:
    return [(x * PX_PER_MM, y * PX_PER_MM) for x, y in points]


@lru_cache(maxsize=4096)
def flatten_to_closed_lines(
    path: tuple[Segment, ...], matrix: Matrix | None
) -> Sequence[ClosedLine]:
    """Return the closed lines of a path in pixels, with short straight lines in place of curves.

    If `matrix` is given, the path is transformed by it first.
    """
    rings: Sequence[Points] = flatten_path(path)
    if matrix:
        rings = [[matrix.transform_point(x, y) for x, y in ring] for ring in rings]
    return [make_closed_line(convert_to_pixels(ring)) for ring in rings]


def make_closed_line(points: Points) -> ClosedLine:
    bounds = enclose_points(*zip(*points, strict=True))
    is_clockwise = measure_double_area(points) > 0
    return ClosedLine(points, bounds, is_clockwise, _can_cross_itself(points))


def _can_cross_itself(points: Points) -> bool:
    """Return whether a closed line may cross itself.

    It cannot if it turns in one direction only, and around exactly once.
    """
    corners = [end for start, end in pairwise((*points, points[0])) if start != end]
    edges = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise((*corners, *corners[:1]))]
    pairs = pairwise((*edges, *edges[:1]))
    turns = [atan2(ax * by - ay * bx, ax * bx + ay * by) for (ax, ay), (bx, by) in pairs]
    return abs(round(sum(turns) / tau)) != 1 or max(map(abs, turns)) > _TURN_BACK
