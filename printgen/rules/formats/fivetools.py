"""Tables in JSON files of 5e.tools."""

import re
from collections.abc import Iterator, Mapping

from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.formats.records import walk_records
from printgen.rules.source_node import Node

_TAG = re.compile(r"\{@\w+ ?([^{}|]*)(?:\|[^{}|]*)?(?:\|([^{}|]*))?[^{}]*\}")

_MAX_ROLL_DIGITS = 6
"""Digits of a roll. A longer maximum means that the range is open."""


def read_fivetools(root: Node) -> Iterator[CellTable]:
    """Yield each table in a tree of records, with its column labels as the header."""
    for node, name in walk_records(root):
        rows = node.get("rows").items() if isinstance(node.get("rows").data, tuple) else ()
        rows = tuple(row.get("row") if isinstance(row.data, Mapping) else row for row in rows)
        if not rows or not all(isinstance(row.data, tuple) for row in rows):
            continue
        labels = node.get("colLabels")
        # A table has one line of labels, or several: then the last one names the columns.
        labels = labels if labels.data else (*node.get("colLabelRows").items(),)[-1]
        headers = labels.items() if isinstance(labels.data, tuple) else ()
        lines = [
            [make_cell(_render_cell(cell), cell.place, node.log) for cell in line.items()]
            for line in (*[labels] * bool(headers), *rows)
        ]
        title = _render_cell(node.get("caption")) or name
        yield CellTable(node.place, lines, title, header_count=int(bool(headers)))


def _render_cell(node: Node) -> str:
    """Return the text of a cell: a string without tags, a roll, or its parts joined."""
    if isinstance(node.data, str):
        text, previous = node.data, ""
        # Tags may be nested, and the pattern matches only the innermost.
        while text != previous:
            text, previous = _TAG.sub(lambda tag: tag[2] or tag[1], text), text
        return text.strip()
    if isinstance(node.data, Mapping) and isinstance(node.get("roll").data, Mapping):
        roll = node.get("roll")
        ends = [_render_cell(roll.get(key)) for key in ("exact", "min", "max")]
        is_padded, is_open = bool(roll.get("pad").data), len(ends[2]) > _MAX_ROLL_DIGITS
        ends = [end.zfill(2) if is_padded else end for end in ends[: 3 - is_open] if end]
        return "-".join(ends) + "+" * is_open
    keys = ("entry", "entries", "items", "name") if isinstance(node.data, Mapping) else ()
    parts = [node.get(name) for name in keys] or list(node.parts.values())
    return " ".join(filter(None, map(_render_cell, parts)))
