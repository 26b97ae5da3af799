"""Composing: one template, its data, one face; everything wrong with it at once."""

from pathlib import Path

import pytest
from composing import compose, composer, html, marks, refusal, runs, svg

from printgen.layout.compose import Composer
from printgen.layout.face import TextRun
from printgen.problems import ExitCode, Failure
from printgen.resources import fonts_folder, templates_folder


def test_a_face_has_its_id_size_and_items(tmp_path: Path) -> None:
    """In mm, as the svg states it."""
    face = compose(tmp_path, svg('<text y="9">{{ rank }}</text>', size=(63.5, 88.9)), {"rank": "K"})
    assert (face.id, face.width, face.height) == ("A-07", 63.5, 88.9)
    assert [run.text for run in runs(face)] == ["K"]


def test_a_page_of_html_is_a_face_too(tmp_path: Path) -> None:
    """Drawings among its words come along, their marks at their place."""
    text = (
        '<p>a <svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="6mm" viewBox="0 0 4 6">'
        '<defs><symbol id="s" viewBox="0 0 4 6"><rect width="4" height="6"/></symbol></defs>'
        '<use href="#s" width="4" height="6" data-field="m"/></svg></p>'
    )
    face = compose(tmp_path, "<!doctype html>\n" + html(text))
    assert (face.width, face.height) == (100, 80)
    (run,), (mark,) = runs(face), marks(face)
    space = run.typeface.advance(" ", 4)
    assert mark.field == "m"
    assert mark.matrix.apply(4, 6) == pytest.approx((run.x + run.width + space + 4, run.y))


def test_everything_wrong_with_a_face_is_told_at_once(tmp_path: Path) -> None:
    """Template and style sheet alike, each with its line and the face's title."""
    text = svg('<blink/>\n<rect fill="red"/>\n<text y="9">\u2603</text>', "p { float: left; }")
    failure = refusal(tmp_path, text)
    assert failure.exit_code == ExitCode.RULES
    lines = sorted(problem.where.line for problem in failure.problems)
    assert lines == [5, 6, 7, 8]
    assert {problem.where.subject.split(",")[0] for problem in failure.problems} == {"card 7"}
    assert {problem.where.file for problem in failure.problems} == {str(tmp_path / "card.svg")}


def test_what_does_not_fit_has_an_exit_of_its_own(tmp_path: Path) -> None:
    """Unless the template is wrong as well."""
    long = '<text x="50" y="9" data-field="kind">Reshuffle</text>'
    assert refusal(tmp_path, svg(long)).exit_code == ExitCode.DOES_NOT_FIT
    assert refusal(tmp_path, svg(long + "<blink/>")).exit_code == ExitCode.RULES


def test_a_mistake_of_a_template_names_its_file_and_line(tmp_path: Path) -> None:
    """Of the file that it stands in, however it came to be included."""
    (tmp_path / "part.svg").write_text("\n\n{{ nothing }}")
    failure = refusal(tmp_path, '\n{% include "part.svg" %}')
    (problem,) = failure.problems
    assert (problem.where.file, problem.where.line) == (str(tmp_path / "part.svg"), 3)
    assert problem.where.subject == "card 7"


def test_a_games_template_hides_the_bundled_one(tmp_path: Path) -> None:
    """And what it does not have is found in the next folder."""
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for folder in (own, bundled):
        folder.mkdir()
        (folder / "word.svg").write_text(folder.name)
    (bundled / "card.svg").write_text(svg('<text y="9">{% include "word.svg" %}</text>'))
    face = Composer((own, bundled), (fonts_folder(),)).compose("card.svg", {}, "a", "a")
    assert runs(face)[0].text == "own"


def test_words_of_the_rules_cannot_become_markup(tmp_path: Path) -> None:
    """They are escaped, in text and in attributes alike."""
    text = svg('<text y="9" data-field="{{ name }}">{{ word }}</text>')
    word, name = "</text><blink/> & {{ 1 }}", '"><blink/>'
    (run,) = runs(compose(tmp_path, text, {"word": word, "name": name}))
    assert (run.text, run.field) == (word, name)


def test_numbers_print_as_they_are(tmp_path: Path) -> None:
    """Whole, broken, negative; what a macro wrote stays markup."""
    text = svg(
        "{% macro t(x) %}<text y='{{ x }}'>{{ x }}</text>{% endmacro %}{{ t(3) }}{{ t(9.5) }}"
        "<text y='{{ [1, 2] | sum }}' x='{{ 7 / 2 }}'>{{ -1 }}{{ true }}</text>"
    )
    assert [run.text for run in runs(compose(tmp_path, text))] == ["3", "9.5", "-1True"]


CARD = """
{% macro word(n, x, y) %}
<text data-field="{{ n }}" x="{{ x }}" y="{{ y }}">{{ say[n] }}</text>
{% endmacro %}
<defs><symbol id="m" viewBox="0 0 9 9"><rect width="{{ wide }}" height="9"/></symbol></defs>
<g class="{{ suit }}" transform="translate({{ shift }} 0)">
{{ word("a", 5, 9) }}{{ word("b", 5 + wide, 19) }}
<text y="29" data-fit="20 4">{{ say.b }}<!-- no more --></text>
<use href="#m" x="30" y="9" width="5" height="5"/>
<text y="35" x="9">{{ say.a }} <tspan class="loud">{{ say.b }}</tspan></text></g>
<foreignObject x="30" y="20" width="25" height="18">
<p xmlns="http://www.w3.org/1999/xhtml">{{ say.a }} {{ say.b }}</p></foreignObject>
"""
CARD_CSS = (
    ".warm use { fill: #0f0; }"
    ".hearts { fill: #a12115; } .spades { fill: #000; } p { color: #333; }"
    "text, p { --min-size: 4pt; } .hearts text { fill: {{ suit_ink }}; }"
)


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
    text = svg(CARD, CARD_CSS).replace("<svg ", '<svg class="{{ root }}" ')
    text = text.replace('viewBox="0 0', 'viewBox="{{ -shift }} 0')
    together = composer(tmp_path, card_svg=text)
    alone = [composer(tmp_path).compose("card.svg", card, "x", "x") for card in cards]
    assert [together.compose("card.svg", card, "x", "x") for card in cards] == alone
    backwards = [together.compose("card.svg", card, "x", "x") for card in reversed(cards)]
    assert backwards == alone[::-1]
    # Spades take no notice of the ink.
    assert len({repr(face) for face in alone}) == 3 * (2 * 3 + 3)


def test_a_refused_card_leaves_nothing_behind(tmp_path: Path) -> None:
    """Its mistakes are told each time it is met, and the next card is clean."""
    text = svg(
        '<text x="{{ x }}" y="9" class="{{ of }}">{{ word }}</text>', ".n { fill: var(--n); }"
    )
    one = composer(tmp_path, card_svg=text)
    bad = ({"x": 58, "of": "", "word": "Jam"}, {"x": 5, "of": "", "word": "\u2603"})
    for context in (*bad, *bad):
        with pytest.raises(Failure) as caught:
            one.compose("card.svg", context, "x", "card 9")
        assert caught.value.exit_code == ExitCode.DOES_NOT_FIT
    good = {"x": 5, "of": "", "word": "Jam"}
    assert len(one.compose("card.svg", good, "x", "x").items) == 1


def test_many_different_cards_leave_little_behind(tmp_path: Path) -> None:
    """5,000 different texts are not kept."""
    one = composer(tmp_path, card_svg=svg('<text y="9">{{ n }}</text>'))
    for n in range(5_000):
        one.compose("card.svg", {"n": n}, "x", "x")
    (painter,) = one._painters.values()
    (group,) = painter._roots.values()
    assert len(group.known) <= 4_096


def test_style_sheets_that_differ_on_every_card_are_let_go(tmp_path: Path) -> None:
    """At most some dozens are kept."""
    one = composer(tmp_path, card_svg=svg('<text y="9">a</text>', "text { fill: #{{ n }}; }"))
    for n in range(100, 200):
        face = one.compose("card.svg", {"n": n}, "x", "x")
        (run,) = runs(face)
        assert run.colour == tuple(17 * int(digit) for digit in str(n))
    assert len(one._painters) <= 32


def test_typefaces_are_those_of_the_faces(tmp_path: Path) -> None:
    """The margin is set in the very font that the cards are."""
    one = composer(tmp_path, card_svg=svg('<text y="9">a</text>'))
    (run,) = one.compose("card.svg", {}, "x", "x").items
    assert isinstance(run, TextRun)
    assert one.typeface("IBM Plex Sans Condensed", 400) is run.typeface


def test_the_base_sheet_is_in_the_subset_of_both_kinds_of_page(tmp_path: Path) -> None:
    """Or no template would compose."""
    assert (templates_folder() / "base.css").is_file()
    for text in (svg('<text y="9">a</text>'), html("<p>a</p>")):
        assert compose(tmp_path, text).items
