"""HTML and CSS as designers type it in pages for browsers, in a template."""

from base64 import b64encode
from html import unescape
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from composing import STYLE, colours, compose, composer, html, refusal, runs, shapes
from PIL import Image

from printgen.face.face import Face, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.raster import MAX_IMAGE_BYTES
from printgen.face.transform import find_item_bounds
from printgen.geometry import make_box
from printgen.layout.template.render import MAX_MERGED_LENGTH
from printgen.layout.template.sandbox import MAX_SOURCE_BYTES
from printgen.problems import Failure

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


@pytest.mark.parametrize("text", ["&LT;b&GT; &AMP;amp; x", "&lt;b&gt; &amp;amp; x"])
def test_a_named_character_is_never_markup(text: str, tmp_path: Path) -> None:
    (run,) = compose(tmp_path, f"<p>{text}</p>").items
    assert isinstance(run, TextRun)
    assert run.text == "<b> &amp; x"


@pytest.mark.parametrize("sign", ["&QUOT;", "&quot;", "&apos;"])
def test_a_named_character_ends_no_attribute(sign: str, tmp_path: Path) -> None:
    (run,) = compose(tmp_path, f'<p data-rule="a{sign} b">x{sign}</p>').items
    assert isinstance(run, TextRun)
    assert run.text == f"x{unescape(sign)}"


def test_a_named_line_end_keeps_the_line_numbers(tmp_path: Path) -> None:
    lines = "<p>a</p>\n<p>b&{};c</p>\n<p style='top: 0'>d</p>"
    for name in ("NewLine", "nbsp"):
        (problem,) = refusal(tmp_path, lines.format(name)).problems
        assert problem.where.line == 5


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


def first_line(face: Face) -> list[TextRun]:
    """The texts on the first line of a face."""
    return [run for run in runs(face) if run.y == runs(face)[0].y]


@pytest.mark.parametrize(
    ("selector", "red"),
    [
        ("p:not(:last-child)", "a b"),
        ("p:not(:first-child):not(:last-child)", "b"),
        ("p:not(:nth-child(odd))", "b"),
        ("p:not(:first-of-type)", "b c"),
        (":is(:first-child, :last-child)", "a c"),
        ('[data-kind="spell"] p', "a b c"),
        ('[data-tags~="rare"] p + p', "b c"),
    ],
)
def test_places_and_data_select_elements(selector: str, red: str, tmp_path: Path) -> None:
    body = '<div data-kind="spell" data-tags="new rare"><p>a</p><p>b</p><p>c</p></div>'
    found = colours(tmp_path, body, f"p {{ color: green; }} {selector} {{ color: red; }}")
    assert {text for text, ink in found.items() if ink == (255, 0, 0)} == set(red.split())


def test_rules_for_screens_are_not_printed(tmp_path: Path) -> None:
    css = "p { color: red; cursor: pointer; break-inside: avoid; -webkit-hyphens: manual; }"
    css += " @media screen { p { color: green; filter: blur(9px); } }"
    assert colours(tmp_path, "<p>a</p>", css) == {"a": (255, 0, 0)}
    (problem,) = refusal(tmp_path, "<p>a</p>", "@media (width) { p { top: 0; } }").problems
    assert "@media" in problem.message
    assert "write @media print" in problem.hint


def test_the_size_of_a_page_is_that_of_the_face(tmp_path: Path) -> None:
    face = compose(tmp_path, "<p>a</p>", "@page { size: 63mm 88mm; margin: 0; }")
    assert (face.width, face.height) == (63, 88)
    wrong = ("margin: 5mm;", "size: A4;", "@top-left { content: 'x'; }")
    for declared in (*wrong, "margin: calc(0mm);", "margin: var(--edge);", "margin: 0 max(0mm);"):
        assert "@page" in str(refusal(tmp_path, "<p>a</p>", f"@page {{ {declared} }}"))


@pytest.mark.parametrize("selector", [":first", "landscape", "cards:left"])
def test_a_page_rule_is_for_all_faces(selector: str, tmp_path: Path) -> None:
    """CSS Paged Media 3, 4.2: with a selector, the size would be that of some pages only."""
    failure = refusal(tmp_path, "<p>a</p>", f"@page {selector} {{ size: 20mm 30mm; }}")
    (problem,) = failure.problems
    assert selector in problem.message
    assert "write @page {" in problem.hint
    face = compose(tmp_path, "<p>a</p>", "@page /* all */ { size: 20mm 30mm; }")
    assert (face.width, face.height) == (20, 30)


@pytest.mark.parametrize(
    "width", ["calc(100% - 2 * (var(--edge) + 4mm))", "calc((var(--edge) + 20mm) * 2)"]
)
def test_variables_are_resolved_inside_parentheses(width: str, tmp_path: Path) -> None:
    css = ":root { --edge: 3mm; } div { height: 9mm; background: #000; }"
    (shape,) = compose(tmp_path, "<div></div>", f"{css} div {{ width: {width}; }}").items
    assert find_item_bounds(shape).width == pytest.approx(46)


def test_a_justified_text_reads_as_before(tmp_path: Path) -> None:
    """Each word is a run of its own, and no word continues another."""
    body = '<p data-field="rule">Whenever another announces it, <b>you may</b> join in today</p>'
    css = "p { width: 30mm; text-indent: 3mm; }"
    plain = compose(tmp_path, body, css).items
    spread = compose(tmp_path, body, css + "p { text-align: justify; }").items
    texts = [[item for item in items if isinstance(item, TextRun)] for items in (plain, spread)]
    words = [" ".join(run.text for run in runs) for runs in texts]
    assert words[0] == words[1] == "Whenever another announces it, you may join in today"
    assert not any(run.continues_field for run in texts[1])
    right = max(run.x + run.width for run in texts[1])
    assert right == pytest.approx(30, abs=0.01)
    assert texts[1][0].x == pytest.approx(3)


def test_a_box_with_a_ratio_may_grow_with_its_content(tmp_path: Path) -> None:
    """Its minimum height is auto then; otherwise a message names what makes it so low."""
    body = "<p>four lines of text</p>"
    css = "p { width: 10mm; aspect-ratio: 4 / 1; font-size: 4mm; background: #ff0; }"
    assert "which aspect-ratio sets" in str(refusal(tmp_path, body, css))
    ground, *lines = compose(tmp_path, body, css + "p { min-height: auto; }").items
    assert find_item_bounds(ground).height > 4 * len(lines) > 8
    clipped = css + "p { min-height: auto; overflow: hidden; }"
    assert "higher than its box of 2.50 mm\n" in str(refusal(tmp_path, body, clipped))


def test_no_break_spaces_are_spread_as_others(tmp_path: Path) -> None:
    """By `word-spacing` and in justified lines: the words are apart by equal gaps."""
    body = '<p data-field="rule">one&#160;two three&#160;four incomprehensibilities</p>'
    for css in ("word-spacing: 5mm; width: 50mm;", "text-align: justify; width: 40mm;"):
        words = first_line(compose(tmp_path, body, f"p {{ {css} }}"))
        assert [run.text for run in words] == ["one", "two", "three", "four"]
        gaps = [after.x - before.x - before.width for before, after in pairwise(words)]
        assert gaps == pytest.approx([gaps[0]] * len(gaps))
        assert gaps[0] > 2


def test_a_line_does_not_break_after_its_indent(tmp_path: Path) -> None:
    """A word that is too long for the rest of the first line does not leave that line empty."""
    body, css = "<p>Mississippiana two</p>", "p { width: 25mm; text-indent: 3mm; font-size: 4mm; }"
    failure = str(refusal(tmp_path, body, css))
    assert '"Mississippiana" is ' in failure
    assert "in a space of 25.00 mm" in failure
    for change in ("overflow-wrap: anywhere", "--min-size: 6pt"):
        first = next(iter(compose(tmp_path, body, f"{css} p {{ {change}; }}").items))
        assert isinstance(first, TextRun)
        assert first.text.startswith("Missi")
        assert 2 < first.x <= 3
        assert first.y < 5


def test_words_from_right_to_left_are_spread_too(tmp_path: Path) -> None:
    fonts = Path(__file__).parents[1] / "fonts" / "NotoHebrew.ttf"
    (tmp_path / "h.ttf").write_bytes(fonts.read_bytes())
    css = '@font-face { font-family: "H"; src: url("h.ttf"); } '
    css += 'p { font-family: "H"; width: 30mm; text-align: justify; }'
    words = "\u05e9\u05dc\u05d5\u05dd \u05dc\u05d5 \u05e9\u05dc\u05dd " * 4
    first = first_line(compose(tmp_path, f"<p>{words}</p>", css))
    assert min(run.x for run in first) == pytest.approx(0, abs=0.01)
    assert max(run.x + run.width for run in first) == pytest.approx(30, abs=0.01)
    assert first[0].x == min(run.x for run in first)


def test_a_box_has_at_most_ten_shadows(tmp_path: Path) -> None:
    """The time to draw them grew faster than their number: 37 s for 301 of them."""
    css = "p { margin: 5mm; background: #fff; box-shadow: %s; }"
    ten, eleven = (", ".join(["0 0 1mm #000"] * number) for number in (10, 11))
    assert compose(tmp_path, "<p>a</p>", css % ten).items
    for wrong in (css % eleven, f"p {{ --shadows: {eleven}; }}" + css % "var(--shadows)"):
        (problem,) = refusal(tmp_path, "<p>a</p>", wrong).problems
        assert "11" in problem.message
        assert "at most 10" in problem.hint


SVG_FILE = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
)


@pytest.mark.parametrize("coding", ["svg+xml,", "svg+xml;utf8,", "svg+xml;base64,", "png;base64,"])
def test_a_picture_may_be_in_its_url(coding: str, tmp_path: Path) -> None:
    data = quote(SVG_FILE) if "64" not in coding else b64encode(SVG_FILE.encode()).decode()
    if "png" in coding:
        stream = BytesIO()
        Image.new("RGB", (9, 9)).save(stream, "PNG")
        data = b64encode(stream.getvalue()).decode()
    face = compose(
        tmp_path, f'<img src="data:image/{coding}{data}"/>', "img { width: 9mm; height: 9mm; }"
    )
    (item,) = face.items
    assert isinstance(item, PlacedImage if "png" in coding else PlacedMark)
    assert find_item_bounds(item).width == pytest.approx(9)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("svg+xml,%3Csvg", "not XML"),
        ("svg+xml;utf8,", "not XML"),
        ("svg+xml;base64,A", "not base64"),
        ("png;base64,A", "not base64"),
        ("png;base64,AAAA", "not a valid PNG"),
    ],
)
def test_a_damaged_picture_in_its_url_is_an_error(url: str, reason: str, tmp_path: Path) -> None:
    (problem,) = refusal(tmp_path, f'<img src="data:image/{url}"/>').problems
    assert reason in problem.message
    assert url not in problem.message


@pytest.mark.parametrize("extra", ["x" * 9_999, "a/../../../b"])
def test_a_picture_in_its_url_is_no_file_of_a_subfolder(extra: str, tmp_path: Path) -> None:
    """It may be longer than a file name, and may contain what no path may contain."""
    data = f"data:image/svg+xml,{SVG_FILE.replace('<rect', f'<!-- {extra} --><rect')}"
    data = data.replace("<", "%3C")
    folder = tmp_path / "sub"
    folder.mkdir()
    folder.joinpath("card.html").write_text(html(f'<img src="{data}"/>'))
    folder.joinpath("card.css").write_text(STYLE + "img { width: 9mm; height: 9mm; }")
    face = composer(tmp_path).compose_face("sub/card.html", {}, "A-07", "card 7")
    assert [type(item) for item in face.items] == [PlacedMark]


def test_a_picture_in_its_url_has_a_maximum_size(tmp_path: Path) -> None:
    """It is smaller than that of a file: that of a template, its text or a style sheet."""
    assert max(MAX_SOURCE_BYTES, 4 * MAX_MERGED_LENGTH) <= MAX_IMAGE_BYTES
    url = "data:image/png;base64," + "A" * MAX_SOURCE_BYTES
    picture, ground = f'<img src="{url}"/>', f'p {{ background: url("{url}"); }}'
    for body, css in ((picture, ""), ("<p>a</p>", ground)):
        assert f"larger than {MAX_SOURCE_BYTES:,}" in str(refusal(tmp_path, body, css))
    context = {"url": url * (MAX_MERGED_LENGTH // MAX_SOURCE_BYTES)}
    failure = refusal(tmp_path, '<img src="{{ url }}"/>', "", context)
    assert f"more than {MAX_MERGED_LENGTH:,}" in str(failure)


@pytest.mark.parametrize(
    ("body", "css", "advice"),
    [
        ("<p>a</p>", "p { display: table-cell; }", "align-items: center"),
        ("<p>a</p>", "p { text-decoration: underline wavy red; }", "border-bottom"),
        ("<p>a</p>", "p { text-decoration-style: dotted; }", "border-bottom"),
        ("<p>a</p>", "p { shape-outside: circle(50%); }", "box of a float"),
        ("<p>a</p>", "p { mix-blend-mode: screen; }", "multiply"),
        ("<p>a</p>", "p::first-line { color: red; }", "field of its own"),
        ("<p>a</p>", "p { column-span: all; }", "grid"),
        ("<p><del>a</del></p>", "", "pale colour"),
        ('<svg><use href="#drop"/></svg>', "svg { width: 9mm; height: 9mm; }", "marks/drop.svg"),
    ],
)
def test_a_refusal_names_what_is_nearest(body: str, css: str, advice: str, tmp_path: Path) -> None:
    assert any(advice in problem.hint for problem in refusal(tmp_path, body, css).problems)


BANNER = "div { height: 12mm; line-height: 12mm; text-align: center; background: #036; }"


@pytest.mark.parametrize(
    ("shape", "is_whole"),
    [
        ("polygon(0 0, 100% 0, 94% 50%, 100% 100%, 0 100%, 6% 50%)", True),
        ("circle(40%)", True),
        ("circle()", True),
        ("inset(1mm 10%)", True),
        ("polygon(0 0, 100% 0, 50% 100%)", True),
        ("polygon(0 0, 100% 0, 0 20%)", False),
        ("circle(3mm at left)", False),
        ("inset(0 0 0 50%)", False),
    ],
)
def test_a_clip_path_cuts_no_text(shape: str, *, is_whole: bool, tmp_path: Path) -> None:
    body, css = "<div>Joust</div>", f"{BANNER} div {{ clip-path: {shape}; }}"
    if not is_whole:
        assert "cut off by clip-path" in str(refusal(tmp_path, body, css))
        return
    ground, text = compose(tmp_path, body, css).items
    assert isinstance(ground, Shape)
    assert isinstance(text, TextRun)
    assert len(ground.path) != 5 or find_item_bounds(ground).width < 60


@pytest.mark.parametrize(
    "shape",
    [
        "path('M0 0X')",
        "path(evenodd, 'M0 0H60V30H0ZM10 5H50V25H10Z')",
        "path('M0 0H60V30H0Z' 'M10 5H50V25H10Z')",
        "circle(1mm 2mm)",
        "polygon(0 0, 1mm 2mm)",
    ],
)
def test_another_clip_path_is_an_error(shape: str, tmp_path: Path) -> None:
    assert "polygon(" in str(refusal(tmp_path, "<p>a</p>", f"p {{ clip-path: {shape}; }}"))


def test_a_clip_path_places_no_boxes(tmp_path: Path) -> None:
    body = '<div><p class="in">a</p></div>'
    css = BANNER + "div { clip-path: inset(0); } .in { position: absolute; left: 0; top: 0; }"
    assert "position: relative" in str(refusal(tmp_path, body, css))
    assert compose(tmp_path, body, css + "div { position: relative; }").items


def test_any_element_may_have_data(tmp_path: Path) -> None:
    """And selectors find it, also on shapes; but only what prints a value has a data-field."""
    body = '<svg viewBox="0 0 9 9" data-of="a"><path data-of="b" d="M0 0h9v9z"/></svg>'
    css = "svg { width: 9mm; height: 9mm; } svg[data-of=a] [data-of=b] { fill: #ff0000; }"
    (shape,) = compose(tmp_path, body, css).items
    assert isinstance(shape, Shape)
    assert shape.fill == (255, 0, 0)
    assert "data-field" in str(refusal(tmp_path, body.replace("data-of", "data-field"), css))


def test_vw_is_a_share_of_the_face(tmp_path: Path) -> None:
    css = "p { width: 50vw; height: calc(10vh + 10vh); margin: 5vmin; background: #036; }"
    (ground,) = compose(tmp_path, "<p></p>", css).items
    box = find_item_bounds(ground)
    assert (box.left, box.width, box.height) == (2.0, 30.0, 8.0)
    (run,) = runs(compose(tmp_path, "<p>a</p>", "p { font-size: 10vmax; }"))
    assert run.size == pytest.approx(6 / 25.4 * 72)


@pytest.mark.parametrize("css", ["width: 5vw", "width: var(--w)", "font-size: 9vh"])
def test_vw_needs_a_face_with_a_size(css: str, tmp_path: Path) -> None:
    sheet = f"html {{ width: auto; --w: 3vmin; }} p {{ {css}; }}"
    made = composer(tmp_path, card_html=html("<p>a</p>"), card_css=STYLE + sheet)
    with pytest.raises(Failure, match="size is in the data"):
        made.compose_face("card.html", {"size": make_box(0, 0, 60, 40)}, "a", "a")


@pytest.mark.parametrize(
    ("css", "line", "length"),
    [
        ("width: var(--w);\ncolor: red;", 3, "3vmin"),
        ("--gap: 5vw;\nwidth: 3vh;", 4, "3vh"),
        ("--gap: 5vw;\nwidth: var(--gap);", 4, "5vw"),
        ("background-image: url('5vw.png');\nwidth: 3vh;", 4, "3vh"),
    ],
)
def test_a_wrong_vw_is_reported_once_where_it_is_used(
    css: str, line: int, length: str, tmp_path: Path
) -> None:
    Image.new("RGB", (4, 3)).save(tmp_path / "5vw.png")
    sheet = f"html {{ width: auto; --w: 3vmin; }}\np {{\n{css}\n}}"
    made = composer(tmp_path, card_html=html("<p>a</p>"), card_css=STYLE + sheet)
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {"size": make_box(0, 0, 60, 40)}, "a", "a")
    (problem,) = caught.value.problems
    assert problem.where.line == STYLE.count("\n") + line
    assert problem.message.startswith(f"{length} of a face")


def test_an_outline_inside_a_box_is_over_what_is_in_it(tmp_path: Path) -> None:
    css = ".o { height: 9mm; margin: 3mm; outline: 1mm LINE #fc0; outline-offset: -2mm; }"
    css += ".in { height: 9mm; background: #036; }"
    for line in ("solid", "dashed", "solid #fc0; overflow: hidden; outline: 2mm solid"):
        sheet = css.replace("LINE", line)
        first, *others = shapes(compose(tmp_path, '<div class="o"><p class="in"></p></div>', sheet))
        assert first.fill == (0, 51, 102)
        assert {item.fill or item.stroke for item in others} == {(255, 204, 0)}
    below = css.replace("LINE", "solid").replace("-2mm", "0")
    *_, last = shapes(compose(tmp_path, '<div class="o"><p class="in"></p></div>', below))
    assert last.fill == (0, 51, 102)


def test_a_sign_in_an_absolute_pseudo_element_is_drawn(tmp_path: Path) -> None:
    """Signs that could change a number stay texts."""
    rule = 'p {{ position: relative; }} p::before {{ content: "{}"; position: absolute; left: 1mm; '
    rule += "top: 9mm; }}"
    for sign in (*"⚔★“»", "★ "):
        face = compose(tmp_path, "<p>a</p>", rule.format(sign))
        assert [run.text for run in runs(face)] == ["a"]
        assert [item for item in face.items if isinstance(item, Shape)]
    for sign in ("−", "+", "3", "A", "★1", "→", "%", "½", "°", "”", "’", "○"):
        face = compose(tmp_path, "<p>a</p>", rule.format(sign))
        assert sorted("".join(run.text for run in runs(face))) == sorted(f"a{sign}")


def test_a_turned_text_may_have_the_corners_of_its_box_outside(tmp_path: Path) -> None:
    css = "p { position: absolute; left: 40mm; top: 1mm; font-size: 14mm; line-height: 1; "
    css += "text-transform: none; transform: rotate(TURN); }"
    assert runs(compose(tmp_path, "<p>Ao</p>", css.replace("TURN", "20deg")))
    outside = css.replace("left: 40mm", "left: 47mm").replace("TURN", "20deg")
    assert "beyond the face" in str(refusal(tmp_path, "<p>Ao</p>", outside))
    near = css.replace("left: 40mm", "left: 45.5mm").replace("TURN", "20deg")
    assert runs(compose(tmp_path, "<p>Ao</p>", near))
    outlined = near.replace("top:", "-webkit-text-stroke: 2mm #a12115; top:")
    assert "beyond the face" in str(refusal(tmp_path, "<p>Ao</p>", outlined))


@pytest.mark.parametrize(
    "css",
    [
        "tr { border-left: 1mm solid; }",
        "tr { border-bottom: 1mm solid; } td { border-bottom: 2mm solid; }",
        "td { border: 1mm dotted; }",
        "td { border: 1mm solid; } .a { border-color: #036; }",
        "td { border: 1mm solid; } table { border: 2mm solid; }",
        "td { border: 1mm solid; } .a { border-left: 0; }",
        "tr { padding: 1mm; border-bottom: 1mm solid; }",
        "thead { border-bottom: 1mm solid; }",
    ],
)
def test_lines_of_a_table_that_differ_are_refused(css: str, tmp_path: Path) -> None:
    table = '<table><thead><tr><td class="a">a</td><td>b</td></tr></thead></table>'
    sheet = f"table {{ border-collapse: collapse; }} {css}"
    assert "border" in str(refusal(tmp_path, table, sheet)) or "padding" in str(
        refusal(tmp_path, table, sheet)
    )


def test_a_width_below_the_first_row_is_refused(tmp_path: Path) -> None:
    rows = '<tr><td>a</td><td>b</td></tr><tr><td class="w">c</td><td>d</td></tr>'
    assert "first row" in str(refusal(tmp_path, f"<table>{rows}</table>", ".w { width: 9mm; }"))


@pytest.mark.parametrize("value", ["translate: 5mm", "rotate: 90deg", "scale: 0.5"])
def test_a_transform_has_its_own_property(value: str, tmp_path: Path) -> None:
    name, argument = value.split(": ")
    body, css = "<p>a</p>", "p { width: 20mm; height: 20mm; "
    face = compose(tmp_path, body, f"{css} {value}; }}")
    assert face.items == compose(tmp_path, body, f"{css} transform: {name}({argument}); }}").items
    assert f"{name}(1,2,3,4)" in str(refusal(tmp_path, body, f"{css} {name}: 1 2 3 4; }}"))
