"""The roles of columns: from their names in five languages, their types and their cells."""

from pathlib import Path

import pytest
from PIL import Image

from printgen.problems import Failure
from printgen.rules.model import ROLES
from printgen.rules.standalone.column_types import choose_roles
from printgen.rules.standalone.deck import TableDeck


def roles(folder: Path, text: str, role: str = "") -> dict[str, str]:
    file = folder / "cards.csv"
    file.write_text(text)
    table = TableDeck(file, role=role).load().table("cards")
    return {name: choice.role for name, choice in choose_roles(table).items()}


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("name,cost,kind,text,flavour,artist", "title index type text flavour credit"),
        ("Titel,Kosten,Typ,Regeln,Zitat,Künstler", "title index type text flavour credit"),
        ("nombre,coste,tipo,texto,cita,ilustrador", "title index type text flavour credit"),
        ("nom,coût,catégorie,texte,citation,auteur", "title index type text flavour credit"),
        ("nome,costo,rarità,testo,citazione,autore", "title index type text flavour credit"),
    ],
)
def test_names_in_five_languages_say_the_role(tmp_path: Path, head: str, expected: str) -> None:
    rows = [f"Card {n},{n},{'ab'[n % 2]},Long words of {n}.,Said {n}.,Ada {n}" for n in range(9)]
    found = roles(tmp_path, "\n".join([head, *rows]))
    assert [found[name] for name in head.split(",")] == expected.split()


def test_a_column_of_few_values_is_no_title(tmp_path: Path) -> None:
    rows = [f"{['move', 'attack'][n % 2]},Step {n},{n}" for n in range(12)]
    found = roles(tmp_path, "\n".join(["kind,what,steps", *rows]))
    assert found == {"what": "title", "kind": "type", "steps": "index"}


def test_what_is_the_same_on_every_card_is_a_credit(tmp_path: Path) -> None:
    found = roles(tmp_path, "name,cost,publisher\nImp,2,Acme\nElf,3,Acme\nOrc,4,Acme\n")
    assert found["publisher"] == "credit"


def test_an_index_has_only_numbers_or_few_letters(tmp_path: Path) -> None:
    assert roles(tmp_path, "name,cost\nImp,2\nElf,XII\n")["cost"] == "index"
    assert roles(tmp_path, "name,cost,hp\nImp,2,1\nElf,two or 3,2\n")["cost"] == "stat"


def test_a_cost_is_the_index_before_a_level(tmp_path: Path) -> None:
    found = roles(tmp_path, "name,level,cost\nImp,2,1\nElf,3,2\n")
    assert (found["level"], found["cost"]) == ("stat", "index")


def test_the_user_may_choose_the_role(tmp_path: Path) -> None:
    found = roles(tmp_path, "name,level,cost\nImp,2,1\nElf,3,2\n", "Level=index, cost=credit")
    assert found == {"name": "title", "level": "index", "cost": "credit"}
    found = roles(tmp_path, "a,b,c\nImp,2,x\nElf,3,y\n", "c=title,a=flavour")
    assert found == {"c": "title", "a": "flavour", "b": "index"}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("column", ["name", "cost", "kind", "text", "tint"])
def test_no_other_rule_replaces_the_role_that_the_user_chose(
    tmp_path: Path, column: str, role: str
) -> None:
    """Also if the column is the usual title or index, or if another one is."""
    Image.new("RGB", (9, 9)).save(tmp_path / "a.png")
    cell = {"picture": "a.png", "colour": "#aa0000"}.get(role, "3")
    cells = {"name": "Imp", "cost": "2", "kind": "Beast", "text": "Long.", "tint": "#00aa00"}
    text = "\n".join(",".join(line) for line in (cells, ({**cells, column: cell}).values()))
    assert roles(tmp_path, text, f"{column}={role}")[column] == role


def test_a_colour_that_the_user_chose_is_the_colour_of_the_card(tmp_path: Path) -> None:
    found = roles(tmp_path, "name,colour,tint\nImp,#aa0000,#00aa00\n", "tint=colour")
    assert found == {"name": "title", "colour": "stat", "tint": "colour"}


@pytest.mark.parametrize(
    ("role", "message"),
    [
        ("costt=index", "no column is called costt"),
        ("cost=inedx", "no role is called inedx"),
        ("cost", "cost has no role"),
        ("qty=stat", "qty is the number of copies"),
        ("cost=stat,cost=index", "cost has two roles"),
        ("cost=colour,name=colour", "two columns have the role colour"),
    ],
)
def test_a_mistake_in_the_roles_is_reported(tmp_path: Path, role: str, message: str) -> None:
    with pytest.raises(Failure) as caught:
        roles(tmp_path, "name,cost\nImp,2\n", role)
    assert message in caught.value.problems[0].message
