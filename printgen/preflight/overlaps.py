"""Find covered and faint items of a face, with a cache over all faces.

The result for an item depends only on the item and on the items painted in its pixels, in painting
order. Equal items of all faces have the same number. An item with the same numbers in its pixels is
checked only once.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

from printgen.directions import has_direction, mirror_brackets
from printgen.face.face import Face, FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.shaping import split_words
from printgen.face.transform import find_item_bounds, transform_item
from printgen.face_checks.printed_face import PrintedFormField, PrintedMark, PrintedText
from printgen.face_checks.texts import EXAMPLE_SIZE_SHARE
from printgen.geometry import MM_PER_POINT, Box, find_bounding_box
from printgen.preflight.item_visibility import (
    ItemProblems,
    check_item_visibility,
    find_box_to_check,
)
from printgen.preflight.painted_raster import PixelBox, enclose_in_pixels, unite_pixel_boxes
from printgen.preflight.path_masks import PX_PER_MM
from printgen.problems import Problem
from printgen.system.cache import Cache

_CACHE_SIZE = 8_192
"""Entries of each cache below; an entry takes about 1 KB."""

PaintedReach = tuple[int, float, float, float, float]
"""The number of an item, and the pixels that it reaches into: left, top, right, bottom."""


class ItemFacts(NamedTuple):
    """What the checks know about one item of a face, cached also for equal items of other faces.

    - `printed_item`: the item in the form that the checks take. For a shape or a picture, this is
      its box in mm.
    - `checked_box`: the box of pixels in which the item is checked; None if it is not checked.
    - `reach`: five numbers. The first identifies the item. Equal items on different faces share it,
      equal items on one face do not. The others are the left, top, right and bottom edges of one
      box of pixels, around `checked_box` and everything that the item paints.
    - `drawn_size`: the longer side of what a drawing paints, in mm; 0 for any other item.
    - `smallest_part_size`: the longer side of the smallest part that the item paints, in mm;
      infinite for a text, a form field, or a mark that shows a value.
    - `kept_alive`: the drawing that a mark shows. The cache uses its `id` as a key, so it must not
      be deleted.
    """

    printed_item: PrintedText | PrintedMark | PrintedFormField | Box | None
    checked_box: PixelBox | None
    reach: PaintedReach
    drawn_size: float
    smallest_part_size: float
    kept_alive: object


def get_item_facts(items: Sequence[Item]) -> list[ItemFacts]:
    """Return the facts about each item of a face. Facts are cached, and reused for equal items.

    Only equal items on the same face have separate facts, because their numbers (the first value of
    `reach`) must differ.
    """
    facts_by_number: dict[int, ItemFacts] = {}
    for item in items:
        key = _CACHE_KEYS[type(item)](item)
        while (
            facts := _facts_cache.get(key) or _facts_cache.set(key, _make_item_facts(item))
        ).reach[0] in facts_by_number:
            # A second equal item on this face: a nested key gives it its own number.
            key = (key,)
        facts_by_number[facts.reach[0]] = facts
    return list(facts_by_number.values())


def check_visibility(
    face: Face, item_facts: Sequence[ItemFacts], examples: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield the problems of items that hardly differ from their background, then of covered items.

    `item_facts` are the facts about each item of the face. A face can show small faces of other
    prints as examples, in which text may be smaller: the names of their fields begin with one of
    `examples`.
    """
    size = round(face.width * PX_PER_MM) + 1, round(face.height * PX_PER_MM) + 1
    hidden_problems: list[Problem] = []
    # Sorted by their upper edges, so that those below a box are not looked at.
    reaches = sorted([(facts.reach[2], i, facts.reach) for i, facts in enumerate(item_facts)])
    upper_edges = [edge for edge, *_ in reaches]
    for printed_item, box, reach, *_ in item_facts:
        if box is None:
            continue
        left, top, right, bottom = box
        near = sorted(
            (index, other[0])
            for _, index, other in reaches[: bisect_left(upper_edges, bottom)]
            if other[4] > top and other[1] < right and other[3] > left
        )
        near_numbers = tuple([number for _, number in near])
        name = None if isinstance(printed_item, Box | None) else printed_item.name
        is_example = bool(examples and name and name.startswith(examples))
        key = reach[0], near_numbers, size, is_example
        item_problems = _problem_cache.get(key)
        if item_problems is None:
            # Examples are copies of faces that are printed in full size elsewhere.
            index, share = near_numbers.index(reach[0]), EXAMPLE_SIZE_SHARE if is_example else 1.0
            item_problems = check_item_visibility(
                [face.items[i] for i, _ in near], index, box, size, share
            )
            _problem_cache.set(key, item_problems)
        yield from item_problems[0]
        hidden_problems += item_problems[1]
    yield from hidden_problems


def _make_item_facts(item: Item) -> ItemFacts:
    checked_box = find_box_to_check(item)
    boxes = [checked_box] if checked_box else []
    kept_alive = item.drawing if isinstance(item, PlacedMark) else None
    parts: Sequence[Item] = () if isinstance(item, FormField) else (item,)
    if isinstance(item, PlacedMark):
        parts = [transform_item(shape, item.matrix) for shape in item.drawing.shapes if shape.path]
    bounds_of_parts = [find_item_bounds(part) for part in parts]
    drawn_size = 0.0
    if kept_alive and bounds_of_parts:
        drawn_box = find_bounding_box(bounds_of_parts)
        drawn_size = max(drawn_box.width, drawn_box.height)
    # Pillow rounds coordinates, and draws lines at least one pixel wide.
    boxes += (enclose_in_pixels(bounds, 2) for bounds in bounds_of_parts)
    bounds = unite_pixel_boxes(boxes) if boxes else (inf, inf, -inf, -inf)
    reach = next(_item_numbers), *bounds
    printed_item, smallest_part_size = _make_printed_item(item), inf
    if bounds_of_parts and isinstance(printed_item, Box | None):
        smallest_part_size = min([max(each.width, each.height) for each in bounds_of_parts])
    return ItemFacts(printed_item, checked_box, reach, drawn_size, smallest_part_size, kept_alive)


def _make_printed_item(item: Item) -> PrintedText | PrintedMark | PrintedFormField | Box | None:
    if isinstance(item, TextRun):
        place = (item.x, item.y, item.width, item.size, item.angle)
        is_reversed = item.is_rtl and not has_direction(item.text)
        text = mirror_brackets(item.text)[::-1] if is_reversed else item.text
        joins, tracking = item.continues_field, item.tracking * MM_PER_POINT
        ratio = _find_min_advance_ratio(item)
        return PrintedText(item.field, text, *place, ratio, joins, item.is_own_text, tracking)
    if isinstance(item, PlacedMark) and item.field is not None:
        angle = item.matrix.angle if item.matrix.is_uniform else None
        return PrintedMark(item.field, find_item_bounds(item), angle, item.drawing.id)
    if isinstance(item, FormField):
        return PrintedFormField(item.name, item.kind, find_item_bounds(item))
    return find_item_bounds(item) if isinstance(item, Shape | PlacedImage) else None


def _find_min_advance_ratio(run: TextRun) -> float:
    """Return the smallest advance of a letter with tracking, as a share of the one without."""
    if run.tracking >= 0:
        return 1.0
    measure, size = run.typeface.measure, run.size
    words = split_words(run.text[:-1])
    parts = (part for word in words for part in run.typeface.shape(word, run.features))
    clusters = [part for part in parts if part.text.isalnum() or part.text == " "]
    pairs = [(part.advance * size + run.tracking, measure(part.text, size)) for part in clusters]
    return min((used / width for used, width in pairs if width), default=1.0)


_CACHE_KEYS: dict[type[Item], Callable[[Any], Any]] = {
    TextRun: attrgetter(*TextRun.__struct_fields__),
    Shape: attrgetter(*Shape.__struct_fields__),
    PlacedMark: lambda mark: (id(mark.drawing), mark.matrix, mark.field, mark.opacity),
    # The hash of the data instead of the data, so that the cache holds no pictures.
    PlacedImage: lambda image: (
        hash(image.data),
        *attrgetter(*PlacedImage.__struct_fields__[1:])(image),
    ),
    FormField: attrgetter(*FormField.__struct_fields__),
}
_item_numbers = count()
_facts_cache: Cache[Any, ItemFacts] = Cache(_CACHE_SIZE)
_problem_cache: Cache[Any, ItemProblems] = Cache(_CACHE_SIZE)
