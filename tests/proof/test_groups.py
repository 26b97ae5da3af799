"""Headings over another's values, marks that are turned or cut, lines out of order: all named.

Each is what a template or a careless edit could make, with a manifest that agrees with the print.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
import sample
from test_bundled import built, composer
from test_faces import errors

from printgen.content.catalogue import Print, contents, title
from printgen.layout.face import Face, TextRun
from printgen.press.document import Document
from printgen.press.paper import find_paper
from printgen.press.pdf import write
from printgen.products.job import compose_all
from printgen.proof.prove import prove
from printgen.rules.digest import digest
from printgen.rules.model import Game, Lookup, Outcome
from printgen.sheets import pages

Edit = Callable[[Face], Face]


@cache
def with_morale() -> Game:
    """The bundled game with a second lookup beside the repair check."""
    game = sample.game()
    assert game.deck is not None
    morale = Lookup("morale", "Morale", (Outcome("holds", "Holds"), Outcome("runs", "Runs")))
    cards = tuple(
        replace(card, outcomes=(*card.outcomes, "holds" if card.rank else None))
        for card in game.deck.cards
    )
    return replace(game, deck=replace(game.deck, lookups=(*game.deck.lookups, morale), cards=cards))


def two_lookups(edit: Edit = lambda face: face) -> list[str]:
    """What a proof finds wrong with a card that carries both, its face edited first."""
    game = with_morale()
    made = pages(
        game,
        "deck",
        ("A",),
        (17,),
        find_paper("a4"),
        lambda jobs: map(edit, compose_all(composer(), jobs)),
        composer().typeface("IBM Plex Sans Condensed", 400),
    )
    document = Document(
        title=title(game, "deck"),
        language=game.language,
        game=game.id,
        product="deck",
        paper="a4",
        copies=("A",),
        cards=(17,),
        digest=digest(game),
    )
    return errors(prove(write(made, document), game))


def found_in(product: Print, edit: Edit, cards: tuple[int, ...] | None = None) -> list[str]:
    """What a proof finds wrong with a print of the bundled game, its faces edited first."""
    return errors(prove(built(product, cards=cards, edit=edit), sample.game()))


def exchanged(one: str, other: str) -> Edit:
    """Two fields of one line each, set in each other's places."""

    def edit(face: Face) -> Face:
        runs = {i.field: i for i in face.items if isinstance(i, TextRun) and i.field}
        if one not in runs or other not in runs:
            return face
        places = {one: runs[other], other: runs[one]}
        return replace(
            face,
            items=tuple(
                replace(item, x=places[item.field].x, y=places[item.field].y)
                if isinstance(item, TextRun) and item.field in places
                else item
                for item in face.items
            ),
        )

    return edit


def moved(field: str, across: float, down: float) -> Edit:
    """All runs of a field, shifted in mm."""

    def edit(face: Face) -> Face:
        return replace(
            face,
            items=tuple(
                replace(item, x=item.x + across, y=item.y + down)
                if isinstance(item, TextRun) and item.field == field
                else item
                for item in face.items
            ),
        )

    return edit


def test_two_lookups_proof_clean() -> None:
    """Side by side, each under its own title."""
    assert two_lookups() == []


def test_the_titles_of_two_lookups_exchanged_are_found() -> None:
    """Each outcome would be read as the other's."""
    found = two_lookups(exchanged("repair.title", "morale.title"))
    assert [line.partition(", card 17, ")[2].partition(";")[0] for line in found] == [
        "repair.title: error: “REPAIR CHECK” stands by what “MORALE” (morale.title) heads",
        "morale.title: error: “MORALE” stands by what “REPAIR CHECK” (repair.title) heads",
    ]


@pytest.mark.parametrize(
    ("product", "one", "other"),
    [
        ("deck", "accuracy.title", "repair.title"),
        ("deck", "selection.title", "repair.title"),
        ("sheet", "jam.heading", "accuracy.heading"),
        ("sheet", "selection.heading", "chances.heading"),
        ("sheet", "jam.heading", "odds.label"),
        ("sheet", "d6.heading", "repair.heading"),
        ("roster", "column.name", "column.out"),
        ("roster", "column.jammed", "column.broken"),
        ("roster", "number.label", "column.out"),
        ("roster", "blank.team", "blank.player"),
        ("roster", "blank.leader", "notes.label"),
    ],
)
def test_headings_exchanged_are_found(product: Print, one: str, other: str) -> None:
    """At least one of the two is named, with its words and what it stands by."""
    cards = (17,) if product == "deck" else None
    found = found_in(product, exchanged(one, other), cards)
    assert any(
        f", {name}: error: “" in line and "stands by what" in line
        for name in (one, other)
        for line in found
    ), found


def test_a_heading_below_what_it_heads_is_found() -> None:
    """In a column of outcomes it would be read as the next one's."""
    found, *_ = found_in("deck", moved("repair.title", 0, 13.5), (17,))
    assert "deck A, card 17, repair.title: error: “REPAIR CHECK” stands below or right of" in found


def test_a_number_beside_no_form_field_of_its_soldier_is_found() -> None:
    """What is written in that row would be another soldier's."""
    found = found_in("roster", exchanged("soldier.12", "digest"))
    assert any("roster 1, soldier.12.weapon: error: the form field stands" in s for s in found)


def test_every_field_of_a_table_stands_in_one_group() -> None:
    """So that a heading over another's values is seen wherever there are two."""
    for product in ("deck", "sheet", "roster"):
        for content in contents(sample.game(), product, ("A",)):  # type: ignore[arg-type]
            headed = [name for group in content.groups for name in group.members]
            assert len(set(headed)) == len(headed)
            heads = {group.heading for group in content.groups}
            cells = {name for table in content.tables for row in table for name in row}
            assert cells <= {*headed, *heads}
