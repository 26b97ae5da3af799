"""Checks that each cell of a table is in its row and under the head of its column.

- The cells of a row are next to each other and apart from all other rows.
- Rows are in the order of the data, from top to bottom. They may continue at the top of the next
  column of the page.
- The cells of a column are under its head or, without a head, under each other. In a table with
  heads, each cell overlaps a head or another cell of its column.
- Columns have the same order in all rows.

If a table is turned on the page or set across, its boxes are turned before the checks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise, permutations, product

import msgspec

from printgen.content.content import FaceContent, TableGrid
from printgen.face_checks.box_relations import (
    MAX_TOUCH,
    MIN_SHARED,
    compare_positions,
    is_beside,
    is_in_row_or_column,
    is_outside_part,
    measure_horizontal_overlap,
    rotate_box,
)
from printgen.face_checks.printed_face import PrintedFace, make_field_problem, quote_field
from printgen.geometry import Box, find_bounding_box
from printgen.problems import Problem
from printgen.system.cache import Cache

_SHARE_TOLERANCE = 0.05
"""The largest difference between two overlaps that is ignored. Overlaps are shares, 0 to 1."""

_APART_FROM_CELLS = "apart from its cells"
_BELOW_CELLS = "below or to the right of its cells"

Names = tuple[str, ...]

_correct_tables: Cache[object, None] = Cache(1_024)
"""Keys of correct tables, which are skipped when they occur again. Incorrect tables are not
stored, because their messages quote texts that are not in the key."""


class _PrintedRow(msgspec.Struct, frozen=True):
    """A printed row of a table: the names of its fields, also by column, and a box around them.

    The box is only as high as the texts of the row, because a mark may be higher than its row.
    """

    names: Names
    cells: Mapping[str, Names]
    box: Box


def check_tables(face: PrintedFace, content: FaceContent) -> Iterator[Problem]:
    """Yield a problem for each cell that is outside its row or column, and each misplaced heading.

    A heading of a column is misplaced if it is not in its column. Cells that are missing from the
    face are ignored, because other checks report them.
    """
    fields, marks, inputs = map(tuple, (content.fields, content.marks, content.inputs))
    names = fields, marks, inputs, content.trailing_heads
    for grid in content.grids.values():
        key = grid, names, _make_cache_key(grid, face)
        if key not in _correct_tables:
            table_problems = tuple(_PrintedTable(grid, face, content).find_problems())
            yield from table_problems
            if not table_problems:
                _correct_tables.set(key, None)


def _make_cache_key(grid: TableGrid, face: PrintedFace) -> object:
    """Return a cache key for the check of a table: its boxes, and the boxes that overlap it."""
    all_boxes = face.bounding_boxes.items()
    own_boxes = [
        face.bounding_boxes[name] for name in _list_field_names(grid) if name in face.bounding_boxes
    ]
    # Turned boxes have other neighbours, so the key contains all positions.
    if not own_boxes or face.text_angles:
        return tuple(all_boxes), tuple(face.text_angles.items())
    left, top, right, bottom = find_bounding_box(own_boxes)
    near_boxes = [entry for entry in all_boxes if entry[1][1] <= bottom and entry[1][3] >= top]
    return tuple([entry for entry in near_boxes if entry[1][0] <= right and entry[1][2] >= left])


def _list_field_names(grid: TableGrid) -> Names:
    heads = [name for column in grid.columns for name in (*column.heads, *column.over)]
    return (*heads, *[name for line in grid.lines for cell in line.cells for name in cell.names])


class _PrintedTable:
    """A table on a face. Its boxes are rotated so that each row is below the row before."""

    def __init__(self, grid: TableGrid, face: PrintedFace, content: FaceContent) -> None:
        self.grid, self.content = grid, content
        cell_names = [name for line in grid.lines for cell in line.cells for name in cell.names]
        angles = [face.text_angles.get(name, 0.0) for name in cell_names]
        # Most cells have the angle of the table; a single one may be turned.
        angle = max(angles, key=angles.count, default=0.0)
        self.boxes: Mapping[str, Box] = face.bounding_boxes
        if angle or grid.across:
            boxes = face.bounding_boxes.items()
            self.boxes = {name: rotate_box(box, angle, across=grid.across) for name, box in boxes}
        self.heads = {item.name: self._filter_printed_names(item.heads) for item in grid.columns}
        self.headings = {
            column: self._join_boxes(names) for column, names in self.heads.items() if names
        }
        self.heads_above = {} if grid.heads_in_line else self.headings
        self.rows: list[_PrintedRow] = []
        for line in grid.lines:
            cells = {cell.column: self._filter_printed_names(cell.names) for cell in line.cells}
            names = [name for cell_texts in cells.values() for name in cell_texts]
            if names:
                # Messages name a row by its first text, so texts come before marks.
                names.sort(key=lambda name: name not in content.fields)
                tall_names = [name for name in names if name not in content.marks] or names
                _, top, _, bottom = self._join_boxes(tall_names)
                box = self._join_boxes(names)._replace(top=top, bottom=bottom)
                self.rows.append(_PrintedRow(tuple(names), cells, box))

        # Other fields must stay apart from the table, except its own fields printed again.
        row_names = {name for row in self.rows for name in row.names}
        head_names = {name for names in self.heads.values() for name in names}
        table_names = row_names | head_names
        area = self._join_boxes(table_names) if table_names else None
        own = table_names if len(self.rows) < 2 else row_names
        self.near_names = [
            name
            for name in self._filter_printed_names((*content.fields, *content.inputs))
            if area
            and area.overlaps(self.boxes[name], MAX_TOUCH)
            and not own & {name, name.rpartition(".")[0]}
        ]
        self.other_names = [name for name in self.near_names if name not in head_names]

    def find_problems(self) -> Iterator[Problem]:
        """Yield the problems of the table, at most one for each field.

        If cells are outside their rows, columns are not checked, because the same cause would be
        reported twice.
        """
        found_problems = list(self._check_row_separation())
        if self.rows and not found_problems:
            page_columns = [[self.rows[0]]]
            found_problems = [*self._check_and_group_rows(page_columns)]
            found_problems += self._check_columns(page_columns)
            found_problems += self._check_head_line() if self.grid.heads_in_line else ()
            found_problems += self._check_spanning_heads(page_columns[0])
            found_problems += self._check_column_order()
            # One wrong cell may push the others of its row away, too.
            if not found_problems:
                found_problems = [*self._check_loose_cells(page_columns)]
            if not found_problems:
                found_problems = [*self._check_heads_above_cells(page_columns[0])]
        for name in dict.fromkeys(problem.where.field for problem in found_problems):
            yield next(problem for problem in found_problems if problem.where.field == name)

    def _filter_printed_names(self, names: Iterable[str]) -> Names:
        return tuple(name for name in names if name in self.boxes)

    def _join_boxes(self, names: Iterable[str]) -> Box:
        return find_bounding_box([self.boxes[name] for name in names])

    def _list_cells(self, column: str, rows: Iterable[_PrintedRow]) -> list[str]:
        return [name for row in rows for name in row.cells.get(column, ())]

    def _describe_field(self, name: str) -> str:
        return f"{quote_field(self.content, name)} ({name})"

    def _make_position_problem(
        self, name: str, position: str, wanted_position: str, *quoted_names: str
    ) -> Problem:
        """Return a problem that says where the field `name` is, and where it must be.

        `quoted_names` are the described fields that replace each {} in `position`.
        """
        kind = f"{{}} is {position}; it belongs {{}}"
        words = quote_field(self.content, name), *quoted_names, wanted_position
        return make_field_problem(name, kind, "", *words)

    def _check_row_separation(self) -> Iterator[Problem]:
        """Yield a problem for each cell apart from the rest of its row, or inside another row.

        Two cells in the same place, and other fields inside a row, are problems too.
        """
        row_by_name = {name: row for row in self.rows for name in row.names}
        for row in self.rows:
            own, *strays = self._group_by_position(row.names)
            first = self._describe_field(own[0])
            for name in (name for stray in strays for name in stray):
                box = self.boxes[name]
                near = [item for item in row_by_name if is_beside(self.boxes[item], box)]
                near = [item for item in near if row_by_name[item] is not row]
                distance = abs(box.y_middle - self.boxes[own[0]].y_middle)
                position = "next to {}" if near else f"{distance:.1f} mm off {{}}"
                other_text = self._describe_field((near or own)[0])
                yield self._make_position_problem(name, position, f"next to {first}", other_text)
            others = (other for other in self.rows if other is not row)
            others = (other for other in others if other.box.overlaps(row.box, MAX_TOUCH))
            among = (*self.near_names, *(name for other in others for name in other.names))
            for name in among if not strays else ():
                if row.box.overlaps(self.boxes[name], MAX_TOUCH):
                    yield self._make_position_problem(name, "in the row of {}", "outside", first)
            cell_pairs = combinations(row.cells.values(), 2)
            for other_name, name in (pair for cells in cell_pairs for pair in product(*cells)):
                if self.boxes[name].overlaps(self.boxes[other_name], MAX_TOUCH):
                    other_text = self._describe_field(other_name)
                    yield self._make_position_problem(
                        name, "in the same place as {}", "next to it", other_text
                    )

    def _group_by_position(self, names: Names) -> list[list[str]]:
        """Return the fields of a row in groups, the largest first.

        Fields in one group are next to or below each other, directly or through other fields.
        """
        groups: list[list[str]] = []
        rest = list(names)
        while rest:
            group = [rest.pop(0)]
            for box in (self.boxes[member] for member in group):
                tied_names = [name for name in rest if is_in_row_or_column(box, self.boxes[name])]
                rest = [name for name in rest if name not in tied_names]
                group += tied_names
            groups.append(group)
        own_group, *strays = sorted(groups, key=len, reverse=True)
        # A label may be next to several lines together, without being next to any single line.
        for stray in list(strays):
            if is_beside(self._join_boxes(own_group), self._join_boxes(stray)):
                own_group += stray
                strays.remove(stray)
        return [own_group, *strays]

    def _check_and_group_rows(self, page_columns: list[list[_PrintedRow]]) -> Iterator[Problem]:
        """Yield a problem for each row that is not below the row before.

        A row may continue at the top of the next column of the page. `page_columns` has a list of
        rows for each column of the page. It must contain the first row, and all other rows are
        added to it.
        """
        right = max(box.right for box in (self.rows[0].box, *self.heads_above.values()))
        for last_row, row in pairwise(self.rows):
            is_below = row.box.y_middle > last_row.box.y_middle
            if not is_below and row.box.left > right - MAX_TOUCH:
                page_columns.append([])
            elif not is_below:
                last_text = self._describe_field(last_row.names[0])
                yield self._make_position_problem(row.names[0], "before {}", "after it", last_text)
            page_columns[-1].append(row)
            right = max(right, row.box.right)
        # Single rows next to each other are a table set across, not page columns.
        if any(len(page_column) == 1 for page_column in page_columns[:-1]):
            first_name, table_id = self.rows[0].names[0], self.grid.table
            message = "the rows after {} are not below each other"
            hint = f"place them below each other, or write across: [{table_id}] in the print"
            if self.grid.across:
                message = "the rows after {} are not next to each other"
                hint = f"place them side by side, or remove {table_id} from across: in the print"
            yield make_field_problem(first_name, message, hint, self._describe_field(first_name))

    def _check_columns(self, page_columns: Sequence[Sequence[_PrintedRow]]) -> Iterator[Problem]:
        """Yield a problem for each cell that is under the head or the cells of another column."""
        columns = [column.name for column in self.grid.columns]
        columns = [column for column in columns if self._list_cells(column, self.rows)]
        misplaced: dict[str, tuple[str, str]] = {}
        for page_column, heads in self._pair_columns_with_heads(page_columns):
            for own, other in permutations(columns, 2):
                cells, strays = self._list_cells(own, page_column), []
                full_rows = [row for row in page_column if row.cells.get(own)]
                full_rows = [row for row in full_rows if row.cells.get(other)]
                if own in heads and other in heads:
                    strays = self._find_misplaced_fields(cells, heads[own], heads[other])
                elif full_rows:
                    own_box = self._join_boxes(self._list_cells(own, full_rows))
                    other_box = self._join_boxes(self._list_cells(other, full_rows))
                    other_rows = (row for row in page_column if row not in full_rows)
                    cells = self._list_cells(own, other_rows)
                    strays = self._find_misplaced_fields(cells, own_box, other_box)
                elif other in heads and own not in heads:
                    # A cell without a head, under one head only; under several it may span columns.
                    above = {name: self._find_columns_above(name, heads) for name in cells}
                    strays = [name for name in cells if above[name] == [other]]
                for name in strays:
                    misplaced.setdefault(name, (other, own))
        for column_pair, names in groupby(misplaced, lambda name: misplaced[name]):
            name, *other_names = names
            position, wanted_position = map(self._describe_column_place, column_pair)
            position += f", like {len(other_names)} more in its column" if other_names else ""
            yield self._make_position_problem(name, "{}", wanted_position, position)

    def _pair_columns_with_heads(
        self, page_columns: Sequence[Sequence[_PrintedRow]]
    ) -> Iterator[tuple[Sequence[_PrintedRow], Mapping[str, Box]]]:
        """Yield for each page column its rows, and the boxes of the heads above them by column.

        Heads are printed over the first page column only. For later page columns, the boxes are
        moved sideways to be over the rows.
        """
        for page_column in page_columns:
            shifts = [
                self._join_boxes(own_names).left - self._join_boxes(first_names).left
                for item in (self.grid.columns if page_column is not page_columns[0] else ())
                if (first_names := self._list_cells(item.name, page_columns[0]))
                and (own_names := self._list_cells(item.name, page_column))
            ]
            shift = (shifts or [0.0])[0]
            heads = {name: head.move_by(shift, 0) for name, head in self.heads_above.items()}
            yield page_column, heads

    def _check_loose_cells(
        self, page_columns: Sequence[Sequence[_PrintedRow]]
    ) -> Iterator[Problem]:
        """Yield a problem for each cell that overlaps no head and no other cell of its column."""
        for page_column, heads in self._pair_columns_with_heads(page_columns):
            # In a table of one row, a head may be before its cell.
            for column in self.heads if heads and len(self.rows) > 1 else ():
                cells = [names for row in page_column if (names := row.cells.get(column))]
                boxes = [*map(self._join_boxes, cells)]
                pairs = zip(cells, boxes, strict=True)
                for names, box in pairs if column in heads or len(cells) > 1 else ():
                    others = (*heads.values(), *(other for other in boxes if other is not box))
                    if not any(measure_horizontal_overlap(box, other) for other in others):
                        position = "under no head, and under no other cell of its column"
                        wanted_position = self._describe_column_place(column)
                        yield self._make_position_problem(names[0], position, wanted_position)

    def _check_spanning_heads(self, page_column: Sequence[_PrintedRow]) -> Iterator[Problem]:
        """Yield a problem for each head above the cells of a column that it does not belong to.

        Only a head that spans several columns, or that shares its column with other heads, is
        checked. A head that spans columns but is below their cells is a problem too, unless it is
        one of `trailing_heads`, which may be there.
        """
        columns = self.grid.columns
        spans = {
            n: [key.name for key in columns if n in key.over] for col in columns for n in col.over
        }
        multi_heads = [key for key in self.heads_above if len(self.heads[key]) > 1]
        heads = {name: [key] for key in multi_heads for name in self.heads[key]}
        for name in self._filter_printed_names(spans | heads):
            cols = (spans | heads)[name]
            fields = ((*self.heads[key], *self._list_cells(key, page_column)) for key in cols)
            names = [n for field_names in fields for n in field_names if n != name]
            for other in (key.name for key in columns if names and key.name not in cols):
                if not (other_names := self._list_cells(other, page_column)):
                    continue
                boxes = self._join_boxes(names), self._join_boxes(other_names)
                if self._find_misplaced_fields([name], *boxes):
                    other_text = self._describe_field((*self.heads[other], *other_names)[0])
                    position = f"{_APART_FROM_CELLS}, above {{}}"
                    yield self._make_position_problem(
                        name, position, f"above {names[0]}", other_text
                    )
            late = [key for key in names if self.boxes[key].y_middle <= self.boxes[name].y_middle]
            if late and name in spans and name not in self.content.trailing_heads:
                yield self._make_position_problem(name, _BELOW_CELLS, f"above {late[0]}")

    def _find_misplaced_fields(
        self, names: Iterable[str], own_box: Box, other_box: Box
    ) -> list[str]:
        """Return the fields that overlap `other_box` more than `own_box`, or are beyond it."""
        nearer_names = []
        for name in names:
            box = self.boxes[name]
            own_share = measure_horizontal_overlap(box, own_box)
            is_beyond = own_box.right <= other_box.left < other_box.right <= box.left
            is_beyond |= box.right <= other_box.left < other_box.right <= own_box.left
            is_nearer = measure_horizontal_overlap(box, other_box) > own_share + _SHARE_TOLERANCE
            if is_nearer or (is_beyond and not own_share):
                nearer_names.append(name)
        return nearer_names

    def _find_columns_above(self, name: str, heads: Mapping[str, Box]) -> list[str]:
        shares = {key: measure_horizontal_overlap(self.boxes[name], heads[key]) for key in heads}
        return [key for key, share in shares.items() if share >= MIN_SHARED]

    def _describe_column_place(self, column: str) -> str:
        """Return where the cells of a column belong, for messages: under its head or last cell."""
        names = self.heads[column] or self._list_cells(column, self.rows)
        return f"{'next to' if self.grid.across else 'under'} {self._describe_field(names[-1])}"

    def _check_column_order(self) -> Iterator[Problem]:
        """Yield a problem if the cells of two columns are in the wrong order in some rows.

        The right order is that of the heads. Without heads, it is that of the first row with both.
        """
        for first_column, other in combinations([column.name for column in self.grid.columns], 2):
            usual_order, order_source, swaps = (0, 0), "", []
            if first_column in self.headings and other in self.headings:
                order_source = self.heads[first_column][-1]
                usual_order = compare_positions(self.headings[first_column], self.headings[other])
            for row in self.rows:
                first_names, second_names = row.cells.get(first_column), row.cells.get(other)
                if first_names and second_names:
                    order = compare_positions(*map(self._join_boxes, (first_names, second_names)))
                    # On one of the axes, the order is the reverse.
                    if any(one * usual < 0 for one, usual in zip(order, usual_order, strict=True)):
                        swaps.append((first_names[0], second_names[0])[:: 1 if 1 in order else -1])
                    # Without heads, the first row sets the order.
                    if not any(usual_order):
                        usual_order, order_source = order, row.names[0]
            for first, last in swaps[:1]:
                count_text = f", like {len(swaps) - 1} more" if len(swaps) > 1 else ""
                message = "its row has {0} before {1}{2}; the row of {3} has {1} before {0}"
                yield make_field_problem(first, message, "", first, last, count_text, order_source)

    def _check_head_line(self) -> Iterator[Problem]:
        """Yield a problem for each head that is below the cells, or not in line with other heads.

        Other fields on the line of the heads are problems too.
        """
        if not self.headings:
            return
        line_box = find_bounding_box(list(self.headings.values()))
        first_name = self.rows[0].names[0]
        for column, head in self.headings.items():
            name = self.heads[column][-1]
            if not all(is_beside(head, other) for other in self.headings.values()):
                position = "outside the line of its table's heads"
                yield self._make_position_problem(name, position, "in it")
            elif self.rows[0].box.y_middle <= head.y_middle:
                yield self._make_position_problem(name, _BELOW_CELLS, f"above {first_name}")
        for name in self.other_names:
            if line_box.overlaps(self.boxes[name], MAX_TOUCH):
                yield self._make_position_problem(name, "among the heads of a table", "outside")

    def _check_heads_above_cells(self, page_column: Sequence[_PrintedRow]) -> Iterator[Problem]:
        """Yield a problem for each head below its cells, or separated from them by other fields."""
        for column, head in self.heads_above.items():
            name, cells = self.heads[column][-1], self._list_cells(column, page_column)
            if not cells:
                continue
            cells_box = self._join_boxes(cells)
            whole_box = find_bounding_box([head, cells_box])
            late_cells = [n for n in cells if self.boxes[n].y_middle <= head.y_middle]
            if len(self.rows) == 1:
                # One line of a form: a label is before its value, or on any side of an input.
                late_cells = [n for n in late_cells if n in self.content.fields]
                late_cells = [n for n in late_cells if self.boxes[n].left < head.right - MAX_TOUCH]
            # A field inside the box of head and cells separates them.
            boxes = self.boxes
            names_between = [n for n in self.other_names if whole_box.overlaps(boxes[n], MAX_TOUCH)]
            if measure_horizontal_overlap(head, cells_box) < MIN_SHARED:
                other_names = (n for row in page_column for n in row.names if n not in cells)
                names_between += (
                    n for n in other_names if is_outside_part(boxes[n], whole_box, cells_box)
                )
            if late_cells and name not in self.content.trailing_heads:
                yield self._make_position_problem(name, _BELOW_CELLS, f"above {late_cells[0]}")
            elif names_between:
                position = f"{_APART_FROM_CELLS}, with {{}} between"
                stranger = self._describe_field(names_between[0])
                yield self._make_position_problem(name, position, f"above {cells[0]}", stranger)
