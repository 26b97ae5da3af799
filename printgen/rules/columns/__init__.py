"""Columns: each type of cell in a file of its own, and the list of them."""

from printgen.rules.columns.band import BandType
from printgen.rules.columns.base import Cell, ColumnType, Flaw, Form
from printgen.rules.columns.box import Box
from printgen.rules.columns.choice import Choice
from printgen.rules.columns.colour import Colour
from printgen.rules.columns.dice import DiceType
from printgen.rules.columns.image import Image
from printgen.rules.columns.input import Input
from printgen.rules.columns.key import Key
from printgen.rules.columns.mark import Mark
from printgen.rules.columns.modifier import Modifier
from printgen.rules.columns.need import Need
from printgen.rules.columns.number import Number
from printgen.rules.columns.plain import Plain
from printgen.rules.columns.prose import Prose
from printgen.rules.columns.refer import Refer
from printgen.rules.columns.rows import Rows
from printgen.rules.columns.table import TableType
from printgen.rules.columns.tally import TallyType
from printgen.rules.columns.text import Text
from printgen.rules.model import Column, Known

__all__ = ["DECLARED", "Cell", "ColumnType", "Flaw", "Form", "type_of"]

DECLARED: dict[str, type[ColumnType]] = {
    "key": Key,
    "text": Text,
    "plain": Plain,
    "prose": Prose,
    "number": Number,
    "modifier": Modifier,
    "band": BandType,
    "need": Need,
    "dice": DiceType,
    "choice": Choice,
    "mark": Mark,
    "image": Image,
    "colour": Colour,
    "box": Box,
    "input": Input,
    "table": TableType,
}
"""The types that a game's data may name, by that name."""

_TYPES = DECLARED | {"refers": Refer, "rows": Rows, "tally": TallyType}


def type_of(column: Column, known: Known) -> ColumnType:
    """What reads, prints and checks a column's cells."""
    return _TYPES[column.type](column, known)
