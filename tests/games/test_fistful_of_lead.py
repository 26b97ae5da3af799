"""Every rule of the Fistful of Lead source is in the data and on paper, and none is lost unseen."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from printgen.content.catalogue import contents
from printgen.content.model import Content
from printgen.problems import Failure
from printgen.resources import find_game
from printgen.rules.load import load
from printgen.rules.model import Game, Row

AUDIT: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "fistful_of_lead_rules.yaml").read_text("utf-8")
)
RULES: list[dict[str, Any]] = AUDIT["rules"]
CITED = sorted({entry["row"] for entry in RULES})


@cache
def fistful() -> Game:
    """The bundled game."""
    return load(find_game("fistful-of-lead"))


def faces(game: Game, print_id: str) -> dict[str, Content]:
    """The faces of one print by their names; none where they cannot be made."""
    print_ = game.find_print(print_id)
    assert print_ is not None
    try:
        return {each.content.face: each.content for each in contents(game, print_, "", None)}
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


def unmet(game: Game) -> list[str]:
    """The rows of the entries whose row is gone or which are not printed as they should be."""
    printed = {name: faces(game, name) for name in {entry["print"] for entry in RULES}}
    missing = []
    for entry in RULES:
        table, key = entry["row"].split("/")
        face = printed[entry["print"]].get(entry["face"])
        if (
            key not in game.table(table).by_key
            or face is None
            or said(face, entry["field"]) != entry["says"]
        ):
            missing.append(entry["row"])
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


def test_every_line_of_the_source_is_cited_or_is_no_rule() -> None:
    cited = {line for entry in RULES for line in entry["lines"]}
    excused = {line for entry in AUDIT["no_rule"] for line in entry["lines"]}
    assert cited | excused == set(AUDIT["written"])
    assert not cited & excused
    assert all(entry["why"] for entry in AUDIT["no_rule"])
    assert (len(AUDIT["written"]), len(RULES), len(CITED)) == (94, 176, 162)


def test_every_rule_is_a_row_of_data_and_is_printed() -> None:
    assert unmet(fistful()) == []


@pytest.mark.parametrize("cited", CITED)
def test_a_rule_deleted_is_missed(cited: str) -> None:
    assert cited in unmet(without(fistful(), cited))


def test_what_is_printed_of_a_power_on_a_card_and_on_the_sheet_is_one_row() -> None:
    game = fistful()
    card = faces(game, "deck")["06"]
    sheet = faces(game, "sheet")["sheet-1"]
    assert card.fields["power.text"] == sheet.fields["powers.powers.reload.text"]
    assert [row.key for row in game.table("powers").rows if row.key == "reload"] == ["reload"]
