"""Combat Leader as it is bundled, and a small game in which every kind of record stands once."""

from pathlib import Path

import pytest

from printgen.resources import find_game
from printgen.rules.load import load
from printgen.rules.model import Deck, Game

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def combat_leader() -> Game:
    """The bundled game."""
    return load(find_game("combat-leader"))


@pytest.fixture(scope="session")
def deck(combat_leader: Game) -> Deck:
    """The bundled game's deck."""
    assert combat_leader.deck is not None
    return combat_leader.deck


@pytest.fixture(scope="session")
def base() -> Path:
    """The folder of a small, well-formed game; tests copy it before they change it."""
    return HERE / "base"
