"""Turn `printgen new` into a folder of a game that checks and builds, and lines of what is next."""

from pathlib import Path
from shlex import quote
from typing import Any

import click

from printgen import console
from printgen.cli.sources import reads_tables
from printgen.cli.typed import EXISTING_FILE, examples
from printgen.problems import ExitCode


@click.command(
    "new",
    epilog=examples(
        "new my-game", "new my-game --starter harbour", "new my-game --from cards.csv", "new --list"
    ),
)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--starter", metavar="NAME", help="What to begin with; without it, a plain deck.")
@click.option(
    "--from",
    "table",
    type=EXISTING_FILE,
    metavar="FILE",
    help="Begin with the deck that a table by itself would be, such as cards.csv.",
)
@click.option("--list", "listed", is_flag=True, help="List the starters.")
@reads_tables
def new_folder(
    folder: Path | None, starter: str | None, table: Path | None, *, listed: bool, **reading: Any
) -> int:
    """Make a FOLDER with a game in it, to be changed into your own.

    It can be checked and built at once. A folder that holds anything is left as it is.
    """
    from printgen.lone.deck import Lone
    from printgen.problems import nearest
    from printgen.publish import publish
    from printgen.starting import check_free, copied, made, starters

    known = starters()
    if listed:
        for line in console.table(list(known.items())):
            console.show(line)
        return ExitCode.WELL
    if folder is None:
        raise click.UsageError("name the FOLDER to make, such as: printgen new my-game")
    if table and starter:
        raise click.UsageError("--from and --starter both say what to begin with: leave one out")
    if any(reading.values()) and not table:
        raise click.UsageError("--sheet, --encoding and --prose are for the table of --from")
    if starter and starter not in known:
        raise click.UsageError(f"no starter is called {starter}: {nearest(starter, known)}")
    check_free(folder)
    begun = made(Lone(table, **reading), folder) if table else copied(starter or min(known), folder)
    publish(begun, "name another folder")
    for path in begun:
        console.show(str(path))
    console.show(f"\nNow: printgen build {quote(str(folder))}")
    console.show("Then change what you like, beginning with game.yaml.")
    return ExitCode.WELL
