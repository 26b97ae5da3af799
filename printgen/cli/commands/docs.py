"""The command `printgen docs`: the pages of the folder docs, as text or in the browser."""

import re
import webbrowser
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from printgen.cli import terminal
from printgen.cli.options.arguments import format_examples
from printgen.problems import suggest_closest_word
from printgen.system import limits
from printgen.system.bundled import get_docs_folder

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from markdown_it.token import Token

_CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_MAX_UNBROKEN_CODE = 24
"""The most characters of code that is not broken into two lines."""
_HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)


def _complete_page(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the names of the pages as shell completions."""
    return [CompletionItem(name) for name in read_pages() if name.startswith(incomplete)]


@click.command("docs", epilog=format_examples("docs", "docs templates", "docs icons --print"))
@click.argument("words", metavar="[PAGE]", nargs=-1, shell_complete=_complete_page)
@click.option("--print", "is_printed", is_flag=True, help="Write the page to the terminal.")
@click.option("--no-open", is_flag=True, help="Print the address, and do not open the browser.")
def show_docs(words: tuple[str, ...], is_printed: bool, no_open: bool) -> None:
    """Show the documentation of printgen.

    Opens PAGE in the browser. It needs no internet. PAGE can also be a heading, such as icons or
    "exit codes". Without PAGE, lists the pages. Ctrl-C ends the command.
    """
    pages = read_pages()
    if not words:
        terminal.print_table([(name, _get_summary(pages[name])) for name in pages])
        terminal.echo("\nprintgen docs PAGE opens a page in the browser.")
        return
    topic = find_topic(pages, " ".join(words))
    if is_printed:
        terminal.echo(extract_topic(pages, topic).rstrip("\n"))
        return
    limits.lift_limits()
    server = make_server(pages)
    address = f"http://127.0.0.1:{server.server_port}/{topic}"
    terminal.echo(f"The page is at {address}\nCtrl-C ends it.")

    def open_browser() -> None:
        if not webbrowser.open(address):
            name = topic.partition("#")[0]
            message = f"No browser was found. printgen docs {name} --print writes the page here."
            terminal.echo(message)

    if not no_open:
        # A browser that runs in the terminal returns only when it is closed.
        Thread(target=open_browser, daemon=True).start()
    server.serve_forever()


def read_pages() -> Mapping[str, str]:
    """Return the text of each page by its name, in Markdown."""
    paths = sorted(get_docs_folder().glob("*.md"))
    return {path.stem: path.read_text("utf-8") for path in paths}


def _get_summary(text: str) -> str:
    """Return the first line of a page below its title. It is a summary of the page."""
    return text.splitlines()[2]


def _make_anchor(heading: str) -> str:
    """Return the name of a heading in links, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _find_headings(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the offset, level and anchor of each heading below the title."""
    # Comments in code look like headings. The spaces keep the offsets.
    bare = _CODE_BLOCK.sub(lambda code: " " * len(code[0]), text)
    for match in _HEADING.finditer(bare):
        yield match.start(), len(match[1]), _make_anchor(match[2])


def find_topic(pages: Mapping[str, str], typed: str) -> str:
    """Return the topic that the user typed: a page such as templates, or a heading in it.

    A heading is written as the page and its anchor, such as templates#icons. Raises `UsageError` if
    no page or heading has this name, or if several pages have the heading.
    """
    name = typed.strip().lower().replace(" ", "-").removeprefix("docs/").replace(".md", "")
    headings = _list_topics(pages)
    if name in (*pages, *headings):
        return name
    matches = [heading for heading in headings if heading.partition("#")[2] == name]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise click.UsageError(f"{name} is on several pages: write {' or '.join(matches)}")
    anchors = [heading.partition("#")[2] for heading in headings]
    suggestions = (suggest_closest_word(name, known) for known in (pages, headings, anchors))
    suggestion = next(filter(None, suggestions), "")
    raise click.UsageError(f"no page is called {typed}: {suggestion}printgen docs lists the pages")


def _list_topics(pages: Mapping[str, str]) -> list[str]:
    """Return each heading of the pages as a topic, such as templates#icons."""
    return [f"{page}#{found[2]}" for page in pages for found in _find_headings(pages[page])]


def find_topic_by_word(word: str) -> str:
    """Return the topic (page#anchor) of the first heading that contains a word; "" if none does."""
    anchors = ((topic, topic.partition("#")[2].split("-")) for topic in _list_topics(read_pages()))
    return next((topic for topic, words in anchors if word.lower() in words), "")


def extract_topic(pages: Mapping[str, str], topic: str) -> str:
    """Return the text of a page, or only the section below one of its headings."""
    page, _, anchor = topic.partition("#")
    text = pages[page]
    headings = [*_find_headings(text)]
    for index, (start, level, name) in enumerate(headings):
        if name == anchor:
            ends = [next_start for next_start, depth, _ in headings[index + 1 :] if depth <= level]
            return text[start : min(ends, default=len(text))]
    return text


def render_page(pages: Mapping[str, str], name: str) -> str:
    """Return a page in HTML, with links to the other pages; for "", a list of all pages."""
    from jinja2 import Template
    from markdown_it import MarkdownIt

    titles = {page: _get_title(text) for page, text in pages.items()}
    rows = [f"- [{titles[page]}]({page}.md)  \n  {_get_summary(pages[page])}" for page in pages]
    text = pages.get(name) or "\n".join(("# Documentation of printgen", "", *rows))
    markdown = MarkdownIt("js-default")  # tables, and no HTML
    tokens = markdown.parse(text)
    contents = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            anchor = _make_anchor(inline.content)
            token.attrSet("id", anchor)
            contents += [(anchor, inline.content)] * (token.tag == "h2")
        for child in token.children or ():
            _rewrite_inline_token(child)
    body = markdown.renderer.render(tokens, markdown.options, {})
    template = Template(Path(__file__).with_suffix(".html").read_text("utf-8"), autoescape=True)
    shown = {"name": name, "title": _get_title(text), "titles": titles, "contents": contents}
    html: str = template.render(shown, body=body)
    return html


def _get_title(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _rewrite_inline_token(token: "Token") -> None:
    """Adapt a Markdown token to the page: a link, a picture or code in a line of text.

    A link to a page loses its suffix .md. A picture that is not bundled becomes its text. Short
    code gets a class, so that it is not broken into two lines.
    """
    if token.type == "link_open":
        token.attrSet("href", re.sub(r"^([\w-]+)\.md", r"\1", str(token.attrs["href"])))
    elif token.type == "code_inline" and len(token.content) <= _MAX_UNBROKEN_CODE:
        token.attrSet("class", "short")
    elif token.type == "image" and not (get_docs_folder() / str(token.attrs["src"])).is_file():
        token.type, token.content = "text", f"[Picture: {token.content}]"


def map_doc_pictures() -> Mapping[str, Path]:
    """Return the pictures of the pages, by their paths in the folder of the documentation."""
    folder = get_docs_folder()
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.webp")}


def make_server(pages: Mapping[str, str]) -> "ThreadingHTTPServer":
    """Return a server of the pages and their pictures, for this computer only, on any free port."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    pictures = map_doc_pictures()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path[1:].partition("?")[0]
            if name in pictures:
                self._answer(pictures[name].read_bytes(), "image/webp")
            elif name in ("", *pages):
                self._answer(render_page(pages, name).encode(), "text/html; charset=utf-8")
            else:
                self.send_error(404)

        def _answer(self, body: bytes, media_type: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            """Keep requests out of the terminal."""

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)
