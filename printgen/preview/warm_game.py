"""A game whose faces are cached, so that only those that a change affects are composed again.

Every face is as a new process would compose it: a face is reused only if everything that it was
composed from is equal. Templates, styles, fonts and pictures are all read again when one changes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from lxml import etree
from msgspec.structs import replace

from printgen.content.faces_of_print import WantedFace, generate_wanted_faces
from printgen.face.face import Face
from printgen.layout.compose import Composer
from printgen.pipeline.faces import (
    FontScales,
    ScaleCounts,
    SharedFontScale,
    build_face_input,
    choose_font_scales,
    compose_faces,
    merge_scale_counts,
)
from printgen.pipeline.plan import PrintJob, Request, plan_jobs
from printgen.pipeline.print_job import make_composer
from printgen.press.face_svg import draw_face
from printgen.problems import Failure, Problem
from printgen.rules.checks.check import check_game
from printgen.rules.model import Game
from printgen.rules.source import Source, load_source
from printgen.rules.standalone.deck import TableDeck
from printgen.sheet_layout import BACK_OPTIONS
from printgen.system.file_suffixes import ROW_SUFFIXES, YAML_SUFFIXES

_DATA_SUFFIXES = {*ROW_SUFFIXES, *YAML_SUFFIXES}
"""Suffixes of files that contain only data. For other files, everything is read again."""


class FaceJob(NamedTuple):
    """A face to compose, the print job it belongs to, and the number of its printed copies."""

    job: PrintJob
    wanted: WantedFace
    copies: int = 1


class CachedFace(msgspec.Struct, eq=False, dict=True):
    """A composed face in the cache of the preview.

    - `key`: everything that the face was composed from; None if that is unknown.
    - `counts`: the font scales that its own text needs. A font scale is the factor by which text is
      smaller than in the template.
    - `scales`: the font scales that it was composed with.
    - `face`: the face; if it has problems, as much of it as can be drawn, or None.
    - `problems`: the problems of the face.
    """

    key: tuple[Any, ...] | None
    counts: ScaleCounts
    scales: FontScales
    face: Face | None
    problems: Sequence[Problem]

    @cached_property
    def svg(self) -> str:
        """The drawing of the face as SVG; "" if there is no face."""
        return etree.tostring(draw_face(self.face), encoding="unicode") if self.face else ""


class CachedGame:
    """The game of a source, with its composed faces.

    - `faces`: the composed faces by ids such as deck/A-01. `face_jobs`: all faces to compose, by
      id.
    - `problems`: the problems of the data.
    - `is_broken`: whether the data cannot be read. The game and its faces then stay as they were
      before.

    When `update_next_face` returns "", each face is what a new process would compose from the
    files. A face is reused only if its `key`, everything that it is composed from, is equal. So no
    list says which face depends on which file: such a list could be wrong.
    """

    game: Game
    composer: Composer

    def __init__(self, source: Source, request: Request) -> None:
        self.set_request(source, request)
        self.jobs: tuple[PrintJob, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.is_broken = False
        self.face_jobs: dict[str, FaceJob] = {}
        self.faces: dict[str, CachedFace] = {}
        self._visible: frozenset[str] = frozenset()
        self._pending: list[str] = []
        self._scales: dict[str, FontScales] = {}

    def set_request(self, source: Source, request: Request) -> None:
        """Change the source, and what is printed and how. Call `read_files` afterwards."""
        # Fronts and backs are shown as separate prints, whatever way they are printed.
        layout = request.layout.reset_options(*BACK_OPTIONS)
        self._source, self._request = source, replace(request, layout=layout)
        self._print_request = request

    def read_files(self, paths: Iterable[str]) -> None:
        """Read the game again after these files changed. Without paths, read everything again."""
        # A file of icons is JSON, but no data: everything is read again.
        suffixes = {Path(path).suffix.lower() * ("icons" not in Path(path).parts) for path in paths}
        try:
            if self.is_broken or not suffixes or not suffixes <= _DATA_SUFFIXES:
                ink, icons = self._request.ink, self._request.icons
                self.composer = make_composer(self._source, ink=ink, icons=icons)
            self._read_data()
            self.is_broken = False
        except Failure as failure:
            self.is_broken, self.problems, self._pending = True, tuple(failure.problems), []

    def find_build_job(self, job: PrintJob) -> PrintJob:
        """Return the job with which `printgen build` prints the same print as `job`.

        In the preview, backs are a separate print. In the returned job, they are in the same PDF as
        their fronts, if the options say so.
        """
        jobs = plan_jobs(self._print_request, self.game)
        # Backs that are printed with their fronts have no job of their own.
        return next((other for other in jobs if other.print.id == job.print.id), job)

    def list_printed_ids(self) -> list[str]:
        """Return the ids of the prints that get a PDF.

        Backs that are printed behind their fronts are not among them.
        """
        try:
            return [job.print.id for job in plan_jobs(self._print_request, self.game)]
        except Failure:
            return [job.print.id for job in self.jobs]

    def prioritise(self, ids: Iterable[str]) -> None:
        """Move the faces with these ids to the front of the queue. The page shows them now."""
        self._visible = frozenset(ids)
        self._pending.sort(key=self._get_sort_key)

    def update_next_face(self) -> str:
        """Compose the next face that may be out of date, and return its id.

        Return "" if all faces are up to date.
        """
        if not self._pending:
            scales = self._compute_shared_scales()
            if scales == self._scales or not self.face_jobs:
                return ""
            self._scales = scales  # type that faces share has become larger or smaller
            self._pending = sorted(self.face_jobs, key=self._get_sort_key)
        id_ = self._pending.pop(0)
        self._update_face(id_)
        return id_

    def _load_game(self) -> tuple[Game, Sequence[Problem]]:
        """Return the game, and the problems of pictures that are missing.

        In a game of a standalone table, placeholders replace missing pictures. Raises `Failure`
        with every other problem that stops a build.
        """
        try:
            return load_source(self._source), ()
        except Failure as failure:
            if isinstance(self._source, TableDeck):
                with suppress(Failure):
                    shown = replace(self._source, missing=True)
                    return load_source(shown), failure.problems
            raise

    def _read_data(self) -> None:
        (game, missing), id_ = self._load_game(), ""
        jobs = plan_jobs(self._request, game)
        face_jobs: dict[str, FaceJob] = {}
        for job in jobs:
            for set_key in job.sets or ("",):
                for wanted in generate_wanted_faces(game, job.print, set_key, job.keys):
                    if wanted.place.copy_number > 1:
                        face_job = face_jobs[id_]
                        face_jobs[id_] = face_job._replace(copies=face_job.copies + 1)
                    else:
                        id_ = f"{job.print.id}/{wanted.content.face}"
                        face_jobs[id_] = FaceJob(job, wanted)
        # Assigned together, at the end: if anything above fails, all is as before.
        self.game, self.jobs, self.face_jobs = game, jobs, face_jobs
        self.problems = (*missing, *game.notes, *check_game(game))
        self.faces = {id_: face for id_, face in self.faces.items() if id_ in face_jobs}
        self._pending = sorted(face_jobs, key=self._get_sort_key)

    def _get_sort_key(self, id_: str) -> tuple[bool, bool]:
        """Return the sort key of a face: first new content, then the faces that the page shows."""
        old = self.faces.get(id_)
        content_key = old and old.key and old.key[0]
        is_known = content_key == _make_content_key(self.face_jobs[id_].wanted)
        return is_known, id_ not in self._visible

    def _update_face(self, id_: str) -> None:
        """Compose a face, unless it is up to date.

        The font scales of its text are at most those that all faces of its print share.
        """
        (job, wanted, _), old = self.face_jobs[id_], self.faces.get(id_)
        print_, size, content = job.print, job.face_size, wanted.content
        arguments = self.composer, self.game, print_
        shared = self._scales.get(print_.id, {})
        font_scale = SharedFontScale(*arguments, size)
        key = inputs = None
        with suppress(Failure):  # composing reports it
            inputs = build_face_input(*arguments, wanted, size)
            merged = self.composer.render(*inputs, content.title)
            shown: Mapping[str, Face] = inputs[1]["examples"]
            examples = [example.items for example in shown.values()]
            key = _make_content_key(wanted), merged, examples, self.composer, print_, size
            is_kept = old and not old.problems and key == old.key
            if old and is_kept and _choose_face_scales(shared, old.counts) == old.scales:
                return
            font_scale.measure_required_scales([wanted])
        scales = _choose_face_scales(shared, font_scale.counts)
        font_scale.scales = dict(scales)
        face: Face | None = None
        problems: Sequence[Problem] = ()
        try:
            bleed = 0.0 if print_.is_page else print_.bleed
            (face,) = compose_faces(*arguments, [wanted], size, bleed, font_scale)
            problems = face.notes
        except Failure as failure:
            problems = failure.problems
            if inputs:
                face = self.composer.draw_face_with_problems(*inputs, content.face, content.title)
        self.faces[id_] = CachedFace(key, font_scale.counts, scales, face, problems)

    def _compute_shared_scales(self) -> dict[str, FontScales]:
        """Return for each print the font scales that its cached faces share.

        A font scale is the factor by which text is smaller than in its template.
        """
        by_print = defaultdict[str, list[ScaleCounts]](list)
        for id_, face in self.faces.items():
            by_print[id_.partition("/")[0]].append(face.counts)
        merged = {print_: merge_scale_counts(parts) for print_, parts in by_print.items()}
        return {print_: choose_font_scales(counts) for print_, counts in merged.items()}


def _choose_face_scales(shared: FontScales, face_counts: ScaleCounts) -> FontScales:
    """Return the font scales to compose a face with, by template and `--same` name.

    A font scale is the factor by which text is smaller than in its template. The result is the
    smaller of two scales: the one in `shared`, which all faces of the print share, and the one in
    `face_counts`, which this face needs.
    """
    return {
        template: {
            name: min(factor, shared.get(template, {}).get(name, 1.0))
            for name, factor in scales.items()
        }
        for template, scales in choose_font_scales(face_counts).items()
    }


def _make_content_key(wanted: WantedFace) -> tuple[Any, ...]:
    """Return the content of a face as a tuple, which can be compared with that of another face."""
    return msgspec.structs.astuple(wanted.content)
