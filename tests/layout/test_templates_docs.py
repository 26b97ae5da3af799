"""docs/templates.md: what it shows is what there is."""

import re
from pathlib import Path

import pytest
from PIL import Image
from set_face import DOCS, examples, face

from printgen.layout.elements.html_subset import BLOCK_TAGS, INLINE_TAGS
from printgen.layout.pictures.svg_reader import ALLOWED_ATTRIBUTES
from printgen.layout.style.properties import LONGHANDS
from printgen.layout.style.shorthands import SHORTHANDS

TEXT = DOCS.read_text("utf-8")
EXAMPLES = tuple(examples())
MARKUP = "".join(html for html, _ in EXAMPLES)
STYLE = "".join(css for _, css in EXAMPLES)
TABLE = ("table", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td")
ROOM = "html { height: 60mm; }"
MADE_BY_FILES = {"symbol"}


@pytest.mark.parametrize(("html", "css"), EXAMPLES)
def test_every_example_composes(html: str, css: str, tmp_path: Path) -> None:
    """Each prints something."""
    assert face(tmp_path, html, css + ROOM).items


@pytest.mark.parametrize(
    "element",
    sorted(
        {*ALLOWED_ATTRIBUTES, *BLOCK_TAGS, *INLINE_TAGS, *TABLE, "input", "textarea"}
        - MADE_BY_FILES
    ),
)
def test_every_element_has_an_example(element: str) -> None:
    """An element of the subset that no example shows is as good as undocumented."""
    assert re.search(rf"<{element}\b", MARKUP)


@pytest.mark.parametrize("name", [*LONGHANDS, *SHORTHANDS])
def test_every_property_has_an_example(name: str) -> None:
    """So is a property."""
    shown = STYLE + "".join(re.findall(r"^```css\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL))
    assert re.search(rf"(?<![\w-]){name}:", shown) or f"`{name}" in TEXT


def test_every_attribute_has_an_example() -> None:
    names = set().union(
        *(ALLOWED_ATTRIBUTES[one] for one in ALLOWED_ATTRIBUTES if one not in MADE_BY_FILES)
    )
    assert [name for name in sorted(names - {"id"}) if f" {name}=" not in MARKUP] == []


def test_the_page_is_short_enough_to_be_read() -> None:
    assert len(TEXT.partition("\n## Icons\n")[0].splitlines()) <= 395


def test_a_picture_of_the_page_composes(tmp_path: Path) -> None:
    Image.new("RGB", (4, 3)).save(tmp_path / "picture.png")
    (shown,) = re.findall(r"`(<img [^`]*picture\.png[^`]*)`", TEXT)
    assert face(tmp_path, shown, "img { width: 8mm; }").items
