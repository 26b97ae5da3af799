"""Turn items into squares of a tenth of a mm, each with the number of what was painted there last.

Each text is one block. Of a face only the squares in one box are painted, as they would be were all
painted. It knows no rules.
"""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageDraw, ImageFilter

from printgen.layout.face import Colour, Item, PlacedImage, PlacedMark, Segment, Shape, TextRun
from printgen.layout.geometry import Matrix
from printgen.seen.place import CAPITAL, corners_of_text, height_of

PER_MM = 10.0
_CHORDS = 8
_UPRIGHT = 0.01
_PAPER: Colour = (255, 255, 255)

Points = Sequence[tuple[float, float]]
Squares = tuple[int, int, int, int]
"""Left, top, right, bottom; those at right and bottom are no more in it."""


class Region(NamedTuple):
    """A part of a face: a box of squares, and those in it that count if not all do."""

    box: Squares
    mask: Raster.Image | None


def region(corners: Points) -> Region:
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


def block(run: TextRun) -> Region:
    """The region of a text."""
    return region(corners_of_text(run.x, run.y, run.width, run.size, run.angle))


def accents(run: TextRun) -> Region | None:
    """The region of a text's accents, over its capitals."""
    if (tall := height_of(run.text)) == CAPITAL:
        return None
    place = (run.x, run.y, run.width, run.size, run.angle)
    low, high = corners_of_text(*place), corners_of_text(*place, tall)
    return region((low[3], low[2], high[2], high[3]))


def inner(mark: PlacedMark, edge: float) -> Region:
    """The region of a mark's box without a share of it at each side."""
    width, height = mark.drawing.width, mark.drawing.height
    left, right = width * edge, width * (1 - edge)
    top, bottom = height * edge, height * (1 - edge)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return region([mark.matrix.apply(x, y) for x, y in corners])


def united(boxes: Sequence[Squares]) -> Squares:
    """The squares round some boxes; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def reached(item: Item) -> Squares | None:
    """The squares that an item may paint, if any."""
    if isinstance(item, TextRun):
        return None if item.text.isspace() else block(item).box
    corners: list[tuple[float, float]] = []
    edge = 1.0
    if isinstance(item, PlacedImage):
        corners += _corners(item)
    if isinstance(item, PlacedMark | Shape):
        shapes, matrix = _shapes(item)
        for shape in shapes:
            corners += [point for ring in _rings(shape.path, matrix) for point in ring]
            edge = max(edge, _line_width(shape, matrix))
    if not corners:
        return None
    xs, ys = zip(*corners, strict=True)
    # One more on each side: what Pillow rounds.
    edge += 1
    return floor(min(xs) - edge), floor(min(ys) - edge), ceil(max(xs) + edge), ceil(max(ys) + edge)


class Layers:
    """The squares of a box of a face that is `size` squares large.

    If `coloured`, a second raster holds the colours, but for those of texts.
    """

    def __init__(self, box: Squares, size: tuple[int, int], *, coloured: bool) -> None:
        self._left, self._top = max(box[0], 0), max(box[1], 0)
        right, bottom = min(box[2], size[0]), min(box[3], size[1])
        self._size = max(right - self._left, 0), max(bottom - self._top, 0)
        self._rasters: list[Any] = [Raster.new("I", self._size, 0)]
        if coloured:
            self._rasters.append(Raster.new("RGB", self._size, _PAPER))
        self._pens: list[Any] = [ImageDraw.Draw(raster) for raster in self._rasters]
        self.painted: list[tuple[Item | None, Colour | None]] = [(None, _PAPER)]
        """What each number stands for, and its colour; None of a picture, which has many."""

    def paint(self, item: Item) -> None:
        """Paints one more item."""
        if isinstance(item, TextRun) and not item.text.isspace():
            self.painted.append((item, item.colour))
            box, mask = block(item)
            self._rasters[0].paste(self.last, self._here(box), mask)
        elif isinstance(item, PlacedMark | Shape):
            shapes, matrix = _shapes(item)
            for shape in shapes:
                self._shape(shape, item, matrix)
        elif isinstance(item, PlacedImage):
            self.painted.append((item, None))
            self._pens[0].polygon(self._ring(_corners(item), int), self.last)
            if len(self._rasters) > 1:
                picture = _picture(item)
                left, top = round(item.x * PER_MM), round(item.y * PER_MM)
                self._rasters[1].paste(picture, (left - self._left, top - self._top), picture)

    @property
    def last(self) -> int:
        """The number of what was painted last."""
        return len(self.painted) - 1

    def under(self, region: Region) -> list[int]:
        """The numbers in a region, whatever part of it they fill."""
        part = self._rasters[0].crop(self._here(region.box))
        if region.mask is not None:
            inside = Raster.new("I", part.size, -1)
            inside.paste(part, mask=region.mask)
            part = inside
        found = part.getcolors(part.width * part.height)
        return sorted(number for _, number in found if number >= 0)

    def about(self, region: Region, accents: Region | None) -> list[int]:
        """The numbers in a text's region, and in that of its accents those of all but texts."""
        more = self.under(accents) if accents else ()
        others = (one for one in more if not isinstance(self.painted[one][0], TextRun))
        return sorted({*self.under(region), *others})

    def colours(self, region: Region) -> Raster.Image:
        """The colours in a region's box."""
        part: Raster.Image = self._rasters[1].crop(self._here(region.box))
        return part

    def _here(self, box: Squares) -> Squares:
        left, top, right, bottom = box
        return left - self._left, top - self._top, right - self._left, bottom - self._top

    def _ring(self, points: Points, whole: Any) -> list[tuple[int, int]]:
        """A ring in squares as Pillow counts them, moved here by whole ones."""
        return [(whole(x) - self._left, whole(y) - self._top) for x, y in points]

    def _shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        rings = _rings(shape.path, matrix)
        if shape.fill is not None:
            self.painted.append((item, shape.fill))
            if len(rings) != 1:
                self._holed(rings, shape.fill)
            elif len(rings[0]) > 2:
                for pen, ink in zip(self._pens, (self.last, shape.fill), strict=False):
                    pen.polygon(self._ring(rings[0], int), ink)
        if shape.stroke is not None:
            self.painted.append((item, shape.stroke))
            width = _line_width(shape, matrix)
            for ring in rings:
                for pen, ink in zip(self._pens, (self.last, shape.stroke), strict=False):
                    pen.line(self._ring(ring, int), ink, width)

    def _holed(self, rings: Sequence[Points], colour: Colour) -> None:
        """Fill rings of which those that run the other way than the first are holes."""
        mask = Raster.new("1", self._size)
        pen = ImageDraw.Draw(mask)
        way = _area(rings[0]) > 0
        for ring in rings:
            if len(ring) > 2:
                pen.polygon(self._ring(ring, floor), (_area(ring) > 0) is way)
        for raster, ink in zip(self._rasters, (self.last, colour), strict=False):
            raster.paste(ink, None, mask)


def _shapes(item: PlacedMark | Shape) -> tuple[Sequence[Shape], Matrix | None]:
    if isinstance(item, Shape):
        return (item,), None
    return item.drawing.shapes, item.matrix


def _line_width(shape: Shape, matrix: Matrix | None) -> int:
    scale = matrix.scale if matrix else 1.0
    return max(1, round(shape.stroke_width * scale * PER_MM))


def _corners(image: PlacedImage) -> Points:
    right, bottom = image.x + image.width, image.y + image.height
    return _squares(((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom)))


@lru_cache(maxsize=4)
def _picture(image: PlacedImage) -> Raster.Image:
    """A picture in the squares of its box."""
    size = max(1, round(image.width * PER_MM)), max(1, round(image.height * PER_MM))
    with Raster.open(BytesIO(image.data)) as opened:
        opened.draft("RGB", size)
        return opened.convert("RGBA").resize(size)


def _squares(points: Points) -> list[tuple[float, float]]:
    return [(x * PER_MM, y * PER_MM) for x, y in points]


def _area(ring: Points) -> float:
    """Twice the area of a ring; its sign says which way it runs."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


@lru_cache(maxsize=4096)
def _rings(path: tuple[Segment, ...], matrix: Matrix | None) -> Sequence[Points]:
    """The polygons of a path under a map in squares of the raster."""
    if matrix is None:
        return [_squares(ring) for ring in _chords(path)]
    return [_squares([matrix.apply(x, y) for x, y in ring]) for ring in _chords(path)]


@lru_cache(maxsize=1024)
def _chords(path: tuple[Segment, ...]) -> Sequence[Points]:
    """The polygons of a path, its curves as chords; one drawing stands in many places."""
    rings: list[list[tuple[float, float]]] = []
    for segment in path:
        match segment:
            case ("M", x, y):
                rings.append([(x, y)])
            case ("L", x, y):
                rings[-1].append((x, y))
            case ("C", bx, by, cx, cy, x, y):
                ax, ay = rings[-1][-1]
                for a, b, c, d in _WEIGHTS:
                    along = a * ax + b * bx + c * cx + d * x
                    rings[-1].append((along, a * ay + b * by + c * cy + d * y))
            case _:
                rings[-1].append(rings[-1][0])
    return rings


_STEPS = [step / _CHORDS for step in range(1, _CHORDS + 1)]
_WEIGHTS = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in _STEPS]
"""What the four points of a curve weigh at the end of each chord."""
