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
    bundle_options,
    compare_player_files,
    find_players,
    format_examples,
    name_variables,
)
from printgen.cli.layout_options import layout_options
from printgen.cli.picture_options import picture_options
from printgen.cli.sources import find_sources, table_options
from printgen.problems import ExitCode, Failure
from printgen.system import terminal as console

if TYPE_CHECKING:
    from printgen.pipeline.pictures import Wishes
    from printgen.pipeline.print_job import Result
    from printgen.press.imposition import Imposition


@click.command(
    "build",
    epilog=format_examples(
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
@layout_options
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
@bundle_options(
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
    factory=dict,
)
@click.option(
    "--ink",
    type=click.Choice(["colour", "grey"], case_sensitive=False),
    default="colour",
    help="Print in colours or in greys, each colour as dark as it is; contrast is held either way.",
)
@picture_options
@table_options
def build_games(
    games: tuple[str, ...],
    data: tuple[Path, ...],
    output: Path,
    reading: Mapping[str, Any],
    laid_out: "Imposition",
    wished: "Wishes",
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
    from printgen.job.plan import Request
    from printgen.pipeline.build import GameBuild, preload_proof, prepare
    from printgen.system import limits as bounded
    from printgen.system.worker_pool import start_worker_pool

    code = ExitCode.OK
    dry_run = keeps["dry_run"]
    request = Request(**typed, imposition=laid_out)
    sources = find_sources(games, reading)
    player_files = find_players(sources, data)
    sources = player_files or sources
    all_results: dict[Path, Result] = {}
    with console.show_progress() as progress:
        prepared_games = [prepare(source, request, wished, progress) for source in sources]
    with start_worker_pool(bounded.choose_worker_count(), prepared_games, preload_proof) as pool:
        builds = [GameBuild(number, pool, **keeps) for number in range(len(sources))]
        for source, build in zip(sources, builds, strict=True):
            try:
                with console.show_progress() as progress:
                    # The files of several players lie side by side.
                    used_folders = set() if player_files else {path.parent for path in all_results}
                    results, pictures, notes = build.run(output, used_folders, wished, progress)
            except Failure as failure:
                code = code or failure.exit_code
                console.print_problems(name_variables(failure.problems))
                if failure.exit_code is not ExitCode.CANNOT_WRITE:
                    # That says by itself what stands.
                    message = "no PDF was written; earlier ones stand as they were"
                    console.echo(f"{source.name}: {message}", err=True)
                continue
            all_results.update(results)
            console.print_problems(notes)
            _print_results(results, pictures, dry_run=dry_run)
    if player_files:
        compare_player_files(() if code else player_files)
    elif len(sources) > 1 and all_results:
        pdfs = console.count(len(all_results), "PDF")
        pages = console.count(sum(result.pages for result in all_results.values()), "page")
        game_count = len({path.parent for path in all_results})
        games_text = f"{game_count} of {len(sources)}" if code else game_count
        status = "not written" if dry_run else console.PROOFED
        console.echo(f"{pdfs} of {games_text} games, {pages}, {'' if dry_run else 'all '}{status}")
    return code


def _print_results(
    results: Mapping[Path, "Result"], pictures: Sequence[Path], *, dry_run: bool
) -> None:
    """Tells which files of a game there are now, or would be."""
    status, rows = "not written" if dry_run else console.PROOFED, []
    for path, (pdf, page_count, face_count, sets_label, _) in results.items():
        counts = console.count(page_count, "page"), console.count(face_count, "face")
        rows.append((str(path), *counts, console.format_kilobytes(len(pdf)), status, sets_label))
    for line in console.format_table(rows):
        console.echo(line)
    for folder, files in groupby(pictures, lambda path: path.parent):
        first_name, *other_names = (path.name for path in files)
        names = f"{first_name} to {other_names[-1]}" if other_names else first_name
        file_count = console.count(1 + len(other_names), "file")
        console.echo(f"{folder}: {file_count}, {names}, {status if dry_run else 'drawn'}")
    for path, result in results.items() if dry_run else ():
        if result.advice:
            console.echo(f"{path.stem}: {result.advice}")
