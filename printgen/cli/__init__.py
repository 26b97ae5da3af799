"""The command line: the group of all commands, and the exit codes listed in docs/limits.md.

Each command is in a separate file. Commands import slow modules only when they run, so that
`--help`, `list`, usage errors and shell completion are fast.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from errno import ENAMETOOLONG

import click

from printgen import __version__
from printgen.cli import terminal
from printgen.cli.commands.build import build_games
from printgen.cli.commands.calibrate import calibrate_printer
from printgen.cli.commands.check import check_games
from printgen.cli.commands.docs import show_docs
from printgen.cli.commands.export import export_table
from printgen.cli.commands.icons import find_icons
from printgen.cli.commands.list import list_games
from printgen.cli.commands.new import make_new_game
from printgen.cli.commands.odds import show_odds
from printgen.cli.commands.preview import preview_game
from printgen.cli.commands.proof import proof_files
from printgen.cli.options.arguments import OFFLINE_OPTION, SourcePath, map_options_to_env_variables
from printgen.cli.options.grouped_command import get_option_name
from printgen.cli.usage_hints import find_hint
from printgen.problems import ExitCode, Failure, Place, Problem, make_note, suggest_known_words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these `arguments`, by default `sys.argv[1:]`; return the exit code."""
    # First of all: later code may print, and the output may be closed or unable to show Unicode.
    terminal.prepare_process()
    terminal.print_problems(_report_unknown_variables())
    try:
        # standalone_mode=False: click would otherwise print errors and exit itself.
        return int(
            _printgen.main(arguments, prog_name="printgen", standalone_mode=False) or ExitCode.OK
        )
    except Failure as failure:
        terminal.print_problems(failure.problems)
        return failure.exit_code
    except click.ClickException as usage_error:
        _print_usage_error(usage_error)
        return usage_error.exit_code
    except (click.Abort, KeyboardInterrupt):
        terminal.echo("interrupted; no file was left half written", err=True)
        return ExitCode.INTERRUPTED
    except (SystemExit, OSError) as error:
        # Shell completion ends with SystemExit(0), a closed pipe with SystemExit(1).
        if isinstance(error, SystemExit) and not error.code:
            return ExitCode.OK
        if isinstance(error, OSError) and error.filename:
            where = Place(str(error.filename))
            hint = "check its name and permissions"
            problem = Problem(where, f"cannot be opened: {error.strerror}", hint)
            terminal.print_problems((problem,))
            # A name that is too long was typed: names inside a game's files are checked earlier.
            return ExitCode.USAGE if error.errno == ENAMETOOLONG else ExitCode.RULES
        code = terminal.replace_broken_stdout(error)
        # A closed pipe is no error here: `printgen list | head` printed all it had to.
        is_list = (arguments or sys.argv[1:])[:1] in (["list"], ["docs"])
        return ExitCode.OK if is_list and isinstance(error, SystemExit) else code
    except MemoryError:
        raise  # the caller knows the limit and reports it
    except Exception as crash:
        return terminal.report_crash(crash)


def _print_usage_error(usage_error: click.ClickException) -> None:
    """Print a usage error and, if printgen can guess it, a hint that says what to type instead."""
    if isinstance(usage_error, click.BadParameter) and usage_error.ctx and usage_error.param:
        variable = map_options_to_env_variables(usage_error.ctx).get(usage_error.param.opts[-1])
        usage_error.param_hint = variable or usage_error.param_hint
    hint = find_hint(usage_error)
    if hint and isinstance(usage_error, click.NoSuchOption):
        # Without the options that are only spelled alike.
        usage_error = click.UsageError(usage_error.message, usage_error.ctx)
    with terminal.ignore_stderr_errors():
        usage_error.show()
    if hint:
        terminal.echo(hint, err=True)


def _report_unknown_variables() -> Iterator[Problem]:
    """Yield a note for each PRINTGEN_ environment variable that does not exist."""
    for name in sorted(os.environ):
        if name.startswith("PRINTGEN_") and name not in _VARIABLES:
            hint = suggest_known_words(name, _VARIABLES)
            yield make_note(Place(name), "is not a setting of printgen", hint)


@click.group(
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    epilog="""Examples:

    \b
      printgen build                            all bundled games, to output/
      printgen build combat-leader --only deck  the deck of one game, and its backs
      printgen check my-game                    your game in the folder my-game
      printgen build cards.csv                  a deck from a spreadsheet
      printgen new my-game                      a new game for you to change
      printgen docs                             the pages of the documentation

    GAME is the name of a bundled game, a folder with a game.yaml, or that file. For build it can
    also be a standalone table: a .csv, .tsv, .json, .yaml, .xlsx or .ods file.
    Environment variables set options permanently, for example PRINTGEN_PAPER=letter for --paper.
    Options on the command line override them.

    \b
    Exit codes: 0 success, 1 a bug in printgen, 2 wrong usage, 3 invalid rules,
    4 does not fit, 5 proof failed, 6 cannot write, 130 interrupted.

    Shell completion (bash): eval "$(_PRINTGEN_COMPLETE=bash_source printgen)\"""",
)
@click.version_option(__version__, message="printgen %(version)s")
def _printgen() -> None:
    """Make print-and-play PDFs, with every printed value checked against your data."""


# Variables without an option. The loop below adds one for each option.
_VARIABLES = {
    f"PRINTGEN_{name}"
    for name in ("TRACEBACK", "SECONDS", "MEGABYTES", "WORKERS", "START", "EXECUTOR")
}
_COMMANDS = (build_games, calibrate_printer, check_games, export_table, list_games, make_new_game)
for _command in (*_COMMANDS, find_icons, preview_game, proof_files, show_docs, show_odds):
    _printgen.add_command(_command)
    if any(isinstance(_option.type, SourcePath) for _option in _command.params):
        OFFLINE_OPTION(_command)
    for _option in _command.params:
        if isinstance(_option, click.Option):
            option_variable = "PRINTGEN_" + get_option_name(_option).replace("-", "_").upper()
            # Set here and not by auto_envvar_prefix, which would put the command into the name.
            _option.envvar = _option.envvar or option_variable
            _VARIABLES.add(str(_option.envvar))
