"""Split a large print into chunks of faces that workers compose in parallel.

Faces are pickled without their typefaces: each process reads those itself. A chunk with problems
is not packed: the caller then composes the whole print, which reports the problems of all its faces
together.
"""

import pickle
from collections.abc import Collection, Iterable
from io import BytesIO
from typing import Any

import msgspec

from printgen.content.faces_of_print import generate_wanted_faces, list_face_run_lengths
from printgen.face.face import Face
from printgen.face.fonts import Typeface
from printgen.layout.compose import Composer
from printgen.pipeline.faces import (
    FontScales,
    ScaleCounts,
    SharedFontScale,
    choose_font_scales,
    compose_faces,
)
from printgen.pipeline.plan import PrintJob
from printgen.problems import Failure
from printgen.rules.model import Game, Print

MIN_SPLIT_FACES = 400
"""Prints with at least this many faces are split; for fewer, starting a chunk costs too much."""

CHUNK_SIZE = 100
"""The number of faces in a chunk. The last chunk of a set may have fewer."""


class FaceChunk(msgspec.Struct, frozen=True):
    """Some of the faces of a print: those with the indices from `start` to `stop` - 1 in a set.

    `set` is the key of the player or other row for which the print repeats all its faces; ""
    without.
    """

    set: str
    start: int
    stop: int


class ChunkResult(msgspec.Struct, frozen=True):
    """What a worker returns for a chunk: some of the faces of a large print.

    - `counts`: the font scales that the faces need. A font scale is the factor by which the text of
      a box is smaller than in its template.
    - `faces`: the pickled faces; empty if the faces were only measured.
    """

    counts: ScaleCounts
    faces: bytes = b""

    def is_valid_for(self, scales: FontScales) -> bool:
        """Return whether the faces can be printed with `scales`, the font scales of all rows.

        They can if they were composed, and the scales that they were composed with are the same.
        """
        own_scales = choose_font_scales(self.counts).items()
        pairs = ((scales[template], factors) for template, factors in own_scales)
        return bool(self.faces) and all(all_.items() >= own.items() for all_, own in pairs)


class ChunkError(Exception):
    """Raised in a worker process if a face that it composes has a problem.

    The problem is not in this exception: the print is then composed again as a whole, which reports
    all problems.
    """


def split_print(game: Game, job: PrintJob) -> tuple[FaceChunk, ...]:
    """Return the chunks of a large print, in order; each can be composed by another worker.

    The result is empty if the print must be composed as a whole. That is so for a print that is not
    large, for pages, prints with backs in the same PDF, boards on several pages, and prints without
    a fixed size.
    """
    row_count = sum(list_face_run_lengths(game, job.print, None) or ())
    is_large = row_count * max(1, len(job.sets)) >= MIN_SPLIT_FACES
    if job.print.is_page or job.backs or job.size is None or job.parts or not is_large:
        return ()
    return split_faces(game, job.print, job.sets, job.keys)


def split_faces(
    game: Game, print_: Print, sets: Iterable[str], keys: Collection[str] | None
) -> tuple[FaceChunk, ...]:
    """Return chunks of the faces of some sets and rows; each can be composed by another worker.

    `sets` are the keys of the players or other rows for which the print repeats all its faces.
    `keys` are the keys of the rows to print, or names of faces (`WantedFaceNames`); None for all.
    """
    counts = {set_: list_face_run_lengths(game, print_, keys, set_) or () for set_ in sets or ("",)}
    return tuple(
        FaceChunk(set_, start, start + CHUNK_SIZE)
        for set_, lengths in counts.items()
        for start in range(0, sum(lengths), CHUNK_SIZE)
    )


def measure_chunk(game: Game, job: PrintJob, composer: Composer, chunk: FaceChunk) -> ChunkResult:
    """Return the font scales that the faces of a chunk need, without the faces.

    A font scale is the factor by which text of a box is smaller than in its template.
    """
    font_scale = SharedFontScale(composer, game, job.print, job.size)
    faces = generate_wanted_faces(game, job.print, chunk.set, None, chunk.start, chunk.stop)
    font_scale.measure_required_scales(faces)
    return ChunkResult(font_scale.counts)


def compose_chunk(
    game: Game, job: PrintJob, composer: Composer, chunk: FaceChunk, scales: FontScales | None
) -> ChunkResult:
    """Compose and pickle the faces of a chunk. Raises `ChunkError` if any of them has a problem.

    `scales` are the font scales of all rows: the factors by which text is smaller than in its
    template. With None, the faces are measured first. They are then composed only if none of them
    needs smaller text, which is usual.
    """
    wanted = generate_wanted_faces(game, job.print, chunk.set, job.keys, chunk.start, chunk.stop)
    faces = tuple(wanted)
    font_scale = SharedFontScale(composer, game, job.print, job.size, scales)
    if scales is None:
        font_scale.measure_required_scales(faces)
        font_scale.scales = dict(choose_font_scales(font_scale.counts))
        if any(factor < 1 for names in font_scale.scales.values() for factor in names.values()):
            return ChunkResult(font_scale.counts)
    buffer, bleed = BytesIO(), job.layout.limit_bleed(job.print.bleed)
    arguments = composer, game, job.print, faces, job.size, bleed, font_scale
    try:
        _FacePickler(buffer, pickle.HIGHEST_PROTOCOL).dump(tuple(compose_faces(*arguments)))
    except Failure:
        raise ChunkError from None
    return ChunkResult(font_scale.counts, buffer.getvalue())


def unpack_faces(packed: bytes, composer: Composer) -> tuple[Face, ...]:
    """Return the faces of a pickled chunk, with the typefaces of `composer`.

    The typefaces are not pickled.
    """
    faces: tuple[Face, ...] = _FaceUnpickler(BytesIO(packed), composer).load()
    return faces


class _FacePickler(pickle.Pickler):
    """Pickles faces. Instead of a typeface, it writes only its key."""

    def persistent_id(self, obj: object) -> object:
        # A typeface wraps font files, so only its key is sent; the receiver uses its own typeface.
        return (obj.family, obj.weight, obj.style) if type(obj) is Typeface else None


class _FaceUnpickler(pickle.Unpickler):
    """Reads pickled faces. It replaces the key of each typeface by the typeface of a composer."""

    def __init__(self, packed: BytesIO, composer: Composer) -> None:
        super().__init__(packed)
        self._composer = composer

    def persistent_load(self, typeface_key: Any) -> Typeface:
        return self._composer.get_typeface(*typeface_key)
