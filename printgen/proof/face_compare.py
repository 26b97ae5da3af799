"""Turn one face as it was read and its content into what differs.

What the words say is compared as the design's own are; here it is asked besides whether each stands
where its label says, is painted as text is, and lies open. It knows nothing of the other faces.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from printgen.content.content import Content
from printgen.face_checks.boxes import CAPITAL, Box, find_text_box, measure_em_height
from printgen.face_checks.compare import find_flaws
from printgen.face_checks.seen_face import ReadFace, ReadInput, ReadMark, ReadText, quote_text
from printgen.face_checks.texts import EDGE_TOLERANCE, KEEP_OUT
from printgen.problems import Problem
from printgen.proof.file import Widget
from printgen.proof.findings import as_error
from printgen.proof.page_objects import FaceInk, Graphic, Label, PaintedText

MAX_OFFSET = 0.2
"""How far, in mm, a text or a mark may stand from its label's place."""
_SIZE_TOLERANCE = 0.01
_TURN = 0.5
_OVERLAP_TOLERANCE = 0.1
_EDGE_TOLERANCE = EDGE_TOLERANCE + _OVERLAP_TOLERANCE
_STROKE_SHARE = 0.02
"""The share of a mark's size by which pdfium may take its strokes to be wider than they are."""


def compare_face(
    face: FaceInk, content: Content, widgets: Sequence[Widget], smallest: float, page: Box
) -> Iterator[Problem]:
    """What differs between a face and its content; `smallest` is the least size in points."""
    title, corner = content.title, face.label.place[:2]
    for flaw in find_flaws(_make_read_face(face, widgets), content, smallest):
        yield as_error(f"{title}, {flaw.name}" if flaw.name else title, flaw.message, flaw.advice)
    printable = page.expand_by(-KEEP_OUT).move_by(-corner[0], -corner[1])
    for text in face.texts:
        messages = _text_facts(text).messages
        if not messages and printable.covers(text.box, _EDGE_TOLERANCE):
            continue
        for message in messages:
            yield as_error(_format_subject(title, text), message)
        yield from check_text_near_edge(_format_subject(title, text), text, page, corner)
    yield from find_covered_texts(title, face, corner)
    if sum(paint.is_picture and paint.label is None for paint in face.paints) < content.pictures:
        yield as_error(title, "has no picture; the rules want one")
    for paint in face.paints:
        if paint.label is not None:
            yield from _check_mark(f"{title}, {paint.label.name}", paint, paint.label, corner)


class _TextFacts(NamedTuple):
    """A text with what is asked of it alone: what must lie open of it, and how it is set wrongly.

    `high` reaches over the accents of its letters.
    """

    text: PaintedText
    read_text: ReadText | None
    core: Box
    accent_box: Box
    messages: tuple[str, ...]


@lru_cache(maxsize=1 << 12)
def _text_facts(text: PaintedText) -> _TextFacts:
    label = text.label
    read_text = None if label is None else _make_read_text(text, label)
    cap_box, accent_box = _cap_box(text), _cap_box(text, measure_em_height(text.text))
    messages = tuple(find_text_errors(text, label)) if label else (_describe_stray_text(text),)
    return _TextFacts(text, read_text, cap_box, accent_box, messages)


def _describe_stray_text(text: PaintedText) -> str:
    return f"prints {quote_text(text.text)}, which belongs to no field"


def find_text_errors(text: PaintedText, label: Label) -> Iterator[str]:
    """What is wrong with how one text is set, whatever it says."""
    quote = quote_text(text.text)
    x, y, width, size, angle = label.place
    dx, dy = text.x - x, text.y - y
    if max(abs(dx), abs(dy)) > MAX_OFFSET:
        yield f"{quote} stands {_describe_offset(dx, dy)} its place"
    if text.render_mode != 0:
        visibility = "invisible" if text.render_mode in (3, 7) else "as an outline"
        yield f"{quote} is printed {visibility} (text rendering mode {text.render_mode})"
    if text.is_clipped:
        yield f"{quote} is cut off by a clip"
    if not text.is_undistorted:
        yield f"{quote} is stretched or slanted"
    if abs(text.size - size) > _SIZE_TOLERANCE * size:
        yield f"{quote} is {text.size:.2f} pt high; it was set in {size:g} pt"
    if abs((text.angle - angle + 180) % 360 - 180) > _TURN:
        yield f"{quote} is turned {text.angle:.1f}°; it was set at {angle:g}°"
    length = max(text.box.right - text.box.left, text.box.bottom - text.box.top)
    if length > width + text.size * 0.5 and text.size >= size * (1 - _SIZE_TOLERANCE):
        yield f"{quote} is {length:.2f} mm long; it was set {width:.2f} mm long"


def find_covered_texts(
    title: str, face: FaceInk, corner: Sequence[float] = (0.0, 0.0)
) -> Iterator[Problem]:
    """What is painted over the texts of a face after them; `title` names the face."""
    all_facts = map(_text_facts, face.texts)
    open_texts = [_OpenText(facts.core.top, index, facts) for index, facts in enumerate(all_facts)]
    open_texts.sort(key=lambda open_text: open_text.top)
    covering = [pair for pair in zip(face.texts_before, face.paints, strict=True) if pair[1].covers]
    for index, (_, order, facts) in enumerate(open_texts):
        text, cap_box, accent_box = facts.text, facts.core, facts.accent_box
        for _, graphic in covering[bisect(covering, order, key=itemgetter(0)) :]:
            if accent_box.meets(graphic.box):
                message = f"{quote_text(text.text)} has something painted over it, at"
                yield as_error(
                    _format_subject(title, text), f"{message} {graphic.box.move_by(*corner)}"
                )
        for top, other_order, others in open_texts[index + 1 :]:
            if top >= cap_box.bottom:
                break
            if cap_box.meets(others.core) and not _is_on_same_line(text, others.text):
                first, last = (text, others.text) if order < other_order else (others.text, text)
                message = f"{quote_text(first.text)} has {quote_text(last.text)} printed over it"
                yield as_error(_format_subject(title, first), message)


def _format_subject(title: str, text: PaintedText) -> str:
    return f"{title}, {text.label.name}" if text.label and text.label.name else title


class _OpenText(NamedTuple):
    """What must lie open of a text, from its top on."""

    top: float
    order: int
    facts: _TextFacts


def _cap_box(text: PaintedText, height: float = CAPITAL) -> Box:
    """What must lie open of a text: accents and tails of close lines may cross."""
    if text.label is None:
        return text.box.expand_by(-_OVERLAP_TOLERANCE)
    place = (text.x, text.y, text.label.place[2], text.size, text.angle)
    return find_text_box(*place, height).expand_by(-_OVERLAP_TOLERANCE)


def _is_on_same_line(text: PaintedText, other: PaintedText) -> bool:
    """Whether two texts are of one slanting line, whose upright boxes meet without harm."""
    is_same_field = text.label and other.label and text.label.name == other.label.name
    return bool(is_same_field and text.angle % 90 and abs(text.angle - other.angle) < _TURN)


def check_text_near_edge(
    subject: str, text: PaintedText, page: Box, corner: Sequence[float] = (0.0, 0.0)
) -> Iterator[Problem]:
    """Whether a text stands where many printers print nothing."""
    box = text.box.move_by(*corner)
    if not page.expand_by(-KEEP_OUT).covers(box, _EDGE_TOLERANCE):
        message = f"{quote_text(text.text)} stands at {box}, nearer than {KEEP_OUT:g} mm"
        hint = "move it inwards: many printers leave out what stands there"
        yield as_error(subject, f"{message} to the page's edge", hint)


def _check_mark(
    subject: str, mark: Graphic, label: Label, corner: Sequence[float]
) -> Iterator[Problem]:
    x, y, width, height = label.place
    place = Box(x, y, x + width, y + height)
    if not place.covers(mark.box, MAX_OFFSET + _STROKE_SHARE * max(width, height)):
        message = f"the mark stands at {mark.box.move_by(*corner)}"
        yield as_error(subject, f"{message}; it was set at {place.move_by(*corner)}")
    if mark.is_clipped:
        yield as_error(subject, "the mark is cut off by a clip")


def _make_read_face(face: FaceInk, widgets: Sequence[Widget]) -> ReadFace:
    """The face as it was read."""
    left, top, width, height = face.label.place
    texts = tuple(read_text for text in face.texts if (read_text := _text_facts(text).read_text))
    marks = tuple(ReadMark(art.label.name, art.box, art.turn) for art in face.paints if art.label)
    inputs = tuple(
        ReadInput(widget.name, widget.kind, widget.box.move_by(-left, -top)) for widget in widgets
    )
    return ReadFace(width, height, texts, marks, inputs)


def _make_read_text(text: PaintedText, label: Label) -> ReadText:
    """A text as it was read; its width is its label's: a page tells only that of the ink."""
    place = (text.x, text.y, label.place[2], text.size, text.angle, text.closest)
    is_more, is_own = label.kind == "More", label.kind == "Own"
    return ReadText(label.name or None, text.text, *place, is_more, is_own)


def _describe_offset(dx: float, dy: float) -> str:
    parts = []
    if abs(dx) > 0.05:
        parts.append(f"{abs(dx):.1f} mm {'right' if dx > 0 else 'left'} of")
    if abs(dy) > 0.05:
        parts.append(f"{abs(dy):.1f} mm {'below' if dy > 0 else 'above'}")
    return " and ".join(parts) or "beside"


def list_template_words(face: FaceInk) -> set[str]:
    """The words on a face that its template brought along."""
    kinds = ("Words", "Own")
    return {text.text for text in face.texts if text.label and text.label.kind in kinds} - {""}
