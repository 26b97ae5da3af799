"""The pages of a PDF, one by one: the objects on each face, and a grey picture of the page.

The picture shows whether ink is visible at a given place.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
import pypdfium2
from PIL import ImageStat
from PIL.Image import Image as Picture
from PIL.Image import Transpose
from pypdfium2 import PdfPage

from printgen.colour import Ink, relative_luminance
from printgen.geometry import MM_PER_POINT, Box
from printgen.proof.reading.page_objects import NO_FACE, FaceInk, PageFrame
from printgen.proof.reading.pdf_file import fail
from printgen.proof.reading.pdfium_reader import PageObjectReader

DPI = 150
"""The resolution at which pages are rendered for the proof."""

_FINE = 600 / 72
"""Pixels per point of a rendering that shows the colours of thin strokes."""
_LETTER_BORDER = 0.2
"""How much of the background of a text is compared with it, in mm."""
_PART, _LONG_PART = 0.4, 1.2
"""The lengths of the parts of a text whose contrast is compared, in em."""
_MIN_CONTRAST_SHARE = 0.25
"""The smallest share of a text's contrast that must be visible; thin strokes are blurred."""
_MIN_DIFFERENCE = 12
"""Grey levels, of 255, by which ink must differ from its background to be visible."""


class PagePicture(NamedTuple):
    """A grey picture of one page; `x_scale` and `y_scale` are pixels per mm.

    Boxes are in mm from an origin, which is `left` and `top` mm from the corner of the page. `page`
    is the page itself, which the picture shows upside down if `is_turned`.
    """

    image: Picture
    x_scale: float
    y_scale: float
    left: float = 0.0
    top: float = 0.0
    page: PdfPage | None = None
    is_turned: bool = False

    def move_origin(self, x: float, y: float) -> "PagePicture":
        """Return the same picture with its origin moved by `x` and `y` mm."""
        return self._replace(left=self.left + x, top=self.top + y)

    def convert_to_pixels(self, box: Box) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edge of a box, in pixels."""
        left, top, right, bottom = box
        _, sx, sy, x, y, *_ = self
        return (left + x) * sx, (top + y) * sy, (right + x) * sx, (bottom + y) * sy

    def is_text_visible(self, box: Box, colour: tuple[int, int, int]) -> bool:
        """Return whether ink of that colour is visible in the picture in `box`, that of a text."""
        edges = self._find_pixel_bounds(box)
        if edges is None:
            return False
        # ITU-R BT.601: the weights of a grey level.
        red, green, blue = colour
        level = 0.299 * red + 0.587 * green + 0.114 * blue
        darkest, lightest = self._find_extremes(edges)
        if _is_visible(level, darkest, lightest):
            return True
        # A thin sign such as a dash may fill its box, so its surroundings give the background.
        left, top, right, bottom = edges
        pad = min(right - left, bottom - top)
        surroundings = self.image.crop((left - pad, top - pad, right + pad, bottom + pad))
        (background,) = ImageStat.Stat(surroundings).median
        differs = abs(level - background) >= _MIN_DIFFERENCE
        darkest, lightest = min(darkest, background), max(lightest, background)
        return differs and _is_visible(level, darkest, lightest)

    def is_mark_visible(self, box: Box) -> bool:
        """Return whether a mark is visible in `box`: the picture has more than one grey there."""
        edges = self._find_pixel_bounds(box)
        if edges is None:
            return False
        darkest, lightest = self._find_extremes(edges)
        return lightest - darkest >= 2 * _MIN_DIFFERENCE

    def find_lowest_contrast(self, box: Box, em: float, ink: Ink | None) -> float:
        """Return the contrast ratio of the least visible part of a text.

        `box` is the box of the text, `em` its size in points, and `ink` its colour. If that is
        None, because the text is not opaque, the two most different colours of each part are
        compared. Such a part is longer than the space between words.
        """
        assert self.page  # noqa: S101 - every page that was read has one
        edges = self.convert_to_pixels(box.expand_by(_LETTER_BORDER))
        (width, height), columns = self.page.get_size(), self.image.width
        left, top, right, bottom = (edge * width / columns for edge in edges)
        if self.is_turned:
            left, top, right, bottom = width - right, height - bottom, width - left, height - top
        crop = (left, height - bottom, width - right, top)
        picture = self.page.render(scale=_FINE, crop=tuple(max(edge, 0.0) for edge in crop))
        # WCAG 2.1, relative luminance: the weights of linear red, green and blue.
        linear = picture.to_pil().convert("RGB").point(_LINEAR * 3)
        luminance = linear.convert("L", (0.2126, 0.7152, 0.0722, 0.0))
        if luminance.height > luminance.width:
            luminance = luminance.transpose(Transpose.ROTATE_90)
        part, last = round((_PART if ink else _LONG_PART) * em * _FINE), luminance.width
        starts = (*range(0, last - part, part // 2), max(last - part, 0))
        parts = [luminance.crop((x, 0, min(x + part, last), luminance.height)) for x in starts]
        extremes: Any = [crop.getextrema() for crop in parts]
        level = ink and 255 * relative_luminance(ink)
        return min(
            max(_contrast(level, low), _contrast(level, high))
            if level is not None
            else _contrast(low, high)
            for low, high in extremes
        )

    def _find_extremes(self, edges: tuple[int, int, int, int]) -> tuple[int, int]:
        """Return the darkest and lightest grey of the pixels within `edges`.

        Uses Pillow's core object for speed.
        """
        extremes: tuple[int, int] = self.image.im.crop(edges).getextrema()
        return extremes

    def _find_pixel_bounds(self, box: Box) -> tuple[int, int, int, int] | None:
        """Return the edges of the pixels that a box touches; None if it is outside the picture."""
        edges = self.convert_to_pixels(box)
        left, top = int(edges[0]), int(edges[1])
        right, bottom = int(edges[2]) + 1, int(edges[3]) + 1
        width, height = self.image.size
        if not (0 <= left < right <= width + 1 and 0 <= top < bottom <= height + 1):
            return None
        return left, top, right, bottom


_LINEAR = [round(255 * relative_luminance((level, level, level))) for level in range(256)]


def _contrast(level: float, other: float) -> float:
    """Return the contrast of two luminances, 0 to 255 (WCAG 2.1, contrast ratio)."""
    return (max(level, other) / 255 + 0.05) / (min(level, other) / 255 + 0.05)


def _is_visible(level: float, darkest: int, lightest: int) -> bool:
    """Return whether pixels from `darkest` to `lightest` can contain ink of the grey `level`."""
    contrast = max(abs(level - darkest), abs(level - lightest))
    return contrast >= _MIN_DIFFERENCE and lightest - darkest >= _MIN_CONTRAST_SHARE * contrast


class ReadPage(msgspec.Struct, frozen=True):
    """What is painted on one page: its faces, the objects outside all faces, and a picture."""

    faces: tuple[FaceInk, ...]
    rest: FaceInk
    picture: PagePicture


def read_pages(pdf: bytes, frames: Iterable[PageFrame], first: int = 0) -> Iterator[ReadPage]:
    """Yield what is painted on the pages of a PDF, one page for each of `frames`.

    `first` is the index of the first page to read. Raises `Failure` if pdfium cannot read the file
    or a page.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise fail(f"the PDF cannot be opened by pdfium: {error}") from error
    document.init_forms()  # so that form fields are rendered over the print
    closest: dict[object, float] = {}
    try:
        for index, frame in zip(range(first, len(document)), frames, strict=False):
            try:
                page = document[index]
                try:
                    yield _read_page(page, frame, closest)
                finally:
                    page.close()
            except (pypdfium2.PdfiumError, ValueError) as error:
                raise fail(f"page {index + 1} cannot be read: {error}"[:200]) from error
    finally:
        document.close()


def _read_page(page: pypdfium2.PdfPage, frame: PageFrame, closest: dict[object, float]) -> ReadPage:
    reader = PageObjectReader(page, frame, closest)
    face_objects = reader.read_objects()
    picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
    width, height = reader.width * MM_PER_POINT, reader.height * MM_PER_POINT
    # The size of the picture is rounded to whole pixels, so the scales differ slightly.
    across, down = picture.width / width, picture.height / height
    left, top = frame.invert_point(0.0, 0.0)
    if frame.sign < 0:
        picture = picture.transpose(Transpose.ROTATE_180)
        left, top = width - left, height - top
    return ReadPage(
        tuple(face for face in face_objects if face.label.kind),
        next((face for face in face_objects if not face.label.kind), FaceInk(NO_FACE, [], [], [])),
        PagePicture(picture, across, down, left, top, page, frame.sign < 0),
    )
