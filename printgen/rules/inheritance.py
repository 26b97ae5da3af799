"""Turn the entries of a game and of the one that it extends into those of one game.

A mapping has the keys of both, and under one that both have, what the game itself wrote; a key with
nothing behind it is left out. A list stands in place of a list, and a table written whole in place
of a table. The checks of the game extended stay apart: they ask for what it says itself.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from printgen.rules.model import Table
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node
from printgen.rules.tables import Tables

ROW_KEYS = ("rows", "changes", "adds")
"""The keys of a table that say which rows it has."""
_NESTED_KEYS = ("columns", "changes", "where")
"""Those that hold more keys."""
_TEXT_TYPES = ("text", "plain", "prose")


def merge_entries(
    own_entries: Mapping[str, Node], base_entries: Mapping[str, Node], log: Log
) -> dict[str, Node]:
    """The entries of both games by their keys, those of the game extended first.

    What changes a table that it has not, or leaves out a column, is reported.
    """
    entries = {key: entry for key, entry in base_entries.items() if key not in ("game", "checks")}
    tables = [key for key, entry in entries.items() if {"columns", "count"} & {*entry.parts}]
    for key, entry in own_entries.items():
        own_keys = {*entry.parts}
        if {"columns", "rows"} <= own_keys or "count" in own_keys:
            entries[key] = entry
        elif key in entries:
            for name, part in entry.parts.items():
                if key == "prints" and part.data == "":
                    log.check(part.locate(key=True), name, entries[key].parts, "print")
                elif key in tables and isinstance(part.data, Mapping) and name not in _NESTED_KEYS:
                    hint = "write changes: above it, and indent it further"
                    part.report(f"{name} is no part of a table", hint, key=True)
            columns = entries[key].get("columns")
            for name, column in entry.get("columns").parts.items():
                if name in columns.parts and column.data == "":
                    hint = "write silent: true, or the whole table: columns: and rows:"
                    column.report(f"the column {name} of rows that are there", hint, key=True)
            entries[key] = _merge_entry(entry, entries[key])
        elif not own_keys & {*ROW_KEYS[1:]} or log.check(
            entry.locate(key=True), key, tables, "table of the game extended"
        ):
            entries[key] = entry
    return entries


def apply_changes(
    tables: Tables, table: Table, rows: Sequence[Node], changes: Node
) -> Sequence[Node]:
    """Rows as written, with the cells that are changed by their keys or numbers."""
    key = table.key.name if table.key else ""
    names = [str(row.get(key).data or number) for number, row in enumerate(rows, 1)]
    result: list[Node | None] = [*rows]
    for name, change in changes.parts.items():
        if not tables.log.check(change.locate(key=True), name, names, table.row_noun):
            continue
        index = names.index(name)
        if change.data == "":
            result[index] = None
        elif isinstance(change.data, Mapping):
            result[index] = rows[index].as_dict({**rows[index].parts, **change.parts})
            old_label, label = rows[index].get("label").data, change.parts.get("label")
            if table.label_column and label and old_label and old_label != label.data:
                tables.renamed_labels.append((str(old_label), label.place))
        else:
            change.report("not the cells of a row", "write {column: cell}")
    return [row for row in result if row]


def note_renamed_labels(tables: Tables) -> None:
    """Note each label that was changed, and that texts of other rows still speak of."""
    if not tables.renamed_labels:
        return
    texts = [
        (row.locate(column.name), str(row.cells[column.name]))
        for table in tables.build_all().values()
        for row in table.rows
        for column in table.columns
        if column.type in _TEXT_TYPES and not column.each and row.cells[column.name]
    ]
    for old_label, place in tables.renamed_labels:
        word = re.compile(rf"\b{re.escape(old_label)}\b", re.IGNORECASE)
        if mentions := [
            f"{Path(source.file).name}:{source.line}" for source, text in texts if word.search(text)
        ]:
            lines = ", ".join(dict.fromkeys(mentions))
            hint = "what means it there is changed in those rows too"
            tables.log.note(place, f"“{old_label}” still stands in {lines}", hint)


def _merge_entry(own_entry: Node, base_entry: Node) -> Node:
    if not isinstance(own_entry.data, Mapping):
        return own_entry
    # A column that has a type and no more may be written as that alone.
    parts = dict(base_entry.parts) or {"type": base_entry}
    for key, part in own_entry.parts.items():
        if part.data == "" and key in parts:
            del parts[key]
        else:
            parts[key] = _merge_entry(part, parts[key]) if key in parts else part
    return own_entry.as_dict(parts)
