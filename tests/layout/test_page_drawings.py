"""Drawings of one page that use parts of each other."""

from pathlib import Path
from time import process_time

import pytest
from composing import compose, marks, refusal, shapes

from printgen.face.outlines import find_path_bounds
from printgen.layout.elements import page_drawings
from printgen.layout.pictures import svg_import

SMALL = "svg { width: 9mm; height: 9mm; }"


def test_whole_drawings_are_not_copied_into_each_other(tmp_path: Path) -> None:
    """Each would have copies of all before it."""
    drawings = (
        f'<svg id="r{number}" viewBox="0 0 9 9"><rect width="9" height="9"/>'
        + "".join(f'<use href="#r{other}"/>' for other in range(number))
        + "</svg>\n"
        for number in range(14)
    )
    start = process_time()
    problems = refusal(tmp_path, "".join(drawings), SMALL).problems
    assert process_time() - start < 10
    assert (problems[0].where.line, "#r0" in problems[0].message) == (4, True)


def test_a_part_inside_a_copied_one_is_copied_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = '<svg hidden="hidden"><g id="g"><rect id="r" width="3" height="3"/></g></svg>'
    body = f'{shared}<svg viewBox="0 0 9 9"><use href="#g"/><use href="#r" x="4"/></svg>'
    monkeypatch.setattr(page_drawings, "_MAX_COPIED_LENGTH", 200)
    face = compose(tmp_path, body, SMALL)
    lefts = [find_path_bounds(shape.path).left for shape in shapes(face)]
    assert lefts == pytest.approx([0, 4])
    monkeypatch.setattr(page_drawings, "_MAX_COPIED_LENGTH", 100)
    assert "of other drawings" in str(refusal(tmp_path, body, SMALL))


def test_copies_do_not_multiply_without_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = '<svg viewBox="0 0 9 9"><defs><g id="a"><rect width="1" height="1"/></g>'
    body += '<g id="b"><use href="#a"/><use href="#a" x="2"/></g></defs>'
    body += '<use href="#b"/><use href="#b" y="2"/></svg>'
    monkeypatch.setattr(svg_import, "_MAX_USES", 6)
    assert len(shapes(compose(tmp_path, body, SMALL))) == 4
    monkeypatch.setattr(svg_import, "_MAX_USES", 5)
    assert "more than 5 copies" in str(refusal(tmp_path, body, SMALL))


def test_many_elements_that_are_not_drawn_are_reported_at_once(tmp_path: Path) -> None:
    body = f'<svg viewBox="0 0 9 9"><text>a</text>{"<image/>" * 8_000}</svg>'
    start = process_time()
    assert refusal(tmp_path, body, SMALL).problems
    assert process_time() - start < 4


@pytest.mark.parametrize(
    ("content", "edges"),
    [
        ('width="80" height="20"><rect x="50%" width="50%" height="100%"/>', (40, 0, 80, 20)),
        (
            'width="80" height="20"><line x1="10%" y1="50%" x2="90%" y2="50%" stroke="#000"/>',
            (8, 10, 72, 10),
        ),
        ('viewBox="0 0 30 30" width="30"><circle cx="50%" cy="50%" r="50%"/>', (0, 0, 30, 30)),
    ],
)
def test_lengths_in_per_cent_are_of_the_drawing(
    content: str, edges: tuple[float, ...], tmp_path: Path
) -> None:
    face = compose(tmp_path, f"<svg {content}</svg>")
    (path,) = [shape.path for shape in shapes(face)] or [
        shape.path for mark in marks(face) for shape in mark.drawing.shapes
    ]
    box, px = find_path_bounds(path), 25.4 / 96
    found = box.left, box.top, box.right, box.bottom
    assert found == pytest.approx([edge * px for edge in edges], abs=0.01)
