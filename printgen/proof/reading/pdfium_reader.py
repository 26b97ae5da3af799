"""Reads the letters, drawings and pictures of a page with pdfium, each with its label.

pdfium is the PDF engine of Chrome, and shares no code with the press. It must be used from one
thread only. A label says which field a text is and where it was placed; the text itself is read
from the glyphs on the page.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, inf
from typing import Any
from urllib.parse import unquote

import pypdfium2
import pypdfium2.raw as pdfium
from msgspec.structs import replace

from printgen.directions import RIGHT_TO_LEFT
from printgen.face_checks.printed_face import MIN_SPACE
from printgen.face_checks.texts import MIN_LETTER_ADVANCE
from printgen.geometry import (
    IDENTITY,
    MM_PER_POINT,
    Box,
    Matrix,
    enclose_points,
    find_bounding_box,
    make_box,
)
from printgen.proof.reading import pdfium_calls as calls
from printgen.proof.reading.letter_order import PageLetter, order_letters
from printgen.proof.reading.page_objects import (
    IDENTITY_TRANSFORM,
    NO_FACE,
    Graphic,
    Label,
    PageTransform,
    PaintedFace,
    PaintedText,
)

_MAX_PAGE_MM = 1_200.0
_LABEL_KINDS = {"Face": 4, "Field": 6, "More": 6, "Words": 6, "Own": 6, "Mark": 4, "Bar": 0}
"""The kinds of labels, with how many numbers each has. Other marked content is ignored."""
_TEXT_KINDS = ("Field", "More", "Words", "Own")
_NUMBER_PATTERN = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_MAX_PAIR_SPACE = 0.5
"""The gap in a text of two letters, in em, from which a space is read between them."""
_TRACE_TOLERANCE = 0.05
"""How far, in mm, the bounds of a path may extend beyond its face before it is traced."""
_KERNED_SIGNS = " \u00a0\u2009\u202f.,:;/\"'‘’“”"
"""Spaces, and signs that fonts move under or over a letter by more than half of their width."""
_EVERYWHERE = Box(-inf, -inf, inf, inf)
_CURVE_STEPS = 24
"""Points per traced curve: exact to 0.01 mm for a circle as large as a card."""
_MAX_LABEL_BYTES = 1 << 16
"""Largest size of a string in a label, in bytes of UTF-16."""


@lru_cache(maxsize=1 << 12)
def _parse_label(*parts: bytes) -> Label | None:
    """Return the label with this kind, name and numbers, each given as bytes of UTF-16.

    Return None if they are not the parts of a label.
    """
    kind, name, geometry = (part.decode("utf-16-le", "replace") for part in parts)
    is_on_artwork = kind.startswith("Art") and kind[3:] in _TEXT_KINDS
    kind = kind[3:] if is_on_artwork else kind
    numbers = tuple(map(float, _NUMBER_PATTERN.findall(geometry)))
    # The last number of a text is its stretch, which is left out if it is 1.
    numbers = (*numbers, 1.0)[:6] if kind in _TEXT_KINDS else numbers
    if len(numbers) != _LABEL_KINDS.get(kind):
        return None
    return Label(kind, unquote(name), numbers, is_on_artwork)


def _trace_curve(*corners: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield points along a cubic Bézier curve with these four control points, without the first."""
    axes = tuple(zip(*corners, strict=True))
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        # ISO 32000-1, 8.5.2.2: the Bernstein form of the curve.
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(p * q for p, q in zip(weights, axis, strict=True)) for axis in axes)
        yield x, y


class PageObjectReader:
    """Reads the texts and graphics of one page. Call `read_objects` only once.

    `width` and `height` are the size of the page in points. `closest` caches the smallest letter
    spacing of each text, for all pages of the file. The ctypes objects that receive results from
    pdfium are allocated once for each page.
    """

    def __init__(
        self,
        page: pypdfium2.PdfPage,
        transform: PageTransform = IDENTITY_TRANSFORM,
        closest: dict[object, float] | None = None,
    ) -> None:
        """Prepare to read a page. Raises `ValueError` if the page is too large."""
        self.width, self.height = page.get_size()
        if max(self.width, self.height) * MM_PER_POINT > _MAX_PAGE_MM:
            raise ValueError(f"it is larger than {_MAX_PAGE_MM:g} mm")
        self._page, self._transform = page, transform
        self._text_page = page.get_textpage()
        self._text_address = calls.get_address(self._text_page.raw)
        self._buffer: Any = ctypes.create_string_buffer(_MAX_LABEL_BYTES)
        self._byte_length = ctypes.c_ulong()
        place, length = map(ctypes.addressof, (self._buffer, self._byte_length))
        self._buffer_arguments = place, _MAX_LABEL_BYTES, length
        self._floats, self._integers = (ctypes.c_float * 6)(), (ctypes.c_uint * 4)()
        self._origin, self._edges = (ctypes.c_double * 2)(), (ctypes.c_double * 4)()
        arrays = self._floats, self._integers, self._origin, self._edges
        places = map(calls.list_addresses, arrays)
        self._float_places, self._integer_places, self._origin_places, self._edge_places = places
        self._left, self._top, self._scale = 0.0, self.height, transform.sign * MM_PER_POINT
        self._trim = page.get_trimbox()
        self._has_rtl_text = False
        self._labels: dict[int, Label | None] = {}
        self._advances: dict[tuple[int, int], float] = {}
        self._closest = {} if closest is None else closest

    @cached_property
    def _letters_by_object(self) -> dict[int, tuple[list[str], list[int]]]:
        """The letters of each text object and their indices on the page, by object address."""
        letters_by_object: dict[int, tuple[list[str], list[int]]] = {}
        text_page, last_address, page = self._text_address, 0, list[tuple[int, str]]()
        for index in range(pdfium.FPDFText_CountChars(self._text_page)):
            letter = chr(calls.FPDFText_GetUnicode(text_page, index))
            if letter == " " and self._is_kerned_gap(index):
                continue
            if address := calls.FPDFText_GetTextObject(text_page, index):
                if address != last_address:
                    letters, indices = letters_by_object.setdefault(address, ([], []))
                letters.append(letter)
                indices.append(index)
            elif last_address and letter == " ":  # pdfium inserts a space between separate words
                letters[-1] += letter
            page.append((address, letter))
            last_address = address
        self._has_rtl_text = bool(RIGHT_TO_LEFT.search("".join([letter for _, letter in page])))
        if self._has_rtl_text:
            return order_letters([self._make_page_letter(*letter) for letter in enumerate(page)])
        return letters_by_object

    def _is_kerned_gap(self, index: int) -> bool:
        """Return whether the space at `index` was inserted by pdfium, although no gap can be seen.

        pdfium inserts one if kerning or letter-spacing moves two letters of a text apart, such as f
        and ’ in f’.
        """
        address = calls.FPDFText_GetTextObject(self._text_address, index)
        if not address or not calls.FPDFText_IsGenerated(self._text_address, index):
            return False
        boxes = list[list[float]]()
        for neighbour in (index - 1, index + 1):
            calls.FPDFText_GetCharBox(self._text_address, neighbour, *self._edge_places)
            boxes.append(self._edges[:])
        (left, right, bottom, top), (next_left, next_right, next_bottom, next_top) = boxes
        gaps = next_left - right, left - next_right, next_bottom - top, bottom - next_top
        _, _, c, d, *_ = self._read_matrix(address)
        size: float = calls.FPDFText_GetFontSize(self._text_address, index) * hypot(c, d)
        # pdfium does not know the letter-spacing of a text of only two letters.
        ends = (calls.FPDFText_GetTextObject(self._text_address, index + n) for n in (-2, 2))
        pair = (calls.FPDFText_GetUnicode(self._text_address, index + n) for n in (-1, 1))
        is_pair = address not in ends and all(chr(letter).isalpha() for letter in pair)
        return max(gaps) < (_MAX_PAIR_SPACE if is_pair else MIN_SPACE) * size

    def _make_page_letter(self, index: int, letter: tuple[int, str]) -> PageLetter:
        address, text = letter
        if not address:
            return PageLetter(0, index, index, text)
        a, b, *_ = self._read_matrix(address)
        calls.FPDFText_GetCharOrigin(self._text_address, index, *self._origin_places)
        return PageLetter(address, a * self._origin[0] + b * self._origin[1], index, text)

    def read_objects(self) -> list[PaintedFace]:
        """Return what is painted on each face of the page, in painting order.

        One more item, without a label, has everything outside of all faces. The marked-content
        sequences around an object say on which face it is, and which label it has (ISO 32000-1,
        14.6).
        """
        faces: dict[int, PaintedFace] = {}
        last_key, last_face_key = 0, -1
        page = calls.get_address(self._page.raw)
        for order in range(pdfium.FPDFPage_CountObjects(self._page)):
            obj = calls.FPDFPage_GetObject(page, order)
            kind = calls.FPDFPageObj_GetType(obj)
            is_text = kind == pdfium.FPDF_PAGEOBJ_TEXT
            face, face_key, label_key, label = self._find_labels(obj, is_text=is_text)
            if face_key != last_face_key:
                objects = faces.setdefault(face_key, PaintedFace(face or NO_FACE, [], [], []))
                corner = face.place[:2] if face else (0.0, 0.0)
                left, top = self._transform.map_point_to_page(*corner)
                self._left, self._top = left / MM_PER_POINT, self.height - top / MM_PER_POINT
                last_face_key = face_key
            if not is_text:
                objects.paints.append(self._read_graphic(obj, kind, label, face))
                objects.paint_objects.append(obj)
                objects.texts_before.append(len(objects.texts))
                last_key = 0
                continue
            text, addresses = self._read_text(obj, label), (obj,)
            if label_key and label_key == last_key and objects.texts:
                # A run that needs several font subsets is several text objects under one label.
                text = self._join_texts(objects.texts.pop(), text)
                addresses = (*objects.objects.pop(), obj)
            objects.texts.append(text)
            objects.objects.append(addresses)
            last_key = label_key
        for objects in faces.values():
            # pdfium appends a space to a text that another text follows.
            objects.texts[:] = [
                run if (words := run.text.strip()) == run.text else replace(run, text=words)
                for run in objects.texts
            ]
        self._text_page.close()
        return list(faces.values())

    def _find_labels(
        self, obj: int, *, is_text: bool
    ) -> tuple[Label | None, int, int, Label | None]:
        """Return two labels of an object: that of the face it is on, and its own.

        The result is the label of the face, the address of the content mark that contains it, the
        address of the content mark of the object's own label, and this label. A missing label is
        None, and its address is 0.
        """
        face, face_key, label_key, label = None, 0, 0, None
        for index in range(calls.FPDFPageObj_CountMarks(obj)):
            key = calls.FPDFPageObj_GetMark(obj, index)
            if key not in self._labels:
                self._labels[key] = self._read_label(key)
            mark_label = self._labels[key]
            if mark_label and mark_label.kind == "Face":
                face, face_key = mark_label, key
            elif mark_label and (mark_label.kind in _TEXT_KINDS) == is_text:
                label_key, label = key, mark_label
        if face and label and label.kind == "Bar":
            label = None  # a scale bar belongs to the page, not to a face
        if not face and label and is_text:
            x, y, *size, angle, stretch = label.place
            angle += 90 * (1 - self._transform.sign)
            place = *self._transform.map_point(x, y), *size, angle, stretch
            label = label._replace(place=place)
        return face, face_key, label_key, label

    def _read_label(self, mark: int) -> Label | None:
        """Return the label in the content mark at the address `mark`.

        Return None if the press did not write this mark.
        """
        calls.FPDFPageObjMark_GetName(mark, *self._buffer_arguments)
        parts = [self._read_buffer()]
        for key in (b"N", b"At"):
            self._byte_length.value = 0
            calls.FPDFPageObjMark_GetParamStringValue(mark, key, *self._buffer_arguments)
            parts.append(self._read_buffer())
        label = _parse_label(*parts)
        if label and label.kind == "Face":
            x, y, width, height = label.place
            box = self._transform.map_box(make_box(x, y, width, height))
            label = label._replace(place=(box.left, box.top, width, height))
        return label

    def _read_buffer(self) -> bytes:
        """Return the string that pdfium wrote into the buffer, as UTF-16 without the final zero."""
        length = self._byte_length.value
        if length > _MAX_LABEL_BYTES:
            raise ValueError(f"it has a label of more than {_MAX_LABEL_BYTES:,} bytes")
        text: bytes = self._buffer[: max(0, length - 2)]
        return text

    def _read_text(self, obj: int, label: Label | None) -> PaintedText:
        """Return the text object at the address `obj`, in mm from the corner of its face."""
        letters, places = self._letters_by_object.get(obj, ((), ()))
        # pdfium gives U+0002 for a hyphen at the end of a line, and surrogate halves for an emoji.
        words = "".join(letters).replace("\x02", "-")
        if not words.isascii():
            words = words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        a, b, c, d, right, up = self._read_matrix(obj)
        # ISO 32000-1, 9.4.4: the text matrix scales the font size, and may stretch the letters.
        scale, stretched = hypot(c, d), hypot(a, b)
        calls.FPDFTextObj_GetFontSize(obj, self._float_places[0])
        size, em = self._floats[0] * scale, self._floats[0] * stretched
        calls.FPDFPageObj_GetFillColor(obj, *self._integer_places)
        red, green, blue, alpha = self._integers[:]
        sign, mm = self._transform.sign, self._scale
        x, y = (right - self._left) * mm, (self._top - up) * mm
        box, is_spaced = self._read_object_box(obj), len(words) > 1 and stretched
        ink = box.left - x, box.top - y, box.right - x, em
        is_straight = a * d > b * c and abs(a * c + b * d) <= 1e-3 * scale * stretched
        # Rounded, so that equal texts at different places of a page compare equal and are cached.
        return PaintedText(
            label,
            words,
            round(x, 3),
            round(y, 3),
            round(size, 3),
            round(-degrees(atan2(sign * b, sign * a)), 3) if b else 0.0 if sign * a > 0 else 180.0,
            (red, green, blue),
            mode := calls.FPDFTextObj_GetTextRenderMode(obj),
            # ISO 32000-1, 8.3.3: the axes of upright letters are at a right angle.
            round(stretched / scale, 4) if is_straight else 0.0,
            self._is_clipped(obj),
            Box(*[round(edge, 3) for edge in box]),
            self._find_min_spacing(obj, words, places, (a, b), ink) if is_spaced else 1.0,
            alpha == 255,
            self._read_outline_width(obj) if mode == 2 else 0.0,
        )

    def _read_outline_width(self, obj: int) -> float:
        calls.FPDFPageObj_GetStrokeWidth(obj, self._float_places[0])
        return self._floats[0]

    def _find_min_spacing(
        self,
        obj: int,
        words: str,
        indices: Sequence[int],
        baseline: tuple[float, float],
        ink: tuple[float, ...],
    ) -> float:
        """Return the smallest distance between the starts of two neighbouring letters of a text.

        It is a share of the advance width of the first of the two. `words` is the text. `indices`
        are the indices of its letters on the page, and `baseline` is its direction. `ink` has three
        edges of the ink, measured from the start of the text, and then the type size. The result is
        cached for all texts with the same words, font and `ink`.
        """
        font = calls.FPDFTextObj_GetFont(obj)
        if (key := (font, words, *[round(edge, 2) for edge in ink])) not in self._closest:
            right, up = (part / hypot(*baseline) for part in baseline)
            is_rtl = bool(RIGHT_TO_LEFT.search(words))
            setting = font, indices, right, up, ink[-1], is_rtl
            min_spacing = self._measure_min_spacing(*setting, is_exact=False)
            if min_spacing < MIN_LETTER_ADVANCE:
                # A letter may have several glyphs, such as small figures of fractions.
                min_spacing = self._measure_min_spacing(*setting, is_exact=True)
            self._closest[key] = round(min_spacing, 3)
        return self._closest[key]

    def _measure_min_spacing(
        self,
        font: int,
        indices: Sequence[int],
        right: float,
        up: float,
        em: float,
        is_rtl: bool,
        *,
        is_exact: bool,
    ) -> float:
        """Return the smallest distance between the starts of two neighbouring letters of a text.

        It is a share of the advance width of the first of the two. `indices` are the indices of the
        letters on the page. `right` and `up` are the direction of the text, and `em` is its type
        size. With `is_exact`, the advance widths are those of the printed glyphs. This is slower.
        """
        min_spacing, last_position, advance, last_index = inf, inf, 0.0, -1
        for index in indices:
            calls.FPDFText_GetCharOrigin(self._text_address, index, *self._origin_places)
            place = self._origin[0] * right + self._origin[1] * up
            is_one_glyph = place == last_position and self._are_one_glyph(last_index, index)
            last_index = index
            if is_one_glyph:
                continue
            # The left one of both letters has the advance.
            own_advance = self._measure_advance(font, index, right, up, em, is_exact=is_exact)
            distance, width = place - last_position, advance
            if is_rtl and distance < 0:
                distance, width = -distance, own_advance
            if advance and width:
                min_spacing = min(min_spacing, distance / width)
            last_position, advance = place, own_advance
        return min_spacing

    def _are_one_glyph(self, first: int, second: int) -> bool:
        """Return whether two letters in one place are printed by one glyph, such as a ligature.

        Such letters have the same box. Two different letters printed over each other have two
        boxes. If equal letters are printed over each other, pdfium reads only one.
        """
        boxes = list[list[float]]()
        for index in (first, second):
            calls.FPDFText_GetCharBox(self._text_address, index, *self._edge_places)
            boxes.append(self._edges[:])
        return boxes[0] == boxes[1]

    def _measure_advance(
        self, font: int, index: int, right: float, up: float, em: float, *, is_exact: bool
    ) -> float:
        """Return the advance width of the letter at `index`; 0 if it may overlap the next letter.

        Some signs may do so. So may the two surrogate halves of an emoji, which are in one place.
        `right` and `up` are the direction of the text.
        """
        letter = calls.FPDFText_GetUnicode(self._text_address, index)
        can_overlap = chr(letter) in _KERNED_SIGNS or 0xD800 <= letter <= 0xDFFF
        # The glyph of such a letter depends on those around it, and pdfium may mirror a bracket.
        is_exact |= self._has_rtl_text
        if 0x0590 <= letter < 0x10A0 or (is_exact and not can_overlap):
            calls.FPDFText_GetLooseCharBox(self._text_address, index, self._float_places[0])
            left, top, far, bottom = self._floats[:4]
            return abs((far - left) * right) + abs((top - bottom) * up)
        if (font, letter) not in self._advances and not can_overlap:
            calls.FPDFFont_GetGlyphWidth(font, letter, 1.0, self._float_places[0])
            self._advances[font, letter] = self._floats[0]
        return self._advances.get((font, letter), 0.0) * em

    def _join_texts(self, first: PaintedText, second: PaintedText) -> PaintedText:
        """Return one text for two text objects that print two parts of the same text."""
        edges = zip(first.box, second.box, (min, min, max, max), strict=True)
        box = Box(*(pick(a, b) for a, b, pick in edges))
        closest = min(first.closest, second.closest)
        return replace(first, text=first.text + second.text, box=box, closest=closest)

    def _read_graphic(
        self, obj: int, kind: int, label: Label | None, face: Label | None
    ) -> Graphic:
        """Return a path, image or form XObject, with its box in mm from the corner of its face.

        `obj` is its address, and `kind` its type in pdfium.
        """
        # A drawing paints only a part of its box.
        is_opaque, fills_box, turn = True, kind == pdfium.FPDF_PAGEOBJ_IMAGE, None
        box, is_clipped = self._read_object_box(obj), self._is_clipped(obj)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            # ISO 32000-1, 8.5.3.1: a path can be filled, stroked or both; a stroke hides little.
            calls.FPDFPath_GetDrawMode(obj, *self._integer_places[:2])
            fill, stroke = self._integers[:2]
            is_opaque = bool(fill)
            fills_box = self._is_rectangle(obj)
            if not self._is_within_face(box, face):
                box = self._measure_path_box(obj, has_stroke=bool(stroke))
        elif label is not None:
            a, b, c, d, *_ = matrix = self._read_matrix(obj)
            is_mark = label.kind == "Mark"
            if is_mark and not make_box(*label.place).contains(box, _TRACE_TOLERANCE):
                box = self._measure_form_box(obj, Matrix(*matrix), has_strokes=False) or box
            # ISO 32000-1, 8.3.2.3: the page's y axis points up. A drawing's points down.
            sign = self._transform.sign
            a, b, c, d = (sign * value for value in (a, -b, -c, d))
            if abs(a + d) + abs(b - c) <= 1e-3 * hypot(a, b):
                turn = degrees(atan2(b, a))
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and not self._is_within_face(box, face):
            matrix = self._read_matrix(obj)
            box = self._measure_form_box(obj, Matrix(*matrix), has_strokes=True) or box
        if label is None:
            box = self._clip_box(obj, box)
        is_picture = kind != pdfium.FPDF_PAGEOBJ_PATH
        is_blended = kind == pdfium.FPDF_PAGEOBJ_IMAGE or calls.FPDFPageObj_HasTransparency(obj)
        return Graphic(
            label, box, is_opaque, turn, is_clipped, is_picture, bool(is_blended), fills_box
        )

    def _is_rectangle(self, path: int) -> bool:
        """Return whether the lines of a path are the four sides of an upright rectangle."""
        # A move, three or four lines, and a closing one.
        if calls.FPDFPath_CountSegments(path) not in (4, 5):
            return False
        points = list[tuple[float, float]]()
        for index in range(4):
            segment = calls.FPDFPath_GetPathSegment(path, index)
            calls.FPDFPathSegment_GetPoint(segment, *self._float_places[:2])
            points.append((self._floats[0], self._floats[1]))
        sides = pairwise((*points, points[0]))
        return all(x == next_x or y == next_y for (x, y), (next_x, next_y) in sides)

    def _is_within_face(self, box: Box, face: Label | None) -> bool:
        """Return whether a box is inside its face. Without a face, return True."""
        return not face or Box(0.0, 0.0, *face.place[2:4]).contains(box, _TRACE_TOLERANCE)

    def _measure_form_box(self, form: int, matrix: Matrix, *, has_strokes: bool) -> Box | None:
        """Return the exact box of the paths in a form XObject; None if it has no paths.

        With `has_strokes`, the line widths of the paths are added.
        """
        boxes = list[Box]()
        for index in range(max(0, calls.FPDFFormObj_CountObjects(form))):
            path = calls.FPDFFormObj_GetObject(form, index)
            calls.FPDFPath_GetDrawMode(path, *self._integer_places[:2])
            has_stroke = has_strokes and bool(self._integers[1])
            boxes.append(self._measure_path_box(path, has_stroke=has_stroke, outer=matrix))
        return find_bounding_box(boxes) if boxes else None

    def _measure_path_box(self, obj: int, *, has_stroke: bool, outer: Matrix = IDENTITY) -> Box:
        """Return the exact box of a path in mm from the corner of its face.

        The box that pdfium returns is too large: it includes control points and mitre joins.
        """
        matrix = outer @ Matrix(*self._read_matrix(obj))
        points: list[tuple[float, float]] = []
        controls: list[tuple[float, float]] = []
        for index in range(max(0, calls.FPDFPath_CountSegments(obj))):
            segment = calls.FPDFPath_GetPathSegment(obj, index)
            calls.FPDFPathSegment_GetPoint(segment, *self._float_places[:2])
            point = self._floats[0], self._floats[1]
            if calls.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
                controls.append(point)
                if len(controls) == 3:
                    points += _trace_curve(points[-1] if points else controls[0], *controls)
                    controls.clear()
            else:
                points.append(point)
        points = points or [(0.0, 0.0)]
        if not (matrix.b or matrix.c):
            # Without a rotation, two opposite corners of the box are enough.
            box = enclose_points(*zip(*points, strict=True))
            points = [box[:2], box[2:]]
        moved = [self._convert_point(*matrix.transform_point(*point)) for point in points]
        xs, ys = zip(*moved, strict=True)
        half_width = 0.0
        if has_stroke and calls.FPDFPageObj_GetStrokeWidth(obj, self._float_places[0]):
            half_width = self._floats[0] * outer.scale * MM_PER_POINT / 2
        return enclose_points(xs, ys).expand_by(half_width)

    def _read_matrix(self, obj: int) -> Sequence[float]:
        """Return the six numbers of an object's transformation matrix (ISO 32000-1, 8.3.3)."""
        calls.FPDFPageObj_GetMatrix(obj, self._float_places[0])
        return self._floats[:]

    def _read_clip_point(self, segment: int) -> tuple[float, float]:
        """Return a point of a clipping path, in mm from the corner of its face."""
        # Clipping paths are in page coordinates already.
        calls.FPDFPathSegment_GetPoint(segment, *self._float_places[:2])
        return self._convert_point(*self._floats[:2])

    def _convert_point(self, x: float, y: float) -> tuple[float, float]:
        """Return a point on the page, in points, in mm from the corner of its face."""
        return (x - self._left) * self._scale, (self._top - y) * self._scale

    def _clip_box(self, obj: int, box: Box) -> Box:
        """Return the part of a box that is inside the object's clipping paths (ISO 32000-1, 8.5.4).

        If no part is inside, the result is a line or a point on the edge of a clipping path.
        """
        clip = calls.FPDFPageObj_GetClipPath(obj)
        for index in range(calls.FPDFClipPath_CountPaths(clip)):
            count = max(0, calls.FPDFClipPath_CountPathSegments(clip, index))
            segments = (calls.FPDFClipPath_GetPathSegment(clip, index, i) for i in range(count))
            points = [self._read_clip_point(segment) for segment in segments]
            if points:
                xs, ys = zip(*points, strict=True)
                # What is outside becomes a line or a point on the edge of the path.
                left, right = (sorted((min(xs), edge, max(xs)))[1] for edge in box[::2])
                top, bottom = (sorted((min(ys), edge, max(ys)))[1] for edge in box[1::2])
                box = Box(left, top, right, bottom)
        return box

    def _read_object_box(self, obj: int) -> Box:
        """Return the bounding box of an object, in mm from the corner of its face."""
        calls.FPDFPageObj_GetBounds(obj, *self._float_places[:4])
        return self._convert_box_to_face_mm(*self._floats[:4])

    def _convert_box_to_face_mm(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return a box in mm from the corner of its face, given its edges on the page in points."""
        scale, x, y = self._scale, self._left, self._top
        near, far = (left - x) * scale, (right - x) * scale
        high, low = (y - top) * scale, (y - bottom) * scale
        return Box(near, high, far, low) if scale > 0 else Box(far, low, near, high)

    def _is_clipped(self, obj: int) -> bool:
        """Return whether an object has a clipping path other than the trim of the page.

        A part of a board is clipped at the trim. That is correct, because the next part continues
        there.
        """
        if calls.FPDFClipPath_CountPaths(calls.FPDFPageObj_GetClipPath(obj)) <= 0:
            return False
        clip, trim = self._clip_box(obj, _EVERYWHERE), self._convert_box_to_face_mm(*self._trim)
        return not all(abs(a - b) < _TRACE_TOLERANCE for a, b in zip(clip, trim, strict=True))
