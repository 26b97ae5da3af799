"""Decks in scripts that need shaping are printed, and a fault of each kind is found in them."""

import csv
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from unicodedata import category

import pypdfium2
import pytest
import seed
from pypdf import PdfReader
from scripts import CARDS, LANGUAGES

from printgen.problems import Severity
from printgen.proof.proof import proof_pdf
from printgen.rules.standalone.deck import TableDeck
from tests.command_line import Printgen

FONTS = Path(__file__).parents[1] / "fonts"


def without_mark(text: str) -> str:
    """The text without its first mark, or without its third letter if it has none."""
    marks = [index for index, letter in enumerate(text) if category(letter) in ("Mn", "Mc")]
    place = marks[0] if marks else 2
    return text[:place] + text[place + 1 :]


def with_exchanged_letters(text: str) -> str:
    """The text with two letters exchanged."""
    pairs = re.compile(r"([^\W\d_])([^\W\d_])")
    match = next(found for found in pairs.finditer(text) if found[1] != found[2])
    start, end = match.span()
    return text[:start] + match[2] + match[1] + text[end:]


def edit_words(edit: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    return lambda text: " ".join(edit(text.split()))


FAULTS: dict[str, Callable[[str], str]] = {
    "a mark lost": without_mark,
    "letters exchanged": with_exchanged_letters,
    "the first words exchanged": edit_words(lambda words: [words[1], words[0], *words[2:]]),
    "all words in reverse order": edit_words(lambda words: words[::-1]),
    "a letter twice": lambda text: text[:1] + text,
    "a letter lost": lambda text: text[:-3] + text[-2:],
    "a word lost": edit_words(lambda words: words[:-1]),
    "a space lost": lambda text: text.replace(" ", "", 1),
    "another figure": lambda text: re.sub(r"\d", lambda digit: str(9 - int(digit[0])), text),
    "brackets turned": lambda text: text.translate(str.maketrans("()", ")(")),
}


def print_deck(folder: Path, script: str, printgen: Printgen, texts: list[str]) -> bytes:
    """The PDF of the cards of a script, with these texts."""
    folder.mkdir(exist_ok=True)
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        names = [name for name, _ in CARDS[script]]
        csv.writer(file).writerows([("name", "text"), *zip(names, texts, strict=True)])
    font = FONTS / f"Noto{script}.ttf"
    said = printgen("build", folder / "cards.csv", "--font", font, "--output", folder)
    assert said.code == 0, said.err
    return (folder / "cards" / "deck.pdf").read_bytes()


def find_errors(pdf: bytes, folder: Path, script: str) -> list[str]:
    game = TableDeck(folder / "cards.csv", font=FONTS / f"Noto{script}.ttf").load()
    found = proof_pdf(pdf, game)
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


@pytest.mark.quick("Hebrew", "Devanagari")
@pytest.mark.parametrize("script", CARDS)
def test_a_deck_is_read_as_it_was_written(script: str, tmp_path: Path, printgen: Printgen) -> None:
    """The proof finds no error; other readers find the letters of each word."""
    texts = [text for _, text in CARDS[script]]
    pdf = print_deck(tmp_path, script, printgen, texts)
    assert find_errors(pdf, tmp_path, script) == []
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].get_textpage().get_text_range()
    assert set("".join("".join(texts).split())) - {"\u200b"} <= set(page)
    read = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert set("".join("".join(texts).split())) - {"\u200b"} <= set(read)


LEFT_TO_RIGHT = LANGUAGES | {name: CARDS[name] for name in CARDS if name[:2] not in ("He", "Ar")}


@pytest.mark.quick("French", "Turkish", "Japanese")
@pytest.mark.parametrize("language", LEFT_TO_RIGHT)
def test_a_deck_reads_the_same_in_other_readers(
    language: str, tmp_path: Path, printgen: Printgen
) -> None:
    """pdfium and pypdf find each text with every sign, apart from the ends of lines."""
    cards = LEFT_TO_RIGHT[language]
    with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("name", "text"), *cards])
    name = "SansCJKjp.otf" if language == "Japanese" else f"{language}.ttf"
    font = ("--font", FONTS / f"Noto{name}") if (FONTS / f"Noto{name}").exists() else ()
    said = printgen("build", tmp_path / "cards.csv", *font, "--output", tmp_path)
    assert said.code == 0, said.err
    pdf = (tmp_path / "cards" / "deck.pdf").read_bytes()
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [document[0].get_textpage().get_text_range()]
    pages.append(PdfReader(BytesIO(pdf)).pages[0].extract_text())
    # Lines end between any letters, or at zero width spaces.
    space = "" if language in ("Japanese", "Thai") else " "
    for page in pages:
        # Lines also end at the hyphens of words; pdfium reads such a hyphen as U+FFFE.
        read = space.join(page.split()).replace("\ufffe", "-").replace("- ", "-")
        for text in (text.replace("\u200b", "") for card in cards for text in card):
            assert space.join(text.split()) in read


@pytest.mark.slow
@pytest.mark.quick("Hebrew-a mark lost", "Devanagari-letters exchanged", "Arabic-the first words")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("script", CARDS)
def test_a_wrong_text_is_found(script: str, fault: str, tmp_path: Path, printgen: Printgen) -> None:
    """Each card with another text is named."""
    texts = [text for _, text in CARDS[script]]
    print_deck(tmp_path, script, printgen, texts)
    wrong = [FAULTS[fault](text) for text in texts]
    pdf = print_deck(tmp_path / "wrong", script, printgen, wrong)
    found = "\n".join(find_errors(pdf, tmp_path, script))
    for number, (text, other) in enumerate(zip(texts, wrong, strict=True), 1):
        assert (f"row {number} of cards, text: error: prints" in found) is (text != other)


@pytest.mark.quick("Hebrew", "Devanagari")
@pytest.mark.parametrize("script", CARDS)
def test_letters_over_each_other_are_found(script: str, tmp_path: Path, printgen: Printgen) -> None:
    """Whatever the script, letters keep most of their width."""
    pdf = print_deck(tmp_path, script, printgen, [text for _, text in CARDS[script]])

    def tighten(page: seed.Page) -> None:
        index = page.show("1", "text")
        page.steps.insert(index, seed.op("Tc", -5))
        page.steps.insert(index + 2, seed.op("Tc", 0))

    found = find_errors(seed.seeded(pdf, tighten), tmp_path, script)
    assert any("row 1 of cards, text: error:" in error for error in found)
    assert any("its letters run together or change places" in error for error in found)
