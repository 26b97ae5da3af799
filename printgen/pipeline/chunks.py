"""Turn a large print into parts that workers compose, and those into its faces, in order.

Faces are pickled, but for their typefaces, which each process reads by itself. It raises `Failure`
where a part cannot be printed as the whole would be, and does not tell why: what is wrong with the
faces of a print is told of all of them together.
"""

import pickle
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from printgen.content.faces_of_print import Wanted, contents, runs
from printgen.job.plan import Planned
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.pipeline.face_input import handed
from printgen.pipeline.faces import compose_all
from printgen.problems import ExitCode, Failure
from printgen.rules.model import Game
from printgen.rules.paths import template_of

LARGE = 400
"""Faces of a print that is composed in parts: of fewer, to begin each costs more than it saves."""

PORTION = 100


class Portion(NamedTuple):
    """The faces of one set of a print from the `start`-th up to the `stop`-th."""

    set: str
    start: int
    stop: int


def portions_of(game: Game, planned: Planned) -> tuple[Portion, ...]:
    """The parts of a print, in order.

    None where it is small, is printed with its backs, or its faces' size is not known.
    """
    in_set = sum(runs(game, planned.print, planned.keys) or ())
    sets = planned.sets or ("",)
    if planned.print.is_page or planned.backs or planned.size is None or in_set * len(sets) < LARGE:
        return ()
    return tuple(Portion(one, at, at + PORTION) for one in sets for at in range(0, in_set, PORTION))


def packed_faces(game: Game, planned: Planned, composer: Composer, portion: Portion) -> bytes:
    """The faces of a part. Raises `Failure` where they cannot be made by themselves."""
    wanted = contents(game, planned.print, portion.set, planned.keys, portion.start, portion.stop)
    alone = _alone(wanted, game, planned, composer)
    packed = BytesIO()
    packer = _Packer(packed, pickle.HIGHEST_PROTOCOL)
    print_, bleed = planned.print, planned.imposition.bleed(planned.print.bleed)
    packer.dump(tuple(compose_all(composer, game, print_, alone, planned.size, bleed)))
    return packed.getvalue()


def unpacked(packed: bytes, composer: Composer) -> tuple[Face, ...]:
    """The faces of a part, set in the typefaces of `composer`."""
    faces: tuple[Face, ...] = _Unpacker(BytesIO(packed), composer).load()
    return faces


def _alone(
    faces: Iterable[Wanted], game: Game, planned: Planned, composer: Composer
) -> Iterator[Wanted]:
    """The faces, none of which has type that shrinks as that of all faces of its print does."""
    seen: set[str] = set()
    for wanted in faces:
        row = wanted.place.row
        name = template_of(game, wanted.place.part, row and row.table, row and row.row)
        if name not in seen:
            seen.add(name)
            template, context = handed(composer, game, planned.print, wanted, planned.size)
            if composer.shares(template, context, wanted.content.title):
                raise Failure(ExitCode.DOES_NOT_FIT, ())
        yield wanted


class _Packer(pickle.Pickler):
    def persistent_id(self, thing: object) -> object:
        return (thing.family, thing.weight, thing.style) if type(thing) is Typeface else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, packed: BytesIO, composer: Composer) -> None:
        super().__init__(packed)
        self._composer = composer

    def persistent_load(self, known_by: Any) -> Typeface:
        return self._composer.typeface(*known_by)
