"""Placement of the margin of a sheet: its texts and the scale bar.

The texts are set in two lines, above and below the block of faces, or turned by 90 degrees at its
sides if only the sides have enough space. Nothing touches a face or a crop mark, or is within
`KEEP_OUT` of the page's edge.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, pairwise

from printgen.layout.face import Shape, TextRun
from printgen.layout.fonts import Typeface
from printgen.layout.geometry import MM_PER_POINT
from printgen.paper import KEEP_OUT
from printgen.press.grid import SHORT_MARK, ImpositionGrid
from printgen.problems import ExitCode, Failure, Place, Problem

BAR_LENGTH = 50.0
"""Length of the scale bar, in mm, between the middles of its end ticks."""

MARGIN_LINES = (
    ("margin.title", "margin.deck", "margin.turn", "margin.sheet"),
    ("margin.bar", "margin.scale", "margin.moved", "margin.digest"),
)
"""The names in each of the two lines, in order; a name without a text is left out."""

_FONT_SIZES = (6.0, 5.5, 5.0)  # pt, the largest that fits is used
_INK = (0, 0, 0)
_LINE_WIDTH = 0.15
_TICK_LENGTH = 2.0
_MARK_CLEARANCE = 1.5
_CARD_CLEARANCE = 0.5
_MIN_TEXT_GAP = 4.0
_LABEL_GAP = 1.2  # between the bar's line and its label
_HALF_CAP_HEIGHT = 0.35  # em; capitals of text faces are about 0.7 em high


@dataclass(frozen=True, slots=True)
class PlacedMargin:
    """The margin of one sheet, in mm on the page.

    With `short_marks`, crop marks are short and the margin is printed beyond them.
    """

    runs: tuple[TextRun, ...]
    bar: tuple[Shape, ...]
    short_marks: bool = False


@dataclass(frozen=True, slots=True)
class _MarginStrip:
    """The space for the two lines: the middle of each, and the stretches between crop marks.

    All lengths are measured along the reading direction of the lines, or across it. `length` is the
    size of the page along the line. If `turned`, the lines run up the page. If `beyond`, they are
    beyond short crop marks.
    """

    turned: bool
    length: float
    middles: tuple[float, float]
    thickness: float
    stretches: tuple[tuple[float, float], ...]
    beyond: bool = False


def place_margin(
    words: Mapping[str, str], grid: ImpositionGrid, typeface: Typeface, *, has_marks: bool
) -> PlacedMargin:
    """Return the margin around the grid; `words` are its texts by name as in `MARGIN_LINES`.

    Raises `Failure` (exit code DOES_NOT_FIT) with the texts that have no room, or that have letters
    without a glyph.
    """
    if not words:
        return PlacedMargin((), ())
    problems = [
        Problem(
            Place(subject=f"the sheet's margin, {name}"),
            f"{typeface.family} has no glyph for {missing!r} in {text!r}",
            "replace these characters",
        )
        for name, text in words.items()
        if (missing := typeface.find_missing_letters(text))
    ]
    if problems:
        raise Failure(ExitCode.DOES_NOT_FIT, problems)
    strips = tuple(_list_strips(grid, has_marks=has_marks))
    for beyond in (False, True) if has_marks else (False,):
        for size in _FONT_SIZES:
            for strip in (candidate for candidate in strips if candidate.beyond is beyond):
                margin = _place_lines(words, strip, typeface, size)
                if margin is not None:
                    return margin
    words_text = "; ".join(words[name] for line in MARGIN_LINES for name in line if name in words)
    problem = Problem(
        Place(subject="the sheet's margin"),
        f"no room on {grid.paper.id} around {grid.columns} × {grid.rows} faces, "
        f"even at {_FONT_SIZES[-1]:g} pt, for: {words_text}",
        "shorten the texts of the margin, make the faces smaller, or use larger paper",
    )
    raise Failure(ExitCode.DOES_NOT_FIT, (problem,))


def _list_strips(grid: ImpositionGrid, *, has_marks: bool) -> Iterator[_MarginStrip]:
    """Yield the possible strips, best first: above and below, then at the sides.

    A grid with short marks has one strip, beyond its marks. For other grids such strips come last.
    """
    paper, block, bleed_box = grid.paper, grid.block, grid.bleeds
    above, left = bleed_box.y, bleed_box.x
    below = paper.height - above - bleed_box.height
    right = paper.width - left - bleed_box.width
    if has_marks and grid.short_marks:
        ends, sides = (block.x, block.x + block.width), (above - SHORT_MARK, below - SHORT_MARK)
        yield _make_strip(False, paper.width, paper.height, sides, ends, 0.0)
        return
    vertical_cuts = grid.x_cuts() if has_marks else (block.x, block.x + block.width)
    y_cuts = grid.y_cuts() if has_marks else (block.y, block.y + block.height)
    if grid.fold_gap is not None:
        y_cuts = tuple(sorted((*y_cuts, paper.height / 2)))  # keeps text off the fold marks
    turned_cuts = tuple(paper.height - y for y in reversed(y_cuts))
    clearance = _MARK_CLEARANCE if has_marks or grid.fold_gap is not None else 0.0
    yield _make_strip(False, paper.width, paper.height, (above, below), vertical_cuts, clearance)
    yield _make_strip(True, paper.height, paper.width, (left, right), turned_cuts, clearance)
    if has_marks:
        for turned, length, depth, near, far in (
            (False, paper.width, paper.height, above, below),
            (True, paper.height, paper.width, left, right),
        ):
            sides, ends = (near - SHORT_MARK, far - SHORT_MARK), (KEEP_OUT, length - KEEP_OUT)
            yield replace(_make_strip(turned, length, depth, sides, ends, 0.0), beyond=True)


def _make_strip(
    turned: bool,
    length: float,
    depth: float,
    margins: tuple[float, float],
    cuts: tuple[float, ...],
    space: float,
) -> _MarginStrip:
    """Return a strip; `space` is the distance in mm between its texts and a crop mark."""
    near, far = ((KEEP_OUT + margin) / 2 for margin in margins)
    stretches = tuple(
        (start + space, end - space) for start, end in pairwise(cuts) if end - start > 2 * space
    )
    return _MarginStrip(turned, length, (near, depth - far), min(margins) - KEEP_OUT, stretches)


def _place_lines(
    words: Mapping[str, str], strip: _MarginStrip, typeface: Typeface, size: float
) -> PlacedMargin | None:
    """Return the margin set in `size` points in a strip, or None if it does not fit."""
    em = size * MM_PER_POINT
    line_height = max((typeface.ascent + typeface.descent) * em, _TICK_LENGTH)
    if strip.thickness < line_height + 2 * _CARD_CLEARANCE:
        return None
    runs: list[TextRun] = []
    bar: tuple[Shape, ...] = ()
    for names, middle in zip(MARGIN_LINES, strip.middles, strict=True):
        line_names = [name for name in names if name in words]
        advances = {name: typeface.measure(words[name], size) * MM_PER_POINT for name in line_names}
        widths = [BAR_LENGTH if name == "margin.bar" else advances[name] for name in line_names]
        starts = _spread_texts(widths, strip.stretches)
        if starts is None:
            return None
        baseline = middle + _HALF_CAP_HEIGHT * em
        for name, start in zip(line_names, starts, strict=True):
            along = start
            if name == "margin.bar":
                bar = _draw_bar(strip, start, middle, advances[name])
                along += (BAR_LENGTH - advances[name]) / 2
            x, y = _to_page(strip, along, baseline)
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


def _spread_texts(
    widths: list[float], stretches: tuple[tuple[float, float], ...]
) -> list[float] | None:
    """Return the start of each text, spread evenly over the stretches; None if they do not fit."""
    count, last = len(widths), len(stretches) - 1
    if not count:
        return []

    def measure_unevenness(seats: tuple[int, ...]) -> float:
        return sum(
            abs(seat - (index / (count - 1) if count > 1 else 0.0) * last)
            for index, seat in enumerate(seats)
        )

    choices = combinations_with_replacement(range(last + 1), count)
    for seats in sorted(choices, key=measure_unevenness):
        starts = _find_starts(widths, seats, stretches)
        if starts is not None:
            return starts
    return None


def _find_starts(
    widths: list[float], seats: tuple[int, ...], stretches: tuple[tuple[float, float], ...]
) -> list[float] | None:
    """Return the start of each text in the stretch that `seats` gives; None if one is too full."""
    starts: list[float] = []
    for seat in sorted(set(seats)):
        near, far = stretches[seat]
        seat_widths = [width for width, i in zip(widths, seats, strict=True) if i == seat]
        spare = far - near - sum(seat_widths)
        gaps = len(seat_widths) - 1
        if spare < gaps * _MIN_TEXT_GAP:
            return None
        if gaps:
            gap, start = spare / gaps, near
        else:
            outer = {0: 0.0, len(stretches) - 1: 1.0}
            share = 0.0 if len(stretches) == 1 else outer.get(seat, 0.5)
            gap, start = 0.0, near + spare * share
        for width in seat_widths:
            starts.append(start)
            start += width + gap
    return starts


def _draw_bar(strip: _MarginStrip, start: float, middle: float, label: float) -> tuple[Shape, ...]:
    """Return a dimension line: two ticks, and a line between them with a gap for its label."""
    end = start + BAR_LENGTH
    half = (BAR_LENGTH - label) / 2 - _LABEL_GAP
    lines = (
        (start, middle - _TICK_LENGTH / 2, start, middle + _TICK_LENGTH / 2),
        (start, middle, start + half, middle),
        (end - half, middle, end, middle),
        (end, middle - _TICK_LENGTH / 2, end, middle + _TICK_LENGTH / 2),
    )
    return tuple(
        Shape(
            (("M", *_to_page(strip, along, across)), ("L", *_to_page(strip, to_along, to_across))),
            None,
            _INK,
            _LINE_WIDTH,
        )
        for along, across, to_along, to_across in lines
    )


def _to_page(strip: _MarginStrip, along: float, across: float) -> tuple[float, float]:
    return (across, strip.length - along) if strip.turned else (along, across)
