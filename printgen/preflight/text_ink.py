"""The ink of a text before it is printed: where its glyphs leave ink, from their outlines."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple
from unicodedata import digit

from PIL import Image as Raster
from PIL import ImageDraw

from printgen.colour import compute_contrast_ratio
from printgen.face.face import TextRun
from printgen.face.fonts import Typeface
from printgen.face.outlines import PathPen, list_glyph_rings, measure_double_area
from printgen.face.shaping import (
    Features,
    GlyphCluster,
    Glyphs,
    InkBounds,
    has_ink,
    is_cjk,
    list_words_in_visual_order,
)
from printgen.face_checks.ink_visibility import (
    has_only_hairlines_left,
    is_ink_hidden_by_inner_line,
    is_shape_closed_by_outline,
)
from printgen.geometry import MM_PER_POINT, Box, Matrix, make_rotation

InkCheck = Callable[[Raster.Image, int], bool]
Points = list[tuple[float, float]]

MARK_CONTRAST = 3.0
"""The least contrast between an outline and a letter whose counters (holes) it may fill."""
_SPREAD = 0.03
"""How far ink spreads on paper, in mm."""
_LETTER_PIXELS = 160
"""Pixels in an em of a letter whose counters are examined."""
_MAX_DRAWN_OVER = 0.5
"""The most of a letter's ink that may be in its neighbour: script fonts overlap their letters."""
_ROWS = 2
"""How many em around the baseline the ink of a cluster is compared with that of its neighbour."""
_SMALL_FIGURES = frozenset(("dnom", "numr", "ordn", "sinf", "subs", "sups"))
"""OpenType features that draw small figures."""
_FRACTION_FEATURES = frozenset(("afrc", "frac"))
"""OpenType features that draw small figures in fractions."""
_FRACTION = re.compile(r"(?<![\d/⁄])(?<!\d[.,])\d+[/⁄]\d+(?![.,]?\d|[/⁄])")
"""A fraction such as 1/2, but not a part of 1.1/2 or of 1/2/3."""
INK_LEVELS = [255 * (level >= 128) for level in range(256)]
"""Maps the share of a pixel that ink covers, as a grey, to white if it is at least half."""
_SUBPIXELS = 4
"""Ink is first drawn with this many pixels for the side of one pixel of the result.

The grey of a pixel of the result is the share that ink covers.
"""


class PlacedCluster(NamedTuple):
    """A cluster of a text: letters that are shaped together, with the bounds of their ink in em.

    - `ink`: these bounds; None without ink.
    - `x`: its position in em from the start of the text, without the space added between letters.
    - `before`: the number of clusters before it. Space is added after each of them.
    """

    cluster: GlyphCluster
    ink: InkBounds | None
    x: float
    before: int


@lru_cache(maxsize=4096)
def _place_clusters(
    typeface: Typeface, text: str, features: Features, is_rtl: bool
) -> tuple[PlacedCluster, ...]:
    """Return the clusters of a text from left to right, with their positions, without spaces."""
    placed, x, before = list[PlacedCluster](), 0.0, 0
    for word in list_words_in_visual_order(text, is_rtl=is_rtl):
        for cluster in typeface.shape(word, features, is_rtl=is_rtl):
            if not word.isspace():
                placed.append(PlacedCluster(cluster, typeface.measure_ink(cluster), x, before))
            x, before = x + cluster.advance, before + 1
    return tuple(placed)


def _list_clusters(run: TextRun) -> tuple[PlacedCluster, ...]:
    return _place_clusters(run.typeface, run.text, run.features, run.is_rtl)


@lru_cache(maxsize=4096)
def find_unreadable_letters(
    typeface: Typeface, text: str, features: Features, tracking: float, *, is_rtl: bool
) -> tuple[str, str]:
    """Return the letters of a text without ink or width, and two that are drawn over each other.

    `tracking` is in em. Each of the results is "" if all is well.
    """
    clusters = _place_clusters(typeface, text, features, is_rtl)
    unprinted = "".join(
        cluster.text
        for cluster, ink, *_ in clusters
        if not (ink and cluster.advance > 0) and any(map(has_ink, cluster.text))
    )
    joined = (
        f"{first.cluster.text}{second.cluster.text}"
        for first, second in pairwise([cluster for cluster in clusters if cluster.ink])
        if _are_drawn_over(typeface, first, second, tracking)
    )
    return unprinted, next(joined, "")


@lru_cache(maxsize=4096)
def find_small_digits(typeface: Typeface, text: str, features: Features, *, is_rtl: bool) -> str:
    """Return the figures of a text that OpenType features draw small or raised.

    Figures in fractions are left out. With a small 2, readers would take 102 for 10².
    """
    tags = {tag for tag, value in features if value}
    small_tags = _SMALL_FIGURES | _FRACTION_FEATURES
    if not tags & small_tags:
        return ""
    plain_features = tuple(pair for pair in features if pair[0] not in small_tags)
    small_figures = ""
    for word in list_words_in_visual_order(text, is_rtl=is_rtl):
        glyphs, plain_glyphs = (
            _list_glyphs_by_letter(typeface.shape(word, each, is_rtl=is_rtl))
            for each in (features, plain_features)
        )
        are_small = [own != plain for own, plain in zip(glyphs, plain_glyphs, strict=True)]
        if not tags & _SMALL_FIGURES:
            for fraction in _FRACTION.finditer(word):
                if all(are_small[i] for i in range(*fraction.span()) if word[i].isdecimal()):
                    are_small[slice(*fraction.span())] = [False] * len(fraction[0])
        small_figures += "".join(
            letter
            for letter, is_small in zip(word, are_small, strict=True)
            if is_small and letter.isnumeric()
        )
    return small_figures


def _list_glyphs_by_letter(clusters: Sequence[GlyphCluster]) -> list[list[int]]:
    return [[number for number, *_ in each.glyphs] for each in clusters for _ in each.text]


@lru_cache(maxsize=4096)
def find_joined_figures(
    typeface: Typeface, text: str, features: Features, *, is_rtl: bool
) -> tuple[str, float]:
    """Return figures of a text that one glyph prints, and the height of the lowest figure in em.

    The first result is "" if there are none. A fraction such as 1/2 may be one glyph. The zeros of
    some scripts are dots by design, so their height does not count.
    """
    clusters = _place_clusters(typeface, text, features, is_rtl)
    figures = [each for each in clusters if any(map(str.isdecimal, each.cluster.text))]
    joined = (each.cluster.text for each in figures if re.search(r"\d.*\d", each.cluster.text))
    fractions = _FRACTION.findall(text)
    heights = [
        ink[3] - ink[1]
        for cluster, ink, *_ in figures
        if ink and any(letter == "0" or digit(letter, 0) for letter in cluster.text)
    ]
    return next((part for part in joined if part not in fractions), ""), min(heights, default=1.0)


@lru_cache(maxsize=4096)
def measure_thinnest_letter(
    typeface: Typeface, text: str, features: Features, *, is_rtl: bool
) -> float:
    """Return the width of the strokes of the thinnest letter or figure of a text, in em."""
    clusters = _place_clusters(typeface, text, features, is_rtl)
    glyphs = {cluster.glyphs for cluster, ink, *_ in clusters if ink and cluster.text.isalnum()}
    return min((_measure_stroke(typeface, each) for each in glyphs), default=1.0)


@lru_cache(maxsize=4096)
def _measure_stroke(typeface: Typeface, glyphs: Glyphs) -> float:
    """Return the mean width of the strokes of some glyphs in em, slightly too small.

    It is computed from the area of the ink and the length of the line around it, because a stroke
    is nearly as long as half of this line.
    """
    rings = [ring for glyph, *_ in glyphs for ring, _ in _read_glyph_outlines(typeface, glyph)]
    area = abs(sum(map(measure_double_area, rings)))
    edge = sum(dist(*pair) for ring in rings for pair in pairwise((*ring, ring[0])))
    return area / edge / typeface.pdf_font.face.unitsPerEm if edge else 1.0


def _are_drawn_over(
    typeface: Typeface, first: PlacedCluster, second: PlacedCluster, tracking: float
) -> bool:
    """Return whether most ink of one of two neighbouring clusters is drawn over the other one.

    A cluster has the glyphs of one letter, or of letters that are shaped together. In each row of
    pixels, all from the left to the right end of the ink counts as ink: so a 1 inside a 0 is drawn
    over it, and an f that leans over an i is not.
    """
    if not first.ink or not second.ink:
        return False
    shift = second.x - first.x + (second.before - first.before) * tracking
    left, bottom, right, top = first.ink
    next_left, next_bottom, next_right, next_top = second.ink
    overlap = right - next_left - shift
    narrower = min(right - left, next_right - next_left)
    if overlap < _MAX_DRAWN_OVER * narrower or bottom > next_top or next_bottom > top:
        return False
    rows, next_rows = (
        _measure_ink_rows(typeface, cluster.cluster.glyphs) for cluster in (first, second)
    )
    widths, next_widths, shared, moved = 0, 0, 0, round(shift * _LETTER_PIXELS)
    for (start, end), (next_start, next_end) in zip(rows, next_rows, strict=True):
        width, next_width = end - start, next_end - next_start
        widths, next_widths = widths + width, next_widths + next_width
        if width and next_width:
            # What is right of the next letter is drawn over too.
            shared += min(max(end - next_start - moved, 0), width, next_width)
    return shared > _MAX_DRAWN_OVER * min(widths, next_widths)


@lru_cache(maxsize=1024)
def _measure_ink_rows(typeface: Typeface, glyphs: Glyphs) -> Sequence[tuple[int, int]]:
    """Return the left and the right end of the ink of a cluster in each row of pixels.

    They are measured from the start of the cluster; 0, 0 for a row without ink. The rows are those
    up to `_ROWS` em above and below the baseline.
    """
    pixels, side = Raster.new("L", (2 * _ROWS * _LETTER_PIXELS,) * 2), _ROWS * _LETTER_PIXELS
    unit = _LETTER_PIXELS / typeface.pdf_font.face.unitsPerEm
    _fill_glyphs(pixels, typeface, glyphs, Matrix(unit, 0.0, 0.0, -unit, side, side))
    boxes = (pixels.crop((0, row, pixels.width, row + 1)).getbbox() for row in range(pixels.height))
    return [(box[0] - side, box[2] - side) if box else (0, 0) for box in boxes]


def measure_ink(run: TextRun) -> Box | None:
    """Return the bounds of the ink of a text in mm, relative to its start, without its rotation.

    Return None if it has no ink.
    """
    em, tracking = run.size * MM_PER_POINT, run.tracking / run.size
    inks = [
        (x + before * tracking + ink[0], ink[1], x + before * tracking + ink[2], ink[3])
        for _, ink, x, before in _list_clusters(run)
        if ink
    ]
    if not inks:
        return None
    lefts, bottoms, rights, tops = zip(*inks, strict=True)
    across = em * run.stretch
    return Box(min(lefts) * across, -max(tops) * em, max(rights) * across, -min(bottoms) * em)


def find_letters_with_filled_counters(run: TextRun) -> str:
    """Return the letters of a text whose counters (holes) are filled by its printed outline.

    If the outline and the text differ in colour, most letters can still be read. Only letters are
    returned of which nothing but hairlines is left inside the outline.
    """
    closed_letters = "".join(
        _find_letters_matching(run, is_shape_closed_by_outline, run.outline_width / 2 + _SPREAD)
    )
    # Letters without a fill show what is behind them inside their outline.
    is_filled = (*run.colour, 255)[3] >= _MIN_FILL_ALPHA
    inks = run.colour[:3], (run.outline or run.colour)[:3]
    if is_filled and compute_contrast_ratio(*inks) < MARK_CONTRAST:
        return closed_letters
    thin_letters = {*_find_letters_matching(run, has_only_hairlines_left, run.outline_width / 2)}
    return "".join(letter for letter in closed_letters if letter in thin_letters)


_MIN_FILL_ALPHA = 64
"""An alpha (0 to 255) below which letters count as an outline only."""


def is_covered_by_outline(run: TextRun) -> bool:
    """Return whether the outline of a text hides most of the ink of any letter."""
    return any(_find_letters_matching(run, is_ink_hidden_by_inner_line, run.outline_width / 2))


def _find_letters_matching(run: TextRun, check: InkCheck, width: float) -> Iterator[str]:
    """Yield the letters of a text that have the fault `check`, with an outline of `width` mm.

    Chinese and Japanese letters are left out.
    """
    setting = round(width / (run.size * MM_PER_POINT) * _LETTER_PIXELS), run.typeface, run.features
    letters = (letter for letter in dict.fromkeys(run.text) if letter.isalnum())
    return (x for x in letters if not is_cjk(x) and _has_letter_fault(x, check, *setting))


@lru_cache(maxsize=1024)
def _has_letter_fault(
    letter: str, check: InkCheck, width: int, typeface: Typeface, features: Features
) -> bool:
    """Return whether `check` finds a fault in a large letter, with an outline of `width` px."""
    size = _LETTER_PIXELS / MM_PER_POINT
    run = TextRun(0.0, 0.0, letter, typeface, size, (0, 0, 0), 0.0, features=features)
    ink = measure_ink(run)
    if ink is None:
        return False
    left, top, right, bottom = map(round, ink.expand_by(2 * width + 2))
    return check(draw_ink(run, (left, top, right, bottom), 1.0), width)


def draw_ink(run: TextRun, box: tuple[int, int, int, int], per_mm: float) -> Raster.Image:
    """Return the ink of a text inside a box of pixels, in greys: 255 is full of ink.

    `per_mm` is the number of pixels in a mm.
    """
    left, top, right, bottom = box
    scale = per_mm * _SUBPIXELS
    raster = Raster.new("L", ((right - left) * _SUBPIXELS, (bottom - top) * _SUBPIXELS))
    em, units = run.size * MM_PER_POINT, run.typeface.pdf_font.face.unitsPerEm
    to_pixels = Matrix(scale, 0.0, 0.0, scale, -left * _SUBPIXELS, -top * _SUBPIXELS)
    place = to_pixels @ make_rotation(run.angle, run.x, run.y)
    for cluster, _, ems, before in _list_clusters(run):
        x = (ems * em + before * run.tracking * MM_PER_POINT) * run.stretch
        unit = em / units
        offset = Matrix(unit * run.stretch, 0.0, 0.0, -unit, run.x + x, run.y)
        _fill_glyphs(raster, run.typeface, cluster.glyphs, place @ offset)
    return raster.reduce(_SUBPIXELS)


def _fill_glyphs(raster: Raster.Image, typeface: Typeface, glyphs: Glyphs, matrix: Matrix) -> None:
    """Draw glyphs into a grey raster; `matrix` maps units of their font to its pixels."""
    pen = ImageDraw.Draw(raster)
    for glyph, across, up in glyphs:
        to_place = matrix @ Matrix(e=across, f=up)
        for ring, is_hole in _read_glyph_outlines(typeface, glyph):
            points = [to_place.transform_point(*point) for point in ring]
            pen.polygon(points, 0 if is_hole else 255)


@lru_cache(maxsize=1024)
def _read_glyph_outlines(typeface: Typeface, glyph: int) -> list[tuple[Points, bool]]:
    """Return the closed lines of a glyph, the largest first, and whether each encloses a hole."""
    pen = PathPen()
    typeface.draw_glyph(glyph, pen)
    return list_glyph_rings(tuple(pen.segments))
