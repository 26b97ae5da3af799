"""The command `printgen build`."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from printgen.cli import terminal
from printgen.cli.options import arguments
from printgen.cli.options.grouped_command import GroupedCommand, form_option
from printgen.cli.options.pictures import PictureOptions, picture_options
from printgen.cli.options.sheets import layout_options
from printgen.cli.options.sources import (
    INPUT_FORMAT_OPTION,
    find_default_sources,
    find_older_sources,
    find_sources,
    read_standard_input,
    table_options,
)
from printgen.cli.options.watch import WATCH_OPTION, rerun_on_change
from printgen.cli.terminal import format_count
from printgen.problems import ExitCode, Failure

if TYPE_CHECKING:
    from printgen.pipeline.print_job import PrintResult
    from printgen.rules.standalone.deck import TableDeck
    from printgen.sheet_layout import SheetLayout


OPTION_GROUPS = {
    "Size and ink": "size ink | icons",
    "Paper": "paper landscape | sheets skip",
    "Both sides": "back duplex fold | back-offset printer",
    "Cutting": "cut gutter | machine marks cut-file cut-inset",
    "What to print": "only deck decks cards data || since",
    "Tuck box": "box card-thickness sleeves |",
    "Large boards": "overlap tiles |",
    "Shops and virtual tables": "shop tts png | with-bleed corners svg tts-update",
    "Tables": "sheet look missing prose | pictures font plain-signs encoding hidden columns empty"
    " leave role",
    "Output": "book || output dry-run offline watch events help",
    "Standard input": "|| input-format name",
}


def _enable_events(_context: click.Context, _option: click.Parameter, is_set: bool) -> None:
    if is_set:
        terminal.enable_json_events()


@click.command(
    "build",
    cls=GroupedCommand,
    option_groups=OPTION_GROUPS,
    epilog=arguments.format_examples(
        "build",
        "build combat-leader --paper letter",
        "build combat-leader --only deck --only sheet --dry-run",
        "build combat-leader --deck B",
        "build combat-leader --cards 17,23 --skip 4",
        "build fistful-of-lead --data my-team.yaml",
        "build my-game --output to-print --svg",
        "build combat-leader --book",
        "build cards.csv --size tarot",
        "build cards.csv --since cards-last-week.csv --dry-run",
        "build - --name deck < cards.csv",
        "build https://example.org/cards.csv",
        "build cards.csv --back 'My deck' --duplex long",
        "build cards.csv --duplex long --printer laser",
        "build my-game --ink grey",
        "build my-game --only deck --png 300 --corners round",
        "build my-game --only deck --tts",
        "build my-game --tts-update TS_Save_1.json",
        "build my-game --only deck --shop makeplayingcards",
        "build my-game --only deck --gutter 6 --landscape --cut lines",
        "build cards.csv --landscape --gutter 1 --machine silhouette --cut-file dxf",
        "build cards.csv --sheets labels.yaml",
        "build cards.xlsx --sheet all --leave notes,designer --pictures art",
    ),
)
@arguments.GAMES_ARGUMENT
@form_option(
    "--only",
    label="Only these prints",
    metavar="PRINT",
    multiple=True,
    help="Build only this print and its backs, such as deck or sheet. May be repeated.",
)
@arguments.DATA_OPTION
@layout_options
@form_option(
    "--deck",
    label="Only these decks",
    metavar="KEY",
    multiple=True,
    help="Print only what belongs to this player's deck, such as B. May be repeated.",
)
@form_option(
    "--decks",
    label="Number of decks",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print only what belongs to the first N decks, such as one deck for each player.",
)
@form_option(
    "--cards",
    label="Only these cards",
    metavar="KEYS",
    help="Print only these cards of the deck, or of the print of --only, such as 17,23, 1-9 or"
    " 'ace of spades'.",
)
@click.option(
    "--since",
    type=arguments.EXISTING_EDITION,
    metavar="OLDER",
    help="Print only what looks different from this older table, or older folder of the game, and"
    " list what changed.",
)
@arguments.SIZE_OPTION
@arguments.ICONS_OPTION
@arguments.OUTPUT_OPTION
@form_option(
    "--book",
    label="All prints in one PDF, too",
    is_flag=True,
    help="Also write all prints of a game into one PDF with bookmarks.",
)
@click.option("--dry-run", is_flag=True, help="List files, pages and pieces, and write nothing.")
@arguments.INK_OPTION
@picture_options
@table_options
@INPUT_FORMAT_OPTION
@click.option("--name", metavar="NAME", help="Set the name of the deck that - reads.")
@WATCH_OPTION
@click.option(
    "--events",
    is_flag=True,
    hidden=True,
    expose_value=False,
    is_eager=True,
    callback=_enable_events,
)
def build_games(
    games: tuple[str, ...],
    data: tuple[Path, ...],
    output: Path,
    reading_options: Mapping[str, Any],
    layout: "SheetLayout",
    options: PictureOptions,
    book: bool,
    dry_run: bool,
    input_format: str | None,
    name: str | None,
    watch: bool,
    since: Path | None,
    **choices: Any,
) -> int:
    """Write the PDFs of each GAME, and check every printed value.

    PDFs are written to output/GAME/. Without GAME, builds the game or the only table in the current
    folder, or all bundled games if it has neither. The files of a game are replaced only if all of
    them pass the proof. A build of some cards or decks gets its own file name, such as
    deck-cards-17+23.pdf.

    A standalone table, such as cards.csv, becomes a deck with one card for each row. A column qty
    sets the number of copies. The table - is the standard input. With --data, the values of a
    player's file are checked and printed, for example as roster-my-team.pdf.

    Environment variables set options permanently, for example PRINTGEN_PAPER=letter.
    """
    from printgen.outputs.book import join_prints
    from printgen.pipeline.build import GameBuild, prepare_game
    from printgen.pipeline.check import note_fitting_size
    from printgen.rules.standalone.deck import TableDeck
    from printgen.system import limits
    from printgen.system.executor import start_executor

    if "-" in games:  # pictures are beside the user, not beside the temporary file
        reading_options = {**reading_options, "pictures": reading_options["pictures"] or Path()}
    games = games or (() if data else find_default_sources("build"))
    games = read_standard_input(games, input_format, name=name or "", is_watched=watch)
    if watch:
        rerun_on_change((*games, *map(str, data)), output)
    code, outputs = ExitCode.OK, options.outputs
    request = options.make_request(layout, **choices)
    sources = find_sources(games, reading_options, output)
    # A player file replaces its game as a source: one build for each file.
    player_files = arguments.find_player_files(sources, data)
    sources = player_files or sources
    older = find_older_sources(sources, since) if since else [None] * len(sources)
    all_results: dict[Path, PrintResult] = {}
    with terminal.show_progress() as progress:
        # Before the workers start: those that are forked inherit the loaded games.
        prepared_games = [
            prepare_game(source, replace(request, since=old), outputs, progress)
            for source, old in zip(sources, older, strict=True)
        ]
    with start_executor(limits.choose_worker_count()) as executor:
        join = join_prints if book else None
        builds = [
            GameBuild(prepared, executor, output, outputs, dry_run=dry_run, join=join)
            for prepared in prepared_games
        ]
        for source, build in zip(sources, builds, strict=True):
            try:
                with terminal.show_progress() as progress:
                    # The files of several players go to the same folder.
                    used_folders = set() if player_files else {path.parent for path in all_results}
                    results, pictures, notes = build.run(used_folders, progress)
            except Failure as failure:
                # The first failure sets the exit code. The other games are still built.
                code = code or failure.exit_code
                terminal.print_problems(arguments.add_env_variable_names(failure.problems))
                terminal.print_problems(note_fitting_size(source, request, failure))
                if failure.exit_code is not ExitCode.CANNOT_WRITE:
                    # Problems of writing already say which files are unchanged.
                    message = "no PDF was written; existing PDFs are unchanged"
                    terminal.echo(f"{source.name}: {message}", err=True)
                continue
            all_results.update(results)
            terminal.print_problems(notes)
            if since and not results:
                terminal.echo(f"no card looks different from {since}, so no PDF is written")
            _print_results(results, pictures, dry_run=dry_run)
            if dry_run and isinstance(source, TableDeck):
                _print_column_roles(source)
    if player_files:
        arguments.print_player_sums(() if code else player_files)
    elif len(sources) > 1 and all_results:
        _print_summary(all_results, len(sources) if code else 0, dry_run=dry_run)
    return code


def _print_summary(results: Mapping[Path, "PrintResult"], requested: int, *, dry_run: bool) -> None:
    """Print one line with the numbers of PDFs, games and pages.

    If some games failed, `requested` is the number of all requested games, and is printed too.
    Otherwise, it is 0.
    """
    pdfs = format_count(len(results), "PDF")
    pages = format_count(sum(result.pages for result in results.values()), "page")
    game_count = len({path.parent for path in results})
    games_text = f"{game_count} of {requested}" if requested else game_count
    status = "not written" if dry_run else f"all {terminal.PROOFED_STATUS}"
    terminal.echo(f"{pdfs} of {games_text} games, {pages}, {status}")


def _print_results(
    results: Mapping[Path, "PrintResult"], pictures: Sequence[Path], *, dry_run: bool
) -> None:
    """Print a line for each file that was written, or would be in a dry run."""
    status, rows = "not written" if dry_run else terminal.PROOFED_STATUS, []
    for path, (pdf, page_count, face_count, sets_label, *_) in results.items():
        counted = {"pages": page_count, "faces": face_count, "bytes": len(pdf)}
        terminal.send_event("file", path=str(path), **counted, proofed=not dry_run)
        counts = format_count(page_count, "page"), format_count(face_count, "face")
        rows.append((str(path), *counts, terminal.format_kilobytes(len(pdf)), status, sets_label))
    terminal.print_table(rows)
    for folder, files in groupby(pictures, lambda path: path.parent):
        first_name, *other_names = (path.name for path in files)
        names = f"{first_name} to {other_names[-1]}" if other_names else first_name
        file_count = format_count(1 + len(other_names), "file")
        terminal.echo(f"{folder}: {file_count}, {names}, {status if dry_run else 'written'}")
    for path in pictures:
        terminal.send_event("file", path=str(path), pages=0)
    for path, result in results.items() if dry_run else ():
        if result.advice:
            terminal.echo(f"{path.stem}: {result.advice.message}")


def _print_column_roles(deck: "TableDeck") -> None:
    """Print the role of each column on the cards, and why the column has this role."""
    from printgen.rules.standalone.column_types import list_column_roles

    terminal.echo("columns, with their roles on the cards (--role COLUMN=ROLE sets another):")
    terminal.print_table(list_column_roles(deck.load(), deck.role), indent="  ")
