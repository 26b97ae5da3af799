"""CSS filters that change colours (Filter Effects 1, 8), and masks (CSS Masking 1, 7)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import Any

from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.face import Drawing, Item, PlacedImage, PlacedMark
from printgen.face.raster import encode_picture
from printgen.face.transform import change_colours
from printgen.geometry import Box
from printgen.layout.paint.backgrounds import draw_background
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.values import Percentage
from printgen.problems import ExitCode, Failure, Place, Problem

_Matrix = tuple[float, ...]
"""Red, green and blue, each from those of a colour and an offset: twelve numbers."""
_GREY, _SATURATION = (0.2126, 0.7152, 0.0722), (0.213, 0.715, 0.072)
_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))


def filter_items(items: Iterable[Item], filters: Sequence[tuple[str, float]]) -> Iterator[Item]:
    """Yield items in the colours that `filters` make: pairs of a function and its amount."""
    matrices = tuple(_make_matrix(*pair) for pair in filters)
    change = partial(_change_colour, matrices)
    for item in items:
        if isinstance(item, PlacedImage):
            yield replace(item, data=_filter_picture(item.data, matrices))
        elif isinstance(item, PlacedMark):
            yield replace(item, drawing=_filter_drawing(item.drawing, matrices))
        else:
            yield change_colours(item, change)


def _make_matrix(name: str, amount: float) -> _Matrix:
    """Return the matrix of a filter function (Filter Effects 1, 13.1)."""
    # Each mixes a colour with another one that depends on it: a grey, or a brown one.
    mixes = {"grayscale": (_GREY,) * 3, "saturate": (_SATURATION,) * 3, "sepia": _SEPIA}
    if name in mixes:
        kept = amount if name == "saturate" else 1 - min(amount, 1.0)
        rows = [
            [(1 - kept) * part + kept * (row == column) for column, part in enumerate(parts)]
            for row, parts in enumerate(mixes[name])
        ]
        return tuple(number for row in rows for number in (*row, 0.0))
    factor, offset = {
        "brightness": (amount, 0.0),
        "contrast": (amount, 0.5 - amount / 2),
        "invert": (1 - 2 * min(amount, 1.0), min(amount, 1.0)),
    }[name]
    rows = [[factor * (row == column) for column in range(3)] for row in range(3)]
    return tuple(number for row in rows for number in (*row, 255 * offset))


def _change_colour(matrices: Sequence[_Matrix], colour: Colour) -> Any:
    parts: Sequence[float] = colour[:3]
    for matrix in matrices:
        sums = (
            sum(factor * part for factor, part in zip(matrix[at : at + 3], parts, strict=True))
            + matrix[at + 3]
            for at in (0, 4, 8)
        )
        parts = [min(max(value, 0.0), 255.0) for value in sums]
    return (*map(round, parts), *colour[3:])


@lru_cache(maxsize=1024)
def _filter_drawing(drawing: Drawing, matrices: tuple[_Matrix, ...]) -> Drawing:
    """Return a drawing in changed colours; equal drawings stay the same object."""
    change = partial(_change_colour, matrices)
    return replace(drawing, shapes=tuple(change_colours(part, change) for part in drawing.shapes))


@lru_cache(maxsize=32)
def _filter_picture(data: bytes, matrices: tuple[_Matrix, ...]) -> bytes:
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        whole = picture.convert("RGBA")
        changed = whole.convert("RGB")
        for matrix in matrices:
            changed = changed.convert("RGB", matrix)
        alpha = whole.getchannel("A")
        if alpha.getextrema() == (255, 255):
            return encode_picture(changed, "PNG" if picture.format == "PNG" else "JPEG")
    changed.putalpha(alpha)
    return encode_picture(changed, "PNG")


def mask_items(items: Iterable[Item], mask: Gradient, box: Box, line: int) -> Iterator[Item]:
    """Yield the pictures in a box with the opacities of a gradient that fills it.

    `line` is that of the box. Raises `Failure` (rules) for another item.
    """
    for item in items:
        if not isinstance(item, PlacedImage):
            hint = "set it on an <img>, or on a box with only a picture as background"
            problem = Problem(Place(line=line), "mask-image on more than pictures", hint)
            raise Failure(ExitCode.RULES, (problem,))
        place = item.x - box.left, item.y - box.top, item.width, item.height
        yield replace(item, data=_mask_picture(item.data, mask, (box.width, box.height), place))


@lru_cache(maxsize=32)
def _mask_picture(
    data: bytes,
    mask: Gradient,
    box: tuple[float, float],
    place: tuple[float, float, float, float],
) -> bytes:
    from PIL import Image, ImageChops

    drawn = draw_background(mask, (None, None), (Percentage(0.0),) * 2, "no-repeat", box)
    with Image.open(BytesIO(data)) as picture, Image.open(BytesIO(drawn)) as gradient:
        whole, alpha = picture.convert("RGBA"), gradient.convert("RGBA").getchannel("A")
    scale = alpha.width / box[0], alpha.height / box[1]
    left, top, width, height = place
    area = left * scale[0], top * scale[1], (left + width) * scale[0], (top + height) * scale[1]
    size = max(whole.width, round(width * scale[0])), max(whole.height, round(height * scale[1]))
    whole = whole.resize(size, Image.Resampling.BILINEAR)
    # CSS Masking 1, 7.5: nothing is seen outside of the box.
    part = alpha.transform(size, Image.Transform.EXTENT, area, Image.Resampling.BILINEAR)
    whole.putalpha(ImageChops.multiply(whole.getchannel("A"), part))
    return encode_picture(whole, "PNG")
