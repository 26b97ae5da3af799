"""Find text and marks that are covered, or have too little contrast with their background.

The area around an item is painted into a raster with pixels of 0.1 mm. An item is painted with its
number in each of its pixels. A text is painted as one block. The pixels of an item are read twice:
before it is painted, to find what is below it, and after all items are painted, to find what covers
it. For a text, these are the pixels of its block, and those of its ink outside of the block.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
from math import ceil, floor
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec.structs import replace
from PIL import Image as Raster
from PIL import ImageChops, ImageDraw, ImageFilter, ImageStat

from printgen.colour import (
    Colour,
    Ink,
    compute_contrast_ratio,
    compute_relative_luminance,
    find_readable_ink,
    mix_colours,
)
from printgen.face.face import Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.shaping import has_ink
from printgen.face.transform import fade, find_item_bounds
from printgen.face_checks.ink_visibility import (
    ANY_WHITE,
    LETTER_WINDOW,
    PART_WINDOW,
    is_edge_lost,
    is_ink_lost,
    remove_thin_lines,
)
from printgen.face_checks.seen_face import CAP_HEIGHT, make_field_problem, quote_text
from printgen.face_checks.texts import can_be_faint
from printgen.geometry import (
    MM_PER_POINT,
    Box,
    Matrix,
    enclose_points,
    find_bounding_box,
    find_text_corners,
    make_box,
    make_rotation,
)
from printgen.preflight.path_masks import (
    PX_PER_MM,
    ClosedLine,
    Pixel,
    Points,
    cache_mask_if_often,
    convert_to_pixels,
    flatten_to_closed_lines,
    get_cached_mask,
    make_closed_line,
    make_mask,
    round_to_pixels,
)
from printgen.preflight.text_ink import (
    MARK_CONTRAST,
    draw_ink,
    is_covered_by_outline,
    measure_ink,
)
from printgen.problems import Problem, Severity

# WCAG 2.1, 1.4.3, level AA. Its 1.4.11 has the contrast of marks.
TEXT_CONTRAST = 4.5
MIN_SIZE_ON_DARK = 8.0
"""The smallest size of light text on a dark background, in points; it must also be bold."""

_MIN_RATIO = 1.2
"""The least contrast of a text with a plain background: with less, the proof would not see it."""
_LARGE_SIZE = 12.0
"""From this size on, in points, light text does not have to be bold."""
_BOLD_WEIGHT = 600
_DARK_LUMINANCE = 0.18
_MARK_INSETS = 0.15, 0.05
"""The border of a mark that is ignored, as a share of its box.

The first share is for the check of its background, the second for the check of what covers it.
"""
_IGNORED_SHARE = 0.05
"""The share of a mark in which the colours below may have too little contrast."""
_MIN_SPAN = 0.6
"""The share of a mark's longer side that is spanned by the parts whose contrast counts."""
_RULE_MARGIN = 20
"""How many pixels around a text are examined, to tell lines across it from larger areas."""
_FINENESS = 4
"""How many times finer the raster for covered ink is. Its pixels are 0.025 mm wide."""
_MAX_EM_PIXELS = 160
"""The most pixels in an em of the raster for texts that touch."""
_UNLIMITED_BOX = 0, 0, 1 << 20, 1 << 20
_OPAQUE = 0.9 * 255
"""From this alpha on, paint counts as opaque."""
_MAX_HIDDEN_SHARE = 0.6
"""The most of a mark that the ink of texts may hide, such as that of a number on a shield."""
_MIN_LINE_DISTANCE = 0.8
"""The distance of lines, in em, from which only tails and accents meet."""
_MIN_LINE_GAP = 0.05
"""The distance from the ink of another text in em, within which ink cannot be told from it."""
_INK_LEVELS = [255 * (level >= 128) for level in range(256)]
"""Maps the share of a pixel that ink covers, as a grey, to white if it is at least half."""
_SLANT_TOLERANCE = 0.01
_MIN_OUTLINE = 0.1
"""The least width of an outline that separates a letter from its background, in mm."""
_MIN_EDGE = 0.01
"""The least width around letters in which a shadow must separate them, in em."""
_PAPER_COLOUR: Colour = (255, 255, 255)

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom; the right column and the bottom row are not included."""
ItemProblems = tuple[tuple[Problem, ...], tuple[Problem, ...]]
"""The contrast problems of an item with its background, and the problems of what covers it."""

_COVERED_HINT = "write it after the covering item; boxes with position: relative are painted last"


class PixelRegion(NamedTuple):
    """A part of a face: a box of pixels, and a mask of the pixels in it that belong to the part.

    If the mask is None, all pixels belong to it.
    """

    box: PixelBox
    mask: Raster.Image | None


def find_checked_regions(item: Item) -> Sequence[PixelRegion]:
    """Return the two regions of pixels in which to check an item; empty if it is not checked.

    In the first region, its background is checked; in the second, what covers it.
    """
    if isinstance(item, TextRun) and not item.text.isspace():
        return [_find_text_area(item)] * 2
    if isinstance(item, PlacedMark) and item.field is not None:
        return [_make_inner_region(_inset_corners(item, inset)) for inset in _MARK_INSETS]
    return ()


def find_checked_box(item: Item) -> PixelBox | None:
    """Return the box around the checked regions of an item and its ink; None without regions."""
    boxes = [region.box for region in find_checked_regions(item)]
    if isinstance(item, TextRun) and boxes and (ink := _find_ink_box(item)):
        left, top, right, bottom = (PX_PER_MM * edge for edge in ink)
        boxes.append((floor(left) - 1, floor(top) - 1, ceil(right) + 1, ceil(bottom) + 1))
    return unite_pixel_boxes(boxes) if boxes else None


def _find_ink_box(run: TextRun) -> Box | None:
    """Return the bounds of the ink of a text on its face, in mm; None if it has no ink."""
    ink = measure_ink(run)
    if ink is None:
        return None
    place = Matrix(e=run.x, f=run.y) @ make_rotation(run.angle)
    corners = [(x, y) for x in (ink.left, ink.right) for y in (ink.top, ink.bottom)]
    return enclose_points(*zip(*[place.transform_point(*c) for c in corners], strict=True))


def unite_pixel_boxes(boxes: Sequence[PixelBox]) -> PixelBox:
    """Return the smallest box of pixels that contains all of these boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _find_text_area(run: TextRun) -> PixelRegion:
    """Return the region of the letters of a text, from the baseline to capital height."""
    return _make_inner_region(
        find_text_corners(run.x, run.y, run.width, run.size, run.angle, CAP_HEIGHT)
    )


def check_item_visibility(
    items: Sequence[Item], index: int, box: PixelBox, size: tuple[int, int], size_share: float
) -> ItemProblems:
    """Return the contrast problems of `items[index]`, and then the problems of what covers it.

    `items` are all items that reach into `box`, the box of pixels to check. `size` is the size of
    the face in pixels. `size_share` is a factor for the smallest size of light text on a dark
    background.
    """
    item = items[index]
    assert isinstance(item, (TextRun, PlacedMark))  # noqa: S101 - only these have regions
    layers = _PaintedRaster(box, size, has_pictures=False)
    layers.paint_items(items[:index])
    (ground_region, cover), everywhere = find_checked_regions(item), PixelRegion(box, None)
    seen_ids = layers.list_visible_item_ids(everywhere)
    ground_ids = layers.list_visible_item_ids(ground_region) if len(seen_ids) > 1 else seen_ids
    is_crossed = isinstance(item, TextRun) and layers.has_non_text({*seen_ids} - {*ground_ids})
    # A shadow can separate the letters from the background around them.
    has_shadow = isinstance(item, TextRun) and item.has_shadow
    if is_crossed or layers.has_pictures_or_blends(seen_ids):
        # Only colours show how much of the ink they hide, such as an underline under a tail.
        painted_box = _expand_box(box, _RULE_MARGIN) if is_crossed else box
        layers = _PaintedRaster(painted_box, size, has_pictures=True)
        layers.paint_items(items[:index])
    ground_layers = layers
    if has_shadow:
        # A thin outline below the letters is thinner than a pixel.
        ground_layers = _PaintedRaster(_expand_box(box, _RULE_MARGIN), size, True, _FINENESS)
        ground_layers.paint_items(items[:index])
    blended_region = everywhere if isinstance(item, TextRun) else ground_region
    below_problems = tuple(
        ground_layers.check_contrast(item, blended_region, ground_ids, size_share)
    )
    first_id = layers.last_item_id + 1
    layers.paint_items([item])
    item_id = layers.last_item_id
    later_runs = [other for other in items[index + 1 :] if isinstance(other, TextRun)]
    is_hidden = isinstance(item, PlacedMark) and layers.is_hidden_by_ink(first_id, later_runs)
    layers.paint_items(items[index + 1 :])
    later_ids = [number for number in layers.list_visible_item_ids(everywhere) if number > item_id]
    covers: Sequence[Item | None] = ()
    if later_ids:
        covers = [*layers.list_covering_items(item, layers.list_visible_item_ids(cover), item_id)]
    if is_hidden and not covers:
        covers = later_runs
    if isinstance(item, TextRun) and not covers and layers.has_non_text(later_ids):
        later_layers = _PaintedRaster(box, size, has_pictures=False, fineness=_FINENESS)
        later_layers.paint_items(i for i in items[index + 1 :] if not isinstance(i, TextRun))
        covers = later_layers.list_items_over_ink(item)
    if isinstance(item, TextRun) and not covers:
        below_problems += tuple(_check_touching_texts(item, later_runs, size))
    return below_problems, tuple(
        make_field_problem(
            _get_field(item),
            "{} has {} painted over it",
            _COVERED_HINT,
            _describe_item(item),
            _describe_item(cover_item),
        )
        for cover_item in covers
    )


def _check_touching_texts(
    run: TextRun, later_runs: Sequence[TextRun], size: tuple[int, int]
) -> Iterator[Problem]:
    """Yield a problem for each later text with ink over the ink of a text, as in too close lines.

    Only ink in the block of one of them counts. `size` is the size of the face in pixels.
    """
    box = _find_ink_box(run) if later_runs else None
    em = run.size * MM_PER_POINT
    scale = min(_FINENESS, _MAX_EM_PIXELS / em / PX_PER_MM)
    per_mm = PX_PER_MM * scale
    for other in later_runs if box else ():
        other_box = None if _is_apart(run, other) else _find_ink_box(other)
        if box and other_box and box.overlaps(other_box):
            shared = _intersect_boxes(box, other_box)
            face = Box(0.0, 0.0, size[0] / PX_PER_MM, size[1] / PX_PER_MM)
            area = _intersect_boxes(shared.expand_by(em), face)
            if area.left >= area.right or area.top >= area.bottom:
                continue
            left, top, right, bottom = (round(per_mm * edge) for edge in area)
            pixels = left, top, max(right, left + 1), max(bottom, top + 1)
            ink, other_ink = (draw_ink(each, pixels, per_mm) for each in (run, other))
            blocks = (_draw_text_area(each, pixels, scale) for each in (run, other))
            # Averages of squares, because filters for the lightest pixel take much longer.
            spread = ImageFilter.BoxBlur(round(_MIN_LINE_GAP * em * per_mm))
            near_ink = other_ink.filter(spread).point(ANY_WHITE)
            lost = ImageChops.multiply(near_ink, ImageChops.lighter(*blocks))
            if is_ink_lost(ink, lost, per_mm * em, LETTER_WINDOW):
                yield _make_overlap_problem(run, other)


def _intersect_boxes(box: Box, other: Box) -> Box:
    return Box(*map(max, box[:2], other[:2]), *map(min, box[2:], other[2:]))


def _is_apart(run: TextRun, other: TextRun) -> bool:
    """Return whether only tails and accents of texts may meet, or a sign is drawn over a letter."""
    if not any(map(has_ink, other.text)):
        return True
    _, distance = make_rotation(-run.angle).transform_point(other.x - run.x, other.y - run.y)
    em = max(run.size, other.size) * MM_PER_POINT
    return run.angle == other.angle and abs(distance) >= _MIN_LINE_DISTANCE * em


def _draw_text_area(run: TextRun, box: PixelBox, scale: float) -> Raster.Image:
    """Return a raster that is white in the block of a text, from the baseline to capital height.

    `box` is the part of the face in pixels of the raster, `scale` times finer than 0.1 mm.
    """
    block, mask = _find_text_area(run)
    left, top, right, bottom = (round(edge * scale) for edge in block)
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    raster = Raster.new("L", (box[2] - box[0], box[3] - box[1]))
    place = left - box[0], top - box[1], right - box[0], bottom - box[1]
    raster.paste(255, place, mask and mask.resize((right - left, bottom - top)))
    return raster


def _make_overlap_problem(run: TextRun, other: TextRun) -> Problem:
    words = _describe_item(run), _describe_item(other)
    hint = "move one of them, or set a larger line-height"
    return make_field_problem(_get_field(run), "{} overlaps {}", hint, *words)


def _make_inner_region(corners: Points) -> PixelRegion:
    """Return the region of the pixels inside the quadrilateral with these corners, in mm.

    Pixels at its edge are left out, because a neighbour may touch the edge.
    """
    pixels = convert_to_pixels(corners)
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


def measure_seen_ink(
    items: Sequence[Item], indexes: Sequence[int], size: tuple[int, int]
) -> tuple[Ink, Ink] | None:
    """Return the mean colour that is seen where some items are painted, and the one below them.

    `items` are all items there, without texts, and `indexes` are the positions of those to measure.
    `size` is the size of the face in pixels. Return None if the items paint nothing on the face.
    """
    bounds = find_bounding_box([find_item_bounds(items[index]) for index in indexes])
    left, top, right, bottom = (PX_PER_MM * edge for edge in bounds)
    box = floor(left) - 1, floor(top) - 1, ceil(right) + 1, ceil(bottom) + 1
    layers = _PaintedRaster(box, size, True, _FINENESS)
    layers.paint_items(items[: min(indexes)])
    below, painted = layers.copy_colours(), None
    for index in range(min(indexes), len(items)):
        first_id = layers.last_item_id + 1
        layers.paint_items([items[index]])
        if index in indexes:
            area = layers.make_mask_of_items_from(first_id)
            painted = ImageChops.lighter(painted, area) if painted else area
    if not painted or not painted.getbbox():
        return None
    means = (ImageStat.Stat(each, painted).mean for each in (layers.copy_colours(), below))
    seen, ground = ((round(red), round(green), round(blue)) for red, green, blue in means)
    return seen, ground


class _PaintedRaster:
    """A raster of a part of a face: each pixel has the number of the item painted there last.

    `box` is the part, and `size` the size of the face, in pixels. With `has_pictures`, a second
    raster has the colours of everything except text. This raster has `fineness` times as many
    pixels along each side as the box.
    """

    def __init__(
        self, box: PixelBox, size: tuple[int, int], has_pictures: bool, fineness: int = 1
    ) -> None:
        box, size = _scale_box(box, fineness), (size[0] * fineness, size[1] * fineness)
        self._fineness = fineness
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
                if not item.text.isspace():
                    box, mask = _find_text_area(item)
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
        """The number of the item painted last."""
        return len(self._items) - 1

    def copy_colours(self) -> Raster.Image:
        """Return a copy of the colours painted so far; the raster must have pictures."""
        colours: Raster.Image = self._rasters[1].copy()
        return colours

    def make_mask_of_items_from(self, first_id: int) -> Raster.Image:
        """Return a mask of the pixels of the item with the number `first_id` and those after it."""
        ids: Raster.Image = self._rasters[0]
        return ids.point(lambda number: number * 255 - (first_id - 1) * 255).convert("L")

    def list_covering_items(
        self, item: TextRun | PlacedMark, item_ids: Iterable[int], own_id: int
    ) -> Iterator[Item | None]:
        """Yield the items with the numbers `item_ids` that are painted over `item`.

        `own_id` is the number of `item`. Text on a mark is left out, because it may be there.
        """
        for item_id in item_ids:
            cover_item, _ = self._items[item_id]
            # Text may be printed on a mark, for example a number in a ring.
            if item_id > own_id and not (
                isinstance(cover_item, TextRun) and isinstance(item, PlacedMark)
            ):
                yield cover_item

    def list_items_over_ink(self, run: TextRun) -> list[Item | None]:
        """Return the items in this raster that hide a part of the ink of a text."""
        box, per_mm = self._clip_box(_UNLIMITED_BOX), PX_PER_MM * self._fineness
        ink = draw_ink(run, box, per_mm)
        hidden = self._rasters[0].point(lambda number: number * 255).convert("L")
        if not is_ink_lost(ink, hidden, run.size * MM_PER_POINT * per_mm):
            return []
        ids = self.list_visible_item_ids(PixelRegion(box, ink.point(_INK_LEVELS, "1")))
        return [self._items[item_id][0] for item_id in ids if item_id]

    def is_hidden_by_ink(self, first_id: int, runs: Sequence[TextRun]) -> bool:
        """Return whether the ink of `runs` hides most of the visible parts of some items.

        These are the item with the number `first_id` and all items painted after it.
        """
        if not runs:
            return False
        box = self._clip_box(_UNLIMITED_BOX)
        seen, hidden = self.make_mask_of_items_from(first_id), Raster.new("L", self._size)
        for run in runs:
            hidden = ImageChops.lighter(hidden, draw_ink(run, box, PX_PER_MM * self._fineness))
        areas = [ImageStat.Stat(each).sum[0] for each in (ImageChops.multiply(seen, hidden), seen)]
        return areas[0] > _MAX_HIDDEN_SHARE * areas[1]

    def check_contrast(
        self, item: TextRun | PlacedMark, region: PixelRegion, item_ids: Iterable[int], share: float
    ) -> Iterator[Problem]:
        """Yield a problem if `item` has too little contrast with what is below it in `region`.

        `item_ids` are the numbers of the items below it. `share` is a factor for the smallest size
        of light text on a dark background.
        """
        grounds = [self._items[item_id] for item_id in item_ids]
        min_contrast = TEXT_CONTRAST if isinstance(item, TextRun) else MARK_CONTRAST
        for ground_item, ground in grounds:
            if isinstance(item, TextRun) and isinstance(ground_item, TextRun):
                yield _make_overlap_problem(item, ground_item)
            elif (
                ground is not None
                and not getattr(item, "has_shadow", False)
                and (ratio := _get_contrast(item, ground)) < min_contrast - 0.005
            ):
                yield _make_contrast_problem(item, ground, ratio)
                break
        else:
            if len(self._rasters) > 1:
                yield from self._check_blended_contrast(item, region, min_contrast)
        if isinstance(item, TextRun):
            yield from _check_light_text(item, [ground for _, ground in grounds if ground], share)

    def _check_blended_contrast(
        self, item: TextRun | PlacedMark, region: PixelRegion, limit: float
    ) -> Iterator[Problem]:
        """Yield a problem if a text or mark has less contrast than `limit` with colours below it.

        No part of a text may have less contrast. Of a mark, a share of `_IGNORED_SHARE` may. A text
        with a shadow is checked at its edge, because its own ink hides what is below it.
        """
        box = region.box
        if isinstance(item, TextRun):
            box = self._clip_box(_scale_box(_expand_box(box, _RULE_MARGIN), self._fineness))
        # With at most 256 colours in the picture, they are kept as they are.
        crop = self._rasters[1].crop(self._to_local_box(box)).quantize(256)
        levels: Sequence[int] = crop.getpalette() or ()
        grounds: list[Any] = [tuple(levels[at : at + 3]) for at in range(0, len(levels), 3)]
        ratios = [_get_contrast(item, ground) for ground in grounds]
        is_lost = [255 * (ratio < limit - 0.005) for ratio in ratios]
        if not any(is_lost[number] for _, number in crop.getcolors()):
            return
        lost = crop.point([*is_lost, *[0] * (256 - len(is_lost))], "L")
        if isinstance(item, TextRun):
            per_mm = PX_PER_MM * self._fineness
            ink, em = draw_ink(item, box, per_mm), item.size * MM_PER_POINT * per_mm
            block = _draw_text_area(item, box, self._fineness)
            lost = remove_thin_lines(lost, block, em)
            if item.has_shadow:
                ink = ink.point(_INK_LEVELS)
                width = round(max(_MIN_OUTLINE * per_mm, _MIN_EDGE * em))
                around = ink.filter(ImageFilter.BoxBlur(width)).point(ANY_WHITE)
                ink = ImageChops.subtract(around, ink)
                has_lost_ink = is_edge_lost(ink, lost, block, em)
            else:
                # What is seen of ink is its edge, so the ground next to it counts too.
                ink = ink.filter(ImageFilter.MaxFilter(3))
                has_lost_ink = any(
                    is_ink_lost(ink, lost, em, window) for window in (PART_WINDOW, LETTER_WINDOW)
                )
            ink = ink.point(_INK_LEVELS, "1")
        else:
            ink = region.mask or Raster.new("1", crop.size, 1)
            counts = lost.histogram(ink)
            has_lost_ink = counts[255] > _IGNORED_SHARE * (counts[0] + counts[255])
        if has_lost_ink:
            used = (number for number, count in enumerate(crop.histogram(ink)) if count)
            ratio, ground = min((ratios[number], grounds[number]) for number in used)
            has_picture = any(isinstance(other, PlacedImage) for other, _ in self._items)
            yield _make_contrast_problem(item, ground, ratio, is_picture=has_picture)

    def has_non_text(self, item_ids: Iterable[int]) -> bool:
        """Return whether any of the items with the numbers `item_ids` is not a text."""
        return not all(isinstance(self._items[item_id][0], TextRun) for item_id in item_ids)

    def has_pictures_or_blends(self, item_ids: Iterable[int]) -> bool:
        """Return whether any of the items with the numbers `item_ids` has no single colour.

        A picture has none, and neither has an item that lets colours below it through.
        """
        items = (self._items[item_id] for item_id in item_ids)
        return any(colour is None or _is_blended(item) for item, colour in items)

    def _clip_box(self, box: PixelBox) -> PixelBox:
        """Return the part of a box of pixels that is inside this raster, at least one pixel."""
        width, height = self._size
        left, top = max(box[0], self._left), max(box[1], self._top)
        right, bottom = min(box[2], self._left + width), min(box[3], self._top + height)
        return left, top, max(right, left + 1), max(bottom, top + 1)

    def list_visible_item_ids(self, region: PixelRegion) -> list[int]:
        """Return the numbers of the items that can be seen in a region, in ascending order."""
        crop = self._rasters[0].crop(self._to_local_box(region.box))
        if region.mask is not None:
            masked_crop = Raster.new("I", crop.size, -1)
            masked_crop.paste(crop, mask=region.mask)
            crop = masked_crop
        id_counts = crop.getcolors(crop.width * crop.height)
        return sorted([item_id for _, item_id in id_counts if item_id >= 0])

    def _to_local_box(self, box: PixelBox) -> PixelBox:
        left, top, right, bottom = box
        return left - self._left, top - self._top, right - self._left, bottom - self._top

    def _to_local_ring(self, points: Points, to_integer: Any = int) -> list[Pixel]:
        """Return a closed line in whole pixels of this raster, relative to its corner.

        `to_integer` is the function that rounds coordinates.
        """
        return round_to_pixels(points, self._left, self._top, self._fineness, to_integer)

    def _paint_shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        rings = flatten_to_closed_lines(shape.path, matrix)
        if shape.fill is not None:
            self._items.append((item, _get_opaque_colour(shape.fill)))
            if len(rings) > 1 or any(ring.may_cross_itself for ring in rings):
                self._fill_rings(rings, shape.fill)
            elif rings and len(rings[0].points) > 2 and self._select_near_rings(rings, 1.0):
                for pen, ink in zip(self._pens, (self.last_item_id, shape.fill), strict=False):
                    pen.polygon(self._to_local_ring(rings[0].points), ink)
        if shape.stroke is not None:
            self._items.append((item, _get_opaque_colour(shape.stroke)))
            scale = matrix.scale if matrix else 1.0
            width = shape.stroke_width * scale * PX_PER_MM
            pixels = max(1, round(width * self._fineness))
            for ring in self._select_near_rings(rings, width + 1.0):
                for pen, ink in zip(self._pens, (self.last_item_id, shape.stroke), strict=False):
                    pen.line(self._to_local_ring(ring.points), ink, pixels)

    def _select_near_rings(self, rings: Iterable[ClosedLine], margin: float) -> list[ClosedLine]:
        """Return the rings that are less than `margin` pixels of 0.1 mm away from this raster."""
        corner, size = (self._left, self._top), self._size
        left, top, width, height = (pixels / self._fineness for pixels in (*corner, *size))
        area = make_box(left, top, width, height).expand_by(margin)
        return [ring for ring in rings if ring.bounds.overlaps(area)]

    def _paint_image(self, image: PlacedImage) -> None:
        self._items.append((image, None))
        right, bottom = image.x + image.width, image.y + image.height
        corners = ((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom))
        rings = flatten_to_closed_lines(image.clip, None) or [
            make_closed_line(convert_to_pixels(corners))
        ]
        mask = self._make_mask(rings)
        self._rasters[0].paste(self.last_item_id, None, mask)
        if len(self._rasters) > 1:
            ((left, top),) = self._to_local_ring(convert_to_pixels(corners[:1]), round)
            unit = 1 / self._fineness
            part = _scale_picture(image).transform(
                self._size,
                Raster.Transform.AFFINE,
                (unit, 0.0, -left * unit, 0.0, unit, -top * unit),
            )
            opacity = part.getchannel("A")
            if image.clip:
                opacity = ImageChops.multiply(opacity, mask.convert("L"))
            self._rasters[1].paste(part, (0, 0), opacity)

    def _fill_rings(self, rings: Sequence[ClosedLine], colour: Colour) -> None:
        """Paint the area inside closed lines with a colour and the number of the last item."""
        cached = get_cached_mask(rings, self._fineness)
        if not cached:
            near_rings = self._select_near_rings(rings, 1.0)
            if not near_rings:
                return
            cached = cache_mask_if_often(rings, self._fineness)
        if cached:
            left, top = self._left - cached.left, self._top - cached.top
            mask = cached.mask.crop((left, top, left + self._size[0], top + self._size[1]))
        else:
            mask = self._make_mask(near_rings)
        for raster, ink in zip(self._rasters, (self.last_item_id, colour), strict=False):
            raster.paste(ink, None, mask)

    def _make_mask(self, rings: Sequence[ClosedLine]) -> Raster.Image:
        lines = [self._to_local_ring(ring.points, floor) for ring in rings]
        return make_mask(lines, rings, self._size)


def _expand_box(box: PixelBox, margin: int) -> PixelBox:
    left, top, right, bottom = box
    return left - margin, top - margin, right + margin, bottom + margin


def _scale_box(box: PixelBox, factor: int) -> PixelBox:
    left, top, right, bottom = box
    return left * factor, top * factor, right * factor, bottom * factor


@lru_cache(maxsize=4)
def _scale_picture(image: PlacedImage) -> Raster.Image:
    """Return the pixels of a picture, scaled to the size of its box on the face."""
    size = max(1, round(image.width * PX_PER_MM)), max(1, round(image.height * PX_PER_MM))
    with Raster.open(BytesIO(image.data)) as opened:
        opened.draft("RGB", size)
        picture = opened.convert("RGBA").resize(size)
    picture.putalpha(picture.getchannel("A").point(lambda level: level * image.opacity))
    return picture


def _is_blended(item: Item | None) -> bool:
    """Return whether an item is not quite opaque, so that its colours mix with those below it."""
    if isinstance(item, Shape):
        return len(item.fill or ()) == 4 or len(item.stroke or ()) == 4
    return isinstance(item, PlacedMark) and item.opacity != 1


def _get_opaque_colour(colour: Colour) -> Colour | None:
    """Return a colour without its alpha; None if it lets colours below it through."""
    return colour[:3] if (*colour, 255)[3] >= _OPAQUE else None


def _get_contrast(item: TextRun | PlacedMark, ground: Colour) -> float:
    """Return the contrast ratio of an item with a colour below it.

    If a text has an outline, the better one counts: the contrast with its outline, or with the
    colour.
    """
    if isinstance(item, PlacedMark):
        return _get_contrast_of_mark(item, ground)
    others, inks = [ground], [item.colour]
    if item.outline and item.outline_width >= _MIN_OUTLINE:
        others.append(_blend_colours(item.outline, ground))
        if compute_contrast_ratio(others[1], ground) < MARK_CONTRAST and is_covered_by_outline(
            item
        ):
            inks = others[1:]
    pairs = ((_blend_colours(ink, ground), other) for ink in inks for other in others)
    return max((compute_contrast_ratio(ink, other) for ink, other in pairs), default=1.0)


def _get_contrast_of_mark(mark: PlacedMark, ground: Colour) -> float:
    """Return the contrast ratio of a mark with a colour below it.

    The ratio must be reached by parts that together span most of the mark. A dark speck in a pale
    drawing does not make it visible.
    """
    parts = [
        (compute_contrast_ratio(_blend_colours(ink, ground), ground), shape)
        for shape in mark.drawing.shapes
        for faded in [fade(shape, mark.opacity)]
        for ink in (faded.fill, faded.stroke)
        if ink
    ]
    parts.sort(key=itemgetter(0), reverse=True)
    if not parts or parts[0][0] == parts[-1][0]:
        return parts[0][0] if parts else 1.0
    boxes = [find_item_bounds(shape) for _, shape in parts]
    whole = find_bounding_box(boxes)
    least = _MIN_SPAN * max(whole.width, whole.height)
    spans = accumulate(boxes, lambda *pair: find_bounding_box(pair))
    return next(
        ratio
        for (ratio, _), span in zip(parts, spans, strict=True)
        if max(span.width, span.height) >= least
    )


def _blend_colours(ink: Colour, ground: Colour) -> Ink:
    """Return the colour that an ink has on a background. The ink may have an opacity."""
    if len(ink) == 3:
        return ink
    red, green, blue, *_ = mix_colours(ink[:3], ground, (*ink, 255)[3] / 255)
    return red, green, blue


def _check_light_text(
    run: TextRun, grounds: Sequence[Colour], size_share: float
) -> Iterator[Problem]:
    # Ink spreads on paper: thin light strokes on a dark ground fill in.
    darkest = min((compute_relative_luminance(ground[:3]) for ground in grounds), default=1.0)
    if darkest > _DARK_LUMINANCE or compute_relative_luminance(run.colour[:3]) < darkest:
        return
    if run.size < MIN_SIZE_ON_DARK * size_share - 0.005:
        message = f"{{}} is {run.size:.2f} pt high, light on dark"
        hint = f"use {MIN_SIZE_ON_DARK:g} pt or more: ink spreads into small light letters"
        yield make_field_problem(_get_field(run), message, hint, _describe_item(run))
    elif run.size < _LARGE_SIZE - 0.005 and run.typeface.weight < _BOLD_WEIGHT:
        message = f"{{}} is {run.size:.2f} pt high, light on dark, and not bold"
        hint = f"use a bold font, or {_LARGE_SIZE:g} pt or more"
        yield make_field_problem(_get_field(run), message, hint, _describe_item(run))


def _make_contrast_problem(
    item: TextRun | PlacedMark, ground: Colour, ratio: float, *, is_picture: bool = False
) -> Problem:
    inks = f"#{bytes(ground).hex().upper()}{' in a picture' * is_picture}: contrast "
    inks += f"{floor(10 * ratio) / 10}"  # never rounded up to the least one that is needed
    hint = "text needs at least 4.5 to 1, marks 3 to 1"
    if is_picture:
        hint += "; you can paint a plain background over the picture first"
    if is_picture and isinstance(item, TextRun) and item.has_shadow:
        hint += ", or give its text-shadow less blur, and a colour that differs more from the text"
    if isinstance(item, TextRun) and item.is_on_artwork:
        if (is_picture or ratio >= _MIN_RATIO) and can_be_faint(item.text, item.size):
            message = "{} hardly differs from its background {} to 1: --contrast: artwork allows it"
            problem = make_field_problem(_get_field(item), message, "", _describe_item(item), inks)
            return replace(problem, severity=Severity.NOTE)
        hint += "; --contrast: artwork is not for figures under 9 pt, nor for text nobody can see"
    message = "{} hardly differs from its background {} to 1"
    problem = make_field_problem(_get_field(item), message, hint, _describe_item(item), inks)
    if not isinstance(item, TextRun):
        hint += "; set another fill for it, or another colour for what is behind it"
        fills = {shape.fill[:3] for shape in item.drawing.shapes if shape.fill}
        colour: tuple[int, ...] = fills.pop() if len(fills) == 1 else ()
        colour += (round(255 * item.opacity),) if item.opacity != 1 else ()
    else:
        colour = item.colour
    if not is_picture and isinstance(item, TextRun) and len(item.colour) == 3:
        ink = find_readable_ink(item.colour, ground[:3], TEXT_CONTRAST)
        hint += f"; #{bytes(ink).hex().upper()} has enough on this background"
    data = f"#{bytes(colour).hex().upper()}"
    # One colour is one cause, whatever its backgrounds.
    name = "" if len(colour) >= 3 else problem.where.field
    return replace(problem, hint=hint, data=data, kind=f"{problem.kind} {data}{name}")


def _get_field(item: TextRun | PlacedMark) -> str:
    return item.field or ""


def _describe_item(item: Item | None) -> str:
    """Return the name of an item for messages, such as its text in quotes."""
    if isinstance(item, TextRun):
        return quote_text(item.text)
    if isinstance(item, PlacedMark):
        return f"the mark {item.field}" if item.field else "a drawing"
    if isinstance(item, Shape) and (colour := item.fill or item.stroke):
        return f"a shape #{bytes(colour).hex().upper()}"
    return "a picture"


def _inset_corners(mark: PlacedMark, inset: float) -> Points:
    """Return the corners of a mark's box, moved inwards.

    `inset` is the distance as a share of the sides of the box.
    """
    corners = ((inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset))
    width, height = mark.drawing.width, mark.drawing.height
    return tuple(mark.matrix.transform_point(width * x, height * y) for x, y in corners)
