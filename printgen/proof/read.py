"""Turn a page of a PDF into what stands on each of its faces, and what it looks like.

Pieces of pages that are painted by equal operators in an equal state are read once; the first of
each face is always read, and a page that is not as its pieces say is read object by object. What
stands on a face is the same either way. It knows no rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from unicodedata import bidirectional

import pypdfium2

from printgen.once import Answers
from printgen.proof.faults import failed
from printgen.proof.objects import NOWHERE, Label, Objects, Painted, PaintedText
from printgen.proof.page_picture import DPI, PagePicture
from printgen.proof.stream import MOST, Operators, PagePiece, Point, Splitter
from printgen.seen.place import MM_PER_POINT

_ROUNDED = 0.002
"""mm by which places may differ that the press and pdfium have rounded."""
_BACK = 5
"""Texts back to which pdfium looks for one that it has met, which it takes for its shadow."""
_LEFTWARDS = ("R", "AL", "AN")
"""Unicode's classes of letters that run to the left."""


class PageRead(NamedTuple):
    """One page: its faces, what belongs to none, and what it looks like."""

    faces: tuple[Painted, ...]
    rest: Painted
    picture: PagePicture


class Pages:
    """The pages of one PDF, read one after the other."""

    def __init__(self, pdf: bytes, operators: Iterable[Operators | None] = ()) -> None:
        """`operators` are those of its pages; without them all is read object by object.

        Raises `Failure` where pdfium cannot open it.
        """
        try:
            self._document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise failed(f"pdfium cannot open it: {error}") from error
        self._document.init_forms()  # so that what a form field paints over the print is seen
        self._operators = iter(operators)

    def __iter__(self) -> Iterator[PageRead]:
        known = _Known()
        for index in range(len(self._document)):
            try:
                page = self._document[index]
                try:
                    yield _read(page, next(self._operators, None), known)
                finally:
                    page.close()
            except (pypdfium2.PdfiumError, ValueError) as error:
                raise failed(f"page {index + 1} cannot be read: {error}"[:200]) from error

    def close(self) -> None:
        """Let go of the PDF."""
        self._document.close()


def read_labels(page: pypdfium2.PdfPage) -> Iterator[Label]:
    """The label of each face of a page, in the order of painting."""
    objects = Objects(page)
    yield from objects.faces()
    objects.close()


def _read(page: pypdfium2.PdfPage, operators: Operators | None, known: "_Known") -> PageRead:
    objects = Objects(page)
    painted = known.painted(objects, operators) if operators else []
    if not painted:
        painted = [*objects.each(range(objects.count)).values()]
    objects.close()
    picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
    # The picture has whole pixels, which the page seldom has.
    across, down = picture.width / objects.width, picture.height / objects.height
    return PageRead(
        tuple(one for one in painted if one.label.kind),
        next((one for one in painted if not one.label.kind), Painted(NOWHERE, [], [], [])),
        PagePicture(picture, across / MM_PER_POINT, down / MM_PER_POINT),
    )


class _Known:
    """What was read of pages that name the same fonts and pictures, and are of one size."""

    def __init__(self) -> None:
        self._about: object = None
        self._splitter = Splitter()
        self._answers: Answers[PagePiece, Painted] = Answers(MOST)

    def painted(self, objects: Objects, operators: Operators) -> list[Painted]:
        """What a page paints, read where it is not known; nothing where it is not as expected."""
        about = operators.resources, objects.width, objects.height
        if not operators.resources or about != self._about:
            self._about, self._splitter = about, Splitter()
        pieces = self._splitter.split(operators.unpacked())
        if sum(one.piece.count for one in pieces) != objects.count:
            return []
        rest = into = Painted(NOWHERE, [], [], [])
        faces, first, last = [rest], 0, None
        for piece, corner in pieces:
            if not corner or not piece.count:
                continue
            orders = range(first, first + piece.count)
            answer, label = self._answer(objects, orders, piece, corner, afresh=corner is not last)
            if label and corner is not last:
                into = Painted(label, [], [], []) if label.kind else rest
                faces += [into] if label.kind else []
                x, y = corner[0] * MM_PER_POINT, (objects.height - corner[1]) * MM_PER_POINT
                answer = answer if _near((x, y), label.at[:2] or (0.0, 0.0)) else None
            if answer is None or label not in (None, into.label):
                return []
            into.before.extend([len(into.texts) + before for before in answer.before])
            into.texts.extend(answer.texts)
            into.paints.extend(answer.paints)
            first, last = first + piece.count, corner
        return [] if any(_has_shadow(face.texts) for face in faces) else faces

    def _answer(
        self, objects: Objects, orders: range, piece: PagePiece, corner: Point, *, afresh: bool
    ) -> tuple[Painted | None, Label | None]:
        """What a piece paints, and where it was really read the label of its face."""
        known = self._answers.get(piece)
        if known and not afresh:
            return known, None
        one, *others = objects.each(orders, corner, measured=not known).values()
        if any(bidirectional(sign) in _LEFTWARDS for text in one.texts for sign in text.text):
            self._answers.clear()  # words that run to the left may turn their neighbours round
            return None, None
        if others or (known and not _alike(one, known)):
            return None, None
        if known is None and all(text.text for text in one.texts):
            self._answers.keep(piece, one)
        return known or one, one.label


def _alike(one: Painted, known: Painted) -> bool:
    """Whether pdfium says of a piece what it said before, but for what it rounds on a page."""
    if one.before != known.before or len(one.texts) != len(known.texts):
        return False
    return all(
        _near((a.x, a.y, *a.box), (b.x, b.y, *b.box))
        and a._replace(x=b.x, y=b.y, box=b.box, closest=b.closest) == b
        for a, b in zip(one.texts, known.texts, strict=True)
    ) and all(
        _near(a.box, b.box) and a._replace(box=b.box) == b
        for a, b in zip(one.paints, known.paints, strict=True)
    )


def _near(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= _ROUNDED for a, b in zip(one, other, strict=True))


def _has_shadow(texts: Sequence[PaintedText]) -> bool:
    """Whether a text stands again where one stood just before it: pdfium skips the second."""
    last: dict[str, int] = {}
    for index, text in enumerate(texts):
        before = last.get(text.text)
        if before is not None and index - before <= _BACK and text.box.meets(texts[before].box):
            return True
        last[text.text] = index
    return False
