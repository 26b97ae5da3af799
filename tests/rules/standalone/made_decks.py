"""Decks of every form that people have, from seeds: each given thing is to be found.

`python tests/rules/standalone/made_decks.py 2000` looks at so many and shows what was lost.
"""

import csv
import json
import re
import sys
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZipFile

from openpyxl import Workbook
from PIL import Image

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.problems import Failure
from printgen.rules.standalone.deck import TableDeck

SYLLABLES = ("bra", "kel", "mor", "tin", "zu", "lop", "gar", "wen", "dix", "fu", "ros", "hep")
FORMATS = ("csv", "semicolons", "tsv", "xlsx", "xlsx", "ods", "json", "named", "across", "nested")
SHOWN = (  # what a workbook holds, in which format, and what of it must be found
    (3, "00", "03"),
    (0.5, "0%", "50%"),
    (-4, "0;(0)", "(4)"),
    (1234.5, "#,##0.00", "1,234.50"),
    (12, '"$"0', "$12"),
    (2.5, "# ?/?", "2 1/2"),
    (45 / 17, "General", "2.647058824"),
    ("=1/7", "General", "without a calculated value"),
    ("#REF!", "General", "#REF!"),
    (7, "000-000", "000-000"),
)


class Form(NamedTuple):
    """A table as somebody has it: its file, how it is read, and the texts that must be found.

    One that is sound must be printed.
    """

    path: Path
    reading: dict[str, Any]
    given: tuple[str, ...]
    kind: str
    is_sound: bool


def form(seed: int, folder: Path) -> Form:
    """The deck of a seed, written into a folder."""
    random = Random(seed)
    given, numbers = list[str](), iter(range(100, 10_000))

    def word() -> str:
        made = "".join(random.choice(SYLLABLES) for _ in range(3)) + str(next(numbers))
        given.append(made)
        return made

    kind = random.choice(FORMATS)
    is_json = kind in ("json", "named", "across", "nested")
    first = random.choice(("name", "Title", ""))
    heads = [first or word(), *(word() for _ in range(random.randint(1, 4)))]
    rows: list[list[Any]] = []
    for _ in range(random.randint(1, 4)):
        texts = [
            random.choice((word, lambda: f"{word()} goes and {word()} stays so")) for _ in heads
        ]
        rows.append([one() for one in texts])
    if not is_json:
        trait = random.choice(("", "title", "unnamed", "twice", "blank", "long"))
        heads, rows = laid(trait, heads, rows, word)
    if random.random() < 0.3:
        heads.append(random.choice(("qty", "count", "#", "Anzahl")))
        rows = [[*row, random.randint(1, 3)] for row in rows]
    is_sound = random.random() < 0.8
    if random.random() < 0.3:
        heads.append("art")
        rows = [[*row, pictured(random, folder, word(), is_sound)] for row in rows]
    reading: dict[str, Any] = {"prose": random.random() < 0.2, "missing": random.random() < 0.2}
    if random.random() < 0.2 and len(heads) > 2 and not is_json:
        reading["leave"] = heads[1]
        given = [one for one in given if all(one not in str(row[1]) for row in [heads, *rows])]
    titles = [[word()], []] if not is_json and random.random() < 0.3 else []
    path = folder / f"t.{'json' if is_json else 'csv' if kind == 'semicolons' else kind}"
    if is_json:
        path.write_text(json.dumps(shaped(kind, heads, rows)), "utf-8")
    elif kind in ("xlsx", "ods"):
        book(path, [*titles, heads, *rows], random, given, is_sound)
    else:
        sign = {"csv": ",", "semicolons": ";", "tsv": "\t"}[kind]
        text = StringIO()
        wide = [[*line, *[""] * (len(heads) - len(line))] for line in [*titles, heads, *rows]]
        csv.writer(text, delimiter=sign).writerows(wide)
        path.write_text(text.getvalue(), "utf-8")
    return Form(path, reading, tuple(given), kind, is_sound)


def laid(trait: str, heads: list[str], rows: list[list[Any]], word: Any) -> tuple[Any, Any]:
    """The heads and rows with a column without a name, of one name with another, or of nothing."""
    if trait in ("unnamed", "blank"):
        cells = [word() if trait == "unnamed" else "" for _ in rows]
        return [*heads, "", "last"], [
            [*row, cell, "9"] for row, cell in zip(rows, cells, strict=True)
        ]
    if trait == "twice":
        return [*heads, heads[-1]], [[*row, word()] for row in rows]
    if trait == "long":
        return [*heads, f"{word()} {'and more ' * 9}"], [[*row, word()] for row in rows]
    return heads, rows


def pictured(random: Random, folder: Path, name: str, is_sound: bool) -> str:
    """The name of a picture that lies somewhere, is damaged, mistyped, or nowhere."""
    path = folder / random.choice((".", "art", "art/deep")) / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_sound or random.random() < 0.8:
        Image.new("RGB", (4, 4)).save(path)
    return path.name if is_sound else random.choice((path.name, name, f"{name}.pgn"))


def shaped(kind: str, heads: list[str], rows: list[list[Any]]) -> Any:
    """Rows as JSON of one of the shapes that people have."""
    records = [dict(zip(heads, row, strict=True)) for row in rows]
    if kind == "named":
        return {str(row[0]): record for row, record in zip(rows, records, strict=True)}
    if kind == "across":
        return {head: [record[head] for record in records] for head in heads}
    if kind == "nested":
        first, *rest = heads
        inner = [{first: one[first], "in": {name: [one[name]] for name in rest}} for one in records]
        return {"cards": inner}
    return records


def book(
    path: Path, lines: list[list[Any]], random: Random, given: list[str], is_sound: bool
) -> None:
    """A workbook whose cells have formats of their own; as OpenDocument it says what they show."""
    width = max(map(len, lines))
    extra = [random.choice(SHOWN[:-3] if is_sound else SHOWN) for line in lines]
    if path.suffix == ".ods":
        ods(path, lines)
        return
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    seen_heads = False
    for number, (line, (value, code, shown)) in enumerate(zip(lines, extra, strict=True), 1):
        for column, one in enumerate(line, 1):
            sheet.cell(number, column, one or None)
        if len(line) == width and seen_heads:
            sheet.cell(number, width + 1, value).number_format = code
            given.append(shown)
        elif len(line) == width:
            seen_heads = True
            sheet.cell(number, width + 1, "shown")
    if random.random() < 0.3:
        made.create_sheet(given[0]).append(["name"])
    made.save(path)


def ods(path: Path, lines: list[list[Any]]) -> None:
    """The lines as LibreOffice writes them, with line breaks and tabs for blanks."""
    names = "urn:oasis:names:tc:opendocument:xmlns"
    rows = ""
    for line in lines:
        cells = (
            f'<table:table-cell office:value-type="string"><text:p>'
            f"{str(one).replace(' goes ', '</text:p><text:p>goes<text:tab/>')}</text:p>"
            "</table:table-cell>"
            if one
            else "<table:table-cell/>"
            for one in line
        )
        rows += f"<table:table-row>{''.join(cells)}</table:table-row>"
    with ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{names}:manifest:1.0"><manifest:file-entry '
            'manifest:full-path="/" manifest:media-type='
            '"application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>',
        )
        book.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{names}:office:1.0" '
            f'xmlns:table="{names}:table:1.0" xmlns:text="{names}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="S">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )


def lost(one: Form) -> list[str]:
    """What was given and stands neither on a face, nor in an error, nor in a note."""
    table = TableDeck(one.path, **one.reading)
    try:
        game = table.load()
    except Failure as failure:
        # What is wrong stops the print: the faults that were given are told, all of them.
        said = str(failure)
        if one.is_sound:
            return [f"refused: {said}"]
        unread = ("without a calculated value", "#REF!", "000-000")
        faults = [shown for *_, shown in SHOWN if shown in unread]
        return [fault for fault in faults if fault in one.given and fault not in said]
    (deck,) = game.prints
    found = [str(note) for note in game.notes]
    for content, _ in generate_wanted_faces(game, deck, "", None):
        found += [*content.fields.values(), *content.marks.values()]
    found += [column.name for column in game.table("cards").columns]
    row_cells = [str(cell) for row in game.table("cards").rows for cell in row.cells.values()]
    pictures = [cell for cell in row_cells if cell.lower().endswith(".png")]
    text = re.sub(r"\s+", " ", "\n".join((*found, *pictures))).casefold()
    return [given for given in one.given if given.casefold() not in text]


def main(many: int) -> None:
    """Shows what of so many decks was lost."""
    counts = dict[str, int]()
    for seed in range(many):
        with TemporaryDirectory() as folder:
            one = form(seed, Path(folder))
            gone = lost(one)
            counts[one.kind] = counts.get(one.kind, 0) + 1
            if gone:
                print(seed, one.kind, one.reading, gone)
    print(many, counts)


if __name__ == "__main__":
    main(int(sys.argv[1]))
