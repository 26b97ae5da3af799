"""Values that are nearer to the label of another value than to their own."""

from pathlib import Path

import pytest

from tests.command_line import Printgen

from .small_game import write

GAME = """game: {id: small, name: Small}
cards:
  columns:
    card: key
    attack: {type: number, head: ATK}
    defence: {type: number, head: DEF}
    health: {type: number, head: HP}
  rows: [[Imp, 5, 7, 9]]
prints: {deck: {title: Deck, each: cards, template: card.html, safe: 0}}
"""
CSS = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; width: 60mm; height: 40mm; }'
    " p, .l, .v, .more { position: absolute; line-height: 1; } .more { left: 0; top: 0; }"
    " p { left: 5mm; top: 3mm; }"
)
PAGE = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><style>{css}</style></head>'
    "<body>{content}</body></html>"
)
NAMES = ("attack", "defence", "health")

Places = tuple[tuple[float, float], ...]


def page(labels: Places, values: Places, more: str) -> str:
    """The template, with three labels and three values at these places in mm, and more CSS."""
    css, parts = CSS, ""
    for kind, places in (("l", labels), ("v", values)):
        for index, (left, top) in enumerate(places):
            css += f".{kind}{index} {{ left: {left}mm; top: {top}mm; }}"
            field = f"{NAMES[index]}.head" if kind == "l" else NAMES[index]
            parts += f'<div class="{kind} {kind}{index}">{{{{ f("{field}", "span") }}}}</div>'
    boxes = '<div class="more a"></div><div class="more b"></div><div class="more c"></div>'
    content = f'{boxes if more else ""}{{{{ f("card", "p") }}}}{parts}'
    return PAGE.format(css=f"{css}{more}", content=content)


def row(start: float, step: float, top: float) -> Places:
    return tuple((start + step * index, top) for index in range(3))


def column(left: float, start: float, step: float) -> Places:
    return tuple((left, start + step * index) for index in range(3))


def boxes(left: float, width: float, ink: str) -> str:
    """Three boxes, with the distance of the labels."""
    return "".join(
        f".{name} {{ left: {left + 13.5 * index}mm; top: 8.5mm; width: {width}mm; height: 7mm;"
        f" background: {ink}; }}"
        for index, name in enumerate("abc")
    )


FAR = {
    "at the right of a label, next to the next one": (row(5, 13.5, 10), row(16, 13.5, 10), ""),
    "closer to the next one": (row(5, 15, 10), row(18, 15, 10), ""),
    "below, where the next label begins": (row(5, 15, 10), row(17.5, 15, 15), ""),
    "half a line lower": (column(5, 10, 7), column(15, 14.4, 7), ""),
    "half a line lower, far to the right": (column(5, 10, 7), column(40, 14.4, 7), ""),
    "half a line lower, each in a frame of its own": (
        column(5, 10, 7), column(15, 14.4, 7),
        "span { border: 0.2mm solid #000000; }",
    ),
    "with a background behind all of them": (
        row(5, 13.5, 10), row(16, 13.5, 10),
        ".a { left: 2mm; top: 7mm; width: 56mm; height: 10mm; background: #eeeeee; }",
    ),
}  # fmt: skip
NEAR = {
    "at the right of each label": (row(5, 15, 10), row(13, 15, 10), ""),
    "in the middle between two labels": (row(5, 15, 10), row(15.5, 15, 10), ""),
    "far below, just above the next label": (column(5, 6, 10), column(5, 13, 10), ""),
    "below each label": (row(5, 15, 10), row(6, 15, 15), ""),
    "at the end of lines": (column(5, 9, 6), column(40, 9, 6), ""),
    "a third of a line lower": (column(5, 10, 7), column(15, 12.7, 7), ""),
    "indented below each label": (column(5, 6, 10), column(16, 10.5, 10), ""),
    "at the end of close lines": (column(5, 9, 4), column(40, 9, 4), ""),
    "near the next label, in tiles": (
        row(5, 13.5, 10), row(16, 13.5, 10),
        boxes(4, 13, "#eeeeee"),
    ),
    "near the next label, with lines between": (
        row(5, 13.5, 10), row(16, 13.5, 10),
        boxes(18.2, 0.15, "#000000"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", [*FAR, *NEAR])
def test_a_value_next_to_the_label_of_another_is_found(
    printgen: Printgen, tmp_path: Path, case: str
) -> None:
    folder = write(tmp_path / "small", page(*(FAR | NEAR)[case]), GAME)
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == 4 * (case in FAR), built.err
    assert ("is nearer to" in built.err) == (case in FAR), built.err


ROWS = """game: {id: small, name: Small}
cards: {columns: {kind: key, strength: number}, rows: [[elf, 3], [orc, 5], [imp, 7]]}
prints:
  list: {title: List, all: cards, template: card.html, safe: 0, shows: [kind, strength],
    sizes: 60 x 40}
"""
LINE = (
    '<div class="row {{ part.key }}">{{ f(part.key ~ ".kind", "b") }}'
    '{{ f(part.key ~ ".strength", "i") }}</div>'
)


@pytest.mark.parametrize(
    ("css", "code"),
    [
        ("", 0),
        (".row { flex-direction: column; height: 11mm; gap: 1mm; }", 0),
        (".elf i { top: 7mm; } .orc i { top: -7mm; }", 4),
        (".orc b { top: 7mm; } .imp b { top: -7mm; }", 4),
        (".elf i { top: 14mm; } .imp i { top: -14mm; }", 4),
    ],
)
def test_a_key_is_the_heading_of_its_row(
    printgen: Printgen, tmp_path: Path, css: str, code: int
) -> None:
    """On a face of all rows, if no text is before it."""
    style = "body { padding: 3mm; } .row { display: flex; gap: 4mm; height: 7mm; }"
    style += " b, i { position: relative; font-style: normal; line-height: 1; }"
    content = f"{{% for part in parts %}}{LINE}{{% endfor %}}"
    template = PAGE.format(css=f"{CSS}{style}{css}", content=content)
    folder = write(tmp_path / "small", template, ROWS)
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == code, built.err


FORM = """game: {id: small, name: Small}
cards:
  columns:
    card: key
    name: {type: input, head: Name}
    rank: {type: input, head: Rank}
    heart: mark
    cost: number
  rows: [[Imp, "", "", heart, 5]]
prints: {deck: {title: Deck, each: cards, template: card.html, safe: 0}}
"""
HEART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9L5 9z"/></svg>'
PLACES = {
    "card": (5, 3), "name-head": (5, 12), "name": (18, 12), "rank-head": (5, 20),
    "rank": (18, 20), "heart": (45, 12), "cost": (45, 20),
}  # fmt: skip
"""The left and top edges of each field in mm; form fields are 20 by 4 mm."""


@pytest.mark.parametrize(
    ("moved", "code"),
    [
        ({}, 0),
        ({"cost": (39, 20)}, 0),
        ({"cost": (20, 20)}, 4),
        ({"cost": (37, 20)}, 4),
        ({"heart": (30, 11)}, 4),
        ({"name-head": (19, 12)}, 4),
        ({"name": (18, 15), "rank": (18, 23)}, 0),
        ({"name": (18, 16.4), "rank": (18, 24.4)}, 4),
        ({"name": (18, 16.4), "rank": (18, 30)}, 4),
    ],
)
def test_a_form_field_is_next_to_its_label_and_covers_nothing(
    printgen: Printgen, tmp_path: Path, moved: dict[str, tuple[float, float]], code: int
) -> None:
    style = "".join(
        f".{name} {{ left: {left}mm; top: {top}mm; }} "
        for name, (left, top) in (PLACES | moved).items()
    )
    style += ".name, .rank { position: absolute; width: 20mm; height: 4mm; }"
    style += ".heart { position: absolute; width: 4mm; height: 4mm; }"
    tags = {"name": "div", "rank": "div", "heart": "div"}
    parts = "".join(
        f'{{{{ f("{name.replace("-", ".")}", "{tags.get(name, "p")}", class="{name}") }}}}'
        for name in PLACES
    )
    template = PAGE.format(css=f"{CSS}{style}", content=parts)
    folder = write(tmp_path / "small", template, FORM, heart=HEART)
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == code, built.err
