"""Texts in drawings, shadows of texts, and rules in rules."""

from pathlib import Path

import pytest
from composing import compose, drawing, runs, shapes

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
