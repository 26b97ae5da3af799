"""References: the row of another table, printed by its label."""

from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known, Table
from printgen.rules.scalars import Fault, shown
from printgen.rules.scope import nearest


class Refer(ColumnType):
    """The keys of rows, written as keys or labels; several where the column takes `many`."""

    takes = ("many",)

    def read(self, text: str, column: Column, known: Known) -> tuple[str, ...]:
        table = known.table(column.refers)
        words = [word.strip() for word in text.split(";")] if column.many else [text]
        return tuple(self._key(word, table) for word in words)

    def _key(self, word: str, table: Table) -> str:
        if word in table.by_key:
            return word
        folded = word.casefold()
        found = {
            row.key
            for row in table.rows
            if folded in (row.key.casefold(), str(row.cells.get("label") or "").casefold())
        }
        if len(found) != 1:
            raise Fault(f"no {table.noun} is called {shown(word)}", nearest(word, table.by_key))
        return found.pop()

    def printed(self, value: Any, column: Column, known: Known) -> str:
        table = known.table(column.refers)
        return ", ".join(label(table, key, known) for key in value)

    def exported(self, value: Any, column: Column, known: Known) -> str:
        return "; ".join(value)


def label(table: Table, key: str, known: Known) -> str:
    """What a row is called in print: its label, or its key where its table has no labels."""
    if "label" in table.by_name:
        return table.by_key[key].cells["label"] or ""
    if table.key is None:
        return key
    return key.zfill(table.key.digits)
