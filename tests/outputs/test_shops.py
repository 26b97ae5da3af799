"""Pictures for print shops, as Pillow reads them: pixels, resolution, bleed, order and backs."""

import csv
import re
from pathlib import Path

import pytest
from PIL import Image

from printgen.cli import _printgen
from printgen.outputs.shops import find_shop
from tests.cli.imposed_game import CSS, GAME, INKS, write
from tests.command_line import Printgen, Said

# What the pages of the shops say (docs/shops.md), and not what printgen computes.
PIXELS = {
    ("makeplayingcards", "poker"): (822, 1122),
    ("makeplayingcards", "bridge"): (747, 1122),
    ("makeplayingcards", "2.75x4.75in"): (897, 1497),
    ("makeplayingcards", "business"): (672, 1122),
    ("makeplayingcards", "1.75x3.5in"): (597, 1122),
    ("makeplayingcards", "1.25x1.75in"): (447, 597),
    ("gamecrafter", "poker"): (825, 1125),
    ("gamecrafter", "bridge"): (750, 1125),
    ("gamecrafter", "2.75x4.75in"): (900, 1500),
    ("gamecrafter", "business"): (675, 1125),
    ("gamecrafter", "1.75x3.5in"): (600, 1125),
}
CARDS = "name,qty,back\nOak,2,Tall\nElm,1,Broad\n"


def built(printgen: Printgen, source: Path, shop: str, *words: str) -> Said:
    return printgen("build", source, "-o", source.parent / "out", "--shop", shop, *words)


def test_every_product_has_its_pixels_here() -> None:
    shops = {shop: find_shop(shop) for shop, _ in PIXELS}
    assert {(name, size.name) for name, shop in shops.items() for size in shop.sizes} == {*PIXELS}
    (option,) = (each for each in _printgen.commands["build"].params if each.name == "shop")
    assert all(name in (getattr(option, "help", "") or "") for name in shops)


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize(("shop", "size"), PIXELS)
def test_each_product_has_the_pixels_that_the_shop_asks_for(
    printgen: Printgen, tmp_path: Path, shop: str, size: str
) -> None:
    """The name of the size is what `--size` takes, since messages list it."""
    (tmp_path / "trees.csv").write_text("name\nOak\n", "utf-8")
    said = built(printgen, tmp_path / "trees.csv", shop, "--size", size)
    assert said.code == 0, said.err
    (path,) = (tmp_path / "out" / "trees" / "pictures").rglob("*.png")
    with Image.open(path) as picture:
        assert picture.size == PIXELS[shop, size]
        assert picture.mode == "RGB"
        assert tuple(map(round, picture.info["dpi"])) == (300, 300)


@pytest.mark.parametrize("shop", ["gamecrafter", "makeplayingcards"])
def test_the_colour_of_a_card_reaches_the_edge_of_its_picture(
    printgen: Printgen, tmp_path: Path, shop: str
) -> None:
    """The print says bleed: 3, which is less than either shop cuts off."""
    said = built(printgen, write(tmp_path), shop, "--only", "deck")
    assert said.code == 0, said.err
    folder = tmp_path / "out" / "g" / "pictures" / f"deck-{shop}"
    for number, (key, ink) in enumerate(INKS.items(), 1):
        with Image.open(folder / f"{number:04}-{key}.png") as picture:
            width, height = picture.size
            edges = [(x, y) for x in (0, width - 1) for y in range(height)]
            edges += [(x, y) for y in (0, height - 1) for x in range(width)]
            assert {picture.getpixel(place) for place in edges} == {tuple(bytes.fromhex(ink[1:]))}
    (back,) = (tmp_path / "out" / "g" / "pictures" / f"deck-backs-{shop}").iterdir()
    with Image.open(back) as picture:
        assert picture.size == PIXELS[shop, "poker"]


@pytest.mark.slow
def test_pictures_are_in_order_with_their_backs_and_copies(
    printgen: Printgen, tmp_path: Path
) -> None:
    (tmp_path / "trees.csv").write_text(CARDS, "utf-8")
    said = built(printgen, tmp_path / "trees.csv", "makeplayingcards")
    assert said.code == 0, said.err
    pictures = tmp_path / "out" / "trees" / "pictures"
    fronts = sorted(path.name for path in (pictures / "deck-makeplayingcards").glob("*.png"))
    backs = sorted(path.name for path in (pictures / "deck-backs-makeplayingcards").glob("*.png"))
    assert fronts == ["0001-1-1.png", "0002-1-2.png", "0003-2-1.png"]
    assert backs == ["0001-1-1-back.png", "0002-1-2-back.png", "0003-2-1-back.png"]
    with (pictures / "deck-makeplayingcards" / "cards.csv").open(encoding="utf-8") as file:
        assert [(line["file"], line["count"]) for line in csv.DictReader(file)] == [
            ("0001-1-1.png", "2"),
            ("0003-2-1.png", "1"),
        ]
    (pdf,) = (tmp_path / "out" / "trees").glob("deck-gutter-*.pdf")
    assert "bleed-3.048" in pdf.name
    assert printgen("proof", pdf, "--table", tmp_path / "trees.csv").code == 0
    (tmp_path / "trees.csv").write_text(CARDS.replace("Elm,1,Broad\n", ""), "utf-8")
    said = built(printgen, tmp_path / "trees.csv", "makeplayingcards")
    note = "--shop: note: keeps files of other builds: 0003-2-1.png"
    assert (said.code, note in said.err) == (0, True)


def test_what_a_shop_does_not_make_is_refused(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    deck = ("--only", "deck")
    for words, message in (
        (("--only", "page"), "does not make the page, which is whole pages"),
        ((*deck, "--size", "punch-25"), "does not make the deck, which is punch-25"),
        ((*deck, "--png", "300"), "--png is set by --shop: leave it out"),
        ((*deck, "--corners", "round"), "--corners is set by --shop"),
        ((*deck, "--duplex", "long"), "--duplex long: error: cannot be combined with --shop"),
        ((*deck, "--cut", "lines"), "--cut lines: error: cannot be combined with --shop"),
    ):
        said = built(printgen, folder, "gamecrafter", *words)
        assert said.code == 2, said.out
        assert message in said.err
    said = built(printgen, folder, "gamecrafters", *deck)
    assert "did you mean gamecrafter?" in said.err
    said = built(
        printgen, write(tmp_path, game=GAME.replace("bleed: 3,", "")), "gamecrafter", *deck
    )
    assert said.code == 2
    assert "the deck has no bleed" in said.err
    assert "write bleed: 3.175" in said.err
    assert not (tmp_path / "out").exists()


def test_prints_that_a_shop_does_not_make_are_left_out(printgen: Printgen, tmp_path: Path) -> None:
    """Without --only, the user wants what the shop makes; a note names the others."""
    said = built(printgen, write(tmp_path), "gamecrafter", "--dry-run")
    assert said.code == 0, said.err
    assert "--shop: note: leaves out page: no cards in a size of the shop" in said.err
    assert "page.pdf" not in said.out
    assert "pictures/deck-gamecrafter" in said.out


def test_text_that_may_be_cut_off_is_refused(printgen: Printgen, tmp_path: Path) -> None:
    """A little over 2 mm from the cut is enough for printgen, and not for the shop."""
    folder = write(tmp_path)
    style = folder / "templates" / "g.css"
    text = CSS.replace(
        "align-items: center", "align-items: flex-start; padding-top: 2.1mm; line-height: 1"
    )
    style.write_text(text % "0mm", "utf-8")
    words = (folder, "-o", tmp_path / "out", "--only", "deck")
    assert printgen("build", *words).code == 0
    said = built(printgen, folder, "makeplayingcards", "--only", "deck")
    assert said.code == 4
    assert re.search(r"closer than 3\.048 mm to the edge", said.err)


def test_a_variable_that_the_shop_cannot_use_is_named(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_DUPLEX", "long")
    said = built(printgen, write(tmp_path), "gamecrafter", "--only", "deck")
    assert said.code == 2
    assert "PRINTGEN_DUPLEX=long: error: cannot be combined with --shop gamecrafter" in said.err


def test_prints_that_another_option_leaves_out_are_not_of_the_shop(
    printgen: Printgen, tmp_path: Path
) -> None:
    said = built(printgen, write(tmp_path), "gamecrafter", "--cards", "a", "--dry-run")
    assert said.code == 0, said.err
    assert "leaves out" not in said.err
