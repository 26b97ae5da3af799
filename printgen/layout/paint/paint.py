"""Painting of laid-out boxes: from boxes to the items of a face (CSS 2.1, appendix E).

Backgrounds and borders are painted before the content on top of them. Painted boxes are cached by
box and position.
"""

from collections import deque
from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.face.face import Item
from printgen.face.transform import find_item_bounds
from printgen.geometry import Box, Matrix, find_bounding_box, make_box
from printgen.layout.flow.boxes import (
    LaidBlock,
    LaidPart,
    LaidReplaced,
    LaidText,
    OutOfFlowAnchor,
    group_by_box,
)
from printgen.layout.paint.box_decorations import (
    paint_background,
    paint_box_decorations,
    paint_inner_outline,
    resolve_radii,
)
from printgen.layout.paint.box_effects import (
    clip_and_filter,
    clip_items,
    multiply_items,
    reject_overlapping_items,
    transform_and_fade,
)
from printgen.layout.paint.text_lines import paint_text
from printgen.problems import Place, Problem, relocate_problems
from printgen.system.cache import Cache

_MAX_CACHED_BOXES = 8_192

_PositionedPart = tuple[float, float, LaidPart]

_EMPTY_BOUNDS = Box(float("inf"), float("inf"), float("-inf"), float("-inf"))


class PaintedBox(msgspec.Struct, frozen=True):
    """The items of a laid-out box in painting order.

    - `boxes`: the bounding box of each item. `bounds`: a box around all of them.
    - `positioned`: the positioned boxes inside it, each with x and y. The containing block paints
      them later.
    - `part`: the laid-out box. It is kept so that its `id`, which is the key in the cache, is not
      used for another object.
    - `levels`: pairs of a z-index and a painted box inside this one. The items of these boxes are
      not in `items`: they are added by the nearest box around them that is painted as a whole (the
      stacking context).
    - `ground`: how many of the first items are the background of the box.
    """

    items: tuple[Item, ...]
    boxes: tuple[Box, ...]
    bounds: Box
    positioned: tuple[_PositionedPart, ...] = ()
    part: LaidPart | None = None
    levels: "tuple[tuple[int, PaintedBox], ...]" = ()
    ground: int = 0


class Painter:
    """Paints laid-out boxes, with a cache by box and position."""

    def __init__(self) -> None:
        self._cache: Cache[object, PaintedBox] = Cache(_MAX_CACHED_BOXES)

    def paint_face(self, html: LaidBlock) -> PaintedBox:
        """Return the items of a face, given its root box.

        The problems of a `Failure` are in the line of the innermost box that has them.
        """
        with relocate_problems(partial(_locate_in_part, html)):
            return self._paint_face(html)

    def _paint_face(self, html: LaidBlock) -> PaintedBox:
        # CSS Backgrounds 3, 2.11.2: the background of body is that of the whole face.
        (x, y, body), *others = html.children
        if (
            not isinstance(body, LaidBlock)
            or html.style.background
            or not (
                body.style.has_filter_or_mask or body.style.clip_path or body.style.opacity != 1
            )
        ):
            return self.paint_block(0.0, 0.0, html, self._paint_cached(x, y, body).ground)
        # Its filter, mask, clip path and opacity do not change the background of the face.
        style = body.style
        box = make_box(x, y, body.width, body.height)
        background = paint_background(style, box, resolve_radii(style.radii, box))
        bare = replace(body, style=replace(style, background=None, images=()))
        painted = self.paint_block(0.0, 0.0, replace(html, children=((x, y, bare), *others)))
        ground, content = painted.items[: painted.ground], painted.items[painted.ground :]
        return _merge_painted((*ground, *background, *content), (), (), html)

    def paint_block(self, x: float, y: float, laid: LaidBlock, inner_ground: int = 0) -> PaintedBox:
        """Return the items of a box with its top left corner at `x`, `y`.

        Positioned boxes inside it come after all others, in document order, or by their z-index.
        Boxes with a negative z-index are directly above the background of the box. `inner_ground`
        is how many of the items after this background, from the first box inside, count as
        background too.
        """
        painted = self._paint_positioned(x, y, laid)
        if not painted.levels:
            return _multiply(painted)
        # CSS 2.1, appendix E.2, steps 3 and 9: in a stacking context, boxes below zero are over its
        # background only, and those above zero are over all others.
        levels = sorted(painted.levels, key=lambda level: level[0])
        below = [box for level, box in levels if level < 0]
        above = [box for level, box in levels if level > 0]
        count = painted.ground + inner_ground
        ground, others = painted.items[:count], painted.items[count:]
        rest = PaintedBox(others, painted.boxes[count:], painted.bounds)
        return _multiply(_merge_painted(ground, [*below, rest, *above], (), laid))

    def _paint_positioned(self, x: float, y: float, laid: LaidBlock) -> PaintedBox:
        """Return the items of a box; the boxes inside it that have a z-index are its `levels`."""
        # CSS 2.1, appendix E.2, step 8: positioned descendants with z-index auto, in tree order.
        in_flow = self._paint_in_flow(laid, x, y)
        if not in_flow.positioned:
            return in_flow
        places = _group_placed_parts(laid, x, y)
        painted = [in_flow]
        for place in in_flow.positioned:
            if isinstance(place[-1], OutOfFlowAnchor):
                place = places[id(place[-1].box)].popleft()
            painted.append(self._paint_positioned_part(*place))
        return _merge_painted((), painted, (), laid, in_flow.ground)

    def _paint_positioned_part(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        """Return the items of a positioned box.

        If its z-index is not auto or 0, the result has no items and one level, the painted box.
        """
        painted = self._paint_cached(x, y, part)
        if isinstance(part, LaidBlock):
            level = part.style.z_index
        else:
            level = "auto" if isinstance(part, LaidText) else part.box.style.z_index
        if isinstance(level, str) or not level:
            return painted
        return PaintedBox((), (), _EMPTY_BOUNDS, levels=((level, painted),))

    def _paint_cached(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        key = id(part), x, y
        with relocate_problems(partial(_locate_in_part, part)):
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
            if not (style.transform or style.clip_path or style.has_filter_or_mask) and (
                style.opacity,
                style.blend_mode,
            ) == (1, "normal"):
                return painted
            box = make_box(x, y, part.width, part.height)
            shown = clip_and_filter(style, box, part.line, painted.items)
            if style.opacity != 1:
                reject_overlapping_items(shown, part.line)
            items += transform_and_fade(style, box, part.line, shown)
        elif isinstance(part, LaidText):
            paint_text(part, x, y, items)
        elif isinstance(part, LaidReplaced):
            items += _paint_replaced(part, x, y)
        return _merge_painted(items, (), (), part)

    def _paint_in_flow(self, laid: LaidBlock, x: float, y: float) -> PaintedBox:
        """Return the items of a box, and of the boxes inside it that are not positioned."""
        own_items: list[Item] = []
        style, box = laid.style, make_box(x, y, laid.width, laid.height)
        paint_box_decorations(style, box, own_items)
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
        outline = paint_inner_outline(style, box)
        if style.overflow == "visible":
            painted += [_merge_painted(outline, (), (), laid)] if outline else []
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
                painted.append(self._paint_positioned_part(*place))
        items = chain.from_iterable(inner.items for inner in painted)
        clip = partial(clip_items, style, style.border, box, laid.line)
        own_items += clip(items)
        own_items += outline
        levels = [level for inner in painted for level in inner.levels]
        clipped = [(z, _merge_painted([*clip(inner.items)], (), (), laid)) for z, inner in levels]
        inner = PaintedBox((), (), _EMPTY_BOUNDS, levels=tuple(clipped))
        return _merge_painted(own_items, (inner,), anchors, laid, ground)


def _locate_in_part(part: LaidPart, problem: Problem) -> Place:
    """Return the place of a problem of painting; without a line, it gets that of its box."""
    box: Any = getattr(part, "box", getattr(part, "flow", part))
    return replace(problem.where, line=problem.where.line or box.line)


def _multiply(painted: PaintedBox) -> PaintedBox:
    """Return a stacking context in which shapes are mixed with what is below them in it."""
    if any(getattr(item, "multiplied_line", None) is not None for item in painted.items):
        items = tuple(multiply_items(painted.items))
        return replace(painted, items=items, boxes=tuple(map(find_item_bounds, items)))
    return painted


def _group_placed_parts(laid: LaidBlock, x: float, y: float) -> dict[int, deque[_PositionedPart]]:
    """Return the absolute parts that a box at `x`, `y` places, by the `id` of their boxes."""
    return group_by_box((box, (x + dx, y + dy, part)) for box, dx, dy, part in laid.placed)


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
    own_boxes = tuple(map(find_item_bounds, own_items))
    boxes = (*own_boxes, *chain.from_iterable(inner.boxes for inner in painted))
    bounds = find_bounding_box((_EMPTY_BOUNDS, *own_boxes, *(inner.bounds for inner in painted)))
    levels = tuple(level for inner in painted for level in inner.levels)
    return PaintedBox(items, boxes, bounds, tuple(positioned), part, levels, ground)


def _paint_replaced(laid: LaidReplaced, x: float, y: float) -> Sequence[Item]:
    """Return the items of a box such as a picture, with its top left corner at `x`, `y`."""
    style, box, items = laid.box.style, make_box(x, y, laid.width, laid.height), list[Item]()
    paint_box_decorations(style, box, items)
    edges = top, right, bottom, left = style.resolve_border_padding(0.0)
    width, height = laid.width - left - right, laid.height - top - bottom
    if width > 0 and height > 0:
        drawn = laid.box.draw(width, height, Matrix(e=x + left, f=y + top))
        # CSS Backgrounds 3, 4.3: the content of a replaced element is clipped to the content edge.
        line = laid.box.line
        items += clip_items(style, edges, box, line, drawn) if any(style.radii) else drawn
    items += paint_inner_outline(style, box)
    shown = clip_and_filter(style, box, laid.box.line, items)
    return transform_and_fade(style, box, laid.box.line, shown)
