"""Checks of headings by position: each is next to what belongs to it, and before it.

The box around a heading and its members must not overlap that of another group on the face. The
heading must be above or to the left. The label of a form field may be on any side.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from printgen.content.content import Content, HeadingGroup
from printgen.face_checks.boxes import Box, find_bounding_box
from printgen.face_checks.seen_face import Flaw, ReadFace, describe

_TOUCH = 0.3
"""Overlap of the boxes of two groups that is ignored, in mm."""


class _Group(NamedTuple):
    """A group as printed: boxes of the heading, the members, and the parts in page columns."""

    group: HeadingGroup
    heading: Box
    members: Sequence[Box]
    column_boxes: Sequence[Box]


def check_headings(face: ReadFace, content: Content) -> Iterator[Flaw]:
    """Yield headings and fields that are among another group. Missing fields are ignored here."""
    groups = [item for item in (_place_group(group, face) for group in content.groups) if item]
    overlapping: dict[int, list[int]] = {}
    for (first_index, item), (index, other) in combinations(enumerate(groups), 2):
        if any(a.meets(b, _TOUCH) for a in item.column_boxes for b in other.column_boxes):
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
            yield _make_flaw(content, groups[index], "is next to", nearer_groups[index])
        elif not nearer_groups:
            yield _make_flaw(content, groups[index], "and its members overlap", groups[others[0]])
    late_headings: set[str] = set()
    for placed in groups:
        heading, members = placed.group
        # The label of a form field may be on any side of it.
        if heading not in content.late_heads and not any(
            name in face.input_boxes for name in members
        ):
            for flaw in _check_heading_order(face, content, placed):
                late_headings.add(heading)
                yield flaw
    groups = [placed for placed in groups if placed.group.heading not in late_headings]
    yield from _check_strangers(face, content, groups)


def _check_strangers(
    face: ReadFace, content: Content, placed_groups: Sequence[_Group]
) -> Iterator[Flaw]:
    """Yield fields without a heading that are among the members of a group.

    Groups of table titles are left out: cells are checked in tables.py, and a drawing may be
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
            if any(box.meets(column_box, _TOUCH) for box in boxes):
                message = "{} is among what belongs to {} ({}); it belongs elsewhere"
                yield Flaw(
                    name, message, (describe(content, name), describe(content, heading), heading)
                )


def _place_group(group: HeadingGroup, face: ReadFace) -> _Group | None:
    """Return the group with its boxes; None if its heading or all its members are missing."""
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
    return _Group(group, heading_box, member_boxes, _split_page_columns(heading_box, member_boxes))


def _split_page_columns(heading: Box, members: Sequence[Box]) -> Sequence[Box]:
    """Return a box around the heading and its members, one for each page column.

    Members that continue at the top of the next page column are in a separate box. The heading is
    in the box of the first member.
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


def _find_nearer_group(placed_group: _Group, others: Sequence[_Group]) -> _Group | None:
    """Return the group whose members are nearer to a heading than its own, if any."""
    nearest = min(others, key=lambda other: _min_distance(placed_group.heading, other.members))
    own_distance = _min_distance(placed_group.heading, placed_group.members)
    return nearest if _min_distance(placed_group.heading, nearest.members) < own_distance else None


def _min_distance(heading: Box, members: Sequence[Box]) -> float:
    return min(heading.distance_to(box) for box in members)


def _check_heading_order(face: ReadFace, content: Content, placed_group: _Group) -> Iterator[Flaw]:
    """Yield a heading below or to the right of its members; a turned one may be on any side."""
    left, top, _, bottom = placed_group.heading
    earlier_boxes = [
        box
        for box in placed_group.members
        if box.bottom <= top + _TOUCH
        or (box.right <= left + _TOUCH and box.top < bottom and top < box.bottom)
    ]
    heading, members = placed_group.group
    if (
        any(box.meets(placed_group.column_boxes[0], _TOUCH) for box in earlier_boxes)
        and heading not in face.text_angles
    ):
        message = "{} is below or to the right of what belongs to it ({})"
        hint = "place it above or to the left of all that belongs to it"
        yield Flaw(heading, message, (describe(content, heading), members[0]), hint)


def _make_flaw(content: Content, placed: _Group, relation: str, other: _Group) -> Flaw:
    heading, nearby = placed.group.heading, other.group.heading
    return Flaw(
        heading,
        f"{{}} {relation} what belongs to {{}} ({{}}); it belongs above {{}}",
        (describe(content, heading), describe(content, nearby), nearby, placed.group.members[0]),
        "place each heading with what belongs to it, and nothing else between them",
    )
