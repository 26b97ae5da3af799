"""Turn words that several commands take into what they mean: games, tables, files.

It also says how a command's help shows examples, and what the user set an option by.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from printgen.problems import ExitCode, Failure, Failures, Problem, Where, nearest
from printgen.system import terminal as console
from printgen.system.bundled import bundled_games, find_game

if TYPE_CHECKING:
    from printgen.job.source import Source
    from printgen.rules.model import Game, Table
    from printgen.rules.player_file import Given

GAMES = click.argument("games", metavar="[GAME...]", nargs=-1)
TABLE = click.option(
    "--table", metavar="TABLE", help="The table; without it, that of the first print's rows."
)
PAPER = click.option(
    "--paper",
    default="a4",
    metavar="PAPER",
    help="The paper you print on: a4, letter, a3, a5, legal, tabloid, 4x6in, or its measures in mm,"
    ' such as "210 x 330".',
)
OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    help="The folder to build into; each game gets a folder in it.",
)
ENCODING = click.option(
    "--encoding",
    metavar="NAME",
    default="",
    show_default=False,
    help="Of a table's text, if not UTF-8.",
)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


DATA = click.option(
    "--data",
    metavar="FILE",
    type=EXISTING_FILE,
    multiple=True,
    help="A player's file, such as a team: .yaml, .xlsx or .ods. May be repeated.",
)


Command = Callable[..., Any]


def together(
    name: str, *options: Callable[[Command], Command], made: Command
) -> Callable[[Command], Command]:
    """Give a command several options as one argument `name`: what `made` makes of them."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def given(**typed: Any) -> Any:
            own = {one: typed.pop(one) for one in names}
            return command(**{name: made(**own)}, **typed)

        found: Command = given
        for option in reversed(options):
            found = option(found)
        names = [one.name for one in vars(found)["__click_params__"][-len(options) :]]
        return found

    return decorated


def filled(folders: Sequence["Source"], data: Iterable[Path]) -> tuple["Given", ...]:
    """The one game named with each of some players' files, which are called differently."""
    from printgen.rules.player_file import Given

    files = tuple(dict.fromkeys(data))
    games = [one for one in folders if isinstance(one, Path)]
    if files and not len(games) == len(folders) == 1:
        raise click.UsageError("--data fills in one game: name that GAME")
    if len({file.stem.casefold() for file in files}) < len(files):
        raise click.UsageError("two files of --data have one name, and so would their prints")
    return tuple(Given(games[0], one, tuple(sorted({*files} - {one}))) for one in files)


def compare(sources: Sequence["Given"]) -> None:
    """Show what the game says of several players' files beside each other."""
    from printgen.rules.check_counts import Sum

    sides = {one.name: one.load() for one in sources} if len(sources) > 1 else {}
    for check in sides[sources[0].name].limits if sides else ():
        for line in check.compared(sides) if isinstance(check, Sum) else ():
            console.show(line)


def examples(*commands: str) -> str:
    """The end of a command's help."""
    return "Examples:\n\n\b\n" + "\n".join(f"  printgen {command}" for command in commands)


def variables(context: click.Context) -> Mapping[str, str]:
    """The variables that set options in this run, by these options."""
    return {
        option: str(one.envvar)
        for one in context.command.params
        if context.get_parameter_source(one.name or "") is ParameterSource.ENVIRONMENT
        for option in one.opts
    }


def name_variables(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems, each option that a variable set being called by that variable."""
    set_by = variables(click.get_current_context())
    for problem in problems:
        option, _, value = problem.where.subject.partition(" ")
        named = f"{set_by[option]}={value}" if option in set_by else problem.where.subject
        yield replace(problem, where=replace(problem.where, subject=named))


_LISTS = (".csv", ".tsv", ".json", ".xlsx", ".ods", ".xls")
TABLES = (*_LISTS, ".yaml", ".yml", ".md", ".markdown", ".txt", ".html", ".htm")


def is_list(name: str) -> bool:
    """Whether what was typed names a file that lists the rows of a deck."""
    return name.lower().endswith(_LISTS)


def is_table(name: str) -> bool:
    """Whether what was typed names a file that may hold tables of rolls, and no game."""
    return name.lower().endswith(TABLES) and Path(name).name != "game.yaml"


def is_workbook(name: str) -> bool:
    """Whether what was typed names a file of sheets."""
    return name.lower().endswith((".xlsx", ".ods", ".xls"))


def find_table(game: "Game", name: str | None) -> "Table":
    """The table named, or that which the game's first print has a face for each row of."""
    from printgen.rules.export import dealt_table

    found = dealt_table(game) if name is None else game.tables.get(name)
    if found is None:
        what = f"no table called {name}" if name else "no print of a face a row: name a table"
        where = Where(subject=f"--table {name or ''}".rstrip())
        hint = nearest(name or "", game.tables)
        problem = Problem(where, f"{game.about.name} has {what}", hint)
        raise Failure(ExitCode.USAGE, name_variables((problem,)))
    return found


def find_folders(games: Iterable[str]) -> tuple[Path, ...]:
    """The folders of the games named; every unknown one is reported.

    Where none is named, the one in which the command was typed, or else all that are bundled.
    """
    folders = []
    failures = Failures()
    for reference in dict.fromkeys(games):
        with failures.kept():
            folders.append(find_game(reference))
    failures.close()
    if not folders and Path("game.yaml").is_file():
        return (find_game("."),)
    return tuple(folders) or bundled_games()
