"""The role of each column on a card of any table: its title, its index, its flavour text.

A role comes from the name of the column, its type and its cells. Templates such as
`plain/card.html` place columns by their roles. `role:` of a column overrides the choice here.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import yaml

from printgen.rules.model import Column, Role, Table
from printgen.rules.yaml_reader import LOADER

MAX_TYPES = 2
"""Most columns in the type line."""

_INDEX_CELL = re.compile(r"\D{1,3}|[-+−]?\d+(?:[.,:/]\d+)*%?")
"""A cell that an index corner has room for: a number, or at most three letters."""


class ColumnRole(NamedTuple):
    """The role of a column, and the reason for it in words.

    `kinds` are the different cells of a column in the type line, as text, in their order.
    """

    role: Role
    reason: str
    kinds: tuple[str, ...] = ()


@cache
def read_role_names() -> Mapping[str, Sequence[str]]:
    """Return the names of columns by their role, as `fold_name` returns them."""
    file = Path(__file__).with_name("role_names.yaml")
    names: Mapping[str, Sequence[str]] = yaml.load(file.read_text("utf-8"), LOADER)  # noqa: S506 - a safe loader
    return names


@lru_cache(maxsize=64)
def choose_roles(table: Table) -> Mapping[str, ColumnRole]:
    """Return the role of each column that is printed, by name, in their order."""
    columns = [column for column in table.columns if not column.silent]
    declared = {column.role for column in columns}
    choices: dict[str, ColumnRole] = {}
    for column in columns:
        choice = _choose_role(table, column)
        if choice.role == "text" and not choices and "title" not in declared:
            choice = ColumnRole("title", "the first column, without a label")
        elif choice.role == "type" and not column.role:
            types = [name for name, other in choices.items() if other.role == "type"]
            choice = choice if len(types) < MAX_TYPES else ColumnRole("stat", "a short value")
        choices[column.name] = choice
    if "index" not in declared:
        stats = [name for name, choice in choices.items() if choice.role == "stat"]
        choices |= _choose_index(table, stats)
    return choices


def _choose_index(table: Table, stats: Sequence[str]) -> Mapping[str, ColumnRole]:
    """Return the role of the one of these columns that fits the index corner best, if any does."""
    cells = {name: _list_cells(table, name) for name in stats}
    fitting = [
        name for name in stats if cells[name] and all(map(_INDEX_CELL.fullmatch, cells[name]))
    ]
    order = read_role_names()["index"]
    named = [name for name in fitting if fold_name(name) in order]
    if named:
        best = min(named, key=lambda name: order.index(fold_name(name)))
        return {best: ColumnRole("index", "its name, and its short values")}
    # Without a name that says so, only a column that most cards fill.
    common = [name for name in fitting if 2 * len(cells[name]) > len(table.rows)]
    return {name: ColumnRole("index", "the first with short values only") for name in common[:1]}


def _choose_role(table: Table, column: Column) -> ColumnRole:
    """Return the role of a column by itself: it may still become the title or the index."""
    name, cells = fold_name(column.name), _list_cells(table, column.name)
    different_cells = tuple(dict.fromkeys(cells))
    # Cells that are signs themselves, such as suits, get no other sign.
    has_words = column.type != "mark" and re.search(r"\w", "".join(different_cells))
    kinds = different_cells if has_words else ()
    if column.role:
        reason = "its name" if name in read_role_names().get(column.role, ()) else "as declared"
        return ColumnRole(column.role, reason, kinds * (column.role == "type"))
    if column.type == "colour":
        return ColumnRole("colour", "its cells are colours")
    if column.type == "image" or f"{column.name} picture" in table.by_name:
        return ColumnRole("picture", "its cells name pictures")
    for role in ("flavour", "credit"):
        if name in read_role_names()[role]:
            return ColumnRole(role, "its name")
    if not column.head:
        return ColumnRole("text", "a text")
    if len(cells) == len(table.rows) > len(different_cells) == 1:
        return ColumnRole("credit", "the same on every card")
    if name in read_role_names()["type"]:
        return ColumnRole("type", "its name", kinds)
    return ColumnRole("stat", "a short value")


def _list_cells(table: Table, name: str) -> Sequence[str]:
    """Return the filled cells of a column as text; none of a column that refers to rows."""
    column = table.by_name[name]
    if column.refers or column.rows or column.each:
        return ()
    return [str(row.cells[name]) for row in table.rows if row.cells[name] is not None]


def fold_name(name: str) -> str:
    """Return a name for comparison: in lower case, without accents and final figures."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return plain.replace("_", " ").strip("@ 0123456789") or plain
