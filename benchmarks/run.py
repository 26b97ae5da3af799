"""Measure printgen and other tools, and write docs/benchmark.md. All times are of whole processes.

`make bench` calls it without arguments and takes less than ten minutes. `--rounds`, `--cards`,
`--tools` and `--games` make it smaller, `--no-instructions` skips counting with valgrind, and
`--output` writes the page to another file.
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
"""Number of rounds for slow tools."""

FEW, SOME, THOUSAND = 60, 180, 1000
"""Numbers of cards in the smaller games that the large game is compared with."""


class Aim(NamedTuple):
    """A target and the measured value."""

    words: str
    most: float
    unit: str
    found: float

    def row(self) -> str:
        """Return the row of the table of targets."""
        met = "met" if self.found <= self.most else "**missed**"
        return (
            f"| {self.words} | ≤ {self.most:g}{self.unit} | {self.found:.2f}{self.unit} | {met} |"
        )


def main() -> None:
    asked = _arguments()
    # An installed package is compiled too, whatever PYTHONDONTWRITEBYTECODE says.
    compileall.compile_dir(HERE.parent / "printgen", quiet=2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck, deck_aims = _deck(folder, asked)
        large, large_aims = _large(folder, asked)
        csv_aim = _csv_deck(folder, asked)
    aims = ["## Targets", "", "| target | at most | measured | |", "|---|--:|--:|---|"]
    aims += [*(aim.row() for aim in (*deck_aims, *large_aims, csv_aim)), ""]
    aims += ["The ratios compare printgen with bare reportlab, which writes the deck only.", ""]
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
    """Measure every tool with the 60 cards and their backs."""
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
        "## A deck of 60 cards and their backs",
        "",
        (
            "| tool | wall time | ratio | CPU time | ratio | instructions | ratio "
            "| peak memory | deck.pdf |"
        ),
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
    slow = "; ".join(f"{tool}: {len(measured[tool])}" for tool in SELDOM if tool in measured)
    aims = [
        Aim("deck: wall time as a ratio", 3.5, "", ratio(measured[OURS], bare, "seconds")),
        Aim("all 25 PDFs: wall time as a ratio", 12.0, "", ratio(measured[ALL], bare, "seconds")),
    ]
    return [
        *lines,
        "",
        f"Times are medians of {asked.rounds} rounds ({slow}).",
        "In a round, each tool runs once. A ratio compares a tool with bare reportlab in the same",
        "round; the table shows the median over all rounds. CPU time is the sum of all processes.",
        "Peak memory is the value of the largest process.",
        _counting(asked, counts[OURS]),
        "",
    ], aims


def _large(folder: Path, asked: argparse.Namespace) -> tuple[list[str], list[Aim]]:
    """Measure games of different cards: PDF and proof separately, then the whole build."""
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
        (
            "| stage | wall time | per card | CPU time | per card | peak memory "
            f"| per card beyond {thousand:,} |"
        ),
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
    beyond = f"from the difference between {SOME} and {FEW} cards"
    (whole_run,) = measured[f"build {cards}"]
    many, further = f"{cards:,} unlike cards", f"memory per card beyond {thousand:,}"
    aims = [
        Aim(f"{many}: CPU time per card", 7.0, " ms", whole_run.cpu / cards * 1e3),
        Aim(f"{many}: wall time per card", 4.0, " ms", whole_run.seconds / cards * 1e3),
        Aim(f"{further}: PDF without proof", 15.0, " KB", growth["print"]),
        Aim(f"{further}: proof", 15.0, " KB", growth["proof"]),
    ]
    return [
        *lines,
        "",
        "Each row is one run. The first row writes the PDF without proofing it, the second proofs",
        "that PDF, each in one process. The third is `printgen build`, which does both.",
        f"The PDF is {size / 1e6:.1f} MB.",
        *([f"Each further card takes {more / 1e9:.3f} G instructions, {beyond}."] if more else []),
        "",
    ], aims


def _csv_deck(folder: Path, asked: argparse.Namespace) -> Aim:
    """Measure the whole build of a deck from a CSV file; its cards share their type sizes."""
    count, file = min(THOUSAND, asked.cards), folder / "cards.csv"
    _once((PYTHON, str(HERE / "csv_deck.py"), str(count), str(file)), folder)
    build = {"csv": (*PRINTGEN, "build", str(file), "--output", str(folder / "csv"))}
    runs = measure(build, min(3, asked.rounds), folder)["csv"]
    return Aim(f"{count:,} cards from CSV: wall time", 5.5, " s", middle(runs, "seconds"))


def _counted(command: Command, folder: Path, asked: argparse.Namespace) -> int | None:
    return None if asked.no_instructions else instructions(command, folder)


def _billions(count: int | None) -> str:
    return "–" if count is None else f"{count / 1e9:.2f} G"


def _counting(asked: argparse.Namespace, count: int | None) -> str:
    if count is not None:
        return (
            "Instructions are counted by valgrind's cachegrind in one extra run, with one worker."
        )
    why = "were not asked for" if asked.no_instructions else "need valgrind, which is missing here"
    return f"Instructions {why}."


def _head(asked: argparse.Namespace) -> Sequence[str]:
    packages = [TOOLS[tool][0] for tool in asked.tools]
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    machine = f"{_processor()}, {os.cpu_count()} cores; {platform.system()}"
    return [
        "# Benchmark",
        "",
        "For everyone: how fast printgen is, next to other tools.",
        "",
        "`make bench` generates this page. All times are of whole processes, from start to exit.",
        "",
        "- printgen's times include checking the game's data and proofing the PDF.",
        "- The other tools get finished faces, with the position of every word and line.",
        "  They check nothing.",
        "- All tools draw the same text, lines and marks with the same fonts.",
        "",
        f"Machine: {machine}, Python {platform.python_version()}. Versions: {versions}.",
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
