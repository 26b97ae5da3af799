"""The check that each value of a board is whole on at least one of its pages."""

from collections.abc import Iterator, Sequence
from math import floor

from msgspec.structs import replace

from printgen.board_parts import plan_board_parts
from printgen.face_checks.printed_face import (
    PrintedFace,
    PrintedText,
    make_field_problem,
    quote_text,
)
from printgen.geometry import MM_PER_POINT, Box
from printgen.problems import Problem
from printgen.sheet_layout import MAX_OVERLAP, SheetLayout

_REACH = 0.3
"""How far letters reach over the box of their text, in em: descenders and accents."""


def find_split_values(face: PrintedFace, layout: SheetLayout) -> Iterator[Problem]:
    """Yield an error for each text and mark of a board that is not whole on any of its pages.

    A form field is an error on every board: it would be repeated on each page, but a PDF can have
    each field only once.
    """
    items = [
        (text.name or "", quote_text(text.text), _add_room_for_accents(text, face))
        for text in face.texts
    ]
    items += [(mark.name, "the mark", mark.box) for mark in face.marks]
    for form_input in face.inputs:
        message = "a form field cannot be on a board of several pages"
        yield make_field_problem(form_input.name, message, "use larger paper, or remove it")
    windows = _list_part_boxes(layout, face)
    cut_items = [item for item in items if not _is_in_one_part(item[2], windows)]
    if not cut_items:
        return
    hint = "move it, make it smaller, or use larger paper"
    if layout.tiles == "cut":
        hint = "move it, or leave --tiles cut out: then parts overlap"
    else:
        for overlap in range(floor(layout.overlap) + 1, MAX_OVERLAP + 1):
            windows = _list_part_boxes(replace(layout, overlap=float(overlap)), face)
            if all(_is_in_one_part(box, windows) for *_, box in items):
                hint = f"move it, or print a wider strip on both parts: --overlap {overlap}"
                break
    for name, words, box in cut_items:
        message = "{} is at {}, on the edge of two parts, and no page shows it whole"
        yield make_field_problem(name, message, hint, words, str(box))


def _add_room_for_accents(text: PrintedText, face: PrintedFace) -> Box:
    """Return the box of a text with room on each side for accents and descenders, in mm."""
    left, top, right, bottom = text.box.expand_by(_REACH * text.size * MM_PER_POINT)
    # The edge of the board is no edge of two parts.
    return Box(max(left, 0.0), max(top, 0.0), min(right, face.width), min(bottom, face.height))


def _list_part_boxes(layout: SheetLayout, face: PrintedFace) -> tuple[Box, ...]:
    """Return the box of each part of the face. Empty if the face is not larger than the paper."""
    parts = plan_board_parts(layout, face.width, face.height)
    return tuple(map(parts.find_part_box, range(parts.count))) if parts else ()


def _is_in_one_part(box: Box, windows: Sequence[Box]) -> bool:
    """Return whether a box is completely inside one of `windows`, the boxes of the parts."""
    return any(window.contains(box) for window in windows)
