"""The command `printgen odds`."""

from pathlib import Path
from typing import Any

import click

from printgen.cli.arguments import (
    ENCODING,
    complete_game,
    format_examples,
    is_table_file,
    is_workbook_file,
    reject_unused,
)
from printgen.cli.check_games import DICE, ROLLS, SHEET, parse_audit_options
from printgen.cli.sources import HIDDEN
from printgen.cli.standard_input import INPUT_FORMAT, read_standard_input
from printgen.problems import ExitCode, InputError, Place, refuse
from printgen.system import terminal
from printgen.system.bundled import find_game


@click.command(
    "odds",
    epilog=format_examples(
        "odds loot.csv",
        "odds reaction.csv --modifier -2..+2",
        "odds loot.csv --times 3 --by Loot",
        "odds cards.csv --by suit --times 2",
        "odds combat-leader --table cards --by accuracy --modifier -6..10",
        "odds combat-leader --table cards --by kind --until reshuffle --format json",
    ),
)
@click.argument("source", metavar="GAME|TABLE", shell_complete=complete_game)
@click.option("--table", metavar="NAME", help="Use this table of the game or of the file.")
@click.option("--by", metavar="COLUMN", help="Show the chances of the values in this column.")
@click.option(
    "--modifier",
    metavar="RANGE",
    default="0",
    help="Add each of these numbers to the roll, such as -2..+2.",
)
@click.option(
    "--times",
    type=click.IntRange(1, 100),
    metavar="N",
    help="Roll or draw N times, by default 1 roll or 2 draws.",
)
@click.option(
    "--until", metavar="VALUE", help="Show what is drawn before the first card with this value."
)
@DICE
@ROLLS
@SHEET
@ENCODING
@HIDDEN
@INPUT_FORMAT
@click.option(
    "--format",
    "style",
    type=click.Choice(("text", "json", "csv")),
    default="text",
    envvar="PRINTGEN_ODDS_FORMAT",  # PRINTGEN_FORMAT is the format of `check`
    help="Set the format.",
)
def show_odds(
    source: str,
    table: str | None,
    by: str | None,
    modifier: str,
    times: int | None,
    until: str | None,
    sheet: str | None,
    input_format: str | None,
    style: str,
    **reading: Any,
) -> None:
    """Show the exact odds of a dice table, or of the cards in a deck.

    TABLE is a file that check or build reads: a table of rolls, or a deck with a card in each row.
    Of a GAME, --table selects a table. A table with gaps or overlaps has no odds.
    """
    from printgen.cli.odds_columns import format_odds, list_draw_odds, list_roll_odds
    from printgen.job.odds_tables import read_file, read_game
    from printgen.rules.odds import DrawTable
    from printgen.rules.query import read_range

    (source,) = read_standard_input((source,), input_format)
    sheet = (sheet or "") * is_workbook_file(source)
    options = parse_audit_options(expect=(), **reading)
    results = []
    try:
        numbers = read_range(modifier.replace("..", " to ").replace("+", ""))
        if is_table_file(source):
            found, others = read_file(Path(source), sheet, options, table or "", by or "")
        else:
            found, others = [read_game(find_game(source), table, by or "", options.dice)], ""
        for item in found:
            is_deck = isinstance(item, DrawTable)
            reject_unused(("--modifier",), "needs a table of rolls", is_used=not is_deck)
            reject_unused(("--until",), "needs a deck of cards", is_used=is_deck)
            if isinstance(item, DrawTable):
                results.append(list_draw_odds(item, times or 2, until))
            else:
                results.append(list_roll_odds(item, numbers, times or 1))
    except InputError as error:
        raise refuse(ExitCode.USAGE, Place(source), error.message, error.hint) from None
    if others:
        terminal.echo(f"{source}: no odds of {others}", err=True)
    terminal.echo(format_odds(results, style))
