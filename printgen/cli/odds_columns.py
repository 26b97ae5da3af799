"""The columns that `printgen odds` prints, as text or as records for JSON and CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import lcm
from textwrap import wrap

import msgspec

from printgen.problems import InputError, suggest_known_words
from printgen.roll_tables import odds

_WIDTH, _MIN_LABEL = 80, 20
"""The width of a terminal, and the least width at which longer labels are wrapped."""


class OddsTable(msgspec.Struct, frozen=True):
    """The odds of one dice table or deck, as columns of values.

    - `labels`: for each row, by its key, the two texts to the left of its values.
    - `heads`: the two headings above these texts.
    - `columns`: the values of each column by the key of the row. The key of a column is its
      heading.
    - `means`: the columns with average numbers. All other columns have chances.
    """

    title: str
    heads: tuple[str, str]
    labels: Mapping[str, tuple[str, str]]
    columns: Mapping[str, Mapping[str, Fraction]]
    means: Sequence[str] = ()


def compute_odds_table(
    table: odds.OddsSource, modifiers: Sequence[int], times: int | None, until: str | None
) -> OddsTable:
    """Return the chances of a dice table with each of `modifiers`, or of a deck of cards.

    `times` is the number of rolls or draws; None means 1 roll or 2 draws. `until` is the text of a
    card in a deck. If it is given, one more column has the chance that each other card is drawn
    before the first card with that text. Raises `InputError` if an option does not suit the table,
    or if the deck has no card with that text.
    """
    if any(modifiers) and not table.has_modifiers:
        raise InputError("only sums of dice take a modifier", "leave --modifier out")
    if isinstance(table, odds.DrawTable):
        return _compute_draw_odds_table(table, times or min(2, sum(table.counts.values())), until)
    if until is not None:
        raise InputError("only a deck of cards is drawn --until a card", "leave it out")
    heads = [f"{number:+d}" if number else "0" for number in modifiers]
    heads = ["chance"] if heads == ["0"] else heads
    columns = dict(zip(heads, map(table.compute_chances, modifiers), strict=True))
    chances, title = columns[heads[0]], f"{table.title}: {table.dice}"
    if times and times > 1:
        if len(heads) > 1:
            raise InputError("--times takes only one modifier", "write one number, such as +1")
        columns[f"1+ of {times}"] = odds.compute_at_least_once_chances(chances, times)
        columns["mean"] = {row: times * chance for row, chance in chances.items()}
        title += ", put back" * table.is_draw
    is_left = any(column.get(odds.OUTSIDE) for column in columns.values())
    rows = [*chances] if is_left else [row for row in chances if row != odds.OUTSIDE]
    labels = {row: (table.rolls.get(row, ""), row) for row in rows}
    return OddsTable(title, ("rolls", table.result_head), labels, columns, ["mean"])


def _compute_draw_odds_table(deck: odds.DrawTable, draws: int, until: str | None) -> OddsTable:
    if until is not None and not deck.counts.get(until):
        hint = suggest_known_words(until, deck.counts)
        raise InputError(f'no card has "{until}" under {deck.by}', hint)
    total = sum(deck.counts.values())
    columns = {"1 draw": odds.compute_draw_chances(deck.counts, 1)}
    for sign in ("", "*") if draws > 1 else ():
        how = deck.counts, draws, bool(sign)
        columns[f"1+ of {draws}{sign}"] = odds.compute_draw_chances(*how)
        columns[f"all {draws}{sign}"] = odds.compute_draw_chances(*how, is_every=True)
    columns["first at"] = odds.compute_mean_draws(deck.counts)
    title = f"{deck.title}: {total:,} card{'s' * (total != 1)}" + "; *: put back" * (draws > 1)
    if until is not None:
        columns["before"] = odds.compute_chances_before(deck.counts, until)
        title += f"; before: drawn before the first {until}"
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
    """Yield the lines of a table, of up to 80 characters.

    If not all columns have room, fractions are left out. If that is not enough, the columns are
    divided into several blocks, one below the other.
    """
    labels = [[*texts] for texts in zip(table.heads, *table.labels.values(), strict=True)]
    labels = [texts for texts in labels if any(texts[1:])]
    widths = [max(map(len, texts)) for texts in labels]
    for has_fractions in (True, False):
        columns = [_format_column(table, head, has_fractions) for head in table.columns]
        # Two spaces precede each column.
        used = [2 + len(texts[0]) for texts in columns]
        room = _WIDTH - sum(2 + min(width, _MIN_LABEL) for width in widths)
        size = len(columns) if sum(used) <= room else max(room // max(used), 1)
        if size == len(columns):
            break
    while sum(widths) + 2 * len(widths) + sum(used[:size]) > _WIDTH:
        widths[widths.index(max(widths))] -= 1
    for start in range(0, len(columns), size):
        block = columns[start : start + size]
        limits = [*widths, *(len(texts[0]) for texts in block)]
        yield from [""] * (start > 0)
        for line in zip(*labels, *block, strict=True):
            parts = map(partial(wrap, break_on_hyphens=False), line, limits)
            for pieces in zip_longest(*parts, fillvalue=""):
                yield "  " + "  ".join(map(str.ljust, pieces, limits)).rstrip()


def _format_column(table: OddsTable, head: str, has_fractions: bool) -> Sequence[str]:
    """Return the head of a column and its values, padded to one width.

    With `has_fractions`, each value also has a fraction. All have one common denominator.
    """
    values = [table.columns[head].get(row) for row in table.labels]
    common = lcm(*(value.denominator for value in values if value is not None))
    texts = [head]
    for value in values:
        if value is None or head in table.means:
            texts.append("–" if value is None else f"{float(value):.2f}")
        else:
            fraction = f"{value * common}/{common} " * has_fractions
            texts.append(fraction + f"{_format_percent(value):>7}")
    return [text.rjust(max(map(len, texts))) for text in texts]


def _format_percent(chance: Fraction) -> str:
    """Return a percentage. It is 0 % or 100 % only for a chance of exactly 0 or 1."""
    text = f"{float(round(100 * chance, 2)):.2f}%"
    rounded = {} if chance in (0, 1) else {"0.00%": "<0.01%", "100.00%": ">99.99%"}
    return rounded.get(text, text)


def _list_records(tables: Sequence[OddsTable]) -> Iterator[Mapping[str, object]]:
    """Yield each value as a record.

    A fraction is two numbers, because a spreadsheet would read 1/6 as a date.
    """
    for table in tables:
        for head, values in table.columns.items():
            for row in (row for row in table.labels if row in values):
                labels, value = zip(table.heads, table.labels[row], strict=True), values[row]
                ends = {"numerator": value.numerator, "denominator": value.denominator}
                number = {"value": float(value)}
                yield {"table": table.title, **dict(labels), "odds": head, **ends, **number}
