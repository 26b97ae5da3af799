"""Folders as `printgen new` made them before faces were boxes: told in a line a template."""

from pathlib import Path

import pytest

from tests.command_line import Printgen

OLDER = Path(__file__).parent / "older"
SAID = "error: uses the old format: see printgen docs templates"
FACES = {
    "harbour": ["card.svg", "back.svg", "marker.svg", "roster.svg"],
    "bakery": ["card.svg"],
    "plain": ["card.svg"],
}


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("command", ["check", "build"])
def test_a_folder_of_before_is_told_in_a_line_a_template(
    command: str, name: str, tmp_path: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(OLDER / name)
    output = ("-o", tmp_path) if command == "build" else ()
    said = printgen(command, *output)
    assert said.code == 3
    told = (said.out if command == "check" else said.err).splitlines()
    assert {line for line in told if SAID in line} == {
        f"templates/{face}: {SAID}" for face in FACES[name]
    }
    assert not list(tmp_path.rglob("*.pdf"))
