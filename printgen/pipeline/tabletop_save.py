"""Update of decks in a save of Tabletop Simulator (`--tts-update`).

The new cards are spliced into the text of the save, so that everything else stays as it is, byte
for byte.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from printgen.problems import ExitCode, Failure, Place, refuse

SavedObject = Mapping[str, Any]
"""An object of a save, as JSON: a deck, or a single card."""

_CARD_KEYS = {"CardID", "DeckIDs", "CustomDeck", "ContainedObjects"}
"""The entries of an object that say which cards it has, and where their pictures are."""

_USER_KEYS = "LuaScript", "LuaScriptState", "XmlUI", "Tags", "Description", "GMNotes"
"""The entries of a card that users fill in, and printgen does not."""

_OBJECT = re.compile(r'\{(?=\s*")')
"""The start of an object. A script in a string has none, because the quotes in it are escaped."""

_GAP = re.compile(r"[ \t\r\n,:]*")
_decode = json.JSONDecoder(strict=False).raw_decode


def update_save(save: Path, objects: Sequence[SavedObject]) -> tuple[bytes, list[str]]:
    """Return the text of a save with new cards in the decks that it has, and messages.

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
    updated = {(new["GUID"], new["Nickname"]) for *_, new in decks}
    missing = _name_decks(wanted.keys() - updated)
    if not decks:
        hint = "give a renamed deck its name again; or load the .json file of --tts and save anew"
        raise fail(f"has none of these decks, by name and GUID: {missing}", hint)
    notes = [f"updates {_name_decks(updated)}", *[f"not in the save: {missing}"] * bool(missing)]
    parts, done = list[str](), 0
    for start, old, new in decks:
        try:
            entries, lost = _replace_cards(old, new, number + 1)
        except (ValueError, TypeError, AttributeError) as error:
            hint = "put only its own cards into the deck, save the table, and try again"
            raise fail(f"{new['Nickname']} cannot be updated: {error}", hint) from None
        number += len(new["CustomDeck"])
        notes += [f"removes {lost}, with tags, scripts or descriptions"] * bool(lost)
        for key, (first, last) in _find_values(text, start).items():
            if key in entries:
                parts += text[done:first], entries[key]
                done = last
    return "".join((*parts, text[done:])).encode(), notes


def _name_decks(decks: Iterable[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{name} ({guid})" for guid, name in decks))


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


def _replace_cards(old: SavedObject, new: SavedObject, first: int) -> tuple[Mapping[str, str], str]:
    """Return the entries of an old deck with new cards, as JSON; sheets have numbers from `first`.

    Other cards of the save may have the numbers that the deck has in its own file. Its cards keep
    their order and their other entries. Also returns the names of cards that are removed although
    a user filled in their entries. Raises `ValueError` if cards are not of this deck, or if two
    have one name.
    """
    shift = first - min(map(int, new["CustomDeck"]))

    def renumber(item: SavedObject) -> dict[str, Any]:
        sheets = {str(int(number) + shift): sheet for number, sheet in item["CustomDeck"].items()}
        return {"CardID": item.get("CardID", 0) + 100 * shift, "CustomDeck": sheets}

    named = [(str(card.get("Nickname")), card) for card in old.get("ContainedObjects", ())]
    old_cards, counts = dict(named), Counter(name for name, _ in named)
    cards = {card["Nickname"]: card for card in new.get("ContainedObjects", ())}
    # The sheets of a deck may include those of cards that were put into it.
    own = [card.get("CustomDeck") for name, card in named if name in cards]
    own = [sheet for sheet in own if sheet and sheet.items() <= old["CustomDeck"].items()]
    strangers = [n for n, card in named if counts[n] > 1 or card.get("CustomDeck") not in own]
    if strangers:
        raise ValueError(f"it has cards of another deck, or copies: {', '.join(strangers)}")
    lost = (n for n in old_cards if n not in cards and any(map(old_cards[n].get, _USER_KEYS)))
    order = dict.fromkeys((*(name for name in old_cards if name in cards), *cards))
    shown = [{**old_cards.get(name, cards[name]), **renumber(cards[name])} for name in order]
    ids = [card["CardID"] for card in shown]
    entries = {**renumber(new), "DeckIDs": ids, "ContainedObjects": shown}
    # Escapes keep half of a surrogate pair. JSON has no infinite numbers.
    texts = {key: json.dumps(value, allow_nan=False) for key, value in entries.items()}
    return texts, ", ".join(lost)
