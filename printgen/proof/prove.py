"""Turn a PDF and a Game into what differs between them: nothing, where the print is right.

Three witnesses read the print, always all of them: what its operators paint, what a second reader
finds in it, and what it looks like. It may know only the rules: no layout, template or press.
"""

from collections.abc import Iterator

from printgen.content.catalogue import Print as Product
from printgen.problems import Failure, Problem
from printgen.proof.compare import Comparison, asked_of
from printgen.proof.expected import Expected
from printgen.proof.finding import fault
from printgen.proof.manifest import PageSlots
from printgen.proof.match import match
from printgen.proof.preflight import Boxes, check_document, check_fonts, near_the_edge
from printgen.proof.raster import sights
from printgen.proof.read import Print
from printgen.proof.shift import follow_shifts
from printgen.proof.sight import compare_sight
from printgen.rules.model import Game

MOST = 500
"""Findings after which a proof stops: a print so wrong needs no longer list."""


def prove(pdf: bytes, game: Game) -> tuple[Problem, ...]:
    """Every difference between the print and the rules, and what a reader should know of it.

    Errors mean that it must not be used; a clean print gives none. Never raises for what the
    bytes hold. After `MOST` findings it says so and looks no further.
    """
    found: dict[Problem, None] = {}
    try:
        for problem in _proved(pdf, game):
            found.setdefault(problem)
            if len(found) >= MOST:
                stop = fault("", f"more than {MOST} findings: the proof stopped here")
                return (*found, stop)
    except Failure as failure:
        return (*found, *failure.problems)
    return tuple(found)


def asked(pdf: bytes) -> str:
    """The id of the game that a print says it is of. Raises `Failure` where it says none."""
    return Print(pdf).manifest.game


def _proved(pdf: bytes, game: Game) -> Iterator[Problem]:
    print_ = Print(pdf)
    manifest = print_.manifest
    product, problems = asked_of(manifest, game)
    yield from problems
    yield from check_document(print_.declared(), game, product)
    if print_.count != len(manifest.pages):
        yield fault(
            product,
            f"has {print_.count} pages; {len(manifest.pages)} were printed",
            "build it again: printgen build",
        )
    yield from _pages(pdf, print_, game, product)


def _pages(pdf: bytes, print_: Print, game: Game, product: Product) -> Iterator[Problem]:
    manifest = print_.manifest
    expected = Expected(game, product, manifest.copies, manifest.cards)
    comparison = Comparison(game, product, expected)
    boxes = Boxes(product, manifest.paper)
    seen = sights(pdf, print_.count)
    try:
        for page, sight in zip(print_.pages(), seen, strict=True):
            index = page.number - 1
            known = index < len(manifest.pages)
            slots = manifest.pages[index] if known else PageSlots((), ())
            matched = follow_shifts(match(page.painted, slots))
            for text in dict.fromkeys((*page.faults, *page.painted.faults)):
                yield fault(f"page {page.number}", text)
            yield from check_fonts(print_.new_fonts(), product)
            yield from boxes.page(page, matched)
            yield from comparison.page(page, matched)
            yield from near_the_edge(page.painted.items, page)
            yield from compare_sight(page, matched, sight, expected.title)
    finally:
        seen.close()
    yield from comparison.rest()
    yield from boxes.together()
