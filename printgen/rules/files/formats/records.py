"""JSON files (RFC 8259), and lists of records in JSON or YAML as tables of cells.

Numbers are kept as written. The place of a value is the start of the record or list around it. Two
forms of JSON are read as roll tables: the tables of 5e.tools, and those that Foundry VTT exports.
"""

import json
import re
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printgen.problems import Log, Place
from printgen.rules.files.formats.cell_table import CellTable, make_cell
from printgen.rules.files.nodes import Node
from printgen.rules.files.yaml_reader import MAX_DEPTH, PlainScalar

# Numbers stay text, so that 1.50 is printed as 1.50. Infinity and NaN, which RFC 8259, 6 does not
# permit but many programs write, are read as words.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)
_OPENS = r'(?s)"(?:[^"\\]|\\.)*"|[{\[]'
_NAME_ERROR = "missing name in double quotes", 'write "name": value, and no comma after the last'
_MESSAGES = {
    "Expecting ','": ("missing comma before this", "write it, or close the bracket before it"),
    "Expecting ':'": ("missing colon after a name", 'write "name": value'),
    "Expecting property": _NAME_ERROR,
    "Illegal trailing": _NAME_ERROR,
    "Expecting value": ("missing value", "write a number or a quoted text, and no comma before ]"),
    "Unterminated": (
        "a quote that is not closed",
        'write " at the end of the text, and \\" for a quote inside it',
    ),
    "Invalid \\": ("a single \\ in a text", r"write \\ instead"),
    "Extra data": ("text after the last bracket", "delete it, or put all into one list"),
}
"""The message and the hint for each message of the parser, by its first words."""
RECORDS = 'write a list of records, such as [{"name": "Imp", "cost": 2}]'


def read_records(root: Node) -> Iterator[CellTable]:
    """Yield a table for each list of records, with the names of all their fields as its header.

    Records may also be a mapping of names to records, or a mapping of column names to lists of
    cells. In a cell, a list of words is one text. A list of records is the text …, and the list as
    `raw`. A field of a nested record is named by both names with a dot, such as cost.gold.
    """
    for title, place, nodes in _find_record_lists(root):
        records = [node.as_dict(dict(_flatten_record(node))) for node in nodes]
        names = {name: part for record in reversed(records) for name, part in record.parts.items()}
        names = {name: names[name] for record in records for name in record.parts}
        header = [make_cell(name, part.place, root.log) for name, part in names.items()]
        lines = [[_to_cell(record.get(name), record) for name in names] for record in records]
        yield CellTable(place, [header, *lines] if names else [], title, header_count=1)


def _find_record_lists(root: Node) -> Iterator[tuple[str, Place, Sequence[Node]]]:
    """Yield each list of records in a tree, with its name and place."""
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
                hint = "move it into the records that it belongs to, or delete it"
                root.log.note(parts[name].place, f"{name} is ignored: no list of records", hint)
    elif parts and all(_is_list_of(node, _is_scalar) for node in parts.values()):
        yield "", root.place, list(_transpose_columns(root))
    elif parts and all(map(_is_record, parts.values())):
        yield "", root.place, list(_name_records(parts))


def _transpose_columns(root: Node) -> Iterator[Node]:
    """Yield a record for each row of a mapping from column names to lists of cells."""
    first, *_ = root.parts
    count = len(root.parts[first].parts)
    for name, column in root.parts.items():
        if len(column.parts) != count:
            message = f"{name} has {len(column.parts)} cells, but {first} has {count}"
            column.report(message, "write the same number into each list")
    for row in range(count):
        yield root.as_dict({name: column.get(row) for name, column in root.parts.items()})


def _name_records(records: Mapping[str, Node]) -> Iterator[Node]:
    """Yield the records of a mapping of names to records, each with its name as a field.

    The mapping may be inside one more mapping.
    """
    (first, *more) = records.values()
    if not more and len(first.parts) > 1 and all(map(_is_record, first.parts.values())):
        records = first.parts
    key = "key" if any("name" in record.parts for record in records.values()) else "name"
    for name, node in records.items():
        yield node.as_dict({key: Node(node.log, node.place, node.place, str(name)), **node.parts})


def _is_record(node: Node) -> bool:
    """Return whether a node is a mapping."""
    return isinstance(node.data, Mapping)


def _is_scalar(node: Node) -> bool:
    """Return whether a node is neither a mapping nor a list."""
    return not isinstance(node.data, Mapping | tuple)


def _is_list_of(node: Node, check: Callable[[Node], bool]) -> bool:
    """Return whether a node is a list that is not empty, and all its items pass `check`."""
    return isinstance(node.data, tuple) and bool(node.parts) and all(map(check, node.items()))


def _flatten_record(record: Node, prefix: str = "") -> Iterator[tuple[str, Node]]:
    """Yield the fields of a record and of nested records, with names joined by dots."""
    for name, part in record.parts.items():
        if _is_record(part) and part.parts:
            yield from _flatten_record(part, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", part


def walk_records(root: Node, name: str = "") -> Iterator[tuple[Node, str]]:
    """Yield each record in a tree, and its name or that of the nearest record around it.

    `name` is used for records without any.
    """
    if isinstance(root.data, Mapping):
        own_name = root.get("name").data
        name = own_name if isinstance(own_name, str) and own_name else name
        yield root, name
    for part in root.parts.values():
        yield from walk_records(part, name)


def _to_cell(part: Node, record: Node) -> Node:
    """Return the cell of one field: a text, words joined by commas, or … for nested records.

    `part` is the value of the field, and `record` is the record that has it.
    """
    if _is_list_of(part, _is_scalar):
        items = [make_cell(item.data, record.place, record.log) for item in part.items()]
        joined = ", ".join(str(item.data) for item in items if item.raw is not None)
        return make_cell(joined, record.place, record.log)
    is_inner = isinstance(part.data, tuple | Mapping) and bool(part.data)
    is_none = isinstance(part.data, PlainScalar) and part.data in ("null", "~")  # YAML's
    text = part.data if isinstance(part.data, str | bool) and not is_none else "…" * is_inner
    cell = make_cell(text, record.place, record.log)
    return replace(cell, raw=part.data) if is_inner else cell


def parse_json(text: str, file: str, log: Log) -> Node | None:
    """Return the root node of a JSON text; None if it is not JSON, which is reported.

    Names that occur twice in an object are reported too. `file` is used in places.
    """
    line_ends = [match.start() for match in re.finditer("\n", text)]
    # The decoder gives no positions: brackets open in the order in which values are visited.
    openings = (match.start() for match in re.finditer(_OPENS, text) if match[0] in ("{", "["))

    def build_node(value: Any, place: Place, depth: int = 0) -> Node:
        if not isinstance(value, tuple | list):
            return Node(log, place, place, value)
        if depth > MAX_DEPTH:  # RFC 8259, 9: a parser may limit the depth of nesting
            raise RecursionError
        offset = next(openings)
        line = bisect(line_ends, offset - 1)
        place = Place(file, line + 1, offset - (line_ends[line - 1] if line else -1))
        if isinstance(value, list):
            items = [build_node(item, place, depth + 1) for item in value]
            data = tuple(item.data for item in items)
            return Node(log, place, place, data, dict(enumerate(items)))
        parts = {name: build_node(item, place, depth + 1) for name, item in value}
        if len(parts) < len(value):
            # RFC 8259, 4: names should be unique. Which value would win is not defined.
            log.report(place, "a name occurs twice in one record", "delete one of them")
        return Node(log, place, place).as_dict(parts)

    try:
        return build_node(_DECODER.decode(text), Place(file, 1, 1))
    except json.JSONDecodeError as error:
        offset, reason = error.pos, error.msg
        # An unclosed quote ends at the next quote. The parser notices the mistake after that.
        if "control" in reason or (
            offset > 1 and text[offset - 1] == '"' and text[offset : offset + 1].isalnum()
        ):
            offset, reason = text.rfind('"', 0, offset - 1), "Unterminated"
        message, hint = next(
            (_MESSAGES[start] for start in _MESSAGES if reason.startswith(start)), (reason, RECORDS)
        )
        where = Place(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))
        log.report(where, f"not JSON: {message}", hint)
    except RecursionError:
        log.report(Place(file, 1, 1), "nested too deep", RECORDS)
    return None


_TAG = r"\{@\w+ ?([^{}|]*)(?:\|[^{}|]*)?(?:\|([^{}|]*))?[^{}]*\}"

_MAX_ROLL_DIGITS = 6
"""Digits of a roll. A longer maximum means that the range is open."""


def read_fivetools(root: Node) -> Iterator[CellTable]:
    """Yield each 5e.tools table in a tree of records, with its column labels as the header."""
    for node, name in walk_records(root):
        rows = node.get("rows").items() if isinstance(node.get("rows").data, tuple) else ()
        rows = tuple(row.get("row") if isinstance(row.data, Mapping) else row for row in rows)
        if not rows or not all(isinstance(row.data, tuple) for row in rows):
            continue
        labels = node.get("colLabels")
        # A table has one line of labels, or several: then the last one names the columns.
        labels = labels if labels.data else (*node.get("colLabelRows").items(),)[-1]
        headers = labels.items() if isinstance(labels.data, tuple) else ()
        lines = [
            [make_cell(_render_cell(cell), cell.place, node.log) for cell in line.items()]
            for line in (*[labels] * bool(headers), *rows)
        ]
        title = _render_cell(node.get("caption")) or name
        yield CellTable(node.place, lines, title, header_count=int(bool(headers)))


def _render_cell(node: Node) -> str:
    """Return the text of a 5e.tools cell: a string without tags, a roll, or its parts joined."""
    if isinstance(node.data, str):
        text, previous = node.data, ""
        # Tags may be nested, and the pattern matches only the innermost.
        while text != previous:
            text, previous = re.sub(_TAG, lambda tag: tag[2] or tag[1], text), text
        return text.strip()
    if isinstance(node.data, Mapping) and isinstance(node.get("roll").data, Mapping):
        roll = node.get("roll")
        ends = [_render_cell(roll.get(key)) for key in ("exact", "min", "max")]
        is_padded, is_open = bool(roll.get("pad").data), len(ends[2]) > _MAX_ROLL_DIGITS
        ends = [end.zfill(2) if is_padded else end for end in ends[: 3 - is_open] if end]
        return "-".join(ends) + "+" * is_open
    keys = ("entry", "entries", "items", "name") if isinstance(node.data, Mapping) else ()
    parts = [node.get(name) for name in keys] or list(node.parts.values())
    return " ".join(filter(None, map(_render_cell, parts)))


class DrawnRange(str):
    """A range of a table in which one roll draws every result whose range contains it."""

    __slots__ = ()


_WHOLE_NUMBER = r"-?\d{1,9}"


def read_foundry(root: Node) -> Iterator[CellTable]:
    """Yield each roll table that Foundry VTT exported in a tree of records.

    Its columns are the ranges, with a header such as 1d6, and the results. Results with equal
    ranges share a row.
    """
    for node, name in walk_records(root):
        results = node.get("results").items()
        ranged = [item for item in results if isinstance(item.get("range").data, tuple)]
        if not ranged:
            continue
        log, rows = node.log, dict[str, list[Node]]()
        for item in results:
            ends = list(dict.fromkeys(_get_text(end) for end in item.get("range").items()))
            rows.setdefault("-".join(ends), []).append(item)
        for roll, group in rows.items():
            if len(group) > 1:
                hint = "Foundry draws all of them; to draw only one, give each its own range"
                log.note(group[1].place, f"{len(group)} results have the range {roll}", hint)
        weighted = [(item, _get_text(item.get("weight")), _count_rolls(item)) for item in ranged]
        mismatched = [item for item in weighted if item[2] and item[1] not in ("", "1", item[2])]
        for item, weight, width in mismatched[:1]:
            message = f"the weight {weight} does not match a range of {width} rolls"
            more = f", and {len(mismatched) - 1} more" if len(mismatched) > 1 else ""
            hint = "Foundry draws by range only: normalise the table there, or correct the weight"
            log.note(item.place, message + more, hint)
        # Foundry does not keep results in the order of their ranges.
        ordered = sorted(rows, key=lambda roll: [int(end) for end in re.findall(r"\d{1,9}", roll)])
        header = [_get_text(node.get("formula")) or "Roll", "Result"]
        lines = [[make_cell(item, node.place, log) for item in header]]
        for roll in ordered:
            cells = DrawnRange(roll), "; ".join(map(_describe_result, rows[roll]))
            lines.append([make_cell(item, rows[roll][0].place, log) for item in cells])
        yield CellTable(node.place, lines, name, header_count=1)


def _describe_result(result: Node) -> str:
    """Return the text of a Foundry result without HTML tags, or the name or id of what it draws."""
    names = ("text", "name", "description", "documentUuid", "resultId")
    texts = (re.sub("<[^>]*>", " ", _get_text(result.get(name))).strip() for name in names)
    return next(filter(None, texts), "")


def _count_rolls(result: Node) -> str:
    """Return how many rolls the range of a Foundry result has, as text; "" if it is not a range."""
    texts = map(_get_text, result.get("range").items())
    ends = [int(text) for text in texts if re.fullmatch(_WHOLE_NUMBER, text)]
    return str(ends[-1] - ends[0] + 1) if ends else ""


def _get_text(node: Node) -> str:
    return str(node.data).strip() if isinstance(node.data, str) else ""
