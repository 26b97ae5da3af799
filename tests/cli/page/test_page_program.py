"""The program `printgen-page`: where it keeps files, and that a second start finds the first."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.command_line import Printgen

PROGRAM = "import sys; from printgen.__main__ import main_page; sys.exit(main_page())"


@contextmanager
def started(home: Path, *arguments: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Run the program until its first line is printed; yield that line and the process."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "BROWSER": "true"}
    command = [sys.executable, "-u", "-c", PROGRAM, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        try:
            yield process.stdout.readline(), process
        finally:
            process.terminate()


def find_address(line: str) -> str:
    match = re.search(r"http://\S+", line)
    assert match, line
    return match[0]


@pytest.mark.slow
def test_a_second_start_opens_the_page_of_the_first(tmp_path: Path) -> None:
    with started(tmp_path) as (line, process):
        address = find_address(line)
        with urlopen(address) as page:  # noqa: S310 - our own
            assert b"/page/start.js" in page.read()
        with started(tmp_path) as (again, second):
            assert find_address(again) == address
            assert second.wait(30) == 0
        with started(tmp_path, str(tmp_path / "other")) as (other, _):
            assert find_address(other) != address
        assert (tmp_path / "Documents" / "printgen").is_dir()
        assert process.poll() is None
    with started(tmp_path) as (line, _):
        assert find_address(line) != address


@pytest.mark.slow
def test_only_the_user_can_read_the_address(tmp_path: Path) -> None:
    with started(tmp_path) as (line, _):
        address = find_address(line)
        (file,) = (path for path in tmp_path.rglob("pages.json") if address in path.read_text())
        assert os.name != "posix" or file.stat().st_mode & 0o077 == 0


def test_options_without_a_game_are_not_dropped(printgen: Printgen) -> None:
    said = printgen("preview", "--size", "tarot", "--no-open")
    assert said.code == 2
    assert "--size needs a GAME" in said.err
