"""Turn JSON into entries with places, and lists of records among such into tables of cells.

A number stays as it is written. Each part stands where the record or list that it is in begins.
"""

import json
import re
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printgen.problems import Spot
from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node
from printgen.rules.yaml_reader import PlainScalar

_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)
_MAX_DEPTH = 100
_OPENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{\[]', re.DOTALL)
_NAME_ERROR = "no name in double quotes", 'write "name": value, and no comma after the last'
_MESSAGES = {
    "Expecting ','": ("no comma before this", "write it, or close the bracket before it"),
    "Expecting ':'": ("no colon after a name", 'write "name": value'),
    "Expecting property": _NAME_ERROR,
    "Illegal trailing": _NAME_ERROR,
    "Expecting value": ("no value", "write a number or a text in double quotes, no comma before ]"),
    "Unterminated": (
        "a quote that is not closed",
        'write " where the text ends, \\" for one in it',
    ),
    "Invalid \\": ("a \\ in a text", r"write \\ for it"),
    "Extra data": ("more after the last bracket", "delete it, or put all into one list"),
}
"""What was found and what to write, by what the parser says."""
RECORDS = 'write a list of records, such as [{"name": "Imp", "cost": 2}]'


def read_records(root: Node) -> Iterator[CellTable]:
    """The table of records, or of each list of such below its name, under a line of all names.

    Records stand in a list, below their names, or as a list for each column. Nothing where there
    are none. A list of words is one cell; one of records is `raw`, and … its text. What a record
    within a record says stands under both names, with a dot between.
    """
    for title, place, nodes in _find_record_lists(root):
        records = [node.as_dict(dict(_flatten_record(node))) for node in nodes]
        names = {name: part for record in reversed(records) for name, part in record.parts.items()}
        names = {name: names[name] for record in records for name in record.parts}
        header = [make_cell(name, part.place, root.log) for name, part in names.items()]
        lines = [[_to_cell(record.get(name), record) for name in names] for record in records]
        yield CellTable(place, [header, *lines] if names else [], title, header_count=1)


def _find_record_lists(root: Node) -> Iterator[tuple[str, Spot, Sequence[Node]]]:
    """The records in lists, each with its name and place."""
    parts = root.parts
    if isinstance(root.data, tuple):
        if all(map(_is_record, parts.values())):
            yield "", root.place, root.items()
        return
    lists = {name: node for name, node in parts.items() if _is_list_of(node, _is_record)}
    if lists:
        for name, node in lists.items():
            yield str(name), node.place, node.items()
        for name in parts if len(lists) < len(parts) else ():
            if name not in lists:
                hint = "put what belongs to a card into its record, or delete it"
                root.log.note(parts[name].place, f"{name} is no list of records, so not read", hint)
    elif parts and all(_is_list_of(node, _is_scalar) for node in parts.values()):
        yield "", root.place, list(_transpose_columns(root))
    elif parts and all(map(_is_record, parts.values())):
        yield "", root.place, list(_name_records(parts))


def _transpose_columns(root: Node) -> Iterator[Node]:
    """The records whose parts stand in a list for each column."""
    first, *_ = root.parts
    count = len(root.parts[first].parts)
    for name, column in root.parts.items():
        if len(column.parts) != count:
            message = f"{len(column.parts)} cells in {name}, and {count} in {first}"
            column.report(message, "write as many into each list, or a list of records")
    for row in range(count):
        yield root.as_dict({name: column.get(row) for name, column in root.parts.items()})


def _name_records(records: Mapping[str, Node]) -> Iterator[Node]:
    """The records below their names; all of them may stand below one more."""
    (first, *more) = records.values()
    if not more and len(first.parts) > 1 and all(map(_is_record, first.parts.values())):
        records = first.parts
    key = "key" if any("name" in record.parts for record in records.values()) else "name"
    for name, node in records.items():
        yield node.as_dict({key: Node(node.log, node.place, node.place, str(name)), **node.parts})


def _is_record(node: Node) -> bool:
    return isinstance(node.data, Mapping)


def _is_scalar(node: Node) -> bool:
    return not isinstance(node.data, Mapping | tuple)


def _is_list_of(node: Node, check: Callable[[Node], bool]) -> bool:
    return isinstance(node.data, tuple) and bool(node.parts) and all(map(check, node.items()))


def _flatten_record(record: Node, prefix: str = "") -> Iterator[tuple[str, Node]]:
    """The parts of a record and of those within it, by the names that lead there."""
    for name, part in record.parts.items():
        if _is_record(part) and part.parts:
            yield from _flatten_record(part, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", part


def walk_records(root: Node, name: str = "") -> Iterator[tuple[Node, str]]:
    """Each record in a tree with the nearest name of it, or of one that it is in."""
    if isinstance(root.data, Mapping):
        own_name = root.get("name").data
        name = own_name if isinstance(own_name, str) and own_name else name
        yield root, name
    for part in root.parts.values():
        yield from walk_records(part, name)


def _to_cell(part: Node, record: Node) -> Node:
    if _is_list_of(part, _is_scalar):
        items = [make_cell(item.data, record.place, record.log) for item in part.items()]
        joined = ", ".join(str(item.data) for item in items if item.raw is not None)
        return make_cell(joined, record.place, record.log)
    is_inner = isinstance(part.data, tuple | Mapping) and bool(part.data)
    is_none = isinstance(part.data, PlainScalar) and part.data in ("null", "~")  # YAML's
    text = part.data if isinstance(part.data, str | bool) and not is_none else "…" * is_inner
    cell = make_cell(text, record.place, record.log)
    return replace(cell, raw=part.data) if is_inner else cell


def parse_json(text: str, file: str, scope: Log) -> Node | None:
    """The root of `text`, None where it is no JSON; a name that stands twice is reported."""
    line_ends = [match.start() for match in re.finditer("\n", text)]
    # Lists and records open in the order in which they are gone through.
    openings = (match.start() for match in _OPENS.finditer(text) if match[0] in ("{", "["))

    def build_node(value: Any, place: Spot, depth: int = 0) -> Node:
        if not isinstance(value, tuple | list):
            return Node(scope, place, place, value)
        if depth > _MAX_DEPTH:
            raise RecursionError
        offset = next(openings)
        line = bisect(line_ends, offset - 1)
        place = Spot(file, line + 1, offset - (line_ends[line - 1] if line else -1))
        if isinstance(value, list):
            items = [build_node(item, place, depth + 1) for item in value]
            data = tuple(item.data for item in items)
            return Node(scope, place, place, data, dict(enumerate(items)))
        parts = {name: build_node(item, place, depth + 1) for name, item in value}
        if len(parts) < len(value):
            scope.report(place, "a name that stands twice in one record", "delete one")
        return Node(scope, place, place).as_dict(parts)

    try:
        return build_node(_DECODER.decode(text), Spot(file, 1, 1))
    except json.JSONDecodeError as error:
        offset, reason = error.pos, error.msg
        if "control" in reason or (
            offset > 1 and text[offset - 1] == '"' and text[offset : offset + 1].isalnum()
        ):
            offset, reason = text.rfind('"', 0, offset - 1), "Unterminated"
        message, hint = next(
            (_MESSAGES[start] for start in _MESSAGES if reason.startswith(start)), (reason, RECORDS)
        )
        where = Spot(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))
        scope.report(where, f"not JSON: {message}", hint)
    except RecursionError:
        scope.report(Spot(file, 1, 1), "nested too deep", RECORDS)
    return None
