"""Turn one face as it was read and its content into what differs.

What the words say is compared as the design's own are; here it is asked besides whether each stands
where its label says, is painted as text is, and lies open. It knows nothing of the other faces.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from printgen.content.content import Content
from printgen.problems import Problem
from printgen.proof.faults import fault
from printgen.proof.file import Widget
from printgen.proof.read import Label, Paint, Painted, PaintedText
from printgen.seen.flaws import flaws
from printgen.seen.parts import SeenFace, SeenInput, SeenMark, quoted, seen_text
from printgen.seen.place import CAPITAL, Box, box_of_text, height_of
from printgen.seen.words import KEEP_OUT, SLACK

NEAR = 0.2
"""How far, in mm, a text or a mark may stand from its label's place."""
_SIZE = 0.01
_TURN = 0.5
_OVER = 0.1
_STROKE = 0.02
"""The share of a mark's size by which pdfium may take its strokes to be wider than they are."""
_FEWEST = 4
"""Texts from which a face may be taken for shifted as a whole."""


def compare_face(
    face: Painted, content: Content, widgets: Sequence[Widget], smallest: float, page: Box
) -> Iterator[Problem]:
    """What differs between a face and its content; `smallest` is the least size in points."""
    title = content.title
    corner = face.label.at[:2]
    shift = _shift(face)
    if shift:
        yield fault(title, f"stands {_way(*shift)} its place, all of it")
    seen = _seen(face, widgets, shift or (0.0, 0.0))
    for name, found, hint, _ in flaws(seen, content, smallest):
        yield fault(f"{title}, {name}" if name else title, found, hint)
    for text in face.texts:
        subject = f"{title}, {text.label.name}" if text.label and text.label.name else title
        if text.label is None:
            yield fault(title, f"prints {quoted(text.text)}, which belongs to no field")
        else:
            x, y = (one + more for one, more in zip(corner, shift or (0.0, 0.0), strict=True))
            yield from wrong_text(subject, text, text.label, (x, y))
        yield from near_the_edge(subject, text, page)
    yield from covered(title, face)
    if sum(paint.pictures and paint.label is None for paint in face.paints) < content.pictures:
        yield fault(title, "has no picture; the rules want one")
    for paint in face.paints:
        if paint.label is not None:
            yield from _wrong_mark(f"{title}, {paint.label.name}", paint, corner, shift)


def wrong_text(
    subject: str, text: PaintedText, label: Label, corner: tuple[float, float]
) -> Iterator[Problem]:
    """What is wrong with how one text is set, whatever it says.

    Its label's place is from `corner`, in mm on the page.
    """
    said = quoted(text.text)
    x, y, width, size, angle = label.at
    dx, dy = text.x - corner[0] - x, text.y - corner[1] - y
    if max(abs(dx), abs(dy)) > NEAR:
        yield fault(subject, f"{said} stands {_way(dx, dy)} its place")
    if text.mode != 0:
        how = "invisible" if text.mode in (3, 7) else "as an outline"
        yield fault(subject, f"{said} is printed {how} (text rendering mode {text.mode})")
    if text.clipped:
        yield fault(subject, f"{said} is cut off by a clip")
    if not text.even:
        yield fault(subject, f"{said} is stretched or slanted")
    if abs(text.size - size) > _SIZE * size:
        yield fault(subject, f"{said} is {text.size:.2f} pt high; it was set in {size:g} pt")
    if abs((text.angle - angle + 180) % 360 - 180) > _TURN:
        yield fault(subject, f"{said} is turned {text.angle:.1f}°; it was set at {angle:g}°")
    length = max(text.box.right - text.box.left, text.box.bottom - text.box.top)
    if length > width + text.size * 0.5 and text.size >= size * (1 - _SIZE):
        yield fault(subject, f"{said} is {length:.2f} mm long; it was set {width:.2f} mm long")


def covered(title: str, face: Painted) -> Iterator[Problem]:
    """What is painted over the texts of a face after them; `title` names the face."""
    open_ = [_Open(core.top, core, text) for text in face.texts if (core := _core(text))]
    open_.sort(key=lambda one: one.top)
    over = [paint for paint in face.paints if paint.covers]
    for index, (_, core, text) in enumerate(open_):
        subject = f"{title}, {text.label.name}" if text.label and text.label.name else title
        high = _core(text, height_of(text.text))
        for paint in over:
            if paint.order > text.order and high.meets(paint.box):
                found = f"{quoted(text.text)} has something painted over it, at {paint.box}"
                yield fault(subject, found)
        for top, other, more in open_[index + 1 :]:
            if top >= core.bottom:
                break
            if core.meets(other) and not _side_by_side(text, more):
                first, last = sorted((text, more), key=lambda one: one.order)
                name = f", {first.label.name}" if first.label and first.label.name else ""
                found = f"{quoted(first.text)} has {quoted(last.text)} printed over it"
                yield fault(f"{title}{name}", found)


class _Open(NamedTuple):
    """What must lie open of a text, from its top on."""

    top: float
    core: Box
    text: PaintedText


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


def near_the_edge(subject: str, text: PaintedText, page: Box) -> Iterator[Problem]:
    """Whether a text stands where many printers print nothing."""
    if not page.grown(-KEEP_OUT).holds(text.box, SLACK + _OVER):
        found = f"{quoted(text.text)} stands at {text.box}, nearer than {KEEP_OUT:g} mm"
        hint = "move it inwards: many printers leave out what stands there"
        yield fault(subject, f"{found} to the page's edge", hint)


def _wrong_mark(
    subject: str, mark: Paint, corner: Sequence[float], shift: tuple[float, float] | None
) -> Iterator[Problem]:
    place = _placed(mark.label, corner, shift) if mark.label else mark.box
    size = max(place.right - place.left, place.bottom - place.top)
    if not place.holds(mark.box, NEAR + _STROKE * size):
        yield fault(subject, f"the mark stands at {mark.box}; it was set at {place}")
    if mark.clipped:
        yield fault(subject, "the mark is cut off by a clip")


def _placed(label: Label, corner: Sequence[float], shift: tuple[float, float] | None) -> Box:
    x, y, width, height = label.at
    box = Box(x, y, x + width, y + height).moved(corner[0], corner[1])
    return box.moved(*shift) if shift else box


def _shift(face: Painted) -> tuple[float, float] | None:
    """How far all of a face stands off its place, if it does and its texts do alike."""
    x, y = face.label.at[:2]
    off = [
        (text.x - x - text.label.at[0], text.y - y - text.label.at[1])
        for text in face.texts
        if text.label
    ]
    if len(off) < _FEWEST:
        return None
    dx, dy = (median(way) for way in zip(*off, strict=True))
    alike = sum(abs(a - dx) <= NEAR and abs(b - dy) <= NEAR for a, b in off)
    is_shifted = max(abs(dx), abs(dy)) > NEAR and alike > len(off) / 2
    return (dx, dy) if is_shifted else None


def _seen(face: Painted, widgets: Sequence[Widget], shift: tuple[float, float]) -> SeenFace:
    """The face as it was read, from its own corner; what was shifted with it stands where it was.

    The width of a text is that of its label: a page tells only that of the ink.
    """
    left, top, width, height = face.label.at
    x, y = left + shift[0], top + shift[1]
    texts = tuple(
        seen_text(
            text.label.name or None,
            text.text,
            text.x - x,
            text.y - y,
            text.label.at[2],
            text.size,
            text.angle,
            text.closest,
            goes_on=text.label.kind == "More",
            own=text.label.kind == "Own",
        )
        for text in face.texts
        if text.label
    )
    marks = tuple(
        SeenMark(paint.label.name, paint.box.moved(-x, -y), paint.turn)
        for paint in face.paints
        if paint.label
    )
    inputs = tuple(
        SeenInput(widget.name, widget.kind, widget.box.moved(-left, -top)) for widget in widgets
    )
    return SeenFace(width, height, texts, marks, inputs)


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
