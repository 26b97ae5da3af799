"""SVG drawings: where each element comes to stand."""

from pathlib import Path

import pytest
from composing import compose, marks, refusal, runs, shapes, svg
from PIL import Image as Picture

from printgen.layout.face import Image
from printgen.layout.fonts import Fonts
from printgen.layout.geometry import MM_PER_POINT
from printgen.resources import fonts_folder

FONTS = Fonts.load((fonts_folder(),))
REGULAR, BOLD = (FONTS.face("IBM Plex Sans Condensed", weight) for weight in (400, 700))


def test_a_text_run_says_everything_the_press_needs(tmp_path: Path) -> None:
    """Baseline, advance and colour as in the template; size and tracking in points."""
    css = "text { fill: #a12115; letter-spacing: 0.5px; font-weight: 700; }"
    (run,) = runs(compose(tmp_path, svg('<text x="5" y="9" data-field="a.b">ab</text>', css)))
    assert (run.x, run.y, run.text, run.field) == (5, 9, "ab", "a.b")
    assert (run.typeface, run.colour, run.angle) == (BOLD, (161, 33, 21), 0)
    assert run.size == pytest.approx(4 / MM_PER_POINT)
    assert run.tracking == pytest.approx(0.5 / MM_PER_POINT)
    assert run.width == pytest.approx(BOLD.advance("ab", 4) + 2 * 0.5)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_text_is_anchored_by_its_whole_advance(anchor: str, share: float, tmp_path: Path) -> None:
    """The tracking after the last letter counts, as in browsers."""
    css = f"text {{ text-anchor: {anchor}; letter-spacing: 1px; }}"
    (run,) = runs(compose(tmp_path, svg('<text x="30" y="9">word</text>', css)))
    assert run.x == pytest.approx(30 - share * (REGULAR.advance("word", 4) + 4))


def test_white_space_collapses_over_all_of_a_text(tmp_path: Path) -> None:
    """Line breaks are spaces; ends are cut; a run carries no space at its ends."""
    text = '<text y="9">\n  one\n two <tspan class="loud"> three </tspan> four </text>'
    got = runs(compose(tmp_path, svg(text)))
    assert [run.text for run in got] == ["one two", "three", "four"]
    assert got[1].x == pytest.approx(REGULAR.advance("one two ", 4))
    assert got[2].x == pytest.approx(got[1].x + BOLD.advance("three ", 4))


def test_a_no_break_space_is_a_letter(tmp_path: Path) -> None:
    """It neither collapses nor is cut."""
    (run,) = runs(compose(tmp_path, svg('<text y="9">\u00a0a\u00a0\u00a0b</text>')))
    assert run.text == "\u00a0a\u00a0\u00a0b"


def test_tspans_begin_anew_only_with_x_or_y(tmp_path: Path) -> None:
    """A chunk is anchored by itself; y alone keeps x; dx moves what follows."""
    text = (
        '<text x="30" y="9">aa<tspan x="20" y="15">bb</tspan><tspan y="20">cc</tspan>'
        '<tspan dx="2">dd</tspan></text>'
    )
    width = REGULAR.advance("aa", 4)
    start = [(run.text, round(run.x, 6), run.y) for run in runs(compose(tmp_path, svg(text)))]
    after = round(20 + REGULAR.advance("bb", 4), 6)
    assert start == [
        ("aa", 30, 9),
        ("bb", 20, 15),
        ("cc", after, 20),
        ("dd", round(after + REGULAR.advance("cc", 4) + 2, 6), 20),
    ]
    middle = runs(compose(tmp_path, svg(text, "text { text-anchor: middle; }")))
    assert middle[0].x == pytest.approx(30 - width / 2)
    assert middle[1].x == pytest.approx(20 - REGULAR.advance("bb", 4) / 2)


def test_fields_pass_down_to_tspans(tmp_path: Path) -> None:
    """Unless a tspan names its own."""
    text = '<text y="9" data-field="a">x<tspan>y</tspan><tspan data-field="b">z</tspan></text>'
    got = runs(compose(tmp_path, svg(text)))
    assert [(run.text, run.field) for run in got] == [("x", "a"), ("y", "a"), ("z", "b")]


def test_text_transform_is_printed(tmp_path: Path) -> None:
    """What is printed, measured and proofed is the text as transformed."""
    (run,) = runs(
        compose(tmp_path, svg('<text y="9">Jam</text>', "text { text-transform: uppercase; }"))
    )
    assert (run.text, run.width) == ("JAM", pytest.approx(REGULAR.advance("JAM", 4)))


def test_transforms_carry_text_along(tmp_path: Path) -> None:
    """The start of the baseline, size, advance, tracking and angle after all of them."""
    content = (
        '<g transform="translate(30 20) scale(0.5)">'
        '<text x="2" y="4" transform="rotate(90)">ab</text></g>'
    )
    (run,) = runs(compose(tmp_path, svg(content, "text { letter-spacing: 1px; }")))
    assert (run.x, run.y, run.angle) == (30 - 2, 20 + 1, 90)
    assert run.size == pytest.approx(2 / MM_PER_POINT)
    assert run.tracking == pytest.approx(0.5 / MM_PER_POINT)
    assert run.width == pytest.approx(REGULAR.advance("ab", 2) + 1)


@pytest.mark.parametrize(
    ("transform", "corner"),
    [
        ("translate(3)", (4, 2)),
        ("translate(3,4)", (4, 6)),
        ("scale(2)", (2, 4)),
        ("scale(2 3)", (2, 6)),
        ("rotate(90 1 2)", (1, 2)),
        ("translate(20 20) rotate(180)", (19, 18)),
        ("matrix(1 0 0 1 5 6) , scale(2)", (7, 10)),
        ("rotate(-90) translate(-9, 0) rotate(90)", (1, 11)),
    ],
)
def test_transforms_apply_from_the_right(
    transform: str, corner: tuple[float, float], tmp_path: Path
) -> None:
    """Where the corner at 1, 2 of a box goes."""
    (shape,) = shapes(
        compose(tmp_path, svg(f'<rect x="1" y="2" width="1" height="1" transform="{transform}"/>'))
    )
    assert shape.path[0][1:] == pytest.approx(corner)


def test_a_viewbox_may_begin_elsewhere(tmp_path: Path) -> None:
    """Its corner is the face's."""
    text = svg('<rect x="-9" y="-18" width="1" height="1"/>').replace('"0 0 60', '"-10 -20 60')
    (shape,) = shapes(compose(tmp_path, text))
    assert shape.path[0] == ("M", 1, 2)


def test_quarter_turns_stay_upright(tmp_path: Path) -> None:
    """A box turned by 90 degrees has corners on whole numbers still."""
    content = '<rect x="1" y="2" width="3" height="4" transform="translate(20 0) rotate(90)"/>'
    (shape,) = shapes(compose(tmp_path, svg(content)))
    assert [segment[1:] for segment in shape.path[:-1]] == [(18, 1), (18, 4), (14, 4), (14, 1)]


def test_paint(tmp_path: Path) -> None:
    """Fill and stroke as styled; a line has no fill; what paints nothing is no item."""
    css = (
        ".a { fill: none; stroke: red; stroke-width: 2px; }.b { fill: none; } .c { display: none; }"
    )
    content = (
        '<rect class="a" x="5" y="5" width="2" height="2" transform="scale(2)"/>'
        '<line class="a" x1="5" y1="5" x2="9" y2="5"/><rect class="b" width="2" height="2"/>'
        '<g class="c"><rect width="2" height="2"/></g><circle r="0"/>'
    )
    box, line = shapes(compose(tmp_path, svg(content, css)))
    assert (box.fill, box.stroke, box.stroke_width) == (None, (255, 0, 0), 4)
    assert (line.fill, line.path) == (None, (("M", 5, 5), ("L", 9, 5)))


def test_elements_paint_in_document_order(tmp_path: Path) -> None:
    """A later element lies over an earlier one."""
    content = '<text y="9">a</text><rect width="1" height="1"/><g><text y="9">b</text></g>'
    kinds = [type(item).__name__ for item in compose(tmp_path, svg(content)).items]
    assert kinds == ["TextRun", "Shape", "TextRun"]


SYMBOL = (
    '<defs><symbol id="s" viewBox="10 10 20 10"><g transform="translate(10 10)">'
    '<rect width="20" height="10"/></g></symbol></defs>'
)


def test_a_mark_stands_in_the_middle_of_its_box(tmp_path: Path) -> None:
    """At its own proportions; the drawing begins at 0, 0."""
    use = '<use href="#s" x="5" y="5" width="10" height="10" data-field="suit.mark"/>'
    (mark,) = marks(compose(tmp_path, svg(SYMBOL + use)))
    assert (mark.drawing.width, mark.drawing.height, mark.field) == (20, 10, "suit.mark")
    assert mark.drawing.shapes[0].path[0] == ("M", 0, 0)
    assert mark.matrix.apply(0, 0) == (5, 7.5)
    assert mark.matrix.apply(20, 10) == (15, 12.5)


def test_equal_pictures_are_one_drawing(tmp_path: Path) -> None:
    """Another colour is another picture; the same one at another place or size is not."""
    css = ".red { fill: red; } .again { fill: #f00; }"
    uses = "".join(
        f'<use href="#s" class="{name}" x="{x}" y="5" width="{4 + x}" height="9"/>'
        for x, name in enumerate(("red", "", "again", ""))
    )
    first, second, third, fourth = marks(compose(tmp_path, svg(SYMBOL + uses, css)))
    assert first.drawing is third.drawing
    assert second.drawing is fourth.drawing
    assert first.drawing != second.drawing


def test_an_image_keeps_its_proportions(tmp_path: Path) -> None:
    """The file's own bytes, in the middle of the box, moved and scaled."""
    Picture.new("RGB", (40, 20)).save(tmp_path / "a.png")
    content = '<image href="a.png" x="1" y="1" width="10" height="10" transform="scale(2 2)"/>'
    (item,) = compose(tmp_path, svg(content)).items
    assert item == Image((tmp_path / "a.png").read_bytes(), 2, 7, 20, 10)


CSS_FIT = "text { --min-size: 6.5pt; letter-spacing: 0.2px; }"


def test_fitted_text_is_as_large_as_its_box_allows(tmp_path: Path) -> None:
    """Rounded down to a thousandth; its tracking shrinks with it."""
    (run,) = runs(
        compose(tmp_path, svg('<text x="5" y="9" data-fit="12 9">Reshuffle</text>', CSS_FIT))
    )
    full = REGULAR.advance("Reshuffle", 4) + 9 * 0.2
    size = run.size * MM_PER_POINT
    assert size == pytest.approx(4 * 12 / full, abs=0.001)
    assert run.width <= 12
    assert run.tracking * MM_PER_POINT == pytest.approx(0.2 * size / 4)
    assert round(size * 1000, 6) == int(round(size * 1000, 6))


def test_fitted_text_is_no_higher_than_its_box(tmp_path: Path) -> None:
    """By its size."""
    (run,) = runs(compose(tmp_path, svg('<text y="9" data-fit="50 3">Jam</text>', CSS_FIT)))
    assert run.size * MM_PER_POINT == pytest.approx(3)


def test_text_that_fits_is_left_alone(tmp_path: Path) -> None:
    """Its size is the style's, and it may be smaller than --min-size there."""
    css = CSS_FIT + "text { font-size: 2px; }"
    (run,) = runs(compose(tmp_path, svg('<text y="9" data-fit="50 9">Jam</text>', css)))
    assert run.size * MM_PER_POINT == pytest.approx(2)


def test_the_least_size_is_as_printed(tmp_path: Path) -> None:
    """Twice as large in print, it may be half as large in the drawing."""
    content = '<g transform="scale(2)"><text y="9" data-fit="6 4">Reshuffle</text></g>'
    (run,) = runs(compose(tmp_path, svg(content, CSS_FIT)))
    assert run.size >= 6.5


@pytest.mark.parametrize(
    ("content", "over"),
    [
        ('<path d="M 5 5 C 5 -5 9 -5 9 5 Z"/>', "2.50"),
        ('<circle cx="5" cy="5" r="6"/>', "1.00"),
        ('<text x="-1" y="9">a</text>', "1.00"),
        ('<text x="5" y="2">a</text>', "1.00"),
        ('<text x="5" y="40">a</text>', "1.00"),
        ('<text x="0" y="0" transform="translate(59 5) rotate(90)">a</text>', "2.00"),
    ],
)
def test_the_edge_is_held_by_what_is_drawn(content: str, over: str, tmp_path: Path) -> None:
    """Curves by their line, not their controls; text by three quarters of its size."""
    assert f"runs {over} mm off the face" in str(refusal(tmp_path, svg(content)))


def test_curves_inside_the_edge_may_have_controls_beyond(tmp_path: Path) -> None:
    """What is not drawn does not count."""
    assert shapes(compose(tmp_path, svg('<path d="M 5 8 C 5 -2 9 -2 9 8 Z"/>')))
