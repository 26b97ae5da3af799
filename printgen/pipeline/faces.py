"""Turn the faces that the rules want into faces that are set by their templates and inspected.

It knows no paper and no PDF.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from printgen.content.faces_of_print import WantedFace
from printgen.layout.compose import Composer, FaceBleed
from printgen.layout.face import Face
from printgen.pipeline.face_input import SharedFontScale, face_input
from printgen.pipeline.face_problems import FaceProblems
from printgen.preflight.preflight import preflight
from printgen.problems import ExitCode, Failure, Problem, Spot
from printgen.rules.model import Game, Print
from printgen.rules.sizes import Size

_SLACK = 0.01


def compose_faces(
    composer: Composer,
    game: Game,
    print_: Print,
    faces: Iterable[WantedFace],
    size: Size | None,
    bleed: float = 0.0,
) -> Iterator[Face]:
    """Every face wanted, in order, each made as asked for, with `bleed` mm of what it may bleed.

    Goes on past a face that cannot be set or read, so that one run reports what is wrong with all
    of them: raises `Failure` in place of the last one if there was any, since who knows how many
    there must be asks for no more.
    """
    previous_position = first = face = pending_face = None
    font_scale, telling = SharedFontScale(composer, game, print_, size), FaceProblems(game, print_)
    face_bleed = FaceBleed(print_.bleed, bleed, bool(size and size.round))
    for wanted in faces:
        if pending_face:
            yield pending_face
        (content, position), pending_face = wanted, None
        if previous_position == position._replace(copy_number=1):
            # A copy, right or wrong, is as the first of its row was.
            pending_face = face and replace(face, id=content.face)
            continue
        previous_position, face = position, None
        with telling.collect(wanted):
            template, context = face_input(composer, game, print_, wanted, size)
            factors = font_scale.get_scales(template, context, content.title)
            arguments = template, context, content.face, content.title
            composed = composer.compose_face(
                *arguments, factors, font_scale.take_trial(content.face), face_bleed
            )
            # Sheets have places of one size, also where templates state their own.
            first = first or Size("the first face", composed.width, composed.height)
            pending_face = face = _check_face_size(composed, template, content.title, size or first)
        if face:
            flaws = preflight(face, content, position.part.safe, is_page=print_.is_page)
            find_locations = partial(composer.locate_fields, template, context)
            telling.add_flaws(template, wanted, flaws, find_locations)
        if telling.has_too_many:
            break
    telling.raise_collected()
    if pending_face:
        yield pending_face


def _check_face_size(face: Face, template: str, title: str, size: Size) -> Face:
    """The face, which must be of the size asked for."""
    if abs(face.width - size.width) <= _SLACK and abs(face.height - size.height) <= _SLACK:
        return face
    problem = Problem(
        Spot(template, subject=title),
        f"makes a face of {face.width:g} × {face.height:g} mm;"
        f" {size.name} is {size.width:g} × {size.height:g} mm",
        "leave width and height of html out, to have what is asked for, or mend sizes: in prints",
    )
    raise Failure(ExitCode.RULES, (problem,))
