"""HTML and CSS as designers type it in pages for browsers, in a template."""

from pathlib import Path

import pytest
from composing import compose, refusal

from printgen.face.face import Shape, TextRun

DRAWING = '<svg viewBox="0 0 9 9" width="90" height="90"><g><path d="M0 0h9v9z"/></g></svg>'


@pytest.mark.parametrize("inside", ["<p>x</p>", "<div>{}</div>", "<p>{}</p>"])
def test_a_drawing_needs_no_namespace(inside: str, tmp_path: Path) -> None:
    """HTML Standard, 13.2.6.5. Without its namespace, it was not printed at all."""
    body = inside.format(DRAWING) if "{}" in inside else inside + DRAWING
    face = compose(tmp_path, body)
    named = compose(tmp_path, body.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))
    assert [item for item in face.items if isinstance(item, Shape)]
    assert face.items == named.items


@pytest.mark.parametrize("text", ["a&nbsp;b &ndash; c", "a&#160;b \u2013 c", "a\u00a0b &#x2013; c"])
def test_characters_may_have_their_names_in_html(text: str, tmp_path: Path) -> None:
    (run,) = compose(tmp_path, f"<p>{text}</p>").items
    assert isinstance(run, TextRun)
    assert run.text == "a\u00a0b \u2013 c"


def test_signs_of_markup_stay_signs(tmp_path: Path) -> None:
    (run,) = compose(tmp_path, "<p>&lt;b&gt; &amp;amp; x</p>").items
    assert isinstance(run, TextRun)
    assert run.text == "<b> &amp; x"
    assert "&nbsp;" in str(refusal(tmp_path, "<p>&nbps;</p>"))


def test_a_rule_between_paragraphs_needs_no_slash(tmp_path: Path) -> None:
    assert len(compose(tmp_path, "<p>a</p><hr><p>b</p>").items) == 3
