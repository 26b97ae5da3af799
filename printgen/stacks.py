"""Turn one print of a Game into its pages: which faces share sheets, on which grid.

A stack is what shares sheets: one set of faces of one size. No two sets share a sheet, so that each
can be cut by itself. It joins content, layout and press, and adds nothing to any of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, repeat

from printgen.content.catalogue import contents, margin, runs
from printgen.jobs import Job, jobs
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.press.grid import make_grid
from printgen.press.impose import impose, single
from printgen.press.page import Page
from printgen.press.paper import Paper
from printgen.problems import ExitCode, Failure, Problem
from printgen.rules.digest import stamp
from printgen.rules.model import Game, Print
from printgen.rules.sizes import Size

PUNCH_GUTTER = 4.0
"""Between round markers, in mm: what a punch grips; a punch needs no crop marks either."""

Compose = Callable[[Iterable[Job]], Iterator[Face]]
"""Sets jobs into faces, in order, each when asked for."""


def pages(
    game: Game,
    print_: Print,
    sets: tuple[str, ...],
    keys: frozenset[str] | None,
    size: Size | None,
    paper: Paper,
    compose: Compose,
    typeface: Typeface,
) -> Iterator[Page]:
    """The pages of one print, in order, each made as asked for; margins are set in `typeface`.

    `sets` are the keys of the sets printed, `keys` those of the rows picked or None for all,
    `size` the faces' or None for the template's own. Raises `Failure`, after the last page that
    could be made, with what is wrong in every stack.
    """
    problems: list[Problem] = []
    exit_code = ExitCode.WELL
    if print_.is_page:
        size = Size(paper.id, paper.width, paper.height)
    for set_ in sets or ("",):
        wanted = jobs(game, print_, contents(game, print_, set_, keys), size)
        try:
            if print_.is_page:
                yield from map(single, compose(wanted))
            else:
                faces = compose(wanted)
                yield from _imposed(game, print_, set_, keys, size, paper, faces, typeface)
        except Failure as failure:
            problems += failure.problems
            exit_code = exit_code or failure.exit_code
    if problems:
        raise Failure(exit_code, problems)


def _imposed(
    game: Game,
    print_: Print,
    set_: str,
    keys: frozenset[str] | None,
    size: Size | None,
    paper: Paper,
    faces: Iterator[Face],
    typeface: Typeface,
) -> Iterator[Page]:
    first = next(faces, None)
    if first is None:
        return
    punched = size is not None and size.round
    grid = make_grid(paper, first.width, first.height, PUNCH_GUTTER if punched else 0.0)
    announced = runs(game, print_, keys)
    rules = stamp(game)

    def words(sheet: int, sheets: int) -> Mapping[str, str]:
        return margin(game, print_, rules, sheet, sheets, set_)

    yield from impose(
        repeat(first, grid.places) if announced is None else chain((first,), faces),
        announced or (grid.places,),
        grid,
        words,
        typeface,
        crop_marks=not punched,
        mirrored=bool(print_.backs_of),
    )
