"""Text: white space collapses, lines break where browsers break them, and nothing is lost."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.face.fonts import FontLibrary
from printgen.layout.flow.better_lines import improve_lines
from printgen.layout.flow.break_opportunities import find_break_opportunities
from printgen.layout.flow.line_breaking import LineBox, Paragraph
from printgen.layout.flow.text_pieces import (
    LINE_BREAK,
    PICTURE_SIGN,
    TextPiece,
    TextStyle,
    collapse_spaces,
    find_bidi_control,
    split_paragraphs,
)
from printgen.system.bundled import get_fonts_folder

TEST_FONTS = Path(__file__).parents[1] / "fonts"
FONTS = FontLibrary.load_folders((get_fonts_folder(),))
REGULAR = FONTS.get_typeface("IBM Plex Sans Condensed", 400)
BOLD = FONTS.get_typeface("IBM Plex Sans Condensed", 700)


def ink(size: float = 10.0, **changes: object) -> TextStyle:
    """An ink of a stated size whose lines reach 8 above and 4 below the baseline."""
    values: dict[str, object] = {
        "typeface": REGULAR,
        "size": size,
        "tracking": 0.0,
        "colour": (0, 0, 0),
        "above": 8.0,
        "below": 4.0,
    }
    return TextStyle(**{**values, **changes})  # type: ignore[arg-type]


def set_lines(
    pieces: Sequence[TextPiece], room: float, above: float, below: float
) -> list[LineBox]:
    """Pieces as lines of at most `room`, each reaching at least so far above and below."""
    return [
        paragraph.build_line(*ends, above, below)
        for paragraph in map(Paragraph, split_paragraphs(pieces))
        for ends in paragraph.break_lines(room)
    ]


def lines_of(text: str, room: float, **changes: object) -> list[str]:
    """The words of each line."""
    lines = set_lines(collapse_spaces([TextPiece(text, ink(**changes))]), room, 8.0, 4.0)
    return ["".join(span.text for span in line.spans) for line in lines]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one two  three", ["one ", "two  ", "three"]),
        ("one\u00a0two", ["one\u00a0two"]),
        ("A-Team, X-15", ["A-", "Team, ", "X-15"]),
        ("FP -3 or \u22123", ["FP ", "-3 ", "or ", "\u22123"]),
        ("5-6 or 10–20", ["5-6 ", "or ", "10–20"]),
        ("–now", ["–now"]),
        ("yes—no", ["yes", "—", "no"]),
        ("“yes”—(no)", ["“yes”—", "(no)"]),
        ("don’t, can't", ["don’t, ", "can't"]),
        ("and/or", ["and/or"]),
        ("one…two?three", ["one…", "two?", "three"]),
        ("hit(1)(2)", ["hit(1)", "(2)"]),
        ("(see “card 5”)!", ["(see ", "“card ", "5”)!"]),
        (f"a{PICTURE_SIGN}b", ["a", PICTURE_SIGN, "b"]),
    ],
)
def test_lines_break_at_spaces_dashes_and_pictures_alone(text: str, parts: list[str]) -> None:
    """Each string falls into exactly these parts, as Chromium breaks it; ranges stay whole."""
    bounds = [0, *find_break_opportunities(text), len(text)]
    assert [text[a:b] for a, b in pairwise(bounds)] == parts


def test_white_space_collapses_across_pieces() -> None:
    """Runs of white space become one space, wherever an element begins or ends in them."""
    pieces = [
        TextPiece(" \n one ", ink()),
        TextPiece("  two\t", ink(typeface=BOLD)),
        TextPiece(" \nend ", ink()),
    ]
    assert [piece.text for piece in collapse_spaces(pieces)] == ["one ", "two ", "end "]


def test_pre_line_keeps_line_ends_and_nothing_else() -> None:
    """Under pre-line a line end ends the line; spaces beside it go, others collapse."""
    assert lines_of("one  two \n\n  three ", 500, white_space="pre-line") == [
        "one two",
        "",
        "three",
    ]


def test_a_line_holds_as_much_as_its_room() -> None:
    """The last word that fits to the hair stays; a hair less room sends it to the next line."""
    width = REGULAR.measure("one two", 10.0)
    assert lines_of("one two three", width) == ["one two", "three"]
    assert lines_of("one two three", width - 0.01) == ["one", "two", "three"]


def test_tracking_counts_after_every_letter() -> None:
    """Letter-spacing widens each letter, the last of the line too."""
    (line,) = set_lines([TextPiece("abc", ink(tracking=2.0))], 500, 0, 0)
    assert line.width == pytest.approx(REGULAR.measure("abc", 10.0) + 6.0)


def test_a_word_too_wide_stands_alone_and_shows_its_width() -> None:
    """No word is ever cut: the caller sees a line wider than the room."""
    lines = set_lines([TextPiece("a wonderful b", ink())], 20.0, 8, 4)
    assert [line.spans[0].text for line in lines] == ["a", "wonderful", "b"]
    assert lines[1].width > 20.0


def test_nowrap_keeps_its_words_together_among_others() -> None:
    """A nowrap stretch moves to the next line whole."""
    pieces = [
        TextPiece("one ", ink()),
        TextPiece("two three", ink(white_space="nowrap")),
        TextPiece(" x", ink()),
    ]
    lines = set_lines(pieces, REGULAR.measure("one two", 10.0) + 1, 8, 4)
    texts = ["".join(span.text for span in line.spans) for line in lines]
    assert texts == ["one", "two three", "x"]


def test_a_word_of_two_inks_is_one_word() -> None:
    """Bold inside a word opens no place to break it."""
    pieces = [
        TextPiece("one tw", ink()),
        TextPiece("ot", ink(typeface=BOLD)),
        TextPiece("hree", ink()),
    ]
    lines = set_lines(pieces, REGULAR.measure("one tw", 10.0) + 1, 8, 4)
    assert [[span.text for span in line.spans] for line in lines] == [["one"], ["tw", "ot", "hree"]]
    start = lines[1].spans[1].x
    assert start == pytest.approx(REGULAR.measure("tw", 10.0))


def test_a_line_is_as_high_as_its_highest_ink() -> None:
    """Only the line that holds the large word grows, above and below by that word's own reach."""
    large = ink(20.0, above=16.0, below=9.0)
    lines = set_lines(
        [TextPiece("a ", ink()), TextPiece("B", large), TextPiece(f"{LINE_BREAK}c", ink())],
        99,
        8,
        4,
    )
    assert [(line.above, line.below) for line in lines] == [(16.0, 9.0), (8.0, 4.0)]


def test_a_forced_line_end_at_the_end_adds_no_line() -> None:
    """`<br/>` ends its line; only what follows it makes another."""
    assert lines_of(f"one{LINE_BREAK}{LINE_BREAK}two{LINE_BREAK}", 99, white_space="pre-line") == [
        "one",
        "",
        "two",
    ]


def test_controls_of_direction_are_refused() -> None:
    """Text in any script is set; embeddings, overrides and isolates of directions are not."""
    assert find_bidi_control("Ελλάδα, naïve, 中文、한국어, שלום, हिन्दी, ไทย") == ""
    assert [find_bidi_control(f"x{letter}") for letter in "\u202e\u2067"] == [
        "\u202e",
        "\u2067",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "見|習|い|魔|女",
        "そ|の|後、|カ|ー|ド|を|「2|枚」|引|い|て|も|（最|大|7|枚）。",
        "攻|撃|力|＋|２|と|−1,|防|御|100%|の|Troll|王",
        "다|음 |카|드 |2|장",
        "他|说|“你|好”，|走|了……|吗？",
        "時々、|コ|コ・ヽ",
    ],
)
def test_chinese_japanese_and_korean_break_between_letters(text: str) -> None:
    """Where Chromium breaks them: not before closing marks, and not after opening ones."""
    parts = text.split("|")
    joined = "".join(parts)
    starts = {len("".join(parts[:count])) for count in range(1, len(parts))}
    assert set(find_break_opportunities(joined)) == starts


@settings(max_examples=2 * settings().max_examples)
@given(
    text=st.text(alphabet="ab -–—1.,?…()’\u00a0\n", max_size=60),
    room=st.floats(min_value=0.0, max_value=120.0),
)
def test_broken_lines_join_back_to_the_text(text: str, room: float) -> None:
    """No letter is lost, doubled or moved: only spaces vanish, and only at the ends of lines."""
    (piece,) = collapse_spaces([TextPiece(text.replace("\n", " "), ink())])
    lines = set_lines([piece], room, 8, 4)
    texts = ["".join(span.text for span in line.spans) for line in lines]
    assert "".join(texts).replace(" ", "") == piece.text.replace(" ", "")
    for line, words in zip(lines, texts, strict=True):
        assert line.width <= room + 0.001 or not find_break_opportunities(words)


def improved(text: str, room: float, **changes: object) -> list[str]:
    """The words of each line, with `text-wrap: pretty`."""
    (paragraph,) = map(Paragraph, split_paragraphs([TextPiece(text, ink(**changes))]))
    lines = improve_lines(paragraph, tuple(paragraph.break_lines(room)), room)
    spans = [paragraph.build_line(*ends, 8.0, 4.0).spans for ends in lines]
    return ["".join(span.text for span in line) for line in spans]


@pytest.mark.parametrize(
    ("greedy", "better"),
    [
        ("Draw one more card each|or", "Draw one more card|each or"),
        ("Each one of them rolls a|die for it", "Each one of them rolls|a die for it"),
        ("It then moves at most 12|cm each turn", "It then moves at most|12 cm each turn"),
        (
            "Add to this the sum of 2 +|3 or a bit more",
            "Add to this the sum of|2 + 3 or a bit more",
        ),
        ("Take from the box some 2|D6 and roll", "Take from the box some|2 D6 and roll"),
        (
            "All are well as they are|in the first place",
            "All are well as they are|in the first place",
        ),
        ("Infantry serve the|gun", "Infantry serve|the gun"),
        ("Enemy points|scored", "Enemy points|scored"),
        ("She wants some of the gold|– and gets it", "She wants some of the|gold – and gets it"),
        ("You take from the bank 1|D6 of coins", "You take from the bank|1 D6 of coins"),
    ],
)
def test_pretty_lines_move_a_break(greedy: str, better: str) -> None:
    """Not a short last line, a single letter at the end, or a number without its unit.

    A word alone may end the text if it is not much shorter than the line before it.
    """
    text = greedy.replace("|", " ")
    room = REGULAR.measure(greedy.split("|")[0], 10.0) + 1
    assert lines_of(text, room) == greedy.split("|")
    assert improved(text, room) == better.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "Qui |va |là ? |« Moi ! » |dit-|il : |« Non ; |et |toi ? »",
        "»Halt!«, |ruft |er. |»Wer |da?« |– |Niemand",
        "Gold / |Silver |( both ) |.5",
        "roll |.5 |and |so ... |on",
    ],
)
def test_signs_after_a_space_stay_with_their_word(text: str) -> None:
    """As French and UAX #14 (LB13 to LB15) have it; Chromium breaks lines at such spaces."""
    parts = text.split("|")
    starts = [len("".join(parts[:count])) for count in range(1, len(parts))]
    assert [*find_break_opportunities("".join(parts))] == starts


def test_small_kana_do_not_begin_a_line() -> None:
    """Nor the sign of a long vowel, if as many lines do without."""
    fonts = FontLibrary.load_folders((TEST_FONTS / "NotoSansCJKjp.otf",))
    japanese = fonts.get_typeface(fonts.first[0], 400)
    for greedy, better in (
        ("手札を見て名前のカ|ードを引いて", "手札を見て名前の|カードを引いて"),
        ("名前はもう一つあ|ぁでもよい", "名前はもう一つ|あぁでもよい"),
    ):
        text, room = greedy.replace("|", ""), japanese.measure(greedy.split("|")[0], 10.0) + 1
        assert lines_of(text, room, typeface=japanese) == greedy.split("|")
        assert improved(text, room, typeface=japanese) == better.split("|")


def test_pretty_lines_are_as_many_as_before() -> None:
    """If a better break needs one more line, the text is broken as browsers break it."""
    room = REGULAR.measure("moves at most 12", 10.0) + 1
    assert improved("moves at most 12 cm", room) == ["moves at most", "12 cm"]
    assert improved("moves 12", REGULAR.measure("moves", 10.0) + 1) == ["moves", "12"]
    full = "moves at most 12 mmmmmmmmmmmmmm"
    assert improved(full, room) == lines_of(full, room)


def test_an_icon_does_not_begin_a_line() -> None:
    """The word before it goes with it; a full stop stays with it."""
    pieces = [
        TextPiece("spend one or two ", ink()),
        TextPiece(PICTURE_SIGN, ink(), 0, 4.0),
        TextPiece(". Then draw", ink()),
    ]
    (paragraph,) = map(Paragraph, split_paragraphs(pieces))
    room = REGULAR.measure("spend one or two ", 10.0) + 1
    (first, *_) = improve_lines(paragraph, tuple(paragraph.break_lines(room)), room)
    assert paragraph.build_line(*first, 8.0, 4.0).spans[0].text == "spend one or"


def test_words_are_divided_where_a_line_would_be_short() -> None:
    """By the patterns of their language, with a hyphen that fits on the line."""
    room = REGULAR.measure("a wonderful", 10.0)
    text = "a reconnaissance of the wood"
    assert lines_of(text, room)[0] == "a"
    lines = lines_of(text, room, language="en-GB")
    assert lines[0] == "a recon-"
    assert lines[1] == "naissance"
    narrow = lines_of("reconnaissance", REGULAR.measure("recon-", 10.0) + 1, language="en-GB")
    assert narrow == ["recon-", "nais-", "sance"]
    assert lines_of("to a wood", REGULAR.measure("to a wo", 10.0), language="en-GB") == [
        "to a",
        "wood",
    ]


def test_a_word_that_breaks_is_measured_again_after_the_break() -> None:
    """Parts of a word add up to the word, and a part that begins a line has its own width."""
    word = "AV-AV-AV"
    (line,) = set_lines([TextPiece(word, ink())], 999, 8, 4)
    assert line.width == pytest.approx(REGULAR.measure(word, 10.0))
    broken = set_lines([TextPiece(word, ink())], REGULAR.measure("AV-", 10.0) + 0.1, 8, 4)
    assert [line.spans[0].text for line in broken] == ["AV-", "AV-", "AV"]
    assert broken[2].width == pytest.approx(REGULAR.measure("AV", 10.0))


def test_letters_keep_their_marks_where_a_word_breaks_anywhere() -> None:
    lines = lines_of("e\u0301e\u0301e\u0301", 1.0, breaks_words=True)
    assert lines == ["e\u0301", "e\u0301", "e\u0301"]
