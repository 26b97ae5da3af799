"""Flow: where XHTML's lines, boxes and form fields come to stand."""

import pytest
from flowing import FONTS, REGULAR, baseline, box, refusal, shapes, texts

from printgen.face.face import FormField, TextRun
from printgen.geometry import MM_PER_POINT

FIRST = round(20 + baseline(2, 3), 3)
"""The first baseline of a paragraph of 2 mm type on 3 mm lines at y = 20."""


def test_lines_stand_a_line_height_apart() -> None:
    """Each line's baseline lies one line height under the one before, and x is the box's left."""
    flowed = box("<p>aaaa<br/>bbbb</p><p>cccc</p>")
    assert texts(flowed) == [
        ("aaaa", 10, FIRST),
        ("bbbb", 10, round(FIRST + 3, 3)),
        ("cccc", 10, round(FIRST + 6, 3)),
    ]


def test_a_run_says_everything_the_press_needs() -> None:
    """Size and tracking in points, advance in mm, colour and field are the element's."""
    css = "b { color: #a12115; letter-spacing: 1mm; }"
    (run,) = (item for item in box('<p data-field="a.b"><b>x y</b></p>', css))
    assert isinstance(run, TextRun)
    bold = FONTS.get_typeface("IBM Plex Sans Condensed", 700)
    assert run.typeface == bold
    assert run.size == pytest.approx(2 / MM_PER_POINT)
    assert run.tracking == pytest.approx(1 / MM_PER_POINT)
    assert run.width == pytest.approx(bold.measure("x y", 2) + 3)
    assert (run.colour, run.field, run.angle) == ((161, 33, 21), "a.b", 0)


def test_a_wrapped_field_is_several_runs_in_reading_order() -> None:
    """Every line of a field carries its name; words around it do not."""
    flowed = box('<p>so <span data-field="f">one two three</span> end</p>', room="width: 10mm;")
    runs = [(item.text, item.field) for item in flowed if isinstance(item, TextRun)]
    assert runs == [("so", None), ("one two", "f"), ("three", "f"), ("end", None)]


def test_an_inline_box_takes_room_at_its_ends_only() -> None:
    """Its padding is before the first word and after the last, also if it is on two lines."""
    css = "b { padding: 0 1mm; margin-left: 2mm; background: #000; color: #fff; }"
    flowed = box("<p>a <b>bbbb cccc</b> d</p>", css, room="width: 9mm;")
    width = FONTS.get_typeface("IBM Plex Sans Condensed", 700).measure("bbbb", 2)
    (left, _, right, _), (next_left, _, next_right, _) = shapes(flowed)
    first, second = (place for place in texts(flowed) if place[0] in ("bbbb", "cccc"))
    assert first[1] - left == pytest.approx(1, abs=0.01)
    assert right == pytest.approx(first[1] + width, abs=0.01)
    assert next_left == second[1] == 10
    assert next_right > 10 + FONTS.get_typeface("IBM Plex Sans Condensed", 700).measure("cccc", 2)


def test_an_inline_box_that_begins_with_a_break_keeps_its_edge() -> None:
    """The space in it, at which the line breaks, is not printed."""
    flowed = box("<p>aaaa<b> bbbb</b></p>", "b { padding: 0 1mm; }", room="width: 9mm;")
    assert [(text, x) for text, x, _ in texts(flowed)] == [("aaaa", 10), ("bbbb", 11)]


def test_an_inline_box_shrinks_with_its_text() -> None:
    css = "p { font-size: 4mm; height: 6mm; --min-size: 5pt; } b { padding: 0 2mm; }"
    css += "b { background: #000; color: #fff; }"
    flowed = box("<p>so many words that <b>none</b> is large</p>", css)
    (run,) = [item for item in flowed if isinstance(item, TextRun) and item.text == "none"]
    ((left, _, right, _),) = shapes(flowed)
    assert right - left == pytest.approx(run.width + 4 * run.size * MM_PER_POINT / 4, abs=0.01)


def test_an_inline_block_stands_on_the_baseline_of_its_last_line() -> None:
    css = "b { display: inline-block; }"
    flowed = {text: (x, y) for text, x, y in texts(box("<p>a <b>bb<br/>cc</b> d</p>", css))}
    assert flowed["a"][1] == flowed["cc"][1] == flowed["d"][1]
    assert flowed["bb"] == (flowed["cc"][0], pytest.approx(flowed["cc"][1] - 3))


@pytest.mark.parametrize(
    ("content", "css"),
    [
        ("a <b></b>", "b { padding: 1mm; }"),
        ("a <b>c</b>", "b { padding: 10%; }"),
        ("a <b>c</b>", "b { padding: 1mm; border: 1mm double; }"),
        ("a <b>c</b>", "b { display: inline-block; width: 50%; }"),
        ("a <b>c</b>", "b { display: inline-block; --min-size: 5pt; --same: x; }"),
        ("a <b><i>c</i></b>", "b { display: inline-block; } i { position: absolute; inset: 0; }"),
        ("a <b>c</b>", "b { vertical-align: top; }"),
        ("a <b>cccc</b>", "b { display: inline-block; overflow: hidden; width: 1mm; }"),
    ],
)
def test_an_inline_box_that_cannot_be_set_is_refused(content: str, css: str) -> None:
    assert "card.html:3: card 7" in refusal(f"<p>{content}</p>", css)


def test_pretty_text_does_not_end_with_one_short_word() -> None:
    """The second last word goes to the last line, unless both together are too wide for it."""
    css, body = "p { text-wrap: pretty; }", "<p>{}</p>"
    for words, lines in (
        ("three two in", ["three", "two in"]),
        ("one two three", ["one two", "three"]),
        ("one two threeeeee", ["one two", "threeeeee"]),
        ("one two", ["one two"]),
        ("one<br/>two", ["one", "two"]),
    ):
        flowed = box(body.format(words), css, room="width: 9mm;")
        assert [item.text for item in flowed if isinstance(item, TextRun)] == lines


def test_balanced_text_avoids_the_flaws_of_lines() -> None:
    """Lines of similar length first; then no line ends in one letter, if as many lines do."""
    for words, lines in (
        ("she walks in the wood", ["she walks", "in the wood"]),
        ("he saw a huge lion", ["he saw", "a huge lion"]),
    ):
        flowed = box(f"<p>{words}</p>", "p { text-wrap: balance; }", room="width: 14mm;")
        assert [item.text for item in flowed if isinstance(item, TextRun)] == lines


def test_a_line_broken_without_a_space_says_so() -> None:
    """Not after a space, a br or a picture, nor where another field ended."""

    def going_on(content: str, width: float) -> list[tuple[str, bool]]:
        flowed = box(f'<p data-field="f">{content}</p>', room=f"width: {width}mm;")
        return [(item.text, item.continues_field) for item in flowed if isinstance(item, TextRun)]

    assert going_on("one-two three-<br/>four", 5.2) == [
        ("one-", False),
        ("two", True),
        ("three-", False),
        ("four", False),
    ]
    assert going_on("one<b>-two</b>", 4.5) == [("one", False), ("-", False), ("two", True)]
    assert going_on('one-<b data-field="g">two</b>', 4) == [("one-", False), ("two", False)]


def test_a_soft_hyphen_shows_where_a_line_ends_at_it() -> None:
    """There alone; it takes no width elsewhere, tracked or not, and needs room where it shows."""
    word, first = "un\u00adread\u00adable", REGULAR.measure("unread-", 2)

    def lines(room: float, css: str = "") -> list[str]:
        return [text for text, _, _ in texts(box(f"<p>{word}</p>", css, room=f"width: {room}mm;"))]

    assert lines(30) == ["unreadable"]
    assert lines(first + 0.01) == ["unread-", "able"]
    assert lines(first - 0.01) == ["un-", "read-", "able"]
    (run,) = box(f"<p>{word}</p>", "p { letter-spacing: 1mm; }")
    assert isinstance(run, TextRun)
    assert run.width == pytest.approx(REGULAR.measure("unreadable", 2) + 10)


def test_a_thin_space_has_its_width_and_breaks_and_a_narrow_one_does_not() -> None:
    """A fifth of an em, and half of the space: as browsers have it of a font with neither."""
    assert REGULAR.measure("\u2009", 1) == 0.2
    assert REGULAR.measure("\u202f", 1) == REGULAR.measure(" ", 1) / 2
    broken = box("<p>aaa\u202faaa\u2009bbb</p>", room="width: 7.5mm;")
    assert [text for text, _, _ in texts(broken)] == ["aaa\u202faaa\u2009", "bbb"]


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_text_aligns_in_its_room(align: str, share: float) -> None:
    """The spare room stands right of, around or left of the line."""
    ((_, x, _),) = texts(box("<p>word</p>", f"p {{ text-align: {align}; }}"))
    assert x == pytest.approx(10 + share * (30 - REGULAR.measure("word", 2)), abs=0.001)


def test_margins_between_blocks_take_the_larger() -> None:
    """2 mm below and 5 mm above leave 5 mm; a parent keeps its child's margin in."""
    css = ".a { margin-bottom: 2mm; } .b { margin-top: 5mm; } .c { margin-top: 1mm; }"
    flowed = box('<p class="a">a</p><div class="b"><p class="c">b</p></div>', css)
    assert [y for _, _, y in texts(flowed)] == [FIRST, round(FIRST + 3 + 5 + 1, 3)]


def test_borders_padding_and_background_stand_round_the_text() -> None:
    """The background reaches under the border; a border lies inside its box; text is indented."""
    css = "p { margin: 1mm 2mm; border: 0.5mm solid #000; padding: 1mm; background-color: #eee; }"
    flowed = box("<p>a</p>", css)
    assert shapes(flowed) == [(12, 21, 38, 27), (12.25, 21.25, 37.75, 26.75)]
    assert texts(flowed) == [("a", 13.5, round(FIRST + 2.5, 3))]
    assert isinstance(flowed[-1], TextRun)


def test_borders_that_differ_are_drawn_side_by_side() -> None:
    """A rule under a heading is one filled strip at its foot."""
    flowed = box("<p>a</p>", "p { border-bottom: 0.5mm solid #888; }")
    assert shapes(flowed) == [(10, 23, 40, 23.5)]


def test_width_and_height_are_of_the_border_box() -> None:
    """Padding lies inside; percent is of the parent."""
    css = ".a { width: 50%; padding: 1mm; height: 7mm; background-color: #eee; }"
    flowed = box('<p class="a">a</p><p>b</p>', css)
    assert shapes(flowed) == [(10, 20, 25, 27)]
    assert texts(flowed)[1] == ("b", 10, round(FIRST + 7, 3))


def test_the_largest_type_of_a_line_makes_its_height() -> None:
    """A large word moves its line's baseline down and the lines stay clear of each other."""
    flowed = box('<p>a <span class="big">B</span><br/>c</p>', ".big { font-size: 4mm; }")
    first = round(20 + baseline(4, 6), 3)
    assert [y for _, _, y in texts(flowed)] == [first, first, round(20 + 6 + FIRST - 20, 3)]


def test_elements_round_a_word_make_room_too() -> None:
    """Small type in a large span, or an empty large span, stands on the large one's line."""
    css = ".big { font-size: 4mm; } .small { font-size: 2mm; }"
    around = box('<p><span class="big"><b class="small">a<br/>b</b></span></p>', css)
    empty = box('<p>a<span class="big"></span></p><p>c</p>', css)
    large = round(20 + baseline(4, 6), 3)
    assert [y for _, _, y in texts(around)] == [large, large + 6]
    assert [y for _, _, y in texts(empty)] == [large, FIRST + 6]


def test_spaces_between_runs_are_left_out_of_them_and_kept_on_the_line() -> None:
    """A run has no space at its ends; the word after it stands where the space leaves it."""
    flowed = box("<p>a <b>b</b> c</p>")
    bold = FONTS.get_typeface("IBM Plex Sans Condensed", 700)
    x = 10 + REGULAR.measure("a ", 2)
    assert [(text, place) for text, place, _ in texts(flowed)] == [
        ("a", 10),
        ("b", round(x, 3)),
        ("c", round(x + bold.measure("b", 2) + REGULAR.measure(" ", 2), 3)),
    ]


def test_a_no_break_space_alone_is_no_run() -> None:
    """It keeps the words apart and together, and the proof is not asked what it says."""
    flowed = box("<p>a<b>\u00a0</b>b</p>", "b { font-size: 4mm; }")
    bold = FONTS.get_typeface("IBM Plex Sans Condensed", 700)
    x = 10 + REGULAR.measure("a", 2) + bold.measure("\u00a0", 4)
    assert [(text, place) for text, place, _ in texts(flowed)] == [
        ("a", 10),
        ("b", round(x, 3)),
    ]


def test_a_table_has_the_widths_of_its_cols() -> None:
    """5 mm, half of 30 mm, and what is left; a cell of two columns starts at the first of them."""
    css = ".a { width: 5mm; } .b { width: 50%; }"
    cols = '<colgroup><col class="a"/><col class="b"/><col/></colgroup>'
    rows = '<tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td colspan="2">5</td></tr>'
    flowed = box(f"<table>{cols}<tbody>{rows}</tbody></table>", css)
    assert [(text, x) for text, x, _ in texts(flowed)] == [
        ("1", 10),
        ("2", 15),
        ("3", 30),
        ("4", 10),
        ("5", 15),
    ]


@pytest.mark.parametrize(
    ("align", "down"),
    [("top", 0), ("middle", 4.5), ("bottom", 9), ("baseline", baseline(4, 6) - baseline(2, 3))],
)
def test_cells_stand_where_vertical_align_says(align: str, down: float) -> None:
    """In a row of 12 mm beside a cell of larger type."""
    css = (
        "td { vertical-align: baseline; } .tall { height: 12mm; } .big { font-size: 4mm; }"
        f" .cell {{ vertical-align: {align}; }}"
    )
    row = '<tr class="tall"><td class="cell">a</td><td class="big">b</td></tr>'
    flowed = box(f"<table>{row}</table><p>end</p>", css)
    placed = {text: y for text, _, y in texts(flowed)}
    assert placed["a"] == pytest.approx(FIRST + down, abs=0.001)
    assert placed["end"] == pytest.approx(FIRST + 12, abs=0.001)


def test_a_row_is_as_high_as_its_highest_cell() -> None:
    """Backgrounds of the cells beside it reach as far down."""
    css = "td { background-color: #eee; padding: 1mm; }"
    flowed = box("<table><tr><td>a</td><td>b<br/>c</td></tr></table>", css)
    assert shapes(flowed) == [(10, 20, 25, 28), (25, 20, 40, 28)]


def test_a_row_holds_what_its_baseline_pushes_down() -> None:
    """Two small lines beside a large one: their first stands on its line, the second below it."""
    css = "td { vertical-align: baseline; } .big { font-size: 4mm; }"
    flowed = box('<table><tr><td>a<br/>b</td><td class="big">c</td></tr></table><p>end</p>', css)
    down = baseline(4, 6) - baseline(2, 3)
    places = {text: y for text, _, y in texts(flowed)}
    assert places["b"] == pytest.approx(FIRST + down + 3, abs=0.001)
    assert places["end"] == pytest.approx(FIRST + down + 6, abs=0.001)


def test_a_cell_of_two_columns_is_as_wide_as_both() -> None:
    """Its text ends where the second column does."""
    css = ".end { text-align: right; } .a { width: 12mm; }"
    cols = '<colgroup><col class="a"/><col class="a"/><col/></colgroup>'
    row = '<tr><td class="end" colspan="2">word</td><td>x</td></tr>'
    flowed = box(f"<table>{cols}{row}</table>", css)
    assert texts(flowed)[0][1] == pytest.approx(34 - REGULAR.measure("word", 2), abs=0.001)


def test_form_fields_take_the_place_their_style_gives_them() -> None:
    """Width, height and size from the style, which may fill a box."""
    css = (
        ".name { width: 12mm; height: 5mm; font-size: 3mm; margin: 1mm; } .fill { height: 9mm; }"
        ".fill > input, .fill > textarea { width: 100%; height: 100%; }"
    )
    flowed = box(
        '<input class="name" name="a" type="text"/><div class="fill"><textarea name="b"/></div>'
        '<div class="fill"><input type="checkbox" name="c"/></div>',
        css,
    )
    size = pytest.approx(3 / MM_PER_POINT), pytest.approx(2 / MM_PER_POINT)
    assert flowed == (
        FormField("a", "text", 11, 21, 12, 5, size[0], multiline=False),
        FormField("b", "text", 10, 27, 30, 9, size[1], multiline=True),
        FormField("c", "check", 10, 36, 30, 9, size[1], multiline=False),
    )


def test_type_shrinks_to_its_box_and_no_more_than_it_must() -> None:
    """Three lines of 3 mm go into 7 mm at some 78 %, and one step larger they would not."""
    css = ".b { font-size: 4mm; }"
    flowed = box('<p>a<br/>b</p><p class="b">c</p>', css, room="height: 10mm; --min-size: 3pt;")
    step = (1 - 3 * MM_PER_POINT / 4) / 32
    sizes = [item.size * MM_PER_POINT for item in flowed if isinstance(item, TextRun)]
    shrink = sizes[0] / 2
    assert 10 / 12 - step < shrink <= 10 / 12
    assert sizes == pytest.approx([2 * shrink, 2 * shrink, 4 * shrink])


def test_type_that_fits_is_not_touched() -> None:
    """No shrinking where there is room, to the hair."""
    flowed = box("<p>a<br/>b</p>", room="height: 6mm; --min-size: 3pt;")
    sizes = [item.size for item in flowed if isinstance(item, TextRun)]
    assert sizes == pytest.approx([2 / MM_PER_POINT] * 2)


def test_a_table_shrinks_as_a_whole() -> None:
    """`--min-size` on the table scales the type of all its cells until the longest word fits."""
    css = "table { --min-size: 3pt; } .a { width: 9mm; }"
    cols = '<colgroup><col class="a"/><col/></colgroup>'
    flowed = box(f"<table>{cols}<tr><td>incomprehensible</td><td>b</td></tr></table>", css)
    (long, long_x, _), (short, short_x, _) = texts(flowed)
    assert (long, long_x, short, short_x) == ("incomprehensible", 10, "b", 19)
