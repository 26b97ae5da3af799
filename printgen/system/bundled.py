"""Paths of the bundled templates, fonts, pages of docs, and games.

In a checkout, templates/, fonts/ and docs/ are at the top of the repository; in an installed wheel
they are inside the package. Only this module knows the difference.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from printgen.problems import ExitCode, create_failure, suggest_closest_word

_PACKAGE = Path(__file__).resolve().parents[1]


def _find_resource_folder(name: str) -> Path:
    folder = _PACKAGE / name
    return folder if folder.is_dir() else _PACKAGE.parent / name


def get_templates_folder() -> Path:
    """Return the path of the folder of the bundled templates."""
    return _find_resource_folder("templates")


def is_bundled_template(path: str | Path) -> bool:
    """Return whether a file or folder is in the folder of the bundled templates."""
    return Path(path).is_relative_to(get_templates_folder())


def get_looks_folder() -> Path:
    """Return the path of the folder of looks, which has one folder for each style of deck."""
    return get_templates_folder() / "plain" / "looks"


def get_fonts_folder() -> Path:
    """Return the path of the folder of the bundled fonts, with their fonts.css."""
    return _find_resource_folder("fonts")


def get_docs_folder() -> Path:
    """Return the path of the folder of the docs.

    In an installed wheel, large pictures are missing.
    """
    return _find_resource_folder("docs")


def get_starters_folder() -> Path:
    """Return the path of the folder of the starter games, which `printgen new` copies."""
    return _PACKAGE / "starters"


def get_calibration_folder() -> Path:
    """Return the path of a game with one page that shows by how much a printer shifts backs."""
    return _PACKAGE / "press" / "calibration"


def find_bundled_games() -> tuple[Path, ...]:
    """Return the folders of the bundled games, sorted by name."""
    return tuple(sorted(path.parent for path in (_PACKAGE / "games").glob("*/game.yaml")))


def map_bundled_games() -> Mapping[str, Path]:
    """Return the folders of the bundled games by name."""
    return {folder.name: folder for folder in find_bundled_games()}


def find_nearby_games(file: Path) -> tuple[Path, ...]:
    """Return the game folders near `file` and near the working directory, the nearest last.

    Up to three parent folders of each are searched, with their subfolders. For example, my-game is
    near output/my-game/deck.pdf.
    """
    working_folder, resolved_file = Path.cwd(), file.resolve()
    folders: dict[Path, None] = {}
    for folder in (*reversed(resolved_file.parents[:3]), working_folder.parent, working_folder):
        for game_file in (*sorted(folder.glob("*/game.yaml")), folder / "game.yaml"):
            with suppress(OSError):  # skip folders without read permission
                if game_file.is_file():
                    folders.pop(game_file.parent, None)  # move to the end: it is nearer than before
                    folders[game_file.parent] = None
    return tuple(folders)


def find_game(reference: str, option: str = "") -> Path:
    """Return the folder of a game.

    `reference` is the name of a bundled game, or the path of a folder or of its game.yaml. Raises
    `Failure` (usage) if there is no such game. `option` is the command line option that its message
    names.
    """
    bundled = map_bundled_games()
    if reference in bundled:
        return bundled[reference]
    folder = Path(reference)
    if folder.name == "game.yaml":
        folder = folder.parent
    if (folder / "game.yaml").is_file():
        # Output is named after the folder, so "." and ".." need their real names.
        return folder if folder.name.strip(".") else folder.resolve()
    message = "is neither a bundled game nor a folder with a game.yaml"
    names = [*bundled]
    nearby_names = list[str]()
    for path in folder.parent.glob("*"):
        with suppress(OSError):  # skip folders without read permission
            if path != folder and (path.is_file() or (path / "game.yaml").is_file()):
                nearby_names.append(path.name)
    suggestion = suggest_closest_word(folder.name, (*names, *nearby_names))
    hint = f"{suggestion}bundled games: {', '.join(names)}"
    if (folder / "game.yml").is_file():
        hint = f"rename its game.yml to game.yaml, or choose a bundled game: {', '.join(names)}"
    raise create_failure(ExitCode.USAGE, f"{option} {reference}".lstrip(), message, hint)
