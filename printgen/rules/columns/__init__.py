"""Column types: one module for each type of cell, and the registry of all types."""

from printgen.rules.columns.band import BandType
from printgen.rules.columns.base import CheckedCell, ColumnType
from printgen.rules.columns.box import BoxType
from printgen.rules.columns.choice import ChoiceType
from printgen.rules.columns.colour import ColourType
from printgen.rules.columns.dice import DiceType
from printgen.rules.columns.image import ImageType
from printgen.rules.columns.input import InputType
from printgen.rules.columns.key import KeyType
from printgen.rules.columns.mark import MarkType
from printgen.rules.columns.modifier import ModifierType
from printgen.rules.columns.need import NeedType
from printgen.rules.columns.number import NumberType
from printgen.rules.columns.plain import PlainType
from printgen.rules.columns.prose import ProseType
from printgen.rules.columns.refer import ReferType
from printgen.rules.columns.rows import RowsType
from printgen.rules.columns.table import TableType
from printgen.rules.columns.tally import TallyType
from printgen.rules.columns.text import TextType
from printgen.rules.model import Column, Lookup

__all__ = ["TYPES", "CheckedCell", "ColumnType", "make_column_type"]

TYPES: dict[str, type[ColumnType]] = {
    "key": KeyType,
    "text": TextType,
    "plain": PlainType,
    "prose": ProseType,
    "number": NumberType,
    "modifier": ModifierType,
    "band": BandType,
    "need": NeedType,
    "dice": DiceType,
    "choice": ChoiceType,
    "mark": MarkType,
    "image": ImageType,
    "colour": ColourType,
    "box": BoxType,
    "input": InputType,
    "table": TableType,
}
"""The types that a game may write as a column's `type`, by name."""

# Columns get these types from other keys (`refers`, `rows`) or from a view (`tally`).
_COLUMN_TYPES = TYPES | {"refers": ReferType, "rows": RowsType, "tally": TallyType}


def make_column_type(column: Column, known: Lookup) -> ColumnType:
    """Return the object that reads, formats and checks the cells of a column."""
    return _COLUMN_TYPES[column.type](column, known)
