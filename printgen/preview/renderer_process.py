"""The process that draws the faces, as the server of the preview sees it.

Server and renderer exchange one JSON object per line over the renderer's standard input and
output. The renderer is started again when it ends, and stopped when it hangs.
"""

import json
import os
import signal
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from subprocess import PIPE, Popen
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

_HANG_SECONDS = 40.0
"""More than the processor time of one change: a renderer at that limit reports it itself."""

_FIRST_DELAY, _MAX_DELAY = 0.2, 30.0
"""Seconds before the first and the last restarts in a row. A saved file ends the wait."""

_MAX_ERROR_LETTERS = 4_000

Message = dict[str, Any]
"""One message of server or renderer."""


class RendererProcess:
    """Runs `command`, and calls `on_event` with each event that it sends.

    Each time it ends, `on_event` gets an event `down` with the reason.
    """

    def __init__(
        self,
        command: Sequence[str],
        on_event: Callable[[Message], None],
        hang_seconds: float = _HANG_SECONDS,
    ) -> None:
        self._command, self._on_event, self._hang_seconds = command, on_event, hang_seconds
        self._lock, self._restart = Lock(), Event()
        self._is_closed = self._is_drawing = False
        self._failures = 0
        self._faces: Sequence[str] = ()
        self._ask_numbers = count(1)
        self._answers: dict[int, Future[Message]] = {}
        self._start_process()
        Thread(target=self._run, daemon=True).start()

    def report_change(self, paths: Sequence[str]) -> None:
        """Let the renderer read these files again, or all files if `paths` is empty."""
        self._restart.set()
        # One that is down is told to read all files when it is started again.
        with suppress(OSError):
            self._send({"do": "change", "paths": paths})
            self._is_drawing = True

    def look_at(self, faces: Sequence[str]) -> None:
        """Let the renderer draw these faces before the others, in this order."""
        self._faces = faces
        with suppress(OSError):
            self._send({"do": "look", "faces": faces})

    def ask(self, what: str, values: Mapping[str, str]) -> Message:
        """Return the renderer's answer. Raises `OSError` if it is down, or does not answer."""
        number = next(self._ask_numbers)
        self._answers[number] = answer = Future[Message]()
        self._send({**values, "do": what, "ask": number})
        return answer.result(self._hang_seconds)

    def stop_if_hung(self) -> None:
        """End the process if it owes work or an answer, and gave no sign for too long."""
        is_awaited = self._is_drawing or self._answers
        if is_awaited and monotonic() - self._last_sign > self._hang_seconds:
            _kill(self._process)

    def close(self) -> None:
        """End the process, and do not start it again."""
        self._is_closed = True
        _kill(self._process)

    def _start_process(self) -> None:
        self._process = Popen(  # noqa: S603
            self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C in the terminal ends the server, which ends this
        )
        self.look_at(self._faces)
        self.report_change(())

    def _send(self, message: Message) -> None:
        with self._lock:
            self._last_sign = monotonic()
            print(json.dumps(message), file=self._process.stdin, flush=True)

    def _run(self) -> None:
        while not self._is_closed:
            error_lines: deque[str] = deque(maxlen=40)
            errors = Thread(target=error_lines.extend, args=(self._process.stderr,), daemon=True)
            errors.start()
            for line in self._process.stdout or ():
                self._last_sign = monotonic()
                self._receive(line)
            _kill(self._process)
            errors.join()
            self._report_end("".join(error_lines).strip()[-_MAX_ERROR_LETTERS:])
            self._restart.clear()
            self._restart.wait(min(_MAX_DELAY, _FIRST_DELAY * 2**self._failures))
            self._failures += 1
            if not self._is_closed:
                self._start_process()

    def _receive(self, line: str) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            return  # something else was printed
        match message:
            case {"event": "answer", "ask": number}:
                self._answers.pop(number).set_result(message)
            case {"event": kind}:
                if kind == "done" or (kind == "game" and message["broken"]):
                    self._is_drawing, self._failures = False, 0
                self._on_event(message)

    def _report_end(self, errors: str) -> None:
        self._is_drawing = False
        while self._answers:
            self._answers.popitem()[1].set_exception(BrokenPipeError())
        message = errors or "it was stopped, or gave no sign of life for too long"
        self._on_event({"event": "down", "message": message})


def _kill(process: "Popen[str]") -> None:
    """End a process and its child processes, and wait for its end."""
    with suppress(ProcessLookupError):
        if process.returncode is None and hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
