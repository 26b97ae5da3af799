"""References to rows of another table, printed as the labels of these rows."""

from typing import Any

from printgen.problems import InputError, suggest
from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Table
from printgen.rules.scalars import quote


class ReferType(ColumnType):
    """Keys of rows, written as keys or labels; several if the column has `many`."""

    takes = ("many", "by")

    def parse_value(self, text: str) -> tuple[str, ...]:
        table = self.known.table(self.column.refers)
        words = text.split(";") if self.column.many else [text]
        try:
            return tuple(_find_key(word.strip(), table) for word in words)
        except InputError as fault:
            if self.column.many and "," in text:
                raise InputError(fault.message, "write ; instead of , between the names") from None
            raise

    def format_value(self, value: Any) -> str:
        table = self.known.table(self.column.refers)
        return ", ".join(get_row_label(table, key) for key in value)

    def export_value(self, value: Any) -> str:
        return "; ".join(value)


def _find_key(word: str, table: Table) -> str:
    """Return the key of the row that `word` names. Raises `InputError` if none or several match."""
    if word in table.by_key:
        return word
    # Tolerate another case, and labels, if exactly one row matches.
    folded = word.casefold()
    matches = {
        row.key
        for row in table.rows
        if folded in (row.key.casefold(), get_row_label(table, row.key).casefold())
    }
    if len(matches) != 1:
        message = f"no {table.row_noun} is called {quote(word)}"
        raise InputError(message, suggest(word, table.by_key))
    return matches.pop()


def get_row_label(table: Table, key: str) -> str:
    """Return the printed name of a row: its label, or its key if its table has no labels."""
    if table.label_column:
        return table.by_key[key].cells["label"] or ""
    return key.zfill(table.key.digits) if table.key else key
