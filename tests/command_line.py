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


def assert_told_once(said: str, place: str, named: str, kind: str = "error") -> None:
    """One message is of this kind: of this place, and it names what was found."""
    (line,) = [line for line in said.splitlines() if f": {kind}: " in line]
    before, _, message = line.partition(f": {kind}: ")
    assert before == place
    assert named in message
