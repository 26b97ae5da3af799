"""Turn the items of a face into rasters of it, in squares of a tenth of a mm.

A canvas holds one ink in each square, that of what was painted there last: a number, or a colour.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageDraw, ImageFilter, ImageOps

from printgen.layout.face import Colour, Face, Image, Mark, Segment, Shape
from printgen.layout.geometry import Matrix

PER_MM = 10.0
_CHORDS = 8
_UPRIGHT = 0.01
_FEW = 1024
"""Colours under a text up to which each is taken as it is; more are taken in steps of eight."""

Points = Sequence[tuple[float, float]]
Ink = Any
"""What a canvas holds: a number, or three of a colour."""


class Region(NamedTuple):
    """A part of the raster: a box of squares, and those in it that count if not all do."""

    box: tuple[int, int, int, int]
    mask: Raster.Image | None


def region_of(corners: Points) -> Region:
    """The squares in four corners but for those at their edge: what follows on may touch."""
    squares = _squares(corners)
    xs, ys = zip(*squares, strict=True)
    left, top = ceil(min(xs)) + 1, ceil(min(ys)) + 1
    right, bottom = max(left + 1, floor(max(xs)) - 1), max(top + 1, floor(max(ys)) - 1)
    mask = None
    (ax, ay), (bx, by) = corners[:2]
    if abs(ax - bx) > _UPRIGHT and abs(ay - by) > _UPRIGHT:
        mask = Raster.new("1", (right - left, bottom - top))
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in squares], 1)
        # What follows on may touch a slanting edge too.
        mask = mask.convert("L").filter(ImageFilter.MinFilter(5)).convert("1")
    return Region((left, top, right, bottom), mask)


class Canvas:
    """The raster of one face, in a mode of Pillow's, and what paints on it."""

    def __init__(self, mode: str, face: Face, ground: Ink) -> None:
        size = (round(face.width * PER_MM) + 1, round(face.height * PER_MM) + 1)
        self.raster = Raster.new(mode, size, ground)
        self._pen = ImageDraw.Draw(self.raster)

    def shape(self, shape: Shape, matrix: Matrix | None, fill: Ink, stroke: Ink) -> None:
        """Paint a shape in inks of this canvas; None is none."""
        rings = _rings(shape.path, matrix)
        if fill is not None:
            if len(rings) > 1:
                self._holed(rings, fill)
            elif len(rings[0]) > 2:
                self._pen.polygon(rings[0], fill)
        if stroke is not None:
            scale = matrix.scale if matrix else 1.0
            width = max(1, round(shape.stroke_width * scale * PER_MM))
            for ring in rings:
                self._pen.line(ring, stroke, width)

    def box(self, image: Image, ink: Ink) -> None:
        """Paint all of a picture's box in one ink."""
        right, bottom = image.x + image.width, image.y + image.height
        corners = ((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom))
        self._pen.polygon(_squares(corners), ink)

    def block(self, region: Region, ink: Ink) -> None:
        """Paint all of a region."""
        left, top, right, bottom = region.box
        if region.mask is None:
            self._pen.rectangle((left, top, right - 1, bottom - 1), ink)
        else:
            self.raster.paste(ink, region.box, region.mask)

    def under(self, region: Region) -> set[int]:
        """The numbers in a region, whatever part of it they fill."""
        part = self.raster.crop(region.box)
        if region.mask is not None:
            inside = Raster.new("I", part.size, -1)
            inside.paste(part, mask=region.mask)
            part = inside
        colours = part.getcolors(part.width * part.height) or []
        return {number for _, number in colours if isinstance(number, int) and number >= 0}

    def is_open(self, region: Region, number: int) -> bool:
        """Whether a region still has one number alone: quickly told."""
        return self.raster.crop(region.box).getextrema() == (number, number)

    def _holed(self, rings: Sequence[Points], ink: Ink) -> None:
        """Fill rings of which those that run the other way than the first are holes."""
        xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
        left, top = floor(min(xs)), floor(min(ys))
        mask = Raster.new("1", (ceil(max(xs)) - left + 1, ceil(max(ys)) - top + 1))
        pen = ImageDraw.Draw(mask)
        way = _area(rings[0]) > 0
        for ring in rings:
            if len(ring) > 2:
                pen.polygon([(x - left, y - top) for x, y in ring], (_area(ring) > 0) is way)
        box = (left, top, left + mask.width, top + mask.height)
        self.raster.paste(ink, box, mask)


class Colours:
    """The colours of one face, but for its texts; painted only as far as somebody asks."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._canvas: Canvas | None = None
        self._done = 0

    def under(self, index: int, region: Region) -> Mapping[Colour, int]:
        """How many squares of a region have each colour before the item `index` is painted."""
        canvas = self._canvas = self._canvas or Canvas("RGB", self._face, (255, 255, 255))
        for item in self._face.items[self._done : index]:
            if isinstance(item, Shape):
                canvas.shape(item, None, item.fill, item.stroke)
            elif isinstance(item, Mark):
                for shape in item.drawing.shapes:
                    canvas.shape(shape, item.matrix, shape.fill, shape.stroke)
            elif isinstance(item, Image):
                size = max(1, round(item.width * PER_MM)), max(1, round(item.height * PER_MM))
                picture = _picture(item.data, *size)
                at = round(item.x * PER_MM), round(item.y * PER_MM)
                canvas.raster.paste(picture, at, picture)
        self._done = max(self._done, index)
        part = canvas.raster.crop(region.box)
        if part.getcolors(_FEW) is None:
            part = ImageOps.posterize(part, 5)
        if region.mask is None:
            found = part.getcolors(part.width * part.height) or []
            return {colour: count for count, colour in found}  # type: ignore[misc] # of RGB
        pixels = zip(part.getdata(), region.mask.getdata(), strict=True)
        return Counter(colour for colour, inside in pixels if inside)


@lru_cache(maxsize=4)
def _picture(data: bytes, width: int, height: int) -> Raster.Image:
    with Raster.open(BytesIO(data)) as opened:
        opened.draft("RGB", (width, height))
        return opened.convert("RGBA").resize((width, height))


def _squares(points: Points) -> list[tuple[float, float]]:
    return [(x * PER_MM, y * PER_MM) for x, y in points]


def _area(ring: Points) -> float:
    """Twice the area of a ring; its sign says which way it runs."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


@lru_cache(maxsize=4096)
def _rings(path: tuple[Segment, ...], matrix: Matrix | None) -> Sequence[Points]:
    """The polygons of a path under a map in squares of the raster, its curves as chords."""
    rings: list[list[tuple[float, float]]] = []
    for segment in path:
        match segment:
            case ("M", x, y):
                rings.append([(x, y)])
            case ("L", x, y):
                rings[-1].append((x, y))
            case ("C", bx, by, cx, cy, x, y):
                ax, ay = rings[-1][-1]
                for step in range(1, _CHORDS + 1):
                    t = step / _CHORDS
                    s = 1 - t
                    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                    rings[-1].append(
                        (
                            sum(w * p for w, p in zip(weights, (ax, bx, cx, x), strict=True)),
                            sum(w * p for w, p in zip(weights, (ay, by, cy, y), strict=True)),
                        )
                    )
            case _:
                rings[-1].append(rings[-1][0])
    if matrix is not None:
        rings = [[matrix.apply(x, y) for x, y in ring] for ring in rings]
    return [_squares(ring) for ring in rings]
