"""The bundled prints, through their own templates: clean as built, and no cell unwatched."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

import pytest
import sample

from printgen.content.catalogue import Print, title
from printgen.layout.compose import Composer
from printgen.layout.face import Face, Mark, TextRun
from printgen.press.document import Document
from printgen.press.paper import find_paper
from printgen.press.pdf import write
from printgen.problems import Severity
from printgen.products.job import Job, compose_all
from printgen.proof.prove import prove
from printgen.resources import find_game, fonts_folder, templates_folder
from printgen.rules.digest import digest
from printgen.sheets import pages

Edit = Callable[[Face], Face]


@cache
def composer() -> Composer:
    """The bundled templates."""
    folder = find_game("combat-leader")
    return Composer((folder / "templates", templates_folder()), (fonts_folder(), folder / "fonts"))


def built(
    product: Print,
    paper: str = "a4",
    decks: tuple[str, ...] = ("A",),
    cards: tuple[int, ...] | None = None,
    edit: Edit = lambda face: face,
) -> bytes:
    """One print of the bundled game, as `printgen build` makes it, its faces edited first."""
    game = sample.game()
    decks = decks if product in ("deck", "deck-backs") else ()

    def compose(jobs: Iterable[Job]) -> Iterator[Face]:
        return map(edit, compose_all(composer(), jobs))

    typeface = composer().typeface("IBM Plex Sans Condensed", 400)
    made = pages(game, product, decks, cards, find_paper(paper), compose, typeface)
    document = Document(
        title=title(game, product),
        language=game.language,
        game=game.id,
        product=product,
        paper=paper,
        copies=decks,
        cards=cards,
        digest=digest(game),
    )
    return write(made, document)


@pytest.mark.parametrize("product", ["deck", "deck-backs", "sheet", "markers", "roster"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_bundled_prints_proof_clean(product: Print, paper: str) -> None:
    """No finding at all, not even a note."""
    assert prove(built(product, paper), sample.game()) == ()


def test_several_decks_proof_clean() -> None:
    """Each with its own letter, sheets and backs."""
    assert prove(built("deck", decks=("C", "A"), cards=(1, 53, 60)), sample.game())[0].severity is (
        Severity.NOTE
    )
    assert prove(built("deck-backs", decks=("A", "B", "F")), sample.game()) == ()


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


@pytest.mark.parametrize("product", ["deck", "deck-backs", "sheet", "markers", "roster"])
def test_no_field_goes_unwatched(product: Print) -> None:
    """With one letter of every field changed, every field is named, each with both values."""
    wanted: set[tuple[str, str]] = set()

    def note_and_garble(face: Face) -> Face:
        wanted.update(
            (face.id, item.field) for item in face.items if isinstance(item, TextRun) and item.field
        )
        return garbled(face)

    cards = (1, 17, 56, 60) if product == "deck" else None
    found = prove(built(product, cards=cards, edit=note_and_garble), sample.game())
    named = {
        problem.where.subject.rpartition(", ")[2]
        for problem in found
        if "prints" in problem.message and "the rules say" in problem.message
    }
    assert named >= {field for _, field in wanted}
    assert len(found) >= len(wanted)


@pytest.mark.parametrize("product", ["deck", "sheet", "markers"])
def test_no_mark_goes_unwatched(product: Print) -> None:
    """Each mark left out is missed."""
    marks: set[str] = set()

    def without_marks(face: Face) -> Face:
        kept = []
        for item in face.items:
            if isinstance(item, Mark) and item.field:
                marks.add(item.field)
            else:
                kept.append(item)
        return replace(face, items=tuple(kept))

    cards = (1, 56, 60) if product == "deck" else None
    found = prove(built(product, cards=cards, edit=without_marks), sample.game())
    missed = {
        problem.where.subject.rpartition(", ")[2]
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
                replace(item, text=strip[int(item.field.split(".")[1]) % 11 + 2])
                if isinstance(item, TextRun) and item.field in fields
                else item
                for item in face.items
            ),
        )

    fields = {f"selection.{row}": row for row in strip}
    found = {
        problem.where.subject.rpartition(", ")[2]: problem.message
        for problem in prove(built("deck", cards=(17,), edit=wrong), sample.game())
    }
    for field, row in fields.items():
        printed, ruled = strip[row % 11 + 2], strip[row]
        if printed != ruled:
            assert found[field] == f"prints “{printed}”; the rules say “{ruled}”"
