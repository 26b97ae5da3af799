"""The command `printgen export`."""

from pathlib import Path

import click

from printgen.cli import terminal
from printgen.cli.options.arguments import TABLE_OPTION, complete_game, find_table, format_examples
from printgen.system.bundled import find_game


@click.command(
    "export",
    epilog=format_examples(
        "export combat-leader", "export fistful-of-lead --table powers -o powers.csv"
    ),
)
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@TABLE_OPTION
@click.option(
    "-o",
    "--output",
    envvar="PRINTGEN_EXPORT_OUTPUT",  # PRINTGEN_OUTPUT is the folder of a build
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file, by default to standard output.",
)
def export_table(game: str, table: str | None, output: Path | None) -> None:
    """Write a table of a GAME as CSV.

    Without --table, exports the table of the first print that makes one face for each row of a
    table.
    """
    from printgen.rules.loading.load import load_game
    from printgen.rules.queries.export import export_csv
    from printgen.system.files import write_files

    rules = load_game(find_game(game))
    selected_table = find_table(rules, table)
    text = export_csv(rules, selected_table)
    if output is None:
        terminal.echo(text, newline=False)
        return
    hint = "name another file with -o, or leave -o out to write to standard output"
    write_files({output: text.encode()}, hint)
    rows = terminal.format_count(len(selected_table.rows), "row")
    terminal.echo(f"{output}  {rows}  {terminal.format_kilobytes(len(text.encode()))}")
