"""Turn a page of a PDF into what pdfium reads of it: labelled texts, marks, and what covers them.

pdfium is the engine that most people view and print with, and shares no code with the press. It
must stay on one thread. A label says which field a text is and where it was put; what the text says
is read from the page. It knows no rules.
"""

import ctypes
import re
from collections.abc import Iterator
from math import atan2, degrees, hypot, inf
from typing import Any, NamedTuple
from urllib.parse import unquote

import pypdfium2
import pypdfium2.raw as pdfium

from printgen.proof.faults import failed
from printgen.proof.page_picture import DPI, PagePicture
from printgen.seen.place import MM_PER_POINT, Box

_LARGEST_MM = 1_200.0
_KINDS = {"Face": 4, "Field": 5, "More": 5, "Words": 5, "Own": 5, "Mark": 4, "Bar": 0}
"""The kinds of labels, and how many numbers each has; others are not the press's."""
_OF_TEXTS = ("Field", "More", "Words", "Own")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_OVER = 0.05
"""By how many mm a path's box may leave its face before it is traced."""
_STEPS = 24
"""Points that a curve is traced by: of one as round as a card, to a hundredth of a mm."""
_LONGEST = 1 << 16
"""Bytes of one text in UTF-16, and of a label."""


class Label(NamedTuple):
    """What a label says: its kind, the name that it gives, and its numbers, in mm and points."""

    kind: str
    name: str
    at: tuple[float, ...]


class PaintedText(NamedTuple):
    """A text under one label, placed on the page; `label` is None where it has none.

    `box` is its ink's; `mode` the text rendering mode (0 is filled); `even` says that it is neither
    slanted nor stretched, `clipped` that something may cut it, `order` when it was painted;
    `closest` how near its letters stand, as in `SeenText`.
    """

    label: Label | None
    text: str
    x: float
    y: float
    size: float
    angle: float
    colour: tuple[int, int, int]
    mode: int
    even: bool
    clipped: bool
    box: Box
    order: int
    closest: float


class Paint(NamedTuple):
    """Anything else that is painted: a path, a picture, a mark; `turn` is None where it is uneven.

    `covers` says that it hides what lies under its box, `pictures` that it is more than a path.
    """

    label: Label | None
    box: Box
    covers: bool
    turn: float | None
    clipped: bool
    order: int
    pictures: bool = False


class Painted(NamedTuple):
    """What stands under one face's label, in the order of painting."""

    label: Label
    texts: tuple[PaintedText, ...]
    paints: tuple[Paint, ...]


class PageRead(NamedTuple):
    """One page: its faces, what belongs to none, and what it looks like."""

    faces: tuple[Painted, ...]
    rest: Painted
    picture: PagePicture


class Pages:
    """The pages of one PDF, read one after the other."""

    def __init__(self, pdf: bytes) -> None:
        """Raises `Failure` where pdfium cannot open it."""
        try:
            self._document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise failed(f"pdfium cannot open it: {error}") from error
        self._document.init_forms()  # so that what a form field paints over the print is seen

    def __iter__(self) -> Iterator[PageRead]:
        for index in range(len(self._document)):
            try:
                page = self._document[index]
                try:
                    yield _PageReader(page).read()
                finally:
                    page.close()
            except (pypdfium2.PdfiumError, ValueError) as error:
                raise failed(f"page {index + 1} cannot be read: {error}"[:200]) from error

    def close(self) -> None:
        """Let go of the PDF."""
        self._document.close()


def read_labels(page: pypdfium2.PdfPage) -> Iterator[Label]:
    """The label of each face of a page, in the order of painting."""
    reader, known = _PageReader(page), set[int]()
    for order in range(pdfium.FPDFPage_CountObjects(page)):
        face, place, _, _ = reader.marked(pdfium.FPDFPage_GetObject(page, order), is_text=False)
        if face and place not in known:
            known.add(place)
            yield face
    reader.close()


_POINTER, _NUMBER_OF = ctypes.c_void_p, ctypes.c_int


def _quick(function: Any, result: Any, *arguments: Any) -> Any:
    """One of pdfium's functions that is called for every letter or label: pointers as numbers."""
    address = ctypes.cast(function, _POINTER).value or 0
    return ctypes.CFUNCTYPE(result, _POINTER, *arguments)(address)


_mark_of = _quick(pdfium.FPDFPageObj_GetMark, _POINTER, _NUMBER_OF)
_clip_of = _quick(pdfium.FPDFPageObj_GetClipPath, _POINTER)
_paths_of = _quick(pdfium.FPDFClipPath_CountPaths, _NUMBER_OF)
_font_of = _quick(pdfium.FPDFTextObj_GetFont, _POINTER)
_object_of = _quick(pdfium.FPDFText_GetTextObject, _POINTER, _NUMBER_OF)
_origin_of = _quick(pdfium.FPDFText_GetCharOrigin, _NUMBER_OF, _NUMBER_OF, _POINTER, _POINTER)
_width_of = _quick(
    pdfium.FPDFFont_GetGlyphWidth, _NUMBER_OF, ctypes.c_uint, ctypes.c_float, _POINTER
)


def _place(face: Label) -> Box:
    x, y, width, height = face.at
    return Box(x, y, x + width, y + height)


def _along(*corners: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points along a curve, whose first and last corner it runs through."""
    ways = tuple(zip(*corners, strict=True))
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(p * q for p, q in zip(parts, way, strict=True)) for way in ways)
        yield x, y


class _PageReader:
    """Reads one page. Numbers come back from pdfium through fields that are made once a page."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self._width, self._height = page.get_size()
        if max(self._width, self._height) * MM_PER_POINT > _LARGEST_MM:
            raise ValueError(f"it is larger than {_LARGEST_MM:g} mm")
        self._page = page
        self._letters = page.get_textpage()
        self._buffer = ctypes.create_string_buffer(_LONGEST)
        self._words = ctypes.cast(self._buffer, ctypes.POINTER(ctypes.c_ushort))
        self._length = ctypes.c_ulong()
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._matrix = pdfium.FS_MATRIX()
        self._size = ctypes.c_float()
        self._levels = tuple(ctypes.c_uint() for _ in range(4))
        self._fill, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._stands, self._line = ctypes.c_float(), ctypes.c_float()
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._across, self._down = ctypes.c_double(), ctypes.c_double()
        self._at = tuple(map(ctypes.addressof, (self._across, self._down)))
        self._labels: dict[int, Label | None] = {}
        self._advances: dict[tuple[int, int], float] = {}
        self._closest: dict[object, float] = {}
        self._indices: dict[int, list[int]] = {}
        """The places of each object's letters among all of the page's."""
        self._raw = ctypes.cast(self._letters.raw, _POINTER)
        for index in range(pdfium.FPDFText_CountChars(self._letters)):
            if item := _object_of(self._raw, index):  # pdfium's own spaces are of none
                self._indices.setdefault(item, []).append(index)

    def read(self) -> PageRead:
        """All of the page."""
        nowhere = Label("", "", ())
        faces: dict[int, tuple[Label, list[PaintedText], list[Paint]]] = {}
        last = 0
        for order in range(pdfium.FPDFPage_CountObjects(self._page)):
            item = pdfium.FPDFPage_GetObject(self._page, order)
            is_text = pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_TEXT
            face, place, key, label = self.marked(item, is_text=is_text)
            _, texts, paints = faces.setdefault(place, (face or nowhere, [], []))
            if not is_text:
                paints.append(self._paint(item, label, order, face))
                last = 0
            elif key and key == last:
                # The letters of one text may need the codes of several fonts.
                texts[-1] = self._joined(texts[-1], self._text(item, label, order))
            else:
                texts.append(self._text(item, label, order))
                last = key
        self.close()
        found = [
            # pdfium ends a text with a space where another follows.
            Painted(
                face, tuple(one._replace(text=one.text.strip()) for one in texts), tuple(paints)
            )
            for face, texts, paints in faces.values()
        ]
        picture = self._page.render(scale=DPI / 72, grayscale=True).to_pil()
        # The picture has whole pixels, which the page seldom has.
        across, down = picture.width / self._width, picture.height / self._height
        return PageRead(
            tuple(one for one in found if one.label.kind),
            next((one for one in found if not one.label.kind), Painted(nowhere, (), ())),
            PagePicture(picture, across / MM_PER_POINT, down / MM_PER_POINT),
        )

    def close(self) -> None:
        """Let go of the page's letters, before the page is."""
        self._letters.close()

    def marked(self, item: Any, *, is_text: bool) -> tuple[Label | None, int, int, Label | None]:
        """The face that an object is of and the label that it bears, each with what tells it."""
        face, place, key, label = None, 0, 0, None
        for index in range(pdfium.FPDFPageObj_CountMarks(item)):
            at = _mark_of(item, index)
            if at not in self._labels:
                self._labels[at] = self._label(pdfium.FPDFPageObj_GetMark(item, index))
            said = self._labels[at]
            if said and said.kind == "Face":
                face, place = said, at
            elif said and (said.kind in _OF_TEXTS) == is_text:
                key, label = at, said
        if face and label and label.kind == "Bar":
            label = None  # a bar belongs to a page, and has no place on a face
        return face, place, key, label

    def _label(self, mark: Any) -> Label | None:
        """What a mark says if it is a label as the press writes them."""
        pdfium.FPDFPageObjMark_GetName(mark, self._words, _LONGEST, self._length)
        kind = self._said()
        values = []
        for key in (b"N", b"At"):
            self._length.value = 0
            pdfium.FPDFPageObjMark_GetParamStringValue(
                mark, key, self._words, _LONGEST, self._length
            )
            values.append(self._said())
        numbers = tuple(map(float, _NUMBER.findall(values[1])))
        return (
            Label(kind, unquote(values[0]), numbers) if len(numbers) == _KINDS.get(kind) else None
        )

    def _said(self) -> str:
        return self._decoded(self._length.value)

    def _decoded(self, length: int) -> str:
        """What pdfium wrote: so many bytes of UTF-16, the last two of them its end."""
        if length > _LONGEST:
            raise ValueError(f"it has a text or a label of more than {_LONGEST:,} bytes")
        return ctypes.string_at(self._buffer, max(0, length - 2)).decode("utf-16-le", "replace")

    def _text(self, item: Any, label: Label | None, order: int) -> PaintedText:
        length = pdfium.FPDFTextObj_GetText(item, self._letters, self._words, _LONGEST)
        # So pdfium writes a hyphen at which a word goes on in the next line.
        words = self._decoded(length).replace("\x02", "-")
        matrix = self._matrix
        pdfium.FPDFPageObj_GetMatrix(item, matrix)
        pdfium.FPDFTextObj_GetFontSize(item, self._size)
        pdfium.FPDFPageObj_GetFillColor(item, *self._levels)
        red, green, blue, _ = (level.value for level in self._levels)
        a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
        scale = hypot(a, b)
        return PaintedText(
            label,
            words,
            matrix.e * MM_PER_POINT,
            (self._height - matrix.f) * MM_PER_POINT,
            self._size.value * scale,
            -degrees(atan2(b, a)) if b else 0.0 if a > 0 else 180.0,
            (red, green, blue),
            pdfium.FPDFTextObj_GetTextRenderMode(item),
            abs(a - d) + abs(b + c) <= 1e-3 * scale,
            self._clipped(item),
            box := self._box(item),
            order,
            self._nearest(item, words, box, scale) if len(words) > 1 and scale else 1.0,
        )

    def _nearest(self, item: Any, words: str, box: Box, scale: float) -> float:
        """The least share of a letter's own advance at which the next one stands.

        Texts that say the same, and whose ink lies alike about their beginning, are asked once.
        """
        font, matrix = _font_of(item), self._matrix
        x, y = matrix.e * MM_PER_POINT, (self._height - matrix.f) * MM_PER_POINT
        size = self._size.value * scale
        lies = (round(edge, 2) for edge in (box.left - x, box.top - y, box.right - x, size))
        if (key := (font, words, *lies)) not in self._closest:
            least, before, advance = inf, 0.0, 0.0
            for index in self._indices.get(ctypes.cast(item, _POINTER).value or 0, ()):
                _origin_of(self._raw, index, *self._at)
                place = (self._across.value * matrix.a + self._down.value * matrix.b) / scale
                if advance:
                    least = min(least, (place - before) / (advance * size))
                before, advance = place, self._advance(font, index)
            self._closest[key] = least
        return self._closest[key]

    def _advance(self, font: int, index: int) -> float:
        """What a letter's font gives it, in em; a space may be as narrow as it will."""
        letter = pdfium.FPDFText_GetUnicode(self._letters, index)
        if (font, letter) not in self._advances and not chr(letter).isspace():
            _width_of(font, letter, 1.0, ctypes.addressof(self._stands))
            self._advances[font, letter] = self._stands.value
        return self._advances.get((font, letter), 0.0)

    def _joined(self, one: PaintedText, more: PaintedText) -> PaintedText:
        edges = zip(one.box, more.box, (min, min, max, max), strict=True)
        box = Box(*(pick(a, b) for a, b, pick in edges))
        closest = min(one.closest, more.closest)
        return one._replace(text=one.text + more.text, box=box, closest=closest)

    def _paint(self, item: Any, label: Label | None, order: int, face: Label | None) -> Paint:
        kind = pdfium.FPDFPageObj_GetType(item)
        covers, turn = True, None
        box, clipped = self._box(item), self._clipped(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            pdfium.FPDFPath_GetDrawMode(item, self._fill, self._stroke)
            covers = bool(self._fill.value)
            if face and not _place(face).holds(box, _OVER):
                box = self._traced(item)
        elif label is not None:
            matrix = self._matrix
            pdfium.FPDFPageObj_GetMatrix(item, matrix)
            # A drawing's y runs down, a page's up.
            a, b, c, d = matrix.a, -matrix.b, -matrix.c, matrix.d
            if abs(a + d) + abs(b - c) <= 1e-3 * hypot(a, b):
                turn = degrees(atan2(b, a))
        if clipped and label is None:
            box = self._within(item, box)
        pictures = kind != pdfium.FPDF_PAGEOBJ_PATH
        return Paint(label, box, covers, turn, clipped, order, pictures)

    def _traced(self, item: Any) -> Box:
        """The box of a path's own line: pdfium's holds the ends of levers, and points of mitres."""
        pdfium.FPDFPageObj_GetMatrix(item, self._matrix)
        points: list[tuple[float, float]] = []
        levers: list[tuple[float, float]] = []
        for at in range(max(0, pdfium.FPDFPath_CountSegments(item))):
            segment = pdfium.FPDFPath_GetPathSegment(item, at)
            point = self._point(segment, self._matrix)
            if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
                levers.append(point)
                if len(levers) == 3:
                    points += _along(points[-1] if points else levers[0], *levers)
                    levers.clear()
            else:
                points.append(point)
        xs, ys = zip(*points or [(0.0, 0.0)], strict=True)
        half = 0.0
        if self._stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(item, self._line):
            half = self._line.value * MM_PER_POINT / 2
        return Box(min(xs), min(ys), max(xs), max(ys)).grown(half)

    def _point(self, segment: Any, matrix: Any = None) -> tuple[float, float]:
        """A point of a path, in mm on the page; of a clip without a matrix."""
        pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y)
        x, y = self._x.value, self._y.value
        if matrix is not None:
            a, b, c, d, e, f = (getattr(matrix, name) for name in "abcdef")
            x, y = a * x + c * y + e, b * x + d * y + f
        return x * MM_PER_POINT, (self._height - y) * MM_PER_POINT

    def _within(self, item: Any, box: Box) -> Box:
        """What is left of a paint's box within its clips."""
        clip = pdfium.FPDFPageObj_GetClipPath(item)
        for index in range(pdfium.FPDFClipPath_CountPaths(clip)):
            count = pdfium.FPDFClipPath_CountPathSegments(clip, index)
            segments = (
                pdfium.FPDFClipPath_GetPathSegment(clip, index, at) for at in range(max(0, count))
            )
            points = [self._point(segment) for segment in segments]
            if points:
                xs, ys = zip(*points, strict=True)
                left, top = max(box.left, min(xs)), max(box.top, min(ys))
                right, bottom = min(box.right, max(xs)), min(box.bottom, max(ys))
                box = Box(left, top, max(left, right), max(top, bottom))
        return box

    def _box(self, item: Any) -> Box:
        left, bottom, right, top = self._edges
        pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
        k, height = MM_PER_POINT, self._height
        return Box(
            left.value * k, (height - top.value) * k, right.value * k, (height - bottom.value) * k
        )

    def _clipped(self, item: Any) -> bool:
        return bool(_paths_of(_clip_of(item)) > 0)
