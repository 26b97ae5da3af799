"""Turn the keywords of a PDF into what it says that it is: of which game, print, paper and rules.

docs/labels.md describes it. What must be printed comes from the rules; this only says which of it
was asked for.
"""

from typing import Annotated, Literal

import msgspec

from printgen.proof.faults import failed

FORM = 3
"""The form of labels and keywords that this printgen reads."""

Word = Annotated[str, msgspec.Meta(max_length=1000)]
Shift = Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)]


class Claim(msgspec.Struct, frozen=True, rename={"form": "printgen"}):
    """What was asked for. `rows` is None for all of them; `rules` the digest of the rules.

    `skip` is how many places of the first sheet were to stay empty, `data` the name of the player's
    file that filled it in, then of those that this was compared with. How the faces were to lie:
    `gutter` mm apart; on a `sheet` of the user's own, in the order of docs/labels.md, which is
    `punched` or not; with what to `cut` by. Backs come behind fronts by a `fold`, or on the next
    page: of paper that is flipped on its `duplex` edge, moved by `offset`.
    """

    form: int
    game: Word
    print: Word
    paper: Word
    sets: tuple[Word, ...]
    rows: tuple[Word, ...] | None
    rules: Word
    skip: int = 0
    data: tuple[Word, ...] = ()
    gutter: float | None = None
    cut: Word = ""
    sheet: tuple[float, ...] = ()
    punched: bool = False
    duplex: Literal["long", "short"] | None = None
    fold: bool = False
    offset: tuple[Shift, Shift] = (0.0, 0.0)


def read_claim(keywords: str) -> Claim:
    """The claim in a PDF's keywords. Raises `Failure` where there is none that can be read."""
    try:
        claim = msgspec.json.decode(keywords.encode(), type=Claim)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        if '"printgen"' in keywords:
            raise failed(f"what the PDF says of itself cannot be read: {error}") from None
        hint = "name a PDF that `printgen build` wrote"
        message = "the PDF does not say what it is, so it is no print of printgen's"
        raise failed(message, hint) from None
    if claim.form != FORM:
        raise failed(f"the print is of the form {claim.form}, this printgen reads {FORM}")
    return claim
