"""Text shadows, outlines below a text (CSS Text Decoration 4, 4), and drop shadows.

A copy is an outline, or a picture if it is blurred. So it is paint, and no second text.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import chain

from printgen.colour import Colour
from printgen.face.face import Item, PlacedImage, PlacedMark, Shape, TextRun, TextShadow
from printgen.face.letters import list_glyph_paths, list_placed_glyph_paths
from printgen.face.outlines import (
    Path,
    find_path_bounds,
    list_glyph_rings,
    make_rectangle,
    transform_path,
)
from printgen.face.raster import encode_picture, find_lowest_alpha
from printgen.face.transform import transform_item
from printgen.geometry import Matrix
from printgen.layout.paint.backgrounds import choose_resolution
from printgen.layout.pictures.path_boolean import (
    apply_to_enlarged_paths,
    find_stroke_area,
    outline_line,
    unite_paths,
)
from printgen.problems import ExitCode, Failure, Place, Problem

_REACH = 3.0
"""How far a blurred shadow reaches beyond the letters, in standard deviations."""


def paint_text_shadows(run: TextRun, shadows: Sequence[TextShadow]) -> Iterator[Item]:
    """Yield the shadows of an upright text, the lowest first. `shadows` begin with the top one."""
    glyphs = tuple(list_glyph_paths(run)) if shadows else ()
    path = tuple(chain.from_iterable(glyphs))
    # A text of spaces has no ink.
    for dx, dy, blur, ink, stroke, join in reversed(shadows if path else ()):
        shadow: Item = Shape(path, ink, ink if stroke else None, stroke)
        if stroke and (join != "miter" or len(ink) > 3):
            # A shape has mitred joins, and its stroke would be seen over a transparent fill.
            line = outline_line(path, stroke, join)
            shadow = Shape(apply_to_enlarged_paths(unite_paths, path, line), ink)
        if blur:
            shadow = _blur_glyphs(glyphs, blur / 2, stroke, ink)
        yield transform_item(shadow, Matrix(e=run.x + dx, f=run.y + dy))


def paint_drop_shadow(
    items: Iterable[Item], blur: float, ink: Colour, line: int
) -> tuple[Item, ...]:
    """Return the shadow of items as a whole, which are in a box at `line`.

    Raises `Failure` (rules) for a transparent item.
    """
    paths = tuple(path for item in items for path in _list_outlines(item, line))
    if paths and blur:
        # Filter Effects 1, 9.4: unlike that of other shadows, the blur is the deviation itself.
        return (_blur_glyphs(paths, blur, 0.0, ink),)
    # Where shapes are over each other, their shadow is not darker.
    join = partial(apply_to_enlarged_paths, unite_paths)
    return (Shape(reduce(join, paths), ink),) if paths else ()


def _list_outlines(item: Item, line: int) -> Iterator[Path]:
    """Yield the outlines of what an item paints; see `paint_drop_shadow`."""
    is_clear = False
    if isinstance(item, PlacedMark):
        for shape in item.drawing.shapes:
            yield from _list_outlines(transform_item(shape, item.matrix), line)
    elif isinstance(item, TextRun):
        yield from list_placed_glyph_paths(item)
    elif isinstance(item, PlacedImage):
        is_clear = item.opacity < 1 or find_lowest_alpha(item.data) < 255
        yield item.clip or make_rectangle(item.x, item.y, item.width, item.height)
    elif isinstance(item, Shape):
        is_clear = max(len(item.fill or ()), len(item.stroke or ())) > 3
        if item.fill:
            yield item.path
        if item.stroke:
            yield find_stroke_area(item)
    if is_clear:
        hint = "use box-shadow or text-shadow, or draw the shadow in a drawing program"
        problem = Problem(Place(line=line), "drop-shadow() of something transparent", hint)
        raise Failure(ExitCode.RULES, (problem,))


@lru_cache(maxsize=256)
def _blur_glyphs(
    glyphs: tuple[Path, ...], deviation: float, stroke: float, ink: Colour
) -> PlacedImage:
    """Return the picture of blurred glyphs, whose outlines are `stroke` mm wide."""
    from PIL import Image, ImageDraw, ImageFilter

    bounds = find_path_bounds(tuple(chain.from_iterable(glyphs)))
    box = bounds.expand_by(_REACH * deviation + stroke / 2)
    per_mm, size = choose_resolution(box.width, box.height)
    mask, scale = Image.new("L", size), Matrix(a=size[0] / box.width, d=size[1] / box.height)
    pen, to_pixels = ImageDraw.Draw(mask), scale @ Matrix(e=-box.left, f=-box.top)
    for glyph in glyphs:
        rings = list_glyph_rings(transform_path(glyph, to_pixels))
        for ring, is_hole in rings:
            pen.polygon(ring, 0 if is_hole else 255)
        if stroke:
            for ring, _ in rings:
                pen.line(ring, 255, round(stroke * scale.a), "curve")
    # CSS Backgrounds 3, 6.1.2: a Gaussian blur with half of the radius as its deviation.
    mask = mask.filter(ImageFilter.GaussianBlur(deviation * per_mm))
    opacity = (*ink, 255)[3] / 255
    picture = Image.new("RGBA", size, ink[:3])
    picture.putalpha(mask.point(lambda level: level * opacity))
    return PlacedImage(encode_picture(picture, "PNG"), box.left, box.top, box.width, box.height)
