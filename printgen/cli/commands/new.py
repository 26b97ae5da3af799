"""The command `printgen new`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from printgen.cli import terminal
from printgen.cli.options.arguments import (
    SourcePath,
    complete_game,
    format_examples,
    is_table_file,
    reject_unused_options,
)
from printgen.cli.options.sources import table_options
from printgen.problems import ExitCode, InputError
from printgen.system.bundled import find_game, get_templates_folder, map_bundled_games
from printgen.system.shell_words import quote_argument


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
@click.option("--starter", metavar="NAME", help="Start from this starter, by default a plain deck.")
@click.option(
    "--from",
    "origin",
    type=SourcePath(),
    metavar="FILE|GAME",
    help="Start from a standalone table, such as cards.csv, or from a bundled game. The new game"
    " extends a bundled game, and contains only your changes.",
)
@click.option(
    "--for",
    "for_",
    metavar="GAME",
    shell_complete=complete_game,
    help="Write an example of a player's file for this game, such as a team: new team.yaml.",
)
@click.option("--size", metavar="SIZE", help="Size of the cards of a table, such as tarot.")
@click.option("--list", "listed", is_flag=True, help="List the starters.")
@table_options
def make_new_game(
    folder: Path | None,
    starter: str | None,
    origin: str | None,
    for_: str | None,
    size: str | None,
    reading_options: Mapping[str, Any],
    *,
    listed: bool,
) -> int:
    """Make a FOLDER with a new game for you to change.

    You can check and build the game at once. A folder that is not empty is not changed. With --for,
    writes a player's file instead of a folder: it fills in the open tables of a game.
    """
    from printgen.cli.scaffold import list_starters, make_player_example, require_empty_folder
    from printgen.system.files import write_files

    if listed:
        terminal.print_table(list(list_starters().items()))
        return ExitCode.OK
    if folder is None:
        raise click.UsageError("name the FOLDER to make, such as: printgen new my-game")
    if bool(origin) + bool(starter) + bool(for_) > 1:
        raise click.UsageError("--from, --starter and --for cannot be combined: keep one")
    if folder.is_file() and is_table_file(folder.name) and not (origin or for_):
        words = f"printgen new my-game --from {quote_argument(str(folder))}"
        raise click.UsageError(f"{folder} is a table: did you mean {words}?")
    # Before anything is read: existing work is never overwritten.
    require_empty_folder(folder)
    if for_:
        example = make_player_example(find_game(for_, "--for"), folder)
        write_files({folder: example}, "name another file")
        words = f"{quote_argument(for_)} --data {quote_argument(str(folder))}"
        terminal.echo(f"{folder}\n\nNow: printgen build {words}")
        return ExitCode.OK
    files = _make_game_files(folder, starter, origin, size, reading_options)
    write_files(files, "name another folder")
    for path in files:
        terminal.echo(str(path))
    terminal.echo(f"\nNow: printgen build {quote_argument(str(folder))}")
    if origin and origin in map_bundled_games():
        terminal.echo(f"The data of {origin} is in {find_game(origin)}")
        terminal.echo(f"and its templates are in {get_templates_folder() / origin}")
    terminal.echo("Then change what you like, starting with game.yaml.")
    return ExitCode.OK


def _make_game_files(
    folder: Path,
    starter: str | None,
    origin: str | None,
    size: str | None,
    reading_options: Mapping[str, Any],
) -> dict[Path, bytes]:
    """Return the files of a new game and their contents. Raises `UsageError`."""
    from printgen.cli.scaffold import (
        list_starters,
        make_extension_files,
        make_game_files_from_starter,
        make_game_files_from_table,
    )
    from printgen.problems import suggest_closest_word, suggest_known_words
    from printgen.rules.standalone.deck import TableDeck
    from printgen.rules.values.sizes import find_size

    known_starters, bundled = list_starters(), map_bundled_games()
    # A bundled game wins over a file with the same name, as in `find_game`.
    is_table = origin and origin not in bundled and Path(origin).is_file()
    options = ("--size", *(f"--{name}" for name in reading_options))
    reject_unused_options(options, "needs a table of --from", is_used=bool(is_table))
    only_build = ("--missing", "--font", "--back", "--box")
    reject_unused_options(only_build, "is only for build: leave it out", is_used=False)
    if reading_options["sheet"] == "all":
        raise click.UsageError("--sheet all is only for build: leave it out")
    if starter and starter not in known_starters:
        hint = suggest_known_words(starter, known_starters)
        raise click.UsageError(f"no starter is called {starter}: {hint}")
    if not origin:
        return make_game_files_from_starter(starter or min(known_starters), folder)
    if is_table:
        try:
            chosen = find_size(size) if size else None
        except InputError as error:
            raise click.UsageError(f"--size {size}: {error.message}: {error.hint}") from error
        return make_game_files_from_table(
            TableDeck(Path(origin), **reading_options), folder, chosen
        )
    if origin not in bundled:
        files = [str(path) for path in Path(origin).parent.glob("*") if is_table_file(path.name)]
        similar = suggest_closest_word(str(Path(origin)), files).rstrip()
        hint = similar or suggest_known_words(origin, bundled)
        raise click.UsageError(f"--from {origin} is neither a file nor a bundled game: {hint}")
    return make_extension_files(bundled[origin], folder)
