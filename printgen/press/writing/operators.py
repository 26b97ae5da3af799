"""Operators of PDF content streams for the items of a face (ISO 32000-1, 7.8.2).

Lengths are rounded to 0.001 pt. Repeated glyph strings, numbers and paths are cached. The operators
of a face start at its top left corner and do not depend on any other face.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import cycle, groupby
from math import cos, radians, sin

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.face import PAINT_TYPES, Item, PlacedImage, PlacedMark, Segment, Shape, TextRun
from printgen.press.writing.glyphs import GlyphEncoder
from printgen.press.writing.labels import (
    LABEL_END,
    POINTS_PER_MM,
    format_decimal,
    format_factor,
    format_item_label,
    format_mm_as_points,
)
from printgen.press.writing.xobjects import XObjectRegistry

_CACHE_SIZE = 1 << 14


class ContentStreamWriter:
    """Writes the content streams of one document, which share its fonts and XObjects."""

    def __init__(self, glyphs: GlyphEncoder, pictures: XObjectRegistry) -> None:
        self._glyphs = glyphs
        self._pictures = pictures

    def write_items(
        self, items: Iterable[Item], subject: str, clip: tuple[Segment, ...] = ()
    ) -> str:
        """Return the operators that paint items, in points from the face's top left corner, y up.

        They assume the initial graphics state (ISO 32000-1, 8.4.1, table 52). The caller saves and
        restores the state around them. `subject` names the face in messages. If there is a `clip`
        path, it clips all items that print no field. Raises `Failure` (exit code INTERNAL_ERROR) if
        a glyph is missing or the mode of an image is not supported.
        """
        state = _GraphicsState(pictures=self._pictures)
        if not clip:
            return self._write_unclipped(items, state, subject)
        out: list[str] = []
        for is_bare, group in groupby(items, _is_unlabelled):
            # ISO 32000-1, 8.5.4: only Q undoes a clip, and it restores all other parameters too.
            operators = self._write_unclipped(group, replace(state) if is_bare else state, subject)
            out.append(f"q {_format_path(clip)} W n\n{operators}\nQ" if is_bare else operators)
        return "\n".join(out)

    def _write_unclipped(self, items: Iterable[Item], state: "_GraphicsState", subject: str) -> str:
        out: list[str] = []
        in_text = False
        for item in items:
            if isinstance(item, TextRun):
                if not in_text:
                    # ISO 32000-1, 14.6.1: marked content and text objects must nest properly, so
                    # each label begins and ends inside BT and ET.
                    out.append("BT")
                    in_text = True
                out.append(format_item_label(item))
                self._write_text_run(item, state, out, subject)
                out.append(LABEL_END)
                continue
            if in_text:
                out.append("ET")
                in_text = False
            if isinstance(item, Shape):
                state.write_changed_state(item, out, format_mm_as_points)
                out.append(_format_path(item.path) + _choose_paint_operator(item))
            elif isinstance(item, PlacedMark):
                is_faded = item.opacity != 1
                name = self._pictures.add_drawing(item.drawing, write_shapes, is_group=is_faded)
                code = self._apply_opacity(_format_mark(item, name), item.opacity, state)
                out.append(
                    code if item.field is None else f"{format_item_label(item)} {code} {LABEL_END}"
                )
            elif isinstance(item, PlacedImage):
                name = self._pictures.add_image(item.data, subject)
                # ISO 32000-1, 8.9.4: an image fills the unit square of user space.
                clip = f"{_format_path(item.clip)} W n " if item.clip else ""
                size = f"{format_mm_as_points(item.width)} 0 0 {format_mm_as_points(item.height)}"
                corner = _format_point(item.x, item.y + item.height)
                code = f"q {clip}{size} {corner} cm /{name} Do Q"
                out.append(self._apply_opacity(code, item.opacity, state))
        if in_text:
            out.append("ET")
        return "\n".join(out)

    def _apply_opacity(self, code: str, opacity: float, state: "_GraphicsState") -> str:
        """Return the operators `code`, changed to paint with `opacity`, and not that of `state`."""
        if opacity == 1 and len(state.fill or ()) < 4 and len(state.stroke or ()) < 4:
            return code
        return f"q /{self._pictures.add_opacity(opacity, 'ca', 'CA')} gs {code} Q"

    def _write_text_run(
        self, run: TextRun, state: "_GraphicsState", out: list[str], subject: str
    ) -> None:
        if run.colour != state.fill:
            state.write_fill(run.colour, out)
        if run.tracking != state.tracking:
            state.tracking = run.tracking
            out.append(f"{format_decimal(run.tracking)} Tc")
        if run.outline:
            outline = Shape((), None, run.outline, run.outline_width)
            state.write_changed_state(outline, out, format_mm_as_points)
        # ISO 32000-1, 9.3.6, table 106: 2 fills the letters, then strokes them.
        if state.render_mode != (render_mode := 2 if run.outline else 0):
            state.render_mode = render_mode
            out.append(f"{render_mode} Tr")
        matrix = _format_text_matrix(run.x, run.y, run.angle, run.stretch)
        for name, string in self._glyphs.encode_text(run, subject):
            if name != state.font or run.size != state.size:
                state.font, state.size = name, run.size
                out.append(f"/{name} {format_decimal(run.size)} Tf")
            out.append(matrix + string)
            matrix = ""  # ISO 32000-1, 9.4.4: Tj leaves the position after the last glyph


def _is_unlabelled(item: Item) -> bool:
    """Return whether an item gets no label, because it is paint that shows no field."""
    return isinstance(item, PAINT_TYPES) and getattr(item, "field", None) is None


def write_shapes(shapes: Iterable[Shape]) -> str:
    """Return the operators that paint a drawing's shapes, in its own units, y down."""
    out: list[str] = [MITRE_LIMIT]
    state = _GraphicsState(fill=None, stroke=None)  # ISO 32000-1, 8.10.1: a form inherits them
    for shape in shapes:
        state.write_changed_state(shape, out, format_factor)
        segments = _format_segments(shape.path, 1.0, 1.0, format_factor)
        out.append("\n".join(segments) + _choose_paint_operator(shape))
    return "\n".join(out)


MITRE_LIMIT = "4 M"
"""The miter limit of SVG 1.1 (11.4); the initial value in PDF is 10 (ISO 32000-1, table 52)."""

# ISO 32000-1, 8.5.2.1, table 59: path construction operators.
_PATH_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class _GraphicsState(msgspec.Struct):
    """The graphics state after the operators written so far, so that only changes are written.

    The initial colour is black (ISO 32000-1, table 52).
    """

    fill: Colour | None = (0, 0, 0)
    stroke: Colour | None = (0, 0, 0)
    stroke_width: float | None = None
    font: str = ""
    size: float = 0.0
    tracking: float = 0.0
    render_mode: int = 0
    pictures: XObjectRegistry | None = None

    def write_fill(self, colour: Colour, out: list[str]) -> None:
        """Append to `out` the operators that set the colour of fills, if it changes."""
        self._write_opacity("ca", self.fill, colour, out)
        self.fill = colour
        out.append(_format_colour(colour, *_FILL_OPERATORS))

    def _write_opacity(
        self, key: str, before: Colour | None, colour: Colour, out: list[str]
    ) -> None:
        # ISO 32000-1, 11.6.4.4: ca is the opacity of fills, CA that of strokes.
        if self.pictures and (before or ())[3:] != colour[3:]:
            opacity = (*colour, 255)[3] / 255
            out.append(f"/{self.pictures.add_opacity(opacity, key)} gs")

    def write_changed_state(
        self, shape: Shape, out: list[str], number: Callable[[float], str]
    ) -> None:
        """Append to `out` the operators that set the shape's colours and line width.

        What does not change is left out. `number` formats a length.
        """
        if shape.fill is not None and shape.fill != self.fill:
            self.write_fill(shape.fill, out)
        if shape.stroke is None:
            return
        if shape.stroke != self.stroke:
            self._write_opacity("CA", self.stroke, shape.stroke, out)
            self.stroke = shape.stroke
            out.append(_format_colour(shape.stroke, *_STROKE_OPERATORS))
        if shape.stroke_width != self.stroke_width:
            self.stroke_width = shape.stroke_width
            out.append(f"{number(shape.stroke_width)} w")


# ISO 32000-1, 8.6.8, table 74: g and G set DeviceGray, rg and RG set DeviceRGB.
_FILL_OPERATORS, _STROKE_OPERATORS = ("g", "rg"), ("G", "RG")


@lru_cache(maxsize=_CACHE_SIZE)
def _format_colour(colour: Colour, grey: str, rgb: str) -> str:
    red, green, blue = (format_decimal(part / 255) for part in colour[:3])
    return f"{red} {grey}" if red == green == blue else f"{red} {green} {blue} {rgb}"


def _choose_paint_operator(shape: Shape) -> str:
    # ISO 32000-1, 8.5.3.1, table 60: path-painting operators.
    if shape.fill is None:
        return " n" if shape.stroke is None else " S"
    return " f" if shape.stroke is None else " B"


def _format_point(x: float, y: float) -> str:
    return f"{format_decimal(x * POINTS_PER_MM)} {format_decimal(-y * POINTS_PER_MM)}"


@lru_cache(maxsize=_CACHE_SIZE)
def _format_text_matrix(x: float, y: float, angle: float, stretch: float) -> str:
    # ISO 32000-1, 9.4.2: Tm sets the text matrix. Angles are clockwise, because y is down here.
    along, across = cos(radians(angle)), sin(radians(angle))
    numbers = along * stretch, -across * stretch, across, along
    return f"{' '.join(map(format_factor, numbers))} {_format_point(x, y)} Tm "


@lru_cache(maxsize=_CACHE_SIZE)
def _format_path(path: tuple[Segment, ...]) -> str:
    return "\n".join(_format_segments(path, POINTS_PER_MM, -POINTS_PER_MM, format_decimal))


def _format_segments(
    path: tuple[Segment, ...], across: float, down: float, number: Callable[[float], str]
) -> list[str]:
    out: list[str] = []
    for segment in path:
        kind, *values = segment
        numbers = (number(value * scale) for value, scale in zip(values, cycle((across, down))))
        out.append(" ".join((*numbers, _PATH_OPERATORS[kind])))
    return out


def _format_mark(mark: PlacedMark, name: str) -> str:
    # The drawing's y points down like the face's: negated to place it where y points up.
    matrix = mark.matrix
    return (
        f"q {format_factor(matrix.a * POINTS_PER_MM)} {format_factor(-matrix.b * POINTS_PER_MM)} "
        f"{format_factor(matrix.c * POINTS_PER_MM)} {format_factor(-matrix.d * POINTS_PER_MM)} "
        f"{_format_point(matrix.e, matrix.f)} cm /{name} Do Q"
    )
