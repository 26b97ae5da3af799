"""Turn what was read of backs into what one would see of them, so that one proof does for both.

A page of backs is taken as it reads, unmoved and with its faces upright; a folded one as two pages.
Behind a front's place is then always its mirror image across the page. It knows no rules.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL.Image import Transpose

from printgen.problems import Problem
from printgen.proof.faults import fault
from printgen.proof.file import DeclaredPage
from printgen.proof.objects import Label, Paint, Painted, PaintedText
from printgen.proof.page_picture import PagePicture
from printgen.proof.read import PageRead
from printgen.seen.parts import quoted
from printgen.seen.place import Box

_SLACK = 0.05
"""How far, in mm, a back may lie from where it should."""


class Side(NamedTuple):
    """One side of the pieces on a page: what it declares, and what was read of it."""

    sheet: DeclaredPage
    page: PageRead


class Fronted(NamedTuple):
    """A front where it lies on its page, and the name of the face that should be behind it."""

    label: Label
    back: str


def upright(side: Side, duplex: str, offset: tuple[float, float]) -> Side:
    """A page of backs as it reads, its faces turned as they are held."""
    if duplex == "short":
        side = _turned(side)
    side = _moved(side, -offset[0], -offset[1])
    return _turned(side) if side.sheet.width > side.sheet.height else side


def halves(side: Side) -> tuple[Side, Side]:
    """The fronts below the fold of a page, with its margin, and the backs above it as they read."""
    (sheet, page), middle = side, side.sheet.height / 2
    above = [_is_above(face.label, middle) for face in page.faces]
    fronts, backs = (
        tuple(face for face, high in zip(page.faces, above, strict=True) if high is wanted)
        for wanted in (False, True)
    )
    below, over = (
        tuple(one for one in sheet.widgets if (one.box.top + one.box.bottom < 2 * middle) is wanted)
        for wanted in (False, True)
    )
    nothing = Painted(page.rest.label, [], [], [])
    there = Side(sheet._replace(widgets=over), page._replace(faces=backs, rest=nothing))
    front = Side(sheet._replace(widgets=below), page._replace(faces=fronts))
    return front, _turned(there)


def unpaired(
    number: int, fronts: Sequence[Fronted], backs: Sequence[Painted], width: float
) -> Iterator[Problem]:
    """What of a sheet's fronts has not its own back behind it; the page is so wide."""
    left = list(backs)
    for label, wanted in fronts:
        x, y, wide, _ = label.at
        there = [one for one in left if _lies(one.label, width - x - wide, y)]
        subject = f"page {number}, face {label.name}"
        names = [one.label.name for one in there]
        if wanted not in names:
            has = f"{quoted(names[0])} behind it" if names else "nothing behind it"
            yield fault(subject, f"has {has}; it should be {quoted(wanted)}")
        left = [one for one in left if one not in there]
    for one in left:
        yield fault(f"page {number}, face {one.label.name}", "lies behind no front")


def _lies(label: Label, x: float, y: float) -> bool:
    return max(abs(label.at[0] - x), abs(label.at[1] - y)) <= _SLACK


def _is_above(label: Label, middle: float) -> bool:
    return label.at[1] + label.at[3] / 2 < middle


def _turned(side: Side) -> Side:
    """The same turned round about the page's middle."""
    width, height, picture = side.sheet.width, side.sheet.height, side.page.picture
    turned = picture.picture.transpose(Transpose.ROTATE_180)
    shift = -picture.left, -picture.top
    return _laid(side, -1, width, height, PagePicture(turned, *picture[1:3], *shift))


def _moved(side: Side, right: float, down: float) -> Side:
    """The same with all that is on it moved, but for boxes that are the page's edge."""
    sheet, picture = side.sheet, side.page.picture.at(-right, -down)
    inner = Box(_SLACK, _SLACK, sheet.width - _SLACK, sheet.height - _SLACK)
    edges = {name: box for name, box in sheet.boxes.items() if box.holds(inner)}
    moved = _laid(side, 1, right, down, picture)
    boxes = {**moved.sheet.boxes, **edges}
    return moved._replace(sheet=moved.sheet._replace(boxes=boxes))


def _laid(side: Side, sign: int, right: float, down: float, picture: PagePicture) -> Side:
    """The same with each point at `sign` times its place, moved; `picture` shows it so."""
    (sheet, page), way = side, (sign, right, down)
    boxes = {name: _box(box, *way) for name, box in sheet.boxes.items()}
    widgets = tuple(one._replace(box=_box(one.box, *way)) for one in sheet.widgets)
    faces = tuple(_painted(face, *way) for face in page.faces)
    return Side(
        sheet._replace(boxes=boxes, widgets=widgets),
        PageRead(faces, _painted(page.rest, *way), picture),
    )


def _painted(painted: Painted, sign: int, right: float, down: float) -> Painted:
    """What is under one label, likewise; of a face from its corner, which moves with it."""
    face, way = painted.label, (sign, right, down)
    if face.kind:
        x, y, width, height = face.at
        box = _box(Box(x, y, x + width, y + height), *way)
        face = face._replace(at=(box.left, box.top, width, height))
        if sign > 0:
            return painted._replace(label=face)
        way = (sign, width, height)

    def text(one: PaintedText) -> PaintedText:
        label = one.label
        if label and not face.kind:  # a margin's is the page's, all others the face's
            x, y, width, size, angle = label.at
            at = (sign * x + right, sign * y + down, width, size, _angle(angle, sign))
            label = label._replace(at=at)
        x, y = sign * one.x + way[1], sign * one.y + way[2]
        return one._replace(
            label=label, x=x, y=y, angle=_angle(one.angle, sign), box=_box(one.box, *way)
        )

    def paint(one: Paint) -> Paint:
        turn = None if one.turn is None else _angle(one.turn, sign)
        return one._replace(box=_box(one.box, *way), turn=turn)

    texts, paints = list(map(text, painted.texts)), list(map(paint, painted.paints))
    return Painted(face, texts, paints, painted.before)


def _angle(angle: float, sign: int) -> float:
    return angle if sign > 0 else angle + (180 if angle <= 0 else -180)


def _box(box: Box, sign: int, right: float, down: float) -> Box:
    across = sorted((sign * box.left + right, sign * box.right + right))
    level = sorted((sign * box.top + down, sign * box.bottom + down))
    return Box(across[0], level[0], across[1], level[1])
