"""Nothing that a face must say can be overwritten on the way."""

from dataclasses import replace
from pathlib import Path

import pytest

from printgen.content.catalogue import contents
from printgen.content.named import Named
from printgen.resources import find_game
from printgen.rules.load import load


def test_a_name_is_put_once() -> None:
    """What stood there first is still there."""
    found = Named(game="Skirmish")
    with pytest.raises(AssertionError, match="game is put twice: 'Skirmish', then 'Cards'"):
        found["game"] = "Cards"
    assert found == {"game": "Skirmish"}


def test_each_face_refuses_to_say_less() -> None:
    """A clash that the rules would have refused is a fault, never a face with a word too few."""
    game = load(Path(find_game("combat-leader")))
    assert game.deck is not None
    assert game.deck.strip is not None
    assert game.sheet is not None
    assert game.roster is not None
    strip = replace(game.deck.strip, id=game.deck.lookups[0].id)
    section = replace(game.sheet.sections[0], id=game.sheet.sections[1].id)
    sections = (section, *game.sheet.sections[1:])
    blanks = (game.roster.blanks[0], *game.roster.blanks)
    clashing = replace(
        game,
        deck=replace(game.deck, strip=strip),
        sheet=replace(game.sheet, sections=sections),
        roster=replace(game.roster, blanks=blanks),
    )
    for name in ("deck", "sheet", "roster"):
        with pytest.raises(AssertionError, match="is put twice"):
            list(contents(clashing, name, ("A",)))
