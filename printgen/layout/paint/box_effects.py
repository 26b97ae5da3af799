"""What changes the items of a whole box: clipping, filters, masks, transforms and opacity."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, radians, sqrt, tan
from typing import Any

from msgspec.structs import replace

from printgen.face.face import FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.letters import measure_overflow
from printgen.face.outlines import (
    Path,
    find_path_bounds,
    flatten_path,
    make_ellipse,
    make_polyline,
    make_rectangle,
    measure_double_area,
    transform_path,
)
from printgen.face.transform import fade, find_essential_box, find_item_bounds, transform_item
from printgen.geometry import Box, Matrix, find_bounding_box, make_fit_matrix, make_rotation
from printgen.layout.paint.box_decorations import (
    find_inner_box,
    make_spread_box_path,
    resolve_radii,
)
from printgen.layout.paint.filters import filter_items, mask_items
from printgen.layout.pictures.path_boolean import clip_path_to_area, clip_shape, find_stroke_area
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.computed import ComputedStyle, Sides
from printgen.layout.style.values import resolve_point, resolve_to_mm
from printgen.problems import ExitCode, Failure, Place, Problem

_CUT_TOLERANCE, _EDGE_TOLERANCE = 0.1, 0.01
"""How far a text, and anything else, may extend beyond a box that clips, in mm."""
_SEEN_SHARE = 0.99
"""The least share of a text that is inside a clip path."""
_MIN_DOUBLE_OVERLAP = 0.02
"""Twice the least area in which items are painted over each other, in square mm."""


def clip_and_filter(
    style: ComputedStyle, box: Box, line: int, items: Sequence[Item]
) -> Sequence[Item]:
    """Return the items of a box after its clip path, its filter and its mask.

    `line` is the line of the box in the rendered template. Raises `Failure` if the clip path cuts
    off a text or another printed value, or if the mask is on anything but pictures.
    """
    items = _clip_to_shape(style, box, line, items)
    items = [*filter_items(items, style.filters, style.colour, line)] if style.filters else items
    mask = style.mask
    return [*mask_items(items, mask, box, line)] if isinstance(mask, Gradient) else items


def transform_and_fade(
    style: ComputedStyle, box: Box, line: int, items: Sequence[Item]
) -> Sequence[Item]:
    """Return the items of a box after its transform, and with its opacity.

    `line` is the line of the box in the rendered template. Raises `Failure` (rules) if a text or
    another printed value is mirrored, or if anything but a shape is slanted.
    """
    if style.transform:
        matrix = make_transform_matrix(style, box.left, box.top, box.width, box.height)
        items = _transform_items(style, items, matrix, line)
    if style.blend_mode == "multiply":
        if not all(map(_is_plain, items)) or len(items) > 1 or style.opacity != 1:
            raise Failure(ExitCode.RULES, (Problem(Place(line=line), _BLEND, _BLEND_HINT),))
        items = [replace(item, multiplied_line=line) for item in items if isinstance(item, Shape)]
    return [fade(item, style.opacity) for item in items]


_BLEND = "mix-blend-mode of more than a plain background on plain colours"
_BLEND_HINT = "blend pictures and gradients in a drawing program; give a box only a background"


def _is_plain(item: Item) -> bool:
    """Return whether an item is an area in one opaque colour."""
    if not isinstance(item, Shape) or item.stroke or item.shade:
        return False
    return item.fill is not None and len(item.fill) == 3


def multiply_items(items: Sequence[Item]) -> list[Item]:
    """Return items in which shapes with `mix-blend-mode: multiply` are areas in blended colours.

    Raises `Failure` (rules) if such a shape is over anything but plain areas. See Compositing 1,
    10.1.2.
    """
    painted: list[Item] = []
    for item in items:
        if not (isinstance(item, Shape) and item.multiplied_line is not None):
            painted.append(item)
            continue
        parts: list[Item] = [replace(item, multiplied_line=None)]
        box = find_item_bounds(item)
        for below in painted:
            if not box.overlaps(find_item_bounds(below)):
                continue
            if not isinstance(below, Shape) or not _is_plain(below):
                problem = Problem(Place(line=item.multiplied_line), _BLEND, _BLEND_HINT)
                raise Failure(ExitCode.RULES, (problem,))
            area = clip_path_to_area(item.path, below.path)
            inks = zip(item.fill or (), below.fill or (), strict=True)
            red, green, blue = (round(a * b / 255) for a, b in inks)
            parts += [Shape(area, (red, green, blue))] if area else []
        painted += parts
    return painted


def make_transform_matrix(
    style: ComputedStyle, x: float, y: float, width: float, height: float
) -> Matrix:
    """Return the matrix of the CSS transform of a box with its top left corner at `x`, `y`."""
    across, down = resolve_point(style.origin, width, height)
    x, y = x + across, y + down
    # CSS Transforms 1, 13: the functions are multiplied from left to right, around the origin.
    matrix = Matrix(e=x, f=y)
    for step in style.transform:
        across, down = resolve_point(step.shift, width, height)
        matrix = matrix @ Matrix(a=step.stretch, e=across, f=down)
        across, down = (tan(radians(angle)) for angle in step.slant)
        matrix = matrix @ make_rotation(step.turn, scale=step.scale) @ Matrix(b=down, c=across)
    return matrix @ Matrix(e=-x, f=-y)


def _transform_items(
    style: ComputedStyle, items: Iterable[Item], matrix: Matrix, line: int
) -> list[Item]:
    """Return the items of a box, transformed by `matrix`, the matrix of its transform.

    `line` is the line of the box in the rendered template. Raises `Failure` (rules) if anything but
    a shape is slanted, or if a text, a mark of a field or a form field is mirrored.
    """
    is_slanted = any(any(step.slant) for step in style.transform)
    is_mirrored = matrix.a * matrix.d < matrix.b * matrix.c
    moved: list[Item] = []
    for item in items:
        if is_mirrored and _prints_value(item):
            message = "a text, a mark of a field or a place to write is mirrored"
            hint = "mirror a box with pictures and drawings only, and place the text outside it"
            raise Failure(ExitCode.RULES, (Problem(Place(line=line), message, hint),))
        if not is_slanted:
            moved.append(transform_item(item, matrix))
            continue
        if not isinstance(item, Shape):
            hint = "slant a box with a plain background only, such as ::before; for a picture, "
            hint += "clip-path: polygon(10% 0, 100% 0, 90% 100%, 0 100%)"
            problem = Problem(Place(line=line), "skew() of a text or a picture", hint)
            raise Failure(ExitCode.RULES, (problem,))
        if item.fill or item.shade:
            moved.append(transform_item(replace(item, stroke=None, stroke_width=0.0), matrix))
        if item.stroke:
            # The width of a slanted line depends on its direction.
            moved.append(transform_item(Shape(find_stroke_area(item), item.stroke), matrix))
    return moved


def clip_items(
    style: ComputedStyle, edges: Sides, box: Box, line: int, items: Iterable[Item]
) -> Iterator[Item]:
    """Yield the items of a box, clipped to the space inside its `edges`, such as its border.

    `line` is the line of the box in the rendered template. Raises `Failure` (does not fit) if a
    text, or another item that prints a value, would be cut off.
    """
    corners = resolve_radii(style.radii, box)
    inner, radii = find_inner_box(edges, box, corners)
    area = make_spread_box_path(inner, radii, 0.0)
    for item in items:
        is_whole = inner.contains(find_item_bounds(item), _EDGE_TOLERANCE)
        if not any(map(any, radii)) and is_whole:
            yield item
        else:
            is_cut = measure_overflow(item, find_essential_box(item), inner) > _CUT_TOLERANCE
            yield from _clip_item(item, area, line, "overflow: hidden", is_cut=is_cut)


def _clip_to_shape(
    style: ComputedStyle, box: Box, line: int, items: Sequence[Item]
) -> Sequence[Item]:
    """Return the items of a box, clipped to its clip path, or unchanged if it has none.

    `line` is the line of the box in the rendered template. Raises `Failure` (does not fit) if a
    text, or another item that prints a value, would be cut off.
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
    place = Matrix(e=box.left, f=box.top)
    if kind == "path":
        return transform_path(values, place)
    if kind == "drawing":
        return transform_path(
            values, place @ make_fit_matrix(centre[0], centre[1], box.width, box.height)
        )
    if kind == "polygon":
        points = (resolve_point(point, box.width, box.height) for point in values)
        numbers = [number for x, y in points for number in (box.left + x, box.top + y)]
        return make_polyline(numbers, closed=True)
    if kind == "inset":
        bases = (box.height, box.width, box.height, box.width)
        edges = [
            resolve_to_mm(length, base) or 0.0 for length, base in zip(values, bases, strict=True)
        ]
        top, right, bottom, left = edges
        inner = Box(box.left + left, box.top + top, box.right - right, box.bottom - bottom)
        return make_spread_box_path(inner, resolve_radii(centre[0], box, inner), 0.0)
    x, y = resolve_point(centre[0], box.width, box.height)
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
        for path in (clip_path_to_area(frame, area), frame)
    )
    return seen < _SEEN_SHARE * whole


def _clip_item(item: Item, area: Path, line: int, cause: str, *, is_cut: bool) -> Iterator[Item]:
    """Yield the parts of an item inside an area.

    Texts, form fields and marks that print a value are never clipped: they are yielded whole, or
    raise `Failure` if `is_cut`. `cause` is the CSS property that clips, for the message.
    """
    if isinstance(item, Shape):
        yield from clip_shape(item, area)
    elif _prints_value(item):
        if is_cut:
            field = getattr(item, "field", None) or ""
            message = f'"{getattr(item, "text", field)}" is cut off by {cause}'
            where, hint = Place(line=line, field=field), "move it inside the box"
            problem = Problem(where, message, hint, kind="overflow")
            raise Failure(ExitCode.DOES_NOT_FIT, (problem,))
        yield item
    elif isinstance(item, PlacedImage):
        frame = item.clip or make_rectangle(item.x, item.y, item.width, item.height)
        if clip := clip_path_to_area(area, frame):
            yield replace(item, clip=clip)
    elif isinstance(item, PlacedMark):
        frame = make_rectangle(0.0, 0.0, item.drawing.width, item.drawing.height)
        seen = clip_path_to_area(transform_path(frame, item.matrix), area)
        moved: Iterator[Any] = (transform_item(shape, item.matrix) for shape in item.drawing.shapes)
        if shapes := [part for shape in moved for part in clip_shape(shape, seen)]:
            yield _clip_mark(item, shapes, find_path_bounds(seen))


def _prints_value(item: Item) -> bool:
    """Return whether an item is a text, a form field, or a mark that prints a value."""
    return isinstance(item, (TextRun, FormField)) or bool(getattr(item, "field", None))


def _clip_mark(mark: PlacedMark, shapes: Iterable[Shape], box: Box) -> PlacedMark:
    """Return `mark` with only its visible parts.

    `shapes` are these parts, in mm on the face, and `box` is the box that they are seen in. The
    result is one item, because the shapes of a drawing fade together.
    """
    offset = Matrix(e=-box.left, f=-box.top)
    seen = tuple(replace(shape, path=transform_path(shape.path, offset)) for shape in shapes)
    drawing = replace(mark.drawing, width=box.width, height=box.height, shapes=seen)
    return replace(mark, drawing=drawing, matrix=Matrix(e=box.left, f=box.top))


def reject_overlapping_items(items: Sequence[Item], line: int) -> None:
    """Raise `Failure` (rules) if items of a box with an opacity are painted over each other.

    CSS Color 4, 3.3: the box fades as a whole. Here each item fades. `line` is the line of the box.
    """
    areas = dict[int, Path]()
    for first, second in list_overlapping_pairs([*map(find_essential_box, items)]):
        for index in (first, second):
            areas[index] = areas.get(index) or _find_painted_area(items[index])
        seen = flatten_path(clip_path_to_area(areas[first], areas[second]))
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
        return item.path if item.fill or item.shade else find_stroke_area(item)
    if isinstance(item, PlacedImage) and item.clip:
        return item.clip
    box = find_essential_box(item)
    return make_rectangle(box.left, box.top, box.width, box.height)
