"""Turn prose into blocks of spans: paragraphs and list items of plain, bold and italic words.

It is CommonMark's inline part and lists, with :name: for a mark in the line. Links, pictures, code,
headings and HTML are faults; nothing is dropped in silence. It knows no template.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from printgen.rules.scalars import BadData, normalize_letters, quote

_MARK_PATTERN = re.compile(r":([a-z][a-z0-9-]{0,39}):")
_MARKUP = re.compile(r"[*_`\[\]<>\\&]|^ *(?:[-+#=~]|\d{1,9}[.)]|\s{4})|  \n", re.MULTILINE)
_SPACES = re.compile(r"[ \t\n]+")
"""What is one space in prose; others keep their width, and words together."""
_PARAGRAPH_BREAK = re.compile(r"\n\s*\n")
_ALLOWED_BLOCKS = ("paragraph", "inline", "bullet_list", "ordered_list", "list_item")
_UNSUPPORTED = {"html": "HTML", "fence": "code", "blockquote": "quotation", "hr": "rule"}
"""What is no part of prose, in the parser's words and in a designer's."""


class ProseSpan(NamedTuple):
    """Words of one look, or (with `mark`) a mark in the line; `line` breaks the line before it.

    On a face `field` is the name that the mark stands under.
    """

    text: str
    bold: bool = False
    italic: bool = False
    mark: str = ""
    line: bool = False
    field: str = ""


class ProseBlock(NamedTuple):
    """A paragraph, or an item of a list with its number or bullet in `item`."""

    spans: tuple[ProseSpan, ...]
    item: str = ""


BULLET = "•"


@lru_cache(maxsize=1024)
def read_prose(text: str, *, breaks: bool = False) -> tuple[ProseBlock, ...]:
    """The blocks of `text`; raises `Fault` for what is no part of prose.

    With `breaks` each line of a paragraph is one in print.
    """
    text = _normalize_prose(text)
    # Most prose has no marks of any kind, and the parser takes long to import.
    if _MARKUP.search(text):
        return tuple(_parse_blocks(text, breaks=breaks))
    paragraphs = _PARAGRAPH_BREAK.split(text)
    lines = (paragraph.split("\n") if breaks else [paragraph] for paragraph in paragraphs)
    return tuple(ProseBlock(tuple(_join_lines(paragraph, _split_marks))) for paragraph in lines)


@lru_cache(maxsize=1024)
def read_plain(text: str) -> tuple[ProseBlock, ...]:
    """The paragraphs of `text`, line by line; no sign in it means anything. Raises `Fault`."""
    lines = (each.split("\n") for each in _PARAGRAPH_BREAK.split(_normalize_prose(text)))
    return tuple(
        ProseBlock(tuple(_join_lines(each, lambda line: [ProseSpan(line)]))) for each in lines
    )


def prose_to_text(blocks: tuple[ProseBlock, ...]) -> str:
    """The words of prose, in order, single spaces between; a mark says none."""
    text = ""
    for block in blocks:
        text += " " if block.item == BULLET else f" {block.item} "
        text += "".join(" " * (span.line or bool(span.mark)) + span.text for span in block.spans)
    return _SPACES.sub(" ", text).strip(" ")


def _normalize_prose(text: str) -> str:
    """A text in composed letters, without the lines before and after it; raises `Fault`."""
    text = normalize_letters(text.replace("\t", " ")).strip("\n")
    if not text.strip():
        raise BadData("nothing is written here", "write the words, or delete the key")
    return text


def _join_lines(
    lines: Iterable[str], parse_line: Callable[[str], Iterable[ProseSpan]]
) -> Iterator[ProseSpan]:
    """The spans of lines, single spaces between their words; all but the first begin a line."""
    for number, line in enumerate(lines):
        for index, span in enumerate(parse_line(_SPACES.sub(" ", line).strip(" "))):
            yield span._replace(line=number > 0 and not index)


def _parse_blocks(text: str, *, breaks: bool) -> Iterator[ProseBlock]:
    from markdown_it import MarkdownIt

    item = ""
    items: list[int | None] = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type.removesuffix("_open").removesuffix("_close") not in _ALLOWED_BLOCKS:
            raise _unsupported_error(token)
        if token.type in ("bullet_list_open", "ordered_list_open"):
            is_ordered = token.type == "ordered_list_open"
            # The parser says where a list starts, unless it is at 1.
            items.append(int(token.attrs.get("start", 1)) if is_ordered else None)
        elif token.type.endswith("list_close"):
            items.pop()
        elif token.type == "list_item_open":
            number = items[-1]
            item = BULLET if number is None else f"{number}{token.markup}"
            items[-1] = None if number is None else number + 1
        elif token.type == "inline":
            yield ProseBlock(tuple(_parse_spans(token.children or [], breaks=breaks)), item)
            item = ""


def _parse_spans(children: list[Any], *, breaks: bool) -> Iterator[ProseSpan]:
    bold = italic = line = False
    for token in children:
        match token.type:
            case "strong_open" | "strong_close":
                bold = token.type == "strong_open"
            case "em_open" | "em_close":
                italic = token.type == "em_open"
            case "softbreak" if not breaks:
                yield ProseSpan(" ", bold, italic)
            case "softbreak" | "hardbreak":
                line = True
            case "text" | "text_special":
                for span in _split_marks(token.content, bold=bold, italic=italic):
                    yield span._replace(line=line)
                    line = False
            case _:
                raise _unsupported_error(token)


def _split_marks(text: str, *, bold: bool = False, italic: bool = False) -> Iterator[ProseSpan]:
    """Words parted at each :name: in them."""
    for index, piece in enumerate(_MARK_PATTERN.split(text)):
        if index % 2:
            yield ProseSpan("", bold, italic, mark=piece)
        elif piece:
            yield ProseSpan(piece, bold, italic)


def _unsupported_error(token: Any) -> BadData:
    kind = token.type.partition("_")[0]
    content = token.content or token.markup
    return BadData(
        f"{_UNSUPPORTED.get(kind, kind)} in prose" + (f": {quote(content)}" if content else ""),
        "prose takes **bold**, *italic*, lists and :marks:; put \\ before a sign that means itself",
    )
