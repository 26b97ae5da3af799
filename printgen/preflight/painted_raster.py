"""A raster of a part of a face, painted item by item, with pixels of 0.1 mm or smaller.

An item is painted with its number in each of its pixels. A text is painted as one block.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageChops, ImageDraw, ImageFilter, ImageStat

from printgen.colour import Colour, Ink
from printgen.face.face import Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.transform import fade, find_item_bounds
from printgen.face_checks.printed_face import CAP_HEIGHT
from printgen.geometry import Box, Matrix, find_bounding_box, find_text_corners, make_box
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

FINENESS = 4
"""How many times finer the raster for covered ink is. Its pixels are 0.025 mm wide."""

_PAPER_COLOUR: Colour = (255, 255, 255)
_OPAQUE = 0.9 * 255
"""From this alpha on, paint counts as opaque."""
_SLANT_TOLERANCE = 0.01
_UNLIMITED_BOX = 0, 0, 1 << 20, 1 << 20

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom; the right column and the bottom row are not included."""


class PixelRegion(NamedTuple):
    """A part of a face: a box of pixels, and a mask of the pixels in it that belong to the part.

    If the mask is None, all pixels in the box belong to the part.
    """

    box: PixelBox
    mask: Raster.Image | None


class PaintedRaster:
    """A raster of a part of a face: each pixel has the number of the item painted there last.

    - `box`: the part of the face, in pixels of 0.1 mm. `size`: the size of the face in such pixels.
    - `has_pictures`: whether there is a second raster, with the colours of everything except text.
    - `subdivision`: how many pixels the rasters have along each side of a pixel of `box`.
    """

    def __init__(
        self, box: PixelBox, size: tuple[int, int], has_pictures: bool, subdivision: int = 1
    ) -> None:
        box, size = scale_box(box, subdivision), (size[0] * subdivision, size[1] * subdivision)
        self.subdivision, self.per_mm = subdivision, PX_PER_MM * subdivision
        self._left, self._top = max(box[0], 0), max(box[1], 0)
        right, bottom = min(box[2], size[0]), min(box[3], size[1])
        self.size = max(right - self._left, 0), max(bottom - self._top, 0)
        self._rasters: list[Any] = [Raster.new("I", self.size, 0)]
        if has_pictures:
            self._rasters.append(Raster.new("RGB", self.size, _PAPER_COLOUR))
        # A pen of mode RGBA blends colours that are not opaque with those below.
        pairs = zip(self._rasters, ("I", "RGBA"), strict=False)
        self._pens: list[Any] = [ImageDraw.Draw(raster, mode) for raster, mode in pairs]
        self.items: list[tuple[Item | None, Colour | None]] = [(None, _PAPER_COLOUR)]
        """The item and the colour of each number; the colour of a picture is None."""

    @property
    def id_image(self) -> Any:
        """Pillow's image with the number of the item in each pixel."""
        return self._rasters[0]

    @property
    def colours(self) -> Any:
        """Pillow's image of the colours painted so far; None without `has_pictures`."""
        return self._rasters[1] if len(self._rasters) > 1 else None

    @property
    def box(self) -> PixelBox:
        """The part of the face that is in this raster, in its pixels."""
        return self.clip_box(_UNLIMITED_BOX)

    def paint_items(self, items: Iterable[Item]) -> None:
        """Paint more items over those that are already in the raster."""
        for item in items:
            if isinstance(item, TextRun):
                if not item.text.isspace():
                    box, mask = find_text_area(item)
                    self.items.append((item, item.colour))
                    self._rasters[0].paste(self.last_item_id, self.to_local_box(box), mask)
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
        return len(self.items) - 1

    def make_mask_of_items_from(self, first_id: int) -> Raster.Image:
        """Return a mask of the pixels of the item with the number `first_id` and those after it."""
        mask: Raster.Image = self.id_image.point(lambda number: (number - first_id + 1) * 255)
        return mask.convert("L")

    def has_non_text(self, item_ids: Iterable[int]) -> bool:
        """Return whether any of the items with the numbers `item_ids` is not a text."""
        return not all(isinstance(self.items[item_id][0], TextRun) for item_id in item_ids)

    def has_pictures_or_blends(self, item_ids: Iterable[int]) -> bool:
        """Return whether any of the items with the numbers `item_ids` has no single colour.

        A picture has none, and neither has an item that lets colours below it through.
        """
        items = (self.items[item_id] for item_id in item_ids)
        return any(colour is None or _is_blended(item) for item, colour in items)

    def clip_box(self, box: PixelBox) -> PixelBox:
        """Return the part of a box of pixels that is inside this raster, at least one pixel."""
        width, height = self.size
        left, top = max(box[0], self._left), max(box[1], self._top)
        right, bottom = min(box[2], self._left + width), min(box[3], self._top + height)
        return left, top, max(right, left + 1), max(bottom, top + 1)

    def list_visible_item_ids(self, region: PixelRegion) -> list[int]:
        """Return the numbers of the items that can be seen in a region, in ascending order."""
        crop = self.id_image.crop(self.to_local_box(region.box))
        if region.mask is not None:
            masked_crop = Raster.new("I", crop.size, -1)
            masked_crop.paste(crop, mask=region.mask)
            crop = masked_crop
        lowest, highest = crop.getextrema() or (-1, -1)  # a region may have no pixels
        if lowest == highest >= 0:
            return [lowest]
        id_counts = crop.getcolors(crop.width * crop.height)
        return sorted([item_id for _, item_id in id_counts if item_id >= 0])

    def to_local_box(self, box: PixelBox) -> PixelBox:
        left, top, right, bottom = box
        return left - self._left, top - self._top, right - self._left, bottom - self._top

    def _to_local_ring(self, points: Points, to_integer: Any = int) -> list[Pixel]:
        """Return a closed line in whole pixels, measured from the top left corner of this raster.

        `to_integer` is the function that rounds coordinates.
        """
        return round_to_pixels(points, self._left, self._top, self.subdivision, to_integer)

    def _paint_shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        rings = flatten_to_closed_lines(shape.path, matrix)
        if shape.fill is not None:
            self.items.append((item, _get_opaque_colour(shape.fill)))
            if len(rings) > 1 or any(ring.may_cross_itself for ring in rings):
                self._fill_rings(rings, shape.fill)
            elif rings and len(rings[0].points) > 2 and self._select_near_rings(rings, 1.0):
                for pen, ink in zip(self._pens, (self.last_item_id, shape.fill), strict=False):
                    pen.polygon(self._to_local_ring(rings[0].points), ink)
        if shape.stroke is not None:
            self.items.append((item, _get_opaque_colour(shape.stroke)))
            scale = matrix.scale if matrix else 1.0
            width = shape.stroke_width * scale * PX_PER_MM
            pixels = max(1, round(width * self.subdivision))
            for ring in self._select_near_rings(rings, width + 1.0):
                for pen, ink in zip(self._pens, (self.last_item_id, shape.stroke), strict=False):
                    pen.line(self._to_local_ring(ring.points), ink, pixels)

    def _select_near_rings(self, rings: Iterable[ClosedLine], margin: float) -> list[ClosedLine]:
        """Return the rings that are less than `margin` pixels of 0.1 mm away from this raster."""
        corner, size = (self._left, self._top), self.size
        left, top, width, height = (pixels / self.subdivision for pixels in (*corner, *size))
        area = make_box(left, top, width, height).expand_by(margin)
        return [ring for ring in rings if ring.bounds.overlaps(area)]

    def _paint_image(self, image: PlacedImage) -> None:
        self.items.append((image, None))
        right, bottom = image.x + image.width, image.y + image.height
        corners = ((image.x, image.y), (right, image.y), (right, bottom), (image.x, bottom))
        rings = flatten_to_closed_lines(image.clip, None) or [
            make_closed_line(convert_to_pixels(corners))
        ]
        mask = self._make_mask(rings)
        self._rasters[0].paste(self.last_item_id, None, mask)
        if len(self._rasters) > 1:
            ((left, top),) = self._to_local_ring(convert_to_pixels(corners[:1]), round)
            unit = 1 / self.subdivision
            part = _scale_picture(image).transform(
                self.size,
                Raster.Transform.AFFINE,
                (unit, 0.0, -left * unit, 0.0, unit, -top * unit),
            )
            opacity = part.getchannel("A")
            if image.clip:
                opacity = ImageChops.multiply(opacity, mask.convert("L"))
            self._rasters[1].paste(part, (0, 0), opacity)

    def _fill_rings(self, rings: Sequence[ClosedLine], colour: Colour) -> None:
        """Paint the area inside closed lines with a colour and the number of the last item."""
        cached = get_cached_mask(rings, self.subdivision)
        if not cached:
            near_rings = self._select_near_rings(rings, 1.0)
            if not near_rings:
                return
            cached = cache_mask_if_often(rings, self.subdivision)
        if cached:
            left, top = self._left - cached.left, self._top - cached.top
            mask = cached.mask.crop((left, top, left + self.size[0], top + self.size[1]))
        else:
            mask = self._make_mask(near_rings)
        for raster, ink in zip(self._rasters, (self.last_item_id, colour), strict=False):
            raster.paste(ink, None, mask)

    def _make_mask(self, rings: Sequence[ClosedLine]) -> Raster.Image:
        lines = [self._to_local_ring(ring.points, floor) for ring in rings]
        return make_mask(lines, rings, self.size)


def measure_seen_ink(
    items: Sequence[Item], indexes: Sequence[int], size: tuple[int, int]
) -> tuple[Ink, Ink] | None:
    """Return the mean colour that is seen where some items are painted, and that below them.

    `items` are the items of the face near these, without texts, and `indexes` are the indexes of
    those to measure. `size` is the size of the face in pixels. Return None if the measured items
    paint nothing on the face.
    """
    bounds = find_bounding_box([find_item_bounds(items[index]) for index in indexes])
    layers = PaintedRaster(enclose_in_pixels(bounds, 1), size, True, FINENESS)
    layers.paint_items(items[: min(indexes)])
    below, painted = layers.colours.copy(), None
    for index in range(min(indexes), len(items)):
        first_id = layers.last_item_id + 1
        layers.paint_items([items[index]])
        if index in indexes:
            area = layers.make_mask_of_items_from(first_id)
            painted = ImageChops.lighter(painted, area) if painted else area
    if not painted or not painted.getbbox():
        return None
    means = (ImageStat.Stat(each, painted).mean for each in (layers.colours, below))
    seen, ground = ((round(red), round(green), round(blue)) for red, green, blue in means)
    return seen, ground


def find_text_area(run: TextRun) -> PixelRegion:
    """Return the region of the letters of a text, from the baseline to capital height."""
    return make_inner_region(
        find_text_corners(run.x, run.y, run.width, run.size, run.angle, CAP_HEIGHT)
    )


def make_inner_region(corners: Points) -> PixelRegion:
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


def draw_text_area(run: TextRun, box: PixelBox, scale: float) -> Raster.Image:
    """Return a raster that is white in the line of a text, from the baseline to capital height.

    `box` is the part of the face that the raster shows, in its pixels. They are `scale` times finer
    than 0.1 mm.
    """
    block, mask = find_text_area(run)
    left, top, right, bottom = (round(edge * scale) for edge in block)
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    raster = Raster.new("L", (box[2] - box[0], box[3] - box[1]))
    place = left - box[0], top - box[1], right - box[0], bottom - box[1]
    raster.paste(255, place, mask and mask.resize((right - left, bottom - top)))
    return raster


def enclose_in_pixels(box: Box, margin: int) -> PixelBox:
    """Return the box of pixels around a box in mm, and `margin` more pixels on each side."""
    left, right = sorted((PX_PER_MM * box.left, PX_PER_MM * box.right))
    top, bottom = sorted((PX_PER_MM * box.top, PX_PER_MM * box.bottom))
    return floor(left) - margin, floor(top) - margin, ceil(right) + margin, ceil(bottom) + margin


def unite_pixel_boxes(boxes: Sequence[PixelBox]) -> PixelBox:
    """Return the smallest box of pixels that contains all of these boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def expand_box(box: PixelBox, margin: int) -> PixelBox:
    left, top, right, bottom = box
    return left - margin, top - margin, right + margin, bottom + margin


def scale_box(box: PixelBox, factor: int) -> PixelBox:
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
