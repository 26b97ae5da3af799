"""Turn the entries of a game's files into tables, each made when it is first asked for.

So a table comes after those that it refers to. What refers to a table at fault is not told that it
misses its rows. How an entry is read is for make.py.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from printgen.problems import Spot
from printgen.rules.model import EMPTY, Column, Filter, GameWords, Table
from printgen.rules.paths import find_column, get_choices
from printgen.rules.problem_log import Log
from printgen.rules.scalars import BadData
from printgen.rules.source_node import Node


@dataclass(slots=True)
class Tables:
    """The tables of one game, as far as they have been asked for."""

    folder: Path
    entries: Mapping[str, Node]
    words: GameWords
    log: Log
    build_table: Callable[["Tables", str, Node], Table | None]
    """Makes the table of one entry; None where it is at fault."""
    player_tables: Collection[str] = ()
    """The tables that a player's file wrote."""
    renamed_labels: list[tuple[str, Spot]] = field(default_factory=list)
    """The labels that rows had before they were changed, and where that is."""
    _built: dict[str, Table] = field(default_factory=dict)
    in_progress: list[str] = field(default_factory=list)
    """Those that are being made, which cannot be looked into yet."""
    broken: set[str] = field(default_factory=set)

    def build_all(self) -> dict[str, Table]:
        """Every table, in the order of the files."""
        return {id_: self.table(id_) for id_ in self.entries}

    def table(self, id_: str) -> Table:
        """The table of that id, which must be one of the entries."""
        if id_ not in self._built:
            entry = self.entries[id_]
            problem_count = len(self.log.problems)
            self.in_progress.append(id_)
            table = self.build_table(self, id_, entry)
            self.in_progress.pop()
            if len(self.log.problems) > problem_count or table is None:
                self.broken.add(id_)
            self._built[id_] = table or Table(id_, "", "", (), (), entry.locate(key=True))
        if not self._built[id_].columns:
            self.broken.update(self.in_progress)
        return self._built[id_]

    def check_table(self, id_: str, place: Spot) -> bool:
        """Whether a table is there to be referred to; reports it where it is not."""
        if id_ in self.in_progress:
            cycle = " → ".join([*self.in_progress[self.in_progress.index(id_) :], id_])
            message = f"tables that refer to each other in a circle: {cycle}"
            self.log.report(place, message, "leave one of these references out")
            return False
        return self.log.check(place, id_, self.entries, "table")

    def check_path(self, table: Table, path: str, place: Spot) -> Column | None:
        """The column that a path ends in; reported where it leads nowhere."""
        if table.id in self.broken:
            return None
        try:
            return find_column(self, table, path)
        except BadData as error:
            # What is built on a table without columns cannot be held to names in it either.
            if self.broken.isdisjoint(self.in_progress):
                self.log.report(place, error.message, error.hint)
            return None

    def check_shown(self, table: Table, path: str, place: Spot) -> None:
        """Report a path from a row referred to that leads to nothing that prints there."""
        column = self.check_path(table, path, place)
        if column is not None and column.rows:
            message = f"{path} of {table.id} is rows within a row, which its own face alone prints"
            self.log.report(place, message, "show other columns")

    def check_filter(self, table: Table, filters: Filter, locate: Callable[..., Spot]) -> None:
        """Report the columns and words of a filter that nothing answers to."""
        for path, filter_words in filters.items():
            column = self.check_path(table, path, locate(path, key=True))
            if column is not None and column.refers not in self.broken:
                words = get_choices(self, column) or (table.by_key if column is table.key else ())
                for word in filter_words if words else ():
                    self.log.check(locate(path), word, (*words, EMPTY), path)

    def check_source(self, source: str, place: Spot) -> None:
        """Report a source that is no row of the table of sources, where the game has one."""
        if source and "sources" in self.entries and "sources" not in self.in_progress:
            known_sources = self.table("sources").by_key
            if "sources" not in self.broken:
                self.log.check(place, source, known_sources, "source")
