"""An interrupt ends all that a run began: at once, in one line, with no half file left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY

pytestmark = pytest.mark.slow

Start = Callable[[str], tuple[subprocess.Popen[bytes], int]]
SAID = b"interrupted; no file was left half written\n"
BEGINS = """
import os, signal, sys, time
from pathlib import Path
from printgen.system import limits

def ready():
    print("ready", os.getpid(), flush=True)
    time.sleep(30)
"""


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Start]:
    """Starts a run whose command is `command` of a script; returns when that is ready."""
    begun: list[subprocess.Popen[bytes]] = []

    def start(script: str) -> tuple[subprocess.Popen[bytes], int]:
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"{BEGINS}{script}\nsys.exit(limits.run_within_limits(command, 3))",
            ],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            start_new_session=True,
        )
        begun.append(process)
        assert process.stdout
        word, pid = process.stdout.readline().split()
        assert word == b"ready"
        return process, int(pid)

    yield start
    for process in begun:
        process.kill()
        process.communicate()


def is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def ends(pid: int) -> bool:
    until = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_alive(pid)


PUBLISHES = """
from printgen.system.files import write_files

def command():
    os.fsync = lambda _: ready()
    write_files({Path("a.pdf"): b"new"}, "")
    return 0
"""


def test_two_signals_at_once_leave_no_part_of_a_file(run: Start, tmp_path: Path) -> None:
    process, _ = run(PUBLISHES)
    assert [one.suffix for one in tmp_path.iterdir()] == [".part"]
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    assert process.communicate() == (b"", SAID)
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "swallows",
    [
        "try: ready()\n    except BaseException: pass",
        "class Left:\n        def __del__(self): ready()\n    Left()",
    ],
    ids=["what catches all", "what Python calls on its own"],
)
def test_an_interrupt_is_not_swallowed(run: Start, swallows: str) -> None:
    process, _ = run(f"def command():\n    {swallows}\n    print('went on')\n    return 0")
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", SAID)
    assert process.returncode == 130


def test_who_waits_is_killed_and_nothing_is_published(run: Start, tmp_path: Path) -> None:
    process, pid = run(PUBLISHES.replace("ready()", "ready() or time.sleep(30)"))
    process.kill()
    process.communicate()  # to the end of all that hold its streams
    assert ends(pid)
    assert list(tmp_path.iterdir()) == []


BUILDS = """
import printgen.pipeline.build
import printgen.proof.proof
from printgen.cli import main

def command():
    os.environ |= {"PRINTGEN_WORKERS": "2", "PRINTGEN_START": "fork"}  # it inherits the patches
    printgen.proof.proof.proof_pdf = printgen.pipeline.build.BUSY = lambda *_: ready()
    return main("build combat-leader --only sheet -o out".split())
"""


@pytest.mark.quick("2-composes", "15-proves")
@pytest.mark.parametrize("busy", ["no more", "compose_print_faces"], ids=["proves", "composes"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_build_says_one_line_and_its_workers_none(
    run: Start, number: signal.Signals, busy: str, tmp_path: Path
) -> None:
    """A terminal's signal goes to all processes; none stays behind to hold the streams."""
    process, _ = run(BUILDS.replace("BUSY", busy.replace(" ", "_")))
    os.killpg(process.pid, number)
    assert process.communicate(timeout=20) == (b"", SAID)
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_a_signal_after_the_command_ended_changes_nothing(tmp_path: Path) -> None:
    """Not that it tells of a process that is gone."""
    script = f"""{BEGINS}
waited = os.waitpid

def late(*asked):
    found = waited(*asked)
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGINT)
    return found

os.waitpid = late
sys.exit(limits.run_within_limits(lambda: 4, 3))"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (4, b"", b"")


def test_workers_end_where_who_asked_is_killed(run: Start, tmp_path: Path) -> None:
    """Not only when they have something to say."""
    process, pid = run(BUILDS.replace("BUSY", "compose_print_faces"))
    process.kill()
    process.communicate(timeout=20)  # to the end of all that hold its streams
    assert ends(pid)
    assert list(tmp_path.iterdir()) == []


POOL = """
from printgen.cli.terminal import prepare_process
from printgen.system.executor import start_executor, submit_job

def command():
    prepare_process()
    os.environ["PRINTGEN_START"] = "METHOD"
    with start_executor(2) as executor:
        wait = submit_job(executor, time.sleep, 30)
        print("ready", submit_job(executor, os.getpid)(), flush=True)
        return wait() or 0
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("who", ["interrupted", "first", "parent"])
def test_workers_end_with_the_run(run: Start, method: str, who: str) -> None:
    """Even those that wait for a job that will never come, since their parent was killed."""
    process, pid = run(POOL.replace("METHOD", method))
    parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    if who == "interrupted":
        os.killpg(process.pid, signal.SIGINT)
    else:
        os.kill(parent if who == "parent" else process.pid, signal.SIGKILL)
    said = process.communicate(timeout=20)[1]  # to the end of all that hold its streams
    assert ends(pid)
    assert said == SAID if who == "interrupted" else b"Traceback" not in said
