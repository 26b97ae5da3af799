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

from printgen.inspect.hidden import Found, flaws_of, looked_at
from printgen.inspect.layers import PER_MM, Squares, reached, united
from printgen.layout.face import Face, FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.layout.transform import extent
from printgen.once import Answers
from printgen.seen.parts import Flaw, SeenInput, SeenMark, SeenText, seen_text
from printgen.seen.place import Box
from printgen.seen.words import EXAMPLE

_MOST = 8_192
"""Items kept, and answers: 1 KB each."""


_BAND = 64
"""Squares: what reaches into so high a band of a face is gone through for each item in it."""

Reach = tuple[int, float, float, float, float]
"""The number of an item, and the squares that it reaches into: left, top, right, bottom."""


class KnownItem(NamedTuple):
    """What is known of all items equal to one: how they are seen, and which squares they look at.

    It `reaches` into more, all that it paints. `held` is a drawing, which is known by its identity.
    """

    number: int
    seen: SeenText | SeenMark | SeenInput | None
    looks_at: Squares | None
    reaches: Reach
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


def hidden_or_faint(
    face: Face, known: Sequence[KnownItem], examples: tuple[str, ...]
) -> Iterator[Flaw]:
    """What in a face hardly differs from what it stands on, then what is painted over.

    Names that begin as `examples` do are of faces that are printed larger elsewhere.
    """
    size = round(face.width * PER_MM) + 1, round(face.height * PER_MM) + 1
    reaches = [one.reaches for one in known]
    bands: dict[tuple[int, int], list[Reach]] = {}
    hidden: list[Flaw] = []
    for item, (number, _, box, _, _) in zip(face.items, known, strict=True):
        if box is None:
            continue
        left, top, right, bottom = box
        at = top // _BAND, bottom // _BAND
        band = bands.get(at)
        if band is None:
            high, low = at[0] * _BAND, (at[1] + 1) * _BAND
            band = bands[at] = [one for one in reaches if one[2] < low and one[4] > high]
        across = [one for one in band if one[1] < right and one[3] > left]
        near = tuple([one[0] for one in across if one[2] < bottom and one[4] > top])
        is_example = bool(examples) and (getattr(item, "field", None) or "").startswith(examples)
        key = number, near, size, is_example
        answer = _answers.get(key)
        if answer is None:
            items = {one.number: item for one, item in zip(known, face.items, strict=True)}
            place, share = near.index(number), EXAMPLE if is_example else 1.0
            found = flaws_of([items[one] for one in near], place, box, size, share)
            answer = _answers.keep(key, found)
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
        text = seen_text(item.field, item.text, *place, _closest(item))
        return text._replace(goes_on=item.goes_on, own=item.own)
    if isinstance(item, PlacedMark) and item.field is not None:
        turn = item.matrix.angle if item.matrix.keeps_shapes else None
        return SeenMark(item.field, _box(item), turn, item.drawing.id)
    return SeenInput(item.name, item.kind, _box(item)) if isinstance(item, FormField) else None


def _box(item: Item) -> Box:
    box = extent(item)
    return Box(box.x, box.y, box.x + box.width, box.y + box.height)


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
