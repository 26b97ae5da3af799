"""The functions and commands of `printgen.cli` that the preview uses.

The preview cannot import `printgen.cli`, so `printgen preview` passes it a `CommandLineFunctions`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

Values = Mapping[str, Any]
"""Values of the options of `printgen build`, by long name: a text, true, or a list of texts."""


class CommandLineFunctions(msgspec.Struct, frozen=True):
    """What the preview uses of the command line: commands to start, functions and options.

    - `renderer`, `build`, `check`, `listing`: the first words of the command that draws faces,
      builds, checks, or lists what can be opened.
    - `form`: the form with the options of a build, in JSON.
    - `file_options`: the options that take a path. Each has the suffixes of its files; none if it
      takes folders.
    - `format_arguments`: returns the arguments of `printgen build` for a source and its options.
    - `format_command`: returns the command that a person would type for these arguments.
    - `watch_folders`: yields the files that changed in the folders of these sources and files. It
      also yields an empty list at intervals while nothing changes.
    - `render_help`: returns a page of the documentation in HTML, or None if there is no such page.
    - `help_pictures`: the pictures of the documentation, by their addresses.
    - `hang_seconds`: a renderer that sends nothing for this time is ended.
    - `editor`: the address that opens a file in the user's editor, with {file} and {line}.
    - `recent_file`: the file that lists the sources opened last.
    """

    renderer: Sequence[str]
    build: Sequence[str]
    check: Sequence[str]
    listing: Sequence[str]
    form: bytes
    file_options: Mapping[str, Sequence[str]]
    format_arguments: Callable[[str, Values], Sequence[str]]
    format_command: Callable[[Sequence[str]], str]
    watch_folders: Callable[[Sequence[str]], Iterator[Sequence[str]]]
    render_help: Callable[[str], str | None]
    help_pictures: Mapping[str, Path]
    hang_seconds: float
    editor: str
    recent_file: Path

    def list_paths(self, values: Values) -> Mapping[str, Sequence[str]]:
        """Return the paths in the values of the options that take files or folders, by option."""
        paths = {name: values[name] for name in self.file_options if name in values}
        return {name: path if isinstance(path, list) else [path] for name, path in paths.items()}
