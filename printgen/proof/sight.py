"""Turn what lies over and under a page's texts, and what it looks like, into what cannot be read.

The order of painting, the colours and a picture of the page are asked alike, each by itself, so
that what one misses another finds. It knows the faces' titles and nothing else of the rules.
"""

import re
from collections.abc import Callable, Iterator

from printgen.problems import Problem
from printgen.proof.finding import fault, quoted
from printgen.proof.layers import Faint, Hidden, Layers, luminance
from printgen.proof.match import Matched
from printgen.proof.painted import Colour, Image, Item, Placed, Run, Shape
from printgen.proof.raster import Sight, reads_otherwise, without_ink, without_picture
from printgen.proof.read import PageRead

SMALLEST_ON_DARK = 8.0
"""The least size in points of light text on a dark ground, and it must be bold."""

_LARGE = 12.0
"""From this size on light text need not be bold."""
_DARK = 0.18
_THIN = re.compile("thin|light|regular|book|roman", re.IGNORECASE)


def compare_sight(
    page: PageRead, matched: Matched, sight: Sight, title: Callable[[str], str]
) -> Iterator[Problem]:
    """What is hidden, faint or not to be seen on one page; `title` names a face by its id."""
    marks = [mark.placed for face in matched.faces for mark in face.marks if mark.placed]
    items = page.painted.items
    runs = [item for item in items if isinstance(item, Run) and not item.text.isspace()]
    layers = Layers(frozenset(map(id, marks)))
    named = _Names(page, matched, title)
    for found in layers.look_through(items):
        if isinstance(found, Hidden):
            yield fault(named(found.below), f"{_shown(found.below)} {_above(found, named)}")
        elif isinstance(found, Faint):
            yield fault(
                named(found.item),
                f"{_shown(found.item)} hardly differs from its ground {_colour(found.ground)}:"
                f" contrast {found.contrast:.1f} to 1",
                "4.5 to 1 is the least for text, 3 to 1 for marks",
            )
    for run in runs:
        yield from _on_dark(run, layers.grounds.get(id(run), ()), named)
    with_grounds = ((run, layers.grounds.get(id(run), ())) for run in runs)
    for run in without_ink(sight, with_grounds):
        yield fault(named(run), f"{_shown(run)} does not show in the picture of the page")
    for mark in without_picture(sight, iter(marks)):
        yield fault(named(mark), "the mark does not show in the picture of the page")
    more, less = reads_otherwise(sight, iter(runs))
    if more or less:
        yield fault(
            f"page {page.number}",
            f"two readers differ: one finds {quoted(more)} where the other finds {quoted(less)}",
        )


class _Names:
    """Names a run or a mark by its face and field; looked up only where something is wrong."""

    def __init__(self, page: PageRead, matched: Matched, title: Callable[[str], str]) -> None:
        self._page = page
        self._matched = matched
        self._title = title
        self._subjects: dict[tuple[float, float], str] = {}

    def __call__(self, item: Run | Placed) -> str:
        """The subject of a finding about `item`."""
        if not self._subjects:
            self._gather()
        place = (item.x, item.y) if isinstance(item, Run) else (item.box.left, item.box.top)
        known = self._subjects.get(place)
        return known or f"page {self._page.number}, at {place[0]:.1f}, {place[1]:.1f} mm"

    def _gather(self) -> None:
        number = self._page.number
        for pair in self._matched.margin:
            if pair.run:
                self._subjects[pair.run.x, pair.run.y] = f"page {number}, {pair.slot.name}"
        for face in self._matched.faces:
            title = self._title(face.slots.face)
            for pair in (*face.runs, *face.words):
                if pair.run:
                    self._subjects[pair.run.x, pair.run.y] = f"{title}, {pair.slot.name}"
            for mark in face.marks:
                if mark.placed:
                    box = mark.placed.box
                    self._subjects[box.left, box.top] = f"{title}, {mark.slot.name}"


def _on_dark(run: Run, grounds: tuple[Colour | None, ...], named: _Names) -> Iterator[Problem]:
    ground = next((ground for ground in grounds if ground is not None), None)
    if ground is None or run.colour is None or luminance(ground) > _DARK:
        return
    if luminance(run.colour) < luminance(ground):
        return
    if run.size < SMALLEST_ON_DARK - 0.005:
        yield fault(
            named(run),
            f"{_shown(run)} is {run.size:.2f} pt high, light on dark",
            f"set it in {SMALLEST_ON_DARK:g} pt or more: ink runs into small light letters",
        )
    elif run.size < _LARGE and _THIN.search(run.font.name):
        yield fault(
            named(run),
            f"{_shown(run)} is {run.size:.2f} pt high, light on dark, and not bold",
            f"set it in a bold face, or in {_LARGE:g} pt or more",
        )


def _shown(item: Run | Placed) -> str:
    return quoted(item.text) if isinstance(item, Run) else "the mark"


def _above(found: Hidden, named: _Names) -> str:
    above: Item = found.above
    if isinstance(above, Run):
        return f"has {quoted(above.text)} printed over it ({named(above)})"
    what = "a picture" if isinstance(above, Placed | Image) else "a shape"
    colour = above.fill or above.stroke if isinstance(above, Shape) else None
    box = above.box
    return (
        f"has {what}{f' {_colour(colour)}' if colour else ''} painted over it"
        f" ({box.left:.1f}, {box.top:.1f} to {box.right:.1f}, {box.bottom:.1f} mm)"
    )


def _colour(colour: Colour) -> str:
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02X}" for part in colour)
