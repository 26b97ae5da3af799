"""Faces composed for the tests from templates written on the spot."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from printgen.layout.compose import Composer
from printgen.layout.face import Face, Item, Mark, Shape, TextRun
from printgen.problems import Failure
from printgen.resources import fonts_folder

STYLE = """
svg, html { font-family: "IBM Plex Sans Condensed"; font-size: 4px; }
.loud { font-weight: 700; }
"""


def svg(content: str, css: str = "", size: tuple[float, float] = (60, 40)) -> str:
    """A drawing of 60 × 40 mm, its text in 4 mm Plex."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">\n<style>{STYLE}{css}</style>\n{content}\n</svg>'
    )


def html(content: str, css: str = "") -> str:
    """A page of 100 × 80 mm, its text in 4 mm Plex."""
    css = STYLE.replace("4px", "4mm") + "html { width: 100mm; height: 80mm; }" + css
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head>'
        f"<style>{css}</style></head><body>{content}</body></html>"
    )


def composer(folder: Path, **files: str) -> Composer:
    """A composer over `folder`, which gets these files: `card_svg` is written as card.svg."""
    for name, text in files.items():
        folder.joinpath(name.replace("_", ".")).write_text(text)
    return Composer((folder,), (fonts_folder(),))


def compose(folder: Path, text: str, context: Mapping[str, object] | None = None) -> Face:
    """The face of one template; raises what it ends in."""
    return composer(folder, card_svg=text).compose("card.svg", context or {}, "A-07", "card 7")


def refusal(folder: Path, text: str, context: Mapping[str, object] | None = None) -> Failure:
    """The failure that one template ends in."""
    with pytest.raises(Failure) as caught:
        compose(folder, text, context)
    return caught.value


def runs(face: Face) -> list[TextRun]:
    """The text runs of a face."""
    return [item for item in face.items if isinstance(item, TextRun)]


def shapes(face: Face) -> list[Shape]:
    """The shapes of a face."""
    return [item for item in face.items if isinstance(item, Shape)]


def marks(face: Face) -> list[Mark]:
    """The marks of a face."""
    return [item for item in face.items if isinstance(item, Mark)]


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
    if isinstance(item, Mark):
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
