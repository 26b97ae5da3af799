"""Turn what a heading says of dice into the totals that they roll.

It reads sums of dice and numbers, all of it times a number, and dice that are read off digit by
digit. What is done to dice otherwise, such as dropping the lowest, is not understood and named.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from unicodedata import normalize

_DIE = r"(\d{0,3}) ?[dw](%|\d{1,5})s?"
_SUM = re.compile(
    rf"(?<![a-z0-9]){_DIE}(?![a-z0-9])(?: ?[+-] ?(?:{_DIE}|\d{{1,3}})(?![a-z0-9]))*"
    r"(?: ?[x*×] ?(\d{1,5})(?![a-z0-9]))?"
)
_PART = re.compile(rf"([+-]?) ?(?:{_DIE}|(\d{{1,3}}))")
_ODD = re.compile(
    r"(?<![a-z])[dw]\d+(?:[a-rt-z!]|/\d| ?[*x×] ?\d*[dw]| ?[÷^] ?\d)|(?:\d ?|\b)[x×*] ?\d*[dw]\d"
)
"""Dice with something done to them."""
_DIGITS = re.compile(r"1?d(([2-8])\2+)")
_TWISTS = {"advantage", "best", "disadvantage", "drop", "highest", "keep", "lowest", "worst"}
_ROLL = {"%", "d", "dice", "die", "percentile", "roll", "rolls", "wurf", "würfel"}
_FILLING = {*_ROLL, "a", "on", "result", "table", "the", "total"}


ASKED = "as --dice says"
"""How dice are known that the user named: for tables that do not say."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says: the dice, if any, and their lowest and highest total over `step`.

    It speaks of a roll where `is_roll`, of nothing else where `is_bare`, of dice that are not
    understood where `is_odd`. Each digit is a die of so many `faces`, `digits` of them, if any.
    The `parts` are so many dice, fewer than none where they are taken away, of so many sides.
    `how` is what tells all that.
    """

    dice: str = ""
    lowest: int = 0
    highest: int = 0
    is_roll: bool = False
    is_bare: bool = False
    is_odd: bool = False
    faces: int = 0
    digits: int = 0
    step: int = 1
    parts: tuple[tuple[int, int], ...] = ()
    how: str = "as the heading says"


def words(heading: str) -> tuple[str, ...]:
    """The words of a heading; d100Min and d100_min are two, and what tells it from another none."""
    heading = re.sub(r"(?<=.) \(column [A-Z]+\)$|(?<=^column) [A-Z]+$", "", heading)
    heading = normalize("NFKC", heading).replace("\u2212", "-").replace("–", "-")
    # dice: 1d8|avg (d8), as converters to Obsidian write it
    heading = re.sub(r"(?i)\b(?:1(?=[dw]))?(\d*[dw]\d+)\b(.*)\(1?\1\)", r"\1\2", heading)
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_\s()\[\]:;,.]+|/(?!\d)", " ", heading)
    return tuple(apart.lower().split())


def read_heading(heading: Iterable[str]) -> Heading:
    """What the words of a heading say of dice."""
    said = " ".join(heading)
    found = list(_SUM.finditer(said))
    left = _SUM.sub(" ", said)
    rest = set(left.split())
    is_roll = bool(found or rest & _ROLL)
    read = Heading(is_roll=is_roll, is_bare=is_roll and rest <= _FILLING)
    odd = replace(read, dice=said, is_roll=True, is_odd=True)
    if {one[0].lstrip("1") for one in found} == {"d%", "d100"}:
        found = found[:1]  # d100 (d%)
    if len(found) > 1 or _ODD.search(said) or (found and rest & _TWISTS):
        return odd
    # With a modifier in words nobody knows the lowest and highest.
    if re.search(r"\+ ?[a-z]|-[a-z]", left) or not (found or rest & {"%", "percentile"}):
        return read
    name = found[0][0].replace(" ", "").replace("w", "d") if found else "d100"
    shown = found[0][0].replace(" ", "") if found else "d100"
    if single := _DIGITS.fullmatch(name):
        faces, digits = int(single[2]), len(single[1])
        return replace(
            read, dice=shown, lowest=1, highest=faces**digits, faces=faces, digits=digits
        )
    total, _, times = re.sub("[x×]", "*", name).partition("*")
    lowest = highest = 0
    parts = list[tuple[int, int]]()
    for sign, many, sides, more in _PART.findall(total):
        dice, faces = int(many or 1), 100 if sides in ("%", "00") else int(sides or 0)
        ends = (int(more), int(more)) if more else (dice, dice * faces)
        if not more and not ends[1]:
            return odd
        low, high = ends if sign != "-" else (-ends[1], -ends[0])
        lowest, highest = lowest + low, highest + high
        parts += [] if more else [(-dice if sign == "-" else dice, faces)]
    if times and (int(times) < 1 or re.search(r"\d[+-]", total)):
        return odd  # who is to say whether 1d6+1×10 is 1d6+10?
    step, known = int(times or 1), (*parts,)
    return replace(read, dice=shown, lowest=lowest, highest=highest, step=step, parts=known)
