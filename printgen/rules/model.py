"""The Game: tables of rows, what is printed of them, and what must hold of them.

It is what the loader makes and what every later stage reads. It knows no paper, no font, no file
format. What stands where in a file is kept for messages and takes no part in what a game says.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec

from printgen.problems import Problem, Spot
from printgen.rules.bands import BandWords
from printgen.rules.sizes import Size, find_size
from printgen.rules.struct_reader import (
    Amount,
    Dice,
    Dotted,
    FileName,
    Flag,
    Id,
    Language,
    Name,
    Positive,
    Text,
    Whole,
)

Filter = dict[Dotted, tuple[Text, ...]]
"""Which rows are meant: those whose cells at each path are one of these words; `none` is empty."""

PAPERS = ("a4", "letter")
"""The papers that whole pages are made for where nothing is said."""

EMPTY = "none"
"""The word that stands for an empty cell where rows are filtered or counted."""

BY_KEY, ELSE = "by", "else"
"""The keys of a template that a cell chooses: which cell, and the template of all other words."""


class Column(msgspec.Struct, frozen=True):
    """One column of a table: what its cells hold, how they are headed, and the law that fills them.

    `type` names the type of its cells; `refers` the table whose rows they name, `rows` the table
    whose columns the rows within a cell have, `each` the table that has a row for every column of
    this group. Where `heads` says so, its head may stand below its cells. `or_` maps the letter
    that stands for "none of them" to its meaning. What is `unlisted` says what another column says,
    so lists leave it out.
    """

    name: Name
    type: Id = ""
    refers: Id = ""
    rows: Id = ""
    each: Id = ""
    head: Text = ""
    heads: Literal["below", "line"] | None = None
    title: Text = ""
    unit: Text = ""
    empty: Text = ""
    silent: Flag = False
    unlisted: Flag = False
    many: Flag = False
    breaks: Flag = False
    blank: Flag = False
    shows: tuple[Dotted, ...] | None = None
    digits: Positive = 1
    dice: Dice | None = None
    of: tuple[Dotted, ...] = ()
    or_: dict[Name, Text] = {}
    partition: Literal["across", "down", "none"] | None = None
    from_: tuple[Dotted, ...] = ()
    by: tuple[Name, ...] = ()
    shift: Whole | Name | None = None
    cycle: Positive | Name | None = None
    sum: tuple[Dotted, ...] = ()
    less: tuple[Dotted, ...] = ()
    half: Literal["down", "up"] | None = None

    def without_derivation(self) -> "Column":
        """The same column, its cells being as they are."""
        unset_fields = {"from_": (), "by": (), "shift": None, "cycle": None}
        return msgspec.structs.replace(self, **unset_fields, sum=(), less=(), half=None)

    @property
    def fallback_letter(self) -> str:
        """The letter of `or_`, or nothing."""
        return next(iter(self.or_), "")


class Row(msgspec.Struct, frozen=True, eq=False):
    """One row: its key, and by column its value; a group's is a mapping by the keys of its heads.

    An empty cell holds None, a reference the keys of the rows referred to, `rows` a tuple of rows.
    `at` tells where it was written, or with a column's name its cell there.
    """

    key: str
    cells: Mapping[str, Any]
    locate: Callable[..., Spot]


class Table(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A table: its columns in order, and its rows in order, each key once.

    `open` names the columns that a player's file may write; `given` is a table that one wrote.
    """

    id: str
    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    place: Spot
    open: tuple[str, ...] = ()
    is_player_written: bool = False

    @cached_property
    def by_key(self) -> Mapping[str, Row]:
        """The rows by their keys."""
        return {row.key: row for row in self.rows}

    @cached_property
    def by_name(self) -> Mapping[str, Column]:
        """The columns by their names."""
        return {column.name: column for column in self.columns}

    @cached_property
    def filled_columns(self) -> frozenset[str]:
        """The columns in which any row has a cell, so that faces can be set alike."""
        return frozenset(
            name for name in self.by_name if any(row.cells[name] is not None for row in self.rows)
        )

    @cached_property
    def key(self) -> Column | None:
        """The column of the keys; None where rows are numbered without being asked."""
        return next((column for column in self.columns if column.type == "key"), None)

    @property
    def label_column(self) -> Column | None:
        """The column that says what a row is called in print: of texts, under that name."""
        column = self.by_name.get("label")
        return column if column and column.type == "text" and not column.each else None

    @property
    def row_noun(self) -> str:
        """What messages call one of its rows."""
        return self.key.name if self.key else f"row of {self.id}"

    def describe_key(self, key: str) -> str:
        """What messages call a row: card 17, or where rows are numbered, row 17 of cards."""
        return f"{self.key.name} {key}" if self.key else f"row {key} of {self.id}"


class Lookup(Protocol):
    """What the cells of a table are read and printed with: the game's words and other tables."""

    @property
    def words(self) -> "GameWords":
        """The words that printgen itself prints."""

    def table(self, id_: str) -> Table:
        """The table of that id, which must be there."""


class TableRef(msgspec.Struct, frozen=True):
    """A table named in a cell, to be printed there: all of its rows, or those of a filter."""

    table: str
    where: Filter = {}


class Part(msgspec.Struct, frozen=True):
    """Faces of one template: one for `each` row of a table, or one of `all` its rows together.

    A `template` chosen by a cell is a mapping: `by` is the cell's path, each other key a word
    of it with its template, and `else` that of all the rest. `for_` names a table for each of
    whose rows all the faces are made; `count` is how many of each face, or the column that says
    so; `shows` the names printed, None for every column not silent; `again` names printed a
    second time, by the ending that tells them from the first; `across` the tables whose rows run
    rightwards, by id or by the column that holds them; `examples` the columns that refer to a row
    of which another print's face is shown, by that print. `apart` says what begins a row of places
    on a sheet: the faces of each row of the table, or all of a part's. `safe` is how many mm
    words and marks keep from the edge of a face.
    """

    template: dict[Text, Text] | Text
    each: Id = ""
    all: Id = ""
    where: Filter = {}
    for_: Id = ""
    count: Amount | Name = 1
    shows: tuple[Dotted, ...] | None = None
    small: tuple[Dotted, ...] = ()
    again: dict[Name, tuple[Dotted, ...]] = {}
    across: tuple[Name, ...] = ()
    examples: dict[Name, Id] = {}
    sizes: tuple[Annotated[Size, find_size], ...] = ()
    impose: Literal["cut", "page"] = "cut"
    apart: Literal["each", "all"] | None = None
    safe: Amount = 0

    @property
    def table_id(self) -> str:
        """The id of the table that is printed; a back that fronts share has none."""
        return self.each or self.all

    @property
    def template_names(self) -> tuple[str, ...]:
        """Every template that its faces may have."""
        if isinstance(self.template, str):
            return (self.template,)
        return tuple(name for word, name in self.template.items() if word != BY_KEY)


class Print(msgspec.Struct, frozen=True):
    """One PDF. `sets` is the table of which each row has a whole set on sheets of its own.

    `copies` is how many of those sets are printed unless more are asked for, 0 for all. `backs_of`
    names the print whose backs these are, or is empty; `sizes` are those its faces may have.
    `place` is where each part names its template. Paint may run `bleed` mm over the trim of a face;
    `papers` are those that whole pages are made for.
    """

    id: str
    title: str
    subtitle: str
    parts: tuple[Part, ...]
    sets: str
    copies: int
    backs_of: str
    sizes: tuple[Size, ...]
    place: tuple[Spot, ...]
    bleed: float = 0.0
    papers: tuple[str, ...] = PAPERS

    @property
    def is_page(self) -> bool:
        """Whether each face is a page by itself."""
        return all(part.impose == "page" for part in self.parts)

    @property
    def is_shared_back(self) -> bool:
        """Whether it is a back that the fronts of a set share, printed in every place."""
        return bool(self.backs_of) and not self.parts[0].table_id


class MarginWords(msgspec.Struct, frozen=True):
    """The sheets' margins: patterns with {game} {title} {sheet} {sheets} {deck} {digest}."""

    title: Text = "{game}: {title}"
    backs: Text = "{title}, backs"
    sheet: Text = "Sheet {sheet} of {sheets}"
    deck: Text = "Deck {deck}"
    digest: Text = "rules {digest}"
    scale: Text = "Print at 100 %, without scaling"
    bar: Text = "50 mm"


class DuplexWords(msgspec.Struct, frozen=True):
    """How backs come behind fronts, in the margins of sheets: patterns with what stands in braces.

    `backs` and `behind` are of backs in a file of their own, one for all fronts or each its own;
    `duplex` is of both in one file; `moved` tells by how many mm backs were moved.
    """

    backs: Text = "One a page of fronts, {sheets} in all"
    behind: Text = "Behind page {sheet} of the fronts"
    duplex: Text = "Print both sides"
    long: Text = "flip on the long edge"
    short: Text = "flip on the short edge"
    fold: Text = "Fold at the dashes, glue, then cut"
    moved: Text = "Moved {right} mm right, {down} mm down"


class GameWords(msgspec.Struct, frozen=True):
    """The words that printgen itself prints, in the game's language."""

    margin: MarginWords = MarginWords()
    turning: DuplexWords = DuplexWords()
    band: BandWords = BandWords()


class GameInfo(msgspec.Struct, frozen=True):
    """What the game is called."""

    id: FileName
    name: Text
    language: Language = "en"


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One claim of the data: a question, and what its answer must be; `says` tells readers why.

    `source` tells where it was read. A question that cannot be asked is a `Fault`, raised when it
    is read or when it is asked.
    """

    place: Spot
    says: Text = ""
    source: Text = ""

    reference_keys: ClassVar[tuple[str, ...]] = ()
    """Its keys that name things: a table, or a column of one, and then columns of that table."""
    takes: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The types of the columns that a key may name, where not any will do."""

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        """The key, table and path of every name in it; of the first key's tables `where` picks."""
        first, *rest = self.reference_keys
        reference = getattr(self, first)
        id_, path = (reference, "") if isinstance(reference, str) else reference
        yield first, id_, path
        for key in rest:
            reference = getattr(self, key)
            paths = (reference,) if isinstance(reference, str) else reference
            yield from ((key, id_, path) for path in paths if path)

    def find_problems(self, game: "Game") -> Iterator[Problem]:
        """What does not hold of a game."""
        raise NotImplementedError


class Game(msgspec.Struct, frozen=True, eq=False):
    """All of one game, and what is to be noted of its files.

    `limits` are the checks of what a player's file writes, `given` such a file and its rivals;
    `taken` the checks of the game that this one extends, from which it may differ.
    """

    about: GameInfo
    words: GameWords
    tables: Mapping[str, Table]
    prints: tuple[Print, ...]
    checks: tuple[Check, ...]
    notes: tuple[Problem, ...] = ()
    limits: tuple[Check, ...] = ()
    files: tuple[str, ...] = ()
    inherited_checks: tuple[Check, ...] = ()

    def table(self, id_: str) -> Table:
        """The table of that id, which must be there."""
        return self.tables[id_]

    def find_print(self, id_: str) -> Print | None:
        """The print of that id; None where the game has none such."""
        return next((print_ for print_ in self.prints if print_.id == id_), None)
