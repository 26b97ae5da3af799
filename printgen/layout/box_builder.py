"""Turn the elements of a face into boxes for flex, grid, table and placed layout.

Boxes read are kept by their element's source under their chain of styles. Everything outside the
subset is reported with its line, as is a property that would be without effect. It must not know
how large a box will be.
"""

from typing import Any

from lxml import etree

from printgen.layout.boxes import (
    AnyBox,
    BlockBox,
    CellBox,
    InlinePicture,
    Replaced,
    RowBox,
    TableBox,
)
from printgen.layout.cascade import CustomCache, ElementChain
from printgen.layout.computed_style import ComputedStyle
from printgen.layout.diagnostics import FaceReport
from printgen.layout.geometry import Matrix
from printgen.layout.html_subset import (
    BLOCKS,
    COLUMN,
    IGNORED_ON_CELL,
    IGNORED_ON_GROUP,
    IGNORED_ON_ROW,
    INLINE,
    MarkupChecker,
    describe,
    find_longest_field,
    get_tag_name,
)
from printgen.layout.inline import INLINE_DISPLAYS, InlineBuilder
from printgen.layout.replaced import ReplacedReader, ReplacedSources
from printgen.layout.sizing import is_out_of_flow, size_replaced

MAX_CACHED_BLOCKS = 4_096

BlockCache = CustomCache[BlockBox]
"""The blocks that were read, by their chain, source and the folder of their pictures."""

_ITEM_DISPLAYS = ("flex", "grid")


class BoxBuilder:
    """Reads one face, whose tags begin with `namespace`.

    Blocks are taken from `kept` and kept there; `telling` asks which field does not fit.
    """

    def __init__(
        self,
        report: FaceReport,
        namespace: str,
        sources: ReplacedSources,
        block_cache: BlockCache,
        *,
        telling: bool = False,
    ) -> None:
        self._report = report
        self._markup = MarkupChecker(report, namespace)
        self._figures = ReplacedReader(report, self._markup, sources)
        self._folder = sources.folder
        self._block_cache = block_cache
        self._names_fields = telling
        self._unplaced: list[BlockBox | Replaced] = []
        self._turned_depth = 0

    def build_block(self, element: Any, chain: ElementChain, field: str | None = None) -> BlockBox:
        """The box of an element and all that it holds."""
        field = element.get("data-field", field)
        source = etree.tostring(element, with_tail=False)
        key = chain.key, source, self._folder, field

        def build() -> tuple[BlockBox, bool]:
            error_count = len(self._report)
            return self._make_block(element, chain, field), len(self._report) == error_count

        block = self._block_cache.fetch(key, chain, build)
        self._unplaced += block.unplaced
        return block

    def _make_block(self, element: Any, chain: ElementChain, field: str | None) -> BlockBox:
        self._markup.check_attributes(element)
        style, outer_unplaced = chain.style, self._unplaced
        box_style = style.box_style
        self._unplaced = []
        self._turned_depth += bool(box_style.transform.turn)
        children = self._children(element, chain, field)
        if box_style.display in _ITEM_DISPLAYS and len(children) > 1:
            hint = "put it into a <p> or <span>: there it would lose its spaces"
            self._markup.reject_text(element, f"beside elements in a {box_style.display} box", hint)
        self._turned_depth -= bool(box_style.transform.turn)
        positioned, self._unplaced = tuple(self._unplaced), outer_unplaced
        placed, unplaced = (positioned, ()) if box_style.is_containing_block else ((), positioned)
        # Which field does not fit is asked for where something does not.
        name = find_longest_field(element) or describe(element) if self._names_fields else ""
        return BlockBox(style, children, name, element.sourceline, placed, unplaced)

    def _children(self, element: Any, chain: ElementChain, field: str | None) -> tuple[AnyBox, ...]:
        boxes: list[AnyBox] = []
        line, build_picture = element.sourceline, self._build_inline_picture
        words = InlineBuilder(chain, line, self._markup, self._report, build_picture)
        words.add_text(element.text, field)
        for child in element:
            if isinstance(child.tag, str):
                self._build_child(child, chain, field, words, boxes)
            words.add_text(child.tail, field)
        words.flush_content(boxes)
        return tuple(boxes)

    def _build_child(
        self,
        child: Any,
        parent: ElementChain,
        field: str | None,
        words: InlineBuilder,
        boxes: list[AnyBox],
    ) -> None:
        tag = get_tag_name(child)
        chain = _get_child_chain(parent, child)
        display = chain.style.box_style.display
        if display == "none":
            return
        is_item = parent.style.box_style.display in _ITEM_DISPLAYS
        if not is_item and display in INLINE_DISPLAYS and (tag in INLINE or tag == "svg"):
            words.add_element(child, chain, field)
            return
        words.flush_content(boxes)
        self._check_placement(child, chain, parent)
        box: AnyBox | None
        if tag in BLOCKS or (tag in INLINE and tag != "br"):
            box = self.build_block(child, chain, field)
        elif tag == "table":
            box = self._build_table(child, chain, field)
        else:
            box = self._figures.read(child, chain, is_turned=bool(self._turned_depth))
        if box is not None:
            boxes.append(box)
            if is_out_of_flow(box):
                self._unplaced.append(box)

    def _check_placement(self, element: Any, chain: ElementChain, parent: ElementChain) -> None:
        """Reports what cannot be of how a box is placed and looks in the one around it."""
        style = chain.style.box_style
        tag, line = get_tag_name(element), element.sourceline
        if tag == "table" and style.is_containing_block:
            message = "<table> has a position or is turned"
            self._report.error(line, message, "give that to a box around it")
        elif style.is_absolute:
            horizontal, vertical = style.inset[1::2], style.inset[::2]
            if horizontal == (None, None) or vertical == (None, None):
                message = f"<{tag}> is absolute and has no place"
                hint = "give it left or right, and top or bottom"
                self._report.error(line, message, hint)
        elif not style.is_relative and any(offset is not None for offset in style.inset):
            message = f"left, top, right and bottom have no effect on <{tag}>"
            self._report.error(line, message, "give it position: relative or absolute")
        borders = {*zip(chain.style.border, chain.style.border_colours, strict=True)}
        if any(style.radii) and any(chain.style.border) and len(borders) > 1:
            message = f"<{tag}> has rounded corners and borders that differ"
            hint = "give it one border on all sides, or put the other on a box in it"
            self._report.error(line, message, hint)
        columns = len(parent.style.box_style.columns) or 1
        if parent.style.box_style.display == "grid" and style.spans[0] > columns:
            message = f"<{tag}> spans {style.spans[0]} columns of {columns}"
            self._report.error(line, message, "name more columns in grid-template-columns")

    def _build_inline_picture(self, element: Any, chain: ElementChain) -> InlinePicture | None:
        """A drawing among words: it stands on the line with its margins."""
        box = self._figures.read(element, chain, is_turned=bool(self._turned_depth))
        if box is None:
            return None
        width, height = size_replaced(box, None, None)
        if width is None or height is None:
            hint = "give it one in the style sheet, such as width: 1em; height: 1em"
            self._report.error(element.sourceline, "a drawing among words has no size", hint)
            return None
        style = box.style.box_style
        if style.has_percent_margin:
            message = "a margin in % has no effect on a drawing among words"
            self._report.error(element.sourceline, message, "write it in mm or em")
        top, right, bottom, left = style.resolve_margins(0.0)
        inner = Matrix(e=left, f=top)
        return InlinePicture(
            width + left + right,
            height + top + bottom,
            lambda matrix: box.draw(width, height, matrix @ inner),
        )

    def _build_table(self, element: Any, chain: ElementChain, field: str | None) -> TableBox:
        self._markup.check_attributes(element)
        field = element.get("data-field", field)
        columns: list[ComputedStyle] = []
        rows: list[RowBox] = []
        self._build_table_parts(element, chain, field, columns, rows)
        line, name = element.sourceline, describe(element)
        return TableBox(chain.style, tuple(columns), tuple(rows), name, line)

    def _build_table_parts(
        self,
        element: Any,
        chain: ElementChain,
        field: str | None,
        columns: list[ComputedStyle],
        rows: list[RowBox],
    ) -> None:
        """Reads what stands in a table or in a group of its rows or columns."""
        markup = self._markup
        markup.reject_text(element, *_OUTSIDE_CELLS)
        for child in element:
            child_chain = _get_child_chain(chain, child) if isinstance(child.tag, str) else None
            if child_chain is None or child_chain.style.box_style.display == "none":
                continue
            tag = get_tag_name(child)
            markup.check_attributes(child)
            child_field = child.get("data-field", field)
            if tag in ("thead", "tbody", "tfoot", "colgroup"):
                markup.reject(child, child_chain.style, IGNORED_ON_GROUP, "give it to the cells")
                self._build_table_parts(child, child_chain, child_field, columns, rows)
            elif tag == "col":
                markup.reject(child, child_chain.style, COLUMN, "a col takes width alone")
                columns += [child_chain.style] * markup.read_column_count(child, "span")
            elif tag == "tr":
                markup.reject(child, child_chain.style, IGNORED_ON_ROW, "give it to the cells")
                rows.append(self._build_row(child, child_chain, child_field))
            else:
                hint = "a table holds col, thead, tbody, tr, and a tr holds th and td"
                self._report.error(child.sourceline, f"<{tag}> may not stand in a table", hint)

    def _build_row(self, element: Any, chain: ElementChain, field: str | None) -> RowBox:
        self._markup.reject_text(element, *_OUTSIDE_CELLS)
        cells: list[CellBox] = []
        for child in element:
            if not isinstance(child.tag, str):
                continue
            tag = get_tag_name(child)
            if tag not in ("th", "td"):
                self._report.error(child.sourceline, f"<{tag}> may not stand in a tr", "write td")
                continue
            child_chain = _get_child_chain(chain, child)
            if child_chain.style.box_style.display != "none":
                hint = "the width of a column is its col's"
                self._markup.reject(child, child_chain.style, IGNORED_ON_CELL, hint)
                block = self.build_block(child, child_chain, field)
                cells.append(CellBox(block, self._markup.read_column_count(child, "colspan")))
        return RowBox(chain.style, tuple(cells))


_OUTSIDE_CELLS = "outside of the cells of its table", "put it into a td"


def _get_child_chain(chain: ElementChain, element: Any) -> ElementChain:
    return chain.child(get_tag_name(element), element.get("id", ""), element.get("class", ""))
