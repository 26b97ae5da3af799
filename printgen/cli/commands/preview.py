"""The command `printgen preview`."""

import sys
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printgen.cli import terminal
from printgen.cli.commands.build import OPTION_GROUPS, build_games
from printgen.cli.options.arguments import (
    DATA,
    ICONS,
    INK,
    OUTPUT,
    SIZE,
    GroupedCommand,
    complete_game,
    find_players,
    format_examples,
)
from printgen.cli.options.sheets import layout_options
from printgen.cli.options.sources import find_sources, table_options
from printgen.cli.options.watch import PROGRAM, list_folders
from printgen.system import limits
from printgen.system.limits import on_exit

if TYPE_CHECKING:
    from printgen.sheet_layout import SheetLayout


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
    option_groups={"Page": "port no-open editor", **OPTION_GROUPS},
    epilog=format_examples(
        "preview",
        "preview my-game --editor vscode",
        "preview cards.csv --size tarot",
        "preview fistful-of-lead --data my-team.yaml",
        "preview loot.csv",
    ),
)
@click.argument("source", metavar="[GAME]", required=False, shell_complete=complete_game)
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
@DATA
@layout_options
@SIZE
@ICONS
@OUTPUT
@INK
@table_options
@click.option("--part", type=click.Choice(["renderer", "build"]), hidden=True)
def preview_game(
    source: str | None,
    port: int | None,
    no_open: bool,
    editor: str,
    data: tuple[Path, ...],
    output: Path,
    reading: Mapping[str, Any],
    layout: "SheetLayout",
    part: str | None,
    **choices: Any,
) -> int:
    """Show every face of GAME in the browser while you edit it.

    The page follows each save. It shows each face as it is printed, where each printed value is
    written, and each problem with what to do. Only this computer can open it. Without GAME, shows
    the game in the current folder. GAME can also be a standalone table, such as cards.csv, or dice
    tables, such as loot.csv. Ctrl-C ends the preview.
    """
    names = [source] if source else []
    context = click.get_current_context()
    if part == "build":  # the button of the page: everything but the page is the same
        shared = {param.name for param in build_games.params}
        options = {name: value for name, value in context.params.items() if name in shared}
        return int(context.invoke(build_games, games=tuple(names), **options))
    sources = find_sources(names, reading, output)
    sources = find_players(sources, data) or sources
    if len(sources) != 1:
        raise click.UsageError("preview shows one game: name one GAME, one --data or one --sheet")
    if part == "renderer":
        from printgen.pipeline.plan import Request
        from printgen.preview.renderer import run_renderer

        run_renderer(sources[0], Request(**choices, layout=layout))
        return 0
    editor = _EDITORS.get(editor, editor)
    if editor and not ("{file}" in editor and "{line}" in editor):
        raise click.UsageError(f"--editor {editor} is unknown: see printgen preview --help")
    folders = list_folders([*names, *map(str, data), *filter(None, [reading["pictures"]])])
    _show_page(folders, output, editor, [port] if port else _PORTS, is_opened=not no_open)
    return 0


def _show_page(
    folders: Sequence[Path], output: Path, editor: str, ports: Sequence[int], *, is_opened: bool
) -> None:
    """Serve the page until the process is ended."""
    from printgen.cli.options.file_watcher import watch_folders
    from printgen.preview.pages import Pages
    from printgen.preview.renderer_process import RendererProcess
    from printgen.preview.server import PreviewServer

    limits.lift_limits()
    pages = Pages(editor)
    # The part comes first: the arguments may contain "--".
    commands = [[*PROGRAM, "preview", f"--part={p}", *sys.argv[2:]] for p in ("renderer", "build")]
    # A renderer at its limit of processor time reports that itself, so it gets longer.
    renderer = RendererProcess(commands[0], pages.receive, 10 + 4 * limits.get_seconds())
    with on_exit(renderer.close):
        for port in ports:
            with suppress(OSError):
                server = PreviewServer(port, pages, renderer, commands[1])
                break
        else:
            raise click.UsageError(f"--port {ports[0]} is in use: choose another, or leave it out")
        terminal.echo(f"The preview is at {server.address}\nCtrl-C ends it.")
        if is_opened:
            webbrowser.open(server.address)
        for paths in watch_folders(folders, output):
            if paths:
                pages.report_change()
                renderer.report_change(paths)
