"""Checks of paper, page boxes, places and bleed, so that the faces can be cut correctly.

Expected sizes come from the paper and the print. The contents of faces are checked elsewhere.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import dist

import msgspec
from msgspec.structs import replace

from printgen.board_parts import BoardParts, plan_board_parts
from printgen.face_checks.texts import KEEP_OUT
from printgen.geometry import (
    Box,
    Outline,
    find_bounding_box,
    find_hex_spacing,
    make_box,
    measure_outline_overflow,
)
from printgen.problems import Problem, make_error
from printgen.proof.bleed_check import find_sides_without_bleed
from printgen.proof.reading.page_objects import PaintedFace
from printgen.proof.reading.pages import PaintedPage
from printgen.proof.reading.pdf_file import DeclaredPage
from printgen.rules.model import Print
from printgen.rules.values.sizes import Size, allows_every_size
from printgen.rules.values.tuck_box import TuckBox, make_tuck_box
from printgen.sheet_layout import PrintManifest, list_face_positions

BAR_LENGTH = 50.0
"""Length of the scale bar in the margin, in mm, for measuring the printed page."""

_TOLERANCE = 0.05  # mm, as are all below
_BAR_TOLERANCE = 0.1
_BAR_OFFSET = 2.0  # twice the distance between the centres of the bar and its text
_INK_TOLERANCE = 0.25

_SHIFT_SHARE = 0.25
"""Added to a number of rows or columns before it is rounded down: rows may be half a step off."""


class SheetChecks(msgspec.Struct):
    """The checks of the sheets of one print: first of each sheet, then of all together.

    `request` says what the user wanted to print, and how. If the print is repeated for several
    players or decks, faces of two of them are never on one sheet. If a PDF has fronts and backs,
    the pages of backs are checked as another print. A folded sheet has fronts and backs, and its
    paper can be printed in either orientation.
    """

    print: Print
    request: PrintManifest
    _trim: Box | None = None
    _block: Box | None = None
    _page_count: int = 0
    _has_empty_places: bool = False
    _face_size: Size | None = None

    def check_sheet(
        self, number: int, sheet: DeclaredPage, page: PaintedPage, parts: BoardParts | None = None
    ) -> Iterator[Problem]:
        """Yield the problems with the page boxes, and with the positions and bleed of the faces.

        `number` is the number of the page, `sheet` is what the file declares about it, and `page`
        what is painted on it. If the page shows one part of a board, `parts` has all parts of that
        board.
        """
        subject = f"page {number}"
        self._page_count += 1
        edge = Box(0.0, 0.0, sheet.width, sheet.height)
        paper = parts.paper if parts else self.request.page
        sides = [(paper.width, paper.height), (paper.height, paper.width)]
        # A folded sheet may be printed either way.
        boxes = (Box(0.0, 0.0, *size) for size in sides[: 1 + self.request.fold])
        if not any(_is_same_box(box, edge) for box in boxes):
            message = f"measures {sheet.width:.1f} × {sheet.height:.1f} mm"
            message += f"; {paper.id} is {paper.width:g} × {paper.height:g} mm"
            yield make_error(subject, message)
        for error in sheet.errors:
            yield make_error(subject, error)
        if not _is_same_box(crop_box := sheet.boxes.get("CropBox", edge), edge):
            yield make_error(subject, f"its CropBox {crop_box} is not the page's edge")
        whole_page = replace(page, faces=()) if parts else page
        yield from self._check_page_boxes(subject, sheet, edge, whole_page)
        yield from self._check_face_boxes(subject, edge, page, is_part=bool(parts))
        if parts:
            yield from _check_board_part(subject, parts, number - 1, sheet, page)
        if self._fills_sheets:
            yield from self._check_full_sheet(subject, page)
        if self._page_count == 1:
            yield from self._check_skipped_places(subject, page)
        if not self.request.sheet:
            yield from _check_graphics_near_edge(subject, edge, page)
        if (self.print.bleed or self.request.sheet) and not parts:
            yield from self._check_bleed(subject, page)
        if self.request.machine and not self.print.backs_of:
            yield from self._check_registration_marks(subject, edge, page)
        yield from _check_scale_bar(subject, page)

    @property
    def _bleed(self) -> float:
        """The expected bleed, in mm."""
        return 0.0 if self.print.is_page else self.request.limit_bleed(self.print.bleed)

    @property
    def _face_sizes(self) -> tuple[Size, ...]:
        """The sizes that faces may have; for a tuck box, the size that its thick cards need."""
        layout, boxes = self.request, self.print.sizes
        return tuple(
            make_tuck_box(size.card, size.count, layout.thickness, layout.sleeves)
            if isinstance(size, TuckBox)
            else size
            for size in boxes
        )

    @property
    def _fills_sheets(self) -> bool:
        """Whether each page is filled with copies of the one back that all fronts share."""
        return self.print.is_shared_back and not (self.request.has_backs or self.request.skip)

    def _check_page_boxes(
        self, subject: str, sheet: DeclaredPage, edge: Box, page: PaintedPage
    ) -> Iterator[Problem]:
        """Yield an error for each wrong or missing TrimBox and BleedBox (ISO 32000-1, 14.11.2).

        `subject` names the page in messages, and `edge` is the box of the page.
        """
        trim, bleed = sheet.boxes.get("TrimBox"), sheet.boxes.get("BleedBox")
        if trim is None or bleed is None:
            yield make_error(subject, f"has no {'TrimBox' if trim is None else 'BleedBox'}")
            return
        if not _is_same_box(bleed, expected_bleed := trim.expand_by(self._bleed)):
            bleed_text = f" plus {self._bleed:g} mm" if self._bleed else ""
            yield make_error(subject, f"its BleedBox {bleed} is not its TrimBox {trim}{bleed_text}")
        # Sheets that are not full have the TrimBox of a full one, so all are equal.
        self._trim = self._trim or trim
        if not _is_same_box(trim, self._trim):
            message = f"its TrimBox {trim} differs from the first page's {self._trim}"
            yield make_error(subject, message)
        if not self.print.is_page:
            yield from self._check_trim_position(subject, trim, expected_bleed, edge)
            yield from _check_sides_of_trim(subject, trim, page)
        elif not _is_same_box(trim, edge):
            yield make_error(subject, f"its TrimBox {trim} is not the page's edge")

    def _check_face_boxes(
        self, subject: str, edge: Box, page: PaintedPage, *, is_part: bool
    ) -> Iterator[Problem]:
        """Yield a problem for each face of a wrong size, beyond the page, or over another face.

        On a part of a board (`is_part`), only the size is checked.
        """
        places = [(face.label.name, _get_face_box(face)) for face in page.faces]
        for index, (name, place) in enumerate(places):
            width, height = place.right - place.left, place.bottom - place.top
            # All faces of a print have one size: the allowed one nearest to the first face's.
            if self._face_size is None:
                stock = self.request.sheet
                stock_size = stock and Size(stock.name, stock.width, stock.height)
                self._face_size = stock_size or _find_expected_size(width, height, self._face_sizes)
            size = self._face_size
            if abs(width - size.width) > _TOLERANCE or abs(height - size.height) > _TOLERANCE:
                message = f"measures {width:g} × {height:g} mm"
                message += f"; it should be {size.width:g} × {size.height:g} mm"
                yield make_error(f"{subject}, face {name}", message)
            if is_part:
                continue
            self._block = place if self._block is None else find_bounding_box((self._block, place))
            if not edge.contains(place, _TOLERANCE):
                yield make_error(f"{subject}, face {name}", "extends beyond the page's edge")
            reach = min(width, height) / 2 - _TOLERANCE
            for other_name, other_place in places[:index]:
                if _is_overlapping(place, other_place, size.outline, reach):
                    yield make_error(f"{subject}, face {name}", f"overlaps the face {other_name}")

    def _check_trim_position(
        self, subject: str, trim: Box, bleed_box: Box, edge: Box
    ) -> Iterator[Problem]:
        """Yield an error if the TrimBox is not where it should be on the page.

        It must be centred or, on a bought sheet, around the places of that sheet.
        """
        if self.request.sheet is None:
            yield from _check_centring(subject, trim, bleed_box, edge)
            return
        block = Box(*self.request.sheet.block)
        if self.print.backs_of:
            # The back of a custom sheet is its mirror image.
            block = block._replace(left=edge.right - block.right, right=edge.right - block.left)
        if not _is_same_box(trim, block):
            expected_text = f"the box around the places of its sheet is {block}"
            yield make_error(subject, f"its TrimBox is {trim}; {expected_text}")

    def _check_bleed(self, subject: str, page: PaintedPage) -> Iterator[Problem]:
        """Yield a problem for each face that paints beyond its bleed, or lacks colour in its bleed.

        A line or mark of the margin that is printed over a face is a problem too.
        """
        outline = self._face_size.outline if self._face_size else "box"
        for face in page.faces:
            place, name = _get_face_box(face), f"{subject}, face {face.label.name}"
            bleed_box = Box(0.0, 0.0, *face.label.place[2:4]).expand_by(self._bleed)
            overhangs = (shape.box.measure_overflow(bleed_box) for shape in face.paints)
            overhang = max(overhangs, default=0.0)
            if overhang > _INK_TOLERANCE:
                msg = f"paints {overhang:.1f} mm beyond its bleed of {self._bleed:g} mm"
                yield make_error(name, msg, "make it smaller: it would cover the next face")
            inside = place.expand_by(-_INK_TOLERANCE)
            if any(_is_overlapping(inside, shape.box, outline) for shape in page.rest.paints):
                yield make_error(name, "has a mark or a line of the margin printed over it")
            for side in find_sides_without_bleed(page.picture, place, self._bleed, outline):
                msg = f"its colour ends at the trim {side}; its bleed is {self._bleed:g} mm"
                hint = "paint that far beyond the trim: see printgen docs printing#bleed"
                yield make_error(name, msg, hint)

    def _check_registration_marks(
        self, subject: str, edge: Box, page: PaintedPage
    ) -> Iterator[Problem]:
        """Yield a problem for each missing registration mark, and for anything printed near one."""
        boxes, zone = [graphic.box for graphic in page.rest.paints], self.request.quiet_zone
        for mark in self.request.list_registration_marks():
            others = [box for box in boxes if not _is_same_box(box, mark)]
            if others == boxes or not page.picture.is_text_visible(mark, (0, 0, 0)):
                yield make_error(subject, f"has no registration mark at {mark}")
            boxes = others
        boxes += [text.box for text in page.rest.texts]
        boxes += [_get_face_box(face).expand_by(self._bleed) for face in page.faces]
        corners = (0.0, 0.0), (edge.right - zone, 0.0), (0.0, edge.bottom - zone)
        for box in boxes:
            if any(box.overlaps(make_box(*corner, zone, zone), _TOLERANCE) for corner in corners):
                message = f"prints at {box}, where a machine scans its registration marks"
                yield make_error(subject, message)

    def _check_full_sheet(self, subject: str, page: PaintedPage) -> Iterator[Problem]:
        """Yield an error if a sheet has an empty place, although one back must fill all places."""
        columns, rows, _, _ = self._measure_grid()
        if columns and len(page.faces) != (places := columns * rows):
            self._has_empty_places = True
            yield make_error(subject, f"has a back in {len(page.faces)} of its {places} places")

    def _check_skipped_places(self, subject: str, page: PaintedPage) -> Iterator[Problem]:
        """Yield a problem for each face on the first sheet in a place that must stay empty."""
        columns, rows, column_step, row_step = self._measure_grid()
        skip = self.request.skip
        if not (skip and columns and self._trim):
            return
        for face in page.faces:
            place = _get_face_box(face)
            row = rows - 1 - int((self._trim.bottom - place.bottom) / row_step + _SHIFT_SHARE)
            column = int((place.left - self._trim.left) / column_step + _SHIFT_SHARE)
            if self.print.backs_of:
                column = columns - 1 - column  # mirrored, because the back is seen from behind
            if 0 <= row * columns + column < skip:
                message = f"is in one of the {skip} places that must stay empty"
                yield make_error(f"{subject}, face {face.label.name}", message)

    def _measure_grid(self) -> tuple[int, int, float, float]:
        """Return the number of columns and rows of faces, and their distances in mm.

        The distances are from the start of one column, or row, to the start of the next. On a
        folded sheet, only the rows below the fold count. All numbers are 0 if they cannot be
        computed: another check then reports the cause.
        """
        with suppress(ArithmeticError, ValueError):
            if (trim := self._trim) and (size := self._face_size):
                column_gap, row_gap = self.request.choose_gutters(size.gutter)
                if size.outline == "hexagon":
                    column_gap, row_gap, *_ = find_hex_spacing(size.width, size.height, column_gap)
                column_step, row_step = size.width + column_gap, size.height + row_gap
                columns = int((trim.width + column_gap) / column_step + _SHIFT_SHARE)
                rows = (trim.height + row_gap) / row_step
                rows = int(rows / 2 if self.request.fold else rows + _SHIFT_SHARE)
                return columns, rows, column_step, row_step
        return 0, 0, 0.0, 0.0

    def count_sheets(self, runs: Sequence[int]) -> int:
        """Return how many sheets are needed for some faces; 0 if that is unknown.

        `runs` are the numbers of faces in series. Each series begins a new row on the sheet.
        """
        columns, rows, _, _ = self._measure_grid()
        if columns <= 0 or rows <= 0:
            return 0
        return max(list_face_positions(runs, columns, 0), default=-1) // (columns * rows) + 1

    def check_trim_around_faces(self) -> Iterator[Problem]:
        """Yield an error if sheets are full, but their TrimBox is not the box around all faces."""
        if self._has_empty_places:
            return  # already reported, and the block is incomplete
        is_full = self._fills_sheets or self._page_count > max(1, len(self.request.sets))
        if is_full and self._trim and self._block and not _is_same_box(self._trim, self._block):
            message = f"its TrimBox {self._trim} is not the box around its faces, {self._block}"
            yield make_error(self.print.id, message)


def find_board_parts(print_: Print, request: PrintManifest, page: PaintedPage) -> BoardParts | None:
    """Return all parts of the board of which the page shows one; None if the page shows none."""
    if print_.is_page or not page.faces:
        return None
    return plan_board_parts(request, *page.faces[0].label.place[2:4])


def _check_board_part(
    subject: str, parts: BoardParts, index: int, sheet: DeclaredPage, page: PaintedPage
) -> Iterator[Problem]:
    """Yield an error for each difference between a page and the part of a board it must show.

    `index` is the index of the page, counted from 0 over all boards. Nothing else may be printed on
    the part.
    """
    index %= parts.count
    expected, trim = parts.find_board_corner(index), sheet.boxes.get("TrimBox", parts.trim)
    if not _is_same_box(trim, parts.trim):
        yield make_error(subject, f"its TrimBox is {trim}; its part of the board is {parts.trim}")
    for label in (face.label for face in page.faces):
        if dist(label.place[:2], expected) > _TOLERANCE or len(page.faces) > 1:
            message = f"does not show the part {parts.name_part(index)} of the face {label.name}"
            yield make_error(subject, message)
    inside = parts.trim.expand_by(-_INK_TOLERANCE)
    for box in (graphic.box for graphic in page.rest.paints if graphic.box.overlaps(inside)):
        yield make_error(subject, f"has a mark of the margin printed over its part, at {box}")


def _check_centring(subject: str, trim: Box, bleed_box: Box, edge: Box) -> Iterator[Problem]:
    """Yield an error if the TrimBox is not centred, or the bleed is too near to the page's edge."""
    if not edge.expand_by(-KEEP_OUT).contains(bleed_box, _TOLERANCE):
        box_name = f"TrimBox {trim}" if bleed_box == trim else f"BleedBox {bleed_box}"
        yield make_error(subject, f"its {box_name} reaches into the page's outer {KEEP_OUT:g} mm")
    x_offset, y_offset = trim.left + trim.right - edge.right, trim.top + trim.bottom - edge.bottom
    if max(abs(x_offset), abs(y_offset)) > 2 * _TOLERANCE:
        yield make_error(subject, f"its TrimBox {trim} is not centred on the page")


def _check_sides_of_trim(subject: str, trim: Box, page: PaintedPage) -> Iterator[Problem]:
    """Yield a problem for each face outside the TrimBox, and for each margin text inside it."""
    for face in page.faces:
        if not trim.contains(_get_face_box(face), _TOLERANCE):
            yield make_error(f"{subject}, face {face.label.name}", f"is outside the TrimBox {trim}")
    for text in page.rest.texts:
        if text.label and text.box.overlaps(trim):
            yield make_error(f"{subject}, {text.label.name}", f"is inside the TrimBox {trim}")


def _is_overlapping(place: Box, other: Box, outline: Outline, reach: float = 0.0) -> bool:
    """Return whether the face at `place` overlaps `other`: the box of another face, or of a line.

    `reach` is only used for hexagons. It is the distance from the middle of the other hexagon to
    its sides in mm, and 0 for a line.
    """
    if outline != "hexagon":
        return place.overlaps(other, _TOLERANCE * bool(reach))
    return measure_outline_overflow(Box(*_find_centre(other) * 2), place, "hexagon") < reach


def _get_face_box(face: PaintedFace) -> Box:
    x, y, width, height = face.label.place
    return make_box(x, y, width, height)


def _find_expected_size(width: float, height: float, sizes: tuple[Size, ...]) -> Size:
    """Return the size that a face of `width` × `height` mm should have: the nearest of `sizes`.

    It is the size of the face itself if there are no `sizes`. It is also that if none of `sizes`
    equals it, and the print may have any size (`allows_every_size`).
    """
    own = (Size("", width, height),)
    cards = [size.card if isinstance(size, TuckBox) else size for size in sizes]
    candidates = (*sizes, *own) if allows_every_size(cards) else sizes or own

    def measure_difference(size: Size) -> float:
        # Rounded: a named size is the size of a face that differs from it by a rounding error.
        return round(abs(size.width - width) + abs(size.height - height), 3)

    return min(candidates, key=measure_difference)


def _check_graphics_near_edge(subject: str, edge: Box, page: PaintedPage) -> Iterator[Problem]:
    """Yield a problem for each graphic so near to the page's edge that printers may not print it.

    Texts are checked by `check_text_near_edge`.
    """
    for face_objects in (*page.faces, page.rest):
        x, y = face_objects.label.place[:2] or (0.0, 0.0)
        printable = edge.expand_by(-KEEP_OUT).move_by(-x, -y)
        for graphic in face_objects.paints:
            # A mark is beyond the window of its page if it is on another part of its board.
            if graphic.label and not face_objects.is_fully_visible(graphic.box):
                continue
            if not printable.contains(graphic.box, _INK_TOLERANCE):
                message = f"paints at {graphic.box.move_by(x, y)}, less than {KEEP_OUT:g} mm"
                yield make_error(subject, f"{message} from the page's edge")


def _check_scale_bar(subject: str, page: PaintedPage) -> Iterator[Problem]:
    """Yield an error if the scale bar has a wrong length, or its text is not at its middle."""
    lines = [shape.box for shape in page.rest.paints if shape.label and shape.label.kind == "Bar"]
    for text in page.rest.texts:
        if not text.label or text.label.name != "margin.bar":
            continue
        ends = [_find_centre(box) for box in (lines[:1] + lines[-1:])]
        x, y = _find_centre(text.box)
        if (
            len(ends) < 2
            or abs(dist(*ends) - BAR_LENGTH) > _BAR_TOLERANCE
            or dist((x * 2, y * 2), [sum(axis) for axis in zip(*ends, strict=True)]) > _BAR_OFFSET
        ):
            message = f"its text is not in the middle of a bar of {BAR_LENGTH:g} mm"
            yield make_error(f"{subject}, margin.bar", message)


def _find_centre(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _is_same_box(box: Box, other: Box) -> bool:
    return all(abs(a - b) <= _TOLERANCE for a, b in zip(box, other, strict=True))
