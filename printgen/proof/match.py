"""Turn what a page paints and the slots of its manifest into pairs.

A run belongs to the slot that it stands in, whatever it says; what is left over on either side is
handed back. It judges nothing and knows no rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import NamedTuple

from printgen.proof.geometry import Box, united
from printgen.proof.manifest import BoxSlot, FaceSlots, PageSlots, Slot
from printgen.proof.painted import Painted, Placed, Run

NEAR = 0.2
"""How far, in mm, a run or a mark may stand from its slot."""

_JOINED = 0.03
_CELL = 0.5


class Found(NamedTuple):
    """A slot, where it lies on the page in mm, and the run that stands there."""

    slot: Slot
    x: float
    y: float
    run: Run | None


class FoundMark(NamedTuple):
    """A mark's slot, its box on the page, and the picture that stands there."""

    slot: BoxSlot
    box: Box
    placed: Placed | None


@dataclass(frozen=True, slots=True)
class FoundFace:
    """One face of a page with what stands in its slots; `box` is its trim on the page.

    `shift` is how far in mm, right and down, all of it stands off its slots; else None.
    """

    slots: FaceSlots
    box: Box
    runs: tuple[Found, ...]
    words: tuple[Found, ...]
    marks: tuple[FoundMark, ...]
    shift: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """One page: its margin, its faces, and what stands in no slot."""

    margin: tuple[Found, ...]
    faces: tuple[FoundFace, ...]
    strays: tuple[Run, ...]
    pictures: tuple[Placed, ...]


def match(painted: Painted, slots: PageSlots) -> Matched:
    """Pair what a page paints with its slots."""
    runs = _Runs(item for item in painted.items if type(item) is Run)
    marks = [item for item in painted.items if type(item) is Placed]
    faces = tuple([_face(face, runs, marks) for face in slots.faces])
    margin = runs.found(slots.margin, 0.0, 0.0)
    return Matched(margin, faces, runs.left(), tuple(marks))


def _face(face: FaceSlots, runs: "_Runs", marks: list[Placed]) -> FoundFace:
    x, y = face.x, face.y
    pairs: list[FoundMark] = []
    for slot in face.marks:
        left, top = x + slot.x, y + slot.y
        box = Box(left, top, left + slot.width, top + slot.height)
        index = next((i for i, mark in enumerate(marks) if _same(mark.box, box)), None)
        pairs.append(FoundMark(slot, box, None if index is None else marks.pop(index)))
    return FoundFace(
        face,
        Box(x, y, x + face.width, y + face.height),
        runs.found(face.runs, x, y),
        runs.found(face.words, x, y),
        tuple(pairs),
    )


def _same(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


class _Runs:
    """The runs of a page, each to be taken once.

    Slots mostly come in the order of painting, so the next run is tried first; a slot out of order
    is looked up in half-millimetre cells.
    """

    def __init__(self, runs: Iterable[Run]) -> None:
        self._runs = list(runs)
        self._taken = bytearray(len(self._runs))
        self._next = 0
        self._cells: dict[tuple[int, int], list[int]] = {}

    def found(self, slots: tuple[Slot, ...], x: float, y: float) -> tuple[Found, ...]:
        """Each slot, moved by the corner of its face, with its run."""
        pairs: list[Found] = []
        for slot in slots:
            left, base = x + slot.x, y + slot.y
            index = self._at(left, base)
            run = None if index is None else self._joined(index, slot)
            pairs.append(Found(slot, left, base, run))
        return tuple(pairs)

    def left(self) -> tuple[Run, ...]:
        """The runs that stand in no slot and have anything to show."""
        return tuple(
            [
                run
                for run, taken in zip(self._runs, self._taken, strict=True)
                if not taken and not run.text.isspace()
            ]
        )

    def _at(self, x: float, y: float) -> int | None:
        index = self._next
        if index < len(self._runs) and not self._taken[index]:
            run = self._runs[index]
            if abs(run.x - x) <= NEAR and abs(run.y - y) <= NEAR:
                return index
        if not self._cells:
            for place, run in enumerate(self._runs):
                self._cells.setdefault((int(run.x // _CELL), int(run.y // _CELL)), []).append(place)
        column, row = int(x // _CELL), int(y // _CELL)
        best, least = None, NEAR
        for cell in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for place in self._cells.get(cell, ()):
                away = hypot(self._runs[place].x - x, self._runs[place].y - y)
                if not self._taken[place] and away <= least:
                    best, least = place, away
        return best

    def _joined(self, index: int, slot: Slot) -> Run:
        """The run, with those that carry it on: one text may need several fonts' codes."""
        run = self._runs[index]
        self._taken[index] = 1
        self._next = index + 1
        while run.width < slot.width - NEAR and self._next < len(self._runs):
            more = self._runs[self._next]
            if self._taken[self._next] or not _carries_on(run, more):
                break
            self._taken[self._next] = 1
            self._next += 1
            run = run._replace(
                text=run.text + more.text,
                width=run.width + more.width,
                clipped=run.clipped or more.clipped,
                box=united(run.box, more.box),
            )
        return run


def _carries_on(run: Run, more: Run) -> bool:
    turn = radians(run.angle)
    end_x, end_y = run.x + run.width * cos(turn), run.y + run.width * sin(turn)
    return (
        abs(more.x - end_x) <= _JOINED
        and abs(more.y - end_y) <= _JOINED
        and (more.size, more.mode, more.colour) == (run.size, run.mode, run.colour)
        and abs(more.angle - run.angle) < 0.1
    )
