"""Turn ids of one game into those that would give two things one name in print.

A face's fields lie in one flat space, named after these ids; what is printed under a name must be
one thing. It knows the names that every face has, and no template.
"""

from collections.abc import Collection, Iterator

from printgen.rules.schema import DeckFile, MarkersFile, SheetFile
from printgen.rules.scope import Scope
from printgen.rules.tree import Path

COLUMNS = frozenset({"card", "kind", "rank", "suit"})
"""The columns of every deck's table, apart from its results, lookups and rows."""

_CARD = COLUMNS | {"game", "number", "deck", "redraw", "title", "label", "margin"}
_TABLE = frozenset({"title", "axis", "heading", "label", "modifier"})
_SHEET = frozenset({"title", "subtitle", "game", "digest", "bands", "odds", "status"})


def report_deck_clashes(record: DeckFile, scope: Scope) -> None:
    """Ids of the table, the lookups and the strip, of results and ranks, that are taken."""
    taken = set(_CARD)
    for path, name in _parts(record):
        # A lookup is a column as well, and those have been looked at.
        if name in taken and not (path[0] == "lookups" and name in COLUMNS):
            _taken(scope, path, name, "lookup, table or strip", _CARD)
        if path[0] != "lookups":
            taken.add(name)
    results = [result.id for result in record.table.results] if record.table else []
    for index, name in enumerate(results):
        if name in _TABLE:
            _taken(scope, ("table", "results", index, "id"), name, "result", _TABLE)
    ends = {*results, "label", "modifier"} if record.table else set()
    for index, rank in enumerate(record.ranks):
        _, dot, end = rank.rpartition(".")
        if rank == "corner" or (dot and end in ends):
            scope.report(
                ("ranks", index),
                f"{rank} is the name of something else in the table of bands",
                f'write another rank; "corner" and names that end in .{end} are taken'
                if dot
                else 'write another rank; "corner" is taken',
            )


def report_sheet_clashes(record: SheetFile, scope: Scope) -> None:
    """Ids of sections that are taken, and tables shown twice."""
    shown: dict[str, int] = {}
    for index, section in enumerate(record.sections):
        if section.id in _SHEET:
            _taken(scope, ("sections", index, "id"), section.id, "section", _SHEET)
        if section.table is None:
            continue
        if section.table in shown:
            line = scope.tree.where(("sections", shown[section.table], "table")).line
            scope.report(
                ("sections", index, "table"),
                f"the table of {section.table} stands twice, first in line {line}",
                "delete one of them",
            )
        shown.setdefault(section.table, index)


def report_marker_clashes(record: MarkersFile, scope: Scope, statuses: Collection[str]) -> None:
    """Letters of sides that are the id of a status: their markers would have one name."""
    for index, side in enumerate(record.numbers.sides if record.numbers else ()):
        if side.letter in statuses:
            scope.report(
                ("numbers", "sides", index, "letter"),
                f"{side.letter} is the id of a status, and names its markers",
                "choose another letter, or another id for the status",
            )


def _parts(record: DeckFile) -> Iterator[tuple[Path, str]]:
    """Where the id of each part of a card stands: the lookups last, which are told apart before."""
    if record.table:
        yield ("table", "id"), record.table.id
    if record.strip:
        yield ("strip", "id"), record.strip.id
    for index, lookup in enumerate(record.lookups):
        yield ("lookups", index, "id"), lookup.id


def _taken(scope: Scope, path: Path, name: str, noun: str, names: Collection[str]) -> None:
    scope.report(
        path,
        f"{name} is the name of something else on the same face",
        f"choose an id that no other {noun} has, and none of {', '.join(sorted(names))}",
    )
