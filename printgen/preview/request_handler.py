"""Requests to the server of the preview: which are allowed, and how responses are sent."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from secrets import compare_digest
from urllib.parse import parse_qsl, quote

from printgen.preview.pages import Message

HTML, JSON = "text/html; charset=utf-8", "application/json"
_MEDIA_TYPES = {
    ".html": HTML,
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".webp": "image/webp",
    ".pdf": "application/pdf",
    ".png": "image/png",
}
"""Media types of files by suffix. Any other file is only downloaded."""

_MAX_BODY, _MAX_UPLOAD = 1_000_000, 20_000_000
"""The most bytes of a JSON object from a page, and of a file."""

_DEFAULT_HEADERS = {
    # Drawings have styles in their text. Scripts run only from the files of the page.
    "Content-Security-Policy": "default-src 'none'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'none'; script-src 'self'",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class RequestHandler(BaseHTTPRequestHandler, ABC):
    """Handles one request. Only pages of this server may send requests: they have its token.

    A subclass implements `get`, `post` and `put`, which get the names in the path of the request.
    """

    protocol_version = "HTTP/1.1"
    timeout = 60
    hosts: tuple[str, ...]
    """The values of the header Host that requests may have, such as localhost:8620."""
    token: str
    cookie: str
    """The cookie that has the token, as name=value."""

    @abstractmethod
    def get(self, parts: list[str], values: Message) -> None:
        """Respond to a request that changes nothing.

        `parts` are the names in its path, and `values` the values of its query.
        """

    @abstractmethod
    def post(self, parts: list[str], values: Message) -> None:
        """Respond to a request that changes something.

        `parts` are the names in its path, and `values` the values of its JSON object.
        """

    @abstractmethod
    def put(self, parts: list[str], data: bytes) -> None:
        """Respond to a request that sends a file.

        `parts` are the names in its path, and `data` is the content of the file.
        """

    def do_GET(self) -> None:
        """Call `get` if the request has the token, otherwise respond with 403."""
        path, _, query = self.path.partition("?")
        values = dict(parse_qsl(query, keep_blank_values=True))
        # Only the address of a page has the token: a cookie has it for all others.
        is_page = path in ("/", "/alive") or path.startswith("/p/")
        if self._is_allowed(values.get("t", "") if is_page else ""):
            self.get(path.split("/")[1:], values)
        else:
            self.respond(403, b"Open the address that printgen preview printed last.")

    def do_POST(self) -> None:
        """Call `post` if the body is a JSON object, otherwise respond with 400."""
        body = self._read_body(_MAX_BODY)
        if body is None:
            return
        values = None
        with suppress(ValueError, RecursionError):
            values = json.loads(body or b"{}")
        if isinstance(values, dict):
            self.post(self.path.split("/")[1:], values)
        else:
            self.respond(400)

    def do_PUT(self) -> None:
        """Call `put`, unless the request is not allowed or the file is too large."""
        data = self._read_body(_MAX_UPLOAD)
        if data is not None:
            self.put(self.path.split("/")[1:], data)

    def _is_allowed(self, token: str = "") -> bool:
        """Return whether the request has the token, and does not come from another site.

        The token is in the cookie, or it is `token`.
        """
        headers = self.headers
        # Another site can send requests here, or give its own name this address (DNS rebinding).
        origins = (None, *(f"http://{host}" for host in self.hosts))
        is_own = headers["Host"] in self.hosts and headers["Origin"] in origins
        is_own = is_own and headers["Sec-Fetch-Site"] in (None, "none", "same-origin")
        cookies = headers.get("Cookie", "").split("; ")
        has_cookie = any(compare_digest(one.encode(), self.cookie.encode()) for one in cookies)
        return is_own and (has_cookie or compare_digest(token.encode(), self.token.encode()))

    def _read_body(self, max_bytes: int) -> bytes | None:
        """Return the body of the request.

        If the request is not allowed or too large, respond with an error and return None.
        """
        length = self.headers.get("Content-Length", "0")
        self.close_connection = True
        if not (self._is_allowed() and self.headers["Origin"]):
            self.respond(403)
        elif not (length.isascii() and length.isdecimal()):
            self.respond(400)
        elif int(length) > max_bytes:
            self.respond(413)
        else:
            return self.rfile.read(int(length))
        return None

    def send_file(self, path: Path) -> None:
        """Send a file of the page, or a picture. If it is missing, respond with 404."""
        try:
            data = path.read_bytes()
        except OSError:
            self.respond(404, b"The file is not there any more.")
            return
        self.respond(200, data, _MEDIA_TYPES.get(path.suffix, "application/octet-stream"))

    def send_output(self, name: str, data: bytes, *, is_download: bool) -> None:
        """Send a file that a build wrote.

        Browsers show a PDF or PNG, unless `is_download`, and save other files. They never run a
        file as a page of this server.
        """
        is_shown = Path(name).suffix in (".pdf", ".png") and not is_download
        way = "inline" if is_shown else "attachment"
        head = {"Content-Disposition": f"{way}; filename*=UTF-8''{quote(name)}"}
        media_type = "application/octet-stream"
        if is_shown:
            media_type = _MEDIA_TYPES[Path(name).suffix]
            head["Content-Security-Policy"] = ""  # viewers of PDFs are pages with styles
        self.respond(200, data, media_type, head)

    def send_json(self, value: object, status: int = 200) -> None:
        """Send a value as JSON."""
        self.respond(status, json.dumps(value, ensure_ascii=False).encode(), JSON)

    def respond(
        self,
        status: int,
        body: bytes = b"",
        media_type: str = "text/plain; charset=utf-8",
        head: Mapping[str, str] = {},
    ) -> None:
        """Send a complete response. `head` are headers in addition to the type and the length."""
        sizes = {"Content-Type": media_type, "Content-Length": str(len(body))}
        self.send_head(status, {**sizes, **head})
        self.wfile.write(body)

    def send_head(self, status: int, head: Mapping[str, str]) -> None:
        """Send the status and the headers of a response.

        `head` adds headers to the default headers, or replaces them. The value "" removes a header.
        """
        self.send_response(status)
        if status == 200:
            self.send_header("Set-Cookie", f"{self.cookie}; HttpOnly; SameSite=Strict; Path=/")
        for name, value in (_DEFAULT_HEADERS | dict(head)).items():
            if value:
                self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing, because the terminal is for problems only."""
