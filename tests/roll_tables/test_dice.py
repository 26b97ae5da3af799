"""Which totals the dice of a heading roll, and which words of a cell are which of them."""

import pytest

from printgen.roll_tables.detect.dice import parse_dice_heading
from printgen.roll_tables.detect.roll_ranges import NO_END, RollRange, parse_ranges, read_scale

DICE = {
    "d6": (1, 6), "W6": (1, 6), "1d3": (1, 3), "D100": (1, 100), "d%": (1, 100), "%": (1, 100),
    "d00": (1, 100), "1d6+1d6": (2, 12), "2d6+1": (3, 13), "1d4-1": (0, 3), "1d4 - 1": (0, 3),
    "d6-d4": (-3, 5), "2d10 + 1d6 + 3": (6, 29), "d66": (11, 66), "d666": (111, 666),
    "3d6×10": (30, 180), "3d6 x 10": (30, 180), "d6*100": (100, 600), "(2d4)×5": (10, 40),
    "Roll (1d20)": (1, 20), "1d100 (d%)": (1, 100), "d1000": (1, 1000), "2d6 – loot": (2, 12),
    "dice: 1d8|avg (d8)": (1, 8), "2d6 (2d6)": (2, 12),
    "1d6 * 10 + 1d6": (11, 66), "d4x10+d4": (11, 44),
}  # fmt: skip


@pytest.mark.parametrize(("heading", "ends"), DICE.items())
def test_what_dice_roll(heading: str, ends: tuple[int, int]) -> None:
    said = parse_dice_heading(heading)
    assert (said.is_roll, said.is_unsupported) == (True, False)
    scale = read_scale(said, [RollRange(str(end), str(end)) for end in ends])
    assert (
        scale.format_rolls(scale.lowest, scale.lowest),
        scale.format_rolls(scale.highest, NO_END),
    ) == (
        str(ends[0]),
        f"{ends[1]}+",
    )


@pytest.mark.parametrize(
    ("dice", "rolls"),
    [
        ("d66", [11, 16, 21, 66]),
        ("d666", [111, 116, 121, 166, 211, 666]),
        ("d44", [11, 14, 21, 44]),
        ("3d6×10", [30, 40, 50, 180]),
        ("d88", [1, 2, 88]),
    ],
)
def test_what_is_rolled_is_written_as_it_is_read(dice: str, rolls: list[int]) -> None:
    """And what is not rolled is no roll: 17 of a d66, 35 of dice times ten."""
    scale = read_scale(parse_dice_heading(dice), [RollRange(str(one), str(one)) for one in rolls])
    bands = [scale.make_band(RollRange(str(one), str(one))) for one in rolls]
    assert [band and scale.format_rolls(band.lowest, band.highest) for band in bands] == [
        str(one) for one in rolls
    ]
    if dice != "d88":
        assert [scale.make_band(RollRange(one, one)) for one in ("17", "37")] == [None, None]


CELLS = {
    "3": [("3", "3")], "01–30": [("01", "30")], "+1 to +4": [("+1", "+4")], "one": [("1", "1")],
    "up to 20": [(None, "20")], "1/2": [("1", "1"), ("2", "2")],
    "two or three": [("2", "2"), ("3", "3")],
    "at least 15": [("15", None)], "between 3 and 5": [("3", "5")], "under 5": [(None, "4")],
    "more than 15": [("16", None)], "<5": [(None, "4")], "1 → 3": [("1", "3")], "7.": [("7", "7")],
    "(1-2)": [("1", "2")], "12--15": [], "1O-20": [], "twleve": [], "1/2/2020": [],
}  # fmt: skip


@pytest.mark.parametrize(("cell", "ends"), CELLS.items())
def test_what_a_cell_says(cell: str, ends: list[tuple[str | None, str | None]]) -> None:
    assert [tuple(one) for one in parse_ranges(cell)] == ends
