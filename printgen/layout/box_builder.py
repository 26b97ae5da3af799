"""Turn the elements of a face into boxes for flex, grid, table and placed layout.

Boxes read are kept by their element's source under their chain of styles. Everything outside the
subset is reported with its line, as is a property that would be without effect. It must not know
how large a box will be.
"""

from typing import Any

from lxml import etree

from printgen.layout.boxes import (
    AnyBox,
    Block,
    CellBox,
    Figure,
    PictureInLine,
    RowBox,
    TableBox,
)
from printgen.layout.cascade import ByCustom, Chain
from printgen.layout.computed_style import Style
from printgen.layout.diagnostics import Report
from printgen.layout.geometry import Matrix
from printgen.layout.html_subset import (
    BLOCKS,
    CELL,
    COLUMN,
    GROUP,
    INLINE,
    ROW,
    Markup,
    field_within,
    name_of,
    tag_of,
)
from printgen.layout.inline import NATURAL, Gathered
from printgen.layout.replaced import Figures, Sources
from printgen.layout.sizing import figure_size, is_away

MAX_KEPT = 4_096

Kept = ByCustom[Block]
"""The blocks that were read, by their chain, source and the folder of their pictures."""

_ITEMS = ("flex", "grid")


class Reader:
    """Reads one face, whose tags begin with `namespace`.

    Blocks are taken from `kept` and kept there; `telling` asks which field does not fit.
    """

    def __init__(
        self,
        report: Report,
        namespace: str,
        sources: Sources,
        kept: Kept,
        *,
        telling: bool = False,
    ) -> None:
        self._report = report
        self._markup = Markup(report, namespace)
        self._figures = Figures(report, self._markup, sources)
        self._folder = sources.folder
        self._kept = kept
        self._telling = telling
        self._loose: list[Block | Figure] = []
        self._turned = 0

    def block(self, element: Any, chain: Chain, field: str | None = None) -> Block:
        """The box of an element and all that it holds."""
        field = element.get("data-field", field)
        source = etree.tostring(element, with_tail=False)
        key = chain.key, source, self._folder, field

        def make() -> tuple[Block, bool]:
            told = len(self._report)
            return self._read(element, chain, field), len(self._report) == told

        block = self._kept.once(key, chain, make)
        self._loose += block.loose
        return block

    def _read(self, element: Any, chain: Chain, field: str | None) -> Block:
        self._markup.attributes(element)
        style, outer = chain.style, self._loose
        frame = style.frame
        self._loose = []
        self._turned += bool(frame.transform.turn)
        children = self._children(element, chain, field)
        if frame.display in _ITEMS and len(children) > 1:
            hint = "put it into a <p> or <span>: there it would lose its spaces"
            self._markup.no_words(element, f"beside elements in a {frame.display} box", hint)
        self._turned -= bool(frame.transform.turn)
        found, self._loose = tuple(self._loose), outer
        placed, loose = (found, ()) if frame.placed else ((), found)
        # Which field does not fit is asked for where something does not.
        name = field_within(element) or name_of(element) if self._telling else ""
        return Block(style, children, name, element.sourceline, placed, loose)

    def _children(self, element: Any, chain: Chain, field: str | None) -> tuple[AnyBox, ...]:
        boxes: list[AnyBox] = []
        line, drawn = element.sourceline, self._picture
        words = Gathered(chain, line, self._markup, self._report, drawn)
        words.text(element.text, field)
        for child in element:
            if isinstance(child.tag, str):
                self._child(child, chain, field, words, boxes)
            words.text(child.tail, field)
        words.close(boxes)
        return tuple(boxes)

    def _child(
        self, child: Any, parent: Chain, field: str | None, words: Gathered, boxes: list[AnyBox]
    ) -> None:
        tag = tag_of(child)
        chain = _below(parent, child)
        display = chain.style.frame.display
        if display == "none":
            return
        is_item = parent.style.frame.display in _ITEMS
        if not is_item and display in NATURAL and (tag in INLINE or tag == "svg"):
            words.inline(child, chain, field)
            return
        words.close(boxes)
        self._placing(child, chain, parent)
        box: AnyBox | None
        if tag in BLOCKS or (tag in INLINE and tag != "br"):
            box = self.block(child, chain, field)
        elif tag == "table":
            box = self._table(child, chain, field)
        else:
            box = self._figures.figure(child, chain, turned=bool(self._turned))
        if box is not None:
            boxes.append(box)
            if is_away(box):
                self._loose.append(box)

    def _placing(self, element: Any, chain: Chain, around: Chain) -> None:
        """Reports what cannot be of how a box is placed and looks in the one around it."""
        frame = chain.style.frame
        tag, line = tag_of(element), element.sourceline
        if tag == "table" and frame.placed:
            message = "<table> has a position or is turned"
            self._report.wrong(line, message, "give that to a box around it")
        elif frame.absolute:
            across, down = frame.inset[1::2], frame.inset[::2]
            if across == (None, None) or down == (None, None):
                message = f"<{tag}> is absolute and has no place"
                hint = "give it left or right, and top or bottom"
                self._report.wrong(line, message, hint)
        elif not frame.relative and any(one is not None for one in frame.inset):
            message = f"left, top, right and bottom have no effect on <{tag}>"
            self._report.wrong(line, message, "give it position: relative or absolute")
        sides = {*zip(chain.style.border, chain.style.border_colours, strict=True)}
        if any(frame.radii) and any(chain.style.border) and len(sides) > 1:
            message = f"<{tag}> has rounded corners and borders that differ"
            hint = "give it one border on all sides, or put the other on a box in it"
            self._report.wrong(line, message, hint)
        columns = len(around.style.frame.columns) or 1
        if around.style.frame.display == "grid" and frame.spans[0] > columns:
            message = f"<{tag}> spans {frame.spans[0]} columns of {columns}"
            self._report.wrong(line, message, "name more columns in grid-template-columns")

    def _picture(self, element: Any, chain: Chain) -> PictureInLine | None:
        """A drawing among words: it stands on the line with its margins."""
        figure = self._figures.figure(element, chain, turned=bool(self._turned))
        if figure is None:
            return None
        width, height = figure_size(figure, None, None)
        if width is None or height is None:
            hint = "give it one in the style sheet, such as width: 1em; height: 1em"
            self._report.wrong(element.sourceline, "a drawing among words has no size", hint)
            return None
        frame = figure.style.frame
        if frame.is_shared:
            message = "a margin in % has no effect on a drawing among words"
            self._report.wrong(element.sourceline, message, "write it in mm or em")
        top, right, bottom, left = frame.margins(0.0)
        inner = Matrix(e=left, f=top)
        return PictureInLine(
            width + left + right,
            height + top + bottom,
            lambda matrix: figure.draw(width, height, matrix @ inner),
        )

    def _table(self, element: Any, chain: Chain, field: str | None) -> TableBox:
        self._markup.attributes(element)
        field = element.get("data-field", field)
        columns: list[Style] = []
        rows: list[RowBox] = []
        self._parts(element, chain, field, columns, rows)
        line, name = element.sourceline, name_of(element)
        return TableBox(chain.style, tuple(columns), tuple(rows), name, line)

    def _parts(
        self,
        element: Any,
        chain: Chain,
        field: str | None,
        columns: list[Style],
        rows: list[RowBox],
    ) -> None:
        """Reads what stands in a table or in a group of its rows or columns."""
        markup = self._markup
        markup.no_words(element, *_OUTSIDE)
        for child in element:
            below = _below(chain, child) if isinstance(child.tag, str) else None
            if below is None or below.style.frame.display == "none":
                continue
            tag = tag_of(child)
            markup.attributes(child)
            own = child.get("data-field", field)
            if tag in ("thead", "tbody", "tfoot", "colgroup"):
                markup.refuse(child, below.style, GROUP, "give it to the cells")
                self._parts(child, below, own, columns, rows)
            elif tag == "col":
                markup.refuse(child, below.style, COLUMN, "a col takes width alone")
                columns += [below.style] * markup.count(child, "span")
            elif tag == "tr":
                markup.refuse(child, below.style, ROW, "give it to the cells")
                rows.append(self._row(child, below, own))
            else:
                hint = "a table holds col, thead, tbody, tr, and a tr holds th and td"
                self._report.wrong(child.sourceline, f"<{tag}> may not stand in a table", hint)

    def _row(self, element: Any, chain: Chain, field: str | None) -> RowBox:
        self._markup.no_words(element, *_OUTSIDE)
        cells: list[CellBox] = []
        for child in element:
            if not isinstance(child.tag, str):
                continue
            tag = tag_of(child)
            if tag not in ("th", "td"):
                self._report.wrong(child.sourceline, f"<{tag}> may not stand in a tr", "write td")
                continue
            below = _below(chain, child)
            if below.style.frame.display != "none":
                hint = "the width of a column is its col's"
                self._markup.refuse(child, below.style, CELL, hint)
                block = self.block(child, below, field)
                cells.append(CellBox(block, self._markup.count(child, "colspan")))
        return RowBox(chain.style, tuple(cells))


_OUTSIDE = "outside of the cells of its table", "put it into a td"


def _below(chain: Chain, element: Any) -> Chain:
    return chain.child(tag_of(element), element.get("id", ""), element.get("class", ""))
