"""Merges the entries of a game with those of the base game that it extends.

A mapping gets the keys of both games, and the game's own value wins. A key with an empty value is
removed. A list replaces a list, and a complete table replaces a table. The checks of the base game
are kept apart, because they describe the base game's own data.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from printgen.problems import Log
from printgen.rules.files.nodes import Node
from printgen.rules.loading.tables import Tables
from printgen.rules.model import Table

ROW_KEYS = ("rows", "changes", "adds")
"""The keys of a table that define its rows."""
_NESTED_KEYS = ("columns", "changes", "where")
"""The keys of a table whose values are mappings."""
_TEXT_TYPES = ("text", "plain", "prose")


def merge_entries(
    own_entries: Mapping[str, Node], base_entries: Mapping[str, Node], log: Log
) -> dict[str, Node]:
    """Return the entries of a game that extends another, and of that base game, by key.

    Those of the base game come first. An entry of the game is merged with the entry of the base
    game that has the same key, or replaces it. Two mistakes are reported: changes of a table that
    the base game does not have, and the removal of a column that still has cells.
    """
    entries = {key: entry for key, entry in base_entries.items() if key not in ("game", "checks")}
    tables = [key for key, entry in entries.items() if {"columns", "count"} & {*entry.parts}]
    for key, entry in own_entries.items():
        own_keys = {*entry.parts}
        # Columns and rows, or a view's count, make a complete table, which replaces the base table.
        if {"columns", "rows"} <= own_keys or "count" in own_keys:
            entries[key] = entry
        elif key in entries:
            for name, part in entry.parts.items():
                if key == "prints" and part.data == "":
                    log.check_name(part.locate(key=True), name, entries[key].parts, "print")
                elif key in tables and isinstance(part.data, Mapping) and name not in _NESTED_KEYS:
                    hint = 'write "changes:" above it, and indent it further'
                    part.report(f"{name} is not a key of a table", hint, key=True)
            columns = entries[key].get("columns")
            for name, column in entry.get("columns").parts.items():
                if name in columns.parts and column.data == "":
                    hint = 'hide it with "silent: true", or write new "columns:" and "rows:"'
                    column.report(f"the column {name} has cells in rows", hint, key=True)
            entries[key] = _merge_entry(entry, entries[key])
        elif not own_keys & {*ROW_KEYS[1:]} or log.check_name(
            entry.locate(key=True), key, tables, "table of the base game"
        ):
            entries[key] = entry
    return entries


def apply_changes(
    tables: Tables, table: Table, rows: Sequence[Node], changes: Node
) -> Sequence[Node]:
    """Return the rows of a table after `changes`, a mapping from the keys of rows to new cells.

    In a table without keys, rows are named by their numbers. An empty value in `changes` removes
    the row.
    """
    key = table.key.name if table.key else ""
    names = [str(row.get(key).data or number) for number, row in enumerate(rows, 1)]
    result: list[Node | None] = [*rows]
    for name, change in changes.parts.items():
        if not tables.log.check_name(change.locate(key=True), name, names, table.row_noun):
            continue
        index = names.index(name)
        if change.data == "":
            # A key with an empty value removes the row.
            result[index] = None
        elif isinstance(change.data, Mapping):
            result[index] = rows[index].make_mapping_node({**rows[index].parts, **change.parts})
            old_label, label = rows[index].get("label").data, change.parts.get("label")
            if table.label_column and label and old_label and old_label != label.data:
                tables.renamed_labels.append((str(old_label), label.place))
        else:
            change.report("this is not a mapping of cells", "write {column: cell}")
    return [row for row in result if row]


def note_renamed_labels(tables: Tables) -> None:
    """Note each row whose label differs from the inherited one, if texts still use the old label.

    The notes go to the log of `tables`.
    """
    if not tables.renamed_labels:
        return
    # References print the new label automatically; only free text does not.
    texts = [
        (row.locate(column.name), str(row.cells[column.name]))
        for table in tables.build_all().values()
        for row in table.rows
        for column in table.columns
        if column.type in _TEXT_TYPES and not column.each and row.cells[column.name]
    ]
    for old_label, place in tables.renamed_labels:
        word = re.compile(rf"\b{re.escape(old_label)}\b", re.IGNORECASE)
        found = [source for source, text in texts if word.search(text)]
        if mentions := [f"{Path(source.file).name}:{source.line}" for source in found]:
            lines = ", ".join(dict.fromkeys(mentions))
            hint = "change those texts too if they mean this row"
            tables.log.note(place, f"“{old_label}” is still used in {lines}", hint)


def _merge_entry(own_entry: Node, base_entry: Node) -> Node:
    """Return one entry with the keys of two.

    If both have a key, the value in `own_entry` is used.
    """
    if not isinstance(own_entry.data, Mapping):
        return own_entry
    # A column may be written as its type only: `cost: number` means `cost: {type: number}`.
    parts = dict(base_entry.parts) or {"type": base_entry}
    for key, part in own_entry.parts.items():
        if part.data == "" and key in parts:
            del parts[key]
        else:
            parts[key] = _merge_entry(part, parts[key]) if key in parts else part
    return own_entry.make_mapping_node(parts)
