"""Measure printgen and other tools, and write docs/benchmark.md. All times are of whole processes.

`make bench` calls it without arguments and takes about a quarter of an hour. `--rounds`, `--cards`,
`--tools` and `--games` make it smaller, `--no-instructions` skips counting with valgrind, and
`--output` writes the page to another file.
"""

import argparse
import compileall
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from processes import Command, Runs, instructions, measure, middle, ratio

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs" / "benchmark.md"
PYTHON = sys.executable
PRINTGEN = (PYTHON, "-m", "printgen")

OURS = "printgen, with checks and proof"
LAYOUT_ONLY = "printgen, without them"
ALL = "printgen, all PDFs"
BARE = "bare reportlab"
TYPST, WEASYPRINT, PROTOGRAF = "Typst", "WeasyPrint", "protograf"
TOOLS = {
    BARE: ("reportlab", "bare_reportlab.py"),
    TYPST: ("typst", "deck_typst.py"),
    WEASYPRINT: ("weasyprint", "deck_weasyprint.py"),
    PROTOGRAF: ("protograf", "deck_protograf.py"),
}
"""The package and the script of each tool."""

SELDOM = {WEASYPRINT: 3, PROTOGRAF: 2, ALL: 5}
"""Number of rounds for slow tools."""

PROTOGRAF_PYTHON = Path(sys.prefix, "protograf", "bin", "python")
"""The environment of protograf, which needs other versions of packages than printgen."""

CACHE_FONTS = """
from pathlib import Path
from protograf.utils.fonts import FontInterface
from protograf.utils.support import CACHE_DIRECTORY
FontInterface(Path.home() / CACHE_DIRECTORY).load_font_families()
"""
"""What protograf does once on each computer, and is not measured."""

PROTOGRAF_FONTS = ("IBMPlexSansCondensed_[47]*.ttf", "SairaStencilOne*.ttf")

FEW, SOME, THOUSAND = 60, 180, 1000
"""Numbers of cards in the smaller games that the large game is compared with."""


WHAT_IS_COMPARED = (
    "All tools print the action deck of Combat Leader and its backs, from the same data.",
    "",
    "- **Typst, WeasyPrint and protograf** lay out 60 cards, nine to a page of A4. They read the",
    "  texts, tables and drawings of each card as JSON and SVG, without positions. They print the",
    "  same fields in the same fonts: the tables, the wrapped texts, the marks, the crop marks and",
    "  the words in the margin.",
    "- They leave out the three guide cards on the last page, the search for the size of type that",
    "  fits a box, and the labels of fields in the PDF.",
    "- protograf has no tables: its script says where each cell is. It turns drawings into pixels,",
    "  and has no letter spacing.",
    "- **printgen** reads the game itself. It is measured with its checks and its proof, and",
    "  without both. Only the benchmark can leave them out.",
    "- **bare reportlab** is the floor: it draws finished faces. It is given the position of every",
    "  word and line, and lays out nothing.",
)

TARGET_NOTES = (
    "A ratio compares printgen, with checks and proof, with bare reportlab, which draws the deck",
    "only. A multiple compares a tool with printgen in the same way.",
    "",
    "All PDFs were 25 when their limit was set, and are 37 now. For the deck, the checks and the",
    "proof take about a third of printgen's time. The rest is imports, templates, style, layout",
    "and writing the PDF, and no single function takes more than 3 %. For a game of thousands of",
    "cards, composing and preflight take about 65 % and the proof 35 %. The cards have more",
    "drawings than when the limits were set, and each of their texts is looked at on the drawing",
    "behind it.",
)


WHY_TYPST_IS_AHEAD = (
    "without checks and proof. Typst is compiled Rust. printgen is Python, and each of its steps",
    "is many instructions of the interpreter. Typst is one file that starts at once. Python first",
    "imports about 600 modules. Typst also does less: it sets type in the size that the template",
    "says. printgen searches for the size that fits each box, and gives every field a label that",
    "the proof can find.",
    "",
    "WeasyPrint and protograf are Python too. WeasyPrint is slow where boxes are nested: with flex",
    "boxes it takes three times as long, so its template has none. protograf reads the page again",
    "for each thing that it adds, and its imports take longer than a whole run of printgen.",
)


class Aim(NamedTuple):
    """A target and the measured value; with `at_least`, the value must not be smaller."""

    words: str
    limit: float
    unit: str
    found: float
    at_least: bool = False

    def row(self) -> str:
        """Return the row of the table of targets."""
        is_met = self.found >= self.limit if self.at_least else self.found <= self.limit
        sign, met = "≥" if self.at_least else "≤", "met" if is_met else "**missed**"
        limit = f"{sign} {self.limit:g}{self.unit}"
        return f"| {self.words} | {limit} | {self.found:.2f}{self.unit} | {met} |"


def main() -> None:
    asked = _arguments()
    # An installed package is compiled too, whatever PYTHONDONTWRITEBYTECODE says.
    compileall.compile_dir(HERE.parent / "printgen", quiet=2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck, deck_aims = _deck(folder, asked)
        large, large_aims = _large(folder, asked)
        csv_aim = _csv_deck(folder, asked)
    aims = ["## Targets", "", "| target | limit | measured | |", "|---|--:|--:|---|"]
    aims += [*(aim.row() for aim in (*deck_aims, *large_aims, csv_aim)), ""]
    aims += [*TARGET_NOTES, ""]
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
    commands, places = _deck_commands(folder, asked)
    measured = measure(commands, asked.rounds, folder, SELDOM)
    counts = {
        name: _counted(commands[name], folder, asked)
        for name in (BARE, TYPST, OURS, LAYOUT_ONLY)
        if name in commands
    }
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
        name = f"**{tool}**" if tool in (OURS, LAYOUT_ONLY, ALL) else tool
        count, base = counts.get(tool), counts[BARE]
        lines.append(
            f"| {name} | {middle(runs, 'seconds'):.3f} s | {ratio(runs, bare, 'seconds'):.2f} "
            f"| {middle(runs, 'cpu'):.3f} s | {ratio(runs, bare, 'cpu'):.2f} | {_billions(count)} "
            f"| {f'{count / base:.2f}' if count and base else '–'} "
            f"| {max(one.peak for one in runs) / 1e6:.0f} MB | {size} |"
        )
    slow = "; ".join(f"{tool}: {len(measured[tool])}" for tool in SELDOM if tool in measured)
    aims = [
        Aim("deck: wall time as a ratio", 5.0, "", ratio(measured[OURS], bare, "seconds")),
        Aim("all PDFs: wall time as a ratio", 15.0, "", ratio(measured[ALL], bare, "seconds")),
    ]
    for tool in (WEASYPRINT, PROTOGRAF):
        if tool in measured:
            lead = ratio(measured[tool], measured[OURS], "seconds")
            aims.append(
                Aim(f"deck: {tool}'s wall time as a multiple", 2.5, "", lead, at_least=True)
            )
    return [
        *lines,
        "",
        f"Times are medians of {asked.rounds} rounds ({slow}).",
        "In a round, each tool runs once. A ratio compares a tool with bare reportlab in the same",
        "round; the table shows the median over all rounds. CPU time is the sum of all processes.",
        "Peak memory is the value of the largest process.",
        _counting(asked, counts[OURS]),
        "",
        *(_compare_with_typst(measured) if TYPST in measured else ()),
    ], aims


def _deck_commands(
    folder: Path, asked: argparse.Namespace
) -> tuple[dict[str, Command], dict[str, Path]]:
    """Write the data, and return the command of each tool and the folder of its PDFs."""
    drawn, content = folder / "drawn.json", folder / "content"
    _once((PYTHON, str(HERE / "deck_data.py"), "combat-leader", str(drawn)), folder)
    _once((PYTHON, str(HERE / "deck_content.py"), str(content)), folder)
    commands: dict[str, Command] = {}
    places = {OURS: folder / "ours" / "combat-leader", LAYOUT_ONLY: folder / "layout-only"}
    places[LAYOUT_ONLY].mkdir()
    for tool in dict.fromkeys((BARE, *asked.tools)):
        _check_installed(tool)
        script = HERE / TOOLS[tool][1]
        places[tool] = folder / script.stem
        places[tool].mkdir()
        python = (PYTHON,) if tool != PROTOGRAF else _protograf(folder)
        source = drawn if tool == BARE else content
        commands[tool] = (*python, str(script), str(source), str(places[tool]))
    build = ("build", "combat-leader", "--only", "deck", "--output", str(folder / "ours"))
    commands[OURS] = (*PRINTGEN, *build)
    script = str(HERE / "without_checks.py")
    commands[LAYOUT_ONLY] = (PYTHON, script, str(places[LAYOUT_ONLY]))
    commands[ALL] = (*PRINTGEN, "build", *asked.games, "--output", str(folder / "all"))
    return commands, places


def _protograf(folder: Path) -> Command:
    """Return the start of a protograf command, whose home has the fonts of the deck installed."""
    installed = folder / "home" / ".local" / "share" / "fonts"
    installed.mkdir(parents=True)
    for pattern in PROTOGRAF_FONTS:
        for font in (HERE.parent / "fonts").glob(pattern):
            shutil.copy(font, installed)
    python = ("env", f"HOME={folder / 'home'}", str(PROTOGRAF_PYTHON))
    _once((*python, "-c", CACHE_FONTS), folder)
    return python


def _compare_with_typst(measured: Mapping[str, Runs]) -> Sequence[str]:
    """Return the paragraphs on how far Typst is ahead, and why."""
    typst = measured[TYPST]
    ahead, ahead_of_layout = (
        f"{ratio(measured[name], typst, 'cpu'):.1f}" for name in (OURS, LAYOUT_ONLY)
    )
    return [
        f"**Typst is ahead.** printgen takes {ahead} times its CPU time, {ahead_of_layout} times",
        *WHY_TYPST_IS_AHEAD,
        "",
    ]


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
    (few_built,), (all_built,) = measured[f"build {thousand}"], measured[f"build {cards}"]
    card_time = (all_built.cpu - few_built.cpu) / (cards - thousand) * 1e3
    further = f"memory per card beyond {thousand:,}"
    aims = [
        Aim(f"CPU time per card beyond {thousand:,}", 5.4, " ms", card_time),
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
    versions = ", ".join(f"{TOOLS[tool][0]} {_find_version(tool)}" for tool in asked.tools)
    machine = f"{_processor()}, {os.cpu_count()} cores; {platform.system()}"
    return [
        "# Benchmark",
        "",
        "For everyone: how fast printgen is, next to other tools.",
        "",
        "`make bench` generates this page. All times are of whole processes, from start to exit.",
        "",
        *WHAT_IS_COMPARED,
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


def _check_installed(tool: str) -> None:
    if not _find_version(tool):
        raise SystemExit(f"{tool} is missing: `make bench` installs it")


def _find_version(tool: str) -> str:
    """Return the version of a tool; empty if it is not installed."""
    package, _ = TOOLS[tool]
    if tool == PROTOGRAF:
        say = f"from importlib.metadata import version; print(version({package!r}))"
        if not PROTOGRAF_PYTHON.exists():
            return ""
        run = subprocess.run(
            (PROTOGRAF_PYTHON, "-c", say), capture_output=True, text=True, check=False
        )
        return run.stdout.strip()
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _once(command: Command, folder: Path) -> None:
    measure({Path(command[1]).name: command}, 1, folder)


if __name__ == "__main__":
    main()
