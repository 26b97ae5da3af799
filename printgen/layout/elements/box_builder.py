"""Box generation: builds a tree of boxes from the elements of a face (CSS 2.1, 9.2).

Boxes are cached by the source of their element and its chain of styles. Elements, attributes and
values outside the subset are reported with their line, and so are properties that have no effect.
This module does not depend on the sizes of boxes.
"""

import re
from collections.abc import Callable, Iterator
from operator import sub
from typing import Any, NamedTuple

from lxml import etree
from msgspec.structs import replace

from printgen.data_files import read_hints
from printgen.face.transform import fade
from printgen.geometry import Matrix
from printgen.layout.elements.html_subset import (
    BLOCK_TAGS,
    DRAWN_TAGS,
    INLINE_TAGS,
    MarkupChecker,
    find_longest_field,
    get_element_label,
)
from printgen.layout.elements.inline import (
    InlineBuilder,
    find_first_letter,
    has_generated_content,
    is_inline,
    iterate_children_with_text,
)
from printgen.layout.elements.replaced import ReplacedReader, ReplacedSources, draw_shapes
from printgen.layout.flow.boxes import AnyBox, BlockBox, InlinePicture, ReplacedBox
from printgen.layout.flow.grid_placement import (
    count_explicit_tracks,
    find_grid_lines,
    resolve_track_range,
)
from printgen.layout.flow.sizing import compute_replaced_size, is_out_of_flow
from printgen.layout.style.backgrounds import PictureFile
from printgen.layout.style.cascade import ElementChain, ElementChainCache
from printgen.layout.style.computed import INITIAL_STYLE, ComputedStyle
from printgen.layout.style.grid_values import GridLines, GridTrack
from printgen.layout.style.properties import CARVED_BORDERS
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import get_tag_name

MAX_CACHED_BLOCKS = 4_096

BlockCache = ElementChainCache[BlockBox]
"""A cache of blocks, by chain, source, the folder of their pictures, and field."""

_COLUMNS_HINT = "add columns to grid-template-columns"
_ITEM_DISPLAYS = ("flex", "grid")
_MOVED = ("center", "end", "flex-end")
"""The alignments that move a box away from the start of its space."""


_UPRIGHT_TAGS = ("svg", "img", "object", "table", "input", "textarea")
_UPRIGHT_LETTERS = re.compile("[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef]")
"""Letters that are upright in vertical lines (UAX 50), such as Chinese ones."""


class _TableParts(NamedTuple):
    """The column tracks of a table, its captions, and its rows: the style and the cells of each.

    `cell_styles` has the styles of all cells before their borders collapse.
    """

    tracks: list[GridTrack]
    rows: list[tuple[ComputedStyle, tuple[BlockBox, ...]]]
    cell_styles: list[ComputedStyle]
    captions: list[BlockBox]


class BoxBuilder:
    """Builds the boxes of one face from the elements of its template.

    - `namespace`: the text with which the tags of the elements begin.
    - `sources`: the files and faces that the face can show, such as pictures.
    - `block_cache`: boxes that several faces share.
    - `lay_out_inline_block`: a function that makes a picture in a line of an inline-block.
    - `names_fields`: whether messages call a box by the name of the field in it that has the
      longest text.
    """

    def __init__(
        self,
        report: FaceReport,
        namespace: str,
        sources: ReplacedSources,
        block_cache: BlockCache,
        lay_out_inline_block: Callable[[BlockBox], InlinePicture],
        *,
        names_fields: bool = False,
    ) -> None:
        self._report = report
        self._markup = MarkupChecker(report, namespace)
        self._replaced = ReplacedReader(report, self._markup, sources)
        self._folder = sources.folder
        self._block_cache = block_cache
        self._lay_out_inline = lay_out_inline_block
        self._names_fields = names_fields
        self._unplaced: list[BlockBox | ReplacedBox] = []
        self._turned_depth = 0

    def build_block(self, element: Any, chain: ElementChain, field: str | None = None) -> BlockBox:
        """Return the box of an element, with the boxes inside it.

        `chain` has the computed style of the element. `field` is the field that the parent element
        prints.
        """
        field = element.get("data-field", field)
        source = etree.tostring(element, with_tail=False)
        key = chain.key, source, self._folder, field

        def build() -> tuple[BlockBox, bool]:
            # Only a block without problems is cached: each face must report its own.
            error_count = self._report.count
            block = self._make_block(element, chain, field)
            if chain.style.writing_mode != "horizontal-tb":
                self._check_vertical(element, chain, block)
            return block, self._report.count == error_count

        block = self._block_cache.fetch(key, chain, build)
        self._unplaced += block.unplaced
        return block

    def _make_block(self, element: Any, chain: ElementChain, field: str | None) -> BlockBox:
        """Return the box of an element, with the boxes inside it, built without the cache.

        `chain` has the style of the element. `field` is the field that the element prints.
        """
        self._markup.check_attributes(element)
        style, outer_unplaced = chain.style, self._unplaced
        if get_tag_name(element) in _CELL_TAGS:
            lines = GridLines(span=self._markup.read_column_count(element, "colspan")), GridLines()
            # CSS 2.1, 17.5.2.1: its width is that of its column.
            if lines != style.grid_lines or style.width is not None:
                style = replace(style, grid_lines=lines, width=None)
            if style.border_collapse == "collapse" and chain.parent:
                style = _collapse_borders(style, chain.parent.style)
        style = self._replaced.load_background(element, style)
        self._unplaced = []
        self._turned_depth += bool(style.turn)
        children = self._build_children(element, chain, field)
        self._turned_depth -= bool(style.turn)
        positioned, self._unplaced = tuple(self._unplaced), outer_unplaced
        # CSS 2.1, 10.1: the nearest positioned ancestor is the containing block of absolute boxes.
        placed, unplaced = (positioned, ()) if style.is_containing_block else ((), positioned)
        # Finding the longest field is slow, and is needed only if something does not fit.
        name = (
            find_longest_field(element) or get_element_label(element) if self._names_fields else ""
        )
        return BlockBox(style, children, name, element.sourceline, placed, unplaced)

    def _build_children(
        self, element: Any, chain: ElementChain, field: str | None
    ) -> tuple[AnyBox, ...]:
        """Return the boxes inside an element; adjacent text and inline elements share one flow."""
        line, build_picture = element.sourceline, self._build_inline_picture
        inline = InlineBuilder(chain, line, self._markup, self._report, build_picture)
        letter, end = find_first_letter(element, chain)
        if letter is not None and (not end or chain.style.display in _ITEM_DISPLAYS):
            message = f"::first-letter of <{get_tag_name(element)}>, which does not begin with text"
            self._report.error(line, message, "set it on the <p> or <div> of the text itself")
        own = chain.get_child_chain(letter).style if letter is not None else INITIAL_STYLE
        if own.display != "natural" or own.is_absolute or own.is_relative or own.transform:
            # CSS Pseudo 4, 3.2.1: only properties of text, and float, apply to it.
            message = "display, position or transform of a ::first-letter has no effect"
            self._report.error(line, message, "leave it out, or write float: left")
        for child, text in iterate_children_with_text(element, chain):
            if child is not None:
                self._build_child(child, chain, field, inline)
            if end:
                self._build_child(letter, chain, field, inline)
                text = (text or "")[end:]
                is_divided = own.float_side != "none" and not text[:1].isspace()
                end, inline.continues_field = 0, is_divided
            inline.add_text(text, field)
        inline.flush_content()
        for inner, parent, inner_field in inline.absolute_children:
            self._build_child(inner, parent, inner_field, inline)
        return tuple(inline.boxes)

    def _build_child(
        self, child: Any, parent: ElementChain, field: str | None, inline: InlineBuilder
    ) -> None:
        """Add one child element to `inline`: to its open text, or as a new box.

        `parent` has the style of the parent element. `field` is the field that the parent prints.
        """
        tag = get_tag_name(child)
        chain = parent.get_child_chain(child)
        display = chain.style.display
        has_no_size = chain.style.width == chain.style.height == 0.0
        if display == "none" or (tag == "svg" and has_no_size):
            return  # CSS 2.1, 9.2.4: it generates no box. A drawing without a size has symbols.
        # CSS Flexbox 1, 4 and CSS Grid 2, 6.1: the display of an item is blockified.
        # CSS 2.1, 9.7: so is that of a float and of an absolutely positioned box.
        is_item = parent.style.display in _ITEM_DISPLAYS
        is_float = chain.style.float_side != "none" and not is_item
        is_block = any((is_item, is_float, chain.style.is_absolute))
        if not is_block and is_inline(tag, chain.style):
            inline.add_element(child, chain, field)
            return
        # CSS 2.1, 9.2.1.1: inline content between block boxes is wrapped in anonymous boxes.
        if is_float:
            self._check_float(child, has_text_before=inline.has_content)
        inline.flush_content()
        self._check_placement(child, chain, parent)
        if not is_block:
            self._check_block_next_to_text(child)
        self._report_unprintable_paint(child, chain.style)
        box: AnyBox | None
        if tag in BLOCK_TAGS or (tag in INLINE_TAGS and tag != "br"):
            box = self.build_block(child, chain, field)
        elif tag == "table":
            box = self._build_table(child, chain, field)
        else:
            box = self._replaced.read(child, chain, is_turned=bool(self._turned_depth))
        if box is not None:
            self._report_separate_fading(child, box)
            own = chain.style
            is_positioned = own.is_relative or own.is_absolute or own.transform
            causes = {
                "mask-image": own.mask,
                "clip-path": own.clip_path,
                "z-index": chain.has_item_z_index,
            }
            cause = next((name for name, is_set in causes.items() if is_set), "")
            if cause and not is_positioned and isinstance(box, BlockBox) and box.placed:
                message = f"{cause} on <{tag}>, and an absolute box in it that it does not place"
                self._report.error(child.sourceline, message, "add position: relative")
            inline.boxes.append(box)
            if is_out_of_flow(box):
                self._unplaced.append(box)

    def _check_block_next_to_text(self, drawn: Any) -> None:
        """Report a drawing or picture that is a block, but seems to be meant for a line of text."""
        is_drawn = get_tag_name(drawn) in DRAWN_TAGS
        if is_drawn and any((text or "").strip() for text in (drawn.getparent().text, drawn.tail)):
            message = f"<{get_tag_name(drawn)}> next to text is a block, and begins its own line"
            hint = 'write class="in-line", or put the text into a <p>'
            self._report.error(drawn.sourceline, message, hint)

    def _check_float(self, element: Any, *, has_text_before: bool) -> None:
        """Report a float that cannot be next to what is in front of it, or a table that floats."""
        tag = get_tag_name(element)
        if has_text_before or tag == "table":
            message = f"float of <{tag}> after text in its line, or of a table"
            hint = "write it before the text; put a table into a <div> that floats"
            self._report.error(element.sourceline, message, hint)

    def _check_placement(self, element: Any, chain: ElementChain, parent: ElementChain) -> None:
        """Report values of position, span and ratio that have no effect inside the parent box."""
        style = chain.style
        tag, line = get_tag_name(element), element.sourceline
        if tag == "table" and style.is_containing_block:
            message = "<table> has a position, a transform or an opacity"
            self._report.error(line, message, "put it in a <div> and set it on the <div>")
        elif style.is_absolute:
            self._check_absolute(element, style, parent.style)
        elif not style.is_relative and any(offset is not None for offset in style.inset):
            message = f"left, top, right and bottom have no effect on <{tag}>"
            self._report.error(line, message, "give it position: relative or absolute")
        is_placed = style.is_relative or style.is_absolute or chain.has_item_z_index
        if style.z_index != "auto" and not is_placed:
            message = f"z-index on <{tag}> without a position"
            self._report.error(line, message, "give it position: relative")
        if style.isolation == "isolate" and not style.is_containing_block:
            message = f"isolation on <{tag}> without a position"
            self._report.error(line, message, "give it position: relative")
        if parent.style.display == "grid":
            self._check_grid_lines(element, style, parent.style)
        if tag == "table" and any(style.fits_content):
            message = "fit-content of a <table> has no effect"
            self._report.error(line, message, "write a width such as 40mm")
        is_flex_item = parent.style.display == "flex"
        has_size = style.width is not None or style.height is not None
        fills_width = style.height is None and not is_flex_item
        if style.ratio and tag != "img" and not (has_size or fills_width):
            message = f"aspect-ratio on <{tag}> has no effect"
            self._report.error(line, message, "give it a width, or a height in mm")

    def _check_absolute(self, element: Any, style: ComputedStyle, parent: ComputedStyle) -> None:
        """Report an absolutely positioned box without the offsets that it needs."""
        tag, line = get_tag_name(element), element.sourceline
        horizontal, vertical = style.inset[1::2], style.inset[::2]
        # CSS 2.1, 10.3.7 and 10.6.4: an offset that is missing is the place in the flow.
        has_place = parent.display not in _ITEM_DISPLAYS and not is_inline(tag, style)
        is_moved_by_parent = style.justify_self == "auto" and parent.justify_items in _MOVED
        if not has_place and (horizontal == (None, None) or vertical == (None, None)):
            message = f"<{tag}> has position: absolute, but an offset is missing"
            self._report.error(line, message, "give it left or right, and top or bottom")
        elif horizontal == (None, None) and style.justify_self in _MOVED:
            message = f"justify-self has no effect on <{tag}> with position: absolute"
            self._report.error(line, message, "add left: 0 and right: 0")
        elif horizontal == (None, None) and is_moved_by_parent:
            message = f"justify-items has no effect on <{tag}> with position: absolute"
            self._report.error(line, message, "give it left or right")

    def _check_vertical(self, element: Any, chain: ElementChain, box: BlockBox) -> None:
        """Report what a vertical box cannot have: what browsers do not turn, or another one."""
        parent = chain.parent
        outer = [each for each in chain.iterate_outwards() if each is not chain]
        is_nested = any(each.style.writing_mode != "horizontal-tb" for each in outer)
        upright = [get_tag_name(child) for child in element.iter("*")]
        text = "".join(element.itertext())
        if is_nested or {*upright}.intersection(_UPRIGHT_TAGS) or _UPRIGHT_LETTERS.search(text):
            message = "writing-mode of a box with pictures, tables, upright letters, or in another"
            hint = "set it on a box of text only, or write transform: rotate(90deg)"
            self._report.error(element.sourceline, message, hint)
        if box.placed or box.unplaced:
            message = "an absolute box in a box with a writing-mode"
            self._report.error(element.sourceline, message, "put it next to that box")
        style, is_item = chain.style, parent and parent.style.display in _ITEM_DISPLAYS
        if style.width is None and not style.is_absolute and not is_item:
            # CSS Writing Modes 4, 7.3: it would be as wide as its lines.
            message = "writing-mode of a box without a width"
            hint = "give it a width, or the box around it display: flex"
            self._report.error(element.sourceline, message, hint)

    def _report_unprintable_paint(self, element: Any, style: ComputedStyle) -> None:
        """Report backgrounds, shadows and borders of an element that cannot be printed."""
        tag, line = get_tag_name(element), element.sourceline
        if tag not in BLOCK_TAGS and tag not in INLINE_TAGS:
            self._reject_background_picture(element, style)
        is_double = "double" in style.border_styles
        borders = zip(style.border, style.border_colours, style.border_styles, strict=True)
        seen = {border for border in borders if border[0]}
        # Sides of different borders would meet in a corner.
        is_joined = (any(style.border[::2]) and any(style.border[1::2])) or any(style.radii)
        if is_double and is_joined and (len(seen) > 1 or not all(style.border)):
            hint = "give it the same border on all sides, or draw two boxes"
            self._report.error(line, f"<{tag}> has a double border that meets another side", hint)
        carved = CARVED_BORDERS.intersection(style.border_styles)
        is_uniform = all(style.border) and len(seen) == 1 and not carved
        if carved and len({border[2] for border in seen}) > 1:
            hint = "give all sides that have a border the same style, or draw two boxes"
            self._report.error(line, f"<{tag}> has different styles of carved borders", hint)
        has_outline = style.box_outline_width and style.box_outline_style in CARVED_BORDERS
        if has_outline and any(style.radii):
            hint = "make the outline solid, dashed, dotted or double"
            self._report.error(line, f"<{tag}> has rounded corners and a carved outline", hint)
        if any(style.radii) and not (style.has_plain_border or is_double or is_uniform):
            message = f"<{tag}> has rounded corners and different borders that are not all solid"
            hint = "give all sides the same border, or set the borders on a box inside it"
            self._report.error(line, message, hint)

    def _report_separate_fading(self, element: Any, box: AnyBox) -> None:
        """Report an opacity of an element that would fade what is in its box separately.

        In a browser the box fades as a whole. The difference is seen if its parts overlap.
        """
        # CSS Color 4, 3.3: opacity fades a box as a whole. Here it fades each thing in the box.
        if box.style.opacity != 1 and _has_overlapping_paint(box):
            message = (
                f"opacity on <{get_tag_name(element)}> would not fade all that is in it together"
            )
            hint = (
                "fade only the pictures and texts in it, or write colours as rgb(0 0 0 / 60%); "
                "if it has absolute boxes and no background, add position: relative"
            )
            self._report.error(element.sourceline, message, hint)

    def _reject_background_picture(self, element: Any, style: ComputedStyle) -> None:
        """Report a picture file as background of an element that cannot have one."""
        if any(isinstance(image, PictureFile) for image in (*style.images, style.mask)):
            message = f"a picture as background or mask of <{get_tag_name(element)}> is not printed"
            self._report.error(element.sourceline, message, "set it on a <div> around it")

    def _check_grid_lines(
        self, element: Any, style: ComputedStyle, container: ComputedStyle
    ) -> None:
        """Report an item outside the columns of its grid, or in an area that the grid lacks.

        `container` is the style of the grid, and `style` that of the item.
        """
        tag, line, hint = get_tag_name(element), element.sourceline, _COLUMNS_HINT
        lines, (columns, rows) = find_grid_lines(container, style), count_explicit_tracks(container)
        start, span = resolve_track_range(lines[0], columns)
        first_row, _ = resolve_track_range(lines[1], rows)
        if style.is_absolute and (style.area, start, first_row) != ("", None, None):
            message = f"<{tag}> is absolute, so its place in the grid has no effect"
            self._report.error(line, message, "leave out grid-column, grid-row and grid-area")
        elif style.area and not any(style.area in row for row in container.areas):
            message = f"<{tag}> is in the grid area {style.area}, which the grid does not have"
            self._report.error(line, message, "write its name in grid-template-areas")
        elif start is None and span > columns:
            message = f"<{tag}> spans {span} columns, but the grid has {columns}"
            self._report.error(line, message, hint)
        elif min(start or 0, first_row or 0) < 0:
            message = f"<{tag}> begins before the first line of the grid"
            self._report.error(line, message, "write lines of grid-column and grid-row such as 2")
        elif start is not None and start > columns - span:
            last = f" to {start + span}" * (span > 1)
            message = f"<{tag}> is in column {start + 1}{last}, but the grid has {columns}"
            self._report.error(line, message, hint)

    def _build_inline_picture(
        self, element: Any, chain: ElementChain, field: str | None
    ) -> InlinePicture | None:
        """Return a drawing or inline-block in a line of text, in its margin box (CSS 2.1, 10.8).

        `field` is the field that the parent element prints. Returns None after an error.
        """
        self._report_unprintable_paint(element, chain.style)
        if get_tag_name(element) not in DRAWN_TAGS:
            return self._lay_out_inline(self.build_block(element, chain, field))
        box = self._replaced.read(element, chain, is_turned=bool(self._turned_depth))
        if box is None:
            return None
        width, height = compute_replaced_size(box, None, None)
        if width is None or height is None:
            hint = "set it in the style sheet, such as width: 1em; height: 1em"
            self._report.error(element.sourceline, "an inline drawing has no size", hint)
            return None
        style = box.style
        if not style.has_fixed_margin:
            message = "a margin in % or auto has no effect on an inline drawing"
            self._report.error(element.sourceline, message, "write it in mm or em")
        if _has_box_paint(style):
            self._report_separate_fading(element, box)
            frame = BlockBox(_PLAIN_BLOCK_STYLE, (box,), box.name, box.line)
            return self._lay_out_inline(frame)
        top, right, bottom, left = style.resolve_margins(0.0)
        inner = Matrix(e=left, f=top)
        return InlinePicture(
            width + left + right,
            height + top + bottom,
            lambda matrix: tuple(
                fade(item, style.opacity) for item in box.draw(width, height, matrix @ inner)
            ),
        )

    def _build_table(self, element: Any, chain: ElementChain, field: str | None) -> BlockBox:
        """Return the box of a table element: a block of rows (CSS 2.1, 17.2).

        `field` is the field that the parent element prints.
        """
        self._markup.check_attributes(element)
        self._markup.report_ineffective_properties(element, chain.style, "on table")
        field = element.get("data-field", field)
        tracks, rows, cell_styles, captions = parts = _TableParts([], [], [], [])
        self._build_table_parts(element, chain, field, parts)
        line, name = element.sourceline, get_element_label(element)
        widths = (sum(cell.style.grid_lines[0].span for cell in cells) for _, cells in rows)
        count = max(widths, default=0)
        if tracks and count > len(tracks):
            message = f"has {count} cells in a row and {len(tracks)} cols"
            self._report.error(line, message, "write a col for each column", name)
        # CSS 2.1, 17.5.2.1: columns without a width share the remaining space equally.
        tracks += (count - len(tracks)) * [GridTrack("fr", 1.0)]
        if not _size_columns(tracks, [cells for _, cells in rows], cell_styles):
            message = "the width of a cell is that of no column"
            self._report.error(line, message, "set it on a cell of the first row", name)
        style = replace(chain.style, display="table")
        frames = {(cell.border, cell.border_colours) for cell in (*cell_styles, style)}
        frames -= {((0.0,) * 4, style.border_colours)}
        # What is under a translucent line would differ.
        has_lines = all(cell.has_plain_border and all(cell.border) for cell in cell_styles)
        has_lines = has_lines and all(len(ink) == 3 for _, inks in frames for ink in inks)
        if style.border_collapse == "collapse" and has_lines and len(frames) == 1:
            # CSS 2.1, 17.6.2: cells share their borders. The table has those on two sides.
            ((border, inks),) = frames
            edges: Any = border[0], 0.0, 0.0, border[3]
            style = replace(style, border=edges, border_colours=inks, radii=INITIAL_STYLE.radii)
            style = replace(style, border_styles=("solid",) * 4, border_padding=edges)
        elif style.border_collapse == "collapse":
            boxes = (cell.style for _, cells in rows for cell in cells)
            borders = [cell.border for cell in (*cell_styles, *boxes)]
            top, right, bottom, left = map(any, zip(*borders, strict=True)) if borders else [0] * 4
            # CSS 2.1, 17.6.2: cells share a border; with one on one side only, nothing is shared.
            if (top and bottom) or (left and right) or any(chain.style.border):
                message = "border-collapse: collapse with borders on opposite sides"
                hint = "give the cells only a border-bottom and a border-right, and the table none"
                self._report.error(line, message, hint, name)
        columns = tuple(tracks)
        styles = {id(style): _make_row_style(style, columns) for style, _ in rows}
        children = tuple(BlockBox(styles[id(style)], cells, name, line) for style, cells in rows)
        if not captions:
            return BlockBox(style, children, name, line)
        # CSS 2.1, 17.4: a box around the table and its caption has its margins and its width.
        wrapper = replace(style, **_NO_DECORATION, display="block")
        inner = replace(style, **_NO_PLACE)
        # CSS 2.1, 17.4.1: a caption is above the table, unless it is at the bottom.
        table = BlockBox(inner, children, name, line)
        above = [caption for caption in captions if caption.style.caption_side == "top"]
        below = [caption for caption in captions if caption.style.caption_side == "bottom"]
        return BlockBox(wrapper, (*above, table, *below), name, line)

    def _reject_generated_text(self, element: Any, chain: ElementChain) -> None:
        """Report a `::before` or `::after` of a part of a table that cannot have text."""
        if has_generated_content(element, chain):
            message = f"::before or ::after of <{get_tag_name(element)}> is not printed"
            self._report.error(element.sourceline, message, "write it for a cell of the table")

    def _build_table_parts(
        self, element: Any, chain: ElementChain, field: str | None, parts: "_TableParts"
    ) -> None:
        """Add the children of a table, row group or column group to `parts`."""
        markup = self._markup
        markup.report_stray_text(element, *_OUTSIDE_CELLS)
        self._reject_generated_text(element, chain)
        for child in element:
            child_chain = chain.get_child_chain(child) if isinstance(child.tag, str) else None
            if child_chain is None or child_chain.style.display == "none":
                continue
            tag = get_tag_name(child)
            if tag == "caption" and get_tag_name(element) == "table":
                markup.report_ineffective_properties(child, child_chain.style, "on caption")
                parts.captions.append(self.build_block(child, child_chain, field))
                continue
            markup.check_attributes(child)
            child_field = child.get("data-field", field)
            if tag in ("thead", "tbody", "tfoot", "colgroup"):
                markup.report_ineffective_properties(child, child_chain.style, "on group")
                self._build_table_parts(child, child_chain, child_field, parts)
            elif tag == "col":
                markup.report_ineffective_properties(child, child_chain.style, "on col")
                width = child_chain.style.width
                track = GridTrack("fr", 1.0) if width is None else GridTrack("length", width)
                parts.tracks.extend([track] * markup.read_column_count(child, "span"))
            elif tag == "tr":
                self._reject_generated_text(child, child_chain)
                self._reject_background_picture(child, child_chain.style)
                cells = [*self._build_cells(child, child_chain, child_field)]
                own_styles = [style for _, style in cells]
                parts.cell_styles.extend(own_styles)
                row_style = _remove_lines_of_cells(child_chain.style, own_styles)
                markup.report_ineffective_properties(child, row_style, "on tr")
                parts.rows.append((row_style, tuple(cell for cell, _ in cells)))
            else:
                hint = "write col, thead, tbody or tr in a table, and th or td in a tr"
                hint = read_hints("elements").get(tag, hint)
                self._report.error(child.sourceline, f"<{tag}> is not allowed in a table", hint)

    def _build_cells(
        self, row: Any, chain: ElementChain, field: str | None
    ) -> Iterator[tuple[BlockBox, ComputedStyle]]:
        """Yield the box of each cell in a table row, and its style before borders collapse."""
        self._markup.report_stray_text(row, *_OUTSIDE_CELLS)
        for child in row:
            if not isinstance(child.tag, str):
                continue
            tag = get_tag_name(child)
            if tag not in _CELL_TAGS:
                self._report.error(child.sourceline, f"<{tag}> is not allowed in a tr", "write td")
                continue
            child_chain = chain.get_child_chain(child)
            if child_chain.style.display != "none":
                self._markup.report_ineffective_properties(child, child_chain.style, "on cell")
                yield self.build_block(child, child_chain, field), child_chain.style


def _has_box_paint(style: ComputedStyle) -> bool:
    """Return whether a drawing in a line of text must be painted as a box.

    It must if its style has more than an opacity, such as a border, a background or a transform.
    """
    has_frame = any(style.border_padding) or any(style.radii) or style.box_outline_width
    has_ground = style.background or style.images or style.shadows or style.padding_percents
    is_moved = style.transform or style.is_relative or style.clip_path or style.has_filter_or_mask
    return bool(has_frame or has_ground or is_moved)


def _has_overlapping_paint(box: AnyBox) -> bool:
    """Return whether opacity cannot be applied to each thing in a box separately.

    It cannot if something in the box is painted over a background: the background would be seen
    through it. Nor can it if the box is the containing block of an absolute box only because of its
    opacity.
    """
    style = box.style
    has_background = bool(style.background or style.images)
    if has_background and any(style.border):
        return True
    if not isinstance(box, BlockBox):
        return has_background or getattr(getattr(box, "draw", None), "func", None) is draw_shapes
    is_misplaced = style.opacity != 1 and not (style.is_relative or style.is_absolute)
    inner = (*box.children, *box.placed)
    return bool((has_background and inner) or (is_misplaced and box.placed)) or any(
        map(_has_overlapping_paint, inner)
    )


def _size_columns(
    tracks: list[GridTrack], rows: list[tuple[BlockBox, ...]], styles: list[ComputedStyle]
) -> bool:
    """Give columns of a table the widths of cells in its first row.

    `styles` has those of all cells. Return whether each cell with a width is in a column with one.
    """
    widths = iter(styles)
    for number, cells in enumerate(rows):
        start = 0
        for cell in cells:
            end, width = start + cell.style.grid_lines[0].span, next(widths).width
            are_free = width is not None and any(t.kind == "fr" for t in tracks[start:end])
            if are_free and (number or end > start + 1):
                return False
            if are_free:
                tracks[start] = GridTrack("length", width)
            start = end
    return True


def _remove_lines_of_cells(row: ComputedStyle, cells: list[ComputedStyle]) -> ComputedStyle:
    """Return the style of a row without the lines above and below it that its cells have.

    They have them if borders collapse, unless they have other lines there.
    """
    has_other = any(any(cell.border[::2]) for cell in cells)
    if row.border_collapse == "separate" or any(row.border[1::2]) or has_other:
        return row
    edges: Any = tuple(map(sub, row.border_padding, row.border))
    return replace(row, border=INITIAL_STYLE.border, border_padding=edges)


def _collapse_borders(style: ComputedStyle, row: ComputedStyle) -> ComputedStyle:
    """Return the style of a cell of a table with collapsed borders (CSS 2.1, 17.6.2).

    It has the lines above and below its row, which must be plain. A cell with equal lines on all
    sides has only those to its right and below it: the others are those of the cells next to it.
    """
    border, inks, lines = [*style.border], [*style.border_colours], [*style.border_styles]
    for side in (0, 2):
        if row.border[side] and not border[side]:
            border[side], inks[side] = row.border[side], row.border_colours[side]
            lines[side] = row.border_styles[side]
    if all(border) and len({*border}) == 1 and style.has_plain_border:
        border[0] = border[3] = 0.0
    edges = zip(style.border_padding, style.border, border, strict=True)
    padded = tuple(whole - old + new for whole, old, new in edges)
    changes: Any = {"border": tuple(border), "border_padding": padded}
    changes |= {"border_colours": tuple(inks), "border_styles": tuple(lines)}
    return replace(style, **changes, radii=INITIAL_STYLE.radii)


def _make_row_style(style: ComputedStyle, columns: tuple[GridTrack, ...]) -> ComputedStyle:
    """Return the style of a table row: a grid of one row with these columns.

    The height in `style` becomes the minimum height of the row.
    """
    limits = None, style.height
    return replace(style, display="table-row", columns=columns, height=None, min_size=limits)


_PLAIN_BLOCK_STYLE = replace(INITIAL_STYLE, display="block")
"""The style of the box around a drawing in a line of text."""
_NO_DECORATION: dict[str, Any] = {
    name: getattr(INITIAL_STYLE, name)
    for name in (
        *("background", "images", "shadows", "box_outline_width", "border", "border_padding"),
        *("padding_percents", "radii", "overflow"),
    )
}
"""What the box around a table and its caption does not have of the style of the table."""
_NO_PLACE: dict[str, Any] = {
    name: getattr(INITIAL_STYLE, name)
    for name in ("margin", "has_fixed_margin", "width", "min_size", "max_size", "order")
}
"""What the table in such a box does not have."""
_CELL_TAGS = ("th", "td")
_OUTSIDE_CELLS = "outside the cells of its table", "put it in a td"
