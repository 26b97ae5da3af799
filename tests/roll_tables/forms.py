"""Tables of rolls as people lay them out, in every form and format, right or with one fault.

`python forms.py 1200` makes so many, audits each and counts the verdicts.
"""

import csv
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from random import Random
from typing import NamedTuple

from openpyxl import Workbook

from printgen.problems import select_errors
from printgen.roll_tables.report import audit_file

Bands = list[tuple[int, int]]
Grid = list[list[str]]


class Dice(NamedTuple):
    """Dice as heads name them, all they roll in order, and how a roll is written."""

    heads: tuple[str, ...]
    rolls: Sequence[int]
    write: Callable[[int], str] = str


def _of_hundred(roll: int) -> str:
    return f"{roll % 100:02}"


SIX = range(1, 7)
DICE = (
    Dice(("d6", "1d6", "Roll (d6)", "W6", "D6 roll"), range(1, 7)),
    Dice(("d20", "1d20", "Roll d20"), range(1, 21)),
    Dice(("d12", "d12 roll"), range(1, 13)),
    Dice(("d100", "d%", "1d100", "Roll (d%)"), range(1, 101), _of_hundred),
    Dice(("d100", "%"), range(1, 101)),
    Dice(("2d6", "Roll 2d6"), range(2, 13)),
    Dice(("3d6", "1d6+1d6+1d6"), range(3, 19)),
    Dice(("2d6+1",), range(3, 14)),
    Dice(("1d4-1",), range(4)),
    Dice(("d3",), range(1, 4)),
    Dice(("1d6+1d6",), range(2, 13)),
    Dice(("d6-d4",), range(-3, 6)),
    Dice(("d66",), [10 * a + b for a in range(1, 7) for b in range(1, 7)]),
    Dice(("d666",), [int(f"{a}{b}{c}") for a in SIX for b in SIX for c in SIX]),
    Dice(("3d6×10", "3d6 x 10"), range(30, 181, 10)),
    Dice(("Roll", "Roll"), range(1, 31)),
    Dice(("Range", "Score"), range(1, 41)),
)  # fmt: skip
SIGNS = ("-", "–", " - ", "—", " to ", " through ", "-", "–")
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve")  # fmt: skip
THINGS = [
    "Wolf",
    "Boar",
    "Goblin",
    "Troll",
    "Bandit",
    "Ogre",
    "Rain",
    "Storm",
    "Gold",
    "Gem",
    "Ring",
    "Sword",
    "Cloak",
    "Potion",
]
MANY = ("1-4", "2d4", "1", "3-12", "1-6", "—", "12 gp", "1d8")


class Part(NamedTuple):
    """A table: its dice, heads, a line of cells for each band, and the column of rolls."""

    dice: Dice
    heads: list[str]
    rows: Grid
    at: int


class Case(NamedTuple):
    """A file's name and bytes, how many tables it holds, and the fault in it, none if empty."""

    name: str
    data: bytes
    tables: int
    fault: str
    form: str


def bands(dice: Dice, random: Random) -> Bands:
    """Bands, as places among the rolls, that hold each once."""
    many = len(dice.rolls)
    if many <= 4 or (random.random() < 0.2 and many <= 20):
        return [(at, at) for at in range(many)]
    count = min(many - 1, random.randint(3, 9))
    ends = sorted(random.sample(range(many - 1), count - 1))
    return list(zip([0, *(end + 1 for end in ends)], [*ends, many - 1], strict=True))


def spelling(dice: Dice, random: Random) -> Callable[[int, int], str]:
    """How a column writes bands, given by the places of their ends."""
    rolls, sign = dice.rolls, random.choice(SIGNS)
    # Signed rolls need words between them.
    sign = " to " if rolls[0] < 0 else sign
    way = random.choice(("plain", "plain", "plain", "open", "words", "slash", "signed", "pointed"))
    way = "plain" if dice.heads[0] in ("Range", "Roll") and way not in ("pointed",) else way

    def spell(low: int, high: int) -> str:
        first, last = dice.write(rolls[low]), dice.write(rolls[high])
        if way == "open" and low == 0 < high and rolls[high] >= 0:
            return random.choice((f"{last} or less", f"up to {last}", f"≤{last}", f"{last}-"))
        if way == "open" and high == len(rolls) - 1 > low:
            return random.choice((f"{first}+", f"{first} or more", f"≥{first}", f"{first} and up"))
        if way == "words" and low == high and 0 < rolls[low] <= 12 and dice.write is str:
            return WORDS[rolls[low]]
        if way == "slash" and high == low + 1 and rolls[low] > 0 and len(rolls) < 30:
            return f"{first}/{last}"
        if way == "signed" and dice.write is str and rolls[low] > 0 and len(rolls) < 20:
            return f"+{first} to +{last}" if low < high else f"+{first}"
        point = random.choice(("", ".", ":")) if way == "pointed" else ""
        return (first if low == high else f"{first}{sign}{last}") + point

    return spell


FAULTS = ("dropped", "twice", "gap", "shared", "unread", "last", "beyond")


def spoilt(
    held: Bands, dice: Dice, spell: Callable[[int, int], str], fault: str, random: Random
) -> list[str] | None:
    """The cells of bands with a fault among them; None if these bands cannot have it."""
    is_named = dice.heads[0] not in ("Roll", "Range")
    inner = list(range(1, len(held) - 1))
    wide = [at for at in inner if held[at][0] < held[at][1]]
    held = [*held]
    if (
        (fault in ("gap", "shared") and not wide)
        or not inner
        or (fault in ("last", "beyond") and not is_named)
    ):
        return None
    at = random.choice(wide if fault in ("gap", "shared") else inner)
    if fault == "dropped":
        del held[at]
    elif fault == "twice":
        held.insert(at, held[at])
    elif fault == "gap":
        held[at] = held[at][0] + 1, held[at][1]
    elif fault == "shared":
        held[at] = held[at][0] - 1, held[at][1]
    elif fault == "last":
        held[-1:] = [(held[-1][0], held[-1][1] - 1)] if held[-1][0] < held[-1][1] else []
        cells = [spell(*one) for one in held]
        return None if any(sign in cells[-1] for sign in ("+", "≥", "more", "up")) else cells
    cells = [spell(*one) for one in held]
    if fault == "unread":
        cells[at] = random.choice(("12--15", "1O-20", "?", "9-8-7", "l-3"))
    if fault == "beyond":
        if any(sign in cells[-1] for sign in ("+", "≥", "more", "up")):
            return None
        cells.append(str(dice.rolls[-1] + 1 if dice.write is str else 101))
    return cells


def part(random: Random, fault: str) -> Part | None:
    dice = random.choice(DICE)
    held, spell = bands(dice, random), spelling(dice, random)
    cells = spoilt(held, dice, spell, fault, random) if fault else [spell(*one) for one in held]
    if cells is None or (fault and dice.heads[0] == "Range" and fault == "unread"):
        return None
    head = random.choice(dice.heads)
    others = random.sample(
        ["Result", "Encounter", "No. appearing", "Effect", "Page"], random.randint(1, 3)
    )
    at = random.choice((0, 0, 0, 1))
    rows = []
    for number, cell in enumerate(cells):
        pages = f"{12 + 3 * number}-{14 + 3 * number}"
        own = [
            random.choice({"No. appearing": MANY, "Page": (pages,)}.get(name, THINGS))
            for name in others
        ]
        rows.append([*own[:at], cell, *own[at:]])
    if head == "Roll" and at and others[0] == "Result":
        others[0] = "Outcome"
    return Part(dice, [*others[:at], head, *others[at:]], rows, at)


def blank(width: int) -> list[str]:
    return [""] * width


LAYOUTS = ("plain", "plain", "title", "titles", "footnote", "wrapped", "blank", "beside",
           "going on", "stacked", "stacked close", "no head", "sections", "again",
           "pair", "merged")  # fmt: skip
MERGED = "(merged)"
"""A cell that is one with the cell above it."""


def laid(one: Part, random: Random, layout: str) -> tuple[Grid, int]:  # noqa: C901
    """The lines of a sheet with a table, perhaps with another, and how many tables it holds."""
    heads, rows = one.heads, one.rows
    width = len(heads)
    grid = [heads, *rows]
    if layout == "title":
        return [["Wild encounters", *blank(width - 1)], *grid], 1
    if layout == "titles":
        return [["Loot, and more", *blank(width - 1)], blank(width), *grid], 1
    if layout == "footnote":
        return [*grid, ["* only at night", *blank(width - 1)]], 1
    if layout == "wrapped" and one.at == 0:
        at = random.randint(1, len(rows))
        return [*grid[: at + 1], ["", "and his dog", *blank(width - 2)], *grid[at + 1 :]], 1
    if layout == "blank":
        at = random.randint(1, len(rows))
        return [*grid[: at + 1], blank(width), *grid[at + 1 :]], 1
    if layout in ("beside", "stacked", "stacked close"):
        while (other := part(random, "")) is None or other.dice.heads[0] in ("Roll", "Range"):
            pass
        second = [other.heads, *other.rows]
        if other.heads[0] == heads[0]:
            second = [[*other.heads[:-1], "Weather"], *other.rows]
        if layout == "beside":
            many = max(len(grid), len(second))
            left = [*grid, *[blank(width)] * (many - len(grid))]
            right = [*second, *[blank(len(second[0]))] * (many - len(second))]
            return [[*a, "", *b] for a, b in zip(left, right, strict=True)], 2
        wide = max(width, len(second[0]))
        both = [[*line, *blank(wide - len(line))] for line in (*grid, *second)]
        gap = (
            [blank(wide)]
            if layout == "stacked" or not set(other.heads[other.at]) & set("dW")
            else []
        )
        title = [["Second", *blank(wide - 1)]] if random.random() < 0.5 and gap else []
        return [*both[: len(grid)], *gap, *title, *both[len(grid) :]], 2
    if layout == "going on" and one.at == 0 and len(rows) > 3:
        half = len(rows) // 2 + len(rows) % 2
        right = [*rows[half:], *[blank(width)] * (2 * half - len(rows))]
        return [heads * 2, *[[*a, *b] for a, b in zip(rows[:half], right, strict=True)]], 1
    if layout == "pair":
        ends = [
            [cell.strip() for cell in re.split("[-–—]|to|through", row[one.at])] for row in rows
        ]
        if all(end.isdigit() for row in ends for end in row) and all(map(any, ends)):
            names = random.choice((["low", "high"], ["Min", "Max"], ["From", "To"]))
            lines = [
                [*a[: one.at], e[0], e[-1], *a[one.at + 1 :]]
                for a, e in zip(rows, ends, strict=True)
            ]
            return [[*heads[: one.at], *names, *heads[one.at + 1 :]], *lines], 1
    if layout == "sections" and one.at == 0 and random.random() < 0.7:
        return [heads, ["FOREST", *blank(width - 1)], *rows, ["SWAMP", *blank(width - 1)], *rows], 1
    if layout == "merged":
        at = random.randint(1, len(rows))
        words = [MERGED if column == one.at else "and more" for column in range(width)]
        return [*grid[: at + 1], words, *grid[at + 1 :]], 1
    if layout == "again" and len(rows) > 3:
        at = len(rows) // 2
        return [*grid[: at + 1], heads, *grid[at + 1 :]], 1
    return grid, 1


def columns_named(grid: Grid) -> bool:
    """Whether the first line can name the keys of records."""
    return all(grid[0]) and len(set(grid[0])) == len(grid[0])


def csv_text(grid: Grid, sign: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=sign, lineterminator="\n").writerows(grid)
    return out.getvalue().encode()


def workbook(sheets: dict[str, Grid], random: Random) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for name, grid in sheets.items():
        sheet = book.create_sheet(name)
        for row, line in enumerate(grid, 1):
            for column, cell in enumerate(line, 1):
                if cell == MERGED:
                    sheet.merge_cells(
                        start_row=row - 1, end_row=row, start_column=column, end_column=column
                    )
                elif cell:
                    is_number = cell.isdigit() and cell[0] != "0" and random.random() < 0.5
                    sheet.cell(row, column, int(cell) if is_number else cell)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def markdown(grid: Grid, random: Random, title: str) -> bytes:
    edge = random.choice(("|", ""))
    bold = random.choice(("", "", "**"))
    lines = [
        f"{edge} {' | '.join([f'{bold}{line[0]}{bold}' if line[0] else '', *line[1:]])} {edge}"
        for line in grid
    ]
    lines.insert(1, f"{edge}{'|'.join(['---'] * len(grid[0]))}{edge}")
    return f"# {title}\n\nSome words, of no use.\n\n{chr(10).join(lines)}\n\nMore words.\n".encode()


def page(grid: Grid, title: str) -> bytes:
    """A page whose table has merged cells as rows that they span."""
    rows = []
    for number, line in enumerate(grid):
        tag, below = "td" if number else "th", grid[number + 1] if number + 1 < len(grid) else line
        cells = [
            f"<{tag}{' rowspan=2' * (under == MERGED)}>{escape(cell)}</{tag}>"
            for cell, under in zip(line, below, strict=True)
            if cell != MERGED
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<html><body><h2>{title}</h2><table>{''.join(rows)}</table></body></html>".encode()


def foundry(one: Part, random: Random) -> bytes | None:
    """A roll table of a virtual table; None where its ranges are no numbers."""
    results = []
    for row in one.rows:
        ends = row[one.at].replace("–", "-").split("-")
        if one.dice.write is not str or not all(end.isdigit() for end in ends) or len(ends) > 2:
            return None
        results.append({"type": 0, "text": row[1 - one.at], "weight": 1,
                        "range": [int(ends[0]), int(ends[-1])]})  # fmt: skip
    formula = one.heads[one.at] if one.dice.heads[0] not in ("Roll", "Range") else ""
    if not formula or len(results) < 2 or any(sign in formula for sign in "(%W×R x"):
        return None
    if random.random() < 0.5:
        random.shuffle(results)
    return json.dumps({"name": "Beans", "formula": formula, "results": results}, indent=1).encode()


def fivetools(grid: Grid) -> bytes:
    heads = [f"{{@dice {cell}}}" if cell in ("d6", "d20", "d100") else cell for cell in grid[0]]
    table = {"type": "table", "caption": "Beans", "colLabels": heads, "rows": grid[1:]}
    return json.dumps({"data": [{"name": "Magic", "entries": ["Words.", table]}]}).encode()


FORMS = (",", ",", ";", "\t", "txt", "md", "html", "xlsx", "foundry", "5e", "json", "yaml")


def case(seed: int) -> Case:  # noqa: C901
    """The table of a seed: half of them have a fault."""
    random = Random(seed)
    fault = FAULTS[seed // 2 % len(FAULTS)] if seed % 2 else ""
    while True:
        one, form, layout = part(random, fault), random.choice(FORMS), random.choice(LAYOUTS)
        if one is None:
            continue
        if layout == "no head":
            # Without any words nobody knows the dice: only what lies between the ends is sure.
            if (
                fault in ("last", "beyond", "unread")
                or form in ("json", "yaml", "5e", "foundry", "html")
                or one.dice.rolls[0] != 1
                or one.dice.heads[0] in ("Range", "Roll")
            ):
                continue
            if (
                not any("-" in row[one.at] or "–" in row[one.at] for row in one.rows)
                or len(one.rows) < 5
            ):
                continue
        if (layout == "again" and fault) or (
            layout == "pair" and fault in ("unread", "last", "beyond")
        ):
            continue
        if layout == "merged" and form not in ("xlsx", "html"):
            continue
        grid, tables = laid(one, random, layout)
        grid = grid[1:] if layout == "no head" else grid
        book = {"One": grid, "Two": [["d4", "x"], ["1-4", "y"]]}
        if form == "foundry" and fault in ("unread", "twice"):
            continue
        if form in (",", ";", "\t"):
            name, data = "t.tsv" if form == "\t" else "t.csv", csv_text(grid, form)
        elif form == "txt":
            name, data = "t.txt", "\n".join("\t".join(line) for line in grid).encode()
        elif form == "xlsx":
            name, data, tables = "t.xlsx", workbook(book, random), tables + 1
        elif form == "foundry":
            name, data, tables = "t.json", foundry(one, random), 1
        elif layout in (
            "title",
            "titles",
            "blank",
            "stacked",
            "stacked close",
            "no head",
            "beside",
        ):
            continue
        elif form == "md":
            name, data = "t.md", markdown(grid, random, "Encounters")
        elif form == "html":
            name, data = "t.html", page(grid, "Encounters")
        elif form == "5e":
            name, data = "t.json", fivetools(grid)
        elif not columns_named(grid):
            continue
        else:
            records = [dict(zip(grid[0], line, strict=True)) for line in grid[1:]]
            name, data = f"t.{form}", json.dumps(records, ensure_ascii=False).encode()
        if data is not None:
            return Case(name, data, tables, fault, f"{form}, {layout}, {one.heads[one.at]}")


def verdict(folder: Path, made: Case) -> str:
    """What was said of a file: right, wrong, or not claimed where any of its tables was not."""
    path = folder / made.name
    path.write_bytes(made.data)
    found = audit_file(path)
    if select_errors(found.problems):
        return "wrong"
    is_all = sum(said.count(", rolls ") for said in found.checked) >= made.tables
    return "right" if found.checked and is_all else "not claimed"


def main(many: int, folder: Path) -> None:
    counts = Counter[str]()
    for seed in range(many):
        made = case(seed)
        said = verdict(folder, made)
        meant = "wrong" if made.fault else "right"
        counts[f"{meant}: {said}"] += 1
        if said not in (meant, "not claimed") or (said == "not claimed" and "-v" in sys.argv):
            print(seed, made.form, made.fault or "right", "->", said)
    print(counts)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
