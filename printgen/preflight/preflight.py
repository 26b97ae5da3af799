"""Check a composed face against its content: is every field there, correct and readable?

The checks use the exact positions of the layout, and need no PDF.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import hypot, inf

from msgspec.structs import replace

from printgen.colour import compute_contrast_ratio
from printgen.content.content import FaceContent
from printgen.face.face import Face, PlacedMark, TextRun
from printgen.face_checks.all_checks import find_problems
from printgen.face_checks.printed_face import (
    WRONG_NAME,
    PrintedFace,
    PrintedFormField,
    PrintedMark,
    PrintedText,
    make_field_problem,
    quote_text,
)
from printgen.face_checks.texts import (
    EDGE_TOLERANCE,
    EXAMPLE_SIZE_SHARE,
    KEEP_OUT,
    MAX_OUTLINE,
    MIN_PAGE_TEXT_SIZE,
    MIN_TEXT_SIZE,
    is_same_text,
    join_text_pieces,
)
from printgen.geometry import MM_PER_POINT, Box, Outline, measure_outline_overflow
from printgen.preflight.board_seams import find_split_values
from printgen.preflight.drawn_signs import find_drawn_signs
from printgen.preflight.overlaps import ItemFacts, check_visibility, get_item_facts
from printgen.preflight.text_ink import (
    find_joined_figures,
    find_letters_with_filled_counters,
    find_small_digits,
    find_unreadable_letters,
    measure_thinnest_letter,
)
from printgen.problems import Problem
from printgen.rules.values.sizes import CARD_RADIUS
from printgen.sheet_layout import SheetLayout
from printgen.system.cache import Cache

_MISSING_HINT = (
    'print it in the template with {{{{ f("{0}") }}}} or data-field="{0}", '
    "or add silent: true to its column"
)
_MISNAMED_HINT = 'did you mean data-field="{}"?'

SAFE_MARGIN = 2.0
"""The distance in mm that text and marks of a piece keep from the cut, by default."""
MIN_MARK_SIZE = 1.8
"""The smallest size of a mark in mm, along its longer side: the height of a capital in 7.5 pt."""
MIN_MARK_INK = 0.8
"""The smallest size of what is drawn in a mark, in mm, along its longer side."""
MIN_SPACE = 0.12
"""The least width of the space of a font, in em: with less, words and numbers are one."""
MIN_FIGURE_HEIGHT = 0.6
"""The least height of the ink of a figure, in mm: that of a fraction in 5 points."""
MIN_STROKE = 0.05
"""The least width of the strokes of letters, in mm: printers print less in grey, or not at all."""
MAX_NUMBER_SPACING = 0.5
"""The widest letter-spacing in a number, in em. With more, its digits look like several numbers."""
MAX_SHADOW_GAP = 0.25
"""How far a sharp shadow may be from figures, in em. With more, it is read as more figures."""
_MIN_SHADOW_BLUR, _MIN_SHADOW_CONTRAST = 0.3, 7.0
"""A shadow with this blur in em, or this contrast with the letters, is not read as text."""
MAX_TEXT_ROTATION = 45.0
"""The most degrees by which a text may be rotated, other than by quarter turns."""
MIN_STRETCH = 0.5
"""The smallest width of letters, as a share of that in their font."""
_NUMBER_PATTERN = r"[-+−–.,/\d]\d|\d[-−–.,/%]"
_CORNER_TOLERANCE = 1.2
"""How much smaller than printed the checks take the radius of a card's corners, in mm.

Otherwise a text 2 mm from two sides of a card would be too near to a corner with the usual radius
of 3 mm, although it is 1.5 mm or more from the arc.
"""
_DISC_TOLERANCE = 0.5
"""How much nearer to the edge of a disc the corners of a text's box may be: they have no ink."""
_LETTER_TOLERANCE = 0.1
"""How far a round letter may reach over the edge of its text box, in mm."""

_legibility_cache: Cache[int, tuple[tuple[str, str], ...]] = Cache(8_192)
"""The messages and hints of texts that nobody can read, by the number of the item."""


def choose_safe_margin(wanted: float | None, *, is_page: bool) -> float:
    """Return how far text must be from the edge of a face, in mm.

    `wanted` is the distance that the print or the user sets; None means the default. For a whole
    page (`is_page`), the result is at least the margin that printers cannot print on.
    """
    if is_page:
        return max(wanted or 0, KEEP_OUT)
    return SAFE_MARGIN if wanted is None else wanted


def preflight(
    face: Face,
    content: FaceContent,
    safe_margin: float | None,
    outline: Outline = "box",
    radius: float = 0.0,
    board_layout: SheetLayout | None = None,
    *,
    is_page: bool,
) -> Iterator[Problem]:
    """Yield the problems of a composed face, compared with the content that it must have.

    - `safe_margin`: how far text and marks must be inside the outline of the face, in mm; None for
      the default distance.
    - `outline`: the shape of the face. `radius`: the radius of the corners of a box, in mm.
    - `board_layout`: the layout of sheets, if each face is printed on several pages; else None.
    - `is_page`: whether the face is a full page. A page lies on the table and is read from a
      distance, so its text must be larger.
    """
    safe_margin = choose_safe_margin(safe_margin, is_page=is_page)
    item_facts = get_item_facts(face.items)
    printed_face = make_printed_face(face, item_facts)
    absent = {
        name: text
        for name, text in content.fields.items()
        if name not in printed_face.texts_by_name
    }
    # A field printed under a wrong name is reported once, not as missing and as unknown.
    suggestions = {
        name: _find_field_with_text(absent, pieces)
        for name, pieces in printed_face.texts_by_name.items()
        if name not in content.fields
    }
    for problem in find_problems(
        printed_face, content, MIN_PAGE_TEXT_SIZE if is_page else MIN_TEXT_SIZE
    ):
        name = problem.where.field
        if name in absent and name not in suggestions.values():
            yield replace(problem, hint=_MISSING_HINT.format(name), kind=WRONG_NAME)
        elif name not in absent:
            hint = _MISNAMED_HINT.format(suggestions.get(name))
            yield replace(problem, hint=hint, kind=WRONG_NAME) if suggestions.get(name) else problem
    yield from _check_safe_margin(printed_face, safe_margin, outline, radius)
    yield from _check_legibility(face, item_facts, content.examples)
    yield from check_visibility(face, item_facts, content.examples)
    yield from find_drawn_signs(face, item_facts)
    if board_layout:
        yield from find_split_values(printed_face, board_layout)


def _find_field_with_text(fields: Mapping[str, str], pieces: Sequence[PrintedText]) -> str:
    """Return the first of the fields whose text the pieces print; "" if there is none."""
    for name, text in fields.items():
        if is_same_text(join_text_pieces(pieces, text), text):
            return name
    return ""


def _check_safe_margin(
    face: PrintedFace, safe_margin: float, outline: Outline, radius: float
) -> Iterator[Problem]:
    """Yield a problem for each text, mark or form field too close to the outline of the face.

    Items that cross the edge are left out, because other checks report them. `radius` is the radius
    of the corners of a box, in mm.
    """
    slack = _LETTER_TOLERANCE + _DISC_TOLERANCE * (outline == "circle")
    if outline == "box":
        # At a round corner, the distance may be a little smaller: cards have their text there.
        # Without a margin, only corners count that are rounder than those of cards.
        is_round = safe_margin or radius > CARD_RADIUS
        radius = max(radius - _CORNER_TOLERANCE, 0.0) if is_round else 0.0
    printed_items: tuple[PrintedText | PrintedMark | PrintedFormField, ...]
    printed_items = (*face.texts, *face.marks, *face.inputs)
    # Nothing inside this box is too close to a side or to a round corner.
    inner_box = face.box.expand_by(-max(safe_margin, radius))
    for item in printed_items:
        if outline == "box" and inner_box.contains(item.box):
            continue
        reach = measure_outline_overflow(item.box, face.box, outline, radius)
        if reach > slack - safe_margin and face.box.contains(item.box, EDGE_TOLERANCE):
            distance = f"closer than {safe_margin:g} mm to" if safe_margin else "outside"
            message = f"is at {{}}, {distance} the edge of its face"
            hint = "move it inwards: cuts are not exact, and printers do not print up to the edge"
            hint += "; or set safe: in the print, in mm" * (safe_margin == SAFE_MARGIN)
            yield make_field_problem(item.name, message, hint, str(item.box))


def _check_legibility(
    face: Face, item_facts: Sequence[ItemFacts], examples: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield a problem for each text or mark that is set so that nobody can read it.

    `item_facts` are the facts about each item of the face. Fields whose names start with one of
    `examples` belong to small faces shown as examples. Their marks may be smaller.
    """
    for item, facts in zip(face.items, item_facts, strict=True):
        if isinstance(item, TextRun):
            number = facts.reach[0]
            reasons = _legibility_cache.get(number)
            if reasons is None:
                reasons = _legibility_cache.set(number, tuple(_find_legibility_problems(item)))
            for message, hint in reasons:
                yield make_field_problem(item.field, message, hint, quote_text(item.text))
        elif isinstance(item, PlacedMark) and item.field:
            box, share = item.bounding_box, 1.0
            if item.field.startswith(examples):
                share = EXAMPLE_SIZE_SHARE
            size = max(box.width, box.height)
            drawn_size = facts.drawn_size
            if size < MIN_MARK_SIZE * share - 0.005:
                message = f"the mark is only {size:.2f} mm large, too small to recognise"
                yield make_field_problem(
                    item.field, message, f"make it {MIN_MARK_SIZE * share:g} mm or larger"
                )
            elif 0 < drawn_size < MIN_MARK_INK * share:
                message = f"what is drawn in the mark is only {drawn_size:.2f} mm large"
                yield make_field_problem(item.field, message, "reduce its viewBox to the drawing")


def _find_legibility_problems(run: TextRun) -> Iterator[tuple[str, str]]:
    """Yield a message and a hint for each reason why nobody can read a text as it is set.

    In a message, {} stands for the text.
    """
    if run.outline or run.shadows:
        yield from _find_decoration_problems(run)
    setting = run.typeface, run.text, run.features
    stroke = measure_thinnest_letter(*setting, is_rtl=run.is_rtl) * run.size * MM_PER_POINT
    stroke *= min(run.stretch, 1.0)
    if not run.outline and stroke < MIN_STROKE:
        message = f"{{}} has strokes of {stroke:.3f} mm, too thin to be printed"
        hint = f"use a heavier font, larger text{', or less scaleX()' * (run.stretch < 1)}"
        yield message, f"{hint}: strokes must be at least {MIN_STROKE:g} mm wide"
    yield from _find_figure_problems(run)
    unprinted, joined = find_unreadable_letters(
        *setting, run.tracking / run.size, is_rtl=run.is_rtl
    )
    if joined:
        message = f"{{}} has letters that are drawn over each other: {quote_text(joined)}"
        yield message, "use another font, or more letter-spacing"
    if unprinted:
        message = f"{{}} prints nothing for {quote_text(unprinted)}: its font has empty glyphs"
        yield message, "use another font: fonts to try out may lack figures"
    if " " in run.text.strip() and run.typeface.measure(" ", 1.0) < MIN_SPACE:
        yield "{} is set in a font whose space is too narrow to be seen", "use another font"
    ems = run.tracking / run.size
    if ems > MAX_NUMBER_SPACING + 0.005 and re.search(_NUMBER_PATTERN, run.text):
        message = f"{{}} has a letter-spacing of {ems:.2f} em, so its number falls apart"
        yield message, f"set letter-spacing to {MAX_NUMBER_SPACING:g}em or less"
    if run.stretch < MIN_STRETCH - 0.005:
        message = f"{{}} is squeezed to {run.stretch:.2f} of its width"
        yield message, f"all scaleX() around a text together make at least {MIN_STRETCH:g}"
    if run.angle % 90 and abs(run.angle) > MAX_TEXT_ROTATION + 0.005:
        message = f"{{}} is rotated by {run.angle:g}°"
        yield message, f"rotate text by up to {MAX_TEXT_ROTATION:g}deg, or by quarter turns"


def _find_figure_problems(run: TextRun) -> Iterator[tuple[str, str]]:
    """Yield a message and a hint if the font draws figures as other ones, or too small."""
    setting = run.typeface, run.text, run.features
    joined, height = find_joined_figures(*setting, is_rtl=run.is_rtl)
    if joined:
        message = f"{{}} has one glyph for several figures: {joined}"
        yield message, "use another font, or font-variant-ligatures: none"
    height *= run.size * MM_PER_POINT
    if height < MIN_FIGURE_HEIGHT:
        message = f"{{}} has figures that are only {height:.2f} mm high"
        yield message, "use larger text, or another font"
    if figures := find_small_digits(*setting, is_rtl=run.is_rtl):
        message = f"{{}} has figures that its font features draw small or raised: {figures}"
        yield message, "use them for a fraction such as 1/2, or vertical-align for another text"


def _find_decoration_problems(run: TextRun) -> Iterator[tuple[str, str]]:
    """Yield a message and a hint if the outline of a text closes it, or its shadow repeats it."""
    em = run.size * MM_PER_POINT
    width, gap = run.outline_width / em, measure_shadow_gap(run)
    if run.outline and width > MAX_OUTLINE:
        message = f"{{}} has an outline of {width:.2f} em, which closes its letters"
        yield message, f"write at most {MAX_OUTLINE:g}em: -webkit-text-stroke: 0.05em #000"
    elif run.outline and (letters := find_letters_with_filled_counters(run)):
        message = f"{{}} has an outline of {width:.2f} em, which closes its letters: {letters}"
        yield message, "make the outline thinner, the text larger, or its colour another one"
    if gap > MAX_SHADOW_GAP and any(letter.isnumeric() for letter in run.text):
        message = f"{{}} has a shadow {gap:.2f} em away, which looks like more figures"
        yield message, "move it nearer, blur it, or give it a paler colour"


def measure_shadow_gap(run: TextRun) -> float:
    """Return the largest distance in em between the letters of a text and its sharp shadows.

    Only shadows in nearly the colour of the letters count. If several lead from the letters to the
    last one step by step, as in a text with depth, the largest step counts.
    """
    em = run.size * MM_PER_POINT
    copies = [
        (inf, shadow.dx, shadow.dy, (*shadow.ink, 255)[3])
        for shadow in run.shadows
        if shadow.blur < _MIN_SHADOW_BLUR * em
        and compute_contrast_ratio(shadow.ink[:3], run.colour[:3]) < _MIN_SHADOW_CONTRAST
        and (*shadow.ink, 255)[3]
    ]
    # Prim's algorithm: the copy that is nearest to the letters and the copies reached is next.
    gap, x, y, alpha = 0.0, 0.0, 0.0, 255
    while copies:
        copies = [
            (min(step, hypot(dx - x, dy - y)) if opacity <= 2 * alpha else step, dx, dy, opacity)
            for step, dx, dy, opacity in copies
        ]
        nearest = min(copies)
        copies.remove(nearest)
        step, x, y, alpha = nearest
        gap = max(gap, step)
    return gap / em


def make_printed_face(face: Face, item_facts: Sequence[ItemFacts]) -> PrintedFace:
    """Return what is printed on a face, in the form that preflight and proof check.

    `item_facts` are the facts about each item of the face.
    """
    printed_items = [facts.printed_item for facts in item_facts]
    texts = tuple([item for item in printed_items if isinstance(item, PrintedText)])
    marks = tuple([item for item in printed_items if isinstance(item, PrintedMark)])
    inputs = tuple([item for item in printed_items if isinstance(item, PrintedFormField)])
    areas = tuple([item for item in printed_items if isinstance(item, Box)])
    return PrintedFace(face.width, face.height, texts, marks, inputs, areas)
