"""Turn the items of a face into what is hidden or faint in it, each asked once among equal ones.

That depends on nothing but an item and what reaches into the squares that are looked at, in the
order of painting. So equal items of all faces are one here, known by a number, and an item among
the same numbers is not asked again.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

from printgen.inspect.hidden import Found, hidden_or_faint, looked_at
from printgen.inspect.layers import PER_MM, Squares, reached, united
from printgen.layout.face import Face, FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.layout.transform import extent
from printgen.once import Answers
from printgen.seen.parts import Flaw, SeenInput, SeenMark, SeenText, seen_text
from printgen.seen.place import Box
from printgen.seen.words import EXAMPLE

_MOST = 8_192
"""Items kept, and answers: 1 KB each."""


class KnownItem(NamedTuple):
    """What is known of all items equal to one: how they are seen, and which squares they look at.

    They may paint those from `left` to `right` and from `top` to `bottom`. `held` keeps a drawing,
    which is known by its identity.
    """

    number: int
    seen: SeenText | SeenMark | SeenInput | None
    looks_at: Squares | None
    reaches: tuple[int, float, float, float, float]
    held: object


def known_items(items: Sequence[Item]) -> list[KnownItem]:
    """What is known of each item of a face; of two equal ones each is known by itself."""
    found: dict[int, KnownItem] = {}
    for item in items:
        key = _KEYS[type(item)](item)
        while (one := _known.get(key) or _known.keep(key, _know(item))).number in found:
            key = (key,)
        found[one.number] = one
    return list(found.values())


def unreadable(face: Face, known: Sequence[KnownItem], examples: tuple[str, ...]) -> Iterator[Flaw]:
    """What in a face hardly differs from what it stands on, then what is painted over.

    Names that begin as `examples` do are of faces that are printed larger elsewhere.
    """
    size = round(face.width * PER_MM) + 1, round(face.height * PER_MM) + 1
    reaches = [one.reaches for one in known]
    rows: dict[tuple[int, int], list[tuple[int, float, float]]] = {}
    hidden: list[Flaw] = []
    for at, (number, seen, box, _, _) in enumerate(known):
        if box is None:
            continue
        left, top, right, bottom = box
        row = rows.get((top, bottom))
        if row is None:
            row = [(n, x, end) for n, x, y, end, low in reaches if y < bottom and low > top]
            rows[top, bottom] = row
        near = tuple([n for n, x, end in row if x < right and end > left])
        share = EXAMPLE if examples and (face.items[at].field or "").startswith(examples) else 1.0
        key = number, near, size, share
        answer = _answers.get(key)
        if answer is None:
            things = {one.number: item for one, item in zip(known, face.items, strict=True)}
            among = [things[n] for n in near]
            answer = hidden_or_faint(among, near.index(number), box, size, share)
            _answers.keep(key, answer)
        yield from answer[0]
        hidden += answer[1]
    yield from hidden


def _know(item: Item) -> KnownItem:
    number = next(_numbers)
    box, paints = looked_at(item), reached(item)
    around = united([one for one in (box, paints) if one]) if box or paints else _NOWHERE
    held = item.drawing if isinstance(item, PlacedMark) else None
    return KnownItem(number, _seen(item), box, (number, *around), held)


def _seen(item: Item) -> SeenText | SeenMark | SeenInput | None:
    """How an item is seen."""
    if isinstance(item, TextRun):
        place = (item.x, item.y, item.width, item.size, item.angle)
        own = {"goes_on": item.goes_on, "own": item.own}
        return seen_text(item.field, item.text, *place, _closest(item), **own)
    if isinstance(item, Shape | PlacedImage) or (isinstance(item, PlacedMark) and item.field is None):
        return None
    rect = extent(item)
    box = Box(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
    if isinstance(item, FormField):
        return SeenInput(item.name, item.kind, box)
    turn = item.matrix.angle if item.matrix.keeps_shapes else None
    return SeenMark(item.field, box, turn, item.drawing.id)


def _closest(run: TextRun) -> float:
    """The least share of a letter's own advance that a run's tracking leaves."""
    if run.tracking >= 0:
        return 1.0
    own = (run.typeface.advance(letter, run.size) for letter in run.text[:-1] if letter.strip())
    return 1.0 + run.tracking / min(filter(None, own), default=inf)


_NOWHERE = (inf, inf, -inf, -inf)
_KEYS: dict[type[Item], Callable[[Any], Any]] = {
    TextRun: attrgetter(*(name.replace("typeface", "typeface.name") for name in TextRun.__slots__)),
    Shape: attrgetter(*Shape.__slots__),
    PlacedMark: lambda one: (id(one.drawing), one.matrix, one.field),
    # By its hash, so that no picture is held.
    PlacedImage: lambda one: (hash(one.data), one.x, one.y, one.width, one.height),
    FormField: attrgetter(*FormField.__slots__),
}
_numbers = count()
_known: Answers[Any, KnownItem] = Answers(_MOST)
_answers: Answers[Any, Found] = Answers(_MOST)
