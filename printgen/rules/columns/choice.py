"""Choices: one of the few words that the column lists."""

from printgen.problems import suggest
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import BadData, quote


class ChoiceType(ColumnType):
    """One of the words of `of`."""

    takes = ("of",)

    def parse_value(self, text: str) -> str:
        if text not in self.column.of:
            raise BadData(quote(text), suggest(text, self.column.of))
        return text
