"""Turn JSON into entries with places, and a list of records among them into a table of cells.

A number stays as it is written. Each part stands where the record or list that it is in begins.
"""

import json
import re
from bisect import bisect
from collections.abc import Iterator
from typing import Any

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.formats.celled import CellTable, make_cell
from printgen.rules.scope import Scope

_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)
_DEEPEST = 100
_OPENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{\[]', re.DOTALL)
_HINT = 'write a list of records, such as [{"name": "Imp", "cost": 2}]'


def read_json(text: str, file: str, scope: Scope) -> Iterator[CellTable]:
    """The one table of a list of records, below a line of all their names."""
    root = parse_json(text, file, scope)
    if root is None:
        return
    records = root.items()
    if not isinstance(root.data, tuple) or not all(isinstance(one.data, dict) for one in records):
        scope.report(Where(file, 1, 1), "no list of records", _HINT)
        return
    names = {name: part for one in reversed(records) for name, part in one.parts.items()}
    names = {name: names[name] for one in records for name in one.parts}
    for name in names:
        for one in records:
            if isinstance(one.at(name).data, tuple | dict):
                hint = "write one text or number; for rows within rows write a game"
                one.report(f"a list or a record in {name}", hint)
    head = [make_cell(name, part.place, scope) for name, part in names.items()]
    lines = [
        [make_cell(_plain(one.at(name).data), one.place, scope) for name in names]
        for one in records
    ]
    yield CellTable(Where(file), [head, *lines] if names else [], heads=1)


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
        scope.report(where, f"not JSON: {error.msg}", _HINT)
    except RecursionError:
        scope.report(Where(file, 1, 1), "nested too deep", _HINT)
    return None


def _plain(value: object) -> object:
    return value if isinstance(value, str | bool) else ""
