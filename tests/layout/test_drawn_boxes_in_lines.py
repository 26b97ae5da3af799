"""Drawings and pictures in a line of text have the boxes that they have elsewhere."""

from pathlib import Path

import pytest
from composing import compose, refusal, runs, written
from PIL import Image

SVG = '<svg class="in-line g" viewBox="0 0 24 24"><rect width="24" height="24" fill="#f00"/></svg>'
IMG = '<img class="in-line g" src="a.png"/>'


@pytest.mark.parametrize("drawn", [SVG, IMG])
@pytest.mark.parametrize(
    "css",
    [
        "filter: invert(1)",
        "mask-image: linear-gradient(#000, transparent)",
        "clip-path: inset(1mm)",
        "transform: rotate(90deg)",
        "border: 0.3mm solid #00f",
        "border: 1mm solid; border-image: linear-gradient(#f00, #00f) 1",
        "outline: 0.3mm solid #00f; outline-offset: -1mm",
        "padding: 1mm; background: #0f0",
        "border-radius: 1mm",
        "box-shadow: 0.2mm 0.2mm #888",
        "position: relative; top: 1mm",
    ],
)
def test_a_box_in_a_line_is_painted_like_one_in_an_inline_block(
    css: str, drawn: str, tmp_path: Path
) -> None:
    Image.new("RGB", (60, 40), (200, 30, 30)).save(tmp_path / "a.png")
    sheet = "body { padding: 3mm; } b { display: inline-block; } b .g { display: block; }"
    sheet += f".g {{ width: 6mm; height: 6mm; margin: 0.5mm; {css}; }}"
    bodies = f"<p>a {drawn} x</p>", f"<p>a <b>{drawn}</b> x</p>"
    if "mask" in css and drawn == SVG:
        assert len({str(refusal(tmp_path, body, sheet)) for body in bodies}) == 1
        return
    in_line, in_block = (written(compose(tmp_path, body, sheet).items) for body in bodies)
    assert in_line == in_block
    plain = written(compose(tmp_path, bodies[0], sheet.replace(css, "")).items)
    if css.startswith(("filter", "mask", "clip", "border-radius")) and drawn == IMG:
        items = [
            [item for item in compose(tmp_path, bodies[0], text).items if hasattr(item, "data")]
            for text in (sheet, sheet.replace(css, ""))
        ]
        assert items[0] != items[1]
    elif not (css.startswith("transform") and drawn == IMG):
        assert in_line != plain


def test_a_text_next_to_it_stays_in_its_place(tmp_path: Path) -> None:
    Image.new("RGB", (60, 40), (200, 30, 30)).save(tmp_path / "a.png")
    sheet = ".g { width: 6mm; height: 6mm; margin: 1mm; } .h { filter: invert(1); }"
    bodies = f"<p>a {IMG} x</p>", f"<p>a {IMG} x</p>".replace(' g"', ' g h"')
    first, second = (
        [(run.text, run.x, run.y) for run in runs(compose(tmp_path, body, sheet))]
        for body in bodies
    )
    assert first == second


def test_what_would_fade_separately_is_refused(tmp_path: Path) -> None:
    sheet = ".g { width: 6mm; height: 6mm; opacity: 0.5; background: #00f; }"
    assert "opacity on <svg>" in str(refusal(tmp_path, f"<p>a {SVG} x</p>", sheet))
