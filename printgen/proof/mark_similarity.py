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
from printgen.face_checks.seen_face import quote_text
from printgen.problems import Problem
from printgen.proof.findings import as_error
from printgen.proof.page_picture import PagePicture
from printgen.system.cache import Cache

_SIDE = 12
"""Pixels of a small picture's side."""
_BLUR_RADIUS = 0.6
"""Of one such pixel."""
_MIN_VALUE_DIFFERENCE = 12.0
"""Levels by which what two values look like must differ on the average."""
_MISMATCH_MARGIN = 10.0
"""Levels by which a mark is nearer to another value's looks before it is taken for that."""
_MAX_MARK_DIFFERENCE = 45.0
"""Levels by which a mark may differ from what its value looks like."""
_MARGIN = 4


class MarkGeometry(NamedTuple):
    """What marks must have in common to be compared: width and height in mm, turn in degrees."""

    width: float
    height: float
    turn: int


class _ValueLooks(NamedTuple):
    """What the marks of one value look like: their mean, and each look with its subjects."""

    mean: Picture
    thumbnails: Mapping[bytes, list[str]]


@dataclass(slots=True)
class MarkSimilarity:
    """The looks of one print's marks, gathered one by one."""

    _groups: dict[MarkGeometry, dict[str, dict[bytes, list[str]]]] = field(default_factory=dict)
    _small: Cache[object, bytes] = field(default_factory=lambda: Cache(1 << 10))

    def add_mark(
        self, value: str, picture: PagePicture, box: Box, turn: float, subject: str
    ) -> None:
        """Take note of how a mark of `value` looks in the picture of its page."""
        crop, edges = _crop_mark_area(picture, box)
        key = crop.tobytes(), edges
        thumbnail = self._small.get(key) or self._small.set(key, _make_thumbnail(crop, edges))
        width, height = box.right - box.left, box.bottom - box.top
        geometry = MarkGeometry(round(width, 1), round(height, 1), round(turn) % 360)
        thumbnails = self._groups.setdefault(geometry, {}).setdefault(value, {})
        thumbnails.setdefault(thumbnail, []).append(subject)

    def compare_marks(self) -> Iterator[Problem]:
        """What does not look as its value does."""
        for values in self._groups.values():
            yield from _compare_values(
                {
                    value: _ValueLooks(_average_thumbnails(thumbnails), thumbnails)
                    for value, thumbnails in values.items()
                }
            )


def _compare_values(values: Mapping[str, _ValueLooks]) -> Iterator[Problem]:
    earlier_values: set[str] = set()
    for value, value_looks in values.items():
        for other in earlier_values - {value}:
            if _difference(value_looks.mean, values[other].mean) < _MIN_VALUE_DIFFERENCE:
                subject = next(iter(value_looks.thumbnails.values()))[0]
                message = f"{quote_text(value)} and {quote_text(other)} look alike"
                yield as_error(subject, message, "give each value a mark of its own")
        earlier_values.add(value)
    for value, value_looks in values.items():
        for thumbnail, subjects in value_looks.thumbnails.items():
            picture = _decode_thumbnail(thumbnail)
            own_difference = _difference(picture, value_looks.mean)
            differences = {other: _difference(picture, item.mean) for other, item in values.items()}
            nearest = min(differences, key=lambda other: differences[other])
            if own_difference - differences[nearest] > _MISMATCH_MARGIN:
                picture_name = f"the mark of {quote_text(nearest)}"
            elif own_difference > _MAX_MARK_DIFFERENCE:
                picture_name = "another picture than the rest"
            else:
                continue
            for subject in subjects:
                yield as_error(subject, f"prints {picture_name}; the rules say {quote_text(value)}")


def _average_thumbnails(thumbnails: Mapping[bytes, Sequence[str]]) -> Picture:
    """What many marks look like: each look counts as often as it was seen."""
    mean, count = _decode_thumbnail(next(iter(thumbnails))), 0
    for thumbnail, subjects in thumbnails.items():
        count += len(subjects)
        mean = Image.blend(mean, _decode_thumbnail(thumbnail), len(subjects) / count)
    return mean


def _decode_thumbnail(thumbnail: bytes) -> Picture:
    return Image.frombytes("L", (_SIDE, _SIDE), thumbnail)


def _crop_mark_area(picture: PagePicture, box: Box) -> tuple[Picture, tuple[float, ...]]:
    """A mark and what is round it, and the mark's edges in that, exact to a 64th of a pixel."""
    left, top, right, bottom = picture.convert_to_pixels(box)
    x, y = int(left) - _MARGIN, int(top) - _MARGIN
    crop = picture.image.crop((x, y, int(right) + _MARGIN, int(bottom) + _MARGIN))
    return crop, tuple(round(edge * 64) / 64 for edge in (left - x, top - y, right - x, bottom - y))


def _make_thumbnail(crop: Picture, edges: tuple[float, ...]) -> bytes:
    """A mark made small, blurred, stretched over all levels, and dark on light, however it is.

    So its colours do not count. What is round it is its ground.
    """
    left, top, right, bottom = edges
    radius = _BLUR_RADIUS * max(right - left, bottom - top) / _SIDE
    blurred = crop.filter(ImageFilter.GaussianBlur(radius))
    box = left, top, right, bottom
    thumbnail = blurred.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box=box)
    thumbnail = ImageOps.autocontrast(thumbnail)
    frame = Image.new("L", crop.size, 255)
    frame.paste(0, (_MARGIN, _MARGIN, crop.width - _MARGIN, crop.height - _MARGIN))
    ground = ImageStat.Stat(crop, frame).mean[0]
    is_on_dark = ground < ImageStat.Stat(blurred).mean[0]
    return (ImageOps.invert(thumbnail) if is_on_dark else thumbnail).tobytes()


def _difference(picture: Picture, other: Picture) -> float:
    """By how many levels two small pictures differ on the average."""
    return ImageStat.Stat(ImageChops.difference(picture, other)).rms[0]
