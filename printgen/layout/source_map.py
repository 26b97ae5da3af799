"""Turn a merged text's lines into the lines of the files that they were written in.

The templates are merged once more, each piece of their text led by a mark that says where it
stands. It is done only where something is wrong, so that a right print pays nothing for it.
"""

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from printgen.problems import Spot

_BEGIN, _END = "\ufdd0", "\ufdd1"
_CODE = re.compile("[<{]")
_MARK = re.compile(f"{_BEGIN}([^{_END}]*){_END}")


class LineMarking(Extension):
    """Puts a mark before each line of a template's own text."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens of a template, its text with marks."""
        block_end_line = 0
        for token in stream:
            if token.type == "block_end":
                block_end_line = token.lineno
            if token.type == "variable_begin" and 0 < block_end_line < token.lineno:
                # The end of the line above was the block's.
                yield Token(token.lineno, "data", _mark_line(token.lineno, stream.filename, ""))
            if token.type != "data":
                block_end_line = block_end_line if token.type == "block_end" else 0
                yield token
                continue
            block_end_line = 0
            first, *lines = token.value.split("\n")
            # A word alone may be what a macro answers, to be compared.
            marked = [
                _mark_line(token.lineno, stream.filename, first) if _CODE.search(first) else first
            ]
            marked += [
                _mark_line(number, stream.filename, line)
                for number, line in enumerate(lines, token.lineno + 1)
            ]
            yield Token(token.lineno, "data", "\n".join(marked))


def _mark_line(number: int, file: str | None, line: str) -> str:
    return f"{_BEGIN}{number}:{file}{_END}{line}"


def map_lines(marked: str, merged: str) -> tuple[Spot, ...]:
    """Where each line of a merged text was written, by the same text with marks.

    Empty where the marks made another text of it: a template may count letters.
    """
    return tuple(_locate_lines(marked)) if _MARK.sub("", marked) == merged else ()


def _locate_lines(marked: str) -> Iterator[Spot]:
    position = Spot()
    for line in marked.split("\n"):
        before, *pieces = _MARK.split(line)
        is_written = bool(before.strip())
        line_position = position
        for mark, piece in zip(pieces[::2], pieces[1::2], strict=True):
            number, _, file = mark.partition(":")
            position = Spot(file, int(number))
            # What a line begins with is of the last mark before it.
            line_position = line_position if is_written else position
            is_written = is_written or bool(piece.strip())
        yield line_position
