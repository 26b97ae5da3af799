"""Turn what a PDF declares into what would spoil its print, whatever its fields say.

The figures are those of the print, not of any rules: paper, boxes, fonts embedded and subset, no
scaling, no actions. It knows no face's content.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from printgen.content.catalogue import title
from printgen.problems import Problem
from printgen.proof.declared import Declared
from printgen.proof.fields import KEEP_OUT
from printgen.proof.finding import fault, note, quoted
from printgen.proof.fonts import PrintFont
from printgen.proof.geometry import Box, united
from printgen.proof.layers import PAPER
from printgen.proof.letters import compare_letters
from printgen.proof.match import Matched
from printgen.proof.painted import Image, Item, Placed, Shape
from printgen.proof.read import PageRead
from printgen.rules.model import Game, Print
from printgen.rules.sizes import Size

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm, by the name that the manifest gives."""

BAR = 50.0
"""How long the margin's bar is, in mm: what a reader measures the print by."""

_SLACK = 0.05
_BAR_SLACK = 0.1
_BAR_OFF = 2.0
_LONGEST_END = 4.0
_INK_SLACK = 0.1


def check_document(declared: Declared, game: Game, print_: Print) -> Iterator[Problem]:
    """What the document as a whole declares wrongly."""
    wanted = title(game, print_)
    if declared.title != wanted:
        yield fault(
            print_.id, f"its title is {quoted(declared.title)}; it should be {quoted(wanted)}"
        )
    language = game.about.language
    if declared.language != language:
        yield fault(
            print_.id,
            f"its language is {quoted(declared.language)}; it should be {quoted(language)}",
        )
    if declared.print_scaling != "None":
        yield fault(print_.id, "it lets viewers scale its pages: /PrintScaling is not /None")
    for extra in declared.extras:
        yield fault(print_.id, f"it carries {extra}, which no print of ours does")


def check_fonts(fonts: Iterable[PrintFont], print_: Print) -> Iterator[Problem]:
    """What is wrong with the fonts that the pages' content has."""
    for font in fonts:
        subject = f"{print_.id}, font {font.name or 'without a name'}"
        if not font.embedded:
            yield fault(subject, "it is not embedded: another would be printed in its place")
        elif not font.subset:
            yield fault(subject, "all of it is embedded, not the subset that is printed")
        if not font.characters:
            yield fault(subject, "it does not say which characters it shows (/ToUnicode)")
        if font.embedded:
            yield from _letters(font, subject)


def _letters(font: PrintFont, subject: str) -> Iterator[Problem]:
    for odd in font.odd:
        yield fault(subject, f"it {odd}")
    letters = compare_letters(font)
    for wrong in letters.faults:
        yield fault(subject, wrong)
    if not letters.compared:
        yield note(subject, "its letters were not compared: it is not one of printgen's own fonts")


@dataclass(slots=True)
class Boxes:
    """The boxes of one print's pages, one page after the other, then all of them together.

    `sets` is how many sets were asked for, which share no page.
    """

    print: Print
    paper: str
    sets: int
    _trim: Box | None = None
    _block: Box | None = None
    _pages: int = 0
    _size: tuple[float, float] | None = None

    def page(self, page: PageRead, matched: Matched) -> Iterator[Problem]:
        """What is wrong with the boxes and the edges of one page."""
        subject = f"page {page.number}"
        self._pages += 1
        paper = PAPERS.get(self.paper)
        if paper is None:
            yield fault(subject, f"its paper is {quoted(self.paper)}, which printgen does not know")
        elif abs(page.width - paper[0]) > _SLACK or abs(page.height - paper[1]) > _SLACK:
            yield fault(
                subject,
                f"measures {page.width:.1f} × {page.height:.1f} mm;"
                f" {self.paper} is {paper[0]:g} × {paper[1]:g} mm",
            )
        sheet = Box(0.0, 0.0, page.width, page.height)
        crop = page.boxes.get("CropBox", sheet)
        if not _same(crop, sheet):
            yield fault(subject, f"its CropBox {_said(crop)} is not the page's edge")
        yield from self._trimmed(page, matched, sheet, subject)
        yield from self._faces(matched, sheet, subject)

    def _trimmed(
        self, page: PageRead, matched: Matched, sheet: Box, subject: str
    ) -> Iterator[Problem]:
        trim, bleed = page.boxes.get("TrimBox"), page.boxes.get("BleedBox")
        if trim is None or bleed is None:
            yield fault(subject, f"has no {'TrimBox' if trim is None else 'BleedBox'}")
            return
        if not _same(bleed, trim):
            yield fault(subject, f"its BleedBox {_said(bleed)} is not its TrimBox {_said(trim)}")
        if self._trim is not None and not _same(trim, self._trim):
            yield fault(
                subject,
                f"its TrimBox {_said(trim)} differs from the first page's {_said(self._trim)}",
            )
        self._trim = self._trim or trim
        if not self.print.is_page:
            yield from self._block_of(trim, page, matched, sheet, subject)
        elif not _same(trim, sheet):
            yield fault(subject, f"its TrimBox {_said(trim)} is not the page's edge")

    def _block_of(
        self, trim: Box, page: PageRead, matched: Matched, sheet: Box, subject: str
    ) -> Iterator[Problem]:
        if not sheet.grown(-KEEP_OUT).holds(trim, _SLACK):
            yield fault(
                subject, f"its TrimBox {_said(trim)} reaches into the page's outer {KEEP_OUT:g} mm"
            )
        if (
            abs(trim.left + trim.right - page.width) > 2 * _SLACK
            or abs(trim.top + trim.bottom - page.height) > 2 * _SLACK
        ):
            yield fault(subject, f"its TrimBox {_said(trim)} is not centred on the page")
        for face in matched.faces:
            if not trim.holds(face.box, _SLACK):
                yield fault(
                    f"{subject}, face {face.slots.face}", f"lies outside the TrimBox {_said(trim)}"
                )
        for pair in matched.margin:
            if pair.run is not None and pair.run.box.meets(trim):
                yield fault(
                    f"{subject}, {pair.slot.name}", f"stands inside the TrimBox {_said(trim)}"
                )

    def _faces(self, matched: Matched, sheet: Box, subject: str) -> Iterator[Problem]:
        for index, face in enumerate(matched.faces):
            box = face.box
            self._block = box if self._block is None else united(self._block, box)
            width, height = face.slots.width, face.slots.height
            # All faces of a print are of one size: one that it may have, else the first face's.
            if self._size is None:
                self._size = _matching(width, height, self.print.sizes)
            if abs(width - self._size[0]) > _SLACK or abs(height - self._size[1]) > _SLACK:
                yield fault(
                    f"{subject}, face {face.slots.face}",
                    f"measures {width:g} × {height:g} mm; it should be"
                    f" {self._size[0]:g} × {self._size[1]:g} mm",
                )
            if not sheet.holds(box, _SLACK):
                yield fault(f"{subject}, face {face.slots.face}", "reaches over the page's edge")
            for other in matched.faces[:index]:
                if other.box.grown(-_SLACK).meets(box):
                    yield fault(
                        f"{subject}, face {face.slots.face}",
                        f"overlaps the face {other.slots.face}",
                    )

    def together(self) -> Iterator[Problem]:
        """What is wrong with the pages as a whole: full sheets show what they are cut to."""
        full = self.print.backs_of or self._pages > max(1, self.sets)
        if full and self._trim and self._block and not _same(self._trim, self._block):
            yield fault(
                self.print.id,
                f"its TrimBox {_said(self._trim)} is not the block of its faces"
                f" {_said(self._block)}",
            )


def _matching(width: float, height: float, sizes: tuple[Size, ...]) -> tuple[float, float]:
    """The size that a face should measure: that of `sizes` it is nearest to, its own if none."""
    known = [(size.width, size.height) for size in sizes] or [(width, height)]
    return min(known, key=lambda size: abs(size[0] - width) + abs(size[1] - height))


def check_bar(matched: Matched, items: Iterable[Item], number: int) -> Iterator[Problem]:
    """Whether the ends of the bar round its words are as far apart as they should be."""
    for pair in matched.margin:
        if pair.slot.name != "margin.bar" or pair.run is None:
            continue
        x, y = _middle(pair.run.box)
        ends = [
            _middle(item.box)
            for item in items
            if isinstance(item, Shape) and item.stroked and _longest(item.box) < _LONGEST_END
        ]
        if not any(
            abs(ax + bx - 2 * x) < _BAR_OFF
            and abs(ay + by - 2 * y) < _BAR_OFF
            and abs(hypot(ax - bx, ay - by) - BAR) <= _BAR_SLACK
            for (ax, ay), (bx, by) in combinations(ends, 2)
        ):
            yield fault(
                f"page {number}, margin.bar",
                f"its words do not stand in the middle of a bar of {BAR:g} mm",
            )


def _middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _longest(box: Box) -> float:
    return max(box.right - box.left, box.bottom - box.top)


def near_the_edge(items: Iterable[Item], page: PageRead) -> Iterator[Problem]:
    """What paints nearer to the page's edge than printers print. Runs are held to it by field."""
    printable = Box(0.0, 0.0, page.width, page.height).grown(-KEEP_OUT)
    for item in items:
        if not isinstance(item, Shape | Placed | Image) or printable.holds(item.box, _INK_SLACK):
            continue
        if isinstance(item, Shape) and item.fill == PAPER and not item.stroked:
            continue
        yield fault(
            f"page {page.number}",
            f"paints at {_said(item.box)}, nearer than {KEEP_OUT:g} mm to the page's edge",
        )


def _same(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= _SLACK for a, b in zip(one, other, strict=True))


def _said(box: Box) -> str:
    left, top, right, bottom = box
    return f"{left:.1f}, {top:.1f} to {right:.1f}, {bottom:.1f} mm"
