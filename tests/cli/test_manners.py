"""What a user may leave to printgen: names, defaults, where a game lies, what is set for good."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from tests.command_line import Printgen

from .small_game import card, write

LETTER = [0, 0, 612, 792]


def width_and_height(path: Path) -> list[float]:
    with pikepdf.open(path) as pdf:
        return [float(side) for side in pdf.pages[0].mediabox]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("paper", ["letter", "Letter", "LETTER"])
def test_paper_is_named_in_any_case(printgen: Printgen, here: Path, paper: str) -> None:
    said = printgen("build", write(here / "small", card()), "--paper", paper)
    assert said.code == 0, said
    assert width_and_height(here / "output" / "small" / "deck-letter.pdf") == LETTER


@pytest.mark.slow
def test_two_cards_never_replace_a_deck(printgen: Printgen, here: Path) -> None:
    folder = here / "output" / "combat-leader"
    folder.mkdir(parents=True)
    for name in ("deck.pdf", "markers.pdf"):
        (folder / name).write_bytes(b"whole")
    words = ("build", "combat-leader")
    assert printgen(*words, "--cards", "17,23").code == 0
    assert printgen(*words, "--deck", "B", "--cards", "17-23", "--skip", "4").code == 0
    assert printgen(*words, "--only", "markers", "--cards", "jammed").code == 0
    assert names(folder) == [
        "deck-B-cards-17-23-skip-4.pdf",
        "deck-backs-B-cards-17-23-skip-4.pdf",
        "deck-backs.pdf",
        "deck-cards-17+23.pdf",
        "deck.pdf",
        "markers-backs-cards-jammed.pdf",
        "markers-cards-jammed.pdf",
        "markers.pdf",
    ]
    assert {(folder / name).read_bytes() for name in ("deck.pdf", "markers.pdf")} == {b"whole"}
    assert printgen("proof", *folder.glob("*-*.pdf")).code == 0


def test_a_deck_that_was_named_is_in_its_colour(printgen: Printgen, here: Path) -> None:
    said = printgen("build", "combat-leader", "--deck", "B", "--cards", "1", "--svg")
    assert said.code == 0, said
    face = here / "output" / "combat-leader" / "pictures" / "deck-B-cards-1-svg" / "B-01.svg"
    assert "#1d3461" in face.read_text("utf-8")


@pytest.mark.slow
def test_only_the_first_sheet_was_begun(printgen: Printgen, here: Path) -> None:
    """Each deck begins a sheet; the begun one's back is printed apart from that of whole sheets."""
    words = ("build", "combat-leader", "--decks", "2", "--dry-run")
    assert re.findall(r"(\w+) pages? +(\d+) faces", printgen(*words, "--cards", "1-3").out) == [
        ("2", "6"),
        ("2", "18"),
    ]
    skipping = printgen(*words, "--cards", "1-3", "--skip", "8").out
    assert re.findall(r"(\w+) pages? +(\d+) faces", skipping) == [("3", "6"), ("3", "19")]
    skipping = printgen(*words, "--cards", "1", "--skip", "8").out
    assert re.findall(r"(\w+) pages? +(\d+) faces", skipping) == [("2", "2"), ("2", "10")]


@pytest.mark.slow
def test_a_dry_run_names_all_and_writes_nothing(printgen: Printgen, here: Path) -> None:
    words = ("combat-leader", "--only", "deck", "--only", "markers", "--dry-run", "--svg")
    said = printgen("build", *words)
    assert (said.code, said.err) == (0, "")
    assert re.sub(r" *\d+ KB", " N KB", said.out) == (
        "output/combat-leader/deck.pdf           7 pages  63 faces N KB  not written"
        "  deck A of 6\n"
        "output/combat-leader/deck-backs.pdf      1 page   9 faces N KB  not written"
        "  deck A of 6\n"
        "output/combat-leader/markers.pdf        2 pages  96 faces N KB  not written"
        "  deck A and B of 6\n"
        "output/combat-leader/markers-backs.pdf  2 pages  96 faces N KB  not written"
        "  deck A and B of 6\n"
        "output/combat-leader/pictures/deck-svg: 63 files, A-01.svg to guides-A-jam.svg,"
        " not written\n"
        "output/combat-leader/pictures/deck-backs-svg: 1 file, A-back.svg, not written\n"
        "output/combat-leader/pictures/markers-svg: 96 files, 1-A-jammed-1.svg to"
        " tokens-2-B-12.svg, not written\n"
        "output/combat-leader/pictures/markers-backs-svg: 96 files, 1-A-jammed-1-back.svg to"
        " tokens-2-B-12-back.svg, not written\n"
        "deck: faces a page: a4 9, a4 --landscape 8, letter 9, letter --landscape 8;"
        " fewest pages: as it is\n"
        "markers: faces a page: a4 48, a4 --landscape 40, letter 48, letter --landscape 48;"
        " fewest pages: as it is\n"
    )
    assert names(here) == []
    words = ("true-lead", "combat-leader", "--only", "sheet", "--dry-run")
    assert printgen("build", *words).out.endswith("\n2 PDFs of 2 games, 4 pages, not written\n")
    assert names(here) == []


@pytest.mark.slow
def test_an_option_is_set_for_good_by_a_variable(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(here / "small", card())
    for name, value in {"PAPER": "letter", "OUTPUT": "printed", "SVG": "1"}.items():
        monkeypatch.setenv(f"PRINTGEN_{name}", value)
    assert printgen("build", folder).code == 0
    assert width_and_height(here / "printed" / "small" / "deck-letter.pdf") == LETTER
    assert (here / "printed" / "small" / "pictures" / "deck-letter-svg" / "1.svg").is_file()
    assert printgen("export", folder).out == "card,text\n1,a\n"  # its file is no folder of builds
    assert printgen("build", folder, "--paper", "a4").code == 0
    assert width_and_height(here / "printed" / "small" / "deck.pdf") != LETTER
    monkeypatch.setenv("PRINTGEN_ONLY", "sheet markers")
    monkeypatch.setenv("PRINTGEN_DRY_RUN", "yes")
    said = printgen("build", "combat-leader")
    assert re.findall(r"/(\w+)-letter\.pdf .* not", said.out) == ["sheet", "markers"]


@pytest.mark.quick(every=3)
@pytest.mark.parametrize(
    ("variable", "value", "words", "found"),
    [
        ("PAPER", "a9", "build combat-leader", "PRINTGEN_PAPER=a9: error: there is no such paper"),
        ("DRY_RUN", "perhaps", "build combat-leader", "Invalid value for PRINTGEN_DRY_RUN: "),
        ("SKIP", "9", "build combat-leader", "PRINTGEN_SKIP=9: error: a sheet has only 9 places"),
        ("DECK", "Z", "build combat-leader", "PRINTGEN_DECK=Z: error: Combat Leader has the decks"),
        ("DECKS", "2", "build combat-leader --deck B", "PRINTGEN_DECKS=2: error: cannot be"),
        ("ONLY", "cards", "build combat-leader", "PRINTGEN_ONLY=cards: error: Combat Leader has"),
        ("SIZE", "deck=big", "build combat-leader", "PRINTGEN_SIZE=deck=big: error: Combat Leader"),
        ("TABLE", "card", "export combat-leader", "PRINTGEN_TABLE=card: error: Combat Leader has"),
        ("AGAINST", "none.csv", "check combat-leader", "Invalid value for PRINTGEN_AGAINST: File"),
        ("PAPER", "letter", "build combat-leader --paper a9", "--paper a9: error: there is no"),
    ],
)
def test_a_wrong_value_is_told_with_its_variable(
    printgen: Printgen,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
    words: str,
    found: str,
) -> None:
    monkeypatch.setenv(f"PRINTGEN_{variable}", value)
    said = printgen(*words.split())
    assert (said.code, said.out) == (2, "")
    assert found in said.err
    assert names(here) == []


def test_inside_its_folder_a_game_need_not_be_named(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write(here / "my-game", card()))
    assert printgen("check").out == "my-game: valid; its data declares no checks\n"
    said = printgen("build", "--output", here)
    assert (said.code, said.err) == (0, "")
    assert names(here) == ["my-game", "small"]


def test_the_path_of_a_game_yaml_means_its_folder(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(here / "my-game", card())
    held = "my-game: valid; its data declares no checks\n"
    assert printgen("check", folder / "game.yaml").out == held
    monkeypatch.chdir(folder)
    assert printgen("check", "game.yaml").out == held


def test_a_list_of_a_game_says_what_may_be_asked_for(printgen: Printgen) -> None:
    said = printgen("list", "combat-leader", "true-lead")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "Combat Leader\n"
        "  deck           63 faces for each of 6 decks\n"
        "    --deck       A, B, C, D, E, F\n"
        "    --cards      1-60, card, shot, jam\n"
        "    --size       deck=poker (63.5 × 88.9 mm)\n"
        "  deck-backs     backs of the deck, as many as a sheet holds\n"
        "  box            1 face for each of 6 decks\n"
        "    --deck       A, B, C, D, E, F\n"
        "  sheet          2 pages\n"
        "  markers        48 faces for each of 6 decks\n"
        "    --deck       A, B, C, D, E, F\n"
        "    --cards      jammed, broken, 1-12\n"
        "    --size       markers=31.5x31.5 (31.5 × 31.5 mm), markers=square-19 (19 × 19 mm)\n"
        "  markers-backs  backs of the markers, one for each face\n"
        "  roster         1 face for each of 6 decks\n"
        "    --deck       A, B, C, D, E, F\n"
        "  --data         soldiers, team\n"
        "True Lead\n"
        "  deck           9 faces for each of 2 players\n"
        "    --deck       A, B\n"
        "    --cards      1-6, duel, normal, accuracy\n"
        "    --size       deck=poker (63.5 × 88.9 mm), deck=tcg (63 × 88 mm)\n"
        "  deck-backs     backs of the deck, as many as a sheet holds\n"
        "  box            1 face for each of 2 players\n"
        "    --deck       A, B\n"
        "  sheet          2 pages\n"
        "  markers        108 faces\n"
        "    --cards      pinned, shotgun, reloading, ambush, stunned, activated, mount\n"
        "    --size       markers=29.4x29.4 (29.4 × 29.4 mm), markers=square-19 (19 × 19 mm)\n"
        "  markers-backs  backs of the markers, one for each face\n"
        "  roster         12 faces\n"
        "    --cards      mob, mob-2, posse, crew, crew-2, gang, duo, marshals, "
        "partners, lone-rider\n"
        "    --size       roster=190x134 (190 × 134 mm)\n"
        "  --data         posters, force\n"
    )


@pytest.mark.parametrize(
    ("working", "file"),
    [
        (".", "output/small/deck.pdf"),
        ("my-game", "../output/small/deck.pdf"),
        ("my-game/templates", "../../output/small/deck.pdf"),
        ("elsewhere/deep", "../../output/small/deck.pdf"),
        ("output/small", "deck.pdf"),
        ("my-game", "../elsewhere/deep/down/below/a-friend.pdf"),
        (".", "elsewhere/deep/down/below/a-friend.pdf"),
    ],
)
def test_the_proof_finds_a_game_of_ones_own_nearby(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch, working: str, file: str
) -> None:
    assert printgen("build", write(here / "my-game", card())).code == 0
    below = here / "elsewhere" / "deep" / "down" / "below"
    below.mkdir(parents=True)
    shutil.copy(here / "output" / "small" / "deck.pdf", below / "a-friend.pdf")
    monkeypatch.chdir(here / working)
    said = printgen("proof", file)
    assert (said.code, said.out) == (0, f"{file}: proofed, agrees with the rules of Small\n")


def test_of_games_of_one_id_the_proof_takes_the_one_that_was_printed(
    printgen: Printgen, here: Path
) -> None:
    """A copy of a bundled game that kept its id, and one that was changed since."""
    for name, text in (("a", "a"), ("b", "b"), ("c", "c")):
        folder = write(here / name, card())
        data = folder / "game.yaml"
        data.write_text(data.read_text("utf-8").replace("[[1, a]]", f"[[1, {text}]]"), "utf-8")
    assert printgen("build", here / "b").code == 0
    assert printgen("proof", "output/small/deck.pdf").code == 0
    assert printgen("build", here / "b", "--only", "deck", "-o", here / "b" / "printed").code == 0
    assert printgen("proof", "b/printed/small/deck.pdf").code == 0


def test_what_a_pdf_says_is_never_taken_for_a_path(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(here / "far" / "away" / "small", card())
    (here / "room").mkdir()
    monkeypatch.chdir(here / "room")  # the folder above is looked into, and others' games lie there
    assert printgen("build", folder).code == 0
    said = printgen("proof", "output/small/deck.pdf")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "output/small/deck.pdf: error: belongs to the game small, which is neither "
        "bundled nor nearby\n"
        "  name the folder of the game with --game, or its table with --table cards.csv\n"
    )
    assert printgen("proof", "output/small/deck.pdf", "--game", folder).code == 0


@pytest.mark.slow
def test_each_of_several_files_is_proofed(printgen: Printgen, here: Path) -> None:
    assert printgen("build", "combat-leader", "--only", "sheet", "--only", "roster").code == 0
    sheet, roster = (
        here / "output" / "combat-leader" / f"{one}.pdf" for one in ("sheet", "roster")
    )
    letter = here / "letter.pdf"
    letter.write_bytes(b"Dear printer,")
    said = printgen("proof", sheet, letter, roster)
    assert (said.code, said.err) == (5, "")
    right = "proofed, agrees with the rules of Combat Leader"
    assert said.out.startswith(f"{sheet}: {right}\nletter.pdf: error: ")
    assert said.out.endswith(f"\n{letter}: 1 error\n{roster}: {right}\n")


def _inked(colour: str) -> Callable[[str], str]:
    return lambda text: re.sub(r"- \[B, Navy, .*\]", f"- [B, Navy, {colour}, '', '', square]", text)


@pytest.mark.slow
@pytest.mark.quick(every=2)
@pytest.mark.parametrize(
    ("colour", "printed"),
    [
        ("maroon", "#800000"),
        ("'hsl(240, 100%, 30%)'", "#000099"),
    ],
)
def test_a_deck_has_the_colour_of_its_row(
    printgen: Printgen, game: Path, here: Path, colour: str, printed: str
) -> None:
    deck = game / "deck.yaml"
    deck.write_text(_inked(colour)(deck.read_text("utf-8")), "utf-8")
    said = printgen("build", game, "--deck", "B", "--cards", "1", "--svg")
    assert said.code == 0, said
    faces = here / "output" / "combat-leader" / "pictures"
    for name in ("deck-B-cards-1-svg/B-01.svg", "deck-backs-B-svg/B-back.svg"):
        assert printed in (faces / name).read_text("utf-8")


def test_a_colour_that_hides_what_stands_on_it_names_the_row_of_the_deck(
    printgen: Printgen, game: Path, here: Path
) -> None:
    deck = game / "deck.yaml"
    deck.write_text(_inked("yellow")(deck.read_text("utf-8")), "utf-8")
    line = deck.read_text("utf-8").partition("[B, Navy")[0].count("\n") + 1
    said = printgen("build", game, "--deck", "B", "--only", "deck-backs")
    assert (said.code, said.out) == (4, "")
    found = (
        f": deck B, back (game/deck.yaml:{line}:7), game and 5 more: error:"
        " “COMBAT LEADER” hardly differs from its"
    )
    assert found in said.err
    assert names(here) == ["game"]


@pytest.mark.parametrize("colour", ["'#12345'", "navyblue", "'rgba(0, 0, 0, 0.5)'", "'#12345678'"])
def test_what_is_no_colour_says_what_to_write(printgen: Printgen, game: Path, colour: str) -> None:
    deck = game / "deck.yaml"
    deck.write_text(_inked(colour)(deck.read_text("utf-8")), "utf-8")
    said = printgen("check", game)
    assert said.code == 3
    assert 'write a CSS colour, such as navy, or in quotes "#7a1f1a"' in said.out
