"""Turn prose into blocks of spans: paragraphs and list items of plain, bold and italic words.

It is CommonMark's inline part and lists, with :name: for a mark in the line. Links, pictures, code,
headings and HTML are faults; nothing is dropped in silence. It knows no template.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from printgen.rules.scalars import Fault, letters, shown

_MARK = re.compile(r":([a-z][a-z0-9-]{0,39}):")
_SPECIAL = re.compile(r"[*_`\[\]<>\\&]|^ *(?:[-+#=~]|\d{1,9}[.)]|\s{4})|  \n", re.MULTILINE)
_SPACES = re.compile(r"[ \t\n]+")
"""What is one space in prose; others keep their width, and words together."""
_PARTED = re.compile(r"\n\s*\n")
_BLOCKS = ("paragraph", "inline", "bullet_list", "ordered_list", "list_item")
_UNKNOWN = {"html": "HTML", "fence": "code", "blockquote": "quotation", "hr": "rule"}
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
    text = _written(text)
    # Most prose has no marks of any kind, and the parser takes long to import.
    if _SPECIAL.search(text):
        return tuple(_blocks(text, breaks=breaks))
    paragraphs = _PARTED.split(text)
    lines = (each.split("\n") if breaks else [each] for each in paragraphs)
    return tuple(ProseBlock(tuple(_stacked(each, _marked))) for each in lines)


@lru_cache(maxsize=1024)
def read_plain(text: str) -> tuple[ProseBlock, ...]:
    """The paragraphs of `text`, line by line; no sign in it means anything. Raises `Fault`."""
    lines = (each.split("\n") for each in _PARTED.split(_written(text)))
    return tuple(
        ProseBlock(tuple(_stacked(each, lambda line: [ProseSpan(line)]))) for each in lines
    )


def plain(blocks: tuple[ProseBlock, ...]) -> str:
    """The words of prose, in order, single spaces between; a mark says none."""
    words = ""
    for block in blocks:
        words += " " if block.item == BULLET else f" {block.item} "
        words += "".join(" " * (span.line or bool(span.mark)) + span.text for span in block.spans)
    return _SPACES.sub(" ", words).strip(" ")


def _written(text: str) -> str:
    """A text in composed letters, without the lines before and after it; raises `Fault`."""
    text = letters(text.replace("\t", " ")).strip("\n")
    if not text.strip():
        raise Fault("nothing is written here", "write the words, or delete the key")
    return text


def _stacked(
    lines: Iterable[str], read: Callable[[str], Iterable[ProseSpan]]
) -> Iterator[ProseSpan]:
    """The spans of lines, single spaces between their words; all but the first begin a line."""
    for number, line in enumerate(lines):
        for place, span in enumerate(read(_SPACES.sub(" ", line).strip(" "))):
            yield span._replace(line=number > 0 and not place)


def _blocks(text: str, *, breaks: bool) -> Iterator[ProseBlock]:
    from markdown_it import MarkdownIt

    item = ""
    items: list[int | None] = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type.removesuffix("_open").removesuffix("_close") not in _BLOCKS:
            raise _unknown(token)
        if token.type in ("bullet_list_open", "ordered_list_open"):
            ordered = token.type == "ordered_list_open"
            # The parser says where a list starts, unless it is at 1.
            items.append(int(token.attrs.get("start", 1)) if ordered else None)
        elif token.type.endswith("list_close"):
            items.pop()
        elif token.type == "list_item_open":
            number = items[-1]
            item = BULLET if number is None else f"{number}{token.markup}"
            items[-1] = None if number is None else number + 1
        elif token.type == "inline":
            yield ProseBlock(tuple(_spans(token.children or [], breaks=breaks)), item)
            item = ""


def _spans(children: list[Any], *, breaks: bool) -> Iterator[ProseSpan]:
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
                for span in _marked(token.content, bold=bold, italic=italic):
                    yield span._replace(line=line)
                    line = False
            case _:
                raise _unknown(token)


def _marked(text: str, *, bold: bool = False, italic: bool = False) -> Iterator[ProseSpan]:
    """Words parted at each :name: in them."""
    for index, piece in enumerate(_MARK.split(text)):
        if index % 2:
            yield ProseSpan("", bold, italic, mark=piece)
        elif piece:
            yield ProseSpan(piece, bold, italic)


def _unknown(token: Any) -> Fault:
    kind = token.type.partition("_")[0]
    said = token.content or token.markup
    return Fault(
        f"{_UNKNOWN.get(kind, kind)} in prose" + (f": {shown(said)}" if said else ""),
        "prose takes **bold**, *italic*, lists and :marks:; put \\ before a sign that means itself",
    )
