"""Build all PDFs of a game, or of a standalone table: load, check, print, proof, publish.

The stages of a whole game are here, in order; those of one print are in print_job.py. A print is
composed and proofed by any worker process that is idle. The files of a game are published together:
none is replaced unless all of them pass the proof, and one run reports the problems of all prints.
"""

import uuid
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from functools import lru_cache, partial
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from printgen.content.faces_of_print import list_set_keys
from printgen.face.face import Face
from printgen.layout.compose import Composer
from printgen.pipeline.changes import find_changes
from printgen.pipeline.check import find_missing_files
from printgen.pipeline.chunks import (
    ChunkError,
    ChunkResult,
    FaceChunk,
    compose_chunk,
    measure_chunk,
    split_faces,
    split_print,
    unpack_faces,
)
from printgen.pipeline.faces import (
    ScaleCounts,
    SharedFontScale,
    choose_font_scales,
    locate_findings,
    merge_scale_counts,
)
from printgen.pipeline.plan import (
    PrintJob,
    Request,
    note_unused_options,
    plan_jobs,
)
from printgen.pipeline.print_job import (
    PrintResult,
    choose_margin_typeface,
    compose_print_backs,
    compose_print_faces,
    count_faces_to_compose,
    impose_and_write_print,
    make_composer,
    note_missing_letters,
)
from printgen.pipeline.text_size_notes import note_longest_texts
from printgen.problems import (
    ExitCode,
    Failure,
    Log,
    Place,
    Problem,
    create_failure,
    make_fix,
    select_errors,
)
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import note_unused_files
from printgen.rules.model import Game
from printgen.rules.source import Source, load_source
from printgen.rules.standalone.deck import TableDeck
from printgen.system import limits
from printgen.system.executor import submit_job
from printgen.system.files import write_files

Progress = Callable[[str], object]
"""A function that shows the user which step is running."""

_MAX_KEPT_GAMES = 64
"""How many loaded games a process keeps."""


class FinishedPrint(msgspec.Struct, frozen=True, eq=False):
    """One print with its proofed PDF."""

    job: PrintJob
    pdf: bytes

    @property
    def is_front(self) -> bool:
        """Whether its faces are pieces to cut, and not pages or the backs of another print."""
        return not (self.job.print.is_page or self.job.print.backs_of)


MakeFile = Callable[[], bytes]
"""Makes the bytes of a file. Files are made one at a time, when they are written."""


class OutputFiles(Protocol):
    """One kind of files made from the proofed prints of a game, such as pictures of the faces.

    The pipeline only uses these methods. It does not know which kinds there are.
    """

    @property
    def cost_in_faces(self) -> int:
        """How long it takes to make one file, as a number of faces composed in the same time."""

    def check_jobs(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield an error if the files cannot be made of these prints, and notes."""

    def plan_files(
        self, game: Game, target: Path, prints: Sequence[FinishedPrint]
    ) -> tuple[Mapping[Path, MakeFile], Sequence[Problem]]:
        """Return the files to make, by their paths in the folder `target`, and notes.

        Each file is given as a function that returns its bytes. It is called when the file is
        written.
        """


JoinPrints = Callable[[str, Iterable[bytes]], bytes]
"""Joins the PDFs of all prints of a game, under its name, into one."""


class BuildInput(NamedTuple):
    """What a process needs to load a game and to plan its print jobs.

    - `source`: the game or the table.
    - `request`: what to print, and how.
    - `build`: an id that is new for each build. A process that does several builds therefore loads
      the game again for each.
    """

    source: Source
    request: Request
    build: str


class BuildSetup(NamedTuple):
    """A loaded game, its print jobs and its composer."""

    game: Game
    jobs: tuple[PrintJob, ...]
    composer: Composer


class PreparedGame(msgspec.Struct, frozen=True):
    """A game whose rule checks found no error, and the notes so far."""

    origin: BuildInput
    notes: tuple[Problem, ...]


@lru_cache(_MAX_KEPT_GAMES)
def load_build_setup(origin: BuildInput) -> BuildSetup:
    """Load the game of a build, and return it with its print jobs and its composer.

    Each process loads it only once. Workers that are forked after this share it.
    """
    source, request, _ = origin
    game = load_source(source)
    jobs = plan_jobs(request, game)
    return BuildSetup(game, jobs, make_composer(source, ink=request.ink, icons=request.icons))


def prepare_game(
    source: Source, request: Request, outputs: Sequence[OutputFiles], progress: Progress
) -> PreparedGame | Failure:
    """Load and check the game of `source`, and plan the prints that `request` selects.

    `outputs` check that they can make their files from these prints. `progress` is called with a
    message before each step. A failure is returned, not raised, so that it is reported in the order
    of the games.
    """
    try:
        progress(f"{source.name}: checking the rules")
        # Each game of a run gets its own base allowance of time.
        limits.set_limits(0)
        origin = BuildInput(source, request, uuid.uuid4().hex)
        game, jobs, composer = load_build_setup(origin)
        if fatal_problems := select_errors(check_game(game)):
            missing = find_missing_files(game, request, composer)
            raise Failure(ExitCode.RULES, (*game.notes, *missing, *fatal_problems))
        changes: tuple[Problem, ...] = ()
        if older := request.since:
            progress(f"{source.name}: comparing with {older.name}")
            limits.set_limits(2 * sum(count_faces_to_compose(game, job) for job in jobs))
            old_composer = make_composer(older, ink=request.ink, icons=request.icons)
            old_game = load_source(older)
            if isinstance(older, TableDeck):  # it is named after its file
                old_game = replace(old_game, about=game.about)
            old = old_game, old_composer
            changed, changes = find_changes((game, composer), old, jobs, request)
            origin = origin._replace(request=replace(request, changed=changed))
            game, jobs, composer = load_build_setup(origin)
        checks = (output.check_jobs(jobs) for output in outputs if jobs)
        picture_notes = tuple(chain.from_iterable(checks))
        if fatal_problems := select_errors(picture_notes):
            raise Failure(ExitCode.USAGE, fatal_problems)
        notes = *game.notes, *note_unused_options(request, game, jobs), *picture_notes
        return PreparedGame(origin, (*notes, *note_missing_letters(composer, game), *changes))
    except Failure as failure:
        return failure


class GameBuild:
    """The build of one game: prints are composed, proofed and written.

    - `executor`: runs the work in worker processes. If it is None, everything runs in this process.
    - `output`: the folder in which the folder of the game is.
    - `outputs`: the kinds of files to make from the prints, such as pictures.
    - `join`: a function that joins all prints in one more PDF; None for no such PDF.
    - `dry_run`: all faces are composed, but nothing is proofed or written.
    """

    def __init__(
        self,
        prepared: PreparedGame | Failure,
        executor: Executor | None,
        output: Path,
        outputs: Sequence[OutputFiles],
        *,
        dry_run: bool = False,
        join: JoinPrints | None = None,
    ) -> None:
        self._prepared, self._output, self._outputs = prepared, output, outputs
        self._dry_run, self._join = dry_run, join
        self._makers: list[Callable[[Progress], PrintResult]] = []
        if isinstance(prepared, Failure):
            return
        game, jobs, _ = load_build_setup(prepared.origin)
        if not jobs:  # no face differs from an older edition
            self._outputs, self._join = (), None
        if executor and not dry_run:
            # Imported before the workers start, which would each import it otherwise.
            import_module("printgen.proof.proof")
        for index, job in enumerate(jobs):
            folder = output / game.about.id / "pictures" / f"{job.name}-svg"
            svg_folder = folder if prepared.origin.request.svg else None
            arguments = prepared.origin, index, svg_folder, dry_run
            make = partial(build_print, *arguments)
            if executor and split_print(game, job):
                make = partial(_build_large_print, executor, *arguments)
            elif executor:
                make = partial(_wait_for_job, submit_job(executor, make), job)
            self._makers.append(make)

    def run(
        self, used_dirs: Container[Path], progress: Progress
    ) -> tuple[Mapping[Path, PrintResult], tuple[Path, ...], tuple[Problem, ...]]:
        """Write all prints of the game, and the files of its outputs.

        Return the result of each PDF by its path, the paths of the other files, and the notes.
        `used_dirs` are folders that another game of this run has written to.

        Raises `Failure` with every problem of the first stage that found any. For composing and
        proofing, these are the problems of all prints. After a failure no file is replaced, unless
        the problem says so.
        """
        if isinstance(self._prepared, Failure):
            raise self._prepared
        source = self._prepared.origin.source
        game, jobs, _ = load_build_setup(self._prepared.origin)
        target = self._output / game.about.id
        if target in used_dirs:
            where = Place(str(source / "game.yaml" if isinstance(source, Path) else source.file))
            message = f"this run has another game called {game.about.id}, and its files are in"
            hint = "build one of them into another folder, with --output"
            raise create_failure(ExitCode.USAGE, where, f"{message} {target}", hint)
        book = target / f"{_make_book_file_name(game, jobs) if self._join else ''}.pdf"
        results: dict[Path, PrintResult] = {}
        notes = [*self._prepared.notes]
        log = Log()
        for job, make in zip(jobs, self._makers, strict=True):
            progress(f"{game.about.id}: {job.print.id}, composing")
            with log.collect_failures():
                results[target / f"{job.name}.pdf"] = make(progress)
        for result in results.values():
            with log.collect_failures():
                if select_errors(result.problems):
                    raise Failure(ExitCode.PROOF, result.problems)
                notes += result.problems
        log.raise_problems()
        notes += note_unused_files(source, game) if isinstance(source, Path) else ()
        pdfs = {path: result.pdf for path, result in results.items()}
        finished = [FinishedPrint(job, pdf) for job, pdf in zip(jobs, pdfs.values(), strict=True)]
        plans = [output.plan_files(game, target, finished) for output in self._outputs]
        images = {path: make for files, _ in plans for path, make in files.items()}
        notes += chain.from_iterable(output_notes for _, output_notes in plans)
        if self._join:
            progress(f"{game.about.id}: book, proofing")
            if book in results:
                message, hint = "has a print with the name of the book", "rename the print"
                raise create_failure(ExitCode.USAGE, f"--book: {game.about.name}", message, hint)
            prints = tuple(results.values())
            pdf = self._join(game.about.name, [result.pdf for result in prints])
            results[book] = _proof_book(game, pdf, prints, dry_run=self._dry_run)
            pdfs[book] = results[book].pdf
        drawings = dict(chain(*(result.drawings.items() for result in results.values())))
        drawings |= _merge_credits(target / "CREDITS.txt", results)
        if not self._dry_run:
            if images:
                cost = max(output.cost_in_faces for output in self._outputs)
                limits.set_limits(len(images) * cost)
                progress(f"{game.about.id}: drawing {len(images)} pictures")
            write_files({**pdfs, **images, **drawings}, "name another folder with --output")
        return results, (*images, *drawings), tuple(notes)


def _make_book_file_name(game: Game, jobs: Sequence[PrintJob]) -> str:
    """Return the file name of a book, without its suffix.

    It is `book`, then the ids of the prints if some are left out, and the layout options. Raises
    `Failure` (usage) if the prints have duplex backs.
    """
    if any(job.layout.duplex for job in jobs):
        message = "cannot be combined with --duplex: after an odd page, backs are on other fronts"
        fix = make_fix(duplex=None)
        raise create_failure(ExitCode.USAGE, "--book", message, "leave one of them out", fix)
    ids = dict.fromkeys(job.print.id for job in jobs)
    chosen = "".join(f"-{id_}" for id_ in ids) if len(ids) < len(game.prints) else ""
    return f"book{chosen}" + max((job.name.removeprefix(job.print.id) for job in jobs), key=len)


def _proof_book(
    game: Game, pdf: bytes, results: Sequence[PrintResult], *, dry_run: bool
) -> PrintResult:
    """Proof a book (one PDF of all prints), and return its result without its bookmarks and notes.

    `results` are those of the prints in the book. Raises `Failure` (proof) if the proof finds an
    error.
    """
    from printgen.proof.proof import proof_pdf

    counts = sum(result.pages for result in results), sum(result.pieces for result in results)
    limits.set_limits(counts[1])
    if problems := () if dry_run else select_errors(proof_pdf(pdf, game)):
        raise Failure(ExitCode.PROOF, problems)
    credit_lines = dict.fromkeys(line for result in results for line in result.credits)
    return PrintResult(pdf, *counts, "", credits=tuple(credit_lines))


def _merge_credits(path: Path, results: Mapping[Path, PrintResult]) -> Mapping[Path, bytes]:
    """Return the new content of the file of credits, by its path; empty if it does not change.

    The lines of the PDFs in `results` replace their old lines. Lines of other PDFs are kept.
    """
    old_lines: list[str] = []
    with suppress(OSError):  # usually there is no such file
        old_lines = path.read_text("utf-8", "surrogateescape").splitlines()
    names = tuple(f"{pdf.name}: " for pdf in results)
    lines = [line for line in old_lines if not line.startswith(names)]
    lines += [f"{pdf.name}: {line}" for pdf, result in results.items() for line in result.credits]
    if lines == old_lines:
        return {}
    return {path: "\n".join([*lines, ""]).encode("utf-8", "surrogateescape")}


def build_print(
    origin: BuildInput,
    index: int,
    svg_folder: Path | None,
    dry_run: bool,
    progress: Progress = id,
    faces: Iterator[Face] | None = None,
    counts: ScaleCounts | None = None,
) -> PrintResult:
    """Compose, write and proof print number `index` of the game that `origin` loads.

    - `svg_folder`: each face is also drawn as an SVG file for this folder; None for no SVG files.
    - `dry_run`: the proof is skipped.
    - `faces`: the faces, if workers have composed them; None to compose them here.
    - `counts`: for composed `faces`, the font scales that they need. It is complete only after the
      last face is taken.

    Raises `Failure` with the problems of all faces of the print.
    """
    game, jobs, composer = load_build_setup(origin)
    job = jobs[index]
    limits.set_limits(count_faces_to_compose(game, job))
    sides = job.print, *filter(None, (job.backs,))
    scales = [SharedFontScale(composer, game, side, job.face_size) for side in sides]
    faces = faces or compose_print_faces(game, job, composer, scales[0])
    backs = compose_print_backs(game, job, composer, scales[-1])
    typeface = choose_margin_typeface(composer, game)
    result = impose_and_write_print(game, job, faces, backs, typeface, progress, svg_folder)
    # Who writes a game chooses which boxes share a scale; who has only a table does not know it.
    if isinstance(origin.source, TableDeck):
        all_counts = (counts or scales[0].counts, *(scale.counts for scale in scales[1:]))
        pairs = zip(sides, all_counts, strict=True)
        notes = chain(*(note_longest_texts(game, side, side_counts) for side, side_counts in pairs))
        result = result._replace(problems=(*result.problems, *notes))
    if dry_run:
        return result
    from printgen.proof.proof import proof_pdf

    progress(f"{game.about.id}: {job.name}, proofing")
    limits.set_limits(result.pieces)
    findings = proof_pdf(result.pdf, game)
    located = locate_findings(game, job, composer, findings)
    return result._replace(problems=(*result.problems, *located))


def _build_large_print(
    executor: Executor,
    origin: BuildInput,
    index: int,
    svg_folder: Path | None,
    dry_run: bool,
    progress: Progress,
) -> PrintResult:
    """Make a print as `build_print` does, from faces that workers compose in chunks.

    If a chunk fails, the whole print is composed in this process, so that its problems are reported
    in order.
    """
    make = partial(build_print, origin, index, svg_folder, dry_run, progress)
    with suppress(ChunkError):  # composing the whole print below reports the problems
        counts: dict[str, Any] = {}
        return make(_compose_chunks(executor, origin, index, counts), counts)
    return make()


def _compose_chunks(
    executor: Executor, origin: BuildInput, index: int, counts: dict[str, Any]
) -> Iterator[Face]:
    """Yield the faces of print number `index` in order, which workers compose in chunks.

    Raises `ChunkError` if a face has a problem. A font scale is the factor by which text of a box
    is smaller than in its template. The scales that the faces need are added to `counts`. If faces
    share a font scale, the faces of all rows are measured before any is yielded.
    """
    game, jobs, composer = load_build_setup(origin)
    job, run = jobs[index], partial(_run_chunks, executor, origin, index)
    chunks = split_print(game, job)
    results = run(partial(compose_chunk, scales=None), chunks)
    first = next(results)
    results = chain((first,), results)
    if first.counts:
        measured = [*results]
        all_chunks = split_faces(game, job.print, list_set_keys(game, job.print), None)
        is_partial = job.keys is not None or len(chunks) < len(all_chunks)
        more = run(measure_chunk, all_chunks) if is_partial else ()
        counts |= merge_scale_counts(result.counts for result in chain(measured, more))
        scales = choose_font_scales(counts)
        pairs = tuple(zip(chunks, measured, strict=True))
        stale = [chunk for chunk, result in pairs if not result.is_valid_for(scales)]
        again = run(partial(compose_chunk, scales=scales), stale)
        results = (kept if kept.is_valid_for(scales) else next(again) for kept in measured)
    for result in results:
        if result.counts and not first.counts:
            raise ChunkError  # only later faces share a scale
        yield from unpack_faces(result.faces, composer)


def _run_chunks(
    executor: Executor,
    origin: BuildInput,
    index: int,
    call: Callable[..., ChunkResult],
    chunks: Iterable[FaceChunk],
) -> Iterator[ChunkResult]:
    """Call `call` in a worker for each chunk, and yield the results in the order of the chunks.

    `index` is the number of the print that the chunks belong to. Only a few results are computed in
    advance, because each takes much memory.
    """
    # Few chunks ahead: each holds a hundred pickled faces in memory.
    waiting_chunks = iter(chunks)
    submit = partial(submit_job, executor, _run_chunk, origin, index, call)
    waits = deque(map(submit, islice(waiting_chunks, 2 * limits.choose_worker_count())))
    while waits:
        result = _wait_for_job(waits.popleft(), load_build_setup(origin).jobs[index])
        waits.extend(map(submit, islice(waiting_chunks, 1)))
        yield result


def _run_chunk(
    origin: BuildInput, index: int, call: Callable[..., ChunkResult], chunk: FaceChunk
) -> ChunkResult:
    game, jobs, composer = load_build_setup(origin)
    limits.set_limits(chunk.stop - chunk.start)
    return call(game, jobs[index], composer, chunk)


def _wait_for_job(wait: Callable[[], Any], job: PrintJob, progress: Progress = id) -> Any:
    """Return the result of `wait`, which waits until a worker has finished a job.

    Raises `Failure` (rules) if the worker exceeded a limit of time or memory.
    """
    try:
        return wait()
    except (BrokenExecutor, MemoryError) as error:
        if error.__cause__ and isinstance(error, BrokenExecutor):
            raise  # a result that could not be sent is a bug, not a limit
        where = replace(job.print.place[0], subject=f"{job.name}.pdf")
        message = "needs more time or memory than the limits allow"
        hint = "print fewer cards at a time, or raise PRINTGEN_SECONDS or PRINTGEN_MEGABYTES"
        raise create_failure(ExitCode.RULES, where, message, hint) from None
