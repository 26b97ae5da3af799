"""Tables at an address: downloaded into the cache folder of the user, and read there as files.

The user typed the address, so it may be in the local network. What it answers is from a stranger. A
redirect may not lead from the internet into the local network. Each name is resolved once, so that
the computer that was checked is the one that is asked. Size and time are limited.
"""

import re
import socket
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from pathlib import Path
from ssl import create_default_context
from string import punctuation
from threading import Thread
from time import sleep
from urllib.parse import quote, unquote, urljoin, urlsplit

from platformdirs import user_cache_path

from printgen.cli import terminal
from printgen.problems import ExitCode, Failure, InputError, create_failure
from printgen.rules.files.files import MAX_BYTES
from printgen.system.file_suffixes import ROW_SUFFIXES
from printgen.system.files import DOWNLOADS_FOLDER, write_files

MAX_SECONDS = 30.0
"""The longest time of a download, with all redirects."""

_MAX_REDIRECTS = 5
_CONTENT_TYPES = {"/csv": ".csv", "/tab-": ".tsv", "/json": ".json", "ml.sheet": ".xlsx"}
"""Parts of content types, and the suffixes that they stand for. Other types need a suffix."""

_addresses = dict[str, None]()
"""The addresses whose tables this process reads."""


def download_table(address: str, *, is_offline: bool = False) -> Path:
    """Download the table at an address, and return the path of its copy in the cache folder.

    The copy has the file name that the server gives it. It is written only if it changed. With
    `is_offline`, return the copy of the last download. Raises `Failure` (usage) if there is no
    table.
    """
    key = sha256(address.encode()).hexdigest()[:16]
    folder = user_cache_path("printgen", appauthor=False) / DOWNLOADS_FOLDER / key
    terminal.hide_path_in_messages(folder)
    old_files = {*folder.glob("[!.]*")}
    if is_offline and old_files:
        return min(old_files)
    try:
        if is_offline:
            raise InputError("was not downloaded before", "leave --offline out once")
        name, data = _fetch_table_with_timeout(address)
    except InputError as error:
        raise create_failure(ExitCode.USAGE, address, error.message, error.hint) from None
    except (OSError, HTTPException, ValueError) as error:
        message = "cannot be read: the connection failed, or its certificate is not valid"
        if isinstance(error, TimeoutError):
            message = f"gave no complete answer within {MAX_SECONDS:g} s"
        elif isinstance(error, socket.gaierror):
            message = "names a computer that cannot be found"
        elif not isinstance(error, OSError | HTTPException):
            message = "is not a valid address"
        hint = "check the address; --offline uses the table that was downloaded last"
        raise create_failure(ExitCode.USAGE, address, message, hint) from None
    _addresses[address] = None
    file = folder / name
    if file not in old_files or file.read_bytes() != data:
        write_files({file: data}, "free disk space")
        for old_file in old_files - {file}:
            old_file.unlink(missing_ok=True)
    return file


def start_download_thread(seconds: float) -> None:
    """Start a thread that downloads the tables of this process again, every `seconds` seconds."""

    def download_tables() -> None:
        while True:
            sleep(seconds)
            for address in _addresses:
                try:
                    download_table(address)
                except Failure as failure:
                    terminal.print_problems(failure.problems)

    Thread(target=download_tables, daemon=True).start()


def _fetch_table_with_timeout(address: str) -> tuple[str, bytes]:
    """Return a file name for the table at an address, and its bytes.

    Raises `TimeoutError` if the download takes too long, and `InputError` if there is no table.
    """
    answer: Future[tuple[str, bytes]] = Future()

    def fetch() -> None:
        try:
            answer.set_result(_fetch_table(address))
        except Exception as error:
            answer.set_exception(error)

    # A socket timeout restarts with each byte, and a name lookup has no timeout of its own.
    Thread(target=fetch, daemon=True).start()
    return answer.result(MAX_SECONDS)


def _fetch_table(address: str) -> tuple[str, bytes]:
    """Return a file name for the table at an address, and its bytes.

    Raises `InputError` if there is no table, or if the address is not allowed.
    """
    was_public = was_secure = False
    for _ in range(1 + _MAX_REDIRECTS):
        parts = urlsplit(address)
        host, is_secure = parts.hostname or ".", parts.scheme == "https"
        ips = [str(item[4][0]) for item in socket.getaddrinfo(host, None)]
        is_local = [not ip_address(ip).is_global for ip in ips]
        if parts.username is not None:
            raise InputError("has a user name", "use an address that needs no password")
        if (was_secure and not is_secure) or (was_public and any(is_local)):
            message = f"redirects to http, or into the local network: {parts.scheme}://{host}"
            raise InputError(message, "type the address of the table itself, if you trust it")
        if not is_secure and not all(is_local):
            message = "is not in the local network, and http:// is allowed only there"
            raise InputError(message, "type https:// instead of http://")
        was_public, was_secure = not all(is_local), is_secure
        connection = (HTTPSConnection if is_secure else HTTPConnection)(host, parts.port)
        with closing(connection):
            connection.sock = _connect_to_any(ips, connection.port)
            if is_secure:
                context = create_default_context()
                connection.sock = context.wrap_socket(connection.sock, server_hostname=host)
            target = quote(parts._replace(scheme="", netloc="", fragment="").geturl(), punctuation)
            connection.request("GET", target or "/", headers={"User-Agent": "printgen"})
            response = connection.getresponse()
            if response.status // 100 == 3:
                address = urljoin(address, response.headers.get("Location", ""))
                continue
            if response.status != 200:
                message = f"has no table: the server answers {response.status} {response.reason}"
                raise InputError(message, "check the address, and who may read it")
            name, data = _choose_file_name(response, parts.path), response.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError(f"is larger than {MAX_BYTES:,} bytes", "split it into several tables")
        if response.length:
            raise InputError("was cut off by the server", "try again")
        return name, data
    raise InputError(f"redirects more than {_MAX_REDIRECTS} times", "check the address")


def _connect_to_any(ips: Sequence[str], port: int) -> socket.socket:
    """Return a connection to the first of these IP addresses that answers.

    The caller must have checked that all of them are allowed.
    """
    *others, last = dict.fromkeys(ips)
    for ip in others:
        with suppress(OSError):
            return socket.create_connection((ip, port), MAX_SECONDS / (len(others) + 1))
    return socket.create_connection((last, port), MAX_SECONDS)


def _choose_file_name(response: HTTPResponse, path: str) -> str:
    """Return a file name for the table in a response. Raises `InputError` if it is no table.

    `path` is that of the address.
    """
    kind = response.headers.get_content_type()
    name = Path(response.headers.get_filename() or unquote(path))
    suffix = "" if kind == "text/html" else name.suffix.lower()
    suffix = next((_CONTENT_TYPES[part] for part in _CONTENT_TYPES if part in kind), suffix)
    if suffix not in ROW_SUFFIXES:
        hint = f"use the address of a file: {', '.join(ROW_SUFFIXES)}; for Google Sheets, see File"
        kind = kind.replace("text/html", "a web page")
        message = f"is not a table: the server sends {kind}"
        raise InputError(message, f"{hint} > Share > Publish to web")
    return (re.sub(r"[^\w .()-]", "_", name.stem)[:60].strip(" .") or "table") + suffix
