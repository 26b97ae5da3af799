"""Turn a table into a laid box: columns of the widths that its cols say, rows as high as needed.

As in browsers with `table-layout: fixed`, separate borders and no spacing: no cell widens its
column. It must not know what stands in a cell.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from printgen.layout.boxes import Block, Cell, Laid, LaidPart, Misfit, Row, Table
from printgen.layout.frame import PLAIN

LayContent = Callable[[Block, float, list[Misfit]], Laid]
"""Lays a block whose content has the given width."""

_SLACK = 0.001


def lay_table(table: Table, inner: float, misfits: list[Misfit], lay_content: LayContent) -> Laid:
    """Lays a table whose columns share a width of `inner`; `misfits` takes what does not fit."""
    style = table.style
    widths = _widths(table, inner, misfits)
    top = style.border[0] + style.padding[0]
    left = style.border[3] + style.padding[3]
    children: list[tuple[float, float, LaidPart]] = []
    y = top
    baseline: float | None = None
    for row in table.rows:
        laid = _lay_row(row, widths, misfits, lay_content)
        children.append((left, y, laid))
        if baseline is None and laid.baseline is not None:
            baseline = y + laid.baseline
        y += laid.height
    if style.height is not None:
        hint = "give it to the rows"
        misfits.append(Misfit(table.line, table.name, "a table has no height of its own", hint))
    return Laid(
        style,
        left + inner + style.padding[1] + style.border[1],
        y + style.padding[2] + style.border[2],
        tuple(children),
        baseline,
    )


@dataclass(frozen=True, slots=True)
class _Set:
    """A cell as its content wants it, before the row has a height."""

    x: float
    width: float
    cell: Cell
    natural: Laid


def _widths(table: Table, inner: float, misfits: list[Misfit]) -> tuple[float, ...]:
    """The width of each column: as its col says, the rest in equal parts to those that say none."""
    count = max((sum(cell.span for cell in row.cells) for row in table.rows), default=0)
    said = [
        style.width if style.width_percent is None else inner * style.width_percent / 100
        for style in table.columns
    ]
    if said and count > len(said):
        message = f"has {count} cells in a row and {len(said)} cols"
        misfits.append(Misfit(table.line, table.name, message, "write a col for each column"))
    said += [None] * (count - len(said))
    known = sum(width for width in said if width is not None)
    open_columns = said.count(None)
    rest = inner - known
    if rest < -_SLACK or (not open_columns and said and rest > _SLACK):
        message = f"has columns of {known:.2f} mm together in a width of {inner:.2f} mm"
        hint = "leave one col without a width: it takes the rest"
        misfits.append(Misfit(table.line, table.name, message, hint))
    share = max(rest, 0.0) / open_columns if open_columns else 0.0
    return tuple(share if width is None else width for width in said)


def _lay_row(
    row: Row, widths: tuple[float, ...], misfits: list[Misfit], lay_content: LayContent
) -> Laid:
    cells: list[_Set] = []
    column = 0
    for cell in row.cells:
        x = sum(widths[:column])
        width = sum(widths[column : column + cell.span])
        cells.append(_Set(x, width, cell, _lay_cell(cell.block, width, misfits, lay_content)))
        column += cell.span
    line = max((_baseline(one) for one in cells if _on_line(one)), default=0.0)
    height = row.style.height or 0.0
    for one in cells:
        height = max(height, one.natural.height, _own_height(one.cell.block))
        if _on_line(one):
            height = max(height, line + one.natural.height - _baseline(one))
    children = tuple((one.x, 0.0, _stretched(one, height, line)) for one in cells)
    baseline = line if any(_on_line(one) for one in cells) else None
    return Laid(row.style, sum(widths), height, children, baseline)


def _lay_cell(block: Block, width: float, misfits: list[Misfit], lay_content: LayContent) -> Laid:
    """A cell as high as its content alone; its own height is a least one and the row's affair."""
    style = block.style
    inner = width - style.border[1] - style.padding[1] - style.padding[3] - style.border[3]
    if inner < 0:
        message = f"has borders and padding wider than its column of {width:.2f} mm"
        misfits.append(Misfit(block.line, block.name, message, "widen its col"))
    free = replace(block, style=replace(style, height=None)) if style.height is not None else block
    return lay_content(free, max(inner, 0.0), misfits)


def _own_height(block: Block) -> float:
    style = block.style
    if style.height is None:
        return 0.0
    if style.frame is not PLAIN:
        return style.height
    return style.height + style.border[0] + style.padding[0] + style.padding[2] + style.border[2]


def _on_line(one: _Set) -> bool:
    return one.cell.block.style.vertical_align == "baseline"


def _baseline(one: _Set) -> float:
    """Where a cell meets its row's line: its first baseline, or the foot of its content."""
    laid, style = one.natural, one.cell.block.style
    if laid.baseline is not None:
        return laid.baseline
    return laid.height - style.border[2] - style.padding[2]


def _stretched(one: _Set, height: float, line: float) -> Laid:
    """The cell at its row's height, its content moved to where vertical-align wants it."""
    spare = height - one.natural.height
    down = {
        "top": 0.0,
        "middle": spare / 2,
        "bottom": spare,
        "baseline": line - _baseline(one),
    }[one.cell.block.style.vertical_align]
    children = tuple((x, y + down, child) for x, y, child in one.natural.children)
    return replace(one.natural, width=one.width, height=height, children=children, baseline=line)
