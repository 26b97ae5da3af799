"""CSS and SVG that designers type: selectors, fonts, drawings and backgrounds of a template."""

import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from composing import colours, compose, refusal
from PIL import Image

from printgen.face.face import PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.outlines import flatten_path, measure_double_area
from printgen.face.transform import find_item_bounds, transform_item
from printgen.layout.pictures import path_boolean
from printgen.preflight.overlaps import check_visibility, get_item_facts
from printgen.problems import Failure
from printgen.system.bundled import get_fonts_folder

RED, GREEN = (255, 0, 0), (0, 128, 0)


@pytest.mark.parametrize(
    ("selector", "red"),
    [
        ("[data-field]", "a b"),
        ('[data-field="x.a"]', "a"),
        ('[data-field^="x."]', "a b"),
        ('[data-field$="a"]', "a"),
        ("[class~=two]", "b c"),
        ("p:not([data-field])", "c"),
        ("[data-field] + p[class]", "b c"),
        ("div [data-field]", ""),
    ],
)
def test_attributes_select_elements(selector: str, red: str, tmp_path: Path) -> None:
    body = '<p data-field="x.a">a</p><p data-field="x.b" class="one two">b</p><p class="two">c</p>'
    found = colours(tmp_path, body, f"p {{ color: green; }} {selector} {{ color: red; }}")
    assert {text for text, ink in found.items() if ink == RED} == set(red.split())


def test_a_fallback_is_used_if_a_property_is_not_set(tmp_path: Path) -> None:
    css = "p { color: var(--ink, red); } .set { --ink: green; }"
    css += " .far { color: var(--a, var(--b, red)); }"
    found = colours(tmp_path, '<p>a</p><p class="set">b</p><p class="far">c</p>', css)
    assert found == {"a": RED, "b": GREEN, "c": RED}


def test_rules_for_print_apply(tmp_path: Path) -> None:
    css = "p { color: red; } @media print { p { color: green; } }"
    assert colours(tmp_path, "<p>a</p>", css) == {"a": GREEN}


def test_a_style_sheet_may_declare_fonts(tmp_path: Path) -> None:
    shutil.copy(next(get_fonts_folder().glob("League*.ttf")), tmp_path / "mine.ttf")
    source = 'url("mine.ttf") format("truetype"), url("no.woff")'
    css = f'@font-face {{ font-family: "Mine"; src: {source}; }}'
    face = compose(tmp_path, "<p>a</p>", css + ' p { font-family: "Mine"; }')
    (text,) = [item for item in face.items if isinstance(item, TextRun)]
    assert text.typeface.path == tmp_path / "mine.ttf"


DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<defs><clipPath id="c"><rect width="10" height="10"/></clipPath>'
    '<path id="t" d="M0 0h3v3z" fill="#008000"/></defs>'
    '<circle cx="10" cy="5" r="4" clip-path="url(#c)"/>'
    '<use href="#t" x="12" y="2"/>'
    '<path d="M1 9H19" stroke="#ff0000" stroke-dasharray="1 2" stroke-linecap="round"/></svg>'
)


def test_a_drawing_in_a_template_is_that_of_a_file(tmp_path: Path) -> None:
    """Its clips, uses and dashes are read in the same way; the style sheet colours it too."""
    (tmp_path / "file.svg").write_text(DRAWING)
    css = "svg, img { width: 40mm; height: 20mm; }"
    face = compose(tmp_path, f'{DRAWING}<img src="file.svg"/>', css)
    *shapes, mark = face.items
    assert isinstance(mark, PlacedMark)
    assert [item.fill for item in shapes if isinstance(item, Shape)] == [
        shape.fill for shape in mark.drawing.shapes
    ]
    for shape, drawn in zip(shapes, mark.drawing.shapes, strict=True):
        box, wanted = find_item_bounds(shape), find_item_bounds(drawn)
        assert box.left == pytest.approx(2 * wanted.left, abs=0.05)
        assert box.right == pytest.approx(2 * wanted.right, abs=0.05)
    coloured = compose(
        tmp_path, DRAWING, css + " circle { fill: #0000ff; } path { fill: #ffff00; }"
    )
    fills = [item.fill for item in coloured.items if isinstance(item, Shape)]
    assert fills[:2] == [(0, 0, 255), (255, 255, 0)]


@pytest.mark.parametrize(
    ("aspect", "left", "width"),
    [
        ("none", 0, 20),
        ("xMidYMid meet", 0, 20),
        ("xMinYMid slice", 0, 40),
        ("xMaxYMid slice", -20, 40),
    ],
)
def test_a_drawing_fits_as_it_says(aspect: str, left: float, width: float, tmp_path: Path) -> None:
    """The drawing is 20 by 10, in a box of 20 by 20 mm; what is outside is cut off."""
    body = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" '
        f'preserveAspectRatio="{aspect}"><rect width="20" height="10"/></svg>'
    )
    (mark,) = compose(tmp_path, body, "svg { width: 20mm; height: 20mm; }").items
    assert isinstance(mark, PlacedMark)
    assert mark.matrix.a * 20 == pytest.approx(width, abs=0.01)
    box = find_item_bounds(mark)
    assert (box.left, box.right) == pytest.approx((0, 20), abs=0.01)
    assert left <= 0


def test_a_line_that_is_cut_off_is_not_closed(tmp_path: Path) -> None:
    """The path is open: its ends leave the box, which shows the middle half of it."""
    body = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" '
        'preserveAspectRatio="xMidYMid slice"><path d="M5 40 V20 H35 V40 M0 15 H40"/></svg>'
    )
    css = "svg { width: 40mm; height: 20mm; } path { fill: none; stroke: #000000; }"
    (mark,) = compose(tmp_path, body, css).items
    assert isinstance(mark, PlacedMark)
    areas = [
        abs(sum(map(measure_double_area, flatten_path(shape.path)))) / 2
        for shape in mark.drawing.shapes
        if shape.fill
    ]
    assert sum(areas) == pytest.approx(31 + 2 * 9.5 + 40, abs=0.1)


def test_a_photo_behind_a_box_stays_a_photo(tmp_path: Path) -> None:
    Image.new("RGB", (60, 40), "#ddccaa").save(tmp_path / "paper.jpg")
    css = "div { height: 20mm; background: url(paper.jpg) center / cover; }"
    (picture,) = compose(tmp_path, "<div></div>", css).items
    assert isinstance(picture, PlacedImage)
    assert picture.data.startswith(b"\xff\xd8")
    rounded = compose(tmp_path, "<div></div>", css + "div { border-radius: 3mm; }").items[0]
    assert isinstance(rounded, PlacedImage)
    assert (rounded.data, bool(rounded.clip)) == (picture.data, True)


@pytest.mark.parametrize(
    ("css", "ink"),
    [
        ("p { color: inherit; }", GREEN),
        ("p { color: unset; }", GREEN),
        ("p { color: initial; }", (0, 0, 0)),
        ("p { color: var(--none, inherit); }", GREEN),
        ("p { font: inherit; }", RED),
    ],
)
def test_a_property_takes_the_value_of_the_parent(
    css: str, ink: tuple[int, ...], tmp_path: Path
) -> None:
    ground = "div { color: green; } p { color: red; font-size: 9mm; }"
    face = compose(tmp_path, "<div><p>a</p></div>", ground + css)
    (text,) = [item for item in face.items if isinstance(item, TextRun)]
    assert text.colour == ink
    assert (text.size < 12) is ("font" in css)


def test_only_properties_of_text_are_inherited(tmp_path: Path) -> None:
    body = "<div><p></p></div>"
    css = "p { height: 9mm; background: #036; border: 1mm solid; }"
    assert len(compose(tmp_path, body, css + "p { border: unset; }").items) == 1
    assert "border: inherit" in str(refusal(tmp_path, body, css + "p { border: inherit; }"))


CLIP = "div { width: 10mm; height: 10mm; overflow: hidden; background: #fff; }"


def test_what_is_outside_a_box_that_clips_is_cut_off(tmp_path: Path) -> None:
    """A picture, a drawing, a mark and a box inside; a text may not be."""
    Image.new("RGB", (40, 30), "#a12115").save(tmp_path / "art.png")
    css = CLIP + "img, svg { width: 30mm; height: 20mm; margin-left: -5mm; }"
    css += "p { position: relative; left: -5mm; height: 3mm; border: 1mm solid #036; }"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2">'
    drawing += '<circle cx="1.5" cy="1" r="1"/></svg>'
    for body in ('<img src="art.png"/>', drawing, "<p></p>"):
        _, *items = compose(tmp_path, f"<div>{body}</div>", css).items
        boxes = [find_item_bounds(item) for item in items]
        assert min(box.left for box in boxes) == pytest.approx(0, abs=0.01)
        assert max(box.right for box in boxes) <= 10.01
        assert max(box.bottom for box in boxes) <= 10.01


@pytest.mark.parametrize(
    "css",
    [
        "p { white-space: nowrap; }",
        "p { font-size: 9mm; line-height: 1.5; }",
        "div { position: relative; } p { position: absolute; left: 6mm; top: 0; width: 9mm; }",
        "p { transform: translate(5mm, 0); }",
    ],
)
def test_a_text_is_never_cut_off(css: str, tmp_path: Path) -> None:
    assert len(compose(tmp_path, "<div><p>text</p></div>", CLIP).items) == 2
    assert refusal(tmp_path, "<div><p>texts here</p></div>", CLIP + css).exit_code == 4


def test_a_drawing_that_is_cut_off_fades_as_one(tmp_path: Path) -> None:
    """Where its shapes are over each other too, so they stay one item."""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
    drawing += '<rect width="20" height="20"/><circle cx="9" cy="9" r="4"/></svg>'
    css = CLIP + "svg { width: 20mm; height: 20mm; margin: -5mm; opacity: 0.5; }"
    _, mark = compose(tmp_path, f"<div>{drawing}</div>", css).items
    assert isinstance(mark, PlacedMark)
    assert (mark.opacity, len(mark.drawing.shapes)) == (0.5, 2)
    assert find_item_bounds(mark) == pytest.approx((0, 0, 10, 10), abs=0.01)


def test_paint_that_cannot_be_cut_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have no release of skia-pathops, and some shapes are too tangled for it."""
    monkeypatch.setattr(path_boolean, "pathops", None)
    css = CLIP + "p { height: 3mm; margin-left: 5mm; width: 9mm; background: #036; }"
    (problem,) = refusal(tmp_path, "<div><p></p></div>", css).problems
    assert problem.where.subject == "card 7"
    assert "skia-pathops" in problem.message


def test_what_is_inside_a_box_that_clips_stays_as_it_is(tmp_path: Path) -> None:
    """A stroke, which would become an outline, and a mark."""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    drawing += '<path d="M1 1 H5 V5" fill="none" stroke="#000000"/></svg>'
    css = "svg { width: 9mm; height: 9mm; }"
    _, stroke = compose(tmp_path, f"<div>{drawing}</div>", CLIP + css).items
    assert isinstance(stroke, Shape)
    assert stroke.stroke_width == pytest.approx(1)


def test_a_box_that_clips_keeps_the_order_of_its_boxes(tmp_path: Path) -> None:
    css = CLIP + "div, p { position: relative; } main { position: absolute; inset: 0; }"
    css += "main { background: #036; } p { background: #0f0; height: 1mm; }"
    face = compose(tmp_path, "<div><main></main><p></p></div>", css)
    assert [item.fill for item in face.items if isinstance(item, Shape)][1:] == [
        (0, 51, 102),
        (0, 255, 0),
    ]


def test_absolute_boxes_placed_from_outside_are_not_clipped(tmp_path: Path) -> None:
    css = CLIP + "p { position: absolute; left: 8mm; top: 0; width: 9mm; height: 1mm; }"
    css += "p { background: #036; }"
    _, shape = compose(tmp_path, "<div><p></p></div>", css).items
    assert find_item_bounds(shape).right == pytest.approx(17)


def test_transforms_are_applied_from_the_last_to_the_first(tmp_path: Path) -> None:
    css = """div { position: absolute; left: 20mm; top: 20mm; width: 10mm; height: 4mm;
    background: #000; transform: translate(-50%, 3mm) rotate(90deg); }"""
    (shape,) = compose(tmp_path, "<div></div>", css).items
    box = find_item_bounds(shape)
    # The box around its middle at 25, 22 is turned, then moved by 5 to the left and 3 down.
    assert tuple(box) == pytest.approx((18, 20, 22, 30), abs=0.01)


def test_a_grid_may_be_empty(tmp_path: Path) -> None:
    css = "div { display: grid; height: 5mm; background: #000; }"
    assert len(compose(tmp_path, "<div></div>", css).items) == 1


def test_items_are_painted_in_their_order(tmp_path: Path) -> None:
    css = """main { display: grid; grid-template-areas: "a"; } div { grid-area: a; height: 9mm; }
    .one { background: #ff0000; order: 1; } .two { background: #008000; }"""
    face = compose(tmp_path, '<main><div class="one"></div><div class="two"></div></main>', css)
    assert [item.fill for item in face.items if isinstance(item, Shape)] == [GREEN, RED]


def test_a_picture_can_be_in_a_line_of_text(tmp_path: Path) -> None:
    Image.new("RGB", (8, 8), "#aa0000").save(tmp_path / "coin.png")
    face = compose(tmp_path, '<p>Pay <img class="in-line" src="coin.png"/> now</p>')
    before, picture, after = face.items
    assert isinstance(before, TextRun)
    assert isinstance(picture, PlacedImage)
    assert isinstance(after, TextRun)
    assert before.x < picture.x < after.x
    assert before.y == after.y


def test_a_symbol_is_as_large_as_its_drawing(tmp_path: Path) -> None:
    """Unless its <use> has a width and a height."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><defs>'
        '<symbol id="s" viewBox="0 0 2 1"><rect width="2" height="1"/></symbol></defs>'
        '<use href="#s" SIZE/></svg>'
    )
    css = "svg { width: 20mm; height: 10mm; }"
    (whole,) = compose(tmp_path, svg.replace("SIZE", ""), css).items
    (part,) = compose(tmp_path, svg.replace("SIZE", 'width="4" height="2"'), css).items
    assert find_item_bounds(whole).width == pytest.approx(20, abs=0.01)
    assert find_item_bounds(part).width == pytest.approx(4, abs=0.01)


def test_a_drawing_behind_text_is_no_part_of_its_line(tmp_path: Path) -> None:
    body = (
        '<p>9<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'
        '<circle cx="0.5" cy="0.5" r="0.5"/></svg></p>'
    )
    css = "p { position: relative; } svg { position: absolute; right: 0; top: 0; width: 3mm; }"
    assert len(compose(tmp_path, body, css).items) == 2


GRADIENT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><defs><linearGradient id="g">'
    '<stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff" stop-opacity="0"/>'
    '</linearGradient></defs><path d="M0 0H20V10H0Z" fill="url(#g)"/></svg>'
)


@pytest.mark.parametrize("body", [GRADIENT, '<img src="file.svg"/>'])
def test_a_gradient_of_a_drawing_is_a_picture(body: str, tmp_path: Path) -> None:
    """Its colours are mixed each for itself, not as in a background."""
    (tmp_path / "file.svg").write_text(GRADIENT)
    css = "svg, img { width: 40mm; height: 20mm; }"
    (item,) = compose(tmp_path, body, css).items
    assert isinstance(item, PlacedImage)
    assert tuple(find_item_bounds(item)) == pytest.approx((0, 0, 40, 20), abs=0.01)
    with Image.open(BytesIO(item.data)) as picture:
        row = [picture.getpixel((round(share * (picture.width - 1)), 9)) for share in (0, 0.5, 1)]
    wanted = (255, 0, 0, 255), (128, 0, 128, 128), (0, 0, 255, 0)
    for found, colour in zip(row, wanted, strict=True):
        assert found == pytest.approx(colour, abs=3)


def test_a_gradient_may_fill_a_ring(tmp_path: Path) -> None:
    """What is in the hole is not on the gradient, and text there has the contrast of the paper."""
    ring = '<path d="M0 0H20V10H0Z M2 2V8H18V2Z" fill="url(#g)"/>'
    body = re.sub("<path[^>]*>", ring, GRADIENT) + "<p>dark</p>"
    css = "svg { position: absolute; left: 0; top: 0; width: 40mm; height: 20mm; }"
    css += "p { position: absolute; left: 10mm; top: 8mm; color: #aa0000; }"
    face = compose(tmp_path, body, css)
    assert not [*check_visibility(face, get_item_facts(face.items), ())]
    face = compose(tmp_path, GRADIENT + "<p>dark</p>", css)
    assert [*check_visibility(face, get_item_facts(face.items), ())]


@pytest.mark.parametrize(
    ("fit", "width", "left"),
    [("", 20, 0), ("xMinYMin", 20, 0), ("xMaxYMin meet", 20, 10), ("xMinYMin slice", 40, 0)],
)
def test_a_file_shows_what_its_size_says(
    fit: str, width: float, left: float, tmp_path: Path
) -> None:
    """A drawing of 10 by 20 in a file of 10 by 10."""
    fit = f'preserveAspectRatio="{fit}"' if fit else ""
    (tmp_path / "file.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" width="10" height="10" {fit}>'
        '<rect width="10" height="20" fill="#ff0000"/></svg>'
    )
    (mark,) = compose(tmp_path, '<img src="file.svg"/>', "img { width: 40mm; }").items
    assert isinstance(mark, PlacedMark)
    box = find_item_bounds(transform_item(mark.drawing.shapes[0], mark.matrix))
    assert box.width == pytest.approx(width, abs=0.01)
    assert mark.drawing.width == mark.drawing.height
    assert box.left == pytest.approx(10 if not fit else 2 * left, abs=0.01)


def test_a_symbol_is_cut_off_at_its_edge(tmp_path: Path) -> None:
    (tmp_path / "file.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><symbol id="s" '
        'viewBox="0 0 10 10"><rect x="-9" width="30" height="5" fill="#ff0000"/></symbol>'
        '<use href="#s" x="10" width="20" height="20"/></svg>'
    )
    (mark,) = compose(tmp_path, '<img src="file.svg"/>', "img { width: 40mm; }").items
    assert isinstance(mark, PlacedMark)
    (shape,) = mark.drawing.shapes
    assert tuple(find_item_bounds(shape)) == pytest.approx((10, 0, 30, 10), abs=0.01)


STOPS = '<stop stop-color="currentColor"/><stop offset="1" stop-color="currentColor"/>'


@pytest.mark.parametrize("place", ["file", "inline", "sheet"])
def test_a_stop_has_the_colour_around_it(place: str, tmp_path: Path) -> None:
    """SVG 1.1, 13.2.4: currentColor is the colour of the stop, which it may inherit."""
    svg = GRADIENT.replace("<defs>", '<g color="#ff0000"><defs>').replace("</svg>", "</g></svg>")
    css = "svg, img { width: 40mm; height: 20mm; }"
    if place == "sheet":
        svg, css = GRADIENT, css + " svg { color: #ff0000; }"
    svg = re.sub("<stop.*?/>(?=</linear)", STOPS, svg)
    (tmp_path / "file.svg").write_text(svg)
    (item,) = compose(tmp_path, '<img src="file.svg"/>' if place == "file" else svg, css).items
    assert isinstance(item, PlacedImage)
    with Image.open(BytesIO(item.data)) as picture:
        assert picture.convert("RGB").getpixel((9, 9)) == (255, 0, 0)


def test_a_gradient_is_named_in_a_style_sheet_with_quotes_or_without(tmp_path: Path) -> None:
    svg = GRADIENT.replace(' fill="url(#g)"', "")
    size = "svg { width: 40mm; height: 20mm; }"
    faces = [
        compose(tmp_path, svg, f"{size} path {{ fill: {link}; }}")
        for link in ("url(#g)", 'url( "#g" )', "url('#g') #00ff00")
    ]
    assert all(isinstance(item, PlacedImage) for face in faces for item in face.items)
    assert len({face.items[0] for face in faces}) == 1


def test_a_drawing_of_a_template_may_be_stretched_with_a_gradient_too(tmp_path: Path) -> None:
    svg = GRADIENT.replace("viewBox", 'preserveAspectRatio="none" viewBox')
    (item,) = compose(tmp_path, svg, "svg { width: 40mm; height: 10mm; }").items
    assert tuple(find_item_bounds(item)) == pytest.approx((0, 0, 40, 10), abs=0.01)


@pytest.mark.parametrize("size", ['width="0" height="4"', 'width="4" height="0"'])
def test_a_symbol_without_a_size_is_not_drawn(size: str, tmp_path: Path) -> None:
    """SVG 1.1, 5.6."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><defs>'
        '<symbol id="s" viewBox="0 0 2 1"><rect width="2" height="1"/></symbol></defs>'
        f'<use href="#s" {size}/><rect width="5" height="5"/></svg>'
    )
    (mark,) = compose(tmp_path, svg, "svg { width: 20mm; height: 10mm; }").items
    assert find_item_bounds(mark).width == pytest.approx(5, abs=0.01)


@pytest.mark.parametrize("body", ["inline", "file"])
def test_gradients_over_each_other_do_not_fade_as_one(body: str, tmp_path: Path) -> None:
    """They are printed one by one, so what is below would be seen through what is above."""
    shape = '<path d="M5 0H20V10H5Z" fill="url(#g)"/></svg>'
    svg = GRADIENT.replace("</svg>", shape)
    (tmp_path / "file.svg").write_text(svg)
    body = svg if body == "inline" else '<img src="file.svg"/>'
    css = "svg, img { width: 40mm; height: 20mm; }"
    assert compose(tmp_path, body, css).items
    with pytest.raises(Failure, match="overlap"):
        compose(tmp_path, body, css + " svg, img { opacity: 0.5; }")


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ('<defs><pattern id="p" x="1x"/></defs><rect fill="#036" d="3" width="9"/>', "d="),
        ('<defs><filter id="f"><feBlend/></filter></defs><text y="9">a</text>', "<filter>"),
        ('<clipPath id="c"/><foreignObject clip-path="url(#c)"/>', "<foreignObject>"),
        ('<defs><rect id="r" skew="3"/></defs><use href="#r"/>', 'skew="…"'),
    ],
)
def test_only_what_a_drawing_cannot_have_is_named(content: str, named: str, tmp_path: Path) -> None:
    """And not what is next to it: <defs> or url(#p) is correct."""
    (problem,) = refusal(tmp_path, f'<svg viewBox="0 0 9 9">{content}</svg>').problems
    assert named in problem.message


def test_a_drawing_that_only_defines_symbols_is_not_printed(tmp_path: Path) -> None:
    """And what follows it is."""
    symbol = '<symbol id="s" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></symbol>'
    use = '<svg class="u"><!-- a star --><use href="#s"/></svg>'
    css = ".u { width: 9mm; height: 9mm; }"
    for hidden in ('style="display: none"', 'width="0" height="0"', 'hidden="hidden"'):
        face = compose(
            tmp_path, f"<div><svg {hidden}>{symbol}</svg><p>a</p>{use}<p>b</p></div>", css
        )
        texts = [item.text for item in face.items if isinstance(item, TextRun)]
        assert texts == ["a", "b"]
        assert len(face.items) == 3


@pytest.mark.parametrize(
    ("inside", "css"),
    [
        ("<p>a</p>", "p { text-shadow: 1mm 1mm #f00; }"),
        ("<p>a <b>b</b></p>", "b { background: #fc0; }"),
        ("<p>a</p><p>b</p>", "p + p { margin-top: -3mm; }"),
        (
            "<i></i>",
            (
                "i { display: block; height: 9mm; background: #fc0; outline: 1mm solid;"
                " outline-offset: -1mm; }"
            ),
        ),
        ("<i></i>", "div { height: 9mm; box-shadow: inset 0 0 0 1mm; background: #fc0; }"),
        ("", "div { height: 9mm; width: 9mm; margin: 5mm; box-shadow: 0 0 2mm; }"),
    ],
)
def test_what_would_fade_separately_is_refused(inside: str, css: str, tmp_path: Path) -> None:
    """CSS Color 4, 3.3: a box fades as a whole."""
    failure = refusal(
        tmp_path, f"<div><section>{inside}</section></div>", "div { opacity: 0.5; }" + css
    )
    assert "separately" in str(failure) or "together" in str(failure)


@pytest.mark.parametrize(
    ("inside", "css"),
    [
        ("<p>a gyp</p><p>b</p>", "p { line-height: 1; text-decoration: underline; }"),
        ("<p>a</p>", "p { border: 0.4mm solid; }"),
        ("<i></i><i></i>", "i { display: block; height: 9mm; background: #fc0; }"),
        ("<p>a</p>", "p { box-shadow: 1mm 1mm #888; border-radius: 1mm; border: 1mm solid; }"),
    ],
)
def test_what_only_touches_may_fade(inside: str, css: str, tmp_path: Path) -> None:
    assert compose(tmp_path, f"<div>{inside}</div>", "div { opacity: 0.5; padding: 2mm; }" + css)


@pytest.mark.parametrize("links", ["#", "#a", "#b"])
def test_links_in_a_circle_or_to_nothing_end(links: str, tmp_path: Path) -> None:
    """What is copied for a link may have links, too."""
    shared = (
        '<svg style="display: none"><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    )
    body = f'{shared}</svg><svg viewBox="0 0 9 9"><use href="{links}"/></svg>'
    assert refusal(tmp_path, body, "svg { width: 9mm; }").problems


@pytest.mark.slow
def test_symbols_of_another_drawing_are_copied_up_to_a_limit(tmp_path: Path) -> None:
    path = "M0 0H9V9Z" * 2_000
    symbol = (
        f'<svg hidden="hidden"><symbol id="a" viewBox="0 0 9 9"><path d="{path}"/></symbol></svg>'
    )
    use = '<svg class="a"><use href="#a"/></svg>'
    compose(tmp_path, symbol + use * 20, ".a { width: 1mm; height: 1mm; }")
    (problem,) = refusal(tmp_path, symbol + use * 300).problems
    assert problem.message == "drawings use more than 4,194,304 characters of other drawings"
    assert problem.hint == "save #a as marks/a.svg, or use it fewer times"


@pytest.mark.parametrize(
    ("style", "texts"),
    [
        ("upper-roman", "XLVIII XLIX L"),
        ("lower-alpha", "av aw ax"),
        ("decimal-leading-zero", "48 49 50"),
    ],
)
def test_counters_have_styles(style: str, texts: str, tmp_path: Path) -> None:
    """CSS Counter Styles 3, 6.1."""
    css = "ol { counter-reset: n 47; } li { counter-increment: n; }"
    css += f"li::before {{ content: counter(n, {style}) ' '; }}"
    face = compose(tmp_path, "<ol><li>a</li><li>b</li><li>c</li></ol>", css)
    read = [item.text.split()[0] for item in face.items if isinstance(item, TextRun)]
    assert read == texts.split()


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (-3, "-3"), (4000, "4000"), (3999, "mmmcmxcix")]
)
def test_numbers_without_roman_letters_are_decimal(number: int, text: str, tmp_path: Path) -> None:
    css = f"p {{ counter-reset: n {number}; }} p::before {{ content: counter(n, lower-roman); }}"
    (run,) = compose(tmp_path, "<p></p>", css).items
    assert isinstance(run, TextRun)
    assert run.text == text


@pytest.mark.parametrize(
    ("selector", "red"),
    [
        ("div:has(.x) p", "a b"),
        ("div:has(> .x) p", "a"),
        ("html:has(.x) p", "a b c"),
        (":root:has(.y) p", ""),
        ("div:has(.x):not(:has(section)) p", "a"),
        ("p:has(b)", ""),
        ("div:has(> *):has(section) p", "b"),
        ("p:has(*)", ""),
    ],
)
def test_has_selects_by_what_is_inside(selector: str, red: str, tmp_path: Path) -> None:
    """Selectors 4, 4.5."""
    body = '<div><p class="x">a</p></div><div><section><p class="x">b</p></section></div>'
    css = f"p {{ color: green; }} {selector} {{ color: red; }}"
    found = colours(tmp_path, f"{body}<div><p>c</p></div>", css)
    assert {text for text, ink in found.items() if ink == RED} == set(red.split())


@pytest.mark.parametrize(
    ("condition", "is_red"),
    [
        ("selector(:has(p))", True),
        ("selector(:has(*))", True),
        ("selector(div:has(> p):not(.x) > p)", True),
        ("not selector(:has(p))", False),
        ("selector(:focus-visible)", True),
        ("selector(:is(div, :hover) p)", True),
        ("selector(p::marker)", False),
        ("selector(:has(> >))", False),
        ("selector(p..x)", False),
        ("(-webkit-filter: none)", True),
        ("(-webkit-unknown: none)", False),
        ("(margin-inline-start: 1mm)", True),
        ("(--Any-Name: 1)", True),
    ],
)
def test_a_condition_is_answered(condition: str, is_red: bool, tmp_path: Path) -> None:
    """CSS Conditional 3, 6.1, and 4, 2.1: as browsers answer it, as far as the subset goes."""
    css = f"p {{ color: green; }} @supports {condition} {{ p {{ color: red; }} }}"
    assert (colours(tmp_path, "<p>a</p>", css)["a"] == RED) == is_red


def test_pixels_of_a_small_picture_stay_sharp(tmp_path: Path) -> None:
    Image.effect_noise((4, 3), 99).save(tmp_path / "a.png")
    css = "img { width: 40mm; height: 30mm; image-rendering: pixelated; }"
    (item,) = compose(tmp_path, '<img src="a.png"/>', css).items
    assert isinstance(item, PlacedImage)
    with Image.open(BytesIO(item.data)) as picture, Image.open(tmp_path / "a.png") as small:
        assert picture.width == round(40 / 25.4 * 300)
        assert picture.getpixel((1, 1)) == small.getpixel((0, 0))
        assert len(picture.getcolors() or ()) == len(small.getcolors() or ())
