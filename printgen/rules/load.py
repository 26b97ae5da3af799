"""Turn a game's folder into a Game, or into every problem in every one of its files.

It guarantees a frozen Game in which every name is defined, and reads nothing outside the folder.
Every .yaml file of the folder is read; how its tables are spread over them means nothing.
"""

import re
from pathlib import Path
from typing import Any

from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.claims import resolve_checks
from printgen.rules.entry import make_table
from printgen.rules.files import YAML_LIMIT, read_inside
from printgen.rules.model import About, Game, Print, Words
from printgen.rules.prints import resolve_prints
from printgen.rules.records import Scope, nearest, read_record
from printgen.rules.tables import Tables
from printgen.rules.tree import Path as TreePath
from printgen.rules.tree import Tree, parse

_OWN = ("game", "words", "prints", "checks")
"""The keys of a game's files that are no table."""


def load(folder: Path) -> Game:
    """The game that `folder` holds. Raises `Failure` (rules) with every problem of every file."""
    scope = Scope()
    entries, is_whole = _entries(folder, scope)
    own = {key: entries.pop(key) for key in _OWN if key in entries}
    about = read_record(About, *own["game"], scope) if "game" in own else None
    words = _words(own, scope)
    if words is None or not is_whole:
        # What would be said of the rest is the fault of what could not be read.
        raise Failure(ExitCode.RULES, scope.problems)
    tables = Tables(folder, entries, words, scope, make_table)
    made = tables.all()
    prints: tuple[Print, ...] = ()
    if "prints" in own:
        prints = tuple(resolve_prints(tables, *own["prints"]))
    # A print at fault is there all the same to be named.
    tree, at = own.get("prints", (None, ()))
    entries_of = tree.at(at) if tree else {}
    named = [*(entries_of if isinstance(entries_of, dict) else ()), *(one.id for one in prints)]
    checks = tuple(resolve_checks(tables, named, *own["checks"])) if "checks" in own else ()
    if scope.problems or about is None:
        raise Failure(ExitCode.RULES, scope.problems)
    return Game(about, words, made, prints, checks)


def _entries(folder: Path, scope: Scope) -> tuple[dict[str, tuple[Tree, TreePath]], bool]:
    """The keys of every file with where each stands, and whether every file could be read."""
    entries: dict[str, tuple[Tree, TreePath]] = {}
    is_whole = True
    files = sorted(path.name for path in folder.glob("*.yaml"))
    for name in ("game.yaml", *(file for file in files if file != "game.yaml")):
        text = read_inside(folder, name, YAML_LIMIT)
        if isinstance(text, Problem):
            scope.problems.append(text)
            is_whole = False
            continue
        tree = parse(text, str(folder / name))
        if not isinstance(tree, Tree):
            scope.problems.extend(tree)
            is_whole = False
        elif not isinstance(tree.data, dict):
            scope.report(tree.where(()), "no tables", "write name: and below it columns: and rows:")
        else:
            _join(entries, tree, scope)
            if name == "game.yaml" and "game" not in tree.data:
                message, hint = "the key game is missing", "add game: {id: …, name: …}"
                scope.report(tree.where(()), message, hint)
    for path in sorted(folder.glob("*.yml")):
        is_whole = False
        scope.report(Where(str(path)), "a file that nothing reads", "end its name in .yaml")
    return entries, is_whole


def _join(entries: dict[str, tuple[Tree, TreePath]], tree: Tree, scope: Scope) -> None:
    data: Any = tree.data
    for key in data:
        where = tree.where((key,), key=True)
        if key in entries:
            first = entries[key][0].where((key,), key=True)
            message = f"{key} stands twice, first in {first}"
            scope.report(where, message, "put all of it into one place")
        elif not (key.replace("_", "").replace("-", "").isalnum() and key == key.lower()):
            hint = "use a to z in lower case, digits, _ and -"
            scope.report(where, f"{key} is no name of a table", hint)
        elif key not in _OWN and not isinstance(data[key], dict):
            hint = f"{nearest(key, _OWN)}; or write a table: columns: and rows: below its name"
            scope.report(where, f"{key} is no table", hint)
        else:
            entries[key] = (tree, (key,))


def _words(own: dict[str, tuple[Tree, TreePath]], scope: Scope) -> Words | None:
    """The game's words, or printgen's where it has none; None where they are at fault."""
    if "words" not in own:
        return Words()
    tree, at = own["words"]
    before = len(scope.problems)
    words = read_record(Words, tree, at, scope)
    if words is None:
        return None
    for part in ("margin", "band"):
        record, ours = getattr(words, part), getattr(Words(), part)
        for name in record.__struct_fields__:
            # What printgen's own pattern holds is what any other must hold.
            pattern, wanted = getattr(record, name), re.findall(r"{\w+}", getattr(ours, name))
            braces = sum(pattern.count(brace) for brace in "{}")
            if any(pattern.count(mark) != 1 for mark in wanted) or braces != 2 * len(wanted):
                hint = f"write words and {' and '.join(wanted)}, each once"
                plain = "write words without braces"
                where = tree.where((*at, part, name))
                scope.report(where, f'the pattern "{pattern}"', hint if wanted else plain)
    return words if len(scope.problems) == before else None
