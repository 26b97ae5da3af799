"""What the bundled games print can be read, held to the figures of the print's trade.

Contrast, and what nearly hides another, the inspection demands of every face that is composed.
"""

from functools import cache

import pytest

from printgen.layout.face import TextRun
from printgen.order import Order, plan
from printgen.press.paper import find_paper
from printgen.printing import composer_of, faces_of
from printgen.resources import bundled_games
from printgen.rules.load import load

# Points: a card or marker is held in the hand, a sheet or roster lies on the table, a footer names
# the game and its rules.
HELD, LYING, FOOTER, WHITE, WHITE_AND_THIN = 6.5, 9.0, 5.0, 8.0, 12.0
FOOTERS = {"game", "digest"}
# A roster is held to write on it; a real card that a page shows keeps what a card may have.
ON_TABLE, SHOWN = {"sheet"}, "card."


@cache
def runs(name: str) -> tuple[tuple[str, TextRun], ...]:
    """All texts that a bundled game prints, each with the print that it is of."""
    (folder,) = (one for one in bundled_games() if one.name == name)
    game, composer = load(folder), composer_of(folder)
    return tuple(
        (planned.print.id, item)
        for planned in plan(Order(), game)
        for face in faces_of(game, planned, find_paper("a4"), composer)
        for item in face.items
        if isinstance(item, TextRun) and not item.text.isspace()
    )


@pytest.mark.parametrize("name", [folder.name for folder in bundled_games()])
def test_no_text_is_smaller_than_can_be_read(name: str) -> None:
    small = set()
    for print_, item in runs(name):
        field = item.field or ""
        least = LYING if print_ in ON_TABLE and not field.startswith(SHOWN) else HELD
        if item.size < (FOOTER if field in FOOTERS else least) - 0.01:
            small.add((print_, field, item.text, round(item.size, 2)))
    assert runs(name)
    assert not small


@pytest.mark.parametrize("name", [folder.name for folder in bundled_games()])
def test_white_letters_are_bold_or_large(name: str) -> None:
    thin = set()
    for print_, item in runs(name):
        is_bold = item.typeface.weight >= 600
        least = WHITE if is_bold else WHITE_AND_THIN  # display faces have one weight
        if min(item.colour) > 200 and item.size < least - 0.01:
            thin.add((print_, item.text, item.typeface.weight, round(item.size, 2)))
    assert not thin
