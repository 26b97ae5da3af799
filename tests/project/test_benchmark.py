"""The benchmark runs, and its table names what it measured; how long things took is not asked."""

import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def test_the_harness_fills_its_tables(tmp_path: Path) -> None:
    table = tmp_path / "benchmark.md"
    asked = ("--rounds", "1", "--large-rounds", "1", "--cards", "24", "--tools", "bare reportlab")
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
    bare, large = rows[1:4], rows[5:7]
    assert {row[0] for row in bare} == {
        "bare reportlab",
        "**printgen, proof included**",
        "**printgen, all 25 PDFs**",
    }
    assert [row[0] for row in large] == ["load, check, compose, inspect, write", "proof"]
    assert all(re.fullmatch(r"\d+\.\d{3} s", row[1]) for row in bare)
    kept = (REPOSITORY / "docs" / "benchmark.md").read_text(encoding="utf-8")
    aims = [line for line in said.splitlines() if line.startswith("The aim")]
    assert len(aims) == 2
    assert aims == [line for line in kept.splitlines() if line.startswith("The aim")]
    assert "## A game of 24 listed cards, no two alike" in said
