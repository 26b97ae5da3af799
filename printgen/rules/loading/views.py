"""Views: tables that count the rows of other tables, or dice rolls.

A view becomes an ordinary `Table`, so later stages need no special case for it.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from printgen.problems import InputError
from printgen.rules.columns.numbers import Tally
from printgen.rules.columns.relations import get_row_label
from printgen.rules.files.nodes import Node
from printgen.rules.files.struct_reader import Dotted, Name, Text, read_struct
from printgen.rules.loading.tables import Tables
from printgen.rules.model import NONE, Column, Filter, Row, Table
from printgen.rules.queries.paths import filter_rows, find_column
from printgen.rules.queries.query import (
    Numbers,
    join_words_at_path,
    list_column_words,
    read_outcomes,
)

_ViewResult = tuple[int, list[Column], dict[str, dict[str, Any]]]
"""How many rows or rolls were counted, the columns, and the cells of each row by its key."""


class ViewColumn(msgspec.Struct, frozen=True):
    """One column of a view (a table of counts), with one heading.

    `counts` are the results that it counts together, such as two results of a die roll.
    """

    head: Text
    counts: tuple[Name, ...]


class ViewSpec(msgspec.Struct, frozen=True, kw_only=True):
    """The entry of a view: a table of the game whose cells count rows of another table, or dice.

    - `count`: the table or the dice to count.
    - `where`: a filter. Rows that do not pass it are not counted.
    - `head`: the heading above the columns of counts.
    - `show`: what is printed of each count: the count, its share of the total, or the share
      without its sign.
    """

    count: Dotted
    where: Filter = {}
    title: Text = ""
    subtitle: Text = ""
    head: Text = ""
    show: tuple[Literal["count", "share", "percent"], ...] = ("count",)
    source: Text = ""
    note: Text = ""

    def count_results(self, tables: Tables, entry: Node) -> _ViewResult:
        """Return the number of all counted rows or rolls, the columns of the view, and its rows.

        The rows are the cells of each row by its key. Raises `InputError` if counting is not
        possible.
        """
        raise NotImplementedError


class WordCountSpec(ViewSpec, frozen=True, kw_only=True):
    """A view with one row for each word in the column `by`, and the number of rows that have it."""

    by: Name

    def count_results(self, tables: Tables, entry: Node) -> _ViewResult:
        table = tables.table(self.count)
        column = find_column(tables, table, self.by)
        rows = filter_rows(tables, table, self.where)
        counts = Counter(join_words_at_path(tables, table, row, self.by) for row in rows)
        column_type = "refers" if column.refers else "text"
        first = Column(name=self.by, type=column_type, refers=column.refers, head=self.head)
        cells = {
            key: {self.by: (key,) if column.refers else key, "count": Tally(counts[key], len(rows))}
            for key in list_column_words(tables, table, self.where, self.by)
            # Rows without a word are in the total, but get no line in the table.
            if key != NONE
        }
        return len(rows), [first, Column(name="count", type="tally", shows=self.show)], cells


class RollCountSpec(ViewSpec, frozen=True, kw_only=True):
    """A view with one row for each number in `at`: how many rows or rolls give each result.

    - `count`: the table, or the dice, whose rows or rolls are counted.
    - `read`: the column with the ranges of the results. If `count` is a table, this is a group of
      its columns, one for each result. For dice it is TABLE.COLUMN, with a result in each row.
    - `at`: numbers such as modifiers, which are added to a roll before its result is read.
    - `type`: how these numbers are printed.
    - `columns`: results to show, and which to count together. By default, each has a column.
    """

    read: Dotted
    at: Numbers
    type: Literal["number", "modifier"] = "number"
    columns: dict[Name, ViewColumn] = {}

    def count_results(self, tables: Tables, entry: Node) -> _ViewResult:
        outcomes = read_outcomes(tables, tables.entries, self.count, self.read, self.where)
        total, heads = outcomes.total, outcomes.heads
        if not total:
            hint = "correct where:, or delete the view"
            raise InputError(f"{self.count} has no rows to count", hint)
        if not outcomes.has_same_dice:
            message = f"{self.read} declares other dice than {self.count}"
            raise InputError(message, "count the dice of that column")
        columns = [Column(name="value", type=self.type, head=self.head)]
        rows: dict[str, dict[str, Any]] = {str(number): {"value": number} for number in self.at}
        plain = {key: ViewColumn(get_row_label(heads, key), (key,)) for key in heads.by_key}
        for name, column in (self.columns or plain).items():
            for key in column.counts:
                place = entry.locate("columns", name, "counts")
                tables.log.check_name(place, key, heads.by_key, heads.row_noun)
            columns.append(Column(name=name, type="tally", head=column.head, shows=self.show))
            for cells in rows.values():
                count = sum(outcomes.count_at(key, cells["value"]) for key in column.counts)
                cells[name] = Tally(count, total)
        return total, columns, rows


def build_view(tables: Tables, id_: str, entry: Node) -> Table | None:
    """Return the table of a view; None if it has mistakes, which are reported."""
    problem_count = tables.log.count
    by_word = isinstance(entry.data, Mapping) and "by" in entry.data
    spec: ViewSpec | None = read_struct(WordCountSpec if by_word else RollCountSpec, entry)
    if spec is None:
        return None
    tables.check_citation(spec.source, entry.locate("source"))
    for key in ("count",) if by_word else ("count", "read"):
        name = getattr(spec, key).partition(".")[0]
        # Without by:, a name that is not a table may be dice such as 2d6.
        if (by_word or name in tables.entries) and not tables.check_table_id(
            name, entry.locate(key)
        ):
            return None
        if key == "count" and name in tables.entries:
            tables.check_filter(tables.table(name), spec.where, entry.get("where").locate)
        if name in tables.broken or tables.log.count > problem_count:
            return None
    place = entry.locate(key=True)
    with tables.log.collect_failures(entry.locate("by" if by_word else "read")):
        total, columns, rows = spec.count_results(tables, entry)
        view_rows = tuple(Row(key, cells, lambda *_: place) for key, cells in rows.items())
        subtitle = spec.subtitle.replace("{population}", str(total))
        return Table(id_, spec.title, subtitle, tuple(columns), view_rows, place)
    return None
