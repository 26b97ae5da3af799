"""Turn `printgen new` into a folder of a game that checks and builds, and lines of what is next."""

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

import click

from printgen import console
from printgen.cli.sources import reads_tables
from printgen.cli.typed import EXISTING_FILE, examples
from printgen.problems import ExitCode
from printgen.resources import find_game


@click.command(
    "new",
    epilog=examples(
        "new my-game",
        "new my-game --starter harbour",
        "new my-game --from cards.csv",
        "new my-team.yaml --for fistful-of-lead",
        "new --list",
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
@click.option(
    "--for",
    "for_",
    metavar="GAME",
    help="Write a player's file for that game instead, such as a team to change: new team.yaml.",
)
@click.option("--list", "listed", is_flag=True, help="List the starters.")
@reads_tables
def new_folder(
    folder: Path | None,
    starter: str | None,
    table: Path | None,
    for_: str | None,
    reading: Mapping[str, Any],
    *,
    listed: bool,
) -> int:
    """Make a FOLDER with a game in it, to be changed into your own.

    It can be checked and built at once. A folder that holds anything is left as it is. With --for
    write a file in its place, which fills in the open tables of a game.
    """
    from printgen.lone.deck import Lone
    from printgen.problems import nearest
    from printgen.publish import publish
    from printgen.starting import check_free, copied, example, made, starters

    known = starters()
    if listed:
        for line in console.table(list(known.items())):
            console.show(line)
        return ExitCode.WELL
    if folder is None:
        raise click.UsageError("name the FOLDER to make, such as: printgen new my-game")
    if bool(table) + bool(starter) + bool(for_) > 1:
        raise click.UsageError("--from, --starter, --for all say what to begin with: keep one")
    if any(reading.values()) and not table:
        raise click.UsageError(f"--{next(filter(reading.get, reading))} is for the table of --from")
    if reading["missing"] or reading["sheet"] == "all":
        raise click.UsageError("--missing and --sheet all are for build")
    if starter and starter not in known:
        raise click.UsageError(f"no starter is called {starter}: {nearest(starter, known)}")
    check_free(folder)
    if for_:
        publish({folder: example(find_game(for_, "--for"), folder)}, "name another file")
        console.show(f"{folder}\n\nNow: printgen build {quote(for_)} --data {quote(str(folder))}")
        return ExitCode.WELL
    begun = made(Lone(table, **reading), folder) if table else copied(starter or min(known), folder)
    publish(begun, "name another folder")
    for path in begun:
        console.show(str(path))
    console.show(f"\nNow: printgen build {quote(str(folder))}")
    console.show("Then change what you like, beginning with game.yaml.")
    return ExitCode.WELL
