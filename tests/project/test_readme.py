"""The README's commands work as they stand, and what it lists is what there is."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from printgen.cli import main
from printgen.problems import ExitCode

REPOSITORY = Path(__file__).resolve().parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def _commands(language: str) -> list[str]:
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line]


def _make(target: str) -> list[str]:
    """The commands of a make target in a checkout whose environment is made."""
    run = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "--always-make", target],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
        # Without what a make that runs these tests would hand down.
        env={"PATH": os.environ["PATH"]},
    )
    return run.stdout.splitlines()


def test_every_command_works_in_the_order_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """printgen's run as they are, in a folder that holds what a checkout holds of games.

    make's two would build every game and run these tests again: their recipes are held to Windows'
    below.
    """
    shutil.copytree(REPOSITORY / "printgen" / "games", tmp_path / "printgen" / "games")
    tables = re.findall(r"^.*`(\w+\.csv)`:\n\n```csv\n(.*?)^```$", README, re.M | re.S)
    assert "monsters.csv" in dict(tables)
    for name, text in tables:
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = [command for command in _commands("sh") if not command.startswith("make")]
    for command in commands:
        program, *words = shlex.split(command)
        if program == "printgen":
            assert main(words) == 0, command
        else:
            assert subprocess.run([program, *words], check=False).returncode == 0, command
    assert len(commands) >= 13


def test_the_commands_for_windows_are_make_s() -> None:
    windows = [line.replace("\\", "/").replace("Scripts", "bin") for line in _commands("bat")]
    assert [line for line in _make("build") if not line.startswith("touch")] == [
        windows[0].replace("py ", "python3 "),
        windows[1]
        .replace(".[dev]", "'.[dev]'")
        .replace("install", "install --quiet --disable-pip-version-check"),
        windows[2],
    ]
    assert _make("test")[-1] == windows[3]


def test_the_exit_codes_are_all_listed() -> None:
    listed = re.findall(r"^\| (\d+) \|", README, re.M)
    assert listed == [str(code.value) for code in ExitCode]
