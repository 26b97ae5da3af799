"""Turn the roll tables that Foundry writes as JSON into tables of cells: a range, a result."""

import re
from collections.abc import Iterator

from printgen.rules.entry import Entry
from printgen.rules.formats.celled import CellTable, make_cell
from printgen.rules.formats.records import walk


def read_foundry(root: Entry) -> Iterator[CellTable]:
    """Each table in a tree of records; its formula heads the ranges. Equal ranges are one row."""
    for node, name in walk(root):
        results = node.at("results").items()
        ranged = [one for one in results if isinstance(one.at("range").data, tuple)]
        if not ranged:
            continue
        scope, rows = node.scope, dict[str, list[Entry]]()
        for one in results:
            ends = list(dict.fromkeys(_text(end) for end in one.at("range").items()))
            rows.setdefault("-".join(ends), []).append(one)
        for roll, same in rows.items():
            if len(same) > 1:
                hint = "Foundry draws all of them; give each a range of its own if one is meant"
                scope.note(same[1].place, f"{len(same)} results have the range {roll}", hint)
        # Where a result stands in the file means nothing.
        ordered = sorted(rows, key=lambda roll: [int(end) for end in re.findall(r"\d{1,9}", roll)])
        head = [_text(node.at("formula")) or "Roll", "Result"]
        lines = [[make_cell(one, node.place, scope) for one in head]]
        lines += [
            [make_cell(one, same[0].place, scope) for one in (roll, "; ".join(map(_result, same)))]
            for roll, same in ((roll, rows[roll]) for roll in ordered)
        ]
        yield CellTable(node.place, lines, name, heads=1)


def _result(result: Entry) -> str:
    """What a result shows: its text, or what it names; without the tags of its text."""
    names = ("text", "name", "description", "documentUuid", "resultId")
    found = (re.sub("<[^>]*>", " ", _text(result.at(name))).strip() for name in names)
    return next(filter(None, found), "")


def _text(entry: Entry) -> str:
    return str(entry.data).strip() if isinstance(entry.data, str) else ""
