"""Turn the entries of `checks` into checks, or into every name in them that nothing defines."""

from collections.abc import Collection, Iterator

from printgen.rules.check_counts import Count, Sum
from printgen.rules.check_links import Linked
from printgen.rules.check_order import Agrees, InOrder, Steps
from printgen.rules.check_used import Used
from printgen.rules.entry import Entry
from printgen.rules.model import Check
from printgen.rules.records import read_record
from printgen.rules.tables import Tables

_KINDS: dict[str, type[Check]] = {
    "count": Count,
    "sum": Sum,
    "order": InOrder,
    "steps": Steps,
    "agrees": Agrees,
    "used": Used,
    "linked": Linked,
}
"""The kinds of check, by the key that tells them."""


def resolve_checks(tables: Tables, prints: Collection[str], entry: Entry) -> Iterator[Check]:
    """The checks in order; those at fault are left out and reported."""
    scope = tables.scope
    if not isinstance(entry.data, tuple):
        hint = "begin each check with a dash: - {count: cards, is: 54}"
        entry.report("no list of checks", hint)
        return
    for index, item in enumerate(entry.data):
        here = entry.at(index)
        kinds = [kind for kind in _KINDS if isinstance(item, dict) and kind in item]
        if len(kinds) != 1:
            found = f"a check of {' and '.join(kinds)}" if kinds else "a check that asks nothing"
            here.report(found, f"write one of: {', '.join(_KINDS)}")
            continue
        before = len(scope.problems)
        check = read_record(_KINDS[kinds[0]], here, place=here.where())
        for key, message, hint in check.faults() if check is not None else ():
            here.report(message, hint, key)
        if check is not None and len(scope.problems) == before:
            _check_names(check, tables, prints, here)
        if check is not None and len(scope.problems) == before:
            yield check


def _check_names(check: Check, tables: Tables, prints: Collection[str], entry: Entry) -> None:
    """Report names of tables and columns that nothing defines, or that are of no use here."""
    scope = tables.scope
    for key, id_, path in check.names():
        where = entry.where(key)
        if key == "in" and not path:
            scope.known(where, id_, prints, "print")
            continue
        if not scope.known(where, id_, tables.entries, "table") or not path:
            continue
        table = tables.table(id_)
        if key == "where":
            wanted = getattr(check, key)[path]
            tables.check_filter(table, {path: wanted}, entry.at(key).where)
            continue
        column = tables.check_path(table, path, where)
        types = check.takes.get(key)
        if column is not None and types is not None and column.type not in types:
            message = f"{path} of {id_} is of the type {column.type}"
            scope.report(where, message, f"name a column of the type {' or '.join(types)}")
