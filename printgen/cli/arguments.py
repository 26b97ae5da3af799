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

from printgen.problems import ExitCode, Failure, Failures, Problem, Spot, suggest
from printgen.system import terminal as console
from printgen.system.bundled import find_bundled_games, find_game

if TYPE_CHECKING:
    from printgen.job.source import Source
    from printgen.rules.model import Game, Table
    from printgen.rules.player_file import PlayerFile

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


def bundle_options(
    name: str, *options: Callable[[Command], Command], factory: Command
) -> Callable[[Command], Command]:
    """Give a command several options as one argument `name`: what `made` makes of them."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run_command(**values: Any) -> Any:
            bundle = {key: values.pop(key) for key in names}
            return command(**{name: factory(**bundle)}, **values)

        wrapped: Command = run_command
        for option in reversed(options):
            wrapped = option(wrapped)
        names = [parameter.name for parameter in vars(wrapped)["__click_params__"][-len(options) :]]
        return wrapped

    return decorate


def find_players(folders: Sequence["Source"], data: Iterable[Path]) -> tuple["PlayerFile", ...]:
    """The one game named with each of some players' files, which are called differently."""
    from printgen.rules.player_file import PlayerFile

    files = tuple(dict.fromkeys(data))
    games = [item for item in folders if isinstance(item, Path)]
    if files and not len(games) == len(folders) == 1:
        raise click.UsageError("--data fills in one game: name that GAME")
    if len({file.stem.casefold() for file in files}) < len(files):
        raise click.UsageError("two files of --data have one name, and so would their prints")
    return tuple(PlayerFile(games[0], item, tuple(sorted({*files} - {item}))) for item in files)


def compare_player_files(sources: Sequence["PlayerFile"]) -> None:
    """Show what the game says of several players' files beside each other."""
    from printgen.rules.check_counts import SumCheck

    sides = {source.name: source.load() for source in sources} if len(sources) > 1 else {}
    for check in sides[sources[0].name].limits if sides else ():
        for line in check.compare_sides(sides) if isinstance(check, SumCheck) else ():
            console.echo(line)


def format_examples(*commands: str) -> str:
    """The end of a command's help."""
    return "Examples:\n\n\b\n" + "\n".join(f"  printgen {command}" for command in commands)


def find_env(context: click.Context) -> Mapping[str, str]:
    """The variables that set options in this run, by these options."""
    return {
        option: str(parameter.envvar)
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") is ParameterSource.ENVIRONMENT
        for option in parameter.opts
    }


def name_variables(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems, each option that a variable set being called by that variable."""
    set_by = find_env(click.get_current_context())
    for problem in problems:
        option, _, value = problem.where.subject.partition(" ")
        subject = f"{set_by[option]}={value}" if option in set_by else problem.where.subject
        yield replace(problem, where=replace(problem.where, subject=subject))


_LIST_SUFFIXES = (".csv", ".tsv", ".json", ".xlsx", ".ods", ".xls")
TABLE_SUFFIXES = (*_LIST_SUFFIXES, ".yaml", ".yml", ".md", ".markdown", ".txt", ".html", ".htm")


def is_list_file(name: str) -> bool:
    """Whether what was typed names a file that lists the rows of a deck."""
    return name.lower().endswith(_LIST_SUFFIXES)


def is_table_file(name: str) -> bool:
    """Whether what was typed names a file that may hold tables of rolls, and no game."""
    return name.lower().endswith(TABLE_SUFFIXES) and Path(name).name != "game.yaml"


def is_workbook_file(name: str) -> bool:
    """Whether what was typed names a file of sheets."""
    return name.lower().endswith((".xlsx", ".ods", ".xls"))


def find_table(game: "Game", name: str | None) -> "Table":
    """The table named, or that which the game's first print has a face for each row of."""
    from printgen.rules.export import find_main_table

    table = find_main_table(game) if name is None else game.tables.get(name)
    if table is None:
        message = f"no table called {name}" if name else "no print of a face a row: name a table"
        where = Spot(subject=f"--table {name or ''}".rstrip())
        hint = suggest(name or "", game.tables)
        problem = Problem(where, f"{game.about.name} has {message}", hint)
        raise Failure(ExitCode.USAGE, name_variables((problem,)))
    return table


def find_folders(games: Iterable[str]) -> tuple[Path, ...]:
    """The folders of the games named; every unknown one is reported.

    Where none is named, the one in which the command was typed, or else all that are bundled.
    """
    folders = []
    failures = Failures()
    for reference in dict.fromkeys(games):
        with failures.collect():
            folders.append(find_game(reference))
    failures.raise_collected()
    if not folders and Path("game.yaml").is_file():
        return (find_game("."),)
    return tuple(folders) or find_bundled_games()
