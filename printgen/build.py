"""Turn a game's folder, or a table by itself, into PDFs: load, check, print, prove, publish.

Every stage is named here, in order; those of one print in printing.py. A game's files belong
together: none of those asked for is replaced unless all of them proofed clean, and what is wrong
with any of them is reported in one run.
"""

from collections.abc import Callable, Container, Mapping
from functools import partial
from pathlib import Path

from printgen import bounded
from printgen.laid_out import remarks
from printgen.lone.deck import Source, load_source
from printgen.order import Order, plan, unturned
from printgen.picturing import Wish, pictures_of
from printgen.printing import Printed, composer_of, keep_pages, number_of_faces, printed
from printgen.problems import ExitCode, Failure, Failures, Problem, Where, errors
from printgen.proving import Proof, Prover
from printgen.publish import publish
from printgen.rules.check import findings
from printgen.rules.unread import unread


def build(
    source: Source,
    output: Path,
    order: Order,
    taken: Container[Path],
    progress: Callable[[str], None],
    prover: Prover,
    wish: Wish,
    *,
    keep_svg: bool,
    keep_html: bool,
    dry_run: bool,
) -> tuple[Mapping[Path, Printed], tuple[Path, ...], tuple[Problem, ...]]:
    """Build what `order` asks for of the game of `source`, into a folder of its id in `output`.

    Returns the prints put in place, the pictures that `wish` is for, and what was remarked. `taken`
    are folders that hold another game's new files; `prover` proves each print while others are
    composed. With `keep_svg`
    the faces are kept as SVG too, with `keep_html` as pages for a browser, in a folder `faces`
    beside the files. A `dry_run` composes all, and proves and writes nothing. Raises `Failure` with
    every problem of the first stage that found any; for composing and proving, of all prints. No
    PDF has been replaced then unless it says so; faces that are kept may have been.
    """
    progress(f"{source.name}: checking the rules")
    game = load_source(source)
    prints = plan(order, game)
    told = tuple(wish.against(prints))
    if wrong := errors(told):
        raise Failure(ExitCode.USAGE, wrong)
    if wrong := errors(findings(game)):
        raise Failure(ExitCode.RULES, (*game.notes, *wrong))
    target = output / game.about.id
    if target in taken:
        problem = Problem(
            Where(str(source / "game.yaml" if isinstance(source, Path) else source.file)),
            f"another of this run is called {game.about.id} too, and its files stand in {target}",
            "build one of them into another folder with --output",
        )
        raise Failure(ExitCode.USAGE, (problem,))
    bounded.extend(sum(map(partial(number_of_faces, game), prints)))
    composer = composer_of(source, grey=order.ink == "grey")
    made: dict[Path, Printed] = {}
    laid = order.imposition, (one.print for one in prints)
    notes = [*game.notes, *remarks(*laid), *unturned(order, prints), *told]
    failures = Failures()
    proofs: dict[Path, Proof] = {}
    for planned in prints:
        path = target / f"{planned.name}.pdf"
        faces = target / "faces" / planned.name
        kept = faces if keep_svg and not dry_run else None
        with failures.kept():
            if keep_html and not dry_run:
                keep_pages(game, planned, composer, faces)
            made[path] = printed(game, planned, composer, kept, progress)
            if not dry_run:
                proofs[path] = prover.ask(source, made[path].pdf, made[path].pieces)
    for path, proof in proofs.items():
        progress(f"{game.about.id}: {path.stem}, proofing")
        with failures.kept():
            found = [problem.in_file(path.name) for problem in proof.result()]
            if errors(found):
                raise Failure(ExitCode.PROOF, found)
            notes += found
    failures.close()
    notes += unread(source, game) if isinstance(source, Path) else ()
    pdfs = {path: one.pdf for path, one in made.items()}
    pictures = pictures_of(game, wish, target, tuple(zip(prints, pdfs.values(), strict=True)))
    if not dry_run:
        bounded.extend(len(pictures) * wish.weight)
        progress(f"{game.about.id}: drawing {len(pictures)} pictures")
        publish({**pdfs, **pictures}, "name another folder with --output")
    return made, tuple(pictures), tuple(notes)
