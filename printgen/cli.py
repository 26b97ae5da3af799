"""Turn what was typed into one run of printgen: printing and exit codes, nothing else.

Every exit code that the README lists is made here. What is heavy is imported by the command that
needs it, so that help, the list and a typing mistake answer at once.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen import __version__, bounded, console
from printgen.problems import ExitCode, Failure, Failures, Problem, Where, errors
from printgen.resources import bundled_games, find_game

if TYPE_CHECKING:
    from printgen.rules.model import Game, Table


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, given the words after `printgen`; returns the process's exit code."""
    console.prepare()
    try:
        return int(
            _printgen.main(arguments, prog_name="printgen", standalone_mode=False) or ExitCode.WELL
        )
    except Failure as failure:
        console.show_problems(failure.problems)
        return failure.exit_code
    except click.ClickException as mistake:
        with console.told():
            mistake.show()
        return mistake.exit_code
    except (click.Abort, KeyboardInterrupt):
        console.show("interrupted; no file was left half written", err=True)
        return ExitCode.INTERRUPTED
    except (SystemExit, OSError) as error:
        # click leaves by SystemExit where a pipe is closed; what is said of a file names the file.
        if isinstance(error, OSError) and error.filename:
            where = Where(str(error.filename))
            hint = "check its name and permissions"
            problem = Problem(where, f"cannot be reached: {error.strerror}", hint)
            console.show_problems((problem,))
            return ExitCode.RULES
        return console.give_up_on_stdout(error)
    except MemoryError:
        raise  # who set the limit says so
    except Exception as fault:
        return console.confess(fault)


_GAMES = click.argument("games", metavar="[GAME...]", nargs=-1)
_TABLE = click.option(
    "--table", metavar="TABLE", help="The table; without it, that of the first print's rows."
)
_EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_PROOFED = click.style("proofed", fg="green")


def _examples(*commands: str) -> str:
    return "Examples:\n\n\b\n" + "\n".join(f"  printgen {command}" for command in commands)


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

    A GAME is the name of a bundled game or a folder that holds a game.yaml.

    \b
    Exit codes: 0 well, 1 a fault of printgen's own, 2 wrong usage, 3 rules invalid,
    4 does not fit, 5 proof failed, 6 could not write, 130 interrupted.""",
)
@click.version_option(__version__, message="printgen %(version)s")
def _printgen() -> None:
    """Print-and-play PDFs for miniatures games, every printed number proofed against the rules."""


@_printgen.command("list", epilog=_examples("list"))
def _list() -> None:
    """List the bundled games and what each can be built into."""
    from printgen.rules.load import load

    games = map(load, bundled_games())
    for line in console.table(
        [
            (game.about.id, game.about.name, ", ".join(one.id for one in game.prints))
            for game in games
        ]
    ):
        console.show(line)


@_printgen.command(
    "build",
    epilog=_examples(
        "build",
        "build combat-leader --paper letter",
        "build combat-leader --only deck --copies 2",
        "build combat-leader --cards 17,23",
        "build my-game --output to-print --keep-svg",
    ),
)
@_GAMES
@click.option(
    "--only",
    metavar="PRINT",
    help="Build one print, such as deck or sheet; its backs come with it.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The paper you print on."
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
    default="output",
    help="The folder to build into; each game gets a folder in it.",
)
@click.option("--keep-svg", is_flag=True, help="Keep the faces as SVG too, to open in a browser.")
def _build(
    games: tuple[str, ...], paper: str, output: Path, *, keep_svg: bool, **typed: Any
) -> int:
    """Build each GAME's PDFs, proof them, put them in place.

    That is a folder of the game in the output folder. With no GAME named, every bundled game is
    built. The files of a game are replaced only when all of them are right.
    """
    from printgen.build import build
    from printgen.order import Order
    from printgen.printing import Printed
    from printgen.proving import prover

    code = ExitCode.WELL
    folders = _folders(games)
    done: dict[Path, Printed] = {}
    with prover() as proofs:
        for folder in folders:
            try:
                with console.progress() as progress:
                    taken = {path.parent for path in done}
                    made, notes = build(
                        folder,
                        output,
                        Order(**typed),
                        paper,
                        taken,
                        progress,
                        proofs,
                        keep_svg=keep_svg,
                    )
            except Failure as failure:
                code = code or failure.exit_code
                console.show_problems(failure.problems)
                if failure.exit_code is not ExitCode.CANNOT_WRITE:
                    # That says by itself what stands.
                    said = "no PDF was written; earlier ones stand as they were"
                    console.show(f"{folder.name}: {said}", err=True)
                continue
            done.update(made)
            console.show_problems(notes)
            rows = []
            for path, (pdf, pages, pieces) in made.items():
                held = console.counted(pages, "page"), console.counted(pieces, "face")
                rows.append((str(path), *held, console.kilobytes(len(pdf)), _PROOFED))
            for line in console.table(rows):
                console.show(line)
    if len(folders) > 1 and done:
        pdfs = console.counted(len(done), "PDF")
        printed = console.counted(sum(one.pages for one in done.values()), "page")
        written = len({path.parent for path in done})
        of = f"{written} of {len(folders)}" if code else written
        console.show(f"{pdfs} of {of} games, {printed}, all {_PROOFED}")
    return code


@_printgen.command(
    "check", epilog=_examples("check", "check my-game", "check combat-leader --against deck.csv")
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
    """Check each GAME's rules data.

    Is it well formed, and does all that it declares hold? With no GAME named, every bundled game
    is checked.
    """
    from printgen.rules.against import compare_csv
    from printgen.rules.check import findings
    from printgen.rules.load import load

    folders = _folders(games)
    if against is not None and len(folders) != 1:
        raise click.UsageError("--against holds a file against one game: name that GAME")
    code = ExitCode.WELL
    for folder in folders:
        held = ""
        try:
            game = load(folder)
            found = tuple(findings(game))
            checks = console.counted(len(game.checks), "declared check")
            held = f"{checks} held" if game.checks else "well formed; its data declares no checks"
            if against is not None:
                found += compare_csv(game, _table(game, table), against)
                held += f"; {against} agrees with it"
        except Failure as failure:
            found = failure.problems
        if not _is_right(folder.name, found, held):
            code = ExitCode.RULES
    return code


@_printgen.command(
    "proof",
    epilog=_examples(
        "proof output/combat-leader/deck.pdf", "proof from-a-friend.pdf --game my-game"
    ),
)
@click.argument("file", type=_EXISTING_FILE, metavar="FILE.pdf")
@click.option("--game", metavar="GAME", help="The game; without it, the bundled one named in FILE.")
def _proof(file: Path, game: str | None) -> int:
    """Read a PDF back and hold every printed value against the rules."""
    from printgen.proof.file import LARGEST_FILE
    from printgen.proof.prove import asked, prove
    from printgen.rules.load import load

    with file.open("rb") as opened:
        # One byte more than it may have is enough to refuse it.
        pdf = opened.read(LARGEST_FILE + 1)
    bounded.extend(len(pdf) // 1_000)  # a small face is as large
    right = _PROOFED
    # What a PDF says is never taken for a path.
    bundled = {folder.name: folder for folder in bundled_games()}
    try:
        folder = find_game(game) if game is not None else bundled.get(asked(pdf))
        if folder is None:
            hint = "name the folder of its rules data with --game"
            raise click.UsageError(f"{file} is of a game that is not bundled: {hint}")
        rules = load(folder)
        right += f", agrees with the rules of {rules.about.name}"
        found = prove(pdf, rules)
    except Failure as failure:
        if failure.exit_code is not ExitCode.PROOF:
            raise
        found = failure.problems
    found = tuple(problem.in_file(str(file)) for problem in found)
    return ExitCode.WELL if _is_right(str(file), found, right) else ExitCode.PROOF


@_printgen.command(
    "export",
    epilog=_examples(
        "export combat-leader --format csv", "export combat-leader --format csv -o deck.csv"
    ),
)
@click.argument("game", metavar="GAME")
@_TABLE
@click.option(
    "--format", type=click.Choice(["csv"]), required=True, help="The form.", expose_value=False
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write; without it, the standard output.",
)
def _export(game: str, table: str | None, output: Path | None) -> None:
    """Write a table of a GAME as a list.

    It is that of its first print's rows, or the one named.
    """
    from printgen.publish import publish
    from printgen.rules.export import export_csv
    from printgen.rules.load import load

    rules = load(find_game(game))
    chosen = _table(rules, table)
    text = export_csv(rules, chosen)
    if output is None:
        console.show(text, end=False)
        return
    instead = "name another file with -o; without -o, the standard output is written"
    publish({output: text.encode()}, instead)
    rows = console.counted(len(chosen.rows), "row")
    console.show(f"{output}  {rows}  {console.kilobytes(len(text.encode()))}")


def _is_right(what: str, found: Sequence[Problem], right: str) -> bool:
    """Show what was found as the result, and in one line whether there is no error among it."""
    console.show_problems(found, as_results=True)
    wrong = len(errors(found))
    console.show(f"{what}: {console.counted(wrong, 'error') if wrong else right}")
    return not wrong


def _table(game: "Game", name: str | None) -> "Table":
    """The table named, or that which the game's first print has a face for each row of."""
    from printgen.rules.export import dealt_table

    found = dealt_table(game) if name is None else game.tables.get(name)
    if found is None:
        what = f"no table called {name}" if name else "no print of a face a row"
        hint = ", ".join(game.tables)
        raise click.UsageError(f"{game.about.name} has {what}; name a table with --table: {hint}")
    return found


def _folders(games: Iterable[str]) -> tuple[Path, ...]:
    """The folders of the games named, or of all that are bundled; every unknown one is reported."""
    folders = []
    failures = Failures()
    for reference in dict.fromkeys(games):
        with failures.kept():
            folders.append(find_game(reference))
    failures.close()
    return tuple(folders) or bundled_games()
