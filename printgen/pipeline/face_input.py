"""Collect what one face is composed from: its template, the template's context, shared font scales.

Other faces are composed here too: examples shown on a face, and trials that find shared scales.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any

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
) -> tuple[str, dict[str, Any]]:
    """Return the template name and the template context of one face."""
    context = template_context(game, print_, wanted, size)
    context["examples"] = {
        name: _example_face(composer, game, example_print, example)
        for name, example_print, example in find_examples(game, wanted.place)
    }
    return _find_template(game, wanted), context


def _find_template(game: Game, wanted: WantedFace) -> str:
    row = wanted.place.row
    return choose_template(game, wanted.place.part, row and row.table, row and row.row)


def _example_face(composer: Composer, game: Game, print_: Print, wanted: WantedFace) -> Face:
    """Compose a face of another print as an example, to be shown on a face with all rows."""
    size, title = next(iter(print_.sizes), None), wanted.content.title
    template, context = face_input(composer, game, print_, wanted, size)
    scales = SharedFontScale(composer, game, print_, size).get_scales(template, context, title)
    return composer.compose_face(template, context, wanted.content.face, title, scales)


FontScales = Mapping[str, Mapping[str, float]]
"""For each template, the font scale of each `--same` name."""

ScaleCounts = Mapping[str, Mapping[str, Mapping[float, int]]]
"""For each template and `--same` name, how many faces need each font scale."""


class SharedFontScale:
    """The font scales shared by all boxes with the same `--same` name, for each template.

    They are computed from all rows of the print, including rows that are not printed this time. So
    a card that is printed again later looks like the rest of its deck. `scales` are known from
    rows that were measured elsewhere; `counts` are those of the rows measured here.
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
        self.counts: dict[str, dict[str, Counter[float]]] = {}
        self._shares: dict[str, bool] = {}
        self._trials: dict[str, TrialFace] = {}

    def get_scales(
        self, template: str, context: Mapping[str, object], title: str
    ) -> Mapping[str, float]:
        """Return the scale of each `--same` name; `context` and `title` are of any one face."""
        if template not in self.scales:
            composer, game, print_, _ = self._inputs
            if composer.has_share_groups(template, context, title):
                for set_ in list_set_keys(game, print_) or ("",):
                    self.measure(generate_faces(game, print_, set_, None))
            self.scales |= choose_scales(self.counts)
            self.scales.setdefault(template, {})
        return self.scales[template]

    def take_trial(self, face: str) -> TrialFace | None:
        """Return and forget the trial of a face, if it is still kept."""
        return self._trials.pop(face, None)

    def measure(self, faces: Iterable[WantedFace]) -> None:
        """Count the scales that the faces need, of templates that have `--same` names."""
        composer, game, print_, size = self._inputs
        shares = self._shares
        for wanted in faces:
            template = _find_template(game, wanted)
            # Copies of a row have the same content, so the first one is enough.
            if wanted.place.copy_number > 1 or not shares.get(template, True):
                continue
            _, context = face_input(composer, game, print_, wanted, size)
            title = wanted.content.title
            if template not in shares:
                shares[template] = composer.has_share_groups(template, context, title)
            if not shares[template]:
                continue
            # The problems of a face are reported when that face itself is composed.
            with suppress(Failure):
                trial = composer.compose_trial(template, context, title)
                for name, factor in trial.factors.items():
                    counts = self.counts.setdefault(template, {}).setdefault(name, Counter())
                    counts[factor] += 1
                if len(self._trials) < _KEPT_TEXTS:
                    is_many = len(self._trials) >= _KEPT_FACES
                    kept = replace(trial, composed=None) if is_many else trial
                    self._trials[wanted.content.face] = kept


def merge_counts(parts: Iterable[ScaleCounts]) -> ScaleCounts:
    """Return the sum of the counts."""
    merged: dict[str, dict[str, Counter[float]]] = {}
    for template, counts in chain.from_iterable(part.items() for part in parts):
        for name, count in counts.items():
            merged.setdefault(template, {}).setdefault(name, Counter()).update(count)
    return merged


def choose_scales(counts: ScaleCounts) -> FontScales:
    """Return the scales at which all faces fit, or the share of them that the name ends with."""
    return {
        template: {name: _choose_scale(name, count) for name, count in names.items()}
        for template, names in counts.items()
    }


def _choose_scale(name: str, counts: Mapping[float, int]) -> float:
    """Return the scale of the name `words 90%` that at least 90 % of the faces keep."""
    percent = float(name.partition(" ")[2].rstrip("%") or 100)
    others = sum(counts.values()) * (100 - percent) / 100
    for factor in sorted(counts):
        others -= counts[factor]
        if others < 0:
            return factor
    return 1.0
