"""Turn XHTML into placed items: the content of a foreignObject, or a whole page.

Type that is too large for its box shrinks as far as its `--min-size` allows, all of a box by the
same factor, and no further. It must not know any game or PDF.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from printgen.layout.boxes import Laid, LaidPart, LaidWords, Misfit
from printgen.layout.breaks import Ink
from printgen.layout.face import Item
from printgen.layout.flow import SLACK, lay, lay_content
from printgen.layout.geometry import MM_PER_POINT, Matrix, Rect
from printgen.layout.paint import paint
from printgen.layout.report import Report
from printgen.layout.style import Chain
from printgen.layout.xhtml import XHTML, Builder, PictureOf

_STEPS = 64
"""In how many equal steps type goes from its size to its least size."""

_Try = Callable[[float], tuple[Laid, list[Misfit]]]


def set_box(
    element: Any, chain: Chain, box: Rect, matrix: Matrix, report: Report, picture: PictureOf
) -> tuple[Item, ...]:
    """The items of what a foreignObject holds, set into its box.

    `chain` is the foreignObject's, `box` its place and size in user units and `matrix` what
    leads from there to the face. Mistakes and what does not fit go to `report`.
    """
    if not matrix.keeps_shapes:
        hint = "scale both ways alike"
        report.wrong(element.sourceline, "text stands under an uneven transform", hint)
        return ()

    def attempt(shrink: float) -> tuple[Laid, list[Misfit]]:
        return _attempt(element, chain, box, shrink, report, picture)

    shrink = 1.0
    laid, misfits = attempt(shrink)
    if not _fits(misfits):
        least = _least(laid, matrix.scale)
        if least < 1.0:
            shrink, laid, misfits = _shrunk(attempt, least)
    _tell(misfits, report, shrink)
    items: list[Item] = []
    paint(laid, box.x, box.y, matrix, items)
    return tuple(items)


@dataclass(frozen=True, slots=True)
class SetPage:
    """A whole page: its size in mm and its items."""

    width: float
    height: float
    items: tuple[Item, ...]


def set_page(html: Any, chain: Chain, report: Report, picture: PictureOf) -> SetPage:
    """Sets an html document whose style gives its width and height in mm.

    `chain` is the html element's. Mistakes and what runs over the page's edge go to `report`.
    """
    style = chain.style
    namespace = XHTML if html.tag.startswith(XHTML) else ""
    bodies = [child for child in html if child.tag == namespace + "body"]
    if style.width is None or style.height is None or len(bodies) != 1:
        message = "a page needs one body, and html a width and a height"
        report.wrong(html.sourceline, message, "write html { width: 210mm; height: 297mm; }")
        return SetPage(1.0, 1.0, ())
    (body,) = bodies
    below = chain.child("body", body.get("id", ""), body.get("class", ""))
    builder = Builder(report, picture, namespace)
    builder.markup.refuse(html, style, ("margin", "padding", "border"), "give it to the body")
    block = builder.block(body, below)
    misfits: list[Misfit] = []
    laid = lay(block, style.width, misfits)
    margin = block.style.margin
    over = margin[0] + laid.height + margin[2] - style.height
    if over > SLACK:
        message = f"the page runs {over:.2f} mm over its foot"
        misfits.append(Misfit(body.sourceline, "", message))
    _tell(misfits, report, 1.0)
    items: list[Item] = []
    page = Laid(style, style.width, style.height, ((margin[3], margin[0], laid),), None)
    paint(page, 0.0, 0.0, Matrix(), items)
    return SetPage(style.width, style.height, tuple(items))


def _attempt(
    element: Any, chain: Chain, box: Rect, shrink: float, report: Report, picture: PictureOf
) -> tuple[Laid, list[Misfit]]:
    block = Builder(report, picture, XHTML, shrink).content(element, chain, box.height)
    misfits: list[Misfit] = []
    return lay_content(block, box.width, misfits), misfits


def _shrunk(attempt: _Try, least: float) -> tuple[float, Laid, list[Misfit]]:
    """The largest step that fits, and what came of it; the least where none does."""
    laid, misfits = attempt(least)
    best = least, laid, misfits
    too_large, fitting = 0, _STEPS
    while fitting - too_large > 1 and _fits(best[2]):
        step = (too_large + fitting) // 2
        shrink = 1.0 - (1.0 - least) * step / _STEPS
        laid, misfits = attempt(shrink)
        if _fits(misfits):
            best, fitting = (shrink, laid, misfits), step
        else:
            too_large = step
    return best


def _fits(misfits: list[Misfit]) -> bool:
    """Whether nothing is left that smaller type could mend."""
    return all(one.hint for one in misfits)


def _least(laid: Laid, scale: float) -> float:
    """The factor down to which every letter keeps its least size; 1 where one has none."""
    least = 0.0
    for ink in _inks(laid):
        if ink.min_size is None:
            return 1.0
        least = max(least, ink.min_size * MM_PER_POINT / (ink.size * scale))
    return min(least, 1.0)


def _inks(laid: LaidPart) -> Iterator[Ink]:
    if isinstance(laid, LaidWords):
        for line in laid.lines:
            for span in line.spans:
                yield span.ink
    elif isinstance(laid, Laid):
        for _, _, child in laid.children:
            yield from _inks(child)


def _tell(misfits: list[Misfit], report: Report, shrink: float) -> None:
    for one in misfits:
        if one.hint:
            report.wrong(one.line, f"{one.name} {one.message}", one.hint)
        else:
            small = f" even at {100 * shrink:.0f} % of its size" if shrink < 1 else ""
            hint = "shorten the text, enlarge the box or allow a smaller --min-size"
            report.unfit(one.line, one.message + small, hint, one.name)
