"""Turn `printgen export` into a table written as a list."""

from pathlib import Path

import click

from printgen.cli.arguments import TABLE, examples, find_table
from printgen.system import terminal as console
from printgen.system.bundled import find_game


@click.command(
    "export",
    epilog=examples("export combat-leader", "export fistful-of-lead --table powers -o powers.csv"),
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
    from printgen.rules.load import load
    from printgen.system.atomic_files import publish

    rules = load(find_game(game))
    chosen = find_table(rules, table)
    text = export_csv(rules, chosen)
    if output is None:
        console.show(text, end=False)
        return
    instead = "name another file with -o; without -o, the standard output is written"
    publish({output: text.encode()}, instead)
    rows = console.counted(len(chosen.rows), "row")
    console.show(f"{output}  {rows}  {console.kilobytes(len(text.encode()))}")
