"""The bundled designs, on faces: safe area, collisions, inks, what tells cards apart."""

from functools import cache
from itertools import combinations

import pytest

from printgen.colour import Colour
from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.face.face import Face, PlacedMark, Shape, TextRun
from printgen.geometry import Box, make_box
from printgen.layout.compose import Composer
from printgen.pipeline.faces import compose_faces
from printgen.pipeline.print_job import make_composer
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.rules.values.sizes import Size
from printgen.system.bundled import find_game

MM = 25.4 / 72
LETTER = Size("letter", 215.9, 279.4)
GAMES = (
    "colonial-siege",
    "combat-leader",
    "fistful-of-lead",
    "horse-and-musket",
    "true-lead",
)
PRINTS = ("deck", "sheet", "markers", "roster")


@cache
def game_of(name: str) -> Game:
    return load_game(find_game(name))


@cache
def composer(name: str) -> Composer:
    return make_composer(find_game(name))


@cache
def faces(
    name: str, id_: str, set_: str = "", size: int = 0, keys: tuple[str, ...] | None = None
) -> tuple[Face, ...]:
    """The faces of one set of a print, the first unless named, in the size of that place."""
    game = game_of(name)
    print_ = game.find_print(id_)
    assert print_ is not None
    of = set_ or next(iter(list_set_keys(game, print_)), "")
    made = LETTER if print_.is_page else print_.sizes[size] if print_.sizes else None
    found = generate_wanted_faces(game, print_, of, keys)
    return tuple(compose_faces(composer(name), game, print_, found, made))


def runs(face: Face) -> tuple[TextRun, ...]:
    return tuple(item for item in face.items if isinstance(item, TextRun) and item.text.strip())


def cap_box(item: TextRun) -> Box:
    """The box of a run's letters, without the room below the baseline; upright or upside down."""
    height = 0.7 * item.size * MM
    if round(item.angle) % 360 == 180:
        return make_box(item.x - item.width, item.y, item.width, height)
    return make_box(item.x, item.y - height, item.width, height)


# Points: a card, a marker or a roster is held in the hand, a sheet lies on the table, a footer
# names the game and its rules. A card that a page shows at 70 % has 70 % of what a card may have.
HELD, LYING, FOOTER, WHITE, WHITE_AND_THIN = 6.5, 8.5, 5.0, 8.0, 12.0
FOOTERS, SHOWN, SHARE = {"game", "digest"}, "card.card.", 0.7


@pytest.mark.slow
@pytest.mark.quick("deck-true-lead", "markers-true-lead")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("id_", [*PRINTS, "deck-backs"])
def test_no_text_is_smaller_than_can_be_read(name: str, id_: str) -> None:
    """Contrast, and what hides another, the inspection holds on every face that is composed."""
    small = set()
    for item in (item for face in faces(name, id_) for item in runs(face)):
        field = item.field or ""
        is_shown = id_ == "sheet" and field.startswith(SHOWN)
        share, field = (SHARE, field.removeprefix(SHOWN)) if is_shown else (1.0, field)
        least = LYING if id_ == "sheet" and not is_shown else HELD
        if item.size < (FOOTER if field in FOOTERS else least) * share - 0.01:
            small.add((field, item.text, round(item.size, 2)))
        is_bold = item.typeface.weight >= 600
        least = WHITE if is_bold else WHITE_AND_THIN  # display faces have one weight
        if min(item.colour) > 200 and item.size < least * share - 0.01:
            small.add((field, item.text, round(item.size, 2), "white"))
    assert not small


@pytest.mark.slow
@pytest.mark.quick("deck-true-lead", "markers-true-lead", "roster-true-lead")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("id_", PRINTS)
def test_no_two_texts_collide(name: str, id_: str) -> None:
    """Letters of different fields never share ground, and those on a line stand apart."""
    for face in faces(name, id_):
        boxes = [(item, cap_box(item)) for item in runs(face)]
        for (one, a), (other, b) in combinations(boxes, 2):
            gap = 0.3 if one.field != other.field else -0.1
            apart = (
                a.right + gap <= b.left
                or b.right + gap <= a.left
                or a.bottom <= b.top
                or b.bottom <= a.top
            )
            assert apart, (face.id, one.field, other.field)


@pytest.mark.parametrize("letter", "ABCDEF")
def test_a_back_keeps_three_millimetres_quiet(letter: str) -> None:
    """So that drift in duplex printing never shows a neighbour."""
    (face,) = faces("combat-leader", "deck-backs", letter)
    for item in face.items:
        if isinstance(item, Shape):
            across = [at for part in item.path for at in part[1::2] if isinstance(at, float)]
            down = [at for part in item.path for at in part[2::2] if isinstance(at, float)]
            assert min(*across, *down) >= 3 - 1e-6
            assert max(across) <= face.width - 3 + 1e-6
            assert max(down) <= face.height - 3 + 1e-6


@pytest.mark.parametrize("name", GAMES)
def test_a_back_lies_the_same_either_way_up(name: str) -> None:
    """Each word that stands on it stands on it turned, in the place that turning gives."""
    (face,) = faces(name, "deck-backs")
    places = {item.field: item for item in runs(face)}
    assert places
    for field, item in places.items():
        if field and not field.endswith(".turned"):
            turned = places[f"{field}.turned"]
            assert turned.text == item.text
            assert abs(face.width - item.x - turned.x) < 0.01
            assert abs(face.height - item.y - turned.y) < 0.01
            assert abs(abs(turned.angle) - 180) < 0.01


@pytest.mark.parametrize(
    ("card", "ink"),
    [("1", (0, 0, 0)), ("14", (161, 33, 21)), ("27", (18, 43, 102)), ("40", (8, 123, 109))],
)
def test_suits_are_inked_apart(card: str, ink: Colour) -> None:
    """The four inks that stay apart for colour-blind readers and in grey."""
    (face,) = faces("combat-leader", "deck", keys=(card,))
    (rank,) = (item for item in runs(face) if item.field == "rank")
    assert rank.colour == ink


@pytest.mark.slow
def test_each_deck_has_an_ink_of_its_own_on_faces_and_backs() -> None:
    inks = []
    for letter in "ABCDEF":
        (back,) = faces("combat-leader", "deck-backs", letter)
        (first,) = faces("combat-leader", "deck", letter, keys=("1",))
        inks.append(fills(back) & fills(first))
    shared = set.intersection(*inks)
    assert len({frozenset(of_one - shared) for of_one in inks}) == 6


def fills(face: Face) -> set[Colour | None]:
    shapes = [item for item in face.items if isinstance(item, Shape)]
    marks = (item for item in face.items if isinstance(item, PlacedMark))
    return {shape.fill for shape in shapes} | {
        shape.fill for item in marks for shape in item.drawing.shapes
    }


@pytest.mark.parametrize("weight", [400, 600, 700])
@pytest.mark.parametrize(
    ("family", "signs"),
    [
        ("IBM Plex Sans Condensed", "0123456789−"),
        ("Archivo Narrow", "0123456789"),
        ("Roboto Condensed", "0123456789"),
    ],
)
def test_digits_share_one_width(family: str, signs: str, weight: int) -> None:
    """Else columns of numbers would not stand under each other: no typeface sets tnum here."""
    face = composer("combat-leader").get_typeface(family, weight)
    assert len({face.measure(sign, 1.0) for sign in signs}) == 1


@pytest.mark.slow
def test_each_deck_has_a_shape_of_its_own_on_every_piece() -> None:
    """Its colour alone would not tell it apart in grey, or to colour-blind eyes."""
    shapes = []
    for letter in "ABCDEF":
        of_one = {
            tuple(shape.path for shape in item.drawing.shapes)
            for id_, keys in (
                ("deck", ("1", "card")),
                ("deck-backs", None),
                ("markers", None),
                ("roster", None),
            )
            for face in faces("combat-leader", id_, letter, keys=keys)
            for item in face.items
            if isinstance(item, PlacedMark) and (item.field or "").startswith("deck.mark")
        }
        assert len(of_one) == 1, letter
        shapes.append(of_one.pop())
    assert len(set(shapes)) == 6


@pytest.mark.quick(every=3)
@pytest.mark.parametrize(
    ("name", "keys", "index", "right"),
    [
        ("combat-leader", ("10", "12", "13", "27"), ("rank", "suit.mark"), 9.6),
        ("colonial-siege", ("1", "10", "12", "13", "27"), ("rank", "suit.mark"), 9.6),
        ("true-lead", ("1", "4", "6"), ("shots.index",), 9.6),
    ],
)
def test_a_fan_shows_the_index(
    name: str, keys: tuple[str, ...], index: tuple[str, ...], right: float
) -> None:
    for face in faces(name, "deck", keys=keys):
        marks = (item for item in face.items if isinstance(item, PlacedMark))
        boxes = [item.bounding_box for item in marks if item.field in index]
        boxes += [cap_box(item) for item in runs(face) if item.field in index]
        assert len(boxes) == len(index)
        assert all(box.left >= 3.1 and box.right <= right for box in boxes)
