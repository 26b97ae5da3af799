"""Turn a large print into parts that workers compose, and those into its faces, in order.

Faces are pickled, but for their typefaces, which each process reads by itself. It raises `Failure`
where a part cannot be printed as the whole would be, and does not tell why: what is wrong with the
faces of a print is told of all of them together.
"""

import pickle
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from printgen.content.faces_of_print import WantedFace, count_runs, generate_faces
from printgen.job.plan import PrintJob
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.pipeline.face_input import face_input
from printgen.pipeline.faces import compose_faces
from printgen.problems import ExitCode, Failure
from printgen.rules.model import Game
from printgen.rules.paths import choose_template

LARGE = 400
"""Faces of a print that is composed in parts: of fewer, to begin each costs more than it saves."""

CHUNK_SIZE = 100


class FaceChunk(NamedTuple):
    """The faces of one set of a print from the `start`-th up to the `stop`-th."""

    set: str
    start: int
    stop: int


def split_print(game: Game, job: PrintJob) -> tuple[FaceChunk, ...]:
    """The parts of a print, in order.

    None where it is small, is printed with its backs, or its faces' size is not known.
    """
    faces_per_set = sum(count_runs(game, job.print, job.keys) or ())
    sets = job.sets or ("",)
    if job.print.is_page or job.backs or job.size is None or faces_per_set * len(sets) < LARGE:
        return ()
    return tuple(
        FaceChunk(set_, start, start + CHUNK_SIZE)
        for set_ in sets
        for start in range(0, faces_per_set, CHUNK_SIZE)
    )


def pack_faces(game: Game, job: PrintJob, composer: Composer, chunk: FaceChunk) -> bytes:
    """The faces of a part. Raises `Failure` where they cannot be made by themselves."""
    wanted = generate_faces(game, job.print, chunk.set, job.keys, chunk.start, chunk.stop)
    independent_faces = _reject_shared_scale(wanted, game, job, composer)
    buffer = BytesIO()
    pickler = _FacePickler(buffer, pickle.HIGHEST_PROTOCOL)
    print_, bleed = job.print, job.imposition.limit_bleed(job.print.bleed)
    pickler.dump(tuple(compose_faces(composer, game, print_, independent_faces, job.size, bleed)))
    return buffer.getvalue()


def unpack_faces(packed: bytes, composer: Composer) -> tuple[Face, ...]:
    """The faces of a part, set in the typefaces of `composer`."""
    faces: tuple[Face, ...] = _FaceUnpickler(BytesIO(packed), composer).load()
    return faces


def _reject_shared_scale(
    faces: Iterable[WantedFace], game: Game, job: PrintJob, composer: Composer
) -> Iterator[WantedFace]:
    """The faces, none of which has type that shrinks as that of all faces of its print does."""
    seen_templates: set[str] = set()
    for wanted in faces:
        row = wanted.place.row
        template_name = choose_template(game, wanted.place.part, row and row.table, row and row.row)
        if template_name not in seen_templates:
            seen_templates.add(template_name)
            template, context = face_input(composer, game, job.print, wanted, job.size)
            if composer.has_share_groups(template, context, wanted.content.title):
                raise Failure(ExitCode.DOES_NOT_FIT, ())
        yield wanted


class _FacePickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> object:
        return (obj.family, obj.weight, obj.style) if type(obj) is Typeface else None


class _FaceUnpickler(pickle.Unpickler):
    def __init__(self, packed: BytesIO, composer: Composer) -> None:
        super().__init__(packed)
        self._composer = composer

    def persistent_load(self, typeface_key: Any) -> Typeface:
        return self._composer.get_typeface(*typeface_key)
