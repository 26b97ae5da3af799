"""What the tests of the preview share: its process, its pages, and how they wait for a state."""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path
from socket import socket

from playwright.sync_api import BrowserContext, Page, expect

PATIENCE = 60_000
"""Milliseconds until a state that a test waits for is given up, on a machine with much to do."""

expect.set_options(timeout=PATIENCE)

AXE = (Path(__file__).parent / "axe.min.js").read_text("utf-8")
READY = re.compile("Up to date|Read at")
HAS_TEXT = """text => [...document.querySelectorAll('.picture')]
  .some(picture => picture.shadowRoot.textContent.includes(text))"""


@contextmanager
def run_preview(folder: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the preview in a folder; yield its address and its process."""
    command = [sys.executable, "-u", "-m", "printgen", "preview", "--no-open", *arguments]
    with (
        tempfile.TemporaryDirectory() as state,  # what was open last is not of other tests
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**environ, "XDG_STATE_HOME": state},
        ) as process,
    ):
        assert process.stdout
        address = re.search(r"http\S+", process.stdout.readline())
        assert address
        try:
            yield address[0], process
        finally:
            process.terminate()


@contextmanager
def previewed(source: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the preview of a source; yield the address of its page and its process."""
    with run_preview(source.parent, str(source), *options) as (address, process):
        yield address, process


def find_free_port() -> str:
    """Return a port that no program uses."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def open_page(context: BrowserContext, address: str) -> Page:
    """Open the page of a source, and wait until its cards were read."""
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#status")).to_contain_text(READY)
    return page


def wait_until(page: Page, script: str, argument: object = None) -> None:
    """Wait until the script returns something true."""
    # The page's policy forbids eval, so Playwright cannot wait by itself.
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, f"never true of {argument}: {script}"
        time.sleep(0.05)


def wait_for_text(page: Page, text: str, script: str = HAS_TEXT) -> None:
    """Wait until a face in view shows the text."""
    wait_until(page, script, text)


def find_violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return the rules of axe that the page breaks, with the elements that break them."""
    page.evaluate(AXE)
    # This rule counts the words inside pictures, which are hidden from screen readers.
    rules = "{rules: {'label-content-name-mismatch': {enabled: false}}}"
    violations = page.evaluate(f"axe.run({rules}).then(result => result.violations)")
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in violations]
