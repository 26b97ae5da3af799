"""Comparison of one face, as it was read, with its expected content.

Values are compared by `face_checks`, which also inspects layouts before they are printed. This
module also checks that each text is where its label says, is painted normally and is not covered.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

import msgspec

from printgen.content.content import FaceContent
from printgen.face_checks.all_checks import find_problems
from printgen.face_checks.printed_face import (
    CAP_HEIGHT,
    PrintedFace,
    PrintedFormField,
    PrintedMark,
    PrintedText,
    quote_text,
)
from printgen.face_checks.texts import EDGE_TOLERANCE, KEEP_OUT, MAX_OUTLINE
from printgen.geometry import MM_PER_POINT, Box, find_text_box, make_box, measure_angle_between
from printgen.problems import Problem, make_error
from printgen.proof.reading.page_objects import Graphic, Label, PaintedFace, PaintedText
from printgen.proof.reading.pages import PagePicture
from printgen.proof.reading.pdf_file import Widget

MAX_OFFSET = 0.2
"""How far, in mm, a text or a mark may be from the place in its label."""
_SIZE_TOLERANCE = 0.01
_MAX_TURN = 0.5  # degrees
_OVERLAP_TOLERANCE = 0.1
_EDGE_TOLERANCE = EDGE_TOLERANCE + _OVERLAP_TOLERANCE
_STROKE_SHARE = 0.02
"""The fraction of a mark's size by which pdfium may report its strokes too wide."""


def compare_face(
    face: PaintedFace,
    content: FaceContent,
    widgets: Sequence[Widget],
    min_size: float,
    page: Box,
    picture: PagePicture,
) -> Iterator[Problem]:
    """Yield a problem for each difference between a face in a PDF and its expected content.

    `min_size` is the smallest text size allowed, in points. `page` is the box of the page in mm,
    and `picture` is a picture of the page. `widgets` are the form fields on the face.
    """
    title, corner = content.title, face.label.place[:2]
    for problem in find_problems(_make_printed_face(face, widgets), content, min_size):
        yield make_error(title, problem.message, problem.hint, problem.where.field)
    printable = page.expand_by(-KEEP_OUT).move_by(-corner[0], -corner[1])
    for text in face.texts:
        messages = _make_text_facts(text).messages
        if not messages and printable.contains(text.box, _EDGE_TOLERANCE):
            continue
        for message in messages:
            yield make_error(title, message, field=text.field)
        if face.is_fully_visible(text.box):
            yield from check_text_near_edge(title, text, page, corner)
    yield from find_covered_texts(title, face, picture, corner)
    if sum(paint.is_picture and paint.label is None for paint in face.paints) < content.pictures:
        yield make_error(title, "has no picture; the rules have one")
    for paint in face.paints:
        if paint.label is not None:
            yield from _check_mark(title, paint, paint.label, corner)


class _TextFacts(msgspec.Struct, frozen=True):
    """Facts about one text that do not depend on the rest of its face, so they can be cached.

    `core` is the area that no other text and no paint may overlap. `messages` say how the text
    differs from its label.
    """

    text: PaintedText
    printed_text: PrintedText | None
    core: Box
    messages: tuple[str, ...]


@lru_cache(maxsize=1 << 12)
def _make_text_facts(text: PaintedText) -> _TextFacts:
    label = text.label
    printed_text = None if label is None else _make_printed_text(text, label)
    messages = tuple(find_text_errors(text, label)) if label else (_describe_stray_text(text),)
    return _TextFacts(text, printed_text, _find_protected_box(text), messages)


def _describe_stray_text(text: PaintedText) -> str:
    return f"prints {quote_text(text.text)}, which belongs to no field"


def find_text_errors(text: PaintedText, label: Label) -> Iterator[str]:
    """Yield a message for each difference between a printed text and its label.

    The label says where and in which size the text was set.
    """
    quote = quote_text(text.text)
    x, y, width, size, angle, stretch = label.place
    dx, dy = text.x - x, text.y - y
    if max(abs(dx), abs(dy)) > MAX_OFFSET:
        yield f"{quote} is {_describe_offset(dx, dy)} its place"
    # ISO 32000-1, 9.3.6, table 106: 0 fills, 2 also strokes, 3 is invisible, 7 only clips.
    if text.render_mode not in (0, 2):
        visibility = "invisible" if text.render_mode in (3, 7) else "as an outline"
        yield f"{quote} is printed {visibility} (text rendering mode {text.render_mode})"
    if text.outline_width > MAX_OUTLINE * text.size + 1e-3:
        yield f"{quote} has an outline that closes its letters"
    if text.is_clipped:
        yield f"{quote} is cut off by a clipping path"
    if abs(text.stretch - stretch) > 1e-3:
        yield f"{quote} is stretched or slanted"
    if abs(text.size - size) > _SIZE_TOLERANCE * size:
        yield f"{quote} is {text.size:.2f} pt high; it was set in {size:g} pt"
    if measure_angle_between(text.angle, angle) > _MAX_TURN:
        yield f"{quote} is turned {text.angle:.1f}°; it was set at {angle:g}°"
    length = max(text.box.right - text.box.left, text.box.bottom - text.box.top)
    # Ink may extend beyond the advance width, and a short text is higher than it is long.
    em = text.size * MM_PER_POINT
    if length > max(width, em) + 0.5 * em and text.size >= size * (1 - _SIZE_TOLERANCE):
        yield f"{quote} is {length:.2f} mm long; it was set {width:.2f} mm long"


def find_covered_texts(
    title: str, face: PaintedFace, picture: PagePicture, corner: Sequence[float] = (0.0, 0.0)
) -> Iterator[Problem]:
    """Yield a problem for each text of a face that something is painted over later.

    `title` names the face, and `corner` is its top left corner on the page in mm. A rectangle that
    overlaps the main area of the letters always counts. Anything else, such as a frame, counts only
    if it hides ink in `picture`, the picture of the page.
    """
    all_facts = map(_make_text_facts, face.texts)
    open_texts = [
        _ProtectedText(facts.core.top, index, facts)
        for index, facts in enumerate(all_facts)
        if face.is_fully_visible(facts.text.box)
    ]
    open_texts.sort(key=lambda open_text: open_text.top)
    pairs = zip(face.texts_before, face.paints, strict=True)
    covering = [(count, *paint.box, paint) for count, paint in pairs if paint.covers]
    for index, (_, order, facts) in enumerate(open_texts):
        text, cap_box = facts.text, facts.core
        left, top, right, bottom = text.box
        later = covering[bisect(covering, order, key=itemgetter(0)) :]
        overlapping = [
            paint
            for _, x, y, x_end, y_end, paint in later
            if x < right and left < x_end and y < bottom and top < y_end
        ]
        covers = [item for item in overlapping if item.fills_box and cap_box.overlaps(item.box)]
        # Where a text may be faint, the picture does not show whether it is hidden.
        may_be_faint = text.label is not None and text.label.is_on_artwork
        if not covers and overlapping and not may_be_faint and is_ink_lost(picture, face, order):
            covers = overlapping
        if covers:
            place = covers[0].box.move_by(*corner)
            message = f"{quote_text(text.text)} has something painted over it, at {place}"
            yield make_error(title, message, field=text.field)
        for top, other_order, others in open_texts[index + 1 :]:
            if top >= cap_box.bottom:
                break
            if cap_box.overlaps(others.core) and not _are_parts_of_slanted_field(text, others.text):
                first, last = (text, others.text) if order < other_order else (others.text, text)
                message = f"{quote_text(first.text)} has {quote_text(last.text)} printed over it"
                yield make_error(title, message, field=first.field)


def is_ink_lost(picture: PagePicture, face: PaintedFace, index: int) -> bool:
    """Return whether a part of the text `face.texts[index]` is hidden or faint in the picture."""
    text, texts = face.texts[index], [*chain.from_iterable(face.objects)]
    later = face.paint_objects[bisect(face.texts_before, index) :]
    return any(
        picture.is_ink_lost(
            text_object,
            text.size,
            text.colour,
            texts,
            is_outlined=bool(text.render_mode),
            later=later,
        )
        for text_object in face.objects[index]
    )


class _ProtectedText(NamedTuple):
    """A text that must not be covered, sortable by `top`, its upper edge in mm.

    `order` is its place in the painting order of the texts.
    """

    top: float
    order: int
    facts: _TextFacts


def _find_protected_box(text: PaintedText) -> Box:
    """Return the box of a text that nothing else may overlap: from baseline to capital height.

    Accents and descenders are outside this box, because those of adjacent lines may overlap.
    """
    if text.label is None:
        return text.box.expand_by(-_OVERLAP_TOLERANCE)
    place = (text.x, text.y, text.label.place[2], text.size, text.angle)
    return find_text_box(*place, CAP_HEIGHT).expand_by(-_OVERLAP_TOLERANCE)


def _are_parts_of_slanted_field(text: PaintedText, other: PaintedText) -> bool:
    """Return whether two texts belong to one field, and both are turned by the same slanted angle.

    The boxes of such texts have upright sides, so they may overlap although the texts do not.
    """
    is_same_field = text.label and other.label and text.label.name == other.label.name
    return bool(is_same_field and text.angle % 90 and abs(text.angle - other.angle) < _MAX_TURN)


def check_text_near_edge(
    title: str, text: PaintedText, page: Box, corner: Sequence[float] = (0.0, 0.0)
) -> Iterator[Problem]:
    """Yield an error if a text is so near to the edge of the page that printers may not print it.

    `title` names its face, and `corner` is the top left corner of that face on the page in mm.
    """
    box = text.box.move_by(*corner)
    if not page.expand_by(-KEEP_OUT).contains(box, _EDGE_TOLERANCE):
        message = f"{quote_text(text.text)} is at {box}, less than {KEEP_OUT:g} mm"
        hint = "move it inwards: many printers cannot print there"
        yield make_error(title, f"{message} from the page's edge", hint, text.field)


def _check_mark(
    title: str, mark: Graphic, label: Label, corner: Sequence[float]
) -> Iterator[Problem]:
    """Yield errors if a mark (a drawing) is clipped, or is not inside the box in its label.

    `title` names its face, and `corner` is the top left corner of that face on the page in mm.
    """
    x, y, width, height = label.place
    place = make_box(x, y, width, height)
    if not place.contains(mark.box, MAX_OFFSET + _STROKE_SHARE * max(width, height)):
        message = f"the mark is at {mark.box.move_by(*corner)}"
        message = f"{message}; it was set at {place.move_by(*corner)}"
        yield make_error(title, message, field=label.name)
    if mark.is_clipped:
        yield make_error(title, "the mark is cut off by a clipping path", field=label.name)


def _make_printed_face(face: PaintedFace, widgets: Sequence[Widget]) -> PrintedFace:
    """Convert a face of the PDF to the form that `face_checks` uses."""
    left, top, width, height = face.label.place
    texts = tuple(filter(None, (_make_text_facts(text).printed_text for text in face.texts)))
    marks = tuple(
        PrintedMark(ink.label.name, ink.box, ink.turn) for ink in face.paints if ink.label
    )
    moved = ((widget, widget.box.move_by(-left, -top)) for widget in widgets)
    inputs = tuple(PrintedFormField(widget.name, widget.kind, box) for widget, box in moved)
    areas = tuple(ink.box for ink in face.paints if not ink.label)
    return PrintedFace(width, height, texts, marks, inputs, areas)


def _make_printed_text(text: PaintedText, label: Label) -> PrintedText:
    """Convert a text of the PDF to the form that `face_checks` uses.

    The width is the advance width in its label, because the page only shows the width of the ink.
    """
    place = (text.x, text.y, label.place[2], text.size, text.angle, text.closest)
    is_more, is_own = label.kind == "More", label.kind == "Own"
    return PrintedText(label.name or None, text.text, *place, is_more, is_own)


def _describe_offset(dx: float, dy: float) -> str:
    parts = []
    if abs(dx) > 0.05:
        parts.append(f"{abs(dx):.1f} mm {'right' if dx > 0 else 'left'} of")
    if abs(dy) > 0.05:
        parts.append(f"{abs(dy):.1f} mm {'below' if dy > 0 else 'above'}")
    return " and ".join(parts) or "off"


def list_template_words(face: PaintedFace) -> set[str]:
    """Return the texts on a face that come from its template, not from the data."""
    kinds = ("Words", "Own")
    return {text.text for text in face.texts if text.label and text.label.kind in kinds} - {""}
