"""Turn a question of a game's data into a table of its answers.

A view is an ordinary table once it is made; nothing downstream knows that it was counted.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from printgen.rules.columns.refer import label
from printgen.rules.columns.tally import Tally
from printgen.rules.entry import Entry
from printgen.rules.model import EMPTY, Column, Filter, Row, Table
from printgen.rules.paths import rows_of
from printgen.rules.query import Numbers, falls, possible, word
from printgen.rules.records import Dotted, Name, Text, read_record
from printgen.rules.scalars import Fault
from printgen.rules.tables import Tables


class Counted(msgspec.Struct, frozen=True):
    """One column of a view: its head, and the results that it counts."""

    head: Text
    counts: tuple[Name, ...]


class ViewSpec(msgspec.Struct, frozen=True):
    """A view as its file writes it: a question, and how its answers are headed and shown."""

    count: Dotted
    where: Filter = {}
    by: tuple[Name, ...] = ()
    read: Dotted = ""
    at: Numbers = ()
    title: Text = ""
    subtitle: Text = ""
    head: Text = ""
    type: Literal["number", "modifier"] = "number"
    columns: dict[Name, Counted] = {}
    show: tuple[Literal["count", "share"], ...] = ("count",)
    source: Text = ""
    note: Text = ""


def make_view(tables: Tables, id_: str, entry: Entry) -> Table | None:
    """The table that a view makes; None where it is at fault, which is reported."""
    before = len(tables.scope.problems)
    spec = read_record(ViewSpec, entry)
    if spec is None:
        return None
    for key, name in (("count", spec.count), ("read", spec.read.partition(".")[0])):
        # Only what is a table can be in the middle of being made.
        if name in tables.entries and not tables.known(name, entry.where(key)):
            return None
    if spec.where and spec.count not in tables.entries:
        where = entry.where("where", key=True)
        tables.scope.report(where, "where: of dice, which have no rows", "delete it")
        return None
    if spec.count in tables.entries:
        tables.check_filter(tables.table(spec.count), spec.where, entry.at("where").where)
        if spec.count in tables.broken or len(tables.scope.problems) > before:
            return None
    place = entry.where(key=True)
    try:
        whole, columns, rows = _by(tables, spec) if spec.by else _read(tables, spec, entry)
    except Fault as fault:
        key = next((key for key in ("by", "read") if getattr(spec, key)), "count")
        tables.scope.report(entry.where(key), fault.found, fault.hint)
        return None
    made = tuple(Row(key, cells, place, lambda *_: place) for key, cells in rows)
    subtitle = spec.subtitle.replace("{population}", str(whole))
    return Table(id_, spec.title, subtitle, columns, made, place)


_Answers = tuple[int, tuple[Column, ...], Iterable[tuple[str, dict[str, Any]]]]
"""How many were counted, the columns, and each row's key and cells."""


def _by(tables: Tables, spec: ViewSpec) -> _Answers:
    """How many rows have each word of a column."""
    counted = tables.table(spec.count) if spec.count in tables.entries else None
    (name,) = spec.by if len(spec.by) == 1 else ("",)
    column = counted.by_name.get(name) if counted else None
    if counted is None or column is None:
        message = f"{' and '.join(spec.by)}: no one column of {spec.count}"
        raise Fault(message, "name one column of the table counted")
    rows = rows_of(tables, counted, spec.where)
    found = Counter(word(tables, counted, row, name) for row in rows)
    first = Column(
        name=name,
        type="refers" if column.refers else "text",
        refers=column.refers,
        head=spec.head,
    )
    cells = (
        (key, {name: (key,) if column.refers else key, "count": Tally(found[key], len(rows))})
        for key in possible(tables, counted, name) or (key for key in found if key != EMPTY)
    )
    return len(rows), (first, Column(name="count", type="tally", shows=spec.show)), cells


def _read(tables: Tables, spec: ViewSpec, entry: Entry) -> _Answers:
    """A row for each number; a column for each of the view's, or for each thing to fall on."""
    whole, heads, found = falls(tables, tables.entries, spec)
    if not whole:
        raise Fault(f"no row of {spec.count} is counted", "mend where:, or delete the view")
    columns = spec.columns or {
        row.key: Counted(label(heads, row.key, tables), (row.key,)) for row in heads.rows
    }
    sound = True
    for name, column in columns.items():
        where = entry.where("columns", name, "counts")
        for key in column.counts:
            sound &= tables.scope.known(where, key, heads.by_key, heads.noun)
    value = Column(name="value", type=spec.type, head=spec.head)
    tallied = (
        Column(name=name, type="tally", head=column.head, shows=spec.show)
        for name, column in columns.items()
    )
    rows = (
        (
            str(number),
            {"value": number}
            | {
                name: Tally(sum(found(key, number) for key in column.counts), whole)
                for name, column in columns.items()
            },
        )
        for number in (spec.at if sound else ())
    )
    return whole, (value, *tallied), rows
