"""Turn the plain data of checks.yaml into typed records, one class a kind of claim."""

from typing import Literal

from printgen.rules.scalars import Count, Id, Positive, Text, Whole
from printgen.rules.schema import Record


class TranscribedRecord(Record):
    """Cells of one card as the source prints them, and the source's line."""

    card: Positive
    line: Positive
    cells: dict[str, Text]


class ChecksFile(Record):
    """checks.yaml; each item of `checks` is read again as the kind that its `check` names."""

    checks: tuple[dict[str, object], ...]
    cards: tuple[TranscribedRecord, ...] = ()


class KindCountsRecord(Record):
    """check: kinds."""

    check: Literal["kinds"]
    counts: dict[str, Count]


class OrderRecord(Record):
    """check: order."""

    check: Literal["order"]


class SuitsByRanksRecord(Record):
    """check: suits by ranks."""

    check: Literal["suits by ranks"]
    copies: Positive


class PartitionRecord(Record):
    """check: partition."""

    check: Literal["partition"]
    first: Whole | None = None
    last: Whole | None = None
    order: Literal["upwards", "downwards"]


class ShiftRecord(Record):
    """check: shift."""

    check: Literal["shift"]
    step: Whole


class ResultCountsRecord(Record):
    """check: results."""

    check: Literal["results"]
    copies: Positive
    first: Whole
    counts: dict[str, tuple[Count, ...]]


class OutcomesRecord(Record):
    """check: outcomes."""

    check: Literal["outcomes"]
    lookup: Id
    outcomes: dict[str, tuple[Text, ...]]
    totals: dict[str, Count]


class StripCountsRecord(Record):
    """check: strip."""

    check: Literal["strip"]
    each: dict[str, Count]
    redraw: dict[str, Count]


class SuccessionRecord(Record):
    """check: succession."""

    check: Literal["succession"]


class SameCardRecord(Record):
    """check: same card."""

    check: Literal["same card"]
    row: Positive
    value: Whole


ClaimRecord = (
    KindCountsRecord
    | OrderRecord
    | SuitsByRanksRecord
    | PartitionRecord
    | ShiftRecord
    | ResultCountsRecord
    | OutcomesRecord
    | StripCountsRecord
    | SuccessionRecord
    | SameCardRecord
)

SCHEMAS: dict[str, type[ClaimRecord]] = {
    "kinds": KindCountsRecord,
    "order": OrderRecord,
    "suits by ranks": SuitsByRanksRecord,
    "partition": PartitionRecord,
    "shift": ShiftRecord,
    "results": ResultCountsRecord,
    "outcomes": OutcomesRecord,
    "strip": StripCountsRecord,
    "succession": SuccessionRecord,
    "same card": SameCardRecord,
}
"""The record of each kind of claim, by the word after `check:`."""
