"""Turn a Game's deck into CSV: one row a card, in the columns that a listed deck is read from."""

import csv
import io

from printgen.rules.columns import columns
from printgen.rules.model import Game


def export_csv(game: Game) -> str:
    """The deck as CSV with a line of column names, line feeds, and a hyphen for minus.

    The text is empty where the game has no deck.
    """
    if game.deck is None:
        return ""
    known = columns(game.deck)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(column.name for column in known)
    for card in game.deck.cards:
        writer.writerow(column.write(column.of(card)) for column in known)
    return out.getvalue()
