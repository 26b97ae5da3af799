"""Signs of a template next to a number, and signs of the data in it."""

import csv
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from tests.command_line import Printgen

from .small_game import GAME, NUMBER, PLAIN, TWO_TEXTS, CheckCard, card, declare_font, write

VALUE = '{{ f("text", "span") }}'
CJK_FONT = Path(__file__).parents[1] / "fonts" / "NotoSansCJKjp.otf"


def line(content: str) -> str:
    """A line with own text of the template."""
    return f'<p class="text">{content}</p>'


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(
    "sign",
    ["½", "²", "⅓", "₂", "–", "—", "‑", "&lt;", ">", "≤", "≥", "≠", "≈", "′", "″", '"', "±", "~",
     "°", "O", "l", "I", "lO", "÷", "⁻", "₋", "∕", "∙", "·", "√", "⋅", "º", "˚", "∘", "’", "”", "´",
     "¬", "|", "o", "○", "✕", "✖", "➕", "➖", "ı", "^", "¯",
     "▬", "||", "|||", "oo", "l|", "◯"],
)  # fmt: skip
def test_a_sign_next_to_a_number_is_found(check_card: CheckCard, sign: str, after: bool) -> None:
    content = line(f"{VALUE}{sign}" if after else f"{sign}{VALUE}")
    fonts = '"Roboto Condensed", "IBM Plex Sans Condensed", "Noto Sans Symbols 2", "Noto Emoji"'
    check_card(4, "12", content, f"html {{ font-family: {fonts}; }}", says="looks like part of it")


@pytest.mark.parametrize(
    "content",
    [
        f".{VALUE}",
        f"Of ,{VALUE}",
        f"HP·{VALUE}",
        f"HP ·{VALUE}",
        f"{VALUE} · 3",
        f"2 · {VALUE}",
        f"{VALUE} ·",
        f"{VALUE} –",
        f"{VALUE} – 3",
        f"{VALUE} –x y",
        f"{VALUE}– Anon",
        f"HP – {VALUE}",
        f"HP - {VALUE}",
        f"{VALUE} − Anon",
        f"Of.{VALUE}",
        f"Of,{VALUE}",
        f"Of . {VALUE}",
        f"Of 3. {VALUE}",
        f"{VALUE}.5",
        f"{VALUE},00",
        f'{{{{ f("card", "span") }}}}.{VALUE}',
        f"{VALUE}e3",
        f"{VALUE}E-2",
        f"Level e3{VALUE}",
    ],
)
def test_a_point_or_dash_that_is_read_with_a_number_is_found(
    check_card: CheckCard, content: str
) -> None:
    check_card(4, "12", line(content))


@pytest.mark.parametrize(
    ("value", "content"),
    [
        ("12", line(f"{VALUE} Inches")),
        ("12", line(f"{VALUE} lines")),
        ("12", line(f"Of {VALUE}")),
        ("12", line(f"HP: {VALUE}")),
        ("12", line(f"HP — {VALUE}")),
        ("12", line(f"No. {VALUE}")),
        ("12", line(f"<b>Orc</b>, {VALUE}")),
        ("12", line(f"HP · {VALUE} · AC")),
        ("12", line(f"<span>HP</span> <span>·</span> {VALUE}")),
        ("12", line(f"{VALUE} – Anon")),
        ("12", line(f"{VALUE} - Anon")),
        ("12", line(f"{VALUE} <span>–</span> <span>Anon</span>")),
        ("12", line(f"In hand, {VALUE} cards")),
        ("12", line(f"<span>HP</span> <span>—</span> {VALUE}")),
        ("12 elves", line(f"Horde — {VALUE}")),
        ("12", line(f"{VALUE} — Anon")),
        ("12", line(f"HP={VALUE}")),
        ("12", line(f"({VALUE})")),
        ("12", line(f"HP {VALUE} &amp; more")),
        ("Elf", line(f"~{VALUE}~")),
        ("Elf", line(f"“{VALUE}”")),
        ("Tank 2", line(f'"{VALUE}"')),
        ("Elf", line(f"— {VALUE}")),
        ("12", line(f'<span class="own">±</span>{VALUE}')),
        ("12", line(f'<span class="own">≥ </span>{VALUE}')),
        ("12", line(f"{VALUE} wounds – then stop")),
        ("12", line(f"HP | {VALUE} | AC")),
        ("12", line(f"HP || {VALUE} || AC")),
        ("12", line(f"|| HP {VALUE} AC ||")),
        ("Elf", line(f"||{VALUE}||")),
        ("12", line(f"{VALUE} end")),
        ("12", line(f"Take {VALUE}.")),
        ("12", line(f"{VALUE}. Then stop.")),
        ("12", line(f"{VALUE}, at most")),
        ("12", line(f"{VALUE} o más")),
        ("12", line(f"{VALUE} ➜ next")),
        ("Elf", line(f"➕{VALUE}")),
    ],
)
def test_other_text_next_to_a_number_prints(
    check_card: CheckCard, value: str, content: str
) -> None:
    check_card(0, value, content)


@pytest.mark.parametrize(
    "content",
    [
        line(f"— {VALUE}"),
        line(f"— {VALUE} —"),
        line(f"<b>—</b> <b>{VALUE}</b>"),
        line(f'<span class="far">HP</span><span>— </span>{VALUE}'),
        f'<p class="above">HP</p>{line(f"— {VALUE}")}',
    ],
)
@pytest.mark.parametrize("value", ["12", "3 wounds"])
def test_a_dash_before_a_number_with_nothing_before_it_is_a_minus(
    check_card: CheckCard, content: str, value: str
) -> None:
    css = ".far { margin-right: 8mm; } body > .above { top: 12mm; }"
    check_card(4, value, content, css, says="looks like part of it")


@pytest.mark.parametrize("font", ['800 4mm "Besley"', '700 4mm "Libre Caslon Text"'])
@pytest.mark.parametrize("sign", ["−", "–", "1", "+"])
def test_the_space_of_a_wide_font_separates_no_sign(
    check_card: CheckCard, font: str, sign: str
) -> None:
    css = f".text {{ font: {font}; }}"
    check_card(4, "3", line(f"{sign} {VALUE}"), css, says="looks like part of it")


@pytest.mark.parametrize("content", ["HP · 3", "3 – Goblin", "HP — 3", "3 — Goblin", "No. 3"])
def test_the_space_of_a_narrow_font_separates_a_word(check_card: CheckCard, content: str) -> None:
    css = '.text { font: 4mm "Alegreya Sans"; }'
    check_card(0, "3", line(content.replace("3", VALUE)), css)


LISTED = f'<ol class="list"><li>{VALUE}</li></ol>'
LIST = """.list { position: absolute; left: 8mm; top: 16mm; counter-reset: step 2; }
    li { position: relative; counter-increment: step; }
    li::before { content: counter(step) SIGN; display: inline-block; text-align: center; CSS }"""
DISC = "border-radius: 50%; background: #222222; color: #ffffff; font-weight: 700;"


@pytest.mark.parametrize(
    ("value", "sign", "css", "code"),
    [
        # In a disc or a frame, well apart.
        ("3 wounds", "", f"width: 1em; margin-right: 0.1em; {DISC}", 0),
        ("3 wounds", ".", f"padding: 0 0.1em; margin-right: 0.1em; {DISC}", 0),
        ("3 wounds", "", "padding: 0 0.1em; margin-right: 0.2em; border: 0.2mm solid #000;", 0),
        ("12", "", f"width: 4mm; font-size: 3mm; margin-right: 1mm; {DISC}", 0),
        ("3 wounds", "", "padding: 0 0.1em; margin-right: 0.2em; background: #dddddd;", 0),
        # Far away.
        ("3 wounds", ".", "margin-right: 1.4mm;", 0),
        # Without a box, in a box around both, too near, or a sign in a box.
        ("3 wounds", "'. '", "", 4),
        ("3 wounds", "", "margin-right: 0.2em;", 4),
        ("3 wounds", "", "margin-right: 0.2em; text-decoration: underline;", 4),
        ("3 wounds", "", "margin-right: 0.2em;} .list { background: #eeeeee;", 4),
        ("3 wounds", "", DISC, 4),
        ("12", "", f"padding: 0 0.05em; {DISC}", 4),
        ("3 wounds", "'−'", f"padding: 0 0.1em; margin-right: 0.1em; {DISC}", 4),
        ("3 wounds", "'½'", f"padding: 0 0.1em; margin-right: 0.1em; {DISC}", 4),
    ],
)
def test_a_number_of_a_list_may_be_in_a_box_next_to_a_number(
    check_card: CheckCard, value: str, sign: str, css: str, code: int
) -> None:
    sign = f"'{sign}'" if sign == "." else sign
    size = ".list { font-size: 9mm; top: 12mm; }" if "3mm" in css else ""
    style = size + LIST.replace("SIGN", sign).replace("CSS", css)
    check_card(code, value, LISTED, style, says="looks like part of it")


@pytest.mark.parametrize("gap", [0.32, 0.3201, 0.325])
def test_the_proof_sees_the_distance_of_a_sign_as_inspection_does(
    check_card: CheckCard, gap: float
) -> None:
    css = f".text {{ display: flex; gap: {gap * 4}mm; }}"
    check_card(0, "12", f'<div class="text"><p>1.</p>{VALUE}</div>', "body > " + css + AT)


AT = " body > .text { position: absolute; left: 5mm; }"


@pytest.fixture(scope="module")
def cjk_font() -> bytes:
    """A font in which all Chinese letters of the next test look alike."""
    font, file = TTFont(CJK_FONT), BytesIO()
    for table in font["cmap"].tables:
        letters = table.cmap
        letters |= {ord(x): letters[ord("士")] for x in "二三〇十千万円第章パワ統般弓"} | letters
    font.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("value", "content", "code"),
    [
        ("12", f"一{VALUE}", 4),
        ("12", f"{VALUE}一", 4),
        ("12", f"二{VALUE}", 4),
        ("12", f"三{VALUE}", 4),
        ("12", f"{VALUE}〇", 4),
        ("12", f"{VALUE}十", 4),
        ("12", f"{VALUE}万", 4),
        ("12", f"ー{VALUE}", 4),
        ("12", f"HP 二十{VALUE}", 4),
        ("十", f"二{VALUE}", 4),
        ("十", f"{VALUE}二", 4),
        ("十", f"&lt;{VALUE}", 4),
        ("12", f"{VALUE} 千 円", 4),
        ("12", f"{VALUE}万円", 0),
        ("12", f"統十{VALUE}", 0),
        ("12", f"{VALUE}円万", 0),
        ("12", f"第{VALUE}章", 0),
        ("12", f"パワー{VALUE}", 0),
        ("12", f"統一{VALUE}", 0),
        ("12", f"{VALUE}一般", 0),
        ("12", f"一 HP {VALUE}", 0),
        ("弓", f"十{VALUE}", 0),
        ("一般", f"十{VALUE}", 0),
        ("12", f'<span class="own">一</span>{VALUE}', 0),
    ],
)
def test_a_chinese_number_next_to_a_number_is_found(
    check_card: CheckCard, cjk_font: bytes, tmp_path: Path, value: str, content: str, code: int
) -> None:
    declare_font(tmp_path / "small", "CJK").write_bytes(cjk_font)
    css = 'html { font-family: "CJK"; }'
    check_card(code, value, line(content), css, says="looks like part of it")


def turn(content: str, css: str, degrees: int = 90) -> tuple[str, str]:
    """The number, and next to it a text of the template that is turned."""
    place = f"body > .sign {{ top: 16.5mm; transform: rotate({degrees}deg); {css} }}"
    place += " body > .text { left: 15mm; }"
    return f'{line(VALUE)}<p class="sign">{content}</p>', place


BEFORE, BEHIND = "left: 12.4mm;", "left: 19.6mm;"


@pytest.mark.parametrize(
    ("content", "css", "degrees"),
    [
        ("|", BEFORE, 90),
        ("|", BEFORE, -90),
        ("|", BEHIND, 90),
        ("l", BEFORE, 90),
        ("I", BEFORE, 270),
        ("1", BEFORE, 90),
        ("!", BEHIND, 90),
        ("–", BEFORE, 90),
        ("9", BEHIND, 180),
        ("v", BEFORE, 90),
        ("|", BEFORE + "font-size: 3mm;", 80),
        ("/", BEFORE, 30),
        ("||", BEFORE, 90),
        ("ll", BEFORE, 90),
        ("66", BEFORE, 180),
        ("\\", BEFORE, 30),
    ],
)
def test_a_turned_sign_next_to_a_number_is_found(
    check_card: CheckCard, content: str, css: str, degrees: int
) -> None:
    check_card(4, "12", *turn(content, css, degrees), says="looks like part of it|rotated")


@pytest.mark.parametrize(
    ("value", "content", "css"),
    [
        ("12", "|", "left: 9mm;"),
        ("12", "|", "left: 23mm;"),
        ("12", "|", BEFORE + "top: 22mm;"),
        ("12", "HP", BEFORE + "left: 11mm;"),
        ("Elf", "|", BEFORE),
        ("12", "→", BEFORE + "left: 11mm; font-family: 'Noto Sans Symbols 2';"),
        ("12", '<span class="own">|</span>', BEFORE),
        ("Elf level 3", "|", BEFORE),
    ],
)
def test_a_turned_text_of_the_template_may_be_near(
    check_card: CheckCard, value: str, content: str, css: str
) -> None:
    check_card(0, value, *turn(content, css))


@pytest.mark.parametrize("value", ["½", "²", "3 elves"])
def test_a_turned_sign_next_to_any_figure_is_found(check_card: CheckCard, value: str) -> None:
    check_card(4, value, *turn("|", BEFORE), says="looks like part of it")


@pytest.mark.parametrize(
    ("turned", "left", "code"),
    [("1", 12.9, 4), ("−", 12.9, 4), ("8", 12.9, 4), ("1", 11, 0), ("Elf", 9.8, 0)],
)
def test_a_turned_value_is_not_read_as_a_sign(
    printgen: Printgen, tmp_path: Path, turned: str, left: float, code: int
) -> None:
    game = TWO_TEXTS.replace("[1, a]", f'[1, "{turned}", "12"]')
    css = (
        "body > .text { left: 15mm; }"
        f" body > .n {{ left: {left}mm; top: 16.5mm; transform: rotate(90deg); }}"
    )
    template = card('{{ f("n", "p", class="n") }}', css)
    built = printgen("build", write(tmp_path / "small", template, game), "--output", tmp_path)
    assert built.code == code, built.err


@pytest.mark.parametrize(
    ("first", "second", "sign", "code"),
    [(1, 3, "–", 0), (10, 12, "–", 0), (3, 1, "–", 4), (1, 3, "−", 4), (1, 3, "½", 4)],
)
def test_a_dash_may_be_between_the_ends_of_a_range(
    printgen: Printgen, tmp_path: Path, first: int, second: int, sign: str, code: int
) -> None:
    """A dash between two values that are in order is that of a range."""
    template = card().replace(f"{NUMBER}\n{PLAIN}", line('{{ f("card", "span") }}' + sign + VALUE))
    game = GAME.replace("[1, a]", f"[{first}, {second}]")
    built = printgen("build", write(tmp_path / "small", template, game), "--output", tmp_path)
    assert built.code == code, built.err


@pytest.mark.parametrize(
    ("first", "second", "gap", "code"),
    [
        ("8", "4", 0, 4),
        ("8", "4", 0.4, 4),
        ("10", "2", 0, 4),
        ("8", "−4", 0, 4),
        ("8", ".5", 0, 4),
        ("3+", "2", 0, 4),
        ("Move 3", "4 dice", 0, 4),
        ("–", "4", 0, 4),
        ("10", "e3", 0, 4),
        ("10", "E-3", 0, 4),
        ("10", "e3", 1, 0),
        ("10", "elves 3", 0, 0),
        ("-", "4", 0, 4),
        ("3", "½", 0, 4),
        ("5", "²", 0, 4),
        ("5", "%", 0, 4),
        ("–", "–", 0, 0),
        ("–", "elves", 0, 0),
        ("5", "×", 1, 0),
        ("8", "4", 1, 0),
        ("8", "elves", 0, 0),
        ("A", "12", 0, 0),
        ("8", "=", 0, 0),
    ],
)
def test_two_values_are_not_read_as_one_number(
    printgen: Printgen, tmp_path: Path, first: str, second: str, gap: float, code: int
) -> None:
    game = TWO_TEXTS.replace("[1, a]", f'[1, "{first}", "{second}"]')
    row = f'<div class="row">{{{{ f("n", "span") }}}}{VALUE}</div>'
    css = f".row {{ display: flex; gap: {gap}mm; position: absolute; left: 5mm; top: 16mm; }}"
    template = card(css=css).replace(PLAIN, row)
    built = printgen("build", write(tmp_path / "small", template, game), "--output", tmp_path)
    assert built.code == code, built.err
    assert ("look like one number" in built.err) == bool(code)


@pytest.mark.parametrize(
    ("rise", "code"), [("0.3em", 4), ("0.6em", 4), ("super", 4), ("-0.4em", 4), ("2em", 0)]
)
@pytest.mark.parametrize("sign", ["2", VALUE])
def test_raised_figures_are_not_read_with_a_number(
    printgen: Printgen, tmp_path: Path, sign: str, rise: str, code: int
) -> None:
    game = TWO_TEXTS.replace("[1, a]", '[1, "10", "5"]')
    number = '{{ f("n", "span") }}'
    content = f'<p class="text">{number}<span class="up">{sign}</span></p>'
    css = f".up {{ vertical-align: {rise}; font-size: 60%; }} .text {{ font-size: 5mm; }}"
    more = "" if sign == VALUE else PLAIN.replace('class="text"', 'class="last"')
    template = card(css=f"{css} .last {{ top: 30mm; }}").replace(PLAIN, content + more)
    built = printgen("build", write(tmp_path / "small", template, game), "--output", tmp_path)
    assert built.code == code, built.err


@pytest.mark.parametrize(
    ("value", "css", "code"),
    [
        ("10 2", ":nth-of-type(2) { vertical-align: super; font-size: 60%; }", 4),
        ("10 2 dice", ":nth-of-type(2) { vertical-align: 0.3em; }", 4),
        ("Roll 10 2", ":nth-of-type(2) { vertical-align: 0.25em; font-size: 70%; }", 4),
        ("10 2", ":nth-of-type(2) { vertical-align: -0.3em; font-size: 60%; }", 4),
        ("10 2", ":nth-of-type(1) { vertical-align: super; font-size: 60%; }", 4),
        ("100 200 300", ":nth-of-type(3) { vertical-align: 0.3em; }", 4),
        ("10 2", ":nth-of-type(2) { font-size: 130%; vertical-align: -0.05em; }", 0),
        ("10 2", " { vertical-align: 0.3em; }", 0),
        ("Roll 10 2 dice", " { font-size: 130%; vertical-align: -0.1em; }", 0),
        ("Move 2 mm", " { vertical-align: 0.3em; }", 0),
        ("Roll 10, move 2", ":nth-of-type(2) { vertical-align: 0.3em; }", 0),
        ("1 2", " { display: inline-block; width: 20mm; }", 0),
        ("1 2", " { display: inline-block; width: 20mm; text-align: right; }", 0),
    ],
)
def test_a_raised_figure_of_a_text_is_no_power_of_the_one_before(
    check_card: CheckCard, value: str, css: str, code: int
) -> None:
    template = '{{ f("text", class="text", figures=true) }}'
    style = f"body > .text {{ position: absolute; left: 5mm; width: 30mm; }} b.figure{css}"
    check_card(code, value, template, style, says="raised or lowered|comes before it")


def test_a_figure_on_a_line_of_its_own_is_no_power(printgen: Printgen, tmp_path: Path) -> None:
    """A large figure over a small one: where the data break the line, no number goes on."""
    game = GAME.replace("text: text", "text: prose").replace("[1, a]", r'[1, "**8**\\\n12"]')
    css = "body > .text { width: 30mm; text-align: center; font-size: 3mm; } b { font-size: 10mm; }"
    built = printgen("build", write(tmp_path / "small", card(css=css), game), "--output", tmp_path)
    assert built.code == 0, built.err


@pytest.mark.parametrize(
    ("value", "css", "code"),
    [
        ("10 000", "word-spacing: 5mm;", 4),
        ("Win 1 000 now", "word-spacing: 4mm;", 4),
        ("1 000 000", "word-spacing: 1em;", 4),
        ("10\u00a0000", "word-spacing: 5mm;", 4),
        ("Win 10 000 gold coins", "width: 21mm; text-align: justify; font-size: 3mm;", 4),
        ("100 000", "word-spacing: 5mm;", 4),
        ("1 1/2", "word-spacing: 5mm;", 4),
        ("10 000", "word-spacing: 0.3em;", 0),
        ("12 34", "word-spacing: 5mm;", 0),
        ("10 imps", "word-spacing: 5mm;", 0),
        ("100 200 300", "word-spacing: 5mm;", 0),
    ],
)
def test_a_number_with_spaces_does_not_fall_apart(
    check_card: CheckCard, value: str, css: str, code: int
) -> None:
    check_card(code, value, PLAIN, f".text {{ {css} }}", says="falls apart")


@pytest.mark.parametrize(
    "value",
    ['6"-12"', '1"-3"', '24"-36"', '6" - 12"', '6"-12" or less', 'Move 6"-12"', "6″-12″", '1½"-3"'],
)
def test_a_range_in_inches_is_no_minus(printgen: Printgen, tmp_path: Path, value: str) -> None:
    with (tmp_path / "deck.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows((("name", "range"), ("Bow", value)))
    built = printgen("build", tmp_path / "deck.csv", "--output", tmp_path / "out")
    assert built.code == 0, built.err
    (pdf,) = (tmp_path / "out").rglob("*.pdf")
    text = PdfReader(pdf).pages[0].extract_text()
    assert "\u2212" not in text
    assert "12″" in text or "3″" in text or "36″" in text
