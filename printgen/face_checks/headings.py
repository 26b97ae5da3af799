"""Turn where headings and what they head were seen into what stands under a wrong heading.

A heading and all that it heads stand together: the box round them meets that of no other group of
the face, and the heading comes first. A form field may have its label on any side. It knows
nothing of what the words say.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from printgen.content.content import Content, HeadingGroup
from printgen.face_checks.boxes import Box, find_bounding_box
from printgen.face_checks.seen_face import Flaw, ReadFace, describe

_TOUCH = 0.3
"""mm by which the boxes of two groups may overlap, across or down, before it counts."""


class _Group(NamedTuple):
    """One group as seen: its heading's box, its members' boxes, and the boxes round it all."""

    group: HeadingGroup
    heading: Box
    members: Sequence[Box]
    column_boxes: Sequence[Box]


def check_headings(face: ReadFace, content: Content) -> Iterator[Flaw]:
    """What stands among another group of one face. What was not seen is left to others."""
    groups = [item for item in (_place_group(group, face) for group in content.groups) if item]
    overlapping: dict[int, list[int]] = {}
    for (first_index, item), (index, other) in combinations(enumerate(groups), 2):
        if any(a.meets(b, _TOUCH) for a in item.column_boxes for b in other.column_boxes):
            overlapping.setdefault(index, []).append(first_index)
            overlapping.setdefault(first_index, []).append(index)
    nearer_groups = {
        index: nearer_group
        for index, others in sorted(overlapping.items())
        if (nearer_group := _find_nearer_group(groups[index], [groups[other] for other in others]))
    }
    for index, others in sorted(overlapping.items()):
        if index in nearer_groups:
            yield _make_flaw(content, groups[index], "stands by", nearer_groups[index])
        elif not nearer_groups:
            yield _make_flaw(content, groups[index], "and what it heads overlap", groups[others[0]])
    late_headings: set[str] = set()
    for stand in groups:
        heading, members = stand.group
        if heading not in content.late_heads and not any(
            name in face.input_boxes for name in members
        ):
            for flaw in _check_heading_order(face, content, stand):
                late_headings.add(heading)
                yield flaw
    groups = [stand for stand in groups if stand.group.heading not in late_headings]
    yield from _check_strangers(face, content, groups)


def _check_strangers(
    face: ReadFace, content: Content, placed_groups: Sequence[_Group]
) -> Iterator[Flaw]:
    """What no heading heads, and yet stands between one and what that heads.

    A table's title may have a drawing under it; its cells are held where tables are.
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
        # What is printed again belongs where it stands first.
        if name in grouped_names or name.rpartition(".")[0] in grouped_names:
            continue
        boxes = [*face.boxes.get(name, ()), *filter(None, [face.input_boxes.get(name)])]
        for heading, column_box in column_boxes:
            if any(box.meets(column_box, _TOUCH) for box in boxes):
                message = "{} stands among what {} ({}) heads; the rules have it apart"
                yield Flaw(
                    name, message, (describe(content, name), describe(content, heading), heading)
                )


def _place_group(group: HeadingGroup, face: ReadFace) -> _Group | None:
    """The group as seen; None where its heading or all else of it is missing."""
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
    """The boxes round a heading and its members.

    They may go on at the top of the next column: such a part is a box of its own. The heading
    stands in one box with what it heads first.
    """
    parts = [[heading, members[0]]]
    right = max(heading.right, members[0].right)
    last_top = heading.top
    for box in members:
        if box.bottom < last_top and box.left > right:
            parts.append([])
        parts[-1].append(box)
        right, last_top = max(right, box.right), box.top
    return [find_bounding_box(part) for part in parts]


def _find_nearer_group(placed_group: _Group, others: Sequence[_Group]) -> _Group | None:
    """The group that a heading stands nearer to than to its own, if there is one."""
    nearest = min(others, key=lambda other: _min_distance(placed_group.heading, other.members))
    own_distance = _min_distance(placed_group.heading, placed_group.members)
    return nearest if _min_distance(placed_group.heading, nearest.members) < own_distance else None


def _min_distance(heading: Box, members: Sequence[Box]) -> float:
    return min(heading.distance_to(box) for box in members)


def _check_heading_order(face: ReadFace, content: Content, placed_group: _Group) -> Iterator[Flaw]:
    """A heading that comes after what it heads; one that is turned may stand on any side."""
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
        message = "{} stands below or right of what it heads ({})"
        hint = "set a heading above or left of all that belongs to it"
        yield Flaw(heading, message, (describe(content, heading), members[0]), hint)


def _make_flaw(content: Content, stand: _Group, relation: str, other: _Group) -> Flaw:
    heading, stranger = stand.group.heading, other.group.heading
    return Flaw(
        heading,
        f"{{}} {relation} what {{}} ({{}}) heads; the rules have it over {{}}",
        (describe(content, heading), describe(content, stranger), stranger, stand.group.members[0]),
        "set each heading together with what it heads, and nothing else among them",
    )
