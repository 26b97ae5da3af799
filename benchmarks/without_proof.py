"""Turn a game's deck into a PDF file without its proof, so that the two can be timed apart.

Called as `without_proof.py GAME FILE.pdf`: load, check, compose, impose, write, publish.
"""

import sys
from pathlib import Path

from printgen.order import make_order
from printgen.press.paper import find_paper
from printgen.printing import composer_of, printed
from printgen.problems import Severity
from printgen.publish import publish
from printgen.resources import find_game
from printgen.rules.check import findings
from printgen.rules.load import load


def main(game_name: str, target: str) -> None:
    folder = find_game(game_name)
    game = load(folder)
    errors = [str(found) for found in findings(game) if found.severity is Severity.ERROR]
    if errors:
        raise SystemExit("\n".join(errors))
    asked, paper = make_order("deck", None, None, ()), find_paper("a4")
    first = game.prints[0]
    deck = printed(game, first, asked, composer_of(folder), paper, None, _silently)
    publish({Path(target): deck.pdf}, "name another file")


def _silently(_: str) -> None:
    return


if __name__ == "__main__":
    main(*sys.argv[1:])
