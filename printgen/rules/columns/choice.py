"""Choices: one of the few words that the column lists."""

from printgen.problems import nearest
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import Fault, shown


class ChoiceType(ColumnType):
    """One of the words of `of`."""

    takes = ("of",)

    def value(self, text: str) -> str:
        if text not in self.column.of:
            raise Fault(shown(text), nearest(text, self.column.of))
        return text
