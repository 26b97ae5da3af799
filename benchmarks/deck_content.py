"""Write what is on each card of the Combat Leader deck, for the tools that lay it out themselves.

Called as `deck_content.py FOLDER`. `deck.json` has the texts, tables and names of pictures of all
cards and of the back. The pictures are SVG files, each in the colours that it is printed in. The
files say nothing of positions and sizes: these are the work of each tool.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from printgen.content.content import FaceContent, GridRow
from printgen.content.faces_of_print import WantedFace, build_margin_texts, generate_wanted_faces
from printgen.pipeline.plan import PrintJob
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Print
from printgen.rules.values.commonmark import ProseBlock
from printgen.system.bundled import find_game, get_fonts_folder, get_templates_folder

DECK, PLACES = "A", 9
RESULT_PARTS = "label", "roll", "modifier", "otherwise"

WHITE = "#ffffff"
MARKS = {
    **dict.fromkeys(("clear-only", "graze", "hit", "jammed", "no-hit", "spades"), "#000000"),
    "die": WHITE,
    "hearts": "#a12115",
    "diamonds": "#122b66",
    "clubs": "#087b6d",
}
"""The colours of marks; the shape of the deck has the deck's colour."""


def main(target: str) -> None:
    folder = Path(target)
    folder.mkdir(parents=True)
    game = load_game(find_game("combat-leader"))
    front, back = game.prints[:2]
    faces = generate_wanted_faces(game, front, DECK, None)
    cards = [card(face) for face in faces if face.place.part.each == "cards"]
    owner = game.table("decks").by_key[DECK].cells
    sheets = -(-len(cards) // PLACES)
    data = {
        "colours": {
            "deck": owner["colour"],
            "tint": mix(owner["colour"], 0.17),
            "middle": mix(owner["colour"], 0.265),
            "deep": mix(owner["colour"], 0.36),
            "ground": mix(owner["faint"], 0.24),
        },
        "deck": {"letter": DECK, "label": owner["label"], "mark": owner["mark"]},
        "game": game.about.name,
        "cards": cards,
        "margins": {
            "deck": [margin(game, front, number, sheets) for number in range(1, sheets + 1)],
            "deck-backs": [margin(game, back, 1, 1, sheets)],
        },
        "fonts": str(get_fonts_folder()),
    }
    text = json.dumps(data, ensure_ascii=False)
    (folder / "deck.json").write_text(text, encoding="utf-8")
    for name, picture in draw_pictures(owner):
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


def margin(game: Game, side: Print, sheet: int, sheets: int, fronts: int = 0) -> dict[str, str]:
    layout = PrintJob(side, (DECK,), None, side.sizes[0] if side.sizes else None).layout
    words = build_margin_texts(game, side, layout, sheet, sheets, DECK, fronts)
    return {name.removeprefix("margin."): text for name, text in words.items()}


def card(face: WantedFace) -> dict[str, object]:
    """Return the data of one card; what it does not have is missing or empty."""
    content, cells = face.content, face.place.row.row.cells
    field = content.fields.get
    (kind,) = cells["kind"]
    (suit,) = cells["suit"] or ("",)
    return {
        "number": field("card"),
        "rank": field("rank"),
        "suit": suit,
        "suit_label": field("suit"),
        "kind": kind,
        "kind_label": field("kind"),
        "note": field("kind.note"),
        "die": {"title": field("d6.title"), "head": field("d6.head"), "value": field("d6")},
        "accuracy": accuracy(content),
        "draws": list(draws(content)),
        "letter": {"letter": field("selection.or"), "text": field("selection.or.text")},
        "repair": {
            "title": field("repair.title"),
            "word": field("repair"),
            "note": field("repair.note"),
        },
        "strip": {
            "title": field("selection.title"),
            "head": field("selection.head"),
            "rows": [strip_row(content, line) for line in content.grids["selection"].lines],
        },
    }


def accuracy(content: FaceContent) -> dict[str, object] | None:
    grid, field = content.grids.get("accuracy"), content.fields.get
    if grid is None:
        return None
    rows = []
    for name in (f"accuracy.{line.key}" for line in grid.lines):
        parts = {part: field(f"{name}.{part}") for part in RESULT_PARTS}
        rows.append({"band": field(name), "mark": content.marks[f"{name}.mark"], **parts})
    head, result = field("accuracy.head"), field("accuracy.head.label")
    return {"title": field("accuracy.title"), "head": head, "result": result, "rows": rows}


def strip_row(content: FaceContent, line: GridRow) -> dict[str, object]:
    name = f"selection.{line.key}"
    return {
        "size": content.fields[f"{name}.label"],
        "mark": content.marks.get(f"{name}.mark"),
        "number": content.fields[name],
        "is_letter": line.cells[1].is_letter,
    }


def draws(content: FaceContent) -> Iterator[dict[str, object]]:
    fields = content.fields
    for name, label in fields.items():
        row, _, part = name.rpartition(".")
        if row.startswith("kind.draws.") and row.count(".") == 2 and part == "label":
            words = [
                fields[name] for name in fields if name.startswith((f"{row}.sides.", f"{row}.then"))
            ]
            spans = [{"text": word, "bold": True, "mark": "", "new_line": False} for word in words]
            answers = (*content.prose.get(f"{row}.yes", ()), *content.prose.get(f"{row}.no", ()))
            yield {"label": label, "text": [*([spans] if spans else []), *paragraphs(answers)]}


def paragraphs(blocks: tuple[ProseBlock, ...]) -> list[list[dict[str, object]]]:
    """Return paragraphs of spans: bold or plain text, a mark, or text on a new line."""
    return [
        [
            {"text": span.text, "bold": span.bold, "mark": span.mark, "new_line": span.line}
            for span in block.spans
        ]
        for block in blocks
    ]


def draw_pictures(owner: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each picture and its SVG, with attributes instead of classes."""
    # Some drawings repeat their shapes with Jinja2.
    environment = Environment(loader=FileSystemLoader(get_templates_folder()), autoescape=True)
    for name, colour in {**MARKS, owner["mark"]: owner["colour"]}.items():
        symbol = environment.select_template(
            [f"combat-leader/marks/{name}.svg", f"marks/{name}.svg"]
        ).render()
        yield name, paint(symbol.replace("symbol", "svg"), {}, colour)
    for name, colour in (
        ("kinds/jam", "#7d1a10"),
        ("kinds/reshuffle", "#0e2250"),
        ("slashes", WHITE),
    ):
        picture = environment.get_template(f"combat-leader/{name}.svg").render()
        yield name.replace("kinds/", "panel-"), paint(picture, {}, colour)
    deck, pale, faint = owner["colour"], owner["pale"], owner["faint"]
    line = f'fill="none" stroke="{pale}" stroke-width="0.3"'
    heavy_line = f'fill="none" stroke="{deck}" stroke-width="0.42"'
    styles = {
        "mid": f'fill="{mix(faint, 0.44)}"',
        "high": f'fill="{mix(faint, 0.66)}"',
        "line": line,
        "index": heavy_line,
        "tick": heavy_line,
        "in": f'fill="{WHITE}"',
        "half-ray": f'fill="{faint}"',
    }
    for name in ("contours", "axis"):
        picture = environment.get_template(f"combat-leader/{name}.svg").render()
        yield name, paint(picture, styles, deck)


def paint(picture: str, styles: dict[str, str], colour: str) -> str:
    """Return an SVG whose root has `colour`, and whose classes are replaced by their `styles`."""
    painted = re.sub(
        r' class="([\w-]+)"',
        lambda found: f" {styles[found[1]]}" if found[1] in styles else "",
        picture,
    )
    painted = painted.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    # Printed sizes, for tools that turn a drawing into pixels: marks are at most 6.2 mm high.
    width, height = map(float, re.findall(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', painted)[0])
    scale = min(1.0, 6.2 / height) if width in (24, 100) else 1.0
    size = f'width="{width * scale:.2f}mm" height="{height * scale:.2f}mm"'
    root = f'<svg xmlns="http://www.w3.org/2000/svg" fill="{colour}" {size}'
    return painted.replace("<svg", root, 1)


def mix(colour: str, share: float) -> str:
    """Return a colour of which only a share is left in white."""
    channels = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (channel - 255) * share):02x}" for channel in channels)


if __name__ == "__main__":
    main(*sys.argv[1:])
