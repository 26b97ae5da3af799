"""Grid layout (CSS Grid Layout, sections 8.5, 11 and 12.1): placement, sizing and alignment.

Section numbers in comments are those of Level 2, whose algorithms are those of Level 1; sections 11
and 12 of Level 2 are 10 and 11 in Level 1. The sizes of tracks are computed in `grid_tracks`. This
module does not depend on the content of items.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from printgen.layout.block import Engine
from printgen.layout.boxes import AnyBox, BlockBox, LaidBlock, LaidBox, Misfit, Replaced
from printgen.layout.css_properties import GridTrack
from printgen.layout.css_values import to_mm
from printgen.layout.grid_tracks import TrackDemand, size_tracks
from printgen.layout.inline_layout import SLACK, IntrinsicWidths
from printgen.layout.sizing import (
    Contents,
    PlacedPart,
    Space,
    align_by_margins,
    align_offset,
    clamp_box,
    clamp_size,
    distribute_space,
    find_overflow,
    shift_relative,
    split_flow,
)


class _GridArea(NamedTuple):
    """An item and its grid area: its first column and row, and how many of each it spans."""

    number: int
    box: AnyBox
    column: int
    row: int
    spans: tuple[int, int]


def lay_out_grid(layout: Engine, box: BlockBox, room: Space, factor: float) -> Contents:
    """Lay out the items of a grid container in a space."""
    style, (inner_width, inner_height, height_limits) = box.style, room
    items, placed, count = _place_items(box)
    columns = style.columns or (GridTrack("auto"),)
    # CSS Grid 2, 12.1, step 1: resolve the sizes of the columns.
    is_table_row = style.display == "table-row"
    # CSS 2.1, 17.5.2.1: in fixed table layout no cell widens its columns.
    sizing_items = [] if is_table_row else items
    column_demands = [_make_column_demand(layout, item, factor) for item in sizing_items]
    widths = size_tracks(columns, column_demands, inner_width, style.gaps[1], style.justify)
    lefts, total_width = _place_tracks(widths, style.gaps[1], style.justify, inner_width)
    # CSS Grid 2, 12.1, step 2: resolve the sizes of the rows. Implicit ones are sized by
    # grid-auto-rows (7.6).
    rows = style.rows + style.auto_rows * (count - len(style.rows))
    lay_out_cell = _TableCellLayout if is_table_row else _GridItemLayout
    cells = [lay_out_cell(layout, item, lefts, widths, factor) for item in items]
    line = max((cell.baseline for cell in cells), default=0.0) if is_table_row else 0.0
    for cell in cells if line else ():
        cell.line = line
    by_content = {n for n, row in enumerate(rows) if row.kind in ("auto", "max-content")}
    if inner_height is None:
        by_content |= {*range(len(rows))}
    row_demands = [cell.make_row_demand(by_content) for cell in cells]
    heights = size_tracks(rows, row_demands, inner_height, style.gaps[0], style.align)
    tops, total_height = _place_tracks(heights, style.gaps[0], style.align, inner_height)
    # CSS Grid 2, 12.7: if min-height or max-height changes the height, size flexible rows again.
    if inner_height is None and not height_limits[0] <= total_height <= height_limits[1]:
        bounded_height = clamp_size(total_height, *height_limits)
        heights = size_tracks(rows, row_demands, None, style.gaps[0], style.align, bounded_height)
        tops, total_height = _place_tracks(heights, style.gaps[0], style.align, bounded_height)
    message = "has columns {:.2f} mm wider than its space of {:.2f} mm"
    misfits = find_overflow(box, total_width, inner_width, message)
    if is_table_row and items and abs(total_width - inner_width) > SLACK:
        message = f"has columns of {total_width:.2f} mm in total in a width of {inner_width:.2f} mm"
        hint = "leave one col without a width: it takes the rest"
        misfits = (Misfit(box.line, box.name, message, hint),)
    baseline: float | None = None
    for cell, item in zip(cells, items, strict=True):
        area = _measure_area(heights, tops, item.row, item.spans[1])
        laid, x, y = cell.lay_out_item(area, style.align_items)
        y += tops[item.row]
        placed[item.number] = shift_relative(item.box, cell.x + x, y, laid, cell.area_width, area)
        misfits += laid.misfits
        # CSS Grid 2, 11.6, simplified: the baseline of the container is that of its first item.
        if baseline is None:
            baseline = y + (laid.height if laid.baseline is None else laid.baseline)
    return Contents(tuple(placed[n] for n in sorted(placed)), total_height, baseline, misfits)


def measure_grid(layout: Engine, box: BlockBox, factor: float) -> IntrinsicWidths:
    """Return the intrinsic widths of a grid container: the sums of its tracks and gaps.

    CSS Grid 2, 5.2: the tracks are sized under a min-content or max-content constraint.
    """
    style = box.style
    items = _place_items(box)[0]
    columns = style.columns or (GridTrack("auto"),)
    gaps = style.gaps[1] * (len(columns) - 1)
    sums = []
    for which in range(3):
        demands = [_make_column_demand(layout, item, factor, which) for item in items]
        sizes = size_tracks(columns, demands, None, style.gaps[1], "start", base_only=which < 2)
        sums.append(sum(sizes) + gaps)
    return IntrinsicWidths(*sums)


def _place_items(box: BlockBox) -> tuple[list[_GridArea], dict[int, PlacedPart], int]:
    """Return the areas of the items, the out-of-flow children, and the number of rows.

    CSS Grid 2, 8.5: each item is in the next free area, row by row, with sparse packing.
    """
    columns = len(box.style.columns) or 1
    flow, out_of_flow = split_flow(box)
    occupied: set[tuple[int, int]] = set()
    items: list[_GridArea] = []
    row = column = 0
    for number, item in flow:
        # CSS Grid 2, 8.5 would add implicit columns for a larger span; here it is limited.
        across, down = min(item.style.spans[0], columns), item.style.spans[1]
        while column + across > columns or any(
            (row + y, column + x) in occupied for x in range(across) for y in range(down)
        ):
            column += 1
            if column + across > columns:
                row, column = row + 1, 0
        occupied |= {(row + y, column + x) for x in range(across) for y in range(down)}
        items.append(_GridArea(number, item, column, row, (across, down)))
        column += across
    count = max((item.row + item.spans[1] for item in items), default=0)
    return items, out_of_flow, max(count, len(box.style.rows))


def _make_column_demand(
    layout: Engine, item: _GridArea, factor: float, extent_index: int = 0
) -> TrackDemand:
    """Return the contributions of an item to the sizes of its columns (CSS Grid 2, 12.5).

    `extent_index` selects the intrinsic width for the minimum: 0 with text at its minimum size.
    """
    outer = layout.measure_outer_widths(item.box, factor)
    least, style = outer[min(extent_index, 1)], item.box.style
    is_styled = style.min_size[0] is not None or isinstance(item.box, Replaced)
    if is_styled and type(style.width) is not float:
        margins = style.resolve_margins(0.0)
        # CSS Grid 2, 6.6: a min-width replaces the automatic minimum size.
        least = clamp_box(style, 0, 0.0, None, None) + margins[1] + margins[3]
    style_min = least if is_styled or type(style.width) is float else 0.0
    return TrackDemand(item.column, item.spans[0], least, outer.max_content, style_min)


class _GridItemLayout:
    """The layout of one item after the columns have their sizes.

    `baseline` is that of a table cell aligned to its baseline, and `line` the lowest in its row.
    """

    baseline = line = 0.0

    def __init__(
        self,
        layout: Engine,
        item: _GridArea,
        lefts: Sequence[float],
        widths: Sequence[float],
        factor: float,
    ) -> None:
        self.layout, self.item, self.factor = layout, item, factor
        self.x = lefts[item.column]
        self.area_width = _measure_area(widths, lefts, item.column, item.spans[0])
        self.style = item.box.style
        self.margins = self.style.resolve_margins(self.area_width)

    def make_row_demand(self, by_content: set[int]) -> TrackDemand:
        """Return the contributions of the item to its rows.

        `by_content` are the indexes of the rows that get their height from their content.
        """
        margin_height = self.margins[0] + self.margins[2]
        style, least, content = self.style, None, 0.0
        if style.min_size[1] is not None and type(style.height) is not float:
            least = clamp_box(style, 1, 0.0, None, self.area_width) + margin_height
        row, span = self.item.row, self.item.spans[1]
        if least is None or not by_content.isdisjoint(range(row, row + span)):
            content = self._lay_out_box(None, None).height + margin_height
        return TrackDemand(row, span, content if least is None else least, content, least or 0.0)

    def lay_out_item(self, area_height: float, align_items: str) -> tuple[LaidBox, float, float]:
        """Lay out the item in its area; return it with its offset x, y from the area's corner."""
        # CSS Grid 2, 11.2: auto margins replace the alignment of the item.
        own_align = align_by_margins(self.style, 1) or self.style.align_self
        align = align_items if own_align == "auto" else own_align
        height = area_height - self.margins[0] - self.margins[2]
        # CSS Grid 2, 6.2: normal behaves as stretch, but as start for a replaced box.
        is_replaced = isinstance(self.item.box, Replaced)
        is_stretched = align == "stretch" or (align == "normal" and not is_replaced)
        laid = self._lay_out_box(area_height, height if is_stretched else None)
        message = f"is {{:.2f}} mm higher than its area of {area_height:.2f} mm"
        if not laid.misfits and (
            misfits := find_overflow(self.item.box, laid.height, height, message)
        ):
            laid = replace(laid, misfits=misfits)
        spare = self.area_width - self.margins[1] - self.margins[3] - laid.width
        x = self.margins[3] + align_offset(align_by_margins(self.style, 0), spare)
        return laid, x, self.margins[0] + align_offset(align, height - laid.height)

    def _lay_out_box(self, area_height: float | None, default_height: float | None) -> LaidBox:
        """Lay out the item in the width of its area.

        `default_height` replaces an auto height; if it is None, the content decides.
        """
        width, box = self.area_width - self.margins[1] - self.margins[3], self.item.box
        if isinstance(box, BlockBox) and align_by_margins(self.style, 0):
            _, narrow, wide = self.layout.measure_widths(box, self.factor, self.area_width)
            width = min(wide, max(narrow, width))
        return self.layout.lay_out_by_style(
            box, width, self.area_width, area_height, self.factor, default_height
        )


class _TableCellLayout(_GridItemLayout):
    """The layout of a table cell: as high as its row, at any height of its content."""

    def __init__(self, layout: Engine, item: _GridArea, *tracks: Any) -> None:
        super().__init__(layout, item, *tracks)
        edges = self.style.resolve_border_padding(self.area_width)
        width = max(self.area_width, edges[1] + edges[3])
        self.natural = layout.lay_out(item.box, width, None, self.factor, self.area_width)
        assert isinstance(item.box, BlockBox)  # noqa: S101 - the builder makes no other cells
        self.align = item.box.style.vertical_align
        if self.align == "baseline":
            # CSS 2.1, 17.5.3: of its first line, or else the bottom of its content box.
            bottom = self.natural.height - edges[2]
            self.baseline = bottom if self.natural.baseline is None else self.natural.baseline

    def make_row_demand(self, by_content: set[int]) -> TrackDemand:
        """Return the height of the cell, with its content moved down to the line of its row."""
        # CSS 2.1, 17.5.3: the row is as high as its cells and their content demand.
        shift = self.line - self.baseline if self.align == "baseline" else 0.0
        height = max(to_mm(self.style.height, None) or 0.0, self.natural.height + shift)
        return TrackDemand(self.item.row, 1, height, height)

    def lay_out_item(self, area_height: float, align_items: str) -> tuple[LaidBox, float, float]:
        """Return the cell at the height of its row; its vertical-align moves its content."""
        spare, laid = area_height - self.natural.height, self.natural
        assert isinstance(laid, LaidBlock)  # noqa: S101 - a BlockBox always becomes a LaidBlock
        # CSS 2.1, 17.5.3: the four values of vertical-align that apply to cells.
        offsets = {"top": 0.0, "middle": spare / 2, "bottom": spare}
        offset = offsets.get(self.align, self.line - self.baseline)
        children = tuple((x, y + offset, child) for x, y, child in laid.children)
        width, baseline = self.area_width, self.line or None
        laid = replace(laid, width=width, height=area_height, children=children, baseline=baseline)
        return laid, 0.0, 0.0


def _measure_area(sizes: Sequence[float], starts: Sequence[float], first: int, span: int) -> float:
    """Return the size of an area: its tracks and the gaps between them."""
    last = first + span - 1
    return starts[last] + sizes[last] - starts[first]


def _place_tracks(
    sizes: Sequence[float], gap: float, align: str, room: float | None
) -> tuple[list[float], float]:
    """Return the start of each track and the total size (CSS Grid 2, 11.5)."""
    total = sum(sizes) + gap * max(len(sizes) - 1, 0)
    start, extra_gap = distribute_space(align, 0.0 if room is None else room - total, len(sizes))
    starts = []
    for size in sizes:
        starts.append(start)
        start += size + gap + extra_gap
    return starts, total
