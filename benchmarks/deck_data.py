"""Turn a game's deck into a JSON file of what is drawn, for the other tools to draw the same.

Called as `deck_data.py GAME FILE.json`. Lengths are mm from the top left, y down; type sizes are
points; colours are [red, green, blue] of 0 to 255.
"""

import json
import sys
from pathlib import Path

from printgen.face.face import Drawing, Item, PlacedMark, Shape, TextRun
from printgen.pipeline.plan import PrintJob
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    compose_print_faces,
    impose_pages,
    make_composer,
)
from printgen.press.imposing.page import Page
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_game


def main(game_name: str, target: str) -> None:
    folder = find_game(game_name)
    game = load_game(folder)
    composer = make_composer(folder)
    collected = _Collected()
    files = {}
    for print_ in game.prints[:2]:
        planned = PrintJob(print_, ("A",), None, print_.sizes[0])
        faces = compose_print_faces(game, planned, composer)
        made = impose_pages(game, planned, faces, composer.get_typeface(*MARGIN_TYPEFACE), iter(()))
        files[print_.id] = [collected.page(page) for page in made]
    data = {"fonts": collected.fonts, "drawings": collected.drawings, "files": files}
    Path(target).write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")


class _Collected:
    """The fonts and drawings met so far, by name."""

    def __init__(self) -> None:
        self.fonts: dict[str, dict[str, object]] = {}
        self.drawings: dict[str, object] = {}

    def page(self, page: Page) -> dict[str, object]:
        return {
            "width": page.width,
            "height": page.height,
            "faces": [
                {
                    "x": placement.x,
                    "y": placement.y,
                    "items": [self._item(item) for item in placement.face.items],
                }
                for placement in page.placements
            ],
            "rest": [self._item(item) for item in (*page.crop_marks, *page.margin, *page.bar)],
        }

    def _item(self, item: Item) -> list[object]:
        match item:
            case TextRun():
                face = item.typeface
                self.fonts[face.name] = {
                    "path": str(face.path),
                    "family": face.family,
                    "weight": face.weight,
                    "ascent": face.ascent,
                    "descent": face.descent,
                }
                style = (face.name, item.size, item.colour, item.tracking, item.angle)
                return ["run", item.x, item.y, item.text, *style]
            case Shape():
                return ["shape", *_shape(item)]
            case PlacedMark():
                name = self._drawing(item.drawing)
                m = item.matrix
                return ["mark", name, m.a, m.b, m.c, m.d, m.e, m.f]
            case _:
                raise TypeError(f"the benchmark's tools draw no {type(item).__name__}")

    def _drawing(self, drawing: Drawing) -> str:
        self.drawings[drawing.id] = {
            "width": drawing.width,
            "height": drawing.height,
            "shapes": [_shape(shape) for shape in drawing.shapes],
        }
        return drawing.id


def _shape(shape: Shape) -> list[object]:
    return [shape.path, shape.fill, shape.stroke, shape.stroke_width]


if __name__ == "__main__":
    main(*sys.argv[1:])
