"""The attribute `style` of elements in templates: what it sets, and what data cannot set by it."""

from pathlib import Path

import pytest
from composing import STYLE, colours, compose, composer, drawing, html, refusal, runs, shapes

RED, GREEN, BLUE = (255, 0, 0), (0, 128, 0), (0, 0, 255)


def test_it_is_stronger_than_rules_except_important_ones(tmp_path: Path) -> None:
    body = '<p id="a" style="color: red">a</p><p class="b" style="color: red; margin: 0">b</p>'
    body += '<p class="b" style="color: red !important">c</p>'
    css = "#a { color: green; } .b { color: green !important; }"
    assert colours(tmp_path, body, css) == {"a": RED, "b": GREEN, "c": RED}


def test_it_is_inherited_and_sets_custom_properties(tmp_path: Path) -> None:
    body = '<div style="color: red; --ink: blue"><p>a</p><p class="b">b</p></div><p>c</p>'
    body += '<p style="color: var(--ink, green)">d</p>'
    found = colours(tmp_path, body, ".b { color: var(--ink); }")
    assert found == {"a": RED, "b": BLUE, "c": (0, 0, 0), "d": GREEN}


def test_it_styles_drawings_and_their_shapes(tmp_path: Path) -> None:
    body = '<svg style="width: 9mm; fill: red" viewBox="0 0 9 9"><rect width="2" height="2"/>'
    body += '<rect width="1" height="1" fill="red" style="fill: green"/></svg>'
    assert [shape.fill for shape in shapes(compose(tmp_path, body))] == [RED, GREEN]


def test_each_row_has_its_own_value(tmp_path: Path) -> None:
    """The same composer composes all rows, so its caches must not mix them up."""
    body = '<div class="bar" style="width: {{ hp }}0%"></div><p style="color: {{ ink }}">a</p>'
    css = STYLE + ".bar { height: 2mm; background: #888; }"
    made = composer(tmp_path, card_html=html(body), card_css=css)
    for hp, ink, colour in ((3, "red", RED), (7, "red", RED), (7, "rgb(0 0 255)", BLUE)):
        face = made.compose_face("card.html", {"hp": hp, "ink": ink}, "A", "card")
        xs = [x for *_, x, _ in (step for step in shapes(face)[0].path if len(step) > 2)]
        assert max(xs) == pytest.approx(6 * hp)
        assert runs(face)[0].colour == colour


@pytest.mark.parametrize(
    ("style", "message"),
    [
        ("colour: red", "colour is not in the subset"),
        ("width: 20cqw", "width: cqw is not a unit on paper"),
        ("color: var(--ink)", "--ink is not set here"),
        ("--a: var(--a)", "--a refers to itself"),
        ("content: 'x'", "content has no effect in a style attribute"),
        ("p { color: red; }", "a rule inside a rule"),
        ("red", "not a declaration"),
        ("font-family: Nothing, Besley", "no font family"),
        ("--min-size: 6pt; --same: title", "--same has no effect in a style attribute"),
        ("font: italic 700 4mm Alegreya", 'no font "Alegreya" of weight 700 italic'),
    ],
)
def test_mistakes_name_the_line_of_each_element(style: str, message: str, tmp_path: Path) -> None:
    body = f'<div>\n<p style="{style}">a</p>\n<p style="{style}">b</p></div>'
    problems = refusal(tmp_path, body).problems
    assert [problem.where.line for problem in problems] == [4, 5]
    assert {Path(problem.where.file).name for problem in problems} == {"card.html"}
    assert all(problem.message.startswith(message) and problem.hint for problem in problems)


def test_a_mistake_is_reported_for_later_rows_too(tmp_path: Path) -> None:
    body = '<div class="{{ kind }}"><p style="color: var(--ink)">a</p></div>'
    made = composer(tmp_path, card_html=html(body), card_css=STYLE)
    for kind in ("a", "b", "a"):
        with pytest.raises(Exception, match="--ink is not set here"):
            made.compose_face("card.html", {"kind": kind}, "A", "card")


@pytest.mark.parametrize(
    "value",
    [
        *("red; position: absolute", "red !important", 'red" class="b', "red' id='b"),
        *("url(card.css)", "URL( card.css)", "red } p { color: red", "red /* ", "r\\65 d"),
    ],
)
def test_data_is_never_more_than_a_value(value: str, tmp_path: Path) -> None:
    body = '<p style="color: {{ x }}; background: {{ x }}">a</p>'
    problems = refusal(tmp_path, body, context={"x": value}).problems
    assert {problem.where.line for problem in problems} == {3}
    assert all("is not understood" in problem.message for problem in problems)


@pytest.mark.parametrize(
    "expression",
    [
        *("'color: {}'.format(x)", "'color: {a}'.format_map({'a': x})", "'color: %s' % x"),
        *("x ~ ''", "x if x else ''", "x or ''", "x + ''"),
    ],
)
def test_data_in_a_longer_expression_is_never_more_than_a_value(
    expression: str, tmp_path: Path
) -> None:
    body = f'<p style="{{{{ {expression} }}}}">a</p>'
    (problem,) = refusal(tmp_path, body, context={"x": "color: red; margin: 0"}).problems
    assert problem.message.startswith("not a declaration")


def test_data_may_be_any_text_in_a_string(tmp_path: Path) -> None:
    body = "<p style=\"--label: '{{ x }}'\">a</p>"
    text = 'it\'s; a {b} "c" \\ <d> /* url(e)'
    face = compose(tmp_path, body, "p::after { content: var(--label); }", {"x": text})
    assert "".join(run.text for run in runs(face)) == "a" + text


def test_the_template_may_choose_declarations(tmp_path: Path) -> None:
    body = """<p style="{{ "color: red; margin: 0" if x == "1" else "color: green" }}">a</p>
    <p style='{% if x == "2" %}color: {{ "r" "ed" }}{% endif %}'>b</p>"""
    assert colours(tmp_path, body, context={"x": "1"}) == {"a": RED, "b": (0, 0, 0)}
    assert colours(tmp_path, body, context={"x": "2"}) == {"a": GREEN, "b": RED}


def test_a_block_in_it_is_refused(tmp_path: Path) -> None:
    body = '<p style="{% block a %}color: {{ x }}{% endblock %}">a</p>'
    (problem,) = refusal(tmp_path, body, context={"x": "red"}).problems
    assert "{% block %} in a style attribute" in problem.message
    assert problem.where.line == 3


def test_shapes_take_lines_and_rules_from_style_sheets(tmp_path: Path) -> None:
    """Each look is the same by attributes, by a rule, by a style attribute, and inherited."""
    shape = '<path id="p" d="M10 30L20 10L30 30H10L20 22Z" fill="red" stroke="blue" {}/>'
    values = {
        "fill-opacity": "0.5",
        "stroke-opacity": "0.5",
        "fill-rule": "evenodd",
        "stroke-dasharray": "2 1",
        "stroke-linecap": "round",
        "stroke-linejoin": "bevel",
    }
    for name, value in values.items():
        plain, expected = (
            shapes(compose(tmp_path, drawing(shape.format(attribute))))
            for attribute in ("", f'{name}="{value}"')
        )
        assert plain != expected
        style = shape.format(f'style="{name}: {value}"')
        for content, css in (
            (shape.format(""), f"#p {{ {name}: {value}; }}"),
            (shape.format(""), f"body {{ {name}: {value}; }}"),
            (style, ""),
            (style, f"path {{ {name}: initial; }}"),
        ):
            assert shapes(compose(tmp_path, drawing(content), css)) == expected


@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("fill-opacity: 0.5", "fill-opacity"),
        ("fill-rule: evenodd", "fill-rule"),
        ("fill: none; stroke: #000; stroke-width: 2", "stroke-width"),
        ("fill: none; stroke: #000; stroke-dasharray: 2 1", "stroke-dasharray"),
        ("fill: none; stroke: #000; stroke-opacity: 0.5", "stroke-opacity"),
    ],
)
def test_a_mark_does_not_lose_its_style_silently(tmp_path: Path, style: str, name: str) -> None:
    (problem,) = refusal(tmp_path, mark_from_file(tmp_path, style)).problems
    assert problem.message.startswith(f"{name} has no effect on a mark")


def test_a_mark_may_inherit_the_width_of_strokes_that_it_has_not(tmp_path: Path) -> None:
    styles = "fill: #000; stroke-width: 2; stroke-linecap: round"
    assert compose(tmp_path, mark_from_file(tmp_path, styles))


def mark_from_file(folder: Path, style: str) -> str:
    (folder / "marks").mkdir()
    (folder / "marks/m.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9"/></svg>'
    )
    return f'<svg style="width: 9mm; {style}"><use href="marks/m.svg"/></svg>'


def test_a_comment_about_styles_changes_no_text(tmp_path: Path) -> None:
    body = '<!-- style="color: red --><p>{{ x }}</p>'
    assert [run.text for run in runs(compose(tmp_path, body, context={"x": "a; b"}))] == ["a; b"]
