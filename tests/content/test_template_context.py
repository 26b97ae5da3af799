"""A template of boxes prints fields and chooses by rows; what words say it cannot ask."""

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from printgen.content import template_context
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.content.template_context import build_context
from printgen.layout.template.render import TemplateRenderer
from printgen.problems import ExitCode, Failure
from printgen.rules.loading.load import load_game
from tests.cli.conftest import REPOSITORY

GAME = """
game: {id: g, name: Game G}
prints:
  cards: {template: card.html, each: cards, for: players, again: {turned: [cost]}}
  sheet: {template: card.html, all: parts, impose: page}
  list:
    template: card.html
    all: parts
    shows:
      [game, name]
    impose: page
  pairs:
    template: card.html
    each: cards
    shows: [suit, suit.order]
    back: {template: card.html}
players: {columns: {player: key}, rows: [[red]]}
suits:
  columns: {suit: key, label: text, mark: mark, order: number}
  rows: [[moon, Moons, crescent, 1]]
results: {columns: {result: key, label: text}, rows: [[hit, Hit], [miss, Miss]]}
draws: {columns: {draw: key, label: text}, rows: [[d6, d6]]}
notes: {columns: {note: key, label: text, add: modifier}, rows: [[far, Far, -1], [near, Near, 2]]}
parts: {columns: {part: key, name: text, tables: table}, rows: [[one, First, notes]]}
cards:
  columns:
    card: {type: key, digits: 2}
    name: text
    cost: {type: number, head: Cost}
    suit: {refers: suits, shows: [label, mark]}
    band: {each: results, type: band, title: Roll}
    draw: {each: draws, type: number, or: {R: Draw again.}}
    change: modifier
    boxes: box
    wrote: input
    text: prose
    secret: {type: text, silent: true}
  rows:
    - {card: 1, name: Imp & co, cost: 3, suit: moon, hit: 5 or less, miss: 6 or more, d6: R,
       change: -2, boxes: 2, text: "Two **3** dice :eye:\\n\\n- one"}
    - {card: 2, name: Ogre, cost: 1, boxes: 0}
"""
LINK = '<link rel="stylesheet" href="card.css"/>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg"'


def printed(folder: Path, template: str, print_: str = "cards", face: int = 0) -> str:
    """What a template prints of a face."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "card.html").write_text(LINK + template, encoding="utf-8")
    game = load_game(folder)
    found = game.find_print(print_)
    assert found is not None
    wanted = list(generate_wanted_faces(game, found, "red" if found.sets else "", None))[face]
    merged = TemplateRenderer((folder,)).render(
        "card.html", build_context(game, found, wanted, None)
    )
    return merged.text.removeprefix(LINK)


def refused(folder: Path, template: str, print_: str = "cards") -> tuple[int, str, str]:
    """The line, the finding and the hint with which a template ends."""
    with pytest.raises(Failure) as raised:
        printed(folder, f"\n{template}", print_)
    assert raised.value.exit_code is ExitCode.RULES
    (problem,) = raised.value.problems
    assert problem.where.file.endswith("card.html")
    return problem.where.line, problem.message, problem.hint


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("10 000", ["10 000"]),
        ("1 000 000 gold", ["1 000 000"]),
        ("10'000 or 10’000", ["10'000", "10’000"]),
        ("Roll 1 1/2 or 2 ½", ["1 1/2", "2 ½"]),
        ("10\u00a0000 m", ["10\u00a0000"]),
        ("d6+1", ["6", "+1"]),
        ("1-3", ["1", "3"]),
        ("AK-47", ["47"]),
        ("−2 or 3+", ["−2", "3+"]),
        ("5'6\"", ["5'", '6"']),
        ("12 3", ["12", "3"]),
        ("2 dice 100 mm", ["2", "100"]),
        ("in 2026 100 times", ["2026", "100"]),
        ("3 1000", ["3", "1000"]),
        ("100 200 300", ["100", "200", "300"]),
        ("100 000", ["100 000"]),
        ("12 000.5", ["12 000.5"]),
        ("2 100/200", ["2 100/200"]),
        ("10 000 1/2", ["10 000 1/2"]),
        ("d6\u22121", ["6", "\u22121"]),
    ],
)
def test_each_number_is_one_figure(text: str, figures: list[str]) -> None:
    html = template_context._render_text("n", text, "p", "", True)
    assert [unescape(part) for part in re.findall('<b class="figure">(.*?)</b>', html)] == figures


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ('{{ f("name") }}', '<div data-field="name">Imp &amp; co</div>'),
        (
            '{{ f("name", "h1", class="big") }}',
            '<h1 class="big" data-field="name">Imp &amp; co</h1>',
        ),
        ('{{ f("cost.head", "b") }}', '<b data-field="cost.head">Cost</b>'),
        ('{{ f("cost.turned", "b") }}', '<b data-field="cost.turned">3</b>'),
        (
            '{{ f("suit.mark", class="ink") }}',
            (
                f'{SVG} class="mark of-crescent ink" data-field="suit.mark">'
                '<use href="marks/crescent.svg"/></svg>'
            ),
        ),
        (
            '{{ f("band.hit", "p", figures=true) }}',
            '<p data-field="band.hit"><b class="figure">5</b> or less</p>',
        ),
        ('{{ f("wrote", class="w") }}', '<input class="write w" type="text" name="wrote"/>'),
        ('{{ f("wrote", "textarea") }}', '<textarea class="write" name="wrote"></textarea>'),
        (
            '{{ f("boxes") }}',
            (
                '<input class="tick" type="checkbox" name="boxes.1"/>'
                '<input class="tick" type="checkbox" name="boxes.2"/>'
            ),
        ),
        (
            '{{ f("text", class="t") }}',
            (
                '<div class="t" data-field="text"><p>Two <b>3</b> dice '
                f'{SVG} class="mark of-eye in-line" data-field="text.mark.1">'
                '<use href="marks/eye.svg"/></svg>'
                "</p><ul><li>one</li></ul></div>"
            ),
        ),
        (
            '{{ f("text", class="t", figures=true) }}',
            (
                '<div class="t" data-field="text"><p>Two <b><b class="figure">3</b></b> dice '
                f'{SVG} class="mark of-eye in-line" data-field="text.mark.1">'
                '<use href="marks/eye.svg"/></svg>'
                "</p><ul><li>one</li></ul></div>"
            ),
        ),
        ("{{ row.suit.key }} {{ row.change }} {{ row.suit.mark }}", "moon -2 crescent"),
        ("{% if row.name and has('name') %}there{% endif %}", "there"),
        (
            "{% for c in columns if c.has_head %}{{ c.name }} {{ c.type }}{% endfor %}",
            "cost number",
        ),
        (
            "{% for line in grids.draw.lines %}{{ line.cells[1].is_letter }}{% endfor %}",
            "True",
        ),
        ('{{ f(grids.band.lines[1].cells[1], "b") }}', '<b data-field="band.miss">6 or more</b>'),
    ],
)
def test_a_field_of_any_kind_is_printed_by_its_name(
    tmp_path: Path, template: str, wanted: str
) -> None:
    assert printed(tmp_path, template) == wanted


def test_what_a_face_lacks_is_nothing(tmp_path: Path) -> None:
    """Also what no row has, while a column for it is there; and has() may ask for anything."""
    names = ("suit.label", "suit.mark", "text", "cost.title", "nmae?")
    template = "".join(f'{{{{ f("{name}") }}}}' for name in names)
    assert printed(tmp_path, template + "{{ has('band.hit') or has('none') }}", face=1) == "False"


def test_a_column_is_told_to_be_used_or_here(tmp_path: Path) -> None:
    """So that a card leaves room for what the next one has."""
    template = "{% for c in columns if c.used and not c.here %}{{ c.name }} {% endfor %}"
    assert printed(tmp_path, template, face=1) == "suit band draw change boxes text "


def test_a_sheet_prints_its_grids_by_cell(tmp_path: Path) -> None:
    """A cell knows its sign, so that nobody asks its first letter."""
    template = (
        "{% for part in parts %}{% for line in part.grids[0].lines %}{% for cell in line.cells %}"
        '<td class="{{ cell.sign }}">{{ f(cell, "b") }}</td>'
        "{% endfor %}{% endfor %}{% endfor %}"
    )
    assert printed(tmp_path, template, "sheet") == (
        '<td class=""><b data-field="one.notes.far.label">Far</b></td>'
        '<td class="minus"><b data-field="one.notes.far.add">−1</b></td>'
        '<td class=""><b data-field="one.notes.near.label">Near</b></td>'
        '<td class="plus"><b data-field="one.notes.near.add">+2</b></td>'
    )


def test_a_tally_is_its_share_of_the_total() -> None:
    """A template shades a cell by its share, and prints the cell as the field says."""
    game = load_game(REPOSITORY / "printgen" / "games" / "combat-leader")
    sheet = game.find_print("sheet")
    assert sheet is not None
    *_, page_two = generate_wanted_faces(game, sheet, "", None)
    context: Mapping[str, Any] = build_context(game, sheet, page_two, None)
    grid = context["grids"]["chances.odds"]
    rows = [context["row_of"](grid, line) for line in grid.lines]
    assert [row["clear"] for row in rows[:2]] == [4 / 52, 8 / 52]
    assert (rows[0]["elsewhere"], rows[-1]["clear"]) == (0, 1)


def test_a_line_of_a_grid_has_its_row(tmp_path: Path) -> None:
    template = (
        "{% for line in grids['one.notes'].lines %}"
        "{{ row_of(grids['one.notes'], line).add }} {% endfor %}"
    )
    assert printed(tmp_path, template, "sheet") == "-1 2 "


@pytest.mark.parametrize(
    ("template", "found", "hint"),
    [
        ('{{ f("suit.lable") }}', "no face of this print has suit.lable", "suit.label?"),
        ('{{ f("nmae") }}', "no face of this print has nmae", "mean name?"),
        ('{{ f("band.hitt") }}', "no face of this print has band.hitt", "mean band.hit?"),
        ('{{ f("name") | length }}', "the text of name cannot be counted", "--min-size"),
        ('{% if f("name") == "Imp" %}{% endif %}', "the text of name cannot be counted", "has("),
        (
            '{% set a = f("name").split(" ") %}',
            "the text of name cannot be counted",
            "figures=true",
        ),
        ("{{ row.name }}", "row.name is text", 'print it with f("name")'),
        ("{{ row.name | length }}", "row.name is text", "row.name"),
        ("{{ row.text[:3] }}", "row.text is text", 'print it with f("text")'),
        ("{{ say.name }}", "'say' is undefined", 'print a column with f("say")'),
        ('{{ f("name", klass="a") }}', "f has no klass=", "class="),
    ],
)
def test_words_are_not_looked_into(tmp_path: Path, template: str, found: str, hint: str) -> None:
    line, message, says = refused(tmp_path, template)
    assert line == 2
    assert message.startswith(found)
    assert hint in says


@pytest.mark.parametrize(
    "name", ["game", "title", "title.turned", "player", "suit.order", "suit", "hit", "secret"]
)
def test_a_name_that_the_print_does_not_show_is_an_error(tmp_path: Path, name: str) -> None:
    """It would print nothing, and nothing would be missing."""
    line, message, says = refused(tmp_path, f'{{{{ f("{name}") }}}}')
    assert line == 2
    assert message.startswith(f"{name} is not in prints.cards.shows, ")
    assert message.endswith("game.yaml:4:10")
    assert says == "add it there, or remove it here"


@pytest.mark.parametrize("template", ['{{ f("name") }}', "{{ row.name }}"])
def test_the_back_of_all_faces_says_how_to_make_one_of_each(tmp_path: Path, template: str) -> None:
    _, _, hint = refused(tmp_path, template, "pairs-backs")
    assert "write each: TABLE" in hint


def test_a_cell_of_a_reference_may_be_shown_by_its_path(tmp_path: Path) -> None:
    assert "1" in printed(tmp_path, '{{ f("suit.label") }}{{ f("suit.order") }}', "pairs")


def test_a_face_of_all_rows_prints_only_what_it_shows(tmp_path: Path) -> None:
    """The place is that of `shows`, not that of the template."""
    template = '{{ f("game") }}{{ f("one.name") }}'
    assert "Game G" in printed(tmp_path, template, "list")
    with pytest.raises(Failure) as raised:
        printed(tmp_path, '{{ f("one.tables") }}', "list")
    assert raised.value.problems[0].message.endswith("game.yaml:10:7")


@pytest.mark.parametrize(
    ("template", "found", "hint"),
    [
        ("{{ row.cots }}", "a row of cards has no column cots", "did you mean cost?"),
        (
            "{% if row.suit.lable %}{% endif %}",
            "a row of suits has no column lable",
            "did you mean label?",
        ),
        ("{{ owner.x }}", "a row of players has no column x", "write one of: key, player"),
        ("{{ grids.bnad }}", "a mapping has no attribute 'bnad'", "did you mean band?"),
    ],
)
def test_a_name_that_a_row_has_not_is_told_with_those_that_it_has(
    tmp_path: Path, template: str, found: str, hint: str
) -> None:
    assert refused(tmp_path, template)[1:] == (found, hint)


def test_a_template_may_ask_whether_a_row_has_a_column(tmp_path: Path) -> None:
    assert printed(tmp_path, "{{ row.cots is defined }} {{ row.cots | default(7) }}") == "False 7"


PICTURES = """
game: {id: g, name: Game G}
prints:
  cards: {template: card.html, each: cards, for: players}
  all: {template: card.html, all: cards, impose: page, shows: [art, name]}
players: {columns: {player: key}, rows: [[red]]}
suits: {columns: {suit: key, badge: image}, rows: [[moon, "badges/moon&.svg"]]}
lines: {columns: {line: key, look: image}, rows: [[one, one.png]]}
cards:
  columns:
    card: key
    name: text
    art: image
    suit: {refers: suits, shows: [badge]}
    list: table
    back: {type: image, silent: true}
  rows:
    - {card: a, name: Imp, art: imp.png, suit: moon, back: b.png, list: lines}
    - {card: b, name: Orc}
"""


@pytest.mark.parametrize(
    ("template", "print_", "face", "wanted"),
    [
        ('{{ f("art") }}', "cards", 0, '<img src="imp.png"/>'),
        ('{{ f("art", "i", class="big") }}', "cards", 0, '<img class="big" src="imp.png"/>'),
        ('{{ f("suit.badge") }}', "cards", 0, '<img src="badges/moon&amp;.svg"/>'),
        ('{{ f("a.art") }}', "all", 0, '<img src="imp.png"/>'),
        ('{{ f(("art", "suit.badge")) }}', "cards", 0,
         '<img src="imp.png"/> <img src="badges/moon&amp;.svg"/>'),
        ('{{ f("art") }}{{ f("suit.badge") }}{{ f("art?") }}', "cards", 1, ""),
        ('{{ has("art") }} {{ has("suit.badge") }}', "cards", 0, "True True"),
        ('{{ has("a.art") }}', "cards", 0, "False"),
        ('{{ has("art") }}', "cards", 1, "False"),
    ],
)  # fmt: skip
def test_a_picture_is_printed_by_the_name_of_its_column(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    template: str,
    print_: str,
    face: int,
    wanted: str,
) -> None:
    monkeypatch.setitem(globals(), "GAME", PICTURES)
    assert printed(tmp_path, template, print_, face) == wanted


@pytest.mark.parametrize(
    ("template", "found", "hint"),
    [
        ('{{ f("atr") }}', "no face of this print has atr", "write one of: art,"),
        ('{{ f("back") }}', "back is not in prints.cards.shows", "add it there"),
        (
            "{% for g in grids.values() %}{{ f(g.lines[0].cells[-1]) }}{% endfor %}",
            "f does not print the pictures of look in a table",
            '<img src="{{ row_of(grid, line).look }}"/>',
        ),
    ],
)
def test_a_picture_that_f_does_not_print_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str, found: str, hint: str
) -> None:
    monkeypatch.setitem(globals(), "GAME", PICTURES)
    _, message, says = refused(tmp_path, template)
    assert message.startswith(found)
    assert hint in says
