"""The page for a browser: what stands in it. That it looks alike is tests/browser's to show."""

import re
from pathlib import Path

from composing import composer, html, runs, svg

from printgen.layout.geometry import MM_PER_POINT
from printgen.resources import fonts_folder


def test_fonts_are_addressed_from_where_the_page_will_lie(tmp_path: Path) -> None:
    """Every address leads from there to a font file, and each bundled one is addressed."""
    folder = tmp_path / "pages" / "deep"
    folder.mkdir(parents=True)
    one = composer(tmp_path, card_svg=svg('<text y="9">a</text>'), sheet_html=html("<p>a</p>"))
    for template in ("card.svg", "sheet.html"):
        page = one.browser_page(template, {}, "x", folder)
        addresses = re.findall(r'url\("([^"]+\.ttf)"\)', page)
        files = {(folder / address).resolve() for address in addresses}
        assert files == {path.resolve() for path in fonts_folder().glob("*.ttf")}


def test_fitted_text_stands_in_its_fitted_size(tmp_path: Path) -> None:
    """The face's own, and nothing is added to text that fits."""
    css = "text { --min-size: 5pt; letter-spacing: 0.1px; }"
    text = '<text y="9" data-fit="12 9">Reshuffle</text><text y="19" data-fit="12 9">J</text>'
    one = composer(tmp_path, card_svg=svg(text, css))
    (run, _) = runs(one.compose("card.svg", {}, "x", "x"))
    page = one.browser_page("card.svg", {}, "x", tmp_path)
    (size,) = re.findall(r'style="font-size: ?([\d.]+)px', page)
    assert abs(float(size) - run.size * MM_PER_POINT) < 1e-6


def test_making_a_page_changes_no_face(tmp_path: Path) -> None:
    """Faces composed before and after it are equal."""
    text = '<text y="9" data-fit="12 9">Reshuffle</text>'
    one = composer(tmp_path, card_svg=svg(text, "text { --min-size: 5pt; }"))
    before = one.compose("card.svg", {}, "x", "x")
    one.browser_page("card.svg", {}, "x", tmp_path)
    assert one.compose("card.svg", {}, "x", "x") == before
