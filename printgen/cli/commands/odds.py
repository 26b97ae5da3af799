"""The command `printgen odds`."""

from pathlib import Path
from typing import Any

import click

from printgen.cli import terminal
from printgen.cli.commands.check import DICE_OPTION, ROLLS_OPTION, SHEET_OPTION, parse_audit_options
from printgen.cli.options import arguments
from printgen.cli.options.sources import HIDDEN_OPTION, INPUT_FORMAT_OPTION, read_standard_input
from printgen.problems import ExitCode, InputError, Place, create_failure
from printgen.system.bundled import find_game, map_bundled_games
from printgen.system.file_suffixes import TABLE_SUFFIXES


@click.command(
    "odds",
    epilog=arguments.format_examples(
        "odds reaction.csv --modifier -2..+2",
        "odds loot.csv --times 3 --by Loot",
        "odds cards.csv --by suit --times 2",
        "odds combat-leader --table cards --by accuracy --modifier -6..10",
    ),
)
@click.argument("source", type=arguments.SourcePath(), metavar="GAME|TABLE")
@click.option("--table", metavar="NAME", help="Use this table of the game or of the file.")
@click.option("--by", metavar="COLUMN", help="Show the chances of the values in this column.")
@click.option("--modifier", metavar="RANGE", default="0", help="Add numbers, such as -2..+2.")
@click.option("--times", type=click.IntRange(1, 100), metavar="N", help="Roll or draw N times.")
@click.option("--until", metavar="VALUE", help="Show what is drawn before the first VALUE.")
@DICE_OPTION
@ROLLS_OPTION
@SHEET_OPTION
@arguments.ENCODING_OPTION
@HIDDEN_OPTION
@click.option("--deck", is_flag=True, help="Read each row of a TABLE as a card.")
@INPUT_FORMAT_OPTION
@click.option(
    "--format",
    "style",
    type=click.Choice(("text", "json", "csv"), case_sensitive=False),
    default="text",
    envvar="PRINTGEN_ODDS_FORMAT",  # PRINTGEN_FORMAT is the format of `check`
    help="Set the format.",
)
def show_odds(
    source: str, table: str | None, by: str | None, sheet: str | None, style: str, **choices: Any
) -> ExitCode:
    """Show the exact odds of a dice table, or of the cards in a deck.

    TABLE is a file that check or build reads: a table of rolls, or a deck with a card in each row.
    Of a GAME, --table selects a table. A table with gaps or overlaps has no odds, and its errors
    are printed.
    """
    from printgen.cli.odds_columns import compute_odds_table, format_odds
    from printgen.roll_tables.odds_tables import read_file_odds, read_game_odds
    from printgen.rules.queries.query import read_range

    names = "modifier", "times", "until", "deck"
    modifier, times, until, is_deck = map(choices.pop, names)
    (source,) = read_standard_input((source,), choices.pop("input_format"))
    is_book, is_file = arguments.is_workbook_file(source), arguments.is_table_file(source)
    is_game = source in map_bundled_games() or (Path(source) / "game.yaml").is_file()
    arguments.reject_unused_options(("--sheet", "--hidden"), "needs a workbook", is_used=is_book)
    file_options = "--rolls", "--encoding", "--deck"
    arguments.reject_unused_options(file_options, "needs a table file", is_used=is_file)
    if Path(source).exists() and not (is_file or is_game):
        suffixes = ", ".join(TABLE_SUFFIXES)
        raise click.UsageError(f"{source} is neither a table file ({suffixes}) nor a game")
    options = parse_audit_options(expect=(), **choices)
    try:
        modifiers = read_range(modifier.replace("..", " to ").replace("+", ""))
    except InputError:
        form = "write up to 200 numbers from -999999 to 999999, such as -2..+2"
        raise click.UsageError(f'--modifier "{modifier}" is not a range: {form}') from None
    try:
        if is_file:
            reading = Path(source), (sheet or "") * is_book, options, table or "", by or ""
            tables, notes, is_complete = read_file_odds(*reading, is_deck=is_deck)
        else:
            game_table = read_game_odds(find_game(source), table, by or "", options.dice)
            tables, notes, is_complete = [game_table], (), True
        computed = [compute_odds_table(item, modifiers, times, until) for item in tables]
        text = format_odds(computed, style)
    except InputError as error:
        raise create_failure(ExitCode.USAGE, Place(source), error.message, error.hint) from None
    for note in notes:
        terminal.echo(note, err=True)
    terminal.echo(text)
    return ExitCode.OK if is_complete else ExitCode.RULES
