"""Whatever bytes a game's files hold, loading gives a Game or problems, and soon."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printgen.problems import ExitCode, Failure
from printgen.rules.against import against
from printgen.rules.check import findings
from printgen.rules.digest import digest
from printgen.rules.export import export_csv
from printgen.rules.load import load
from printgen.rules.model import Game

FILES = (
    "game.yaml", "deck.yaml", "statuses.yaml", "markers.yaml", "sheet.yaml", "roster.yaml",
    "checks.yaml",
)  # fmt: skip

PIECES = (
    "", " ", "\n", ":", "- ", "[", "]", "{", "}", "'", '"', "0", "-1", "999", "x", "&a", "*a",
    "!!int ", "? ", "|", ">", "#", "---\n", "none", "value", "~", "\t", "−",
)  # fmt: skip

bounded = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def game_or_problems(folder: Path) -> None:
    """Loads a folder; a game must be whole, problems must be told in words."""
    game, failure = None, None
    try:
        game = load(folder)
    except Failure as found:
        failure = found
    if failure is not None:
        assert failure.exit_code is ExitCode.RULES
        assert failure.problems
        assert all(problem.message for problem in failure.problems)
    else:
        assert game is not None
        list(findings(game))
        assert digest(game)


@pytest.fixture
def folder(base: Path, tmp_path: Path) -> Path:
    """A copy of the small game."""
    return Path(shutil.copytree(base, tmp_path / "game"))


@bounded
@given(name=st.sampled_from(FILES), data=st.binary(max_size=300))
def test_any_bytes(base: Path, folder: Path, name: str, data: bytes) -> None:
    """Any bytes in the place of any file."""
    (folder / name).write_bytes(data)
    game_or_problems(folder)
    shutil.copy(base / name, folder / name)


@bounded
@given(name=st.sampled_from(FILES), data=st.data())
def test_any_slip(base: Path, folder: Path, name: str, data: st.DataObject) -> None:
    """Any piece of any file cut, doubled or replaced: the slips of an editor."""
    text = (base / name).read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    pieces = st.sampled_from([*PIECES, text[start:end] * 2])
    (folder / name).write_text(text[:start] + data.draw(pieces) + text[end:], encoding="utf-8")
    game_or_problems(folder)
    shutil.copy(base / name, folder / name)


@bounded
@given(data=st.data())
def test_any_csv(combat_leader: Game, tmp_path: Path, data: st.DataObject) -> None:
    """Any slip in a CSV file held against a deck gives differences or none, never a crash."""
    text = export_csv(combat_leader)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    piece = data.draw(st.sampled_from(["", '"', ",", "\n", "\r", "R", "99", "−", ";", "''"]))
    path = tmp_path / "deck.csv"
    path.write_text(text[:start] + piece + text[end:], encoding="utf-8", newline="")
    against(combat_leader, path)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        "{a: " * 200_000,
        "- " * 400_000,
        "a: &a [*a, *a]\n" * 50_000,
        "a: 1\n" * 200_000,
        "? " * 400_000,
        "k: " + "x" * 1_000_000,
        "".join(f"k{n}: \n" for n in range(100_000)),
        "statuses: [" + "{}, " * 200_000 + "]",
        "statuses: [" + "[], " * 200_000 + "]",
    ],
    ids=lambda text: text[:12],
)
def test_hostile_files_are_told_in_bounded_time(folder: Path, text: str) -> None:
    """A megabyte made to hurt gives at most some five hundred problems of some length."""
    (folder / "statuses.yaml").write_text(text)
    with pytest.raises(Failure) as failure:
        load(folder)
    assert 0 < len(failure.value.problems) <= 502
    assert len(str(failure.value)) < 500_000
