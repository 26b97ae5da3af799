"""Check a composed face against its content: is every field there, correct and readable?

The checks use the exact positions of the layout, and need no PDF.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printgen.content.content import Content
from printgen.face.face import Face, TextRun
from printgen.face_checks.all_checks import find_problems
from printgen.face_checks.seen_face import WRONG_NAME, ReadFace, ReadInput, ReadMark, ReadText, flag
from printgen.face_checks.texts import (
    EDGE_TOLERANCE,
    KEEP_OUT,
    MAX_OUTLINE,
    MIN_PAGE_TEXT_SIZE,
    SMALLEST,
    join_pieces,
    says_text,
)
from printgen.geometry import MM_PER_POINT, measure_reach
from printgen.preflight.overlaps import CachedItem, check_visibility, get_cached_items
from printgen.problems import Problem

_MISSING_HINT = 'print it in the template with data-field="{}", or add silent: true to its column'
_MISNAMED_HINT = 'did you mean data-field="{}"?'

SAFE_MARGIN = 2.0
"""The distance in mm that text and marks of a piece keep from the cut, by default."""
_SAFE_SLACK = 0.1
"""How far a round letter may reach over the edge of its text box, in mm."""


def choose_safe_margin(wanted: float | None, *, is_page: bool) -> float:
    """Return how far text must be from the edge of a face, in mm.

    `wanted` is the choice of the user, None for the default. A page has a minimum.
    """
    if is_page:
        return max(wanted or 0, KEEP_OUT)
    return SAFE_MARGIN if wanted is None else wanted


def preflight(
    face: Face, content: Content, safe_margin: float | None, *, is_page: bool
) -> Iterator[Problem]:
    """Yield the problems of a composed face, compared with the content that it must have.

    Text and marks must be at least `safe_margin` mm from its edge; None is the default. `is_page`
    means that the face is a full page: it lies on the table and is read from a distance, so its
    text must be larger.
    """
    safe_margin = choose_safe_margin(safe_margin, is_page=is_page)
    cached_items = get_cached_items(face.items)
    read_face = convert_face(face, cached_items)
    absent = {
        name: text for name, text in content.fields.items() if name not in read_face.texts_by_name
    }
    # A field printed under a wrong name is reported once, not as missing and as unknown.
    suggestions = {
        name: next(
            (
                missing
                for missing, text in absent.items()
                if says_text(join_pieces(pieces, text), text)
            ),
            "",
        )
        for name, pieces in read_face.texts_by_name.items()
        if name not in content.fields
    }
    for problem in find_problems(read_face, content, MIN_PAGE_TEXT_SIZE if is_page else SMALLEST):
        name = problem.where.field
        if name in absent and name not in suggestions.values():
            yield replace(problem, hint=_MISSING_HINT.format(name), kind=WRONG_NAME)
        elif name not in absent:
            hint = _MISNAMED_HINT.format(suggestions.get(name))
            yield replace(problem, hint=hint, kind=WRONG_NAME) if suggestions.get(name) else problem
    yield from _check_safe_margin(read_face, safe_margin, face.clip)
    yield from _check_outlines(face)
    yield from check_visibility(face, cached_items, content.examples)


def _check_safe_margin(face: ReadFace, safe_margin: float, clip: str | None) -> Iterator[Problem]:
    """Yield a problem for each text or mark too close to the edge of the face.

    Those that cross the edge are left out: other checks report them. `clip` is the shape of the
    face.
    """
    area = face.box.expand_by(-safe_margin)
    printed_items: tuple[ReadText | ReadMark, ...] = (*face.texts, *face.marks)
    for item in printed_items:
        is_safe = area.contains(item.box, _SAFE_SLACK)
        if clip == "hexagon":
            is_safe = measure_reach(item.box, face.box) <= _SAFE_SLACK - safe_margin
        if not is_safe and face.box.contains(item.box, EDGE_TOLERANCE):
            message = f"is at {{}}, closer than {safe_margin:g} mm to the edge of its face"
            hint = "move it inwards: cuts are not exact, and printers do not print up to the edge"
            hint += "; or set safe: in the print, in mm" * (safe_margin == SAFE_MARGIN)
            yield flag(item.name or "", message, hint, str(item.box))


def _check_outlines(face: Face) -> Iterator[Problem]:
    """Yield a problem for each text whose outline is so wide that it closes its letters."""
    for run in face.items:
        if isinstance(run, TextRun) and run.outline:
            ems = run.outline_width / (run.size * MM_PER_POINT)
            if ems > MAX_OUTLINE:
                message = f"has an outline of {ems:.2f} em, which closes its letters"
                hint = f"write at most {MAX_OUTLINE:g}em: -webkit-text-stroke: 0.05em #000"
                yield flag(run.field or "", message, hint)


def convert_face(face: Face, cached_items: Sequence[CachedItem]) -> ReadFace:
    """Return what is printed on a face, in the form that the checks share with the proof.

    `cached_items` belong to the items of the face.
    """
    read_items = [item.read_item for item in cached_items]
    texts = tuple([item for item in read_items if isinstance(item, ReadText)])
    marks = tuple([item for item in read_items if isinstance(item, ReadMark)])
    inputs = tuple([item for item in read_items if isinstance(item, ReadInput)])
    return ReadFace(face.width, face.height, texts, marks, inputs)
