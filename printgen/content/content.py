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
    """The name of a heading, and the names of the fields, marks and inputs that belong to it.

    On the face they are together, without members of other groups between them. A label and its
    input may have the same name: then the heading is the field and the member is the input.
    """

    heading: str
    members: tuple[str, ...]


class GridCell(msgspec.Struct, frozen=True):
    """One cell of a printed table: its column, the column's type, and the names printed in it.

    `sign` is the sign of a number, "" for none. `is_letter` is true if the cell has the column's
    letter for "none of them" instead of a number.
    """

    column: str
    type: str
    names: tuple[str, ...]
    sign: Literal["", "plus", "minus"] = ""
    is_letter: bool = False


class GridColumn(msgspec.Struct, frozen=True):
    """One column of a printed table: its name, its type, and the names of the fields above it.

    `heads` are those above this column, and `over` are those that span all columns of its group.
    """

    name: str
    type: str
    heads: tuple[str, ...]
    over: tuple[str, ...] = ()


class GridLine(msgspec.Struct, frozen=True):
    """One line of a printed table: the key of the row that it shows, and its cells by column."""

    key: str
    cells: tuple[GridCell, ...]


class Grid(msgspec.Struct, frozen=True):
    """A table on a face. `title` and `subtitle` are names of fields, or empty.

    On a face that shows one row, each group of columns is also a grid, with a line for each head of
    the group. `table` is the id of the table. If `across` is true, rows go from left to right and
    their cells downwards. If `heads_in_line` is true, the heads are in one line above the table in
    column order, not each above its column.
    """

    name: str
    table: str
    title: str
    subtitle: str
    columns: tuple[GridColumn, ...]
    lines: tuple[GridLine, ...]
    across: bool = False
    heads_in_line: bool = False


class Section(NamedTuple):
    """One row on a face of all rows: the names of its heading and other texts, and its tables."""

    key: str
    heading: str
    texts: tuple[str, ...]
    grids: tuple[Grid, ...]


class Content(msgspec.Struct, frozen=True, eq=False):
    """Everything that one face must have.

    - `title`: the name of the face in messages.
    - `fields`, `marks`: the text or the picture's id by name. Each field is printed exactly once.
    - `prose`: the blocks of prose fields. The names of their marks begin with the field's name.
    - `grids`: tables by name. `sections`: the same names again, row by row, for templates.
    - `groups`: headings and their members; no name is a member of two headings.
    - `trailing_heads`: headings that may be below their members or to the right of them.
    - `small`: fields that may be printed in small type. `inputs`: kinds of form fields by name.
    - `examples`: name prefixes of faces of other prints that are shown within this face.
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
    grids: Mapping[str, Grid]
    sections: tuple[Section, ...]
    examples: tuple[str, ...] = ()
    pictures: int = 0

    def filter_by_prefix(self, prefix: str = "") -> "Content":
        """Return the content of the example whose names begin with `prefix`.

        With "", return everything outside of examples.
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
