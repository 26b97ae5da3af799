"""Turn the text of one YAML scalar into a word, a number or a name, or say what it should be.

The texts of these faults are for somebody who writes data: what was found and what to write.
"""

import re
from unicodedata import category, normalize

from printgen.problems import did_you_mean_mm
from printgen.rules.yaml_reader import PlainScalar

MINUS = "\u2212"

_WHOLE = re.compile(rf"[-+{MINUS}]?(?:0|[1-9][0-9]{{0,5}})")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
WINDOWS_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[1-9]")
"""What Windows calls a device, and lets no file be called."""

_DICE = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,2})")


class BadData(Exception):  # noqa: N818 - a mistake in somebody's data, not of the program
    """One value that cannot be read: what was found, and in `hint` what to write instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def quote(value: object) -> str:
    """A value as a message quotes it: text cut short, lists and mappings named only."""
    if isinstance(value, str):
        text = value.replace("\n", "↵")
        text = text if len(text) <= 40 else text[:39] + "…"
        return f'"{text}"' if text else "nothing"
    if isinstance(value, int):
        return str(value)
    return "a mapping" if isinstance(value, dict) else "a list"


def parse_scalar(value: object) -> str:
    """A scalar as it was written; a list or a mapping is a fault."""
    if not isinstance(value, str):
        raise BadData(f"{quote(value)} where one text is wanted", "write one line of text")
    # A folded text ends with one line break, which is no part of what it says.
    return value.removesuffix("\n")


def parse_text(value: object) -> str:
    """One line of words: composed letters, single spaces, nothing unseen."""
    line = parse_scalar(value)
    if not line:
        raise BadData("nothing is written here", "write the words, or delete the key")
    if "\n" in line or "\t" in line:
        raise BadData(
            "a line break or tab inside a text",
            "write it on one line, or fold it over several with >",
        )
    if line.strip() != line or "  " in line:
        raise BadData(
            f"spaces before, after or doubled in {quote(line)}",
            "leave single spaces between the words",
        )
    return normalize_letters(line)


def normalize_letters(line: str) -> str:
    """The text in composed letters; nothing in it is unseen, and no accent stands alone.

    The signs that ask for a picture of the one before it, or for none, are left out. A soft hyphen
    shows where a line ends at it; a private letter is one of somebody's own font.
    """
    line = normalize("NFC", line).replace("\ufe0f", "").replace("\ufe0e", "")
    if line.isascii() and line.replace("\n", "").isprintable():
        return line
    for char in line:
        char_category = category(char)
        if char_category[0] == "M" and char_category != "Me":
            raise BadData(
                f"the loose accent U+{ord(char):04X}",
                "write a letter that has it; one by itself would be printed beside its letter",
            )
        if char not in "\n\u00ad" and char_category in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"):
            raise BadData(
                f"the character U+{ord(char):04X}",
                "delete it; it shows nothing in an editor and nothing in print",
            )
    return line


def parse_number(value: str) -> int | None:
    """The whole number that a text writes, with a hyphen or U+2212 for minus; None for none."""
    return int(value.replace(MINUS, "-")) if _WHOLE.fullmatch(value) else None


def parse_range(value: str) -> range:
    """The whole numbers that a text such as -4 to 4 writes, or one alone; else none."""
    low, separator, high = value.partition(" to ")
    first, last = parse_number(low.strip()), parse_number((high if separator else low).strip())
    if first is None or last is None:
        return range(0)
    if first > last:
        raise BadData(f"{value} runs downwards", f"write {high} to {low}")
    return range(first, last + 1)


def parse_whole(value: object) -> int:
    """A whole number, written without quotes."""
    number = parse_number(value) if isinstance(value, PlainScalar) else None
    if number is None:
        raise BadData(
            f"{quote(value)} where a whole number is wanted",
            "write digits without quotes, such as 12 or -3",
        )
    return number


def parse_positive(value: object) -> int:
    """A whole number from 1 to 999."""
    number = parse_whole(value)
    if not 1 <= number <= 999:
        raise BadData(f"{number} lies outside 1 to 999", "write 1 to 999")
    return number


def parse_count(value: object) -> int:
    """A whole number from 0 up."""
    number = parse_whole(value)
    if number < 0:
        raise BadData(f"{number} is less than nothing", "write 0 or more")
    return number


_LENGTH = re.compile(r"(?:(\d{1,4}(?:\.\d{1,3})?)|(\d{1,3})/(\d{1,3})) ?(mm|in)?", re.ASCII)
_MM_PER_INCH = 25.4


def parse_length(value: object) -> float:
    """A length in mm, written as 3, 2.5 mm, 0.125 in or 1/8 in."""
    match = _LENGTH.fullmatch(written := parse_scalar(value))
    if not match or (match[3] and not int(match[3])):
        hint = f"{did_you_mean_mm(written)}write mm, such as 3, or inches, such as 1/8 in"
        if len(parts := written.replace(",", " ").split()) == 2 and all(
            map(_LENGTH.fullmatch, parts)
        ):
            hint = f"write both with a comma between, in brackets: [{', '.join(parts)}]"
        raise BadData(f"{quote(value)} is no length", hint)
    amount = float(match[1]) if match[1] else int(match[2]) / int(match[3])
    return round(amount * (_MM_PER_INCH if match[4] == "in" else 1.0), 3)


def parse_flag(value: object) -> bool:
    """Yes or no."""
    if value in ("true", "false"):
        return value == "true"
    raise BadData(f"{quote(value)} where true or false is wanted", "write true or false")


def parse_id(value: object) -> str:
    """A name for other files and for templates, never printed."""
    if not (isinstance(value, str) and _ID.fullmatch(value)):
        raise BadData(
            f"{quote(value)} is no id",
            "use a to z in lower case, digits, _ and -, at most 40 of them",
        )
    return str(value)


def parse_file_name(value: object) -> str:
    """An id that a file or a folder is called by, on every system."""
    file_id = parse_id(value)
    if WINDOWS_DEVICE.fullmatch(file_id):
        message = f"{quote(file_id)} is a device on Windows, where no file can be called so"
        raise BadData(message, f"choose another id, such as {file_id}-1")
    return file_id


def parse_name(value: object) -> str:
    """The name of a column or the key of a row: one line without dots, which part names."""
    line = parse_text(value)
    if "." in line or len(line) > 60:
        raise BadData(f"{quote(line)} is no name", "use at most 60 letters, and no dot")
    return line


def parse_path(value: object) -> str:
    """Names parted by dots, such as suit.mark."""
    return ".".join(parse_name(part) for part in parse_scalar(value).split("."))


def parse_language(value: object) -> str:
    """A language's tag."""
    if not (isinstance(value, str) and _LANGUAGE.fullmatch(value)):
        raise BadData(f"{quote(value)} is no language", "write its code, such as en, de or pt-BR")
    return str(value)


def parse_dice(value: object) -> tuple[int, int]:
    """Dice such as 2d6, as how many and their sides."""
    match = _DICE.fullmatch(str(value)) if isinstance(value, str) else None
    if not match:
        raise BadData(f"{quote(value)} is no dice", "write how many and their sides, such as 2d6")
    return int(match[1] or 1), int(match[2])
