"""Floats and first letters, and what may not be next to them."""

from pathlib import Path

import pytest
from composing import compose, refusal, runs

from printgen.face.face import Shape
from printgen.face.transform import find_item_bounds

TEXT = "Shoot twice each turn. Then move up to four inches, and so on."
SHEET = "body { padding: 2mm; text-wrap: wrap; } p { font-size: 3mm; line-height: 4mm; }"
FLOAT = ".f { float: left; width: 20mm; height: 7mm; background: #036; }"


def test_lines_next_to_a_float_are_shorter(tmp_path: Path) -> None:
    face = compose(tmp_path, f'<div class="f"></div><p>{TEXT}</p>', SHEET + FLOAT)
    first, second, third, *_ = runs(face)
    assert (first.x, second.x, third.x) == (22.0, 22.0, 2.0)
    assert first.x + first.width <= 58.0


def test_a_word_that_has_no_room_is_below_the_float(tmp_path: Path) -> None:
    css = SHEET + FLOAT.replace("20mm", "50mm")
    (run,) = runs(compose(tmp_path, '<div class="f"></div><p>inconceivable</p>', css))
    assert (run.x, round(run.y - 9.0, 6) > 0) == (2.0, True)


@pytest.mark.parametrize("body", ['<p class="a">a</p>', '<div class="a"><p>a</p><p>a</p></div>'])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_box_next_to_a_float_is_aligned(side: str, body: str, tmp_path: Path) -> None:
    css = SHEET + FLOAT.replace("left", side) + ".a { justify-self: end; }"
    run, *_ = runs(compose(tmp_path, f'<div class="f"></div>{body}', css))
    # A box with only text is in the whole width, and its line is below the float.
    end = 38.0 if side == "right" and body.startswith("<div") else 58.0
    assert run.x + run.width == pytest.approx(end)


@pytest.mark.parametrize("side", ["left", "right", "both"])
def test_a_cleared_box_is_below_the_floats_of_its_side(side: str, tmp_path: Path) -> None:
    css = SHEET + FLOAT + f"p {{ clear: {side}; }}"
    (run,) = runs(compose(tmp_path, '<div class="f"></div><p>a</p>', css))
    assert run.x == (22.0 if side == "right" else 2.0)


def test_a_box_contains_its_floats(tmp_path: Path) -> None:
    body = '<div class="g"><div class="f"></div><p>a</p></div>'
    css = SHEET + FLOAT + ".g { background: #fc0; }"
    ground, *_ = [item for item in compose(tmp_path, body, css).items if isinstance(item, Shape)]
    assert find_item_bounds(ground).height == pytest.approx(7.0)


def test_text_next_to_a_float_shrinks_until_it_fits(tmp_path: Path) -> None:
    css = SHEET + FLOAT + "p { height: 10mm; --min-size: 5pt; line-height: 1.2; font-size: 5mm; }"
    face = compose(tmp_path, f'<div class="f"></div><p>{TEXT}</p>', css)
    sizes = {run.size for run in runs(face)}
    assert len(sizes) == 1
    assert 5.0 <= sizes.pop() < 14.0


def test_a_box_that_has_no_room_for_a_word_is_below_the_float(tmp_path: Path) -> None:
    css = SHEET + FLOAT.replace("20mm", "52mm") + ".g { margin: 0 1mm; }"
    body = '<div class="f"></div><div class="g"><p>Shoot</p><p>twice</p></div>'
    first, second = runs(compose(tmp_path, body, css))
    assert (first.x, second.x) == (3.0, 3.0)
    assert first.y > 9.0


@pytest.mark.parametrize(
    ("css", "message"),
    [
        ("width: 0; height: 0", ""),
        ("width: 300%", "is 168.00 mm wide in a space of 56.00 mm"),
        ("margin: -3mm", "extends 1.00 mm beyond the face"),
        ("width: 99999mm", "is 99999.00 mm wide in a space of 56.00 mm"),
        ("height: 99999mm", "is 99963.00 mm higher than its box of 36.00 mm"),
    ],
)
def test_an_odd_size_is_set_or_refused(css: str, message: str, tmp_path: Path) -> None:
    """In any case, the text is there or the face is not."""
    body, sheet = f'<div class="f"></div><p>{TEXT}</p>', SHEET + FLOAT + f".f {{ {css}; }}"
    if message:
        assert message in str(refusal(tmp_path, body, sheet))
    else:
        face = compose(tmp_path, body, sheet)
        assert " ".join(run.text for run in runs(face)) == TEXT


@pytest.mark.parametrize(
    ("body", "css", "message"),
    [
        ("<p>a <i class='f'>b</i></p>", "", "after text"),
        ("<p><b>a<i class='f'>b</i></b></p>", "", "inside <b>"),
        ("<table class='f'><tr><td>a</td></tr></table>", "", "float of <table>"),
        ("<table><tr><td class='f'>a</td></tr></table>", "", "float on <td>"),
        ("<p><b>ab</b></p>", "b::first-letter { color: red; }", "in a line of text"),
        ("<p><b>ab</b></p>", "p::first-letter { color: red; }", "does not begin with text"),
        (
            "<p>ab</p>",
            'p::before { content: "x"; } p::first-letter { color: red; }',
            "does not begin with text",
        ),
        ("<p>ab</p>", "p::first-letter { display: none; }", "has no effect"),
        ("<p>ab</p>", "p::first-letter { position: absolute; left: 0; }", "has no effect"),
        ("<p>ab</p>", "p::first-letter { float: left; rotate: 9deg; }", "has no effect"),
        ("<p>ab<br class='c'/>cd</p>", ".c { clear: both; }", "clear on <br>"),
        ("<table><tr class='f'><td>a</td></tr></table>", "", "float on <tr>"),
        ("<table><thead class='f'><tr><td>a</td></tr></thead></table>", "", "float on <thead>"),
        ("<table><caption class='f'>b</caption></table>", "", "float on <caption>"),
        ("<table><tr><td>a</td></tr></table>", "td { width: fit-content; }", "fit-content on <td>"),
        ("<p>ab</p>", "p { display: flex; } p::first-letter { color: red; }", "begin with text"),
    ],
)
def test_what_cannot_float_is_refused(body: str, css: str, message: str, tmp_path: Path) -> None:
    rule = ".f { float: left; font-style: normal; }"
    assert message in str(refusal(tmp_path, body, rule + css))


def test_a_first_letter_belongs_to_its_field(tmp_path: Path) -> None:
    css = SHEET + "p::first-letter { float: left; font-size: 8mm; line-height: 1; }"
    first, second, *_ = runs(compose(tmp_path, f'<p data-field="text">{TEXT}</p>', css))
    assert (first.text, first.field, second.field) == ("S", "text", "text")
    assert second.text.startswith("hoot")
    assert second.continues_field
    assert not first.continues_field


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("“Shoot” it", "“S"),
        ("A turn", "A"),
        ("’Tis", "’T"),
        ("(x) y", "(x)"),
        ("A-10", "A"),
        ("— and so on", "—"),
    ],
)
def test_a_first_letter_takes_the_signs_next_to_it(text: str, letter: str, tmp_path: Path) -> None:
    css = SHEET + "p::first-letter { float: left; font-size: 8mm; line-height: 1; }"
    first, second, *_ = runs(compose(tmp_path, f"<p>{text}</p>", css))
    assert first.text == letter
    assert second.continues_field == (not text[len(letter)].isspace())


def test_an_empty_text_has_no_first_letter(tmp_path: Path) -> None:
    css = SHEET + "p::first-letter { float: left; font-size: 8mm; line-height: 1; }"
    assert not runs(compose(tmp_path, "<p></p><p> </p>", css))


def test_an_absolute_box_is_not_before_the_first_letter(tmp_path: Path) -> None:
    css = SHEET + "p::first-letter { float: left; font-size: 8mm; line-height: 1; }"
    css += "p::before { content: '+'; position: absolute; left: 30mm; top: 30mm; }"
    texts = [run.text for run in runs(compose(tmp_path, "<p>Shoot</p>", css))]
    assert texts == ["S", "hoot", "+"]


def test_a_text_with_an_absolute_box_is_next_to_a_float(tmp_path: Path) -> None:
    css = SHEET + FLOAT + "p { position: relative; } p::before { content: ''; position: absolute; "
    css += "left: 1mm; top: 0; width: 2mm; height: 2mm; background: #a12115; }"
    face = compose(tmp_path, f'<div class="f"></div><p>{TEXT}</p>', css)
    assert [run.x for run in runs(face)] == [22.0, 22.0, 2.0]
    *_, box = [item for item in face.items if isinstance(item, Shape)]
    assert find_item_bounds(box).left == pytest.approx(3.0)
