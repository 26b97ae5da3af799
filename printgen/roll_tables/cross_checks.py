"""Checks beyond the rolls: percentages, chances, totals, weights, number matrices, table names.

Each runs only if most of the table shows that it applies. `check_expectations` runs those of
--expect.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import msgspec

from printgen.problems import Log, Place
from printgen.roll_tables.detect.dice import split_heading_into_words
from printgen.roll_tables.detect.options import Expectation
from printgen.roll_tables.detect.roll_columns import RollColumn, get_cell_text
from printgen.roll_tables.detect.roll_ranges import parse_ranges, strip_footnotes
from printgen.roll_tables.detect.tables import HeadedTable
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import quote

_NUMBER_PATTERN = re.compile(r"([+-]?\d{1,9}(?:\.(\d{1,6}))?) ?%?")
_PERCENT_WORDS = {"%", "chance", "percent", "percentage", "probability", "odds"}
_TOTAL_WORDS = {"total", "totals", "sum"}
_CALL_PATTERN = re.compile(
    r"\broll(?:s|ed)?\b[^.;]{0,40}?\bon (?:the )?"
    r"(?:(table [a-z0-9]{1,4}\b)|([a-z' -]{3,40}?) table\b)",
    re.IGNORECASE,
)
# "Roll again on this table" names no other table.
_POINTING_WORDS = {
    "this",
    "the",
    "same",
    "that",
    "above",
    "below",
    "following",
    "next",
    "previous",
    "a",
}

_MAX_CALL_LENGTH = 80


class CompletedCheck(msgspec.Struct, frozen=True):
    """A check that was made: what it checked, in words for the summary, and the columns it read."""

    description: str
    columns: tuple[str, ...]


def check_stated_figures(
    table: HeadedTable, columns: Sequence[RollColumn], log: Log
) -> list[CompletedCheck]:
    """Report figures of a table that contradict its rolls or each other.

    These are percentages and totals that do not add up, weights that are not whole numbers from 1,
    and cells without a number in columns that have numbers as headings. `columns` are the columns
    of rolls. The problems are reported to `log`. Return the checks that were made.
    """
    rolls = {name for column in columns for name in column.names}
    names = [name for name in table.places if name not in rolls]
    # A last row "Total" repeats the others and would double each sum.
    rows = [row for row in table.rows if not _is_total_row(row, table)]
    results = list[CompletedCheck]()
    shares, other_count = dict[str, list[Node]](), 0
    for name in names:
        cells = [cell for row in rows if get_cell_text(cell := row.get(name))]
        numbers = [_read_number(cell) for cell in cells]
        if not all(numbers) or len(numbers) < 3:
            continue
        words = split_heading_into_words(name)
        is_shares = all("%" in get_cell_text(cell) for cell in cells) or _PERCENT_WORDS & {*words}
        if is_shares and _check_chances(name, columns):
            results.append(CompletedCheck(f"{name} against its rolls", (name,)))
        # Percentages whose sum is far from 100 are not shares of one whole.
        elif is_shares and 90 <= sum(filter(None, map(_read_value, cells)), Fraction()) <= 110:
            shares[name] = cells
        elif set(words) <= _TOTAL_WORDS:
            results += _check_totals(name, names, rows)
        else:
            other_count += bool(is_shares)
    # If most percentage columns are no shares, a sum near 100 is chance.
    for name, cells in shares.items() if len(shares) >= other_count else ():
        _check_percent_sum(name, cells, table, log)
        results.append(CompletedCheck(f"the sum of {name}", (name,)))
    first = next(iter(table.places))
    if not rolls and split_heading_into_words(first) in (("weight",), ("weights",)):
        results += _check_weights(first, rows)
    return results + _check_matrix_cells(names[1:], rows)


def find_table_references(table: HeadedTable) -> Iterator[tuple[Place, str]]:
    """Yield each "roll on TABLE" in cells: the place of the cell, and the name of TABLE.

    Long texts are skipped: they are descriptions, such as that of an item with its own table.
    """
    for row in table.rows:
        for cell in row.parts.values():
            text = get_cell_text(cell)
            for match in _CALL_PATTERN.finditer(text) if len(text) <= _MAX_CALL_LENGTH else ():
                table_name = (match[1] or match[2]).strip()
                last_words = _simplify_name(table_name).split()[-1:]
                if last_words and last_words[0] not in _POINTING_WORDS:
                    yield cell.place, table_name


def list_table_names(table: HeadedTable) -> Iterator[str]:
    """Yield the name of a table, and the names of further tables within it, such as "Table B"."""
    yield table.name
    cells = (get_cell_text(cell) for row in table.rows for cell in row.parts.values())
    yield from (text for text in cells if text[:6].lower() == "table ")


def is_known_table(table_name: str, names: Iterable[str]) -> bool:
    """Return whether the table that a cell names is one of `names`, in the singular or plural."""
    bare_name = _simplify_name(table_name)
    pattern = re.compile(rf"\b{re.escape(bare_name.removesuffix('s'))}s?\b")
    known = {_simplify_name(name) for name in names}
    return bare_name.removeprefix("table ") in known or any(map(pattern.search, known))


def _simplify_name(name: str) -> str:
    """Return the name of a table in lower case without punctuation, for comparison."""
    return " ".join(re.findall(r"[a-z0-9']+", name.lower()))


def _is_total_row(row: Node, table: HeadedTable) -> bool:
    first_text = get_cell_text(row.get(next(iter(table.places))))
    return bool(row.parts) and {*split_heading_into_words(first_text)} <= _TOTAL_WORDS


def _read_number(cell: Node) -> tuple[Fraction, int] | None:
    """Return the number in a cell, and how many decimals it has; None if it is not a number."""
    match = _NUMBER_PATTERN.fullmatch(strip_footnotes(get_cell_text(cell)).replace("\u2212", "-"))
    return (Fraction(match[1]), len(match[2] or "")) if match else None


def _read_value(cell: Node) -> Fraction | None:
    number = _read_number(cell)
    return number[0] if number else None


def _format_figure(value: Fraction) -> str:
    return f"{float(value):.6g}"


def _check_percent_sum(name: str, cells: Sequence[Node], table: HeadedTable, log: Log) -> None:
    """Report percentages whose sum differs from 100 by more than rounding explains."""
    pairs = [number for cell in cells if (number := _read_number(cell))]
    total = sum((value for value, _ in pairs), Fraction())
    # Rounding errors are independent, so their sum grows with the square root of their number.
    # Multiples of five are not rounded.
    margin = min(len(pairs) / 2, 0.9 * sqrt(len(pairs))) * 10 ** -max(number for _, number in pairs)
    if abs(total - 100) > margin * any(value % 5 for value, _ in pairs):
        hint = "correct the wrong row, or rename the column and leave out % if it has no shares"
        log.report(table.places[name], f"{name} sums to {_format_figure(total)} %, not 100", hint)


def _check_chances(name: str, columns: Sequence[RollColumn]) -> bool:
    """Report wrong chances in the column `name`, if most of its cells are chances in percent.

    A chance is wrong if it is not that of the roll in its row. Return whether most cells are
    chances.
    """
    for column in columns:
        ways, total = column.count_row_ways() if len(column.tables) == 1 else ({}, 0)
        right_count, wrong = 0, list[tuple[Node, str]]()
        for row, row_ways in ways.items() if total else ():
            odds = Fraction(100 * row_ways, total)
            if number := _read_number(row.get(name)):
                # Correct as far as its decimals show: within half a unit of the last decimal.
                is_right = abs(number[0] - odds) <= Fraction(1, 2 * 10 ** number[1])
                right_count += is_right
                decimals = max(number[1], 1)
                wrong += [] if is_right else [(row.get(name), f"{float(odds):.{decimals}f}")]
        if right_count >= 2 and right_count >= len(wrong):
            for cell, odds_text in wrong:
                message = f"{quote(get_cell_text(cell))} is wrong: the chance is {odds_text} %"
                cell.report(message, f"write {odds_text}%, or correct the roll")
            return True
    return False


def _check_totals(name: str, names: Sequence[str], rows: Sequence[Node]) -> list[CompletedCheck]:
    """Report wrong cells in the column `name` if most are the sum of their row's other numbers.

    Return the check in a list, which is empty if the column has no such sums. `names` are all
    columns.
    """
    others = [item for item in names if item != name]
    parts = [item for item in others if any(_read_value(row.get(item)) for row in rows)]
    sums = list[tuple[Node, Fraction]]()
    for row in rows:
        values = [value for item in parts if (value := _read_value(row.get(item))) is not None]
        if row.get(name).data and len(values) > 1:
            sums.append((row.get(name), sum(values, Fraction())))
    wrong = [item for item in sums if _read_value(item[0]) != item[1]]
    if len(sums) < 3 or 3 * (len(sums) - len(wrong)) < 2 * len(sums):
        return []
    for cell, total in wrong:
        text, total_text = quote(get_cell_text(cell)), _format_figure(total)
        message = f"{text} is under {name}, but its parts sum to {total_text}"
        cell.report(message, f"write {total_text}, or correct {', '.join(parts)}")
    return [CompletedCheck(f"{name} against {' + '.join(parts)}", (name, *parts))]


def _check_weights(name: str, rows: Sequence[Node]) -> list[CompletedCheck]:
    """Report cells in the column `name` that are not weights: whole numbers from 1.

    Return the check in a list.
    """
    weights = [(row.get(name), _read_value(row.get(name))) for row in rows if row.get(name).data]
    if sum(1 for _, weight in weights if weight is not None) < 2:
        return []
    for cell, value in weights:
        if value is None or value <= 0 or value.denominator > 1:
            message = f"the weight {quote(get_cell_text(cell))} is not a whole number of 1 or more"
            cell.report(message, "write how many times this row counts")
    return [CompletedCheck(name, (name,))]


def find_matrix_columns(names: Sequence[str], rows: Sequence[Node]) -> list[str]:
    """Return the columns with numbers as headings; an empty list if the table is no matrix."""
    number_columns = [name for name in names if parse_ranges(name)]
    cells = [row.get(name) for row in rows for name in number_columns]
    # With more than one cell in six wrong, the table is probably not a matrix of numbers.
    is_matrix = 6 * sum(map(_is_not_number, cells)) <= len(cells)
    return number_columns if is_matrix and len(number_columns) >= 3 <= len(rows) else []


def _is_not_number(cell: Node) -> bool:
    return _read_value(cell) is None and get_cell_text(cell) not in ("-", "–", "—")


def _check_matrix_cells(names: Sequence[str], rows: Sequence[Node]) -> list[CompletedCheck]:
    """Report cells of a matrix of numbers that are empty or words.

    Return the check in a list, which is empty if the table has no matrix.
    """
    number_columns = find_matrix_columns(names, rows)
    cells = [row.get(name) for row in rows for name in number_columns]
    for cell in filter(_is_not_number, cells):
        text = quote(get_cell_text(cell)) if cell.data else "an empty cell"
        cell.report(f"{text} is among numbers", "write a number, or – for none")
    claim = CompletedCheck(f"the numbers under {', '.join(number_columns)}", tuple(number_columns))
    return [claim] * bool(number_columns)


def check_expectations(
    table: HeadedTable, expectations: Sequence[Expectation]
) -> list[CompletedCheck]:
    """Report columns that break a rule of --expect, and return the checks that were made."""
    results, names = list[CompletedCheck](), {name.casefold(): name for name in table.places}
    for rule in expectations:
        if name := names.get(rule.column.casefold()):
            cells = [row.get(name) for row in table.rows if not _is_total_row(row, table)]
            _check_expectation([cell for cell in cells if cell.data], rule, table.places[name])
            claim = " ".join(filter(None, (name, rule.verb, rule.value)))
            results.append(CompletedCheck(claim, (name,)))
    return results


def _check_expectation(cells: Sequence[Node], expected: Expectation, header_place: Place) -> None:
    """Report the cells of one column that break one rule of --expect.

    Problems of the column as a whole are reported at `header_place`, the place of its heading.
    """
    under, texts = f"under {expected.column}", [get_cell_text(cell) for cell in cells]
    if expected.verb == "unique":
        first = dict(zip(reversed(texts), reversed(cells), strict=True))
        for cell in (cell for cell, text in zip(cells, texts, strict=True) if first[text] != cell):
            cell.report(f"{quote(get_cell_text(cell))} occurs twice {under}", "change one")
        return
    if expected.verb == "same":
        for cell in (cell for cell in cells if get_cell_text(cell) != texts[0]):
            message = f"{quote(get_cell_text(cell))} is {under}, but others are {quote(texts[0])}"
            cell.report(message, f"write {texts[0]}")
        return
    for cell in (cell for cell in cells if _read_value(cell) is None):
        message = f"{quote(get_cell_text(cell))} is not a number"
        cell.report(message, "write one, or change --expect")
    numbers = [(cell, value) for cell in cells if (value := _read_value(cell)) is not None]
    if expected.verb == "sums":
        total = sum((value for _, value in numbers), Fraction())
        if cells and total != Fraction(expected.value):
            message = f"{expected.column} sums to {_format_figure(total)}, not {expected.value}"
            cells[0].log.report(header_place, message, "correct a row, or change --expect")
        return
    direction = "rise" if expected.verb == "rises" else "fall"
    for (_, previous), (cell, value) in pairwise(numbers):
        if value == previous or (value > previous) != (direction == "rise"):
            message = f"{_format_figure(value)} comes after {_format_figure(previous)} {under}"
            cell.report(message, f"write numbers that {direction} from row to row")
