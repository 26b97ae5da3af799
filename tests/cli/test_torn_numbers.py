"""Numbers that a template would tear, and text and marks that it would squeeze."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from printgen.layout.flow.break_opportunities import find_break_opportunities
from tests.command_line import Printgen

from .small_game import GAME, PLAIN, CheckCard, card, write
from .test_piece_outlines import HEART

ROOM = '<div class="room"><p>{{ f("text", "span") }}</p></div>'


def narrow(width: float, more: str = "") -> str:
    """A box in which any word may be torn."""
    place = "position: absolute; left: 5mm; top: 12mm; height: 24mm;"
    return f".room {{ {place} width: {width}mm; overflow-wrap: anywhere; {more} }}"


NESTED = '<div class="room"><div class="in">{{ f("text", "span") }}</div></div>'
TURNED, SCALED = (
    f"body {{ width: 40mm; transform: {turn}; }}" for turn in ("rotate(90deg)", "scale(0.9)")
)
SQUEEZED = "{{ transform: scaleX({}); transform-origin: left top; }}"

TORN = {
    "a number": ("1000", ROOM, narrow(5)),
    "a number with a point": ("12.75", ROOM, narrow(4)),
    "a number with commas": ("10,000", ROOM, narrow(5)),
    "a signed number": ("\u221212", ROOM, narrow(4)),
    "a number with a plus": ("+12", ROOM, narrow(4)),
    "a range": ("10\u201312", ROOM, narrow(6)),
    "a range with a hyphen": ("10-12", ROOM, narrow(6)),
    "a share": ("15%", ROOM, narrow(4)),
    "a number in a sentence": ("Win 1000 coins", ROOM, narrow(5)),
    "a range in a sentence, where a word would fit": ("Roll 10\u201312 now", ROOM, narrow(6.5)),
    "dice": ("2d6", ROOM, narrow(3)),
    "dice in a sentence": ("Roll 2d10 now", ROOM, narrow(6)),
    "money": ("$500", ROOM, narrow(5)),
    "thousands": ("100k", ROOM, narrow(5)),
    "a number with a thin space": ("10\u2009000", ROOM, narrow(5)),
    "a number with a soft hyphen": ("10\u00ad12", ROOM, narrow(5)),
    "a number with a space without width": ("10\u200b12", ROOM, narrow(4)),
    "a signed number with one": ("\u2212\u200b12", ROOM, narrow(4)),
    "a range with one": ("10\u200b–12", ROOM, narrow(6)),
    "a number with wide spaces": ("12", PLAIN, ".text { letter-spacing: 2.2mm; }"),
    "a signed number with wide spaces": ("\u22124", PLAIN, ".text { letter-spacing: 0.6em; }"),
    "a range with wide spaces": ("3-5", PLAIN, ".text { letter-spacing: 3mm; }"),
    "a number in a sentence with wide spaces": ("Win 100", PLAIN, "p { letter-spacing: 2.2mm; }"),
    "a point with wide spaces": ("1.5", PLAIN, ".text { letter-spacing: 0.55em; }"),
    "a number with a hyphen before it": ("AK-47", ROOM, narrow(5)),
    "a number with a point before it": ("No.5", ROOM, narrow(3)),
    "a number after an ellipsis of points": ("3...5", ROOM, narrow(5)),
    "letters squeezed twice": (
        "1000", NESTED, f".room {SQUEEZED.format(0.5)} .in {SQUEEZED.format(0.5)}",
    ),
    "letters squeezed twice by a little": (
        "Elf", NESTED, f".room {SQUEEZED.format(0.7)} .in {SQUEEZED.format(0.7)}",
    ),
    "letters squeezed three times": (
        "Elf", NESTED, f"body, .room {SQUEEZED.format(0.75)} .in {SQUEEZED.format(0.75)}",
    ),
    "letters squeezed in a turned box": (
        "Elf", NESTED, f"{TURNED} .room {SQUEEZED.format(0.6)} .in {SQUEEZED.format(0.6)}",
    ),
    "letters squeezed in a scaled box": (
        "Elf", NESTED, f"{SCALED} .room {SQUEEZED.format(0.6)} .in {SQUEEZED.format(0.6)}",
    ),
}  # fmt: skip
UNTORN = {
    "a list of numbers": ("100 200 300 400", ROOM, narrow(14)),
    "a word with a hyphen": ("two-handed", ROOM, narrow(11)),
    "words with a thin space": ("nine\u2009lives", ROOM, narrow(7)),
    "a number that fits": ("1000", ROOM, narrow(12)),
    "a torn word": ("Reconnaissance", ROOM, narrow(9)),
    "a torn word next to a number": ("Reconnaissance 12", ROOM, narrow(9)),
    "a range between words": ("Roll 10\u201312 hexes", ROOM, narrow(11)),
    "a hyphen between words": ("half-open", ROOM, narrow(9)),
    "two numbers on two lines": ("10 12", ROOM, narrow(5)),
    "words with wide spaces": ("Elf", PLAIN, ".text { letter-spacing: 2.6mm; }"),
    "a number with spaces": ("1200", PLAIN, ".text { letter-spacing: 0.3em; }"),
    "one figure with wide spaces": ("7", PLAIN, ".text { letter-spacing: 3mm; }"),
    "a word before a number with brackets": ("Recon(12)", ROOM, narrow(9)),
    "letters squeezed once": ("1000", NESTED, f".room {SQUEEZED.format(0.5)}"),
    "letters squeezed and widened": (
        "1000", NESTED, f".room {SQUEEZED.format(0.5)} .in {SQUEEZED.format(1.5)}",
    ),
    "letters squeezed twice by very little": (
        "1000", NESTED, f".room {SQUEEZED.format(0.8)} .in {SQUEEZED.format(0.8)}",
    ),
    "a long name with hyphens and figures": (
        "T-34 and Pz.Kpfw.IV-H2 with long words", ROOM, narrow(22),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", TORN)
def test_a_torn_number_is_found(check_card: CheckCard, fault: str) -> None:
    check_card(4, *TORN[fault])


@pytest.mark.parametrize("neighbour", UNTORN)
def test_a_word_may_be_torn(check_card: CheckCard, neighbour: str) -> None:
    check_card(0, *UNTORN[neighbour])


@pytest.mark.parametrize(
    "value", ["1½", "½", "1½″", "10\u00a0000", "It's 5", '6" tall', "a & 5 <b>", "Don't"]
)
def test_figures_in_padded_boxes_are_whole(check_card: CheckCard, value: str) -> None:
    figures = '<p class="text">{{ f("text", "span", figures=true) }}</p>'
    css = "b { padding: 0 0.6mm; background-color: #eeeeee; }"
    check_card(0, value, figures, css)


@pytest.mark.parametrize("value", ["AK-47", "Level-3", "No.5", "Mk-2", "Reconnaissance/12"])
def test_no_line_begins_with_the_sign_before_a_number(
    check_card: CheckCard, tmp_path: Path, value: str
) -> None:
    check_card(0, value, ROOM, narrow(8.4))
    (pdf,) = (tmp_path / "out").rglob("*.pdf")
    lines = PdfReader(pdf).pages[0].extract_text().splitlines()
    assert not any(line[:1] in "-./" and line[1:2].isdigit() for line in lines), lines


@pytest.mark.parametrize(
    ("size", "code"), [(0.4, 4), (1, 4), (1.5, 4), (1.7, 4), (1.75, 4), (1.8, 0), (3, 0)]
)
def test_a_mark_is_large_enough(printgen: Printgen, tmp_path: Path, size: float, code: int) -> None:
    game = GAME.replace("text: text}", "text: text, it: mark}").replace("[1, a]", "[1, a, heart]")
    drawn = '{{ f("it", class="it") }}'
    drawn += '<svg xmlns="http://www.w3.org/2000/svg" class="ornament">'
    drawn += '<use href="marks/ring.svg"/></svg>'
    css = (
        f" .it {{ position: absolute; left: 30mm; top: 20mm; width: {size}mm; height: {size}mm; }}"
    )
    css += ".ornament { position: absolute; left: 40mm; top: 20mm; width: 0.5mm; height: 0.5mm; }"
    folder = write(tmp_path / "small", card(drawn, css), game, heart=HEART, ring=HEART)
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == code, built.err
    assert ("the mark is" in built.err) == bool(code)


WRITTEN = [
    "-$5", "1E-05", "5e-3", "-d6", "½-¾", "+/-5", "3 1/2", "1 ½", "1 000", "10 000", "- 2", "+ 2",
    "x-2", "AC-5", "2-4",
]  # fmt: skip


@pytest.mark.parametrize("value", WRITTEN)
def test_no_line_ends_inside_a_number(value: str) -> None:
    assert not find_break_opportunities(value)
    assert find_break_opportunities(f"{value} and {value}") == (len(value) + 1, len(value) + 5)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Win 1 000 000 gold", [4, 14]),
        ("Win 100 000 gold", [4, 12]),
        ("Win 2 100/200 gold", [4, 14]),
        ("100 200 300", [4, 8]),
    ],
)
def test_lines_break_around_numbers_with_spaces(text: str, starts: list[int]) -> None:
    assert [*find_break_opportunities(text)] == starts


@pytest.mark.parametrize("value", ["5 - 10", "5 – 10"])
def test_the_second_number_of_a_range_does_not_look_negative(value: str) -> None:
    assert find_break_opportunities(value) == (4,)


@pytest.mark.parametrize(
    ("value", "spacing", "code"),
    [
        ("Win 10<b>2</b> coins", "-0.3em", 4),
        ("Win <b>2</b> coins", "-0.26em", 4),
        ("Win <b>12</b> coins", "-0.22em", 4),
        ("Win <b>1/2</b> coin", "-0.25em", 4),
        ("Win <b>2</b>0 coins", "-0.4em", 4),
        ("Win <b>12</b> coins", "-0.05em", 0),
        ("<b>Win</b> 12 coins", "-0.08em", 0),
        ("Win 10<b>2</b> coins", "-0.05em", 0),
        ("Win <b>12</b>, then stop", "-0.05em", 0),
        ("Win <b>12</b> coins", "0.2em", 0),
    ],
)
def test_spacing_after_bold_words_closes_no_space(
    printgen: Printgen, tmp_path: Path, value: str, spacing: str, code: int
) -> None:
    game = GAME.replace("text: text", "text: prose").replace("[1, a]", f'[1, "{value}"]')
    place = "position: absolute; left: 5mm; top: 14mm;"
    css = f"body > .text {{ {place} }} b {{ letter-spacing: {spacing}; }}"
    page = card(css=css).replace(PLAIN, '{{ f("text", class="text") }}')
    built = printgen("build", write(tmp_path / "small", page, game), "--output", tmp_path)
    assert built.code == code, built.err
