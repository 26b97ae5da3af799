"""Prints to proof, made through the press from plain faces: each content in rows down its face.

A heading stands in the row above what it heads; a roster's form fields stand in their columns.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any
from zlib import crc32

import msgspec

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import (
    build_margin_texts,
    format_title,
    generate_wanted_faces,
    list_face_run_lengths,
)
from printgen.face.face import Drawing, Face, FormField, Item, PlacedMark, Shape, TextRun
from printgen.face.fonts import FontLibrary, Typeface
from printgen.geometry import MM_PER_POINT, Matrix, Spacing
from printgen.paper import find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.impose import count_sheets, impose_faces, make_single_page
from printgen.press.imposing.page import Page
from printgen.press.writing.pdf import DocumentInfo, write_pdf
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Print
from printgen.rules.queries.content_hash import compute_digest
from printgen.sheet_layout import DEFAULT_LAYOUT, FORMAT_VERSION, PrintManifest
from printgen.system.bundled import find_game, get_fonts_folder

Edit = Callable[[Face], Face]

SIZE = {"deck": 7.0, "deck-backs": 7.0, "sheet": 9.0, "markers": 6.5, "roster": 7.0}
FORMAT = {
    "deck": (63.5, 88.9),
    "deck-backs": (63.5, 88.9),
    "sheet": (210.0, 297.0),
    "markers": (25.4, 25.4),
    "roster": (190.0, 130.0),
}
PINK = (170, 30, 60)


@cache
def game() -> Game:
    """The bundled game."""
    return load_game(find_game("combat-leader"))


@cache
def _fonts() -> FontLibrary:
    return FontLibrary.load_folders((get_fonts_folder(),))


def print_of(id_: str, of: Game | None = None) -> Print:
    """The print of that id, of the bundled game or of another."""
    found = (of or game()).find_print(id_)
    assert found is not None
    return found


def keys(first: int, after: int) -> tuple[str, ...]:
    """The keys of the cards from `first` to before `after`."""
    return tuple(map(str, range(first, after)))


def typeface(weight: int = 700) -> Typeface:
    """The family that the bundled templates use."""
    return _fonts().get_typeface("IBM Plex Sans Condensed", weight)


def face_of(content: FaceContent, print_: str) -> Face:
    """A face that carries its content: headings with what they head, then the other fields."""
    if print_ == "roster":
        return _roster(content)
    width, height = FORMAT[print_]
    size = SIZE[print_]
    step = size * 0.36
    columns = 1 if print_ == "sheet" else 2
    items: list[Item] = [
        Shape(_box(1, 1, width - 2, height - 2), (250, 250, 245))
        if print_ != "sheet"
        else Shape(_box(6, 6, width - 12, height - 12), (250, 250, 245))
    ]
    edge = 7.0 if print_ == "sheet" else 1.5
    if print_ == "markers":
        edge = 4.0
    x, y = edge, edge + step
    for row in _rows(content):
        texts = [content.fields.get(name, "") for name in row]
        lines = [_lines(text, size, (width - 2 * edge) / columns - 1) for text in texts]
        tall = max(1, *(len(line) for line in lines))
        if y + tall * step > height - edge:
            x, y = x + (width - 2 * edge) / columns, edge + step
        cell = x
        for name, broken in zip(row, lines, strict=True):
            if name in content.marks:
                items.append(mark(content.marks[name], cell, y - 2, 2.0, name))
                cell += 2.5
                continue
            for index, line in enumerate(broken):
                items.append(run(line, cell, y + index * step, size, name))
            cell += max(typeface().measure(line, size) for line in broken) * MM_PER_POINT + 1.5
        y += tall * step + 0.3
    return Face(content.face, width, height, tuple(items))


def lines(content: FaceContent) -> list[tuple[str, ...]]:
    """The names on each line of the tables of a face, heads first; a turned one's value first."""
    found = []
    for grid in content.grids.values():
        step = -1 if [column.name for column in grid.columns] == ["head", grid.name] else 1
        rows = [[column.heads for column in grid.columns]]
        rows += [[cell.names for cell in line.cells] for line in grid.lines]
        found += [tuple(name for names in row[::step] for name in names) for row in rows]
        if f"{grid.name}.or" in content.fields:
            found.append((f"{grid.name}.or", f"{grid.name}.or.text"))
    return [row for row in found if row]


def _rows(content: FaceContent) -> list[tuple[str, ...]]:
    """Each heading, then the rows that it heads; then each name that no heading heads."""
    table_rows = {name: row for row in lines(content) for name in row}
    rows: list[tuple[str, ...]] = []
    placed: set[str] = set()
    grouped = [name for group in content.groups for name in (group.heading, *group.members)]
    for name in (*grouped, *table_rows, *content.fields, *content.marks):
        if name not in placed:
            rows.append(table_rows.get(name, (name,)))
            placed.update(rows[-1])
    return rows


def _roster(content: FaceContent) -> Face:
    """A face whose columns are 20 mm apart and its rows 6 mm; other fields stand above them."""
    width, height = FORMAT["roster"]
    items: list[Item] = [Shape(_box(1, 1, width - 2, height - 2), (250, 250, 245))]
    places: dict[str, tuple[float, float]] = {}
    for line, row in enumerate(lines(content)):
        column = 0
        for name in row:
            # A mark stands in the column of the word after it.
            pictured = name in content.marks
            after = 0.0 if pictured or column == 0 else 3.0
            places[name] = 5 + 20.0 * column + after, 20 + 6.0 * line
            column += not pictured
    others = [name for name in content.fields if name not in places]
    for index, name in enumerate(others):
        # A long text has a line at the foot.
        places[name] = (5.0, 126.0) if name == "foot.text" else (5 + 37.0 * index, 8)
    for index, name in enumerate(name for name in content.marks if name not in places):
        places[name] = 5 + 37.0 * index, 14
    for name, text in content.fields.items():
        items.append(run(text, *places[name], SIZE["roster"], name))
    for name, picture in content.marks.items():
        x, y = places[name]
        items.append(mark(picture, x, y - 2, 2.0, name))
    for name, kind in content.inputs.items():
        x, y = places[name]
        items.append(FormField(name, kind, x, y - 3, 16, 4.0, 8, name.startswith("foot.")))
    return Face(content.face, width, height, tuple(items))


def _lines(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and typeface().measure(longer, size) * MM_PER_POINT > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def run(
    text: str,
    x: float,
    y: float,
    size: float,
    field: str | None,
    colour: tuple[int, int, int] = (0, 0, 0),
) -> TextRun:
    """A run in the sample's typeface."""
    width = typeface().measure(text, size) * MM_PER_POINT
    return TextRun(x, y, text, typeface(), size, colour, width, field)


def mark(picture: str, x: float, y: float, size: float, field: str | None) -> PlacedMark:
    """A picture told from others by which of its nine squares are filled.

    They lean: pdfium puts upright ones on whole pixels, so one mark differs from place to place.
    With this start of the sum, no two pictures of the game are alike, and all fill their area.
    """
    bits = crc32(picture.encode(), 448) % 512 | 1
    filled = [place for place in range(9) if bits >> place & 1]
    squares = tuple(
        Shape(_leaning_box(place % 3 * 20 / 3, place // 3 * 20 / 3, 20 / 3), PINK)
        for place in filled
    )
    drawing = Drawing(picture, 20, 20, squares)
    return PlacedMark(drawing, Matrix(size / 20, 0, 0, size / 20, x, y), field)


def _leaning_box(x: float, y: float, side: float) -> tuple[tuple[object, ...], ...]:
    right, bottom, lean = x + side, y + side, side / 20
    return (
        ("M", x, y),
        ("L", right - lean, y),
        ("L", right, bottom),
        ("L", x + lean, bottom),
        ("Z",),
    )


def _box(x: float, y: float, width: float, height: float) -> tuple[tuple[object, ...], ...]:
    right, bottom = x + width, y + height
    return ("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)


def faces(
    print_: str,
    sets: tuple[str, ...] = ("A",),
    rows: tuple[str, ...] | None = None,
    of: Game | None = None,
) -> Iterator[Face]:
    """The faces of one print."""
    one = print_of(print_, of)
    for set_ in sets if one.sets else ("",):
        for wanted in generate_wanted_faces(
            of or game(), one, set_, None if rows is None else frozenset(rows)
        ):
            yield face_of(wanted.content, print_)


def pages(
    print_: str,
    sets: tuple[str, ...] = ("A",),
    rows: tuple[str, ...] | None = None,
    paper: str = "a4",
    edit: Callable[[list[Face]], list[Face]] = lambda faces: faces,
    of: Game | None = None,
) -> Iterator[Page]:
    """The pages of one print, its faces edited first."""
    rules = of or game()
    one = print_of(print_, rules)
    if one.is_page:
        yield from map(make_single_page, edit(list(faces(print_, of=of))))
        return
    width, height = FORMAT[print_]
    gutter, marked = (4.0, False) if print_ == "markers" else (0.0, True)
    grid = make_grid(find_paper(paper), width, height, Spacing(gutter, gutter), has_marks=marked)
    fronts = rules.find_print(one.backs_of)
    front_sheets = count_sheets(list_face_run_lengths(rules, fronts, None), grid) if fronts else 0

    for set_ in sets if one.sets else ("",):

        def words(sheet: int, sheets: int, set_: str = set_) -> Mapping[str, str]:
            return build_margin_texts(rules, one, DEFAULT_LAYOUT, sheet, sheets, set_, front_sheets)

        ready = edit(list(faces(print_, (set_,), rows, of)))
        if one.backs_of:
            ready *= grid.place_count
        yield from impose_faces(
            ready,
            (len(ready),),
            grid,
            words,
            typeface(400),
            cut="none" if print_ == "markers" else "marks",
        )


def pdf(
    print_: str,
    sets: tuple[str, ...] = ("A",),
    rows: tuple[str, ...] | None = None,
    paper: str = "a4",
    edit: Callable[[list[Face]], list[Face]] = lambda faces: faces,
    claims: Mapping[str, Any] | None = None,
    of: Game | None = None,
) -> bytes:
    """The bytes of one print; `claims` replace what its document says of itself."""
    said = document(print_, sets, rows, paper, of)
    title = (claims or {}).get("title", said.title)
    others = {name: value for name, value in (claims or {}).items() if name != "title"}
    claim = msgspec.structs.replace(said.manifest, **others)
    return write_pdf(
        pages(print_, sets, rows, paper, edit, of), DocumentInfo(title, said.language, claim)
    )


def document(
    print_: str,
    sets: tuple[str, ...],
    rows: tuple[str, ...] | None,
    paper: str,
    of: Game | None = None,
) -> DocumentInfo:
    """What a print says of itself."""
    rules = of or game()
    one = print_of(print_, rules)
    claim = PrintManifest(
        form=FORMAT_VERSION,
        game=rules.about.id,
        print=one.id,
        paper=paper,
        sets=sets if one.sets else (),
        rows=rows,
        rules=compute_digest(rules),
    )
    return DocumentInfo(format_title(rules, one), rules.about.language, claim)
