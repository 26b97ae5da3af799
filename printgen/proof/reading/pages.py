"""The pages of a PDF, one by one: the objects on each face, and a grey picture of the page.

The picture shows whether ink is visible at a given place.
"""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from math import ceil, hypot
from typing import Any, NamedTuple

import msgspec
import pypdfium2
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat
from PIL.Image import Image as Picture
from PIL.Image import Transpose
from pypdfium2 import PdfPage

from printgen.colour import compute_contrast_ratio, compute_relative_luminance
from printgen.face_checks.ink_visibility import MAX_RULE, is_ink_lost, remove_thin_lines
from printgen.face_checks.printed_face import CAP_HEIGHT
from printgen.geometry import MM_PER_POINT, Box
from printgen.proof.reading import pdfium_calls as calls
from printgen.proof.reading.page_objects import NO_FACE, PageTransform, PaintedFace
from printgen.proof.reading.pdf_file import make_proof_failure
from printgen.proof.reading.pdfium_reader import PageObjectReader

DPI = 150
"""The resolution at which pages are rendered for the proof."""

_FINE_SCALE = 600 / 72
"""Pixels per point of a rendering that shows the colours of thin strokes."""
_MIN_CONTRAST = 3.8
"""The lowest contrast of a text in a rendering; smoothed edges make thin strokes fainter."""
_OUTLINE_REACH = 0.1
"""The distance in em up to which an outline makes a letter visible: a stroke is 0.2 em wide."""
_MIN_CONTRAST_SHARE = 0.25
"""The smallest share of a text's contrast that must be visible; thin strokes are blurred."""
_RULE_BORDER = 1.5 * MAX_RULE
"""How far around a text the thickness of lines is measured, in em."""
_PLAIN_TOLERANCE = 3
"""Levels, of 255, by which the colours of a plain background may differ."""
_MIN_DIFFERENCE = 12
"""Grey levels, of 255, by which ink must differ from its background to be visible."""


class PagePicture(NamedTuple):
    """A grey picture of one page, turned so that the faces on the page are upright.

    - `x_scale`, `y_scale`: the pixels of the picture per mm.
    - `left`, `top`: where the origin for all boxes is, in mm from the top left corner of the
      picture. The methods take boxes in mm from this origin, such as the corner of a face.
    - `page`: the page, to draw parts of it again. It may be upside down compared with the picture.
    - `ground`: if colours on the page are blended, a picture of it in colour without its texts,
      with the same size and direction; else None.
    """

    image: Picture
    x_scale: float
    y_scale: float
    left: float = 0.0
    top: float = 0.0
    page: PdfPage | None = None
    ground: Picture | None = None

    def move_origin(self, x: float, y: float) -> "PagePicture":
        """Return the same picture, with the origin of its boxes moved by `x` and `y` mm."""
        return self._replace(left=self.left + x, top=self.top + y)

    def convert_to_pixels(self, box: Box) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edges of a box, in pixels of the picture."""
        left, top, right, bottom = box
        _, sx, sy, x, y, *_ = self
        return (left + x) * sx, (top + y) * sy, (right + x) * sx, (bottom + y) * sy

    def is_text_visible(self, box: Box, colour: tuple[int, int, int]) -> bool:
        """Return whether a text of that colour is visible in `box`, the box of the text."""
        edges = self._find_pixel_bounds(box)
        if edges is None:
            return False
        # ITU-R BT.601: the weights of a grey level.
        red, green, blue = colour
        level = 0.299 * red + 0.587 * green + 0.114 * blue
        darkest, lightest = self._find_grey_range(edges)
        if _can_contain_ink(level, darkest, lightest):
            return True
        # A thin sign such as a dash may fill its box, so its surroundings give the background.
        left, top, right, bottom = edges
        pad = min(right - left, bottom - top)
        surroundings = self.image.crop((left - pad, top - pad, right + pad, bottom + pad))
        (background,) = ImageStat.Stat(surroundings).median
        differs = abs(level - background) >= _MIN_DIFFERENCE
        darkest, lightest = min(darkest, background), max(lightest, background)
        return differs and _can_contain_ink(level, darkest, lightest)

    def has_plain_background(self, box: Box, colour: tuple[int, int, int]) -> bool:
        """Return whether the background in `box` has one colour, and contrast with `colour`.

        Return False if the picture has no `ground`.
        """
        edges = self._find_pixel_bounds(box)
        if edges is None or self.ground is None:
            return False
        bands = self.ground.crop(edges).split()
        extremes: list[Any] = [band.getextrema() for band in bands]
        if any(most - least > _PLAIN_TOLERANCE for least, most in extremes):
            return False
        darkest, lightest = zip(*extremes, strict=True)
        ratios = (compute_contrast_ratio(colour, ground) for ground in (darkest, lightest))
        return min(ratios) >= _MIN_CONTRAST

    def is_mark_visible(self, box: Box) -> bool:
        """Return whether a mark is visible in `box`: the greys there differ enough."""
        edges = self._find_pixel_bounds(box)
        if edges is None:
            return False
        darkest, lightest = self._find_grey_range(edges)
        return lightest - darkest >= 2 * _MIN_DIFFERENCE

    def is_ink_lost(
        self,
        text_object: int,
        em: float,
        colour: tuple[int, int, int],
        texts: Sequence[int],
        *,
        is_outlined: bool,
        later: Sequence[int],
    ) -> bool:
        """Return whether a part of a text is hidden, or hardly differs from its background.

        The page is drawn with texts and without them: where both look alike, the text is not seen.

        - `text_object`: the address of the text. `em`: its size in points. `colour`: its colour.
        - `texts`: the addresses of all texts of the face. They are left out together, because
          letters are no background: an accent may meet a letter above it.
        - `is_outlined`: whether it is enough that a letter differs from its own outline.
        - `later`: the addresses of what is painted after the text. The tails of letters may cross
          thin lines in the colour of the text, but no line that is painted later.
        """
        assert self.page  # noqa: S101 - every page that was read has one
        edges = (ctypes.c_float * 4)()
        calls.FPDFPageObj_GetBounds(text_object, *calls.list_addresses(edges))
        left, bottom, right, top = edges
        if left >= right or bottom >= top:
            return False  # spaces have no ink
        (width, height), page = self.page.get_size(), self.page
        handles = [calls.get_address(handle.raw) for handle in (page.pdf, page)]
        raw = calls.FPDFTextObj_GetRenderedBitmap(*handles, text_object, _FINE_SCALE)
        if not raw:
            return True  # it is too large to be drawn
        bitmap = pypdfium2.PdfBitmap.from_raw(ctypes.cast(raw, pypdfium2.raw.FPDF_BITMAP))
        # pypdfium2 frees the bitmap when it is collected.
        alpha = bitmap.to_pil().getchannel("A")
        # Around the text, the thickness of lines is seen.
        border = _RULE_BORDER * em
        edges_inwards = left, bottom, width - right, height - top
        crop = [max(edge - border, 0.0) for edge in edges_inwards]
        try:
            shown = _draw_luminance(page, crop)
        except ValueError:
            return True  # no pixel of it is on the page
        with _hide_objects(texts):
            background = _draw_luminance(page, crop)
        # Only pixels that are full of ink have its colour.
        core = 0.9 * max(alpha.getextrema())
        ink = Image.new("L", shown.size)
        pairs = (left, crop[0]), (height - top, crop[3])
        x, y = (round(edge * _FINE_SCALE - ceil(cut * _FINE_SCALE)) for edge, cut in pairs)
        ink.paste(alpha.point([255 * (level >= core) for level in range(256)]), (x, y))
        lighter = ImageChops.lighter(shown, background)
        darker = ImageChops.darker(shown, background)
        if is_outlined:
            # The letters are seen if they differ from the background, or from their outline.
            # Filters of 3 x 3 pixels in a row give the same as one large filter, but are faster.
            for _ in range(round(_OUTLINE_REACH * em * _FINE_SCALE)):
                lighter = lighter.filter(ImageFilter.MaxFilter(3))
                darker = darker.filter(ImageFilter.MinFilter(3))
        excess = ImageChops.subtract(darker.point(_NEXT_LEVELS), lighter.point(_FAINT_LEVELS))
        lost = excess.point(_BLACK_OR_WHITE_LEVELS)
        if not is_ink_lost(ink, lost, em * _FINE_SCALE):
            return False
        # Only lines in the colour of the text: other paint that hides ink was painted later.
        if later:
            with _hide_objects([*texts, *later]):
                background = _draw_luminance(page, crop)
        level = round(255 * compute_relative_luminance(colour))
        alike = background.point([255 * _has_low_contrast(level, other) for other in range(256)])
        block = _draw_text_mask(text_object, em, crop, height, shown.size)
        rules = ImageChops.subtract(alike, remove_thin_lines(alike, block, em * _FINE_SCALE))
        return is_ink_lost(ink, ImageChops.subtract(lost, rules), em * _FINE_SCALE)

    def _find_grey_range(self, edges: tuple[int, int, int, int]) -> tuple[int, int]:
        """Return the darkest and the lightest grey of the pixels within `edges`.

        Uses Pillow's core object, because that is faster.
        """
        extremes: tuple[int, int] = self.image.im.crop(edges).getextrema()
        return extremes

    def _find_pixel_bounds(self, box: Box) -> tuple[int, int, int, int] | None:
        """Return the edges of the pixels that a box touches; None outside the picture."""
        edges = self.convert_to_pixels(box)
        left, top = int(edges[0]), int(edges[1])
        right, bottom = int(edges[2]) + 1, int(edges[3]) + 1
        width, height = self.image.size
        if not (0 <= left < right <= width + 1 and 0 <= top < bottom <= height + 1):
            return None
        return left, top, right, bottom


_LUMINANCES = [
    round(255 * compute_relative_luminance((level, level, level))) for level in range(256)
]
# WCAG 2.1, contrast ratio, of luminances from 0 to 255.
_FAINT_LEVELS = [max(0, ceil((level + 12.75) / _MIN_CONTRAST - 12.75)) for level in range(256)]
"""For the luminance of a background, the least luminance of a colour that is too faint on it."""


def _has_low_contrast(level: int, ground: int) -> bool:
    """Return whether two colours have too little contrast, given their luminances (0 to 255)."""
    darker, lighter = sorted((level, ground))
    return lighter + 12.75 < _MIN_CONTRAST * (darker + 12.75)


_NEXT_LEVELS = [min(level + 1, 255) for level in range(256)]
_BLACK_OR_WHITE_LEVELS = [0, *[255] * 255]


def _draw_luminance(page: PdfPage, crop: Sequence[float]) -> Picture:
    """Return a picture of the luminances of a page.

    `crop` has the margins to cut off, in points: left, bottom, right and top.
    """
    left, bottom, right, top = crop
    picture = page.render(scale=_FINE_SCALE, crop=(left, bottom, right, top))
    # WCAG 2.1, relative luminance: the weights of linear red, green and blue.
    linear: Picture = picture.to_pil().convert("RGB").point(_LUMINANCES * 3)
    return linear.convert("L", (0.2126, 0.7152, 0.0722, 0.0))


def _draw_text_mask(
    text_object: int, em: float, crop: Sequence[float], height: float, size: tuple[int, int]
) -> Picture:
    """Return a mask of `size` pixels of the line of a text, from the baseline to capital height.

    The mask extends beyond both ends of the text. `em` and the `height` of the page are in points.
    `crop` has the margins cut off, as for `_draw_luminance`.
    """
    numbers = (ctypes.c_float * 6)()
    calls.FPDFPageObj_GetMatrix(text_object, ctypes.addressof(numbers))
    a, b, _, _, x, y = numbers
    across, up = a / (hypot(a, b) or 1.0), b / (hypot(a, b) or 1.0)
    long, high = sum(size) / _FINE_SCALE, CAP_HEIGHT * em
    places = [
        (x + along * across - rise * up, y + along * up + rise * across)
        for along, rise in ((-long, 0.0), (long, 0.0), (long, high), (-long, high))
    ]
    block = Image.new("1", size)
    left, top = (ceil(edge * _FINE_SCALE) for edge in (crop[0], crop[3]))
    fine_places = ((px * _FINE_SCALE, (height - py) * _FINE_SCALE) for px, py in places)
    ImageDraw.Draw(block).polygon([(px - left, py - top) for px, py in fine_places], 1)
    return block


def _can_contain_ink(level: float, darkest: int, lightest: int) -> bool:
    """Return whether pixels with greys from `darkest` to `lightest` can be ink of grey `level`."""
    contrast = max(abs(level - darkest), abs(level - lightest))
    return contrast >= _MIN_DIFFERENCE and lightest - darkest >= _MIN_CONTRAST_SHARE * contrast


class PaintedPage(msgspec.Struct, frozen=True):
    """What is painted on one page: the faces on it, everything outside all faces, and a picture.

    `rest` has everything outside all faces.
    """

    faces: tuple[PaintedFace, ...]
    rest: PaintedFace
    picture: PagePicture

    def limit_faces_to_trim(self, trim: Box | None) -> "PaintedPage":
        """Return the page with each face limited to the part of it that is inside `trim`.

        Only that part can be seen (`PaintedFace.window`). `trim` is a box on the page; None for no
        limit.
        """
        corners = (face.label.place[:2] for face in self.faces)
        windows = (trim and trim.move_by(-left, -top) for left, top in corners)
        pairs = zip(self.faces, windows, strict=True)
        return replace(self, faces=tuple(replace(face, window=window) for face, window in pairs))


def read_pages(
    pdf: bytes, transforms: Iterable[PageTransform], first: int = 0
) -> Iterator[PaintedPage]:
    """Yield what is painted on the pages of a PDF, one page for each of `transforms`.

    `transforms` map each page to a frame in which its faces are upright. `first` is the index of
    the first page to read. Raises `Failure` if pdfium cannot read the file or a page.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise make_proof_failure(f"the PDF cannot be opened by pdfium: {error}") from error
    document.init_forms()  # so that form fields are rendered over the print
    closest: dict[object, float] = {}
    try:
        for index, transform in zip(range(first, len(document)), transforms, strict=False):
            try:
                page = document[index]
                try:
                    yield _read_page(page, transform, closest)
                finally:
                    page.close()
            except (pypdfium2.PdfiumError, ValueError) as error:
                message = f"page {index + 1} cannot be read: {error}"
                raise make_proof_failure(message[:200]) from error
    finally:
        document.close()


def _read_page(
    page: pypdfium2.PdfPage, transform: PageTransform, closest: dict[object, float]
) -> PaintedPage:
    reader = PageObjectReader(page, transform, closest)
    face_objects = reader.read_objects()
    picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
    is_blended = any(paint.is_blended for face in face_objects for paint in face.paints)
    ground = _draw_without_texts(page, face_objects) if is_blended else None
    width, height = reader.width * MM_PER_POINT, reader.height * MM_PER_POINT
    # The size of the picture is rounded to whole pixels, so the scales differ slightly.
    across, down = picture.width / width, picture.height / height
    left, top = transform.map_point_to_page(0.0, 0.0)
    if transform.sign < 0:
        picture = picture.transpose(Transpose.ROTATE_180)
        ground = ground.transpose(Transpose.ROTATE_180) if ground else None
        left, top = width - left, height - top
    faces = tuple(face for face in face_objects if face.label.kind)
    rest = [face for face in face_objects if not face.label.kind]
    page_picture = PagePicture(picture, across, down, left, top, page, ground)
    return PaintedPage(faces, rest[0] if rest else PaintedFace(NO_FACE, [], [], []), page_picture)


def _draw_without_texts(page: PdfPage, faces: Iterable[PaintedFace]) -> Picture:
    """Return a picture of a page in colour, without the texts of these faces."""
    texts = chain.from_iterable(face.objects for face in faces)
    with _hide_objects([*chain.from_iterable(texts)]):
        picture: Picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
    return picture


@contextmanager
def _hide_objects(addresses: Sequence[int]) -> Iterator[None]:
    """Hide the page objects at these addresses in everything drawn inside the `with` block."""
    for address in addresses:
        calls.FPDFPageObj_SetIsActive(address, False)
    try:
        yield
    finally:
        for address in addresses:
            calls.FPDFPageObj_SetIsActive(address, True)
