"""The manifest of a print: JSON in the PDF's keywords that records what the user requested.

The press writes it and the proof reads it. docs/labels.md describes it.
"""

from typing import Annotated

import msgspec

from printgen.sheet_layout import SheetLayout, ShortText

FORM = 3
"""Version of the format of labels and keywords."""


class PrintManifest(
    SheetLayout, frozen=True, omit_defaults=True, kw_only=True, rename={"form": "printgen"}
):
    """The request that one PDF answers: what is printed, and its layout on sheets.

    `sets` and `rows` are keys; `rows` is None for all. `rules` is the digest of the game's data.
    `data` is the name of the player's file, then those of the files that it was compared with.
    """

    # ISO 32000-1, 14.3.3, table 317: the keywords are one text string, here a JSON object.
    form: int
    game: ShortText
    print: ShortText
    sets: tuple[ShortText, ...]
    rows: tuple[ShortText, ...] | None
    rules: ShortText
    data: tuple[ShortText, ...] = ()


class BookManifest(msgspec.Struct, frozen=True, rename={"form": "printgen"}):
    """The prints of a book in order: how many pages each has, and its manifest as JSON."""

    form: int
    parts: Annotated[
        tuple[tuple[Annotated[int, msgspec.Meta(ge=1)], msgspec.Raw], ...],
        msgspec.Meta(min_length=1),
    ]
