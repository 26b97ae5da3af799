"""Turn the pages that were read and the Game into what differs.

What must be there comes from the Game alone; a label only says where each field was put. A page is
held against the rules as it comes and is not kept. It knows no layout, template or press.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.content.faces_of_print import BackMode, build_margin_words
from printgen.face_checks.boxes import Box
from printgen.face_checks.seen_face import quote_text
from printgen.face_checks.texts import MIN_FOOTER_TEXT_SIZE, MIN_PAGE_TEXT_SIZE, SMALLEST, says_text
from printgen.problems import Problem
from printgen.proof.expected import ExpectedFaces
from printgen.proof.face_compare import (
    check_text_near_edge,
    compare_face,
    find_covered_texts,
    find_text_errors,
    list_template_words,
)
from printgen.proof.file import DeclaredPage, Widget
from printgen.proof.findings import as_error, make_note
from printgen.proof.mark_similarity import MarkSimilarity
from printgen.proof.page_objects import FaceInk, Label, PaintedText
from printgen.proof.read import ReadPage
from printgen.rules.content_hash import get_short_digest
from printgen.rules.model import Game, Print

_MARK_BORDER = 0.3
"""mm."""
_BACK_TOLERANCE = 0.05
"""How far, in mm, a back may lie from where it should."""


class PrintedFront(NamedTuple):
    """A front where it lies on its page, and the name of the face that should be behind it."""

    label: Label
    back_name: str


@dataclass(slots=True)
class _ReadMargin:
    number: int
    set_key: str
    texts: dict[str, PaintedText]


@dataclass(slots=True)
class PageComparison:
    """Holds pages against the rules, one after the other, then what is left of the rules.

    `margins` says that the sheets have words in theirs. `fronts` are what it found on the last page
    of which something is to come behind.
    """

    game: Game
    print: Print
    expected: ExpectedFaces
    has_margins: bool = True
    fronts: list[PrintedFront] = field(default_factory=list)
    _mark_similarity: MarkSimilarity = field(default_factory=MarkSimilarity)
    _margins: list[_ReadMargin] = field(default_factory=list)
    _titles_by_words: dict[str, list[str]] = field(default_factory=dict)

    def compare_page(self, number: int, sheet: DeclaredPage, page: ReadPage) -> Iterator[Problem]:
        """What is wrong with the fields, marks and form fields of one page."""
        edge = Box(0.0, 0.0, sheet.width, sheet.height)
        smallest = MIN_PAGE_TEXT_SIZE if self.print.is_page else SMALLEST
        widgets = list(sheet.widgets)
        set_keys: dict[str, None] = {}
        self.fronts.clear()
        for face in page.faces:
            name = face.label.name
            expected = self.expected.take_face(name)
            if expected is None:
                again = self.expected.is_printed(name)
                message = "is printed a second time" if again else "the rules want no such face"
                yield as_error(f"page {number}, face {name}", message)
                continue
            set_keys.setdefault(expected.set_key)
            self.fronts.append(PrintedFront(face.label, expected.back_name))
            face_widgets = _take_widgets(widgets, name)
            yield from compare_face(face, expected.content, face_widgets, smallest, edge)
            yield from self._check_shown(face, expected.content.title, expected.content.marks, page)
            for words in sorted(list_template_words(face)):
                self._titles_by_words.setdefault(words, []).append(expected.content.title)
        for widget in widgets:
            subject = f"page {number}, form field {widget.name}"
            yield as_error(subject, "it belongs to no face of the rules")
        if len(set_keys) > 1:
            yield as_error(f"page {number}", f"the sets {', '.join(set_keys)} share this sheet")
        texts: dict[str, PaintedText] = {}
        for text in page.rest.texts:
            subject = f"page {number}, {text.label.name if text.label else 'margin'}"
            if text.label is None or text.label.name in texts:
                position = f"{text.x:.1f}, {text.y:.1f} mm"
                message = f"prints {quote_text(text.text)} at {position}, which belongs to no field"
                yield as_error(subject, message)
                continue
            texts[text.label.name] = text
            for message in find_text_errors(text, text.label):
                yield as_error(subject, message)
            yield from check_text_near_edge(subject, text, edge)
            if not page.picture.is_text_visible(text.box, text.colour):
                yield as_error(subject, f"{quote_text(text.text)} does not show")
        yield from find_covered_texts(f"page {number}", page.rest)
        self._margins.append(_ReadMargin(number, next(iter(set_keys), ""), texts))

    def _check_shown(
        self, face: FaceInk, title: str, marks: Mapping[str, str], page: ReadPage
    ) -> Iterator[Problem]:
        """What of a face does not show in the picture; its marks are kept for later."""
        left, top, *_ = face.label.place
        picture = page.picture.move_origin(left, top)
        for text in face.texts:
            if text.text and not picture.is_text_visible(text.box, text.colour):
                subject = f"{title}, {text.label.name}" if text.label and text.label.name else title
                yield as_error(
                    subject, f"{quote_text(text.text)} does not show in a picture of the page"
                )
        for paint in face.paints:
            if paint.label is None:
                continue
            subject = f"{title}, {paint.label.name}"
            # With some of its ground: a square would be one flat tone.
            box = paint.box.expand_by(_MARK_BORDER)
            if not picture.is_mark_visible(box):
                yield as_error(subject, "the mark does not show in a picture of the page")
            elif paint.label.name in marks:
                value, turn = marks[paint.label.name], paint.turn or 0.0
                self._mark_similarity.add_mark(value, picture, box, turn, subject)

    def check_whole_print(self, turning: BackMode, *, begun: bool = False) -> Iterator[Problem]:
        """What the print as a whole lacks, and what its margins say wrongly.

        Where the first sheet was `begun`, the backs of its set are not all alike.
        """
        for expected in self.expected.find_missing():
            yield as_error(expected.content.title, "is not printed; the rules want it")
        totals: dict[str, int] = {}
        for sheet in self._margins:
            totals[sheet.set_key] = totals.get(sheet.set_key, 0) + 1
        counts: dict[str, int] = {}
        printed_stamp = get_short_digest(self.game)
        for sheet in self._margins:
            count = counts[sheet.set_key] = counts.get(sheet.set_key, 0) + 1
            has_other_backs = begun and sheet.set_key == self._margins[0].set_key
            sheet_turning = turning._replace(front_sheets=0) if has_other_backs else turning
            sheets = count, totals[sheet.set_key], sheet.set_key
            lines = build_margin_words(self.game, self.print, printed_stamp, *sheets, sheet_turning)
            expected_words = lines if self.has_margins else {}
            yield from _check_margin(sheet, expected_words)
        yield from self._mark_similarity.compare_marks()
        for text, titles in self._titles_by_words.items():
            others = f" and {len(titles) - 1} more" if len(titles) > 1 else ""
            message = f"prints {quote_text(text)}, words of its template: unverified"
            yield make_note(f"{titles[0]}{others}", message)


def check_backs(
    number: int, fronts: Sequence[PrintedFront], backs: Sequence[FaceInk], width: float
) -> Iterator[Problem]:
    """What of a sheet's fronts has not its own back behind it; the page is so wide."""
    remaining = list(backs)
    for label, back_name in fronts:
        x, y, face_width, _ = label.place
        matches = [back for back in remaining if _is_placed(back.label, width - x - face_width, y)]
        subject = f"page {number}, face {label.name}"
        names = [back.label.name for back in matches]
        if back_name not in names:
            actual = f"{quote_text(names[0])} behind it" if names else "nothing behind it"
            yield as_error(subject, f"has {actual}; it should be {quote_text(back_name)}")
        remaining = [back for back in remaining if back not in matches]
    for back in remaining:
        yield as_error(f"page {number}, face {back.label.name}", "lies behind no front")


def _is_placed(label: Label, x: float, y: float) -> bool:
    return max(abs(label.place[0] - x), abs(label.place[1] - y)) <= _BACK_TOLERANCE


def _take_widgets(widgets: list[Widget], face: str) -> Sequence[Widget]:
    """The form fields of a face, by their names on it, taken from those of its page."""
    face_widgets = [widget for widget in widgets if widget.name.startswith(f"{face}.")]
    for widget in face_widgets:
        widgets.remove(widget)
    return [widget._replace(name=widget.name.removeprefix(f"{face}.")) for widget in face_widgets]


def _check_margin(sheet: _ReadMargin, words: Mapping[str, str]) -> Iterator[Problem]:
    for name, expected in words.items():
        subject = f"page {sheet.number}, {name}"
        text = sheet.texts.pop(name, None)
        if text is None:
            yield as_error(subject, f"is not printed; it should say {quote_text(expected)}")
            continue
        if not says_text(text.text, expected):
            yield as_error(
                subject, f"prints {quote_text(text.text)}; it should say {quote_text(expected)}"
            )
        if text.size < MIN_FOOTER_TEXT_SIZE - 0.005:
            yield as_error(subject, f"is {text.size:.2f} pt high, too small to read")
    for name, text in sheet.texts.items():
        message = f"prints {quote_text(text.text)}; the margin has no such line"
        yield as_error(f"page {sheet.number}, {name}", message)
