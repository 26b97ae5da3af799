"""Column types that relate rows: keys, references, rows within a row, and tables in a cell.

A key is the name of a row, unique in its table. A reference to rows of another table is printed as
the labels of these rows. A table in a cell is printed there whole or filtered.
"""

from typing import Any

from printgen.problems import InputError, suggest_known_words
from printgen.rules.columns.base import ColumnType
from printgen.rules.files.scalars import parse_name, quote
from printgen.rules.model import NONE, Table


class KeyType(ColumnType):
    """A name that identifies a row: text without dots.

    In print, a number is padded with zeros to the column's `digits`.
    """

    special_keys = ("digits",)

    def parse_value(self, text: str) -> str:
        key = parse_name(text)
        # Filters write `none` for an empty cell, and `each` is a key of prints and checks.
        if key in (NONE, "each"):
            raise InputError(f'the key "{key}" is reserved', "choose another key")
        return key

    def format_value(self, value: Any) -> str:
        return str(value).zfill(self.column.digits)

    def export_value(self, value: Any) -> str:
        return str(value)


class ReferenceType(ColumnType):
    """Rows of another table, by key or label: the option `refers` of the column names the table.

    The option `many` allows several rows in one cell.
    """

    special_keys = ("many", "by")

    def parse_value(self, text: str) -> tuple[str, ...]:
        table = self.context.table(self.column.refers)
        words = text.split(";") if self.column.many else [text]
        try:
            return tuple(_find_key(word.strip(), table) for word in words)
        except InputError as fault:
            if self.column.many and "," in text:
                raise InputError(fault.message, "write ; instead of , between the names") from None
            raise

    def format_value(self, value: Any) -> str:
        table = self.context.table(self.column.refers)
        return ", ".join(get_row_label(table, key) for key in value)

    def export_value(self, value: Any) -> str:
        return "; ".join(value)


def _find_key(word: str, table: Table) -> str:
    """Return the key of the row of `table` whose key or label is `word`.

    Raises `InputError` if there is none, or several.
    """
    if word in table.by_key:
        return word
    # Tolerate another case, and labels, if exactly one row matches.
    folded = word.casefold()
    names = {key: (key.casefold(), get_row_label(table, key).casefold()) for key in table.by_key}
    matches = [key for key, own_names in names.items() if folded in own_names]
    if len(matches) != 1:
        message = f"no {table.row_noun} is called {quote(word)}"
        raise InputError(message, suggest_known_words(word, table.by_key))
    return matches.pop()


def get_row_label(table: Table, key: str) -> str:
    """Return the printed name of a row: its label, or its key if its table has no labels."""
    if table.label_column:
        return table.by_key[key].cells["label"] or ""
    return table.pad_key(key)


class NestedRowsType(ColumnType):
    """Rows inside a cell, with the columns of another table.

    The loader reads such cells, so this type does not parse text.
    """


class TableType(ColumnType):
    """Ids of tables that are printed within the cell.

    Each may have a filter that chooses its rows. The loader reads these filters, so this type does
    not parse them.
    """

    special_keys = ("many",)

    def export_value(self, value: Any) -> str:
        return "; ".join(ref.table for ref in value)
