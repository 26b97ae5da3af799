"""Turn the manifest that a PDF carries into slots: where each field of each face was put.

docs/manifest.md describes it. It is trusted for places alone; what must be there comes from the
rules. Anything that is not a manifest of this shape is refused with a message.
"""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from printgen.problems import Failure
from printgen.proof.finding import failed, quoted

NAME = "printgen.json"
VERSION = 1
MOST_RUNS = 20_000
MOST_MARKS = 2_000
"""On one page; a sheet of nine cards has 400 runs and 30 marks."""

_AGAIN = "build it again: printgen build"


class Slot(NamedTuple):
    """The place of one run: the start of its baseline, its advance, its size in points."""

    name: str
    x: float
    y: float
    width: float
    size: float
    angle: float


class BoxSlot(NamedTuple):
    """The upright box of a mark or a form field."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class FaceSlots:
    """One face on a page, its trim's top left corner in mm; its slots are from that corner."""

    face: str
    x: float
    y: float
    width: float
    height: float
    runs: tuple[Slot, ...]
    words: tuple[Slot, ...]
    marks: tuple[BoxSlot, ...]
    inputs: tuple[BoxSlot, ...]


@dataclass(frozen=True, slots=True)
class PageSlots:
    """One page: its margin's slots, from the page's corner, and its faces."""

    margin: tuple[Slot, ...]
    faces: tuple[FaceSlots, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was asked for and where it was put. `rows` is None for all of them."""

    game: str
    print: str
    paper: str
    sets: tuple[str, ...]
    rows: tuple[str, ...] | None
    rules: str
    pages: tuple[PageSlots, ...]


def parse_manifest(data: bytes) -> Manifest:
    """The manifest in an embedded file. Raises `Failure` where it is none."""
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _foreign(f"it is no JSON ({type(error).__name__})") from None
    if not isinstance(raw, dict) or "printgen" not in raw:
        raise _foreign("it does not say which printgen wrote it")
    if raw["printgen"] != VERSION:
        raise _foreign(f"its version is {raw['printgen']!r:.40}, this printgen reads {VERSION}")
    try:
        return Manifest(
            game=_text(raw["game"]),
            print=_text(raw["print"]),
            paper=_text(raw["paper"]),
            sets=tuple(_text(key) for key in _list(raw["sets"])),
            rows=None if raw["rows"] is None else tuple(_text(key) for key in _list(raw["rows"])),
            rules=_text(raw["rules"]),
            pages=tuple(_page(page) for page in _list(raw["pages"])),
        )
    except KeyError as error:
        raise _foreign(f"it lacks {quoted(str(error.args[0]))}") from None
    except (TypeError, ValueError) as error:
        raise _foreign(f"it is not of the shape that this printgen reads: {error}") from None


def _foreign(why: str) -> Failure:
    return failed(f"the {NAME} in this PDF is not printgen's: {why}", _AGAIN)


def _page(raw: object) -> PageSlots:
    page = _record(raw)
    faces = tuple([_face(_record(face)) for face in _list(page["faces"])])
    places = sum(len(face.runs) + len(face.words) for face in faces)
    if places > MOST_RUNS or sum(len(face.marks) for face in faces) > MOST_MARKS:
        raise ValueError(f"a page has more than {MOST_RUNS} runs or {MOST_MARKS} marks")
    return PageSlots(_slots(page["margin"]), faces)


def _face(face: dict[str, object]) -> FaceSlots:
    x, y = map(_length, _list(face["at"]))
    width, height = map(_length, _list(face["size"]))
    return FaceSlots(
        _text(face["face"]),
        x,
        y,
        width,
        height,
        _slots(face["runs"]),
        _slots(face["words"]),
        _boxes(face["marks"]),
        _boxes(face["inputs"]),
    )


def _slots(raw: object) -> tuple[Slot, ...]:
    return tuple([Slot(*_entry(entry, 6)) for entry in _list(raw)])


def _boxes(raw: object) -> tuple[BoxSlot, ...]:
    return tuple([BoxSlot(*_entry(entry, 5)) for entry in _list(raw)])


def _entry(raw: object, count: int) -> list[Any]:
    if not isinstance(raw, list) or len(raw) != count or not isinstance(raw[0], str):
        raise TypeError(f"{raw!r:.40} is no place")
    for number in raw[1:]:
        _length(number)
    return raw


def _record(raw: object) -> dict[str, object]:
    if not isinstance(raw, dict):
        raise TypeError(f"{raw!r:.40} is no record")
    return raw


def _list(raw: object) -> list[object]:
    if not isinstance(raw, list):
        raise TypeError(f"{raw!r:.40} is no list")
    return raw


def _text(raw: object) -> str:
    if not isinstance(raw, str):
        raise TypeError(f"{raw!r:.40} is no text")
    return raw


def _whole(raw: object) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise TypeError(f"{raw!r:.40} is no whole number")
    return raw


def _length(raw: object) -> float:
    kind = type(raw)
    if (kind is float or kind is int) and -1e5 < raw < 1e5:  # type: ignore[operator]
        return raw  # type: ignore[return-value]
    raise TypeError(f"{raw!r:.40} is no length")
