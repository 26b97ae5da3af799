"""Turn what was typed after `printgen build` into where each game comes from.

That is the folder of a game, or a table file by itself with how it is read.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.typed import find_folders, variables
from printgen.problems import Failures
from printgen.resources import find_game

if TYPE_CHECKING:
    from printgen.lone.deck import Source

_READING = (
    click.option("--sheet", metavar="SHEET", default="", help="Of a workbook the sheet to read."),
    click.option("--encoding", metavar="NAME", default="", help="Of a table's text, if not UTF-8."),
    click.option("--prose", is_flag=True, help="Read **bold**, *italic*, lists, :mark: in cells."),
)


def reads_tables(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how a table by itself is read."""
    for option in reversed(_READING):
        command = option(command)
    return command


def find_sources(references: Iterable[str], **reading: Any) -> tuple["Source", ...]:
    """Where the games named come from, or all that are bundled; every unknown one is reported.

    A table by itself is read as `reading` says, which is of use to no other.
    """
    from printgen.lone.deck import Lone, find_table

    sources: list[Source] = []
    failures = Failures()
    for reference in dict.fromkeys(references):
        with failures.kept():
            file = find_table(reference)
            sources.append(Lone(file, **reading) if file else find_game(reference))
    failures.close()
    set_for_good = variables(click.get_current_context())
    for name, value in reading.items():
        is_typed = value and f"--{name}" not in set_for_good
        if is_typed and not (sources and all(isinstance(one, Lone) for one in sources)):
            raise click.UsageError(f"--{name} is for a table by itself, such as cards.csv")
    return tuple(sources) or find_folders(())
