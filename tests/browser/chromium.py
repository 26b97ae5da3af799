"""One headless Chromium, driven over its DevTools pipe with nothing but the standard library.

Every page is opened in the same tab: the start of the browser is paid once.
"""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from select import select
from types import TracebackType
from typing import Any, Self

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--disable-lcd-text",
    "--remote-debugging-pipe",
)
_COMMANDS, _ANSWERS = 3, 4
_PATIENCE = 60


class Chromium:
    """A browser to ask; `with` starts and ends it."""

    def __init__(self, profile: Path) -> None:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        assert program, "Chromium is missing: install Debian's chromium package"
        commands_out, self._commands = os.pipe()
        self._answers, answers_in = os.pipe()

        def place_pipes() -> None:
            # Above the two fixed numbers first, so that neither is overwritten by the other.
            held = os.dup(commands_out), os.dup(answers_in)
            high = [os.dup2(fd, 20 + index) for index, fd in enumerate(held)]
            os.dup2(high[0], _COMMANDS)
            os.dup2(high[1], _ANSWERS)

        self._process = subprocess.Popen(
            [program, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
            close_fds=False,
            preexec_fn=place_pipes,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands_out)
        os.close(answers_in)
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        targets = self._ask("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        answer = self._ask("Target.attachToTarget", {"targetId": page, "flatten": True})
        self._session = answer["sessionId"]
        self._ask("Page.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session = None
        self._send("Browser.close", {})
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        os.close(self._commands)
        os.close(self._answers)

    def open(self, path: Path, dpi: float = 96) -> None:
        """Show a file and wait until its fonts are there; `dpi` is that of pictures taken of it."""
        metrics = {"width": 1000, "height": 1400, "deviceScaleFactor": dpi / 96, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", metrics)
        self._ask("Page.navigate", {"url": path.resolve().as_uri()})
        self._wait_for("Page.loadEventFired")
        self.run("document.fonts.ready.then(() => 0)")

    def run(self, script: str) -> Any:
        """The value of a script's last expression, as JSON carries it."""
        answer = self._ask(
            "Runtime.evaluate",
            {"expression": script, "awaitPromise": True, "returnByValue": True},
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def picture(self, width: float, height: float) -> bytes:
        """A PNG of the page's top left `width` × `height` CSS px, at the dpi it was opened with."""
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        answer = self._ask(
            "Page.captureScreenshot",
            {"format": "png", "clip": clip, "captureBeyondViewport": True},
        )
        return base64.b64decode(answer["data"])

    def _send(self, method: str, parameters: Mapping[str, Any]) -> int:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data) :]
        return self._number

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select([self._answers], [], [], _PATIENCE)
            assert ready, f"Chromium said nothing for {_PATIENCE} s"
            chunk = os.read(self._answers, 1 << 20)
            assert chunk, "Chromium closed its pipe"
            self._rest += chunk
        head, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(head)
        return answer

    def _ask(self, method: str, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        number = self._send(method, parameters or {})
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _wait_for(self, event: str) -> None:
        while self._receive().get("method") != event:
            pass
