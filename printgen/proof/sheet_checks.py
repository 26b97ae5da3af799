"""Turn the boxes of a print's pages and the places of its faces into what would spoil its cutting.

The figures are those of the paper and of the print's sizes. It knows no face's content.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import dist

from printgen.face_checks.boxes import Box, united
from printgen.face_checks.seen_face import quoted
from printgen.face_checks.texts import KEEP_OUT
from printgen.problems import Problem
from printgen.proof.bleed_check import stops_short
from printgen.proof.expected_sheet import SheetAsked
from printgen.proof.file import DeclaredPage
from printgen.proof.findings import fault
from printgen.proof.page_objects import Painted
from printgen.proof.read import PageRead
from printgen.rules.model import Print
from printgen.rules.sizes import SIZES, Size

BAR = 50.0
"""How long the margin's bar is, in mm: what a reader measures the print by."""

_SLACK = 0.05
_BAR_SLACK = 0.1
_BAR_OFF = 2.0
_INK_SLACK = 0.25


@dataclass(slots=True)
class Sheets:
    """The sheets of one print, one after the other, then all of them together.

    `sets` is how many sets were asked for, which share no sheet; `skip` places of the first sheet
    were to stay empty; `laid` is how they were to lie. Backs that lie `behind` their fronts are as
    many as these. Sheets with a `fold` have pairs of both, and lie as holds more of them.
    """

    print: Print
    paper: str
    sets: int
    laid: SheetAsked
    skip: int = 0
    behind: bool = False
    fold: bool = False
    _trim: Box | None = None
    _block: Box | None = None
    _pages: int = 0
    _lacking: bool = False
    _size: Size | None = None

    def compare(self, number: int, sheet: DeclaredPage, page: PageRead) -> Iterator[Problem]:
        """What is wrong with the boxes, the places and the edges of one page."""
        subject = f"page {number}"
        self._pages += 1
        edge = Box(0.0, 0.0, sheet.width, sheet.height)
        paper = self.laid.paper
        if paper is None:
            yield fault(subject, f"its paper is {quoted(self.paper)}, which printgen does not know")
        elif not any(_same(Box(0.0, 0.0, *sides), edge) for sides in self._ways(paper)):
            measured = f"measures {sheet.width:.1f} × {sheet.height:.1f} mm"
            yield fault(subject, f"{measured}; {self.paper} is {paper[0]:g} × {paper[1]:g} mm")
        for what in sheet.faults:
            yield fault(subject, what)
        if not _same(crop := sheet.boxes.get("CropBox", edge), edge):
            yield fault(subject, f"its CropBox {crop} is not the page's edge")
        yield from self._trimmed(subject, sheet, edge, page)
        yield from self._placed(subject, edge, page)
        if self.print.fills_sheet and not self.behind and not self.skip:
            yield from self._whole(subject, page)
        if self._pages == 1:
            yield from self._skipped(subject, page)
        if not self.laid.block:
            yield from _near_the_edge(subject, edge, page)
        if self.print.bleed or self.laid.block:
            yield from self._bleeding(subject, page)
        yield from _bar(subject, page)

    def _ways(self, paper: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        """The ways that a paper may lie."""
        return (paper, (paper[1], paper[0])) if self.fold else (paper,)

    def _trimmed(
        self, subject: str, sheet: DeclaredPage, edge: Box, page: PageRead
    ) -> Iterator[Problem]:
        trim, bleed = sheet.boxes.get("TrimBox"), sheet.boxes.get("BleedBox")
        if trim is None or bleed is None:
            yield fault(subject, f"has no {'TrimBox' if trim is None else 'BleedBox'}")
            return
        if not _same(bleed, painted := trim.grown(self.laid.bleed)):
            more = f" and {self.laid.bleed:g} mm round it" if self.laid.bleed else ""
            yield fault(subject, f"its BleedBox {bleed} is not its TrimBox {trim}{more}")
        self._trim = self._trim or trim
        if not _same(trim, self._trim):
            message = f"its TrimBox {trim} differs from the first page's {self._trim}"
            yield fault(subject, message)
        if not self.print.is_page:
            yield from self._off_its_place(subject, trim, painted, edge)
            yield from _across_the_trim(subject, trim, page)
        elif not _same(trim, edge):
            yield fault(subject, f"its TrimBox {trim} is not the page's edge")

    def _placed(self, subject: str, edge: Box, page: PageRead) -> Iterator[Problem]:
        places = [(face.label.name, _place(face)) for face in page.faces]
        for index, (name, place) in enumerate(places):
            self._block = place if self._block is None else united((self._block, place))
            width, height = place.right - place.left, place.bottom - place.top
            # All faces of a print are of one size: one that it may have, else the first face's.
            if self._size is None:
                own = self.laid.size and Size(self.paper, *self.laid.size)
                self._size = own or _matching(width, height, self.print.sizes)
            wide, high = self._size.width, self._size.height
            if abs(width - wide) > _SLACK or abs(height - high) > _SLACK:
                wanted = f"it should be {wide:g} × {high:g} mm"
                message = f"measures {width:g} × {height:g} mm; {wanted}"
                yield fault(f"{subject}, face {name}", message)
            if not edge.holds(place, _SLACK):
                yield fault(f"{subject}, face {name}", "reaches over the page's edge")
            for other, there in places[:index]:
                if place.meets(there, _SLACK):
                    yield fault(f"{subject}, face {name}", f"overlaps the face {other}")

    def _off_its_place(self, subject: str, trim: Box, painted: Box, edge: Box) -> Iterator[Problem]:
        if self.laid.block is None:
            yield from _off_the_middle(subject, trim, painted, edge)
        elif not _same(trim, self.laid.block):
            wanted = f"the places of its sheet are {self.laid.block}"
            yield fault(subject, f"its TrimBox is {trim}; {wanted}")

    def _bleeding(self, subject: str, page: PageRead) -> Iterator[Problem]:
        """Pieces that paint further than they bleed, or whose colour ends at the trim."""
        is_round = bool(self._size and self._size.round)
        for face in page.faces:
            place, name = _place(face), f"{subject}, face {face.label.name}"
            painted = Box(0.0, 0.0, *face.label.at[2:4]).grown(self.laid.bleed)
            far = max((_over(painted, one.box) for one in face.paints), default=0.0)
            if far > _INK_SLACK:
                found = (
                    f"paints {far:.1f} mm further than the {self.laid.bleed:g} mm that it bleeds"
                )
                yield fault(name, found, "lay it out again: it would cover its neighbour")
            if any(place.grown(-_INK_SLACK).meets(one.box) for one in page.rest.paints):
                yield fault(name, "has a mark or a line over it that is of the sheet's margin")
            for side in stops_short(page.picture, place, self.laid.bleed, is_round=is_round):
                found = f"its colour ends at the trim {side}; it bleeds {self.laid.bleed:g} mm"
                yield fault(name, found, "paint that far over the trim: docs/printing.md, Bleed")

    def _whole(self, subject: str, page: PageRead) -> Iterator[Problem]:
        """Whether each place of a sheet of backs has one."""
        columns, rows, _, _ = self._grid()
        if columns and len(page.faces) != (places := columns * rows):
            self._lacking = True
            yield fault(subject, f"has a back in {len(page.faces)} of its {places} places")

    def _skipped(self, subject: str, page: PageRead) -> Iterator[Problem]:
        """Faces on the first sheet in one of the places, counted along its rows, to stay empty."""
        columns, rows, across, down = self._grid()
        if not (self.skip and columns and self._trim and self._size):
            return
        top = self._trim.bottom - rows * down + down - self._size.height
        for face in page.faces:
            place = _place(face)
            row = round((place.top - top) / down)
            column = round((place.left - self._trim.left) / across)
            if self.print.backs_of:
                column = columns - 1 - column  # behind its front, when the sheet is turned
            if 0 <= row * columns + column < self.skip:
                message = f"stands in one of the {self.skip} places that were to stay empty"
                yield fault(f"{subject}, face {face.label.name}", message)

    def _grid(self) -> tuple[int, int, float, float]:
        """Columns and rows of places, with a fold those below it, and how far they are apart.

        All is 0 where it cannot be reckoned: that is a fault by itself.
        """
        with suppress(ArithmeticError, ValueError):
            if (trim := self._trim) and (size := self._size):
                beside, below = self.laid.gutters or (size.gutter, size.gutter)
                across, down = size.width + beside, size.height + below
                columns = round((trim.right - trim.left + beside) / across)
                height = trim.bottom - trim.top + below
                rows = int(height / 2 / down) if self.fold else round(height / down)
                return columns, rows, across, down
        return 0, 0, 0.0, 0.0

    def number_for(self, runs: Sequence[int]) -> int:
        """How many such sheets hold so many faces, in runs that begin a row; 0 where none can."""
        columns, rows, _, _ = self._grid()
        *first, last = [run for run in runs if run] or [0]
        if not (columns and rows and last):
            return 0
        # A run begins a row, so all but the last fill theirs.
        before = sum(-(-run // columns) for run in first)
        return -(-(before + -(-last // columns)) // rows)

    def together(self) -> Iterator[Problem]:
        """What is wrong with the pages as a whole: full sheets show what they are cut to."""
        if self._lacking:
            return  # that is why it is not
        fills = self.print.fills_sheet and not self.behind and not self.skip
        full = fills or self._pages > max(1, self.sets)
        if full and self._trim and self._block and not _same(self._trim, self._block):
            message = f"its TrimBox {self._trim} is not the block of its faces {self._block}"
            yield fault(self.print.id, message)


def _off_the_middle(subject: str, trim: Box, painted: Box, edge: Box) -> Iterator[Problem]:
    if not edge.grown(-KEEP_OUT).holds(painted, _SLACK):
        what = f"TrimBox {trim}" if painted == trim else f"BleedBox {painted}"
        yield fault(subject, f"its {what} reaches into the page's outer {KEEP_OUT:g} mm")
    across, down = trim.left + trim.right - edge.right, trim.top + trim.bottom - edge.bottom
    if max(abs(across), abs(down)) > 2 * _SLACK:
        yield fault(subject, f"its TrimBox {trim} is not centred on the page")


def _across_the_trim(subject: str, trim: Box, page: PageRead) -> Iterator[Problem]:
    for face in page.faces:
        if not trim.holds(_place(face), _SLACK):
            yield fault(f"{subject}, face {face.label.name}", f"lies outside the TrimBox {trim}")
    for text in page.rest.texts:
        if text.label and text.box.meets(trim):
            yield fault(f"{subject}, {text.label.name}", f"stands inside the TrimBox {trim}")


def _over(painted: Box, box: Box) -> float:
    """How far a box reaches out of another."""
    ways = painted.left - box.left, painted.top - box.top
    return max(*ways, box.right - painted.right, box.bottom - painted.bottom)


def _place(face: Painted) -> Box:
    x, y, width, height = face.label.at
    return Box(x, y, x + width, y + height)


def _matching(width: float, height: float, sizes: tuple[Size, ...]) -> Size:
    """The size that a face should measure: that of `sizes` it is nearest to, its own if none.

    What is laid out in every usual size is in any, so that its own counts too.
    """
    own = (Size("", width, height),)
    known = (*sizes, *own) if {*SIZES.values()} <= {*sizes} else sizes or own
    return min(known, key=lambda size: abs(size.width - width) + abs(size.height - height))


def _near_the_edge(subject: str, edge: Box, page: PageRead) -> Iterator[Problem]:
    """What paints nearer to the page's edge than printers print; texts are named by others."""
    for painted in (*page.faces, page.rest):
        x, y = painted.label.at[:2] or (0.0, 0.0)
        printable = edge.grown(-KEEP_OUT).moved(-x, -y)
        for paint in painted.paints:
            if not printable.holds(paint.box, _INK_SLACK):
                found = f"paints at {paint.box.moved(x, y)}, nearer than {KEEP_OUT:g} mm"
                yield fault(subject, f"{found} to the page's edge")


def _bar(subject: str, page: PageRead) -> Iterator[Problem]:
    """Whether the ends of the bar round its words are as far apart as they should be."""
    lines = [one.box for one in page.rest.paints if one.label and one.label.kind == "Bar"]
    for text in page.rest.texts:
        if not text.label or text.label.name != "margin.bar":
            continue
        ends = [_middle(box) for box in (lines[:1] + lines[-1:])]
        x, y = _middle(text.box)
        if (
            len(ends) < 2
            or abs(dist(*ends) - BAR) > _BAR_SLACK
            or dist((x * 2, y * 2), [sum(way) for way in zip(*ends, strict=True)]) > _BAR_OFF
        ):
            message = f"its words do not stand in the middle of a bar of {BAR:g} mm"
            yield fault(f"{subject}, margin.bar", message)


def _middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _same(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= _SLACK for a, b in zip(one, other, strict=True))
