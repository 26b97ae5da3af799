"""Turn this machine's time into docs/benchmark.md: printgen beside other tools, whole processes.

`make bench` calls it without arguments. `--rounds`, `--cards`, `--tools` and `--games` make it
smaller, and `--output` writes the table elsewhere.
"""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from processes import Measured, measure

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
DECK_AIM = (
    "The aim: printgen, inspection and proof included, takes at most 2.5 times the bare script's"
    " time for the deck, and at most 10 times for all 25 PDFs."
)
LARGE_AIM = "The aim: both together at most 2.0 ms a card, and each grows by at most 20 KB a card."


def main() -> None:
    asked = _arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = _deck(folder, asked.tools, asked.games, asked.rounds)
        large = _large(folder, asked.cards, asked.large_rounds)
    asked.output.write_text("\n".join((*_head(asked.tools), *deck, *large, "")), encoding="utf-8")
    print(asked.output.read_text(encoding="utf-8"))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--large-rounds", type=int, default=3)
    parser.add_argument("--cards", type=int, default=6000)
    parser.add_argument("--tools", nargs="*", choices=tuple(TOOLS), default=tuple(TOOLS))
    parser.add_argument("--games", nargs="*", default=())
    parser.add_argument("--output", type=Path, default=DOCS)
    return parser.parse_args()


def _deck(folder: Path, tools: list[str], games: list[str], rounds: int) -> list[str]:
    """The 60 cards and their backs, by every tool."""
    data = folder / "deck.json"
    _once((PYTHON, str(HERE / "deck_data.py"), "combat-leader", str(data)), folder)
    commands: dict[str, tuple[str, ...]] = {}
    places: dict[str, Path] = {}
    for tool in tools:
        package, script = TOOLS[tool]
        _installed(package)
        places[tool] = folder / script.removesuffix(".py")
        places[tool].mkdir()
        commands[tool] = (PYTHON, str(HERE / script), str(data), str(places[tool]))
    places[OURS] = folder / "ours" / "combat-leader"
    build = ("build", "combat-leader", "--only", "deck", "--output", str(folder / "ours"))
    commands[OURS] = (*PRINTGEN, *build)
    commands[ALL] = (*PRINTGEN, "build", *games, "--output", str(folder / "all"))
    measured = measure(commands, rounds, folder)
    ordered = sorted(measured, key=lambda tool: measured[tool].seconds)
    base = measured[BARE].seconds if BARE in measured else measured[OURS].seconds
    lines = [
        "## The deck of 60 cards, and its backs",
        "",
        "| tool | time | ratio | peak memory | deck.pdf |",
        "|---|--:|--:|--:|--:|",
    ]
    for tool in ordered:
        found = measured[tool]
        place = places.get(tool)
        size = f"{(place / 'deck.pdf').stat().st_size / 1e3:.0f} KB" if place else "–"
        name = f"**{tool}**" if tool in (OURS, ALL) else tool
        lines.append(
            f"| {name} | {found.seconds:.3f} s | {found.seconds / base:.2f} "
            f"| {found.peak / 1e6:.0f} MB | {size} |"
        )
    medians = f"Medians of {rounds} rounds; each round runs every tool once."
    return [*lines, "", medians, DECK_AIM, ""]


def _large(folder: Path, cards: int, rounds: int) -> list[str]:
    """A game of 60 and one of many listed cards, printed and proofed apart."""
    commands: dict[str, tuple[str, ...]] = {}
    for count in (60, cards):
        game, pdf = folder / f"game-{count}", folder / f"deck-{count}.pdf"
        _once((PYTHON, str(HERE / "large_game.py"), str(count), str(game)), folder)
        script = str(HERE / "without_proof.py")
        commands[f"print {count}"] = (PYTHON, script, str(game), str(pdf))
        commands[f"proof {count}"] = (*PRINTGEN, "proof", str(pdf), "--game", str(game))
    measured = measure(commands, rounds, folder)
    lines = [
        f"## A game of {cards:,} listed cards, no two alike",
        "",
        "| stage | time | a card | beyond 60 cards, a card | peak memory | growth a card | file |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    size = (folder / f"deck-{cards}.pdf").stat().st_size
    for stage, words in (("print", "load, check, compose, inspect, write"), ("proof", "proof")):
        lines.append(_stage_row(words, stage, cards, measured, size))
    medians = f"Medians of {rounds} rounds. The print alone and its proof apart."
    return [*lines, "", medians, LARGE_AIM, ""]


def _stage_row(
    words: str, stage: str, cards: int, measured: Mapping[str, Measured], size: int
) -> str:
    small, large = measured[f"{stage} 60"], measured[f"{stage} {cards}"]
    more = max(cards - 60, 1)
    return (
        f"| {words} | {large.seconds:.2f} s | {large.seconds / cards * 1e3:.2f} ms "
        f"| {(large.seconds - small.seconds) / more * 1e3:.2f} ms | {large.peak / 1e6:.0f} MB "
        f"| {(large.peak - small.peak) / more / 1e3:.1f} KB | {size / 1e6:.1f} MB |"
    )


def _head(tools: list[str]) -> list[str]:
    versions = ", ".join(f"{package} {version(package)}" for package, _ in map(TOOLS.get, tools))
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


def _once(command: tuple[str, ...], folder: Path) -> None:
    measure({Path(command[1]).name: command}, 1, folder)


if __name__ == "__main__":
    main()
