"""Placement of the margin of a sheet: its texts and the scale bar.

The texts are set in two lines, above and below the block of faces, or turned by 90 degrees at its
sides if only the sides have enough space. Nothing touches a face or a crop mark, or is within
`KEEP_OUT` of the page's edge.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement, groupby, pairwise, product
from operator import attrgetter
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.face.face import Item, Shape, TextRun
from printgen.face.fonts import Typeface
from printgen.face.transform import transform_item
from printgen.geometry import MM_PER_POINT, Matrix
from printgen.paper import KEEP_OUT
from printgen.press.imposing.grid import SHORT_MARK, ImpositionGrid, draw_line
from printgen.problems import ExitCode, Log, create_failure

BAR_LENGTH = 50.0
"""Length of the scale bar, in mm, between the middles of its end ticks."""

MARGIN_LINES = (
    ("margin.part", "margin.title", "margin.deck", "margin.turn", "margin.sheet"),
    ("margin.bar", "margin.scale", "margin.moved", "margin.digest"),
)
"""The names in each of the two lines, in order; a name without a text is left out."""

_FONT_SIZES = (6.0, 5.5, 5.0)  # pt, the largest that fits is used
_TEXT_COLOUR = (0, 0, 0)
_LINE_WIDTH = 0.15
_TICK_LENGTH = 2.0
_MARK_CLEARANCE = 1.5
_CARD_CLEARANCE = 0.5
_MIN_TEXT_GAP = 4.0
_LABEL_GAP = 1.2  # between the bar's line and its label
_HALF_CAP_HEIGHT = 0.35  # em; capitals of text faces are about 0.7 em high


class PlacedMargin(NamedTuple):
    """The margin of one sheet as placed items: `runs` are its texts, `bar` is its scale bar.

    With `short_marks`, crop marks are short and the margin is printed beyond them.
    """

    runs: tuple[Item, ...]
    bar: tuple[Item, ...]
    short_marks: bool = False


class _MarginStrips(msgspec.Struct, frozen=True):
    """The space for the two lines of margin text, above and below the block or at its sides.

    All lengths are in mm along the lines, or across them. `length` is the size of the page along
    them. `middles` has the middle of each line, and `thickness` is the space across it. `stretches`
    are the start and end of each space between crop marks. If `turned`, the lines run up the page.
    If `beyond`, they are beyond short crop marks.
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
    """Return the texts and the scale bar of the margin, placed around the grid of faces.

    `words` are the texts by name (`MARGIN_LINES`). `has_marks` says that crop marks are printed.
    Raises `Failure` (exit code DOES_NOT_FIT) with the texts that have no room, or that have letters
    without a glyph.
    """
    if not words:
        return PlacedMargin((), ())
    log = Log(ExitCode.DOES_NOT_FIT)
    for name, text in words.items():
        if missing := typeface.find_missing_letters(text):
            message = f"{typeface.family} has no glyph for {missing!r} in {text!r}"
            log.report(f"the sheet's margin, {name}", message, "replace these characters")
    log.raise_problems()
    strips = sorted(_list_strips(grid, has_marks=has_marks), key=attrgetter("beyond"))
    for _, alike in groupby(strips, attrgetter("beyond")):
        for size, strip in product(_FONT_SIZES, alike):
            if margin := _place_margin_lines(words, strip, typeface, size):
                return margin
    words_text = "; ".join(words[name] for line in MARGIN_LINES for name in line if name in words)
    message = f"no room on {grid.paper.id} around {grid.columns} × {grid.rows} faces, "
    message += f"even at {_FONT_SIZES[-1]:g} pt, for: {words_text}"
    hint = "shorten the texts of the margin, make the faces smaller, or use larger paper"
    raise create_failure(ExitCode.DOES_NOT_FIT, "the sheet's margin", message, hint)


def _list_strips(grid: ImpositionGrid, *, has_marks: bool) -> Iterator[_MarginStrips]:
    """Yield the spaces for the margin: above and below the block first, then at its sides.

    A grid with short crop marks has only one, beyond the marks. For any other grid with crop marks,
    each space is followed by the space beyond the marks if they are shortened. That one is marked
    by `beyond`, and is used only if no other space is large enough.
    """
    paper, block, bleeds = grid.paper, grid.block, grid.bleed_box
    zone = grid.quiet_zone and grid.quiet_zone + _CARD_CLEARANCE
    x_cuts: tuple[float, ...] = max(block.left, zone), min(block.right, paper.width - zone)
    y_cuts: tuple[float, ...] = max(block.top, zone), min(block.bottom, paper.height - zone)
    is_beyond = has_marks and grid.short_marks
    clearance = _MARK_CLEARANCE if has_marks or grid.fold_gap is not None else 0.0
    if has_marks and not is_beyond:
        x_seams, y_seams = grid.seams
        x_cuts = tuple(sorted((*grid.x_cuts(), *x_seams)))
        y_cuts = tuple(sorted((*grid.y_cuts(), *y_seams)))
    if grid.fold_gap is not None:
        y_cuts = tuple(sorted((*y_cuts, paper.height / 2)))  # keeps text off the fold marks
    turned_cuts = tuple(paper.height - y for y in reversed(y_cuts))
    for turned, length, depth, near, size, cuts in (
        (False, paper.width, paper.height, bleeds.top, bleeds.height, x_cuts),
        (True, paper.height, paper.width, bleeds.left, bleeds.width, turned_cuts),
    ):
        far = depth - near - size
        make_strip = partial(_make_strip, turned, length, depth)
        if is_beyond:
            yield make_strip(near - SHORT_MARK, far - SHORT_MARK, *cuts, space=0.0)
            return
        yield make_strip(near, far, *cuts, space=clearance)
        if has_marks:
            sides, ends = (near - SHORT_MARK, far - SHORT_MARK), (KEEP_OUT, length - KEEP_OUT)
            yield replace(make_strip(*sides, *ends, space=0.0), beyond=True)


def _make_strip(
    turned: bool, length: float, depth: float, near: float, far: float, *cuts: float, space: float
) -> _MarginStrips:
    """Return the space for margin text between crop marks at `cuts`.

    `near` and `far` are the distances of the block from the two edges of the page across the lines.
    `depth` is the size of the page in that direction. `space` is the distance between a text and a
    crop mark. All are in mm.
    """
    pairs = (pair for pair in pairwise(cuts) if pair[1] - pair[0] > 2 * space)
    stretches = tuple((start + space, end - space) for start, end in pairs)
    middles = (KEEP_OUT + near) / 2, depth - (KEEP_OUT + far) / 2
    return _MarginStrips(turned, length, middles, min(near, far) - KEEP_OUT, stretches)


def _place_margin_lines(
    words: Mapping[str, str], strip: _MarginStrips, typeface: Typeface, size: float
) -> PlacedMargin | None:
    """Return the texts of the margin in a strip, in type of `size` points; None if they do not fit.

    `words` are the texts by their names in `MARGIN_LINES`.
    """
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
            x, width = start, advances[name]
            if name == "margin.bar":
                bar = _draw_scale_bar(start, middle, width)
                x += (BAR_LENGTH - width) / 2
            run = TextRun(x, baseline, words[name], typeface, size, _TEXT_COLOUR, width, name)
            runs.append(run)
    if not strip.turned:
        return PlacedMargin(tuple(runs), bar, strip.beyond)
    # Up the page: x becomes the distance from its bottom, and y the distance from its left.
    turn = partial(transform_item, matrix=Matrix(0.0, -1.0, 1.0, 0.0, 0.0, strip.length))
    return PlacedMargin(tuple(map(turn, runs)), tuple(map(turn, bar)), strip.beyond)


def _spread_texts(
    widths: list[float], stretches: tuple[tuple[float, float], ...]
) -> list[float] | None:
    """Return the start of each text, spread evenly over the stretches; None if they do not fit.

    `widths` has the width of each text, and `stretches` the start and end of each space, in mm.
    """
    count, last = len(widths), len(stretches) - 1

    def measure_unevenness(indexes: tuple[int, ...]) -> float:
        return sum(abs(index - i / max(count - 1, 1) * last) for i, index in enumerate(indexes))

    choices = combinations_with_replacement(range(last + 1), count)
    for indexes in sorted(choices, key=measure_unevenness):
        starts = _find_text_starts(widths, indexes, stretches)
        if starts is not None:
            return starts
    return None


def _find_text_starts(
    widths: list[float], indexes: tuple[int, ...], stretches: tuple[tuple[float, float], ...]
) -> list[float] | None:
    """Return the start of each text in its stretch; None if a stretch has no room for its texts.

    `indexes` has the index of the stretch for each text.
    """
    starts: list[float] = []
    for index in sorted(set(indexes)):
        near, far = stretches[index]
        seat_widths = [width for width, i in zip(widths, indexes, strict=True) if i == index]
        spare = far - near - sum(seat_widths)
        gaps = len(seat_widths) - 1
        if spare < gaps * _MIN_TEXT_GAP:
            return None
        if gaps:
            gap, start = spare / gaps, near
        else:
            outer = {0: 0.0, len(stretches) - 1: 1.0}
            share = 0.0 if len(stretches) == 1 else outer.get(index, 0.5)
            gap, start = 0.0, near + spare * share
        for width in seat_widths:
            starts.append(start)
            start += width + gap
    return starts


def _draw_scale_bar(start: float, middle: float, label: float) -> tuple[Shape, ...]:
    """Return a scale bar: two ticks, and a line between them with a gap for a label.

    `start` is its left end, `middle` its y, and `label` the width of the label, all in mm.
    """
    end, half, tick = start + BAR_LENGTH, (BAR_LENGTH - label) / 2 - _LABEL_GAP, _TICK_LENGTH / 2
    return (
        draw_line(start, middle - tick, start, middle + tick, _LINE_WIDTH),
        draw_line(start, middle, start + half, middle, _LINE_WIDTH),
        draw_line(end - half, middle, end, middle, _LINE_WIDTH),
        draw_line(end, middle - tick, end, middle + tick, _LINE_WIDTH),
    )
