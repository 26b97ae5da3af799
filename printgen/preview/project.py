"""One open game or table: what its pages show, its renderer, its options, and its builds."""

from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from time import monotonic

from printgen.preview.build_process import BuildProcess
from printgen.preview.command_line_functions import CommandLineFunctions, Values
from printgen.preview.pages import BrowserPages, Message
from printgen.preview.renderer_process import RendererProcess

_IDLE_SECONDS = 120.0
"""A renderer without an open page is stopped after this time, because it uses 100 MB."""


class Project:
    """A source, the options to print it with, and the processes for it.

    `key` identifies the project in the addresses of its pages.
    """

    def __init__(
        self,
        key: str,
        source: str,
        values: Values,
        command_line: CommandLineFunctions,
        renderer: RendererProcess,
    ) -> None:
        self.key, self.source, self.renderer = key, source, renderer
        self._command_line, self.values = command_line, values
        self._last_used = monotonic()
        self.pages = BrowserPages(command_line.editor, self.folder)
        self.build = BuildProcess(command_line.build, self.pages.publish_event)
        renderer.set_event_handler(self._handle_event)
        self.choose_options(values)
        Thread(target=self._watch_source_files, daemon=True).start()

    @property
    def folder(self) -> Path:
        """The source if it is a folder, otherwise the folder that contains it."""
        path = Path(self.source).resolve()
        return path if path.is_dir() else path.parent

    @property
    def arguments(self) -> Sequence[str]:
        """The arguments of `printgen build` for this source and its options."""
        return self._command_line.format_arguments(self.source, self.values)

    def choose_options(self, values: Values) -> None:
        """Set the options of the build, and show the cards as they are printed with them."""
        self.values = values
        if values != self.build.state["values"]:
            self.build.mark_outdated()
        command = self._command_line.format_command(self.arguments)
        event = {"event": "request", "id": "request", "values": values, "command": command}
        self.pages.publish_event(event)
        self.pages.report_change()
        self.renderer.open_source(self.arguments)

    def start_build(self) -> bool:
        """Start a build, unless one is running; return whether it was started."""
        return self.build.start(self.arguments, self.values)

    def stop_or_restart_processes(self) -> None:
        """Stop a renderer that hangs, or that no page has needed for a while.

        Start a stopped renderer again if a page is open.
        """
        self.pages.send_held_events()
        self.renderer.stop_if_hung()
        if self.pages.count or self.build.is_running:
            self._last_used = monotonic()
            if self.renderer.is_suspended:
                self.renderer.open_source(self.arguments)
        elif monotonic() - self._last_used > _IDLE_SECONDS and not self.renderer.is_suspended:
            self.renderer.suspend()

    def close(self) -> None:
        """Stop all processes."""
        self.build.cancel()
        self.renderer.close()

    def _handle_event(self, event: Message) -> None:
        self.pages.publish_event(event)
        if event["event"] == "done" and event.get("changed"):
            self.build.mark_outdated()

    def _watch_source_files(self) -> None:
        while True:
            watched = self._list_files()
            for paths in self._command_line.watch_folders(watched):
                if paths:
                    self.pages.report_change()
                    self.renderer.report_change(paths)
                if self._list_files() != watched:
                    break
            else:
                return

    def _list_files(self) -> Sequence[str]:
        """Return the paths to watch: the source, and the files and folders that options name.

        Paths in options that do not exist are left out.
        """
        named = self._command_line.list_paths(self.values).values()
        # A font may be named with its face, such as fonts.ttc#NAME. Only the file is watched.
        files = (path.partition("#")[0] for paths in named for path in paths)
        return [self.source, *(path for path in files if Path(path).exists())]
