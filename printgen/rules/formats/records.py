"""Turn JSON into entries with places, and lists of records among such into tables of cells.

A number stays as it is written. Each part stands where the record or list that it is in begins.
"""

import json
import re
from bisect import bisect
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.formats.celled import CellTable, make_cell
from printgen.rules.scope import Scope

_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)
_DEEPEST = 100
_OPENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{\[]', re.DOTALL)
RECORDS = 'write a list of records, such as [{"name": "Imp", "cost": 2}]'


def read_records(root: Entry) -> Iterator[CellTable]:
    """The table of a list of records, or of each list below its name, under a line of all names.

    Nothing where it is neither. What is a list or a record within a cell is `raw`, and … its text.
    """
    lists = root.parts if isinstance(root.data, Mapping) else {"": root}
    for one in lists.values():
        records = one.items() if isinstance(one.data, tuple) else (one,)
        if not all(isinstance(record.data, Mapping) for record in records):
            return
    for called, one in lists.items():
        records = one.items()
        names = {name: part for record in reversed(records) for name, part in record.parts.items()}
        names = {name: names[name] for record in records for name in record.parts}
        head = [make_cell(name, part.place, root.scope) for name, part in names.items()]
        lines = [[_cell(record.at(name), record) for name in names] for record in records]
        yield CellTable(one.place, [head, *lines] if names else [], str(called), heads=1)


def walk(root: Entry, name: str = "") -> Iterator[tuple[Entry, str]]:
    """Each record in a tree with the nearest name of it, or of one that it is in."""
    if isinstance(root.data, Mapping):
        own = root.at("name").data
        name = own if isinstance(own, str) and own else name
        yield root, name
    for part in root.parts.values():
        yield from walk(part, name)


def _cell(part: Entry, record: Entry) -> Entry:
    is_inner = isinstance(part.data, tuple | Mapping)
    text = part.data if isinstance(part.data, str | bool) else "…" * is_inner
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
        where = Where(file, error.lineno, error.colno)
        scope.report(where, f"not JSON: {error.msg}", RECORDS)
    except RecursionError:
        scope.report(Where(file, 1, 1), "nested too deep", RECORDS)
    return None
