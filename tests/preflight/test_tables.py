"""Values under another's head or by another's label are found, wherever a table puts them.

On every table of every bundled print, on a small template as somebody might write it, and on faces
whose words are put down one by one; what is right however it is set is never refused.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest
from msgspec.structs import replace

from printgen.content.content import FaceContent, TableGrid
from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.face_checks.headings import check_headings
from printgen.face_checks.printed_face import PrintedFace, PrintedMark, PrintedText
from printgen.face_checks.tables import check_tables
from printgen.geometry import Box, find_bounding_box
from printgen.layout.compose import FaceBleed
from printgen.pipeline.faces import build_face_input
from printgen.pipeline.print_job import make_composer
from printgen.preflight.overlaps import get_item_facts
from printgen.preflight.preflight import make_printed_face, preflight
from printgen.rules.loading.load import load_game
from printgen.rules.values.sizes import Size
from printgen.system.bundled import find_bundled_games, find_game

A4 = Size("a4", 210.0, 297.0)
GAMES = [path.name for path in find_bundled_games()]
Places = Mapping[str, tuple[float, float]]


class Table:
    """A table of a bundled face, whose cells can be put elsewhere."""

    def __init__(self, content: FaceContent, face: PrintedFace, grid: TableGrid) -> None:
        names = {name for column in grid.columns for name in column.heads}
        names |= {name for line in grid.lines for cell in line.cells for name in cell.names}
        kept = ("fields", "marks", "inputs")
        kinds = {
            kind: {name: said for name, said in getattr(content, kind).items() if name in names}
            for kind in kept
        }
        self.content = msgspec.structs.replace(content, grids={grid.name: grid}, **kinds)
        self.face, self.grid = face, grid
        self.whole = {
            name: face.bounding_boxes[name] for name in names if name in face.bounding_boxes
        }
        self.cells = {
            column.name: {
                line.key: cell.names
                for line in grid.lines
                for cell in line.cells
                if cell.column == column.name and cell.names
            }
            for column in grid.columns
        }
        self.cells = {name: cells for name, cells in self.cells.items() if cells}

    def round(self, names: Sequence[str]) -> Box:
        return find_bounding_box([self.face.bounding_boxes[name] for name in names])

    def track(self, column: str) -> Box:
        return find_bounding_box([self.round(names) for names in self.cells[column].values()])

    def are_apart(self, one: str, other: str) -> bool:
        """Whether two columns have places of their own: what shares one may change its order."""
        a, b = self.track(one), self.track(other)
        if self.grid.across:
            return a.bottom <= b.top or b.bottom <= a.top
        return a.right <= b.left or b.right <= a.left

    def are_stacked_once(self, one: str, other: str) -> bool:
        """Whether one row has two cells under each other, and no second row has their order."""
        shared = self.cells[one].keys() & self.cells[other].keys()
        is_aligned = abs(self.track(one).left - self.track(other).left) < 0.01
        return len(shared) == 1 and is_aligned and not self.are_apart(one, other)

    def says(self, column: str) -> list[str]:
        said = {**self.content.fields, **self.content.marks, **self.content.inputs}
        return [said[name] for names in self.cells[column].values() for name in names]

    def moved(self, places: Mapping[tuple[str, str], str]) -> list[str]:
        """What is found with cells, by column and row, where those of another column stand."""
        whole = dict(self.whole)
        for (column, key), to in places.items():
            names = self.cells[column][key]
            own = self.round(names)
            there = self.cells[to].get(key)
            place = self.round(there) if there else self.track(to)._replace(top=own.top)
            middle = (place.top + place.bottom) / 2 if there else (own.top + own.bottom) / 2
            x, y = place.left - own.left, middle - (own.top + own.bottom) / 2
            whole |= {name: self.face.bounding_boxes[name].move_by(x, y) for name in names}
        face = msgspec.structs.replace(self.face)
        face.__dict__["bounding_boxes"] = whole
        return [
            f"{problem.where.field}: {problem.message}"
            for problem in check_tables(face, self.content)
        ]


@cache
def tables(id_: str) -> tuple[Table, ...]:
    """Each table of each print of a bundled game, on the first face that has it."""
    folder = find_game(id_)
    game, composer = load_game(folder), make_composer(folder)
    found: dict[str, Table] = {}
    for print_ in game.prints:
        size = A4 if print_.is_page else next(iter(print_.sizes), None)
        for set_ in list_set_keys(game, print_)[:1] or ("",):
            for wanted in generate_wanted_faces(game, print_, set_, None):
                content = wanted.content
                new = [grid for grid in content.grids if f"{print_.id} {grid}" not in found]
                if new:
                    template, context = build_face_input(composer, game, print_, wanted, size)
                    args = template, context, content.face, content.title
                    bleed = FaceBleed(print_.bleed)
                    made = composer.compose_face(*args, bleed=bleed)
                    face = make_printed_face(made, get_item_facts(made.items))
                    for name in new:
                        table = Table(content, face, content.grids[name])
                        found[f"{print_.id} {name}"] = table
    return tuple(found.values())


@pytest.mark.slow
@pytest.mark.quick("true-lead")
@pytest.mark.parametrize("id_", GAMES)
def test_every_two_columns_exchanged_under_their_heads_are_found(id_: str) -> None:
    """Wherever their words differ, and one of them has a head to stand under."""
    asked = 0
    for table in tables(id_):
        assert table.moved({}) == []
        heads = {column.name for column in table.grid.columns if column.heads}
        for one, other in combinations(table.cells, 2):
            differ = table.says(one) != table.says(other)
            if differ and heads & {one, other} and table.are_apart(one, other):
                ways = ((one, other), (other, one))
                places = {(own, key): to for own, to in ways for key in table.cells[own]}
                assert table.moved(places), (table.grid.name, one, other)
                asked += 1
    assert asked > 9


@pytest.mark.quick("true-lead")
@pytest.mark.parametrize("id_", GAMES)
def test_every_cell_moved_one_column_is_found(id_: str) -> None:
    """Into the empty place beside it, or exchanged with what stands there."""
    asked = 0
    for table in tables(id_):
        rows = {key for cells in table.cells.values() for key in cells}
        for one, other in pairwise(table.cells) if len(rows) > 1 else ():
            is_apart = table.are_apart(one, other)
            # A single cell, set beside its neighbour in one place, has no column to leave.
            if not is_apart and 1 in (len(table.cells[one]), len(table.cells[other])):
                continue
            if table.are_stacked_once(one, other):
                continue
            for own, to in ((one, other), (other, one)):
                for key in table.cells[own]:
                    back = {(to, key): own} if key in table.cells[to] else {}
                    if not (back or is_apart):
                        continue  # It may take what it shares with an empty cell.
                    assert table.moved({(own, key): to} | back), (table.grid.name, own, to, key)
                    asked += 1
    assert asked > 99


GAME = """
game: {id: gangs, name: Gangs}
prints: {sheet: {template: page.html, all: sheet, impose: page, sizes: 150 x 100, shows: [table]}}
sheet: {columns: {part: key, table: table}, rows: [[all, gangs]]}
gangs:
  columns:
    gang: {type: key}
    label: text
    thug: {type: number, head: Thug}
    boss: {type: number, head: Boss}
    points: {type: number, head: Points, unit: pts}
  rows: [[mob, Mob, 6, "", 35], [gang, Gang, "", 3, 45], [crew, Crew, 4, 1, 40]]
"""
PAGE = """<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head><link rel="stylesheet" href="page.css"/></head><body>TABLE</body></html>
"""
STYLE = """html { width: 150mm; height: 100mm; }
body { font-family: "IBM Plex Sans Condensed"; font-size: 10pt; padding: 10mm; }
td, th { padding: 0.6mm; text-align: left; } .narrow { width: 12mm; }
"""
HEADS = '{{ f(column.heads, "span") }}'
CELLS = '{{ f(cell, "span") }}'
TABLE = """{% set grid = parts[0].grids[0] %}<table><colgroup>COLS</colgroup>
<thead><tr>{% for column in COLUMNS %}<th>HEADS</th>{% endfor %}</tr></thead>
<tbody>{% for line in grid.lines %}<tr>{% for cell in LINE %}<td MORE>CELLS</td>{% endfor %}</tr>
{% endfor %}</tbody></table>"""


def set_as(
    tmp_path: Path, css: str = "", table: str = TABLE, game: str = GAME, **parts: str
) -> list[str]:
    """What is found wrong with the table as a template sets it, parts of which are another's."""
    said = {"COLS": "<col/>" * 4, "COLUMNS": "grid.columns", "LINE": "line.cells"}
    for part, text in {**said, "HEADS": HEADS, "CELLS": CELLS, "MORE": "", **parts}.items():
        table = table.replace(part, text)
    (tmp_path / "templates").mkdir(parents=True)
    (tmp_path / "templates" / "page.html").write_text(PAGE.replace("TABLE", table), "utf-8")
    (tmp_path / "templates" / "page.css").write_text(STYLE + css, "utf-8")
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    rules, composer = load_game(tmp_path), make_composer(tmp_path)
    print_ = rules.prints[0]
    (wanted,) = generate_wanted_faces(rules, print_, "", None)
    template, context = build_face_input(composer, rules, print_, wanted, print_.sizes[0])
    face = composer.compose_face(template, context, "sheet", "sheet")
    return [
        f"{one.where.field}: {one.message}"
        for one in preflight(face, wanted.content, 0, is_page=True)
    ]


SWAPPED = "[line.cells[0], line.cells[2], line.cells[1], line.cells[3]]"
SWAPPED_HEADS = "[grid.columns[0], grid.columns[2], grid.columns[1], grid.columns[3]]"


def test_empty_cells_left_out_put_values_under_another_head(tmp_path: Path) -> None:
    """Mob's 35 points stood under Boss."""
    found = set_as(tmp_path, LINE='line.cells | selectattr("names")')
    boss, points = "“Boss” (all.gangs.boss.head)", "“Points” (all.gangs.points.head)"
    mob, gang = found[::-1]
    assert f"“35 pts” is under {boss}, like 1 more in its column; it belongs" in mob
    assert mob.endswith(f"it belongs under {points}")
    assert "“3” is under “Thug” (all.gangs.thug.head); it belongs under" in gang


@pytest.mark.parametrize(
    "parts",
    [
        {"LINE": SWAPPED},
        {"COLUMNS": SWAPPED_HEADS},
        {"COLUMNS": 'grid.columns | selectattr("heads")'},
        {"COLUMNS": "grid.columns[::-1]"},
        {"LINE": "line.cells[::-1]"},
    ],
)
def test_heads_over_other_columns_are_found(tmp_path: Path, parts: dict[str, str]) -> None:
    """Columns exchanged, an empty corner left out, all the other way about."""
    assert any(" is under " in line for line in set_as(tmp_path, **parts))


def test_a_cell_that_spans_two_columns_moves_the_others_of_its_row(tmp_path: Path) -> None:
    wide = """{% if line.key ~ cell.column == "crewlabel" %}colspan="2"{% endif %}"""
    found = set_as(tmp_path, COLS="<col/>" * 5, MORE=wide)
    assert "all.gangs.crew.thug: “4” is under “Boss” (all.gangs.boss.head)" in found[0]


@pytest.mark.parametrize(
    ("css", "parts"),
    [
        ("", {}),
        ("td { text-align: right; }", {}),
        ("td { text-align: center; }", {}),
        ("th { text-align: right; } td { text-align: left; }", {}),
        ("", {"COLUMNS": SWAPPED_HEADS, "LINE": SWAPPED}),
        ("", {"COLUMNS": "grid.columns[::-1]", "LINE": "line.cells[::-1]"}),
        ("td, th { vertical-align: bottom; }", {"COLS": '<col class="narrow"/>' * 3 + "<col/>"}),
    ],
)
def test_an_honest_table_is_right_however_it_is_set(
    tmp_path: Path, css: str, parts: dict[str, str]
) -> None:
    assert set_as(tmp_path, css, **parts) == []


def content(tmp_path: Path, text: str) -> FaceContent:
    """The first face of a game of which `text` is all but its name."""
    (tmp_path / "game.yaml").write_text("game: {id: g, name: G}\n" + dedent(text), "utf-8")
    game = load_game(tmp_path)
    return next(iter(generate_wanted_faces(game, game.prints[0], "", None))).content


def put(content: FaceContent, places: Mapping[str, tuple[float, float]]) -> list[str]:
    """What is found with names put down at x, y, each a millimetre and a half a letter wide."""
    texts = tuple(
        PrintedText(name, content.fields[name], x, y, 1.5 * len(content.fields[name]), 8, 0.0)
        for name, (x, y) in places.items()
    )
    assert set(places) == set(content.fields)
    face = PrintedFace(200, 200, texts, (), ())
    found = (*check_tables(face, content), *check_headings(face, content))
    return [f"{problem.where.field}: {problem.message}" for problem in found]


RANGES = """
prints: {p: {template: p.html, all: s, shows: [t]ACROSS}}
s: {columns: {k: key, t: table}, rows: [{k: s, t: ranges}]}
ranges:
  columns: {range: key, need: {type: number HEAD}, note: text}
  rows: [[Short, 5, A], [Middle, 6, ""], [Long, 8, B], [Far, 9, ""]]
"""
HEAD = ", head: Need"
KEYS = ("Short", "Middle", "Long", "Far")


def ranges(tmp_path: Path, head: str = "", across: str = "") -> FaceContent:
    return content(tmp_path, RANGES.replace("HEAD", head).replace("ACROSS", across))


def laid(rows: Mapping[str, tuple[float, float]], *cells: tuple[float, float]) -> Places:
    """Each row at its place, and of its cells each so far from there."""
    places = {}
    for key, (x, y) in rows.items():
        for column, (right, down) in zip(("range", "need", "note"), cells, strict=True):
            if column != "note" or key in ("Short", "Long"):
                places[f"s.ranges.{key}.{column}"] = x + right, y + down
    return places


BELOW = {key: (10.0, 20.0 + 6 * index) for index, key in enumerate(KEYS)}
BESIDE = {key: (20.0 + 20 * index, 10.0) for index, key in enumerate(KEYS)}
TWO_COLUMNS = {"Short": (10, 20), "Middle": (10, 26), "Long": (60, 20), "Far": (60, 26)}
TWO_BY_TWO = {"Short": (20, 10), "Middle": (40, 10), "Long": (20, 40), "Far": (40, 40)}
CELLS_RIGHT = ((0, 0), (15, 0), (25, 0))
CELLS_DOWN = ((0, 0), (0, 6), (0, 12))
ACROSS = ", across: [ranges]"


@pytest.mark.parametrize(
    ("across", "places"),
    [
        ("", laid(BELOW, *CELLS_RIGHT)),
        ("", laid(BELOW, (0, 0), (0, 2), (15, 0))),
        ("", laid(TWO_COLUMNS, *CELLS_RIGHT)),
        (ACROSS, laid(BESIDE, *CELLS_DOWN)),
        (ACROSS, laid(BESIDE, (0, 0), (10, 0), (15, 0))),
        (ACROSS, laid(TWO_BY_TWO, *CELLS_DOWN)),
        (ACROSS, laid(TWO_BY_TWO, (0, 6), (0, 0), (0, 12))),
    ],
)
def test_a_table_without_heads_may_be_a_list_or_tiles(
    tmp_path: Path, across: str, places: Places
) -> None:
    """Beside each other or stacked, in two columns of the page or in two rows of tiles."""
    assert put(ranges(tmp_path, across=across), places) == []


@pytest.mark.parametrize(
    ("one", "other"), [("Short", "Middle"), ("Middle", "Far"), ("Short", "Far")]
)
@pytest.mark.parametrize(
    ("across", "rows", "cells"),
    [
        ("", BELOW, CELLS_RIGHT),
        ("", TWO_COLUMNS, CELLS_RIGHT),
        (ACROSS, BESIDE, CELLS_DOWN),
        (ACROSS, BESIDE, ((0, 0), (10, 0), (15, 0))),
        (ACROSS, TWO_BY_TWO, CELLS_DOWN),
    ],
)
def test_two_values_exchanged_are_found_in_tiles_too(
    tmp_path: Path,
    across: str,
    rows: Places,
    cells: tuple[tuple[float, float], ...],
    one: str,
    other: str,
) -> None:
    places = dict(laid(rows, *cells))
    a, b = f"s.ranges.{one}.need", f"s.ranges.{other}.need"
    places[a], places[b] = places[b], places[a]
    assert put(ranges(tmp_path, across=across), places)


def test_a_value_in_the_place_of_an_empty_cell_is_found(tmp_path: Path) -> None:
    """Also where no column has a head: the others of its column stand elsewhere."""
    for across, rows, cells, to in (
        ("", BELOW, CELLS_RIGHT, (35, 26)),
        (ACROSS, BESIDE, CELLS_DOWN, (40, 22)),
    ):
        places = {**laid(rows, *cells), "s.ranges.Middle.need": to}
        (found,) = put(ranges(tmp_path, across=across), places)
        assert found.startswith("s.ranges.Middle.need: “6” is ")


def test_rows_beside_each_other_want_to_be_said_so(tmp_path: Path) -> None:
    """And rows below each other where they were said to stand beside."""
    (found,) = put(ranges(tmp_path), laid(BESIDE, *CELLS_DOWN))
    assert found.endswith("the rows after “Short” (s.ranges.Short.range) are not below each other")
    (found,) = put(ranges(tmp_path, across=ACROSS), laid(BELOW, *CELLS_RIGHT))
    assert found.endswith("are not next to each other")


def test_a_value_half_a_row_off_is_found(tmp_path: Path) -> None:
    places = {**laid(BELOW, *CELLS_RIGHT), "s.ranges.Middle.need": (25, 29)}
    (found,) = put(ranges(tmp_path), places)
    middle = "“Middle” (s.ranges.Middle.range)"
    assert found.endswith(f"“6” is 3.0 mm off {middle}; it belongs next to {middle}")


@pytest.mark.parametrize(
    ("x", "right"), [(25, True), (22, True), (10, False), (36, False), (60, False)]
)
def test_a_head_stands_over_its_own_column_beside_others_without(
    tmp_path: Path, x: float, right: bool
) -> None:
    """Over the labels or the notes it would say what these are."""
    places = {**laid(BELOW, *CELLS_RIGHT), "s.ranges.need.head": (x, 14)}
    assert (put(ranges(tmp_path, HEAD), places) == []) is right


def test_a_head_stands_before_its_cells_or_where_it_is_said_to(tmp_path: Path) -> None:
    places = {**laid(BELOW, *CELLS_RIGHT), "s.ranges.need.head": (25, 45)}
    (found,) = put(ranges(tmp_path, HEAD), places)
    assert "“Need” is below or to the right of its cells" in found
    assert put(ranges(tmp_path, f"{HEAD}, heads: below"), places) == []


FORM = """
prints: {p: {template: p.html, all: s, shows: [t]}}
s: {columns: {k: key, t: table}, rows: [{k: s, t: f}]}
f: {columns: {team: {type: text, head: Team}, cost: {type: number, head: Cost}}, rows: [[Red, 45]]}
"""


def test_a_line_of_a_form_has_its_labels_before_its_values(tmp_path: Path) -> None:
    """Team: Red, Cost: 45. Exchanged, each stands beside the other's."""
    form = content(tmp_path, FORM)
    heads = {"s.f.team.head": (10, 20), "s.f.cost.head": (50, 20)}
    assert put(form, heads | {"s.f.1.team": (20, 20), "s.f.1.cost": (60, 20)}) == []
    assert put(form, heads | {"s.f.1.team": (60, 20), "s.f.1.cost": (20, 20)})
    assert put(form, heads | {"s.f.1.team": (2, 20), "s.f.1.cost": (40, 20)})


def test_an_icon_may_be_higher_than_its_row(tmp_path: Path) -> None:
    text = """
    prints: {p: {template: p.html, all: s, shows: [t]}}
    s: {columns: {k: key, t: table}, rows: [{k: s, t: f}]}
    f: {columns: {k: key, mark: mark}, rows: [[Red, star], [Blue, moon]]}
    """
    found = content(tmp_path, text)
    texts = [PrintedText(f"s.f.{k}.k", k, 10, y, 6, 8, 0.0) for k, y in (("Red", 20), ("Blue", 25))]
    marks = [
        PrintedMark(f"s.f.{k}.mark", Box(20, y - 4, 26, y + 2), 0.0)
        for k, y in (("Red", 20), ("Blue", 25))
    ]
    assert list(check_tables(PrintedFace(99, 99, tuple(texts), tuple(marks), ()), found)) == []
    marks = [replace(one, name=other.name) for one, other in zip(marks, marks[::-1], strict=True)]
    assert len(list(check_tables(PrintedFace(99, 99, tuple(texts), tuple(marks), ()), found))) == 2


def test_heads_over_the_first_of_two_columns_of_the_page_hold_in_both(tmp_path: Path) -> None:
    text = (
        RANGES.replace("HEAD", HEAD)
        .replace("ACROSS", "")
        .replace("note: text", "note: {type: text, head: Note}")
    )
    heads = {"s.ranges.need.head": (25, 14), "s.ranges.note.head": (35, 14)}
    places = {**laid(TWO_COLUMNS, *CELLS_RIGHT), **heads}
    assert put(content(tmp_path, text), places) == []
    (found,) = put(content(tmp_path, text), {**places, "s.ranges.Far.need": (86, 26)})
    assert found.startswith("s.ranges.Far.need: “9” is under “Note” (s.ranges.note.head)")


def test_a_value_beyond_another_head_is_found_under_none(tmp_path: Path) -> None:
    """And one without a head in the place of a column that is empty there."""
    text = RANGES.replace("HEAD", HEAD).replace("ACROSS", "")
    beyond = text.replace("note: text", "note: {type: text, head: Note}")
    heads = {"s.ranges.need.head": (25, 14), "s.ranges.note.head": (35, 14)}
    places = {**laid(BELOW, *CELLS_RIGHT), **heads, "s.ranges.Far.need": (60, 38)}
    assert put(content(tmp_path, beyond), places)
    either = text.replace("[Short, 5, A]", '[Short, "", A]').replace(
        "[Long, 8, B]", '[Long, "", B]'
    )
    places = {**laid(BELOW, *CELLS_RIGHT), "s.ranges.need.head": (25, 14)}
    places = {key: at for key, at in places.items() if key[9:] not in ("Short.need", "Long.need")}
    assert put(content(tmp_path, either), places) == []
    places |= {"s.ranges.Short.note": (25, 20)}
    (found,) = put(content(tmp_path, either), places)
    assert found.startswith("s.ranges.Short.note: “A” is under “Need”")


def test_a_value_between_the_heads_is_found(tmp_path: Path) -> None:
    """In a row of a flex box, the others move together if an empty cell is left out."""
    text = """
    prints: {p: {template: p.html, all: s, shows: [t]}}
    s: {columns: {k: key, t: table}, rows: [{k: s, t: f}]}
    f:
      columns:
        k: key
        s: {type: number, head: S}
        m: {type: number, head: M}
        l: {type: number, head: L}
      rows: [[Rifle, 5, 6, 7], [Pike, 4, "", ""], [Musket, "", 8, 9]]
    """
    rows = {"Rifle": 20, "Pike": 26, "Musket": 32}
    found = content(tmp_path, text)
    across = {"k": 0, "s": 30, "m": 50, "l": 70}
    places = {f"s.f.{column}.head": (across[column], 14) for column in "sml"}
    for line in found.grids["s.f"].lines:
        for cell in line.cells:
            places |= dict.fromkeys(cell.names, (across[cell.column], rows[line.key]))
    assert put(found, places) == []
    for x in (37, 45):
        (problem,) = put(found, {**places, "s.f.Musket.m": (x, 32)})
        assert problem.startswith("s.f.Musket.m: “8” is under no head, and under no other cell")
        assert problem.endswith("it belongs under “M” (s.f.m.head)")


def test_words_of_another_table_do_not_stand_in_a_row(tmp_path: Path) -> None:
    """Two tables side by side, their values exchanged: each row is whole, and says another's."""
    text = """
    prints: {p: {template: p.html, all: s, shows: [t]}}
    s: {columns: {k: key, t: {type: table, many: true}}, rows: [{k: s, t: [a, b]}]}
    a: {columns: {k: key, v: number}, rows: [[One, 1], [Two, 2]]}
    b: {columns: {k: key, v: number}, rows: [[Red, 7], [Blue, 8]]}
    """
    both = content(tmp_path, text)
    places = {}
    for x, table, keys in ((10, "a", ("One", "Two")), (60, "b", ("Red", "Blue"))):
        for index, key in enumerate(keys):
            places[f"s.{table}.{key}.k"] = x, 20.0 + 6 * index
            places[f"s.{table}.{key}.v"] = x + 20, 20.0 + 6 * index
    assert put(both, places) == []
    swapped = {**places, **{f"s.a.{key}.v": (80, y) for key, y in (("One", 20), ("Two", 26))}}
    swapped |= {f"s.b.{key}.v": (30, y) for key, y in (("Red", 20), ("Blue", 26))}
    assert "s.b.Red.k: “Red” is in the row of “One” (s.a.One.k); it belongs outside" in put(
        both, swapped
    )


STATS = """
prints: {p: {template: p.svg, each: c}}
c:
  columns:
    power: {type: number, head: Power HEADS}
    speed: {type: number, head: Speed HEADS}
    rank: number
  rows: [[3, 5, 7]]
"""
BOXES = {"power": (10, 20), "power.head": (10, 25), "speed": (40, 20), "speed.head": (40, 25)}
BOXES["rank"] = (70, 20)


def test_a_label_may_stand_under_its_figure(tmp_path: Path) -> None:
    """The commonest stat box, or right of it; without a word of the data it is refused."""
    below = content(tmp_path, STATS.replace("HEADS", ", heads: below"))
    assert put(below, BOXES) == []
    assert put(below, {**BOXES, "power.head": (13, 20), "speed.head": (43, 20)}) == []
    assert len(put(content(tmp_path, STATS.replace(" HEADS", "")), BOXES)) == 2


@pytest.mark.parametrize(
    ("one", "other"), [("power", "speed"), ("power", "rank"), ("speed", "rank")]
)
def test_figures_exchanged_over_their_labels_are_found(
    tmp_path: Path, one: str, other: str
) -> None:
    """Also with one that has no label: it stands between another's and that one's own."""
    places = {**BOXES, one: BOXES[other], other: BOXES[one]}
    assert put(content(tmp_path, STATS.replace("HEADS", ", heads: below")), places)


LINE = """
prints: {p: {template: p.svg, each: c}}
results:
  columns: {result: key, label: {type: text, head: Result}}
  rows: [[miss, Miss], [hit, Hit]]
c:
  columns:
    name: text
    roll: {each: results, type: band, title: Shoot, head: Roll HEADS}
  rows: [{name: Gun, miss: 5 or less, hit: 6 or more}]
"""
IN_LINE = {"name": (10, 5), "roll.title": (10, 20), "roll.head": (35, 20)}
IN_LINE |= {"roll.head.label": (55, 20), "roll.miss": (10, 26), "roll.miss.label": (35, 26)}
IN_LINE |= {"roll.hit": (10, 32), "roll.hit.label": (35, 32)}


def test_heads_may_stand_in_a_line_in_the_order_of_their_columns(tmp_path: Path) -> None:
    line = content(tmp_path, LINE.replace("HEADS", ", heads: line"))
    assert put(line, IN_LINE) == []
    assert put(content(tmp_path, LINE.replace(" HEADS", "")), IN_LINE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"roll.head": (55, 20), "roll.head.label": (35, 20)},
        {"roll.head": (35, 14)},
        {"roll.head": (35, 40), "roll.head.label": (55, 40)},
        {"name": (45, 20)},
        {"roll.miss": (35, 26), "roll.miss.label": (10, 26)},
        {"roll.hit": (35, 32), "roll.hit.label": (10, 32)},
        {f"roll.{key}{end}": (x, y) for key, y in (("miss", 26), ("hit", 32))
         for end, x in (("", 35), (".label", 10))},
    ],
)  # fmt: skip
def test_heads_or_cells_out_of_that_line_are_found(
    tmp_path: Path, wrong: dict[str, tuple[float, float]]
) -> None:
    line = content(tmp_path, LINE.replace("HEADS", ", heads: line"))
    assert put(line, {**IN_LINE, **wrong})


def test_a_turned_table_is_read_as_it_is_turned() -> None:
    """A quarter of a turn: rows go left, cells down."""
    table = next(one for one in tables(GAMES[-1]) if one.grid.name.endswith("types"))

    def turned(one: PrintedText) -> PrintedText:
        return msgspec.structs.replace(one, x=200 - one.y, y=one.x, angle=90.0)

    texts = tuple(map(turned, table.face.texts))
    face = PrintedFace(297, 297, texts, (), ())
    only = msgspec.structs.replace(table.content, grids={"one": table.grid})
    assert list(check_tables(face, only)) == []
    first, second = (table.cells[name] for name in ("health", "accuracy"))
    whole = dict(face.bounding_boxes)
    for key, (name,) in first.items():
        (other,) = second[key]
        whole[name], whole[other] = whole[other], whole[name]
    face.__dict__["bounding_boxes"] = whole
    assert len(list(check_tables(face, only))) == 2


CROSSING = """
prints: {p: {template: p.html, all: s, shows: [t]}}
s: {columns: {k: key, t: table}, rows: [{k: s, t: ranges}]}
ways: {columns: {way: key, label: text}, rows: [[a, Aim], [b, Bow]]}
ranges:
  columns: {range: {type: key, head: At}, need: {each: ways, type: number, head: Needs}}
  rows: [[Short, 5, 7], [Middle, 6, 8]]
"""
UNDER = {
    f"s.ranges.{row}.{name}": (x, y)
    for row, y in (("Short", 30.0), ("Middle", 36.0))
    for name, x in (("range", 10.0), ("need.a", 30.0), ("need.b", 45.0))
} | {
    "s.ranges.range.head": (10.0, 24.0),
    "s.ranges.need.a.label": (30.0, 24.0),
    "s.ranges.need.b.label": (45.0, 24.0),
}


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ((35, 18), ""),
        ((30, 18), ""),
        ((10, 18), "apart from its cells, above “At” (s.ranges.range.head)"),
        ((35, 50), "below or to the right of its cells"),
    ],
)
def test_a_head_of_a_group_stands_over_its_columns(
    tmp_path: Path, place: tuple[float, float], found: str
) -> None:
    name = "s.ranges.need.head"
    wrong = f"{name}: “Needs” is {found}; it belongs above s.ranges.need.a.label"
    assert put(content(tmp_path, CROSSING), UNDER | {name: place}) == [wrong] * bool(found)


def test_the_tables_of_boxes_html_print_it_over_its_columns(tmp_path: Path) -> None:
    """And inspection finds it missing where a template leaves it out."""
    macro = '{% import "boxes.html" as m with context %}{{ m.table(parts[0].grids[0]) }}'
    columns = (
        "{type: key, head: At}, who: text, need: {each: ways, type: number, title: By, head: Way}"
    )
    game = GAME.partition("gangs:\n  columns")[0] + (
        "ways: {columns: {way: key, label: text}, rows: [[a, Aim], [b, Bow]]}\n"
        f"gangs: {{columns: {{range: {columns}}}, rows: [[Short, x, 5, 7], [Middle, y, 6, 8]]}}\n"
    )
    assert set_as(tmp_path / "own", table=macro, game=game) == []
    (told, _) = set_as(tmp_path / "bare", game=game, COLS="<col/>" * 4)
    assert told == "all.gangs.need.title: is not printed; the rules say “By”"
