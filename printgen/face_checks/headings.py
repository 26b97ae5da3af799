"""Turn where headings and what they head were seen into what stands under a wrong heading.

A heading and all that it heads stand together: the box round them meets that of no other group of
the face, and the heading comes first. A form field may have its label on any side. It knows
nothing of what the words say.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from printgen.content.content import Content, Group
from printgen.face_checks.boxes import Box, united
from printgen.face_checks.seen_face import Flaw, SeenFace, said

_TOUCH = 0.3
"""mm by which the boxes of two groups may overlap, across or down, before it counts."""


class _Stand(NamedTuple):
    """One group as seen: its heading's box, its members' boxes, and the boxes round it all."""

    group: Group
    heading: Box
    members: Sequence[Box]
    pieces: Sequence[Box]


def wrong_headings(face: SeenFace, content: Content) -> Iterator[Flaw]:
    """What stands among another group of one face. What was not seen is left to others."""
    stands = [one for one in (_stand(group, face) for group in content.groups) if one]
    among: dict[int, list[int]] = {}
    for (place, one), (index, other) in combinations(enumerate(stands), 2):
        if any(a.meets(b, _TOUCH) for a in one.pieces for b in other.pieces):
            among.setdefault(index, []).append(place)
            among.setdefault(place, []).append(index)
    strangers = {
        index: nearer
        for index, others in sorted(among.items())
        if (nearer := _nearer(stands[index], [stands[other] for other in others]))
    }
    for index, others in sorted(among.items()):
        if index in strangers:
            yield _flaw(content, stands[index], "stands by", strangers[index])
        elif not strangers:
            yield _flaw(content, stands[index], "and what it heads overlap", stands[others[0]])
    late: set[str] = set()
    for stand in stands:
        heading, members = stand.group
        if heading not in content.below and not any(name in face.typed for name in members):
            for flaw in _late(face, content, stand):
                late.add(heading)
                yield flaw
    stands = [stand for stand in stands if stand.group.heading not in late]
    yield from _strangers(face, content, stands)


def _strangers(face: SeenFace, content: Content, stands: Sequence[_Stand]) -> Iterator[Flaw]:
    """What no heading heads, and yet stands between one and what that heads.

    A table's title may have a drawing under it; its cells are held where tables are.
    """
    grouped = {name for group in content.groups for name in (group.heading, *group.members)}
    titles = {grid.title for grid in content.grids.values()}
    pieces = [
        (stand.group.heading, piece)
        for stand in stands
        if stand.group.heading not in titles
        for piece in stand.pieces
    ]
    for name in (*content.fields, *face.typed):
        # What is printed again belongs where it stands first.
        if name in grouped or name.rpartition(".")[0] in grouped:
            continue
        boxes = [*face.boxes.get(name, ()), *filter(None, [face.typed.get(name)])]
        for heading, piece in pieces:
            if any(box.meets(piece, _TOUCH) for box in boxes):
                found = "{} stands among what {} ({}) heads; the rules have it apart"
                yield Flaw(name, found, (said(content, name), said(content, heading), heading))


def _stand(group: Group, face: SeenFace) -> _Stand | None:
    """The group as seen; None where its heading or all else of it is missing."""
    heads = face.boxes.get(group.heading)
    members: list[Box] = []
    for name in group.members:
        if name != group.heading:
            members += face.boxes.get(name, ())
        if name in face.typed:
            members.append(face.typed[name])
    if not heads or not members:
        return None
    heading = united(heads)
    return _Stand(group, heading, members, _pieces(heading, members))


def _pieces(heading: Box, members: Sequence[Box]) -> Sequence[Box]:
    """The boxes round a heading and its members.

    They may go on at the top of the next column: such a part is a box of its own. The heading
    stands in one box with what it heads first.
    """
    parts = [[heading, members[0]]]
    right = max(heading.right, members[0].right)
    last = heading.top
    for box in members:
        if box.bottom < last and box.left > right:
            parts.append([])
        parts[-1].append(box)
        right, last = max(right, box.right), box.top
    return [united(part) for part in parts]


def _nearer(stand: _Stand, others: Sequence[_Stand]) -> _Stand | None:
    """The group that a heading stands nearer to than to its own, if there is one."""
    nearest = min(others, key=lambda other: _away(stand.heading, other.members))
    own = _away(stand.heading, stand.members)
    return nearest if _away(stand.heading, nearest.members) < own else None


def _away(heading: Box, members: Sequence[Box]) -> float:
    return min(heading.away(box) for box in members)


def _late(face: SeenFace, content: Content, stand: _Stand) -> Iterator[Flaw]:
    """A heading that comes after what it heads; one that is turned may stand on any side."""
    left, top, _, bottom = stand.heading
    before = [
        box
        for box in stand.members
        if box.bottom <= top + _TOUCH
        or (box.right <= left + _TOUCH and box.top < bottom and top < box.bottom)
    ]
    heading, members = stand.group
    if any(box.meets(stand.pieces[0], _TOUCH) for box in before) and heading not in face.turns:
        found = "{} stands below or right of what it heads ({})"
        hint = "set a heading above or left of all that belongs to it"
        yield Flaw(heading, found, (said(content, heading), members[0]), hint)


def _flaw(content: Content, stand: _Stand, how: str, other: _Stand) -> Flaw:
    heading, stranger = stand.group.heading, other.group.heading
    return Flaw(
        heading,
        f"{{}} {how} what {{}} ({{}}) heads; the rules have it over {{}}",
        (said(content, heading), said(content, stranger), stranger, stand.group.members[0]),
        "set each heading together with what it heads, and nothing else among them",
    )
