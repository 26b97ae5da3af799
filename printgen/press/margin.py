"""Turn the words of a sheet's margin into placed text runs and the bar to measure by.

The caller says what the margin says; this decides only where: two lines, above and below the block
of cards, or turned at its sides where only they have the room. Nothing touches a card or a
crop mark, or comes nearer than the keep-out to the page's edge. It knows no game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, pairwise

from printgen.layout.face import Shape, TextRun
from printgen.layout.fonts import Typeface
from printgen.layout.geometry import MM_PER_POINT
from printgen.press.grid import SHORT_MARK, Places
from printgen.press.paper import KEEP_OUT
from printgen.problems import ExitCode, Failure, Problem, Where

BAR = 50.0
"""How long the bar is, in mm, between the middles of its end ticks."""

LINES = (
    ("margin.title", "margin.deck", "margin.turn", "margin.sheet"),
    ("margin.bar", "margin.scale", "margin.moved", "margin.digest"),
)
"""What stands in each of the two lines, in order; a name without words is left out."""

_SIZES = (6.0, 5.5, 5.0)  # points, tried in turn
_INK = (0, 0, 0)
_LINE_WIDTH = 0.15
_TICK = 2.0
_CLEAR_OF_MARK = 1.5
_CLEAR_OF_CARD = 0.5
_BETWEEN = 4.0
_BREAK = 1.2  # between the bar's line and its label
_HALF_CAPITAL = 0.35  # em; capitals of text faces are about 0.7 em high


@dataclass(frozen=True, slots=True)
class PlacedMargin:
    """The margin of one sheet, in mm on the page; its words may stand beyond `short_marks`."""

    runs: tuple[TextRun, ...]
    bar: tuple[Shape, ...]
    short_marks: bool = False


@dataclass(frozen=True, slots=True)
class _Strip:
    """The two lines' middles and the stretches of them that no crop mark crosses.

    Measured along the line and across it, as the line is read; `length` is the page's size along
    it, and `turned` says that the lines run up the page. `beyond` short marks all of it is free.
    """

    turned: bool
    length: float
    middles: tuple[float, float]
    thickness: float
    stretches: tuple[tuple[float, float], ...]
    beyond: bool = False


def set_margin(
    words: Mapping[str, str], grid: Places, typeface: Typeface, *, marked: bool
) -> PlacedMargin:
    """Place the words, by name as in `LINES`, round the grid; `marked` if it has crop marks.

    Raises `Failure` (does not fit) naming the words for which there is no room, or that the
    typeface cannot print.
    """
    if not words:
        return PlacedMargin((), ())
    problems = [
        Problem(
            Where(subject=f"the sheet's margin, {name}"),
            f"{typeface.family} has no glyph for {lacking!r} in {text!r}",
            "write it with other characters",
        )
        for name, text in words.items()
        if (lacking := typeface.missing(text))
    ]
    if problems:
        raise Failure(ExitCode.DOES_NOT_FIT, problems)
    strips = tuple(_strips(grid, marked=marked))
    for beyond in (False, True) if marked else (False,):
        for size in _SIZES:
            for strip in (one for one in strips if one.beyond is beyond):
                margin = _set_lines(words, strip, typeface, size)
                if margin is not None:
                    return margin
    said = "; ".join(words[name] for line in LINES for name in line if name in words)
    problem = Problem(
        Where(subject="the sheet's margin"),
        f"no room on {grid.paper.id} round {grid.columns} × {grid.rows} faces, "
        f"at {_SIZES[-1]:g} pt, for: {said}",
        "write shorter words for the margin, make the faces smaller, or use another paper",
    )
    raise Failure(ExitCode.DOES_NOT_FIT, (problem,))


def _strips(grid: Places, *, marked: bool) -> Iterator[_Strip]:
    """Above and below, where they read without turning the sheet; then at the sides.

    Small faces have short marks, and others where nothing else has room.
    """
    paper, block, painted = grid.paper, grid.block, grid.painted
    above, left = painted.y, painted.x
    below = paper.height - above - painted.height
    right = paper.width - left - painted.width
    if marked and grid.short_marks:
        ends, sides = (block.x, block.x + block.width), (above - SHORT_MARK, below - SHORT_MARK)
        yield _strip(False, paper.width, paper.height, sides, ends, 0.0)
        return
    across = grid.cuts_across() if marked else (block.x, block.x + block.width)
    down = grid.cuts_down() if marked else (block.y, block.y + block.height)
    if grid.fold is not None:
        down = tuple(sorted((*down, paper.height / 2)))  # its marks are no place for words
    up = tuple(paper.height - y for y in reversed(down))
    clear = _CLEAR_OF_MARK if marked or grid.fold is not None else 0.0
    yield _strip(False, paper.width, paper.height, (above, below), across, clear)
    yield _strip(True, paper.height, paper.width, (left, right), up, clear)
    if marked:
        for turned, length, depth, near, far in (
            (False, paper.width, paper.height, above, below),
            (True, paper.height, paper.width, left, right),
        ):
            sides, ends = (near - SHORT_MARK, far - SHORT_MARK), (KEEP_OUT, length - KEEP_OUT)
            yield replace(_strip(turned, length, depth, sides, ends, 0.0), beyond=True)


def _strip(
    turned: bool,
    length: float,
    depth: float,
    margins: tuple[float, float],
    cuts: tuple[float, ...],
    clear: float,
) -> _Strip:
    near, far = ((KEEP_OUT + margin) / 2 for margin in margins)
    stretches = tuple(
        (start + clear, end - clear) for start, end in pairwise(cuts) if end - start > 2 * clear
    )
    return _Strip(turned, length, (near, depth - far), min(margins) - KEEP_OUT, stretches)


def _set_lines(
    words: Mapping[str, str], strip: _Strip, typeface: Typeface, size: float
) -> PlacedMargin | None:
    em = size * MM_PER_POINT
    tall = max((typeface.ascent + typeface.descent) * em, _TICK)
    if strip.thickness < tall + 2 * _CLEAR_OF_CARD:
        return None
    runs: list[TextRun] = []
    bar: tuple[Shape, ...] = ()
    for names, middle in zip(LINES, strip.middles, strict=True):
        present = [name for name in names if name in words]
        advances = {name: typeface.advance(words[name], size) * MM_PER_POINT for name in present}
        widths = [BAR if name == "margin.bar" else advances[name] for name in present]
        starts = _spread(widths, strip.stretches)
        if starts is None:
            return None
        baseline = middle + _HALF_CAPITAL * em
        for name, start in zip(present, starts, strict=True):
            along = start
            if name == "margin.bar":
                bar = _bar(strip, start, middle, advances[name])
                along += (BAR - advances[name]) / 2
            x, y = _on_page(strip, along, baseline)
            runs.append(
                TextRun(
                    x=x,
                    y=y,
                    text=words[name],
                    typeface=typeface,
                    size=size,
                    colour=_INK,
                    width=advances[name],
                    field=name,
                    angle=-90.0 if strip.turned else 0.0,
                )
            )
    return PlacedMargin(tuple(runs), bar, strip.beyond)


def _spread(widths: list[float], stretches: tuple[tuple[float, float], ...]) -> list[float] | None:
    """Where each piece starts, spread as evenly over the stretches as they fit; None if not."""
    count, last = len(widths), len(stretches) - 1
    if not count:
        return []

    def unevenness(seats: tuple[int, ...]) -> float:
        return sum(
            abs(seat - (index / (count - 1) if count > 1 else 0.0) * last)
            for index, seat in enumerate(seats)
        )

    choices = combinations_with_replacement(range(last + 1), count)
    for seats in sorted(choices, key=unevenness):
        starts = _seat(widths, seats, stretches)
        if starts is not None:
            return starts
    return None


def _seat(
    widths: list[float], seats: tuple[int, ...], stretches: tuple[tuple[float, float], ...]
) -> list[float] | None:
    starts: list[float] = []
    for seat in sorted(set(seats)):
        near, far = stretches[seat]
        here = [width for width, at in zip(widths, seats, strict=True) if at == seat]
        spare = far - near - sum(here)
        gaps = len(here) - 1
        if spare < gaps * _BETWEEN:
            return None
        if gaps:
            gap, at = spare / gaps, near
        else:
            outer = {0: 0.0, len(stretches) - 1: 1.0}
            share = 0.0 if len(stretches) == 1 else outer.get(seat, 0.5)
            gap, at = 0.0, near + spare * share
        for width in here:
            starts.append(at)
            at += width + gap
    return starts


def _bar(strip: _Strip, start: float, middle: float, label: float) -> tuple[Shape, ...]:
    """A line broken for its label, between two ticks, as a drawing's dimension."""
    end = start + BAR
    half = (BAR - label) / 2 - _BREAK
    lines = (
        (start, middle - _TICK / 2, start, middle + _TICK / 2),
        (start, middle, start + half, middle),
        (end - half, middle, end, middle),
        (end, middle - _TICK / 2, end, middle + _TICK / 2),
    )
    return tuple(
        Shape(
            (("M", *_on_page(strip, along, across)), ("L", *_on_page(strip, to, to_across))),
            None,
            _INK,
            _LINE_WIDTH,
        )
        for along, across, to, to_across in lines
    )


def _on_page(strip: _Strip, along: float, across: float) -> tuple[float, float]:
    return (across, strip.length - along) if strip.turned else (along, across)
