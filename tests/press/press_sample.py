"""Faces, words and prints that the press's tests share: cards as full as a real deck's."""

from collections.abc import Iterator, Mapping

import msgspec

from printgen.face.face import Drawing, Face, Item, PlacedMark, Shape, TextRun
from printgen.face.fonts import FontLibrary, Typeface
from printgen.geometry import MM_PER_POINT, Matrix
from printgen.paper import find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.impose import impose_faces
from printgen.press.imposing.page import Page
from printgen.press.writing.pdf import DocumentInfo, write_pdf
from printgen.sheet_layout import FORMAT_VERSION, PrintManifest
from printgen.system.bundled import get_fonts_folder

POKER = (63.5, 88.9)

FONTS = FontLibrary.load_folders((get_fonts_folder(),))
REGULAR = FONTS.get_typeface("IBM Plex Sans Condensed", 400)
BOLD = FONTS.get_typeface("IBM Plex Sans Condensed", 700)
DISPLAY = FONTS.get_typeface("Saira Stencil One", 400)

BLACK = (0, 0, 0)
RED = (161, 33, 21)
GREY = (90, 90, 90)

WORDS = {
    "margin.title": "Combat Leader: action deck",
    "margin.deck": "Deck A",
    "margin.sheet": "Sheet 1 of 7",
    "margin.digest": "rules 1a2b3c4d5e",
    "margin.scale": "Print at 100 %, without scaling",
    "margin.bar": "50 mm",
}


def words(sheet: int, sheets: int) -> Mapping[str, str]:
    return WORDS | {"margin.sheet": f"Sheet {sheet} of {sheets}"}


def no_words(sheet: int, sheets: int) -> Mapping[str, str]:
    return {}


def run(
    x: float,
    y: float,
    text: str,
    field: str | None = "field",
    *,
    typeface: Typeface = REGULAR,
    size: float = 8.0,
    colour: tuple[int, int, int] = BLACK,
    tracking: float = 0.0,
    angle: float = 0.0,
) -> TextRun:
    width = (typeface.measure(text, size) + len(text) * tracking) * MM_PER_POINT
    return TextRun(x, y, text, typeface, size, colour, width, field, tracking, angle)


def box(x: float, y: float, width: float, height: float, **paint: object) -> Shape:
    """A rectangle; `paint` as `Shape` takes it."""
    right, bottom = x + width, y + height
    path = (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    return Shape(path, **({"fill": None} | paint))  # type: ignore[arg-type]


HEART = Drawing(
    "heart",
    24.0,
    24.0,
    (
        Shape(
            (
                ("M", 12.0, 22.0),
                ("C", 0.0, 12.0, 2.0, 2.0, 12.0, 8.0),
                ("C", 22.0, 2.0, 24.0, 12.0, 12.0, 22.0),
                ("Z",),
            ),
            RED,
        ),
    ),
)


def plain(number: int, size: tuple[float, float] = POKER, *items: Item) -> Face:
    return Face(f"A-{number:02d}", *size, items)


def card(number: int, width: float = POKER[0], height: float = POKER[1]) -> Face:
    """A face of 80 runs, most of them different from card to card."""
    items: list[Item] = [
        box(3, 3, width - 6, 0.4, fill=BLACK),
        PlacedMark(HEART, Matrix(0.25, 0, 0, 0.25, 4, 4), "suit.mark"),
        run(4, 20, "K", "index.rank", typeface=DISPLAY, size=22, colour=RED),
        run(4, 25, "Hearts", "suit.label", colour=RED, tracking=0.3),
        run(width - 2, height - 4, f"No. {number}", "number", size=5, angle=-90.0),
        run(20, 25, "a template's word", None),
    ]
    for row in range(2, 13):
        y = 8 + row * 6
        items.append(run(50, y, str(row), f"row.{row}", colour=GREY))
        value = str((number * 7919 * row) % 997)
        items.append(run(55, y, value, f"selection.{row}", typeface=BOLD, size=11))
        line = (("M", 49.0, y + 1.0), ("L", 60.0, y + 1.0))
        items.append(Shape(line, None, GREY, 0.2))
    for cell in range(54):
        text = f"{(number * (cell + 3)) % 1000} \u2212{cell}"
        items.append(run(4 + cell % 4 * 11, 30 + cell // 4 * 4, text, f"cell.{cell}"))
    return Face(f"A-{number:02d}", width, height, tuple(items))


def document(**said: object) -> DocumentInfo:
    game, rules = "combat-leader", "ab" * 32
    base = PrintManifest(
        form=FORMAT_VERSION,
        game=game,
        print="deck",
        paper="a4",
        sets=("A",),
        rows=None,
        rules=rules,
    )
    claim = msgspec.structs.replace(base, **said)
    return DocumentInfo("Combat Leader: action deck", "en", claim)


def deck_pages(count: int, paper: str = "a4") -> Iterator[Page]:
    """The pages of that many cards, composed as they are asked for."""
    grid = make_grid(find_paper(paper), *POKER)
    return impose_faces(
        (card(number + 1) for number in range(count)), (count,), grid, words, REGULAR
    )


def one_page(*items: Item, paper: str = "a4") -> Iterator[Page]:
    """A page of one card that holds `items`, without margin words."""
    grid = make_grid(find_paper(paper), *POKER)
    return impose_faces([plain(1, POKER, *items)], (1,), grid, no_words, REGULAR)


def deck(count: int, paper: str = "a4") -> bytes:
    return write_pdf(deck_pages(count, paper), document(paper=paper))
