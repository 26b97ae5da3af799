"""Check whether a name used in a template can occur on any face of its part.

A name may be missing on one face because the cell of its row is empty. It is a mistake only if it
leads to no column of the table, or if the part does not show it.
"""

from collections.abc import Sequence

from printgen.content.field_builder import select_shown_columns
from printgen.rules.loading.print_specs import BOX_NAME, COMMON_NAMES
from printgen.rules.model import Column, Game, Print, PrintPart, Table

_NAME_ENDINGS = ("head", "title", "subtitle", "or", "count", "share", "percent", "mark")
"""The last part of a field name if the field is a title, head or count, and not a cell."""


def is_shown_name(game: Game, part: PrintPart, name: str) -> bool:
    """Return whether a field `name` belongs to a cell that a part of a print shows.

    A part is one entry in the definition of a print. Its key `shows` lists the columns to print.
    """
    table = game.table(part.table_id) if part.table_id else None
    first, _, rest = name.partition(".")
    if part.all and table and first in table.by_key:
        name = rest
    shows = part.shows
    if shows is None:
        # On a face of all rows, keys are printed only if `shows` names them.
        columns = select_shown_columns(table, None) if table else ()
        shows = tuple(col.name for col in columns if part.each or col.type != "key")
    paths = (path for path in shows if f"{name}.".startswith(f"{path}."))
    path = max(paths, key=len, default="")
    column = table.by_name.get(path) if table else None
    if column and column.refers and not column.many and not column.each and column.shows:
        # The cells that a reference prints are named after it; the reference has no own text.
        rest = name[len(path) + 1 :]
        endings = ("head", "title", *column.shows)
        return any(f"{rest}.".startswith(f"{ending}.") for ending in endings)
    return bool(path)


def is_possible_name(game: Game, print_: Print, part: PrintPart, name: str) -> bool:
    """Return whether a face could have a field `name` if its definition listed it under `shows`.

    `part` is the entry in the definition of the print that describes the face.
    """
    first, *rest = name.split(".")
    # Fields that are printed again have one more ending, such as .turned.
    if rest and rest[-1] in part.again:
        rest = rest[:-1]
    set_tables = [game.table(table_id) for table_id in (print_.sets, part.for_) if table_id]
    for set_table in set_tables:
        if first == set_table.row_noun:
            return _is_row_name(game, set_table, rest)
    if first in (*COMMON_NAMES, *[BOX_NAME] * bool(print_.box_of)) and not rest:
        return True
    if not part.table_id:
        return False
    table = game.table(part.table_id)
    if part.all:
        return first in table.by_key and _is_row_name(game, table, rest)
    return _is_row_name(game, table, (first, *rest))


def _is_row_name(game: Game, table: Table, names: Sequence[str]) -> bool:
    """Return whether a field of a row of `table` can have a name that consists of `names`.

    If `names` is empty, the name is that of the row's key, so the answer is yes.
    """
    if not names:
        return True
    column = table.by_name.get(names[0])
    if column is not None:
        return _is_cell_name(game, column, names[1:])
    # In a group of columns, the key of a head may come without the name of the group.
    groups = (group for group in table.columns if group.each)
    groups = (group for group in groups if names[0] in game.table(group.each).by_key)
    return any(_is_cell_name(game, group, names) for group in groups)


def _is_cell_name(game: Game, column: Column, names: Sequence[str]) -> bool:
    """Return whether a field of a cell of `column` can have a name that ends in `names`.

    What is before them is the name of the column.
    """
    if not names:
        return True
    first, *rest = names
    if first in _NAME_ENDINGS or (first.isdecimal() and not rest):
        return True
    if column.type == "table":
        return first in game.tables and _is_grid_name(game, game.table(first), rest)
    if column.rows:
        # The rows of a cell differ from face to face, so any row of its table is accepted.
        table = game.table(column.rows)
        return _is_grid_name(game, table, ("", *rest)) or first in table.by_name
    if column.each and first in game.table(column.each).by_key:
        if not rest or _is_row_name(game, game.table(column.each), rest):
            return True
        names, (first, *rest) = rest, rest
    if not column.refers:
        return False
    table = game.table(column.refers)
    return _is_row_name(game, table, rest if column.many and first in table.by_key else names)


def _is_grid_name(game: Game, table: Table, names: Sequence[str]) -> bool:
    """Return whether a title, head or cell of a printed table can have a name that ends in `names`.

    What is before them is the name of the table.
    """
    if not names or names[0] in _NAME_ENDINGS:
        return True
    if names[0] in table.by_key or not names[0]:
        return _is_row_name(game, table, names[1:])
    return _is_row_name(game, table, names)
