"""Turn `printgen new` into a folder of a game that checks and builds, and lines of what is next."""

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

import click

from printgen.cli.arguments import examples
from printgen.cli.sources import reads_tables
from printgen.problems import ExitCode
from printgen.system import terminal as console
from printgen.system.bundled import bundled_by_name, find_game, templates_folder


@click.command(
    "new",
    epilog=examples(
        "new my-game",
        "new my-game --starter harbour",
        "new my-game --from cards.csv",
        "new my-game --from fistful-of-lead",
        "new my-team.yaml --for fistful-of-lead",
        "new --list",
    ),
)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--starter", metavar="NAME", help="What to begin with; without it, a plain deck.")
@click.option(
    "--from",
    "origin",
    metavar="FILE|GAME",
    help="Begin with the deck that a table by itself would be, such as cards.csv, or with all"
    " that a bundled game has, of which the new one holds what is changed.",
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
    origin: str | None,
    for_: str | None,
    reading: Mapping[str, Any],
    *,
    listed: bool,
) -> int:
    """Make a FOLDER with a game in it, to be changed into your own.

    It can be checked and built at once. A folder that holds anything is left as it is. With --for
    write a file in its place, which fills in the open tables of a game.
    """
    from printgen.cli.scaffold import check_free, example, starters
    from printgen.system.atomic_files import publish

    if listed:
        for line in console.table(list(starters().items())):
            console.show(line)
        return ExitCode.WELL
    if folder is None:
        raise click.UsageError("name the FOLDER to make, such as: printgen new my-game")
    if bool(origin) + bool(starter) + bool(for_) > 1:
        raise click.UsageError("--from, --starter, --for all say what to begin with: keep one")
    check_free(folder)
    if for_:
        publish({folder: example(find_game(for_, "--for"), folder)}, "name another file")
        console.show(f"{folder}\n\nNow: printgen build {quote(for_)} --data {quote(str(folder))}")
        return ExitCode.WELL
    begun = _begun(folder, starter, origin, reading)
    publish(begun, "name another folder")
    for path in begun:
        console.show(str(path))
    console.show(f"\nNow: printgen build {quote(str(folder))}")
    if origin and origin in bundled_by_name():
        console.show(f"What it has of {origin} stands in {find_game(origin)}")
        console.show(f"and in {templates_folder() / origin}")
    console.show("Then change what you like, beginning with game.yaml.")
    return ExitCode.WELL


def _begun(
    folder: Path, starter: str | None, origin: str | None, reading: Mapping[str, Any]
) -> dict[Path, bytes]:
    """The files of a new game, as what was named begins them. Raises `UsageError`."""
    from printgen.cli.scaffold import copied, extending, made, starters
    from printgen.problems import nearest
    from printgen.table_deck.deck import Lone

    known, bundled = starters(), bundled_by_name()
    is_table = origin and origin not in bundled and Path(origin).is_file()
    if any(reading.values()) and not is_table:
        raise click.UsageError(f"--{next(filter(reading.get, reading))} is for the table of --from")
    if reading["missing"] or reading["sheet"] == "all":
        raise click.UsageError("--missing and --sheet all are for build")
    if starter and starter not in known:
        raise click.UsageError(f"no starter is called {starter}: {nearest(starter, known)}")
    if not origin:
        return copied(starter or min(known), folder)
    if is_table:
        return made(Lone(Path(origin), **reading), folder)
    if origin not in bundled:
        hint = nearest(origin, bundled)
        raise click.UsageError(
            f"--from {origin}: no file is there, nor such a bundled game: {hint}"
        )
    return extending(bundled[origin], folder)
