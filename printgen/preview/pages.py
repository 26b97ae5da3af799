"""The pages that browsers have open for a project, and the events that are sent to them."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import RLock
from time import monotonic
from typing import Any

_SETTLE_SECONDS = 0.3
"""New errors are sent if no file was saved for this time: editors save in several steps."""

_ALIVE_SECONDS = 15.0
"""After this time without an event, a page gets an empty list. If that fails, it was closed."""

Message = dict[str, Any]
"""One message between the renderer, the server and the pages."""


class BrowserPages:
    """The open pages of a project in browsers.

    Each page has a queue of events. A new page first gets the last event of each `id`. Events
    without an `id` answer a request, and are not stored. `editor` is the address that opens a file,
    with `{file}` and `{line}`; "" if there is none. Dropped files are saved into `folder`.
    """

    def __init__(self, editor: str, folder: Path) -> None:
        places = {"folder": str(folder), "working": str(Path.cwd())}
        start = {"event": "start", "editor": editor, **places}
        self.last_events: dict[str, Message] = {"start": start}
        self._held: dict[str, Message] = {}
        self._settled_at = 0.0
        self._lock = RLock()
        self._queues: set[SimpleQueue[bytes]] = set()

    @property
    def count(self) -> int:
        """How many pages are open."""
        return len(self._queues)

    def stream_events(self) -> Iterator[bytes]:
        """Yield lists of events in JSON: first the stored events, then each new event.

        An empty list is yielded at intervals, to notice a page that was closed.
        """
        queue = SimpleQueue[bytes]()
        with self._lock:
            queue.put(self.format_last_events())
            self._queues.add(queue)
        try:
            while True:
                events = b"[]"
                with suppress(Empty):
                    events = queue.get(timeout=_ALIVE_SECONDS)
                yield events
        finally:
            self._queues.discard(queue)

    def format_last_events(self) -> bytes:
        """Return all stored events in JSON: what a new page shows at first."""
        with self._lock:
            return _format_events(*self.last_events.values())

    def report_change(self) -> None:
        """Hold events with new errors for a moment, and show the pages that work is in progress.

        The reason is that more files are often saved at the same time.
        """
        self._settled_at = monotonic() + _SETTLE_SECONDS
        self.publish_event({"event": "working", "id": "status"})

    def publish_event(self, event: Message) -> None:
        """Store an event and send it to the pages.

        An event with new errors is held back until no file was saved for a moment.
        """
        with self._lock:
            id_ = event.get("id", "")
            self._held[id_] = event
            if _list_errors(event) <= _list_errors(self.last_events.get(id_, {})) or not id_:
                self._send_held_event(id_)
            self.send_held_events()

    def send_held_events(self) -> None:
        """Send the events that were held back, unless a file was saved a moment ago."""
        with self._lock:
            if monotonic() >= self._settled_at:
                for id_ in [*self._held]:
                    self._send_held_event(id_)

    def _send_held_event(self, id_: str) -> None:
        event = self._held.pop(id_)
        self.last_events.pop(id_, None)  # of two typefaces with one name, the page uses the last
        self.last_events |= {id_: event} if id_ else {}
        if event["event"] == "game":
            faces = {id_ for id_, shown in self.last_events.items() if shown["event"] == "face"}
            for unused in faces.difference(event["order"]):
                del self.last_events[unused]
        # Sent last: the page asks at once for a drawing that it is told of.
        for queue in self._queues:
            queue.put(_format_events(event))


def _list_errors(event: Message) -> set[str]:
    problems = event.get("problems", ())
    return {json.dumps(problem) for problem in problems if problem["severity"] == "error"}


def _format_events(*events: Message) -> bytes:
    """Return events in JSON, without drawings and paths of fonts.

    The page requests those separately.
    """
    unsent = {"svg": None, "path": None}
    return json.dumps([event | unsent for event in events]).encode()
