"""The command `printgen check`."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from printgen.cli import terminal
from printgen.cli.options import arguments
from printgen.cli.options.sources import (
    HIDDEN_OPTION,
    INPUT_FORMAT_OPTION,
    find_default_sources,
    read_standard_input,
)
from printgen.cli.options.watch import WATCH_OPTION, rerun_on_change
from printgen.cli.terminal import format_count
from printgen.problems import ExitCode, Failure
from printgen.system.bundled import map_bundled_games
from printgen.system.file_suffixes import TABLE_SUFFIXES
from printgen.system.files import write_files

if TYPE_CHECKING:
    from printgen.cli.report import CheckedSource
    from printgen.roll_tables.detect.options import AuditOptions


SHEET_OPTION = click.option("--sheet", metavar="NAME", help="Read only this sheet of a workbook.")
DICE_OPTION = click.option(
    "--dice", metavar="DICE", help="Set the dice of tables that do not name any, such as d6."
)
ROLLS_OPTION = click.option(
    "--rolls", metavar="COLUMN", multiple=True, help="Read rolls from this column. May be repeated."
)


@click.command(
    "check",
    epilog=arguments.format_examples(
        "check",
        "check my-game",
        "check combat-leader --against deck.csv",
        "check loot.csv",
        "check tables.xlsx --sheet Loot",
        "check tables",
        "check - < loot.csv",
        "check tables --html report.html",
        "check loot.md --dice d20 --rolls Range",
    ),
)
@click.argument("names", type=arguments.SourcePath(), metavar="[GAME|TABLE|FOLDER...]", nargs=-1)
@arguments.PAPER_OPTION
@arguments.DATA_OPTION
@arguments.ICONS_OPTION
@arguments.TABLE_OPTION
@click.option(
    "--against",
    type=arguments.EXISTING_FILE,
    metavar="FILE.csv",
    help="Compare a CSV file with a table of the game, cell by cell.",
)
@SHEET_OPTION
@DICE_OPTION
@ROLLS_OPTION
@arguments.ENCODING_OPTION
@HIDDEN_OPTION
@INPUT_FORMAT_OPTION
@click.option(
    "--expect",
    metavar="WHAT",
    multiple=True,
    help="Check a column: 'Chance sums 100', 'Name unique', 'Cost rises', falls, or same.",
)
@click.option(
    "--since",
    type=arguments.EXISTING_TABLE,
    metavar="FILE",
    help="Report what changed in a table file since this older one, row by row.",
)
@click.option(
    "--coverage",
    is_flag=True,
    help="Change the values of a GAME one at a time, and report those that no check covers.",
)
@click.option(
    "--all", "use_all", is_flag=True, help="Try every change, not a sample. Needs --coverage."
)
@click.option(
    "--format",
    "style",
    type=click.Choice(terminal.FORMATS, case_sensitive=False),
    default="text",
    help="Set the format.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write a report with the tables, their odds, and each finding marked in its table.",
)
@WATCH_OPTION
def check_games(
    names: tuple[str, ...],
    data: tuple[Path, ...],
    against: Path | None,
    table: str | None,
    sheet: str | None,
    dice: str | None,
    rolls: tuple[str, ...],
    encoding: str,
    hidden: bool,
    input_format: str | None,
    expect: tuple[str, ...],
    since: Path | None,
    coverage: bool,
    use_all: bool,
    style: str,
    html: Path | None,
    watch: bool,
    **faces: Any,
) -> int:
    """Check each GAME: its rules data and its faces.

    Checks that the data is valid, that all declared checks pass, and that every text fits its place
    and is visible. Without names, checks the game or the only table in the current folder, or all
    bundled games if it has neither. With --data, checks a player's file against the limits of the
    game.

    Also checks standalone tables (.csv, .tsv, .xlsx, .ods, .md, .html, .txt, .json, .yaml), and
    folders of them: each roll of the dice, such as 01 to 00 of d100, must have exactly one row. The
    TABLE - is the standard input.
    """
    # Imported late: readers of spreadsheets are slow to import.
    from printgen.cli.check_tables import (
        check_files,
        check_folder,
        is_folder_of_tables,
        print_changes,
    )
    from printgen.cli.report import CheckedSource

    names = names or (() if data or against else find_default_sources("check"))
    names = read_standard_input(names, input_format, is_watched=watch)
    if watch:
        rerun_on_change((*names, *map(str, data)), html or Path("output"))
    files = [Path(name) for name in dict.fromkeys(names) if arguments.is_table_file(name)]
    table_dirs = [name for name in dict.fromkeys(names) if is_folder_of_tables(name)]
    games = [name for name in names if not arguments.is_table_file(name) and name not in table_dirs]
    for name in games:
        is_game = name in map_bundled_games() or Path(name).name == "game.yaml"
        if Path(name).is_file() and not is_game:
            suffixes = ", ".join(TABLE_SUFFIXES)
            raise click.UsageError(f"{name} is not a table: name a file that ends in {suffixes}")
    folders = arguments.find_game_folders(games) if games or not (files or table_dirs) else ()
    if missing := [str(file) for file in files if not file.exists()]:
        raise click.UsageError(f"there is no file {', '.join(missing)}")
    file_names = (path.name for folder in table_dirs for path in Path(folder).rglob("*.*"))
    has_workbook = any(map(arguments.is_workbook_file, chain(names, file_names)))
    has_game, has_table = bool(folders and not data), bool(files or table_dirs)
    for options, is_used, message in (
        (("--sheet", "--hidden"), has_workbook, "needs a workbook: name a FILE.xlsx or .ods"),
        (("--table",), against, "needs a file to compare with: add --against FILE.csv"),
        (("--coverage",), has_game, "tests the checks of a game: name a GAME, without --data"),
        (("--all",), coverage, "has no effect without --coverage: add it"),
        (_AUDIT_OPTIONS, has_table, "needs a table file: name one, such as loot.csv"),
    ):
        arguments.reject_unused_options(options, message, is_used=bool(is_used))
    if against is not None and len(folders) != 1:
        raise click.UsageError("--against needs exactly one GAME: name it")
    if since is not None and (len(files) != 1 or table_dirs or games):
        raise click.UsageError("--since needs exactly one table file: name it")
    audit_options = parse_audit_options(dice, rolls, expect, encoding, hidden)
    is_shown, sources = bool(html or style == "junit"), list[CheckedSource]()
    audit = sheet or "", replace(audit_options, is_shown=is_shown), sources
    with terminal.use_output_format(style):
        code = _check_sources(folders, data, faces, against, table, sources)
        _report_missed_errors(folders if coverage and not code else (), sources, use_all=use_all)
        codes = [check_files(files, *audit)]
        codes += [check_folder(Path(name), *audit) for name in table_dirs]
        if since is not None:
            print_changes(files[0], since, sheet or "", audit_options)
    _write_reports(sources, style, html)
    return next(filter(None, (code, *codes)), ExitCode.OK)


def _write_reports(sources: Sequence["CheckedSource"], style: str, html: Path | None) -> None:
    """Print JUnit XML if `style` is junit, and write an HTML report if `html` is a path."""
    from printgen.cli.report import render_html, render_junit

    if style == "junit":
        terminal.echo(render_junit(sources))
    if html:
        write_files({html: render_html(sources).encode()}, "name another file")


_AUDIT_OPTIONS = ("--dice", "--rolls", "--expect", "--encoding")


def _check_sources(
    folders: Sequence[Path],
    data: tuple[Path, ...],
    faces: Mapping[str, Any],
    against: Path | None,
    table: str | None,
    sources: list["CheckedSource"],
) -> ExitCode:
    """Print the problems and the verdict of each game; return the first exit code that is not 0.

    An entry for each checked game or player's file is appended to `sources`. `faces` are the
    options for composing faces: the paper and the files of icons. `against` is a CSV file to
    compare `table` with.
    """
    from printgen.cli.report import CheckedSource
    from printgen.content.printed_columns import find_unchecked_columns
    from printgen.paper import find_paper
    from printgen.pipeline.check import check_rules_and_faces
    from printgen.rules.queries.export import compare_csv
    from printgen.rules.source import load_source

    code = ExitCode.OK
    paper = arguments.parse_option("--paper", find_paper, faces["paper"]).id
    player_files = arguments.find_player_files(folders, data)
    for source in player_files or folders:
        passed, unchecked, game = "", list[str](), None
        try:
            game = load_source(source)
            problems = check_rules_and_faces(source, game, paper, faces["icons"])
            noun = "limit check" if player_files else "declared check"
            checks = format_count(len(game.checks), noun)
            passed = f"{checks} passed" if game.checks else "valid; its data declares no checks"
            if game.inherited_checks:
                passed += f"; {format_count(len(game.inherited_checks), 'inherited check')} run"
            if against is not None:
                problems += compare_csv(game, arguments.find_table(game, table), against)
                passed += f"; {against} agrees with it"
            unchecked = find_unchecked_columns(game) if game.checks and not player_files else []
            exit_code = ExitCode.RULES
        except Failure as failure:
            problems, exit_code = failure.problems, failure.exit_code
        if not terminal.print_verdict(source.name, problems, passed):
            code = code or exit_code
        elif unchecked:
            terminal.echo(f"  No check covers: {', '.join(unchecked)}; see --coverage")
        sources.append(CheckedSource(source.name, [*problems], [passed], game=game))
    arguments.print_player_sums(() if code else player_files)
    return code


def _report_missed_errors(
    folders: Iterable[Path], sources: Sequence["CheckedSource"], *, use_all: bool
) -> None:
    """Print which wrong values no check of a game finds, and the share that the checks find.

    `sources` has one entry for each of `folders`. For the reports, these values and the share are
    added to the entry of the game. Of many similar wrong values, only some are tried, except with
    `use_all`.
    """
    from printgen.content.printed_columns import list_printed_values
    from printgen.rules.coverage.coverage import ColumnCoverage, CoverageTester
    from printgen.system.limits import set_limits

    for folder, source in zip(folders, sources, strict=False):
        columns = list[ColumnCoverage]()
        with terminal.show_progress() as show_step:
            tester = CoverageTester(folder, list_printed_values)
            for done, total, column in tester.measure(use_all=use_all):
                set_limits(total, share=1 / 3)
                columns += [column] if column else []
                show_step(f"{folder.name}: {done:,} of {total:,} changes tried")
        problems = [problem for column in columns for problem in column.list_problems()]
        terminal.print_problems(problems, as_results=True)
        source.problems.extend(problems)
        source.coverage.extend(columns)
        missed = [column for column in columns if column.missed]
        rows = [
            (f"{item.table}.{item.column}", f"{item.found}", f"{item.total}") for item in missed
        ]
        terminal.print_table([("column", "found", "of"), *rows] if rows else (), indent="  ")
        found, total = sum(item.found for item in columns), sum(item.total for item in columns)
        share = f"{found:,} of {total:,} wrong values ({100 * found // max(total, 1)} %)"
        full = format_count(len(columns) - len(missed), "column")
        terminal.echo(f"{folder.name}: the checks find {share}, and all of them in {full}")


def parse_audit_options(
    dice: str | None, rolls: tuple[str, ...], expect: tuple[str, ...], encoding: str, hidden: bool
) -> "AuditOptions":
    """Return the options for standalone tables, made of the options of `printgen check`.

    Raises `UsageError` if one is invalid.
    """
    from printgen.roll_tables.detect.dice import parse_dice_heading
    from printgen.roll_tables.detect.options import AuditOptions, parse_expectation

    dice = dice or ""
    heading = parse_dice_heading(dice)
    if dice and (heading.is_unsupported or not heading.highest):
        message = f"--dice {dice} is not dice: write d6, 2d6, d100, d66, 3d6+1 or 4d6kh3"
        raise click.UsageError(message)
    expected = [parse_expectation(text) for text in expect]
    if None in expected:
        invalid_text = expect[expected.index(None)]
        syntax = "'COLUMN sums 100', 'COLUMN unique', or with rises, falls or same"
        raise click.UsageError(f"--expect {invalid_text!r} is not a check: write {syntax}")
    return AuditOptions(dice, rolls, tuple(filter(None, expected)), encoding, hidden)
