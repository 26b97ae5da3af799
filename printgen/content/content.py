"""What one printed face must say: the one thing prints show and the proof demands.

It comes from the Game alone. It says what stands on a face, under which head and beside which
label, never where on the face or how large.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from printgen.rules.commonmark import ProseBlock

TURNED = "turned"
"""The ending of a name that is printed a second time, upside down."""


class HeadingGroup(NamedTuple):
    """A field that heads others, and the names of the fields, marks and inputs that it heads.

    On the face they stand together, with nothing of another group among them. A label and the
    input that it is of may share a name: the heading is the field, the member the input.
    """

    heading: str
    members: tuple[str, ...]


class GridCell(NamedTuple):
    """One cell of a printed table: its column, the type of that, and the names printed in it.

    `sign` is that of a number, "" for none; `is_letter` tells the letter that stands for "none of
    them" from a number.
    """

    column: str
    type: str
    names: tuple[str, ...]
    sign: Literal["", "plus", "minus"] = ""
    is_letter: bool = False


class GridColumn(NamedTuple):
    """One column of a printed table: its name, its type, and the names that head it.

    `over` are those that head it with all columns of its group.
    """

    name: str
    type: str
    heads: tuple[str, ...]
    over: tuple[str, ...] = ()


class GridLine(NamedTuple):
    """One line of a printed table: the key of its row, and its cells in the columns' order."""

    key: str
    cells: tuple[GridCell, ...]


class Grid(NamedTuple):
    """A table as a face prints it, by names: `title` and `subtitle` are those of fields, or empty.

    A group of columns on the face of one row is a grid too, turned: a line for each of its heads.
    One that is set `across` has its rows rightwards and their cells downwards. `heads_in_line`
    says that its heads stand above it in one line, in the order of its columns, not each over its
    own.
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
    """One row of a face that prints all rows: its heading, its other texts, and its tables."""

    key: str
    heading: str
    texts: tuple[str, ...]
    grids: tuple[Grid, ...]


class Content(msgspec.Struct, frozen=True, eq=False):
    """Everything that one face carries.

    `fields` and `marks` map a name to its printed text or to the id of its picture: each is
    printed exactly once. `prose` has the blocks of the fields that are prose, whose marks are
    named after them. `grids` are the tables, each cell in its row and its column; `groups` what
    stands under which heading, none in two; `below` the headings that may stand under or right of
    what they head; `small` the fields that may be small; `inputs` are form fields; `title` names
    the face in messages. A face that `fills_sheet` is printed as often as the paper holds, at least
    once; any other exactly once. `examples` are the beginnings of the names of faces of other
    prints that this one shows: each is a face within the face. `sections` are the same names again,
    in the order in which a template may lay them out. `pictures` is how many a back has.
    """

    face: str
    title: str
    fields: Mapping[str, str]
    marks: Mapping[str, str]
    prose: Mapping[str, tuple[ProseBlock, ...]]
    groups: tuple[HeadingGroup, ...]
    late_heads: frozenset[str]
    small: frozenset[str]
    inputs: Mapping[str, Literal["text", "check"]]
    fills_sheet: bool
    grids: Mapping[str, Grid]
    sections: tuple[Section, ...]
    examples: tuple[str, ...] = ()
    pictures: int = 0

    def filter_by_prefix(self, prefix: str = "") -> "Content":
        """The example whose names begin so, by itself; else all that is in no example."""
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
