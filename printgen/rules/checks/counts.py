"""Checks of counts, sums and numbers in texts against the values that the checks declare.

A check can count all rows, the rows for each word of some columns, the rows or dice rolls that fall
on each number of a range, or the words in each row. It can add up the numbers in a table or in
each of its rows, and compare the numbers and marks in the texts of a table.
"""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from msgspec.structs import replace

from printgen.problems import InputError, Place, Problem, suggest_known_words
from printgen.rules.checks.check import make_problem
from printgen.rules.files.scalars import MINUS, parse_count, parse_range, parse_whole_number, quote
from printgen.rules.files.struct_reader import Amount, Dotted, Id, Name, Positive, Text, Whole
from printgen.rules.model import Check, Filter, Game, Row, Table
from printgen.rules.queries.paths import filter_rows, find_column, follow_path, get_words_at_path
from printgen.rules.queries.query import (
    ColumnPath,
    Numbers,
    join_words_at_path,
    list_column_words,
    read_outcomes,
    read_range,
)

_NUMBER_TYPES = ("number", "modifier", "box", "need")
_FIX_HINT = "correct the rows, or the expected value here"
_CONDITIONS: dict[str, tuple[str, Callable[[int, Any], bool]]] = {
    "is_": ("", operator.eq),
    "at_most": ("at most ", operator.le),
    "at_least": ("at least ", operator.ge),
    "multiple_of": ("a multiple of ", lambda value, divisor: value % divisor == 0),
}
"""The conditions on a number: the field, its wording in a message, and its test."""


class NumberCheck(Check, frozen=True, kw_only=True):
    """A check that whole numbers meet all of its conditions, such as `is` and `at_most`.

    Each subclass finds the numbers in the game, for example by counting rows.
    """

    where: Filter = {}
    is_: Annotated[Any, parse_whole_number] = None
    at_most: Annotated[Any, parse_whole_number] = None
    at_least: Annotated[Any, parse_whole_number] = None
    multiple_of: Positive | None = None

    def __post_init__(self) -> None:
        if not self.conditions:
            raise InputError("the check has no expected value", "add is: with the expected number")

    @property
    def conditions(self) -> dict[str, Any]:
        """The conditions that are set, such as `at_most`, each with its expected number."""
        fields = {field: getattr(self, field) for field in _CONDITIONS}
        return {field: expected for field, expected in fields.items() if expected is not None}

    def iter_checked_numbers(
        self, game: Game
    ) -> Iterator[tuple[str, Place, int, Mapping[str, Any]]]:
        """Yield each number to check: its name in messages, place, value and conditions.

        The conditions are a mapping, such as {"at_most": 3}.
        """
        raise NotImplementedError

    def find_problems(self, game: Game) -> Iterator[Problem]:
        prefix, hint = "but the check expects", _FIX_HINT
        if game.files:
            prefix, hint = "but the rules require", f"see the rule in {self.source or self.place}"
        for subject, place, value, conditions in self.iter_checked_numbers(game):
            # A broken limit is a mistake in the player's file, so it is reported there.
            check = replace(self, place=place) if game.files else self
            for field, expected in conditions.items():
                wording, is_met = _CONDITIONS[field]
                if expected is not None and not is_met(value, expected):
                    message = f"is {value}, {prefix} {wording}{quote(expected)}"
                    fix = self.suggest_fix(value, field, expected) if game.files else ""
                    yield make_problem(check, subject, message, fix + hint)

    def suggest_fix(self, value: int, field: str, expected: Any) -> str:
        """Return what the player can change to meet a condition, or "" if there is no advice.

        The text is put before a hint. `value` is the number that was found. `field` is the
        condition, such as `at_most`, and `expected` is the number that it requires.
        """
        return ""


class SumCheck(NumberCheck, frozen=True, kw_only=True):
    """A check of one sum: the numbers at the paths `sum`, in all rows.

    - `sum`: tables, each with the path to a column of numbers.
    - `times`: a column. Each number is multiplied by the cell of its row in this column.
    - `fewer`: a table and one of its columns of numbers. When the files of several players are
      read together, this column is set to the amount by which the player's sum is lower than the
      highest sum of a rival, or to 0.
    """

    accepted_types = {"sum": _NUMBER_TYPES, "times": _NUMBER_TYPES, "fewer": ("number",)}
    sum: tuple[ColumnPath, ...]
    times: Name = ""
    fewer: ColumnPath | None = None

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        for id_, path in self.sum:
            yield "sum", id_, path
            if self.times:
                yield "times", id_, self.times
        if self.fewer:
            yield "fewer", *self.fewer

    def iter_checked_numbers(
        self, game: Game
    ) -> Iterator[tuple[str, Place, int, Mapping[str, Any]]]:
        total = 0
        for id_, path in self.sum:
            table = game.table(id_)
            for row in filter_rows(game, table, self.where):
                factor = _sum_cells_at_path(game, table, row, self.times) if self.times else 1
                total += _sum_cells_at_path(game, table, row, path) * factor
        subject = " + ".join(map(".".join, self.sum))
        yield subject, game.table(self.sum[0][0]).place, total, self.conditions

    def compute_player_sums(self, games: Sequence[Game]) -> tuple[int, ...]:
        """Return the sum for each of `games`, in order, such as the points of each team.

        Each of `games` is the same game with the rows of another player's file. The result is empty
        if any of these files leaves out a table whose numbers are summed.
        """
        is_written = all(game.table(id_).is_player_written for game in games for id_, _ in self.sum)
        totals = (total for game in games for _, _, total, _ in self.iter_checked_numbers(game))
        return tuple(totals) if is_written else ()

    def format_sum_of_each_player(self, games: Mapping[str, Game]) -> Iterator[str]:
        """Yield a line for each player, with the sum and the bonus for a lower sum than a rival's.

        The last line cites the rule. `games` maps the name of each player to the game with the rows
        of that player's file. Nothing is yielded for a check without such a bonus (`fewer`).
        """
        if self.fewer and (totals := self.compute_player_sums([*games.values()])):
            id_, path = self.fewer
            head = next(iter(games.values())).table(id_).by_name[path].head
            for i, (name, total) in enumerate(zip(games, totals, strict=True)):
                rival_total = max(totals[:i] + totals[i + 1 :])
                bonus = max(rival_total - total, 0)
                yield f"{name}: {head}: {bonus} ({total} against {rival_total})"
            yield f"  {self.says} {self.source}"


class EachRowCheck(NumberCheck, frozen=True, kw_only=True):
    """A check of one number for each row of a table, or for each row inside its cells.

    - `each`: the table, or TABLE.COLUMN for the rows inside the cells of a column.
    - `count`: columns, or paths to cells of other rows. The words in these cells are counted.
    - `only`: the words to count; () for all.
    - `sum`: columns, or paths to cells of other rows. The numbers in these cells are added.
    - `is_`, `at_most`, `at_least`: what the number (the count plus the sum) must be.
    """

    accepted_types = {
        **dict.fromkeys(("sum", "is", "at_most", "at_least"), _NUMBER_TYPES),
        "each": ("rows",),
    }
    each: Dotted
    count: tuple[Dotted, ...] = ()
    only: tuple[Dotted, ...] = ()
    sum: tuple[Dotted, ...] = ()
    is_: Whole | Dotted | None = None
    at_most: Whole | Dotted | None = None
    at_least: Whole | Dotted | None = None

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        id_, dot, inner_path = self.each.partition(".")
        yield "each", id_, inner_path
        yield from (("count", id_, f"{inner_path}{dot}{path}") for path in self.count)
        yield from (("sum", id_, f"{inner_path}{dot}{path}") for path in self.sum)
        for field, expected in self.conditions.items():
            if isinstance(expected, str):
                yield field.rstrip("_"), id_, f"{inner_path}{dot}{expected}"

    def iter_checked_numbers(
        self, game: Game
    ) -> Iterator[tuple[str, Place, int, Mapping[str, Any]]]:
        id_, _, inner_path = self.each.partition(".")
        table = game.table(id_)
        rows: Iterable[Row] = filter_rows(game, table, self.where)
        if inner_path:
            leaves = [leaf for row in rows for leaf in follow_path(game, table, row, inner_path)]
            rows = [inner for leaf in leaves for inner in leaf.value]
            table = game.table(find_column(game, table, inner_path).rows)
        paths = (*self.count, *self.sum)
        subject = " + ".join((*paths, *self.only))
        for row in rows:
            row_words = [
                word for path in self.count for word in get_words_at_path(game, table, row, path)
            ]
            value = len([word for word in row_words if not self.only or word in self.only])
            value += sum(_sum_cells_at_path(game, table, row, path) for path in self.sum)
            conditions = {
                field: _sum_cells_at_path(game, table, row, limit)
                if isinstance(limit, str)
                else limit
                for field, limit in self.conditions.items()
            }
            place = row.locate(paths[0].partition(".")[0]) if paths else row.locate()
            yield table.describe_row(row.key, subject), place, value, conditions


def _parse_expected_counts(value: object) -> object:
    """Return an expected count: a number, or a mapping from words to expected counts."""
    if not isinstance(value, Mapping):
        return parse_count(value)
    return {key: _parse_expected_counts(item) for key, item in value.items()}


def _expand_ranges(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return expected counts by word. A key such as `1 to 6` expands to six words."""
    words = {key: read_range(key) if parse_range(key) else (key,) for key in counts}
    return {str(word): count for key, count in counts.items() for word in words[key]}


class RowCountCheck(NumberCheck, frozen=True, kw_only=True):
    """A check of the number of rows of a table.

    - `count`: the table.
    - `by`: columns. The rows with the same words in these columns are counted separately.
    - `is_`: the expected number; with `by`, also a mapping from words to expected numbers.
    """

    reference_keys = ("count", "by")
    count: Id
    by: tuple[Dotted, ...] = ()
    is_: Annotated[Any, _parse_expected_counts] = None

    def iter_checked_numbers(
        self, game: Game
    ) -> Iterator[tuple[str, Place, int, Mapping[str, Any]]]:
        table = game.table(self.count)
        rows = filter_rows(game, table, self.where)
        for group_paths, expected in self._generate_expected_counts(game, table):
            rows_by_words = dict[tuple[str, ...], list[Row]]()
            for row in rows:
                words = tuple(join_words_at_path(game, table, row, path) for path in group_paths)
                rows_by_words.setdefault(words, []).append(row)
            counts = _expand_expected_counts(game, table, self.where, group_paths, expected)
            # Once any count is declared, words without a count are expected never to occur.
            default = None if self.is_ is None else 0
            for combination in dict.fromkeys((*counts, *rows_by_words)):
                counted = rows_by_words.get(combination, [])
                conditions = {**self.conditions, "is_": counts.get(combination, default)}
                subject = ", ".join((" and ".join(group_paths) or table.id, *combination))
                limits = (conditions.get(field) for field in ("is_", "at_most"))
                limit = min((n for n in limits if isinstance(n, int)), default=len(counted))
                place = counted[limit].locate() if len(counted) > limit else table.place
                yield subject, place, len(counted), conditions

    def suggest_fix(self, value: int, field: str, expected: Any) -> str:
        if field == "multiple_of":
            return ""
        rows = f"{abs(value - expected)} row{'s' * (abs(value - expected) != 1)}"
        return (
            f"delete or change {rows}, from this one on; " if value > expected else f"add {rows}; "
        )

    def _generate_expected_counts(
        self, game: Game, table: Table
    ) -> Iterator[tuple[tuple[str, ...], object]]:
        """Yield the paths of the columns to count by, and the expected counts that belong to them.

        There is one such pair, except if rows are counted by a group of columns: then there is one
        pair for each column of the group. Raises `InputError` if a check names a column that the
        group does not have.
        """
        group = table.by_name.get(self.by[0]) if len(self.by) == 1 else None
        if group is None or not group.each:
            yield self.by, self.is_
            return
        heads, expected = game.table(group.each).by_key, self.is_
        if isinstance(expected, Mapping) and heads.keys() & _expand_ranges(expected).keys():
            expected = _expand_ranges(expected)
        else:
            expected = dict.fromkeys(heads, expected)
        for head in expected:
            if head not in heads:
                message = f"no column of {group.name} is called {head}"
                raise InputError(message, suggest_known_words(head, heads))
        for head in heads:
            yield (f"{group.name}.{head}",), expected.get(head, {})


def _expand_expected_counts(
    game: Game, table: Table, where: Filter, paths: Sequence[str], expected: Any
) -> dict[tuple[str, ...], Any]:
    """Return the expected count of each combination of words in the columns at `paths`.

    `expected` is what the check declares: one number for every combination, or a mapping from the
    words of the first path to a number or to a mapping for the next path.
    """
    if not paths:
        return {(): expected}
    path, *rest = paths
    if not isinstance(expected, Mapping):
        expected = dict.fromkeys(list_column_words(game, table, where, path), expected)
    # In a column of bands, 1 to 6 is one word.
    elif find_column(game, table, path).type != "band":
        expected = _expand_ranges(expected)
    expand = partial(_expand_expected_counts, game, table, where, rest)
    return {
        (word, *words): expected_value
        for word, inner in expected.items()
        for words, expected_value in expand(inner).items()
    }


class ResultCountCheck(Check, frozen=True, kw_only=True):
    """A check of how many rows or dice rolls have each result, for each number in `at`.

    - `count`: a table, or dice.
    - `read`: the column with the ranges of the results. A row or roll has a result at a number if
      the range of the result contains that number.
    - `at`: the numbers, such as modifiers of a roll.
    - `is_`: for each result, the expected counts: one for each number in `at`.
    - `by`: a column. The rows with each word in this column are counted separately.
    """

    count: Dotted
    read: Dotted
    at: Numbers
    is_: dict[Name, tuple[Amount, ...]]
    where: Filter = {}
    by: Dotted = ""

    def iter_references(self) -> Iterator[tuple[str, str, str]]:
        # `count` may be dice such as 2d6. Then `read` starts with the table that lists the rolls.
        id_, dot, column = self.read.partition(".")
        yield ("read", id_, column) if dot else ("count", self.count, "")
        if not dot:
            yield "read", self.count, self.read
        if self.by:
            yield "by", self.count, self.by

    def find_problems(self, game: Game) -> Iterator[Problem]:
        filters = {"": self.where}
        if self.by:
            group_words = list_column_words(game, game.table(self.count), self.where, self.by)
            filters = {f", {group}": {**self.where, self.by: (group,)} for group in group_words}
        for suffix, where in filters.items():
            outcomes = read_outcomes(game, game.tables, self.count, self.read, where)
            heads = outcomes.heads.by_key
            for head in dict.fromkeys((*heads, *self.is_)):
                counts = [outcomes.count_at(head, value) for value in self.at if head in heads]
                lines = counts, self.is_.get(head, ())
                counted, expected = (", ".join(map(str, line)) or "nothing" for line in lines)
                if counted != expected:
                    message = f"is {counted}, but the check expects {expected}"
                    yield make_problem(self, f"{self.read}, {head}{suffix}", message, _FIX_HINT)


def _sum_cells_at_path(game: Game, table: Table, row: Row, path: str) -> int:
    """Return the sum of the numbers to which a path leads from `row`. Other cells count 0."""
    values = (leaf.value for leaf in follow_path(game, table, row, path))
    return sum(value for value in values if isinstance(value, int))


# A hyphen after a letter or digit is no sign: 1-2 is a range.
NUMBER_OR_MARK = rf":([a-z][\w-]*(?::[a-z][\w-]*)?):|((?<!\w)[-+{MINUS}]\d+|\d+)"


def find_numbers_and_marks(text: str) -> list[str]:
    """Return the numbers and the marks (such as :sword:) in a text, in order.

    Minus signs become hyphens, and marks lose their colons, as checks write them.
    """
    return [_normalize_number_or_mark(match[0]) for match in re.finditer(NUMBER_OR_MARK, text)]


class TextNumbersCheck(Check, frozen=True, kw_only=True):
    """A check of the numbers and marks (such as :sword:) in the text of each row, in order.

    - `numbers`: the table and its column of texts.
    - `is_`: the expected numbers and marks by the key of the row. A row that is left out must have
      none. A sign before a number is part of it, and marks are written without colons.
    """

    numbers: ColumnPath
    is_: dict[Name, tuple[Text, ...]]
    where: Filter = {}

    reference_keys = ("numbers",)

    def find_problems(self, game: Game) -> Iterator[Problem]:
        id_, path = self.numbers
        table = game.table(id_)
        rows = filter_rows(game, table, self.where)
        keys = [row.key for row in rows]
        for key in self.is_:
            if key not in keys:
                message = f"no {table.row_noun} of this check has the key {key}"
                yield make_problem(self, "is", message, suggest_known_words(key, keys))
        for row in rows:
            actual = find_numbers_and_marks(" ".join(get_words_at_path(game, table, row, path)))
            expected = [_normalize_number_or_mark(item) for item in self.is_.get(row.key, ())]
            if actual != expected:
                found, declared = (", ".join(items) or "none" for items in (actual, expected))
                message = f"its numbers and marks are {found}; this check expects {declared}"
                hint = f"change the text ({row.locate(path.partition('.')[0])}), or this check"
                yield make_problem(self, table.describe_row(row.key, path), message, hint)


def _normalize_number_or_mark(item: str) -> str:
    """Return a number with a hyphen for U+2212, or a mark without its colons."""
    return item.strip(":").replace(MINUS, "-")
