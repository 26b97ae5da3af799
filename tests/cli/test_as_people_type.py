"""What people type of decks and games, as they would: cards by name, tables, lists in pipes."""

import subprocess
import sys
from pathlib import Path

import pytest
from workbooks import write_xlsx

from printgen.cli.options.arguments import find_game_folders
from printgen.pipeline.plan import Request, plan_jobs
from printgen.problems import Failure
from printgen.rules.loading.load import load_game
from tests.cli.conftest import REPOSITORY
from tests.command_line import Printgen


def keys(name: str, cards: str, only: str = "deck") -> tuple[str, ...] | None:
    """The rows of a bundled game's print that are asked for."""
    (first, *_) = plan_jobs(
        Request(cards=cards, only=(only,)), load_game(find_game_folders((name,))[0])
    )
    return first.keys


@pytest.mark.parametrize(
    ("name", "typed", "found"),
    [
        ("combat-leader", "ace of spades", ("1",)),
        ("combat-leader", "The King of Hearts, 2", ("2", "26")),
        ("fistful-of-lead", "10 of clubs", ("49",)),
        ("combat-leader", "jam!", ("53", "54", "55", "56", "jam")),
        ("combat-leader", "53,55,57", ("53", "55", "57")),  # not the fives
        ("fistful-of-lead", "JOKER", ("53", "54")),
    ],
)
def test_cards_go_by_what_they_show(name: str, typed: str, found: tuple[str, ...]) -> None:
    assert keys(name, typed) == found


def test_a_card_that_none_is_called_is_told() -> None:
    for typed in ("ace of swords", "the ace"):
        with pytest.raises(Failure, match="or write what they show"):
            keys("combat-leader", typed)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a table."""
    monkeypatch.chdir(tmp_path)
    text = 'name,cost\n"Troll, old",3\nImp,1\nImp,2\n'
    (tmp_path / "cards.csv").write_text(text, "utf-8")
    return tmp_path


def test_a_deck_s_cards_go_by_their_titles(printgen: Printgen, here: Path) -> None:
    for typed, file in (("imp", "2+3"), ("Troll, old", "1"), ("Imp,1", "1-3")):
        said = printgen("build", "cards.csv", "--cards", typed, "--dry-run")
        assert (said.code, f"deck-cards-{file}.pdf" in said.out) == (0, True)


def test_a_deck_is_proofed_with_its_table(printgen: Printgen, here: Path) -> None:
    """Read as it was for build; one of another table fails."""
    assert printgen("build", "cards.csv", "--leave", "cost").code == 0
    words = ("proof", "output/cards/deck.pdf")
    assert printgen(*words).code == 2
    assert "--table cards.csv" in printgen(*words).err
    assert printgen(*words, "--table", "cards.csv", "--leave", "cost").code == 0
    assert printgen(*words, "--table", "cards.csv").code == 5
    (here / "cards.csv").write_text("name,cost\nTroll,3\n", "utf-8")
    assert printgen(*words, "--table", "cards.csv", "--leave", "cost").code == 5
    for more in (("--leave", "cost"), ("--table", "cards.csv", "--game", "true-lead")):
        assert printgen(*words, *more).code == 2


def test_a_deck_a_sheet_is_built_and_proofed(printgen: Printgen, here: Path) -> None:
    write_xlsx(here / "b.xlsx", {"A": [["name"], ["Imp"]], "B": [["name"], ["Axe"]]})
    said = printgen("build", "b.xlsx", "--sheet", "all")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith("2 PDFs of 2 games, 2 pages, all proofed\n")
    pdfs = ("output/b-A/deck.pdf", "output/b-B/deck.pdf")
    assert printgen("proof", *pdfs, "--table", "b.xlsx", "--sheet", "all").code == 0
    assert printgen("new", "mine", "--from", "b.xlsx", "--sheet", "all").code == 2


def test_a_deck_in_yaml_is_built(printgen: Printgen, here: Path) -> None:
    (here / "cards.yaml").write_text("imp: {name: Imp, cost: 2}\norc: {name: Orc, cost: ~}\n")
    assert printgen("build", "cards.yaml").code == 0
    assert printgen("proof", "output/cards/deck.pdf", "--table", "cards.yaml").code == 0
    assert printgen("new", "mine", "--from", "cards.yaml").code == 0
    assert printgen("build", "mine").code == 0


def test_a_table_in_another_encoding_is_checked(printgen: Printgen, here: Path) -> None:
    (here / "loot.csv").write_bytes("d6,Käse\n1-3,Grüße\n4-6,–\n".encode("cp1252"))
    assert printgen("check", "loot.csv").code == 3
    said = printgen("check", "loot.csv", "--encoding", "cp1252")
    assert (said.code, "Not checked: Käse" in said.out) == (0, True)
    assert printgen("check", "true-lead", "--encoding", "cp1252").code == 2


def test_a_game_that_takes_no_player_s_file_says_so(printgen: Printgen, here: Path) -> None:
    (here / "team.yaml").write_text("team: []\n", "utf-8")
    for command in ("check", "build"):
        said = printgen(command, "colonial-siege", "--data", "team.yaml")
        assert said.code == 2
        assert "Colonial siege reads no player's file" in said.out + said.err
    assert "has no example" in printgen("new", "t.yaml", "--for", "colonial-siege").err


@pytest.mark.quick("words1")
@pytest.mark.parametrize(("words", "code"), [(("list",), 0), (("export", "true-lead"), 6)])
def test_a_list_whose_first_lines_are_read_ends_well(words: tuple[str, ...], code: int) -> None:
    piped = f"{sys.executable} -m printgen {' '.join(words)} | exec true; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(
        ("/bin/bash", "-c", piped),
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"},
    )
    assert (run.returncode, run.stderr) == (code, b"")


@pytest.mark.slow
def test_a_table_may_be_called_game_and_a_file_what_a_game_is(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.csv").write_text("name,v\nImp,3\n", "utf-8")
    assert printgen("build", "game.csv", "--dry-run").code == 0
    (tmp_path / "true-lead").touch()
    said = printgen("check", "true-lead")
    assert (said.code, said.out) == (0, "true-lead: 187 declared checks passed\n")
    assert printgen("new", "mine", "--from", "true-lead").code == 0


def test_a_name_too_long_to_look_for_is_told(printgen: Printgen) -> None:
    said = printgen("build", "combat-leader", "--sheets", f"{'a' * 300}/t.yaml")
    assert said.code == 2
    assert "does not exist" in said.err


def test_a_neighbour_that_may_not_be_read_hides_no_answer(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "private").mkdir()
    is_file = Path.is_file

    def refused(path: Path) -> bool:
        if path.parent.name == "private":
            raise PermissionError
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", refused)
    said = printgen("check", "mygam")
    assert said.code == 2
    assert "mygam: error: is neither a bundled game nor" in said.err


def test_a_list_longer_than_its_line_is_printed(printgen: Printgen, tmp_path: Path) -> None:
    """The proof compares it with the list as it is in the table."""
    words = ";".join(f"keyword{number}" for number in range(12))
    file = tmp_path / "cards.csv"
    file.write_text(f"name,kinds\nOrc,{words}\nElf,keyword\n")
    assert printgen("build", file, "--output", tmp_path, "--plain-signs").code == 0


@pytest.mark.parametrize(
    "text",
    ["1. Draw\n   - one\n   - two\n2. Play", "- Draw\n  1. one\n- Play", "1. a\n\n- b\n\n2. c"],
)
def test_lists_in_lists_are_printed_in_order(printgen: Printgen, tmp_path: Path, text: str) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(f'name,text\nOrc,"{text}"\n')
    built = printgen("build", file, "--prose", "--output", tmp_path)
    assert built.code == 0, built.err


def test_all_misspelt_marks_of_a_card_are_told_at_once(printgen: Printgen, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("name,text\nOrc,Take :haerts: and :spaeds: and :hearts:.\nElf,Draw :haerts:.\n")
    said = printgen("build", file, "--prose", "--output", tmp_path)
    assert [line for line in said.err.splitlines() if "no mark" in line or "same" in line] == [
        f"{file}:2:5: error: no mark haerts",
        f"  the same: {file}:3:5",
        f"{file}:2:5: error: no mark spaeds",
    ]


def test_missing_marks_hide_no_other_mistake(printgen: Printgen, tmp_path: Path) -> None:
    """In one run: a mark that is missing, and an element that is not allowed after it."""
    printgen("new", tmp_path / "mine")
    template = tmp_path / "mine/templates/card.html"
    use = '<svg class="x" xmlns="http://www.w3.org/2000/svg"><use href="marks/nope.svg"/></svg>'
    text = template.read_text("utf-8")
    template.write_text(text.replace("</body>", f"{use}<blink>x</blink></body>"), "utf-8")
    said = printgen("build", tmp_path / "mine", "--output", tmp_path)
    assert "no mark nope" in said.err
    assert "<blink>" in said.err
