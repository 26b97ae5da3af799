"""What the page shows of a game in addition to its cards: choices, columns, and dice tables.

All results can be written as JSON.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import asdict

from printgen.content.faces_of_print import list_set_keys
from printgen.problems import Failure, InputError, Log
from printgen.roll_tables.charts import ChartedTable
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.odds import OUTSIDE, RollTable
from printgen.roll_tables.odds_tables import read_file_odds
from printgen.rules.files.formats import list_sheet_names
from printgen.rules.model import Game
from printgen.rules.source import Source
from printgen.rules.standalone.column_types import list_column_roles
from printgen.rules.standalone.deck import TableDeck
from printgen.rules.values.sizes import Size
from printgen.system.file_suffixes import SHEET_SUFFIXES, WORKBOOK_SUFFIXES

NO_BACKS = "This deck has no backs. Write one for all cards above, or add a column called back."

_MODIFIERS = range(-6, 7)
_MAX_ABBREVIATION = 3
"""The most letters of a name that is an abbreviation, such as TCG."""


class OptionDisplay(msgspec.Struct, frozen=True, rename="camel"):
    """How the page shows an option differently for this game.

    - `choices`: pairs of a value and its label; None for the usual choices.
    - `why`: the reason why the option has no effect now; "" if it has one.
    - `is_hidden`: whether the option is not shown at all, because it never has an effect for this
      game.
    """

    choices: Sequence[tuple[str, str]] | None = None
    why: str = ""
    is_hidden: bool = False


_HIDDEN_OPTION = OptionDisplay(is_hidden=True)


def list_option_displays(source: Source, game: Game) -> dict[str, OptionDisplay]:
    """Return what differs for this game in how options are shown, by option.

    Options that are missing in the result are shown as declared.
    """
    is_table = isinstance(source, TableDeck)
    fronts = [print_ for print_ in game.prints if not print_.backs_of]
    sizes = [
        (size.name if is_table else f"{print_.id}={size.name}", _format_size(size))
        for print_ in fronts
        if not print_.box_of
        for size in print_.sizes
    ]
    decks = sorted({key for print_ in fronts for key in list_set_keys(game, print_)})
    facts = {"size": OptionDisplay(sizes)}
    facts["only"] = OptionDisplay([(print_.id, print_.id) for print_ in fronts])
    facts["deck"] = OptionDisplay([(key, key) for key in decks])
    if not any(print_.backs_of for print_ in game.prints):
        facts |= dict.fromkeys(("duplex", "fold"), OptionDisplay(why=NO_BACKS))
    if len(fronts) < 2:
        facts |= dict.fromkeys(("only", "book"), _HIDDEN_OPTION)
    if not decks:
        facts |= dict.fromkeys(("deck", "decks"), _HIDDEN_OPTION)
    return facts | list_source_option_displays(source)


def list_source_option_displays(source: Source) -> dict[str, OptionDisplay]:
    """Return how options are shown differently, as far as that does not depend on the data.

    So it is also known if the source cannot be read. `list_option_displays` returns the rest too.
    """
    if not isinstance(source, TableDeck):
        return {"back": _HIDDEN_OPTION}
    suffix = source.file.suffix.lower()
    unused = ("encoding", "data") if suffix in WORKBOOK_SUFFIXES else ("hidden", "data")
    facts = dict.fromkeys(unused, _HIDDEN_OPTION)
    if suffix not in SHEET_SUFFIXES:
        return facts | {"sheet": _HIDDEN_OPTION}
    names = list_sheet_names(source.file, Log(), hidden=True)
    return facts | {"sheet": OptionDisplay([(name, name) for name in names])}


def _format_size(size: Size) -> str:
    name, measures = size.name.replace("-", " "), f"{size.width:g} × {size.height:g} mm"
    if name[0].isdigit():  # the name is the measures
        return measures
    label = name.upper() if len(name) <= _MAX_ABBREVIATION else name[0].upper() + name[1:]
    return f"{label}, {measures}"


def describe_column_roles(source: Source, game: Game) -> list[dict[str, str]]:
    """Return the name and the role of each column of a standalone table, and why it has this role.

    Empty for the folder of a game.
    """
    roles = list_column_roles(game, source.role) if isinstance(source, TableDeck) else ()
    return [{"name": name, "role": role, "why": reason} for name, role, reason in roles]


Chance = tuple[str, float]
"""A chance as a fraction and as a number."""


def describe_charts(table: ChartedTable) -> list[dict[str, Any]]:
    """Return the charts of a dice table in JSON types, with the chance of each row.

    A chance is None if it is unknown.
    """
    return [
        {
            **asdict(chart),
            "table": table.title,
            "rows": [
                {**asdict(row), "chance": _describe_chance(table.chances.get(row.place))}
                for row in chart.rows
            ],
        }
        for chart in table.charts
    ]


def compute_odds_by_modifier(deck: TableDeck, options: AuditOptions) -> list[dict[str, Any]]:
    """Return the chances of all results of each dice table in a file, for several modifiers.

    A modifier is a number added to the roll. The result "" stands for all totals that are in no
    row. A chance is None if it is unknown. Tables with gaps or overlaps have no chances, and are
    left out.
    """
    tables: Sequence[object] = ()
    with suppress(Failure, InputError):
        tables, *_ = read_file_odds(deck.file, deck.sheet, options, "", "")
    return [
        {
            "title": table.title,
            "rolls": table.rolls,
            "chances": {f"{number:+}": _describe_chances(table, number) for number in _MODIFIERS},
        }
        for table in tables
        if isinstance(table, RollTable) and table.has_modifiers and not table.is_draw
    ]


def _describe_chances(table: RollTable, modifier: int) -> Mapping[str, Chance | None]:
    chances = table.compute_chances(modifier).items()
    return {"" if key == OUTSIDE else key: _describe_chance(chance) for key, chance in chances}


def _describe_chance(chance: Fraction | None) -> Chance | None:
    if chance is None:
        return None
    return f"{chance.numerator}/{chance.denominator}", float(chance)
