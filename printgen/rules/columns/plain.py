"""Plain words: several lines of them, printed as they are written."""

from printgen.rules.columns.prose import Prose
from printgen.rules.commonmark import Block, read_plain


class Plain(Prose):
    """Words in which no sign means anything; a line break stays one."""

    takes = ()

    def blocks(self, value: str) -> tuple[Block, ...]:
        return read_plain(value)
