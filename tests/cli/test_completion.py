"""Shell completion, as bash asks for it with the script that printgen prints."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = 'eval "$(_PRINTGEN_COMPLETE=bash_source printgen)"'

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed"),
]


def complete(folder: Path, *words: str) -> list[str]:
    """Return the completions of the last of `words`, the words of a command line."""
    program = folder / "printgen"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m printgen "$@"\n')
    program.chmod(0o755)
    command = (
        f'{SCRIPT}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _printgen_completion printgen;'
        ' printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return subprocess.run(
        ("bash", "--norc", "-c", command, "bash", *words),
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()


@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("words", "completions"),
    [
        (("build", "com"), ["combat-leader"]),
        (("build", "combat-leader", "tr"), ["true-lead"]),
        (("check", "hor"), ["horse-and-musket"]),
        (("export", "fist"), ["fistful-of-lead"]),
        (("odds", "tr"), ["true-lead"]),
        (("new", "my-game", "--from", "col"), ["colonial-siege"]),
        (("build", "--dup"), ["--duplex"]),
        (("build", "nothing"), []),
        (("cal",), ["calibrate"]),
    ],
)
def test_bash_completes_commands_options_and_games(
    tmp_path: Path, words: tuple[str, ...], completions: list[str]
) -> None:
    assert complete(tmp_path, "printgen", *words) == completions


def test_the_script_is_printed_with_exit_code_0(tmp_path: Path) -> None:
    printed = subprocess.run(
        (sys.executable, "-c", "import sys; from printgen.cli import main; sys.exit(main())"),
        env={**os.environ, "_PRINTGEN_COMPLETE": "bash_source"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
        text=True,
    )
    assert (printed.returncode, printed.stderr) == (0, "")
    assert "complete -o nosort -F _printgen_completion printgen" in printed.stdout
