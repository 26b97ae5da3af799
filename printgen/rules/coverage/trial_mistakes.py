"""Wrong values that somebody could have written in a game's tables, for the coverage of checks.

Each mistake replaces one written value by another that its column can read, or exchanges two.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from printgen.problems import Place
from printgen.rules.checks.counts import NUMBER_OR_MARK
from printgen.rules.columns import make_column_type
from printgen.rules.files.nodes import Node, NodeKey
from printgen.rules.files.scalars import MINUS, NUMBER_WORDS, parse_range, quote
from printgen.rules.model import Column, Game, Table
from printgen.rules.queries.paths import flatten_columns

NUMBER, MARK, REFERENCE, KEY, TEXT = "number", "mark", "reference", "key", "text"
SPELT_NUMBER = "number in words"
ROW_ORDER = "row order"
LINES = "lines"
"""The part of a table's entry that holds the rows of its file."""

NodePath = tuple[NodeKey, ...]

_KIND_BY_TYPE = {
    **dict.fromkeys(("number", "modifier", "band", "need", "dice", "box"), NUMBER),
    **dict.fromkeys(("refers", "choice"), REFERENCE),
    **dict.fromkeys(("text", "plain", "prose"), TEXT),
    "mark": MARK,
    "key": KEY,
}
"""The kind of value in a column, by its type. Columns of other types are not changed."""
_SETTING_PATTERN = re.compile(rf"[-{MINUS}]?\d+( to [-{MINUS}]?\d+)?|\d*d\d+")
# One is often no number: "one of them".
_SPELT_WORDS = NUMBER_WORDS.split("|")[1:12]
_SPELT_PATTERN = re.compile(rf"\b({'|'.join(_SPELT_WORDS)})\b", re.IGNORECASE)


class TrialMistake(NamedTuple):
    """A wrong value to write into a table, to see whether a check of the game finds it.

    - `table`: the id of the table. `column`: the name of the column in reports.
    - `kind`: the kind of mistake.
    - `place`: the place of the right value in the file.
    - `before`, `after`: the right value and the wrong one, as texts.
    - `edits`: what to replace in the entry of the table in the file: pairs of the keys that lead to
      a node, and its replacement. None deletes the node.
    - `renames_rows`: whether the mistake changes keys or the number of rows.
    """

    table: str
    column: str
    kind: str
    place: Place
    before: str
    after: str
    edits: tuple[tuple[NodePath, Node | None], ...]
    renames_rows: bool = False

    def __str__(self) -> str:
        return f"no check finds {self.after} instead of {self.before}"


def apply_mistake(entry: Node, mistake: TrialMistake) -> Node:
    """Return a copy of a table's entry with the wrong value of `mistake` in it."""
    for path, node in mistake.edits:
        entry = _replace_part(entry, path, node)
    return entry


def _replace_part(entry: Node, path: NodePath, node: Node | None) -> Node:
    """Return an entry in which the part at `path` is replaced by `node`; None deletes it."""
    key, *rest = path
    child = _replace_part(entry.parts[key], tuple(rest), node) if rest else node
    parts = {name: part for name, part in entry.parts.items() if name != key or child}
    if child:
        parts[key] = child
    is_list = isinstance(entry.data, tuple)
    return entry.make_list_node([*parts.values()]) if is_list else entry.make_mapping_node(parts)


def list_mistakes(game: Game, id_: str, entry: Node) -> Iterator[TrialMistake]:
    """Yield every wrong value to try in the table `id_`, in the order of its entry in the file."""
    table = game.table(id_)
    settings: list[tuple[str, NodePath]] = [("", ("count",)), ("", ("at",))]
    for name, column in entry.get("columns").parts.items():
        settings += [(name, ("columns", name, key)) for key in ("shift", "cycle")]
        yield from _list_item_removals(id_, name, ("columns", name, "counts"), column.get("counts"))
    for name, path in settings:
        node = entry.get(*path)
        if isinstance(node.data, str) and _SETTING_PATTERN.fullmatch(node.data):
            for text in _list_changed_numbers(node.data):
                yield _make_mistake(id_, name or str(path[0]), NUMBER, path, node, text)
    lister = _RowMistakeLister(game, table)
    for part in (LINES, "rows", "adds", "changes"):
        if part in entry.parts:
            rows = entry.get(part).parts
            yield from lister.list_row_mistakes([((part, key), row) for key, row in rows.items()])


class _RowMistakeLister:
    """Lists the wrong values to try in the rows of one table, or in rows nested in its cells."""

    def __init__(self, game: Game, table: Table, id_: str = "", prefix: str = "") -> None:
        """Prepare the mistakes in rows with the columns of `table`.

        For nested rows, `id_` is the id of the table in whose cells they are, and `prefix` is put
        before column names in reports.
        """
        self.game, self.table, self.id, self.prefix = game, table, id_ or table.id, prefix
        flat = flatten_columns(game, table.columns)
        self.columns = {name: (column, head) for name, column, head in flat}
        # A table that lays out others has no order of its own to get wrong.
        self.is_layout = any(column.type == "table" for column in table.columns)

    def list_row_mistakes(self, rows: Iterable[tuple[NodePath, Node]]) -> Iterator[TrialMistake]:
        """Yield every wrong value to try in these rows, and every exchange of two of them.

        `rows` has the path of each row in the table's entry, and the row.
        """
        previous: tuple[NodePath, Node] | None = None
        for path, row in rows:
            cells = self._map_cells_by_column(path, row)
            for name, (cell_path, cell) in cells.items():
                if name in self.columns:
                    yield from self._list_cell_mistakes(name, cell_path, cell)
                elif name == "copies":
                    for text in _list_changed_numbers(str(cell.data)):
                        mistake = _make_mistake(self.id, name, NUMBER, cell_path, cell, text)
                        yield mistake._replace(renames_rows=True)
            if previous and path[0] != "changes":
                earlier_path, earlier = previous
                edits = (earlier_path, row), (path, earlier)
                if self.table.key and not self.is_layout:
                    label = self.prefix + self.table.key.name
                    texts = "below it", "this row above the previous one"
                    yield TrialMistake(self.id, label, ROW_ORDER, row.place, *texts, edits)
                yield from self._list_cell_exchanges(self._map_cells_by_column(*previous), cells)
            previous = path, row

    def _map_cells_by_column(self, path: NodePath, row: Node) -> dict[str, tuple[NodePath, Node]]:
        """Return the path and the node of each cell of a row, by column name."""
        named = enumerate(row.items()) if isinstance(row.data, tuple) else row.parts.items()
        names = list(self.columns)
        return {
            str(names[key] if isinstance(key, int) else key): ((*path, key), cell)
            for key, cell in named
        }

    def _get_column_label(self, name: str) -> str:
        """Return the name of a column in reports; for a column of a group, GROUP.HEAD."""
        column, head = self.columns[name]
        return self.prefix + (f"{column.name}.{head}" if head else name)

    def _list_cell_exchanges(
        self,
        earlier_cells: Mapping[str, tuple[NodePath, Node]],
        cells: Mapping[str, tuple[NodePath, Node]],
    ) -> Iterator[TrialMistake]:
        """Yield one mistake for each column: it exchanges the cells of two rows in this column.

        Texts and equal cells are not exchanged.
        """
        for name in (name for name in self.columns if name in earlier_cells and name in cells):
            kind = _KIND_BY_TYPE.get(self.columns[name][0].type)
            (earlier_path, earlier), (path, cell) = earlier_cells[name], cells[name]
            both = isinstance(cell.data, str | tuple) and isinstance(earlier.data, str | tuple)
            if kind not in (None, TEXT) and both and cell.data != earlier.data:
                edits = (earlier_path, cell), (path, earlier)
                texts = _quote_cell(cell), f"{_quote_cell(earlier)} (exchanged with the row above)"
                label = self._get_column_label(name)
                yield TrialMistake(self.id, label, kind, cell.place, *texts, edits, kind == KEY)

    def _list_cell_mistakes(self, name: str, path: NodePath, cell: Node) -> Iterator[TrialMistake]:
        """Yield every wrong value to try in one cell, and in the cells of its nested rows."""
        column, _ = self.columns[name]
        label, kind = self._get_column_label(name), _KIND_BY_TYPE.get(column.type)
        if column.rows and isinstance(cell.data, tuple):
            inner = _RowMistakeLister(self.game, self.game.table(column.rows), self.id, f"{label}.")
            rows = [((*path, key), row) for key, row in cell.parts.items()]
            yield from inner.list_row_mistakes(rows)
        if not kind or not cell.data or isinstance(cell.data, Mapping):
            return
        if kind not in (KEY, TEXT):
            yield _make_mistake(self.id, label, kind, path, cell, "")
        yield from _list_item_removals(self.id, label, path, cell)
        is_list = isinstance(cell.data, tuple)
        for index, item in enumerate(cell.items()):
            item_path = (*path, index) if is_list else path
            for text_kind, text in self._list_other_texts(column, kind, str(item.data)):
                mistake = _make_mistake(self.id, label, text_kind, item_path, item, text)
                yield mistake._replace(renames_rows=kind == KEY)

    def _list_other_texts(self, column: Column, kind: str, text: str) -> Iterator[tuple[str, str]]:
        """Yield texts that could be written in a cell by mistake instead of `text`.

        They are pairs of the kind of the mistake and the text. `kind` is the kind of the cell.
        """
        texts: Iterable[str] = ()
        if kind == TEXT:
            marks = self._list_marks() if column.type == "prose" else ()
            yield from _list_changed_texts(text, marks)
        elif kind == REFERENCE:
            words = column.of or [*self.game.table(column.refers).by_key]
            texts = _list_adjacent_words(words, text)
        elif kind == MARK:
            own = [row.cells[column.name] for row in self.table.rows if not column.each]
            texts = _list_adjacent_words([*filter(None, own)], text)
            texts = texts or _list_adjacent_words(self._list_marks(), text)
        elif kind == NUMBER:
            read = make_column_type(column, self.game).try_parse_value
            value = read(text)
            options = {other: read(other) for other in _list_changed_numbers(text, flip=True)}
            # A range that stands for several rows is no value of the column.
            unlike = (None, value) if value is not None else ()
            texts = [other for other, number in options.items() if number not in unlike]
        elif parse_range(text):
            texts = _list_changed_numbers(text)
        yield from ((kind, other) for other in texts)

    def _list_marks(self) -> list[str]:
        """Return all marks that rows of the game name."""
        return [
            row.cells[column.name]
            for table in self.game.tables.values()
            for column in table.columns
            if column.type == "mark" and not column.each
            for row in table.rows
            if row.cells[column.name]
        ]


def _list_item_removals(id_: str, label: str, path: NodePath, cell: Node) -> Iterator[TrialMistake]:
    """Yield one mistake for each item of a list in a cell: it leaves out this item.

    Nothing is left out of a list of one item.
    """
    for index, item in enumerate(cell.items() if len(cell.parts) > 1 else ()):
        edits = (((*path, index), None),)
        yield TrialMistake(id_, label, REFERENCE, item.place, _quote_cell(item), "nothing", edits)


def _make_mistake(
    id_: str, label: str, kind: str, path: NodePath, node: Node, text: str
) -> TrialMistake:
    """Return the mistake that replaces the text of `node`, at `path` in its entry, by `text`."""
    # The type of the text says whether it was written without quotes, as a number must be.
    data = type(node.data)(text) if isinstance(node.data, str) else text
    edits = ((path, msgspec.structs.replace(node, data=data, parts={}, raw=None)),)
    before = _format_cell(node)
    pairs = enumerate(zip(before, text, strict=False))
    start = max(0, next((index for index, (old, new) in pairs if old != new), 0) - 12)
    texts = quote(before[start:]), quote(text[start:])
    return TrialMistake(id_, label, kind, node.place, *texts, edits)


def _list_adjacent_words(words: Sequence[str], word: str) -> list[str]:
    """Return the words directly before and after `word` in a list, without `word` itself.

    The list counts as a circle: its last word comes before its first. Return no words if the list
    does not have `word`.
    """
    distinct = list(dict.fromkeys(words))
    index = distinct.index(word) if word in distinct else None
    nearby = () if index is None else (distinct[index - 1], distinct[(index + 1) % len(distinct)])
    return [other for other in dict.fromkeys(nearby) if other != word]


def _list_changed_numbers(text: str, *, flip: bool = False) -> Iterator[str]:
    """Yield copies of a text in which one number is 1 higher or lower.

    With `flip`, also yield copies in which the sign of a number is reversed.
    """
    for match in re.finditer(NUMBER_OR_MARK, text):
        if match[2]:
            value, is_signed = int(match[2].replace(MINUS, "-")), not match[2].isdecimal()
            flipped = (-value,) if flip and is_signed and abs(value) > 1 else ()
            for other in (value + 1, value - 1, *flipped):
                if other >= 0 or is_signed:
                    other_text = f"{other:+d}" if match[2][0] == "+" else str(other)
                    other_text = other_text.replace("-", MINUS if MINUS in match[2] else "-")
                    yield text[: match.start()] + other_text + text[match.end() :]


def _list_changed_texts(text: str, marks: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield copies of a text in which one number, mark (such as :sword:) or number word is wrong.

    Each comes as a pair, after the kind of the mistake. `marks` are all marks of the game.
    """
    yield from ((NUMBER, other) for other in _list_changed_numbers(text))
    for match in re.finditer(NUMBER_OR_MARK, text):
        for mark in _list_adjacent_words(marks, match[1])[-1:] if match[1] else ():
            yield MARK, text[: match.start(1)] + mark + text[match.end(1) :]
    for match in _SPELT_PATTERN.finditer(text):
        word = _SPELT_WORDS[(_SPELT_WORDS.index(match[0].lower()) + 1) % len(_SPELT_WORDS)]
        word = word.capitalize() if match[0][0].isupper() else word
        yield SPELT_NUMBER, text[: match.start()] + word + text[match.end() :]


def _format_cell(node: Node) -> str:
    return ", ".join(map(str, node.data)) if isinstance(node.data, tuple) else str(node.data)


def _quote_cell(node: Node) -> str:
    return quote(_format_cell(node))
