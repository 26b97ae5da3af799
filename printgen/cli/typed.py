"""Turn words that several commands take into what they mean: games, tables, files.

It also says how a command's help shows examples.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.problems import Failures
from printgen.resources import bundled_games, find_game

if TYPE_CHECKING:
    from printgen.rules.model import Game, Table

GAMES = click.argument("games", metavar="[GAME...]", nargs=-1)
TABLE = click.option(
    "--table", metavar="TABLE", help="The table; without it, that of the first print's rows."
)
PAPER = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The paper you print on."
)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def examples(*commands: str) -> str:
    """The end of a command's help."""
    return "Examples:\n\n\b\n" + "\n".join(f"  printgen {command}" for command in commands)


def find_table(game: "Game", name: str | None) -> "Table":
    """The table named, or that which the game's first print has a face for each row of."""
    from printgen.rules.export import dealt_table

    found = dealt_table(game) if name is None else game.tables.get(name)
    if found is None:
        what = f"no table called {name}" if name else "no print of a face a row"
        hint = ", ".join(game.tables)
        raise click.UsageError(f"{game.about.name} has {what}; name a table with --table: {hint}")
    return found


def find_folders(games: Iterable[str]) -> tuple[Path, ...]:
    """The folders of the games named, or of all that are bundled; every unknown one is reported."""
    folders = []
    failures = Failures()
    for reference in dict.fromkeys(games):
        with failures.kept():
            folders.append(find_game(reference))
    failures.close()
    return tuple(folders) or bundled_games()
