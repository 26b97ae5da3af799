"""The bundled design, on faces: sizes, safe area, collisions, contrast, what tells cards apart."""

from itertools import combinations

import pytest

from printgen.layout.compose import Composer
from printgen.layout.face import Colour, Face, Mark, Shape, TextRun
from printgen.layout.geometry import Rect
from printgen.products.deck import back_jobs, card_jobs
from printgen.products.job import compose_all
from printgen.products.markers import marker_jobs
from printgen.products.roster import roster_jobs
from printgen.products.sheet import sheet_jobs
from printgen.resources import find_game, fonts_folder, templates_folder
from printgen.rules.load import load
from printgen.rules.model import Deck, Game

FOOTERS = {"game", "number", "deck", "digest"}
MM = 25.4 / 72
PAPER = (255, 255, 255)


@pytest.fixture(scope="module")
def game() -> Game:
    return load(find_game("combat-leader"))


@pytest.fixture(scope="module")
def deck(game: Game) -> Deck:
    assert game.deck is not None
    return game.deck


@pytest.fixture(scope="module")
def composer() -> Composer:
    return Composer((templates_folder(),), (fonts_folder(),))


@pytest.fixture(scope="module")
def cards(composer: Composer, game: Game, deck: Deck) -> tuple[Face, ...]:
    return tuple(compose_all(composer, card_jobs(game, deck, "A")))


@pytest.fixture(scope="module")
def backs(composer: Composer, game: Game, deck: Deck) -> tuple[Face, ...]:
    jobs = (job for colour in deck.colours for job in back_jobs(game, deck, colour.letter))
    return tuple(compose_all(composer, jobs))


@pytest.fixture(scope="module")
def markers(composer: Composer, game: Game) -> tuple[Face, ...]:
    return tuple(compose_all(composer, marker_jobs(game)))


@pytest.fixture(scope="module")
def sheet(composer: Composer, game: Game) -> Face:
    assert game.sheet is not None
    (face,) = compose_all(composer, sheet_jobs(game, game.sheet, 215.9, 279.4))
    return face


@pytest.fixture(scope="module")
def rosters(composer: Composer, game: Game) -> tuple[Face, ...]:
    assert game.roster is not None
    return tuple(compose_all(composer, roster_jobs(game, game.roster)))


def runs(face: Face) -> tuple[TextRun, ...]:
    return tuple(item for item in face.items if isinstance(item, TextRun))


def run(face: Face, field: str) -> TextRun:
    (found,) = (item for item in runs(face) if item.field == field)
    return found


def cap_box(item: TextRun) -> Rect:
    """The box of an upright run's letters, without the room below the baseline."""
    height = 0.7 * item.size * MM
    return Rect(item.x, item.y - height, item.width, height)


def luminance(colour: Colour) -> float:
    """WCAG 2's relative luminance."""
    linear = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_is_as_large_as_its_piece_asks(
    cards: tuple[Face, ...],
    backs: tuple[Face, ...],
    markers: tuple[Face, ...],
    rosters: tuple[Face, ...],
    sheet: Face,
) -> None:
    """6.5 points on cards, markers and rosters, 9 on the sheet, 5 for footers everywhere."""
    small = [(*cards, *backs, *markers, *rosters), (sheet,)]
    for faces, least in zip(small, (6.5, 9.0), strict=True):
        for face in faces:
            for item in runs(face):
                wanted = 5.0 if item.field in FOOTERS else least
                assert item.size >= wanted, (face.id, item.field, item.size)


def test_the_tables_digits_are_larger_still(cards: tuple[Face, ...]) -> None:
    """8 points for bands, 15 for the soldier drawn."""
    for face in cards:
        for item in runs(face):
            field = item.field or ""
            if field.startswith("selection.") and field.count(".") == 1 and field[-1].isdigit():
                assert item.size >= 15, (face.id, field)
            if field in {"accuracy.miss", "accuracy.accurate"}:
                assert item.size >= 8


def test_no_text_leaves_the_safe_area(cards: tuple[Face, ...]) -> None:
    """3 mm inside the trim."""
    for face in cards:
        for item in runs(face):
            box = cap_box(item)
            assert box.x >= 2.9, (face.id, item.field, box.x)
            assert box.x + box.width <= 63.5 - 3
            assert box.y >= 3
            assert item.y <= 88.9 - 3


def test_a_back_keeps_three_millimetres_quiet(backs: tuple[Face, ...]) -> None:
    """So that drift in duplex printing never shows a neighbour."""
    assert len(backs) == 6
    for face in backs:
        for item in face.items:
            if isinstance(item, Shape):
                across = [at for part in item.path for at in part[1::2] if isinstance(at, float)]
                down = [at for part in item.path for at in part[2::2] if isinstance(at, float)]
                assert min(across) >= 3 - 1e-6
                assert max(across) <= 63.5 - 3 + 1e-6
                assert min(down) >= 3 - 1e-6
                assert max(down) <= 88.9 - 3 + 1e-6


def test_no_two_texts_collide(
    cards: tuple[Face, ...], markers: tuple[Face, ...], rosters: tuple[Face, ...], sheet: Face
) -> None:
    """Letters of different runs never share ground, and those on a line keep half a millimetre."""
    for face in (*cards, *markers, *rosters, sheet):
        boxes = [(item, cap_box(item)) for item in runs(face) if item.text.strip()]
        for (one, a), (other, b) in combinations(boxes, 2):
            gap = 0.5 if one.field != other.field else -0.1
            apart = (
                a.x + a.width + gap <= b.x
                or b.x + b.width + gap <= a.x
                or a.y + a.height <= b.y
                or b.y + b.height <= a.y
            )
            assert apart, (face.id, one.field, other.field)


def test_the_index_stands_upper_left_and_the_strip_right(cards: tuple[Face, ...]) -> None:
    """Where a hand of cards is held and where an eye looks for it."""
    for face in cards:
        strip = [run(face, f"selection.{row}") for row in range(2, 13)]
        assert all(item.x > 50 for item in strip)
        assert [item.y for item in strip] == sorted(item.y for item in strip)
        die = next(m for m in face.items if isinstance(m, Mark) and m.field == "selection.6.row")
        box_top, box_bottom = die.matrix.f, die.matrix.f + die.matrix.d * die.drawing.height
        assert box_top < run(face, "selection.6").y < box_bottom + 1
        if any(item.field == "rank" for item in runs(face)):
            assert run(face, "rank").x < 12
            assert run(face, "rank").y < 15


def test_bands_and_results_are_set_alike_on_every_card(cards: tuple[Face, ...]) -> None:
    """The columns are found for all thirteen ranks at once, so no card sets them otherwise."""
    for result in ("miss", "accurate_in_clear", "accurate_minus_1", "accurate"):
        places = {
            (label.x, label.y, label.size)
            for face in cards[:52]
            for label in (run(face, f"accuracy.{result}.label"),)
        }
        assert len(places) == 1


def test_outcomes_differ_by_more_than_ink(cards: tuple[Face, ...]) -> None:
    """FIXED! is filled, N/A an outline, BROKEN! filled and striped: told apart in grey."""

    def panel(face: Face) -> tuple[int, int]:
        low = [
            item
            for item in face.items
            if isinstance(item, Shape)
            and 69 < min(part[2] for part in item.path if len(part) > 2) < 79
            and max(part[1] for part in item.path if len(part) > 1) < 47.3
        ]
        return sum(item.fill is not None for item in low), sum(
            item.stroke is not None for item in low
        )

    fixed, nothing, broken = panel(cards[0]), panel(cards[6]), panel(cards[12])
    assert fixed == (1, 0)
    assert nothing == (0, 1)
    assert broken == (7, 0)


@pytest.mark.parametrize(
    ("card", "ink"),
    [(1, (0, 0, 0)), (14, (161, 33, 21)), (27, (18, 43, 102)), (40, (8, 123, 109))],
)
def test_suits_are_inked_apart(cards: tuple[Face, ...], card: int, ink: Colour) -> None:
    """The four inks that stay apart for colour-blind readers and in grey."""
    face = cards[card - 1]
    assert run(face, "rank").colour == ink
    assert contrast(ink, PAPER) >= 4.5


def test_each_deck_is_told_by_letter_and_ink(
    composer: Composer, game: Game, deck: Deck, backs: tuple[Face, ...]
) -> None:
    """Six inks, all dark enough for white letters, on face and back."""
    inks = []
    for colour in deck.colours:
        (face,) = compose_all(composer, card_jobs(game, deck, colour.letter, {1}))
        assert run(face, "deck").text == colour.letter
        chip = next(
            item
            for item in face.items
            if isinstance(item, Shape)
            and item.fill not in (None, PAPER)
            and min(part[2] for part in item.path if len(part) > 2) > 79
            and max(part[1] for part in item.path if len(part) > 1) < 8
        )
        assert chip.fill is not None
        inks.append(chip.fill)
        assert contrast(chip.fill, PAPER) >= 4.5
    assert len(set(inks)) == 6
    panels = [next(item for item in back.items if isinstance(item, Shape)).fill for back in backs]
    assert panels == inks


def test_digits_share_one_width() -> None:
    """Else columns of numbers would not stand under each other: no typeface sets tnum here."""
    composer = Composer((templates_folder(),), (fonts_folder(),))
    for weight in (400, 600, 700):
        face = composer.typeface("IBM Plex Sans Condensed", weight)
        assert len({face.advance(digit, 1.0) for digit in "0123456789−"}) == 1
