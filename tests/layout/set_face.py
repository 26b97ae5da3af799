"""Faces of boxes composed for the tests, and the examples of docs/templates.md."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from composing import composer

from printgen.face.face import Face
from printgen.layout.compose import Composer
from printgen.problems import Failure, Problem

GROUND = (
    'html { width: 60mm; height: 40mm; font-family: "IBM Plex Sans Condensed"; font-size: 3.175mm;'
    " line-height: 1.25; }\n"
)
DOCS = Path(__file__).parents[2] / "docs" / "templates.md"
_EXAMPLE = re.compile(r"```html\n(.*?)```\n```css\n(.*?)```", re.DOTALL)


def examples() -> Iterator[tuple[str, str]]:
    """The HTML and CSS of each example."""
    return ((html, css) for html, css in _EXAMPLE.findall(DOCS.read_text("utf-8")))


def page(body: str, root: str = "") -> str:
    """A template that links card.css, its body on the third line."""
    return (
        f'<html xmlns="http://www.w3.org/1999/xhtml"{root}>\n'
        f'<head><link rel="stylesheet" href="card.css"/></head>\n<body>{body}</body></html>'
    )


def setting(folder: Path, body: str, css: str, root: str = "") -> Composer:
    """A composer of card.html with this body and style."""
    return composer(folder, card_html=page(body, root), card_css=GROUND + css)


def face(
    folder: Path, body: str, css: str, root: str = "", shared: Mapping[str, float] | None = None
) -> Face:
    """The face that a body and a style make."""
    made = setting(folder, body, css, root)
    return made.compose_face("card.html", {}, "A-07", "card 7", shared)


def refused(folder: Path, body: str, css: str, root: str = "") -> tuple[Problem, ...]:
    """What is wrong with a face."""
    with pytest.raises(Failure) as caught:
        face(folder, body, css, root)
    return tuple(caught.value.problems)
