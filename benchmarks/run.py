"""Turn this machine's time into docs/benchmark.md: printgen beside other tools, whole processes.

`make bench` calls it without arguments, and takes less than ten minutes. `--rounds`, `--cards`,
`--tools` and `--games` make it smaller, `--no-instructions` leaves out what valgrind counts, and
`--output` writes the table elsewhere.
"""

import argparse
import compileall
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from processes import Command, Runs, instructions, measure, middle, ratio

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs" / "benchmark.md"
PYTHON = sys.executable
PRINTGEN = (PYTHON, "-m", "printgen")

OURS = "printgen, proof included"
ALL = "printgen, all 25 PDFs"
BARE = "bare reportlab"
TOOLS = {
    BARE: ("reportlab", "bare_reportlab.py"),
    "Typst": ("typst", "deck_typst.py"),
    "fpdf2": ("fpdf2", "deck_fpdf2.py"),
    "WeasyPrint": ("weasyprint", "deck_weasyprint.py"),
}
SELDOM = {"fpdf2": 3, "WeasyPrint": 2, ALL: 5}
"""Rounds of what is slow."""

FEW, SOME, THOUSAND = 60, 180, 1000
"""Unlike cards of smaller games, beside which a large one is held."""


class Aim(NamedTuple):
    """What was to be reached, and what was measured."""

    words: str
    most: float
    unit: str
    found: float

    def row(self) -> str:
        """Its line of the table."""
        met = "met" if self.found <= self.most else "**missed**"
        return (
            f"| {self.words} | ≤ {self.most:g}{self.unit} | {self.found:.2f}{self.unit} | {met} |"
        )


def main() -> None:
    asked = _arguments()
    # As an installed package is, whatever the environment says of that.
    compileall.compile_dir(HERE.parent / "printgen", quiet=2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck, deck_aims = _deck(folder, asked)
        large, large_aims = _large(folder, asked)
    aims = ["## The aims", "", "| aim | at most | measured | |", "|---|--:|--:|---|"]
    aims += [*(aim.row() for aim in (*deck_aims, *large_aims)), ""]
    said = "\n".join((*_head(asked), *aims, *deck, *large))
    asked.output.write_text(said, encoding="utf-8")
    print(said)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--cards", type=int, default=6000)
    parser.add_argument("--tools", nargs="*", choices=tuple(TOOLS), default=tuple(TOOLS))
    parser.add_argument("--games", nargs="*", default=())
    parser.add_argument("--no-instructions", action="store_true")
    parser.add_argument("--output", type=Path, default=DOCS)
    return parser.parse_args()


def _deck(folder: Path, asked: argparse.Namespace) -> tuple[list[str], list[Aim]]:
    """The 60 cards and their backs, by every tool."""
    data = folder / "deck.json"
    _once((PYTHON, str(HERE / "deck_data.py"), "combat-leader", str(data)), folder)
    commands: dict[str, Command] = {}
    places: dict[str, Path] = {}
    for tool in (BARE, *(one for one in asked.tools if one != BARE)):
        package, script = TOOLS[tool]
        _installed(package)
        places[tool] = folder / script.removesuffix(".py")
        places[tool].mkdir()
        commands[tool] = (PYTHON, str(HERE / script), str(data), str(places[tool]))
    places[OURS] = folder / "ours" / "combat-leader"
    build = ("build", "combat-leader", "--only", "deck", "--output", str(folder / "ours"))
    commands[OURS] = (*PRINTGEN, *build)
    commands[ALL] = (*PRINTGEN, "build", *asked.games, "--output", str(folder / "all"))
    measured = measure(commands, asked.rounds, folder, SELDOM)
    counts = {one: _counted(commands[one], folder, asked) for one in (BARE, OURS)}
    lines = [
        "## The deck of 60 cards, and its backs",
        "",
        "| tool | wall | ratio | CPU | ratio | instructions | ratio | peak memory | deck.pdf |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    bare = measured[BARE]
    for tool in sorted(measured, key=lambda one: middle(measured[one], "seconds")):
        runs, place = measured[tool], places.get(tool)
        size = f"{(place / 'deck.pdf').stat().st_size / 1e3:.0f} KB" if place else "–"
        name = f"**{tool}**" if tool in (OURS, ALL) else tool
        count, base = counts.get(tool), counts[BARE]
        lines.append(
            f"| {name} | {middle(runs, 'seconds'):.3f} s | {ratio(runs, bare, 'seconds'):.2f} "
            f"| {middle(runs, 'cpu'):.3f} s | {ratio(runs, bare, 'cpu'):.2f} | {_billions(count)} "
            f"| {f'{count / base:.2f}' if count and base else '–'} "
            f"| {max(one.peak for one in runs) / 1e6:.0f} MB | {size} |"
        )
    slow = ", ".join(f"{tool} {len(measured[tool])}" for tool in SELDOM if tool in measured)
    aims = [
        Aim("60 cards, wall, of a bare script's", 3.5, "", ratio(measured[OURS], bare, "seconds")),
        Aim("all 25 PDFs, wall, of the same", 12.0, "", ratio(measured[ALL], bare, "seconds")),
    ]
    return [
        *lines,
        "",
        f"Medians of {asked.rounds} rounds ({slow}); each runs every tool once, and a ratio is the",
        "median of its pairs with the bare script of the same round. CPU is that of all processes,",
        "and peak memory that of the largest.",
        _counting(asked, counts[OURS]),
        "",
    ], aims


def _large(folder: Path, asked: argparse.Namespace) -> tuple[list[str], list[Aim]]:
    """Games of listed cards of which no two are alike, printed and proofed apart and together."""
    cards, thousand = asked.cards, min(THOUSAND, asked.cards * 4 // 5)
    measured: dict[str, Runs] = {}
    commands: dict[str, Command] = {}
    fewer = () if asked.no_instructions else (FEW, SOME)
    for count in dict.fromkeys((*fewer, thousand, cards)):
        game, pdf = folder / f"game-{count}", folder / f"deck-{count}.pdf"
        _once((PYTHON, str(HERE / "large_game.py"), str(count), str(game)), folder)
        whole = ("build", str(game), "--only", "deck", "--output", str(folder / "large"))
        commands[f"print {count}"] = (
            PYTHON,
            str(HERE / "without_proof.py"),
            str(game),
            str(pdf),
        )
        commands[f"proof {count}"] = (*PRINTGEN, "proof", str(pdf), "--game", str(game))
        commands[f"build {count}"] = (*PRINTGEN, *whole)
        if count >= thousand:
            parts = [f"{stage} {count}" for stage in ("print", "proof", "build")]
            measured |= measure({part: commands[part] for part in parts}, 1, folder)
    lines = [
        f"## A game of {cards:,} listed cards, no two alike",
        "",
        f"| stage | wall | a card | CPU | a card | peak memory | a card beyond {thousand:,} |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    growth: dict[str, float] = {}
    for stage, words in (
        ("print", "load, check, compose, inspect, write"),
        ("proof", "proof"),
        ("build", "**build: all of it**"),
    ):
        (small,), (one,) = measured[f"{stage} {thousand}"], measured[f"{stage} {cards}"]
        growth[stage] = (one.peak - small.peak) / (cards - thousand) / 1e3
        lines.append(
            f"| {words} | {one.seconds:.2f} s | {one.seconds / cards * 1e3:.2f} ms "
            f"| {one.cpu:.2f} s | {one.cpu / cards * 1e3:.2f} ms | {one.peak / 1e6:.0f} MB "
            f"| {growth[stage]:.1f} KB |"
        )
    size = (folder / f"deck-{cards}.pdf").stat().st_size
    counts = [_counted(commands[f"build {count}"], folder, asked) or 0 for count in fewer]
    more = (counts[1] - counts[0]) // (SOME - FEW) if all(counts) and counts else 0
    beyond = f"from what {SOME} cards take beyond {FEW}"
    (whole_run,) = measured[f"build {cards}"]
    aims = [
        Aim(f"{cards:,} unlike cards, CPU a card", 8.0, " ms", whole_run.cpu / cards * 1e3),
        Aim("the same, wall a card", 5.0, " ms", whole_run.seconds / cards * 1e3),
        Aim(f"memory a card beyond {thousand:,}, print", 15.0, " KB", growth["print"]),
        Aim("the same, proof", 15.0, " KB", growth["proof"]),
    ]
    return [
        *lines,
        "",
        "One run of each: the print without its proof and the proof of that, each in one process,",
        f"and both as `printgen build` does them. The file has {size / 1e6:.1f} MB.",
        *([f"A card more takes {more / 1e9:.3f} G instructions, {beyond}."] if more else []),
        "",
    ], aims


def _counted(command: Command, folder: Path, asked: argparse.Namespace) -> int | None:
    return None if asked.no_instructions else instructions(command, folder)


def _billions(count: int | None) -> str:
    return "–" if count is None else f"{count / 1e9:.2f} G"


def _counting(asked: argparse.Namespace, count: int | None) -> str:
    if count is not None:
        return "Instructions are counted once by valgrind's cachegrind, of printgen in one worker."
    why = "were not asked for" if asked.no_instructions else "need valgrind, which is missing here"
    return f"Instructions {why}."


def _head(asked: argparse.Namespace) -> Sequence[str]:
    packages = [TOOLS[tool][0] for tool in asked.tools]
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    machine = f"{_processor()}, {os.cpu_count()} cores; {platform.system()}"
    return [
        "# Benchmark",
        "",
        "Made by `make bench`. Every time is that of a whole process, from its start to its end.",
        "printgen's includes the checks of the rules and the whole proof, as its user gets it; the",
        "other tools are given the finished faces, each word and line with its place, and check",
        "nothing. All draw the same runs, rules and marks with the same fonts.",
        "",
        f"The machine: {machine}, Python {platform.python_version()}; {versions}.",
        "",
    ]


def _processor() -> str:
    known = Path("/proc/cpuinfo")
    if known.exists():
        for line in known.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _installed(package: str) -> None:
    try:
        version(package)
    except PackageNotFoundError:
        raise SystemExit(f"{package} is missing: `make bench` installs it") from None


def _once(command: Command, folder: Path) -> None:
    measure({Path(command[1]).name: command}, 1, folder)


if __name__ == "__main__":
    main()
