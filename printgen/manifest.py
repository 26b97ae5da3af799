"""What a print says of itself, in its keywords: of which game, print, paper and rules it is.

The press writes it and the proof reads it. docs/labels.md describes it.
"""

from typing import Annotated, Literal

import msgspec

FORM = 3
"""The form of labels and keywords that this printgen writes and reads."""

ManifestText = Annotated[str, msgspec.Meta(max_length=1000)]
ManifestOffset = Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)]


class PrintManifest(msgspec.Struct, frozen=True, omit_defaults=True, rename={"form": "printgen"}):
    """What was asked for. `sets` and `rows` are keys, None for all rows; `rules` is the digest.

    `skip` is how many places of the first sheet were to stay empty, `data` the name of the player's
    file that filled it in, then of those that this was compared with. How the faces were to lie:
    `gutter` mm apart; on a `sheet` of the user's own, in the order of docs/labels.md, which is
    `punched` or not; with what to `cut` by. Backs come behind fronts by a `fold`, or on the next
    page: of paper that is flipped on its `duplex` edge, moved by `offset`.
    """

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
