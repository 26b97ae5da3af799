"""Column types: one module for each type of cell, and the registry of all types."""

from printgen.rules.columns import numbers, words
from printgen.rules.columns.base import CheckedCell, ColumnType
from printgen.rules.columns.inputs import InputType, TickBoxType
from printgen.rules.columns.relations import KeyType, NestedRowsType, ReferenceType, TableType
from printgen.rules.model import CellContext, Column

__all__ = ["TYPES", "CheckedCell", "ColumnType", "make_column_type"]

TYPES: dict[str, type[ColumnType]] = {
    "key": KeyType,
    "text": words.TextType,
    "plain": words.PlainTextType,
    "prose": words.ProseType,
    "number": numbers.NumberType,
    "modifier": numbers.ModifierType,
    "band": numbers.BandType,
    "need": numbers.NeededRollType,
    "dice": numbers.DiceType,
    "choice": words.ChoiceType,
    "mark": words.MarkType,
    "image": words.ImageType,
    "colour": words.ColourType,
    "box": TickBoxType,
    "input": InputType,
    "table": TableType,
}
"""The types that a game may write as a column's `type`, by name."""

# Columns get these types from other keys (`refers`, `rows`) or from a view (`tally`).
_COLUMN_TYPES = TYPES | {
    "refers": ReferenceType,
    "rows": NestedRowsType,
    "tally": numbers.TallyType,
}


def make_column_type(column: Column, context: CellContext) -> ColumnType:
    """Return the object that reads, formats and checks the cells of a column.

    `context` is usually the game. It has the tables to which cells may refer.
    """
    return _COLUMN_TYPES[column.type](column, context)
