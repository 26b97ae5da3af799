"""The web server of the preview, for browsers of this computer only. It holds no game."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote
from zipfile import ZIP_DEFLATED, ZipFile

from printgen.preview.pages import Message
from printgen.preview.project import Project
from printgen.preview.request_handler import HTML, JSON, RequestHandler
from printgen.preview.workspace import Workspace
from printgen.problems import InputError

_PAGE_FILES = {path.name: path for path in Path(__file__).with_name("page").iterdir()}

_POLL_SECONDS = 0.1
"""The interval in which processes are checked, and errors that were held back are sent."""

_READING_OPTIONS = {"sheet", "encoding"}
"""The options for reading a table that `printgen check` has too."""


class PreviewServer(ThreadingHTTPServer):
    """Serves the pages of a workspace on `port` of this computer; on any free port if `port` is 0.

    Raises `OSError` if the port is in use.
    """

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # on Windows, two servers would share the port

    def __init__(self, port: int, workspace: Workspace) -> None:
        super().__init__(("127.0.0.1", port), _PreviewHandler)
        self.workspace = workspace
        self.hosts = tuple(f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost"))
        self.token = token_urlsafe(24)
        # Browsers send the cookies of all ports to each port.
        self.cookie = f"printgen-{self.server_port}={self.token}"
        Thread(target=self.serve_forever, args=[_POLL_SECONDS], daemon=True).start()

    def get_address(self, project: Project | None = None) -> str:
        """Return the address of a project, or without one of the start page, with the token."""
        path = f"p/{project.key}/" if project else ""
        return f"http://{self.hosts[0]}/{path}?t={self.token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error of the server, unless it is an `OSError`: then a page was closed."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def service_actions(self) -> None:
        """Check the processes of all projects. The base class calls this every `_POLL_SECONDS`."""
        self.workspace.stop_or_restart_processes()


class _PreviewHandler(RequestHandler):
    """Handles the requests of the start page and of the pages of projects."""

    server: PreviewServer

    def setup(self) -> None:
        """Copy from the server the hosts, the token and the cookie that requests must have."""
        super().setup()
        server = self.server
        self.hosts, self.token, self.cookie = server.hosts, server.token, server.cookie

    def get(self, parts: list[str], values: Message) -> None:
        """Send a page, or the data that a page requests."""
        workspace = self.server.workspace
        match parts:
            case ["alive"]:
                self.respond(204)
            case ["listing"]:
                self.send_json(workspace.list_sources())
            case ["form"]:
                self.respond(200, workspace.command_line.form, JSON)
            case ["choices", option]:
                self.send_json(workspace.list_paths_for_option(option))
            case ["help", name] if page := workspace.command_line.render_help(name):
                self.respond(200, page.encode(), HTML)
            case ["p", key, *rest] if project := workspace.projects.get(key):
                self._handle_project_get(project, rest, values)
            case _:
                self._send_page_file(parts)

    def _send_page_file(self, parts: list[str]) -> None:
        """Send the start page, or a script, a style sheet or a picture that a page uses."""
        pictures = self.server.workspace.command_line.help_pictures
        match parts:
            case [""]:
                self.send_file(_PAGE_FILES["start.html"])
                self.server.workspace.prepare_renderer()
            case ["page", name] if name in _PAGE_FILES:
                self.send_file(_PAGE_FILES[name])
            case ["help", *path] if file := pictures.get("/".join(path)):
                self.send_file(file)
            case _:
                self.respond(404)

    def _handle_project_get(self, project: Project, rest: list[str], values: Message) -> None:
        pages = project.pages
        subject = pages.last_events.get(values.get("of", ""), {})
        match rest:
            case [""]:
                self.send_file(_PAGE_FILES["project.html"])
            case ["events"]:
                self.send_head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
                for events in pages.stream_events():
                    self.wfile.write(b"data: %b\n\n" % events)
            case ["state"]:
                self.respond(200, pages.format_last_events(), JSON)
            case ["drawing", hash_] if hash_ and hash_ == subject.get("hash"):
                self.respond(200, subject["svg"].encode(), "image/svg+xml")
            case ["font", name] if file := pages.last_events.get(name, {}).get("path"):
                self.respond(200, Path(file).read_bytes(), "font/ttf")
            case ["fields" | "sheets" | "proofed" | "look" | "cell" as question]:
                values.pop("new", "")  # only a POST writes
                project.renderer.send({**values, "do": question})
                self.respond(204)
            case _:
                self._send_build_file(project, rest, values)

    def _send_build_file(self, project: Project, rest: list[str], values: Message) -> None:
        """Send a file that the last build wrote, an archive of these files, or a check report."""
        files = project.build.files
        match rest:
            case ["file", number, _] if (file := _find_file(files, number)) and file.is_file():
                self.send_output(file.name, file.read_bytes(), is_download="download" in values)
            case ["all.zip"] if files:
                name, data = _zip_files(files)
                self.send_output(name, data, is_download=True)
            case ["report"]:
                self._send_report(project)
            case _:
                self.respond(404)

    def post(self, parts: list[str], values: Message) -> None:
        """Open a source, end the program, or change a project."""
        workspace = self.server.workspace
        match parts:
            case ["open"] if isinstance(source := values.get("source"), str) and source:
                if workspace.can_open(source):
                    opened = workspace.open_project(source, {})
                    self.send_json({"address": f"/p/{quote(opened.key)}/"})
                else:
                    self.send_json({"error": "This file is not in the folder of this page."}, 403)
            case ["quit"]:
                self.respond(204)
                workspace.ended.set()
            case ["p", key, action] if project := workspace.projects.get(key):
                self._handle_project_post(project, action, values)
            case _:
                self.respond(404)

    def _handle_project_post(self, project: Project, action: str, values: Message) -> None:
        match action:
            case "options":
                self._set_options(project, values)
            case "build":
                self.send_json({"started": project.start_build()})
            case "cancel":
                project.build.cancel()
                self.respond(204)
            case "cell" if all(isinstance(value, str) for value in values.values()):
                project.renderer.send({**values, "do": "cell"})
                self.respond(204)
            case "show" if file := _find_file(project.build.files, str(values.get("file"))):
                _show_in_folder(file)
                self.respond(204)
            case _:
                self.respond(404)

    def _set_options(self, project: Project, values: Message) -> None:
        """Set the options of a project.

        If an option names a file outside the folder of the workspace, send an error instead.
        """
        workspace = self.server.workspace
        outside = workspace.find_option_outside_folder(project, values)
        if outside:
            self.send_json({"option": outside, "error": "This is not in the folder of this page."})
            return
        project.choose_options(values)
        workspace.save_recent_source(project)
        self.send_json({})

    def put(self, parts: list[str], data: bytes) -> None:
        """Save a file that the user dropped on a page."""
        workspace = self.server.workspace
        match parts:
            case ["files", name]:
                self._save_dropped_file(workspace.folder, name, data)
            case ["p", key, "files", name] if project := workspace.projects.get(key):
                self._save_dropped_file(project.folder, name, data)
            case _:
                self.respond(404)

    def _save_dropped_file(self, folder: Path, name: str, data: bytes) -> None:
        try:
            path = self.server.workspace.save_file(folder, unquote(name), data)
            self.send_json({"source": str(path)})
        except FileExistsError as error:
            self.send_json({"free": str(error)}, 409)
        except InputError as error:
            self.send_json({"error": error.message, "hint": error.hint}, 400)
        except OSError as error:
            self.send_json({"error": f"it could not be saved: {error.strerror}", "hint": ""}, 400)

    def _send_report(self, project: Project) -> None:
        """Send the report of `printgen check` on the source of a project, such as dice tables."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "report.html"
            check = self.server.workspace.command_line.check
            names = sorted(_READING_OPTIONS & {*project.values})
            reading = [f"--{name}={project.values[name]}" for name in names]
            command = [*check, *reading, "--html", str(file), "--", project.source]
            subprocess.run(command, check=False, capture_output=True)  # noqa: S603 - ours, no shell
            if file.is_file():
                # The report has its own policy, with the hash of its script.
                head = {"Content-Security-Policy": ""}
                self.respond(200, file.read_bytes(), HTML, head)
            else:
                self.respond(404)


def _find_file(files: Sequence[Path], number: str) -> Path | None:
    """Return the file with the index that is written in `number`; None if there is no such file."""
    is_number = number.isascii() and number.isdecimal() and len(number) < 6
    return files[int(number)] if is_number and int(number) < len(files) else None


def _zip_files(files: Sequence[Path]) -> tuple[str, bytes]:
    """Return the name and the bytes of an archive with these files.

    The files keep their paths relative to the folder that contains all of them.
    """
    buffer, root = BytesIO(), Path(os.path.commonpath([path.parent for path in files]))
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for path in files:
            archive.write(path, path.relative_to(root).as_posix())
    return f"{root.name}.zip", buffer.getvalue()


def _show_in_folder(file: Path) -> None:
    """Open the folder of a file in the file manager, with the file selected."""
    import click

    click.launch(str(file), locate=True)
