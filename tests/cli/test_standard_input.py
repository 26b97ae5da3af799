"""A table from a pipe: `printgen check -`, `build -` and `odds -`."""

import io
from pathlib import Path

import pytest
from workbooks import write_xlsx

from tests.command_line import Printgen

GAP = "d6,Result\n1-2,a\n4-6,b\n"
RIGHT = "d6,Result\n1-3,a\n4-6,b\n"


class Pipe(io.TextIOWrapper):
    """A standard input with these bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "temporary").mkdir()
    return tmp_path


def pipe(monkeypatch: pytest.MonkeyPatch, data: str | bytes) -> None:
    monkeypatch.setattr("sys.stdin", Pipe(data if isinstance(data, bytes) else data.encode()))


def test_a_pipe_is_checked(printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages name it, without the path of the temporary file, which is removed."""
    pipe(monkeypatch, GAP)
    said = printgen("check", "-")
    assert said.code == 3
    assert said.out.startswith("stdin.csv:3:1: error: no row contains 3")
    assert "\nstdin.csv: 1 error: d6, 2 rows" in said.out
    pipe(monkeypatch, GAP)
    assert '"file": "stdin.csv"' in printgen("check", "-", "--format", "json").out
    assert not [*(here / "temporary").iterdir()]


@pytest.mark.slow
def test_a_pipe_becomes_a_deck_with_a_name(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pictures are in the current folder."""
    (here / "imp.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    pipe(monkeypatch, "name,art,qty\nImp,imp.svg,2\nOrc,,1\n")
    said = printgen("build", "-", "--name", "deck")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("output/deck/deck.pdf  1 page  3 faces")
    assert (here / "output/deck/deck.pdf").is_file()
    pipe(monkeypatch, "name,cost\nImp,\x07\n")
    assert printgen("build", "-").err.startswith("stdin.csv:2:5: ")


def test_odds_of_a_pipe(printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, RIGHT)
    said = printgen("odds", "-")
    assert (said.code, said.out.splitlines()[0]) == (0, "stdin.csv: d6 as the heading says")


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        (RIGHT, "csv"),
        (RIGHT.replace(",", "\t"), "csv"),
        (RIGHT.replace(",", ";"), "csv"),
        ("\ufeff" + RIGHT, "csv"),
        ("# Loot\n\n| d6 | R |\n|---|---|\n| 1-3 | a |\n| 4-6 | b |\n", "md"),
        ("d6 | R\n--- | ---\n1-3 | a\n4-6 | b\n", "md"),
        ("<table><tr><th>d6<th>R<tr><td>1-3<td>a<tr><td>4-6<td>b</table>", "html"),
        ('[{"d6": "1-3", "R": "a"}, {"d6": "4-6", "R": "b"}]', "json"),
    ],
)
def test_the_format_is_found_in_the_text(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch, text: str, suffix: str
) -> None:
    pipe(monkeypatch, text)
    said = printgen("check", "-")
    assert (said.code, said.err) == (0, "")
    assert f"stdin.{suffix}: each roll has one row" in said.out


def test_a_workbook_can_be_piped(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_xlsx(here / "t.xlsx", {"Loot": [["d6", "R"], ["1-3", "a"], ["4-6", "b"]]})
    pipe(monkeypatch, (here / "t.xlsx").read_bytes())
    assert printgen("check", "-").out.startswith("stdin.xlsx: each roll has one row")


def test_a_format_that_is_unclear_is_named_with_an_option(
    printgen: Printgen, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "- {d6: 1-3, R: a}\n- {d6: 4-6, R: b}\n"
    for text in ("name\nImp\nOrc\n", "words\n", "- a\n- b\n", "\ufeff", "," * 10**6):
        pipe(monkeypatch, text)
        said = printgen("build", "-")
        assert said.code == 2
        assert "unclear: add --input-format with one of csv, md, " in said.err
    pipe(monkeypatch, rows)
    assert printgen("check", "-", "--input-format", "yaml").out.startswith("stdin.yaml: each roll")


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("check", "-"), "", "the standard input is empty: pipe a table"),
        (("check", "t.csv", "--input-format", "csv"), RIGHT, "--input-format needs a table from -"),
        (("build", "combat-leader", "--name", "x"), RIGHT, "--name needs a table from -"),
        (("build", "-", "--watch"), RIGHT, "--watch cannot watch the standard input"),
        (("build", "-", "--name", "../x"), RIGHT, "--name ../x is not a name"),
    ],
)
def test_wrong_usage(
    printgen: Printgen,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    text: str,
    message: str,
) -> None:
    pipe(monkeypatch, text)
    said = printgen(*words)
    assert (said.code, said.out) == (2, "")
    assert message in said.err
