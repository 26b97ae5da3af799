"""Turn the records of checks.yaml into claims, or into every name and number that does not fit.

It guarantees that a claim speaks of all of its kind: a count for every result, row and outcome.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pydantic import ValidationError

from printgen.problems import Where
from printgen.rules.claims import (
    Cell,
    Claim,
    KindCounts,
    Order,
    Outcomes,
    Partition,
    ResultCounts,
    SameCard,
    Shift,
    StripCounts,
    Succession,
    SuitsByRanks,
    Transcribed,
)
from printgen.rules.columns import UNREAD, VALUE, columns
from printgen.rules.model import Deck
from printgen.rules.resolve_outcomes import NO_OUTCOME, resolve_outcomes
from printgen.rules.schema_checks import (
    SCHEMAS,
    ChecksFile,
    ClaimRecord,
    KindCountsRecord,
    OrderRecord,
    OutcomesRecord,
    PartitionRecord,
    ResultCountsRecord,
    SameCardRecord,
    ShiftRecord,
    StripCountsRecord,
    SuccessionRecord,
    SuitsByRanksRecord,
    TranscribedRecord,
)
from printgen.rules.scope import Defined, Scope
from printgen.rules.tree import Path
from printgen.rules.wording import nearest, problems_of

_Given = TypeVar("_Given")
_NEEDS: dict[type[ClaimRecord], tuple[str, ...]] = {
    PartitionRecord: ("table",),
    ShiftRecord: ("table",),
    ResultCountsRecord: ("table",),
    StripCountsRecord: ("strip",),
    SuccessionRecord: ("strip",),
    SameCardRecord: ("strip", "table"),
}
"""The parts of a deck that a claim speaks of."""


def resolve_checks(record: ChecksFile, scope: Scope, defined: Defined) -> tuple[Claim, ...]:
    """The claims, the transcribed cards last; those at fault are left out and reported."""
    found: list[Claim] = []
    for index, item in enumerate(record.checks):
        path: Path = ("checks", index)
        name = item.get("check")
        schema = SCHEMAS.get(name) if isinstance(name, str) else None
        if schema is None:
            scope.report(
                (*path, "check"),
                f"no check is called {name}" if isinstance(name, str) else "no check is named",
                nearest(name, SCHEMAS) if isinstance(name, str) else "begin with check:",
            )
            continue
        try:
            claim = _claim(schema.model_validate(item), scope, defined, path)
        except ValidationError as error:
            scope.add(problems_of(error, schema, scope.tree, path))
            continue
        if claim is not None:
            found.append(claim)
    found.extend(_transcribed(record.cards, scope, defined))
    return tuple(found)


def _claim(record: ClaimRecord, scope: Scope, defined: Defined, path: Path) -> Claim | None:
    deck = defined.deck
    if deck is None and not defined.can_miss("deck.yaml"):
        return None
    needs = _NEEDS.get(type(record), ())
    if deck is None or any(getattr(deck, need) is None for need in needs):
        what = f"deck with a {' and a '.join(needs)}" if needs else "deck"
        scope.report(
            (*path, "check"), f"a check of a {what}", f"give the game a {what}, or delete it"
        )
        return None
    where = scope.tree.where((*path, "check"))
    match record:
        case KindCountsRecord():
            names = [VALUE, *(kind.id for kind in deck.kinds)]
            counts = _every(record.counts, names, "kind", scope, (*path, "counts"), 0)
            return KindCounts(tuple(zip(names, counts, strict=True)), where)
        case OrderRecord():
            return Order(where)
        case SuitsByRanksRecord():
            return SuitsByRanks(record.copies, where)
        case PartitionRecord():
            return Partition(record.first, record.last, record.order == "downwards", where)
        case ShiftRecord():
            return Shift(record.step, where)
        case SuccessionRecord():
            return Succession(where)
        case _:
            return _counted(record, scope, deck, path, where)


def _counted(
    record: ClaimRecord, scope: Scope, deck: Deck, path: Path, where: Where
) -> Claim | None:
    rows = deck.strip.rows if deck.strip else ()
    sizes = [str(row.size) for row in rows]
    match record:
        case ResultCountsRecord():
            results = [result.id for result in deck.table.results] if deck.table else []
            here = (*path, "counts")
            counts = _every(record.counts, results, "result", scope, here, ())
            if len({len(line) for line in counts}) != 1 or not counts[0]:
                scope.report(here, "lists of different lengths", "give each as many counts")
            return ResultCounts(record.copies, record.first, counts, where)
        case StripCountsRecord():
            each = _every(record.each, sizes, "row", scope, (*path, "each"), 0)
            redraw = _every(record.redraw, sizes, "row", scope, (*path, "redraw"), 0)
            return StripCounts(tuple(zip(each, redraw, strict=True)), where)
        case SameCardRecord():
            if not scope.known((*path, "row"), str(record.row), sizes, "row"):
                return None
            return SameCard(record.row, record.value, where)
        case OutcomesRecord():
            return _outcomes(record, scope, deck, path, where)
    return None


def _outcomes(
    record: OutcomesRecord, scope: Scope, deck: Deck, path: Path, where: Where
) -> Claim | None:
    lookups = [lookup.id for lookup in deck.lookups]
    if not scope.known((*path, "lookup"), record.lookup, lookups, "lookup"):
        return None
    place = lookups.index(record.lookup)
    holders = resolve_outcomes(record.outcomes, deck, place, scope, (*path, "outcomes"))
    names = [outcome.id for outcome in deck.lookups[place].outcomes]
    totals = _every(record.totals, [*names, NO_OUTCOME], "outcome", scope, (*path, "totals"), 0)
    ids: list[str | None] = [*names, None]
    return Outcomes(place, tuple(holders.items()), tuple(zip(ids, totals, strict=True)), where)


def _every(
    given: Mapping[str, _Given],
    names: list[str],
    noun: str,
    scope: Scope,
    path: Path,
    missing: _Given,
) -> tuple[_Given, ...]:
    """What is given for each of `names`, in their order; `missing` where that is reported."""
    for name in given:
        scope.known((*path, name), name, names, noun, key=True)
    for name in names:
        if name not in given:
            scope.report(path, f"nothing for {name}", f"add {name}:", key=True)
    return tuple(given.get(name, missing) for name in names)


def _transcribed(
    records: tuple[TranscribedRecord, ...], scope: Scope, defined: Defined
) -> Iterator[Claim]:
    deck = defined.deck
    if deck is None:
        if records and defined.can_miss("deck.yaml"):
            scope.report(("cards",), "cards without a deck", "give the game a deck.yaml", key=True)
        return
    found = columns(deck)
    known = {column.name: column for column in found[1:]}
    for index, record in enumerate(records):
        path = ("cards", index)
        if deck.cards and record.card > len(deck.cards):
            scope.report(
                (*path, "card"),
                f"no card {record.card}",
                f"write 1 to {len(deck.cards)}",
            )
        cells = []
        for name, text in record.cells.items():
            here = (*path, "cells", name)
            if not scope.known(here, name, known, "column", key=True):
                continue
            value = known[name].read(text)
            if value is UNREAD:
                scope.report(here, f'"{text}"', f"write {known[name].wanted}")
            else:
                cells.append(Cell(name, known[name].part, known[name].place, value))
        yield Transcribed(record.card, record.line, tuple(cells), scope.tree.where((*path, "card")))
