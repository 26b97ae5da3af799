"""Texts of both directions are read as they were written, whatever fonts they are set in."""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from printgen.problems import Severity
from printgen.proof.proof import proof_pdf
from printgen.rules.standalone.deck import TableDeck
from tests.command_line import Printgen

FONTS = Path(__file__).parents[1] / "fonts"

ARABIC = "العب هذه البطاقة وخذ من النقود إذا كان العدوّ المستوى أمامك فهاجم ثمّ اِلعَب"
HEBREW = "שָׁחֲקוּ את הקלף הזה וקחו מטבעות אם האויב רָמָה לפניכם תקפו בסוף הסיבוב"
LATIN = ["ABC", "forest", "HP", "Roll", "add", "the", "King's", "d6", "x", "Ace"]
FIGURES = [
    *("1", "12", "305", "3.5", "1,000", "12-14", "2–4", "50%", "+3", "-1", "−2", "2d6", "d20"),
    *("3d8+2", "$5", "5€", '6"', "#7", "1/2", "½", "≥ 3", "≤4", "A4", "4x"),
]
SIGNS = [*",.!?:;…-–—/+=*&%‑’×", "...", "--", "??", "!?"]
BRACKETS = ["()", "[]", "{}", "«»", "“”", "‘’", '""', "<>"]
WORDS = {"NotoArabic": ARABIC, "NotoHebrew": HEBREW, "DejaVuSans": f"{ARABIC} {HEBREW}"}
"""The first two fonts have few signs and no Latin letters, the third has all."""


def draw_word(random: Random, words: Sequence[str]) -> str:
    """A word from right to left, a Latin one, a figure, or two of them with a sign between."""
    kind = random.random()
    if kind < 0.9:
        return random.choice(words if kind < 0.5 else LATIN if kind < 0.65 else FIGURES)
    other = random.choice([*words, *LATIN, *FIGURES])
    return random.choice(words) + random.choice(["-", "–", "/", ""]) + other


def draw_text(random: Random, words: Sequence[str]) -> str:
    """Up to nine words with signs and brackets."""
    parts = list[str]()
    for _ in range(random.randint(1, 9)):
        word, sign = draw_word(random, words), random.choice(SIGNS)
        kind = random.random()
        if kind < 0.12:
            brackets = random.choice(BRACKETS)
            inside = " ".join(
                [word, *(draw_word(random, words) for _ in range(random.randint(0, 2)))]
            )
            word = brackets[0] + inside + brackets[1] + random.choice(["", sign])
        elif kind < 0.45:
            word = word + sign if kind < 0.4 else sign
        parts.append(word)
    return " ".join(parts)


def write_cards(folder: Path, texts: Sequence[str]) -> Path:
    file = folder / "cards.csv"
    with file.open("w", encoding="utf-8", newline="") as opened:
        rows = [(str(number), text) for number, text in enumerate(texts, 1)]
        csv.writer(opened).writerows([("no", "text"), *rows])
    return file


def print_texts(folder: Path, font: str, texts: Sequence[str], printgen: Printgen) -> bytes:
    """The PDF of a deck with these texts, which has passed inspection and proof."""
    file = write_cards(folder, texts)
    said = printgen("build", file, "--font", FONTS / f"{font}.ttf", "--output", folder)
    assert said.code == 0, said.err
    return (folder / "cards" / "deck.pdf").read_bytes()


def find_rows(pdf: bytes, folder: Path, font: str, texts: Sequence[str]) -> list[int]:
    """The rows in which the proof finds an error, if the texts should be these."""
    game = TableDeck(write_cards(folder, texts), font=FONTS / f"{font}.ttf").load()
    errors = [str(one) for one in proof_pdf(pdf, game) if one.severity is Severity.ERROR]
    return [
        number
        for number in range(1, len(texts) + 1)
        if any(f"row {number} of cards, text: error:" in error for error in errors)
    ]


def exchange(parts: list[str], random: Random) -> list[str]:
    """Two neighbours that differ in each other's place, if there are any."""
    places = [n for n in range(len(parts) - 1) if parts[n] != parts[n + 1]]
    if places:
        place = random.choice(places)
        parts[place : place + 2] = parts[place + 1], parts[place]
    return parts


def exchange_letters(text: str, random: Random) -> str:
    """Two letters exchanged, without marks and spaces."""
    words = text.split(" ")
    place = random.randrange(len(words))
    if words[place].isascii() or words[place].isalnum():
        words[place] = "".join(exchange([*words[place]], random))
    return " ".join(words)


def change_figure(text: str, random: Random) -> str:
    figures = [place for place, letter in enumerate(text) if letter in "0123456789"]
    place = random.choice(figures or [-1])
    return text[:place] + str(9 - int(text[place])) + text[place + 1 :] if figures else text


def turn_bracket(text: str, random: Random) -> str:
    brackets = [place for place, letter in enumerate(text) if letter in "()[]{}<>«»“”≤≥"]
    place = random.choice(brackets or [0])
    turned = text[place].translate(str.maketrans("()[]{}<>«»“”≤≥", ")(][}{><»«”“≥≤"))
    return text[:place] + turned + text[place + 1 :]


def lose_space(text: str, random: Random) -> str:
    first, *others = text.split(" ")
    place = random.randrange(len(others)) if others else 0
    return " ".join([first, *others[:place]]) + " ".join(others[place:])


FAULTS: dict[str, Callable[[str, Random], str]] = {
    "words exchanged": lambda text, random: " ".join(exchange(text.split(" "), random)),
    "words in reverse order": lambda text, random: " ".join(text.split(" ")[::-1]),
    "letters exchanged": exchange_letters,
    "the last letter lost": lambda text, random: text[:-1] or "A",
    "another figure": change_figure,
    "a bracket turned": turn_bracket,
    "a space lost": lose_space,
}


@pytest.mark.slow
@pytest.mark.quick("NotoArabic-0")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("font", WORDS)
def test_each_mix_is_read_and_each_fault_in_it_is_found(
    font: str, seed: int, tmp_path: Path, printgen: Printgen
) -> None:
    """Words of both directions with figures, dice, ranges, brackets and signs drawn by lot."""
    random = Random(f"{font} {seed}")
    texts = [draw_text(random, WORDS[font].split()) for _ in range(27)]
    pdf = print_texts(tmp_path, font, texts, printgen)
    for name, fault in FAULTS.items():
        wrong = [fault(text, random) for text in texts]
        rows = [number for number in range(1, 28) if wrong[number - 1] != texts[number - 1]]
        assert (name, find_rows(pdf, tmp_path, font, wrong)) == (name, rows)


MIXED = {
    "NotoHebrew": [
        ("הקלף d6 לפניכם", ("d6", "6d")),
        ("הקלף (forest) לפניכם", ("(forest)", ")forest(")),
        ("הקלף (2d6) תקפו d6+2, הזה", ("2d6", "6d2")),
        ("שומר [A4] (הסיבוב) 12", ("A4", "4A")),
        ("Roll 2d6 (שומר) and add 3.", ("2d6", "2d8")),
        ("שומר ≥ 3, ½ תקפו…", ("≥", "≤")),
        ("תקפו (הזה).", (").", ".)")),
        ("Roll! שָׁחֲקוּ", ("שָׁ", "ש")),
    ],
    "NotoArabic": [
        ("العب 2d6 هذه", ("2d6", "6d2")),
        ("خذ d6، العب", ("d6،", "،d6")),
        ("علم ABC! ثم", ("! ", "!")),
        ("العب 2d6، ثم أضف 12-14 من", ("12-14", "14-12")),
        ("“العب” هذه", ("“العب”", "”العب“")),
        ("Roll اِلعَب… the (ثم)", ("اِلعَب", "العَب")),
    ],
}
"""Texts that were refused before, and a wrong form of a part of each."""


@pytest.mark.parametrize("font", MIXED)
def test_dice_brackets_and_signs_between_letters_of_both_directions(
    font: str, tmp_path: Path, printgen: Printgen
) -> None:
    """A part keeps its order, though pdfium exchanges some; a bracket keeps its direction."""
    texts = [text for text, _ in MIXED[font]]
    pdf = print_texts(tmp_path, font, texts, printgen)
    wrong = [text.replace(*pair) for text, pair in MIXED[font]]
    assert find_rows(pdf, tmp_path, font, wrong) == [*range(1, len(texts) + 1)]
