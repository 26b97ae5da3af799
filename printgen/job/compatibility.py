"""Checks whether the layout options of `printgen build` can be combined for the selected prints.

docs/printing.md describes the options for users. Nothing is laid out here.
"""

from collections.abc import Iterable, Iterator, Sequence

from printgen.paper import LANDSCAPE
from printgen.problems import Problem, complain, make_note
from printgen.rules.model import Print
from printgen.rules.sizes import Size, allows_any_size
from printgen.sheet_layout import CUT_OPTIONS, SheetLayout

ANY_PAPER = "any"
"""The paper name of a print whose pages fit on every paper."""

# In mm, for sizes measured with a ruler or converted from inches.
_SIZE_TOLERANCE = 0.02


def stock_size(layout: SheetLayout, print_: Print) -> Size | None:
    """Return the size of a print that fits the places of a bought sheet.

    Returns None if no size fits, or if no sheet is used.
    """
    if not (stock := layout.sheet):
        return None
    for size in print_.sizes:
        if abs(size.width - stock.width) + abs(size.height - stock.height) < _SIZE_TOLERANCE:
            return size
    if allows_any_size(print_.sizes):
        return Size(f"{stock.width:g}x{stock.height:g}", stock.width, stock.height)
    return None


def incompatible_options(
    layout: SheetLayout, prints: Sequence[Print], *, has_sizes: bool
) -> Iterator[Problem]:
    """Yield an error for each layout option that is impossible for these prints.

    `has_sizes` says that the user set a size for a print.
    """
    cut_prints = [print_ for print_ in prints if not print_.is_page]
    names = " ".join(f"--only {print_.id}" for print_ in cut_prints if not print_.backs_of)
    alternatives = f"; or print only pieces that are cut out: {names}" if names else ""
    for print_ in prints if layout.sheet is None else ():
        if print_.is_page and {layout.paper, ANY_PAPER}.isdisjoint(print_.papers):
            message = f"the {print_.id} is made only for {' or '.join(print_.papers)}"
            hint = f"use one of these papers{alternatives}"
            option = layout.paper.replace(LANDSCAPE, " --landscape")
            yield complain(f"--paper {option}", message, hint)
    for option in layout.format_options(*CUT_OPTIONS, "skip") if prints and not cut_prints else ():
        yield complain(option, f"the {prints[0].id} is printed on whole pages", "leave it out")
    conflicts = ("sheet", "fold") if layout.cut == "none" else ("sheet", "fold", "cut")
    for option in layout.format_options(*conflicts) if layout.machine else ():
        message = "cannot be combined with --machine, which prints and scans its own marks"
        yield complain(option, message, "leave one of them out")
    if not (stock := layout.sheet):
        return
    option = f"--sheets {stock.name}"
    if has_sizes:
        yield complain(option, "sets the size of the pieces", "leave --size out")
    if layout.punched and layout.cut not in (None, "none"):
        cut_message = f"the sheet {stock.name} is already cut"
        yield complain(f"--cut {layout.cut}", cut_message, "leave it out")
    misfits = [
        each for each in prints if each.is_page or (each.sizes and not stock_size(layout, each))
    ]
    if misfits:
        misfit, places = misfits[0], f"{stock.width:g} × {stock.height:g} mm"
        sizes = ", ".join(map(str, misfit.sizes)) or "whole pages"
        size_message = f"each label or card on it is {places}, but the {misfit.id} is {sizes}"
        yield complain(option, size_message, "name another print with --only, or another sheet")


def ignored_options(layout: SheetLayout, prints: Iterable[Print]) -> Iterator[Problem]:
    """Yield a note for each cut option that does not apply to some of these prints."""
    page_ids = [print_.id for print_ in prints if print_.is_page]
    for option in layout.format_options(*CUT_OPTIONS) if page_ids else ():
        message = f"ignored for the {' and '.join(page_ids)}: whole pages are not cut"
        yield make_note(option, message)
