"""A build puts clean PDFs in their places, says so, and otherwise leaves all as it was."""

import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pikepdf
import pytest

from printgen.cli import main
from tests.cli.conftest import REPOSITORY
from tests.command_line import Printgen

from .small_game import card, write

FILES = [
    "box.pdf",
    "deck-backs.pdf",
    "deck.pdf",
    "markers-backs.pdf",
    "markers.pdf",
    "roster.pdf",
    "sheet.pdf",
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder that a build of Combat Leader made in an empty one, and the words it printed."""
    folder = tmp_path_factory.mktemp("built")
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(folder)
        code = main(["build", "combat-leader"])
    assert (code, err.getvalue()) == (0, "")
    return folder / "output", out.getvalue()


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
def test_a_build_says_what_it_made(built: tuple[Path, str]) -> None:
    folder, said = built
    assert re.sub(r" *\d+ KB", " N KB", said) == (
        "output/combat-leader/deck.pdf           7 pages  63 faces N KB  proofed  deck A of 6\n"
        "output/combat-leader/deck-backs.pdf      1 page   9 faces N KB  proofed  deck A of 6\n"
        "output/combat-leader/box.pdf             1 page    1 face N KB  proofed  deck A of 6\n"
        "output/combat-leader/sheet.pdf          2 pages   2 faces N KB  proofed\n"
        "output/combat-leader/markers.pdf        2 pages  96 faces N KB  proofed"
        "  deck A and B of 6\n"
        "output/combat-leader/markers-backs.pdf  2 pages  96 faces N KB  proofed"
        "  deck A and B of 6\n"
        "output/combat-leader/roster.pdf         2 pages   2 faces N KB  proofed"
        "  deck A and B of 6\n"
    )
    assert _names(folder / "combat-leader") == FILES


@pytest.mark.slow
def test_a_build_of_no_game_named_builds_every_bundled_one(
    printgen: Printgen, tmp_path: Path
) -> None:
    said = printgen("build", "--output", tmp_path)
    assert said.code == 0
    assert said.err == "this folder has no table and no game, so all bundled games are used\n"
    line = r"([a-z-]+/[a-z-]+\.pdf) +(\d+ pages?) +(\d+ faces?) .* proofed(?:  deck .* of 6)?$"
    assert re.findall(line, said.out, re.M) == [
        ("colonial-siege/deck.pdf", "7 pages", "56 faces"),
        ("colonial-siege/deck-backs.pdf", "1 page", "9 faces"),
        ("colonial-siege/box.pdf", "1 page", "1 face"),
        ("colonial-siege/sheet.pdf", "2 pages", "2 faces"),
        ("colonial-siege/markers.pdf", "2 pages", "120 faces"),
        ("colonial-siege/markers-backs.pdf", "2 pages", "120 faces"),
        ("colonial-siege/map.pdf", "4 pages", "1 face"),
        ("colonial-siege/roster.pdf", "1 page", "2 faces"),
        ("combat-leader/deck.pdf", "7 pages", "63 faces"),
        ("combat-leader/deck-backs.pdf", "1 page", "9 faces"),
        ("combat-leader/box.pdf", "1 page", "1 face"),
        ("combat-leader/sheet.pdf", "2 pages", "2 faces"),
        ("combat-leader/markers.pdf", "2 pages", "96 faces"),
        ("combat-leader/markers-backs.pdf", "2 pages", "96 faces"),
        ("combat-leader/roster.pdf", "2 pages", "2 faces"),
        ("fistful-of-lead/deck.pdf", "7 pages", "56 faces"),
        ("fistful-of-lead/deck-backs.pdf", "1 page", "9 faces"),
        ("fistful-of-lead/box.pdf", "1 page", "1 face"),
        ("fistful-of-lead/sheet.pdf", "2 pages", "2 faces"),
        ("fistful-of-lead/markers.pdf", "2 pages", "95 faces"),
        ("fistful-of-lead/tokens.pdf", "2 pages", "78 faces"),
        ("fistful-of-lead/tokens-backs.pdf", "2 pages", "78 faces"),
        ("fistful-of-lead/roster.pdf", "1 page", "1 face"),
        ("horse-and-musket/deck.pdf", "6 pages", "54 faces"),
        ("horse-and-musket/deck-backs.pdf", "1 page", "9 faces"),
        ("horse-and-musket/box.pdf", "1 page", "1 face"),
        ("horse-and-musket/sheet.pdf", "2 pages", "2 faces"),
        ("horse-and-musket/markers.pdf", "1 page", "130 faces"),
        ("horse-and-musket/markers-backs.pdf", "1 page", "130 faces"),
        ("horse-and-musket/roster.pdf", "1 page", "2 faces"),
        ("true-lead/deck.pdf", "2 pages", "18 faces"),
        ("true-lead/deck-backs.pdf", "2 pages", "18 faces"),
        ("true-lead/box.pdf", "2 pages", "2 faces"),
        ("true-lead/sheet.pdf", "2 pages", "2 faces"),
        ("true-lead/markers.pdf", "2 pages", "108 faces"),
        ("true-lead/markers-backs.pdf", "2 pages", "108 faces"),
        ("true-lead/roster.pdf", "6 pages", "12 faces"),
    ]
    assert said.out.endswith("\n37 PDFs of 5 games, 86 pages, all proofed\n")


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_file_proofs_again_at_any_later_time(
    printgen: Printgen, built: tuple[Path, str], file: str
) -> None:
    path = built[0] / "combat-leader" / file
    said = printgen("proof", path)
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{path}: proofed, agrees with the rules of Combat Leader\n"


def test_a_file_that_is_no_print_fails_its_proof_by_name(
    printgen: Printgen, tmp_path: Path
) -> None:
    path = tmp_path / "letter.pdf"
    path.write_bytes(b"Dear printer,")
    said = printgen("proof", path)
    assert (said.code, said.err) == (5, "")
    assert said.out.startswith(f"{path}: error: ")
    assert said.out.endswith(f"\n{path}: 1 error\n")


@pytest.mark.slow
def test_the_same_build_gives_the_same_bytes(
    printgen: Printgen, built: tuple[Path, str], tmp_path: Path
) -> None:
    assert printgen("build", "combat-leader", "--output", tmp_path).code == 0
    for file in FILES:
        earlier, later = (folder / "combat-leader" / file for folder in (built[0], tmp_path))
        assert earlier.read_bytes() == later.read_bytes()


@pytest.mark.slow
def test_letter_paper_is_letter_paper(printgen: Printgen, tmp_path: Path) -> None:
    words = ("--paper", "letter", "--only", "sheet", "--only", "markers")
    said = printgen("build", "combat-leader", *words, "--output", tmp_path)
    assert said.code == 0
    for file in ("sheet-letter.pdf", "markers-letter.pdf"):
        with pikepdf.open(tmp_path / "combat-leader" / file) as pdf:
            box = [float(side) for side in pdf.pages[0].mediabox]
            assert box == pytest.approx([0, 0, 612, 792], abs=0.01)


@pytest.mark.slow
def test_decks_share_no_sheet(printgen: Printgen, tmp_path: Path) -> None:
    words = ("--decks", "2", "--only", "deck-backs", "--only", "roster")
    said = printgen("build", "combat-leader", *words, "--output", tmp_path)
    assert said.code == 0
    assert re.search(r"roster-A\+B\.pdf +2 pages +2 faces ", said.out)
    assert re.search(r"deck-backs-A\+B\.pdf +2 pages +18 faces ", said.out)


def test_single_cards_are_printed_again(printgen: Printgen, tmp_path: Path) -> None:
    said = printgen("build", "combat-leader", "--cards", "17,23", "--output", tmp_path)
    assert said.code == 0
    assert re.search(r"deck-cards-17\+23\.pdf +1 page +2 faces ", said.out)
    assert _names(tmp_path / "combat-leader") == ["deck-backs.pdf", "deck-cards-17+23.pdf"]
    path = tmp_path / "combat-leader" / "deck-cards-17+23.pdf"
    assert printgen("proof", path).code == 0


def _override(game: Path, template: str, change: Callable[[str], str]) -> None:
    own = game / "templates" / "combat-leader" / template
    own.parent.mkdir(parents=True, exist_ok=True)
    text = (REPOSITORY / "templates" / "combat-leader" / template).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    own.write_text(changed, encoding="utf-8")


def _with_earlier_files(output: Path) -> Path:
    folder = output / "combat-leader"
    folder.mkdir(parents=True)
    for file in FILES:
        (folder / file).write_bytes(b"earlier " + file.encode())
    return folder


def _stands_as_it_was(folder: Path) -> bool:
    return _names(folder) == FILES and all(
        (folder / file).read_bytes() == b"earlier " + file.encode() for file in FILES
    )


@pytest.mark.slow
def test_a_word_too_long_exits_4_names_card_and_field_and_replaces_nothing(
    printgen: Printgen, game: Path, tmp_path: Path
) -> None:
    for name in ("deck.yaml", "checks.yaml", "scan.csv"):
        text = (game / name).read_text("utf-8")
        (game / name).write_text(
            text.replace("FIXED!", "FIXED BEYOND ALL DOUBT AND ALL REPAIR!"), "utf-8"
        )
    output = tmp_path / "output"
    earlier = _with_earlier_files(output)
    said = printgen("build", game, "--only", "deck", "--only", "sheet", "--output", output)
    assert (said.code, said.out) == (4, "")
    lines = (game / "deck.yaml").read_text("utf-8").splitlines()
    number = next(i for i, line in enumerate(lines, 1) if "FIXED BEYOND" in line)
    # The line that says the word, not the row of the card, which only refers to it.
    row = f"{game / 'deck.yaml'}:{number}:16"
    assert f"{row}: deck A, card 1, repair: error: " in said.err
    assert "  shorten the text, or choose a larger size\n" in said.err
    assert said.err.endswith("game: no PDF was written; existing PDFs are unchanged\n")
    assert _stands_as_it_was(earlier)


@pytest.mark.slow
def test_a_template_that_prints_another_value_exits_4_and_replaces_nothing(
    printgen: Printgen, game: Path, tmp_path: Path
) -> None:
    _override(
        game,
        "roster.html",
        lambda text: text.replace('f("title", "h1")', 'f("head.team.player.head", "h1")'),
    )
    output = tmp_path / "output"
    earlier = _with_earlier_files(output)
    said = printgen("build", game, "--only", "sheet", "--only", "roster", "--output", output)
    assert (said.code, said.out) == (4, "")
    assert ", roster (" in said.err
    assert _stands_as_it_was(earlier)


def test_what_is_wrong_in_several_prints_is_reported_in_one_run(
    printgen: Printgen, game: Path, tmp_path: Path
) -> None:
    _override(game, "roster.html", lambda text: text.replace("<footer", "<polka"))
    _override(
        game,
        "marker.html",
        lambda text: text.replace('<div class="field"', '<ball class="field"'),
    )
    words = ("--only", "markers", "--only", "roster")
    said = printgen("build", game, *words, "--output", tmp_path / "output")
    assert said.code == 3
    assert "polka" in said.err
    assert "ball" in said.err


@pytest.mark.slow
def test_an_output_that_cannot_be_a_folder_exits_6(printgen: Printgen, tmp_path: Path) -> None:
    (tmp_path / "combat-leader").write_bytes(b"in the way")
    said = printgen("build", "combat-leader", "--only", "markers", "--output", tmp_path)
    assert (said.code, said.out) == (6, "")
    assert "markers.pdf: error: could not be written: " in said.err
    assert _names(tmp_path) == ["combat-leader"]


@pytest.mark.slow
def test_one_bad_game_does_not_keep_another_from_its_build(
    printgen: Printgen, game: Path, tmp_path: Path
) -> None:
    (game / "table.yaml").write_text("- no table\n", encoding="utf-8")
    said = printgen("build", game, "combat-leader", "--only", "markers", "--output", tmp_path)
    assert said.code == 3
    assert "table.yaml" in said.err
    last = "2 PDFs of 1 of 2 games, 4 pages, all proofed"
    assert re.search(rf"combat-leader/markers-backs\.pdf .* proofed .*\n{last}\n$", said.out)


def test_where_every_game_failed_nothing_is_summed_up(printgen: Printgen, tmp_path: Path) -> None:
    said = printgen("build", "combat-leader", "true-lead", "--only", "flags", "--output", tmp_path)
    assert (said.code, said.out) == (2, "")


@pytest.mark.slow
def test_a_game_by_two_names_is_built_once(printgen: Printgen, game: Path, tmp_path: Path) -> None:
    """Two games of one id would overwrite each other's files."""
    said = printgen("build", game, "combat-leader", "--only", "markers", "--output", tmp_path)
    assert said.code == 2
    assert "combat-leader" in said.err


def test_the_faces_are_kept_as_svg(printgen: Printgen, game: Path, tmp_path: Path) -> None:
    said = printgen("build", game, "--only", "roster", "--svg", "--output", tmp_path)
    assert said.code == 0
    faces = tmp_path / "combat-leader" / "pictures" / "roster-svg"
    assert _names(faces) == ["A-roster.svg", "B-roster.svg"]
    page = (faces / "A-roster.svg").read_text("utf-8")
    fonts = {(faces / address).resolve() for address in re.findall(r'url\("(.+?)"\)', page)}
    assert fonts
    assert fonts <= set((REPOSITORY / "fonts").glob("*.ttf"))


def test_the_drawings_of_faces_stay_in_their_folder(
    printgen: Printgen, game: Path, tmp_path: Path
) -> None:
    """A row's key becomes a part of file names; it comes from the game's data."""
    (game / "checks.yaml").unlink()
    deck = game / "deck.yaml"
    climbing = deck.read_text("utf-8").replace("- [A, Olive", '- ["/", Olive')
    assert climbing != deck.read_text("utf-8")
    deck.write_text(climbing, "utf-8")
    table = game / "table.yaml"
    table.write_text(table.read_text("utf-8").replace("deck: A", 'deck: "/"'), "utf-8")
    output = tmp_path / "output"
    printgen("build", game, "--cards", "1", "--svg", "--output", output)
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and game not in path.parents]
    assert {path.parent for path in kept if path.suffix == ".svg"} <= {
        output / "combat-leader" / "pictures" / f"{name}-svg"
        for name in ("deck-cards-1", "deck-backs")
    }
    assert (output / "combat-leader" / "pictures" / "deck-cards-1-svg" / "%2F-01.svg").is_file()


GROUP = """game: {id: small, name: Small}
results: {columns: {result: key}, rows: [[hit], [miss]]}
effects: {columns: {effect: key, text: text}, rows: [[fall, Falls], [hide, Hides]]}
cards:
  columns: {card: key, text: text, after: {each: results, refers: effects}}
  rows: [[1, a, fall, hide], [2, b, fall]]
prints:
  deck: {each: cards, template: card.html, shows: [card, text, after.hit.text, after.miss.text]}
checks:
  - {used: effects, in: [cards.after, deck]}
  - {used: results, in: [deck]}
  - {count: cards, by: after, is: {hit: {fall: 2}, miss: {hide: 1, none: 1}}}
"""


def test_a_group_of_references_is_checked_and_printed(printgen: Printgen, tmp_path: Path) -> None:
    """A template reaches the rows referred to by the heads, and asks whether there is one."""
    after = (
        '{{ f("after.hit.text", "p", class="hit") }}'
        '{% if row.after.miss %}{{ f("after.miss.text", "p", class="miss") }}{% endif %}'
    )
    places = ".hit { top: 22.5mm; } .miss { top: 28.5mm; }"
    folder = write(tmp_path / "small", card(after, places), GROUP)
    checked = printgen("check", folder)
    assert (checked.code, checked.out) == (0, "small: 3 declared checks passed\n")
    said = printgen("build", folder, "--svg", "--output", tmp_path)
    assert (said.code, said.err) == (0, "")
    faces = tmp_path / "small/pictures/deck-svg"
    first, second = ((faces / f"{n}.svg").read_text("utf-8") for n in "12")
    assert [">Falls<" in first, ">Hides<" in first] == [True, True]
    assert [">Falls<" in second, ">Hides<" in second] == [True, False]
