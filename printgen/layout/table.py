"""Table layout (CSS 2.1, 17.5.2.1 fixed table layout and 17.5.3 table height).

Columns have the widths of the `col` elements and rows are as high as their content. As with
`table-layout: fixed; border-spacing: 0` in browsers, no cell widens its column. The content of
the cells is laid out by the engine.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printgen.layout.box_style import to_mm
from printgen.layout.boxes import BlockBox, LaidBlock, LaidPart, Misfit, RowBox, TableBox
from printgen.layout.inline_layout import SLACK

if TYPE_CHECKING:
    from printgen.layout.block import Engine


def lay_out_table(layout: "Engine", table: TableBox, width: float, factor: float) -> LaidBlock:
    """Lay out a table with a border box `width` mm wide."""
    style = table.style
    top, right, bottom, left = style.box_style.resolve_border_padding(0.0)
    inner_width = max(width - (left + right), 0.0)
    misfits: list[Misfit] = []
    widths = _get_widths(table, inner_width, misfits)
    children: list[tuple[float, float, LaidPart]] = []
    y = top
    baseline: float | None = None
    for row in table.rows:
        laid = _lay_out_row(layout, row, widths, misfits, factor)
        children.append((left, y, laid))
        if baseline is None and laid.baseline is not None:
            baseline = y + laid.baseline
        y += laid.height
    if style.box_style.height is not None:
        hint = "set the height on the rows"
        misfits.append(Misfit(table.line, table.name, "a table cannot have a height", hint))
    outer_width = left + inner_width + right
    return LaidBlock(style, outer_width, y + bottom, tuple(children), baseline, tuple(misfits))


@dataclass(frozen=True, slots=True)
class _MeasuredCell:
    """A cell laid out at its natural height, before the height of the row is known."""

    x: float
    width: float
    block: BlockBox
    natural: LaidBlock

    @property
    def is_baseline_aligned(self) -> bool:
        return self.block.style.vertical_align == "baseline"

    @property
    def baseline(self) -> float:
        """The distance from the top of the cell to its baseline, in mm."""
        # CSS 2.1, 17.5.3: of its first line, or else the bottom of its content box.
        laid = self.natural
        if laid.baseline is not None:
            return laid.baseline
        return laid.height - self.block.style.box_style.resolve_border_padding(0.0)[2]


def _get_widths(table: TableBox, inner_width: float, misfits: list[Misfit]) -> tuple[float, ...]:
    """Return the width of each column in mm; report widths that do not fill the table."""
    # CSS 2.1, 17.5.2.1: columns without a width share the remaining space equally.
    count = max((sum(cell.span for cell in row.cells) for row in table.rows), default=0)
    widths = [to_mm(style.box_style.width, inner_width) for style in table.columns]
    if widths and count > len(widths):
        message = f"has {count} cells in a row and {len(widths)} cols"
        misfits.append(Misfit(table.line, table.name, message, "write a col for each column"))
    widths += [None] * (count - len(widths))
    known_width = sum(width for width in widths if width is not None)
    auto_count = widths.count(None)
    remaining = inner_width - known_width
    if remaining < -SLACK or (not auto_count and widths and remaining > SLACK):
        message = f"has columns of {known_width:.2f} mm in total in a width of {inner_width:.2f} mm"
        hint = "leave one col without a width: it takes the rest"
        misfits.append(Misfit(table.line, table.name, message, hint))
    auto_width = max(remaining, 0.0) / auto_count if auto_count else 0.0
    return tuple(auto_width if width is None else width for width in widths)


def _lay_out_row(
    layout: "Engine", row: RowBox, widths: tuple[float, ...], misfits: list[Misfit], factor: float
) -> LaidBlock:
    cells: list[_MeasuredCell] = []
    column = 0
    for cell in row.cells:
        width, block = sum(widths[column : column + cell.span]), cell.block
        edges = block.style.box_style.resolve_border_padding(0.0)
        if width < edges[1] + edges[3]:
            message = f"has borders and padding wider than its column of {width:.2f} mm"
            misfits.append(Misfit(block.line, block.name, message, "widen its col"))
        border_padding = edges[1] + edges[3]
        outer_width = max(width, border_padding)
        laid = layout.lay_out(block, outer_width, None, factor, outer_width - border_padding)
        assert isinstance(laid, LaidBlock)  # noqa: S101 - a cell is a block
        misfits += laid.misfits
        cells.append(_MeasuredCell(sum(widths[:column]), width, block, laid))
        column += cell.span
    # CSS 2.1, 17.5.3: the row is as high as its own height, those of its cells and their content
    # demand. Cells aligned by baseline are moved to a common line, which can make it higher.
    line = max((entry.baseline for entry in cells if entry.is_baseline_aligned), default=0.0)
    height = to_mm(row.style.box_style.height, 0.0) or 0.0
    for entry in cells:
        own_height = to_mm(entry.block.style.box_style.height, 0.0) or 0.0
        height = max(height, entry.natural.height, own_height)
        if entry.is_baseline_aligned:
            height = max(height, line + entry.natural.height - entry.baseline)
    children = tuple((entry.x, 0.0, _stretch_cell(entry, height, line)) for entry in cells)
    baseline = line if any(entry.is_baseline_aligned for entry in cells) else None
    return LaidBlock(row.style, sum(widths), height, children, baseline)


def _stretch_cell(cell: _MeasuredCell, height: float, line: float) -> LaidBlock:
    """Return a cell at the height of its row; its vertical-align moves the content."""
    # CSS 2.1, 17.5.3: the four values of vertical-align that apply to cells.
    spare = height - cell.natural.height
    offset = {"top": 0.0, "middle": spare / 2, "bottom": spare, "baseline": line - cell.baseline}[
        cell.block.style.vertical_align
    ]
    children = tuple((x, y + offset, child) for x, y, child in cell.natural.children)
    return replace(cell.natural, width=cell.width, height=height, children=children, baseline=line)
