"""What the open pages of the preview show, and the events that keep them up to date."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import RLock
from time import monotonic
from typing import Any

_SETTLE_SECONDS = 0.3
"""A new error is shown if no file was saved for this time: editors save in several steps."""

_ALIVE_SECONDS = 15.0
"""Time between signs to a page that nothing else is sent to: without a reader, they fail."""

Message = dict[str, Any]
"""One message between the renderer, the server and the pages."""


class Pages:
    """The last event of each `id`, with which a page starts, and a queue of events for each page.

    Events without an `id` are answers, and are not kept. `editor` is the address that opens a file,
    with `{file}` and `{line}`; "" if there is none. Dropped files are saved into `folder`.
    """

    def __init__(self, editor: str, folder: Path) -> None:
        places = {"folder": str(folder), "working": str(Path.cwd())}
        start = {"event": "start", "editor": editor, **places}
        self.shown: dict[str, Message] = {"start": start}
        self._held: dict[str, Message] = {}
        self._settled_at = 0.0
        self._lock = RLock()
        self._queues: set[SimpleQueue[bytes]] = set()

    @property
    def count(self) -> int:
        """How many pages are open."""
        return len(self._queues)

    def listen(self) -> Iterator[bytes]:
        """Yield the state, and from then on each event, as lists of events in JSON."""
        queue = SimpleQueue[bytes]()
        with self._lock:
            queue.put(self.format_state())
            self._queues.add(queue)
        try:
            while True:
                events = b"[]"
                with suppress(Empty):
                    events = queue.get(timeout=_ALIVE_SECONDS)
                yield events
        finally:
            self._queues.discard(queue)

    def format_state(self) -> bytes:
        """Return the last event of each id as JSON, which shows the current state in a new page."""
        with self._lock:
            return _format_events(*self.shown.values())

    def report_change(self) -> None:
        """Say that files were saved, and wait before new errors are shown."""
        self._settled_at = monotonic() + _SETTLE_SECONDS
        self.receive({"event": "working", "id": "status"})

    def receive(self, event: Message) -> None:
        """Keep an event, and pass it on; later if it has new errors."""
        with self._lock:
            id_ = event.get("id", "")
            self._held[id_] = event
            if _list_errors(event) <= _list_errors(self.shown.get(id_, {})) or not id_:
                self._show(id_)
            self.show_settled()

    def show_settled(self) -> None:
        """Show the errors that were held back, if no file was saved for a while."""
        with self._lock:
            if monotonic() >= self._settled_at:
                for id_ in [*self._held]:
                    self._show(id_)

    def _show(self, id_: str) -> None:
        event = self._held.pop(id_)
        self.shown.pop(id_, None)  # of two typefaces with one name, the page uses the last
        self.shown |= {id_: event} if id_ else {}
        if event["event"] == "game":
            faces = {id_ for id_, shown in self.shown.items() if shown["event"] == "face"}
            for unused in faces.difference(event["order"]):
                del self.shown[unused]
        # Sent last: the page asks at once for a drawing that it is told of.
        for queue in self._queues:
            queue.put(_format_events(event))


def _list_errors(event: Message) -> set[str]:
    problems = event.get("problems", ())
    return {json.dumps(problem) for problem in problems if problem["severity"] == "error"}


def _format_events(*events: Message) -> bytes:
    """Return events as a page gets them; it asks for drawings and fonts that it shows."""
    unsent = {"svg": None, "path": None}
    return json.dumps([event | unsent for event in events]).encode()
