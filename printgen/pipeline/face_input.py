"""Collect what one face is composed from: its template, the template's context, shared font scales.

Other faces are composed here too: examples shown on a face, and trials that find shared scales.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from printgen.content.faces_of_print import WantedFace, find_examples, generate_faces, list_set_keys
from printgen.layout.compose import Composer, TrialFace
from printgen.layout.face import Face
from printgen.pipeline.template_context import template_context
from printgen.problems import Failure
from printgen.rules.model import Game, Print
from printgen.rules.paths import choose_template
from printgen.rules.sizes import Size

_KEPT_FACES, _KEPT_TEXTS = 6_000, 10_000
"""The most trials kept for the final pass: those with a composed face (6 KB each), and all."""


def face_input(
    composer: Composer, game: Game, print_: Print, wanted: WantedFace, size: Size | None
) -> tuple[str, Mapping[str, object]]:
    """Return the template name and the template context of one face."""
    position, row = wanted.place, wanted.place.row
    template = choose_template(game, position.part, row and row.table, row and row.row)
    context = template_context(game, print_, wanted, size)
    context["examples"] = {
        name: _example_face(composer, game, example_print, example)
        for name, example_print, example in find_examples(game, position)
    }
    return template, context


def _example_face(composer: Composer, game: Game, print_: Print, wanted: WantedFace) -> Face:
    """Compose a face of another print as an example, to be shown on a face with all rows."""
    size, title = next(iter(print_.sizes), None), wanted.content.title
    template, context = face_input(composer, game, print_, wanted, size)
    scales = SharedFontScale(composer, game, print_, size).get_scales(template, context, title)
    return composer.compose_face(template, context, wanted.content.face, title, scales)


class SharedFontScale:
    """The font scales shared by all boxes with the same `--same` name, for each template.

    They are computed from all rows of the print, including rows that are not printed this time. So
    a card that is printed again later looks like the rest of its deck.
    """

    def __init__(self, composer: Composer, game: Game, print_: Print, size: Size | None) -> None:
        self._inputs = composer, game, print_, size
        self._scales: dict[str, Mapping[str, float]] = {}
        self._trials: dict[str, TrialFace] = {}

    def get_scales(
        self, template: str, context: Mapping[str, object], title: str
    ) -> Mapping[str, float]:
        """Return the scale of each `--same` name; `context` and `title` are of any one face."""
        scales = self._scales.get(template)
        if scales is None:
            shares = self._inputs[0].has_share_groups(template, context, title)
            scales = self._scales[template] = self._find_min_scales(template) if shares else {}
        return scales

    def take_trial(self, face: str) -> TrialFace | None:
        """Return and forget the trial of a face, if it is still kept."""
        return self._trials.pop(face, None)

    def _find_min_scales(self, template: str) -> Mapping[str, float]:
        composer, game, print_, size = self._inputs
        min_scales: dict[str, float] = {}
        for set_ in list_set_keys(game, print_) or ("",):
            for wanted in generate_faces(game, print_, set_, None):
                # Copies of a row have the same content, so the first one is enough.
                if wanted.place.copy_number > 1:
                    continue
                face_template, context = face_input(composer, game, print_, wanted, size)
                if face_template != template:
                    continue
                # The problems of a face are reported when that face itself is composed.
                with suppress(Failure):
                    trial = composer.compose_trial(template, context, wanted.content.title)
                    for name, factor in trial.factors.items():
                        min_scales[name] = min(factor, min_scales.get(name, 1.0))
                    if len(self._trials) < _KEPT_TEXTS:
                        is_many = len(self._trials) >= _KEPT_FACES
                        self._trials[wanted.content.face] = (
                            replace(trial, composed=None) if is_many else trial
                        )
        return min_scales
