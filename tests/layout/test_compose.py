"""Composing: one template, its data, one face; everything wrong with it at once."""

from pathlib import Path

import pytest
from composing import STYLE, compose, composer, html, marks, refusal, runs

from printgen.layout.compose import Composer
from printgen.problems import ExitCode, Failure
from printgen.system.bundled import get_fonts_folder, get_templates_folder


def test_a_face_has_its_id_size_and_items(tmp_path: Path) -> None:
    """In mm, as its style states it."""
    css = "html { width: 63.5mm; height: 88.9mm; }"
    face = compose(tmp_path, "<p>{{ rank }}</p>", css, {"rank": "K"})
    assert (face.id, face.width, face.height) == ("A-07", 63.5, 88.9)
    assert [run.text for run in runs(face)] == ["K"]


def test_a_mark_among_words_stands_on_their_line(tmp_path: Path) -> None:
    """Its foot on the baseline, a space after the word before it."""
    (tmp_path / "marks").mkdir()
    (tmp_path / "marks/s.svg").write_text(
        '<symbol id="s" viewBox="0 0 4 6"><rect width="4" height="6"/></symbol>'
    )
    text = (
        '<p>a <svg xmlns="http://www.w3.org/2000/svg" class="m" data-field="m">'
        '<use href="marks/s.svg"/></svg></p>'
    )
    css = ".m { display: inline; width: 4mm; height: 6mm; }"
    made = composer(tmp_path, card_html="<!doctype html>\n" + html(text), card_css=STYLE + css)
    face = made.compose_face("card.html", {}, "1", "card 1")
    (run,), (mark,) = runs(face), marks(face)
    space = run.typeface.measure(" ", 4)
    assert mark.field == "m"
    assert mark.matrix.transform_point(4, 6) == pytest.approx(
        (run.x + run.width + space + 4, run.y)
    )


def test_everything_wrong_with_a_face_is_told_at_once(tmp_path: Path) -> None:
    """Template and style sheet alike, each with its line, and the template's with the title."""
    content = '<blink/>\n<p align="left">x</p>\n<p>\u13a0</p>'
    failure = refusal(tmp_path, content, "p { zoom: 2; }")
    assert failure.exit_code == ExitCode.RULES
    told = [(Path(one.where.file).name, one.where.line) for one in failure.problems]
    assert sorted(told) == [("card.css", 5), ("card.html", 3), ("card.html", 4), ("card.html", 5)]
    subjects = {one.where.subject for one in failure.problems if one.where.subject}
    assert subjects == {"card 7"}


def test_what_does_not_fit_has_an_exit_of_its_own(tmp_path: Path) -> None:
    """Unless the template is wrong as well."""
    long, css = '<p data-field="kind">Reshuffle</p>', "p { width: 5mm; }"
    assert refusal(tmp_path, long, css).exit_code == ExitCode.DOES_NOT_FIT
    assert refusal(tmp_path, long + "<blink/>", css).exit_code == ExitCode.RULES


def test_a_mistake_of_a_template_names_its_file_and_line(tmp_path: Path) -> None:
    """Of the file that it stands in, however it came to be included."""
    (tmp_path / "part.html").write_text("\n\n{{ nothing }}")
    failure = refusal(tmp_path, '\n{% include "part.html" %}')
    (problem,) = failure.problems
    assert (problem.where.file, problem.where.line) == (str(tmp_path / "part.html"), 3)
    assert problem.where.subject == "card 7"


def test_a_games_template_hides_the_bundled_one(tmp_path: Path) -> None:
    """And what it does not have is found in the next folder."""
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for folder in (own, bundled):
        folder.mkdir()
        (folder / "word.html").write_text(folder.name)
    (bundled / "card.html").write_text(html('<p>{% include "word.html" %}</p>'))
    (bundled / "card.css").write_text(STYLE)
    face = Composer((own, bundled), (get_fonts_folder(),)).compose_face("card.html", {}, "a", "a")
    assert runs(face)[0].text == "own"


def test_words_of_the_rules_cannot_become_markup(tmp_path: Path) -> None:
    """They are escaped, in text and in attributes alike."""
    word, name = "</p><blink/> & {{ 1 }}", '"><blink/>'
    context = {"word": word, "name": name}
    (run,) = runs(compose(tmp_path, '<p data-field="{{ name }}">{{ word }}</p>', "", context))
    assert (run.text, run.field) == (word, name)


def test_numbers_print_as_they_are(tmp_path: Path) -> None:
    """Whole, broken, negative; what a macro wrote stays markup."""
    text = (
        "{% macro t(x) %}<p>{{ x }}</p>{% endmacro %}{{ t(3) }}{{ t(9.5) }}"
        "<p>{{ -1 }}{{ true }}</p>"
    )
    assert [run.text for run in runs(compose(tmp_path, text))] == ["3", "9.5", "-1True"]


CARD = """
{% macro word(n) %}<p data-field="{{ n }}" class="w{{ wide }}">{{ say[n] }}</p>{% endmacro %}
<div class="{{ suit }} shift{{ shift }}">
{{ word("a") }}{{ word("b") }}
<p class="fit">{{ say.b }}<!-- no more --></p>
<svg xmlns="http://www.w3.org/2000/svg" class="m" viewBox="0 0 9 9">
<rect width="{{ wide }}" height="9"/></svg>
<p>{{ say.a }} <b class="loud">{{ say.b }}</b></p></div>
"""
CARD_CSS = (
    ".warm rect { fill: #0f0; } .fit { width: 9mm; height: 5mm; --min-size: 4pt; }"
    ".shift1 { padding-left: 1mm; } .w3 { width: 30mm; } .m { width: 5mm; }"
    ".hearts { color: #a12115; } .spades { color: #000; } .hearts p { color: var(--ink); }"
)


@pytest.mark.slow
def test_what_is_remembered_of_one_card_never_shows_on_another(tmp_path: Path) -> None:
    """Cards composed one after another are those that each would be alone, in any order."""
    cards = [
        {
            "say": {"a": a, "b": b},
            "suit": suit,
            "suit_ink": ink,
            "wide": wide,
            "shift": shift,
            "root": ("warm", "")[wide % 2],
        }
        for a, b in (("x", "y"), ("y", "x"), ("a longer word", "x"))
        for suit in ("hearts", "spades")
        for ink in ("#f00", "#00f")
        for wide, shift in ((3, 0), (4, 0), (3, 1))
    ]
    text = html(CARD).replace(
        "<html ", '<html class="{{ root }}" style="--ink: {{ suit_ink }}" ', 1
    )
    together = composer(tmp_path, card_html=text, card_css=STYLE + CARD_CSS)
    alone = [composer(tmp_path).compose_face("card.html", card, "x", "x") for card in cards]
    assert [together.compose_face("card.html", card, "x", "x") for card in cards] == alone
    backwards = [together.compose_face("card.html", card, "x", "x") for card in reversed(cards)]
    assert backwards == alone[::-1]
    # Spades take no notice of the ink.
    assert len(set(alone)) == 3 * (2 * 3 + 3)


def test_what_two_faces_show_alike_is_the_same_items(tmp_path: Path) -> None:
    """In the same place; elsewhere it is painted there, and what is placed over it comes last."""
    text = html('<div class="a"><p>Jam</p></div><p class="b">{{ word }}</p><p class="c">!</p>')
    css = ".a { position: relative; height: 8mm; } .far .a { height: 12mm; margin-top: 1mm; }"
    text = text.replace("<body", '<body class="{{ far }}"')
    one = composer(tmp_path, card_html=text, card_css=STYLE + css)
    first, other, far = (
        one.compose_face("card.html", {"word": word, "far": far}, "x", "x")
        for word, far in (("Two", ""), ("Three", ""), ("Two", "far"))
    )
    assert [run.text for run in runs(first)] == ["Two", "!", "Jam"]
    assert first.items[2] is other.items[2]
    assert first.items[1] is other.items[1]
    assert far.items[2] is not first.items[2]
    assert runs(far)[2].y == pytest.approx(runs(first)[2].y + 1)


def test_a_refused_card_leaves_nothing_behind(tmp_path: Path) -> None:
    """Its mistakes are told each time it is met, and the next card is clean."""
    text = html('<p class="{{ of }}">{{ word }}</p>')
    one = composer(tmp_path, card_html=text, card_css=STYLE + ".far { margin-left: 58mm; }")
    bad = ({"of": "far", "word": "Jam"}, {"of": "", "word": "\u13a0"})
    for context in (*bad, *bad):
        with pytest.raises(Failure) as caught:
            one.compose_face("card.html", context, "x", "card 9")
        assert caught.value.exit_code == ExitCode.DOES_NOT_FIT
    good = {"of": "", "word": "Jam"}
    assert len(one.compose_face("card.html", good, "x", "x").items) == 1


@pytest.mark.slow
def test_many_different_cards_leave_little_behind(tmp_path: Path) -> None:
    """5,000 different texts are not kept."""
    one = composer(tmp_path, card_html=html("<p>{{ n }}</p>"), card_css=STYLE)
    for n in range(5_000):
        one.compose_face("card.html", {"n": n}, "x", "x")
    (setter,) = one._face_engines.values()
    assert len(setter._box_cache._values) <= 4_096


@pytest.mark.slow
def test_style_sheets_that_differ_on_every_card_are_let_go(tmp_path: Path) -> None:
    """At most some dozens are kept."""
    text = html("<p>a</p>").replace("card.css", "{{ n }}.css")
    one = composer(tmp_path, card_html=text)
    for n in range(100, 200):
        (tmp_path / f"{n}.css").write_text(f"{STYLE} p {{ color: #{n}; }}")
        (run,) = runs(one.compose_face("card.html", {"n": n}, "x", "x"))
        assert run.colour == tuple(17 * int(digit) for digit in str(n))
    assert len(one._face_engines) <= 32


def test_typefaces_are_those_of_the_faces(tmp_path: Path) -> None:
    """The margin is set in the very font that the cards are."""
    one = composer(tmp_path, card_html=html("<p>a</p>"), card_css=STYLE)
    (run,) = runs(one.compose_face("card.html", {}, "x", "x"))
    assert one.get_typeface("IBM Plex Sans Condensed", 400) is run.typeface


def test_the_ground_of_all_faces_is_in_the_subset_and_says_nothing_of_them(tmp_path: Path) -> None:
    """Without a style of its own a face prints words as HTML has them: no margins, no marks."""
    assert (get_templates_folder() / "boxes.css").is_file()
    face = compose(tmp_path, "<ul><li>a</li></ul><h1>b</h1>")
    assert [(run.text, run.x) for run in runs(face)] == [("a", 0), ("b", 0)]
