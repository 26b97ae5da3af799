"""The dealt deck agrees with every cell that can be read in the scan of the printed cards.

Transcribed by eye, cell by cell, with the line of the scan at which each begins. A dot is a cell
that is lost, or a 1 in the rows of 7 and more: the scan reads many a 7 so, and which it was is not
for the law to say. The cards' own data declares such cells too; this is a second reading.
"""

import pytest

from printgen.rules.bands import Band
from printgen.rules.model import Game, Table

STRIPS = {  # card, line of the scan: rows 2 … 12
    (10, 177): "2 1 2 5 4 3 2 . 10 10 10",
    (13, 189): "1 1 1 3 1 6 5 4 3 2 .",
    (16, 201): "2 1 4 1 4 2 8 7 6 5 4",
    (19, 256): ". . 3 4 1 5 3 . 9 8 7",
    (21, 330): "1 3 1 1 3 . 5 3 . 10 9",
    (22, 266): "2 1 2 2 4 . 6 4 2 11 10",
    (24, 342): "2 3 4 4 6 3 8 6 4 2 12",
    (25, 278): "1 1 1 5 1 4 . . 5 3 .",
    (27, 355): "1 3 3 2 3 6 3 9 7 5 3",
    (28, 405): "2 1 4 3 4 . 4 . 8 6 4",
    (31, 417): "1 1 3 1 1 3 7 4 . 9 .",
    (34, 430): "2 1 2 4 4 6 2 . 4 . 10",
    (39, 557): "1 3 3 4 3 4 7 3 9 6 3",
    (42, 569): "2 3 2 2 6 . 2 6 2 9 6",
    (43, 509): ". . . 3 1 . 3 . 3 10 .",
    (45, 582): "1 3 1 . 3 3 5 9 5 . 9",
    (46, 636): ". 1 2 1 4 4 6 . 6 2 10",
    (49, 647): "1 1 1 4 1 . . 4 9 5 .",
    (52, 659): "2 1 4 2 4 3 4 . 2 8 4",
    (55, 710): "1 1 3 5 1 6 7 R 5 11 7",
    (56, 710): "2 2 4 1 2 . 8 R 6 R 8",
    (58, 721): "2 1 2 3 4 R R R 8 R 10",
    (59, 721): "1 2 3 4 5 R R R 9 R 11",
}

REPAIR = {  # line of the scan: card and repair check
    58: (7, "N/A"),
    85: (5, "FIXED!"),
    112: (3, "FIXED!"),
    124: (6, "N/A"),
    164: (13, "BROKEN!"),
    187: (11, "N/A"),
    199: (14, "FIXED!"),
    211: (17, "FIXED!"),
    225: (12, "BROKEN!"),
    264: (19, "N/A"),
    276: (22, "N/A"),
    288: (25, "BROKEN!"),
    302: (20, "N/A"),
    314: (23, "N/A"),
    327: (26, "BROKEN!"),
    340: (21, "N/A"),
    352: (24, "N/A"),
    365: (27, "FIXED!"),
    378: (28, "FIXED!"),
    391: (31, "FIXED!"),
    415: (29, "FIXED!"),
    427: (32, "N/A"),
    439: (35, "N/A"),
    453: (30, "FIXED!"),
    469: (33, "N/A"),
    502: (40, "FIXED!"),
    516: (43, "FIXED!"),
    540: (41, "FIXED!"),
    553: (44, "FIXED!"),
    567: (39, "BROKEN!"),
    580: (42, "FIXED!"),
    592: (45, "N/A"),
    618: (49, "N/A"),
    633: (52, "BROKEN!"),
    644: (47, "N/A"),
    656: (50, "N/A"),
    668: (53, "BROKEN!"),
    682: (48, "N/A"),
    695: (51, "BROKEN!"),
}

TABLES = {  # card, line of the scan: the last Mod FP of Miss, of In Clear, of Accurate (−1)
    (3, 107): (3, 5, 8),
    (5, 80): (1, 3, 6),
    (6, 119): (0, 2, 5),
    (7, 53): (-1, 1, 4),
    (12, 220): (-6, -4, -1),
    (13, 159): (-7, -5, -2),
    (14, 194): (5, 7, 10),
    (15, 233): (4, 6, 9),
    (17, 206): (2, 4, 7),
    (20, 297): (-1, 1, 4),
    (21, 335): (-2, 0, 3),
    (22, 271): (-3, -1, 2),
    (23, 310): (-4, -2, 1),
    (24, 348): (-5, -3, 0),
    (25, 283): (-6, -4, -1),
    (26, 322): (-7, -5, -2),
    (27, 360): (5, 7, 10),
    (28, 373): (4, 6, 9),
    (29, 410): (3, 5, 8),
    (30, 448): (2, 4, 7),
    (31, 386): (1, 3, 6),
    (32, 422): (0, 2, 5),
    (33, 461): (-1, 1, 4),
    (35, 435): (-3, -1, 2),
    (39, 562): (-7, -5, -2),
    (40, 497): (5, 7, 10),
    (41, 536): (4, 6, 9),
    (42, 575): (3, 5, 8),
    (43, 511): (2, 4, 7),
    (45, 587): (0, 2, 5),
    (46, 601): (-1, 1, 4),
    (47, 640): (-2, 0, 3),
    (49, 613): (-4, -2, 1),
    (50, 652): (-5, -3, 0),
    (52, 628): (-7, -5, -2),
}


@pytest.mark.parametrize(("card", "line"), STRIPS)
def test_strip(cards: Table, card: int, line: int) -> None:
    """Every legible cell of a strip is what the deck deals."""
    dealt = [str(cell) for cell in cards.rows[card - 1].cells["selection"].values()]
    read = STRIPS[card, line].split()
    assert len(read) == 11
    shown = [cell if there != "." else "." for cell, there in zip(dealt, read, strict=True)]
    assert shown == read, f"line {line} of the scan"


@pytest.mark.parametrize(("card", "line"), TABLES)
def test_table(cards: Table, card: int, line: int) -> None:
    """Every legible accuracy table is what the deck deals."""
    miss, clear, minus_1 = TABLES[card, line]
    assert tuple(cards.rows[card - 1].cells["accuracy"].values()) == (
        Band(None, miss),
        Band(miss + 1, clear),
        Band(clear + 1, minus_1),
        Band(minus_1 + 1, None),
    ), f"line {line} of the scan"


@pytest.mark.parametrize("line", REPAIR)
def test_repair(cards: Table, line: int) -> None:
    """Every legible repair check is what the deck deals."""
    card, repair = REPAIR[line]
    assert cards.rows[card - 1].cells["repair"] == (repair,), f"line {line} of the scan"


def test_strips_stand_in_the_data(combat_leader: Game) -> None:
    """The game's own list holds the same cells of the strips, at the same lines of the scan."""
    declared = {}
    for row in combat_leader.table("scan").rows:
        cells = row.cells["selection"].values()
        if any(cell is not None for cell in cells):
            (card,) = row.cells["card"]
            text = " ".join("." if cell is None else str(cell) for cell in cells)
            declared[int(card), row.cells["line"]] = text
    assert declared == STRIPS


def test_enough_is_transcribed(combat_leader: Game) -> None:
    """23 strips of 220 cells stand here; the game's list has 414 cells, each held to the deck."""
    assert len(STRIPS) == 23
    assert sum(cell != "." for strip in STRIPS.values() for cell in strip.split()) == 220
    rows = combat_leader.table("scan").rows
    counts = {
        name: sum(cell is not None for row in rows for cell in row.cells[name].values())
        for name in ("selection", "accuracy")
    }
    counts["repair"] = sum(row.cells["repair"] is not None for row in rows)
    assert counts == {"selection": 220, "accuracy": 152, "repair": 42}
    assert sum(counts.values()) == 414
