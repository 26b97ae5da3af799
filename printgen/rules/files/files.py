"""Reads files in a game's folder safely, and reports why one cannot be read.

Nothing outside the folder is read, and no file over `MAX_BYTES` bytes. Text is decoded as UTF-8 or
in the given encoding. Invisible characters are read as what they mean, and noted in words.
"""

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from unicodedata import category

from printgen.problems import Log, Place, suggest_closest_word

_LINE_BREAKS = "\v\f\x85\u2028\u2029"
# Line ends and tabs have a meaning in each format. A soft hyphen is printed at the end of a line.
_KEPT_SIGNS = "\t\n\r\u00ad\u200b\u200c\u200d"


def replace_invisible_characters(text: str, line_break: str = "\n") -> tuple[str, str]:
    """Return the text without invisible characters, and a note on what each of them is read as.

    Some are left out, others become a visible character. `line_break` replaces separators of lines
    and paragraphs. The note is empty if there are no invisible characters.
    """
    if text.isprintable():
        return text, ""
    found = [*_find_invisible_characters(text)]
    meanings = {ord(char): _find_replacement(char, line_break) for char in found}
    words = {line_break: "read as a line break", "": "left out"}
    readings = (
        f"U+{code:04X} is {words.get(meaning, f'read as {meaning}')}"
        for code, meaning in meanings.items()
    )
    return text.translate(meanings), "; ".join(readings)


def find_first_invisible(text: str) -> int:
    """Return the index of the first invisible character. The text must have one."""
    return min(map(text.index, _find_invisible_characters(text)))


def _find_invisible_characters(text: str) -> Iterator[str]:
    """Yield each different invisible character in a text once."""
    for char in sorted({*text} - {*_KEPT_SIGNS}):
        if category(char) in ("Cc", "Cf", "Zl", "Zp") or char in "\ufffe\uffff":
            yield char


def _find_replacement(char: str, line_break: str) -> str:
    """Return what an invisible character is read as: `line_break`, a visible character, or ""."""
    if char in _LINE_BREAKS:
        return line_break
    # HTML, 13.2.5.80: U+0080 to U+009F come from texts in cp1252 that were read as ISO 8859-1.
    is_control = "\x80" <= char <= "\x9f"
    return char.encode("latin-1").decode("cp1252", "ignore") if is_control else ""


MAX_BYTES = 8 << 20
"""The largest accepted file, in bytes: enough for 100,000 rows of cards."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_NON_LETTER = re.compile(rb"[^A-Za-z\x80-\xff]")
_USUAL_ENCODINGS = ("cp1252", "cp850", "mac-roman")
"""Those of programs for Windows, its command line and older Macs."""
_ENCODING_HINT = "save the file as UTF-8 in your editor"


def read_text(
    folder: Path,
    name: str,
    log: Log,
    encoding: str = "UTF-8",
    hint: str = _ENCODING_HINT,
    line_break: str = " ",
) -> str | None:
    """Return the text of the file `name` in `folder`, without a byte order mark.

    If it cannot be read, report why and return None. `encoding` must exist. `hint` says what to do
    if a byte is invalid in it. `line_break` replaces invisible separators of lines.
    """
    data, file = read_bytes(folder, name, log), str(folder / name)
    if data is None:
        return None
    # UTF-16 text starts with a byte order mark or has a zero byte in its first ASCII character.
    if encoding == "UTF-8" and (data[:2] in _UTF16_MARKS or b"\0" in data[:4]):
        if hint != _ENCODING_HINT:
            hint = 'save it as UTF-8, or write --encoding utf-16 (in a game "encoding: utf-16")'
        log.report(Place(file), "the text is UTF-16, not UTF-8", hint)
        return None
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        place = _locate_text_end(file, data[: error.start].decode(encoding, "replace"))
        message = f"the byte 0x{data[error.start]:02X} is not valid {encoding}"
        message += _describe_decodings(data, error.start) if encoding == "UTF-8" else ""
        log.report(place, message, hint)
        return None
    visible_text, readings = replace_invisible_characters(text, line_break)
    if readings:
        place = _locate_text_end(file, text[: find_first_invisible(text)])
        log.note(place, f"invisible characters: {readings}", "delete them if you meant none")
    return visible_text


def _describe_decodings(data: bytes, index: int) -> str:
    """Return the word around the invalid byte at `index`, as each of the usual encodings reads it.

    The result is the end of a message, such as "; the word is café in CP1252".
    """
    word = _NON_LETTER.split(data[max(index - 40, 0) : index])[-1]
    word += _NON_LETTER.split(data[index : index + 40])[0]
    readings = (f"{word.decode(name, 'replace')} in {name}" for name in _USUAL_ENCODINGS)
    return f"; the word is {', '.join(readings)}"


def read_bytes(folder: Path, name: str, log: Log) -> bytes | None:
    """Return the bytes of the file `name` in `folder`.

    If it cannot be read, is too large, or is not inside the folder, report this and return None.
    """
    path = folder / name
    place = Place(str(path))
    if name.startswith("~$"):
        hint = f"name the workbook: {name[2:]}"
        log.report(place, "this is only the lock of a workbook that is open in Excel", hint)
        return None
    try:
        # Links are resolved first, so that a link in the folder cannot lead outside it.
        if not path.resolve().is_relative_to(folder.resolve()):
            hint = "copy the file into the folder, and write only its name"
            log.report(place, "the file is outside the game's folder", hint)
            return None
        # A device or a pipe would block or never end, so only a plain file is opened.
        if not stat.S_ISREG(path.stat().st_mode):
            log.report(place, "this is not a file", "replace it with a plain file")
            return None
        with path.open("rb") as stream:
            # One byte more than allowed shows that a file is too large without reading all of it.
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        # Names are suggested for files that the data mention, but not for a missing game.yaml.
        file_names = () if path.suffix == ".yaml" else (file.name for file in path.parent.glob("*"))
        hint = suggest_closest_word(path.name, file_names) + "create it, or correct its name"
        log.report(place, "the file does not exist", hint)
        return None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        log.report(place, f"the file cannot be read: {reason}", "check its name and permissions")
        return None
    # Checked after reading, because the size of a file may change in between.
    if len(data) > MAX_BYTES:
        log.report(place, f"the file is larger than {MAX_BYTES:,} bytes", "split it into several")
        return None
    return data


def is_encoding(name: str) -> bool:
    """Return whether Python has a text encoding of that name that can replace invalid bytes.

    Some codecs are not text encodings, such as hex, or cannot replace bytes, such as idna.
    """
    try:
        return bool("a".encode(name) and b"\xff\xff".decode(name, "replace"))
    except (LookupError, ValueError):
        return False


def _locate_text_end(file: str, before: str) -> Place:
    """Return the place where the text `before` ends. The file begins with this text."""
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
