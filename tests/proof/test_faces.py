"""Faults that a template or the press could make, the manifest agreeing with the print.

The manifest says where each field was put; none of these is seen by comparing it with the page.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
import sample
import seed
from sample import game, pdf, run

from printgen.layout.face import Drawing, Face, Item, Mark, Shape, TextRun
from printgen.layout.geometry import Matrix
from printgen.problems import Problem, Severity
from printgen.proof.painted import Run
from printgen.proof.prove import prove
from printgen.proof.raster import Sight, reads_otherwise
from printgen.proof.read import PdfFile

CARDS = sample.keys(9, 18)
PALE = (200, 200, 200)


def errors(found: tuple[Problem, ...]) -> list[str]:
    """The errors, as printed."""
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


def proved(edit: Callable[[list[Face]], list[Face]], **more: object) -> list[str]:
    """What a proof finds in nine cards whose faces were edited."""
    return errors(prove(pdf("deck", rows=CARDS, edit=edit, **more), game()))  # type: ignore[arg-type]


def on_last(change: Callable[[Item], Item]) -> Callable[[list[Face]], list[Face]]:
    """Change items of card 17."""

    def edit(faces: list[Face]) -> list[Face]:
        items = tuple(change(item) for item in faces[8].items)
        return [*faces[:8], replace(faces[8], items=items)]

    return edit


def with_more(*items: Item) -> Callable[[list[Face]], list[Face]]:
    """Put more on card 17."""
    return lambda faces: [*faces[:8], replace(faces[8], items=(*faces[8].items, *items))]


def field(name: str, **changes: object) -> Callable[[list[Face]], list[Face]]:
    """Change one field of card 17."""
    return on_last(
        lambda item: (
            replace(item, **changes)  # type: ignore[arg-type]
            if isinstance(item, TextRun | Mark) and item.field == name
            else item
        )
    )


def retold(name: str, text: str) -> Callable[[list[Face]], list[Face]]:
    """Print another text under the name of a field, as wide as it is."""
    return field(name, text=text, width=run(text, 0, 0, 7.0, None).width)


def place_of(faces: list[Face], name: str) -> tuple[float, float]:
    """Where card 17 has a field or mark."""
    for item in faces[8].items:
        if isinstance(item, TextRun) and item.field == name:
            return item.x, item.y
        if isinstance(item, Mark) and item.field == name:
            return item.matrix.e, item.matrix.f
    raise LookupError(name)


def exchanged(one: str, other: str) -> Callable[[list[Face]], list[Face]]:
    """Set two fields of card 17 in each other's places."""

    def edit(faces: list[Face]) -> list[Face]:
        places = {one: place_of(faces, other), other: place_of(faces, one)}

        def move(item: Item) -> Item:
            if isinstance(item, TextRun) and item.field in places:
                x, y = places[item.field]
                return replace(item, x=x, y=y)
            return item

        return on_last(move)(faces)

    return edit


def box(x: float, y: float, width: float, height: float, grey: int) -> Shape:
    """A filled box."""
    return Shape(sample._box(x, y, width, height), (grey, grey, grey))  # type: ignore[arg-type]


FAULTS: dict[str, tuple[Callable[[list[Face]], list[Face]], tuple[str, ...]]] = {
    "the wrong field under the right name": (
        retold("selection.s9", "7"),
        ("deck A, card 17, selection.s9: error: prints “7”; the rules say “8”",),
    ),
    "the wrong band under the right name": (
        retold("accuracy.miss", "3 to 4"),
        ("deck A, card 17, accuracy.miss: error: prints “3 to 4”; the rules say “2 or less”",),
    ),
    "a hyphen for the minus sign": (
        retold("accuracy.accurate_in_clear.modifier", "-1"),
        ("accuracy.accurate_in_clear.modifier: error: prints “-1”; the rules say “−1”",),
    ),
    "row labels exchanged over their values": (
        exchanged("selection.s4.label", "selection.s5.label"),
        (
            "deck A, card 17, selection.s4.label: error: “4” stands beside “2” (selection.s5);",
            "the rules have it beside “1” (selection.s4)",
            "deck A, card 17, selection.s5.label: error: “5” stands beside “1” (selection.s4);",
            "deck A, card 17, selection.s5.label: error: “5” stands above “4”;",
        ),
    ),
    "values exchanged over their labels": (
        exchanged("selection.s9", "selection.s10"),
        ("deck A, card 17, selection.s10: error: “7” stands above “8”",),
    ),
    "two rows exchanged whole": (
        lambda faces: exchanged("selection.s9.label", "selection.s10.label")(
            exchanged("selection.s9", "selection.s10")(faces)
        ),
        ("deck A, card 17, selection.s10.label: error: “10” stands above “9”",),
    ),
    "a label exchanged with its value": (
        exchanged("selection.s9.label", "selection.s9"),
        ("card 17, selection.s9: error: its row reads selection.s9.label, selection.s9 from left",),
    ),
    "results exchanged over their bands": (
        exchanged("accuracy.miss.label", "accuracy.accurate.label"),
        ("deck A, card 17, accuracy.accurate.label: error: “Accurate” stands above",),
    ),
    "a card taken out together with its manifest": (
        lambda faces: faces[:8],
        ("deck A, card 17: error: is not printed; the rules want it",),
    ),
    "a card printed twice": (
        lambda faces: [*faces[:8], faces[7]],
        (
            "page 1, face A-16: error: is printed a second time",
            "deck A, card 17: error: is not printed; the rules want it",
        ),
    ),
    "a card of another name": (
        lambda faces: [*faces[:8], replace(faces[8], id="A-71")],
        ("page 1, face A-71: error: the rules want no such face",),
    ),
    "one card in another's name": (
        lambda faces: [*faces[:7], replace(faces[8], id="A-16"), replace(faces[7], id="A-17")],
        ("deck A, card 17, card: error: prints “16”; the rules say “17”",),
    ),
    "a field left out": (
        on_last(
            lambda item: (
                box(20, 70, 1, 1, 0)
                if isinstance(item, TextRun) and item.field == "repair"
                else item
            )
        ),
        ("deck A, card 17, repair: error: is not printed; the rules say “FIXED!”",),
    ),
    "a field too many": (
        with_more(run("10", 50, 80, 7, "selection.s13")),
        ("deck A, card 17, selection.s13: error: prints “10”; the rules have no such field here",),
    ),
    "a field twice under one name": (
        with_more(run("8", 50, 80, 7, "selection.s9")),
        ("deck A, card 17, selection.s9: error: prints “8 8”; the rules say “8”",),
    ),
    "a mark too many": (
        with_more(sample.mark("spades", 50, 80, 3, "other.mark")),
        ("deck A, card 17, other.mark: error: a mark is printed; the rules have none here",),
    ),
    "a mark twice": (
        with_more(sample.mark("hearts", 50, 80, 3, "suit.mark")),
        ("deck A, card 17, suit.mark: error: the mark is printed twice; the rules say once",),
    ),
    "a mark left out": (
        on_last(
            lambda item: (
                box(20, 70, 1, 1, 0)
                if isinstance(item, Mark) and item.field == "suit.mark"
                else item
            )
        ),
        ("deck A, card 17, suit.mark: error: the mark is not printed; the rules say “hearts”",),
    ),
    "another suit's mark": (
        field("suit.mark", drawing=sample.mark("spades", 0, 0, 2, None).drawing),
        ("card 17, suit.mark: error: prints the mark of “spades”; the rules say “hearts”",),
    ),
    "an unmarked suit mark": (
        with_more(sample.mark("spades", 50, 80, 3, None)),
        ("error: prints the mark of “spades” where the rules have none",),
    ),
    "small text": (
        field("selection.s9", size=6.0, width=run("8", 0, 0, 6, None).width),
        ("deck A, card 17, selection.s9: error: “8” is 6.00 pt high, too small to read",),
    ),
    "a footer too small": (
        field("game", size=4.5, width=run("Combat Leader", 0, 0, 4.5, None).width),
        ("deck A, card 17, game: error: “Combat Leader” is 4.50 pt high, too small to read",),
    ),
    "white text on white": (
        field("selection.s9", colour=(255, 255, 255)),
        ("deck A, card 17, selection.s9: error: “8” hardly differs from its ground #FAFAF5",),
    ),
    "red text on green": (
        lambda faces: field("repair", colour=(180, 30, 30), x=40.0, y=80.0)(
            [
                *faces[:8],
                replace(
                    faces[8],
                    items=(
                        faces[8].items[0],
                        Shape(sample._box(39, 76, 15, 6), (30, 110, 50)),  # type: ignore[arg-type]
                        *faces[8].items[1:],
                    ),
                ),
            ]
        ),
        ("deck A, card 17, repair: error: “FIXED!” hardly differs from its ground #1E6E32",),
    ),
    "small light text on dark": (
        lambda faces: field("repair", colour=(255, 255, 255), x=40.0, y=80.0)(
            [
                *faces[:8],
                replace(
                    faces[8],
                    items=(faces[8].items[0], box(39, 76, 15, 6, 0), *faces[8].items[1:]),
                ),
            ]
        ),
        ("deck A, card 17, repair: error: “FIXED!” is 7.00 pt high, light on dark",),
    ),
    "text over the card's edge": (
        field("repair", x=60.0),
        ("deck A, card 17, repair: error: “FIXED!” runs over the edge of its face",),
    ),
    "a mark over the card's edge": (
        field("suit.mark", matrix=Matrix(0.1, 0, 0, 0.1, 62.5, 50)),
        ("deck A, card 17, suit.mark: error: the mark runs over the edge of its face",),
    ),
    "a ground painted after its text": (
        with_more(box(2, 2, 50, 80, 250)),
        ("deck A, card 17, selection.s9: error: “8” has a shape #FAFAFA painted over it",),
    ),
}


def test_the_faces_that_faults_are_seeded_on_are_clean() -> None:
    """Unedited, they proof clean but for the note that they are a part."""
    (found,) = prove(pdf("deck", rows=CARDS), game())
    assert str(found) == (
        "deck: note: is partial: of 60 rows it was asked for 9, 10, 11, 12, 13, 14, 15, 16, 17"
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_a_face_is_found_and_named(fault: str) -> None:
    """The proof fails, and says on which card and field, what is printed and what should be."""
    edit, wanted = FAULTS[fault]
    found = proved(edit)
    assert found
    for words in wanted:
        assert any(words in line for line in found), "\n".join(found[:20])


def test_words_of_a_template_are_named_and_never_called_right() -> None:
    """They are notes, one a text, so they stop nothing; a space prints nothing."""
    more = with_more(run("Ambush!", 40, 80, 7, None), run(" ", 40, 84, 7, None))
    found = prove(pdf("deck", rows=CARDS, edit=more), game())
    assert errors(found) == []
    assert [str(problem) for problem in found[1:]] == [
        "deck A, card 17: note: prints “Ambush!”, words of its template: unverified"
    ]


def test_words_of_a_template_are_held_to_how_they_are_set() -> None:
    """Unverified is not unwatched: size and contrast count for them too."""
    more = with_more(run("Ambush!", 40, 80, 5.5, None), run("Smoke", 40, 84, 7, None, colour=PALE))
    found = proved(more)
    assert "deck A, card 17: error: “Ambush!” is 5.50 pt high, too small to read" in found[0]
    assert any("“Smoke” hardly differs from its ground" in line for line in found)


def test_words_that_the_manifest_claims_must_be_there() -> None:
    """A claim of words that the page does not print is an error."""

    def claim(manifest: dict) -> None:
        manifest["pages"][0]["faces"][8]["words"].append(["Ambush!", 40, 80, 8, 7, 0])

    claimed = seed.with_manifest(pdf("deck", rows=CARDS), claim)
    assert errors(prove(claimed, game())) == [
        "deck A, card 17: error: the template's words “Ambush!” are not printed in their place"
    ]


def test_a_text_in_two_subsets_of_a_font_is_one_text() -> None:
    """More characters than one subset holds: the press shows a run in two pieces, side by side."""
    known = [chr(code) for code in range(0x21, 0x500) if chr(code).isalpha()]
    known = [char for char in known if not sample.typeface().missing(char)][:280]
    assert len(known) == 280
    texts = ["".join(known[start : start + 14]) for start in range(0, 280, 14)]
    rows = [run(text, 34, 34 + 2.6 * row, 6.5, None) for row, text in enumerate(texts)]
    printed = pdf("deck", rows=CARDS, edit=with_more(*rows))
    found = prove(printed, game())
    assert errors(found) == []
    assert len(found) == 1 + len(texts)
    pieces = [
        item for item in next(PdfFile(printed).pages()).painted.items if isinstance(item, Run)
    ]
    assert not set(texts) <= {piece.text for piece in pieces}


def test_light_text_on_dark_is_bold() -> None:
    """Nine points of a regular weight run together in print; of a bold weight they do not."""

    def on_panel(weight: int) -> Callable[[list[Face]], list[Face]]:
        text = replace(
            run("Ambush!", 40, 80, 9, None, colour=(255, 255, 255)),
            typeface=sample.typeface(weight),
            width=sample.typeface(weight).advance("Ambush!", 9) * 25.4 / 72,
        )
        return with_more(box(39, 76, 15, 6, 0), text)

    assert proved(on_panel(700)) == []
    (found,) = proved(on_panel(400))
    assert "“Ambush!” is 9.00 pt high, light on dark, and not bold" in found


def test_two_suits_drawn_alike_are_found() -> None:
    """A template that has one picture for two suits throughout."""

    def alike(faces: list[Face]) -> list[Face]:
        spades = sample.mark("spades", 0, 0, 2, None).drawing
        return [
            replace(
                face,
                items=tuple(
                    replace(item, drawing=replace(spades, id=item.drawing.id))
                    if isinstance(item, Mark)
                    else item
                    for item in face.items
                    if not (isinstance(item, Mark) and item.field != "suit.mark")
                ),
            )
            for face in faces
        ]

    assert any("“hearts” and “spades” are drawn alike" in line for line in proved(alike))


def test_one_card_with_another_suits_mark_is_found() -> None:
    """Nothing to compare it with is needed: the drawing's name says what it pictures."""
    spades = sample.mark("spades", 0, 0, 2, None).drawing

    def other(faces: list[Face]) -> list[Face]:
        items = tuple(
            replace(item, drawing=spades)
            if isinstance(item, Mark) and item.field == "suit.mark"
            else item
            for item in faces[0].items
        )
        return [replace(faces[0], items=items)]

    (found,) = errors(prove(pdf("deck", rows=("14",), edit=other), game()))
    assert found == (
        "deck A, card 14, suit.mark: error: prints the mark of “spades”; the rules say “hearts”"
    )


def test_a_mark_that_shows_nothing_is_found() -> None:
    """Its picture has an ink, but all of it outside its own box."""
    nothing = Drawing("spades", 20, 20, (Shape(sample._box(30, 30, 5, 5), (0, 0, 0)),))  # type: ignore[arg-type]
    found = proved(field("suit.mark", drawing=nothing))
    assert (
        "deck A, card 17, suit.mark: error: the mark does not show in the picture of the page"
        in (found)
    )


def test_text_in_the_outer_5_mm_of_a_page_is_found() -> None:
    """A sheet's face is the page, so its trim alone does not hold it inside."""

    def outwards(faces: list[Face]) -> list[Face]:
        items = tuple(
            replace(item, x=3.0) if isinstance(item, TextRun) and item.field == "game" else item
            for item in faces[0].items
        )
        return [replace(faces[0], items=items)]

    (found,) = errors(prove(pdf("sheet", edit=outwards), game()))
    assert "sheet, game: error: “Combat Leader” stands at 3.0" in found
    assert "nearer than 5 mm to the page's edge" in found


def test_decks_that_share_a_sheet_are_found() -> None:
    """They could not be cut and sleeved apart."""
    rows = ("1", "2", "3", "4")

    def both(faces: list[Face]) -> list[Face]:
        return [*faces, *sample.faces("deck", ("B",), rows)]

    shared = pdf("deck", rows=rows, edit=both, claims={"sets": ("A", "B")})
    assert errors(prove(shared, game())) == ["page 1: error: the sets A, B share this sheet"]


def test_a_title_of_another_print_is_found() -> None:
    """What a reader's window shows is the print's."""
    titled = pdf("deck", rows=CARDS, claims={"title": "Untitled"})
    assert errors(prove(titled, game())) == [
        "deck: error: its title is “Untitled”; it should be “Combat Leader: Action deck”"
    ]


def test_two_readers_are_held_against_each_other() -> None:
    """What only one of them finds is named."""
    seen = Sight(None, "7 8\r\n R")  # type: ignore[arg-type]
    shown = [Run(text, 0, 0, 0, 0, 0, None, 0, None, None, False, True) for text in ("78", "9")]  # type: ignore[arg-type]
    assert reads_otherwise(seen, iter(shown)) == ("R", "9")
    assert reads_otherwise(seen, iter(shown[:1])) == ("R", "")


def test_a_whole_deck_has_sixty_cards_and_each_is_missed() -> None:
    """Any one card taken out of a whole deck, manifest and all, is named."""
    for number in (1, 30, 60):

        def without(faces: list[Face], number: int = number) -> list[Face]:
            return [*faces[: number - 1], *faces[number:]]

        assert errors(prove(pdf("deck", edit=without), game())) == [
            f"deck A, card {number}: error: is not printed; the rules want it"
        ]


def test_two_decks_are_told_apart() -> None:
    """Each deck has its own sheets, counted by themselves."""
    assert errors(prove(pdf("deck", sets=("A", "B"), rows=CARDS), game())) == []
    one_asked = pdf("deck", sets=("A", "B"), rows=CARDS, claims={"sets": ("A",)})
    found = errors(prove(one_asked, game()))
    assert "page 2, face B-09: error: the rules want no such face" in found


@pytest.mark.parametrize(
    ("print_", "paper"),
    [
        ("deck", "letter"),
        ("deck-backs", "a4"),
        ("sheet", "a4"),
        ("markers", "letter"),
        ("roster", "a4"),
    ],
)
def test_every_print_proofs_clean_as_built(print_: str, paper: str) -> None:
    """No finding at all."""
    assert prove(pdf(print_, paper=paper), game()) == ()
