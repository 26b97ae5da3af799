"""Turn a game's deck into a PDF file without its proof, so that the two can be timed apart.

Called as `without_proof.py GAME FILE.pdf`: load, check, compose, impose, write, publish.
"""

import sys
from pathlib import Path

from printgen.job.plan import Order, plan
from printgen.pipeline.print_job import MARGIN_FACE, composer_of, faces_of, printed
from printgen.problems import errors
from printgen.rules.check import findings
from printgen.rules.load import load
from printgen.system.atomic_files import publish
from printgen.system.bundled import find_game


def main(game_name: str, target: str) -> None:
    folder = find_game(game_name)
    game = load(folder)
    wrong = errors(findings(game))
    if wrong:
        raise SystemExit("\n".join(map(str, wrong)))
    first = plan(Order(("deck",)), game)[0]
    composer = composer_of(folder)
    faces = faces_of(game, first, composer)
    deck = printed(game, first, faces, iter(()), composer.typeface(*MARGIN_FACE), _silently)
    publish({Path(target): deck.pdf}, "name another file")


def _silently(_: str) -> None:
    return


if __name__ == "__main__":
    main(*sys.argv[1:])
