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

from printgen.job.compatibility import remarks
from printgen.job.plan import Order, Planned, plan, unmet
from printgen.job.source import Source, load_source
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.pipeline.chunks import Portion, packed_faces, portions_of, unpacked
from printgen.pipeline.pictures import Wish, pictures_of
from printgen.pipeline.print_job import (
    MARGIN_FACE,
    Printed,
    backs_of,
    composer_of,
    faces_of,
    keep_pages,
    number_of_faces,
    printed,
)
from printgen.problems import ExitCode, Failure, Failures, Problem, Where, errors
from printgen.rules.check import findings
from printgen.rules.model import Game
from printgen.rules.unused_files import unread
from printgen.system import limits as bounded
from printgen.system.atomic_files import publish
from printgen.system.worker_pool import Ended, Job, Workers

Tell = Callable[[str], object]
"""Says what is being done."""


class Ready(NamedTuple):
    """A game whose rules are sound, what is printed of it and what sets it, with first notes."""

    source: Source
    game: Game
    prints: tuple[Planned, ...]
    composer: Composer
    notes: tuple[Problem, ...]


def prepared(source: Source, order: Order, wish: Wish, progress: Tell) -> Ready | Failure:
    """What `order` asks for of the game of `source`, which `wish` may be of; or all its problems.

    The failure is told when the game's turn comes.
    """
    try:
        progress(f"{source.name}: checking the rules")
        game = load_source(source)
        prints = plan(order, game)
        wished = tuple(wish.against(prints))
        if wrong := errors(wished):
            raise Failure(ExitCode.USAGE, wrong)
        if wrong := errors(findings(game)):
            raise Failure(ExitCode.RULES, (*game.notes, *wrong))
        bounded.extend(0)
        laid = remarks(order.imposition, (one.print for one in prints))
        notes = *game.notes, *laid, *unmet(order, game, prints), *wished
        composer = composer_of(source, grey=order.ink == "grey")
        return Ready(source, game, prints, composer, notes)
    except Failure as failure:
        return failure


class Build:
    """One of the games that are ready, by its number there, while workers compose and prove it.

    With `keep_svg` the faces are kept as SVG too, with `keep_html` as pages for a browser, in a
    folder `faces` beside the files. A `dry_run` composes all, and proves and writes nothing.
    """

    def __init__(
        self, number: int, pool: Workers, *, keep_svg: bool, keep_html: bool, dry_run: bool
    ) -> None:
        self._pool, self._number, self._dry_run = pool, number, dry_run
        self._keep_svg, self._keep_html = keep_svg and not dry_run, keep_html and not dry_run
        self._prints: dict[int, Job] = {}
        self._proofs: dict[int, Job] = {}
        self._ready: Ready | Failure = cast("Sequence[Ready | Failure]", pool.known)[number]
        if isinstance(self._ready, Ready) and pool.number > 1 and not (keep_svg or keep_html):
            for place, planned in enumerate(self._ready.prints):
                if not portions_of(self._ready.game, planned):
                    then = partial(self._prove, place)
                    self._prints[place] = pool.ask(_compose_here, number, place, then=then)

    def finish(
        self, output: Path, taken: Container[Path], wish: Wish, progress: Tell
    ) -> tuple[Mapping[Path, Printed], tuple[Path, ...], tuple[Problem, ...]]:
        """Put the game's prints in place, in a folder of its id in `output`.

        Returns them, the pictures that `wish` is for, and what was remarked. `taken` are folders
        that hold another game's new files. Raises `Failure` with every problem of the first stage
        that found any; for composing and proving, of all prints. No PDF has been replaced then
        unless it says so; faces that are kept may have been.
        """
        if isinstance(self._ready, Failure):
            raise self._ready
        source, game, prints, *_ = self._ready
        target = output / game.about.id
        if target in taken:
            where = Where(str(source / "game.yaml" if isinstance(source, Path) else source.file))
            what = f"another of this run is called {game.about.id} too, and its files stand in"
            hint = "build one of them into another folder with --output"
            raise Failure(ExitCode.USAGE, (Problem(where, f"{what} {target}", hint),))
        made: dict[Path, Printed] = {}
        notes = [*self._ready.notes]
        failures = Failures()
        for place, planned in enumerate(prints):
            path = target / f"{planned.name}.pdf"
            progress(f"{game.about.id}: {planned.print.id}, composing")
            with failures.kept():
                made[path] = self._printed(self._ready, place, target, progress)
        for place, proof in sorted(self._proofs.items()):
            progress(f"{game.about.id}: {prints[place].name}, proofing")
            with failures.kept():
                found = [one.in_file(f"{prints[place].name}.pdf") for one in self._found(proof)]
                if errors(found):
                    raise Failure(ExitCode.PROOF, found)
                notes += found
        failures.close()
        notes += unread(source, game) if isinstance(source, Path) else ()
        pdfs = {path: one.pdf for path, one in made.items()}
        drawn = pictures_of(game, wish, target, tuple(zip(prints, pdfs.values(), strict=True)))
        if not self._dry_run:
            if drawn:
                bounded.extend(len(drawn) * wish.weight)
                progress(f"{game.about.id}: drawing {len(drawn)} pictures")
            publish({**pdfs, **drawn}, "name another folder with --output")
        return made, tuple(drawn), tuple(notes)

    def _prove(self, place: int, made: Printed) -> None:
        if not self._dry_run:
            self._proofs[place] = self._pool.ask(_prove, self._number, made.pdf, made.pieces)

    def _printed(self, ready: Ready, place: int, target: Path, progress: Tell) -> Printed:
        """A print that a worker composed; or printed here, where its faces are kept or many."""
        if place in self._prints:
            whole: Printed = self._answer(self._prints[place])
            return whole
        _, game, prints, composer, _ = ready
        planned, folder = prints[place], target / "faces" / prints[place].name
        bounded.extend(number_of_faces(game, planned))
        if self._keep_html:
            keep_pages(game, planned, composer, folder)
        made, kept = None, folder if self._keep_svg else None
        if self._pool.number > 1 and not (kept or self._keep_html):
            portions = portions_of(game, planned)
            with suppress(Failure):  # what is wrong is told of the whole
                faces = self._joined(place, portions, composer)
                made = _print(ready, planned, faces, iter(()), progress) if portions else None
        made = made or _compose(ready, planned, kept, progress)
        self._prove(place, made)
        return made

    def _joined(
        self, place: int, portions: Iterable[Portion], composer: Composer
    ) -> Iterator[Face]:
        """The faces of all portions; a few are composed ahead of what is printed."""
        coming = iter(portions)
        ask = partial(self._pool.ask, _compose_portion, self._number, place)
        jobs = deque(map(ask, islice(coming, 2 * self._pool.number)))
        while jobs:
            packed = self._answer(jobs.popleft())
            jobs.extend(map(ask, islice(coming, 1)))
            yield from unpacked(packed, composer)

    def _answer(self, job: Job) -> Any:
        try:
            return self._pool.answer(job)
        except Ended as ended:
            bounded.end_by(*ended.args)
            raise

    def _found(self, proof: Job) -> Sequence[Problem]:
        try:
            found: Sequence[Problem] = self._pool.answer(proof)
        except MemoryError:
            what = "takes more time or memory than it may"
            hint = "set PRINTGEN_SECONDS or PRINTGEN_MEGABYTES higher"
            hint = f"print fewer cards at a time; or {hint}"
            return (Problem(Where(subject="the proof"), what, hint),)
        return found


def _print(
    ready: Ready, planned: Planned, faces: Iterator[Face], backs: Iterator[Face], progress: Tell
) -> Printed:
    typeface = ready.composer.typeface(*MARGIN_FACE)
    return printed(ready.game, planned, faces, backs, typeface, progress)


def _compose(ready: Ready, planned: Planned, kept: Path | None, progress: Tell) -> Printed:
    faces = faces_of(ready.game, planned, ready.composer, kept)
    backs = backs_of(ready.game, planned, ready.composer, kept)
    return _print(ready, planned, faces, backs, progress)


def _compose_here(games: Sequence[Ready], number: int, place: int) -> Printed:
    ready = games[number]
    bounded.extend(number_of_faces(ready.game, ready.prints[place]))
    return _compose(ready, ready.prints[place], None, id)


def _compose_portion(games: Sequence[Ready], number: int, place: int, portion: Portion) -> bytes:
    ready = games[number]
    bounded.extend(portion.stop - portion.start)
    return packed_faces(ready.game, ready.prints[place], ready.composer, portion)


def _prove(games: Sequence[Ready], number: int, pdf: bytes, faces: int) -> Sequence[Problem]:
    from printgen.proof.proof import prove

    bounded.extend(faces)
    return prove(pdf, games[number].game)


def get_ready() -> None:
    """Have at hand what proves."""
    import printgen.proof.proof  # noqa: F401
