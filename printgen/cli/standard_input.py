"""Tables from the standard input: a file named -, its format, and the name that it gets.

The table is written to a temporary folder, because worker processes read it again. Messages show
only its name, such as stdin.csv.
"""

import re
import sys
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import click

from printgen.cli.arguments import reject_unused
from printgen.rules.files import LARGEST
from printgen.system import terminal
from printgen.system.cleanup import on_exit

_FORMATS = ("csv", "md", "html", "json", "yaml", "txt", "xlsx", "ods")
_MARKDOWN_RULE = re.compile(r"(?m)^[ >|]*:?-{2,}:?[ ]*\|")
_CELLS = re.compile(r"(?m)\A.*([,;\t]).*\n+(?:.*\n+)??.*\1")
"""Text in which two of the first three lines have the same separator of cells."""

_SEARCHED = 5_000
"""How many characters at the beginning are searched for separators."""

INPUT_FORMAT = click.option(
    "--input-format",
    type=click.Choice(_FORMATS),
    help="Set the format of the table that - reads from the standard input.",
)


def read_standard_input(
    names: tuple[str, ...], input_format: str | None, *, name: str = "", is_watched: bool = False
) -> tuple[str, ...]:
    """Return the names, with - replaced by the path of a file with the standard input.

    Raises `UsageError` if there is no input, or if its format is unclear.
    """
    has_input = "-" in names
    reject_unused(("--input-format", "--name"), "needs a table from - as well", is_used=has_input)
    if not has_input:
        return names
    if is_watched:
        raise click.UsageError("--watch cannot watch the standard input: name a file")
    data = sys.stdin.buffer.read(LARGEST + 1) if sys.stdin and not sys.stdin.isatty() else b""
    if not data.strip():
        hint = "pipe a table into printgen, such as: curl ADDRESS | printgen check -"
        raise click.UsageError(f"the standard input is empty: {hint}")
    if not (suffix := input_format or _detect_format(data)):
        hint = f"add --input-format with one of {', '.join(_FORMATS)}"
        raise click.UsageError(f"the format of the standard input is unclear: {hint}")
    if name and not re.fullmatch(r"\w[\w .-]*", name):
        raise click.UsageError(f"--name {name} is not a name: use letters, digits, - and _")
    folder = Path(mkdtemp(prefix="printgen-"))
    remove = partial(rmtree, folder, ignore_errors=True)
    click.get_current_context().with_resource(on_exit(remove))
    terminal.hide_folder(folder)
    file = folder / f"{name or 'stdin'}.{suffix}"
    file.write_bytes(data)
    return tuple(str(file) if item == "-" else item for item in names)


def _detect_format(data: bytes) -> str:
    """Return the format that the beginning of a table shows, or an empty text."""
    if data.startswith(b"PK"):
        return "ods" if b"opendocument" in data[:100] else "xlsx"
    text = data.decode("utf-8-sig", "replace").lstrip()
    if text.startswith("<"):
        return "html"
    if _MARKDOWN_RULE.search(text):
        return "md"
    if text.startswith(("[", "{")):
        return "json"
    # Of a long line, each separator would be compared with all that follow.
    return "csv" if _CELLS.match(text[:_SEARCHED]) else ""
