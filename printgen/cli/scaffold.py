"""The files that `printgen new` writes: from a starter, a bundled game or a standalone table.

A starter is a small game in printgen/starters/. The new game is a copy with another id and name.
The game of a table prints the same cards as `printgen build` of the table: it has the same
template, and names the role of each column.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import yaml

from printgen.cli.used_rules import find_sizes_and_used_css
from printgen.pipeline.print_job import make_composer
from printgen.problems import ExitCode, Log, Place, create_failure
from printgen.rules.loading.load import find_base_game, load_game
from printgen.rules.model import Table
from printgen.rules.standalone.column_types import choose_roles
from printgen.rules.standalone.deck import DeckSpec, TableDeck, derive_game_name, read_deck
from printgen.rules.values.sizes import Size
from printgen.system.bundled import get_looks_folder, get_starters_folder, get_templates_folder
from printgen.system.file_suffixes import YAML_SUFFIXES


def list_starters() -> Mapping[str, str]:
    """Return the description of each starter (a small example game), by its name.

    The description is the first line of the game.yaml of the starter.
    """
    games = sorted(get_starters_folder().glob("*/game.yaml"))
    return {
        path.parent.name: path.read_text("utf-8").partition("\n")[0].lstrip("# ") for path in games
    }


def make_game_files_from_starter(starter: str, folder: Path) -> dict[Path, bytes]:
    """Return the content of each file of a new game, copied from a starter, by path.

    The paths are in `folder`. The new game gets the name of its folder.
    """
    source, main_file = get_starters_folder() / starter, folder / "game.yaml"
    paths = (path for path in sorted(source.rglob("*")) if path.is_file())
    files = {folder / path.relative_to(source): path.read_bytes() for path in paths}
    game_line = _dump_yaml("game", _make_about_section(folder))
    # Replaced as text, to keep the comments of the starter.
    text = files[main_file].decode()
    files[main_file] = re.sub("(?m)^game: .*", lambda _: game_line, text, count=1).encode()
    return files


def make_player_example(game: Path, file: Path) -> bytes:
    """Return the content for a new player's file of `game`; nothing is written.

    Raises `Failure` (usage) if the game has no example, or if `file` does not end in .yaml.
    """
    folders = filter(None, (game, find_base_game(game)))
    examples = [path for folder in folders for path in sorted((folder / "examples").glob("*.yaml"))]
    if not examples or file.suffix != ".yaml":
        hint, message = "end its name in .yaml", f"is no player's file of {game.name}"
        if not examples:
            message = f"{game.name} has no example of a player's file"
            hint = "choose a game for which `printgen list GAME` shows --data"
        raise create_failure(ExitCode.USAGE, Place(str(file)), message, hint)
    return examples[0].read_text("utf-8").replace(examples[0].name, file.name).encode()


def make_extension_files(game: Path, folder: Path) -> dict[Path, bytes]:
    """Return the content of each file of a new game that extends a bundled `game`, by path.

    The paths are in `folder`.
    """
    base_game = load_game(game)
    tables = (table for table in base_game.tables.values() if table.key and table.rows)
    table = next(table for table in tables if table.label_column)
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


def make_game_files_from_table(
    table: TableDeck, folder: Path, size: Size | None = None
) -> dict[Path, bytes]:
    """Return the content of each file of a new game that prints the deck of a table, by path.

    The paths are in `folder`. Its cards have `size`, by default the usual size of a deck. The new
    game also offers other usual sizes, if its style sheet needs no more rules for them. A game
    reads each .yaml file in its folder as its own data, so the rows of a table in YAML become a
    .json file. Raises `Failure` (rules) with every problem of the table.
    """
    game, composer = table.load(), make_composer(table)
    deck = read_deck(table, Log())
    assert deck is not None  # noqa: S101 - load() would have raised
    folders, spec = table.picture_folders, dict(deck.game_data["prints"]["deck"])
    files, sides = dict[Path, bytes](), [spec]
    if "back" in spec:
        spec["back"] = {**spec["back"]}
        sides.append(spec["back"])
    sizes: Sequence[Size] = tuple(dict.fromkeys((*filter(None, [size]), *game.prints[0].sizes)))
    for side, print_ in zip(sides, game.prints, strict=True):
        template = get_templates_folder() / side["template"]
        style = template.with_suffix(".css").read_text("utf-8")
        sizes, style = find_sizes_and_used_css(composer, game, print_, sizes, style)
        side["template"] = template.name
        files[folder / "templates" / template.name] = template.read_bytes()
        files[folder / "templates" / f"{template.stem}.css"] = style.encode()
    spec["sizes"] = [item.name for item in sizes]
    look_files = (get_looks_folder() / table.look).iterdir()
    name, content = table.name, table.file.read_bytes()
    if table.file.suffix.lower() in YAML_SUFFIXES:
        name = f"{table.file.stem}.json"
        cells = [{key: str(row.get(key).data) for key in deck.places} for row in deck.rows]
        content = json.dumps(cells, ensure_ascii=False, indent=1).encode()
        deck.game_data["cards"].pop("sheet", None)
        deck.game_data["cards"]["file"] = name
    text = Template((get_starters_folder() / "table.yaml").read_text("utf-8")).substitute(
        file=name,
        game=_dump_yaml("game", _make_about_section(folder)),
        prints=_dump_yaml("prints", {"deck": spec}),
        cards=_dump_yaml("cards", _make_cards_section(deck, game.table("cards"))),
    )
    return {
        folder / "game.yaml": text.encode(),
        folder / name: content,
        **files,
        **{folder / "templates" / path.name: path.read_bytes() for path in look_files},
        **{
            (folder / "templates" / item).with_name(file.name): file.read_bytes()
            for item in deck.pictures
            for file in folders.find_files(item)
        },
    }


def _make_cards_section(deck: DeckSpec, table: Table) -> dict[str, Any]:
    """Return the entry `cards` of the new game, with the role of each column on the fronts.

    `table` is the table of cards that is printed. With roles in game.yaml, users can change them
    in one place, and they stay the same when cells change.
    """
    cards = dict(deck.game_data["cards"])
    shown = deck.game_data["prints"]["deck"].get("shows", table.by_name)
    roles = {name: choice.role for name, choice in choose_roles(table).items() if name in shown}
    columns = {
        name: {"type": spec} if isinstance(spec, str) else spec
        for name, spec in cards["columns"].items()
    }
    cards["columns"] = {
        name: {**spec, "role": roles[name]} if name in roles else spec
        for name, spec in columns.items()
    }
    return cards


def require_empty_folder(folder: Path) -> None:
    """Raise `Failure` (cannot write) if `folder` is a file, or a folder that is not empty."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        message = "is not empty" if folder.is_dir() else "is a file"
        hint = "name one that does not exist yet"
        raise create_failure(ExitCode.CANNOT_WRITE, Place(str(folder)), message, hint)


def _make_about_section(folder: Path) -> dict[str, str]:
    """Return the entry `game` of the new game, which has only the name of its folder.

    Without an id in the entry, the id of a game is the name of its folder. So a copy of the folder
    has its own id.
    """
    name = derive_game_name(folder.resolve().name)
    return {"name": name[0].upper() + name[1:]}


class _NoAliasDumper(yaml.SafeDumper):
    """A YAML dumper that writes repeated values in full.

    The reason is that game files cannot contain YAML anchors and aliases.
    """

    def ignore_aliases(self, data: object) -> bool:
        return True


def _dump_yaml(key: str, value: Any) -> str:
    """Return a key and its value as YAML. Lists and mappings of scalars are on one line."""
    text = yaml.dump(
        {key: value},
        Dumper=_NoAliasDumper,
        default_flow_style=None,
        sort_keys=False,
        allow_unicode=True,
        width=95,
    )
    return text.rstrip("\n")
