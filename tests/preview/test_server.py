"""The server of the preview: who may ask, what pages are told, and what it survives."""

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest

from printgen.preview import project
from printgen.preview.command_line_functions import CommandLineFunctions
from printgen.preview.server import PreviewServer
from printgen.preview.workspace import Workspace

STAND_IN = Path(__file__).with_name("stand_in_renderer.py")
Event = dict[str, Any]


class Preview:
    """A preview of the words of a file, and requests to it as a browser sends them."""

    def __init__(self, file: Path, hang_seconds: float = 30.0) -> None:
        self.file, self.changes = file, SimpleQueue[Sequence[str]]()
        self.watched: Sequence[str] = ()
        self.workspace = Workspace(file.parent, self._make_command_line(hang_seconds))
        self.server = PreviewServer(0, self.workspace)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.project = self.workspace.open_project(str(file), {})
        self.path = f"/p/{self.project.key}"

    def _make_command_line(self, hang_seconds: float) -> CommandLineFunctions:
        return CommandLineFunctions(
            renderer=[sys.executable, str(STAND_IN), str(self.file)],
            build=[sys.executable, str(STAND_IN.with_name("stand_in_build.py"))],
            check=[sys.executable, "-c", ""],
            listing=[sys.executable, "-c", "print('{}')"],
            form=b"[]",
            file_options={"font": (".ttf",), "pictures": ()},
            format_arguments=lambda source, values: [*values, "--", source],
            format_command=" ".join,
            watch_folders=self._watch_folders,
            render_help=lambda name: f"<p>help on {name}" if name == "printing" else None,
            help_pictures={},
            hang_seconds=hang_seconds,
            editor="editor://{file}:{line}",
            recent_file=self.file.parent / "state" / "recent.json",
        )

    def _watch_folders(self, paths: Sequence[str]) -> Iterator[Sequence[str]]:
        self.watched = paths
        return iter(self.changes.get, [])

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
        with self.request(f"{self.path}/events") as response:

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
        self.changes.put([str(self.file)])

    def read_state(self) -> dict[str, Event]:
        """Return the events with which a page starts, by their ids."""
        return {event.get("id", "start"): event for event in self.read(f"{self.path}/state")}

    def wait_for_faces(self, number: int) -> list[Event]:
        """Return the faces once there are this number of them."""
        for _ in range(500):
            faces = [event for event in self.read(f"{self.path}/state") if event["event"] == "face"]
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
            stack.callback(preview.workspace.close)
            stack.callback(preview.changes.put, [])
            return preview

        yield start


def test_the_page_and_its_faces_are_served(open_preview: Open) -> None:
    preview = open_preview("imp orc")
    for opened in (None, preview.project):
        path = preview.server.get_address(opened).removeprefix(f"http://{preview.host}")
        page = preview.request(path, Cookie="", Origin="", Sec_Fetch_Site="none")
        assert page.status == 200
        assert page.headers["Set-Cookie"].startswith(preview.server.cookie)
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        scripts = re.findall(rb'<script[^>]* src="(/page/[\w.]+)"></script>', page.read())
        assert scripts
        for script in scripts:
            assert preview.request(script.decode()).headers["Content-Type"].startswith("text/jav")
    faces = preview.wait_for_faces(2)
    assert [face["title"] for face in faces] == ["imp", "orc"]
    assert preview.request(f"{preview.path}/drawing/{faces[0]['hash']}?of=deck/2").status == 404
    with preview.request(f"{preview.path}/drawing/{faces[1]['hash']}?of=deck/2") as drawing:
        assert b"<text>orc</text>" in drawing.read()
        assert "default-src 'none'" in drawing.headers["Content-Security-Policy"]
    with preview.listen() as read_next:
        read_next("done")
        assert preview.request(f"{preview.path}/fields?of=deck/1").status == 204
        assert read_next("fields")["of"] == "deck/1"


def wait_for_build(read_next: Callable[[str], Event]) -> Event:
    """Return the last event of a build."""
    while (event := read_next("build"))["state"] in ("", "running"):
        pass
    return event


def test_a_build_says_what_it_wrote_and_its_files_are_served(open_preview: Open) -> None:
    preview = open_preview("imp")
    with preview.listen() as read_next:
        assert preview.read(f"{preview.path}/options", "POST", '{"paper": "letter"}') == {}
        while read_next("request")["values"] != {"paper": "letter"}:
            pass
        assert preview.read(f"{preview.path}/build", "POST") == {"started": True}
        built = wait_for_build(read_next)
        (file,) = built["files"]
        assert (built["state"], file["name"], file["pages"]) == ("done", "cards.pdf", 1)
        assert built["said"] == ["a library printed this"]
        with preview.request(f"{preview.path}/file/0/cards.pdf") as response:
            assert response.read() == b"%PDF-1.4 paper"
        with preview.request(f"{preview.path}/all.zip") as response:
            assert response.read().startswith(b"PK")
        preview.save("orc")
        assert wait_for_build(read_next)["isOld"]
        assert preview.read(f"{preview.path}/options", "POST", '{"fail": "1"}') == {}
        preview.read(f"{preview.path}/build", "POST")
        failed = wait_for_build(read_next)
        assert (failed["state"], failed["files"]) == ("failed", [])
        assert failed["findings"][0]["message"] == "does not fit"


def test_a_build_can_be_cancelled(open_preview: Open) -> None:
    preview = open_preview("imp")
    preview.read(f"{preview.path}/options", "POST", '{"wait": "1"}')
    with preview.listen() as read_next:
        preview.read(f"{preview.path}/build", "POST")
        while not read_next("build").get("step"):
            pass
        assert preview.read(f"{preview.path}/build", "POST") == {"started": False}
        assert preview.request(f"{preview.path}/cancel", "POST").status == 204
        assert wait_for_build(read_next)["state"] == "cancelled"


@pytest.fixture(scope="module")
def imp_preview(open_preview: Open) -> Preview:
    return open_preview("imp")


@pytest.mark.parametrize(
    ("path", "method", "headers"),
    [
        ("/", "GET", {"Host": "evil.example"}),
        ("P/state", "GET", {"Host": "evil.example:80"}),
        ("P/state", "GET", {"Origin": "http://evil.example"}),
        ("P/state", "GET", {"Origin": "null"}),
        ("P/state", "GET", {"Sec_Fetch_Site": "cross-site"}),
        ("P/state", "GET", {"Sec_Fetch_Site": "same-site"}),
        ("P/state", "GET", {"Cookie": ""}),
        ("P/events", "GET", {"Cookie": "printgen-1=x"}),
        ("/?t=wrong", "GET", {"Cookie": ""}),
        ("/listing?t=TOKEN", "GET", {"Cookie": ""}),
        ("/alive?t=wrong", "GET", {"Cookie": ""}),
        ("P/build", "POST", {"Origin": ""}),
        ("P/build", "POST", {"Cookie": ""}),
        ("P/build", "POST", {"Origin": "http://evil.example"}),
        ("P/build", "GET", {}),
        ("P/cell?of=&name=x&new=y", "POST", {"Origin": ""}),
        ("P/files/cards.csv", "PUT", {"Origin": ""}),
        ("/files/cards.csv", "PUT", {"Cookie": ""}),
        ("/quit", "GET", {}),
        ("/quit", "POST", {"Origin": ""}),
        ("/quit", "POST", {"Sec_Fetch_Site": "cross-site"}),
        ("P/drawing?of=../../../etc/passwd", "GET", {}),
        ("P/change?paths=x", "GET", {}),
        ("P/font/..%2f..%2fetc%2fpasswd", "GET", {}),
        ("P/file/0/../../state/recent.json", "GET", {}),
        ("P/file/-1/cards.pdf", "GET", {}),
        ("P/file/٣/cards.pdf", "GET", {}),
        ("/page/../server.py", "GET", {}),
        ("/page/..%2fserver.py", "GET", {}),
        ("/help/../../pyproject", "GET", {}),
        ("/help/images/../printing.md", "GET", {}),
        ("/p/other/state", "GET", {}),
        ("//etc/passwd", "GET", {}),
        ("/project.html", "GET", {}),
        ("P/events", "POST", {}),
    ],
)
def test_hostile_requests_are_refused(
    imp_preview: Preview, path: str, method: str, headers: dict[str, str]
) -> None:
    token = imp_preview.server.cookie.partition("=")[2]
    written = re.sub("^P", imp_preview.path, path.replace("TOKEN", token))
    response = imp_preview.request(quote(written, safe="/?=&%"), method, "", **headers)
    assert response.status in (403, 404)
    assert b"imp" not in response.read()
    assert not imp_preview.workspace.ended.is_set()
    assert not [*imp_preview.file.parent.glob("*.csv")]


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/open", '{"source": "../other.csv"}', 403),
        ("/open", '{"source": "/etc/passwd"}', 403),
        ("/open", '{"source": "--watch"}', 403),
        ("/open", '{"source": 5}', 404),
        ("/open", '{"source": "a\\u0000b"}', 403),
        ("/open", "[]", 400),
        ("/open", "{", 400),
        ("/open", "[" * 100_000, 400),
        ("P/options", '"paper"', 400),
        ("P/cell", '{"of": 1}', 404),
        ("P/show", '{"file": "../x"}', 404),
    ],
)
def test_hostile_messages_are_refused(
    imp_preview: Preview, address: str, body: str, status: int
) -> None:
    path = address.replace("P", imp_preview.path)
    assert imp_preview.request(path, "POST", body).status == status


@pytest.mark.parametrize("option", ["font", "pictures"])
@pytest.mark.parametrize("path", ["/etc/hosts", "../x.ttf", ["a.ttf", "../b.ttf"], "a\0b"])
def test_an_option_takes_files_of_the_folder_only(
    imp_preview: Preview, option: str, path: str | list[str]
) -> None:
    body = json.dumps({option: path})
    answer = imp_preview.read(f"{imp_preview.path}/options", "POST", body)
    assert answer["option"] == option
    assert imp_preview.project.values == {}


def test_a_file_outside_the_folder_stays_if_it_was_typed(
    open_preview: Open, tmp_path: Path
) -> None:
    """It is watched, and other options can still be chosen."""
    preview = open_preview("imp")
    font = tmp_path / "own.ttf"
    font.write_bytes(b"")
    preview.project.choose_options({"font": f"{font}#Own"})
    preview.changes.put([str(preview.file)])
    wait_until(lambda: str(font) in preview.watched)
    body = {"font": f"{font}#Own", "paper": "letter"}
    assert preview.read(f"{preview.path}/options", "POST", json.dumps(body)) == {}
    other = {**body, "font": str(tmp_path / "other.ttf")}
    answer = preview.read(f"{preview.path}/options", "POST", json.dumps(other))
    assert answer["option"] == "font"


def test_a_saved_file_replaces_no_other(open_preview: Open) -> None:
    preview = open_preview("imp")
    folder = preview.file.parent
    first = preview.read("/files/deck%20one.csv", "PUT", "name\nImp\n")
    assert Path(first["source"]) == folder / "deck one.csv"
    assert (folder / "deck one.csv").read_text() == "name\nImp\n"
    assert preview.read("/files/deck%20one.csv", "PUT", "name\nImp\n") == first
    with preview.request("/files/deck%20one.csv", "PUT", "name\nOrc\n") as answer:
        assert (answer.status, json.load(answer)) == (409, {"free": "deck one-2.csv"})
    assert (folder / "deck one.csv").read_text() == "name\nImp\n"


@pytest.mark.parametrize(
    "name",
    ["..%2fx.csv", ".csv", ".hidden.csv", "x.py", "x", "a%00.csv", "a%5Cb.csv", "x" * 200 + ".csv"],
)
def test_a_name_that_could_do_harm_is_not_saved(imp_preview: Preview, name: str) -> None:
    before = {*imp_preview.file.parent.rglob("*")}
    with imp_preview.request(f"/files/{name}", "PUT", "a") as answer:
        assert answer.status == 400
        assert json.load(answer)["hint"]
    assert {*imp_preview.file.parent.rglob("*")} == before


def test_a_file_that_is_too_large_is_refused_unread(imp_preview: Preview) -> None:
    answer = imp_preview.request("/files/a.csv", "PUT", "", Content_Length="20000001")
    assert answer.status == 413


def test_the_program_ends_when_the_page_says_so(open_preview: Open) -> None:
    preview = open_preview("imp")
    assert preview.request("/quit", "POST").status == 204
    assert preview.workspace.ended.wait(5)


def test_what_was_open_last_is_listed_with_its_options(open_preview: Open) -> None:
    preview = open_preview("imp")
    preview.read(f"{preview.path}/options", "POST", '{"paper": "letter"}')
    again = Workspace(preview.file.parent, preview.workspace.command_line)
    try:
        assert again.list_sources()["recent"] == [
            {"source": preview.file.name, "values": {"paper": "letter"}}
        ]
        assert again.open_project(preview.file.name, {}).values == {"paper": "letter"}
    finally:
        again.close()


def test_a_renderer_that_nobody_looks_at_rests(
    open_preview: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project, "_IDLE_SECONDS", 0.0)
    preview = open_preview("imp")
    wait_until(lambda: preview.project.renderer.is_suspended)
    preview.file.write_text("orc", encoding="utf-8")
    monkeypatch.setattr(project, "_IDLE_SECONDS", 60.0)
    with preview.listen() as read_next:
        while read_next("face")["title"] != "orc":
            pass
    assert not preview.project.renderer.is_suspended
    assert "down" not in {event["event"] for event in preview.read_state().values()}


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(1000):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("it did not become so")


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


@pytest.mark.slow
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
        assert preview.request(f"{preview.path}/drawing/{face['hash']}?of=deck/1").status == 200
        preview.save("orc")
        assert read_next("face")["title"] == "orc"
        read_next("done")
    assert preview.read_state()["status"]["event"] == "done"


@pytest.mark.slow
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


@pytest.mark.parametrize("length", ["x", "-1", "²"])
def test_a_length_that_is_no_number_is_refused(imp_preview: Preview, length: str) -> None:
    path = f"{imp_preview.path}/build"
    assert imp_preview.request(path, "POST", Content_Length=length).status == 400


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
