"""What one printed face must say: the one thing products print and the proof demands.

It comes from the Game alone. It says what stands on a face and which cells share a line, never
where on the face or how large.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Row = tuple[str, ...]
"""Names of fields, marks and inputs that must stand on one line, in no particular order."""


@dataclass(frozen=True, slots=True)
class Group:
    """A field that heads others, and the names of the fields, marks and inputs that it heads.

    On the face they stand together, with nothing of another group among them. A label and the
    input that it is of may share a name: the heading is the field, the member the input.
    """

    heading: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that one face carries.

    `fields` and `marks` map a name to its printed text or to the id of its picture: each is
    printed exactly once. `tables` holds rows top to bottom; `groups` what stands under which
    heading, none in two; `footers` are the fields that may be small; `inputs` are form fields;
    `title` names the face in messages. A face that `fills_sheet` is printed as often as the paper
    holds, at least once; any other exactly once.
    """

    face: str
    title: str
    fields: Mapping[str, str]
    marks: Mapping[str, str]
    tables: tuple[tuple[Row, ...], ...] = ()
    groups: tuple[Group, ...] = ()
    footers: frozenset[str] = frozenset()
    inputs: Mapping[str, Literal["text", "check"]] = field(default_factory=dict)
    fills_sheet: bool = False
