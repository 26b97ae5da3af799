"""The renderer: starts, stops and restarts the process that draws the faces.

Server and renderer exchange one JSON object per line over the renderer's standard input and output.
"""

import json
import os
import signal
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from subprocess import PIPE, Popen
from threading import Event, Lock, Thread
from time import monotonic

from printgen.preview.pages import Message

_RESTART_SECONDS = 3.0
"""Time before a renderer that crashed is started again, unless a file is saved earlier."""

_MAX_ERROR_LETTERS = 4_000


class RendererProcess:
    """The process of a renderer, which `command` starts. It is started again each time it ends.

    The process gets commands, and sends events, which are passed to an event handler. When the
    process ends, the handler gets an event `down` with the reason. A process that has faces to
    draw, but sends nothing for `hang_seconds`, is ended.
    """

    def __init__(self, command: Sequence[str], hang_seconds: float) -> None:
        self._command, self._hang_seconds = command, hang_seconds
        self._on_event: Callable[[Message], None] = _ignore_event
        self._arguments: Sequence[str] = ()
        self._lock, self._restart = Lock(), Event()
        self._is_closed = self._is_drawing = self.is_suspended = False
        self._start_process()
        Thread(target=self._forward_events, daemon=True).start()

    def set_event_handler(self, on_event: Callable[[Message], None]) -> None:
        """Call `on_event` with each event from now on. Earlier events are lost."""
        self._on_event = on_event

    def open_source(self, arguments: Sequence[str]) -> None:
        """Draw the faces that `printgen build` prints with these arguments."""
        self._arguments = arguments
        self._restart_if_stopped()
        self.send({"do": "open", "arguments": arguments})

    def suspend(self) -> None:
        """End the process. It starts again when a source is opened or a file changes."""
        self.is_suspended = True
        _kill(self._process)

    def _restart_if_stopped(self) -> None:
        """Start the process again at once, if it was suspended or has crashed."""
        self._last_event, self._is_drawing = monotonic(), True
        self.is_suspended = False
        self._restart.set()

    def report_change(self, paths: Sequence[str]) -> None:
        """Let the renderer read these files again; if `paths` is empty, all files."""
        self._restart_if_stopped()
        self.send({"do": "change", "paths": paths})

    def send(self, command: Message) -> None:
        """Send a command to the renderer.

        If the renderer is not running, the command is lost: a new renderer reads all files anyway.
        """
        with self._lock, suppress(OSError):
            print(json.dumps(command), file=self._process.stdin, flush=True)

    def stop_if_hung(self) -> None:
        """End the process if it has faces to draw, and sent no event for too long."""
        if self._is_drawing and monotonic() - self._last_event > self._hang_seconds:
            _kill(self._process)

    def close(self) -> None:
        """End the process, and do not start it again."""
        self._is_closed = True
        self._restart.set()
        _kill(self._process)

    def _start_process(self) -> None:
        self._process = Popen(  # noqa: S603 - printgen itself, without a shell
            self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C in the terminal ends the server, which ends this
        )
        self._last_event = monotonic()
        if self._arguments:
            self.open_source(self._arguments)

    def _forward_events(self) -> None:
        while not self._is_closed:
            error_lines: deque[str] = deque(maxlen=40)
            errors = Thread(target=error_lines.extend, args=(self._process.stderr,), daemon=True)
            errors.start()
            for line in self._process.stdout or ():
                self._last_event = monotonic()
                try:
                    event = json.loads(line)
                except ValueError:
                    continue  # something else was printed
                if isinstance(event, dict) and "event" in event:
                    self._is_drawing &= event["event"] != "done"
                    self._on_event(event)
            self._is_drawing = False
            self._restart.clear()
            _kill(self._process)
            errors.join()
            if self.is_suspended:
                self._restart.wait()
            else:
                message = "".join(error_lines).strip()[-_MAX_ERROR_LETTERS:]
                message = message or "it was stopped, or gave no sign of life for too long"
                self._on_event({"event": "down", "id": "status", "message": message})
                self._restart.wait(_RESTART_SECONDS)
            if not self._is_closed:
                self._start_process()


def _ignore_event(_event: Message) -> None:
    """Do nothing with an event. This is the handler until `set_event_handler` is called."""


def _kill(process: "Popen[str]") -> None:
    """End a process and its child processes, and wait for its end."""
    with suppress(ProcessLookupError):
        if process.returncode is None and hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
