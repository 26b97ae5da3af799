"""Faces composed for the tests from templates written on the spot."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from printgen.face.face import Face, Item, PlacedMark, Shape, TextRun
from printgen.layout.compose import Composer
from printgen.problems import Failure
from printgen.system.bundled import get_fonts_folder

STYLE = """
html { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; width: 60mm; height: 40mm; }
.loud { font-weight: 700; }
.drawing { width: 60mm; height: 40mm; }
"""


def html(content: str) -> str:
    """A template that links card.css: of a face of 60 × 40 mm, its text in 4 mm Plex."""
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml">\n'
        f'<head><link rel="stylesheet" href="card.css"/></head>\n<body>{content}</body>\n</html>'
    )


def drawing(content: str) -> str:
    """A drawing that fills the face, 1 unit being 1 mm."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 60 40">'
        f"\n{content}\n</svg>"
    )


def composer(folder: Path, **files: str) -> Composer:
    """A composer over `folder`, which gets these files: `card_html` is written as card.html."""
    for name, text in files.items():
        folder.joinpath(name.replace("_", ".")).write_text(text)
    return Composer((folder,), (get_fonts_folder(),))


def compose(
    folder: Path, content: str, css: str = "", context: Mapping[str, object] | None = None
) -> Face:
    """The face of a body and its style; raises what it ends in."""
    made = composer(folder, card_html=html(content), card_css=STYLE + css)
    return made.compose_face("card.html", context or {}, "A-07", "card 7")


def refusal(
    folder: Path, content: str, css: str = "", context: Mapping[str, object] | None = None
) -> Failure:
    """The failure that a body and its style end in."""
    with pytest.raises(Failure) as caught:
        compose(folder, content, css, context)
    return caught.value


def runs(face: Face) -> list[TextRun]:
    """The text runs of a face."""
    return [item for item in face.items if isinstance(item, TextRun)]


def shapes(face: Face) -> list[Shape]:
    """The shapes of a face."""
    return [item for item in face.items if isinstance(item, Shape)]


def marks(face: Face) -> list[PlacedMark]:
    """The marks of a face."""
    return [item for item in face.items if isinstance(item, PlacedMark)]


def written(items: tuple[Item, ...]) -> str:
    """Items as lines to read, numbers to 0.001."""
    return "".join(f"{_line(item)}\n" for item in items)


def _line(item: Item) -> str:
    if isinstance(item, TextRun):
        face = f"{item.typeface.family} {item.typeface.weight}"
        return (
            f"text {item.text!r} at {_n(item.x)} {_n(item.y)} turned {_n(item.angle)}, "
            f"{_n(item.width)} wide, {_n(item.size)} pt + {_n(item.tracking)}, {face}, "
            f"{_colour(item.colour)}, field {item.field}"
        )
    if isinstance(item, Shape):
        path = " ".join(
            segment[0] + ",".join(_n(value) for value in segment[1:]) for segment in item.path
        )
        stroke = f"{_colour(item.stroke)} {_n(item.stroke_width)}" if item.stroke else "none"
        return f"shape {path}, fill {_colour(item.fill)}, stroke {stroke}"
    if isinstance(item, PlacedMark):
        m = item.matrix
        where = " ".join(_n(value) for value in (m.a, m.b, m.c, m.d, m.e, m.f))
        inner = "".join(f"\n  {_line(shape)}" for shape in item.drawing.shapes)
        size = f"{_n(item.drawing.width)} × {_n(item.drawing.height)}"
        return f"mark {item.drawing.id} {size} by {where}, field {item.field}{inner}"
    name = type(item).__name__.lower()
    where = " ".join(_n(value) for value in (item.x, item.y, item.width, item.height))
    return f"{name} {getattr(item, 'name', '')} at {where}"


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"


def _colour(colour: tuple[int, int, int] | None) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)


def colours(
    folder: Path, body: str, css: str = "", context: Mapping[str, object] | None = None
) -> dict[str, object]:
    """The colour of each text on a face."""
    face = compose(folder, body, css, context)
    return {run.text: run.colour for run in runs(face)}
