"""Turn a starter, or a table file, into the files of a new game's folder.

A starter is a game of printgen's own, of which a new one takes all but id and name. A table's
game.yaml says what a print of the table alone would, and its template is a copy.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

import yaml

from printgen.problems import ExitCode, Failure, Problem, Spot
from printgen.rules.load import find_base_game, load_game
from printgen.rules.problem_log import Log
from printgen.system.bundled import starters_folder, templates_folder
from printgen.table_deck.deck import TableDeck, derive_id_and_name, read_deck


def list_starters() -> Mapping[str, str]:
    """What each starter is, by its name."""
    games = sorted(starters_folder().glob("*/game.yaml"))
    return {
        path.parent.name: path.read_text("utf-8").partition("\n")[0].lstrip("# ") for path in games
    }


def from_starter(starter: str, folder: Path) -> dict[Path, bytes]:
    """The files of a new game in `folder`, as those of the starter of that name."""
    source, main_file = starters_folder() / starter, folder / "game.yaml"
    paths = (path for path in sorted(source.rglob("*")) if path.is_file())
    files = {folder / path.relative_to(source): path.read_bytes() for path in paths}
    game_line = _dump_yaml("game", _make_about_section(folder))
    files[main_file] = re.sub(
        "(?m)^game: .*", lambda _: game_line, files[main_file].decode(), count=1
    ).encode()
    return files


def player_file(game: Path, file: Path) -> bytes:
    """What a player's file of a game begins as. Raises `Failure` (usage) if no example fits."""
    folders = filter(None, (game, find_base_game(game)))
    examples = [path for folder in folders for path in sorted((folder / "examples").glob("*.yaml"))]
    if not examples or file.suffix != ".yaml":
        hint, message = "end it in .yaml", f"no name of a player's file for {game.name}"
        if not examples:
            message = f"{game.name} has no example of a player's file"
            hint = "printgen list names what a game takes under --data; some take none"
        problem = Problem(Spot(str(file)), message, hint)
        raise Failure(ExitCode.USAGE, (problem,))
    return examples[0].read_text("utf-8").replace(examples[0].name, file.name).encode()


def from_game(game: Path, folder: Path) -> dict[Path, bytes]:
    """The files of a new game in `folder` that has all of a bundled `game`, to be changed."""
    base_game = load_game(game)
    table = next(
        item for item in base_game.tables.values() if item.key and item.label_column and item.rows
    )
    row = table.rows[0]
    change = {"changes": {row.key: {"label": row.cells["label"]}}}
    example_yaml = yaml.safe_dump({table.id: change}, sort_keys=False, allow_unicode=True)
    lines = (
        f"# All of {base_game.about.name}, but for what is written here: docs/games.md says how.",
        _dump_yaml("game", {**_make_about_section(folder), "extends": game.name}),
        "",
        "# Take a # away and change what stands behind it, or write more so. A file in the folder",
        f"# templates/{game.name} here stands in for the bundled one of its name.",
        f"# prints: {{{base_game.prints[-1].id}: }} # with nothing behind it a print is left out",
        *(f"# {line}" for line in example_yaml.splitlines()),
        "",
    )
    return {folder / "game.yaml": "\n".join(lines).encode()}


def from_table(table: TableDeck, folder: Path) -> dict[Path, bytes]:
    """The files of a new game in `folder` that prints a table as it would be by itself.

    Raises `Failure` (rules) with every problem of the table, or for one in YAML, as which a
    game's own folder would be read.
    """
    if table.file.suffix.lower() in (".yaml", ".yml"):
        hint = "save the table as .json or .csv: a game takes each .yaml file for its own data"
        problem = Problem(Spot(str(table.file)), "no game begins from a table in YAML", hint)
        raise Failure(ExitCode.RULES, (problem,))
    rows = table.load().tables["cards"].rows
    deck = read_deck(table, Log())
    assert deck is not None  # noqa: S101 - it was loaded
    gallery, prints = table.gallery, dict(deck.game_data["prints"]["deck"])
    cards, print_specs = deck.game_data["cards"], [prints]
    if "back" in prints:
        prints["back"] = {**prints["back"]}
        print_specs.append(prints["back"])
    template_files = [templates_folder() / item["template"] for item in print_specs]
    for item, template in zip(print_specs, template_files, strict=True):
        item["template"] = template.name
    checks = [{"count": "cards", "is": len(rows), "says": "The table has so many rows."}]
    if "count" in prints:
        number, path = sum(row.cells[prints["count"]] for row in rows), f"cards.{prints['count']}"
        checks.append({"sum": path, "is": number, "says": "The deck has so many cards."})
    text = Template((starters_folder() / "table.yaml").read_text("utf-8")).substitute(
        file=table.name,
        game=_dump_yaml("game", _make_about_section(folder)),
        prints=_dump_yaml("prints", {"deck": prints}),
        cards=_dump_yaml("cards", cards),
        checks=_dump_yaml("checks", checks),
    )
    return {
        folder / "game.yaml": text.encode(),
        folder / table.name: table.file.read_bytes(),
        **{
            folder / "templates" / file.name: file.read_bytes()
            for template in template_files
            for file in (template, template.with_suffix(".css"))
        },
        **{
            folder / "templates" / item: gallery.find_files(item)[0].read_bytes()
            for item in deck.pictures
        },
    }


def require_empty_folder(folder: Path) -> None:
    """Raise `Failure` (could not write) where `folder` is there and holds anything."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        message = "holds files already" if folder.is_dir() else "is a file"
        problem = Problem(Spot(str(folder)), message, "name one that is not there yet")
        raise Failure(ExitCode.CANNOT_WRITE, (problem,))


def _make_about_section(folder: Path) -> dict[str, str]:
    id_, name = derive_id_and_name(folder.resolve().name)
    return {"id": id_, "name": name[0].upper() + name[1:]}


class _NoAliasDumper(yaml.SafeDumper):
    """Writes out what stands twice: a game's files take no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _dump_yaml(key: str, value: Any) -> str:
    """A key and its value: what holds nothing deep stands on one line."""
    text = yaml.dump(
        {key: value},
        Dumper=_NoAliasDumper,
        default_flow_style=None,
        sort_keys=False,
        allow_unicode=True,
        width=95,
    )
    return text.rstrip("\n")
