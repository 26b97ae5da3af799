"""Checks of rows: their order, steps between them, agreement with another table, and use."""

from collections.abc import Iterator
from itertools import chain, groupby, zip_longest
from typing import Any

from printgen.problems import InputError, Problem
from printgen.rules.checks.check import make_problem
from printgen.rules.files.scalars import quote
from printgen.rules.files.struct_reader import Dotted, Id, Name, Whole
from printgen.rules.model import Check, Column, Filter, Game, Row, Table
from printgen.rules.queries.paths import (
    export_cell,
    filter_rows,
    flatten_columns,
    get_cell,
    get_copy_count,
    get_words_at_path,
)
from printgen.rules.queries.query import ColumnPath, join_words_at_path, list_column_words
from printgen.rules.values.bands import Band


class RowOrderCheck(Check, frozen=True, kw_only=True):
    """A check that the rows of a table are in the same order as the rows to which they refer.

    For example, cards are in the order of the table of suits. `by` are the columns with the
    references, the most important first. If the keys of rows are numbers, they must be 1, 2, 3 and
    so on.
    """

    order: Id
    by: tuple[Name, ...]

    reference_keys = ("order", "by")
    accepted_types = {"by": ("refers",)}

    def find_problems(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.order)
        orders = [tuple(list_column_words(game, table, {}, name)) for name in self.by]
        previous: tuple[int, ...] = ()
        for number, row in enumerate(table.rows, 1):
            subject = table.describe_row(row.key)
            if row.key.isdecimal() and int(row.key) != number:
                hint = "number the rows 1, 2, 3 and so on"
                yield make_problem(self, subject, f"is in position {number}", hint)
            row_words = (join_words_at_path(game, table, row, name) for name in self.by)
            pairs = zip(orders, row_words, strict=True)
            position = tuple(order.index(word) if word in order else -1 for order, word in pairs)
            if position < previous:
                hint = f"sort the rows by {', then by '.join(self.by)}"
                yield make_problem(self, subject, "belongs before the previous row", hint)
            previous = position


class RowListCheck(Check, frozen=True, kw_only=True):
    """A check that a table has exactly these rows, in this order."""

    order: Id
    is_: tuple[Name, ...]
    where: Filter = {}

    reference_keys = ("order",)

    def find_problems(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.order)
        keys = [row.key for row in filter_rows(game, table, self.where)]
        for number, (key, expected) in enumerate(zip_longest(keys, self.is_, fillvalue=""), 1):
            if key != expected:
                message = f"{quote(key)} where this check expects {quote(expected)}"
                hint = "change the order of the rows, or the list in this check"
                yield make_problem(self, f"{table.id}, row {number}", message, hint)
                return


class StepsCheck(Check, frozen=True, kw_only=True):
    """A check that each cell of a column is `step` higher than the cell above it.

    - `steps`: the table and its column.
    - `within`: a column. Where its cell differs from the cell above, the steps start again.
    - `wraps`: counts in cycles such as 1, 2, 3, 1, 2, 3. The column at `steps` must then be a
      group: one column for each row of another table. `wraps` is the column of that other table
      with the last number of each cycle, such as 3.
    - `rest`: with `wraps`, what cells contain below the last complete cycle.
    """

    steps: ColumnPath
    where: Filter = {}
    within: Dotted = ""
    step: Whole = 1
    wraps: Name = ""
    rest: Name = ""

    reference_keys = ("steps", "within")
    accepted_types = {"steps": ("band", "number", "modifier")}

    def find_problems(self, game: Game) -> Iterator[Problem]:
        id_, column_name = self.steps
        table = game.table(id_)
        rows = filter_rows(game, table, self.where)
        runs_by_word = groupby(
            rows, lambda row: self.within and get_words_at_path(game, table, row, self.within)
        )
        runs = [list(run) for _, run in runs_by_word]
        flat = flatten_columns(game, table.columns)
        columns = [item for item in flat if column_name in (item[0], item[1].name)]
        if not columns:
            raise InputError(f"{id_} itself has no column {column_name}", "write table.column")
        for name, column, head in columns:
            size = self._read_cycle_size(game, column, head) if self.wraps or self.rest else 0
            for run in runs:
                # Every run starts with the same value as the first run.
                expected = get_cell(rows[0], column, head)
                for index, row in enumerate(run):
                    value = get_cell(row, column, head)
                    if size:
                        is_whole = index < len(run) - len(run) % size
                        expected = index * self.step % size + 1 if is_whole else self.rest or None
                    if value != expected:
                        hint = f'write "{export_cell(game, column, expected)}" or correct the check'
                        message = f'is "{export_cell(game, column, value)}", which breaks the steps'
                        yield make_problem(self, table.describe_row(row.key, name), message, hint)
                    expected = self._compute_next_value(value)

    def _compute_next_value(self, value: Any) -> Any:
        """Return the value expected in the row below a cell with `value`.

        Return None if `value` is not a number or a band.
        """
        if isinstance(value, Band):
            return value.shift_by(self.step)
        return value + self.step if isinstance(value, int) else None

    def _read_cycle_size(self, game: Game, column: Column, head: str) -> int:
        """Return the number up to which one column of a group counts before it begins again at 1.

        `head` is the key of the row that is the head of this column. That row has the number, in
        the column that `wraps` names. Raises `InputError` if it has none.
        """
        size = game.table(column.each).by_key[head].cells.get(self.wraps) if head else None
        if not isinstance(size, int) or size < 1:
            hint = "under wraps:, name a column of the heads' table with numbers from 1"
            message = f"{head or column.name} has no number {self.wraps or 'to wrap at'}"
            raise InputError(message, hint)
        return size


class AgreementCheck(Check, frozen=True, kw_only=True):
    """A check that two tables have equal cells in the columns that exist in both.

    A row is compared with the row of the other table that it refers to, or else with the row of
    the same key. Empty cells of the table `agrees` are not compared.
    """

    agrees: Id
    with_: Id

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        yield "agrees", self.agrees, ""
        yield "with", self.with_, ""

    def find_problems(self, game: Game) -> Iterator[Problem]:
        table, other = game.table(self.agrees), game.table(self.with_)
        references = (col for col in table.columns if col.refers == other.id and not col.each)
        reference = next(references, None)
        key_columns = (reference, table.key)
        other_columns = [column for column in table.columns if column not in key_columns]
        shared_columns = [column for column in other_columns if _has_same_column(column, other)]
        if not shared_columns:
            hint = "give both a column of the same name and type"
            raise InputError(f"{table.id} and {other.id} have no column in common", hint)
        for row in table.rows:
            keys = (row.cells[reference.name] if reference else None) or (row.key,)
            other_row = other.by_key.get(keys[0])
            if other_row is None:
                message = f"{other.id} has no row with this key"
                yield make_problem(self, table.describe_row(row.key), message, "correct the key")
                continue
            for name, column, head in flatten_columns(game, shared_columns):
                stated, expected = get_cell(row, column, head), get_cell(other_row, column, head)
                if stated not in (None, expected):
                    message = f'is "{export_cell(game, column, expected)}"'
                    place, text = row.locate(name), export_cell(game, column, stated)
                    hint = f'{place} has "{text}"; write the same in both'
                    yield make_problem(self, other.describe_row(other_row.key, name), message, hint)


def _has_same_column(column: Column, other: Table) -> bool:
    """Return whether another table has a column of the same name and type."""
    twin = other.by_name.get(column.name)
    signature = (column.type, column.refers, column.each)
    return twin is not None and signature == (twin.type, twin.refers, twin.each)


class UsageCheck(Check, frozen=True, kw_only=True):
    """A check that each row of a table is used.

    `used` is the table. `in_` lists columns, as TABLE.COLUMN, and ids of prints. Each row must be
    referred to by a cell in each of these columns, and must be shown by each of these prints.
    """

    used: Id
    in_: tuple[Dotted, ...]

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        yield "used", self.used, ""
        for name in self.in_:
            table, _, path = name.partition(".")
            yield "in", table, path

    def find_problems(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.used)
        for name in self.in_:
            other, dot, path = name.partition(".")
            if dot:
                source = game.table(other)
                words = (get_words_at_path(game, source, row, path) for row in source.rows)
                used = {*chain.from_iterable(words)}
                message = f"no row of {other} refers to it"
                hint = f"name it in {path} of the row that uses it"
            else:
                used = set(_iter_printed_keys(game, table, other))
                message = f"{other} does not print it"
                hint = f"print all rows of {table.id} there, or remove {other} from in:"
            for row in table.rows:
                if row.key not in used:
                    yield make_problem(self, table.describe_row(row.key), message, hint)


def _iter_printed_keys(game: Game, table: Table, print_id: str) -> Iterator[str]:
    """Yield the keys of the rows of `table` that are on the faces of the print `print_id`."""
    print_ = game.find_print(print_id)
    for part in print_.parts if print_ else ():
        # A back shared by all fronts shows no rows.
        if not part.table_id:
            continue
        part_table = game.table(part.table_id)
        for row in filter_rows(game, part_table, part.where):
            if get_copy_count(part, row):
                yield from _iter_keys_on_face(game, table, part_table, row, part.shows)


def _iter_keys_on_face(
    game: Game, table: Table, row_table: Table, row: Row, shows: tuple[str, ...] | None
) -> Iterator[str]:
    """Yield the keys of all rows of `table` that the face of `row` shows.

    These are `row` itself, if `row_table` is `table`; rows to which its cells refer; the heads of
    its groups of columns; and rows of nested or printed tables in its cells. `shows` are the names
    of columns that the print shows; None for all that are not silent.
    """
    if row_table.id == table.id:
        yield row.key
    # Only the first name of a path says which column of this row is shown.
    names = None if shows is None else {path.partition(".")[0] for path in shows}
    for column in row_table.columns:
        value = row.cells[column.name]
        if value is None or (column.silent if names is None else column.name not in names):
            continue
        if table.id == column.each:
            yield from value
        if table.id == column.refers:
            for keys in value.values() if column.each else (value,):
                yield from keys or ()
        for inner in value if column.rows else ():
            yield from _iter_keys_on_face(game, table, game.table(column.rows), inner, None)
        for ref in value if column.type == "table" else ():
            ref_table = game.table(ref.table)
            for inner in filter_rows(game, ref_table, ref.where):
                yield from _iter_keys_on_face(game, table, ref_table, inner, None)
