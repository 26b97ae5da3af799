"""Every mistake in a game's files is reported where it stands, with what to write instead.

One folder of bad/ a mistake: its files replace those of base/, and its expected.txt holds what the
loader says. UPDATE_EXPECTED=1 rewrites those texts; the difference is then to be read.
"""

import ast
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from printgen.problems import ExitCode, Failure
from printgen.rules import listing, resolve_deck
from printgen.rules.load import load

HERE = Path(__file__).parent
CASES = sorted(folder.name for folder in (HERE / "bad").iterdir())
MADE = (
    "deck-missing-for-checks",
    "file-too-large",
    "listing-too-long",
    "listing-too-many-mistakes",
    "names-too-many-mistakes",
    "schema-too-many-mistakes",
    "too-many-cards",
    "yaml-too-many-mistakes",
    "yaml-too-many-values",
)
"""Cases that a test makes: too long to keep, or a file taken away."""

AWAY = {"file-missing-game": "game.yaml", "statuses-without-markers": "markers.yaml"}
"""Cases in which a file of the base is not there."""


def said(folder: Path) -> str:
    """Everything the loader reports of a folder, without the folder's own path."""
    with pytest.raises(Failure) as failure:
        load(folder)
    assert failure.value.exit_code is ExitCode.RULES
    text = "\n".join(str(problem) for problem in failure.value.problems) + "\n"
    return text.replace(f"{folder}/", "")


def make(name: str, base: Path, folder: Path, cards: int = 20_000) -> Path:  # noqa: C901 - one case a kind
    """The game of one case, in `folder`; `cards` are the most that a deck may have."""
    shutil.copytree(base, folder)
    deck = (folder / "deck.yaml").read_text()
    listed = deck.replace(deck[deck.index("deal:") :], "listed: cards.csv\n")
    head = "card,kind,rank,suit,miss,graze,hit,luck,s2,s3\n"
    match name:
        case "deck-missing-for-checks":
            (folder / "deck.yaml").unlink()
        case "file-too-large":
            (folder / "game.yaml").write_text("#" * (1 << 20) + "\n")
        case "listing-too-long":
            (folder / "deck.yaml").write_text(listed)
            rows = "".join(f"{n},storm,,,,,,,X,X\n" for n in range(1, cards + 2))
            (folder / "cards.csv").write_text(head + rows)
        case "listing-too-many-mistakes":
            (folder / "deck.yaml").write_text(listed)
            (folder / "cards.csv").write_text(head + "1,strom,,,,,,,X,X\n" * 600)
        case "names-too-many-mistakes":
            cells = ", ".join(f"c{n}: 1" for n in range(20_000))
            (folder / "checks.yaml").write_text(
                f"checks: []\ncards: [{{card: 1, line: 1, cells: {{{cells}}}}}]\n"
            )
        case "schema-too-many-mistakes":
            (folder / "game.yaml").write_text("".join(f"k{n}: 1\n" for n in range(600)))
        case "too-many-cards":
            ranks = ", ".join(map(str, range(1, cards // 2 + 1)))
            (folder / "deck.yaml").write_text(deck.replace("[1, 2, 3]", f"[{ranks}]", 1))
        case "yaml-too-many-mistakes":
            (folder / "game.yaml").write_text("k: 1\n" * 600)
        case "yaml-too-many-values":
            (folder / "game.yaml").write_text("- a\n" * 60_000)
        case _:
            if name in AWAY:
                (folder / AWAY[name]).unlink()
            for file in (HERE / "bad" / name).iterdir():
                (folder / file.name).unlink(missing_ok=True)
            shutil.copytree(HERE / "bad" / name, folder, symlinks=True, dirs_exist_ok=True)
            (folder / "expected.txt").unlink(missing_ok=True)
    return folder


@pytest.mark.parametrize("name", CASES)
def test_each_mistake_is_told(name: str, base: Path, tmp_path: Path) -> None:
    """The loader says exactly what expected.txt holds, all of it in one run."""
    found = said(make(name, base, tmp_path / "game"))
    expected = HERE / "bad" / name / "expected.txt"
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "file-too-large",
            (
                "game.yaml: error: the file is larger than 1,048,576 bytes\n"
                "  split what it holds, or list the cards as CSV\n"
            ),
        ),
        (
            "too-many-cards",
            "deck.yaml:33:3: error: 20,001 cards\n  deal at most 20,000, or split the deck\n",
        ),
        (
            "listing-too-long",
            "cards.csv: error: more than 20,000 cards\n  split them into several games\n",
        ),
        (
            "listing-too-many-mistakes",
            "cards.csv: error: 500 mistakes, the rest not looked for\n  mend these\n",
        ),
        (
            "names-too-many-mistakes",
            "checks.yaml: error: 500 mistakes, the rest not looked for\n  mend these\n",
        ),
        (
            "schema-too-many-mistakes",
            "game.yaml:1:1: error: 500 mistakes, the rest not looked for\n",
        ),
        (
            "yaml-too-many-values",
            "game.yaml:50000:3: error: more than 50,000 keys and values\n  list the cards as CSV\n",
        ),
        ("yaml-too-many-mistakes", "game.yaml: error: 500 mistakes, the rest not looked for\n"),
    ],
)
def test_too_large_is_told(name: str, text: str, base: Path, tmp_path: Path) -> None:
    """What is over a stated size is refused, by name and size."""
    assert text in said(make(name, base, tmp_path / "game"))


def test_without_its_deck_a_game_says_what_misses_it(base: Path, tmp_path: Path) -> None:
    """A sheet and checks that speak of a deck that is not there name their lines."""
    found = said(make("deck-missing-for-checks", base, tmp_path / "game"))
    assert "sheet.yaml:3:1: error: odds without a results table" in found
    assert "checks.yaml:2:12: error: a check of a deck" in found
    assert "checks.yaml:26:1: error: cards without a deck" in found


def test_every_error_says_what_to_write() -> None:
    """Each expected error names a file and has a hint under it."""
    for name in CASES:
        lines = (HERE / "bad" / name / "expected.txt").read_text(encoding="utf-8").splitlines()
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            if not line.startswith("  "):
                assert ": error: " in line
                assert after.startswith("  "), line


def test_every_message_has_a_bad_file(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No place where the loader speaks is left out: each is reached by some case."""
    rules = Path(listing.__file__).parent
    reached: defaultdict[str, set[int]] = defaultdict(set)
    files = {str(rules / name) for name in _SPEAKERS}

    def trace(frame: FrameType, event: str, _: object) -> object:
        if frame.f_code.co_filename not in files:
            return None
        reached[Path(frame.f_code.co_filename).name].add(frame.f_lineno)
        return trace

    # Tracing is slow, so decks are too long sooner here.
    monkeypatch.setattr(listing, "CARDS_LIMIT", 100)
    monkeypatch.setattr(resolve_deck, "CARDS_LIMIT", 100)
    for name in (*CASES, *MADE):
        folder = make(name, base, tmp_path / name, cards=100)
        before = sys.gettrace()
        sys.settrace(trace)  # type: ignore[arg-type]
        try:
            said(folder)
        finally:
            sys.settrace(before)
    silent = [
        f"{name}:{first}"
        for name in _SPEAKERS
        for first, last in _speeches(rules / name)
        if not reached[name] & set(range(first, last + 1))
    ]
    assert silent == []


_SPEAKERS = (
    "clashes.py",
    "files.py",
    "listing.py",
    "load.py",
    "resolve.py",
    "resolve_checks.py",
    "resolve_deck.py",
    "resolve_outcomes.py",
    "rows.py",
    "scalars.py",
    "tree.py",
    "wording.py",
)


def _speeches(file: Path) -> Iterator[tuple[int, int]]:
    """The first and last line of each call that makes a problem."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("Problem", "report", "fault", "known", "unique"):
                yield node.lineno, node.end_lineno or node.lineno
