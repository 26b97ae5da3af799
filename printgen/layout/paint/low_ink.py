"""Low ink: makes filled areas of a face white, with outlines, for a printer at home.

Text and thin shapes stay, and become dark if only a dark background made them visible. Wide shapes,
and boxes of light text, become white and get an outline in their colour. Raster pictures become
pale. So drawings need no second version for low ink.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise, starmap
from math import dist
from typing import Any

from msgspec.structs import replace

from printgen.colour import Colour, compute_contrast_ratio, mix_colours
from printgen.face.face import Drawing, Face, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.outlines import Path, flatten_path, measure_double_area
from printgen.face.transform import change_colours, fade, find_item_bounds
from printgen.geometry import Box

_OUTLINE, _WIDEST_SOLID = 0.2, 1.6
"""The width of outlines, and the mean width up to which a shape stays solid, in mm."""

_WHITE, _PALE, _GREY, _BLACK = (255, 255, 255), (180, 180, 180), (128, 128, 128), (0, 0, 0)


def convert_face_to_low_ink(face: Face) -> Face:
    """Return the face as it prints with little ink.

    Filled areas become white with an outline, light text becomes dark, and pictures become pale.
    """
    runs = [item for item in face.items if isinstance(item, TextRun)]
    text_boxes = [find_item_bounds(run) for run in runs]
    light_boxes = [find_item_bounds(run) for run in runs if _darken_text(run) != run]

    def convert_item(item: Item) -> Iterable[Item]:
        if isinstance(item, TextRun):
            return [_darken_text(item)]
        if isinstance(item, PlacedMark):
            # The outline of a mark may be another mark. With text on it, it must be white below.
            has_text = any(item.bounding_box.overlaps(box, 0.5) for box in text_boxes)
            scale = 0.0 if item.field and not has_text else round(item.matrix.scale, 3)
            return [replace(item, drawing=_convert_drawing(item.drawing, scale))]
        # A white box or line needs no outline: nothing dark is left around it.
        if isinstance(item, Shape) and _WHITE not in (item.fill, item.stroke):
            return _convert_shape(item, 1.0, is_ground=_is_behind_any_box(item.path, light_boxes))
        return [fade(item, 0.3) if isinstance(item, PlacedImage) else item]

    return replace(face, items=tuple(chain.from_iterable(map(convert_item, face.items))))


@lru_cache(maxsize=1024)
def _convert_drawing(drawing: Drawing, scale: float) -> Drawing:
    """Return a drawing with little ink.

    `scale` is the length in mm of one of its units, or 0 for a mark that stays solid.
    """
    # A mark needs a contrast of 3. An ornament may be pale, but not white on white.
    contrast, dark = (1.2, _GREY) if scale else (3.0, _BLACK)
    shapes: Any = drawing.shapes
    inks = (shape.fill or shape.stroke or _WHITE for shape in shapes)
    if all(_ensure_contrast(ink, contrast, _WHITE) == _WHITE for ink in inks):
        shapes = [change_colours(each, lambda _: dark) for each in shapes]
    converted = chain.from_iterable(_convert_shape(each, scale) for each in shapes)
    return replace(drawing, shapes=tuple(converted))


def _convert_shape(shape: Shape, scale: float, *, is_ground: bool = False) -> Sequence[Shape]:
    """Return a shape with little ink; `scale` is the length in mm of one of its units.

    `is_ground` says that a light text is on the shape. This text becomes dark, so the shape becomes
    white, even if it is thin.
    """
    is_thin = _measure_mean_width(shape.path) * scale <= _WIDEST_SOLID
    if shape.fill is None or (is_thin and not is_ground):
        return [shape]
    outline = _ensure_contrast(shape.stroke or shape.fill, 1.2, _PALE)
    width = shape.stroke_width or _OUTLINE / scale
    # Separate, because a stroke hides little: text may touch the shape from outside.
    return Shape(shape.path, _WHITE), Shape(shape.path, None, outline, width)


def _darken_text(run: TextRun) -> TextRun:
    """Return a text that can be read on white, also without an outline around hollow letters."""
    seen = mix_colours(run.colour[:3], _WHITE, (*run.colour, 255)[3] / 255)
    return run if _ensure_contrast(seen, 4.5, _BLACK) == seen else replace(run, colour=_BLACK)


def _is_behind_any_box(path: Path, boxes: Iterable[Box]) -> bool:
    """Return whether the middle of any of the boxes is within a shape.

    The shape is filled by the nonzero winding rule.
    """
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    edges = [
        edge
        for ring in (flatten_path(path) if middles else ())
        for edge in pairwise((*ring, ring[0]))
    ]
    return any(
        sum(
            1 if ay < by else -1
            for (ax, ay), (bx, by) in edges
            if (ay <= y) is not (by <= y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
        )
        for x, y in middles
    )


def _ensure_contrast(colour: Colour, contrast: float, substitute: Colour) -> Colour:
    """Return a colour if it has at least this contrast with white, otherwise `substitute`."""
    return colour if compute_contrast_ratio(colour[:3], _WHITE) >= contrast else substitute


def _measure_mean_width(path: Path) -> float:
    """Return the mean width of a shape: of a strip with the same area and circumference."""
    rings = flatten_path(path)
    edges = [edge for ring in rings for edge in pairwise((*ring, ring[0]))]
    return abs(sum(map(measure_double_area, rings))) / max(sum(starmap(dist, edges)), 1e-9)
