"""Turn what was typed after `printgen build` into where each game comes from.

That is the folder of a game, or a table file by itself with how it is read.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import ENCODING, bundle_options, find_env, find_folders, is_list_file
from printgen.problems import ExitCode, Failure, Failures, Problem, Spot
from printgen.system.bundled import find_game

if TYPE_CHECKING:
    from printgen.job.source import Source

table_options = bundle_options(
    "reading",
    click.option(
        "--sheet",
        metavar="SHEET",
        default="",
        show_default=False,
        help="Of a workbook the sheet to read, the first without it; all makes a deck of each.",
    ),
    ENCODING,
    click.option("--prose", is_flag=True, help="Read **bold**, *italic*, lists, :mark: in cells."),
    click.option(
        "--leave",
        metavar="COLUMNS",
        default="",
        show_default=False,
        help="Leave columns out, such as notes,designer.",
    ),
    click.option(
        "--pictures",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Look for pictures there too, not beside the table and below alone.",
    ),
    click.option(
        "--missing", is_flag=True, help="Print a frame with its name for a picture not there."
    ),
    factory=dict,
)
"""Gives a command the options that say how a table by itself is read."""


def find_sources(references: Iterable[str], reading: Mapping[str, Any]) -> tuple["Source", ...]:
    """Where the games named come from, or all that are bundled; every unknown one is reported.

    A table by itself is read as `reading` says, which is of use to no other.
    """
    from printgen.problems import suggest
    from printgen.table_deck.deck import TableDeck

    sources: list[Source] = []
    failures = Failures()
    for reference in dict.fromkeys(references):
        file = Path(reference)
        with failures.collect():
            if is_list_file(reference) and not file.exists():
                names = [item.name for item in file.parent.glob("*") if is_list_file(item.name)]
                hint = suggest(file.name, names) if names else "name a file that is there"
                problem = Problem(Spot(reference), "there is no such file", hint)
                raise Failure(ExitCode.USAGE, (problem,))
            # What is no list of rows says so better than what is no game.
            is_table = file.is_file() and file.suffix and file.name not in ("game.yaml", "game.yml")
            deck = TableDeck(file, **reading)
            sources += deck.split_sheets() if is_table else [find_game(reference)]
    failures.raise_collected()
    set_for_good = find_env(click.get_current_context())
    for name, value in reading.items():
        is_typed = value and f"--{name}" not in set_for_good
        if is_typed and not (sources and all(isinstance(item, TableDeck) for item in sources)):
            raise click.UsageError(f"--{name} is for a table by itself, such as cards.csv")
    return tuple(sources) or find_folders(())
