"""The files that `printgen new` writes: from a starter, a bundled game or a standalone table.

A starter is a small game in printgen/starters/. The new game is a copy with another id and name.
The game of a table prints the same cards as `printgen build` of the table, with a template that
names its columns.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

import yaml
from jinja2 import Environment

from printgen.problems import ExitCode, Log, Place, refuse
from printgen.rules.loading.load import find_base_game, load_game
from printgen.rules.model import ROLES, Column, Table
from printgen.rules.standalone.column_types import choose_roles
from printgen.rules.standalone.deck import TableDeck, derive_id_and_name, read_deck
from printgen.system.bundled import starters_folder, templates_folder


def list_starters() -> Mapping[str, str]:
    """Return the description of each starter, by name: the first line of its game.yaml."""
    games = sorted(starters_folder().glob("*/game.yaml"))
    return {
        path.parent.name: path.read_text("utf-8").partition("\n")[0].lstrip("# ") for path in games
    }


def copy_starter(starter: str, folder: Path) -> dict[Path, bytes]:
    """Return the files of a new game in `folder`, copied from this starter, by path."""
    source, main_file = starters_folder() / starter, folder / "game.yaml"
    paths = (path for path in sorted(source.rglob("*")) if path.is_file())
    files = {folder / path.relative_to(source): path.read_bytes() for path in paths}
    game_line = _dump_yaml("game", _make_about_section(folder))
    # Replaced as text, to keep the comments of the starter.
    files[main_file] = re.sub(
        "(?m)^game: .*", lambda _: game_line, files[main_file].decode(), count=1
    ).encode()
    return files


def copy_example(game: Path, file: Path) -> bytes:
    """Return an example of a player's file of `game`, under the name of `file`.

    Raises `Failure` (usage) if the game has no example, or if `file` does not end in .yaml.
    """
    folders = filter(None, (game, find_base_game(game)))
    examples = [path for folder in folders for path in sorted((folder / "examples").glob("*.yaml"))]
    if not examples or file.suffix != ".yaml":
        hint, message = "end its name in .yaml", f"is no player's file of {game.name}"
        if not examples:
            message = f"{game.name} has no example of a player's file"
            hint = "choose a game for which `printgen list GAME` shows --data"
        raise refuse(ExitCode.USAGE, Place(str(file)), message, hint)
    return examples[0].read_text("utf-8").replace(examples[0].name, file.name).encode()


def extend_game(game: Path, folder: Path) -> dict[Path, bytes]:
    """Return the files of a new game in `folder` that extends a bundled `game`, by path."""
    base_game = load_game(game)
    table = next(
        each for each in base_game.tables.values() if each.key and each.label_column and each.rows
    )
    row = table.rows[0]
    change = {"changes": {row.key: {"label": row.cells["label"]}}}
    example_yaml = yaml.safe_dump({table.id: change}, sort_keys=False, allow_unicode=True)
    lines = (
        f"# Everything of {base_game.about.name}, except your changes below.",
        "# See printgen docs games.",
        _dump_yaml("game", {**_make_about_section(folder), "extends": game.name}),
        "",
        "# Remove a # and change the line, or add lines like these. Each file in the folder",
        f"# templates/{game.name} here replaces the bundled file of the same name.",
        f"# prints: {{{base_game.prints[-1].id}: }} # a print without a value is left out",
        *(f"# {line}" for line in example_yaml.splitlines()),
        "",
    )
    return {folder / "game.yaml": "\n".join(lines).encode()}


def convert_table(table: TableDeck, folder: Path) -> dict[Path, bytes]:
    """Return the files of a new game in `folder` that prints the deck of a table, by path.

    Raises `Failure` (rules) with every problem of the table, or if the table is in YAML: a game
    reads every .yaml file in its folder as its own data.
    """
    if table.file.suffix.lower() in (".yaml", ".yml"):
        hint = "save the table as .json or .csv: a game reads each .yaml file as its own data"
        message = "a game cannot start from a table in YAML"
        raise refuse(ExitCode.RULES, Place(str(table.file)), message, hint)
    card_table = table.load().tables["cards"]
    deck = read_deck(table, Log())
    assert deck is not None  # noqa: S101 - load() would have raised
    folders, prints = table.picture_folders, dict(deck.game_data["prints"]["deck"])
    cards, print_specs = deck.game_data["cards"], [prints]
    # Copied, because the template names below are changed in place.
    if "back" in prints:
        prints["back"] = {**prints["back"]}
        print_specs.append(prints["back"])
    template_files = [templates_folder() / item["template"] for item in print_specs]
    for item, template in zip(print_specs, template_files, strict=True):
        item["template"] = template.name
    text = Template((starters_folder() / "table.yaml").read_text("utf-8")).substitute(
        file=table.name,
        game=_dump_yaml("game", _make_about_section(folder)),
        prints=_dump_yaml("prints", {"deck": prints}),
        cards=_dump_yaml("cards", cards),
    )
    return {
        folder / "game.yaml": text.encode(),
        folder / table.name: table.file.read_bytes(),
        **{
            folder / "templates" / file.name: file.read_bytes()
            for template in template_files
            for file in (template, template.with_suffix(".css"))
        },
        folder / "templates" / template_files[0].name: _write_template(card_table).encode(),
        **{
            folder / "templates" / item: folders.find_files(item)[0].read_bytes()
            for item in deck.pictures
        },
    }


def _write_template(table: Table) -> str:
    """Return a template for the cards of a table that names each of its columns."""
    columns: dict[str, list[Column]] = {role: [] for role in (*ROLES, "lines")}
    for name, choice in choose_roles(table).items():
        column = table.by_name[name]
        is_line = choice.role == "stat" and column.type in ("plain", "prose")
        if name in table.filled_columns:
            columns["lines" if is_line else choice.role].append(column)
    # Signs of its own: what the template contains in Jinja2's usual signs is for the new game.
    # Names are quoted by tojson, and what is written is a template and not a page: no escaping.
    signs = "<%", "%>", "<<", ">>", "<#", "#>"
    environment = Environment(*signs, trim_blocks=True, lstrip_blocks=True)  # noqa: S701 - see above
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    starter = (starters_folder() / "card.html").read_text("utf-8")
    return environment.from_string(starter).render(columns)


def require_empty_folder(folder: Path) -> None:
    """Raise `Failure` (cannot write) if `folder` is a file, or a folder that is not empty."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        message = "is not empty" if folder.is_dir() else "is a file"
        hint = "name one that does not exist yet"
        raise refuse(ExitCode.CANNOT_WRITE, Place(str(folder)), message, hint)


def _make_about_section(folder: Path) -> dict[str, str]:
    """Return id and name of the new game, derived from the name of its folder."""
    id_, name = derive_id_and_name(folder.resolve().name)
    return {"id": id_, "name": name[0].upper() + name[1:]}


class _NoAliasDumper(yaml.SafeDumper):
    """A dumper that repeats values: game files cannot contain YAML anchors and aliases."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _dump_yaml(key: str, value: Any) -> str:
    """Return a key and its value as YAML, with lists and mappings of scalars on one line."""
    text = yaml.dump(
        {key: value},
        Dumper=_NoAliasDumper,
        default_flow_style=None,
        sort_keys=False,
        allow_unicode=True,
        width=95,
    )
    return text.rstrip("\n")
