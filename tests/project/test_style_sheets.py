"""Style sheets, those that `printgen new` writes too, are formatted to be read."""

from pathlib import Path

import pytest
from format_css import format_style_sheet

from printgen.system.bundled import get_starters_folder
from tests.command_line import Printgen

STARTERS = sorted(path.name for path in get_starters_folder().iterdir() if path.is_dir())


def test_a_rule_is_formatted_by_its_size() -> None:
    """Up to three declarations stay on one line."""
    sheet = ".a{color:red;width:1mm;}\n.b { color: red; width: 1mm; height: 2mm; left: 0; }\n"
    assert format_style_sheet(sheet) == (
        ".a { color: red; width: 1mm; }\n"
        ".b {\n  color: red;\n  width: 1mm;\n  height: 2mm;\n  left: 0;\n}\n"
    )


@pytest.mark.parametrize(
    "words", [*(("--starter", name) for name in STARTERS), ("--from", "a.csv")]
)
def test_what_new_writes_is_formatted(
    words: tuple[str, str], tmp_path: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("name,cost,text\nImp,3,Bites.\n")
    assert printgen("new", "game", *words).code == 0
    sheets = sorted((tmp_path / "game").rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        assert format_style_sheet(text) == text, sheet
