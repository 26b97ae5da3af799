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
from printgen.proof.page_frame import IDENTITY_FRAME, PageFrame
from printgen.proof.page_objects import NO_FACE, FaceInk, Graphic, Label, PaintedText

_MAX_PAGE_MM = 1_200.0
_KINDS = {"Face": 4, "Field": 5, "More": 5, "Words": 5, "Own": 5, "Mark": 4, "Bar": 0}
"""The kinds of labels, and how many numbers each has; others are not the press's."""
_TEXT_KINDS = ("Field", "More", "Words", "Own")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_TRACE_TOLERANCE = 0.05
"""By how many mm a path's box may leave its face before it is traced."""
_CURVE_STEPS = 24
"""Points that a curve is traced by: of one as round as a card, to a hundredth of a mm."""
_MAX_LABEL_BYTES = 1 << 16
"""Bytes of one label in UTF-16."""


_POINTER, _INT = ctypes.c_void_p, ctypes.c_int


def _bind_function(function: Any, result: Any, *arguments: Any) -> Any:
    """One of pdfium's functions that is called for every letter or label: pointers as numbers."""
    return ctypes.CFUNCTYPE(result, _POINTER, *arguments)(_get_address(function))


def _get_address(pointer: Any) -> int:
    return ctypes.cast(pointer, _POINTER).value or 0


_get_mark = _bind_function(pdfium.FPDFPageObj_GetMark, _POINTER, _INT)
_get_clip_path = _bind_function(pdfium.FPDFPageObj_GetClipPath, _POINTER)
_count_clip_paths = _bind_function(pdfium.FPDFClipPath_CountPaths, _INT)
_get_font = _bind_function(pdfium.FPDFTextObj_GetFont, _POINTER)
_get_text_object = _bind_function(pdfium.FPDFText_GetTextObject, _POINTER, _INT)
_get_unicode = _bind_function(pdfium.FPDFText_GetUnicode, ctypes.c_uint, _INT)
_get_char_origin = _bind_function(pdfium.FPDFText_GetCharOrigin, _INT, _INT, _POINTER, _POINTER)
_get_glyph_width = _bind_function(
    pdfium.FPDFFont_GetGlyphWidth, _INT, ctypes.c_uint, ctypes.c_float, _POINTER
)


@lru_cache(maxsize=1 << 12)
def _parse_label(*parts: bytes) -> Label | None:
    """What a label's kind, name and numbers say, if they are as the press writes them."""
    kind, name, geometry = (part.decode("utf-16-le", "replace") for part in parts)
    numbers = tuple(map(float, _NUMBER.findall(geometry)))
    return Label(kind, unquote(name), numbers) if len(numbers) == _KINDS.get(kind) else None


def _trace_curve(*corners: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points along a curve, whose first and last corner it runs through."""
    axes = tuple(zip(*corners, strict=True))
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(p * q for p, q in zip(weights, axis, strict=True)) for axis in axes)
        yield x, y


class PageObjectReader:
    """The objects of one page, to be read once; its `width` and `height` are in points.

    Numbers come back from pdfium through fields that are made once a page. `closest` is what was
    found of the letters of texts on other pages of the file.
    """

    def __init__(
        self,
        page: pypdfium2.PdfPage,
        frame: PageFrame = IDENTITY_FRAME,
        closest: dict[object, float] | None = None,
    ) -> None:
        """Raises `ValueError` where the page is too large."""
        self.width, self.height = page.get_size()
        if max(self.width, self.height) * MM_PER_POINT > _MAX_PAGE_MM:
            raise ValueError(f"it is larger than {_MAX_PAGE_MM:g} mm")
        self._page, self._frame = page, frame
        self._text_page = page.get_textpage()
        self._buffer = ctypes.create_string_buffer(_MAX_LABEL_BYTES)
        self._text_buffer = ctypes.cast(self._buffer, ctypes.POINTER(ctypes.c_ushort))
        self._byte_length = ctypes.c_ulong()
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._matrix = pdfium.FS_MATRIX()
        self._size = ctypes.c_float()
        self._colour_parts = tuple(ctypes.c_uint() for _ in range(4))
        self._fill, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._glyph_width, self._stroke_width = ctypes.c_float(), ctypes.c_float()
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._origin_x, self._origin_y = ctypes.c_double(), ctypes.c_double()
        self._origin_pointers = tuple(map(ctypes.addressof, (self._origin_x, self._origin_y)))
        self._left, self._top, self._scale = 0.0, self.height, frame.sign * MM_PER_POINT
        self._labels: dict[int, Label | None] = {}
        self._advances: dict[tuple[int, int], float] = {}
        self._closest = {} if closest is None else closest

    @cached_property
    def _letters_by_object(self) -> dict[int, tuple[list[str], list[int]]]:
        """Each object's letters, and their places among all of the page's."""
        letters_by_object: dict[int, tuple[list[str], list[int]]] = {}
        raw, last_address = ctypes.cast(self._text_page.raw, _POINTER), 0
        for index in range(pdfium.FPDFText_CountChars(self._text_page)):
            letter = chr(_get_unicode(raw, index))
            if address := _get_text_object(raw, index):
                letters, indices = letters_by_object.setdefault(address, ([], []))
                letters.append(letter)
                indices.append(index)
            elif last_address and letter == " ":  # between two words that the page has apart
                letters_by_object[last_address][0].append(letter)
            last_address = address
        return letters_by_object

    def read_objects(self) -> list[FaceInk]:
        """What is on each face, and in between on none, in the order of painting."""
        faces: dict[int, FaceInk] = {}
        last_key = 0
        for order in range(pdfium.FPDFPage_CountObjects(self._page)):
            item = pdfium.FPDFPage_GetObject(self._page, order)
            is_text = pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_TEXT
            face, face_key, label_key, label = self._find_labels(item, is_text=is_text)
            objects = faces.setdefault(face_key, FaceInk(face or NO_FACE, [], [], []))
            left, top = self._frame.invert_point(*(face.place[:2] if face else (0.0, 0.0)))
            self._left, self._top = left / MM_PER_POINT, self.height - top / MM_PER_POINT
            if not is_text:
                objects.paints.append(self._read_graphic(item, label, face))
                objects.texts_before.append(len(objects.texts))
                last_key = 0
                continue
            text = self._read_text(item, label)
            if label_key and label_key == last_key and objects.texts:
                # The letters of one text may need the codes of several fonts.
                text = self._join_texts(objects.texts.pop(), text)
            objects.texts.append(text)
            last_key = label_key
        for objects in faces.values():
            # pdfium ends a text with a space where another follows.
            objects.texts[:] = [run._replace(text=run.text.strip()) for run in objects.texts]
        self._text_page.close()
        return list(faces.values())

    def _find_labels(
        self, item: Any, *, is_text: bool
    ) -> tuple[Label | None, int, int, Label | None]:
        """The face that an object is of and the label that it bears, each with what tells it."""
        face, face_key, label_key, label = None, 0, 0, None
        for index in range(pdfium.FPDFPageObj_CountMarks(item)):
            at = _get_mark(item, index)
            if at not in self._labels:
                self._labels[at] = self._read_label(pdfium.FPDFPageObj_GetMark(item, index))
            mark_label = self._labels[at]
            if mark_label and mark_label.kind == "Face":
                face, face_key = mark_label, at
            elif mark_label and (mark_label.kind in _TEXT_KINDS) == is_text:
                label_key, label = at, mark_label
        if face and label and label.kind == "Bar":
            label = None  # a bar belongs to a page, and has no place on a face
        if not face and label and is_text:
            x, y, width, size, angle = label.place
            at = *self._frame.map_point(x, y), width, size, angle + 90 * (1 - self._frame.sign)
            label = label._replace(place=at)
        return face, face_key, label_key, label

    def _read_label(self, mark: Any) -> Label | None:
        """What a mark says if it is a label as the press writes them."""
        pdfium.FPDFPageObjMark_GetName(mark, self._text_buffer, _MAX_LABEL_BYTES, self._byte_length)
        parts = [self._read_buffer()]
        for key in (b"N", b"At"):
            self._byte_length.value = 0
            pdfium.FPDFPageObjMark_GetParamStringValue(
                mark, key, self._text_buffer, _MAX_LABEL_BYTES, self._byte_length
            )
            parts.append(self._read_buffer())
        label = _parse_label(*parts)
        if label and label.kind == "Face":
            x, y, width, height = label.place
            box = self._frame.map_box(Box(x, y, x + width, y + height))
            label = label._replace(place=(box.left, box.top, width, height))
        return label

    def _read_buffer(self) -> bytes:
        """What pdfium wrote: so many bytes of UTF-16, the last two of them its end."""
        if self._byte_length.value > _MAX_LABEL_BYTES:
            raise ValueError(f"it has a label of more than {_MAX_LABEL_BYTES:,} bytes")
        return ctypes.string_at(self._buffer, max(0, self._byte_length.value - 2))

    def _read_text(self, item: Any, label: Label | None) -> PaintedText:
        letters, places = self._letters_by_object.get(_get_address(item), ((), ()))
        # So pdfium writes a hyphen at which a word goes on in the next line, and an emoji as two.
        words = "".join(letters).replace("\x02", "-")
        words = words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        matrix = self._matrix
        pdfium.FPDFPageObj_GetMatrix(item, matrix)
        pdfium.FPDFTextObj_GetFontSize(item, self._size)
        pdfium.FPDFPageObj_GetFillColor(item, *self._colour_parts)
        red, green, blue, _ = (level.value for level in self._colour_parts)
        sign, mm = self._frame.sign, self._scale
        a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
        scale = hypot(a, b)
        box = self._read_box(item)
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
            self._is_clipped(item),
            Box(*(round(edge, 3) for edge in box)),
            self._min_spacing(item, words, places, box, scale) if len(words) > 1 and scale else 1.0,
        )

    def _min_spacing(
        self, item: Any, words: str, indices: Sequence[int], box: Box, scale: float
    ) -> float:
        """The least share of a letter's own advance at which the next one stands.

        Texts that say the same, and whose ink lies alike about their beginning, are asked once.
        """
        font, matrix = _get_font(item), self._matrix
        x, y = (matrix.e - self._left) * self._scale, (self._top - matrix.f) * self._scale
        size = self._size.value * scale
        ink_offsets = (round(edge, 2) for edge in (box.left - x, box.top - y, box.right - x, size))
        if (key := (font, words, *ink_offsets)) not in self._closest:
            min_spacing, last_position, advance = inf, 0.0, 0.0
            raw = ctypes.cast(self._text_page.raw, _POINTER)
            for index in indices:
                _get_char_origin(raw, index, *self._origin_pointers)
                place = (self._origin_x.value * matrix.a + self._origin_y.value * matrix.b) / scale
                if advance:
                    min_spacing = min(min_spacing, (place - last_position) / (advance * size))
                last_position, advance = place, self._measure_advance(font, index)
            self._closest[key] = round(min_spacing, 3)
        return self._closest[key]

    def _measure_advance(self, font: int, index: int) -> float:
        """What a letter's font gives it, in em; a space may be as narrow as it will.

        An emoji is two letters to pdfium, halves that stand at one place and are given nothing.
        """
        letter = pdfium.FPDFText_GetUnicode(self._text_page, index)
        is_free = chr(letter).isspace() or 0xD800 <= letter <= 0xDFFF
        if (font, letter) not in self._advances and not is_free:
            _get_glyph_width(font, letter, 1.0, ctypes.addressof(self._glyph_width))
            self._advances[font, letter] = self._glyph_width.value
        return self._advances.get((font, letter), 0.0)

    def _join_texts(self, first: PaintedText, second: PaintedText) -> PaintedText:
        edges = zip(first.box, second.box, (min, min, max, max), strict=True)
        box = Box(*(pick(a, b) for a, b, pick in edges))
        closest = min(first.closest, second.closest)
        return first._replace(text=first.text + second.text, box=box, closest=closest)

    def _read_graphic(self, item: Any, label: Label | None, face: Label | None) -> Graphic:
        kind = pdfium.FPDFPageObj_GetType(item)
        is_opaque, turn = True, None
        box, is_clipped = self._read_box(item), self._is_clipped(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            pdfium.FPDFPath_GetDrawMode(item, self._fill, self._stroke)
            is_opaque = bool(self._fill.value)
            if face and not Box(0.0, 0.0, *face.place[2:4]).covers(box, _TRACE_TOLERANCE):
                box = self._trace_path(item)
        elif label is not None:
            matrix = self._matrix
            pdfium.FPDFPageObj_GetMatrix(item, matrix)
            # A drawing's y runs down, a page's up.
            sign = self._frame.sign
            a, b, c, d = (sign * value for value in (matrix.a, -matrix.b, -matrix.c, matrix.d))
            if abs(a + d) + abs(b - c) <= 1e-3 * hypot(a, b):
                turn = degrees(atan2(b, a))
        if is_clipped and label is None:
            box = self._clip_box(item, box)
        return Graphic(label, box, is_opaque, turn, is_clipped, kind != pdfium.FPDF_PAGEOBJ_PATH)

    def _trace_path(self, item: Any) -> Box:
        """The box of a path's own line: pdfium's holds the ends of levers, and points of mitres."""
        pdfium.FPDFPageObj_GetMatrix(item, self._matrix)
        points: list[tuple[float, float]] = []
        levers: list[tuple[float, float]] = []
        for index in range(max(0, pdfium.FPDFPath_CountSegments(item))):
            segment = pdfium.FPDFPath_GetPathSegment(item, index)
            point = self._read_point(segment, self._matrix)
            if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
                levers.append(point)
                if len(levers) == 3:
                    points += _trace_curve(points[-1] if points else levers[0], *levers)
                    levers.clear()
            else:
                points.append(point)
        xs, ys = zip(*points or [(0.0, 0.0)], strict=True)
        half_width = 0.0
        if self._stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(item, self._stroke_width):
            half_width = self._stroke_width.value * MM_PER_POINT / 2
        return Box(min(xs), min(ys), max(xs), max(ys)).expand_by(half_width)

    def _read_point(self, segment: Any, matrix: Any = None) -> tuple[float, float]:
        """A point of a path, in mm; of a clip without a matrix."""
        pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y)
        x, y = self._x.value, self._y.value
        if matrix is not None:
            a, b, c, d, e, f = (getattr(matrix, name) for name in "abcdef")
            x, y = a * x + c * y + e, b * x + d * y + f
        return (x - self._left) * self._scale, (self._top - y) * self._scale

    def _clip_box(self, item: Any, box: Box) -> Box:
        """What is left of a paint's box within its clips."""
        clip = pdfium.FPDFPageObj_GetClipPath(item)
        for index in range(pdfium.FPDFClipPath_CountPaths(clip)):
            count = pdfium.FPDFClipPath_CountPathSegments(clip, index)
            segments = (
                pdfium.FPDFClipPath_GetPathSegment(clip, index, i) for i in range(max(0, count))
            )
            points = [self._read_point(segment) for segment in segments]
            if points:
                xs, ys = zip(*points, strict=True)
                left, top = max(box.left, min(xs)), max(box.top, min(ys))
                right, bottom = min(box.right, max(xs)), min(box.bottom, max(ys))
                box = Box(left, top, max(left, right), max(top, bottom))
        return box

    def _read_box(self, item: Any) -> Box:
        left, bottom, right, top = self._edges
        pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
        scale, x, y = self._scale, self._left, self._top
        near, far = (left.value - x) * scale, (right.value - x) * scale
        high, low = (y - top.value) * scale, (y - bottom.value) * scale
        return Box(near, high, far, low) if scale > 0 else Box(far, low, near, high)

    def _is_clipped(self, item: Any) -> bool:
        return bool(_count_clip_paths(_get_clip_path(item)) > 0)
