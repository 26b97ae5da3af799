"""Turn a game's folder into its PDFs: load, check, compose, impose, write, prove, publish.

Every stage is named here, in order. A game's files belong together: none of those asked for is
replaced unless all of them proofed clean, and what is wrong with any of them is reported in one
run. Faces and pages stream through; only a finished PDF is held.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from printgen.content.catalogue import Print, title
from printgen.keep import kept
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.order import Order, hold
from printgen.press.page import Page
from printgen.press.paper import Paper, find_paper
from printgen.press.pdf import Document, write
from printgen.problems import ExitCode, Failure, Problem, Severity, Where
from printgen.products.job import Job, compose_all
from printgen.proof.prove import prove
from printgen.publish import publish
from printgen.resources import fonts_folder, templates_folder
from printgen.rules.check import findings
from printgen.rules.digest import digest
from printgen.rules.load import load
from printgen.rules.model import Game
from printgen.sheets import pages

Progress = Callable[[str], None]
"""Told what is being done, often; it may show it or not."""

_ELSEWHERE = "name another folder with --output"
_MARGIN_FACE = ("IBM Plex Sans Condensed", 400)
_PIECES: dict[Print, str] = {
    "deck": "card",
    "deck-backs": "back",
    "sheet": "sheet",
    "markers": "marker",
    "roster": "roster",
}


@dataclass(frozen=True, slots=True)
class Built:
    """One PDF put in its place: its size in bytes, what it holds, and what its proof remarked."""

    path: Path
    pages: int
    pieces: int
    piece: str
    size: int
    notes: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Proofed:
    name: Print
    pdf: bytes
    pages: int
    pieces: int
    notes: tuple[Problem, ...]


def build(
    folder: Path,
    output: Path,
    order: Order,
    paper: str,
    taken: Container[Path],
    progress: Progress,
    *,
    keep_svg: bool,
) -> tuple[Built, ...]:
    """Build what `order` asks for of the game in `folder`, into a folder of its id in `output`.

    `taken` are folders that hold another game's new files. With `keep_svg` the merged faces are
    kept too, in a folder `faces` beside the files. Raises `Failure` with every problem of
    the first stage that found any; for composing and proving, of all prints. No PDF has been
    replaced then but those that an `Unpublished` names; merged faces may have been.
    """
    sheet = find_paper(paper)
    progress(f"{folder.name}: checking the rules")
    game = _checked(folder, order)
    target = output / game.id
    if target in taken:
        problem = Problem(
            Where(str(folder / "game.yaml")),
            f"another game of this run has the id {game.id}, and its files stand in {target}",
            "build one of them into another folder with --output",
        )
        raise Failure(ExitCode.USAGE, (problem,))
    composer = Composer(
        (folder / "templates", templates_folder()), (fonts_folder(), folder / "fonts")
    )
    faces = target / "faces" if keep_svg else None
    proofed: list[_Proofed] = []
    problems: list[Problem] = []
    exit_code = ExitCode.WELL
    for name in order.prints(game):
        try:
            proofed.append(_proofed(game, name, order, composer, sheet, faces, progress))
        except Failure as failure:
            problems += failure.problems
            exit_code = exit_code or failure.exit_code
    if problems:
        raise Failure(exit_code, problems)
    files = {target / f"{print_.name}.pdf": print_.pdf for print_ in proofed}
    publish(files, _ELSEWHERE)
    return tuple(map(_built, proofed, files))


def _checked(folder: Path, order: Order) -> Game:
    game = load(folder)
    mistakes = tuple(hold(order, game))
    if mistakes:
        raise Failure(ExitCode.USAGE, mistakes)
    errors = tuple(found for found in findings(game) if found.severity is Severity.ERROR)
    if errors:
        raise Failure(ExitCode.RULES, errors)
    return game


def _proofed(
    game: Game,
    name: Print,
    order: Order,
    composer: Composer,
    paper: Paper,
    faces: Path | None,
    progress: Progress,
) -> _Proofed:
    decks = order.decks(game) if name in ("deck", "deck-backs") else ()
    cards = order.cards if name == "deck" else None
    counted = _Counted(progress, f"{game.id}: {name}")
    document = Document(
        title=title(game, name),
        language=game.language,
        game=game.id,
        product=name,
        paper=paper.id,
        copies=decks,
        cards=cards,
        digest=digest(game),
    )

    def compose(jobs: Iterable[Job]) -> Iterator[Face]:
        return compose_all(composer, kept(jobs, composer, faces / name) if faces else jobs)

    typeface = composer.typeface(*_MARGIN_FACE)
    pdf = write(counted(pages(game, name, decks, cards, paper, compose, typeface)), document)
    progress(f"{game.id}: {name}, proofing")
    found = tuple(problem.in_file(f"{name}.pdf") for problem in prove(pdf, game))
    if any(problem.severity is Severity.ERROR for problem in found):
        raise Failure(ExitCode.PROOF, found)
    return _Proofed(name, pdf, counted.sheets, counted.pieces, found)


def _built(print_: _Proofed, path: Path) -> Built:
    piece = _PIECES[print_.name]
    return Built(path, print_.pages, print_.pieces, piece, len(print_.pdf), print_.notes)


class _Counted:
    """Counts what streams by, and tells of it now and then."""

    def __init__(self, progress: Progress, what: str) -> None:
        self.sheets = 0
        self.pieces = 0
        self._progress = progress
        self._what = what

    def __call__(self, pages: Iterable[Page]) -> Iterator[Page]:
        """The same pages."""
        for page in pages:
            self.sheets += 1
            self.pieces += len(page.placements)
            self._progress(f"{self._what}, {self.pieces} composed")
            yield page
