"""Turn the deck's JSON into PDFs with fpdf2. Called as `deck_fpdf2.py DATA.json FOLDER`."""

import json
import sys
from pathlib import Path

from fpdf import FPDF
from fpdf.drawing import DeviceRGB


def main(source: str, folder: str) -> None:
    data = json.loads(Path(source).read_text(encoding="utf-8"))
    for name, pages in data["files"].items():
        pdf = FPDF(unit="mm")
        pdf.set_auto_page_break(False)
        for font, file in data["fonts"].items():
            pdf.add_font(font, fname=file["path"])
        for page in pages:
            pdf.add_page(format=(page["width"], page["height"]))
            for face in page["faces"]:
                draw(pdf, data, face["items"], face["x"], face["y"])
            draw(pdf, data, page["rest"], 0, 0)
        pdf.output(f"{folder}/{name}.pdf")


def draw(pdf, data, items, left, top):
    for kind, *item in items:
        if kind == "run":
            draw_run(pdf, left, top, *item)
        elif kind == "shape":
            draw_shape(pdf, (1, 0, 0, 1, left, top), *item)
        else:
            name, a, b, c, d, e, f = item
            for shape in data["drawings"][name]["shapes"]:
                draw_shape(pdf, (a, b, c, d, e + left, f + top), *shape)


def draw_run(pdf, left, top, x, y, text, font, size, colour, tracking, angle):
    pdf.set_font(font, size=size)
    pdf.set_text_color(*colour)
    pdf.set_char_spacing(tracking)
    if angle:
        with pdf.rotation(-angle, left + x, top + y):
            pdf.text(left + x, top + y, text)
    else:
        pdf.text(left + x, top + y, text)


def draw_shape(pdf, matrix, segments, fill, stroke, width):
    a, b, c, d, e, f = matrix
    with pdf.new_path() as path:
        path.style.fill_color = DeviceRGB(*(v / 255 for v in fill)) if fill else None
        path.style.stroke_color = DeviceRGB(*(v / 255 for v in stroke)) if stroke else None
        path.style.stroke_width = width
        path.style.auto_close = False
        for kind, *flat in segments:
            points = [
                (a * x + c * y + e, b * x + d * y + f)
                for x, y in zip(flat[::2], flat[1::2], strict=True)
            ]
            if kind == "M":
                path.move_to(*points[0])
            elif kind == "L":
                path.line_to(*points[0])
            elif kind == "C":
                path.curve_to(*points[0], *points[1], *points[2])
            else:
                path.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
