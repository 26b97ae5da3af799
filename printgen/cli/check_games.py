"""Turn `printgen check` into what is wrong with each game or lone table, and a line of each."""

from pathlib import Path

import click

from printgen import console
from printgen.cli.typed import (
    DATA,
    EXISTING_FILE,
    PAPER,
    TABLE,
    compare,
    examples,
    filled,
    find_folders,
    find_table,
    is_table,
    is_workbook,
    variables,
)
from printgen.problems import ExitCode, Failure


@click.command(
    "check",
    epilog=examples(
        "check",
        "check my-game",
        "check combat-leader --against deck.csv",
        "check loot.csv",
        "check tables.xlsx --sheet Loot",
    ),
)
@click.argument("named", metavar="[GAME|TABLE.csv...]", nargs=-1)
@PAPER
@DATA
@TABLE
@click.option(
    "--against",
    type=EXISTING_FILE,
    metavar="FILE.csv",
    help="Hold a table written as CSV, made anywhere, against the game's, cell by cell.",
)
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook; without it, its first.")
def check_games(
    named: tuple[str, ...],
    paper: str,
    data: tuple[Path, ...],
    against: Path | None,
    table: str | None,
    sheet: str | None,
) -> int:
    """Check each GAME: its rules data and its faces.

    Is it well formed, does all that it declares hold, and does every text fit its place and show
    there? With nothing named, the game in whose folder you are is checked, or else every bundled
    one. With --data a player's file is held to the limits that the game sets it.

    Of a table by itself (.csv, .tsv, .xlsx, .ods, .json) the columns of rolls are found by their
    cells: does each roll of the dice, such as 01 to 00 of d100, have one row?
    """
    from printgen.audit.verdict import audit
    from printgen.checking import check
    from printgen.rules.compare_csv import compare_csv
    from printgen.source import load_source

    files = [Path(name) for name in dict.fromkeys(named) if is_table(name)]
    games = [name for name in named if not is_table(name)]
    folders = find_folders(games) if games or not files else ()
    if missing := [str(file) for file in files if not file.exists()]:
        raise click.UsageError(f"there is no file {', '.join(missing)}")
    is_typed = sheet is not None and "--sheet" not in variables(click.get_current_context())
    if is_typed and not any(map(is_workbook, named)):
        raise click.UsageError("--sheet names a sheet of a workbook: name that FILE.xlsx or .ods")
    if against is not None and len(folders) != 1:
        raise click.UsageError("--against holds a file against one game: name that GAME")
    code = ExitCode.WELL
    given = filled(folders, data)
    for source in given or folders:
        held = ""
        try:
            game = load_source(source)
            found = check(source, game, paper)
            checks = console.counted(len(game.checks), "limit" if given else "declared check")
            held = f"{checks} held" if game.checks else "well formed; its data declares no checks"
            if against is not None:
                found += compare_csv(game, find_table(game, table), against)
                held += f"; {against} agrees with it"
            wrong = ExitCode.RULES
        except Failure as failure:
            found, wrong = failure.problems, failure.exit_code
        if not console.verdict(source.name, found, held):
            code = code or wrong
    compare(() if code else given)
    for file in files:
        found, checked = audit(file, (sheet or "") if is_workbook(file.name) else "")
        if not console.verdict(str(file), found, "each roll has one row", checked):
            code = code or ExitCode.RULES
    return code
