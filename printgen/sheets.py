"""Turn one print of a Game into its pages: which jobs, in which stacks, on which grid.

A stack is what shares sheets: one deck, one set of markers. No two decks share a sheet, so that
each can be cut by itself. It joins products and press and adds nothing to either.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from printgen.content.catalogue import Print, margin
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.press.grid import make_grid
from printgen.press.impose import impose, single
from printgen.press.page import Page
from printgen.press.paper import Paper
from printgen.problems import ExitCode, Failure, Problem
from printgen.products.deck import back_jobs, card_jobs
from printgen.products.job import Job
from printgen.products.markers import marker_jobs
from printgen.products.roster import roster_jobs
from printgen.products.sheet import sheet_jobs
from printgen.rules.digest import stamp
from printgen.rules.model import Game

PUNCH_GUTTER = 4.0
"""Between round markers, in mm: what a punch grips; a punch needs no crop marks either."""

Compose = Callable[[Iterable[Job]], Iterator[Face]]
"""Sets jobs into faces, in order, each when asked for."""


@dataclass(frozen=True, slots=True)
class _Stack:
    """Jobs that share sheets; `count` of them, or (None) one that fills its sheet."""

    jobs: Iterable[Job]
    count: int | None
    letter: str = ""
    punched: bool = False


def pages(
    game: Game,
    name: Print,
    decks: tuple[str, ...],
    cards: tuple[int, ...] | None,
    paper: Paper,
    compose: Compose,
    typeface: Typeface,
) -> Iterator[Page]:
    """The pages of one print, in order, each made as asked for; margins are set in `typeface`.

    `decks` are the letters of the decks printed, `cards` the numbers picked or None for all. Raises
    `Failure`, after the last page that could be made, with what is wrong in every stack.
    """
    if name == "sheet" and game.sheet:
        jobs = sheet_jobs(game, game.sheet, paper.width, paper.height)
        yield from map(single, compose(jobs))
        return
    problems: list[Problem] = []
    exit_code = ExitCode.WELL
    for stack in _stacks(game, name, decks, cards):
        try:
            yield from _imposed(game, name, stack, paper, compose, typeface)
        except Failure as failure:
            problems += failure.problems
            exit_code = exit_code or failure.exit_code
    if problems:
        raise Failure(exit_code, problems)


def _stacks(
    game: Game, name: Print, decks: tuple[str, ...], cards: tuple[int, ...] | None
) -> Iterator[_Stack]:
    match name:
        case "deck" if game.deck:
            count = len(game.deck.cards) if cards is None else len(cards)
            for letter in decks:
                yield _Stack(card_jobs(game, game.deck, letter, cards), count, letter)
        case "deck-backs" if game.deck:
            for letter in decks:
                yield _Stack(back_jobs(game, game.deck, letter), None, letter)
        case "markers":
            markers = tuple(marker_jobs(game))
            yield _Stack(markers, len(markers), punched=True)
        case "roster" if game.roster:
            rosters = tuple(roster_jobs(game, game.roster))
            yield _Stack(rosters, len(rosters))


def _imposed(
    game: Game, name: Print, stack: _Stack, paper: Paper, compose: Compose, typeface: Typeface
) -> Iterator[Page]:
    faces = compose(stack.jobs)
    first = next(faces, None)
    if first is None:
        return
    grid = make_grid(paper, first.width, first.height, PUNCH_GUTTER if stack.punched else 0.0)
    count = grid.places if stack.count is None else stack.count

    rules = stamp(game)

    def words(sheet: int, sheets: int) -> Mapping[str, str]:
        return margin(game, name, rules, sheet, sheets, stack.letter)

    yield from impose(
        repeat(first, count) if stack.count is None else chain((first,), faces),
        count,
        grid,
        words,
        typeface,
        crop_marks=not stack.punched,
        mirrored=name == "deck-backs",
    )
