"""Turn a face that the rules want into what it is composed of.

That is its template, what the template is handed, and by how much type shrinks that is to look
alike on all faces of its print. It composes other faces where those are shown or tell it; it knows
no paper and no PDF.
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
"""Faces kept between the two times that they are set, 6 KB each, and merged texts, 1 KB each."""


def face_input(
    composer: Composer, game: Game, print_: Print, wanted: WantedFace, size: Size | None
) -> tuple[str, Mapping[str, object]]:
    """The template of a face, and what it is handed."""
    position, row = wanted.place, wanted.place.row
    template = choose_template(game, position.part, row and row.table, row and row.row)
    context = template_context(game, print_, wanted, size)
    context["examples"] = {
        name: _example_face(composer, game, example_print, example)
        for name, example_print, example in find_examples(game, position)
    }
    return template, context


def _example_face(composer: Composer, game: Game, print_: Print, wanted: WantedFace) -> Face:
    """The face of another print as that prints it, to be shown on one of all rows."""
    size, title = next(iter(print_.sizes), None), wanted.content.title
    template, context = face_input(composer, game, print_, wanted, size)
    factors = SharedFontScale(composer, game, print_, size).get_scales(template, context, title)
    return composer.compose_face(template, context, wanted.content.face, title, factors)


class SharedFontScale:
    """By how much the type of boxes shrinks that are to look alike on all faces of a template.

    Of all rows that the print has, asked for or not, so that a card printed again looks the same.
    """

    def __init__(self, composer: Composer, game: Game, print_: Print, size: Size | None) -> None:
        self._inputs = composer, game, print_, size
        self._scales: dict[str, Mapping[str, float]] = {}
        self._trials: dict[str, TrialFace] = {}

    def get_scales(
        self, template: str, context: Mapping[str, object], title: str
    ) -> Mapping[str, float]:
        """The factor of each name; `context` and `title` are of the first face met."""
        scales = self._scales.get(template)
        if scales is None:
            shares = self._inputs[0].has_share_groups(template, context, title)
            scales = self._scales[template] = self._find_min_scales(template) if shares else {}
        return scales

    def take_trial(self, face: str) -> TrialFace | None:
        """What was found of a face as it was set by itself, once."""
        return self._trials.pop(face, None)

    def _find_min_scales(self, template: str) -> Mapping[str, float]:
        composer, game, print_, size = self._inputs
        min_scales: dict[str, float] = {}
        for set_ in list_set_keys(game, print_) or ("",):
            for wanted in generate_faces(game, print_, set_, None):
                if wanted.place.copy_number > 1:
                    continue
                face_template, context = face_input(composer, game, print_, wanted, size)
                if face_template != template:
                    continue
                # What is wrong with a face is told when that face is printed.
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
