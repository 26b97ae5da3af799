"""What the pages need of the command line, which is above them: commands, options, and words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

Values = Mapping[str, Any]
"""The values of options of `printgen build` by their long names: a text, true, or a list."""


class CommandLine(msgspec.Struct, frozen=True):
    """Commands to start, as lists of words, and functions.

    `form` are the options as the page shows them, in JSON. `file_options` are those that take files
    or folders. `format_arguments` returns the arguments of `printgen build` for a source and the
    values of options; `format_command` what a person would type for them. `watch_folders` yields
    those of a source's and of other files that changed, or none each time that nothing did.
    `render_help` returns a page of the documentation in HTML, or None if there is none.
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

    def list_files(self, values: Values) -> Mapping[str, Sequence[str]]:
        """Return the paths that options have as values, by option."""
        paths = {name: values[name] for name in self.file_options if name in values}
        return {name: path if isinstance(path, list) else [path] for name, path in paths.items()}
