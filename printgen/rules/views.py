"""Turn a question of a game's data into a table of its answers.

A view is an ordinary table once it is made; nothing downstream knows that it was counted.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from printgen.rules.columns.refer import label
from printgen.rules.columns.tally import Tally
from printgen.rules.model import EMPTY, Column, Filter, Row, Table
from printgen.rules.paths import find_column, rows_of
from printgen.rules.query import Numbers, falls, possible, word
from printgen.rules.scalars import Fault
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import Dotted, Name, Text, read_record
from printgen.rules.tables import Tables

_Answers = tuple[int, list[Column], dict[str, dict[str, Any]]]


class Counted(msgspec.Struct, frozen=True):
    """One column of a view: its head, and the results that it counts."""

    head: Text
    counts: tuple[Name, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A view as its file writes it: what is counted, and how the answers are headed and shown."""

    count: Dotted
    where: Filter = {}
    title: Text = ""
    subtitle: Text = ""
    head: Text = ""
    show: tuple[Literal["count", "share"], ...] = ("count",)
    source: Text = ""
    note: Text = ""

    def answers(self, tables: Tables, entry: Entry) -> _Answers:
        """How many were counted, the columns, and each row's cells; raises `Fault`."""
        raise NotImplementedError


class ViewBy(View, frozen=True, kw_only=True):
    """How many rows of a table have each word of a column."""

    by: Name

    def answers(self, tables: Tables, entry: Entry) -> _Answers:
        table = tables.table(self.count)
        column = find_column(tables, table, self.by)
        rows = rows_of(tables, table, self.where)
        found = Counter(word(tables, table, row, self.by) for row in rows)
        kind = "refers" if column.refers else "text"
        first = Column(name=self.by, type=kind, refers=column.refers, head=self.head)
        cells = {
            key: {self.by: (key,) if column.refers else key, "count": Tally(found[key], len(rows))}
            for key in possible(tables, table, self.where, self.by)
            if key != EMPTY
        }
        return len(rows), [first, Column(name="count", type="tally", shows=self.show)], cells


class ViewAt(View, frozen=True, kw_only=True):
    """A row for each number, and how many rows or rolls fall there on each thing to fall on."""

    read: Dotted
    at: Numbers
    type: Literal["number", "modifier"] = "number"
    columns: dict[Name, Counted] = {}

    def answers(self, tables: Tables, entry: Entry) -> _Answers:
        fallen = falls(tables, tables.entries, self.count, self.read, self.where)
        whole, heads = fallen.whole, fallen.heads
        if not whole:
            raise Fault(f"no row of {self.count} is counted", "mend where:, or delete the view")
        columns = [Column(name="value", type=self.type, head=self.head)]
        rows: dict[str, dict[str, Any]] = {str(number): {"value": number} for number in self.at}
        plain = {key: Counted(label(heads, key), (key,)) for key in heads.by_key}
        for name, column in (self.columns or plain).items():
            for key in column.counts:
                place = entry.where("columns", name, "counts")
                tables.scope.known(place, key, heads.by_key, heads.noun)
            columns.append(Column(name=name, type="tally", head=column.head, shows=self.show))
            for cells in rows.values():
                found = sum(fallen.found(key, cells["value"]) for key in column.counts)
                cells[name] = Tally(found, whole)
        return whole, columns, rows


def make_view(tables: Tables, id_: str, entry: Entry) -> Table | None:
    """The table that a view makes; None where it is at fault, which is reported."""
    before = len(tables.scope.problems)
    by = isinstance(entry.data, Mapping) and "by" in entry.data
    spec: View | None = read_record(ViewBy if by else ViewAt, entry)
    if spec is None:
        return None
    tables.check_source(spec.source, entry.where("source"))
    for key in ("count",) if by else ("count", "read"):
        name = getattr(spec, key).partition(".")[0]
        # What is no table may be dice, which have no words to count by.
        if (by or name in tables.entries) and not tables.known(name, entry.where(key)):
            return None
        if key == "count" and name in tables.entries:
            tables.check_filter(tables.table(name), spec.where, entry.at("where").where)
        if name in tables.broken or len(tables.scope.problems) > before:
            return None
    try:
        whole, columns, rows = spec.answers(tables, entry)
    except Fault as fault:
        entry.report(fault.found, fault.hint, "by" if by else "read")
        return None
    place = entry.where(key=True)
    made = tuple(Row(key, cells, lambda *_: place) for key, cells in rows.items())
    subtitle = spec.subtitle.replace("{population}", str(whole))
    return Table(id_, spec.title, subtitle, tuple(columns), made, place)
