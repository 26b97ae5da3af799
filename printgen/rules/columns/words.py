"""Column types of words, marks, pictures and colours.

A text is one line, printed as written. Prose has paragraphs and lists with bold, italic and inline
marks; plain text has several lines, printed exactly as written. A choice is one of the words that
the column lists in `of`. A mark names a drawing that represents a value, or an icon, perhaps with
its set. An image is a picture file in the game's folder, which a template places. Colours are for
templates to use, and are never printed as text.
"""

import re
from pathlib import PurePosixPath
from typing import Any, ClassVar

from printgen.problems import InputError, suggest_known_words
from printgen.rules.columns.base import ColumnType
from printgen.rules.files.scalars import parse_id, parse_text, quote
from printgen.rules.values.commonmark import (
    ProseBlock,
    convert_prose_to_text,
    read_plain,
    read_prose,
)
from printgen.system.file_suffixes import PICTURE_SUFFIXES


class TextType(ColumnType):
    """One line of text without markup."""


class ProseType(ColumnType):
    """Text of several lines with markup. Exported as written, with its markup."""

    special_keys: ClassVar[tuple[str, ...]] = ("breaks",)

    def parse_value(self, text: str) -> str:
        # Parsed again for each face; parsing here reports mistakes while the game is loaded.
        self.parse_blocks(text)
        return text.strip("\n")

    def parse_blocks(self, value: str) -> tuple[ProseBlock, ...]:
        """Return the paragraphs and list items of a cell."""
        return read_prose(value, breaks=self.column.breaks)

    def format_value(self, value: Any) -> str:
        return convert_prose_to_text(self.parse_blocks(value))

    def export_value(self, value: Any) -> str:
        return str(value)


class PlainTextType(ProseType):
    """Text without markup. Line breaks are kept."""

    special_keys = ()

    def parse_blocks(self, value: str) -> tuple[ProseBlock, ...]:
        return read_plain(value)


class ChoiceType(ColumnType):
    """One of the words that the option `of` of the column lists."""

    special_keys = ("of",)

    def parse_value(self, text: str) -> str:
        if text not in self.column.of:
            hint = suggest_known_words(text, self.column.of)
            raise InputError(f"{quote(text)} is not valid", hint)
        return text


class MarkType(ColumnType):
    """The drawing marks/<name>.svg in a templates folder, displayed as a picture."""

    def parse_value(self, text: str) -> str:
        return ":".join(map(parse_id, text.split(":", 1)))


def normalize_picture_path(name: str) -> str:
    """Return a picture's path with slashes for backslashes, and without ../ and ./ at its start.

    Wherever a path starts from, pictures are searched only in the folders of pictures.
    """
    return re.sub(r"^(\.\.?/)+", "", name.replace("\\", "/"))


class ImageType(ColumnType):
    """The name of a picture file. Layout finds the file and checks its size."""

    hint = "name a .png, .jpg, .webp, .gif or .svg file in the game's templates folder"

    def parse_value(self, text: str) -> str | None:
        name = normalize_picture_path(parse_text(text))
        path = PurePosixPath(name)
        # A game must not read files outside its own folders.
        is_inside = not path.is_absolute() and ".." not in path.parts
        return name if is_inside and path.suffix.lower() in ("", *PICTURE_SUFFIXES) else None


class ColourType(ColumnType):
    """An opaque CSS colour, stored as a hexadecimal text such as #7a1f1a."""

    hint = 'write a CSS colour, such as navy, or in quotes "#7a1f1a"'

    def parse_value(self, text: str) -> str | None:
        from printgen.css_colour import parse_css_colour, suggest_colour

        ink, opacity = parse_css_colour(text) or ((), 0)
        if not ink:
            raise InputError(f"{quote(text)} is not valid", suggest_colour(text) + self.hint)
        # CSS Color 4, 5.2: #rrggbb writes an opaque colour. Ink cannot be transparent.
        return f"#{bytes(ink).hex()}" if opacity == 1 else None
