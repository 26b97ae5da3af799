"""A player's file: checked, printed beside others, compared, proofed; an example to change."""

import json
import re
import sys
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import yaml

from printgen.system.bundled import find_bundled_games, find_game
from tests.command_line import Printgen, assert_told_once

sys.path.append(str(Path(__file__).parents[1] / "rules"))
from workbooks import write_ods, write_xlsx

FISTFUL = find_game("fistful-of-lead") / "examples"
CARVER, MARSH = FISTFUL / "carver-gang.yaml", FISTFUL / "marsh-militia.yaml"
EXAMPLES = [file for game in find_bundled_games() for file in sorted(game.glob("examples/*.yaml"))]
OTHERS = [file for file in EXAMPLES if file.parent != FISTFUL]
COMPARED = (
    "carver-gang.yaml: Free rerolls: 1 (14 against 15)\n"
    "marsh-militia.yaml: Free rerolls: 0 (15 against 14)\n"
    "  One for each trait less; each grunt's counts, as each regular's do, in our reading."
    " Fistful of Lead summary sheet, Team creation\n"
)


@pytest.mark.slow
def test_two_teams_are_printed_and_compared(printgen: Printgen, tmp_path: Path) -> None:
    """Each in a file of its own, which proofs with its team and says so without."""
    data = ("--data", CARVER, "--data", MARSH)
    said = printgen("build", "fistful-of-lead", *data, "--output", tmp_path)
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f"proofed\n{COMPARED}")
    files = sorted((tmp_path / "fistful-of-lead").iterdir())
    assert [file.name for file in files] == ["roster-carver-gang.pdf", "roster-marsh-militia.pdf"]
    assert printgen("proof", *files, *data).code == 0
    assert [_rerolls(file) for file in files] == ["1", "0"]
    said = printgen("proof", files[0], "--data", CARVER)
    assert said.code == 5
    assert "filled in from “marsh-militia.yaml”, but --data does not name it" in said.out
    said = printgen("proof", files[0])
    assert (said.code, said.out.count("error")) == (5, 2)
    both = "“carver-gang.yaml” and “marsh-militia.yaml”"
    assert f"filled in from {both}, but --data does not name it" in said.out
    assert "--data carver-gang.yaml --data marsh-militia.yaml" in said.out


def _rerolls(file: Path) -> str:
    """What a roster prints under Free rerolls; nothing where that is a place to write."""
    said = pdfium.PdfDocument(file)[0].get_textpage().get_text_range()
    found = re.search(r"Free rerolls\r\n(\d*)", said)
    return found[1] if found else said


@pytest.mark.slow
def test_a_team_alone_or_beside_one_at_fault_writes_its_rerolls(
    printgen: Printgen, tmp_path: Path
) -> None:
    """A figure is printed only where the other team is right; either proofs with what it had."""
    short, broken = tmp_path / "short.yaml", tmp_path / "broken.yaml"
    text = CARVER.read_text("utf-8")
    short.write_text(text.replace("[Crack shot, Quick,", "[Quick,"), "utf-8")
    broken.write_text("details: {name: A}\nteem: {}\n")
    nobody = tmp_path / "nobody.yaml"
    nobody.write_text("details: {name: Nobody, trait: Vengeful}\ntraits: [Vengeful]\n")
    for other, code in ((None, 0), (short, 3), (broken, 3), (nobody, 0)):
        data = ("--data", MARSH, *(("--data", other) if other else ()))
        said = printgen("build", "fistful-of-lead", *data, "--output", tmp_path)
        assert said.code == code
        assert "Free rerolls" not in said.out
        file = tmp_path / "fistful-of-lead" / "roster-marsh-militia.pdf"
        assert not _rerolls(file)
        assert printgen("proof", file, "--data", MARSH, "--data", CARVER).code == 0


@pytest.mark.quick("first-team")
@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.stem)
def test_an_example_prints_and_proofs_clean(file: Path, printgen: Printgen, tmp_path: Path) -> None:
    game, options = file.parents[1].name, ("--only", "roster", "--output", tmp_path)
    said = printgen("build", game, "--data", file, *options)
    assert (said.code, said.err) == (0, "")
    (pdf,) = (tmp_path / file.parents[1].name).iterdir()
    assert (pdf.name, said.out.count("proofed")) == (f"roster-{file.stem}.pdf", 1)


@pytest.mark.slow
def test_a_filled_form_is_printed_for_one_deck(printgen: Printgen, tmp_path: Path) -> None:
    """A blank one is printed for two players."""
    team = find_game("combat-leader") / "examples" / "first-team.yaml"
    words = ("build", "combat-leader", "--only", "roster", "--output", tmp_path)
    assert "deck A and B of 6" in printgen(*words).out
    said = printgen(*words, "--data", team)
    assert "roster-first-team.pdf" in said.out
    assert "1 page  1 face " in said.out
    assert "deck A of 6" in said.out
    assert "deck C of 6" in printgen(*words, "--data", team, "--deck", "C").out


@pytest.mark.slow
def test_a_word_may_break_at_its_hyphen(printgen: Printgen, tmp_path: Path) -> None:
    """Where pdfium reads no hyphen any more."""
    team = tmp_path / "team.yaml"
    text = CARVER.read_text("utf-8").replace("Padded coat", "Keen-eyed marksman")
    team.write_text(text, "utf-8")
    said = printgen("build", "fistful-of-lead", "--data", team, "--output", tmp_path)
    assert (said.code, said.err) == (0, "")


def test_a_team_may_be_in_json(printgen: Printgen, tmp_path: Path) -> None:
    team = tmp_path / "team.json"
    team.write_text(json.dumps(yaml.safe_load(CARVER.read_text("utf-8"))), "utf-8")
    said = printgen("check", "fistful-of-lead", "--data", team)
    assert (said.code, said.err) == (0, "")


def test_a_mark_of_the_games_own_is_named(printgen: Printgen, tmp_path: Path) -> None:
    """It lies beside the game's templates, not among the marks that games share."""
    team = tmp_path / "team.yaml"
    scouts = find_game("horse-and-musket") / "examples" / "ridge-scouts.yaml"
    team.write_text(scouts.read_text("utf-8").replace("leader: star", "leader: stra"), "utf-8")
    said = printgen("check", "horse-and-musket", "--data", team)
    assert said.code == 3
    assert_told_once(said.out, f"{team}:12:33", "stra")
    assert "did you mean star?" in said.out


@pytest.mark.slow
def test_a_breach_is_told_and_nothing_compared(printgen: Printgen, tmp_path: Path) -> None:
    """The name of the file, its line, what was found, what the rule allows, where it stands."""
    team = tmp_path / "team.yaml"
    team.write_text(CARVER.read_text("utf-8").replace("[Crack shot, Quick,", "[Quick,"), "utf-8")
    said = printgen("check", "fistful-of-lead", "--data", team, "--data", MARSH)
    assert said.code == 3
    place = f"{team}:30:13: row 1 of team, traits"
    assert_told_once(said.out, place, "is 2, but the rules require 3 (Of choice: leader 3, ")
    assert "Fistful of Lead summary sheet, Team creation\n" in said.out
    counted = "team.yaml: 1 error\nmarsh-militia.yaml: 16 limit checks passed\n"
    assert said.out.endswith(counted)


@pytest.mark.quick(every=2)
@pytest.mark.parametrize(("ending", "write"), [("xlsx", write_xlsx), ("ods", write_ods)])
def test_the_sheets_of_a_workbook_are_tables(
    ending: str, write, printgen: Printgen, tmp_path: Path
) -> None:
    book = tmp_path / f"gang.{ending}"
    sheets = {
        "details": [["name", "trait"], ["The Gang", "Bold"]],
        "traits": [["trait", "tiers"], ["Bold", ""], ["Quick", ""], ["Tough", ""]],
        "equipment": [["item", "slots"], ["Rifle", 2]],
        "team": [["role", "traits", "equipment"], ["Specialist", "Quick; Tough", "Rifle; Rifle"]],
    }
    write(book, sheets)
    said = printgen("check", "fistful-of-lead", "--data", book)
    assert said.out == f"gang.{ending}: 16 limit checks passed\n"
    write(book, sheets | {"teem": [["role"], ["Leader"]]})
    said = printgen("check", "fistful-of-lead", "--data", book)
    assert said.code == 3
    assert "error: no open table is called teem\n  did you mean team?\n" in said.out


WRONG = {
    "two games": ("build true-lead combat-leader --data CARVER", 2, "needs exactly one GAME"),
    "a table beside": ("build fistful-of-lead team.csv --data CARVER", 2, "needs exactly one GAME"),
    "one name": ("check true-lead --data CARVER --data carver-gang.yaml", 2, "the same name"),
    "no print": ("build fistful-of-lead --only rooster --data CARVER", 2, "did you mean roster?"),
    "no tables": ("check fistful-of-lead --data team.csv", 2, "does not end in .yaml"),
    "a list": ("check fistful-of-lead --data list.yaml", 3, "error: the file has no tables"),
    "empty": ("check fistful-of-lead --data carver-gang.yaml", 3, "the file is empty"),
    "a game without": ("new t.yaml --for colonial-siege", 2, "colonial-siege has no example"),
    "a workbook": ("new t.xlsx --for true-lead", 2, "end its name in .yaml"),
    "there already": ("new list.yaml --for true-lead", 6, "is a file"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told(
    what: str, printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("team.csv", "a,b"), ("list.yaml", "- a"), ("carver-gang.yaml", "")):
        Path(name).write_text(text)
    typed, code, says = WRONG[what]
    said = printgen(*(CARVER if one == "CARVER" else one for one in typed.split()))
    assert (said.code, says in said.out + said.err) == (code, True)
    assert Path("list.yaml").read_text() == "- a"


def test_an_example_to_change(printgen: Printgen, tmp_path: Path) -> None:
    """It teaches: its comments say what to do."""
    file = tmp_path / "team.yaml"
    said = printgen("new", file, "--for", "fistful-of-lead")
    assert said.out == f"{file}\n\nNow: printgen build fistful-of-lead --data {file}\n"
    example = CARVER.read_text("utf-8").replace("carver-gang.yaml", "team.yaml")
    assert file.read_text("utf-8") == example
    assert file.read_text("utf-8").startswith("# A team for Fistful of Lead.")
    said = printgen("list", "fistful-of-lead")
    assert said.out.endswith("\n  --data        details, traits, equipment, team\n")


@pytest.mark.slow
def test_a_team_for_a_game_that_extends_another_is_held_to_its_limits_alone(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert printgen("new", "mine", "--from", "fistful-of-lead").code == 0
    assert printgen("new", "team.yaml", "--for", "mine").code == 0
    said = printgen("check", "mine", "--data", "team.yaml")
    assert (said.code, said.out, said.err) == (0, "team.yaml: 16 limit checks passed\n", "")
