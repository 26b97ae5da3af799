"""The check that each value of a board is whole on at least one of its pages."""

from collections.abc import Iterator, Sequence
from math import floor

from msgspec.structs import replace

from printgen.board_parts import MAX_OVERLAP, plan_parts
from printgen.face_checks.seen_face import ReadFace, ReadText, flag, quote_text
from printgen.geometry import MM_PER_POINT, Box
from printgen.problems import Problem
from printgen.sheet_layout import SheetLayout

_REACH = 0.3
"""How far letters reach over the box of their text, in em: descenders and accents."""


def find_cut_values(face: ReadFace, layout: SheetLayout) -> Iterator[Problem]:
    """Yield an error for each text, mark and form field that no part of a board has whole.

    Fields that players fill in are errors on every board: a PDF can have each only once.
    """
    items = [
        (text.name or "", quote_text(text.text), _find_ink_box(text, face)) for text in face.texts
    ]
    items += [(mark.name, "the mark", mark.box) for mark in face.marks]
    for form_input in face.inputs:
        message = "a form field cannot be on a board of several pages"
        yield flag(form_input.name, message, "use larger paper, or remove it")
    cut_items = [item for item in items if not _is_whole(layout, face, [item[2]])]
    if not cut_items:
        return
    hint = "move it, make it smaller, or use larger paper"
    if layout.tiles == "cut":
        hint = "move it, or leave --tiles cut out: then parts overlap"
    else:
        boxes = [box for *_, box in items]
        wider = range(floor(layout.overlap) + 1, MAX_OVERLAP + 1)
        layouts = (replace(layout, overlap=float(overlap)) for overlap in wider)
        if enough := next((each for each in layouts if _is_whole(each, face, boxes)), None):
            hint = f"move it, or print a wider strip on both parts: --overlap {enough.overlap:g}"
    for name, words, box in cut_items:
        message = "{} is at {}, on the edge of two parts, and no page shows it whole"
        yield flag(name, message, hint, words, str(box))


def _find_ink_box(text: ReadText, face: ReadFace) -> Box:
    """Return the box of a text with room for its accents and descenders, in mm."""
    left, top, right, bottom = text.box.expand_by(_REACH * text.size * MM_PER_POINT)
    # The edge of the board is no edge of two parts.
    return Box(max(left, 0.0), max(top, 0.0), min(right, face.width), min(bottom, face.height))


def _is_whole(layout: SheetLayout, face: ReadFace, boxes: Sequence[Box]) -> bool:
    """Return whether each of these boxes is inside one of the parts of the face."""
    parts = plan_parts(layout, face.width, face.height)
    windows = parts.windows.values() if parts else (face.box,)
    return all(any(window.contains(box) for window in windows) for box in boxes)
