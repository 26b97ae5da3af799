"""Every rule of a game's source is in its data and on paper, and none is lost unseen."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from printgen.content.content import Content
from printgen.content.faces_of_print import generate_faces
from printgen.problems import Failure
from printgen.rules.load import load_game
from printgen.rules.model import Game, Row
from printgen.system.bundled import find_game

AUDITS: dict[str, dict[str, Any]] = {
    path.stem.removesuffix("_rules"): yaml.safe_load(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("*_rules.yaml"))
}
CITED = [
    (name, row)
    for name, audit in AUDITS.items()
    for row in sorted({entry["row"] for entry in audit["rules"]})
]
# Lines of the source that are not blank, entries, and rows that they cite.
FIGURES = {
    "colonial-siege": (64, 181, 148),
    "fistful-of-lead": (94, 186, 163),
    "horse-and-musket": (351, 149, 126),
    "true-lead": (78, 173, 134),
}


@cache
def game(name: str) -> Game:
    """A bundled game."""
    return load_game(find_game(name))


def faces(game: Game, print_id: str) -> dict[str, Content]:
    """The faces of one print by their names; none where they cannot be made."""
    print_ = game.find_print(print_id)
    assert print_ is not None
    try:
        return {each.content.face: each.content for each in generate_faces(game, print_, "", None)}
    except (Failure, KeyError):
        return {}


def said(content: Content, field: str) -> str:
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
        table, key = entry["row"].split("/")
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
    name, key = cited.split("/")
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
        cells[name] = tuple(one for one in cells[name] or () if one != key) or None
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


@pytest.mark.parametrize("name", AUDITS)
def test_every_rule_is_a_row_of_data_and_is_printed(name: str) -> None:
    assert unmet(game(name), AUDITS[name]["rules"]) == []


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
