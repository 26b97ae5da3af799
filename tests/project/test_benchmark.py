"""The benchmark runs, and its table names what it measured; how long things took is not asked."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_game

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_harness_fills_its_tables(tmp_path: Path) -> None:
    table = tmp_path / "benchmark.md"
    asked = ("--rounds", "1", "--cards", "30", "--tools", "bare reportlab", "--no-instructions")
    asked += ("--games", "true-lead")
    run = subprocess.run(
        (sys.executable, "benchmarks/run.py", *asked, "--output", str(table)),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    said = table.read_text(encoding="utf-8")
    assert run.stdout.strip() == said.strip()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in said.splitlines()
        if line.startswith("|") and not line.startswith("|--")
    ]
    aims, tools, stages = rows[1:7], rows[8:12], rows[13:16]
    assert all(row[-1] in ("met", "**missed**") for row in aims)
    assert {row[0] for row in tools} == {
        "bare reportlab",
        "**printgen, with checks and proof**",
        "**printgen, without them**",
        "**printgen, all PDFs**",
    }
    assert all(re.fullmatch(r"\d+\.\d{3} s", row[1]) for row in tools)
    assert next(row[2] for row in tools if row[0] == "bare reportlab") == "1.00"
    assert [row[0] for row in stages] == [
        "load, check, compose, inspect, write",
        "proof",
        "**build: all of it**",
    ]
    assert "Instructions were not asked for." in said
    assert "## A game of 30 listed cards, no two alike" in said
    kept = (REPOSITORY / "docs" / "benchmark.md").read_text(encoding="utf-8")
    for row in aims:
        counts = "[0-9,]+ (unlike|cards from)|beyond [0-9,]+"
        assert re.sub(counts, "N", " | ".join(row[:2])) in re.sub(counts, "N", kept)


@pytest.mark.slow
def test_instructions_are_counted_or_it_is_said_why_not(tmp_path: Path) -> None:
    sys.path.append(str(REPOSITORY / "benchmarks"))
    from processes import instructions

    counted = instructions((sys.executable, "-c", "pass"), tmp_path)
    assert (counted is None) == (shutil.which("valgrind") is None)
    assert counted is None or counted > 10**6


def test_the_other_tools_get_every_text_and_mark_of_the_cards(tmp_path: Path) -> None:
    sys.path.append(str(REPOSITORY / "benchmarks"))
    import deck_content

    folder = tmp_path / "content"
    deck_content.main(str(folder))
    data = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
    game = load_game(find_game("combat-leader"))
    faces = generate_wanted_faces(game, game.prints[0], "A", None)
    assert len(data["cards"]) == 60
    for face, card in zip(faces, data["cards"], strict=False):  # the guides are left out
        content, found = face.content, {data["game"], data["deck"]["letter"], *texts(card)}
        spans = (
            span for blocks in content.prose.values() for block in blocks for span in block.spans
        )
        words = {text for name, text in content.fields.items() if name not in content.prose}
        assert words | {span.text for span in spans} <= found | {""}
        assert all((folder / f"{mark}.svg").exists() for mark in content.marks.values())


def texts(value: object) -> Iterator[str]:
    """Yield all texts in a value of JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from texts(item)
    if isinstance(value, str):
        yield value
