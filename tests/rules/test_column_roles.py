"""The roles of columns: from their names in several languages, their types and their cells."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from printgen.problems import Failure
from printgen.rules.model import ROLES
from printgen.rules.standalone.column_names import find_column_meaning
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
        ("Nazwa,Koszt,Rodzaj,Zasady,Cytat,Źródło", "title index type text flavour credit"),
        ("název,cena,druh,pravidla,citát,zdroj", "title index type text flavour credit"),
        ("Название,Цена,Тип,Правила,Цитата,Автор", "title index type text flavour credit"),
    ],
)
def test_names_in_several_languages_say_the_role(tmp_path: Path, head: str, expected: str) -> None:
    rows = [f"Card {n},{n},{'ab'[n % 2]},Long words of {n}.,Said {n}.,Ada {n}" for n in range(9)]
    found = roles(tmp_path, "\n".join([head, *rows]))
    assert [found[name] for name in head.split(",")] == expected.split()


def test_a_column_of_few_values_is_no_title(tmp_path: Path) -> None:
    rows = [f"{['move', 'attack'][n % 2]},Step {n},{n}" for n in range(12)]
    found = roles(tmp_path, "\n".join(["kind,what,steps", *rows]))
    assert found == {"what": "title", "kind": "type", "steps": "index"}


@pytest.mark.parametrize("head", ["type,text,flavour", "TIPO,TEXTO,FLAVOR", "Art,Regeln,Zitat"])
def test_a_type_that_cards_share_is_no_title_next_to_a_text(tmp_path: Path, head: str) -> None:
    kinds = ("Beast", "Tool", "Beast", "Herb", "Tool")
    rows = [f"{kind},It does this for {kind}.,Said of old." for kind in kinds]
    found = roles(tmp_path, "\n".join([head, *rows]))
    assert [*found.values()] == ["type", "text", "flavour"]
    # If each card has another one, it is its title.
    rows = [f"{kind}s,It does this for {kind}.,Said of old." for kind in {*kinds}]
    assert "title" in roles(tmp_path, "\n".join([head, *rows])).values()


@pytest.mark.parametrize("time", ["2025-01-02 03:04:05", "2024-12-30", "2023-05-06T07:08:09.10Z"])
def test_a_date_is_no_title(tmp_path: Path, time: str) -> None:
    found = roles(tmp_path, f"id,made_at,place\n1,{time},Harbour\n2,{time},Bridge of stone\n")
    assert found["place"] == "title"


def test_what_is_the_same_on_every_card_is_a_credit(tmp_path: Path) -> None:
    found = roles(tmp_path, "name,cost,publisher\nImp,2,Acme\nElf,3,Acme\nOrc,4,Acme\n")
    assert found["publisher"] == "credit"


def test_an_index_has_only_numbers_or_few_letters(tmp_path: Path) -> None:
    assert roles(tmp_path, "name,cost\nImp,2\nElf,XII\n")["cost"] == "index"
    assert roles(tmp_path, "name,cost,hp\nImp,2,1\nElf,two or 3,2\n")["cost"] == "stat"


@pytest.mark.parametrize("long", ["b_thunderball_count", "Verteidigung", "baseMoveSpeed"])
def test_a_label_with_a_long_word_is_no_index(tmp_path: Path, long: str) -> None:
    """It would break inside the word."""
    found = roles(tmp_path, f"name,{long},base move\nImp,2,1\nElf,3,2\n")
    assert (found[long], found["base move"]) == ("stat", "index")


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("Toughness", "stat"),
        ("Population", "stat"),
        ("a cannonball count", "stat"),
        ("Difficulty", "index"),
        ("Strength", "index"),
        ("wet woods", "index"),
        ("recruitment", "stat"),
        ("monster costs", "index"),
        ("option/1/roll", "stat"),
        ("odd-numbers", "index"),
    ],
)
def test_a_label_that_would_break_inside_a_word_is_no_index(
    label: str, role: str, tmp_path: Path
) -> None:
    """An index corner has room for about eight letters. A cost is an index in any case."""
    assert roles(tmp_path, f"name,{label},text\nImp,2,Bites.\nElf,3,Hits.\n")[label] == role


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
    assert found == {"name": "title", "colour": "type", "tint": "colour"}


@pytest.mark.parametrize(
    ("role", "message"),
    [
        ("costt=index", "no column is called costt"),
        ("cost=inedx", "no role is called inedx"),
        ("cost", "cost has no role"),
        ("qty=stat", "qty is the number of copies"),
        ("cost=stat,cost=index", "cost is in --role twice"),
        ("cost=index,cost=index", "cost is in --role twice"),
        ("Cost=index,cost=stat", "cost is in --role twice"),
        ("cost=stat, name=title, cost=text", "cost is in --role twice"),
        ("name=text,cost=stat,@name=title", "@name is in --role twice"),
        ("cost=colour,name=colour", "two columns have the role colour"),
    ],
)
def test_a_mistake_in_the_roles_is_reported(tmp_path: Path, role: str, message: str) -> None:
    with pytest.raises(Failure) as caught:
        roles(tmp_path, "name,cost\nImp,2\n", role)
    assert message in caught.value.problems[0].message


@pytest.mark.parametrize("role", ["text", "flavour"])
@pytest.mark.parametrize(
    ("cells", "has_label"),
    [
        (("3", "12"), True),
        (("+1", "-2"), True),
        (("d6", "2d6"), True),
        (("3", "as many as you like"), True),
        (("2-3", "4+"), True),
        (("Fly 3 hexes.", "Stay where you are."), False),
        (("Undead", "Elf"), False),
        (("Draw 2 cards", "Draw 3 cards"), False),
    ],
)
def test_a_bare_number_keeps_its_label(
    tmp_path: Path, role: str, cells: tuple[str, ...], *, has_label: bool
) -> None:
    """A card does not say what a 3 in its text counts."""
    rows = [f"Card {n},{cell},Words of some length." for n, cell in enumerate(cells)]
    (tmp_path / "cards.csv").write_text("\n".join(("name,hp,rules", *rows)), "utf-8")
    table = TableDeck(tmp_path / "cards.csv", role=f"hp={role}").load().table("cards")
    assert bool(table.by_name["hp"].head) == has_label


@pytest.mark.parametrize(
    "kinds", ["Fire,Water,Earth", "Event,Unit,Building,Tactic,Hero", "a b,a-b,A B,ab,Ab,AB,aB,b a"]
)
def test_the_number_of_a_kind_depends_on_its_name(tmp_path: Path, kinds: str) -> None:
    """Not on the order of rows. Up to eight kinds have different numbers from 1 to 8."""
    names = kinds.split(",")

    def numbers(order: list[str]) -> Mapping[str, int]:
        file = tmp_path / "cards.csv"
        rows = (f"N{n},{kind},2\n" for n, kind in enumerate(order))
        file.write_text("name,type,cost\n" + "".join(rows))
        return choose_roles(TableDeck(file).load().table("cards"))["type"].kinds

    found = numbers(names)
    assert sorted(found) == sorted(names)
    assert len({*found.values()} & {*range(1, 9)}) == len(names)
    assert numbers(names[::-1]) == found


def test_more_kinds_than_colours_have_numbers_too(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("name,type,cost\n" + "".join(f"N,{n}{n}{n},2\n" for n in "ABCDEFGHIJK"))
    kinds = choose_roles(TableDeck(file).load().table("cards"))["type"].kinds
    assert sorted(kinds.values()) == [*range(1, 12)]


MEANINGS = {
    "title": "Name, card_name, CardName, Hero Name, Nombre de la carta, naam, NAME (EN), 表示名",
    "cost": "Card Cost, PowerCost, mana cost, Coste de maná, Preço, kostnad, コスト",
    "id": "card_id, CardID, Ids, id2, 编号",
    "credit": "artist, Artist Name, Illustrateur",
    "type": "Card Type, faction name, Rareté, 種類",
    "copies": "Copies, quantidade, Cópias, exemplaires, nb, antal, 数量, 枚数, number of cards,"
    " Ilość w talii, liczba kart, Počet, Кол-во",
    "": "Speed, Attack Type, cost_type, Word count, Text size, Dragon, 3, X1, ×, dice no",
}


@pytest.mark.parametrize("meaning", MEANINGS)
def test_the_words_of_a_name_say_what_a_column_is(meaning: str) -> None:
    names = MEANINGS[meaning].split(", ")
    assert {name: find_column_meaning(name) for name in names} == dict.fromkeys(names, meaning)


@pytest.mark.parametrize(
    ("head", "row", "title"),
    [
        ("ID,order,heading", "7,1,The long way home to the hills over the sea", "heading"),
        ("id,表示名,コスト", "Q{n}x,竜{n},2", "表示名"),
        ("Ref,Set Name,Card Name,PowerCost", "R{n},Base,Hound {n},3", "Card Name"),
        ("card_id,creature,might", "a-{n},Wolf {n},3", "creature"),
        ("Code,Speed", "X{n},4", "Code"),
    ],
)
def test_an_id_is_no_title_if_another_column_is_one(
    tmp_path: Path, head: str, row: str, title: str
) -> None:
    found = roles(tmp_path, "\n".join([head, *(row.format(n=n) for n in "abc")]))
    assert [name for name, role in found.items() if role == "title"] == [title]


def test_the_usual_name_of_the_index_comes_first(tmp_path: Path) -> None:
    assert roles(tmp_path, "name,PowerCost,level\nImp,2,1\n")["PowerCost"] == "index"
    assert roles(tmp_path, "name,PowerCost,cost\nImp,2,1\n")["cost"] == "index"
    assert roles(tmp_path, "name,Power,Cost type\nImp,2,x\n")["Power"] == "index"


@pytest.mark.parametrize(
    "head",
    [
        "Name,Description,HP",
        "Titel,Beschreibung,Wert",
        "nombre,descripción,coste",
        "Název,Popis,Cena",
    ],
)
def test_a_description_is_a_text_without_a_label(tmp_path: Path, head: str) -> None:
    rows = "Imp,Green,3\nOrc,Red and large,4\n"
    found = roles(tmp_path, f"{head}\n{rows}")
    assert [found[name] for name in head.split(",")] == ["title", "text", "index"]
    table = TableDeck(tmp_path / "cards.csv").load().table("cards")
    assert not any(column.head or column.title for column in table.columns[:2])


def test_of_two_texts_the_second_has_its_label(tmp_path: Path) -> None:
    for head in ("name,text,description", "name,rules,text", "nom,texte,règles"):
        (tmp_path / "cards.csv").write_text(f"{head}\nImp,Bites.,Is red.\nOrc,Hits.,Is green.\n")
        columns = TableDeck(tmp_path / "cards.csv").load().table("cards").columns
        last = head.split(",")[-1]
        assert [column.title for column in columns] == ["", "", last[0].upper() + last[1:]]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        # A number of which nobody knows what it counts.
        ("name,damage\nImp,2d6+1d4+3\nOrc,3d8\n", {"name": "", "damage": "Damage"}),
        ("name,range\nBow,10/20/30/40\nGun,5\n", {"name": "", "range": "Range"}),
        ("name,hp\nImp,1234567\nOrc,3\n", {"name": "", "hp": "Hp"}),
        ("cost,hp\n2,3\n4,5\n", {"cost": "Cost", "hp": "Hp"}),
        ("id,hp\n1,3\n2,5\n", {"id": "", "hp": "Hp"}),
        # Of several texts, not only the shorter ones have a label.
        (
            "title,yes,no\nQ1,Go to 12 and roll dice for it,Go to 14 and stay there for a turn\n",
            {"title": "", "yes": "Yes", "no": "No"},
        ),
        (
            "name,text,attack\nImp,It flies.,When it attacks it rolls two dice and adds one\n",
            {"name": "", "text": "", "attack": "Attack"},
        ),
        # One text, the answer to a question, and a deck of one column need none.
        ("question,answer\nWho?,Ada Lovelace\nWhen?,1843\n", {"question": "", "answer": ""}),
        (
            "name,hp,ability\nImp,3,When it attacks it rolls two dice and adds one\n",
            {"name": "", "hp": "Hp", "ability": ""},
        ),
        ("number\n1\n2\n", {"number": ""}),
        # Neither one of numbered columns next to a text, nor one of several long texts is a title.
        (
            "text,choice 1,choice 2\nA storm comes.,Stay here,Run away\n",
            {"text": "", "choice 1": "Choice 1", "choice 2": "Choice 2"},
        ),
        (
            f"fair,foul\n{'The sun shines on all. ' * 4},{'It rains on all. ' * 4}\n",
            {"fair": "Fair", "foul": "Foul"},
        ),
    ],
)
def test_what_needs_a_label_has_one(tmp_path: Path, text: str, labels: Mapping[str, str]) -> None:
    (tmp_path / "cards.csv").write_text(text)
    columns = TableDeck(tmp_path / "cards.csv").load().table("cards").columns
    assert {column.name: column.head or column.title for column in columns} == labels
