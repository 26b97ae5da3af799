"""Find text and marks that are covered, or have too little contrast with their background.

The area around an item is painted into a raster with pixels of 0.1 mm. An item is painted with its
number in each of its pixels. A text is painted as one block. The pixels of an item are read twice:
before it is painted, to find what is below it, and after all items are painted, to find what covers
it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageDraw, ImageFilter, ImageOps

from printgen.colour import Colour, Ink, contrast_ratio, mix_colours, relative_luminance
from printgen.face.face import Item, PlacedImage, PlacedMark, Segment, Shape, TextRun
from printgen.face.outlines import flatten_path
from printgen.face.transform import fade
from printgen.face_checks.seen_face import CAPITAL, flag, measure_em_height, quote_text
from printgen.geometry import Matrix, find_text_corners, make_rotation
from printgen.problems import Problem

# WCAG 2.1, 1.4.3 (text) and 1.4.11 (graphical objects), level AA.
TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
MIN_SIZE_ON_DARK = 8.0
"""The smallest size of light text on a dark background, in points; it must also be bold."""
PER_MM = 10.0
"""Pixels per mm: a pixel is thinner than a stroke of the smallest letters."""

_LARGE_SIZE = 12.0
"""From this size on, in points, light text does not have to be bold."""
_BOLD_WEIGHT = 600
_DARK_LUMINANCE = 0.18
_MARK_INSETS = 0.15, 0.05
"""The border of a mark that is ignored, as a share of its box.

The first share is for the check of its background, the second for the check of what covers it.
"""
_IGNORED_SHARES = {TextRun: 0.3, PlacedMark: 0.05}
"""The share of a letter or a mark in which the colours below may have too little contrast."""
_SLANT_TOLERANCE = 0.01
_MIN_OUTLINE = 0.1
"""The least width of an outline that separates a letter from its background, in mm."""
_PAPER_COLOUR: Colour = (255, 255, 255)

Points = Sequence[tuple[float, float]]
PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom; the right column and the bottom row are not included."""
ItemProblems = tuple[tuple[Problem, ...], tuple[Problem, ...]]
"""The contrast problems of an item with its background, and the problems of what covers it."""

_COVERED_HINT = "write it after the covering item; boxes with position: relative are painted last"


class PixelRegion(NamedTuple):
    """A part of a face: a box of pixels, and a mask of the pixels that count (None for all)."""

    box: PixelBox
    mask: Raster.Image | None


def find_regions(item: Item) -> Sequence[PixelRegion]:
    """Return the regions of pixels in which to check an item; empty if it is not checked.

    The first is for its background, the second for what covers it, the third for accents of a text.
    A text without accents has no third region.
    """
    if isinstance(item, TextRun) and not item.text.isspace():
        text_geometry = (item.x, item.y, item.width, item.size, item.angle)
        base, height = find_text_corners(*text_geometry, CAPITAL), measure_em_height(item.text)
        text_region, raised = _make_region(base), find_text_corners(*text_geometry, height)
        accents = (
            () if height == CAPITAL else (_make_region((base[3], base[2], raised[2], raised[3])),)
        )
        return text_region, text_region, *accents
    if isinstance(item, PlacedMark) and item.field is not None:
        return [_make_region(_inset_corners(item, inset)) for inset in _MARK_INSETS]
    return ()


def check_item(
    items: Sequence[Item], index: int, box: PixelBox, size: tuple[int, int], size_share: float
) -> ItemProblems:
    """Return the problems of `items[index]`: first those of its contrast, then what covers it.

    `items` are all items that reach into `box`, the pixels to check, on a face of `size` pixels.
    `size_share` scales the smallest size of light text on a dark background.
    """
    item = items[index]
    assert isinstance(item, (TextRun, PlacedMark))  # noqa: S101 - only these have regions
    layers = _PaintedRaster(box, size, any(map(_is_blended, items[:index])))
    layers.paint_items(items[:index])
    ground_region, cover, *accents = find_regions(item)
    ground_ids = layers.list_item_ids(ground_region, accents)
    below_problems = tuple(layers.find_ground_problems(item, ground_region, ground_ids, size_share))
    layers.paint_items([item])
    item_id = layers.last_item_id
    layers.paint_items(items[index + 1 :])
    return below_problems, tuple(
        layers.find_cover_problems(item, layers.list_item_ids(cover, accents), item_id)
    )


def _make_region(corners: Points) -> PixelRegion:
    """Return the region of pixels between four corners.

    Its border is left out, because a neighbour may touch the edge.
    """
    pixels = _to_pixels(corners)
    xs, ys = zip(*pixels, strict=True)
    left, top = ceil(min(xs)) + 1, ceil(min(ys)) + 1
    right, bottom = max(left + 1, floor(max(xs)) - 1), max(top + 1, floor(max(ys)) - 1)
    mask = None
    (ax, ay), (bx, by) = corners[:2]
    if abs(ax - bx) > _SLANT_TOLERANCE and abs(ay - by) > _SLANT_TOLERANCE:
        mask = Raster.new("1", (right - left, bottom - top))
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in pixels], 1)
        # Neighbours may also touch a slanted edge.
        mask = mask.convert("L").filter(ImageFilter.MinFilter(5)).convert("1")
    return PixelRegion((left, top, right, bottom), mask)


class _PaintedRaster:
    """A raster of a box: each pixel has the number of the item painted there last.

    With `has_pictures`, a second raster has the colours of everything except text.
    """

    def __init__(self, box: PixelBox, size: tuple[int, int], has_pictures: bool) -> None:
        self._left, self._top = max(box[0], 0), max(box[1], 0)
        right, bottom = min(box[2], size[0]), min(box[3], size[1])
        self._size = max(right - self._left, 0), max(bottom - self._top, 0)
        self._rasters: list[Any] = [Raster.new("I", self._size, 0)]
        if has_pictures:
            self._rasters.append(Raster.new("RGB", self._size, _PAPER_COLOUR))
        # A pen of mode RGBA blends colours that are not opaque with those below.
        pairs = zip(self._rasters, ("I", "RGBA"), strict=False)
        self._pens: list[Any] = [ImageDraw.Draw(raster, mode) for raster, mode in pairs]
        self._items: list[tuple[Item | None, Colour | None]] = [(None, _PAPER_COLOUR)]
        """The item and the colour of each number; the colour of a picture is None."""

    def paint_items(self, items: Iterable[Item]) -> None:
        """Paint more items over those that are already in the raster."""
        for item in items:
            if isinstance(item, TextRun):
                for box, mask in find_regions(item)[:1]:
                    self._items.append((item, item.colour))
                    self._rasters[0].paste(self.last_item_id, self._to_local_box(box), mask)
            elif isinstance(item, PlacedMark):
                for shape in item.drawing.shapes:
                    faded = shape if item.opacity == 1 else fade(shape, item.opacity)
                    self._paint_shape(faded, item, item.matrix)
            elif isinstance(item, Shape):
                self._paint_shape(item, item, None)
            elif isinstance(item, PlacedImage):
                self._paint_image(item)

    @property
    def last_item_id(self) -> int:
        """Return the number of the item painted last."""
        return len(self._items) - 1

    def find_cover_problems(
        self, item: TextRun | PlacedMark, item_ids: Iterable[int], own_id: int
    ) -> Iterator[Problem]:
        """Yield a problem for each of `item_ids` painted over `item`, whose number is `own_id`."""
        for item_id in item_ids:
            cover_item, _ = self._items[item_id]
            # Text may be printed on a mark, for example a number in a ring.
            if item_id > own_id and not (
                isinstance(cover_item, TextRun) and isinstance(item, PlacedMark)
            ):
                descriptions = _describe_item(item), _describe_item(cover_item)
                yield flag(_field(item), "{} has {} painted over it", _COVERED_HINT, *descriptions)

    def find_ground_problems(
        self, item: TextRun | PlacedMark, region: PixelRegion, item_ids: Iterable[int], share: float
    ) -> Iterator[Problem]:
        """Yield a problem if `item` has too little contrast with what is below it in `region`.

        `item_ids` are the numbers of the items below it. `share` scales the smallest size of light
        text on a dark background.
        """
        grounds = [self._items[item_id] for item_id in item_ids]
        min_contrast = TEXT_CONTRAST if isinstance(item, TextRun) else MARK_CONTRAST
        for ground_item, ground in grounds:
            if isinstance(item, TextRun) and isinstance(ground_item, TextRun):
                words = _describe_item(item), _describe_item(ground_item)
                yield flag(_field(item), "{} overlaps {}", "move one of them", *words)
            elif ground is not None and (ratio := _contrast(item, ground)) < min_contrast - 0.005:
                yield _make_contrast_problem(item, ground, ratio)
                break
        else:
            if any(ground is None for _, ground in grounds):
                yield from self._find_blended_problems(item, region, min_contrast)
        if isinstance(item, TextRun):
            yield from _check_dark(item, [ground for _, ground in grounds if ground], share)

    def _find_blended_problems(
        self, item: TextRun | PlacedMark, region: PixelRegion, limit: float
    ) -> Iterator[Problem]:
        """Yield a problem if a text or mark has a contrast under `limit` with what is below it.

        Each letter is checked by itself. The worst pixels, a share of `_IGNORED_SHARES`, are
        ignored.
        """
        for part in _split_text(item) if isinstance(item, TextRun) else (region,):
            crop = self._rasters[1].crop(self._to_local_box(part.box))
            if crop.getcolors(1024) is None:  # fewer colours are precise enough, and faster
                crop = ImageOps.posterize(crop, 5)
            if part.mask:
                crop.putalpha(part.mask.convert("L"))
            counts: Any = crop.getcolors(crop.width * crop.height)
            pixel_counts = Counter({ink[:3]: count for count, ink in counts if ink[3:] != (0,)})
            contrasts = sorted((_contrast(item, ground), ground) for ground in pixel_counts)
            remaining = pixel_counts.total() * _IGNORED_SHARES[type(item)]
            for ratio, ground in contrasts:
                remaining -= pixel_counts[ground]
                if remaining < 0 and ratio < limit - 0.005:
                    has_picture = any(isinstance(other, PlacedImage) for other, _ in self._items)
                    yield _make_contrast_problem(item, ground, ratio, is_picture=has_picture)
                    return
                if remaining < 0:
                    break

    def list_item_ids(self, region: PixelRegion, accents: Sequence[PixelRegion]) -> list[int]:
        """Return the numbers of the items painted in `region` or `accents`.

        Texts are left out of `accents`: the accents of a text may touch the line above.
        """
        accent_ids = (item_id for elem in accents for item_id in self._list_region_ids(elem))
        other_ids = (elem for elem in accent_ids if not isinstance(self._items[elem][0], TextRun))
        return sorted({*self._list_region_ids(region), *other_ids})

    def _list_region_ids(self, region: PixelRegion) -> Iterator[int]:
        """Yield the number of each item that is seen in a region."""
        crop = self._rasters[0].crop(self._to_local_box(region.box))
        if region.mask is not None:
            masked_crop = Raster.new("I", crop.size, -1)
            masked_crop.paste(crop, mask=region.mask)
            crop = masked_crop
        id_counts = crop.getcolors(crop.width * crop.height)
        return (item_id for _, item_id in id_counts if item_id >= 0)

    def _to_local_box(self, box: PixelBox) -> PixelBox:
        left, top, right, bottom = box
        return left - self._left, top - self._top, right - self._left, bottom - self._top

    def _to_local_ring(self, points: Points, to_integer: Any = int) -> list[tuple[int, int]]:
        """Return a closed line in whole pixels, relative to the corner of this raster."""
        return [(to_integer(x) - self._left, to_integer(y) - self._top) for x, y in points]

    def _paint_shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        rings = _flatten_path(shape.path, matrix)
        if shape.fill is not None:
            self._items.append((item, None if len(shape.fill) == 4 else shape.fill))
            if len(rings) != 1:
                self._fill_with_holes(rings, shape.fill)
            elif len(rings[0]) > 2:
                for pen, ink in zip(self._pens, (self.last_item_id, shape.fill), strict=False):
                    pen.polygon(self._to_local_ring(rings[0]), ink)
        if shape.stroke is not None:
            self._items.append((item, None if len(shape.stroke) == 4 else shape.stroke))
            scale = matrix.scale if matrix else 1.0
            width = max(1, round(shape.stroke_width * scale * PER_MM))
            for ring in rings:
                for pen, ink in zip(self._pens, (self.last_item_id, shape.stroke), strict=False):
                    pen.line(self._to_local_ring(ring), ink, width)

    def _paint_image(self, image: PlacedImage) -> None:
        self._items.append((image, None))
        right, bottom = image.x + image.width, image.y + image.height
        corners = ((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom))
        self._pens[0].polygon(self._to_local_ring(_to_pixels(corners)), self.last_item_id)
        if len(self._rasters) > 1:
            (corner,) = self._to_local_ring(_to_pixels(corners[:1]), round)
            picture = _scale_picture(image)
            self._rasters[1].paste(picture, corner, picture)

    def _fill_with_holes(self, rings: Sequence[Points], colour: Colour) -> None:
        """Fill closed lines; those that run in the opposite direction of the first are holes.

        This is the nonzero winding rule for rings that do not cross (SVG 1.1, 11.3).
        """
        mask = Raster.new("1", self._size)
        pen = ImageDraw.Draw(mask)
        clockwise = _double_area(rings[0]) > 0
        for ring in rings:
            if len(ring) > 2:
                pen.polygon(self._to_local_ring(ring, floor), (_double_area(ring) > 0) is clockwise)
        # A hole would erase paint around it that is thinner than a pixel.
        for ring in rings:
            pen.line(self._to_local_ring([*ring, ring[0]], floor), 1)
        for raster, ink in zip(self._rasters, (self.last_item_id, colour), strict=False):
            raster.paste(ink, None, mask)


@lru_cache(maxsize=4)
def _scale_picture(image: PlacedImage) -> Raster.Image:
    """Return a picture scaled to the pixels of its box."""
    size = max(1, round(image.width * PER_MM)), max(1, round(image.height * PER_MM))
    with Raster.open(BytesIO(image.data)) as opened:
        opened.draft("RGB", size)
        picture = opened.convert("RGBA").resize(size)
    picture.putalpha(picture.getchannel("A").point(lambda level: level * image.opacity))
    return picture


def _is_blended(item: Item) -> bool:
    """Return whether the colours of an item mix with those below it, or are those of a picture."""
    if isinstance(item, Shape):
        return len(item.fill or item.stroke or ()) == 4
    return isinstance(item, PlacedImage) or (isinstance(item, PlacedMark) and item.opacity != 1)


def _contrast(item: TextRun | PlacedMark, ground: Colour) -> float:
    """Return the contrast ratio of an item with a colour below it, or a text with its outline."""
    others = [ground]
    if isinstance(item, PlacedMark):
        shapes = [fade(shape, item.opacity) for shape in item.drawing.shapes]
        inks = [ink for shape in shapes for ink in (shape.fill, shape.stroke) if ink]
    else:
        inks = [item.colour]
        if item.outline and item.outline_width >= _MIN_OUTLINE:
            others.append(_blend(item.outline, ground))
    pairs = ((_blend(ink, ground), other) for ink in inks for other in others)
    return max((contrast_ratio(ink, other) for ink, other in pairs), default=1.0)


def _blend(ink: Colour, ground: Colour) -> Ink:
    """Return the colour that an ink, which may have an opacity, has on a background colour."""
    if len(ink) == 3:
        return ink
    red, green, blue, *_ = mix_colours(ink[:3], ground, (*ink, 255)[3] / 255)
    return red, green, blue


def _split_text(run: TextRun) -> Iterator[PixelRegion]:
    """Yield a region for each letter of a text, as if all letters were equally wide."""
    width, matrix = run.width / len(run.text), make_rotation(run.angle, run.x, run.y)
    for index in range(len(run.text)):
        place = matrix.transform_point(run.x + width * index, run.y)
        yield _make_region(find_text_corners(*place, width, run.size, run.angle, CAPITAL))


def _check_dark(run: TextRun, grounds: Sequence[Colour], size_share: float) -> Iterator[Problem]:
    # Ink spreads on paper: thin light strokes on a dark ground fill in.
    darkest = min((relative_luminance(ground[:3]) for ground in grounds), default=1.0)
    if darkest > _DARK_LUMINANCE or relative_luminance(run.colour[:3]) < darkest:
        return
    if run.size < MIN_SIZE_ON_DARK * size_share - 0.005:
        message = f"{{}} is {run.size:.2f} pt high, light on dark"
        hint = f"use {MIN_SIZE_ON_DARK:g} pt or more: ink spreads into small light letters"
        yield flag(_field(run), message, hint, _describe_item(run))
    elif run.size < _LARGE_SIZE - 0.005 and run.typeface.weight < _BOLD_WEIGHT:
        message = f"{{}} is {run.size:.2f} pt high, light on dark, and not bold"
        hint = f"use a bold font, or {_LARGE_SIZE:g} pt or more"
        yield flag(_field(run), message, hint, _describe_item(run))


def _make_contrast_problem(
    item: TextRun | PlacedMark, ground: Colour, ratio: float, *, is_picture: bool = False
) -> Problem:
    inks = f"#{bytes(ground).hex().upper()}{' in a picture' * is_picture}: contrast {ratio:.1f}"
    hint = "text needs at least 4.5 to 1, marks 3 to 1"
    if is_picture:
        hint += "; you can paint a plain background over the picture first"
    # The colour is not part of the cause: each line of a text is over other pixels of a picture.
    message = f"{{}} hardly differs from its background {'{}' if is_picture else inks} to 1"
    return flag(_field(item), message, hint, _describe_item(item), inks)


def _field(item: TextRun | PlacedMark) -> str:
    return item.field or ""


def _describe_item(item: Item | None) -> str:
    """Return how a message names an item, for example by the text or the field that it prints."""
    if isinstance(item, TextRun):
        return quote_text(item.text)
    if isinstance(item, PlacedMark):
        return f"the mark {item.field}" if item.field else "a drawing"
    if isinstance(item, Shape) and (colour := item.fill or item.stroke):
        return f"a shape #{bytes(colour).hex().upper()}"
    return "a picture"


def _inset_corners(mark: PlacedMark, inset: float) -> Points:
    """Return the corners of a mark's box, moved inwards by `inset`, a share of its sides."""
    corners = ((inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset))
    width, height = mark.drawing.width, mark.drawing.height
    return tuple(mark.matrix.transform_point(width * x, height * y) for x, y in corners)


def _to_pixels(points: Points) -> list[tuple[float, float]]:
    return [(x * PER_MM, y * PER_MM) for x, y in points]


def _double_area(ring: Points) -> float:
    """Return twice the area of a closed line; the sign says in which direction it runs."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


@lru_cache(maxsize=4096)
def _flatten_path(path: tuple[Segment, ...], matrix: Matrix | None) -> Sequence[Points]:
    """Return the polygons of a path in pixels of 0.1 mm, its curves as short straight lines.

    `matrix` transforms the path first.
    """
    rings: Sequence[Points] = flatten_path(path)
    if matrix:
        rings = [[matrix.transform_point(x, y) for x, y in ring] for ring in rings]
    return [_to_pixels(ring) for ring in rings]
