"""The options for paper, cutting and backs, which together make a `SheetLayout`."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from printgen.cli.options.arguments import (
    EXISTING_FILE,
    PAPER_OPTION,
    OptionError,
    add_env_variable_names,
    bundle_options,
    parse_length_option,
    parse_option,
    reject_unused_options,
)
from printgen.cli.options.grouped_command import form_option
from printgen.problems import ExitCode, Failure, create_failure, make_fix
from printgen.system.file_suffixes import YAML_SUFFIXES

if TYPE_CHECKING:
    from printgen.sheet_layout import SheetLayout


def _make_layout(
    paper: str,
    back_offset: tuple[float, float] | None,
    printer: str | None,
    gutter: str | None = None,
    sheets: Path | None = None,
    *,
    landscape: bool,
    **fields: Any,
) -> "SheetLayout":
    """Return the layout that these options describe. Each of `fields` sets the field of that name.

    Raises `Failure` or `UsageError`.
    """
    fix, has_machine = make_fix(machine="silhouette"), bool(fields.get("machine"))
    reject_unused_options(("--marks",), "needs --machine silhouette", fix, is_used=has_machine)
    message, tiles_fix = "cannot be combined with --tiles cut", make_fix(tiles=None)
    reject_unused_options(("--overlap",), message, tiles_fix, is_used=fields.get("tiles") != "cut")
    try:
        layout = _make_base_layout(paper, gutter, sheets, landscape=landscape)
        layout = msgspec.structs.replace(layout, **fields)
        offset = _find_back_offset(layout, back_offset, printer)
    except Failure as failure:
        raise Failure(failure.exit_code, add_env_variable_names(failure.problems)) from None
    return msgspec.structs.replace(layout, offset=offset) if any(offset) else layout


def _make_base_layout(
    paper: str, gutter: str | None, sheets: Path | None, *, landscape: bool
) -> "SheetLayout":
    """Return a layout that has only the paper (or the bought sheet) and the gutter."""
    from printgen.cli.options.sheet_file import read_sheet_layout
    from printgen.paper import find_paper
    from printgen.rules.files.scalars import parse_length
    from printgen.sheet_layout import SheetLayout

    if sheets:
        message = f"cannot be combined with --sheets: {sheets.name} sets it"
        fix = make_fix(sheets=None)
        reject_unused_options(("--paper", "--landscape", "--gutter"), message, fix, is_used=False)
        return read_sheet_layout(sheets)
    full_paper = parse_option("--paper", find_paper, paper)
    gutter_mm = None if gutter is None else parse_option("--gutter", parse_length, gutter)
    page = full_paper.to_landscape() if landscape else full_paper
    return SheetLayout(paper=page.id, gutter=gutter_mm)


def _find_back_offset(
    layout: "SheetLayout", back_offset: tuple[float, float] | None, printer: str | None
) -> tuple[float, float]:
    """Return how far to move the backs right and down, in mm.

    Raises `Failure` (usage) if no offset is saved for `printer`, or if it is too large.
    """
    from printgen.cli.options.printers import check_offset, format_feed_options, load_offset

    offset = back_offset or (0.0, 0.0)
    if printer is not None:
        option = f"--printer {printer}"
        if back_offset:
            message, hint = "cannot be combined with --back-offset", "leave one of them out"
            raise create_failure(ExitCode.USAGE, option, message, hint, make_fix(back_offset=None))
        if not layout.duplex:
            message = "moves backs, but no backs are printed behind fronts"
            fixes = make_fix(duplex="long"), make_fix(duplex="short")
            hint = "add --duplex long or --duplex short"
            raise create_failure(ExitCode.USAGE, option, message, hint, *fixes)
        offset = load_offset(printer, format_feed_options(layout))
    check_offset("--back-offset {:g} {:g}".format(*offset), offset)
    return offset


def _parse_sleeves(
    _context: click.Context, option: click.Parameter, typed: str | None
) -> tuple[float, float] | None:
    from printgen.lengths import parse_dimensions

    sides = None
    if typed and not (sides := parse_option(option.opts[0], parse_dimensions, typed)):
        message = "is no width and height, such as 66.5x91.5"
        raise OptionError(option.opts[0], message, value=typed)
    return sides


_LANDSCAPE = form_option(
    "--landscape", label="Landscape", is_flag=True, help="Turn the paper to landscape."
)
_DUPLEX = partial(
    form_option,
    "--duplex",
    label="Print backs behind fronts",
    choice_labels={
        "": "Separate files",
        "long": "Flip on long edge",
        "short": "Flip on short edge",
    },
    help="Print each page's backs on the next page, for paper flipped on its long or short edge.",
)
_OFFSET_OPTIONS = (
    form_option(
        "--back-offset",
        label="Move the backs",
        needs="duplex",
        type=parse_length_option,
        nargs=2,
        metavar="RIGHT DOWN",
        help="Move the backs right and down, in mm, as seen on their page. Needs --duplex.",
    ),
    form_option(
        "--printer",
        label="Printer",
        needs="duplex",
        metavar="NAME",
        help="Move the backs by the offset saved with `printgen calibrate --save NAME`. Needs"
        " --duplex.",
    ),
)
layout_options = bundle_options(
    "layout",
    PAPER_OPTION,
    _LANDSCAPE,
    form_option(
        "--gutter",
        label="Space between cards",
        metavar="MM",
        help="Set the space between pieces, in mm. Bleed extends into up to half of it.",
    ),
    form_option(
        "--cut",
        label="Cutting guides",
        choice_labels={"marks": "Marks at the edge", "lines": "Marks and lines", "none": "Nothing"},
        help="Print crop marks around the sheet, hairlines in the gutters as well, or none."
        "  [default: marks; none if punched or with --machine]",
    ),
    form_option(
        "--machine",
        label="Cutting machine",
        choice_labels={"": "None", "silhouette": "Silhouette or Cricut"},
        help="Print the registration marks that this cutting machine scans, and no crop marks.",
    ),
    form_option(
        "--marks",
        label="Registration marks",
        needs="machine",
        type=(click.FloatRange(5, 20), click.FloatRange(0.3, 1), click.FloatRange(5.5, 50)),
        metavar="LENGTH WIDTH INSET",
        help="Set the size of registration marks, and their distance from the page's edges, in mm."
        "  [default: 7.5 0.5 10]",
    ),
    form_option(
        "--sheets",
        label="Labels or other bought sheets",
        suffixes=YAML_SUFFIXES,
        type=EXISTING_FILE,
        metavar="FILE.yaml",
        help="Print on your own sheets, such as labels. FILE.yaml contains their sizes, in mm.",
    ),
    _DUPLEX(),
    *_OFFSET_OPTIONS,
    form_option(
        "--fold",
        label="Fold fronts and backs",
        is_flag=True,
        help="Print fronts and backs head to head, to fold, glue and cut.",
    ),
    form_option(
        "--card-thickness",
        "thickness",
        label="Thickness of a card, for the box",
        type=click.FloatRange(0.05, 5),
        metavar="MM",
        help="Make the tuck box for cards of this thickness, in mm.  [default: 0.3; 0.6 with"
        " --sleeves]",
    ),
    form_option(
        "--sleeves",
        label="Size of the sleeves, for the box",
        metavar="SIZE",
        callback=_parse_sleeves,
        help="Make the tuck box for cards in sleeves of this width and height in mm, such as"
        " 66.5x91.5.",
    ),
    form_option(
        "--overlap",
        label="Overlap of the parts of a board",
        type=click.FloatRange(0, 30),
        default=10,
        metavar="MM",
        help="Set the width of the strip that two pages of a large board share, in mm.",
    ),
    form_option(
        "--tiles",
        label="Parts of a board",
        choice_labels={"overlap": "Glue over each other", "cut": "Cut out, for stiff card"},
        default="overlap",
        help="Print the parts of a large board with an overlap, or to be cut out and mounted on"
        " stiff card.",
    ),
    form_option(
        "--skip",
        label="Places already used",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Leave the first N places of the first sheet empty, for a partly used sheet.",
    ),
    factory=_make_layout,
)
"""Adds the layout options to a command, which gets them as `layout`."""

calibration_options = bundle_options(
    "make_layout",
    PAPER_OPTION,
    _LANDSCAPE,
    _DUPLEX(default="long"),
    *_OFFSET_OPTIONS,
    factory=partial(partial, _make_layout),
)
"""Adds the options for paper and back offset to a command, which gets them as `make_layout`.

This is a function because `calibrate --save` replaces the offset: none is saved yet at that time.
"""
