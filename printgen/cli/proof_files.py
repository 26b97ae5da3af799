"""Turn `printgen proof` into what PDFs say otherwise than their games, and a line of each."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import DATA, EXISTING_FILE, format_examples, name_variables
from printgen.cli.sources import table_options
from printgen.problems import ExitCode, Failure, Problem, Spot
from printgen.system import limits as bounded
from printgen.system import terminal as console
from printgen.system.bundled import find_bundled_games, find_game, find_nearby_games

if TYPE_CHECKING:
    from printgen.rules.model import Game
    from printgen.table_deck.deck import TableDeck


@click.command(
    "proof",
    epilog=format_examples(
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
@table_options
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
    from printgen.table_deck.deck import TableDeck

    if table and (game or data):
        raise click.UsageError("--table is for a deck without a game: leave --game and --data out")
    if any(reading.values()) and not table:
        name = next(filter(reading.get, reading))
        raise click.UsageError(f"--{name} is for the table of --table")
    decks = TableDeck(table, **reading).split_sheets() if table else ()
    code = ExitCode.OK
    for file in dict.fromkeys(files):
        try:
            file_code = _proof_file(file, game, data, decks)
        except Failure as failure:
            console.print_problems(name_variables(failure.problems))
            file_code = failure.exit_code
        code = code or file_code
    return code


def _proof_file(
    file: Path, game: str | None, data: tuple[Path, ...], decks: Sequence["TableDeck"]
) -> ExitCode:
    from printgen.proof.file import MAX_FILE_BYTES
    from printgen.proof.proof import proof_pdf

    with file.open("rb") as pdf_file:
        # One byte more than it may have is enough to refuse it.
        pdf = pdf_file.read(MAX_FILE_BYTES + 1)
    bounded.raise_limits(len(pdf) // 1_000, restart_clock=True)  # a small face is as large
    success = console.PROOFED
    try:
        rules = _find_deck(pdf, decks) if decks else _find_rules(pdf, file, game, data)
        success += f", agrees with the rules of {rules.about.name}"
        problems = proof_pdf(pdf, rules)
    except Failure as failure:
        if failure.exit_code is not ExitCode.PROOF:
            raise
        problems = failure.problems
    problems = tuple(problem.move_to_file(str(file)) for problem in problems)
    return ExitCode.OK if console.print_verdict(str(file), problems, success) else ExitCode.PROOF


def _find_deck(pdf: bytes, decks: Sequence["TableDeck"]) -> "Game":
    """The deck that a PDF says it is of, or the first."""
    from printgen.proof.proof import read_manifest

    games = [item.load() for item in decks]
    return next((item for item in games if item.about.id == read_manifest(pdf).game), games[0])


def _find_rules(pdf: bytes, file: Path, reference: str | None, data: tuple[Path, ...]) -> "Game":
    """The game named, or that of the PDF's id: of several the one whose rules it was printed from.

    What a PDF says is never taken for a path.
    """
    from printgen.job.source import load_source
    from printgen.proof.proof import read_manifest
    from printgen.rules.content_hash import compute_digest
    from printgen.rules.load import read_game_id
    from printgen.rules.player_file import PlayerFile

    manifest = read_manifest(pdf)
    player_file = next((path for path in data if path.name in manifest.data[:1]), None)
    other_files = tuple(path for path in data if path.name in manifest.data[1:])
    # One that was given another name since is the same by what it says.
    player_file = data[0] if manifest.data and not player_file and len(data) == 1 else player_file

    def load_folder(folder: Path) -> "Game":
        return load_source(PlayerFile(folder, player_file, other_files) if player_file else folder)

    if reference is not None:
        return load_folder(find_game(reference, "--game"))
    game = None
    for folder in (*find_bundled_games(), *find_nearby_games(file)):
        if read_game_id(folder) == manifest.game:
            try:
                game = load_folder(folder)
            except Failure:
                if game is None:
                    raise
            else:
                if compute_digest(game) == manifest.rules:
                    break
    if game is None:
        message = f"is of the game {manifest.game}, which is neither bundled nor nearby"
        hint = "name the folder of its rules data with --game, or its table with --table cards.csv"
        raise Failure(ExitCode.USAGE, (Problem(Spot(str(file)), message, hint),))
    return game
