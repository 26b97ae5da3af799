"""Turn a Game's sheet into the one job of a quick reference sheet, as large as its paper."""

from collections.abc import Iterator

from printgen.content.sheet import bands_by_rank, sheet_content
from printgen.products.job import Job
from printgen.rules.model import Game, Sheet

TEMPLATE = "sheet.html"


def sheet_jobs(game: Game, sheet: Sheet, width: float, height: float) -> Iterator[Job]:
    """The sheet, for paper of `width` × `height` mm."""
    records = {
        "game": game,
        "deck": game.deck,
        "sheet": sheet,
        "ranks": tuple(rank for rank, _ in bands_by_rank(game.deck)) if game.deck else (),
        "paper": {"width": width, "height": height},
    }
    yield Job(sheet_content(game, sheet), TEMPLATE, records)
