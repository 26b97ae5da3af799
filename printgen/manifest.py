"""The manifest of a print: JSON in the PDF's keywords that records what the user requested.

The press writes it and the proof reads it. docs/labels.md describes it.
"""

from typing import Annotated, Literal

import msgspec

FORM = 3
"""Version of the format of labels and keywords."""

ManifestText = Annotated[str, msgspec.Meta(max_length=1000)]
ManifestOffset = Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)]


class PrintManifest(msgspec.Struct, frozen=True, omit_defaults=True, rename={"form": "printgen"}):
    """The request that one PDF answers.

    `sets` and `rows` are keys; `rows` is None for all. `rules` is the digest of the game's data.
    `skip` is the number of empty places on the first sheet. `data` is the name of the player's
    file, then those of the files that it was compared with. `gutter` and `offset` are in mm, and
    `sheet` has the sizes of a custom sheet in the order of docs/labels.md. The backs are behind the
    fronts by a `fold`, or on the next page, for paper flipped on its `duplex` edge.
    """

    # ISO 32000-1, 14.3.3, table 317: the keywords are one text string, here a JSON object.
    form: int
    game: ManifestText
    print: ManifestText
    paper: ManifestText
    sets: tuple[ManifestText, ...]
    rows: tuple[ManifestText, ...] | None
    rules: ManifestText
    skip: int
    data: tuple[ManifestText, ...] = ()
    gutter: float | None = None
    cut: ManifestText | None = None
    duplex: Literal["long", "short"] | None = None
    fold: bool = False
    offset: tuple[ManifestOffset, ManifestOffset] = (0.0, 0.0)
    sheet: tuple[float, ...] = ()
    punched: bool = False
