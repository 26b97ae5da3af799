"""The content of one printed face: what templates may print, and what the proof requires.

Content is built from the game's data only. It names what is on a face and under which heading, not
the position or the size.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from printgen.rules.values.commonmark import ProseBlock

TURNED_SUFFIX = "turned"
"""Last part of the name of a field that is printed a second time, upside down."""


class HeadingGroup(NamedTuple):
    """The name of a heading on a face, and the names of everything that belongs to it.

    The members are fields, marks and inputs. On the face they are next to each other, without
    members of other groups between them. A label and its input may have the same name: then
    `heading` is the field of this name, and the member is the input.
    """

    heading: str
    members: tuple[str, ...]


class GridCell(msgspec.Struct, frozen=True):
    """One cell of a printed table: its column, the column's type, and the fields printed in it.

    `names` are the names of these fields. `sign` is the sign of a number, or "". `is_letter` is
    true if the cell has the letter that its column allows instead of a number.
    """

    column: str
    type: str
    names: tuple[str, ...]
    sign: Literal["", "plus", "minus"] = ""
    is_letter: bool = False


class GridColumn(msgspec.Struct, frozen=True):
    """One column of a printed table: its name, its type, and the names of the headings above it.

    `heads` are the headings of this column only. `over` are headings of its whole group of columns.
    """

    name: str
    type: str
    heads: tuple[str, ...]
    over: tuple[str, ...] = ()


class GridRow(msgspec.Struct, frozen=True):
    """One row of a printed table: the `key` of the row in the game, and its cells."""

    key: str
    cells: tuple[GridCell, ...]


class TableGrid(msgspec.Struct, frozen=True):
    """A table that is printed on a face. `title` and `subtitle` are names of fields, or "".

    `name` is what the names of its fields begin with, and `table` the id of the table in the game.
    A face that shows a single row, such as a card, can also have a grid for a group of columns:
    each column of the group is then a line of the grid. If `across` is true, each row is printed
    from top to bottom, next to the row before. If `heads_in_line` is true, all heads are in one
    line above the table, in the order of the columns, and not each above its column.
    """

    name: str
    table: str
    title: str
    subtitle: str
    columns: tuple[GridColumn, ...]
    lines: tuple[GridRow, ...]
    across: bool = False
    heads_in_line: bool = False


class RowSection(NamedTuple):
    """One row of a table on a face that shows all rows.

    It has the name of the row's heading, the names of its other texts, and the tables in its cells.
    """

    key: str
    heading: str
    texts: tuple[str, ...]
    grids: tuple[TableGrid, ...]


class FaceContent(msgspec.Struct, frozen=True, eq=False):
    """Everything that must be printed on one face.

    - `face`: the name of the face in its print. `title`: the name of the face in messages.
    - `fields`, `marks`: texts, and ids of pictures, by name. Each is printed exactly once.
    - `prose`: the blocks of prose fields. The names of marks in them begin with the field's name.
    - `grids`: tables by name. `sections`: what the face shows, row by row, for templates.
    - `groups`: headings and their members; no name is a member of two headings.
    - `trailing_heads`: headings that may be below their members or to the right of them.
    - `small`: fields that may be printed in small type. `inputs`: kinds of form fields by name.
    - `examples`: for each face of another print that is shown within this face, the prefix of the
      names of its fields.
    - `pictures`: the number of pictures on a back.
    """

    face: str
    title: str
    fields: Mapping[str, str]
    marks: Mapping[str, str]
    prose: Mapping[str, tuple[ProseBlock, ...]]
    groups: tuple[HeadingGroup, ...]
    trailing_heads: frozenset[str]
    small: frozenset[str]
    inputs: Mapping[str, Literal["text", "check"]]
    grids: Mapping[str, TableGrid]
    sections: tuple[RowSection, ...]
    examples: tuple[str, ...] = ()
    pictures: int = 0

    def filter_by_prefix(self, prefix: str = "") -> "FaceContent":
        """Return the content of one example: the part with names that begin with `prefix`.

        An example is a face of another print within this face. With the prefix "", return the
        content that belongs to no example.
        """
        other_prefixes = self.examples

        def is_selected(name: str) -> bool:
            return name.startswith(prefix) if prefix else not name.startswith(other_prefixes)

        def select_items(items: Mapping[str, Any]) -> dict[str, Any]:
            return {name: item for name, item in items.items() if is_selected(name)}

        return msgspec.structs.replace(
            self,
            fields=select_items(self.fields),
            marks=select_items(self.marks),
            inputs=select_items(self.inputs),
            grids=select_items(self.grids),
            groups=tuple(group for group in self.groups if is_selected(group.heading)),
            examples=(),
        )
