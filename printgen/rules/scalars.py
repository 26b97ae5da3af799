"""Turn the text of one YAML scalar into a word, a number or a name, or say what it should be.

The texts of these faults are for somebody who writes data: what was found and what to write.
"""

import re
from unicodedata import category, normalize

from printgen.problems import in_mm
from printgen.rules.yaml_reader import Unquoted

MINUS = "\u2212"

_WHOLE = re.compile(rf"[-+{MINUS}]?(?:0|[1-9][0-9]{{0,5}})")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[1-9]")
"""What Windows calls a device, and lets no file be called."""

_DICE = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,2})")


class Fault(Exception):  # noqa: N818 - a mistake in somebody's data, not of the program
    """One value that cannot be read: what was found, and in `hint` what to write instead."""

    def __init__(self, found: str, hint: str) -> None:
        super().__init__(found)
        self.found = found
        self.hint = hint


def shown(value: object) -> str:
    """A value as a message quotes it: text cut short, lists and mappings named only."""
    if isinstance(value, str):
        text = value.replace("\n", "↵")
        text = text if len(text) <= 40 else text[:39] + "…"
        return f'"{text}"' if text else "nothing"
    if isinstance(value, int):
        return str(value)
    return "a mapping" if isinstance(value, dict) else "a list"


def written(value: object) -> str:
    """A scalar as it was written; a list or a mapping is a fault."""
    if not isinstance(value, str):
        raise Fault(f"{shown(value)} where one text is wanted", "write one line of text")
    # A folded text ends with one line break, which is no part of what it says.
    return value.removesuffix("\n")


def text(value: object) -> str:
    """One line of words: composed letters, single spaces, nothing unseen."""
    line = written(value)
    if not line:
        raise Fault("nothing is written here", "write the words, or delete the key")
    if "\n" in line or "\t" in line:
        raise Fault(
            "a line break or tab inside a text",
            "write it on one line, or fold it over several with >",
        )
    if line.strip() != line or "  " in line:
        raise Fault(
            f"spaces before, after or doubled in {shown(line)}",
            "leave single spaces between the words",
        )
    return letters(line)


def letters(line: str) -> str:
    """The text in composed letters; nothing in it is unseen, and no accent stands alone.

    The signs that ask for a picture of the one before it, or for none, are left out. A soft hyphen
    shows where a line ends at it; a private letter is one of somebody's own font.
    """
    line = normalize("NFC", line).replace("\ufe0f", "").replace("\ufe0e", "")
    if line.isascii() and line.replace("\n", "").isprintable():
        return line
    for char in line:
        kind = category(char)
        if kind[0] == "M" and kind != "Me":
            raise Fault(
                f"the loose accent U+{ord(char):04X}",
                "write a letter that has it; one by itself would be printed beside its letter",
            )
        if char not in "\n\u00ad" and kind in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"):
            raise Fault(
                f"the character U+{ord(char):04X}",
                "delete it; it shows nothing in an editor and nothing in print",
            )
    return line


def number(value: str) -> int | None:
    """The whole number that a text writes, with a hyphen or U+2212 for minus; None for none."""
    return int(value.replace(MINUS, "-")) if _WHOLE.fullmatch(value) else None


def span(value: str) -> range:
    """The whole numbers that a text such as -4 to 4 writes, or one alone; else none."""
    low, to, high = value.partition(" to ")
    first, last = number(low.strip()), number((high if to else low).strip())
    if first is None or last is None:
        return range(0)
    if first > last:
        raise Fault(f"{value} runs downwards", f"write {high} to {low}")
    return range(first, last + 1)


def whole(value: object) -> int:
    """A whole number, written without quotes."""
    found = number(value) if isinstance(value, Unquoted) else None
    if found is None:
        raise Fault(
            f"{shown(value)} where a whole number is wanted",
            "write digits without quotes, such as 12 or -3",
        )
    return found


def positive(value: object) -> int:
    """A whole number from 1 to 999."""
    found = whole(value)
    if not 1 <= found <= 999:
        raise Fault(f"{found} lies outside 1 to 999", "write 1 to 999")
    return found


def count(value: object) -> int:
    """A whole number from 0 up."""
    found = whole(value)
    if found < 0:
        raise Fault(f"{found} is less than nothing", "write 0 or more")
    return found


_LENGTH = re.compile(r"(?:(\d{1,4}(?:\.\d{1,3})?)|(\d{1,3})/(\d{1,3})) ?(mm|in)?", re.ASCII)
_INCH = 25.4


def length(value: object) -> float:
    """A length in mm, written as 3, 2.5 mm, 0.125 in or 1/8 in."""
    match = _LENGTH.fullmatch(found := written(value))
    if not match or (match[3] and not int(match[3])):
        hint = f"{in_mm(found)}write mm, such as 3, or inches, such as 1/8 in"
        if len(parts := found.replace(",", " ").split()) == 2 and all(
            map(_LENGTH.fullmatch, parts)
        ):
            hint = f"write both with a comma between, in brackets: [{', '.join(parts)}]"
        raise Fault(f"{shown(value)} is no length", hint)
    many = float(match[1]) if match[1] else int(match[2]) / int(match[3])
    return round(many * (_INCH if match[4] == "in" else 1.0), 3)


def flag(value: object) -> bool:
    """Yes or no."""
    if value in ("true", "false"):
        return value == "true"
    raise Fault(f"{shown(value)} where true or false is wanted", "write true or false")


def identifier(value: object) -> str:
    """A name for other files and for templates, never printed."""
    if not (isinstance(value, str) and _ID.fullmatch(value)):
        raise Fault(
            f"{shown(value)} is no id",
            "use a to z in lower case, digits, _ and -, at most 40 of them",
        )
    return str(value)


def file_name(value: object) -> str:
    """An id that a file or a folder is called by, on every system."""
    found = identifier(value)
    if DEVICE.fullmatch(found):
        message = f"{shown(found)} is a device on Windows, where no file can be called so"
        raise Fault(message, f"choose another id, such as {found}-1")
    return found


def name(value: object) -> str:
    """The name of a column or the key of a row: one line without dots, which part names."""
    found = text(value)
    if "." in found or len(found) > 60:
        raise Fault(f"{shown(found)} is no name", "use at most 60 letters, and no dot")
    return found


def path(value: object) -> str:
    """Names parted by dots, such as suit.mark."""
    return ".".join(name(part) for part in written(value).split("."))


def language(value: object) -> str:
    """A language's tag."""
    if not (isinstance(value, str) and _LANGUAGE.fullmatch(value)):
        raise Fault(f"{shown(value)} is no language", "write its code, such as en, de or pt-BR")
    return str(value)


def dice(value: object) -> tuple[int, int]:
    """Dice such as 2d6, as how many and their sides."""
    match = _DICE.fullmatch(str(value)) if isinstance(value, str) else None
    if not match:
        raise Fault(f"{shown(value)} is no dice", "write how many and their sides, such as 2d6")
    return int(match[1] or 1), int(match[2])
