"""Turn a Game into one short number that changes whenever what it says does.

Equal Games have equal digests, however and in what order they were written down: positions in
files take no part. Two digests differ where any word, number or declared check does.
"""

import json
from dataclasses import fields, is_dataclass
from functools import lru_cache
from hashlib import sha256

from printgen.problems import Where
from printgen.rules.model import Game


@lru_cache(maxsize=4)
def digest(game: Game) -> str:
    """The SHA-256 of the game's meaning, 64 hexadecimal digits."""
    text = json.dumps(_plain(game), ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def stamp(game: Game) -> str:
    """The first eight digits of the digest, as a margin prints them."""
    return digest(game)[:8]


def _plain(value: object) -> object:
    """Records as lists that begin with their type's name; places in files are left out."""
    if is_dataclass(value):
        named = [type(value).__name__]
        return named + [
            _plain(part)
            for field in fields(value)
            if not isinstance(part := getattr(value, field.name), Where)
        ]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
