"""Repetition of a path as tiles, for patterns of drawings and for drawn backgrounds."""

from itertools import chain, product
from math import ceil, floor

from printgen.face.outlines import Path, find_path_bounds, transform_path
from printgen.geometry import Box, Matrix
from printgen.problems import InputError

_MAX_TILES = 200
"""The most tiles in a row or column."""


def repeat_path(
    path: Path, tile: Box, matrix: Matrix, area: Path, *, across: bool = True, down: bool = True
) -> Path:
    """Return the copies of a path, one for each tile that is needed to cover `area`.

    - `tile`: the box of the tile that has the path, before `matrix`. The others are next to it.
    - `across`, `down`: whether the tile is repeated in rows, and in columns.

    Raises `InputError` if there are too many tiles.
    """
    bounds, inverse = find_path_bounds(area), matrix.inverse
    sides = product((bounds.left, bounds.right), (bounds.top, bounds.bottom))
    corners = [inverse.transform_point(x, y) for x, y in sides]
    axes = (tile.left, tile.width, across), (tile.top, tile.height, down)
    steps = []
    for places, (start, size, repeats) in zip(zip(*corners, strict=True), axes, strict=True):
        first = floor((min(places) - start) / size + 1e-6) if repeats else 0
        last = ceil((max(places) - start) / size - 1e-6) if repeats else 1
        if last - first > _MAX_TILES:
            raise InputError(f"more than {_MAX_TILES} tiles in a row", "make the tiles larger")
        steps.append([step * size for step in range(first, last)])
    offsets = (
        Matrix(e=matrix.a * x + matrix.c * y, f=matrix.b * x + matrix.d * y)
        for x, y in product(*steps)
    )
    return tuple(chain.from_iterable(transform_path(path, offset) for offset in offsets))
