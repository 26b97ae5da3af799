"""Figures by which a face is judged, from both sides: this is wrong, and that is not.

Others are held by the faults of other tests, and by bundled prints, in which nothing is wrong.
"""

from collections.abc import Iterator
from math import cos, pi, radians, sin, tan
from pathlib import Path

import msgspec
import pytest
import sample
from msgspec.structs import replace
from sample import run
from test_preflight import CARD, WINDOW, Edit, box, found, picture, with_more
from test_tables import BELOW, CELLS_RIGHT, RANGES, content, laid, put

from printgen.content.content import FaceContent
from printgen.face.face import Face, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face_checks.printed_face import PrintedFace, PrintedText
from printgen.face_checks.texts import check_texts, join_text_pieces
from printgen.geometry import make_rotation
from printgen.preflight import item_visibility
from printgen.preflight.preflight import preflight
from printgen.preflight.text_ink import draw_ink

Colour = tuple[int, int, int]
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
EM = 10 * 25.4 / 72
"""The type of most pieces here, 10 points, in mm."""


def about(word: str, edit: Edit, *, safe: float = 1, is_page: bool = False) -> list[str]:
    """What is found on the card that names a word."""
    face = edit(sample.face_of(CARD, "deck"))
    told = preflight(face, CARD, safe, is_page=is_page)
    return [
        problem.message for problem in told if word in f"{problem.where.field} {problem.message}"
    ]


def said_of(
    pieces: list[PrintedText], examples: tuple[str, ...] = (), text: str | None = None
) -> list[str]:
    """What is found of pieces of the field selection.s9, whose text is that of the pieces."""
    if text is None:
        named = [one for one in pieces if one.name]
        text = join_text_pieces(named) if named else ""
    bare = msgspec.structs.replace(
        CARD, fields={"selection.s9": text}, examples=examples, small=frozenset()
    )
    return [
        problem.message
        for problem in check_texts(PrintedFace(60, 60, tuple(pieces), (), ()), bare, 6.5)
    ]


def piece(
    x: float = 20, y: float = 20, angle: float = 0.0, *, width: float = 5, **more: float
) -> PrintedText:
    """A piece of a field, in 10 points."""
    made = PrintedText("selection.s9", "7", x, y, width, 10, angle)
    return msgspec.structs.replace(made, **more)


@pytest.mark.parametrize(("size", "count"), [(6.4, 1), (6.5, 0)])
def test_words_in_the_hand_are_of_six_and_a_half_points(size: float, count: int) -> None:
    assert len(about("Ambush", with_more(run("Ambush!", 40, 80, size, None)))) == count


@pytest.mark.parametrize(("size", "count"), [(8.4, 1), (8.5, 0)])
def test_words_on_the_table_are_of_eight_and_a_half_points(size: float, count: int) -> None:
    edit = with_more(run("Ambush!", 40, 80, size, None))
    assert len(about("Ambush", edit, is_page=True)) == count


@pytest.mark.parametrize(("size", "count"), [(4.9, 1), (5.0, 0)])
def test_a_footer_is_of_five_points(size: float, count: int) -> None:
    name = next(iter(CARD.small))
    bare = msgspec.structs.replace(CARD, fields={name: "7"}, small=frozenset([name]))
    face = PrintedFace(60, 60, (PrintedText(name, "7", 20, 20, 5, size, 0.0),), (), ())
    assert len(list(check_texts(face, bare, 6.5))) == count


@pytest.mark.parametrize(("size", "count"), [(4.5, 1), (4.6, 0)])
def test_an_example_is_of_seven_tenths(size: float, count: int) -> None:
    assert len(said_of([piece(size=size)], ("selection.",))) == count


@pytest.mark.parametrize(("size", "count"), [(5.5, 1), (5.7, 0)])
def test_an_example_light_on_dark_is_of_seven_tenths_too(size: float, count: int) -> None:
    light = run("Ambush!", 40, 80, size, "selection.s99", WHITE)
    face = Face("f", 63.5, 88.9, (box(39, 76, 15, 6, 0), light))
    shown = msgspec.structs.replace(CARD, examples=("selection.",))
    told = [one.message for one in preflight(face, shown, 0, is_page=False)]
    assert len([one for one in told if "light on dark" in one]) == count


@pytest.mark.parametrize(("sign", "count"), [("Ⅳ", 1), ("①", 1), ("→", 0), ("=", 0), ("|", 1)])
def test_signs_that_change_numbers(sign: str, count: int) -> None:
    own = msgspec.structs.replace(piece(25.1, width=3), name=None, text=sign)
    assert len([one for one in said_of([piece(), own]) if "looks like part" in one]) == count


@pytest.mark.parametrize(("closest", "count"), [(0.58, 1), (0.6, 0)])
def test_letters_keep_six_tenths_of_their_width(closest: float, count: int) -> None:
    assert len(said_of([piece(closest=closest)])) == count


@pytest.mark.parametrize(("x", "count"), [(4.85, 1), (4.95, 0)])
def test_words_of_a_page_keep_five_millimetres_from_its_edge(x: float, count: int) -> None:
    """Less a tenth, by which a letter's round may reach over."""
    edit = with_more(run("Ambush!", x, 44, 9, None))
    places = f"is at {x:.1f},", f"is at {x - 0.01:.1f},"
    found = about("is at", edit, safe=0, is_page=True)
    assert len([one for one in found if one.startswith(places)]) == count


@pytest.mark.parametrize(
    ("second", "count"),
    [
        ((10, 20 + 0.38 * EM), 1),
        ((10, 20 + 0.42 * EM), 0),
        ((24.75, 20), 1),
        ((24.85, 20), 0),
    ],
)
def test_pieces_stand_below_or_behind(second: tuple[float, float], count: int) -> None:
    """Two fifths of its size is another line, 0.2 mm an overlap."""
    told = said_of([piece(), piece(*second)])
    assert len([one for one in told if "comes before it" in one]) == count


@pytest.mark.parametrize(
    ("angle", "turned", "count"),
    [(0, 180, 0), (90, 270, 0), (0, 180.4, 0), (0, -179.6, 0), (0, 0, 1), (0, 90, 1), (0, 179, 1)],
)
def test_a_text_that_is_printed_again_is_upside_down(
    angle: float, turned: float, count: int
) -> None:
    texts = (
        PrintedText("game", "7", 20, 20, 5, 10, angle),
        PrintedText("game.turned", "7", 40, 40, 5, 10, turned),
    )
    fields = {"game": "7", "game.turned": "7"}
    bare = msgspec.structs.replace(CARD, fields=fields, small=frozenset())
    problems = list(check_texts(PrintedFace(60, 60, texts, (), ()), bare, 6.5))
    assert [problem.where.field for problem in problems] == ["game.turned"] * count
    assert all("printed first" in problem.message for problem in problems)


@pytest.mark.parametrize(
    ("second", "text"),
    [
        (piece(25 + 0.09 * EM), "77"),
        (piece(25 + 0.11 * EM), "7 7"),
        (piece(25, 20.09), "77"),
        (piece(25, 20.11), "7\n7"),
        (piece(25, 20, 0.09), "77"),
        (piece(25, 20, 0.11), "7\n7"),
    ],
)
def test_a_tenth_of_the_size_is_a_space_and_of_a_millimetre_a_line(
    second: PrintedText, text: str
) -> None:
    assert join_text_pieces([piece(), second]) == text


@pytest.mark.parametrize(("shift", "count"), [(0.48, 0), (0.52, 1)])
def test_cells_of_a_row_have_half_their_height_in_common(
    tmp_path: Path, shift: float, count: int
) -> None:
    down = 26 + shift * 0.68 * 8 * 25.4 / 72
    places = {**laid(BELOW, *CELLS_RIGHT), "s.ranges.Middle.need": (25, down)}
    assert len(put(ranges(tmp_path), places)) == count


def ranges(tmp_path: Path) -> FaceContent:
    """The table of ranges, without heads."""
    return content(tmp_path, RANGES.replace("HEAD", "").replace("ACROSS", ""))


TITLED = """
prints: {p: {template: p.svg, each: c}}
c: {columns: {a: {type: number, title: Aim}, b: {type: number, title: Ball}}, rows: [[3, 5]]}
"""


@pytest.mark.parametrize(("over", "count"), [(0.28, 0), (0.32, 1)])
def test_two_groups_may_touch(tmp_path: Path, over: float, count: int) -> None:
    """By three tenths of a millimetre."""
    down = 26 + 0.68 * 8 * 25.4 / 72 - over
    places = {"a.title": (10, 20), "a": (10, 26), "b.title": (10, down), "b": (10, down + 6)}
    assert len(put(content(tmp_path, TITLED), places)) == count


@pytest.mark.parametrize(
    ("letter", "height", "count"),
    [("Ñ", 0.86, 1), ("Ñ", 0.91, 0), ("ñ", 0.69, 1), ("ñ", 0.77, 0), ("N", 0.62, 1), ("N", 0.7, 0)],
)
def test_an_accent_stands_open_too(letter: str, height: float, count: int) -> None:
    """Where its ink is, on a capital or on another letter."""
    bar = box(39, 80 - 12 * 25.4 / 72 * height - 0.4, 12, 0.4, 0)
    assert len(found(with_more(run(letter * 3, 40, 80, 12, None), bar))) == count


def on(ground: int, text: TextRun | PlacedMark) -> list[str]:
    """What is found of a text on a grey panel."""
    return found(with_more(box(*WINDOW, ground), text))


@pytest.mark.parametrize(("grey", "count"), [(0x76, 0), (0x77, 1)])
def test_text_differs_by_four_and_a_half_to_one(grey: int, count: int) -> None:
    assert len(on(255, run("Ambush!", 40, 80, 9, None, (grey,) * 3))) == count


@pytest.mark.parametrize(("grey", "count"), [(0x94, 0), (0x96, 1)])
def test_a_mark_differs_by_three_to_one(grey: int, count: int) -> None:
    assert len(on(255, square(3, (grey,) * 3))) == count


def square(size: float, ink: Colour = BLACK) -> PlacedMark:
    """The mark of the card's suit, all of its box filled with one colour."""
    made = sample.mark("hearts", 36, 73, size, "suit.mark")
    return replace(
        made, drawing=replace(made.drawing, shapes=(Shape(sample._box(0, 0, 20, 20), ink),))
    )


@pytest.mark.parametrize(
    ("size", "weight", "count"), [(7.9, 700, 1), (8, 700, 0), (9.9, 400, 1), (10, 400, 0),
                                  (9, 600, 0), (9, 400, 1)],
)  # fmt: skip
def test_light_text_on_dark_is_of_eight_points_and_bold_below_ten(
    size: float, weight: int, count: int
) -> None:
    text = run("Aim", 40, 80, size, None, WHITE)
    assert len(on(0, replace(text, typeface=sample.typeface(weight)))) == count


def test_semibold_is_bold_and_medium_is_not() -> None:
    for weight, count in ((600, 0), (590, 1)):
        other = replace(sample.typeface(), name=f"of weight {weight}", weight=weight)
        text = replace(run("Aim", 40, 80, 9, None, WHITE), typeface=other)
        assert len(on(0, text)) == count


@pytest.mark.parametrize(("grey", "words"), [(0x75, "light on dark"), (0x77, "hardly differs")])
def test_a_ground_is_dark_up_to_eighteen_hundredths(grey: int, words: str) -> None:
    """From there on white does not differ enough from it whatever its size."""
    (line,) = on(grey, run("Ambush!", 40, 80, 7, None, WHITE))
    assert words in line


@pytest.mark.parametrize(("share", "count"), [(0.135, 0), (0.18, 1)])
def test_the_ground_under_a_marks_edge_does_not_count(share: float, count: int) -> None:
    """Fifteen hundredths of it at each side."""
    side = Shape(sample._box(36, 73, 12 * share, 12), BLACK)
    assert len(found(with_more(box(*WINDOW, 255), side, square(12)))) == count


@pytest.mark.parametrize(("dark", "count"), [(1, 0), (2, 0), (5, 1)])
def test_a_dark_line_of_a_picture_may_be_as_thin_as_a_stroke(dark: int, count: int) -> None:
    """Three fifths of a window of a fifth of an em: 0.6 mm."""
    inks = [(240, 240, 240)] * 20 + [(20, 20, 20)] * dark + [(240, 240, 240)] * (80 - dark)
    image = PlacedImage(picture(*inks), 36, 73, 20, 10)
    assert len(found(with_more(image, run("Ambush!", 36, 80, 14, None)))) == count


@pytest.mark.parametrize(
    ("bar", "count"),
    [
        ((39, 76, 1.08, 6), 0),
        ((39, 76, 1.12, 6), 1),
        ((52.0, 76, 2, 6), 0),
        ((51.88, 76, 2, 6), 1),
        ((39, 79.98, 15, 1), 0),
        ((39, 79.88, 15, 1), 1),
    ],
)
def test_what_follows_on_may_touch_a_text(
    bar: tuple[float, float, float, float], count: int
) -> None:
    """By a square of a tenth of a millimetre to the left and to the right, and by less below."""
    word = run("Ambush!", 40, 80, 9, None)
    assert 52.05 < word.x + word.width < 52.08
    assert len(found(with_more(word, box(*bar, 0)))) == count


@pytest.mark.parametrize(("over", "count"), [(0.02, 0), (0.45, 1)])
def test_what_follows_on_may_touch_a_slanting_text(over: float, count: int) -> None:
    """At 30°, along the tops of its capitals."""
    word = replace(run("AMBUSH", 40, 82, 9, None), angle=-30.0)
    rotation = make_rotation(-30.0)
    along, up = rotation.transform_point(9, 0), rotation.transform_point(0, -1)
    high = 0.72 * 9 * 25.4 / 72 - over
    x, y = word.x + high * up[0], word.y + high * up[1]
    away = 0.6 * up[0], 0.6 * up[1]
    end = x + along[0], y + along[1]
    ring = ((x, y), end, (end[0] + away[0], end[1] + away[1]), (x + away[0], y + away[1]))
    path = (("M", *ring[0]), *(("L", *point) for point in ring[1:]), ("Z",))
    told = found(with_more(word, Shape(path, BLACK)))
    assert len([one for one in told if "AMBUSH" in one]) == count


@pytest.mark.parametrize(("over", "count"), [(0.2, 1), (0.05, 0)])
def test_a_curve_is_painted_as_round_as_it_is(over: float, count: int) -> None:
    """A disc of 4 mm, its curves joined anywhere but where it reaches into a text."""
    word = replace(run("Ambush!", 44, 80, 9, None), width=9)
    disc = Shape(tuple(circle(44 + over - 4, 79, 4.0)), BLACK)
    told = found(with_more(word, disc))
    assert len([one for one in told if "Ambush" in one]) == count


def circle(x: float, y: float, radius: float) -> Iterator[tuple[str | float, ...]]:
    """Four curves that meet at 22.5° and so on."""
    reach = 4 / 3 * tan(pi / 8)

    def at(angle: float, on: float = 0.0) -> tuple[float, float]:
        along, across = cos(radians(angle)), sin(radians(angle))
        return x + radius * (along - on * across), y + radius * (across + on * along)

    yield "M", *at(22.5)
    for start in (22.5, 112.5, 202.5, 292.5):
        yield "C", *at(start, reach), *at(start + 90, -reach), *at(start + 90)
    yield ("Z",)


def pieces_of(*parts: tuple[str, float, float], continues_field: int = -1) -> list[PrintedText]:
    """Pieces of one field: the text, the place of its left edge, and its line."""
    return [
        PrintedText(
            "selection.s9",
            text,
            10 + x,
            20 + 4 * line,
            2.0 * len(text),
            10,
            0,
            continues_field=index == continues_field,
        )
        for index, (text, x, line) in enumerate(parts)
    ]


@pytest.mark.parametrize(
    ("first", "second", "text", "is_right"),
    [
        ("recon-", "naissance", "reconnaissance", True),
        ("recon‐", "naissance", "reconnaissance", True),
        ("WELL-", "KNOWN", "well-known", True),
        ("4-", "6", "46", False),
        ("4-", "6", "4-6", True),
        ("recon-", "naissances", "reconnaissance", False),
        ("re-", "con", "recoon", False),
        ("D-", "6", "D6", False),
        ("4-", "a", "4a", False),
    ],
)
def test_a_hyphen_at_the_end_of_a_line_divides_words_only(
    first: str, second: str, text: str, is_right: bool
) -> None:
    """It is no part of the text; between figures it is."""
    found = said_of(pieces_of((first, 0, 0), (second, 0, 1), continues_field=1), text=text)
    assert (not found) is is_right
    assert (
        join_text_pieces(pieces_of((first, 0, 0), (second, 0, 1), continues_field=1))
        == first + second
    )


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [("double", ".", "double."), ("(", "two", "(two"), ("1", "2", "1 2"), ("1", ".5", "1 .5")],
)
def test_a_sentence_may_end_after_a_gap_but_no_number_has_one(
    first: str, second: str, text: str
) -> None:
    """The gap is the padding of a box around the words."""
    apart = pieces_of((first, 0, 0), (second, 30, 0), continues_field=1)
    assert join_text_pieces(apart) == text
    assert " " in join_text_pieces(pieces_of((first, 0, 0), (second, 30, 0)))


@pytest.mark.parametrize(
    ("parts", "text", "message"),
    [
        ([("אב", 20, 0), ("12", 14, 0), ("גד", 8, 0)], "אב 12 גד", ""),
        ([("אב", 8, 0), ("12", 14, 0), ("גד", 20, 0)], "אב 12 גד", "prints"),
        ([("אב", 14, 0), ("12", 20, 0), ("גד", 8, 0)], "אב 12 גד", "prints"),
        ([("אב", 20, 0), ("12", 16, 0), ("גד", 8, 0)], "אב 12 גד", "prints"),
        ([("אב", 20, 0), ("12", 14, 0), ("ab", 8, 0)], "אב 12 ab", ""),
        ([("אב", 20, 0), ("ab", 8, 0), ("12", 14, 0)], "אב ab 12", ""),
        ([("ab", 0, 0), ("אב", 6, 0), ("cd", 12, 0)], "ab אב cd", ""),
        ([("ab", 12, 0), ("אב", 6, 0), ("cd", 0, 0)], "ab אב cd", ""),
        ([("ab", 6, 0), ("אב", 0, 0), ("cd", 12, 0)], "ab אב cd", "prints"),
        ([("אב", 20, 0), ("גד", 20, 1), ("12", 14, 1)], "אב גד 12", ""),
        ([("אב", 20, 1), ("גד", 20, 0)], "אב גד", "above"),
    ],
)
def test_pieces_from_right_to_left_are_in_their_order(
    parts: list[tuple[str, float, float]], text: str, message: str
) -> None:
    """Each is next to its neighbours in the text, with the space between them."""
    found = said_of(pieces_of(*parts), text=text)
    assert message in " ".join(found) if message else found == []


@pytest.mark.parametrize(
    ("angle", "is_legible"), [(-45, True), (45, True), (46, False), (90, True)]
)
def test_text_slants_by_half_a_quarter_turn_at_most(angle: int, is_legible: bool) -> None:
    """Or it is turned by quarters."""
    word = replace(run("Ambush!", 40, 70, 9, None), angle=float(angle))
    assert (not [one for one in found(with_more(word)) if "Ambush" in one]) == is_legible


def test_large_type_that_touches_other_type_needs_no_large_raster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [run("gyp", 5, 100, 230, "selection.s9"), run("bdh", 5, 155, 230, None)]
    areas: list[int] = []

    def draw(text: TextRun, pixels: tuple[int, int, int, int], per_mm: float) -> object:
        areas.append((pixels[2] - pixels[0]) * (pixels[3] - pixels[1]))
        return draw_ink(text, pixels, per_mm)

    monkeypatch.setattr(item_visibility, "draw_ink", draw)
    box = item_visibility.find_box_to_check(texts[0])
    assert box
    below, _ = item_visibility.check_item_visibility(texts, 0, box, (1951, 2801), 1.0)
    assert [problem.message for problem in below] == ["“gyp” overlaps “bdh”"]
    assert areas
    assert max(areas) < 400_000
