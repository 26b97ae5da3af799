"""Turn what a YAML parser stops at into the slip of the pen behind it: where, what, what to write.

A parser stops where it can go no further, which is often lines below. It knows no game.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import yaml

_HEX = r"(#(?:[0-9A-Fa-f]{3}){1,2})\b"
COLOUR = re.compile(rf"[ \t]+{_HEX}")
"""A colour where a value is wanted, which is a comment unless it stands in quotes."""

_COLOUR = re.compile(rf"""(?:[^"'#]|"[^"]*"|'[^']*'|[^\s"']\#)*?(?<=[\s,\[{{:]){_HEX}""")
_ENDED = re.compile(r"[ \t]*(?:[,\]}:\r\n]|$)|[ \t]+#")
"""What may stand after a text in quotes."""

_BREAK = re.compile(r"\r\n?|[\n\x85\u2028\u2029]")
_KEY = re.compile(r":(?:\s|$)|^ *-")
_QUOTE = "put quotes round a text that holds : # or brackets"
_SAID = {
    "\t": ("a tab", "indent with spaces; most editors can be told to do so"),
    "]": ("a ] too many", f"delete it, or {_QUOTE}"),
    "}": ("a } too many", f"delete it, or {_QUOTE}"),
    "found character that cannot start any token": ("a sign that begins no text", _QUOTE),
    "found unknown escape character": ("a \\ in double quotes", r"write \\ for it"),
    "did not find expected node content": ("nothing where a value is wanted", "write it there"),
}
"""What was found and what to write, by what the parser says or what stands there."""

Slip = tuple[int, int, str, str]
"""Line and column, from 0; what was found there; what to write."""


def find_slip(text: str, error: Any, tokens: Iterable[Any]) -> Slip:
    """Why a text is no YAML, by what a parser says of it and its tokens up to there."""
    mark: Any = getattr(error, "problem_mark", None)
    begun: Any = getattr(error, "context_mark", None)
    said = getattr(error, "problem", None) or str(error)
    if begun and ("':'" in said or not (mark and mark.index < len(text))):
        mark = begun  # what comes later shows to be amiss began there
    if not mark:
        return 0, 0, said, _QUOTE
    lines, at = [*_BREAK.split(text), ""], (mark.line, mark.column)  # an end may be past the last
    sign = text[mark.index : mark.index + 1]
    if "flow" in (getattr(error, "context", None) or ""):
        for number in range(min(begun.line, max(0, mark.line - 1)), mark.line + 1):
            if colour := _COLOUR.match(lines[number]):
                return number, colour.start(1), *unquoted(colour[1])
    if quote := _quote(text, tokens):
        return quote
    if "' or '" in said:
        first, last = text[begun.index], said[-2]
        if mark.line > begun.line and _spaces(lines[mark.line]) <= _spaces(lines[begun.line]):
            at = begun.line, begun.column
            return *at, f"a {first} that is not closed", f"write {last} where it ends"
        return *at, f"no comma or {last} before this", f"write what is missing, or {_QUOTE}"
    if found := _SAID.get(sign) or _SAID.get(said):
        return *at, *found
    return _of_lines(lines, at, sign, said)


def unquoted(colour: str) -> tuple[str, str]:
    """What is said of a colour without quotes, and what to write."""
    return f"{colour} without quotes is a comment", f'write "{colour}"'


def _quote(text: str, tokens: Iterable[Any]) -> Slip | None:
    """The first text in quotes that is closed nowhere, or before its end."""
    not_closed = "a quote that is not closed", "write the quote again where the text ends"
    try:
        for one in tokens:
            start, sign = one.start_mark, getattr(one, "style", None)
            if sign in ("'", '"') and not _ENDED.match(text, one.end_mark.index):
                other = '"' if sign == "'" else "'"
                inside = f"a {sign} inside a text in {sign}", f"put {other} round the whole text"
                is_long = start.line < one.end_mark.line
                return start.line, start.column, *(not_closed if is_long else inside)
    except yaml.MarkedYAMLError as error:
        start = error.context_mark
        if start and "quoted" in str(error.context) and "escape" not in str(error.problem):
            return start.line, start.column, *not_closed
    return None


def _of_lines(lines: Sequence[str], at: tuple[int, int], sign: str, said: str) -> Slip:
    """How lines do not go together: a key without a colon, two colons, other indentation."""
    line, above, opened = lines[at[0]], at[0], dict[int, int]()  # by spaces, what this may go with
    for number, text in enumerate(lines[: at[0]]):
        if text.strip() and not text.lstrip().startswith("#"):
            above, spaces = number, _spaces(text)
            inner = len(text) - len(text.lstrip(" -"))  # what an item of a list holds
            opened = {many: n for many, n in opened.items() if many < spaces}
            opened |= {spaces: number, inner: number}
    if sign == ":" and re.search(r":\s", line[: at[1]]):
        return *at, "a second colon", "put quotes round the text that holds it"
    key = at[0] if "':'" in said else above
    if (sign == ":" or key == at[0]) and not _KEY.search(lines[key]):
        hint = "write key: value, with a space after the colon"
        return key, _spaces(lines[key]), "a key without a colon and a space", hint
    spaces = _spaces(line)
    if spaces in opened or (sign != ":" and at[1] > spaces):
        return *at, said, f"check the indentation, and {_QUOTE}"
    if not opened:
        return *at, said, f"check the indentation, and {_QUOTE}"
    near = sorted(sorted(opened, key=lambda many: abs(many - spaces))[:2])
    known = ", or ".join(f"{many} as in line {opened[many] + 1}" for many in near)
    found = f"{spaces} space{'s' * (spaces > 1)} before this"
    return at[0], spaces, found, f"write {known}: what belongs together has equally many"


def _spaces(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))
