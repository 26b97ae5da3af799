"""`--watch` runs a command again after each change of its files, until it is ended."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="ends the process by a signal"),
]


@pytest.mark.parametrize("options", [(), ("--html", "report.html")], ids=["plain", "with a report"])
def test_a_command_with_watch_follows_its_files(tmp_path: Path, options: tuple[str, ...]) -> None:
    table = tmp_path / "loot.csv"
    table.write_text("d4,loot\n1-2,dust\n3-4,rope\n", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "printgen", "check", str(table), "--watch", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert "each roll has one row" in process.stdout.readline()
        assert "exit code 0; waiting for changes" in process.stderr.readline()
        assert (tmp_path / "report.html").exists() == bool(options)
        (tmp_path / ".loot.csv.swp").write_text("an editor's file is not a change")
        time.sleep(1)  # time to run again, if the report counted as a change
        table.write_text("d4,loot\n1-2,dust\n4,rope\n", encoding="utf-8")
        assert "no row contains 3" in process.stdout.readline()
        assert "exit code 3; waiting for changes" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert "Traceback" not in process.stderr.read()
