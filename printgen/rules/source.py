"""Load a game from its source: a folder, a folder with a player's file, or a standalone table."""

from pathlib import Path

from printgen.rules.loading.load import load_game
from printgen.rules.loading.player_file import PlayerFile
from printgen.rules.model import Game
from printgen.rules.standalone.deck import TableDeck

Source = Path | TableDeck | PlayerFile


def load_source(source: Source) -> Game:
    """Return the game of a source. Raises `Failure` (rules) with every problem in it."""
    return load_game(source) if isinstance(source, Path) else source.load()
