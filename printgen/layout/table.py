"""Turn a table into a laid box: columns of the widths that its cols say, rows as high as needed.

As in browsers with `table-layout: fixed`, separate borders and no spacing: no cell widens its
column. It must not know what stands in a cell.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printgen.layout.box_style import of
from printgen.layout.boxes import Block, Laid, LaidPart, Misfit, RowBox, TableBox
from printgen.layout.inline_layout import SLACK

if TYPE_CHECKING:
    from printgen.layout.block import Layout


def lay_table(layout: "Layout", table: TableBox, width: float, factor: float) -> Laid:
    """Lays a table of a border box `width` wide."""
    style = table.style
    top, right, bottom, left = style.frame.edges(0.0)
    inner = max(width - (left + right), 0.0)
    misfits: list[Misfit] = []
    widths = _widths(table, inner, misfits)
    children: list[tuple[float, float, LaidPart]] = []
    y = top
    baseline: float | None = None
    for row in table.rows:
        laid = _lay_row(layout, row, widths, misfits, factor)
        children.append((left, y, laid))
        if baseline is None and laid.baseline is not None:
            baseline = y + laid.baseline
        y += laid.height
    if style.frame.height is not None:
        hint = "give it to the rows"
        misfits.append(Misfit(table.line, table.name, "a table has no height of its own", hint))
    wide = left + inner + right
    return Laid(style, wide, y + bottom, tuple(children), baseline, tuple(misfits))


@dataclass(frozen=True, slots=True)
class _Set:
    """A cell as its content wants it, before the row has a height."""

    x: float
    width: float
    block: Block
    natural: Laid

    @property
    def is_on_line(self) -> bool:
        return self.block.style.vertical_align == "baseline"

    @property
    def baseline(self) -> float:
        """Where it meets its row's line: its first baseline, or the foot of its content."""
        laid = self.natural
        if laid.baseline is not None:
            return laid.baseline
        return laid.height - self.block.style.frame.edges(0.0)[2]


def _widths(table: TableBox, inner: float, misfits: list[Misfit]) -> tuple[float, ...]:
    """The width of each column: as its col says, the rest in equal parts to those that say none."""
    count = max((sum(cell.span for cell in row.cells) for row in table.rows), default=0)
    said = [of(style.frame.width, inner) for style in table.columns]
    if said and count > len(said):
        message = f"has {count} cells in a row and {len(said)} cols"
        misfits.append(Misfit(table.line, table.name, message, "write a col for each column"))
    said += [None] * (count - len(said))
    known = sum(width for width in said if width is not None)
    open_columns = said.count(None)
    rest = inner - known
    if rest < -SLACK or (not open_columns and said and rest > SLACK):
        message = f"has columns of {known:.2f} mm together in a width of {inner:.2f} mm"
        hint = "leave one col without a width: it takes the rest"
        misfits.append(Misfit(table.line, table.name, message, hint))
    share = max(rest, 0.0) / open_columns if open_columns else 0.0
    return tuple(share if width is None else width for width in said)


def _lay_row(
    layout: "Layout",
    row: RowBox,
    widths: tuple[float, ...],
    misfits: list[Misfit],
    factor: float,
) -> Laid:
    cells: list[_Set] = []
    column = 0
    for cell in row.cells:
        width, block = sum(widths[column : column + cell.span]), cell.block
        edges = block.style.frame.edges(0.0)
        if width < edges[1] + edges[3]:
            message = f"has borders and padding wider than its column of {width:.2f} mm"
            misfits.append(Misfit(block.line, block.name, message, "widen its col"))
        around = edges[1] + edges[3]
        wide = max(width, around)
        laid = layout.lay(block, wide, None, factor, wide - around)
        assert isinstance(laid, Laid)  # noqa: S101 - a cell is a block
        misfits += laid.misfits
        cells.append(_Set(sum(widths[:column]), width, block, laid))
        column += cell.span
    line = max((one.baseline for one in cells if one.is_on_line), default=0.0)
    height = of(row.style.frame.height, 0.0) or 0.0
    for one in cells:
        own = of(one.block.style.frame.height, 0.0) or 0.0
        height = max(height, one.natural.height, own)
        if one.is_on_line:
            height = max(height, line + one.natural.height - one.baseline)
    children = tuple((one.x, 0.0, _stretched(one, height, line)) for one in cells)
    baseline = line if any(one.is_on_line for one in cells) else None
    return Laid(row.style, sum(widths), height, children, baseline)


def _stretched(one: _Set, height: float, line: float) -> Laid:
    """The cell at its row's height, its content moved to where vertical-align wants it."""
    spare = height - one.natural.height
    down = {
        "top": 0.0,
        "middle": spare / 2,
        "bottom": spare,
        "baseline": line - one.baseline,
    }[one.block.style.vertical_align]
    children = tuple((x, y + down, child) for x, y, child in one.natural.children)
    return replace(one.natural, width=one.width, height=height, children=children, baseline=line)
