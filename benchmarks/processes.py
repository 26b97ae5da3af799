"""Turn commands into measurements: whole processes, run in turn, so that all share the weather."""

import os
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
    """One process: seconds from start to end, and the most memory it held, in bytes."""

    seconds: float
    peak: int


@dataclass(frozen=True, slots=True)
class Measured:
    """The medians over all rounds."""

    seconds: float
    peak: int
    rounds: int


def measure(commands: Mapping[str, Command], rounds: int, folder: Path) -> dict[str, Measured]:
    """Run all commands `rounds` times, one after another in each round.

    Several rounds follow one that only warms the machine's caches. Raises `SystemExit` with a
    command's own words where it fails.
    """
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    warming = 1 if rounds > 1 else 0
    for turn in range(warming + rounds):
        for name, command in commands.items():
            run = _run(name, command, folder)
            if turn >= warming:
                runs[name].append(run)
    return {
        name: Measured(median(run.seconds for run in of), max(run.peak for run in of), len(of))
        for name, of in runs.items()
    }


def _run(name: str, command: Command, folder: Path) -> Run:
    with (folder / "said.txt").open("w+b") as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=said, stderr=said, cwd=folder)
        # wait4, for it alone tells the memory of this one child and not the most of all so far.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            words = said.read().decode(errors="replace")
            raise SystemExit(f"{name}: exit {process.returncode}\n{words}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, usage.ru_maxrss * unit)
