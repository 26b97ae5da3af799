"""Prints in greys and in low ink: their colours, their contrast, and how dark they are."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.cli.imposed_game import CSS, write
from tests.command_line import Printgen

ART = '<img class="art" src="art.{0}"/>'


def built(printgen: Printgen, folder: Path, *words: str) -> tuple[int, str]:
    said = printgen("build", folder, "-o", folder.parent / "out", "--only", "deck", *words)
    return said.code, said.err


def picture(pdf: Path) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    drawn = document[0].render(scale=2).to_pil().convert("RGB")
    document.close()
    return drawn


def colours(drawn: Image.Image) -> int:
    """How far any pixel is from a grey."""
    red, *others = drawn.split()
    return max(ImageChops.difference(red, one).getextrema()[1] for one in others)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_flat_colours_and_pictures_become_greys_of_one_luma(
    printgen: Printgen, tmp_path: Path, kind: str
) -> None:
    folder = write(tmp_path, ART.format(kind))
    stream = BytesIO()
    Image.new("RGB", (60, 60), (16, 160, 32)).save(stream, kind.upper(), quality=100)
    (folder / "templates" / f"art.{kind}").write_bytes(stream.getvalue())
    assert built(printgen, folder)[0] == 0
    assert built(printgen, folder, "--ink", "grey", "--svg")[0] == 0
    out = tmp_path / "out" / "g"
    assert colours(picture(out / "deck.pdf")) > 100
    grey = picture(out / "deck-ink-grey.pdf")
    assert colours(grey) == 0
    # Card a is #a01010: 0.299 × 160 + 0.587 × 16 + 0.114 × 16 = 59; the picture's green is 102.
    x, y = (round((corner + 5) / 25.4 * 144) for corner in (9.75, 15.15))
    assert grey.getpixel((x, y)) == (59, 59, 59)
    assert abs(grey.getpixel((x, round((15.15 + 25) / 25.4 * 144)))[0] - 102) <= 1
    svg = (out / "pictures" / "deck-ink-grey-svg" / "a.svg").read_text("utf-8")
    assert "#3b3b3b" in svg
    assert "#a01010" not in svg


def test_contrast_is_held_as_greys(printgen: Printgen, tmp_path: Path) -> None:
    """Green on a dark grey has 7.6 : 1, and its own grey 3.5 : 1."""
    folder = write(tmp_path)
    more = "body { color: #00ff00; background-color: #404040; }"
    (folder / "templates" / "g.css").write_text(CSS % "0mm" + more, "utf-8")
    assert built(printgen, folder, "--dry-run")[0] == 0
    code, err = built(printgen, folder, "--dry-run", "--ink", "grey")
    assert code == 4
    assert "contrast" in err


def test_a_style_sheet_may_say_what_greys_look_like(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    more = ".ink-grey body { background-color: #000080; color: #ffff00; }"
    (folder / "templates" / "g.css").write_text(CSS % "0mm" + more, "utf-8")
    for words in ((), ("--ink", "grey")):
        assert built(printgen, folder, *words)[0] == 0
    place = tuple(round((corner + 5) / 25.4 * 144) for corner in (9.75, 15.15))
    out = tmp_path / "out" / "g"
    assert picture(out / "deck.pdf").getpixel(place) == (160, 16, 16)
    # 0.114 × 128 = 15
    assert picture(out / "deck-ink-grey.pdf").getpixel(place) == (15, 15, 15)


def test_what_stands_on_an_accent_suits_its_grey(printgen: Printgen, tmp_path: Path) -> None:
    """On pure red black stands out more, on the grey of it white."""
    folder = write(tmp_path)
    card = folder / "templates" / "card.html"
    card.write_text(card.read_text("utf-8").replace("--ink: {{ row.ink }}", "--accent: #ff0000"))
    (folder / "templates" / "g.css").write_text(
        CSS % "0mm" + "body { background-color: var(--accent); color: var(--on-accent); }", "utf-8"
    )
    back = folder / "templates" / "back.html"
    style = 'xhtml" style="--accent: #ff0000"'
    back.write_text(back.read_text("utf-8").replace('xhtml"', style))
    assert built(printgen, folder)[0] == 0
    assert built(printgen, folder, "--ink", "grey")[0] == 0


def test_low_ink_prints_outlines_on_white(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    more = ".ink-low body { border: 2mm solid #00f000; }"
    (folder / "templates" / "g.css").write_text(CSS % "0mm" + more, "utf-8")
    assert built(printgen, folder, "--ink", "low")[0] == 0
    drawn = picture(tmp_path / "out" / "g" / "deck-ink-low.pdf")
    left, top = 9.75, 15.15
    inside, border = (
        drawn.getpixel((round((left + mm) / 25.4 * 144), round((top + 10) / 25.4 * 144)))
        for mm in (5, 1)
    )
    # A style sheet may set other styles: a border of one width stays as it is.
    assert (inside, border) == ((255, 255, 255), (0, 240, 0))


# In %: white paper is 0, a card of solid black 100.
DARKEST = 15.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    ["colonial-siege", "combat-leader", "fistful-of-lead", "horse-and-musket", "true-lead"],
)
def test_cards_in_low_ink_are_pale(printgen: Printgen, tmp_path: Path, game: str) -> None:
    said = printgen("build", game, "--only", "deck", "--ink", "low", "--png", "100", "-o", tmp_path)
    assert said.code == 0
    darkness = {
        path.stem: 100 - ImageStat.Stat(Image.open(path).convert("L")).mean[0] / 2.55
        for path in tmp_path.glob("*/pictures/*/*.png")
    }
    assert len(darkness) > 15
    assert {name: share for name, share in darkness.items() if share > DARKEST} == {}
