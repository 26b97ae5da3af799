"""Further families of font-family stand in for the letters that the first lacks, one by one."""

import itertools
from pathlib import Path

import pytest
from composing import compose, refusal, runs

from printgen.face.fonts import FontLibrary
from printgen.system.bundled import get_fonts_folder

STACK = 'font-family: "Besley", "Roboto Condensed", "Noto Emoji"; font-weight: 800;'
SIZE = "font-size: 4mm;"


CONTENT = "<p>Ace Ж 🔥 of</p>"


def test_each_letter_is_set_in_the_first_family_that_has_it(tmp_path: Path) -> None:
    """The runs follow on one another with the spaces between them."""
    placed = runs(compose(tmp_path, CONTENT, f"p {{ {STACK} {SIZE} }}"))
    assert [(run.text, run.typeface.family) for run in placed] == [
        ("Ace", "Besley"),
        ("Ж", "Roboto Condensed"),
        ("🔥", "Noto Emoji"),
        ("of", "Besley"),
    ]
    space = placed[0].typeface.measure(" ", 4.0)
    for one, other in itertools.pairwise(placed):
        assert other.x - (one.x + one.width) == pytest.approx(space)


def test_a_text_is_aligned_and_shrunk_as_a_whole(tmp_path: Path) -> None:
    css = f"p {{ {STACK} {SIZE} text-align: center; width: 20mm; height: 4.9mm; --min-size: 1pt; }}"
    placed = runs(compose(tmp_path, "<p>Ace Ж of spades</p>", css))
    assert {run.size for run in placed} == {placed[0].size}
    assert placed[-1].x + placed[-1].width - placed[0].x <= 20
    assert (placed[0].x + placed[-1].x + placed[-1].width) / 2 == pytest.approx(10, abs=0.01)


def test_a_letter_that_none_has_is_of_the_first(tmp_path: Path) -> None:
    css = f"p {{ {STACK} {SIZE} }}"
    assert "none of its fonts has 龍 (U+9F8D)" in str(refusal(tmp_path, "<p>a龍</p>", css))
    assert "none of its fonts has ⠿ (U+283F)" in str(refusal(tmp_path, "<p>a⠿</p>", css))


def test_a_family_that_stands_in_is_had_in_its_nearest_weight() -> None:
    fonts = FontLibrary.load_folders((get_fonts_folder(),))
    assert fonts.find_nearest_typeface("Roboto Condensed", 800).weight == 700
    assert fonts.find_nearest_typeface("roboto condensed", 300, "italic").style == "italic"
    assert fonts.find_nearest_typeface("Besley", 400, "italic").style == "normal"
