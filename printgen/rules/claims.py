"""What a game's own data declares of its deck, apart from the law or list that gives it.

Each class is one kind of claim; check.py holds the deck to them. Every claim carries the line that
declares it in `where`, which takes no part in comparison.
"""

from dataclasses import dataclass, field
from typing import Literal

from printgen.problems import Where


@dataclass(frozen=True, slots=True)
class KindCounts:
    """How many cards of each kind there are, "value" among them, and no others."""

    counts: tuple[tuple[str, int], ...]
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Order:
    """Cards numbered from 1: suits in order, in each the ranks in order, then the kinds."""

    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SuitsByRanks:
    """Each suit and rank stands on `copies` cards."""

    copies: int
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Partition:
    """On each card the bands follow one another upwards and hold each value once.

    From `first` to `last`, both included; None is an open end. Where `downwards`, the first
    result has the highest band.
    """

    first: int | None
    last: int | None
    downwards: bool
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shift:
    """Cards of one rank have one table; each rank's lies `step` further up than the last one's."""

    step: int
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """For each result in order, on how many cards it falls at `first`, `first` + 1 …

    Every count stands for `copies` times as many cards.
    """

    copies: int
    first: int
    counts: tuple[tuple[int, ...], ...]
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcome of the lookup at `place` for each rank and kind, and how many cards have each."""

    place: int
    holders: tuple[tuple[str, str | None], ...]
    totals: tuple[tuple[str | None, int], ...]
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class StripCounts:
    """For each row in order: how many cards show each soldier, and how many the redraw mark."""

    rows: tuple[tuple[int, int], ...]
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Succession:
    """In row n card 1 shows 1, each next card the next number, after n comes 1 again.

    The redraw mark stands on the cards past the last whole cycle and on no other.
    """

    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a card: its column's name, where the card keeps it, and its value."""

    name: str
    part: Literal["head", "bands", "outcomes", "strip"]
    place: int
    value: object


@dataclass(frozen=True, slots=True)
class Transcribed:
    """Cells of one card as the source prints them, read from its line `source_line`."""

    card: int
    source_line: int
    cells: tuple[Cell, ...]
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SameCard:
    """Where row `size` and the result at `value` depend on each other, a note says how much."""

    size: int
    value: int
    where: Where = field(default=Where(), compare=False, repr=False)


Claim = (
    KindCounts
    | Order
    | SuitsByRanks
    | Partition
    | Shift
    | ResultCounts
    | Outcomes
    | StripCounts
    | Succession
    | Transcribed
    | SameCard
)
