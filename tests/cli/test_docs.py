"""`printgen docs` shows each page of the folder docs, as text or in the browser."""

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urldefrag, urljoin
from urllib.request import ProxyHandler, build_opener

import pytest

from printgen.cli.commands import docs
from tests.command_line import Printgen

REPOSITORY = Path(__file__).resolve().parents[2]
FILES = sorted((REPOSITORY / "docs").glob("*.md"))
NAMES = [file.stem for file in FILES]
TABLES = (REPOSITORY / "docs" / "tables.md").read_text("utf-8")
_open = build_opener(ProxyHandler({})).open


class Page(HTMLParser):
    """The addresses, pictures, ids and text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            found = {"a href": self.links, "img src": self.pictures}.get(f"{tag} {name}")
            found = self.ids if name == "id" else found
            if found is not None:
                found.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadingHTTPServer]:
    """The server of the command, at work."""
    server = docs.make_server(docs.read_pages())
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def fetch(server: ThreadingHTTPServer, name: str) -> Page:
    with _open(f"http://127.0.0.1:{server.server_port}/{name}") as answer:
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        return Page(answer.read().decode())


@pytest.fixture(scope="module")
def site(server: ThreadingHTTPServer) -> Mapping[str, Page]:
    """All pages as the browser gets them; the list of pages has no name."""
    return {name: fetch(server, name) for name in ("", *NAMES)}


def test_the_list_says_for_whom_each_page_is(printgen: Printgen) -> None:
    said = printgen("docs")
    assert (said.code, said.err) == (0, "")
    lines = [line.split(maxsplit=1) for line in said.out.splitlines()[: len(FILES)]]
    assert lines == [[file.stem, file.read_text("utf-8").splitlines()[2]] for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_page_shows_its_text_and_headings(site: Mapping[str, Page], file: Path) -> None:
    page = site[file.stem]
    text = re.sub(r"^```.*?^```$", "", file.read_text("utf-8"), flags=re.M | re.S)
    for heading in re.findall("^#+ (.+)$", text, re.M):
        assert heading.replace("`", "") in page.text
    cells = re.findall(r"^\| `([^`|]+)` \|", text, re.M)
    assert [cell for cell in cells if cell not in page.text] == []
    assert "](" not in page.text
    assert "|---" not in page.text


@pytest.mark.parametrize("name", ["", *NAMES])
def test_every_link_and_picture_of_a_page_is_there(
    server: ThreadingHTTPServer, site: Mapping[str, Page], name: str
) -> None:
    """Links to the web are as they are in the file."""
    for link in site[name].links:
        address, anchor = urldefrag(urljoin(f"/{name}", link))
        if not address.startswith("https:"):
            assert not anchor or site[address[1:]].ids.count(anchor) == 1, link
            assert address[1:] in site
    for picture in site[name].pictures:
        with _open(f"http://127.0.0.1:{server.server_port}/{picture}") as answer:
            assert answer.read()[8:12] == b"WEBP"


@pytest.mark.parametrize("name", ["pyproject.toml", "../pyproject.toml", "images/make.py", "modle"])
def test_the_server_has_nothing_else(server: ThreadingHTTPServer, name: str) -> None:
    with pytest.raises(HTTPError, match="404"):
        fetch(server, name)


def test_a_picture_that_is_not_bundled_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the wheel, which does not contain the large pictures."""
    (tmp_path / "a.md").write_text("# A\n\nFor all.\n\n![Two cards](images/two.webp)\n")
    monkeypatch.setattr(docs, "get_docs_folder", lambda: tmp_path)
    page = Page(docs.render_page(docs.read_pages(), "a"))
    assert "[Picture: Two cards]" in page.text
    assert page.pictures == []


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_printed_as_it_is(printgen: Printgen, name: str) -> None:
    said = printgen("docs", name, "--print")
    assert (said.code, said.err) == (0, "")
    assert said.out == (REPOSITORY / "docs" / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("words", [("How a layout is read",), ("tables#how-a-layout-is-read",)])
def test_a_heading_is_printed_with_what_is_below_it(
    printgen: Printgen, words: Sequence[str]
) -> None:
    said = printgen("docs", *words, "--print")
    _, start, rest = TABLES.partition("## How a layout is read\n")
    assert said.out == start + rest.partition("\n## ")[0]
    assert printgen("docs", "other", "checks", "--print").out.count("\n### Columns that you") == 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("tempaltes", "no page is called tempaltes: did you mean templates?"),
        ("hexagon", "no page is called hexagon: did you mean hexagons?"),
        ("tables#oods", "no page is called tables#oods: did you mean tables#odds?"),
        ("bleed", "bleed is on several pages: write printing#bleed or proof#bleed"),
        ("xyzzy", "no page is called xyzzy: printgen docs lists the pages"),
        ("docs/modle.md", "no page is called docs/modle.md: did you mean model?"),
    ],
)
def test_a_misspelt_page_is_told_with_the_right_one(
    printgen: Printgen, typed: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "make_server", None)  # which would wait for the browser
    said = printgen("docs", typed)
    assert (said.code, said.out) == (2, "")
    assert f"Error: {message}" in said.err


@pytest.mark.slow
@pytest.mark.parametrize("has_browser", [True, False])
def test_a_page_is_opened_at_its_heading(
    printgen: Printgen, monkeypatch: pytest.MonkeyPatch, *, has_browser: bool
) -> None:
    """Without a browser, such as over SSH, its address and another way to read it are printed."""
    pages, opened = docs.read_pages(), list[str]()
    server = docs.make_server(pages)
    monkeypatch.setattr(docs, "make_server", lambda _: server)

    def open_page(address: str) -> bool:
        try:
            opened.append(Page(_open(address).read().decode()).text)
        finally:
            threading.Thread(target=server.shutdown).start()
        return has_browser

    monkeypatch.setattr(docs.webbrowser, "open", open_page)
    said = printgen("docs", "icons")
    server.server_close()
    assert f"The page is at http://127.0.0.1:{server.server_port}/templates#icons\n" in said.out
    assert "printgen icons sword" in opened[0]
    assert ("printgen docs templates --print" in said.out) is not has_browser
