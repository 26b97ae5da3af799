"""Imposition: every face one place, the places where the trade expects them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from press_sample import POKER, REGULAR, no_words, plain, words

from printgen.face.face import Face
from printgen.geometry import Box, Spacing
from printgen.paper import PAPERS, find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.impose import count_sheets, impose_faces, make_single_page
from printgen.problems import ExitCode, Failure, InputError

PAPER_NAMES = ("a4", "letter")


@pytest.mark.parametrize(
    ("paper", "size", "gutter", "columns", "rows", "left", "top"),
    [
        ("a4", (63.5, 88.9), 0, 3, 3, 9.75, 15.15),
        ("letter", (63.5, 88.9), 0, 3, 3, 12.7, 6.35),
        ("a4", (190, 130), 0, 1, 2, 10, 18.5),
        ("letter", (190, 130), 0, 1, 2, 12.95, 9.7),
        ("a4", (25.4, 25.4), 4, 6, 9, 18.8, 18.2),
        ("letter", (25.4, 25.4), 4, 7, 9, 7.05, 9.4),
        ("a4", (200, 287), 0, 1, 1, 5, 5),
    ],
)
def test_a_grid_holds_as_many_faces_as_the_keep_out_leaves_room_for(
    paper, size, gutter, columns, rows, left, top
):
    grid = make_grid(find_paper(paper), *size, Spacing(gutter, gutter), has_marks=not gutter)
    assert (grid.columns, grid.rows, grid.place_count) == (columns, rows, columns * rows)
    assert grid.block.left == pytest.approx(left)
    assert grid.block.top == pytest.approx(top)


@given(
    count=st.integers(1, 40),
    paper=st.sampled_from(PAPERS[:2]),
    width=st.floats(15, 200),
    height=st.floats(15, 260),
    gutter=st.sampled_from((0.0, 0.5, 4.0)),
    mirrored=st.booleans(),
)
def test_faces_and_places_pair_off(count, paper, width, height, gutter, mirrored):
    """Each face takes one place, no two share one, none leaves the keep-out or is out of turn."""
    grid = make_grid(paper, width, height, Spacing(gutter, gutter))
    faces = [plain(number, (width, height)) for number in range(count)]
    pages = list(impose_faces(faces, (count,), grid, no_words, REGULAR, are_backs=mirrored))
    assert [place.face for page in pages for place in page.placements] == faces
    assert [len(page.placements) for page in pages[:-1]] == [grid.place_count] * (len(pages) - 1)
    for page in pages:
        spots = [(place.x, place.y) for place in page.placements]
        for x, y in spots:
            assert x >= 5 - 1e-6
            assert y >= 5 - 1e-6
            assert x + width <= paper.width - 5 + 1e-6
            assert y + height <= paper.height - 5 + 1e-6
        for index, (x, y) in enumerate(spots):
            for other_x, other_y in spots[:index]:
                apart = max(abs(x - other_x) - width, abs(y - other_y) - height)
                assert apart >= gutter - 1e-6


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_a_mirrored_sheet_brings_each_back_behind_its_front(paper):
    sheet = find_paper(paper)
    grid = make_grid(sheet, *POKER)
    faces = [plain(number) for number in range(7)]
    (front,) = impose_faces(faces, (7,), grid, no_words, REGULAR)
    (back,) = impose_faces(faces, (7,), grid, no_words, REGULAR, are_backs=True)
    for place, behind in zip(front.placements, back.placements, strict=True):
        assert place.x == pytest.approx(sheet.width - behind.x - POKER[0])
        assert place.y == behind.y
    assert {mark.path for mark in front.crop_marks} == {mark.path for mark in back.crop_marks}


def ends(page):
    return sorted(
        tuple(round(value, 3) for segment in mark.path for value in segment[1:])
        for mark in page.crop_marks
    )


def test_crop_marks_run_from_the_trim_to_five_mm_from_the_edge():
    (page,) = impose_faces(
        [plain(1)], (1,), make_grid(find_paper("letter"), *POKER), words, REGULAR
    )
    across = (12.7, 76.2, 139.7, 203.2)
    down = (6.35, 95.25, 184.15, 273.05)
    assert ends(page) == sorted(
        [(x, 6.35, x, 5.0) for x in across]
        + [(x, 273.05, x, 274.4) for x in across]
        + [(12.7, y, 5.0, y) for y in down]
        + [(203.2, y, 210.9, y) for y in down]
    )
    assert {(mark.fill, mark.stroke, mark.stroke_width) for mark in page.crop_marks} == {
        (None, (0, 0, 0), 0.15)
    }


def test_a_gutter_is_cut_on_both_sides():
    grid = make_grid(find_paper("a4"), 90, 130, Spacing(5, 5))
    assert grid.x_cuts() == (12.5, 102.5, 107.5, 197.5)
    assert grid.y_cuts() == (16.0, 146.0, 151.0, 281.0)
    (page,) = impose_faces([plain(1, (90, 130))], (1,), grid, no_words, REGULAR)
    assert len(page.crop_marks) == 16


def test_a_punch_needs_no_crop_marks():
    grid = make_grid(find_paper("a4"), 25.4, 25.4, Spacing(4, 4), has_marks=False)
    faces = [plain(1, (25.4, 25.4))]
    (page,) = impose_faces(faces, (1,), grid, words, REGULAR, cut="none")
    assert page.crop_marks == ()
    assert page.bar
    assert "margin.scale" in {run.field for run in page.margin}


def test_the_trim_box_is_the_block_on_a_full_sheet_and_on_a_short_one():
    pages = list(
        impose_faces(
            map(plain, range(10)), (10,), make_grid(find_paper("a4"), *POKER), words, REGULAR
        )
    )
    assert [len(page.placements) for page in pages] == [9, 1]
    for page in pages:
        assert page.trim == page.bleed
        assert page.trim.left == pytest.approx(9.75)
        assert page.trim.top == pytest.approx(15.15)
        assert (page.trim.width, page.trim.height) == pytest.approx((190.5, 266.7))


def test_margin_words_know_the_sheet_and_how_many_there_are():
    pages = impose_faces(
        map(plain, range(60)), (60,), make_grid(find_paper("a4"), *POKER), words, REGULAR
    )
    said = [run.text for page in pages for run in page.margin if run.field == "margin.sheet"]
    assert said == [f"Sheet {number} of 7" for number in range(1, 8)]


def test_pages_stream():
    """No face is asked for before its sheet is."""
    asked = []

    def faces():
        for number in range(27):
            asked.append(number)
            yield plain(number)

    pages = impose_faces(faces(), (27,), make_grid(find_paper("a4"), *POKER), words, REGULAR)
    next(pages)
    assert len(asked) == 9
    next(pages)
    assert len(asked) == 18


@pytest.mark.parametrize("mirrored", [False, True])
def test_places_to_skip_stay_empty_on_the_first_sheet_alone(mirrored):
    """Backs stay away from behind them: the row is counted from the other side."""
    grid = make_grid(find_paper("a4"), *POKER)
    faces = [plain(number) for number in range(7)]
    pages = list(impose_faces(faces, (5, 2), grid, no_words, REGULAR, skip=5, are_backs=mirrored))
    taken = [[(place.x, place.y) for place in page.placements] for page in pages]
    places = [
        (grid.find_back_corner if mirrored else grid.find_corner)(place) for place in range(9)
    ]
    assert taken == [places[5:], [places[0], *places[3:5]]]
    assert count_sheets((5, 2), grid, 5) == 2
    assert count_sheets((5, 2), grid) == 1


def test_a_face_larger_than_the_paper_does_not_fit():
    with pytest.raises(Failure) as caught:
        make_grid(find_paper("letter"), 210, 100)
    assert caught.value.exit_code is ExitCode.DOES_NOT_FIT
    assert str(caught.value) == (
        "a face of 210 × 100 mm: error: does not fit on letter: "
        "printers can print only 205.9 × 269.4 mm of it\n"
        "  make the face smaller, or use larger paper"
    )


def test_an_unknown_paper_names_the_known_ones():
    with pytest.raises(InputError) as caught:
        find_paper("a9")
    assert "write one of: 4x6in, a3, a4, a5, legal" in caught.value.hint


def test_a_face_that_is_the_page_has_its_trim_at_the_edge_and_no_marks():
    face = plain(1, (210, 297))
    page = make_single_page(face)
    assert page.trim == page.bleed == Box(0, 0, 210, 297)
    assert [(place.face, place.x, place.y) for place in page.placements] == [(face, 0, 0)]
    assert (page.crop_marks, page.margin, page.bar) == ((), (), ())


def test_each_run_begins_a_row_and_none_a_sheet_of_its_own() -> None:
    """Four columns of three: a run of 5, one of none, one of 2 and one of 6."""
    grid = make_grid(find_paper("a4"), 48.0, 90.0)
    assert (grid.columns, grid.rows) == (4, 3)
    pages = list(impose_faces(map(plain48, range(13)), (5, 0, 2, 6), grid, no_words, REGULAR))
    left, top = grid.block.left, grid.block.top
    places = [
        [(round((one.x - left) / 48), round((one.y - top) / 90)) for one in page.placements]
        for page in pages
    ]
    assert places == [
        [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (1, 2)],
        [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)],
    ]


def plain48(number: int) -> Face:
    """A face of 48 × 90 mm."""
    return plain(number, (48.0, 90.0))
