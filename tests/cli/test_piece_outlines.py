"""Text, marks and form fields keep a distance from the outline at which a piece is cut."""

from pathlib import Path

import pytest

from tests.command_line import Printgen, Said

from .small_game import NUMBER, PLAIN, card, write

HEART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>'
)

PIECE = """game: {id: small, name: Small}
cards: {columns: {card: key, text: text%s}, rows: [[1, %s%s]]}
prints: {deck: {title: Deck, each: cards, template: card.html, shows: [text%s], sizes: [%s]%s}}
"""
PIECE_CSS = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; }'
    "body > p, .it, .head { position: absolute; line-height: 1; margin: 0; }"
)


def cut(
    printgen: Printgen, folder: Path, size: str, place: str, more: str = "", *words: str
) -> Said:
    """What a build says of a piece of this size with the text Bat at this place."""
    game = PIECE % ("", "Bat", "", "", size, more)
    page = card(css="").replace(f"{NUMBER}\n{PLAIN}", PLAIN)
    folder = write(folder / "small", page, game)
    css = f"{PIECE_CSS} .text {{ {place} }}"
    (folder / "templates" / "card.css").write_text(css, "utf-8")
    return printgen("build", folder, "--output", folder.parent / "out", *words)


INSET = ("--cut-file", "svg", "--cut-inset")

CUT = {
    "a text in the corner of a disc": ("punch-25", "left: 2.5mm; top: 4mm;", ""),
    "a text at the top of a disc": ("punch-25", "left: 6mm; top: 2.2mm;", ""),
    "a text at the foot of a disc": ("punch-25", "left: 9.5mm; top: 20.5mm;", ""),
    "a text at the right of a disc": ("punch-25", "left: 18.4mm; top: 11mm;", ""),
    "a text 1 mm from a disc's edge": ("punch-25", "left: 1.2mm; top: 11mm;", ""),
    "a text in a round corner": ("poker", "left: 2.1mm; top: 2.1mm;", ", radius: 8"),
    "a text in a corner of 5 mm": ("poker", "left: 2mm; top: 1.6mm;", ", radius: 5"),
    "a text in the last corner": ("poker", "left: 56mm; top: 83mm;", ", radius: 10"),
    "a text in a very round corner, with no margin": (
        "poker", "left: 0.5mm; top: 0.6mm;", ", radius: 10, safe: 0",
    ),
    "a text in the last round corner, with no margin": (
        "poker", "left: 57.5mm; top: 84mm;", ", radius: 6, safe: 0",
    ),
    "a text at a hexagon's side": ("hex-30", "left: 3mm; top: 3mm;", ""),
    "a text in a hexagon's corner": ("hex-30", "left: 2.2mm; top: 13mm;", ""),
    "a text near an outline that is cut inside": (
        "poker", "left: 2.2mm; top: 20mm;", "", *INSET, "0.5",
    ),
    "a text near a disc that is cut inside": (
        "punch-25", "left: 2.4mm; top: 10.6mm;", "", *INSET, "1.5",
    ),
    "a text near an outline, with a margin of its own": (
        "poker", "left: 3.2mm; top: 20mm;", ", safe: 3", *INSET, "1",
    ),
}  # fmt: skip
WHOLE = {
    "a text in the middle of a disc": ("punch-25", "left: 9mm; top: 11mm;", ""),
    "a text 2.2 mm from a disc's edge": ("punch-25", "left: 2.4mm; top: 10.6mm;", ""),
    "a text in a usual corner": ("poker", "left: 2mm; top: 1.4mm;", ""),
    "a text away from a round corner": ("poker", "left: 4.4mm; top: 4mm;", ", radius: 8"),
    "a text on the side of a card with round corners": (
        "poker", "left: 2.1mm; top: 30mm;", ", radius: 8",
    ),
    "a text in a usual corner, with no margin": (
        "poker", "left: 0.5mm; top: 0.6mm;", ", safe: 0",
    ),
    "a text at the edge, with no margin": (
        "poker", "left: 0.5mm; top: 30mm;", ", radius: 10, safe: 0",
    ),
    "a text in a hexagon": ("hex-30", "left: 12mm; top: 8mm;", ""),
    "a text that a disc's print lets nearer": (
        "punch-25", "left: 1.2mm; top: 10.6mm;", ", safe: 1",
    ),
    "a text away from an outline that is cut inside": (
        "poker", "left: 2.6mm; top: 20mm;", "", *INSET, "0.5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", CUT)
def test_a_text_near_the_outline_is_found(printgen: Printgen, tmp_path: Path, fault: str) -> None:
    built = cut(printgen, tmp_path, *CUT[fault])
    assert built.code == 4, built.err
    distance = "outside" if "safe: 0" in CUT[fault][2] else "closer than"
    assert f", {distance} " in built.err
    assert "card.html:" in built.err


@pytest.mark.parametrize("neighbour", WHOLE)
def test_a_text_inside_the_outline_prints(
    printgen: Printgen, tmp_path: Path, neighbour: str
) -> None:
    built = cut(printgen, tmp_path, *WHOLE[neighbour])
    assert built.code == 0, built.err


def build_marked(
    printgen: Printgen, tmp_path: Path, game: str, template: str, css: str, heart: str
) -> Said:
    """What a build says of a piece with a text and this template, and a mark with this drawing."""
    page = card(css="").replace(f"{NUMBER}\n{PLAIN}", f"{PLAIN}{template}")
    folder = write(tmp_path / "small", page, game, heart=heart)
    style = f"{PIECE_CSS} {css} .text {{ left: 9mm; top: 17mm; }}"
    (folder / "templates" / "card.css").write_text(style, "utf-8")
    return printgen("build", folder, "--output", tmp_path / "out")


@pytest.mark.parametrize(
    ("place", "code"), [("left: 4mm; top: 4mm;", 4), ("left: 8mm; top: 9mm;", 0)]
)
@pytest.mark.parametrize("part", ["mark", "input"])
def test_marks_and_inputs_keep_away_from_the_outline(
    printgen: Printgen, tmp_path: Path, part: str, place: str, code: int
) -> None:
    size = f"{place} width: 5mm; height: 5mm;"
    if part == "mark":
        game = PIECE % (", it: mark", "Bat", ", heart", ", it", "punch-25", "")
        drawn = '{{ f("it", class="it") }}'
    else:
        game = PIECE % (", it: {type: input, head: It}", "Bat", "", ", it", "punch-25", "")
        drawn = '{{ f("it.head", class="head") }}{{ f("it", class="it") }}'
    css = f".it {{ {size} }} .head {{ left: 14mm; top: 11mm; }}"
    built = build_marked(printgen, tmp_path, game, drawn, css, HEART)
    assert built.code == code, built.err
    assert ("closer than" in built.err) == bool(code)


PALE = '<path fill="#eeeeee" d="M0 0H10V10H0Z"/>'
SPECKLED = {
    "a dark speck in a pale square": '<path d="M7 7H8V8H7Z"/>',
    "two dark eyes": '<path d="M3 3H4V4H3Z"/><path d="M6 3H7V4H6Z"/>',
    "a dark spot in a corner": '<circle cx="8" cy="8" r="2"/>',
    "a short dark line": '<path d="M2 5H7V6H2Z"/>',
    "a grey middle": '<path fill="#444444" d="M3 3H7V7H3Z"/>',
}
DRAWN = {
    "a dark outline": '<path d="M0 0H10V10H0Z M1 1V9H9V1Z"/>',
    "a dark figure": '<path d="M5 1L9 9H1Z"/>',
    "dark spots in two corners": '<path d="M1 1H3V3H1Z"/><path d="M7 7H9V9H7Z"/>',
    "a dark line across": '<path d="M1 5H9V6H1Z"/>',
}


@pytest.mark.parametrize("drawn", [*SPECKLED, *DRAWN])
def test_a_pale_mark_is_not_seen_by_a_speck(printgen: Printgen, tmp_path: Path, drawn: str) -> None:
    game = PIECE % (", it: mark", "Bat", ", heart", ", it", "poker", "")
    css = ".it { left: 9mm; top: 9mm; width: 5mm; height: 5mm; }"
    svg = HEART.replace('<path d="M0 0H10V10H0Z"/>', PALE + (SPECKLED | DRAWN)[drawn])
    built = build_marked(printgen, tmp_path, game, '{{ f("it", class="it") }}', css, svg)
    assert built.code == 4 * (drawn in SPECKLED), built.err
    assert ("hardly differs" in built.err) == (drawn in SPECKLED)
