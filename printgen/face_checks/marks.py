"""Turn the marks and form fields seen on a face and its content into those that are not right.

Each mark stands once or more, always the rules' own, whole, and upright as the face's text does, as
one of several may be upside down; each form field stands once, of its kind.
"""

from collections import Counter
from collections.abc import Iterator

from printgen.content.content import TURNED, Content
from printgen.face_checks.seen_face import Flaw, SeenFace, SeenMark, quoted
from printgen.face_checks.texts import SLACK

_TURN = 0.5
"""Degrees by which a mark may stand off its text."""


def wrong_marks(face: SeenFace, content: Content) -> Iterator[Flaw]:
    """What is wrong with the marks of a face."""
    angles = Counter(text.angle for text in face.texts if text.name) if face.marks else None
    upright = angles.most_common(1)[0][0] if angles else 0.0
    for name, picture in content.marks.items():
        marks = [mark for mark in face.marks if mark.name == name]
        if not marks:
            yield Flaw(name, "the mark is not printed; the rules say {}", (quoted(picture),))
        angle = upright + 180.0 * name.endswith(f".{TURNED}")
        stands = any(mark.turn is not None and _apart(mark.turn, angle) <= _TURN for mark in marks)
        for mark in marks:
            if mark.picture not in ("", picture):
                said = quoted(mark.picture), quoted(picture)
                yield Flaw(name, "prints the mark of {}; the rules say {}", said)
            yield from _badly_set(mark, face, angle, may_hang=stands)
    for mark in face.marks:
        if mark.name not in content.marks:
            yield Flaw(mark.name, "a mark is printed; the rules have none here")


def _badly_set(mark: SeenMark, face: SeenFace, angle: float, *, may_hang: bool) -> Iterator[Flaw]:
    if not face.box.holds(mark.box, SLACK):
        yield Flaw(mark.name, "the mark runs over the edge of its face", (), "move it inwards")
    if mark.turn is None:
        yield Flaw(mark.name, "the mark is mirrored, stretched or slanted")
    elif _apart(mark.turn, angle) > _TURN and not (
        may_hang and _apart(mark.turn, angle + 180) <= _TURN
    ):
        found = f"the mark is turned {mark.turn % 360:.0f}°; the text of its face stands at"
        yield Flaw(mark.name, f"{found} {angle % 360:g}°")


def _apart(one: float, other: float) -> float:
    """By how many degrees two angles differ."""
    return abs((one - other + 180) % 360 - 180)


def wrong_inputs(face: SeenFace, content: Content) -> Iterator[Flaw]:
    """What is wrong with the form fields of a face; what was typed into them is never judged."""
    seen = Counter(one.name for one in face.inputs)
    for name in content.inputs:
        if seen[name] > 1:
            yield Flaw(name, f"there are {seen[name]} form fields of this name")
        elif not seen[name]:
            yield Flaw(name, "the form field is missing; the rules want it")
    for one in face.inputs:
        kind = content.inputs.get(one.name)
        if kind is None:
            yield Flaw(one.name, "a form field; the rules have none here")
        elif one.kind != kind:
            found = f"the form field is of the kind {one.kind}; the rules say {kind}"
            yield Flaw(one.name, found)
        if not face.box.holds(one.box, SLACK):
            yield Flaw(one.name, "the form field runs over the edge of its face")
