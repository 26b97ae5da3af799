"""Turn what a YAML parser stops at into the slip of the pen behind it: where, what, what to write.

A parser stops where it can go no further, which is often lines below. It knows no game.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import yaml

_HEX = r"(#(?:[0-9A-Fa-f]{3}){1,2})\b"
COLOUR_COMMENT = re.compile(rf"[ \t]+{_HEX}")
"""A colour where a value is wanted, which is a comment unless it stands in quotes."""

_COLOUR_IN_LINE = re.compile(rf"""(?:[^"'#]|"[^"]*"|'[^']*'|[^\s"']\#)*?(?<=[\s,\[{{:]){_HEX}""")
_AFTER_QUOTE = re.compile(r"[ \t]*(?:[,\]}:\r\n]|$)|[ \t]+#")
"""What may stand after a text in quotes."""

_BREAK = re.compile(r"\r\n?|[\n\x85\u2028\u2029]")
_KEY_PATTERN = re.compile(r":(?:\s|$)|^ *-")
_QUOTE_HINT = "put quotes round a text that holds : # or brackets"
_KNOWN_ERRORS = {
    "\t": ("a tab", "indent with spaces; most editors can be told to do so"),
    "]": ("a ] too many", f"delete it, or {_QUOTE_HINT}"),
    "}": ("a } too many", f"delete it, or {_QUOTE_HINT}"),
    "found character that cannot start any token": ("a sign that begins no text", _QUOTE_HINT),
    "found unknown escape character": ("a \\ in double quotes", r"write \\ for it"),
    "did not find expected node content": ("nothing where a value is wanted", "write it there"),
}
"""What was found and what to write, by what the parser says or what stands there."""

YamlProblem = tuple[int, int, str, str]
"""Line and column, from 0; what was found there; what to write."""


def explain_yaml_error(text: str, error: Any, tokens: Iterable[Any]) -> YamlProblem:
    """Why a text is no YAML, by what a parser says of it and its tokens up to there."""
    mark: Any = getattr(error, "problem_mark", None)
    context_mark: Any = getattr(error, "context_mark", None)
    parser_message = getattr(error, "problem", None) or str(error)
    if context_mark and ("':'" in parser_message or not (mark and mark.index < len(text))):
        mark = context_mark  # what comes later shows to be amiss began there
    if not mark:
        return 0, 0, parser_message, _QUOTE_HINT
    lines, pos = [*_BREAK.split(text), ""], (mark.line, mark.column)  # an end may be past the last
    sign = text[mark.index : mark.index + 1]
    if "flow" in (getattr(error, "context", None) or ""):
        for number in range(min(context_mark.line, max(0, mark.line - 1)), mark.line + 1):
            if colour := _COLOUR_IN_LINE.match(lines[number]):
                return number, colour.start(1), *explain_colour(colour[1])
    if open_quote := _find_open_quote(text, tokens):
        return open_quote
    if "' or '" in parser_message:
        first, last = text[context_mark.index], parser_message[-2]
        if mark.line > context_mark.line and _count_indent(lines[mark.line]) <= _count_indent(
            lines[context_mark.line]
        ):
            pos = context_mark.line, context_mark.column
            return *pos, f"a {first} that is not closed", f"write {last} where it ends"
        return *pos, f"no comma or {last} before this", f"write what is missing, or {_QUOTE_HINT}"
    if explanation := _KNOWN_ERRORS.get(sign) or _KNOWN_ERRORS.get(parser_message):
        return *pos, *explanation
    return _explain_lines(lines, pos, sign, parser_message)


def explain_colour(colour: str) -> tuple[str, str]:
    """What is said of a colour without quotes, and what to write."""
    return f"{colour} without quotes is a comment", f'write "{colour}"'


def _find_open_quote(text: str, tokens: Iterable[Any]) -> YamlProblem | None:
    """The first text in quotes that is closed nowhere, or before its end."""
    not_closed = "a quote that is not closed", "write the quote again where the text ends"
    try:
        for token in tokens:
            start, sign = token.start_mark, getattr(token, "style", None)
            if sign in ("'", '"') and not _AFTER_QUOTE.match(text, token.end_mark.index):
                other = '"' if sign == "'" else "'"
                nested = f"a {sign} inside a text in {sign}", f"put {other} round the whole text"
                is_long = start.line < token.end_mark.line
                return start.line, start.column, *(not_closed if is_long else nested)
    except yaml.MarkedYAMLError as error:
        start = error.context_mark
        if start and "quoted" in str(error.context) and "escape" not in str(error.problem):
            return start.line, start.column, *not_closed
    return None


def _explain_lines(
    lines: Sequence[str], position: tuple[int, int], sign: str, parser_message: str
) -> YamlProblem:
    """How lines do not go together: a key without a colon, two colons, other indentation."""
    line, line_above, indents = (
        lines[position[0]],
        position[0],
        dict[int, int](),
    )  # by spaces, what this may go with
    for number, text in enumerate(lines[: position[0]]):
        if text.strip() and not text.lstrip().startswith("#"):
            line_above, spaces = number, _count_indent(text)
            inner = len(text) - len(text.lstrip(" -"))  # what an item of a list holds
            indents = {indent: index for indent, index in indents.items() if indent < spaces}
            indents |= {spaces: number, inner: number}
    if sign == ":" and re.search(r":\s", line[: position[1]]):
        return *position, "a second colon", "put quotes round the text that holds it"
    key = position[0] if "':'" in parser_message else line_above
    if (sign == ":" or key == position[0]) and not _KEY_PATTERN.search(lines[key]):
        hint = "write key: value, with a space after the colon"
        return key, _count_indent(lines[key]), "a key without a colon and a space", hint
    spaces = _count_indent(line)
    if spaces in indents or (sign != ":" and position[1] > spaces):
        return *position, parser_message, f"check the indentation, and {_QUOTE_HINT}"
    if not indents:
        return *position, parser_message, f"check the indentation, and {_QUOTE_HINT}"
    nearest = sorted(sorted(indents, key=lambda indent: abs(indent - spaces))[:2])
    choices = ", or ".join(f"{indent} as in line {indents[indent] + 1}" for indent in nearest)
    message = f"{spaces} space{'s' * (spaces > 1)} before this"
    return position[0], spaces, message, f"write {choices}: what belongs together has equally many"


def _count_indent(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))
