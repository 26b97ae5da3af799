"""Turn a game's folder into all that a build would find wrong with it, but for its PDFs' proof.

Its rules are checked first; where they are sound, every face is composed and inspected as if it
were to be printed.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from printgen.job.plan import Order, plan
from printgen.layout.compose import Composer
from printgen.pipeline.print_job import composer_of, faces_of, number_of_faces
from printgen.press.imposition import Imposition
from printgen.press.paper import find_paper
from printgen.problems import Failures, Problem, Severity, Where, errors
from printgen.rules.check import findings
from printgen.rules.model import Game
from printgen.rules.player_file import Given
from printgen.rules.unused_files import unread
from printgen.system import limits as bounded


def check(source: Path | Given, game: Game, paper: str) -> tuple[Problem, ...]:
    """What is wrong with the rules of the game of `source`, and notes of its folder.

    Raises `Failure` with what is wrong with its faces on `paper`, where its rules are sound.
    """
    found = tuple(findings(game))
    if errors(found):
        return (*game.notes, *found)
    order = Order(imposition=Imposition(find_paper(paper)))
    prints = plan(order, game) if game.prints else ()
    bounded.extend(sum(map(partial(number_of_faces, game), prints)))
    composer = composer_of(source)
    failures = Failures()
    for planned in prints:
        with failures.kept():
            for _ in faces_of(game, planned, composer):
                pass
    failures.close()
    notes = (*unread(source, game), *_idle(composer)) if isinstance(source, Path) else ()
    return (*found, *game.notes, *notes)


def _idle(composer: Composer) -> Iterator[Problem]:
    """A note of each template and style that the game brought along for nothing."""
    for path in composer.unused():
        hint = "name it in a print or include it; to hide a bundled one, give it the same folder"
        yield Problem(Where(str(path)), "no print uses it", hint, Severity.NOTE)
    for where, name, meant in composer.misspelt():
        found = f".{name} matches nothing on any face"
        yield Problem(where, found, f"did you mean .{meant}?", Severity.NOTE)
