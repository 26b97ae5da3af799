"""Turn the texts seen on a face and its content into the fields that do not say what they must.

Each field stands exactly once, in its words, its pieces in reading order, no smaller than can be
read, inside the face. It knows nothing of how it is painted.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin

from printgen.content.content import TURNED, Content
from printgen.face_checks.boxes import MM_PER_POINT, Box
from printgen.face_checks.seen_face import Flaw, SeenFace, SeenText, quoted

SMALLEST = 6.5
"""The least size in points that can be read on a piece in the hand."""
SMALLEST_ON_PAGE = 8.5
"""The same for a page that lies on the table."""
SMALLEST_FOOTER = 5.0
"""The same for a number or a name that nobody needs in play."""
EXAMPLE = 0.7
"""The share of these that suffices on an example: it shows where things stand on a piece that is
printed by itself."""

CLOSEST = 0.6
"""The least share of its own advance that a letter may have before the next."""

KEEP_OUT = 5.0
"""mm from a page's edge in which many printers print nothing."""

SLACK = 0.01
"""mm by which a thing may stand over an edge."""
OF_ITS_OWN = 'leave it out or move it away, or write <span class="own"> round it'
AGAIN = "under a name that ends in .turned (docs/model.md: again)"
_SOFT = "\u00ad"
_SAME_LINE = 0.4
"""The share of its size by which a piece of a line may stand off the line's base."""
_OVERLAP = 0.2
_UPSIDE_DOWN = 135.0
_BESIDE = 0.25
"""The share of a value's size within which a template's digit or sign would be read with it."""
_SIGN = re.compile(r"[\d+−\-.,/×%]")
_GUTTER = 2.0
"""The least mm between two columns of text."""


def wrong_words(face: SeenFace, content: Content, smallest: float) -> Iterator[Flaw]:
    """What is wrong with the texts of a face; `smallest` is the least size of most, in points."""
    box = face.box
    for name, text in content.fields.items():
        pieces = face.by_name.get(name)
        if pieces is None:
            # Prose that is marks alone has no words.
            if text:
                yield Flaw(name, "is not printed; the rules say {}", (quoted(text),))
            continue
        is_example = name.startswith(content.examples)
        least = SMALLEST_FOOTER if name in content.small else SMALLEST if is_example else smallest
        least *= EXAMPLE if is_example else 1.0
        yield from _wrong_field(name, text, tuple(pieces), least, box)
    for name, pieces in face.by_name.items():
        if name not in content.fields:
            printed = quoted(_plain(joined(pieces)))
            yield Flaw(name, "prints {}; the rules have no such field here", (printed,))
    own = [text for text in face.texts if text.name is None and text.text.strip()]
    yield from _badly_set("", own, smallest, box)
    for one in own:
        if not one.own:
            yield from _read_with(one, face)


@lru_cache(maxsize=4096)
def _wrong_field(
    name: str, text: str, pieces: tuple[SeenText, ...], least: float, box: Box
) -> tuple[Flaw, ...]:
    """What is wrong with one field on a face whose trim is `box`."""
    found: list[Flaw] = []
    printed = joined(pieces)
    if not says(printed, text):
        found.append(_wrong(name, printed, text))
    elif len(pieces) > 1:
        found += _out_of_order(name, pieces)
    return (*found, *_badly_set(name, pieces, least, box))


def _wrong(name: str, printed: str, text: str) -> Flaw:
    """A field that does not say what it must, or says it several times."""
    times = next((n for n in (2, 3, 4) if says(printed, " ".join([text] * n))), 0)
    if times:
        found = f"is printed {times} times; the rules have it once"
        return Flaw(name, found, (), "leave the others out of the template")
    return Flaw(name, "prints {}; the rules say {}", (quoted(_plain(printed)), quoted(text)))


def _badly_set(name: str, pieces: Sequence[SeenText], least: float, box: Box) -> Iterator[Flaw]:
    for one in pieces:
        if one.size < least - 0.005:
            found = f"{{}} is {one.size:.2f} pt high, too small to read"
            yield Flaw(name, found, (quoted(one.text),), f"set it in {least:g} pt or more")
        if not box.holds(one.box, SLACK):
            found = f"{{}} runs over the edge of its face, at {one.x:.1f}, {one.y:.1f} mm"
            yield Flaw(name, found, (quoted(one.text),), "move it inwards")
        if one.closest < CLOSEST - 0.005:
            found = "{} is set so close that its letters run together or change places"
            hint = f"set its letter-spacing so that each letter keeps {CLOSEST:g} of its width"
            yield Flaw(name, found, (quoted(one.text),), hint)
        turn = abs((one.angle + 180) % 360 - 180)
        if name and turn > _UPSIDE_DOWN and not name.endswith(f".{TURNED}"):
            found = f"{{}} stands upside down: it is turned {one.angle % 360:g}°"
            yield Flaw(name, found, (quoted(one.text),), f"turn it back, or print it {AGAIN}")


def _read_with(own: SeenText, face: SeenFace) -> Iterator[Flaw]:
    """A template's own digit beside a value, or its own sign beside a number: it changes them."""
    values = [text for text in face.texts if text.name and text.text.strip()]
    for value in values if _SIGN.match(own.text[0]) or _SIGN.match(own.text[-1]) else ():
        for first, last, near, side in ((own, value, -1, 0), (value, own, 0, -1)):
            gap = _gap(first, last, 0.5 * value.size * MM_PER_POINT)
            sign, word = own.text[near], value.text.split()[side]
            beside = gap is not None and abs(gap) < _BESIDE * value.size * MM_PER_POINT
            if beside and (sign.isdigit() or (_SIGN.match(sign) and re.search(r"\d", word))):
                found = "{}, of the template, stands at {} and is read with it"
                said = (quoted(own.text), quoted(value.text))
                yield Flaw(value.name or "", found, said, OF_ITS_OWN)


def joined(pieces: Sequence[SeenText]) -> str:
    """The text of a field's pieces in reading order; a space at a line's end reads as a newline."""
    first = pieces[0]
    text, last = first.text, first
    for piece in pieces[1:]:
        gap = _gap(last, piece)
        if gap is None:
            text += "" if piece.goes_on else "\n"
        elif gap > 0.1 * last.size * MM_PER_POINT:
            text += " "
        text += piece.text
        last = piece
    return text


def _gap(one: SeenText, other: SeenText, off: float = 0.1) -> float | None:
    """How far behind the end of one piece another begins; None where it is on another line.

    Lines are `off` mm apart or more.
    """
    along, across = cos(radians(one.angle)), sin(radians(one.angle))
    right, down = other.x - one.x, other.y - one.y
    if abs(other.angle - one.angle) >= 0.1 or abs(down * along - right * across) >= off:
        return None
    return right * along + down * across - one.width


def says(printed: str, text: str) -> bool:
    """Whether a field as printed says `text`.

    Lines break at spaces and soft hyphens, which show there; words may be capitals.
    """
    if _SOFT in text:
        both = (re.escape(_plain(one)).replace(_SOFT, "[-‐]?") for one in (text, text.upper()))
        return any(re.fullmatch(one, _plain(printed)) for one in both)
    return printed == text or _plain(printed) in (_plain(text), _plain(text.upper()))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _out_of_order(name: str, pieces: Sequence[SeenText]) -> Iterator[Flaw]:
    """What stands before the piece that its field has before it: lines go down, pieces right.

    A text may go on at the top of the next column, right of all that came before.
    """
    along, across = cos(radians(pieces[0].angle)), sin(radians(pieces[0].angle))
    end = base = rightmost = 0.0
    last: SeenText | None = None
    for piece in pieces:
        start = piece.x * along + piece.y * across
        below = piece.y * along - piece.x * across
        line = _SAME_LINE * piece.size * MM_PER_POINT
        if last is not None:
            above = below < base - line
            before = below <= base + line and start < end - _OVERLAP
            if before or (above and start < rightmost + _GUTTER):
                where = "above" if above else "before"
                found = f"{{}} stands {where} {{}}, which comes first in its text"
                yield Flaw(name, found, (quoted(piece.text), quoted(last.text)))
        end, base, last = start + piece.width, below, piece
        rightmost = max(rightmost, end)
