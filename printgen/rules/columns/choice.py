"""Choices: one of the words that the column lists in `of`."""

from printgen.problems import InputError, suggest
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import quote


class ChoiceType(ColumnType):
    """One of the words in the column's `of`."""

    takes = ("of",)

    def parse_value(self, text: str) -> str:
        if text not in self.column.of:
            raise InputError(f"{quote(text)} is not valid", suggest(text, self.column.of))
        return text
