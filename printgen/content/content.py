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
    """A heading on a face, and everything that belongs to this heading.

    `heading` is the name of the field that prints the heading. `members` are the names of the
    fields, marks and form fields that belong to it. On the face, they must be next to each other,
    without members of other groups between them. A heading and a form field may have the same name.
    """

    heading: str
    members: tuple[str, ...]


class GridCell(msgspec.Struct, frozen=True):
    """One cell of a printed table.

    - `column`: the name of its column, and `type` the type of that column, such as number.
    - `names`: the names of the fields that are printed in the cell.
    - `sign`: the sign that its number must have; "" if it has none.
    - `is_letter`: whether the cell has a letter instead of a number. A column can allow one letter
      for that, such as X for "not possible".
    """

    column: str
    type: str
    names: tuple[str, ...]
    sign: Literal["", "plus", "minus"] = ""
    is_letter: bool = False


class GridColumn(msgspec.Struct, frozen=True):
    """One column of a printed table, with the headings above it.

    `heads` are the names of the fields with headings of this column only. `over` are the names of
    the fields with headings above several columns, of which this is one.
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
    """A table that is printed on a face.

    - `name`: the text with which the names of its fields begin.
    - `table`: the id of the table in the game.
    - `title`, `subtitle`: the names of the fields that print them; "" if there is none.
    - `lines`: the rows. On a face of a single row, such as a card, a column of the game that
      consists of several columns is also printed as a table: each of them is then one line.
    - `across`: whether each row is printed from top to bottom, to the right of the row before.
    - `heads_in_line`: whether all column headings are in one line above the table, in the order of
      the columns. Otherwise each is above its column.
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
    """What a face with all rows of a table prints of one row.

    - `key`: the key of the row.
    - `heading`: the name of the field with the heading of the row.
    - `texts`: the names of the other fields of the row.
    - `grids`: the tables in the cells of the row.
    """

    key: str
    heading: str
    texts: tuple[str, ...]
    grids: tuple[TableGrid, ...]


class FaceContent(msgspec.Struct, frozen=True, eq=False):
    """Everything that must be printed on one face.

    - `face`: the name of the face in its print. `title`: the name of the face in messages.
    - `fields`, `marks`: texts, and ids of drawings, by field name. Each is printed exactly once.
    - `prose`: the paragraphs of each field with markup, by field name. The names of marks in these
      paragraphs begin with the name of the field.
    - `groups`: headings and what belongs to each. No name belongs to two headings.
    - `trailing_heads`: headings that may be below what belongs to them, or to the right of it.
    - `small`: names of fields that may be printed in small type.
    - `inputs`: the kind of each form field (to type in or to tick), by name.
    - `grids`: the tables on the face, by name.
    - `sections`: on a face with all rows of a table, what is printed of each row. Templates use
      them.
    - `examples`: a face can show small faces of other prints as examples. The names of all fields
      of such an example begin with one prefix. These are the prefixes.
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
        """Return the content of one example: everything with a name that begins with `prefix`.

        An example is a small face of another print, which this face shows. With the prefix "",
        return the content that belongs to no example.
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
