"""Imports run the ways that pyproject.toml allows, and a class's name means one thing."""

import ast
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
LINT = (
    "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
)


def _lint(folder: Path) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, "-c", LINT], cwd=folder, capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


@pytest.mark.slow
def test_the_imports_keep_every_contract() -> None:
    code, said = _lint(REPOSITORY)
    assert code == 0, said


@pytest.mark.slow
def test_each_import_that_the_documents_rule_out_breaks_a_contract(tmp_path: Path) -> None:
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    shutil.copytree(REPOSITORY / "printgen", tmp_path / "printgen")
    for module, imported in (
        ("layout/sizes", "printgen.rules.model"),
        ("press/paper", "printgen.rules.model"),
        ("face/paper", "reportlab.pdfgen"),
        ("layout/flow/pages", "printgen.pipeline.faces"),
        ("layout/style/marks", "printgen.layout.paint.paint"),
        ("proof/check", "printgen.face.face"),
        ("content/model", "pypdfium2"),
        ("rules/checks/late", "printgen.rules.loading.load"),
    ):
        with (tmp_path / "printgen" / f"{module}.py").open("a", encoding="utf-8") as file:
            file.write(f"\nimport {imported}\n")
    code, said = _lint(tmp_path)
    broken = {line.partition(" BROKEN")[0] for line in said.splitlines() if " BROKEN" in line}
    assert code == 1
    assert broken == {
        "imports run one way; the four stages of a face do not know each other",
        "imports run one way inside layout",
        "imports run one way inside rules",
        "layout and press know no game",
        "no check imports the code that derives cells",
        "only the proof and the outputs read PDFs",
        "only the press and the fonts import ReportLab",
        "the proof shares no library with what it proofs",
    }


@pytest.mark.slow
def test_no_class_name_stands_twice() -> None:
    """Who meets a name in one file may trust it in the next: CONTRIBUTING.md has the terms."""
    assert _named_twice(REPOSITORY / "printgen") == {}


def test_a_second_class_of_a_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class Table: ...\n")
    (tmp_path / "two.py").write_text("def f():\n    class Table: ...\n")
    assert _named_twice(tmp_path) == {"Table": ["one.py", "two.py"]}


def _named_twice(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(file.relative_to(folder)))
    return {name: files for name, files in found.items() if len(files) > 1}
