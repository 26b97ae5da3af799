"""The class `full-bleed` of faces that are printed with the whole bleed of their print."""

from pathlib import Path

import pytest
from PIL import Image

from printgen.pipeline.plan import Request
from printgen.preview.warm_game import CachedGame
from printgen.sheet_layout import SheetLayout
from tests.cli.imposed_game import CSS, write
from tests.command_line import Printgen

STYLE = ".full-bleed body { background-color: #108080; }"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "is_styled"),
    [
        ("", False),
        ("--gutter 6", True),
        ("--gutter 4", False),  # space for 2 mm of 3
        ("--gutter 6 --duplex long", True),
        ("--gutter 6 --ink grey", True),
        ("--tts --ink low", False),
        ("--gutter 6 --ink low", False),
        ("--png 72", False),
        ("--png 72 --gutter 6", True),
        ("--tts", True),
        ("--shop makeplayingcards", True),
        ("--size deck=punch-25 --gutter 6", True),
    ],
)
def test_faces_with_the_whole_bleed_have_the_class(
    printgen: Printgen, tmp_path: Path, options: str, is_styled: bool
) -> None:
    folder = write(tmp_path)
    plain, styled = tmp_path / "plain", tmp_path / "styled"
    words = "build", folder, "--only", "deck", *options.split(), "-o"
    assert printgen(*words, plain).code == 0
    (folder / "templates" / "g.css").write_text(CSS % "0mm" + STYLE, "utf-8")
    assert printgen(*words, styled).code == 0
    names = sorted(path.name for path in plain.glob("g/*.pdf"))
    assert len(names) == (1 if "duplex" in options else 2)
    for name in names:
        is_same = (plain / "g" / name).read_bytes() == (styled / "g" / name).read_bytes()
        assert is_same != is_styled


def test_pictures_and_the_preview_follow(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    (folder / "templates" / "g.css").write_text(CSS % "0mm" + STYLE, "utf-8")
    said = printgen("build", folder, "--only", "deck", "--tts", "-o", tmp_path)
    assert said.code == 0
    assert "to the edge in the PDF too, because the pictures are made from it" in said.err
    with Image.open(tmp_path / "g" / "tabletop" / "deck-sheet-1-back.png") as back:
        assert back.convert("RGB").getpixel((20, 20)) == (16, 128, 128)
    game = CachedGame(folder, Request(only=("deck",)))
    drawn = []
    for gutter in (None, 6.0):
        game.set_request(
            folder, Request(only=("deck",), layout=SheetLayout(paper="a4", gutter=gutter))
        )
        game.read_files([])
        while game.update_next_face():
            pass
        drawn.append("#108080" in game.faces["deck-backs/back"].svg)
    assert drawn == [False, True]


def test_a_similar_class_is_reported(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    style = STYLE.replace("full-bleed", "full-blead")
    (folder / "templates" / "g.css").write_text(CSS % "0mm" + style, "utf-8")
    assert "full-bleed" in printgen("check", folder).out
