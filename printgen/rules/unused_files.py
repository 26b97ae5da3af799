"""Turn a game's folder into notes of the files in it that nothing reads."""

from collections.abc import Iterator
from pathlib import Path

from printgen.problems import Problem, Severity, Spot
from printgen.rules.formats import SUFFIXES
from printgen.rules.model import Game


def note_unused_files(folder: Path, game: Game | None) -> Iterator[Problem]:
    """A note of each file beside game.yaml that nothing reads; `game` is None if it has faults."""
    tables = game.tables.values() if game else ()
    read_files = {row.locate().file.partition(", ")[0] for table in tables for row in table.rows}
    for path in sorted(folder.glob("*")):
        hint = ""
        if path.suffix.lower() == ".yml":
            hint = "end its name in .yaml"
        elif game and path.suffix.lower() in SUFFIXES and str(path) not in read_files:
            hint = f"write under the table's name: file: {path.name}; or put it elsewhere"
        if hint:
            yield Problem(Spot(str(path)), "a file that nothing reads", hint, Severity.NOTE)
