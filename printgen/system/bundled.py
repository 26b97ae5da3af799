"""Turn a name into a path: the one module that knows where templates, fonts and games lie.

In a checkout templates/ and fonts/ stand at the top of the repository; in an installed wheel they
lie inside the package. Everything else asks here and works in both.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from printgen.problems import ExitCode, Failure, Problem, Where, meant

_PACKAGE = Path(__file__).resolve().parents[1]


def _bundled(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def templates_folder() -> Path:
    """The bundled templates."""
    return _bundled("templates")


def fonts_folder() -> Path:
    """The bundled fonts and their fonts.css."""
    return _bundled("fonts")


def starters_folder() -> Path:
    """The games that new ones begin as."""
    return _PACKAGE / "starters"


def calibration_folder() -> Path:
    """What is printed to see how far a printer shifts backs, as the folder of a game."""
    return _PACKAGE / "calibration"


def bundled_games() -> tuple[Path, ...]:
    """The folders of the bundled games, in order of name."""
    return tuple(sorted(path.parent for path in (_PACKAGE / "games").glob("*/game.yaml")))


def bundled_by_name() -> Mapping[str, Path]:
    """The folders of the bundled games, by the names that they go by."""
    return {folder.name: folder for folder in bundled_games()}


def games_around(file: Path) -> tuple[Path, ...]:
    """The folders of games that lie about `file` or about the working directory, the nearest last.

    Each is one of the folders above, or lies in one: my-game beside output/my-game/deck.pdf.
    """
    here, there = Path.cwd(), file.resolve()
    found: dict[Path, None] = {}
    for folder in (*reversed(there.parents[:3]), here.parent, here):
        for game in (*sorted(folder.glob("*/game.yaml")), folder / "game.yaml"):
            with suppress(OSError):  # what may not be read is no game of the user's
                if game.is_file():
                    found.pop(game.parent, None)  # seen again, it is nearer than was thought
                    found[game.parent] = None
    return tuple(found)


def find_game(reference: str, option: str = "") -> Path:
    """The folder of a game, given the name of a bundled one or the path of a folder.

    A path of its game.yaml will do. Raises `Failure` (usage) naming the bundled games where neither
    is found, and the `option` that it is a value of.
    """
    bundled = bundled_by_name()
    if reference in bundled:
        return bundled[reference]
    folder = Path(reference)
    if folder.name == "game.yaml":
        folder = folder.parent
    if (folder / "game.yaml").is_file():
        # A folder is called by its name, which "." and ".." have not.
        return folder if folder.name.strip(".") else folder.resolve()
    what = "neither a bundled game nor a folder that holds a game.yaml"
    names = [*bundled]
    near = list[str]()
    for one in folder.parent.glob("*"):
        with suppress(OSError):  # what may not be looked into is no game of the user's
            if one != folder and (one.is_file() or (one / "game.yaml").is_file()):
                near.append(one.name)
    like = meant(folder.name, (*names, *near))
    hint = f"{like}the bundled games are: {', '.join(names)}"
    if (folder / "game.yml").is_file():
        hint = f"call its game.yml game.yaml, or name a bundled game: {', '.join(names)}"
    where = Where(subject=f"{option} {reference}".lstrip())
    raise Failure(ExitCode.USAGE, (Problem(where, what, hint),))
