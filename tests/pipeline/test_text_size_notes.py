"""Rows that make the text of all other cards smaller are named, if it matters."""

import re
from functools import cache
from pathlib import Path

import pytest

from printgen.face.face import TextRun
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import compose_print_faces, make_composer
from printgen.rules.standalone.deck import TableDeck
from tests.command_line import Printgen

SHORT = [f"What is {number}?,Short {number}" for number in range(8)]
LONG = "Long?," + "A very long answer that fills the back. " * 9


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*rows: str, head: str = "question,back") -> Path:
    """A table of these rows."""
    Path("quiz.csv").write_text("\n".join([head, *rows]))
    return Path("quiz.csv")


def build(printgen: Printgen, *options: str) -> str:
    """What is reported about a table."""
    said = printgen("build", "quiz.csv", *options)
    assert said.code == 0
    return said.err


@cache
def measure_type(rows: tuple[str, ...], words: str) -> float:
    """The size of the type of these words on a back, in points."""
    source = TableDeck(write(*rows))
    game = source.load()
    job = plan_jobs(Request(), game)[1]
    faces = compose_print_faces(game, job, make_composer(source))
    runs = (item for face in faces for item in face.items if isinstance(item, TextRun))
    return next(run.size for run in runs if run.text == words)


@pytest.mark.parametrize("options", [(), ("--duplex", "long"), ("--cards", "1-3")])
def test_one_long_row_is_named(printgen: Printgen, options: tuple[str, ...]) -> None:
    """The gain is what the text of the others would really grow by, also if few are printed."""
    rows = *SHORT[:4], LONG, *SHORT[4:]
    small, large = measure_type(rows, "Short 1"), measure_type(tuple(SHORT), "Short 1")
    write(*rows)
    said = build(printgen, *options)
    assert (
        "quiz.csv:6:1: “Long?”: note: without this row, text on all other faces of deck-backs could"
        f" be up to {100 * large / small - 100:.0f} % larger\n"
        "  shorten it if all should be easy to read\n"
    ) in said


def test_up_to_three_long_rows_are_named_together(printgen: Printgen) -> None:
    write(*SHORT[:4], LONG, SHORT[4], LONG, *SHORT[5:])
    assert re.fullmatch(
        r"quiz\.csv:6:1: “Long\?”: note: without these 2 rows, text on all other faces of"
        r" deck-backs could be up to \d+ % larger\n  shorten it if all should be easy to read\n"
        r"  the same: quiz\.csv:8:1: “Long\?”\n",
        build(printgen),
    )


@pytest.mark.parametrize(
    "rows",
    [
        SHORT,
        [LONG],
        [SHORT[0], LONG, LONG, LONG],
        [*SHORT, LONG, LONG, LONG, LONG],
        [*SHORT, "Long?,An answer of a few words"],
    ],
    ids=["none is long", "a single card", "most are long", "more than three", "long enough"],
)
def test_no_row_is_named_if_that_helps_little(printgen: Printgen, rows: list[str]) -> None:
    write(*rows)
    assert build(printgen) == ""


def test_a_long_card_that_keeps_the_others_large_is_not_named(printgen: Printgen) -> None:
    """The words of most cards keep their size, whatever the longest need."""
    rows = [f"Card {number},Some text." for number in range(12)]
    write(*rows, f"Bog Witch,{'Draw a card and discard it. ' * 24}", head="name,text")
    assert "without" not in build(printgen)


@pytest.mark.slow
def test_chunks_of_a_large_deck_find_it_too(
    printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_WORKERS", "2")
    monkeypatch.setattr("printgen.pipeline.chunks.MIN_SPLIT_FACES", 8)
    monkeypatch.setattr("printgen.pipeline.chunks.CHUNK_SIZE", 4)
    write(*SHORT[:4], LONG, *SHORT[4:])
    said = build(printgen)
    monkeypatch.setenv("PRINTGEN_WORKERS", "1")
    assert said == build(printgen)
    assert "“Long?”: note: without this row" in said
