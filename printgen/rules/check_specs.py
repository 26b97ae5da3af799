"""Turn the entries of `checks` into checks, or into every name in them that nothing defines."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from printgen.rules.check_counts import Answer, Count, CountAt, Linked, Sum, Within
from printgen.rules.check_rows import Agrees, InOrder, Steps, Used
from printgen.rules.model import Check
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import read_record
from printgen.rules.tables import Tables

KINDS: dict[tuple[str, ...], type[Check]] = {
    ("count", "each"): Within,
    ("count", "read"): CountAt,
    ("count",): Count,
    ("sum", "each"): Within,
    ("sum",): Sum,
    ("order",): InOrder,
    ("steps",): Steps,
    ("agrees",): Agrees,
    ("used",): Used,
    ("linked",): Linked,
}
"""The kinds of check, by the keys that tell them: the first of which a check has all."""


def resolve_checks(
    tables: Tables, prints: Collection[str], entry: Entry, key: str
) -> Iterator[Check]:
    """The checks under a key in order; those at fault are left out and reported."""
    scope = tables.scope
    if not isinstance(entry.data, tuple):
        hint = "begin each check with a dash: - {count: cards, is: 54}"
        entry.report("no list of checks", hint)
        return
    for index, item in enumerate(entry.data):
        here = entry.at(index)
        keys = item if isinstance(item, dict) else {}
        kind = next((KINDS[one] for one in KINDS if keys.keys() >= set(one)), None)
        if kind is None:
            hint = f"write one of: {', '.join(dict.fromkeys(one[0] for one in KINDS))}"
            here.report("a check that asks nothing", hint)
            continue
        before = len(scope.problems)
        if key == "limits" and not issubclass(kind, Answer):
            # What others find is told at themselves, and not at a player's line.
            here.report("a limit that counts nothing", "write count or sum, or put it into checks")
        for empty in (one for one, value in keys.items() if value in ((), {})):
            here.report(f"{empty}: of nothing", "write what is meant, or delete the key", empty)
        check = read_record(kind, here, place=here.where())
        if check is not None and len(scope.problems) == before:
            _check_names(check, tables, prints, here)
        if check is not None and len(scope.problems) == before:
            tables.check_source(check.source, here.where("source"))
            yield replace(check, source=_cited(tables, check.source))


def _cited(tables: Tables, source: str) -> str:
    """What a source's row says in words: document and section, and no note."""
    rows = tables.table("sources").by_key if "sources" in tables.entries else {}
    if source not in rows:
        return source
    told = {name: said for name, said in rows[source].cells.items() if name != "note"}
    return ", ".join(said for said in told.values() if said and said != source)


def _check_names(check: Check, tables: Tables, prints: Collection[str], entry: Entry) -> None:
    """Report names of tables and columns that nothing defines, or that are of no use here."""
    scope = tables.scope
    names = list(check.names())
    for key, id_, path in names:
        where = entry.where(key)
        if key == "in" and not path:
            scope.known(where, id_, prints, "print")
            continue
        if not scope.known(where, id_, tables.entries, "table"):
            continue
        table = tables.table(id_)
        if key == names[0][0]:
            tables.check_filter(table, getattr(check, "where", {}), entry.at("where").where)
        column = tables.check_path(table, path, where) if path else None
        types = check.takes.get(key)
        if column is not None and types is not None and column.type not in types:
            message = f"{path} of {id_} is of the type {column.type}"
            scope.report(where, message, f"name a column of the type {' or '.join(types)}")
        if key == "count" and path and (only := getattr(check, "only", ())):
            tables.check_filter(table, {path: only}, lambda *_, **__: entry.where("only"))
