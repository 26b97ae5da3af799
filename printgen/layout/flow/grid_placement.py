"""Placement of the items of a grid in its rows and columns (CSS Grid 2, section 8).

Sizes are unknown here. There are no implicit tracks before the first row or column.
"""

from collections.abc import Iterator
from itertools import chain, count

import msgspec
from msgspec.structs import replace

from printgen.layout.flow.boxes import AnyBox, BlockBox
from printgen.layout.flow.sizing import PlacedPart, separate_out_of_flow
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.grid_values import GridLines


class GridArea(msgspec.Struct, frozen=True):
    """The area of an item in a grid; `number` is the index of the item among all children.

    `column` and `row` are the indexes of the first column and row of the area, and `spans` the
    numbers of columns and of rows in it.
    """

    number: int
    box: AnyBox
    column: int
    row: int
    spans: tuple[int, int]

    @property
    def ends(self) -> tuple[int, int]:
        """The indexes of the first column and row after the area."""
        return self.column + self.spans[0], self.row + self.spans[1]

    def list_cells(self) -> Iterator[tuple[int, int]]:
        """Yield the column and the row of each cell of the area."""
        for y in range(self.row, self.ends[1]):
            yield from ((x, y) for x in range(self.column, self.ends[0]))


class GridPlacement(msgspec.Struct, frozen=True):
    """Where the items of a grid are, and how many tracks the grid has.

    - `areas`: the areas of the items, in the order of the items.
    - `columns`, `rows`: the numbers of its columns and rows.
    - `out_of_flow`: for each absolutely positioned child, by its index, an anchor that marks its
      position in the painting order.
    """

    areas: tuple[GridArea, ...]
    columns: int
    rows: int
    out_of_flow: dict[int, PlacedPart]


def count_explicit_tracks(container: ComputedStyle) -> tuple[int, int]:
    """Return the number of explicit columns and rows of a grid (CSS Grid 2, 7.1)."""
    areas = container.areas
    return max(len(container.columns), *map(len, areas), 1), max(len(container.rows), len(areas))


def find_grid_lines(container: ComputedStyle, style: ComputedStyle) -> tuple[GridLines, GridLines]:
    """Return the grid lines of an item's columns and rows, from its named area if it has one.

    `style` is the style of the item, and `container` that of the grid.
    """
    cells = [
        (row, column)
        for row, names in enumerate(container.areas, 1)
        for column, name in enumerate(names, 1)
        if name == style.area
    ]
    if not style.area or not cells:
        return style.grid_lines
    (top, left), (bottom, right) = cells[0], cells[-1]
    return GridLines(left, right + 1), GridLines(top, bottom + 1)


def resolve_track_range(lines: GridLines, track_count: int) -> tuple[int | None, int]:
    """Return the index of the first track (None for auto) and the number of tracks.

    `track_count` is the number of explicit tracks, from whose end negative lines count.
    """
    start, end = (
        line - 1 if line and line > 0 else line and track_count + 1 + line
        for line in (lines.start, lines.end)
    )
    # CSS Grid 2, 8.3.1: two lines in the wrong order are swapped; of two equal ones, one counts.
    if start is not None and end is not None and start != end:
        return min(start, end), abs(end - start)
    if start is None and end is not None:
        start = end - lines.span
    return start, lines.span


def place_grid_items(box: BlockBox) -> GridPlacement:
    """Return where the items of a grid are, with sparse packing by rows (CSS Grid 2, 8.5)."""
    placement: GridPlacement = box.cache.fetch("placement", lambda: _place_items(box))
    return placement


def _place_items(box: BlockBox) -> GridPlacement:
    columns, rows = count_explicit_tracks(box.style)
    flow, out_of_flow = separate_out_of_flow(box)
    placed: dict[int, GridArea] = {}
    occupied: set[tuple[int, int]] = set()
    waiting: list[tuple[GridArea, bool, bool]] = []
    # Step 1: items with a column and a row.
    for number, item in flow:
        lines = find_grid_lines(box.style, item.style)
        (column, across), (row, down) = map(resolve_track_range, lines, (columns, rows))
        area = GridArea(number, item, max(column or 0, 0), max(row or 0, 0), (across, down))
        if column is not None and row is not None:
            placed[number] = area
            occupied.update(area.list_cells())
        else:
            waiting.append((area, column is not None, row is not None))
    # Step 2: items with a row only, each behind those before it.
    row_ends: dict[int, int] = {}
    for area, _, has_row in waiting:
        if has_row:
            starts = (replace(area, column=x) for x in count(row_ends.get(area.row, 0)))
            found = _occupy_free_area(starts, occupied)
            placed[area.number] = found
            row_ends[area.row] = found.ends[0]
    # Step 3: the columns, with implicit ones.
    spans = (area.column * has_column + area.spans[0] for area, has_column, _ in waiting)
    columns = max((columns, *spans, *(area.ends[0] for area in placed.values())))
    # Step 4: all others, in the next free place.
    column, row = 0, 0
    for area, has_column, has_row in waiting:
        if has_row:
            continue
        if has_column:
            row += area.column < column
            starts = (replace(area, row=y) for y in count(row))
        else:
            last = columns - area.spans[0]
            firsts = ((x, row) for x in range(column, last + 1))
            others = ((x, y) for y in count(row + 1) for x in range(last + 1))
            starts = (replace(area, column=x, row=y) for x, y in chain(firsts, others))
        found = _occupy_free_area(starts, occupied)
        placed[area.number] = found
        column, row = found.ends[0], found.row
    areas = tuple(placed[number] for number, _ in flow)
    return GridPlacement(
        areas, columns, max(rows, 0, *(area.ends[1] for area in areas)), out_of_flow
    )


def _occupy_free_area(areas: Iterator[GridArea], occupied: set[tuple[int, int]]) -> GridArea:
    """Return the first of `areas` whose cells are all free, and add its cells to `occupied`."""
    area = next(area for area in areas if occupied.isdisjoint(area.list_cells()))
    occupied.update(area.list_cells())
    return area
