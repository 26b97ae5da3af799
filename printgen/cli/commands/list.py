"""The command `printgen list`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from printgen.cli import terminal
from printgen.cli.options.arguments import GAMES_ARGUMENT, find_game_folders, format_examples
from printgen.cli.terminal import format_count
from printgen.system.bundled import find_bundled_games

if TYPE_CHECKING:
    from printgen.rules.model import Game, Print


_MAX_KEYS = 12
"""The maximum number of card names to list."""


@click.command("list", epilog=format_examples("list", "list combat-leader", "list my-game"))
@GAMES_ARGUMENT
def list_games(games: tuple[str, ...]) -> None:
    """List the bundled games and their prints.

    For a GAME, lists its prints and their faces, and the values for options of build: decks,
    cards, sizes, and the tables that a player's file can contain.
    """
    from printgen.rules.loading.load import load_game
    from printgen.rules.loading.player_file import list_tables_open_to_players

    rows = []
    for folder in () if games else find_bundled_games():
        game = load_game(folder)
        rows.append((game.about.id, game.about.name, ", ".join(item.id for item in game.prints)))
    terminal.print_table(rows)
    for folder in find_game_folders(games) if games else ():
        game = load_game(folder)
        entries = [line for print_ in game.prints for line in _describe_print(game, print_)]
        if names := list_tables_open_to_players(game):
            entries.append(("--data", ", ".join(names)))
        width = max((len(name) for name, _ in entries), default=0)
        terminal.echo(game.about.name)
        for name, description in entries:
            terminal.echo(f"  {name.ljust(width)}  {description}")


def _describe_print(game: "Game", print_: "Print") -> Iterator[tuple[str, str]]:
    """Yield pairs of texts about a print: its id and its number of faces, then options of build.

    An option is paired with the values that it can have for this print.
    """
    from printgen.content.faces_of_print import list_face_run_lengths, list_row_keys, list_set_keys
    from printgen.pipeline.filenames import format_ranges

    faces, sets = list_face_run_lengths(game, print_, None), list_set_keys(game, print_)
    if print_.backs_of or faces is None:
        back_count = "as many as a sheet holds" if print_.is_shared_back else "one for each face"
        yield print_.id, f"backs of the {print_.backs_of}, {back_count}"
        return
    face_count = format_count(sum(faces), "page" if print_.is_page else "face")
    if sets:
        face_count += f" for each of {format_count(len(sets), game.table(print_.sets).row_noun)}"
    yield print_.id, face_count
    if sets:
        yield "  --deck", ", ".join(sets)
    if keys := list_row_keys(game, print_):
        # "and 1 more" would take as much space as the name itself, hence the + 1 below.
        key_ranges = tuple(format_ranges(keys))
        more = f" and {len(key_ranges) - _MAX_KEYS} more" if len(key_ranges) > _MAX_KEYS + 1 else ""
        yield "  --cards", ", ".join(key_ranges[:_MAX_KEYS] if more else key_ranges) + more
    if print_.sizes and not print_.box_of:
        yield "  --size", ", ".join(f"{print_.id}={size}" for size in print_.sizes)
