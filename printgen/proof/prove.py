"""Turn a PDF and a Game into what differs between them: nothing, where the print is right.

Three witnesses read the print, always all of them: what its operators paint, what a second reader
finds in it, and what it looks like. It may know only the rules: no layout, template or press.
"""

from collections.abc import Iterator
from concurrent.futures import Future

from printgen.problems import Failure, Problem
from printgen.proof.compare import Comparison, asked_of
from printgen.proof.expected import Expected
from printgen.proof.finding import fault
from printgen.proof.manifest import PageSlots
from printgen.proof.match import match
from printgen.proof.preflight import Boxes, check_bar, check_document, check_fonts, near_the_edge
from printgen.proof.raster import Sight, Witness, answer
from printgen.proof.read import PageRead, PdfFile
from printgen.proof.shift import follow_shifts
from printgen.proof.sight import compare_sight
from printgen.rules.model import Game, Print

MOST = 500
"""Findings after which a proof stops: a print so wrong needs no longer list."""
_MOST_ALIKE = 5_000
"""The same, counting each as often as it is found."""


def prove(pdf: bytes, game: Game) -> tuple[Problem, ...]:
    """Every difference between the print and the rules, and what a reader should know of it.

    Errors mean that it must not be used; a clean print gives none. Never raises for what the
    bytes hold. After `MOST` findings it says so and looks no further.
    """
    found: dict[Problem, None] = {}
    try:
        for count, problem in enumerate(_proved(pdf, game)):
            found.setdefault(problem)
            if len(found) >= MOST or count >= _MOST_ALIKE:
                stop = fault("", f"more than {MOST} findings: the proof stopped here")
                return (*found, stop)
    except Failure as failure:
        return (*found, *failure.problems)
    return tuple(found)


def asked(pdf: bytes) -> str:
    """The id of the game that a print says it is of. Raises `Failure` where it says none."""
    return PdfFile(pdf).manifest.game


def _proved(pdf: bytes, game: Game) -> Iterator[Problem]:
    file = PdfFile(pdf)
    manifest = file.manifest
    print_, problems = asked_of(manifest, game)
    yield from problems
    yield from check_document(file.declared(), game, print_)
    if file.count != len(manifest.pages):
        yield fault(
            print_.id,
            f"has {file.count} pages; {len(manifest.pages)} were printed",
            "build it again: printgen build",
        )
    yield from _pages(pdf, file, game, print_)


def _pages(pdf: bytes, file: PdfFile, game: Game, print_: Print) -> Iterator[Problem]:
    """Each page is read while the one before it is looked at, then compared."""
    manifest = file.manifest
    expected = Expected(game, print_, manifest.sets, manifest.rows)
    comparison = Comparison(game, print_, expected)
    boxes = Boxes(print_, manifest.paper, len(manifest.sets))
    witness = Witness(pdf)

    def compared(page: PageRead, sight: Future[Sight] | None) -> Iterator[Problem]:
        subject = f"page {page.number}"
        known = page.number <= len(manifest.pages)
        slots = manifest.pages[page.number - 1] if known else PageSlots((), ())
        matched = follow_shifts(match(page.painted, slots))
        for text in dict.fromkeys((*page.faults, *page.painted.faults)):
            yield fault(subject, text)
        yield from boxes.page(page, matched)
        yield from comparison.page(page, matched)
        yield from near_the_edge(page.painted.items, page)
        yield from check_bar(matched, page.painted.items, page.number)
        if sight is None:
            yield fault(subject, "was not looked at as a picture: not all of it can be followed")
        else:
            yield from compare_sight(page, matched, answer(sight), expected.title)

    try:
        waiting: tuple[PageRead, Future[Sight] | None] | None = None
        for page in file.pages():
            sight = witness.ask(page.number - 1) if page.followed else None
            yield from check_fonts(file.new_fonts(), print_)
            if waiting is not None:
                yield from compared(*waiting)
            waiting = page, sight
        if waiting is not None:
            yield from compared(*waiting)
    finally:
        witness.close()
    yield from comparison.rest()
    yield from boxes.together()
