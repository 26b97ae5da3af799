"""Parses YAML text into nodes with places, and explains every syntax error.

Mappings become dicts, sequences become tuples, and scalars stay text as written. The types of the
columns decide which text is a number. So a label No is not read as false, and a label 2 stays text.
Anchors, aliases and tags are rejected, so a file cannot expand in memory.

A parser stops where it cannot continue, often lines below the mistake. `explain_yaml_error` looks
for the common mistakes above that place, and says what to write.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from printgen.data_files import get_yaml_loader
from printgen.problems import Log, Place
from printgen.rules.files.files import read_text
from printgen.rules.files.nodes import Node

_HEX_COLOUR = r"(#(?:[0-9A-Fa-f]{3}){1,2})\b"
# YAML 1.2.2, 6.6: a # after white space starts a comment.
COLOUR_COMMENT = re.compile(rf"[ \t]+{_HEX_COLOUR}")
"""A colour without quotes after a key: to YAML it is a comment."""

_COLOUR_IN_LINE = rf"""(?:[^"'#]|"[^"]*"|'[^']*'|[^\s"']\#)*?(?<=[\s,\[{{:]){_HEX_COLOUR}"""
_COMMENT = r"(?m)(?:^|(?<=\s))#.*$"
_AFTER_QUOTE = re.compile(r"[ \t]*(?:[,\]}:\r\n]|$)|[ \t]+#")
"""What may follow a text in quotes."""

# YAML 1.1, 5.4, which PyYAML follows, also breaks lines at U+0085, U+2028 and U+2029.
_LINE_BREAK = r"\r\n?|[\n\x85\u2028\u2029]"
_KEY_PATTERN = r":(?:\s|$)|^ *-"
_QUOTE_HINT = "put quotes around text with : # or brackets"
_QUOTES = ("'", '"')
_NO_TEXT_START = ("text cannot start with this", _QUOTE_HINT)
_KNOWN_SIGNS = {
    # YAML 1.2.2, 6.1: tab characters must not be used in indentation.
    "\t": ("a tab", "indent with spaces; most editors have a setting for this"),
    "]": ("an extra ]", f"delete it, or {_QUOTE_HINT}"),
    "}": ("an extra }", f"delete it, or {_QUOTE_HINT}"),
    # YAML 1.2.2, 5.3: reserved indicators, and the indicator of directives.
    "@": _NO_TEXT_START,
    "`": _NO_TEXT_START,
    "%": _NO_TEXT_START,
    # YAML 1.2.2, 7.3: block scalars are not allowed inside brackets.
    "|": _NO_TEXT_START,
    ">": _NO_TEXT_START,
}
"""Message and hint by the character at the place of the error.

The words of the parser are not used: they differ between its versions.
"""

YamlProblem = tuple[int, int, str, str]
"""Line and column, from 0; the message; the hint."""


def explain_yaml_error(text: str, error: Any, tokens: Iterable[Any]) -> YamlProblem:
    """Return why a text is not YAML, from the error of the parser and the tokens before it.

    Iterating over `tokens` may raise an error of the scanner, which is caught here.
    """
    mark: Any = getattr(error, "problem_mark", None)
    start: Any = getattr(error, "context_mark", None)
    if not mark:
        return 0, 0, "a character that YAML does not allow", "delete it"
    opening, sign = _get_character(text, start), _get_character(text, mark)
    lines = re.split(_LINE_BREAK, text)
    line, column = (mark.line, mark.column) if sign else (len(lines) - 1, len(lines[-1]))
    if _count_open_brackets(text, mark) > 0:
        # An unquoted colour inside brackets hides the closing bracket in a comment.
        first = min(start.line if start else line, max(0, line - 1))
        for number in range(first, line + 1):
            if colour := re.match(_COLOUR_IN_LINE, lines[number]):
                return number, colour.start(1), *explain_unquoted_colour(colour[1])
    if open_quote := _find_quote_mistake(text, tokens):
        return open_quote
    if opening in ("[", "{"):
        closing = "]" if opening == "[" else "}"
        # If the lines below are not indented further, the bracket was probably never closed.
        is_outside = _count_indent(lines[line]) <= _count_indent(lines[start.line])
        if not sign or (line > start.line and is_outside):
            hint = f"write {closing} where it ends"
            return start.line, start.column, f"a {opening} that is not closed", hint
        message = f"no comma or {closing} before this"
        return line, column, message, f"add what is missing, or {_QUOTE_HINT}"
    if opening == '"' and "\\" in text[max(0, mark.index - 1) : mark.index + 1]:
        return line, column - (sign != "\\"), "a \\ in double quotes", r"write \\ for it"
    if isinstance(error, yaml.parser.ParserError) and start and start.index == mark.index:
        explanation = _KNOWN_SIGNS.get(sign, ("a value is missing here", "write a value"))
        return line, column, *explanation
    return _explain_error_position(lines, (line, column), error, opening, sign)


def _explain_error_position(
    lines: Sequence[str], position: tuple[int, int], error: Any, opening: str, sign: str
) -> YamlProblem:
    """Return the problem at the position of a parser's error.

    It is either a character that YAML does not allow there, or a mistake of keys and indentation.
    `position` is the line and column, from 0, and `sign` the character there. `opening` is the
    first character of the unfinished part of the file in which the error is.
    """
    if sign in _KNOWN_SIGNS:
        return *position, *_KNOWN_SIGNS[sign]
    # `opening` begins a scalar in quotes, a block, a directive, an anchor, an alias or a tag; or
    # else a key after which the scanner found no colon.
    is_scanned = isinstance(error, yaml.scanner.ScannerError) and error.context_mark is not None
    is_key_alone = is_scanned and opening not in _QUOTES and opening not in "|>%&*!"
    if error.context_mark and (is_key_alone or not sign):
        # The mistake is where the unfinished part began.
        position = error.context_mark.line, error.context_mark.column
    return _explain_indentation_error(lines, position, sign, is_key_alone=is_key_alone)


def explain_unquoted_colour(colour: str) -> tuple[str, str]:
    """Return a message and a hint for a colour without quotes, such as #7a1f1a.

    YAML skips it as a comment.
    """
    return f"{colour} without quotes is a comment", f'write "{colour}"'


def _get_character(text: str, mark: Any) -> str:
    """Return the character at a mark of the parser; "" without a mark or at the end."""
    return text[mark.index : mark.index + 1] if mark else ""


def _find_quote_mistake(text: str, tokens: Iterable[Any]) -> YamlProblem | None:
    """Return the problem of the first text in quotes that is not closed, or is closed too early.

    Return None if there is no such text.
    """
    not_closed = "a quote that is not closed", "write the same quote where the text ends"
    try:
        for token in tokens:
            start, sign = token.start_mark, getattr(token, "style", None)
            if sign in ("'", '"') and not _AFTER_QUOTE.match(text, token.end_mark.index):
                other = '"' if sign == "'" else "'"
                nested = f"a {sign} inside a text in {sign}", f"put {other} around the whole text"
                # A text over several lines more likely lacks its closing quote than contains one.
                is_long = start.line < token.end_mark.line
                return start.line, start.column, *(not_closed if is_long else nested)
    except yaml.MarkedYAMLError as error:
        begin: Any = error.context_mark
        if _get_character(text, begin) in _QUOTES and not _get_character(text, error.problem_mark):
            return begin.line, begin.column, *not_closed
    return None


def _explain_indentation_error(
    lines: Sequence[str], position: tuple[int, int], char: str, *, is_key_alone: bool
) -> YamlProblem:
    """Return the problem of colons or indentation at an error.

    `position` is the line and column of the error, from 0, and `char` the character there.
    `is_key_alone` means that the scanner has found a key without a colon.
    """
    # `indents` maps the possible indentations of this line to the lines that have them.
    line, line_above, indents = lines[position[0]], position[0], dict[int, int]()
    for number, text in enumerate(lines[: position[0]]):
        if text.strip() and not text.lstrip().startswith("#"):
            line_above, spaces = number, _count_indent(text)
            inner = len(text) - len(text.lstrip(" -"))  # the indentation inside a list item
            indents = {indent: index for indent, index in indents.items() if indent < spaces}
            indents |= {spaces: number, inner: number}
    if char == ":" and re.search(r":\s", line[: position[1]]):
        return *position, "a second colon", "put quotes around the text with the colon"
    key = position[0] if is_key_alone else line_above
    if (char == ":" or key == position[0]) and not re.search(_KEY_PATTERN, lines[key]):
        hint = "write key: value, with a space after the colon"
        return key, _count_indent(lines[key]), "a key without a colon and a space", hint
    spaces = _count_indent(line)
    if not indents or spaces in indents or (char != ":" and position[1] > spaces):
        return *position, "this does not fit here", f"check the indentation, and {_QUOTE_HINT}"
    nearest = sorted(sorted(indents, key=lambda indent: abs(indent - spaces))[:2])
    choices = ", or ".join(f"{indent} as in line {indents[indent] + 1}" for indent in nearest)
    message = f"{spaces} space{'s' * (spaces > 1)} before this match no line above"
    return position[0], spaces, message, f"write {choices}, to match the lines it belongs to"


def _count_indent(line: str) -> int:
    """Return how many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


LOADER = get_yaml_loader()

# YAML 1.2.2 sets no limit, and the parser's own differs between versions of PyYAML.
MAX_DEPTH = 100
"""How many lists and mappings may be inside one another, in YAML and in JSON."""
_TOO_DEEP = "nested too deeply", "remove the outer brackets"


class PlainScalar(str):
    """A scalar without quotes. Only such a scalar may be read as a number."""

    __slots__ = ()


def read_yaml(folder: Path, name: str, log: Log) -> Node | None:
    """Return the root node of the file `name` in `folder`; None if it has problems."""
    text = read_text(folder, name, log)
    return None if text is None else parse_yaml(text, str(folder / name), log)


def parse_yaml(text: str, file: str, log: Log) -> Node | None:
    """Return the root node of a YAML text from `file`; None if it has problems."""
    problem_count = log.count
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
    return root if log.count == problem_count else None


_VALUE_COMMENT = re.compile(r"[ \t]+(#.*)")


def note_comments(text: str, file: str, log: Log) -> None:
    """Add a note about comments after values in a table, as in `effect: Draw #2`.

    The user may have meant them as text. YAML skips what follows a space and #.
    """
    tokens = yaml.scan(text, LOADER) if _VALUE_COMMENT.search(text) else ()
    ends = (token.end_mark for token in tokens if getattr(token, "plain", False))
    comments = [(end, match) for end in ends if (match := _VALUE_COMMENT.match(text, end.index))]
    for end, first in comments[:1]:
        listed = ", ".join(match[1] for _, match in comments)
        message = f"comments after values are not printed: {listed}"
        hint = "if they are parts of values, put quotes around each whole value"
        column = end.column + first.start(1) - end.index + 1
        log.note(Place(file, end.line + 1, column), message, hint)


def _count_open_brackets(text: str, mark: Any) -> int:
    """Return how many brackets before a mark of the parser are not closed there."""
    before = re.sub(_COMMENT, "", text[: mark.index]) if mark else ""
    return sum(before.count(opening) - before.count(closing) for opening, closing in ("[]", "{}"))


class _YamlReader:
    """Builds nodes from the events of the YAML parser."""

    def __init__(self, text: str, file: str, log: Log) -> None:
        self.text = text
        self.file = file
        self.log = log

    def locate(self, event: Any) -> Place:
        """Return the place of an event in the file; lines and columns count from 1."""
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def read_node(
        self, event: Any, events: Iterator[Any], depth: int = 0, key_place: Place | None = None
    ) -> Node:
        """Return the node that begins with `event`, with its children.

        `events` are the events after it. `depth` is the number of nodes around the node.
        `key_place` is the place of its key; None if it has no key.
        """
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
            return entry.make_mapping_node(self.read_mapping(events, depth + 1))
        if isinstance(event, yaml.SequenceStartEvent):
            return entry.make_list_node(tuple(self.read_sequence(events, depth + 1)))
        if not event.value and (colour := COLOUR_COMMENT.match(self.text, event.end_mark.index)):
            entry.report(*explain_unquoted_colour(colour[1]))
        text = event.value if event.style in ("'", '"', "|", ">") else PlainScalar(event.value)
        return Node(self.log, place, entry.key_place, text)

    def read_sequence(self, events: Iterator[Any], depth: int) -> Iterator[Node]:
        """Yield the items of a sequence, from the events after its start."""
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            yield self.read_node(event, events, depth)

    def read_mapping(self, events: Iterator[Any], depth: int) -> dict[str, Node]:
        """Return the values of a mapping by their keys, from the events after its start.

        A key that occurs twice is reported, and its first value is kept.
        """
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
