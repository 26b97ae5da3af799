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
from printgen.rules.model import Game, MarginWords, Print, Row, Table, TurningWords

_NOWHERE = msgspec.Raw(b'{"file":"","line":0,"column":0,"subject":""}')
"""No place, as digests have had it since they were first printed."""

_SAID = tuple(name for name in Print.__struct_fields__ if name not in ("bleed", "papers"))
_Said = msgspec.defstruct("_Said", _SAID)
"""A print but for how it lies on paper, which changes nothing that it says."""


class _Words(msgspec.Struct, frozen=True):
    """The words that a game had before there were others, which count where it says them."""

    margin: MarginWords
    band: BandWords


@lru_cache(maxsize=4)
def digest(game: Game) -> str:
    """The SHA-256 of the game's meaning, 64 hexadecimal digits."""
    prints = (msgspec.structs.replace(one, place=_NOWHERE) for one in game.prints)
    said = {
        "about": game.about,
        "words": _Words(game.words.margin, game.words.band),
        "tables": {id_: _table(table) for id_, table in game.tables.items()},
        "prints": [_Said(*(getattr(one, name) for name in _SAID)) for one in prints],
        "checks": [msgspec.structs.replace(one, place=_NOWHERE) for one in game.checks],
    }
    if game.words.turning != TurningWords():
        said["turning"] = game.words.turning
    return sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()


def stamp(game: Game) -> str:
    """The first eight digits of the digest, as a margin prints them."""
    return digest(game)[:8]


def _table(table: Table) -> object:
    columns = [column.without_laws() for column in table.columns]
    return [table.title, table.subtitle, columns, _plain(table.rows), table.open]


def _plain(value: Any) -> Any:
    """A cell, or rows, without their places."""
    if isinstance(value, Row):
        return [value.key, {name: _plain(cell) for name, cell in value.cells.items()}]
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
