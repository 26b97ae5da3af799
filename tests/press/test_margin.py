"""The margin: everything a sheet says of itself, clear of the cards, the marks and the edge."""

import pytest
from press_sample import REGULAR, WORDS

from printgen.geometry import MM_PER_POINT, Spacing
from printgen.paper import find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.margin import place_margin
from printgen.problems import ExitCode, Failure

SHEETS = {
    "deck": ((63.5, 88.9), 0.0, True),
    "roster": ((190.0, 130.0), 0.0, True),
    "markers": ((25.4, 25.4), 4.0, False),
}


def place(print_, paper, words=WORDS):
    size, gutter, marked = SHEETS[print_]
    grid = make_grid(find_paper(paper), *size, Spacing(gutter, gutter))
    return grid, place_margin(words, grid, REGULAR, has_marks=marked)


def bounds(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def run_box(run):
    """The box from ascent to descent of an upright run, or of one that reads up the page."""
    up, down = (part * run.size * MM_PER_POINT for part in (REGULAR.ascent, REGULAR.descent))
    if run.angle == -90:
        return run.x - up, run.y - run.width, run.x + down, run.y
    assert run.angle == 0
    return run.x, run.y - up, run.x + run.width, run.y + down


def shape_box(shape):
    return bounds([segment[1:3] for segment in shape.path])


def gap(one, other):
    """How far two boxes are apart; negative where they overlap."""
    return max(
        max(one[0], other[0]) - min(one[2], other[2]),
        max(one[1], other[1]) - min(one[3], other[3]),
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("print_", SHEETS)
def test_nothing_touches_cards_marks_edge_or_its_neighbour(print_, paper):
    grid, margin = place(print_, paper)
    assert {run.field: run.text for run in margin.runs} == WORDS
    bar = bounds([corner for shape in margin.bar for corner in _corners(shape_box(shape))])
    boxes = {run.field: run_box(run) for run in margin.runs}
    block = grid.block
    cards = tuple(block)
    marks = [shape_box(mark) for mark in grid.draw_crop_marks()] if SHEETS[print_][2] else []
    for name, box in (*boxes.items(), ("bar", bar)):
        assert box[0] >= 5, name
        assert box[1] >= 5, name
        assert box[2] <= grid.paper.width - 5, name
        assert box[3] <= grid.paper.height - 5, name
        assert gap(box, cards) >= 0.4, name
        assert all(gap(box, mark) >= 1 for mark in marks), name
    names = [name for name in boxes if name != "margin.bar"]
    for index, name in enumerate(names):
        assert gap(boxes[name], bar) >= 2, name
        assert all(gap(boxes[name], boxes[other]) >= 2 for other in names[:index]), name
    assert all(run.size == 6 for run in margin.runs)


def _corners(box):
    return (box[0], box[1]), (box[2], box[3])


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("print_", SHEETS)
def test_the_bar_measures_fifty_mm_between_its_ticks(print_, paper):
    _, margin = place(print_, paper)
    first, left, right, last = (shape_box(shape) for shape in margin.bar)
    label = run_box(next(run for run in margin.runs if run.field == "margin.bar"))
    along = 0 if first[0] == first[2] else 1
    assert abs(last[along] - first[along]) == pytest.approx(50)
    assert gap(left, label) == pytest.approx(1.2)
    assert gap(right, label) == pytest.approx(1.2)


def test_margins_are_turned_only_where_there_is_no_room_above_and_below():
    angles = {
        (print_, paper): {run.angle for run in place(print_, paper)[1].runs}
        for print_ in SHEETS
        for paper in ("a4", "letter")
    }
    assert angles == {
        ("deck", "a4"): {0.0},
        ("deck", "letter"): {-90.0},
        ("roster", "a4"): {0.0},
        ("roster", "letter"): {0.0},
        ("markers", "a4"): {0.0},
        ("markers", "letter"): {0.0},
    }


def test_the_middle_words_stand_in_the_middle():
    grid, margin = place("deck", "a4")
    by_name = {run.field: run for run in margin.runs}
    for name in ("margin.deck", "margin.scale"):
        run = by_name[name]
        assert run.x + run.width / 2 == pytest.approx(grid.paper.width / 2)
    left, right = by_name["margin.title"], by_name["margin.sheet"]
    assert left.x == pytest.approx(grid.block.left + 1.5)
    assert right.x + right.width == pytest.approx(grid.block.right - 1.5)


def test_without_crop_marks_the_margin_ends_where_the_block_does():
    grid, margin = place("markers", "a4")
    by_name = {run.field: run for run in margin.runs}
    right = by_name["margin.sheet"]
    assert by_name["margin.title"].x == pytest.approx(grid.block.left)
    assert right.x + right.width == pytest.approx(grid.block.right)


def test_a_print_without_a_deck_says_less():
    words = {name: text for name, text in WORDS.items() if name != "margin.deck"}
    _, margin = place("deck", "a4", words)
    assert {run.field for run in margin.runs} == set(words)


@pytest.mark.parametrize(
    ("length", "size", "angle"),
    [(61, 6.0, 0.0), (80, 6.0, -90.0), (90, 5.5, -90.0), (100, 5.0, -90.0)],
)
def test_long_words_stand_at_the_longer_sides_then_are_set_smaller(length, size, angle):
    words = WORDS | {"margin.title": ("Combat Leader " * 9)[:length]}
    _, margin = place("deck", "a4", words)
    assert {(run.size, run.angle) for run in margin.runs} == {(size, angle)}


def test_words_are_never_set_under_five_points():
    with pytest.raises(Failure) as caught:
        place("deck", "a4", WORDS | {"margin.title": "Combat Leader " * 30})
    assert caught.value.exit_code is ExitCode.DOES_NOT_FIT
    words = "no room on a4 around 3 × 3 faces, even at 5 pt, for: Combat Leader"
    assert words in str(caught.value)


def test_every_word_that_cannot_be_printed_is_named():
    words = WORDS | {"margin.title": "Тест \u2603", "margin.deck": "Deck \u2603"}
    with pytest.raises(Failure) as caught:
        place("deck", "a4", words)
    subjects = [problem.where.subject for problem in caught.value.problems]
    assert subjects == ["the sheet's margin, margin.title", "the sheet's margin, margin.deck"]
    assert caught.value.exit_code is ExitCode.DOES_NOT_FIT


def test_no_words_no_margin():
    _, margin = place("deck", "a4", {})
    assert (margin.runs, margin.bar) == ((), ())
