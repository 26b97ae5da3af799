"""Measure the preview: the time from saving a file until Chromium has painted the face.

Usage: python benchmarks/preview.py [ROUNDS]. Needs Playwright, and Chromium on the PATH.
"""

import csv
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

GAME = Path(__file__).parents[1] / "printgen" / "games" / "combat-leader"
TEMPLATES = Path(__file__).parents[1] / "templates"

# Resolves with the time at which a face that contains the text has been painted.
WAIT = """text => new Promise(done => { const look = () => {
  const faces = [...document.querySelectorAll('.face *')].map(e => e.shadowRoot).filter(Boolean);
  if (faces.some(root => root.innerHTML.includes(text)))
    requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now() / 1000)));
  else requestAnimationFrame(look); }; look(); })"""


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else 9
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for count in (60, 1000):
            report(
                f"a cell of a CSV deck of {count:,}", time_cells(browser, Path(name), count, rounds)
            )
        report("a style of a deck of 60, first face", time_styles(browser, Path(name), rounds))
        browser.close()


def time_cells(browser: Browser, folder: Path, count: int, rounds: int) -> list[float]:
    """Return the seconds from saving a cell until its card is painted."""
    file = folder / f"cards-{count}.csv"
    write_deck(file, count, "2")
    with previewed(browser, file) as page:
        return [
            measure(page, word, partial(write_deck, file, count, word))
            for word in (f"word{number}" for number in range(rounds))
        ]


def time_styles(browser: Browser, folder: Path, rounds: int) -> list[float]:
    """Return the seconds from saving a style sheet until a card in view is painted."""
    game = folder / "game"
    shutil.copytree(GAME, game)
    shutil.copytree(TEMPLATES / "combat-leader", game / "templates" / "combat-leader")
    style = game / "templates" / "combat-leader" / "card.css"
    text, times = style.read_text(), []
    with previewed(browser, game) as page:
        for number in range(16, 16 + rounds):
            rule = f"\nhtml {{ background-color: #ffff{number:02x}; }}\n"
            times.append(
                measure(page, f"#ffff{number:02x}", partial(style.write_text, text + rule))
            )
            time.sleep(4)  # the other faces of the game
    return times


def write_deck(file: Path, count: int, word: str) -> None:
    """Write a deck in which the first card has the word."""
    with file.open("w", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["name", "cost", "text"])
        for number in range(count):
            table.writerow([f"Card {number}", number % 9, f"Deal {number} damage, then draw."])
    file.write_text(file.read_text().replace("Deal 2 damage", f"Deal {word} damage"))


@contextmanager
def previewed(browser: Browser, source: Path) -> Iterator[Page]:
    """Yield the page of a source's preview once all faces are up to date."""
    command = [sys.executable, "-u", "-m", "printgen", "preview", str(source), "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=source.parent) as process:
        address = re.search(r"http\S+", process.stdout.readline() if process.stdout else "")
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(address[0] if address else "")
        page.wait_for_selector("text=Up to date", timeout=60_000)
        yield page
        page.close()
        process.terminate()


def measure(page: Page, text: str, save: Callable[[], object]) -> float:
    """Return the seconds from saving until a face with the text is painted."""
    page.evaluate(f"text => {{ window.painted = ({WAIT})(text) }}", text)
    saved = time.time()
    save()
    return float(page.evaluate("() => window.painted")) - saved


def report(name: str, times: list[float]) -> None:
    low, middle, high = (round(1000 * each) for each in (min(times), median(times), max(times)))
    print(f"{name}: {middle} ms ({low} to {high})", flush=True)


if __name__ == "__main__":
    main()
