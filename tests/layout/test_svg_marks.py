"""Drawings: where each shape comes to stand, and what it is painted with."""

from pathlib import Path
from typing import Any

import pytest
from composing import compose, drawing, marks, refusal, shapes

from printgen.face.transform import find_item_bounds
from printgen.layout.pictures.svg_import import read_svg_file
from printgen.layout.pictures.svg_reader import BasicSvgReader


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
        compose(
            tmp_path, drawing(f'<rect x="1" y="2" width="1" height="1" transform="{transform}"/>')
        )
    )
    assert shape.path[0][1:] == pytest.approx(corner)


def test_a_viewbox_may_begin_elsewhere(tmp_path: Path) -> None:
    """Its corner is the drawing's."""
    text = drawing('<rect x="-9" y="-18" width="1" height="1"/>').replace("0 0 60", "-10 -20 60")
    (shape,) = shapes(compose(tmp_path, text))
    assert shape.path[0] == ("M", 1, 2)


def test_quarter_turns_stay_upright(tmp_path: Path) -> None:
    """A box turned by 90 degrees has corners on whole numbers still."""
    content = '<rect x="1" y="2" width="3" height="4" transform="translate(20 0) rotate(90)"/>'
    (shape,) = shapes(compose(tmp_path, drawing(content)))
    assert [segment[1:] for segment in shape.path[:-1]] == [(18, 1), (18, 4), (14, 4), (14, 1)]


def test_paint(tmp_path: Path) -> None:
    """Fill and stroke as styled; a line has no fill; what paints nothing is no item."""
    css = ".a { fill: none; stroke: red; stroke-width: 2; }.b { fill: none; } .c { display: none; }"
    content = (
        '<rect class="a" x="5" y="5" width="2" height="2" transform="scale(2)"/>'
        '<line class="a" x1="5" y1="5" x2="9" y2="5"/><rect class="b" width="2" height="2"/>'
        '<g class="c"><rect width="2" height="2"/></g><circle r="0"/>'
    )
    box, line = shapes(compose(tmp_path, drawing(content), css))
    assert (box.fill, box.stroke, box.stroke_width) == (None, (255, 0, 0), 4)
    assert (line.fill, line.path) == (None, (("M", 5, 5), ("L", 9, 5)))


SYMBOL = (
    '<symbol id="s" viewBox="10 10 20 10"><g transform="translate(10 10)">'
    '<rect width="20" height="10"/></g></symbol>'
)
MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="mark {}" data-field="suit.mark">'
    '<use href="marks/s.svg"/></svg>'
)


def with_mark(folder: Path) -> Path:
    (folder / "marks").mkdir()
    (folder / "marks/s.svg").write_text(SYMBOL)
    return folder


def test_a_mark_stands_in_the_middle_of_its_box(tmp_path: Path) -> None:
    """At its own proportions; the drawing begins at 0, 0."""
    css = ".mark { position: absolute; left: 5mm; top: 5mm; width: 10mm; height: 10mm; }"
    (mark,) = marks(compose(with_mark(tmp_path), MARK, css))
    assert (mark.drawing.width, mark.drawing.height, mark.field) == (20, 10, "suit.mark")
    assert mark.drawing.shapes[0].path[0] == ("M", 0, 0)
    assert mark.matrix.transform_point(0, 0) == (5, 7.5)
    assert mark.matrix.transform_point(20, 10) == (15, 12.5)


def test_instructions_and_comments_in_a_mark_are_skipped(tmp_path: Path) -> None:
    css = ".mark { position: absolute; left: 5mm; top: 5mm; width: 10mm; height: 10mm; }"
    with_mark(tmp_path)
    text = SYMBOL.replace("<g", "<?editor a?><!-- b --><g")
    (tmp_path / "marks/s.svg").write_text(f"<?editor version?>\n<!-- a -->{text}")
    (mark,) = marks(compose(tmp_path, MARK, css))
    assert len(mark.drawing.shapes) == 1


def test_equal_pictures_are_one_drawing(tmp_path: Path) -> None:
    """Another colour is another picture; the same one at another place or size is not."""
    css = (
        ".mark { width: 4mm; height: 9mm; } .red { fill: red; } .again { fill: #f00; width: 6mm; }"
    )
    content = "".join(MARK.format(name) for name in ("red", "", "again", "large"))
    made = compose(with_mark(tmp_path), content, css + ".large { width: 7mm; }")
    first, second, third, fourth = marks(made)
    assert first.drawing is third.drawing
    assert second.drawing is fourth.drawing
    assert first.drawing != second.drawing


@pytest.mark.parametrize(
    ("content", "over"),
    [
        ('<path d="M 5 5 C 5 -5 9 -5 9 5 Z"/>', "2.5"),
        ('<circle cx="5" cy="5" r="6"/>', "1"),
        ('<rect x="55" y="9" width="9" height="9"/>', "4"),
    ],
)
def test_a_drawing_is_cut_at_its_edge_unless_its_overflow_is_visible(
    content: str, over: str, tmp_path: Path
) -> None:
    """Curves by their line, not their controls."""
    (shape,) = shapes(compose(tmp_path, drawing(content)))
    box = find_item_bounds(shape)
    assert box.left >= -1e-6
    assert box.top >= -1e-6
    assert max(box.right, box.bottom) <= 60 + 1e-6
    message = f"reaches {over} beyond its viewBox"
    assert message in str(refusal(tmp_path, drawing(content), "svg { overflow: visible; }"))


@pytest.mark.parametrize(
    ("overflow", "width"),
    [("", 4), ('class="shown"', 24), ('class="shown" style="overflow: hidden"', 4)],
)
def test_a_marker_is_clipped_unless_a_rule_or_a_style_makes_its_overflow_visible(
    overflow: str, width: float, tmp_path: Path
) -> None:
    marker = (
        f'<marker id="m" viewBox="0 0 2 2" markerWidth="4" markerHeight="4" {overflow}>'
        '<path d="M-5 -5H7V7H-5Z"/></marker>'
    )
    line = '<path d="M20 20H30" stroke="black" marker-end="url(#m)"/>'
    css = ".shown { overflow: visible; }"
    _, shape = shapes(compose(tmp_path, drawing(marker + line), css))
    assert find_item_bounds(shape).width == pytest.approx(width)


@pytest.mark.parametrize(
    ("place", "over"),
    [
        ("left: -1mm; top: 9mm", "1.00"),
        ("left: 5mm; top: -2mm", "1.50"),
        ("left: 5mm; bottom: -2mm", "2.50"),
        ("right: -2mm; top: 9mm; transform: rotate(90deg)", "2.53"),
    ],
)
def test_the_edge_of_a_face_is_held_by_words(place: str, over: str, tmp_path: Path) -> None:
    """By three quarters of their size above the line and a quarter below."""
    css = f"p {{ position: absolute; line-height: 1; {place}; }}"
    assert f"extends {over} mm beyond the face" in str(refusal(tmp_path, "<p>a</p>", css))


def test_curves_inside_the_edge_may_have_controls_beyond(tmp_path: Path) -> None:
    """What is not drawn does not count."""
    assert shapes(compose(tmp_path, drawing('<path d="M 5 8 C 5 -2 9 -2 9 8 Z"/>')))


def test_a_description_of_a_drawing_is_not_printed(tmp_path: Path) -> None:
    """Programs write a title and metadata; the shapes are read as without them."""
    content = "<title>card</title><desc>a<b/></desc>" + '<g><rect width="2" height="2"/></g>'
    assert len(shapes(compose(tmp_path, drawing(content)))) == 1


def test_a_drawing_with_a_mistake_is_not_also_said_to_be_too_large(tmp_path: Path) -> None:
    """It would be cut at its edge, which is no mistake."""
    content = '<circle cx="5" cy="5" r="6"/><circle cx="5" cy="5" r="-6"/>'
    (problem,) = refusal(tmp_path, drawing(content)).problems
    assert 'r="-6" is negative' in problem.message


def test_a_simple_drawing_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that fits needs no second reading."""
    count, read = 0, BasicSvgReader.read_drawing

    def count_reading(self: BasicSvgReader, name: str, style: Any) -> Any:
        nonlocal count
        count += 1
        return read(self, name, style)

    monkeypatch.setattr(BasicSvgReader, "read_drawing", count_reading)
    compose(tmp_path, drawing('<circle cx="7" cy="7" r="6"/>'))
    assert count == 1


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="24" height="12px"', (6.35, 3.175)),
        ("width=' 1e1mm '", (10.0, None)),
        ('width="50%" height="0"', (None, None)),
        ('data-width="5" title="&gt;" height="4mm"', (None, 4.0)),
        ("", (None, None)),
    ],
)
def test_a_file_has_the_size_that_it_sets(
    attributes: str, size: tuple[float | None, float | None]
) -> None:
    """In mm, None for each side that it leaves open."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" {attributes}>'
    data = f'<!-- <svg width="9mm"> -->{text}<rect width="20" height="10"/></svg>'.encode()
    expected = tuple(side and pytest.approx(side) for side in size)
    assert read_svg_file("a.svg", data).natural_size == expected
