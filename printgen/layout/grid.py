"""Turn the items of a grid into laid boxes in columns and rows.

As CSS Grid Layout says, in its order: placing row by row, columns, rows, alignment. It must not
know what stands in an item.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printgen.layout.boxes import AnyBox, BlockBox, LaidBox, Misfit, Replaced
from printgen.layout.css_properties import GridTrack
from printgen.layout.grid_tracks import TrackDemand, size_tracks
from printgen.layout.inline_layout import SLACK, IntrinsicWidths
from printgen.layout.sizing import (
    Contents,
    PlacedPart,
    Space,
    align_offset,
    clamp_box,
    clamp_size,
    distribute_space,
    shift_relative,
    split_flow,
)

if TYPE_CHECKING:
    from printgen.layout.block import Engine


class _GridArea(NamedTuple):
    """An item and the area it stands in: its first column and row, and over how many."""

    number: int
    box: AnyBox
    column: int
    row: int
    spans: tuple[int, int]


def lay_out_grid(layout: "Engine", box: BlockBox, room: Space, factor: float) -> Contents:
    """Lays the items of a grid in a room."""
    style, (inner_width, inner_height, height_limits) = box.box_style, room
    items, placed, count = _place_items(box)
    columns = style.columns or (GridTrack("auto"),)
    column_demands = [_make_column_demand(layout, item, factor) for item in items]
    widths = size_tracks(columns, column_demands, inner_width, style.gaps[1], style.justify)
    lefts, total_width = _place_tracks(widths, style.gaps[1], style.justify, inner_width)
    rows = style.rows + (style.auto_rows,) * (count - len(style.rows))
    cells = [_GridItemLayout(layout, item, lefts, widths, factor) for item in items]
    by_content = {n for n, item in enumerate(rows) if item.kind in ("auto", "max-content")}
    if inner_height is None:
        by_content |= {*range(len(rows))}
    row_demands = [cell.make_row_demand(by_content) for cell in cells]
    heights = size_tracks(rows, row_demands, inner_height, style.gaps[0], style.align)
    tops, total_height = _place_tracks(heights, style.gaps[0], style.align, inner_height)
    if inner_height is None and not height_limits[0] <= total_height <= height_limits[1]:
        bounded_height = clamp_size(total_height, *height_limits)
        heights = size_tracks(rows, row_demands, None, style.gaps[0], style.align, bounded_height)
        tops, total_height = _place_tracks(heights, style.gaps[0], style.align, bounded_height)
    misfits: tuple[Misfit, ...] = ()
    if total_width > inner_width + SLACK:
        message = f"has columns {total_width - inner_width:.2f} mm wider than its room of {inner_width:.2f} mm"
        misfits = (Misfit(box.line, box.name, message, share=inner_width / total_width),)
    baseline: float | None = None
    for cell, item in zip(cells, items, strict=True):
        area = _measure_area(heights, tops, item.row, item.spans[1])
        laid, x, y = cell.lay_out_item(area, style.align_items)
        y += tops[item.row]
        placed[item.number] = shift_relative(item.box, cell.x + x, y, laid, cell.area_width, area)
        misfits += laid.misfits
        if baseline is None:
            baseline = y + (laid.height if laid.baseline is None else laid.baseline)
    return Contents(tuple(placed[item] for item in sorted(placed)), total_height, baseline, misfits)


def measure_grid(layout: "Engine", box: BlockBox, factor: float) -> IntrinsicWidths:
    """How wide the content of a grid wants to be."""
    style = box.box_style
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
    """The items of a grid, row by row, each in the next area that is free."""
    columns = len(box.box_style.columns) or 1
    flow, out_of_flow = split_flow(box)
    occupied: set[tuple[int, int]] = set()
    items: list[_GridArea] = []
    row = column = 0
    for number, item in flow:
        across, down = min(item.box_style.spans[0], columns), item.box_style.spans[1]
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
    return items, out_of_flow, max(count, len(box.box_style.rows))


def _make_column_demand(
    layout: "Engine", item: _GridArea, factor: float, extent_index: int = 0
) -> TrackDemand:
    """What an item asks of its columns: at least its words, at their least size or not."""
    outer = layout.measure_outer_widths(item.box, factor)
    least, style = outer[min(extent_index, 1)], item.box.box_style
    is_styled = style.min_size[0] is not None or isinstance(item.box, Replaced)
    if is_styled and type(style.width) is not float:
        margins = style.resolve_margins(0.0)
        least = clamp_box(style, 0, 0.0, None, None) + margins[1] + margins[3]
    style_min = least if is_styled or type(style.width) is float else 0.0
    return TrackDemand(item.column, item.spans[0], least, outer.max_content, style_min)


class _GridItemLayout:
    """An item in its columns: where it stands, how wide it is and how high its content."""

    def __init__(
        self,
        layout: "Engine",
        item: _GridArea,
        lefts: Sequence[float],
        widths: Sequence[float],
        factor: float,
    ) -> None:
        self.layout, self.item, self.factor = layout, item, factor
        self.x = lefts[item.column]
        self.area_width = _measure_area(widths, lefts, item.column, item.spans[0])
        self.style = item.box.box_style
        self.margins = self.style.resolve_margins(self.area_width)

    def make_row_demand(self, by_content: set[int]) -> TrackDemand:
        """What the item asks of its rows, of which some are as high as their content."""
        margin_height = self.margins[0] + self.margins[2]
        style, least, content = self.style, None, 0.0
        if style.min_size[1] is not None and type(style.height) is not float:
            least = clamp_box(style, 1, 0.0, None, self.area_width) + margin_height
        row, span = self.item.row, self.item.spans[1]
        if least is None or not by_content.isdisjoint(range(row, row + span)):
            content = self._lay_out_box(None, None).height + margin_height
        return TrackDemand(row, span, content if least is None else least, content, least or 0.0)

    def lay_out_item(self, area_height: float, align_items: str) -> tuple[LaidBox, float, float]:
        """The item in an area `room` high, and where it stands there."""
        align = align_items if self.style.align_self == "auto" else self.style.align_self
        height = area_height - self.margins[0] - self.margins[2]
        is_figure = isinstance(self.item.box, Replaced)
        is_stretched = align == "stretch" or (align == "normal" and not is_figure)
        laid = self._lay_out_box(area_height, height if is_stretched else None)
        overflow = laid.height - height
        if overflow > SLACK and not laid.misfits:
            message = f"is {overflow:.2f} mm higher than its area of {area_height:.2f} mm"
            misfit = Misfit(
                self.item.box.line,
                self.item.box.name,
                message,
                share=max(height, 0.0) / laid.height,
            )
            laid = replace(laid, misfits=(misfit,))
        return laid, self.margins[3], self.margins[0] + align_offset(align, -overflow)

    def _lay_out_box(self, area_height: float | None, default_height: float | None) -> LaidBox:
        """The item at its width, as high as it says in an area, else `tall`, else its content."""
        width = self.area_width - self.margins[1] - self.margins[3]
        return self.layout.lay_out_by_style(
            self.item.box, width, self.area_width, area_height, self.factor, default_height
        )


def _measure_area(sizes: Sequence[float], starts: Sequence[float], first: int, span: int) -> float:
    """The size of the area of some tracks, gaps among them included."""
    last = first + span - 1
    return starts[last] + sizes[last] - starts[first]


def _place_tracks(
    sizes: Sequence[float], gap: float, align: str, room: float | None
) -> tuple[list[float], float]:
    """Where each track begins, and what all take."""
    total = sum(sizes) + gap * max(len(sizes) - 1, 0)
    start, extra_gap = distribute_space(align, 0.0 if room is None else room - total, len(sizes))
    starts = []
    for size in sizes:
        starts.append(start)
        start += size + gap + extra_gap
    return starts, total
