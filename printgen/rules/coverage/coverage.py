"""Coverage of a game's checks: which wrong values in its tables they would find.

Each written value is changed, one at a time. The tables that depend on it are built again, and the
checks that read one of these are run. A change that no check finds is reported, if it changes what
is printed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.problems import Failure, InputError, Log, Place, Problem, make_note
from printgen.rules.checks.check import check_column_types, run_check
from printgen.rules.checks.rows import UsageCheck
from printgen.rules.coverage.trial_mistakes import (
    LINES,
    SPELT_NUMBER,
    TrialMistake,
    apply_mistake,
    list_mistakes,
)
from printgen.rules.files.nodes import Node
from printgen.rules.files.table_file import read_table_file
from printgen.rules.loading import load
from printgen.rules.loading.load import build_table
from printgen.rules.loading.tables import Tables
from printgen.rules.model import Check, Game, Print, Table

SAMPLE_SIZE = 8
"""How many mistakes of one kind are tried in a column, unless all are."""
_MAX_UNPRINTED = 4
"""How many mistakes change nothing printed before a column counts as not printed."""

PrintReader = Callable[[Game, Print], Iterable[object]]
"""Lists everything that is on the faces of a print."""


class ColumnCoverage(msgspec.Struct, frozen=True):
    """How many wrong values in one printed column the checks of the game find.

    Wrong values are written into the column, one at a time.

    - `found`: how many of them a check found.
    - `missed`: those that no check found.
    - `uncounted`: wrong number words, such as "four". They do not count, because no check reads
      words.
    - `suggestion`: a check to add; "" for none.
    """

    table: str
    column: str
    found: int
    missed: tuple[TrialMistake, ...]
    uncounted: tuple[TrialMistake, ...]
    """Wrong values in number words, such as "four". No check reads these, so they do not count."""
    suggestion: str

    @property
    def total(self) -> int:
        """How many wrong values were tried: those that a check found, and those that none found."""
        return self.found + len(self.missed)

    def list_problems(self) -> Iterator[Problem]:
        """Yield a note for each wrong value that no check finds; the last one suggests a check."""
        notes = {mistake.place: f"{mistake} (in words: not counted)" for mistake in self.uncounted}
        notes |= {mistake.place: str(mistake) for mistake in self.missed}
        for place, message in notes.items():
            where = replace(place, subject=f"{self.table}.{self.column}", field="")
            is_last = self.missed and place == [*notes][-1]
            hint = f"compare with the source, then add {self.suggestion}" if is_last else ""
            yield make_note(where, message, hint)


class CoverageTester:
    """Tries wrong values in a game, one at a time, and counts how many of them its checks find.

    `folder` is the folder of the game. `read_print` is a function that returns everything that a
    print shows: wrong values that are not printed do not count. Raises `Failure` (rules) if the
    game cannot be loaded.
    """

    def __init__(self, folder: Path, read_print: PrintReader) -> None:
        self.folder, self.read_print, self.log = folder, read_print, Log()
        self.loaded = load.load_game(folder)
        entries, self.base_checks, _ = load.read_game_entries(folder, self.log)
        self.sections = {key: entries.pop(key) for key in load.GAME_KEYS if key in entries}
        self.files: dict[str, tuple[Mapping[str, Place], tuple[Node, ...]]] = {}
        tables = self._create_tables(entries, {})
        built = tables.build_all()
        self.entries = {id_: self._add_file_rows(id_, entry) for id_, entry in entries.items()}
        self.dependents = {id_: _find_dependents(tables.dependents, id_) for id_ in built}
        self.game = self._build_game(tables)
        self.printed = {item.id: [*read_print(self.game, item)] for item in self.game.prints}
        self.last_check: Check | None = None

    def measure(self, *, use_all: bool = False) -> Iterator[tuple[int, int, ColumnCoverage | None]]:
        """Change one value at a time, and yield the progress, and the coverage of each column.

        An item is the number of mistakes tried so far, the number of all mistakes, and a coverage:
        which mistakes in one column the checks find. The first item comes before the first mistake,
        without a coverage (None). Then there is one item for each column; its coverage is None if
        the column is not printed. Of many mistakes of one kind, only some are tried, except with
        `use_all`.
        """
        kinds: dict[tuple[str, str, str], list[TrialMistake]] = {}
        for id_, entry in self.entries.items():
            for mistake in list_mistakes(self.game, id_, entry):
                kinds.setdefault(mistake[:3], []).append(mistake)
        columns: dict[tuple[str, str], list[TrialMistake]] = {}
        for (table, column, _), group in kinds.items():
            size = len(group) if use_all else min(len(group), SAMPLE_SIZE)
            sample = [group[index * len(group) // size] for index in range(size)]
            columns.setdefault((table, column), []).extend(sample)
        total, done = sum(map(len, columns.values())), 0
        yield done, total, None
        for (table, column), group in columns.items():
            done += len(group)
            yield done, total, self._measure_column(table, column, group)

    def _measure_column(
        self, table: str, column: str, mistakes: Iterable[TrialMistake]
    ) -> ColumnCoverage | None:
        """Return the coverage of a column; None if none of its mistakes changes what is printed."""
        found, missed, uncounted = 0, list[TrialMistake](), list[TrialMistake]()
        is_printed, unprinted = False, 0
        for mistake in mistakes:
            is_found, game = self._try_mistake(mistake)
            changes_print = False
            if game and (not is_found or (not is_printed and unprinted < _MAX_UNPRINTED)):
                changes_print = self._has_changed_faces(game)
                unprinted += not changes_print
            is_printed |= changes_print
            if is_found:
                found += mistake.kind != SPELT_NUMBER
            elif changes_print:
                (uncounted if mistake.kind == SPELT_NUMBER else missed).append(mistake)
        if not is_printed and unprinted:
            return None
        suggestion = suggest_check(self.game.table(table), column)
        return ColumnCoverage(table, column, found, tuple(missed), tuple(uncounted), suggestion)

    def _try_mistake(self, mistake: TrialMistake) -> tuple[bool, Game | None]:
        """Return whether the mistake is found, and the game that has it.

        The game is None if it cannot be loaded with the mistake. Then the mistake is found.
        """
        entry = apply_mistake(self.entries[mistake.table], mistake)
        entries = {**self.entries, mistake.table: entry}
        affected = self.dependents[mistake.table]
        kept = {id_: table for id_, table in self.game.tables.items() if id_ not in affected}
        try:
            tables = self._create_tables(entries, kept)
            tables.build_all()
            game = None if self.log.problems else self._build_game(tables, mistake.renames_rows)
            if game is None or self.log.problems:
                return True, None
            return self._has_problem(game, affected), game
        except (Failure, InputError, RecursionError):
            return True, None
        finally:
            self.log.problems.clear()

    def _has_problem(self, game: Game, affected: frozenset[str]) -> bool:
        """Return whether a changed game has a problem in the tables `affected`.

        Either column types find a problem in these tables, or a check that reads one of them fails.
        """
        seen: set[tuple[object, ...]] = set()
        if any(any(check_column_types(game, game.tables[id_], seen)) for id_ in affected):
            return True
        checks = (*game.checks, *game.inherited_checks)
        # What found the last mistake often finds the next.
        for check in sorted(checks, key=lambda check: check is not self.last_check):
            read_tables = {id_ for _, id_, _ in check.iter_references()}
            is_affected = isinstance(check, UsageCheck) or not affected.isdisjoint(read_tables)
            if is_affected and any(run_check(check, game)):
                self.last_check = check
                return True
        return False

    def _has_changed_faces(self, game: Game) -> bool:
        """Return whether any face of a changed game differs from that of the unchanged game."""
        for print_ in game.prints:
            faces, printed = self.read_print(game, print_), self.printed.get(print_.id, ())
            if any(face != other for face, other in zip_longest(faces, printed)):
                return True
        return False

    def _create_tables(self, entries: Mapping[str, Node], built: dict[str, Table]) -> Tables:
        """Return the tables of a game from `entries` by table id.

        `built` are tables that do not change, so they are not built again.
        """
        words, log = self.loaded.words, self.log
        return Tables(self.folder, entries, words, log, self._build_table, built=built)

    def _build_table(self, tables: Tables, id_: str, entry: Node) -> Table | None:
        """Return the table that an entry describes; None if it has mistakes.

        The data file of a table is read once. After that, its rows are added to the entry.
        """
        parts = {**entry.parts}
        lines = parts.pop(LINES, None)

        def read_file(*args: Any, **keys: Any) -> tuple[Mapping[str, Place], tuple[Node, ...]]:
            if lines is None:
                self.files[id_] = read_table_file(*args, **keys)
                return self.files[id_]
            return self.files[id_][0], lines.items()

        own_entry = entry.make_mapping_node(parts) if lines else entry
        return build_table(tables, id_, own_entry, read_file)

    def _add_file_rows(self, id_: str, entry: Node) -> Node:
        """Return the entry of the table `id_` with the rows of its data file added to it.

        So these rows can be changed like rows in the entry. Without a data file, return `entry`.
        """
        if id_ not in self.files:
            return entry
        lines = entry.get("file").make_list_node(self.files[id_][1])
        return entry.make_mapping_node({**entry.parts, LINES: lines})

    def _build_game(self, tables: Tables, renames_rows: bool = True) -> Game:
        """Return the game with these tables.

        With `renames_rows`, its prints and checks are read again, because they may name rows whose
        keys have changed.
        """
        if not renames_rows:
            return replace(self.game, tables=tables.build_all())
        prints = load.resolve_game_prints(tables, self.sections)
        named = tables, self.sections, prints, self.base_checks
        checks, _, inherited = load.resolve_game_checks(*named)
        kept = {check.question for check in self.loaded.inherited_checks}
        inherited = tuple(check for check in inherited if check.question in kept)
        game = replace(self.loaded, tables=tables.build_all(), prints=prints)
        return replace(game, checks=checks, inherited_checks=inherited)


def _find_dependents(dependents: Mapping[str, set[str]], id_: str) -> frozenset[str]:
    """Return the ids of a table and of all tables that are built from it, directly or not."""
    result, pending = {id_}, [id_]
    while pending:
        new = dependents.get(pending.pop(), set()) - result
        result |= new
        pending += new
    return frozenset(result)


def suggest_check(table: Table, name: str) -> str:
    """Return the text of a check that would cover the column `name`, for the user to complete.

    The expected values are left out (…): the user reads them in the source of the data.
    """
    column, key = table.by_name.get(name.partition(".")[0]), table.key
    if column and column is key:
        return f"{{order: {table.id}, is: [{table.rows[0].key}, …]}}"
    if column and column.type in ("text", "plain", "prose"):
        return f"{{numbers: {table.id}.{name}, is: {{{table.rows[0].key}: […]}}}}"
    by = f"[{key.name}, {name}]" if key else name
    return f"{{count: {table.id}, by: {by}, is: {{…}}}}" if column else "a count of it"
