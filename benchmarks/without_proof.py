"""Turn a game's deck into a PDF file without its proof, so that the two can be timed apart.

Called as `without_proof.py GAME FILE.pdf`: load, check, compose, impose, write, publish.
"""

import sys
from pathlib import Path

from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    compose_print_faces,
    impose_and_write_print,
    make_composer,
)
from printgen.problems import select_errors
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_game
from printgen.system.files import write_files


def main(game_name: str, target: str) -> None:
    folder = find_game(game_name)
    game = load_game(folder)
    wrong = select_errors(check_game(game))
    if wrong:
        raise SystemExit("\n".join(map(str, wrong)))
    first = plan_jobs(Request(("deck",)), game)[0]
    composer = make_composer(folder)
    faces = compose_print_faces(game, first, composer)
    deck = impose_and_write_print(
        game, first, faces, iter(()), composer.get_typeface(*MARGIN_TYPEFACE), _silently
    )
    write_files({Path(target): deck.pdf}, "name another file")


def _silently(_: str) -> None:
    return


if __name__ == "__main__":
    main(*sys.argv[1:])
