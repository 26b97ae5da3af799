"""Drawings of one page that use parts of each other."""

from pathlib import Path
from time import process_time

import pytest
from composing import compose, marks, refusal, shapes

from printgen.face.outlines import find_path_bounds
from printgen.layout.elements import page_drawings
from printgen.layout.pictures import svg_import

SMALL = "svg { width: 9mm; height: 9mm; }"
DATA = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
PIXEL = f'<image href="data:image/gif;base64,{DATA}" width="9" height="9"/>'


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
    body = f'<svg viewBox="0 0 9 9"><text>a</text>{"<marker/>" * 8_000}</svg>'
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


@pytest.mark.parametrize("other", ["", '<line y1="20" x2="9" y2="20" stroke-linecap="round"/>'])
@pytest.mark.parametrize(
    ("css", "named"),
    [
        ("g { filter: invert(1); }", "filter on <g>"),
        ("rect { mask-image: linear-gradient(#000, transparent); }", "mask-image on <rect>"),
        ("rect { clip-path: inset(1mm); }", "clip-path on <rect>"),
        ("g { transform: rotate(20deg); }", "transform on <g>"),
        ("rect { box-shadow: 1px 1px #888; }", "box-shadow on <rect>"),
        ("rect { width: 50%; }", "width on <rect>"),
        ("rect { height: 2px; }", "height on <rect>"),
        ("rect { border-image: linear-gradient(red, red) 1; }", "border-image on <rect>"),
    ],
)
def test_a_style_without_effect_in_a_drawing_is_reported(
    css: str, named: str, other: str, tmp_path: Path
) -> None:
    body = f'<svg viewBox="0 0 24 24"><g><rect width="9" height="9"/></g>{other}</svg>'
    (problem,) = refusal(tmp_path, body, SMALL + css).problems
    assert named in problem.message
    hidden = css + "g { display: none; } svg { fill: red; }"
    body = body.replace("</svg>", '<circle cx="9" cy="9" r="5"/></svg>')
    assert len(shapes(compose(tmp_path, body, SMALL + hidden))) == 1


@pytest.mark.parametrize("element", [PIXEL, '<use href="#r"/>', '<clipPath id="c"/>'])
def test_an_unknown_attribute_is_named(element: str, tmp_path: Path) -> None:
    part = element.replace("/>", ' visibility="hidden"/>')
    body = f'<svg viewBox="0 0 24 24"><rect id="r" width="9" height="9"/>{part}</svg>'
    (problem,) = refusal(tmp_path, body, SMALL).problems
    assert problem.message == f'visibility="…" is not allowed on {element.split()[0]}>'


def test_the_size_of_a_picture_in_a_drawing_is_no_style(tmp_path: Path) -> None:
    body = f'<svg viewBox="0 0 24 24">{PIXEL}</svg>'
    compose(tmp_path, body, SMALL)
    for name in ("width", "height"):
        (problem,) = refusal(tmp_path, body, SMALL + f"image {{ {name}: 5px; }}").problems
        assert problem.message == f"{name} on <image> has no effect"


@pytest.mark.parametrize("css", ["rect { opacity: 0.5; }", "g { opacity: 0.5; }"])
def test_an_opacity_in_a_drawing_may_be_in_a_style_sheet(css: str, tmp_path: Path) -> None:
    body = '<svg viewBox="0 0 24 24"><g><rect width="9" height="9"/></g></svg>'
    (shape,) = shapes(compose(tmp_path, body, SMALL + css))
    assert shape.fill == (0, 0, 0, 128)


@pytest.mark.parametrize("css", ["use { opacity: 0.5; }", "symbol { filter: invert(1); }"])
def test_a_style_of_a_mark_without_effect_is_reported(css: str, tmp_path: Path) -> None:
    symbol = '<symbol id="m" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol>'
    (tmp_path / "m.svg").write_text(symbol)
    failure = refusal(tmp_path, '<svg><use href="m.svg"/></svg>', SMALL + css)
    assert "has no effect" in str(failure)


def test_a_text_in_a_drawing_has_no_filter(tmp_path: Path) -> None:
    body = (
        '<svg viewBox="0 0 24 24"><g><text y="15" font-size="5">a <tspan>b</tspan></text></g></svg>'
    )
    for css in ("text { filter: invert(1); }", "tspan { filter: invert(1); }"):
        (problem,) = refusal(tmp_path, body, SMALL + css).problems
        assert "filter on <t" in problem.message
