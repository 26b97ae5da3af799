"""What a page looks like: a grey picture, and whether ink shows in it where it should.

It knows neither fields nor rules: it is told where ink should be, and of which colour.
"""

from typing import NamedTuple

from PIL import ImageStat
from PIL.Image import Image as Picture

from printgen.face_checks.boxes import Box

DPI = 150
"""The resolution at which every page is looked at."""

_MIN_CONTRAST_SHARE = 0.25
"""The share of its contrast that a text must at least show: thin strokes blur."""
_FAINTEST = 12
"""Levels of 255 by which an ink must differ from its ground to be seen at all."""


class PagePicture(NamedTuple):
    """One page's grey picture; `across` and `down` are its pixels in a mm.

    Boxes are in mm from `left`, `top` of the page.
    """

    image: Picture
    x_scale: float
    y_scale: float
    left: float = 0.0
    top: float = 0.0

    def move_origin(self, x: float, y: float) -> "PagePicture":
        """The same, its boxes from a place on it."""
        return self._replace(left=self.left + x, top=self.top + y)

    def convert_to_pixels(self, box: Box) -> tuple[float, float, float, float]:
        """A box in mm as edges in pixels."""
        left, top, right, bottom = box
        _, x_scale, sy, x, y = self
        return (left + x) * x_scale, (top + y) * sy, (right + x) * x_scale, (bottom + y) * sy

    def is_text_visible(self, box: Box, colour: tuple[int, int, int]) -> bool:
        """Whether a text's ink shows in its box, as far from its ground as its colour is."""
        edges = self._find_pixel_bounds(box)
        if edges is None:
            return False
        red, green, blue = colour
        level = 0.299 * red + 0.587 * green + 0.114 * blue
        darkest, lightest = self._find_extremes(edges)
        if _is_visible(level, darkest, lightest):
            return True
        # A thin sign, such as a dash, may fill its box: then most of what is round it is ground.
        left, top, right, bottom = edges
        pad = min(right - left, bottom - top)
        surroundings = self.image.crop((left - pad, top - pad, right + pad, bottom + pad))
        (ground,) = ImageStat.Stat(surroundings).median
        differs = abs(level - ground) >= _FAINTEST
        return differs and _is_visible(level, min(darkest, ground), max(lightest, ground))

    def is_mark_visible(self, box: Box) -> bool:
        """Whether more than one flat tone shows in a mark's box."""
        edges = self._find_pixel_bounds(box)
        if edges is None:
            return False
        darkest, lightest = self._find_extremes(edges)
        return lightest - darkest >= 2 * _FAINTEST

    def _find_extremes(self, edges: tuple[int, int, int, int]) -> tuple[int, int]:
        """The darkest and the lightest pixel; of Pillow's core, for each of hundreds of texts."""
        extremes: tuple[int, int] = self.image.im.crop(edges).getextrema()
        return extremes

    def _find_pixel_bounds(self, box: Box) -> tuple[int, int, int, int] | None:
        """The pixels that a box touches; None where it lies off the picture."""
        edges = self.convert_to_pixels(box)
        left, top = int(edges[0]), int(edges[1])
        right, bottom = int(edges[2]) + 1, int(edges[3]) + 1
        width, height = self.image.size
        if not (0 <= left < right <= width + 1 and 0 <= top < bottom <= height + 1):
            return None
        return left, top, right, bottom


def _is_visible(level: float, darkest: int, lightest: int) -> bool:
    contrast = max(abs(level - darkest), abs(level - lightest))
    return contrast >= _FAINTEST and lightest - darkest >= _MIN_CONTRAST_SHARE * contrast
