"""Turn what was typed into one run of printgen: printing and exit codes, nothing else.

Every exit code that the README lists is made here. What is heavy is imported by the command that
needs it, so that help, the list and a typing mistake answer at once.
"""

from collections.abc import Sequence
from errno import EIO, ENOSPC
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen import __version__, console, process
from printgen.problems import ExitCode, Failure, Problem, Severity, Where
from printgen.resources import bundled_games, find_game

if TYPE_CHECKING:
    from printgen.rules.model import Game, Table


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, given the words after `printgen`; returns the process's exit code."""
    process.prepare()
    try:
        return int(
            _printgen.main(
                args=None if arguments is None else list(arguments),
                prog_name="printgen",
                standalone_mode=False,
            )
            or ExitCode.WELL
        )
    except Failure as failure:
        console.show_problems(failure.problems)
        return failure.exit_code
    except click.ClickException as mistake:
        mistake.show()
        return mistake.exit_code
    except (click.Abort, KeyboardInterrupt):
        console.complain("interrupted; no file was left half written")
        return ExitCode.INTERRUPTED
    except (console.Unprintable, SystemExit) as refused:
        # click leaves by SystemExit where a pipe closes under its own help.
        process.give_up_on_stdout(refused.__cause__)
        return ExitCode.CANNOT_WRITE
    except OSError as error:
        # So it is where click prints its own help; what is said of a file names the file.
        if error.filename is not None or error.errno not in (ENOSPC, EIO):
            process.confess(error)
            return ExitCode.OWN_FAULT
        process.give_up_on_stdout(error)
        return ExitCode.CANNOT_WRITE
    except Exception as fault:
        process.confess(fault)
        return ExitCode.OWN_FAULT


_GAMES = click.argument("games", metavar="[GAME...]", nargs=-1)
_TABLE = click.option(
    "--table", metavar="TABLE", help="The table; without it, that of the first print's rows."
)
_EXISTING_FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""Examples:

    \b
      printgen build                            every bundled game, into output/
      printgen build combat-leader --only deck  one game's deck and its backs
      printgen check my-game                    a game in a folder of your own

    A GAME is the name of a bundled game or a folder that holds a game.yaml.

    \b
    Exit codes: 0 well, 1 a fault of printgen's own, 2 wrong usage, 3 rules invalid,
    4 does not fit, 5 proof failed, 6 could not write, 130 interrupted.""",
)
@click.version_option(__version__, message="printgen %(version)s")
def _printgen() -> None:
    """Print-and-play PDFs for miniatures games, every printed number proofed against the rules."""


@_printgen.command(
    "list",
    epilog="""Example:

    \b
      printgen list""",
)
def _list() -> None:
    """List the bundled games and what each can be built into."""
    from printgen.rules.load import load

    rows = []
    for folder in bundled_games():
        game = load(folder)
        rows.append((game.id, game.name, ", ".join(print_.id for print_ in game.prints)))
    for line in console.table(rows):
        console.show(line)


@_printgen.command(
    "build",
    short_help="Build each GAME's PDFs, proof them, put them in place.",
    epilog="""Examples:

    \b
      printgen build
      printgen build combat-leader --paper letter
      printgen build combat-leader --only deck --copies 2
      printgen build combat-leader --cards 17,23
      printgen build my-game --output to-print --keep-svg""",
)
@_GAMES
@click.option(
    "--only",
    metavar="PRINT",
    help="Build one print, such as deck or sheet; its backs come with it.",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The paper you print on.",
)
@click.option(
    "--copies",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print N sets one after another, such as a deck for each of N players.",
)
@click.option(
    "--cards",
    metavar="KEYS",
    help="Print these cards alone, such as 17,23 or 1-9: of the deck, or of the print of --only.",
)
@click.option(
    "--size",
    "sizes",
    metavar="PRINT=SIZE",
    multiple=True,
    help="Print the faces of PRINT in another of its sizes, such as deck=tcg.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    help="The folder to build into; each game gets a folder in it.",
)
@click.option("--keep-svg", is_flag=True, help="Keep the merged faces too, to open in a browser.")
def _build(
    games: tuple[str, ...],
    only: str | None,
    paper: str,
    copies: int | None,
    cards: str | None,
    sizes: tuple[str, ...],
    output: Path,
    keep_svg: bool,
) -> int:
    """Build each GAME's PDFs, proof them, and put them into the output folder.

    With no GAME named, every bundled game is built. The files of a game are replaced only when all
    of them are right.
    """
    from printgen.order import make_order

    asked = make_order(only, copies, cards, sizes)
    folders = _folders(games)
    from printgen.build import build

    progress = console.Progress()
    codes: list[ExitCode] = []
    taken: set[Path] = set()
    for folder in folders:
        try:
            built = build(folder, output, asked, paper, taken, progress, keep_svg=keep_svg)
        except Failure as failure:
            progress.done()
            console.show_problems(failure.problems)
            console.complain(f"{folder.name}: {_standing(failure, keep_svg=keep_svg)}")
            codes.append(failure.exit_code)
            continue
        except BaseException:
            progress.done()
            raise
        progress.done()
        taken.update(file.path.parent for file in built)
        for file in built:
            console.show_problems(file.notes)
        rows = [
            (
                str(file.path),
                console.counted(file.pages, "page"),
                console.counted(file.pieces, "face"),
                console.kilobytes(file.size),
                console.well("proofed"),
            )
            for file in built
        ]
        for line in console.table(rows):
            console.show(line)
    return next(iter(codes), ExitCode.WELL)


@_printgen.command(
    "check",
    short_help="Check each GAME's rules data.",
    epilog="""Examples:

    \b
      printgen check
      printgen check my-game
      printgen check combat-leader --against deck.csv""",
)
@_GAMES
@_TABLE
@click.option(
    "--against",
    type=_EXISTING_FILE,
    metavar="FILE.csv",
    help="Hold a table written as CSV, made anywhere, against the game's, cell by cell.",
)
def _check(games: tuple[str, ...], against: Path | None, table: str | None) -> int:
    """Check each GAME's rules data: is it well formed, and does all that it declares hold?

    With no GAME named, every bundled game is checked.
    """
    from printgen.rules.against import compare_csv
    from printgen.rules.check import findings
    from printgen.rules.load import load

    folders = _folders(games)
    if against is not None and len(folders) != 1:
        raise click.UsageError("--against holds a file against one game: name that GAME")
    code = ExitCode.WELL
    for folder in folders:
        try:
            game = load(folder)
        except Failure as failure:
            console.show_problems(failure.problems, as_results=True)
            console.show(f"{folder.name}: {console.counted(_errors(failure.problems), 'error')}")
            code = code or failure.exit_code
            continue
        found = tuple(findings(game))
        if against is not None:
            found += compare_csv(game, _table(game, table), against)
        console.show_problems(found, as_results=True)
        errors = _errors(found)
        if errors:
            code = code or ExitCode.RULES
            console.show(f"{folder.name}: {console.counted(errors, 'error')}")
        else:
            agrees = f"; {against} agrees with it" if against is not None else ""
            checks = console.counted(len(game.checks), "declared check")
            held = f"{checks} held" if game.checks else "well formed; its data declares no checks"
            console.show(f"{folder.name}: {held}{agrees}")
    return code


@_printgen.command(
    "proof",
    epilog="""Examples:

    \b
      printgen proof output/combat-leader/deck.pdf
      printgen proof from-a-friend.pdf --game my-game""",
)
@click.argument("file", type=_EXISTING_FILE, metavar="FILE.pdf")
@click.option("--game", metavar="GAME", help="The game; without it, the bundled one named in FILE.")
def _proof(file: Path, game: str | None) -> int:
    """Read a PDF back and hold every printed value against the rules."""
    from printgen.proof.prove import asked, prove
    from printgen.proof.read import LARGEST_FILE
    from printgen.receive import receive
    from printgen.rules.load import load

    pdf = receive(file, LARGEST_FILE)
    agrees = ""
    try:
        rules = load(find_game(game) if game is not None else _bundled(asked(pdf)))
        found = prove(pdf, rules)
        agrees = f"agrees with the rules of {rules.name}"
    except Failure as failure:
        if failure.exit_code is not ExitCode.PROOF:
            raise
        found = failure.problems
    console.show_problems((problem.in_file(str(file)) for problem in found), as_results=True)
    errors = _errors(found)
    if errors:
        console.show(f"{file}: {console.counted(errors, 'error')}")
        return ExitCode.PROOF
    console.show(f"{file}: {console.well('proofed')}, {agrees}")
    return ExitCode.WELL


@_printgen.command(
    "export",
    short_help="Write a table of a GAME as a list.",
    epilog="""Examples:

    \b
      printgen export combat-leader --format csv
      printgen export combat-leader --format csv -o deck.csv""",
)
@click.argument("game", metavar="GAME")
@_TABLE
@click.option("--format", "form", type=click.Choice(["csv"]), required=True, help="The form.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write; without it, the standard output.",
)
def _export(game: str, form: str, table: str | None, output: Path | None) -> None:
    """Write a table of a GAME as a list: that of its first print's rows, or the one named."""
    from printgen.publish import publish
    from printgen.rules.export import export_csv
    from printgen.rules.load import load

    rules = load(find_game(game))
    chosen = _table(rules, table)
    text = export_csv(rules, chosen)
    if output is None:
        console.show_data(text)
        return
    publish(
        {output: text.encode()},
        "name another file with -o; without -o, the standard output is written",
    )
    rows = console.counted(len(chosen.rows), "row")
    console.show(f"{output}  {rows}  {console.kilobytes(output.stat().st_size)}")


def _table(game: "Game", name: str | None) -> "Table":
    """The table named, or that which the game's first print has a face for each row of."""
    from printgen.rules.export import dealt_table

    found = dealt_table(game) if name is None else game.tables.get(name)
    if found is None:
        what = f"no table called {name}" if name else "no print of a face a row"
        hint = ", ".join(game.tables)
        raise click.UsageError(f"{game.name} has {what}; name a table with --table: {hint}")
    return found


def _folders(games: tuple[str, ...]) -> tuple[Path, ...]:
    """The folders of the games named, or of all that are bundled; every unknown one is reported."""
    if not games:
        return bundled_games()
    folders: list[Path] = []
    problems: list[Problem] = []
    for reference in dict.fromkeys(games):
        try:
            folders.append(find_game(reference))
        except Failure as failure:
            problems += failure.problems
    if problems:
        raise Failure(ExitCode.USAGE, problems)
    return tuple(folders)


def _bundled(name: str) -> Path:
    """The bundled game that a PDF names; what a PDF says is never taken for a path."""
    for folder in bundled_games():
        if folder.name == name:
            return folder
    problem = Problem(
        Where(subject=f"game {name!r}"),
        "the PDF names a game that is not bundled",
        "name the folder of its rules data with --game",
    )
    raise Failure(ExitCode.USAGE, (problem,))


def _standing(failure: Failure, *, keep_svg: bool) -> str:
    """What is on the disk after a build that failed."""
    from printgen.publish import Unpublished

    if isinstance(failure, Unpublished) and failure.replaced:
        new = ", ".join(path.name for path in failure.replaced)
        return f"replaced before it failed: {new}; the other files stand as they were"
    if keep_svg:
        return "no PDF was written; earlier ones stand as they were; faces set by then were kept"
    return "nothing was written; earlier files stand as they were"


def _errors(problems: Sequence[Problem]) -> int:
    return sum(problem.severity is Severity.ERROR for problem in problems)
