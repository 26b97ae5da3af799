"""Turn a game's folder, or a table by itself, into PDFs: load, check, print, prove, publish.

Every stage is named here, in order; those of one print in printing.py. Prints are composed and
proved by whoever of the workers has time. A game's files belong together: none of those asked for
is replaced unless all of them proofed clean, and what is wrong with any of them is reported in one
run.
"""

from collections import deque
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from printgen import bounded
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.lone.deck import Source, load_source
from printgen.order import Order, Planned, plan
from printgen.parts import Part, packed_faces, parts_of, unpacked
from printgen.press.paper import Paper, find_paper
from printgen.printing import (
    MARGIN_FACE,
    Printed,
    composer_of,
    faces_of,
    keep_pages,
    number_of_faces,
    printed,
)
from printgen.problems import ExitCode, Failure, Failures, Problem, Where, errors
from printgen.publish import publish
from printgen.rules.check import findings
from printgen.rules.model import Game
from printgen.rules.unread import unread
from printgen.workers import Ended, Job, Tell, Workers


class Ready(NamedTuple):
    """A game whose rules are sound, what is printed of it and on which paper, and what sets it."""

    source: Source
    game: Game
    prints: tuple[Planned, ...]
    paper: Paper
    composer: Composer


def prepared(source: Source, order: Order, paper: str, progress: Tell) -> Ready | Failure:
    """What `order` asks for of the game of `source`; or every problem of its rules, or the order.

    The failure is told when the game's turn comes.
    """
    try:
        sheet = find_paper(paper)
        progress(f"{source.name}: checking the rules")
        game = load_source(source)
        prints = plan(order, game)
        if wrong := errors(findings(game)):
            raise Failure(ExitCode.RULES, (*game.notes, *wrong))
        bounded.extend(0)
        return Ready(source, game, prints, sheet, composer_of(source))
    except Failure as failure:
        return failure


class Build:
    """One of the games that are ready, by its number, while its prints are composed and proved.

    With `keep_svg` the faces are kept as SVG too, with `keep_html` as pages for a browser, in a
    folder `faces` beside the files. A `dry_run` composes all, and proves and writes nothing.
    """

    def __init__(
        self,
        ready: Ready | Failure,
        number: int,
        pool: Workers,
        *,
        keep_svg: bool,
        keep_html: bool,
        dry_run: bool,
    ) -> None:
        self._given, self._number, self._pool, self._dry_run = ready, number, pool, dry_run
        self._keep_svg, self._keep_html = keep_svg, keep_html
        self._is_made_here = not dry_run and (keep_svg or keep_html)
        self._proofs: dict[int, Job] = {}
        self._prints: dict[int, Job] = {}
        for place, planned in enumerate(() if isinstance(ready, Failure) else ready.prints):
            if not self._is_made_here and not self._parts(planned):
                self._ask(place)

    def finish(
        self, output: Path, taken: Container[Path], progress: Tell
    ) -> tuple[Mapping[Path, Printed], tuple[Problem, ...]]:
        """Put the game's prints in place, in a folder of its id in `output`.

        Returns them, and what their proof remarked. `taken` are folders that hold another game's
        new files. Raises `Failure` with every problem of the first stage that found any; for
        composing and proving, of all prints. No PDF has been replaced then unless it says so; faces
        that are kept may have been.
        """
        source, game, prints, *_ = self._ready
        target = output / game.about.id
        if target in taken:
            where = Where(str(source / "game.yaml" if isinstance(source, Path) else source.file))
            what = f"another of this run is called {game.about.id} too, and its files stand in"
            hint = "build one of them into another folder with --output"
            problem = Problem(where, f"{what} {target}", hint)
            raise Failure(ExitCode.USAGE, (problem,))
        made: dict[Path, Printed] = {}
        notes = [*game.notes]
        failures = Failures()
        for place, planned in enumerate(prints):
            with failures.kept():
                made[target / f"{planned.name}.pdf"] = self._printed(place, target, progress)
        for place, proof in sorted(self._proofs.items()):
            name = prints[place].name
            progress(f"{game.about.id}: {name}, proofing")
            with failures.kept():
                found = [one.in_file(f"{name}.pdf") for one in self._found(proof, progress)]
                if errors(found):
                    raise Failure(ExitCode.PROOF, found)
                notes += found
        failures.close()
        notes += unread(source, game) if isinstance(source, Path) else ()
        if not self._dry_run:
            pdfs = {path: one.pdf for path, one in made.items()}
            publish(pdfs, "name another folder with --output")
        return made, tuple(notes)

    @property
    def _ready(self) -> Ready:
        if isinstance(self._given, Failure):
            raise self._given
        return self._given

    def _ask(self, place: int) -> None:
        """Have a print made, and then proved."""
        self._prints[place] = self._pool.ask(
            _compose,
            self._number,
            place,
            home=self._number,
            stays=bool(self._ready.prints[place].print.backs_of),
            then=partial(self._prove, place),
        )

    def _prove(self, place: int, made: Printed) -> None:
        if not self._dry_run:
            self._proofs[place] = self._pool.ask(_prove, self._number, made.pdf, made.pieces)

    def _printed(self, place: int, target: Path, progress: Tell) -> Printed:
        """A print that a worker made, or made here, its faces being kept or coming in parts."""
        game, planned = self._ready.game, self._ready.prints[place]
        if place not in self._prints:
            bounded.extend(number_of_faces(game, planned))
            if self._is_made_here:
                made = self._kept(planned, target / "faces" / planned.name, progress)
                self._prove(place, made)
                return made
            # What is wrong is told of the whole.
            with suppress(Failure):
                faces = self._joined(place, planned, progress)
                made = _made(self._ready, planned, faces, progress)
                self._prove(place, made)
                return made
            self._ask(place)
        whole: Printed = self._answer(self._prints[place], progress)
        return whole

    def _kept(self, planned: Planned, folder: Path, progress: Tell) -> Printed:
        _, game, _, paper, composer = self._ready
        if self._keep_html:
            keep_pages(game, planned, paper, composer, folder)
        kept = folder if self._keep_svg else None
        faces = faces_of(game, planned, paper, composer, kept)
        return _made(self._ready, planned, faces, progress)

    def _parts(self, planned: Planned) -> Sequence[Part]:
        return parts_of(self._ready.game, planned) if self._pool.number > 1 else ()

    def _joined(self, place: int, planned: Planned, progress: Tell) -> Iterator[Face]:
        """The faces of all parts; a few are composed ahead of what is printed."""
        coming = iter(self._parts(planned))
        ask = partial(self._pool.ask, _compose_part, self._number, place, home=self._number)
        jobs = deque(map(ask, islice(coming, 2 * self._pool.number)))
        while jobs:
            packed = self._answer(jobs.popleft(), progress)
            jobs.extend(map(ask, islice(coming, 1)))
            yield from unpacked(packed, self._ready.composer)

    def _answer(self, job: Job, progress: Tell) -> Any:
        try:
            return self._pool.answer(job, progress)
        except Ended as ended:
            bounded.end_by(ended.number)
            raise

    def _found(self, proof: Job, progress: Tell) -> tuple[Problem, ...]:
        try:
            found: tuple[Problem, ...] = self._pool.answer(proof, progress)
        except MemoryError:
            problem = Problem(
                Where(subject="the proof"),
                "takes more time or memory than it may",
                "print fewer cards at a time; or set PRINTGEN_SECONDS or PRINTGEN_MEGABYTES higher",
            )
            return (problem,)
        return found


def _made(ready: Ready, planned: Planned, faces: Iterator[Face], progress: Tell) -> Printed:
    typeface = ready.composer.typeface(*MARGIN_FACE)
    return printed(ready.game, planned, ready.paper, faces, typeface, progress)


def _compose(games: Sequence[Ready], progress: Tell, number: int, place: int) -> Printed:
    ready = games[number]
    planned = ready.prints[place]
    bounded.extend(number_of_faces(ready.game, planned))
    faces = faces_of(ready.game, planned, ready.paper, ready.composer)
    return _made(ready, planned, faces, progress)


def _compose_part(games: Sequence[Ready], _: Tell, number: int, place: int, part: Part) -> bytes:
    ready = games[number]
    bounded.extend(part.stop - part.start)
    return packed_faces(ready.game, ready.prints[place], ready.composer, part)


def _prove(games: Sequence[Ready], _: Tell, number: int, pdf: bytes, faces: int) -> object:
    from printgen.proof.prove import prove

    bounded.extend(faces)
    return prove(pdf, games[number].game)


def get_ready() -> None:
    """Have at hand what proves."""
    import printgen.proof.prove  # noqa: F401
