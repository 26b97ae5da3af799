"""docs/templates.md: what it shows is what there is."""

import re
from pathlib import Path

import pytest
from composing import composer, html, svg
from PIL import Image

from printgen.layout import properties
from printgen.layout.elements import ATTRIBUTES
from printgen.layout.markup import BLOCKS, INLINE

PAGE = Path(__file__).parents[2] / "docs" / "templates.md"
TEXT = PAGE.read_text("utf-8")
EXAMPLES = re.findall(r"^```(svg|html|css)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_example_composes(kind: str, example: str, tmp_path: Path) -> None:
    """Each fenced example is a template that makes a face, and prints something."""
    Image.new("RGB", (4, 3)).save(tmp_path / "picture.png")
    if kind == "css":
        content = '<rect x="2" y="2" width="9" height="6"/><text x="30" y="9">x</text>'
        text = svg(content + '<foreignObject x="5" y="9" width="50" height="30">', example)
        text = text.replace(
            "\n</svg>",
            '<div xmlns="http://www.w3.org/1999/xhtml"><p>words</p></div></foreignObject></svg>',
        )
    elif example.startswith(("<svg", "<html")):
        text = example
    elif kind == "svg":
        text = svg(example)
    else:
        css = "".join(re.findall("<style>(.*?)</style>", example))
        text = html(re.sub("<style>.*?</style>", "", example), css)
    face = composer(tmp_path, card_svg=text).compose("card.svg", {}, "x", "example")
    assert face.items


@pytest.mark.parametrize("element", sorted(ATTRIBUTES) + sorted(BLOCKS | INLINE))
def test_every_element_has_an_example(element: str) -> None:
    """An element of the subset that no example shows is as good as undocumented."""
    assert any(f"<{element}" in example for _, example in EXAMPLES)


@pytest.mark.parametrize("name", [*properties._LONGHANDS, *properties._SHORTHANDS])
def test_every_property_has_an_example(name: str) -> None:
    """So is a property."""
    assert any(re.search(rf"\b{name}:", example) for _, example in EXAMPLES)


def test_every_attribute_has_an_example() -> None:
    """So is an attribute."""
    shown = " ".join(example for _, example in EXAMPLES)
    names = set().union(*ATTRIBUTES.values())
    assert [name for name in sorted(names) if f" {name}=" not in shown] == []
