"""Pages of a PDF as pdfium reads and renders them: the objects on each face, and a picture."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pypdfium2
from PIL.Image import Transpose

from printgen.geometry import MM_PER_POINT
from printgen.proof.findings import fail
from printgen.proof.page_frame import PageFrame
from printgen.proof.page_objects import NO_FACE, FaceInk
from printgen.proof.page_picture import DPI, PagePicture
from printgen.proof.pdfium_reader import PageObjectReader


class ReadPage(NamedTuple):
    """One page: its faces, the objects outside all faces, and a picture."""

    faces: tuple[FaceInk, ...]
    rest: FaceInk
    picture: PagePicture


def read_pages(pdf: bytes, frames: Iterable[PageFrame], first: int = 0) -> Iterator[ReadPage]:
    """Yield the pages of a PDF, each as seen in its frame, until there are no more frames.

    `first` is the index of the first page to read.

    Raises `Failure` if pdfium cannot read the file or a page.
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
