"""Turn `printgen list` into the games and what each can be built into."""

import click

from printgen import console
from printgen.cli.typed import examples
from printgen.resources import bundled_games


@click.command("list", epilog=examples("list"))
def list_games() -> None:
    """List the bundled games and what each can be built into."""
    from printgen.rules.load import load

    games = map(load, bundled_games())
    for line in console.table(
        [
            (game.about.id, game.about.name, ", ".join(one.id for one in game.prints))
            for game in games
        ]
    ):
        console.show(line)
