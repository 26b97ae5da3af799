"""Tables at an address: a real server on this computer, and a resolver that the tests control."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from printgen.cli.options import addresses
from printgen.cli.options.addresses import download_table
from printgen.problems import ExitCode, Failure
from tests.command_line import Printgen

CSV = b"name,cost\nImp,1\nTroll,5\n"
IPS = {
    "public.example": ["93.184.216.34"],
    "home.example": ["192.168.1.5"],
    "mapped.example": ["::ffff:192.168.1.5"],
    "both.example": ["93.184.216.34", "10.0.0.1"],
    "localhost": ["127.0.0.1"],
}
Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(data: bytes = CSV, kind: str = "text/csv", status: int = 200, **headers: str) -> Answer:
    """An answer with this content. Underscores in the names of headers stand for hyphens."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        for name, value in {"Content_Length": str(len(data)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return send


def redirect(place: str) -> Answer:
    return answer(b"", status=302, Location=place)


class Server:
    """A server: `pages` are its answers by path, and `paths` what was asked for."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.paths: list[str] = []
        self.ended = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.paths.append(self.path)
                server.pages.get(self.path, answer(b"", status=404))(self)

            def log_message(self, *_words: object) -> None:
                """Print nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def place(self, path: str, host: str = "localhost", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def close(self) -> None:
        self.ended.set()
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that answers for all names. Its secure connections are not encrypted."""
    running, connect = Server(), socket.getaddrinfo

    def resolve(host: str, port: int | None, *more: Any) -> Any:
        if port is not None:  # a connection to a computer that was resolved before
            ip_address(host)  # not to a name, which could be that of another computer by now
            return connect("127.0.0.1", port, *more)
        if host not in IPS:
            raise socket.gaierror
        return [(0, 0, 0, "", (ip, 0)) for ip in IPS[host]]

    context = SimpleNamespace(wrap_socket=lambda sock, server_hostname: sock)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(addresses, "create_default_context", lambda: context)
    monkeypatch.setattr(addresses, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.setattr(addresses, "_addresses", {})
    monkeypatch.chdir(tmp_path)
    yield running
    running.close()


def get_problem(address: str) -> str:
    """What is reported of an address, without its hint."""
    with pytest.raises(Failure) as raised:
        download_table(address)
    assert raised.value.exit_code is ExitCode.USAGE
    (problem,) = raised.value.problems
    assert problem.where.subject == address
    assert problem.hint
    assert "Error" not in str(problem)
    return problem.message


@pytest.mark.quick(every=7)
@pytest.mark.parametrize(
    ("kind", "path", "name"),
    [
        ("text/csv; charset=utf-8", "/pub?output=csv", "pub.csv"),
        ("text/tab-separated-values", "/pub", "pub.tsv"),
        ("application/json", "/cards", "cards.json"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "/a", "a.xlsx"),
        ("application/vnd.oasis.opendocument.spreadsheet", "/a.ods", "a.ods"),
        ("application/octet-stream", "/my%20cards.XLSX", "my cards.xlsx"),
        ("text/plain", "/%C3%A9lan.csv", "élan.csv"),
    ],
)
def test_the_content_type_or_the_name_says_the_format(
    server: Server, kind: str, path: str, name: str
) -> None:
    server.pages[path] = answer(kind=kind)
    file = download_table(server.place(path))
    assert (file.name, file.read_bytes()) == (name, CSV)


@pytest.mark.quick(every=5)
@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ('attachment; filename="Deck - Sheet1.csv"', "Deck - Sheet1.csv"),
        ("attachment; filename*=UTF-8''%E5%8D%A1.csv", "卡.csv"),
        ('attachment; filename="../../x.csv"', "x.csv"),
        ('attachment; filename="a:b|c.csv"', "a_b_c.csv"),
        ('attachment; filename=".csv"', "csv.csv"),
    ],
)
def test_a_table_has_the_name_that_the_server_gives_it(
    server: Server, sent: str, name: str
) -> None:
    server.pages["/pub"] = answer(Content_Disposition=sent)
    file = download_table(server.place("/pub"))
    assert file.name == name
    assert file.parent.parent.name == "downloaded-tables"


def test_a_table_with_another_name_replaces_the_old_one(server: Server) -> None:
    address = server.place("/pub")
    for name in ("b.csv", "a.csv", "c.csv"):
        server.pages["/pub"] = answer(Content_Disposition=f'attachment; filename="{name}"')
        file = download_table(address)
        assert [*file.parent.iterdir()] == [file]
        assert download_table(address, is_offline=True).name == name


def wait_for_end(server: Server, before: bytes) -> Answer:
    """An answer that begins with `before`, and goes on when the test is over."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(before)
        server.ended.wait()

    return send


def send_for_ever(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\n\r\n")
    with suppress(OSError):
        while True:
            handler.wfile.write(b"Imp,1\n" * 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("before", [b"", b"HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\n\r\na,"])
def test_a_slow_answer_is_given_up(
    server: Server, monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    monkeypatch.setattr(addresses, "MAX_SECONDS", 0.3)
    server.pages["/a.csv"] = wait_for_end(server, before)
    assert "no complete answer" in get_problem(server.place("/a.csv"))


def test_answers_that_are_no_table_are_reported(server: Server) -> None:
    server.pages |= {
        "/endless.csv": send_for_ever,
        "/page.csv": answer(b"<html>Sign in</html>", "text/html"),
        "/art.png": answer(b"\x89PNG", "image/png"),
        "/short.csv": answer(Content_Length="9999"),
    }
    parts = {
        "/endless.csv": "larger than",
        "/page.csv": "a web page",
        "/art.png": "image/png",
        "/short.csv": "cut off",
        "/none.csv": "404",
    }
    for path, part in parts.items():
        assert part in get_problem(server.place(path))
    assert "cannot be found" in get_problem("https://nowhere.example/cards.csv")
    assert "user name" in get_problem("https://me:secret@public.example/cards.csv")
    assert not (addresses.user_cache_path() / "downloaded-tables").exists()


@pytest.mark.slow
def test_redirects_are_followed_within_the_local_network_and_the_internet(server: Server) -> None:
    server.pages |= {"/a": redirect("/b"), "/b": redirect(server.place("/c.csv", "home.example"))}
    server.pages |= {"/c.csv": answer(), "/d": redirect("/c.csv")}
    assert download_table(server.place("/a")).name == "c.csv"
    assert download_table(server.place("/d", "public.example", "https")).name == "c.csv"
    # From the local network to the internet.
    server.pages["/e"] = redirect(server.place("/c.csv", "public.example", "https"))
    assert download_table(server.place("/e")).name == "c.csv"


@pytest.mark.quick(every=4)
@pytest.mark.parametrize("host", ["home.example", "mapped.example", "both.example", "localhost"])
def test_the_internet_may_not_redirect_into_the_local_network(server: Server, host: str) -> None:
    server.pages["/a"] = redirect(server.place("/secret.csv", host, "https"))
    server.pages["/secret.csv"] = answer()
    assert "redirects" in get_problem(server.place("/a", "public.example", "https"))
    assert server.paths == ["/a"]


def test_what_is_not_secure_stays_in_the_local_network(server: Server) -> None:
    server.pages |= {"/a": redirect(server.place("/c.csv")), "/loop": redirect("/loop")}
    server.pages["/c.csv"] = answer()
    assert "not in the local network" in get_problem(server.place("/c.csv", "public.example"))
    assert "not in the local network" in get_problem(server.place("/c.csv", "both.example"))
    assert not server.paths
    assert "redirects" in get_problem(server.place("/a", "localhost", "https"))
    assert "redirects more than" in get_problem(server.place("/loop"))
    server.pages["/a"] = redirect("file:///etc/passwd")
    with pytest.raises(Failure):
        download_table(server.place("/a"))


def test_an_invalid_certificate_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert "certificate" in get_problem(f"https://127.0.0.1:{server.port}/cards.csv")


@pytest.mark.slow
def test_a_table_that_changes_is_read_once(server: Server, printgen: Printgen) -> None:
    """Whatever the server answers later, what was proofed is what was printed."""
    server.pages["/cards.csv"] = lambda handler: answer(
        CSV.replace(b"5", str(len(server.paths)).encode())
    )(handler)
    address = server.place("/cards.csv")
    said = printgen("build", address)
    assert said.code == 0, said.err
    assert server.paths == ["/cards.csv"]
    assert said.out.startswith("output/cards/deck.pdf")
    pdf = "output/cards/deck.pdf"
    assert printgen("proof", pdf, "--table", address, "--offline").code == 0
    assert printgen("proof", pdf, "--table", address).code == 5


@pytest.mark.slow
def test_without_a_network_only_offline_prints_the_table_of_last_time(
    server: Server, printgen: Printgen
) -> None:
    server.pages["/cards.csv"] = answer()
    address = server.place("/cards.csv")
    assert printgen("check", address).code == printgen("check", "--offline", address).code
    server.pages.clear()
    said = printgen("build", address)
    assert said.code == 2
    assert f"{address}: error: " in said.err
    assert printgen("build", "--offline", address).code == 0
    said = printgen("build", "--offline", server.place("/other.csv"))
    assert said.code == 2
    assert "not downloaded before" in said.err


@pytest.mark.slow
def test_pictures_are_those_of_the_current_folder(server: Server, printgen: Printgen) -> None:
    Path("art").mkdir()
    Path("art/imp.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9z"/></svg>',
        "utf-8",
    )
    server.pages["/cards.csv"] = answer(b"name,picture\nImp,imp.svg\nTroll,\n")
    said = printgen("build", server.place("/cards.csv"))
    assert said.code == 0, said.err


@pytest.mark.slow
def test_a_game_can_start_from_a_table_at_an_address(server: Server, printgen: Printgen) -> None:
    server.pages["/cards.csv"] = answer()
    said = printgen("new", "my-game", "--from", server.place("/cards.csv"))
    assert said.code == 0, said.err
    assert Path("my-game/cards.csv").read_bytes() == CSV
    assert printgen("build", "my-game", "--dry-run").code == 0


def test_a_mistake_is_shown_without_the_folder_of_the_copy(
    server: Server, printgen: Printgen
) -> None:
    server.pages["/cards.csv"] = answer(b"name,qty\nImp,many\n")
    said = printgen("build", server.place("/cards.csv"))
    assert said.code == 3
    assert said.err.startswith("cards.csv:2:5: error: ")


def test_a_table_is_downloaded_again_until_the_process_ends(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.pages["/cards.csv"] = answer()
    file = download_table(server.place("/cards.csv"))
    time_of_file = file.stat().st_mtime_ns
    rounds = iter([answer(), answer(CSV + b"Witch,3\n")])
    ended = threading.Event()

    def go_on(_seconds: float) -> None:
        page = next(rounds, None)
        if page is None:
            ended.set()
            threading.Event().wait()  # for ever: the thread ends with the process
        assert file.stat().st_mtime_ns == time_of_file  # nothing changed so far
        server.pages["/cards.csv"] = page

    monkeypatch.setattr(addresses, "sleep", go_on)
    addresses.start_download_thread(10)
    assert ended.wait(30)
    assert file.read_bytes() == CSV + b"Witch,3\n"
