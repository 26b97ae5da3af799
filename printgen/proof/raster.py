"""Turn a PDF into pictures of its pages and a second reader's text, and see whether ink is there.

pdfium shares no code with the reader that the fields are compared through. It works in a thread of
its own, a page ahead, and only there. It knows neither fields nor rules.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import pypdfium2
from PIL.Image import Image as Picture

from printgen.proof.finding import failed
from printgen.proof.geometry import Box
from printgen.proof.painted import Colour, Placed, Run

DPI = 150

_PIXELS_PER_MM = DPI / 25.4
_SHOWN = 0.25
"""The share of its contrast that a text must at least show: thin strokes blur."""
_FAINTEST = 12
"""Levels of 255 by which an ink must differ from its ground to be looked for at all."""
_LARGEST_MM = 1_200.0


class Sight(NamedTuple):
    """One page as a second reader has it: a grey picture at `DPI`, and its text in any order."""

    picture: Picture
    text: str


class Witness:
    """Looks at pages in a thread of its own, so that the next can be read meanwhile."""

    def __init__(self, pdf: bytes) -> None:
        self._reader = ThreadPoolExecutor(max_workers=1)
        self._opened = self._reader.submit(_open, pdf)

    def ask(self, index: int) -> "Future[Sight]":
        """Begin to look at a page, counted from 0. Only what is known to be bounded is asked for:
        pdfium follows a page to its end, however long that takes."""
        return self._reader.submit(_sight, self._opened, index)

    def close(self) -> None:
        """Let go of the PDF, whatever was asked for last."""
        self._reader.submit(_close, self._opened)
        self._reader.shutdown(wait=True)


def answer(asked: "Future[Sight]") -> Sight:
    """What was seen. Raises `Failure` where pdfium cannot read the page."""
    try:
        return asked.result()
    except (pypdfium2.PdfiumError, IndexError, ValueError, MemoryError) as error:
        raise failed(
            f"a second reader cannot read it: {error}"[:200], "build it again: printgen build"
        ) from error


def without_ink(
    sight: Sight, runs: Iterator[tuple[Run, tuple[Colour | None, ...]]]
) -> Iterator[Run]:
    """The runs, each given with the colours under it, where the picture shows none of their ink."""
    picture = sight.picture
    for run, grounds in runs:
        extent = _extent(picture, run.box)
        if extent is None:
            yield run
            continue
        darkest, lightest = extent
        needed = _needed(run.colour, grounds)
        if needed and lightest - darkest < needed:
            yield run


def without_picture(sight: Sight, marks: Iterator[Placed]) -> Iterator[Placed]:
    """The marks where the picture shows one flat tone."""
    for mark in marks:
        extent = _extent(sight.picture, mark.box)
        if extent is None or extent[1] - extent[0] < 2 * _FAINTEST:
            yield mark


def reads_otherwise(sight: Sight, runs: Iterator[Run]) -> tuple[str, str]:
    """The characters that only the second reader has, and those that only the first has."""
    theirs = Counter(char for char in sight.text if not char.isspace())
    ours = Counter(char for run in runs for char in run.text if not char.isspace())
    return "".join((theirs - ours).elements()), "".join((ours - theirs).elements())


def _open(pdf: bytes) -> pypdfium2.PdfDocument:
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()  # so that what a form field paints over the print is seen
    return document


def _sight(opened: "Future[pypdfium2.PdfDocument]", index: int) -> Sight:
    page = opened.result()[index]
    try:
        if max(page.get_size()) * 25.4 / 72 > _LARGEST_MM:
            raise ValueError(f"page {index + 1} is larger than {_LARGEST_MM:g} mm")
        bitmap = page.render(scale=DPI / 72, grayscale=True)
        picture = bitmap.to_pil().copy()
        bitmap.close()
        reader = page.get_textpage()
        text: str = reader.get_text_range(0, reader.count_chars())
        reader.close()
        return Sight(picture, text)
    finally:
        page.close()


def _close(opened: "Future[pypdfium2.PdfDocument]") -> None:
    if opened.exception() is None:
        opened.result().close()


def _extent(picture: Picture, box: Box) -> tuple[int, int] | None:
    """The darkest and lightest pixel in a box; None where it lies off the picture."""
    left, top = int(box.left * _PIXELS_PER_MM), int(box.top * _PIXELS_PER_MM)
    right, bottom = int(box.right * _PIXELS_PER_MM) + 1, int(box.bottom * _PIXELS_PER_MM) + 1
    if left < 0 or top < 0 or right > picture.width + 1 or bottom > picture.height + 1:
        return None
    if left >= right or top >= bottom:
        return None
    darkest, lightest = picture.crop((left, top, right, bottom)).getextrema()
    return darkest, lightest  # type: ignore[return-value] # a grey picture has one band


def _needed(colour: Colour | None, grounds: tuple[Colour | None, ...]) -> float:
    """How many levels a run's ink must differ from its ground."""
    known = [ground for ground in grounds if ground is not None]
    if colour is None or not known:
        return _FAINTEST
    least = min(abs(_level(colour) - _level(ground)) for ground in known)
    return max(least * _SHOWN, 1.0) if least >= _FAINTEST else 0.0


def _level(colour: Colour) -> float:
    """The grey, 0 to 255, that a picture shows for a colour."""
    red, green, blue = colour
    return (0.299 * red + 0.587 * green + 0.114 * blue) * 255
