"""Texts in drawings, shadows of texts, and rules in rules."""

from pathlib import Path

import pytest
from composing import compose, composer, drawing, html, refusal, runs, shapes

from printgen.face.outlines import flatten_path, measure_double_area

RED = (255, 0, 0)
TEXT = '<text x="30" y="20" text-anchor="middle" font-size="10">{}</text>'


def test_a_text_in_a_drawing_prints_its_field(tmp_path: Path) -> None:
    """A unit of the drawing is a mm of the face here, so 10 units are 10 mm high."""
    words = 'Cost <tspan data-field="cost">5</tspan>'
    face = compose(tmp_path, drawing(TEXT.format(words)))
    own, field = runs(face)
    assert (own.text, own.field, field.text, field.field) == ("Cost", None, "5", "cost")
    assert field.size == pytest.approx(10 * 72 / 25.4)
    assert own.y == field.y == pytest.approx(20.0)
    assert (own.x + field.x + field.width) / 2 == pytest.approx(30.0)


def test_an_absolute_place_begins_another_chunk(tmp_path: Path) -> None:
    """Each is in the middle of its own place; dy moves only what follows."""
    words = '<tspan x="20">ab</tspan><tspan x="40" dy="8">cd<tspan dy="-2">e</tspan></tspan>'
    first, second, third = runs(compose(tmp_path, drawing(TEXT.format(words))))
    assert first.x + first.width / 2 == pytest.approx(20.0)
    assert (second.x + third.x + third.width) / 2 == pytest.approx(40.0)
    assert (first.y, second.y, third.y) == pytest.approx((20.0, 28.0, 26.0))


def test_text_in_a_drawing_takes_the_style_sheet(tmp_path: Path) -> None:
    css = "text { fill: #a12115; text-anchor: start; font-weight: 700; font-size: 6px; }"
    (run,) = runs(compose(tmp_path, drawing(TEXT.format("word")), css))
    assert (run.colour, run.x, run.typeface.weight) == ((161, 33, 21), 30.0, 700)
    assert run.size == pytest.approx(6 * 72 / 25.4)


def test_text_in_a_drawing_takes_the_paint_of_its_group(tmp_path: Path) -> None:
    group = '<g fill-opacity="0.4" stroke-opacity="0.6" stroke="#fff">{}</g>'
    (run,) = runs(compose(tmp_path, drawing(group.format(TEXT.format("word")))))
    assert (run.colour, run.outline) == ((0, 0, 0, 102), (255, 255, 255, 153))
    own = '<tspan fill-opacity="1">word</tspan>'
    (run,) = runs(compose(tmp_path, drawing(group.format(TEXT.format(own)))))
    assert run.colour == (0, 0, 0)


def test_round_joins_of_a_group_are_those_of_its_text(tmp_path: Path) -> None:
    style = 'stroke-linejoin="round" stroke="#fff" stroke-width="2" paint-order="stroke"'
    inside = drawing(f"<g>{TEXT.replace('<text', f'<text {style}').format('word')}</g>")
    around = drawing(f"<g {style}>{TEXT.format('word')}</g>")
    assert compose(tmp_path, around).items == compose(tmp_path, inside).items


@pytest.mark.parametrize("join", ["round", "miter"])
def test_the_outline_of_a_field_is_below_the_words_before_it(tmp_path: Path, join: str) -> None:
    style = f'paint-order="stroke" stroke="#fff" stroke-width="3" stroke-linejoin="{join}"'
    words = TEXT.replace("<text", f"<text {style}").format('+<tspan data-field="cost">7</tspan>')
    face = compose(tmp_path, drawing(words))
    assert [type(item).__name__ for item in face.items] == ["Shape", "Shape", "TextRun", "TextRun"]


@pytest.mark.parametrize(
    "words",
    [
        "Cost:&#160;<tspan>5</tspan>",
        "Cost:<tspan>&#160;5</tspan>",
        "Cost:<tspan>&#160;</tspan><tspan>5</tspan>",
    ],
)
def test_a_no_break_space_in_a_drawing_is_kept(tmp_path: Path, words: str) -> None:
    spaced, expected = (
        runs(compose(tmp_path, drawing(TEXT.format(text))))
        for text in (words, "Cost: <tspan>5</tspan>")
    )
    places = [(run.text, round(run.x, 6)) for run in spaced]
    assert places == [(run.text, round(run.x, 6)) for run in expected]


def test_no_indent_moves_a_text_in_a_drawing(tmp_path: Path) -> None:
    body = drawing(TEXT.format("ab<tspan>cd</tspan>"))
    indented = compose(tmp_path, body, "body { text-indent: 4mm; }")
    assert indented.items == compose(tmp_path, body).items


def test_text_from_right_to_left_starts_at_its_right_edge(tmp_path: Path) -> None:
    """Its anchors are exchanged (SVG 1.1, 10.9.1)."""
    fonts = Path(__file__).parents[1] / "fonts/NotoHebrew.ttf"
    (tmp_path / "hebrew.ttf").write_bytes(fonts.read_bytes())
    css = "@font-face { font-family: H; src: url(hebrew.ttf); } "
    css += "html { width: 60mm; height: 40mm; font-family: H; font-size: 4mm; direction: rtl; } "
    css += ".drawing { width: 60mm; height: 40mm; }"
    text = '<text x="30" y="20" text-anchor="{}" font-size="6">\u05e9\u05dc\u05d5\u05dd</text>'
    body = drawing(text.format("start") + text.format("end"))
    made = composer(tmp_path, card_html=html(body), card_css=css)
    start, end = runs(made.compose_face("card.html", {}, "A-07", "card 7"))
    assert start.x + start.width == pytest.approx(30.0)
    assert end.x == pytest.approx(30.0)


def test_places_of_texts_in_percent_and_em(tmp_path: Path) -> None:
    words = '<text x="50%" y="25%" font-size="5">a<tspan x="10%" dy="1.2em">b</tspan></text>'
    first, second = runs(compose(tmp_path, drawing(words)))
    assert (first.x, first.y) == pytest.approx((30.0, 10.0))
    assert (second.x, second.y) == pytest.approx((6.0, 16.0))


def test_data_attributes_and_titles_of_texts_are_for_authors(tmp_path: Path) -> None:
    words = TEXT.replace("<text", '<text data-kind="x"').format("<title>its name</title>word")
    (run,) = runs(compose(tmp_path, drawing(words)))
    assert run.text == "word"


def test_a_shadow_is_no_second_text(tmp_path: Path) -> None:
    """It is a shape below the text, and so is an outline below it."""
    css = "p { margin: 2mm; text-shadow: 1mm 1mm #ccc; -webkit-text-stroke: 0.5mm #fff; "
    css += "paint-order: stroke; }"
    face = compose(tmp_path, "<p>word</p>", css)
    (run,), (shadow, outline) = runs(face), shapes(face)
    assert face.items == (shadow, outline, run)
    assert (shadow.fill, outline.fill, run.outline) == ((204, 204, 204), (255, 255, 255), None)


def test_rules_and_declarations_in_a_rule_keep_their_order(tmp_path: Path) -> None:
    """The last of equal specificity counts, and & is the element of the outer rule."""
    css = "p { color: #111; & { color: #222; } color: #333; &.b { color: #444; } }"
    body = '<p>one</p><p class="b">two</p>'
    assert [run.colour[0] for run in runs(compose(tmp_path, body, css))] == [0x33, 0x44]


def test_a_symbol_with_more_than_shapes_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    square = '<rect width="9" height="9" fill="#a12115" opacity="0.5"/>'
    symbol = f'<symbol id="m" viewBox="0 0 9 9">{square}</symbol>'
    (tmp_path / "marks/m.svg").write_text(symbol)
    mark = '<svg xmlns="http://www.w3.org/2000/svg" class="m"><use href="marks/m.svg"/></svg>'
    face = compose(tmp_path, mark, ".m { width: 9mm; height: 9mm; }")
    assert [shape.fill for shape in shapes(face)] == [(161, 33, 21, 128)]


@pytest.mark.parametrize(
    ("css", "alphas"),
    [("g { opacity: 0.5; }", [128, 32]), ("rect { opacity: 0.5; }", [128, 128])],
)
def test_a_rule_fades_the_shapes_of_a_drawing(tmp_path: Path, css: str, alphas: list[int]) -> None:
    """A rule replaces the attribute, as in browsers."""
    squares = (
        '<rect width="4" height="4" fill="#a12115"/>'
        '<rect x="5" width="4" height="4" fill="#a12115" opacity="0.25"/>'
    )
    face = compose(tmp_path, drawing(f"<g>{squares}</g>"), css)
    assert [shape.fill for shape in shapes(face)] == [(161, 33, 21, alpha) for alpha in alphas]


def test_a_rule_fades_the_texts_of_a_group(tmp_path: Path) -> None:
    face = compose(tmp_path, drawing(f"<g>{TEXT.format('word')}</g>"), "g { opacity: 0.5; }")
    assert [run.colour[3:] for run in runs(face)] == [(128,)]


@pytest.mark.parametrize("space", ["\u2009", "\u200b"])
@pytest.mark.parametrize("look", ["text-shadow: 0 0 1mm #ccc", "-webkit-text-stroke: 1mm #ccc"])
def test_a_space_has_no_shadow(tmp_path: Path, space: str, look: str) -> None:
    css = f"p {{ margin: 4mm; {look}; paint-order: stroke; }}"
    drawn = shapes(compose(tmp_path, f"<p><b>a</b><span>{space}</span><b>b</b></p>", css))
    assert len(drawn) == len(
        shapes(compose(tmp_path, "<p><b>a</b><span> </span><b>b</b></p>", css))
    )


def test_a_transparent_outline_has_one_darkness(tmp_path: Path) -> None:
    """Fill and stroke would be darker where they overlap."""
    css = "p { text-shadow: 0 0 #0008; -webkit-text-stroke: 0.4mm #fff; paint-order: stroke; }"
    shadow, _ = shapes(compose(tmp_path, "<p>O</p>", css))
    assert (shadow.fill, shadow.stroke) == ((0, 0, 0, 136), None)


def test_a_shadow_of_a_text_without_a_stroke_is_as_bold_as_the_text(tmp_path: Path) -> None:
    css = "text { text-shadow: 1px 1px #ccc; }"
    (shadow,) = shapes(compose(tmp_path, drawing(TEXT.format("word")), css))
    assert (shadow.stroke, shadow.stroke_width) == (None, 0.0)


def test_words_fade_with_their_underline_and_outline(tmp_path: Path) -> None:
    css = "span { opacity: 0.4; text-decoration: underline; -webkit-text-stroke: 0.1mm #036; }"
    face = compose(tmp_path, "<p>a <span>b</span></p>", css)
    (line,), (_, faded) = shapes(face), runs(face)
    assert (line.fill, faded.colour, faded.outline) == (
        (0, 0, 0, 102),
        (0, 0, 0, 102),
        (0, 51, 102, 102),
    )


@pytest.mark.parametrize("selector", ["span", "p"])
def test_a_faded_text_has_no_shadow(tmp_path: Path, selector: str) -> None:
    """It would be seen through the letters."""
    css = f"{selector} {{ opacity: 0.4; text-shadow: 1mm 1mm #ccc; }}"
    (problem,) = refusal(tmp_path, "<p>a <span>b</span></p>", css).problems
    assert problem.message == "opacity would fade a text and its shadow separately"


@pytest.mark.parametrize(
    ("look", "is_cut"),
    [
        ("border: 2mm solid transparent; background: #fff; background-clip: padding-box", True),
        ("background: linear-gradient(#fff8, #fff8)", True),
        ("background: #fff8", True),
        ("background: #fff", False),
    ],
)
def test_a_shadow_of_a_box_is_seen_only_outside_of_it(
    tmp_path: Path, look: str, *, is_cut: bool
) -> None:
    css = f"div {{ margin: 9mm; height: 9mm; box-shadow: 0 0 0 1mm #f00; {look}; }}"
    shadow = next(
        item for item in shapes(compose(tmp_path, "<div></div>", css)) if item.fill == RED
    )
    rings = flatten_path(shadow.path)
    area = abs(sum(map(measure_double_area, rings))) / 2
    assert area == pytest.approx(44 * 11 - is_cut * 42 * 9, abs=0.1)
