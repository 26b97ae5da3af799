"""The `Game` data model: tables of rows, what is printed of them, and the checks they must pass.

The loader builds it and all later stages read it. It contains no paper, fonts or file formats.
Places in files are kept for messages only and are not part of the game's content.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Protocol, get_args

import msgspec

from printgen.problems import Place, Problem
from printgen.rules.files.struct_reader import (
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
from printgen.rules.values.bands import BandWords
from printgen.rules.values.sizes import CARD_RADIUS, Size, find_size

Filter = dict[Dotted, tuple[Text, ...]]
"""A filter of rows: at each path the cell must be one of the words; `none` means an empty cell."""

PAGE_PAPERS = ("a4", "letter")
"""The default papers for whole pages."""

Role = Literal["title", "index", "type", "text", "flavour", "stat", "credit", "picture", "colour"]
"""What a column is on a card whose template fits any table."""

ROLES = get_args(Role)

NONE = "none"
"""The word for an empty cell in filters and counts."""

BY_KEY, ELSE = "by", "else"
"""The keys of a template chosen by a cell: the cell's path, and the template for other words."""


class Column(msgspec.Struct, frozen=True):
    """One column of a table, or a group of columns: what cells contain, and how they are printed.

    - `type`: the type of the cells, such as number.
    - `refers`: a table. Each cell names one of its rows.
    - `rows`: a table. Each cell contains rows with the columns of that table.
    - `each`: a table. The column is then a group: it has one column for each row of that table, and
      that row is the head (the heading) of this column.
    - `head`, `title`, `unit`: texts that are printed with the cells.
    - `heads`: "below" allows headings below their cells. "line" prints all headings of a group in
      one line above it.
    - `role`: what the column is on a card, such as title or picture; None for no particular role.
    - `empty`: the text that is printed for an empty cell.
    - `blank`: whether an empty cell is printed as a place to write.
    - `of`: the words that cells may contain; for boxes to tick, the path to the number of boxes.
    - `shows`: if cells refer to rows, which cells of these rows are printed. For a group, which
      cells of the rows that are its heads.
    - `many`: whether a cell may refer to several rows or tables.
    - `breaks`: whether the line breaks of a text are printed.
    - `digits`: the least number of digits of a printed key: with 2, 7 is printed as 07.
    - `dice`: the dice that are rolled, as their number and the number of their sides.
    - `partition`: which ranges of numbers must together contain each number once: "across" those in
      one row of a group, "down" those in one column.
    - `or_`: a letter that cells may contain instead of a number, and its meaning: {"X": "no
      effect"}.
    - `silent`: whether the column is printed only if a print names it under `shows`.
    - `unlisted`: whether exports leave the column out, because it repeats another one.
    - `from_`, `by`, `shift`, `cycle`, `sum`: how a cell that is empty in the file is computed from
      other cells. With `sum`, `less` is subtracted, and `half` halves the result.
    """

    name: Name
    type: Id = ""
    refers: Id = ""
    rows: Id = ""
    each: Id = ""
    head: Text = ""
    heads: Literal["below", "line"] | None = None
    title: Text = ""
    role: Role | None = None
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
        """Return a copy of the column whose empty cells are not computed from other cells."""
        unset_fields = {"from_": (), "by": (), "shift": None, "cycle": None}
        return msgspec.structs.replace(self, **unset_fields, sum=(), less=(), half=None)

    @property
    def fallback_letter(self) -> str:
        """The letter that a cell may contain instead of a number; "" if there is none."""
        return next(iter(self.or_), "")


class Row(msgspec.Struct, frozen=True, eq=False):
    """One row of a table.

    - `key`: the name that identifies the row.
    - `cells`: the cells by column name. An empty cell is None. A reference is a tuple of the keys
      of other rows. Rows inside a cell are a tuple of rows. If a column is a group (one column for
      each row of another table), its cell is a mapping from the keys of these rows to cells.
    - `locate`: returns the place of the row in its file; with a column name, the place of that
      cell.
    """

    key: str
    cells: Mapping[str, Any]
    locate: Callable[..., Place]


class Table(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A table with its columns and rows, both in the order of the file. Every key is unique.

    - `place`: where the table is in the files.
    - `open`: the columns that a player's file may write.
    - `is_player_written`: whether the rows are from a player's file.
    """

    id: str
    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    place: Place
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
        """The names of the columns with a cell that is not empty in at least one row.

        Templates use them to give all faces of the table the same layout, whichever cells a row
        has.
        """
        return frozenset(
            name for name in self.by_name if any(row.cells[name] is not None for row in self.rows)
        )

    @cached_property
    def key(self) -> Column | None:
        """The key column; None if the rows are numbered automatically."""
        return next((column for column in self.columns if column.type == "key"), None)

    @property
    def label_column(self) -> Column | None:
        """The text column `label`, which has the printed names of rows; None without one."""
        column = self.by_name.get("label")
        # A group named `label` has several cells in a row, so it cannot name the row.
        return column if column and column.type == "text" and not column.each else None

    @property
    def row_noun(self) -> str:
        """What messages call a row of this table: the name of its key column, such as card."""
        return self.key.name if self.key else f"row of {self.id}"

    def pad_key(self, key: str) -> str:
        """Return the key as it is printed: a short number has zeros before it, such as 07."""
        return key.zfill(self.key.digits) if self.key else key

    def describe_row(self, key: str, column_name: str = "") -> str:
        """Return what messages call a row: "card 17", or with `column_name` "card 17, accuracy".

        A row of a table without a key column is called "row 17 of cards".
        """
        row_name = f"{self.key.name} {key}" if self.key else f"row {key} of {self.id}"
        return f"{row_name}, {column_name}" if column_name else row_name


class CellContext(Protocol):
    """What is needed to read and print a cell: tables of the game, and texts in its language."""

    @property
    def words(self) -> "GameWords":
        """The words that printgen adds to prints, in the language of the game."""

    def table(self, id_: str) -> Table:
        """Return the table with that id, which must exist."""


class TableRef(msgspec.Struct, frozen=True):
    """A table that is printed within a cell: all rows, or those that pass the filter `where`."""

    table: str
    where: Filter = {}


class PrintPart(msgspec.Struct, frozen=True):
    """One kind of faces in a print: those with one template, for each row of a table or all rows.

    - `template`: the name of the template. If a cell chooses the template, a mapping: `by` is the
      path to that cell, every other key is a word with its template, and `else` is the template for
      all other words.
    - `each`: a table. Each of its rows gets a face. `all`: a table. One face shows all its rows.
    - `where`: a filter. Rows that do not pass it are not printed.
    - `for_`: a table, such as that of the players. All faces are printed once for each of its rows.
    - `count`: the number of copies of each face, or the name of the column with that number.
    - `shows`: the columns and cells to print; None for every column that is not silent.
    - `small`: the names of fields that may be printed in small type.
    - `again`: fields that are printed a second time, under another name: `{"turned": ("cost",)}`
      prints `cost` again as `cost.turned`.
    - `across`: the tables whose rows are printed from left to right. Each is given by its id, or by
      the column that it is in.
    - `examples`: a face can show small faces of other prints: `{"card": "deck"}` shows the face, in
      the print `deck`, of the row to which the column `card` refers.
    - `sizes`: the sizes that a face may have.
    - `impose`: "page" if each face is a whole page, "cut" if faces are side by side on a sheet.
    - `apart`: "each" begins a new row of faces on the sheet for each row of the table. "all" does
      so only before the first face.
    - `safe`: the distance that text and marks keep from the edge of a face, in mm; None for the
      default.
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
    safe: Amount | None = None

    @property
    def table_id(self) -> str:
        """The id of the printed table; empty for a shared back that shows no table."""
        return self.each or self.all

    @property
    def template_names(self) -> tuple[str, ...]:
        """The names of all templates that the faces may have."""
        if isinstance(self.template, str):
            return (self.template,)
        # The value of `by` is the path of a cell, not a template.
        return tuple(name for word, name in self.template.items() if word != BY_KEY)


class Print(msgspec.Struct, frozen=True):
    """One PDF of a game: what is printed in it, and how.

    - `parts`: the kinds of faces in the PDF. Each has a template, and a table whose rows it prints.
    - `sets`: a table, such as that of the players. All faces are printed once for each of its rows,
      on separate sheets. "" prints them once.
    - `copies`: for how many of these rows the faces are printed by default; 0 for all.
    - `backs_of`: the print of the fronts, if this is a print of backs; else "".
    - `sizes`: the sizes that a face may have.
    - `place`: for each of `parts`, the place in the data where its template is named.
    - `shows_place`: for each of `parts`, the place in the data of its key `shows`, which lists what
      to print. If a part has no own `shows`, the place where one can be written.
    - `bleed`: how far the background extends over the trim, in mm.
    - `radius`: the radius of the corners of its pieces, in mm; round pieces have none.
    - `papers`: the papers for which whole pages are made.
    - `box_of`: the print of the cards, if this is a tuck box; else "".
    - `full_bleed`: whether the options print faces whose background may run to the trim.
    """

    id: str
    title: str
    subtitle: str
    parts: tuple[PrintPart, ...]
    sets: str
    copies: int
    backs_of: str
    sizes: tuple[Size, ...]
    place: tuple[Place, ...]
    bleed: float = 0.0
    radius: float = CARD_RADIUS
    papers: tuple[str, ...] = PAGE_PAPERS
    shows_place: tuple[Place, ...] = ()
    box_of: str = ""
    full_bleed: bool = False

    @property
    def is_page(self) -> bool:
        """Whether each face is a whole page."""
        return all(part.impose == "page" for part in self.parts)

    @property
    def is_shared_back(self) -> bool:
        """Whether this print is a single back, which is printed behind all fronts."""
        return bool(self.backs_of) and not self.parts[0].each


class MarginWords(msgspec.Struct, frozen=True):
    """Texts for the margins of sheets. Names in braces, such as {game}, are replaced by values."""

    title: Text = "{game}: {title}"
    backs: Text = "{title}, backs"
    sheet: Text = "Sheet {sheet} of {sheets}"
    deck: Text = "Deck {deck}"
    digest: Text = "rules {digest}"
    scale: Text = "Print at 100 %, without scaling"
    bar: Text = "50 mm"


class DuplexWords(msgspec.Struct, frozen=True):
    """Texts for the margins that explain how backs are printed behind fronts.

    - `backs`: for backs in a separate file, if all fronts share one back.
    - `behind`: for backs in a separate file, if each front has its own back.
    - `duplex`: for fronts and backs in one file. `long` or `short` names the edge to flip on.
    - `fold`: for fronts and backs on the same side of a sheet that is folded.
    - `moved`: by how much the backs are moved on the page, in mm.

    Names in braces, such as {sheet}, are replaced by values.
    """

    backs: Text = "One a page of fronts, {sheets} in all"
    behind: Text = "Behind page {sheet} of the fronts"
    duplex: Text = "Print both sides"
    long: Text = "flip on the long edge"
    short: Text = "flip on the short edge"
    fold: Text = "Fold at the dashes, glue, then cut"
    moved: Text = "Moved {right} mm right, {down} mm down"


class TuckBoxWords(msgspec.Struct, frozen=True):
    """Texts for tuck boxes: `cards` is on the box, and `steps` in the margin."""

    cards: Text = "{count} cards"
    steps: Text = "Cut the lines, fold the dashes, glue the hatched flaps"


class BoardPartWords(msgspec.Struct, frozen=True):
    """Texts for the margins of the parts of a board. {part} is replaced by the name of the part.

    `overlap` says how to join parts that share a strip, `cut` how to join parts without one.
    """

    name: Text = "{part} of {rows} × {columns}"
    overlap: Text = "Cut left and top edges, glue on the part before up to its dashes"
    cut: Text = "Cut all edges, mount edge to edge"


class GameWords(msgspec.Struct, frozen=True):
    """The texts that printgen adds to prints, in the language of the game."""

    margin: MarginWords = MarginWords()
    turning: DuplexWords = DuplexWords()
    box: TuckBoxWords = TuckBoxWords()
    parts: BoardPartWords = BoardPartWords()
    band: BandWords = BandWords()


class GameInfo(msgspec.Struct, frozen=True):
    """The id, name and language of the game."""

    id: FileName
    name: Text
    language: Language = "en"


_ANSWER_KEYS = {"place", "says", "source", "is", "at_most", "at_least", "multiple_of", "fewer"}
"""The keys of a check that are not part of its question."""


def _format_check_value(value: Any) -> str:
    """Return the value of one key of a check as text, for the name of the check."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_format_check_value(words)}" for key, words in value.items())
    if isinstance(value, tuple) and len(value) > 4:
        return f"{_format_check_value(value[0])} to {_format_check_value(value[-1])}"
    return " ".join(map(_format_check_value, value)) if isinstance(value, tuple) else str(value)


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check that the game's data must pass.

    `says` explains the check to readers. `source` is the document that says what is right. A check
    that cannot be evaluated raises `InputError`, either while it is read or while it runs.
    """

    place: Place
    says: Text = ""
    source: Text = ""

    reference_keys: ClassVar[tuple[str, ...]] = ()
    """A key that names a table or a column of it, then the keys that name more of its columns."""
    accepted_types: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The column types that a key accepts; a key that is not listed accepts all."""

    @property
    def question(self) -> str:
        """The name of this check: what it asks, without the expected answer.

        A game that need not pass the check lists this text under `waives`.
        """
        first = next(self.iter_references())[0]
        asked = {name.rstrip("_"): getattr(self, name) for name in self.__struct_fields__}
        names = sorted(asked.keys() - _ANSWER_KEYS, key=lambda name: (name != first, name))
        values = ((name, asked[name]) for name in names if asked[name])
        return " ".join(f"{name} {_format_check_value(value)}" for name, value in values)

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        """Yield each reference of this check to a table or a column.

        It is a tuple: the key of the check that has the reference, such as `steps`; the id of the
        table; and the path to the column, such as `suit.mark`. The path is "" for the whole table.
        """
        first, *rest = self.reference_keys
        reference = getattr(self, first)
        id_, path = (reference, "") if isinstance(reference, str) else reference
        yield first, id_, path
        for key in rest:
            reference = getattr(self, key)
            paths = (reference,) if isinstance(reference, str) else reference
            yield from ((key, id_, path) for path in paths if path)

    def find_problems(self, game: "Game") -> Iterator[Problem]:
        """Yield a problem for each cell or number in the game that does not pass."""
        raise NotImplementedError


class Game(msgspec.Struct, frozen=True, eq=False):
    """A complete game.

    - `about`: its id, name and language. `words`: the texts that printgen adds to its prints.
    - `tables`: its tables by id. `prints`: the PDFs that can be made of it.
    - `checks`: the checks that its data must pass.
    - `notes`: notes on its files.
    - `limits`: the checks that a player's file must pass.
    - `files`: the names of the player's file and of the files of rivals, if they are loaded.
    - `inherited_checks`: the checks of another game, which this game extends.
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
        """Return the table with that id, which must exist."""
        return self.tables[id_]

    def find_print(self, id_: str) -> Print | None:
        """Return the print with that id; None if there is none."""
        return next((print_ for print_ in self.prints if print_.id == id_), None)
