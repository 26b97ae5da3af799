"""Find text and marks that are covered, or have too little contrast with their background.

The area around an item is painted into a raster, with the number of an item in each of its pixels.
The pixels of an item are read twice: before it is painted, to find what is below it, and after all
items are painted, to find what covers it. For a text, these are the pixels of its block, and those
of its ink outside of the block.
"""

from collections.abc import Iterable, Iterator, Sequence

from PIL import Image as Raster
from PIL import ImageChops, ImageFilter, ImageStat

from printgen.face.face import Item, PlacedMark, TextRun
from printgen.face.shaping import has_ink
from printgen.face_checks.ink_visibility import ANY_WHITE, LETTER_WINDOW, is_ink_lost
from printgen.geometry import MM_PER_POINT, Box, Matrix, enclose_points, make_rotation
from printgen.preflight.contrast import (
    RULE_MARGIN,
    check_contrast,
    describe_item,
    make_item_problem,
    make_overlap_problem,
)
from printgen.preflight.painted_raster import (
    FINENESS,
    PaintedRaster,
    PixelBox,
    PixelRegion,
    draw_text_area,
    enclose_in_pixels,
    expand_box,
    find_text_area,
    make_inner_region,
    unite_pixel_boxes,
)
from printgen.preflight.path_masks import PX_PER_MM, Points
from printgen.preflight.text_ink import INK_LEVELS, draw_ink, measure_ink
from printgen.problems import Problem

_MARK_INSETS = 0.15, 0.05
"""The border of a mark that is ignored, as a share of its box.

The first share is for the check of its background, the second for the check of what covers it.
"""
_MAX_EM_PIXELS = 160
"""The most pixels in an em of the raster for texts that touch."""
_MAX_HIDDEN_SHARE = 0.6
"""The most of a mark that the ink of texts may hide, such as that of a number on a shield."""
_MIN_LINE_DISTANCE = 0.8
"""The distance of lines, in em, from which only tails and accents meet."""
_MIN_LINE_GAP = 0.05
"""The distance from the ink of another text in em, within which ink cannot be told from it."""

ItemProblems = tuple[tuple[Problem, ...], tuple[Problem, ...]]
"""The contrast problems of an item with its background, and the problems of what covers it."""

_COVERED_HINT = "write it after the covering item; boxes with position: relative are painted last"


def find_checked_regions(item: Item) -> Sequence[PixelRegion]:
    """Return the two regions of pixels in which to check an item; empty if it is not checked.

    In the first region, its background is checked; in the second, what covers it.
    """
    if isinstance(item, TextRun) and not item.text.isspace():
        return [find_text_area(item)] * 2
    if isinstance(item, PlacedMark) and item.field is not None:
        return [make_inner_region(_inset_corners(item, inset)) for inset in _MARK_INSETS]
    return ()


def find_box_to_check(item: Item) -> PixelBox | None:
    """Return the box around the checked regions of an item and its ink; None without regions."""
    boxes = [region.box for region in find_checked_regions(item)]
    if isinstance(item, TextRun) and boxes and (ink := _find_ink_box(item)):
        boxes.append(enclose_in_pixels(ink, 1))
    return unite_pixel_boxes(boxes) if boxes else None


def check_item_visibility(
    items: Sequence[Item], index: int, box: PixelBox, size: tuple[int, int], size_share: float
) -> ItemProblems:
    """Return two groups of problems of one item: with its background, and with what covers it.

    - `items`: all items that paint anything inside `box`, in painting order.
    - `index`: the index of the checked item among these.
    - `box`: the box of pixels to check. `size`: the size of the face in pixels.
    - `size_share`: a factor for the least size that light text on a dark background must have.
    """
    item = items[index]
    assert isinstance(item, (TextRun, PlacedMark))  # noqa: S101 - only these have regions
    layers = PaintedRaster(box, size, has_pictures=False)
    layers.paint_items(items[:index])
    (ground_region, cover), everywhere = find_checked_regions(item), PixelRegion(box, None)
    seen_ids = layers.list_visible_item_ids(everywhere)
    ground_ids = layers.list_visible_item_ids(ground_region) if len(seen_ids) > 1 else seen_ids
    is_crossed = isinstance(item, TextRun) and layers.has_non_text({*seen_ids} - {*ground_ids})
    # A shadow can separate the letters from the background around them.
    has_shadow = isinstance(item, TextRun) and bool(item.shadows)
    if is_crossed or layers.has_pictures_or_blends(seen_ids):
        # Only colours show how much of the ink they hide, such as an underline under a tail.
        painted_box = expand_box(box, RULE_MARGIN) if is_crossed else box
        layers = PaintedRaster(painted_box, size, has_pictures=True)
        layers.paint_items(items[:index])
    ground_layers = layers
    if has_shadow:
        # A thin outline below the letters is thinner than a pixel.
        ground_layers = PaintedRaster(expand_box(box, RULE_MARGIN), size, True, FINENESS)
        ground_layers.paint_items(items[:index])
    blended_region = everywhere if isinstance(item, TextRun) else ground_region
    below_problems = tuple(
        check_contrast(ground_layers, item, blended_region, ground_ids, size_share)
    )
    if index == len(items) - 1:  # nothing is painted over it
        return below_problems, ()
    first_id = layers.last_item_id + 1
    layers.paint_items([item])
    item_id = layers.last_item_id
    later_runs = [other for other in items[index + 1 :] if isinstance(other, TextRun)]
    is_hidden = isinstance(item, PlacedMark) and _is_hidden_by_ink(layers, first_id, later_runs)
    layers.paint_items(items[index + 1 :])
    later_ids = [number for number in layers.list_visible_item_ids(everywhere) if number > item_id]
    covers: Sequence[Item | None] = ()
    if later_ids:
        covers = [*_list_covering_items(layers, item, layers.list_visible_item_ids(cover), item_id)]
    if is_hidden and not covers:
        covers = later_runs
    if isinstance(item, TextRun) and not covers and layers.has_non_text(later_ids):
        later_layers = PaintedRaster(box, size, has_pictures=False, subdivision=FINENESS)
        later_layers.paint_items(i for i in items[index + 1 :] if not isinstance(i, TextRun))
        covers = _list_items_over_ink(later_layers, item)
    if isinstance(item, TextRun) and not covers:
        below_problems += tuple(_check_touching_texts(item, later_runs, size))
    return below_problems, tuple(
        make_item_problem(
            item, "{} has {} painted over it", _COVERED_HINT, describe_item(cover_item)
        )
        for cover_item in covers
    )


def _list_covering_items(
    layers: PaintedRaster, item: TextRun | PlacedMark, item_ids: Iterable[int], own_id: int
) -> Iterator[Item | None]:
    """Yield the items with the numbers `item_ids` that are painted over `item`.

    `own_id` is the number of `item`. Text on a mark is left out, because it may be there.
    """
    for item_id in item_ids:
        cover_item, _ = layers.items[item_id]
        # Text may be printed on a mark, for example a number in a ring.
        if item_id > own_id and not (
            isinstance(cover_item, TextRun) and isinstance(item, PlacedMark)
        ):
            yield cover_item


def _list_items_over_ink(layers: PaintedRaster, run: TextRun) -> list[Item | None]:
    """Return the items in a raster that hide a part of the ink of a text."""
    ink = draw_ink(run, layers.box, layers.per_mm)
    hidden = layers.id_image.point(lambda number: number * 255).convert("L")
    if not is_ink_lost(ink, hidden, run.size * MM_PER_POINT * layers.per_mm):
        return []
    ids = layers.list_visible_item_ids(PixelRegion(layers.box, ink.point(INK_LEVELS, "1")))
    return [layers.items[item_id][0] for item_id in ids if item_id]


def _is_hidden_by_ink(layers: PaintedRaster, first_id: int, runs: Sequence[TextRun]) -> bool:
    """Return whether the ink of the texts `runs` hides most of the visible parts of some items.

    These are the item with the number `first_id` in the raster and all items painted after it.
    """
    if not runs:
        return False
    seen, hidden = layers.make_mask_of_items_from(first_id), Raster.new("L", layers.size)
    for run in runs:
        hidden = ImageChops.lighter(hidden, draw_ink(run, layers.box, layers.per_mm))
    areas = [ImageStat.Stat(each).sum[0] for each in (ImageChops.multiply(seen, hidden), seen)]
    return areas[0] > _MAX_HIDDEN_SHARE * areas[1]


def _check_touching_texts(
    run: TextRun, later_runs: Sequence[TextRun], size: tuple[int, int]
) -> Iterator[Problem]:
    """Yield a problem for each later text with ink over the ink of a text, as in too close lines.

    Only ink between the baseline and the capital height of one of the two texts counts. `size` is
    the size of the face in pixels.
    """
    box = _find_ink_box(run) if later_runs else None
    em = run.size * MM_PER_POINT
    scale = min(FINENESS, _MAX_EM_PIXELS / em / PX_PER_MM)
    per_mm = PX_PER_MM * scale
    for other in later_runs if box else ():
        other_box = None if _may_only_accents_meet(run, other) else _find_ink_box(other)
        if box and other_box and box.overlaps(other_box):
            face = Box(0.0, 0.0, size[0] / PX_PER_MM, size[1] / PX_PER_MM)
            area = box.intersect(other_box).expand_by(em).intersect(face)
            if min(area.width, area.height) <= 0:
                continue
            left, top, right, bottom = (round(per_mm * edge) for edge in area)
            pixels = left, top, max(right, left + 1), max(bottom, top + 1)
            ink, other_ink = (draw_ink(each, pixels, per_mm) for each in (run, other))
            blocks = (draw_text_area(each, pixels, scale) for each in (run, other))
            # Averages of squares, because filters for the lightest pixel take much longer.
            spread = ImageFilter.BoxBlur(round(_MIN_LINE_GAP * em * per_mm))
            near_ink = other_ink.filter(spread).point(ANY_WHITE)
            lost = ImageChops.multiply(near_ink, ImageChops.lighter(*blocks))
            if is_ink_lost(ink, lost, per_mm * em, LETTER_WINDOW):
                yield make_overlap_problem(run, other)


def _may_only_accents_meet(run: TextRun, other: TextRun) -> bool:
    """Return whether at most tails and accents of two texts meet, which is no fault.

    That is so if their lines are far enough apart, or if the other text has only accents.
    """
    if not any(map(has_ink, other.text)):
        return True
    _, distance = make_rotation(-run.angle).transform_point(other.x - run.x, other.y - run.y)
    em = max(run.size, other.size) * MM_PER_POINT
    return run.angle == other.angle and abs(distance) >= _MIN_LINE_DISTANCE * em


def _find_ink_box(run: TextRun) -> Box | None:
    """Return the bounds of the ink of a text on its face, in mm; None if it has no ink."""
    ink = measure_ink(run)
    if ink is None:
        return None
    place = Matrix(e=run.x, f=run.y) @ make_rotation(run.angle)
    corners = [(x, y) for x in (ink.left, ink.right) for y in (ink.top, ink.bottom)]
    return enclose_points(*zip(*[place.transform_point(*c) for c in corners], strict=True))


def _inset_corners(mark: PlacedMark, inset: float) -> Points:
    """Return the corners of a mark's box, moved inwards.

    `inset` is the distance as a share of the sides of the box.
    """
    corners = ((inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset))
    width, height = mark.drawing.width, mark.drawing.height
    return tuple(mark.matrix.transform_point(width * x, height * y) for x, y in corners)
