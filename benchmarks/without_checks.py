"""Print the deck and its backs with printgen, without its checks and without the proof.

Called as `without_checks.py FOLDER`: load, compose, impose, write. The rules of the game are not
checked, no face is inspected, and no PDF is read back. This is what the other tools do. printgen
has no option for it.
"""

import sys
from pathlib import Path

from printgen.pipeline import faces
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import (
    choose_margin_typeface,
    compose_print_backs,
    compose_print_faces,
    impose_and_write_print,
    make_composer,
)
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_game
from printgen.system.files import write_files


def main(target: str) -> None:
    faces.preflight = lambda *_, **__: ()
    folder = find_game("combat-leader")
    game = load_game(folder)
    composer = make_composer(folder)
    typeface = choose_margin_typeface(composer, game)
    pdfs = {}
    for job in plan_jobs(Request(("deck",)), game):
        fronts = compose_print_faces(game, job, composer)
        backs = compose_print_backs(game, job, composer)
        result = impose_and_write_print(game, job, fronts, backs, typeface, id)
        pdfs[Path(target, f"{job.name}.pdf")] = result.pdf
    write_files(pdfs, "name another folder")


if __name__ == "__main__":
    main(*sys.argv[1:])
