"""Columns: each type of cell in a file of its own, and the list of them."""

from printgen.rules.columns.band import BandType
from printgen.rules.columns.base import CellFlaw, CheckedCell, ColumnType, Form
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

__all__ = ["DECLARED", "CellFlaw", "CheckedCell", "ColumnType", "Form", "type_of"]

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
"""The types that a game's data may name, by that name."""

_COLUMN_TYPES = TYPES | {"refers": ReferType, "rows": RowsType, "tally": TallyType}


def make_column_type(column: Column, known: Lookup) -> ColumnType:
    """What reads, prints and checks a column's cells."""
    return _COLUMN_TYPES[column.type](column, known)
