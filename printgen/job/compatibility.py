"""Turn how faces are asked to lie on paper into what stands against it, for the prints meant.

docs/printing.md has the same as a table: which options go together. It lays nothing out.
"""

from collections.abc import Iterable, Iterator, Sequence

from printgen.press.imposition import Imposition
from printgen.press.paper import LANDSCAPE
from printgen.problems import Problem, Severity, Where, mistake
from printgen.rules.model import Print
from printgen.rules.sizes import SIZES, Size

ANY = "any"
"""Stands for every paper, where a print names those that its pages are made for."""

_NEAR = 0.02


def size_on(asked: Imposition, print_: Print) -> Size | None:
    """The size of a print's faces that the places of a sheet of one's own are for; None for none.

    What is laid out in every usual size is laid out in any.
    """
    stock = asked.stock
    if stock is None:
        return None
    for size in print_.sizes:
        if abs(size.width - stock.width) + abs(size.height - stock.height) < _NEAR:
            return size
    if {*SIZES.values()} <= {*print_.sizes}:
        return Size(f"{stock.width:g}x{stock.height:g}", stock.width, stock.height)
    return None


def against(asked: Imposition, prints: Sequence[Print], *, sized: bool) -> Iterator[Problem]:
    """Why these prints cannot lie so; `sized` says that sizes were asked for too."""
    cut = [one for one in prints if not one.is_page]
    names = " ".join(f"--only {one.id}" for one in cut if not one.backs_of)
    others = f"; or print what is cut from its sheet: {names}" if names else ""
    for print_ in prints if asked.stock is None else ():
        if print_.is_page and {asked.paper.id, ANY}.isdisjoint(print_.papers):
            made = f"the {print_.id} is made for {' or '.join(print_.papers)}, a whole page"
            hint = f"print it on one of these{others}"
            option = asked.paper.id.replace(LANDSCAPE, " --landscape")
            yield mistake(f"--paper {option}", made, hint)
    for option in asked.cutting() if prints and not cut else ():
        yield mistake(option, f"the {prints[0].id} is printed on whole pages", "leave it out")
    stock = asked.stock
    if stock is None:
        return
    option = f"--sheets {stock.name}"
    if sized:
        yield mistake(option, "says how large its places are", "leave --size out")
    if stock.punched and asked.cut not in (None, "none"):
        yield mistake(
            f"--cut {asked.cut}", f"the sheet {stock.name} is cut already", "leave it out"
        )
    unlike = [one for one in prints if one.is_page or (one.sizes and not size_on(asked, one))]
    if unlike:
        first, places = unlike[0], f"{stock.width:g} × {stock.height:g} mm"
        sizes = ", ".join(map(str, first.sizes)) or "whole pages"
        found = f"its places are {places}; the {first.id} is {sizes}"
        yield mistake(option, found, "name another print with --only, or another sheet")


def remarks(asked: Imposition, prints: Iterable[Print]) -> Iterator[Problem]:
    """A note of each option that some of the prints made take no part in."""
    whole = [one.id for one in prints if one.is_page]
    for option in asked.cutting() if whole else ():
        found = f"not on the {' and '.join(whole)}: a whole page is not cut"
        yield Problem(Where(subject=option), found, severity=Severity.NOTE)
