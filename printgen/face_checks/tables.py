"""Turn where tables were seen into what stands under another's head or by another's label.

All is held by name. The cells of a row stand together and apart from all others, the rows in the
rules' order from top to bottom. A column's cells stand under its own head or, where it has none,
under each other; two columns are in one order in all rows. Rows may go on at the top of a next
column of the page. A table that is turned on the page, or set across, is read as it is set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, groupby, pairwise, permutations, product
from math import cos, radians, sin
from typing import NamedTuple

from printgen.content.content import Content, Grid
from printgen.face_checks.boxes import Box, united
from printgen.face_checks.seen_face import Flaw, SeenFace, said
from printgen.system.cache import Answers

_SHARED = 0.5
"""The share of the smaller that two have in common that stand beside or under each other."""
_MORE = 0.05
"""The share by which a cell stands more under one head than under another."""
_TOUCH = 0.3
"""mm by which two may overlap that stand apart."""

_APART = "apart from what it heads"

Names = tuple[str, ...]

_right: Answers[object, None] = Answers(1_024)
"""Tables as they stood with nothing wrong: where there is, it is asked again for what it says."""


class _Row(NamedTuple):
    """A row as seen: the names in it, those of each column, and the box round them.

    The box is as high as the row's words: a mark may be higher than its row.
    """

    names: Names
    cells: Mapping[str, Names]
    box: Box


def wrong_tables(face: SeenFace, content: Content) -> Iterator[Flaw]:
    """What stands out of its row or column on one face. What was not seen is left to others."""
    names = tuple(content.fields), tuple(content.marks), tuple(content.inputs), content.below
    for grid in content.grids.values():
        key = grid, names, _standing(grid, face)
        if key not in _right:
            found = tuple(_SeenTable(grid, face, content).flaws())
            yield from found
            if not found:
                _right.keep(key, None)


def _standing(grid: Grid, face: SeenFace) -> object:
    """Where all stands by which a table is right or not: its own names, and what reaches in."""
    whole = face.whole.items()
    own = [face.whole[name] for name in _names(grid) if name in face.whole]
    if not own or face.turns:
        return tuple(whole), tuple(face.turns.items())
    left, top, right, bottom = united(own)
    near = [one for one in whole if one[1][1] <= bottom and one[1][3] >= top]
    return tuple([one for one in near if one[1][0] <= right and one[1][2] >= left])


@lru_cache(maxsize=1024)
def _names(grid: Grid) -> Names:
    heads = [name for column in grid.columns for name in (*column.heads, *column.over)]
    return (*heads, *[name for line in grid.lines for cell in line.cells for name in cell.names])


class _SeenTable:
    """One table as seen: its boxes are such that rows go down and their cells to the right."""

    def __init__(self, grid: Grid, face: SeenFace, content: Content) -> None:
        self.grid, self.content = grid, content
        own = [name for line in grid.lines for cell in line.cells for name in cell.names]
        turns = [face.turns.get(name, 0.0) for name in own]
        turn = max(turns, key=turns.count, default=0.0)
        self.boxes: Mapping[str, Box] = face.whole
        if turn or grid.across:
            boxes = face.whole.items()
            self.boxes = {name: _as_read(box, turn, across=grid.across) for name, box in boxes}
        self.heads = {one.name: self._seen(one.heads) for one in grid.columns}
        self.headed = {column: self._round(names) for column, names in self.heads.items() if names}
        self.over = {} if grid.heads_in_line else self.headed
        self.rows: list[_Row] = []
        for line in grid.lines:
            cells = {cell.column: self._seen(cell.names) for cell in line.cells}
            names = [name for here in cells.values() for name in here]
            if names:
                # Words say in messages which row it is.
                names.sort(key=lambda name: name not in content.fields)
                high = [name for name in names if name not in content.marks] or names
                _, top, _, bottom = self._round(high)
                box = self._round(names)._replace(top=top, bottom=bottom)
                self.rows.append(_Row(tuple(names), cells, box))

        # What stands near is held to be no part of it; what is printed again is the same again.
        ours = {name for row in self.rows for name in row.names}
        ours.update(name for names in self.heads.values() for name in names if len(self.rows) < 2)
        words = self._seen((*content.fields, *content.inputs))
        self.near = [name for name in words if not ours & {name, name.rpartition(".")[0]}]

    def flaws(self) -> Iterator[Flaw]:
        """What is wrong, each name once; what is out of its row is out of its column too."""
        told = list(self._astray())
        if self.rows and not told:
            pieces = [[self.rows[0]]]
            told = [*self._out_of_order(pieces), *self._misplaced(pieces)]
            told += self._out_of_line() if self.grid.heads_in_line else ()
            told += (*self._crossed(pieces[0]), *self._reversed())
            told += () if told else self._apart(pieces[0])
        for name in dict.fromkeys(flaw.name for flaw in told):
            yield next(flaw for flaw in told if flaw.name == name)

    def _seen(self, names: Iterable[str]) -> Names:
        return tuple(name for name in names if name in self.boxes)

    def _round(self, names: Iterable[str]) -> Box:
        return united([self.boxes[name] for name in names])

    def _of(self, column: str, rows: Iterable[_Row]) -> list[str]:
        return [name for row in rows for name in row.cells.get(column, ())]

    def _said(self, name: str) -> str:
        return f"{said(self.content, name)} ({name})"

    def _flaw(self, name: str, found: str, wanted: str, *what: str) -> Flaw:
        """What stands somewhere, `what` is named there, and where it is wanted."""
        kind = f"{{}} stands {found}; the rules have it {{}}"
        return Flaw(name, kind, (said(self.content, name), *what, wanted))

    def _astray(self) -> Iterator[Flaw]:
        """What stands apart from its row, or among the cells of another's."""
        own_words = {name: row for row in self.rows for name in row.names}
        for row in self.rows:
            own, *strays = self._together(row.names)
            first = self._said(own[0])
            for name in (name for stray in strays for name in stray):
                box = self.boxes[name]
                by = [one for one in own_words if _beside(self.boxes[one], box)]
                by = [one for one in by if own_words[one] is not row]
                off = abs(_middle(box) - _middle(self.boxes[own[0]]))
                found, there = ("by {}", by[0]) if by else (f"{off:.1f} mm off {{}}", own[0])
                yield self._flaw(name, found, f"by {first}", self._said(there))
            met = (one for one in self.rows if one is not row and one.box.meets(row.box, _TOUCH))
            among = (*self.near, *(name for one in met for name in one.names))
            for name in among if not strays else ():
                if row.box.meets(self.boxes[name], _TOUCH):
                    yield self._flaw(name, "among what is of {}", "apart", first)
            for one, other in combinations(row.cells.values(), 2):
                for over, name in product(one, other):
                    if self.boxes[name].meets(self.boxes[over], _TOUCH):
                        there = self._said(over)
                        yield self._flaw(name, "in one place with {}", "beside that", there)

    def _together(self, names: Names) -> list[list[str]]:
        """The names of a row, those together that stand together, the most of them first."""
        groups: list[list[str]] = []
        left = list(names)
        while left:
            group = [left.pop(0)]
            for one in group:
                here = self.boxes[one]
                tied = [name for name in left if _are_tied(here, self.boxes[name])]
                left = [name for name in left if name not in tied]
                group += tied
            groups.append(group)
        own, *strays = sorted(groups, key=len, reverse=True)
        # Beside lines that stand below each other is beside all of them, if by no one line.
        for stray in list(strays):
            if _beside(self._round(own), self._round(stray)):
                own += stray
                strays.remove(stray)
        return [own, *strays]

    def _out_of_order(self, pieces: list[list[_Row]]) -> Iterator[Flaw]:
        """Rows that do not come after those before; `pieces` takes those of each page column."""
        right = max(box.right for box in (self.rows[0].box, *self.over.values()))
        for last, row in pairwise(self.rows):
            below = _middle(row.box) > _middle(last.box)
            if not below and row.box.left > right - _TOUCH:
                pieces.append([])
            elif not below:
                before = self._said(last.names[0])
                yield self._flaw(row.names[0], "before {}", "after that", before)
            pieces[-1].append(row)
            right = max(right, row.box.right)
        if any(len(piece) == 1 for piece in pieces[:-1]):
            first, table = self.rows[0].names[0], self.grid.table
            found = "the rows after {} do not stand below each other"
            hint = f"set them so, or write across: [{table}] in the print"
            if self.grid.across:
                found = "the rows after {} do not stand beside each other"
                hint = f"set them so, or take {table} out of across: in the print"
            yield Flaw(first, found, (self._said(first),), hint)

    def _misplaced(self, pieces: Sequence[Sequence[_Row]]) -> Iterator[Flaw]:
        """What stands under another's head, or in another's column."""
        columns = [one.name for one in self.grid.columns if self._of(one.name, self.rows)]
        told: dict[str, tuple[str, str]] = {}
        for piece in pieces:
            # A further piece is read as if the heads stood over it too.
            moved = 0.0
            for column in columns if piece is not pieces[0] else ():
                if (first := self._of(column, pieces[0])) and (here := self._of(column, piece)):
                    moved = self._round(here).left - self._round(first).left
                    break
            over = {column: head.moved(moved, 0) for column, head in self.over.items()}
            for own, other in permutations(columns, 2):
                cells, strays = self._of(own, piece), []
                both = [row for row in piece if row.cells.get(own) and row.cells.get(other)]
                if own in over and other in over:
                    strays = self._nearer(cells, over[own], over[other])
                elif both:
                    mine, its = (self._round(self._of(column, both)) for column in (own, other))
                    alone = (row for row in piece if row not in both)
                    strays = self._nearer(self._of(own, alone), mine, its)
                elif other in over and own not in over:
                    # In place of the other's. What lies under several heads is under none.
                    only = [over[other]]
                    strays = [name for name in cells if self._under(name, over.values()) == only]
                for name in strays:
                    told.setdefault(name, (other, own))
        for found, names in groupby(told, lambda name: told[name]):
            name, *more = names
            under, wanted = map(self._headed, found)
            also = f", like {len(more)} more of its column" if more else ""
            yield self._flaw(name, "{}", wanted, under + also)

    def _crossed(self, piece: Sequence[_Row]) -> Iterator[Flaw]:
        """A head of several, or of several columns, that stands over what it does not head."""
        columns = self.grid.columns
        spans = {n: [one.name for one in columns if n in one.over] for c in columns for n in c.over}
        several = [one for one in self.over if len(self.heads[one]) > 1]
        heads = {name: [one] for one in several for name in self.heads[one]}
        for name in self._seen(spans | heads):
            mine = (spans | heads)[name]
            own = [n for one in mine for n in (*self.heads[one], *self._of(one, piece))]
            own = [one for one in own if one != name]
            for other in (one.name for one in columns if own and one.name not in mine):
                its = self._of(other, piece)
                if its and self._nearer([name], self._round(own), self._round(its)):
                    there = self._said((*self.heads[other], *its)[0])
                    yield self._flaw(name, f"{_APART}, over {{}}", f"over {own[0]}", there)
            late = [one for one in own if _middle(self.boxes[one]) <= _middle(self.boxes[name])]
            if late and name in spans and name not in self.content.below:
                yield self._flaw(name, "below or right of what it heads", f"over {late[0]}")

    def _nearer(self, names: Iterable[str], own: Box, other: Box) -> list[str]:
        """Those that stand more under or over another box than their own, or beyond it."""
        found = []
        for name in names:
            box = self.boxes[name]
            mine = _share(box, own)
            right = own.right <= other.left < other.right <= box.left
            left = box.right <= other.left < other.right <= own.left
            if _share(box, other) > mine + _MORE or (not mine and (right or left)):
                found.append(name)
        return found

    def _under(self, name: str, heads: Iterable[Box]) -> list[Box]:
        return [head for head in heads if _share(self.boxes[name], head) >= _SHARED]

    def _headed(self, column: str) -> str:
        """Where the cells of a column are to stand."""
        names = self.heads[column] or self._of(column, self.rows)
        return f"{'beside' if self.grid.across else 'under'} {self._said(names[-1])}"

    def _reversed(self) -> Iterator[Flaw]:
        """Rows in which two columns are the other way about than their heads, or than before."""
        for one, other in combinations([column.name for column in self.grid.columns], 2):
            usual, where, found = (0, 0), "", []
            if one in self.headed and other in self.headed:
                usual, where = _sides(self.headed[one], self.headed[other]), self.heads[one][-1]
            for row in self.rows:
                mine, its = row.cells.get(one), row.cells.get(other)
                if mine and its:
                    sides = _sides(self._round(mine), self._round(its))
                    if any(now * then < 0 for now, then in zip(sides, usual, strict=True)):
                        found.append((mine[0], its[0])[:: 1 if 1 in sides else -1])
                    if not any(usual):
                        usual, where = sides, row.names[0]
            for first, last in found[:1]:
                also = f", like {len(found) - 1} more" if len(found) > 1 else ""
                kind = "its row reads {0}, {1}{2}; that of {3} reads {1}, {0}"
                yield Flaw(first, kind, (first, last, also, where))

    def _out_of_line(self) -> Iterator[Flaw]:
        """Heads of one line that do not stand in it, above all cells, with nothing among them."""
        if not self.headed:
            return
        line = united(list(self.headed.values()))
        first = self.rows[0].names[0]
        heads = {name for names in self.heads.values() for name in names}
        for column, head in self.headed.items():
            name = self.heads[column][-1]
            if not all(_beside(head, other) for other in self.headed.values()):
                yield self._flaw(name, "out of the line of its table's heads", "in it")
            elif _middle(self.rows[0].box) <= _middle(head):
                yield self._flaw(name, "below or right of what it heads", f"over {first}")
        for name in self.near:
            if name not in heads and line.meets(self.boxes[name], _TOUCH):
                yield self._flaw(name, "among the heads of a table", "apart from them")

    def _apart(self, piece: Sequence[_Row]) -> Iterator[Flaw]:
        """Heads that come after their cells, or that stand apart from them, with others between."""
        heads = {name for names in self.heads.values() for name in names}
        near = [name for name in self.near if name not in heads]
        for column, head in self.over.items():
            name, cells = self.heads[column][-1], self._of(column, piece)
            if not cells:
                continue
            below = self._round(cells)
            whole = united([head, below])
            late = [one for one in cells if _middle(self.boxes[one]) <= _middle(head)]
            if len(self.rows) == 1:
                # One line of a form: a label before its value, or on any side of a place to write.
                late = [one for one in late if one in self.content.fields]
                late = [one for one in late if self.boxes[one].left < head.right - _TOUCH]
            between = [one for one in near if whole.meets(self.boxes[one], _TOUCH)]
            if _share(head, below) < _SHARED:
                others = (one for row in piece for one in row.names if one not in cells)
                between += [one for one in others if _between(self.boxes[one], whole, below)]
            if late and name not in self.content.below:
                yield self._flaw(name, "below or right of what it heads", f"over {late[0]}")
            elif between:
                found, there = f"{_APART}, {{}} between them", self._said(between[0])
                yield self._flaw(name, found, f"over {cells[0]}", there)


def _as_read(box: Box, turn: float, *, across: bool) -> Box:
    """A box as a reader sees it who turns the page so that the rows of a table go down."""
    if turn:
        along, down = cos(radians(turn)), sin(radians(turn))
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        xs = [x * along + y * down for x, y in corners]
        ys = [y * along - x * down for x, y in corners]
        box = Box(min(xs), min(ys), max(xs), max(ys))
    return Box(box.top, box.left, box.bottom, box.right) if across else box


def _middle(box: Box) -> float:
    return (box.top + box.bottom) / 2


def _are_tied(one: Box, other: Box) -> bool:
    """Whether two stand beside each other or one under the other, however far."""
    return _beside(one, other) or _share(one, other) >= _SHARED


def _beside(one: Box, other: Box) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared >= _SHARED * min(one.bottom - one.top, other.bottom - other.top)


def _share(one: Box, other: Box) -> float:
    """How much of the narrower of two lies over or under the other, 0 to 1."""
    shared = min(one.right, other.right) - max(one.left, other.left)
    return max(0.0, shared / max(0.01, min(one.right - one.left, other.right - other.left)))


def _between(box: Box, whole: Box, part: Box) -> bool:
    """Whether the middle of a box lies between the sides of the whole, and not between a part's."""
    middle = (box.left + box.right) / 2
    return whole.left < middle < whole.right and not part.left <= middle <= part.right


def _sides(one: Box, other: Box) -> tuple[int, int]:
    """Across and down: 1 where the first of two comes before the other, -1 after it, else 0."""
    return (
        (one.right <= other.left + _TOUCH) - (other.right <= one.left + _TOUCH),
        (one.bottom <= other.top + _TOUCH) - (other.bottom <= one.top + _TOUCH),
    )
