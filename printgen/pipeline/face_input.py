"""Turn a face that the rules want into what it is composed of.

That is its template, what the template is handed, and by how much type shrinks that is to look
alike on all faces of its print. It composes other faces where those are shown or tell it; it knows
no paper and no PDF.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from printgen.content.faces_of_print import Wanted, contents, examples, sets_of
from printgen.layout.compose import Composer, Trial
from printgen.layout.face import Face
from printgen.pipeline.template_context import bound
from printgen.problems import Failure
from printgen.rules.model import Game, Print
from printgen.rules.paths import template_of
from printgen.rules.sizes import Size

_KEPT_FACES, _KEPT_TEXTS = 6_000, 10_000
"""Faces kept between the two times that they are set, 6 KB each, and merged texts, 1 KB each."""


def handed(
    composer: Composer, game: Game, print_: Print, wanted: Wanted, size: Size | None
) -> tuple[str, Mapping[str, object]]:
    """The template of a face, and what it is handed."""
    place, row = wanted.place, wanted.place.row
    template = template_of(game, place.part, row and row.table, row and row.row)
    context = bound(game, print_, wanted, size)
    context["examples"] = {
        name: _example(composer, game, of, one) for name, of, one in examples(game, place)
    }
    return template, context


def _example(composer: Composer, game: Game, print_: Print, wanted: Wanted) -> Face:
    """The face of another print as that prints it, to be shown on one of all rows."""
    size, title = next(iter(print_.sizes), None), wanted.content.title
    template, context = handed(composer, game, print_, wanted, size)
    factors = Shared(composer, game, print_, size).of(template, context, title)
    return composer.compose(template, context, wanted.content.face, title, factors)


class Shared:
    """By how much the type of boxes shrinks that are to look alike on all faces of a template.

    Of all rows that the print has, asked for or not, so that a card printed again looks the same.
    """

    def __init__(self, composer: Composer, game: Game, print_: Print, size: Size | None) -> None:
        self._made = composer, game, print_, size
        self._found: dict[str, Mapping[str, float]] = {}
        self._trials: dict[str, Trial] = {}

    def of(self, template: str, context: Mapping[str, object], title: str) -> Mapping[str, float]:
        """The factor of each name; `context` and `title` are of the first face met."""
        found = self._found.get(template)
        if found is None:
            shares = self._made[0].shares(template, context, title)
            found = self._found[template] = self._least(template) if shares else {}
        return found

    def trial(self, face: str) -> Trial | None:
        """What was found of a face as it was set by itself, once."""
        return self._trials.pop(face, None)

    def _least(self, template: str) -> Mapping[str, float]:
        composer, game, print_, size = self._made
        least: dict[str, float] = {}
        for set_ in sets_of(game, print_) or ("",):
            for wanted in contents(game, print_, set_, None):
                if wanted.place.number > 1:
                    continue
                found, context = handed(composer, game, print_, wanted, size)
                if found != template:
                    continue
                # What is wrong with a face is told when that face is printed.
                with suppress(Failure):
                    trial = composer.trial(template, context, wanted.content.title)
                    for name, factor in trial.factors.items():
                        least[name] = min(factor, least.get(name, 1.0))
                    if len(self._trials) < _KEPT_TEXTS:
                        is_many = len(self._trials) >= _KEPT_FACES
                        self._trials[wanted.content.face] = (
                            replace(trial, made=None) if is_many else trial
                        )
        return least
