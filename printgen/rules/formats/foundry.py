"""Roll tables exported by Foundry VTT as JSON: a column of ranges and a column of results."""

import re
from collections.abc import Iterator

from printgen.rules.formats.cell_table import CellTable, make_cell
from printgen.rules.formats.records import walk_records
from printgen.rules.source_node import Node


class DrawnRange(str):
    """A range of a table that draws each result whose range contains the roll."""

    __slots__ = ()


_WHOLE_NUMBER = re.compile(r"-?\d{1,9}")


def read_foundry(root: Node) -> Iterator[CellTable]:
    """Yield each roll table in a tree of records.

    The formula, such as 1d6, is the header of the ranges. Results with equal ranges share a row.
    """
    for node, name in walk_records(root):
        results = node.get("results").items()
        ranged = [item for item in results if isinstance(item.get("range").data, tuple)]
        if not ranged:
            continue
        log, rows = node.log, dict[str, list[Node]]()
        for item in results:
            ends = list(dict.fromkeys(_get_text(end) for end in item.get("range").items()))
            rows.setdefault("-".join(ends), []).append(item)
        for roll, group in rows.items():
            if len(group) > 1:
                hint = "Foundry draws all of them; to draw only one, give each its own range"
                log.note(group[1].place, f"{len(group)} results have the range {roll}", hint)
        weighted = [(item, _get_text(item.get("weight")), _count_rolls(item)) for item in ranged]
        mismatched = [item for item in weighted if item[2] and item[1] not in ("", "1", item[2])]
        for item, weight, width in mismatched[:1]:
            message = f"the weight {weight} does not match a range of {width} rolls"
            more = f", and {len(mismatched) - 1} more" if len(mismatched) > 1 else ""
            hint = "Foundry draws by range only: normalise the table there, or correct the weight"
            log.note(item.place, message + more, hint)
        # Foundry does not keep results in the order of their ranges.
        ordered = sorted(rows, key=lambda roll: [int(end) for end in re.findall(r"\d{1,9}", roll)])
        header = [_get_text(node.get("formula")) or "Roll", "Result"]
        lines = [[make_cell(item, node.place, log) for item in header]]
        for roll in ordered:
            cells = DrawnRange(roll), "; ".join(map(_describe_result, rows[roll]))
            lines.append([make_cell(item, rows[roll][0].place, log) for item in cells])
        yield CellTable(node.place, lines, name, header_count=1)


def _describe_result(result: Node) -> str:
    """Return the text of a result without HTML tags, or the name or id of what it draws."""
    names = ("text", "name", "description", "documentUuid", "resultId")
    texts = (re.sub("<[^>]*>", " ", _get_text(result.get(name))).strip() for name in names)
    return next(filter(None, texts), "")


def _count_rolls(result: Node) -> str:
    """Return the number of rolls in a range as text, to compare with a weight; "" if invalid."""
    texts = map(_get_text, result.get("range").items())
    ends = [int(text) for text in texts if _WHOLE_NUMBER.fullmatch(text)]
    return str(ends[-1] - ends[0] + 1) if ends else ""


def _get_text(node: Node) -> str:
    return str(node.data).strip() if isinstance(node.data, str) else ""
