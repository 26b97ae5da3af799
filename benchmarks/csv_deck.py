"""Write a CSV file with a number of unlike cards, for a deck without templates of its own.

Called as `csv_deck.py CARDS FILE.csv`. The texts have different lengths, and the bundled templates
print all cards in the type size that the longest text needs (`--same`).
"""

import csv
import random
import sys
from pathlib import Path

WORDS = (
    "the a card die roll enemy unit move attack defend draw discard until next turn when you may "
    "each choose one two three gain lose supply morale adjacent hidden ready exhausted"
)


def main(count: str, file_name: str) -> None:
    words = WORDS.split()
    lot = random.Random(60)  # noqa: S311 - the same cards in every run
    with Path(file_name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("Name", "Type", "Cost", "Attack", "Defence", "Text"))
        for number in range(1, int(count) + 1):
            name = f"{lot.choice(words).title()} {lot.choice(words).title()} {number}"
            kind = lot.choice(("Unit", "Event", "Order"))
            values = [lot.randint(0, 9) for _ in range(3)]
            text = " ".join(lot.choices(words, k=lot.randint(5, 40))).capitalize() + "."
            writer.writerow((name, kind, *values, text))


if __name__ == "__main__":
    main(*sys.argv[1:])
