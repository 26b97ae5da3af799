"""References: the row of another table, printed by its label."""

from typing import Any

from printgen.problems import nearest
from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Table
from printgen.rules.scalars import Fault, shown


class ReferType(ColumnType):
    """The keys of rows, written as keys or labels; several where the column takes `many`."""

    takes = ("many", "by")

    def value(self, text: str) -> tuple[str, ...]:
        table = self.known.table(self.column.refers)
        words = text.split(";") if self.column.many else [text]
        try:
            return tuple(_key(word.strip(), table) for word in words)
        except Fault as fault:
            if self.column.many and "," in text:
                raise Fault(fault.found, "part several with ; in place of the comma") from None
            raise

    def printed(self, value: Any) -> str:
        table = self.known.table(self.column.refers)
        return ", ".join(label(table, key) for key in value)

    def exported(self, value: Any) -> str:
        return "; ".join(value)


def _key(word: str, table: Table) -> str:
    if word in table.by_key:
        return word
    folded = word.casefold()
    found = {
        row.key
        for row in table.rows
        if folded in (row.key.casefold(), label(table, row.key).casefold())
    }
    if len(found) != 1:
        raise Fault(f"no {table.noun} is called {shown(word)}", nearest(word, table.by_key))
    return found.pop()


def label(table: Table, key: str) -> str:
    """What a row is called in print: its label, or its key where its table has no labels."""
    if table.label:
        return table.by_key[key].cells["label"] or ""
    return key.zfill(table.key.digits) if table.key else key
