"""Changes between two editions of a file with roll tables."""

from pathlib import Path

from workbooks import write_xlsx

from printgen.roll_tables.detect.options import NO_OPTIONS
from printgen.roll_tables.diff import compare_editions


def test_a_table_with_another_name_is_compared_with_the_one_in_its_place(tmp_path: Path) -> None:
    old, new = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    write_xlsx(old, {"Loot": [["d6", "Item"], ["1-3", "Gold"], ["4-6", "Gem"]]})
    write_xlsx(new, {"Treasure": [["d6", "Item"], ["1-3", "Gold"], ["4-6", "Ring"]]})
    (change,) = compare_editions(new, old, "", NO_OPTIONS)
    assert "Gem" in str(change)
    assert "Ring" in str(change)


def test_a_renamed_table_is_found_behind_one_that_kept_its_name(tmp_path: Path) -> None:
    old, new = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    foes = [["d4", "Foe"], ["1-2", "Rat"], ["3-4", "Bat"]]
    write_xlsx(old, {"Foes": foes, "Loot": [["d6", "Item"], ["1-3", "Gold"], ["4-6", "Gem"]]})
    write_xlsx(new, {"Foes": foes, "Hoard": [["d6", "Item"], ["1-3", "Gold"], ["4-6", "Ring"]]})
    (change,) = compare_editions(new, old, "", NO_OPTIONS)
    assert "Gem" in str(change)
