"""Turn a face that was printed as a whole beside its place into one finding instead of a hundred.

If most of what is missing from its slots stands the same way off from them, those runs and marks
are its, and only the shift is wrong. It judges nothing else and knows no rules.
"""

from collections import Counter
from dataclasses import replace

from printgen.proof.match import NEAR, Found, FoundFace, FoundMark, Matched
from printgen.proof.painted import Placed, Run

_FEWEST = 4
"""Lost runs from which a face may be taken for shifted."""
_ASKED = 12
_AGREE = 0.6


def follow_shifts(matched: Matched) -> Matched:
    """The same page, with what stands a common way off its slots given back to its face."""
    strays, pictures = list(matched.strays), list(matched.pictures)
    faces = tuple(_followed(face, strays, pictures) for face in matched.faces)
    return replace(matched, faces=faces, strays=tuple(strays), pictures=tuple(pictures))


def _followed(face: FoundFace, strays: list[Run], pictures: list[Placed]) -> FoundFace:
    lost = [pair for pair in face.runs if pair.run is None]
    if len(lost) < _FEWEST or not strays:
        return face
    votes: Counter[tuple[float, float]] = Counter()
    asked = lost[:: max(1, len(lost) // _ASKED)]
    for pair in asked:
        for way in {
            (round(run.x - pair.x, 1), round(run.y - pair.y, 1))
            for run in strays
            if abs(run.width - pair.slot.width) < NEAR and abs(run.size - pair.slot.size) < NEAR
        }:
            votes[way] += 1
    if not votes:
        return face
    way, count = min(votes.items(), key=lambda vote: (-vote[1], vote[0]))
    if count < _AGREE * len(asked):
        return face
    runs = tuple(_run(pair, way, strays) for pair in face.runs)
    marks = tuple(_mark(pair, way, pictures) for pair in face.marks)
    return replace(face, runs=runs, marks=marks, shift=way)


def _run(pair: Found, way: tuple[float, float], strays: list[Run]) -> Found:
    if pair.run is not None:
        return pair
    x, y = pair.x + way[0], pair.y + way[1]
    for index, run in enumerate(strays):
        if abs(run.x - x) <= NEAR and abs(run.y - y) <= NEAR:
            return pair._replace(run=strays.pop(index))
    return pair


def _mark(pair: FoundMark, way: tuple[float, float], pictures: list[Placed]) -> FoundMark:
    if pair.placed is not None:
        return pair
    left, top = pair.box.left + way[0], pair.box.top + way[1]
    for index, placed in enumerate(pictures):
        if abs(placed.box.left - left) <= NEAR and abs(placed.box.top - top) <= NEAR:
            return pair._replace(placed=pictures.pop(index))
    return pair
