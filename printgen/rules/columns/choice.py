"""Choices: one of the few words that the column lists."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, shown
from printgen.rules.scope import nearest


class Choice(ColumnType):
    """One of the words of `of`."""

    takes = ("of",)

    def read(self, text: str, column: Column, known: Known) -> str:
        if text not in column.of:
            raise Fault(shown(text), nearest(text, column.of))
        return text
