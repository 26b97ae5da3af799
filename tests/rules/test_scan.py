"""The dealt deck agrees with every cell that can be read in the scan of the printed cards.

golden/scan-read-again.csv is a second reading, transcribed by eye apart from the game's scan.csv:
a row a place, with the scan's line at which it begins. A 1 in the rows of 7 and more is left out
there too: the scan reads many a 7 so, and which it was is not for the law to say.
"""

import shutil
from pathlib import Path

import pytest

from printgen.problems import Severity
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_game

FIRST = find_game("combat-leader") / "scan.csv"
SECOND = Path(__file__).parent / "golden" / "scan-read-again.csv"


@pytest.mark.parametrize(
    ("reading", "counts"),
    [
        (FIRST, {"selection": 220, "accuracy": 152, "repair": 42}),
        (SECOND, {"selection": 220, "accuracy": 140, "repair": 39}),
    ],
)
def test_the_deck_agrees_with_both_readings(
    tmp_path: Path, reading: Path, counts: dict[str, int]
) -> None:
    """Each cell that was read is what the deck deals, and no reading was dropped."""
    folder = shutil.copytree(find_game("combat-leader"), tmp_path / "game")
    shutil.copy(reading, folder / "scan.csv")
    game = load_game(folder)
    assert [str(one) for one in check_game(game) if one.severity is Severity.ERROR] == []
    cells = [row.cells for row in game.table("scan").rows]
    found = {
        name: sum(cell is not None for row in cells for cell in row[name].values())
        for name in ("selection", "accuracy")
    }
    assert found | {"repair": sum(row["repair"] is not None for row in cells)} == counts
