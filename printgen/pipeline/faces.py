"""Compose the faces of a print from their templates, and run preflight on each."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from printgen.content.faces_of_print import WantedFace
from printgen.layout.compose import Composer, FaceBleed
from printgen.layout.face import Face
from printgen.pipeline.face_input import SharedFontScale, face_input
from printgen.pipeline.face_problems import FaceProblems
from printgen.preflight.preflight import preflight
from printgen.problems import ExitCode, Place, refuse
from printgen.rules.model import Game, Print
from printgen.rules.sizes import Size

_SLACK = 0.01
"""Tolerance of a face's size, in mm."""


def compose_faces(
    composer: Composer,
    game: Game,
    print_: Print,
    faces: Iterable[WantedFace],
    size: Size | None,
    bleed: float = 0.0,
    font_scale: SharedFontScale | None = None,
) -> Iterator[Face]:
    """Compose all wanted faces, in order and lazily, with up to `bleed` mm of bleed.

    `font_scale` has the scales of their templates, if they were measured before.

    Continues after a face that fails, so that one run reports the problems of all faces. If there
    was any problem, raises `Failure` instead of yielding the last face: callers that know the
    count never request another face, so raising after it would be too late.
    """
    previous_position = first = face = pending_face = None
    font_scale = font_scale or SharedFontScale(composer, game, print_, size)
    problems = FaceProblems(game, print_)
    face_bleed = FaceBleed(print_.bleed, bleed, size.outline if size else "box")
    for wanted in faces:
        if pending_face:
            # Yield each face one step late: the last face is released only after the final check.
            yield pending_face
        (content, position), pending_face = wanted, None
        if previous_position == position._replace(copy_number=1):
            # A copy repeats the first face of its row; if that failed, the copy is skipped.
            pending_face = face and replace(face, id=content.face)
            continue
        previous_position, face = position, None
        with problems.collect(wanted):
            template, context = face_input(composer, game, print_, wanted, size)
            scales = font_scale.get_scales(template, context, content.title)
            arguments = template, context, content.face, content.title
            composed = composer.compose_face(
                *arguments, scales, font_scale.take_trial(content.face), face_bleed
            )
            # All places of a sheet have one size, even if the template sets the size itself.
            first = first or Size("the first face", composed.width, composed.height)
            pending_face = face = _check_face_size(composed, template, content.title, size or first)
        if face:
            flaws = preflight(face, content, position.part.safe, is_page=print_.is_page)
            find_locations = partial(composer.locate_fields, template, context)
            problems.add_flaws(template, wanted, flaws, find_locations)
        if problems.has_too_many:
            break
    problems.raise_collected()
    if pending_face:
        yield pending_face


def _check_face_size(face: Face, template: str, title: str, size: Size) -> Face:
    """Return the face; raise `Failure` if it does not have the requested size."""
    if abs(face.width - size.width) <= _SLACK and abs(face.height - size.height) <= _SLACK:
        return face
    message = f"makes a face of {face.width:g} × {face.height:g} mm,"
    message += f" but {size.name} is {size.width:g} × {size.height:g} mm"
    hint = "remove width and height of html, to use that size, or change sizes: in prints"
    raise refuse(ExitCode.RULES, Place(template, subject=title), message, hint)
