"""Turn the deck's JSON into PDFs by plain canvas calls: one call a cell, nothing cached.

What a careful hobbyist would write: no checks, no proof. Called as
`bare_reportlab.py DATA.json FOLDER`.
"""

import json
import sys
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def main(source: str, folder: str) -> None:
    data = json.loads(Path(source).read_text(encoding="utf-8"))
    for name, font in data["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, font["path"]))
    for name, pages in data["files"].items():
        canvas = Canvas(f"{folder}/{name}.pdf", pageCompression=1, invariant=1)
        for mark, drawing in data["drawings"].items():
            canvas.beginForm(mark, 0, -drawing["height"] * mm, drawing["width"] * mm, 0)
            for shape in drawing["shapes"]:
                draw_shape(canvas, *shape)
            canvas.endForm()
        for page in pages:
            canvas.setPageSize((page["width"] * mm, page["height"] * mm))
            canvas.translate(0, page["height"] * mm)  # y counts down from the top from here on
            for face in page["faces"]:
                canvas.saveState()
                canvas.translate(face["x"] * mm, -face["y"] * mm)
                for kind, *item in face["items"]:
                    DRAW[kind](canvas, *item)
                canvas.restoreState()
            for kind, *item in page["rest"]:
                DRAW[kind](canvas, *item)
            canvas.showPage()
        canvas.save()


def draw_run(canvas, x, y, text, font, size, colour, tracking, angle):
    canvas.setFont(font, size)
    set_fill(canvas, colour)
    if angle:
        canvas.saveState()
        canvas.translate(x * mm, -y * mm)
        canvas.rotate(-angle)
        canvas.drawString(0, 0, text, charSpace=tracking)
        canvas.restoreState()
    else:
        canvas.drawString(x * mm, -y * mm, text, charSpace=tracking)


def draw_shape(canvas, segments, fill, stroke, width):
    path = canvas.beginPath()
    for kind, *c in segments:
        if kind == "M":
            path.moveTo(c[0] * mm, -c[1] * mm)
        elif kind == "L":
            path.lineTo(c[0] * mm, -c[1] * mm)
        elif kind == "C":
            path.curveTo(c[0] * mm, -c[1] * mm, c[2] * mm, -c[3] * mm, c[4] * mm, -c[5] * mm)
        else:
            path.close()
    if fill:
        set_fill(canvas, fill)
    if stroke:
        red, green, blue = stroke
        if red == green == blue:
            canvas.setStrokeGray(red / 255)
        else:
            canvas.setStrokeColorRGB(red / 255, green / 255, blue / 255)
        canvas.setLineWidth(width * mm)
    canvas.drawPath(path, stroke=bool(stroke), fill=bool(fill), fillMode=1)


def draw_mark(canvas, name, a, b, c, d, e, f):
    canvas.saveState()
    canvas.transform(a, -b, -c, d, e * mm, -f * mm)
    canvas.doForm(name)
    canvas.restoreState()


def set_fill(canvas, colour):
    red, green, blue = colour
    if red == green == blue:
        canvas.setFillGray(red / 255)
    else:
        canvas.setFillColorRGB(red / 255, green / 255, blue / 255)


DRAW = {"run": draw_run, "shape": draw_shape, "mark": draw_mark}

if __name__ == "__main__":
    main(*sys.argv[1:])
