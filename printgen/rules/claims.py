"""Turn the entries of `checks` into checks, or into every name in them that nothing defines."""

from collections.abc import Collection, Iterator

from printgen.rules.check_counts import Count, CountAt, Sum, Within
from printgen.rules.check_links import Linked
from printgen.rules.check_order import Agrees, InOrder, Steps
from printgen.rules.check_used import Used
from printgen.rules.model import Check
from printgen.rules.records import read_record
from printgen.rules.scalars import Fault
from printgen.rules.tables import Tables
from printgen.rules.tree import Path, Tree

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
    tables: Tables, prints: Collection[str], tree: Tree, at: Path
) -> Iterator[Check]:
    """The checks in order; those at fault are left out and reported."""
    scope = tables.scope
    data = tree.at(at)
    if not isinstance(data, tuple):
        hint = "begin each check with a dash: - {count: cards, is: 54}"
        scope.report(tree.where(at), "no list of checks", hint)
        return
    for index, item in enumerate(data):
        here = (*at, index)
        keys = item if isinstance(item, dict) else {}
        kind = next((KINDS[one] for one in KINDS if keys.keys() >= set(one)), None)
        if kind is None:
            hint = f"write one of: {', '.join(dict.fromkeys(one[0] for one in KINDS))}"
            scope.report(tree.where(here), "a check that asks nothing", hint)
            continue
        before = len(scope.problems)
        for key in (key for key, value in keys.items() if value in ((), {})):
            hint = "write what is meant, or delete the key"
            scope.report(tree.where((*here, key)), f"{key}: of nothing", hint)
        try:
            check = read_record(kind, tree, here, scope, place=tree.where(here))
        except Fault as fault:
            scope.report(tree.where(here), fault.found, fault.hint)
            continue
        if check is not None and len(scope.problems) == before:
            _check_names(check, tables, prints, tree, here)
        if check is not None and len(scope.problems) == before:
            yield check


def _check_names(
    check: Check, tables: Tables, prints: Collection[str], tree: Tree, at: Path
) -> None:
    """Report names of tables and columns that nothing defines, or that are of no use here."""
    scope = tables.scope
    names = list(check.names())
    for key, id_, path in names:
        where = tree.where((*at, key))
        if key == "in" and not path:
            scope.known(where, id_, prints, "print")
            continue
        if not scope.known(where, id_, tables.entries, "table"):
            continue
        table = tables.table(id_)
        if key == names[0][0]:
            tables.check_filter(table, getattr(check, "where", {}), tree, (*at, "where"))
        column = tables.check_path(table, path, where) if path else None
        types = check.takes.get(key)
        if column is not None and types is not None and column.type not in types:
            message = f"{path} of {id_} is of the type {column.type}"
            scope.report(where, message, f"name a column of the type {' or '.join(types)}")
