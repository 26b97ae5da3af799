"""Checks that each field and each mark is next to its own heading.

The members of a heading are the fields and marks that belong to it. They must be next to it.

The box around a heading and its members must not overlap the box of another group on the face. The
heading must be above its members or to the left of them. The label of a form field may be on any
side of the form field. The columns of tables are checked in `tables`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from printgen.content.content import FaceContent, HeadingGroup
from printgen.face_checks.box_relations import MAX_TOUCH, is_beside, is_in_column
from printgen.face_checks.printed_face import PrintedFace, make_field_problem, quote_field
from printgen.geometry import Box, find_bounding_box
from printgen.problems import Problem

_NEAR_SHARE = 1.5
"""The distance, in heights of a heading, up to which its first field is next to it."""
_MUCH_NEARER = 0.4
"""The share of that distance below which another heading is much nearer."""
_MAX_FRAME = 2.0
"""The distance in mm up to which a frame is close."""


class _PlacedGroup(msgspec.Struct, frozen=True):
    """A heading and its members (the fields below it) as they are placed on a face.

    `column_boxes` has one box for each column of the page, around the heading and members in that
    column.
    """

    group: HeadingGroup
    heading: Box
    members: Sequence[Box]
    column_boxes: Sequence[Box]


def check_headings(face: PrintedFace, content: FaceContent) -> Iterator[Problem]:
    """Yield a problem for each heading that is not next to its fields, and each misplaced field.

    A field is misplaced if it is among the fields of another heading. Fields that are missing from
    the face are ignored, because other checks report them.
    """
    groups = [item for item in (_place_group(group, face) for group in content.groups) if item]
    overlapping: dict[int, list[int]] = {}
    for (first_index, item), (index, other) in combinations(enumerate(groups), 2):
        if any(a.overlaps(b, MAX_TOUCH) for a in item.column_boxes for b in other.column_boxes):
            overlapping.setdefault(index, []).append(first_index)
            overlapping.setdefault(first_index, []).append(index)
    # If a heading is nearer to other members than its own, the overlaps are a consequence.
    nearer_groups = {
        index: nearer_group
        for index, others in sorted(overlapping.items())
        if (nearer_group := _find_nearer_group(groups[index], [groups[other] for other in others]))
    }
    for index, others in sorted(overlapping.items()):
        if index in nearer_groups:
            yield _make_problem(content, groups[index], "is next to", nearer_groups[index])
        elif not nearer_groups:
            yield _make_problem(content, groups[index], "and its fields overlap", groups[others[0]])
    late_headings: set[str] = set()
    for placed in groups:
        heading, members = placed.group
        # The label of a form field may be on any side of it.
        has_inputs = any(name in face.input_boxes for name in members)
        if heading not in content.trailing_heads and not has_inputs:
            for problem in _check_heading_order(face, content, placed):
                late_headings.add(heading)
                yield problem
    groups = [placed for placed in groups if placed.group.heading not in late_headings]
    yield from _check_ungrouped_fields(face, content, groups)
    if not overlapping:
        yield from _check_nearest_headings(face, content, groups)


def _check_nearest_headings(
    face: PrintedFace, content: FaceContent, placed_groups: Sequence[_PlacedGroup]
) -> Iterator[Problem]:
    """Yield a problem for each field that is much nearer to the heading of another field.

    A heading above its field is right at any distance. A heading on the line of its field is
    compared only with other headings on this line. Any other heading must also be nearer to the
    line of its field than the headings above and below it. There is no problem if a frame or a line
    separates the field from the other heading.
    """
    titles = {grid.title for grid in content.grids.values()}
    left_out = {*titles, *content.trailing_heads, *face.text_angles}
    groups = [placed for placed in placed_groups if placed.group.heading not in left_out]
    for placed in groups:
        heading, names = placed.heading, {placed.group.heading, *placed.group.members}
        distance, member = min((heading.measure_gap_to(box), box) for box in placed.members)
        if is_in_column(heading, member):
            continue
        is_on_line = is_beside(heading, member)
        for other in groups:
            is_nearer = (
                distance > _NEAR_SHARE * heading.height
                and other.heading.measure_gap_to(member) < _MUCH_NEARER * distance
                and (is_beside(other.heading, member) or not is_on_line)
            )
            is_nearer_line = (
                not is_on_line
                and is_in_column(heading, other.heading)
                and _measure_vertical_distance(other.heading, member) + MAX_TOUCH
                < _measure_vertical_distance(heading, member)
            )
            if (
                (is_nearer or is_nearer_line)
                and not names.intersection((other.group.heading, *other.group.members))
                and not _are_separated(member, other.heading, face.areas)
            ):
                yield _make_problem(content, other, "is nearer to", placed)
                break


def _measure_vertical_distance(box: Box, other: Box) -> float:
    """Return the vertical distance between the middles of two boxes, in mm."""
    return abs(box.y_middle - other.y_middle)


def _are_separated(box: Box, other: Box, areas: Sequence[Box]) -> bool:
    """Return whether something is painted between two boxes, or around only one of them.

    A frame close around one of them does not count, because it separates that box from its own
    heading too.
    """
    both = find_bounding_box((box, other))
    areas = [area for area in areas if area.overlaps(both) and not area.contains(both, MAX_TOUCH)]
    return any(not (_is_close_frame(area, box) or _is_close_frame(area, other)) for area in areas)


def _is_close_frame(area: Box, box: Box) -> bool:
    return area.contains(box, MAX_TOUCH) and box.expand_by(_MAX_FRAME).contains(area)


def _check_ungrouped_fields(
    face: PrintedFace, content: FaceContent, placed_groups: Sequence[_PlacedGroup]
) -> Iterator[Problem]:
    """Yield a problem for each field outside all groups that is printed inside a group.

    Groups of table titles are left out: their cells are checked in tables.py, and a drawing may be
    between a title and its table.
    """
    grouped_names = {name for group in content.groups for name in (group.heading, *group.members)}
    titles = {grid.title for grid in content.grids.values()}
    column_boxes = [
        (placed_group.group.heading, column_box)
        for placed_group in placed_groups
        if placed_group.group.heading not in titles
        for column_box in placed_group.column_boxes
    ]
    for name in (*content.fields, *face.input_boxes):
        # A field that is printed again belongs to the group of the first.
        if name in grouped_names or name.rpartition(".")[0] in grouped_names:
            continue
        boxes = [*face.boxes.get(name, ()), *filter(None, [face.input_boxes.get(name)])]
        for heading, column_box in column_boxes:
            if any(box.overlaps(column_box, MAX_TOUCH) for box in boxes):
                message = "{} is between the fields of {} ({}); it must be outside them"
                quoted_name = quote_field(content, name)
                quoted_heading = quote_field(content, heading)
                yield make_field_problem(name, message, "", quoted_name, quoted_heading, heading)


def _place_group(group: HeadingGroup, face: PrintedFace) -> _PlacedGroup | None:
    """Return the boxes of a heading and its members on the face.

    Return None if the heading or all its members are missing from the face.
    """
    heading_boxes = face.boxes.get(group.heading)
    member_boxes: list[Box] = []
    for name in group.members:
        if name != group.heading:
            member_boxes += face.boxes.get(name, ())
        if name in face.input_boxes:
            member_boxes.append(face.input_boxes[name])
    if not heading_boxes or not member_boxes:
        return None
    heading_box = find_bounding_box(heading_boxes)
    column_boxes = _split_page_columns(heading_box, member_boxes)
    return _PlacedGroup(group, heading_box, member_boxes, column_boxes)


def _split_page_columns(heading: Box, members: Sequence[Box]) -> Sequence[Box]:
    """Return one box for each column of the page that has the heading or some of its members.

    Members may continue at the top of the next column of the page. The heading is in the same box
    as the first member.
    """
    parts = [[heading, members[0]]]
    right = max(heading.right, members[0].right)
    last_top = heading.top
    for box in members:
        # Above the one before and right of all: the next page column.
        if box.bottom < last_top and box.left > right:
            parts.append([])
        parts[-1].append(box)
        right, last_top = max(right, box.right), box.top
    return [find_bounding_box(part) for part in parts]


def _find_nearer_group(
    placed_group: _PlacedGroup, others: Sequence[_PlacedGroup]
) -> _PlacedGroup | None:
    """Return the nearest of `others` if it has a member that is nearer than all own members.

    Distances are measured from the heading of `placed_group`. Return None if its own members are
    nearest.
    """
    nearest = min(others, key=lambda other: _get_distance(placed_group.heading, other.members))
    own_distance = _get_distance(placed_group.heading, placed_group.members)
    return nearest if _get_distance(placed_group.heading, nearest.members) < own_distance else None


def _get_distance(heading: Box, members: Sequence[Box]) -> float:
    return min(heading.measure_gap_to(box) for box in members)


def _check_heading_order(
    face: PrintedFace, content: FaceContent, placed: _PlacedGroup
) -> Iterator[Problem]:
    """Yield a problem if a heading is below one of its members, or to the right of it.

    Headings of rotated text are not checked. A heading to the left of all its members may be next
    to any of their lines, such as between two lines of a text.
    """
    left, top, right, bottom = placed.heading
    first_column = placed.column_boxes[0]
    column_boxes = [box for box in placed.members if box.overlaps(first_column, MAX_TOUCH)]
    body = find_bounding_box(column_boxes) if column_boxes else placed.heading
    if right <= body.left + MAX_TOUCH and body.top < bottom and top < body.bottom:
        return
    boxes_on_line = (box for box in column_boxes if box.top < bottom and top < box.bottom)
    is_late = any(box.right <= left + MAX_TOUCH for box in boxes_on_line)
    is_late |= any(box.bottom <= top + MAX_TOUCH for box in column_boxes)
    heading, members = placed.group
    if is_late and heading not in face.text_angles:
        message = "{} is below or to the right of its own field {}"
        hint = "place it above all its fields, or to the left of them"
        yield make_field_problem(heading, message, hint, quote_field(content, heading), members[0])


def _make_problem(
    content: FaceContent, placed: _PlacedGroup, relation: str, other: _PlacedGroup
) -> Problem:
    heading, nearby = placed.group.heading, other.group.heading
    message = f"{{}} {relation} the fields of {{}} ({{}}); it belongs above {{}}"
    hint = "place each heading next to its fields, with nothing else between them"
    return make_field_problem(
        heading,
        message,
        hint,
        quote_field(content, heading),
        quote_field(content, nearby),
        nearby,
        placed.group.members[0],
    )
