"""Painting of laid-out boxes: from boxes to the items of a face (CSS 2.1, appendix E).

Backgrounds and borders are painted before the content on top of them. Painted boxes are cached by
box and position. All sizes are already known. Only `text-align` is applied here.

CSS Backgrounds 3, 3.2 leaves the lengths of dashes and gaps of borders open. These are Chromium's
(`StyledStrokeData` in Blink), but thin dots are spaced like thick ones.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle
from math import floor, hypot, inf, radians, sqrt, tan
from statistics import NormalDist
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour, add_alpha
from printgen.face.face import (
    OWN_TEXT_FIELD,
    FormField,
    Item,
    PlacedImage,
    PlacedMark,
    Segment,
    Shape,
    TextRun,
)
from printgen.face.outlines import (
    Path,
    find_path_bounds,
    flatten_path,
    make_ellipse,
    make_polyline,
    make_rectangle,
    make_rounded_box,
    measure_double_area,
    reverse_path,
    transform_path,
)
from printgen.face.transform import fade, find_essential_box, find_item_bounds, transform_item
from printgen.geometry import (
    MM_PER_POINT,
    MM_PER_PX,
    Box,
    Matrix,
    find_bounding_box,
    make_box,
    make_rotation,
)
from printgen.layout.flow.boxes import (
    LaidBlock,
    LaidPart,
    LaidReplaced,
    LaidText,
    OutOfFlowAnchor,
    TextFlow,
    group_by_box,
)
from printgen.layout.flow.line_breaking import LineBox
from printgen.layout.flow.lines import lay_out_text
from printgen.layout.flow.text_pieces import NO_BREAK_SPACE, InlineBox, TextPiece
from printgen.layout.paint.backgrounds import draw_background, draw_border_image
from printgen.layout.paint.filters import filter_items, mask_items
from printgen.layout.paint.text_shadows import measure_shadow_gap, paint_text_shadows
from printgen.layout.pictures.path_boolean import (
    SKIA_SCALE,
    apply_to_enlarged_paths,
    intersect_paths,
    outline_stroke,
    subtract,
)
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.computed import ComputedStyle, Sides
from printgen.layout.style.values import resolve_to_mm
from printgen.problems import ExitCode, Failure, Place, Problem
from printgen.system.cache import Cache

_THICK_LINE = 3 * MM_PER_PX
"""The thickness from which dashes are shorter, and above which dots are round."""


def make_border_side(
    box: tuple[float, float, float, float], style: str, *, is_vertical: bool
) -> Path:
    """Return the outline of one side of a border; `style` is solid, dashed or dotted.

    `box` is what the side fills: its left, top, width and height.
    """
    x, y, width, height = box
    length, thickness = (height, width) if is_vertical else (width, height)
    dash, gap = _measure_dashes(style, length, thickness)
    radius = thickness / 2 if style == "dotted" and thickness > _THICK_LINE else 0.0
    path, start = list[Segment](), 0.0
    while start < length - 0.001:
        size = min(dash, length - start)
        part = (x, y + start, width, size) if is_vertical else (x + start, y, size, height)
        path += make_rectangle(*part, radius, radius)
        start += dash + gap
    return tuple(path)


def _measure_dashes(style: str, length: float, thickness: float) -> tuple[float, float]:
    """Return the length of a dash and of the gap after it, for a side of this length in mm."""
    dashes, gaps = (1, 1) if style == "dotted" else (2, 1) if thickness >= _THICK_LINE else (3, 2)
    dash, gap = dashes * thickness, gaps * thickness
    if style == "solid" or length <= 2 * dash:
        return length, length
    # A dash begins and ends the side: choose the number of dashes whose gap differs least.
    count = max(floor((length + gap) / (dash + gap)), 2)
    choices = ((length - number * dash) / (number - 1) for number in (count, count + 1))
    return dash, min((one for one in choices if one > 0), key=lambda one: abs(one - gap))


MAX_CACHED_BOXES = 8_192

_UNPRINTED_SPACES = " " + NO_BREAK_SPACE
"""Spaces that are not printed at the ends of a text run."""
_AFTER_SPACE = re.compile(f"(?<=[ {NO_BREAK_SPACE}])")
"""The place after each space that separates words."""

_PositionedPart = tuple[float, float, LaidPart]

_EMPTY_BOUNDS = Box(float("inf"), float("inf"), float("-inf"), float("-inf"))


class PaintedBox(msgspec.Struct, frozen=True):
    """The items of a laid-out box in painting order, and a box around them.

    `positioned` are the positioned boxes inside, which the containing block paints later. `levels`
    are those with a z-index, painted, for the stacking context around them. The first `ground`
    items are the background of the box. `part` is the box itself: this reference keeps its `id`,
    the cache key, from being reused.
    """

    items: tuple[Item, ...]
    bounds: Box
    positioned: tuple[_PositionedPart, ...] = ()
    part: LaidPart | None = None
    levels: "tuple[tuple[int, PaintedBox], ...]" = ()
    ground: int = 0


class Painter:
    """Paints laid-out boxes, with a cache by box and position."""

    def __init__(self) -> None:
        self._cache: Cache[object, PaintedBox] = Cache(MAX_CACHED_BOXES)

    def paint_face(self, html: LaidBlock) -> PaintedBox:
        """Return the items of a face, given its root box."""
        # CSS Backgrounds 3, 2.11.2: the background of body is that of the whole face.
        (x, y, body), *others = html.children
        if (
            not isinstance(body, LaidBlock)
            or html.style.background
            or not (body.style.is_changed or body.style.clip_path or body.style.opacity != 1)
        ):
            return self.paint_block(0.0, 0.0, html, self._paint_cached(x, y, body).ground)
        # Its filter, mask, clip path and opacity do not change the background of the face.
        style = body.style
        box = make_box(x, y, body.width, body.height)
        background = _paint_background(style, box, _resolve_radii(style, box.width, box.height))
        bare = replace(body, style=replace(style, background=None, images=()))
        painted = self.paint_block(0.0, 0.0, replace(html, children=((x, y, bare), *others)))
        ground, content = painted.items[: painted.ground], painted.items[painted.ground :]
        return _merge_painted((*ground, *background, *content), (), (), html)

    def paint_block(self, x: float, y: float, laid: LaidBlock, inner_ground: int = 0) -> PaintedBox:
        """Return the items of a box with its top left corner at `x`, `y`.

        Positioned boxes inside it come after all others, in document order, or by their z-index.
        The first `inner_ground` items of the first box inside it are background, too.
        """
        painted = self._paint_positioned(x, y, laid)
        if not painted.levels:
            return painted
        # CSS 2.1, appendix E.2, steps 3 and 9: in a stacking context, boxes below zero are over its
        # background only, and those above zero are over all others.
        levels = sorted(painted.levels, key=lambda level: level[0])
        below = [box for level, box in levels if level < 0]
        above = [box for level, box in levels if level > 0]
        count = painted.ground + inner_ground
        ground, others = painted.items[:count], painted.items[count:]
        return _merge_painted(
            ground, [*below, PaintedBox(others, painted.bounds), *above], (), laid
        )

    def _paint_positioned(self, x: float, y: float, laid: LaidBlock) -> PaintedBox:
        """Return the items of a box, without the boxes inside it that have a z-index."""
        # CSS 2.1, appendix E.2, step 8: positioned descendants with z-index auto, in tree order.
        in_flow = self._paint_in_flow(laid, x, y)
        if not in_flow.positioned:
            return in_flow
        places = _group_placed_parts(laid, x, y)
        painted = [in_flow]
        for place in in_flow.positioned:
            if isinstance(place[-1], OutOfFlowAnchor):
                place = places[id(place[-1].box)].popleft()
            painted.append(self._paint_level(*place))
        return _merge_painted((), painted, (), laid, in_flow.ground)

    def _paint_level(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        """Return a positioned box; if it has a z-index, as a level of a box without items."""
        painted = self._paint_cached(x, y, part)
        if isinstance(part, LaidBlock):
            level = part.style.z_index
        else:
            level = "auto" if isinstance(part, LaidText) else part.box.style.z_index
        if isinstance(level, str) or not level:
            return painted
        return PaintedBox((), _EMPTY_BOUNDS, levels=((level, painted),))

    def _paint_cached(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        key = id(part), x, y
        return self._cache.fetch(key, lambda: self.paint_part(x, y, part))

    def paint_part(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        """Return the items of any laid-out part with its top left corner at `x`, `y`."""
        items: list[Item] = []
        if isinstance(part, LaidBlock):
            style = part.style
            if not style.is_containing_block:
                return self._paint_in_flow(part, x, y)
            if not style.is_stacking_context:
                return self._paint_positioned(x, y, part)
            painted = self.paint_block(x, y, part)
            if not (style.transform or style.clip_path or style.is_changed) and style.opacity == 1:
                return painted
            box = make_box(x, y, part.width, part.height)
            shown = _clip_and_filter(style, box, part.line, painted.items)
            if style.opacity != 1:
                _reject_overlapping_items(shown, part.line)
            items += _transform_and_fade(style, box, part.line, shown)
        elif isinstance(part, LaidText):
            _paint_text(part, x, y, items)
        elif isinstance(part, LaidReplaced):
            _paint_replaced(part, x, y, items)
        return _merge_painted(items, (), (), part)

    def _paint_in_flow(self, laid: LaidBlock, x: float, y: float) -> PaintedBox:
        """Return the items of a box, and of the boxes inside it that are not positioned."""
        own_items: list[Item] = []
        _paint_box_decorations(laid.style, make_box(x, y, laid.width, laid.height), own_items)
        ground = len(own_items)
        painted: list[PaintedBox] = []
        positioned: list[_PositionedPart] = []
        for dx, dy, part in laid.children:
            if _is_positioned(part):
                positioned.append((x + dx, y + dy, part))
                continue
            inner = self._paint_cached(x + dx, y + dy, part)
            painted.append(inner)
            positioned += inner.positioned
        if laid.style.overflow == "visible":
            return _merge_painted(own_items, painted, positioned, laid, ground)
        # CSS Overflow 3, 3: all boxes inside are clipped, but no absolute ones placed from outside.
        places = _group_placed_parts(laid, x, y)
        anchors: list[_PositionedPart] = []
        for place in positioned:
            if isinstance(place[-1], OutOfFlowAnchor) and id(place[-1].box) in places:
                place = places[id(place[-1].box)].popleft()
            if isinstance(place[-1], OutOfFlowAnchor):
                anchors.append(place)
            else:
                painted.append(self._paint_level(*place))
        items = chain.from_iterable(inner.items for inner in painted)
        box = make_box(x, y, laid.width, laid.height)
        clip = partial(_clip_items, laid.style, laid.style.border, box, laid.line)
        own_items += clip(items)
        levels = [level for inner in painted for level in inner.levels]
        clipped = [(z, _merge_painted([*clip(inner.items)], (), (), laid)) for z, inner in levels]
        inner = PaintedBox((), _EMPTY_BOUNDS, levels=tuple(clipped))
        return _merge_painted(own_items, (inner,), anchors, laid, ground)


def _group_placed_parts(laid: LaidBlock, x: float, y: float) -> dict[int, deque[_PositionedPart]]:
    """Return the absolute parts that a box at `x`, `y` places, by the `id` of their boxes."""
    return group_by_box((box, (x + dx, y + dy, part)) for box, dx, dy, part in laid.placed)


def _clip_items(
    style: ComputedStyle, edges: Sides, box: Box, line: int, items: Iterable[Item]
) -> Iterator[Item]:
    """Yield the items of a box, clipped to the space inside its `edges`, such as its border.

    `line` is the line of the box in the merged text. Raises `Failure` (does not fit) if a text, or
    another item that prints a value, would be cut off.
    """
    corners = _resolve_radii(style, box.width, box.height)
    inner, radii = _find_inner_box(edges, box, corners)
    area = _make_spread_box_path(inner, radii, 0.0)
    for item in items:
        is_whole = inner.contains(find_item_bounds(item), _EDGE_TOLERANCE)
        if not any(map(any, radii)) and is_whole:
            yield item
        else:
            yield from _clip_item(
                item, area, line, "overflow: hidden", is_cut=_is_overflowing(item, inner)
            )


def _clip_to_shape(
    style: ComputedStyle, box: Box, line: int, items: Sequence[Item]
) -> Sequence[Item]:
    """Return the items of a box, clipped to its clip path, or unchanged if it has none.

    `line` is the line of the box in the merged text. Raises `Failure` like `_clip_items`.
    """
    if not style.clip_path:
        return items
    area = _make_basic_shape_path(style.clip_path, box)
    return [
        part
        for item in items
        for part in _clip_item(item, area, line, "clip-path", is_cut=_is_partly_outside(item, area))
    ]


def _make_basic_shape_path(shape: tuple[Any, ...], box: Box) -> Path:
    """Return the path of a basic shape in a box (CSS Shapes 1, 3.1)."""
    kind, values, *centre = shape
    if kind == "polygon":
        points = [
            (
                box.left + (resolve_to_mm(x, box.width) or 0.0),
                box.top + (resolve_to_mm(y, box.height) or 0.0),
            )
            for x, y in values
        ]
        return make_polyline([*chain.from_iterable(points)], closed=True)
    if kind == "inset":
        bases = (box.height, box.width, box.height, box.width)
        edges = [
            resolve_to_mm(length, base) or 0.0 for length, base in zip(values, bases, strict=True)
        ]
        top, right, bottom, left = edges
        width, height = box.width - left - right, box.height - top - bottom
        rx, ry = (resolve_to_mm(centre[0], base) or 0.0 for base in (box.width, box.height))
        # CSS Backgrounds 3, 4.5: radii that overlap are reduced by one factor.
        factor = max(min(1.0, width / 2 / rx, height / 2 / ry), 0.0) if rx and ry else 0.0
        corner = rx * factor, ry * factor
        return make_rectangle(box.left + left, box.top + top, width, height, *corner)
    across, down = centre[0]
    x, y = resolve_to_mm(across, box.width) or 0.0, resolve_to_mm(down, box.height) or 0.0
    if kind == "ellipse":
        rx, ry = (
            min(place, size - place) if radius is None else resolve_to_mm(radius, size) or 0.0
            for radius, place, size in zip(values, (x, y), (box.width, box.height), strict=True)
        )
        return make_ellipse(box.left + x, box.top + y, rx, ry)
    radius = resolve_to_mm(values, hypot(box.width, box.height) / sqrt(2))
    if radius is None:
        radius = min(x, y, box.width - x, box.height - y)
    return make_ellipse(box.left + x, box.top + y, radius, radius)


def _is_partly_outside(item: Item, area: Path) -> bool:
    """Return whether a part of an item that must be visible is outside an area.

    Of a text, this is the part from its baseline to the top of its capitals.
    """
    box = find_essential_box(item)
    frame = make_rectangle(box.left, box.top, box.width, box.height)
    seen, whole = (
        abs(sum(map(measure_double_area, flatten_path(path))))
        for path in (_clip_path_to_area(frame, area), frame)
    )
    return seen < _SEEN_SHARE * whole


def _clip_item(item: Item, area: Path, line: int, cause: str, *, is_cut: bool) -> Iterator[Item]:
    """Yield the parts of an item inside an area.

    Texts, form fields and marks that print a value are never clipped: they are yielded whole, or
    raise `Failure` if `is_cut`. `cause` is the CSS property that clips, for the message.
    """
    field = getattr(item, "field", None) or ""
    if isinstance(item, Shape):
        yield from _clip_shape(item, area)
    elif isinstance(item, (TextRun, FormField)) or field:
        if is_cut:
            message = f'"{getattr(item, "text", field)}" is cut off by {cause}'
            where, hint = Place(line=line, field=field), "move it inside the box"
            problem = Problem(where, message, hint, kind="overflow")
            raise Failure(ExitCode.DOES_NOT_FIT, (problem,))
        yield item
    elif isinstance(item, PlacedImage):
        frame = item.clip or make_rectangle(item.x, item.y, item.width, item.height)
        if clip := _clip_path_to_area(area, frame):
            yield replace(item, clip=clip)
    elif isinstance(item, PlacedMark):
        frame = make_rectangle(0.0, 0.0, item.drawing.width, item.drawing.height)
        seen = _clip_path_to_area(transform_path(frame, item.matrix), area)
        moved: Iterator[Any] = (transform_item(shape, item.matrix) for shape in item.drawing.shapes)
        if shapes := [part for shape in moved for part in _clip_shape(shape, seen)]:
            yield _clip_mark(item, shapes, find_path_bounds(seen))


def _clip_mark(mark: PlacedMark, shapes: Iterable[Shape], box: Box) -> PlacedMark:
    """Return a mark with only the visible parts of another mark.

    These are `shapes`, in mm on the face, and `box` is the box around them. The result is one item,
    because the shapes of a drawing fade together.
    """
    offset = Matrix(e=-box.left, f=-box.top)
    seen = tuple(replace(shape, path=transform_path(shape.path, offset)) for shape in shapes)
    drawing = replace(mark.drawing, width=box.width, height=box.height, shapes=seen)
    return replace(mark, drawing=drawing, matrix=Matrix(e=box.left, f=box.top))


def _is_overflowing(item: Item, box: Box) -> bool:
    """Return whether a part of an item that must be visible extends beyond a box.

    Of a text, this is the part from its baseline to the top of its capitals.
    """
    return not box.contains(find_essential_box(item), _CUT_TOLERANCE)


def _clip_path_to_area(path: Path, area: Path) -> Path:
    """Return the part of a path inside an area; both are in mm."""
    return apply_to_enlarged_paths(intersect_paths, path, area)


def _clip_shape(shape: Shape, area: Path) -> Iterator[Shape]:
    """Yield the parts of a shape inside an area: its fill, and its stroke as another shape."""
    if shape.fill and (path := _clip_path_to_area(shape.path, area)):
        yield Shape(path, shape.fill, shade=shape.shade)
    if shape.stroke and (path := _clip_path_to_area(_find_stroke_area(shape), area)):
        yield Shape(path, shape.stroke)


def _find_stroke_area(shape: Shape) -> Path:
    """Return the area that the stroke of a shape covers."""
    style = shape.stroke_width * SKIA_SCALE, "butt", "miter", 10.0
    return apply_to_enlarged_paths(lambda path: outline_stroke(path, *style), shape.path)


def _reject_overlapping_items(items: Sequence[Item], line: int) -> None:
    """Raise `Failure` (rules) if items of a box with an opacity are painted over each other.

    CSS Color 4, 3.3: the box fades as a whole. Here each item fades. `line` is that of the box.
    """
    areas = dict[int, Path]()
    for first, second in list_overlapping_pairs([*map(find_essential_box, items)]):
        for index in (first, second):
            areas[index] = areas.get(index) or _find_painted_area(items[index])
        seen = flatten_path(_clip_path_to_area(areas[first], areas[second]))
        if abs(sum(map(measure_double_area, seen))) > _MIN_DOUBLE_OVERLAP:
            message = "opacity would fade what is painted over each other in this box separately"
            hint = "write colours as rgb(0 0 0 / 60%), and text-shadow: none for a faded text"
            raise Failure(ExitCode.RULES, (Problem(Place(line=line), message, hint),))


def list_overlapping_pairs(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of each two boxes that overlap by more than rounding errors."""
    if len(boxes) < 2:
        return
    # A line sweeps over the boxes, along the axis on which it meets fewer of them at a time.
    frame = find_bounding_box(boxes)
    across, down = sum(box.width for box in boxes), sum(box.height for box in boxes)
    is_across = across * frame.height <= down * frame.width
    spans = [(box.left, box.right) if is_across else (box.top, box.bottom) for box in boxes]
    met: list[int] = []
    for index in sorted(range(len(boxes)), key=spans.__getitem__):
        met = [other for other in met if spans[other][1] > spans[index][0]]
        for other in met:
            if boxes[other].overlaps(boxes[index], _EDGE_TOLERANCE):
                yield other, index
        met.append(index)


def _find_painted_area(item: Item) -> Path:
    """Return the area that an item paints; of a text, a rectangle around what must be seen."""
    if isinstance(item, Shape):
        if item.fill or item.shade:
            return item.path
        return _find_stroke_area(item)
    if isinstance(item, PlacedImage) and item.clip:
        return item.clip
    box = find_essential_box(item)
    return make_rectangle(box.left, box.top, box.width, box.height)


_MIN_DOUBLE_OVERLAP = 0.02
"""Twice the least area in which items are painted over each other, in square mm."""
_SEEN_SHARE = 0.99
"""The least share of a text that is inside a clip path."""
_CUT_TOLERANCE, _EDGE_TOLERANCE = 0.1, 0.01
"""How far a text, and anything else, may extend beyond a box that clips, in mm."""


def _is_positioned(part: LaidPart) -> bool:
    """Return whether a part has a CSS position, and is painted by its containing block."""
    if isinstance(part, LaidBlock):
        return part.style.is_containing_block
    if isinstance(part, LaidReplaced):
        return part.box.style.is_containing_block
    return isinstance(part, OutOfFlowAnchor)


def _merge_painted(
    own_items: Sequence[Item],
    painted: Sequence[PaintedBox],
    positioned: Sequence[_PositionedPart],
    part: LaidPart,
    ground: int = 0,
) -> PaintedBox:
    """Return one painted box with `own_items` first, then the items of the boxes in `painted`.

    `positioned` are the parts that are painted later, and `part` is the box itself. The first
    `ground` items are its background.
    """
    items = (*own_items, *chain.from_iterable(inner.items for inner in painted))
    all_bounds = (*map(find_item_bounds, own_items), *(inner.bounds for inner in painted))
    bounds = find_bounding_box((_EMPTY_BOUNDS, *all_bounds))
    levels = tuple(level for inner in painted for level in inner.levels)
    return PaintedBox(items, bounds, tuple(positioned), part, levels, ground)


def _paint_replaced(laid: LaidReplaced, x: float, y: float, items: list[Item]) -> None:
    style, box = laid.box.style, make_box(x, y, laid.width, laid.height)
    _paint_box_decorations(style, box, items)
    edges = top, right, bottom, left = style.resolve_border_padding(0.0)
    width, height = laid.width - left - right, laid.height - top - bottom
    if width > 0 and height > 0:
        drawn = laid.box.draw(width, height, Matrix(e=x + left, f=y + top))
        # CSS Backgrounds 3, 4.3: the content of a replaced element is clipped to the content edge.
        line = laid.box.line
        items += _clip_items(style, edges, box, line, drawn) if any(style.radii) else drawn
    shown = _clip_and_filter(style, box, laid.box.line, items)
    items[:] = _transform_and_fade(style, box, laid.box.line, shown)


def _clip_and_filter(
    style: ComputedStyle, box: Box, line: int, items: Sequence[Item]
) -> Sequence[Item]:
    """Return the items of a box after its clip path, its filter and its mask.

    `line` is that of the box. Raises `Failure` like `_clip_to_shape` and `mask_items`.
    """
    items = _clip_to_shape(style, box, line, items)
    items = [*filter_items(items, style.filters)] if style.filters else items
    return [*mask_items(items, style.mask, box, line)] if style.mask else items


def _transform_and_fade(
    style: ComputedStyle, box: Box, line: int, items: Sequence[Item]
) -> Sequence[Item]:
    """Return the items of a box after its transform, and with its opacity.

    `line` is that of the box. Raises `Failure` like `_move_items`.
    """
    if style.transform:
        matrix = make_transform_matrix(style, box.left, box.top, box.width, box.height)
        items = _move_items(style, items, matrix, line)
    return [fade(item, style.opacity) for item in items]


def make_transform_matrix(
    style: ComputedStyle, x: float, y: float, width: float, height: float
) -> Matrix:
    """Return the matrix of the CSS transform of a box with its top left corner at `x`, `y`."""
    across, down = style.origin
    x, y = x + (resolve_to_mm(across, width) or 0.0), y + (resolve_to_mm(down, height) or 0.0)
    # CSS Transforms 1, 13: the functions are multiplied from left to right, around the origin.
    matrix = Matrix(e=x, f=y)
    for step in style.transform:
        shift = (
            resolve_to_mm(step.shift[0], width) or 0.0,
            resolve_to_mm(step.shift[1], height) or 0.0,
        )
        matrix = matrix @ Matrix(a=step.stretch, e=shift[0], f=shift[1])
        across, down = (tan(radians(angle)) for angle in step.slant)
        matrix = matrix @ make_rotation(step.turn, scale=step.scale) @ Matrix(b=down, c=across)
    return matrix @ Matrix(e=-x, f=-y)


def _move_items(
    style: ComputedStyle, items: Iterable[Item], matrix: Matrix, line: int
) -> list[Item]:
    """Return the items of a box, moved by the matrix of its transform.

    Raises `Failure` (rules) for anything but shapes in a slanted box in `line`.
    """
    if not any(any(step.slant) for step in style.transform):
        return [transform_item(item, matrix) for item in items]
    moved: list[Item] = []
    for item in items:
        if not isinstance(item, Shape):
            hint = "slant a box with a plain background only, such as ::before; for a picture, "
            hint += "clip-path: polygon(10% 0, 100% 0, 90% 100%, 0 100%)"
            problem = Problem(Place(line=line), "skew() of a text or a picture", hint)
            raise Failure(ExitCode.RULES, (problem,))
        if item.fill or item.shade:
            moved.append(transform_item(replace(item, stroke=None, stroke_width=0.0), matrix))
        if item.stroke:
            # The width of a slanted line depends on its direction.
            moved.append(transform_item(Shape(_find_stroke_area(item), item.stroke), matrix))
    return moved


def _paint_text(laid: LaidText, x: float, y: float, items: list[Item]) -> None:
    align, shadows = laid.flow.text_align, list[Item]()
    first = len(items)
    for line in laid.lines:
        spare = laid.width - line.width  # CSS Text 3, 6.1 (text-align)
        is_justified = align == "justify" and not line.is_last
        if is_justified or any(span.style.word_spacing for span in line.spans):
            line = _justify_line(line, spare if is_justified else 0.0)
            spare = laid.width - line.width
        starts = ("start", "justify") if line.is_rtl else ("end",)
        is_right = align == "right" or align in starts
        start = x + (spare if is_right else spare / 2 if align == "center" else 0.0)
        _paint_text_line(laid, line, start, y + line.above, items, shadows)
        y += line.above + line.below
    if shadows:
        # CSS Text Decoration 4, 4: no shadow is painted over the text next to it.
        added = items[first:]
        texts = [item for item in added if isinstance(item, TextRun)]
        others = [item for item in added if not isinstance(item, TextRun)]
        items[first:] = (*others, *shadows, *texts)


def draw_text_line(flow: TextFlow) -> tuple[tuple[Item, ...], float]:
    """Return the items of a text on one line, from the start of its baseline, and its width."""
    laid, items = lay_out_text(flow.replace(text_align="left"), inf, 1.0), list[Item]()
    (line,) = laid.lines
    _paint_text(laid, 0.0, -line.above, items)
    return tuple(items), line.width


def _justify_line(line: LineBox, spare: float) -> LineBox:
    """Return a line with each word in a span of its own, and `spare` mm shared among its spaces."""
    # CSS Text 3, 7.1: a no-break space separates words, too. The thin spaces do not.
    parts = [
        (span, [span.text] if span.picture >= 0 else _AFTER_SPACE.split(span.text))
        for span in sorted(line.spans, key=lambda span: span.x)
    ]
    count = sum(len(texts) - 1 for _, texts in parts)
    # CSS Text 3, 6.4: a line without spaces stays as it is.
    extra, shift = max(spare, 0.0) / count if count else 0.0, 0.0
    spans: list[TextPiece] = []
    for span, texts in parts:
        x, is_rtl, last = span.x + shift, span.level % 2 == 1, len(texts) - 1
        for number in range(len(texts))[:: -1 if is_rtl else 1]:
            has_space = number < last
            piece = replace(
                span,
                text=texts[number],
                opens=0 if number else span.opens,
                closes=0 if has_space else span.closes,
            )
            gap = extra if has_space else 0.0
            width = span.style.measure_width(piece.text) if span.picture < 0 else span.width
            width += sum(piece.edges) if span.picture < 0 else 0.0
            # The space of a word from right to left is on its left.
            spans.append(replace(piece, x=x + gap if is_rtl else x, width=width + gap))
            x, shift = x + width + gap, shift + gap
    return replace(line, spans=tuple(spans), width=line.width + extra * count)


def _paint_text_line(
    laid: LaidText,
    line: LineBox,
    x: float,
    baseline: float,
    items: list[Item],
    shadows: list[Item],
) -> None:
    line_baseline, boxes = baseline, set[InlineBox]()
    previous: TextPiece | None = None
    for span in line.spans:
        edge = 0.0
        continues = (
            _is_continuation(span, previous)
            if previous
            else line.continues_field and span is line.spans[0]
        )
        previous = span
        if span.style.boxes:
            edge, _ = span.edges
            # CSS 2.1, appendix E.2, 7.2.1: an inline box is painted before its content.
            for box in span.style.boxes:
                if box not in boxes:
                    items += _paint_inline_box(box, line, x, line_baseline)
            boxes.update(span.style.boxes)
        if span.picture >= 0:
            picture = laid.flow.pictures[span.picture]
            top_left = x + span.x + edge, line_baseline - span.style.above
            items.extend(picture.draw(Matrix(e=top_left[0], f=top_left[1])))
            continue
        # Spaces at the ends of a run leave no ink, and would confuse the reading of the PDF.
        style, text = span.style, span.text.strip(_UNPRINTED_SPACES)
        baseline = line_baseline - style.shift
        if style.underline:
            # CSS Text Decoration 3, 5.3: underlines are painted before the text.
            top, thickness, ink = style.underline
            width = span.width - sum(span.edges)
            place = x + span.x + edge, baseline + top * style.size, width, thickness * style.size
            items.append(Shape(make_rectangle(*place), ink))
        if not text:
            continue
        skipped = len(span.text) - len(span.text.lstrip(_UNPRINTED_SPACES))
        if span.level % 2:
            skipped = len(span.text) - len(span.text.rstrip(_UNPRINTED_SPACES))
        left = span.x + edge + (style.measure_width(" " * skipped) if skipped else 0.0)
        run = TextRun(
            x + left,
            baseline,
            text,
            style.typeface,
            style.size / MM_PER_POINT,
            style.colour,
            style.measure_width(text),
            None if style.field == OWN_TEXT_FIELD else style.field,
            style.tracking / MM_PER_POINT,
            continues_field=continues,
            is_own_text=style.field == OWN_TEXT_FIELD,
            outline=style.outline,
            outline_width=style.outline_width,
            features=style.features,
            is_rtl=span.level % 2 == 1,
            is_on_artwork=style.is_on_artwork,
            has_shadow=bool(style.shadows),
            shadow_gap=measure_shadow_gap(style.shadows, style.colour, style.size),
        )
        items.append(run)
        shadows += paint_text_shadows(run, style.shadows)


def _is_continuation(span: TextPiece, previous: TextPiece) -> bool:
    """Return whether a span continues the word that ends the span before it, `previous`.

    The two are separate because an edge of an inline box, or a shift of the baseline, is between
    them.
    """
    style, last = span.style, previous.style
    is_apart = style.boxes != last.boxes or style.shift != last.shift
    is_joined = not (previous.text.endswith(" ") or span.text.startswith(" "))
    return is_apart and is_joined and style.field == last.field


def _paint_inline_box(box: InlineBox, line: LineBox, x: float, baseline: float) -> Iterator[Item]:
    """Yield the background and border of the part of an inline box on a line (CSS 2.1, 8.6)."""
    spans = [span for span in line.spans if box in span.style.boxes]
    style, scale = box.style, spans[0].style.box_scale
    lefts, rights, ends = list[float](), list[float](), set[int]()
    for span in spans:
        places = [0.0, 0.0]
        for end, side in enumerate((3, 1)):
            boxes = span.edge_boxes[end]
            if box in boxes:
                outer = sum(other.sides[side] for other in boxes[: boxes.index(box)])
                places[end] = (outer + style.resolve_margins(0.0)[side]) * scale
                ends.add(side)
        lefts.append(span.x + places[0])
        rights.append(span.x + span.width - places[1])
    top, _, bottom, _ = style.border_padding
    # CSS Backgrounds 3, 5.4: at a break, the box has no border and no rounded corners.
    ends |= {0, 2}
    border = tuple(size if side in ends else 0.0 for side, size in enumerate(style.border))
    corners = ((3,), (1,), (1,), (3,))
    radii = tuple(
        radius if ends.issuperset(sides) else 0.0
        for radius, sides in zip(style.radii, corners, strict=True)
    )
    width, height = (max(rights) - min(lefts)) / scale, box.ascent + top + box.descent + bottom
    items: list[Item] = []
    _paint_box_decorations(
        replace(style, border=border, radii=radii), make_box(0.0, 0.0, width, height), items
    )
    place = x + min(lefts), baseline - (box.ascent + top) * scale
    matrix = Matrix(a=scale, d=scale, e=place[0], f=place[1])
    yield from (transform_item(item, matrix) for item in items)


def _paint_box_decorations(style: ComputedStyle, box: Box, items: list[Item]) -> None:
    """Append the shadows, the background, the outline and the border of a box to `items`."""
    x, y, width, height = box.left, box.top, box.right - box.left, box.bottom - box.top
    corners = _resolve_radii(style, width, height)
    items += _paint_outer_shadows(style, box, corners)
    if style.background or style.images:
        items += _paint_background(style, box, corners)
    items += _paint_inset_shadows(style, box, corners)
    if style.box_outline_width:
        distance = style.box_outline_offset + style.box_outline_width / 2
        path = _make_spread_box_path(box, corners, distance)
        items.append(Shape(path, None, style.box_outline_colour, style.box_outline_width))
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
    top, colours = style.border[0], style.border_colours
    lines = style.border_styles
    is_uniform = len({*zip(style.border, colours, lines, strict=True)}) == 1
    # CSS Backgrounds 3, 3.2: the lines and the space of a double border are equally wide.
    strokes = {"solid": (top / 2,), "double": (top / 6, top * 5 / 6)}.get(lines[0])
    if is_uniform and top and strokes:
        # A stroke is centred on the path, so the path runs in the middle of the line.
        for middle in strokes:
            path = _make_spread_box_path(box, corners, -middle)
            items.append(Shape(path, None, colours[0], top / (2 * len(strokes) - 1)))
        return
    widths, is_solid = style.border, {"none", "solid"}.issuperset(lines)
    inks = {ink for ink, size in zip(colours, widths, strict=True) if size}
    if is_solid and len(inks) > 1:
        items += _paint_mitred_borders(style, box)
        return
    if inks and any(map(any, corners)):
        # CSS Backgrounds 3, 4.2: sides of different widths are the space between two outlines.
        inner, radii = _find_inner_box(widths, box, corners)
        ring = (
            _make_spread_box_path(box, corners, 0.0),
            reverse_path(_make_spread_box_path(inner, radii, 0.0)),
        )
        items.append(Shape((*ring[0], *ring[1]), inks.pop()))
        return
    # CSS Backgrounds 3 leaves the transition at corners open. Here the top and bottom border own
    # the corners: a diagonal joint is visible only between different colours.
    # Dashes begin in the corners, and solid sides are painted over them, as in Chromium.
    sides = _list_border_sides(widths, box, is_between=is_solid)
    for side, place in sorted(sides, key=lambda side: lines[side[0]] == "solid"):
        if style.border[side] and min(place[2:]) > 0:
            path = make_border_side(place, lines[side], is_vertical=side in (1, 3))
            items.append(Shape(path, colours[side]))


def _list_border_sides(
    widths: Sides, box: Box, *, is_between: bool
) -> tuple[tuple[int, tuple[float, float, float, float]], ...]:
    """Return the sides of a border, each with its number and its left, top, width and height.

    If `is_between`, the left and right side are between the top and bottom one.
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
    inner, _ = _find_inner_box(style.border, box, ((0.0, 0.0),) * 4)
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


def _make_spread_box_path(
    box: Box, corners: Sequence[tuple[float, float]], spread: float, dx: float = 0, dy: float = 0
) -> Path:
    """Return a rounded box that is wider on each side by `spread` mm, moved by `dx` and `dy`."""
    width, height = box.right - box.left, box.bottom - box.top
    spread = max(spread, -width / 2, -height / 2)
    # CSS Backgrounds 3, 6.1.1: a spread changes the radii of round corners only.
    radii = [(a and max(a + spread, 0.0), b and max(b + spread, 0.0)) for a, b in corners]
    place = box.left + dx - spread, box.top + dy - spread
    return make_rounded_box(*place, width + 2 * spread, height + 2 * spread, radii)


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


_SHADOW_LAYERS = 20
"""The layers of a blurred shadow, each a twentieth darker than the one below."""


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
        path = _make_spread_box_path(box, radii, spread, dx, dy)
        is_hidden = len(style.background or ()) == 3 and style.image_clips[-1] == "border-box"
        if not is_hidden:
            # CSS Backgrounds 3, 6.1: a shadow is only seen outside of its box.
            path = apply_to_enlarged_paths(subtract, path, _make_spread_box_path(box, corners, 0.0))
        if path:
            yield Shape(path, ink)


def _find_inner_box(
    edges: Sides, box: Box, corners: Sequence[tuple[float, float]]
) -> tuple[Box, list[tuple[float, float]]]:
    """Return the box inside some `edges`, such as its border, and the radii of its corners."""
    top, right, bottom, left = edges
    sides = ((left, top), (right, top), (right, bottom), (left, bottom))
    radii = [
        (max(a - across, 0.0), max(b - down, 0.0))
        for (a, b), (across, down) in zip(corners, sides, strict=True)
    ]
    return Box(box.left + left, box.top + top, box.right - right, box.bottom - bottom), radii


def _paint_inset_shadows(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> Iterator[Shape]:
    """Yield the shadows inside a box: frames between its padding edge and a smaller box."""
    inner, radii = _find_inner_box(style.border, box, corners)
    for dx, dy, spread, ink, least in _list_shadow_layers(style, is_inset=True):
        edge = _make_spread_box_path(inner, radii, 0.0)
        # The hole ends at the edge of the box.
        start = max(spread + dx, 0.0), max(spread + dy, 0.0)
        end = max(spread - dx, 0.0), max(spread - dy, 0.0)
        room = inner.right - inner.left, inner.bottom - inner.top
        width, height = (max(room[axis] - start[axis] - end[axis], 0.0) for axis in (0, 1))
        # Where the hole would end outside of the box, its corner does too.
        far = [max(-spread - shift, 0.0) for shift in (dx, -dx, dy, -dy)]
        least = min(least, width / 2, height / 2)
        beyond = (max(far[0], far[2]), max(far[1:3]), max(far[1], far[3]), max(far[0], far[3]))
        rounded = [
            (max(max(a - spread, least) - gone, 0.0), max(max(b - spread, least) - gone, 0.0))
            for (a, b), gone in zip(radii, beyond, strict=True)
        ]
        place = inner.left + start[0], inner.top + start[1]
        hole = make_rounded_box(*place, width, height, rounded)
        # A part of a path that runs the other way is a hole (ISO 32000-1, 8.5.3.3.2).
        yield Shape((*edge, *reverse_path(hole)), ink)


def _paint_background(
    style: ComputedStyle, box: Box, corners: Sequence[tuple[float, float]]
) -> Iterator[Item]:
    """Yield the colour of the background of a box, and its images from the lowest layer up."""
    outer, inner = (box, corners), _find_inner_box(style.border, box, corners)
    if style.background:
        ground, radii = inner if style.image_clips[-1] == "padding-box" else outer
        yield Shape(_make_spread_box_path(ground, radii, 0.0), style.background)
    lists = (style.image_sizes, style.image_positions, style.image_repeats)
    boxes = (style.image_origins, style.image_clips)
    # CSS Backgrounds 3, 2.2: a list that is too short is repeated.
    layers = [*zip(style.images, *map(cycle, (*lists, *boxes)), strict=False)]
    for *layer, origin, clip_box in reversed(layers):
        # Images of files are placed inside the border (2.6); a gradient here is also under it.
        is_wide = origin == "border-box" or (
            isinstance(layer[0], Gradient) and clip_box != "padding-box"
        )
        place, radii = outer if is_wide else inner
        size = place.right - place.left, place.bottom - place.top
        if min(size) > 0:
            area, radii = (place, radii) if clip_box == "border-box" else inner
            is_cut = any(map(any, radii)) or area != place
            clip = _make_spread_box_path(area, radii, 0.0) if is_cut else ()
            yield PlacedImage(
                draw_background(*layer, size), place.left, place.top, *size, clip=clip
            )


def _resolve_radii(
    style: ComputedStyle, width: float, height: float
) -> Sequence[tuple[float, float]]:
    """Return the horizontal and vertical radius of each corner, clockwise from the top left.

    The radii are in mm.
    """
    corners = [
        (resolve_to_mm(radius[0], width) or 0.0, resolve_to_mm(radius[1], height) or 0.0)
        for radius in (pair if type(pair) is tuple else (pair, pair) for pair in style.radii)
    ]
    (a, b), (c, d), (e, f), (g, h) = corners
    # CSS Backgrounds 3, overlapping curves: if the radii of a side exceed its length, all radii
    # shrink by the same factor.
    side_sums = ((a + c, width), (e + g, width), (b + h, height), (d + f, height))
    share = min([1.0, *(side / total for total, side in side_sums if total > 0)])
    return [(across * share, down * share) for across, down in corners]
