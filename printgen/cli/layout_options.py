"""Turn what was typed of paper, cuts and backs into how faces lie on their sheets."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import EXISTING_FILE, PAPER, name_variables, together
from printgen.problems import ExitCode, Failure, Problem, Where

if TYPE_CHECKING:
    from printgen.press.imposition import Edge, Imposition


def _imposition(
    paper: str,
    duplex: "Edge | None",
    back_offset: tuple[float, float] | None,
    printer: str | None,
    gutter: str | None = None,
    cut: Any = None,
    sheets: Path | None = None,
    *,
    landscape: bool,
    fold: bool = False,
) -> "Imposition":
    """How faces lie as typed. Raises `Failure`, or a mistake of use, where they cannot."""
    try:
        asked = _laid_out(paper, gutter, cut, sheets, landscape=landscape)
        offset = _offset(asked, duplex, back_offset, printer)
    except Failure as failure:
        raise Failure(failure.exit_code, name_variables(failure.problems)) from None
    return asked._replace(duplex=duplex, fold=fold, offset=offset)


def _laid_out(
    paper: str, gutter: str | None, cut: Any, sheets: Path | None, *, landscape: bool
) -> "Imposition":
    from printgen.cli.sheet_file import read_sheet
    from printgen.press.imposition import Imposition
    from printgen.press.paper import find_paper
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


def _offset(
    asked: "Imposition",
    duplex: "Edge | None",
    back_offset: tuple[float, float] | None,
    printer: str | None,
) -> tuple[float, float]:
    """By how many mm backs are moved. Raises `Failure` for a printer that is not kept so."""
    from printgen.job.printers import Feed, check_offset, find_offset

    offset = back_offset or (0.0, 0.0)
    if printer is not None:
        subject, wrong = f"--printer {printer}", ""
        if back_offset:
            wrong, hint = "cannot stand beside --back-offset", "leave one of them out"
        elif not duplex:
            wrong = "says how far backs behind fronts are moved, and none are asked for"
            hint = "add --duplex long or --duplex short"
        if wrong:
            raise Failure(ExitCode.USAGE, (Problem(Where(subject=subject), wrong, hint),))
        offset = find_offset(printer, Feed(duplex or "", asked.paper.id))
    check_offset("--back-offset {:g} {:g}".format(*offset), offset)
    return offset


_LANDSCAPE = click.option("--landscape", is_flag=True, help="Lay the paper on its long side.")
_DUPLEX = partial(
    click.option,
    "--duplex",
    type=click.Choice(["long", "short"], case_sensitive=False),
    help="Print each page's backs on the next, for paper flipped on its long or short edge.",
)
_MOVING = (
    click.option(
        "--back-offset",
        type=float,
        nargs=2,
        metavar="RIGHT DOWN",
        help="With --duplex move the backs by so many mm, as their page reads.",
    ),
    click.option(
        "--printer",
        metavar="NAME",
        help="With --duplex move the backs as `printgen calibrate --save NAME` kept it.",
    ),
)
lays_out = together(
    "laid_out",
    PAPER,
    _LANDSCAPE,
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
    _DUPLEX(),
    *_MOVING,
    click.option(
        "--fold",
        is_flag=True,
        help="Print fronts and backs head to head, to be folded, glued and cut.",
    ),
    made=_imposition,
)
"""Gives a command the options that say how faces lie on paper."""

shifts_backs = together(
    "lay_out",
    PAPER,
    _LANDSCAPE,
    _DUPLEX(default="long"),
    *_MOVING,
    made=partial(partial, _imposition),
)
"""Gives a command those that say on which paper backs are moved, and how far, to be made of them.

Who keeps what was measured has no shift to be found yet.
"""
