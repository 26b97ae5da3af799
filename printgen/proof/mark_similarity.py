"""Turn what marks look like into which of them stand for the wrong value.

A picture cannot be read, so it is told by its likes: through one print a value always looks the
same, and two values look different. Marks of one size and turn are compared, blurred, so that where
on the page's grid of pixels they lie does not count. It keeps small pictures, no page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat
from PIL.Image import Image as Picture

from printgen.face_checks.boxes import Box
from printgen.face_checks.seen_face import quoted
from printgen.problems import Problem
from printgen.proof.findings import fault
from printgen.proof.page_picture import PagePicture
from printgen.system.cache import Answers

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


class _Value(NamedTuple):
    """What the marks of one value look like: their mean, and each look with its subjects."""

    mean: Picture
    looks: Mapping[bytes, list[str]]


@dataclass(slots=True)
class Likeness:
    """The looks of one print's marks, gathered one by one."""

    _kinds: dict[Kind, dict[str, dict[bytes, list[str]]]] = field(default_factory=dict)
    _small: Answers[object, bytes] = field(default_factory=lambda: Answers(1 << 10))

    def add(self, value: str, picture: PagePicture, box: Box, turn: float, subject: str) -> None:
        """Take note of how a mark of `value` looks in the picture of its page."""
        part, exact = _part(picture, box)
        key = part.tobytes(), exact
        look = self._small.get(key) or self._small.keep(key, _small(part, exact))
        width, height = box.right - box.left, box.bottom - box.top
        kind = Kind(round(width, 1), round(height, 1), round(turn) % 360)
        looks = self._kinds.setdefault(kind, {}).setdefault(value, {})
        looks.setdefault(look, []).append(subject)

    def compare(self) -> Iterator[Problem]:
        """What does not look as its value does."""
        for values in self._kinds.values():
            yield from _compare({one: _Value(_mean(looks), looks) for one, looks in values.items()})


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
            small = _picture(look)
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


def _mean(looks: Mapping[bytes, Sequence[str]]) -> Picture:
    """What many marks look like: each look counts as often as it was seen."""
    mean, count = _picture(next(iter(looks))), 0
    for look, subjects in looks.items():
        count += len(subjects)
        mean = Image.blend(mean, _picture(look), len(subjects) / count)
    return mean


def _picture(look: bytes) -> Picture:
    return Image.frombytes("L", (_SIDE, _SIDE), look)


def _part(picture: PagePicture, box: Box) -> tuple[Picture, tuple[float, ...]]:
    """A mark and what is round it, and the mark's edges in that, exact to a 64th of a pixel."""
    left, top, right, bottom = picture.place(box)
    x, y = int(left) - _MARGIN, int(top) - _MARGIN
    part = picture.picture.crop((x, y, int(right) + _MARGIN, int(bottom) + _MARGIN))
    return part, tuple(round(edge * 64) / 64 for edge in (left - x, top - y, right - x, bottom - y))


def _small(part: Picture, exact: tuple[float, ...]) -> bytes:
    """A mark made small, blurred, stretched over all levels, and dark on light, however it is.

    So its colours do not count. What is round it is its ground.
    """
    left, top, right, bottom = exact
    radius = _BLUR * max(right - left, bottom - top) / _SIDE
    blurred = part.filter(ImageFilter.GaussianBlur(radius))
    box = left, top, right, bottom
    small = blurred.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box=box)
    small = ImageOps.autocontrast(small)
    frame = Image.new("L", part.size, 255)
    frame.paste(0, (_MARGIN, _MARGIN, part.width - _MARGIN, part.height - _MARGIN))
    ground = ImageStat.Stat(part, frame).mean[0]
    is_on_dark = ground < ImageStat.Stat(blurred).mean[0]
    return (ImageOps.invert(small) if is_on_dark else small).tobytes()


def _apart(one: Picture, other: Picture) -> float:
    """By how many levels two small pictures differ on the average."""
    return ImageStat.Stat(ImageChops.difference(one, other)).rms[0]
