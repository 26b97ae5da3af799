"""Contrast is judged at the worst letter, after transparency, on 180 grounds drawn by lot."""

import blended
import pytest
import sample
from msgspec.structs import replace
from sample import run
from test_preflight import found, with_more

from printgen.face.face import PlacedMark, Shape, TextShadow
from printgen.geometry import MM_PER_POINT
from printgen.layout.paint.text_shadows import paint_text_shadows


def faint(*items: object) -> list[str]:
    """The words that hardly differ from their grounds."""
    return [line for line in found(with_more(*items)) if "differs" in line]  # type: ignore[arg-type]


@pytest.mark.quick(every=7)  # each kind, faint and legible, of other seeds
@pytest.mark.parametrize(("kind", "seed", "is_faint"), blended.cases())
def test_a_faint_word_is_found_and_a_legible_one_is_not(
    kind: str, seed: int, is_faint: bool
) -> None:
    lines = faint(*blended.words(kind, seed, is_faint=is_faint))
    assert len(lines) == is_faint, lines


@pytest.mark.parametrize(("width", "count"), [(0.09, 1), (0.1, 0)])
def test_an_outline_of_a_tenth_of_a_millimetre_separates(width: float, count: int) -> None:
    word = replace(run("Ambush!", 36, 80, 12, None, (250, 250, 250)), outline=(0, 0, 0))
    assert len(faint(replace(word, outline_width=width))) == count


@pytest.mark.parametrize(
    ("colour", "shadow", "count"),
    [
        ((255, 255, 255), TextShadow(0.0, 0.0, 0.0, (0, 0, 0)), 1),
        ((255, 255, 255), TextShadow(0.0, 0.0, 0.0, (0, 0, 0), 0.02), 1),
        ((255, 255, 255), TextShadow(0.3, 0.3, 0.0, (0, 0, 0)), 1),
        ((255, 255, 255), TextShadow(0.0, 0.0, 0.0, (0, 0, 0), 0.3), 0),
        ((0, 0, 0), TextShadow(0.3, 0.3, 0.0, (204, 204, 204)), 0),
        ((0, 0, 0), TextShadow(0.0, 0.0, 0.0, (0, 0, 0), 0.02), 0),
    ],
    ids=["hidden", "hairline", "one side", "halo", "readable anyway", "dark hairline"],
)
def test_a_shadow_separates_letters_only_where_it_is_seen(
    colour: tuple[int, int, int], shadow: TextShadow, count: int
) -> None:
    """What the letters hide of it does not count."""
    word = replace(run("Ambush!", 36, 80, 28, None, colour), shadows=(shadow,))
    assert len(faint(*paint_text_shadows(word, word.shadows), word)) == count


@pytest.mark.parametrize(
    ("height", "alpha", "count"), [(0.3, 130, 0), (0.3, 180, 1), (0.9, 220, 1), (0.3, 230, 1)]
)
def test_a_thin_dark_line_may_not_cross_a_letter(height: float, alpha: int, count: int) -> None:
    """It is a part of the letter if it has nearly its colour, opaque or not."""
    dark = Shape(sample._box(35, 78, 9, height), (0, 0, 0, alpha))
    assert len(faint(dark, run("II", 36, 80, 14, None))) == count


def test_a_faded_mark_is_judged_as_it_is_seen() -> None:
    """A mark of 4.6 to 1 on paper is not enough at half its opacity."""
    mark = sample.mark("hearts", 40, 76, 8, "suit.mark")
    shapes = tuple(replace(shape, fill=(118, 118, 118)) for shape in mark.drawing.shapes)
    whole = PlacedMark(replace(mark.drawing, shapes=shapes), mark.matrix, mark.field)
    assert len(faint(whole)) == 0
    assert len(faint(replace(whole, opacity=0.5))) == 1


def test_a_see_through_shape_over_a_text_covers_it() -> None:
    word = run("Ambush!", 36, 80, 12, None)
    lines = found(with_more(word, Shape(sample._box(35, 72, 22, 14), (255, 255, 255, 60))))
    assert [line for line in lines if "painted over it" in line]


@pytest.mark.parametrize(("ems", "count"), [(0.08, 0), (0.12, 1)])
def test_an_outline_that_closes_letters_is_refused(ems: float, count: int) -> None:
    word = replace(run("Ambush!", 36, 80, 12, None, (250, 250, 250)), outline=(0, 0, 0))
    word = replace(word, outline_width=ems * 12 * MM_PER_POINT)
    lines = [line for line in found(with_more(word)) if "closes its letters" in line]
    assert len(lines) == count


def test_letters_without_a_fill_are_closed_only_by_a_thick_outline() -> None:
    """Their inside has the colour of what is behind them, not that of the outline."""
    word = replace(run("3", 36, 80, 24, None, (20, 20, 20)), outline=(20, 20, 20))
    for colour, count in (((20, 20, 20), 1), ((0, 0, 0, 0), 0)):
        outlined = replace(word, colour=colour, outline_width=0.075 * 24 * MM_PER_POINT)
        lines = [line for line in found(with_more(outlined)) if "closes its letters" in line]
        assert len(lines) == count
