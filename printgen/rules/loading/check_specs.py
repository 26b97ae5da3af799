"""Reads the entries under `checks` and `limits` into checks, and reports undefined names."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from printgen.rules.checks import counts as check_counts
from printgen.rules.checks import rows as check_rows
from printgen.rules.checks.counts import TextNumbersCheck
from printgen.rules.files.nodes import Node
from printgen.rules.files.struct_reader import read_struct
from printgen.rules.loading.tables import Tables
from printgen.rules.model import Check

KINDS: dict[tuple[str, ...], type[Check]] = {
    ("count", "each"): check_counts.EachRowCheck,
    ("count", "read"): check_counts.ResultCountCheck,
    ("count",): check_counts.RowCountCheck,
    ("sum", "each"): check_counts.EachRowCheck,
    ("sum",): check_counts.SumCheck,
    ("order", "is"): check_rows.RowListCheck,
    ("order",): check_rows.RowOrderCheck,
    ("steps",): check_rows.StepsCheck,
    ("agrees",): check_rows.AgreementCheck,
    ("used",): check_rows.UsageCheck,
    ("numbers",): TextNumbersCheck,
}
"""The kinds of check by the keys that they require. The first kind with all its keys matches."""


def resolve_checks(
    tables: Tables, prints: Collection[str], entry: Node, key: str
) -> Iterator[Check]:
    """Yield the checks that `entry` lists, in order. Faulty checks are reported and not yielded.

    `entry` has the key `key` in the file, which is `checks` or `limits`. `prints` are ids of
    prints.
    """
    log = tables.log
    if not isinstance(entry.data, tuple):
        hint = "begin each check with a dash: - {count: cards, is: 54}"
        entry.report(f"{key} is not a list of checks", hint)
        return
    for index, item in enumerate(entry.data):
        child = entry.get(index)
        keys = item if isinstance(item, dict) else {}
        check_type = next((KINDS[needed] for needed in KINDS if keys.keys() >= set(needed)), None)
        if check_type is None:
            hint = f"write one of: {', '.join(dict.fromkeys(needed[0] for needed in KINDS))}"
            child.report("this is not a kind of check", hint)
            continue
        problem_count = log.count
        if key == "limits" and not issubclass(check_type, check_counts.NumberCheck):
            # Other kinds report their own line, but a limit must point at the player's line.
            child.report("a limit must count or add up", 'write "count" or "sum", or use "checks"')
        for empty_key in (needed for needed, value in keys.items() if value in ((), {})):
            child.report(f"{empty_key}: is empty", "write a value, or delete the key", empty_key)
        check = read_struct(check_type, child, place=child.locate())
        if check is not None and log.count == problem_count:
            _check_references(check, tables, prints, child)
        if check is not None and log.count == problem_count:
            tables.check_citation(check.source, child.locate("source"))
            yield replace(check, source=_format_citation(tables, check.source))


def _format_citation(tables: Tables, source: str) -> str:
    """Return the source that a check cites, as messages name it.

    `source` may be a key of the table `sources`. Then return the cells of its row, such as document
    and section, without the note.
    """
    rows = tables.table("sources").by_key if "sources" in tables.entries else {}
    if source not in rows:
        return source
    cited_cells = {name: text for name, text in rows[source].cells.items() if name != "note"}
    return ", ".join(text for text in cited_cells.values() if text and text != source)


def _check_references(check: Check, tables: Tables, prints: Collection[str], entry: Node) -> None:
    """Report tables and columns that a check names and that do not exist.

    Also report columns whose type the check cannot use. `prints` are the ids of prints.
    """
    log = tables.log
    names = list(check.iter_references())
    for key, id_, path in names:
        place = entry.locate(key)
        if key == "in" and not path:
            log.check_name(place, id_, prints, "print")
            continue
        if not log.check_name(place, id_, tables.entries, "table"):
            continue
        table = tables.table(id_)
        if key == names[0][0]:
            tables.check_filter(table, getattr(check, "where", {}), entry.get("where").locate)
        column = tables.check_path(table, path, place) if path else None
        allowed_types = check.accepted_types.get(key)
        if column is not None and allowed_types is not None and column.type not in allowed_types:
            message = f"{path} of {id_} has the type {column.type}"
            log.report(place, message, f"name a column of the type {' or '.join(allowed_types)}")
        if key == "count" and path and (only := getattr(check, "only", ())):
            tables.check_filter(table, {path: only}, lambda *_, **__: entry.locate("only"))
