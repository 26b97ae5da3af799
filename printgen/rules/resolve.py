"""Turn the records of a game's files into the Game's, or into every name that nothing defines.

It knows every record and no file format, no paper.
"""

from printgen.rules.clashes import report_marker_clashes, report_sheet_clashes
from printgen.rules.model import (
    DeckColour,
    Margin,
    Markers,
    Numbers,
    Odds,
    OddsColumn,
    Roster,
    RosterColumn,
    Section,
    Sheet,
    Source,
    Status,
)
from printgen.rules.odds import population
from printgen.rules.schema import (
    ColumnRecord,
    GameFile,
    MarkersFile,
    OddsRecord,
    RosterFile,
    SheetFile,
    StatusesFile,
)
from printgen.rules.scope import Defined, Scope

_PLACEHOLDERS = {
    "title": ("{game}", "{title}"),
    "backs": ("{title}",),
    "sheet": ("{sheet}", "{sheets}"),
    "deck": ("{deck}",),
    "digest": ("{digest}",),
    "scale": (),
    "bar": (),
}


def resolve_game(record: GameFile, scope: Scope) -> tuple[Margin, tuple[Source, ...]]:
    """The margin's words and the sources."""
    words = record.margin.model_dump()
    for name, wanted in _PLACEHOLDERS.items():
        if any(words[name].count(mark) != 1 for mark in wanted) or sum(
            words[name].count(brace) for brace in "{}"
        ) != 2 * len(wanted):
            scope.report(
                ("margin", name),
                f'the pattern "{words[name]}"',
                f"write words and {' and '.join(wanted)}, each once"
                if wanted
                else "write words without braces",
            )
    scope.unique(("sources",), (source.id for source in record.sources), "id", "id")
    sources = tuple(
        Source(source.id, source.document, source.section, source.note or "")
        for source in record.sources
    )
    return Margin(**words), sources


def resolve_statuses(record: StatusesFile, scope: Scope) -> tuple[Status, ...]:
    """The statuses."""
    scope.unique(("statuses",), (status.id for status in record.statuses), "id", "id")
    return tuple(
        Status(
            status.id,
            status.label,
            status.mark,
            status.count,
            status.text,
            scope.tree.where(("statuses", index, "id")),
        )
        for index, status in enumerate(record.statuses)
    )


def resolve_markers(record: MarkersFile, scope: Scope, defined: Defined) -> Markers:
    """The markers; those of a side must not be taken for a status's."""
    report_marker_clashes(record, scope, [status.id for status in defined.statuses])
    if record.numbers is None:
        return Markers(record.title, None)
    numbers = record.numbers
    if numbers.last < numbers.first:
        scope.report(
            ("numbers", "last"),
            f"the last number {numbers.last} is less than the first, {numbers.first}",
            "exchange them",
        )
    letters = (side.letter for side in numbers.sides)
    scope.unique(("numbers", "sides"), letters, "letter", "letter")
    sides = tuple(DeckColour(side.letter, side.label) for side in numbers.sides)
    return Markers(record.title, Numbers(numbers.first, numbers.last, sides))


def resolve_sheet(
    record: SheetFile,
    scope: Scope,
    defined: Defined,
) -> Sheet:
    """The sheet; what its sections name must be defined."""
    scope.unique(("sections",), (section.id for section in record.sections), "id", "id")
    report_sheet_clashes(record, scope)
    status_ids = [status.id for status in defined.statuses]
    source_ids = [source.id for source in defined.sources]
    deck = defined.deck
    for index, section in enumerate(record.sections):
        for place, status in enumerate(section.statuses):
            path = ("sections", index, "statuses", place)
            if defined.can_miss("statuses.yaml"):
                scope.known(path, status, status_ids, "status")
        if section.source is not None and defined.can_miss("game.yaml"):
            scope.known(("sections", index, "source"), section.source, source_ids, "source")
        needs = {
            "bands": not defined.can_miss("deck.yaml") or (deck is not None and deck.table),
            "odds": record.odds,
            "statuses": not defined.can_miss("statuses.yaml") or defined.statuses,
        }
        if section.table is not None and not needs[section.table]:
            wanted = {
                "bands": "a results table in deck.yaml",
                "odds": "odds: in this file",
                "statuses": "statuses.yaml",
            }[section.table]
            scope.report(
                ("sections", index, "table"),
                f"a table of {section.table}, of which the game has none",
                f"add {wanted}, or delete this line",
            )
        if section.corner is not None and section.table != "bands":
            scope.report(
                ("sections", index, "corner"),
                "a corner without a table of bands",
                "delete it, or add table: bands",
            )
    if record.odds and not any(section.table == "odds" for section in record.sections):
        scope.report(
            ("odds",),
            "odds that no section shows",
            "add table: odds to a section, or delete odds:",
            key=True,
        )
    sections = tuple(
        Section(
            section.id,
            section.heading,
            section.text,
            section.table or "",
            section.corner or "",
            section.statuses,
            section.source or "",
            scope.tree.where(("sections", index, "id")),
        )
        for index, section in enumerate(record.sections)
    )
    odds = _odds(record.odds, scope, defined) if record.odds else None
    return Sheet(record.title, record.subtitle, sections, odds)


def _odds(record: OddsRecord, scope: Scope, defined: Defined) -> Odds:
    deck = defined.deck
    table = deck.table if deck else None
    if table is None and defined.can_miss("deck.yaml"):
        scope.report(("odds",), "odds without a results table", "add table: to deck.yaml", key=True)
    if record.last < record.first:
        scope.report(
            ("odds", "last"),
            f"the last value {record.last} is less than the first, {record.first}",
            "exchange them",
        )
    scope.unique(("odds", "columns"), (column.id for column in record.columns), "id", "id")
    results = [result.id for result in table.results] if table else []
    for index, column in enumerate(record.columns):
        path = ("odds", "columns", index, "results")
        for place, result in enumerate(column.results):
            if table is not None:
                scope.known((*path, place), result, results, "result")
        scope.unique(path, column.results, "result")
    if record.population.count("{cards}") != 1 or record.population.count("{") != 1:
        scope.report(
            ("odds", "population"),
            f'the pattern "{record.population}"',
            "write words and {cards} once; the deck knows the number",
        )
    count = population(deck) if deck else 0
    if deck and table and deck.cards and not count:
        scope.report(
            ("odds",),
            "odds of a deck in which no card carries the results table",
            "give the deck cards of suit and rank, or delete odds:",
            key=True,
        )
    columns = tuple(
        OddsColumn(column.id, column.label, column.results) for column in record.columns
    )
    words = record.population.replace("{cards}", str(count))
    return Odds(record.label, words, record.first, record.last, columns)


def resolve_roster(record: RosterFile, scope: Scope, defined: Defined) -> Roster:
    """The roster; a column of a status takes its id and word from there."""
    scope.unique(("blanks",), (blank.id for blank in record.blanks), "id", "id")
    columns = tuple(
        column
        for index, item in enumerate(record.columns)
        if (column := _column(item, index, scope, defined))
    )
    if len(columns) == len(record.columns):
        scope.unique(("columns",), (column.id for column in columns), "column")
    return Roster(
        record.title,
        record.number_label,
        record.soldiers,
        tuple(RosterColumn(blank.id, blank.label, "text") for blank in record.blanks),
        columns,
        record.notes_label,
    )


def _column(
    record: ColumnRecord, index: int, scope: Scope, defined: Defined
) -> RosterColumn | None:
    given = (record.id, record.label, record.kind)
    if record.status is not None and given == (None, None, None):
        labels = {status.id: status.label for status in defined.statuses}
        if not defined.can_miss("statuses.yaml"):
            labels.setdefault(record.status, "")
        if not scope.known(("columns", index, "status"), record.status, labels, "status"):
            return None
        label = labels[record.status]
        return RosterColumn(record.status, label, "box", status=True)
    if record.status is None and record.id and record.label and record.kind:
        return RosterColumn(record.id, record.label, record.kind)
    scope.report(
        ("columns", index),
        "a column that is neither a status nor whole in itself",
        "write status: alone, or id:, label: and kind: together",
    )
    return None
