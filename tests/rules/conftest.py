"""Combat Leader as it is bundled, and a small game that uses nearly every word of the data."""

from pathlib import Path

import pytest

from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Table
from printgen.system.bundled import find_game

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def combat_leader() -> Game:
    """The bundled game."""
    return load_game(find_game("combat-leader"))


@pytest.fixture(scope="session")
def cards(combat_leader: Game) -> Table:
    """The bundled game's sixty cards."""
    return combat_leader.table("cards")


@pytest.fixture(scope="session")
def base() -> Path:
    """The folder of a small, well-formed game; tests copy it before they change it."""
    return HERE / "base"
