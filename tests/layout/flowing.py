"""XHTML laid out for the tests of flow: in a foreignObject, or as a page."""

import pytest
from lxml import etree

from printgen.layout.css import Sheet
from printgen.layout.face import Item, Shape, TextRun
from printgen.layout.fonts import Fonts
from printgen.layout.geometry import IDENTITY, Matrix, Rect
from printgen.layout.html import SetPage, set_box, set_page
from printgen.layout.report import Report
from printgen.layout.style import Stylesheet
from printgen.problems import Failure
from printgen.resources import fonts_folder

FONTS = Fonts.load((fonts_folder(),))
REGULAR = FONTS.face("IBM Plex Sans Condensed", 400)
ROOM = Rect(10, 20, 30, 40)
ASCENT, DESCENT = REGULAR.ascent, REGULAR.descent

BASE = """
table { width: 100%; }
b, th { font-weight: 700; }
"""
PLAIN = 'svg { font-family: "IBM Plex Sans Condensed"; font-size: 2px; line-height: 1.5; }'


def box(
    content: str, css: str = "", *, room: Rect = ROOM, matrix: Matrix = IDENTITY
) -> tuple[Item, ...]:
    """What a foreignObject at `room` with this content becomes; raises what it reports."""
    sheets = (Sheet("base.css", 1, BASE, base=True), Sheet("t.svg", 1, PLAIN + css))
    stylesheet = Stylesheet(sheets, "svg", FONTS)
    element = etree.fromstring(
        '<foreignObject xmlns="http://www.w3.org/2000/svg">'
        f'<div xmlns="http://www.w3.org/1999/xhtml">{content}</div></foreignObject>'
    )
    report = Report("t.svg", "card 7")
    chain = stylesheet.root("svg").child("foreignObject")
    flowed = set_box(element, chain, room, matrix, report, lambda *_: None)
    report.take(stylesheet.problems)
    report.close()
    return flowed


def page(content: str, css: str = "") -> SetPage:
    """What a page of 100 × 80 mm with this body becomes; raises what it reports."""
    plain = (
        "html { width: 100mm; height: 80mm; } body { line-height: 1.5; font-size: 10mm;"
        'font-family: "IBM Plex Sans Condensed"; }'
    )
    sheets = (Sheet("base.css", 1, BASE, base=True), Sheet("t.html", 1, plain + css))
    stylesheet = Stylesheet(sheets, "html", FONTS)
    html = etree.fromstring(
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head/><body>{content}</body></html>'
    )
    report = Report("t.html", "sheet")
    done = set_page(html, stylesheet.root("html"), report, lambda *_: None)
    report.take(stylesheet.problems)
    report.close()
    return done


def refusal(content: str, css: str = "", *, room: Rect = ROOM) -> str:
    """The whole text of the error that a box ends in."""
    with pytest.raises(Failure) as caught:
        box(content, css, room=room)
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
