"""Turn where a game comes from into the game.

That is its folder, the folder with a player's file, or a table file by itself.
"""

from pathlib import Path

from printgen.rules.load import load_game
from printgen.rules.model import Game
from printgen.rules.player_file import PlayerFile
from printgen.table_deck.deck import TableDeck

Source = Path | TableDeck | PlayerFile


def load_source(source: Source) -> Game:
    """The game of a source. Raises `Failure` (rules) with every problem of it."""
    return load_game(source) if isinstance(source, Path) else source.load()
