"""Turn a game's deck into a PDF file without its proof, so that the two can be timed apart.

Called as `without_proof.py GAME FILE.pdf`: load, check, compose, impose, write, publish.
"""

import sys
from functools import partial
from pathlib import Path

from printgen.content.catalogue import title
from printgen.layout.compose import Composer
from printgen.press.paper import find_paper
from printgen.press.pdf import Document, write
from printgen.problems import Severity
from printgen.products.job import compose_all
from printgen.publish import publish
from printgen.resources import find_game, fonts_folder, templates_folder
from printgen.rules.check import findings
from printgen.rules.digest import digest
from printgen.rules.load import load
from printgen.sheets import pages


def main(game_name: str, target: str) -> None:
    folder = find_game(game_name)
    game = load(folder)
    errors = [str(found) for found in findings(game) if found.severity is Severity.ERROR]
    if errors:
        raise SystemExit("\n".join(errors))
    composer = Composer(
        (folder / "templates", templates_folder()), (fonts_folder(), folder / "fonts")
    )
    compose = partial(compose_all, composer)
    typeface = composer.typeface("IBM Plex Sans Condensed", 400)
    paper = find_paper("a4")
    document = Document(
        title=title(game, "deck"),
        language=game.language,
        game=game.id,
        product="deck",
        paper=paper.id,
        copies=("A",),
        cards=None,
        digest=digest(game),
    )
    sheets = pages(game, "deck", ("A",), None, paper, compose, typeface)
    publish({Path(target): write(sheets, document)}, "name another file")


if __name__ == "__main__":
    main(*sys.argv[1:])
