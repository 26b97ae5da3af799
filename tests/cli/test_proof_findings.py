"""What the proof finds on a face is told at the line of the template that prints it."""

from pathlib import Path

import pytest

from printgen.press import operators

from .conftest import Printgen
from .imposed_game import write

as_it_is = operators._format_text_matrix


def shifted(x: float, *others: float) -> str:
    return as_it_is(x + 3, *others)


@pytest.mark.parametrize("options", [(), ("--duplex", "long")])
def test_a_fault_of_the_press_names_the_templates_of_the_faces(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    folder = write(tmp_path)
    monkeypatch.setattr(operators, "_format_text_matrix", shifted)
    said = printgen("build", folder, "-o", tmp_path / "out", "--only", "deck", *options)
    assert said.code == 5
    templates = folder / "templates"
    for line, face, text in (
        (f"{templates / 'card.html'}:2", "card a, card", "a"),
        (f"{templates / 'back.html'}:2", "back, game", "G"),
    ):
        assert f"{line}: {face}: error: “{text}” is 3.0 mm right of its place" in said.err
    # The margin is no template's.
    name = "deck-duplex-long" if options else "deck"
    assert f"{name}.pdf: page 1, margin.title: error:" in said.err
    assert not (tmp_path / "out").exists()
