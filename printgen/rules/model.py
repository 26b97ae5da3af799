"""The Game: every record of one game's rules, typed and frozen.

It is what the loader makes and what every later stage reads. It knows no paper, no font, no file.
Two games that say the same are equal, however each was written down: records keep no position but
in `where`, which takes no part in comparison.
"""

from dataclasses import dataclass, field
from typing import Literal

from printgen.problems import Where
from printgen.rules.bands import Band, BandWords
from printgen.rules.claims import Claim


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its id, its word in print, and the mark that pictures it."""

    id: str
    label: str
    mark: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A card outside the suits: what its face says and the mark that pictures it."""

    id: str
    label: str
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class Result:
    """One row of the results table: its id, its words, and the modifier it carries on."""

    id: str
    label: str
    modifier: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A results table: each value card carries one band a result, in the order of `results`."""

    id: str
    label: str
    axis: str
    heading: str
    results: tuple[Result, ...]
    words: BandWords


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a lookup, such as a repair check."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """A single outcome that a card carries."""

    id: str
    label: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class StripRow:
    """One row of the selection strip, chosen by `size`; a mark may stand for its number."""

    size: int
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """A selection strip: from 1 … size, each row draws one. A cell of None prints `redraw`.

    `redraw_text` says what that letter means, or is empty; a card of a kind that shows the letter
    has room to say so.
    """

    id: str
    label: str
    rows: tuple[StripRow, ...]
    redraw: str
    redraw_text: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `bands` follow the table's results, `outcomes` the lookups, `strip` its rows.

    `kind` is "value" for a card of suit and rank, else the id of a `Kind`. `bands` is empty where
    the card carries no table; an outcome is None where it carries none of that lookup; a strip
    cell is None for the redraw mark.
    """

    number: int
    kind: str
    rank: str | None
    suit: str | None
    bands: tuple[Band, ...]
    outcomes: tuple[str | None, ...]
    strip: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DeckColour:
    """One of the colours that tell the players' decks apart: the letter and word printed."""

    letter: str
    label: str


@dataclass(frozen=True, slots=True)
class Deck:
    """The action deck: what its cards are made of, and the cards in order of number from 1."""

    title: str
    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    kinds: tuple[Kind, ...]
    table: Table | None
    lookups: tuple[Lookup, ...]
    strip: Strip | None
    colours: tuple[DeckColour, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """A state of a model or weapon: its word, its mark, how many markers, its line on the sheet."""

    id: str
    label: str
    mark: str
    count: int
    text: str
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Markers numbered `first` to `last`, one set a side."""

    first: int
    last: int
    sides: tuple[DeckColour, ...]


@dataclass(frozen=True, slots=True)
class Markers:
    """The markers' title and the numbered ones; those of the statuses come from `Game.statuses`."""

    title: str
    numbers: Numbers | None


@dataclass(frozen=True, slots=True)
class Odds:
    """A table of odds by modified value: for each column, the results that count as a success."""

    label: str
    population: str
    first: int
    last: int
    columns: tuple["OddsColumn", ...]


@dataclass(frozen=True, slots=True)
class OddsColumn:
    """One line of the odds: its words and the ids of the results it counts."""

    id: str
    label: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the sheet: prose, and a generated table where it names one.

    `corner` heads the ranks in a table of bands. `statuses` are the ids of those that its rule
    gives or takes away, `source` the id of the source that it restates. Empty where it has none.
    """

    id: str
    heading: str
    text: tuple[str, ...]
    table: Literal["", "bands", "odds", "statuses"] = ""
    corner: str = ""
    statuses: tuple[str, ...] = ()
    source: str = ""
    where: Where = field(default=Where(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The quick reference sheet."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    odds: Odds | None


@dataclass(frozen=True, slots=True)
class RosterColumn:
    """One column of the roster: words to fill in, or a box to tick.

    `status` says that it is the box of the status of that id, whose word it prints.
    """

    id: str
    label: str
    kind: Literal["text", "box"]
    status: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """A team's card: blanks at its head, then numbered soldiers under the columns."""

    title: str
    number_label: str
    soldiers: int
    blanks: tuple[RosterColumn, ...]
    columns: tuple[RosterColumn, ...]
    notes_label: str


@dataclass(frozen=True, slots=True)
class Margin:
    """The words of the sheets' margins: patterns with {title} {sheet} {sheets} {deck} {digest}."""

    title: str
    backs: str
    sheet: str
    deck: str
    digest: str
    scale: str
    bar: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a part of the rules was read, and what the source leaves open."""

    id: str
    document: str
    section: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """All of one game. Products a game does not have are None."""

    id: str
    name: str
    language: str
    deck: Deck | None
    statuses: tuple[Status, ...]
    markers: Markers | None
    sheet: Sheet | None
    roster: Roster | None
    margin: Margin
    sources: tuple[Source, ...]
    checks: tuple[Claim, ...]
