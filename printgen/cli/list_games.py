"""Turn `printgen list` into the games, or into what can be printed of one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import find_folders, format_examples
from printgen.system import terminal as console
from printgen.system.bundled import find_bundled_games

if TYPE_CHECKING:
    from printgen.rules.model import Game, Print


_MAX_KEYS = 12
"""How many names of cards are listed: who has hundreds knows what they are called."""


@click.command("list", epilog=format_examples("list", "list combat-leader", "list my-game"))
@click.argument("games", metavar="[GAME...]", nargs=-1)
def list_games(games: tuple[str, ...]) -> None:
    """List the bundled games and what each can be built into.

    Of a GAME, list its prints with their faces, and what the options of build may name: decks,
    cards, sizes, and the tables that a player's file of --data may write.
    """
    from printgen.rules.load import load_game
    from printgen.rules.player_file import list_open_tables

    if not games:
        loaded = map(load_game, find_bundled_games())
        rows = [
            (
                loaded_game.about.id,
                loaded_game.about.name,
                ", ".join(item.id for item in loaded_game.prints),
            )
            for loaded_game in loaded
        ]
        for line in console.format_table(rows):
            console.echo(line)
    for folder in find_folders(games) if games else ():
        game = load_game(folder)
        entries = [line for print_ in game.prints for line in _describe_print(game, print_)]
        if names := list_open_tables(game):
            entries.append(("--data", ", ".join(names)))
        width = max((len(name) for name, _ in entries), default=0)
        console.echo(game.about.name)
        for name, description in entries:
            console.echo(f"  {name.ljust(width)}  {description}")


def _describe_print(game: "Game", print_: "Print") -> Iterator[tuple[str, str]]:
    """What a print is, and by the options of build what may be asked of it."""
    from printgen.content.faces_of_print import count_runs, list_row_keys, list_set_keys
    from printgen.job.filenames import format_ranges

    faces, sets = count_runs(game, print_, None), list_set_keys(game, print_)
    if print_.backs_of or faces is None:
        back_count = "as many as a sheet holds" if print_.is_shared_back else "each face its own"
        yield print_.id, f"backs of the {print_.backs_of}, {back_count}"
        return
    face_count = console.count(sum(faces), "page" if print_.is_page else "face")
    if sets:
        face_count += f" for each of {console.count(len(sets), game.table(print_.sets).row_noun)}"
    yield print_.id, face_count
    if sets:
        yield "  --deck", ", ".join(sets)
    if keys := list_row_keys(game, print_):
        key_ranges = tuple(format_ranges(keys))
        more = f" and {len(key_ranges) - _MAX_KEYS} more" if len(key_ranges) > _MAX_KEYS + 1 else ""
        yield "  --cards", ", ".join(key_ranges[:_MAX_KEYS] if more else key_ranges) + more
    if print_.sizes:
        yield "  --size", ", ".join(f"{print_.id}={size}" for size in print_.sizes)
