"""printgen as a call, and a game to spoil."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from printgen.cli import main
from printgen.system.bundled import find_game

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Said:
    """What one run printed, and its exit code."""

    code: int
    out: str
    err: str


class Printgen:
    """printgen, called in this process; its streams are no terminal."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> Said:
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        captured = self._capsys.readouterr()
        return Said(code, captured.out, captured.err)


@pytest.fixture
def printgen(capsys: pytest.CaptureFixture[str]) -> Printgen:
    return Printgen(capsys)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of Combat Leader to spoil."""
    return Path(shutil.copytree(find_game("combat-leader"), tmp_path / "game"))
