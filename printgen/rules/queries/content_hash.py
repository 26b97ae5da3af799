"""Computes a digest of a `Game` that changes whenever its content changes.

Games with the same content have equal digests, whatever the order and files they are written in.
Places in files, derivations, bleeds, radii, papers and tuck boxes are left out. Any difference in a
word, number, other print or declared check changes the digest.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from printgen.rules.model import Column, Game, MarginWords, Print, Row, Table
from printgen.rules.values.bands import BandWords

_NO_PLACE = msgspec.Raw(b'{"file":"","line":0,"column":0,"subject":""}')
"""The encoding of an empty `Place`. It is fixed, so that digests on printed sheets stay valid."""

_IGNORED_FIELDS = ("bleed", "radius", "papers", "shows_place", "box_of", "full_bleed")
_PRINT_FIELDS = tuple(name for name in Print.__struct_fields__ if name not in _IGNORED_FIELDS)
_PrintData = msgspec.defstruct("_PrintData", _PRINT_FIELDS)
"""A print without its bleed, radius and papers, which do not change its content."""

_COLUMN_FIELDS = tuple(name for name in Column.__struct_fields__ if name != "role")
_ColumnData = msgspec.defstruct("_ColumnData", _COLUMN_FIELDS)
"""A column without its role on cards, which changes only how they look."""


class _OriginalWords(msgspec.Struct, frozen=True):
    """The texts that games could change in the first version of printgen.

    They are always in the digest. Texts that were added later are in it only if a game changes
    them, so that the digests of older games stay the same.
    """

    margin: MarginWords
    band: BandWords


@lru_cache(maxsize=4)
def compute_digest(game: Game) -> str:
    """Return the SHA-256 (FIPS 180-4) of the game's content, as 64 hexadecimal digits."""
    content = {
        "about": game.about,
        "words": _OriginalWords(game.words.margin, game.words.band),
        "tables": {id_: _select_table_content(table) for id_, table in game.tables.items()},
        "prints": [_select_print_content(print_) for print_ in game.prints if not print_.box_of],
        "checks": [msgspec.structs.replace(check, place=_NO_PLACE) for check in game.checks],
    }
    # Words added after the first version: the default must not change the digests of older games.
    added: dict[str, msgspec.Struct] = {"turning": game.words.turning, "parts": game.words.parts}
    content |= {name: words for name, words in added.items() if words != type(words)()}
    return sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def get_short_digest(game: Game) -> str:
    """Return the first eight digits of the game's digest, which are printed in the margin."""
    return compute_digest(game)[:8]


def _select_print_content(print_: Print) -> object:
    """Return the parts of a print that belong to the digest: all except places and sheet settings.

    The settings are the bleed, the radius of corners and the papers.
    """
    # The default of `safe` was 0 when the first digests were printed.
    parts = [msgspec.structs.replace(part, safe=part.safe or 0) for part in print_.parts]
    content = {name: getattr(print_, name) for name in _PRINT_FIELDS}
    return _PrintData(**content | {"place": _NO_PLACE, "parts": parts})


def _select_table_content(table: Table) -> object:
    """Return the parts of a table that belong to the digest: all except places and derivations."""
    # Only the resulting cells count, not how they were derived.
    columns = [
        _ColumnData(*(getattr(column.without_derivation(), name) for name in _COLUMN_FIELDS))
        for column in table.columns
    ]
    return [table.title, table.subtitle, columns, _strip_places(table.rows), table.open]


def _strip_places(value: Any) -> Any:
    """Return the value of a cell with each nested row as its key and cells, without its place."""
    if isinstance(value, Row):
        return [value.key, {name: _strip_places(cell) for name, cell in value.cells.items()}]
    return [_strip_places(item) for item in value] if isinstance(value, tuple) else value
