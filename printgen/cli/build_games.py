"""Turn `printgen build` into the PDFs of each game, and a line of each."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import (
    DATA,
    GAMES,
    OUTPUT,
    compare,
    examples,
    filled,
    name_variables,
    together,
)
from printgen.cli.layout_options import lays_out
from printgen.cli.picture_options import wishes
from printgen.cli.sources import find_sources, reads_tables
from printgen.problems import ExitCode, Failure
from printgen.system import terminal as console

if TYPE_CHECKING:
    from printgen.pipeline.pictures import Wish
    from printgen.pipeline.print_job import Printed
    from printgen.press.imposition import Imposition


@click.command(
    "build",
    epilog=examples(
        "build",
        "build combat-leader --paper letter",
        "build combat-leader --only deck --only sheet --dry-run",
        "build combat-leader --deck B",
        "build combat-leader --cards 17,23 --skip 4",
        "build fistful-of-lead --data my-team.yaml",
        "build my-game --output to-print --keep-svg",
        "build cards.csv --size tarot",
        "build cards.csv --duplex long --printer laser",
        "build my-game --ink grey",
        "build my-game --only deck --png 300 --corners round",
        "build my-game --only deck --tts",
        "build my-game --only deck --gutter 6 --landscape --cut lines",
        "build cards.csv --sheets labels.yaml",
        "build cards.xlsx --sheet all --leave notes,designer --pictures art",
    ),
)
@GAMES
@click.option(
    "--only",
    metavar="PRINT",
    multiple=True,
    help="Build one print, such as deck or sheet; its backs come with it. May be repeated.",
)
@DATA
@lays_out
@click.option(
    "--deck",
    metavar="KEY",
    multiple=True,
    help="Print what is of this player's deck alone, such as B, in its colour. May be repeated.",
)
@click.option(
    "--decks",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print what is of the first N decks alone, such as one for each of N players.",
)
@click.option(
    "--cards",
    metavar="KEYS",
    help="Print these cards alone, such as 17,23, 1-9 or 'ace of spades': of the deck, or of the"
    " print of --only.",
)
@click.option(
    "--skip",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Leave the first N places of the first sheet empty, as on a sheet half used.",
)
@click.option(
    "--size",
    "sizes",
    metavar="PRINT=SIZE",
    multiple=True,
    help="Print the faces of PRINT in another of its sizes, such as deck=tcg; without PRINT= those"
    " of the first. May be repeated.",
)
@OUTPUT
@together(
    "keeps",
    click.option(
        "--keep-svg", is_flag=True, help="Keep the faces as SVG too, to open in a browser."
    ),
    click.option(
        "--keep-html",
        is_flag=True,
        help="Keep the faces as their templates write them, to change style sheets in a browser.",
    ),
    click.option(
        "--dry-run", is_flag=True, help="Name files, pages and pieces, and write nothing."
    ),
    made=dict,
)
@click.option(
    "--ink",
    type=click.Choice(["colour", "grey"], case_sensitive=False),
    default="colour",
    help="Print in colours or in greys, each colour as dark as it is; contrast is held either way.",
)
@wishes
@reads_tables
def build_games(
    games: tuple[str, ...],
    data: tuple[Path, ...],
    output: Path,
    reading: Mapping[str, Any],
    laid_out: "Imposition",
    wished: "Wish",
    keeps: Mapping[str, bool],
    **typed: Any,
) -> int:
    """Build each GAME's PDFs, proof them, put them in place.

    That is a folder of the game in the output folder. With no GAME named, the game in whose folder
    you are is built, or else every bundled one. The files of a game are replaced only when all of
    them are right. What is printed in part has a name of its own, such as deck-cards-17+23.pdf.
    A table by itself, such as cards.csv, becomes a deck: a card a row, so many as a column qty
    says; its first words are the title, long texts the body, all else labelled values.
    With --data what a player's file writes is checked and printed, as roster-my-team.pdf.
    A variable of the environment sets an option for good, such as PRINTGEN_PAPER=letter.
    """
    from printgen.job.plan import Order
    from printgen.pipeline.build import Build, get_ready, prepared
    from printgen.system import limits as bounded
    from printgen.system.worker_pool import workers

    code = ExitCode.WELL
    dry_run = keeps["dry_run"]
    order = Order(**typed, imposition=laid_out)
    sources = find_sources(games, reading)
    given = filled(sources, data)
    sources = given or sources
    done: dict[Path, Printed] = {}
    with console.progress() as progress:
        ready = [prepared(source, order, wished, progress) for source in sources]
    with workers(bounded.workers(), ready, get_ready) as pool:
        builds = [Build(number, pool, **keeps) for number in range(len(sources))]
        for source, build in zip(sources, builds, strict=True):
            try:
                with console.progress() as progress:
                    # The files of several players lie side by side.
                    taken = set() if given else {path.parent for path in done}
                    made, drawn, notes = build.finish(output, taken, wished, progress)
            except Failure as failure:
                code = code or failure.exit_code
                console.show_problems(name_variables(failure.problems))
                if failure.exit_code is not ExitCode.CANNOT_WRITE:
                    # That says by itself what stands.
                    said = "no PDF was written; earlier ones stand as they were"
                    console.show(f"{source.name}: {said}", err=True)
                continue
            done.update(made)
            console.show_problems(notes)
            _show(made, drawn, dry_run=dry_run)
    if given:
        compare(() if code else given)
    elif len(sources) > 1 and done:
        pdfs = console.counted(len(done), "PDF")
        printed = console.counted(sum(one.pages for one in done.values()), "page")
        written = len({path.parent for path in done})
        of = f"{written} of {len(sources)}" if code else written
        became = "not written" if dry_run else console.PROOFED
        console.show(f"{pdfs} of {of} games, {printed}, {'' if dry_run else 'all '}{became}")
    return code


def _show(made: Mapping[Path, "Printed"], drawn: Sequence[Path], *, dry_run: bool) -> None:
    """Tells which files of a game there are now, or would be."""
    became, rows = "not written" if dry_run else console.PROOFED, []
    for path, (pdf, pages, pieces, whose, _) in made.items():
        held = console.counted(pages, "page"), console.counted(pieces, "face")
        rows.append((str(path), *held, console.kilobytes(len(pdf)), became, whose))
    for line in console.table(rows):
        console.show(line)
    for folder, files in groupby(drawn, lambda path: path.parent):
        first, *more = (path.name for path in files)
        names = f"{first} to {more[-1]}" if more else first
        counted = console.counted(1 + len(more), "file")
        console.show(f"{folder}: {counted}, {names}, {became if dry_run else 'drawn'}")
    for path, one in made.items() if dry_run else ():
        if one.advice:
            console.show(f"{path.stem}: {one.advice}")
