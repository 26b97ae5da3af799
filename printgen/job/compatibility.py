"""Turn how faces are asked to lie on paper into what stands against it, for the prints meant.

docs/printing.md has the same as a table: which options go together. It lays nothing out.
"""

from collections.abc import Iterable, Iterator, Sequence

from printgen.press.imposition import Imposition
from printgen.press.paper import LANDSCAPE
from printgen.problems import Problem, Severity, Spot, complain
from printgen.rules.model import Print
from printgen.rules.sizes import SIZES, Size

ANY_PAPER = "any"
"""Stands for every paper, where a print names those that its pages are made for."""

_SIZE_TOLERANCE = 0.02


def stock_size(imposition: Imposition, print_: Print) -> Size | None:
    """The size of a print's faces that the places of a sheet of one's own are for; None for none.

    What is laid out in every usual size is laid out in any.
    """
    stock = imposition.stock
    if stock is None:
        return None
    for size in print_.sizes:
        if abs(size.width - stock.width) + abs(size.height - stock.height) < _SIZE_TOLERANCE:
            return size
    if {*SIZES.values()} <= {*print_.sizes}:
        return Size(f"{stock.width:g}x{stock.height:g}", stock.width, stock.height)
    return None


def incompatible_options(
    imposition: Imposition, prints: Sequence[Print], *, has_sizes: bool
) -> Iterator[Problem]:
    """Why these prints cannot lie so; `sized` says that sizes were asked for too."""
    cut_prints = [item for item in prints if not item.is_page]
    names = " ".join(f"--only {item.id}" for item in cut_prints if not item.backs_of)
    alternatives = f"; or print what is cut from its sheet: {names}" if names else ""
    for print_ in prints if imposition.stock is None else ():
        if print_.is_page and {imposition.paper.id, ANY_PAPER}.isdisjoint(print_.papers):
            message = f"the {print_.id} is made for {' or '.join(print_.papers)}, a whole page"
            hint = f"print it on one of these{alternatives}"
            option = imposition.paper.id.replace(LANDSCAPE, " --landscape")
            yield complain(f"--paper {option}", message, hint)
    for option in imposition.list_cut_options() if prints and not cut_prints else ():
        yield complain(option, f"the {prints[0].id} is printed on whole pages", "leave it out")
    stock = imposition.stock
    if stock is None:
        return
    option = f"--sheets {stock.name}"
    if has_sizes:
        yield complain(option, "says how large its places are", "leave --size out")
    if stock.punched and imposition.cut not in (None, "none"):
        yield complain(
            f"--cut {imposition.cut}", f"the sheet {stock.name} is cut already", "leave it out"
        )
    misfits = [
        item for item in prints if item.is_page or (item.sizes and not stock_size(imposition, item))
    ]
    if misfits:
        misfit, places = misfits[0], f"{stock.width:g} × {stock.height:g} mm"
        sizes = ", ".join(map(str, misfit.sizes)) or "whole pages"
        size_message = f"its places are {places}; the {misfit.id} is {sizes}"
        yield complain(option, size_message, "name another print with --only, or another sheet")


def ignored_options(imposition: Imposition, prints: Iterable[Print]) -> Iterator[Problem]:
    """A note of each option that some of the prints made take no part in."""
    page_ids = [print_.id for print_ in prints if print_.is_page]
    for option in imposition.list_cut_options() if page_ids else ():
        message = f"not on the {' and '.join(page_ids)}: a whole page is not cut"
        yield Problem(Spot(subject=option), message, severity=Severity.NOTE)
