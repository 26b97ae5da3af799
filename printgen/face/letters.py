"""The letters of a text as paths, and how far they extend beyond a box."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from printgen.face.face import Item, Shape, TextRun
from printgen.face.outlines import Path, PathPen, find_path_bounds, transform_path
from printgen.face.shaping import list_words_in_visual_order
from printgen.geometry import MM_PER_POINT, Box, Matrix, make_rotation


def list_glyph_paths(run: TextRun) -> Iterator[Path]:
    """Yield the outline of each glyph of a text as if it were upright and began at 0, 0, in mm."""
    em, x = run.size * MM_PER_POINT, 0.0
    face: Any = run.typeface.pdf_font.face
    unit = em / face.unitsPerEm
    for word in list_words_in_visual_order(run.text, is_rtl=run.is_rtl):
        for cluster in run.typeface.shape(word, run.features, is_rtl=run.is_rtl):
            for glyph, across, up in cluster.glyphs:
                pen = PathPen()
                run.typeface.draw_glyph(glyph, pen)
                place = Matrix(unit, 0.0, 0.0, -unit, x + across * unit, -up * unit)
                yield transform_path(tuple(pen.segments), place)
            x += cluster.advance * em + run.tracking * MM_PER_POINT


def list_placed_glyph_paths(run: TextRun) -> Iterator[Path]:
    """Yield the outline of each glyph of a text at its place on the face, in mm."""
    place = make_rotation(run.angle, run.x, run.y) @ Matrix(e=run.x, f=run.y)
    for glyph in list_glyph_paths(run):
        yield transform_path(glyph, place @ Matrix(a=run.stretch))


def draw_letters(run: TextRun) -> Shape:
    """Return a text as a shape of its letters, with its outline."""
    path = tuple(chain.from_iterable(list_placed_glyph_paths(run)))
    return Shape(path, run.colour, run.outline, run.outline_width)


def measure_overflow(item: Item, box: Box, frame: Box) -> float:
    """Return how far an item extends beyond `frame`, in mm; negative if it is inside.

    `box` is the box around the item, or around what must be visible of it. Of a turned text, whose
    letters do not reach the corners of its box, the letters and their outline are measured instead.
    """
    overflow = box.measure_overflow(frame)
    if overflow > 0 and isinstance(item, TextRun) and item.angle % 90:
        letters = draw_letters(item)
        if letters.path:
            width = letters.stroke_width / 2 if letters.stroke else 0.0
            return find_path_bounds(letters.path).expand_by(width).measure_overflow(frame)
    return overflow
