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

from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.load import extended_by, load
from printgen.rules.problem_log import Scope
from printgen.system.bundled import starters_folder, templates_folder
from printgen.table_deck.deck import Lone, called, read_deck


def starters() -> Mapping[str, str]:
    """What each starter is, by its name."""
    games = sorted(starters_folder().glob("*/game.yaml"))
    return {
        one.parent.name: one.read_text("utf-8").partition("\n")[0].lstrip("# ") for one in games
    }


def copied(starter: str, folder: Path) -> dict[Path, bytes]:
    """The files of a new game in `folder`, as those of the starter of that name."""
    source, main = starters_folder() / starter, folder / "game.yaml"
    paths = (path for path in sorted(source.rglob("*")) if path.is_file())
    files = {folder / path.relative_to(source): path.read_bytes() for path in paths}
    about = _yaml("game", _about(folder))
    files[main] = re.sub("(?m)^game: .*", lambda _: about, files[main].decode(), count=1).encode()
    return files


def example(game: Path, file: Path) -> bytes:
    """What a player's file of a game begins as. Raises `Failure` (usage) if no example fits."""
    folders = filter(None, (game, extended_by(game)))
    found = [one for folder in folders for one in sorted((folder / "examples").glob("*.yaml"))]
    if not found or file.suffix != ".yaml":
        hint, message = "end it in .yaml", f"no name of a player's file for {game.name}"
        if not found:
            message = f"{game.name} has no example of a player's file"
            hint = "printgen list names what a game takes under --data; some take none"
        problem = Problem(Where(str(file)), message, hint)
        raise Failure(ExitCode.USAGE, (problem,))
    return found[0].read_text("utf-8").replace(found[0].name, file.name).encode()


def extending(game: Path, folder: Path) -> dict[Path, bytes]:
    """The files of a new game in `folder` that has all of a bundled `game`, to be changed."""
    base = load(game)
    table = next(one for one in base.tables.values() if one.key and one.label and one.rows)
    row = table.rows[0]
    change = {"changes": {row.key: {"label": row.cells["label"]}}}
    asked = yaml.safe_dump({table.id: change}, sort_keys=False, allow_unicode=True)
    lines = (
        f"# All of {base.about.name}, but for what is written here: docs/games.md says how.",
        _yaml("game", {**_about(folder), "extends": game.name}),
        "",
        "# Take a # away and change what stands behind it, or write more so. A file in the folder",
        f"# templates/{game.name} here stands in for the bundled one of its name.",
        f"# prints: {{{base.prints[-1].id}: }} # with nothing behind it a print is left out",
        *(f"# {line}" for line in asked.splitlines()),
        "",
    )
    return {folder / "game.yaml": "\n".join(lines).encode()}


def made(table: Lone, folder: Path) -> dict[Path, bytes]:
    """The files of a new game in `folder` that prints a table as it would be by itself.

    Raises `Failure` (rules) with every problem of the table, or for one in YAML, as which a
    game's own folder would be read.
    """
    if table.file.suffix.lower() in (".yaml", ".yml"):
        hint = "save the table as .json or .csv: a game takes each .yaml file for its own data"
        problem = Problem(Where(str(table.file)), "no game begins from a table in YAML", hint)
        raise Failure(ExitCode.RULES, (problem,))
    rows = table.load().tables["cards"].rows
    deck = read_deck(table, Scope())
    assert deck is not None  # noqa: S101 - it was loaded
    gallery, prints = table.gallery, dict(deck.written["prints"]["deck"])
    cards, taken = deck.written["cards"], [prints]
    if "back" in prints:
        prints["back"] = {**prints["back"]}
        taken.append(prints["back"])
    ours = [templates_folder() / one["template"] for one in taken]
    for one, template in zip(taken, ours, strict=True):
        one["template"] = template.name
    checks = [{"count": "cards", "is": len(rows), "says": "The table has so many rows."}]
    if "count" in prints:
        number, path = sum(row.cells[prints["count"]] for row in rows), f"cards.{prints['count']}"
        checks.append({"sum": path, "is": number, "says": "The deck has so many cards."})
    text = Template((starters_folder() / "table.yaml").read_text("utf-8")).substitute(
        file=table.name,
        game=_yaml("game", _about(folder)),
        prints=_yaml("prints", {"deck": prints}),
        cards=_yaml("cards", cards),
        checks=_yaml("checks", checks),
    )
    return {
        folder / "game.yaml": text.encode(),
        folder / table.name: table.file.read_bytes(),
        **{
            folder / "templates" / file.name: file.read_bytes()
            for template in ours
            for file in (template, template.with_suffix(".css"))
        },
        **{folder / "templates" / one: gallery.find(one)[0].read_bytes() for one in deck.pictures},
    }


def check_free(folder: Path) -> None:
    """Raise `Failure` (could not write) where `folder` is there and holds anything."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        what = "holds files already" if folder.is_dir() else "is a file"
        problem = Problem(Where(str(folder)), what, "name one that is not there yet")
        raise Failure(ExitCode.CANNOT_WRITE, (problem,))


def _about(folder: Path) -> dict[str, str]:
    id_, name = called(folder.resolve().name)
    return {"id": id_, "name": name[0].upper() + name[1:]}


class _Written(yaml.SafeDumper):
    """Writes out what stands twice: a game's files take no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _yaml(key: str, value: Any) -> str:
    """A key and its value: what holds nothing deep stands on one line."""
    text = yaml.dump(
        {key: value},
        Dumper=_Written,
        default_flow_style=None,
        sort_keys=False,
        allow_unicode=True,
        width=95,
    )
    return text.rstrip("\n")
