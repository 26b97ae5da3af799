"""Whether the ink of a text is seen, in small windows, so that no part of a letter is lost.

Preflight draws the ink from the outlines of glyphs, and the proof reads it from the PDF. Both say
which pixels of it are lost: hidden by paint, or in a colour that hardly differs from the ground.
"""

from PIL import Image, ImageChops, ImageFilter, ImageOps
from PIL.Image import Image as Picture

PART_WINDOW, LETTER_WINDOW = (0.2, 0.6), (0.7, 0.3)
"""Squares of text: the side of a square in em, and the share of its ink that may be hidden.

The first is for parts of letters: it is twice as wide as a decimal point. The second is for whole
letters. A smaller share may be hidden in them, because small grains of a picture add up.
"""
_MIN_VISIBLE_SHARE, _MIN_CORE_SHARE = 0.3, 0.2
"""Shares of a letter that an outline must leave.

The first is for an outline in the colour of the background, the second for one that fills counters.
"""
_SMALLEST_HOLE = 5
"""The side in pixels of a square in which a hole that fills less than half does not count."""
_MIN_INK_SHARE = 0.15
"""Share of a window that must be ink: less is the corner of a stroke."""
_UNCLEAR_EDGE_SHARE = 4
"""The share of a window, in 255ths, by which more edge must be lost than seen: less is rounding."""
MAX_RULE = 0.13
"""The thickness in em up to which the tails of letters may cross a line, such as an underline."""
_ALL_WHITE = [0] * 255 + [255]
"""Maps the average grey of a square to white if all of its pixels are white."""
ANY_WHITE = [0] + [255] * 255
"""Maps a grey to white if it is not black: the average of a square, if any pixel is not."""


def is_ink_lost(
    ink: Picture, lost: Picture, em: float, window: tuple[float, float] = PART_WINDOW
) -> bool:
    """Return whether a part of a text cannot be seen, because too much of its ink is lost there.

    A small square, the window, is moved over the text. `ink` and `lost` are grey pictures of the
    same size: `ink` is white where the text has ink, and `lost` where ink would not be seen. `em`
    is the type size in pixels. `window` has the side of the window in em, and the share of the ink
    in it that may be lost.
    """
    side, limit = max(3, round(window[0] * em)), window[1]
    border, average = side, ImageFilter.BoxBlur(side / 2)
    ink_shares = ImageOps.expand(ink, border).filter(average)
    lost_ink = ImageChops.multiply(ink, lost)
    lost_shares = ImageOps.expand(lost_ink, border).filter(average)
    least = _MIN_INK_SHARE * 255
    limits = [round(level * limit) if level >= least else 255 for level in range(256)]
    return bool(ImageChops.subtract(lost_shares, ink_shares.point(limits)).getbbox())


def is_edge_lost(edge: Picture, lost: Picture, block: Picture, em: float) -> bool:
    """Return whether letters cannot be read because their background has nearly their colour.

    A small square, the window, is moved over the text. The result is true if in some window, most
    of the edge around the ink is lost.

    - `edge`: a grey picture that is white next to ink.
    - `lost`: a picture of the same size that is white where the background has the colour of the
      text.
    - `block`: such a picture that is white in the line of text. Only windows there are examined.
    - `em`: the type size in pixels.
    """
    side = max(3, round(LETTER_WINDOW[0] * em))
    lost_edge = ImageChops.multiply(edge, lost)
    lost_shares, seen_shares = (
        ImageOps.expand(part, side).filter(ImageFilter.BoxBlur(side / 2))
        for part in (lost_edge, ImageChops.subtract(edge, lost_edge))
    )
    excess = ImageChops.subtract(lost_shares, seen_shares, offset=-_UNCLEAR_EDGE_SHARE)
    # A window in the middle of which there is no letter may have one side of a letter only.
    return bool(ImageChops.multiply(excess, ImageOps.expand(block, side)).getbbox())


def remove_thin_lines(lost: Picture, block: Picture, em: float) -> Picture:
    """Return the picture `lost` without its thin lines, except inside the line of text.

    The tails of letters may cross underlines, and can still be read. `lost` is white where the
    background has the colour of the text. `block` is white from the baseline to capital height.
    `em` is the type size in pixels.
    """
    # Averages of squares, because filters for the darkest pixel take hundreds of times longer.
    square = ImageFilter.BoxBlur(round(MAX_RULE * em / 2))
    wide = lost.filter(square).point(_ALL_WHITE).filter(square).point(ANY_WHITE)
    wide.paste(lost, None, block)
    return wide


def is_shape_closed_by_outline(ink: Picture, width: int) -> bool:
    """Return whether an outline around a letter closes its holes, or joins its separate parts.

    The outline is `width` pixels wide, outside the ink. `ink` is a picture of one letter, with an
    empty border of more than `width` pixels.
    """
    wide = ink.filter(ImageFilter.MaxFilter(2 * width + 1))
    # The corner of a notch may leave a hole of a few pixels while it is filled.
    wide = wide.filter(ImageFilter.MedianFilter(_SMALLEST_HOLE))
    return _compute_euler_number(ink) != _compute_euler_number(wide)


def is_ink_hidden_by_inner_line(ink: Picture, width: int) -> bool:
    """Return whether a line of `width` pixels along the inner edge of ink hides most of the ink."""
    return _measure_inner_ink_share(ink, width) < _MIN_VISIBLE_SHARE


def has_only_hairlines_left(ink: Picture, width: int) -> bool:
    """Return whether a line along the inner edge of ink leaves only hairlines of the ink.

    The line is `width` pixels wide. Hairlines are too thin to be read in their colour.
    """
    return _measure_inner_ink_share(ink, width) < _MIN_CORE_SHARE


def _measure_inner_ink_share(ink: Picture, width: int) -> float:
    """Return the share of ink that is more than `width` pixels away from its edge."""
    rest = ink.filter(ImageFilter.MinFilter(2 * width + 1))
    return sum(rest.histogram()[128:]) / max(sum(ink.histogram()[128:]), 1)


def _compute_euler_number(ink: Picture) -> int:
    """Return the Euler number of a picture: the number of its parts minus the number of its holes.

    It is counted in squares of two by two pixels (Gray 1971, Local properties of binary images).
    """
    code = Image.new("L", ink.size)
    for weight, (x, y) in {1: (0, 0), 2: (1, 0), 4: (0, 1), 8: (1, 1)}.items():
        bits = ink.point([weight * (level >= 128) for level in range(256)])
        code = ImageChops.add(code, ImageChops.offset(bits, x, y))
    counts = code.histogram()
    corners = sum(counts[square] for square in (1, 2, 4, 8))
    dents = sum(counts[15 - square] for square in (1, 2, 4, 8))
    return (corners - dents - 2 * (counts[6] + counts[9])) // 4
