"""XHTML laid out for the tests of flow, in a box of 30 × 40 mm at 10, 20 of its face."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from composing import composer, html

from printgen.face.face import Item, Shape, TextRun
from printgen.face.fonts import FontLibrary
from printgen.problems import Failure
from printgen.system.bundled import get_fonts_folder

FONTS = FontLibrary.load_folders((get_fonts_folder(),))
REGULAR = FONTS.get_typeface("IBM Plex Sans Condensed", 400)
ASCENT, DESCENT = REGULAR.ascent, REGULAR.descent

GROUND = """html { width: 100mm; height: 100mm; line-height: 1.5;
  font-family: "IBM Plex Sans Condensed"; font-size: 2mm; }
.room { position: absolute; left: 10mm; top: 20mm; width: 30mm; height: 40mm; }
th { font-weight: 700; }
"""


def box(content: str, css: str = "", *, room: str = "") -> tuple[Item, ...]:
    """What the room with this content becomes, under a style of its own; raises what is wrong."""
    with TemporaryDirectory() as folder:
        text = html(f'<div class="room">{content}</div>')
        made = composer(Path(folder), card_html=text, card_css=f"{GROUND}.room {{ {room} }}\n{css}")
        try:
            return made.compose_face("card.html", {}, "x", "card 7").items
        except Failure as failure:
            raise AssertionError(str(failure).replace(f"{folder}/", "")) from failure


def refusal(content: str, css: str = "") -> str:
    """The whole text of the error that a room ends in."""
    with pytest.raises(AssertionError) as caught:
        box(content, css)
    return str(caught.value)


def texts(items: tuple[Item, ...]) -> list[tuple[str, float, float]]:
    """The words of each run with its start, to 0.001 mm."""
    runs = [item for item in items if isinstance(item, TextRun)]
    return [(run.text, round(run.x, 3), round(run.y, 3)) for run in runs]


def shapes(items: tuple[Item, ...]) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each shape."""
    found = []
    for item in items:
        if isinstance(item, Shape):
            points = [segment[1:] for segment in item.path if len(segment) == 3]
            xs, ys = zip(*points, strict=True)
            found.append(tuple(round(v, 3) for v in (min(xs), min(ys), max(xs), max(ys))))
    return found  # type: ignore[return-value]


def baseline(size: float, line_height: float) -> float:
    """How far under its line's top a baseline lies: leading is shared above and below."""
    return line_height / 2 + size * (ASCENT - DESCENT) / 2
