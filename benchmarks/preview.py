"""Measure the page: the time from a save, a choice or a click until Chromium has painted it.

Usage: python benchmarks/preview.py [ROUNDS]. Needs Playwright, and Chromium on the PATH.
"""

import csv
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

GAME = Path(__file__).parents[1] / "printgen" / "games" / "combat-leader"
TEMPLATES = Path(__file__).parents[1] / "templates"

# Resolves with the time at which a face that contains the text has been painted; all faces in view
# for a colour.
WAIT = """text => new Promise(done => { const look = () => {
  const faces = [...document.querySelectorAll('#stage .picture')].filter(face => face.isNear);
  const drawn = faces.filter(face => face.shadowRoot.innerHTML.includes(text)).length;
  if (drawn < (text[0] === '#' ? faces.length : 1)) requestAnimationFrame(look);
  else requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now() / 1000)));
  }; look(); })"""

# Resolves with the time at which all faces are up to date again.
WAIT_FOR_ALL = """() => new Promise(done => {
  // Observed rather than compared: two edits in one second may end with the same words.
  const status = document.getElementById('status'), observer = new MutationObserver(() => {
    if (!status.textContent.startsWith('Up to date')) return;
    observer.disconnect();
    done(Date.now() / 1000);
  });
  observer.observe(status, { childList: true });
})"""


# Resolves with the time at which sheets of this width in mm have been painted.
WAIT_FOR_SHEETS = """width => new Promise(done => { const look = () => {
  const captions = [...document.querySelectorAll('#stage figcaption')];
  const drawn = captions.filter(each => each.textContent.includes(`${width} ×`)).length;
  if (!drawn || drawn < captions.length) requestAnimationFrame(look);
  else requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now() / 1000)));
  }; look(); })"""

PAPERS = (("letter", "215.9"), ("a4", "210"))


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else 9
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for count in (60, 1000):
            report(
                f"a cell of a CSV deck of {count:,}", time_cells(browser, Path(name), count, rounds)
            )
        report("the first card after a click on the start page", time_starts(browser, rounds))
        for count in (14, 180):
            name_ = f"another paper for {count} cards"
            report(name_, time_papers(browser, Path(name), count, rounds))
        names = "those in view", "all"
        for what, times in zip(names, time_styles(browser, Path(name), rounds), strict=True):
            report(f"a style of 60 cards, {what}", times)
        browser.close()


def time_cells(browser: Browser, folder: Path, count: int, rounds: int) -> list[float]:
    """Return the seconds from saving a cell until its card is painted."""
    file = folder / f"cards-{count}.csv"
    write_deck(file, count, "2")
    with previewed(browser, file) as page:
        return [
            measure(page, word, partial(write_deck, file, count, word))[0]
            for word in (f"word{number}" for number in range(rounds))
        ]


def time_papers(browser: Browser, folder: Path, count: int, rounds: int) -> list[float]:
    """Return the seconds from choosing a paper until its sheets are painted."""
    file = folder / f"papers-{count}.csv"
    write_deck(file, count, "2")
    times = []
    with previewed(browser, file) as page:
        page.get_by_role("button", name="Print →").click()
        page.wait_for_selector("#stage figcaption")
        for number in range(rounds):
            paper, width = PAPERS[number % 2]
            page.evaluate(f"width => {{ window.painted = ({WAIT_FOR_SHEETS})(width) }}", width)
            chosen = time.time()
            page.get_by_label("Paper", exact=True).select_option(paper)
            times.append(page.evaluate("() => window.painted") - chosen)
            time.sleep(1)
    return times


def time_starts(browser: Browser, rounds: int) -> list[float]:
    """Return the seconds from a click on the start page until the first card is painted."""
    times = []
    with TemporaryDirectory() as name:
        for number in range(rounds):
            write_deck(Path(name) / f"start-{number}.csv", 14, "2")
        with served(Path(name)) as address:
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            for number in range(rounds):
                page.goto(address)
                tile = page.get_by_role("button", name=f"start-{number}.csv").first
                tile.wait_for()
                time.sleep(3)  # a person reads, and the next renderer starts
                clicked = time.time()
                tile.click()
                page.wait_for_selector("#stage .picture")
                times.append(page.evaluate(f"({WAIT})('Deal')") - clicked)
            page.close()
    return times


def time_styles(browser: Browser, folder: Path, rounds: int) -> Iterable[tuple[float, ...]]:
    """Return the seconds until those in view, and all have a saved style."""
    game = folder / "game"
    shutil.copytree(GAME, game)
    shutil.copytree(TEMPLATES / "combat-leader", game / "templates" / "combat-leader")
    style = game / "templates" / "combat-leader" / "card.css"
    text, times = style.read_text(), []
    with previewed(browser, game) as page:
        for number in range(16, 16 + rounds):
            colour = f"#ffff{number:02x}"
            rule = f"\nhtml {{ background-color: {colour}; }}\n"
            times.append(measure(page, colour, partial(style.write_text, text + rule)))
            time.sleep(1)
    return zip(*times, strict=True)


def write_deck(file: Path, count: int, word: str) -> None:
    """Write a deck in which the first card has the word."""
    with file.open("w", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["name", "cost", "text"])
        for number in range(count):
            table.writerow([f"Card {number}", number % 9, f"Deal {number} damage, then draw."])
    file.write_text(file.read_text().replace("Deal 2 damage", f"Deal {word} damage"))


@contextmanager
def served(folder: Path, *words: str) -> Iterator[str]:
    """Run the preview in a folder; yield its address."""
    command = [sys.executable, "-u", "-m", "printgen", "preview", *words, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        address = re.search(r"http\S+", process.stdout.readline() if process.stdout else "")
        yield address[0] if address else ""
        process.terminate()


@contextmanager
def previewed(browser: Browser, source: Path) -> Iterator[Page]:
    """Yield the page of a source's preview once all faces are up to date."""
    with served(source.parent, str(source)) as address:
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(address)
        page.wait_for_selector("text=Up to date", timeout=60_000)
        yield page
        page.close()


def measure(page: Page, text: str, save: Callable[[], object]) -> tuple[float, ...]:
    """Return the seconds from saving until the text is painted, and until all is up to date."""
    waits = f"({WAIT})(text), ({WAIT_FOR_ALL})()"
    page.evaluate(f"text => {{ window.painted = Promise.all([{waits}]) }}", text)
    saved = time.time()
    save()
    painted, done = page.evaluate("() => window.painted")
    return painted - saved, done - saved


def report(name: str, times: Sequence[float]) -> None:
    low, middle, high = (round(1000 * each) for each in (min(times), median(times), max(times)))
    print(f"{name}: {middle} ms ({low} to {high})", flush=True)


if __name__ == "__main__":
    main()
