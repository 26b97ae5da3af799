"""Turn where headings and what they head stand into what stands under a wrong heading.

A heading and all that it heads stand together: the box round them meets that of no other group of
the face, and the heading comes first. A form field may have its label on any side. It knows
nothing of what the words say.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.content.model import Content, Group
from printgen.problems import Problem
from printgen.proof.finding import fault, quoted
from printgen.proof.geometry import Box, united
from printgen.proof.match import FoundFace

_TOUCH = 0.3
"""mm by which the boxes of two groups may overlap, across or down, before it counts."""

Boxes = dict[str, list[Box]]
"""The boxes of each field's runs, mark or input, by its name."""


class _Stand(NamedTuple):
    """One group as printed: its heading's box, its members' boxes, and the boxes round it all."""

    group: Group
    heading: Box
    members: Sequence[Box]
    pieces: Sequence[Box]


def compare_groups(face: FoundFace, content: Content) -> Iterator[Problem]:
    """What stands among another group of one face. What is not printed is left to others."""
    if not content.groups:
        return
    printed, typed = _boxes(face)
    every = [_stand(group, printed, typed) for group in content.groups]
    stands = [one for one in every if one]
    among: dict[int, list[_Stand]] = {}
    for index, one in enumerate(stands):
        for place, other in enumerate(stands[:index]):
            if any(_overlap(a, b) for a in one.pieces for b in other.pieces):
                among.setdefault(index, []).append(other)
                among.setdefault(place, []).append(one)
    strangers = [
        (stands[index], nearer)
        for index, others in sorted(among.items())
        if (nearer := _nearer(stands[index], others))
    ]
    for stand, stranger in strangers:
        yield _fault(face, content, stand, "stands by", stranger)
    for index, others in sorted(among.items()):
        if not strangers:
            yield _fault(face, content, stands[index], "and what it heads overlap", others[0])
    for stand in stands:
        if not typed or not any(name in typed for name in stand.group.members):
            yield from _first(face, content, stand)


def _boxes(face: FoundFace) -> tuple[Boxes, Boxes]:
    """What is printed on a face, and where its form fields were put: others hold them to that."""
    printed: Boxes = {}
    for slot, _, _, run in face.runs:
        if run is not None:
            if slot.name in printed:
                printed[slot.name].append(run.box)
            else:
                printed[slot.name] = [run.box]
    for mark in face.marks:
        if mark.placed is not None:
            printed.setdefault(mark.slot.name, []).append(mark.placed.box)
    typed: Boxes = {}
    for name, x, y, width, height in face.slots.inputs:
        left, top = face.slots.x + x, face.slots.y + y
        typed[name] = [Box(left, top, left + width, top + height)]
    return printed, typed


def _stand(group: Group, printed: Boxes, typed: Boxes) -> _Stand | None:
    """The group as printed; None where its heading or all else of it is missing."""
    heads = printed.get(group.heading)
    if not heads:
        return None
    members: list[Box] = []
    for name in group.members:
        if name in printed and name != group.heading:
            members += printed[name]
        if typed and name in typed:
            members += typed[name]
    if not members:
        return None
    heading = _round(heads)
    return _Stand(group, heading, members, _pieces(heading, members))


def _pieces(heading: Box, members: Sequence[Box]) -> Sequence[Box]:
    """The boxes round a heading and its members.

    They may go on at the top of the next column: such a part is a box of its own. The heading
    stands in one box with what it heads first.
    """
    left, top, right, bottom = united(heading, members[0])
    last = top
    pieces: list[Box] = []
    for x1, y1, x2, y2 in members:
        if y2 < last and x1 > right:
            pieces.append(Box(left, top, right, bottom))
            left, top, right, bottom = x1, y1, x2, y2
        else:
            if x1 < left:
                left = x1
            if y1 < top:
                top = y1
            if x2 > right:
                right = x2
            if y2 > bottom:
                bottom = y2
        last = y1
    pieces.append(Box(left, top, right, bottom))
    return pieces


def _nearer(stand: _Stand, others: Sequence[_Stand]) -> _Stand | None:
    """The group that a heading stands nearer to than to its own, if there is one."""
    nearest = min(others, key=lambda other: _away(stand.heading, other.members))
    own = _away(stand.heading, stand.members)
    return nearest if _away(stand.heading, nearest.members) < own else None


def _first(face: FoundFace, content: Content, stand: _Stand) -> Iterator[Problem]:
    """A heading that comes after what it heads; one that is turned may stand on any side."""
    left, top, _, bottom = stand.heading
    before = [
        box
        for box in stand.members
        if box.bottom <= top + _TOUCH
        or (box.right <= left + _TOUCH and box.top < bottom and top < box.bottom)
    ]
    if not before or not any(_overlap(box, stand.pieces[0]) for box in before):
        return
    heading = stand.group.heading
    if not any(pair.slot.name == heading and pair.slot.angle for pair in face.runs):
        yield fault(
            f"{content.title}, {heading}",
            f"{_said(face, heading)} stands below or right of what it heads"
            f" ({stand.group.members[0]})",
            "set a heading above or left of all that belongs to it",
        )


def _fault(face: FoundFace, content: Content, stand: _Stand, how: str, other: _Stand) -> Problem:
    heading, stranger = stand.group.heading, other.group.heading
    return fault(
        f"{content.title}, {heading}",
        f"{_said(face, heading)} {how} what {_said(face, stranger)} ({stranger}) heads;"
        f" the rules have it over {stand.group.members[0]}",
        "set each heading together with what it heads, and nothing else among them",
    )


def _said(face: FoundFace, name: str) -> str:
    """A heading's words, as printed."""
    return quoted(" ".join(p.run.text for p in face.runs if p.run and p.slot.name == name))


def _round(boxes: Sequence[Box]) -> Box:
    whole = boxes[0]
    for box in boxes[1:]:
        whole = united(whole, box)
    return whole


def _overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.left, other.left) > _TOUCH
        and min(one.bottom, other.bottom) - max(one.top, other.top) > _TOUCH
    )


def _away(heading: Box, members: Sequence[Box]) -> float:
    """How far, across and down together, the nearest member stands from a heading, in mm."""
    return min(
        max(box.left - heading.right, heading.left - box.right, 0.0)
        + max(box.top - heading.bottom, heading.top - box.bottom, 0.0)
        for box in members
    )
