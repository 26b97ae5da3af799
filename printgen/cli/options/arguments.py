"""Arguments and options that several commands share, and functions that look up their values.

Also here: the examples at the end of a command's `--help`, and the environment variables that set
options.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem
from msgspec.structs import replace

from printgen.cli import terminal
from printgen.cli.options.grouped_command import form_option
from printgen.problems import (
    ExitCode,
    Failure,
    Fix,
    InputError,
    Log,
    Place,
    Problem,
    create_failure,
    suggest_known_words,
)
from printgen.system.bundled import find_bundled_games, find_game, map_bundled_games
from printgen.system.file_suffixes import (
    OLD_WORKBOOK_SUFFIX,
    ROW_SUFFIXES,
    TABLE_SUFFIXES,
    WORKBOOK_SUFFIXES,
    YAML_SUFFIXES,
)
from printgen.system.shell_words import quote_argument

if TYPE_CHECKING:
    from printgen.rules.loading.player_file import PlayerFile
    from printgen.rules.model import Game, Table
    from printgen.rules.source import Source


def complete_game(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the shell completions of a GAME: bundled games, and files or folders."""
    names = [name for name in map_bundled_games() if name.startswith(incomplete)]
    # The file item comes first: click's script for bash drops the items before it.
    return [CompletionItem(incomplete, type="file"), *map(CompletionItem, names)]


class SourcePath(click.Path):
    """The path of a game or a table, or the address of a table.

    The table at an address is downloaded. The value is then the path of the downloaded copy.
    """

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the path. Raises `Failure` (usage) if the table cannot be downloaded."""
        if str(value).startswith(("https://", "http://")):
            from printgen.cli.options.addresses import download_table

            value = str(download_table(value, is_offline=ctx.meta.get("offline", False)))
        return super().convert(value, param, ctx)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """Return the bundled games whose names start with `incomplete`, and matching files."""
        return complete_game(ctx, param, incomplete)


OFFLINE_OPTION = click.option(
    "--offline",
    is_flag=True,
    is_eager=True,  # tables are downloaded when the other values are read
    expose_value=False,
    callback=lambda context, _option, is_set: context.meta.update(offline=is_set),
    help="Use the tables that were downloaded last, without the network.",
)
EXISTING_TABLE = SourcePath(exists=True, dir_okay=False, path_type=Path)
EXISTING_EDITION = SourcePath(exists=True, path_type=Path)
GAMES_ARGUMENT = click.argument("games", type=SourcePath(), metavar="[GAME...]", nargs=-1)


def complete_paper(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the shell completions of --paper. The page shows them as choices."""
    from printgen.paper import PAPERS

    return [
        CompletionItem(paper.id, help=f"{paper.label}, {paper.width:g} × {paper.height:g} mm")
        for paper in PAPERS
        if paper.id.startswith(incomplete)
    ]


TABLE_OPTION = click.option(
    "--table", metavar="TABLE", help="Use this table, by default the table of the first print."
)
PAPER_OPTION = form_option(
    "--paper",
    label="Paper",
    default="a4",
    metavar="PAPER",
    shell_complete=complete_paper,
    help="Set the paper: a4, letter, a3, a5, legal, tabloid, 4x6in, or its width and height in mm,"
    ' such as "210 x 330".',
)


def _check_folder_name(_context: click.Context, _parameter: click.Parameter, folder: Path) -> Path:
    if folder.suffix.lower() in (".pdf", ".png", ".svg"):
        raise click.BadParameter(f"name a folder, not a file, such as -o {folder.with_suffix('')}")
    return folder


OUTPUT_OPTION = click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    callback=_check_folder_name,
    help="Write to this folder. Each game gets a folder in it.",
)
ENCODING_OPTION = form_option(
    "--encoding",
    label="Encoding of the file",
    metavar="NAME",
    default="",
    help="Set the encoding of text files that are not UTF-8, such as cp1252.",
)
SIZE_OPTION = form_option(
    "--size",
    "sizes",
    label="Size",
    metavar="PRINT=SIZE",
    multiple=True,
    help="Print PRINT in another of its sizes, such as deck=tcg. Without PRINT=, sets the size of"
    " the first print. May be repeated.",
)
INK_OPTION = form_option(
    "--ink",
    label="Ink",
    choice_labels={"colour": "Colour", "grey": "Grey", "low": "Low: outlines on white"},
    default="colour",
    help="Print in colour, in greys as dark as the colours, or in low ink: outlines on white.",
)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


ICONS_OPTION = form_option(
    "--icons",
    label="Icons from a file",
    suffixes=(".json",),
    metavar="FILE",
    type=EXISTING_FILE,
    multiple=True,
    help="Take marks from FILE, too.",
)


def parse_length_option(typed: Any) -> float:
    """Return a length in mm, which may be negative. It can be typed as -0.5, 1.2mm or 1/8in."""
    from printgen.rules.files.scalars import parse_length

    with suppress(ValueError):
        return float(typed)
    try:
        length = parse_length(typed.removeprefix("-"))
    except InputError as error:
        raise click.BadParameter(f"{error.message}: {error.hint}") from None
    return -length if typed.startswith("-") else length


_Value = TypeVar("_Value")


def parse_option(option: str, parse: Callable[[str], _Value], typed: str) -> _Value:
    """Return the value of an option as `parse` reads it. Raises `Failure` (usage) if it cannot."""
    try:
        return parse(typed)
    except InputError as error:
        subject = f"{option} {typed}"
        raise create_failure(ExitCode.USAGE, subject, error.message, error.hint) from None


DATA_OPTION = form_option(
    "--data",
    label="Team or other file of a player",
    suffixes=(*YAML_SUFFIXES, ".json", *WORKBOOK_SUFFIXES),
    metavar="FILE",
    type=EXISTING_FILE,
    multiple=True,
    help="Read a player's file, such as a team: .yaml, .json, .xlsx or .ods. May be repeated.",
)

Command = Callable[..., Any]


def bundle_options(
    name: str, *options: Callable[[Command], Command], factory: Command
) -> Callable[[Command], Command]:
    """Return a decorator that adds `options` to a command, and passes their values as one object.

    The command gets this object as its argument `name`. `factory` makes the object: it is called
    with the values of the options as keyword arguments.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def call_with_bundle(**values: Any) -> Any:
            bundle = {key: values.pop(key) for key in names}
            return command(**{name: factory(**bundle)}, **values)

        wrapped: Command = call_with_bundle
        for option in reversed(options):
            wrapped = option(wrapped)
        # click collects the parameters of a function here, in reverse order of decoration.
        names = [parameter.name for parameter in vars(wrapped)["__click_params__"][-len(options) :]]
        return wrapped

    return decorate


def find_player_files(
    folders: Sequence["Source"], data: Iterable[Path]
) -> tuple["PlayerFile", ...]:
    """Return the player's files of `--data`, each with the game that it is for.

    That game is the only one of `folders`. Raises `UsageError` if there is not exactly one, or if
    two files have the same name.
    """
    from printgen.rules.loading.player_file import PlayerFile

    files = tuple(dict.fromkeys(data))
    games = [folder for folder in folders if isinstance(folder, Path)]
    if files and not len(games) == len(folders) == 1:
        message = "needs exactly one GAME: name it. It names a player's file, such as a roster"
        tables = [quote_argument(str(file)) for file in files if is_deck_table_file(file.name)]
        table = f"; to print a table, type printgen build {tables[0]}" if tables else ""
        raise OptionError("--data", message + table)
    # Prints are named after the stem, and some file systems ignore case.
    if len({file.stem.casefold() for file in files}) < len(files):
        raise click.UsageError("two files of --data have the same name: rename one")
    return tuple(PlayerFile(games[0], file, tuple(sorted({*files} - {file}))) for file in files)


def print_player_sums(sources: Sequence["PlayerFile"]) -> None:
    """Print the sums that the game compares between players, such as the points of each team.

    Each source is the file of one player. For each sum, a line per player is printed, and a line
    that cites the rule. Nothing is printed for a single player.
    """
    from printgen.rules.checks.counts import SumCheck

    games = {source.name: source.load() for source in sources} if len(sources) > 1 else {}
    for check in games[sources[0].name].limits if games else ():
        for line in check.format_sum_of_each_player(games) if isinstance(check, SumCheck) else ():
            terminal.echo(line)


def format_examples(*commands: str) -> str:
    """Return a text with these commands as examples, for the end of a command's help."""
    # \b keeps click from joining the lines of the next paragraph.
    return "Examples:\n\n\b\n" + "\n".join(f"  printgen {command}" for command in commands)


def map_options_to_env_variables(context: click.Context) -> Mapping[str, str]:
    """Return the options of this command that environment variables set, with these variables."""
    return {
        option: str(parameter.envvar)
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") is ParameterSource.ENVIRONMENT
        for option in parameter.opts
    }


class OptionError(click.UsageError):
    """An error: an option, or its value, cannot be used, or cannot be combined with other options.

    `option` is the option as the user types it, such as --paper. The message starts with `option`,
    and with `value` if the value is wrong. `fixes` are changes of options that solve the problem.
    """

    def __init__(self, option: str, message: str, *fixes: Fix, value: str = "") -> None:
        super().__init__(f"{' '.join(filter(None, (option, value)))} {message}")
        self.option, self.fixes = option, fixes


def describe_usage_error(error: click.UsageError) -> Problem:
    """Return a usage error as a problem, for other programs.

    The option is its subject, and the alternatives that the message names are its fixes.
    """
    option, fixes = "", tuple[Fix, ...]()
    if isinstance(error, OptionError):
        option, fixes = error.option, error.fixes
    elif isinstance(error, click.BadParameter) and isinstance(error.param, click.Option):
        option = max(error.param.opts, key=len)
    elif isinstance(error, click.NoSuchOption | click.BadOptionUsage):
        option = error.option_name
    message = error.format_message().removeprefix(f"{option} ")
    return Problem(Place(subject=option), message, fixes=fixes)


def reject_unused_options(options: Iterable[str], message: str, *fixes: Fix, is_used: bool) -> None:
    """Raise `UsageError` if one of `options` is on the command line but has no effect.

    `is_used` is true if the options have an effect: then nothing is raised. The error names the
    option, then `message`. `fixes` are changes of options that solve the problem. An environment
    variable may set such an option, because other commands may use it.
    """
    context = click.get_current_context()
    unused = set() if is_used else {option.replace("_", "-") for option in options}
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is ParameterSource.COMMANDLINE and unused & {*parameter.opts}:
            raise OptionError(max(parameter.opts, key=len), message, *fixes)


def add_env_variable_names(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems. If an environment variable set an option, name the variable instead."""
    set_by = map_options_to_env_variables(click.get_current_context())
    for problem in problems:
        option, _, value = problem.where.subject.partition(" ")
        subject = f"{set_by[option]}={value}" if option in set_by else problem.where.subject
        yield replace(problem, where=replace(problem.where, subject=subject))


def is_deck_table_file(name: str) -> bool:
    """Return whether a file name has the suffix of a format that can list the rows of a deck."""
    return name.lower().endswith((*ROW_SUFFIXES, OLD_WORKBOOK_SUFFIX))


def is_table_file(name: str) -> bool:
    """Return whether a file of this name can contain roll tables. The file game.yaml cannot."""
    suffixes = (*TABLE_SUFFIXES, OLD_WORKBOOK_SUFFIX)
    return name.lower().endswith(suffixes) and Path(name).name != "game.yaml"


def is_workbook_file(name: str) -> bool:
    """Return whether a file of this name is a workbook, which can have several sheets."""
    return name.lower().endswith((*WORKBOOK_SUFFIXES, OLD_WORKBOOK_SUFFIX))


def find_table(game: "Game", name: str | None) -> "Table":
    """Return the table called `name`.

    If `name` is None, return the table of the first print that makes one face for each row of a
    table. Raises `Failure` (usage) if there is no such table.
    """
    from printgen.rules.queries.export import find_main_table

    table = find_main_table(game) if name is None else game.tables.get(name)
    if table is None:
        message = f"no table called {name}" if name else "no print with a face for each row"
        where = Place(subject=f"--table {name or ''}".rstrip())
        hint = suggest_known_words(name or "", game.tables)
        problem = Problem(where, f"{game.about.name} has {message}", hint)
        raise Failure(ExitCode.USAGE, add_env_variable_names((problem,)))
    return table


def find_game_folders(games: Iterable[str]) -> tuple[Path, ...]:
    """Return the folders of these games. Raises `Failure` (usage) with every unknown game.

    If `games` is empty, return the current folder if it is a game, otherwise all bundled games.
    """
    folders = []
    # Collected, so that one run reports every unknown game.
    log = Log()
    for reference in dict.fromkeys(games):
        with log.collect_failures():
            folders.append(find_game(reference))
    log.raise_problems()
    if not folders and Path("game.yaml").is_file():
        return (find_game("."),)
    return tuple(folders) or find_bundled_games()
