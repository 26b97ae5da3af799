"""Turn a number into a game folder whose deck lists that many cards, no two alike.

Called as `large_game.py CARDS FOLDER`. It is Combat Leader in every word and template; only its
cells are drawn by lot, with a fixed seed, so that no cache can live on cards that repeat.
"""

import csv
import random
import shutil
import sys
from pathlib import Path

from printgen.system.bundled import find_game

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("spades", "hearts", "diamonds", "clubs")
REPAIRS = ("FIXED!", "N/A", "BROKEN!")
ROWS = range(2, 13)
CARDS = """
cards:
  file: cards.csv
  columns:
    card: {type: key, digits: 4}
    kind: {refers: kinds}
    rank: {refers: ranks}
    suit: {refers: suits}
    accuracy: {each: results, type: band, title: Accuracy, head: Mod FP, heads: line}
    repair: {refers: repairs, title: Repair}
    selection: {each: strip, type: number, title: Of, head: Man, or: {R: "No soldier: draw again."}}
    d6: {from: selection.s6, title: d6, head: Roll, unlisted: true}
"""


def main(count: str, folder: str) -> None:
    target = Path(folder)
    shutil.copytree(find_game("combat-leader"), target)
    (target / "checks.yaml").unlink(missing_ok=True)
    deck = (target / "deck.yaml").read_text(encoding="utf-8")
    before, _, rest = deck.partition("\ncards:\n")
    _, _, after = rest.partition("\npacked:")
    listed = f"{before}\n{CARDS}\npacked:{after}"
    (target / "deck.yaml").write_text(listed, encoding="utf-8")
    with (target / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = "card,kind,rank,suit,miss,accurate_in_clear,accurate_minus_1,accurate,repair"
        writer.writerow((*names.split(","), *(f"s{row}" for row in ROWS)))
        writer.writerows(cards(int(count)))


def cards(count: int) -> list[tuple[object, ...]]:
    lot = random.Random(60)  # noqa: S311 - the same cards in every run
    seen: set[tuple[object, ...]] = set()
    listed: list[tuple[object, ...]] = []
    while len(listed) < count:
        number = len(listed) + 1
        cells = (*bands(lot), lot.choice(REPAIRS), *(strip_cell(lot, row) for row in ROWS))
        if cells in seen:
            continue
        seen.add(cells)
        suit = SUITS[number // len(RANKS) % len(SUITS)]
        listed.append((number, "value", RANKS[number % len(RANKS)], suit, *cells))
    return listed


def bands(lot: random.Random) -> tuple[str, ...]:
    first = lot.randint(-9, 5)
    second = first + lot.randint(1, 3)
    third = second + lot.randint(1, 3)
    return (
        f"{first} or less",
        band(first + 1, second),
        band(second + 1, third),
        f"{third + 1} or more",
    )


def band(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def strip_cell(lot: random.Random, row: int) -> str:
    return str(lot.randint(1, row))


if __name__ == "__main__":
    main(*sys.argv[1:])
