"""The option `--watch`: run a command again after each change of its files."""

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

import click

from printgen.cli import terminal
from printgen.cli.options.arguments import find_game_folders
from printgen.system import limits
from printgen.system.bundled import get_fonts_folder, get_templates_folder
from printgen.system.files import is_download
from printgen.system.limits import call_on_exit

START_COMMAND = (sys.executable, "-P", "-m", "printgen")
"""The words that start printgen. With -P, Python imports no module from the current folder."""

WATCH_OPTION = click.option(
    "--watch", is_flag=True, help="Run again after each change of the files. Ctrl-C ends it."
)


def find_watched_folders(names: Iterable[str]) -> Sequence[Path]:
    """Return the folders to watch: those of these games and tables, and the bundled folders.

    `names` are the games and tables; if there are none, the game in the current folder or, without
    one there, all bundled games. The bundled folders contain the templates and the fonts.
    """
    paths = [Path(name) if Path(name).exists() else find_game_folders([name])[0] for name in names]
    folders = [path.parent if path.is_file() else path for path in paths or find_game_folders(())]
    return *folders, get_templates_folder(), get_fonts_folder()


def start_refreshing_downloads(names: Iterable[str], seconds: float = 10) -> None:
    """Download tables again every few seconds, if any of these files is a downloaded copy."""
    if any(is_download(Path(name)) for name in names):
        from printgen.cli.options.addresses import start_download_thread

        start_download_thread(seconds)


def rerun_on_change(names: Iterable[str], output: Path = Path("output")) -> None:
    """Run this command without `--watch`, at once and after each change, until the user ends it.

    `names` are the games and tables to watch. Changes in the folder `output`, which contains the
    printed files, do not count.
    """
    from printgen.cli.options.file_watcher import watch_folders

    start_refreshing_downloads(names)
    limits.lift_limits()
    arguments = [argument for argument in sys.argv[1:] if argument != "--watch"]
    environment = {**os.environ, "PRINTGEN_WATCH": ""}
    is_due = True
    for paths in watch_folders(find_watched_folders(names), output):
        if paths or is_due:
            is_due = False
            process = subprocess.Popen([*START_COMMAND, *arguments], env=environment)  # noqa: S603 - ours, no shell
            with call_on_exit(process.kill):
                code = process.wait()
            now = datetime.now().astimezone().strftime("%H:%M:%S")
            terminal.echo(f"{now} exit code {code}; waiting for changes, Ctrl-C ends", err=True)
