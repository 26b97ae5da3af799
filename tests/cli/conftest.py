"""A game to spoil."""

import re
import shutil
from pathlib import Path

import pytest

from printgen.system.bundled import find_game
from tests.command_line import Printgen, Said

from .small_game import CheckCard, build

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of Combat Leader to spoil."""
    return Path(shutil.copytree(find_game("combat-leader"), tmp_path / "game"))


@pytest.fixture
def check_card(printgen: Printgen, tmp_path: Path) -> CheckCard:
    """Build a card that prints a value, and check its exit code and its messages."""

    def check(code: int, value: str, template: str, css: str = "", says: str = "") -> Said:
        """Only errors match the pattern `says`, and all of them name the template."""
        built = build(printgen, tmp_path, value, template, css)
        assert built.code == code, built.err
        assert not says or bool(re.search(says, built.err)) == bool(code), built.err
        assert not code or "card.html:" in built.err, built.err
        return built

    return check
