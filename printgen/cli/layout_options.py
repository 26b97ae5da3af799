"""The options for paper, cutting and backs, which together make an `Imposition`."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import (
    EXISTING_FILE,
    PAPER,
    bundle_options,
    name_variables,
    parse_length_option,
)
from printgen.problems import ExitCode, Failure, Place, Problem

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
    """Return the imposition that these options ask for. Raises `Failure` or `UsageError`."""
    try:
        imposition = _make_front_imposition(paper, gutter, cut, sheets, landscape=landscape)
        offset = _find_back_offset(imposition, duplex, back_offset, printer)
    except Failure as failure:
        raise Failure(failure.exit_code, name_variables(failure.problems)) from None
    return imposition._replace(duplex=duplex, fold=fold, offset=offset)


def _make_front_imposition(
    paper: str, gutter: str | None, cut: Any, sheets: Path | None, *, landscape: bool
) -> "Imposition":
    """Return the imposition of fronts: their paper or bought sheet, gutter and cut."""
    from printgen.cli.sheet_file import read_sheet
    from printgen.press.imposition import Imposition
    from printgen.press.paper import find_paper
    from printgen.rules.scalars import BadData, parse_length

    if sheets:
        context = click.get_current_context()
        for name in ("paper", "landscape", "gutter"):
            source = context.get_parameter_source(name)
            # A variable may set the paper permanently: the sheet overrides it.
            if source is not None and source.name == "COMMANDLINE":
                message = f"--{name} cannot be combined with --sheets: {sheets.name} sets it"
                raise click.UsageError(message)
        stock = read_sheet(sheets)
        return Imposition(stock.page, stock, None, cut)
    full_paper = find_paper(paper)
    gutter_mm = None
    if gutter is not None:
        try:
            gutter_mm = parse_length(gutter)
        except BadData as error:
            problem = Problem(Place(subject=f"--gutter {gutter}"), error.message, error.hint)
            raise Failure(ExitCode.USAGE, (problem,)) from None
    return Imposition(full_paper.to_landscape() if landscape else full_paper, None, gutter_mm, cut)


def _find_back_offset(
    imposition: "Imposition",
    duplex: "FlipEdge | None",
    back_offset: tuple[float, float] | None,
    printer: str | None,
) -> tuple[float, float]:
    """Return how far to move the backs right and down, in mm.

    Raises `Failure` (usage) if no offset is saved for `printer`, or if it is too large.
    """
    from printgen.job.printers import PaperFeed, check_offset, load_offset

    offset = back_offset or (0.0, 0.0)
    if printer is not None:
        subject, message = f"--printer {printer}", ""
        if back_offset:
            message, hint = "cannot be combined with --back-offset", "leave one of them out"
        elif not duplex:
            message = "moves backs, but no backs are printed behind fronts"
            hint = "add --duplex long or --duplex short"
        if message:
            raise Failure(ExitCode.USAGE, (Problem(Place(subject=subject), message, hint),))
        offset = load_offset(printer, PaperFeed(duplex or "", imposition.paper.id))
    check_offset("--back-offset {:g} {:g}".format(*offset), offset)
    return offset


_LANDSCAPE = click.option("--landscape", is_flag=True, help="Turn the paper to landscape.")
_DUPLEX = partial(
    click.option,
    "--duplex",
    type=click.Choice(["long", "short"], case_sensitive=False),
    help="Print each page's backs on the next page, for paper flipped on its long or short edge.",
)
_OFFSET_OPTIONS = (
    click.option(
        "--back-offset",
        type=parse_length_option,
        nargs=2,
        metavar="RIGHT DOWN",
        help="Move the backs right and down, in mm, as seen on their page. Needs --duplex.",
    ),
    click.option(
        "--printer",
        metavar="NAME",
        help="Move the backs by the offset saved with `printgen calibrate --save NAME`. Needs"
        " --duplex.",
    ),
)
layout_options = bundle_options(
    "imposition",
    PAPER,
    _LANDSCAPE,
    click.option(
        "--gutter",
        metavar="MM",
        help="Set the space between pieces, in mm. Bleed extends into up to half of it.",
    ),
    click.option(
        "--cut",
        type=click.Choice(["marks", "lines", "none"]),
        help="Print crop marks around the sheet, hairlines in the gutters as well, or none."
        "  [default: marks; none for punched pieces]",
    ),
    click.option(
        "--sheets",
        type=EXISTING_FILE,
        metavar="FILE.yaml",
        help="Print on your own sheets, such as labels. FILE.yaml contains their sizes, in mm.",
    ),
    _DUPLEX(),
    *_OFFSET_OPTIONS,
    click.option(
        "--fold",
        is_flag=True,
        help="Print fronts and backs head to head, to fold, glue and cut.",
    ),
    factory=_make_imposition,
)
"""Adds the layout options to a command, which gets them as `imposition`."""

calibration_options = bundle_options(
    "impose",
    PAPER,
    _LANDSCAPE,
    _DUPLEX(default="long"),
    *_OFFSET_OPTIONS,
    factory=partial(partial, _make_imposition),
)
"""Adds the options for paper and back offset to a command, which gets them as `impose`.

This is a function because `calibrate --save` replaces the offset: none is saved yet at that time.
"""
