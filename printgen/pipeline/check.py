"""`printgen check`: run all stages of a build up to preflight, and write nothing.

The rules are checked first. If they have no error, every face is composed and goes through
preflight, as for a print.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from printgen.job.plan import Request, plan_jobs
from printgen.layout.compose import Composer
from printgen.paper import find_paper
from printgen.pipeline.print_job import compose_print_faces, count_faces, make_composer
from printgen.problems import Log, Place, Problem, make_note, select_errors
from printgen.rules.check import check_game
from printgen.rules.model import Game
from printgen.rules.player_file import PlayerFile
from printgen.rules.unused_files import note_unused_files
from printgen.sheet_layout import SheetLayout
from printgen.system import limits


def check_source(
    source: Path | PlayerFile, game: Game, paper: str, icons: tuple[Path, ...] = ()
) -> tuple[Problem, ...]:
    """Return the problems of the game's rules, and notes about its folder.

    `icons` are more files of icons.

    Raises `Failure` with the problems of its faces on `paper`, if the rules have no error.
    """
    problems = tuple(check_game(game))
    if select_errors(problems):
        return (*game.notes, *problems)
    request = Request(layout=SheetLayout(paper=find_paper(paper).id))
    jobs = plan_jobs(request, game) if game.prints else ()
    limits.set_limits(sum(map(partial(count_faces, game), jobs)))
    composer = make_composer(source, icons=icons)
    log = Log()
    for job in jobs:
        with log.collect():
            # Composing runs preflight too; the faces themselves are not needed.
            for _ in compose_print_faces(game, job, composer):
                pass
    log.raise_problems()
    notes = note_unused_files(source, game) if isinstance(source, Path) else ()
    unused = find_unused(composer) if isinstance(source, Path) else ()
    return (*problems, *game.notes, *notes, *unused)


def find_unused(composer: Composer) -> Iterator[Problem]:
    """Yield a note for each template, style sheet and class of the game that nothing uses."""
    for path in composer.find_unused_files():
        hint = "name it in a print, include it, or give it the path of the bundled file it replaces"
        yield make_note(Place(str(path)), "no print uses this file", hint)
    for where, name, suggestion in composer.find_misspelt_classes():
        message = f".{name} matches no element on any face"
        yield make_note(where, message, f"did you mean .{suggestion}?")
