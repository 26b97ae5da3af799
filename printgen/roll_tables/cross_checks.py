"""Turn what else a table says into findings: percentages, chances, totals, weights, a matrix.

Each is asked only where most of the table says that it is meant, and `expected` where a user does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from printgen.problems import Spot
from printgen.roll_tables.dice import get_words
from printgen.roll_tables.options import Expectation
from printgen.roll_tables.roll_columns import RollColumn, cell_text
from printgen.roll_tables.roll_ranges import parse_ranges
from printgen.roll_tables.table_detection import HeadedTable
from printgen.rules.problem_log import Log
from printgen.rules.scalars import quote
from printgen.rules.source_node import Node

_NUMBER = re.compile(r"([+-]?\d{1,9}(?:\.(\d{1,6}))?) ?%?")
_PER_CENT = {"%", "chance", "percent", "percentage", "probability", "odds"}
_TOTAL = {"total", "totals", "sum"}
_TABLE_CALL = re.compile(
    r"\broll(?:s|ed)?\b[^.;]{0,40}?\bon (?:the )?"
    r"(?:(table [a-z0-9]{1,4}\b)|([a-z' -]{3,40}?) table\b)",
    re.IGNORECASE,
)
_POINTERS = {"this", "the", "same", "that", "above", "below", "following", "next", "previous", "a"}


class Claim(NamedTuple):
    """What was held to be so, in few words, and the columns that say it."""

    description: str
    columns: tuple[str, ...]


def check_statements(table: HeadedTable, columns: Sequence[RollColumn], scope: Log) -> list[Claim]:
    """Report what a table says that is not so, and say what was looked at."""
    rolls = {name for column in columns for name in column.names}
    names = [name for name in table.places if name not in rolls]
    rows = [row for row in table.rows if not _is_total_row(row, table)]
    results = list[Claim]()
    shares, far = dict[str, list[Node]](), 0
    for name in names:
        cells = [cell for row in rows if cell_text(cell := row.get(name))]
        numbers = [_read_number(cell) for cell in cells]
        if not all(numbers) or len(numbers) < 3:
            continue
        is_shares = all("%" in cell_text(cell) for cell in cells) or _PER_CENT & {*get_words(name)}
        if is_shares and _check_chances(name, columns):
            results.append(Claim(f"{name} against its rolls", (name,)))
        elif is_shares and 90 <= sum(filter(None, map(_value, cells)), Fraction()) <= 110:
            shares[name] = cells
        elif set(get_words(name)) <= _TOTAL:
            results += _check_totals(name, names, rows)
        else:
            far += bool(is_shares)
    for name, cells in shares.items() if len(shares) >= far else ():
        _check_percent_sum(name, cells, table, scope)
        results.append(Claim(f"the sum of {name}", (name,)))
    first = next(iter(table.places))
    if not rolls and get_words(first) in (("weight",), ("weights",)):
        results += _check_weights(first, rows)
    return results + _check_matrix(names[1:], rows)


def find_table_calls(table: HeadedTable) -> Iterator[tuple[Spot, str]]:
    """The other tables that cells say to roll on, by the names that these give them."""
    for row in table.rows:
        for cell in row.parts.values():
            for match in _TABLE_CALL.finditer(cell_text(cell)):
                table_name = (match[1] or match[2]).strip()
                if _plain(table_name) and _plain(table_name).split()[-1] not in _POINTERS:
                    yield cell.place, table_name


def list_table_names(table: HeadedTable) -> Iterator[str]:
    """What a table may be called by, and the tables that its cells name."""
    yield table.name
    cells = (cell_text(cell) for row in table.rows for cell in row.parts.values())
    yield from (text for text in cells if text[:6].lower() == "table ")


def is_known_table(table_name: str, names: Iterable[str]) -> bool:
    """Whether one of some names is meant by another table's words."""
    bare_name = _plain(table_name)
    pattern = re.compile(rf"\b{re.escape(bare_name.removesuffix('s'))}s?\b")
    return any(
        _plain(name) == bare_name.removeprefix("table ") or pattern.search(_plain(name))
        for name in names
    )


def _plain(name: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", name.lower()))


def _is_total_row(row: Node, table: HeadedTable) -> bool:
    return {*get_words(cell_text(row.get(next(iter(table.places)))))} <= _TOTAL and bool(row.parts)


def _read_number(cell: Node) -> tuple[Fraction, int] | None:
    """A number and how many decimals it is written with."""
    match = _NUMBER.fullmatch(cell_text(cell).replace("\u2212", "-"))
    return (Fraction(match[1]), len(match[2] or "")) if match else None


def _value(cell: Node) -> Fraction | None:
    number = _read_number(cell)
    return number[0] if number else None


def _format_value(value: Fraction) -> str:
    return f"{float(value):.6g}"


def _check_percent_sum(name: str, cells: Sequence[Node], table: HeadedTable, scope: Log) -> None:
    """Report percentages that nearly sum to 100, as they are to, and do not."""
    pairs = [number for cell in cells if (number := _read_number(cell))]
    total = sum((value for value, _ in pairs), Fraction())
    # So many roundings seldom come to more; fives and tens are not rounded.
    spare = min(len(pairs) / 2, 0.9 * sqrt(len(pairs))) * 10 ** -max(number for _, number in pairs)
    if abs(total - 100) > spare * any(value % 5 for value, _ in pairs):
        hint = "mend the row that is wrong; what need not sum to 100 is no share"
        scope.report(table.places[name], f"{name} sums to {_format_value(total)} %, not 100", hint)


def _check_chances(name: str, columns: Sequence[RollColumn]) -> bool:
    """Whether most cells say how likely their roll is; those that do not are reported."""
    for column in columns:
        ways, total = column.count_ways() if len(column.tables) == 1 else ({}, 0)
        right_count, wrong = 0, list[tuple[Node, str]]()
        for row, row_ways in ways.items() if total else ():
            odds = Fraction(100 * row_ways, total)
            if number := _read_number(row.get(name)):
                is_right = abs(number[0] - odds) <= Fraction(1, 2 * 10 ** number[1])
                right_count += is_right
                decimals = max(number[1], 1)
                wrong += [] if is_right else [(row.get(name), f"{float(odds):.{decimals}f}")]
        if right_count >= 2 and right_count >= len(wrong):
            for cell, odds_text in wrong:
                message = (
                    f"{quote(cell_text(cell))} stands beside a roll whose chance is {odds_text} %"
                )
                cell.report(message, f"write {odds_text}%, or mend the roll")
            return True
    return False


def _check_totals(name: str, names: Sequence[str], rows: Sequence[Node]) -> list[Claim]:
    """Hold totals to the sums of the other numbers of their rows, where two thirds are these."""
    parts = [
        item for item in names if item != name and any(map(_value, (row.get(item) for row in rows)))
    ]
    sums = list[tuple[Node, Fraction]]()
    for row in rows:
        values = [_value(row.get(item)) for item in parts]
        if row.get(name).data and len([item for item in values if item is not None]) > 1:
            sums.append(
                (row.get(name), sum((item for item in values if item is not None), Fraction()))
            )
    wrong = [item for item in sums if _value(item[0]) != item[1]]
    if len(sums) < 3 or 3 * (len(sums) - len(wrong)) < 2 * len(sums):
        return []
    for cell, total in wrong:
        message = (
            f"{quote(cell_text(cell))} under {name}, and its parts sum to {_format_value(total)}"
        )
        cell.report(message, f"write {_format_value(total)}, or mend {', '.join(parts)}")
    return [Claim(f"{name} against {' + '.join(parts)}", (name, *parts))]


def _check_weights(name: str, rows: Sequence[Node]) -> list[Claim]:
    weights = [(row.get(name), _value(row.get(name))) for row in rows if row.get(name).data]
    if sum(1 for _, weight in weights if weight is not None) < 2:
        return []
    for cell, value in weights:
        if value is None or value <= 0 or value.denominator > 1:
            message = f"the weight {quote(cell_text(cell))}"
            cell.report(message, "write a whole number of 1 or more: so many of all are this one")
    return [Claim(name, (name,))]


def _check_matrix(names: Sequence[str], rows: Sequence[Node]) -> list[Claim]:
    """Report holes, and words, among numbers under heads that are numbers."""
    number_columns = [name for name in names if parse_ranges(name)]
    cells = [row.get(name) for row in rows for name in number_columns]
    wrong = [
        cell for cell in cells if _value(cell) is None and cell_text(cell) not in ("-", "–", "—")
    ]
    if len(number_columns) < 3 or len(rows) < 3 or 6 * len(wrong) > len(cells):
        return []
    for cell in wrong:
        message = f"{quote(cell_text(cell))} among numbers" if cell.data else "a hole among numbers"
        cell.report(message, "write a number, or – for none")
    return [Claim(f"the numbers under {', '.join(number_columns)}", tuple(number_columns))]


def check_expectations(table: HeadedTable, expectations: Sequence[Expectation]) -> list[Claim]:
    """Report where a column is not what a user expects of it; what was held, in few words."""
    results, names = list[Claim](), {name.casefold(): name for name in table.places}
    for rule in expectations:
        if name := names.get(rule.column.casefold()):
            cells = [row.get(name) for row in table.rows if not _is_total_row(row, table)]
            _check_expectation([cell for cell in cells if cell.data], rule, table.places[name])
            results.append(Claim(" ".join(filter(None, (name, rule.verb, rule.value))), (name,)))
    return results


def _check_expectation(cells: Sequence[Node], expected: Expectation, header_place: Spot) -> None:
    """Report the cells that are not as they are expected to be."""
    under, texts = f"under {expected.column}", [cell_text(cell) for cell in cells]
    if expected.verb == "unique":
        first = dict(zip(reversed(texts), reversed(cells), strict=True))
        for cell in (cell for cell, text in zip(cells, texts, strict=True) if first[text] != cell):
            cell.report(f"{quote(cell_text(cell))} stands twice {under}", "change one")
        return
    if expected.verb == "same":
        for cell in (cell for cell in cells if cell_text(cell) != texts[0]):
            message = f"{quote(cell_text(cell))} {under}, where others are {quote(texts[0])}"
            cell.report(message, f"write {texts[0]}")
        return
    for cell in (cell for cell in cells if _value(cell) is None):
        cell.report(f"{quote(cell_text(cell))} is no number", "write one, or expect less of it")
    numbers = [(cell, value) for cell in cells if (value := _value(cell)) is not None]
    if expected.verb == "sums":
        total = sum((value for _, value in numbers), Fraction())
        if cells and total != Fraction(expected.value):
            message = f"{expected.column} sums to {_format_value(total)}, not {expected.value}"
            cells[0].log.report(header_place, message, "mend a row, or what you expect")
        return
    direction = "rise" if expected.verb == "rises" else "fall"
    for (_, previous), (cell, value) in pairwise(numbers):
        if value == previous or (value > previous) != (direction == "rise"):
            message = f"{_format_value(value)} after {_format_value(previous)} {under}"
            cell.report(message, f"it is to {direction} from row to row")
