"""JSON files (RFC 8259), and lists of records in JSON or YAML as tables of cells.

Numbers are kept as written. The place of a value is the start of the record or list around it. Two
forms of JSON are read as roll tables: the tables of 5e.tools, and those that Foundry VTT exports.
"""

import json
import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printgen.problems import Log, Place
from printgen.rules.files.formats.cell_table import CellTable, make_cell, make_unique_name
from printgen.rules.files.nodes import Node
from printgen.rules.files.yaml_reader import MAX_DEPTH, PlainScalar

# Numbers stay text, so that 1.50 is printed as 1.50. Infinity and NaN, which RFC 8259, 6 does not
# permit but many programs write, are read as words.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)
_OPENING_SIGN = r'(?s)"(?:[^"\\]|\\.)*"|[{\[]'
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
RECORDS_HINT = 'write a list of records, such as [{"name": "Imp", "cost": 2}]'


def read_record_tables(root: Node) -> Iterator[CellTable]:
    """Yield a table for each list of records in a tree of nodes.

    The header of a table has the names of all fields of its records. Instead of a list, there may
    be a mapping from names to records, or from column names to lists of cells. A list of texts
    becomes a table with the one column `text`. In a cell, a list of words becomes one text, and a
    list of sentences a text with one line for each. A cell with a list of records has the text "…"
    and the list as `raw`. The field `gold` of a record inside the field `cost` becomes the column
    `cost.gold`.
    """
    for title, place, nodes in _find_record_lists(root):
        yield _make_table(title, place, nodes)


def _make_table(title: str, place: Place, nodes: Sequence[Node]) -> CellTable:
    """Return a table of records, with the names of all their fields as its header."""
    records = [_flatten_record(node) for node in nodes]
    names = {name: part for record in reversed(records) for name, part in record.parts.items()}
    names = {name: names[name] for record in records for name in record.parts}
    header = [make_cell(name, part.place, part.log) for name, part in names.items()]
    lines = [[_make_field_cell(record.get(name), record) for name in names] for record in records]
    return CellTable(place, [header, *lines] if names else [], title, header_count=1)


def _find_record_lists(root: Node, name: str = "") -> Iterator[tuple[str, Place, Sequence[Node]]]:
    """Yield each list of records in a tree, with its name and place. `name` is that of the root."""
    parts, group = root.parts, _make_singular(name) or "group"
    if isinstance(root.data, tuple):
        if all(map(_is_record, parts.values())):
            yield name, root.place, list(_expand_groups(_unwrap_named_records(root.items()), group))
        elif all(map(_is_scalar, parts.values())):
            yield name, root.place, [_wrap_text_as_record(item) for item in root.items()]
    elif _has_nested_groups(root):
        yield name, root.place, list(_list_nested_records(root, group))
    elif _has_record_groups(root):
        yield name, root.place, list(_list_grouped_records(root, group))
    elif parts and all(_is_list_of(node, _is_scalar) for node in parts.values()):
        yield name, root.place, list(_transpose_columns(root))
    elif _has_named_records(root):
        yield name, root.place, list(_expand_groups([*_add_names_to_records(parts.items())], group))
    elif any(map(_contains_records, parts.values())):
        ignored = {key: node for key, node in parts.items() if not _contains_records(node)}
        note_ignored_keys(ignored, root.log, "no list of records")
        for key in (key for key in parts if key not in ignored):
            yield from _find_record_lists(parts[key], str(key))


def note_ignored_keys(ignored: Mapping[Any, Node], log: Log, reason: str) -> None:
    """Add a note that these keys of a file are not read, and why.

    `ignored` has the values of the keys. `reason` is why they are not read.
    """
    for node in [*ignored.values()][:1]:
        message = f"{', '.join(map(str, ignored))} {'are' if len(ignored) > 1 else 'is'} ignored"
        hint = "move what is printed into the records that it belongs to, or delete it"
        log.note(node.place, f"{message}: {reason}", hint)


def _is_or_contains_used_node(node: Node, used: Collection[Node]) -> bool:
    """Return whether a node is one of `used`, or contains one of them."""
    nodes = node.parts.values()
    return node in used or any(_is_or_contains_used_node(part, used) for part in nodes)


def has_unused_records(node: Node, used: Collection[Node]) -> bool:
    """Return whether a tree has records of which no node is in `used`.

    These are records in a list, and records in a mapping if another record there has a node in
    `used`.
    """
    if node in used or not node.parts:
        return False
    holds = [_is_or_contains_used_node(part, used) for part in node.parts.values()]
    is_other = _is_list_of(node, _is_record) or (_is_record_mapping(node) and any(holds))
    if is_other and not all(holds):
        return True
    return any(has_unused_records(part, used) for part in node.parts.values())


def list_unused_keys(
    node: Node, used: Collection[Node], key: object = ""
) -> Iterator[tuple[object, Node]]:
    """Yield each key in a tree whose value has no node in `used`, with this value.

    Empty values are skipped. For an item of a list, the key is that of the list. `key` is the key
    of `node` itself.
    """
    for name, part in node.parts.items():
        own_key = key if isinstance(node.data, tuple) else name
        if _is_or_contains_used_node(part, used):
            yield from list_unused_keys(part, used, own_key) if part not in used else ()
        elif part.data:
            yield own_key, part


def _has_named_records(root: Node) -> bool:
    """Return whether a mapping consists of named records, such as {Imp: {…}, Orc: {…}}.

    A mapping with one record counts only if this record has no lists or mappings of records in it.
    """
    nodes = root.parts.values()
    if not nodes or not all(map(_is_record, nodes)):
        return False
    if len(nodes) == 1:
        return not any(map(_contains_records, nodes))
    # Lists under different names, such as cards in one and items in another, are several tables.
    fields = {
        tuple(key for key, part in node.parts.items() if _is_record_group(part)) for node in nodes
    }
    parts = (part for node in nodes for part in node.parts.values())
    return len(fields) == 1 or not any(_is_list_of(part, _is_record) for part in parts)


def _contains_records(node: Node) -> bool:
    """Return whether a node is or contains a list or a mapping of records."""
    has_parts = _is_record(node) and any(map(_contains_records, node.parts.values()))
    return has_parts or _is_record_group(node)


def _has_record_groups(root: Node) -> bool:
    """Return whether a mapping consists of groups of named records, such as {Elves: {Scout: {…}}}.

    The names must differ from group to group. Otherwise they are fields, as `cost` is in {Imp:
    {cost: {…}}, Orc: {cost: {…}}}.
    """
    groups = root.parts.values()
    if len(groups) < 2 or not all(map(_is_record_mapping, groups)):
        return False
    inner_names = [name for node in groups for name in node.parts]
    return len({*inner_names}) == len(inner_names)


def _list_grouped_records(root: Node, group: str) -> Iterator[Node]:
    """Yield the records in the groups of a mapping, each with one field more for its group.

    The name of this field is `group`, and its value is the name of the group.
    """
    _note_groups(root, group)
    owners = [(key, node) for key, node in root.parts.items() for _ in node.parts]
    pairs = [pair for node in root.parts.values() for pair in node.parts.items()]
    records = [*_add_names_to_records(pairs)]
    group = make_unique_name(group, _list_fields(records))
    for (key, node), record in zip(owners, records, strict=True):
        yield record.make_mapping_node({group: _make_field(node, key), **record.parts})


def _has_nested_groups(root: Node) -> bool:
    """Return whether a mapping has groups within groups: {Cups: {Court: {Page: {…}}, …}, …}.

    All innermost records must have a field in common. Otherwise they are parts of one record.
    """
    groups = root.parts.values()
    if len(groups) < 2 or not all(map(_has_record_groups, groups)):
        return False
    inner = [part for node in groups for part in node.parts.values()]
    fields = ({*item.parts} for part in inner for item in part.parts.values())
    return bool(set.intersection(*fields))


def _list_nested_records(root: Node, group: str) -> Iterator[Node]:
    """Yield the records of a mapping of groups within groups, with two fields for their groups.

    The name of the outer group is in the field `group`, that of the inner group in the field
    "group". If such a field exists already, the new one gets a number.
    """
    _note_groups(root, "group")
    owners = [
        (_make_field(outer, key), _make_field(inner, name))
        for key, outer in root.parts.items()
        for name, inner in outer.parts.items()
        for _ in inner.parts
    ]
    groups = [inner for outer in root.parts.values() for inner in outer.parts.values()]
    records = [*_add_names_to_records([pair for inner in groups for pair in inner.parts.items()])]
    # Chosen once, so that each column has one name in all groups.
    fields = _list_fields(records)
    inner_name = make_unique_name("group", fields)
    outer_name = make_unique_name(group, {*fields, inner_name})
    for (outer, inner), record in zip(owners, records, strict=True):
        yield record.make_mapping_node({outer_name: outer, inner_name: inner, **record.parts})


def _unwrap_named_records(records: Sequence[Node]) -> Sequence[Node]:
    """Return the inner records of records that only have a name, such as [{Imp: {…}}, {Orc: {…}}].

    The name becomes a field of the inner record. If there is a text instead of an inner record, it
    becomes the field `text`. Other records are returned unchanged.
    """
    pairs = [pair for record in records for pair in record.parts.items()]
    names = {name for name, _ in pairs}
    is_single = all(len(record.parts) == 1 for record in records)
    are_alike = any(all(check(node) for _, node in pairs) for check in (_is_record, _is_scalar))
    # The fields of other records with one field have the same name.
    if is_single and are_alike and 1 < len(names) > len(records) / 2:
        pairs = [(name, _wrap_text_as_record(node)) for name, node in pairs]
        return [*_add_names_to_records(pairs)]
    return records


def _wrap_text_as_record(node: Node) -> Node:
    """Return a node that is a record unchanged.

    For a text, return a record with the field `text`.
    """
    return node if _is_record(node) else node.make_mapping_node({"text": node})


def _expand_groups(records: Sequence[Node], group: str) -> Iterator[Node]:
    """Yield the records in groups, if all of `records` are groups; otherwise yield `records`.

    A group is a record with one list or mapping of records, and fewer other fields than these
    records have. Its other fields are added to each record in it. `group` is the word for a group.
    It is used to rename fields that groups and their records both have.
    """
    all_parts = [(record, *part) for record in records for part in record.parts.items()]
    found = [each for each in all_parts if _is_record_group(each[2])]
    sizes = [len(item.parts) for _, _, part in found for item in part.parts.values()]
    outer_size = max((len(record.parts) - 1 for record in records), default=0)
    owners = [record for record, _, _ in found]
    if owners != [*records] or outer_size >= max(sizes, default=0):
        yield from records
        return
    groups = [
        (
            {field: node for field, node in record.parts.items() if field != key},
            part.items()
            if isinstance(part.data, tuple)
            else [*_add_names_to_records(part.parts.items())],
        )
        for record, key, part in found
    ]
    inner_fields = _list_fields([item for _, items in groups for item in items])
    names = {field: field for outer, _ in groups for field in outer}
    # Another name for a field of a group, whose records have a field of the same name.
    for field in [field for field in names if field in inner_fields]:
        name = group if field == "name" else f"{group} {field}"
        names[field] = make_unique_name(name, {*inner_fields, *names, *names.values()})
    for (_, key, part), (outer, items) in zip(found, groups, strict=True):
        _note_groups(part, key)
        for item in items:
            fields = {names[field]: node for field, node in outer.items()}
            yield item.make_mapping_node({**fields, **item.parts})


def _list_fields(records: Iterable[Node]) -> Collection[str]:
    """Return the names of all fields of records."""
    return {field for record in records for field in record.parts}


def _is_record_group(node: Node) -> bool:
    """Return whether a node is a list of records, or a mapping of at least two records."""
    return _is_list_of(node, _is_record) or (_is_record_mapping(node) and len(node.parts) > 1)


def _is_record_mapping(node: Node) -> bool:
    """Return whether a node is a mapping of records."""
    return _is_record(node) and bool(node.parts) and all(map(_is_record, node.parts.values()))


def _note_groups(node: Node, name: str) -> None:
    """Add a note that the records in groups become the rows of the table, not the groups.

    `node` is a node of the file. `name` is the word for a group in the note.
    """
    hint = "if each group is one card, write its records as one text"
    node.log.note(Place(node.place.file), f"the records in each {name} are read as rows", hint)


def _make_singular(name: str) -> str:
    """Return the singular of an English plural, such as ship for ships; other words unchanged."""
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def _make_field(node: Node, text: object) -> Node:
    """Return a field with this text, at the place of a node."""
    return Node(node.log, node.place, node.place, str(text))


def _transpose_columns(root: Node) -> Iterator[Node]:
    """Yield a record for each row of a mapping from column names to lists of cells."""
    first, *_ = root.parts
    count = len(root.parts[first].parts)
    for name, column in root.parts.items():
        if len(column.parts) != count:
            message = f"{name} has {len(column.parts)} cells, but {first} has {count}"
            column.report(message, "write the same number into each list")
    for row in range(count):
        yield root.make_mapping_node({name: column.get(row) for name, column in root.parts.items()})


def _add_names_to_records(records: Collection[tuple[str, Node]]) -> Iterator[Node]:
    """Yield records from pairs of a name and a record.

    The name becomes the first field of the record. The field is called `name`; or `key` if all
    names are numbers, or if a record has a `name`.
    """
    # A number as the name of a record is its id.
    has_names = any("name" in record.parts for _, record in records)
    key = "key" if has_names or all(str(name).isdecimal() for name, _ in records) else "name"
    key = make_unique_name(key, _list_fields(record for _, record in records))
    for name, node in records:
        yield node.make_mapping_node({key: _make_field(node, name), **node.parts})


def _is_record(node: Node) -> bool:
    """Return whether a node is a mapping."""
    return isinstance(node.data, Mapping)


def _is_scalar(node: Node) -> bool:
    """Return whether a node is neither a mapping nor a list."""
    return not isinstance(node.data, Mapping | tuple)


def _is_list_of(node: Node, check: Callable[[Node], bool]) -> bool:
    """Return whether a node is a list that is not empty, and all its items pass `check`."""
    return isinstance(node.data, tuple) and bool(node.parts) and all(map(check, node.items()))


def _flatten_record(record: Node) -> Node:
    """Return a record with the fields of its nested records: `gold` in `cost` becomes `cost.gold`.

    Report names that occur twice in the result.
    """
    return _build_record(record, [*_iter_fields(record)])


def _iter_fields(record: Node, prefix: str = "") -> Iterator[tuple[str, Node]]:
    """Yield the names and values of a record's fields.

    Fields of nested records are named `cost.gold`.
    """
    for name, part in record.parts.items():
        if _is_record(part) and part.parts:
            yield from _iter_fields(part, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", part


def _build_record(record: Node, fields: Sequence[tuple[str, Node]]) -> Node:
    """Return a record with these fields, at the place of `record`. Report repeated names."""
    result = record.make_mapping_node(dict(fields))
    if len(result.parts) < len(fields):
        twice = [name for name, part in fields if part is not result.parts[name]]
        record.report(f"two fields of this record are called {twice[0]}", "rename one of them")
    return result


def walk_records(root: Node, name: str = "") -> Iterator[tuple[Node, str]]:
    """Yield each record in a tree, with its name.

    A record without a name gets that of the nearest record around it, or `name` if there is none.
    """
    if isinstance(root.data, Mapping):
        own_name = root.get("name").data
        name = own_name if isinstance(own_name, str) and own_name else name
        yield root, name
    for part in root.parts.values():
        yield from walk_records(part, name)


_ROLL_KEYS = ("range", "roll", "min", "max", "low", "high")


def read_dice_lists(root: Node) -> Iterator[CellTable]:
    """Yield a table for each list of records with rolls that is next to a key `dice` or `die`.

    The first column has the rolls, and the dice are its header. In the file, a roll is a number, a
    range such as 1-3 or [1, 3], or two numbers, `min` and `max` or `low` and `high`.
    """
    for node, name in walk_records(root):
        dice = _get_text(node.get("dice")) or _get_text(node.get("die"))
        for part in node.parts.values() if dice else ():
            if _is_list_of(part, lambda item: not {*_ROLL_KEYS}.isdisjoint(item.parts)):
                records = [_move_rolls_to_first_field(item, dice) for item in part.items()]
                table = _make_table(_get_text(node.get("title")) or name, part.place, records)
                yield replace(table, sources=(part, node.get("dice"), node.get("die")))


def _move_rolls_to_first_field(record: Node, dice: str) -> Node:
    """Return a record with its rolls as one text in a new first field, which is called `dice`."""
    fields = {**_flatten_record(record).parts}
    rolls = [fields.pop(key) for key in _ROLL_KEYS if key in fields]
    ends = dict.fromkeys(_get_text(end) for part in rolls for end in part.items())
    cell = Node(record.log, record.place, record.place, "-".join(ends))
    return _build_record(record, [(dice, cell), *fields.items()])


def _make_field_cell(part: Node, record: Node) -> Node:
    """Return the cell for one field of a record: its text, or its words joined by commas.

    A list of nested records becomes "…". `part` is the value of the field, and `record` the record
    that has it.
    """
    if _is_list_of(part, _is_scalar):
        items = [make_cell(item.data, record.place, record.log) for item in part.items()]
        texts = [str(item.data) for item in items if item.raw is not None]
        # Commas between sentences, or between items with commas, would hide where each ends.
        is_clear = not any("," in text or text.endswith((".", "!", "?")) for text in texts)
        joined = (", " if is_clear else "\n").join(texts)
        return make_cell(joined, record.place, record.log)
    is_inner = isinstance(part.data, tuple | Mapping) and bool(part.data)
    is_none = isinstance(part.data, PlainScalar) and part.data in ("null", "~")  # YAML's
    text = part.data if isinstance(part.data, str | bool) and not is_none else "…" * is_inner
    cell = make_cell(text, record.place, record.log)
    return replace(cell, raw=part.data) if is_inner else cell


def parse_json(text: str, file: str, log: Log) -> Node | None:
    """Return the root node of a JSON text; None if it is not valid JSON, which is reported.

    Report names that occur twice in an object too. `file` is the name of the file in places.
    """
    line_ends = [match.start() for match in re.finditer("\n", text)]
    # The decoder gives no positions: brackets open in the order in which values are visited.
    signs = re.finditer(_OPENING_SIGN, text)
    openings = (match.start() for match in signs if match[0] in ("{", "["))

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
        return Node(log, place, place).make_mapping_node(parts)

    try:
        return build_node(_DECODER.decode(text), Place(file, 1, 1))
    except json.JSONDecodeError as error:
        offset, reason = error.pos, error.msg
        # An unclosed quote ends at the next quote. The parser notices the mistake after that.
        is_word = offset > 1 and text[offset - 1] == '"' and text[offset : offset + 1].isalnum()
        if is_word or "control" in reason:
            offset, reason = text.rfind('"', 0, offset - 1), "Unterminated"
        known_messages = (_MESSAGES[start] for start in _MESSAGES if reason.startswith(start))
        message, hint = next(known_messages, (reason, RECORDS_HINT))
        where = Place(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))
        log.report(where, f"not JSON: {message}", hint)
    except RecursionError:
        log.report(Place(file, 1, 1), "nested too deep", RECORDS_HINT)
    return None


_TAG_PATTERN = r"\{@\w+ ?([^{}|]*)(?:\|[^{}|]*)?(?:\|([^{}|]*))?[^{}]*\}"

_MAX_ROLL_DIGITS = 6
"""Digits of a roll. A longer maximum means that the range is open."""


def read_fivetools_tables(root: Node) -> Iterator[CellTable]:
    """Yield each 5e.tools table in a tree of records, with its column labels as the header."""
    for node, name in walk_records(root):
        rows = node.get("rows").items() if isinstance(node.get("rows").data, tuple) else ()
        rows = tuple(row.get("row") if isinstance(row.data, Mapping) else row for row in rows)
        if not rows or not all(isinstance(row.data, tuple) for row in rows):
            continue
        labels = node.get("colLabels")
        # A table has one line of labels, or several: then the last one names the columns.
        labels = labels if labels.data else (*node.get("colLabelRows").items(),)[-1]
        # Other programs write the labels under the key columns.
        labels = labels if labels.data else node.get("columns")
        headers = labels.items() if isinstance(labels.data, tuple) else ()
        lines = [
            [make_cell(_render_cell(cell), cell.place, node.log) for cell in line.items()]
            for line in (*[labels] * bool(headers), *rows)
        ]
        title = _render_cell(node.get("caption")) or name
        used = [node.get("type"), *[labels] * bool(headers)]
        for cell in (cell for line in rows for cell in line.items()):
            used += map(cell.get, _USED_CELL_KEYS) if _is_record(cell) else [cell]
        yield CellTable(node.place, lines, title, header_count=int(bool(headers)), sources=used)


_CELL_KEYS = ("entry", "entries", "items", "name")
"""Keys of the parts of a 5e.tools cell that are read."""
_USED_CELL_KEYS = (*_CELL_KEYS, "roll", "type")


def _render_cell(node: Node) -> str:
    """Return the text of a 5e.tools cell: a string without tags, a roll, or its parts joined."""
    if isinstance(node.data, str | bool):
        # Booleans are written as in JSON.
        text, previous = node.data if isinstance(node.data, str) else str(node.data).lower(), ""
        # Tags may be nested, and the pattern matches only the innermost.
        while text != previous:
            text, previous = re.sub(_TAG_PATTERN, lambda tag: tag[2] or tag[1], text), text
        return text.strip()
    if isinstance(node.data, Mapping) and isinstance(node.get("roll").data, Mapping):
        roll = node.get("roll")
        ends = [_render_cell(roll.get(key)) for key in ("exact", "min", "max")]
        is_padded, is_open = bool(roll.get("pad").data), len(ends[2]) > _MAX_ROLL_DIGITS
        ends = [end.zfill(2) if is_padded else end for end in ends[: 3 - is_open] if end]
        return "-".join(ends) + "+" * is_open
    keys = _CELL_KEYS if isinstance(node.data, Mapping) else ()
    parts = [node.get(name) for name in keys] or list(node.parts.values())
    return " ".join(filter(None, map(_render_cell, parts)))


class OverlappingRange(str):
    """A range of rolls in a table in which ranges may overlap.

    One roll then draws all results whose range contains it.
    """

    __slots__ = ()


_WHOLE_NUMBER = r"-?\d{1,9}"


def read_foundry_tables(root: Node) -> Iterator[CellTable]:
    """Yield each roll table in a tree of records that was exported by Foundry VTT.

    Its first column has the ranges, with the dice as its header, and its second the results.
    Results with equal ranges share a row. Equal ranges and wrong weights are logged as notes.
    """
    for node, name in walk_records(root):
        results = node.get("results").items()
        ranged = [item for item in results if isinstance(item.get("range").data, tuple)]
        if not ranged or not {"dice", "die"}.isdisjoint(node.parts):
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
            texts = (_get_plain_text(_find_description(item)) for item in rows[roll])
            cells = OverlappingRange(roll), "; ".join(texts)
            lines.append([make_cell(item, rows[roll][0].place, log) for item in cells])
        used = [node.get("formula"), *(item.get("range") for item in results)]
        used += [part for item in results for part in (item.get("weight"), _find_description(item))]
        yield CellTable(node.place, lines, name, header_count=1, sources=used)


def _find_description(result: Node) -> Node:
    """Return the text of a Foundry result, or else the name or the id of what it draws."""
    names = ("text", "name", "description", "documentUuid", "resultId")
    return next(filter(_get_plain_text, map(result.get, names)), result.get("text"))


def _get_plain_text(node: Node) -> str:
    """Return a text without HTML tags."""
    return re.sub("<[^>]*>", " ", _get_text(node)).strip()


def _count_rolls(result: Node) -> str:
    """Return how many rolls the range of a Foundry result has, as text; "" if it is not a range."""
    texts = map(_get_text, result.get("range").items())
    ends = [int(text) for text in texts if re.fullmatch(_WHOLE_NUMBER, text)]
    return str(ends[-1] - ends[0] + 1) if ends else ""


def _get_text(node: Node) -> str:
    return str(node.data).strip() if isinstance(node.data, str) else ""
