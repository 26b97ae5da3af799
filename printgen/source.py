"""Turn where a game comes from into the game.

That is its folder, the folder with a player's file, or a table file by itself.
"""

from pathlib import Path

from printgen.lone.deck import Lone
from printgen.rules.given import Given
from printgen.rules.load import load
from printgen.rules.model import Game

Source = Path | Lone | Given


def load_source(source: Source) -> Game:
    """The game of a source. Raises `Failure` (rules) with every problem of it."""
    return load(source) if isinstance(source, Path) else source.load()
