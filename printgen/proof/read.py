"""Turn a page of a PDF into what stands on each of its faces, and what it looks like.

It knows no rules.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pypdfium2
from PIL.Image import Transpose

from printgen.face_checks.boxes import MM_PER_POINT
from printgen.proof.findings import fail
from printgen.proof.page_frame import PageFrame
from printgen.proof.page_objects import NO_FACE, FaceInk
from printgen.proof.page_picture import DPI, PagePicture
from printgen.proof.pdfium_reader import PageObjectReader


class ReadPage(NamedTuple):
    """One page: its faces, what belongs to none, and what it looks like."""

    faces: tuple[FaceInk, ...]
    rest: FaceInk
    picture: PagePicture


def read_pages(pdf: bytes, frames: Iterable[PageFrame]) -> Iterator[ReadPage]:
    """The pages of a PDF, each as it is seen in its frame; none beyond the frames.

    Raises `Failure` where pdfium cannot read it.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise fail(f"pdfium cannot open it: {error}") from error
    document.init_forms()  # so that what a form field paints over the print is seen
    closest: dict[object, float] = {}
    try:
        for index, frame in zip(range(len(document)), frames, strict=False):
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
    # The picture has whole pixels, which the page seldom has.
    across, down = picture.width / width, picture.height / height
    left, top = frame.invert_point(0.0, 0.0)
    if frame.sign < 0:
        picture = picture.transpose(Transpose.ROTATE_180)
        left, top = width - left, height - top
    return ReadPage(
        tuple(face for face in face_objects if face.label.kind),
        next((face for face in face_objects if not face.label.kind), FaceInk(NO_FACE, [], [], [])),
        PagePicture(picture, across, down, left, top),
    )
