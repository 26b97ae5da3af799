"""Parses YAML text into nodes with places, and reports every problem found.

Mappings become dicts, sequences become tuples, and scalars stay text as written. The types of the
columns decide which text is a number. So a label No is not read as false, and a label 2 stays text.
Anchors, aliases and tags are rejected, so a file cannot expand in memory.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from printgen.problems import Log, Place
from printgen.rules.files import read_text
from printgen.rules.source_node import Node
from printgen.rules.yaml_errors import COLOUR_COMMENT, explain_colour, explain_yaml_error

LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# YAML 1.2.2 sets no limit, and the parser's own differs between versions of PyYAML.
MAX_DEPTH = 100
"""How many lists and mappings may be inside one another, in YAML and in JSON."""
_TOO_DEEP = "nested too deeply", "remove the outer brackets"


class PlainScalar(str):
    """A scalar without quotes: the only kind that may be read as a number."""

    __slots__ = ()


def read_yaml(folder: Path, name: str, log: Log) -> Node | None:
    """Return the root of the file `name` in `folder`, or None if there are problems."""
    text = read_text(folder, name, log)
    return None if text is None else parse_yaml(text, str(folder / name), log)


def parse_yaml(text: str, file: str, log: Log) -> Node | None:
    """Return the root of `text`, or None if there are problems; `file` is used in places."""
    problem_count = len(log.problems)
    reader = _YamlReader(text, file, log)
    root = None
    try:
        events = yaml.parse(text, Loader=LOADER)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                # YAML 1.2.2, 9.2: a stream may have several documents, but a game file has one.
                if root is not None:
                    log.report(reader.locate(event), "a second document", "delete the line ---")
                    break
                root = reader.read_node(next(events), events)
        if root is None:
            log.report(Place(file, 1, 1), "the file is empty", "write tables, or delete the file")
    except RecursionError:
        log.report(Place(file), *_TOO_DEEP)
    except yaml.YAMLError as error:
        # The scanner reads ahead, and may refuse brackets before the reader has counted them.
        if _count_open_brackets(text, getattr(error, "problem_mark", None)) > MAX_DEPTH:
            log.report(Place(file), *_TOO_DEEP)
            return None
        line, column, fault, hint = explain_yaml_error(text, error, yaml.scan(text, Loader=LOADER))
        log.report(Place(file, line + 1, column + 1), f"not YAML: {fault}", hint)
    return root if len(log.problems) == problem_count else None


def _count_open_brackets(text: str, mark: Any) -> int:
    """Return how many more brackets open than close before a mark of the parser."""
    before = text[: mark.index] if mark else ""
    return sum(before.count(opening) - before.count(closing) for opening, closing in ("[]", "{}"))


class _YamlReader:
    """Builds nodes from the parser's events."""

    def __init__(self, text: str, file: str, log: Log) -> None:
        self.text = text
        self.file = file
        self.log = log

    def locate(self, event: Any) -> Place:
        """Return the place of an event; lines and columns count from 1."""
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def read_node(
        self, event: Any, events: Iterator[Any], depth: int = 0, key_place: Place | None = None
    ) -> Node:
        """Return the node that starts with an event, with all nodes in it."""
        if depth > MAX_DEPTH:
            raise RecursionError
        place = self.locate(event)
        entry = Node(self.log, place, key_place or place, "")
        # YAML 1.2.2, 7.1: an alias repeats a whole node, so nested aliases grow exponentially.
        if isinstance(event, yaml.AliasEvent):
            entry.report(f"unsupported alias *{event.anchor}", "write the whole value here")
            return entry
        if event.anchor is not None:
            entry.report(f"unsupported anchor &{event.anchor}", "delete it")
        if event.tag is not None:
            entry.report(f"unsupported tag {event.tag}", "delete it; the column sets the type")
        if isinstance(event, yaml.MappingStartEvent):
            return entry.as_dict(self.read_mapping(events, depth + 1))
        if isinstance(event, yaml.SequenceStartEvent):
            return entry.as_list(tuple(self.read_sequence(events, depth + 1)))
        if not event.value and (colour := COLOUR_COMMENT.match(self.text, event.end_mark.index)):
            entry.report(*explain_colour(colour[1]))
        text = event.value if event.style in ("'", '"', "|", ">") else PlainScalar(event.value)
        return Node(self.log, place, entry.key_place, text)

    def read_sequence(self, events: Iterator[Any], depth: int) -> Iterator[Node]:
        """Yield the items of a sequence."""
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            yield self.read_node(event, events, depth)

    def read_mapping(self, events: Iterator[Any], depth: int) -> dict[str, Node]:
        """Return the values of a mapping by their keys; of repeated keys the first is kept."""
        items: dict[str, Node] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self.read_node(event, events, depth)
            name = str(key.data) if isinstance(key.data, str) else ""
            if not isinstance(key.data, str):
                key.report("a key that is a list or a mapping", "write a word as the key")
            # YAML 1.2.2, 3.2.1.1: the keys of a mapping are unique. PyYAML does not check this.
            elif name in items:
                first = items[name].key_place.line
                message = f"the key {name} appears twice, first in line {first}"
                key.report(message, "delete one, or put both values under one key")
            value = self.read_node(next(events), events, depth, key.place)
            items.setdefault(name, value)
        return items
