"""Turn what a face paints, in order, into what hides what and what cannot be told from its ground.

The face is painted once more, in squares of a tenth of a mm, each item in a number of its own and
each text as one block: what lies under a text is read before it is painted, what lies over it after
all is painted. It knows no rules.
"""

from collections.abc import Iterator, Sequence

from printgen.inspect.canvas import Canvas, Colours, Points, Region, region_of
from printgen.inspect.contrast import contrast, luminance
from printgen.layout.face import Colour, Face, FormField, Image, Item, Mark, Shape, TextRun
from printgen.layout.geometry import Matrix
from printgen.seen.parts import Flaw, quoted
from printgen.seen.place import CAPITAL, corners_of_text, height_of

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
SMALLEST_ON_DARK = 8.0
"""The least size in points of light text on a dark ground, and it must be bold."""

_LARGE = 12.0
"""From this size on light text need not be bold."""
_BOLD = 600
_DARK = 0.18
_MARK_EDGE = 0.15
"""The share of a mark's box, at each side, where its ground does not count."""
_WORST = 0.05
"""The share of the squares of a picture that need not differ from what stands over them."""
_PAPER: Colour = (255, 255, 255)


def hidden_or_faint(face: Face) -> Iterator[Flaw]:
    """What in a face is painted over, or hardly differs from what it stands on."""
    return _Layers(face).flaws()


class _Layers:
    """One face as it is painted: each square holds the number of what was painted there last."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._canvas = Canvas("I", face, 0)
        self._colours = Colours(face)
        self._painted: list[tuple[Item | None, Colour | None]] = [(None, _PAPER)]
        """What each number stands for, and its colour; None of a picture, which has many."""

    def flaws(self) -> Iterator[Flaw]:
        """What is wrong, in the order of painting."""
        standing: list[tuple[TextRun | Mark, Region, int]] = []
        for index, item in enumerate(self._face.items):
            if isinstance(item, TextRun):
                yield from self._text(item, index, standing)
            elif isinstance(item, Mark):
                yield from self._mark(item, index, standing)
            elif isinstance(item, Shape):
                self._shape(item, item, None)
            elif isinstance(item, Image):
                self._canvas.box(item, self._number(item, None))
        for item, region, number in standing:
            accents = _accents(item)
            if self._canvas.is_open(region, number) and not accents:
                continue
            for above in sorted(self._under(region, accents)):
                over, _ = self._painted[above]
                # A number may stand in a ring: text on a mark is its ground's business.
                is_text = isinstance(over, TextRun)
                if above > number and over is not item and not (is_text and type(item) is Mark):
                    found = f"{_said(item)} has {_said(over)} painted over it"
                    yield Flaw(_name(item), found, "paint what lies below it first")

    def _text(
        self, run: TextRun, index: int, standing: list[tuple[TextRun | Mark, Region, int]]
    ) -> Iterator[Flaw]:
        if run.text.isspace():
            return
        region = region_of(corners_of_text(run.x, run.y, run.width, run.size, run.angle))
        grounds = [self._painted[number] for number in self._under(region, _accents(run))]
        for below, ground in grounds:
            if isinstance(below, TextRun):
                found = f"{_said(run)} stands over {_said(below)}"
                yield Flaw(_name(run), found, "give each a place of its own")
            elif ground is None:
                yield from self._pictured(run, index, region, (run.colour,), TEXT_CONTRAST)
            elif contrast(run.colour, ground) < TEXT_CONTRAST - 0.005:
                yield _faint(run, ground, contrast(run.colour, ground))
                break
        yield from _light_on_dark(run, [ground for _, ground in grounds if ground])
        number = self._number(run, run.colour)
        self._canvas.block(region, number)
        standing.append((run, region, number))

    def _mark(
        self, mark: Mark, index: int, standing: list[tuple[TextRun | Mark, Region, int]]
    ) -> Iterator[Flaw]:
        shapes = mark.drawing.shapes
        if mark.field is not None:
            inks = tuple(ink for shape in shapes for ink in (shape.fill, shape.stroke) if ink)
            region = region_of(_inner(mark, _MARK_EDGE))
            for number in self._canvas.under(region):
                ground = self._painted[number][1]
                if ground is None:
                    yield from self._pictured(mark, index, region, inks, MARK_CONTRAST)
                    continue
                best = max((contrast(ink, ground) for ink in inks), default=1.0)
                if best < MARK_CONTRAST - 0.005:
                    yield _faint(mark, ground, best)
                    break
        for shape in shapes:
            self._shape(shape, mark, mark.matrix)
        if mark.field is not None:
            standing.append((mark, region_of(_inner(mark, 0.05)), len(self._painted) - 1))

    def _pictured(
        self, item: TextRun | Mark, index: int, region: Region, inks: Sequence[Colour], least: float
    ) -> Iterator[Flaw]:
        """Whether what stands over a picture differs from all but a twentieth of what it hides."""
        beneath = self._colours.under(index, region)
        ranked = sorted(
            (max((contrast(ink, ground) for ink in inks), default=1.0), ground, count)
            for ground, count in beneath.items()
        )
        left = sum(beneath.values()) * _WORST
        for measured, ground, count in ranked:
            left -= count
            if left < 0:
                if measured < least - 0.005:
                    yield _faint(item, ground, measured, " in a picture")
                return

    def _under(self, region: Region, accents: Region | None) -> set[int]:
        """The numbers in a text's region, and what but texts is in that of its accents."""
        found = self._canvas.under(region)
        if accents:
            more = self._canvas.under(accents)
            found |= {one for one in more if not isinstance(self._painted[one][0], TextRun)}
        return found

    def _number(self, item: Item, colour: Colour | None) -> int:
        self._painted.append((item, colour))
        return len(self._painted) - 1

    def _shape(self, shape: Shape, item: Item, matrix: Matrix | None) -> None:
        fill = None if shape.fill is None else self._number(item, shape.fill)
        stroke = None if shape.stroke is None else self._number(item, shape.stroke)
        self._canvas.shape(shape, matrix, fill, stroke)


def _accents(item: TextRun | Mark) -> Region | None:
    """The region of a text's accents, over its capitals."""
    if isinstance(item, Mark) or (tall := height_of(item.text)) == CAPITAL:
        return None
    place = (item.x, item.y, item.width, item.size, item.angle)
    low, high = corners_of_text(*place), corners_of_text(*place, tall)
    return region_of((low[3], low[2], high[2], high[3]))


def _light_on_dark(run: TextRun, grounds: Sequence[Colour]) -> Iterator[Flaw]:
    darkest = min(map(luminance, grounds), default=1.0)
    if darkest > _DARK or luminance(run.colour) < darkest:
        return
    if run.size < SMALLEST_ON_DARK - 0.005:
        found = f"{_said(run)} is {run.size:.2f} pt high, light on dark"
        hint = f"set it in {SMALLEST_ON_DARK:g} pt or more: ink runs into small light letters"
        yield Flaw(_name(run), found, hint)
    elif run.size < _LARGE and run.typeface.weight < _BOLD:
        found = f"{_said(run)} is {run.size:.2f} pt high, light on dark, and not bold"
        yield Flaw(_name(run), found, f"set it in a bold face, or in {_LARGE:g} pt or more")


def _faint(item: TextRun | Mark, ground: Colour, measured: float, where: str = "") -> Flaw:
    found = f"{_said(item)} hardly differs from its ground #{bytes(ground).hex().upper()}{where}:"
    hint = "4.5 to 1 is the least for text, 3 to 1 for marks"
    if where:
        hint += "; a plain ground may be painted over the picture first"
    return Flaw(_name(item), f"{found} contrast {measured:.1f} to 1", hint)


def _name(item: TextRun | Mark) -> str:
    return item.field or ""


def _said(item: Item | None) -> str:
    """An item in a message."""
    match item:
        case TextRun():
            return quoted(item.text)
        case Mark():
            return f"the mark {item.field}" if item.field else "a drawing"
        case Image():
            return "a picture"
        case FormField() | None:
            return "nothing"
        case Shape():
            colour = item.fill or item.stroke
            return f"a shape{f' #{bytes(colour).hex().upper()}' if colour else ''}"


def _inner(mark: Mark, edge: float) -> Points:
    """The corners of a mark's box without a share of it at each side."""
    width, height = mark.drawing.width, mark.drawing.height
    left, right = width * edge, width * (1 - edge)
    top, bottom = height * edge, height * (1 - edge)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(mark.matrix.apply(x, y) for x, y in corners)
