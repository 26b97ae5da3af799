"""Properties of type: OpenType features, directions and hyphens, as the style sheet sets them."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from set_face import face, refused, setting

from printgen.face.face import TextRun
from printgen.layout.compose import Composer
from printgen.system.bundled import get_fonts_folder

HEBREW = Path(__file__).parents[1] / "fonts" / "NotoHebrew.ttf"

ROBOTO = 'p { font-family: "Roboto Condensed"; '


def run_of(folder: Path, body: str, css: str = "", root: str = "") -> TextRun:
    """The only text of a face."""
    (item,) = (item for item in face(folder, body, css, root).items if isinstance(item, TextRun))
    return item


@pytest.mark.parametrize(
    ("css", "features"),
    [
        ("", {}),
        ("font-kerning: none", {"kern": 0}),
        ("font-kerning: auto", {}),
        ("font-variant-ligatures: none", {"liga": 0, "clig": 0, "calt": 0}),
        ("letter-spacing: 1pt", {"liga": 0, "clig": 0, "dlig": 0}),
        ("font-variant-numeric: oldstyle-nums tabular-nums", {"onum": 1, "tnum": 1}),
        ("font-variant-caps: small-caps", {"smcp": 1}),
        ('font-feature-settings: "ss01", "tnum" 0, "onum" on', {"ss01": 1, "tnum": 0, "onum": 1}),
        ('letter-spacing: 1pt; font-feature-settings: "liga" 1', {"liga": 1, "clig": 0, "dlig": 0}),
        ('font-variant-numeric: tabular-nums; font-feature-settings: "tnum" off', {"tnum": 0}),
    ],
)
def test_features_are_those_of_the_style(
    css: str, features: Mapping[str, int], tmp_path: Path
) -> None:
    """Low-level settings come last, and tracked letters form no ligatures."""
    run = run_of(tmp_path, "<p>Office 15</p>", f"{ROBOTO}{css} }}")
    assert dict(run.features) == features
    assert list(run.features) == sorted(run.features)


@pytest.mark.parametrize(
    ("css", "message"),
    [
        ('font-feature-settings: "ss09"', 'the font "IBM Plex Sans Condensed" has no ss09'),
        ('font-feature-settings: "abc"', '"abc"'),
        ('font-feature-settings: "zero" -1', '"zero" -1'),
        ("font-variant-numeric: roman", "roman"),
        ("hyphens: auto", "hyphens: auto needs a language"),
    ],
)
def test_what_has_no_effect_is_an_error(css: str, message: str, tmp_path: Path) -> None:
    (problem,) = refused(tmp_path, "<p>Office 15</p>", f"p {{ {css}; }}")
    assert message in f"{problem.message} {problem.hint}"
    assert problem.where.line


@pytest.mark.parametrize(
    ("language", "message"),
    [("tlh", "pyphen cannot divide words of the language tlh"), ("en-GB", "needs pyphen")],
)
def test_words_that_cannot_be_divided_are_an_error(
    language: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if language == "en-GB":
        monkeypatch.setitem(sys.modules, "pyphen", None)
    (problem,) = refused(tmp_path, "<p>x</p>", "p { hyphens: auto; }", f' lang="{language}"')
    assert message in problem.message


def test_hyphens_are_printed_where_words_are_divided(tmp_path: Path) -> None:
    css = "p { width: 15mm; hyphens: auto; } html { text-wrap: wrap; }"
    body = '<p data-field="f">a reconnaissance</p>'
    items = face(tmp_path, body, css, ' lang="en-GB"').items
    runs = [(item.text, item.continues_field) for item in items if isinstance(item, TextRun)]
    assert runs == [("a recon-", False), ("naissance", True)]


@pytest.mark.parametrize(
    ("body", "css", "root", "side", "is_rtl"),
    [
        ("<p>אבר</p>", "", "", "right", True),
        ("<p>אבר</p>", "p { text-align: end; }", "", "left", True),
        ("<p>אבר</p>", "p { text-align: left; }", "", "left", True),
        ("<p>אבר</p>", "", ' dir="ltr"', "left", True),
        ("<p>abc</p>", "", ' dir="rtl"', "right", False),
        ("<p>abc</p>", "p { direction: rtl; }", "", "right", False),
        ("<p>abc</p>", "p { direction: ltr; }", ' dir="rtl"', "left", False),
        ("<p>abc</p>", "", ' dir="auto"', "left", False),
        ("<p>abc</p>", "p { text-align: end; }", "", "right", False),
    ],
)
def test_text_begins_at_its_side(
    body: str, css: str, root: str, side: str, is_rtl: bool, tmp_path: Path
) -> None:
    setting(tmp_path, body, css, root)
    composer = Composer((tmp_path,), (get_fonts_folder(), HEBREW))
    (run,) = composer.compose_face("card.html", {}, "A-07", "card 7").items
    assert isinstance(run, TextRun)
    assert run.is_rtl is is_rtl
    assert (run.x == pytest.approx(0.0)) is (side == "left")
    assert (run.x + run.width == pytest.approx(60.0)) is (side == "right")


def test_a_sign_is_close_to_the_emoji_before_it(tmp_path: Path) -> None:
    """The advance of an emoji has much space at its right."""
    css = 'p { font-family: "Alegreya", "Noto Emoji"; font-size: 10mm; }'

    def measure_gap(text: str) -> float:
        """The distance from the ink of an emoji to the piece after it, in mm."""
        items = face(tmp_path, f"<p>{text}</p>", css).items
        *_, emoji, after = (item for item in items if isinstance(item, TextRun))
        bearing = emoji.typeface.measure_right_bearing("🔥") * 10
        return after.x - emoji.x - emoji.typeface.measure("🔥", 10) + bearing

    assert measure_gap("🔥. So") == pytest.approx(0.5)
    assert measure_gap("a 🔥🔥!") == pytest.approx(0.5)
    assert measure_gap("🔥So") > 1.0
