"""Turn `printgen new` into a folder of a game that checks and builds, and lines of what is next."""

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

import click

from printgen.cli.arguments import format_examples
from printgen.cli.sources import table_options
from printgen.problems import ExitCode
from printgen.system import terminal as console
from printgen.system.bundled import bundled_games_by_name, find_game, templates_folder


@click.command(
    "new",
    epilog=format_examples(
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
@table_options
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
    from printgen.cli.scaffold import list_starters, player_file, require_empty_folder
    from printgen.system.atomic_files import write_files

    if listed:
        for line in console.format_table(list(list_starters().items())):
            console.echo(line)
        return ExitCode.OK
    if folder is None:
        raise click.UsageError("name the FOLDER to make, such as: printgen new my-game")
    if bool(origin) + bool(starter) + bool(for_) > 1:
        raise click.UsageError("--from, --starter, --for all say what to begin with: keep one")
    require_empty_folder(folder)
    if for_:
        write_files({folder: player_file(find_game(for_, "--for"), folder)}, "name another file")
        console.echo(f"{folder}\n\nNow: printgen build {quote(for_)} --data {quote(str(folder))}")
        return ExitCode.OK
    files = _make_game_files(folder, starter, origin, reading)
    write_files(files, "name another folder")
    for path in files:
        console.echo(str(path))
    console.echo(f"\nNow: printgen build {quote(str(folder))}")
    if origin and origin in bundled_games_by_name():
        console.echo(f"What it has of {origin} stands in {find_game(origin)}")
        console.echo(f"and in {templates_folder() / origin}")
    console.echo("Then change what you like, beginning with game.yaml.")
    return ExitCode.OK


def _make_game_files(
    folder: Path, starter: str | None, origin: str | None, reading: Mapping[str, Any]
) -> dict[Path, bytes]:
    """The files of a new game, as what was named begins them. Raises `UsageError`."""
    from printgen.cli.scaffold import from_game, from_starter, from_table, list_starters
    from printgen.problems import suggest
    from printgen.table_deck.deck import TableDeck

    known_starters, bundled = list_starters(), bundled_games_by_name()
    is_table = origin and origin not in bundled and Path(origin).is_file()
    if any(reading.values()) and not is_table:
        raise click.UsageError(f"--{next(filter(reading.get, reading))} is for the table of --from")
    if reading["missing"] or reading["sheet"] == "all":
        raise click.UsageError("--missing and --sheet all are for build")
    if starter and starter not in known_starters:
        raise click.UsageError(
            f"no starter is called {starter}: {suggest(starter, known_starters)}"
        )
    if not origin:
        return from_starter(starter or min(known_starters), folder)
    if is_table:
        return from_table(TableDeck(Path(origin), **reading), folder)
    if origin not in bundled:
        hint = suggest(origin, bundled)
        raise click.UsageError(
            f"--from {origin}: no file is there, nor such a bundled game: {hint}"
        )
    return from_game(bundled[origin], folder)
