"""The objects of a page, read with pdfium as texts and graphics with their labels.

pdfium is the PDF engine of Chrome, and shares no code with the press. It must be used from one
thread only. A label says which field a text is and where it was placed; the text itself is read
from the glyphs on the page.
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
"""The kinds of labels, with how many numbers each has. Other marked content is ignored."""
_TEXT_KINDS = ("Field", "More", "Words", "Own")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_TRACE_TOLERANCE = 0.05
"""How far, in mm, the bounds of a path may extend beyond its face before it is traced."""
_CURVE_STEPS = 24
"""Points per traced curve: exact to 0.01 mm for a circle as large as a card."""
_MAX_LABEL_BYTES = 1 << 16
"""Largest size of a string in a label, in bytes of UTF-16."""

_POINTER, _INT = ctypes.c_void_p, ctypes.c_int


def _bind_function(function: Any, result: Any, *arguments: Any) -> Any:
    """Return a pdfium function whose pointers are plain integers, for faster calls."""
    return ctypes.CFUNCTYPE(result, _POINTER, *arguments)(_get_address(function))


def _get_address(pointer: Any) -> int:
    """Return the address in a pointer, 0 for a null pointer."""
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
    """Return the label with this kind, name and numbers in UTF-16, or None if it is no label."""
    kind, name, geometry = (part.decode("utf-16-le", "replace") for part in parts)
    numbers = tuple(map(float, _NUMBER.findall(geometry)))
    return Label(kind, unquote(name), numbers) if len(numbers) == _KINDS.get(kind) else None


def _trace_curve(*corners: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield points along a cubic Bézier curve with these four control points."""
    axes = tuple(zip(*corners, strict=True))
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        # ISO 32000-1, 8.5.2.2: the Bernstein form of the curve.
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(p * q for p, q in zip(weights, axis, strict=True)) for axis in axes)
        yield x, y


class PageObjectReader:
    """A reader of the objects of one page; `width` and `height` are in points.

    `read_objects` can be called once. The ctypes fields that receive results from pdfium are
    allocated once per page. `closest` is a cache of letter spacings for all pages of the file.
    """

    def __init__(
        self,
        page: pypdfium2.PdfPage,
        frame: PageFrame = IDENTITY_FRAME,
        closest: dict[object, float] | None = None,
    ) -> None:
        """Prepare to read a page. Raises `ValueError` if the page is too large."""
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
        """The letters of each text object, and their indices on the page, by object address."""
        letters_by_object: dict[int, tuple[list[str], list[int]]] = {}
        raw, last_address = ctypes.cast(self._text_page.raw, _POINTER), 0
        for index in range(pdfium.FPDFText_CountChars(self._text_page)):
            letter = chr(_get_unicode(raw, index))
            if address := _get_text_object(raw, index):
                letters, indices = letters_by_object.setdefault(address, ([], []))
                letters.append(letter)
                indices.append(index)
            elif last_address and letter == " ":  # pdfium inserts a space between separate words
                letters_by_object[last_address][0].append(letter)
            last_address = address
        return letters_by_object

    def read_objects(self) -> list[FaceInk]:
        """Return the objects of each face, and those outside all faces, in painting order.

        Face and label are the marked-content sequences around an object (ISO 32000-1, 14.6).
        """
        faces: dict[int, FaceInk] = {}
        last_key = 0
        for order in range(pdfium.FPDFPage_CountObjects(self._page)):
            obj = pdfium.FPDFPage_GetObject(self._page, order)
            is_text = pdfium.FPDFPageObj_GetType(obj) == pdfium.FPDF_PAGEOBJ_TEXT
            face, face_key, label_key, label = self._find_labels(obj, is_text=is_text)
            objects = faces.setdefault(face_key, FaceInk(face or NO_FACE, [], [], []))
            left, top = self._frame.invert_point(*(face.place[:2] if face else (0.0, 0.0)))
            self._left, self._top = left / MM_PER_POINT, self.height - top / MM_PER_POINT
            if not is_text:
                objects.paints.append(self._read_graphic(obj, label, face))
                objects.texts_before.append(len(objects.texts))
                last_key = 0
                continue
            text = self._read_text(obj, label)
            if label_key and label_key == last_key and objects.texts:
                # A run that needs several font subsets is several text objects under one label.
                text = self._join_texts(objects.texts.pop(), text)
            objects.texts.append(text)
            last_key = label_key
        for objects in faces.values():
            # pdfium appends a space to a text that another text follows.
            objects.texts[:] = [run._replace(text=run.text.strip()) for run in objects.texts]
        self._text_page.close()
        return list(faces.values())

    def _find_labels(
        self, obj: Any, *, is_text: bool
    ) -> tuple[Label | None, int, int, Label | None]:
        """Return the face and the label of an object, each with the address of its mark.

        The order is: face, face address, label address, label.
        """
        face, face_key, label_key, label = None, 0, 0, None
        for index in range(pdfium.FPDFPageObj_CountMarks(obj)):
            key = _get_mark(obj, index)
            if key not in self._labels:
                self._labels[key] = self._read_label(pdfium.FPDFPageObj_GetMark(obj, index))
            mark_label = self._labels[key]
            if mark_label and mark_label.kind == "Face":
                face, face_key = mark_label, key
            elif mark_label and (mark_label.kind in _TEXT_KINDS) == is_text:
                label_key, label = key, mark_label
        if face and label and label.kind == "Bar":
            label = None  # a scale bar belongs to the page, not to a face
        if not face and label and is_text:
            x, y, width, size, angle = label.place
            place = *self._frame.map_point(x, y), width, size, angle + 90 * (1 - self._frame.sign)
            label = label._replace(place=place)
        return face, face_key, label_key, label

    def _read_label(self, mark: Any) -> Label | None:
        """Return the label in a content mark, or None if the press did not write it."""
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
        """Return the bytes of UTF-16 that pdfium wrote, without the terminating zero."""
        if self._byte_length.value > _MAX_LABEL_BYTES:
            raise ValueError(f"it has a label of more than {_MAX_LABEL_BYTES:,} bytes")
        return ctypes.string_at(self._buffer, max(0, self._byte_length.value - 2))

    def _read_text(self, obj: Any, label: Label | None) -> PaintedText:
        """Return a text object; pdfium's text matrix is relative to the page."""
        letters, places = self._letters_by_object.get(_get_address(obj), ((), ()))
        # pdfium gives U+0002 for a hyphen at the end of a line, and surrogate halves for an emoji.
        words = "".join(letters).replace("\x02", "-")
        words = words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        matrix = self._matrix
        pdfium.FPDFPageObj_GetMatrix(obj, matrix)
        pdfium.FPDFTextObj_GetFontSize(obj, self._size)
        pdfium.FPDFPageObj_GetFillColor(obj, *self._colour_parts)
        red, green, blue, _ = (level.value for level in self._colour_parts)
        sign, mm = self._frame.sign, self._scale
        a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
        # ISO 32000-1, 9.4.4: the text matrix scales the font size.
        scale = hypot(a, b)
        box = self._read_box(obj)
        # Rounded, so that equal texts at different places of a page compare equal and are cached.
        return PaintedText(
            label,
            words,
            round((matrix.e - self._left) * mm, 3),
            round((self._top - matrix.f) * mm, 3),
            round(self._size.value * scale, 3),
            round(-degrees(atan2(sign * b, sign * a)), 3) if b else 0.0 if sign * a > 0 else 180.0,
            (red, green, blue),
            pdfium.FPDFTextObj_GetTextRenderMode(obj),
            # ISO 32000-1, 8.3.3: only scaled rotations have a = d and b = -c.
            abs(a - d) + abs(b + c) <= 1e-3 * scale,
            self._is_clipped(obj),
            Box(*(round(edge, 3) for edge in box)),
            self._min_spacing(obj, words, places, box, scale) if len(words) > 1 and scale else 1.0,
        )

    def _min_spacing(
        self, obj: Any, words: str, indices: Sequence[int], box: Box, scale: float
    ) -> float:
        """Return the smallest distance between two letters, as a part of the first one's advance.

        Cached for texts with the same words, font and ink box.
        """
        font, matrix = _get_font(obj), self._matrix
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
        """Return the advance width of a letter in em, 0 if it may overlap the next letter.

        Spaces may overlap it, and so may the two surrogate halves of an emoji, which are in the
        same place.
        """
        letter = pdfium.FPDFText_GetUnicode(self._text_page, index)
        can_overlap = chr(letter).isspace() or 0xD800 <= letter <= 0xDFFF
        if (font, letter) not in self._advances and not can_overlap:
            _get_glyph_width(font, letter, 1.0, ctypes.addressof(self._glyph_width))
            self._advances[font, letter] = self._glyph_width.value
        return self._advances.get((font, letter), 0.0)

    def _join_texts(self, first: PaintedText, second: PaintedText) -> PaintedText:
        """Return two parts of one run as one text."""
        edges = zip(first.box, second.box, (min, min, max, max), strict=True)
        box = Box(*(pick(a, b) for a, b, pick in edges))
        closest = min(first.closest, second.closest)
        return first._replace(text=first.text + second.text, box=box, closest=closest)

    def _read_graphic(self, obj: Any, label: Label | None, face: Label | None) -> Graphic:
        """Return a path, image or form XObject with its box on its face."""
        kind = pdfium.FPDFPageObj_GetType(obj)
        is_opaque, turn = True, None
        box, is_clipped = self._read_box(obj), self._is_clipped(obj)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            # ISO 32000-1, 8.5.3.1: a path can be filled, stroked or both; a stroke hides little.
            pdfium.FPDFPath_GetDrawMode(obj, self._fill, self._stroke)
            is_opaque = bool(self._fill.value)
            if face and not Box(0.0, 0.0, *face.place[2:4]).covers(box, _TRACE_TOLERANCE):
                box = self._trace_path(obj)
        elif label is not None:
            matrix = self._matrix
            pdfium.FPDFPageObj_GetMatrix(obj, matrix)
            # ISO 32000-1, 8.3.2.3: the page's y axis points up. A drawing's points down.
            sign = self._frame.sign
            a, b, c, d = (sign * value for value in (matrix.a, -matrix.b, -matrix.c, matrix.d))
            if abs(a + d) + abs(b - c) <= 1e-3 * hypot(a, b):
                turn = degrees(atan2(b, a))
        if is_clipped and label is None:
            box = self._clip_box(obj, box)
        return Graphic(label, box, is_opaque, turn, is_clipped, kind != pdfium.FPDF_PAGEOBJ_PATH)

    def _trace_path(self, obj: Any) -> Box:
        """Return the exact box of a path; pdfium's includes control points and mitre joins."""
        pdfium.FPDFPageObj_GetMatrix(obj, self._matrix)
        points: list[tuple[float, float]] = []
        controls: list[tuple[float, float]] = []
        for index in range(max(0, pdfium.FPDFPath_CountSegments(obj))):
            segment = pdfium.FPDFPath_GetPathSegment(obj, index)
            point = self._read_point(segment, self._matrix)
            if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
                controls.append(point)
                if len(controls) == 3:
                    points += _trace_curve(points[-1] if points else controls[0], *controls)
                    controls.clear()
            else:
                points.append(point)
        xs, ys = zip(*points or [(0.0, 0.0)], strict=True)
        half_width = 0.0
        if self._stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(obj, self._stroke_width):
            half_width = self._stroke_width.value * MM_PER_POINT / 2
        return Box(min(xs), min(ys), max(xs), max(ys)).expand_by(half_width)

    def _read_point(self, segment: Any, matrix: Any = None) -> tuple[float, float]:
        """Return a point of a path in mm; the points of a clipping path need no matrix."""
        pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y)
        x, y = self._x.value, self._y.value
        if matrix is not None:
            a, b, c, d, e, f = (getattr(matrix, name) for name in "abcdef")
            x, y = a * x + c * y + e, b * x + d * y + f
        return (x - self._left) * self._scale, (self._top - y) * self._scale

    def _clip_box(self, obj: Any, box: Box) -> Box:
        """Return the part of a box inside the object's clipping paths (ISO 32000-1, 8.5.4)."""
        clip = pdfium.FPDFPageObj_GetClipPath(obj)
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

    def _read_box(self, obj: Any) -> Box:
        """Return the bounds of an object in mm, with y down."""
        left, bottom, right, top = self._edges
        pdfium.FPDFPageObj_GetBounds(obj, left, bottom, right, top)
        scale, x, y = self._scale, self._left, self._top
        near, far = (left.value - x) * scale, (right.value - x) * scale
        high, low = (y - top.value) * scale, (y - bottom.value) * scale
        return Box(near, high, far, low) if scale > 0 else Box(far, low, near, high)

    def _is_clipped(self, obj: Any) -> bool:
        return bool(_count_clip_paths(_get_clip_path(obj)) > 0)
