"""Plain words: several lines of them, printed as they are written."""

from printgen.rules.columns.prose import ProseType
from printgen.rules.commonmark import ProseBlock, read_plain


class PlainType(ProseType):
    """Words in which no sign means anything; a line break stays one."""

    takes = ()

    def parse_blocks(self, value: str) -> tuple[ProseBlock, ...]:
        return read_plain(value)
