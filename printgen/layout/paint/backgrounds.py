"""Painting of background images: each layer of a box becomes a picture of 300 dpi.

A gradient is printed as a picture too. So whatever supports pictures with transparency also
supports gradients: the press, greyscale, the checks of contrast and the proof.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise, product
from math import ceil, cos, hypot, sin, sqrt, tau
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour, mix_colours
from printgen.face.face import Drawing, GradientFill, Item, PlacedImage, Shape
from printgen.face.outlines import Path, find_path_bounds, transform_path
from printgen.face.raster import Raster, encode_picture
from printgen.geometry import MM_PER_PX, Box, Matrix, make_box, make_fit_matrix
from printgen.layout.pictures.path_boolean import apply_to_enlarged_paths, intersect_paths
from printgen.layout.pictures.tiles import repeat_path
from printgen.layout.style.backgrounds import BackgroundImage, Gradient, PictureFile
from printgen.layout.style.values import Extent, Percentage, resolve_point, resolve_to_mm
from printgen.problems import ExitCode, Failure, InputError, Place, Problem

_PIXELS_PER_MM = 12.0
"""The most pixels per mm of a painted picture: 300 dpi."""
MAX_SIDE = 2_000
"""The largest width and height of a painted picture, in pixels."""
_LEVELS, _MAX_LEVELS = 255, 1_000
"""The least and the most rings of a radial gradient."""
_WEDGES = 720
"""The least number of wedges of a conic gradient."""

_Size = tuple[float, float]


@lru_cache(maxsize=64)
def draw_background(
    image: BackgroundImage,
    size: Any,
    position: tuple[Extent, Extent],
    repeat: str,
    box: _Size,
    edges: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
) -> bytes:
    """Return a PNG or JPEG file of a box filled with one layer of its background.

    - `image`, `size`, `position`, `repeat`: the values of the CSS properties background-image,
      background-size and so on for this layer.
    - `box`: the width and height of the painted area, in mm.
    - `edges`: the widths of the border inside this area, clockwise from the top, if the layer is
      placed inside the border; otherwise 0.
    """
    # Imported late: only templates with backgrounds need Pillow.
    from PIL import Image

    scale, (columns, rows) = choose_resolution(*box)
    top, right, bottom, left = edges
    area = box[0] - left - right, box[1] - top - bottom
    tile = _measure_tile(image, size, area)
    tile_size = max(round(tile[0] * scale), 1), max(round(tile[1] * scale), 1)
    picture = _draw_tile(image, tile_size, scale)
    if tile_size != (columns, rows):
        tile_picture, picture = picture, Image.new("RGBA", (columns, rows))
        # CSS Backgrounds 3, 2.6: percentages refer to the free space.
        x, y = resolve_point(position, area[0] - tile[0], area[1] - tile[1])
        starts = round(scale * (left + x)), round(scale * (top + y))
        axes = zip(starts, tile_size, (columns, rows), _REPEATS[repeat], strict=True)
        lefts, tops = (_list_tile_starts(*axis) for axis in axes)
        for place in product(lefts, tops):
            picture.paste(tile_picture, place)
    is_photo = isinstance(image, Raster) and image.data.startswith(b"\xff\xd8")
    return _encode_layer(picture, "JPEG" if is_photo else "PNG")


def draw_artwork(
    drawing: Drawing, size: Any, position: tuple[Extent, Extent], repeat: str, box: Box, clip: Path
) -> Iterator[Shape]:
    """Yield the shapes of one layer of a background that is an SVG file.

    `box` is the place in which the layer is positioned, and `clip` the path outside of which
    nothing is painted. The other arguments are those of `draw_background`.
    """
    width, height = _measure_tile(drawing, size, (box.width, box.height))
    x, y = resolve_point(position, box.width - width, box.height - height)
    tile = make_box(box.left + x, box.top + y, width, height)
    across, down = _REPEATS[repeat]
    fit = make_fit_matrix(drawing.width, drawing.height, width, height)
    fit = Matrix(e=tile.left, f=tile.top) @ fit
    try:
        for shape in drawing.shapes:
            path = transform_path(shape.path, fit)
            tiles = repeat_path(path, tile, Matrix(), clip, across=across, down=down)
            if path := apply_to_enlarged_paths(intersect_paths, tiles, clip):
                yield replace(shape, path=path)
    except (InputError, ValueError) as error:
        hint = getattr(error, "hint", "show the file with <img>")
        problem = Problem(Place(), f"background: {error}", hint)
        raise Failure(ExitCode.RULES, (problem,)) from error


def choose_resolution(width: float, height: float) -> tuple[float, tuple[int, int]]:
    """Return the pixels per mm of a painted picture of `width` x `height` mm, and its pixels."""
    scale = min(_PIXELS_PER_MM, MAX_SIDE / max(width, height))
    return scale, (max(round(width * scale), 1), max(round(height * scale), 1))


@lru_cache(maxsize=64)
def draw_border_image(
    image: Gradient, cut: Extent, border: tuple[float, float, float, float], box: _Size
) -> bytes:
    """Return a PNG file of a border filled with a gradient (CSS Backgrounds 3, 5).

    The gradient has the size of the `box`, in mm. `cut` is how much of the gradient, on each side,
    is stretched over that side of the border. `border` has the widths in mm, from the top on.
    """
    from PIL import Image

    scale, size = choose_resolution(*box)
    source, picture = _draw_tile(image, size, scale), Image.new("RGBA", size)
    places = []
    for side, length, start, end in zip(
        size, box, (border[3], border[0]), border[1:3], strict=True
    ):
        part = min((resolve_to_mm(cut, side / scale) or 0.0) * scale, side)
        froms = (0.0, part), (part, side - part), (side - part, side)
        # A part of a pixel is painted whole. The clip path of the picture has the exact width.
        first, last = (ceil(round(part * side / length, 6)) for part in (start, end))
        inner = min(first, side), max(side - last, min(first, side))
        tos = (0, inner[0]), inner, (inner[1], side)
        places.append([*zip(froms, tos, strict=True)])
    for (x, across), (y, down) in product(*places):
        target = across[1] - across[0], down[1] - down[0]
        is_middle = across is places[0][1][1] and down is places[1][1][1]
        if min(target) > 0 and x[0] < x[1] and y[0] < y[1] and not is_middle:
            area = x[0], y[0], x[1], y[1]
            stretched = source.resize(target, Image.Resampling.BILINEAR, box=area)
            picture.paste(stretched, (across[0], down[0]))
    return _encode_layer(picture, "PNG")


def _encode_layer(picture: Any, file_format: str) -> bytes:
    """Return the file of Pillow's image `picture`, in `file_format`; PNG if it is not opaque."""
    is_opaque = picture.getchannel("A").getextrema() == (255, 255)
    file_format = file_format if is_opaque else "PNG"
    return encode_picture(picture.convert("RGB") if is_opaque else picture, file_format)


def render_gradient_fill(item: Item) -> Item:
    """Return the picture of a shape with a gradient, or another item as it is."""
    if isinstance(item, Shape) and isinstance(item.shade, GradientFill):
        return _draw_gradient_fill(item.path, item.shade)
    return item


@lru_cache(maxsize=256)
def _draw_gradient_fill(path: Path, shade: GradientFill) -> PlacedImage:
    """Return the picture of a gradient, clipped to a path."""
    box = find_path_bounds(path)
    _, size = choose_resolution(box.width, box.height)
    to_pixels = Matrix(size[0] / box.width, 0.0, 0.0, size[1] / box.height)
    matrix = to_pixels @ Matrix(e=-box.left, f=-box.top) @ shade.matrix
    gradient = Gradient("", tuple((Percentage(100 * place), ink) for place, ink in shade.stops))
    find_colour = _make_colour_finder(gradient, 1.0, _mix_straight_alpha)
    picture = (
        _draw_linear_gradient(find_colour, matrix, size)
        if shade.focus is None
        else _draw_radial_gradient(find_colour, matrix, size, shade.focus)
    )
    data = _encode_layer(picture, "PNG")
    return PlacedImage(data, box.left, box.top, box.width, box.height, clip=path)


_CIRCLE = [(cos(step * tau / 128), sin(step * tau / 128)) for step in range(128)]


def _draw_linear_gradient(find_colour: Any, matrix: Matrix, size: tuple[int, int]) -> Any:
    """Return Pillow's image of a linear gradient.

    `matrix` maps the line from 0, 0 to 1, 0 to the gradient line, in pixels. `find_colour` returns
    the colour at a position from 0 to 1.
    """
    from PIL import Image

    a, b, c, d, x, y = msgspec.structs.astuple(matrix)
    # The place of a pixel on the line: the first row of the inverse of the matrix.
    area = a * d - b * c
    across, down, start = d / area, -c / area, (c * y - d * x) / area
    places = [start + across * right + down * low for right in (0, size[0]) for low in (0, size[1])]
    first, last = min(places), max(places)
    # Two colours in a pixel are mixed as in a strip that has two for each.
    count = 2 * ceil(round((last - first) / hypot(across, down), 6))
    strip = Image.new("RGBA", (count, 1))
    step = (last - first) / count
    strip.putdata([find_colour(first + (index + 0.5) * step) for index in range(count)])
    row = (across / step, down / step, (start - first) / step, 0.0, 0.0, 0.5)
    return strip.transform(size, Image.Transform.AFFINE, row)


def _mix_straight_alpha(first: Any, second: Any, share: float) -> tuple[int, ...]:
    """Return the mix of two colours, each with or without alpha, not premultiplied.

    `share` is the share of the first colour, from 0 to 1.
    """
    # SVG 1.1, 13.2.4: the colour and the opacity are interpolated each for itself.
    pairs = zip((*first, 255)[:4], (*second, 255)[:4], strict=True)
    return tuple(round(a * share + b * (1 - share)) for a, b in pairs)


def _measure_tile(image: BackgroundImage, size: Any, box: _Size) -> _Size:
    """Return the width and height of one tile in mm (CSS Backgrounds 3, 2.9)."""
    if isinstance(image, Gradient | PictureFile):
        natural, ratio = box, 0.0
    elif isinstance(image, Drawing):
        ratio = image.width / image.height
        width, height = image.natural_size
        if width is None and height is None:
            # CSS Images 3, 5.3: without a size, it is as large as fits, with its proportions.
            width = min(box[0], box[1] * ratio)
        width = (height or 0.0) * ratio if width is None else width
        natural = width, width / ratio if height is None else height
    else:
        natural = image.width * MM_PER_PX, image.height * MM_PER_PX
        ratio = natural[0] / natural[1]
    if isinstance(size, str):
        # A gradient has no proportions.
        shares = [side / part for side, part in zip(box, natural, strict=True)]
        share = max(shares) if size == "cover" else min(shares)
        return natural[0] * share, natural[1] * share
    width, height = (resolve_to_mm(side, whole) for side, whole in zip(size, box, strict=True))
    if width is None and height is None:
        return natural
    if width is None:
        return ((height or 0.0) * ratio if ratio else box[0]), height or 0.0
    return width, (width / ratio if ratio else box[1]) if height is None else height


_REPEATS = {"repeat": (True, True), "no-repeat": (False, False)}
_REPEATS |= {"repeat-x": (True, False), "repeat-y": (False, True)}
"""Whether a background image is repeated in rows and in columns."""


def _list_tile_starts(start: int, step: int, length: int, repeats: bool) -> Sequence[int]:
    """Return the starts of the tiles that are seen in `length` pixels, along one axis.

    One tile is at `start`. If `repeats`, there is another every `step` pixels.
    """
    return range(start % step - step, length, step) if repeats else [start]


def _draw_tile(image: BackgroundImage, size: tuple[int, int], scale: float) -> Any:
    """Return Pillow's image of one tile, in RGBA; `scale` is the number of pixels per mm."""
    from PIL import Image

    if isinstance(image, PictureFile):
        return Image.new("RGBA", size)  # a missing picture is reported elsewhere
    if isinstance(image, Raster):
        with Image.open(BytesIO(image.data)) as picture:
            return picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    assert isinstance(image, Gradient)  # noqa: S101 - an SVG file is painted as shapes
    columns, rows = size
    if isinstance(image.line, str):
        x, y = resolve_point(image.centre, columns / scale, rows / scale)
        x, y = x * scale, y * scale
        if image.line == "conic":
            return _draw_conic_gradient(image, (x, y), size)
        # CSS Images 3, 3.2.2: to the farthest corner. An ellipse has the proportions of the
        # farthest sides.
        across, down = max(x, columns - x) * sqrt(2), max(y, rows - y) * sqrt(2)
        if image.line == "circle":
            across = down = hypot(across, down) / sqrt(2)
        matrix = Matrix(across, 0.0, 0.0, down, x, y)
        find_colour = _make_colour_finder(image, across / scale)
        return _draw_radial_gradient(find_colour, matrix, size, (0.0, 0.0))
    x, y = image.line
    # CSS Images 3, 3.1.1: the middle line of "to a corner" ends in the other two corners.
    x, y = (x * rows, y * columns) if abs(x) == abs(y) == 1 else (x, y)
    unit = hypot(x, y)
    x, y = x / unit, y / unit
    length = abs(columns * x) + abs(rows * y)
    start = columns / 2 - x * length / 2, rows / 2 - y * length / 2
    matrix = Matrix(x * length, y * length, -y * length, x * length, *start)
    return _draw_linear_gradient(_make_colour_finder(image, length / scale), matrix, size)


def _draw_radial_gradient(
    find_colour: Any, matrix: Matrix, size: tuple[int, int], focus: tuple[float, float]
) -> Any:
    """Return Pillow's image of a radial gradient, painted as rings from the outside in.

    `matrix` maps the circle of radius 1 around 0, 0 to the outermost ring, in pixels. `focus` is
    the point in that circle where the gradient begins. `find_colour` returns the colour at a
    position from 0 to 1.
    """
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", size, find_colour(1.0))
    pen, (x, y) = ImageDraw.Draw(picture), focus
    # A ring for each pixel, so that edges are sharp.
    levels = min(max(_LEVELS, ceil(matrix.scale)), _MAX_LEVELS)
    for level in range(levels, 0, -1):
        share = level / levels
        # SVG 1.1, 13.2.3: the circles around the focus grow into the outer one.
        ring = [
            matrix.transform_point(x + (across - x) * share, y + (down - y) * share)
            for across, down in _CIRCLE
        ]
        pen.polygon(ring, find_colour((level - 0.5) / levels))
    return picture


def _draw_conic_gradient(
    gradient: Gradient, centre: tuple[float, float], size: tuple[int, int]
) -> Any:
    """Return Pillow's image of a conic gradient, painted as wedges around `centre`."""
    from PIL import Image, ImageDraw

    find_colour = _make_colour_finder(gradient, 1.0)
    edges = {place for place, _ in _place_stops(gradient, 1.0) if 0 < place < 1}
    edges |= {step / _WEDGES for step in range(_WEDGES + 1)}
    # Drawn at twice the size, since Pillow's polygons have hard edges.
    picture = Image.new("RGBA", (2 * size[0], 2 * size[1]))
    pen, (x, y) = ImageDraw.Draw(picture), (2 * centre[0] - 0.5, 2 * centre[1] - 0.5)
    # Beyond the farthest corner, even if the centre is outside of the box.
    radius = 3 * (hypot(*size) + hypot(*centre))
    for start, end in pairwise(sorted(edges)):
        corners = [(x, y)]
        for place in (start, end):
            # CSS Images 4, 3.3: an angle is clockwise from the top.
            angle = tau * (place + gradient.start / 360)
            corners.append((x + radius * sin(angle), y - radius * cos(angle)))
        pen.polygon(corners, find_colour((start + end) / 2))
    return picture.resize(size, Image.Resampling.BOX)


def _make_colour_finder(gradient: Gradient, length: float, mix: Any = mix_colours) -> Any:
    """Return a function from a position on the gradient line, 0 to 1, to red, green, blue, alpha.

    `length` is the length of the gradient line, in mm. `mix` mixes two colours.
    """
    stops = _place_stops(gradient, length)
    first, last = stops[0][0], stops[-1][0]
    positions = [position for position, _ in stops]

    def find_colour(place: float) -> tuple[int, ...]:
        if gradient.repeats and last > first:
            place = first + (place - first) % (last - first)
        index = bisect_right(positions, place)
        if index in (0, len(stops)):
            colour = stops[min(index, len(stops) - 1)][1]
        else:
            (start, before), (end, after) = stops[index - 1 : index + 1]
            colour = mix(before, after, (end - place) / (end - start))
        return (*colour, 255)[:4]

    return find_colour


def _place_stops(gradient: Gradient, length: float) -> list[tuple[float, Colour]]:
    """Return the stops with their positions, 0 to 1, in order (CSS Images 3, 3.4.3)."""
    places: list[Any] = [
        None if place is None else (resolve_to_mm(place, length) or 0.0) / length
        for place, _ in gradient.stops
    ]
    places[0] = places[0] or 0.0
    places[-1] = 1.0 if places[-1] is None else places[-1]
    last, placed = places[0], list[tuple[float, Colour]]()
    for index, (place, (_, ink)) in enumerate(zip(places, gradient.stops, strict=True)):
        if place is None:
            count, end = next(
                (n, later) for n, later in enumerate(places[index:], 1) if later is not None
            )
            place = last + (end - last) / count
        last = max(last, place)
        placed.append((last, ink))
    return placed
