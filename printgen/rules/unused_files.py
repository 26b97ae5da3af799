"""Finds files in a game's folder that no table reads."""

from collections.abc import Iterator
from pathlib import Path

from printgen.problems import Place, Problem, make_note
from printgen.rules.formats import SUFFIXES
from printgen.rules.model import Game


def note_unused_files(folder: Path, game: Game | None) -> Iterator[Problem]:
    """Yield a note for each file next to game.yaml that is not read; `game` is None if broken."""
    tables = game.tables.values() if game else ()
    read_files = {row.locate().file.partition(", ")[0] for table in tables for row in table.rows}
    for path in sorted(folder.glob("*")):
        hint = ""
        # Only .yaml is read, but many editors suggest .yml.
        if path.suffix.lower() == ".yml":
            hint = "rename it to end in .yaml"
        elif game and path.suffix.lower() in SUFFIXES and str(path) not in read_files:
            hint = f"add file: {path.name} to a table, or move it to another folder"
        if hint:
            yield make_note(Place(str(path)), "the file is not used", hint)
