"""The tables of a game, each built from its entry when it is first needed.

So a table is always built after the tables that it refers to. References to a broken table are not
reported, because the mistake in that table is. `build_table` builds a table from its entry.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import msgspec

from printgen.problems import InputError, Log, Place
from printgen.rules.files.nodes import Node
from printgen.rules.model import NONE, Column, Filter, GameWords, Table
from printgen.rules.queries.paths import find_column, get_allowed_words


class Tables(msgspec.Struct):
    """The tables of one game. Each is built from its entry in a file when it is first needed.

    - `folder`: the folder of the game.
    - `entries`: the entry of each table in the files, by the id of the table.
    - `words`: the texts that printgen adds to prints, in the language of the game.
    - `build_table`: builds a table from its id and its entry.
    - `built`: the tables that were built so far, by id.
    """

    folder: Path
    entries: Mapping[str, Node]
    words: GameWords
    log: Log
    build_table: Callable[["Tables", str, Node], Table | None]
    """Builds the table of one entry; returns None if it is faulty."""
    player_tables: Collection[str] = ()
    """The tables that a player's file has written."""
    renamed_labels: list[tuple[str, Place]] = msgspec.field(default_factory=list)
    """The previous labels of changed rows, and the places of the changes."""
    built: dict[str, Table] = msgspec.field(default_factory=dict)
    dependents: dict[str, set[str]] = msgspec.field(default_factory=dict)
    """The tables built from a table, by its id. A table that nothing names has no entry."""
    in_progress: list[str] = msgspec.field(default_factory=list)
    """The tables being built, from the outermost; they cannot be referred to yet."""
    broken: set[str] = msgspec.field(default_factory=set)
    """The tables with problems. Problems caused by them are not reported again."""

    def build_all(self) -> dict[str, Table]:
        """Return every table by its id, in the order of the files."""
        return {id_: self._build(id_) for id_ in self.entries}

    def table(self, id_: str) -> Table:
        """Return the table with that id, which must be one of the entries.

        If it cannot be built, it has no columns and no rows.
        """
        self.dependents.setdefault(id_, set()).update(self.in_progress[-1:])
        return self._build(id_)

    def note_unused_tables(self) -> None:
        """Add a note for each table in this game's own folder that nothing refers to."""
        for id_ in [id_ for id_ in self.entries if id_ not in self.dependents]:
            place = self.entries[id_].locate(key=True)
            if Path(place.file).parent == self.folder:
                hint = "name it in a print or in another table, or delete it"
                self.log.note(place, "nothing uses this table, so it is not printed", hint)

    def _build(self, id_: str) -> Table:
        """Return the table with that id from its entry, or from `built` if it was built before."""
        if id_ not in self.built:
            entry = self.entries[id_]
            problem_count = self.log.count
            self.in_progress.append(id_)
            table = self.build_table(self, id_, entry)
            self.in_progress.pop()
            if self.log.count > problem_count or table is None:
                self.broken.add(id_)
            self.built[id_] = table or Table(id_, "", "", (), (), entry.locate(key=True))
        if not self.built[id_].columns:
            # Tables that refer to one without columns cannot check their own names either.
            self.broken.update(self.in_progress)
        return self.built[id_]

    def check_table_id(self, id_: str, place: Place) -> bool:
        """Return whether a table exists, and can be used now. If not, report it at `place`.

        While a table is being built, it cannot be used.
        """
        if id_ in self.in_progress:
            cycle = " → ".join([*self.in_progress[self.in_progress.index(id_) :], id_])
            message = f"tables refer to each other in a circle: {cycle}"
            self.log.report(place, message, "remove one of these references")
            return False
        self.dependents.setdefault(id_, set())
        return self.log.check_name(place, id_, self.entries, "table")

    def check_path(self, table: Table, path: str, place: Place) -> Column | None:
        """Return the column to which a path leads from `table`.

        A path is one column or several: `power.label` leads to the column `label` of the table that
        the column `power` refers to. If there is no such column, report it at `place` and return
        None.
        """
        if table.id in self.broken:
            return None
        try:
            return find_column(self, table, path)
        except InputError as error:
            # A table built from one without columns lacks columns too: not its own mistake.
            if self.broken.isdisjoint(self.in_progress):
                self.log.report(place, error.message, error.hint)
            return None

    def check_printable_path(self, table: Table, path: str, place: Place) -> None:
        """Report a path that leads to no column, or to a column with rows inside its cells.

        A path is one column or several, as in `power.label`. Rows inside a cell cannot be printed
        by a path.
        """
        column = self.check_path(table, path, place)
        if column is not None and column.rows:
            message = f"{path} of {table.id} is nested rows, which only a face of {table.id} prints"
            self.log.report(place, message, "show other columns")

    def check_filter(self, table: Table, filters: Filter, locate: Callable[..., Place]) -> None:
        """Report unknown columns and words in a filter of the rows of a table.

        `locate` returns the place of a key in the filter.
        """
        for path, filter_words in filters.items():
            column = self.check_path(table, path, locate(path, key=True))
            if column is not None and column.refers not in self.broken:
                own_keys = table.by_key if column is table.key else ()
                words = get_allowed_words(self, column) or own_keys
                for word in filter_words if words else ():
                    self.log.check_name(locate(path), word, (*words, NONE), path)

    def check_citation(self, source: str, place: Place) -> None:
        """Report a cited source that is not in the table `sources`, if the game has that table."""
        # Without a table of sources, a source may be any text.
        if source and "sources" in self.entries and "sources" not in self.in_progress:
            known_sources = self.table("sources").by_key
            if "sources" not in self.broken:
                self.log.check_name(place, source, known_sources, "source")
