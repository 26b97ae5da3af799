"""Headings over another's values, marks that are turned or cut, lines out of order: all named.

Each is what a template or a careless edit could make, with a manifest that agrees with the print.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import msgspec
import pytest
import sample
from sample import PINK
from seed import Page, op, seeded
from test_bundled import built
from test_faces import errors

from printgen.content.catalogue import contents
from printgen.layout.face import Drawing, Face, Item, Mark, Shape, TextRun
from printgen.layout.geometry import Matrix
from printgen.proof.fields import _in_order
from printgen.proof.geometry import Box
from printgen.proof.painted import Run
from printgen.proof.prove import prove
from printgen.rules.model import Column, Game, Part

Edit = Callable[[Face], Face]


@cache
def with_morale() -> Game:
    """The bundled game with a second titled cell beside the repair check."""
    game = sample.game()
    cards = game.table("cards")
    columns = (*cards.columns, Column("morale", "text", title="Morale"))
    rows = tuple(
        msgspec.structs.replace(row, cells={**row.cells, "morale": "Holds"}) for row in cards.rows
    )
    table = msgspec.structs.replace(cards, columns=columns, rows=rows)
    prints = tuple(
        msgspec.structs.replace(one, parts=tuple(map(_showing_morale, one.parts)))
        if one.id == "deck"
        else one
        for one in game.prints
    )
    return msgspec.structs.replace(game, tables={**game.tables, "cards": table}, prints=prints)


def _showing_morale(part: Part) -> Part:
    """The part with the second cell shown first, so that a column of the face holds both."""
    return msgspec.structs.replace(part, shows=("morale", *(part.shows or ())))


def two_lookups(edit: Edit = lambda face: face) -> list[str]:
    """What a proof finds wrong with a card that carries both, its face edited first."""
    game = with_morale()
    printed = sample.pdf(
        "deck", rows=("17",), edit=lambda faces: [edit(face) for face in faces], of=game
    )
    return errors(prove(printed, game))


def found_in(print_: str, edit: Edit, rows: tuple[str, ...] | None = None) -> list[str]:
    """What a proof finds wrong with a print of the bundled game, its faces edited first."""
    return errors(prove(built(print_, rows=rows, edit=edit), sample.game()))


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
    named = [line for line in found if "stands by what" in line]
    assert [line.partition(", card 17, ")[2].partition(" (")[0] for line in named] == [
        "morale.title: error: “Morale” stands by what “Accuracy”",
        "repair.title: error: “Repair check” stands by what “Morale”",
    ]


@pytest.mark.parametrize(
    ("print_", "one", "other"),
    [
        ("deck", "accuracy.title", "repair.title"),
        ("deck", "selection.title", "repair.title"),
        ("sheet", "jam.heading", "accuracy.heading"),
        ("sheet", "selection.heading", "chances.heading"),
        ("sheet", "jam.heading", "chances.odds.title"),
        ("sheet", "d6.heading", "repair.heading"),
        ("roster", "men.soldiers.name.head", "men.soldiers.out.head"),
        ("roster", "men.soldiers.status.jammed.label", "men.soldiers.status.broken.label"),
        ("roster", "men.soldiers.number.head", "men.soldiers.out.head"),
        ("roster", "head.team.team.head", "head.team.player.head"),
        ("roster", "head.team.leader.head", "foot.notes.notes.head"),
    ],
)
def test_headings_exchanged_are_found(print_: str, one: str, other: str) -> None:
    """At least one of the two is named, with its words and what it stands by."""
    rows = ("17",) if print_ == "deck" else None
    found = found_in(print_, exchanged(one, other), rows)
    assert any(
        f", {name}: error: “" in line and "stands by what" in line
        for name in (one, other)
        for line in found
    ), found


def test_a_heading_below_what_it_heads_is_found() -> None:
    """In a column of outcomes it would be read as the next one's."""
    found, *_ = found_in("deck", moved("repair.title", 0, 13.5), ("17",))
    assert "deck A, card 17, repair.title: error: “REPAIR CHECK” stands below or right of" in found


def test_a_number_beside_no_form_field_of_its_soldier_is_found() -> None:
    """What is written in that row would be another soldier's."""
    found = found_in("roster", exchanged("men.soldiers.12.number", "digest"))
    assert any("roster 1, men.soldiers.12.weapon: error: the form field stands" in s for s in found)


@pytest.mark.parametrize("other", ["card", "selection.s11.label"])
def test_a_letter_that_is_not_before_its_meaning_is_found(other: str) -> None:
    """A number before “draw again” would be taken for what it explains."""
    assert found_in("deck", exchanged("selection.or", other), ("57",))


def test_every_field_of_a_table_stands_in_one_group() -> None:
    """So that a heading over another's values is seen wherever there are two."""
    for print_ in map(sample.print_of, ("deck", "sheet", "roster")):
        for content, *_ in contents(sample.game(), print_, "A" if print_.sets else "", None):
            headed = [name for group in content.groups for name in group.members]
            assert len(set(headed)) == len(headed)
            heads = {group.heading for group in content.groups}
            cells = {name for table in content.lines for row in table for name in row}
            assert cells <= {*headed, *heads}


def on_mark(change: Callable[[Mark], Item | tuple[Item, ...]], name: str = "suit.mark") -> Edit:
    """One mark of each face changed, or others put beside it."""

    def edit(face: Face) -> Face:
        items: list[Item] = []
        for item in face.items:
            if isinstance(item, Mark) and item.field == name:
                changed = change(item)
                items += changed if isinstance(changed, tuple) else (changed,)
            else:
                items.append(item)
        return replace(face, items=tuple(items))

    return edit


def under(a: float, b: float, c: float, d: float) -> Callable[[Mark], Mark]:
    """A mark under a map about its own middle, so that its square box stays as it is."""

    def change(mark: Mark) -> Mark:
        old, middle = mark.matrix, mark.drawing.width / 2
        x, y = old.a * middle + old.e, old.d * middle + old.f
        k = old.a
        e, f = x - k * middle * (a + c), y - k * middle * (b + d)
        return replace(mark, matrix=Matrix(k * a, k * b, k * c, k * d, e, f))

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (under(-1, 0, 0, -1), "the mark is turned 180°; the text of its face stands at 0°"),
        (under(0, 1, -1, 0), "the mark is turned 90°; the text of its face stands at 0°"),
        (under(1, 0, 0, -1), "the mark is mirrored, stretched or slanted"),
        (under(-1, 0, 0, 1), "the mark is mirrored, stretched or slanted"),
    ],
)
def test_a_mark_turned_or_mirrored_in_its_place_is_found(
    change: Callable[[Mark], Mark], said: str
) -> None:
    """A spade on its head is near a heart."""
    assert found_in("deck", on_mark(change), ("17",)) == [
        f"deck A, card 17, suit.mark: error: {said}"
    ]


def test_a_mark_that_a_clip_cuts_is_found() -> None:
    """Whatever part of it still shows."""

    def half(page: Page) -> None:
        index = page.do("A-17", "suit.mark")
        page.steps[index:index] = [op("re", 0, 0, 50, 100), op("W"), op("n")]

    found = errors(prove(seeded(built("deck", rows=("17",)), half), sample.game()))
    assert "deck A, card 17, suit.mark: error: the mark is cut off by a clip" in found


def test_a_mark_covered_at_one_edge_is_found() -> None:
    """A tenth of it hidden is enough, as it is for text."""

    def covered(mark: Mark) -> tuple[Item, ...]:
        left, top = mark.matrix.e, mark.matrix.f
        width = mark.drawing.width * mark.matrix.a
        right, bottom = left + 0.12 * width, top + mark.drawing.height * mark.matrix.d
        path = (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom))
        return mark, Shape((*path, ("Z",)), (255, 255, 255))

    (found,) = found_in("deck", on_mark(covered), ("17",))
    assert "deck A, card 17, suit.mark: error: the mark has a shape #FFFFFF painted over" in found


@pytest.mark.parametrize("name", ["hearts", "die", "broken"])
def test_a_mark_of_the_rules_where_they_have_none_is_found(name: str) -> None:
    """By its name alone: it need not look like the mark, nor be of a card in this print."""
    other = Drawing(name, 20, 20, (Shape((("M", 1, 1), ("L", 9, 2), ("L", 5, 9), ("Z",)), PINK),))

    def beside(mark: Mark) -> tuple[Item, ...]:
        return mark, Mark(other, Matrix(0.1, 0, 0, 0.1, 20, 10), None)

    (found,) = found_in("deck", on_mark(beside), ("1",))
    assert f"error: prints the mark of “{name}” where the rules have none" in found


def test_a_drawing_of_another_name_is_decoration() -> None:
    """It stands for nothing, so it may stand anywhere."""
    other = Drawing("star", 20, 20, (Shape((("M", 1, 1), ("L", 9, 2), ("L", 5, 9), ("Z",)), PINK),))
    beside = on_mark(lambda mark: (mark, Mark(other, Matrix(0.1, 0, 0, 0.1, 20, 10), None)))
    assert found_in("deck", beside, ("1",)) == []


def lines_exchanged(field: str, one: int, other: int) -> Edit:
    """Two lines of a wrapped field, set in each other's places."""

    def edit(face: Face) -> Face:
        lines = [i for i in face.items if isinstance(i, TextRun) and i.field == field]
        if not lines:
            return face
        first, second = lines[one], lines[other]

        def move(item: Item) -> Item:
            if item is first:
                return replace(first, x=second.x, y=second.y)
            if item is second:
                return replace(second, x=first.x, y=first.y)
            return item

        return replace(face, items=tuple(map(move, face.items)))

    return edit


@pytest.mark.parametrize(
    ("print_", "field", "lines"),
    [
        ("sheet", "jam.text", (0, 1)),
        ("sheet", "jam.text", (3, 5)),
        ("sheet", "repair.statuses.jammed.text", (0, 1)),
        ("deck", "kind.text", (1, 2)),
    ],
)
def test_lines_out_of_order_are_found(print_: str, field: str, lines: tuple[int, int]) -> None:
    """Each line reads down from the one before it, whatever order the manifest gives."""
    found = found_in(print_, lines_exchanged(field, *lines), ("56",) if print_ == "deck" else None)
    assert any(
        f", {field}: error: “" in line and "which comes first in its text" in line for line in found
    ), found


def test_pieces_of_a_line_out_of_order_are_found() -> None:
    """And a text may go on in a column to its right, but not beside itself."""
    pieces = [run_at(x, y) for x, y in ((10, 50), (30, 50), (10, 54))]
    assert list(_in_order("s", pieces)) == []
    assert list(_in_order("s", [*pieces, run_at(60, 20), run_at(60, 24)])) == []
    assert len(list(_in_order("s", [pieces[1], pieces[0]]))) == 1
    assert len(list(_in_order("s", [pieces[0], pieces[2], pieces[1]]))) == 1
    turned = [run_at(10, 50, 90.0), run_at(6, 50, 90.0)]
    assert list(_in_order("s", turned)) == []
    assert len(list(_in_order("s", turned[::-1]))) == 1


def run_at(x: float, y: float, angle: float = 0.0) -> Run:
    """A piece of text 19 mm wide."""
    box = Box(x, y - 2, x + 19, y)
    return Run("piece", x, y, 19, 8, angle, None, 0, None, box, False, True)  # type: ignore[arg-type]
