"""The workspace of the preview: a folder, its open projects, and what was open last.

It holds no game. Each project has a renderer process. While the start page is shown, one more is
ready for the next project.
"""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, RLock
from typing import Any, TypedDict

from printgen.preview.command_line_functions import CommandLineFunctions, Values
from printgen.preview.project import Project
from printgen.preview.renderer_process import RendererProcess
from printgen.problems import InputError
from printgen.system.bundled import map_bundled_games
from printgen.system.file_suffixes import FONT_SUFFIXES, PICTURE_SUFFIXES, TABLE_SUFFIXES
from printgen.system.files import SKIPPED_FOLDERS, is_download, read_state, write_state

SAVED_SUFFIXES = (*TABLE_SUFFIXES, *PICTURE_SUFFIXES, *FONT_SUFFIXES)
"""Suffixes of the tables, pictures and fonts that a page may save into the folder."""

_VALID_NAME = re.compile(r"[^\x00-\x1f\\/:*?\"<>|.][^\x00-\x1f\\/:*?\"<>|]{0,120}")
_MAX_RECENT = 8
_MAX_KEY_LETTERS = 40
_MAX_CHOICES = 200


class RecentSource(TypedDict):
    """A source that was open at an earlier time, and the values of its options."""

    source: str
    values: dict[str, Any]


class Workspace:
    """A folder, and the projects that are open."""

    def __init__(self, folder: Path, command_line: CommandLineFunctions) -> None:
        self.folder, self.command_line = folder.resolve(), command_line
        self.projects: dict[str, Project] = {}
        self.ended = Event()
        self._lock = RLock()
        self._waiting: RendererProcess | None = None

    def prepare_renderer(self) -> RendererProcess:
        """Return a running renderer for the next project. Start one if none is waiting."""
        with self._lock:
            if not self._waiting:
                command_line = self.command_line
                self._waiting = RendererProcess(command_line.renderer, command_line.hang_seconds)
            return self._waiting

    def open_project(self, source: str, values: Values) -> Project:
        """Return the project of a source, and open it if it is not open yet.

        It is opened with the options `values`; if there are none, with the options of last time.
        """
        with self._lock:
            source = self._make_relative(source)
            for project in self.projects.values():
                if project.source == source:
                    return project
            if not values:
                old = (item for item in self.list_recent_sources() if item["source"] == source)
                values = next((item.get("values", {}) for item in old), {})
            renderer, self._waiting = self.prepare_renderer(), None
            key = self._make_project_key(source)
            project = Project(key, source, values, self.command_line, renderer)
            self.projects[key] = project
        self.save_recent_source(project)
        return project

    def _make_relative(self, source: str) -> str:
        """Return a source inside the folder as a relative path, and any other source unchanged."""
        path = (self.folder / source).resolve()
        if source in map_bundled_games() or not path.is_relative_to(self.folder):
            return source
        return path.relative_to(self.folder).as_posix()

    def _make_project_key(self, source: str) -> str:
        name = re.sub(r"[^A-Za-z0-9.]+", "-", source)
        key = name = name.strip("-.")[-_MAX_KEY_LETTERS:].strip("-.") or "game"
        number = 2
        while key in self.projects:
            key, number = f"{name}-{number}", number + 1
        return key

    def can_open(self, source: str) -> bool:
        """Return whether a page may open a source.

        It may open bundled games, everything in the folder, and sources that were open before.
        """
        recent = {item["source"] for item in self.list_recent_sources()}
        is_found = source in recent or (self.is_inside(source) and (self.folder / source).exists())
        return is_found or source in map_bundled_games()

    def is_inside(self, path: str) -> bool:
        """Return whether a path is in the folder."""
        try:
            return (self.folder / path).resolve().is_relative_to(self.folder)
        except (OSError, ValueError):  # a loop of links, a null character
            return False

    def find_option_outside_folder(self, project: Project, values: Values) -> str:
        """Return the name of an option that names a file outside the folder; "" if none does.

        A value that the project already has is allowed, because the user typed it in the terminal.
        """
        for name, paths in self.command_line.list_paths(values).items():
            is_new = values[name] != project.values.get(name)
            if is_new and not all(self.is_inside(str(path)) for path in paths):
                return name
        return ""

    def list_paths_for_option(self, option: str) -> Sequence[str]:
        """Return the paths that an option can take, in the folder and its direct subfolders.

        An option takes either files with certain suffixes, or folders.
        """
        suffixes = self.command_line.file_options.get(option, ())
        patterns = [f"{depth}*{suffix}" for depth in ("", "*/") for suffix in suffixes or ("/",)]
        found = (path for pattern in patterns for path in self.folder.glob(pattern))
        paths = (path.relative_to(self.folder) for path in found if path.is_dir() != bool(suffixes))
        shown = (path for path in paths if not any(_is_skipped_name(part) for part in path.parts))
        return sorted(path.as_posix() for path in shown)[:_MAX_CHOICES]

    def stop_or_restart_processes(self) -> None:
        """Stop renderers that hang or are not needed, and restart those that a page needs again."""
        for project in [*self.projects.values()]:
            project.stop_or_restart_processes()

    def close(self) -> None:
        """Stop all processes."""
        if self._waiting:
            self._waiting.close()
        for project in self.projects.values():
            project.close()

    def list_sources(self) -> Mapping[str, Any]:
        """Return the sources that the start page lists: found, bundled and recent ones."""
        listing = subprocess.run(  # noqa: S603 - printgen itself, without a shell
            [*self.command_line.listing, str(self.folder)],
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        found = {"found": [], "games": [], "error": listing.stderr.strip()}
        with suppress(ValueError):
            found = json.loads(listing.stdout)
        recent = [item for item in self.list_recent_sources() if self._exists(item["source"])]
        return {"folder": str(self.folder), **found, "recent": recent}

    def _exists(self, source: str) -> bool:
        return source in map_bundled_games() or (self.folder / source).exists()

    def save_file(self, folder: Path, name: str, data: bytes) -> Path:
        """Save a file that a page sent, and return its path. An existing file is never replaced.

        Raises `InputError` if the file cannot be saved. If another file has the name, raises
        `FileExistsError` with a free name.
        """
        suffix = Path(name).suffix.lower()
        if not _VALID_NAME.fullmatch(name) or Path(name).name != name:
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

    def list_recent_sources(self) -> list[RecentSource]:
        """Return the sources that were open last, the latest first."""
        recent = read_state(self.command_line.recent_file, list[RecentSource], [])
        return [{**item, "source": self._make_relative(item["source"])} for item in recent]

    def save_recent_source(self, project: Project) -> None:
        """Save a source and its options, so that the next start can offer it.

        A table at an address is not saved: nothing would keep its downloaded copy up to date.
        """
        if is_download(Path(project.source)):
            return
        own: RecentSource = {"source": project.source, "values": dict(project.values)}
        others = [item for item in self.list_recent_sources() if item["source"] != project.source]
        items = [own, *others][:_MAX_RECENT]
        for item in items:
            if item["source"] not in map_bundled_games():
                item["source"] = str((self.folder / item["source"]).resolve())
        write_state(self.command_line.recent_file, items)


def _find_free_name(path: Path) -> str:
    number = 2
    while (free := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return free.name


def _is_skipped_name(part: str) -> bool:
    """Return whether files in a folder of this name, or a file of this name, are not listed."""
    return part in SKIPPED_FOLDERS or part.startswith((".", "~"))
