"""The findings of a proof, each at the place where the user can fix it.

The proof knows faces and fields, and no templates. So this module looks up the line of a template
that prints a field, as for the problems that preflight finds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from printgen.content.faces_of_print import generate_faces
from printgen.job.plan import PrintJob
from printgen.layout.compose import Composer
from printgen.pipeline.face_input import face_input
from printgen.problems import Place, Problem
from printgen.rules.model import Game


def locate_findings(
    game: Game, job: PrintJob, composer: Composer, findings: Sequence[Problem]
) -> Iterator[Problem]:
    """Yield the findings about a field of a face at its template, and all others at the PDF."""
    titles = {finding.where.subject for finding in findings if finding.where.field}
    template_places: dict[str, Mapping[str, Place]] = {}
    sides = (job, job._replace(print=job.backs)) if job.backs else (job,)
    for side, set_ in product(sides if titles else (), job.sets or ("",)):
        for wanted in generate_faces(game, side.print, set_, side.keys):
            if (title := wanted.content.title) in titles:
                inputs = face_input(composer, game, side.print, wanted, side.face_size)
                template_places[title] = composer.locate_fields(*inputs)
    for finding in findings:
        subject, field = finding.where.subject, finding.where.field
        places = template_places.get(subject, {}) if field else {}
        place = places.get(field) or places.get("") or Place(f"{job.name}.pdf")
        yield replace(finding, where=replace(place, subject=subject, field=field))
