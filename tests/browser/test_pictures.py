"""Pictures: what is printed looks like what a browser shows, and a fault in it is seen."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from chromium import Chromium
from pictures import DPI, Picture, difference, printed, shown
from samples import Sample, bundled, documented, shrunk

from printgen.layout.face import Colour, Face, Item, Mark, Shape, TextRun
from printgen.layout.geometry import Matrix

pytestmark = pytest.mark.browser

SHARE = 0.125
"""By how much of the way from black to white any square millimetre may differ.

Measured: the two rasterisers differ by up to 0.11, where glyphs lie between their pixels.
"""

SHARE_OF_PAGE = 0.14
"""The same of a sheet, whose many rules lie between pixels too; up to 0.131 was measured."""

SAMPLES = tuple(one for one in (*bundled(), *documented(), shrunk()) if one.name != "sheet-letter")
RED, BLUE = (161, 33, 21), (0, 90, 200)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_print_and_browser_look_alike(sample: Sample, chromium: Chromium, tmp_path: Path) -> None:
    """No square millimetre of the print differs from the browser's by more than the share."""
    face, page = sample.page(tmp_path)
    chromium.open(page, DPI)
    share = SHARE_OF_PAGE if "sheet" in sample.name else SHARE
    assert difference(printed(face), shown(chromium, face)) <= share


@pytest.fixture(scope="module")
def card(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> tuple[Face, Picture]:
    """A card, and how a browser shows it."""
    face, page = bundled()[1].page(tmp_path_factory.mktemp("card"))
    chromium.open(page, DPI)
    return face, shown(chromium, face)


def test_a_shift_of_half_a_millimetre_is_seen(card: tuple[Face, Picture]) -> None:
    """Of every bold run, mark and dark shape of a card, one at a time."""
    face, picture = card
    seen = {name: difference(printed(one), picture) for name, one in _each(face, _moved, _bold)}
    assert len(seen) > 15
    assert {name: share for name, share in seen.items() if share <= SHARE} == {}


def test_a_wrong_colour_is_seen(card: tuple[Face, Picture]) -> None:
    """Red for grey and black, blue for colours: of every bold run, mark and dark shape."""
    face, picture = card
    seen = {
        name: difference(printed(one), picture) for name, one in _each(face, _recoloured, _bold)
    }
    assert len(seen) > 15
    assert {name: share for name, share in seen.items() if share <= SHARE} == {}


def test_what_is_left_out_is_seen(card: tuple[Face, Picture]) -> None:
    """Every bold run, mark and dark shape of a card, one at a time."""
    face, picture = card
    seen = {
        name: difference(printed(one), picture) for name, one in _each(face, lambda _: None, _bold)
    }
    assert len(seen) > 15
    assert {name: share for name, share in seen.items() if share <= SHARE} == {}


def _each(
    face: Face, change: Callable[[Item], Item | None], which: Callable[[Item], bool]
) -> Iterator[tuple[str, Face]]:
    """The face with one item changed, for each of those picked in turn, by a name for it."""
    for index, item in enumerate(face.items):
        if which(item):
            changed = change(item)
            rest = (*face.items[:index], *([changed] if changed else []), *face.items[index + 1 :])
            said = item.text if isinstance(item, TextRun) else type(item).__name__
            yield f"{index} {said}", replace(face, items=rest)


def _bold(item: Item) -> bool:
    """What covers enough of a square millimetre for a change of it to tell there."""
    if isinstance(item, TextRun):
        return item.typeface.weight >= 600 and item.size >= 8
    if isinstance(item, Shape):
        return item.fill is not None and max(item.fill) < 150
    return isinstance(item, Mark) and any(_bold(shape) for shape in item.drawing.shapes)


def _moved(item: Item) -> Item:
    if isinstance(item, TextRun):
        return replace(item, x=item.x + 0.5)
    if isinstance(item, Mark):
        return replace(item, matrix=Matrix(e=0.5) @ item.matrix)
    assert isinstance(item, Shape)
    path = tuple(
        (segment[0], *(v + 0.5 * (index % 2 == 0) for index, v in enumerate(segment[1:])))
        for segment in item.path
    )
    return replace(item, path=path)


def _recoloured(item: Item) -> Item:
    if isinstance(item, TextRun):
        return replace(item, colour=_other(item.colour))
    if isinstance(item, Mark):
        shapes = tuple(_reshaded(shape) for shape in item.drawing.shapes)
        return replace(item, drawing=replace(item.drawing, id="other", shapes=shapes))
    assert isinstance(item, Shape)
    return _reshaded(item)


def _reshaded(shape: Shape) -> Shape:
    fill = None if shape.fill is None else _other(shape.fill)
    stroke = None if shape.stroke is None else _other(shape.stroke)
    return replace(shape, fill=fill, stroke=stroke)


def _other(colour: Colour) -> Colour:
    grey = max(colour) - min(colour) < 40
    return RED if grey and max(colour) < 200 else BLUE
