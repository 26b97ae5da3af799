"""Turn `printgen export` into a table written as a list."""

from pathlib import Path

import click

from printgen.cli.arguments import TABLE, find_table, format_examples
from printgen.system import terminal as console
from printgen.system.bundled import find_game


@click.command(
    "export",
    epilog=format_examples(
        "export combat-leader", "export fistful-of-lead --table powers -o powers.csv"
    ),
)
@click.argument("game", metavar="GAME")
@TABLE
@click.option(
    "--format", type=click.Choice(["csv"]), default="csv", help="The form.", expose_value=False
)
@click.option(
    "-o",
    "--output",
    envvar="PRINTGEN_EXPORT_OUTPUT",  # PRINTGEN_OUTPUT is the folder of a build
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write; without it, the standard output.",
)
def export_table(game: str, table: str | None, output: Path | None) -> None:
    """Write a table of a GAME as a list.

    It is that of its first print's rows, or the one named.
    """
    from printgen.rules.export import export_csv
    from printgen.rules.load import load_game
    from printgen.system.atomic_files import write_files

    rules = load_game(find_game(game))
    selected_table = find_table(rules, table)
    text = export_csv(rules, selected_table)
    if output is None:
        console.echo(text, newline=False)
        return
    alternative = "name another file with -o; without -o, the standard output is written"
    write_files({output: text.encode()}, alternative)
    rows = console.count(len(selected_table.rows), "row")
    console.echo(f"{output}  {rows}  {console.format_kilobytes(len(text.encode()))}")
