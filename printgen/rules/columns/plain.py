"""Plain text of several lines, printed exactly as written."""

from printgen.rules.columns.prose import ProseType
from printgen.rules.commonmark import ProseBlock, read_plain


class PlainType(ProseType):
    """Text without markup. Line breaks are kept."""

    takes = ()

    def parse_blocks(self, value: str) -> tuple[ProseBlock, ...]:
        return read_plain(value)
