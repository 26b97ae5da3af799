"""The web server of the preview, for browsers of this computer only. It holds no game."""

import json
import os
import sys
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from subprocess import PIPE, STDOUT, Popen
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qsl

from printgen.preview.pages import Pages
from printgen.preview.renderer_process import RendererProcess
from printgen.system.cleanup import on_exit

_PAGE = Path(__file__).with_name("page.html")
_POLL_SECONDS = 0.1
"""Time between looks at whether the renderer hangs, or errors that were held back are due."""

_MAX_BODY_BYTES = 200_000
_JSON = "application/json"

# Drawings have styles in their text. Scripts run only if they are in the page itself.
_POLICY = (
    "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; font-src 'self'; "
    "img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
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
        self.pages, self.renderer, self._build_command = pages, renderer, build_command
        self._build_lock = Lock()
        self.hosts = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}
        token = token_urlsafe(24)
        self.cookie = self.name_cookie(token)
        self.address = f"http://127.0.0.1:{self.server_port}/?t={token}"
        Thread(target=self.serve_forever, args=[_POLL_SECONDS], daemon=True).start()

    def name_cookie(self, token: str) -> str:
        """Return a token as a cookie. Browsers send the cookies of all ports to each port."""
        return f"printgen-{self.server_port}={token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print errors of the server, but not that a page was closed."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def service_actions(self) -> None:
        """Do what is due; the base class calls this regularly."""
        self.renderer.stop_if_hung()
        self.pages.show_settled()

    def build(self) -> dict[str, str | int]:
        """Write the PDFs; return the exit code and what the command printed."""
        with (
            self._build_lock,
            Popen(self._build_command, stdout=PIPE, stderr=STDOUT) as process,  # noqa: S603
            on_exit(process.kill),
        ):
            text = process.communicate()[0].decode("utf-8", "replace")
            return {"text": text, "code": process.returncode}


class _RequestHandler(BaseHTTPRequestHandler):
    """Answers one request: 403 unless it has the token and comes from the page itself."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    server: PreviewServer

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        values = dict(parse_qsl(query))
        pages = self.server.pages
        if not self._is_allowed(values.get("t", "") if path == "/" else ""):
            self._answer(403, b"Open the address that printgen preview printed last.")
            return
        match path.split("/")[1:]:
            case [""]:
                self._send_page()
            case ["events"]:
                self._send_events()
            case ["state"]:
                self._answer(200, json.dumps(pages.get_state()).encode(), _JSON)
            case ["face", name] if drawing := pages.drawings.get(name.removesuffix(".svg")):
                self._answer(200, drawing.encode(), "image/svg+xml")
            case ["font", name] if (font := pages.find_font(name)) and font.is_file():
                self._answer(200, font.read_bytes(), "font/ttf")
            case ["fields" | "sheets" | "proofed" as what]:
                self._ask(what, values)
            case _:
                self._answer(404)

    def do_POST(self) -> None:
        if not (self._is_allowed() and self.headers["Origin"]):
            self.close_connection = True  # its body is not read
            self._answer(403)
            return
        body = self.rfile.read(min(int(self.headers["Content-Length"]), _MAX_BODY_BYTES))
        match self.path:
            case "/look":
                self.server.pages.looked_at = faces = json.loads(body)["faces"]
                self.server.renderer.look_at(faces)
                self._answer(204)
            case "/build":
                self._answer(200, json.dumps(self.server.build()).encode(), _JSON)
            case _:
                self._answer(404)

    def _is_allowed(self, token: str = "") -> bool:
        """Return whether the request has the token, and no other site sent it."""
        server, headers = self.server, self.headers
        # Another site can send requests here, or give its own name this address (DNS rebinding).
        is_own = (
            headers["Host"] in server.hosts
            and headers["Origin"] in {None, *(f"http://{host}" for host in server.hosts)}
            and headers["Sec-Fetch-Site"] in (None, "none", "same-origin")
        )
        cookies = [server.name_cookie(token), *headers.get("Cookie", "").split("; ")]
        return is_own and any(compare_digest(c.encode(), server.cookie.encode()) for c in cookies)

    def _ask(self, what: str, values: dict[str, str]) -> None:
        try:
            answer = self.server.renderer.ask(what, values)
        except OSError:
            self._answer(503)
        else:
            self._answer(200, json.dumps(answer).encode(), _JSON)

    def _send_page(self) -> None:
        page = _PAGE.read_bytes()
        script = page.partition(b"<script>")[2].partition(b"</script>")[0]
        policy = _POLICY.format(b64encode(sha256(script).digest()).decode())
        self._answer(200, page, "text/html; charset=utf-8", policy)

    def _send_events(self) -> None:
        self._send_head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
        for event in self.server.pages.listen():
            self.wfile.write(event)

    def _answer(
        self,
        status: int,
        body: bytes = b"",
        media_type: str = "text/plain; charset=utf-8",
        policy: str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ) -> None:
        fields = {"Content-Type": media_type, "Content-Length": str(len(body))}
        self._send_head(status, {**fields, "Content-Security-Policy": policy})
        self.wfile.write(body)

    def _send_head(self, status: int, fields: dict[str, str]) -> None:
        self.send_response(status)
        if status == 200 and self.path.startswith("/?"):
            fields["Set-Cookie"] = f"{self.server.cookie}; HttpOnly; SameSite=Strict; Path=/"
        for name, value in (_HEADERS | fields).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing: the terminal shows only problems."""
