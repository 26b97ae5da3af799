"""Reads written rows into rows of typed cells, and derives cells that are left empty."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printgen.problems import InputError, Place, suggest_known_words
from printgen.rules.columns import make_column_type
from printgen.rules.columns.base import ColumnType
from printgen.rules.files.formats.number_format import format_general
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import parse_scalar
from printgen.rules.files.struct_reader import read_struct
from printgen.rules.files.table_file import read_yaml_rows
from printgen.rules.loading.derived_cells import expand_row, fill_cells
from printgen.rules.loading.tables import Tables
from printgen.rules.model import Column, Filter, Row, Table, TableRef
from printgen.rules.queries.paths import flatten_columns
from printgen.rules.values.commonmark import has_open_bold
from printgen.rules.values.typography import add_break_points, apply_typography

EXTRA_KEYS = ("copies", "source", "note")
"""Keys of a row in a YAML file that are not columns."""


def expand_rows(tables: Tables, table: Table, rows: Node) -> Sequence[Node]:
    """Return the rows of a list in a YAML file as mappings.

    A written row that means several rows, such as one with the cell `1 to 6`, becomes all of them.
    """
    names = tuple(name for name, _, _ in flatten_columns(tables, table.columns))
    # A table without columns has already been reported.
    written_rows = read_yaml_rows(rows, names) if rows.data and names else ()
    return [expanded for row in written_rows for expanded in expand_row(row, table, tables)]


def read_rows(tables: Tables, table: Table, row_nodes: Collection[Node]) -> tuple[Row, ...]:
    """Return the rows of a table from mappings, with parsed cells and with derived cells.

    Each node in `row_nodes` is one row. Mistakes are reported.
    """
    flat = {name: (column, head) for name, column, head in flatten_columns(tables, table.columns)}
    cells = [_read_cells(tables, table, row, flat) for row in row_nodes]
    _note_open_bold(tables, table, zip(row_nodes, cells, strict=True))
    # Derivations may look rows up by number. Derived keys are not known yet.
    if table.key is not None and table.key == table.key.without_derivation():
        for index, values in enumerate(cells, 1):
            values[table.key.name] = values[table.key.name] or str(index)
    fill_cells(table, cells, tables)
    rows: list[Row] = []
    seen: dict[str, Place] = {}
    for index, (row, values) in enumerate(zip(row_nodes, cells, strict=True), 1):
        key, place = str(index), row.place
        if table.key is not None:
            key = values[table.key.name] = values[table.key.name] or key
            place = row.locate(table.key.name)
        # Faces and their files have the printed key as their name: 1 and 01 may both be 01.
        printed_key = table.pad_key(key)
        if printed_key in seen:
            earlier = replace(seen[printed_key], column=0)
            first_text = f"line {earlier.line}" if earlier.file == place.file else str(earlier)
            first_text = f", first in {first_text}" if earlier.line else ""
            message = f"the {table.row_noun} {printed_key} appears twice{first_text}"
            tables.log.report(place, message, "give each its own key, or remove one")
        seen.setdefault(printed_key, place)
        rows.append(Row(key, values, row.locate))
    return tuple(rows)


def _note_open_bold(
    tables: Tables, table: Table, rows: Iterable[tuple[Node, Mapping[str, Any]]]
) -> None:
    """Add a note about the first prose cell with a ** that is not closed, with the count of others.

    `rows` has each row as written, and its values. A cell with a mistake has no value.
    """
    names = [column.name for column in table.columns if column.type == "prose"]
    open_cells = [
        row.parts[name]
        for row, values in rows
        for name in names
        if name in row.parts and has_open_bold(str(values[name] or ""))
    ]
    if open_cells:
        more = f", here and in {len(open_cells) - 1:,} more" if len(open_cells) > 1 else ""
        message = f'"**" is printed as written{more}'
        tables.log.note(open_cells[0].place, message, "close it with another **")


def apply_row_typography(row: Row, columns: Collection[Column], signs: str) -> Row:
    """Return the row with its texts as they are printed.

    Lines may break after each separator of a list such as a;b;c. If `signs` is "typographic", typed
    quotes and hyphens become typographic ones.
    """
    convert = apply_typography if signs == "typographic" else str
    names = [column.name for column in columns if column.type in ("text", "plain", "prose")]
    words = {name: row.cells[name] for name in names if isinstance(row.cells[name], str)}
    texts = {name: add_break_points(convert(text)) for name, text in words.items()}
    return replace(row, cells={**row.cells, **texts})


def _read_cells(
    tables: Tables, table: Table, row: Node, columns_by_name: Mapping[str, tuple[Column, str]]
) -> dict[str, Any]:
    """Return the cells of one row by column name. An empty cell is None.

    `columns_by_name` has the column of each name, and the head if it is a column of a group.
    """
    cells: dict[str, Any] = {column.name: None for column in table.columns}
    for column in table.columns:
        if column.each:
            cells[column.name] = dict.fromkeys(tables.table(column.each).by_key)
    for name, cell in row.parts.items():
        if name in columns_by_name:
            column, head = columns_by_name[name]
            group = cells[column.name] if head else cells
            group[head or name] = _read_cell(tables, column, cell, name)
        elif name in EXTRA_KEYS:
            if name == "source":
                tables.check_citation(str(cell.data), cell.place)
        # The columns of a group are unknown if the table of its heads is broken.
        elif not any(column.each in tables.broken for column in table.columns):
            hint = suggest_known_words(name, (*columns_by_name, *EXTRA_KEYS))
            tables.log.report(cell.place, f"unknown column {name}", hint)
    return cells


def _read_cell(tables: Tables, column: Column, cell: Node, name: str) -> Any:
    """Return the value of one cell; None if it is empty or has a mistake, which is reported.

    `name` is the name of the cell in messages.
    """
    # In a spreadsheet a formula that refers to an empty cell shows 0, which is no picture.
    if cell.data in (None, "") or (column.type == "image" and cell.data == "0"):
        return None
    try:
        if column.type == "table":
            return tuple(_read_table_ref(tables, ref) for ref in cell.items())
        if column.type == "rows":
            inner = tables.table(column.rows)
            return read_rows(tables, inner, expand_rows(tables, inner, cell))
        texts = cell.items() if column.many else (cell,)
        column_type = make_column_type(column, tables)
        values = [_read_value(column_type, text) for text in texts]
    except InputError as error:
        if not column.refers or column.refers not in tables.broken:
            cell.report(f"{error.message} in the column {name}", error.hint)
        return None
    return tuple(key for keys in values for key in keys) if column.many else values[0]


def _read_value(column_type: ColumnType, cell: Node) -> Any:
    """Return the value of a cell, parsed from the text that it displays.

    If the column does not accept this text, parse the number that a workbook has stored for the
    cell.
    """
    try:
        return column_type.read_value(parse_scalar(cell.data))
    except InputError:
        # A workbook cell may display 3 as "3 pts" or "03". Its stored number is what was typed.
        if isinstance(cell.raw, float) and str(cell.data) != format_general(cell.raw):
            return column_type.read_value(format_general(cell.raw))
        raise


def _read_table_ref(tables: Tables, cell: Node) -> TableRef:
    """Return the table that a cell names, with the filter for its rows if the cell has one.

    Raises `InputError` if the table has nested tables to print.
    """
    filters: Filter = {}
    if isinstance(cell.data, Mapping) and len(cell.data) == 1:
        ((name, filter_entry),) = cell.parts.items()
        filters = read_struct(Filter, filter_entry) or {}
    else:
        name, filter_entry = parse_scalar(cell.data), cell
    if tables.check_table_id(name, cell.place):
        table = tables.table(name)
        tables.check_filter(table, filters, filter_entry.locate)
        inner = [column.name for column in table.columns if column.rows or column.type == "table"]
        if any(not table.by_name[column].silent for column in inner):
            hint = f"make {name}.{inner[0]} silent, or move its rows to a separate table"
            raise InputError(f"the nested table {name}.{inner[0]}", hint)
    return TableRef(name, filters)
