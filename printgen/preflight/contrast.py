"""The contrast of texts and marks with what is painted below them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import floor
from operator import itemgetter
from typing import Any

from msgspec.structs import replace
from PIL import Image as Raster
from PIL import ImageChops, ImageFilter, ImageStat

from printgen.colour import (
    Colour,
    Ink,
    compute_contrast_ratio,
    compute_relative_luminance,
    find_readable_ink,
    mix_colours,
)
from printgen.face.face import Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.transform import fade, find_item_bounds
from printgen.face_checks.ink_visibility import (
    ANY_WHITE,
    LETTER_WINDOW,
    PART_WINDOW,
    is_edge_lost,
    is_ink_lost,
    remove_thin_lines,
)
from printgen.face_checks.printed_face import make_field_problem, quote_text
from printgen.face_checks.texts import can_be_faint
from printgen.geometry import MM_PER_POINT, find_bounding_box
from printgen.preflight.painted_raster import (
    PaintedRaster,
    PixelBox,
    PixelRegion,
    draw_text_area,
    expand_box,
    scale_box,
)
from printgen.preflight.text_ink import INK_LEVELS, MARK_CONTRAST, draw_ink, is_covered_by_outline
from printgen.problems import Problem, Severity

# WCAG 2.1, 1.4.3, level AA. Its 1.4.11 has the contrast of marks.
TEXT_CONTRAST = 4.5
MIN_SIZE_ON_DARK = 8.0
"""The smallest size of light text on a dark background, in points; it must also be bold."""
RULE_MARGIN = 20
"""How many pixels around a text are examined, to tell lines across it from larger areas."""

_MIN_RATIO = 1.2
"""The least contrast of a text with a plain background: with less, the proof would not see it."""
_LARGE_SIZE = 10.0
"""From this size on, in points, light text does not have to be bold."""
_BOLD_WEIGHT = 600
_DARK_LUMINANCE = 0.18
_IGNORED_SHARE = 0.05
"""The share of a mark in which the colours below may have too little contrast."""
_LOST_SHARE = 0.5
"""The share of a shape on a picture, in the line of a text, that may have nearly its colour."""
_MIN_SPAN = 0.6
"""The share of a mark's longer side that is spanned by the parts whose contrast counts."""
_MIN_OUTLINE = 0.1
"""The least width of an outline that separates a letter from its background, in mm."""
_MIN_EDGE = 0.01
"""The least width around letters in which a shadow must separate them, in em."""


def check_contrast(
    layers: PaintedRaster,
    item: TextRun | PlacedMark,
    region: PixelRegion,
    item_ids: Iterable[int],
    share: float,
) -> Iterator[Problem]:
    """Yield a problem if `item` has too little contrast with what is below it in `region`.

    - `layers`: a raster into which everything below the item was painted.
    - `item_ids`: the numbers that the items below have in this raster.
    - `share`: a factor for the least size that light text on a dark background must have.
    """
    grounds = [layers.items[item_id] for item_id in item_ids]
    min_contrast = TEXT_CONTRAST if isinstance(item, TextRun) else MARK_CONTRAST
    for ground_item, ground in grounds:
        if isinstance(item, TextRun) and isinstance(ground_item, TextRun):
            yield make_overlap_problem(item, ground_item)
        elif (
            ground is not None
            and not getattr(item, "shadows", ())
            and (ratio := _get_contrast(item, ground)) < min_contrast - 0.005
        ):
            yield _make_contrast_problem(item, ground, ratio)
            break
    else:
        if layers.colours:
            yield from _check_blended_contrast(layers, item, region, min_contrast)
    if isinstance(item, TextRun):
        yield from _check_light_text(item, [ground for _, ground in grounds if ground], share)


def _check_blended_contrast(
    layers: PaintedRaster, item: TextRun | PlacedMark, region: PixelRegion, limit: float
) -> Iterator[Problem]:
    """Yield a problem if a text or mark has less contrast than `limit` with colours below it.

    The colours are read from the pixels of `layers` in `region`, because pictures and transparent
    items have no single colour. No part of a text may have less contrast. Of a mark, the share
    `_IGNORED_SHARE` may. A text with a shadow is checked at its edge, because its own ink hides
    what is below it.
    """
    box = region.box
    if isinstance(item, TextRun):
        box = layers.clip_box(scale_box(expand_box(box, RULE_MARGIN), layers.subdivision))
    # With at most 256 colours in the picture, they are kept as they are.
    crop = layers.colours.crop(layers.to_local_box(box)).quantize(256)
    levels: Sequence[int] = crop.getpalette() or ()
    grounds: list[Any] = [tuple(levels[at : at + 3]) for at in range(0, len(levels), 3)]
    ratios = [_get_contrast(item, ground) for ground in grounds]
    is_lost = [255 * (ratio < limit - 0.005) for ratio in ratios]
    if not any(is_lost[number] for _, number in crop.getcolors()):
        return
    lost = crop.point([*is_lost, *[0] * (256 - len(is_lost))], "L")
    if isinstance(item, TextRun):
        per_mm = layers.per_mm
        ink, em = draw_ink(item, box, per_mm), item.size * MM_PER_POINT * per_mm
        block = draw_text_area(item, box, layers.subdivision)
        lost = remove_thin_lines(lost, block, em)
        if item.shadows:
            ink = ink.point(INK_LEVELS)
            width = round(max(_MIN_OUTLINE * per_mm, _MIN_EDGE * em))
            around = ink.filter(ImageFilter.BoxBlur(width)).point(ANY_WHITE)
            ink = ImageChops.subtract(around, ink)
            has_lost_ink = is_edge_lost(ink, lost, block, em)
        else:
            # What is seen of ink is its edge, so the ground next to it counts too.
            ink = ink.filter(ImageFilter.MaxFilter(3))
            lost_shapes = _select_lost_shapes(layers, lost, box, block)
            has_lost_ink = bool(lost_shapes.getbbox()) or any(
                is_ink_lost(ink, lost, em, window) for window in (PART_WINDOW, LETTER_WINDOW)
            )
            ink = ImageChops.lighter(ink, lost_shapes)
        ink = ink.point(INK_LEVELS, "1")
    else:
        ink = region.mask or Raster.new("1", crop.size, 1)
        counts = lost.histogram(ink)
        has_lost_ink = counts[255] > _IGNORED_SHARE * (counts[0] + counts[255])
    if has_lost_ink:
        used = (number for number, count in enumerate(crop.histogram(ink)) if count)
        ratio, ground = min((ratios[number], grounds[number]) for number in used)
        has_picture = any(isinstance(other, PlacedImage) for other, _ in layers.items)
        yield _make_contrast_problem(item, ground, ratio, is_picture=has_picture)


def _select_lost_shapes(
    layers: PaintedRaster, lost: Raster.Image, box: PixelBox, block: Raster.Image
) -> Raster.Image:
    """Return the picture `lost` without what is lost to pictures, inside the line of text.

    A thin line in the colour of a text is read as a part of its letters, but a few pixels of a
    photograph are not. A shape on a picture only counts if most of it is lost. `block` is white in
    the line of text.
    """
    shapes = block
    if any(isinstance(item, PlacedImage) for item, _ in layers.items):
        shapes = Raster.new("L", lost.size)
        for item_id in layers.list_visible_item_ids(PixelRegion(box, block.convert("1"))):
            masks = map(layers.make_mask_of_items_from, (item_id, item_id + 1))
            from_item, later = (mask.crop(layers.to_local_box(box)) for mask in masks)
            area = ImageChops.multiply(ImageChops.subtract(from_item, later), block)
            is_picture = isinstance(layers.items[item_id][0], PlacedImage)
            if not is_picture and ImageStat.Stat(lost, area).mean[0] > 255 * _LOST_SHARE:
                shapes = ImageChops.lighter(shapes, area)
    return ImageChops.multiply(lost, shapes)


def _get_contrast(item: TextRun | PlacedMark, ground: Colour) -> float:
    """Return the contrast ratio of an item with the colour `ground` below it.

    For a text with an outline, it is the higher of two ratios: of the letters with their outline,
    and of the letters with `ground`.
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
    """Return the contrast ratio of a mark with the colour `ground` below it.

    Parts with at least this ratio together span most of the mark: a dark speck in a pale drawing
    does not make the drawing visible.
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
        yield make_item_problem(run, message, hint)
    elif run.size < _LARGE_SIZE - 0.005 and run.typeface.weight < _BOLD_WEIGHT:
        message = f"{{}} is {run.size:.2f} pt high, light on dark, and not bold"
        hint = f"use a bold font, or {_LARGE_SIZE:g} pt or more"
        yield make_item_problem(run, message, hint)


def _make_contrast_problem(
    item: TextRun | PlacedMark, ground: Colour, ratio: float, *, is_picture: bool = False
) -> Problem:
    inks = f"#{bytes(ground).hex().upper()}{' in a picture' * is_picture}: contrast "
    inks += f"{floor(10 * ratio) / 10}"  # never rounded up to the least one that is needed
    hint = "text needs at least 4.5 to 1, marks 3 to 1"
    if is_picture:
        hint += "; you can paint a plain background over the picture first"
    if is_picture and isinstance(item, TextRun) and item.shadows:
        hint += ", or give its text-shadow less blur, and a colour that differs more from the text"
    if isinstance(item, TextRun) and item.is_on_artwork:
        if (is_picture or ratio >= _MIN_RATIO) and can_be_faint(item.text, item.size):
            message = "{} hardly differs from its background {} to 1: --contrast: artwork allows it"
            problem = make_item_problem(item, message, "", inks)
            return replace(problem, severity=Severity.NOTE)
        hint += "; --contrast: artwork is not for figures under 9 pt, nor for text nobody can see"
    message = "{} hardly differs from its background {} to 1"
    problem = make_item_problem(item, message, hint, inks)
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


def make_overlap_problem(run: TextRun, other: TextRun) -> Problem:
    hint = "move one of them, or set a larger line-height"
    return make_item_problem(run, "{} overlaps {}", hint, describe_item(other))


def make_item_problem(item: TextRun | PlacedMark, message: str, hint: str, *words: str) -> Problem:
    """Return a problem of an item; {} stands for the item in `message`, then for `words`."""
    return make_field_problem(item.field, message, hint, describe_item(item), *words)


def describe_item(item: Item | None) -> str:
    """Return the name of an item for messages, such as its text in quotes."""
    if isinstance(item, TextRun):
        return quote_text(item.text)
    if isinstance(item, PlacedMark):
        return f"the mark {item.field}" if item.field else "a drawing"
    if isinstance(item, Shape) and (colour := item.fill or item.stroke):
        return f"a shape #{bytes(colour).hex().upper()}"
    return "a picture"
