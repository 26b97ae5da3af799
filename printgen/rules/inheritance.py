"""Turn the entries of a game and of the one that it extends into those of one game.

A mapping has the keys of both, and under one that both have, what the game itself wrote; a key with
nothing behind it is left out. A list stands in place of a list, and a table written whole in place
of a table. The checks of the game extended stay apart: they ask for what it says itself.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from printgen.rules.model import Table
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry
from printgen.rules.tables import Tables

CHANGING = ("rows", "changes", "adds")
"""The keys of a table that say which rows it has."""
_PARTS = ("columns", "changes", "where")
"""Those that hold more keys."""
_TEXTS = ("text", "plain", "prose")


def joined(own: Mapping[str, Entry], taken: Mapping[str, Entry], scope: Scope) -> dict[str, Entry]:
    """The entries of both games by their keys, those of the game extended first.

    What changes a table that it has not, or leaves out a column, is reported.
    """
    entries = {key: entry for key, entry in taken.items() if key not in ("game", "checks")}
    tables = [key for key, entry in entries.items() if {"columns", "count"} & {*entry.parts}]
    for key, entry in own.items():
        parts = {*entry.parts}
        if {"columns", "rows"} <= parts or "count" in parts:
            entries[key] = entry
        elif key in entries:
            for name, part in entry.parts.items():
                if key == "prints" and part.data == "":
                    scope.known(part.where(key=True), name, entries[key].parts, "print")
                elif key in tables and isinstance(part.data, Mapping) and name not in _PARTS:
                    hint = "write changes: above it, and indent it further"
                    part.report(f"{name} is no part of a table", hint, key=True)
            columns = entries[key].at("columns")
            for name, column in entry.at("columns").parts.items():
                if name in columns.parts and column.data == "":
                    hint = "write silent: true, or the whole table: columns: and rows:"
                    column.report(f"the column {name} of rows that are there", hint, key=True)
            entries[key] = _merged(entry, entries[key])
        elif not parts & {*CHANGING[1:]} or scope.known(
            entry.where(key=True), key, tables, "table of the game extended"
        ):
            entries[key] = entry
    return entries


def changed(tables: Tables, table: Table, rows: Sequence[Entry], changes: Entry) -> Sequence[Entry]:
    """Rows as written, with the cells that are changed by their keys or numbers."""
    key = table.key.name if table.key else ""
    names = [str(row.at(key).data or number) for number, row in enumerate(rows, 1)]
    found: list[Entry | None] = [*rows]
    for name, change in changes.parts.items():
        if not tables.scope.known(change.where(key=True), name, names, table.noun):
            continue
        at = names.index(name)
        if change.data == "":
            found[at] = None
        elif isinstance(change.data, Mapping):
            found[at] = rows[at].mapping({**rows[at].parts, **change.parts})
            old, label = rows[at].at("label").data, change.parts.get("label")
            if table.label and label and old and old != label.data:
                tables.renamed.append((str(old), label.place))
        else:
            change.report("not the cells of a row", "write {column: cell}")
    return [row for row in found if row]


def note_renamed(tables: Tables) -> None:
    """Note each label that was changed, and that texts of other rows still speak of."""
    if not tables.renamed:
        return
    texts = [
        (row.at(column.name), str(row.cells[column.name]))
        for table in tables.all().values()
        for row in table.rows
        for column in table.columns
        if column.type in _TEXTS and not column.each and row.cells[column.name]
    ]
    for old, place in tables.renamed:
        word = re.compile(rf"\b{re.escape(old)}\b", re.IGNORECASE)
        if found := [f"{Path(at.file).name}:{at.line}" for at, text in texts if word.search(text)]:
            lines = ", ".join(dict.fromkeys(found))
            hint = "what means it there is changed in those rows too"
            tables.scope.note(place, f"“{old}” still stands in {lines}", hint)


def _merged(own: Entry, taken: Entry) -> Entry:
    if not isinstance(own.data, Mapping):
        return own
    # A column that has a type and no more may be written as that alone.
    parts = dict(taken.parts) or {"type": taken}
    for key, part in own.parts.items():
        if part.data == "" and key in parts:
            del parts[key]
        else:
            parts[key] = _merged(part, parts[key]) if key in parts else part
    return own.mapping(parts)
