"""Turn the text of one YAML scalar into a word, a number or an id, or say what it should be.

The texts of these errors are printgen's own; each carries what was found and what to write.
"""

import re
from typing import Annotated, Any
from unicodedata import category, normalize

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from printgen.rules.bands import MINUS
from printgen.rules.tree import Plain

_WHOLE = re.compile(rf"[-+{MINUS}]?(?:0|[1-9][0-9]{{0,17}})")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def fault(kind: str, found: str, hint: str) -> PydanticCustomError:
    """An error of the schema: `found` is its message, `hint` what to write instead."""
    return PydanticCustomError("printgen", "{found}", {"code": kind, "found": found, "hint": hint})


def shown(value: object) -> str:
    """A value as a message quotes it: text cut short, lists and mappings named only."""
    if isinstance(value, str):
        text = value.replace("\n", "↵")
        text = text if len(text) <= 40 else text[:39] + "…"
        return f'"{text}"' if text else "nothing"
    return "a mapping" if isinstance(value, dict) else "a list"


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise fault("text", f"{shown(value)} where one text is wanted", "write one line of text")
    # A folded text ends with one line break, which is no part of what it says.
    value = value.removesuffix("\n")
    if not value:
        raise fault("empty", "nothing is written here", "write the words, or delete the key")
    if "\n" in value or "\t" in value:
        raise fault(
            "lines",
            "a line break or tab inside a text",
            "write it on one line, or fold it over several with >",
        )
    if value.strip() != value or "  " in value:
        raise fault(
            "spaces",
            f"spaces before, after or doubled in {shown(value)}",
            "leave single spaces between the words",
        )
    return _letters(str(value))


def _letters(text: str) -> str:
    """The text in composed letters; nothing in it is unseen, and no accent stands alone."""
    text = normalize("NFC", text)
    if text.isascii() and text.isprintable():
        return text
    for char in text:
        kind = category(char)
        if kind[0] == "M":
            raise fault(
                "accent",
                f"the loose accent U+{ord(char):04X}",
                "write a letter that has it; one by itself would be printed beside its letter",
            )
        if kind[0] == "C" or kind in ("Zl", "Zp"):
            raise fault(
                "unseen",
                f"the character U+{ord(char):04X}",
                "delete it; it shows nothing in an editor and nothing in print",
            )
    return text


def _whole(value: object) -> int:
    if not (isinstance(value, Plain) and _WHOLE.fullmatch(value)):
        raise fault(
            "whole",
            f"{shown(value)} where a whole number is wanted",
            "write digits without quotes, such as 12 or -3",
        )
    return int(value.replace(MINUS, "-"))


def _id(value: object) -> str:
    if not (isinstance(value, str) and _ID.fullmatch(value)):
        raise fault(
            "id",
            f"{shown(value)} is no id",
            "use a to z in lower case, digits, _ and -, at most 40 of them",
        )
    return str(value)


def _language(value: object) -> str:
    if not (isinstance(value, str) and _LANGUAGE.fullmatch(value)):
        raise fault(
            "language",
            f"{shown(value)} is no language",
            "write its code, such as en, de or pt-BR",
        )
    return str(value)


def _bounded(low: int, high: int) -> Any:
    def check(value: object) -> int:
        number = _whole(value)
        if not low <= number <= high:
            raise fault("range", f"{number} lies outside {low} to {high}", f"write {low} to {high}")
        return number

    return BeforeValidator(check)


Text = Annotated[str, BeforeValidator(_text)]
Language = Annotated[str, BeforeValidator(_language)]
Id = Annotated[str, BeforeValidator(_id)]
Whole = Annotated[int, _bounded(-999, 999)]
Count = Annotated[int, _bounded(0, 20_000)]
Positive = Annotated[int, _bounded(1, 999)]
