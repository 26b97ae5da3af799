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


@pytest.mark.parametrize("css", ["", 'font-family: "Rye", cursive;', "font: 4mm Georgia, Rye;"])
def test_a_sign_is_printed_in_a_bundled_font(css: str, tmp_path: Path) -> None:
    """CSS Fonts 4, 5.3: browsers search all fonts for a letter that the listed ones lack."""
    face = compose(tmp_path, "<p>a ♥ ★</p>", f"p {{ {css} }}")
    families = [item.typeface.family for item in face.items if isinstance(item, TextRun)]
    assert families[0] == ("Rye" if css else "IBM Plex Sans Condensed")
    assert "Noto Sans Symbols 2" in families


@pytest.mark.parametrize(
    ("families", "printed", "has_note"),
    [
        ("sans-serif", "Roboto Condensed", False),
        ("serif", "Alegreya", False),
        ('"Rye", Arial, serif', "Rye", False),
        ("Georgia, serif", "Alegreya", True),
        ('"Helvetica Neue", Arial, sans-serif', "Roboto Condensed", True),
    ],
)
def test_a_font_that_is_missing_is_noted(
    families: str, printed: str, has_note: bool, tmp_path: Path
) -> None:
    """If the list names another one; browsers take that one too."""
    face = compose(tmp_path, "<p>a</p>", f"p {{ font-family: {families}; }}")
    (text,) = [item for item in face.items if isinstance(item, TextRun)]
    assert text.typeface.family == printed
    assert [printed in note.message for note in face.notes] == [True] * has_note


@pytest.mark.parametrize("families", ['"Roboto Condense", serif', "Arial, cursive", "Arial"])
def test_a_font_that_is_misspelt_is_an_error(families: str, tmp_path: Path) -> None:
    failure = refusal(tmp_path, "<p>a</p>", f"p {{ font-family: {families}; }}")
    assert "no font family" in str(failure)
