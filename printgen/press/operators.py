"""Turn placed items into the operators of a PDF content stream.

It transcribes: one operator string after another, nothing edited, nothing rounded beyond 0.001 pt.
Strings of glyphs, numbers and paths that repeat are made once. A face's operators are written from
its own top left corner and depend on no other face. It knows no page and no file.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin

from printgen.layout.face import (
    PAINT,
    Colour,
    Item,
    PlacedImage,
    PlacedMark,
    Segment,
    Shape,
    TextRun,
)
from printgen.press.glyphs import Glyphs
from printgen.press.labels import END, label_of
from printgen.press.pdf_numbers import POINTS_PER_MM, decimal, fine, points
from printgen.press.xobjects import XObjects

_REMEMBERED = 1 << 14


class Transcriber:
    """Writes the items of one document's faces, with its glyphs and pictures."""

    def __init__(self, glyphs: Glyphs, pictures: XObjects) -> None:
        self._glyphs = glyphs
        self._pictures = pictures

    def write(self, items: Iterable[Item], subject: str, clip: tuple[Segment, ...] = ()) -> str:
        """The operators of the items, in order, in points from a top left corner, y up.

        They set what they need and assume the graphics state as a page begins it; the caller
        saves and restores it around them. `subject` names the face in messages. Raises `Failure`
        (own fault) on a character that its typeface lacks, or an image that cannot be printed.
        Paint is cut off by the path `clip`, if any; what bears a name never is.
        """
        ink = _Ink()
        if not clip:
            return self._written(items, ink, subject)
        out: list[str] = []
        for is_bare, part in groupby(items, _is_bare):
            # What is set within a clip is forgotten with it.
            written = self._written(part, replace(ink) if is_bare else ink, subject)
            out.append(f"q {_path(clip)} W n\n{written}\nQ" if is_bare else written)
        return "\n".join(out)

    def _written(self, items: Iterable[Item], ink: "_Ink", subject: str) -> str:
        out: list[str] = []
        in_text = False
        for item in items:
            if isinstance(item, TextRun):
                if not in_text:
                    out.append("BT")
                    in_text = True
                out.append(label_of(item))
                self._show(item, ink, out, subject)
                out.append(END)
                continue
            if in_text:
                out.append("ET")
                in_text = False
            if isinstance(item, Shape):
                ink.write_changes(item, out, points)
                out.append(_path(item.path) + _paint(item))
            elif isinstance(item, PlacedMark):
                placed = _place(item, self._pictures.drawing(item.drawing, shapes_of))
                out.append(placed if item.field is None else f"{label_of(item)} {placed} {END}")
            elif isinstance(item, PlacedImage):
                name = self._pictures.image(item.data, subject)
                out.append(
                    f"q {points(item.width)} 0 0 {points(item.height)} "
                    f"{_xy(item.x, item.y + item.height)} cm /{name} Do Q"
                )
        if in_text:
            out.append("ET")
        return "\n".join(out)

    def _show(self, run: TextRun, ink: "_Ink", out: list[str], subject: str) -> None:
        if run.colour != ink.fill:
            ink.fill = run.colour
            out.append(_fill(run.colour))
        if run.tracking != ink.tracking:
            ink.tracking = run.tracking
            out.append(f"{decimal(run.tracking)} Tc")
        where = _turned(run) if run.angle else _at(run.x, run.y)
        for name, string in self._glyphs.shown(run.typeface, run.text, subject):
            if name != ink.font or run.size != ink.size:
                ink.font, ink.size = name, run.size
                out.append(f"/{name} {decimal(run.size)} Tf")
            out.append(where + string)
            where = ""  # what is left of the run follows on


def _is_bare(item: Item) -> bool:
    """Whether an item is paint that bears no name."""
    return isinstance(item, PAINT) and getattr(item, "field", None) is None


def shapes_of(shapes: Iterable[Shape]) -> str:
    """The operators of a drawing's shapes, in its own units, y down."""
    out: list[str] = [MITRE]
    ink = _Ink(fill=None, stroke=None)  # a form begins with whatever the page has set
    for shape in shapes:
        ink.write_changes(shape, out, fine)
        out.append("\n".join(_segments(shape.path, 1.0, 1.0, fine)) + _paint(shape))
    return "\n".join(out)


MITRE = "4 M"
"""How sharp a mitred corner may be before it is cut off: SVG's limit, where a PDF's is 10."""

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@dataclass(slots=True)
class _Ink:
    """What the graphics state holds, so that only changes are written; a page begins black."""

    fill: Colour | None = (0, 0, 0)
    stroke: Colour | None = (0, 0, 0)
    stroke_width: float | None = None
    font: str = ""
    size: float = 0.0
    tracking: float = 0.0

    def write_changes(self, shape: Shape, out: list[str], number: Callable[[float], str]) -> None:
        """Write what the shape's colours and line need."""
        if shape.fill is not None and shape.fill != self.fill:
            self.fill = shape.fill
            out.append(_fill(shape.fill))
        if shape.stroke is None:
            return
        if shape.stroke != self.stroke:
            self.stroke = shape.stroke
            out.append(_stroke(shape.stroke))
        if shape.stroke_width != self.stroke_width:
            self.stroke_width = shape.stroke_width
            out.append(f"{number(shape.stroke_width)} w")


@lru_cache(maxsize=_REMEMBERED)
def _fill(colour: Colour) -> str:
    return _levels(colour, "g", "rg")


@lru_cache(maxsize=_REMEMBERED)
def _stroke(colour: Colour) -> str:
    return _levels(colour, "G", "RG")


def _levels(colour: Colour, grey: str, rgb: str) -> str:
    red, green, blue = (decimal(part / 255) for part in colour)
    return f"{red} {grey}" if red == green == blue else f"{red} {green} {blue} {rgb}"


def _paint(shape: Shape) -> str:
    if shape.fill is None:
        return " n" if shape.stroke is None else " S"
    return " f" if shape.stroke is None else " B"


@lru_cache(maxsize=_REMEMBERED)
def _xy(x: float, y: float) -> str:
    return f"{decimal(x * POINTS_PER_MM)} {decimal(-y * POINTS_PER_MM)}"


@lru_cache(maxsize=_REMEMBERED)
def _at(x: float, y: float) -> str:
    return f"1 0 0 1 {decimal(x * POINTS_PER_MM)} {decimal(-y * POINTS_PER_MM)} Tm "


def _turned(run: TextRun) -> str:
    turn = radians(run.angle)
    along, across = fine(cos(turn)), fine(sin(turn))
    return f"{along} {fine(-sin(turn))} {across} {along} {_xy(run.x, run.y)} Tm "


@lru_cache(maxsize=_REMEMBERED)
def _path(path: tuple[Segment, ...]) -> str:
    return "\n".join(_segments(path, POINTS_PER_MM, -POINTS_PER_MM, decimal))


def _segments(
    path: tuple[Segment, ...], across: float, down: float, number: Callable[[float], str]
) -> list[str]:
    out: list[str] = []
    for segment in path:
        words = [
            number(value * (across if index % 2 == 0 else down))
            for index, value in enumerate(segment[1:])
            if not isinstance(value, str)
        ]
        words.append(_LETTERS[segment[0]])
        out.append(" ".join(words))
    return out


def _place(mark: PlacedMark, name: str) -> str:
    matrix = mark.matrix
    return (
        f"q {fine(matrix.a * POINTS_PER_MM)} {fine(-matrix.b * POINTS_PER_MM)} "
        f"{fine(matrix.c * POINTS_PER_MM)} {fine(-matrix.d * POINTS_PER_MM)} "
        f"{_xy(matrix.e, matrix.f)} cm /{name} Do Q"
    )
