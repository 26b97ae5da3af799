"""Turn what marks look like into which of them stand for the wrong value.

A picture cannot be read, so it is told by its likes: through one print a value always looks the
same, and two values look different. Marks of one size and turn are compared, blurred, so that where
on the page's grid of pixels they lie does not count. It keeps small pictures, no page.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat
from PIL.Image import Image as Picture

from printgen.problems import Problem
from printgen.proof.faults import fault
from printgen.proof.page_picture import PagePicture
from printgen.seen.parts import quoted
from printgen.seen.place import Box

_SIDE = 12
"""Pixels of a small picture's side."""
_BLUR = 0.6
"""Of one such pixel."""
_ALIKE = 12.0
"""Levels by which what two values look like must differ on the average."""
_CLEARLY = 10.0
"""Levels by which a mark is nearer to another value's looks before it is taken for that."""
_ASTRAY = 45.0
"""Levels by which a mark may differ from what its value looks like."""
_MARGIN = 4


class Kind(NamedTuple):
    """What marks must have in common to be compared: width and height in mm, turn in degrees."""

    width: float
    height: float
    turn: int


@dataclass(slots=True)
class _Value:
    """What the marks of one value look like: their mean, and each look with its subjects."""

    mean: Picture
    count: int = 0
    looks: dict[bytes, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Likeness:
    """The looks of one print's marks, gathered one by one."""

    _kinds: dict[Kind, dict[str, _Value]] = field(default_factory=dict)

    def add(self, value: str, picture: PagePicture, box: Box, turn: float, subject: str) -> None:
        """Take note of how a mark of `value` looks in the picture of its page."""
        small = _small(picture, box)
        width, height = box.right - box.left, box.bottom - box.top
        kind = Kind(round(width, 1), round(height, 1), round(turn) % 360)
        values = self._kinds.setdefault(kind, {})
        known = values.setdefault(value, _Value(small))
        known.count += 1
        known.mean = Image.blend(known.mean, small, 1 / known.count)
        known.looks.setdefault(small.tobytes(), []).append(subject)

    def compare(self) -> Iterator[Problem]:
        """What does not look as its value does."""
        for values in self._kinds.values():
            yield from _compare(values)


def _compare(values: Mapping[str, _Value]) -> Iterator[Problem]:
    alike: set[str] = set()
    for value, known in values.items():
        for other in alike - {value}:
            if _apart(known.mean, values[other].mean) < _ALIKE:
                subject = next(iter(known.looks.values()))[0]
                message = f"{quoted(value)} and {quoted(other)} look alike"
                yield fault(subject, message, "give each value a mark of its own")
        alike.add(value)
    for value, known in values.items():
        for look, subjects in known.looks.items():
            small = Image.frombytes("L", (_SIDE, _SIDE), look)
            own = _apart(small, known.mean)
            away = {other: _apart(small, one.mean) for other, one in values.items()}
            nearest = min(away, key=lambda other: away[other])
            if own - away[nearest] > _CLEARLY:
                shown = f"the mark of {quoted(nearest)}"
            elif own > _ASTRAY:
                shown = "another picture than the rest"
            else:
                continue
            for subject in subjects:
                yield fault(subject, f"prints {shown}; the rules say {quoted(value)}")


def _small(picture: PagePicture, box: Box) -> Picture:
    """A mark made small, blurred, and stretched over all levels: its colours do not count."""
    left, top, right, bottom = picture.place(box)
    x, y = int(left) - _MARGIN, int(top) - _MARGIN
    part = picture.picture.crop((x, y, int(right) + _MARGIN, int(bottom) + _MARGIN))
    radius = _BLUR * max(right - left, bottom - top) / _SIDE
    exact = (left - x, top - y, right - x, bottom - y)
    blurred = part.filter(ImageFilter.GaussianBlur(radius))
    small = blurred.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box=exact)
    return ImageOps.autocontrast(small)


def _apart(one: Picture, other: Picture) -> float:
    """By how many levels two small pictures differ on the average."""
    return ImageStat.Stat(ImageChops.difference(one, other)).rms[0]
