"""Comparison of the pages of a PDF with the game's data.

Expected values come only from the game; a label only says where a field was placed. Faces are
looked up by name, and the content of each is built when it is compared. Pages are compared one at a
time and not kept. The module imports nothing from layout or press.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.board_parts import BoardParts
from printgen.content.faces_of_print import (
    NamedFace,
    WantedFaceNames,
    build_content,
    build_margin_texts,
    generate_named_faces,
    list_set_keys,
)
from printgen.face_checks.printed_face import quote_text
from printgen.face_checks.texts import (
    MIN_FOOTER_TEXT_SIZE,
    MIN_PAGE_TEXT_SIZE,
    MIN_TEXT_SIZE,
    can_be_faint,
    is_same_text,
)
from printgen.geometry import Box
from printgen.problems import Place, Problem, make_error, make_note
from printgen.proof.face_comparison import (
    check_text_near_edge,
    compare_face,
    find_covered_texts,
    find_text_errors,
    is_ink_lost,
    list_template_words,
)
from printgen.proof.mark_similarity import MarkSimilarity
from printgen.proof.reading.page_objects import Graphic, Label, PaintedFace, PaintedText
from printgen.proof.reading.pages import PagePicture, PaintedPage
from printgen.proof.reading.pdf_file import DeclaredPage, Widget
from printgen.rules.model import Game, Print
from printgen.sheet_layout import PrintManifest


class ExpectedFace(msgspec.Struct, frozen=True):
    """One face that must be in the PDF, according to the game's data.

    `set_key` is the key of the player or other row for which the print repeats all its faces; "" if
    it does not. `back_name` is the name of the face that must be on its back; "" without backs.
    """

    set_key: str
    face: NamedFace
    back_name: str = ""


class ExpectedFaces:
    """The faces that must be in the PDF of one print, according to the data.

    Each must be in the PDF once, so `take_face` returns it once. Only a back that all fronts share
    may be there any number of times, because its copies fill the sheets. If the PDF has fronts and
    backs, `backs` is the print of the backs.
    """

    def __init__(
        self, game: Game, print_: Print, request: PrintManifest, backs: Print | None = None
    ) -> None:
        self._upcoming = _iter_expected_faces(game, print_, request, backs)
        self._fills_sheets = print_.is_shared_back
        self._pending: dict[str, ExpectedFace] = {}
        self._sheet_fillers: dict[str, ExpectedFace] = {}
        self._printed_names: set[str] = set()

    def take_face(self, face: str) -> ExpectedFace | None:
        """Return the expected face with that name, and remember that the PDF has it.

        Return None if the data has no such face, or if it was taken before.
        """
        if face in self._sheet_fillers:
            return self._sheet_fillers[face]
        if face not in self._pending:
            for candidate in self._upcoming:
                self._pending[candidate.face.name] = candidate
                if candidate.face.name == face:
                    break
        match = self._pending.pop(face, None)
        if match is not None:
            self._printed_names.add(face)
            if self._fills_sheets:
                self._sheet_fillers[face] = match
        return match

    def is_taken(self, face: str) -> bool:
        """Return whether `take_face` has returned the face of that name before."""
        return face in self._printed_names

    def find_missing(self) -> Iterator[ExpectedFace]:
        """Yield the expected faces that were never taken, in the order of the data."""
        yield from self._pending.values()
        yield from self._upcoming


def _iter_expected_faces(
    game: Game, print_: Print, request: PrintManifest, backs: Print | None
) -> Iterator[ExpectedFace]:
    """Yield the faces that the data expects in a PDF with the manifest `request`, in order."""
    keys = None if request.rows is None else frozenset(request.rows)
    if request.faces is not None:
        keys = WantedFaceNames(request.faces)
    known_sets = list_set_keys(game, print_)
    # No face is expected of a set that the game does not have, so its faces are reported.
    for set_key in [key for key in request.sets if key in known_sets] if known_sets else ("",):
        back_names = _find_back_names(game, backs, set_key, keys)
        for face in generate_named_faces(game, print_, set_key, keys):
            yield ExpectedFace(set_key, face, next(back_names))


def _find_back_names(
    game: Game, backs: Print | None, set_key: str, keys: Collection[str] | None
) -> Iterator[str]:
    """Yield for each front of a set, in order, the name of the face expected on its back.

    Without `backs`, all names are "". `keys` are the rows of the fronts; None means all rows.
    """
    if backs is None:
        return repeat("")
    names = (back.name for back in generate_named_faces(game, backs, set_key, keys))
    return repeat(next(names)) if backs.is_shared_back else names


_MARK_BORDER = 0.3
"""Width in mm of the background that is compared with a mark."""
_BACK_TOLERANCE = 0.05
"""How far, in mm, a back may be from its expected place."""


class PrintedFront(NamedTuple):
    """The label of a front that was read, and the name of the face expected on its back."""

    label: Label
    back_name: str


class _PaintedMargin(msgspec.Struct):
    """The texts in the margin of one page, by name.

    `number` is the number of the page, and `set_key` the key of the set on it.
    """

    number: int
    set_key: str
    texts: dict[str, PaintedText]


class _Board(msgspec.Struct):
    """A face that is printed in parts on several pages, as far as these were read.

    `lost` are its texts and marks that no part shows whole so far. The keys are their numbers in
    painting order. They are the same in each part, because each part paints the whole face.
    """

    expected: ExpectedFace
    part_count: int = 0
    lost: dict[int, PaintedText | Graphic] = msgspec.field(default_factory=dict)

    def add_part(self, face: PaintedFace) -> None:
        """Add a page with a part of the face. Remove from `lost` the values that it shows whole."""
        marks = [paint for paint in face.paints if paint.label]
        values: list[PaintedText | Graphic] = [*face.texts, *marks]
        hidden = {i: item for i, item in enumerate(values) if not face.is_fully_visible(item.box)}
        before = self.lost if self.part_count else hidden
        self.lost = {i: value for i, value in hidden.items() if i in before}
        self.part_count += 1

    def find_part_problems(self, part_count: int) -> Iterator[Problem]:
        """Yield an error if parts are missing, and one for each value that no part shows whole."""
        title = self.expected.face.title
        if self.part_count != part_count:
            yield make_error(title, f"is printed in {self.part_count} parts; it has {part_count}")
        for value in self.lost.values():
            words = quote_text(value.text) if isinstance(value, PaintedText) else "the mark"
            name = value.label.name if value.label else ""
            yield make_error(title, f"{words} is whole on no page, at {value.box}", field=name)


class PrintComparison(msgspec.Struct):
    """A comparison of the PDF of one print with its data: first page by page, then as a whole.

    `request` says what the user wanted to print. `fronts` are the faces of the page that was
    compared last, with the names of their backs.
    """

    game: Game
    print: Print
    request: PrintManifest
    expected: ExpectedFaces
    fronts: list[PrintedFront] = msgspec.field(default_factory=list)
    _mark_similarity: MarkSimilarity = msgspec.field(default_factory=MarkSimilarity)
    _margins: list[_PaintedMargin] = msgspec.field(default_factory=list)
    _titles_by_words: dict[str, list[str]] = msgspec.field(default_factory=dict)
    _titles_on_artwork: dict[str, dict[str, None]] = msgspec.field(default_factory=dict)
    _boards: dict[str, _Board] = msgspec.field(default_factory=dict)
    _parts: BoardParts | None = None

    def compare_page(
        self, number: int, sheet: DeclaredPage, page: PaintedPage, parts: BoardParts | None = None
    ) -> Iterator[Problem]:
        """Yield the differences between the faces and form fields of a page and the game's data.

        `number` is the number of the page. `sheet` has the size and the form fields that the file
        declares for it, and `page` is what is painted on it. If the page shows one part of a board,
        `parts` has all parts of that board.
        """
        self._parts = parts or self._parts
        edge = Box(0.0, 0.0, sheet.width, sheet.height)
        smallest = MIN_PAGE_TEXT_SIZE if self.print.is_page else MIN_TEXT_SIZE
        widgets = list(sheet.widgets)
        set_keys: dict[str, None] = {}
        self.fronts.clear()
        for face in page.faces:
            name = face.label.name
            board = self._boards.get(name)
            expected = board.expected if board else self.expected.take_face(name)
            if expected is None:
                is_known = self.expected.is_taken(name)
                message = "is printed a second time" if is_known else "the rules have no such face"
                yield make_error(f"page {number}, face {name}", message)
                continue
            set_keys.setdefault(expected.set_key)
            self.fronts.append(PrintedFront(face.label, expected.back_name))
            face_widgets = _pop_widgets_of_face(widgets, name)
            content = build_content(self.game, self.print, expected.face)
            picture = page.picture
            yield from compare_face(face, content, face_widgets, smallest, edge, picture)
            yield from self._check_texts_and_marks_visible(face, content.title, content.marks, page)
            if board is None:
                for words in sorted(list_template_words(face)):
                    self._titles_by_words.setdefault(words, []).append(content.title)
            if parts:
                self._boards.setdefault(name, _Board(expected)).add_part(face)
        for widget in widgets:
            subject = f"page {number}, form field {widget.name}"
            yield make_error(subject, "belongs to no face of the rules")
        if len(set_keys) > 1:
            yield make_error(f"page {number}", f"has faces of several sets: {', '.join(set_keys)}")
        yield from self._check_margin_texts(number, next(iter(set_keys), ""), page, edge)

    def _check_margin_texts(
        self, number: int, set_key: str, page: PaintedPage, edge: Box
    ) -> Iterator[Problem]:
        """Yield the problems with the texts in the margin of a page. Store these texts by name.

        They are compared with the expected texts after the last page, when the number of pages is
        known.
        """
        texts: dict[str, PaintedText] = {}
        for text in page.rest.texts:
            subject = f"page {number}, {text.label.name if text.label else 'margin'}"
            if text.label is None or text.label.name in texts:
                message = f"prints {quote_text(text.text)} at {text.x:.1f}, {text.y:.1f} mm"
                yield make_error(subject, f"{message}, which belongs to no field")
                continue
            texts[text.label.name] = text
            for message in find_text_errors(text, text.label):
                yield make_error(subject, message)
            yield from check_text_near_edge(f"page {number}", text, edge)
            if not page.picture.is_text_visible(text.box, text.colour):
                yield make_error(subject, f"{quote_text(text.text)} is not visible")
        yield from find_covered_texts(f"page {number}", page.rest, page.picture)
        self._margins.append(_PaintedMargin(number, set_key, texts))

    def _check_texts_and_marks_visible(
        self, face: PaintedFace, title: str, marks: Mapping[str, str], page: PaintedPage
    ) -> Iterator[Problem]:
        """Yield a problem for each text and mark of a face that cannot be seen on the page.

        `title` names the face, and `marks` has the value of each mark. The marks are stored too, to
        be compared with each other after the last page.
        """
        left, top, *_ = face.label.place
        picture = page.picture.move_origin(left, top)
        paints = zip(face.texts_before, face.paints, strict=True)
        blended = [(before, paint.box) for before, paint in paints if paint.is_blended]
        for index, text in enumerate(face.texts):
            if not face.is_fully_visible(text.box):
                continue
            if text.text and not picture.is_text_visible(text.box, text.colour):
                message = f"{quote_text(text.text)} is not visible on the page"
                yield make_error(title, message, field=text.field)
            elif text.label and text.label.is_on_artwork and can_be_faint(text.text, text.size):
                name = text.field or quote_text(text.text)
                self._titles_on_artwork.setdefault(name, {})[title] = None
            elif _can_blend_into_background(text, index, blended, picture) and is_ink_lost(
                picture, face, index
            ):
                message = f"{quote_text(text.text)} hardly differs from its background"
                yield make_error(title, message, field=text.field)
        for paint in face.paints:
            if paint.label is None or not face.is_fully_visible(paint.box):
                continue
            name = paint.label.name
            # With some background, because a filled square alone is one flat tone.
            box = paint.box.expand_by(_MARK_BORDER)
            if not picture.is_mark_visible(box):
                yield make_error(title, "the mark is not visible on the page", field=name)
            elif name in marks:
                where, turn = Place(subject=title, field=name), paint.turn or 0.0
                self._mark_similarity.add_mark(marks[name], picture, box, turn, where)

    def check_whole_print(self, front_sheets: int) -> Iterator[Problem]:
        """Yield the missing faces, the errors in margins and marks, and the notes about the print.

        `front_sheets` is for a file with one back for all fronts. It is the number of sheets of
        fronts that each margin must name; 0 if each sheet of backs belongs to one sheet of fronts.
        If the first sheet has empty places at its start (`--skip`), the sheets of backs for the
        first player or deck belong to one sheet of fronts each, even if `front_sheets` is not 0.
        """
        for expected in self.expected.find_missing():
            yield make_error(expected.face.title, "is not printed; the rules have it")
        for board in self._boards.values():
            yield from board.find_part_problems(self._parts.count if self._parts else 0)
        totals, counts = Counter(sheet.set_key for sheet in self._margins), Counter[str]()
        for sheet in self._margins:
            counts[sheet.set_key] += 1
            has_other_backs = self.request.skip and sheet.set_key == self._margins[0].set_key
            backs_on = 0 if has_other_backs else front_sheets
            sheets = counts[sheet.set_key], totals[sheet.set_key], sheet.set_key, backs_on
            words = build_margin_texts(self.game, self.print, self.request, *sheets, self._parts)
            yield from _compare_margin_texts(sheet, words)
        yield from self._mark_similarity.compare_marks()
        for text, titles in self._titles_by_words.items():
            others = f" and {len(titles) - 1} more" if len(titles) > 1 else ""
            message = f"prints {quote_text(text)}, text of its template: unverified"
            yield make_note(f"{titles[0]}{others}", message)
        for name, faces in self._titles_on_artwork.items():
            others = f" and {len(faces) - 1} more" if len(faces) > 1 else ""
            message = "may be faint: its template says --contrast: artwork"
            yield make_note(Place(subject=f"{next(iter(faces))}{others}", field=name), message)


def check_backs(
    number: int, fronts: Sequence[PrintedFront], backs: Sequence[PaintedFace], width: float
) -> Iterator[Problem]:
    """Yield a problem for each front of page `number` that has a wrong back or none.

    `backs` are the faces of the page behind it. A back without a front is a problem too. `width` is
    the width of the page in mm.
    """
    remaining = list(backs)
    for label, back_name in fronts:
        x, y, face_width, _ = label.place
        # The sheet is flipped sideways, so a back is at the mirrored x and the same y.
        back_x = width - x - face_width
        matches = [back for back in remaining if _is_label_at(back.label, back_x, y)]
        subject = f"page {number}, face {label.name}"
        names = [back.label.name for back in matches]
        if back_name not in names:
            actual = f"the back {quote_text(names[0])}" if names else "no back"
            yield make_error(subject, f"has {actual}; it should be {quote_text(back_name)}")
        remaining = [back for back in remaining if back not in matches]
    for back in remaining:
        yield make_error(f"page {number}, face {back.label.name}", "has no front on the other side")


def _is_label_at(label: Label, x: float, y: float) -> bool:
    return max(abs(label.place[0] - x), abs(label.place[1] - y)) <= _BACK_TOLERANCE


def _pop_widgets_of_face(widgets: list[Widget], face: str) -> Sequence[Widget]:
    """Return the form fields of a face, and remove them from `widgets`.

    `widgets` are all form fields of the page. In the returned ones, the name of the face is removed
    from the start of their names.
    """
    face_widgets = [widget for widget in widgets if widget.name.startswith(f"{face}.")]
    for widget in face_widgets:
        widgets.remove(widget)
    return [replace(widget, name=widget.name.removeprefix(f"{face}.")) for widget in face_widgets]


def _compare_margin_texts(sheet: _PaintedMargin, words: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a problem for each difference between the margin of a page and `words`.

    `words` are the expected texts by name.
    """
    for name, expected in words.items():
        subject = f"page {sheet.number}, {name}"
        text = sheet.texts.pop(name, None)
        if text is None:
            yield make_error(subject, f"is not printed; it should say {quote_text(expected)}")
            continue
        if not is_same_text(text.text, expected):
            message = f"prints {quote_text(text.text)}; it should say {quote_text(expected)}"
            yield make_error(subject, message)
        if text.size < MIN_FOOTER_TEXT_SIZE - 0.005:
            yield make_error(subject, f"is {text.size:.2f} pt high, too small to read")
    for name, text in sheet.texts.items():
        message = f"prints {quote_text(text.text)}; the margin has no line of this name"
        yield make_error(f"page {sheet.number}, {name}", message)


def _can_blend_into_background(
    text: PaintedText, index: int, blended: Sequence[tuple[int, Box]], picture: PagePicture
) -> bool:
    """Return whether a text may have too little contrast with blended colours below or above it.

    Only then does the picture have to be examined. `index` is the index of the text in its face.
    `blended` has, for each blended paint of the face, the number of texts before it, and its box.
    """
    if not text.is_opaque or text.render_mode:
        return True
    orders = [before for before, box in blended if text.box.overlaps(box)]
    is_under = any(before > index for before in orders)
    return is_under or bool(orders and not picture.has_plain_background(text.box, text.colour))
