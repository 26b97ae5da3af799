"""What the proof finds on a face is told at the line of the template that prints it."""

from pathlib import Path

import pikepdf
import pytest

from printgen.press.writing import operators
from tests.command_line import Printgen

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


def test_a_drawing_labelled_as_the_bar_of_the_margin_is_a_finding(
    printgen: Printgen, tmp_path: Path
) -> None:
    """The label of the bar has no place, so a drawing under it is not traced as a mark is."""
    folder, out = write(tmp_path), tmp_path / "out"
    assert printgen("build", folder, "-o", out, "--only", "deck").code == 0
    (path,) = out.rglob("deck.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        square = pdf.make_stream(b"0 0 5 5 re f", Type=pikepdf.Name.XObject, BBox=[0, 0, 5, 5])
        square.Subtype = pikepdf.Name.Form
        name = pdf.pages[0].add_resource(square, pikepdf.Name.XObject)
        pdf.pages[0].contents_add(f"/Bar BMC q 1 0 0 1 300 400 cm {name} Do Q EMC".encode())
        pdf.save()
    said = printgen("proof", path, "--game", folder)
    assert (said.code, "page 1, margin.bar: error:" in said.out) == (5, True), said.err
