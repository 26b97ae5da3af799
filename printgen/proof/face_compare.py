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
from printgen.face_checks.boxes import CAPITAL, Box, box_of_text, height_of
from printgen.face_checks.compare import flaws
from printgen.face_checks.seen_face import SeenFace, SeenInput, SeenMark, SeenText, quoted
from printgen.face_checks.texts import KEEP_OUT, SLACK
from printgen.problems import Problem
from printgen.proof.file import Widget
from printgen.proof.findings import fault
from printgen.proof.page_objects import Label, Paint, Painted, PaintedText

NEAR = 0.2
"""How far, in mm, a text or a mark may stand from its label's place."""
_SIZE = 0.01
_TURN = 0.5
_OVER = 0.1
_AT_EDGE = SLACK + _OVER
_STROKE = 0.02
"""The share of a mark's size by which pdfium may take its strokes to be wider than they are."""


def compare_face(
    face: Painted, content: Content, widgets: Sequence[Widget], smallest: float, page: Box
) -> Iterator[Problem]:
    """What differs between a face and its content; `smallest` is the least size in points."""
    title, corner = content.title, face.label.at[:2]
    for flaw in flaws(_seen(face, widgets), content, smallest):
        yield fault(f"{title}, {flaw.name}" if flaw.name else title, flaw.found, flaw.advice)
    inner = page.grown(-KEEP_OUT).moved(-corner[0], -corner[1])
    for text in face.texts:
        wrong = _held(text).wrong
        if not wrong and inner.holds(text.box, _AT_EDGE):
            continue
        for found in wrong:
            yield fault(_subject(title, text), found)
        yield from near_the_edge(_subject(title, text), text, page, corner)
    yield from covered(title, face, corner)
    if sum(paint.pictures and paint.label is None for paint in face.paints) < content.pictures:
        yield fault(title, "has no picture; the rules want one")
    for paint in face.paints:
        if paint.label is not None:
            yield from _wrong_mark(f"{title}, {paint.label.name}", paint, paint.label, corner)


class _Held(NamedTuple):
    """A text with what is asked of it alone: what must lie open of it, and how it is set wrongly.

    `high` reaches over the accents of its letters.
    """

    text: PaintedText
    seen: SeenText | None
    core: Box
    high: Box
    wrong: tuple[str, ...]


@lru_cache(maxsize=1 << 12)
def _held(text: PaintedText) -> _Held:
    label = text.label
    seen = None if label is None else _seen_text(text, label)
    core, high = _core(text), _core(text, height_of(text.text))
    wrong = tuple(wrong_text(text, label)) if label else (_strange(text),)
    return _Held(text, seen, core, high, wrong)


def _strange(text: PaintedText) -> str:
    return f"prints {quoted(text.text)}, which belongs to no field"


def wrong_text(text: PaintedText, label: Label) -> Iterator[str]:
    """What is wrong with how one text is set, whatever it says."""
    said = quoted(text.text)
    x, y, width, size, angle = label.at
    dx, dy = text.x - x, text.y - y
    if max(abs(dx), abs(dy)) > NEAR:
        yield f"{said} stands {_way(dx, dy)} its place"
    if text.mode != 0:
        how = "invisible" if text.mode in (3, 7) else "as an outline"
        yield f"{said} is printed {how} (text rendering mode {text.mode})"
    if text.clipped:
        yield f"{said} is cut off by a clip"
    if not text.even:
        yield f"{said} is stretched or slanted"
    if abs(text.size - size) > _SIZE * size:
        yield f"{said} is {text.size:.2f} pt high; it was set in {size:g} pt"
    if abs((text.angle - angle + 180) % 360 - 180) > _TURN:
        yield f"{said} is turned {text.angle:.1f}°; it was set at {angle:g}°"
    length = max(text.box.right - text.box.left, text.box.bottom - text.box.top)
    if length > width + text.size * 0.5 and text.size >= size * (1 - _SIZE):
        yield f"{said} is {length:.2f} mm long; it was set {width:.2f} mm long"


def covered(title: str, face: Painted, corner: Sequence[float] = (0.0, 0.0)) -> Iterator[Problem]:
    """What is painted over the texts of a face after them; `title` names the face."""
    held_all = map(_held, face.texts)
    open_ = [_Open(held.core.top, index, held) for index, held in enumerate(held_all)]
    open_.sort(key=lambda one: one.top)
    over = [pair for pair in zip(face.before, face.paints, strict=True) if pair[1].covers]
    for index, (_, order, held) in enumerate(open_):
        text, core, high = held.text, held.core, held.high
        for _, paint in over[bisect(over, order, key=itemgetter(0)) :]:
            if high.meets(paint.box):
                found = f"{quoted(text.text)} has something painted over it, at"
                yield fault(_subject(title, text), f"{found} {paint.box.moved(*corner)}")
        for top, other, more in open_[index + 1 :]:
            if top >= core.bottom:
                break
            if core.meets(more.core) and not _side_by_side(text, more.text):
                first, last = (text, more.text) if order < other else (more.text, text)
                found = f"{quoted(first.text)} has {quoted(last.text)} printed over it"
                yield fault(_subject(title, first), found)


def _subject(title: str, text: PaintedText) -> str:
    return f"{title}, {text.label.name}" if text.label and text.label.name else title


class _Open(NamedTuple):
    """What must lie open of a text, from its top on."""

    top: float
    order: int
    held: _Held


def _core(text: PaintedText, tall: float = CAPITAL) -> Box:
    """What must lie open of a text: accents and tails of close lines may cross."""
    if text.label is None:
        return text.box.grown(-_OVER)
    place = (text.x, text.y, text.label.at[2], text.size, text.angle)
    return box_of_text(*place, tall).grown(-_OVER)


def _side_by_side(one: PaintedText, other: PaintedText) -> bool:
    """Whether two texts are of one slanting line, whose upright boxes meet without harm."""
    same = one.label and other.label and one.label.name == other.label.name
    return bool(same and one.angle % 90 and abs(one.angle - other.angle) < _TURN)


def near_the_edge(
    subject: str, text: PaintedText, page: Box, corner: Sequence[float] = (0.0, 0.0)
) -> Iterator[Problem]:
    """Whether a text stands where many printers print nothing."""
    box = text.box.moved(*corner)
    if not page.grown(-KEEP_OUT).holds(box, _AT_EDGE):
        found = f"{quoted(text.text)} stands at {box}, nearer than {KEEP_OUT:g} mm"
        hint = "move it inwards: many printers leave out what stands there"
        yield fault(subject, f"{found} to the page's edge", hint)


def _wrong_mark(
    subject: str, mark: Paint, label: Label, corner: Sequence[float]
) -> Iterator[Problem]:
    x, y, width, height = label.at
    place = Box(x, y, x + width, y + height)
    if not place.holds(mark.box, NEAR + _STROKE * max(width, height)):
        found = f"the mark stands at {mark.box.moved(*corner)}"
        yield fault(subject, f"{found}; it was set at {place.moved(*corner)}")
    if mark.clipped:
        yield fault(subject, "the mark is cut off by a clip")


def _seen(face: Painted, widgets: Sequence[Widget]) -> SeenFace:
    """The face as it was read."""
    left, top, width, height = face.label.at
    texts = tuple(one for text in face.texts if (one := _held(text).seen))
    marks = tuple(
        SeenMark(paint.label.name, paint.box, paint.turn) for paint in face.paints if paint.label
    )
    inputs = tuple(
        SeenInput(widget.name, widget.kind, widget.box.moved(-left, -top)) for widget in widgets
    )
    return SeenFace(width, height, texts, marks, inputs)


def _seen_text(text: PaintedText, label: Label) -> SeenText:
    """A text as it was read; its width is its label's: a page tells only that of the ink."""
    place = (text.x, text.y, label.at[2], text.size, text.angle, text.closest)
    more, own = label.kind == "More", label.kind == "Own"
    return SeenText(label.name or None, text.text, *place, more, own)


def _way(dx: float, dy: float) -> str:
    parts = []
    if abs(dx) > 0.05:
        parts.append(f"{abs(dx):.1f} mm {'right' if dx > 0 else 'left'} of")
    if abs(dy) > 0.05:
        parts.append(f"{abs(dy):.1f} mm {'below' if dy > 0 else 'above'}")
    return " and ".join(parts) or "beside"


def own_words(face: Painted) -> set[str]:
    """The words on a face that its template brought along."""
    kinds = ("Words", "Own")
    return {text.text for text in face.texts if text.label and text.label.kind in kinds} - {""}
