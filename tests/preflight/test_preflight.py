"""Faults of a design, seeded on one card's face, are found by asking the face alone."""

from collections.abc import Callable
from io import BytesIO

import pytest
import sample
from msgspec.structs import replace
from PIL import Image as Picture
from sample import run

from printgen.colour import compute_contrast_ratio
from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.face.face import Face, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.outlines import read_transform
from printgen.face_checks.printed_face import PrintedText
from printgen.face_checks.texts import _check_reading_order, is_same_text, join_text_pieces
from printgen.geometry import Matrix
from printgen.preflight.preflight import preflight

PALE = (200, 200, 200)
Edit = Callable[[Face], Face]


def content_of(print_: str, key: str | None) -> FaceContent:
    """The content of one face of the bundled game."""
    one = sample.print_of(print_)
    rows = None if key is None else frozenset((key,))
    return next(
        iter(generate_wanted_faces(sample.game(), one, "A" if one.sets else "", rows))
    ).content


CARD = content_of("deck", "17")


def found(edit: Edit) -> list[str]:
    """What is found wrong with card 17, its face edited first."""
    face = edit(sample.face_of(CARD, "deck"))
    return [
        f"{problem.where.field}: {problem.message}"
        for problem in preflight(face, CARD, 1, is_page=False)
    ]


def on_items(change: Callable[[Item], Item]) -> Edit:
    """Change items of the card."""
    return lambda face: replace(face, items=tuple(map(change, face.items)))


def with_more(*items: Item) -> Edit:
    """Put more on the card."""
    return lambda face: replace(face, items=(*face.items, *items))


def without(name: str) -> Edit:
    """Leave out a field or mark."""

    def edit(face: Face) -> Face:
        kept = (item for item in face.items if getattr(item, "field", None) != name)
        return replace(face, items=tuple(kept))

    return edit


def field(name: str, **changes: object) -> Edit:
    """Change one field."""
    return on_items(
        lambda item: (
            replace(item, **changes)
            if isinstance(item, TextRun | PlacedMark) and item.field == name
            else item
        )
    )


def retold(name: str, text: str) -> Edit:
    """Print another text under the name of a field, as wide as it is."""
    return field(name, text=text, width=run(text, 0, 0, 7.0, None).width)


def place_of(face: Face, name: str) -> tuple[float, float]:
    """Where the card has a field."""
    return next((i.x, i.y) for i in face.items if isinstance(i, TextRun) and i.field == name)


def exchanged(one: str, other: str) -> Edit:
    """Set two fields in each other's places."""

    def edit(face: Face) -> Face:
        places = {one: place_of(face, other), other: place_of(face, one)}

        def move(item: Item) -> Item:
            if isinstance(item, TextRun) and item.field in places:
                x, y = places[item.field]
                return replace(item, x=x, y=y)
            return item

        return on_items(move)(face)

    return edit


def box(x: float, y: float, width: float, height: float, grey: int) -> Shape:
    """A filled box."""
    return Shape(sample._box(x, y, width, height), (grey, grey, grey))


def on_panel(edit: Edit, panel: Shape) -> Edit:
    """A panel painted before all but the card's ground, then something on it."""

    def put(face: Face) -> Face:
        ground, *rest = face.items
        return edit(replace(face, items=(ground, panel, *rest)))

    return put


def under(name: str, shape: Callable[[TextRun], Shape]) -> Edit:
    """A shape painted right before a field, made of the field's run."""

    def edit(face: Face) -> Face:
        items: list[Item] = []
        for item in face.items:
            if isinstance(item, TextRun) and item.field == name:
                items.append(shape(item))
            items.append(item)
        return replace(face, items=tuple(items))

    return edit


BLACK_RECT = under("accuracy.miss", lambda run: box(run.x + 0.2, run.y - 1.2, 1.0, 0.5, 0))


def turned(mark: PlacedMark, angle: float) -> PlacedMark:
    """A mark turned round the middle of its box."""
    box, turn = mark.bounding_box, read_transform(f"rotate({angle})")
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return replace(mark, matrix=Matrix(e=x, f=y) @ turn @ Matrix(e=-x, f=-y) @ mark.matrix)


WRONG_PIP = sample.mark("spades", 55, 80, 3, "suit.mark")
PIP_UPSIDE_DOWN = turned(sample.mark("hearts", 50, 80, 3, "suit.mark"), 180)

FAULTS: dict[str, tuple[Edit, str]] = {
    "the wrong field under the right name": (
        retold("selection.s9", "7"),
        "selection.s9: prints “7”; the rules say “8”",
    ),
    "the wrong band under the right name": (
        retold("accuracy.miss", "3 to 4"),
        "accuracy.miss: prints “3 to 4”; the rules say “2 or less”",
    ),
    "a hyphen for the minus sign": (
        retold("accuracy.accurate_in_clear.modifier", "-1"),
        "accuracy.accurate_in_clear.modifier: prints “-1”; the rules say “−1”",
    ),
    "row labels exchanged over their values": (
        exchanged("selection.s4.label", "selection.s5.label"),
        "selection.s4: “1” is next to “5” (selection.s5.label); it belongs next to “4” (selection",
    ),
    "values exchanged over their labels": (
        exchanged("selection.s9", "selection.s10"),
        "selection.s10: “7” is next to “9” (selection.s9.label); it belongs next to “10”",
    ),
    "two rows exchanged whole": (
        lambda face: exchanged("selection.s9.label", "selection.s10.label")(
            exchanged("selection.s9", "selection.s10")(face)
        ),
        "selection.s10.label: “10” is before “9” (selection.s9.label); it belongs after",
    ),
    "a label exchanged with its value": (
        exchanged("selection.s9.label", "selection.s9"),
        (
            "selection.s9.label: its row has selection.s9.label before selection.s9; the "
            "row of selection.s2"
        ),
    ),
    "results exchanged over their bands": (
        exchanged("accuracy.miss.label", "accuracy.accurate.label"),
        "accuracy.accurate.label: “Accurate” is next to “2 or less” (accuracy.miss); it belongs",
    ),
    "a field left out": (without("repair"), "repair: is not printed; the rules say “FIXED!”"),
    "a field too many": (
        with_more(run("10", 50, 80, 7, "selection.s13")),
        "selection.s13: prints “10”; the rules have no such field here",
    ),
    "a field twice under one name": (
        with_more(run("8", 50, 80, 7, "selection.s9")),
        "selection.s9: is printed 2 times instead of once",
    ),
    "a mark too many": (
        with_more(sample.mark("spades", 50, 80, 3, "other.mark")),
        "other.mark: a mark is printed; the rules have none here",
    ),
    "one of several marks another's": (
        with_more(sample.mark("hearts", 50, 80, 3, "suit.mark"), WRONG_PIP),
        "suit.mark: prints the mark of “spades”; the rules say “hearts”",
    ),
    "one of several marks on its side": (
        with_more(turned(sample.mark("hearts", 50, 80, 3, "suit.mark"), 90)),
        "suit.mark: the mark is turned 90°; the text of its face is at 0°",
    ),
    "all of several marks upside down": (
        lambda face: with_more(PIP_UPSIDE_DOWN, PIP_UPSIDE_DOWN)(without("suit.mark")(face)),
        "suit.mark: the mark is turned 180°; the text of its face is at 0°",
    ),
    "one of several marks over another": (
        with_more(sample.mark("hearts", 50, 80, 3, "suit.mark"), PIP_UPSIDE_DOWN),
        "suit.mark: the mark suit.mark has the mark suit.mark painted over it",
    ),
    "a mark left out": (
        without("suit.mark"),
        "suit.mark: the mark is not printed; the rules say “hearts”",
    ),
    "another suit's mark": (
        field("suit.mark", drawing=sample.mark("spades", 0, 0, 2, None).drawing),
        "suit.mark: prints the mark of “spades”; the rules say “hearts”",
    ),
    "small text": (
        field("selection.s9", size=6.0, width=run("8", 0, 0, 6, None).width),
        "selection.s9: “8” is 6.00 pt high, too small to read",
    ),
    "a footer too small": (
        field("game", size=4.5, width=run("Combat Leader", 0, 0, 4.5, None).width),
        "game: “Combat Leader” is 4.50 pt high, too small to read",
    ),
    "white text on white": (
        field("selection.s9", colour=(255, 255, 255)),
        "selection.s9: “8” hardly differs from its background #FAFAF5",
    ),
    "red text on green": (
        on_panel(
            field("repair", colour=(180, 30, 30), x=40.0, y=80.0),
            Shape(sample._box(39, 76, 15, 6), (30, 110, 50)),
        ),
        "repair: “FIXED!” hardly differs from its background #1E6E32",
    ),
    "black text on navy": (
        on_panel(
            field("repair", x=40.0, y=80.0),
            Shape(sample._box(39, 76, 15, 6), (0, 0, 70)),
        ),
        "repair: “FIXED!” hardly differs from its background #000046",
    ),
    "a black box under the sign of a band": (
        BLACK_RECT,
        "accuracy.miss: “2 or less” hardly differs from its background #000000: contrast 1.0 to 1",
    ),
    "small light text on dark": (
        on_panel(field("repair", colour=(255, 255, 255), x=40.0, y=80.0), box(39, 76, 15, 6, 0)),
        "repair: “FIXED!” is 7.00 pt high, light on dark",
    ),
    "text over the card's edge": (
        field("repair", x=60.0),
        "repair: “FIXED!” runs over the edge of its face",
    ),
    "text in the unsafe rim": (
        field("repair", x=62.5 - run("FIXED!", 0, 0, 7.0, None).width + 0.5),
        "repair: is at",
    ),
    "a mark over the card's edge": (
        field("suit.mark", matrix=Matrix(0.1, 0, 0, 0.1, 62.5, 50)),
        "suit.mark: the mark runs over the edge of its face",
    ),
    "a ground painted after its text": (
        with_more(box(2, 2, 50, 80, 250)),
        "selection.s9: “8” has a shape #FAFAFA painted over it",
    ),
    "a black box over black text": (
        lambda face: with_more(box(*place_of(face, "selection.s9"), 2, -2, 0))(face),
        "selection.s9: “8” has a shape #000000 painted over it",
    ),
    "a picture over a text": (
        lambda face: with_more(PlacedImage(b"", *place_of(face, "selection.s9"), 3, -3))(face),
        "selection.s9: “8” has a picture painted over it",
    ),
    "two texts in one place": (
        lambda face: field("selection.s10", x=(at := place_of(face, "selection.s9"))[0], y=at[1])(
            face
        ),
        "selection.s9: “8” has “7” painted over it",
    ),
}


def test_the_face_that_faults_are_seeded_on_is_clean() -> None:
    """Unedited, there is nothing wrong with it."""
    assert found(lambda face: face) == []


def test_a_mark_may_stand_several_times_and_upside_down() -> None:
    """Pips, and a second index: the first of them is the one that stands in its row."""
    pips = [sample.mark("hearts", x, 80, 3, "suit.mark") for x in (40, 44)]
    die = sample.mark("die", 40, 70, 3, "selection.s6.mark")
    assert found(with_more(*pips, die, PIP_UPSIDE_DOWN)) == []


def test_the_first_of_several_marks_stands_in_its_row() -> None:
    edit = with_more(sample.mark("die", 40, 70, 3, "selection.s6.mark"))
    moved = edit(without("selection.s6.mark")(sample.face_of(CARD, "deck")))
    lines = found(lambda face: moved)
    assert any("selection.s6.mark: “die” is" in line for line in lines), lines


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_a_face_is_found_and_named(fault: str) -> None:
    """By its field, with what is printed and what should be."""
    edit, wanted = FAULTS[fault]
    lines = found(edit)
    assert any(wanted in line for line in lines), "\n".join(lines[:20])


def test_black_on_white_over_navy_is_clean() -> None:
    """What counts is what was painted last under the text, not first."""
    navy = Shape(sample._box(30, 70, 30, 15), (0, 0, 70))
    below = on_panel(field("repair", x=40.0, y=80.0), navy)
    lines = found(on_panel(below, box(39, 76, 15, 6, 255)))
    assert not any("differs" in line for line in lines)


def test_words_of_a_template_are_held_to_how_they_are_set() -> None:
    """Nothing says that they are right, but size and contrast count for them too."""
    more = with_more(run("Ambush!", 40, 80, 5.5, None), run("Smoke", 40, 84, 7, None, colour=PALE))
    lines = found(more)
    assert ": “Ambush!” is 5.50 pt high, too small to read" in lines
    assert any("“Smoke” hardly differs from its background" in line for line in lines)


def test_light_text_on_dark_is_bold() -> None:
    """Nine points of a regular weight run together in print; of a bold weight they do not."""

    def panel(weight: int) -> Edit:
        face = sample.typeface(weight)
        text = replace(
            run("Ambush!", 40, 80, 9, None, colour=(255, 255, 255)),
            typeface=face,
            width=face.measure("Ambush!", 9) * 25.4 / 72,
        )
        return with_more(box(39, 76, 15, 6, 0), text)

    assert found(panel(700)) == []
    (line,) = found(panel(400))
    assert "“Ambush!” is 9.00 pt high, light on dark, and not bold" in line


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ((0, 0, 0), (255, 255, 255), 21.0),
        ((255, 255, 255), (255, 255, 255), 1.0),
        ((0x77, 0x77, 0x77), (255, 255, 255), 4.48),
        ((0x76, 0x76, 0x76), (255, 255, 255), 4.54),
        ((0, 0, 255), (255, 255, 255), 8.59),
    ],
)
def test_contrast_is_that_of_the_guidelines(
    one: tuple[int, int, int], other: tuple[int, int, int], ratio: float
) -> None:
    """Figures as published calculators give them."""
    assert compute_contrast_ratio(one, other) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(
    ("printed", "text", "same"),
    [
        ("7", "7", True),
        ("7", "1", False),
        ("−1", "-1", False),
        ("Miss", "Miss", True),
        ("MISS", "Miss", True),
        ("miss", "Miss", False),
        ("ACCURATE (−1)", "Accurate (−1)", True),
        ("two\nlines", "two lines", True),
        ("two\nlines", "twolines", False),
        ("half-\nopen", "half-open", False),
        ("half-\nopen", "half- open", True),
        ("a-b", "a- b", False),
        ("12", "1 2", False),
        ("", "7", False),
        ("IŞIK İYİ", "ışık iyi", True),
        ("ΜΑΪΟΣ Ή ΗΡΩΑΣ", "Μάιος ή ήρωας", True),
        ("ηρωας", "ήρωας", False),
        ("ΗΡΩΕΣ", "ήρωας", False),
        ("ETE", "été", False),
    ],
)
def test_a_field_says_what_the_rules_say_or_does_not(printed: str, text: str, same: bool) -> None:
    """Lines break at spaces; words may be capitals; nothing else is forgiven."""
    assert is_same_text(printed, text) is same


def test_pieces_are_joined_by_where_they_stand() -> None:
    """A gap on a line is a space, a touch is none, another line is a break."""
    places = (("Hold ", 0, 0, 9), ("it", 9, 0, 3), ("now", 14, 0, 5), ("!", 0, 4, 1))
    pieces = [PrintedText("f", text, x, y, width, 10, 0) for text, x, y, width in places]
    assert join_text_pieces(pieces) == "Hold it now\n!"


@pytest.mark.parametrize("angle", [0, 30, 90, 180])
def test_lines_are_joined_as_the_face_says_that_they_were_broken(angle: float) -> None:
    """A space was dropped at a line's end or was not; on a line the gap says it, however turned."""

    def piece(
        text: str, along: float, down: float, *, continues_field: bool = False
    ) -> PrintedText:
        turn = read_transform(f"rotate({angle})")
        return PrintedText(
            "f",
            text,
            *turn.transform_point(along, down),
            6,
            10,
            angle,
            continues_field=continues_field,
        )

    broken = [piece("one-", 0, 0), piece("two", 0, 4, continues_field=True), piece("three-", 0, 8)]
    assert join_text_pieces([*broken, piece("four", 0, 12)]) == "one-two\nthree-\nfour"
    assert join_text_pieces([piece("Ace", 0, 0), piece("★", 6, 0), piece("7", 13, 0)]) == "Ace★ 7"


@pytest.mark.parametrize(
    ("places", "is_ordered"),
    [
        # a first letter of three lines, with the first line next to it
        ((("S", 0, 10, 6, 30), ("hoot", 6, 4, 9, 10), ("it", 6, 8, 4, 10)), True),
        # that of the second paragraph
        ((("Go", 0, 0, 6, 10), ("S", 0, 10, 6, 30), ("hoot", 6, 4, 9, 10)), True),
        ((("Go", 0, 4, 3, 10), ("S", 0, 10, 6, 30), ("hoot", 6, 4, 9, 10)), False),
        ((("S", 0, 10, 6, 10), ("hoot", 6, 4, 9, 10)), False),
        ((("Shot", 0, 10, 6, 30), ("hoot", 6, 4, 9, 10)), False),
        ((("S", 9, 10, 6, 30), ("hoot", 0, 4, 9, 10)), False),
    ],
)
def test_lines_next_to_a_large_first_letter_are_read_after_it(
    places: tuple[tuple[str, float, float, float, float], ...], is_ordered: bool
) -> None:
    pieces = [PrintedText("f", text, x, y, width, size, 0) for text, x, y, width, size in places]
    assert (not list(_check_reading_order("f", pieces, ""))) is is_ordered


def picture(*colours: tuple[int, ...], size: int = 100) -> bytes:
    """A PNG of so many columns, each of the next colour, from the first again."""
    mode = "RGBA" if len(colours[0]) == 4 else "RGB"
    drawn = Picture.new(mode, (size, 1))
    drawn.putdata([colours[index % len(colours)] for index in range(size)])
    out = BytesIO()
    drawn.resize((size, size)).save(out, "PNG")
    return out.getvalue()


def over(*below: Item, ink: tuple[int, int, int] = (0, 0, 0)) -> list[str]:
    """What is found of a word of 20 mm and a mark set over items."""
    word = replace(run("Ambush!", 36, 80, 20, None, colour=ink), width=20)
    mark = sample.mark("hearts", 36, 82, 3, "suit.mark")
    return [line for line in found(with_more(*below, word, mark)) if "differs" in line]


def test_paint_finer_than_a_pixel_over_a_text_is_found() -> None:
    """A frame of 0.04 mm, as a program draws a hairline: an outer ring, and a hole in it."""
    word = replace(run("Ambush!", 36, 80, 20, None), width=20)
    outer = sample._box(40.01, 70, 10, 20)
    hole = (("M", 40.05, 70.04), ("L", 40.05, 89.96), ("L", 49.97, 89.96), ("L", 49.97, 70.04))
    frame = Shape((*outer, *hole, ("Z",)), (0, 0, 0))
    assert any("painted over it" in line for line in found(with_more(word, frame)))
    around = Shape((*sample._box(34, 70, 24, 20), *_reversed_box(34.04, 70.04)), (0, 0, 0))
    assert not any("painted over it" in line for line in found(with_more(word, around)))


def _reversed_box(x: float, y: float) -> tuple[tuple[object, ...], ...]:
    right, bottom = x + 23.92, y + 19.92
    return (("M", x, y), ("L", x, bottom), ("L", right, bottom), ("L", right, y), ("Z",))


def test_a_piece_has_a_safe_margin_unless_its_print_sets_another() -> None:
    """Two millimetres from the cut; a print may waive it."""
    width = run("FIXED!", 0, 0, 7.0, None).width
    face = sample.face_of(CARD, "deck")
    for gap, problems in ((1.8, {None: 1, 0: 0, 1: 0, 3: 1}), (2.05, {None: 0, 3: 1})):
        near = field("repair", x=face.width - gap - width)(face)
        for safe, count in problems.items():
            told = preflight(near, CARD, safe, is_page=False)
            messages = [problem.message for problem in told if problem.where.field == "repair"]
            assert len([line for line in messages if "to the edge" in line]) == count


DARK, LIGHT = (20, 20, 20), (240, 240, 240)
WINDOW = (35, 72, 22, 14)


def test_text_and_marks_over_a_picture_are_held_to_its_pixels() -> None:
    """Each against the worst twentieth of what it hides, as sharp as it is printed."""
    faint = over(PlacedImage(picture(DARK), *WINDOW))
    assert len(faint) == 2
    assert faint[0].startswith(
        ": “Ambush!” hardly differs from its background #141414 in a picture"
    )
    assert "suit.mark: the mark suit.mark hardly differs from its background #141414" in faint[1]
    assert over(PlacedImage(picture(LIGHT), *WINDOW)) == []
    streaks = [DARK, *[LIGHT] * 9]
    assert len(over(PlacedImage(picture(*streaks, size=20), *WINDOW))) == 1
    assert over(PlacedImage(picture(*[LIGHT] * 25, DARK, *[LIGHT] * 24, size=50), *WINDOW)) == []


def test_a_plain_ground_between_a_picture_and_a_text_counts() -> None:
    dark = PlacedImage(picture(DARK), *WINDOW)
    assert over(dark, box(35, 72, 22, 14, 255)) == []
    assert len(over(box(35, 72, 22, 14, 255), dark)) == 2


def test_a_see_through_picture_shows_what_lies_below_it() -> None:
    clear = PlacedImage(picture((255, 255, 255, 40)), *WINDOW)
    assert over(clear) == []
    assert len(over(box(35, 72, 22, 14, 0), clear)) == 2


def test_a_turned_text_over_a_picture_is_held_to_what_lies_under_it() -> None:
    """Half the picture is dark; the text stands over the other."""
    halves = PlacedImage(picture(*[DARK] * 50, *[LIGHT] * 50), 32, 62, 24, 24)
    for x, count in ((35.5, 1), (48.5, 0)):
        word = replace(run("Ambush!", x, 64, 9, None), angle=80.0)
        assert len([one for one in found(with_more(halves, word)) if "differs" in one]) == count


@pytest.mark.parametrize(("height", "hidden"), [(0.76, True), (0.95, False)])
@pytest.mark.parametrize("text", ["AÑO", "ANO"])
def test_a_bar_over_an_accent_covers_its_text(height: float, hidden: bool, text: str) -> None:
    """The tilde of an Ñ stands over the height of a capital."""
    bar = box(39, 80 - 12 * 25.4 / 72 * height - 0.4, 12, 0.4, 0)
    lines = found(with_more(run(text, 40, 80, 12, None), bar))
    covered = [f": “{text}” has a shape #000000 painted over it"]
    assert lines == covered * (hidden and text == "AÑO")


def test_lines_with_accents_may_stand_close() -> None:
    """What an accent meets of the line above it is that line's own affair."""
    lines = [run("ÉÑÅ", 40, 70 + row * 12 * 25.4 / 72 * 0.85, 12, None) for row in range(3)]
    assert found(with_more(*lines)) == []
    assert found(with_more(*lines[::-1])) == []
