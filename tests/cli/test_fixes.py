"""What a program needs to show options as controls: the option of a problem, and what to set."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from workbooks import write_xlsx

from printgen.cli import _printgen
from printgen.cli.commands.build import build_games
from printgen.cli.options.arguments import describe_usage_error
from printgen.geometry import Spacing
from printgen.press.imposing.grid import note_best_paper
from printgen.problems import Problem, make_fix
from printgen.sheet_layout import SheetLayout
from tests.command_line import Printgen

OPTIONS = {name.removeprefix("--") for param in build_games.params for name in param.opts}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a table."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text("name,text\nImp,Small.\nElf,Tall.\n")
    return tmp_path


def collect(printgen: Printgen, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[Problem]:
    """The problems that a run prints."""
    seen = list[Problem]()

    def keep(problems: Any, **_: Any) -> None:
        seen.extend(problems)

    monkeypatch.setattr("printgen.cli.terminal.print_problems", keep)
    printgen(*words)
    return seen


@pytest.mark.parametrize(
    ("words", "option", "fixes"),
    [
        ("--back-offset 1 1", "back-offset", [{"duplex": "long"}, {"duplex": "short"}]),
        ("--printer laser", "printer", [{"duplex": "long"}, {"duplex": "short"}]),
        ("--fold --duplex long --back A", "duplex", [{"fold": None}]),
        ("--duplex long", "duplex", []),
        ("--book --duplex long --back A", "book", [{"duplex": None}]),
        ("--cut lines", "cut", [{"gutter": "6"}]),
        ("--png 300 --with-bleed", "with-bleed", [{"gutter": "6"}]),
        (
            "--png 300 --with-bleed --gutter 6 --ink low",
            "ink",
            [{"ink": "colour"}, {"with-bleed": None}],
        ),
        (
            "--png 300 --with-bleed --cut lines --gutter 6",
            "cut",
            [{"cut": "none"}, {"with-bleed": None}],
        ),
        ("--shop makeplayingcards --fold --back A", "fold", [{"shop": None}]),
        ("--machine silhouette --fold --back A", "fold", [{"machine": None, "marks": None}]),
        ("--tts --size hex-30", "size", []),
        ("--size tarrot", "size", []),
        ("--cards 9", "cards", []),
        ("--back lost.png", "back", [{"missing": ""}]),
        ("--back **A**", "back", [{"prose": ""}]),
    ],
)
def test_a_problem_has_its_option_and_what_to_set(
    printgen: Printgen, monkeypatch: pytest.MonkeyPatch, words: str, option: str, fixes: list[Any]
) -> None:
    problem, *_ = collect(printgen, monkeypatch, "build", "cards.csv", *words.split())
    assert (problem.option, [dict(fix) for fix in problem.fixes]) == (option, fixes)
    assert {name for fix in fixes for name in fix} | {option} <= OPTIONS


@pytest.mark.slow
def test_the_size_that_fits_is_a_fix(
    printgen: Printgen, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (folder / "cards.csv").write_text(f"name,text\nOrc,{'Draw a card. ' * 200}\n")
    error, note = collect(printgen, monkeypatch, "build", "cards.csv", "--size", "tarot")
    assert (error.fixes, note.fixes) == ((), (make_fix(size="105x148"),))


def test_the_paper_that_needs_the_fewest_pages_is_a_fix() -> None:
    advice = note_best_paper(
        SheetLayout(paper="a4"), (88.9, 63.5), Spacing(0.0, 0.0), 0.0, has_marks=True
    )
    assert advice.message.endswith("fewest pages: --paper a4 --landscape")
    assert advice.fixes == (make_fix(paper="a4", landscape=""),)


def test_what_a_workbook_hides_is_a_fix(
    printgen: Printgen, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    sheets = {"Cards": [["name"], ["Imp"]], "Loot": [["name"], ["Gold"]]}
    write_xlsx(folder / "book.xlsx", sheets)
    (note,) = collect(printgen, monkeypatch, "build", "book.xlsx")
    assert note.fixes == (make_fix(sheet="Loot"), make_fix(sheet="all"))


@pytest.mark.parametrize(
    ("words", "option", "message", "fixes"),
    [
        ("--corners round", "--corners", "needs pictures: add --png 300", [{"png": "300"}]),
        (
            "--png 300 --corners round --with-bleed",
            "--corners",
            "round cannot be combined with --with-bleed: keep one",
            [{"with-bleed": None}],
        ),
        (
            "--marks 7.5 0.5 10",
            "--marks",
            "needs --machine silhouette",
            [{"machine": "silhouette"}],
        ),
        ("--duplex lng", "--duplex", None, []),
        ("--png", "--png", None, []),
        ("--foldd", "--foldd", None, []),
    ],
)
def test_wrong_usage_is_a_problem_too(
    words: str, option: str, message: str | None, fixes: list[Any]
) -> None:
    with pytest.raises(click.UsageError) as caught:
        _printgen.main(["build", "cards.csv", *words.split()], standalone_mode=False)
    problem = describe_usage_error(caught.value)
    assert (problem.where.subject, problem.option) == (option, option.removeprefix("--"))
    assert [dict(fix) for fix in problem.fixes] == fixes
    assert message in (None, problem.message)


def test_json_has_them(printgen: Printgen, folder: Path) -> None:
    (folder / "game").mkdir()
    (folder / "game" / "game.yaml").write_text(
        "game: {id: g, name: G}\n"
        "cards: {columns: {name: key}, rows: [[Imp]]}\n"
        "prints: {sheet: {template: sheet.html, all: cards, impose: page, papers: [letter]}}\n"
    )
    said = printgen("check", "game", "--format", "json")
    (problem,) = json.loads(said.out)["problems"]
    assert (problem["option"], problem["fixes"]) == ("paper", [{"paper": "letter"}])
