"""Turn what a PDF paints and the Game into what differs.

What must be there comes from the Game alone; the manifest only says where each field was put. A
page is held against the rules as it comes and is not kept. It knows no layout, template or press.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from printgen.content.catalogue import keys_of, margin, sets_of
from printgen.problems import Problem
from printgen.proof.expected import Expected
from printgen.proof.fields import (
    KEEP_OUT,
    SMALLEST,
    SMALLEST_FOOTER,
    SMALLEST_ON_PAGE,
    compare_face,
    compare_run,
    says,
)
from printgen.proof.finding import failed, fault, listed, note, quoted
from printgen.proof.geometry import Box
from printgen.proof.groups import compare_groups
from printgen.proof.inputs import by_name, compare_inputs, left_over
from printgen.proof.manifest import Manifest
from printgen.proof.match import Found, Matched
from printgen.proof.painted import Run
from printgen.proof.pictures import Pictures, marks_of
from printgen.proof.read import PageRead
from printgen.proof.tables import compare_tables
from printgen.rules.digest import digest, stamp
from printgen.rules.model import Game, Print


def asked_of(manifest: Manifest, game: Game) -> tuple[Print, tuple[Problem, ...]]:
    """Which print of `game` the manifest says this is, and what is wrong or partial in the asking.

    Raises `Failure` where it is none of this game's, so that nothing can be compared.
    """
    id_ = game.about.id
    if manifest.game != id_:
        raise failed(
            f"the PDF was printed for the game {quoted(manifest.game)}, not {quoted(id_)}",
            f"type: printgen proof FILE.pdf --game {manifest.game}",
        )
    print_ = game.find_print(manifest.print)
    if print_ is None:
        raise failed(
            f"the PDF says that it is {quoted(manifest.print)}, no print of this game",
            "build it again",
        )
    found: list[Problem] = []
    if manifest.rules != digest(game):
        found.append(
            fault(
                print_.id,
                f"was printed from other rules, {quoted(manifest.rules[:8])};"
                f" the rules are now {quoted(stamp(game))}",
                f"build it again: printgen build {id_}",
            )
        )
    found += _asked(manifest, game, print_)
    return print_, tuple(found)


def _asked(manifest: Manifest, game: Game, print_: Print) -> Iterator[Problem]:
    known = sets_of(game, print_)
    noun = game.table(print_.sets).noun if print_.sets else "set"
    if known and not manifest.sets:
        yield fault(print_.id, f"says that no {noun} was asked for")
    for key in dict.fromkeys(manifest.sets):
        if key not in known:
            message = f"was asked for {noun} {quoted(key)}; there are {listed(known)}"
            yield fault(print_.id, message)
        if manifest.sets.count(key) > 1:
            yield fault(print_.id, f"was asked for {noun} {quoted(key)} more than once")
    if manifest.rows is not None:
        keys = keys_of(game, print_)
        for key in dict.fromkeys(manifest.rows):
            if key not in keys:
                yield fault(print_.id, f"was asked for {quoted(key)}; there is none")
        shown = listed(dict.fromkeys(manifest.rows))
        yield note(print_.id, f"is partial: of {len(keys)} rows it was asked for {shown}")


@dataclass(slots=True)
class _Sheet:
    number: int
    set: str
    margin: dict[str, list[Found]]
    printable: Box
    page: Box


@dataclass(slots=True)
class Comparison:
    """Holds pages against the rules, one after the other, then what is left of the rules."""

    game: Game
    print: Print
    expected: Expected
    pictures: Pictures = field(init=False)
    _smallest: float = field(init=False)
    _sheets: list[_Sheet] = field(default_factory=list)
    _words: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._smallest = SMALLEST_ON_PAGE if self.print.is_page else SMALLEST
        self.pictures = Pictures(marks_of(self.game))

    def page(self, page: PageRead, matched: Matched) -> Iterator[Problem]:
        """What is wrong with the fields, marks and form fields of one page."""
        paper = Box(0.0, 0.0, page.width, page.height)
        printable = paper.grown(-KEEP_OUT)
        widgets = by_name(page.widgets)
        strays = list(matched.strays)
        sets: dict[str, None] = {}
        for face in matched.faces:
            name = face.slots.face
            wanted = self.expected.take(name)
            if wanted is None:
                again = self.expected.printed(name)
                yield fault(
                    f"page {page.number}, face {name}",
                    "is printed a second time" if again else "the rules want no such face",
                )
                continue
            content = wanted.content
            sets.setdefault(wanted.set)
            yield from compare_face(face, content, self._smallest, printable, strays)
            yield from compare_tables(face, content)
            yield from compare_groups(face, content)
            yield from compare_inputs(face, content, widgets)
            self.pictures.add(face, content)
            for pair in face.words:
                if pair.run is not None and not pair.run.text.isspace():
                    self._words.setdefault(pair.run.text, []).append(content.title)
        for placed in matched.pictures:
            where = f"page {page.number}, at {placed.box.left:.1f}, {placed.box.top:.1f} mm"
            self.pictures.add_loose(placed, where)
        yield from left_over(widgets, page.number)
        yield from self._strays(page, matched, strays)
        if len(sets) > 1:
            yield fault(f"page {page.number}", f"the sets {listed(sets)} share this sheet")
        found: dict[str, list[Found]] = {}
        for pair in matched.margin:
            found.setdefault(pair.slot.name, []).append(pair)
        set_ = next(iter(sets), "")
        self._sheets.append(_Sheet(page.number, set_, found, printable, paper))

    def rest(self) -> Iterator[Problem]:
        """What the print as a whole lacks, and what its margins say wrongly."""
        for wanted in self.expected.missing():
            yield fault(wanted.content.title, "is not printed; the rules want it")
        totals: dict[str, int] = {}
        for sheet in self._sheets:
            totals[sheet.set] = totals.get(sheet.set, 0) + 1
        counted: dict[str, int] = {}
        printed_stamp = stamp(self.game)
        for sheet in self._sheets:
            count = counted[sheet.set] = counted.get(sheet.set, 0) + 1
            yield from self._margin(sheet, printed_stamp, count, totals[sheet.set])
        yield from self.pictures.compare()
        for text, titles in self._words.items():
            more = f" and {len(titles) - 1} more" if len(titles) > 1 else ""
            yield note(
                f"{titles[0]}{more}", f"prints {quoted(text)}, words of its template: unverified"
            )

    def _strays(self, page: PageRead, matched: Matched, strays: list[Run]) -> Iterator[Problem]:
        for run in strays:
            over = next((face for face in matched.faces if face.box.meets(run.box)), None)
            where = f"page {page.number}" + (f", face {over.slots.face}" if over else "")
            yield fault(
                where,
                f"prints {quoted(run.text)} at {run.x:.1f}, {run.y:.1f} mm,"
                " which belongs to no field",
            )

    def _margin(
        self, sheet: _Sheet, printed_stamp: str, count: int, total: int
    ) -> Iterator[Problem]:
        words = margin(self.game, self.print, printed_stamp, count, total, sheet.set)
        found = dict(sheet.margin)
        for name, text in words.items():
            subject = f"page {sheet.number}, {name}"
            pairs = found.pop(name, [])
            printed = " ".join(pair.run.text for pair in pairs if pair.run)
            if not printed:
                yield fault(subject, f"is not printed; it should say {quoted(text)}")
            elif not says(printed, text):
                yield fault(subject, f"prints {quoted(printed)}; it should say {quoted(text)}")
            for pair in pairs:
                if pair.run:
                    yield from compare_run(
                        subject, pair, pair.run, SMALLEST_FOOTER, sheet.page, sheet.printable
                    )
        for name, pairs in found.items():
            printed = " ".join(pair.run.text for pair in pairs if pair.run)
            yield fault(
                f"page {sheet.number}, {name}",
                f"prints {quoted(printed)}; the margin has no such line",
            )
