"""What the start page lists of a folder."""

import shutil
from pathlib import Path

from printgen.cli.page.folder_listing import list_folder

STARTER = Path(__file__).parents[3] / "printgen" / "starters" / "bakery"


def test_games_cards_and_dice_tables_are_listed_with_what_is_in_them(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,cost\nImp,3\nTroll,5\n")
    (tmp_path / "in" / "deeper").mkdir(parents=True)
    (tmp_path / "in" / "loot.csv").write_text("2d6,Result\n2-7,Gold\n8-12,Dragon\n")
    (tmp_path / "in" / "deeper" / "far.csv").write_text("name\nImp\n")
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "old.csv").write_text("name\nImp\n")
    (tmp_path / "~$cards.xlsx").write_bytes(b"x")
    (tmp_path / "broken.xlsx").write_bytes(b"x")
    (tmp_path / "data.json").write_text('[{"name": "Imp"}]')
    (tmp_path / "notes.md").write_text("# Nothing to print\n")
    shutil.copytree(STARTER, tmp_path / "my-game")
    listing = list_folder(tmp_path)
    assert [(item.name, item.kind, item.about) for item in listing.found] == [
        ("cards.csv", "cards", "2 rows: name, cost"),
        ("in/loot.csv", "dice", "1 table: 2d6"),
        ("my-game", "game", "deck"),
    ]
    assert listing.games[0].source == "colonial-siege"
    assert not listing.is_cut


def test_a_folder_with_many_files_is_cut(tmp_path: Path) -> None:
    for number in range(70):
        (tmp_path / f"{number:02}.csv").write_text("name\nImp\n")
    listing = list_folder(tmp_path)
    assert (len(listing.found), listing.is_cut) == (60, True)
