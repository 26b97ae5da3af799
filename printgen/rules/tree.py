"""Turn YAML text into plain data and the place of each part, or report every problem found.

Mappings become dicts, sequences tuples, scalars the text as written: which text is a number is for
the schema to say, so a rank of 2 and a label of No stay what they are. Anchors, aliases, tags and
deep nesting are refused, so no file grows in memory beyond its own size. It knows no game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from printgen.problems import Where
from printgen.rules.scope import Scope

Key = str | int
Path = tuple[Key, ...]
"""The keys and indices, from the root, of one part of a file."""

DEPTH_LIMIT = 12
"""Nesting of a game's file: the deepest that a schema asks for is six."""

VALUES_LIMIT = 50_000
"""Keys and values of a file of records: some thirty times those of the largest bundled one."""

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Plain(str):
    """A scalar without quotes: the only kind that may be read as a number."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """The data of one file, and for each path where its value and its key stand."""

    file: str
    data: object
    values: Mapping[Path, tuple[int, int]]
    keys: Mapping[Path, tuple[int, int]]

    def at(self, path: Path) -> object:
        """What stands at `path`, which must be there."""
        found: Any = self.data
        for step in path:
            found = found[step]
        return found

    def where(self, path: Path, *, key: bool = False) -> Where:
        """The place of the value at `path`, or of its key; of its nearest parent if it has none."""
        places = self.keys if key else self.values
        for length in range(len(path), -1, -1):
            place = places.get(path[:length]) or self.values.get(path[:length])
            if place:
                return Where(self.file, *place)
        return Where(self.file)


def parse(text: str, file: str, scope: Scope) -> Tree | None:
    """The tree of `text`, None where it is at fault; `file` is the name that its places carry."""
    before = len(scope.problems)
    reader = _Reader(file, scope)
    data: object = None
    try:
        events = yaml.parse(text, Loader=_LOADER)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if reader.values:
                    reader.report(_place(event), "a second document", "delete the line ---")
                    raise _Stop
                data = reader.node(next(events), events, ())
        if not reader.values:
            reader.report((1, 1), "the file is empty", "write its tables, or delete the file")
    except _Stop:
        pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        said = getattr(error, "problem", None) or getattr(error, "context", None) or str(error)
        reader.report(
            (mark.line + 1, mark.column + 1) if mark else (0, 0),
            f"not YAML: {said}",
            "check the indentation, and put quotes round text that holds : # or brackets",
        )
    return Tree(file, data, reader.values, reader.keys) if len(scope.problems) == before else None


class _Stop(Exception):  # noqa: N818 - the reader has reported already
    """Raised once the rest of a file cannot be read."""


class _Reader:
    """Builds one tree from the parser's events; recursion is bounded by DEPTH_LIMIT."""

    def __init__(self, file: str, scope: Scope) -> None:
        self.file = file
        self.scope = scope
        self.values: dict[Path, tuple[int, int]] = {}
        self.keys: dict[Path, tuple[int, int]] = {}

    def report(self, place: tuple[int, int], message: str, hint: str) -> None:
        self.scope.report(Where(self.file, *place), message, hint)

    def node(self, event: Any, events: Iterator[Any], path: Path) -> object:
        self.values[path] = place = _place(event)
        if len(self.values) > VALUES_LIMIT:
            found = f"more than {VALUES_LIMIT:,} keys and values"
            self.report(place, found, "list the rows in a CSV file")
            raise _Stop
        if len(path) > DEPTH_LIMIT:
            found = f"nested more than {DEPTH_LIMIT} deep"
            self.report(place, found, "take the outer brackets away")
            raise _Stop
        if isinstance(event, yaml.AliasEvent):
            self.report(place, f"the alias *{event.anchor}", "write out what it stands for")
            return ""
        if event.anchor is not None:
            self.report(place, f"the anchor &{event.anchor}", "delete it; aliases are not read")
        if event.tag is not None:
            self.report(place, f"the tag {event.tag}", "delete it; the column says the type")
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style in ("'", '"', "|", ">") else Plain(event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(events, path)
        return self.mapping(events, path)

    def sequence(self, events: Iterator[Any], path: Path) -> tuple[object, ...]:
        items: list[object] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.node(event, events, (*path, len(items))))
        return tuple(items)

    def mapping(self, events: Iterator[Any], path: Path) -> dict[str, object]:
        items: dict[str, object] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            place = _place(event)
            key = self.node(event, events, (*path, ""))
            if not isinstance(key, str):
                self.report(place, "a key that is a list or a mapping", "write a word as the key")
                key = ""
            elif key in items:
                first = self.keys[(*path, key)][0]
                self.report(
                    place,
                    f"the key {key} stands twice, first in line {first}",
                    "delete one, or put both values under one key",
                )
            self.keys.setdefault((*path, str(key)), place)
            value = self.node(next(events), events, (*path, str(key)))
            items.setdefault(str(key), value)
        return items


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1
