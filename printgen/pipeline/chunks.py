"""Split a large print into chunks of faces that workers compose in parallel.

Faces are pickled without their typefaces: each process reads those itself. A chunk with problems
is not packed: the caller then composes the whole print, which reports the problems of all its faces
together.
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
"""Prints with at least this many faces are split; for fewer, starting a chunk costs too much."""

CHUNK_SIZE = 100
"""Faces of one chunk."""


class FaceChunk(NamedTuple):
    """The faces of one set of a print from index `start` up to, not including, `stop`."""

    set: str
    start: int
    stop: int


def split_print(game: Game, job: PrintJob) -> tuple[FaceChunk, ...]:
    """Return the chunks of a print, in order; empty if it is composed as a whole.

    Small prints, pages, prints with backs and prints without a fixed size are not split.
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


def pack_faces(game: Game, job: PrintJob, composer: Composer, chunk: FaceChunk) -> bytes | None:
    """Compose and pickle the faces of a chunk. Return None if any of them has a problem."""
    wanted = generate_faces(game, job.print, chunk.set, job.keys, chunk.start, chunk.stop)
    independent_faces = _reject_shared_scale(wanted, game, job, composer)
    buffer = BytesIO()
    pickler = _FacePickler(buffer, pickle.HIGHEST_PROTOCOL)
    print_, bleed = job.print, job.layout.limit_bleed(job.print.bleed)
    try:
        faces = tuple(compose_faces(composer, game, print_, independent_faces, job.size, bleed))
    except Failure:
        return None
    pickler.dump(faces)
    return buffer.getvalue()


class ChunkError(Exception):
    """A chunk could not be composed on its own."""


def unpack_faces(packed: bytes | None, composer: Composer) -> tuple[Face, ...]:
    """Return the faces of a pickled chunk, with the typefaces of `composer`."""
    if packed is None:
        raise ChunkError
    faces: tuple[Face, ...] = _FaceUnpickler(BytesIO(packed), composer).load()
    return faces


def _reject_shared_scale(
    faces: Iterable[WantedFace], game: Game, job: PrintJob, composer: Composer
) -> Iterator[WantedFace]:
    """Yield `faces`; raise `Failure` if a template has boxes whose font scale all faces share."""
    # A shared scale depends on all faces, so every chunk would have to compose all of them.
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
        # A typeface wraps font files, so only its key is sent; the receiver uses its own typeface.
        return (obj.family, obj.weight, obj.style) if type(obj) is Typeface else None


class _FaceUnpickler(pickle.Unpickler):
    def __init__(self, packed: BytesIO, composer: Composer) -> None:
        super().__init__(packed)
        self._composer = composer

    def persistent_load(self, typeface_key: Any) -> Typeface:
        return self._composer.get_typeface(*typeface_key)
