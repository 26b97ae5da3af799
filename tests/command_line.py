"""printgen as a call."""

from dataclasses import dataclass

import pytest

from printgen.cli import main


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
