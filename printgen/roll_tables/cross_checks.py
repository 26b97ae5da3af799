"""Turn what else a table says into findings: percentages, chances, totals, weights, a matrix.

Each is asked only where most of the table says that it is meant, and `expected` where a user does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from printgen.problems import Where
from printgen.roll_tables.dice import words
from printgen.roll_tables.options import Expectation
from printgen.roll_tables.roll_columns import Banded, cell_text
from printgen.roll_tables.roll_ranges import read_ends
from printgen.roll_tables.table_detection import HeadedTable
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import shown
from printgen.rules.source_node import Entry

_NUMBER = re.compile(r"([+-]?\d{1,9}(?:\.(\d{1,6}))?) ?%?")
_PER_CENT = {"%", "chance", "percent", "percentage", "probability", "odds"}
_TOTAL = {"total", "totals", "sum"}
_CALL = re.compile(
    r"\broll(?:s|ed)?\b[^.;]{0,40}?\bon (?:the )?"
    r"(?:(table [a-z0-9]{1,4}\b)|([a-z' -]{3,40}?) table\b)",
    re.IGNORECASE,
)
_HERE = {"this", "the", "same", "that", "above", "below", "following", "next", "previous", "a"}


class Held(NamedTuple):
    """What was held to be so, in few words, and the columns that say it."""

    said: str
    columns: tuple[str, ...]


def report_stated(table: HeadedTable, columns: Sequence[Banded], scope: Scope) -> list[Held]:
    """Report what a table says that is not so, and say what was looked at."""
    rolls = {name for column in columns for name in column.names}
    names = [name for name in table.places if name not in rolls]
    rows = [row for row in table.rows if not _is_total(row, table)]
    said = list[Held]()
    shares, far = dict[str, list[Entry]](), 0
    for name in names:
        cells = [cell for row in rows if cell_text(cell := row.at(name))]
        read = [_number(cell) for cell in cells]
        if not all(read) or len(read) < 3:
            continue
        is_shares = all("%" in cell_text(cell) for cell in cells) or _PER_CENT & {*words(name)}
        if is_shares and _are_chances(name, columns):
            said.append(Held(f"{name} against its rolls", (name,)))
        elif is_shares and 90 <= sum(filter(None, map(_value, cells)), Fraction()) <= 110:
            shares[name] = cells
        elif set(words(name)) <= _TOTAL:
            said += _totals(name, names, rows)
        else:
            far += bool(is_shares)
    for name, cells in shares.items() if len(shares) >= far else ():
        _sum_to_hundred(name, cells, table, scope)
        said.append(Held(f"the sum of {name}", (name,)))
    first = next(iter(table.places))
    if not rolls and words(first) in (("weight",), ("weights",)):
        said += _check_weights(first, rows)
    return said + _check_matrix(names[1:], rows)


def calls(table: HeadedTable) -> Iterator[tuple[Where, str]]:
    """The other tables that cells say to roll on, by the names that these give them."""
    for row in table.rows:
        for cell in row.parts.values():
            for found in _CALL.finditer(cell_text(cell)):
                called = (found[1] or found[2]).strip()
                if _bare(called) and _bare(called).split()[-1] not in _HERE:
                    yield cell.place, called


def names_in(table: HeadedTable) -> Iterator[str]:
    """What a table may be called by, and the tables that its cells name."""
    yield table.name
    cells = (cell_text(cell) for row in table.rows for cell in row.parts.values())
    yield from (text for text in cells if text[:6].lower() == "table ")


def is_called(called: str, names: Iterable[str]) -> bool:
    """Whether one of some names is meant by another table's words."""
    own = _bare(called)
    form = re.compile(rf"\b{re.escape(own.removesuffix('s'))}s?\b")
    return any(_bare(one) == own.removeprefix("table ") or form.search(_bare(one)) for one in names)


def _bare(name: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", name.lower()))


def _is_total(row: Entry, table: HeadedTable) -> bool:
    return {*words(cell_text(row.at(next(iter(table.places)))))} <= _TOTAL and bool(row.parts)


def _number(cell: Entry) -> tuple[Fraction, int] | None:
    """A number and how many decimals it is written with."""
    found = _NUMBER.fullmatch(cell_text(cell).replace("\u2212", "-"))
    return (Fraction(found[1]), len(found[2] or "")) if found else None


def _value(cell: Entry) -> Fraction | None:
    read = _number(cell)
    return read[0] if read else None


def _written(value: Fraction) -> str:
    return f"{float(value):.6g}"


def _sum_to_hundred(name: str, cells: Sequence[Entry], table: HeadedTable, scope: Scope) -> None:
    """Report percentages that nearly sum to 100, as they are to, and do not."""
    read = [one for cell in cells if (one := _number(cell))]
    total = sum((value for value, _ in read), Fraction())
    # So many roundings seldom come to more; fives and tens are not rounded.
    spare = min(len(read) / 2, 0.9 * sqrt(len(read))) * 10 ** -max(one for _, one in read)
    if abs(total - 100) > spare * any(value % 5 for value, _ in read):
        hint = "mend the row that is wrong; what need not sum to 100 is no share"
        scope.report(table.places[name], f"{name} sums to {_written(total)} %, not 100", hint)


def _are_chances(name: str, columns: Sequence[Banded]) -> bool:
    """Whether most cells say how likely their roll is; those that do not are reported."""
    for column in columns:
        many, all_ = column.ways() if len(column.tables) == 1 else ({}, 0)
        right, wrong = 0, list[tuple[Entry, str]]()
        for row, own in many.items() if all_ else ():
            odds = Fraction(100 * own, all_)
            if read := _number(row.at(name)):
                is_right = abs(read[0] - odds) <= Fraction(1, 2 * 10 ** read[1])
                right += is_right
                decimals = max(read[1], 1)
                wrong += [] if is_right else [(row.at(name), f"{float(odds):.{decimals}f}")]
        if right >= 2 and right >= len(wrong):
            for cell, odds_said in wrong:
                found = (
                    f"{shown(cell_text(cell))} stands beside a roll whose chance is {odds_said} %"
                )
                cell.report(found, f"write {odds_said}%, or mend the roll")
            return True
    return False


def _totals(name: str, names: Sequence[str], rows: Sequence[Entry]) -> list[Held]:
    """Hold totals to the sums of the other numbers of their rows, where two thirds are these."""
    parts = [
        one for one in names if one != name and any(map(_value, (row.at(one) for row in rows)))
    ]
    held = list[tuple[Entry, Fraction]]()
    for row in rows:
        values = [_value(row.at(one)) for one in parts]
        if row.at(name).data and len([one for one in values if one is not None]) > 1:
            held.append((row.at(name), sum((one for one in values if one is not None), Fraction())))
    wrong = [one for one in held if _value(one[0]) != one[1]]
    if len(held) < 3 or 3 * (len(held) - len(wrong)) < 2 * len(held):
        return []
    for cell, total in wrong:
        found = f"{shown(cell_text(cell))} under {name}, and its parts sum to {_written(total)}"
        cell.report(found, f"write {_written(total)}, or mend {', '.join(parts)}")
    return [Held(f"{name} against {' + '.join(parts)}", (name, *parts))]


def _check_weights(name: str, rows: Sequence[Entry]) -> list[Held]:
    read = [(row.at(name), _value(row.at(name))) for row in rows if row.at(name).data]
    if sum(1 for _, one in read if one is not None) < 2:
        return []
    for cell, value in read:
        if value is None or value <= 0 or value.denominator > 1:
            found = f"the weight {shown(cell_text(cell))}"
            cell.report(found, "write a whole number of 1 or more: so many of all are this one")
    return [Held(name, (name,))]


def _check_matrix(names: Sequence[str], rows: Sequence[Entry]) -> list[Held]:
    """Report holes, and words, among numbers under heads that are numbers."""
    own = [name for name in names if read_ends(name)]
    cells = [row.at(name) for row in rows for name in own]
    odd = [
        cell for cell in cells if _value(cell) is None and cell_text(cell) not in ("-", "–", "—")
    ]
    if len(own) < 3 or len(rows) < 3 or 6 * len(odd) > len(cells):
        return []
    for cell in odd:
        found = f"{shown(cell_text(cell))} among numbers" if cell.data else "a hole among numbers"
        cell.report(found, "write a number, or – for none")
    return [Held(f"the numbers under {', '.join(own)}", tuple(own))]


def report_expected(table: HeadedTable, asked: Sequence[Expectation]) -> list[Held]:
    """Report where a column is not what a user expects of it; what was held, in few words."""
    said, known = list[Held](), {name.casefold(): name for name in table.places}
    for one in asked:
        if name := known.get(one.column.casefold()):
            cells = [row.at(name) for row in table.rows if not _is_total(row, table)]
            _expect([cell for cell in cells if cell.data], one, table.places[name])
            said.append(Held(" ".join(filter(None, (name, one.verb, one.value))), (name,)))
    return said


def _expect(cells: Sequence[Entry], asked: Expectation, head: Where) -> None:
    """Report the cells that are not as they are expected to be."""
    under, texts = f"under {asked.column}", [cell_text(cell) for cell in cells]
    if asked.verb == "unique":
        first = dict(zip(reversed(texts), reversed(cells), strict=True))
        for cell in (cell for cell, text in zip(cells, texts, strict=True) if first[text] != cell):
            cell.report(f"{shown(cell_text(cell))} stands twice {under}", "change one")
        return
    if asked.verb == "same":
        for cell in (cell for cell in cells if cell_text(cell) != texts[0]):
            found = f"{shown(cell_text(cell))} {under}, where others are {shown(texts[0])}"
            cell.report(found, f"write {texts[0]}")
        return
    for cell in (cell for cell in cells if _value(cell) is None):
        cell.report(f"{shown(cell_text(cell))} is no number", "write one, or expect less of it")
    numbers = [(cell, value) for cell in cells if (value := _value(cell)) is not None]
    if asked.verb == "sums":
        total = sum((value for _, value in numbers), Fraction())
        if cells and total != Fraction(asked.value):
            found = f"{asked.column} sums to {_written(total)}, not {asked.value}"
            cells[0].scope.report(head, found, "mend a row, or what you expect")
        return
    way = "rise" if asked.verb == "rises" else "fall"
    for (_, before), (cell, value) in pairwise(numbers):
        if value == before or (value > before) != (way == "rise"):
            found = f"{_written(value)} after {_written(before)} {under}"
            cell.report(found, f"it is to {way} from row to row")
