"""Parses prose into blocks of spans: paragraphs and list items of plain, bold and italic text.

The syntax is a subset of CommonMark (version 0.31): emphasis, line breaks, escapes and lists.
:name: adds an inline mark, and :set:name: an icon of a set. Of HTML, the tags of bold, italic and
lines that people type in cells are read, also in plain text. Links, images, code, headings and
other HTML are errors, never dropped.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.problems import InputError
from printgen.rules.files.scalars import decode_html_references, normalize_letters, quote

_MARK_PATTERN = r":([a-z][a-z0-9-]{0,39}(?::[a-z][a-z0-9-]{0,39})?):"
# A list marker has one to nine digits (CommonMark 0.31, 5.2); two spaces at the end of a line
# break it (6.7). Text without any of this needs no parser.
_MARKUP = r"(?m)[*_`\[\]<>\\&]|^ *(?:[-+#=~]|\d{1,9}[.)]|\s{4})|  \n"
_SPACES = re.compile(r"[ \t\n]+")
"""Characters that collapse to one space in prose. Other spaces, such as U+00A0, are kept."""
TAG = re.compile(r"<(/?)(b|strong|i|em|u|br|p|span)(\s+[\w-]+\s*=[^<>]*)?\s*/?>", re.IGNORECASE)
"""A tag that is read, with its attributes: underlined text is italic, and span means nothing."""
_LINE_TAG, _PARAGRAPH_TAG = (
    rf"(?i)\s*<{name}(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>\s*" for name in ("br", "/?p")
)
_PARAGRAPH_BREAK = re.compile(r"\n\s*\n")
_STAR_IN_FIGURES = re.compile(r"(?<=\d)\*+(?=\d)")
_LIST_ITEM = re.compile(r"^( *(?:\d{1,9})?)([-+*.)])(?= |$)")
_EMPTY_ITEM = re.compile(r"(?m)^( *(?:\d{1,9})?)([-+*.)])(?= *$)")
"""The beginning of a list item, and one without words: what is before its sign, and the sign."""
_PLUS_LINE, _SIGNED_LINE = re.compile(r"(?m)^ *\+ "), re.compile(r"(?m)^( *)([-+])(?= )")
"""A line with a plus before it, and a line with a plus or a minus: the spaces, and the sign."""
_ALLOWED_BLOCKS = ("paragraph", "inline", "bullet_list", "ordered_list", "list_item")
_UNSUPPORTED = {"html": "HTML", "fence": "code", "blockquote": "quotation", "hr": "rule"}
"""Messages for unsupported syntax, by the names that markdown-it gives its tokens."""


class ProseSpan(msgspec.Struct, frozen=True):
    """A piece of text in one style, or a small picture in a line of text, such as an icon.

    - `mark`: the id of the picture; "" for text.
    - `line`: whether it begins a new line.
    - `field`: the name by which templates know the picture.
    """

    text: str
    bold: bool = False
    italic: bool = False
    mark: str = ""
    line: bool = False
    field: str = ""


class ProseBlock(msgspec.Struct, frozen=True):
    """A paragraph or a list item. `item` is the number or the bullet of a list item, else ""."""

    spans: tuple[ProseSpan, ...]
    item: str = ""


BULLET = "•"


@lru_cache(maxsize=1024)
def read_prose(text: str, *, breaks: bool = False) -> tuple[ProseBlock, ...]:
    """Return the paragraphs and list items of `text`, which is written in a subset of CommonMark.

    With `breaks`, each line of a paragraph is printed as a separate line. Raises `InputError` for
    markup that is not in the subset.
    """
    text = _escape_non_markup(_normalize_prose(text))
    if TAG.search(text):
        # CommonMark 0.31, 6.7: a backslash before a line end is a hard line break.
        text = re.sub(_PARAGRAPH_TAG, "\n\n", re.sub(_LINE_TAG, "\\\\\n", text)).strip("\n")
    # Most prose has no marks of any kind, and the parser takes long to import.
    if re.search(_MARKUP, text):
        return tuple(_parse_blocks(text, breaks=breaks))
    paragraphs = _PARAGRAPH_BREAK.split(text)
    lines = (paragraph.split("\n") if breaks else [paragraph] for paragraph in paragraphs)
    spans = (_parse_lines(paragraph, _split_at_named_marks) for paragraph in lines)
    return tuple(map(ProseBlock, map(tuple, spans)))


@lru_cache(maxsize=1024)
def read_plain(text: str) -> tuple[ProseBlock, ...]:
    """Return the paragraphs of `text`, which blank lines separate.

    Each line of a paragraph is printed as a line. No markup is read except tags such as <b>.
    Raises `InputError` for characters that cannot be printed.
    """
    text = _normalize_prose(text)
    parse_line: Callable[[str], Iterable[ProseSpan]] = lambda line: [ProseSpan(line)]  # noqa: E731
    if TAG.search(text):
        text = re.sub(_PARAGRAPH_TAG, "\n\n", re.sub(_LINE_TAG, "\n", text)).strip("\n ")
        parse_line = _TagReader().parse_line
    paragraphs = _PARAGRAPH_BREAK.split(text)
    lines = (paragraph.split("\n") for paragraph in paragraphs)
    return tuple(ProseBlock(tuple(_parse_lines(block, parse_line))) for block in lines)


class _TagReader:
    """Reads the tags in a text, such as <b>, and keeps those that are open.

    As in HTML, a tag that is never closed is open to the end of the text.
    """

    def __init__(self) -> None:
        self._open: list[str] = []

    @property
    def is_bold(self) -> bool:
        """Whether text within the open tags is bold."""
        return not {"b", "strong"}.isdisjoint(self._open)

    @property
    def is_italic(self) -> bool:
        """Whether text within the open tags is italic."""
        return not {"i", "em", "u"}.isdisjoint(self._open)

    def read_tag(self, tag: str) -> bool:
        """Open or close the style of a tag such as <b>.

        Return false if the tag is not supported.
        """
        if not (match := TAG.fullmatch(tag)):
            return False
        name = match[2].lower()
        if not match[1]:
            self._open.append(name)
        elif name in self._open:
            self._open.remove(name)
        return True

    def parse_line(self, line: str) -> Iterator[ProseSpan]:
        """Yield the text between the tags of a line, with its style. HTML entities are decoded."""
        for piece in re.split(r"(<[^<>]*>)", line):
            if not self.read_tag(piece) and piece:
                yield ProseSpan(decode_html_references(piece), self.is_bold, self.is_italic)


def has_open_bold(text: str) -> bool:
    """Return whether a text has a ** that is not closed. It is then printed as written."""
    return re.sub(r"\\.", "", text).count("**") % 2 == 1


def convert_prose_to_text(blocks: tuple[ProseBlock, ...]) -> str:
    """Return the words of prose with single spaces between them. Marks are left out."""
    text = ""
    for block in blocks:
        text += " " if block.item == BULLET else f" {block.item} "
        text += "".join(" " * (span.line or bool(span.mark)) + span.text for span in block.spans)
    return _SPACES.sub(" ", text).strip(" ")


def _normalize_prose(text: str) -> str:
    """Return the text in NFC, without line breaks at its start and end.

    Raises `InputError` if it is empty or has characters that cannot be printed.
    """
    text = normalize_letters(text.replace("\t", " ")).strip("\n")
    if not text.strip():
        raise InputError("the text is empty", "write some text, or delete the key")
    return text


def _escape_non_markup(text: str) -> str:
    """Return the text with a backslash before signs that CommonMark would wrongly read as markup.

    These are stars between digits, such as 2*3; a - or 3. alone in its line; the sign of a text of
    one line, such as - 2 damage; and + 2 gold and - 1 food, in two lines.
    """
    if _PLUS_LINE.search(text):
        text = _SIGNED_LINE.sub(r"\1\\\2", text)
    text = _STAR_IN_FIGURES.sub(lambda match: match[0].replace("*", r"\*"), text)
    item_pattern = _LIST_ITEM if "\n" not in text else _EMPTY_ITEM
    return item_pattern.sub(r"\1\\\2", text)


def _parse_lines(
    lines: Iterable[str], parse_line: Callable[[str], Iterable[ProseSpan]]
) -> Iterator[ProseSpan]:
    """Yield the spans that `parse_line` returns for each line.

    The first span of each line but the first begins a new printed line. Several spaces in a line
    become one.
    """
    for number, line in enumerate(lines):
        for index, span in enumerate(parse_line(_SPACES.sub(" ", line).strip(" "))):
            yield replace(span, line=number > 0 and not index)


def _parse_blocks(text: str, *, breaks: bool) -> Iterator[ProseBlock]:
    """Yield the paragraphs and list items that markdown-it finds."""
    # Imported here because it takes long to load and most games need no parser.
    from markdown_it import MarkdownIt

    item = ""
    for token in MarkdownIt("commonmark").parse(text):
        if token.type.removesuffix("_open").removesuffix("_close") not in _ALLOWED_BLOCKS:
            raise _make_unsupported_error(token)
        if token.type == "list_item_open":
            # CommonMark 0.31, 5.3, would count up from the first number, and so print another
            # number than the typed one.
            item = f"{token.info}{token.markup}" if token.info else BULLET
        elif token.type == "inline":
            yield ProseBlock(tuple(_parse_spans(token.children or [], breaks=breaks)), item)
            item = ""


def _parse_spans(children: list[Any], *, breaks: bool) -> Iterator[ProseSpan]:
    """Yield the styled pieces of text of a paragraph.

    `children` are its inline tokens of markdown-it. With `breaks`, a line break in the source
    begins a new line in print; otherwise it is a space.
    """
    bold = italic = line = False
    tags = _TagReader()
    for token in children:
        match token.type:
            case "strong_open" | "strong_close":
                bold = token.type == "strong_open"
            case "em_open" | "em_close":
                italic = token.type == "em_open"
            # CommonMark 0.31, 6.8: a soft line break may be rendered as a space.
            case "softbreak" if not breaks:
                yield ProseSpan(" ", bold, italic)
            case "softbreak" | "hardbreak":
                line = True
            case "html_inline" if tags.read_tag(token.content):
                pass
            case "text" | "text_special":
                style = {"bold": bold or tags.is_bold, "italic": italic or tags.is_italic}
                for span in _split_at_named_marks(token.content, **style):
                    yield replace(span, line=line)
                    line = False
            case _:
                raise _make_unsupported_error(token)


def _split_at_named_marks(
    text: str, *, bold: bool = False, italic: bool = False
) -> Iterator[ProseSpan]:
    """Yield the text as spans, split at each :name: mark."""
    # Splitting by a pattern with one group puts the names of marks at odd indexes.
    for index, piece in enumerate(re.split(_MARK_PATTERN, text)):
        if index % 2:
            yield ProseSpan("", bold, italic, mark=piece)
        elif piece:
            yield ProseSpan(piece, bold, italic)


def _make_unsupported_error(token: Any) -> InputError:
    """Return the error for a token of markdown-it that is not supported, with its text."""
    kind = token.type.partition("_")[0]
    content = token.content or token.markup
    return InputError(
        f"{_UNSUPPORTED.get(kind, kind)} in prose" + (f": {quote(content)}" if content else ""),
        "use only **bold**, *italic*, lists and :marks:; write \\ before a character to print it",
    )
