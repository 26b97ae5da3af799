"""A save of Tabletop Simulator whose decks are updated, read as bytes and as plain JSON."""

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from PIL import Image

from printgen.cli import main
from printgen.system import files as atomic_files
from tests.cli.imposed_game import GAME, write
from tests.command_line import Printgen, Said

CARDS = "name,text,qty\nOak,Tall,1\nElm,Broad,2\nAsh,Grey,1\n"
KEYS = ("DeckIDs", "CustomDeck", "ContainedObjects")

TRANSFORM = '{ "posX" : -3.25e0,"posY":1.06, "posZ":1E-06, "rotY": 179.9 }'
OTHER_DECK = """{"GUID": "0a0b0c", "Name": "Deck", "Nickname": "Deck", "DeckIDs": [701, 702],
"CustomDeck": {"7": {"FaceURL": "http://example.com/a.png"}}, "ContainedObjects": []}"""
BEFORE = (
    '\ufeff{\r\n\t"SaveName" :"Caf\\u00e9 \\ud83c\\udfb2 Žižka",\r\n'
    '"LuaScript": "function f() {\\r\\n print(\\"{\\", {}, {\\\\}) end", "Empty": {},\n'
    '  "List": [ ],\n'
    '  "Number": 1.50, "ObjectStates": [ {"GUID":"ffffff", "Nickname": "Bag {",\n\n'
    '     "ContainedObjects":[' + OTHER_DECK + ',{"GUID":"eeeeee","Name":"Bag",'
    '"ContainedObjects" : [\r\n   '
)
AFTER = ' ]} ]\r\n} , {"GUID": null, "Nickname": [1]}, 5 ],\t"Tail": "\\u007b" }\r\n\r\n'


def built(printgen: Printgen, folder: Path, *words: object, cards: str = CARDS) -> Said:
    (folder / "cards.csv").write_text(cards, "utf-8")
    return printgen("build", folder / "cards.csv", "-o", folder / "out", *words)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the deck of most tests, built once."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / "cards.csv").write_text(CARDS, "utf-8")
    words = ("build", folder / "cards.csv", "-o", folder / "out", "--tts")
    assert main([str(word) for word in words]) == 0
    return folder


def first_deck(shared: Path, folder: Path) -> dict[str, Any]:
    """The deck as the program loads it, with all that was built, as if built in this folder."""
    shutil.copytree(shared, folder, dirs_exist_ok=True)
    file = folder / "out" / "cards" / "tabletop" / "deck.json"
    text = file.read_text("utf-8")
    assert shared.as_uri() in text
    file.write_text(text.replace(shared.as_uri(), folder.as_uri()), "utf-8")
    (deck,) = json.loads(file.read_text("utf-8"))["ObjectStates"]
    assert isinstance(deck, dict)
    return deck


def saved(deck: dict[str, Any], number: int = 7) -> list[str]:
    """Parts of the text of a deck as it was saved; every second one is what an update replaces.

    The program gave its sheet another number, and its cards GUIDs. The user tagged deck and card.
    """
    cards = []
    for index, card in enumerate(reversed(deck["ContainedObjects"])):
        own = {"GUID": f"c0000{index}", "Tags": [f"tag {index}"], "LuaScript": "-- {mine}"}
        sheet = {str(number): deck["CustomDeck"]["1"]}
        cards.append(card | own | {"CardID": number * 100 + index, "CustomDeck": sheet})
    ids = [card["CardID"] for card in cards]
    head = (
        f'{{\n "GUID" :"{deck["GUID"]}","Tags": ["h\\u00e9ros"], "Transform":{TRANSFORM},\r\n'
        f'"Nickname":\t"{deck["Nickname"]}","DeckIDs":'
    )
    return [
        head,
        json.dumps(ids),
        ',"CustomDeck" : ',
        json.dumps({str(number): deck["CustomDeck"]["1"]}, indent=7),
        ' ,"LuaScript": "return {\\"GUID\\": 1}","ContainedObjects":\r\n',
        json.dumps(cards, indent=3),
        ', "XmlUI" : ""}',
    ]


def write_save(folder: Path, parts: list[str]) -> Path:
    file = folder / "TS_Save_1.json"
    file.write_bytes((BEFORE + "".join(parts) + AFTER).encode())
    return file


def find_deck(file: Path, guid: str) -> dict[str, Any]:
    """The object with this GUID, as the json module reads the save."""

    def search(value: Any) -> list[dict[str, Any]]:
        inner = value.values() if isinstance(value, dict) else value
        found = [value] if isinstance(value, dict) and value.get("GUID") == guid else []
        nested = [item for item in inner if isinstance(item, (dict, list))]
        return found + [each for item in nested for each in search(item)]

    (deck,) = search(json.loads(file.read_bytes().decode("utf-8-sig")))
    return deck


@pytest.mark.slow
def test_only_the_cards_of_the_deck_change_in_a_save(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    """Bags, line ends, escapes, spaces, tags and scripts are the same bytes as before."""
    deck = first_deck(shared, tmp_path)
    parts = saved(deck)
    file = write_save(tmp_path, parts)
    said = built(printgen, tmp_path, "--tts-update", file)
    assert said.code == 0, said.err
    assert f"--tts-update TS_Save_1.json: note: updates Deck ({deck['GUID']})" in said.err
    rest = file.read_bytes().decode()
    new = find_deck(file, deck["GUID"])
    for text in (BEFORE + parts[0], *parts[2:-1:2], parts[-1] + AFTER):
        assert rest.startswith(text)
        rest = rest[len(text) :]
        if rest:
            value, end = json.JSONDecoder().raw_decode(rest)
            assert value in [new[key] for key in KEYS]
            rest = rest[end:]
    assert rest == ""


def test_an_update_keeps_order_tags_and_numbers_of_cards(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    deck = first_deck(shared, tmp_path)
    file = write_save(tmp_path, saved(deck))
    changed = CARDS.replace("Grey", "Black").replace("Oak,Tall,1\n", "") + "Yew,Dark,1\n"
    assert built(printgen, tmp_path, "--tts-update", file, cards=changed).code == 0
    new = find_deck(file, deck["GUID"])
    titles = [card["Nickname"] for card in new["ContainedObjects"]]
    assert titles == ["Ash", "Elm, copy 2", "Elm", "Yew"]
    assert new["ContainedObjects"][0]["Tags"] == ["tag 0"]
    assert new["ContainedObjects"][0]["GUID"] == "c00000"
    assert "Tags" not in new["ContainedObjects"][-1]
    assert new["Transform"] == json.loads(TRANSFORM)
    # The other deck of the save has sheet 7.
    ((number, sheet),) = new["CustomDeck"].items()
    assert number == "8"
    assert new["DeckIDs"] == [card["CardID"] for card in new["ContainedObjects"]]
    assert sorted(new["DeckIDs"]) == [800, 801, 802, 803]
    assert all(card["CustomDeck"] == {"8": sheet} for card in new["ContainedObjects"])


@pytest.mark.slow
def test_a_changed_card_gets_a_new_address_and_an_unchanged_one_keeps_it(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    """The program keeps pictures by address, so the old address would show the old card."""
    deck = first_deck(shared, tmp_path)
    file = write_save(tmp_path, saved(deck))
    addresses = []
    for cards in (CARDS, CARDS, CARDS.replace("Grey", "Black")):
        assert built(printgen, tmp_path, "--tts-update", file, cards=cards).code == 0
        new = find_deck(file, deck["GUID"])
        assert (new["GUID"], new["Transform"]) == (deck["GUID"], json.loads(TRANSFORM))
        (sheet,) = new["CustomDeck"].values()
        addresses.append((sheet["FaceURL"], file.read_bytes()))
    first, again, changed = addresses
    assert first == again
    assert changed[0] != first[0] != deck["CustomDeck"]["1"]["FaceURL"]
    for address, _ in (first, changed):
        with Image.open(Path(unquote(urlparse(address).path))) as picture:
            assert picture.size[0] >= 1500


@pytest.mark.slow
def test_a_deck_has_the_same_guid_at_every_build(printgen: Printgen, tmp_path: Path) -> None:
    guids = set()
    for words in ((), ("--size", "tarot"), ("--gutter", "6")):
        assert built(printgen, tmp_path, "--tts", *words).code == 0
        for path in (tmp_path / "out" / "cards" / "tabletop").glob("*.json"):
            guids |= {item["GUID"] for item in json.loads(path.read_text())["ObjectStates"]}
    (guid,) = guids
    assert len(guid) == 6
    assert int(guid, 16)


@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not a save"),
        ("[1]", "is not a save"),
        ("7", "is not a save"),
        ('{"ObjectStates": {}}', "is not a save"),
        ("[" * 100_000, "is not a save"),
        (b"\xff\xfe{", "is not a save"),
        ('{"ObjectStates": []}', "has none of these decks, by name and GUID: Deck (GUID)"),
        ('{"ObjectStates": [{"GUID": "GUID", "Nickname": "Mine", "CustomDeck": 5}]}', "has none"),
        ('{"ObjectStates": [{"GUID": "GUID", "Nickname": "Deck"}]}', "has none of these decks"),
    ],
)
def test_a_file_without_our_decks_is_refused(
    printgen: Printgen, shared: Path, tmp_path: Path, text: str | bytes, said: str
) -> None:
    guid = first_deck(shared, tmp_path)["GUID"]
    files = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    save = tmp_path / "save.json"
    save.write_bytes(text.replace("GUID)", f"{guid})").encode() if isinstance(text, str) else text)
    before = save.read_bytes()
    found = built(printgen, tmp_path, "--tts-update", save)
    assert found.code == 2, found.err
    assert said.replace("GUID)", f"{guid})") in found.err
    assert save.read_bytes() == before
    assert files == {p: p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()}


def test_an_update_that_would_lose_cards_is_refused(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    deck = first_deck(shared, tmp_path)
    parts = saved(deck)
    cards = json.loads(parts[5])
    cards[1] |= {"Nickname": "Joker", "CustomDeck": {"9": {"FaceURL": "http://example.com"}}}
    parts[5] = json.dumps(cards)
    file = write_save(tmp_path, parts)
    before = file.read_bytes()
    said = built(printgen, tmp_path, "--tts-update", file)
    assert said.code == 2
    assert "has cards of another deck, or copies: Joker" in said.err
    said = built(printgen, tmp_path, "--tts-update", file, "--cards", "Oak")
    assert said.code == 2
    assert "leave --cards out" in said.err
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_single_card_is_updated_too(printgen: Printgen, tmp_path: Path) -> None:
    one = "name,text\nOak,Tall\n"
    assert built(printgen, tmp_path, "--tts", cards=one).code == 0
    text = (tmp_path / "out" / "cards" / "tabletop" / "deck.json").read_text("utf-8")
    (card,) = json.loads(text)["ObjectStates"]
    assert "ContainedObjects" not in card
    file = write_save(tmp_path, [json.dumps(card | {"Tags": ["mine"]})])
    assert built(printgen, tmp_path, "--tts-update", file, cards=one).code == 0
    new = find_deck(file, card["GUID"])
    assert new["Tags"] == ["mine"]
    assert (new["CardID"], [*new["CustomDeck"]]) == (800, ["8"])
    # With a second card the object is a deck, which a card on the table cannot become.
    said = built(printgen, tmp_path, "--tts-update", file)
    assert said.code == 2
    assert "has none of these decks" in said.err


@pytest.mark.slow
def test_a_failed_update_leaves_the_save(
    printgen: Printgen, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_save(tmp_path, saved(first_deck(shared, tmp_path)))
    before = file.read_bytes()
    write = atomic_files._write_temporary

    def fail(data: bytes, temporary: Path) -> None:
        write(data[: len(data) // 2], temporary)
        if temporary.parent == file.parent:
            raise OSError("disk full")

    monkeypatch.setattr(atomic_files, "_write_temporary", fail)
    assert built(printgen, tmp_path, "--tts-update", file).code == 6
    assert file.read_bytes() == before
    assert not [*tmp_path.rglob("*.part")]


def test_a_dry_run_names_decks_and_writes_nothing(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    file = write_save(tmp_path, saved(first_deck(shared, tmp_path)))
    before = file.read_bytes()
    said = built(printgen, tmp_path, "--tts-update", file, "--dry-run")
    assert said.code == 0
    assert "updates Deck (" in said.err
    assert "TS_Save_1.json, not written" in said.out
    assert file.read_bytes() == before


def spoil(deck: dict[str, Any], index: int, **entries: Any) -> list[str]:
    """The parts of a saved deck in which one card has other entries."""
    parts = saved(deck)
    cards = json.loads(parts[5])
    cards[index] |= entries
    parts[5] = json.dumps(cards)
    return parts


@pytest.mark.slow
def test_a_card_of_another_game_with_one_of_our_names_is_not_deleted(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    deck = first_deck(shared, tmp_path)
    other = {"77": {"FaceURL": "http://example.com/other.png"}}
    for index, name in ((1, "Ash"), (1, "Elm")):
        file = write_save(tmp_path, spoil(deck, index, Nickname=name, CustomDeck=other))
        before = file.read_bytes()
        said = built(printgen, tmp_path, "--tts-update", file)
        assert (said.code, f"another deck, or copies: {name}" in said.err) == (2, True), said.err
        assert file.read_bytes() == before


def test_a_deck_of_a_table_with_the_same_file_name_is_not_replaced(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    file = write_save(tmp_path, saved(first_deck(shared, tmp_path)))
    before = file.read_bytes()
    said = built(printgen, tmp_path, "--tts-update", file, cards="name,text\nA,x\nB,y\n")
    assert (said.code, "another deck, or copies: " in said.err) == (2, True), said.err
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_script_stays_on_its_card_when_a_row_is_inserted(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    deck = first_deck(shared, tmp_path)
    file = write_save(tmp_path, spoil(deck, 0, LuaScript="-- of the ash"))
    head, *rows = CARDS.splitlines()
    said = built(
        printgen, tmp_path, "--tts-update", file, cards="\n".join((head, "Yew,Dark,1", *rows))
    )
    assert said.code == 0, said.err
    cards = find_deck(file, deck["GUID"])["ContainedObjects"]
    scripts = {card["Nickname"]: card.get("LuaScript") for card in cards}
    assert (scripts["Ash"], scripts["Yew"]) == ("-- of the ash", None)


@pytest.mark.slow
def test_a_card_that_is_removed_with_its_script_is_reported(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    file = write_save(tmp_path, spoil(first_deck(shared, tmp_path), 0, Nickname="My ash"))
    said = built(printgen, tmp_path, "--tts-update", file)
    assert said.code == 0, said.err
    assert "note: removes My ash, with tags, scripts or descriptions" in said.err


@pytest.mark.slow
def test_a_deck_that_is_not_in_the_save_is_reported(printgen: Printgen, tmp_path: Path) -> None:
    other = "  other: {template: card.html, each: cards, sizes: [poker]}\n  page:"
    folder = write(tmp_path, game=GAME.replace("  page:", other))
    words = ("build", folder, "-o", tmp_path / "out", "--only", "deck", "--only", "other")
    assert printgen(*words, "--tts").code == 0
    saved_deck, renamed = (
        json.loads((tmp_path / "out" / "g" / "tabletop" / f"{name}.json").read_text("utf-8"))
        for name in ("deck", "other")
    )
    (mine,) = renamed["ObjectStates"]
    saved_deck["ObjectStates"].append(mine | {"Nickname": "Mine"})
    file = tmp_path / "save.json"
    file.write_text(json.dumps(saved_deck), "utf-8")
    said = printgen(*words, "--tts-update", file)
    assert said.code == 0, said.err
    assert f"note: not in the save: Other ({mine['GUID']})" in said.err


def test_half_of_a_surrogate_pair_stays_in_a_save(
    printgen: Printgen, shared: Path, tmp_path: Path
) -> None:
    deck = first_deck(shared, tmp_path)
    file = write_save(tmp_path, spoil(deck, 0, Description="x\ud83d"))
    said = built(printgen, tmp_path, "--tts-update", file)
    assert said.code == 0, said.err
    assert find_deck(file, deck["GUID"])["ContainedObjects"][0]["Description"] == "x\ud83d"


@pytest.mark.parametrize(
    "cards",
    ["null", "5", '["a", 3]', '[{"CustomDeck": "a"}]', '[{"CustomDeck": [7]}]', "infinite"],
)
def test_a_deck_with_odd_values_is_refused(
    printgen: Printgen, shared: Path, tmp_path: Path, cards: str
) -> None:
    parts = spoil(first_deck(shared, tmp_path), 0, GMNotes="number")
    parts[5] = parts[5].replace('"number"', "1e999") if cards == "infinite" else cards
    file = write_save(tmp_path, parts)
    before = file.read_bytes()
    said = built(printgen, tmp_path, "--tts-update", file)
    assert (said.code, "Deck cannot be updated: " in said.err) == (2, True), said.err
    assert "Traceback" not in said.err
    assert file.read_bytes() == before
