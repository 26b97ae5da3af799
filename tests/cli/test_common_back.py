"""`--back`: one back for all cards of a table, as a text or a picture."""

from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.rules.standalone.deck import TableDeck
from tests.command_line import Printgen

CARDS = "name,qty,text\nImp,2,Small.\nElf,,Tall.\n"
QUIZ = "question,back\nHow many?,Two\nWho?,\nWhere?,Here\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with two tables and a picture."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "quiz.csv").write_text(QUIZ)
    Image.new("RGB", (63, 88), "#7a1f1f").save(tmp_path / "back.png")
    return tmp_path


def pages(file: str) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in PdfReader(file).pages]


def list_backs(table: str, back: str, **reading: bool) -> list[tuple[dict[str, str], int]]:
    """The fields of each back, and how many pictures it has."""
    game = TableDeck(Path(table), back=back, **reading).load()
    print_ = game.find_print("deck-backs")
    assert print_
    return [(c.fields, c.pictures) for c, _ in generate_wanted_faces(game, print_, "", None)]


def test_all_cards_share_a_text(printgen: Printgen) -> None:
    """One page of backs is enough, however many pages of fronts there are."""
    said = printgen("build", "cards.csv", "--back", "Bog Deck")
    assert (said.code, said.err) == (0, "")
    (page,) = pages("output/cards/deck-backs.pdf")
    assert page.count("Bog Deck") == 9
    assert "One a page of fronts, 1 in all" in page


@pytest.mark.slow
def test_a_sheet_of_punched_backs_is_full(printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--leave", "text", "--back", "Bog", "--size", "punch-25")
    assert (said.code, said.err) == (0, "")
    (page,) = pages("output/cards/deck-backs-punch-25.pdf")
    assert page.count("Bog") == 54


@pytest.mark.parametrize(("option", "page"), [("--duplex=long", 1), ("--fold", 0)])
def test_each_front_has_the_common_back(printgen: Printgen, option: str, page: int) -> None:
    said = printgen("build", "cards.csv", "--back", "Bog Deck", option)
    assert (said.code, said.err) == (0, "")
    name = option.strip("-").replace("=", "-")
    assert pages(f"output/cards/deck-{name}.pdf")[page].count("Bog Deck") == 3


@pytest.mark.quick(every=2)
@pytest.mark.parametrize("back", ["back.png", "BACK.png"])
def test_a_picture_file_is_printed(printgen: Printgen, folder: Path, back: str) -> None:
    (folder / "back.png").replace(folder / back)
    assert list_backs("cards.csv", back) == [({}, 1)]
    said = printgen("build", "cards.csv", "--back", back, "--size", "mini-us")
    assert (said.code, said.err) == (0, "")
    assert "back.png" not in pages("output/cards/deck-backs-mini-us.pdf")[0].lower()
    said = printgen("proof", "output/cards/deck-backs-mini-us.pdf", "--table", "cards.csv")
    assert said.code == 5  # without --back, the table has no backs


def test_cards_without_an_own_back_get_it(printgen: Printgen) -> None:
    assert list_backs("quiz.csv", "Quiz") == [
        ({"back": "Two"}, 0),
        ({"--back": "Quiz"}, 0),
        ({"back": "Here"}, 0),
    ]
    assert list_backs("quiz.csv", "back.png") == [
        ({"back": "Two"}, 0),
        ({}, 1),
        ({"back": "Here"}, 0),
    ]
    said = printgen("build", "quiz.csv", "--back", "back.png", "--duplex", "long")
    assert (said.code, said.err) == (0, "")


def test_a_column_that_is_empty_or_left_out_gives_way(folder: Path, printgen: Printgen) -> None:
    (folder / "empty.csv").write_text("name,back\nImp,\nElf,\n")
    said = printgen("build", "empty.csv", "--back", "Quiz")
    assert (said.code, said.err) == (0, "")
    assert list_backs("empty.csv", "Quiz") == [({"1.text": "Quiz"}, 0)]
    said = printgen("build", "quiz.csv", "--leave", "back", "--back", "Quiz")
    assert (said.code, said.err) == (0, "")


def test_a_common_back_that_no_card_has_is_noted(folder: Path, printgen: Printgen) -> None:
    (folder / "full.csv").write_text("name,back\nImp,A\nElf,B\n")
    said = printgen("build", "full.csv", "--back", "Quiz")
    assert (said.code, said.err) == (
        0,
        "--back Quiz: note: is not printed: each card has its own back\n  leave it out\n",
    )


def test_a_missing_picture_is_an_error_or_a_placeholder(printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--back", "bock.png")
    assert (said.code, said.err.splitlines()[:2]) == (
        3,
        ["--back bock.png: error: cannot find picture bock.png", "  did you mean back.png?"],
    )
    assert list_backs("cards.csv", "lost.png", missing=True) == [({"1.text": "lost.\u00adpng"}, 0)]


def test_the_name_of_its_column_is_reserved(folder: Path, printgen: Printgen) -> None:
    (folder / "odd.csv").write_text("name,--back\nImp,A\nElf,B\n")
    assert printgen("build", "odd.csv").code == 0
    said = printgen("build", "odd.csv", "--back", "Quiz")
    assert said.err.splitlines()[0] == (
        "odd.csv:1:6: error: the name --back is reserved for the option --back"
    )


def test_its_text_is_set_like_that_of_cells(printgen: Printgen) -> None:
    assert list_backs("cards.csv", 'The "Bog"') == [({"1.text": "The “Bog”"}, 0)]
    assert list_backs("cards.csv", "**Bog**", prose=True) == [({"1.text": "Bog"}, 0)]
    assert printgen("build", "cards.csv", "--back", "**Bog**", "--dry-run").err.startswith(
        '--back **Bog**: note: "**" is printed as written\n'
    )


@pytest.mark.slow
def test_a_text_that_does_not_fit_is_reported_once(printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--size", "tarot", "--back", "Bog " * 900)
    assert (said.code, said.err.count("error:")) == (4, 1)
    assert said.err.startswith("back, 1.text: error: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("build", "combat-leader"), "--back needs a table file: name one, such as cards.csv"),
        (("new", "mine", "--from", "cards.csv"), "--back is only for build: leave it out"),
    ],
)
def test_it_is_refused_where_it_means_nothing(
    printgen: Printgen, words: tuple[str, ...], message: str
) -> None:
    said = printgen(*words, "--back", "Bog")
    assert (said.code, said.err.splitlines()[-1]) == (2, f"Error: {message}")


def test_a_game_may_share_a_back_of_rows(folder: Path, printgen: Printgen) -> None:
    (folder / "mine" / "templates").mkdir(parents=True)
    (folder / "mine" / "game.yaml").write_text(
        "game: {id: mine, name: Mine}\n"
        "cards: {columns: {name: key}, rows: [[Imp], [Elf]]}\n"
        "logo: {columns: {text: text}, rows: [[Bog Deck]]}\n"
        "prints: {deck: {template: card.html, each: cards, shows: [name], sizes: poker,\n"
        "  back: {template: back.html, all: logo}}}\n"
    )
    for name, field in (("card", "name"), ("back", "1.text")):
        (folder / "mine" / "templates" / f"{name}.html").write_text(
            '<html xmlns="http://www.w3.org/1999/xhtml"><head>'
            '<link rel="stylesheet" href="card.css"/></head>'
            f'<body>{{{{ f("{field}") }}}}</body></html>'
        )
    (folder / "mine" / "templates" / "card.css").write_text(
        'body { padding: 9mm; font: 12pt "IBM Plex Sans Condensed"; }'
    )
    said = printgen("build", "mine", "--duplex", "short")
    assert (said.code, said.err) == (0, "")
    assert pages("output/mine/deck-duplex-short.pdf")[1].count("Bog Deck") == 2
