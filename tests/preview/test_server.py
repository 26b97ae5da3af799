"""The server of the preview: who may ask, what pages are told, and what it survives."""

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from printgen.preview.pages import Pages
from printgen.preview.renderer_process import RendererProcess
from printgen.preview.server import PreviewServer

STAND_IN = Path(__file__).with_name("stand_in_renderer.py")
Event = dict[str, Any]


class Preview:
    """A preview of the words of a file, and requests to it as a browser sends them."""

    def __init__(self, file: Path, hang_seconds: float = 30.0) -> None:
        self.file = file
        self.pages = Pages("editor://{file}:{line}")
        command = [sys.executable, str(STAND_IN), str(file)]
        self.renderer = RendererProcess(command, self.pages.receive, hang_seconds)
        build = [sys.executable, "-c", "print('built'); raise SystemExit(4)"]
        self.server = PreviewServer(0, self.pages, self.renderer, build)
        self.host = f"127.0.0.1:{self.server.server_port}"

    def request(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Any:
        """Return the response to a request. Headers replace those that a browser sends."""
        sent = {"Host": self.host, "Cookie": self.server.cookie, "Origin": f"http://{self.host}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(self.host, timeout=10)
        connection.request(method, path, body, {k: v for k, v in sent.items() if v})
        return connection.getresponse()

    def read(self, path: str, method: str = "GET", body: str = "") -> Any:
        with self.request(path, method, body) as response:
            assert response.status == 200
            return json.load(response)

    @contextmanager
    def listen(self) -> Iterator[Callable[[str], Event]]:
        """Provide a function that returns the next event of a kind."""
        events: list[Event] = []
        with self.request("/events") as response:

            def read_next(kind: str) -> Event:
                while True:
                    while events:
                        event = events.pop(0)
                        if event["event"] == kind:
                            return event
                    line = response.readline()
                    assert line, "the server ended the events"
                    events.extend(json.loads(line[6:]) if line.startswith(b"data: ") else ())

            yield read_next

    def save(self, words: str) -> None:
        self.file.write_text(words, encoding="utf-8")
        self.pages.report_change()
        self.renderer.report_change([str(self.file)])

    def read_state(self) -> dict[str, Event]:
        """Return the events with which a page starts, by their ids."""
        return {event.get("id", "start"): event for event in self.read("/state")}

    def wait_for_faces(self, number: int) -> list[Event]:
        """Return the faces once there are this number of them."""
        for _ in range(500):
            faces = [event for event in self.read("/state") if event["event"] == "face"]
            if len(faces) == number:
                return faces
            time.sleep(0.01)
        raise AssertionError(faces)


Open = Callable[..., Preview]


@pytest.fixture(scope="module")
def open_preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with ExitStack() as stack:

        def start(words: str, **options: float) -> Preview:
            file = tmp_path_factory.mktemp("game") / "cards.txt"
            file.write_text(words, encoding="utf-8")
            preview = Preview(file, **options)
            stack.callback(Thread(target=preview.server.shutdown).start)
            stack.callback(preview.renderer.close)
            return preview

        yield start


def test_the_page_and_its_faces_are_served(open_preview: Open) -> None:
    preview = open_preview("imp orc")
    path = preview.server.address.removeprefix(f"http://{preview.host}")
    page = preview.request(path, Cookie="", Origin="", Sec_Fetch_Site="none")
    assert page.status == 200
    assert page.headers["Set-Cookie"].startswith(preview.server.cookie)
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert b"<script>" in page.read()
    faces = preview.wait_for_faces(2)
    assert [face["title"] for face in faces] == ["imp", "orc"]
    assert preview.request(f"/drawing/{faces[0]['hash']}?of=deck/2").status == 404
    with preview.request(f"/drawing/{faces[1]['hash']}?of=deck/2") as drawing:
        assert b"<text>orc</text>" in drawing.read()
        assert "default-src 'none'" in drawing.headers["Content-Security-Policy"]
    with preview.listen() as read_next:
        read_next("done")
        assert preview.request("/fields?of=deck/1").status == 204
        assert read_next("fields")["of"] == "deck/1"
    assert preview.read("/build", "POST") == {"code": 4, "text": "built\n"}


@pytest.fixture(scope="module")
def imp_preview(open_preview: Open) -> Preview:
    return open_preview("imp")


@pytest.mark.parametrize(
    ("path", "method", "headers"),
    [
        ("/", "GET", {"Host": "evil.example"}),
        ("/state", "GET", {"Host": "evil.example:80"}),
        ("/state", "GET", {"Origin": "http://evil.example"}),
        ("/state", "GET", {"Origin": "null"}),
        ("/state", "GET", {"Sec_Fetch_Site": "cross-site"}),
        ("/state", "GET", {"Sec_Fetch_Site": "same-site"}),
        ("/state", "GET", {"Cookie": ""}),
        ("/events", "GET", {"Cookie": "printgen-1=x"}),
        ("/?t=wrong", "GET", {"Cookie": ""}),
        ("/state?t=TOKEN", "GET", {"Cookie": ""}),
        ("/build", "POST", {"Origin": ""}),
        ("/build", "POST", {"Cookie": ""}),
        ("/build", "POST", {"Origin": "http://evil.example"}),
        ("/drawing?of=../../../etc/passwd", "GET", {}),
        ("/change?paths=x", "GET", {}),
        ("/font/..%2f..%2fetc%2fpasswd", "GET", {}),
        ("//etc/passwd", "GET", {}),
        ("/page.html", "GET", {}),
        ("/events", "POST", {}),
    ],
)
def test_hostile_requests_are_refused(
    imp_preview: Preview, path: str, method: str, headers: dict[str, str]
) -> None:
    token = imp_preview.server.cookie.partition("=")[2]
    response = imp_preview.request(path.replace("TOKEN", token), method, "", **headers)
    assert response.status in (403, 404)
    assert b"imp" not in response.read()


def test_a_half_written_save_is_not_reported(open_preview: Open) -> None:
    preview = open_preview("imp")
    preview.wait_for_faces(1)
    with preview.listen() as read_next:
        read_next("done")
        for words in ("broken", "wrong", "imp orc"):
            preview.save(words)
            read_next("done")
        # Whatever was held back is shown after 300 ms: this event comes later.
        time.sleep(0.4)
        preview.save("elf orc")
        titles = []
        while titles[-1:] != ["elf"]:
            face = read_next("face")
            assert face["problems"] == []
            titles.append(face["title"])
    assert preview.read_state()["game"]["problems"] == []


def test_an_error_that_stands_is_reported(open_preview: Open) -> None:
    preview = open_preview("imp")
    preview.wait_for_faces(1)
    with preview.listen() as read_next:
        read_next("done")
        started = time.monotonic()
        preview.save("broken")
        assert read_next("game")["problems"][0]["message"] == "cannot be read"
        assert time.monotonic() - started >= 0.3
        assert [face["title"] for face in preview.wait_for_faces(1)] == ["imp"]
        preview.save("wrong")
        assert read_next("face")["problems"][0]["message"] == "does not fit"


def test_a_renderer_that_dies_is_started_again(open_preview: Open) -> None:
    preview = open_preview("imp")
    (face,) = preview.wait_for_faces(1)
    with preview.listen() as read_next:
        read_next("done")
        preview.save("die")
        assert "needs more processor time" in read_next("down")["message"]
        assert "needs more processor time" in preview.read_state()["status"]["message"]
        assert preview.request(f"/drawing/{face['hash']}?of=deck/1").status == 200
        preview.save("orc")
        assert read_next("face")["title"] == "orc"
        read_next("done")
    assert preview.read_state()["status"]["event"] == "done"


def test_a_renderer_that_hangs_is_stopped(open_preview: Open) -> None:
    preview = open_preview("imp", hang_seconds=2.0)
    preview.wait_for_faces(1)
    with preview.listen() as read_next:
        read_next("done")
        preview.save("hang")
        assert "no sign of life" in read_next("down")["message"]
        preview.file.write_text("orc", encoding="utf-8")
        assert read_next("face")["title"] == "orc"


def test_other_output_of_the_renderer_is_ignored(open_preview: Open) -> None:
    preview = open_preview("rubbish")
    preview.wait_for_faces(1)
    assert preview.read_state()["status"]["event"] != "down"


@pytest.mark.parametrize("length", ["x", "-1", "9"])
def test_a_request_with_a_body_is_refused(imp_preview: Preview, length: str) -> None:
    assert imp_preview.request("/build", "POST", Content_Length=length).status == 400


def test_seven_pages_hear_of_a_change(open_preview: Open) -> None:
    preview = open_preview("imp")
    preview.wait_for_faces(1)
    with ExitStack() as stack:
        listeners = [stack.enter_context(preview.listen()) for _ in range(7)]
        for read_next in listeners:
            read_next("done")
        preview.save("orc")
        assert {read_next("face")["title"] for read_next in listeners} == {"orc"}


def test_the_server_imports_no_stage_that_knows_games() -> None:
    code = "import printgen.preview.server, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"printgen.rules", "printgen.layout", "lxml"} & set(run.stdout.split())
