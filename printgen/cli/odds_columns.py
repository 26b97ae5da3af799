"""The columns that `printgen odds` prints, and their forms: text, and records for JSON and CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

from printgen.problems import InputError, suggest
from printgen.rules import odds

_WIDTH, _MIN_LABEL = 80, 24
"""The width of a terminal, and how much of a longer label is shown at least."""
_MAX_DENOMINATOR = 10**7
"""The largest denominator of a fraction in text; JSON and CSV have all fractions."""


class OddsTable(NamedTuple):
    """The odds of one table: two texts under `heads` for each row, and the columns by their heads.

    Columns in `means` are average numbers, all others chances.
    """

    title: str
    heads: tuple[str, str]
    labels: Mapping[str, tuple[str, str]]
    columns: Mapping[str, Mapping[str, Fraction]]
    means: Sequence[str] = ()


def list_odds(
    table: odds.RollTable | odds.DrawTable,
    modifiers: Sequence[int],
    times: int | None,
    end: str | None,
) -> Sequence[OddsTable]:
    """Return the chances of rolls with each modifier, or of draws up to the first card of `end`.

    By default for one roll or two draws. Raises `InputError` for what a table does not have.
    """
    if any(modifiers) and not table.has_modifiers:
        raise InputError("only sums of dice take a modifier", "leave --modifier out")
    if isinstance(table, odds.DrawTable):
        return [_list_draw_odds(table, times or 2, end)]
    if end is not None:
        raise InputError("--until needs a deck of cards", "leave it out")
    return _list_roll_odds(table, modifiers, times or 1)


def _list_roll_odds(
    table: odds.RollTable, modifiers: Sequence[int], times: int
) -> Sequence[OddsTable]:
    """Return one table, or with several modifiers and rolls one for each kind of odds."""
    is_plain = [*modifiers] == [0]
    heads = ["chance" if is_plain else f"{number:+d}" if number else "0" for number in modifiers]
    chances = dict(zip(heads, map(table.compute_chances, modifiers), strict=True))
    kinds = {"": chances}
    if times > 1:
        repeat = partial(odds.compute_repeat_chances, times=times)
        kinds[f"1+ of {times}"] = {head: repeat(column) for head, column in chances.items()}
        kinds["mean"] = {
            head: {row: times * chance for row, chance in column.items()}
            for head, column in chances.items()
        }
    # Without a modifier, every roll is in the table.
    rows = [row for row in chances[heads[0]] if not (is_plain and row == odds.OUTSIDE)]
    labels = {row: (table.rolls.get(row, ""), row) for row in rows}
    if len(heads) == 1:
        kinds = {"": {kind or heads[0]: columns[heads[0]] for kind, columns in kinds.items()}}
    tables = []
    for kind, columns in kinds.items():
        title = ", ".join(filter(None, (f"{table.title}: {table.dice}", kind)))
        means = heads if kind == "mean" else ["mean"]
        tables.append(OddsTable(title, ("rolls", table.result_head), labels, columns, means))
    return tables


def _list_draw_odds(deck: odds.DrawTable, draws: int, end: str | None) -> OddsTable:
    if end is not None and end not in deck.counts:
        raise InputError(f"no card has {end} under {deck.by}", suggest(end, deck.counts))
    columns = {"1 draw": odds.compute_draw_chances(deck.counts, 1)}
    for sign in ("", "*") if draws > 1 else ():
        how = deck.counts, draws, bool(sign)
        columns[f"1+ of {draws}{sign}"] = odds.compute_draw_chances(*how)
        columns[f"all {draws}{sign}"] = odds.compute_draw_chances(*how, is_every=True)
    columns["first at"] = odds.compute_mean_draws(deck.counts)
    title = f"{deck.title}: {sum(deck.counts.values()):,} cards" + "; *: put back" * (draws > 1)
    if end is not None:
        columns["before"] = odds.compute_chances_before(deck.counts, end)
        title += f"; before: drawn before the first {end}"
    labels = {row: (row, str(count)) for row, count in deck.counts.items()}
    return OddsTable(title, (deck.by, "cards"), labels, columns, ("first at",))


def format_odds(tables: Sequence[OddsTable], style: str) -> str:
    """Return tables as text, json or csv."""
    if style == "text":
        return "\n\n".join("\n".join((table.title, *_format_lines(table))) for table in tables)
    records, buffer = [*_list_records(tables)], io.StringIO()
    if style == "json":
        return json.dumps(records, ensure_ascii=False, indent=1)
    writer = csv.DictWriter(buffer, records[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return buffer.getvalue().rstrip("\n")


def _format_lines(table: OddsTable) -> Iterator[str]:
    """Yield lines of 80 characters, with fractions if all columns fit, or several blocks."""
    labels = [[*texts] for texts in zip(table.heads, *table.labels.values(), strict=True)]
    labels = [texts for texts in labels if any(texts[1:])]
    widths = [max(map(len, texts)) for texts in labels]
    for has_fractions in (True, False):
        columns = [_format_column(table, head, has_fractions) for head in table.columns]
        # Two spaces precede each column, and all labels but the longest are whole.
        space = _WIDTH - sum(widths) - 2 * len(widths) + max(widths)
        used = [2 + len(texts[0]) for texts in columns]
        room = space - min(max(widths), _MIN_LABEL)
        size = len(columns) if sum(used) <= room else max(room // max(used), 1)
        if size == len(columns):
            break
    limit = max(space - sum(used[:size]), _MIN_LABEL)
    for index, texts in enumerate(labels):
        cut = [text if len(text) <= limit else f"{text[: limit - 1]}…" for text in texts]
        labels[index] = [text.ljust(max(map(len, cut))) for text in cut]
    for start in range(0, len(columns), size):
        block = zip(*labels, *columns[start : start + size], strict=True)
        yield from ("  " + "  ".join(line).rstrip() for line in block)


def _format_column(table: OddsTable, head: str, has_fractions: bool) -> Sequence[str]:
    """Return the head of a column and its values, padded; fractions have a common denominator."""
    values = [table.columns[head].get(row) for row in table.labels]
    common = lcm(*(value.denominator for value in values if value is not None))
    has_fractions &= common <= _MAX_DENOMINATOR
    texts = [head]
    for value in values:
        if value is None or head in table.means:
            texts.append("–" if value is None else f"{float(value):.2f}")
        else:
            fraction = f"{value * common}/{common} " * has_fractions
            texts.append(fraction + f"{_format_percent(value):>7}")
    return [text.rjust(max(map(len, texts))) for text in texts]


def _format_percent(chance: Fraction) -> str:
    """Return a percentage. Only the chances 0 and 1 are 0 % and 100 %."""
    text = f"{float(round(100 * chance, 2)):.2f}%"
    rounded = {} if chance in (0, 1) else {"0.00%": "<0.01%", "100.00%": ">99.99%"}
    return rounded.get(text, text)


def _list_records(tables: Sequence[OddsTable]) -> Iterator[Mapping[str, object]]:
    """Yield each value as a record. A fraction is two numbers: 1/6 in a spreadsheet is a date."""
    for table in tables:
        for head, values in table.columns.items():
            for row in (row for row in table.labels if row in values):
                labels, value = zip(table.heads, table.labels[row], strict=True), values[row]
                ends = {"numerator": value.numerator, "denominator": value.denominator}
                number = {"value": float(value)}
                yield {"table": table.title, **dict(labels), "odds": head, **ends, **number}
