"""Forty tables with a seeded fault and forty without, in every spelling: all told, no false alarm.

What is told is followed to the letter, and then the table must be whole.
"""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from printgen.problems import Problem
from printgen.roll_tables.report import audit_file

Bounds = list[tuple[int, int]]
Spell = Callable[[int, int], str]


class Kind(NamedTuple):
    """Dice as a heading calls them, their rolls, and how a column writes a range of them."""

    heading: str
    low: int
    high: int
    spell: Spell


def plainly(to: str, width: int = 1) -> Spell:
    """Ranges with such a sign between."""

    def spell(low: int, high: int) -> str:
        return f"{low:0{width}}{to}{high:0{width}}" if low < high else f"{low:0{width}}"

    return spell


def percent(to: str, zeros: str = "00") -> Spell:
    """Ranges of a d100 whose highest roll is written 00."""

    def spell(low: int, high: int) -> str:
        first, last = (zeros if end == 100 else f"{end:02}" for end in (low, high))
        return f"{first}{to}{last}" if low < high else first

    return spell


def ended(less: str, more: str, lowest: int, highest: int) -> Spell:
    """Ranges of which the first and the last are open."""

    def spell(low: int, high: int) -> str:
        if low == lowest < high:
            return less.format(high)
        return more.format(low) if low < high == highest else plainly("-")(low, high)

    return spell


def sixes(low: int, high: int) -> str:
    """Ranges of a d66 as it is read off."""
    first, last = (f"{(end - 1) // 6 + 1}{(end - 1) % 6 + 1}" for end in (low, high))
    return f"{first}-{last}" if low < high else first


KINDS = (
    Kind("d100", 1, 100, percent("-")),
    Kind("1d100", 1, 100, percent("–")),
    Kind("d%", 1, 100, percent(" - ", "000")),
    Kind("%", 1, 100, plainly("—", 2)),
    Kind("Roll (d100)", 1, 100, plainly(" to ")),
    Kind("d20", 1, 20, plainly("\u2212")),
    Kind("1D20", 1, 20, plainly("–", 2)),
    Kind("2d6", 2, 12, ended("{} or less", "{}+", 2, 12)),
    Kind("3d6 roll", 3, 18, ended("≤{}", "≥{}", 3, 18)),
    Kind("2d10", 2, 20, ended("<={}", "{} or more", 2, 20)),
    Kind("2d8", 2, 16, ended("{}-", "{} and up", 2, 16)),
    Kind("d66", 1, 36, sixes),
    Kind("Roll", 1, 36, sixes),
    Kind("Result", 1, 20, plainly("-")),
    Kind("roll", 1, 30, plainly(" through ")),
    Kind("d12", 1, 12, lambda low, high: str(low)),
    Kind("low,high", 1, 100, plainly(",")),
    Kind("d20_min,d20_max", 1, 20, plainly(",")),
    Kind("From,To", 1, 24, plainly(",")),
    Kind("W10", 1, 10, lambda low, high: str(low % 10)),
)


def table(kind: Kind, random: Random) -> Bounds:
    """Bands that hold each roll once, in order."""
    rolls = range(kind.low, kind.high)
    if kind.spell(1, 2) == kind.spell(1, 1):
        return [(roll, roll) for roll in range(kind.low, kind.high + 1)]
    ends = sorted(random.sample(rolls, min(len(rolls) // 2, random.randint(5, 12))))
    if kind.heading == "Roll":
        # Nobody but the ends says that these are of a d66.
        ends = sorted({1, *ends, 35})
    return list(zip([kind.low, *(end + 1 for end in ends)], [*ends, kind.high], strict=True))


def cells(kind: Kind, low: int, high: int) -> list[str]:
    """What a row writes of a band, in one column or in two."""
    if "," not in kind.heading:
        return [kind.spell(low, high)]
    return [str(low), str(high)]


def rows(kind: Kind, bounds: Bounds, random: Random) -> list[list[str]]:
    """The lines of a file, with columns that no one should take for rolls."""
    head = ["Item", *kind.heading.split(","), "No. appearing", "Weight", "Pages"]
    lines = [head]
    for number, (low, high) in enumerate(bounds):
        many = random.choice(["1-4", "2-8", "1-6", "3-12", "1"])
        pages = f"{3 * number + 12}-{3 * number + random.randint(13, 15)}"
        weight = str(random.randint(1, 9))
        lines.append([f"thing {number}", *cells(kind, low, high), many, weight, pages])
    return lines


def written(path: Path, lines: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    return path


@pytest.mark.parametrize("seed", range(40))
def test_no_false_alarm(tmp_path: Path, seed: int) -> None:
    random, kind = Random(seed), KINDS[seed % len(KINDS)]
    bounds = table(kind, random)
    problems, checked = audit_file(written(tmp_path / "t.csv", rows(kind, bounds, random)), "")[:2]
    assert problems == ()
    name = " and ".join(kind.heading.split(","))
    (said,) = checked
    assert said.startswith(f"{name}, {len(bounds)} rows, rolls ")
    assert ";" not in said


def dropped(bounds: Bounds, at: int, random: Random) -> None:
    del bounds[at]


def twice(bounds: Bounds, at: int, random: Random) -> None:
    bounds.insert(at, bounds[at])


def gap(bounds: Bounds, at: int, random: Random) -> None:
    bounds[at] = bounds[at][0] + 1, bounds[at][1]


def shared(bounds: Bounds, at: int, random: Random) -> None:
    bounds[at] = bounds[at][0] - 1, bounds[at][1]


def low_slip(bounds: Bounds, at: int, random: Random) -> None:
    low, high = bounds[at]
    bounds[at] = random.randint(min(bounds[0][0], low - 1), low - 1), high


def high_slip(bounds: Bounds, at: int, random: Random) -> None:
    low, high = bounds[at]
    bounds[at] = low, random.randint(high + 1, max(bounds[-1][1], high + 1))


FAULTS = (dropped, twice, gap, shared, low_slip, high_slip)


def spoilt(lines: list[list[str]], at: int, random: Random, column: int) -> None:
    """A cell that cannot be read."""
    lines[at][column] = random.choice(["12--15", "1O-20", "twleve", "?", "2-Jan", "9-8"])


def followed(lines: list[list[str]], problems: tuple[Problem, ...]) -> list[list[str]]:
    """The lines with what was told done to them."""
    lines, gone = [list(line) for line in lines], []
    for problem in problems:
        line = lines[problem.where.line - 1]
        if problem.hint.startswith("delete the row"):
            gone.append(line)
        elif match := re.match(r'write "([^"]+)"', problem.hint):
            text = ",".join(lines[problem.where.line - 1][: len(line)])
            column = text[: problem.where.column - 1].count(",")
            line[column] = match[1]
        else:
            first = problem.hint.partition(", or ")[0]
            for end, name in re.findall(r"(?:write|and) (\S+) under (\w+)", first):
                line[lines[0].index(name)] = end
    return [line for line in lines if not any(line is one for one in gone)]


@pytest.mark.parametrize("seed", range(48))
def test_a_fault_is_told_at_its_line_and_mended_as_told(tmp_path: Path, seed: int) -> None:
    random, kind = Random(seed), KINDS[(seed + seed // len(KINDS)) % len(KINDS)]
    bounds = table(kind, random)
    # Where nothing names the dice, nobody can tell what comes before the first or after the last.
    is_named = re.search(r"d\d|d%|^%|W", kind.heading) and kind.spell is not sixes
    inner = range(1, len(bounds) - 1)
    among = range(len(bounds)) if is_named else inner
    wide = [at for at in among if bounds[at][0] < bounds[at][1]]
    fault = FAULTS[seed % (len(FAULTS) + 1)] if seed % 7 < len(FAULTS) else None
    if fault in (gap, shared, low_slip, high_slip) and not wide:
        fault = twice
    at = random.choice(wide if fault in (gap, shared, low_slip, high_slip) else among)
    if fault:
        fault(bounds, at, random)
    lines = rows(kind, bounds, random)
    if fault is None:
        spoilt(lines, at + 1, random, 1)
    problems, checked = audit_file(written(tmp_path / "t.csv", lines), "")[:2]
    assert len(problems) == 1, problems
    assert checked
    told = problems[0]
    assert told.where.file == str(tmp_path / "t.csv")
    line = min(at + 2, len(lines))  # the last may be the one that is missing
    assert re.search(rf"t.csv:{line}:| line {line}\b", f"{told}"), told
    # The column is that of the rolls, or of the end that is wrong.
    assert told.where.column - 1 >= len(lines[told.where.line - 1][0])
    if "write one roll" not in told.hint:
        assert audit_file(written(tmp_path / "t.csv", followed(lines, problems)), "")[0] == ()
