"""Turn the objects of a page, one by one, into the texts and paints that pdfium says they are.

pdfium is the engine that most people view and print with, and shares no code with the press. It
must stay on one thread. A label says which field a text is and where it was put; what the text says
is read from the page. It knows no rules.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import atan2, degrees, hypot, inf
from typing import Any
from urllib.parse import unquote

import pypdfium2
import pypdfium2.raw as pdfium

from printgen.face_checks.boxes import MM_PER_POINT, Box
from printgen.proof.page_frame import AS_IT_LIES, Orientation
from printgen.proof.page_objects import NOWHERE, Label, Paint, Painted, PaintedText

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
"""Bytes of one label in UTF-16."""


_POINTER, _NUMBER_OF = ctypes.c_void_p, ctypes.c_int


def _quick(function: Any, result: Any, *arguments: Any) -> Any:
    """One of pdfium's functions that is called for every letter or label: pointers as numbers."""
    return ctypes.CFUNCTYPE(result, _POINTER, *arguments)(_address(function))


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, _POINTER).value or 0


_mark_of = _quick(pdfium.FPDFPageObj_GetMark, _POINTER, _NUMBER_OF)
_clip_of = _quick(pdfium.FPDFPageObj_GetClipPath, _POINTER)
_paths_of = _quick(pdfium.FPDFClipPath_CountPaths, _NUMBER_OF)
_font_of = _quick(pdfium.FPDFTextObj_GetFont, _POINTER)
_object_of = _quick(pdfium.FPDFText_GetTextObject, _POINTER, _NUMBER_OF)
_letter_of = _quick(pdfium.FPDFText_GetUnicode, ctypes.c_uint, _NUMBER_OF)
_origin_of = _quick(pdfium.FPDFText_GetCharOrigin, _NUMBER_OF, _NUMBER_OF, _POINTER, _POINTER)
_width_of = _quick(
    pdfium.FPDFFont_GetGlyphWidth, _NUMBER_OF, ctypes.c_uint, ctypes.c_float, _POINTER
)


@lru_cache(maxsize=1 << 12)
def _label(*said: bytes) -> Label | None:
    """What a label's kind, name and numbers say, if they are as the press writes them."""
    kind, name, at = (one.decode("utf-16-le", "replace") for one in said)
    numbers = tuple(map(float, _NUMBER.findall(at)))
    return Label(kind, unquote(name), numbers) if len(numbers) == _KINDS.get(kind) else None


def _along(*corners: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points along a curve, whose first and last corner it runs through."""
    ways = tuple(zip(*corners, strict=True))
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(p * q for p, q in zip(parts, way, strict=True)) for way in ways)
        yield x, y


class Objects:
    """The objects of one page, to be read once; its `width` and `height` are in points.

    Numbers come back from pdfium through fields that are made once a page. `closest` is what was
    found of the letters of texts on other pages of the file.
    """

    def __init__(
        self,
        page: pypdfium2.PdfPage,
        frame: Orientation = AS_IT_LIES,
        closest: dict[object, float] | None = None,
    ) -> None:
        """Raises `ValueError` where the page is too large."""
        self.width, self.height = page.get_size()
        if max(self.width, self.height) * MM_PER_POINT > _LARGEST_MM:
            raise ValueError(f"it is larger than {_LARGEST_MM:g} mm")
        self._page, self._frame = page, frame
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
        self._left, self._top, self._mm = 0.0, self.height, frame.sign * MM_PER_POINT
        self._labels: dict[int, Label | None] = {}
        self._advances: dict[tuple[int, int], float] = {}
        self._closest = {} if closest is None else closest

    @cached_property
    def _letters_of(self) -> dict[int, tuple[list[str], list[int]]]:
        """Each object's letters, and their places among all of the page's."""
        found: dict[int, tuple[list[str], list[int]]] = {}
        raw, last = ctypes.cast(self._letters.raw, _POINTER), 0
        for index in range(pdfium.FPDFText_CountChars(self._letters)):
            letter = chr(_letter_of(raw, index))
            if item := _object_of(raw, index):
                letters, places = found.setdefault(item, ([], []))
                letters.append(letter)
                places.append(index)
            elif last and letter == " ":  # between two words that the page has apart
                found[last][0].append(letter)
            last = item
        return found

    def painted(self) -> list[Painted]:
        """What is on each face, and in between on none, in the order of painting."""
        found: dict[int, Painted] = {}
        last = 0
        for order in range(pdfium.FPDFPage_CountObjects(self._page)):
            item = pdfium.FPDFPage_GetObject(self._page, order)
            is_text = pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_TEXT
            face, place, key, label = self._marked(item, is_text=is_text)
            own = found.setdefault(place, Painted(face or NOWHERE, [], [], []))
            left, top = self._frame.back(*(face.at[:2] if face else (0.0, 0.0)))
            self._left, self._top = left / MM_PER_POINT, self.height - top / MM_PER_POINT
            if not is_text:
                own.paints.append(self._paint(item, label, face))
                own.before.append(len(own.texts))
                last = 0
                continue
            text = self._text(item, label)
            if key and key == last and own.texts:
                # The letters of one text may need the codes of several fonts.
                text = self._joined(own.texts.pop(), text)
            own.texts.append(text)
            last = key
        for own in found.values():
            # pdfium ends a text with a space where another follows.
            own.texts[:] = [one._replace(text=one.text.strip()) for one in own.texts]
        self._letters.close()
        return list(found.values())

    def _marked(self, item: Any, *, is_text: bool) -> tuple[Label | None, int, int, Label | None]:
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
        if not face and label and is_text:
            x, y, width, size, angle = label.at
            at = *self._frame.point(x, y), width, size, angle + 90 * (1 - self._frame.sign)
            label = label._replace(at=at)
        return face, place, key, label

    def _label(self, mark: Any) -> Label | None:
        """What a mark says if it is a label as the press writes them."""
        pdfium.FPDFPageObjMark_GetName(mark, self._words, _LONGEST, self._length)
        said = [self._said()]
        for key in (b"N", b"At"):
            self._length.value = 0
            pdfium.FPDFPageObjMark_GetParamStringValue(
                mark, key, self._words, _LONGEST, self._length
            )
            said.append(self._said())
        label = _label(*said)
        if label and label.kind == "Face":
            x, y, width, height = label.at
            box = self._frame.box(Box(x, y, x + width, y + height))
            label = label._replace(at=(box.left, box.top, width, height))
        return label

    def _said(self) -> bytes:
        """What pdfium wrote: so many bytes of UTF-16, the last two of them its end."""
        if self._length.value > _LONGEST:
            raise ValueError(f"it has a label of more than {_LONGEST:,} bytes")
        return ctypes.string_at(self._buffer, max(0, self._length.value - 2))

    def _text(self, item: Any, label: Label | None) -> PaintedText:
        letters, places = self._letters_of.get(_address(item), ((), ()))
        # So pdfium writes a hyphen at which a word goes on in the next line, and an emoji as two.
        words = "".join(letters).replace("\x02", "-")
        words = words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        matrix = self._matrix
        pdfium.FPDFPageObj_GetMatrix(item, matrix)
        pdfium.FPDFTextObj_GetFontSize(item, self._size)
        pdfium.FPDFPageObj_GetFillColor(item, *self._levels)
        red, green, blue, _ = (level.value for level in self._levels)
        sign, mm = self._frame.sign, self._mm
        a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
        scale = hypot(a, b)
        box = self._box(item)
        # Rounded alike wherever it is on a page, so that equal texts are equal.
        return PaintedText(
            label,
            words,
            round((matrix.e - self._left) * mm, 3),
            round((self._top - matrix.f) * mm, 3),
            round(self._size.value * scale, 3),
            round(-degrees(atan2(sign * b, sign * a)), 3) if b else 0.0 if sign * a > 0 else 180.0,
            (red, green, blue),
            pdfium.FPDFTextObj_GetTextRenderMode(item),
            abs(a - d) + abs(b + c) <= 1e-3 * scale,
            self._clipped(item),
            Box(*(round(edge, 3) for edge in box)),
            self._nearest(item, words, places, box, scale) if len(words) > 1 and scale else 1.0,
        )

    def _nearest(
        self, item: Any, words: str, places: Sequence[int], box: Box, scale: float
    ) -> float:
        """The least share of a letter's own advance at which the next one stands.

        Texts that say the same, and whose ink lies alike about their beginning, are asked once.
        """
        font, matrix = _font_of(item), self._matrix
        x, y = (matrix.e - self._left) * self._mm, (self._top - matrix.f) * self._mm
        size = self._size.value * scale
        lies = (round(edge, 2) for edge in (box.left - x, box.top - y, box.right - x, size))
        if (key := (font, words, *lies)) not in self._closest:
            least, before, advance = inf, 0.0, 0.0
            raw = ctypes.cast(self._letters.raw, _POINTER)
            for index in places:
                _origin_of(raw, index, *self._at)
                place = (self._across.value * matrix.a + self._down.value * matrix.b) / scale
                if advance:
                    least = min(least, (place - before) / (advance * size))
                before, advance = place, self._advance(font, index)
            self._closest[key] = round(least, 3)
        return self._closest[key]

    def _advance(self, font: int, index: int) -> float:
        """What a letter's font gives it, in em; a space may be as narrow as it will.

        An emoji is two letters to pdfium, halves that stand at one place and are given nothing.
        """
        letter = pdfium.FPDFText_GetUnicode(self._letters, index)
        is_free = chr(letter).isspace() or 0xD800 <= letter <= 0xDFFF
        if (font, letter) not in self._advances and not is_free:
            _width_of(font, letter, 1.0, ctypes.addressof(self._stands))
            self._advances[font, letter] = self._stands.value
        return self._advances.get((font, letter), 0.0)

    def _joined(self, one: PaintedText, more: PaintedText) -> PaintedText:
        edges = zip(one.box, more.box, (min, min, max, max), strict=True)
        box = Box(*(pick(a, b) for a, b, pick in edges))
        closest = min(one.closest, more.closest)
        return one._replace(text=one.text + more.text, box=box, closest=closest)

    def _paint(self, item: Any, label: Label | None, face: Label | None) -> Paint:
        kind = pdfium.FPDFPageObj_GetType(item)
        covers, turn = True, None
        box, clipped = self._box(item), self._clipped(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            pdfium.FPDFPath_GetDrawMode(item, self._fill, self._stroke)
            covers = bool(self._fill.value)
            if face and not Box(0.0, 0.0, *face.at[2:4]).holds(box, _OVER):
                box = self._traced(item)
        elif label is not None:
            matrix = self._matrix
            pdfium.FPDFPageObj_GetMatrix(item, matrix)
            # A drawing's y runs down, a page's up.
            sign = self._frame.sign
            a, b, c, d = (sign * way for way in (matrix.a, -matrix.b, -matrix.c, matrix.d))
            if abs(a + d) + abs(b - c) <= 1e-3 * hypot(a, b):
                turn = degrees(atan2(b, a))
        if clipped and label is None:
            box = self._within(item, box)
        return Paint(label, box, covers, turn, clipped, kind != pdfium.FPDF_PAGEOBJ_PATH)

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
        """A point of a path, in mm; of a clip without a matrix."""
        pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y)
        x, y = self._x.value, self._y.value
        if matrix is not None:
            a, b, c, d, e, f = (getattr(matrix, name) for name in "abcdef")
            x, y = a * x + c * y + e, b * x + d * y + f
        return (x - self._left) * self._mm, (self._top - y) * self._mm

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
        k, x, y = self._mm, self._left, self._top
        near, far = (left.value - x) * k, (right.value - x) * k
        high, low = (y - top.value) * k, (y - bottom.value) * k
        return Box(near, high, far, low) if k > 0 else Box(far, low, near, high)

    def _clipped(self, item: Any) -> bool:
        return bool(_paths_of(_clip_of(item)) > 0)
