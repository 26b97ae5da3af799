"""Turn the plain data of a game's files into typed records, or into every mistake of form.

One class a file or record; what a record means stands in docs/game-data.md. It checks each record
by itself: what one names in another is for resolve.py.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from printgen.rules.scalars import Count, Id, Language, Positive, Text, Whole


class Record(BaseModel):
    """Frozen, strict, and closed to keys it does not know."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class MarginRecord(Record):
    """The words of the sheets' margins."""

    title: Text
    backs: Text
    sheet: Text
    deck: Text
    digest: Text
    scale: Text
    bar: Text


class SourceRecord(Record):
    """A document that the rules were read from."""

    id: Id
    document: Text
    section: Text
    note: Text | None = None


class GameFile(Record):
    """game.yaml: the one file that every game has."""

    id: Id
    name: Text
    language: Language
    margin: MarginRecord
    sources: tuple[SourceRecord, ...] = ()


class SuitRecord(Record):
    """A suit of the deck."""

    id: Id
    label: Text
    mark: Id


class KindRecord(Record):
    """A card outside the suits."""

    id: Id
    label: Text
    text: Text
    mark: Id


class ResultRecord(Record):
    """A row of the results table."""

    id: Id
    label: Text
    modifier: Whole | None = None


class WordsRecord(Record):
    """How bands are printed."""

    or_less: Text
    to: Text
    or_more: Text


class TableRecord(Record):
    """The results table of the value cards."""

    id: Id
    label: Text
    axis: Text
    heading: Text
    words: WordsRecord
    results: tuple[ResultRecord, ...]


class OutcomeRecord(Record):
    """One outcome of a lookup."""

    id: Id
    label: Text


class LookupRecord(Record):
    """A single outcome that a card carries."""

    id: Id
    label: Text
    outcomes: tuple[OutcomeRecord, ...]


class StripRecord(Record):
    """The selection strip; `marks` maps a row's size to the mark that stands for it."""

    id: Id
    label: Text
    redraw: Text
    redraw_text: Text | None = None
    rows: tuple[Positive, ...]
    marks: dict[str, Id] = {}


class ColourRecord(Record):
    """A colour that tells decks or sides apart."""

    letter: Text
    label: Text


class BandsLaw(Record):
    """The first rank's bands, as printed, and how far each further rank's are shifted."""

    first: dict[str, Text]
    step: Whole


class DealRecord(Record):
    """The laws that deal a deck: suits × ranks, then the extra kinds."""

    extra: dict[str, Positive] = {}
    bands: BandsLaw | None = None
    lookups: dict[str, dict[str, tuple[Text, ...]]] = {}
    strip: Literal["cycle"] | None = None


class DeckFile(Record):
    """deck.yaml: what the cards are made of, and the law or the list that gives them."""

    title: Text
    suits: tuple[SuitRecord, ...]
    ranks: tuple[Text, ...]
    kinds: tuple[KindRecord, ...] = ()
    table: TableRecord | None = None
    lookups: tuple[LookupRecord, ...] = ()
    strip: StripRecord | None = None
    colours: tuple[ColourRecord, ...]
    deal: DealRecord | None = None
    listed: Text | None = None


class StatusRecord(Record):
    """A state of a model or weapon."""

    id: Id
    label: Text
    mark: Id
    count: Count
    text: Text


class StatusesFile(Record):
    """statuses.yaml."""

    statuses: tuple[StatusRecord, ...]


class NumbersRecord(Record):
    """Numbered markers, one set a side."""

    first: Count
    last: Count
    sides: tuple[ColourRecord, ...]


class MarkersFile(Record):
    """markers.yaml."""

    title: Text
    numbers: NumbersRecord | None = None


class OddsColumnRecord(Record):
    """One line of the odds: the results that count."""

    id: Id
    label: Text
    results: tuple[Id, ...]


class OddsRecord(Record):
    """The odds by modified value."""

    label: Text
    population: Text
    first: Whole
    last: Whole
    columns: tuple[OddsColumnRecord, ...]


class SectionRecord(Record):
    """A section of the sheet."""

    id: Id
    heading: Text
    text: tuple[Text, ...] = ()
    table: Literal["bands", "odds", "statuses"] | None = None
    corner: Text | None = None
    statuses: tuple[Id, ...] = ()
    source: Id | None = None


class SheetFile(Record):
    """sheet.yaml."""

    title: Text
    subtitle: Text
    sections: tuple[SectionRecord, ...]
    odds: OddsRecord | None = None


class BlankRecord(Record):
    """A blank at the head of the roster."""

    id: Id
    label: Text


class ColumnRecord(Record):
    """A column of the roster: words or a box of its own, or a box for a status."""

    id: Id | None = None
    label: Text | None = None
    kind: Literal["text", "box"] | None = None
    status: Id | None = None


class RosterFile(Record):
    """roster.yaml."""

    title: Text
    number_label: Text
    soldiers: Positive
    blanks: tuple[BlankRecord, ...] = ()
    columns: tuple[ColumnRecord, ...]
    notes_label: Text
