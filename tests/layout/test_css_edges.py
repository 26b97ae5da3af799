"""CSS values and selectors at the edges of the subset: all that is written is used or reported."""

from io import BytesIO
from pathlib import Path

import pytest
from composing import STYLE, colours, compose, composer, html, refusal, runs
from PIL import Image

from printgen.face.face import PlacedImage

RED, BLACK = (255, 0, 0), (0, 0, 0)


@pytest.mark.parametrize(
    ("selector", "red"),
    [
        (r".md\:target", "a"),
        ('[data-x="a:hover"]', "b"),
        ('[data-x="a:hover"], i', "b"),
        ("p:not(.c):hover, .c", "c"),
        ("p:is(:hover, .c)", "c"),
        ("p:not(:hover)", "a b c"),
        ("p:not(:hover, .c)", "a b"),
        (r".md\:target:not(:target), .c:hover", "a"),
        ("p:is(:hover, :focus)", ""),
        (".c::selection", ""),
        ("p:not(.c:nth-child(3):hover)", "a b c"),
        ("p:is(.c, p:nth-child(2):hover)", "c"),
        ("p { :is(i, body:nth-child(2)) & { color: #f00; } } i", "a b c"),
    ],
)
def test_only_states_of_screens_are_left_out(selector: str, red: str, tmp_path: Path) -> None:
    body = '<p class="md:target">a</p><p data-x="a:hover">b</p><p class="c">c</p>'
    found = colours(tmp_path, body, f"p {{ color: #000; }} {selector} {{ color: #f00; }}")
    assert {text for text, ink in found.items() if ink == RED} == set(red.split())


@pytest.mark.parametrize("selector", ["p:is(:hover, a|b)", "p, ", "p:selected"])
def test_other_selectors_are_still_refused(selector: str, tmp_path: Path) -> None:
    assert "selector" in str(refusal(tmp_path, "<p>a</p>", f"{selector} {{ color: red; }}"))


@pytest.mark.parametrize(
    ("name", "selector"), [("md:big", r".md\:big p"), ("c", '.c[data-k="a, b"] p')]
)
def test_what_is_in_a_class_may_look_otherwise(name: str, selector: str, tmp_path: Path) -> None:
    body = f'<div data-k="a, b"><p>a</p></div><div class="{name}" data-k="a, b"><p>b</p></div>'
    assert colours(tmp_path, body, f"{selector} {{ color: #f00; }}") == {"a": BLACK, "b": RED}


@pytest.mark.parametrize("place", ["p", "div", "html"])
def test_a_style_attribute_may_hold_a_counter(place: str, tmp_path: Path) -> None:
    style = ' style="--number: counter(a)"'
    body = "<div><p>x</p></div>".replace(f"<{place}", f"<{place}{style}")
    css = "p { counter-increment: a; } p::before { content: var(--number); }"
    page = html(body).replace("<html", f"<html{style if place == 'html' else ''}")
    face = composer(tmp_path, card_html=page, card_css=STYLE + css).compose_face(
        "card.html", {}, "A-07", "card 7"
    )
    assert "".join(run.text for run in runs(face)) == "1x"


@pytest.mark.parametrize("function", ["COUNTER(a)", r"c\6funter(a)"])
def test_a_counter_may_be_written_in_any_way(function: str, tmp_path: Path) -> None:
    css = f"p {{ counter-increment: a; }} p::before {{ content: {function}; }}"
    assert [run.text for run in runs(compose(tmp_path, "<p>x</p><p>x</p>", css))] == ["1x", "2x"]


def test_a_font_size_in_a_word_may_be_in_font(tmp_path: Path) -> None:
    css = 'p { font: bold x-large/1.2 "IBM Plex Sans Condensed"; }'
    (run,) = runs(compose(tmp_path, "<p>x</p>", css))
    assert (round(run.size, 3), run.typeface.weight) == (18.0, 700)


@pytest.mark.parametrize("template", ["none / 1fr 2fr", "none / none", "auto / none"])
def test_a_grid_may_lack_rows_or_columns(template: str, tmp_path: Path) -> None:
    css = f"div {{ display: grid; grid-template: {template}; }}"
    places = [(run.x, run.y) for run in runs(compose(tmp_path, "<div><p>x</p><p>y</p></div>", css))]
    across = places[0][1] == places[1][1]
    assert across == ("fr" in template)
    assert len({*places}) == 2


def test_what_moves_on_screens_only_is_left_out(tmp_path: Path) -> None:
    css = "p { animation-delay: 1s; animation-fill-mode: both; -webkit-transition-property: all; }"
    assert compose(tmp_path, "<p>x</p>", css)


def test_a_border_image_without_a_slice_is_in_the_corners(tmp_path: Path) -> None:
    css = "div { height: 20mm; border: 4mm solid; border-image: linear-gradient(red, red); }"
    face = compose(tmp_path, "<div></div>", css)
    image, *_ = [item for item in face.items if isinstance(item, PlacedImage)]
    picture = Image.open(BytesIO(image.data)).convert("RGBA")
    points = (1, 1), (picture.width // 2, 1), (1, picture.height // 2)
    painted: list[object] = [picture.getpixel(point) for point in points]
    assert [colour == (255, 0, 0, 255) for colour in painted] == [True, False, False]


@pytest.mark.parametrize(
    ("css", "hint"),
    [
        ("filter: brightness(1e400)", "with 0 or more"),
        ("filter: brightness(-1)", "with 0 or more"),
        ("filter: contrast(-10%)", "with 0 or more"),
        ("transform: skew(45deg, 45deg)", "skewX(20deg)"),
        ("mask-image: linear-gradient(#000, 5parsec)", "write a gradient"),
        ("mask: linear-gradient(#000)", "write a gradient"),
        ("border-image: linear-gradient(#000) 1", "write a gradient"),
    ],
)
def test_a_value_without_a_picture_is_refused(css: str, hint: str, tmp_path: Path) -> None:
    (problem,) = refusal(tmp_path, "<p>x</p>", f"\np {{ {css}; }}").problems
    assert problem.where.line
    assert hint in problem.hint
    assert "url(" not in problem.hint


def test_a_huge_amount_of_a_filter_prints_its_limit(tmp_path: Path) -> None:
    css = "p { color: #804020; filter: contrast(1e308) brightness(1e308); }"
    assert colours(tmp_path, "<p>x</p>", css) == {"x": RED}


@pytest.mark.parametrize(
    "value",
    [
        *("clip-path: circle(-1mm)", "clip-path: ellipse(1mm -1mm)", "border-image: none x"),
        "counter-reset: step 2 3",
    ],
)
def test_a_wrong_part_of_a_value_is_reported_for_what_it_is(value: str, tmp_path: Path) -> None:
    (problem,) = refusal(tmp_path, "<p>a</p>", f"p {{ {value}; }}").problems
    assert problem.message.startswith(value.partition(":")[0] + ": ")


@pytest.mark.parametrize(
    ("selector", "css"),
    [
        ("body", "position: absolute; inset: 0;"),
        ("caption", "position: absolute; left: 0; top: 0;"),
        ("tbody", "position: absolute; left: 0; top: 0;"),
        ("tr", "position: absolute; left: 0; top: 0;"),
        ("td", "position: absolute; left: 0; top: 0;"),
        ("tr", "display: flex; flex-direction: row-reverse;"),
        ("tbody", "display: grid;"),
        ("tr", "vertical-align: top;"),
        ("tbody", "transform: rotate(90deg);"),
    ],
)
def test_a_table_is_placed_as_a_table_only(selector: str, css: str, tmp_path: Path) -> None:
    failure = refusal(tmp_path, _TABLE, f"{selector} {{ {css} }}")
    assert f"<{selector}> " in str(failure)


@pytest.mark.parametrize("selector", ["table", "tbody", "tr", "td"])
def test_cells_have_the_weight_of_what_is_around_them(selector: str, tmp_path: Path) -> None:
    """No style of the bundled sheet is in the way; a head has no weight of its own."""
    face = compose(tmp_path, _TABLE, f"{selector} {{ font-weight: 700; position: static; }}")
    assert [run.typeface.weight for run in runs(face)][-1] == 700


_TABLE = "<table><caption>a</caption><tbody><tr><td>b</td></tr></tbody></table>"
