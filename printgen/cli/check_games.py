"""Turn `printgen check` into what is wrong with each game's data, and a line of each."""

from pathlib import Path

import click

from printgen import console
from printgen.cli.typed import (
    EXISTING_FILE,
    GAMES,
    PAPER,
    TABLE,
    examples,
    find_folders,
    find_table,
)
from printgen.problems import ExitCode, Failure


@click.command(
    "check", epilog=examples("check", "check my-game", "check combat-leader --against deck.csv")
)
@GAMES
@PAPER
@TABLE
@click.option(
    "--against",
    type=EXISTING_FILE,
    metavar="FILE.csv",
    help="Hold a table written as CSV, made anywhere, against the game's, cell by cell.",
)
def check_games(games: tuple[str, ...], paper: str, against: Path | None, table: str | None) -> int:
    """Check each GAME: its rules data and its faces.

    Is it well formed, does all that it declares hold, and does every text fit its place and show
    there? With no GAME named, the game in whose folder you are is checked, or else every bundled
    one.
    """
    from printgen.checking import check
    from printgen.rules.against import compare_csv
    from printgen.rules.load import load

    folders = find_folders(games)
    if against is not None and len(folders) != 1:
        raise click.UsageError("--against holds a file against one game: name that GAME")
    code = ExitCode.WELL
    for folder in folders:
        held = ""
        try:
            game = load(folder)
            found = check(folder, game, paper)
            checks = console.counted(len(game.checks), "declared check")
            held = f"{checks} held" if game.checks else "well formed; its data declares no checks"
            if against is not None:
                found += compare_csv(game, find_table(game, table), against)
                held += f"; {against} agrees with it"
            wrong = ExitCode.RULES
        except Failure as failure:
            found, wrong = failure.problems, failure.exit_code
        if not console.verdict(folder.name, found, held):
            code = code or wrong
    return code
