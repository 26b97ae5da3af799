"""Further families of font-family stand in for the letters that the first lacks, one by one."""

import itertools
from pathlib import Path

import pytest
from composing import compose, refusal, runs, svg

from printgen.layout.fonts import Fonts
from printgen.resources import fonts_folder

STACK = 'font-family: "Besley", "Roboto Condensed", "Noto Emoji"; font-weight: 800;'
SIZE = "font-size: 4px;"


def set_in(folder: Path, content: str, css: str = "") -> list[tuple[str, str]]:
    """The runs of a drawing: their words and families."""
    face = compose(folder, svg(content, f"svg {{ {STACK} {SIZE} {css} }}"))
    return [(run.text, run.typeface.family) for run in runs(face)]


@pytest.mark.parametrize(
    "content",
    [
        '<text x="5" y="9">Ace Ж 🔥 of</text>',
        (
            '<foreignObject x="5" y="5" width="50" height="9">'
            '<p xmlns="http://www.w3.org/1999/xhtml">Ace Ж 🔥 of</p></foreignObject>'
        ),
    ],
    ids=["text", "p"],
)
def test_each_letter_is_set_in_the_first_family_that_has_it(tmp_path: Path, content: str) -> None:
    """The runs follow on one another with the spaces between them, in text and in lines."""
    found = set_in(tmp_path, content)
    assert found == [
        ("Ace", "Besley"),
        ("Ж", "Roboto Condensed"),
        ("🔥", "Noto Emoji"),
        ("of", "Besley"),
    ]
    placed = runs(compose(tmp_path, svg(content, f"svg {{ {STACK} {SIZE} }}")))
    space = placed[0].typeface.advance(" ", 4.0)
    for one, other in itertools.pairwise(placed):
        assert other.x - (one.x + one.width) == pytest.approx(space)


def test_a_text_is_anchored_and_shrunk_as_a_whole(tmp_path: Path) -> None:
    content = '<text x="30" y="9" data-fit="10 4">Ace Ж of spades</text>'
    css = "text-anchor: middle; --min-size: 1pt;"
    placed = runs(compose(tmp_path, svg(content, f"svg {{ {STACK} {SIZE} {css} }}")))
    assert {run.size for run in placed} == {placed[0].size}
    assert placed[-1].x + placed[-1].width - placed[0].x == pytest.approx(10, abs=0.02)
    assert (placed[0].x + placed[-1].x + placed[-1].width) / 2 == pytest.approx(30, abs=0.01)


def test_a_letter_that_none_has_is_of_the_first(tmp_path: Path) -> None:
    failure = refusal(tmp_path, svg('<text x="5" y="9">a龍</text>', f"svg {{ {STACK} {SIZE} }}"))
    assert "would not be set rightly" in str(failure)
    failure = refusal(tmp_path, svg('<text x="5" y="9">a⠿</text>', f"svg {{ {STACK} {SIZE} }}"))
    assert "none of its fonts has ⠿ (U+283F)" in str(failure)


def test_a_family_that_stands_in_is_had_in_its_nearest_weight() -> None:
    fonts = Fonts.load((fonts_folder(),))
    assert fonts.nearest("Roboto Condensed", 800).weight == 700
    assert fonts.nearest("roboto condensed", 300, "italic").style == "italic"
    assert fonts.nearest("Besley", 400, "italic").style == "normal"
