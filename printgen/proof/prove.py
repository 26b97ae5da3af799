"""Turn a PDF and a Game into what differs between them: nothing, where the print is right.

Three witnesses read the print, always all of them: what its operators paint, what a second reader
finds in it, and what it looks like. It may know only the rules: no layout, template or press.
"""

from collections.abc import Iterator
from itertools import chain

from printgen.problems import Failure, Problem
from printgen.proof.compare import Comparison, asked_of
from printgen.proof.expected import Expected
from printgen.proof.finding import fault
from printgen.proof.manifest import PageSlots
from printgen.proof.match import match
from printgen.proof.read import Print
from printgen.rules.model import Game


def prove(pdf: bytes, game: Game) -> tuple[Problem, ...]:
    """Every difference between the print and the rules, and what a reader should know of it.

    Errors mean that it must not be used; a clean print gives none. Never raises for what the
    bytes hold.
    """
    try:
        return tuple(_proved(pdf, game))
    except Failure as failure:
        return failure.problems


def asked(pdf: bytes) -> str:
    """The id of the game that a print says it is of. Raises `Failure` where it says none."""
    return Print(pdf).manifest.game


def _proved(pdf: bytes, game: Game) -> Iterator[Problem]:
    print_ = Print(pdf)
    manifest = print_.manifest
    product, problems = asked_of(manifest, game)
    yield from problems
    comparison = Comparison(game, product, Expected(game, product, manifest.copies, manifest.cards))
    slots = chain(manifest.pages)
    count = 0
    for page in print_.pages():
        count += 1
        there = next(slots, None)
        if there is None:
            there = PageSlots((), ())
        for text in dict.fromkeys((*page.faults, *page.painted.faults)):
            yield fault(f"page {page.number}", text)
        yield from comparison.page(page, there, match(page.painted, there))
    if count != len(manifest.pages):
        yield fault(
            product, f"has {count} pages; {len(manifest.pages)} were printed", "build it again"
        )
    yield from comparison.rest()
