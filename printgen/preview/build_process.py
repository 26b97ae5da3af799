"""A build that a page started: its steps, its files, and its problems."""

import json
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from printgen.preview.command_line_functions import Values
from printgen.preview.pages import Message

_INTERRUPTED = 130
"""The exit code of a build that was interrupted."""


class BuildProcess:
    """Runs one `printgen build` at a time, and calls `on_event` with an event after each step.

    `state` is the last event, a dict. Its value under the key "state" is running, done, failed or
    cancelled, or "" if nothing was built yet. `files` are the paths of the files that the last
    build wrote.
    """

    def __init__(self, command: Sequence[str], on_event: Callable[[Message], None]) -> None:
        self._command, self._on_event = command, on_event
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None
        self.state: Message = {"event": "build", "id": "build", "state": "", "values": {}}
        self.files: Sequence[Path] = ()

    @property
    def is_running(self) -> bool:
        """Whether a build is running."""
        return self._process is not None and self._process.poll() is None

    def start(self, arguments: Sequence[str], values: Values) -> bool:
        """Start a build, unless one is running, and return whether it was started.

        `values` are the options that `arguments` were made of. They are sent with the events.
        """
        with self._lock:
            if self.is_running:
                return False
            self._process = subprocess.Popen(  # noqa: S603 - printgen itself, without a shell
                [*self._command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
            )
        Thread(target=self._read_events, args=[self._process, values], daemon=True).start()
        return True

    def cancel(self) -> None:
        """Stop the build, if one is running. It leaves no incomplete file."""
        if self._process and self.is_running:
            self._process.terminate()

    def mark_outdated(self) -> None:
        """Send an event that the cards or the options have changed since the last build."""
        if self.state["state"] == "done" and not self.state.get("isOld"):
            self._send_state(isOld=True)

    def _send_state(self, **values: Any) -> None:
        self.state = {**self.state, **values}
        self._on_event(self.state)

    def _read_events(self, process: "subprocess.Popen[str]", values: Values) -> None:
        files, problems, said = list[Message](), list[Message](), list[str]()
        paths = list[Path]()
        shown = {"files": files, "findings": problems, "said": said, "values": values}
        self._send_state(state="running", step="", isOld=False, **shown)
        for line in process.stdout or ():
            event: Message = {"event": "said", "text": line.strip()}
            with suppress(ValueError):
                event = json.loads(line)
            match event:
                case {"event": "step", "text": text}:
                    self._send_state(step=text)
                case {"event": "file", "path": path}:
                    paths.append(Path(path).resolve())
                    place = {"name": paths[-1].name, "folder": str(paths[-1].parent)}
                    files.append({**event, **place})
                case {"event": "problem"}:
                    problems.append(event)
                case {"text": text}:
                    said.append(text)
        code = process.wait()
        is_cancelled = code < 0 or code == _INTERRUPTED
        self.files = paths
        self._send_state(state="cancelled" if is_cancelled else "failed" if code else "done")
