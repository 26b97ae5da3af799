"""Build all PDFs of a game, or of a standalone table: load, check, print, proof, publish.

The stages of a whole game are here, in order; those of one print are in print_job.py. A print is
composed and proofed by any worker process that is idle. The files of a game are published together:
none is replaced unless all of them pass the proof, and one run reports the problems of all prints.
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
from printgen.pipeline.pictures import PictureOptions, plan_pictures
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    Result,
    compose_print_backs,
    compose_print_faces,
    count_faces,
    make_composer,
    make_print,
)
from printgen.pipeline.proof_findings import locate_findings
from printgen.problems import ExitCode, Failure, Failures, Place, Problem, select_errors
from printgen.rules.check import check_game
from printgen.rules.model import Game
from printgen.rules.unused_files import note_unused_files
from printgen.system import limits
from printgen.system.atomic_files import write_files
from printgen.system.worker_pool import WorkerDied, WorkerJob, WorkerPool

Progress = Callable[[str], object]
"""A function that shows the user which step is running."""


class Setup(NamedTuple):
    """A game that passed its rule checks, its print jobs, its composer, and the notes so far."""

    source: Source
    game: Game
    jobs: tuple[PrintJob, ...]
    composer: Composer
    notes: tuple[Problem, ...]


_Setups = Sequence[Setup]


def prepare(
    source: Source, request: Request, options: PictureOptions, progress: Progress
) -> Setup | Failure:
    """Load and check the game of `source`, and plan the prints that `request` selects.

    Returns the failure instead of raising it: it is reported when the build reaches this game.
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
        # Each game of a run gets its own base allowance of time.
        limits.raise_limits(0)
        layout_notes = ignored_options(request.layout, (job.print for job in jobs))
        notes = *game.notes, *layout_notes, *unused_options(request, game, jobs), *picture_notes
        composer = make_composer(source, grey=request.ink == "grey")
        return Setup(source, game, jobs, composer, notes)
    except Failure as failure:
        return failure


class GameBuild:
    """The build of one game, while workers compose and proof its prints.

    `game_index` is the position of its `Setup` in `pool.shared_data`. Its files are for the folder
    `output`/ID; `options` are the pictures among them. A `dry_run` composes all faces, but proofs
    and writes nothing.
    """

    def __init__(
        self,
        game_index: int,
        pool: WorkerPool,
        output: Path,
        options: PictureOptions,
        *,
        dry_run: bool = False,
    ) -> None:
        self._pool, self._game_index, self._dry_run = pool, game_index, dry_run
        self._output, self._options = output, options
        self._prints: dict[int, WorkerJob] = {}
        self._proof_jobs: dict[int, WorkerJob] = {}
        self._setup: Setup | Failure = cast("Any", pool.shared_data)[game_index]
        if isinstance(self._setup, Setup) and pool.worker_count > 1:
            for job_index, job in enumerate(self._setup.jobs):
                if not split_print(self._setup.game, job):
                    on_done = partial(self._start_proof, job_index)
                    svg_folder = options.find_svg_folder(job, output / self._setup.game.about.id)
                    self._prints[job_index] = pool.submit_job(
                        _run_job, game_index, job_index, svg_folder, on_done=on_done
                    )

    def run(
        self, used_dirs: Container[Path], progress: Progress
    ) -> tuple[Mapping[Path, Result], tuple[Path, ...], tuple[Problem, ...]]:
        """Write all prints of the game, and the pictures of their faces.

        Returns the result of each PDF, the paths of the pictures, and the notes. `used_dirs` are
        folders that another game of this run has written to.

        Raises `Failure` with every problem of the first stage that found any. For composing and
        proofing, these are the problems of all prints. After a failure no file is replaced, unless
        the problem says so.
        """
        if isinstance(self._setup, Failure):
            raise self._setup
        source, game, jobs, *_ = self._setup
        target = self._output / game.about.id
        if target in used_dirs:
            where = Place(str(source / "game.yaml" if isinstance(source, Path) else source.file))
            message = f"this run has another game called {game.about.id}, and its files are in"
            hint = "build one of them into another folder, with --output"
            raise Failure(ExitCode.USAGE, (Problem(where, f"{message} {target}", hint),))
        results: dict[Path, Result] = {}
        notes = [*self._setup.notes]
        failures = Failures()
        for job_index, job in enumerate(jobs):
            path = target / f"{job.name}.pdf"
            progress(f"{game.about.id}: {job.print.id}, composing")
            with failures.collect():
                results[path] = self._get_result(self._setup, job_index, target, progress)
        for job_index, proof_job in sorted(self._proof_jobs.items()):
            progress(f"{game.about.id}: {jobs[job_index].name}, proofing")
            with failures.collect():
                findings, composer = self._get_proof_problems(proof_job), self._setup.composer
                problems = [*locate_findings(game, jobs[job_index], composer, findings)]
                if select_errors(problems):
                    raise Failure(ExitCode.PROOF, problems)
                notes += problems
        failures.raise_collected()
        notes += note_unused_files(source, game) if isinstance(source, Path) else ()
        pdfs = {path: result.pdf for path, result in results.items()}
        finished_jobs = tuple(zip(jobs, pdfs.values(), strict=True))
        images = {**plan_pictures(game, self._options, target, finished_jobs)}
        drawings = {
            path: svg for result in results.values() for path, svg in result.drawings.items()
        }
        if not self._dry_run:
            if images:
                limits.raise_limits(len(images) * self._options.weight)
                progress(f"{game.about.id}: drawing {len(images)} pictures")
            write_files({**pdfs, **images, **drawings}, "name another folder with --output")
        return results, (*images, *drawings), tuple(notes)

    def _start_proof(self, job_index: int, result: Result) -> None:
        if not self._dry_run:
            # The proof runs while other prints are still composed.
            self._proof_jobs[job_index] = self._pool.submit_job(
                _proof_in_worker, self._game_index, result.pdf, result.pieces
            )

    def _get_result(self, setup: Setup, job_index: int, target: Path, progress: Progress) -> Result:
        """Return one print, composed by a worker, or here if it is large."""
        if job_index in self._prints:
            worker_result: Result = self._wait_for_result(self._prints[job_index])
            return worker_result
        _, game, jobs, composer, _ = setup
        job, result = jobs[job_index], None
        svg_folder = self._options.find_svg_folder(job, target)
        limits.raise_limits(count_faces(game, job))
        if self._pool.worker_count > 1 and (chunks := split_print(game, job)):
            with suppress(Failure):  # composing the whole print below reports the problems
                faces = self._compose_chunks(job_index, chunks, composer)
                result = _make_print(setup, job, faces, iter(()), progress, svg_folder)
        result = result or _compose_print(setup, job, svg_folder, progress)
        self._start_proof(job_index, result)
        return result

    def _compose_chunks(
        self, job_index: int, chunks: Iterable[FaceChunk], composer: Composer
    ) -> Iterator[Face]:
        """Yield the faces of all chunks in order; workers compose a few chunks ahead."""
        # Few chunks ahead: each holds a hundred pickled faces in memory.
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
            # The parent process reports which limit that signal stands for.
            limits.die_by_signal(*error.args)
            raise

    def _get_proof_problems(self, proof_job: WorkerJob) -> Sequence[Problem]:
        try:
            problems: Sequence[Problem] = self._pool.wait_for_result(proof_job)
        except MemoryError:
            message = "needs more time or memory than the limits allow"
            hint = "print fewer cards at a time, or raise PRINTGEN_SECONDS or PRINTGEN_MEGABYTES"
            return (Problem(Place(subject="the proof"), message, hint),)
        return problems


def _make_print(
    setup: Setup,
    job: PrintJob,
    faces: Iterator[Face],
    backs: Iterator[Face],
    progress: Progress,
    svg_folder: Path | None,
) -> Result:
    typeface = setup.composer.get_typeface(*MARGIN_TYPEFACE)
    return make_print(setup.game, job, faces, backs, typeface, progress, svg_folder)


def _compose_print(
    setup: Setup, job: PrintJob, svg_folder: Path | None, progress: Progress
) -> Result:
    faces = compose_print_faces(setup.game, job, setup.composer)
    backs = compose_print_backs(setup.game, job, setup.composer)
    return _make_print(setup, job, faces, backs, progress, svg_folder)


def _run_job(setups: _Setups, game_index: int, job_index: int, svg_folder: Path | None) -> Result:
    setup = setups[game_index]
    limits.raise_limits(count_faces(setup.game, setup.jobs[job_index]))
    return _compose_print(setup, setup.jobs[job_index], svg_folder, id)


def _compose_chunk(setups: _Setups, game_index: int, job_index: int, chunk: FaceChunk) -> bytes:
    setup = setups[game_index]
    limits.raise_limits(chunk.stop - chunk.start)
    return pack_faces(setup.game, setup.jobs[job_index], setup.composer, chunk)


def _proof_in_worker(
    setups: _Setups, game_index: int, pdf: bytes, face_count: int
) -> Sequence[Problem]:
    from printgen.proof.proof import proof_pdf

    limits.raise_limits(face_count)
    return proof_pdf(pdf, setups[game_index].game)


def preload_proof() -> None:
    """Import the proof, so that an idle worker can start it without delay."""
    import printgen.proof.proof  # noqa: F401
