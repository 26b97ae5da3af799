"""CSS filters (Filter Effects 1, 8), and masks of pictures (CSS Masking 1, 7)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from io import BytesIO
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.face import Item, PlacedImage
from printgen.face.raster import encode_picture
from printgen.face.transform import recolour_item, transform_item
from printgen.geometry import Box, Matrix, make_box
from printgen.layout.paint.backgrounds import MAX_SIDE, draw_background
from printgen.layout.paint.text_shadows import paint_drop_shadow
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.values import Percentage
from printgen.problems import ExitCode, Failure, Place, Problem

_Matrix = tuple[float, ...]
"""Twelve numbers: for red, green and blue, the factors of all three in a colour, and an offset."""
_GREY, _SATURATION = (0.2126, 0.7152, 0.0722), (0.213, 0.715, 0.072)
_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))


def filter_items(
    items: Sequence[Item], filters: Sequence[tuple[str, Any]], colour: Colour, line: int
) -> Sequence[Item]:
    """Return items after `filters`, which are pairs of a function and its amount.

    `colour` is that of the text of the box, and `line` its line. Raises `Failure` (rules) for a
    shadow of a transparent picture.
    """
    for is_shadow, group in groupby(filters, lambda pair: pair[0] == "drop-shadow"):
        if not is_shadow:
            matrices = tuple(_make_matrix(*pair) for pair in group)
            change_picture = partial(_filter_picture, matrices=matrices)
            change = _make_colour_change(matrices)
            items = [recolour_item(item, change, change_picture) for item in items]
            continue
        for _, (dx, dy, blur, ink) in group:
            shadow = paint_drop_shadow(items, blur, colour if ink == "currentcolor" else ink, line)
            items = [*(transform_item(part, Matrix(e=dx, f=dy)) for part in shadow), *items]
    return items


def _make_matrix(name: str, amount: float) -> _Matrix:
    """Return the matrix of a filter function (Filter Effects 1, 13.1)."""
    # Each of these mixes a colour with a grey or a brown that depends on it.
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


@lru_cache(maxsize=64)
def _make_colour_change(matrices: tuple[_Matrix, ...]) -> Callable[[Colour], Colour]:
    """Return a function that changes a colour; it is a key of a cache, so the same each time."""
    return partial(_change_colour, matrices)


def _change_colour(matrices: Sequence[_Matrix], colour: Colour) -> Any:
    """Return a colour after each matrix, rounded and with its own alpha."""
    parts: Sequence[float] = colour[:3]
    for matrix in matrices:
        sums = (
            sum(factor * part for factor, part in zip(factors, parts, strict=True)) + offset
            for *factors, offset in (matrix[:4], matrix[4:8], matrix[8:])
        )
        parts = [min(max(value, 0.0), 255.0) for value in sums]
    return (*map(round, parts), *colour[3:])


@lru_cache(maxsize=32)
def _filter_picture(data: bytes, matrices: tuple[_Matrix, ...]) -> bytes:
    """Return the data of a PNG or JPEG file with the same picture in changed colours."""
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
    """Yield the pictures in a box with the opacities of a gradient, `mask`, that fills the box.

    `line` is the line of the template where the box begins, for messages. Raises `Failure`
    (rules) for an item that is not a picture.
    """
    for item in items:
        if not isinstance(item, PlacedImage):
            hint = "set it on an <img>, or on a box with only a picture as background"
            problem = Problem(Place(line=line), "mask-image on more than pictures", hint)
            raise Failure(ExitCode.RULES, (problem,))
        # CSS Masking 1, 7.5: nothing is seen outside of the box.
        seen = make_box(item.x, item.y, item.width, item.height).intersect(box)
        if min(seen.width, seen.height) > 0:
            left, top, right, bottom = seen.move_by(-item.x, -item.y)
            part = Box(
                left / item.width, top / item.height, right / item.width, bottom / item.height
            )
            place = seen.move_by(-box.left, -box.top)
            data = _mask_picture(item.data, part, mask, (box.width, box.height), place)
            x, y = seen[:2]
            yield replace(item, data=data, x=x, y=y, width=seen.width, height=seen.height)


@lru_cache(maxsize=32)
def _mask_picture(
    data: bytes, part: Box, mask: Gradient, box: tuple[float, float], place: Box
) -> bytes:
    """Return the file of the part of a picture that is in a box with a mask.

    `part` is that part in shares of the picture, from 0 to 1. `place` is where the part is in the
    box, and `box` is the width and height of the box, in mm.
    """
    from PIL import Image, ImageChops

    drawn = draw_background(mask, (None, None), (Percentage(0.0),) * 2, "no-repeat", box)
    with Image.open(BytesIO(data)) as picture, Image.open(BytesIO(drawn)) as gradient:
        whole, alpha = picture.convert("RGBA"), gradient.convert("RGBA").getchannel("A")
    scale = alpha.width / box[0], alpha.height / box[1]
    area = _scale_box(place, *scale, alpha.size)
    crop = _scale_box(part, whole.width, whole.height, whole.size)
    # Enough pixels for the picture, and for the gradient.
    width = max(crop[2] - crop[0], place.width * scale[0])
    height = max(crop[3] - crop[1], place.height * scale[1])
    size = min(max(round(width), 1), MAX_SIDE), min(max(round(height), 1), MAX_SIDE)
    seen = whole.resize(size, Image.Resampling.BILINEAR, box=crop)
    faded = alpha.transform(size, Image.Transform.EXTENT, area, Image.Resampling.BILINEAR)
    seen.putalpha(ImageChops.multiply(seen.getchannel("A"), faded))
    return encode_picture(seen, "PNG")


def _scale_box(box: Box, across: float, down: float, limit: tuple[int, int]) -> Any:
    """Return the left, top, right and bottom of a box scaled by the factors `across` and `down`.

    `limit` has the largest right and bottom.
    """
    # Pillow raises an error for a box that is larger than its picture by a rounding error.
    right, bottom = min(box.right * across, limit[0]), min(box.bottom * down, limit[1])
    return box.left * across, box.top * down, right, bottom
