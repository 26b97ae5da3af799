"""One Chromium for the tests of a module, and a window of its own for each of them."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from preview_pages import PATIENCE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium of the system, or that of Playwright."""
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        yield playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A window without anything from other tests."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()
