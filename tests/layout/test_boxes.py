"""Boxes: what stands where is held against Chromium in tests/browser; here what comes of it."""

import re
from pathlib import Path

import pytest
from composing import composer, marks, runs, shapes
from set_face import GROUND, face, page, refused, setting

from printgen.face.face import FormField, PlacedImage, Shape
from printgen.face.outlines import find_path_bounds
from printgen.geometry import Box
from printgen.problems import ExitCode, Failure

SPADE = '<symbol id="spade" viewBox="0 0 10 20"><path d="M0 0 H10 V20 H0 Z"/></symbol>'
MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="{}" data-field="suit">'
    '<use href="marks/spade.svg"/></svg>'
)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<rect width="20" height="10" fill="red"/></svg>'
)
LONG = "Ever so many words that would not stand in so small a box at their full size"


def with_mark(folder: Path) -> Path:
    folder.joinpath("marks").mkdir()
    folder.joinpath("marks/spade.svg").write_text(SPADE)
    return folder


def test_type_shrinks_until_its_box_holds_it_and_no_further(tmp_path: Path) -> None:
    made = face(tmp_path, f'<p class="p">{LONG}</p>', ".p { height: 7mm; --min-size: 5pt; }")
    sizes = {round(run.size, 3) for run in runs(made)}
    assert len(sizes) == 1
    assert 5 < sizes.pop() < 9
    assert len(runs(made)) == 2


def test_each_letter_keeps_its_own_least_size(tmp_path: Path) -> None:
    """All shrink by one factor: the small stop at 5 pt, the large go on."""
    body = f'<div class="d"><p class="large">{LONG}</p><p class="small">small</p></div>'
    css = (
        ".d { height: 8mm; --min-size: 5pt; } .large { font-size: 5mm; } .small { font-size: 2mm; }"
    )
    made = face(tmp_path, body, css)
    large, small = runs(made)[0].size, runs(made)[-1].size
    assert small == pytest.approx(5)
    assert 5 < large < 9


def test_what_is_too_much_at_the_least_size_is_told_with_its_field(tmp_path: Path) -> None:
    body = f'<div class="d"><p data-field="rule">{LONG} {LONG}</p></div>'
    (problem,) = refused(tmp_path, body, ".d { height: 4mm; --min-size: 7pt; }")
    assert problem.where.file.endswith("card.html")
    assert (problem.where.line, problem.where.field) == (3, "rule")
    assert "higher than its box of 4.00 mm" in problem.message
    assert "--min-size" in problem.hint


@pytest.mark.parametrize("columns", ["9mm 1fr", "20% 1fr", "minmax(0, 1fr) 1fr", "1fr 1fr"])
def test_an_item_with_a_ratio_may_be_lower_than_its_row(columns: str, tmp_path: Path) -> None:
    """Browsers derive its width from the row only if that makes its column wider."""
    css = f".d {{ display: grid; grid-template-columns: {columns}; height: 33mm; }}"
    body = '<div class="d"><p class="a"></p><p>x</p></div>'
    assert face(tmp_path, body, css + " .a { aspect-ratio: 1; max-width: 20mm; }").items


@pytest.mark.parametrize("where", ["center", "start", "stretch"])
def test_a_word_wider_than_its_column_is_told_however_it_is_aligned(
    where: str, tmp_path: Path
) -> None:
    body = '<div class="d"><p data-field="name">Seventysevenpounder</p></div>'
    css = f".d {{ display: flex; flex-direction: column; align-items: {where}; width: 20mm; }}"
    (problem,) = refused(tmp_path, body, css + " p { white-space: nowrap; }")
    assert (problem.where.subject, problem.where.field) == ("card 7", "name")
    assert problem.message.startswith('"Seventysevenpounder" is ')
    assert problem.message.endswith(" mm wide in a space of 20.00 mm")


def test_the_word_that_is_wider_than_a_grid_is_told(tmp_path: Path) -> None:
    body = (
        '<div class="d"><p data-field="a">It is</p><p data-field="b">Seventysevenpounder</p></div>'
    )
    (problem,) = refused(tmp_path, body, ".d { display: grid; width: 20mm; }")
    assert problem.where.field == "b"
    assert problem.message.endswith(" mm wide in a space of 20.00 mm")


def test_a_word_shrinks_to_its_column_however_it_is_aligned(tmp_path: Path) -> None:
    css = ".d { display: flex; flex-direction: column; align-items: center; width: 20mm; }"
    body = '<div class="d"><p>Seventysevenpounder</p></div>'
    (run,) = runs(face(tmp_path, body, css + " .d { --min-size: 5pt; }"))
    assert 18 < run.width <= 20


def test_a_face_of_kept_boxes_tells_its_own_line(tmp_path: Path) -> None:
    """The box of the first face stands two lines higher in the second."""
    text = page('{{ "\n\n" if low }}<div class="{{ kind }}"><p data-field="rule">words</p></div>')
    made = composer(tmp_path, card_html=text, card_css=GROUND + ".d { height: 2mm; }")
    made.compose_face("card.html", {"low": True, "kind": "c"}, "A-1", "card 1")
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {"low": False, "kind": "d"}, "A-2", "card 2")
    assert caught.value.exit_code is ExitCode.DOES_NOT_FIT
    assert caught.value.problems[0].where.full_subject == "card 2, rule"


MANY = '<div class="d"><h1>Seven</h1><p>words</p><p class="row"><b>so</b> many</p></div>'


@pytest.mark.parametrize(
    ("body", "css"),
    [
        (MANY, ".d { padding: 320mm; }"),
        (MANY, "body { padding: 320mm; }"),
        (MANY, ".d { height: 12mm; padding: 9mm 0; }"),
        (MANY, ".d { border: 40mm solid #000; }"),
        (MANY, ".d { display: flex; padding: 0 50mm; }"),
        (f'<div class="o">{MANY}{MANY}</div>', ".d { padding: 50mm; }"),
    ],
)
def test_a_box_without_room_is_the_only_cause(body: str, css: str, tmp_path: Path) -> None:
    problems = {problem.message: problem for problem in refused(tmp_path, body, css)}
    ((message, problem),) = problems.items()
    assert "border and padding of" in message
    assert problem.where.line == 3


def test_a_box_without_room_hides_no_other_cause(tmp_path: Path) -> None:
    body = f'{MANY}\n<p class="t">word</p>'
    found = refused(tmp_path, body, ".d { padding: 90mm; } .t { height: 3mm; font-size: 8mm; }")
    assert [problem.where.line for problem in found] == [3, 4]
    assert "border and padding of 180.00 mm, in a width of" in found[0].message
    assert "higher than its box" in found[1].message


@pytest.mark.parametrize("css", ["height: 0;", "height: 0; padding: 1mm;", "width: 0;"])
def test_a_box_of_no_size_is_not_told_to_make_its_padding_smaller(css: str, tmp_path: Path) -> None:
    found = refused(tmp_path, '<p class="t">word</p>', f".t {{ {css} }}")
    assert found
    assert not any("border and padding" in problem.message for problem in found)


def test_what_is_in_a_box_without_room_may_be_cut_off(tmp_path: Path) -> None:
    css = ".d { height: 2mm; border: 1mm solid #000; overflow: hidden; } .i { height: 2mm; }"
    assert face(tmp_path, '<div class="d"><div class="i"></div></div>', css).items


ROW = '<div class="d"><b>Trebuchets</b><p class="i">is</p></div>'


def test_a_box_that_another_leaves_no_room_has_room_when_text_is_smaller(tmp_path: Path) -> None:
    css = (
        ".d {{ display: flex; width: {:.4f}mm; --min-size: 4pt; }} b {{ flex: none; }}"
        " .i {{ flex: 1; min-width: 0; padding: 0 .5mm; }}"
    )
    wide, _ = runs(face(tmp_path, ROW, css.format(50)))
    # There is exactly room for the first box and the padding of the second.
    narrow, second = runs(face(tmp_path, ROW, css.format(wide.width + 1 - 0.0001)))
    assert second.text == "is"
    assert narrow.size < wide.size


def test_a_box_that_another_leaves_no_room_is_not_the_cause(tmp_path: Path) -> None:
    css = (
        ".d { display: flex; width: 30mm; } b { flex: none; width: 29.5mm; }"
        " .i { flex: 1; min-width: 0; padding: 0 .5mm; }"
    )
    found = refused(tmp_path, ROW, css)
    assert not any("border and padding" in problem.message for problem in found)


def test_a_box_of_borders_only_needs_no_room(tmp_path: Path) -> None:
    """Arrows are drawn so."""
    made = face(
        tmp_path, '<p class="p"></p>', ".p { width: 0; height: 0; border: 3mm solid #f00; }"
    )
    assert not runs(made)


@pytest.mark.parametrize(
    ("css", "fits"),
    [
        ("height: 8mm; line-height: 8mm; border: 0.3mm solid #000;", True),
        ("height: 8mm; line-height: 8mm; border: 0.3mm solid #000; font-size: 5mm;", True),
        ("height: 6mm; line-height: 6mm; border-bottom: 0.5mm solid #000;", True),
        ("height: 8mm; line-height: 8mm; padding-top: 1mm;", True),
        ("height: 6mm; line-height: 6mm; font-size: 4mm; border: 0.3mm solid #000;", True),
        ("height: 6mm; line-height: 1.5; font-size: 4mm; border: 0.5mm solid #000;", True),
        ("height: 6mm; line-height: 6mm; font-size: 4mm; padding: 0.5mm;", True),
        ("display: flex; align-items: center; height: 8mm; line-height: 8mm; padding: 1mm;", True),
        ("height: 6mm; line-height: 5mm; padding: 0.5mm; border: 0.3mm solid #000;", True),
        ("height: 6mm; line-height: 5mm; font-size: 4mm; border: 0.6mm solid #000;", True),
        ("height: 6mm; line-height: 5mm; font-size: 4mm; border: 1.4mm solid #000;", False),
        ("height: 8mm; line-height: 5mm; padding: 2mm; --min-size: 20pt;", False),
        ("height: 6mm; line-height: 6mm; font-size: 4mm; border: 1mm solid #000;", False),
        ("height: 5mm; line-height: 6mm; font-size: 4mm; border: 0.3mm solid #000;", False),
        ("height: 6mm; line-height: 6mm; font-size: 5.8mm; border: 1.2mm solid #000;", False),
        ("height: 8mm; line-height: 8.7mm; border: 0.3mm solid #000;", False),
        ("height: 8mm; line-height: 9mm;", False),
        ("height: 8mm; line-height: 8mm; border: 2.5mm solid #000;", False),
        ("height: 4mm; line-height: 4mm; border: 0.5mm solid #000; font-size: 3.8mm;", False),
    ],
)
def test_a_line_may_be_as_high_as_its_box_with_a_border(
    css: str, fits: bool, tmp_path: Path
) -> None:
    """Such a line is centred. Its box has no room for all of it, but for its letters."""
    css = f".p {{ width: 30mm; {css} }}"
    nested = '<div class="p"><p data-field="n">12</p></div>'
    for body in ('<p class="p" data-field="n">12</p>', nested):
        check_line_in_box(tmp_path, body, css, fits=fits)


def check_line_in_box(tmp_path: Path, body: str, css: str, *, fits: bool) -> None:
    if not fits:
        (problem,) = refused(tmp_path, body, css)
        assert "higher than its box" in problem.message
        return
    (run,) = runs(face(tmp_path, body, css))
    assert run.text == "12"


@pytest.mark.parametrize(
    ("words", "line_height", "fits"),
    [("on a noon car", 6, True), ("bag of gypsy", 6, True), ("bag of gypsy", 4.4, False)],
)
def test_the_last_of_several_lines_may_reach_over_a_border(
    words: str, line_height: float, fits: bool, tmp_path: Path
) -> None:
    css = f".p {{ width: 16mm; height: {2 * line_height}mm; line-height: {line_height}mm;"
    css += " font-size: 4mm; border: 0.3mm solid #000; }"
    body = f'<p class="p" data-field="n">{words}</p>'
    if not fits:
        (problem,) = refused(tmp_path, body, css)
        assert "higher than its box" in problem.message
        return
    assert len(runs(face(tmp_path, body, css))) == 2


SAME = ".t { height: 4mm; --min-size: 4pt; --same: title; } .u { height: 4mm; --min-size: 4pt; }"


def test_a_factor_is_found_for_each_name(tmp_path: Path) -> None:
    made = setting(tmp_path, f'<p class="t">{LONG}</p><p class="u">{LONG}</p>', SAME)
    factors = made.compose_trial("card.html", {}, "card 7").factors
    assert list(factors) == ["title"]
    assert 0.4 < factors["title"] < 1


def test_boxes_of_one_name_take_the_factor_that_is_shared(tmp_path: Path) -> None:
    body = '<p class="t">short</p><p class="u">short</p>'
    first, second = runs(face(tmp_path, body, SAME, shared={"title": 0.5}))
    assert first.size == pytest.approx(4.5)
    assert second.size == pytest.approx(9)


@pytest.mark.parametrize("other", ["", '<p class="t">short</p>'])
def test_a_trial_stands_for_the_face_only_if_it_has_the_same_sizes(
    other: str, tmp_path: Path
) -> None:
    made = setting(tmp_path, f'<p class="t">{LONG}</p>{other}', SAME)
    known = "card.html", {}, "A-1", "card 1"
    trial = made.compose_trial("card.html", {}, "card 1")
    for shared in (trial.factors, {"title": trial.factors["title"] * 0.9}):
        assert made.compose_face(*known, shared, trial) == made.compose_face(*known, shared)


def test_what_a_trial_let_run_off_the_face_is_told(tmp_path: Path) -> None:
    made = setting(tmp_path, '<p class="t">word</p>', SAME + ".t { margin-left: -9mm; }")
    trial = made.compose_trial("card.html", {}, "card 1")
    with pytest.raises(Failure, match="mm beyond the face"):
        made.compose_face("card.html", {}, "A-1", "card 1", {"title": 1.0}, trial)


@pytest.mark.parametrize(("share", "is_smaller"), [(1.01, False), (1.1, True)])
def test_text_is_smaller_than_usual_only_if_this_is_visible(
    tmp_path: Path, share: float, is_smaller: bool
) -> None:
    style = SAME.replace("title", "title 80%")
    made = setting(tmp_path, f'<p class="t">{LONG}</p>', style)
    factors = made.compose_trial("card.html", {}, "card 7").factors
    shared = {"title 80%": factors["title 80%"] * share}
    found = made.compose_face("card.html", {}, "A-7", "card 7", shared)
    assert found.has_smaller_text is is_smaller


def test_what_a_shared_factor_does_not_fit_is_told(tmp_path: Path) -> None:
    made = setting(tmp_path, f'<p class="t">{LONG} {LONG}</p>', SAME)
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {}, "A-7", "card 7", {"title": 0.9})
    assert caught.value.exit_code is ExitCode.DOES_NOT_FIT


def test_padding_does_not_shrink_with_type_and_marks_among_words_do(tmp_path: Path) -> None:
    body = f'<p class="p">{MARK.format("in-line")} {LONG}</p>'
    css = ".p { height: 7mm; padding-left: 1em; --min-size: 5pt; }"
    made = face(with_mark(tmp_path), body, css)
    (mark,) = marks(made)
    share = runs(made)[0].size / 9
    assert share < 1
    assert mark.bounding_box.height == pytest.approx(3.175 * share)
    assert runs(made)[-1].x == pytest.approx(3.175)


def test_a_mark_among_words_keeps_its_margins(tmp_path: Path) -> None:
    """They move it, part it from the words beside it, and make its line higher."""
    body = f"<p>{MARK.format('in-line')}A</p><p>B</p>"
    made = setting(with_mark(tmp_path), body, "").compose_face("card.html", {}, "A-1", "card 1")
    css = ".in-line { margin: 2mm 1mm 0.5mm 3mm; }"
    moved = setting(tmp_path, body, css).compose_face("card.html", {}, "A-1", "card 1")
    (one,), (other,) = marks(made), marks(moved)
    assert other.bounding_box.left - one.bounding_box.left == pytest.approx(3)
    assert runs(moved)[0].x - runs(made)[0].x == pytest.approx(4)
    assert runs(moved)[0].y - (other.bounding_box.bottom) == pytest.approx(0.5)
    above = one.bounding_box.height + 2.5
    assert other.bounding_box.top == pytest.approx(2)
    assert runs(moved)[0].y == pytest.approx(above)
    (problem,) = refused(tmp_path, body, ".in-line { margin-left: 5%; }")
    assert problem.message == "a margin in % or auto has no effect on an inline drawing"


def test_void_elements_need_no_slash(tmp_path: Path) -> None:
    """HTML Standard, 13.1.2. What has an end tag, and what is in a value, stays as it is."""
    tmp_path.joinpath("d.svg").write_text(DRAWING)
    body = (
        '<p class="a > b">one<br/>two<br></br>three<br\n/>four</p><img src="d.svg" class="d"/>'
        "<table><col span='2'/><col></col><tr><td>a</td><td>b</td></tr></table>"
        '<input class="d" type="text" name="x"/>'
    )
    css = ".d { width: 5mm; height: 5mm; }"
    closed = face(tmp_path, body, css)
    template = re.sub(r"\s*/>", ">", page(body))
    assert "/>" not in template
    made = composer(tmp_path, card_html=template, card_css=GROUND + css)
    assert made.compose_face("card.html", {}, "A-07", "card 7").items == closed.items


def test_strong_and_em_are_b_and_i(tmp_path: Path) -> None:
    css = 'p { font-family: "Roboto Condensed"; }'
    one, other = (
        runs(face(tmp_path, f"<p><{bold}>a</{bold}> <{slanted}>b</{slanted}></p>", css))
        for bold, slanted in (("b", "i"), ("strong", "em"))
    )
    assert one == other
    assert [(run.typeface.weight, run.typeface.style) for run in one] == [
        (700, "normal"),
        (400, "italic"),
    ]


def test_dashes_fill_a_side_from_corner_to_corner(tmp_path: Path) -> None:
    """Three times as long as a thin line, two thirds of that apart; solid sides are over them."""
    css = (
        "p { width: 18mm; height: 0.5mm; border: 0 dashed; border-top-width: 0.5mm; }"
        "div { width: 20mm; height: 10mm; border: 2mm dotted #aaaaaa; border-left: 2mm solid; }"
    )
    top, *sides, last = shapes(face(tmp_path, "<p></p><div></div>", css))
    starts = [segment[1] for segment in top.path if segment[0] == "M"]
    assert (starts[0], len(starts)) == (0, 8)
    assert find_path_bounds(top.path) == Box(0, 0, 18, 0.5)
    assert [find_path_bounds(side.path).height for side in sides] == pytest.approx([2, 2, 10])
    assert (last.fill, find_path_bounds(last.path)) == ((0, 0, 0), Box(0, 0.5, 2, 10.5))


def test_a_mark_keeps_its_proportions_and_takes_the_fill_of_its_box(tmp_path: Path) -> None:
    css = ".m { width: 10mm; height: 10mm; fill: #a12115; }"
    (mark,) = marks(face(with_mark(tmp_path), MARK.format("mark m"), css))
    box = mark.bounding_box
    assert (mark.field, box.left, box.width, box.height) == ("suit", 2.5, 5, 10)
    assert mark.drawing.shapes[0].fill == (161, 33, 21)


def test_a_mark_beside_the_template_comes_first(tmp_path: Path) -> None:
    with_mark(tmp_path)
    tmp_path.joinpath("game/marks").mkdir(parents=True)
    tmp_path.joinpath("game/marks/spade.svg").write_text(SPADE.replace("10 20", "20 20"))
    css = GROUND + ".m { width: 10mm; height: 10mm; }"
    tmp_path.joinpath("game/card.css").write_text(css)
    tmp_path.joinpath("game/card.html").write_text(page(MARK.format("m")))
    made = composer(tmp_path).compose_face("game/card.html", {}, "A-1", "card 1")
    assert marks(made)[0].bounding_box.width == 10


def test_a_mark_that_is_missing_is_told(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path, MARK.format("m"), ".m { width: 1mm; height: 1mm; }")
    assert problem.message == "no mark spade"


def test_what_is_positioned_is_painted_last(tmp_path: Path) -> None:
    body = '<div class="a"></div><div class="b"></div><div class="c"></div>'
    css = (
        ".a { position: absolute; inset: 0; background-color: #010101; }"
        ".b { height: 2mm; background-color: #020202; }"
        ".c { position: relative; height: 2mm; background-color: #030303; }"
    )
    fills = [shape.fill for shape in shapes(face(tmp_path, body, css))]
    assert fills == [(2, 2, 2), (1, 1, 1), (3, 3, 3)]


def test_a_turned_box_turns_its_words_about_its_middle(tmp_path: Path) -> None:
    css = ".p { width: 20mm; height: 10mm; transform: rotate(180deg); }"
    (run,) = runs(face(tmp_path, '<p class="p">up</p>', css))
    assert run.angle == pytest.approx(180)
    assert run.x == pytest.approx(20)
    assert 5 < run.y < 10


def test_a_scaled_box_keeps_its_room_and_shows_words_lines_and_fields_smaller(
    tmp_path: Path,
) -> None:
    css = (
        ".p { width: 20mm; height: 12mm; font-size: 10pt; border: 1mm solid #ff0000;"
        " transform: scale(0.7); transform-origin: top left; }"
        ".after { font-size: 10pt; }"
        "input { width: 10mm; height: 4mm; }"
    )
    body = '<div class="p"><p>small</p><input name="a"/></div><p class="after">after</p>'
    items = face(tmp_path, body, css)
    after, small = runs(items)  # what is transformed is painted last
    assert (small.size, after.size) == (pytest.approx(7), 10)
    assert small.x == pytest.approx(0.7)
    assert after.y > 12
    (border,) = shapes(items)
    assert border.stroke_width == pytest.approx(0.7)
    (field,) = (one for one in items.items if isinstance(one, FormField))
    assert (field.width, field.height) == (pytest.approx(7), pytest.approx(2.8))


def test_rounded_corners_of_box_and_border(tmp_path: Path) -> None:
    css = (
        ".p { height: 10mm; border: 1mm solid #ff0000; border-radius: 2mm;"
        " background-color: #00ff00; }"
    )
    ground, border = shapes(face(tmp_path, '<p class="p"></p>', css))
    assert ground.path[0] == ("M", 2.0, 0.0)
    assert border.path[0] == ("M", 2.0, 0.5)
    assert (border.fill, border.stroke, border.stroke_width) == (None, (255, 0, 0), 1)


@pytest.mark.parametrize(("fit", "box"), [("contain", (0, 5, 20, 10)), ("fill", (0, 0, 20, 20))])
def test_a_picture_in_its_box(fit: str, box: tuple[float, ...], tmp_path: Path) -> None:
    (image,) = pictured(tmp_path, fit)
    assert (image.x, image.y, image.width, image.height) == box


def test_a_picture_that_covers_its_box_is_cut(tmp_path: Path) -> None:
    from io import BytesIO

    from PIL import Image as Pixels

    (image,) = pictured(tmp_path, "cover")
    assert (image.x, image.y, image.width, image.height) == (0, 0, 20, 20)
    assert Pixels.open(BytesIO(image.data)).size == (10, 10)


def pictured(folder: Path, fit: str) -> list[PlacedImage]:
    from PIL import Image as Pixels

    Pixels.new("RGB", (20, 10), (200, 0, 0)).save(folder / "p.png")
    css = f".i {{ width: 20mm; height: 20mm; object-fit: {fit}; }}"
    made = face(folder, '<img class="i" src="p.png"/>', css)
    return [item for item in made.items if isinstance(item, PlacedImage)]


@pytest.mark.parametrize("fit", ["contain", "cover", "fill"])
def test_a_whole_drawing_in_its_box(fit: str, tmp_path: Path) -> None:
    tmp_path.joinpath("d.svg").write_text(DRAWING)
    css = f".i {{ width: 20mm; height: 20mm; object-fit: {fit}; }}"
    (mark,) = marks(face(tmp_path, '<img class="i" src="d.svg"/>', css))
    box = mark.bounding_box
    expected = (0, 5, 20, 10) if fit == "contain" else (0, 0, 20, 20)
    assert (box.left, box.top, box.width, box.height) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("view", "path", "left", "top", "width", "height"),
    [
        ("0 0 20 10", "M0 0H20V10H0Z", 0, 0, 20, 20),  # half of it may be cut off
        ("0 0 30 10", "M0 0H30V10H0Z", 0, 20 / 3, 20, 20 / 3),  # two thirds may not: in the middle
        ("0 0 20 10", "M1 0H19L20 10H0Z", 0, 10, 20, 10),  # a figure without a ground: at the foot
    ],
)
def test_a_drawing_is_cropped_only_where_that_loses_little(
    view: str, path: str, left: float, top: float, width: float, height: float, tmp_path: Path
) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><path d="{path}"/></svg>'
    tmp_path.joinpath("d.svg").write_text(drawing)
    css = ".i { width: 20mm; height: 20mm; object-fit: cover; --max-crop: 60%; }"
    (mark,) = marks(face(tmp_path, '<img class="i" src="d.svg"/>', css))
    box = mark.bounding_box
    found = box.left, box.top, box.width, box.height
    assert found == pytest.approx((left, top, width, height))


@pytest.mark.parametrize(("alpha", "height"), [(255, 20), (0, 10)])
def test_a_picture_with_holes_is_whole(alpha: int, height: float, tmp_path: Path) -> None:
    from PIL import Image as Pixels

    pixels = Pixels.new("RGBA", (20, 10), (200, 0, 0, 255))
    pixels.putpixel((0, 0), (0, 0, 0, alpha))
    pixels.save(tmp_path / "p.png")
    css = ".i { width: 20mm; height: 20mm; object-fit: cover; --max-crop: 60%; }"
    made = face(tmp_path, '<img class="i" src="p.png"/>', css)
    (image,) = [item for item in made.items if isinstance(item, PlacedImage)]
    assert (image.width, image.height, image.y + image.height) == (20, height, 20)


@pytest.mark.parametrize(
    ("size", "place"), [((60, 20), (0, 20 / 3, 20, 20 / 3)), ((20, 60), (20 / 3, 0, 20 / 3, 20))]
)
def test_a_picture_that_would_lose_much_is_whole_in_the_middle(
    size: tuple[int, int], place: tuple[float, ...], tmp_path: Path
) -> None:
    """The background of the box is visible around it."""
    from PIL import Image as Pixels

    Pixels.new("RGB", size, "olive").save(tmp_path / "p.png")
    css = ".i { width: 20mm; height: 20mm; object-fit: cover; --max-crop: 60%; }"
    made = face(tmp_path, '<img class="i" src="p.png"/>', css)
    (image,) = [item for item in made.items if isinstance(item, PlacedImage)]
    assert (image.x, image.y, image.width, image.height) == pytest.approx(place)


@pytest.mark.parametrize("ratio", ["", ' preserveAspectRatio="xMidYMid slice"'])
def test_a_symbol_that_slices_covers_its_box(ratio: str, tmp_path: Path) -> None:
    folder = with_mark(tmp_path)
    symbol = SPADE.replace(' viewBox="', f'{ratio} viewBox="')
    folder.joinpath("marks/spade.svg").write_text(symbol)
    ornament = MARK.format("s").replace(' data-field="suit"', "")
    (mark,) = marks(face(folder, ornament, ".s { width: 20mm; height: 20mm; }"))
    box = mark.bounding_box
    expected = (0, 0, 20, 20) if ratio else (5, 0, 10, 20)
    assert (box.left, box.top, box.width, box.height) == pytest.approx(expected)


def test_a_drawing_is_as_large_as_its_style_says(tmp_path: Path) -> None:
    body = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="s" viewBox="0 0 20 10">'
        '<rect class="r" x="1" y="1" width="18" height="8"/></svg>'
    )
    css = ".s { width: 40mm; } .r { fill: #123456; stroke: #000000; stroke-width: 0.5; }"
    (shape,) = shapes(face(tmp_path, body, css))
    assert shape.path[0] == ("M", 2.0, 2.0)
    assert (shape.fill, shape.stroke_width) == ((18, 52, 86), 1)


SQUEEZED = (
    ".d { display: flex; flex-direction: column; height: 9mm; } p { flex: none; height: %s; }"
)


@pytest.mark.parametrize(
    ("body", "css", "side"),
    [
        ('<img src="d.svg"/>', "img { width: 10mm; height: 0; }", "height"),
        ('<img src="d.svg"/>', "img { width: 2mm; height: 4mm; padding: 1mm; }", "width"),
        ('<img src="d.svg"/>', "img { width: 10mm; max-height: 0; }", "height"),
        (
            '<div class="d"><p>x</p><img src="d.svg"/></div>',
            SQUEEZED % "9mm" + "img { flex: 1; width: 10mm; }",
            "height",
        ),
    ],
)
def test_a_picture_of_which_nothing_is_left_is_told(
    body: str, css: str, side: str, tmp_path: Path
) -> None:
    tmp_path.joinpath("d.svg").write_text(DRAWING)
    (problem,) = refused(tmp_path, body, css)
    assert problem.message == f"is not visible: no {side} is left for it"
    assert f"min-{side}" in problem.hint


def test_a_picture_shows_in_what_room_is_left(tmp_path: Path) -> None:
    tmp_path.joinpath("d.svg").write_text(DRAWING)
    css = SQUEEZED % "8mm" + "img { flex: 1; width: 10mm; }"
    made = face(tmp_path, '<div class="d"><p>x</p><img src="d.svg"/></div>', css)
    assert marks(made)[0].bounding_box.height == pytest.approx(1)


def test_form_fields_are_as_large_as_their_style_says(tmp_path: Path) -> None:
    css = "div { height: 8mm; } input { width: 50%; height: 100%; }"
    made = face(tmp_path, '<div><input name="who"/></div>', css)
    (field,) = (item for item in made.items if isinstance(item, FormField))
    assert (field.name, field.width, field.height) == ("who", 30, 8)


def test_properties_of_a_row(tmp_path: Path) -> None:
    css = ".p { background-color: var(--accent); color: var(--on-accent); }"
    for accent, ink in (("#f0e020", (0, 0, 0)), ("#203060", (255, 255, 255))):
        made = face(tmp_path, '<p class="p">x</p>', css, f' style="--accent: {accent}"')
        assert runs(made)[0].colour == ink


def test_boxes_that_faces_share_take_each_face_s_own_inks(tmp_path: Path) -> None:
    """The same elements under other classes and properties of the root, in turn and again."""
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="s" viewBox="0 0 2 2">'
        '<rect class="r" width="2" height="2"/></svg>'
    )
    body = f'<main><section><p>a <b class="b">b</b></p>{drawing}{MARK.format("m")}</section></main>'
    text = page(body, ' class="{{ kind }}" style="--ink: {{ ink }}"')
    css = (
        ".red { --fill: #ff0000; } .blue { --fill: #0000ff; } .blue section { color: #00ff00; }"
        ".b { color: var(--ink); } .s { width: 4mm; } .r { fill: var(--fill); }"
        ".m { width: 4mm; height: 4mm; fill: var(--fill); }"
    )
    with_mark(tmp_path)
    made = composer(tmp_path, card_html=text, card_css=GROUND + css)
    inks = []
    for kind, ink in (
        ("red", "#010101"),
        ("blue", "#010101"),
        ("red", "#020202"),
        ("red", "#010101"),
    ):
        one = made.compose_face("card.html", {"kind": kind, "ink": ink}, "A", "card")
        plain, bold = (run.colour for run in runs(one))
        inks.append((plain, bold[0], shapes(one)[0].fill, marks(one)[0].drawing.shapes[0].fill))
    red, blue, green, black = (255, 0, 0), (0, 0, 255), (0, 255, 0), (0, 0, 0)
    assert inks == [
        (black, 1, red, red),
        (green, 1, blue, blue),
        (black, 2, red, red),
        (black, 1, red, red),
    ]


def test_sheets_are_parsed_once_whatever_rows_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from printgen.layout.style import stylesheet as sheets

    text = page('<p class="p">x</p>', ' style="--accent: {{ accent }}"')
    made = composer(tmp_path, card_html=text, card_css=GROUND + ".p { color: var(--accent); }")
    made.compose_face("card.html", {"accent": "#000001"}, "A", "card")
    monkeypatch.setattr(sheets, "_SheetReader", _no_reader(sheets._SheetReader))
    for number in range(2, 5):
        again = made.compose_face("card.html", {"accent": f"#00000{number}"}, "A", "card")
        assert runs(again)[0].colour == (0, 0, number)


def _no_reader(reader: type) -> object:
    def only_attributes(sheet: object, units: object) -> object:
        assert getattr(sheet, "text", "").startswith("--accent"), "a sheet is parsed again"
        return reader(sheet, units)

    return only_attributes


REFUSED = [
    ("<p>x</p>", "p { --same: title; }", "--same without --min-size has no effect"),
    ("<p>x</p>", "p { --min-size: 5pt; --same: 3; }", "--same: 3 is not understood"),
    ("<p><b>x</b></p>", "b { position: relative; }", "position on <b> has no effect"),
    (
        '<img src="d.svg"/>',
        "img { width: 9mm; padding: 2%; }",
        "padding in % is not allowed on <img>",
    ),
    ("<p>x</p>", "p { left: 2mm; }", "left, top, right and bottom have no effect on <p>"),
    (
        "<p><b>x</b></p>",
        "b { position: absolute; left: 0; }",
        "<b> has position: absolute, but an offset is missing",
    ),
    (
        "<p>x</p>",
        "p { position: absolute; top: 0; justify-self: center; }",
        "justify-self has no effect on <p> with position: absolute",
    ),
    (
        "<div><p>x</p></div>",
        "div { justify-items: center; } p { position: absolute; top: 0; }",
        "justify-items has no effect on <p> with position: absolute",
    ),
    (
        '<div><p style="position: absolute; left: 0; top: 0; grid-column: 1">x</p></div>',
        "div { display: grid; grid-template-columns: 9mm; }",
        "<p> is absolute, so its place in the grid has no effect",
    ),
    (
        '<div><p class="a"></p><p class="b"></p></div>',
        (
            "div { display: grid; grid-template-columns: 9mm 9mm; } .b { height: 20mm; }"
            " .a { aspect-ratio: 1; align-self: stretch; }"
        ),
        "has an aspect-ratio, and browsers derive its width from the height of its row",
    ),
    (
        '<div><p class="a"></p><p class="b"></p></div>',
        (
            "div { display: grid; grid-template-columns: 1fr 1fr; place-items: stretch; }"
            " .a { aspect-ratio: 2; } .b { height: 35mm; }"
        ),
        "has an aspect-ratio, and browsers derive its width from the height of its row",
    ),
    (
        '<div><p class="a"></p></div>',
        (
            "div { display: grid; grid-template-columns: 1fr; height: 35mm; }"
            " .a { aspect-ratio: 3; max-width: 100%; }"
        ),
        "has an aspect-ratio, and browsers derive its width from the height of its row",
    ),
    (
        "<div><section><p>x</p></section></div>",
        (
            "div, section { display: flex; flex-direction: column; }"
            "section { flex-wrap: wrap; flex-basis: 30%; height: 9mm; }"
        ),
        "has columns, and a flex-basis in % of a height that its content decides",
    ),
    ("<p>x</p>", "p { transform: skewX(9deg); }", "skew() of a text or a picture"),
    ("<p>x</p>", "p { transform: scale(0); }", "transform: scale(0) is not understood"),
    ("<p>x</p>", "p { transform: scale(1, 3); }", "transform: scale(1, 3) is not understood"),
    ("<p>x</p>", "p { transform: scaleX(-0.4); }", "transform: scaleX(-0.4) is not understood"),
    (
        "<p>x</p>",
        "p { transform: scaleY(-1); }",
        "a text, a mark of a field or a place to write is mirrored",
    ),
    (
        '<div><input name="who"/></div>',
        "input { width: 9mm; height: 9mm; } div { transform: scale(-1, 1); }",
        "a text, a mark of a field or a place to write is mirrored",
    ),
    (
        "<p>x</p>",
        "p { transform-origin: 3mm left; }",
        "transform-origin: 3mm left is not understood",
    ),
    (
        "<table><tr><td>x</td></tr></table>",
        "table { width: fit-content; }",
        "fit-content of a <table> has no effect",
    ),
    (
        "<table><tr><td>x</td></tr></table>",
        "td { min-width: 8mm; }",
        "min-width on <td> has no effect",
    ),
    ("<table><tr><td>x</td></tr></table>", "td { margin: 1mm; }", "margin on <td> has no effect"),
    ("<p><b>x</b></p>", "b { min-width: 8mm; }", "min-width on <b> has no effect"),
    ("<p><b>x</b></p>", "b { min-height: 50%; }", "min-height on <b> has no effect"),
    ("<p><b>x</b></p>", "b { max-width: 8mm; }", "max-width on <b> has no effect"),
    ("<p><b>x</b></p>", "b { max-height: 8mm; }", "max-height on <b> has no effect"),
    (
        "<table><tr><td>x</td></tr></table>",
        "td { max-width: 8mm; }",
        "max-width on <td> has no effect",
    ),
    (
        "<table><tr><td>x</td></tr></table>",
        "td { min-height: 8mm; }",
        "min-height on <td> has no effect",
    ),
    (
        "<table><tr><td>x</td></tr></table>",
        "td { max-height: 50%; }",
        "max-height on <td> has no effect",
    ),
    ("<p>x</p>", "html { max-width: 50mm; }", "max-width on <html> has no effect"),
    ("<p>x</p>", "html { min-height: 50mm; }", "min-height on <html> has no effect"),
    ("<p>x</p>", "html { display: none; }", "display: none on <html> has no effect"),
    ("<p>x</p>", "html { position: relative; left: 1mm; }", "position on <html> has no effect"),
    ("<p>x</p>", "html { z-index: 1; }", "z-index on <html> has no effect"),
    ("<p>x</p>", "html { margin: 2mm; }", "margin on <html> has no effect"),
    ("<p>x</p>", "html { padding-top: 5%; }", "padding on <html> has no effect"),
    ("<p>x</p>", "html { transform: rotate(3deg); }", "transform on <html> has no effect"),
    ("<p>x</p>", "html { opacity: 0.5; }", "opacity on <html> has no effect"),
    ("<p>x</p>", "body { margin: 2mm; }", "the margin of <body> does not fit into its face"),
    ("<p>x</p>", "body { margin-top: 2mm; }", "the margin of <body> does not fit into its face"),
    ("<p>x</p>", "body { margin: 5%; }", "the margin of <body> does not fit into its face"),
    (
        "<p>x</p>",
        "body { width: 59mm; margin-left: 2mm; }",
        "the margin of <body> does not fit into its face",
    ),
    ("<p>x</p>", "p { width: 20cqw; }", "width: cqw is not a unit on paper"),
    (
        "<div><p>x</p></div>",
        "div { display: grid; } p { grid-column: span 2; }",
        "<p> spans 2 columns, but the grid has 1",
    ),
    (
        "<p>x</p>",
        "p { border-radius: 1mm; border-top: 1mm dashed red; }",
        "<p> has rounded corners and different borders that are not all solid",
    ),
    ('<p style="colour: red">x</p>', "", "colour is not in the subset"),
    ('<img src="nothing.png"/>', "", "no picture nothing.png in the template folders"),
    ('<input name="who"/>', "", "has no width"),
]


@pytest.mark.parametrize(("body", "css", "message"), REFUSED)
def test_what_is_refused(body: str, css: str, message: str, tmp_path: Path) -> None:
    tmp_path.joinpath("d.svg").write_text(DRAWING)
    problems = refused(tmp_path, body, css)
    assert [problem.message for problem in problems] == [message]
    assert problems[0].hint


@pytest.mark.parametrize(
    "css",
    [
        "* { margin: 0; padding: 0; min-width: 0; } html, body { margin: 0; padding: 0; }",
        "body { margin: 2mm; width: 56mm; height: 36mm; }",
        "body { margin: 0 auto; width: 40mm; }",
        "body { margin-left: 5mm; width: 80%; }",
        "body { margin-left: 5mm; width: calc(100% - 10mm); }",
        "body { margin-left: 5mm; max-width: 50mm; }",
        "* { max-width: 100%; } html { display: flex; } body { margin: 0 2mm; }",
        "b { display: inline-block; min-width: 8mm; }",
        "@page { size: 60mm 40mm; margin: 0; } td { margin: 0; } td b { margin: 0 1mm; }",
    ],
)
def test_styles_without_effect_that_change_nothing_are_allowed(css: str, tmp_path: Path) -> None:
    content = "<p>A <b>word</b></p><table><tr><td>x <b>y</b></td></tr></table>"
    assert face(tmp_path, content, css).items


def test_other_errors_are_reported_with_a_margin_that_does_not_fit(tmp_path: Path) -> None:
    problems = refused(
        tmp_path,
        "<p>wider</p><video/>",
        "html { padding: 1mm; filter: grayscale(1); } body { margin: 2mm; } p { width: 90mm; }",
    )
    hints = {problem.message: problem.hint for problem in problems}
    assert len(hints) == len(problems)
    assert hints["padding on <html> has no effect"] == "write it as padding of the body"
    assert hints["filter on <html> has no effect"] == "set it on a box in the body"
    assert "the margin of <body> does not fit into its face" in hints
    assert any("<video>" in message for message in hints)
    assert any("is 90.00 mm wide" in message for message in hints)


def test_a_style_sheet_names_its_file_and_line(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path, "<p>x</p>", "p {\n  colour: red;\n}")
    assert problem.where.file == str(tmp_path / "card.css")
    assert problem.where.line == 3


def test_style_elements_follow_linked_sheets_and_name_their_lines(tmp_path: Path) -> None:
    """One in the body too; a value of the data is one value of CSS."""
    style = "<style>\np { color: {{ ink }}; }</style></head>"
    text = page('<p data-field="a">x</p><style>p { font-weight: 700; }</style>')
    text = text.replace("</head>", style)
    made = composer(tmp_path, card_html=text, card_css=GROUND + "p { color: red; }")
    for ink, colour in (("blue", (0, 0, 255)), ("green", (0, 128, 0))):
        (run,) = runs(made.compose_face("card.html", {"ink": ink}, "A", "card"))
        assert (run.colour, run.typeface.weight) == (colour, 700)
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {"ink": "red; position: fixed"}, "A", "card")
    (problem,) = caught.value.problems
    assert problem.message.startswith("color: ")
    assert (Path(problem.where.file).name, problem.where.line) == ("card.html", 3)


def test_a_sheet_that_is_missing_is_told(tmp_path: Path) -> None:
    made = composer(tmp_path, card_html=page("<p>x</p>"))
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {}, "A", "card")
    assert caught.value.problems[0].message.startswith("no style sheet card.css")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("trol.png", "troll.png"),
        ("Troll.PNG", "troll.png"),
        ("troll.jpg", "troll.png"),
        ("gate.svg", "art/gate.svg"),
        ("gaet.svg", "art/gate.svg"),
    ],
)
def test_the_picture_that_may_be_meant_is_named(written: str, meant: str, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for name in ("troll.png", "art/gate.svg", "ogre.png"):
        (tmp_path / name).write_text(DRAWING)
    (problem,) = refused(tmp_path, f'<img src="{written}"/>', "img { width: 9mm; height: 9mm; }")
    assert problem.message == f"no picture {written} in the template folders"
    assert problem.hint == f"did you mean {meant}?"


def test_the_style_sheet_that_may_be_meant_is_named(tmp_path: Path) -> None:
    made = composer(tmp_path, card_html=page("<p>x</p>"), cards_css=GROUND)
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {}, "A", "card")
    assert caught.value.problems[0].hint == "did you mean cards.css?"


def test_what_runs_off_the_face_is_told(tmp_path: Path) -> None:
    css = "p { position: absolute; left: 50mm; top: 0; white-space: nowrap; }"
    (problem,) = refused(tmp_path, '<p data-field="rule">so many words</p>', css)
    assert problem.where.full_subject == "card 7, rule"
    assert "beyond the face of 60 × 40 mm" in problem.message


def test_shapes_of_a_face_are_shapes(tmp_path: Path) -> None:
    made = face(
        tmp_path,
        "<p></p>",
        "p { height: 2mm; background-color: color-mix(in srgb, #000000 25%, white); }",
    )
    assert [item.fill for item in made.items if isinstance(item, Shape)] == [(191, 191, 191)]
