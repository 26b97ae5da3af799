"""The command `printgen preview`: the page in the browser, and the processes that serve it."""

import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from click.core import ParameterSource

from printgen.cli import terminal
from printgen.cli.commands.build import OPTION_GROUPS
from printgen.cli.options import arguments
from printgen.cli.options.grouped_command import GroupedCommand, get_option_name
from printgen.cli.options.sheets import layout_options
from printgen.cli.options.sources import table_options
from printgen.cli.options.watch import (
    START_COMMAND,
    find_watched_folders,
    start_refreshing_downloads,
)
from printgen.system import limits
from printgen.system.files import read_state, write_state
from printgen.system.limits import call_on_exit

if TYPE_CHECKING:
    from printgen.preview.command_line_functions import CommandLineFunctions
    from printgen.preview.server import PreviewServer
    from printgen.preview.workspace import Workspace


_PORTS = (8620, 0)
"""The usual port, then any free one: a browser keeps the settings of a page by its port."""

_EDITORS = {
    **{name: name + "://file{file}:{line}" for name in ("vscode", "vscodium", "cursor", "zed")},
    **{name: name + "://open?file={file}&line={line}" for name in ("idea", "pycharm")},
    "sublime": "subl://open?url=file://{file}&line={line}",
    "textmate": "txmt://open?url=file://{file}&line={line}",
}
"""The addresses that open a file in an editor. The path of the file begins with a slash."""


@click.command(
    "preview",
    cls=GroupedCommand,
    option_groups={"Page": "port no-open editor every offline", **OPTION_GROUPS},
    epilog=arguments.format_examples(
        "preview",
        "preview my-game --editor vscode",
        "preview cards.csv --size tarot",
        "preview fistful-of-lead --data my-team.yaml",
        "preview loot.csv",
    ),
)
@click.argument("source", type=arguments.SourcePath(), metavar="[GAME]", required=False)
@click.option(
    "--port",
    type=click.IntRange(1, 65_535),
    help="Serve the page on this port.  [default: 8620, or if it is in use, any free port]",
)
@click.option("--no-open", is_flag=True, help="Print the address, and do not open the browser.")
@click.option(
    "--editor",
    metavar="NAME",
    default="",
    show_default=False,
    help=f"Open files in this editor: {', '.join(_EDITORS)}, or an address with {{file}} and"
    " {line}. Without it, a click copies the file and line.",
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=10,
    metavar="SECONDS",
    help="Download a table at an address again every N seconds.",
)
@arguments.DATA_OPTION
@layout_options
@arguments.SIZE_OPTION
@arguments.ICONS_OPTION
@arguments.OUTPUT_OPTION
@arguments.INK_OPTION
@table_options
@click.option("--part", type=click.Choice(["renderer", "listing"]), hidden=True)
def preview_game(
    source: str | None,
    port: int | None,
    no_open: bool,
    editor: str,
    output: Path,
    part: str | None,
    every: int,
    **_choices: Any,
) -> None:
    """Open the page that shows your cards and makes the PDFs.

    Without GAME, the page asks what you want to print: a spreadsheet that you drop on it, what is
    in the current folder, or a bundled game. In the folder of a game, it shows that game. GAME can
    also be a standalone table, such as cards.csv, or dice tables, such as loot.csv. The page
    follows each save. Only this computer can open it. Ctrl-C ends it.
    """
    if part == "renderer":
        from printgen.cli.page.build_arguments import parse_arguments
        from printgen.preview.renderer import run_renderer

        run_renderer(parse_arguments)
        return
    if part == "listing":
        from printgen.cli.page.folder_listing import list_folder

        terminal.echo(msgspec.json.encode(list_folder(Path(source or "."))).decode())
        return
    editor = _EDITORS.get(editor, editor)
    if editor and not ("{file}" in editor and "{line}" in editor):
        raise click.UsageError(f"--editor {editor} is unknown: see printgen preview --help")
    if not source and Path("game.yaml").is_file():
        source = "."
    is_opened = not no_open
    is_plain = not _list_typed_options() - {"no-open"}
    if not source and is_plain and (address := _find_running_page()):
        terminal.echo(f"The page of this folder is at {address}")
        if is_opened:
            webbrowser.open(address)
        return
    values = _read_typed_values()
    if values and not source:
        raise click.UsageError(f"--{next(iter(values))} needs a GAME: name a game or a table")
    start_refreshing_downloads(filter(None, [source]), every)
    command_line = _make_command_line_functions(editor, output)
    if source:
        from printgen.cli.page.build_arguments import parse_arguments

        # What is wrong with the words typed here is reported here.
        parse_arguments(command_line.format_arguments(source, values))
    ports = [port] if port else _PORTS
    _serve_pages(command_line, source or "", values, ports, is_opened=is_opened)


def _list_typed_options() -> set[str]:
    """Return the names of the options that the user typed on this command line, without dashes."""
    context = click.get_current_context()
    return {
        get_option_name(parameter)
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    }


def _read_typed_values() -> Mapping[str, Any]:
    """Return the values of the options that the user typed and that the page has fields for."""
    from printgen.cli.page.build_arguments import list_form_options

    context, typed = click.get_current_context(), _list_typed_options()
    values: dict[str, Any] = {}
    for name, option in list_form_options().items():
        if name in typed:
            value = context.params[option.name or ""]
            is_several = isinstance(value, tuple)
            values[name] = [*map(str, value)] if is_several else value is True or str(value)
    return values


def _make_command_line_functions(editor: str, output: Path) -> "CommandLineFunctions":
    """Return the commands and functions of the command line that the preview uses."""
    from platformdirs import user_state_path

    from printgen.cli.commands.docs import map_doc_pictures, read_pages, render_page
    from printgen.cli.options.file_watcher import watch_folders
    from printgen.cli.page.build_arguments import (
        format_arguments,
        format_command,
        list_form_options,
    )
    from printgen.cli.page.form import describe_form
    from printgen.preview.command_line_functions import CommandLineFunctions

    pages = read_pages()
    return CommandLineFunctions(
        renderer=[*START_COMMAND, "preview", "--part=renderer"],
        build=[*START_COMMAND, "build", "--events", f"--output={output}"],
        check=[*START_COMMAND, "check"],
        listing=[*START_COMMAND, "preview", "--part=listing"],
        form=msgspec.json.encode(describe_form()),
        file_options={
            name: option.suffixes
            for name, option in list_form_options().items()
            if isinstance(option.type, click.Path)
        },
        format_arguments=format_arguments,
        format_command=format_command,
        watch_folders=lambda paths: watch_folders(find_watched_folders(paths), output),
        render_help=lambda name: render_page(pages, name) if name in ("", *pages) else None,
        help_pictures=map_doc_pictures(),
        # A renderer at its limit of processor time reports that itself, so it gets longer.
        hang_seconds=10 + 4 * limits.get_base_time_limit(),
        editor=editor,
        recent_file=user_state_path("printgen", appauthor=False) / "recent.json",
    )


def _serve_pages(
    command_line: "CommandLineFunctions",
    source: str,
    values: Mapping[str, Any],
    ports: Sequence[int],
    *,
    is_opened: bool,
) -> None:
    """Serve the pages until the process is ended.

    `source` is a game or a table, and `values` are the options chosen for it. If `source` is "",
    only the start page is served. `command_line` is what the pages use of the command line. The
    first free port of `ports` is used. `is_opened` opens the page in a browser.
    """
    from printgen.preview.workspace import Workspace

    limits.lift_limits()
    workspace = Workspace(Path.cwd(), command_line)
    with call_on_exit(workspace.close):
        server = _start_server(workspace, ports)
        address = server.get_address(workspace.open_project(source, values) if source else None)
        start_address, folder = server.get_address(), str(Path.cwd())
        write_state(_get_addresses_file(), {**_read_addresses(), folder: start_address})
        with call_on_exit(partial(_forget_address, start_address)):
            terminal.echo(f"The page is at {address}\nCtrl-C ends it.")
            if is_opened:
                webbrowser.open(address)
            # A signal that comes just before a wait without a time limit would not end that wait.
            while not workspace.ended.wait(1):
                pass


def _start_server(workspace: "Workspace", ports: Sequence[int]) -> "PreviewServer":
    """Return a server on the first free port of `ports`. Raises `UsageError` if none is free."""
    from printgen.preview.server import PreviewServer

    for port in ports:
        with suppress(OSError):
            return PreviewServer(port, workspace)
    raise click.UsageError(f"--port {ports[0]} is in use: choose another, or leave it out")


def _get_addresses_file() -> Path:
    from platformdirs import user_state_path

    return user_state_path("printgen", appauthor=False) / "pages.json"


def _read_addresses() -> dict[str, str]:
    """Return the address of the start page of each folder, with its token, by folder.

    With these addresses, a second start finds the pages that are already open.
    """
    return read_state(_get_addresses_file(), dict[str, str], {})


def _forget_address(address: str) -> None:
    others = {key: value for key, value in _read_addresses().items() if value != address}
    write_state(_get_addresses_file(), others)


def _find_running_page() -> str:
    """Return the address of the start page of the current folder, if a preview serves it now.

    Return "" if none does.
    """
    from urllib.request import urlopen

    address = _read_addresses().get(str(Path.cwd()), "")
    with suppress(OSError, ValueError):
        if address and urlopen(address.replace("/?", "/alive?"), timeout=2).status == 204:  # noqa: S310 - our own
            return address
    return ""
