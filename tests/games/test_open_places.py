"""docs/sources.md lists each place that a source leaves open, and says of each whether it is ours.

What is ours is marked as "Ours:", or by a house in its row, once on each sheet; the scan's strips
are told as they are.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.system.bundled import find_bundled_games, find_game

PAGE = (Path(__file__).parents[2] / "docs" / "sources.md").read_text("utf-8")
OURS = re.compile(r"\bOurs:|^:house:$")
NAMES = [folder.name for folder in find_bundled_games()]


@cache
def game(name: str) -> Game:
    """A bundled game."""
    return load_game(find_game(name))


def listed(one: Game) -> dict[str, bool]:
    """The names in brackets on the page, and whether it says that what is read there is ours."""
    (section,) = re.findall(rf"^## {one.about.name}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S | re.I)
    found: dict[str, bool] = {}
    for line in section.splitlines():
        read = line.strip("| ").split(" | ")[-1] if line.startswith("| ") else ""
        for part in re.split(r"(?<=\));", read):
            for names in re.findall(r"\(([a-z-]+(?:, [a-z-]+)*)\)", part):
                for name in names.split(", "):
                    is_ours = re.search(r"\bours\b", part, re.I) is not None
                    found[name] = found.get(name, False) or is_ours
    return found


def marked(one: Game) -> list[str]:
    """What is ours, as often as a row of the data marks it: of readings, or one called like it."""
    return [
        row.key
        for table in one.tables.values()
        for row in table.rows
        for cell in row.cells.values()
        if isinstance(cell, str) and OURS.search(cell)
    ]


@pytest.mark.quick("true-lead")
@pytest.mark.parametrize("name", NAMES)
def test_the_page_lists_every_reading_and_every_open_place(name: str) -> None:
    found = listed(game(name))
    assert sorted(found) == sorted(game(name).table("readings").by_key)
    assert {key for key, is_ours in found.items() if is_ours} == {*marked(game(name))}


@pytest.mark.quick("true-lead")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_ours_is_marked_once_and_in_one_way_on_the_sheet(name: str) -> None:
    sheet = game(name).find_print("sheet")
    assert sheet is not None
    faces = [*generate_wanted_faces(game(name), sheet, "", None)]
    texts = [text for face in faces for text in face.content.fields.values()]
    texts += [
        f":{mark}:"
        for face in faces
        for field, mark in face.content.marks.items()
        if ".readings." in field
    ]
    assert sum(len(OURS.findall(text)) for text in texts) == len(marked(game(name)))
    assert [
        text for text in texts if re.search(r"our (own )?reading|(?<!Open or )\bours\b", text)
    ] == []


def test_the_page_tells_the_scan_as_it_is() -> None:
    """Which strips have no legible cell, and how many cells of the others are held to the deck."""
    combat = game("combat-leader")
    cells = dict.fromkeys(combat.table("cards").by_key, 0)
    for row in combat.table("scan").rows:
        found = row.cells["selection"].values()
        cells[row.cells["card"][0]] += sum(cell is not None for cell in found)
    (told,) = re.findall(r"^\| Strips of cards ([\d–, ]+) \|", PAGE, re.M)
    spans = [[int(end) for end in one.split("–")] for one in told.split(", ")]
    lost = [str(card) for span in spans for card in range(span[0], span[-1] + 1)]
    assert lost == [card for card, count in cells.items() if not count]
    assert (len(lost), sum(cells.values())) == (37, 220)
    for figures in ("37 of 60 cards", "the other 23 cards", "245 cells", "25 of them", "220 are"):
        assert figures in PAGE
