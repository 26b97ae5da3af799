"""Turn a Game into one short number that changes whenever what it says does.

Games that say the same have equal digests, however and in what order they were written down:
places in files and the laws that dealt a table take no part. Two digests differ where any word,
number, print or declared check does.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from printgen.rules.model import Game, Row, Table

_NOWHERE = msgspec.Raw(b'{"file":"","line":0,"column":0,"subject":""}')
"""No place, as digests have had it since they were first printed."""


@lru_cache(maxsize=4)
def digest(game: Game) -> str:
    """The SHA-256 of the game's meaning, 64 hexadecimal digits."""
    said = {
        "about": game.about,
        "words": game.words,
        "tables": {id_: _table(table) for id_, table in game.tables.items()},
        "prints": [msgspec.structs.replace(one, place=_NOWHERE) for one in game.prints],
        "checks": [msgspec.structs.replace(one, place=_NOWHERE) for one in game.checks],
    }
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
