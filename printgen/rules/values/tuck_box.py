"""The net of a tuck box: its size, its panels, and where it is cut and folded.

docs/boxes.md has the formula. The face of a net has its left cut line 0.5 mm from the left edge,
and 3 mm of bleed at all other edges. From left to right it has the glue flap, the back, a side, the
front and the other side. The lid with its tuck and the bottom are attached to the back.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from printgen.geometry import Box, make_box
from printgen.rules.values.sizes import Size

THICKNESS, SLEEVED_THICKNESS = 0.3, 0.6
"""The usual thickness of a card in mm, and in a sleeve."""

BOX_BLEED = 3.0
"""How far colours extend over the cut, in mm."""

_PLAY = 1.5
"""How much wider and higher than the cards a box is inside, in mm."""
_MIN_DEPTH = 5.0
"""The least inner depth of a box, in mm."""
_EDGE = 0.5
"""The space to the left of the left cut line, in mm."""
_GLUE, _TUCK = 12.0, 15.0
"""The width of the glue flap, and the height of the flap that is tucked in, in mm."""
_ROUND, _NOTCH, _SLIT = 9.0, 9.0, 3.0
"""The radius of the tuck's corners, that of the thumb notch, and the length of a slit, in mm."""
_MIN_FRONT_FLAP = 8.0
"""The least height of the flap below the front, in mm."""
_GLUE_TAPER, _FLAP_TAPER = 4.0, 2.0
"""How much a glue flap, and any other flap, is narrower at its end, in mm."""
_HALF_GAP = 0.3
"""Half of the space between two flaps, in mm."""

_LAST_SIDE_LESS = 0.4
"""The last side is narrower: it is outside of the glue flap."""

Point = tuple[float, float]


class TuckBox(Size, frozen=True, kw_only=True, dict=True):
    """The size of a face with the net of a tuck box, and the measures of the box.

    - `card`: the size of the cards in it. `count`: their number.
    - `inside`: the inner width and height of the box, in mm.
    - `thickness`: the thickness of a card, in mm.
    """

    card: Size
    count: int
    inside: Point
    thickness: float

    @property
    def depth(self) -> float:
        """The inner depth of the box, in mm."""
        return _measure_depth(self.count, self.thickness)

    @cached_property
    def panels(self) -> Mapping[str, Box]:
        """The panels and flaps by name, as boxes on the face."""
        (width, height), depth = self.inside, self.depth
        last = depth - _LAST_SIDE_LESS
        # A flap that is folded in must not reach the opposite panel.
        inner = min(max(_MIN_FRONT_FLAP, depth - 2), depth - 0.5)
        dust = min(0.75 * depth + 2, 0.45 * width, depth)
        top = BOX_BLEED + _TUCK + depth
        end, back = top + height, _EDGE + _GLUE
        left, front, right = back + width, back + width + depth, back + 2 * width + depth
        return {
            "glue": make_box(_EDGE, top, _GLUE, height),
            "tuck": make_box(back, BOX_BLEED, width, _TUCK),
            "lid": make_box(back, BOX_BLEED + _TUCK, width, depth),
            "back": make_box(back, top, width, height),
            "bottom": make_box(back, end, width, depth),
            "left": make_box(left, top, depth, height),
            "front": make_box(front, top, width, height),
            "right": make_box(right, top, last, height),
            "inner": make_box(front, end, width, inner),
            "left_top": make_box(left, top - dust, depth, dust),
            "left_bottom": make_box(left, end, depth, dust),
            "right_top": make_box(right, top - dust, last, dust),
            "right_bottom": make_box(right, end, last, dust),
        }

    @property
    def glued(self) -> Mapping[str, str]:
        """The outlines of the flaps that get glue, by the name of the panel, as SVG path data."""
        glue, inner = self.panels["glue"], self.panels["inner"]
        return {
            "glue": f"M{_format_points(_list_glue_corners(glue))}Z",
            "inner": f"M{_format_points(_list_flap_corners(inner, is_lower=True))}Z",
        }

    @cached_property
    def cut(self) -> str:
        """The lines to cut, as SVG path data: the outline and two slits.

        The outline is clockwise from the glue flap.
        """
        panels, gap = self.panels, _HALF_GAP
        lid, tuck, front, bottom = (panels[name] for name in ("lid", "tuck", "front", "bottom"))
        glue, left, right = _list_glue_corners(panels["glue"]), lid.left + gap, lid.right - gap
        notch, middle = min(_NOTCH, front.width / 4), (front.left + front.right) / 2
        top = [(left, lid.bottom), (left, tuck.top + _ROUND)]
        lower = ("right_bottom", "inner", "left_bottom")
        rest = [
            (right, lid.bottom),
            *_list_flap_corners(panels["left_top"]),
            (front.left, front.top),
            (middle - notch, front.top),
        ]
        end = [
            (front.right, front.top),
            *_list_flap_corners(panels["right_top"]),
            *(p for name in lower for p in _list_flap_corners(panels[name], is_lower=True)[::-1]),
            *((right, bottom.top), (right, bottom.bottom)),
            *((left, bottom.bottom), (left, bottom.top)),
            *glue[2:],
        ]
        return " ".join(
            [
                f"M{_format_points([*glue[:2], *top])}",
                _format_arc(_ROUND, 1, left + _ROUND, tuck.top),
                f"L{_format_points([(right - _ROUND, tuck.top)])}",
                _format_arc(_ROUND, 1, right, tuck.top + _ROUND),
                f"L{_format_points(rest)}",
                _format_arc(notch, 0, middle + notch, front.top),
                f"L{_format_points(end)}Z",
                f"M{_format_points([(left, lid.top), (left + _SLIT, lid.top)])}",
                f"M{_format_points([(right - _SLIT, lid.top), (right, lid.top)])}",
            ]
        )

    @property
    def folds(self) -> Sequence[Box]:
        """The lines to fold. Each is a box whose width or height is 0."""
        panels = self.panels
        lid, back, last = panels["lid"], panels["back"], panels["right"]
        slit = _HALF_GAP + _SLIT
        return (
            Box(lid.left + slit, lid.top, lid.right - slit, lid.top),
            *(
                Box(panels[name].left, back.top, panels[name].left, back.bottom)
                for name in ("back", "left", "front", "right")
            ),
            Box(back.left, back.top, panels["left"].right, back.top),
            Box(last.left, back.top, last.right, back.top),
            Box(back.left, back.bottom, last.right, back.bottom),
        )


def make_tuck_box(
    card: Size, count: int, thickness: float | None = None, sleeves: Point | None = None
) -> TuckBox:
    """Return the net of a tuck box for `count` cards of the size `card`.

    Each card is `thickness` mm thick, by default as thick as usual. `sleeves` are the width and
    height in mm of a card in its sleeve; None without sleeves.
    """
    thick = thickness or (SLEEVED_THICKNESS if sleeves else THICKNESS)
    width, height = (side + _PLAY for side in sleeves or (card.width, card.height))
    depth = _measure_depth(count, thick)
    across = _EDGE + _GLUE + 2 * (width + depth) - _LAST_SIDE_LESS + BOX_BLEED
    down = _TUCK + 2 * depth + height + 2 * BOX_BLEED
    sides = round(across, 3), round(down, 3)
    inside = width, height
    return TuckBox(card.name, *sides, card=card, count=count, inside=inside, thickness=thick)


def _measure_depth(count: int, thickness: float) -> float:
    """Return the inner depth of a box in mm, for `count` cards of this thickness."""
    return max(_MIN_DEPTH, count * thickness + 1)


def find_max_card_count(size: TuckBox, room: Iterable[Point]) -> int:
    """Return the largest number of cards for which the net of a box fits on paper.

    `size` is a box for such cards. `room` has the width and height, in mm, of each paper that can
    be used. If the net fits on one of them, that is enough.
    """
    flat = size.depth * 2
    spare = max(min(a - size.width + flat, b - size.height + flat) for a, b in room)
    if spare / 2 < _MIN_DEPTH:
        return 0
    # Rounded: a box for this number may fit exactly.
    return max(0, int(round((spare / 2 - 1) / size.thickness, 6)))


def _list_glue_corners(flap: Box) -> list[Point]:
    """Return the corners of the glue flap clockwise, from the upper left."""
    left, top, right, bottom = flap
    return [(left, top + _GLUE_TAPER), (right, top), (right, bottom), (left, bottom - _GLUE_TAPER)]


def _list_flap_corners(flap: Box, *, is_lower: bool = False) -> list[Point]:
    """Return the four corners of the slanted flap that fits into the box `flap`.

    Their order is along the outline, from the left to the right end of the fold. The flap is above
    its panel, or with `is_lower` below it.
    """
    near, far = (flap.top, flap.bottom) if is_lower else (flap.bottom, flap.top)
    taper = _HALF_GAP + min(_FLAP_TAPER, flap.width / 5)
    left, right = flap.left + _HALF_GAP, flap.right - _HALF_GAP
    return [(left, near), (flap.left + taper, far), (flap.right - taper, far), (right, near)]


def _format_arc(radius: float, sweep: int, x: float, y: float) -> str:
    return f"A{radius:g} {radius:g} 0 0 {sweep} {_format_points([(x, y)])}"


def _format_points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.3f} {y:.3f}" for x, y in points)
