"""What the faces of a game print: the values on them, and the columns that these are from."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.rules.checks.rows import AgreementCheck
from printgen.rules.model import Check, Game, Print
from printgen.rules.queries.paths import split_path

_CHECKED_TYPES = ("number", "modifier", "band", "need", "dice", "mark")
"""The types of columns of numbers and marks."""

ColumnId = tuple[str, str]
"""The id of a table and the name of a column of it."""


def list_printed_values(game: Game, print_: Print) -> Iterator[object]:
    """Yield the values on each face of a print, without the names of fields, to compare two games.

    Two games that print the same yield equal values. If the print repeats its faces for each row of
    a table, such as that of the players, the cells of this table are the last value. The digest of
    the rules is left out: every change of the data changes it.
    """
    first_set, *_ = list_set_keys(game, print_) or ("",)
    for face in generate_wanted_faces(game, print_, first_set, None):
        content = face.content
        texts = [text for name, text in content.fields.items() if not name.endswith("digest")]
        lines = [line for grid in content.grids.values() for line in grid.lines]
        cells = [[(len(cell.names), cell.sign) for cell in line.cells] for line in lines]
        marks, inputs = list(content.marks.values()), list(content.inputs.values())
        yield texts, marks, inputs, cells, content.pictures
    yield [row.cells for row in game.table(print_.sets).rows] if print_.sets else ()


def find_unchecked_columns(game: Game) -> list[str]:
    """Return the printed columns of numbers and marks that no check covers, as TABLE.COLUMN."""
    checks = *game.checks, *game.inherited_checks
    checked = {column_id for check in checks for column_id in _find_columns_of_check(game, check)}
    printed = _find_printed_columns(game)
    return [
        f"{id_}.{column.name}"
        for id_, table in game.tables.items()
        # A view is counted by printgen.
        if all(column.type != "tally" for column in table.columns)
        for column in table.columns
        if column.type in _CHECKED_TYPES and column.name in table.filled_columns
        if (id_, column.name) in printed and not _is_checked(game, (id_, column.name), checked)
    ]


class _RecordingCells(dict[str, Any]):
    """The cells of a row. Each column that is read is added to `columns`, as a pair with `id_`.

    `id_` is the id of the row's table.
    """

    def __init__(self, cells: Mapping[str, Any], id_: str, columns: set[ColumnId]) -> None:
        super().__init__(cells)
        self.id, self.columns = id_, columns

    def __getitem__(self, name: str) -> Any:
        self.columns.add((self.id, name))
        return super().__getitem__(name)


def _find_printed_columns(game: Game) -> set[ColumnId]:
    """Return the columns that are read while the faces of a game are built."""
    columns: set[ColumnId] = set()
    tables = {}
    for id_, table in game.tables.items():
        cells = [_RecordingCells(row.cells, id_, columns) for row in table.rows]
        rows = tuple(map(lambda row, own: replace(row, cells=own), table.rows, cells))
        tables[id_] = replace(table, rows=rows)
        _ = tables[id_].filled_columns  # reads every cell, and is kept
    columns.clear()
    recording_game = replace(game, tables=tables)
    for print_ in game.prints:
        for _ in list_printed_values(recording_game, print_):
            pass
    return columns


def _find_columns_of_check(game: Game, check: Check) -> Iterator[ColumnId]:
    """Yield the columns that a check reads.

    For a check that two tables agree, these are all columns of the tables.
    """
    for _, id_, path in check.iter_references():
        if isinstance(check, AgreementCheck):
            yield from ((id_, column.name) for column in game.table(id_).columns)
        elif path:
            yield _find_column_at_path(game, id_, path)


def _find_column_at_path(game: Game, id_: str, path: str) -> ColumnId:
    """Return the column to which a path leads from the table `id_`."""
    column, _, rest = split_path(game, game.table(id_), path)
    if target := rest and column and (column.refers or column.rows):
        return _find_column_at_path(game, target, rest)
    return id_, column.name if column else path


def _is_checked(game: Game, column_id: ColumnId, checked: set[ColumnId]) -> bool:
    """Return whether `checked` has a column, or all columns that its cells are copied from."""
    if column_id in checked:
        return True
    id_, name = column_id
    ends = [_find_column_at_path(game, id_, path) for path in game.table(id_).by_name[name].from_]
    return bool(ends) and all(_is_checked(game, end, checked) for end in ends)
