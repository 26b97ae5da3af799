"""All checks of one face against its content.

Each mark is printed at least once, whole, with the right picture, and turned like the text of the
face. If a mark is printed several times, some may be upside down. Each form field is printed once
and has the right kind. Texts, tables and headings are checked in modules of their own.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from printgen.content.content import TURNED_SUFFIX, FaceContent
from printgen.face_checks.box_relations import MAX_TOUCH, is_beside
from printgen.face_checks.headings import check_headings
from printgen.face_checks.printed_face import (
    PrintedFace,
    PrintedFormField,
    PrintedMark,
    PrintedText,
    make_field_problem,
    quote_text,
)
from printgen.face_checks.right_to_left import has_rtl_letters
from printgen.face_checks.tables import check_tables
from printgen.face_checks.texts import EDGE_TOLERANCE, check_texts
from printgen.geometry import measure_angle_between
from printgen.problems import Problem

_MAX_TURN = 0.5
"""Degrees by which the angle of a mark may differ from that of the text."""


def check_marks(face: PrintedFace, content: FaceContent) -> Iterator[Problem]:
    """Yield a problem for each mark (a drawing) that is missing, wrong, extra or badly placed."""
    angles = Counter(text.angle for text in face.texts if text.name) if face.marks else None
    # Most texts have the angle of the face; a few may be turned.
    text_angle = angles.most_common(1)[0][0] if angles else 0.0
    for name, picture_id in content.marks.items():
        marks = [mark for mark in face.marks if mark.name == name]
        if not marks:
            message = "the mark is not printed; the rules say {}"
            yield make_field_problem(name, message, "", quote_text(picture_id))
        angle = text_angle + 180.0 * name.endswith(f".{TURNED_SUFFIX}")
        is_upright_once = any(
            mark.turn is not None and measure_angle_between(mark.turn, angle) <= _MAX_TURN
            for mark in marks
        )
        for mark in marks:
            # The picture of a drawing cannot always be recognised; then its id is empty.
            if mark.picture_id not in ("", picture_id):
                message = "prints the mark of {}; the rules say {}"
                quoted_ids = quote_text(mark.picture_id), quote_text(picture_id)
                yield make_field_problem(name, message, "", *quoted_ids)
            yield from _check_mark_placement(mark, face, angle, may_be_inverted=is_upright_once)
    for mark in face.marks:
        if mark.name not in content.marks:
            yield make_field_problem(mark.name, "a mark is printed; the rules have none here")
    yield from _check_order_of_marks(face, content)


def _check_order_of_marks(face: PrintedFace, content: FaceContent) -> Iterator[Problem]:
    """Yield a problem for each mark in prose that is printed before or above the mark it follows.

    Rotated prose and prose from right to left are not checked. A text may continue at the top of
    the next column.
    """
    upright = {mark.name: mark.box for mark in reversed(face.marks) if _is_upright(mark)}
    for name, blocks in content.prose.items():
        texts = face.texts_by_name.get(name, ())
        fields = [span.field for block in blocks for span in block.spans if span.field in upright]
        if has_rtl_letters(texts) or any(text.angle for text in texts):
            continue
        for field, next_field in pairwise(fields):
            box, next_box = upright[field], upright[next_field]
            is_before = is_beside(box, next_box) and next_box.right <= box.left + MAX_TOUCH
            is_above = next_box.bottom <= box.top + MAX_TOUCH and next_box.left < box.right
            if is_before or is_above:
                message = "the mark is {} that of {}, which comes before it in the text"
                relation = "above" if is_above else "before"
                quoted_mark = quote_text(content.marks[field])
                yield make_field_problem(next_field, message, "", relation, quoted_mark)


def _is_upright(mark: PrintedMark) -> bool:
    return mark.turn is not None and abs(mark.turn) <= _MAX_TURN


def _check_mark_placement(
    mark: PrintedMark, face: PrintedFace, angle: float, *, may_be_inverted: bool
) -> Iterator[Problem]:
    if not face.box.contains(mark.box, EDGE_TOLERANCE):
        message = "the mark runs over the edge of its face"
        yield make_field_problem(mark.name, message, "move it inwards")
    if mark.turn is None:
        yield make_field_problem(mark.name, "the mark is mirrored, stretched or slanted")
    elif measure_angle_between(mark.turn, angle) > _MAX_TURN and not (
        may_be_inverted and measure_angle_between(mark.turn, angle + 180) <= _MAX_TURN
    ):
        message = f"the mark is turned {mark.turn % 360:.0f}°; the text of its face is at"
        yield make_field_problem(mark.name, f"{message} {angle % 360:g}°")


def check_form_fields(face: PrintedFace, content: FaceContent) -> Iterator[Problem]:
    """Yield a problem for each form field that is missing, repeated, extra or badly placed.

    The values in the form fields are not checked.
    """
    counts = Counter(form_input.name for form_input in face.inputs)
    for name in content.inputs:
        # ISO 32000-1, 12.7.3.2: fields of one name are one field, with one value.
        if counts[name] > 1:
            yield make_field_problem(name, f"there are {counts[name]} form fields of this name")
        elif not counts[name]:
            yield make_field_problem(name, "the form field is missing; the rules want it")
    for first, second in combinations(face.inputs, 2):
        if first.name != second.name and first.box.overlaps(second.box, MAX_TOUCH):
            message = "the form field overlaps the form field {}"
            yield make_field_problem(second.name, message, "move one of them", first.name)
    for form_input in face.inputs:
        yield from _check_form_field_overlap(form_input, face, content)
        kind = content.inputs.get(form_input.name)
        if kind is None:
            message = "an extra form field; the rules have none here"
            yield make_field_problem(form_input.name, message)
        elif form_input.kind != kind:
            message = f"the form field is of the kind {form_input.kind}; the rules say {kind}"
            yield make_field_problem(form_input.name, message)
        if not face.box.contains(form_input.box, EDGE_TOLERANCE):
            message = "the form field runs over the edge of its face"
            yield make_field_problem(form_input.name, message)


def _check_form_field_overlap(
    form_input: PrintedFormField, face: PrintedFace, content: FaceContent
) -> Iterator[Problem]:
    """Yield a problem for the first text or mark that is in the place of a form field, if any."""
    items: tuple[PrintedText | PrintedMark, ...] = (*face.texts, *face.marks)
    for item in items:
        if form_input.box.overlaps(item.box, MAX_TOUCH):
            printed = (
                item.text if isinstance(item, PrintedText) else content.marks.get(item.name, "")
            )
            message = "the form field is over {}, which would be covered by what is written"
            hint = "move one of them"
            yield make_field_problem(form_input.name, message, hint, quote_text(printed))
            break


def find_problems(face: PrintedFace, content: FaceContent, min_size: float) -> Iterator[Problem]:
    """Yield a problem for each difference between a face and the content that it must have.

    `min_size` is the smallest allowed type size in points. A face may show small faces of other
    prints as examples; in these, smaller type is allowed.
    """
    yield from check_texts(face, content, min_size)
    yield from check_marks(face, content)
    yield from check_form_fields(face, content)
    # Tables and headings of an example must not be mixed with those of the face around it.
    for prefix in ("", *content.examples):
        part_content = content.filter_by_prefix(prefix) if content.examples else content
        part_face = face.filter_by_prefix(prefix, content.examples)
        yield from check_tables(part_face, part_content)
        yield from check_headings(part_face, part_content)
