"""Compose the faces of a print from their templates, and run preflight on each.

A face is composed from its template, the template's context, and the font scales that it shares
with other faces. Also composed here: examples shown on a face, and trials that find shared scales.

`locate_findings` moves what a proof found to the place where the user can fix it. The proof knows
faces and fields but no templates, so the line of a template that prints a field is looked up here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, product
from typing import Any

from msgspec.structs import replace

from printgen.content.faces_of_print import (
    WantedFace,
    find_example_faces,
    generate_wanted_faces,
    list_set_keys,
)
from printgen.content.template_context import build_context
from printgen.face.face import Face
from printgen.layout.compose import Composer, FaceBleed, FieldOrigin, TrialFace
from printgen.pipeline.face_problems import FaceProblems
from printgen.pipeline.plan import PrintJob
from printgen.preflight.preflight import preflight
from printgen.problems import ExitCode, Failure, Place, Problem, create_failure
from printgen.rules.model import Game, Print
from printgen.rules.queries.paths import choose_template
from printgen.rules.values.sizes import Size
from printgen.sheet_layout import SheetLayout

_MAX_KEPT_FACES, _MAX_TRIALS = 6_000, 10_000
"""The most trials kept for the final pass: those with a composed face (6 KB each), and all."""


def build_face_input(
    composer: Composer, game: Game, print_: Print, wanted: WantedFace, size: Size | None
) -> tuple[str, dict[str, Any]]:
    """Return the name of the template of a face, and the values that the template can use, by name.

    `size` is None if the template sets the size.
    """
    context = build_context(game, print_, wanted, size)
    context["examples"] = {
        name: _compose_example(composer, game, example_print, example)
        for name, example_print, example in find_example_faces(game, wanted.place)
    }
    return _find_template(game, wanted), context


def _find_template(game: Game, wanted: WantedFace) -> str:
    row = wanted.place.row
    return choose_template(game, wanted.place.part, row and row.table, row and row.row)


def _compose_example(composer: Composer, game: Game, print_: Print, wanted: WantedFace) -> Face:
    """Compose a face of another print as an example, to be shown on a face such as a rules page."""
    size, title = next(iter(print_.sizes), None), wanted.content.title
    template, context = build_face_input(composer, game, print_, wanted, size)
    font_scale = SharedFontScale(composer, game, print_, size)
    scales = font_scale.get_or_measure_font_scales(template, context, title)
    return composer.compose_face(template, context, wanted.content.face, title, scales)


FontScales = Mapping[str, Mapping[str, float]]
"""For each template, the font scale of each `--same` name."""

ScaleCounts = Mapping[str, Mapping[str, Mapping[float, Sequence[str]]]]
"""For each template and `--same` name, the names of the faces that need each font scale."""


class SharedFontScale:
    """Finds how small the text of boxes with the same `--same` name must be in a whole print.

    A font scale is the factor by which the text of a box is smaller than in its template. Boxes
    with the same `--same` name share one, so that their texts are equally large on all faces. All
    rows of the print count, even if only some are printed now: a card that is printed again later
    then looks like the rest of its deck.

    - `scales`: the font scales that are known, by template and `--same` name.
    - `counts`: for each template, `--same` name and font scale, the names of the faces that need
      it.
    """

    def __init__(
        self,
        composer: Composer,
        game: Game,
        print_: Print,
        size: Size | None,
        scales: FontScales | None = None,
    ) -> None:
        self._inputs = composer, game, print_, size
        self.scales = dict(scales or {})
        self.counts: dict[str, dict[str, dict[float, list[str]]]] = {}
        self._shares: dict[str, bool] = {}
        self._trials: dict[str, TrialFace] = {}

    def get_or_measure_font_scales(
        self, template: str, context: Mapping[str, object], title: str
    ) -> Mapping[str, float]:
        """Return the font scale of each `--same` name of a template.

        A font scale is the factor by which text of a box is smaller than in its template. If the
        scales of this template are unknown, all faces of the print are measured. `context` and
        `title` are the values and the name in messages of any face with this template.
        """
        if template not in self.scales:
            composer, game, print_, _ = self._inputs
            if composer.uses_shared_font_scales(template, context, title):
                for set_ in list_set_keys(game, print_) or ("",):
                    self.measure_required_scales(generate_wanted_faces(game, print_, set_, None))
            self.scales |= choose_font_scales(self.counts)
            self.scales.setdefault(template, {})
        return self.scales[template]

    def pop_trial_face(self, face: str) -> TrialFace | None:
        """Return the kept result of measuring a face, and forget it; None if none is kept.

        A face is composed once to measure which font scale it needs. `face` is its name.
        """
        return self._trials.pop(face, None)

    def measure_required_scales(self, faces: Iterable[WantedFace]) -> None:
        """Measure these faces, and add the scales that they need to `counts`.

        Faces of templates without `--same` names are skipped.
        """
        composer, game, print_, size = self._inputs
        shares = self._shares
        for wanted in faces:
            template = _find_template(game, wanted)
            # Copies of a row have the same content, so the first one is enough.
            if wanted.place.copy_number > 1 or not shares.get(template, True):
                continue
            _, context = build_face_input(composer, game, print_, wanted, size)
            title = wanted.content.title
            if template not in shares:
                shares[template] = composer.uses_shared_font_scales(template, context, title)
            if not shares[template]:
                continue
            # The problems of a face are reported when that face itself is composed.
            with suppress(Failure):
                trial = composer.compose_trial(template, context, title)
                for name, factor in trial.factors.items():
                    counts = self.counts.setdefault(template, {}).setdefault(name, {})
                    counts.setdefault(factor, []).append(wanted.content.face)
                if len(self._trials) < _MAX_TRIALS:
                    is_many = len(self._trials) >= _MAX_KEPT_FACES
                    kept = replace(trial, composed=None) if is_many else trial
                    self._trials[wanted.content.face] = kept


def merge_scale_counts(parts: Iterable[ScaleCounts]) -> ScaleCounts:
    """Return the counts of all `parts` in one mapping, such as those of several workers.

    Counts are the names of faces by template, `--same` name, and the font scale that the face
    needs. No face may be counted in two of `parts`.
    """
    merged: dict[str, dict[str, dict[float, list[str]]]] = {}
    for template, counts in chain.from_iterable(part.items() for part in parts):
        for name, count in counts.items():
            sums = merged.setdefault(template, {}).setdefault(name, {})
            for factor, faces in count.items():
                sums.setdefault(factor, []).extend(faces)
    return merged


def choose_font_scales(counts: ScaleCounts) -> FontScales:
    """Return the font scale of each `--same` name, by template and then by name.

    `counts` are the names of faces by template, `--same` name, and the font scale that the face
    needs. All faces fit at the returned scale. For a name with a percentage, such as "words 90%",
    only that share of the faces must fit.
    """
    return {
        template: {name: choose_font_scale(name, count) for name, count in names.items()}
        for template, names in counts.items()
    }


def choose_font_scale(name: str, counts: Mapping[float, Sequence[str]]) -> float:
    """Return the font scale of a `--same` name. `counts` has the faces that need each scale.

    It is the smallest scale that any face needs. For "words 90%", at least 90 % of the faces need
    no smaller scale.
    """
    percent = float(name.partition(" ")[2].rstrip("%") or 100)
    others = sum(map(len, counts.values())) * (100 - percent) / 100
    for factor in sorted(counts):
        others -= len(counts[factor])
        if others < 0:
            return factor
    return 1.0


def locate_findings(
    game: Game, job: PrintJob, composer: Composer, findings: Sequence[Problem]
) -> Iterator[Problem]:
    """Yield the problems that a proof found, with the places where the user can fix them.

    A problem of a field is located where the template prints the field. All other problems are
    located at the PDF.
    """
    titles = {finding.where.subject for finding in findings if finding.where.field}
    template_places: dict[str, Mapping[str, FieldOrigin]] = {}
    sides = (job, replace(job, print=job.backs)) if job.backs else (job,)
    for side, set_ in product(sides if titles else (), job.sets or ("",)):
        for wanted in generate_wanted_faces(game, side.print, set_, side.keys):
            if (title := wanted.content.title) in titles:
                inputs = build_face_input(composer, game, side.print, wanted, side.face_size)
                template_places[title] = composer.locate_fields_in_templates(*inputs)
    for finding in findings:
        subject, field = finding.where.subject, finding.where.field
        places = template_places.get(subject, {}) if field else {}
        found = places.get(field) or places.get("")
        place = found.template if found else Place(f"{job.name}.pdf")
        yield replace(finding, where=replace(place, subject=subject, field=field))


_TOLERANCE = 0.01
"""Tolerance of a face's size, in mm."""


def compose_faces(
    composer: Composer,
    game: Game,
    print_: Print,
    faces: Iterable[WantedFace],
    size: Size | None,
    bleed: float = 0.0,
    font_scale: SharedFontScale | None = None,
    board_layout: SheetLayout | None = None,
) -> Iterator[Face]:
    """Compose the faces of a print, in order and lazily.

    - `faces`: the faces to compose. `size`: their size; None if the template sets it.
    - `bleed`: the width of the bleed in mm, at most.
    - `font_scale`: finds how small the text is that must be equally large on several faces, if it
      was measured before; else None.
    - `board_layout`: the layout of sheets, if each face is printed on several pages; else None.

    After a face that fails, composing continues, so that one run reports the problems of all faces.
    If there was any problem, `Failure` is raised instead of yielding the last face: callers that
    know the number of faces request no face after the last.
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
        with problems.catch_face_failure(wanted):
            template, context = build_face_input(composer, game, print_, wanted, size)
            scales = font_scale.get_or_measure_font_scales(template, context, content.title)
            name, title = content.face, content.title
            composed = composer.compose_face(
                template, context, name, title, scales, font_scale.pop_trial_face(name), face_bleed
            )
            # All places of a sheet have one size, even if the template sets the size itself.
            first = first or Size("the first face", composed.width, composed.height)
            pending_face = face = _check_face_size(composed, template, content.title, size or first)
        if face:
            safe, is_page = position.part.safe, print_.is_page
            radius = 0.0 if is_page else print_.radius
            outline = face_bleed.outline
            found = preflight(face, content, safe, outline, radius, board_layout, is_page=is_page)
            find_locations = partial(composer.locate_fields_in_templates, template, context)
            problems.add_face_problems(template, wanted, found, find_locations)
        if problems.has_too_many:
            break
    notes = problems.raise_errors_or_get_notes()
    if pending_face:
        yield replace(pending_face, notes=(*pending_face.notes, *notes))


def _check_face_size(face: Face, template: str, title: str, size: Size) -> Face:
    """Return the face. Raises `Failure` if it does not have the requested size."""
    if abs(face.width - size.width) <= _TOLERANCE and abs(face.height - size.height) <= _TOLERANCE:
        return face
    message = f"makes a face of {face.width:g} × {face.height:g} mm,"
    message += f" but {size.name} is {size.width:g} × {size.height:g} mm"
    hint = (
        "remove width and height of html (or @page), to use that size, or change sizes: in prints"
    )
    raise create_failure(ExitCode.RULES, Place(template, subject=title), message, hint)
