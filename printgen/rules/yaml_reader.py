"""Turn YAML text into entries: plain data, each part with its place, or report every problem found.

Mappings become dicts, sequences tuples, scalars the text as written: which text is a number is for
the schema to say, so a rank of 2 and a label of No stay what they are. Anchors, aliases and
tags are refused, so no file grows in memory beyond its own size. It knows no game.
"""

from collections.abc import Iterator
from typing import Any

import yaml

from printgen.problems import Where
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry
from printgen.rules.yaml_errors import COLOUR, find_slip, unquoted

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Unquoted(str):
    """A scalar without quotes: the only kind that may be read as a number."""

    __slots__ = ()


def parse(text: str, file: str, scope: Scope) -> Entry | None:
    """The root of `text`, None where it is at fault; `file` is the name that its places carry."""
    before = len(scope.problems)
    reader = _YamlReader(text, file, scope)
    root = None
    try:
        events = yaml.parse(text, Loader=_LOADER)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    scope.report(reader.place(event), "a second document", "delete the line ---")
                    break
                root = reader.node(next(events), events)
        if root is None:
            scope.report(Where(file, 1, 1), "the file is empty", "write its tables, or delete it")
    except RecursionError:
        scope.report(Where(file), "nested too deep", "take the outer brackets away")
    except yaml.YAMLError as error:
        line, column, found, hint = find_slip(text, error, yaml.scan(text, Loader=_LOADER))
        scope.report(Where(file, line + 1, column + 1), f"not YAML: {found}", hint)
    return root if len(scope.problems) == before else None


class _YamlReader:
    """Builds entries from the parser's events."""

    def __init__(self, text: str, file: str, scope: Scope) -> None:
        self.text = text
        self.file = file
        self.scope = scope

    def place(self, event: Any) -> Where:
        return Where(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def node(self, event: Any, events: Iterator[Any], key: Where | None = None) -> Entry:
        place = self.place(event)
        entry = Entry(self.scope, place, key or place, "")
        if isinstance(event, yaml.AliasEvent):
            entry.report(f"the alias *{event.anchor}", "write out what it stands for")
            return entry
        if event.anchor is not None:
            entry.report(f"the anchor &{event.anchor}", "delete it; aliases are not read")
        if event.tag is not None:
            entry.report(f"the tag {event.tag}", "delete it; the column says the type")
        if isinstance(event, yaml.MappingStartEvent):
            return entry.mapping(self.mapping(events))
        if isinstance(event, yaml.SequenceStartEvent):
            return entry.listed(tuple(self.sequence(events)))
        if not event.value and (colour := COLOUR.match(self.text, event.end_mark.index)):
            entry.report(*unquoted(colour[1]))
        text = event.value if event.style in ("'", '"', "|", ">") else Unquoted(event.value)
        return Entry(self.scope, place, entry.key_place, text)

    def sequence(self, events: Iterator[Any]) -> Iterator[Entry]:
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            yield self.node(event, events)

    def mapping(self, events: Iterator[Any]) -> dict[str, Entry]:
        items: dict[str, Entry] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self.node(event, events)
            name = str(key.data) if isinstance(key.data, str) else ""
            if not isinstance(key.data, str):
                key.report("a key that is a list or a mapping", "write a word as the key")
            elif name in items:
                first = items[name].key_place.line
                message = f"the key {name} stands twice, first in line {first}"
                key.report(message, "delete one, or put both values under one key")
            value = self.node(next(events), events, key.place)
            items.setdefault(name, value)
        return items
