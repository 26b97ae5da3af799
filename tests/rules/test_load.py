"""What a well-formed folder gives: products where there are files, and the same in any parser."""

import shutil
from pathlib import Path

import pytest
import yaml

from printgen.rules import tree
from printgen.rules.load import load
from printgen.rules.model import Game, RosterColumn


def test_only_game_yaml_is_needed(base: Path, tmp_path: Path) -> None:
    """A product whose file is not there is one that the game does not have."""
    shutil.copy(base / "game.yaml", tmp_path)
    game = load(tmp_path)
    assert (game.deck, game.markers, game.sheet, game.roster) == (None, None, None, None)
    assert (game.statuses, game.checks) == ((), ())


def test_python_parser_gives_the_same_game(
    base: Path, combat_leader: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where libyaml is missing, PyYAML's own parser loads an equal Game, places included."""
    with_libyaml = load(base)
    monkeypatch.setattr(tree, "_LOADER", yaml.SafeLoader)
    assert load(base) == with_libyaml
    places = [claim.where for claim in load(base).checks]
    assert places == [claim.where for claim in with_libyaml.checks]


def test_a_status_stands_once(combat_leader: Game) -> None:
    """The roster's boxes have the words of the statuses, which only statuses.yaml holds."""
    assert combat_leader.roster is not None
    boxes = [column for column in combat_leader.roster.columns if column.status]
    assert boxes == [
        RosterColumn(status.id, status.label, "box", status=True)
        for status in combat_leader.statuses
    ]


def test_text_is_what_is_written(base: Path, tmp_path: Path) -> None:
    """No, N/A, 1.10, 010 and ~ are text as they stand; nothing is guessed to be something else."""
    folder = Path(shutil.copytree(base, tmp_path / "game"))
    roster = folder / "roster.yaml"
    for word in ("No", "N/A", "1.10", "010", "~", "null", "2026-01-02", "12:30", "0x1F"):
        roster.write_text(f"title: {word}\n" + base.joinpath("roster.yaml").read_text()[13:])
        found = load(folder).roster
        assert found is not None
        assert found.title == word


def test_population_counts_itself(combat_leader: Game) -> None:
    """The odds' population is counted from the deck, not written."""
    assert combat_leader.sheet is not None
    assert combat_leader.sheet.odds is not None
    assert combat_leader.sheet.odds.population == "of 52 value cards"


def test_no_prose_is_long(combat_leader: Game) -> None:
    """The sheet's prose stays within what one page holds, a card's within a glance."""
    assert combat_leader.sheet is not None
    assert combat_leader.deck is not None
    words = [text for section in combat_leader.sheet.sections for text in section.text]
    assert len(" ".join(words).split()) <= 420
    assert all(len(kind.text.split()) <= 25 for kind in combat_leader.deck.kinds)
