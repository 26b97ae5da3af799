"""Turn the entries of a game's files into tables, each made when it is first asked for.

So a table comes after those that it refers to. What refers to a table at fault is not told that it
misses its rows. How an entry is read is for make.py.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from printgen.problems import Where
from printgen.rules.model import EMPTY, Column, Filter, GameWords, Table
from printgen.rules.paths import find_column, words_there
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import Fault
from printgen.rules.source_node import Entry


@dataclass(slots=True)
class Tables:
    """The tables of one game, as far as they have been asked for."""

    folder: Path
    entries: Mapping[str, Entry]
    words: GameWords
    scope: Scope
    make: Callable[["Tables", str, Entry], Table | None]
    """Makes the table of one entry; None where it is at fault."""
    given: Collection[str] = ()
    """The tables that a player's file wrote."""
    renamed: list[tuple[str, Where]] = field(default_factory=list)
    """The labels that rows had before they were changed, and where that is."""
    _made: dict[str, Table] = field(default_factory=dict)
    making: list[str] = field(default_factory=list)
    """Those that are being made, which cannot be looked into yet."""
    broken: set[str] = field(default_factory=set)

    def all(self) -> dict[str, Table]:
        """Every table, in the order of the files."""
        return {id_: self.table(id_) for id_ in self.entries}

    def table(self, id_: str) -> Table:
        """The table of that id, which must be one of the entries."""
        if id_ not in self._made:
            entry = self.entries[id_]
            before = len(self.scope.problems)
            self.making.append(id_)
            found = self.make(self, id_, entry)
            self.making.pop()
            if len(self.scope.problems) > before or found is None:
                self.broken.add(id_)
            self._made[id_] = found or Table(id_, "", "", (), (), entry.where(key=True))
        if not self._made[id_].columns:
            self.broken.update(self.making)
        return self._made[id_]

    def known(self, id_: str, where: Where) -> bool:
        """Whether a table is there to be referred to; reports it where it is not."""
        if id_ in self.making:
            circle = " → ".join([*self.making[self.making.index(id_) :], id_])
            message = f"tables that refer to each other in a circle: {circle}"
            self.scope.report(where, message, "leave one of these references out")
            return False
        return self.scope.known(where, id_, self.entries, "table")

    def check_path(self, table: Table, path: str, where: Where) -> Column | None:
        """The column that a path ends in; reported where it leads nowhere."""
        if table.id in self.broken:
            return None
        try:
            return find_column(self, table, path)
        except Fault as fault:
            # What is built on a table without columns cannot be held to names in it either.
            if self.broken.isdisjoint(self.making):
                self.scope.report(where, fault.found, fault.hint)
            return None

    def check_shown(self, table: Table, path: str, where: Where) -> None:
        """Report a path from a row referred to that leads to nothing that prints there."""
        column = self.check_path(table, path, where)
        if column is not None and column.rows:
            message = f"{path} of {table.id} is rows within a row, which its own face alone prints"
            self.scope.report(where, message, "show other columns")

    def check_filter(self, table: Table, filters: Filter, where: Callable[..., Where]) -> None:
        """Report the columns and words of a filter that nothing answers to."""
        for path, wanted in filters.items():
            column = self.check_path(table, path, where(path, key=True))
            if column is not None and column.refers not in self.broken:
                words = words_there(self, column) or (table.by_key if column is table.key else ())
                for word in wanted if words else ():
                    self.scope.known(where(path), word, (*words, EMPTY), path)

    def check_source(self, source: str, where: Where) -> None:
        """Report a source that is no row of the table of sources, where the game has one."""
        if source and "sources" in self.entries and "sources" not in self.making:
            known = self.table("sources").by_key
            if "sources" not in self.broken:
                self.scope.known(where, source, known, "source")
