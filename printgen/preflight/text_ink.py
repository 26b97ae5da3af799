"""The ink of a text before it is printed: where its glyphs leave ink, from their outlines."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image as Raster
from PIL import ImageDraw

from printgen.colour import contrast_ratio
from printgen.face.face import TextRun
from printgen.face.fonts import Typeface
from printgen.face.outlines import PathPen, flatten_path
from printgen.face.shaping import Cluster, Features, has_ink, is_cjk, split_words
from printgen.face_checks.ink_visibility import covers_strokes, joins_parts
from printgen.geometry import MM_PER_POINT, Box, Matrix, make_rotation

InkCheck = Callable[[Raster.Image, int], bool]
Points = list[tuple[float, float]]

MARK_CONTRAST = 3.0
"""The least contrast between an outline and a letter whose counters it may fill."""
_SPREAD = 0.05
"""How far ink spreads on paper, in mm."""
_LETTER_PIXELS = 80
"""Pixels in an em of a letter whose counters are examined."""
_FINE = 4
"""Pixels along a pixel of the result: its grey is the share that ink covers."""


class PlacedCluster(NamedTuple):
    """A cluster of a text, `x` mm from the start of the text along its baseline."""

    cluster: Cluster
    x: float


def place_clusters(run: TextRun) -> Iterator[PlacedCluster]:
    """Yield the clusters of a text that may leave ink, from left to right."""
    em, x = run.size * MM_PER_POINT, 0.0
    tracking = run.tracking * MM_PER_POINT
    words = split_words(run.text)
    for word in reversed(words) if run.is_rtl else words:
        for cluster in run.typeface.shape(word, run.features, is_rtl=run.is_rtl):
            if not word.isspace():
                yield PlacedCluster(cluster, x)
            x += (cluster.advance * em + tracking) * run.stretch


def find_unprinted_text(run: TextRun) -> str:
    """Return the letters of a text whose glyphs have no ink or no width together."""
    measure = run.typeface.measure_ink
    clusters = (cluster for cluster, _ in place_clusters(run))
    return "".join(
        cluster.text
        for cluster in clusters
        if any(map(has_ink, cluster.text)) and not (cluster.advance > 0 and measure(cluster))
    )


def measure_ink(run: TextRun) -> Box | None:
    """Return the bounds of the ink of a text in mm, from its start, as if it were not rotated.

    None if it has no ink.
    """
    em = run.size * MM_PER_POINT
    inks = [
        (x + ink[0] * em * run.stretch, ink[1] * em, x + ink[2] * em * run.stretch, ink[3] * em)
        for cluster, x in place_clusters(run)
        if (ink := run.typeface.measure_ink(cluster))
    ]
    if not inks:
        return None
    lefts, bottoms, rights, tops = zip(*inks, strict=True)
    return Box(min(lefts), -max(tops), max(rights), -min(bottoms))


def find_closed_letters(run: TextRun) -> str:
    """Return the letters of a text whose counters its outline closes, on paper."""
    if contrast_ratio(run.colour[:3], (run.outline or run.colour)[:3]) >= MARK_CONTRAST:
        return ""
    return "".join(_find_letters(run, joins_parts, run.outline_width / 2 + _SPREAD))


def is_covered_by_outline(run: TextRun) -> bool:
    """Return whether the outline of a text hides most of the ink of a letter."""
    return any(_find_letters(run, covers_strokes, run.outline_width / 2))


def _find_letters(run: TextRun, check: InkCheck, width: float) -> Iterator[str]:
    """Return the letters of a text whose ink fails a check with a line of `width` mm."""
    setting = round(width / (run.size * MM_PER_POINT) * _LETTER_PIXELS), run.typeface, run.features
    letters = (letter for letter in dict.fromkeys(run.text) if letter.isalnum())
    return (x for x in letters if not is_cjk(x) and _check_letter(x, check, *setting))


@lru_cache(maxsize=1024)
def _check_letter(
    letter: str, check: InkCheck, width: int, typeface: Typeface, features: Features
) -> bool:
    size = _LETTER_PIXELS / MM_PER_POINT
    run = TextRun(0.0, 0.0, letter, typeface, size, (0, 0, 0), 0.0, features=features)
    ink = measure_ink(run)
    if ink is None:
        return False
    left, top, right, bottom = map(round, ink.expand_by(2 * width + 2))
    return check(draw_ink(run, (left, top, right, bottom), 1.0), width)


def draw_ink(run: TextRun, box: tuple[int, int, int, int], per_mm: float) -> Raster.Image:
    """Return the ink of a text within a box of pixels, in greys: 255 is full of ink."""
    left, top, right, bottom = box
    scale = per_mm * _FINE
    raster = Raster.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
    pen = ImageDraw.Draw(raster)
    em, units = run.size * MM_PER_POINT, run.typeface.pdf_font.face.unitsPerEm
    to_pixels = Matrix(scale, 0.0, 0.0, scale, -left * _FINE, -top * _FINE)
    place = to_pixels @ make_rotation(run.angle, run.x, run.y)
    for cluster, x in place_clusters(run):
        for glyph, across, up in cluster.glyphs:
            unit = em / units
            offset = Matrix(unit * run.stretch, 0.0, 0.0, -unit, run.x + x, run.y)
            offset @= Matrix(e=across, f=up)
            for ring, is_hole in _read_rings(run.typeface, glyph):
                points = [(place @ offset).transform_point(*point) for point in ring]
                pen.polygon(points, 0 if is_hole else 255)
    return raster.reduce(_FINE)


@lru_cache(maxsize=1024)
def _read_rings(typeface: Typeface, glyph: int) -> list[tuple[Points, bool]]:
    """Return the closed lines of a glyph, largest first, and whether each is a hole."""
    pen = PathPen()
    typeface.draw_glyph(glyph, pen)
    rings = [(measure_double_area(ring), ring) for ring in flatten_path(tuple(pen.segments))]
    rings = sorted((pair for pair in rings if len(pair[1]) > 2), key=lambda pair: -abs(pair[0]))
    # TrueType and CFF fill by the nonzero winding rule: holes run against the outermost line.
    return [(ring, (area > 0) is not (rings[0][0] > 0)) for area, ring in rings]


def measure_double_area(ring: Any) -> float:
    """Return twice the area of a closed line; the sign says in which direction it runs."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return float(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs))
