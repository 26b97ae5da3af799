"""The web server of the preview, for browsers of this computer only. It holds no game."""

import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl

from printgen.preview.pages import Pages
from printgen.preview.renderer_process import RendererProcess

_PAGE = Path(__file__).with_name("page.html").read_bytes()
_SCRIPT = _PAGE.partition(b"<script>")[2].partition(b"</script>")[0]

_POLL_SECONDS = 0.1
"""Time between looks at whether the renderer hangs, or errors that were held back are due."""

_HTML, _JSON = "text/html; charset=utf-8", "application/json"

_HEADERS = {
    # Drawings have styles in their text. Scripts run only if they are in the page itself.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; "
    "img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; "
    f"frame-ancestors 'none'; script-src 'sha256-{b64encode(sha256(_SCRIPT).digest()).decode()}'",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PreviewServer(ThreadingHTTPServer):
    """Serves the page on `port` of this computer, or on any free port if it is 0.

    `build_command` writes the PDFs. Raises `OSError` if the port is in use.
    """

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # on Windows, two servers would share the port

    def __init__(
        self, port: int, pages: Pages, renderer: RendererProcess, build_command: Sequence[str]
    ) -> None:
        super().__init__(("127.0.0.1", port), _RequestHandler)
        self.pages, self.renderer, self.build_command = pages, renderer, build_command
        self.hosts = [f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")]
        self.token = token_urlsafe(24)
        # Browsers send the cookies of all ports to each port.
        self.cookie = f"printgen-{self.server_port}={self.token}"
        self.address = f"http://{self.hosts[0]}/?t={self.token}"
        Thread(target=self.serve_forever, args=[_POLL_SECONDS], daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print errors of the server, but not that a page was closed."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def service_actions(self) -> None:
        """Do what is due; the base class calls this regularly."""
        self.renderer.stop_if_hung()
        self.pages.show_settled()


class _RequestHandler(BaseHTTPRequestHandler):
    """Answers one request: 403 unless it has the token and comes from the page itself."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    server: PreviewServer

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        values, pages = dict(parse_qsl(query, keep_blank_values=True)), self.server.pages
        if not self._is_allowed(values.get("t", "") if path == "/" else ""):
            self._answer(403, b"Open the address that printgen preview printed last.")
            return
        subject = pages.shown.get(values.get("of", ""), {})
        match path.split("/")[1:]:
            case [""]:
                self._answer(200, _PAGE, _HTML)
            case ["events"]:
                self._send_events()
            case ["state"]:
                self._answer(200, pages.format_state(), _JSON)
            case ["drawing", hash_] if hash_ and hash_ == subject.get("hash"):
                self._answer(200, subject["svg"].encode(), "image/svg+xml")
            case ["font", name] if file := pages.shown.get(name, {}).get("path"):
                self._answer(200, Path(file).read_bytes(), "font/ttf")
            case ["fields" | "sheets" | "proofed" | "look" as what]:
                self.server.renderer.send({**values, "do": what})
                self._answer(204)
            case _:
                self._answer(404)

    def do_POST(self) -> None:
        self.close_connection = True  # its body is not read
        if not (self._is_allowed() and self.headers["Origin"]):
            self._answer(403)
        elif self.headers.get("Content-Length", "0") != "0":
            self._answer(400)
        elif self.path != "/build":
            self._answer(404)
        else:
            build = subprocess.run(  # noqa: S603 - printgen itself, without a shell
                self.server.build_command,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            text = build.stdout.decode("utf-8", "replace")
            self._answer(200, json.dumps({"code": build.returncode, "text": text}).encode(), _JSON)

    def _is_allowed(self, token: str = "") -> bool:
        """Return whether the request has the token, and no other site sent it."""
        server, headers = self.server, self.headers
        # Another site can send requests here, or give its own name this address (DNS rebinding).
        is_own = (
            headers["Host"] in server.hosts
            and headers["Origin"] in (None, *(f"http://{host}" for host in server.hosts))
            and headers["Sec-Fetch-Site"] in (None, "none", "same-origin")
        )
        cookies = headers.get("Cookie", "").split("; ")
        has_cookie = any(compare_digest(one.encode(), server.cookie.encode()) for one in cookies)
        return is_own and (has_cookie or compare_digest(token.encode(), server.token.encode()))

    def _send_events(self) -> None:
        self._send_head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
        for events in self.server.pages.listen():
            self.wfile.write(b"data: %b\n\n" % events)

    def _answer(
        self, status: int, body: bytes = b"", media_type: str = "text/plain; charset=utf-8"
    ) -> None:
        self._send_head(status, {"Content-Type": media_type, "Content-Length": str(len(body))})
        self.wfile.write(body)

    def _send_head(self, status: int, fields: dict[str, str]) -> None:
        self.send_response(status)
        if status == 200:
            fields["Set-Cookie"] = f"{self.server.cookie}; HttpOnly; SameSite=Strict; Path=/"
        for name, value in (_HEADERS | fields).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing: the terminal shows only problems."""
