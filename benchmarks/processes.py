"""Turn commands into measurements: whole processes, run in turn, so that all share the weather."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

Command = Sequence[str]


@dataclass(frozen=True, slots=True)
class Run:
    """A process with all that it began: seconds from start to end and of processors.

    `peak` is the most memory that one of them held, in bytes.
    """

    seconds: float
    cpu: float
    peak: int


Runs = Sequence[Run]
"""Those of one command, a round after another."""


def measure(
    commands: Mapping[str, Command],
    rounds: int,
    folder: Path,
    seldom: Mapping[str, int] | None = None,
) -> dict[str, Runs]:
    """Run all commands `rounds` times, one after another in each round; `seldom` some fewer times.

    Several rounds follow one that only warms the machine's caches. Raises `SystemExit` with a
    command's own words where it fails.
    """
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    warming = 1 if rounds > 1 else 0
    for turn in range(warming + rounds):
        for name, command in commands.items():
            # What is run seldom is slow, and needs no warming.
            times = (seldom or {}).get(name)
            if times is not None and not warming <= turn < warming + times:
                continue
            run = _run(name, command, folder)
            if turn >= warming:
                runs[name].append(run)
    return dict(runs)


def ratio(of: Runs, to: Runs, what: str) -> float:
    """The median of what each round's pair makes of `seconds`, `cpu` or `peak`."""
    pairs = zip(of, to, strict=False)
    return median(getattr(one, what) / getattr(other, what) for one, other in pairs)


def middle(of: Runs, what: str) -> float:
    """The median over all rounds."""
    return median(getattr(one, what) for one in of)


def instructions(command: Command, folder: Path) -> int | None:
    """How many instructions a command takes, in one worker; None where valgrind cannot count."""
    if not shutil.which("valgrind"):
        return None
    for old in folder.glob("cachegrind.*"):
        old.unlink()
    # Under valgrind all takes some twenty times as long; hashes by lot would change what is done.
    wide = {"PRINTGEN_SECONDS": "99999", "PRINTGEN_MEGABYTES": "99999", "PRINTGEN_WORKERS": "1"}
    subprocess.run(
        (
            "valgrind",
            "--tool=cachegrind",
            "--cache-sim=no",
            f"--cachegrind-out-file={folder}/cachegrind.%p",
            *command,
        ),
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, **wide, "PYTHONHASHSEED": "0"},
    )
    counted = [one.read_text("utf-8", "replace") for one in folder.glob("cachegrind.*")]
    found = [re.search(r"(?m)^summary: (\d+)", one) for one in counted]
    return sum(int(one[1]) for one in found if one) or None


def _run(name: str, command: Command, folder: Path) -> Run:
    with (folder / "said.txt").open("w+b") as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=said, stderr=said, cwd=folder)
        # wait4, for it alone tells of this one child, and not of all so far.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            words = said.read().decode(errors="replace")
            raise SystemExit(f"{name}: exit {process.returncode}\n{words}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)
