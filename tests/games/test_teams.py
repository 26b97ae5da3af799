"""A player's file is held to the limits that its game declares, and the examples keep them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.problems import Failure, Log
from printgen.rules.checks.check import check_game
from printgen.rules.files.nodes import Node
from printgen.rules.loading import load
from printgen.rules.loading import player_file as given
from printgen.rules.model import Game
from printgen.system.bundled import find_bundled_games

EXAMPLES = {file.name: file for one in find_bundled_games() for file in one.glob("examples/*.yaml")}
PARSE = load._read_entries
WRITTEN = yaml.safe_load(Path(__file__).with_name("teams.yaml").read_text("utf-8"))


@cache
def parsed(folder: Path) -> dict[str, Node]:
    """What the files of a game hold."""
    entries, _ = PARSE(folder, Log())
    return entries


@cache
def own(folder: Path) -> Game:
    """A game without a player's file."""
    return load.load_game(folder)


@pytest.fixture(autouse=True)
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare each test the game's own files and checks, which others look at."""

    def once(folder: Path, *rows: Any) -> Game:
        return load.load_game(folder, *rows) if rows else own(folder)

    monkeypatch.setattr(given, "load_game", once)
    monkeypatch.setattr(given, "check_game", lambda game: ())
    monkeypatch.setattr(load, "_read_entries", lambda folder, scope: (dict(parsed(folder)), True))


def written(entry: Mapping[str, str], folder: Path) -> given.PlayerFile:
    """An example with one thing written for another, in `folder`."""
    example = EXAMPLES[entry.get("file", "carver-gang.yaml")]
    text = example.read_text("utf-8")
    assert entry["old"] in text
    (folder / example.name).write_text(text.replace(entry["old"], entry["new"], 1), "utf-8")
    return given.PlayerFile(example.parents[1], folder / example.name)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_keeps_every_limit(name: str) -> None:
    filled = given.PlayerFile(EXAMPLES[name].parents[1], EXAMPLES[name]).load()
    assert list(check_game(filled)) == []
    assert filled.find_print("roster")


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("entry", WRITTEN["breaches"], ids=lambda entry: entry["what"])
def test_a_breach_names_line_found_and_rule(entry: dict[str, str], tmp_path: Path) -> None:
    team = written(entry, tmp_path)
    game = team.load()
    (found, *_) = [one for one in check_game(game) if entry["says"] in one.message]
    lines = enumerate(team.file.read_text("utf-8").splitlines(), 1)
    line = next((at for at, one in lines if entry["line"] and entry["line"] in one), 0)
    assert (found.where.file, found.where.line) == (str(team.file), line)
    (limit,) = [one for one in game.checks if f"({one.says})" in found.message][:1]
    assert found.hint.split("; ")[-1] == f"see the rule in {limit.source}"
    assert limit.source.startswith(("Fistful of Lead summary sheet, T", "True Lead v0.8, "))


def test_every_limit_is_broken() -> None:
    """But for what sides compare, which every team has."""
    for name in ("carver-gang.yaml", "dry-creek.yaml"):
        told = [
            one["says"].partition(" (")[2] for one in WRITTEN["breaches"] if one["file"] == name
        ]
        for one in own(EXAMPLES[name].parents[1]).limits:
            if not getattr(one, "fewer", ""):
                assert any(says and one.says.startswith(says) for says in told), one.says


@pytest.mark.parametrize("entry", WRITTEN["mistakes"], ids=lambda entry: entry["what"])
def test_a_mistake_says_what_may_be_written(entry: dict[str, str], tmp_path: Path) -> None:
    team = written(entry, tmp_path)
    with pytest.raises(Failure) as failure:
        team.load()
    assert entry["says"] in str(failure.value)
    assert {one.where.file for one in failure.value.problems} == {str(team.file)}


def test_what_a_file_leaves_out_stays_to_be_written(tmp_path: Path) -> None:
    """No limit is asked of it."""
    file = tmp_path / "team.yaml"
    file.write_text("details: {name: Nobody, trait: Quick}\ntraits: [Quick]\n")
    filled = given.PlayerFile(EXAMPLES["carver-gang.yaml"].parents[1], file).load()
    assert list(check_game(filled)) == []


def test_a_roster_has_a_card_for_each_model_and_no_more() -> None:
    """Of a form's tables those of which a file fills no row in leave their heads out too."""
    example = EXAMPLES["ridge-scouts.yaml"]
    form, filled = own(example.parents[1]), given.PlayerFile(example.parents[1], example).load()
    for game, models in ((form, 6), (filled, 5)):
        print_ = game.find_print("roster")
        assert print_
        cards = [f"model-{one}.models" for one in range(1, models + 1)]
        found = [
            list(wanted.content.grids) for wanted in generate_wanted_faces(game, print_, "", None)
        ]
        assert found == [["head.details", *cards, "foot.remarks"]] * 2


def test_a_cell_of_one_text_takes_no_list(tmp_path: Path) -> None:
    """In a game's own data its row would stand for several."""
    file = tmp_path / "group.yaml"
    file.write_text("models:\n  - {name: [Ann, Bob]}\n")
    with pytest.raises(Failure) as failure:
        given.PlayerFile(EXAMPLES["ridge-scouts.yaml"].parents[1], file).load()
    (first, *_) = failure.value.problems
    assert (first.where.line, first.message) == (2, "2 texts in name instead of one")
    assert first.hint == 'write "Ann, Bob"'


def test_a_poster_says_what_its_group_is_worth() -> None:
    """Its points in all, half of them rounded down, and each added weapon's range and FP."""
    example = EXAMPLES["dry-creek.yaml"]
    game = given.PlayerFile(example.parents[1], example).load()
    (roster,) = (one for one in game.prints if one.id == "roster")
    crew, *_ = generate_wanted_faces(game, roster, "", None)
    worth = ("price", "total", "value", "half.head", "least", "halved", "whole")
    said = [crew.content.fields[name] for name in worth]
    assert said == ["40", "+30", "70", "Half killed", "3+", "35", "70"]
    boss = [crew.content.fields[f"models.1.{name}"] for name in ("range", "ranged-fp", "melee-fp")]
    assert boss == ["18″", "2", "2"]
