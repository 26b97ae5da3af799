"""Turn a Game into one short number that changes whenever what it says does.

Games that say the same have equal digests, however and in what order they were written down:
places in files, the laws that dealt a table, bleeds and papers take no part. Two digests differ
where any word, number, print or declared check does.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from printgen.rules.bands import BandWords
from printgen.rules.model import DuplexWords, Game, MarginWords, Print, Row, Table

_NO_PLACE = msgspec.Raw(b'{"file":"","line":0,"column":0,"subject":""}')
"""No place, as digests have had it since they were first printed."""

_PRINT_FIELDS = tuple(name for name in Print.__struct_fields__ if name not in ("bleed", "papers"))
_PrintData = msgspec.defstruct("_Said", _PRINT_FIELDS)
"""A print but for how it lies on paper, which changes nothing that it says."""


class _OriginalWords(msgspec.Struct, frozen=True):
    """The words that a game had before there were others, which count where it says them."""

    margin: MarginWords
    band: BandWords


@lru_cache(maxsize=4)
def compute_digest(game: Game) -> str:
    """The SHA-256 of the game's meaning, 64 hexadecimal digits."""
    prints = (msgspec.structs.replace(item, place=_NO_PLACE) for item in game.prints)
    content = {
        "about": game.about,
        "words": _OriginalWords(game.words.margin, game.words.band),
        "tables": {id_: _strip_table(table) for id_, table in game.tables.items()},
        "prints": [_PrintData(*(getattr(item, name) for name in _PRINT_FIELDS)) for item in prints],
        "checks": [msgspec.structs.replace(item, place=_NO_PLACE) for item in game.checks],
    }
    if game.words.turning != DuplexWords():
        content["turning"] = game.words.turning
    return sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def get_short_digest(game: Game) -> str:
    """The first eight digits of the digest, as a margin prints them."""
    return compute_digest(game)[:8]


def _strip_table(table: Table) -> object:
    columns = [column.without_derivation() for column in table.columns]
    return [table.title, table.subtitle, columns, _strip_places(table.rows), table.open]


def _strip_places(value: Any) -> Any:
    """A cell, or rows, without their places."""
    if isinstance(value, Row):
        return [value.key, {name: _strip_places(cell) for name, cell in value.cells.items()}]
    return [_strip_places(item) for item in value] if isinstance(value, tuple) else value
