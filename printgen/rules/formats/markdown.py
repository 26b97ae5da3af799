"""Turn the tables of a Markdown text into tables of cells, each called what heads it."""

import re
from collections.abc import Iterator

from printgen.problems import Where
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry

_RULE = re.compile(r"(?=.*\|)\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_QUOTED = re.compile(r"^\s*>[\s>]*(?=\|)")
_PART = re.compile(r"((?:\\.|[^|\\]|\\$)*)(?:\||$)")
_NAMING = re.compile(r"\s*(?:#+ .*|\*\*[^*]+\*\*:?|__[^_]+__:?|[^|]{1,60}:)\s*")
"""A line that names the table below it."""
_NAME = 80


def read_markdown(text: str, file: str, scope: Scope) -> Iterator[CellTable]:
    """The tables with a line of dashes below their heads, and those of lines that begin with |."""
    lines = [_QUOTED.sub(lambda sign: " " * len(sign[0]), one, 1) for one in text.splitlines()]
    name, at, is_code = "", 0, False
    while at < len(lines):
        line, after = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
        is_code ^= bool(_FENCE.match(line))
        has_head = "|" in line and bool(_RULE.fullmatch(after))
        if is_code or not (has_head or line.lstrip().startswith("|")):
            if _NAMING.fullmatch(line) and not is_code:
                name = _shown(line).strip("# :")[:_NAME]
            at += 1
            continue
        place, rows = Where(file, at + 1), list[Line]()
        while at < len(lines) and "|" in lines[at]:
            if not _RULE.fullmatch(lines[at]):
                rows.append(list(_cells(lines[at], Where(file, at + 1), scope)))
            at += 1
        yield CellTable(place, rows, name, heads=int(has_head))
        name = ""


def _cells(line: str, where: Where, scope: Scope) -> Iterator[Entry]:
    parts = list(_PART.finditer(line))
    # What stands before the first | or behind the last is no cell where it is blank.
    for part in parts[not parts[0][1].strip() : len(parts) - (not parts[-1][1].strip())]:
        column = part.start() + len(part[1]) - len(part[1].lstrip()) + 1
        yield make_cell(_shown(part[1]), Where(where.file, where.line, column), scope)


def _shown(text: str) -> str:
    """A text without the signs that say how it looks."""
    text = re.sub(r"(\*\*|__|`|\*)(?=\S)(.+?)(?<=\S)\1", r"\2", text)
    return re.sub(r"\\(\W)|<br ?/?>", lambda sign: sign[1] or " ", text)
