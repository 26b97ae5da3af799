"""The pages of `printgen docs` in Chromium: readable for all, on wide and narrow screens."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, sync_playwright

from printgen.cli.commands import docs

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "axe.min.js").read_text("utf-8")
NAMES = ("", *docs.read_pages())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the server of the pages."""
    server = docs.make_server(docs.read_pages())
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        yield playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["", "gallery", "tables", "templates"])
def test_axe_finds_no_violation(
    browser: Browser, address: str, name: str, scheme: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"{address}/{name}")
    page.evaluate(AXE)
    violations = page.evaluate("axe.run().then(result => result.violations)")
    found = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in violations]
    assert found == []


@pytest.mark.parametrize("width", [400, 320])
@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_page_does_not_scroll_sideways(
    browser: Browser, address: str, name: str, width: int
) -> None:
    """Long code and wide tables scroll by themselves, and pictures shrink."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(f"{address}/{name}")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()
