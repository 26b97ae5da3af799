"""Turn the roll tables that Foundry writes as JSON into tables of cells: a range, a result."""

import re
from collections.abc import Iterator

from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.formats.records import walk_records
from printgen.rules.source_node import Node

_WHOLE_NUMBER = re.compile(r"-?\d{1,9}")


def read_foundry(root: Node) -> Iterator[CellTable]:
    """Each table in a tree of records; its formula heads the ranges. Equal ranges are one row."""
    for node, name in walk_records(root):
        results = node.get("results").items()
        with_range = [item for item in results if isinstance(item.get("range").data, tuple)]
        if not with_range:
            continue
        scope, rows = node.log, dict[str, list[Node]]()
        for item in results:
            ends = list(dict.fromkeys(_text(end) for end in item.get("range").items()))
            rows.setdefault("-".join(ends), []).append(item)
        for roll, group in rows.items():
            if len(group) > 1:
                hint = "Foundry draws all of them; give each a range of its own if one is meant"
                scope.note(group[1].place, f"{len(group)} results have the range {roll}", hint)
        weighted = [(item, _text(item.get("weight")), _count_rolls(item)) for item in with_range]
        mismatched = [item for item in weighted if item[2] and item[1] not in ("", "1", item[2])]
        for item, weight, width in mismatched[:1]:
            message = f"the weight {weight} beside a range of {width}"
            more = f", and {len(mismatched) - 1} more" if len(mismatched) > 1 else ""
            hint = "Foundry draws by ranges alone; normalise the table there, or mend the weight"
            scope.note(item.place, message + more, hint)
        # Where a result stands in the file means nothing.
        ordered = sorted(rows, key=lambda roll: [int(end) for end in re.findall(r"\d{1,9}", roll)])
        header = [_text(node.get("formula")) or "Roll", "Result"]
        lines = [[make_cell(item, node.place, scope) for item in header]]
        lines += [
            [
                make_cell(item, group[0].place, scope)
                for item in (roll, "; ".join(map(_describe_result, group)))
            ]
            for roll, group in ((roll, rows[roll]) for roll in ordered)
        ]
        yield CellTable(node.place, lines, name, header_count=1)


def _describe_result(result: Node) -> str:
    """What a result shows: its text, or what it names; without the tags of its text."""
    names = ("text", "name", "description", "documentUuid", "resultId")
    texts = (re.sub("<[^>]*>", " ", _text(result.get(name))).strip() for name in names)
    return next(filter(None, texts), "")


def _count_rolls(result: Node) -> str:
    """How many rolls a range holds, as a weight says it; nothing where it is none."""
    ends = [
        int(end) for end in map(_text, result.get("range").items()) if _WHOLE_NUMBER.fullmatch(end)
    ]
    return str(ends[-1] - ends[0] + 1) if ends else ""


def _text(node: Node) -> str:
    return str(node.data).strip() if isinstance(node.data, str) else ""
