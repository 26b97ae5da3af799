"""Turn a game's folder into all that a build would find wrong with it, but for its PDFs' proof.

Its rules are checked first; where they are sound, every face is composed and inspected as if it
were to be printed.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from printgen.job.plan import Request, plan_jobs
from printgen.layout.compose import Composer
from printgen.pipeline.print_job import compose_print_faces, count_faces, make_composer
from printgen.press.imposition import Imposition
from printgen.press.paper import find_paper
from printgen.problems import Failures, Problem, Severity, Spot, select_errors
from printgen.rules.check import check_game
from printgen.rules.model import Game
from printgen.rules.player_file import PlayerFile
from printgen.rules.unused_files import note_unused_files
from printgen.system import limits as bounded


def check_source(source: Path | PlayerFile, game: Game, paper: str) -> tuple[Problem, ...]:
    """What is wrong with the rules of the game of `source`, and notes of its folder.

    Raises `Failure` with what is wrong with its faces on `paper`, where its rules are sound.
    """
    problems = tuple(check_game(game))
    if select_errors(problems):
        return (*game.notes, *problems)
    request = Request(imposition=Imposition(find_paper(paper)))
    jobs = plan_jobs(request, game) if game.prints else ()
    bounded.raise_limits(sum(map(partial(count_faces, game), jobs)))
    composer = make_composer(source)
    failures = Failures()
    for job in jobs:
        with failures.collect():
            for _ in compose_print_faces(game, job, composer):
                pass
    failures.raise_collected()
    notes = (
        (*note_unused_files(source, game), *_unused(composer)) if isinstance(source, Path) else ()
    )
    return (*problems, *game.notes, *notes)


def _unused(composer: Composer) -> Iterator[Problem]:
    """A note of each template and style that the game brought along for nothing."""
    for path in composer.find_unused_files():
        hint = "name it in a print or include it; to hide a bundled one, give it the same folder"
        yield Problem(Spot(str(path)), "no print uses it", hint, Severity.NOTE)
    for where, name, suggestion in composer.find_misspelt_classes():
        message = f".{name} matches nothing on any face"
        yield Problem(where, message, f"did you mean .{suggestion}?", Severity.NOTE)
