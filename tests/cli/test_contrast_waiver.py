"""`--contrast: artwork`: a designer accepts a low contrast, and it is reported everywhere."""

from pathlib import Path

import pytest

from tests.command_line import Printgen

from .small_game import PLAIN, CheckCard, build

GROUND = "body > .ground { left: 3mm; top: 13mm; width: 50mm; height: 10mm; }"
PICTURE = ".ground { background: linear-gradient(#cccccc, #999999); }"
PLAIN_GREY = ".ground { background: #bbbbbb; }"
FAINT = ".text { color: #777777; font-size: 3.5mm; } .text { --contrast: artwork; }"
ON_GROUND = f'<p class="ground"></p>{PLAIN}'


@pytest.mark.parametrize("ground", [PICTURE, PLAIN_GREY])
def test_a_low_contrast_that_is_accepted_is_a_note(
    printgen: Printgen, tmp_path: Path, ground: str
) -> None:
    """In a build, in `check` and in the proof of the file, with the contrast that was measured."""
    built = build(printgen, tmp_path, "Ambush", ON_GROUND, GROUND + ground + FAINT)
    assert built.code == 0, built.err
    checked = printgen("check", tmp_path / "small")
    assert checked.code == 0
    for said in (built, checked):
        (line,) = [line for line in (said.out + said.err).splitlines() if "artwork allows" in line]
        assert "card.html:" in line
        assert ": note: " in line
        assert "contrast 2." in line or "contrast 1." in line
    (pdf,) = (tmp_path / "out").rglob("*.pdf")
    proofed = printgen("proof", pdf, "--game", tmp_path / "small")
    assert proofed.code == 0
    assert "text: note: may be faint" in proofed.out + proofed.err


@pytest.mark.parametrize(
    ("value", "css"),
    [
        ("Ambush", FAINT.replace("--contrast: artwork", "--contrast: checked")),
        ("Ambush", FAINT.replace(".text { --c", ".card { --c")),
        ("12 men", FAINT.replace("3.5mm", "3mm")),
        ("½ men", FAINT.replace("3.5mm", "3mm")),
        ("Ambush", FAINT.replace("#777777", "#b4b4b4") + PLAIN_GREY),
    ],
)
def test_any_other_low_contrast_is_an_error(check_card: CheckCard, value: str, css: str) -> None:
    """Without it, in another box, of figures under 9 pt, and of what nobody can see."""
    check_card(4, value, ON_GROUND, GROUND + PICTURE + css, says="hardly differs")


def test_figures_of_nine_points_may_be_faint(check_card: CheckCard) -> None:
    check_card(0, "12 men", ON_GROUND, GROUND + PICTURE + FAINT)


def test_all_text_in_a_box_may_be_faint(printgen: Printgen, tmp_path: Path) -> None:
    """A box inside may have its contrast checked again."""
    body = f'<p class="ground"></p><div class="on">{PLAIN}</div>'
    place = ".on { position: absolute; left: 5mm; top: 16mm; --contrast: artwork; }"
    css = GROUND + PICTURE + place + ".text { color: #777777; position: relative; top: 0; }"
    assert build(printgen, tmp_path, "Ambush", body, css).code == 0
    css += ".text { --contrast: checked; }"
    assert build(printgen, tmp_path, "Ambush", body, css).code == 4
