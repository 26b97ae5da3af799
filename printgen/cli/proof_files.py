"""Turn `printgen proof` into what a PDF says otherwise than its game."""

from pathlib import Path

import click

from printgen import bounded, console
from printgen.cli.typed import EXISTING_FILE, examples
from printgen.problems import ExitCode, Failure
from printgen.resources import bundled_games, find_game


@click.command(
    "proof",
    epilog=examples(
        "proof output/combat-leader/deck.pdf", "proof from-a-friend.pdf --game my-game"
    ),
)
@click.argument("file", type=EXISTING_FILE, metavar="FILE.pdf")
@click.option("--game", metavar="GAME", help="The game; without it, the bundled one named in FILE.")
def proof_files(file: Path, game: str | None) -> int:
    """Read a PDF back and hold every printed value against the rules."""
    from printgen.proof.file import LARGEST_FILE
    from printgen.proof.prove import asked, prove
    from printgen.rules.load import load

    with file.open("rb") as opened:
        # One byte more than it may have is enough to refuse it.
        pdf = opened.read(LARGEST_FILE + 1)
    bounded.extend(len(pdf) // 1_000)  # a small face is as large
    right = console.PROOFED
    # What a PDF says is never taken for a path.
    bundled = {folder.name: folder for folder in bundled_games()}
    try:
        folder = find_game(game) if game is not None else bundled.get(asked(pdf))
        if folder is None:
            hint = "name the folder of its rules data with --game"
            raise click.UsageError(f"{file} is of a game that is not bundled: {hint}")
        rules = load(folder)
        right += f", agrees with the rules of {rules.about.name}"
        found = prove(pdf, rules)
    except Failure as failure:
        if failure.exit_code is not ExitCode.PROOF:
            raise
        found = failure.problems
    found = tuple(problem.in_file(str(file)) for problem in found)
    return ExitCode.WELL if console.verdict(str(file), found, right) else ExitCode.PROOF
