"""The form of the page: it has every option of a build, and makes the command that it shows."""

import random
import shlex
from pathlib import Path
from typing import Any

import pytest

from printgen.cli.commands.build import build_games
from printgen.cli.options.grouped_command import get_option_name
from printgen.cli.page.build_arguments import format_arguments, format_command, parse_arguments
from printgen.cli.page.form import OptionField, describe_form
from printgen.problems import Failure

TERMINAL_ONLY = {
    "output",
    "dry-run",
    "watch",
    "events",
    "help",
    "input-format",
    "name",
    "since",
} | {"offline"}
TYPED = {
    "size": ["tcg", "deck=tarot"],
    "paper": ["a3", "letter", "210 x 330"],
    "gutter": ["3", "1/8in"],
    "printer": ["laser"],
    "only": ["deck", "deck-backs"],
    "deck": ["B"],
    "cards": ["1", "Troll"],
    "shop": ["makeplayingcards", "nowhere"],
    "leave": ["cost"],
    "columns": ["name,cost"],
    "empty": ["-,none"],
    "role": ["cost=stat", "cost=nothing"],
    "encoding": ["cp1252"],
    "sheet": ["Sheet1"],
    "back-offset": [["0.5", "-0.25"]],
    "marks": [["7", "0.5", "12"]],
}
"""Values for fields that take any text."""

FIELDS = [field for group in describe_form() for field in (*group.usual, *group.folded)]


def test_each_option_of_build_is_in_the_form_or_for_the_terminal_only() -> None:
    listed = {name for names in build_games.option_groups.values() for name in names.split()}
    options = {get_option_name(option) for option in build_games.params if option.opts[0][0] == "-"}
    assert {field.name for field in FIELDS} | TERMINAL_ONLY == {*options, "help"}
    assert listed - {"|", "||"} == {*options, "help"}


def test_each_field_has_its_own_label_in_words() -> None:
    labels = [field.label for field in FIELDS]
    assert len({*labels}) == len(labels)
    assert not [label for label in labels if "-" in label or not label[0].isupper()]
    fields = {field.name: field for field in FIELDS}
    assert ("letter", "Letter, 215.9 × 279.4 mm") in fields["paper"].choices
    edges = [("long", "Flip on long edge"), ("short", "Flip on short edge")]
    assert fields["duplex"].choices == edges
    assert fields["back-offset"].parts == ["right", "down"]
    assert (fields["png"].kind, fields["png"].least, fields["png"].most) == ("number", 50, 1200)
    assert (fields["font"].kind, fields["pictures"].kind) == ("file", "folder")
    assert {field.needs for field in FIELDS} <= {"", *fields}


def test_a_value_that_the_environment_sets_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTGEN_PAPER", "letter")
    fields = {field.name: field for group in describe_form() for field in group.usual}
    assert fields["paper"].default == "letter"


def choose_value(field: OptionField, rng: random.Random) -> Any:
    """Return a value as the page sends it."""
    if field.kind == "flag":
        return True
    if field.kind == "number":
        least, most = field.least or 0, field.most or 5
        return str(rng.choice([least, most, round((least + most) / 2)]))
    value = rng.choice([*(value for value, _ in field.choices), *TYPED.get(field.name, ())] or [""])
    return [value] if field.is_list else value


def parse(arguments: list[str]) -> Any:
    try:
        return parse_arguments(arguments)
    except Failure as failure:
        return [(str(problem.where), problem.message) for problem in failure.problems]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["cards.csv", "-odd name.csv"])
def test_the_command_prints_what_the_page_prints(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / source).write_text("name,cost\nImp,3\nTroll,5\n")
    rng, failed = random.Random(46), 0
    for _ in range(200):
        fields = rng.sample(FIELDS, rng.randint(0, 5))
        values = {field.name: choose_value(field, rng) for field in fields}
        arguments = format_arguments(source, values)
        program, command, *typed = shlex.split(format_command(arguments))
        assert (program, command) == ("printgen", "build")
        result = parse(arguments)
        assert parse(typed) == result
        failed += isinstance(result, list)
    assert 20 < failed < 150


def test_options_that_the_page_does_not_show_are_left_out() -> None:
    values = {"output": "/", "watch": True, "events": True, "nothing": "x", "paper": "a5"}
    assert format_arguments("cards.csv", values) == ["--paper=a5", "--", "cards.csv"]


def test_a_mistake_names_its_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text("name\nImp\n")
    for values, option in (
        ({"png": "7"}, "--png"),
        ({"marks": ["7", "0.5", "12"]}, "--marks"),
        ({"paper": "a7"}, "--paper"),
        ({"font": "none.ttf"}, "--font"),
    ):
        with pytest.raises(Failure) as raised:
            parse_arguments(format_arguments("cards.csv", values))
        assert raised.value.problems[0].where.subject.startswith(option)
