"""The parts of a board: a face that is larger than the paper is printed on several pages.

The press cuts a board by this plan, and the proof expects its parts by it. docs/boards.md describes
boards for users.
"""

from math import ceil

import msgspec

from printgen.geometry import Box, make_box
from printgen.paper import KEEP_OUT, LANDSCAPE, Paper, find_paper
from printgen.sheet_layout import SheetLayout

MARGIN = KEEP_OUT + 5.0
"""The least distance in mm between a part and the edge of its page: marks and texts need it."""

MAX_ROWS = 26
"""The most rows, and the most columns, of parts: a letter names each row."""


class BoardParts(msgspec.Struct, frozen=True):
    """The parts into which a board is divided that is too large for one page.

    Each part is printed in the middle of one page of `paper`. The parts are in `columns` and
    `rows`, and are counted row by row from 0. All have the same `width` and `height`. Two parts
    next to each other share a strip that is `overlap` wide. Lengths are in mm.
    """

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    overlap: float

    @property
    def count(self) -> int:
        """The number of parts."""
        return self.columns * self.rows

    @property
    def trim(self) -> Box:
        """The box of each part on its page."""
        left, top = (self.paper.width - self.width) / 2, (self.paper.height - self.height) / 2
        return make_box(left, top, self.width, self.height)

    def name_part(self, index: int) -> str:
        """Return the name of a part: the letter of its row, the number of its column, as B2."""
        row, column = divmod(index, self.columns)
        return f"{chr(ord('A') + row)}{column + 1}"

    def find_part_box(self, index: int) -> Box:
        """Return the box of a part on the whole board."""
        row, column = divmod(index, self.columns)
        left, top = column * (self.width - self.overlap), row * (self.height - self.overlap)
        return make_box(left, top, self.width, self.height)

    def find_board_corner(self, index: int) -> tuple[float, float]:
        """Return where the top left corner of the whole board is on the page of one part, in mm.

        For most parts, this corner is outside of the page, and a coordinate is negative.
        """
        window = self.find_part_box(index)
        return self.trim.left - window.left, self.trim.top - window.top


def plan_board_parts(layout: SheetLayout, width: float, height: float) -> BoardParts | None:
    """Return the parts of a face of this size in mm, for printing it on several pages.

    Return None if the face fits on the paper, if it would need more than `MAX_ROWS` rows or
    columns, or if the layout has a custom or folded sheet. The paper is turned if that needs fewer
    pages.
    """
    page = layout.page
    if layout.sheet or layout.fold or page.has_room(width, height):
        return None
    upright = find_paper(page.id.removesuffix(LANDSCAPE))
    overlap = 0.0 if layout.tiles == "cut" else layout.overlap
    plans = list[BoardParts]()
    for paper in dict.fromkeys((page, upright, upright.to_landscape())):
        across, down = paper.width - 2 * MARGIN - overlap, paper.height - 2 * MARGIN - overlap
        if min(across, down) <= 0:
            continue
        # Sizes in inches have rounding errors.
        counts = round((width - overlap) / across, 6), round((height - overlap) / down, 6)
        # A label in a PDF may have any size, also one that is infinite.
        if max(counts) > MAX_ROWS:
            continue
        columns, rows = (max(1, ceil(count)) for count in counts)
        part_width = (width + (columns - 1) * overlap) / columns
        part_height = (height + (rows - 1) * overlap) / rows
        plans.append(BoardParts(paper, columns, rows, part_width, part_height, overlap))
    return min(plans, key=lambda plan: plan.count, default=None)
