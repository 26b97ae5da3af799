"""What the open pages of the preview show, and the events that keep them up to date."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import RLock
from time import monotonic

from printgen.preview.renderer_process import Message

_SETTLE_SECONDS = 0.3
"""A new error is shown if no file was saved for this time: editors save in several steps."""

_ALIVE_SECONDS = 15.0
"""Time between signs to a page that nothing else is sent to: without a reader, they fail."""


class Pages:
    """The last state, with which a page starts, and a queue of events for each page.

    `editor` is the address that opens a file, with `{file}` and `{line}`; "" if there is none.
    """

    def __init__(self, editor: str) -> None:
        self._editor = editor
        self._lock = RLock()
        self._queues: set[SimpleQueue[bytes]] = set()
        # The events of the game (key "") and of its faces (key: their ids).
        self._shown: dict[str, Message] = {}
        self._held: dict[str, Message] = {}
        self._settled_at = 0.0
        self._fonts: dict[str, Message] = {}
        self._down = ""
        self.drawings: dict[str, str] = {}
        self.looked_at: Sequence[str] = ()

    def listen(self) -> Iterator[bytes]:
        """Yield the state, and from then on each event, as server-sent events."""
        queue = SimpleQueue[bytes]()
        with self._lock:
            queue.put(_format_event(self.get_state()))
            self._queues.add(queue)
        try:
            while True:
                try:
                    yield queue.get(timeout=_ALIVE_SECONDS)
                except Empty:
                    yield b":\n\n"
        finally:
            self._queues.discard(queue)

    def get_state(self) -> Message:
        """Return the event with all that a page needs to start."""
        with self._lock:
            faces = [event["face"] for event in self._shown.values() if "face" in event]
            state = {"event": "state", "game": self._shown.get(""), "faces": faces}
            rules = [font["rule"] for font in self._fonts.values()]
            return {**state, "fonts": rules, "editor": self._editor, "down": self._down}

    def find_font(self, name: str) -> Path | None:
        """Return the file of a font, or None if no face has it."""
        return Path(self._fonts[name]["path"]) if name in self._fonts else None

    def report_change(self) -> None:
        """Say that files were saved, and wait before new errors are shown."""
        self._settled_at = monotonic() + _SETTLE_SECONDS
        self._send({"event": "working"})

    def receive(self, event: Message) -> None:
        """Keep an event of the renderer, and pass it on; later if it has new errors."""
        with self._lock:
            kind = event["event"]
            if kind in ("game", "face"):
                key = event["face"]["id"] if kind == "face" else ""
                self._held[key] = event
                if kind == "face":
                    self.drawings[event["face"]["hash"]] = event.pop("svg")
                if not _list_errors(event) - _list_errors(self._shown.get(key, {})):
                    self._show(key)
                self.show_settled()
                return
            if kind == "font":
                self._fonts[event["name"]] = event
            if kind == "done":
                self._forget_unused()
            self._down = event.get("message", "") if kind in ("done", "down") else self._down
            self._send(event)

    def show_settled(self) -> None:
        """Show the errors that were held back, if no file was saved for a while."""
        with self._lock:
            if monotonic() >= self._settled_at:
                for key in list(self._held):
                    self._show(key)

    def _show(self, key: str) -> None:
        self._shown[key] = event = self._held.pop(key)
        drawing = {"svg": self.drawings[event["face"]["hash"]]} if key in self.looked_at else {}
        self._send({**event, **drawing})

    def _forget_unused(self) -> None:
        ids = {"", *self._shown.get("", {}).get("order", ())}
        self._shown = {key: event for key, event in self._shown.items() if key in ids}
        events = (*self._shown.values(), *self._held.values())
        used = {event["face"]["hash"] for event in events if "face" in event}
        self.drawings = {name: svg for name, svg in self.drawings.items() if name in used}

    def _send(self, event: Message) -> None:
        line = _format_event(event)
        with self._lock:
            for queue in self._queues:
                queue.put(line)


def _list_errors(event: Message) -> set[tuple[str, int, str]]:
    problems = event.get("face", event).get("problems", ())
    return {(p["file"], p["line"], p["message"]) for p in problems if p["severity"] == "error"}


def _format_event(event: Message) -> bytes:
    return b"data: %b\n\n" % json.dumps(event).encode()
