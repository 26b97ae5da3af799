"""The commands of the README and of docs/ work as they stand; what they list is what there is."""

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import click
import pytest
from click.exceptions import Exit
from PIL import Image
from workbooks import write_xlsx

from printgen.cli import _printgen, main
from printgen.problems import ExitCode

REPOSITORY = Path(__file__).resolve().parents[2]
README = REPOSITORY / "README.md"
CONTRIBUTING = REPOSITORY / "CONTRIBUTING.md"
PAGES = (README, *sorted((REPOSITORY / "docs").glob("*.md")))

RIGHT = "d12,Loot\n1-6,Gold\n7-12,Gem\n"
CARDS = "name,cost,home,notes,designer\nBog Witch,3,Old forest,old,Ann\nTroll,5,A bridge,,Bob\n"
DRAWN = "name,art\nBog Witch,bog.png\nTroll,gone.png\n"
# The deck of cards.csv, empty. Its GUID must stay the same, or saves of users are not updated.
SAVE = """{"ObjectStates": [{"GUID": "0a61c2", "Nickname": "Deck", "DeckIDs": [], "CustomDeck": {},
"ContainedObjects": []}]}"""


def _commands(page: Path, language: str = "sh") -> list[str]:
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line]


def _make(target: str) -> list[str]:
    """The commands of a make target in a checkout whose environment is made."""
    run = subprocess.run(
        [
            *("make", "--no-print-directory", "--dry-run", "--always-make"),
            *("UV=", "QUIET=", target),  # by pip, as on a terminal
        ],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
        # Without what a make that runs these tests would hand down.
        env={"PATH": os.environ["PATH"]},
    )
    return run.stdout.splitlines()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with what a reader may have; files that a page shows are written over."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    (tmp_path / "art").mkdir()
    Image.new("RGB", (8, 8), "navy").save(tmp_path / "art" / "bog.png")
    for name, text in {
        "cards.csv": CARDS,
        "cards-last-week.csv": CARDS.replace("3", "4"),
        "drawn.csv": DRAWN,
        "monsters.csv": CARDS,
        "quiz.csv": "question,back\nHow many legs has a troll?,Two.\n",
        "loot.csv": RIGHT,
        "old.csv": RIGHT,
        "new.csv": RIGHT.replace("Gem", "Ring"),
        "loot.md": "| Range | Loot |\n|---|---|\n| 1-6 | Gold |\n| 7-12 | Gem |\n",
        "loot.yaml": "- {d12: 1-6, Loot: Gold}\n- {d12: 7-12, Loot: Gem}\n",
        "tables/loot.csv": RIGHT,
        "TS_Save_1.json": SAVE,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    rows = [line.split(",") for line in CARDS.splitlines()]
    write_xlsx(folder / "book.xlsx", {"Monsters": rows, "Loot": [["d6", "Loot"], ["1-6", "Gold"]]})
    for name in ("ours", "theirs"):
        assert main(["new", f"{name}.yaml", "--for", "fistful-of-lead"]) == 0
    return folder


@pytest.mark.slow
@pytest.mark.quick("spreadsheets")
@pytest.mark.parametrize(
    "page", [page for page in PAGES if _commands(page)], ids=lambda page: page.name
)
def test_every_command_works_in_the_order_it_stands(
    page: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """printgen's run as they are, beside the files that the page shows by their names.

    make's two would build every game and run these tests again: CONTRIBUTING's commands for Windows
    are compared with their recipes below.
    """
    text = page.read_text("utf-8")
    for name, shown in re.findall(
        r"^[^\n]*`(\w+\.(?:csv|yaml)|my-tiles/[\w/.]+)`:\n\n```\w+\n(.*?)^```$",
        text,
        re.M | re.S,
    ):
        if name != "loot.csv":  # which is wrong on purpose
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            (here / name).write_text(shown, "utf-8")
    for command in _commands(page):
        program, *words = shlex.split(command)
        if words[-2:-1] == ["<"]:
            stream = io.TextIOWrapper(io.BytesIO((here / words.pop()).read_bytes()))
            monkeypatch.setattr("sys.stdin", stream)
            words.pop()
        if words[:1] == ["preview"] or "--watch" in words:
            continue  # these run until they are ended; tests/browser runs the preview
        if program == "printgen":
            assert main(words) == 0, command
        else:
            assert program == "make", command


def test_the_odds_that_a_page_shows_are_printed(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (REPOSITORY / "docs" / "tables.md").read_text("utf-8")
    for name, shown in re.findall(r"`(\w+\.csv)`:\n\n```csv\n(.*?)^```$", text, re.M | re.S):
        (here / name).write_text(shown, "utf-8")
    shown_outputs = re.findall(r"^```text\n\$ printgen (odds .*?)\n(.*?)^```$", text, re.M | re.S)
    assert len(shown_outputs) == 3
    for command, output in shown_outputs:
        capsys.readouterr()
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out == output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_has_options_that_exist(page: Path) -> None:
    """The files that a page made earlier do not exist here."""
    for command in _commands(page):
        program, *words = shlex.split(command.partition(" < ")[0])
        if program != "printgen":
            continue
        try:
            _printgen.commands[words[0]].make_context(words[0], words[1:])
        except click.BadParameter as error:
            if not error.message.endswith("does not exist."):
                raise
        except Exit:
            pass  # it printed a list or the help


@pytest.mark.slow
def test_the_three_doors_open(here: Path) -> None:
    """A door is a picture, a command and a page to read on; a checked table may be found wrong."""
    pictures, commands, ways = (
        README.read_text("utf-8").split("|---|---|---|\n")[1].splitlines()[:3]
    )
    assert pictures.count("](docs/images/door-") == ways.count("](docs/") == 3
    typed = [shlex.split(command)[1:] for command in re.findall("`(.*?)`", commands)]
    assert len(typed) == 3
    for words in typed:
        assert (open_page(words) if words[0] == "preview" else main(words)) == 0


def open_page(words: list[str]) -> int:
    """Start a page, which does not end by itself, and return 0 if it is there."""
    command = [sys.executable, "-u", "-m", "printgen", *words, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http\S+", process.stdout.readline() if process.stdout else "")
            assert address
            with urlopen(address[0]) as page:  # noqa: S310 - our own
                return int(page.status != 200)
        finally:
            process.terminate()


def test_the_commands_for_windows_are_make_s() -> None:
    commands = [line.replace("\\", "/") for line in _commands(CONTRIBUTING, "bat")]
    recipes = " ".join(" ".join(_make("test") + _make("build")).split())
    for command in commands:
        on_linux = command.replace("py -m", "python3 -m").replace("Scripts", "bin")
        assert on_linux.replace("install", "install --disable-pip-version-check") in recipes
    assert len(commands) == 5


@pytest.mark.parametrize("lock", ["requirements.lock", ""])
def test_make_says_which_python_it_needs(lock: str, tmp_path: Path) -> None:
    """In one line, before it removes the environment that exists."""
    old = tmp_path / "python3.10"
    patch = "import sys; sys.version_info = (3, 10, 4, 'final', 0); exec(sys.argv[1])"
    old.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{patch}" "$2"\n', "utf-8")
    old.chmod(0o755)
    words = [f"PYTHON={old}", f"VENV={tmp_path / 'venv'}", f"LOCK={lock}"]
    run = subprocess.run(
        ["make", "--no-print-directory", "environment", *words],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.splitlines()[0] == (
        f"printgen needs Python 3.11 or newer, but {old} is Python 3.10. "
        "Name a newer one, for example: make PYTHON=python3.13"
    )
    assert not (tmp_path / "venv").exists()


def test_the_readme_installs_the_program_by_pipx_on_every_system() -> None:
    """Windows, macOS, Debian; then come the two commands for work on printgen.

    Users install no tools of developers.
    """
    lines = ["py -m pip install --user pipx", "py -m pipx install .", "py -m pipx ensurepath"]
    assert _commands(README, "bat") == lines
    assert _commands(README, "zsh") == [line.replace("py ", "python3 ") for line in lines]
    on_debian = [line.removeprefix("py -m ") for line in lines]
    assert _commands(README, "bash") == ["sudo apt install pipx", *on_debian[1:]]
    assert _commands(README)[:2] == ["make", "make test"]
    page = README.read_text("utf-8")
    assert page.index("## Set up") < page.index("```bat") < page.index("```sh")


def test_the_exit_codes_are_all_listed() -> None:
    limits = (REPOSITORY / "docs" / "limits.md").read_text("utf-8")
    listed = re.findall(r"^\| (\d+) \|", limits, re.M)
    assert listed == [str(code.value) for code in ExitCode]
