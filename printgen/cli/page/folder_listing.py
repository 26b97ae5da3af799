"""What the start page lists: games and tables in a folder, and the bundled games."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from printgen.cli import terminal
from printgen.cli.options.arguments import is_deck_table_file, is_table_file
from printgen.problems import Failure, Log, Place
from printgen.system.files import SKIPPED_FOLDERS

_MAX_FILES, _MAX_BYTES = 60, 2_000_000
_MAX_COLUMNS = 6
"""The most names of columns that describe a table."""


class ListedSource(msgspec.Struct, frozen=True):
    """A game or a table that the user can open.

    `kind` is game, cards or dice, and `about` describes it.
    """

    source: str
    name: str
    kind: str
    about: str


class FolderListing(msgspec.Struct, frozen=True):
    """The bundled games, and the games and tables found in a folder.

    `is_cut` is true if the folder has more than are listed.
    """

    games: list[ListedSource]
    found: list[ListedSource]
    is_cut: bool


def list_folder(folder: Path) -> FolderListing:
    """Return the bundled games, and the games and tables in a folder and directly below it."""
    from printgen.rules.loading.load import load_game
    from printgen.system.bundled import find_bundled_games

    names = [(path.name, load_game(path).about.name) for path in find_bundled_games()]
    games = [ListedSource(*pair, "game", "") for pair in names]
    found = list[ListedSource]()
    for path in _find_sources(folder, 2):
        if len(found) == _MAX_FILES:
            return FolderListing(games, found, is_cut=True)
        with suppress(Failure, OSError):
            if described := _describe_source(path):
                name = path.relative_to(folder).as_posix()
                found.append(ListedSource(str(path), name, *described))
    return FolderListing(games, found, is_cut=False)


def _find_sources(folder: Path, depth: int) -> Iterator[Path]:
    """Yield the games and the table files in a folder and its subfolders, `depth` levels deep.

    With a `depth` of 1, subfolders are not searched.
    """
    with suppress(OSError):
        paths = sorted(path for path in folder.iterdir() if path.name[0] not in "._~")
        yield from (path for path in paths if path.is_file() and is_table_file(path.name))
        for path in paths:
            if not path.is_dir() or path.is_symlink() or path.name in SKIPPED_FOLDERS:
                continue
            if (path / "game.yaml").is_file():
                yield path
            elif depth > 1:
                yield from _find_sources(path, depth - 1)


def _describe_source(path: Path) -> tuple[str, str] | None:
    """Return the kind of a path (game, cards or dice) and its description.

    Return None if the path is none of these.
    """
    from printgen.roll_tables.charts import read_charts
    from printgen.rules.files.formats import read_tables
    from printgen.rules.loading.load import load_game

    if path.is_dir():
        return "game", ", ".join(print_.id for print_ in load_game(path).prints)
    if path.stat().st_size > _MAX_BYTES:
        return "cards", "large file"
    if charts := read_charts(path):
        return "dice", f"{terminal.format_count(len(charts), 'table')}: {charts[0].title}"
    # A JSON file in a folder is rarely a list of cards: it is offered when it is dropped.
    if not is_deck_table_file(path.name) or path.suffix.lower() == ".json":
        return None
    tables = [*read_tables(path.parent, path.name, "", Place(str(path)), Log())]
    if not tables or not tables[0].lines:
        return None
    heading, *rows = tables[0].lines
    names = [str(cell.data) for cell in heading[:_MAX_COLUMNS] if str(cell.data or "")]
    sheets = f"{len(tables)} sheets, " if len(tables) > 1 else ""
    return "cards", f"{sheets}{terminal.format_count(len(rows), 'row')}: {', '.join(names)}"
