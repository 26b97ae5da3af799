"""Turn a name into a path: the one module that knows where templates, fonts and games lie.

In a checkout templates/ and fonts/ stand at the top of the repository; in an installed wheel they
lie inside the package. Everything else asks here and works in both.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from printgen.problems import ExitCode, Failure, Problem, Spot, guess

_PACKAGE = Path(__file__).resolve().parents[1]


def _find_resource_folder(name: str) -> Path:
    folder = _PACKAGE / name
    return folder if folder.is_dir() else _PACKAGE.parent / name


def templates_folder() -> Path:
    """The bundled templates."""
    return _find_resource_folder("templates")


def fonts_folder() -> Path:
    """The bundled fonts and their fonts.css."""
    return _find_resource_folder("fonts")


def starters_folder() -> Path:
    """The games that new ones begin as."""
    return _PACKAGE / "starters"


def calibration_folder() -> Path:
    """What is printed to see how far a printer shifts backs, as the folder of a game."""
    return _PACKAGE / "calibration"


def find_bundled_games() -> tuple[Path, ...]:
    """The folders of the bundled games, in order of name."""
    return tuple(sorted(path.parent for path in (_PACKAGE / "games").glob("*/game.yaml")))


def bundled_games_by_name() -> Mapping[str, Path]:
    """The folders of the bundled games, by the names that they go by."""
    return {folder.name: folder for folder in find_bundled_games()}


def find_nearby_games(file: Path) -> tuple[Path, ...]:
    """The folders of games that lie about `file` or about the working directory, the nearest last.

    Each is one of the folders above, or lies in one: my-game beside output/my-game/deck.pdf.
    """
    working_folder, resolved_file = Path.cwd(), file.resolve()
    folders: dict[Path, None] = {}
    for folder in (*reversed(resolved_file.parents[:3]), working_folder.parent, working_folder):
        for game_file in (*sorted(folder.glob("*/game.yaml")), folder / "game.yaml"):
            with suppress(OSError):  # what may not be read is no game of the user's
                if game_file.is_file():
                    folders.pop(game_file.parent, None)  # seen again, it is nearer than was thought
                    folders[game_file.parent] = None
    return tuple(folders)


def find_game(reference: str, option: str = "") -> Path:
    """The folder of a game, given the name of a bundled one or the path of a folder.

    A path of its game.yaml will do. Raises `Failure` (usage) naming the bundled games where neither
    is found, and the `option` that it is a value of.
    """
    bundled = bundled_games_by_name()
    if reference in bundled:
        return bundled[reference]
    folder = Path(reference)
    if folder.name == "game.yaml":
        folder = folder.parent
    if (folder / "game.yaml").is_file():
        # A folder is called by its name, which "." and ".." have not.
        return folder if folder.name.strip(".") else folder.resolve()
    message = "neither a bundled game nor a folder that holds a game.yaml"
    names = [*bundled]
    nearby_names = list[str]()
    for path in folder.parent.glob("*"):
        with suppress(OSError):  # what may not be looked into is no game of the user's
            if path != folder and (path.is_file() or (path / "game.yaml").is_file()):
                nearby_names.append(path.name)
    suggestion = guess(folder.name, (*names, *nearby_names))
    hint = f"{suggestion}the bundled games are: {', '.join(names)}"
    if (folder / "game.yml").is_file():
        hint = f"call its game.yml game.yaml, or name a bundled game: {', '.join(names)}"
    where = Spot(subject=f"{option} {reference}".lstrip())
    raise Failure(ExitCode.USAGE, (Problem(where, message, hint),))
