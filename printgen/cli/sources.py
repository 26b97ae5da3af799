"""The sources that `printgen build` names: folders of games, or standalone tables.

Also here: the options that say how a standalone table is read.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import (
    ENCODING,
    bundle_options,
    find_folders,
    is_list_file,
    reject_unused,
)
from printgen.problems import ExitCode, Log, Place, refuse
from printgen.system.bundled import find_game

if TYPE_CHECKING:
    from printgen.job.source import Source

HIDDEN = click.option(
    "--hidden", is_flag=True, help="Also read hidden rows, columns and sheets of a workbook."
)


def _find_font(typed: str) -> Path:
    if not Path(typed.partition("#")[0]).is_file():
        raise click.BadParameter(f"there is no file {typed}: name a font file")
    return Path(typed)


table_options = bundle_options(
    "reading",
    click.option(
        "--sheet",
        metavar="SHEET",
        default="",
        show_default=False,
        help="Read this sheet of a workbook, by default the first. all makes a deck of each.",
    ),
    ENCODING,
    HIDDEN,
    click.option("--prose", is_flag=True, help="Format **bold**, *italic*, lists and :mark:."),
    click.option("--plain-signs", is_flag=True, help="Print \" ' and - as they are typed."),
    click.option(
        "--leave",
        metavar="COLUMNS",
        default="",
        show_default=False,
        help="Leave columns out, such as notes,designer.",
    ),
    click.option(
        "--role",
        metavar="COLUMN=ROLE",
        default="",
        show_default=False,
        help="Set what columns are on a card, such as cost=index,kind=type. --dry-run lists them.",
    ),
    click.option(
        "--pictures",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Also search this folder for pictures.",
    ),
    click.option(
        "--missing", is_flag=True, help="Print a labelled placeholder for each missing picture."
    ),
    click.option(
        "--font",
        metavar="FILE",
        type=_find_font,
        help="Set the text in this font: .ttf, .otf, .woff, .woff2, or .ttc with #NAME of a face.",
    ),
    factory=dict,
)
"""Adds the options for reading a standalone table to a command, which gets them as `reading`."""


def find_sources(
    references: Iterable[str], reading: Mapping[str, Any], output: Path = Path("output")
) -> tuple["Source", ...]:
    """Return the sources of these games, by default those of `find_folders`.

    `reading` are the options for standalone tables, which use no pictures in the folder `output`.
    Raises `Failure` (usage) with every unknown game, and `UsageError` if an option of `reading` is
    used without a standalone table.
    """
    from printgen.problems import suggest
    from printgen.table_deck.deck import TableDeck

    sources: list[Source] = []
    log = Log()
    for reference in dict.fromkeys(references):
        file = Path(reference)
        with log.collect():
            if is_list_file(reference) and not file.exists():
                names = [path.name for path in file.parent.glob("*") if is_list_file(path.name)]
                hint = suggest(file.name, names) if names else "name an existing file"
                message = "the file does not exist"
                raise refuse(ExitCode.USAGE, Place(reference), message, hint)
            # Any other file is read as a table too: that error explains more than "not a game".
            is_table = file.is_file() and file.suffix and file.name not in ("game.yaml", "game.yml")
            deck = TableDeck(file, **reading, output=output)
            sources += deck.split_sheets() if is_table else [find_game(reference)]
    log.raise_problems()
    is_used = bool(sources) and all(isinstance(deck, TableDeck) for deck in sources)
    options = (f"--{name}" for name in reading)
    reject_unused(options, "needs a table file: name one, such as cards.csv", is_used=is_used)
    return tuple(sources) or find_folders(())
