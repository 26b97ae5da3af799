"""Turn JSON into entries with places, and lists of records among such into tables of cells.

A number stays as it is written. Each part stands where the record or list that it is in begins.
"""

import json
import re
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry
from printgen.rules.yaml_reader import Unquoted

_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)
_DEEPEST = 100
_OPENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{\[]', re.DOTALL)
_NAME = "no name in double quotes", 'write "name": value, and no comma after the last'
_SAID = {
    "Expecting ','": ("no comma before this", "write it, or close the bracket before it"),
    "Expecting ':'": ("no colon after a name", 'write "name": value'),
    "Expecting property": _NAME,
    "Illegal trailing": _NAME,
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


def read_records(root: Entry) -> Iterator[CellTable]:
    """The table of records, or of each list of such below its name, under a line of all names.

    Records stand in a list, below their names, or as a list for each column. Nothing where there
    are none. A list of words is one cell; one of records is `raw`, and … its text. What a record
    within a record says stands under both names, with a dot between.
    """
    for called, place, found in _listed(root):
        records = [one.mapping(dict(_flat(one))) for one in found]
        names = {name: part for record in reversed(records) for name, part in record.parts.items()}
        names = {name: names[name] for record in records for name in record.parts}
        head = [make_cell(name, part.place, root.scope) for name, part in names.items()]
        lines = [[_cell(record.at(name), record) for name in names] for record in records]
        yield CellTable(place, [head, *lines] if names else [], called, heads=1)


def _listed(root: Entry) -> Iterator[tuple[str, Where, Sequence[Entry]]]:
    """The records in lists, each with its name and place."""
    parts = root.parts
    if isinstance(root.data, tuple):
        if all(map(_is_record, parts.values())):
            yield "", root.place, root.items()
        return
    lists = {name: one for name, one in parts.items() if _is_list(one, _is_record)}
    if lists:
        for name, one in lists.items():
            yield str(name), one.place, one.items()
        for name in parts if len(lists) < len(parts) else ():
            if name not in lists:
                hint = "put what belongs to a card into its record, or delete it"
                root.scope.note(
                    parts[name].place, f"{name} is no list of records, so not read", hint
                )
    elif parts and all(_is_list(one, _is_word) for one in parts.values()):
        yield "", root.place, list(_across(root))
    elif parts and all(map(_is_record, parts.values())):
        yield "", root.place, list(_named(parts))


def _across(root: Entry) -> Iterator[Entry]:
    """The records whose parts stand in a list for each column."""
    first, *_ = root.parts
    many = len(root.parts[first].parts)
    for name, one in root.parts.items():
        if len(one.parts) != many:
            message = f"{len(one.parts)} cells in {name}, and {many} in {first}"
            one.report(message, "write as many into each list, or a list of records")
    for row in range(many):
        yield root.mapping({name: one.at(row) for name, one in root.parts.items()})


def _named(records: Mapping[str, Entry]) -> Iterator[Entry]:
    """The records below their names; all of them may stand below one more."""
    (first, *more) = records.values()
    if not more and len(first.parts) > 1 and all(map(_is_record, first.parts.values())):
        records = first.parts
    key = "key" if any("name" in record.parts for record in records.values()) else "name"
    for name, one in records.items():
        yield one.mapping({key: Entry(one.scope, one.place, one.place, str(name)), **one.parts})


def _is_record(entry: Entry) -> bool:
    return isinstance(entry.data, Mapping)


def _is_word(entry: Entry) -> bool:
    return not isinstance(entry.data, Mapping | tuple)


def _is_list(entry: Entry, of: Callable[[Entry], bool]) -> bool:
    return isinstance(entry.data, tuple) and bool(entry.parts) and all(map(of, entry.items()))


def _flat(record: Entry, before: str = "") -> Iterator[tuple[str, Entry]]:
    """The parts of a record and of those within it, by the names that lead there."""
    for name, part in record.parts.items():
        if _is_record(part) and part.parts:
            yield from _flat(part, f"{before}{name}.")
        else:
            yield f"{before}{name}", part


def walk(root: Entry, name: str = "") -> Iterator[tuple[Entry, str]]:
    """Each record in a tree with the nearest name of it, or of one that it is in."""
    if isinstance(root.data, Mapping):
        own = root.at("name").data
        name = own if isinstance(own, str) and own else name
        yield root, name
    for part in root.parts.values():
        yield from walk(part, name)


def _cell(part: Entry, record: Entry) -> Entry:
    if _is_list(part, _is_word):
        words = [make_cell(one.data, record.place, record.scope) for one in part.items()]
        joined = ", ".join(str(one.data) for one in words if one.raw is not None)
        return make_cell(joined, record.place, record.scope)
    is_inner = isinstance(part.data, tuple | Mapping) and bool(part.data)
    is_none = isinstance(part.data, Unquoted) and part.data in ("null", "~")  # YAML's
    text = part.data if isinstance(part.data, str | bool) and not is_none else "…" * is_inner
    cell = make_cell(text, record.place, record.scope)
    return replace(cell, raw=part.data) if is_inner else cell


def parse_json(text: str, file: str, scope: Scope) -> Entry | None:
    """The root of `text`, None where it is no JSON; a name that stands twice is reported."""
    ends = [match.start() for match in re.finditer("\n", text)]
    # Lists and records open in the order in which they are gone through.
    opens = (match.start() for match in _OPENS.finditer(text) if match[0] in ("{", "["))

    def entry(value: Any, place: Where, depth: int = 0) -> Entry:
        if not isinstance(value, tuple | list):
            return Entry(scope, place, place, value)
        if depth > _DEEPEST:
            raise RecursionError
        at = next(opens)
        line = bisect(ends, at - 1)
        place = Where(file, line + 1, at - (ends[line - 1] if line else -1))
        if isinstance(value, list):
            items = [entry(one, place, depth + 1) for one in value]
            data = tuple(one.data for one in items)
            return Entry(scope, place, place, data, dict(enumerate(items)))
        parts = {name: entry(one, place, depth + 1) for name, one in value}
        if len(parts) < len(value):
            scope.report(place, "a name that stands twice in one record", "delete one")
        return Entry(scope, place, place).mapping(parts)

    try:
        return entry(_DECODER.decode(text), Where(file, 1, 1))
    except json.JSONDecodeError as error:
        at, said = error.pos, error.msg
        if "control" in said or (at > 1 and text[at - 1] == '"' and text[at : at + 1].isalnum()):
            at, said = text.rfind('"', 0, at - 1), "Unterminated"
        found, hint = next((_SAID[one] for one in _SAID if said.startswith(one)), (said, RECORDS))
        where = Where(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        scope.report(where, f"not JSON: {found}", hint)
    except RecursionError:
        scope.report(Where(file, 1, 1), "nested too deep", RECORDS)
    return None
