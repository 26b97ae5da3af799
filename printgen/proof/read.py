"""Turn a page of a PDF into what stands on each of its faces, and what it looks like.

It knows no rules.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pypdfium2
from PIL.Image import Transpose

from printgen.face_checks.boxes import MM_PER_POINT
from printgen.proof.findings import failed
from printgen.proof.page_frame import Orientation
from printgen.proof.page_objects import NOWHERE, Painted
from printgen.proof.page_picture import DPI, PagePicture
from printgen.proof.pdfium_reader import Objects


class PageRead(NamedTuple):
    """One page: its faces, what belongs to none, and what it looks like."""

    faces: tuple[Painted, ...]
    rest: Painted
    picture: PagePicture


def read_pages(pdf: bytes, frames: Iterable[Orientation]) -> Iterator[PageRead]:
    """The pages of a PDF, each as it is seen in its frame; none beyond the frames.

    Raises `Failure` where pdfium cannot read it.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise failed(f"pdfium cannot open it: {error}") from error
    document.init_forms()  # so that what a form field paints over the print is seen
    closest: dict[object, float] = {}
    try:
        for index, frame in zip(range(len(document)), frames, strict=False):
            try:
                page = document[index]
                try:
                    yield _read(page, frame, closest)
                finally:
                    page.close()
            except (pypdfium2.PdfiumError, ValueError) as error:
                raise failed(f"page {index + 1} cannot be read: {error}"[:200]) from error
    finally:
        document.close()


def _read(page: pypdfium2.PdfPage, frame: Orientation, closest: dict[object, float]) -> PageRead:
    objects = Objects(page, frame, closest)
    painted = objects.painted()
    picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
    width, height = objects.width * MM_PER_POINT, objects.height * MM_PER_POINT
    # The picture has whole pixels, which the page seldom has.
    across, down = picture.width / width, picture.height / height
    left, top = frame.back(0.0, 0.0)
    if frame.sign < 0:
        picture = picture.transpose(Transpose.ROTATE_180)
        left, top = width - left, height - top
    return PageRead(
        tuple(one for one in painted if one.label.kind),
        next((one for one in painted if not one.label.kind), Painted(NOWHERE, [], [], [])),
        PagePicture(picture, across, down, left, top),
    )
