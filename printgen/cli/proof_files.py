"""Turn `printgen proof` into what PDFs say otherwise than their games, and a line of each."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import DATA, EXISTING_FILE, examples, name_variables
from printgen.cli.sources import reads_tables
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.system import limits as bounded
from printgen.system import terminal as console
from printgen.system.bundled import bundled_games, find_game, games_around

if TYPE_CHECKING:
    from printgen.rules.model import Game
    from printgen.table_deck.deck import Lone


@click.command(
    "proof",
    epilog=examples(
        "proof output/combat-leader/deck.pdf",
        "proof output/my-game/*.pdf",
        "proof from-a-friend.pdf --game my-game",
        "proof output/cards/deck.pdf --table cards.csv",
    ),
)
@click.argument("files", type=EXISTING_FILE, metavar="FILE.pdf...", nargs=-1, required=True)
@click.option(
    "--game",
    metavar="GAME",
    help="The game; without it, the one that a FILE names: bundled, or in a folder nearby.",
)
@DATA
@click.option(
    "--table",
    type=EXISTING_FILE,
    metavar="FILE",
    help="The table that FILE.pdf is a deck of, such as cards.csv, read as it was for build.",
)
@reads_tables
def proof_files(
    files: tuple[Path, ...],
    game: str | None,
    data: tuple[Path, ...],
    table: Path | None,
    reading: Mapping[str, Any],
) -> int:
    """Read PDFs back and hold every printed value against the rules.

    A game of your own is found where its folder lies beside FILE, beside one of the three folders
    above it, or beside you.
    """
    from printgen.table_deck.deck import Lone

    if table and (game or data):
        raise click.UsageError("--table is for a deck without a game: leave --game and --data out")
    if any(reading.values()) and not table:
        name = next(filter(reading.get, reading))
        raise click.UsageError(f"--{name} is for the table of --table")
    decks = Lone(table, **reading).sheets() if table else ()
    code = ExitCode.WELL
    for file in dict.fromkeys(files):
        try:
            found = _proof(file, game, data, decks)
        except Failure as failure:
            console.show_problems(name_variables(failure.problems))
            found = failure.exit_code
        code = code or found
    return code


def _proof(
    file: Path, game: str | None, data: tuple[Path, ...], decks: Sequence["Lone"]
) -> ExitCode:
    from printgen.proof.file import LARGEST_FILE
    from printgen.proof.proof import prove

    with file.open("rb") as opened:
        # One byte more than it may have is enough to refuse it.
        pdf = opened.read(LARGEST_FILE + 1)
    bounded.extend(len(pdf) // 1_000, afresh=True)  # a small face is as large
    right = console.PROOFED
    try:
        rules = _deck_of(pdf, decks) if decks else _rules_of(pdf, file, game, data)
        right += f", agrees with the rules of {rules.about.name}"
        found = prove(pdf, rules)
    except Failure as failure:
        if failure.exit_code is not ExitCode.PROOF:
            raise
        found = failure.problems
    found = tuple(problem.in_file(str(file)) for problem in found)
    return ExitCode.WELL if console.verdict(str(file), found, right) else ExitCode.PROOF


def _deck_of(pdf: bytes, decks: Sequence["Lone"]) -> "Game":
    """The deck that a PDF says it is of, or the first."""
    from printgen.proof.proof import asked

    games = [one.load() for one in decks]
    return next((one for one in games if one.about.id == asked(pdf).game), games[0])


def _rules_of(pdf: bytes, file: Path, named: str | None, data: tuple[Path, ...]) -> "Game":
    """The game named, or that of the PDF's id: of several the one whose rules it was printed from.

    What a PDF says is never taken for a path.
    """
    from printgen.job.source import load_source
    from printgen.proof.proof import asked
    from printgen.rules.content_hash import digest
    from printgen.rules.load import id_of
    from printgen.rules.player_file import Given

    claim = asked(pdf)
    filled = next((one for one in data if one.name in claim.data[:1]), None)
    others = tuple(one for one in data if one.name in claim.data[1:])
    # One that was given another name since is the same by what it says.
    filled = data[0] if claim.data and not filled and len(data) == 1 else filled

    def load(folder: Path) -> "Game":
        return load_source(Given(folder, filled, others) if filled else folder)

    if named is not None:
        return load(find_game(named, "--game"))
    game = None
    for folder in (*bundled_games(), *games_around(file)):
        if id_of(folder) == claim.game:
            try:
                game = load(folder)
            except Failure:
                if game is None:
                    raise
            else:
                if digest(game) == claim.rules:
                    break
    if game is None:
        message = f"is of the game {claim.game}, which is neither bundled nor nearby"
        hint = "name the folder of its rules data with --game, or its table with --table cards.csv"
        raise Failure(ExitCode.USAGE, (Problem(Where(str(file)), message, hint),))
    return game
