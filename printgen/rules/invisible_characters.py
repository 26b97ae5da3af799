"""Invisible characters in files: each is read as what it means, which is said in words."""

from collections.abc import Iterator
from unicodedata import category

_LINE_BREAKS = "\v\f\x85\u2028\u2029"
# Line ends and tabs have a meaning in each format. A soft hyphen is printed at the end of a line.
_KEPT = "\t\n\r\u00ad"


def read_invisible_characters(text: str, line_break: str = "\n") -> tuple[str, str]:
    """Return the text without invisible characters, and what they are read as: empty if none.

    `line_break` replaces separators of lines and paragraphs.
    """
    if text.isprintable():
        return text, ""
    found = [*_find_invisible_characters(text)]
    meanings = {ord(char): _read_character(char, line_break) for char in found}
    words = {line_break: "read as a line break", "": "left out"}
    readings = (
        f"U+{code:04X} is {words.get(meaning, f'read as {meaning}')}"
        for code, meaning in meanings.items()
    )
    return text.translate(meanings), "; ".join(readings)


def find_first_invisible(text: str) -> int:
    """Return the index of the first invisible character of a text that has one."""
    return min(map(text.index, _find_invisible_characters(text)))


def _find_invisible_characters(text: str) -> Iterator[str]:
    for char in sorted({*text} - {*_KEPT}):
        if category(char) in ("Cc", "Cf", "Zl", "Zp") or char in "\ufffe\uffff":
            yield char


def _read_character(char: str, line_break: str) -> str:
    if char in _LINE_BREAKS:
        return line_break
    # HTML, 13.2.5.80: U+0080 to U+009F come from texts in cp1252 that were read as ISO 8859-1.
    is_control = "\x80" <= char <= "\x9f"
    return char.encode("latin-1").decode("cp1252", "ignore") if is_control else ""
