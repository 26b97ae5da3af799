"""Painting of boxes: equal boxes, frames of gradients, filters, masks and shadows of texts."""

from collections.abc import Iterator
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from composing import compose, runs, shapes
from PIL import Image

from printgen.face.face import PlacedImage
from printgen.face.outlines import find_path_bounds
from printgen.face.transform import find_item_bounds
from printgen.geometry import Box
from printgen.layout.paint.box_effects import list_overlapping_pairs
from printgen.preflight.preflight import measure_shadow_gap

RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.mark.parametrize(
    ("shadows", "gap"),
    [
        ("0.4mm 0 #000, 0.8mm 0 #000", 0.4),
        ("-1.9mm 0 #808080, 3.8mm 0 #808080", 3.8),
        ("0 1mm #000, 1.2mm 0 #000, -1mm 0 #000", 1.2),
        ("2mm 0 #000, 1mm 0 rgb(0 0 0 / 10%)", 2.0),
        ("1mm 0 rgb(0 0 0 / 20%), 2mm 0 rgb(0 0 0 / 20%)", 1.0),
        ("3mm 0 rgb(0 0 0 / 0%)", 0.0),
        ("3mm 0 #ccc", 0.0),
    ],
)
def test_a_copy_is_as_far_as_the_largest_step_to_it(
    shadows: str, gap: float, tmp_path: Path
) -> None:
    (run,) = runs(compose(tmp_path, "<p>3</p>", f"p {{ margin: 9mm; text-shadow: {shadows}; }}"))
    assert measure_shadow_gap(run) == pytest.approx(gap / 4)


_DRAWN_TEXT = (
    '<svg viewBox="0 0 6 4" width="120" height="80">'
    '<text x="1" y="3" font-size="2" style="text-shadow: 0.8px 0 #000">3</text></svg>'
)


@pytest.mark.parametrize(
    ("body", "css", "gap"),
    [
        ("<p>3</p>", "p { text-shadow: 1.6mm 0 #000; transform: scale(2); }", 0.4),
        (
            "<p>3</p>",
            "main { width: 30mm; transform: scale(1.5); } p { text-shadow: 0 1.6mm #000; }",
            0.4,
        ),
        (_DRAWN_TEXT, "", 0.4),
        ("<p>3</p>", "p { text-shadow: 1.6mm 0 #bbb; filter: brightness(0); }", 0.4),
        (
            "<p>3</p>",
            "main { filter: invert(1) brightness(9); } p { text-shadow: 2mm 0 #bbb; }",
            0.5,
        ),
        ("<p>3</p>", "p { text-shadow: 0.8mm 0 #000; transform: scale(2); }", 0.2),
        ("<p>3</p>", "p { text-shadow: 1.6mm 0 #888; filter: contrast(9); }", 0.0),
    ],
)
def test_a_copy_is_measured_as_it_is_seen_after_transforms_and_filters(
    body: str, css: str, gap: float, tmp_path: Path
) -> None:
    html = f"<main>{body}</main>"
    (run,) = runs(compose(tmp_path, html, f"main {{ padding: 9mm; }} p {{ width: 9mm; }} {css}"))
    assert measure_shadow_gap(run) == pytest.approx(gap)


@pytest.mark.parametrize("place", ["main { position: relative; }", "li { overflow: hidden; }", ""])
@pytest.mark.parametrize("left", ["left: 0;", ""])
def test_equal_absolute_boxes_are_each_in_their_place(
    place: str, left: str, tmp_path: Path
) -> None:
    css = "ul { list-style: none; } li { height: 7mm; padding-left: 3mm; }"
    css += " li::before { content: ''; display: block; position: absolute; background: #f00;"
    css += f" width: 1mm; height: 1mm; {left} }} {place}"
    body = f"<main><ul>{'<li><p>a</p></li>' * 3}</ul></main>"
    dots = [find_item_bounds(dot) for dot in shapes(compose(tmp_path, body, css))]
    assert [round(b.top - a.top, 3) for a, b in pairwise(dots)] == [7.0, 7.0]


def test_equal_absolute_boxes_may_be_clipped_by_what_places_them(tmp_path: Path) -> None:
    css = "main { position: relative; overflow: hidden; } p { height: 7mm; }"
    css += " i { display: block; position: absolute; width: 1mm; height: 1mm; background: #f00; }"
    face = compose(tmp_path, f"<main>{'<p></p><i></i>' * 3}<p></p></main>", css)
    assert [find_item_bounds(dot).top for dot in shapes(face)] == pytest.approx([7.0, 14.0, 21.0])


FRAME = "{ border: %s solid; border-image: linear-gradient(#f00, #f00) 1; }"


def test_a_frame_of_a_gradient_is_not_over_its_content(tmp_path: Path) -> None:
    body = '<main><p data-field="a">a</p><div></div></main>'
    css = f"main {{ position: relative; margin: 9mm; }} div {FRAME % '0.5mm'}"
    css += " div { position: absolute; inset: -1mm; }"
    face = compose(tmp_path, body, css)
    sides = [item for item in face.items if isinstance(item, PlacedImage)]
    (run,) = runs(face)
    assert len(sides) == 4
    text = find_item_bounds(run)
    assert not any(find_path_bounds(side.clip).overlaps(text) for side in sides)


@pytest.mark.parametrize("width", ["0.04mm", "0.1mm", "0.25mm", "2mm"])
def test_a_thin_frame_of_a_gradient_is_painted_in_its_whole_width(
    width: str, tmp_path: Path
) -> None:
    css = f"div {{ height: 20mm; margin: 2mm; }} div {FRAME % width}"
    face = compose(tmp_path, "<div></div>", css)
    for side in face.items:
        assert isinstance(side, PlacedImage)
        clip = find_path_bounds(side.clip)
        picture = Image.open(BytesIO(side.data)).convert("RGBA")
        share = picture.width / side.width, picture.height / side.height
        for across in (0.001, 0.5, 0.999):
            for down in (0.001, 0.5, 0.999):
                x = (clip.left + across * clip.width - side.x) * share[0]
                y = (clip.top + down * clip.height - side.y) * share[1]
                assert picture.getpixel((int(x), int(y))) == (*RED, 255)


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("body { filter: invert(1); }", (238, 238, 238)),
        ("body { opacity: 0.5; }", (238, 238, 238)),
        ("html { background: #fff; } body { filter: invert(1); }", (17, 17, 17)),
    ],
)
def test_the_background_of_a_face_has_no_filter_of_its_body(
    css: str, expected: tuple[int, ...], tmp_path: Path
) -> None:
    """CSS Backgrounds 3, 2.11.2: it is that of the canvas if html has none."""
    css += " body { height: 40mm; background: #eeeeee; border-left: 9mm solid #f00; }"
    *_, ground, border = shapes(compose(tmp_path, "", css))
    assert ground.fill == expected
    assert border.fill == ((0, 255, 255) if "filter" in css else (*RED, 128))


@pytest.mark.parametrize("selector", ["div", "body"])
def test_a_box_may_have_a_filter_and_an_opacity(selector: str, tmp_path: Path) -> None:
    css = f"p {{ color: #ff0000; }} {selector} {{ filter: invert(1); opacity: 0.5; }}"
    (run,) = runs(compose(tmp_path, "<div><p>Attack</p></div>", css))
    assert run.colour == (0, 255, 255, 128)


def _write_picture(folder: Path) -> None:
    picture = Image.new("RGB", (160, 160), RED)
    picture.paste(BLUE, (80, 0, 160, 160))
    picture.save(folder / "a.png")


@pytest.mark.parametrize("side", [16, 1500])
def test_a_mask_keeps_the_part_of_a_picture_that_is_in_its_box(side: int, tmp_path: Path) -> None:
    """A picture of 1500 mm would have 18,000 pixels across in the resolution of the mask."""
    _write_picture(tmp_path)
    css = f"img {{ display: block; width: {side}mm; height: {side}mm; "
    css += f"margin-left: {4 - side / 2}mm; }} div {{ width: 8mm; height: 4mm; overflow: hidden; "
    css += "mask-image: linear-gradient(to right, #000 75%, transparent 75%); }"
    (item,) = compose(tmp_path, '<div><img src="a.png"/></div>', css).items
    assert isinstance(item, PlacedImage)
    assert (item.x, item.y, item.width, item.height) == pytest.approx((0, 0, 8, 4))
    picture = Image.open(BytesIO(item.data))
    assert picture.size == (96, 48)
    pixels = [picture.getpixel((column, 24)) for column in (24, 60, 84)]
    assert [pixel[3] for pixel in pixels] == [255, 255, 0]
    if side == 16:
        assert [pixel[:3] for pixel in pixels[:2]] == [RED, BLUE]


def test_a_masked_picture_outside_of_its_box_is_not_painted(tmp_path: Path) -> None:
    _write_picture(tmp_path)
    css = "div { position: relative; width: 8mm; height: 4mm;"
    css += " mask-image: linear-gradient(#000, transparent); }"
    css += " img { position: absolute; left: 9mm; top: 0; width: 9mm; height: 9mm; }"
    assert not compose(tmp_path, '<div><img src="a.png"/></div>', css).items


def _list_boxes(random: Random) -> Iterator[Box]:
    for _ in range(200):
        left, top = random.uniform(0, 60), random.uniform(0, 40)
        yield Box(left, top, left + random.uniform(0, 9), top + random.uniform(0, 3))


@pytest.mark.parametrize("turned", [False, True])
def test_each_two_boxes_that_overlap_are_found(turned: bool) -> None:
    boxes = [*_list_boxes(Random(1))]
    if turned:
        boxes = [Box(box.top, box.left, box.bottom, box.right) for box in boxes]
    pairs = combinations(range(len(boxes)), 2)
    expected = {pair for pair in pairs if boxes[pair[0]].overlaps(boxes[pair[1]], 0.01)}
    assert {tuple(sorted(pair)) for pair in list_overlapping_pairs(boxes)} == expected
    assert expected


@pytest.mark.parametrize(("columns", "rows"), [(1, 2500), (2500, 1), (50, 50)])
def test_few_boxes_are_compared_with_each_other(
    columns: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = [Box(x, y, x + 1.0, y + 1.0) for x in range(columns) for y in range(rows)]
    count, overlaps = [0], Box.overlaps

    def count_comparisons(box: Box, other: Box, tolerance: float = 0.0) -> bool:
        count[0] += 1
        return overlaps(box, other, tolerance)

    monkeypatch.setattr(Box, "overlaps", count_comparisons)
    assert not [*list_overlapping_pairs(boxes)]
    assert count[0] < 100 * len(boxes)
