"""What the pages work on: a folder, the projects that are open, and what was open last.

It holds no game. Each project has a renderer process. While the start page is shown, one more waits
for the next project.
"""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, RLock
from typing import Any

from printgen.preview.command_line import CommandLine, Values
from printgen.preview.project import Project
from printgen.preview.renderer_process import RendererProcess
from printgen.problems import InputError
from printgen.system.bundled import bundled_games_by_name
from printgen.system.files import SKIPPED_FOLDERS

SAVED_SUFFIXES = (
    *(".csv", ".tsv", ".xlsx", ".ods", ".json", ".yaml", ".yml", ".md", ".txt", ".html", ".htm"),
    *(".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".ttf", ".otf", ".woff", ".woff2", ".ttc"),
)
"""Extensions of the tables, pictures and fonts that a page may save into the folder."""

_NAME = re.compile(r"[^\x00-\x1f\\/:*?\"<>|.][^\x00-\x1f\\/:*?\"<>|]{0,120}")
_MAX_RECENT = 8
_MAX_KEY = 40
_MAX_CHOICES = 200


class Workshop:
    """A folder, and the projects that are open."""

    def __init__(self, folder: Path, command_line: CommandLine) -> None:
        self.folder, self.command_line = folder.resolve(), command_line
        self.projects: dict[str, Project] = {}
        self.ended = Event()
        self._lock = RLock()
        self._waiting: RendererProcess | None = None

    def prepare_renderer(self) -> RendererProcess:
        """Return the renderer of the next project, started if it is not yet."""
        with self._lock:
            if not self._waiting:
                command_line = self.command_line
                self._waiting = RendererProcess(command_line.renderer, command_line.hang_seconds)
            return self._waiting

    def open(self, source: str, values: Values) -> Project:
        """Return the project of a source, opened if it is not yet: with the options of last time.

        `values` are options that replace those.
        """
        with self._lock:
            source = self._shorten(source)
            for project in self.projects.values():
                if project.source == source:
                    return project
            if not values:
                old = (item for item in self.list_recent() if item["source"] == source)
                values = next(old, {}).get("values", {})
            renderer, self._waiting = self.prepare_renderer(), None
            key = self._make_key(source)
            project = Project(key, source, values, self.command_line, renderer)
            self.projects[key] = project
        self.keep_recent(project)
        return project

    def _shorten(self, source: str) -> str:
        """Return a source as a person would type it in the folder."""
        path = (self.folder / source).resolve()
        if source in bundled_games_by_name() or not path.is_relative_to(self.folder):
            return source
        return path.relative_to(self.folder).as_posix()

    def _make_key(self, source: str) -> str:
        name = re.sub(r"[^A-Za-z0-9.]+", "-", source)
        key = name = name.strip("-.")[-_MAX_KEY:].strip("-.") or "game"
        number = 2
        while key in self.projects:
            key, number = f"{name}-{number}", number + 1
        return key

    def is_known(self, source: str) -> bool:
        """Return whether a page may open it: a bundled game, in the folder, or opened before."""
        recent = {item["source"] for item in self.list_recent()}
        is_found = source in recent or (self.is_inside(source) and (self.folder / source).exists())
        return is_found or source in bundled_games_by_name()

    def is_inside(self, path: str) -> bool:
        """Return whether a path is in the folder."""
        try:
            return (self.folder / path).resolve().is_relative_to(self.folder)
        except (OSError, ValueError):  # a loop of links, a null character
            return False

    def find_outside(self, project: Project, values: Values) -> str:
        """Return the name of an option that names a file outside the folder; "" if none does.

        A value that the project has already is allowed: it was typed in the terminal.
        """
        for name, paths in self.command_line.list_files(values).items():
            is_new = values[name] != project.values.get(name)
            if is_new and not all(self.is_inside(str(path)) for path in paths):
                return name
        return ""

    def list_choices(self, option: str) -> Sequence[str]:
        """Return the files in the folder, and in those inside it, that an option can take."""
        suffixes = self.command_line.file_options.get(option, ())
        patterns = [f"{depth}*{suffix}" for depth in ("", "*/") for suffix in suffixes or ("/",)]
        found = (path for pattern in patterns for path in self.folder.glob(pattern))
        paths = (path.relative_to(self.folder) for path in found if path.is_dir() != bool(suffixes))
        shown = (path for path in paths if not any(_is_skipped(part) for part in path.parts))
        return sorted(path.as_posix() for path in shown)[:_MAX_CHOICES]

    def check_processes(self) -> None:
        """End processes that hang, or that nobody needs."""
        for project in [*self.projects.values()]:
            project.check_processes()

    def close(self) -> None:
        """End all processes."""
        if self._waiting:
            self._waiting.close()
        for project in self.projects.values():
            project.close()

    def list_sources(self) -> Mapping[str, Any]:
        """Return what is in the folder, the bundled games, and what was open last."""
        listing = subprocess.run(  # noqa: S603 - printgen itself, without a shell
            [*self.command_line.listing, str(self.folder)],
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        found = {"found": [], "games": [], "error": listing.stderr.strip()}
        with suppress(ValueError):
            found = json.loads(listing.stdout)
        recent = [item for item in self.list_recent() if self._exists(item["source"])]
        return {"folder": str(self.folder), **found, "recent": recent}

    def _exists(self, source: str) -> bool:
        return source in bundled_games_by_name() or (self.folder / source).exists()

    def save_file(self, folder: Path, name: str, data: bytes) -> Path:
        """Save a file that a page sends; return its path. Never replaces a file.

        Raises `InputError` with what is wrong, or `FileExistsError` with a free name.
        """
        suffix = Path(name).suffix.lower()
        if not _NAME.fullmatch(name) or Path(name).name != name:
            raise InputError("this cannot be the name of a file", "write another name")
        if suffix not in SAVED_SUFFIXES:
            kind = f"a file that ends in {suffix}" if suffix else "a file without an extension"
            hint = "save it as CSV, XLSX or ODS; pictures as PNG, JPEG, WebP or SVG"
            raise InputError(f"{kind} is no table, picture or font", hint)
        path = folder / name
        try:
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            if path.is_file() and path.read_bytes() == data:
                return path
            raise FileExistsError(_find_free_name(path)) from None
        return path

    def list_recent(self) -> list[dict[str, Any]]:
        """Return what was open last, the latest first."""
        with suppress(OSError, ValueError, TypeError, KeyError):
            recent = json.loads(self.command_line.recent_file.read_text("utf-8"))
            return [
                {"source": self._shorten(item["source"]), "values": item["values"]}
                for item in recent
            ]
        return []

    def keep_recent(self, project: Project) -> None:
        """Remember a project and its options for the next start."""
        source, values = project.source, project.values
        others = [item for item in self.list_recent() if item["source"] != source]
        items = [{"source": source, "values": values}, *others][:_MAX_RECENT]
        for item in items:
            if item["source"] not in bundled_games_by_name():
                item["source"] = str((self.folder / item["source"]).resolve())
        with suppress(OSError):  # the folder may be read-only: then nothing is remembered
            self.command_line.recent_file.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(items, ensure_ascii=False)
            self.command_line.recent_file.write_text(text, "utf-8")


def _find_free_name(path: Path) -> str:
    number = 2
    while (free := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return free.name


def _is_skipped(part: str) -> bool:
    return part in SKIPPED_FOLDERS or part.startswith((".", "~"))
