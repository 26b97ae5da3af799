"""What the preview uses of the command line.

The preview cannot import `printgen.cli`, so `printgen preview` passes it a `CommandLine`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

Values = Mapping[str, Any]
"""Values of the options of `printgen build`, by long name: a text, true, or a list of texts."""


class CommandLine(msgspec.Struct, frozen=True):
    """Commands to start, the options of a build, and functions of the command line.

    - `renderer`, `build`, `check`, `listing`: the start of each command, as a list of words.
    - `form`: the form with the options of a build, in JSON.
    - `file_options`: the suffixes that each option for a file takes, by its name; none for folders.
    - `format_arguments`: returns the arguments of `printgen build` for a source and its options.
    - `format_command`: returns the command that a person would type for these arguments.
    - `watch_folders`: yields the files that changed in the folders of these sources and files; an
      empty list each time that none did.
    - `render_help`: returns a page of the documentation in HTML, or None if there is none.
    - `help_pictures`: the pictures of these pages, by their addresses.
    - `hang_seconds`: a renderer that sends nothing for this time is ended.
    - `editor`: the address that opens a file in the user's editor, with {file} and {line}.
    - `recent_file`: the file with the sources that were open last.
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
        """Return the paths of files and folders in the values of options, by option."""
        paths = {name: values[name] for name in self.file_options if name in values}
        return {name: path if isinstance(path, list) else [path] for name, path in paths.items()}
