"""Games that share nothing with the bundled ones, from data and templates alone.

What everything in them is called is drawn anew in each run, so that no word of the data can be one
that printgen knows. A failure names its seed; ANY_GAME_SEED draws the same names again.
"""

import os
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from random import Random, SystemRandom

import pytest
from workbooks import Cell, write_xlsx

from printgen.proof.reading.page_objects import IDENTITY_TRANSFORM, PaintedFace
from printgen.proof.reading.pages import read_pages
from tests.command_line import Printgen

TAKEN = {
    "copies",
    "source",
    "count",
    "where",
    "title",
    "label",
    "value",
    "words",
    "prints",
    "digest",
}


class Names:
    """Names drawn at random, each once."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = Random(seed)
        self._drawn = set(TAKEN)

    def id(self) -> str:
        """A name in lower case, as tables, prints, marks and files have."""
        return self._draw(lambda: self._word() + self._random.choice(("", "-4", "_x", "7")))

    def name(self) -> str:
        """A name such as columns and keys have in spreadsheets: capitals, accents, spaces."""
        return self._draw(
            lambda: self._random.choice((str.title, str.upper, str))(
                self._word() + self._random.choice(("", "é", "ß", f" {self._word()}", "-B"))
            )
        )

    def words(self) -> str:
        """Words to print; some of their signs mean something in XML."""
        sign = self._random.choice(("", " &", " “so”", " < 3", " 1/2"))
        return self._draw(lambda: f"{self._word().title()} {self._word()}{sign}")

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def _word(self) -> str:
        syllables = ("ba", "ke", "lu", "mo", "ri", "so", "ta", "vi", "zo", "nu")
        return "".join(self._random.choice(syllables) for _ in range(3))

    def _draw(self, make: Callable[[], str]) -> str:
        while True:
            found = make()
            if found not in self._drawn:
                self._drawn.add(found)
                return found


@pytest.fixture
def names() -> Names:
    return Names(int(os.environ.get("ANY_GAME_SEED") or SystemRandom().randrange(1 << 32)))


STYLE = """html { font-family: "IBM Plex Sans Condensed"; }
body { padding: 3mm; font-size: 2.5mm; line-height: 1.2; }
.grid td, .grid th { padding: 0.4mm; }
svg.mark { width: 4mm; height: 4mm; }
"""


def face(*shown: object) -> str:
    """A template that prints these fields or tables, with what stands over each."""
    names = ", ".join(map(quoted, shown))
    return f"""{{% import "boxes.html" as m with context %}}
<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="face.css"/></head>
<body>
{{% set told = namespace(over=[]) %}}
{{% for name in [{names}] if has(name) or name in grids %}}
{{% set column = name.split(".")[0] %}}
{{% for over in (column ~ ".title", column ~ ".head") if has(over) and over not in told.over %}}
{{% set told.over = told.over + [over] %}}{{{{ f(over, "p") }}}}
{{% endfor %}}
{{{{ m.table(grids[name]) if name in grids else f(name, "p") }}}}
{{% endfor %}}
</body></html>
"""


PAGE = """{% import "boxes.html" as m with context %}
<html xmlns="http://www.w3.org/1999/xhtml" lang="{{ game.language }}">
<head><link rel="stylesheet" href="page.css"/></head><body>
{{ f("title", "p") }}
{% for part in parts %}
<section>
{% if part.heading %}{{ f(part.heading, "h2") }}{% endif %}
{{ f(part.texts, "p") }}
{% for grid in part.grids %}{{ m.table(grid) }}{% endfor %}
</section>
{% endfor %}
{{ f("game", "p") }}
</body></html>
"""
PAGE_STYLE = """html { font-family: "IBM Plex Sans Condensed"; }
body { font-size: 10pt; padding: 10mm; }
section { padding-bottom: 3mm; }
td, th { padding: 0.6mm; }
svg.mark { width: 4mm; height: 4mm; }
"""


class Made:
    """A game in a folder of its own, and what a build of it gave."""

    def __init__(self, printgen: Printgen, folder: Path, names: Names) -> None:
        self._printgen = printgen
        self._said = f"ANY_GAME_SEED={names.seed}"
        self.id = names.id()
        self.folder = folder / names.id()
        self.output = folder / "output"
        (self.folder / "templates" / "marks").mkdir(parents=True)
        self.write("templates/face.css", STYLE)
        self.write("templates/page.css", PAGE_STYLE)

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text, encoding="utf-8")

    def mark(self, name: str, points: str) -> None:
        drawn = f'<symbol id="{name}" viewBox="0 0 10 10"><polygon points="{points}"/></symbol>'
        self.write(f"templates/marks/{name}.svg", drawn)

    def build(self, *words: str) -> dict[str, Path]:
        """The PDFs that a build gives, by their prints; each proofs again."""
        said = self._printgen("build", self.folder, "--output", self.output, *words)
        assert (said.code, said.err) == (0, ""), f"{self._said}\n{said.err}"
        made = {path.stem: path for path in (self.output / self.id).glob("*.pdf")}
        for path in made.values():
            proof = self._printgen("proof", path, "--game", self.folder)
            assert (proof.code, proof.err) == (0, ""), f"{self._said}\n{proof.out}"
        return made

    def fails(self, path: Path, found: str) -> None:
        """The PDF, made before the data was changed, fails its proof and says why."""
        said = self._printgen("proof", path, "--game", self.folder)
        assert (said.code, said.err) == (5, ""), f"{self._said}\n{said.out}"
        assert found in said.out, f"{self._said}\n{found}\n{said.out}"


def faces_in(path: Path) -> list[PaintedFace]:
    """The faces of a PDF, as its labels tell of them."""
    pages = read_pages(path.read_bytes(), repeat(IDENTITY_TRANSFORM))
    return [face for page in pages for face in page.faces]


def sizes_in(path: Path) -> set[tuple[float, ...]]:
    """The sizes in mm of the faces of a PDF."""
    return {face.label.place[2:] for face in faces_in(path)}


def quoted(text: object) -> str:
    return '"' + str(text).replace('"', "'") + '"'


def test_encounter_cards_each_with_a_table_of_its_own(
    printgen: Printgen, tmp_path: Path, names: Names
) -> None:
    """70 × 120 mm; bands within a card, some of their cells empty."""
    made = Made(printgen, tmp_path, names)
    cards, bands, print_, template = names.id(), names.id(), names.id(), names.id()
    key, name, tale, table = names.name(), names.name(), names.name(), names.name()
    step, roll, comes, many = names.name(), names.name(), names.name(), names.name()
    rows, first = [], ""
    for number in range(1, 8):
        cut = names.number(2, 4)
        words = names.words()
        first = first or words
        rows.append(
            f"    - {quoted(key)}: {number}\n"
            f"      {quoted(name)}: {quoted(names.words())}\n"
            f'      {quoted(tale)}: "The **{names.words().split()[0]}** stirs."\n'
            f"      {quoted(table)}:\n"
            f"        - [1, 1 to {cut}, {quoted(words)}, {number}]\n"
            f"        - [2, {cut + 1} to 6, {quoted(names.words())}]\n"
            f"        - [3, 7 or more]\n"
        )
    data = (
        f"game: {{id: {made.id}, name: {quoted(names.words())}}}\n"
        f"prints:\n  {print_}: {{template: {template}.html, each: {cards}, sizes: 70 x 120}}\n"
        f"{bands}:\n  title: {quoted(names.words())}\n  columns:\n"
        f"    {quoted(step)}: {{type: key, head: {quoted(names.words())}}}\n"
        f"    {quoted(roll)}: {{type: band, head: {quoted(names.words())}, partition: none}}\n"
        f"    {quoted(comes)}: {{type: text, head: {quoted(names.words())}}}\n"
        f"    {quoted(many)}: {{type: number, unit: pieces}}\n"
        f"{cards}:\n  columns:\n"
        f"    {quoted(key)}: {{type: key, digits: 2}}\n"
        f"    {quoted(name)}: text\n"
        f"    {quoted(tale)}: prose\n"
        f"    {quoted(table)}: {{rows: {bands}}}\n"
        f"  rows:\n{''.join(rows)}"
    )
    made.write("game.yaml", data)
    made.write(f"templates/{template}.html", face(key, name, tale, table))
    (pdf,) = made.build().values()
    assert pdf.stem == print_
    assert sizes_in(pdf) == {(70, 120)}
    assert [face.label.name for face in faces_in(pdf)] == [f"0{number}" for number in range(1, 8)]
    other = names.words()
    made.write("game.yaml", data.replace(quoted(first), quoted(other)))
    made.fails(pdf, f"{table}.1.{comes}: error: prints “{first}”; the rules say “{other}”")


def test_duel_cards_for_two_players(printgen: Printgen, tmp_path: Path, names: Names) -> None:
    """Twelve cards, 1 to 6 for each of two, without suits, in either of two sizes."""
    made = Made(printgen, tmp_path, names)
    cards, sides, print_, template = names.id(), names.id(), names.id(), names.id()
    number, side, label, strike = names.name(), names.name(), "label", names.name()
    one, two = names.id(), names.id()
    head = names.words()
    data = (
        f"game: {{id: {made.id}, name: {quoted(names.words())}}}\n"
        f"prints:\n  {print_}:\n    template: {template}.html\n    each: {cards}\n"
        f"    for: {sides}\n    sizes: [business, square]\n"
        f"    shows: [{quoted(number)}, {quoted(strike)}, {quoted(side + '.' + label)}]\n"
        f"    back: {{template: {template}-back.html, shows: [game, {quoted(side)}]}}\n"
        f"{sides}:\n  columns: {{{quoted(side)}: key, {label}: text}}\n"
        f"  rows: [[{one}, {quoted(names.words())}], [{two}, {quoted(names.words())}]]\n"
        f"{cards}:\n  columns:\n    {quoted(number)}: key\n"
        f"    {quoted(strike)}: {{type: modifier, head: {quoted(head)}}}\n"
        "  rows:\n" + "".join(f"    - [{card}, {card - 3}]\n" for card in range(1, 7))
    )
    made.write("game.yaml", data)
    made.write(f"templates/{template}.html", face(number, strike, f"{side}.{label}"))
    made.write(f"templates/{template}-back.html", face("game", side))
    built = made.build()
    assert set(built) == {print_, f"{print_}-backs"}
    assert sizes_in(built[print_]) == {(50.8, 88.9)}
    assert [face.label.name for face in faces_in(built[print_])] == [
        f"{key.replace('-', '--')}-{card}" for key in (one, two) for card in range(1, 7)
    ]
    built = made.build("--size", f"{print_}=square")
    squares = [path for name, path in built.items() if name.endswith("-square")]
    assert [sizes_in(path) for path in squares] == [{(70, 70)}] * 2
    built = {name.removesuffix("-square"): path for name, path in built.items()}
    made.write("game.yaml", data.replace("- [4, 1]", "- [4, 5]"))
    made.fails(built[print_], f"{strike}: error: prints “+1”; the rules say “+5”")
    made.fails(built[f"{print_}-backs"], "was built from other rules")


def test_a_game_from_a_workbook_of_three_sheets(
    printgen: Printgen, tmp_path: Path, names: Names
) -> None:
    """Statuses, units and weapons as a designer keeps them, printed as sheet, markers and cards."""
    made = Made(printgen, tmp_path, names)
    states, units, arms, parts = names.id(), names.id(), names.id(), names.id()
    sheets = [names.name() for _ in range(3)]
    deck, page, chips = names.id(), names.id(), names.id()
    state, mark, many = names.name(), names.name(), names.name()
    unit, move, wounds, arm = names.name(), names.name(), names.name(), names.name()
    reach, harm = names.name(), names.name()
    marks = [names.id() for _ in range(3)]
    for drawn, points in zip(
        marks, ("0,9 9,9 5,0", "1,1 9,1 9,9 1,9", "5,0 9,5 5,9 1,5"), strict=True
    ):
        made.mark(drawn, points)
    weapons = [names.name() for _ in range(3)]
    kept: dict[str, list[list[Cell]]] = {
        sheets[0]: [[state, mark, many]]
        + [[names.name(), drawn, float(count)] for count, drawn in enumerate(marks, 2)],
        sheets[1]: [[unit, move, wounds, arm]]
        + [[names.name(), 4 + count, 2.0, weapons[count % 3]] for count in range(5)],
        sheets[2]: [[arm + " used", reach, harm]]
        + [
            [weapon, 8 * (count + 1), -1 if count else None] for count, weapon in enumerate(weapons)
        ],
    }
    book = made.folder / f"{names.id()}.xlsx"
    write_xlsx(book, kept)
    made.write(
        "game.yaml",
        f"game: {{id: {made.id}, name: {quoted(names.words())}}}\n"
        "prints:\n"
        f"  {deck}:\n    template: {deck}.html\n    each: {units}\n    sizes: mini-us\n"
        f"  {page}: {{template: {page}.html, all: {parts}, impose: page,"
        f" title: {quoted(names.words())}, shows: [title, game, part, tables]}}\n"
        f"  {chips}: {{template: {chips}.html, each: {states}, count: {quoted(many)},"
        f" sizes: square-19, shows: [{quoted(state)}, {quoted(mark)}]}}\n"
        f"{states}:\n  file: {book.name}\n  sheet: {quoted(sheets[0])}\n  columns:\n"
        f"    {quoted(state)}: key\n    {quoted(mark)}: mark\n"
        f"    {quoted(many)}: {{type: number, silent: true}}\n"
        f"{arms}:\n  file: {book.name}\n  sheet: {quoted(sheets[2])}\n  columns:\n"
        f"    {quoted(arm + ' used')}: {{type: key, head: {quoted(names.words())}}}\n"
        f'    {quoted(reach)}: {{type: number, unit: "″", head: {quoted(names.words())}}}\n'
        f'    {quoted(harm)}: {{type: modifier, empty: "–", head: {quoted(names.words())}}}\n'
        f"{units}:\n  file: {book.name}\n  sheet: {quoted(sheets[1])}\n  columns:\n"
        f"    {quoted(unit)}: key\n    {quoted(move)}: {{type: number, head: {quoted('M')}}}\n"
        f"    {quoted(wounds)}: {{type: number, head: W}}\n"
        f"    {quoted(arm)}: {{refers: {arms}, title: Armed with,"
        f" shows: [{quoted(arm + ' used')}, {quoted(reach)}, {quoted(harm)}]}}\n"
        f"{parts}:\n  columns: {{part: text, tables: {{type: table, many: true}}}}\n  rows:\n"
        f"    - [{quoted(names.words())}, {arms}]\n    - [{quoted(names.words())}, {states}]\n",
    )
    shown = (f"{arm}.{one}" for one in (f"{arm} used", reach, harm))
    made.write(f"templates/{deck}.html", face(unit, move, wounds, *shown))
    made.write(f"templates/{chips}.html", face(state, mark))
    made.write(f"templates/{page}.html", PAGE)
    built = made.build()
    assert set(built) == {deck, page, chips}
    assert sizes_in(built[deck]) == {(44.45, 63.5)}
    assert sizes_in(built[chips]) == {(19, 19)}
    # Two of the first status, three of the second, four of the third.
    assert len(faces_in(built[chips])) == 9
    kept[sheets[2]][1][1] = 9.0
    write_xlsx(book, kept)
    made.fails(built[deck], f"{arm}.{reach}: error: prints “8″”; the rules say “9″”")
    made.fails(built[page], f".{reach}: error: prints “8″”; the rules say “9″”")
    kept[sheets[2]][1][1] = 8
    kept[sheets[0]][1][2] = 3
    write_xlsx(book, kept)
    made.fails(built[chips], " 3: error: is not printed; the rules have it")
