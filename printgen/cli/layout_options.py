"""Turn what was typed of paper, cuts and backs into how faces lie on their sheets."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import EXISTING_FILE, PAPER, bundle_options, name_variables
from printgen.problems import ExitCode, Failure, Problem, Spot

if TYPE_CHECKING:
    from printgen.press.imposition import FlipEdge, Imposition


def _make_imposition(
    paper: str,
    duplex: "FlipEdge | None",
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
        imposition = _make_front_imposition(paper, gutter, cut, sheets, landscape=landscape)
        offset = _find_back_offset(imposition, duplex, back_offset, printer)
    except Failure as failure:
        raise Failure(failure.exit_code, name_variables(failure.problems)) from None
    return imposition._replace(duplex=duplex, fold=fold, offset=offset)


def _make_front_imposition(
    paper: str, gutter: str | None, cut: Any, sheets: Path | None, *, landscape: bool
) -> "Imposition":
    from printgen.cli.sheet_file import read_sheet
    from printgen.press.imposition import Imposition
    from printgen.press.paper import find_paper
    from printgen.rules.scalars import BadData, parse_length

    if sheets:
        context = click.get_current_context()
        source = context.get_parameter_source
        for name in ("paper", "landscape", "gutter"):
            parameter_source = source(name)
            if parameter_source is not None and parameter_source.name == "COMMANDLINE":
                message = f"--{name} cannot stand beside --sheets: {sheets.name} measures its page"
                raise click.UsageError(message)
        stock = read_sheet(sheets)
        return Imposition(stock.page, stock, None, cut)
    full_paper = find_paper(paper)
    gutter_mm = None
    if gutter is not None:
        try:
            gutter_mm = parse_length(gutter)
        except BadData as error:
            problem = Problem(Spot(subject=f"--gutter {gutter}"), error.message, error.hint)
            raise Failure(ExitCode.USAGE, (problem,)) from None
    return Imposition(full_paper.to_landscape() if landscape else full_paper, None, gutter_mm, cut)


def _find_back_offset(
    imposition: "Imposition",
    duplex: "FlipEdge | None",
    back_offset: tuple[float, float] | None,
    printer: str | None,
) -> tuple[float, float]:
    """By how many mm backs are moved. Raises `Failure` for a printer that is not kept so."""
    from printgen.job.printers import PaperFeed, check_offset, load_offset

    offset = back_offset or (0.0, 0.0)
    if printer is not None:
        subject, message = f"--printer {printer}", ""
        if back_offset:
            message, hint = "cannot stand beside --back-offset", "leave one of them out"
        elif not duplex:
            message = "says how far backs behind fronts are moved, and none are asked for"
            hint = "add --duplex long or --duplex short"
        if message:
            raise Failure(ExitCode.USAGE, (Problem(Spot(subject=subject), message, hint),))
        offset = load_offset(printer, PaperFeed(duplex or "", imposition.paper.id))
    check_offset("--back-offset {:g} {:g}".format(*offset), offset)
    return offset


_LANDSCAPE = click.option("--landscape", is_flag=True, help="Lay the paper on its long side.")
_DUPLEX = partial(
    click.option,
    "--duplex",
    type=click.Choice(["long", "short"], case_sensitive=False),
    help="Print each page's backs on the next, for paper flipped on its long or short edge.",
)
_OFFSET_OPTIONS = (
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
layout_options = bundle_options(
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
    *_OFFSET_OPTIONS,
    click.option(
        "--fold",
        is_flag=True,
        help="Print fronts and backs head to head, to be folded, glued and cut.",
    ),
    factory=_make_imposition,
)
"""Gives a command the options that say how faces lie on paper."""

calibration_options = bundle_options(
    "lay_out",
    PAPER,
    _LANDSCAPE,
    _DUPLEX(default="long"),
    *_OFFSET_OPTIONS,
    factory=partial(partial, _make_imposition),
)
"""Gives a command those that say on which paper backs are moved, and how far, to be made of them.

Who keeps what was measured has no shift to be found yet.
"""
