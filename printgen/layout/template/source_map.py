"""Rendered text, and the mapping of its lines back to the lines of the template files.

The templates are rendered a second time, with a mark before each piece of text that names its file
and line. This is done only after an error, so it does not slow down correct prints.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from printgen.problems import Place

# Noncharacters (The Unicode Standard, 23.7): reserved for internal use, so not in templates.
_MARK_BEGIN, _MARK_END = "\ufdd0", "\ufdd1"
_CODE_START = re.compile("[<{]")
_MARK_PATTERN = re.compile(f"{_MARK_BEGIN}([^{_MARK_END}]*){_MARK_END}")


class RenderedText(msgspec.Struct, frozen=True):
    """The text that the template file `template` makes with the values of a face.

    Problems of the text are reported at a line of `text`, in a file called `name`.
    """

    template: str
    text: str

    @property
    def folder(self) -> str:
        """The folder of the template with its final slash, or "" for the root."""
        return "".join(self.template.rpartition("/")[:2])

    @property
    def name(self) -> str:
        """The name of the text in messages, if the line in the template file is unknown."""
        return f"{self.template} (merged)"


class LineMarkExtension(Extension):
    """Jinja2 extension that puts a mark before each line of template text, to find it again."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Yield the tokens of a template, with marks added to its text."""
        block_end_line = 0
        for token in stream:
            if token.type == "block_end":
                block_end_line = token.lineno
            if token.type == "variable_begin" and 0 < block_end_line < token.lineno:
                # `trim_blocks` has removed the line end after the block, so no text starts here.
                yield Token(token.lineno, "data", _mark_line(token.lineno, stream.filename, ""))
            if token.type != "data":
                block_end_line = block_end_line if token.type == "block_end" else 0
                yield token
                continue
            first, *lines = token.value.split("\n")
            # After blanks, a variable may still be the first thing on its line.
            block_end_line = 0 if lines or first.strip() else block_end_line
            # Text without code may be the result of a macro that is compared: leave it unmarked.
            marked = [
                _mark_line(token.lineno, stream.filename, first)
                if _CODE_START.search(first)
                else first
            ]
            marked += [
                _mark_line(number, stream.filename, line)
                for number, line in enumerate(lines, token.lineno + 1)
            ]
            yield Token(token.lineno, "data", "\n".join(marked))


def _mark_line(number: int, file: str | None, line: str) -> str:
    return f"{_MARK_BEGIN}{number}:{file}{_MARK_END}{line}"


def map_lines_to_templates(marked: str, merged: str) -> tuple[Place, ...]:
    """Return the template file and line that each line of a rendered text comes from.

    `merged` is the rendered text. `marked` is the same text rendered with marks that say where each
    line is from. The result is empty if the marks changed the text, for example in a template that
    counts letters.
    """
    return tuple(_locate_lines(marked)) if _MARK_PATTERN.sub("", marked) == merged else ()


def _locate_lines(marked: str) -> Iterator[Place]:
    """Yield the template file and line of each line of a text with marks."""
    position = Place()
    for line in marked.split("\n"):
        before, *pieces = _MARK_PATTERN.split(line)
        is_written = bool(before.strip())
        line_position = position
        for mark, piece in zip(pieces[::2], pieces[1::2], strict=True):
            number, _, file = mark.partition(":")
            position = Place(file, int(number))
            # A line belongs to the last mark before its first visible text.
            line_position = line_position if is_written else position
            is_written = is_written or bool(piece.strip())
        yield line_position
