"""Turn an item and what reaches into its squares into whether it is hidden, or faint on its ground.

Those squares, of a tenth of a mm, are painted once more, each item in a number of its own and each
text as one block: what lies under a thing is read before it is painted, what lies over it after all
is painted. It knows no rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageDraw, ImageFilter, ImageOps

from printgen.colour import contrast, luminance
from printgen.face_checks.boxes import CAPITAL, corners_of_text, height_of
from printgen.face_checks.seen_face import Flaw, quoted
from printgen.layout.face import (
    Colour,
    Item,
    PlacedImage,
    PlacedMark,
    Segment,
    Shape,
    TextRun,
)
from printgen.layout.geometry import Matrix

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
SMALLEST_ON_DARK = 8.0
"""The least size in points of light text on a dark ground, and it must be bold."""
PER_MM = 10.0

_LARGE = 12.0
"""From this size on light text need not be bold."""
_BOLD = 600
_DARK = 0.18
_MARK_EDGES = 0.15, 0.05
"""The share of a mark's box, at each side, where its ground does not count, and what is over it."""
_WORST = 0.05
"""The share of what lies under a thing from which it need not differ, where that is a picture."""
_CHORDS = 8
_UPRIGHT = 0.01
_PAPER: Colour = (255, 255, 255)

Points = Sequence[tuple[float, float]]
Squares = tuple[int, int, int, int]
"""Left, top, right, bottom; those at right and bottom are no more in it."""
Found = tuple[tuple[Flaw, ...], tuple[Flaw, ...]]

_FIRST = "paint what lies below it first; in boxes, what stands over it is position: relative"


class Region(NamedTuple):
    """A part of a face: a box of squares, and those in it that count if not all do."""

    box: Squares
    mask: Raster.Image | None


def regions(item: Item) -> Sequence[Region]:
    """Where the ground under an item counts, what is over it, and a text's accents; or nothing."""
    if isinstance(item, TextRun) and not item.text.isspace():
        place = (item.x, item.y, item.width, item.size, item.angle)
        low, tall = corners_of_text(*place), height_of(item.text)
        block, high = _region(low), corners_of_text(*place, tall)
        accents = () if tall == CAPITAL else (_region((low[3], low[2], high[2], high[3])),)
        return block, block, *accents
    if isinstance(item, PlacedMark) and item.field is not None:
        return [_region(_inner(item, edge)) for edge in _MARK_EDGES]
    return ()


def flaws_of(
    items: Sequence[Item], at: int, box: Squares, size: tuple[int, int], share: float
) -> Found:
    """What is wrong with the item at `at` on what it stands on, and what is painted over it.

    `items` are all that reach into `box`, the squares that it looks at, on a face of `size`
    squares. A `share` of the least size on a dark ground suffices.
    """
    item = items[at]
    assert isinstance(item, (TextRun, PlacedMark))  # noqa: S101 - nothing else is looked at
    layers = _Layers(box, size, any(isinstance(one, PlacedImage) for one in items[:at]))
    layers.paint(items[:at])
    ground, cover, *accents = regions(item)
    below = layers.about(ground, accents)
    found = tuple(layers.under(item, ground, below, share))
    layers.paint([item])
    number = layers.last
    layers.paint(items[at + 1 :])
    return found, tuple(layers.over(item, layers.about(cover, accents), number))


def _region(corners: Points) -> Region:
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


class _Layers:
    """The squares of a box, each with the number of what was painted there last.

    If `pictured` a second raster holds the colours, but for those of texts.
    """

    def __init__(self, box: Squares, size: tuple[int, int], pictured: bool) -> None:
        self._left, self._top = max(box[0], 0), max(box[1], 0)
        right, bottom = min(box[2], size[0]), min(box[3], size[1])
        self._size = max(right - self._left, 0), max(bottom - self._top, 0)
        self._rasters: list[Any] = [Raster.new("I", self._size, 0)]
        if pictured:
            self._rasters.append(Raster.new("RGB", self._size, _PAPER))
        self._pens: list[Any] = [ImageDraw.Draw(raster) for raster in self._rasters]
        self._painted: list[tuple[Item | None, Colour | None]] = [(None, _PAPER)]
        """What each number stands for, and its colour; None of a picture, which has many."""

    def paint(self, items: Iterable[Item]) -> None:
        """Paints some more."""
        for item in items:
            if isinstance(item, TextRun):
                for box, mask in regions(item)[:1]:
                    self._painted.append((item, item.colour))
                    self._rasters[0].paste(self.last, self._here(box), mask)
            elif isinstance(item, PlacedMark):
                for shape in item.drawing.shapes:
                    self._shape(shape, item, item.matrix)
            elif isinstance(item, Shape):
                self._shape(item, item, None)
            elif isinstance(item, PlacedImage):
                self._image(item)

    @property
    def last(self) -> int:
        """The number of what was painted last."""
        return len(self._painted) - 1

    def over(self, item: TextRun | PlacedMark, numbers: Iterable[int], own: int) -> Iterator[Flaw]:
        """What was painted over an item, whose number is `own`."""
        for number in numbers:
            over, _ = self._painted[number]
            # A number may stand in a ring: text on a mark is its ground's business.
            if number > own and not (isinstance(over, TextRun) and isinstance(item, PlacedMark)):
                said = _said(item), _said(over)
                yield Flaw(_name(item), "{} has {} painted over it", said, _FIRST)

    def under(
        self, item: TextRun | PlacedMark, region: Region, numbers: Iterable[int], share: float
    ) -> Iterator[Flaw]:
        """What is wrong with an item that is to stand on these numbers."""
        grounds = [self._painted[number] for number in numbers]
        if isinstance(item, TextRun):
            inks, least = [item.colour], TEXT_CONTRAST
        else:
            both = ((shape.fill, shape.stroke) for shape in item.drawing.shapes)
            inks, least = [ink for one in both for ink in one if ink], MARK_CONTRAST
        for below, ground in grounds:
            if isinstance(item, TextRun) and isinstance(below, TextRun):
                said = _said(item), _said(below)
                yield Flaw(_name(item), "{} stands over {}", said, "give each a place of its own")
            elif ground is not None and (found := _best(inks, ground)) < least - 0.005:
                yield _faint(item, ground, found)
                break
        if any(isinstance(below, PlacedImage) for below, _ in grounds):
            yield from self._pictured(item, region, inks, least)
        if isinstance(item, TextRun):
            yield from _light_on_dark(item, [ground for _, ground in grounds if ground], share)

    def _pictured(
        self, item: TextRun | PlacedMark, region: Region, inks: Sequence[Colour], least: float
    ) -> Iterator[Flaw]:
        """Whether what stands over a picture differs from all but the worst of what it hides."""
        part = self._rasters[1].crop(self._here(region.box))
        if part.getcolors(1024) is None:  # more than need be told apart
            part = ImageOps.posterize(part, 5)
        if region.mask:
            part.putalpha(region.mask.convert("L"))
        found: Any = part.getcolors(part.width * part.height)
        squares = Counter({ink[:3]: count for count, ink in found if ink[3:] != (0,)})
        best = {ground: _best(inks, ground) for ground in squares}
        left = squares.total() * _WORST
        for ground in sorted(best, key=lambda colour: best[colour]):
            left -= squares[ground]
            if left < 0:
                if best[ground] < least - 0.005:
                    yield _faint(item, ground, best[ground], pictured=True)
                return

    def about(self, region: Region, accents: Sequence[Region]) -> list[int]:
        """The numbers in a text's region, and in that of its accents those of all but texts."""
        more = (number for one in accents for number in self._under(one))
        others = (one for one in more if not isinstance(self._painted[one][0], TextRun))
        return sorted({*self._under(region), *others})

    def _under(self, region: Region) -> Iterator[int]:
        """The numbers in a region, whatever part of it they fill."""
        part = self._rasters[0].crop(self._here(region.box))
        if region.mask is not None:
            inside = Raster.new("I", part.size, -1)
            inside.paste(part, mask=region.mask)
            part = inside
        found = part.getcolors(part.width * part.height)
        return (number for _, number in found if number >= 0)

    def _here(self, box: Squares) -> Squares:
        left, top, right, bottom = box
        return left - self._left, top - self._top, right - self._left, bottom - self._top

    def _ring(self, points: Points, whole: Any = int) -> list[tuple[int, int]]:
        """A ring in whole squares, as Pillow counts them, from here."""
        return [(whole(x) - self._left, whole(y) - self._top) for x, y in points]

    def _shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        rings = _rings(shape.path, matrix)
        if shape.fill is not None:
            self._painted.append((item, shape.fill))
            if len(rings) != 1:
                self._holed(rings, shape.fill)
            elif len(rings[0]) > 2:
                for pen, ink in zip(self._pens, (self.last, shape.fill), strict=False):
                    pen.polygon(self._ring(rings[0]), ink)
        if shape.stroke is not None:
            self._painted.append((item, shape.stroke))
            scale = matrix.scale if matrix else 1.0
            width = max(1, round(shape.stroke_width * scale * PER_MM))
            for ring in rings:
                for pen, ink in zip(self._pens, (self.last, shape.stroke), strict=False):
                    pen.line(self._ring(ring), ink, width)

    def _image(self, image: PlacedImage) -> None:
        self._painted.append((image, None))
        right, bottom = image.x + image.width, image.y + image.height
        corners = ((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom))
        self._pens[0].polygon(self._ring(_squares(corners)), self.last)
        if len(self._rasters) > 1:
            picture, (at,) = _picture(image), self._ring(_squares(corners[:1]), round)
            self._rasters[1].paste(picture, at, picture)

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


@lru_cache(maxsize=4)
def _picture(image: PlacedImage) -> Raster.Image:
    """A picture in the squares of its box."""
    size = max(1, round(image.width * PER_MM)), max(1, round(image.height * PER_MM))
    with Raster.open(BytesIO(image.data)) as opened:
        opened.draft("RGB", size)
        return opened.convert("RGBA").resize(size)


def _best(inks: Sequence[Colour], ground: Colour) -> float:
    return max((contrast(ink, ground) for ink in inks), default=1.0)


def _light_on_dark(run: TextRun, grounds: Sequence[Colour], share: float) -> Iterator[Flaw]:
    darkest = min(map(luminance, grounds), default=1.0)
    if darkest > _DARK or luminance(run.colour) < darkest:
        return
    if run.size < SMALLEST_ON_DARK * share - 0.005:
        found = f"{{}} is {run.size:.2f} pt high, light on dark"
        hint = f"set it in {SMALLEST_ON_DARK:g} pt or more: ink runs into small light letters"
        yield Flaw(_name(run), found, (_said(run),), hint)
    elif run.size < _LARGE - 0.005 and run.typeface.weight < _BOLD:
        found = f"{{}} is {run.size:.2f} pt high, light on dark, and not bold"
        hint = f"set it in a bold face, or in {_LARGE:g} pt or more"
        yield Flaw(_name(run), found, (_said(run),), hint)


def _faint(
    item: TextRun | PlacedMark, ground: Colour, measured: float, *, pictured: bool = False
) -> Flaw:
    inks = f"#{bytes(ground).hex().upper()}{' in a picture' * pictured}: contrast {measured:.1f}"
    hint = "4.5 to 1 is the least for text, 3 to 1 for marks"
    if pictured:
        hint += "; a plain ground may be painted over the picture first"
    # Each line of a text hides other pixels: it is the picture that is to be mended.
    kind = f"{{}} hardly differs from its ground {'{}' if pictured else inks} to 1"
    return Flaw(_name(item), kind, (_said(item), inks), hint)


def _name(item: TextRun | PlacedMark) -> str:
    return item.field or ""


def _said(item: Item | None) -> str:
    """What was painted, in a message."""
    if isinstance(item, TextRun):
        return quoted(item.text)
    if isinstance(item, PlacedMark):
        return f"the mark {item.field}" if item.field else "a drawing"
    if isinstance(item, Shape) and (colour := item.fill or item.stroke):
        return f"a shape #{bytes(colour).hex().upper()}"
    return "a picture"


def _inner(mark: PlacedMark, edge: float) -> Points:
    """The corners of a mark's box without a share of it at each side."""
    corners = ((edge, edge), (1 - edge, edge), (1 - edge, 1 - edge), (edge, 1 - edge))
    width, height = mark.drawing.width, mark.drawing.height
    return tuple(mark.matrix.apply(width * x, height * y) for x, y in corners)


def _squares(points: Points) -> list[tuple[float, float]]:
    return [(x * PER_MM, y * PER_MM) for x, y in points]


def _area(ring: Points) -> float:
    """Twice the area of a ring; its sign says which way it runs."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


@lru_cache(maxsize=4096)
def _rings(path: tuple[Segment, ...], matrix: Matrix | None) -> Sequence[Points]:
    """The polygons of a path under a map, its curves as chords, in squares of the raster."""
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
    if matrix:
        rings = [[matrix.apply(x, y) for x, y in ring] for ring in rings]
    return [_squares(ring) for ring in rings]


_STEPS = [step / _CHORDS for step in range(1, _CHORDS + 1)]
_WEIGHTS = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in _STEPS]
"""What the four points of a curve weigh at the end of each chord."""
