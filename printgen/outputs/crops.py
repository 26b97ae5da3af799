"""Pictures of the faces of a proofed print, each cut out of its page.

pdfium renders them, as in the proof. The resolution is adjusted slightly so that trims are on whole
pixels and no neighbouring face is visible. Only one page is open at a time.
"""

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from PIL import Image
from pypdfium2 import PdfBitmap, PdfDocument

from printgen.geometry import MM_PER_POINT, Box, make_box
from printgen.pipeline.build import FinishedPrint
from printgen.proof.proof import read_manifest
from printgen.proof.reading.page_objects import find_page_transform
from printgen.proof.reading.pdfium_reader import PageObjectReader


def encode_png(picture: Image.Image, dpi: int | None = None) -> bytes:
    """Return the bytes of a PNG file. If `dpi` is given, it is stored as the resolution."""
    stream = BytesIO()
    picture.save(stream, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return stream.getvalue()


class _PrintedFace(NamedTuple):
    """Where a face is printed: the index of its page and its trim in mm.

    `is_turned` is true if the face is upside down. If the page has only a part of a board, the part
    is what is inside `window`, a box on the page in mm.
    """

    page_index: int
    trim: Box
    is_turned: bool
    window: Box | None = None


class FaceCropper:
    """Cuts pictures of faces out of the pages of one proofed print.

    Faces are found by name. If several have the same name, the first one is used. `trims` has one
    list for each page: the boxes of the pieces on it after cutting, in mm.
    """

    def __init__(self, pdf: bytes, *, backs: bool) -> None:
        """Open the PDF of a print. If its pages are the backs of another print, `backs` is true."""
        self._document = PdfDocument(pdf)
        self._current_page: tuple[int, Any] = -1, None
        manifest, self._places = read_manifest(pdf), dict[str, list[_PrintedFace]]()
        self.trims: list[list[Box]] = []
        for number, page in enumerate(self._document):
            width, height = (side * MM_PER_POINT for side in page.get_size())
            are_backs = backs or bool(manifest.duplex and number % 2)
            is_turned = find_page_transform(manifest, (width, height), are_backs=are_backs).sign < 0
            left, bottom, right, top = (edge * MM_PER_POINT for edge in page.get_trimbox())
            window = Box(left, height - top, right, height - bottom)
            faces = PageObjectReader(page).read_objects()
            labels = [face.label for face in faces if face.label.kind]
            self.trims.append([make_box(*label.place) for label in labels])
            for _, name, (x, y, face_width, face_height), _ in labels:
                is_turned = y + face_height / 2 < height / 2 if manifest.fold else is_turned
                trim = make_box(x, y, face_width, face_height)
                is_part = face_width > window.width + 1 or face_height > window.height + 1
                face = _PrintedFace(number, trim, is_turned, window if is_part else None)
                if is_part or name not in self._places:
                    self._places.setdefault(name, []).append(face)
            page.close()

    @property
    def face_sizes(self) -> Mapping[str, tuple[float, float]]:
        """The width and height of the trim of each face in mm, by its name, in printing order."""
        trims = ((name, places[0].trim) for name, places in self._places.items())
        return {name: (trim.right - trim.left, trim.bottom - trim.top) for name, trim in trims}

    def draw_face(self, name: str, width: int, height: int, bleed: float = 0.0) -> Image.Image:
        """Return an upright picture of the face `name`, with `bleed` mm around its trim.

        `width` and `height` are the size of the picture in pixels, with the bleed.
        """
        bitmap = PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGR)
        # pdfium paints no paper: the bitmap must be white before.
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        for place in self._places[name]:
            self._draw_printed_face(bitmap, place, bleed)
        picture: Image.Image = bitmap.to_pil()
        return picture

    def _draw_printed_face(self, bitmap: PdfBitmap, place: _PrintedFace, bleed: float) -> None:
        """Draw the face at `place`, or the part of a board there, into the picture of the face."""
        page, trim, is_turned, window = place
        width, height = bitmap.width, bitmap.height
        left, top, right, bottom = (edge / MM_PER_POINT for edge in trim.expand_by(bleed))
        across, down = width / (right - left), height / (bottom - top)
        # Negative scales rotate a face that is upside down by 180 degrees.
        if is_turned:
            matrix = pdfium.FS_MATRIX(-across, 0, 0, -down, right * across, bottom * down)
        else:
            matrix = pdfium.FS_MATRIX(across, 0, 0, down, -left * across, -top * down)
        clip_rect = pdfium.FS_RECTF(0, 0, width, height)
        if window:
            scale = across / MM_PER_POINT
            edges = window.move_by(-trim.left, -trim.top)
            clip_rect = pdfium.FS_RECTF(*(round(edge * scale) for edge in edges))
        pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, self._open_page(page), matrix, clip_rect, 0)

    def _open_page(self, number: int) -> Any:
        if self._current_page[0] != number:
            if self._current_page[1]:
                self._current_page[1].close()
            self._current_page = number, self._document[number]
        return self._current_page[1]


@lru_cache(maxsize=16)
def open_cropper(finished: FinishedPrint) -> FaceCropper:
    """Return the cropper of a print. All outputs share this cropper."""
    return FaceCropper(finished.pdf, backs=bool(finished.job.print.backs_of))
