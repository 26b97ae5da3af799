"""Turn one face as printed and its content into what differs.

Each field exactly once, in its words, its place and its size; each mark once; nothing that the
rules do not have. It knows nothing of the other faces.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from printgen.content.model import TURNED, Content
from printgen.problems import Problem
from printgen.proof.finding import fault, quoted
from printgen.proof.geometry import MM_PER_POINT, Box
from printgen.proof.match import Found, FoundFace
from printgen.proof.painted import Placed, Run

SMALLEST = 6.5
"""The least size in points that can be read on a piece in the hand; facts of the print."""
SMALLEST_ON_PAGE = 9.0
"""The same for a page that lies on the table."""
SMALLEST_FOOTER = 5.0
KEEP_OUT = 5.0
"""mm from the page's edge in which many printers print nothing."""

_WIDTH_SLACK = 0.2
_SIZE_SLACK = 0.01
_TURN_SLACK = 0.5
_SAME_LINE = 0.4
"""The share of its size by which a piece of a line may stand off the line's base."""
_GUTTER = 2.0
"""The least mm between two columns of text."""
_TRIM_SLACK = 0.01


def compare_face(
    face: FoundFace, content: Content, smallest: float, printable: Box, strays: list[Run]
) -> Iterator[Problem]:
    """What differs between a face and its content.

    `smallest` is the least size of its text in points, `printable` the page without its keep-out;
    `strays` are the page's runs that stand in no slot: a field found among them, out of its place,
    is taken from them.
    """
    title = content.title
    if face.shift is not None:
        yield fault(title, f"stands {_shift(*face.shift)} its place, all of it")
    found: dict[str, list[Found]] = {}
    for pair in face.runs:
        found.setdefault(pair.slot.name, []).append(pair)
    for name, text in content.fields.items():
        pairs = found.pop(name, None)
        subject = f"{title}, {name}"
        if pairs is None:
            yield fault(subject, f"is not printed; the rules say {quoted(text)}")
            continue
        yield from _field(subject, text, pairs, strays)
        least = SMALLEST_FOOTER if name in content.small else smallest
        for pair in pairs:
            if pair.run is not None:
                yield from compare_run(subject, pair, pair.run, least, face.box, printable)
    for name, pairs in found.items():
        printed = " ".join(pair.run.text for pair in pairs if pair.run)
        yield fault(
            f"{title}, {name}", f"prints {quoted(printed)}; the rules have no such field here"
        )
    yield from _words(face, title, smallest, printable)
    yield from _marks(face, content)


def compare_run(
    subject: str, pair: Found, run: Run, least: float, trim: Box, printable: Box
) -> Iterator[Problem]:
    """What is wrong with how one run is set, whatever it says."""
    slot = pair.slot
    if run.mode != 0:
        how = "invisible" if run.mode in (3, 7) else "as an outline"
        yield fault(
            subject, f"{quoted(run.text)} is printed {how} (text rendering mode {run.mode})"
        )
    if run.clipped:
        yield fault(subject, f"{quoted(run.text)} is cut off by a clip")
    if not run.even:
        yield fault(subject, f"{quoted(run.text)} is stretched or slanted")
    if abs(run.size - slot.size) > _SIZE_SLACK * slot.size:
        yield fault(
            subject, f"{quoted(run.text)} is {run.size:.2f} pt high; it was set in {slot.size:g} pt"
        )
    if run.size < least - 0.005:
        yield fault(
            subject,
            f"{quoted(run.text)} is {run.size:.2f} pt high, too small to read",
            f"set it in {least:g} pt or more",
        )
    if abs((run.angle - slot.angle + 180) % 360 - 180) > _TURN_SLACK:
        yield fault(
            subject, f"{quoted(run.text)} is turned {run.angle:.1f}°; it was set at {slot.angle:g}°"
        )
    if not trim.holds(run.box, _TRIM_SLACK):
        yield fault(subject, f"{quoted(run.text)} runs over the edge of its face, at {_at(run)}")
    elif not printable.holds(run.box, _TRIM_SLACK):
        yield fault(
            subject,
            f"{quoted(run.text)} stands at {_at(run)},"
            f" nearer than {KEEP_OUT:g} mm to the page's edge",
            "move it inwards: many printers leave out what stands there",
        )


def joined(pairs: Sequence[Found]) -> str:
    """The text of a field's runs in reading order; a line break reads as a newline."""
    text = ""
    last: Run | None = None
    for pair in pairs:
        run = pair.run
        if run is None:
            continue
        if last is not None:
            same_line = abs(run.y - last.y) < 0.1 and abs(run.angle) < 0.1
            gap = run.x - (last.x + last.width)
            if not same_line:
                text += "\n"
            elif gap > 0.1 * last.size * MM_PER_POINT:
                text += " "
        text += run.text
        last = run
    return text


def says(printed: str, text: str) -> bool:
    """Whether a field as printed says `text`.

    A line may break at a space or after a hyphen, and words may be set in capitals.
    """
    if printed == text:
        return True
    return any(
        _plain(printed) in (_plain(wanted), _unhyphened(printed, wanted))
        for wanted in (text, text.upper())
    )


def _plain(text: str) -> str:
    return " ".join(text.split())


def _unhyphened(printed: str, wanted: str) -> str:
    """`wanted` with a space after each hyphen at which `printed` breaks its line."""
    pieces = re.split(r"(?<=[-‐–—/])\n", printed)
    text, rest = [], _plain(wanted)
    for piece in pieces[:-1]:
        piece = _plain(piece)
        if not rest.startswith(piece):
            break
        text.append(piece)
        rest = rest[len(piece) :].lstrip()
    return " ".join([*text, rest])


def _field(subject: str, text: str, pairs: Sequence[Found], strays: list[Run]) -> Iterator[Problem]:
    lost = [pair for pair in pairs if pair.run is None]
    if not lost:
        printed = joined(pairs)
        if not says(printed, text):
            yield fault(subject, f"prints {quoted(_plain(printed))}; the rules say {quoted(text)}")
            return
        for pair in pairs:
            run = pair.run
            if run and abs(run.width - pair.slot.width) > _WIDTH_SLACK + 0.01 * pair.slot.width:
                yield fault(
                    subject,
                    f"{quoted(run.text)} is {run.width:.2f} mm wide;"
                    f" it was set {pair.slot.width:.2f} mm wide",
                )
        yield from _in_order(subject, [pair.run for pair in pairs if pair.run])
        return
    moved = _nearest(lost[0], text, strays) if len(pairs) == 1 else None
    if moved is not None:
        strays.remove(moved)
        dx, dy = moved.x - lost[0].x, moved.y - lost[0].y
        yield fault(
            subject,
            f"prints {quoted(moved.text)} {_shift(dx, dy)} its place;"
            f" the rules say {quoted(text)} at {lost[0].x:.1f}, {lost[0].y:.1f} mm",
        )
        return
    printed = _plain(joined(pairs))
    yield fault(
        subject,
        f"{f'prints only {quoted(printed)}' if printed else 'prints nothing in its place'}"
        f" ({lost[0].x:.1f}, {lost[0].y:.1f} mm); the rules say {quoted(text)}",
    )


def _in_order(subject: str, runs: Sequence[Run]) -> Iterator[Problem]:
    """What stands before the piece that its field has before it: lines go down, pieces right.

    A text may go on at the top of the next column, right of all that came before.
    """
    if len(runs) < 2:
        return
    turn = radians(runs[0].angle)
    along, across = cos(turn), sin(turn)
    last_end = last_base = rightmost = 0.0
    for index, run in enumerate(runs):
        start = run.x * along + run.y * across
        base = run.y * along - run.x * across
        line = _SAME_LINE * run.size * MM_PER_POINT
        if index:
            above = base < last_base - line
            before = base <= last_base + line and start < last_end - _WIDTH_SLACK
            if before or (above and start < rightmost + _GUTTER):
                where = "above" if above else "before"
                yield fault(
                    subject,
                    f"{quoted(run.text)} stands {where} {quoted(runs[index - 1].text)},"
                    " which comes first in its text",
                )
        last_end, last_base = start + run.width, base
        rightmost = max(rightmost, last_end) if index else last_end


def _nearest(lost: Found, text: str, strays: Sequence[Run]) -> Run | None:
    alike = [run for run in strays if says(run.text, text)]
    return min(alike, key=lambda run: (run.x - lost.x) ** 2 + (run.y - lost.y) ** 2, default=None)


def _shift(dx: float, dy: float) -> str:
    parts = []
    if abs(dx) > 0.05:
        parts.append(f"{abs(dx):.1f} mm {'right' if dx > 0 else 'left'} of")
    if abs(dy) > 0.05:
        parts.append(f"{abs(dy):.1f} mm {'below' if dy > 0 else 'above'}")
    return " and ".join(parts) or "beside"


def _words(face: FoundFace, title: str, smallest: float, printable: Box) -> Iterator[Problem]:
    """A user's own words: nothing says that they are right, only how they should be set."""
    for pair in face.words:
        if pair.slot.name.isspace():
            continue
        if pair.run is None:
            yield fault(
                title,
                f"the template's words {quoted(pair.slot.name)} are not printed in their place",
            )
            continue
        if pair.run.text != pair.slot.name:
            yield fault(
                title, f"prints {quoted(pair.run.text)}; its template says {quoted(pair.slot.name)}"
            )
        yield from compare_run(title, pair, pair.run, smallest, face.box, printable)


def _marks(face: FoundFace, content: Content) -> Iterator[Problem]:
    found = {}
    angles = Counter([pair.slot.angle for pair in face.runs]) if face.marks else None
    angle = angles.most_common(1)[0][0] if angles else 0.0
    for pair in face.marks:
        subject = f"{content.title}, {pair.slot.name}"
        if pair.slot.name in found:
            yield fault(subject, "the mark is printed twice; the rules say once")
        found[pair.slot.name] = pair
        if pair.slot.name not in content.marks:
            yield fault(subject, "a mark is printed; the rules have none here")
        elif pair.placed is None:
            wanted = quoted(content.marks[pair.slot.name])
            yield fault(
                subject,
                f"no picture stands in the mark's place ({pair.box.left:.1f}, {pair.box.top:.1f}"
                f" mm); the rules say {wanted}",
            )
        else:
            turned = 180.0 if pair.slot.name.endswith(f".{TURNED}") else 0.0
            yield from _set(subject, pair.placed, face.box, angle + turned)
    for name, picture in content.marks.items():
        if name not in found:
            yield fault(
                f"{content.title}, {name}",
                f"the mark is not printed; the rules say {quoted(picture)}",
            )


def _set(subject: str, placed: Placed, trim: Box, angle: float) -> Iterator[Problem]:
    """What is wrong with how a mark is set: it stands as the face's text does, whole and even."""
    if not trim.holds(placed.box, _TRIM_SLACK):
        yield fault(subject, "the mark runs over the edge of its face")
    if placed.clipped:
        yield fault(subject, "the mark is cut off by a clip")
    if placed.turn is None:
        yield fault(subject, "the mark is mirrored, stretched or slanted")
        return
    if abs((placed.turn - angle + 180) % 360 - 180) > _TURN_SLACK:
        yield fault(
            subject,
            f"the mark is turned {placed.turn % 360:.0f}°; the text of its face stands at"
            f" {angle % 360:g}°",
        )


def _at(run: Run) -> str:
    return f"{run.x:.1f}, {run.y:.1f} mm"
