"""Turn the faces that the rules want into faces that are set by their templates and inspected.

It knows no paper and no PDF.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from printgen.content.faces_of_print import Wanted
from printgen.layout.compose import Bleed, Composer
from printgen.layout.face import Face
from printgen.pipeline.face_input import Shared, handed
from printgen.pipeline.face_problems import Telling
from printgen.preflight.preflight import inspect
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.model import Game, Print
from printgen.rules.sizes import Size

_SLACK = 0.01


def compose_all(
    composer: Composer,
    game: Game,
    print_: Print,
    faces: Iterable[Wanted],
    size: Size | None,
    bleed: float = 0.0,
) -> Iterator[Face]:
    """Every face wanted, in order, each made as asked for, with `bleed` mm of what it may bleed.

    Goes on past a face that cannot be set or read, so that one run reports what is wrong with all
    of them: raises `Failure` in place of the last one if there was any, since who knows how many
    there must be asks for no more.
    """
    before = first = face = held = None
    shared, telling = Shared(composer, game, print_, size), Telling(game, print_)
    bleeds = Bleed(print_.bleed, bleed, bool(size and size.round))
    for wanted in faces:
        if held:
            yield held
        (content, place), held = wanted, None
        if before == place._replace(number=1):
            # A copy, right or wrong, is as the first of its row was.
            held = face and replace(face, id=content.face)
            continue
        before, face = place, None
        with telling.of(wanted):
            template, context = handed(composer, game, print_, wanted, size)
            factors = shared.of(template, context, content.title)
            known = template, context, content.face, content.title
            made = composer.compose(*known, factors, shared.trial(content.face), bleeds)
            # Sheets have places of one size, also where templates state their own.
            first = first or Size("the first face", made.width, made.height)
            held = face = _sized(made, template, content.title, size or first)
        if face:
            flaws = inspect(face, content, place.part.safe, is_page=print_.is_page)
            places = partial(composer.places, template, context)
            telling.inspected(template, wanted, flaws, places)
        if telling.is_long:
            break
    telling.close()
    if held:
        yield held


def _sized(face: Face, template: str, title: str, size: Size) -> Face:
    """The face, which must be of the size asked for."""
    if abs(face.width - size.width) <= _SLACK and abs(face.height - size.height) <= _SLACK:
        return face
    problem = Problem(
        Where(template, subject=title),
        f"makes a face of {face.width:g} × {face.height:g} mm;"
        f" {size.name} is {size.width:g} × {size.height:g} mm",
        "leave width and height of html out, to have what is asked for, or mend sizes: in prints",
    )
    raise Failure(ExitCode.RULES, (problem,))
