"""Turn the deck's JSON into PDFs with WeasyPrint. Called as `deck_weasyprint.py DATA.json FOLDER`.

WeasyPrint needs the Pango libraries of the system (Debian: libpango-1.0-0, libpangoft2-1.0-0).
"""

import json
import sys
from html import escape
from pathlib import Path

from weasyprint import HTML


def main(source: str, folder: str) -> None:
    data = json.loads(Path(source).read_text(encoding="utf-8"))
    for name, pages in data["files"].items():
        HTML(string=document(data, pages)).write_pdf(f"{folder}/{name}.pdf")


def document(data, pages):
    faces = "".join(
        f"@font-face {{ font-family: '{name}'; src: url('{Path(font['path']).as_uri()}') }}"
        for name, font in data["fonts"].items()
    )
    size = f"{pages[0]['width']}mm {pages[0]['height']}mm"
    style = (
        f"{faces} @page {{ size: {size}; margin: 0 }} body {{ margin: 0 }}"
        "section { position: relative; break-after: page; font-kerning: none;"
        f" font-variant-ligatures: none; height: {pages[0]['height']}mm }}"
        "span, svg { position: absolute; white-space: pre; line-height: 0 }"
    )
    body = "".join(section(data, page) for page in pages)
    return f"<style>{style}</style>{body}"


def section(data, page):
    parts = [
        part for face in page["faces"] for part in drawn(data, face["items"], face["x"], face["y"])
    ]
    parts += drawn(data, page["rest"], 0, 0)
    view = f"0 0 {page['width']} {page['height']}"
    svg = "".join(part for part in parts if part.startswith(("<path", "<g")))
    spans = "".join(part for part in parts if part.startswith("<span"))
    return (
        f"<section><svg width='{page['width']}mm' height='{page['height']}mm'"
        f" viewBox='{view}' style='left: 0; top: 0'>{svg}</svg>{spans}</section>"
    )


def drawn(data, items, left, top):
    for kind, *item in items:
        if kind == "run":
            x, y, text, font, size, *style = item
            # A line of no height is set about the middle of its letters' ascent and descent.
            drop = (data["fonts"][font]["ascent"] - data["fonts"][font]["descent"]) / 2 * size
            yield run(left + x, top + y, drop, text, font, size, *style)
        elif kind == "shape":
            yield f"<g transform='translate({left} {top})'>{shape(*item)}</g>"
        else:
            name, *matrix = item
            inner = "".join(shape(*known) for known in data["drawings"][name]["shapes"])
            place = " ".join(map(str, matrix))
            yield f"<g transform='translate({left} {top}) matrix({place})'>{inner}</g>"


def run(x, y, drop, text, font, size, colour, tracking, angle):
    turn = f"; transform: rotate({angle}deg); transform-origin: 0 {drop}pt" if angle else ""
    return (
        f"<span style=\"left: {x}mm; top: calc({y}mm - {drop}pt); font: {size}pt/0 '{font}';"
        f' color: rgb{tuple(colour)}; letter-spacing: {tracking}pt{turn}">{escape(text)}</span>'
    )


def shape(segments, fill, stroke, width):
    path = " ".join(f"{kind}{' '.join(map(str, numbers))}" for kind, *numbers in segments)
    line = f"stroke='rgb{tuple(stroke)}' stroke-width='{width}'" if stroke else ""
    inside = f"rgb{tuple(fill)}" if fill else "none"
    return f"<path d='{path}' fill='{inside}' {line}/>"


if __name__ == "__main__":
    main(*sys.argv[1:])
