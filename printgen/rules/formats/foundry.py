"""Turn the roll tables that Foundry writes as JSON into tables of cells: a range, a result."""

import re
from collections.abc import Iterator

from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.formats.records import walk
from printgen.rules.source_node import Entry

_WHOLE = re.compile(r"-?\d{1,9}")


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
        weighed = [(one, _text(one.at("weight")), _width(one)) for one in ranged]
        odd = [one for one in weighed if one[2] and one[1] not in ("", "1", one[2])]
        for one, weight, width in odd[:1]:
            found = f"the weight {weight} beside a range of {width}"
            more = f", and {len(odd) - 1} more" if len(odd) > 1 else ""
            hint = "Foundry draws by ranges alone; normalise the table there, or mend the weight"
            scope.note(one.place, found + more, hint)
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


def _width(result: Entry) -> str:
    """How many rolls a range holds, as a weight says it; nothing where it is none."""
    ends = [int(end) for end in map(_text, result.at("range").items()) if _WHOLE.fullmatch(end)]
    return str(ends[-1] - ends[0] + 1) if ends else ""


def _text(entry: Entry) -> str:
    return str(entry.data).strip() if isinstance(entry.data, str) else ""
