"""Turn what was typed into one run of printgen: each command in a file of its own, and exit codes.

Every exit code of docs/limits.md is made here. What is heavy is imported by the command that
needs it, so that help, the list and a typing mistake answer at once.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from errno import ENAMETOOLONG
from pathlib import Path

import click

from printgen import __version__
from printgen.cli.arguments import find_env
from printgen.cli.build_games import build_games
from printgen.cli.calibrate_printer import calibrate_printer
from printgen.cli.check_games import check_games
from printgen.cli.export_table import export_table
from printgen.cli.list_games import list_games
from printgen.cli.new_folder import new_folder
from printgen.cli.proof_files import proof_files
from printgen.problems import ExitCode, Failure, Problem, Severity, Spot, guess, suggest
from printgen.system import terminal as console


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, given the words after `printgen`; returns the process's exit code."""
    console.prepare_process()
    console.print_problems(_report_unknown_variables())
    try:
        return int(
            _printgen.main(arguments, prog_name="printgen", standalone_mode=False) or ExitCode.OK
        )
    except Failure as failure:
        console.print_problems(failure.problems)
        return failure.exit_code
    except click.ClickException as usage_error:
        _print_usage_error(usage_error)
        return usage_error.exit_code
    except (click.Abort, KeyboardInterrupt):
        console.echo("interrupted; no file was left half written", err=True)
        return ExitCode.INTERRUPTED
    except (SystemExit, OSError) as error:
        # click leaves by SystemExit where a pipe is closed; what is said of a file names the file.
        if isinstance(error, OSError) and error.filename:
            where = Spot(str(error.filename))
            hint = "check its name and permissions"
            problem = Problem(where, f"cannot be reached: {error.strerror}", hint)
            console.print_problems((problem,))
            # What a file of the game's names is told where it stands.
            return ExitCode.USAGE if error.errno == ENAMETOOLONG else ExitCode.RULES
        code = console.abandon_stdout(error)
        # Who looks at the first lines of a list has all that was asked for.
        is_list = (arguments or sys.argv[1:])[:1] == ["list"]
        return ExitCode.OK if is_list and isinstance(error, SystemExit) else code
    except MemoryError:
        raise  # who set the limit says so
    except Exception as crash:
        return console.report_crash(crash)


def _print_usage_error(usage_error: click.ClickException) -> None:
    """What is wrong with the words typed; where they name no file, the nearest that is there."""
    if isinstance(usage_error, click.BadParameter) and usage_error.ctx and usage_error.param:
        variable = find_env(usage_error.ctx).get(usage_error.param.opts[-1])
        usage_error.param_hint = variable or usage_error.param_hint
    with console.ignore_stderr_errors():
        usage_error.show()
    if match := re.search("'(.+)' does not exist|no file ([^,]+)$", usage_error.message):
        path = Path(match[1] or match[2])
        with suppress(OSError):  # a name may be too long to look for
            if suggestion := guess(path.name, [entry.name for entry in path.parent.glob("*")]):
                console.echo(suggestion.rstrip(), err=True)


def _report_unknown_variables() -> Iterator[Problem]:
    """A note of each variable that is called like ours and is none."""
    for name in sorted(os.environ):
        if name.startswith("PRINTGEN_") and name not in _VARIABLES:
            hint = suggest(name, _VARIABLES)
            yield Problem(Spot(name), "a variable that sets nothing", hint, Severity.NOTE)


@click.group(
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    epilog="""Examples:

    \b
      printgen build                            every bundled game, into output/
      printgen build combat-leader --only deck  one game's deck and its backs
      printgen check my-game                    a game in a folder of your own
      printgen build cards.csv                  a deck out of a table by itself
      printgen new my-game                      a game to change into your own

    A GAME is the name of a bundled game, a folder that holds a game.yaml, or that file; for build
    also a table by itself: a .csv, .tsv, .json, .yaml, .xlsx or .ods file.
    Every option can be set for good by a variable of the environment, such as PRINTGEN_PAPER=letter
    for --paper or PRINTGEN_KEEP_SVG=1 for --keep-svg; what is typed comes first.

    \b
    Exit codes: 0 well, 1 a fault of printgen's own, 2 wrong usage, 3 rules invalid,
    4 does not fit, 5 proof failed, 6 could not write, 130 interrupted.""",
)
@click.version_option(__version__, message="printgen %(version)s")
def _printgen() -> None:
    """Print-and-play PDFs for miniatures games, every printed number proofed against the rules."""


_VARIABLES = {"PRINTGEN_TRACEBACK", "PRINTGEN_SECONDS", "PRINTGEN_MEGABYTES", "PRINTGEN_WORKERS"}
_COMMANDS = (build_games, calibrate_printer, check_games, export_table, list_games, new_folder)
for _command in (*_COMMANDS, proof_files):
    _printgen.add_command(_command)
    for _option in _command.params:
        if isinstance(_option, click.Option):
            option_variable = "PRINTGEN_" + max(_option.opts, key=len)[2:].replace("-", "_").upper()
            _option.envvar = _option.envvar or option_variable
            _VARIABLES.add(str(_option.envvar))
