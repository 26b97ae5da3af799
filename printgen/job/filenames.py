"""Turn what was picked of a print into the name of its file, without an ending.

Prints of other cards have other names, so that a few never replace a whole deck; every system takes
them, whatever the keys hold. It knows no game.
"""

import re
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from unicodedata import normalize
from urllib.parse import quote

from printgen.press.paper import PAPERS
from printgen.rules.sizes import SIZES

_LONGEST = 60
_KEPT = 40
"""Letters of a name that is too long, or not plain, before the digits that tell it apart."""

_OPTIONS = ("cards", "skip", "gutter", "cut", "duplex", "fold", "offset", "ink")
_WORDS = (*_OPTIONS, *(paper.id for paper in PAPERS), *SIZES)
_TAKEN = re.compile(rf"-({'|'.join(_WORDS)}|[\d.]+x[\d.]+)-")
"""What names that stand before may not look like: the words of what follows."""


def ranges(keys: Sequence[str]) -> Iterator[str]:
    """The keys as they may be typed: three numbers or more that follow each other as 17-23."""

    def following(placed: tuple[int, str]) -> object:
        place, key = placed
        return int(key) - place if key.isdecimal() else key

    for _, run in groupby(enumerate(keys), following):
        first, *more = (key for _, key in run)
        yield from [f"{first}-{more[-1]}"] if len(more) > 1 else [first, *more]


def name_of(
    print_: str,
    sets: Sequence[str],
    rows: Sequence[str],
    skip: int,
    others: Container[str],
    laid: Sequence[str] = (),
) -> str:
    """The name of a print's file, its id where nothing was picked.

    `others` are the ids of prints, which it must not be taken for; `laid` are the words of its
    size, paper and the like where they are not the usual ones.
    """
    whose = "+".join(sets)
    cards = f"cards-{'+'.join(ranges(rows))}" if rows else ""
    picked = "-".join(filter(None, (whose, cards, f"skip-{skip}" if skip else "", *laid)))
    if not picked:
        return print_
    name = f"{print_}-{picked}"
    unlike = name not in others and not _TAKEN.search(f"-{whose}-")
    if unlike and len(name) <= _LONGEST and re.fullmatch(r"[\w+.-]*", name, re.ASCII):
        return name
    return shortened(name)


def file_of(face: str) -> str:
    """The name of a face's own file, without an ending: the data may have any letters in it."""
    name = quote(face, safe="")
    return name if len(name) < 200 else shortened(face)


def shortened(name: str) -> str:
    """Plain letters of a name, and digits that tell it from any other."""
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w+-]+", "_", letters)[:_KEPT]
    return f"{plain}-{sha256(name.encode()).hexdigest()[:8]}"
