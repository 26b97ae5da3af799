"""Turn a game's folder, or a table by itself, into PDFs: load, check, print, prove, publish.

Every stage is named here, in order; those of one print in printing.py. Prints are composed and
proved by whoever of the workers has time. A game's files belong together: none of those asked for
is replaced unless all of them proofed clean, and what is wrong with any of them is reported in one
run.
"""

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, cast

from printgen.job.compatibility import ignored_options
from printgen.job.plan import PrintJob, Request, plan_jobs, unused_options
from printgen.job.source import Source, load_source
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.pipeline.chunks import FaceChunk, pack_faces, split_print, unpack_faces
from printgen.pipeline.pictures import Wishes, plan_pictures
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    Result,
    compose_print_backs,
    compose_print_faces,
    count_faces,
    make_composer,
    make_print,
    write_html_pages,
)
from printgen.problems import ExitCode, Failure, Failures, Problem, Spot, select_errors
from printgen.rules.check import check_game
from printgen.rules.model import Game
from printgen.rules.unused_files import note_unused_files
from printgen.system import limits as bounded
from printgen.system.atomic_files import write_files
from printgen.system.worker_pool import WorkerDied, WorkerJob, WorkerPool

Tell = Callable[[str], object]
"""Says what is being done."""


class Setup(NamedTuple):
    """A game whose rules are sound, what is printed of it and what sets it, with first notes."""

    source: Source
    game: Game
    jobs: tuple[PrintJob, ...]
    composer: Composer
    notes: tuple[Problem, ...]


def prepare(source: Source, request: Request, options: Wishes, progress: Tell) -> Setup | Failure:
    """What `order` asks for of the game of `source`, which `wish` may be of; or all its problems.

    The failure is told when the game's turn comes.
    """
    try:
        progress(f"{source.name}: checking the rules")
        game = load_source(source)
        jobs = plan_jobs(request, game)
        picture_notes = tuple(options.check_prints(jobs))
        if fatal_problems := select_errors(picture_notes):
            raise Failure(ExitCode.USAGE, fatal_problems)
        if fatal_problems := select_errors(check_game(game)):
            raise Failure(ExitCode.RULES, (*game.notes, *fatal_problems))
        bounded.raise_limits(0)
        layout_notes = ignored_options(request.imposition, (job.print for job in jobs))
        notes = *game.notes, *layout_notes, *unused_options(request, game, jobs), *picture_notes
        composer = make_composer(source, grey=request.ink == "grey")
        return Setup(source, game, jobs, composer, notes)
    except Failure as failure:
        return failure


class GameBuild:
    """One of the games that are ready, by its number there, while workers compose and prove it.

    With `keep_svg` the faces are kept as SVG too, with `keep_html` as pages for a browser, in a
    folder `faces` beside the files. A `dry_run` composes all, and proves and writes nothing.
    """

    def __init__(
        self, number: int, pool: WorkerPool, *, keep_svg: bool, keep_html: bool, dry_run: bool
    ) -> None:
        self._pool, self._game_index, self._dry_run = pool, number, dry_run
        self._keep_svg, self._keep_html = keep_svg and not dry_run, keep_html and not dry_run
        self._prints: dict[int, WorkerJob] = {}
        self._proof_jobs: dict[int, WorkerJob] = {}
        self._ready: Setup | Failure = cast("Sequence[Setup | Failure]", pool.shared_data)[number]
        if isinstance(self._ready, Setup) and pool.worker_count > 1 and not (keep_svg or keep_html):
            for place, job in enumerate(self._ready.jobs):
                if not split_print(self._ready.game, job):
                    on_done = partial(self._start_proof, place)
                    self._prints[place] = pool.submit_job(_run_job, number, place, on_done=on_done)

    def run(
        self, output: Path, used_folders: Container[Path], options: Wishes, progress: Tell
    ) -> tuple[Mapping[Path, Result], tuple[Path, ...], tuple[Problem, ...]]:
        """Put the game's prints in place, in a folder of its id in `output`.

        Returns them, the pictures that `wish` is for, and what was remarked. `taken` are folders
        that hold another game's new files. Raises `Failure` with every problem of the first stage
        that found any; for composing and proving, of all prints. No PDF has been replaced then
        unless it says so; faces that are kept may have been.
        """
        if isinstance(self._ready, Failure):
            raise self._ready
        source, game, jobs, *_ = self._ready
        target = output / game.about.id
        if target in used_folders:
            where = Spot(str(source / "game.yaml" if isinstance(source, Path) else source.file))
            message = f"another of this run is called {game.about.id} too, and its files stand in"
            hint = "build one of them into another folder with --output"
            raise Failure(ExitCode.USAGE, (Problem(where, f"{message} {target}", hint),))
        results: dict[Path, Result] = {}
        notes = [*self._ready.notes]
        failures = Failures()
        for job_index, job in enumerate(jobs):
            path = target / f"{job.name}.pdf"
            progress(f"{game.about.id}: {job.print.id}, composing")
            with failures.collect():
                results[path] = self._get_result(self._ready, job_index, target, progress)
        for job_index, proof_job in sorted(self._proof_jobs.items()):
            progress(f"{game.about.id}: {jobs[job_index].name}, proofing")
            with failures.collect():
                problems = [
                    item.move_to_file(f"{jobs[job_index].name}.pdf")
                    for item in self._get_proof_problems(proof_job)
                ]
                if select_errors(problems):
                    raise Failure(ExitCode.PROOF, problems)
                notes += problems
        failures.raise_collected()
        notes += note_unused_files(source, game) if isinstance(source, Path) else ()
        pdfs = {path: item.pdf for path, item in results.items()}
        drawn = plan_pictures(game, options, target, tuple(zip(jobs, pdfs.values(), strict=True)))
        if not self._dry_run:
            if drawn:
                bounded.raise_limits(len(drawn) * options.weight)
                progress(f"{game.about.id}: drawing {len(drawn)} pictures")
            write_files({**pdfs, **drawn}, "name another folder with --output")
        return results, tuple(drawn), tuple(notes)

    def _start_proof(self, job_index: int, result: Result) -> None:
        if not self._dry_run:
            self._proof_jobs[job_index] = self._pool.submit_job(
                _proof_in_worker, self._game_index, result.pdf, result.pieces
            )

    def _get_result(self, prepared_game: Setup, place: int, target: Path, progress: Tell) -> Result:
        """A print that a worker composed; or printed here, where its faces are kept or many."""
        if place in self._prints:
            worker_result: Result = self._wait_for_result(self._prints[place])
            return worker_result
        _, game, jobs, composer, _ = prepared_game
        job, folder = jobs[place], target / "faces" / jobs[place].name
        bounded.raise_limits(count_faces(game, job))
        if self._keep_html:
            write_html_pages(game, job, composer, folder)
        result, svg_folder = None, folder if self._keep_svg else None
        if self._pool.worker_count > 1 and not (svg_folder or self._keep_html):
            chunks = split_print(game, job)
            with suppress(Failure):  # what is wrong is told of the whole
                faces = self._compose_chunks(place, chunks, composer)
                result = (
                    _make_print(prepared_game, job, faces, iter(()), progress) if chunks else None
                )
        result = result or _compose_print(prepared_game, job, svg_folder, progress)
        self._start_proof(place, result)
        return result

    def _compose_chunks(
        self, job_index: int, chunks: Iterable[FaceChunk], composer: Composer
    ) -> Iterator[Face]:
        """The faces of all portions; a few are composed ahead of what is printed."""
        waiting_chunks = iter(chunks)
        submit = partial(self._pool.submit_job, _compose_chunk, self._game_index, job_index)
        worker_jobs = deque(map(submit, islice(waiting_chunks, 2 * self._pool.worker_count)))
        while worker_jobs:
            packed = self._wait_for_result(worker_jobs.popleft())
            worker_jobs.extend(map(submit, islice(waiting_chunks, 1)))
            yield from unpack_faces(packed, composer)

    def _wait_for_result(self, worker_job: WorkerJob) -> Any:
        try:
            return self._pool.wait_for_result(worker_job)
        except WorkerDied as error:
            bounded.die_by_signal(*error.args)
            raise

    def _get_proof_problems(self, proof_job: WorkerJob) -> Sequence[Problem]:
        try:
            problems: Sequence[Problem] = self._pool.wait_for_result(proof_job)
        except MemoryError:
            message = "takes more time or memory than it may"
            hint = "set PRINTGEN_SECONDS or PRINTGEN_MEGABYTES higher"
            hint = f"print fewer cards at a time; or {hint}"
            return (Problem(Spot(subject="the proof"), message, hint),)
        return problems


def _make_print(
    prepared_game: Setup,
    job: PrintJob,
    faces: Iterator[Face],
    backs: Iterator[Face],
    progress: Tell,
) -> Result:
    typeface = prepared_game.composer.get_typeface(*MARGIN_TYPEFACE)
    return make_print(prepared_game.game, job, faces, backs, typeface, progress)


def _compose_print(
    prepared_game: Setup, job: PrintJob, svg_folder: Path | None, progress: Tell
) -> Result:
    faces = compose_print_faces(prepared_game.game, job, prepared_game.composer, svg_folder)
    backs = compose_print_backs(prepared_game.game, job, prepared_game.composer, svg_folder)
    return _make_print(prepared_game, job, faces, backs, progress)


def _run_job(games: Sequence[Setup], game_index: int, job_index: int) -> Result:
    prepared_game = games[game_index]
    bounded.raise_limits(count_faces(prepared_game.game, prepared_game.jobs[job_index]))
    return _compose_print(prepared_game, prepared_game.jobs[job_index], None, id)


def _compose_chunk(games: Sequence[Setup], number: int, place: int, chunk: FaceChunk) -> bytes:
    prepared_game = games[number]
    bounded.raise_limits(chunk.stop - chunk.start)
    return pack_faces(prepared_game.game, prepared_game.jobs[place], prepared_game.composer, chunk)


def _proof_in_worker(
    games: Sequence[Setup], game_index: int, pdf: bytes, face_count: int
) -> Sequence[Problem]:
    from printgen.proof.proof import proof_pdf

    bounded.raise_limits(face_count)
    return proof_pdf(pdf, games[game_index].game)


def preload_proof() -> None:
    """Have at hand what proves."""
    import printgen.proof.proof  # noqa: F401
