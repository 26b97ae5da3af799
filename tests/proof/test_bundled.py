"""The bundled prints, through their own templates: clean as built, and no cell unwatched."""

from collections.abc import Callable
from functools import cache

import msgspec
import pytest
import sample
import seed
from msgspec.structs import replace

from printgen.face.face import Face, PlacedMark, TextRun
from printgen.layout.compose import Composer
from printgen.pipeline.plan import PrintJob
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    compose_print_faces,
    impose_pages,
    make_composer,
)
from printgen.press.writing.pdf import write_pdf
from printgen.problems import Severity
from printgen.proof.proof import proof_pdf
from printgen.sheet_layout import SheetLayout
from printgen.system.bundled import find_game

Edit = Callable[[Face], Face]


@cache
def composer() -> Composer:
    """The bundled templates."""
    return make_composer(find_game("combat-leader"))


def built(
    print_: str,
    paper: str = "a4",
    sets: tuple[str, ...] = ("A",),
    rows: tuple[str, ...] | None = None,
    edit: Edit = lambda face: face,
    skip: int = 0,
) -> bytes:
    """One print of the bundled game, as `printgen build` makes it, its faces edited first."""
    one = sample.print_of(print_)

    game, asked = sample.game(), SheetLayout(paper=paper, skip=skip)
    size = next(iter(one.sizes), None)
    planned = PrintJob(one, sets if one.sets else (), rows, size, layout=asked)
    faces = map(edit, compose_print_faces(game, planned, composer()))
    made = impose_pages(game, planned, faces, composer().get_typeface(*MARGIN_TYPEFACE), iter(()))
    claimed = None if one.backs_of else rows
    document = sample.document(print_, sets, claimed, paper)
    return write_pdf(
        made, replace(document, manifest=msgspec.structs.replace(document.manifest, skip=skip))
    )


@pytest.mark.quick("a4-deck-backs", "a4-sheet", "a4-markers", "a4-roster")
@pytest.mark.parametrize("print_", ["deck", "deck-backs", "sheet", "markers", "roster"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_bundled_prints_proof_clean(print_: str, paper: str) -> None:
    """No finding at all, not even a note."""
    assert proof_pdf(built(print_, paper), sample.game()) == ()


@pytest.mark.slow
def test_several_decks_proof_clean() -> None:
    """Each with its own letter, sheets and backs."""
    (found,) = proof_pdf(built("deck", sets=("C", "A"), rows=("1", "53", "60")), sample.game())
    assert found.severity is Severity.NOTE
    assert proof_pdf(built("deck-backs", sets=("A", "B", "F")), sample.game()) == ()


@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("print_", "sets", "rows", "skip"),
    [
        ("deck", ("A",), ("1", "2"), 3),
        ("deck", ("A",), tuple(map(str, range(1, 8))), 4),
        ("deck", ("C", "A"), ("1", "53", "60"), 7),
        ("deck-backs", ("A",), ("1", "2"), 3),
        ("deck-backs", ("A",), None, 8),
        ("deck-backs", ("A", "B"), ("1", "2"), 4),
        ("markers", ("A",), None, 8),
    ],
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_that_was_begun_proofs_clean(
    print_: str, sets: tuple[str, ...], rows: tuple[str, ...] | None, skip: int, paper: str
) -> None:
    """The places that are left empty are said, and their backs are empty too."""
    found = proof_pdf(built(print_, paper, sets, rows, skip=skip), sample.game())
    assert [problem for problem in found if problem.severity is not Severity.NOTE] == []


@pytest.mark.quick("markers")
@pytest.mark.parametrize(
    ("print_", "faces"),
    [
        ("deck", ["A-01", "A-02"]),
        ("deck-backs", ["A-back"]),
        ("markers", ["1-A-jammed-1", "1-A-jammed-2"]),
    ],
)
def test_a_face_in_a_place_that_was_to_stay_empty_is_found(print_: str, faces: list[str]) -> None:
    """Three places are empty and five are said to be: two places are taken."""
    found = proof_pdf(seed.claiming(built(print_, skip=3), skip=5), sample.game())
    assert list(map(str, found)) == [
        f"page 1, face {face}: error: is in one of the 5 places that must stay empty"
        for face in faces
    ]


def test_backs_that_leave_places_empty_unasked_are_found() -> None:
    """The sheet in front of them has cards there."""
    backs = built("deck-backs", rows=("1",), skip=3)
    many, words = proof_pdf(seed.claiming(backs, skip=0), sample.game())
    assert "has a back in 1 of its 9 places" in str(many)
    assert "One a page of fronts, 7 in all" in str(words)


def garbled(face: Face) -> Face:
    """Every text changed in its last letter, as wide as before."""
    return replace(
        face,
        items=tuple(
            replace(item, text=item.text[:-1] + ("8" if item.text[-1] != "8" else "5"))
            if isinstance(item, TextRun)
            else item
            for item in face.items
        ),
    )


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("print_", ["deck", "deck-backs", "sheet", "markers", "roster"])
def test_no_field_goes_unwatched(print_: str) -> None:
    """With one letter of every field changed, every field is named, each with both values."""
    wanted: set[tuple[str, str]] = set()

    def note_and_garble(face: Face) -> Face:
        wanted.update(
            (face.id, item.field) for item in face.items if isinstance(item, TextRun) and item.field
        )
        return garbled(face)

    rows = ("1", "17", "56", "60") if print_ == "deck" else None
    found = proof_pdf(built(print_, rows=rows, edit=note_and_garble), sample.game())
    named = {
        problem.where.field
        for problem in found
        if "prints" in problem.message and "the rules say" in problem.message
    }
    assert named >= {field for _, field in wanted}
    assert len(found) >= len(wanted)


@pytest.mark.parametrize("print_", ["deck", "sheet", "markers"])
def test_no_mark_goes_unwatched(print_: str) -> None:
    """Each mark left out is missed."""
    marks: set[str] = set()

    def without_marks(face: Face) -> Face:
        kept = []
        for item in face.items:
            if isinstance(item, PlacedMark) and item.field:
                marks.add(item.field)
            else:
                kept.append(item)
        return replace(face, items=tuple(kept))

    rows = ("1", "56", "60") if print_ == "deck" else None
    found = proof_pdf(built(print_, rows=rows, edit=without_marks), sample.game())
    missed = {
        problem.where.field
        for problem in found
        if problem.message.startswith("the mark is not printed")
    }
    assert marks
    assert missed == marks


def test_a_template_that_prints_the_wrong_row_under_the_right_name_is_found() -> None:
    """Cell by cell over the whole strip of card 17: each row printing the row after it."""
    strip = {
        2: "1",
        3: "2",
        4: "1",
        5: "2",
        6: "5",
        7: "3",
        8: "1",
        9: "8",
        10: "7",
        11: "6",
        12: "5",
    }

    def wrong(face: Face) -> Face:
        return replace(
            face,
            items=tuple(
                replace(item, text=strip[fields[item.field] % 11 + 2])
                if isinstance(item, TextRun) and item.field in fields
                else item
                for item in face.items
            ),
        )

    fields = {f"selection.s{row}": row for row in strip}
    found = {
        problem.where.field: problem.message
        for problem in proof_pdf(built("deck", rows=("17",), edit=wrong), sample.game())
    }
    for field, row in fields.items():
        printed, ruled = strip[row % 11 + 2], strip[row]
        if printed != ruled:
            assert found[field] == f"prints “{printed}”; the rules say “{ruled}”"
