"""Turn a game's folder into its PDFs: load, check, print, prove, publish.

Every stage is named here, in order; those of one print in printing.py. A game's files belong
together: none of those asked for is replaced unless all of them proofed clean, and what is wrong
with any of them is reported in one run.
"""

from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from printgen.order import Order, validate_order
from printgen.press.paper import find_paper
from printgen.printing import Printed, Progress, composer_of, printed
from printgen.problems import ExitCode, Failure, Problem, Severity, Where
from printgen.proof.prove import prove
from printgen.publish import publish
from printgen.rules.check import findings
from printgen.rules.load import load
from printgen.rules.model import Game

_ELSEWHERE = "name another folder with --output"


@dataclass(frozen=True, slots=True)
class Built:
    """One PDF put in its place: its size in bytes, what it holds, and what its proof remarked."""

    path: Path
    pages: int
    pieces: int
    size: int
    notes: tuple[Problem, ...]


def build(
    folder: Path,
    output: Path,
    order: Order,
    paper: str,
    taken: Container[Path],
    progress: Progress,
    *,
    keep_svg: bool,
) -> tuple[Built, ...]:
    """Build what `order` asks for of the game in `folder`, into a folder of its id in `output`.

    `taken` are folders that hold another game's new files. With `keep_svg` the merged faces are
    kept too, in a folder `faces` beside the files. Raises `Failure` with every problem of
    the first stage that found any; for composing and proving, of all prints. No PDF has been
    replaced then but those that an `Unpublished` names; merged faces may have been.
    """
    sheet = find_paper(paper)
    progress(f"{folder.name}: checking the rules")
    game = _checked(folder, order)
    target = output / game.id
    if target in taken:
        problem = Problem(
            Where(str(folder / "game.yaml")),
            f"another game of this run has the id {game.id}, and its files stand in {target}",
            "build one of them into another folder with --output",
        )
        raise Failure(ExitCode.USAGE, (problem,))
    composer = composer_of(folder)
    faces = target / "faces" if keep_svg else None
    proofed: list[tuple[Printed, tuple[Problem, ...]]] = []
    problems: list[Problem] = []
    exit_code = ExitCode.WELL
    for print_ in order.prints(game):
        try:
            made = printed(game, print_, order, composer, sheet, faces, progress)
            progress(f"{game.id}: {print_.id}, proofing")
            proofed.append((made, _notes(made, game)))
        except Failure as failure:
            problems += failure.problems
            exit_code = exit_code or failure.exit_code
    if problems:
        raise Failure(exit_code, problems)
    files = {target / f"{made.print.id}.pdf": made.pdf for made, _ in proofed}
    publish(files, _ELSEWHERE)
    return tuple(
        Built(path, made.pages, made.pieces, len(made.pdf), notes)
        for path, (made, notes) in zip(files, proofed, strict=True)
    )


def _checked(folder: Path, order: Order) -> Game:
    game = load(folder)
    mistakes = tuple(validate_order(order, game))
    if mistakes:
        raise Failure(ExitCode.USAGE, mistakes)
    errors = tuple(found for found in findings(game) if found.severity is Severity.ERROR)
    if errors:
        raise Failure(ExitCode.RULES, errors)
    return game


def _notes(made: Printed, game: Game) -> tuple[Problem, ...]:
    """What the proof of a print that is right remarked."""
    file = f"{made.print.id}.pdf"
    found = tuple(problem.in_file(file) for problem in prove(made.pdf, game))
    if any(problem.severity is Severity.ERROR for problem in found):
        raise Failure(ExitCode.PROOF, found)
    return found
