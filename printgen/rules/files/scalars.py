"""Parses the text of one YAML scalar into text, a number or a name.

Every parser raises `InputError` with a message and a hint for people who write game data.
"""

import re
from html import unescape
from unicodedata import category, normalize

from printgen.lengths import LENGTH_PATTERN, convert_length
from printgen.problems import InputError, suggest_size_in_mm
from printgen.rules.files.yaml_reader import PlainScalar

MINUS = "\u2212"
NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty"
)
"""The numbers from 1 to 20 in words."""

_WHOLE_NUMBER = re.compile(rf"[-+{MINUS}]?(?:0|[1-9][0-9]{{0,5}})")
# A subset of RFC 5646, 2.1: a language of two or three letters, then subtags of at most eight.
_LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ID_PATTERN = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
WINDOWS_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[1-9]")
"""Device names that Windows does not allow as file names."""

# CommonMark 0.31, 2.5: entity and numeric character references end with a semicolon.
CHARACTER_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]+);")
"""A character as HTML writes it, such as &lt;."""
_DICE_PATTERN = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,2})")


def quote(value: object) -> str:
    """Return a value as messages quote it: a text in quotes, shortened if it is long.

    An empty text is "nothing". A list or a mapping is only called "a list" or "a mapping".
    """
    if isinstance(value, str):
        text = value.replace("\n", "↵")
        text = text if len(text) <= 40 else text[:39] + "…"
        return f'"{text}"' if text else "nothing"
    if isinstance(value, int):
        return str(value)
    return "a mapping" if isinstance(value, dict) else "a list"


def decode_html_references(text: str) -> str:
    """Return a text with each HTML character reference, such as &lt;, replaced by its character."""
    return CHARACTER_REFERENCE.sub(lambda match: unescape(match[0]), text)


def parse_scalar(value: object) -> str:
    """Return a scalar as written; raises `InputError` for a list or a mapping."""
    if not isinstance(value, str):
        raise InputError(f"{quote(value)} instead of a text", "write one line of text")
    # YAML 1.2.2, 8.1.1.2: a block scalar keeps one final line break by default (clip).
    return value.removesuffix("\n")


def parse_text(value: object) -> str:
    """Return one line of text in NFC; no line breaks, repeated spaces or invisible characters."""
    line = parse_scalar(value)
    if not line:
        raise InputError("the text is empty", "write some text, or delete the key")
    if "\n" in line or "\t" in line:
        hint = "write it on one line, or fold it over several with >"
        raise InputError("a line break or tab inside a text", hint)
    if line.strip() != line or "  " in line:
        raise InputError(f"extra spaces in {quote(line)}", "write single spaces between words only")
    return normalize_letters(line)


# Soft hyphens, zero width spaces, and joiners of letters
_PRINTED_CONTROLS = "\n\u00ad\u200b\u200c\u200d"
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
_NONCHARACTERS = {
    *range(0xFDD0, 0xFDF0),
    *(plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)),
}
"""Codes that will never be characters. Other unassigned ones may be, such as a new emoji."""


_LIGATURES = {code: normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
"""Letters of the joined letters, such as fi, that texts copied from a PDF can have."""


def normalize_letters(line: str) -> str:
    """Return the text in Unicode form NFC.

    Raise `InputError` for characters that would not be printed. These are invisible characters, and
    accents without a letter before them. Allowed are soft hyphens, zero width spaces, joiners of
    letters, and private-use characters, which some fonts define. Variation selectors for emoji are
    removed.
    """
    # UAX #15: NFC composes a letter and its accents into one character where Unicode has one.
    line = normalize("NFC", line).replace("\ufe0f", "").replace("\ufe0e", "")
    line = line.translate(_LIGATURES)
    if line.isascii() and line.replace("\n", "").isprintable():
        return line
    before = " "
    for char in line:
        char_category = category(char)
        if char_category in ("Mn", "Mc") and before in " \n":
            raise InputError(f"the separate accent U+{ord(char):04X}", "write it after its letter")
        before = char
        is_invisible = char_category in _INVISIBLE_CATEGORIES or ord(char) in _NONCHARACTERS
        if is_invisible and char not in _PRINTED_CONTROLS:
            hint = "delete it; editors and prints do not show it"
            raise InputError(f"the invisible character U+{ord(char):04X}", hint)
    return line


def parse_number(value: str) -> int | None:
    """Return the whole number in a text, with a hyphen or U+2212 for minus; else None."""
    return int(value.replace(MINUS, "-")) if _WHOLE_NUMBER.fullmatch(value) else None


def parse_range(value: str) -> range:
    """Return the whole numbers of a text such as "-4 to 4" or "3"; empty if it is not a range."""
    low, separator, high = value.partition(" to ")
    first, last = parse_number(low.strip()), parse_number((high if separator else low).strip())
    if first is None or last is None:
        return range(0)
    if first > last:
        raise InputError(f"the range {value} is reversed", f'write "{high} to {low}"')
    return range(first, last + 1)


def parse_whole_number(value: object) -> int:
    """Return a whole number written without quotes."""
    number = parse_number(value) if isinstance(value, PlainScalar) else None
    if number is None:
        hint = "write digits without quotes, such as 12 or -3"
        raise InputError(f"{quote(value)} is not a whole number", hint)
    return number


def parse_positive(value: object) -> int:
    """Return a whole number from 1 to 999."""
    number = parse_whole_number(value)
    if not 1 <= number <= 999:
        raise InputError(f"{number} is outside 1 to 999", "write a number from 1 to 999")
    return number


def parse_count(value: object) -> int:
    """Return a cell or setting as a whole number.

    Raises `InputError` if it is not a whole number, or less than 0.
    """
    number = parse_whole_number(value)
    if number < 0:
        raise InputError(f"{number} is less than 0", "write 0 or more")
    return number


_LENGTH = re.compile(LENGTH_PATTERN, re.ASCII)


def parse_length(value: object) -> float:
    """Return a length in mm, written as 3, 2.5 mm, 0.125 in or 1/8 in."""
    match = _LENGTH.fullmatch(written := parse_scalar(value))
    if not match:
        hint = f"{suggest_size_in_mm(written)}write mm, such as 3, or inches, such as 1/8 in"
        parts = written.replace(",", " ").split()
        if len(parts) == 2 and all(map(_LENGTH.fullmatch, parts)):
            hint = f"write both with a comma between, in brackets: [{', '.join(parts)}]"
        raise InputError(f"{quote(value)} is not a length", hint)
    return convert_length(*match.groups(default=""))


def parse_flag(value: object) -> bool:
    """Return the bool of a scalar, which must be true or false."""
    if value in ("true", "false"):
        return value == "true"
    raise InputError(f"{quote(value)} is neither true nor false", "write true or false")


def parse_id(value: object) -> str:
    """Return an id: the name by which files and templates refer to something, never printed.

    Raises `InputError` if `value` is not a valid id.
    """
    if not (isinstance(value, str) and _ID_PATTERN.fullmatch(value)):
        hint = "use at most 40 characters: a to z in lower case, digits, _ and -"
        raise InputError(f"{quote(value)} is not an id", hint)
    return str(value)


def parse_file_name(value: object) -> str:
    """Return an id that is a valid name for a file or folder on every system."""
    file_id = parse_id(value)
    if WINDOWS_DEVICE.fullmatch(file_id):
        message = f"{quote(file_id)} is a reserved file name on Windows"
        raise InputError(message, f"choose another id, such as {file_id}-1")
    return file_id


def derive_id(name: str) -> str:
    """Return an id made from the name of a file or folder; "" if no letter or digit is left."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    id_ = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
    return f"{id_}-deck" if WINDOWS_DEVICE.fullmatch(id_) else id_


def parse_name(value: object) -> str:
    """Return the name of a column or the key of a row: one line without dots."""
    line = parse_text(value)
    # A dot separates the names of a path, such as suit.mark.
    if "." in line or len(line) > 60:
        raise InputError(f"{quote(line)} is not a name", "use at most 60 characters, and no dot")
    return line


def parse_dotted_path(value: object) -> str:
    """Return a path of names separated by dots, such as suit.mark."""
    return ".".join(parse_name(part) for part in parse_scalar(value).split("."))


def parse_language(value: object) -> str:
    """Return a language tag, such as en or pt-BR."""
    if not (isinstance(value, str) and _LANGUAGE_TAG.fullmatch(value)):
        message = f"{quote(value)} is not a language"
        raise InputError(message, "write a code such as en, de or pt-BR")
    return str(value)


def parse_dice(value: object) -> tuple[int, int]:
    """Return the number of dice and of their sides, from a text such as 2d6."""
    match = _DICE_PATTERN.fullmatch(str(value)) if isinstance(value, str) else None
    if not match:
        message = f"{quote(value)} is not dice"
        raise InputError(message, "write how many dice and sides, such as 2d6")
    return int(match[1] or 1), int(match[2])
