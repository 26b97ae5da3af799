"""The state that a content stream's operators change and its painting reads."""

from collections.abc import Callable
from dataclasses import dataclass, field

from printgen.proof.fonts import PrintFont
from printgen.proof.geometry import IDENTITY, Matrix, Outline, Point, bounds, is_upright
from printgen.proof.lex import Operand
from printgen.proof.painted import Colour, Item, Shape
from printgen.proof.resources import Resources

_FARTHEST = 1e6


@dataclass(slots=True)
class State:
    """What q saves and Q restores. A colour is None where it cannot be told."""

    ctm: Matrix
    fill: Colour | None = (0.0, 0.0, 0.0)
    stroke: Colour | None = (0.0, 0.0, 0.0)
    fill_space: str = "DeviceGray"
    stroke_space: str = "DeviceGray"
    line_width: float = 1.0
    mitre: float = 10.0
    clips: tuple[Shape, ...] = ()
    font: PrintFont | None = None
    size: float = 0.0
    letter: float = 0.0
    word: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


@dataclass(slots=True)
class Tally:
    """What a page and its forms count together; `followed` is lost for good."""

    operations: int = 0
    followed: bool = True
    faults: dict[str, None] = field(default_factory=dict)


@dataclass(slots=True)
class Canvas:
    """One page being painted; places are mm on it, but the two text matrices and `at`."""

    state: State
    resources: Resources
    saved: list[State] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    depth: int = 0
    text_matrix: Matrix = IDENTITY
    line_matrix: Matrix = IDENTITY
    path: list[list[Point]] = field(default_factory=list)
    curved: bool = False
    at: Point = (0.0, 0.0)
    clip_even_odd: bool | None = None

    def fault(self, text: str) -> None:
        """Remember, once, what no print of ours may hold."""
        self.tally.faults.setdefault(text)

    def lose(self, text: str) -> None:
        """Remember, once, why not all of the page can be followed."""
        self.tally.followed = False
        self.fault(text)

    def add(self, item: Item) -> None:
        """Paint an item, unless it lies out of all bounds: then no place can be told."""
        left, top, right, bottom = item.box
        if -_FARTHEST < left <= right < _FARTHEST and -_FARTHEST < top <= bottom < _FARTHEST:
            self.items.append(item)
        else:
            self.lose("paints out of all bounds")

    def shape(self, *, fill: bool, stroke: bool, even_odd: bool, half: float) -> Shape | None:
        """The path as painted; None where there is none."""
        outline: Outline = tuple([tuple(polygon) for polygon in self.path])
        if not outline:
            return None
        box = bounds([point for polygon in outline for point in polygon])
        return Shape(
            outline,
            box.grown(half) if half else box,
            fill,
            stroke,
            self.state.fill if fill else None,
            self.state.stroke if stroke else None,
            half,
            not self.curved and len(outline) == 1 and is_upright(outline[0]),
            even_odd,
        )


Operator = Callable[[Canvas, list[Operand]], None]
"""What one operator does. Raises TypeError, ValueError or IndexError on other operands."""


def number_of(operand: Operand) -> float:
    """The operand, a number. Raises TypeError."""
    if not isinstance(operand, float):
        raise TypeError
    return operand


def numbers(operands: list[Operand]) -> list[float]:
    """The operands, all numbers. Raises TypeError."""
    for operand in operands:
        if operand.__class__ is not float:
            raise TypeError
    return operands  # type: ignore[return-value] # each was asked


def take_none(operands: list[Operand]) -> None:
    """Hold an operator to having no operands. Raises ValueError."""
    if operands:
        raise ValueError
