"""A game to spoil."""

import shutil
from pathlib import Path

import pytest

from printgen.system.bundled import find_game

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of Combat Leader to spoil."""
    return Path(shutil.copytree(find_game("combat-leader"), tmp_path / "game"))
