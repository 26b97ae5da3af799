"""Turn the pages that were read and the Game into what differs.

What must be there comes from the Game alone; a label only says where each field was put. A page is
held against the rules as it comes and is not kept. It knows no layout, template or press.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.content.faces_of_print import Turning, margin
from printgen.face_checks.boxes import Box
from printgen.face_checks.seen_face import quoted
from printgen.face_checks.texts import SMALLEST, SMALLEST_FOOTER, SMALLEST_ON_PAGE, says
from printgen.problems import Problem
from printgen.proof.expected import Expected
from printgen.proof.face_compare import compare_face, covered, near_the_edge, own_words, wrong_text
from printgen.proof.file import DeclaredPage, Widget
from printgen.proof.findings import fault, note
from printgen.proof.mark_similarity import Likeness
from printgen.proof.page_objects import Label, Painted, PaintedText
from printgen.proof.read import PageRead
from printgen.rules.content_hash import stamp
from printgen.rules.model import Game, Print

_GROUND = 0.3
"""mm."""
_LIES = 0.05
"""How far, in mm, a back may lie from where it should."""


class Fronted(NamedTuple):
    """A front where it lies on its page, and the name of the face that should be behind it."""

    label: Label
    back: str


@dataclass(slots=True)
class _Margin:
    number: int
    set: str
    texts: dict[str, PaintedText]


@dataclass(slots=True)
class Comparison:
    """Holds pages against the rules, one after the other, then what is left of the rules.

    `margins` says that the sheets have words in theirs. `fronts` are what it found on the last page
    of which something is to come behind.
    """

    game: Game
    print: Print
    expected: Expected
    margins: bool = True
    fronts: list[Fronted] = field(default_factory=list)
    _likeness: Likeness = field(default_factory=Likeness)
    _margins: list[_Margin] = field(default_factory=list)
    _words: dict[str, list[str]] = field(default_factory=dict)

    def compare(self, number: int, sheet: DeclaredPage, page: PageRead) -> Iterator[Problem]:
        """What is wrong with the fields, marks and form fields of one page."""
        edge = Box(0.0, 0.0, sheet.width, sheet.height)
        smallest = SMALLEST_ON_PAGE if self.print.is_page else SMALLEST
        widgets = list(sheet.widgets)
        sets: dict[str, None] = {}
        self.fronts.clear()
        for face in page.faces:
            name = face.label.name
            wanted = self.expected.take(name)
            if wanted is None:
                again = self.expected.printed(name)
                found = "is printed a second time" if again else "the rules want no such face"
                yield fault(f"page {number}, face {name}", found)
                continue
            sets.setdefault(wanted.set)
            self.fronts.append(Fronted(face.label, wanted.back))
            own = _taken(widgets, name)
            yield from compare_face(face, wanted.content, own, smallest, edge)
            yield from self._looks(face, wanted.content.title, wanted.content.marks, page)
            for words in sorted(own_words(face)):
                self._words.setdefault(words, []).append(wanted.content.title)
        for widget in widgets:
            subject = f"page {number}, form field {widget.name}"
            yield fault(subject, "it belongs to no face of the rules")
        if len(sets) > 1:
            yield fault(f"page {number}", f"the sets {', '.join(sets)} share this sheet")
        texts: dict[str, PaintedText] = {}
        for text in page.rest.texts:
            subject = f"page {number}, {text.label.name if text.label else 'margin'}"
            if text.label is None or text.label.name in texts:
                place = f"{text.x:.1f}, {text.y:.1f} mm"
                found = f"prints {quoted(text.text)} at {place}, which belongs to no field"
                yield fault(subject, found)
                continue
            texts[text.label.name] = text
            for found in wrong_text(text, text.label):
                yield fault(subject, found)
            yield from near_the_edge(subject, text, edge)
            if not page.picture.shows_text(text.box, text.colour):
                yield fault(subject, f"{quoted(text.text)} does not show")
        yield from covered(f"page {number}", page.rest)
        self._margins.append(_Margin(number, next(iter(sets), ""), texts))

    def _looks(
        self, face: Painted, title: str, marks: Mapping[str, str], page: PageRead
    ) -> Iterator[Problem]:
        """What of a face does not show in the picture; its marks are kept for later."""
        left, top, *_ = face.label.at
        picture = page.picture.at(left, top)
        for text in face.texts:
            if text.text and not picture.shows_text(text.box, text.colour):
                subject = f"{title}, {text.label.name}" if text.label and text.label.name else title
                yield fault(subject, f"{quoted(text.text)} does not show in a picture of the page")
        for paint in face.paints:
            if paint.label is None:
                continue
            subject = f"{title}, {paint.label.name}"
            # With some of its ground: a square would be one flat tone.
            box = paint.box.grown(_GROUND)
            if not picture.shows_mark(box):
                yield fault(subject, "the mark does not show in a picture of the page")
            elif paint.label.name in marks:
                value, turn = marks[paint.label.name], paint.turn or 0.0
                self._likeness.add(value, picture, box, turn, subject)

    def rest(self, turning: Turning, *, begun: bool = False) -> Iterator[Problem]:
        """What the print as a whole lacks, and what its margins say wrongly.

        Where the first sheet was `begun`, the backs of its set are not all alike.
        """
        for wanted in self.expected.missing():
            yield fault(wanted.content.title, "is not printed; the rules want it")
        totals: dict[str, int] = {}
        for one in self._margins:
            totals[one.set] = totals.get(one.set, 0) + 1
        counted: dict[str, int] = {}
        printed_stamp = stamp(self.game)
        for one in self._margins:
            count = counted[one.set] = counted.get(one.set, 0) + 1
            apart = begun and one.set == self._margins[0].set
            how = turning._replace(fronts=0) if apart else turning
            sheets = count, totals[one.set], one.set
            said = margin(self.game, self.print, printed_stamp, *sheets, how)
            words = said if self.margins else {}
            yield from _wrong_margin(one, words)
        yield from self._likeness.compare()
        for text, titles in self._words.items():
            more = f" and {len(titles) - 1} more" if len(titles) > 1 else ""
            found = f"prints {quoted(text)}, words of its template: unverified"
            yield note(f"{titles[0]}{more}", found)


def unpaired(
    number: int, fronts: Sequence[Fronted], backs: Sequence[Painted], width: float
) -> Iterator[Problem]:
    """What of a sheet's fronts has not its own back behind it; the page is so wide."""
    left = list(backs)
    for label, wanted in fronts:
        x, y, wide, _ = label.at
        there = [one for one in left if _lies(one.label, width - x - wide, y)]
        subject = f"page {number}, face {label.name}"
        names = [one.label.name for one in there]
        if wanted not in names:
            has = f"{quoted(names[0])} behind it" if names else "nothing behind it"
            yield fault(subject, f"has {has}; it should be {quoted(wanted)}")
        left = [one for one in left if one not in there]
    for one in left:
        yield fault(f"page {number}, face {one.label.name}", "lies behind no front")


def _lies(label: Label, x: float, y: float) -> bool:
    return max(abs(label.at[0] - x), abs(label.at[1] - y)) <= _LIES


def _taken(widgets: list[Widget], face: str) -> Sequence[Widget]:
    """The form fields of a face, by their names on it, taken from those of its page."""
    own = [one for one in widgets if one.name.startswith(f"{face}.")]
    for one in own:
        widgets.remove(one)
    return [one._replace(name=one.name.removeprefix(f"{face}.")) for one in own]


def _wrong_margin(sheet: _Margin, words: Mapping[str, str]) -> Iterator[Problem]:
    for name, wanted in words.items():
        subject = f"page {sheet.number}, {name}"
        text = sheet.texts.pop(name, None)
        if text is None:
            yield fault(subject, f"is not printed; it should say {quoted(wanted)}")
            continue
        if not says(text.text, wanted):
            yield fault(subject, f"prints {quoted(text.text)}; it should say {quoted(wanted)}")
        if text.size < SMALLEST_FOOTER - 0.005:
            yield fault(subject, f"is {text.size:.2f} pt high, too small to read")
    for name, text in sheet.texts.items():
        found = f"prints {quoted(text.text)}; the margin has no such line"
        yield fault(f"page {sheet.number}, {name}", found)
