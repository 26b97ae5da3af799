"""Update of decks in a save of Tabletop Simulator (`--tts-update`).

The new cards are spliced into the text of the save, so that everything else stays as it is, byte
for byte.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from printgen.problems import ExitCode, Failure, Place, refuse

SavedObject = Mapping[str, Any]
"""An object of a save, as JSON: a deck, or a single card."""

_CARD_KEYS = {"CardID", "DeckIDs", "CustomDeck", "ContainedObjects"}
"""The entries of an object that say which cards it has, and where their pictures are."""

_OBJECT = re.compile(r'\{(?=\s*")')
"""The start of an object. A script in a string has none, because the quotes in it are escaped."""

_GAP = re.compile(r"[ \t\r\n,:]*")
_decode = json.JSONDecoder(strict=False).raw_decode


def update_save(save: Path, objects: Sequence[SavedObject]) -> tuple[bytes, list[SavedObject]]:
    """Return the text of a save with new cards in those of the decks that it has; and these decks.

    A deck keeps its place, tags and scripts, and so does each card in it that still exists. Raises
    `Failure` (usage) if the file is not a save, has none of the decks, or would lose cards.
    """

    def fail(message: str, hint: str) -> Failure:
        return refuse(ExitCode.USAGE, Place(str(save)), message[:200], hint)

    text, states = "", None
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        text = save.read_bytes().decode()
        states = json.loads(text.removeprefix("\ufeff"), strict=False)["ObjectStates"]
    if not isinstance(states, list):
        hint = "choose a file of the folder Saves of Tabletop Simulator, such as TS_Save_1.json"
        raise fail("is not a save of Tabletop Simulator", hint)
    wanted = {(item["GUID"], item["Nickname"]): item for item in objects}
    decks, number, end = list[tuple[int, SavedObject, SavedObject]](), 0, 0
    for start in (brace.start() for brace in _OBJECT.finditer(text)):
        with suppress(ValueError, TypeError):
            old, stop = _decode(text, start) if start >= end else ({}, 0)
            new = wanted.get((str(old.get("GUID")), str(old.get("Nickname"))))
            if new and new.keys() & _CARD_KEYS == old.keys() & _CARD_KEYS:
                decks.append((start, old, new))
                end = stop
            else:
                number = max(number, 0, *map(int, old.get("CustomDeck", ())))
    if not decks:
        names = ", ".join(f"{name} ({guid})" for guid, name in wanted)
        hint = "load the .json file of --tts in Tabletop Simulator, save the table, and try again"
        raise fail(f"has none of these decks, by name and GUID: {names}", hint)
    parts, done = list[str](), 0
    for start, old, new in decks:
        entries, strangers = _replace_cards(old, new, number + 1)
        if strangers:
            message = f"{new['Nickname']} contains cards of another deck: {', '.join(strangers)}"
            raise fail(message, "take them out of the deck, save the table, and try again")
        number += len(new["CustomDeck"])
        for key, (first, last) in _find_values(text, start).items():
            if key in entries:
                parts += text[done:first], json.dumps(entries[key], ensure_ascii=False)
                done = last
    return "".join((*parts, text[done:])).encode(), [new for _, _, new in decks]


def _find_values(text: str, place: int) -> Mapping[str, tuple[int, int]]:
    """Return the start and the end of each value of the object that begins at `place`."""

    def skip_gap(index: int) -> int:
        return next(_GAP.finditer(text, index)).end()

    spans, place = dict[str, tuple[int, int]](), skip_gap(place + 1)
    while text[place] != "}":
        key, end = _decode(text, place)
        start = skip_gap(end)
        spans[key] = start, _decode(text, start)[1]
        place = skip_gap(spans[key][1])
    return spans


def _replace_cards(
    old: SavedObject, new: SavedObject, first: int
) -> tuple[SavedObject, Sequence[str]]:
    """Return the entries of an old deck with new cards, whose sheets have numbers from `first`.

    Other cards of the save may have the numbers that the deck has in its own file. Its cards keep
    their order and their other entries. Also returns the names of cards that are not of this deck.
    """
    shift = first - min(map(int, new["CustomDeck"]))

    def renumber(item: SavedObject) -> dict[str, Any]:
        sheets = {str(int(number) + shift): sheet for number, sheet in item["CustomDeck"].items()}
        return {"CardID": item.get("CardID", 0) + 100 * shift, "CustomDeck": sheets}

    old_cards = {str(card.get("Nickname")): card for card in old.get("ContainedObjects", ())}
    cards = {card["Nickname"]: card for card in new.get("ContainedObjects", ())}
    sheets = [str(old_cards[name].get("CustomDeck")) for name in cards if name in old_cards]
    strangers = [n for n, card in old_cards.items() if str(card.get("CustomDeck")) not in sheets]
    names = dict.fromkeys((*(name for name in old_cards if name in cards), *cards))
    shown = [{**old_cards.get(name, cards[name]), **renumber(cards[name])} for name in names]
    ids = [card["CardID"] for card in shown]
    return {**renumber(new), "DeckIDs": ids, "ContainedObjects": shown}, strangers
