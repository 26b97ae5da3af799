"""The command `printgen proof`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from printgen.cli import terminal
from printgen.cli.options.arguments import (
    DATA_OPTION,
    EXISTING_FILE,
    EXISTING_TABLE,
    add_env_variable_names,
    format_examples,
    reject_unused_options,
)
from printgen.cli.options.sources import table_options
from printgen.problems import ExitCode, Failure, Place, create_failure
from printgen.system import limits
from printgen.system.bundled import find_bundled_games, find_game, find_nearby_games

if TYPE_CHECKING:
    from printgen.rules.model import Game
    from printgen.rules.standalone.deck import TableDeck


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
    help="Check against this game, by default the bundled or nearby game that the PDF names.",
)
@DATA_OPTION
@click.option(
    "--table",
    type=EXISTING_TABLE,
    metavar="FILE",
    help="Check a deck against this standalone table. Repeat its options from the build.",
)
@table_options
def proof_files(
    files: tuple[Path, ...],
    game: str | None,
    data: tuple[Path, ...],
    table: Path | None,
    reading_options: Mapping[str, Any],
) -> int:
    """Check every printed value of existing PDFs against the rules.

    Finds your own game in the folder of FILE, in the two folders above it, in the current folder,
    and in the folder above that. The game can be that folder, or a folder directly inside it.
    """
    from printgen.rules.standalone.deck import TableDeck

    if table and (game or data):
        raise click.UsageError("--table cannot be combined with --game or --data: leave them out")
    message = "needs a standalone table: add --table FILE"
    reject_unused_options(map("--{}".format, reading_options), message, is_used=bool(table))
    # --sheet all: the PDF says which of the sheets it was made from.
    decks = TableDeck(table, **reading_options).split_sheets() if table else ()
    code = ExitCode.OK
    for file in dict.fromkeys(files):
        try:
            file_code = _proof_file(file, game, data, decks)
        except Failure as failure:
            terminal.print_problems(add_env_variable_names(failure.problems))
            file_code = failure.exit_code
        code = code or file_code
    return code


def _proof_file(
    file: Path, game: str | None, data: tuple[Path, ...], decks: Sequence["TableDeck"]
) -> ExitCode:
    """Check one PDF, print its problems and its verdict, and return the exit code.

    The PDF is compared with one of `decks` or, if there are none, with the game called `game`. If
    that is None too, the PDF names the game. `data` are players' files that the PDF may name.
    """
    from printgen.proof.proof import proof_pdf
    from printgen.proof.reading.pdf_file import MAX_FILE_BYTES

    with file.open("rb") as pdf_file:
        # One byte above the limit is enough: proof_pdf rejects the file by its size.
        pdf = pdf_file.read(MAX_FILE_BYTES + 1)
    limits.set_limits(len(pdf) // 1_000, share=1 / 3)  # a small face takes about 1 KB
    success = terminal.PROOFED_STATUS
    try:
        rules = (
            _find_matching_deck(pdf, decks) if decks else _find_matching_game(pdf, file, game, data)
        )
        success += f", agrees with the rules of {rules.about.name}"
        problems = proof_pdf(pdf, rules)
    except Failure as failure:
        if failure.exit_code is not ExitCode.PROOF:
            raise
        problems = failure.problems
    # The proof sees only bytes.
    problems = tuple(replace(item, where=replace(item.where, file=str(file))) for item in problems)
    return ExitCode.OK if terminal.print_verdict(str(file), problems, success) else ExitCode.PROOF


def _find_matching_deck(pdf: bytes, decks: Sequence["TableDeck"]) -> "Game":
    """Return the game of the deck that the PDF names, or of the first if it names none of them."""
    from printgen.proof.proof import read_manifest

    games = [deck.load() for deck in decks]
    return next((game for game in games if game.about.id == read_manifest(pdf).game), games[0])


def _find_matching_game(
    pdf: bytes, file: Path, reference: str | None, data: tuple[Path, ...]
) -> "Game":
    """Return the game to compare a PDF with: `reference`, or if None, the game that the PDF names.

    A PDF names its game by id. If several games have this id, the one with the same digest of rules
    is preferred. The id is only compared with the ids of known games, never used as a path. Known
    are bundled games and games near `file`, the path of the PDF. `data` are players' files, which
    are read too if the PDF names them. Raises `Failure` (usage) if no known game has the id.
    """
    from printgen.proof.proof import read_manifest
    from printgen.rules.loading.load import read_game_id
    from printgen.rules.loading.player_file import PlayerFile
    from printgen.rules.queries.content_hash import compute_digest
    from printgen.rules.source import load_source

    manifest = read_manifest(pdf)
    player_file = next((path for path in data if path.name in manifest.data[:1]), None)
    other_files = tuple(path for path in data if path.name in manifest.data[1:])
    # A single file may have been renamed since: the proof compares its values anyway.
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
            # A broken copy nearby must not hide a valid game with the same id.
            except Failure:
                if game is None:
                    raise
            else:
                if compute_digest(game) == manifest.rules:
                    break
    if game is None:
        message = f"belongs to the game {manifest.game}, which is neither bundled nor nearby"
        hint = "name the folder of the game with --game, or its table with --table cards.csv"
        raise create_failure(ExitCode.USAGE, Place(str(file)), message, hint)
    return game
