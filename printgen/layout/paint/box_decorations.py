"""Backgrounds, borders, outlines and shadows of boxes (CSS Backgrounds 3, CSS UI 4, 4).

CSS Backgrounds 3, 3.2 leaves the lengths of dashes and gaps of borders open. These are Chromium's
(`StyledStrokeData` in Blink), but thin dots are spaced like thick ones.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, cycle, pairwise
from math import dist, floor
from statistics import NormalDist
from typing import Any, NamedTuple

from msgspec.structs import replace

from printgen.colour import Colour, add_alpha
from printgen.face.face import Drawing, Item, PlacedImage, Segment, Shape
from printgen.face.outlines import (
    Path,
    flatten_path,
    make_polyline,
    make_rectangle,
    make_rounded_box,
    reverse_path,
)
from printgen.geometry import MM_PER_PX, Box
from printgen.layout.paint.backgrounds import draw_artwork, draw_background, draw_border_image
from printgen.layout.pictures.path_boolean import apply_to_enlarged_paths, outline_line, subtract
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.computed import INITIAL_STYLE, ComputedStyle, Sides
from printgen.layout.style.values import resolve_point

_THICK_LINE = 3 * MM_PER_PX
"""The thickness from which dashes are shorter, and above which dots are round."""
_SHADOW_LAYERS = 20
"""The layers of a blurred shadow, each a twentieth darker than the one below."""


class _ShadowLayer(NamedTuple):
    """One of the layers that a shadow is painted with; its edge is sharp.

    `dx` and `dy` are its offset, and `spread` is how far it extends beyond the box, in mm. `radius`
    is the least radius of its corners.
    """

    dx: float
    dy: float
    spread: float
    ink: Colour
    radius: float = 0.0


def paint_box_decorations(style: ComputedStyle, box: Box, items: list[Item]) -> None:
    """Append the shadows, the background, the outline and the border of a box to `items`."""
    is_painted = style.background or style.images or style.shadows or style.box_outline_width
    if not (is_painted or any(style.border)):
        return
    x, y, width, height = box.left, box.top, box.right - box.left, box.bottom - box.top
    corners = resolve_radii(style.radii, box)
    items += _paint_outer_shadows(style, box, corners)
    items += paint_background(style, box, corners)
    items += _paint_inset_shadows(style, box, corners)
    if style.box_outline_width and style.box_outline_offset >= 0:
        items += _paint_outline(style, box, corners)
    if style.border_image and any(style.border) and min(width, height) > 0:
        # CSS Backgrounds 3, 5: it replaces the border, and has no round corners.
        data = draw_border_image(
            style.border_image, style.border_image_slice, style.border, (width, height)
        )
        # A picture on each side: one clipped to a ring would count as painted over the content.
        items += (
            PlacedImage(data, x, y, width, height, clip=make_rectangle(*place))
            for _, place in _list_border_sides(style.border, box, is_between=True)
            if min(place[2:]) > 0
        )
        return
    if uniform := _paint_uniform_border(style, box, corners):
        items += uniform
        return
    colours, lines = style.border_colours, style.border_styles
    widths, is_solid = style.border, {"none", "solid"}.issuperset(lines)
    inks = {ink for ink, size in zip(colours, widths, strict=True) if size}
    if carved := _CARVED_RINGS.get(next((line for line in lines if line != "none"), "")):
        items += _paint_carved_border(style, box, carved)
        return
    if is_solid and len(inks) > 1:
        items += _paint_mitred_borders(style, box)
        return
    if inks and any(map(any, corners)):
        # CSS Backgrounds 3, 4.2: sides of different widths are the space between two outlines.
        inner, radii = find_inner_box(widths, box, corners)
        ring = (
            make_spread_box_path(box, corners, 0.0),
            reverse_path(make_spread_box_path(inner, radii, 0.0)),
        )
        items.append(Shape((*ring[0], *ring[1]), inks.pop()))
        return
    # CSS Backgrounds 3 leaves the transition at corners open. Here the top and bottom border own
    # the corners: a diagonal joint is visible only between different colours.
    # Dashes begin in the corners, and solid sides are painted over them, as in Chromium.
    sides = _list_border_sides(widths, box, is_between=is_solid)
    for side, place in sorted(sides, key=lambda side: lines[side[0]] == "solid"):
        if style.border[side] and min(place[2:]) > 0:
            path = _make_border_side(place, lines[side], is_vertical=side in (1, 3))
            items.append(Shape(path, colours[side]))


def paint_inner_outline(style: ComputedStyle, box: Box) -> list[Item]:
    """Return the outline of a box if it is inside the box, over what is in it.

    Any other is one of the decorations of the box (CSS 2.1, appendix E.2, step 10).
    """
    if not style.box_outline_width or style.box_outline_offset >= 0:
        return []
    return _paint_outline(style, box, resolve_radii(style.radii, box))


def _paint_outline(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> list[Item]:
    """Return the outline of a box: the border of a larger one (CSS UI 4, 3)."""
    width, line = style.box_outline_width, style.box_outline_style
    if line == "solid":
        path = make_spread_box_path(box, corners, style.box_outline_offset + width / 2)
        return [Shape(path, None, style.box_outline_colour, width)]
    spread = max(style.box_outline_offset, -box.width / 2, -box.height / 2) + width
    radii = tuple((a and max(a + spread, 0.0), b and max(b + spread, 0.0)) for a, b in corners)
    border = replace(
        INITIAL_STYLE,
        border=(width,) * 4,
        border_styles=(line,) * 4,
        border_colours=(style.box_outline_colour,) * 4,
        radii=radii,
    )
    items: list[Item] = []
    paint_box_decorations(border, box.expand_by(spread), items)
    return items


def _paint_uniform_border(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> tuple[Shape, ...]:
    """Return the border of a box as lines around it; empty if its sides need to be separate.

    They do if they differ, and if they are dashed or dotted without round corners.
    """
    width, ink, line = style.border[0], style.border_colours[0], style.border_styles[0]
    sides = {*zip(style.border, style.border_colours, style.border_styles, strict=True)}
    if len(sides) > 1 or not width:
        return ()
    # CSS Backgrounds 3, 3.2: the lines and the space of a double border are equally wide.
    strokes = {"solid": (width / 2,), "double": (width / 6, width * 5 / 6)}.get(line)
    if strokes:
        # A stroke is centred on the path, so the path runs in the middle of the line.
        paths = (make_spread_box_path(box, corners, -middle) for middle in strokes)
        return tuple(Shape(path, None, ink, width / (2 * len(strokes) - 1)) for path in paths)
    if not any(map(any, corners)):
        return ()
    path = make_spread_box_path(box, corners, -width / 2)
    return (Shape(_outline_dashes(path, line, width), ink),)


_CARVED_RINGS = {
    "inset": ("inset",),
    "outset": ("outset",),
    "groove": ("inset", "outset"),
    "ridge": ("outset", "inset"),
}
"""The borders that look carved, each as one or two rings, from the outside in."""


def _paint_carved_border(style: ComputedStyle, box: Box, rings: Sequence[str]) -> Iterator[Shape]:
    """Yield the sides of a border whose light seems to come from the upper left.

    CSS Backgrounds 3, 3.2 leaves the colours open. These are Chromium's (`Color::Dark`, `Light`).
    """
    widths: Any = tuple(width / len(rings) for width in style.border)
    for ring in rings:
        inks: Any = tuple(
            _shade(ink, is_dark=(side in (0, 3)) == (ring == "inset"))
            for side, ink in enumerate(style.border_colours)
        )
        yield from _paint_mitred_borders(replace(style, border=widths, border_colours=inks), box)
        box, _ = find_inner_box(widths, box, ((0.0, 0.0),) * 4)


def _shade(ink: Colour, *, is_dark: bool) -> Colour:
    """Return the colour of the darker or the lighter sides of a carved border."""
    most = max(ink[:3]) / 255
    if is_dark:
        share = 171 / 255 if min(ink[:3]) == 255 else max(most - 0.33, 0.0) / (most or 1.0)
    elif not most:
        return add_alpha((84, 84, 84), (*ink, 255)[3] / 255)
    else:
        share = min(most + 0.33, 1.0) / most
    red, green, blue = (round(part * share) for part in ink[:3])
    return add_alpha((red, green, blue), (*ink, 255)[3] / 255)


def _list_border_sides(
    widths: Sides, box: Box, *, is_between: bool
) -> tuple[tuple[int, tuple[float, float, float, float]], ...]:
    """Return the sides of a border, each with its number and its left, top, width and height.

    Numbers are clockwise from the top, which is 0. `widths` are those of the border. If
    `is_between`, the left and right side are between the top and bottom one.
    """
    top, right, bottom, left = widths
    y, height = (box.top + top, box.height - top - bottom) if is_between else (box.top, box.height)
    return (
        (0, (box.left, box.top, box.width, top)),
        (2, (box.left, box.top + box.height - bottom, box.width, bottom)),
        (1, (box.left + box.width - right, y, right, height)),
        (3, (box.left, y, left, height)),
    )


def _paint_mitred_borders(style: ComputedStyle, box: Box) -> Iterator[Shape]:
    """Yield the sides of a border of several colours, which meet in slanting lines."""
    inner, _ = find_inner_box(style.border, box, ((0.0, 0.0),) * 4)
    outer_corners, inner_corners = (
        ((b.left, b.top), (b.right, b.top), (b.right, b.bottom), (b.left, b.bottom))
        for b in (box, inner)
    )
    for side, ink in enumerate(style.border_colours):
        after = (side + 1) % 4
        corners = outer_corners[side], outer_corners[after], inner_corners[after]
        points = [*chain.from_iterable((*corners, inner_corners[side]))]
        if style.border[side]:
            yield Shape(make_polyline(points, closed=True), ink)


def _make_border_side(
    box: tuple[float, float, float, float], style: str, *, is_vertical: bool
) -> Path:
    """Return the outline of one side of a border.

    `box` is what the side fills: its left, top, width and height.
    """
    x, y, width, height = box
    length, thickness = (height, width) if is_vertical else (width, height)
    if style == "double":
        lines = (0.0, thickness * 2 / 3)
        return tuple(
            segment
            for start in lines
            for segment in (
                make_rectangle(x + start, y, thickness / 3, height)
                if is_vertical
                else make_rectangle(x, y + start, width, thickness / 3)
            )
        )
    dash, gap = _measure_dashes(style, length, thickness)
    radius = thickness / 2 if style == "dotted" and thickness > _THICK_LINE else 0.0
    path, start = list[Segment](), 0.0
    while start < length - 0.001:
        size = min(dash, length - start)
        part = (x, y + start, width, size) if is_vertical else (x + start, y, size, height)
        path += make_rectangle(*part, radius, radius)
        start += dash + gap
    return tuple(path)


def _outline_dashes(path: Path, style: str, thickness: float) -> Path:
    """Return the outline of a dashed or dotted line along a closed path."""
    length = sum(dist(*ends) for ring in flatten_path(path) for ends in pairwise(ring))
    dash, gap = _measure_dashes(style, length, thickness, is_closed=True)
    dashes, cap = ((0.0, dash + gap), "round") if style == "dotted" else ((dash, gap), "butt")
    return outline_line(path, thickness, "miter", dashes, cap)


def _measure_dashes(
    style: str, length: float, thickness: float, *, is_closed: bool = False
) -> tuple[float, float]:
    """Return the length of a dash and of the gap after it, for a line of this length in mm."""
    dashes, gaps = (1, 1) if style == "dotted" else (2, 1) if thickness >= _THICK_LINE else (3, 2)
    dash, gap = dashes * thickness, gaps * thickness
    if style == "solid" or length <= 2 * dash:
        return length, length
    # A dash begins and ends a side: choose the number of dashes whose gap differs least.
    ends = 0 if is_closed else 1
    count = max(floor((length + ends * gap) / (dash + gap)), 2)
    choices = ((length - number * dash) / (number - ends) for number in (count, count + 1))
    return dash, min((one for one in choices if one > 0), key=lambda one: abs(one - gap))


def _list_shadow_layers(style: ComputedStyle, *, is_inset: bool) -> Iterator[_ShadowLayer]:
    """Yield the layers of the outer or inset shadows of a box, the lowest first."""
    for dx, dy, blur, spread, ink, is_inner in reversed(style.shadows):
        if is_inner != is_inset:
            continue
        ink = style.colour if ink == "currentcolor" else ink
        if not blur:
            yield _ShadowLayer(dx, dy, spread, ink)
            continue
        # CSS Backgrounds 3, 6.1.2: a Gaussian blur with half of the radius as its deviation.
        deviation, painted, opacity = blur / 2, 0.0, (*ink, 255)[3] / 255
        for number in range(_SHADOW_LAYERS):
            # A layer ends where the blurred shadow is as dark as the layers down to it.
            distance = -NormalDist(0.0, deviation).inv_cdf((number + 0.5) / _SHADOW_LAYERS)
            wanted = opacity * (number + 1) / _SHADOW_LAYERS
            alpha = round(255 * (1 - (1 - wanted) / (1 - painted))) if painted < 1 else 0
            painted = 1 - (1 - painted) * (1 - alpha / 255)
            # A line of equal darkness around a blurred corner is about an arc with this radius.
            radius = 1.86 * deviation + (-0.55 if is_inset else 0.6) * distance
            yield _ShadowLayer(dx, dy, spread + distance, add_alpha(ink[:3], alpha / 255), radius)


def _paint_outer_shadows(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> Iterator[Shape]:
    """Yield the shadows around a box, the lowest first."""
    for dx, dy, spread, ink, least in _list_shadow_layers(style, is_inset=False):
        most = max(min(box.width, box.height) / 2 + spread, 0.0)
        least = min(least, most)
        radii = corners
        if least:
            radii = [(max(a, least - spread), max(b, least - spread)) for a, b in corners]
        path = make_spread_box_path(box, radii, spread, dx, dy)
        is_hidden = len(style.background or ()) == 3 and style.image_clips[-1] == "border-box"
        if not is_hidden:
            # CSS Backgrounds 3, 6.1: a shadow is only seen outside of its box.
            path = apply_to_enlarged_paths(subtract, path, make_spread_box_path(box, corners, 0.0))
        if path:
            yield Shape(path, ink)


def _paint_inset_shadows(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> Iterator[Shape]:
    """Yield the shadows inside a box: what a smaller, moved box leaves of it, inside its border."""
    inner, radii = find_inner_box(style.border, box, corners)
    edge = make_spread_box_path(inner, radii, 0.0)
    for dx, dy, spread, ink, least in _list_shadow_layers(style, is_inset=True):
        width, height = (max(side - 2 * spread, 0.0) for side in (inner.width, inner.height))
        least = max(min(least, width / 2, height / 2), 0.0)
        rounded = [(max(a - spread, least), max(b - spread, least)) for a, b in radii]
        place = inner.left + spread + dx, inner.top + spread + dy
        hole = make_rounded_box(*place, width, height, rounded)
        path = apply_to_enlarged_paths(subtract, edge, hole) if min(width, height) > 0 else edge
        if path:
            yield Shape(path, ink)


def paint_background(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> Iterator[Item]:
    """Yield the colour of the background of a box, and its images from the lowest layer up.

    `corners` are the horizontal and vertical radius of each corner of the box.
    """
    outer, inner = (box, corners), find_inner_box(style.border, box, corners)
    if style.background:
        ground, radii = inner if style.image_clips[-1] == "padding-box" else outer
        yield Shape(make_spread_box_path(ground, radii, 0.0), style.background)
    lists = (style.image_sizes, style.image_positions, style.image_repeats)
    boxes = (style.image_origins, style.image_clips)
    # CSS Backgrounds 3, 2.2: a list that is too short is repeated.
    layers = [*zip(style.images, *map(cycle, (*lists, *boxes)), strict=False)]
    inks = (ink for ink, width in zip(style.border_colours, style.border, strict=True) if width)
    is_covered = style.has_plain_border and all(len(ink) == 3 for ink in inks)
    for *layer, origin, clip_box in reversed(layers):
        # Images are placed inside the border (2.6). A gradient is repeated under one with gaps.
        is_wide = origin == "border-box" or (
            isinstance(layer[0], Gradient) and clip_box != "padding-box" and not is_covered
        )
        edges = style.border if is_wide and origin != "border-box" else _NO_EDGES
        place, radii = outer if is_wide else inner
        size = place.right - place.left, place.bottom - place.top
        if min(size) > 0 and min(inner[0].width, inner[0].height) > 0:
            area, radii = (place, radii) if clip_box == "border-box" else inner
            is_cut = any(map(any, radii)) or area != place or isinstance(layer[0], Drawing)
            clip = make_spread_box_path(area, radii, 0.0) if is_cut else ()
            if isinstance(layer[0], Drawing):
                yield from draw_artwork(layer[0], layer[1], layer[2], layer[3], place, clip)
                continue
            yield PlacedImage(
                draw_background(*layer, size, edges), place.left, place.top, *size, clip=clip
            )


def find_inner_box(
    edges: Sides, box: Box, corners: Sequence[tuple[float, float]]
) -> tuple[Box, list[tuple[float, float]]]:
    """Return the box inside the `edges` of a box, and the radii of the corners of that inner box.

    `edges` are widths on each side, such as those of a border. `corners` are the horizontal and
    vertical radius of each corner of the outer box.
    """
    top, right, bottom, left = edges
    sides = ((left, top), (right, top), (right, bottom), (left, bottom))
    radii = [
        (max(a - across, 0.0), max(b - down, 0.0))
        for (a, b), (across, down) in zip(corners, sides, strict=True)
    ]
    return Box(box.left + left, box.top + top, box.right - right, box.bottom - bottom), radii


def make_spread_box_path(
    box: Box, corners: Sequence[tuple[float, float]], spread: float, dx: float = 0, dy: float = 0
) -> Path:
    """Return a rounded box that is larger than `box` by `spread` mm on each side.

    It is moved by `dx` and `dy`. `corners` are the horizontal and vertical radius of each corner of
    `box`.
    """
    width, height = box.right - box.left, box.bottom - box.top
    spread = max(spread, -width / 2, -height / 2)
    # CSS Backgrounds 3, 6.1.1: a spread changes the radii of round corners only.
    radii = [(a and max(a + spread, 0.0), b and max(b + spread, 0.0)) for a, b in corners]
    place = box.left + dx - spread, box.top + dy - spread
    return make_rounded_box(*place, width + 2 * spread, height + 2 * spread, radii)


_SHARP_CORNERS = ((0.0, 0.0),) * 4
_NO_EDGES = (0.0, 0.0, 0.0, 0.0)


def resolve_radii(
    radii: Sequence[Any], box: Box, inner: Box | None = None
) -> Sequence[tuple[float, float]]:
    """Return the horizontal and vertical radius of each corner in mm, clockwise from the top left.

    Percentages of `radii` refer to `box`. The radii shrink until they fit `inner`, or `box` if
    `inner` is None.
    """
    if not any(radii):
        return _SHARP_CORNERS
    corners = [
        resolve_point(radius if type(radius) is tuple else (radius, radius), box.width, box.height)
        for radius in radii
    ]
    width, height = (inner or box).width, (inner or box).height
    (a, b), (c, d), (e, f), (g, h) = corners
    # CSS Backgrounds 3, overlapping curves: if the radii of a side exceed its length, all radii
    # shrink by the same factor.
    side_sums = ((a + c, width), (e + g, width), (b + h, height), (d + f, height))
    share = min([1.0, *(side / total for total, side in side_sums if total > 0)])
    return [(across * share, down * share) for across, down in corners]
