"""Headings over another's values, marks that are turned, lines out of order: all named.

Each is what a template or a careless edit could make.
"""

from collections.abc import Callable
from functools import cache

import msgspec
import pytest
import sample
from msgspec.structs import replace
from test_preflight import content_of

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.face.face import Face, Item, PlacedMark, Shape, TextRun
from printgen.face_checks.printed_face import PrintedText
from printgen.face_checks.texts import _check_reading_order
from printgen.geometry import Matrix
from printgen.layout.compose import Composer
from printgen.pipeline.plan import PrintJob
from printgen.pipeline.print_job import compose_print_faces, make_composer
from printgen.preflight.preflight import preflight
from printgen.rules.model import Column, Game, PrintPart
from printgen.system.bundled import find_game

Edit = Callable[[Face], Face]


@cache
def composer() -> Composer:
    """The bundled templates."""
    return make_composer(find_game("combat-leader"))


@cache
def bundled(print_: str, key: str | None = None) -> Face:
    """One face of the bundled game, as its own template sets it."""
    one = sample.print_of(print_)
    rows = None if key is None else (key,)
    planned = PrintJob(one, ("A",) if one.sets else (), rows, next(iter(one.sizes), None))
    return next(compose_print_faces(sample.game(), planned, composer()))


def problems(face: Face, content: FaceContent, print_: str) -> list[str]:
    """What is found wrong with a face."""
    is_page = sample.print_of(print_).is_page
    return [
        f"{problem.where.field}: {problem.message}"
        for problem in preflight(face, content, 0, is_page=is_page)
    ]


def found_in(print_: str, edit: Edit, key: str | None = None) -> list[str]:
    """What is found wrong with a face of the bundled game, edited first."""
    return problems(edit(bundled(print_, key)), content_of(print_, key), print_)


@cache
def with_morale() -> FaceContent:
    """Card 17 of the bundled game with a second titled cell beside the repair check."""
    game = sample.game()
    cards = game.table("cards")
    columns = (*cards.columns, Column("morale", "text", title="Morale"))
    rows = tuple(
        msgspec.structs.replace(row, cells={**row.cells, "morale": "Holds"}) for row in cards.rows
    )
    table = msgspec.structs.replace(cards, columns=columns, rows=rows)
    deck = sample.print_of("deck")
    deck = msgspec.structs.replace(deck, parts=tuple(map(_showing_morale, deck.parts)))
    other: Game = msgspec.structs.replace(game, tables={**game.tables, "cards": table})
    return next(iter(generate_wanted_faces(other, deck, "A", frozenset(("17",))))).content


def _showing_morale(part: PrintPart) -> PrintPart:
    """The part with the second cell shown first, so that a column of the face holds both."""
    return msgspec.structs.replace(part, shows=("morale", *(part.shows or ())))


def two_lookups(edit: Edit = lambda face: face) -> list[str]:
    """What is found wrong with a card that carries both, its face edited first."""
    content = with_morale()
    return problems(edit(sample.face_of(content, "deck")), content, "deck")


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
    named = [line for line in found if "is next to the fields of" in line]
    assert [line.partition(" (")[0] for line in named] == [
        "morale.title: “Morale” is next to the fields of “Accuracy”",
        "repair.title: “Repair” is next to the fields of “Morale”",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("print_", "one", "other"),
    [
        ("deck", "accuracy.title", "repair.title"),
        ("deck", "selection.title", "repair.title"),
        ("sheet", "jam.heading", "card.heading"),
        ("sheet", "selection.heading", "repair.heading"),
        ("sheet", "jam.heading", "shot.shot.title"),
        ("sheet", "jam.heading", "repair.heading"),
    ],
)
def test_headings_exchanged_are_found(print_: str, one: str, other: str) -> None:
    """At least one of the two is named, with its words and what it stands by."""
    found = found_in(print_, exchanged(one, other), "17" if print_ == "deck" else None)
    assert any(
        line.startswith(f"{name}: “") and "is next to the fields of" in line
        for name in (one, other)
        for line in found
    ), found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("men.soldiers.name.head", "men.soldiers.out.head"),
        ("men.soldiers.status.jammed.label", "men.soldiers.status.broken.label"),
        ("men.soldiers.number.head", "men.soldiers.out.head"),
        ("head.team.team.head", "head.team.player.head"),
        ("head.team.leader.head", "foot.notes.notes.head"),
    ],
)
def test_heads_exchanged_are_found(one: str, other: str) -> None:
    """What stands under them is named, with the head that it stands under and with its own."""
    found = found_in("roster", exchanged(one, other))
    assert any(f"({one})" in line and f"({other})" in line for line in found) or any(
        line.startswith(f"{name}: “") and "is apart from its cells" in line
        for name in (one, other)
        for line in found
    ), found


def test_a_heading_below_what_it_heads_is_found() -> None:
    """In a column of outcomes it would be read as the next one's."""
    found, *_ = found_in("deck", moved("repair.title", 0, 13.5), "17")
    assert "repair.title: “Repair” is below or to the right of" in found


def test_a_number_beside_no_form_field_of_its_soldier_is_found() -> None:
    """What is written in that row would be another soldier's."""
    found = found_in("roster", exchanged("men.soldiers.12.number", "foot.notes.notes.head"))
    assert any(s.startswith("men.soldiers.12.number: “12” is ") for s in found), found


@pytest.mark.parametrize("other", ["card", "selection.s11.label"])
def test_a_letter_that_is_not_before_its_meaning_is_found(other: str) -> None:
    """A number before “draw again” would be taken for what it explains."""
    assert found_in("deck", exchanged("selection.or", other), "57")


def test_nothing_stands_in_two_groups() -> None:
    """So that a heading over another's values is seen wherever there are two."""
    for print_ in map(sample.print_of, ("deck", "sheet", "roster")):
        for content, *_ in generate_wanted_faces(
            sample.game(), print_, "A" if print_.sets else "", None
        ):
            headed = [name for group in content.groups for name in group.members]
            assert len(set(headed)) == len(headed)


def on_mark(
    change: Callable[[PlacedMark], Item | tuple[Item, ...]], name: str = "suit.mark"
) -> Edit:
    """One mark of each face changed, or others put beside it."""

    def edit(face: Face) -> Face:
        items: list[Item] = []
        for item in face.items:
            if isinstance(item, PlacedMark) and item.field == name:
                changed = change(item)
                items += changed if isinstance(changed, tuple) else (changed,)
            else:
                items.append(item)
        return replace(face, items=tuple(items))

    return edit


def under(a: float, b: float, c: float, d: float) -> Callable[[PlacedMark], PlacedMark]:
    """A mark under a map about its own middle, so that its square box stays as it is."""

    def change(mark: PlacedMark) -> PlacedMark:
        old, middle = mark.matrix, mark.drawing.width / 2
        x, y = old.a * middle + old.e, old.d * middle + old.f
        k = old.a
        e, f = x - k * middle * (a + c), y - k * middle * (b + d)
        return replace(mark, matrix=Matrix(k * a, k * b, k * c, k * d, e, f))

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (under(-1, 0, 0, -1), "the mark is turned 180°; the text of its face is at 0°"),
        (under(0, 1, -1, 0), "the mark is turned 90°; the text of its face is at 0°"),
        (under(1, 0, 0, -1), "the mark is mirrored, stretched or slanted"),
        (under(-1, 0, 0, 1), "the mark is mirrored, stretched or slanted"),
    ],
)
def test_a_mark_turned_or_mirrored_in_its_place_is_found(
    change: Callable[[PlacedMark], PlacedMark], said: str
) -> None:
    """A spade on its head is near a heart."""
    assert found_in("deck", on_mark(change), "17") == [f"suit.mark: {said}"]


def test_a_mark_covered_at_one_edge_is_found() -> None:
    """A tenth of it hidden is enough, as it is for text."""

    def covered(mark: PlacedMark) -> tuple[Item, ...]:
        left, top = mark.matrix.e, mark.matrix.f
        width = mark.drawing.width * mark.matrix.a
        right, bottom = left + 0.12 * width, top + mark.drawing.height * mark.matrix.d
        path = (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom))
        return mark, Shape((*path, ("Z",)), (255, 255, 255))

    (found,) = found_in("deck", on_mark(covered), "17")
    assert "suit.mark: the mark suit.mark has a shape #FFFFFF painted over" in found


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
        ("sheet", "selection.text", (1, 2)),
        ("sheet", "shot.shot.1.text", (2, 3)),
        ("deck", "kind.draws.reshuffle-else.then", (0, 1)),
    ],
)
def test_lines_out_of_order_are_found(print_: str, field: str, lines: tuple[int, int]) -> None:
    """Each line reads down from the one before it, whatever order the template gives."""
    found = found_in(print_, lines_exchanged(field, *lines), "57" if print_ == "deck" else None)
    assert any(
        line.startswith(f"{field}: “") and "which comes before it in the text" in line
        for line in found
    ), found


def test_pieces_of_a_line_out_of_order_are_found() -> None:
    """And a text may go on in a column to its right, but not beside itself."""
    pieces = [run_at(x, y) for x, y in ((10, 50), (30, 50), (10, 54))]
    assert list(_check_reading_order("s", pieces, "")) == []
    assert list(_check_reading_order("s", [*pieces, run_at(60, 20), run_at(60, 24)], "")) == []
    assert len(list(_check_reading_order("s", [pieces[1], pieces[0]], ""))) == 1
    assert len(list(_check_reading_order("s", [pieces[0], pieces[2], pieces[1]], ""))) == 1
    turned = [run_at(10, 50, 90.0), run_at(6, 50, 90.0)]
    assert list(_check_reading_order("s", turned, "")) == []
    assert len(list(_check_reading_order("s", turned[::-1], ""))) == 1


@pytest.mark.parametrize(
    ("first", "second", "lines", "count"),
    [
        ("Win 1", "000 000 gold", "Win 1 000 000 gold", 1),
        ("Roll 1", "1/2 dice", "Roll 1 1/2 dice", 1),
        ("Win 1", "000 000 gold", "Win 1\n000 000 gold", 0),
        ("100 200", "300", "100 200 300", 0),
    ],
)
def test_a_number_on_two_lines_is_found(first: str, second: str, lines: str, count: int) -> None:
    pieces = [
        PrintedText("s", first, 10, 50, 19, 8, 0.0),
        PrintedText("s", second, 10, 54, 19, 8, 0.0),
    ]
    assert len(list(_check_reading_order("s", pieces, lines))) == count


def run_at(x: float, y: float, angle: float = 0.0) -> PrintedText:
    """A piece of text 19 mm wide."""
    return PrintedText("s", "piece", x, y, 19, 8, angle)
