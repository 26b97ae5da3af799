"""Whatever bytes a game's files hold, loading gives a Game or problems, and soon."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.problems import ExitCode, Failure
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Table
from printgen.rules.queries.content_hash import compute_digest
from printgen.rules.queries.export import compare_csv, export_csv

FILES = ("game.yaml", "prints.yaml", "deck.yaml", "play.yaml", "checks.yaml", "weapons.csv")

PIECES = (
    "", " ", "\n", ":", "- ", "[", "]", "{", "}", "'", '"', "0", "-1", "999", "x", "&a", "*a",
    "!!int ", "? ", "|", ">", "#", "---\n", "none", "value", "~", "\t", "−", "each", "1 to 3",
    "5+", "2d6", "**", "<b>", ":x:", ";",
)  # fmt: skip

WORD = re.compile(r"[\w+.-]+")

bounded = settings(max_examples=settings().max_examples // 2)


def game_or_problems(folder: Path) -> None:
    """Loads a folder; a game must be whole, problems must be told in words."""
    game, failure = None, None
    try:
        game = load_game(folder)
    except Failure as found:
        failure = found
    if failure is not None:
        assert failure.exit_code is ExitCode.RULES
        assert failure.problems
        assert all(problem.message and problem.hint for problem in failure.problems)
    else:
        assert game is not None
        for problem in check_game(game):
            assert problem.message
            assert problem.hint
        for table in game.tables.values():
            assert export_csv(game, table)
        assert compute_digest(game)


@pytest.fixture
def folder(base: Path, tmp_path: Path) -> Path:
    """A copy of the small game."""
    return Path(shutil.copytree(base, tmp_path / "game"))


@contextmanager
def exchanged(path: Path, original: Path, data: bytes) -> Iterator[None]:
    """The file holds other bytes for a while."""
    path.write_bytes(data)
    try:
        yield
    finally:
        shutil.copy(original, path)


@bounded
@given(name=st.sampled_from(FILES), data=st.binary(max_size=300))
def test_any_bytes(base: Path, folder: Path, name: str, data: bytes) -> None:
    """Any bytes in the place of any file."""
    with exchanged(folder / name, base / name, data):
        game_or_problems(folder)


@bounded
@given(name=st.sampled_from(FILES), data=st.data())
def test_any_slip(base: Path, folder: Path, name: str, data: st.DataObject) -> None:
    """Any piece of any file cut, doubled or replaced: the slips of an editor."""
    text = (base / name).read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    pieces = st.sampled_from([*PIECES, text[start:end] * 2])
    changed = text[:start] + data.draw(pieces) + text[end:]
    with exchanged(folder / name, base / name, changed.encode()):
        game_or_problems(folder)


@bounded
@given(name=st.sampled_from(FILES), data=st.data())
def test_any_word(base: Path, folder: Path, name: str, data: st.DataObject) -> None:
    """Any word of any file in the place of another: the slips of a designer."""
    text = (base / name).read_text(encoding="utf-8")
    words = sorted(set(WORD.findall("".join((base / file).read_text() for file in FILES))))
    at = data.draw(st.sampled_from(list(WORD.finditer(text))))
    other = data.draw(st.sampled_from(words))
    changed = text[: at.start()] + other + text[at.end() :]
    with exchanged(folder / name, base / name, changed.encode()):
        game_or_problems(folder)


@bounded
@given(data=st.data())
def test_any_csv(combat_leader: Game, cards: Table, tmp_path: Path, data: st.DataObject) -> None:
    """Any slip in a CSV file held against a table gives differences or none, never a crash."""
    text = export_csv(combat_leader, cards)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    piece = data.draw(st.sampled_from(["", '"', ",", "\n", "\r", "R", "99", "−", ";", "''"]))
    path = tmp_path / "deck.csv"
    path.write_text(text[:start] + piece + text[end:], encoding="utf-8", newline="")
    compare_csv(combat_leader, cards, path)


@pytest.mark.slow
@pytest.mark.quick(every=5)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        "{a: " * 200_000,
        "- " * 400_000,
        "a: &a [*a, *a]\n" * 50_000,
        "a: 1\n" * 60_000,
        "? " * 400_000,
        "k: " + "x" * 1_000_000,
        "".join(f"k{n}: \n" for n in range(15_000)),
        "statuses: [" + "{}, " * 200_000 + "]",
        "slip: {columns: {a: key}, rows: [" + "[], " * 48_000 + "]}",
        "slip: {columns: {a: key}, rows: [" + "[x], " * 20_000 + "]}",
        "slip: {columns: {a: key}, rows: [{a: 1 to 99999, copies: 999}]}",
        "slip: {columns: {" + ", ".join(f"c{n}: text" for n in range(7_000)) + "}}",
        "slip: {columns: {" + ", ".join(f"c{n}: {{from: x}}" for n in range(9_000)) + "}}",
        "slip: {columns: {a: prose}, rows: [[" + '"' + "*" * 400_000 + '"]]}',
        "slip: {columns: {a: prose}, rows: [[" + '"' + "[" * 20_000 + '"]]}',
        "slip: {columns: {a: prose}, rows: [[" + '"' + "- " * 10_000 + '"]]}',
        "slip: {columns: {a: prose}, rows: [[" + '"' + "**a " * 5_000 + '"]]}',
    ],
    ids=range(18),
)
def test_hostile_files_are_told_in_bounded_time(folder: Path, text: str) -> None:
    """A megabyte made to hurt gives at most some five hundred problems of some length."""
    (folder / "slip.yaml").write_text(text)
    failure = None
    try:
        load_game(folder)
    except Failure as found:
        failure = found
    if failure is not None:
        assert 0 < len(failure.problems) <= 503
        assert len(str(failure)) < 500_000
