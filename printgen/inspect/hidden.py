"""Turn an item and what reaches into its squares into whether it is hidden, or faint on its ground.

What lies under the item is read before it is painted, what lies over it after all is painted. It
knows no rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from PIL import ImageOps

from printgen.inspect.contrast import contrast, luminance
from printgen.inspect.layers import Layers, Region, Squares, accents, block, inner, united
from printgen.layout.face import (
    Colour,
    FormField,
    Item,
    PlacedImage,
    PlacedMark,
    Shape,
    TextRun,
)
from printgen.seen.parts import Flaw, quoted

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
SMALLEST_ON_DARK = 8.0
"""The least size in points of light text on a dark ground, and it must be bold."""

_LARGE = 12.0
"""From this size on light text need not be bold."""
_BOLD = 600
_DARK = 0.18
_MARK_EDGE = 0.15
"""The share of a mark's box, at each side, where its ground does not count."""
_COVER_EDGE = 0.05
"""The same where it does not count what is painted over it."""
_WORST = 0.05
"""The share of what lies under a thing from which it need not differ, where that is a picture."""

_FIRST = "paint what lies below it first; in boxes, what stands over it is position: relative"

Found = tuple[tuple[Flaw, ...], tuple[Flaw, ...]]


def looked_at(item: Item) -> Squares | None:
    """The squares that are looked at to tell whether an item can be read; None where none are."""
    if isinstance(item, TextRun) and not item.text.isspace():
        return united([one.box for one in (block(item), accents(item)) if one])
    if isinstance(item, PlacedMark) and item.field is not None:
        return united([inner(item, edge).box for edge in (_MARK_EDGE, _COVER_EDGE)])
    return None


def flaws_of(
    items: Sequence[Item], at: int, box: Squares, size: tuple[int, int], share: float
) -> Found:
    """What is wrong with the item at `at` on what it stands on, and what is painted over it.

    `items` are all that reach into `box`, the squares that it looks at, on a face of `size`
    squares. A `share` of the least size on a dark ground suffices.
    """
    item = items[at]
    layers = Layers(box, size, coloured=any(isinstance(one, PlacedImage) for one in items[:at]))
    for one in items[:at]:
        layers.paint(one)
    if isinstance(item, TextRun):
        region, more = block(item), accents(item)
        faint = tuple(_text(item, layers, region, more, share))
    else:
        assert isinstance(item, PlacedMark)  # noqa: S101 - nothing else is looked at
        region, more = inner(item, _COVER_EDGE), None
        faint = tuple(_mark(item, layers, inner(item, _MARK_EDGE)))
    layers.paint(item)
    own = layers.last
    for one in items[at + 1 :]:
        layers.paint(one)
    return faint, tuple(_hidden(item, layers, layers.about(region, more), own))


def _hidden(
    item: TextRun | PlacedMark, layers: Layers, numbers: Sequence[int], own: int
) -> Iterator[Flaw]:
    for number in numbers:
        over, _ = layers.painted[number]
        # A number may stand in a ring: text on a mark is its ground's business.
        if number > own and not (isinstance(over, TextRun) and isinstance(item, PlacedMark)):
            yield Flaw(_name(item), f"{_said(item)} has {_said(over)} painted over it", _FIRST)


def _text(
    run: TextRun, layers: Layers, region: Region, more: Region | None, share: float
) -> Iterator[Flaw]:
    grounds = [layers.painted[number] for number in layers.about(region, more)]
    for below, ground in grounds:
        if isinstance(below, TextRun):
            found = f"{_said(run)} stands over {_said(below)}"
            yield Flaw(_name(run), found, "give each a place of its own")
        elif ground is not None and contrast(run.colour, ground) < TEXT_CONTRAST - 0.005:
            yield _faint(run, ground, contrast(run.colour, ground))
            break
    if any(isinstance(below, PlacedImage) for below, _ in grounds):
        yield from _pictured(run, layers, region, (run.colour,), TEXT_CONTRAST)
    yield from _light_on_dark(run, [ground for _, ground in grounds if ground], share)


def _mark(mark: PlacedMark, layers: Layers, region: Region) -> Iterator[Flaw]:
    inks = [ink for shape in mark.drawing.shapes for ink in (shape.fill, shape.stroke) if ink]
    grounds = [layers.painted[number] for number in layers.under(region)]
    if any(isinstance(below, PlacedImage) for below, _ in grounds):
        yield from _pictured(mark, layers, region, inks, MARK_CONTRAST)
    for _, ground in grounds:
        best = max((contrast(ink, ground) for ink in inks), default=1.0) if ground else 21.0
        if ground and best < MARK_CONTRAST - 0.005:
            yield _faint(mark, ground, best)
            break


def _pictured(
    item: TextRun | PlacedMark,
    layers: Layers,
    region: Region,
    inks: Sequence[Colour],
    least: float,
) -> Iterator[Flaw]:
    """Whether what stands over a picture differs from all but the worst of what it hides."""
    part = layers.colours(region)
    if part.getcolors(1024) is None:  # more than need be told apart
        part = ImageOps.posterize(part, 5)
    if region.mask:
        part.putalpha(region.mask.convert("L"))
    found: Any = part.getcolors(part.width * part.height)
    squares = Counter({ink[:3]: count for count, ink in found if ink[3:] != (0,)})
    best = {c: max((contrast(ink, c) for ink in inks), default=1.0) for c in squares}
    left = squares.total() * _WORST
    for ground in sorted(best, key=lambda colour: best[colour]):
        left -= squares[ground]
        if left < 0:
            if best[ground] < least - 0.005:
                yield _faint(item, ground, best[ground], " in a picture")
            return


def _light_on_dark(run: TextRun, grounds: Sequence[Colour], share: float) -> Iterator[Flaw]:
    darkest = min(map(luminance, grounds), default=1.0)
    if darkest > _DARK or luminance(run.colour) < darkest:
        return
    if run.size < SMALLEST_ON_DARK * share - 0.005:
        found = f"{_said(run)} is {run.size:.2f} pt high, light on dark"
        hint = f"set it in {SMALLEST_ON_DARK:g} pt or more: ink runs into small light letters"
        yield Flaw(_name(run), found, hint)
    elif run.size < _LARGE - 0.005 and run.typeface.weight < _BOLD:
        found = f"{_said(run)} is {run.size:.2f} pt high, light on dark, and not bold"
        yield Flaw(_name(run), found, f"set it in a bold face, or in {_LARGE:g} pt or more")


def _faint(item: TextRun | PlacedMark, ground: Colour, measured: float, where: str = "") -> Flaw:
    found = f"{_said(item)} hardly differs from its ground #{bytes(ground).hex().upper()}{where}:"
    hint = "4.5 to 1 is the least for text, 3 to 1 for marks"
    if where:
        hint += "; a plain ground may be painted over the picture first"
    # Each line of a text hides other pixels: it is the picture that is to be mended.
    cause = f"{type(item).__name__}{where}" if where else ""
    return Flaw(_name(item), f"{found} contrast {measured:.1f} to 1", hint, cause)


def _name(item: TextRun | PlacedMark) -> str:
    return item.field or ""


def _said(item: Item | None) -> str:
    """An item in a message."""
    match item:
        case TextRun():
            return quoted(item.text)
        case PlacedMark():
            return f"the mark {item.field}" if item.field else "a drawing"
        case PlacedImage():
            return "a picture"
        case FormField() | None:
            return "nothing"
        case Shape():
            colour = item.fill or item.stroke
            return f"a shape{f' #{bytes(colour).hex().upper()}' if colour else ''}"
