"""Every rule of a game's source is in its data and on paper, and none is lost unseen.

Each figure of docs/sources.md is compared with the data (page_figures.yaml).
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.problems import Failure
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Row
from printgen.system.bundled import find_game

AUDITS: dict[str, dict[str, Any]] = {
    path.stem.removesuffix("_rules"): yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    for path in sorted(Path(__file__).parent.glob("*_rules.yaml"))
}
CITED = [
    (name, row)
    for name, audit in AUDITS.items()
    for row in sorted({entry["row"] for entry in audit["rules"]})
]
PAGE = (Path(__file__).parents[2] / "docs" / "sources.md").read_text("utf-8")
PAGE_FIGURES: dict[str, list[dict[str, Any]]] = yaml.load(
    Path(__file__).with_name("page_figures.yaml").read_text("utf-8"), yaml.CSafeLoader
)
NUMBER_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
# Lines of the source that are not blank, entries, and rows that they cite.
FIGURES = {
    "colonial-siege": (64, 178, 150),
    "combat-leader": (669, 172, 89),
    "fistful-of-lead": (94, 201, 164),
    "horse-and-musket": (351, 158, 126),
    "true-lead": (78, 172, 134),
}


@cache
def game(name: str) -> Game:
    """A bundled game."""
    return load_game(find_game(name))


def faces(game: Game, print_id: str) -> dict[str, FaceContent]:
    """The faces of one print by their names; none where they cannot be made."""
    print_ = game.find_print(print_id)
    assert print_ is not None
    try:
        return {
            each.content.face: each.content
            for each in generate_wanted_faces(game, print_, "", None)
        }
    except (Failure, KeyError, TypeError):  # TypeError: a group without one of its heads
        return {}


def said(content: FaceContent, field: str) -> str:
    """What a face prints of the row that a field stands in; of a card's, the field alone."""
    row, _, _ = field.rpartition(".")
    everything = (*content.fields, *content.marks, *content.inputs)
    names = [name for name in everything if name.startswith(f"{row}.")]
    if row.count(".") < 2:
        names = [name for name in everything if name == field]
    return " | ".join(
        content.fields.get(name)
        or (f":{content.marks[name]}:" if name in content.marks else f"[{content.inputs[name]}]")
        for name in names
    )


def unmet(game: Game, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries whose row is gone or which are not printed as they should be."""
    printed = {name: faces(game, name) for name in {entry["print"] for entry in entries}}
    missing = []
    for entry in entries:
        table, key = entry["row"].split("/", 1)
        face = printed[entry["print"]].get(entry["face"])
        if (
            key not in game.table(table).by_key
            or face is None
            or said(face, entry["field"]) != entry["says"]
        ):
            missing.append(entry)
    return missing


def without(game: Game, cited: str) -> Game:
    """The game with one row of a table deleted, and with it what refers to that row."""
    name, key = cited.split("/", 1)
    tables = dict(game.tables)
    rows = tuple(row for row in tables[name].rows if row.key != key)
    tables[name] = msgspec.structs.replace(tables[name], rows=rows)
    for id_, table in tables.items():
        references = [column.name for column in table.columns if column.refers == name]
        if references:
            kept = tuple(_unreferred(row, references, key) for row in table.rows)
            tables[id_] = msgspec.structs.replace(table, rows=kept)
    return msgspec.structs.replace(game, tables=tables)


def _unreferred(row: Row, references: list[str], key: str) -> Row:
    cells = dict(row.cells)
    for name in references:
        if isinstance(cells[name], tuple):  # and not the cells of a group, which its heads name
            cells[name] = tuple(one for one in cells[name] if one != key) or None
    return msgspec.structs.replace(row, cells=cells)


@pytest.mark.parametrize("name", AUDITS)
def test_every_line_of_the_source_is_cited_or_is_no_rule(name: str) -> None:
    audit = AUDITS[name]
    cited = {line for entry in audit["rules"] for line in entry["lines"]}
    excused = {line for entry in audit["no_rule"] for line in entry["lines"]}
    assert cited | excused == set(audit["written"])
    assert not cited & excused
    assert all(entry["why"] for entry in audit["no_rule"])
    rows = {entry["row"] for entry in audit["rules"]}
    assert (len(audit["written"]), len(audit["rules"]), len(rows)) == FIGURES[name]


@pytest.mark.quick("true-lead")
@pytest.mark.parametrize("name", AUDITS)
def test_every_rule_is_a_row_of_data_and_is_printed(name: str) -> None:
    assert unmet(game(name), AUDITS[name]["rules"]) == []


@pytest.mark.quick(every=10)
@pytest.mark.parametrize(("name", "cited"), CITED)
def test_a_rule_deleted_is_missed(name: str, cited: str) -> None:
    entries = [entry for entry in AUDITS[name]["rules"] if entry["row"] == cited]
    assert unmet(without(game(name), cited), entries)


def test_what_is_printed_of_a_power_on_a_card_and_on_the_sheet_is_one_row() -> None:
    fistful = game("fistful-of-lead")
    card = faces(fistful, "deck")["06"]
    sheet = faces(fistful, "sheet")["sheet-1"]
    assert card.fields["power.text"] == sheet.fields["powers.powers.reload.text"]
    assert [row.key for row in fistful.table("powers").rows if row.key == "reload"] == ["reload"]


def get_page_section(game: Game) -> str:
    """What docs/sources.md says of a game."""
    pattern = rf"^## {game.about.name}\n(.*?)(?=^## |\Z)"
    (section,) = re.findall(pattern, PAGE, re.M | re.S | re.I)
    return str(section)


def parse_numbers(text: str) -> list[int]:
    """The numbers in a text, in digits or in words, without their signs."""
    words = "|".join(NUMBER_WORDS)
    found = re.findall(rf"\d+|\b(?:{words})\b", text.lower())
    return [NUMBER_WORDS.get(word) or int(word) for word in found]


def read_numbers(game: Game, path: str) -> list[int]:
    """The numbers in the cell at table/row/column, or the number of rows of a table."""
    table, *rest = path.split("/")
    if not rest:
        return [len(game.table(table).rows)]
    key, column = rest
    value: Any = game.table(table).by_key[key].cells
    for name in column.split("."):
        value = value[name]
    return parse_numbers(str(value))


@pytest.mark.parametrize("name", PAGE_FIGURES)
def test_each_figure_of_the_page_is_that_of_the_data(name: str) -> None:
    for entry in PAGE_FIGURES[name]:
        assert entry["page"] in get_page_section(game(name)), entry
        if "data" in entry:
            numbers = iter(
                [number for path in entry["data"] for number in read_numbers(game(name), path)]
            )
            wanted = parse_numbers(entry["page"])
            assert wanted, entry
            assert all(number in numbers for number in wanted), entry  # in this order


@pytest.mark.parametrize("name", PAGE_FIGURES)
def test_no_figure_of_the_page_is_left_out(name: str) -> None:
    section = get_page_section(game(name))
    compared: set[int] = set()
    for entry in PAGE_FIGURES[name]:
        for match in re.finditer(re.escape(entry["page"]), section):
            compared.update(range(*match.span()))
    left_out = [match for match in re.finditer(r"\d+", section) if match.start() not in compared]
    assert [section[match.start() - 30 : match.end() + 10] for match in left_out] == []


def test_the_legible_cells_of_the_scan_are_counted_as_the_page_has_them() -> None:
    combat, audit = game("combat-leader"), AUDITS["combat-leader"]
    deck = combat.table("cards").by_key
    transcribed = {
        (row.cells["card"][0], column)
        for row in combat.table("scan").rows
        for column, cell in row.cells["selection"].items()
        if cell is not None
    }
    left_out = [(str(card), f"s{row}") for card, rows in audit["left_out"].items() for row in rows]
    assert not transcribed.intersection(left_out)
    assert {card for card, _ in left_out} <= {card for card, _ in transcribed}
    assert all(int(column[1:]) >= 7 for _, column in left_out)
    values = [deck[card].cells["selection"][column] for card, column in left_out]
    assert (values.count(1), values.count(7), len(values)) == (14, 11, 25)
    assert (len(transcribed), len({card for card, _ in transcribed})) == (220, 23)
    assert len(transcribed) + len(left_out) == 245


def test_each_line_that_the_transcription_names_is_a_line_of_the_scan() -> None:
    scan = game("combat-leader").table("scan").rows
    assert {row.cells["line"] for row in scan} <= set(AUDITS["combat-leader"]["written"])


def test_other_counts_of_the_page() -> None:
    roles = game("fistful-of-lead").table("roles").by_key
    assert sum(roles[key].cells["figures"] for key in ("leader", "specialist", "regular")) == 5
    groups = game("true-lead").table("groups").by_key
    points = {key: row.cells["points"] for key, row in groups.items()}
    assert points["marshals"] - points["duo"] == 5
    assert points["lone-rider"] - points["partners"] // 2 == 5


def test_two_readings_have_no_row() -> None:
    """Those of Fistful of Lead that are in the limits of its teams only."""
    for name in AUDITS:
        section = get_page_section(game(name))
        readings = [line.strip("| ").split(" | ")[-1] for line in section.splitlines()]
        nameless = [text for text in readings if text.startswith("Ours") and "(" not in text]
        assert len(nameless) == (2 if name == "fistful-of-lead" else 0), nameless
