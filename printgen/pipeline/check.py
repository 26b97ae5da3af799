"""`printgen check`: run all stages of a build up to preflight, and write nothing.

The rules are checked first. If they have no error, every face is composed and goes through
preflight, as for a print. For a standalone table whose rows do not fit, the smallest usual size of
card that fits is suggested.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.layout.compose import Composer
from printgen.layout.flow.block import DOES_NOT_FIT
from printgen.layout.template.diagnostics import MISSING_FILE
from printgen.pipeline.faces import build_face_input
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import (
    compose_print_backs,
    compose_print_faces,
    count_faces_to_compose,
    make_composer,
)
from printgen.problems import Failure, Log, Place, Problem, make_fix, make_note, select_errors
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import note_unused_files
from printgen.rules.loading.player_file import PlayerFile
from printgen.rules.model import Game
from printgen.rules.source import Source
from printgen.rules.standalone.deck import TableDeck
from printgen.rules.values.sizes import SIZES, Size
from printgen.sheet_layout import SheetLayout
from printgen.system import limits


def check_rules_and_faces(
    source: Path | PlayerFile, game: Game, paper: str, icons: tuple[Path, ...] = ()
) -> tuple[Problem, ...]:
    """Check a game's rules and compose its faces, and return what was found.

    If the rules have an error, return all problems of the rules and the files that are missing.
    Otherwise, return the notes about the rules, the faces and unused files. Raises `Failure` if a
    face, composed for printing on `paper`, has an error. `icons` are files of icons, in addition to
    those of the game.
    """
    problems = tuple(check_game(game))
    composer = make_composer(source, icons=icons)
    request = Request(layout=SheetLayout(paper=paper))
    if select_errors(problems):
        return (*game.notes, *find_missing_files(game, request, composer), *problems)
    log = _collect_face_problems(game, request, composer)
    log.raise_problems()
    notes = note_unused_files(source, game) if isinstance(source, Path) else ()
    unused = note_unused_templates(composer) if isinstance(source, Path) else ()
    return (*problems, *game.notes, *log.notes, *notes, *unused)


def _collect_face_problems(game: Game, request: Request, composer: Composer) -> Log:
    """Compose all faces of a game, and return their problems and notes."""
    jobs = plan_jobs(request, game) if game.prints else ()
    limits.set_limits(sum(map(partial(count_faces_to_compose, game), jobs)))
    log = Log()
    for job in jobs:
        with log.collect_failures():
            # Composing runs preflight too; the faces themselves are not needed.
            for face in compose_print_faces(game, job, composer):
                log.notes |= dict.fromkeys(face.notes)
    return log


def find_missing_files(game: Game, request: Request, composer: Composer) -> tuple[Problem, ...]:
    """Return a problem for each missing file, such as the drawing of a mark.

    A misspelt name of a mark is reported in this way too. It may be the reason why a check of the
    game fails.
    """
    with suppress(Failure):
        problems = _collect_face_problems(game, request, composer).problems
        return tuple(problem for problem in problems if problem.kind == MISSING_FILE)
    return ()


def note_unused_templates(composer: Composer) -> Iterator[Problem]:
    """Yield a note for each template, style sheet and class of the game that nothing uses."""
    for path in composer.find_unused_files():
        hint = "name it in a print, include it, or give it the path of the bundled file it replaces"
        yield make_note(Place(str(path)), "no print uses this file", hint)
    for where, name, suggestion in composer.find_misspelt_classes():
        message = f".{name} matches no element on any face"
        yield make_note(where, message, f"did you mean .{suggestion}?")


_LARGEST_SIZE = Size("105x148", 105.0, 148.0)
"""A6 (ISO 216), tried after the usual sizes."""


def note_fitting_size(source: Source, request: Request, failure: Failure) -> tuple[Problem, ...]:
    """Return a note with the smallest usual card size on which all rows fit, or that none is found.

    `failure` has the problems of the build. The result is empty if the source is no standalone
    table, if any of the problems is not about a text that does not fit, or if sheets of the trade
    (`--sheets`) set the size.
    """
    problems = select_errors(failure.problems)
    if not isinstance(source, TableDeck) or any(each.kind != DOES_NOT_FIT for each in problems):
        return ()
    if request.layout.sheet:
        return ()
    game = source.load()
    jobs = plan_jobs(request, game)
    size = next(job.size for job in jobs if job.size)
    sizes = sorted((*SIZES.values(), _LARGEST_SIZE), key=lambda other: other.width * other.height)
    # Usually, the face with the most text fits last.
    faces = generate_wanted_faces(game, jobs[0].print, "", jobs[0].keys)
    longest = max(faces, key=lambda face: sum(map(len, face.content.fields.values())))
    for other in sizes:
        is_larger = other.width >= size.width and other.height >= size.height
        if not is_larger or other == size or other.round:
            continue
        with suppress(Failure):
            limits.set_limits(2 * len(game.table("cards").rows))
            composer = make_composer(source, icons=request.icons)
            jobs = plan_jobs(replace(request, sizes=(other.name,)), game)
            inputs = build_face_input(composer, game, jobs[0].print, longest, jobs[0].size)
            if not composer.compose_trial(*inputs, longest.content.title).composed:
                continue
            for job in jobs:
                deque(compose_print_faces(game, job, composer), 0)
                deque(compose_print_backs(game, job, composer), 0)
            message, fix = f"all cards fit at --size {other.name}", make_fix(size=other.name)
            return (make_note(source.name, message, fixes=(fix,)),)
    hint = "shorten the longest words and texts, or leave columns out: --leave NAMES"
    message = f"the cards do not fit at any size up to {_LARGEST_SIZE.name}"
    return (make_note(source.name, message, hint),)
