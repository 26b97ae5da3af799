"""Turn `printgen check` into what is wrong with each game or lone table, and a line of each."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import (
    DATA,
    ENCODING,
    EXISTING_FILE,
    PAPER,
    TABLE,
    TABLE_SUFFIXES,
    compare_player_files,
    find_env,
    find_folders,
    find_players,
    find_table,
    format_examples,
    is_table_file,
    is_workbook_file,
)
from printgen.problems import ExitCode, Failure
from printgen.system import terminal as console
from printgen.system.bundled import bundled_games_by_name

if TYPE_CHECKING:
    from printgen.roll_tables.options import AuditOptions


@click.command(
    "check",
    epilog=format_examples(
        "check",
        "check my-game",
        "check combat-leader --against deck.csv",
        "check loot.csv",
        "check tables.xlsx --sheet Loot",
        "check tables",
        "check loot.md --dice d20 --rolls Range",
    ),
)
@click.argument("named", metavar="[GAME|TABLE.csv|FOLDER...]", nargs=-1)
@PAPER
@DATA
@TABLE
@click.option(
    "--against",
    type=EXISTING_FILE,
    metavar="FILE.csv",
    help="Hold a table written as CSV, made anywhere, against the game's, cell by cell.",
)
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook; without it, all of them.")
@click.option(
    "--dice", metavar="DICE", help="What is rolled on tables that do not say, such as d6."
)
@click.option(
    "--rolls", metavar="COLUMN", multiple=True, help="A column that holds rolls. May be repeated."
)
@ENCODING
@click.option(
    "--expect",
    metavar="WHAT",
    multiple=True,
    help="Hold a column to: 'Chance sums 100', 'Name unique', 'Cost rises', falls, same.",
)
@click.option(
    "--since",
    type=EXISTING_FILE,
    metavar="FILE",
    help="Of one table file: say what changed in it since that older one, row by row.",
)
@click.option(
    "--format", "form", type=click.Choice(console.FORMS), default="text", help="How to say it."
)
def check_games(
    named: tuple[str, ...],
    paper: str,
    data: tuple[Path, ...],
    against: Path | None,
    table: str | None,
    sheet: str | None,
    dice: str | None,
    rolls: tuple[str, ...],
    encoding: str,
    expect: tuple[str, ...],
    since: Path | None,
    form: str,
) -> int:
    """Check each GAME: its rules data and its faces.

    Is it well formed, does all that it declares hold, and does every text fit its place and show
    there? With nothing named, the game in whose folder you are is checked, or else every bundled
    one. With --data a player's file is held to the limits that the game sets it.

    Of tables by themselves (.csv, .tsv, .xlsx, .ods, .md, .html, .txt, .json, .yaml), or a folder
    of such files, the columns of rolls are found by their cells: does each roll of the dice, such
    as 01 to 00 of d100, have one row?
    """
    from printgen.cli.check_tables import (
        check_files,
        check_folder,
        is_folder_of_tables,
        print_changes,
    )

    files = [Path(name) for name in dict.fromkeys(named) if is_table_file(name)]
    full = [name for name in dict.fromkeys(named) if is_folder_of_tables(name)]
    games = [name for name in named if not is_table_file(name) and name not in full]
    for name in games:
        is_game = name in bundled_games_by_name() or Path(name).name == "game.yaml"
        if Path(name).is_file() and not is_game:
            suffixes = ", ".join(TABLE_SUFFIXES)
            raise click.UsageError(f"{name} is no table: name a file that ends in {suffixes}")
    folders = find_folders(games) if games or not (files or full) else ()
    if missing := [str(file) for file in files if not file.exists()]:
        raise click.UsageError(f"there is no file {', '.join(missing)}")
    is_typed = sheet is not None and "--sheet" not in find_env(click.get_current_context())
    file_names = (path.name for folder in full for path in Path(folder).rglob("*.*"))
    if is_typed and not any(map(is_workbook_file, chain(named, file_names))):
        raise click.UsageError("--sheet names a sheet of a workbook: name that FILE.xlsx or .ods")
    if table and against is None and "--table" not in find_env(click.get_current_context()):
        raise click.UsageError("--table names the table that a file of --against is held against")
    if against is not None and len(folders) != 1:
        raise click.UsageError("--against holds a file against one game: name that GAME")
    if since is not None and (len(files) != 1 or full or games):
        raise click.UsageError("--since holds a table file against an older one: name that file")
    options = _parse_audit_options(dice or "", rolls, expect, encoding, is_used=bool(files or full))
    with console.use_output_format(form):
        code = _check_sources(folders, data, paper, against, table)
        codes = [check_files(files, sheet or "", options)]
        codes += [check_folder(Path(name), sheet or "", options) for name in full]
        if since is not None:
            print_changes(files[0], since, sheet or "", options)
    return next(filter(None, (code, *codes)), ExitCode.OK)


def _check_sources(
    folders: Sequence[Path],
    data: tuple[Path, ...],
    paper: str,
    against: Path | None,
    table: str | None,
) -> ExitCode:
    """Show what is wrong with each game, and a line of each; the exit code of the first wrong."""
    from printgen.job.source import load_source
    from printgen.pipeline.check import check_source
    from printgen.rules.compare_csv import compare_csv

    code = ExitCode.OK
    player_files = find_players(folders, data)
    for source in player_files or folders:
        passed = ""
        try:
            game = load_source(source)
            problems = check_source(source, game, paper)
            checks = console.count(len(game.checks), "limit" if player_files else "declared check")
            passed = f"{checks} held" if game.checks else "well formed; its data declares no checks"
            if game.inherited_checks:
                passed += f"; {console.count(len(game.inherited_checks), 'check')} of the game extended asked"
            if against is not None:
                problems += compare_csv(game, find_table(game, table), against)
                passed += f"; {against} agrees with it"
            exit_code = ExitCode.RULES
        except Failure as failure:
            problems, exit_code = failure.problems, failure.exit_code
        if not console.print_verdict(source.name, problems, passed):
            code = code or exit_code
    compare_player_files(() if code else player_files)
    return code


def _parse_audit_options(
    dice: str, rolls: tuple[str, ...], expect: tuple[str, ...], encoding: str, *, is_used: bool
) -> "AuditOptions":
    """What the user said of tables. Raises `UsageError` where it means nothing, or is of no use."""
    from printgen.roll_tables.dice import get_words, read_heading
    from printgen.roll_tables.options import AuditOptions, parse_expectation

    heading = read_heading(get_words(dice))
    if dice and (heading.is_odd or not heading.highest):
        raise click.UsageError(f"--dice {dice}: write dice such as d6, 2d6, d100, d66 or 3d6+1")
    expected = [parse_expectation(item) for item in expect]
    if invalid_texts := [
        item for item, expectation in zip(expect, expected, strict=True) if expectation is None
    ]:
        syntax = "'COLUMN sums 100', 'COLUMN unique', or with rises, falls or same"
        raise click.UsageError(f"--expect {invalid_texts[0]!r}: write {syntax}")
    values = {"--dice": dice, "--rolls": rolls, "--expect": expect, "--encoding": encoding}
    set_for_good = find_env(click.get_current_context())
    unused_options = [item for item, value in values.items() if value and item not in set_for_good]
    if unused_options and not is_used:
        raise click.UsageError(f"{unused_options[0]} is for tables by themselves, such as loot.csv")
    return AuditOptions(dice, rolls, tuple(item for item in expected if item), encoding)
