"""Every deck of Combat Leader builds, in colour and with little ink."""

from pathlib import Path

import pytest

from tests.command_line import Printgen


@pytest.mark.slow
@pytest.mark.parametrize("ink", ["colour", "low"])
@pytest.mark.parametrize("deck", "ABCDEF")
def test_each_deck_builds(deck: str, ink: str, tmp_path: Path, printgen: Printgen) -> None:
    words = ("combat-leader", "--deck", deck, "--ink", ink, "--output", tmp_path)
    said = printgen("build", *words)
    assert (said.code, said.err) == (0, "")
