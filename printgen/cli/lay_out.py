"""Turn what was typed of paper, gutters and cuts into how faces lie on their sheets."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from printgen.cli.typed import EXISTING_FILE, PAPER, name_variables

LANDSCAPE = click.option("--landscape", is_flag=True, help="Lay the paper on its long side.")
_LAYING = (
    PAPER,
    LANDSCAPE,
    click.option(
        "--gutter",
        metavar="MM",
        help="Part the pieces by so many mm; paint runs over their trims by up to half of that.",
    ),
    click.option(
        "--cut",
        type=click.Choice(["marks", "lines", "none"]),
        help="Cut by marks round the sheet, by hairlines in the gutters too, or by none."
        "  [default: marks; none for what is punched]",
    ),
    click.option(
        "--sheets",
        type=EXISTING_FILE,
        metavar="FILE.yaml",
        help="Print on sheets of your own, such as labels, as FILE.yaml measures them.",
    ),
)


def lays_out(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how faces lie on paper."""
    for option in reversed(_LAYING):
        command = option(command)
    return command


def imposition(
    paper: str, gutter: str | None, cut: Any, sheets: Path | None, *, landscape: bool
) -> Any:
    """How faces lie as typed. Raises `Failure`, or a mistake of use, where they cannot."""
    from printgen.problems import Failure

    try:
        return _laid_out(paper, gutter, cut, sheets, landscape=landscape)
    except Failure as failure:
        raise Failure(failure.exit_code, name_variables(failure.problems)) from None


def _laid_out(
    paper: str, gutter: str | None, cut: Any, sheets: Path | None, *, landscape: bool
) -> Any:
    from printgen.cli.sheet_file import read_sheet
    from printgen.press.imposition import Imposition
    from printgen.press.paper import find_paper
    from printgen.problems import ExitCode, Failure, Problem, Where
    from printgen.rules.scalars import Fault, length

    if sheets:
        context = click.get_current_context()
        source = context.get_parameter_source
        for name in ("paper", "landscape", "gutter"):
            was = source(name)
            if was is not None and was.name == "COMMANDLINE":
                said = f"--{name} cannot stand beside --sheets: {sheets.name} measures its page"
                raise click.UsageError(said)
        stock = read_sheet(sheets)
        return Imposition(stock.page, stock, None, cut)
    found = find_paper(paper)
    apart = None
    if gutter is not None:
        try:
            apart = length(gutter)
        except Fault as fault:
            problem = Problem(Where(subject=f"--gutter {gutter}"), fault.found, fault.hint)
            raise Failure(ExitCode.USAGE, (problem,)) from None
    return Imposition(found.turned() if landscape else found, None, apart, cut)
