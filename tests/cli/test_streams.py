"""printgen as a process: interrupts, closed pipes, full disks, and what a terminal is shown."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import REPOSITORY

PRINTGEN = (sys.executable, "-m", "printgen")
ESCAPE = "\x1b"


def _environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**kept, "PYTHONPATH": str(REPOSITORY), "TERM": "xterm", **more}


@pytest.mark.quick("1-2", "2-15")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(("place", "times"), [("working", 1), ("importing", 1), ("importing", 2)])
def test_a_signal_in_the_midst_of_work_or_of_importing_exits_130(
    number: signal.Signals, place: str, times: int, tmp_path: Path
) -> None:
    pipe = tmp_path / "slow.pdf"
    os.mkfifo(pipe)
    words, path = ("proof", str(pipe)), str(REPOSITORY)
    if place == "importing":
        (tmp_path / "click.py").write_text(f"open({str(pipe)!r}).read()")
        words, path = ("list",), f"{tmp_path}:{REPOSITORY}"
    process = subprocess.Popen(
        (*PRINTGEN, *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(PYTHONPATH=path),
    )
    # Opening waits for the reader, so that the signal finds it waiting for the pipe's bytes.
    with process:
        with pipe.open("wb"):
            for _ in range(times):
                process.send_signal(number)
            # Python keeps a signal that comes just before it reads until it has read: to the end.
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    # Who asks twice may be told twice: by what was ended, and by what ended it.
    assert set(filter(None, err.splitlines())) == {b"interrupted; no file was left half written"}


@pytest.mark.slow
def test_a_reader_that_went_away_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        (*PRINTGEN, "export", "combat-leader"),
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        env=_environment(),
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (6, b"")


@pytest.mark.parametrize("words", [("--help",), ("list",)])
def test_a_full_disk_under_the_standard_output_exits_6(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            (*PRINTGEN, *words),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=_environment(),
        )
    assert run.returncode == 6
    assert run.stderr == "the standard output could not be written: No space left on device\n"


def _on_a_terminal(*words: str, **environment: str) -> str:
    """What a terminal gets from one run, both streams together."""
    reading, writing = pty.openpty()
    with subprocess.Popen(
        (*PRINTGEN, *words), stdout=writing, stderr=writing, env=_environment(**environment)
    ) as process:
        os.close(writing)
        said = b""
        # A terminal without a writer is at its end, which Linux tells by an error.
        while chunk := _read(reading):
            said += chunk
    os.close(reading)
    assert process.returncode in (0, 2)
    return said.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:
        return b""


@pytest.mark.slow
def test_colour_is_for_terminals_that_want_it() -> None:
    assert f"{ESCAPE}[31m{ESCAPE}[1merror{ESCAPE}[0m" in _on_a_terminal("build", "nix")
    assert ESCAPE not in _on_a_terminal("build", "nix", NO_COLOR="1")


@pytest.mark.slow
def test_a_terminal_sees_the_work_go_on_and_keeps_only_its_results(tmp_path: Path) -> None:
    said = _on_a_terminal(
        "build", "combat-leader", "--only", "sheet", "--output", str(tmp_path), NO_COLOR="1"
    )
    assert "combat-leader: sheet, proofing" in said
    assert said.count("\n") == 1
    assert re.search(rf"\r +\r{tmp_path}/combat-leader/sheet.pdf .* proofed\r\n$", said)


@pytest.mark.slow
def test_what_strangers_wrote_cannot_steer_the_terminal(tmp_path: Path) -> None:
    name = "\x1b]0;owned\x07"
    assert "\x1b]0" not in _on_a_terminal("build", name, NO_COLOR="1")


def _run(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run((*PRINTGEN, *words), check=False, env=_environment(), **options)


@pytest.mark.slow
def test_a_closed_standard_output_exits_6() -> None:
    words = ("export", "combat-leader")
    run = _run(*words, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    assert run.returncode == 6
    assert run.stderr == b"the standard output could not be written: Bad file descriptor\n"


@pytest.mark.slow
def test_a_closed_standard_error_changes_no_exit_code() -> None:
    for words, code in ((("build", "nix"), 2), (("check", "--nix"), 2), (("list",), 0)):
        run = _run(*words, stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2))
        assert run.returncode == code
        assert bool(run.stdout) == (code == 0)


@pytest.mark.slow
def test_a_standard_error_that_takes_nothing_changes_no_exit_code(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        for words, code in ((("build", "nix"), 2), (("check", "--nix"), 2), (("list",), 0)):
            assert _run(*words, stdout=subprocess.DEVNULL, stderr=full).returncode == code
        (tmp_path / "game.yaml").write_text("game: {}")
        assert _run("check", str(tmp_path), stdout=subprocess.DEVNULL, stderr=full).returncode == 3
        assert _run("build", str(tmp_path), stderr=full).returncode == 3
