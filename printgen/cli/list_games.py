"""Turn `printgen list` into the games, or into what can be printed of one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import examples, find_folders
from printgen.system import terminal as console
from printgen.system.bundled import bundled_games

if TYPE_CHECKING:
    from printgen.rules.model import Game, Print


_MOST = 12
"""How many names of cards are listed: who has hundreds knows what they are called."""


@click.command("list", epilog=examples("list", "list combat-leader", "list my-game"))
@click.argument("games", metavar="[GAME...]", nargs=-1)
def list_games(games: tuple[str, ...]) -> None:
    """List the bundled games and what each can be built into.

    Of a GAME, list its prints with their faces, and what the options of build may name: decks,
    cards, sizes, and the tables that a player's file of --data may write.
    """
    from printgen.rules.load import load
    from printgen.rules.player_file import open_tables

    if not games:
        loaded = map(load, bundled_games())
        rows = [
            (of.about.id, of.about.name, ", ".join(one.id for one in of.prints)) for of in loaded
        ]
        for line in console.table(rows):
            console.show(line)
    for folder in find_folders(games) if games else ():
        game = load(folder)
        said = [line for print_ in game.prints for line in _said_of(game, print_)]
        if names := open_tables(game):
            said.append(("--data", ", ".join(names)))
        width = max((len(name) for name, _ in said), default=0)
        console.show(game.about.name)
        for name, what in said:
            console.show(f"  {name.ljust(width)}  {what}")


def _said_of(game: "Game", print_: "Print") -> Iterator[tuple[str, str]]:
    """What a print is, and by the options of build what may be asked of it."""
    from printgen.content.faces_of_print import keys_of, runs, sets_of
    from printgen.job.filenames import ranges

    faces, sets = runs(game, print_, None), sets_of(game, print_)
    if print_.backs_of or faces is None:
        many = "as many as a sheet holds" if print_.fills_sheet else "each face its own"
        yield print_.id, f"backs of the {print_.backs_of}, {many}"
        return
    held = console.counted(sum(faces), "page" if print_.is_page else "face")
    if sets:
        held += f" for each of {console.counted(len(sets), game.table(print_.sets).noun)}"
    yield print_.id, held
    if sets:
        yield "  --deck", ", ".join(sets)
    if keys := keys_of(game, print_):
        named = tuple(ranges(keys))
        more = f" and {len(named) - _MOST} more" if len(named) > _MOST + 1 else ""
        yield "  --cards", ", ".join(named[:_MOST] if more else named) + more
    if print_.sizes:
        yield "  --size", ", ".join(f"{print_.id}={size}" for size in print_.sizes)
