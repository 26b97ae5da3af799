"""Explains YAML syntax errors: the place of the mistake, what it is, and what to write.

A parser stops where it cannot continue, often lines below the mistake. This module looks for the
common mistakes above that place.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import yaml

_HEX = r"(#(?:[0-9A-Fa-f]{3}){1,2})\b"
# YAML 1.2.2, 6.6: a # after white space starts a comment.
COLOUR_COMMENT = re.compile(rf"[ \t]+{_HEX}")
"""A colour without quotes after a key: to YAML it is a comment."""

_COLOUR_IN_LINE = re.compile(rf"""(?:[^"'#]|"[^"]*"|'[^']*'|[^\s"']\#)*?(?<=[\s,\[{{:]){_HEX}""")
_AFTER_QUOTE = re.compile(r"[ \t]*(?:[,\]}:\r\n]|$)|[ \t]+#")
"""What may follow a text in quotes."""

# YAML 1.1, 5.4, which PyYAML follows, also breaks lines at U+0085, U+2028 and U+2029.
_BREAK = re.compile(r"\r\n?|[\n\x85\u2028\u2029]")
_KEY_PATTERN = re.compile(r":(?:\s|$)|^ *-")
_QUOTE_HINT = "put quotes around text with : # or brackets"
_KNOWN_ERRORS = {
    # YAML 1.2.2, 6.1: tab characters must not be used in indentation.
    "\t": ("a tab", "indent with spaces; most editors have a setting for this"),
    "]": ("an extra ]", f"delete it, or {_QUOTE_HINT}"),
    "}": ("an extra }", f"delete it, or {_QUOTE_HINT}"),
    "found character that cannot start any token": ("text cannot start with this", _QUOTE_HINT),
    "found unknown escape character": ("a \\ in double quotes", r"write \\ for it"),
    "did not find expected node content": ("a value is missing here", "write a value"),
}
"""Message and hint, by the parser's message or by the character at its place."""

YamlProblem = tuple[int, int, str, str]
"""Line and column, from 0; the message; the hint."""


def explain_yaml_error(text: str, error: Any, tokens: Iterable[Any]) -> YamlProblem:
    """Return why a text is not YAML, from the parser's error and the tokens before it."""
    mark: Any = getattr(error, "problem_mark", None)
    context_mark: Any = getattr(error, "context_mark", None)
    parser_message = getattr(error, "problem", None) or str(error)
    if context_mark and ("':'" in parser_message or not (mark and mark.index < len(text))):
        mark = context_mark  # the mistake is where the unfinished part began
    if not mark:
        return 0, 0, parser_message, _QUOTE_HINT
    # The end of the text may be one line below the last.
    lines, pos = [*_BREAK.split(text), ""], (mark.line, mark.column)
    sign = text[mark.index : mark.index + 1]
    if "flow" in (getattr(error, "context", None) or ""):
        # An unquoted colour inside brackets hides the closing bracket in a comment.
        for number in range(min(context_mark.line, max(0, mark.line - 1)), mark.line + 1):
            if colour := _COLOUR_IN_LINE.match(lines[number]):
                return number, colour.start(1), *explain_colour(colour[1])
    if open_quote := _find_open_quote(text, tokens):
        return open_quote
    if "' or '" in parser_message:
        first, last = text[context_mark.index], parser_message[-2]
        # If the lines below are not indented further, the bracket was probably never closed.
        if mark.line > context_mark.line and _count_indent(lines[mark.line]) <= _count_indent(
            lines[context_mark.line]
        ):
            pos = context_mark.line, context_mark.column
            return *pos, f"a {first} that is not closed", f"write {last} where it ends"
        return *pos, f"no comma or {last} before this", f"add what is missing, or {_QUOTE_HINT}"
    if explanation := _KNOWN_ERRORS.get(sign) or _KNOWN_ERRORS.get(parser_message):
        return *pos, *explanation
    return _explain_lines(lines, pos, sign, parser_message)


def explain_colour(colour: str) -> tuple[str, str]:
    """Return the message and hint for a colour without quotes."""
    return f"{colour} without quotes is a comment", f'write "{colour}"'


def _find_open_quote(text: str, tokens: Iterable[Any]) -> YamlProblem | None:
    """Return the first text in quotes whose closing quote is missing or too early."""
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
        start = error.context_mark
        if start and "quoted" in str(error.context) and "escape" not in str(error.problem):
            return start.line, start.column, *not_closed
    return None


def _explain_lines(
    lines: Sequence[str], position: tuple[int, int], char: str, parser_message: str
) -> YamlProblem:
    """Return a problem of indentation or colons: a missing colon, two colons, or other spaces."""
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
    key = position[0] if "':'" in parser_message else line_above
    if (char == ":" or key == position[0]) and not _KEY_PATTERN.search(lines[key]):
        hint = "write key: value, with a space after the colon"
        return key, _count_indent(lines[key]), "a key without a colon and a space", hint
    spaces = _count_indent(line)
    if not indents or spaces in indents or (char != ":" and position[1] > spaces):
        return *position, parser_message, f"check the indentation, and {_QUOTE_HINT}"
    nearest = sorted(sorted(indents, key=lambda indent: abs(indent - spaces))[:2])
    choices = ", or ".join(f"{indent} as in line {indents[indent] + 1}" for indent in nearest)
    message = f"{spaces} space{'s' * (spaces > 1)} before this match no line above"
    return position[0], spaces, message, f"write {choices}, to match the lines it belongs to"


def _count_indent(line: str) -> int:
    """Return how many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))
