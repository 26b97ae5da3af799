"""Turn the items of a face into what is hidden or faint in it, each asked once among equal ones.

That depends on nothing but an item and what reaches into the squares that are looked at, in the
order of painting. So equal items of all faces are one here, known by a number, and an item among
the same numbers is not asked again.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import ceil, floor, inf
from operator import attrgetter
from typing import Any, NamedTuple

from printgen.face_checks.boxes import Box
from printgen.face_checks.seen_face import Flaw, SeenInput, SeenMark, SeenText
from printgen.face_checks.texts import EXAMPLE
from printgen.layout.face import Face, FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.layout.transform import extent, transform
from printgen.preflight.contrast_raster import PER_MM, Found, Squares, flaws_of, regions
from printgen.system.cache import Answers

_MOST = 8_192
"""Items kept, and answers, 1 KB each."""

Reach = tuple[int, float, float, float, float]
"""The number of an item, and the squares that it reaches into: left, top, right, bottom."""


class KnownItem(NamedTuple):
    """What is known of all items equal to one: how they are seen, the squares that they look at.

    It reaches into these and into all that it paints. `held` is a drawing, known by its identity.
    """

    seen: SeenText | SeenMark | SeenInput | None
    looks_at: Squares | None
    reach: Reach
    held: object


def known_items(items: Sequence[Item]) -> list[KnownItem]:
    """What is known of each item of a face; of two equal ones each is known by itself."""
    found: dict[int, KnownItem] = {}
    for item in items:
        key = _KEYS[type(item)](item)
        while (one := _known.get(key) or _known.keep(key, _know(item))).reach[0] in found:
            key = (key,)
        found[one.reach[0]] = one
    return list(found.values())


def hidden_or_faint(
    face: Face, known: Sequence[KnownItem], examples: tuple[str, ...]
) -> Iterator[Flaw]:
    """What in a face hardly differs from what it stands on, then what is painted over.

    Names that begin as `examples` do are of faces that are printed larger elsewhere.
    """
    size = round(face.width * PER_MM) + 1, round(face.height * PER_MM) + 1
    hidden: list[Flaw] = []
    reaches = [one.reach for one in known]
    for seen, box, reach, _ in known:
        if box is None:
            continue
        left, top, right, bottom = box
        across = [one for one in reaches if one[1] < right and one[3] > left]
        near = tuple([one[0] for one in across if one[2] < bottom and one[4] > top])
        is_example = bool(examples and seen and (seen.name or "").startswith(examples))
        key = reach[0], near, size, is_example
        answer = _answers.get(key)
        if answer is None:
            items = {one.reach[0]: item for one, item in zip(known, face.items, strict=True)}
            place, share = near.index(reach[0]), EXAMPLE if is_example else 1.0
            answer = flaws_of([items[one] for one in near], place, box, size, share)
            _answers.keep(key, answer)
        yield from answer[0]
        hidden += answer[1]
    yield from hidden


def _know(item: Item) -> KnownItem:
    boxes = [one.box for one in regions(item)]
    looks_at = _around(boxes) if boxes else None
    held = item.drawing if isinstance(item, PlacedMark) else None
    parts: Sequence[Item] = () if isinstance(item, FormField) else (item,)
    if isinstance(item, PlacedMark):
        parts = [transform(one, item.matrix) for one in item.drawing.shapes if one.path]
    for part in parts:
        left, top, right, bottom = _box(part)
        xs, ys = sorted((left * PER_MM, right * PER_MM)), sorted((top * PER_MM, bottom * PER_MM))
        # Pillow rounds, and a line is a square wide or more.
        boxes.append((floor(xs[0]) - 2, floor(ys[0]) - 2, ceil(xs[1]) + 2, ceil(ys[1]) + 2))
    around = _around(boxes) if boxes else (inf, inf, -inf, -inf)
    return KnownItem(_seen(item), looks_at, (next(_numbers), *around), held)


def _around(boxes: Sequence[Squares]) -> Squares:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _seen(item: Item) -> SeenText | SeenMark | SeenInput | None:
    if isinstance(item, TextRun):
        place = (item.x, item.y, item.width, item.size, item.angle)
        return SeenText(item.field, item.text, *place, _closest(item), item.goes_on, item.own)
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


_KEYS: dict[type[Item], Callable[[Any], Any]] = {
    TextRun: attrgetter(*TextRun.__slots__),
    Shape: attrgetter(*Shape.__slots__),
    PlacedMark: lambda one: (id(one.drawing), one.matrix, one.field),
    # By its hash, so that no picture is held.
    PlacedImage: lambda one: (hash(one.data), one.x, one.y, one.width, one.height),
    FormField: attrgetter(*FormField.__slots__),
}
_numbers = count()
_known: Answers[Any, KnownItem] = Answers(_MOST)
_answers: Answers[Any, Found] = Answers(_MOST)
