"""Turn the tables in JSON of the form that 5e.tools reads into tables of cells."""

import re
from collections.abc import Iterator, Mapping

from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.formats.records import walk
from printgen.rules.source_node import Entry

_TAG = re.compile(r"\{@\w+ ?([^{}|]*)(?:\|[^{}|]*)?(?:\|([^{}|]*))?[^{}]*\}")

_LONGEST = 6
"""Digits of a roll: a last one that is longer stands for no end."""


def read_fivetools(root: Entry) -> Iterator[CellTable]:
    """Each table in a tree of records, its labels above its rows."""
    for node, name in walk(root):
        rows = node.at("rows").items() if isinstance(node.at("rows").data, tuple) else ()
        rows = tuple(one.at("row") if isinstance(one.data, Mapping) else one for one in rows)
        if not rows or not all(isinstance(one.data, tuple) for one in rows):
            continue
        labels = node.at("colLabels")
        labels = labels if labels.data else (*node.at("colLabelRows").items(),)[-1]
        heads = labels.items() if isinstance(labels.data, tuple) else ()
        lines = [
            [make_cell(_shown(cell), cell.place, node.scope) for cell in line.items()]
            for line in (*[labels] * bool(heads), *rows)
        ]
        called = _shown(node.at("caption")) or name
        yield CellTable(node.place, lines, called, heads=int(bool(heads)))


def _shown(entry: Entry) -> str:
    """What a cell shows: a text without tags, a roll, or all that stands within it."""
    if isinstance(entry.data, str):
        text, before = entry.data, ""
        while text != before:
            text, before = _TAG.sub(lambda tag: tag[2] or tag[1], text), text
        return text.strip()
    if isinstance(entry.data, Mapping) and isinstance(entry.at("roll").data, Mapping):
        roll = entry.at("roll")
        ends = [_shown(roll.at(one)) for one in ("exact", "min", "max")]
        is_padded, is_open = bool(roll.at("pad").data), len(ends[2]) > _LONGEST
        ends = [end.zfill(2) if is_padded else end for end in ends[: 3 - is_open] if end]
        return "-".join(ends) + "+" * is_open
    inner = ("entry", "entries", "items", "name") if isinstance(entry.data, Mapping) else ()
    parts = [entry.at(name) for name in inner] or list(entry.parts.values())
    return " ".join(filter(None, map(_shown, parts)))
