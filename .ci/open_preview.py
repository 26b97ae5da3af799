"""Open `printgen preview` as a browser does: the page, and one face. End it as Ctrl-C does.

Run it as `open_preview.py PRINTGEN GAME`. It needs only the standard library.
"""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import quote

HANG_SECONDS = 120
"""The preview sends something every 15 s, so only one that hangs takes this long."""


def main() -> None:
    program, game = sys.argv[1:]
    command = [program, "preview", game, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as preview:
        try:
            assert preview.stdout
            address = re.search(r"http\S+", preview.stdout.readline())
            assert address, "the preview printed no address"
            title = fetch_face(address[0])
        finally:
            preview.send_signal(signal.SIGINT)
            try:
                code = preview.wait(HANG_SECONDS)
            except subprocess.TimeoutExpired:
                preview.kill()
                raise
    assert code == 130, f"the preview ended with {code}"
    print(f"The preview of {game} showed {title}.")


def fetch_face(address: str) -> str:
    """Fetch the page and its first face; return the title of the face."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    site = address.partition("?")[0]
    page = browser.open(address, timeout=HANG_SECONDS).read()
    assert b"/page/project.js" in page, "the page of the preview is not there"
    with browser.open(f"{site}events", timeout=HANG_SECONDS) as lines:
        # An event replaces an earlier one with its id, such as a face that was drawn again.
        events = {event.get("id"): event for event in read_events_until_done(lines)}
    face = next((event for event in events.values() if event["event"] == "face"), None)
    assert face, f"the preview shows no face: {events}"
    drawing = f"{site}drawing/{face['hash']}?of={quote(face['id'], safe='/')}"
    assert b"<svg" in browser.open(drawing, timeout=HANG_SECONDS).read(), "a face has no drawing"
    return str(face["title"])


def read_events_until_done(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield what the preview tells its page, up to the event that all faces are up to date."""
    for line in lines:
        for event in json.loads(line[6:]) if line.startswith(b"data: ") else ():
            yield event
            if event["event"] == "done":
                return
    raise AssertionError("the preview ended its events")


main()
