"""Turn what a face paints, in order, into what hides what and what cannot be told from its ground.

The face is painted once more, in squares of a tenth of a mm, each item in a number of its own and
each text as one block: what lies under a text is read before it is painted, what lies over it after
all is painted. It knows no rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageDraw, ImageFilter, ImageOps

from printgen.inspect.contrast import contrast, luminance
from printgen.layout.face import (
    Colour,
    Face,
    FormField,
    Item,
    PlacedImage,
    PlacedMark,
    Segment,
    Shape,
    TextRun,
)
from printgen.layout.geometry import Matrix
from printgen.layout.transform import extent
from printgen.seen.parts import Flaw, quoted
from printgen.seen.place import CAPITAL, Box, corners_of_text, height_of
from printgen.seen.words import EXAMPLE

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
SMALLEST_ON_DARK = 8.0
"""The least size in points of light text on a dark ground, and it must be bold."""

_LARGE = 12.0
"""From this size on light text need not be bold."""
_BOLD = 600
_DARK = 0.18
_PER_MM = 10.0
_MARK_EDGE = 0.15
"""The share of a mark's box, at each side, where its ground does not count."""
_WORST = 0.05
"""The share of what lies under a thing from which it need not differ, where that is a picture."""
_CHORDS = 8
_UPRIGHT = 0.01
_PAPER: Colour = (255, 255, 255)

Points = Sequence[tuple[float, float]]


def hidden_or_faint(face: Face, examples: tuple[str, ...]) -> Iterator[Flaw]:
    """What in a face is painted over, or hardly differs from what it stands on.

    Names that begin as `examples` do are of faces that are printed larger elsewhere.
    """
    return _Layers(face, examples).flaws()


_FIRST = "paint what lies below it first; in boxes, what stands over it is position: relative"


class _Region(NamedTuple):
    """A part of the raster: a box of squares, and those in it that count if not all do."""

    box: tuple[int, int, int, int]
    mask: Raster.Image | None


def _region(corners: Points) -> _Region:
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
    return _Region((left, top, right, bottom), mask)


class _Layers:
    """One face as it is painted: each square holds the number of what was painted there last.

    Where something stands over a picture a second raster holds the colours, but for those of texts.
    """

    def __init__(self, face: Face, examples: tuple[str, ...]) -> None:
        self._face = face
        self._examples = examples
        size = (round(face.width * _PER_MM) + 1, round(face.height * _PER_MM) + 1)
        self._raster = Raster.new("I", size, 0)
        self._rasters: list[Any] = [self._raster]
        if _is_over_a_picture(face):
            self._rasters.append(Raster.new("RGB", size, _PAPER))
        self._pens: list[Any] = [ImageDraw.Draw(raster) for raster in self._rasters]
        self._painted: list[tuple[Item | None, Colour | None]] = [(None, _PAPER)]
        """What each number stands for, and its colour; None of a picture, which has many."""

    def flaws(self) -> Iterator[Flaw]:
        """What is wrong, in the order of painting."""
        standing: list[tuple[TextRun | PlacedMark, _Region, int]] = []
        for item in self._face.items:
            if isinstance(item, TextRun):
                yield from self._text(item, standing)
            elif isinstance(item, PlacedMark):
                yield from self._mark(item, standing)
            elif isinstance(item, Shape):
                self._shape(item, item, None)
            elif isinstance(item, PlacedImage):
                self._image(item)
        for item, region, number in standing:
            accents = _accents(item)
            if self._is_open(region, number) and not accents:
                continue
            for above in sorted(self._about(region, accents)):
                over, _ = self._painted[above]
                # A number may stand in a ring: text on a mark is its ground's business.
                is_text = isinstance(over, TextRun)
                if (
                    above > number
                    and over is not item
                    and not (is_text and type(item) is PlacedMark)
                ):
                    found = f"{_said(item)} has {_said(over)} painted over it"
                    yield Flaw(_name(item), found, _FIRST)

    def _text(
        self, run: TextRun, standing: list[tuple[TextRun | PlacedMark, _Region, int]]
    ) -> Iterator[Flaw]:
        if run.text.isspace():
            return
        region = _region(corners_of_text(run.x, run.y, run.width, run.size, run.angle))
        grounds = [self._painted[number] for number in self._about(region, _accents(run))]
        for below, ground in grounds:
            if isinstance(below, TextRun):
                found = f"{_said(run)} stands over {_said(below)}"
                yield Flaw(_name(run), found, "give each a place of its own")
            elif ground is not None and contrast(run.colour, ground) < TEXT_CONTRAST - 0.005:
                yield _faint(run, ground, contrast(run.colour, ground))
                break
        if any(isinstance(below, PlacedImage) for below, _ in grounds):
            yield from self._pictured(run, region, (run.colour,), TEXT_CONTRAST)
        share = EXAMPLE if (run.field or "").startswith(self._examples) else 1.0
        yield from _light_on_dark(run, [ground for _, ground in grounds if ground], share)
        number = self._number(run, run.colour)
        if region.mask is None:
            left, top, right, bottom = region.box
            self._pens[0].rectangle((left, top, right - 1, bottom - 1), number)
        else:
            self._raster.paste(number, region.box, region.mask)
        standing.append((run, region, number))

    def _mark(
        self, mark: PlacedMark, standing: list[tuple[TextRun | PlacedMark, _Region, int]]
    ) -> Iterator[Flaw]:
        shapes = mark.drawing.shapes
        if mark.field is not None:
            inks = [ink for shape in shapes for ink in (shape.fill, shape.stroke) if ink]
            region = _region(_inner(mark, _MARK_EDGE))
            numbers = self._under(region)
            if any(isinstance(self._painted[number][0], PlacedImage) for number in numbers):
                yield from self._pictured(mark, region, inks, MARK_CONTRAST)
            for number in numbers:
                ground = self._painted[number][1]
                best = max((contrast(ink, ground) for ink in inks), default=1.0) if ground else 21.0
                if ground and best < MARK_CONTRAST - 0.005:
                    yield _faint(mark, ground, best)
                    break
        for shape in shapes:
            self._shape(shape, mark, mark.matrix)
        if mark.field is not None:
            standing.append((mark, _region(_inner(mark, 0.05)), len(self._painted) - 1))

    def _pictured(
        self, item: TextRun | PlacedMark, region: _Region, inks: Sequence[Colour], least: float
    ) -> Iterator[Flaw]:
        """Whether what stands over a picture differs from all but the worst of what it hides."""
        part = self._rasters[1].crop(region.box)
        if part.getcolors(1024) is None:  # more than need be told apart
            part = ImageOps.posterize(part, 5)
        if region.mask:
            part.putalpha(region.mask.convert("L"))
        found: Any = part.getcolors(part.width * part.height)
        squares = Counter({ink[:3]: count for count, ink in found if ink[3:] != (0,)})
        best = {c: max((contrast(ink, c) for ink in inks), default=1.0) for c in squares}
        left = squares.total() * _WORST
        for ground in sorted(best, key=lambda colour: best[colour]):
            left -= squares[ground]
            if left < 0:
                if best[ground] < least - 0.005:
                    yield _faint(item, ground, best[ground], " in a picture")
                return

    def _number(self, item: Item, colour: Colour | None) -> int:
        self._painted.append((item, colour))
        return len(self._painted) - 1

    def _shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        rings = _rings(shape.path, matrix)
        if shape.fill is not None:
            number = self._number(item, shape.fill)
            if len(rings) == 1:
                self._fill(rings[0], number, shape.fill)
            else:
                self._holed(rings, number, shape.fill)
        if shape.stroke is not None:
            number = self._number(item, shape.stroke)
            scale = matrix.scale if matrix else 1.0
            width = max(1, round(shape.stroke_width * scale * _PER_MM))
            for ring in rings:
                for pen, ink in zip(self._pens, (number, shape.stroke), strict=False):
                    pen.line(ring, ink, width)

    def _image(self, image: PlacedImage) -> None:
        right, bottom = image.x + image.width, image.y + image.height
        corners = ((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom))
        self._pens[0].polygon(_squares(corners), self._number(image, None))
        if len(self._rasters) > 1:
            picture = _picture(image)
            at = round(image.x * _PER_MM), round(image.y * _PER_MM)
            self._rasters[1].paste(picture, at, picture)

    def _fill(self, corners: Points, number: int, colour: Colour) -> None:
        if len(corners) > 2:
            for pen, ink in zip(self._pens, (number, colour), strict=False):
                pen.polygon(corners, ink)

    def _holed(self, rings: Sequence[Points], number: int, colour: Colour) -> None:
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
        for raster, ink in zip(self._rasters, (number, colour), strict=False):
            raster.paste(ink, box, mask)

    def _about(self, region: _Region, accents: _Region | None) -> set[int]:
        """The numbers in a text's region, and in that of its accents those of all but texts."""
        more = self._under(accents) if accents else ()
        return self._under(region).union(
            one for one in more if not isinstance(self._painted[one][0], TextRun)
        )

    def _under(self, region: _Region) -> set[int]:
        """The numbers in a region, whatever part of it they fill."""
        part = self._raster.crop(region.box)
        if region.mask is not None:
            inside = Raster.new("I", part.size, -1)
            inside.paste(part, mask=region.mask)
            part = inside
        colours = part.getcolors(part.width * part.height) or []
        return {number for _, number in colours if isinstance(number, int) and number >= 0}

    def _is_open(self, region: _Region, number: int) -> bool:
        """Whether a region still has one number alone: quickly told."""
        return self._raster.crop(region.box).getextrema() == (number, number)


def _is_over_a_picture(face: Face) -> bool:
    pictures: list[Box] = []
    for item in face.items:
        box = extent(item)
        edges = Box(box.x, box.y, box.x + box.width, box.y + box.height)
        if isinstance(item, PlacedImage):
            pictures.append(edges)
        elif isinstance(item, TextRun | PlacedMark) and any(map(edges.meets, pictures)):
            return True
    return False


@lru_cache(maxsize=4)
def _picture(image: PlacedImage) -> Raster.Image:
    """A picture in the squares of its box."""
    size = max(1, round(image.width * _PER_MM)), max(1, round(image.height * _PER_MM))
    with Raster.open(BytesIO(image.data)) as opened:
        opened.draft("RGB", size)
        return opened.convert("RGBA").resize(size)


def _accents(item: TextRun | PlacedMark) -> _Region | None:
    """The region of a text's accents, over its capitals."""
    if isinstance(item, PlacedMark) or (tall := height_of(item.text)) == CAPITAL:
        return None
    place = (item.x, item.y, item.width, item.size, item.angle)
    low, high = corners_of_text(*place), corners_of_text(*place, tall)
    return _region((low[3], low[2], high[2], high[3]))


def _light_on_dark(run: TextRun, grounds: Sequence[Colour], share: float) -> Iterator[Flaw]:
    darkest = min(map(luminance, grounds), default=1.0)
    if darkest > _DARK or luminance(run.colour) < darkest:
        return
    if run.size < SMALLEST_ON_DARK * share - 0.005:
        found = f"{_said(run)} is {run.size:.2f} pt high, light on dark"
        hint = f"set it in {SMALLEST_ON_DARK:g} pt or more: ink runs into small light letters"
        yield Flaw(_name(run), found, hint)
    elif run.size < _LARGE - 0.005 and run.typeface.weight < _BOLD:
        found = f"{_said(run)} is {run.size:.2f} pt high, light on dark, and not bold"
        yield Flaw(_name(run), found, f"set it in a bold face, or in {_LARGE:g} pt or more")


def _faint(item: TextRun | PlacedMark, ground: Colour, measured: float, where: str = "") -> Flaw:
    found = f"{_said(item)} hardly differs from its ground #{bytes(ground).hex().upper()}{where}:"
    hint = "4.5 to 1 is the least for text, 3 to 1 for marks"
    if where:
        hint += "; a plain ground may be painted over the picture first"
    # Each line of a text hides other pixels: it is the picture that is to be mended.
    cause = f"{type(item).__name__}{where}" if where else ""
    return Flaw(_name(item), f"{found} contrast {measured:.1f} to 1", hint, cause)


def _name(item: TextRun | PlacedMark) -> str:
    return item.field or ""


def _said(item: Item | None) -> str:
    """An item in a message."""
    match item:
        case TextRun():
            return quoted(item.text)
        case PlacedMark():
            return f"the mark {item.field}" if item.field else "a drawing"
        case PlacedImage():
            return "a picture"
        case FormField() | None:
            return "nothing"
        case Shape():
            colour = item.fill or item.stroke
            return f"a shape{f' #{bytes(colour).hex().upper()}' if colour else ''}"


def _inner(mark: PlacedMark, edge: float) -> Points:
    """The corners of a mark's box without a share of it at each side."""
    width, height = mark.drawing.width, mark.drawing.height
    left, right = width * edge, width * (1 - edge)
    top, bottom = height * edge, height * (1 - edge)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(mark.matrix.apply(x, y) for x, y in corners)


def _squares(points: Points) -> list[tuple[float, float]]:
    return [(x * _PER_MM, y * _PER_MM) for x, y in points]


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
